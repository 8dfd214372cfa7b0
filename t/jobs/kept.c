/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Persistent collectives in which all ranks wait for all (MPI-5.0 6.13): many requests, which each
 * rank starts in an order of its own, so that it waits for the others in any; results are those of
 * the data that the buffers have at each start. For nbc.t.
 */
#include "t/jobs/job.h"

enum { REQUESTS = 40, LAPS = 30, RANKS = 8, MOST = 1000 };

static const MPI_Comm world = MPI_COMM_WORLD;
static const int counts[] = {1, 20, 400, MOST};
static int from[REQUESTS][RANKS * MOST], to[REQUESTS][RANKS * MOST];

static int count_of(int i)
{
	return counts[i / 5 % 4];
}

static MPI_Request make(int i)
{
	int n = count_of(i);
	MPI_Request request;

	if (i % 5 == 0)
		MPI_Barrier_init(world, MPI_INFO_NULL, &request);
	else if (i % 5 == 1)
		MPI_Allreduce_init(from[i], to[i], n, MPI_INT, MPI_SUM, world, MPI_INFO_NULL,
				   &request);
	else if (i % 5 == 2)
		MPI_Allgather_init(from[i], n, MPI_INT, to[i], n, MPI_INT, world, MPI_INFO_NULL,
				   &request);
	else if (i % 5 == 3)
		MPI_Alltoall_init(from[i], n, MPI_INT, to[i], n, MPI_INT, world, MPI_INFO_NULL,
				  &request);
	else
		MPI_Reduce_scatter_block_init(from[i], to[i], n, MPI_INT, MPI_SUM, world,
					      MPI_INFO_NULL, &request);
	return request;
}

/* Element `at` of the block that a rank has for another. */
static int value(int lap, int rank, int block, int at)
{
	return lap * 7 + rank * 1000 + block * 100000 + at;
}

static void fill(int i, int lap)
{
	for (int block = 0; block < job.ranks; block++)
		for (int at = 0; at < count_of(i); at++)
			from[i][block * count_of(i) + at] = value(lap, job.rank, block, at);
}

static int sum(int lap, int block, int at)
{
	int all = 0;

	for (int rank = 0; rank < job.ranks; rank++)
		all += value(lap, rank, block, at);
	return all;
}

static int expected(int i, int lap, int block, int at)
{
	switch (i % 5) {
	case 1:
		return sum(lap, 0, at);
	case 2:
		return value(lap, block, 0, at);
	case 3:
		return value(lap, block, job.rank, at);
	}
	return sum(lap, job.rank, at);
}

static void compare(int i, int lap)
{
	int blocks = i % 5 == 0 ? 0 : i % 5 == 2 || i % 5 == 3 ? job.ranks : 1, n = count_of(i);

	for (int block = 0; block < blocks; block++)
		for (int at = 0; at < n; at++)
			check(to[i][block * n + at] == expected(i, lap, block, at),
			      "request %d, lap %d: element %d of block %d", i, lap, at, block);
}

int main(int argc, char **argv)
{
	MPI_Request request[REQUESTS];
	uint64_t state;
	int order[REQUESTS];

	job_start(&argc, &argv, "kept");
	if (job.ranks > RANKS)
		MPI_Abort(world, 2);
	state = (uint64_t)job.rank;
	for (int i = 0; i < REQUESTS; i++)
		request[i] = make(i);
	for (int lap = 0; lap < LAPS; lap++) {
		random_order(&state, order, REQUESTS);
		for (int n = 0; n < REQUESTS; n++) {
			fill(order[n], lap);
			MPI_Start(&request[order[n]]);
		}
		random_order(&state, order, REQUESTS);
		for (int n = 0; n < REQUESTS; n++) {
			MPI_Wait(&request[order[n]], MPI_STATUS_IGNORE);
			compare(order[n], lap);
		}
	}
	for (int i = 0; i < REQUESTS; i++)
		MPI_Request_free(&request[i]);
	return job_end();
}
