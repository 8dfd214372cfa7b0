/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The PMI server inside mpirun, for ranks that are programs of another MPI (MPICH and those of its
 * ABI): a socket for each rank, over which it learns the size of the job and exchanges addresses
 * with the others, so that the ranks are one job. Version 1.1 of the protocol (pmi_wire.h). Called
 * by mpirun_job.c and mpirun_ranks.c, all on the main thread.
 */
#ifndef RD_RUNTIME_MPIRUN_PMI_H
#define RD_RUNTIME_MPIRUN_PMI_H

#include "runtime/mpirun_opts.h"

#include <event2/event.h>

/* Does the program's library (DT_NEEDED) find its launcher by PMI? */
int mpirun_pmi_knows(const char *library);

/* Is the server needed: --pmi, or all programs are such? */
int mpirun_pmi_wanted(const struct mpirun_opts *opts);

/* `changed` is called when a rank calls MPI_Init or aborts the job. */
void mpirun_pmi_start(struct event_base *base, const struct mpirun_opts *opts,
		      void (*changed)(void));
void mpirun_pmi_stop(void);

/* Makes the socket of a rank, *fd, which is to be open in the rank, and adds its number, the rank
 * and the size of the job to *env. 0, or 1 with the error reported. */
int mpirun_pmi_open(int rank, int app, char ***env, int *fd);
/* Closes it in mpirun, after the start of the rank or its failure. */
void mpirun_pmi_opened(int fd);

/* Has the rank called MPI_Init, and not (yet) MPI_Finalize? Has it ever called MPI_Init? */
int mpirun_pmi_is_inside(int rank);
int mpirun_pmi_has_joined(int rank);
/* Has a second program of the rank called MPI_Init, within which the first one ended? */
int mpirun_pmi_has_rejoined(int rank);

#endif
