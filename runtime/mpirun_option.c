/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What each option of mpirun's sets (mpirun_option.h). In the dialects of the MPI standard (11.5),
 * MPICH's Hydra and Open MPI.
 */
#include "runtime/mpirun_option.h"

#include "runtime/mpirun_ring.h"
#include "runtime/mpirun_say.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Arguments may come from a file that is gone when they are used. */
static const char *keep(struct mpirun_opts *opts, const char *text)
{
	mpirun_list_add(&opts->kept, text);
	return opts->kept.item[opts->kept.n - 1];
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

int mpirun_parse_seconds(const char *what, const char *text, double *value)
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
	return parse_count("-n", arg[0], 1, &mpirun_app_now(opts)->np);
}

static int set_per_node(struct mpirun_opts *opts, char **arg)
{
	return parse_count("-ppn", arg[0], 1, &opts->per_node);
}

static int set_wdir(struct mpirun_opts *opts, char **arg)
{
	mpirun_app_now(opts)->wdir = keep(opts, arg[0]);
	return 0;
}

static int set_gwdir(struct mpirun_opts *opts, char **arg)
{
	opts->wdir = keep(opts, arg[0]);
	return 0;
}

static int set_path(struct mpirun_opts *opts, char **arg)
{
	mpirun_app_now(opts)->path = keep(opts, arg[0]);
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
	return add_pair("-env", &mpirun_app_now(opts)->env, arg);
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
	return mpirun_parse_seconds("--timeout", arg[0], &opts->timeout_s);
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

static const struct mpirun_option options[] = {
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

const struct mpirun_option *mpirun_option_find(const char *word, size_t len)
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

int mpirun_option_unknown(const char *word)
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
