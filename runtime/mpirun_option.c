/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The effect of each option of mpirun (mpirun_option.h). In the dialects of the MPI standard
 * (11.5), MPICH's Hydra and Open MPI.
 */
#include "runtime/mpirun_option.h"

#include "base/edits.h"
#include "runtime/mpirun_ring.h"
#include "runtime/mpirun_say.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *mpirun_keep(struct mpirun_opts *opts, const char *text)
{
	mpirun_list_add(&opts->kept, text);
	return opts->kept.item[opts->kept.n - 1];
}

int mpirun_parse_count(const char *what, const char *text, int least, int *value)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (end == text || *end || errno || n < least || n > INT_MAX) {
		mpirun_say("%s needs a whole number of at least %d%s, not '%s'", what, least,
			   errno || n > INT_MAX ? " and at most 2147483647" : "", text);
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
		mpirun_say("%s needs a number of seconds above 0%s, not '%s'", what,
			   s > 1e9 ? " and at most 1000000000" : "", text);
		return 2;
	}
	*value = s;
	return 0;
}

static int set_np(struct mpirun_opts *opts, char **arg)
{
	return mpirun_parse_count("-n", arg[0], 1, &mpirun_app_now(opts)->np);
}

static int set_per_node(struct mpirun_opts *opts, char **arg)
{
	return mpirun_parse_count("-ppn", arg[0], 1, &opts->placing.per_node);
}

static int set_wdir(struct mpirun_opts *opts, char **arg)
{
	mpirun_app_now(opts)->wdir = mpirun_keep(opts, arg[0]);
	return 0;
}

static int set_gwdir(struct mpirun_opts *opts, char **arg)
{
	opts->wdir = mpirun_keep(opts, arg[0]);
	return 0;
}

static int set_path(struct mpirun_opts *opts, char **arg)
{
	mpirun_app_now(opts)->path = mpirun_keep(opts, arg[0]);
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

/* -x NAME keeps its value even if -genvnone leaves out the rest of the environment. */
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
	opts->remote.engine = mpirun_keep(opts, arg[0]);
	return 0;
}

static int set_stdin(struct mpirun_opts *opts, char **arg)
{
	if (!strcmp(arg[0], "all"))
		opts->stdin_rank = MPIRUN_STDIN_ALL;
	else if (!strcmp(arg[0], "none"))
		opts->stdin_rank = MPIRUN_STDIN_NONE;
	else
		return mpirun_parse_count("--stdin (a rank, all or none)", arg[0], 0,
					  &opts->stdin_rank);
	return 0;
}

static int set_timeout(struct mpirun_opts *opts, char **arg)
{
	return mpirun_parse_seconds("--timeout", arg[0], &opts->timeout_s);
}

/* NAME.%r.out and NAME.%r.err; a '%' in the name stands for itself. */
static int set_output(struct mpirun_opts *opts, char **arg)
{
	static const char *const ends[] = {".%r.out", ".%r.err"};

	for (int kind = 0; kind < 2; kind++) {
		char *text = malloc(2 * strlen(arg[0]) + 8), *to = text;

		if (!text)
			mpirun_die("no memory for the name %s", arg[0]);
		for (const char *from = arg[0]; *from; from++) {
			if (*from == '%')
				*to++ = '%';
			*to++ = *from;
		}
		strcpy(to, ends[kind]);
		opts->output.files[kind] = mpirun_keep(opts, text);
		free(text);
	}
	return 0;
}

static int set_pattern(struct mpirun_opts *opts, const char *what, const char *pattern, int kind)
{
	for (const char *at = pattern; (at = strchr(at, '%')); at += 2) {
		if (at[1] && strchr("rhgp%", at[1]))
			continue;
		mpirun_say("%s knows %%r (rank), %%h (host), %%g and %%p (0) and %%%%, not '%.2s'",
			   what, at);
		return 2;
	}
	opts->output.files[kind] = mpirun_keep(opts, pattern);
	return 0;
}

static int set_outfile(struct mpirun_opts *opts, char **arg)
{
	return set_pattern(opts, "-outfile-pattern", arg[0], 0);
}

static int set_errfile(struct mpirun_opts *opts, char **arg)
{
	return set_pattern(opts, "-errfile-pattern", arg[0], 1);
}

