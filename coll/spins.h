/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The number of spins on an awaited word before a member runs the progress loop: learnt, because
 * spinning is useless while the awaited member needs this very processor. That is so when one or
 * two yields brought the value that all the spins had not. From then on the processor is yielded at
 * once, until spinning pays again. Used by sm_wait.c and ring_card.c, each with a number of its own
 * between `least` and `most`.
 */
#ifndef RD_COLL_SPINS_H
#define RD_COLL_SPINS_H

#include "base/compiler.h"
#include "runtime/progress.h"

/* Runs the progress loop once, without spins there if they were useless here. */
static inline void rd_spins_wait(struct rd_wait *w, uint32_t spins, uint32_t least)
{
	if (spins == least)
		w->spins = UINT32_MAX / 2; /* spun enough: yield */
	rd_progress_wait(w);
}

/* The new number of spins after a wait in the progress loop with this many yields to threads that
 * wait as well. */
static inline uint32_t rd_spins_learn(uint32_t spins, uint64_t handovers, uint32_t least,
				      uint32_t most)
{
	if (handovers == 1 || handovers == 2)
		return rd_max(spins / 2, least);
	return handovers ? spins : most;
}

#endif
