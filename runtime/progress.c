/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress loop. Pollers are kept in an array; most passes only poll each of them once. The way
 * to wait is chosen by the cost of a yield: if it returns at once, no other thread wanted the
 * processor and spinning is free; if it takes long, one did, and later yields come sooner. If it
 * takes as long as a program computes that does not wait for this one, sleep is better than a
 * yield: a thread that sleeps is run as soon as it is woken.
 *
 * With several threads (rd_threads) the short path below only polls once, and wait_among does the
 * rest: one thread polls for those that wait for a word; threads that have to poll by themselves
 * take turns; one sleeps for all.
 */
#include "runtime/progress.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/log.h"
#include "base/param.h"
#include "base/threads.h"
#include "runtime/hw.h"
#include "runtime/cpu.h"
#include "runtime/stall.h"

#define POLLERS_MAX 16 /* one per transport and one per layer that has queues */

/* M-002 */
#define SPINS_OVERSUBSCRIBED 20
#define SPINS_ALONE 2000
#define SPINS_BETWEEN_YIELDS 50 /* alone: a yield costs a system call, a poll does not */

#define CUT_SHORT_MAX 64 /* waits in a row that ended before all pollers were polled */

/* A yield that took this many times as long as a bare one (0.3 us), or this long, let another
 * thread run; a rank that waits on this processor, too, may need no more than 1 us. */
#define YIELD_TAKEN_TIMES 3
#define YIELD_BARE_CALLS 4 /* at most this many of the shortest system calls */
#define YIELD_TAKEN_NS 5000u
#define YIELD_MEMORY 64 /* prompt yields in a row until the processor counts as uncontended */

/*
 * Beside programs that only compute, ranks that sleep are quicker; beside computing ranks of the
 * same job, ranks that yield (M-003). So a long yield indicates foreign load only if more threads
 * run than this job has ranks; where only they compute, 15 of 100 long yields see one more, up to 4
 * in a row.
 */
#define FOREIGN_TOOK_NS 1000000u
#define FOREIGN_COLOCATED_NS 40000u /* for each rank of a processor; the larger of both counts */
#define FOREIGN_YIELDS 8 /* in a row: a program that runs for a moment is no foreign load */
/* Threads of a process that synchronise without MPI, by spinning, look the same, and the longest
 * yield of several delays all of them. */
#define FOREIGN_YIELDS_THREADS 1
#define FOREIGN_MEMORY_NS 100000000u /* then a yield is tried again */

/*
 * Two ranks that wait for each other may share a processor beside an idle one, and the system
 * leaves them there for long (M-004). A nap does not help: a woken thread returns to its processor.
 */
#define SHARED_YIELDS 8     /* contended ones in a row; two more in the next process: one stays */
#define MIGRATE_NS 1000000u /* until the next migration; doubled each time */
#define MIGRATE_LATE_NS 10000000000u

#define SLEEP_AFTER_CROWDED_NS 5000000u
#define SLEEP_AFTER_ALONE_NS 100000000u
#define SLEEP_MAX_MS 1000 /* the cost of a lost wake-up at most */
#define WOKEN_NS 1000000u /* a sleeper that another thread has woken polls for this long */

struct rd_progress_stats rd_progress_stats;

static struct rd_poller *pollers[POLLERS_MAX];
static int npollers;

static uint32_t spins_max = SPINS_ALONE; /* in rd_progress_wait itself: none with several threads */
static uint32_t spins_learnt = SPINS_ALONE;
static int no_events; /* more events than this end a wait: with several threads none do */
static uint32_t spins_between = SPINS_BETWEEN_YIELDS;
static uint64_t sleep_after_ns = SLEEP_AFTER_ALONE_NS;
static int oversubscribed; /* more ranks than processors, known from the start */
static int spins_fixed;    /* RONDO_SPIN was given */
static int sleep_fixed;    /* RONDO_SLEEP_US was given */
static uint32_t foreign_yields;
static uint64_t foreign_took_ns = FOREIGN_TOOK_NS;
static uint64_t foreign_ns; /* last time that a yield let a program compute; 0: none yet */
static uint64_t bare_yield_ns = YIELD_TAKEN_NS; /* estimated, or the shortest so far */
static uint32_t prompt_yields;
static uint32_t shared_yields, shared_max;
static uint64_t migrate_ns,
	migrate_gap_ns = MIGRATE_NS; /* earliest next migration; then this gap */
