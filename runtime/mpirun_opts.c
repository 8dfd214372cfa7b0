/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command line of mpirun, in the dialects of the MPI standard (11.5), MPICH's
 * Hydra and Open MPI: one table of options, each good with one or two dashes.
 * An option before a program belongs to it or to the whole job, whatever comes
 * after the program's name belongs to the program. Called by mpirun_main.c.
 */
#include "runtime/mpirun_opts.h"

#include "runtime/mpirun_engine.h"
#include "runtime/mpirun_ring.h"
#include "runtime/mpirun_say.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct option {
	const char *names; /* "n np c": without dashes, the first is the one in messages */
	int nargs;         /* arguments that follow; the next `nargs` words */
	int (*set)(struct mpirun_opts *opts, char **arg); /* 0, 1 or 2 as mpirun_opts_parse */
};

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

/* Arguments may come from a file that is gone when they are used. */
static const char *keep(struct mpirun_opts *opts, const char *text)
{
	mpirun_list_add(&opts->kept, text);
	return opts->kept.item[opts->kept.n - 1];
}

static struct mpirun_app *app_now(struct mpirun_opts *opts)
{
	return &opts->app[opts->napps - 1];
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

/* A number of processes or a rank. */
static int parse_count(const char *what, const char *text, int least, int *value)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (end == text || *end || errno || n < least || n > INT_MAX) {
		mpirun_say("%s needs a whole number of at least %d, not '%s'", what, least, text);
		return 2;
	}
	*value = (int)n;
	return 0;
}

static int parse_seconds(const char *what, const char *text, double *value)
{
	char *end;
	double s = strtod(text, &end);

	if (end == text || *end || !(s > 0) || s > 1e9) {
		mpirun_say("%s needs a number of seconds above 0, not '%s'", what, text);
		return 2;
	}
	*value = s;
	return 0;
}

static int set_np(struct mpirun_opts *opts, char **arg)
{
	return parse_count("-n", arg[0], 1, &app_now(opts)->np);
}

static int set_per_node(struct mpirun_opts *opts, char **arg)
{
	return parse_count("-ppn", arg[0], 1, &opts->per_node);
}

static int set_wdir(struct mpirun_opts *opts, char **arg)
{
	app_now(opts)->wdir = keep(opts, arg[0]);
	return 0;
}

static int set_gwdir(struct mpirun_opts *opts, char **arg)
{
	opts->wdir = keep(opts, arg[0]);
	return 0;
}

static int set_path(struct mpirun_opts *opts, char **arg)
{
	app_now(opts)->path = keep(opts, arg[0]);
	return 0;
}

static int check_name(const char *what, const char *name)
{
	if (*name && !strchr(name, '='))
		return 0;
	mpirun_say("%s needs the name of an environment variable, not '%s'", what, name);
	return 2;
}

static int add_pair(const char *what, struct mpirun_list *env, char **arg)
{
	char *pair;

	if (check_name(what, arg[0]))
		return 2;
	if (asprintf(&pair, "%s=%s", arg[0], arg[1]) < 0)
		mpirun_die("no memory for the value of %s", arg[0]);
	mpirun_list_add(env, pair);
	free(pair);
	return 0;
}

static int set_env(struct mpirun_opts *opts, char **arg)
{
	return add_pair("-env", &app_now(opts)->env, arg);
}

static int set_genv(struct mpirun_opts *opts, char **arg)
{
	return add_pair("-genv", &opts->env, arg);
}

/* -x NAME keeps its value even where the rest of the environment is left out. */
static int export_name(struct mpirun_opts *opts, const char *what, char *name)
{
	char *pair[] = {name, getenv(name)};

	if (check_name(what, name))
		return 2;
	if (pair[1])
		return add_pair(what, &opts->env, pair);
	mpirun_say("%s %s: there is no such environment variable; it is left out", what, name);
	return 0;
}

