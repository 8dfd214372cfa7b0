/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting for a word in shared memory, for any time: the progress loop runs meanwhile, and may put
 * the process to sleep until the writer of the word wakes it. Called by way of rd_shmcoll_await.
 *
 * A sleeper publishes in the segment the member for which it sleeps, counts itself in `sleepers`,
 * and reads the word once more; a writer of a word reads `sleepers` and wakes the members that
 * sleep for it. node/wakeup.h explains why one of the two sees the other, and the wake-up
 * itself. All communicators of a process have one wake-up, and use the same wakefds of other
 * processes.
 */
#include "coll/sm.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/threads.h"
#include "coll/differ.h"
#include "coll/spins.h"
#include "pt2pt/peer.h"
#include "node/wakeup.h"
#include "node/wakeup_peer.h"
#include "runtime/job.h"
#include "runtime/stall.h"

#include <errno.h>
#include <signal.h>

/* One wait of this process; several threads may be inside collectives of different
 * communicators. */
struct waiting {
	struct rd_shmcoll *shm;
	struct rd_coll_call *call;
	struct rd_shmcoll_want want;
	struct waiting *next;
};

static struct waiting *waits;
static struct rd_wakeup wakeup = RD_WAKEUP_INIT;
static int can_barrier;

static uint32_t *sleeping_of(const struct rd_shmcoll *shm)
{
	return &shm->member[shm->rank].sleeping;
}

static int poll_nothing(void)
{
	return 0;
}

static int arm(void)
{
	int light = 0;

	for (struct waiting *w = waits; w; w = w->next) {
		__atomic_store_n(&w->shm->member[w->shm->rank].awaited, w->want.value,
				 __ATOMIC_RELAXED);
		rd_sleep_begin(sleeping_of(w->shm), (uint32_t)w->want.member + 1,
			       &w->shm->head->sleepers);
		light |= w->shm->light;
	}
	/* pairs with rd_shmcoll_tell */
	if (waits && rd_wakeup_fence(light))
		rd_warn("collectives in shared memory: membarrier: %m");
	for (struct waiting *w = waits; w; w = w->next)
		if (rd_shmcoll_is_there(&w->want))
			return RD_ARM_BUSY;
	return RD_ARM_OK;
}

static void disarm(void)
{
	for (struct waiting *w = waits; w; w = w->next)
		rd_sleep_end(sleeping_of(w->shm), &w->shm->head->sleepers);
	rd_wakeup_drain(&wakeup);
}

/* A member that has not arrived. */
static int missing(const struct waiting *w)
{
	int m = 0;

	if (w->want.member != RD_SHMCOLL_ANY)
		return w->want.member;
	while (m < w->shm->n - 1 && (m == w->shm->rank || rd_shmcoll_has_come(w->shm, m)))
		m++;
	return m;
}

void rd_shmcoll_tell_stall(struct rd_stall *s, const struct rd_coll_call *call, int member)
{
	const struct rd_ctx *ctx = &call->comm->coll, *of = ctx->whole ? ctx->whole : ctx;
	int world = rd_ctx_world(ctx, member);
	char words[RD_COLL_WORDS_B];

	rd_coll_words(call, words);
	if (!ctx->whole) /* else it is no call of the user's */
		rd_stall_within(s, ctx->id, words);
	rd_stall_wait(s, world, "rank %d (a collective on %s%s%s; shared memory)", world,
		      *of->name ? of->name : "a communicator", ctx->whole ? "" : ", ",
		      ctx->whole ? "" : words);
}

static void tell(struct rd_stall *s)
{
	for (const struct waiting *w = waits; w && s->part == RD_STALL_EXACT; w = w->next)
		rd_shmcoll_tell_stall(s, w->call, missing(w));
}

static struct rd_poller poller = {
	.name = "coll",
	.poll = poll_nothing,
	.arm = arm,
	.disarm = disarm,
	.fd = -1,
	.tell = tell,
};

int rd_shmcoll_wakeup(int *light)
{
	if (wakeup.in < 0) {
		if (rd_wakeup_open(&wakeup)) {
			rd_info("collectives in shared memory: pipe: %m");
			return -1;
		}
		can_barrier = rd_wakeup_light();
		poller.fd = wakeup.in;
		rd_progress_add(&poller);
	}
	*light = can_barrier;
	return wakeup.out;
}

void rd_shmcoll_wakeup_fini(void)
{
	if (wakeup.in < 0)
		return;
	rd_progress_remove(&poller);
	rd_wakeup_close(&wakeup);
	rd_wakeup_peer_close_all();
}

static void ring(struct rd_shmcoll *shm, int m)
{
	const struct rd_shmcoll_member *member = &shm->member[m];

	if (!rd_wakeup_peer(member->process.pid, member->wakeup, member->process.token))
		return;
	if (errno != ENOENT && errno != ESRCH) /* those two mean that it has just ended */
		rd_error("waking member %d (process %d) of a communicator: %m; if open files are "
			 "at their limit, raise it (ulimit -n)",
			 m, member->process.pid);
}

/* With the awaited value, written before. */
static uint32_t sleeps_for(const struct rd_shmcoll *shm, int m)
{
	return __atomic_load_n(&shm->member[m].sleeping, __ATOMIC_ACQUIRE);
}

/* 1: the member slept for `to` and has been woken. */
static int wake(struct rd_shmcoll *shm, int m, uint32_t to)
{
	if (!rd_sleep_claim(&shm->member[m].sleeping, to, &shm->head->sleepers))
		return 0;
	ring(shm, m);
	return 1;
}

