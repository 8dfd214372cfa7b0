/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-nbc.tbl by mpi/gen.pl: do not edit */
/*
 * Non-blocking collectives that move data (MPI-5.0 6.12).
 */
#include "mpi/api.h"

RD_MPI_LOCKED locked_ibarrier(MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Ibarrier");

	return err ? err : rd_mpi_leave(PMPI_Ibarrier(comm, request));
}

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ibarrier(comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Ibarrier", "comm", comm);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Ibarrier", "request");
	}
	err = rd_coll_ibarrier(comm_p, RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Ibarrier", NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Ibarrier);

static int do_ibcast(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
		     int root, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ibcast(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
			    int root, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ibcast(call, buffer, count, datatype, root, comm,
						  request));
}

static int do_ibcast(const char *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
		     int root, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int takes_part = rd_mpi_takes_part(comm_p, root);
	struct rd_type *datatype_p = rd_type_get(takes_part ? datatype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ibcast(call, buffer, count, datatype, root, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_ibcast(&RD_BUF(buffer, count, datatype_p), root, comm_p, RD_COLL_ONCE,
			     &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
		MPI_Request *request)
{
	return do_ibcast("MPI_Ibcast", buffer, count, datatype, root, comm, request);
}
RD_MPI_ALIAS(Ibcast);

int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
		  MPI_Request *request)
{
	return do_ibcast("MPI_Ibcast_c", buffer, count, datatype, root, comm, request);
}
RD_MPI_ALIAS(Ibcast_c);

static int do_igather(const char *call, const void *sendbuf, MPI_Count sendcount,
		      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_igather(const char *call, const void *sendbuf, MPI_Count sendcount,
			     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_igather(call, sendbuf, sendcount, sendtype, recvbuf,
						   recvcount, recvtype, root, comm, request));
}

static int do_igather(const char *call, const void *sendbuf, MPI_Count sendcount,
		      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(at_root ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_igather(call, sendbuf, sendcount, sendtype, recvbuf,
					      recvcount, recvtype, root, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_igather(&RD_BUF(sendbuf, sendcount, sendtype_p),
			      &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p, RD_COLL_ONCE,
			      &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
		 MPI_Request *request)
{
	return do_igather("MPI_Igather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
			  root, comm, request);
}
RD_MPI_ALIAS(Igather);

int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
		   MPI_Request *request)
{
	return do_igather("MPI_Igather_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			  recvtype, root, comm, request);
}
RD_MPI_ALIAS(Igather_c);

static int do_igatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
		       MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
		       const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
		       MPI_Request *request);

RD_MPI_LOCKED locked_igatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
			      MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			      const MPI_Aint displs[], MPI_Datatype recvtype, int root,
			      MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_igatherv(call, sendbuf, sendcount, sendtype, recvbuf,
						    recvcounts, displs, recvtype, root, comm,
						    request));
}

static int do_igatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
		       MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
		       const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
		       MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(at_root ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_igatherv(call, sendbuf, sendcount, sendtype, recvbuf,
					       recvcounts, displs, recvtype, root, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_igatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
			       &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p), root, comm_p,
			       RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
		  MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? recvcounts : NULL,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? displs : NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Igatherv", NULL);
	err = do_igatherv("MPI_Igatherv", sendbuf, sendcount, sendtype, recvbuf, wide.array[0],
			  wide.array[1], recvtype, root, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Igatherv);

int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
		    int root, MPI_Comm comm, MPI_Request *request)
{
	return do_igatherv("MPI_Igatherv_c", sendbuf, sendcount, sendtype, recvbuf, recvcounts,
			   displs, recvtype, root, comm, request);
}
RD_MPI_ALIAS(Igatherv_c);

static int do_iscatter(const char *call, const void *sendbuf, MPI_Count sendcount,
		       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_iscatter(const char *call, const void *sendbuf, MPI_Count sendcount,
			      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iscatter(call, sendbuf, sendcount, sendtype, recvbuf,
						    recvcount, recvtype, root, comm, request));
}

static int do_iscatter(const char *call, const void *sendbuf, MPI_Count sendcount,
		       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);
	struct rd_type *sendtype_p = rd_type_get(at_root ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvs ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iscatter(call, sendbuf, sendcount, sendtype, recvbuf,
					       recvcount, recvtype, root, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iscatter(&RD_BUF(sendbuf, sendcount, sendtype_p),
			       &RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p, RD_COLL_ONCE,
			       &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
		  MPI_Request *request)
{
	return do_iscatter("MPI_Iscatter", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			   recvtype, root, comm, request);
}
RD_MPI_ALIAS(Iscatter);

int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
		    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
		    MPI_Request *request)
{
	return do_iscatter("MPI_Iscatter_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			   recvtype, root, comm, request);
}
RD_MPI_ALIAS(Iscatter_c);

static int do_iscatterv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
			MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
			MPI_Request *request);

RD_MPI_LOCKED locked_iscatterv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			       const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
			       MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
			       MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iscatterv(call, sendbuf, sendcounts, displs, sendtype,
						     recvbuf, recvcount, recvtype, root, comm,
						     request));
}

static int do_iscatterv(const char *call, const void *sendbuf, const MPI_Count sendcounts[],
			const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
			MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
			MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int at_root = rd_mpi_at_root(comm_p, root);
	const int at_own_root = rd_mpi_at_own_root(comm_p, root);
	const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);
	struct rd_type *sendtype_p = rd_type_get(at_root ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvs ? recvtype : MPI_BYTE);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iscatterv(call, sendbuf, sendcounts, displs, sendtype,
						recvbuf, recvcount, recvtype, root, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iscatterv(&RD_BLOCKS(sendbuf, sendcounts, displs, sendtype_p),
				&RD_BUF(recvbuf, recvcount, recvtype_p), root, comm_p, RD_COLL_ONCE,
				&request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "root=%d", root);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
		   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
		   int root, MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? sendcounts : NULL,
			   rd_mpi_at_root(rd_comm_get(comm), root) ? displs : NULL);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Iscatterv", NULL);
	err = do_iscatterv("MPI_Iscatterv", sendbuf, wide.array[0], wide.array[1], sendtype,
			   recvbuf, recvcount, recvtype, root, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Iscatterv);

int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
		     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
		     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
	return do_iscatterv("MPI_Iscatterv_c", sendbuf, sendcounts, displs, sendtype, recvbuf,
			    recvcount, recvtype, root, comm, request);
}
RD_MPI_ALIAS(Iscatterv_c);

static int do_iallgather(const char *call, const void *sendbuf, MPI_Count sendcount,
			 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
			 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_iallgather(const char *call, const void *sendbuf, MPI_Count sendcount,
				MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
				MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iallgather(call, sendbuf, sendcount, sendtype, recvbuf,
						      recvcount, recvtype, comm, request));
}

static int do_iallgather(const char *call, const void *sendbuf, MPI_Count sendcount,
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
			return locked_iallgather(call, sendbuf, sendcount, sendtype, recvbuf,
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
	err = rd_coll_iallgather(&RD_BUF(sendbuf, sendcount, sendtype_p),
				 &RD_BUF(recvbuf, recvcount, recvtype_p), comm_p, RD_COLL_ONCE,
				 &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	return do_iallgather("MPI_Iallgather", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			     recvtype, comm, request);
}
RD_MPI_ALIAS(Iallgather);

int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
		      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
		      MPI_Request *request)
{
	return do_iallgather("MPI_Iallgather_c", sendbuf, sendcount, sendtype, recvbuf, recvcount,
			     recvtype, comm, request);
}
RD_MPI_ALIAS(Iallgather_c);

static int do_iallgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
			  MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			  const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
			  MPI_Request *request);

RD_MPI_LOCKED locked_iallgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
				 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
				 const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
				 MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_iallgatherv(call, sendbuf, sendcount, sendtype, recvbuf,
						       recvcounts, displs, recvtype, comm,
						       request));
}

