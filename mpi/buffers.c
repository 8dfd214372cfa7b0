/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * The buffer of buffered sends (MPI-5.0 3.6).
 */
#include "mpi/api.h"

static int do_buffer_attach(const char *call, void *buffer, MPI_Count size)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(size < 0))
			return rd_mpi_bad_count(NULL, call, "size", size);
		if (rd_unlikely(!(buffer || size == 0)))
			return rd_mpi_raise(NULL, MPI_ERR_BUFFER, call,
					    "buffer is NULL, but has size=%lld", (long long)size);
	}
	err = rd_buffer_attach(buffer, (uint64_t)size);
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
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(NULL, call, "size");
		if (rd_unlikely(!buffer_addr))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "buffer_addr is NULL, but the call needs its address");
	}
	err = rd_buffer_detach((void **)buffer_addr, (uint64_t *)size);
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

int PMPI_Buffer_flush(void)
{
	int err;

	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Buffer_flush");
	err = rd_buffer_flush();
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Buffer_flush", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Buffer_flush);
