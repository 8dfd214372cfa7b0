/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Receiving, and sending and receiving in one call (MPI-5.0 3.2.4, 3.7.2, 3.10).
 */
#include "mpi/api.h"

static RD_MPI_FAST int do_recv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			       int source, int tag, MPI_Comm comm, MPI_Status *status);

RD_MPI_LOCKED locked_recv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			  int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_recv(call, buf, count, datatype, source, tag, comm,
						status));
}

static RD_MPI_FAST int do_recv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			       int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_recv(call, buf, count, datatype, source, tag, comm, status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "source", source);
		if (rd_unlikely(tag < 0 && tag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, call, "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
	}
	err = rd_recv(buf, (uint64_t)count, datatype_p, source, tag, &comm_p->p2p,
		      (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "source=%d, tag=%d", source, tag);
	return MPI_SUCCESS;
}

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
	      MPI_Status *status)
{
	return do_recv("MPI_Recv", buf, count, datatype, source, tag, comm, status);
}
RD_MPI_ALIAS(Recv);

int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
		MPI_Comm comm, MPI_Status *status)
{
	return do_recv("MPI_Recv_c", buf, count, datatype, source, tag, comm, status);
}
RD_MPI_ALIAS(Recv_c);

static RD_MPI_FAST int do_irecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
				int source, int tag, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_irecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			   int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_irecv(call, buf, count, datatype, source, tag, comm,
						 request));
}

static RD_MPI_FAST int do_irecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
				int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_irecv(call, buf, count, datatype, source, tag, comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "source", source);
		if (rd_unlikely(tag < 0 && tag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, call, "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_irecv(&RD_BUF(buf, count, datatype_p), source, tag, &comm_p->p2p, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "source=%d, tag=%d", source, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
	       MPI_Request *request)
{
	return do_irecv("MPI_Irecv", buf, count, datatype, source, tag, comm, request);
}
RD_MPI_ALIAS(Irecv);

int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
		 MPI_Comm comm, MPI_Request *request)
{
	return do_irecv("MPI_Irecv_c", buf, count, datatype, source, tag, comm, request);
}
RD_MPI_ALIAS(Irecv_c);

static int do_sendrecv(const char *call, const void *sendbuf, MPI_Count sendcount,
		       MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
		       MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
		       MPI_Comm comm, MPI_Status *status);

RD_MPI_LOCKED locked_sendrecv(const char *call, const void *sendbuf, MPI_Count sendcount,
			      MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
			      MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
			      MPI_Comm comm, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_sendrecv(call, sendbuf, sendcount, sendtype, dest,
						    sendtag, recvbuf, recvcount, recvtype, source,
						    recvtag, comm, status));
}

static int do_sendrecv(const char *call, const void *sendbuf, MPI_Count sendcount,
		       MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
		       MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
		       MPI_Comm comm, MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_sendrecv(call, sendbuf, sendcount, sendtype, dest, sendtag,
					       recvbuf, recvcount, recvtype, source, recvtag, comm,
					       status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(sendcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "sendcount", sendcount);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(sendtag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "sendtag", sendtag);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "source", source);
		if (rd_unlikely(recvtag < 0 && recvtag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, call, "recvtag", recvtag);
		if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
	}
	err = rd_sendrecv(&RD_SIDE(RD_BUF(sendbuf, sendcount, sendtype_p), dest, sendtag),
			  &RD_SIDE(RD_BUF(recvbuf, recvcount, recvtype_p), source, recvtag),
			  &comm_p->p2p, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call,
				   "dest=%d, sendtag=%d, source=%d, recvtag=%d", dest, sendtag,
				   source, recvtag);
	return MPI_SUCCESS;
}

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
		  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
		  MPI_Comm comm, MPI_Status *status)
{
	return do_sendrecv("MPI_Sendrecv", sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
			   recvcount, recvtype, source, recvtag, comm, status);
}
RD_MPI_ALIAS(Sendrecv);

int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
		    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
		    int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	return do_sendrecv("MPI_Sendrecv_c", sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
			   recvcount, recvtype, source, recvtag, comm, status);
}
RD_MPI_ALIAS(Sendrecv_c);

static int do_sendrecv_replace(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			       int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
			       MPI_Status *status);

RD_MPI_LOCKED locked_sendrecv_replace(const char *call, void *buf, MPI_Count count,
				      MPI_Datatype datatype, int dest, int sendtag, int source,
				      int recvtag, MPI_Comm comm, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_sendrecv_replace(call, buf, count, datatype, dest,
							    sendtag, source, recvtag, comm,
							    status));
}

