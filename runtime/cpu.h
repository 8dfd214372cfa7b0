/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Migration to another processor without staying bound to it. The system moves processes that have
 * just run only after a long while: two ranks that wait for each other share a processor beside an
 * idle one for tens of milliseconds, three and one for seconds. A rank that detects this migrates
 * by itself and is as unbound as before.
 */
#ifndef RD_RUNTIME_CPU_H
#define RD_RUNTIME_CPU_H

#include <sched.h>
#include <stdint.h>

/* The processor that this thread runs on; -1: unknown. */
int rd_cpu_here(void);

/* The allowed processor that occurs least often in `cpus` [n]; *times: its number of occurrences.
 * -1: unknown. */
int rd_cpu_rarest(const int *cpus, int n, int *times);

/* The allowed processor after `cpu`, cyclically, that is not `taken` (NULL: none is); -1: it is the
 * only one, or they are unknown. */
int rd_cpu_next(int cpu, const cpu_set_t *taken);

/* Threads of the whole machine that run or want to run at this moment; INT_MAX: unknown. */
int rd_cpu_runnable(void);

/* Facts about a process in a line of memory that its peers read; at first all 0. Hints: no data is
 * ordered by them. */
struct rd_place {
	uint16_t cpu1;  /* 1 + the processor that it waited on last; 0: unknown */
	uint16_t met;   /* 1: it does not wait for peers at the end of MPI_Init any more */
	uint32_t beats; /* looks at its peers while it did */
};

/* The places of a process's peers, as far as they are known. */
struct rd_places {
	int cpu; /* of this process */
	/* At the end of MPI_Init; later RD_MEET_OVER. FIRST is the first look after a sleep. */
	enum { RD_MEET_OVER, RD_MEET_FIRST, RD_MEET_AGAIN } meeting;
	int away;      /* peers that have not been seen awake since the first look */
	int met;       /* peers that have met */
	int peers;     /* whose processors are known */
	int colocated; /* of these, on `cpu` */
	int migrates;  /* 1: one of these has a lower rank: this process is the one to migrate */
	cpu_set_t taken;
};

/* Tells the peers the place of this process. */
void rd_place_tell(struct rd_place *own, const struct rd_places *places);

/* Adds a peer; `beats` is the caller's memory of it. */
void rd_places_add(struct rd_places *places, const struct rd_place *peer, uint32_t *beats,
		   int has_lower_rank);

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

/*
 * The home of a rank: its processor where the ranks of a node are more than the processors and all
 * may use all of them. The system leaves such ranks spread unevenly, and two that communicate on
 * one processor, for milliseconds to seconds. A rank is not bound to its home: the system may move
 * it, and it returns while it waits. M-229.
 */

/* The index of a rank's home among `cpus` processors: the sum of the rank's digits to base `cpus`,
 * modulo `cpus`. `cpus` ranks that follow each other from a multiple of it all have different ones,
 * so have as many ranks that are `cpus` apart, `cpus`^2 apart, and so on: if only the ranks of a
 * row, a column or a plane of a grid compute, they do so on all processors. */
int rd_home_index(int rank, int cpus);

/* Whether this rank is to have a home. */
int rd_home_is_wanted(void);
/* The thread of rank `rank` of `ranks`, both counted on this node, migrates to its home. */
void rd_home_take(int rank, int ranks);
/* Whether this rank is at its home, and at most one other rank has that. */
int rd_home_is_here(void);
/* The index on the node of that other rank, or -1. */
int rd_home_other(void);
/* 0: this rank has no home, or several threads call MPI. */
int rd_home_exists(void);
/* The thread returns to its home, unless more threads are runnable on the node than it has ranks.
 * Whether it did. A rank that the program has bound elsewhere has no home any more. */
int rd_home_return(void);
/* For each yield: returns if some time has passed since it last did. */
int rd_home_return_if_due(void);

/* Migrates to `cpu`; the affinity mask is unchanged afterwards. 0, or -1: impossible. */
int rd_cpu_migrate(int cpu);

#endif
