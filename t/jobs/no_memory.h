/* SPDX-License-Identifier: BSD-3-Clause */
/* Data and sizes of the jobs no_memory_coll and no_memory_begin. */
#ifndef RD_T_JOBS_NO_MEMORY_H
#define RD_T_JOBS_NO_MEMORY_H

#include "scarce.h"

#ifdef __GLIBC__

enum { MANY = 20000 }; /* elements */
enum { END = 7 };
enum { CALLS = 4 }; /* on a communicator before its shared memory is made */

static int from[2 * MANY], to[2 * MANY];

/* Of `from`, if each rank has put its own rank and the number of the element into it. */
static int sum_of(int element)
{
	return job.ranks * (job.ranks - 1) / 2 + job.ranks * element;
}

#endif
#endif
