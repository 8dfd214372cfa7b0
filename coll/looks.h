/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How often a member looks for what it waits for before it lets the progress loop run: a number of
 * looks that is learnt. Looking is in vain while whoever is waited for needs this very processor;
 * that is so when one or two yields brought what all the looks had not. From then on the processor
 * is offered at once, until looking pays again. For sm_wait.c and ring_card.c, which have a number
 * each, from `least` to `most`.
 */
#ifndef RD_COLL_LOOKS_H
#define RD_COLL_LOOKS_H

#include "base/compiler.h"
#include "runtime/progress.h"

/* Once round the progress loop, without looks there if they were in vain here. */
static inline void rd_looks_wait(struct rd_wait *w, uint32_t looks, uint32_t least)
{
	if (looks == least)
		w->looks = UINT32_MAX / 2; /* enough of it: yield */
	rd_progress_wait(w);
}

/* The number after a wait in the progress loop that took so many yields. */
static inline uint32_t rd_looks_learn(uint32_t looks, uint64_t yields, uint32_t least,
				      uint32_t most)
{
	if (yields == 1 || yields == 2)
		return rd_max(looks / 2, least);
	return yields ? looks : most;
}

#endif
