/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active target synchronization (MPI-5.0 12.5.1, 12.5.2): fences, and post, start, complete, wait
 * by messages between the members of the groups. Called by mpi/.
 */
#include "rma/am.h"
#include "rma/card.h"

#include "base/check.h"
#include "coll/coll.h"
#include "runtime/progress.h"

#include <stdlib.h>

/* ---- Epochs ---- */

#define BIT(epoch) (1u << RD_EPOCH_##epoch)
#define BEGIN (BIT(FENCE) | BIT(START) | BIT(LOCK) | BIT(LOCK_ALL))

static const struct {
	const char *name;
	unsigned next;     /* BIT()s of the epochs that may follow */
	unsigned open_all; /* 1: access to all is allowed */
} epochs[] = {
	[RD_EPOCH_NONE] = {"NONE", BIT(NONE) | BEGIN, 0},
	[RD_EPOCH_FENCE] = {"FENCE", BIT(NONE) | BEGIN, 1},
	[RD_EPOCH_START] = {"START", BIT(NONE), 0},
	[RD_EPOCH_LOCK] = {"LOCK", BIT(LOCK) | BIT(NONE), 0},
	[RD_EPOCH_LOCK_ALL] = {"LOCK_ALL", BIT(NONE), 1},
};

static int count_open(const struct rd_win *win)
{
	int n = 0;

	for (int i = 0; i < win->comm->size; i++) {
		const struct rd_win_peer *peer = rd_win_peer_known(win, i);

		n += peer && peer->open;
	}
	return n;
}

void rd_win_check(const struct rd_win *win)
{
	const struct rd_win_sync *sync = &win->sync;
	const char *name = epochs[sync->access].name;
	int open = sync->access == RD_EPOCH_START ? sync->started.n : sync->locks;

	RD_CHECK(sync->open_all == epochs[sync->access].open_all, "window: %s, and %sopen to all",
		 name, sync->open_all ? "" : "not ");
	RD_CHECK(count_open(win) == open, "window: %s of %d members, %d are open", name, open,
		 count_open(win));
	RD_CHECK((sync->access == RD_EPOCH_LOCK) == (sync->locks > 0), "window: %s with %d locks",
		 name, sync->locks);
	RD_CHECK((sync->access == RD_EPOCH_START) == (sync->started.rank != NULL),
		 "window: %s with %d members", name, sync->started.n);
	RD_CHECK((sync->exposure == RD_EXPOSURE_POSTED) == (sync->posted.rank != NULL),
		 "window: exposure %d to %d members", sync->exposure, sync->posted.n);
	RD_CHECK(sync->access == RD_EPOCH_LOCK_ALL || rd_list_empty(&win->members.held),
		 "window: %s with locks of LOCK_ALL", name);
}

/* 1: operations were issued in this fence epoch, which only a fence can end then. */
static int is_fenced(const struct rd_win *win)
{
	return win->sync.access == RD_EPOCH_FENCE && win->sync.used;
}

void rd_win_enter(struct rd_win *win, enum rd_epoch next)
{
	RD_CHECK(epochs[win->sync.access].next & 1u << next, "window: %s -> %s",
		 epochs[win->sync.access].name, epochs[next].name);
	RD_CHECK(!is_fenced(win) || next == RD_EPOCH_FENCE || next == RD_EPOCH_NONE,
		 "window: FENCE with operations -> %s", epochs[next].name);
	win->sync.access = next;
	win->sync.open_all = (uint8_t)epochs[next].open_all;
	if (RD_CHECKS)
		rd_win_check(win);
}

/* With `posted` of the next state. */
static void expose(struct rd_win *win, enum rd_exposure next)
{
	RD_CHECK(win->sync.exposure != next, "window: exposure %d again", next);
	win->sync.exposure = next;
	if (RD_CHECKS)
		rd_win_check(win);
}

/* ---- Calls that do not fit ---- */

