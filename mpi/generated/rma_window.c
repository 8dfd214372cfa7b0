/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-rma.tbl by mpi/gen.pl: do not edit */
/*
 * Windows: making and freeing them, their properties (MPI-5.0 12.2).
 */
#include "mpi/api.h"

static int do_win_create(const char *call, void *base, MPI_Aint size, MPI_Aint disp_unit,
			 MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_win *win_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_win_create(call, base, size, disp_unit, info, comm,
							  win));
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, call, "comm");
		if (rd_unlikely(disp_unit <= 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DISP, call,
					    "disp_unit=%lld is not positive", (long long)disp_unit);
		if (rd_unlikely(!win))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "win");
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_SIZE, call,
					    "size=%lld is negative", (long long)size);
		if (rd_unlikely(!(base || size == 0)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_BASE, call,
					    "base is NULL, but size=%lld", (long long)size);
	}
	err = rd_win_create(&(struct rd_win_want){MPI_WIN_FLAVOR_CREATE, base, (uint64_t)size,
			    disp_unit, info_p}, comm_p, &win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*win = rd_win_handle(win_p);
	rd_mpi_count(RD_MADE_WIN, *win, 1);
	return MPI_SUCCESS;
}

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
		    MPI_Win *win)
{
	return do_win_create("MPI_Win_create", base, size, disp_unit, info, comm, win);
}
RD_MPI_ALIAS(Win_create);

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
		      MPI_Win *win)
{
	return do_win_create("MPI_Win_create_c", base, size, disp_unit, info, comm, win);
}
RD_MPI_ALIAS(Win_create_c);

static int do_win_allocate(const char *call, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
			   MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_win *win_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_win_allocate(call, size, disp_unit, info, comm,
							    baseptr, win));
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, call, "comm");
		if (rd_unlikely(disp_unit <= 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DISP, call,
					    "disp_unit=%lld is not positive", (long long)disp_unit);
		if (rd_unlikely(!win))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "win");
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_SIZE, call,
					    "size=%lld is negative", (long long)size);
		if (rd_unlikely(!baseptr))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, call,
					    "baseptr is NULL, but the call needs its address");
	}
	err = rd_win_create(&(struct rd_win_want){MPI_WIN_FLAVOR_ALLOCATE, NULL, (uint64_t)size,
			    disp_unit, info_p}, comm_p, &win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*win = rd_win_handle(win_p);
	rd_mpi_count(RD_MADE_WIN, *win, 1);
	*(void **)baseptr = win_p->base;
	return MPI_SUCCESS;
}

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
		      MPI_Win *win)
{
	return do_win_allocate("MPI_Win_allocate", size, disp_unit, info, comm, baseptr, win);
}
RD_MPI_ALIAS(Win_allocate);

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
			void *baseptr, MPI_Win *win)
{
	return do_win_allocate("MPI_Win_allocate_c", size, disp_unit, info, comm, baseptr, win);
}
RD_MPI_ALIAS(Win_allocate_c);

static int do_win_allocate_shared(const char *call, MPI_Aint size, MPI_Aint disp_unit,
				  MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_win *win_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_win_allocate_shared(call, size, disp_unit, info,
								   comm, baseptr, win));
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, call, "info", info);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, call, "comm");
		if (rd_unlikely(disp_unit <= 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_DISP, call,
					    "disp_unit=%lld is not positive", (long long)disp_unit);
		if (rd_unlikely(!win))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "win");
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_SIZE, call,
					    "size=%lld is negative", (long long)size);
		if (rd_unlikely(!baseptr))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, call,
					    "baseptr is NULL, but the call needs its address");
	}
	err = rd_win_create(&(struct rd_win_want){MPI_WIN_FLAVOR_SHARED, NULL, (uint64_t)size,
			    disp_unit, info_p}, comm_p, &win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*win = rd_win_handle(win_p);
	rd_mpi_count(RD_MADE_WIN, *win, 1);
	*(void **)baseptr = win_p->base;
	return MPI_SUCCESS;
}

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
			     void *baseptr, MPI_Win *win)
{
	return do_win_allocate_shared("MPI_Win_allocate_shared", size, disp_unit, info, comm,
				      baseptr, win);
}
RD_MPI_ALIAS(Win_allocate_shared);

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
			       void *baseptr, MPI_Win *win)
{
	return do_win_allocate_shared("MPI_Win_allocate_shared_c", size, disp_unit, info, comm,
				      baseptr, win);
}
RD_MPI_ALIAS(Win_allocate_shared_c);

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_win *win_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_create_dynamic");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_create_dynamic(info, comm, win));
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&comm_p->errs, "MPI_Win_create_dynamic", "info",
					       info);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Win_create_dynamic", "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, "MPI_Win_create_dynamic", "comm");
		if (rd_unlikely(!win))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Win_create_dynamic", "win");
	}
	err = rd_win_create(&(struct rd_win_want){MPI_WIN_FLAVOR_DYNAMIC, NULL, 0, 1, info_p},
			    comm_p, &win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Win_create_dynamic", NULL);
	*win = rd_win_handle(win_p);
	rd_mpi_count(RD_MADE_WIN, *win, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_create_dynamic);

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_attach");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_attach(win, base, size));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_attach", "win", win);
		if (rd_unlikely(win_p->flavor != MPI_WIN_FLAVOR_DYNAMIC))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_RMA_FLAVOR, "MPI_Win_attach",
					    "win is not of MPI_Win_create_dynamic: it has its "
					    "memory already");
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_SIZE, "MPI_Win_attach",
					    "size=%lld is negative", (long long)size);
		if (rd_unlikely(!(base || size == 0)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_BASE, "MPI_Win_attach",
					    "base is NULL, but size=%lld", (long long)size);
	}
	err = rd_win_attach(win_p, base, (uint64_t)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_attach", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_attach);

int PMPI_Win_detach(MPI_Win win, const void *base)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_detach");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_detach(win, base));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_detach", "win", win);
		if (rd_unlikely(win_p->flavor != MPI_WIN_FLAVOR_DYNAMIC))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_RMA_FLAVOR, "MPI_Win_detach",
					    "win is not of MPI_Win_create_dynamic: nothing is "
					    "attached to it");
	}
	err = rd_win_detach(win_p, base);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_detach", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_detach);

