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
#include "runtime/wait.h"

#define POLLERS_MAX 16 /* one per transport and one per layer that has queues */

struct rd_progress_stats rd_progress_stats;

static struct rd_poller *pollers[POLLERS_MAX];
static int npollers;

static uint32_t spins_max =
	rd_wait_table.progress
		.spins_alone; /* in rd_progress_wait itself: none with several threads */
static uint32_t spins_learnt = rd_wait_table.progress.spins_alone;
static int no_events; /* more events than this end a wait: with several threads none do */
static uint32_t spins_between = rd_wait_table.progress.spins_between_yields;
static uint64_t sleep_after_ns = rd_wait_table.progress.sleep_after_alone_ns;
static int oversubscribed; /* more ranks than processors, known from the start */
static int spins_fixed;    /* RONDO_SPIN was given */
static int sleep_fixed;    /* RONDO_SLEEP_US was given */
static uint32_t foreign_yields;
static uint64_t foreign_took_ns = rd_wait_table.progress.foreign_took_ns;
static uint64_t foreign_ns; /* last time that a yield let a program compute; 0: none yet */
static uint64_t bare_yield_ns =
	rd_wait_table.progress.yield_taken_ns; /* estimated, or the shortest so far */
static uint32_t prompt_yields;
static uint32_t shared_yields, shared_max;
static uint64_t migrate_ns,
	migrate_gap_ns =
		rd_wait_table.progress.migrate_ns; /* earliest next migration; then this gap */
static int nlocal;                                 /* ranks of this job on this host */

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
	rd_threads_limit(&rd_wait_table.threads);
}

static void set_spinning(int share)
{
	if (spins_fixed)
		return;
	set_spins(share ? rd_wait_table.progress.spins_oversubscribed
			: rd_wait_table.progress.spins_alone);
	spins_between = share ? 1 : rd_wait_table.progress.spins_between_yields;
}

/* A process that shares its processor from the start never sees a bare yield: estimated here. */
static void guess_bare_yield(void)
{
	uint64_t call_ns = rd_wait_table.progress.yield_taken_ns;

	for (int i = 0; i < 3; i++) {
		uint64_t now = rd_clock_ns();

		getppid();
		call_ns = rd_min(call_ns, rd_clock_ns() - now);
	}
	bare_yield_ns = rd_min(bare_yield_ns, rd_wait_table.progress.yield_bare_calls * call_ns);
}

void rd_progress_setup(int nranks, int ncpus)
{
	int64_t spin = rd_param_int(RD_PARAM_SPIN);
	int64_t sleep_us = rd_param_int(RD_PARAM_SLEEP_US);

	guess_bare_yield();
	nlocal = nranks;
	oversubscribed = nranks > ncpus;
	foreign_took_ns = rd_max(rd_wait_table.progress.foreign_took_ns,
				 (uint64_t)(nranks / rd_max(ncpus, 1)) *
					 rd_wait_table.progress.foreign_colocated_ns);
	set_spinning(oversubscribed);
	sleep_after_ns = oversubscribed ? rd_wait_table.progress.sleep_after_oversubscribed_ns
					: rd_wait_table.progress.sleep_after_alone_ns;
	if (spin >= 0) {
		spins_fixed = 1;
		set_spins(spin < UINT32_MAX ? (uint32_t)spin : UINT32_MAX);
		spins_between = rd_min(spins_learnt, rd_wait_table.progress.spins_between_yields);
	}
	shared_max = rd_wait_table.progress.shared_yields +
		     rd_wait_table.progress.shared_yields_apart *
			     ((uint32_t)getpid() % rd_wait_table.progress.shared_yields_kinds);
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
	return took_ns > rd_min(rd_wait_table.progress.yield_taken_times * bare_yield_ns,
				rd_wait_table.progress.yield_taken_ns);
}

/* Adapts spinning to the last yield. */
static void learn(int taken)
{
	if (oversubscribed)
		return;
	if (taken) {
		prompt_yields = 0;
		set_spinning(1);
	} else if (++prompt_yields == rd_wait_table.progress.yield_memory) {
		set_spinning(0);
		migrate_gap_ns = rd_wait_table.progress.migrate_ns;
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
	migrate_gap_ns = rd_min(2 * migrate_gap_ns, rd_wait_table.progress.migrate_late_ns);
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
			*timeout_ms = rd_wait_table.progress.sleep_blind_ms;
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
 * another thread, it polls for woken_ns before it sleeps again. */
static void sleep_among(struct rd_wait *w, struct pollfd *fds, int nfds, int timeout_ms)
{
	if (!rd_threads_sleep(fds, nfds, timeout_ms, disarm_all))
		rd_threads_notify();
	else if (sleep_after_ns > rd_wait_table.progress.woken_ns)
		w->since_ns = rd_clock_ns() - sleep_after_ns + rd_wait_table.progress.woken_ns;
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
	int nfds = 0, timeout_ms = rd_wait_table.progress.sleep_ms;

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
	if (foreign_yields >= (rd_threads ? rd_wait_table.progress.foreign_yields_threads
					  : rd_wait_table.progress.foreign_yields))
		foreign_ns = since + took_ns;
}

static int has_foreign_load(uint64_t now)
{
	return foreign_ns && now - foreign_ns < rd_wait_table.progress.foreign_memory_ns;
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
	w->spins = spins_learnt > rd_wait_table.progress.spins_between_yields
			   ? spins_learnt - rd_wait_table.progress.spins_between_yields
			   : 0;
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
		if (events && w->done && *w->done &&
		    ++cut_short % rd_wait_table.progress.cut_short_most)
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
