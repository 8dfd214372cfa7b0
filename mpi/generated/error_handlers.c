/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * Error handlers (MPI-5.0 9.3).
 */
#include "mpi/api.h"

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
				MPI_Errhandler *errhandler)
{
	struct rd_errhandler *errhandler_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_create_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_create_errhandler(comm_errhandler_fn,
									errhandler));
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(NULL, "MPI_Comm_create_errhandler", "errhandler");
		if (rd_unlikely(!comm_errhandler_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Comm_create_errhandler",
					    "comm_errhandler_fn is NULL: pass a function");
	}
	err = rd_errhandler_create(RD_ERRS_COMM, (rd_errhandler_fn *)comm_errhandler_fn,
				   &errhandler_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Comm_create_errhandler", NULL);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_create_errhandler);

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_set_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_set_errhandler(comm, errhandler));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_set_errhandler", "comm", comm);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_COMM)))
			return rd_mpi_bad_errhandler(&comm_p->errs, "MPI_Comm_set_errhandler",
						     "errhandler", errhandler);
	}
	rd_errs_set(&comm_p->errs, errhandler_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_set_errhandler);

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
	struct rd_comm *comm_p = rd_comm_get(comm);
	struct rd_errhandler *errhandler_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_get_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_get_errhandler(comm, errhandler));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_get_errhandler", "comm", comm);
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(&comm_p->errs, "MPI_Comm_get_errhandler",
						  "errhandler");
	}
	errhandler_p = comm_p->errs.handler;
	rd_errhandler_hold(errhandler_p);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_get_errhandler);

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Comm_call_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Comm_call_errhandler(comm, errorcode));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Comm_call_errhandler", "comm", comm);
		if (rd_unlikely(!rd_mpi_code_text(errorcode)))
			return rd_mpi_raise(&comm_p->errs, MPI_ERR_ARG, "MPI_Comm_call_errhandler",
					    "errorcode=%d is not an error code", errorcode);
	}
	rd_mpi_invoke(&comm_p->errs, errorcode, "MPI_Comm_call_errhandler",
		      rd_mpi_code_text(errorcode));
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Comm_call_errhandler);

int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
	struct rd_errhandler *errhandler_p = errhandler ? rd_errhandler_get(*errhandler) : NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Errhandler_free");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Errhandler_free(errhandler));
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(NULL, "MPI_Errhandler_free", "errhandler");
		if (rd_unlikely(!errhandler_p))
			return rd_mpi_bad_errhandler(NULL, "MPI_Errhandler_free", "errhandler",
						     *errhandler);
	}
	rd_errhandler_put(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, -1);
	*errhandler = MPI_ERRHANDLER_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Errhandler_free);
