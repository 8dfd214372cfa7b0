/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress loop: the mechanism of waiting; wait.c decides. Pollers are kept in an array; most
 * passes only poll each of them once.
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
#include <time.h>
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

static struct {
	struct rd_poller *pollers[POLLERS_MAX];
	int n;
	int armed;                /* pollers that were asked to arm, until they are disarmed */
	enum rd_wait_state state; /* as published */
	uint32_t spins;           /* in rd_progress_wait itself: none with several threads */
	uint32_t look;            /* after so many the rank looks at its home; 0: never */
	int no_events;      /* more events than this end a wait: with several threads none do */
	uint32_t cut_short; /* waits that ended before all pollers were polled */
	struct rd_wait_policy policy;
	struct rd_places places;
	uint64_t places_due_ns; /* then they are asked for again */
} loop;

void rd_progress_add(struct rd_poller *poller)
{
	if (loop.n == POLLERS_MAX) {
		rd_error("progress: no room for poller %s", poller->name);
		abort();
	}
	rd_threads_disturb();
	loop.pollers[loop.n++] = poller;
}

void rd_progress_remove(struct rd_poller *poller)
{
	rd_threads_disturb();
	for (int i = 0; i < loop.n; i++) {
		if (loop.pollers[i] != poller)
			continue;
		memmove(&loop.pollers[i], &loop.pollers[i + 1],
			(size_t)(loop.n - i - 1) * sizeof(*loop.pollers));
		loop.n--;
		return;
	}
}

/* Whether this rank chooses by the states of others: at its home. Elsewhere it publishes none. */
static int looks_at_home(void)
{
	return loop.policy.oversubscribed && !loop.policy.spins_fixed && rd_home_is_here();
}

/* After a change of the policy or of the number of threads; after a yield, which may be one of the
 * place. */
static void set_spins(void)
{
	loop.spins = rd_threads ? 0 : loop.policy.spins;
	loop.look = looks_at_home() ? rd_wait_table.progress.spins_known : 0;
}

void rd_progress_threads(void)
{
	loop.policy.threads = rd_threads != 0;
	set_spins();
	loop.no_events = rd_threads ? INT_MAX : 0;
	rd_threads_limit(&rd_wait_table.threads);
}

static uint64_t time_call(void)
{
	uint64_t call_ns = UINT64_MAX;

	for (int i = 0; i < 3; i++) {
		uint64_t now = rd_clock_ns();

		getppid();
		call_ns = rd_min(call_ns, rd_clock_ns() - now);
	}
	return call_ns;
}

/* Until rd_progress_setup a process waits as one that has a processor of its own. */
__attribute__((constructor)) static void set_up_alone(void)
{
	rd_wait_init(&loop.policy, &(struct rd_wait_facts){.ranks = 1,
							   .cpus = 1,
							   .online = 1,
							   .spins = -1,
							   .sleep_us = -1,
							   .call_ns = UINT32_MAX});
	set_spins();
}

void rd_progress_setup(int nranks, int ncpus)
{
	rd_wait_init(&loop.policy, &(struct rd_wait_facts){
					   .ranks = nranks,
					   .cpus = ncpus,
					   .online = rd_hw_online(),
					   .spins = rd_param_int(RD_PARAM_SPIN),
					   .sleep_us = rd_param_int(RD_PARAM_SLEEP_US),
					   .call_ns = time_call(),
					   .process = (uint32_t)getpid(),
				   });
	loop.policy.threads = rd_threads != 0;
	set_spins();
}

int rd_progress(void)
{
	int events = 0;

	for (int i = 0; i < loop.n; i++)
		events += loop.pollers[i]->poll();
	return events;
}

void rd_progress_tell(struct rd_stall *stall)
{
	for (int i = 0; i < loop.n; i++)
		if (loop.pollers[i]->tell)
			loop.pollers[i]->tell(stall);
}

