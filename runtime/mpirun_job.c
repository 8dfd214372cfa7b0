/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job: its running ranks, the consequences of their ends, and the end of mpirun. Invariants:
 *
 *  1. A rank has failed when it ended, before mpirun began to end the job, by a
 *     signal, with a code other than 0, within MPI (no MPI_Finalize), or without
 *     having been in MPI while others are; or when one of the programs that it runs
 *     ended within MPI, and another began it. A rank that mpirun itself kills has not failed.
 *  2. The exit status is that of the lowest rank that failed; a failure is reported
 *     once, in one line.
 *  3. A process group is signalled only while its rank runs or it is known to have
 *     had members when the rank was reaped.
 *  4. DONE is reached only when no rank runs, no group lingers, and all output of the
 *     ranks has been written.
 *  5. With --enable-recovery, once all ranks are in MPI, or with --verbs, a failure is announced
 *     to the others and ends no other rank.
 *
 *     STARTING --> RUNNING --> FAILING --.
 *         |           |  `---------------+--> ENDING --> KILLING
 *         |           |                  |       |          |
 *         `-----------+------------------+-------+----------+--> DRAINING --> DONE
 *
 *     STARTING -> RUNNING   [start]      every rank has been started
 *     STARTING -> ENDING    [start]      one could not be started
 *     RUNNING  -> FAILING   [look]       a rank failed, no other can be harmed by it yet; or
 *                                        one aborted since another failed, which has not ended
 *                                        yet; or the process of the ring has ended
 *     RUNNING, FAILING -> ENDING [look, on_timer, on_timeout]
 *                                        a rank failed or aborted; time is over
 *     ENDING   -> KILLING   [on_timer]   the grace is over
 *     any with ranks -> KILLING [on_signals] a second ^C
 *     any with ranks -> DRAINING [look]  no rank runs any more
 *     DRAINING -> DONE      [settle]     see 4
 *
 * STARTING: ranks 0 .. nstarted - 1 run or have ended. RUNNING: all have been started, none has
 * failed. FAILING: waits FAIL_WAIT_MS so that ranks which fail for the same reason are counted too,
 * and after an abort the rank whose failure was its reason, or FINALIZE_WAIT_MS after a failure of
 * a rank that had been in MPI: the others may still finalize, or print the reason of the failure.
 * ENDING: SIGTERM has been sent. KILLING: SIGKILL has been sent. DRAINING: only output, and
 * descendants of ranks, are left.
 */
#include "runtime/mpirun_job.h"

#include "base/check.h"
#include "runtime/mpirun_io.h"
#include "runtime/mpirun_mpir.h"
#include "runtime/mpirun_pmi.h"
#include "runtime/mpirun_pmix.h"
#include "runtime/mpirun_ranks.h"
#include "runtime/mpirun_ring.h"
#include "runtime/mpirun_say.h"
#include "runtime/mpirun_spawn.h"
#include "runtime/mpirun_stall.h"
#include "runtime/mpirun_stdin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAIL_WAIT_MS 250
#define FINALIZE_WAIT_MS 5000
#define RING_WAIT_MS 1000 /* for ranks to detect the end of their ring's process */
#define GRACE_MS 500      /* from SIGTERM to SIGKILL */
#define LINGER_MS 1000    /* for descendants that still write when all ranks have ended */
#define VANISH_MS 10      /* between checks whether a killed group has ended */
#define VANISH_CHECKS 50
#define INTERRUPT_S 2      /* until ranks that were interrupted and still run are mentioned */
#define PICTURE_S 2        /* for the ranks' stall reports, before --timeout ends them */
#define TIMEOUT_STATUS 124 /* as timeout(1) */

enum state { STARTING, RUNNING, FAILING, ENDING, KILLING, DRAINING, DONE };

