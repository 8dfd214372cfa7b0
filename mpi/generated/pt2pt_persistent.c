/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Persistent requests: made once, started often (MPI-5.0 3.9).
 */
#include "mpi/api.h"

static int do_send_init(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
			int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_send_init(call, buf, count, datatype, dest, tag,
							 comm, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_send_init(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p,
			   RD_SEND_STANDARD, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
		   MPI_Comm comm, MPI_Request *request)
{
	return do_send_init("MPI_Send_init", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Send_init);

int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		     MPI_Comm comm, MPI_Request *request)
{
	return do_send_init("MPI_Send_init_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Send_init_c);

static int do_bsend_init(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
			 int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_bsend_init(call, buf, count, datatype, dest, tag,
							  comm, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_send_init(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p,
			   RD_SEND_BUFFERED, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
		    MPI_Comm comm, MPI_Request *request)
{
	return do_bsend_init("MPI_Bsend_init", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Bsend_init);

int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		      MPI_Comm comm, MPI_Request *request)
{
	return do_bsend_init("MPI_Bsend_init_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Bsend_init_c);

static int do_ssend_init(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
			 int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_ssend_init(call, buf, count, datatype, dest, tag,
							  comm, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_send_init(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p, RD_SEND_SYNC,
			   &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
		    MPI_Comm comm, MPI_Request *request)
{
	return do_ssend_init("MPI_Ssend_init", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Ssend_init);

int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		      MPI_Comm comm, MPI_Request *request)
{
	return do_ssend_init("MPI_Ssend_init_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Ssend_init_c);

static int do_rsend_init(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
			 int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_rsend_init(call, buf, count, datatype, dest, tag,
							  comm, request));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "count", count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(&comm_p->errs, call, "datatype", datatype);
		if (rd_unlikely(!rd_mpi_dest_ok(dest, comm_p)))
			return rd_mpi_bad_rank(comm_p, call, "dest", dest);
		if (rd_unlikely(tag < 0))
			return rd_mpi_bad_tag(&comm_p->errs, call, "tag", tag);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(&comm_p->errs, call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "request");
	}
	err = rd_send_init(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p, RD_SEND_READY,
			   &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
		    MPI_Comm comm, MPI_Request *request)
{
	return do_rsend_init("MPI_Rsend_init", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Rsend_init);

int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		      MPI_Comm comm, MPI_Request *request)
{
	return do_rsend_init("MPI_Rsend_init_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Rsend_init_c);

static int do_recv_init(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_recv_init(call, buf, count, datatype, source, tag,
							 comm, request));
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
	err = rd_recv_init(&RD_BUF(buf, count, datatype_p), source, tag, &comm_p->p2p, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "source=%d, tag=%d", source, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
		   MPI_Request *request)
{
	return do_recv_init("MPI_Recv_init", buf, count, datatype, source, tag, comm, request);
}
RD_MPI_ALIAS(Recv_init);

int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
		     MPI_Comm comm, MPI_Request *request)
{
	return do_recv_init("MPI_Recv_init_c", buf, count, datatype, source, tag, comm, request);
}
RD_MPI_ALIAS(Recv_init_c);

RD_MPI_LOCKED locked_start(MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Start");

	return err ? err : rd_mpi_leave(PMPI_Start(request));
}

int PMPI_Start(MPI_Request *request)
{
	struct rd_req *request_p = request ? rd_req_get(*request) : NULL;
	struct rd_comm *request_comm = rd_mpi_req_comm(request_p);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_start(request);
		if (rd_unlikely(!request_p))
			return rd_mpi_bad_request(rd_mpi_comm_errs(request_comm), "MPI_Start",
						  "request", request);
	}
	err = rd_req_start(request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_comm_errs(request_comm), err, "MPI_Start", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Start);

RD_MPI_LOCKED locked_startall(int count, MPI_Request array_of_requests[])
{
	int err = rd_mpi_begin("MPI_Startall");

	return err ? err : rd_mpi_leave(PMPI_Startall(count, array_of_requests));
}

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_startall(count, array_of_requests);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(NULL, "MPI_Startall", "count", count);
		if (rd_unlikely(!array_of_requests && count > 0))
			return rd_mpi_bad_pointer(NULL, "MPI_Startall", "array_of_requests");
	}
	return rd_mpi_startall("MPI_Startall", count, array_of_requests);
}
RD_MPI_ALIAS(Startall);
