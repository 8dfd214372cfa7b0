/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Facts about the machine that are cheap to read at start: how many processors this process may
 * use, and with how many ranks it shares them. No hwloc (loading a topology costs milliseconds in
 * every rank), no mapping and no binding: these are mpirun's.
 */
#ifndef RD_RUNTIME_HW_H
#define RD_RUNTIME_HW_H

#include <stdint.h>

/* Processors in the affinity mask of the calling thread, at least 1. */
int rd_hw_affinity(void);

/* Processors worth of time that the cgroup's quota (v1 or v2, the tightest of all
 * levels above the process) leaves to the process, rounded up; 0 without a quota. As it was at the
 * first call that could open the files. */
int rd_hw_quota(void);

/* Processors this process can keep busy: the smaller of the two, at least 1. */
int rd_hw_cpus(void);

/* Processors that are online in the machine, at least 1. */
int rd_hw_online(void);

enum { RD_HW_CACHE_LEVELS = 3 };

/* Bytes of the data cache of this level (1 to RD_HW_CACHE_LEVELS) of the processor that the process
 * ran on at the first call that could open the files, or of cpuid where sysfs has no cache; 0: not
 * known. */
uint64_t rd_hw_cache(int level);

/* The launcher's information on the processors that this rank may use: `ranks` ranks, this one
 * included, share `cpus` processors. */
void rd_hw_set_share(int ranks, int cpus);

/* How many ranks of this node (`nlocal` in all) share how many processors with this one: as given
 * to rd_hw_set_share, else a guess: a mask small enough that all ranks could have disjoint ones is
 * taken for one rank's own. */
void rd_hw_share(int nlocal, int *ranks, int *cpus);

#endif
