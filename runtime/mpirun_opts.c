/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command line of mpirun: options (mpirun_option.h), each accepted with one or two dashes. An
 * option before a program belongs to it or to the whole job; all words after the program's name
 * belong to the program. Called by mpirun_main.c.
 */
#include "runtime/mpirun_opts.h"

#include "runtime/mpirun_engine.h"
#include "runtime/mpirun_option.h"
#include "runtime/mpirun_say.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mpirun_list_add(struct mpirun_list *list, const char *text)
{
	char **item = realloc(list->item, (size_t)(list->n + 2) * sizeof *item);

	if (item)
		item[list->n] = strdup(text);
	if (!item || !item[list->n])
		mpirun_die("no memory for the argument '%.60s'", text);
	list->item = item;
	item[++list->n] = NULL;
}

void mpirun_list_free(struct mpirun_list *list)
{
	for (int i = 0; i < list->n; i++)
		free(list->item[i]);
	free(list->item);
	*list = (struct mpirun_list){0};
}

void mpirun_opts_own(struct mpirun_opts *opts, const char *pair)
{
	mpirun_list_add(&opts->env, pair);
	mpirun_list_add(&opts->own, pair);
}

static void app_begin(struct mpirun_opts *opts)
{
	struct mpirun_app *app = realloc(opts->app, (size_t)(opts->napps + 1) * sizeof *app);

	if (!app)
		mpirun_die("no memory for %d programs", opts->napps + 1);
	app[opts->napps] = (struct mpirun_app){.np = -1};
	opts->app = app;
	opts->napps++;
}

/* Hydra also takes "-env A=1", one word less than "-env A 1". */
static int split_pair(const struct mpirun_option *option, char **args, char **value)
{
	static char *pair; /* valid until the next call */
	char *equals = option->nargs == 2 && args[1] ? strchr(args[1], '=') : NULL;

	if (!equals || equals == args[1] || !mpirun_option_is_env(option))
		return 0;
	free(pair);
	pair = strdup(args[1]);
	if (!pair)
		mpirun_die("no memory for the argument '%.60s'", args[1]);
	pair[equals - args[1]] = 0;
	value[0] = pair;
	value[1] = pair + (equals - args[1]) + 1;
	return 1;
}

static int refuse(const struct mpirun_option *option, const char *word)
{
	mpirun_say("%s %s", word, option->text);
	return 2;
}

/* Handles the option at args[0]; *used: the number of words that it took. */
static int take_option(struct mpirun_opts *opts, char **args, int *used)
{
	const char *bare = args[0] + (args[0][1] == '-' ? 2 : 1), *equals = strchr(bare, '=');
	size_t len = equals ? (size_t)(equals - bare) : strlen(bare);
	const struct mpirun_option *option = mpirun_option_find(bare, len);
	char *value[2] = {equals ? (char *)equals + 1 : NULL};

	if (!option || (equals && option->nargs != 1))
		return mpirun_option_unknown(args[0]);
	if (!option->set)
		return refuse(option, args[0]);
	if (option->text && !opts->report.quiet)
		mpirun_say("%s %s", args[0], option->text);
	*used = 1;
	if (equals)
		return option->set(opts, value);
	*used = 2;
	if (split_pair(option, args, value))
		return option->set(opts, value);
	*used = 1;
	for (; *used <= option->nargs; ++*used) {
		if (!args[*used]) {
			mpirun_say("%s needs %s after it", args[0],
				   option->nargs == 1 ? "a value" : "a name and a value");
			return 2;
		}
	}
	return option->set(opts, args + 1);
}

/* -configfile replaces the rest of the command line: its file is a full description. */
static int is_config(const char *word)
{
	return !strcmp(word, "-configfile") || !strcmp(word, "--configfile") ||
	       !strcmp(word, "-app") || !strcmp(word, "--app");
}

static int take_words(struct mpirun_opts *opts, char **args, int depth);

static int take_config(struct mpirun_opts *opts, const char *path, int depth)
{
	struct mpirun_list words = {0};
	int rc;

	if (!path) {
		mpirun_say("-configfile needs the name of a file after it");
		return 2;
	}
	if (depth > 8) {
		mpirun_say("%s: configuration files include each other", path);
		return 2;
	}
	rc = mpirun_config_read(path, &words);
	if (rc == 0)
		rc = take_words(opts, words.item, depth + 1);
	mpirun_list_free(&words);
	return rc;
}

/* The words of the program itself, up to a ":" alone. */
static int take_program(struct mpirun_opts *opts, char **args)
{
	int used = 0;

	while (args[used] && strcmp(args[used], ":"))
		mpirun_list_add(&mpirun_app_now(opts)->argv, args[used++]);
	return used;
}

