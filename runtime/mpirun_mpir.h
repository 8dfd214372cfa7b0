/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The interface that parallel debuggers read in a starter of processes ("The MPIR Process
 * Acquisition Interface", version 1.1): a table of the ranks, and a function in which they have set
 * a breakpoint. A rank cannot leave MPI_Init while they hold mpirun there, since its PMIx server is
 * stopped, too: no MPIR_debug_gate is needed. Called by mpirun_job.c.
 */
#ifndef RD_RUNTIME_MPIRUN_MPIR_H
#define RD_RUNTIME_MPIRUN_MPIR_H

#include <sys/types.h>

/* Rank `rank` of `nranks` runs; the texts are referenced, not copied. */
void mpirun_mpir_add(int rank, int nranks, char *host, char *exe, pid_t pid);
/* All ranks run. */
void mpirun_mpir_spawned(void);
/* The job is being ended before its time, for this reason. */
void mpirun_mpir_aborting(char *why);

#endif
