/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-topo.tbl by mpi/gen.pl: do not edit */
/*
 * Non-blocking collectives among neighbours (MPI-5.0 8.7).
 */
#include "mpi/api.h"

#include "coll/neighbor.h"

static int do_ineighbor_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ineighbor_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
					 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
					 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ineighbor_allgather(call, sendbuf, sendcount, sendtype,
							       recvbuf, recvcount, recvtype, comm,
							       request));
}

static int do_ineighbor_allgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int outs = rd_mpi_outdegree(comm) > 0;
	const int ins = rd_mpi_indegree(comm) > 0;
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ineighbor_allgather(call, sendbuf, sendcount, sendtype,
							  recvbuf, recvcount, recvtype, comm,
							  request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_neighbor_allgather(&RD_BUF(sendbuf, sendcount, sendtype_p),
					 &RD_BUF(recvbuf, recvcount, recvtype_p), comm_p,
					 RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
			     void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
			     MPI_Request *request)
{
	return do_ineighbor_allgather("MPI_Ineighbor_allgather", sendbuf, sendcount, sendtype,
				      recvbuf, recvcount, recvtype, comm, request);
}
RD_MPI_ALIAS(Ineighbor_allgather);

int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
			       MPI_Comm comm, MPI_Request *request)
{
	return do_ineighbor_allgather("MPI_Ineighbor_allgather_c", sendbuf, sendcount, sendtype,
				      recvbuf, recvcount, recvtype, comm, request);
}
RD_MPI_ALIAS(Ineighbor_allgather_c);

static int do_ineighbor_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
				   MPI_Datatype sendtype, void *recvbuf,
				   const MPI_Count recvcounts[], const MPI_Aint displs[],
				   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ineighbor_allgatherv(const char *call, const void *sendbuf,
					  MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
					  const MPI_Count recvcounts[], const MPI_Aint displs[],
					  MPI_Datatype recvtype, MPI_Comm comm,
					  MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ineighbor_allgatherv(call, sendbuf, sendcount, sendtype,
								recvbuf, recvcounts, displs,
								recvtype, comm, request));
}

static int do_ineighbor_allgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
				   MPI_Datatype sendtype, void *recvbuf,
				   const MPI_Count recvcounts[], const MPI_Aint displs[],
				   MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int outs = rd_mpi_outdegree(comm) > 0;
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ineighbor_allgatherv(call, sendbuf, sendcount, sendtype,
							   recvbuf, recvcounts, displs, recvtype,
							   comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_neighbor_allgatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
					  &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p),
					  comm_p, RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
			      void *recvbuf, const int recvcounts[], const int displs[],
			      MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_indegree(comm), 2, recvcounts, displs);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Ineighbor_allgatherv", NULL);
	err = do_ineighbor_allgatherv("MPI_Ineighbor_allgatherv", sendbuf, sendcount, sendtype,
				      recvbuf, wide.array[0], wide.array[1], recvtype, comm,
				      request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Ineighbor_allgatherv);

int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
				void *recvbuf, const MPI_Count recvcounts[],
				const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
				MPI_Request *request)
{
	return do_ineighbor_allgatherv("MPI_Ineighbor_allgatherv_c", sendbuf, sendcount, sendtype,
				       recvbuf, recvcounts, displs, recvtype, comm, request);
}
RD_MPI_ALIAS(Ineighbor_allgatherv_c);

static int do_ineighbor_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ineighbor_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
					MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
					MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ineighbor_alltoall(call, sendbuf, sendcount, sendtype,
							      recvbuf, recvcount, recvtype, comm,
							      request));
}

static int do_ineighbor_alltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
				 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int outs = rd_mpi_outdegree(comm) > 0;
	const int ins = rd_mpi_indegree(comm) > 0;
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ineighbor_alltoall(call, sendbuf, sendcount, sendtype,
							 recvbuf, recvcount, recvtype, comm,
							 request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_neighbor_alltoall(&RD_BUF(sendbuf, sendcount, sendtype_p),
					&RD_BUF(recvbuf, recvcount, recvtype_p), comm_p,
					RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
			    void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
			    MPI_Request *request)
{
	return do_ineighbor_alltoall("MPI_Ineighbor_alltoall", sendbuf, sendcount, sendtype,
				     recvbuf, recvcount, recvtype, comm, request);
}
RD_MPI_ALIAS(Ineighbor_alltoall);

int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
			      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
			      MPI_Comm comm, MPI_Request *request)
{
	return do_ineighbor_alltoall("MPI_Ineighbor_alltoall_c", sendbuf, sendcount, sendtype,
				     recvbuf, recvcount, recvtype, comm, request);
}
RD_MPI_ALIAS(Ineighbor_alltoall_c);

