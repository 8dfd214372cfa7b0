/* SPDX-License-Identifier: BSD-3-Clause */
/* Time since an arbitrary start, in nanoseconds; the same clock for all processes of a node. */
#ifndef RD_BASE_CLOCK_H
#define RD_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t rd_clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* The clock of MPI_Wtime, in nanoseconds; NULL: rd_clock_ns. Set by the ring's cards when
 * RONDO_WTIME asks for theirs. */
extern uint64_t (*rd_clock_other)(void);

#endif