static int set_x(struct mpirun_opts *opts, char **arg)
{
	char *equals = strchr(arg[0], '=');

	if (!equals)
		return export_name(opts, "-x", arg[0]);
	if (equals == arg[0])
		return check_name("-x", "");
	mpirun_list_add(&opts->env, arg[0]);
	return 0;
}

static int set_genvlist(struct mpirun_opts *opts, char **arg)
{
	for (char *name = strtok(arg[0], ","); name; name = strtok(NULL, ","))
		if (export_name(opts, "-genvlist", name))
			return 2;
	return 0;
}

static int set_genvnone(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->env_none = 1;
	return 0;
}

static int set_hosts(struct mpirun_opts *opts, char **arg)
{
	return mpirun_hosts_add(&opts->hosts, arg[0]);
}

static int set_hostfile(struct mpirun_opts *opts, char **arg)
{
	return mpirun_hosts_file(&opts->hosts, arg[0]);
}

static int set_engine(struct mpirun_opts *opts, char **arg)
{
	opts->engine = keep(opts, arg[0]);
	return 0;
}

static const struct {
	const char *name;
	enum mpirun_unit unit;
} units[] = {
	{"core", UNIT_CORE}, {"hwthread", UNIT_HWTHREAD}, {"pu", UNIT_HWTHREAD},
	{"numa", UNIT_NUMA}, {"socket", UNIT_PACKAGE}, {"package", UNIT_PACKAGE},
	{"l1cache", UNIT_L1}, {"l2cache", UNIT_L2}, {"l3cache", UNIT_L3},
	{"node", UNIT_NODE}, {"board", UNIT_NODE}, {"machine", UNIT_NODE},
	{"slot", UNIT_NONE}, {"none", UNIT_NONE}, {"user", UNIT_NONE},
};

/* "core", "core:OVERSUBSCRIBE", ":OVERSUBSCRIBE": what follows the colon are
 * permissions that are always given here. */
static int parse_unit(const char *what, const char *text, enum mpirun_unit *unit)
{
	size_t len = strcspn(text, ":");

	if (len == 0 && text[0] == ':')
		return 0;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (strlen(units[i].name) == len && !strncasecmp(units[i].name, text, len)) {
			*unit = units[i].unit;
			return 0;
		}
	}
	mpirun_say("%s knows core, hwthread, numa, package (socket), l1cache, l2cache, l3cache, "
		"node and none, not '%s'", what, text);
	return 2;
}

static int set_bind(struct mpirun_opts *opts, char **arg)
{
	return parse_unit("--bind-to", arg[0], &opts->bind);
}

/* "ppr:4:node" is 4 processes per node. */
static int set_map(struct mpirun_opts *opts, char **arg)
{
	char unit[16] = "";
	int n;

	if (sscanf(arg[0], "ppr:%d:%15[a-z0-9]", &n, unit) != 2)
		return parse_unit("--map-by", arg[0], &opts->map);
	if (n < 1) {
		mpirun_say("--map-by ppr:N:object needs an N of at least 1, not '%s'", arg[0]);
		return 2;
	}
	if (!strcmp(unit, "node"))
		opts->per_node = n;
	return parse_unit("--map-by", unit, &opts->map);
}

static int set_stdin(struct mpirun_opts *opts, char **arg)
{
	if (!strcmp(arg[0], "all"))
		opts->stdin_rank = MPIRUN_STDIN_ALL;
	else if (!strcmp(arg[0], "none"))
		opts->stdin_rank = MPIRUN_STDIN_NONE;
	else
		return parse_count("--stdin (a rank, all or none)", arg[0], 0, &opts->stdin_rank);
	return 0;
}

static int set_timeout(struct mpirun_opts *opts, char **arg)
{
	return parse_seconds("--timeout", arg[0], &opts->timeout_s);
}

static int set_output(struct mpirun_opts *opts, char **arg)
{
	opts->output = keep(opts, arg[0]);
	return 0;
}

