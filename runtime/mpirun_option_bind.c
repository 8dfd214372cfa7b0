/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The options that select the processors of ranks, in the syntax of Hydra ("-bind-to core:2",
 * "user:0,1"), Open MPI ("--map-by node:PE=2") and PRRTE ("core:OVERSUBSCRIBE:HWTCPUS"). A word
 * behind a colon has a meaning here, or is refused. Called by mpirun_option.c.
 */
#include "runtime/mpirun_option.h"

#include "runtime/mpirun_say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *name;
	enum mpirun_unit unit;
} units[] = {
	{"core", UNIT_CORE},  {"hwthread", UNIT_HWTHREAD}, {"pu", UNIT_HWTHREAD},
	{"numa", UNIT_NUMA},  {"socket", UNIT_PACKAGE},    {"package", UNIT_PACKAGE},
	{"l1cache", UNIT_L1}, {"l2cache", UNIT_L2},        {"l3cache", UNIT_L3},
	{"node", UNIT_NODE},  {"board", UNIT_NODE},        {"machine", UNIT_NODE},
	{"slot", UNIT_NONE},  {"none", UNIT_NONE},         {"rr", UNIT_CORE},
};

static int is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !strncasecmp(text, word, len);
}

static int parse_unit(const char *what, const char *text, enum mpirun_unit *unit)
{
	size_t len = strcspn(text, ":");

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (!is_word(text, len, units[i].name))
			continue;
		*unit = units[i].unit;
		return 0;
	}
	mpirun_say("%s knows core, hwthread, numa, package (socket), l1cache, l2cache, l3cache, "
		   "node and none, not '%s'",
		   what, text);
	return 2;
}

/* --- words behind a colon --------------------------------------------------------------- */

static int set_pe(struct mpirun_opts *opts, const char *what, const char *number, size_t len)
{
	char text[16];

	snprintf(text, sizeof text, "%.*s", (int)(len < 15 ? len : 15), number);
	return mpirun_parse_count(what, text, 1, &opts->placing.pe);
}

/* Words for the default on one machine: ranks may share processors, spread over all of it. */
static int is_idle(const char *word, size_t len)
{
	static const char *const idle[] = {"span",     "inherit", "noinherit", "overload-allowed",
					   "corecpus", "report"};

	for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
		if (is_word(word, len, idle[i]))
			return 1;
	return 0;
}

static int set_modifier(struct mpirun_opts *opts, const char *what, const char *word, size_t len)
{
	if (len > 3 && !strncasecmp(word, "pe=", 3))
		return set_pe(opts, "PE=", word + 3, len - 3);
	if (is_word(word, len, "oversubscribe"))
		opts->placing.oversubscribed = MPIRUN_OVERSUBSCRIBE_YES;
	else if (is_word(word, len, "nooversubscribe"))
		opts->placing.oversubscribed = MPIRUN_OVERSUBSCRIBE_NO;
	else if (is_word(word, len, "hwtcpus"))
		opts->placing.hwthreads = 1;
	else if (is_word(word, len, "if-supported"))
		opts->placing.bind_lenient = 1;
	else if (is_word(word, len, "no-overload"))
		opts->placing.bind_alone = 1;
	else if (is_word(word, len, "display"))
		opts->report.bindings = 1;
	else if (len && word[0] >= '0' && word[0] <= '9' && !strcmp(what, "--bind-to"))
		return set_pe(opts, "--bind-to UNIT:N", word, len);
	else if (!is_idle(word, len)) {
		mpirun_say("%s: ':%.*s' has no meaning here; known are N (--bind-to core:2), PE=N, "
			   "OVERSUBSCRIBE, NOOVERSUBSCRIBE, HWTCPUS, SPAN, overload-allowed, "
			   "no-overload and if-supported",
			   what, (int)len, word);
		return 2;
	}
	return 0;
}

/* ":a:b,c" */
static int set_modifiers(struct mpirun_opts *opts, const char *what, const char *text)
{
	while (*text) {
		size_t len = strcspn(++text, ":,");

		if (set_modifier(opts, what, text, len))
			return 2;
		text += len;
	}
	return 0;
}

