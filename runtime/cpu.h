/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Migration to another processor without staying bound to it. The system moves processes that have
 * just run only after a long while: two ranks that wait for each other share a processor beside an
 * idle one for tens of milliseconds, three and one for seconds. A rank that detects this migrates
 * by itself and is as unbound as before.
 */
#ifndef RD_RUNTIME_CPU_H
#define RD_RUNTIME_CPU_H

#include <stdint.h>

/* The processor that this thread runs on; -1: unknown. */
int rd_cpu_here(void);

/* The allowed processor that occurs least often in `cpus` [n]; *times: its number of occurrences.
 * -1: unknown. */
int rd_cpu_rarest(const int *cpus, int n, int *times);

/* The allowed processor after `cpu`, cyclically; -1: it is the only one, or they are unknown. */
int rd_cpu_next(int cpu);

/* Whether at most this many threads in the whole machine are runnable at this moment. */
int rd_cpu_is_quiet(int threads);

/* The next time to count waiting ranks by processor: after 1 ms, the gap doubled each time that
 * this rank has migrated. */
struct rd_spread {
	uint32_t waits;
	uint64_t due_ns, gap_ns;
};

/* Counts a wait; returns whether it is time. Rarely reads the clock. */
int rd_spread_is_due(struct rd_spread *s);
/* `cpus` [n]: the processor of each rank; `self`: this rank's index. When they are spread unevenly
 * and no other thread is runnable, the last of the excess ranks migrates. Whether this one did. */
int rd_spread_go(struct rd_spread *s, const int *cpus, int n, int self);

/* Migrates to `cpu`; the affinity mask is unchanged afterwards. 0, or -1: impossible. */
int rd_cpu_migrate(int cpu);

#endif