int PMPI_Win_free(MPI_Win *win)
{
	struct rd_win *win_p = win ? rd_win_get(*win) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_free");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_free(win));
		if (rd_unlikely(!win))
			return rd_mpi_bad_pointer(NULL, "MPI_Win_free", "win");
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_free", "win", *win);
	}
	err = rd_win_free(win_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_free", NULL);
	rd_mpi_count(RD_MADE_WIN, *win, -1);
	*win = MPI_WIN_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_free);

static int do_win_shared_query(const char *call, MPI_Win win, int rank, MPI_Aint *size,
			       MPI_Aint *disp_unit, void *baseptr)
{
	struct rd_win *win_p = rd_win_get(win);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_win_shared_query(call, win, rank, size, disp_unit,
								baseptr));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&win_p->errs, call, "size");
		if (rd_unlikely(!disp_unit))
			return rd_mpi_bad_pointer(&win_p->errs, call, "disp_unit");
		if (rd_unlikely(!(rank == MPI_PROC_NULL || rd_mpi_rank_ok(rank, win_p->comm))))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_RANK, call,
					    "rank=%d is not a rank of the window, nor "
					    "MPI_PROC_NULL",
					    rank);
		if (rd_unlikely(!baseptr))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ARG, call,
					    "baseptr is NULL, but the call needs its address");
	}
	rd_win_shared_query(win_p, rank, size, disp_unit, baseptr);
	return MPI_SUCCESS;
}

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)
{
	MPI_Aint wide_disp_unit = 0;
	int err;

	err = do_win_shared_query("MPI_Win_shared_query", win, rank, size,
				  disp_unit ? &wide_disp_unit : NULL, baseptr);
	if (!err)
		*disp_unit = rd_mpi_narrow(wide_disp_unit);
	return err;
}
RD_MPI_ALIAS(Win_shared_query);

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
			    void *baseptr)
{
	return do_win_shared_query("MPI_Win_shared_query_c", win, rank, size, disp_unit, baseptr);
}
RD_MPI_ALIAS(Win_shared_query_c);

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_group *group_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_get_group");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_get_group(win, group));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_get_group", "win", win);
		if (rd_unlikely(!group))
			return rd_mpi_bad_pointer(&win_p->errs, "MPI_Win_get_group", "group");
	}
	group_p = win_p->comm->group;
	rd_group_hold(group_p);
	*group = rd_group_handle(group_p);
	rd_mpi_count(RD_MADE_GROUP, *group, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_get_group);

int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
	struct rd_win *win_p = rd_win_get(win);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_set_name");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_set_name(win, win_name));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_set_name", "win", win);
		if (rd_unlikely(!win_name))
			return rd_mpi_bad_pointer(&win_p->errs, "MPI_Win_set_name", "win_name");
	}
	rd_mpi_name_set(win_p->name, win_name);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_set_name);

