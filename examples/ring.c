/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A token goes round the ring of ranks; each adds its rank to it.  Rank 0 checks after every
 * round that the sum is right and prints the time of one hop.
 *
 *     mpicc ring.c -o ring && mpirun -n 4 ./ring 1000
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { TAG = 1 };

struct ring {
	int rank, ranks, before, after;
};

/* Rank 0: sends the token and waits for its return. */
static int start_round(const struct ring *r, long round)
{
	long token = round, expected = round + (long)r->ranks * (r->ranks - 1) / 2;

	MPI_Send(&token, 1, MPI_LONG, r->after, TAG, MPI_COMM_WORLD);
	MPI_Recv(&token, 1, MPI_LONG, r->before, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (token == expected)
		return 0;
	fprintf(stderr, "ring: WRONG: round %ld brought %ld, must be %ld\n", round, token,
		expected);
	return 1;
}

static void pass_on(const struct ring *r)
{
	long token;

	MPI_Recv(&token, 1, MPI_LONG, r->before, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	token += r->rank;
	MPI_Send(&token, 1, MPI_LONG, r->after, TAG, MPI_COMM_WORLD);
}

/* A single rank is its own neighbour, and a blocking send to itself need not return. */
static int turn_alone(long round)
{
	long token = round, back = -1;

	MPI_Sendrecv(&token, 1, MPI_LONG, 0, TAG, &back, 1, MPI_LONG, 0, TAG, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	return back != round;
}

static int run(const struct ring *r, long rounds)
{
	double start = MPI_Wtime(), seconds;
	int wrong = 0;

	for (long round = 0; round < rounds; round++) {
		if (r->ranks == 1)
			wrong |= turn_alone(round);
		else if (r->rank == 0)
			wrong |= start_round(r, round);
		else
			pass_on(r);
	}
	seconds = MPI_Wtime() - start;
	if (r->rank == 0 && !wrong)
		printf("%ld rounds of %d ranks, %.3f us a hop\n", rounds, r->ranks,
		       seconds * 1e6 / (double)rounds / r->ranks);
	return wrong;
}

int main(int argc, char **argv)
{
	struct ring ring;
	long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
	int status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &ring.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ring.ranks);
	ring.before = (ring.rank + ring.ranks - 1) % ring.ranks;
	ring.after = (ring.rank + 1) % ring.ranks;
	if (rounds > 0) {
		status = run(&ring, rounds);
	} else {
		status = 1;
		if (ring.rank == 0)
			fprintf(stderr, "usage: ring [ROUNDS], a positive number\n");
	}
	MPI_Finalize();
	return status;
}
