/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many short messages in a row, after which their sender computes: they come all the same, long
 * before it calls MPI again (a transport may gather them, but not keep them), and in order; also
 * when bursts go both ways and long messages are among them.
 */
#include "t/jobs/job.h"

enum { MANY = 700, TAG = 3, ROUNDS = 20 };

static const double busy_s = 0.6;

static void compute(double seconds)
{
	double end = MPI_Wtime() + seconds;

	while (MPI_Wtime() < end)
		;
}

static void then_compute(int many)
{
	double since, took;

	MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == 0) {
		for (int n = 0; n < many; n++)
			MPI_Send(&n, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
		compute(busy_s);
	} else if (job.rank == 1) {
		since = MPI_Wtime();
		for (int n = 0, is; n < many; n++) {
			MPI_Recv(&is, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			check(is == n, "message %d came as number %d", is, n);
		}
		took = MPI_Wtime() - since;
		check(took < 0.9 * busy_s, "%d messages took %.3f s, their sender computes", many,
		      took);
	}
}

/* Number n of a round; some are long. */
static int ints_of(int n)
{
	return n % 97 == 5 ? 100000 : n % 13 == 2 ? 1500 : 1;
}

static void both_ways(int round)
{
	static MPI_Request request[2 * MANY];
	static int *in[MANY], *out[MANY];
	int peer = job.rank ^ 1;

	if (peer >= job.ranks)
		return;
	for (int n = 0; n < MANY; n++) {
		in[n] = must_alloc((size_t)ints_of(n) * sizeof(int));
		out[n] = must_alloc((size_t)ints_of(n) * sizeof(int));
		out[n][0] = out[n][ints_of(n) - 1] = round * MANY + n;
		MPI_Irecv(in[n], ints_of(n), MPI_INT, peer, TAG, MPI_COMM_WORLD, &request[n]);
	}
	for (int n = 0; n < MANY; n++)
		MPI_Isend(out[n], ints_of(n), MPI_INT, peer, TAG, MPI_COMM_WORLD,
			  &request[MANY + n]);
	MPI_Waitall(2 * MANY, request, MPI_STATUSES_IGNORE);
	for (int n = 0; n < MANY; n++) {
		check(in[n][0] == round * MANY + n && in[n][ints_of(n) - 1] == in[n][0],
		      "round %d: number %d came as %d", round, n, in[n][0]);
		free(in[n]);
		free(out[n]);
	}
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "burst");
	for (int many = 2; many <= MANY; many = many < 8 ? 2 * many : many * 9)
		then_compute(many);
	for (int round = 0; round < ROUNDS; round++)
		both_ways(round);
	return job_end();
}