/* --output of PRRTE: "tag,timestamp,merge,file=NAME". */
static int set_outputs(struct mpirun_opts *opts, char **arg)
{
	for (char *word = strtok(arg[0], ","); word; word = strtok(NULL, ",")) {
		if (!strcasecmp(word, "tag") || !strcasecmp(word, "rank"))
			opts->output.tag = 1;
		else if (!strcasecmp(word, "timestamp"))
			opts->output.timestamp = 1;
		else if (!strncasecmp(word, "merge", 5))
			opts->output.merge_stderr = 1;
		else if (!strncasecmp(word, "file=", 5) && word[5])
			set_output(opts, (char *[]){word + 5});
		else {
			mpirun_say("--output knows tag, rank, timestamp, merge-stderr-to-stdout "
				   "and file=NAME, not '%s'",
				   word);
			return 2;
		}
	}
	return 0;
}

static int set_display(struct mpirun_opts *opts, char **arg)
{
	for (char *word = strtok(arg[0], ","); word; word = strtok(NULL, ",")) {
		if (!strcasecmp(word, "bind") || !strcasecmp(word, "bindings") ||
		    !strncasecmp(word, "map", 3))
			opts->report.bindings = 1;
		else {
			mpirun_say("--display knows bind and map, not '%s'", word);
			return 2;
		}
	}
	return 0;
}

/* --- of Hydra and Intel MPI ------------------------------------------------------------ */

static int set_iface(struct mpirun_opts *opts, char **arg)
{
	opts->remote.iface = mpirun_keep(opts, arg[0]);
	return add_pair("-iface", &opts->env, (char *[]){"RONDO_TCP_IFACE", arg[0]});
}

static int set_launcher(struct mpirun_opts *opts, char **arg)
{
	static const char *const names[] = {"ssh", "rsh", "fork",   "slurm",   "ll",
					    "lsf", "sge", "manual", "persist", "pbs"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(arg[0], names[i]))
			continue;
		opts->remote.launcher = mpirun_keep(opts, arg[0]);
		return 0;
	}
	mpirun_say("-launcher knows ssh, rsh, fork, slurm, ll, lsf, sge, manual, persist and pbs, "
		   "not '%s'; --engine chooses the launcher",
		   arg[0]);
	return 2;
}

static int set_launcher_exec(struct mpirun_opts *opts, char **arg)
{
	opts->remote.launcher_exec = mpirun_keep(opts, arg[0]);
	return 0;
}

/* SYSTEM: the processes of the job; INFINITE: the largest number. */
static int set_usize(struct mpirun_opts *opts, char **arg)
{
	if (!strcasecmp(arg[0], "SYSTEM"))
		opts->universe = 0;
	else if (!strcasecmp(arg[0], "INFINITE"))
		opts->universe = INT_MAX;
	else
		return mpirun_parse_count("-usize (a number, SYSTEM or INFINITE)", arg[0], 1,
					  &opts->universe);
	return 0;
}

static int set_by_node(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.map = UNIT_NODE;
	return 0;
}

static int set_by_slot(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.map = UNIT_NONE;
	return 0;
}

static int set_one_per_node(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.per_node = 1;
	return 0;
}

static int set_bind_core(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.bind = UNIT_CORE;
	return 0;
}

static int set_bind_package(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.bind = UNIT_PACKAGE;
	return 0;
}

static int set_oversubscribe(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.oversubscribed = MPIRUN_OVERSUBSCRIBE_YES;
	return 0;
}

static int set_no_oversubscribe(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->placing.oversubscribed = MPIRUN_OVERSUBSCRIBE_NO;
	return 0;
}

static int set_report_pid(struct mpirun_opts *opts, char **arg)
{
	opts->report.pid = mpirun_keep(opts, arg[0]);
	return 0;
}

static int set_ring(struct mpirun_opts *opts, char **arg)
{
	opts->ring = mpirun_keep(opts, arg[0]);
	return mpirun_ring_check(opts->ring);
}

static int set_ring_cards(struct mpirun_opts *opts, char **arg)
{
	return mpirun_parse_count("--ring-cards", arg[0], 1, &opts->ring_cards);
}

static int set_pmi(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->pmi = 1;
	return 0;
}

static int set_verbs(struct mpirun_opts *opts, char **arg)
{
	(void)arg;
	opts->verbs = 1;
	return 0;
}