int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
	struct rd_win *win_p = rd_win_get(win);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_get_name");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_get_name(win, win_name, resultlen));
		if (rd_unlikely(!win_p && win != MPI_WIN_NULL))
			return rd_mpi_bad_win("MPI_Win_get_name", "win", win);
		if (rd_unlikely(!win_name))
			return rd_mpi_bad_pointer(win_p ? &win_p->errs : NULL, "MPI_Win_get_name",
						  "win_name");
		if (rd_unlikely(!resultlen))
			return rd_mpi_bad_pointer(win_p ? &win_p->errs : NULL, "MPI_Win_get_name",
						  "resultlen");
	}
	*resultlen = rd_mpi_name_get(win_name, win_p ? win_p->name : "MPI_WIN_NULL");
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_get_name);

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_hints *info_p = rd_hints_get(info);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_set_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_set_info(win, info));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_set_info", "win", win);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&win_p->errs, "MPI_Win_set_info", "info", info);
	}
	err = rd_win_set_hints(win_p, info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_set_info", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_set_info);

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_hints *info_used_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_get_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_get_info(win, info_used));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_get_info", "win", win);
		if (rd_unlikely(!info_used))
			return rd_mpi_bad_pointer(&win_p->errs, "MPI_Win_get_info", "info_used");
	}
	err = rd_win_get_hints(win_p, &info_used_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_get_info", NULL);
	*info_used = rd_hints_handle(info_used_p);
	rd_mpi_count(RD_MADE_INFO, *info_used, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_get_info);

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Win_set_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Win_set_attr(win, win_keyval, attribute_val));

	struct rd_win *win_p = rd_win_get(win);
	struct rd_keyval *win_keyval_p = rd_keyval_get(RD_ATTR_WIN, win_keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_set_attr", "win", win);
		if (rd_unlikely(!win_keyval_p))
			return rd_mpi_bad_keyval(&win_p->errs, "MPI_Win_set_attr", "win_keyval",
						 win_keyval);
	}
	err = rd_attrs_set(&win_p->attrs, win, win_keyval_p, attribute_val);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_set_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_set_attr);

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)
{
	struct rd_win *win_p = rd_win_get(win);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_get_attr");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_get_attr(win, win_keyval, attribute_val,
							      flag));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_get_attr", "win", win);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&win_p->errs, "MPI_Win_get_attr", "flag");
		if (rd_unlikely(!attribute_val))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ARG, "MPI_Win_get_attr",
					    "attribute_val is NULL, but the call needs its "
					    "address");
	}
	err = rd_mpi_win_attr_get(win_p, win_keyval, attribute_val, flag);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_get_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_get_attr);

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Win_delete_attr");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Win_delete_attr(win, win_keyval));

	struct rd_win *win_p = rd_win_get(win);
	struct rd_keyval *win_keyval_p = rd_keyval_get(RD_ATTR_WIN, win_keyval);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_delete_attr", "win", win);
		if (rd_unlikely(!win_keyval_p))
			return rd_mpi_bad_keyval(&win_p->errs, "MPI_Win_delete_attr", "win_keyval",
						 win_keyval);
	}
	err = rd_attrs_delete(&win_p->attrs, win, win_keyval_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Win_delete_attr", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_delete_attr);

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
			       MPI_Errhandler *errhandler)
{
	struct rd_errhandler *errhandler_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_create_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_create_errhandler(win_errhandler_fn,
								       errhandler));
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(NULL, "MPI_Win_create_errhandler", "errhandler");
		if (rd_unlikely(!win_errhandler_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Win_create_errhandler",
					    "win_errhandler_fn is NULL: pass a function");
	}
	err = rd_errhandler_create(RD_ERRS_WIN, (rd_errhandler_fn *)win_errhandler_fn,
				   &errhandler_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Win_create_errhandler", NULL);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_create_errhandler);

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_set_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_set_errhandler(win, errhandler));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_set_errhandler", "win", win);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_WIN)))
			return rd_mpi_bad_errhandler(&win_p->errs, "MPI_Win_set_errhandler",
						     "errhandler", errhandler);
	}
	rd_win_set_errhandler(win_p, errhandler_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_set_errhandler);

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_errhandler *errhandler_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_get_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_get_errhandler(win, errhandler));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_get_errhandler", "win", win);
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(&win_p->errs, "MPI_Win_get_errhandler",
						  "errhandler");
	}
	errhandler_p = win_p->errs.handler;
	rd_errhandler_hold(errhandler_p);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_get_errhandler);

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
	struct rd_win *win_p = rd_win_get(win);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Win_call_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Win_call_errhandler(win, errorcode));
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Win_call_errhandler", "win", win);
		if (rd_unlikely(!rd_mpi_code_text(errorcode)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_ARG, "MPI_Win_call_errhandler",
					    "errorcode=%d is not an error code", errorcode);
	}
	rd_mpi_invoke(&win_p->errs, errorcode, "MPI_Win_call_errhandler",
		      rd_mpi_code_text(errorcode));
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Win_call_errhandler);
