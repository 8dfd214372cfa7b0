/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks in pid namespaces of their own: data of one-sided operations goes to the rank that is
 * meant, and a rank that others wait for in a collective is not taken for one that has ended. */
#include "job.h"

#include <unistd.h>

enum {
	MANY = 100000,
	EARLY = 6,      /* collectives before their shared memory is made, and more */
	LONG_MS = 1500, /* longer than a process sleeps before it looks for dead ones */
};

static int to[MANY], from[MANY];

static void put_round(void)
{
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	MPI_Win win;

	for (int i = 0; i < MANY; i++) {
		from[i] = job.rank * MANY + i;
		to[i] = -1;
	}
	MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_fence(0, win);
	MPI_Put(from, MANY, MPI_INT, next, 0, MANY, MPI_INT, win);
	MPI_Win_fence(0, win);
	for (int i = 0; i < MANY; i++)
		if (!check(to[i] == before * MANY + i, "element %d is %d", i, to[i]))
			break;
	MPI_Win_free(&win);
}

static void wait_long(void)
{
	for (int i = 0; i < EARLY; i++)
		MPI_Barrier(MPI_COMM_WORLD);
	if (!job.rank)
		usleep(LONG_MS * 1000);
	MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "namespaces");
	put_round();
	wait_long();
	return job_end();
}
