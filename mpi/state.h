/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that libmpi_abi exports for libmpifort_abi, beside MPI_ and PMPI_ functions: state.c.
 */
#ifndef RD_MPI_STATE_H
#define RD_MPI_STATE_H

#include <mpi.h>

#pragma GCC visibility push(default)
/* From now on fn is called for the operator, with its len: int * or, of MPI_Op_create_c,
 * MPI_Count *. */
void rd_mpi_op_state(MPI_Op op,
		     void (*fn)(void *state, void *in, void *inout, void *len, MPI_Datatype *type),
		     void *state);
/* handle points to that of the object. */
void rd_mpi_errhandler_state(MPI_Errhandler errhandler,
			     void (*fn)(void *state, const void *handle, int *code), void *state);
#pragma GCC visibility pop

#endif