static const struct {
	const char *name;
	unsigned next; /* set of states that may follow */
} states[] = {
	[STARTING] = {"STARTING", 1u << RUNNING | 1u << ENDING | 1u << DRAINING},
	[RUNNING] = {"RUNNING", 1u << FAILING | 1u << ENDING | 1u << KILLING | 1u << DRAINING},
	[FAILING] = {"FAILING", 1u << ENDING | 1u << KILLING | 1u << DRAINING},
	[ENDING] = {"ENDING", 1u << KILLING | 1u << DRAINING},
	[KILLING] = {"KILLING", 1u << DRAINING},
	[DRAINING] = {"DRAINING", 1u << DONE},
	[DONE] = {"DONE", 0},
};

static struct {
	const struct mpirun_opts *wish;
	const char *host;
	struct event_base *loop;
	enum state state;
	struct event *timer, *settle_soon, *time_over, *still_run;
	int status;       /* of mpirun, decided once; -1: not yet */
	int interrupts;   /* SIGINT, SIGTERM, SIGHUP, SIGQUIT seen */
	int signal;       /* the first of them */
	int interrupted;  /* it is the reason of the status */
	int checks;       /* checks for a killed group so far */
	int killed_group; /* in DRAINING: the signal sent to lingering groups, 0: none */
} job = {.status = -1};
static struct mpirun_ranks *const all = &mpirun_ranks;

static void enter(enum state next)
{
	RD_CHECK(states[job.state].next & 1u << next, "job: %s -> %s", states[job.state].name,
		 states[next].name);
	if (job.wish->report.verbose)
		mpirun_say("job %s -> %s", states[job.state].name, states[next].name);
	job.state = next;
}

static void set_timer(int ms)
{
	event_add(job.timer, &(struct timeval){.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000});
}

/* --- signals to ranks -------------------------------------------------------------- */

static void kill_all(void)
{
	mpirun_ranks_signal(SIGKILL);
	enter(KILLING);
}

/* SIGCONT: stopped ranks must run to handle SIGTERM. */
static void end_all(void)
{
	mpirun_mpir_aborting("mpirun ends the job");
	mpirun_ranks_signal(SIGTERM);
	mpirun_ranks_signal(SIGCONT);
	enter(ENDING);
	set_timer(GRACE_MS);
}

/* Any change that settle() may depend on. */
static void on_change(void)
{
	if (job.settle_soon)
		event_active(job.settle_soon, EV_TIMEOUT, 0);
}

/* --- consequences of an end ----------------------------------------------------------- */

/* A failure takes precedence over an abort: a rank may abort because another one failed. */
static void decide(void)
{
	int aborted = -1, code = 0, lowest;
	const char *why = "";
	char others[40] = "";

	if (job.status >= 0)
		return;
	mpirun_pmix_aborted(&aborted, &code, &why);
	lowest = mpirun_ranks_lowest_failed(aborted);
	if (lowest >= 0 && all->at[lowest].told) {
		job.status = mpirun_rank_status(&all->at[lowest]); /* reported when it happened */
	} else if (lowest >= 0 && job.interrupts &&
		   mpirun_rank_status(&all->at[lowest]) == 128 + job.signal) {
		job.status = 128 + job.signal;
		job.interrupted = 1; /* reported when all have ended */
	} else if (lowest >= 0) {
		if (all->nfailed > 1)
			snprintf(others, sizeof others, "; %d more failed", all->nfailed - 1);
		mpirun_rank_tell_failure(lowest, others);
		job.status = mpirun_rank_status(&all->at[lowest]);
	} else if (aborted >= 0) {
		mpirun_rank_tell_abort(aborted, code, why);
		job.status = code;
	} else if (mpirun_ring_is_lost()) {
		job.status = 1; /* reported when it happened */
	}
}

