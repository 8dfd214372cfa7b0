/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active target synchronization (MPI-5.0 12.5.1, 12.5.2): fences, and post, start, complete, wait
 * by messages between the members of the groups. Called by mpi/.
 */
#include "rma/am.h"

#include "coll/coll.h"
#include "runtime/progress.h"

#include <stdlib.h>

/* ---- Fence ---- */

int rd_win_fence(struct rd_win *win, int assert)
{
	int err, late;

	if ((win->epoch != RD_EPOCH_NONE && win->epoch != RD_EPOCH_FENCE) || win->posted.rank)
		return RD_ERMA_SYNC;
	/* The barrier is called after an error too: the others wait in it. */
	err = rd_rma_flush_all(win);
	late = rd_coll_barrier(win->comm);
	win->epoch = assert &MPI_MODE_NOSUCCEED ? RD_EPOCH_NONE : RD_EPOCH_FENCE;
	win->open_all = win->epoch == RD_EPOCH_FENCE;
	win->used = 0;
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

	if (win->posted.rank || (win->epoch == RD_EPOCH_FENCE && win->used))
		return RD_ERMA_SYNC;
	err = ranks_of(win, group, &ranks);
	if (err)
		return err;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!(assert &MPI_MODE_NOCHECK))
		err = tell_members(win, &ranks, RD_RMA_POST);
	if (err)
		forget(&ranks);
	else
		win->posted = ranks;
	return err;
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

	if (win->epoch != RD_EPOCH_NONE && (win->epoch != RD_EPOCH_FENCE || win->used))
		return RD_ERMA_SYNC;
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
	win->started = ranks;
	win->epoch = RD_EPOCH_START;
	win->open_all = 0;
	return 0;
}

static int finish(struct rd_win *win, struct rd_win_peer *peer, int arg)
{
	(void)win;
	(void)arg;
	rd_rma_drain(peer);
	peer->dirty = 0; /* the target waits for these messages itself */
	peer->open = 0;
	return 0;
}

int rd_win_complete(struct rd_win *win)
{
	int err;

	if (win->epoch != RD_EPOCH_START)
		return RD_ERMA_SYNC;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	err = tell_members(win, &win->started, RD_RMA_CMPL);
	for_members(win, &win->started, finish, 0);
	forget(&win->started);
	win->epoch = RD_EPOCH_NONE;
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
	for_members(win, &win->posted, use_complete, 0);
	forget(&win->posted);
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
	if (!win->posted.rank)
		return RD_ERMA_SYNC;
	for_members(win, &win->posted, expect_complete, 0);
	for_members(win, &win->posted, await_complete, 0);
	return end_exposure(win);
}

int rd_win_test(struct rd_win *win, int *flag)
{
	*flag = 0;
	if (!win->posted.rank)
		return RD_ERMA_SYNC;
	if (for_members(win, &win->posted, has_completed, 0))
		rd_progress_test();
	*flag = !for_members(win, &win->posted, has_completed, 0) || rd_win_is_broken(win);
	return *flag ? end_exposure(win) : 0;
}
