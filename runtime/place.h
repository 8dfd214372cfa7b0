/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Going to another processor without staying bound to it. The system moves processes that have just
 * run only after a long while: two ranks that wait for each other share a processor beside an idle
 * one for tens of milliseconds, three and one for seconds. Who sees that goes there by itself
 * and is as free as before.
 */
#ifndef RD_RUNTIME_PLACE_H
#define RD_RUNTIME_PLACE_H

#include <stdint.h>

/* The processor this thread is on; -1: unknown. */
int rd_place_here(void);

/* Of the processors that this thread may run on the one that occurs least often in `cpus` [n];
 * *times: how often. -1: unknown. */
int rd_place_rarest(const int *cpus, int n, int *times);

/* The next of the processors that this thread may run on, after the last one the first; -1: there
 * is but one, or they are unknown. */
int rd_place_next(int cpu);

/* Whether at most so many threads in all the machine want to run at this moment. */
int rd_place_is_quiet(int threads);

/* When processes that wait for each other are counted by processor again: after 1 ms, later each
 * time that this one has gone elsewhere. */
struct rd_spread {
	uint32_t waits;
	uint64_t due_ns, gap_ns;
};

/* A further wait; whether it is time. Rarely reads the clock. */
int rd_spread_is_due(struct rd_spread *s);
/* `cpus` [n]: where they are, this one is `self`. When they are spread unevenly though
 * nothing else wants to run, the last of those who are too many goes. Whether this one did. */
int rd_spread_go(struct rd_spread *s, const int *cpus, int n, int self);

/* Goes there; the affinity mask is the same afterwards. 0, or -1: it cannot. */
int rd_place_go(int cpu);

#endif