int rd_win_misuse(const struct rd_win *win, const char *first)
{
	static const char *const epochs[] = {
		[RD_EPOCH_NONE] = "no access epoch is open",
		[RD_EPOCH_FENCE] = "an epoch of MPI_Win_fence is open",
		[RD_EPOCH_START] = "an epoch of MPI_Win_start is open: MPI_Win_complete ends it",
		[RD_EPOCH_LOCK] = "a target is locked by MPI_Win_lock: MPI_Win_unlock ends that",
		[RD_EPOCH_LOCK_ALL] =
			"all targets are locked by MPI_Win_lock_all: MPI_Win_unlock_all ends that",
	};

	rd_err_because(
		"%s; now %s%s", first, epochs[win->sync.access],
		win->sync.exposure
			? ", and the window is exposed by MPI_Win_post: MPI_Win_wait ends that"
			: "");
	return RD_ERMA_SYNC;
}

/* ---- Fence ---- */

int rd_win_fence(struct rd_win *win, int assert)
{
	int err, late;

	if ((win->sync.access != RD_EPOCH_NONE && win->sync.access != RD_EPOCH_FENCE) ||
	    win->sync.exposure)
		return rd_win_misuse(win, "first end the epoch that is open");
	/* The barrier is called after an error too: the others wait in it. */
	err = rd_rma_flush_all(win);
	late = rd_coll_barrier(win->comm);
	rd_win_enter(win, assert &MPI_MODE_NOSUCCEED ? RD_EPOCH_NONE : RD_EPOCH_FENCE);
	win->sync.used = 0;
	return err ? err : late;
}

/* ---- Post, start, complete, wait ---- */

/* The members of a group by their ranks in the window; RD_EGROUP. */
static int ranks_of(struct rd_win *win, const struct rd_group *group, struct rd_win_ranks *out)
{
	size_t n = (size_t)group->size;
	int *own = malloc((n + 1) * sizeof(int)), *there = malloc((n + 1) * sizeof(int));
	int err = own && there ? 0 : RD_ENOMEM;

	for (int i = 0; !err && i < group->size; i++)
		own[i] = i;
	if (!err)
		err = rd_group_translate(group, group->size, own, win->comm->group, there);
	for (int i = 0; !err && i < group->size; i++)
		if (there[i] == MPI_UNDEFINED)
			err = RD_EGROUP;
		else if (!rd_win_peer(win, there[i])) /* makes the state of the member */
			err = RD_ENOMEM;
	free(own);
	if (err) {
		free(there);
		return err;
	}
	*out = (struct rd_win_ranks){group->size, there};
	return 0;
}

static void forget(struct rd_win_ranks *ranks)
{
	free(ranks->rank);
	*ranks = (struct rd_win_ranks){0, NULL};
}

static int for_members(struct rd_win *win, const struct rd_win_ranks *ranks,
		       int (*visit)(struct rd_win *win, struct rd_win_peer *peer, int arg), int arg)
{
	int err = 0;

	for (int i = 0; !err && i < ranks->n; i++)
		err = visit(win, rd_win_peer_known(win, ranks->rank[i]), arg);
	return err;
}

static int tell(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_kind kind)
{
	if (peer->rank != win->comm->rank)
		return rd_rma_tell_surely(win, peer->rank, kind, 0);
	if (kind == RD_RMA_POST)
		peer->posts++;
	else
		peer->completes++;
	return 0;
}

/* Each member is told, also after an error: each waits for it. Returns the first error. */
static int tell_members(struct rd_win *win, const struct rd_win_ranks *ranks, enum rd_rma_kind kind)
{
	int first = 0;

	for (int i = 0; i < ranks->n; i++) {
		int err = tell(win, rd_win_peer_known(win, ranks->rank[i]), kind);

		if (!first)
			first = err;
	}
	return first;
}

static int set_open(struct rd_win *win, struct rd_win_peer *peer, int open)
{
	(void)win;
	peer->open = (uint8_t)open;
	return 0;
}

int rd_win_post(struct rd_win *win, struct rd_group *group, int assert)
{
	struct rd_win_ranks ranks;
	int err;

	if (win->sync.exposure || is_fenced(win))
		return rd_win_misuse(win, "first end the epoch that is open");
	err = ranks_of(win, group, &ranks);
	if (err)
		return err;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!(assert &MPI_MODE_NOCHECK))
		err = tell_members(win, &ranks, RD_RMA_POST);
	if (err) {
		forget(&ranks);
		return err;
	}
	win->sync.posted = ranks;
	expose(win, RD_EXPOSURE_POSTED);
	return 0;
}

