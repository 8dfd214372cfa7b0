/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Collectives that combine data (MPI-5.0 6.9 to 6.11).
 */
#include "mpi/api.h"

#include "mpi/empty.h"

static int do_reduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		     MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);

RD_MPI_LOCKED locked_reduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			    MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_reduce(call, sendbuf, recvbuf, count, datatype, op, root,
						  comm));
}

static int do_reduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
		     MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int takes_part = rd_mpi_takes_part(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *datatype_p = rd_type_get(takes_part ? datatype : MPI_BYTE);
	struct rd_op *op_p = rd_op_get(takes_part ? op : MPI_SUM);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_reduce(call, sendbuf, recvbuf, count, datatype, op, root,
					     comm);
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
	}
	err = rd_coll_reduce(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, root, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	return MPI_SUCCESS;
}

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
		int root, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_reduction(sendbuf, recvbuf, count, datatype, op, root, comm)))
		return MPI_SUCCESS;
	return do_reduce("MPI_Reduce", sendbuf, recvbuf, count, datatype, op, root, comm);
}
RD_MPI_ALIAS(Reduce);

int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		  MPI_Op op, int root, MPI_Comm comm)
{
	return do_reduce("MPI_Reduce_c", sendbuf, recvbuf, count, datatype, op, root, comm);
}
RD_MPI_ALIAS(Reduce_c);

static int do_allreduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);

RD_MPI_LOCKED locked_allreduce(const char *call, const void *sendbuf, void *recvbuf,
			       MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_allreduce(call, sendbuf, recvbuf, count, datatype, op,
						     comm));
}

static int do_allreduce(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_allreduce(call, sendbuf, recvbuf, count, datatype, op, comm);
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
	}
	err = rd_coll_allreduce(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
		   MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_reduction(sendbuf, recvbuf, count, datatype, op, 0, comm)))
		return MPI_SUCCESS;
	return do_allreduce("MPI_Allreduce", sendbuf, recvbuf, count, datatype, op, comm);
}
RD_MPI_ALIAS(Allreduce);

int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		     MPI_Op op, MPI_Comm comm)
{
	return do_allreduce("MPI_Allreduce_c", sendbuf, recvbuf, count, datatype, op, comm);
}
RD_MPI_ALIAS(Allreduce_c);

static RD_MPI_FAST int do_scan(const char *call, const void *sendbuf, void *recvbuf,
			       MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);

RD_MPI_LOCKED locked_scan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_scan(call, sendbuf, recvbuf, count, datatype, op, comm));
}

static RD_MPI_FAST int do_scan(const char *call, const void *sendbuf, void *recvbuf,
			       MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_scan(call, sendbuf, recvbuf, count, datatype, op, comm);
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
	}
	err = rd_coll_scan(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
	      MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_reduction(sendbuf, recvbuf, count, datatype, op, 0, comm)))
		return MPI_SUCCESS;
	return do_scan("MPI_Scan", sendbuf, recvbuf, count, datatype, op, comm);
}
RD_MPI_ALIAS(Scan);

int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		MPI_Op op, MPI_Comm comm)
{
	return do_scan("MPI_Scan_c", sendbuf, recvbuf, count, datatype, op, comm);
}
RD_MPI_ALIAS(Scan_c);

static RD_MPI_FAST int do_exscan(const char *call, const void *sendbuf, void *recvbuf,
				 MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);

RD_MPI_LOCKED locked_exscan(const char *call, const void *sendbuf, void *recvbuf, MPI_Count count,
			    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_exscan(call, sendbuf, recvbuf, count, datatype, op,
						  comm));
}

static RD_MPI_FAST int do_exscan(const char *call, const void *sendbuf, void *recvbuf,
				 MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_exscan(call, sendbuf, recvbuf, count, datatype, op, comm);
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
	}
	err = rd_coll_exscan(sendbuf, &RD_BUF(recvbuf, count, datatype_p), op_p, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
		MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_reduction(sendbuf, recvbuf, count, datatype, op, 0, comm)))
		return MPI_SUCCESS;
	return do_exscan("MPI_Exscan", sendbuf, recvbuf, count, datatype, op, comm);
}
RD_MPI_ALIAS(Exscan);

int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
		  MPI_Op op, MPI_Comm comm)
{
	return do_exscan("MPI_Exscan_c", sendbuf, recvbuf, count, datatype, op, comm);
}
RD_MPI_ALIAS(Exscan_c);

static RD_MPI_FAST int do_reduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
					 const MPI_Count recvcounts[], MPI_Datatype datatype,
					 MPI_Op op, MPI_Comm comm);

RD_MPI_LOCKED locked_reduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
				    const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op,
				    MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_reduce_scatter(call, sendbuf, recvbuf, recvcounts,
							  datatype, op, comm));
}

static RD_MPI_FAST int do_reduce_scatter(const char *call, const void *sendbuf, void *recvbuf,
					 const MPI_Count recvcounts[], MPI_Datatype datatype,
					 MPI_Op op, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_reduce_scatter(call, sendbuf, recvbuf, recvcounts, datatype,
						     op, comm);
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
	}
	err = rd_coll_reduce_scatter(sendbuf, &RD_BLOCKS(recvbuf, recvcounts, NULL, datatype_p),
				     op_p, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
			MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_scattered(sendbuf, recvbuf, recvcounts, datatype, op, comm)))
		return MPI_SUCCESS;
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_members(comm), 1, recvcounts);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Reduce_scatter", NULL);
	err = do_reduce_scatter("MPI_Reduce_scatter", sendbuf, recvbuf, wide.array[0], datatype, op,
				comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Reduce_scatter);

int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
			  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	return do_reduce_scatter("MPI_Reduce_scatter_c", sendbuf, recvbuf, recvcounts, datatype, op,
				 comm);
}
RD_MPI_ALIAS(Reduce_scatter_c);

static int do_reduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
				   MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
				   MPI_Comm comm);

RD_MPI_LOCKED locked_reduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
					  MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
					  MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_reduce_scatter_block(call, sendbuf, recvbuf, recvcount,
								datatype, op, comm));
}

static int do_reduce_scatter_block(const char *call, const void *sendbuf, void *recvbuf,
				   MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
				   MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_op *op_p = rd_op_get(op);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_reduce_scatter_block(call, sendbuf, recvbuf, recvcount,
							   datatype, op, comm);
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
	}
	err = rd_coll_reduce_scatter_block(sendbuf, &RD_BUF(recvbuf, recvcount, datatype_p), op_p,
					   comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
			      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_reduction(sendbuf, recvbuf, recvcount, datatype, op, 0, comm)))
		return MPI_SUCCESS;
	return do_reduce_scatter_block("MPI_Reduce_scatter_block", sendbuf, recvbuf, recvcount,
				       datatype, op, comm);
}
RD_MPI_ALIAS(Reduce_scatter_block);

int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
				MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	return do_reduce_scatter_block("MPI_Reduce_scatter_block_c", sendbuf, recvbuf, recvcount,
				       datatype, op, comm);
}
RD_MPI_ALIAS(Reduce_scatter_block_c);
