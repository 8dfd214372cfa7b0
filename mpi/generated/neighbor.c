/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-topo.tbl by mpi/gen.pl: do not edit */
/*
 * Collectives among the neighbours of a topology (MPI-5.0 8.6).
 */
#include "mpi/api.h"

#include "coll/neighbor.h"

static int do_neighbor_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				 MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_neighbor_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
					MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
					MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_neighbor_allgather(call, sendbuf, sendcount, sendtype,
							      recvbuf, recvcount, recvtype, comm));
}

static int do_neighbor_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				 MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int outs = rd_mpi_outdegree(comm) > 0;
	const int ins = rd_mpi_indegree(comm) > 0;
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_neighbor_allgather(call, sendbuf, sendcount, sendtype,
							 recvbuf, recvcount, recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_UNDEFINED)))
			return rd_mpi_bad_topology(comm_p, call, "comm", MPI_UNDEFINED);
		if (rd_unlikely(sendcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "sendcount", sendcount);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (outs) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (ins) {
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
	}
	err = rd_coll_neighbor_allgather(&RD_BUF(sendbuf, sendcount, sendtype_p),
					 &RD_BUF(recvbuf, recvcount, recvtype_p), comm_p,
					 RD_COLL_ONCE, NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
			    void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_neighbor_allgather("MPI_Neighbor_allgather", sendbuf, sendcount, sendtype,
				     recvbuf, recvcount, recvtype, comm);
}
RD_MPI_ALIAS(Neighbor_allgather);

int PMPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
			      MPI_Comm comm)
{
	return do_neighbor_allgather("MPI_Neighbor_allgather_c", sendbuf, sendcount, sendtype,
				     recvbuf, recvcount, recvtype, comm);
}
RD_MPI_ALIAS(Neighbor_allgather_c);

static int do_neighbor_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
				  MPI_Datatype sendtype, void *recvbuf,
				  const MPI_Count recvcounts[], const MPI_Aint displs[],
				  MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_neighbor_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
					 MPI_Datatype sendtype, void *recvbuf,
					 const MPI_Count recvcounts[], const MPI_Aint displs[],
					 MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_neighbor_allgatherv(call, sendbuf, sendcount, sendtype,
							       recvbuf, recvcounts, displs,
							       recvtype, comm));
}

static int do_neighbor_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
				  MPI_Datatype sendtype, void *recvbuf,
				  const MPI_Count recvcounts[], const MPI_Aint displs[],
				  MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int outs = rd_mpi_outdegree(comm) > 0;
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_neighbor_allgatherv(call, sendbuf, sendcount, sendtype,
							  recvbuf, recvcounts, displs, recvtype,
							  comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_UNDEFINED)))
			return rd_mpi_bad_topology(comm_p, call, "comm", MPI_UNDEFINED);
		if (rd_unlikely(sendcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "sendcount", sendcount);
		if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts",
					  rd_topo_indegree(comm_p), recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!displs && rd_topo_indegree(comm_p) > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "displs");
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (outs) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
	}
	err = rd_coll_neighbor_allgatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
					  &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p),
					  comm_p, RD_COLL_ONCE, NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
			     void *recvbuf, const int recvcounts[], const int displs[],
			     MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_indegree(comm), 2, recvcounts, displs);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Neighbor_allgatherv", NULL);
	err = do_neighbor_allgatherv("MPI_Neighbor_allgatherv", sendbuf, sendcount, sendtype,
				     recvbuf, wide.array[0], wide.array[1], recvtype, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Neighbor_allgatherv);

int PMPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
			       MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_neighbor_allgatherv("MPI_Neighbor_allgatherv_c", sendbuf, sendcount, sendtype,
				      recvbuf, recvcounts, displs, recvtype, comm);
}
RD_MPI_ALIAS(Neighbor_allgatherv_c);

static int do_neighbor_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_neighbor_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				       MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_neighbor_alltoall(call, sendbuf, sendcount, sendtype,
							     recvbuf, recvcount, recvtype, comm));
}

static int do_neighbor_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int outs = rd_mpi_outdegree(comm) > 0;
	const int ins = rd_mpi_indegree(comm) > 0;
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_neighbor_alltoall(call, sendbuf, sendcount, sendtype, recvbuf,
							recvcount, recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_UNDEFINED)))
			return rd_mpi_bad_topology(comm_p, call, "comm", MPI_UNDEFINED);
		if (rd_unlikely(sendcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "sendcount", sendcount);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (outs) {
			if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		}
		if (ins) {
			if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
				return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		}
	}
	err = rd_coll_neighbor_alltoall(&RD_BUF(sendbuf, sendcount, sendtype_p),
					&RD_BUF(recvbuf, recvcount, recvtype_p), comm_p,
					RD_COLL_ONCE, NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
			   int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_neighbor_alltoall("MPI_Neighbor_alltoall", sendbuf, sendcount, sendtype, recvbuf,
				    recvcount, recvtype, comm);
}
RD_MPI_ALIAS(Neighbor_alltoall);

int PMPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			     void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
			     MPI_Comm comm)
{
	return do_neighbor_alltoall("MPI_Neighbor_alltoall_c", sendbuf, sendcount, sendtype,
				    recvbuf, recvcount, recvtype, comm);
}
RD_MPI_ALIAS(Neighbor_alltoall_c);

static int do_neighbor_alltoallv(const char *call, const void *sendbuf,
				 const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
				 const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);