void rd_shmcoll_wake_sleepers(struct rd_shmcoll *shm)
{
	uint32_t me = (uint32_t)shm->rank + 1;

	for (int m = 0; m < shm->n; m++)
		if (sleeps_for(shm, m) == me)
			wake(shm, m, me);
	if (shm->counting.groups)
		rd_shmcoll_wake_next(shm);
}

/* The neighbours first: a member that often sleeps is woken by the same ones. */
void rd_shmcoll_wake_next(struct rd_shmcoll *shm)
{
	uint64_t met = __atomic_load_n(&shm->head->met, __ATOMIC_ACQUIRE);
	int rung = 0;

	for (int i = 1; i < shm->n && rung < 2; i++) {
		int m = (shm->rank + i) % shm->n;

		if (sleeps_for(shm, m) == (uint32_t)RD_SHMCOLL_ANY + 1 &&
		    __atomic_load_n(&shm->member[m].awaited, __ATOMIC_RELAXED) <= met)
			rung += wake(shm, m, (uint32_t)RD_SHMCOLL_ANY + 1);
	}
}

static int has_ended(const struct rd_shmcoll *shm, int m)
{
	return kill(shm->member[m].process.pid, 0) && errno == ESRCH;
}

/* Checks all members: the awaited one may wait for the dead one, or have given up because of it. */
static int look_for_dead(struct rd_shmcoll *shm, const struct rd_shmcoll_want *want)
{
	for (int m = 0; m < shm->n; m++) {
		int world = rd_ctx_world(&shm->call->comm->coll, m);

		if (m == shm->rank || !has_ended(shm, m) || rd_shmcoll_is_there(want))
			continue;
		if (rd_peer_fail(world))
			rd_error("rank %d on %s (process %d) has ended during a collective", world,
				 rd_job_host(world), shm->member[m].process.pid);
		return RD_EPROC;
	}
	return 0;
}

int rd_shmcoll_look_for_dead(struct rd_shmcoll *shm, const struct rd_shmcoll_want *want,
			     uint64_t *looked_ns)
{
	uint64_t now = rd_clock_ns();

	if (!*looked_ns)
		*looked_ns = now;
	if (now - *looked_ns < rd_wait_table.shmcoll.dead_gap_ns)
		return 0;
	*looked_ns = now;
	return look_for_dead(shm, want);
}

static int await_long(struct rd_shmcoll *shm, struct rd_shmcoll_want want,
		      const struct rd_shmcoll_event *other)
{
	struct waiting self = {shm, shm->call, want, waits}, **link = &waits;
	struct rd_progress_stats before = rd_progress_stats;
	uint64_t sleeps = before.sleeps, looked_ns = 0;
	struct rd_wait w = RD_WAIT_INIT;
	int err = 0;

	rd_shmcoll_say_place(shm);
	waits = &self;
	while (!rd_shmcoll_is_there(&self.want) && !err && !(other && other->is_there(other))) {
		if (rd_shmcoll_is_lost(shm)) {
			err = RD_EPROC;
			break;
		}
		rd_spins_wait(&w, shm->spins, rd_wait_table.shmcoll.spins_least);
		shm->call = self.call; /* another thread may have begun an operation */
		/* A wait that slept has been long; the end of another process wakes no member. */
		if (rd_progress_stats.sleeps != sleeps)
			err = rd_shmcoll_look_for_dead(shm, &self.want, &looked_ns);
		if (!err && rd_progress_stats.sleeps != sleeps)
			err = rd_shmcoll_look_for_other(shm, &self.want);
		sleeps = rd_progress_stats.sleeps;
	}
	rd_shmcoll_note_lost(shm, err);
	rd_threads_disturb(); /* one that sleeps has armed the poller for this wait, too */
	while (*link != &self)
		link = &(*link)->next;
	*link = self.next;
	if (!shm->place.tight)
		shm->spins = rd_spins_learn(
			shm->spins, rd_progress_stats.handovers - before.handovers,
			rd_wait_table.shmcoll.spins_least, rd_wait_table.shmcoll.spins_most);
	return err;
}

int rd_shmcoll_await_slow(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value, int member)
{
	struct rd_coll_call *call = shm->call;

	rd_shmcoll_spread(shm);
	for (int rounds = 0; shm->place.tight && !rd_threads && !rd_shmcoll_is_lost(shm) &&
			     rounds < rd_wait_table.shmcoll.rounds;
	     rounds++) {
		if (rd_shmcoll_give_way(shm, word, value, member))
			return 0;
		rd_progress();
		shm->call = call; /* a poller may have carried out operations of a queue */
	}
	return await_long(shm, (struct rd_shmcoll_want){word, value, member}, NULL);
}

int rd_shmcoll_await_either(struct rd_shmcoll *shm, const struct rd_shmcoll_want *want,
			    const struct rd_shmcoll_event *other)
{
	return await_long(shm, *want, other);
}

int rd_shmcoll_await_post_slow(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value,
			       int member)
{
	uint64_t any = value >> RD_SHMCOLL_SIGN << RD_SHMCOLL_SIGN, got;
	int err;

	if (shm->counting.groups && shm->call->err == RD_ECOUNT)
		return RD_ECOUNT; /* after a meeting, a post that is not there does not come */
	err = rd_shmcoll_await_slow(shm, word, any, member);
	got = __atomic_load_n(word, __ATOMIC_ACQUIRE);
	return err || got == value ? err : rd_shmcoll_posts_differ(shm->call, member, got, value);
}
