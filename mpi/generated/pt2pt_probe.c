/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Probing for messages, and receiving a message that was matched by a probe (MPI-5.0
 * 3.8).
 */
#include "mpi/api.h"

RD_MPI_LOCKED locked_probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Probe");

	return err ? err : rd_mpi_leave(PMPI_Probe(source, tag, comm, status));
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_probe(source, tag, comm, status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Probe", "comm", comm);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Probe", "source", source);
		if (rd_unlikely(tag < 0 && tag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Probe", "tag", tag);
	}
	err = rd_probe(source, tag, &comm_p->p2p, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Probe", "source=%d, tag=%d", source,
				   tag);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Probe);

RD_MPI_LOCKED locked_iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Iprobe");

	return err ? err : rd_mpi_leave(PMPI_Iprobe(source, tag, comm, flag, status));
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_iprobe(source, tag, comm, flag, status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Iprobe", "comm", comm);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Iprobe", "source", source);
		if (rd_unlikely(tag < 0 && tag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Iprobe", "tag", tag);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Iprobe", "flag");
	}
	err = rd_iprobe(source, tag, &comm_p->p2p, flag, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Iprobe", "source=%d, tag=%d", source,
				   tag);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Iprobe);

RD_MPI_LOCKED locked_mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
			    MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Mprobe");

	return err ? err : rd_mpi_leave(PMPI_Mprobe(source, tag, comm, message, status));
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_msg *message_p = NULL;
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_mprobe(source, tag, comm, message, status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Mprobe", "comm", comm);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Mprobe", "source", source);
		if (rd_unlikely(tag < 0 && tag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Mprobe", "tag", tag);
		if (rd_unlikely(!message))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Mprobe", "message");
	}
	err = rd_mprobe(source, tag, &comm_p->p2p, &message_p, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Mprobe", "source=%d, tag=%d", source,
				   tag);
	*message = rd_mpi_msg_new(message_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Mprobe);

RD_MPI_LOCKED locked_improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
			     MPI_Status *status)
{
	int err = rd_mpi_begin("MPI_Improbe");

	return err ? err : rd_mpi_leave(PMPI_Improbe(source, tag, comm, flag, message, status));
}

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
		 MPI_Status *status)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_msg *message_p = NULL;
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_improbe(source, tag, comm, flag, message, status);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Improbe", "comm", comm);
		if (rd_unlikely(!rd_mpi_source_ok(source, comm_p)))
			return rd_mpi_bad_rank(comm_p, "MPI_Improbe", "source", source);
		if (rd_unlikely(tag < 0 && tag != MPI_ANY_TAG))
			return rd_mpi_bad_tag(&comm_p->errs, "MPI_Improbe", "tag", tag);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Improbe", "flag");
		if (rd_unlikely(!message))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Improbe", "message");
	}
	err = rd_improbe(source, tag, &comm_p->p2p, flag, &message_p, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Improbe", "source=%d, tag=%d", source,
				   tag);
	*message = *flag ? rd_mpi_msg_new(message_p, comm_p) : MPI_MESSAGE_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Improbe);

static int do_mrecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
		    MPI_Message *message, MPI_Status *status);

RD_MPI_LOCKED locked_mrecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			   MPI_Message *message, MPI_Status *status)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_mrecv(call, buf, count, datatype, message, status));
}

static int do_mrecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
		    MPI_Message *message, MPI_Status *status)
{
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
		return locked_mrecv(call, buf, count, datatype, message, status);

	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_msg *message_p = message ? rd_mpi_msg_get(*message) : NULL;
	struct rd_comm *message_comm = rd_mpi_msg_comm(message_p);
	int status_error = rd_mpi_status_error(status);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!message_p))
			return rd_mpi_bad_message(call, "message", message);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(rd_mpi_comm_errs(message_comm), call, "count",
						count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(rd_mpi_comm_errs(message_comm), call, "datatype",
					       datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(rd_mpi_comm_errs(message_comm), call, "buf", buf);
	}
	err = rd_mrecv(buf, (uint64_t)count, datatype_p, message_p, (struct rd_status *)status);
	rd_mpi_status_restore(status, status_error);
	rd_mpi_msg_forget(message_p);
	*message = MPI_MESSAGE_NULL;
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_comm_errs(message_comm), err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
	       MPI_Status *status)
{
	return do_mrecv("MPI_Mrecv", buf, count, datatype, message, status);
}
RD_MPI_ALIAS(Mrecv);

int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
		 MPI_Status *status)
{
	return do_mrecv("MPI_Mrecv_c", buf, count, datatype, message, status);
}
RD_MPI_ALIAS(Mrecv_c);

static int do_imrecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
		     MPI_Message *message, MPI_Request *request);

RD_MPI_LOCKED locked_imrecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
			    MPI_Message *message, MPI_Request *request)
{
	int err = rd_mpi_begin(call);

	return err ? err : rd_mpi_leave(do_imrecv(call, buf, count, datatype, message, request));
}

static int do_imrecv(const char *call, void *buf, MPI_Count count, MPI_Datatype datatype,
		     MPI_Message *message, MPI_Request *request)
{
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
		return locked_imrecv(call, buf, count, datatype, message, request);

	struct rd_type *datatype_p = rd_type_get(datatype);
	struct rd_msg *message_p = message ? rd_mpi_msg_get(*message) : NULL;
	struct rd_comm *message_comm = rd_mpi_msg_comm(message_p);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!message_p))
			return rd_mpi_bad_message(call, "message", message);
		if (rd_unlikely(count < 0))
			return rd_mpi_bad_count(rd_mpi_comm_errs(message_comm), call, "count",
						count);
		if (rd_unlikely(!rd_mpi_type_ok(datatype_p)))
			return rd_mpi_bad_type(rd_mpi_comm_errs(message_comm), call, "datatype",
					       datatype);
		if (rd_unlikely(!rd_mpi_buf_ok(buf, count, datatype_p)))
			return rd_mpi_bad_buf(rd_mpi_comm_errs(message_comm), call, "buf", buf);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(rd_mpi_comm_errs(message_comm), call, "request");
	}
	err = rd_imrecv(buf, (uint64_t)count, datatype_p, message_p, &request_p);
	rd_mpi_msg_forget(message_p);
	*message = MPI_MESSAGE_NULL;
	if (rd_unlikely(err))
		return rd_mpi_fail(rd_mpi_comm_errs(message_comm), err, call, NULL);
	*request = rd_mpi_req_new(request_p, message_comm);
	return MPI_SUCCESS;
}

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
		MPI_Request *request)
{
	return do_imrecv("MPI_Imrecv", buf, count, datatype, message, request);
}
RD_MPI_ALIAS(Imrecv);

int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message,
		  MPI_Request *request)
{
	return do_imrecv("MPI_Imrecv_c", buf, count, datatype, message, request);
}
RD_MPI_ALIAS(Imrecv_c);
