/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-rma.tbl by mpi/gen.pl: do not edit */
/*
 * One-sided operations (MPI-5.0 12.3).
 */
#include "mpi/api.h"

#include "rma/short.h"

static RD_MPI_FAST int do_put(const char *call, const void *origin_addr, MPI_Count origin_count,
			      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);

RD_MPI_LOCKED locked_put(const char *call, const void *origin_addr, MPI_Count origin_count,
			 MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			 MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_put(call, origin_addr, origin_count, origin_datatype,
					       target_rank, target_disp, target_count,
					       target_datatype, win));
}

static RD_MPI_FAST int do_put(const char *call, const void *origin_addr, MPI_Count origin_count,
			      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *origin_datatype_p = rd_type_get(origin_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_put(call, origin_addr, origin_count, origin_datatype,
					  target_rank, target_disp, target_count, target_datatype,
					  win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(origin_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "origin_count", origin_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
					       origin_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count, origin_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr", origin_addr);
	}
	err = rd_rma_short_put(&(struct rd_rma_call){.win = win_p, .origin = origin_addr,
			       .ocount = (uint64_t)origin_count, .otype = origin_datatype_p,
			       .target = target_rank, .disp = target_disp,
			       .tcount = (uint64_t)target_count, .ttype = target_datatype_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	return MPI_SUCCESS;
}

int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	     int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
	     MPI_Win win)
{
	return do_put("MPI_Put", origin_addr, origin_count, origin_datatype, target_rank,
		      target_disp, target_count, target_datatype, win);
}
RD_MPI_ALIAS(Put);

int PMPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
	       int target_rank, MPI_Aint target_disp, MPI_Count target_count,
	       MPI_Datatype target_datatype, MPI_Win win)
{
	return do_put("MPI_Put_c", origin_addr, origin_count, origin_datatype, target_rank,
		      target_disp, target_count, target_datatype, win);
}
RD_MPI_ALIAS(Put_c);

static RD_MPI_FAST int do_get(const char *call, void *origin_addr, MPI_Count origin_count,
			      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);

RD_MPI_LOCKED locked_get(const char *call, void *origin_addr, MPI_Count origin_count,
			 MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			 MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_get(call, origin_addr, origin_count, origin_datatype,
					       target_rank, target_disp, target_count,
					       target_datatype, win));
}

static RD_MPI_FAST int do_get(const char *call, void *origin_addr, MPI_Count origin_count,
			      MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			      MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *origin_datatype_p = rd_type_get(origin_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_get(call, origin_addr, origin_count, origin_datatype,
					  target_rank, target_disp, target_count, target_datatype,
					  win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(origin_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "origin_count", origin_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
					       origin_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count, origin_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr", origin_addr);
	}
	err = rd_rma_short_get(&(struct rd_rma_call){.win = win_p, .result = origin_addr,
			       .rcount = (uint64_t)origin_count, .rtype = origin_datatype_p,
			       .target = target_rank, .disp = target_disp,
			       .tcount = (uint64_t)target_count, .ttype = target_datatype_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	return MPI_SUCCESS;
}

int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
	     MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
	return do_get("MPI_Get", origin_addr, origin_count, origin_datatype, target_rank,
		      target_disp, target_count, target_datatype, win);
}
RD_MPI_ALIAS(Get);

int PMPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
	       int target_rank, MPI_Aint target_disp, MPI_Count target_count,
	       MPI_Datatype target_datatype, MPI_Win win)
{
	return do_get("MPI_Get_c", origin_addr, origin_count, origin_datatype, target_rank,
		      target_disp, target_count, target_datatype, win);
}
RD_MPI_ALIAS(Get_c);

static RD_MPI_FAST int do_accumulate(const char *call, const void *origin_addr,
				     MPI_Count origin_count, MPI_Datatype origin_datatype,
				     int target_rank, MPI_Aint target_disp, MPI_Count target_count,
				     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);

RD_MPI_LOCKED locked_accumulate(const char *call, const void *origin_addr, MPI_Count origin_count,
				MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
				MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
				MPI_Win win)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_accumulate(call, origin_addr, origin_count,
						      origin_datatype, target_rank, target_disp,
						      target_count, target_datatype, op, win));
}

static RD_MPI_FAST int do_accumulate(const char *call, const void *origin_addr,
				     MPI_Count origin_count, MPI_Datatype origin_datatype,
				     int target_rank, MPI_Aint target_disp, MPI_Count target_count,
				     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *origin_datatype_p = rd_type_get(origin_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_accumulate(call, origin_addr, origin_count, origin_datatype,
						 target_rank, target_disp, target_count,
						 target_datatype, op, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(origin_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "origin_count", origin_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
					       origin_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(&win_p->errs, call, "op", op, NULL);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count, origin_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr", origin_addr);
		if (rd_unlikely(!rd_rma_one_kind(target_datatype_p)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_TYPE, call,
					    "target_datatype is made of different predefined "
					    "types: accumulates need one");
		if (rd_unlikely(!(!target_count || !rd_rma_op_check(op_p, target_datatype_p))))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_OP, call,
					    "op is not a predefined operator for this datatype");
	}
	err = rd_rma_short_accumulate(&(struct rd_rma_call){.win = win_p, .origin = origin_addr,
				      .ocount = (uint64_t)origin_count, .otype = origin_datatype_p,
				      .target = target_rank, .disp = target_disp,
				      .tcount = (uint64_t)target_count, .ttype = target_datatype_p,
				      .op = op_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	return MPI_SUCCESS;
}

int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
		    int target_rank, MPI_Aint target_disp, int target_count,
		    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
	return do_accumulate("MPI_Accumulate", origin_addr, origin_count, origin_datatype,
			     target_rank, target_disp, target_count, target_datatype, op, win);
}
RD_MPI_ALIAS(Accumulate);

int PMPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
		      int target_rank, MPI_Aint target_disp, MPI_Count target_count,
		      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
	return do_accumulate("MPI_Accumulate_c", origin_addr, origin_count, origin_datatype,
			     target_rank, target_disp, target_count, target_datatype, op, win);
}
RD_MPI_ALIAS(Accumulate_c);

static RD_MPI_FAST int do_get_accumulate(const char *call, const void *origin_addr,
					 MPI_Count origin_count, MPI_Datatype origin_datatype,
					 void *result_addr, MPI_Count result_count,
					 MPI_Datatype result_datatype, int target_rank,
					 MPI_Aint target_disp, MPI_Count target_count,
					 MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);

RD_MPI_LOCKED locked_get_accumulate(const char *call, const void *origin_addr,
				    MPI_Count origin_count, MPI_Datatype origin_datatype,
				    void *result_addr, MPI_Count result_count,
				    MPI_Datatype result_datatype, int target_rank,
				    MPI_Aint target_disp, MPI_Count target_count,
				    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_get_accumulate(call, origin_addr, origin_count,
							  origin_datatype, result_addr,
							  result_count, result_datatype,
							  target_rank, target_disp, target_count,
							  target_datatype, op, win));
}

static RD_MPI_FAST int do_get_accumulate(const char *call, const void *origin_addr,
					 MPI_Count origin_count, MPI_Datatype origin_datatype,
					 void *result_addr, MPI_Count result_count,
					 MPI_Datatype result_datatype, int target_rank,
					 MPI_Aint target_disp, MPI_Count target_count,
					 MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	const int reads = op != MPI_NO_OP;
	struct rd_type *origin_datatype_p = rd_type_get(reads ? origin_datatype : MPI_BYTE);
	struct rd_type *result_datatype_p = rd_type_get(result_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_get_accumulate(call, origin_addr, origin_count,
						     origin_datatype, result_addr, result_count,
						     result_datatype, target_rank, target_disp,
						     target_count, target_datatype, op, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(result_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "result_count", result_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(result_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "result_datatype",
					       result_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(&win_p->errs, call, "op", op, NULL);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(result_addr, result_count, result_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "result_addr", result_addr);
		if (reads) {
			if (rd_unlikely(origin_count < 0))
				return rd_mpi_bad_count(&win_p->errs, call, "origin_count",
							origin_count);
			if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
				return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
						       origin_datatype);
			if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count,
						       origin_datatype_p)))
				return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr",
						      origin_addr);
		}
		if (rd_unlikely(!rd_rma_one_kind(target_datatype_p)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_TYPE, call,
					    "target_datatype is made of different predefined "
					    "types: accumulates need one");
		if (rd_unlikely(!(!target_count || !rd_rma_op_check(op_p, target_datatype_p))))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_OP, call,
					    "op is not a predefined operator for this datatype");
	}
	err = rd_rma_short_accumulate(&(struct rd_rma_call){.win = win_p, .origin = origin_addr,
				      .ocount = (uint64_t)origin_count, .otype = origin_datatype_p,
				      .result = result_addr, .rcount = (uint64_t)result_count,
				      .rtype = result_datatype_p, .target = target_rank,
				      .disp = target_disp, .tcount = (uint64_t)target_count,
				      .ttype = target_datatype_p, .op = op_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	return MPI_SUCCESS;
}

int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
			void *result_addr, int result_count, MPI_Datatype result_datatype,
			int target_rank, MPI_Aint target_disp, int target_count,
			MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
	return do_get_accumulate("MPI_Get_accumulate", origin_addr, origin_count, origin_datatype,
				 result_addr, result_count, result_datatype, target_rank,
				 target_disp, target_count, target_datatype, op, win);
}
RD_MPI_ALIAS(Get_accumulate);

int PMPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count,
			  MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
			  MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
			  MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
			  MPI_Win win)
{
	return do_get_accumulate("MPI_Get_accumulate_c", origin_addr, origin_count, origin_datatype,
				 result_addr, result_count, result_datatype, target_rank,
				 target_disp, target_count, target_datatype, op, win);
}
RD_MPI_ALIAS(Get_accumulate_c);

