/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls with a request in shared memory, of which rank 0 has begun many when rank 2 dies; rank 1 is
 * slow and completes them after that: each with the right data, or with an error. For dies.t, under
 * mpirun --enable-recovery, on 3 ranks.
 *
 *     dies_slow ELEMENTS
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { CALLS = 600, WARM = 8, MOST = 20000 };

static int data[CALLS][MOST];

static void warm(int count)
{
	MPI_Request req;

	for (int i = 0; i < WARM; i++) {
		MPI_Ibcast(data[0], count, MPI_INT, 0, MPI_COMM_WORLD, &req);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
		MPI_Barrier(MPI_COMM_WORLD);
	}
}

static int is_right(const int *got, int count, int call)
{
	for (int n = 0; n < count; n++)
		if (got[n] != call + n)
			return 0;
	return 1;
}

int main(int argc, char **argv)
{
	int count, calls, right = 0, wrong = 0, slow = (int)getpid();
	MPI_Request req[CALLS];

	block_signal();
	job_start(&argc, &argv, "dies_slow");
	count = argc == 2 ? atoi(argv[1]) : 0;
	if (count < 1 || count > MOST)
		MPI_Abort(MPI_COMM_WORLD, 2);
	calls = count == MOST ? CALLS / 10 : CALLS;
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Bcast(&slow, 1, MPI_INT, 1, MPI_COMM_WORLD);
	warm(count);
	if (job.rank == 2)
		_exit(1);
	for (int i = 0; i < calls; i++) {
		for (int n = 0; n < count; n++)
			data[i][n] = job.rank ? -1 : i + n;
		MPI_Ibcast(data[i], count, MPI_INT, 0, MPI_COMM_WORLD, &req[i]);
	}
	if (job.rank)
		stay_outside_for(2); /* meanwhile rank 0 learns of the failure */
	for (int i = 0; i < calls; i++) {
		if (MPI_Wait(&req[i], MPI_STATUS_IGNORE) != MPI_SUCCESS)
			continue;
		right += is_right(data[i], count, i);
		wrong += !is_right(data[i], count, i);
	}
	if (!job.rank)
		kill(slow, SIGUSR2);
	if (right && !wrong)
		printf("rank %d is good\n", job.rank);
	else
		printf("rank %d: %d right, %d wrong\n", job.rank, right, wrong);
	MPI_Finalize();
	return 0;
}