static int nlocal;                   /* ranks of this job on this host */

void rd_progress_add(struct rd_poller *poller)
{
	if (npollers == POLLERS_MAX) {
		rd_error("progress: no room for poller %s", poller->name);
		abort();
	}
	rd_threads_disturb();
	pollers[npollers++] = poller;
}

void rd_progress_remove(struct rd_poller *poller)
{
	rd_threads_disturb();
	for (int i = 0; i < npollers; i++) {
		if (pollers[i] != poller)
			continue;
		memmove(&pollers[i], &pollers[i + 1],
			(size_t)(npollers - i - 1) * sizeof(*pollers));
		npollers--;
		return;
	}
}

static void set_spins(uint32_t spins)
{
	spins_learnt = spins;
	spins_max = rd_threads ? 0 : spins;
}

void rd_progress_threads(void)
{
	set_spins(spins_learnt);
	no_events = rd_threads ? INT_MAX : 0;
}

static void set_spinning(int share)
{
	if (spins_fixed)
		return;
	set_spins(share ? SPINS_OVERSUBSCRIBED : SPINS_ALONE);
	spins_between = share ? 1 : SPINS_BETWEEN_YIELDS;
}

/* A process that shares its processor from the start never sees a bare yield: estimated here. */
static void guess_bare_yield(void)
{
	uint64_t call_ns = YIELD_TAKEN_NS;

	for (int i = 0; i < 3; i++) {
		uint64_t now = rd_clock_ns();

		getppid();
		call_ns = rd_min(call_ns, rd_clock_ns() - now);
	}
	bare_yield_ns = rd_min(bare_yield_ns, YIELD_BARE_CALLS * call_ns);
}

void rd_progress_setup(int nranks, int ncpus)
{
	int64_t spin = rd_param_int(RD_PARAM_SPIN);
	int64_t sleep_us = rd_param_int(RD_PARAM_SLEEP_US);

	guess_bare_yield();
	nlocal = nranks;
	oversubscribed = nranks > ncpus;
	foreign_took_ns = rd_max((uint64_t)FOREIGN_TOOK_NS,
				 (uint64_t)(nranks / rd_max(ncpus, 1)) * FOREIGN_COLOCATED_NS);
	set_spinning(oversubscribed);
	sleep_after_ns = oversubscribed ? SLEEP_AFTER_CROWDED_NS : SLEEP_AFTER_ALONE_NS;
	if (spin >= 0) {
		spins_fixed = 1;
		set_spins(spin < UINT32_MAX ? (uint32_t)spin : UINT32_MAX);
		spins_between = rd_min(spins_learnt, (uint32_t)SPINS_BETWEEN_YIELDS);
	}
	shared_max = SHARED_YIELDS + 2 * ((uint32_t)getpid() % 8);
	sleep_fixed = sleep_us >= 0;
	if (sleep_fixed)
		sleep_after_ns = (uint64_t)sleep_us * 1000;
}

int rd_progress(void)
{
	int events = 0;

	for (int i = 0; i < npollers; i++)
		events += pollers[i]->poll();
	return events;
}

void rd_progress_tell(struct rd_stall *stall)
{
	for (int i = 0; i < npollers; i++)
		if (pollers[i]->tell)
			pollers[i]->tell(stall);
}

void rd_progress_pinned(void)
{
	rd_threads_pin();
	rd_progress();
	rd_threads_unpin();
}

/* Whether another thread has run meanwhile. */
static int was_taken(uint64_t took_ns)
{
	bare_yield_ns = rd_min(bare_yield_ns, took_ns);
	return took_ns > rd_min(YIELD_TAKEN_TIMES * bare_yield_ns, (uint64_t)YIELD_TAKEN_NS);
}