static int do_rput(const char *call, const void *origin_addr, MPI_Count origin_count,
		   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
		   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
		   MPI_Request *request);

RD_MPI_LOCKED locked_rput(const char *call, const void *origin_addr, MPI_Count origin_count,
			  MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			  MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
			  MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_rput(call, origin_addr, origin_count, origin_datatype,
						target_rank, target_disp, target_count,
						target_datatype, win, request));
}

static int do_rput(const char *call, const void *origin_addr, MPI_Count origin_count,
		   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
		   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
		   MPI_Request *request)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *origin_datatype_p = rd_type_get(origin_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_rput(call, origin_addr, origin_count, origin_datatype,
					   target_rank, target_disp, target_count, target_datatype,
					   win, request);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(origin_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "origin_count", origin_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
					       origin_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count, origin_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr", origin_addr);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&win_p->errs, call, "request");
	}
	err = rd_rma_short_put(&(struct rd_rma_call){.win = win_p, .origin = origin_addr,
			       .ocount = (uint64_t)origin_count, .otype = origin_datatype_p,
			       .target = target_rank, .disp = target_disp,
			       .tcount = (uint64_t)target_count, .ttype = target_datatype_p,
			       .req = &request_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	*request = rd_mpi_req_new(request_p, win_p->comm);
	return MPI_SUCCESS;
}

int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
	      int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
	      MPI_Win win, MPI_Request *request)
{
	return do_rput("MPI_Rput", origin_addr, origin_count, origin_datatype, target_rank,
		       target_disp, target_count, target_datatype, win, request);
}
RD_MPI_ALIAS(Rput);

int PMPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
		int target_rank, MPI_Aint target_disp, MPI_Count target_count,
		MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
	return do_rput("MPI_Rput_c", origin_addr, origin_count, origin_datatype, target_rank,
		       target_disp, target_count, target_datatype, win, request);
}
RD_MPI_ALIAS(Rput_c);

