/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A wake-up: a pipe by which other processes of the node wake its owner. The owner sleeps on the
 * read end; others open the write end as /proc/<pid>/fd/<fd> when they first wake it. Before it
 * sleeps, the sleeper sets its word `sleeping` in shared memory and checks once more the word that
 * it waits for; a publisher checks `sleeping` after it has written the word:
 *
 *      sleeper                          publisher
 *      rd_sleep_begin                   word = value
 *      rd_wakeup_fence                    [compiler barrier]
 *      word there? rd_sleep_end         sleeping? rd_sleep_claim, then wake
 *
 * At least one of them sees the other's store: membarrier(2) with GLOBAL_EXPEDITED interrupts every
 * processor that runs a registered process, so that the sleeper's fence counts for both. Where the
 * kernel lacks it, the publisher needs a fence of its own.
 */
#ifndef RD_NODE_WAKEUP_H
#define RD_NODE_WAKEUP_H

#include <stdint.h>

struct rd_wakeup {
	int in;  /* becomes readable at a wake-up */
	int out; /* write end, opened by others; open here so that reads never see end of file */
};
#define RD_WAKEUP_INIT \
	{ \
		-1, -1 \
	}

/* 0, or -1 (errno). */
int rd_wakeup_open(struct rd_wakeup *wakeup);
void rd_wakeup_close(struct rd_wakeup *wakeup);

/* Discards all wake-ups so far. */
void rd_wakeup_drain(struct rd_wakeup *wakeup);

/*
 * Wakes process pid, whose write end is its descriptor `out`. *wakefd is the descriptor for it in
 * this process, -1 before the first call; the caller keeps and closes it. 0, or -1 (errno; ENOENT
 * and ESRCH mean that the process has ended).
 */
int rd_wakeup_send(int *wakefd, int32_t pid, int32_t out);

/* Registers this process for membarrier(2). 1: its publishers need no fence of their own. Quick if
 * it has one thread so far, or is registered. */
int rd_wakeup_light(void);

/* The sleeper's fence; `light`: publishers use none. 0, or -1 (errno). */
int rd_wakeup_fence(int light);

/* ---- The word `sleeping` ---- */

/*
 * 0: its owner is awake; other values name the event that it sleeps for (btl_sm/home.c has states
 * of ranks that are awake, too). Where many processes may sleep, `count` is a word that all of them
 * share, read in place of theirs: it is never less than the number of those that sleep. It is
 * incremented first: a publisher that clears `sleeping` at once decrements it. NULL: there is none.
 */
static inline void rd_sleep_begin(uint32_t *sleeping, uint32_t value, uint32_t *count)
{
	if (count)
		__atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
	/* it was not cleared since the last sleep */
	if (__atomic_exchange_n(sleeping, value, __ATOMIC_SEQ_CST) && count)
		__atomic_fetch_sub(count, 1, __ATOMIC_SEQ_CST);
}

static inline void rd_sleep_end(uint32_t *sleeping, uint32_t *count)
{
	if (__atomic_exchange_n(sleeping, 0, __ATOMIC_SEQ_CST) && count)
		__atomic_fetch_sub(count, 1, __ATOMIC_SEQ_CST);
}

/* Whether this process is to wake the owner, which was seen to sleep with this value: of several
 * processes, one. */
static inline int rd_sleep_claim(uint32_t *sleeping, uint32_t value, uint32_t *count)
{
	if (!__atomic_compare_exchange_n(sleeping, &value, 0, 0, __ATOMIC_SEQ_CST,
					 __ATOMIC_RELAXED))
		return 0;
	if (count)
		__atomic_fetch_sub(count, 1, __ATOMIC_SEQ_CST);
	return 1;
}

#endif