static int do_sendrecv_replace(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			       int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
			       MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_sendrecv_replace(call, buf, count, datatype, dest, sendtag,
						       source, recvtag, comm, status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(sendtag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "sendtag", sendtag);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "source", source);
		if (rd_unlikely(recvtag < 0 && recvtag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, call, "recvtag", recvtag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
	}
	err = rd_sendrecv_replace(&RD_BUF(buf, count, datatype_p), dest, sendtag, source, recvtag,
				  &comm_p->p2p, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call,
				   "dest=%d, sendtag=%d, source=%d, recvtag=%d", dest, sendtag,
				   source, recvtag);
	return MPI_SUCCESS;
}

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
			  int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	return do_sendrecv_replace("MPI_Sendrecv_replace", buf, count, datatype, dest, sendtag,
				   source, recvtag, comm, status);
}
RD_MPI_ALIAS(Sendrecv_replace);

int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
			    int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
	return do_sendrecv_replace("MPI_Sendrecv_replace_c", buf, count, datatype, dest, sendtag,
				   source, recvtag, comm, status);
}
RD_MPI_ALIAS(Sendrecv_replace_c);

static int do_isendrecv(const char *call, const void *sendbuf, MPI_Count sendcount,
			MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
			MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
			MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_isendrecv(const char *call, const void *sendbuf, MPI_Count sendcount,
			       MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
			       MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
			       MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_isendrecv(call, sendbuf, sendcount, sendtype, dest,
						     sendtag, recvbuf, recvcount, recvtype, source,
						     recvtag, comm, request));
}

static int do_isendrecv(const char *call, const void *sendbuf, MPI_Count sendcount,
			MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
			MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
			MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *sendtype_p = rd_type_get(sendtype);
	struct rd_type *recvtype_p = rd_type_get(recvtype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_isendrecv(call, sendbuf, sendcount, sendtype, dest, sendtag,
						recvbuf, recvcount, recvtype, source, recvtag, comm,
						request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(sendcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "sendcount", sendcount);
		if (rd_unlikely(recvcount < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "recvcount", recvcount);
		if (rd_unlikely(!rd_mpi_type_ok(sendtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "sendtype", sendtype);
		if (rd_unlikely(!rd_mpi_type_ok(recvtype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "recvtype", recvtype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(sendtag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "sendtag", sendtag);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "source", source);
		if (rd_unlikely(recvtag < 0 && recvtag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, call, "recvtag", recvtag);
		if (rd_unlikely(!rd_mpi_buf_ok(sendbuf, sendcount, sendtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "sendbuf", sendbuf);
		if (rd_unlikely(!rd_mpi_buf_ok(recvbuf, recvcount, recvtype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "recvbuf", recvbuf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_isendrecv(&RD_SIDE(RD_BUF(sendbuf, sendcount, sendtype_p), dest, sendtag),
			   &RD_SIDE(RD_BUF(recvbuf, recvcount, recvtype_p), source, recvtag),
			   &comm_p->p2p, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call,
				   "dest=%d, sendtag=%d, source=%d, recvtag=%d", dest, sendtag,
				   source, recvtag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
		   void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
		   MPI_Comm comm, MPI_Request *request)
{
	return do_isendrecv("MPI_Isendrecv", sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
			    recvcount, recvtype, source, recvtag, comm, request);
}
RD_MPI_ALIAS(Isendrecv);

int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
		     int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
		     int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
	return do_isendrecv("MPI_Isendrecv_c", sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
			    recvcount, recvtype, source, recvtag, comm, request);
}
RD_MPI_ALIAS(Isendrecv_c);

static int do_isendrecv_replace(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
				int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
				MPI_Request *request);

RD_MPI_LOCKED locked_isendrecv_replace(const char *call, void *buf, MPI_Count count,
				       MPI_Datatype datatype, int dest, int sendtag, int source,
				       int recvtag, MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_isendrecv_replace(call, buf, count, datatype, dest,
							     sendtag, source, recvtag, comm,
							     request));
}

static int do_isendrecv_replace(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
				int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
				MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_isendrecv_replace(call, buf, count, datatype, dest, sendtag,
							source, recvtag, comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(sendtag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "sendtag", sendtag);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "source", source);
		if (rd_unlikely(recvtag < 0 && recvtag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, call, "recvtag", recvtag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_isendrecv_replace(&RD_BUF(buf, count, datatype_p), dest, sendtag, source, recvtag,
				   &comm_p->p2p, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call,
				   "dest=%d, sendtag=%d, source=%d, recvtag=%d", dest, sendtag,
				   source, recvtag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
			   int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
	return do_isendrecv_replace("MPI_Isendrecv_replace", buf, count, datatype, dest, sendtag,
				    source, recvtag, comm, request);
}
RD_MPI_ALIAS(Isendrecv_replace);

int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
			     int sendtag, int source, int recvtag, MPI_Comm comm,
			     MPI_Request *request)
{
	return do_isendrecv_replace("MPI_Isendrecv_replace_c", buf, count, datatype, dest, sendtag,
				    source, recvtag, comm, request);
}
RD_MPI_ALIAS(Isendrecv_replace_c);