static int do_rget(const char *call, void *origin_addr, MPI_Count origin_count,
		   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
		   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
		   MPI_Request *request);

RD_MPI_LOCKED locked_rget(const char *call, void *origin_addr, MPI_Count origin_count,
			  MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			  MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
			  MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_rget(call, origin_addr, origin_count, origin_datatype,
						target_rank, target_disp, target_count,
						target_datatype, win, request));
}

static int do_rget(const char *call, void *origin_addr, MPI_Count origin_count,
		   MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
		   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win,
		   MPI_Request *request)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *origin_datatype_p = rd_type_get(origin_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_rget(call, origin_addr, origin_count, origin_datatype,
					   target_rank, target_disp, target_count, target_datatype,
					   win, request);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(origin_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "origin_count", origin_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
					       origin_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count, origin_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr", origin_addr);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&win_p->errs, call, "request");
	}
	err = rd_rma_short_get(&(struct rd_rma_call){.win = win_p, .result = origin_addr,
			       .rcount = (uint64_t)origin_count, .rtype = origin_datatype_p,
			       .target = target_rank, .disp = target_disp,
			       .tcount = (uint64_t)target_count, .ttype = target_datatype_p,
			       .req = &request_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	*request = rd_mpi_req_new(request_p, win_p->comm);
	return MPI_SUCCESS;
}

int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
	      MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
	      MPI_Request *request)
{
	return do_rget("MPI_Rget", origin_addr, origin_count, origin_datatype, target_rank,
		       target_disp, target_count, target_datatype, win, request);
}
RD_MPI_ALIAS(Rget);

int PMPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
		int target_rank, MPI_Aint target_disp, MPI_Count target_count,
		MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
	return do_rget("MPI_Rget_c", origin_addr, origin_count, origin_datatype, target_rank,
		       target_disp, target_count, target_datatype, win, request);
}
RD_MPI_ALIAS(Rget_c);

