/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-buffers.tbl by mpi/gen.pl: do not edit */
/*
 * The buffers of buffered sends (MPI-5.0 3.6): that of the process, those of
 * communicators.
 */
#include "mpi/api.h"

static int do_buffer_attach(const char *call, void *buffer, MPI_Count size)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_buffer_attach(call, buffer, size));
		if (rd_unlikely(size < 0))
			return rd_mpi_bad_count(NULL, call, "size", size);
		if (rd_unlikely(!(buffer || size == 0)))
			return rd_mpi_raise(NULL, MPI_ERR_BUFFER, call,
					    "buffer is NULL, but has size=%lld", (long long)size);
	}
	err = rd_buffer_attach(&rd_buffer_process, buffer, (uint64_t)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Buffer_attach(void *buffer, int size)
{
	return do_buffer_attach("MPI_Buffer_attach", buffer, size);
}
RD_MPI_ALIAS(Buffer_attach);

int PMPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
	return do_buffer_attach("MPI_Buffer_attach_c", buffer, size);
}
RD_MPI_ALIAS(Buffer_attach_c);

static int do_buffer_detach(const char *call, void *buffer_addr, MPI_Count *size)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_buffer_detach(call, buffer_addr, size));
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(NULL, call, "size");
		if (rd_unlikely(!buffer_addr))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "buffer_addr is NULL, but the call needs its address");
	}
	err = rd_buffer_detach(&rd_buffer_process, (void **)buffer_addr, (uint64_t *)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
	MPI_Count wide_size = 0;
	int err;

	err = do_buffer_detach("MPI_Buffer_detach", buffer_addr, size ? &wide_size : NULL);
	if (!err)
		*size = rd_mpi_narrow(wide_size);
	return err;
}
RD_MPI_ALIAS(Buffer_detach);

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
	return do_buffer_detach("MPI_Buffer_detach_c", buffer_addr, size);
}
RD_MPI_ALIAS(Buffer_detach_c);

RD_MPI_LOCKED locked_buffer_flush(void)
{
	int err = rd_mpi_begin("MPI_Buffer_flush");

	return err ? err : rd_mpi_leave(PMPI_Buffer_flush());
}

int PMPI_Buffer_flush(void)
{
	int err;

	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
		return locked_buffer_flush();
	err = rd_buffer_flush(rd_buffer_process);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Buffer_flush", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Buffer_flush);

RD_MPI_LOCKED locked_buffer_iflush(MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Buffer_iflush");

	return err ? err : rd_mpi_leave(PMPI_Buffer_iflush(request));
}

int PMPI_Buffer_iflush(MPI_Request *request)
{
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_buffer_iflush(request);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(NULL, "MPI_Buffer_iflush", "request");
	}
	err = rd_buffer_iflush(rd_buffer_process, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Buffer_iflush", NULL);
	*request = rd_mpi_req_new(request_p, &rd_comm_self);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Buffer_iflush);

static int do_comm_attach_buffer(const char *call, MPI_Comm comm, void *buffer, MPI_Count size)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_comm_attach_buffer(call, comm, buffer, size));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(size < 0))
			return rd_mpi_bad_count(&comm_p->errs, call, "size", size);
		if (rd_unlikely(!(buffer || size == 0)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_BUFFER, call,
					    "buffer is NULL, but has size=%lld", (long long)size);
	}
	err = rd_buffer_attach(&comm_p->p2p.buffer, buffer, (uint64_t)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
	return do_comm_attach_buffer("MPI_Comm_attach_buffer", comm, buffer, size);
}
RD_MPI_ALIAS(Comm_attach_buffer);

int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)
{
	return do_comm_attach_buffer("MPI_Comm_attach_buffer_c", comm, buffer, size);
}
RD_MPI_ALIAS(Comm_attach_buffer_c);

static int do_comm_detach_buffer(const char *call, MPI_Comm comm, void *buffer_addr,
				 MPI_Count *size)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_comm_detach_buffer(call, comm, buffer_addr, size));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm(call, "comm", comm);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&comm_p->errs, call, "size");
		if (rd_unlikely(!buffer_addr))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, call,
					    "buffer_addr is NULL, but the call needs its address");
	}
	err = rd_buffer_detach(&comm_p->p2p.buffer, (void **)buffer_addr, (uint64_t *)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size)
{
	MPI_Count wide_size = 0;
	int err;

	err = do_comm_detach_buffer("MPI_Comm_detach_buffer", comm, buffer_addr,
				    size ? &wide_size : NULL);
	if (!err)
		*size = rd_mpi_narrow(wide_size);
	return err;
}
RD_MPI_ALIAS(Comm_detach_buffer);

int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size)
{
	return do_comm_detach_buffer("MPI_Comm_detach_buffer_c", comm, buffer_addr, size);
}
RD_MPI_ALIAS(Comm_detach_buffer_c);

RD_MPI_LOCKED locked_comm_flush_buffer(MPI_Comm comm)
{
	int err = rd_mpi_begin("MPI_Comm_flush_buffer");

	return err ? err : rd_mpi_leave(PMPI_Comm_flush_buffer(comm));
}

int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_comm_flush_buffer(comm);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_flush_buffer", "comm", comm);
	}
	err = rd_buffer_flush(comm_p->p2p.buffer);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_flush_buffer", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_flush_buffer);

RD_MPI_LOCKED locked_comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Comm_iflush_buffer");

	return err ? err : rd_mpi_leave(PMPI_Comm_iflush_buffer(comm, request));
}

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_comm_iflush_buffer(comm, request);
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_iflush_buffer", "comm", comm);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_iflush_buffer",
						  "request");
	}
	err = rd_buffer_iflush(comm_p->p2p.buffer, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&comm_p->errs, err, "MPI_Comm_iflush_buffer", NULL);
	*request = rd_mpi_req_new(request_p, comm_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_iflush_buffer);
