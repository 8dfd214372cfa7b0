/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-nbc.tbl by mpi/gen.pl: do not edit */
/*
 * Non-blocking collectives that combine data (MPI-5.0 6.12).
 */
#include "mpi/api.h"

static int do_ireduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		      MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
		      MPI_Request *request);

RD_MPI_LOCKED locked_ireduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
			     MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ireduce(call, sendbuf, recvbuf, count, datatype, op,
						   root, comm, request));
}

static int do_ireduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		      MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
		      MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int takes_part = rd_mpi_takes_part(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *datatype_p = rd_type_get(takes_part ? datatype : MPI_BYTE);
	struct rd_op *op_p = rd_op_get(takes_part ? op : MPI_SUM);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ireduce(call, sendbuf, recvbuf, count, datatype, op, root,
					      comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (takes_part) {
			if (rd_unlikely(count < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
			if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
			if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
				return rd_mpi_bad_op(&comm_p->errs, call, "op", op, datatype_p);
		}
		if (sends) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (at_root) {
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, count, datatype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ireduce(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, root, comm_p,
			      RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
		 int root, MPI_Comm comm, MPI_Request *request)
{
	return do_ireduce("MPI_Ireduce", sendbuf, recvbuf, count, datatype, op, root, comm,
			  request);
}
RD_MPI_ALIAS(Ireduce);

int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		   MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
	return do_ireduce("MPI_Ireduce_c", sendbuf, recvbuf, count, datatype, op, root, comm,
			  request);
}
RD_MPI_ALIAS(Ireduce_c);

static RD_MPI_FAST int do_iallreduce(const char *call, const void *sendbuf, void *recvbuf,
				     MPI_Count count, MPI_Datatype datatype, MPI_Op op,
				     MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_iallreduce(const char *call, const void *sendbuf, void *recvbuf,
				MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
				MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iallreduce(call, sendbuf, recvbuf, count, datatype, op,
						      comm, request));
}

static RD_MPI_FAST int do_iallreduce(const char *call, const void *sendbuf, void *recvbuf,
				     MPI_Count count, MPI_Datatype datatype, MPI_Op op,
				     MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iallreduce(call, sendbuf, recvbuf, count, datatype, op, comm,
						 request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
			return rd_mpi_bad_op(&comm_p->errs, call, "op", op, datatype_p);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, count, datatype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iallreduce(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, comm_p,
				 RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
		    MPI_Comm comm, MPI_Request *request)
{
	return do_iallreduce("MPI_Iallreduce", sendbuf, recvbuf, count, datatype, op, comm,
			     request);
}
RD_MPI_ALIAS(Iallreduce);

int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		      MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	return do_iallreduce("MPI_Iallreduce_c", sendbuf, recvbuf, count, datatype, op, comm,
			     request);
}
RD_MPI_ALIAS(Iallreduce_c);

static int do_iscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_iscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iscan(call, sendbuf, recvbuf, count, datatype, op, comm,
						 request));
}

static int do_iscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iscan(call, sendbuf, recvbuf, count, datatype, op, comm,
					    request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, call, "comm");
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
			return rd_mpi_bad_op(&comm_p->errs, call, "op", op, datatype_p);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, count, datatype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iscan(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, comm_p,
			    RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
	       MPI_Comm comm, MPI_Request *request)
{
	return do_iscan("MPI_Iscan", sendbuf, recvbuf, count, datatype, op, comm, request);
}
RD_MPI_ALIAS(Iscan);

int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		 MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	return do_iscan("MPI_Iscan_c", sendbuf, recvbuf, count, datatype, op, comm, request);
}
RD_MPI_ALIAS(Iscan_c);

static int do_iexscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_iexscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iexscan(call, sendbuf, recvbuf, count, datatype, op,
						   comm, request));
}

static int do_iexscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iexscan(call, sendbuf, recvbuf, count, datatype, op, comm,
					      request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(rd_comm_is_inter(comm_p)))
			return rd_mpi_bad_side(comm_p, call, "comm");
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
			return rd_mpi_bad_op(&comm_p->errs, call, "op", op, datatype_p);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, count, datatype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iexscan(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, comm_p,
			      RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
		 MPI_Comm comm, MPI_Request *request)
{
	return do_iexscan("MPI_Iexscan", sendbuf, recvbuf, count, datatype, op, comm, request);
}
RD_MPI_ALIAS(Iexscan);

int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		   MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	return do_iexscan("MPI_Iexscan_c", sendbuf, recvbuf, count, datatype, op, comm, request);
}
RD_MPI_ALIAS(Iexscan_c);

static int do_ireduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
			      const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op,
			      MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ireduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
				     const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op,
				     MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ireduce_scatter(call, sendbuf, recvbuf, recvcounts,
							   datatype, op, comm, request));
}

static int do_ireduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
			      const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op,
			      MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ireduce_scatter(call, sendbuf, recvbuf, recvcounts, datatype,
						      op, comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
			return rd_mpi_bad_op(&comm_p->errs, call, "op", op, datatype_p);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, recvcounts, NULL,
						 datatype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ireduce_scatter(sendbuf, &RD_BLOCKS(recvbuf, recvcounts, NULL, datatype_p),
				      op_p, comm_p, RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
			 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_members(comm), 1, recvcounts);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Ireduce_scatter", NULL);
	err = do_ireduce_scatter("MPI_Ireduce_scatter", sendbuf, recvbuf, wide.array[0], datatype,
				 op, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Ireduce_scatter);

int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
			   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
	return do_ireduce_scatter("MPI_Ireduce_scatter_c", sendbuf, recvbuf, recvcounts, datatype,
				  op, comm, request);
}
RD_MPI_ALIAS(Ireduce_scatter_c);

static int do_ireduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
				    MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
				    MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ireduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
					   MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
					   MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ireduce_scatter_block(call, sendbuf, recvbuf, recvcount,
								 datatype, op, comm, request));
}

static int do_ireduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
				    MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
				    MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ireduce_scatter_block(call, sendbuf, recvbuf, recvcount,
							    datatype, op, comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!op_p || rd_op_check(op_p, datatype_p)))
			return rd_mpi_bad_op(&comm_p->errs, call, "op", op, datatype_p);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, recvcount, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, datatype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ireduce_scatter_block(sendbuf, &RD_BUF(recvbuf, recvcount, datatype_p), op_p,
					    comm_p, RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
			       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
			       MPI_Request *request)
{
	return do_ireduce_scatter_block("MPI_Ireduce_scatter_block", sendbuf, recvbuf, recvcount,
					datatype, op, comm, request);
}
RD_MPI_ALIAS(Ireduce_scatter_block);

int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
				 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
				 MPI_Request *request)
{
	return do_ireduce_scatter_block("MPI_Ireduce_scatter_block_c", sendbuf, recvbuf, recvcount,
					datatype, op, comm, request);
}
RD_MPI_ALIAS(Ireduce_scatter_block_c);
