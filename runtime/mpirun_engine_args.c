/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpirun's options in the syntax of other launchers. Ranks go to the hosts in blocks, as many as
 * mpirun_hosts_deal gives each; more ranks than processors are allowed everywhere, nothing is bound
 * unless that is asked for (or Slurm's configuration does it), and rank 0 reads standard input, as
 * without another launcher. An option without an equivalent is reported and left out.
 */
#include "runtime/mpirun_engine.h"

#include "runtime/mpirun_say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Appends one word, printf-like. */
__attribute__((format(printf, 2, 3))) static void add(struct mpirun_list *args, const char *format,
						      ...)
{
	char *text;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		mpirun_die("no memory for the launcher's options");
	va_end(ap);
	mpirun_list_add(args, text);
	free(text);
}

static void add_two(struct mpirun_list *args, const char *one, const char *two)
{
	mpirun_list_add(args, one);
	mpirun_list_add(args, two);
}

static void left_out(const struct mpirun_opts *opts, enum rd_engine engine, const char *what)
{
	if (!opts->report.quiet)
		mpirun_say("%s is left out: %s has no equivalent", what, rd_engine_text(engine));
}

static int per_host(const struct mpirun_opts *opts)
{
	return opts->placing.map == UNIT_NODE ? 1 : opts->placing.per_node;
}

/* "a:2,b:1", for launchers that take the number of ranks of each host. */
static void add_hosts(const struct mpirun_opts *opts, const char *option, struct mpirun_list *args)
{
	char *list = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&list, &len);
	const char *before = "";

	for (int i = 0; to && i < opts->hosts.n; i++) {
		const struct mpirun_host *host = &opts->hosts.at[i];

		if (host->ranks)
			fprintf(to, "%s%s:%d", before, host->name, host->ranks);
		before = host->ranks ? "," : before;
	}
	if (!to || fclose(to) != 0)
		mpirun_die("no memory for a list of hosts");
	if (opts->hosts.n)
		add_two(args, option, list);
	free(list);
}

/* --- units ---------------------------------------------------------------------------- */

struct words { /* [unit] the launcher's word for it, NULL: it has none */
	const char *of[UNIT_NODE + 1];
};

static const struct words srun_binds = {{[UNIT_NONE] = "none",
					 [UNIT_HWTHREAD] = "threads",
					 [UNIT_CORE] = "cores",
					 [UNIT_NUMA] = "ldoms",
					 [UNIT_PACKAGE] = "sockets"}};
static const struct words prte_units = {{[UNIT_NONE] = "none",
					 [UNIT_HWTHREAD] = "hwthread",
					 [UNIT_CORE] = "core",
					 [UNIT_L1] = "l1cache",
					 [UNIT_L2] = "l2cache",
					 [UNIT_L3] = "l3cache",
					 [UNIT_NUMA] = "numa",
					 [UNIT_PACKAGE] = "package",
					 [UNIT_NODE] = "node"}};
static const struct words ompi_units = {{[UNIT_NONE] = "none",
					 [UNIT_HWTHREAD] = "hwthread",
					 [UNIT_CORE] = "core",
					 [UNIT_L1] = "l1cache",
					 [UNIT_L2] = "l2cache",
					 [UNIT_L3] = "l3cache",
					 [UNIT_NUMA] = "numa",
					 [UNIT_PACKAGE] = "socket",
					 [UNIT_NODE] = "node"}};
static const struct words hydra_units = {{[UNIT_NONE] = "none",
					  [UNIT_HWTHREAD] = "hwthread",
					  [UNIT_CORE] = "core",
					  [UNIT_L1] = "l1cache",
					  [UNIT_L2] = "l2cache",
					  [UNIT_L3] = "l3cache",
					  [UNIT_NUMA] = "numa",
					  [UNIT_PACKAGE] = "socket"}};

static const char *bind_word(const struct mpirun_opts *opts, enum rd_engine engine,
			     const struct words *words)
{
	const char *word = opts->placing.bind <= UNIT_NODE ? words->of[opts->placing.bind] : NULL;

	if (!word)
		left_out(opts, engine, "this --bind-to");
	return word ? word : words->of[UNIT_NONE];
}