static int do_raccumulate(const char *call, const void *origin_addr, MPI_Count origin_count,
			  MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			  MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
			  MPI_Win win, MPI_Request *request);

RD_MPI_LOCKED locked_raccumulate(const char *call, const void *origin_addr, MPI_Count origin_count,
				 MPI_Datatype origin_datatype, int target_rank,
				 MPI_Aint target_disp, MPI_Count target_count,
				 MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
				 MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_raccumulate(call, origin_addr, origin_count,
						       origin_datatype, target_rank, target_disp,
						       target_count, target_datatype, op, win,
						       request));
}

static int do_raccumulate(const char *call, const void *origin_addr, MPI_Count origin_count,
			  MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
			  MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
			  MPI_Win win, MPI_Request *request)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *origin_datatype_p = rd_type_get(origin_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_raccumulate(call, origin_addr, origin_count, origin_datatype,
						  target_rank, target_disp, target_count,
						  target_datatype, op, win, request);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(origin_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "origin_count", origin_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
					       origin_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(&win_p->errs, call, "op", op, NULL);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count, origin_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr", origin_addr);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&win_p->errs, call, "request");
		if (rd_unlikely(!rd_rma_one_kind(target_datatype_p)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_TYPE, call,
					    "target_datatype is made of different predefined "
					    "types: accumulates need one");
		if (rd_unlikely(!(!target_count || !rd_rma_op_check(op_p, target_datatype_p))))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_OP, call,
					    "op is not a predefined operator for this datatype");
	}
	err = rd_rma_short_accumulate(&(struct rd_rma_call){.win = win_p, .origin = origin_addr,
				      .ocount = (uint64_t)origin_count, .otype = origin_datatype_p,
				      .target = target_rank, .disp = target_disp,
				      .tcount = (uint64_t)target_count, .ttype = target_datatype_p,
				      .op = op_p, .req = &request_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	*request = rd_mpi_req_new(request_p, win_p->comm);
	return MPI_SUCCESS;
}

int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
		     int target_rank, MPI_Aint target_disp, int target_count,
		     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
	return do_raccumulate("MPI_Raccumulate", origin_addr, origin_count, origin_datatype,
			      target_rank, target_disp, target_count, target_datatype, op, win,
			      request);
}
RD_MPI_ALIAS(Raccumulate);

int PMPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count,
		       MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
		       MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
		       MPI_Request *request)
{
	return do_raccumulate("MPI_Raccumulate_c", origin_addr, origin_count, origin_datatype,
			      target_rank, target_disp, target_count, target_datatype, op, win,
			      request);
}
RD_MPI_ALIAS(Raccumulate_c);

static int do_rget_accumulate(const char *call, const void *origin_addr, MPI_Count origin_count,
			      MPI_Datatype origin_datatype, void *result_addr,
			      MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
			      MPI_Aint target_disp, MPI_Count target_count,
			      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
			      MPI_Request *request);

