/* SPDX-License-Identifier: BSD-3-Clause */
/* A window on ring cards, and a rank that computes, for the tests of rma_card.t. */
#ifndef RD_T_JOBS_JOB_WINDOW_H
#define RD_T_JOBS_JOB_WINDOW_H

#include "t/jobs/job.h"

#include <time.h>

static MPI_Win win;
static struct memory *memory; /* the own part of the window */

/* Ranks of a host reach the memory of allocated windows by instructions. */
static inline void open_window(int created, MPI_Aint bytes)
{
	if (created) {
		memory = must_alloc((size_t)bytes);
		MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	} else {
		MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
		memset(memory, 0, (size_t)bytes);
	}
	MPI_Barrier(MPI_COMM_WORLD);
}

static inline void close_window(int created)
{
	MPI_Win_free(&win);
	if (created)
		free(memory);
}

/* In place of job_end: a rank was killed. The exit code. */
static inline int end_of_killed(void)
{
	if (!job.failures)
		printf("rank %d is good\n", job.rank);
	MPI_Finalize();
	return job.failures != 0;
}

/* Seconds; no call of MPI. */
static inline double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
