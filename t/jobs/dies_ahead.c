/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long calls with a request in shared memory, of which rank 0 writes the data. Rank 2 dies when it
 * has read more of them than rank 1, whose part makes rank 0 wait for room. Rank 0 fails in one
 * call, and has room for the next ones when rank 1 has read some: rank 1 completes every call with
 * its own data or with an error. For dies.t, under mpirun --enable-recovery, on 3 ranks.
 *
 *     dies_ahead bcast | scatter
 */
#include "t/jobs/job.h"

#include <unistd.h>

/* Data of 1000 calls is more than an area holds, that of AHEAD calls is less. */
enum { COUNT = 2000, RANKS = 3, WARM = 8, MOST = 1000, AHEAD = 4, AFTER = 2 };

static const MPI_Comm world = MPI_COMM_WORLD;
static int given[RANKS * COUNT], got[COUNT];
static int scatters;

static int run(int call)
{
	MPI_Request req;
	int code;

	for (int n = 0; n < RANKS * COUNT; n++)
		given[n] = call + n % COUNT;
	if (scatters) {
		code = MPI_Iscatter(given, COUNT, MPI_INT, got, COUNT, MPI_INT, 0, world, &req);
	} else {
		memcpy(got, given, sizeof got);
		if (job.rank)
			memset(got, -1, sizeof got);
		code = MPI_Ibcast(got, COUNT, MPI_INT, 0, world, &req);
	}
	return code != MPI_SUCCESS ? code : MPI_Wait(&req, MPI_STATUS_IGNORE);
}

/* Calls first .. end - 1 of rank 1; returns those that succeeded with other data than theirs. */
static int read_calls(int first, int end)
{
	int wrong = 0;

	for (int call = first; call < end; call++) {
		int bad = 0;

		if (run(call) != MPI_SUCCESS)
			continue;
		for (int n = 0; n < COUNT; n++)
			bad |= got[n] != call + n;
		wrong += bad;
	}
	return wrong;
}

static void writer(void)
{
	int call = 0;

	while (call < MOST && run(call) == MPI_SUCCESS)
		call++;
	check(call >= AHEAD && call < MOST, "the failure is in call %d", call);
	MPI_Send(&call, 1, MPI_INT, 1, 0, world);
	MPI_Recv(NULL, 0, MPI_INT, 1, 0, world, MPI_STATUS_IGNORE);
	for (int i = 1; i <= AFTER; i++)
		run(call + i);
	MPI_Send(NULL, 0, MPI_INT, 1, 0, world);
}

static void reader(void)
{
	int failed, wrong;

	MPI_Recv(&failed, 1, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE);
	wrong = read_calls(0, AFTER + 1);
	MPI_Send(NULL, 0, MPI_INT, 0, 0, world);
	MPI_Recv(NULL, 0, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE);
	wrong += read_calls(AFTER + 1, failed + AFTER + 1);
	check(!wrong, "%d calls have succeeded with data of others", wrong);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "dies_ahead");
	scatters = argc == 2 && !strcmp(argv[1], "scatter");
	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	for (int i = 0; i < WARM; i++) {
		check(run(i) == MPI_SUCCESS, "call %d before the failure", i);
		MPI_Barrier(world);
	}
	if (job.rank == 0)
		writer();
	else if (job.rank == 1)
		reader();
	for (int call = 0; job.rank == 2 && call < AHEAD; call++)
		run(call);
	if (job.rank == 2)
		_exit(1);
	if (!job.failures)
		printf("rank %d is good\n", job.rank);
	MPI_Finalize();
	return job.failures != 0;
}
