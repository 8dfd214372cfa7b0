/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A bell that other processes of the node ring: a pipe. Its owner sleeps on the read end; others
 * open the write end as /proc/<pid>/fd/<fd> when they first have to ring. Whoever is about to
 * sleep says so in shared memory and then looks once more at what it waits for; whoever publishes
 * something then looks whether somebody sleeps:
 *
 *      sleeper                          publisher
 *      sleeping = 1                     word = value
 *      [rd_bell_fence]                  [compiler barrier]
 *      word there? do not sleep         sleeping? ring
 *
 * One of them sees the other: membarrier(2) with GLOBAL_EXPEDITED interrupts every processor that
 * runs a registered process, so that the sleeper's fence counts for both. Where the kernel has
 * none the publisher needs a fence of its own.
 */
#ifndef RD_RUNTIME_BELL_H
#define RD_RUNTIME_BELL_H

#include <stdint.h>

struct rd_bell {
	int in;  /* becomes readable when it rings */
	int out; /* what others open; held here so that the pipe does not hang up */
};
#define RD_BELL_INIT {-1, -1}

/* 0, or -1 (errno). */
int rd_bell_open(struct rd_bell *bell);
void rd_bell_close(struct rd_bell *bell);

/* Takes back all rings so far. */
void rd_bell_drain(struct rd_bell *bell);

/*
 * Rings the bell `out` of process pid. *door is the descriptor for it, -1 before the first time;
 * the caller keeps and closes it. 0, or -1 (errno; ENOENT and ESRCH mean that the process has
 * ended).
 */
int rd_bell_ring(int *door, int32_t pid, int32_t out);

/* Registers this process. Whether its publishers can do without a fence. */
int rd_bell_light(void);

/* The sleeper's fence; `light`: the publishers use none. 0, or -1 (errno). */
int rd_bell_fence(int light);

#endif
