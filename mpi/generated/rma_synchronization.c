/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-rma.tbl by mpi/gen.pl: do not edit */
/*
 * Synchronisation of windows: fences, post and start, locks, flushes (MPI-5.0 12.5).
 */
#include "mpi/api.h"

RD_MPI_LOCKED locked_win_fence(int assert, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_fence");

	return err ? err : rd_mpi_leave(PMPI_Win_fence(assert, win));
}

int PMPI_Win_fence(int assert, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_fence(assert, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_fence", "win", win);
		if (rd_unlikely(!((assert & ~RD_WIN_ASSERTS) == 0)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ASSERT, "MPI_Win_fence",
					    "assert=%d has bits that are no MPI_MODE_* assertion",
					    assert);
	}
	err = rd_win_fence(win_p, assert);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_fence", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_fence);

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_group *group_p = rd_group_get(group);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_post");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_post(group, assert, win));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(&win_p->errs, "MPI_Win_post", "group", group);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_post", "win", win);
		if (rd_unlikely(!((assert & ~RD_WIN_ASSERTS) == 0)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ASSERT, "MPI_Win_post",
					    "assert=%d has bits that are no MPI_MODE_* assertion",
					    assert);
	}
	err = rd_win_post(win_p, group_p, assert);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_post", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_post);

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_group *group_p = rd_group_get(group);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_start");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_start(group, assert, win));
		if (rd_unlikely(!group_p))
			return rd_mpi_bad_group(&win_p->errs, "MPI_Win_start", "group", group);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_start", "win", win);
		if (rd_unlikely(!((assert & ~RD_WIN_ASSERTS) == 0)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ASSERT, "MPI_Win_start",
					    "assert=%d has bits that are no MPI_MODE_* assertion",
					    assert);
	}
	err = rd_win_start(win_p, group_p, assert);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_start", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_start);

int PMPI_Win_complete(MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_complete");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_complete(win));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_complete", "win", win);
	}
	err = rd_win_complete(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_complete", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_complete);

int PMPI_Win_wait(MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_wait");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_wait(win));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_wait", "win", win);
	}
	err = rd_win_wait(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_wait", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_wait);

int PMPI_Win_test(MPI_Win win, int *flag)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_test");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_test(win, flag));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_test", "win", win);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&win_p->errs, "MPI_Win_test", "flag");
	}
	err = rd_win_test(win_p, flag);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_test", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_test);

RD_MPI_LOCKED locked_win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_lock");

	return err ? err : rd_mpi_leave(PMPI_Win_lock(lock_type, rank, assert, win));
}

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_lock(lock_type, rank, assert, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_lock", "win", win);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, "MPI_Win_lock", "rank", rank,
						  win_p->comm->size);
		if (rd_unlikely(!(lock_type == MPI_LOCK_EXCLUSIVE || lock_type == MPI_LOCK_SHARED)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_LOCKTYPE, "MPI_Win_lock",
					    "lock_type=%d is neither MPI_LOCK_EXCLUSIVE nor "
					    "MPI_LOCK_SHARED",
					    lock_type);
		if (rd_unlikely(!((assert & ~RD_WIN_ASSERTS) == 0)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ASSERT, "MPI_Win_lock",
					    "assert=%d has bits that are no MPI_MODE_* assertion",
					    assert);
	}
	err = rd_win_lock(win_p, lock_type, rank, assert);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_lock", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_lock);

RD_MPI_LOCKED locked_win_unlock(int rank, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_unlock");

	return err ? err : rd_mpi_leave(PMPI_Win_unlock(rank, win));
}

int PMPI_Win_unlock(int rank, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_unlock(rank, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_unlock", "win", win);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, "MPI_Win_unlock", "rank", rank,
						  win_p->comm->size);
	}
	err = rd_win_unlock(win_p, rank);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_unlock", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_unlock);

RD_MPI_LOCKED locked_win_lock_all(int assert, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_lock_all");

	return err ? err : rd_mpi_leave(PMPI_Win_lock_all(assert, win));
}

int PMPI_Win_lock_all(int assert, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_lock_all(assert, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_lock_all", "win", win);
		if (rd_unlikely(!((assert & ~RD_WIN_ASSERTS) == 0)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ASSERT, "MPI_Win_lock_all",
					    "assert=%d has bits that are no MPI_MODE_* assertion",
					    assert);
	}
	err = rd_win_lock_all(win_p, assert);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_lock_all", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_lock_all);

RD_MPI_LOCKED locked_win_unlock_all(MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_unlock_all");

	return err ? err : rd_mpi_leave(PMPI_Win_unlock_all(win));
}

int PMPI_Win_unlock_all(MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_unlock_all(win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_unlock_all", "win", win);
	}
	err = rd_win_unlock_all(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_unlock_all", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_unlock_all);

RD_MPI_LOCKED locked_win_flush(int rank, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_flush");

	return err ? err : rd_mpi_leave(PMPI_Win_flush(rank, win));
}

int PMPI_Win_flush(int rank, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_flush(rank, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_flush", "win", win);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, "MPI_Win_flush", "rank", rank,
						  win_p->comm->size);
	}
	err = rd_win_flush(win_p, rank);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_flush", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_flush);

RD_MPI_LOCKED locked_win_flush_all(MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_flush_all");

	return err ? err : rd_mpi_leave(PMPI_Win_flush_all(win));
}

int PMPI_Win_flush_all(MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_flush_all(win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_flush_all", "win", win);
	}
	err = rd_win_flush_all(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_flush_all", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_flush_all);

RD_MPI_LOCKED locked_win_flush_local(int rank, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_flush_local");

	return err ? err : rd_mpi_leave(PMPI_Win_flush_local(rank, win));
}

int PMPI_Win_flush_local(int rank, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_flush_local(rank, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_flush_local", "win", win);
		if (rd_unlikely(!rd_mpi_rank_ok(rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, "MPI_Win_flush_local", "rank", rank,
						  win_p->comm->size);
	}
	err = rd_win_flush_local(win_p, rank);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_flush_local", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_flush_local);

RD_MPI_LOCKED locked_win_flush_local_all(MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_flush_local_all");

	return err ? err : rd_mpi_leave(PMPI_Win_flush_local_all(win));
}

int PMPI_Win_flush_local_all(MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_flush_local_all(win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_flush_local_all", "win", win);
	}
	err = rd_win_flush_local_all(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_flush_local_all", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_flush_local_all);

RD_MPI_LOCKED locked_win_sync(MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Win_sync");

	return err ? err : rd_mpi_leave(PMPI_Win_sync(win));
}

int PMPI_Win_sync(MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_win_sync(win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_sync", "win", win);
	}
	err = rd_win_sync(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_sync", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_sync);