/* Adapts spinning to the last yield. */
static void learn(int taken)
{
	if (oversubscribed)
		return;
	if (taken) {
		prompt_yields = 0;
		set_spinning(1);
	} else if (++prompt_yields == YIELD_MEMORY) {
		set_spinning(0);
		migrate_gap_ns = MIGRATE_NS;
	}
}

/* Migrates to another processor if there are idle ones. */
static void migrate(uint64_t now, int taken)
{
	shared_yields = taken ? shared_yields + 1 : 0;
	if (shared_yields < shared_max || now < migrate_ns || oversubscribed || rd_threads)
		return;
	shared_yields = 0;
	if (rd_cpu_is_quiet(rd_hw_online()))
		rd_cpu_migrate(rd_cpu_next(rd_cpu_here()));
	migrate_ns = rd_clock_ns() + migrate_gap_ns;
	migrate_gap_ns = rd_min(2 * migrate_gap_ns, (uint64_t)MIGRATE_LATE_NS);
}

/* ---- Sleeping ---- */

static int armed; /* pollers that were asked to arm, until they are disarmed */

/* Arms the pollers in turn; if *timeout_ms becomes 0, the last one asked has refused. */
static void arm_all(struct pollfd *fds, int *nfds, int *timeout_ms)
{
	for (armed = 0; armed < npollers && *timeout_ms; armed++) {
		struct rd_poller *poller = pollers[armed];
		int answer = poller->arm ? poller->arm() : RD_ARM_BLIND;

		if (answer == RD_ARM_BUSY)
			*timeout_ms = 0;
		else if (answer == RD_ARM_BLIND)
			*timeout_ms = RD_SLEEP_BLIND_MS;
		if (poller->arm && poller->fd >= 0)
			fds[(*nfds)++] = (struct pollfd){.fd = poller->fd, .events = POLLIN};
	}
}

static void disarm_all(void)
{
	for (int i = 0; i < armed; i++)
		if (pollers[i]->disarm)
			pollers[i]->disarm();
}

/* One thread sleeps for all that wait; the others get rd_threads_notify when it has slept. Woken by
 * another thread, it polls for WOKEN_NS before it sleeps again. */
static void sleep_among(struct rd_wait *w, struct pollfd *fds, int nfds, int timeout_ms)
{
	if (!rd_threads_sleep(fds, nfds, timeout_ms, disarm_all))
		rd_threads_notify();
	else if (sleep_after_ns > WOKEN_NS)
		w->since_ns = rd_clock_ns() - sleep_after_ns + WOKEN_NS;
}

/* An event that came while this thread wanted to sleep may be for another thread. */
static void pass_on(void)
{
	rd_threads_notify();
	rd_threads_yield();
}

static void sleep_once(struct rd_wait *w)
{
	struct pollfd fds[POLLERS_MAX + 1];
	int nfds = 0, timeout_ms = SLEEP_MAX_MS;

	arm_all(fds, &nfds, &timeout_ms);
	if (!timeout_ms) {
		disarm_all();
		if (rd_threads)
			pass_on();
		return;
	}
	rd_progress_stats.sleeps++;
	if (rd_threads) {
		sleep_among(w, fds, nfds, timeout_ms);
		return;
	}
	if (poll(fds, (nfds_t)nfds, timeout_ms) < 0 && errno != EINTR)
		rd_error("progress: poll of %d descriptors: %m", nfds);
	disarm_all();
}

/* ---- Waiting ---- */

static uint64_t offer_processor(uint64_t now)
{
	if (rd_threads)
		return rd_threads_yield();
	sched_yield();
	return rd_clock_ns() - now;
}

/* Updates the estimate of foreign load by the last yield. */
static void look_at_hogs(uint64_t since, uint64_t took_ns)
{
	if (took_ns <= foreign_took_ns)
		return;
	foreign_yields = rd_cpu_is_quiet(nlocal) ? 0 : foreign_yields + 1;
	if (foreign_yields >= (rd_threads ? FOREIGN_YIELDS_THREADS : FOREIGN_YIELDS))
		foreign_ns = since + took_ns;
}