static int end_of_app(struct mpirun_opts *opts)
{
	if (mpirun_app_now(opts)->argv.n)
		return 0;
	mpirun_say("no program is named before ':' number %d", opts->napps);
	return 2;
}

static int take_words(struct mpirun_opts *opts, char **args, int depth)
{
	while (*args) {
		int used = 0, rc = 0;

		if (!strcmp(*args, ":")) {
			rc = end_of_app(opts);
			app_begin(opts);
			used = 1;
		} else if (is_config(*args)) {
			rc = take_config(opts, args[1], depth);
			used = 2;
		} else if (!strcmp(*args, "--")) {
			used = 1 + take_program(opts, args + 1);
		} else if (args[0][0] == '-' && args[0][1]) {
			rc = take_option(opts, args, &used);
		} else {
			used = take_program(opts, args);
		}
		if (rc)
			return rc;
		args += used;
	}
	return 0;
}

/* A program without -n gets the number that a rankfile, -ppn or -host ask for, else one process. */
static int preset_ranks(const struct mpirun_opts *opts)
{
	int nodes = opts->hosts.n ? 1 : mpirun_engine_nodes();

	if (opts->placing.rankfile.n && opts->napps == 1)
		return opts->placing.rankfile.n;
	if (opts->hosts.elsewhere)
		nodes = opts->hosts.n;
	if (!opts->placing.per_node)
		return opts->hosts.n ? opts->hosts.slots : 1;
	return nodes > INT_MAX / opts->placing.per_node
		       ? INT_MAX
		       : opts->placing.per_node * (nodes ? nodes : 1);
}

static int count_ranks(struct mpirun_opts *opts)
{
	int preset = preset_ranks(opts);

	if (!mpirun_app_now(opts)->argv.n) {
		if (opts->napps == 1)
			mpirun_say("no program is named; usage: mpirun -n N program [arguments]");
		else
			mpirun_say("no program is named after the last ':'");
		return 2;
	}
	for (int i = 0; i < opts->napps; i++) {
		struct mpirun_app *app = &opts->app[i];

		app->preset = app->np < 0;
		if (app->preset)
			app->np = preset;
		if (app->np > INT_MAX - opts->nranks) {
			mpirun_say("more than %d processes are too many", INT_MAX);
			return 2;
		}
		opts->nranks += app->np;
		if (!app->wdir)
			app->wdir = opts->wdir;
	}
	if (opts->stdin_rank >= opts->nranks) {
		mpirun_say("--stdin %d: there is no such rank among %d", opts->stdin_rank,
			   opts->nranks);
		return 2;
	}
	return 0;
}

/* On this machine its processors count (mpirun_map.c), on others the slots of the hosts. */
static int check_oversubscribed(const struct mpirun_opts *opts)
{
	if (opts->placing.rankfile.n &&
	    mpirun_rankfile_covers(&opts->placing.rankfile, opts->nranks))
		return 2;
	if (opts->placing.per_unit && opts->nranks == 1 && opts->app[0].preset) {
		mpirun_say("--map-by ppr:N:unit needs -n where the unit is not node");
		return 2;
	}
	if (opts->universe && opts->universe < opts->nranks) {
		mpirun_say("-usize %d is less than the %d ranks of the job", opts->universe,
			   opts->nranks);
		return 2;
	}
	if (!opts->hosts.elsewhere || opts->placing.oversubscribed != MPIRUN_OVERSUBSCRIBE_NO ||
	    opts->nranks <= opts->hosts.slots)
		return 0;
	mpirun_say("%d ranks are more than the %d slots of the hosts, and --nooversubscribe "
		   "forbids that",
		   opts->nranks, opts->hosts.slots);
	return 2;
}

int mpirun_opts_parse(struct mpirun_opts *opts, int argc, char **argv)
{
	const char *limit = getenv("MPIEXEC_TIMEOUT");
	int rc;

	*opts = (struct mpirun_opts){0};
	app_begin(opts);
	rc = argc > 1 ? take_words(opts, argv + 1, 0) : 0;
	if (rc)
		return rc;
	if (!opts->timeout_s && limit && *limit &&
	    mpirun_parse_seconds("MPIEXEC_TIMEOUT", limit, &opts->timeout_s))
		return 2;
	if (opts->report.stats)
		mpirun_opts_own(opts, "RONDO_STATS=1");
	rc = mpirun_bind_settle(opts);
	if (rc == 0)
		rc = count_ranks(opts);
	if (rc == 0)
		rc = check_oversubscribed(opts);
	if (rc)
		return rc;
	if (opts->ring_cards && !opts->ring) {
		mpirun_say("--ring-cards needs --ring, which selects the kind of cards");
		return 2;
	}
	if (opts->verbs && !opts->ring) {
		mpirun_say("--verbs needs --ring, which selects the kind of cards");
		return 2;
	}
	return 0;
}
