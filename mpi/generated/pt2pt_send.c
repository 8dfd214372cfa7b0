/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Sending a message: blocking and non-blocking, in the four modes (MPI-5.0 3.2, 3.4,
 * 3.7).
 */
#include "mpi/api.h"

static RD_MPI_FAST int do_send(const char *call, const void *buf, MPI_Count count,
			       MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);

RD_MPI_LOCKED locked_send(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
			  int dest, int tag, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_send(call, buf, count, datatype, dest, tag, comm));
}

static RD_MPI_FAST int do_send(const char *call, const void *buf, MPI_Count count,
			       MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_peer *way;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_send(call, buf, count, datatype, dest, tag, comm);
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
	}
	way = rd_send_way((uint64_t)count, datatype_p, dest, &comm_p->p2p);
	if (rd_likely(way != NULL))
		return rd_send_brief(way, buf, (uint64_t)count, datatype_p, tag, &comm_p->p2p);
	err = rd_send(buf, (uint64_t)count, datatype_p, dest, tag, &comm_p->p2p, RD_SEND_STANDARD);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	return MPI_SUCCESS;
}

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	return do_send("MPI_Send", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Send);

int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		MPI_Comm comm)
{
	return do_send("MPI_Send_c", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Send_c);

static int do_bsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm);

RD_MPI_LOCKED locked_bsend(const char *call, const void *buf, MPI_Count count,
			   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_bsend(call, buf, count, datatype, dest, tag, comm));
}

static int do_bsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_bsend(call, buf, count, datatype, dest, tag, comm);
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
	}
	err = rd_send(buf, (uint64_t)count, datatype_p, dest, tag, &comm_p->p2p, RD_SEND_BUFFERED);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	return MPI_SUCCESS;
}

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	return do_bsend("MPI_Bsend", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Bsend);

int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		 MPI_Comm comm)
{
	return do_bsend("MPI_Bsend_c", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Bsend_c);

static int do_ssend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm);

RD_MPI_LOCKED locked_ssend(const char *call, const void *buf, MPI_Count count,
			   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ssend(call, buf, count, datatype, dest, tag, comm));
}

static int do_ssend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ssend(call, buf, count, datatype, dest, tag, comm);
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
	}
	err = rd_send(buf, (uint64_t)count, datatype_p, dest, tag, &comm_p->p2p, RD_SEND_SYNC);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	return MPI_SUCCESS;
}

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	return do_ssend("MPI_Ssend", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Ssend);

int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		 MPI_Comm comm)
{
	return do_ssend("MPI_Ssend_c", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Ssend_c);

static int do_rsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm);

RD_MPI_LOCKED locked_rsend(const char *call, const void *buf, MPI_Count count,
			   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_rsend(call, buf, count, datatype, dest, tag, comm));
}

static int do_rsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		    int dest, int tag, MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_rsend(call, buf, count, datatype, dest, tag, comm);
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
	}
	err = rd_send(buf, (uint64_t)count, datatype_p, dest, tag, &comm_p->p2p, RD_SEND_READY);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	return MPI_SUCCESS;
}

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
	return do_rsend("MPI_Rsend", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Rsend);

int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		 MPI_Comm comm)
{
	return do_rsend("MPI_Rsend_c", buf, count, datatype, dest, tag, comm);
}
RD_MPI_ALIAS(Rsend_c);

static RD_MPI_FAST int do_isend(const char *call, const void *buf, MPI_Count count,
				MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
				MPI_Request *request);

RD_MPI_LOCKED locked_isend(const char *call, const void *buf, MPI_Count count,
			   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
			   MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_isend(call, buf, count, datatype, dest, tag, comm,
						 request));
}

static RD_MPI_FAST int do_isend(const char *call, const void *buf, MPI_Count count,
				MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
				MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	struct rd_peer *way;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_isend(call, buf, count, datatype, dest, tag, comm, request);
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
	way = rd_send_way((uint64_t)count, datatype_p, dest, &comm_p->p2p);
	if (rd_likely(way != NULL))
		return rd_mpi_isend_brief(way, buf, (uint64_t)count, datatype_p, tag, &comm_p->p2p,
					  request);
	err = rd_isend(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p, RD_SEND_STANDARD,
		       &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
	       MPI_Request *request)
{
	return do_isend("MPI_Isend", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Isend);

int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		 MPI_Comm comm, MPI_Request *request)
{
	return do_isend("MPI_Isend_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Isend_c);

static int do_ibsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		     int dest, int tag, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_ibsend(const char *call, const void *buf, MPI_Count count,
			    MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
			    MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_ibsend(call, buf, count, datatype, dest, tag, comm,
						  request));
}

static int do_ibsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		     int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_ibsend(call, buf, count, datatype, dest, tag, comm, request);
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
	err = rd_isend(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p, RD_SEND_BUFFERED,
		       &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
		MPI_Request *request)
{
	return do_ibsend("MPI_Ibsend", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Ibsend);

int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		  MPI_Comm comm, MPI_Request *request)
{
	return do_ibsend("MPI_Ibsend_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Ibsend_c);

static int do_issend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		     int dest, int tag, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_issend(const char *call, const void *buf, MPI_Count count,
			    MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
			    MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_issend(call, buf, count, datatype, dest, tag, comm,
						  request));
}

static int do_issend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		     int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_issend(call, buf, count, datatype, dest, tag, comm, request);
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
	err = rd_isend(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p, RD_SEND_SYNC,
		       &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
		MPI_Request *request)
{
	return do_issend("MPI_Issend", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Issend);

int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		  MPI_Comm comm, MPI_Request *request)
{
	return do_issend("MPI_Issend_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Issend_c);

static int do_irsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		     int dest, int tag, MPI_Comm comm, MPI_Request *request);

RD_MPI_LOCKED locked_irsend(const char *call, const void *buf, MPI_Count count,
			    MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
			    MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_irsend(call, buf, count, datatype, dest, tag, comm,
						  request));
}

static int do_irsend(const char *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
		     int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_irsend(call, buf, count, datatype, dest, tag, comm, request);
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
	err = rd_isend(&RD_BUF(buf, count, datatype_p), dest, tag, &comm_p->p2p, RD_SEND_READY,
		       &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, "dest=%d, tag=%d", dest, tag);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
		MPI_Request *request)
{
	return do_irsend("MPI_Irsend", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Irsend);

int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
		  MPI_Comm comm, MPI_Request *request)
{
	return do_irsend("MPI_Irsend_c", buf, count, datatype, dest, tag, comm, request);
}
RD_MPI_ALIAS(Irsend_c);