static int set_ring(struct mpirun_opts *opts, char **arg)
{
	opts->ring = keep(opts, arg[0]);
	return mpirun_ring_check(opts->ring);
}

static int set_ring_cards(struct mpirun_opts *opts, char **arg)
{
	return parse_count("--ring-cards", arg[0], 1, &opts->ring_cards);
}

#define FLAG(field) \
	static int set_##field(struct mpirun_opts *opts, char **arg) \
	{ \
		(void)arg; \
		opts->field = 1; \
		return 0; \
	}
FLAG(report_bindings)
FLAG(tag)
FLAG(timestamp)
FLAG(merge_stderr)
FLAG(stats)
FLAG(recover)
FLAG(verbose)
FLAG(quiet)

/* Accepted because it is how things are anyway: oversubscribing, running as root,
 * passing on the environment. */
static int set_nothing(struct mpirun_opts *opts, char **arg)
{
	(void)opts;
	(void)arg;
	return 0;
}

static int set_mca(struct mpirun_opts *opts, char **arg)
{
	static int said;

	if (!said && !opts->quiet)
		mpirun_say("--mca %s %s is ignored: it is for Open MPI; rondo_info lists "
			"Rondo's own parameters", arg[0], arg[1]);
	said = 1;
	return 0;
}

static int set_help(struct mpirun_opts *opts, char **arg)
{
	(void)opts;
	(void)arg;
	mpirun_help_print();
	return 1;
}

static int set_version(struct mpirun_opts *opts, char **arg)
{
	(void)opts;
	(void)arg;
	mpirun_version_print();
	return 1;
}

static const struct option options[] = {
	{"n np c", 1, set_np},
	{"ppn N npernode", 1, set_per_node},
	{"wdir wd", 1, set_wdir},
	{"gwdir", 1, set_gwdir},
	{"path", 1, set_path},
	{"host hosts H", 1, set_hosts},
	{"hostfile machinefile f machine", 1, set_hostfile},
	{"engine", 1, set_engine},
	{"env", 2, set_env},
	{"genv", 2, set_genv},
	{"genvlist envlist", 1, set_genvlist},
	{"genvall envall", 0, set_nothing},
	{"genvnone envnone", 0, set_genvnone},
	{"x", 1, set_x},
	{"bind-to binding", 1, set_bind},
	{"map-by rank-by", 1, set_map},
	{"report-bindings display-map", 0, set_report_bindings},
	{"l prepend-rank tag-output", 0, set_tag},
	{"timestamp-output", 0, set_timestamp},
	{"merge-stderr-to-stdout", 0, set_merge_stderr},
	{"output-filename", 1, set_output},
	{"stdin", 1, set_stdin},
	{"timeout", 1, set_timeout},
	{"stats", 0, set_stats},
	{"enable-recovery disable-auto-cleanup", 0, set_recover},
	{"ring", 1, set_ring},
	{"ring-cards", 1, set_ring_cards},
	{"oversubscribe use-hwthread-cpus allow-run-as-root no-oversubscribe", 0, set_nothing},
	{"mca gmca pmca omca prtemca pmixmca", 2, set_mca},
	{"v verbose", 0, set_verbose},
	{"q quiet", 0, set_quiet},
	{"version V", 0, set_version},
	{"h help ?", 0, set_help},
};

static const size_t noptions = sizeof options / sizeof *options;

/* Is the word of `len` bytes one of the space-separated names? */
static int is_named(const char *names, const char *word, size_t len)
{
	for (const char *at = names; *at;) {
		size_t n = strcspn(at, " ");

		if (n == len && !strncmp(at, word, n))
			return 1;
		at += n;
		at += *at == ' ';
	}
	return 0;
}

static const struct option *find_option(const char *word, size_t len)
{
	for (size_t i = 0; i < noptions; i++)
		if (is_named(options[i].names, word, len))
			return &options[i];
	return NULL;
}