static int has_foreign_load(uint64_t now)
{
	return foreign_ns && now - foreign_ns < FOREIGN_MEMORY_NS;
}

int rd_progress_yield(void)
{
	uint64_t now = rd_clock_ns();

	if (has_foreign_load(now))
		return 0;
	rd_progress_stats.yields++;
	look_at_hogs(now, offer_processor(now));
	return 1;
}

static void yield(struct rd_wait *w, uint64_t now)
{
	uint64_t took_ns = offer_processor(now);
	int taken = was_taken(took_ns);

	rd_progress_stats.yields++;
	w->yields++;
	learn(taken);
	look_at_hogs(now, took_ns);
	migrate(now, taken);
	w->spins = spins_learnt > spins_between ? spins_learnt - spins_between : 0;
}

/* The time to poll before sleep. */
static uint64_t patience_ns(uint64_t now)
{
	return has_foreign_load(now) && !sleep_fixed ? 0 : sleep_after_ns;
}

/* An event has come. */
static inline void begin_anew(struct rd_wait *w)
{
	w->spins = 0;
	w->yields = 0;
	w->since_ns = 0;
}

/* 0: it is time to yield or sleep, and no other thread does that for this one. */
static int wait_among(struct rd_wait *w, int events)
{
	if (!w->since_ns)
		rd_threads_disturb(); /* this thread may wait for events that were not armed */
	if (events) {
		begin_anew(w);
		rd_threads_notify();
		rd_threads_give_way();
	} else if (rd_threads_asleep() || (w->done && rd_threads_looked_after())) {
		rd_threads_park(w->done);
	} else if (w->spins < spins_learnt) {
		if (!rd_threads_give_way())
			rd_cpu_relax();
	} else {
		return 0;
	}
	return 1;
}

static __attribute__((noinline, cold)) void wait_idle(struct rd_wait *w, int events)
{
	uint64_t now;

	if (rd_threads && wait_among(w, events))
		return;
	now = rd_clock_ns();
	if (!w->since_ns) {
		w->since_ns = now;
		if (rd_unlikely(rd_stall_told))
			rd_stall_over();
	}
	if (rd_unlikely(now - w->since_ns >= rd_stall_after_ns))
		rd_stall_due(w->done, w->since_ns);
	if (now - w->since_ns >= patience_ns(now))
		sleep_once(w);
	else
		yield(w, now);
}

/*
 * The caller may compute between the calls and loses its turn by a yield at each of them: M-005.
 */
static void yield_asking(struct rd_wait *w)
{
	if (rd_unlikely(!rd_stall_after_ns))
		rd_stall_due(NULL, 0);
	yield(w, rd_clock_ns());
	w->spins = spins_learnt > SPINS_BETWEEN_YIELDS ? spins_learnt - SPINS_BETWEEN_YIELDS : 0;
}

int rd_progress_test(void)
{
	static struct rd_wait asked = RD_WAIT_INIT;
	int events = rd_progress();

	if (events)
		asked.spins = 0;
	else if (++asked.spins >= spins_learnt)
		yield_asking(&asked);
	return events;
}

/*
 * As rd_progress, for a waiting caller: if the first pollers bring the event, the others are left
 * out, but not for ever.
 */
static inline int progress_for(const struct rd_wait *w)
{
	static uint32_t cut_short;
	int events = 0;

	for (int i = 0; i < npollers; i++) {
		const struct rd_poller *poller = pollers[i];

		events += spins_between > 1 && poller->busy_poll ? poller->busy_poll()
								 : poller->poll();
		if (events && w->done && *w->done && ++cut_short % CUT_SHORT_MAX)
			break;
	}
	return events;
}

void rd_progress_wait(struct rd_wait *w)
{
	int events = progress_for(w);

	if (events > no_events) {
		begin_anew(w);
		return;
	}
	if (++w->spins < spins_max)
		rd_cpu_relax();
	else
		wait_idle(w, events);
}
