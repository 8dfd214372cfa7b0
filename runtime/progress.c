/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress loop. Pollers are kept in an array, most of the loop's life is one pass over
 * it. How to wait is decided from what yielding the processor costs: where it comes
 * back at once nobody else wanted the processor and spinning is free; where it takes
 * long, somebody did, and it is given away sooner from then on.
 */
#include "runtime/progress.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/log.h"
#include "base/param.h"

#define POLLERS_MAX 16 /* one per transport and one per layer that has queues */

/* RUNTIME measurements on two cores, barrier of 4: yielding after 20 looks 1.33 us, after 2000 2.7 us. */
#define LOOKS_CROWDED 20
#define LOOKS_ALONE 2000
#define LOOKS_BETWEEN_YIELDS 50 /* alone: a yield costs a system call, a look does not */

/* A yield that took longer let somebody else run; a bare one takes about 0.3 us. */
#define YIELD_TAKEN_NS 5000
#define YIELD_MEMORY 64 /* prompt yields in a row before a processor counts as ours again */

#define SLEEP_AFTER_CROWDED_NS 5000000u
#define SLEEP_AFTER_ALONE_NS 100000000u
#define SLEEP_MAX_MS 1000 /* a lost wake-up costs this at most */

struct rd_progress_stats rd_progress_stats;

static struct rd_poller *pollers[POLLERS_MAX];
static int npollers;

static uint32_t looks_max = LOOKS_ALONE;
static uint32_t looks_between = LOOKS_BETWEEN_YIELDS;
static uint64_t sleep_after_ns = SLEEP_AFTER_ALONE_NS;
static int crowded;        /* more ranks than processors, known from the start */
static int looks_fixed;    /* RONDO_SPIN was given */
static uint32_t prompt_yields;

void rd_progress_add(struct rd_poller *poller)
{
	if (npollers == POLLERS_MAX) {
		rd_error("progress: no room for poller %s", poller->name);
		abort();
	}
	pollers[npollers++] = poller;
}

void rd_progress_remove(struct rd_poller *poller)
{
	for (int i = 0; i < npollers; i++) {
		if (pollers[i] != poller)
			continue;
		memmove(&pollers[i], &pollers[i + 1], (size_t)(npollers - i - 1) * sizeof(*pollers));
		npollers--;
		return;
	}
}

static void set_spinning(int share)
{
	if (looks_fixed)
		return;
	looks_max = share ? LOOKS_CROWDED : LOOKS_ALONE;
	looks_between = share ? 1 : LOOKS_BETWEEN_YIELDS;
}

void rd_progress_setup(int nranks, int ncpus)
{
	int64_t spin = rd_param_int(RD_PARAM_SPIN);
	int64_t sleep_us = rd_param_int(RD_PARAM_SLEEP_US);

	crowded = nranks > ncpus;
	set_spinning(crowded);
	sleep_after_ns = crowded ? SLEEP_AFTER_CROWDED_NS : SLEEP_AFTER_ALONE_NS;
	if (spin >= 0) {
		looks_fixed = 1;
		looks_max = spin < UINT32_MAX ? (uint32_t)spin : UINT32_MAX;
		looks_between = rd_min(looks_max, (uint32_t)LOOKS_BETWEEN_YIELDS);
	}
	if (sleep_us >= 0)
		sleep_after_ns = (uint64_t)sleep_us * 1000;
}

int rd_progress(void)
{
	int events = 0;

	for (int i = 0; i < npollers; i++)
		events += pollers[i]->poll();
	return events;
}

/* Learns from what the last yield took. */
static void learn(uint64_t took_ns)
{
	if (crowded)
		return;
	if (took_ns > YIELD_TAKEN_NS) {
		prompt_yields = 0;
		set_spinning(1);
	} else if (++prompt_yields == YIELD_MEMORY) {
		set_spinning(0);
	}
}

/* Arms the pollers in turn; returns how many were asked, the last of which refused if *timeout_ms is 0. */
static int arm_all(struct pollfd *fds, int *nfds, int *timeout_ms)
{
	int i;

	for (i = 0; i < npollers && *timeout_ms; i++) {
		int answer = pollers[i]->arm ? pollers[i]->arm() : RD_ARM_BLIND;

		if (answer == RD_ARM_BUSY)
			*timeout_ms = 0;
		else if (answer == RD_ARM_BLIND)
			*timeout_ms = RD_SLEEP_BLIND_MS;
		if (pollers[i]->arm && pollers[i]->fd >= 0)
			fds[(*nfds)++] = (struct pollfd){.fd = pollers[i]->fd, .events = POLLIN};
	}
	return i;
}

static void sleep_once(void)
{
	struct pollfd fds[POLLERS_MAX];
	int nfds = 0, timeout_ms = SLEEP_MAX_MS;
	int armed = arm_all(fds, &nfds, &timeout_ms);

	if (timeout_ms) {
		rd_progress_stats.sleeps++;
		if (poll(fds, (nfds_t)nfds, timeout_ms) < 0 && errno != EINTR)
			rd_error("progress: poll of %d descriptors: %m", nfds);
	}
	for (int i = 0; i < armed; i++)
		if (pollers[i]->disarm)
			pollers[i]->disarm();
}

static void yield(struct rd_wait *w, uint64_t now)
{
	sched_yield();
	rd_progress_stats.yields++;
	w->yields++;
	learn(rd_clock_ns() - now);
	w->looks = looks_max > looks_between ? looks_max - looks_between : 0;
}

static __attribute__((noinline, cold)) void wait_idle(struct rd_wait *w)
{
	uint64_t now = rd_clock_ns();

	if (!w->since_ns)
		w->since_ns = now;
	if (now - w->since_ns >= sleep_after_ns) {
		sleep_once();
		return;
	}
	yield(w, now);
}

int rd_progress_test(void)
{
	static struct rd_wait asked = RD_WAIT_INIT;
	int events = rd_progress();

	if (events)
		asked.looks = 0;
	else if (++asked.looks >= looks_max)
		yield(&asked, rd_clock_ns());
	return events;
}

void rd_progress_wait(struct rd_wait *w)
{
	if (rd_progress()) {
		*w = (struct rd_wait)RD_WAIT_INIT;
		return;
	}
	if (++w->looks < looks_max)
		rd_cpu_relax();
	else
		wait_idle(w);
}
