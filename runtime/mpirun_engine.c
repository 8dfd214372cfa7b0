/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs on several machines (mpirun_engine.h): selects the launcher, makes its environment, and
 * executes it. With a time limit mpirun stays as its parent and waits for it.
 */
#include "runtime/mpirun_engine.h"

#include "runtime/mpirun_say.h"
#include "runtime/mpirun_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMEOUT_STATUS 124 /* as timeout(1) */
#define GRACE_S 5          /* for the launcher to end its ranks */
#define PATH_B 4096

/* --- selection -------------------------------------------------------------------------- */

static int env_number(const char *name)
{
	const char *text = getenv(name);

	return text ? atoi(text) : 0;
}

/* A task of srun's is a rank already, or starts a job of its own where it is. */
int mpirun_engine_nodes(void)
{
	if (!getenv("SLURM_JOB_ID") || env_number("SLURM_STEP_NUM_TASKS") > 1)
		return 0;
	return env_number("SLURM_JOB_NUM_NODES");
}

/* Is this an allocation of anything but this machine? */
static int allocated_elsewhere(void)
{
	const char *names = getenv("SLURM_JOB_NODELIST");
	int nodes = mpirun_engine_nodes();

	return nodes > 1 || (nodes == 1 && names && !mpirun_hosts_is_here(names));
}

static int choose_named(const struct mpirun_opts *opts, enum rd_engine *engine)
{
	char path[PATH_B];

	*engine = rd_engine_named(opts->remote.engine);
	if (*engine == RD_ENGINE_N) {
		mpirun_say("--engine knows local, srun, prterun, ompi and hydra, not '%s'",
			   opts->remote.engine);
		return 2;
	}
	if (rd_engine_find(*engine, path, sizeof path))
		return 1;
	mpirun_say("--engine %s: there is no program of it in PATH=%s", opts->remote.engine,
		   getenv("PATH") ? getenv("PATH") : "");
	return 2;
}

static const char *first_elsewhere(const struct mpirun_hosts *hosts)
{
	for (int i = 0; i < hosts->n; i++)
		if (!hosts->at[i].here)
			return hosts->at[i].name;
	return "";
}

static int choose_found(const struct mpirun_opts *opts, enum rd_engine *engine)
{
	int from = mpirun_engine_nodes() ? RD_ENGINE_SRUN : RD_ENGINE_SRUN + 1;
	char path[PATH_B];

	for (int e = from; e < RD_ENGINE_N; e++) {
		*engine = (enum rd_engine)e;
		if (rd_engine_find(*engine, path, sizeof path))
			return 1;
	}
	mpirun_say("'%s' is another machine, and none of the launchers that mpirun uses for those "
		   "is in PATH: install Open MPI's (Debian package openmpi-bin), Hydra (mpich) or "
		   "PRRTE, or call mpirun within a Slurm allocation",
		   first_elsewhere(&opts->hosts));
	return 2;
}

static int choose(const struct mpirun_opts *opts, enum rd_engine *engine)
{
	char path[PATH_B];
	int local = opts->remote.engine && !strcmp(opts->remote.engine, "local");

	if (local && opts->hosts.elsewhere) {
		mpirun_say("--engine local starts ranks on this machine only, and '%s' is another",
			   first_elsewhere(&opts->hosts));
		return 2;
	}
	if (local)
		return 0;
	if (opts->remote.engine)
		return choose_named(opts, engine);
	if (opts->hosts.elsewhere)
		return choose_found(opts, engine);
	*engine = RD_ENGINE_SRUN;
	return !opts->hosts.n && allocated_elsewhere() &&
	       rd_engine_find(RD_ENGINE_SRUN, path, sizeof path);
}

int mpirun_engine_choose(const struct mpirun_opts *opts, enum rd_engine *engine)
{
	int rc = choose(opts, engine);

	if (rc == 1 && opts->placing.rankfile.n) {
		mpirun_say("--rankfile is for the ranks of this machine; it cannot be used with "
			   "several: the launcher that starts those has options of its own");
		return 2;
	}
	if (rc != 1 || !opts->ring)
		return rc;
	mpirun_say("--ring makes cards on one machine; it cannot be used with several");
	return 2;
}

/* --- execution -------------------------------------------------------------------------- */

/* The environment of the launcher, and so of the ranks: mpirun's own with the changes by -x and
 * -genv. */
static char **make_env(const struct mpirun_opts *opts)
{
	struct mpirun_opts all = *opts;
	static const struct mpirun_app none;

	all.env_none = 0; /* the launcher needs one; its options limit that of the ranks */
	return mpirun_spawn_env_plain(&all, &none);
}

