/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shortest job: start, one barrier of all ranks, end. bench/launch.pl measures how long that
 * takes under an mpirun. Fails when the number of ranks is not the one in its argument.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int ranks, wanted = argc > 1 ? atoi(argv[1]) : 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	if (wanted != 0 && wanted != ranks) {
		fprintf(stderr, "launch: WRONG: a job of %d ranks, not %d\n", ranks, wanted);
		return 1;
	}
	return 0;
}
