/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A wake-up: a pipe by which other processes of the node wake its owner. The owner sleeps on the
 * read end; others open the write end as /proc/<pid>/fd/<fd> when they first wake it. Before it
 * sleeps, the sleeper sets a flag in shared memory and checks once more the word that it waits for;
 * a publisher checks the flag after it has written the word:
 *
 *      sleeper                          publisher
 *      sleeping = 1                     word = value
 *      [rd_wakeup_fence]                  [compiler barrier]
 *      word there? do not sleep         sleeping? wake
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

/* Registers this process for membarrier(2). 1: its publishers need no fence of their own. */
int rd_wakeup_light(void);

/* The sleeper's fence; `light`: publishers use none. 0, or -1 (errno). */
int rd_wakeup_fence(int light);

#endif