/* The unit that ranks are mapped to within a host, NULL: not given. */
static const char *map_word(const struct mpirun_opts *opts, const struct words *words)
{
	return opts->placing.map == UNIT_NONE || opts->placing.map > UNIT_NODE
		       ? NULL
		       : words->of[opts->placing.map];
}

/* --- Slurm ---------------------------------------------------------------------------- */

/* "pmix" or "pmi2", from the list that `srun --mpi=list` prints. */
static const char *srun_plugin(void)
{
	static const char *const wanted[] = {"pmix", "pmi2"};
	static const char blanks[] = " \t\n";
	FILE *list = popen("srun --mpi=list 2>&1", "re");
	const char *found = NULL;
	char line[256];

	while (list && fgets(line, sizeof line, list))
		for (char *word = strtok(line, blanks); word; word = strtok(NULL, blanks))
			for (int i = 0; i < 2; i++)
				if (!strcmp(word, wanted[i]) && (i == 0 || !found))
					found = wanted[i];
	if (list)
		pclose(list);
	return found;
}

/* Hosts in the order of their ranks, each repeated for each of its ranks. */
static void srun_hosts(const struct mpirun_opts *opts, struct mpirun_list *args)
{
	const struct mpirun_hosts *hosts = &opts->hosts;
	int used = 0, even = 1;
	char *list = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&list, &len);

	for (int i = 0; i < hosts->n; i++) {
		used += hosts->at[i].ranks > 0;
		even &= !hosts->at[i].ranks || hosts->at[i].ranks == hosts->at[0].ranks;
	}
	even |= opts->placing.map == UNIT_NODE;
	for (int i = 0; to && i < hosts->n; i++)
		for (int k = 0; k < (even ? hosts->at[i].ranks > 0 : hosts->at[i].ranks); k++)
			fprintf(to, "%s%s", i + k ? "," : "", hosts->at[i].name);
	if (!to || fclose(to) != 0)
		mpirun_die("no memory for a list of hosts");
	add(args, "--nodes=%d", used);
	add(args, "--nodelist=%s", list);
	add(args, "--distribution=%s",
	    !even                            ? "arbitrary"
	    : opts->placing.map == UNIT_NODE ? "cyclic"
					     : "block");
	free(list);
}

/* Without names of hosts: as many nodes of the allocation as are needed. */
static void srun_nodes(const struct mpirun_opts *opts, struct mpirun_list *args)
{
	int nodes = mpirun_engine_nodes(), each = per_host(opts) ? per_host(opts) : 1;
	int need = opts->nranks / each + (opts->nranks % each != 0);

	if (nodes)
		add(args, "--nodes=%d", need < nodes ? need : nodes);
	if (opts->placing.map == UNIT_NODE)
		mpirun_list_add(args, "--distribution=cyclic");
	else if (opts->placing.per_node && need <= nodes)
		add(args, "--ntasks-per-node=%d", opts->placing.per_node);
}

static void srun_input(const struct mpirun_opts *opts, struct mpirun_list *args)
{
	if (opts->stdin_rank == MPIRUN_STDIN_NONE)
		mpirun_list_add(args, "--input=none");
	else if (opts->stdin_rank >= 0)
		add(args, "--input=%d", opts->stdin_rank);
}

static int srun_args(const struct mpirun_opts *opts, struct mpirun_list *args)
{
	const char *plugin = srun_plugin();

	if (!plugin) {
		mpirun_say("this Slurm has neither PMIx nor PMI 2 (srun --mpi=list): install "
			   "slurm-wlm-basic-plugins, or name another launcher by --engine");
		return 2;
	}
	add(args, "--mpi=%s", plugin);
	add(args, "--ntasks=%d", opts->nranks);
	if (opts->placing.oversubscribed == MPIRUN_OVERSUBSCRIBE_YES)
		mpirun_list_add(args, "--overcommit");
	mpirun_list_add(args, "--overlap");
	mpirun_list_add(args, opts->recover ? "--kill-on-bad-exit=0" : "--kill-on-bad-exit=1");
	if (opts->hosts.n)
		srun_hosts(opts, args);
	else
		srun_nodes(opts, args);
	if (opts->placing.bind != UNIT_NONE) /* else as the cluster's configuration has it */
		add(args, "--cpu-bind=%s%s", opts->report.bindings ? "verbose," : "",
		    bind_word(opts, RD_ENGINE_SRUN, &srun_binds));
	else if (opts->report.bindings)
		mpirun_list_add(args, "--cpu-bind=verbose");
	if (opts->placing.map != UNIT_NONE && opts->placing.map != UNIT_NODE)
		left_out(opts, RD_ENGINE_SRUN, "this --map-by");
	if (opts->placing.pe)
		add(args, "--cpus-per-task=%d", opts->placing.pe);
	srun_input(opts, args);
	if (opts->output.tag)
		mpirun_list_add(args, "--label");
	if (opts->output.timestamp)
		left_out(opts, RD_ENGINE_SRUN, "--timestamp-output");
	return 0;
}

