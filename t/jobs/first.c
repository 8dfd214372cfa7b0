/* SPDX-License-Identifier: BSD-3-Clause */
/* The first collectives of a process; prints "passed" if their results are right (first.t). */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int rank, ranks, value, sum = 0, wrong;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	value = rank ? 0 : 42;
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	wrong = value != 42 || sum != ranks * (ranks - 1) / 2;
	if (wrong)
		printf("rank %d has %d and %d\n", rank, value, sum);
	MPI_Finalize();
	if (!rank && !wrong)
		puts("passed");
	return wrong;
}
