/* SPDX-License-Identifier: BSD-3-Clause */
/* The node table (node/table.h) of the job that mpirun runs itself. Called by mpirun_pmix.c. */
#ifndef RD_RUNTIME_MPIRUN_NODE_H
#define RD_RUNTIME_MPIRUN_NODE_H

/* Makes the table, which lives as long as mpirun; returns its reference as text. NULL: there is
 * none, and the ranks fetch the records of others from the PMIx server. */
const char *mpirun_node_make(int nranks);

/* 1: the process that has called MPI_Init as this rank has ended without MPI_Finalize. */
int mpirun_node_is_left(int rank);

#endif
