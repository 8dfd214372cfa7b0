/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Collectives that move data (MPI-5.0 6.3 to 6.8).
 */
#include "mpi/api.h"

#include "mpi/empty.h"

RD_MPI_LOCKED locked_barrier(MPI_Comm comm)
{
	int err = rd_mpi_begin("MPI_Barrier");

	return err ? err : rd_mpi_leave(PMPI_Barrier(comm));
}

int PMPI_Barrier(MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_barrier(comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Barrier", "comm", comm);
	}
	err = rd_coll_barrier(comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Barrier", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Barrier);

static int do_bcast(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
		    int root, MPI_Comm comm);

RD_MPI_LOCKED locked_bcast(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
			   int root, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_bcast(call, buffer, count, datatype, root, comm));
}

static int do_bcast(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
		    int root, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int takes_part = rd_mpi_takes_part(comm_p, root);
	struct rd_type *datatype_p = rd_type_get(takes_part ? datatype : MPI_BYTE);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_bcast(call, buffer, count, datatype, root, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (takes_part) {
			if (rd_unlikely(count < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
			if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
			if (rd_unlikely(!rd_mpi_buf_ok(buffer, count, datatype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "buffer", buffer);
		}
	}
	err = rd_coll_bcast(&RD_BUF(buffer, count, datatype_p), root, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	return MPI_SUCCESS;
}

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_bcast(buffer, count, datatype, root, comm)))
		return MPI_SUCCESS;
	return do_bcast("MPI_Bcast", buffer, count, datatype, root, comm);
}
RD_MPI_ALIAS(Bcast);

int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
	return do_bcast("MPI_Bcast_c", buffer, count, datatype, root, comm);
}
RD_MPI_ALIAS(Bcast_c);

static int do_gather(const char *call, const void *sendbuf, MPI_Count sendcount,
		     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		     MPI_Datatype recvtype, int root, MPI_Comm comm);

RD_MPI_LOCKED locked_gather(const char *call, const void *sendbuf, MPI_Count sendcount,
			    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			    MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_gather(call, sendbuf, sendcount, sendtype, recvbuf,
						  recvcount, recvtype, root, comm));
}

static int do_gather(const char *call, const void *sendbuf, MPI_Count sendcount,
		     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		     MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(at_root ? recvtype : MPI_BYTE);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_gather(call, sendbuf, sendcount, sendtype, recvbuf, recvcount,
					     recvtype, root, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (at_root) {
			if (rd_unlikely(recvcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "recvcount",
							recvcount);
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
	}
	err = rd_coll_gather(&RD_BUF(sendbuf, sendcount, sendtype_p),
			     &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	return MPI_SUCCESS;
}

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_move(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
				      root, comm)))
		return MPI_SUCCESS;
	return do_gather("MPI_Gather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
			 root, comm);
}
RD_MPI_ALIAS(Gather);

int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	return do_gather("MPI_Gather_c", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
			 root, comm);
}
RD_MPI_ALIAS(Gather_c);

static int do_gatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
		      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
		      const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);

RD_MPI_LOCKED locked_gatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
			     MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			     const MPI_Aint displs[], MPI_Datatype recvtype, int root,
			     MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_gatherv(call, sendbuf, sendcount, sendtype, recvbuf,
						   recvcounts, displs, recvtype, root, comm));
}

static int do_gatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
		      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
		      const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(at_root ? recvtype : MPI_BYTE);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_gatherv(call, sendbuf, sendcount, sendtype, recvbuf,
					      recvcounts, displs, recvtype, root, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (at_root) {
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts",
						  comm_p->p2p.size, recvcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!displs && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
			if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, recvcounts,
							 displs, recvtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
	}
	err = rd_coll_gatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
			      &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p), root, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	return MPI_SUCCESS;
}

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		 MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? recvcounts : NULL,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? displs : NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Gatherv", NULL);
	err = do_gatherv("MPI_Gatherv", sendbuf, sendcount, sendtype, recvbuf, wide.array[0],
			 wide.array[1], recvtype, root, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Gatherv);

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
		   int root, MPI_Comm comm)
{
	return do_gatherv("MPI_Gatherv_c", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
			  displs, recvtype, root, comm);
}
RD_MPI_ALIAS(Gatherv_c);

static int do_scatter(const char *call, const void *sendbuf, MPI_Count sendcount,
		      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		      MPI_Datatype recvtype, int root, MPI_Comm comm);

RD_MPI_LOCKED locked_scatter(const char *call, const void *sendbuf, MPI_Count sendcount,
			     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			     MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_scatter(call, sendbuf, sendcount, sendtype, recvbuf,
						   recvcount, recvtype, root, comm));
}

