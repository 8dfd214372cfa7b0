/* SPDX-License-Identifier: BSD-3-Clause */
/* The ring of cards that --ring asks for. Called by mpirun_opts.c when all options are known. */
#ifndef RD_RUNTIME_MPIRUN_RING_H
#define RD_RUNTIME_MPIRUN_RING_H

#include "runtime/mpirun_opts.h"

/* Is there such a model of a card? 0, or 2 after telling which there are. */
int mpirun_ring_check(const char *model);

/* Makes the memory that the ranks share for the cards and adds RONDO_RING to their environment.
 * 0, or 2 with the error told. */
int mpirun_ring_make(struct mpirun_opts *opts);

#endif
