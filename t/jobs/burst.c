/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many short messages in a row, after which their sender calls MPI no more: they come all the same
 * (a transport may gather them, but not keep them), and in order; also when bursts go both ways and
 * long messages are among them.
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { MANY = 700, TAG = 3, ROUNDS = 20, LIMIT_S = 3 };

/* Rank 0 sends, and stays outside of MPI until rank 1 has received the last one. */
static void then_stay_outside(int many)
{
	int pid = (int)getpid();

	MPI_Bcast(&pid, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == 0) {
		for (int n = 0; n < many; n++)
			MPI_Send(&n, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
		check(stay_outside_for(LIMIT_S),
		      "%d messages do not come, as their sender calls "
		      "MPI no more",
		      many);
	} else if (job.rank == 1) {
		for (int n = 0, is; n < many; n++) {
			MPI_Recv(&is, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			check(is == n, "message %d came as number %d", is, n);
		}
		kill(pid, SIGUSR2);
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
	block_signal();
	job_start(&argc, &argv, "burst");
	for (int many = 2; many <= MANY; many = many < 8 ? 2 * many : many * 9)
		then_stay_outside(many);
	for (int round = 0; round < ROUNDS; round++)
		both_ways(round);
	return job_end();
}