static int fail_wait_ms(void)
{
	int rank, code;
	const char *why;

	if (mpirun_ring_is_lost())
		return RING_WAIT_MS;
	if (mpirun_pmix_aborted(&rank, &code, &why))
		return FAIL_WAIT_MS;
	for (int i = 0; i < all->nstarted; i++)
		if (all->at[i].failed && !mpirun_rank_has_joined(i))
			return FAIL_WAIT_MS;
	return FINALIZE_WAIT_MS;
}

/* mpirun is a subreaper: orphaned descendants of ranks become its children too. */
static void reap(void)
{
	int wait_status;
	pid_t pid;

	while ((pid = waitpid(-1, &wait_status, WNOHANG)) > 0) {
		mpirun_ring_reaped(pid, wait_status);
		for (int i = 0; i < all->nstarted; i++)
			if (all->at[i].runs && all->at[i].pid == pid)
				mpirun_rank_ended(i, wait_status, job.state >= ENDING);
	}
	on_change();
}

/* --- draining ------------------------------------------------------------------------ */

static void kill_lingering(int sig)
{
	mpirun_ranks_forget_gone();
	mpirun_ranks_signal(sig);
	job.killed_group = sig;
	job.checks = 0;
	set_timer(sig == SIGKILL ? VANISH_MS : GRACE_MS);
}

static void tell_interrupted(void)
{
	int n = 0;

	for (int i = 0; i < all->nstarted; i++)
		n += mpirun_rank_status(&all->at[i]) == 128 + job.signal;
	mpirun_say("interrupted (%s): it ended %d of %d ranks", strsignal(job.signal), n,
		   all->wish->nranks);
}

static void drain(void)
{
	enter(DRAINING);
	event_del(job.timer);
	decide();
	if (job.interrupted)
		tell_interrupted();
	if (job.status < 0)
		job.status = mpirun_ranks_were_alone();
	if (job.wish->report.exit_codes)
		mpirun_ranks_tell_codes();
	if (job.status)
		kill_lingering(SIGKILL);
	else if (all->nlingering && !mpirun_io_streams())
		kill_lingering(SIGTERM);
	else
		set_timer(LINGER_MS);
	on_change();
}

/* The next stronger measure against groups that still linger. */
static void drain_further(void)
{
	mpirun_ranks_forget_gone();
	if (mpirun_io_pending())
		set_timer(LINGER_MS); /* mpirun's reader is slow, and the ranks' output is queued */
	else if (!job.killed_group && all->nlingering)
		kill_lingering(SIGTERM);
	else if (job.killed_group != SIGKILL && all->nlingering)
		kill_lingering(SIGKILL);
	else if (all->nlingering && ++job.checks < VANISH_CHECKS)
		set_timer(VANISH_MS);
	else
		mpirun_io_cut(); /* a process outside of the group keeps the pipe open */
	on_change();
}

static void settle(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	if (job.state != DRAINING || mpirun_io_streams() || mpirun_io_pending())
		return;
	mpirun_ranks_forget_gone();
	if (all->nlingering && job.checks < VANISH_CHECKS) {
		if (!job.killed_group)
			kill_lingering(SIGTERM);
		return;
	}
	enter(DONE);
	event_base_loopbreak(job.loop);
}

/* --- events -------------------------------------------------------------------------- */

/* The rank has aborted because another one failed, whose end is not known yet. */
static int lacks_cause(int rank, int code)
{
	return mpirun_is_effect(rank, code) && !mpirun_ranks_have_cause(rank);
}

/* Called after any event that may concern a rank. The abort is read before ended ranks are counted:
 * the rank that aborted may be among them. */
