/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every rank reports its number and host, in the order of ranks.  A first program to check that
 * compiling and launching work; it fails when a greeting is missing or out of place.
 *
 *     mpicc hello.c -o hello && mpirun -n 4 ./hello
 */
#include <mpi.h>

#include <stdio.h>

struct greeting {
	int rank, ranks;
	char host[MPI_MAX_PROCESSOR_NAME];
};

/* Rank 0 prints for all: lines of several processes may be shown in any order. */
static int print_all(const struct greeting *own)
{
	struct greeting hello = *own;

	for (int rank = 0; rank < own->ranks; rank++) {
		if (rank > 0)
			MPI_Recv(&hello, sizeof hello, MPI_BYTE, rank, 0, MPI_COMM_WORLD,
				 MPI_STATUS_IGNORE);
		if (hello.rank != rank || hello.ranks != own->ranks) {
			fprintf(stderr, "hello: WRONG: rank %d of %d calls itself %d of %d\n", rank,
				own->ranks, hello.rank, hello.ranks);
			return 1;
		}
		printf("Hello from rank %d of %d on %s\n", hello.rank, hello.ranks, hello.host);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct greeting own = {0};
	int length, status = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &own.ranks);
	MPI_Get_processor_name(own.host, &length);
	if (own.rank == 0)
		status = print_all(&own);
	else
		MPI_Send(&own, sizeof own, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return status;
}
