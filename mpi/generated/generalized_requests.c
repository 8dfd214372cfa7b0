/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-greq.tbl by mpi/gen.pl: do not edit */
/*
 * Generalised requests: operations of the program's own (MPI-5.0 13.2); the work is in
 * mpi/greq.c.
 */
#include "mpi/api.h"

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
			MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
			MPI_Request *request)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Grequest_start");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Grequest_start(query_fn, free_fn, cancel_fn,
								extra_state, request));
		if (rd_unlikely(!request))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Grequest_start",
					    "request is NULL, but the call needs its address");
		if (rd_unlikely(!query_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Grequest_start",
					    "query_fn is NULL, but must be a function");
		if (rd_unlikely(!free_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Grequest_start",
					    "free_fn is NULL, but must be a function");
		if (rd_unlikely(!cancel_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Grequest_start",
					    "cancel_fn is NULL, but must be a function");
	}
	err = rd_mpi_greq_start(query_fn, free_fn, cancel_fn, extra_state, request);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Grequest_start", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Grequest_start);

int PMPI_Grequest_complete(MPI_Request request)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Grequest_complete");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Grequest_complete(request));
	return rd_mpi_greq_complete("MPI_Grequest_complete", request);
}
RD_MPI_ALIAS(Grequest_complete);