static void look(void)
{
	int rank, code, aborted;
	const char *why;

	aborted = mpirun_pmix_aborted(&rank, &code, &why);
	reap();
	if (all->nrunning == 0 && job.state != STARTING && job.state < DRAINING) {
		drain();
	} else if (job.state == RUNNING || job.state == FAILING) {
		mpirun_ranks_find_absent();
		mpirun_ranks_find_rejoining();
		if (!aborted && all->nfailed && mpirun_ranks_survive()) {
			mpirun_ranks_tell_survivors();
		} else if (aborted ? !lacks_cause(rank, code)
				   : all->nfailed && mpirun_ranks_are_harmed()) {
			decide();
			end_all();
		} else if ((aborted || all->nfailed || mpirun_ring_is_lost()) &&
			   job.state == RUNNING) {
			enter(FAILING);
			set_timer(fail_wait_ms());
		}
	}
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	if (job.state == FAILING) {
		decide();
		end_all();
	} else if (job.state == ENDING) {
		kill_all();
	} else if (job.state == DRAINING) {
		drain_further();
	}
}

static void on_timeout(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	if (job.state != RUNNING && job.state != FAILING)
		return;
	if (job.status < 0) {
		mpirun_say("the job has run for %g s, its --timeout (or MPIEXEC_TIMEOUT), and is "
			   "ended",
			   job.wish->timeout_s);
		job.status = TIMEOUT_STATUS;
		if (mpirun_ranks_are_inside() && !mpirun_stall_is_told()) {
			mpirun_stall_ask(mpirun_ranks_has);
			event_add(job.time_over, &(struct timeval){.tv_sec = PICTURE_S});
			return;
		}
	}
	mpirun_stall_finish();
	end_all();
}

static void on_wake(evutil_socket_t fd, short what, void *arg)
{
	eventfd_t count;

	(void)what;
	(void)arg;
	eventfd_read(fd, &count);
	look();
	mpirun_pmix_answer();
	mpirun_stall_look();
}

/* Messages of the PMIx library about lost connections are forwarded only while no rank has failed
 * and the job is not being ended. */
static void on_message(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	mpirun_pmix_pass_on((job.state < ENDING && !all->nfailed) || job.wish->report.verbose);
}

static void on_still_running(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	if (job.interrupts == 1 && job.state < KILLING)
		mpirun_say("ranks have not ended %d s after the signal; a second one kills them "
			   "(^C again)",
			   INTERRUPT_S);
}

/* The first interrupt is passed to the ranks; the second kills them. */
static void interrupt(int sig)
{
	if (job.state == DRAINING) {
		job.status = 128 + sig;
		mpirun_io_cut();
		enter(DONE);
		event_base_loopbreak(job.loop);
	} else if (++job.interrupts == 1) {
		job.signal = sig;
		mpirun_ranks_signal(sig);
		mpirun_ranks_signal(SIGCONT);
		event_add(job.still_run, &(struct timeval){.tv_sec = INTERRUPT_S});
	} else if (job.state != KILLING) {
		mpirun_say("a second interrupt (%s): the ranks are killed", strsignal(sig));
		if (job.status < 0)
			job.status = 128 + sig;
		kill_all();
	}
}

static void on_signal(int sig)
{
	switch (sig) {
	case SIGCHLD:
		look();
		break;
	case SIGINT:
	case SIGTERM:
	case SIGHUP:
	case SIGQUIT:
		interrupt(sig);
		break;
	case SIGTSTP:
		mpirun_ranks_signal(SIGTSTP);
		kill(getpid(), SIGSTOP);
		break;
	case SIGCONT:
		mpirun_ranks_signal(SIGCONT);
		mpirun_stdin_go();
		break;
	case SIGUSR1:
		mpirun_stall_ask(mpirun_ranks_has);
		break;
	default:
		mpirun_ranks_signal(sig);
	}
}

static void on_signals(evutil_socket_t fd, short what, void *arg)
{
	struct signalfd_siginfo info[16];
	ssize_t n;

	(void)what;
	(void)arg;
	n = read(fd, info, sizeof info);
	for (ssize_t i = 0; i < n / (ssize_t)sizeof *info; i++)
		on_signal((int)info[i].ssi_signo);
}

void mpirun_job_signals(sigset_t *set)
{
	static const int passed[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
				     SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};

	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
		if (!mpirun_spawn_ignored(passed[i]))
			sigaddset(set, passed[i]);
}

