/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-nbc.tbl by mpi/gen.pl: do not edit */
/*
 * Non-blocking collectives in which each has something for each (MPI-5.0 6.12).
 */
#include "mpi/api.h"

static int do_ialltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
			MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ialltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
			       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ialltoall(call, sendbuf, sendcount, sendtype, recvbuf,
						     recvcount, recvtype, comm, request));
}

static int do_ialltoall(const char *call, const void *sendbuf, MPI_Count sendcount,
			MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ialltoall(call, sendbuf, sendcount, sendtype, recvbuf,
						recvcount, recvtype, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ialltoall(&RD_BUF(sendbuf, sendcount, sendtype_p),
				&RD_BUF(recvbuf, recvcount, recvtype_p), comm_p, RD_COLL_ONCE,
				&request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	return do_ialltoall("MPI_Ialltoall", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			    recvtype, comm, request);
}
RD_MPI_ALIAS(Ialltoall);

int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
		     MPI_Request *request)
{
	return do_ialltoall("MPI_Ialltoall_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			    recvtype, comm, request);
}
RD_MPI_ALIAS(Ialltoall_c);

static int do_ialltoallv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			 const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ialltoallv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
				const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
				const MPI_Count recvcounts[], const MPI_Aint rdispls[],
				MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ialltoallv(call, sendbuf, sendcounts, sdispls, sendtype,
						      recvbuf, recvcounts, rdispls, recvtype, comm,
						      request));
}

static int do_ialltoallv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			 const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
			 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ialltoallv(call, sendbuf, sendcounts, sdispls, sendtype,
						 recvbuf, recvcounts, rdispls, recvtype, comm,
						 request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ialltoallv(&RD_BLOCKS(sendbuf, sendcounts, sdispls, sendtype_p),
				 &RD_BLOCKS(recvbuf, recvcounts, rdispls, recvtype_p), comm_p,
				 RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
		    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
		    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 4,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sendcounts : NULL,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sdispls : NULL, recvcounts,
			   rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Ialltoallv", NULL);
	err = do_ialltoallv("MPI_Ialltoallv", sendbuf, wide.array[0], wide.array[1], sendtype,
			    recvbuf, wide.array[2], wide.array[3], recvtype, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Ialltoallv);

int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
		      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
		      const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
		      MPI_Request *request)
{
	return do_ialltoallv("MPI_Ialltoallv_c", sendbuf, sendcounts, sdispls, sendtype, recvbuf,
			     recvcounts, rdispls, recvtype, comm, request);
}
RD_MPI_ALIAS(Ialltoallv_c);

static int do_ialltoallw(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			 const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
			 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			 const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ialltoallw(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
				const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
				void *recvbuf, const MPI_Count recvcounts[],
				const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
				MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ialltoallw(call, sendbuf, sendcounts, sdispls, sendtypes,
						      recvbuf, recvcounts, rdispls, recvtypes, comm,
						      request));
}

static int do_ialltoallw(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			 const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
			 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
			 const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ialltoallw(call, sendbuf, sendcounts, sdispls, sendtypes,
						 recvbuf, recvcounts, rdispls, recvtypes, comm,
						 request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ialltoallw(&RD_BLOCKS_W(sendbuf, sendcounts, sdispls, sendtypes),
				 &RD_BLOCKS_W(recvbuf, recvcounts, rdispls, recvtypes), comm_p,
				 RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
		    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
		    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
		    MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 4,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sendcounts : NULL,
			   rd_mpi_sends(rd_comm_get(comm), sendbuf) ? sdispls : NULL, recvcounts,
			   rdispls);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Ialltoallw", NULL);
	err = do_ialltoallw("MPI_Ialltoallw", sendbuf, wide.array[0], wide.array[1], sendtypes,
			    recvbuf, wide.array[2], wide.array[3], recvtypes, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Ialltoallw);

int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
		      const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
		      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
		      MPI_Request *request)
{
	return do_ialltoallw("MPI_Ialltoallw_c", sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
			     recvcounts, rdispls, recvtypes, comm, request);
}
RD_MPI_ALIAS(Ialltoallw_c);