static int do_iallgatherv(const char *call, const void *sendbuf, MPI_Count sendcount,
			  MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
			  const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
			  MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	const int sends = rd_mpi_sends(comm_p, sendbuf);
	struct rd_type *sendtype_p = rd_type_get(sends ? sendtype : MPI_BYTE);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iallgatherv(call, sendbuf, sendcount, sendtype, recvbuf,
						  recvcounts, displs, recvtype, comm, request);
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
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_coll_iallgatherv(&RD_BUF(sendbuf, sendcount, sendtype_p),
				  &RD_BLOCKS(recvbuf, recvcounts, displs, recvtype_p), comm_p,
				  RD_COLL_ONCE, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
		     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
		     MPI_Comm comm, MPI_Request *request)
{
	struct rd_wide wide;
	int err;

	err = rd_wide_open(&wide, rd_mpi_peers(comm), 2, recvcounts, displs);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Iallgatherv", NULL);
	err = do_iallgatherv("MPI_Iallgatherv", sendbuf, sendcount, sendtype, recvbuf,
			     wide.array[0], wide.array[1], recvtype, comm, request);
	rd_wide_close(&wide);
	return err;
}
RD_MPI_ALIAS(Iallgatherv);

int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
		       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
		       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
	return do_iallgatherv("MPI_Iallgatherv_c", sendbuf, sendcount, sendtype, recvbuf,
			      recvcounts, displs, recvtype, comm, request);
}
RD_MPI_ALIAS(Iallgatherv_c);
