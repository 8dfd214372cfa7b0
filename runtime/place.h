/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Going to another processor without staying bound to it. The system moves processes that have just
 * run only after a long while: two ranks that wait for each other share a processor beside an idle
 * one for tens of milliseconds, three and one for seconds. Who sees that goes there by itself
 * and is as free as before.
 */
#ifndef RD_RUNTIME_PLACE_H
#define RD_RUNTIME_PLACE_H

/* The processor this thread is on; -1: unknown. */
int rd_place_here(void);

/* Of the processors that this thread may run on the one that occurs least often in `cpus` [n];
 * *times: how often. -1: unknown. */
int rd_place_rarest(const int *cpus, int n, int *times);

/* Whether at most so many threads in all the machine want to run at this moment. */
int rd_place_is_quiet(int threads);

/* Goes there; the affinity mask is the same afterwards. 0, or -1: it cannot. */
int rd_place_go(int cpu);

#endif
