/* SPDX-License-Identifier: BSD-3-Clause */
/* The ring of cards that --ring asks for. Called by mpirun_opts.c when all options are known. */
#ifndef RD_RUNTIME_MPIRUN_RING_H
#define RD_RUNTIME_MPIRUN_RING_H

#include "runtime/mpirun_opts.h"

#include <sys/types.h>

/* Is there such a model of a card? 0, or 2 with a list of the models reported. */
int mpirun_ring_check(const char *model);

/* Makes the memory that the ranks share for the cards, adds RONDO_RING to their environment, and,
 * if the model is a process, finds its program. 0, or 2 with the error reported. */
int mpirun_ring_make(struct mpirun_opts *opts);

/* ---- The process of the ring, for models that have one. Called by mpirun_job.c ---- */

/* Starts it. 0, or mpirun's exit status with the error reported. */
int mpirun_ring_start(const struct mpirun_opts *opts);

/* A child has been reaped: reports the end of the ring's process, if the child was that. */
void mpirun_ring_reaped(pid_t pid, int wait_status);

/* Whether it has ended by itself. */
int mpirun_ring_is_lost(void);

/* Ends it and waits for it. */
void mpirun_ring_stop(void);

#endif
