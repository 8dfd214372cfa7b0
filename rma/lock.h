/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lock word of a window of one target. It lies in memory that the processes of the target's
 * node share, which cards may reach too, or in the target's own; a process that can reach it by
 * neither instructions nor a card sends the target a lock request.
 *
 * Any process may acquire a free lock, in any order: on few processors a queue would make every
 * hand-over wait for one certain process to run. A process that has waited for long counts itself
 * in `starving`; until it has had the lock the others leave it alone.
 *
 * Processes on other cards change `far` by ATOMICs, which exclude no instructions: so those change
 * `word` alone. Each side takes the lock in its own word, then looks at the other one and gives the
 * lock back if that bars it: of two at least one sees the other. A word in memory that no card
 * reaches has no holders there.
 */
#ifndef RD_RMA_LOCK_H
#define RD_RMA_LOCK_H

#include <stdint.h>

#include "base/compiler.h"

struct rd_rma_lockword {
	_Alignas(RD_CACHE_LINE) uint32_t word; /* RD_LOCK_EXCLUSIVE, or the number of shared
						* holders */
	uint32_t starving;                     /* processes that have waited for long */
	uint64_t far; /* the same two of processes on other cards: the word, starving << 32 */
	/* rank + 1 of a member that sleeps until it is notified of a change of the word; 0: none.
	 * The card tells a change of `far` to the process whose lock word it is, and to no other */
	uint32_t sleeper;
	/* pid of the process that computes a chunk of an accumulate that no instruction can do, or
	 * by vectors; 0: none (apply.c) */
	_Alignas(RD_CACHE_LINE) uint32_t busy;
	uint32_t mode;   /* RD_APPLY_SINGLES or _VECTORS, or the pid of the process that changes it,
			  * with RD_APPLY_FROM_VECTORS if that was the mode before */
	uint32_t regret; /* costs that the other mode would have saved (apply.c) */
};

enum { RD_APPLY_SINGLES = 0 };
#define RD_APPLY_VECTORS 0x80000000u
#define RD_APPLY_FROM_VECTORS 0x40000000u /* above every pid */

#define RD_LOCK_EXCLUSIVE 0x80000000u
#define RD_LOCK_STARVES ((uint64_t)1 << 32) /* one process, in `far` */

/* How it stands, of one side, in the form of `far`. */
static inline uint64_t rd_lock_state(uint32_t word, uint32_t starving)
{
	return word | (uint64_t)starving << 32;
}

/* The number that a holder has added to its word. */
static inline uint32_t rd_lock_held(int exclusive)
{
	return exclusive ? RD_LOCK_EXCLUSIVE : 1;
}

/* 1: a side that stands so bars a process of the other one, which itself is starving or not. */
static inline int rd_lock_bars(uint64_t state, int exclusive, int starving)
{
	uint32_t word = (uint32_t)state;

	return (exclusive ? word != 0 : (word & RD_LOCK_EXCLUSIVE) != 0) ||
	       (!starving && state >= RD_LOCK_STARVES);
}

/* 1: processes on other cards bar it. Pairs with the look at `word` after an ATOMIC (card.c). */
static inline int rd_lock_far_bars(const struct rd_rma_lockword *lockword, int exclusive,
				   int starving)
{
	return rd_lock_bars(__atomic_load_n(&lockword->far, __ATOMIC_SEQ_CST), exclusive, starving);
}

/* 1 if the lock could be acquired, regardless of `starving` and of other cards. */
static inline int rd_lock_is_free(const struct rd_rma_lockword *lockword, int exclusive)
{
	uint32_t word = __atomic_load_n(&lockword->word, __ATOMIC_SEQ_CST);

	return !(exclusive ? word : word & RD_LOCK_EXCLUSIVE);
}

/* Returns rank + 1 of the member that the caller must notify; 0: none. The word and then `sleeper`,
 * both ordered: pairs with rd_lock_sleeps. */
static inline uint32_t rd_lock_drop(struct rd_rma_lockword *lockword, int exclusive)
{
	__atomic_fetch_sub(&lockword->word, rd_lock_held(exclusive), __ATOMIC_SEQ_CST);
	if (rd_likely(!__atomic_load_n(&lockword->sleeper, __ATOMIC_SEQ_CST)))
		return 0;
	return __atomic_exchange_n(&lockword->sleeper, 0, __ATOMIC_SEQ_CST);
}

/* 1 if the lock was acquired. `starving`: the caller has counted itself there. Pairs with the
 * release in rd_lock_drop, and the store with the load of `far`: both ordered. While other cards
 * bar it the word is left alone: another process would take it for locked, and sleep until a holder
 * drops it. *sleeper: as rd_lock_drop returns it, where other cards were quicker. */
static inline int rd_lock_try(struct rd_rma_lockword *lockword, int exclusive, int starving,
			      uint32_t *sleeper)
{
	uint32_t word = __atomic_load_n(&lockword->word, __ATOMIC_RELAXED);
	uint32_t held = rd_lock_held(exclusive);

	if (exclusive ? word != 0 : word & RD_LOCK_EXCLUSIVE)
		return 0;
	if (!starving && __atomic_load_n(&lockword->starving, __ATOMIC_RELAXED))
		return 0;
	if (rd_unlikely(rd_lock_far_bars(lockword, exclusive, starving)))
		return 0;
	if (!__atomic_compare_exchange_n(&lockword->word, &word, word + held, 0, __ATOMIC_SEQ_CST,
					 __ATOMIC_RELAXED))
		return 0;
	if (rd_likely(!rd_lock_far_bars(lockword, exclusive, starving)))
		return 1;
	*sleeper = rd_lock_drop(lockword, exclusive);
	return 0;
}

/* Registers a member that is about to sleep until the word, whose value it cannot use, changes; 0:
 * another member is registered. The caller must check the word once more. */
static inline int rd_lock_sleeps(struct rd_rma_lockword *lockword, int rank)
{
	uint32_t none = 0, me = (uint32_t)rank + 1;

	return __atomic_compare_exchange_n(&lockword->sleeper, &none, me, 0, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}

/* Unregisters a member; 0: it has been, or will be, notified. */
static inline int rd_lock_sleeps_no_more(struct rd_rma_lockword *lockword, int rank)
{
	uint32_t me = (uint32_t)rank + 1;

	return __atomic_compare_exchange_n(&lockword->sleeper, &me, 0, 0, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}

#endif
