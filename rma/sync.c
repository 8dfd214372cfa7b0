/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active target synchronisation (MPI-5.0 12.5.1, 12.5.2): fences, and post, start, complete, wait
 * by messages between those concerned. Called by mpi/.
 */
#include "rma/am.h"

#include "coll/coll.h"
#include "runtime/progress.h"

#include <stdlib.h>

/* ---- Fence ---- */

int rd_win_fence(struct rd_win *win, int assert)
{
	int err, late;

	if ((win->epoch != RD_EPOCH_NONE && win->epoch != RD_EPOCH_FENCE) || win->posted)
		return RD_ERMA_SYNC;
	/* Also after an error the others must be met. */
	err = rd_rma_flush_all(win);
	late = rd_coll_barrier(win->comm);
	win->epoch = assert & MPI_MODE_NOSUCCEED ? RD_EPOCH_NONE : RD_EPOCH_FENCE;
	win->open_all = win->epoch == RD_EPOCH_FENCE;
	win->used = 0;
	return err ? err : late;
}

/* ---- Post, start, complete, wait ---- */

/* Calls visit with the rank in the window of each member of the group; RD_EGROUP. */
static int for_members(struct rd_win *win, struct rd_group *group,
		       int (*visit)(struct rd_win *win, int rank, int arg), int arg)
{
	int err = 0, rank;

	for (int i = 0; !err && i < group->size; i++) {
		rd_group_translate(group, 1, &i, win->comm->group, &rank);
		err = rank == MPI_UNDEFINED ? RD_EGROUP : visit(win, rank, arg);
	}
	return err;
}

static int is_member(struct rd_win *win, int rank, int arg)
{
	(void)win;
	(void)rank;
	(void)arg;
	return 0;
}

static int tell(struct rd_win *win, int rank, int kind)
{
	struct rd_win_peer *peer = &win->peer[rank];

	if (rank != win->comm->rank)
		return rd_rma_tell(win, rank, (enum rd_rma_kind)kind, 0);
	if (kind == RD_RMA_POST)
		peer->posts++;
	else
		peer->completes++;
	return 0;
}

static int set_open(struct rd_win *win, int rank, int open)
{
	win->peer[rank].open = (uint8_t)open;
	return 0;
}

int rd_win_post(struct rd_win *win, struct rd_group *group, int assert)
{
	int err;

	if (win->posted || (win->epoch == RD_EPOCH_FENCE && win->used))
		return RD_ERMA_SYNC;
	err = for_members(win, group, is_member, 0);
	if (err)
		return err;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!(assert & MPI_MODE_NOCHECK))
		err = for_members(win, group, tell, RD_RMA_POST);
	if (err)
		return err;
	rd_group_hold(group);
	win->posted = group;
	return 0;
}

static int await_post(struct rd_win *win, int rank, int arg)
{
	struct rd_win_peer *peer = &win->peer[rank];
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
	int err;

	if (win->epoch != RD_EPOCH_NONE && (win->epoch != RD_EPOCH_FENCE || win->used))
		return RD_ERMA_SYNC;
	err = for_members(win, group, is_member, 0);
	if (!err && !(assert & MPI_MODE_NOCHECK))
		err = for_members(win, group, await_post, 0);
	if (err)
		return err;
	for_members(win, group, set_open, 1);
	rd_group_hold(group);
	win->started = group;
	win->epoch = RD_EPOCH_START;
	win->open_all = 0;
	return 0;
}

static int finish(struct rd_win *win, int rank, int arg)
{
	struct rd_win_peer *peer = &win->peer[rank];

	(void)arg;
	rd_rma_drain(win, rank);
	peer->dirty = 0; /* the target waits for it itself */
	peer->open = 0;
	return 0;
}

int rd_win_complete(struct rd_win *win)
{
	int err;

	if (win->epoch != RD_EPOCH_START)
		return RD_ERMA_SYNC;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	err = for_members(win, win->started, tell, RD_RMA_CMPL);
	for_members(win, win->started, finish, 0);
	rd_group_put(win->started);
	win->started = NULL;
	win->epoch = RD_EPOCH_NONE;
	return err ? err : rd_rma_error(win);
}

/* RD_EPENDING: it has not completed yet. */
static int has_completed(struct rd_win *win, int rank, int arg)
{
	(void)arg;
	return win->peer[rank].completes ? 0 : RD_EPENDING;
}

static int expect_complete(struct rd_win *win, int rank, int arg)
{
	(void)arg;
	win->peer[rank].awaited = RD_AWAITED_COMPLETE;
	return 0;
}

static int use_complete(struct rd_win *win, int rank, int arg)
{
	(void)arg;
	win->peer[rank].awaited = RD_AWAITED_NONE;
	if (win->peer[rank].completes) /* none of one that is gone */
		win->peer[rank].completes--;
	return 0;
}

static int end_exposure(struct rd_win *win)
{
	for_members(win, win->posted, use_complete, 0);
	rd_group_put(win->posted);
	win->posted = NULL;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return rd_win_is_broken(win) ? RD_EPROC : 0;
}

int rd_win_wait(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;

	if (!win->posted)
		return RD_ERMA_SYNC;
	for_members(win, win->posted, expect_complete, 0);
	while (for_members(win, win->posted, has_completed, 0) && !rd_win_is_broken(win))
		rd_progress_wait(&w);
	return end_exposure(win);
}

int rd_win_test(struct rd_win *win, int *flag)
{
	*flag = 0;
	if (!win->posted)
		return RD_ERMA_SYNC;
	if (for_members(win, win->posted, has_completed, 0))
		rd_progress_test();
	*flag = !for_members(win, win->posted, has_completed, 0) || rd_win_is_broken(win);
	return *flag ? end_exposure(win) : 0;
}