static int await_post(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	struct rd_wait w = RD_WAIT_INIT;

	(void)arg;
	peer->awaited = RD_AWAITED_POST;
	while (!peer->posts && !rd_win_is_broken(win))
		rd_progress_wait(&w);
	peer->awaited = RD_AWAITED_NONE;
	if (!peer->posts)
		return RD_EPROC;
	peer->posts--;
	return 0;
}

int rd_win_start(struct rd_win *win, struct rd_group *group, int assert)
{
	struct rd_win_ranks ranks;
	int err;

	if (is_fenced(win) ||
	    (win->sync.access != RD_EPOCH_NONE && win->sync.access != RD_EPOCH_FENCE))
		return rd_win_misuse(win, "first end the epoch that is open");
	err = ranks_of(win, group, &ranks);
	if (err)
		return err;
	if (!(assert &MPI_MODE_NOCHECK))
		err = for_members(win, &ranks, await_post, 0);
	if (err) {
		forget(&ranks);
		return err;
	}
	for_members(win, &ranks, set_open, 1);
	win->sync.started = ranks;
	rd_win_enter(win, RD_EPOCH_START);
	return 0;
}

static int drain(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	(void)win;
	(void)arg;
	rd_rma_drain(peer);
	peer->dirty = 0; /* the target waits for these messages itself */
	return 0;
}

static int place_puts(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	(void)win;
	(void)arg;
	return rd_rma_card_flush(peer);
}

int rd_win_complete(struct rd_win *win)
{
	int err, card;

	if (win->sync.access != RD_EPOCH_START)
		return rd_win_misuse(win, "call MPI_Win_start first");
	rd_rma_pipeline_end_in(win);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	card = for_members(win, &win->sync.started, place_puts, 0);
	err = tell_members(win, &win->sync.started, RD_RMA_CMPL);
	if (!err)
		err = card;
	for_members(win, &win->sync.started, drain, 0);
	for_members(win, &win->sync.started, set_open, 0);
	forget(&win->sync.started);
	rd_win_enter(win, RD_EPOCH_NONE);
	return err ? err : rd_rma_error(win);
}

/* RD_EPENDING: it has not completed yet. */
static int has_completed(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	(void)win;
	(void)arg;
	return peer->completes ? 0 : RD_EPENDING;
}

static int expect_complete(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	(void)win;
	(void)arg;
	peer->awaited = RD_AWAITED_COMPLETE;
	return 0;
}

static int use_complete(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	(void)win;
	(void)arg;
	peer->awaited = RD_AWAITED_NONE;
	if (peer->completes) /* none from a member that has failed */
		peer->completes--;
	return 0;
}

static int end_exposure(struct rd_win *win)
{
	for_members(win, &win->sync.posted, use_complete, 0);
	forget(&win->sync.posted);
	expose(win, RD_EXPOSURE_NONE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return rd_win_is_broken(win) ? RD_EPROC : 0;
}

/* Waits for each in turn: members that have completed are not checked again. */
static int await_complete(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	struct rd_wait w = RD_WAIT_INIT;

	(void)arg;
	while (!peer->completes && !rd_win_is_broken(win))
		rd_progress_wait(&w);
	return 0;
}

int rd_win_wait(struct rd_win *win)
{
	if (!win->sync.exposure)
		return rd_win_misuse(win, "call MPI_Win_post first");
	for_members(win, &win->sync.posted, expect_complete, 0);
	for_members(win, &win->sync.posted, await_complete, 0);
	return end_exposure(win);
}

int rd_win_test(struct rd_win *win, int *flag)
{
	*flag = 0;
	if (!win->sync.exposure)
		return rd_win_misuse(win, "call MPI_Win_post first");
	if (for_members(win, &win->sync.posted, has_completed, 0))
		rd_progress_test();
	*flag = !for_members(win, &win->sync.posted, has_completed, 0) || rd_win_is_broken(win);
	return *flag ? end_exposure(win) : 0;
}