RD_MPI_LOCKED locked_neighbor_alltoallv(const char *call, const void *sendbuf,
					const MPI_Count sendcounts[], const MPI_Aint sdispls[],
					MPI_Datatype sendtype, void *recvbuf,
					const MPI_Count recvcounts[], const MPI_Aint rdispls[],
					MPI_Datatype recvtype, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_neighbor_alltoallv(call, sendbuf, sendcounts, sdispls,
							      sendtype, recvbuf, recvcounts,
							      rdispls, recvtype, comm));
}

static int do_neighbor_alltoallv(const char *call, const void *sendbuf,
				 const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
				 const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_neighbor_alltoallv(call, sendbuf, sendcounts, sdispls,
							 sendtype, recvbuf, recvcounts, rdispls,
							 recvtype, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_UNDEFINED)))
			return rd_mpi_bad_topology(comm_p, call, "comm", MPI_UNDEFINED);
		if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
					  rd_topo_outdegree(comm_p), sendcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!sdispls && rd_topo_outdegree(comm_p) > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "sdispls");
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts",
					  rd_topo_indegree(comm_p), recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rdispls && rd_topo_indegree(comm_p) > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "rdispls");
		if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
	}
	err = rd_coll_neighbor_alltoallv(&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
					 &RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p),
					 comm_p, RD_COLL_ONCE, NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
			    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
			    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open_halves(&wide, rd_mpi_outdegree(comm), rd_mpi_indegree(comm), 4,
				  sendcounts, sdispls, recvcounts, rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Neighbor_alltoallv", NULL);
	err = do_neighbor_alltoallv("MPI_Neighbor_alltoallv", sendbuf, wide.array[0], wide.array[1],
				    sendtype, recvbuf, wide.array[2], wide.array[3], recvtype,
				    comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Neighbor_alltoallv);

int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
			      const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			      const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			      MPI_Datatype recvtype, MPI_Comm comm)
{
	return do_neighbor_alltoallv("MPI_Neighbor_alltoallv_c", sendbuf, sendcounts, sdispls,
				     sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
RD_MPI_ALIAS(Neighbor_alltoallv_c);

static int do_neighbor_alltoallw(const char *call, const void *sendbuf,
				 const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				 const MPI_Datatype sendtypes[], void *recvbuf,
				 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				 const MPI_Datatype recvtypes[], MPI_Comm comm);

RD_MPI_LOCKED locked_neighbor_alltoallw(const char *call, const void *sendbuf,
					const MPI_Count sendcounts[], const MPI_Aint sdispls[],
					const MPI_Datatype sendtypes[], void *recvbuf,
					const MPI_Count recvcounts[], const MPI_Aint rdispls[],
					const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_neighbor_alltoallw(call, sendbuf, sendcounts, sdispls,
							      sendtypes, recvbuf, recvcounts,
							      rdispls, recvtypes, comm));
}

static int do_neighbor_alltoallw(const char *call, const void *sendbuf,
				 const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				 const MPI_Datatype sendtypes[], void *recvbuf,
				 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				 const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_neighbor_alltoallw(call, sendbuf, sendcounts, sdispls,
							 sendtypes, recvbuf, recvcounts, rdispls,
							 recvtypes, comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!rd_mpi_has_topo(comm_p, MPI_UNDEFINED)))
			return rd_mpi_bad_topology(comm_p, call, "comm", MPI_UNDEFINED);
		err = rd_mpi_check_counts(&comm_p->errs, call, "sendcounts",
					  rd_topo_outdegree(comm_p), sendcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!sdispls && rd_topo_outdegree(comm_p) > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "sdispls");
		err = rd_mpi_check_ctypes(&comm_p->errs, call, "sendtypes",
					  rd_topo_outdegree(comm_p), sendtypes, sendcounts);
		if (rd_unlikely(err))
			return err;
		err = rd_mpi_check_counts(&comm_p->errs, call, "recvcounts",
					  rd_topo_indegree(comm_p), recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rdispls && rd_topo_indegree(comm_p) > 0))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "rdispls");
		err = rd_mpi_check_ctypes(&comm_p->errs, call, "recvtypes",
					  rd_topo_indegree(comm_p), recvtypes, recvcounts);
		if (rd_unlikely(err))
			return err;
		if (rd_unlikely(!rd_mpi_vbuf_ok(sendbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		if (rd_unlikely(!rd_mpi_vbuf_ok(recvbuf)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
	}
	err = rd_coll_neighbor_alltoallw(&RD_BLOCKS_W(sendbuf, sendcounts, sdispls, sendtypes),
					 &RD_BLOCKS_W(recvbuf, recvcounts, rdispls, recvtypes),
					 comm_p, RD_COLL_ONCE, NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
			    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
			    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open_halves(&wide, rd_mpi_outdegree(comm), rd_mpi_indegree(comm), 2,
				  sendcounts, recvcounts);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Neighbor_alltoallw", NULL);
	err = do_neighbor_alltoallw("MPI_Neighbor_alltoallw", sendbuf, wide.array[0], sdispls,
				    sendtypes, recvbuf, wide.array[1], rdispls, recvtypes, comm);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Neighbor_alltoallw);

int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
			      const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
			      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			      const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	return do_neighbor_alltoallw("MPI_Neighbor_alltoallw_c", sendbuf, sendcounts, sdispls,
				     sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
RD_MPI_ALIAS(Neighbor_alltoallw_c);