RD_MPI_LOCKED locked_rget_accumulate(const char *call, const void *origin_addr,
				     MPI_Count origin_count, MPI_Datatype origin_datatype,
				     void *result_addr, MPI_Count result_count,
				     MPI_Datatype result_datatype, int target_rank,
				     MPI_Aint target_disp, MPI_Count target_count,
				     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
				     MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_rget_accumulate(call, origin_addr, origin_count,
							   origin_datatype, result_addr,
							   result_count, result_datatype,
							   target_rank, target_disp, target_count,
							   target_datatype, op, win, request));
}

static int do_rget_accumulate(const char *call, const void *origin_addr, MPI_Count origin_count,
			      MPI_Datatype origin_datatype, void *result_addr,
			      MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
			      MPI_Aint target_disp, MPI_Count target_count,
			      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
			      MPI_Request *request)
{
	struct rd_win *win_p = rd_win_get(win);
	const int reads = op != MPI_NO_OP;
	struct rd_type *origin_datatype_p = rd_type_get(reads ? origin_datatype : MPI_BYTE);
	struct rd_type *result_datatype_p = rd_type_get(result_datatype);
	struct rd_type *target_datatype_p = rd_type_get(target_datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_rget_accumulate(call, origin_addr, origin_count,
						      origin_datatype, result_addr, result_count,
						      result_datatype, target_rank, target_disp,
						      target_count, target_datatype, op, win,
						      request);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win(call, "win", win);
		if (rd_unlikely(result_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "result_count", result_count);
		if (rd_unlikely(target_count < 0))
			return rd_mpi_bad_count(&win_p->errs, call, "target_count", target_count);
		if (rd_unlikely(!rd_mpi_type_ok(result_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "result_datatype",
					       result_datatype);
		if (rd_unlikely(!rd_mpi_type_ok(target_datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, call, "target_datatype",
					       target_datatype);
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(&win_p->errs, call, "op", op, NULL);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, call, "target_rank", target_rank,
						  win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(result_addr, result_count, result_datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, call, "result_addr", result_addr);
		if (reads) {
			if (rd_unlikely(origin_count < 0))
				return rd_mpi_bad_count(&win_p->errs, call, "origin_count",
							origin_count);
			if (rd_unlikely(!rd_mpi_type_ok(origin_datatype_p)))
				return rd_mpi_bad_type(&win_p->errs, call, "origin_datatype",
						       origin_datatype);
			if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, origin_count,
						       origin_datatype_p)))
				return rd_mpi_bad_buf(&win_p->errs, call, "origin_addr",
						      origin_addr);
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&win_p->errs, call, "request");
		if (rd_unlikely(!rd_rma_one_kind(target_datatype_p)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_TYPE, call,
					    "target_datatype is made of different predefined "
					    "types: accumulates need one");
		if (rd_unlikely(!(!target_count || !rd_rma_op_check(op_p, target_datatype_p))))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_OP, call,
					    "op is not a predefined operator for this datatype");
	}
	err = rd_rma_short_accumulate(&(struct rd_rma_call){.win = win_p, .origin = origin_addr,
				      .ocount = (uint64_t)origin_count, .otype = origin_datatype_p,
				      .result = result_addr, .rcount = (uint64_t)result_count,
				      .rtype = result_datatype_p, .target = target_rank,
				      .disp = target_disp, .tcount = (uint64_t)target_count,
				      .ttype = target_datatype_p, .op = op_p, .req = &request_p});
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, call, "target_rank=%d", target_rank);
	*request = rd_mpi_req_new(request_p, win_p->comm);
	return MPI_SUCCESS;
}

int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
			 void *result_addr, int result_count, MPI_Datatype result_datatype,
			 int target_rank, MPI_Aint target_disp, int target_count,
			 MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
	return do_rget_accumulate("MPI_Rget_accumulate", origin_addr, origin_count, origin_datatype,
				  result_addr, result_count, result_datatype, target_rank,
				  target_disp, target_count, target_datatype, op, win, request);
}
RD_MPI_ALIAS(Rget_accumulate);

int PMPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count,
			   MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
			   MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
			   MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
			   MPI_Win win, MPI_Request *request)
{
	return do_rget_accumulate("MPI_Rget_accumulate_c", origin_addr, origin_count,
				  origin_datatype, result_addr, result_count, result_datatype,
				  target_rank, target_disp, target_count, target_datatype, op, win,
				  request);
}
RD_MPI_ALIAS(Rget_accumulate_c);

RD_MPI_LOCKED locked_fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
				  int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Fetch_and_op");

	return err ? err : rd_mpi_leave(PMPI_Fetch_and_op(origin_addr, result_addr, datatype,
							  target_rank, target_disp, op, win));
}

int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
		      int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	const int reads = op != MPI_NO_OP;
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_fetch_and_op(origin_addr, result_addr, datatype, target_rank,
						   target_disp, op, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Fetch_and_op", "win", win);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, "MPI_Fetch_and_op", "datatype",
					       datatype);
		if (rd_unlikely(!op_p))
			return rd_mpi_bad_op(&win_p->errs, "MPI_Fetch_and_op", "op", op, NULL);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, "MPI_Fetch_and_op", "target_rank",
						  target_rank, win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(result_addr, 1, datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, "MPI_Fetch_and_op", "result_addr",
					      result_addr);
		if (reads) {
			if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, 1, datatype_p)))
				return rd_mpi_bad_buf(&win_p->errs, "MPI_Fetch_and_op",
						      "origin_addr", origin_addr);
		}
		if (rd_unlikely(!rd_rma_one_element(datatype_p)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_TYPE, "MPI_Fetch_and_op",
					    "datatype is not a predefined one");
		if (rd_unlikely(rd_rma_op_check(op_p, datatype_p) != 0))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_OP, "MPI_Fetch_and_op",
					    "op is not a predefined operator for this datatype");
	}
	err = rd_rma_short_fetch_and_op(win_p, origin_addr, result_addr, datatype_p, target_rank,
					target_disp, op_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Fetch_and_op", "target_rank=%d",
				   target_rank);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Fetch_and_op);

RD_MPI_LOCKED locked_compare_and_swap(const void *origin_addr, const void *compare_addr,
				      void *result_addr, MPI_Datatype datatype, int target_rank,
				      MPI_Aint target_disp, MPI_Win win)
{
	int err = rd_mpi_begin("MPI_Compare_and_swap");

	return err ? err : rd_mpi_leave(PMPI_Compare_and_swap(origin_addr, compare_addr,
							      result_addr, datatype, target_rank,
							      target_disp, win));
}

int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
			  MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win)
{
	struct rd_win *win_p = rd_win_get(win);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_compare_and_swap(origin_addr, compare_addr, result_addr,
						       datatype, target_rank, target_disp, win);
		if (rd_unlikely(!win_p))
			return rd_mpi_bad_win("MPI_Compare_and_swap", "win", win);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&win_p->errs, "MPI_Compare_and_swap", "datatype",
					       datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(target_rank, win_p->comm)))
			return rd_mpi_bad_rank_of(&win_p->errs, "MPI_Compare_and_swap",
						  "target_rank", target_rank, win_p->comm->size);
		if (rd_unlikely(!rd_mpi_buf_ok(origin_addr, 1, datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, "MPI_Compare_and_swap", "origin_addr",
					      origin_addr);
		if (rd_unlikely(!rd_mpi_buf_ok(compare_addr, 1, datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, "MPI_Compare_and_swap", "compare_addr",
					      compare_addr);
		if (rd_unlikely(!rd_mpi_buf_ok(result_addr, 1, datatype_p)))
			return rd_mpi_bad_buf(&win_p->errs, "MPI_Compare_and_swap", "result_addr",
					      result_addr);
		if (rd_unlikely(!rd_rma_cas_ok(datatype_p)))
			return rd_mpi_raise(&win_p->errs, MPI_ERR_TYPE, "MPI_Compare_and_swap",
					    "datatype is no predefined integer, logical or byte");
	}
	err = rd_rma_short_compare_and_swap(win_p, origin_addr, compare_addr, result_addr,
					    datatype_p, target_rank, target_disp);
	if (rd_unlikely(err))
		return rd_mpi_fail(&win_p->errs, err, "MPI_Compare_and_swap", "target_rank=%d",
				   target_rank);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Compare_and_swap);
