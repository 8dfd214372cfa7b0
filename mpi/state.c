/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators and error handlers whose function gets a state. MPI_Op_create and the like have none,
 * so a library for another language would need a function of C's for each procedure of the
 * program's. libmpifort_abi creates the object by its MPI_ function, which tools see, and then
 * calls one of these. It refers to them weakly: other libraries with the standard ABI lack them.
 */
#include "mpi/state.h"

#include "comm/errhandler.h"
#include "datatype/op.h"

void rd_mpi_op_state(MPI_Op op, rd_op_state_fn *fn, void *state)
{
	struct rd_op *op_p = rd_op_get(op);

	if (op_p && !op_p->predefined)
		rd_op_set_state(op_p, fn, state);
}

void rd_mpi_errhandler_state(MPI_Errhandler errhandler, rd_errhandler_state_fn *fn, void *state)
{
	struct rd_errhandler *eh = rd_errhandler_get(errhandler);

	if (eh && !eh->predefined)
		rd_errhandler_set_state(eh, fn, state);
}