static int do_scatter(const char *call, const void *sendbuf, MPI_Count sendcount,
		      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		      MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);
	struct rd_type *sendtype_p = rd_type_get(at_root ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvs ? recvtype : MPI_BYTE);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_scatter(call, sendbuf, sendcount, sendtype, recvbuf,
					      recvcount, recvtype, root, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (at_root) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (recvs) {
			if (rd_unlikely(recvcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "recvcount",
							recvcount);
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
	}
	err = rd_coll_scatter(&RD_BUF(sendbuf, sendcount, sendtype_p),
			      &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	return MPI_SUCCESS;
}

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_move(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
				      root, comm)))
		return MPI_SUCCESS;
	return do_scatter("MPI_Scatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
			  root, comm);
}
RD_MPI_ALIAS(Scatter);

int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	return do_scatter("MPI_Scatter_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			  recvtype, root, comm);
}
RD_MPI_ALIAS(Scatter_c);

static int do_scatterv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
		       const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
		       MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);

RD_MPI_LOCKED locked_scatterv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			      const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
			      MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_scatterv(call, sendbuf, sendcounts, displs, sendtype,
						    recvbuf, recvcount, recvtype, root, comm));
}

static int do_scatterv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
		       const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
		       MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);
	struct rd_type *sendtype_p = rd_type_get(at_root ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvs ? recvtype : MPI_BYTE);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_scatterv(call, sendbuf, sendcounts, displs, sendtype, recvbuf,
					       recvcount, recvtype, root, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_root_ok(root, comm_p)))
			return rd_mpi_bad_root(comm_p, call, "root", root);
		if (at_root) {
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
						  comm_p->p2p.size, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!displs && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (recvs) {
			if (rd_unlikely(recvcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "recvcount",
							recvcount);
			if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
		if (at_own_root) {
			if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, sendcounts,
							 displs, sendtype_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
	}
	err = rd_coll_scatterv(&RD_BLOCKS(sendbuf, sendcounts, displs, sendtype_p),
			       &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	return MPI_SUCCESS;
}

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
		  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		  int root, MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? sendcounts : NULL,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? displs : NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Scatterv", NULL);
	err = do_scatterv("MPI_Scatterv", sendbuf, wide.array[0], wide.array[1], sendtype, recvbuf,
			  recvcount, recvtype, root, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Scatterv);

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
		    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		    MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	return do_scatterv("MPI_Scatterv_c", sendbuf, sendcounts, displs, sendtype, recvbuf,
			   recvcount, recvtype, root, comm);
}
RD_MPI_ALIAS(Scatterv_c);

static RD_MPI_FAST int do_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				    MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
			       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			       MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_allgather(call, sendbuf, sendcount, sendtype, recvbuf,
						     recvcount, recvtype, comm));
}

static RD_MPI_FAST int do_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				    MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_allgather(call, sendbuf, sendcount, sendtype, recvbuf,
						recvcount, recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
	}
	err = rd_coll_allgather(&RD_BUF(sendbuf, sendcount, sendtype_p),
				&RD_BUF(recvbuf, recvcount, recvtype_p), comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		   int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_move(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, 0,
				      comm)))
		return MPI_SUCCESS;
	return do_allgather("MPI_Allgather", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			    recvtype, comm);
}
RD_MPI_ALIAS(Allgather);

int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_allgather("MPI_Allgather_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			    recvtype, comm);
}
RD_MPI_ALIAS(Allgather_c);

static int do_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
			 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			 const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
				MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
				const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_allgatherv(call, sendbuf, sendcount, sendtype, recvbuf,
						      recvcounts, displs, recvtype, comm));
}

static int do_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
			 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			 const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_allgatherv(call, sendbuf, sendcount, sendtype, recvbuf,
						 recvcounts, displs, recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->p2p.size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!displs && comm_p->p2p.size > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_valias(sendbuf, recvbuf, comm_p, recvcounts, displs,
						 recvtype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
	}
	err = rd_coll_allgatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
				 &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p), comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
		    MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2, recvcounts, displs);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Allgatherv", NULL);
	err = do_allgatherv("MPI_Allgatherv", sendbuf, sendcount, sendtype, recvbuf, wide.array[0],
			    wide.array[1], recvtype, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Allgatherv);

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
		      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
		      MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_allgatherv("MPI_Allgatherv_c", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
			     displs, recvtype, comm);
}
RD_MPI_ALIAS(Allgatherv_c);

static RD_MPI_FAST int do_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				   MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
			      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			      MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_alltoall(call, sendbuf, sendcount, sendtype, recvbuf,
						    recvcount, recvtype, comm));
}