void rd_progress_pinned(void)
{
	rd_threads_pin();
	rd_progress();
	rd_threads_unpin();
}

/* ---- Sleeping ---- */

/* Arms the pollers in turn; if *timeout_ms becomes 0, the last one asked has refused. */
static void arm_all(struct pollfd *fds, int *nfds, int *timeout_ms)
{
	for (loop.armed = 0; loop.armed < loop.n && *timeout_ms; loop.armed++) {
		struct rd_poller *poller = loop.pollers[loop.armed];
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
	for (int i = 0; i < loop.armed; i++)
		if (loop.pollers[i]->disarm)
			loop.pollers[i]->disarm();
}

/* One thread sleeps for all that wait; the others get rd_threads_notify when it has slept. Woken by
 * another thread, it polls for woken_ns before it sleeps again. */
static void sleep_among(struct rd_wait *w, struct pollfd *fds, int nfds, int timeout_ms)
{
	if (!rd_threads_sleep(fds, nfds, timeout_ms, disarm_all))
		rd_threads_notify();
	else if (loop.policy.sleep_after_ns > rd_wait_table.progress.woken_ns)
		w->since_ns = rd_clock_ns() - loop.policy.sleep_after_ns +
			      rd_wait_table.progress.woken_ns;
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

	if (rd_threads && rd_threads_waking()) {
		rd_threads_park(w->done);
		return;
	}
	arm_all(fds, &nfds, &timeout_ms);
	if (!timeout_ms) {
		disarm_all();
		if (rd_threads)
			pass_on();
		else if (++w->refusals > 1) /* the events that it waits for need another process */
			sched_yield();
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

/* 1: it was not published yet that this rank waits, or an event has come since. */
static int publish(enum rd_wait_state state)
{
	int came = 0;

	loop.state = state;
	for (int i = 0; i < loop.n; i++)
		if (loop.pollers[i]->publish)
			came |= loop.pollers[i]->publish(state);
	return came;
}

static enum rd_wait_home look_at_home(void)
{
	for (int i = 0; i < loop.n; i++)
		if (loop.pollers[i]->home)
			return loop.pollers[i]->home();
	return RD_HOME_UNKNOWN;
}

static uint64_t offer_processor(uint64_t now)
{
	enum rd_wait_state before = loop.state;

	if (rd_threads)
		return rd_threads_yield();
	if (loop.look && looks_at_home())
		publish(RD_STATE_YIELDS);
	sched_yield();
	if (loop.look) /* the system may have moved this rank */
		publish(looks_at_home() ? before : RD_STATE_RUNS);
	return rd_clock_ns() - now;
}

/* Yields and observes the time that it took. */
static struct rd_wait_yielded yield_at(uint64_t now)
{
	struct rd_wait_yielded y = {.at_ns = now, .took_ns = offer_processor(now)};

	rd_progress_stats.yields++;
	rd_progress_stats.handovers += (uint64_t)rd_wait_was_handover(&loop.policy, y.took_ns);
	if (rd_wait_counts(&loop.policy, &y))
		y.runnable = rd_cpu_runnable();
	return y;
}

int rd_progress_yield(void)
{
	uint64_t now = rd_clock_ns();
	struct rd_wait_yielded y;

	if (rd_wait_has_foreign_load(&loop.policy, now))
		return 0;
	y = yield_at(now);
	rd_wait_learn_foreign(&loop.policy, &y);
	return 1;
}

/* The polls of this wait so far, so that `left` remain until the next yield or look at the clock.
 */
static uint32_t spins_but(uint32_t left)
{
	return loop.policy.spins > left ? loop.policy.spins - left : 0;
}

static enum rd_wait_from awaits(const struct rd_wait *w)
{
	return w->from && looks_at_home() ? w->from(w) : RD_FROM_UNKNOWN;
}

static void yield(struct rd_wait *w, uint64_t now)
{
	struct rd_wait_yielded y = yield_at(now);

	if (loop.policy.oversubscribed)
		rd_home_return_if_due();
	w->yields++;
	if (rd_wait_learn(&loop.policy, &y) == RD_WAIT_MIGRATE)
		rd_cpu_migrate(rd_cpu_next(rd_cpu_here(), NULL));
	set_spins();
	w->spins = spins_but(loop.policy.spins_between);
}

static void exchange_places(int meeting)
{
	loop.places = (struct rd_places){.cpu = rd_cpu_here(), .meeting = meeting};
	for (int i = 0; i < loop.n; i++)
		if (loop.pollers[i]->places)
			loop.pollers[i]->places(&loop.places);
}

static int uses_places(void)
{
	return !loop.policy.oversubscribed && !rd_threads;
}

/* Exchanges places with the peers. */
static void update_places(uint64_t now)
{
	if (now < loop.places_due_ns || !uses_places())
		return;
	loop.places_due_ns = now + rd_wait_table.progress.places_gap_ns;
	exchange_places(RD_MEET_OVER);
}

/* Two ranks of one processor are never awake at the same time. 1: it cannot leave theirs. */
static int cannot_part(uint32_t *parts)
{
	if (!loop.places.colocated || !loop.places.migrates)
		return 0;
	return ++*parts > rd_wait_table.meeting.parts ||
	       rd_cpu_migrate(rd_cpu_next(loop.places.cpu, &loop.places.taken));
}

/* Looks for a while. 1: the meeting is over for this process. */
static int look_for_peers(uint32_t *parts)
{
	uint64_t since = rd_clock_ns();

	exchange_places(RD_MEET_FIRST);
	while (loop.places.away && !loop.places.met) {
		if (cannot_part(parts))
			return 1;
		if (rd_clock_ns() - since >= rd_wait_table.meeting.awake_ns)
			return 0;
		rd_cpu_relax();
		exchange_places(RD_MEET_AGAIN);
	}
	return 1;
}

void rd_progress_meet(void)
{
	struct timespec nap = {.tv_nsec = rd_wait_table.meeting.nap_ns};
	uint64_t since = rd_clock_ns();
	uint32_t parts = 0;

	while (uses_places() && !look_for_peers(&parts) &&
	       rd_clock_ns() - since < rd_wait_table.meeting.most_ns)
		nanosleep(&nap, NULL);
	exchange_places(RD_MEET_OVER);
}

/* Leaves the processor to a co-located rank, for one without ranks. */
static void migrate(struct rd_wait *w, uint64_t now)
{
	int to = rd_cpu_next(loop.places.cpu, &loop.places.taken);

	loop.places_due_ns = 0;
	if (to < 0 || rd_cpu_migrate(to))
		yield(w, now);
}

static enum rd_wait_action choose(const struct rd_wait *w, uint64_t now, uint64_t since_ns)
{
	struct rd_wait_seen seen = {
		.now_ns = now, .since_ns = since_ns, .from = awaits(w), .spins = w->spins};

	if (seen.from != RD_FROM_UNKNOWN)
		seen.home = look_at_home();
	update_places(now);
	seen.peers = loop.places.peers;
	seen.colocated = loop.places.colocated;
	seen.migrates = loop.places.migrates;
	return rd_wait_choose(&loop.policy, &seen);
}

/* At the first look of a wait, which only reads. */
static int yields_early(const struct rd_wait *w)
{
	struct rd_wait_seen seen = {.from = awaits(w)};

	if (seen.from == RD_FROM_STOPPED)
		seen.home = look_at_home();
	return rd_wait_yields_early(&seen);
}

/* Publishes that this rank waits, if it has waited for a while, or is about to yield or sleep.
 * Until then peers that answer at once would pay for it: each reads the word that changes. 1: it is
 * published only now, or an event has come since: it polls once more. */
static int publish_wait(const struct rd_wait *w, enum rd_wait_action action)
{
	int first = loop.state == RD_STATE_RUNS;

	if (action == RD_WAIT_SPIN && w->spins < loop.policy.spins)
		return 0;
	return awaits(w) != RD_FROM_UNKNOWN && publish(RD_STATE_WAITS) | first;
}

/* One step of a wait in which all polls were in vain. */
static void wait_on(struct rd_wait *w, uint64_t now)
{
	enum rd_wait_action action = choose(w, now, w->since_ns);

	if (publish_wait(w, action)) {
		w->spins = spins_but(1);
		return;
	}
	switch (action) {
	case RD_WAIT_SPIN:
		if (!looks_at_home())
			w->spins = spins_but(rd_wait_table.progress.spins_between_yields);
		rd_cpu_relax();
		break;
	case RD_WAIT_YIELD:
		yield(w, now);
		break;
	case RD_WAIT_SLEEP:
		sleep_once(w);
		break;
	case RD_WAIT_MIGRATE:
		migrate(w, now);
		break;
	}
}

/* An event has come. */
static inline void begin_anew(struct rd_wait *w)
{
	w->spins = 0;
	w->yields = 0;
	w->refusals = 0;
	w->since_ns = 0;
	if (rd_unlikely(loop.state != RD_STATE_RUNS))
		publish(RD_STATE_RUNS);
}

/* A thread that has woken another one by an event polls on for its own, as a rule the next. */
static int leaves_polls(const struct rd_wait *w)
{
	return w->done && rd_threads_looked_after() &&
	       w->spins >= rd_min(rd_wait_table.progress.spins_parked, loop.policy.spins);
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
	} else if (rd_threads_asleep() || leaves_polls(w)) {
		rd_threads_park(w->done);
	} else if (w->spins < loop.policy.spins) {
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
	if (w->spins < loop.spins && !yields_early(w)) {
		rd_cpu_relax();
		return;
	}
	now = rd_clock_ns();
	if (!w->since_ns) {
		w->since_ns = now;
		if (rd_unlikely(rd_stall_reported_ns))
			rd_stall_over();
	}
	if (rd_unlikely(now - w->since_ns >= rd_stall_after_ns))
		rd_stall_due(w->done, w->since_ns);
	wait_on(w, now);
}

/*
 * The caller may compute between the calls and loses its turn by a yield at each of them: M-005.
 */
static void yield_asking(struct rd_wait *w)
{
	enum rd_wait_action action;
	uint64_t now;

	if (rd_unlikely(!rd_stall_after_ns))
		rd_stall_due(NULL, 0);
	now = rd_clock_ns();
	action = choose(w, now, now);
	if (action == RD_WAIT_MIGRATE)
		migrate(w, now);
	else if (action != RD_WAIT_SPIN)
		yield(w, now);
	w->spins = spins_but(rd_wait_table.progress.spins_between_yields);
}

int rd_progress_test(void)
{
	static struct rd_wait asked = RD_WAIT_INIT;
	int events = rd_progress();

	if (events)
		asked.spins = 0;
	else if (++asked.spins >= loop.policy.spins)
		yield_asking(&asked);
	return events;
}

/*
 * As rd_progress, for a waiting caller: if the first pollers bring the event, the others are left
 * out, but not for ever.
 */
static inline int progress_for(const struct rd_wait *w)
{
	int events = 0;

	for (int i = 0; i < loop.n; i++) {
		const struct rd_poller *poller = loop.pollers[i];

		events += loop.policy.spins_between > 1 && poller->busy_poll ? poller->busy_poll()
									     : poller->poll();
		if (events && w->done && *w->done &&
		    ++loop.cut_short % rd_wait_table.progress.cut_short_most)
			break;
	}
	return events;
}

void rd_progress_wait(struct rd_wait *w)
{
	int events = progress_for(w);

	if (events > loop.no_events) {
		begin_anew(w);
		return;
	}
	if (++w->spins < loop.spins && w->spins != loop.look)
		rd_cpu_relax();
	else
		wait_idle(w, events);
}