static int do_ineighbor_alltoallv(const char *call, const void *sendbuf,
				  const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				  MPI_Datatype sendtype, void *recvbuf,
				  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ineighbor_alltoallv(const char *call, const void *sendbuf,
					 const MPI_Count sendcounts[], const MPI_Aint sdispls[],
					 MPI_Datatype sendtype, void *recvbuf,
					 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
					 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ineighbor_alltoallv(call, sendbuf, sendcounts, sdispls,
							       sendtype, recvbuf, recvcounts,
							       rdispls, recvtype, comm, request));
}

static int do_ineighbor_alltoallv(const char *call, const void *sendbuf,
				  const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				  MPI_Datatype sendtype, void *recvbuf,
				  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ineighbor_alltoallv(call, sendbuf, sendcounts, sdispls,
							  sendtype, recvbuf, recvcounts, rdispls,
							  recvtype, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_neighbor_alltoallv(&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
					 &RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p),
					 comm_p, RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
			     MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
			     const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
			     MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open_halves(&wide, rd_mpi_outdegree(comm), rd_mpi_indegree(comm), 4,
				  sendcounts, sdispls, recvcounts, rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Ineighbor_alltoallv", NULL);
	err = do_ineighbor_alltoallv("MPI_Ineighbor_alltoallv", sendbuf, wide.array[0],
				     wide.array[1], sendtype, recvbuf, wide.array[2], wide.array[3],
				     recvtype, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Ineighbor_alltoallv);

int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
			       const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			       const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	return do_ineighbor_alltoallv("MPI_Ineighbor_alltoallv_c", sendbuf, sendcounts, sdispls,
				      sendtype, recvbuf, recvcounts, rdispls, recvtype, comm,
				      request);
}
RD_MPI_ALIAS(Ineighbor_alltoallv_c);

static int do_ineighbor_alltoallw(const char *call, const void *sendbuf,
				  const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				  const MPI_Datatype sendtypes[], void *recvbuf,
				  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				  const MPI_Datatype recvtypes[], MPI_Comm comm,
				  MPI_Request *request);

RD_MPI_LOCKED locked_ineighbor_alltoallw(const char *call, const void *sendbuf,
					 const MPI_Count sendcounts[], const MPI_Aint sdispls[],
					 const MPI_Datatype sendtypes[], void *recvbuf,
					 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
					 const MPI_Datatype recvtypes[], MPI_Comm comm,
					 MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ineighbor_alltoallw(call, sendbuf, sendcounts, sdispls,
							       sendtypes, recvbuf, recvcounts,
							       rdispls, recvtypes, comm, request));
}

static int do_ineighbor_alltoallw(const char *call, const void *sendbuf,
				  const MPI_Count sendcounts[], const MPI_Aint sdispls[],
				  const MPI_Datatype sendtypes[], void *recvbuf,
				  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				  const MPI_Datatype recvtypes[], MPI_Comm comm,
				  MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ineighbor_alltoallw(call, sendbuf, sendcounts, sdispls,
							  sendtypes, recvbuf, recvcounts, rdispls,
							  recvtypes, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_neighbor_alltoallw(&RD_BLOCKS_W(sendbuf, sendcounts, sdispls, sendtypes),
					 &RD_BLOCKS_W(recvbuf, recvcounts, rdispls, recvtypes),
					 comm_p, RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
			     const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
			     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
			     MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open_halves(&wide, rd_mpi_outdegree(comm), rd_mpi_indegree(comm), 2,
				  sendcounts, recvcounts);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Ineighbor_alltoallw", NULL);
	err = do_ineighbor_alltoallw("MPI_Ineighbor_alltoallw", sendbuf, wide.array[0], sdispls,
				     sendtypes, recvbuf, wide.array[1], rdispls, recvtypes, comm,
				     request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Ineighbor_alltoallw);

int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
			       const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
			       void *recvbuf, const MPI_Count recvcounts[],
			       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
			       MPI_Comm comm, MPI_Request *request)
{
	return do_ineighbor_alltoallw("MPI_Ineighbor_alltoallw_c", sendbuf, sendcounts, sdispls,
				      sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm,
				      request);
}
RD_MPI_ALIAS(Ineighbor_alltoallw_c);
