/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The measurements of the SPIN paper (docs/card/spin.md) on 8 ranks: one-to-one between neighbours
 * and across the ring, four such pairs at once, broadcast to 7, barrier. One line for each point,
 * "name bytes microseconds", by MPI_Wtime: with RONDO_WTIME=card all ranks have one clock, that of
 * the simulated ring, so that one-way times can be measured. bench/spin.pl makes a table of them.
 *
 *     spin_points [-r ROUNDS] [-M LARGEST]
 */
#include "measure.h"

#include <unistd.h>

enum { RANKS = 8, DATA_MAX = 1 << 22 };

static char data[DATA_MAX];
static MPI_Comm aside; /* for calls outside of the timed sections */
static int rank;
static int rounds = 3;

/* The median over the rounds, in us. */
static double middle(double *second, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && second[k] < second[k - 1]; k--) {
			double other = second[k];

			second[k] = second[k - 1];
			second[k - 1] = other;
		}
	return second[n / 2] * 1e6;
}

static double latest(double time)
{
	double most;

	MPI_Allreduce(&time, &most, 1, MPI_DOUBLE, MPI_MAX, aside);
	return most;
}

/* Half a round trip between rank i * step, for i < npairs, and its partner `distance` on; the
 * slowest pair. */
static double pairs(int npairs, int step, int distance, int bytes)
{
	double took[16];
	int pair = -1, peer = 0;

	for (int i = 0; i < npairs; i++) {
		int a = i * step, b = (a + distance) % RANKS;

		if (rank == a || rank == b) {
			pair = rank == b;
			peer = pair ? a : b;
		}
	}
	for (int r = 0; r < rounds; r++) {
		double begin, end = 0;

		MPI_Barrier(aside);
		begin = MPI_Wtime();
		for (int turn = 0; turn < 2 && pair >= 0; turn++) {
			if (turn == pair)
				MPI_Send(data, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
			else
				MPI_Recv(data, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD,
					 MPI_STATUS_IGNORE);
		}
		if (pair == 0)
			end = MPI_Wtime() - begin;
		took[r] = latest(end) / 2;
	}
	return middle(took, rounds);
}

/* From the root's call until the last rank has the data. */
static double broadcast(int bytes)
{
	double took[16];

	for (int r = 0; r < rounds; r++) {
		double begin, end;

		MPI_Barrier(aside);
		begin = MPI_Wtime();
		MPI_Bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
		end = MPI_Wtime();
		begin = -latest(-begin); /* the first to call */
		took[r] = latest(end) - begin;
	}
	return middle(took, rounds);
}

/* From the last rank's call until the last rank has left. */
static double barrier(void)
{
	double took[16];

	for (int r = 0; r < rounds; r++) {
		double begin, end;

		MPI_Barrier(aside);
		begin = MPI_Wtime();
		MPI_Barrier(MPI_COMM_WORLD);
		end = MPI_Wtime();
		took[r] = latest(end) - latest(begin);
	}
	return middle(took, rounds);
}

static double allreduce(void)
{
	double took[16], own = rank, sum;

	for (int r = 0; r < rounds; r++) {
		double begin, end;

		MPI_Barrier(aside);
		begin = MPI_Wtime();
		MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		end = MPI_Wtime();
		took[r] = latest(end) - latest(begin);
	}
	return middle(took, rounds);
}

static void point(const char *name, int bytes, double us)
{
	if (rank == 0)
		printf("%s %d %.3f\n", name, bytes, us);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	int letter, most = 65536;

	MPI_Init(&argc, &argv);
	while ((letter = getopt(argc, argv, "r:M:")) != -1) {
		long long value = letter == '?' ? -1 : parse_bytes(optarg);

		if (value < 1 || value > (letter == 'r' ? 15 : DATA_MAX)) {
			fprintf(stderr, "usage: spin_points [-r ROUNDS] [-M LARGEST]\n");
			MPI_Abort(MPI_COMM_WORLD, 2);
		}
		if (letter == 'r')
			rounds = (int)value;
		else
			most = (int)value;
	}
	rank = world_rank();
	if (world_size() != RANKS) {
		fprintf(stderr, "spin_points: %d ranks, should be %d\n", world_size(), RANKS);
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	MPI_Comm_dup(MPI_COMM_WORLD, &aside);
	barrier(); /* sets up connections, contexts, the root's stream */
	allreduce();
	broadcast(8);
	pairs(4, 2, 1, 8);
	pairs(4, 1, 4, 8);
	for (int bytes = 32; bytes <= most; bytes *= 2) {
		point("one adjacent", bytes, pairs(1, 1, 1, bytes));
		point("one diagonal", bytes, pairs(1, 1, 4, bytes));
		point("four adjacent", bytes, pairs(4, 2, 1, bytes));
		point("four diagonal", bytes, pairs(4, 1, 4, bytes));
		point("broadcast", bytes, broadcast(bytes));
	}
	point("barrier", 0, barrier());
	point("allreduce", 8, allreduce());
	MPI_Comm_free(&aside);
	MPI_Finalize();
	return 0;
}
