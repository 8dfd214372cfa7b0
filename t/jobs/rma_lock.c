/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Locks that others hold for long: each is acquired in its turn, soon after it is released; of
 * windows of all kinds, and by several waiting ranks. rma.t checks how often they sleep meanwhile.
 */
#include "t/jobs/job.h"

#include <unistd.h>

/* A rank that is not woken sleeps for a second. The time of a wake-up depends on the machine. */
enum { ROUNDS = 5, HELD_US = 100000, LIMIT_US = 900000 };

static void rounds(MPI_Win win, const char *kind)
{
	for (int n = 0; n < ROUNDS; n++) {
		double waited = 0;

		MPI_Barrier(MPI_COMM_WORLD);
		if (job.rank == 0) {
			MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
			MPI_Barrier(MPI_COMM_WORLD);
			usleep(HELD_US);
			MPI_Win_unlock(0, win);
		} else {
			MPI_Barrier(MPI_COMM_WORLD);
			waited -= MPI_Wtime();
			MPI_Win_lock(n % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
			waited += MPI_Wtime();
			MPI_Win_unlock(0, win);
		}
		check(waited < LIMIT_US * 1e-6, "%s: waited %.3f s for a lock", kind, waited);
	}
}

int main(int argc, char **argv)
{
	int memory[4], *base;
	MPI_Win win;

	job_start(&argc, &argv, "rma_lock");
	MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	rounds(win, "create");
	MPI_Win_free(&win);
	MPI_Win_allocate(sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	rounds(win, "allocate");
	MPI_Win_free(&win);
	return job_end();
}