static void tell(const struct mpirun_opts *opts, char **args)
{
	char *line = NULL;
	size_t len = 0;
	FILE *to;

	if (!opts->report.verbose)
		return;
	to = open_memstream(&line, &len);
	for (; to && *args; args++)
		fprintf(to, " %s", *args);
	if (to && fclose(to) == 0)
		mpirun_say("becomes:%s", line);
	free(line);
}

static int become(const char *path, char **args, char **env)
{
	execve(path, args, env);
	mpirun_say("cannot start %s: %m", path);
	return 126;
}

/* A signal that the terminal sends has reached the launcher, too. */
static void pass_on(pid_t pid, const siginfo_t *info)
{
	if (info->si_code <= 0)
		kill(pid, info->si_signo);
}

/* Has the launcher ended? ECHILD, for any cause, counts as an end too. */
static int has_ended(pid_t pid, int *status)
{
	pid_t got = waitpid(pid, status, WNOHANG);

	if (got < 0 && errno == ECHILD)
		*status = 1 << 8;
	return got == pid || (got < 0 && errno == ECHILD);
}

/* The status of the launcher, which gets SIGTERM after `limit_s` and SIGKILL after GRACE_S more. */
static int wait_for(pid_t pid, const sigset_t *set, double limit_s)
{
	struct timespec left = {(time_t)limit_s, (long)((limit_s - (double)(time_t)limit_s) * 1e9)};
	struct timespec end;
	int status, over = 0;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += left.tv_sec + (end.tv_nsec + left.tv_nsec) / 1000000000;
	end.tv_nsec = (end.tv_nsec + left.tv_nsec) % 1000000000;
	for (;;) {
		siginfo_t info;
		int sig = sigtimedwait(set, &info, &left);

		if (has_ended(pid, &status))
			break;
		if (sig > 0 && sig != SIGCHLD)
			pass_on(pid, &info);
		clock_gettime(CLOCK_MONOTONIC, &left);
		left.tv_sec = end.tv_sec - left.tv_sec - (end.tv_nsec < left.tv_nsec);
		left.tv_nsec = (end.tv_nsec - left.tv_nsec + 1000000000) % 1000000000;
		if (left.tv_sec >= 0)
			continue;
		mpirun_say("%g s are over%s", limit_s, over ? ": the launcher is killed" : "");
		kill(pid, over ? SIGKILL : SIGTERM);
		over = 1;
		end.tv_sec += GRACE_S;
		left = (struct timespec){GRACE_S, 0};
	}
	if (over)
		return TIMEOUT_STATUS;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int run_limited(const char *path, char **args, char **env, double limit_s)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
	sigset_t set, before;
	pid_t pid;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (!mpirun_spawn_ignored(signals[i])) /* it stays ignored */
			sigaddset(&set, signals[i]);
	sigprocmask(SIG_BLOCK, &set, &before);
	pid = fork();
	if (pid < 0)
		mpirun_die("cannot fork: %m");
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		_exit(become(path, args, env));
	}
	return wait_for(pid, &set, limit_s);
}

/*
 * Launchers report an unknown host in dozens of lines, which may not name it. If the environment
 * gives the launcher another way to hosts than ssh, that way resolves their names.
 */
static int check_names(const struct mpirun_opts *opts, enum rd_engine engine)
{
	static const char *const ways[] = {"OMPI_MCA_plm_rsh_agent", "OMPI_MCA_plm",
					   "PRTE_MCA_plm_ssh_agent", "PRTE_MCA_plm",
					   "HYDRA_LAUNCHER_EXEC",    "HYDRA_LAUNCHER",
					   "HYDRA_BOOTSTRAP",        "HYDRA_BOOTSTRAP_EXEC"};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (getenv(ways[i]))
			return 0;
	return engine == RD_ENGINE_SRUN ? 0 : mpirun_hosts_lookup(&opts->hosts);
}

int mpirun_engine_run(struct mpirun_opts *opts, enum rd_engine engine, char **exe)
{
	struct mpirun_list args = {0};
	char **env = make_env(opts);
	char path[PATH_B];
	int null;

	if (!rd_engine_find(engine, path, sizeof path) || check_names(opts, engine))
		return 2;
	mpirun_list_add(&args, path);
	if (mpirun_engine_args(opts, engine, env, &args))
		return 2;
	mpirun_engine_wrap(opts, engine, exe, &args);
	tell(opts, args.item);
	if (opts->stdin_rank == MPIRUN_STDIN_NONE) {
		null = open("/dev/null", O_RDONLY | O_CLOEXEC);
		if (null >= 0)
			dup2(null, 0);
	}
	return opts->timeout_s ? run_limited(path, args.item, env, opts->timeout_s)
			       : become(path, args.item, env);
}