static RD_MPI_FAST int do_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				   MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_alltoall(call, sendbuf, sendcount, sendtype, recvbuf,
					       recvcount, recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(sendcount < 0))
				return rd_mpi_bad_count(&comm_p->errs, call, "sendcount",
							sendcount);
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (rd_unlikely(rd_mpi_is_alias(sendbuf, recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
	}
	err = rd_coll_alltoall(&RD_BUF(sendbuf, sendcount, sendtype_p),
			       &RD_BUF(recvbuf, recvcount, recvtype_p), comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		  int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	if (rd_unlikely(rd_empty_move(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, 0,
				      comm)))
		return MPI_SUCCESS;
	return do_alltoall("MPI_Alltoall", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			   recvtype, comm);
}
RD_MPI_ALIAS(Alltoall);

int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_alltoall("MPI_Alltoall_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			   recvtype, comm);
}
RD_MPI_ALIAS(Alltoall_c);

static RD_MPI_FAST int do_alltoallv(const char *call, const void *sendbuf,
				    const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				    MPI_Datatype sendtype, void *recvbuf,
				    const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				    MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_alltoallv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			       const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			       const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			       MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype,
						     recvbuf, recvcounts, rdispls, recvtype, comm));
}

static RD_MPI_FAST int do_alltoallv(const char *call, const void *sendbuf,
				    const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				    MPI_Datatype sendtype, void *recvbuf,
				    const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				    MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_alltoallv(call, sendbuf, sendcounts, sdispls, sendtype,
						recvbuf, recvcounts, rdispls, recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->p2p.size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rdispls && comm_p->p2p.size > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "rdispls");
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
				return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
			err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
						  comm_p->p2p.size, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!sdispls && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "sdispls");
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
			if (rd_unlikely(rd_mpi_is_pair_alias(
					&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
					&RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p),
					comm_p)))
				return rd_mpi_bad_alias(&comm_p->errs, call, "sendbuf", "recvbuf");
		}
	}
	err = rd_coll_alltoallv(&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
				&RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p), comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
		   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
		   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 4,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sendcounts : NULL,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sdispls : NULL, recvcounts,
			   rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Alltoallv", NULL);
	err = do_alltoallv("MPI_Alltoallv", sendbuf, wide.array[0], wide.array[1], sendtype,
			   recvbuf, wide.array[2], wide.array[3], recvtype, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Alltoallv);

int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
		     MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
		     const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_alltoallv("MPI_Alltoallv_c", sendbuf, sendcounts, sdispls, sendtype, recvbuf,
			    recvcounts, rdispls, recvtype, comm);
}
RD_MPI_ALIAS(Alltoallv_c);

static RD_MPI_FAST int do_alltoallw(const char *call, const void *sendbuf,
				    const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				    const MPI_Datatype sendtypes[], void *recvbuf,
				    const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				    const MPI_Datatype recvtypes[], MPI_Comm comm);

RD_MPI_LOCKED locked_alltoallw(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			       const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
			       void *recvbuf, const MPI_Count recvcounts[],
			       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
			       MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes,
						     recvbuf, recvcounts, rdispls, recvtypes,
						     comm));
}

static RD_MPI_FAST int do_alltoallw(const char *call, const void *sendbuf,
				    const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				    const MPI_Datatype sendtypes[], void *recvbuf,
				    const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				    const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_alltoallw(call, sendbuf, sendcounts, sdispls, sendtypes,
						recvbuf, recvcounts, rdispls, recvtypes, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts", comm_p->p2p.size,
					  recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rdispls && comm_p->p2p.size > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "rdispls");
		err = rd_mpi_check_ctypes(&comm_p->errs, call, "recvtypes", comm_p->p2p.size,
					  recvtypes, recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (sends) {
			err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
						  comm_p->p2p.size, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!sdispls && comm_p->p2p.size > 0))
				return rd_mpi_bad_pointer(&comm_p->errs, call, "sdispls");
			err = rd_mpi_check_ctypes(&comm_p->errs, call, "sendtypes",
						  comm_p->p2p.size, sendtypes, sendcounts);
			if (rd_unlikely(err))
				return err;
			if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
	}
	err = rd_coll_alltoallw(&RD_BLOCKS_W(sendbuf, sendcounts, sdispls, sendtypes),
				&RD_BLOCKS_W(recvbuf, recvcounts, rdispls, recvtypes), comm_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
		   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
		   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 4,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sendcounts : NULL,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sdispls : NULL, recvcounts,
			   rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Alltoallw", NULL);
	err = do_alltoallw("MPI_Alltoallw", sendbuf, wide.array[0], wide.array[1], sendtypes,
			   recvbuf, wide.array[2], wide.array[3], recvtypes, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Alltoallw);

int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
		     const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
		     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	return do_alltoallw("MPI_Alltoallw_c", sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
			    recvcounts, rdispls, recvtypes, comm);
}
RD_MPI_ALIAS(Alltoallw_c);
