/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The words by which the window of one target is locked. They lie in memory that the processes of
 * the target's node share, or in the target's own; who cannot reach them asks the target by
 * message.
 *
 * Whoever comes may take a lock that is free, in any order, for on few processors a queue would
 * make every hand-over wait for one certain process to run. Who has waited for long says so in
 * `starving`; until it has had its turn the others leave the lock alone.
 */
#ifndef RD_RMA_LOCK_H
#define RD_RMA_LOCK_H

#include <stdint.h>

#include "base/compiler.h"

struct rd_rma_desk {
	_Alignas(RD_CACHE_LINE) uint32_t word; /* RD_LOCK_EXCLUSIVE, or the number that share */
	uint32_t starving;                     /* processes that have waited for long */
	/* held for accumulates that no instruction can do, only while a piece is computed */
	_Alignas(RD_CACHE_LINE) uint32_t busy;
};

#define RD_LOCK_EXCLUSIVE 0x80000000u

/* 1 when it was taken. `starving`: the caller has counted itself there. Pairs with the release in
 * rd_lock_drop. */
static inline int rd_lock_try(struct rd_rma_desk *desk, int exclusive, int starving)
{
	uint32_t word = __atomic_load_n(&desk->word, __ATOMIC_RELAXED);
	uint32_t next = exclusive ? RD_LOCK_EXCLUSIVE : word + 1;

	if (exclusive ? word != 0 : word & RD_LOCK_EXCLUSIVE)
		return 0;
	if (!starving && __atomic_load_n(&desk->starving, __ATOMIC_RELAXED))
		return 0;
	return __atomic_compare_exchange_n(&desk->word, &word, next, 0, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

static inline void rd_lock_drop(struct rd_rma_desk *desk, int exclusive)
{
	__atomic_fetch_sub(&desk->word, exclusive ? RD_LOCK_EXCLUSIVE : 1, __ATOMIC_SEQ_CST);
}

#endif
