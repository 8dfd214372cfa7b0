/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpirun, also installed as mpiexec: starts the ranks of a job on this machine and stays in the
 * foreground until they have ended. Its steps, in order: options, programs, guard, topology and
 * binding, PMIx server, ranks. A job on several machines is handed over to another launcher
 * (mpirun_engine.h).
 */
#include "runtime/mpirun_elf.h"
#include "runtime/mpirun_engine.h"
#include "runtime/mpirun_guard.h"
#include "runtime/mpirun_job.h"
#include "runtime/mpirun_map.h"
#include "runtime/mpirun_opts.h"
#include "runtime/mpirun_pmi.h"
#include "runtime/mpirun_pmix.h"
#include "runtime/mpirun_ring.h"
#include "runtime/mpirun_say.h"
#include "runtime/mpirun_spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

/* If descriptor 0, 1 or 2 is not open, a pipe of mpirun's would get its number. */
static void open_missing(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_WRONLY : O_RDONLY) < 0)
			_exit(1);
}

/* Only the main thread takes signals. A write without a reader and a terminal owned by another
 * process group are errors to handle, not reasons to die or stop. */
static void take_signals(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
	mpirun_job_signals(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

/* --report-pid: on standard output ("-"), standard error ("+") or in a file. */
static int report_pid(const char *where)
{
	int fd = !strcmp(where, "-") ? 1
		 : !strcmp(where, "+")
			 ? 2
			 : open(where, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
	int failed = fd < 0 || dprintf(fd, "%ld\n", (long)getpid()) < 0;

	if (fd > 2)
		failed |= close(fd) != 0;
	if (failed)
		mpirun_say("--report-pid: cannot write %s: %m", where);
	return failed;
}

static int find_programs(const struct mpirun_opts *opts, char **exe)
{
	for (int i = 0; i < opts->napps; i++) {
		int rc = mpirun_spawn_find(&opts->app[i], &exe[i]);

		if (rc)
			return rc;
	}
	return 0;
}

/* Open MPI 4 takes a process for a job of its own unless a daemon of its launcher is named, and
 * asks this launcher's PMIx server for all else; it does not call the daemon. Open MPI 5 has no
 * such daemon. */
static void name_daemon(struct mpirun_opts *opts)
{
	static const char name[] = "OMPI_MCA_orte_local_daemon_uri";

	for (int i = 0; i < opts->napps; i++)
		if (mpirun_elf_is_openmpi(opts->app[i].other_mpi) && !getenv(name)) {
			mpirun_opts_own(opts,
					"OMPI_MCA_orte_local_daemon_uri=0.0;tcp://127.0.0.1:1");
			return;
		}
}

/* Programs linked with another MPI. One that supports this launcher's PMIx is a rank all the same:
 * its end shows which it was (mpirun_ranks.c). `exe` is relative to the folder of the program. */
static void find_other_mpis(struct mpirun_opts *opts, char **exe)
{
	for (int i = 0; i < opts->napps && opts->nranks > 1; i++) {
		struct mpirun_app *app = &opts->app[i];
		char *path;

		if (asprintf(&path, "%s%s%s", *exe[i] != '/' && app->wdir ? app->wdir : "",
			     *exe[i] != '/' && app->wdir ? "/" : "", exe[i]) < 0)
			mpirun_die("no memory for the path of %s", exe[i]);
		app->other_mpi = mpirun_elf_other_mpi(path);
		free(path);
	}
	name_daemon(opts);
	if (mpirun_pmi_wanted(opts))
		return;
	for (int i = 0; i < opts->napps && !opts->report.quiet; i++)
		if (opts->app[i].other_mpi && !mpirun_elf_is_openmpi(opts->app[i].other_mpi))
			mpirun_say("%s is linked with %s, another MPI, which may not know this "
				   "launcher and take each rank for a job of its own",
				   exe[i], opts->app[i].other_mpi);
}

static int run(struct mpirun_opts *opts, char **exe)
{
	struct mpirun_map map;
	char host[256] = "localhost";
	int wake, rc;

	gethostname(host, sizeof host - 1);
	if (mpirun_guard_start() != 0)
		mpirun_die("cannot fork: %m");
	take_signals();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	rc = mpirun_map_init(&map, opts);
	if (rc)
		return rc;
	if (opts->report.bindings)
		mpirun_map_report(&map);
	wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (wake < 0)
		mpirun_die("no descriptor: %m");
	if (mpirun_pmix_start(opts, &map, host, wake))
		return 1;
	return mpirun_job_run(opts, &map, exe, host, wake);
}

int main(int argc, char **argv)
{
	static struct mpirun_opts opts;
	static char **exe;
	enum rd_engine engine;
	int rc, other;

	open_missing();
	mpirun_spawn_note_signals();
	rc = mpirun_opts_parse(&opts, argc, argv);
	if (rc)
		return rc == 1 ? fflush(stdout) != 0 : rc;
	if (opts.report.pid && report_pid(opts.report.pid))
		return 1;
	other = mpirun_engine_choose(&opts, &engine);
	if (other == 2)
		return 2;
	if (!other && opts.ring && mpirun_ring_make(&opts))
		return 2;
	exe = calloc((size_t)opts.napps, sizeof *exe);
	if (!exe)
		mpirun_die("no memory for %d programs", opts.napps);
	rc = find_programs(&opts, exe);
	if (rc == 0 && !other) {
		find_other_mpis(&opts, exe);
		rc = mpirun_spawn_prepare(&opts);
	}
	if (rc == 0)
		rc = other ? mpirun_engine_run(&opts, engine, exe) : run(&opts, exe);
	mpirun_guard_stop();
	_exit(rc); /* not exit(): threads of the PMIx server still use its objects */
}