/* --- the options ------------------------------------------------------------------------- */

int mpirun_set_bind(struct mpirun_opts *opts, char **arg)
{
	const char *colon = strchr(arg[0], ':');

	if (!strncasecmp(arg[0], "user:", 5)) {
		opts->placing.bind_user = mpirun_keep(opts, arg[0] + 5);
		return 0;
	}
	if (*arg[0] != ':' && parse_unit("--bind-to", arg[0], &opts->placing.bind))
		return 2;
	if (opts->placing.bind == UNIT_NONE)
		opts->placing.pe = 0;
	return colon ? set_modifiers(opts, "--bind-to", colon) : 0;
}

/* "ppr:4:node" is 4 processes on each node. */
static int set_ppr(struct mpirun_opts *opts, const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text || *end != ':' || n < 1 || n > MPIRUN_PPR_MOST) {
		mpirun_say("--map-by ppr:N:unit needs an N of at least 1 and a unit, not 'ppr:%s'",
			   text);
		return 2;
	}
	if (parse_unit("--map-by ppr:N", end + 1, &opts->placing.map))
		return 2;
	if (opts->placing.map == UNIT_NODE)
		opts->placing.per_node = (int)n;
	else
		opts->placing.per_unit = (int)n;
	end = strchr(end + 1, ':');
	return end ? set_modifiers(opts, "--map-by", end) : 0;
}

int mpirun_set_map(struct mpirun_opts *opts, char **arg)
{
	const char *colon = strchr(arg[0], ':');

	if (!strncasecmp(arg[0], "ppr:", 4))
		return set_ppr(opts, arg[0] + 4);
	if (*arg[0] != ':' && parse_unit("--map-by", arg[0], &opts->placing.map))
		return 2;
	return colon ? set_modifiers(opts, "--map-by", colon) : 0;
}

int mpirun_set_rank_by(struct mpirun_opts *opts, char **arg)
{
	const char *colon = strchr(arg[0], ':');

	if (*arg[0] != ':' && parse_unit("--rank-by", arg[0], &opts->placing.rank_by))
		return 2;
	return colon ? set_modifiers(opts, "--rank-by", colon) : 0;
}

int mpirun_set_cpu_set(struct mpirun_opts *opts, char **arg)
{
	opts->placing.cpu_set = mpirun_keep(opts, arg[0]);
	return 0;
}

int mpirun_set_cpus_per_rank(struct mpirun_opts *opts, char **arg)
{
	return mpirun_parse_count("--cpus-per-proc", arg[0], 1, &opts->placing.pe);
}

int mpirun_set_rankfile(struct mpirun_opts *opts, char **arg)
{
	if (opts->placing.rankfile.n) {
		mpirun_say("--rankfile is given twice: %s, %s", opts->placing.rankfile.path,
			   arg[0]);
		return 2;
	}
	return mpirun_rankfile_read(&opts->placing.rankfile, mpirun_keep(opts, arg[0]));
}

/* Ranks are numbered in the order in which they are dealt: only one of the two options can set
 * it. */
int mpirun_bind_settle(struct mpirun_opts *opts)
{
	if (opts->placing.rankfile.n &&
	    (opts->placing.bind || opts->placing.map || opts->placing.rank_by || opts->placing.pe ||
	     opts->placing.bind_user)) {
		mpirun_say("--rankfile binds each rank; --bind-to, --map-by, --rank-by and "
			   "PE=N cannot be given with it");
		return 2;
	}
	if (opts->placing.pe && opts->placing.bind == UNIT_NONE)
		opts->placing.bind = opts->placing.hwthreads ? UNIT_HWTHREAD : UNIT_CORE;
	if (opts->placing.rank_by == UNIT_NONE || opts->placing.rank_by == opts->placing.map)
		return 0;
	if (opts->placing.map == UNIT_NONE)
		opts->placing.map = opts->placing.rank_by;
	else if (!opts->report.quiet)
		mpirun_say("--rank-by is left out: ranks are numbered as --map-by deals them");
	return 0;
}