/* --- PRRTE and Open MPI --------------------------------------------------------------- */

/* Is it a variable that launchers set for themselves, on this machine or on the remote one? */
static int is_launchers(const char *pair)
{
	static const char *const names[] = {
		"OMPI_",     "PMIX_", "PRTE_",   "PMI_",   "SLURM_", "HYD",
		"HOSTNAME=", "PWD=",  "OLDPWD=", "SHLVL=", "_="};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(pair, names[i], strlen(names[i])))
			return 1;
	return 0;
}

/* Functions exported by bash have names that are not identifiers. */
static int is_variable(const char *pair)
{
	size_t len = strspn(pair, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789");

	return len && pair[len] == '=';
}

/* These launchers export only variables that are named. */
static void add_env(char **env, struct mpirun_list *args)
{
	for (; *env; env++) {
		if (!is_variable(*env) || is_launchers(*env))
			continue;
		mpirun_list_add(args, "-x");
		add(args, "%.*s", (int)strcspn(*env, "="), *env);
	}
}

static void add_input(const struct mpirun_opts *opts, struct mpirun_list *args)
{
	if (opts->stdin_rank == MPIRUN_STDIN_NONE)
		add_two(args, "--stdin", "none");
	else if (opts->stdin_rank == MPIRUN_STDIN_ALL)
		add_two(args, "--stdin", "all");
	else if (opts->stdin_rank > 0)
		add(args, "--stdin"), add(args, "%d", opts->stdin_rank);
}

static void prte_map(const struct mpirun_opts *opts, const char *over, struct mpirun_list *args)
{
	const char *oversubscribed = opts->placing.oversubscribed == MPIRUN_OVERSUBSCRIBE_YES
					     ? "OVERSUBSCRIBE"
					     : "NOOVERSUBSCRIBE";

	if (opts->placing.pe)
		add(args, "%s:PE=%d:%s", over ? over : "slot", opts->placing.pe, oversubscribed);
	else
		add(args, "%s:%s", over ? over : "slot", oversubscribed);
}

static void prte_args(const struct mpirun_opts *opts, char **env, struct mpirun_list *args)
{
	const char *over = map_word(opts, &prte_units);

	if (geteuid() == 0)
		mpirun_list_add(args, "--allow-run-as-root");
	add_hosts(opts, "--host", args);
	mpirun_list_add(args, "--map-by");
	prte_map(opts, over, args);
	add_two(args, "--bind-to", bind_word(opts, RD_ENGINE_PRTERUN, &prte_units));
	if (opts->recover)
		mpirun_list_add(args, "--enable-recovery");
	if (opts->report.bindings)
		add_two(args, "--display", "bind");
	if (opts->output.tag)
		add_two(args, "--output", opts->output.timestamp ? "tag,timestamp" : "tag");
	else if (opts->output.timestamp)
		add_two(args, "--output", "timestamp");
	add_input(opts, args);
	add_env(env, args);
	mpirun_list_add(args, "-n");
	add(args, "%d", opts->nranks);
}

static void ompi_args(const struct mpirun_opts *opts, char **env, struct mpirun_list *args)
{
	const char *over = map_word(opts, &ompi_units);

	if (geteuid() == 0)
		mpirun_list_add(args, "--allow-run-as-root");
	mpirun_list_add(args, opts->placing.oversubscribed == MPIRUN_OVERSUBSCRIBE_YES
				      ? "--oversubscribe"
				      : "--nooversubscribe");
	add_hosts(opts, "--host", args);
	mpirun_list_add(args, "--map-by");
	if (opts->placing.pe)
		add(args, "%s:PE=%d", over ? over : "slot", opts->placing.pe);
	else
		mpirun_list_add(args, over ? over : "slot");
	add_two(args, "--bind-to", bind_word(opts, RD_ENGINE_OMPI, &ompi_units));
	if (opts->recover)
		mpirun_list_add(args, "--enable-recovery");
	if (opts->report.bindings)
		mpirun_list_add(args, "--report-bindings");
	if (opts->output.tag)
		mpirun_list_add(args, "--tag-output");
	if (opts->output.timestamp)
		mpirun_list_add(args, "--timestamp-output");
	add_input(opts, args);
	add_env(env, args);
	mpirun_list_add(args, "-n");
	add(args, "%d", opts->nranks);
}

/* --- Hydra ---------------------------------------------------------------------------- */

static void hydra_args(const struct mpirun_opts *opts, struct mpirun_list *args)
{
	add_hosts(opts, "-hosts", args);
	if (opts->placing.map == UNIT_NODE)
		add_two(args, "-ppn", "1");
	else if (map_word(opts, &hydra_units))
		add_two(args, "-map-by", map_word(opts, &hydra_units));
	mpirun_list_add(args, "-bind-to");
	if (opts->placing.bind_user)
		add(args, "user:%s", opts->placing.bind_user);
	else if (opts->placing.pe)
		add(args, "%s:%d",
		    opts->placing.bind == UNIT_NONE
			    ? "core"
			    : bind_word(opts, RD_ENGINE_HYDRA, &hydra_units),
		    opts->placing.pe);
	else
		mpirun_list_add(args, bind_word(opts, RD_ENGINE_HYDRA, &hydra_units));
	if (opts->remote.launcher)
		add_two(args, "-launcher", opts->remote.launcher);
	if (opts->remote.launcher_exec)
		add_two(args, "-launcher-exec", opts->remote.launcher_exec);
	if (opts->remote.iface)
		add_two(args, "-iface", opts->remote.iface);
	if (opts->report.exit_codes)
		mpirun_list_add(args, "-print-all-exitcodes");
	if (opts->output.tag)
		mpirun_list_add(args, "-prepend-rank");
	if (opts->recover)
		mpirun_list_add(args, "-disable-auto-cleanup");
	if (opts->output.timestamp)
		left_out(opts, RD_ENGINE_HYDRA, "--timestamp-output");
	if (opts->report.bindings)
		left_out(opts, RD_ENGINE_HYDRA, "--report-bindings");
	if (opts->stdin_rank == MPIRUN_STDIN_ALL || opts->stdin_rank > 0)
		left_out(opts, RD_ENGINE_HYDRA, "--stdin");
	mpirun_list_add(args, "-n");
	add(args, "%d", opts->nranks);
}

/* Reports options that only some launchers have. */
static void tell_left_out(const struct mpirun_opts *opts, enum rd_engine engine)
{
	if (engine != RD_ENGINE_HYDRA) {
		if (opts->placing.bind_user)
			left_out(opts, engine, "--bind-to user");
		if (opts->remote.launcher || opts->remote.launcher_exec)
			left_out(opts, engine, "-launcher");
		if (opts->report.exit_codes)
			left_out(opts, engine, "-print-all-exitcodes");
	}
	if (opts->placing.cpu_set)
		left_out(opts, engine, "--cpu-set");
	if (opts->report.rank_map)
		left_out(opts, engine, "-print-rank-map");
	if (opts->universe)
		left_out(opts, engine, "-usize");
	if (opts->placing.per_unit)
		left_out(opts, engine, "the N of --map-by ppr:N:unit");
}

int mpirun_engine_args(const struct mpirun_opts *opts, enum rd_engine engine, char **env,
		       struct mpirun_list *args)
{
	struct mpirun_hosts hosts = opts->hosts;

	tell_left_out(opts, engine);
	mpirun_hosts_deal(&hosts, opts->nranks, per_host(opts));
	switch (engine) {
	case RD_ENGINE_SRUN:
		return srun_args(opts, args);
	case RD_ENGINE_PRTERUN:
		prte_args(opts, env, args);
		return 0;
	case RD_ENGINE_OMPI:
		ompi_args(opts, env, args);
		return 0;
	default:
		hydra_args(opts, args);
		return 0;
	}
}
