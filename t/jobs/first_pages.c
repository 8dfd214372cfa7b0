/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Page faults in the first messages and collectives of two ranks: MPI_Init has mapped the memory
 * that they go through. The first call of each kind is not counted: it has faults of the program's
 * own code. Prints "no populate" where the kernel has no MADV_POPULATE_READ (first.t).
 */
#include "t/jobs/job.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14 */
#endif

enum { CALLS = 256, MOST = 1 };

static long faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

static void exchange(void)
{
	int other = 1 - job.rank;

	MPI_Sendrecv(MPI_BOTTOM, 0, MPI_INT, other, 0, MPI_BOTTOM, 0, MPI_INT, other, 0,
		     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void reduce(void)
{
	int sum;

	MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	check(sum == 1, "the sum is %d", sum);
}

static void count(const char *name, void (*call)(void))
{
	long before;

	call();
	before = faults();
	for (int n = 0; n < CALLS; n++)
		call();
	check(faults() - before <= MOST, "%s: %ld faults in calls 2 to %d", name, faults() - before,
	      CALLS + 1);
}

/* 1: the kernel maps pages on request. */
static int populates(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char here;

	return !madvise(&here - (size_t)&here % page, page, MADV_POPULATE_READ);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "first_pages");
	if (populates()) {
		count("messages", exchange);
		count("reductions", reduce);
	}
	if (job.rank == 0 && !populates())
		puts("no populate");
	return job_end();
}