/* --- the start ------------------------------------------------------------------------ */

static int start_app(const struct mpirun_map *map, const struct mpirun_app *app, const char *exe)
{
	char **env = mpirun_spawn_env(job.wish, app);
	int rc = 0;

	for (int k = 0; k < app->np && rc == 0; k++) {
		rc = mpirun_rank_start(all->nstarted, map, app, exe, env);
		if (rc == 0) {
			mpirun_mpir_add(all->nstarted, job.wish->nranks, (char *)job.host,
					(char *)exe, all->at[all->nstarted].pid);
			all->at[all->nstarted++].runs = 1;
			all->nrunning++;
		}
	}
	mpirun_env_free(env);
	return rc;
}

static void start(const struct mpirun_map *map, char **exe)
{
	int rc = mpirun_ring_start(job.wish);

	if (job.wish->report.rank_map)
		mpirun_ranks_tell_map();
	for (int i = 0; i < job.wish->napps && rc == 0; i++)
		rc = start_app(map, &job.wish->app[i], exe[i]);
	if (rc == 0) {
		enter(RUNNING);
		mpirun_mpir_spawned();
		mpirun_stdin_go();
	} else {
		job.status = rc;
		end_all();
	}
	look();
}

static struct event *listen_to(int fd, event_callback_fn call)
{
	struct event *event = event_new(job.loop, fd, EV_READ | EV_PERSIST, call, NULL);

	if (!event || event_add(event, NULL) != 0)
		mpirun_die("no memory for an event");
	return event;
}

static void free_all(struct event **event, int n)
{
	for (int i = 0; i < n; i++)
		event_free(event[i]);
	job.settle_soon = NULL;
	mpirun_stall_stop();
	mpirun_stdin_stop();
	mpirun_io_stop();
	mpirun_pmi_stop();
	event_base_free(job.loop);
	free(all->at);
}

int mpirun_job_run(const struct mpirun_opts *opts, const struct mpirun_map *map, char **exe,
		   const char *host_name, int wake_fd)
{
	struct timeval limit = {.tv_sec = (time_t)opts->timeout_s};
	struct event *event[7];
	sigset_t set;
	int signals;

	job.wish = opts;
	job.host = host_name;
	limit.tv_usec = (suseconds_t)((opts->timeout_s - (double)limit.tv_sec) * 1e6);
	job.loop = event_base_new();
	all->wish = opts;
	all->host = host_name;
	all->at = calloc((size_t)opts->nranks, sizeof *all->at);
	mpirun_job_signals(&set);
	signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (!job.loop || !all->at || signals < 0)
		mpirun_die("no memory or descriptors for %d ranks: %m", opts->nranks);
	event[0] = listen_to(signals, on_signals);
	event[1] = listen_to(wake_fd, on_wake);
	event[5] = listen_to(mpirun_pmix_messages(), on_message);
	event[2] = job.timer = evtimer_new(job.loop, on_timer, NULL);
	event[3] = job.settle_soon = evtimer_new(job.loop, settle, NULL);
	event[4] = job.time_over = evtimer_new(job.loop, on_timeout, NULL);
	event[6] = job.still_run = evtimer_new(job.loop, on_still_running, NULL);
	mpirun_stall_start(job.loop, opts->nranks);
	mpirun_pmi_start(job.loop, opts, look);
	if (opts->timeout_s)
		event_add(event[4], &limit);
	if (mpirun_io_start(job.loop, opts, mpirun_stdin_prompts(opts), on_change) ||
	    mpirun_stdin_init(job.loop, opts))
		return 1;
	start(map, exe);
	if (job.state != DONE)
		event_base_dispatch(job.loop);
	mpirun_ring_stop();
	if (job.status == 0 && mpirun_io_lost())
		job.status = 1;
	free_all(event, 7);
	close(signals);
	return job.status;
}
