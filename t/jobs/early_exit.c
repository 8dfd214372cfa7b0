/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The last rank ends with exit code 3 while the others wait for it in a barrier, whose error ends
 * the job: mpirun has to name the cause, not the consequence. For t/runtime/end.t.
 */
#include "job.h"

#include <unistd.h>

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "early_exit");
	for (int i = 0; i < 8; i++)
		MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == job.ranks - 1)
		_exit(3);
	MPI_Barrier(MPI_COMM_WORLD);
	return job_end();
}