#define FLAG(name, field) \
	static int set_##name(struct mpirun_opts *opts, char **arg) \
	{ \
		(void)arg; \
		opts->field = 1; \
		return 0; \
	}
FLAG(report_bindings, report.bindings)
FLAG(rank_map, report.rank_map)
FLAG(exit_codes, report.exit_codes)
FLAG(hwthreads, placing.hwthreads)
FLAG(tag, output.tag)
FLAG(timestamp, output.timestamp)
FLAG(merge_stderr, output.merge_stderr)
FLAG(stats, report.stats)
FLAG(recover, recover)
FLAG(verbose, report.verbose)
FLAG(quiet, report.quiet)

/* Accepted because it is the default: oversubscribing, running as root, passing on the
 * environment. */
static int set_nothing(struct mpirun_opts *opts, char **arg)
{
	(void)opts;
	(void)arg;
	return 0;
}

static int set_mca(struct mpirun_opts *opts, char **arg)
{
	static int said;

	if (!said && !opts->report.quiet)
		mpirun_say("--mca %s %s is ignored: it is for Open MPI; rondo_info lists "
			   "Rondo's own parameters",
			   arg[0], arg[1]);
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
	{"n np c", 1, set_np, NULL},
	{"ppn N npernode perhost grr", 1, set_per_node, NULL},
	{"pernode", 0, set_one_per_node, NULL},
	{"wdir wd", 1, set_wdir, NULL},
	{"gwdir", 1, set_gwdir, NULL},
	{"path", 1, set_path, NULL},
	{"host hosts H", 1, set_hosts, NULL},
	{"hostfile machinefile f machine", 1, set_hostfile, NULL},
	{"engine", 1, set_engine, NULL},
	{"env", 2, set_env, NULL},
	{"genv", 2, set_genv, NULL},
	{"genvlist envlist", 1, set_genvlist, NULL},
	{"genvall envall", 0, set_nothing, NULL},
	{"genvnone envnone", 0, set_genvnone, NULL},
	{"x", 1, set_x, NULL},
	{"bind-to binding", 1, mpirun_set_bind, NULL},
	{"map-by", 1, mpirun_set_map, NULL},
	{"rank-by", 1, mpirun_set_rank_by, NULL},
	{"rr bynode by-node", 0, set_by_node, NULL},
	{"byslot by-slot bycore", 0, set_by_slot, NULL},
	{"bind-to-core", 0, set_bind_core, NULL},
	{"bind-to-socket", 0, set_bind_package, NULL},
	{"cpus-per-proc cpus-per-rank", 1, mpirun_set_cpus_per_rank, NULL},
	{"cpu-set cpu-list", 1, mpirun_set_cpu_set, NULL},
	{"report-bindings display-map display-devel-map", 0, set_report_bindings, NULL},
	{"display", 1, set_display, NULL},
	{"print-rank-map", 0, set_rank_map, NULL},
	{"l prepend-rank tag-output", 0, set_tag, NULL},
	{"timestamp-output", 0, set_timestamp, NULL},
	{"merge-stderr-to-stdout", 0, set_merge_stderr, NULL},
	{"output-filename", 1, set_output, NULL},
	{"outfile-pattern outfile", 1, set_outfile, NULL},
	{"errfile-pattern errfile", 1, set_errfile, NULL},
	{"output", 1, set_outputs, NULL},
	{"print-all-exitcodes", 0, set_exit_codes, NULL},
	{"report-pid", 1, set_report_pid, NULL},
	{"iface", 1, set_iface, NULL},
	{"launcher bootstrap", 1, set_launcher, NULL},
	{"launcher-exec bootstrap-exec", 1, set_launcher_exec, NULL},
	{"usize", 1, set_usize, NULL},
	{"stdin", 1, set_stdin, NULL},
	{"timeout", 1, set_timeout, NULL},
	{"stats", 0, set_stats, NULL},
	{"enable-recovery disable-auto-cleanup", 0, set_recover, NULL},
	{"ring", 1, set_ring, NULL},
	{"ring-cards", 1, set_ring_cards, NULL},
	{"pmi", 0, set_pmi, NULL},
	{"verbs", 0, set_verbs, NULL},
	{"oversubscribe", 0, set_oversubscribe, NULL},
	{"nooversubscribe no-oversubscribe", 0, set_no_oversubscribe, NULL},
	{"use-hwthread-cpus", 0, set_hwthreads, NULL},
	{"allow-run-as-root noprefix disable-recovery bind-to-none ordered-output", 0, set_nothing,
	 NULL},
	{"enable-x disable-x disable-hostname-propagation pmi-port profile "
	 "report-state-on-timeout",
	 0, set_nothing, "has no meaning for Rondo's launcher and is left out"},
	{"get-stack-traces", 0, set_nothing,
	 "is left out: --timeout reports the wait of each rank; gdb -p shows a stack"},
	{"rmk demux topolib localhost personality order-nodes", 1, set_nothing,
	 "has no meaning for Rondo's launcher and is left out"},
	{"prefix", 1, set_nothing,
	 "is left out: programs know where Rondo's library is, whatever PATH is"},
	{"tune am", 1, set_nothing,
	 "is left out: it is a file of Open MPI's parameters; RONDO_PARAMS names one of "
	 "Rondo's"},
	{"rankfile rf", 1, mpirun_set_rankfile, NULL},
	{"xterm", 1, NULL,
	 "is not known: mpirun -n 2 xterm -hold -e ./a.out opens a window for each rank"},
	{"membind", 1, NULL,
	 "is not known: mpirun -n 2 numactl --localalloc ./a.out places memory"},
	{"gpus-per-proc", 1, NULL,
	 "is not known: a rank chooses its device by its rank on the node"},
	{"nameserver", 1, NULL, "is not known: there are no dynamic processes"},
	{"npersocket", 1, NULL, "is not known: --map-by ppr:N:socket and -n say the same"},
	{"prepend-pattern", 1, NULL,
	 "is not known: -l and --timestamp-output put rank and time before lines"},
	{"skip-launch-node nolocal", 0, NULL, "is not known: -host names the hosts to use"},
	{"preload-binary s", 0, NULL, "is not known: programs have to be on all hosts"},
	{"preload-files", 1, NULL, "is not known: files have to be on all hosts"},
	{"debug tv", 0, NULL,
	 "is not known: debuggers attach to mpirun (MPIR), or mpirun -n 2 xterm -e gdb"},
	{"xml", 0, NULL, "is not known: -l and --timestamp-output put rank and time before lines"},
	{"report-uri", 1, NULL, "is not known: there are no tools that connect to mpirun"},
	{"mca gmca pmca omca prtemca pmixmca", 2, set_mca, NULL},
	{"v verbose", 0, set_verbose, NULL},
	{"q quiet", 0, set_quiet, NULL},
	{"version V info", 0, set_version, NULL},
	{"h help ?", 0, set_help, NULL},
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

int mpirun_option_is_env(const struct mpirun_option *option)
{
	return option->set == set_env || option->set == set_genv;
}

/* "-n2": an option and its value, a number, in one word without "=". 1: that has been said. */
static int is_joined(const char *word, const char *bare)
{
	size_t len = strcspn(bare, "=0123456789");
	const struct mpirun_option *option = mpirun_option_find(bare, len);

	if (!bare[len] || bare[len] == '=' || !option || !option->nargs)
		return 0;
	mpirun_say("unknown option '%s'; did you mean '%.*s %s'? mpirun -h lists all", word,
		   (int)(bare + len - word), word, bare + len);
	return 1;
}

int mpirun_option_unknown(const char *word)
{
	const char *nearest = NULL, *bare = word + strspn(word, "-");
	size_t named = strcspn(bare, "="), least = SIZE_MAX, len = 0;

	if (is_joined(word, bare))
		return 2;
	for (size_t i = 0; i < noptions; i++) {
		for (const char *at = options[i].names; *at;) {
			size_t n = strcspn(at, " ");
			size_t d = rd_edits(bare, named, at, n);

			if (d < least) {
				least = d;
				nearest = at;
				len = n;
			}
			at += n;
			at += at[0] == ' ';
		}
	}
	if (least <= 3 && 3 * least <= named)
		mpirun_say("unknown option '%s'; did you mean %s%.*s? mpirun -h lists all", word,
			   len > 1 ? "--" : "-", (int)len, nearest);
	else
		mpirun_say("unknown option '%s'; mpirun -h lists all", word);
	return 2;
}