/* Edits (one character more, less or other) between a name of `n` <= 31 bytes and a word. */
static int distance(const char *name, size_t n, const char *word)
{
	int row[32];

	for (size_t j = 0; j <= n; j++)
		row[j] = (int)j;
	for (size_t i = 0; word[i]; i++) {
		int corner = row[0];

		row[0]++;
		for (size_t j = 1; j <= n; j++) {
			int best = corner + (word[i] != name[j - 1]);

			corner = row[j];
			if (corner + 1 < best)
				best = corner + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[n];
}

static int unknown_option(const char *word)
{
	const char *nearest = NULL, *bare = word + strspn(word, "-");
	int least = INT_MAX, len = 0;

	for (size_t i = 0; i < noptions; i++) {
		for (const char *at = options[i].names; *at;) {
			size_t n = strcspn(at, " ");
			int d = n < 32 ? distance(at, n, bare) : INT_MAX;

			if (d < least) {
				least = d;
				nearest = at;
				len = (int)n;
			}
			at += n;
			at += at[0] == ' ';
		}
	}
	if (least <= 3 && least < (int)strlen(bare))
		mpirun_say("unknown option '%s'; did you mean %s%.*s? mpirun -h lists all", word,
			len > 1 ? "--" : "-", len, nearest);
	else
		mpirun_say("unknown option '%s'; mpirun -h lists all", word);
	return 2;
}

/* Handles the option at args[0] and says in *used how many words it took. */
static int take_option(struct mpirun_opts *opts, char **args, int *used)
{
	const char *bare = args[0] + (args[0][1] == '-' ? 2 : 1), *equals = strchr(bare, '=');
	size_t len = equals ? (size_t)(equals - bare) : strlen(bare);
	const struct option *option = find_option(bare, len);
	char *value[2] = {equals ? (char *)equals + 1 : NULL};

	if (!option || (equals && option->nargs != 1))
		return unknown_option(args[0]);
	*used = 1;
	if (equals)
		return option->set(opts, value);
	for (; *used <= option->nargs; ++*used) {
		if (!args[*used]) {
			mpirun_say("%s needs %s after it", args[0],
				option->nargs == 1 ? "a value" : "a name and a value");
			return 2;
		}
	}
	return option->set(opts, args + 1);
}

/* -configfile takes the place of the whole rest: its file is a full description. */
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
		mpirun_list_add(&app_now(opts)->argv, args[used++]);
	return used;
}

static int end_of_app(struct mpirun_opts *opts)
{
	if (app_now(opts)->argv.n)
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

/* A program without -n gets what -ppn or -host ask for, else one process. */
static int preset_ranks(const struct mpirun_opts *opts)
{
	int nodes = opts->hosts.n ? 1 : mpirun_engine_nodes();

	if (opts->hosts.elsewhere)
		nodes = opts->hosts.n;
	if (!opts->per_node)
		return opts->hosts.n ? opts->hosts.slots : 1;
	return nodes > INT_MAX / opts->per_node ? INT_MAX : opts->per_node * (nodes ? nodes : 1);
}

static int count_ranks(struct mpirun_opts *opts)
{
	int preset = preset_ranks(opts);

	if (!app_now(opts)->argv.n) {
		if (opts->napps == 1)
			mpirun_say("no program is named; usage: mpirun -n N program [arguments]");
		else
			mpirun_say("no program is named after the last ':'");
		return 2;
	}
	for (int i = 0; i < opts->napps; i++) {
		struct mpirun_app *app = &opts->app[i];

		if (app->np < 0)
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
			parse_seconds("MPIEXEC_TIMEOUT", limit, &opts->timeout_s))
		return 2;
	if (opts->stats)
		mpirun_list_add(&opts->env, "RONDO_STATS=1");
	rc = count_ranks(opts);
	if (rc)
		return rc;
	if (opts->ring_cards && !opts->ring) {
		mpirun_say("--ring-cards needs --ring, which says what the cards are");
		return 2;
	}
	return 0;
}
