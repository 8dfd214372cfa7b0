/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives over two hosts, two ranks on each, of which one on the second host is dead: both on
 * the first one get an error, whichever of them has messages with the second. For
 * t/cluster/hydra.t.
 *
 *     dies_hosts barrier | bcast | allgather | reduce | allreduce  DEAD
 */
#include "t/jobs/job.h"

#include <unistd.h>

static int call(const char *what)
{
	int in = 1, out[4] = {0};

	if (!strcmp(what, "barrier"))
		return MPI_Barrier(MPI_COMM_WORLD);
	if (!strcmp(what, "bcast"))
		return MPI_Bcast(out, 1, MPI_INT, 3, MPI_COMM_WORLD);
	if (!strcmp(what, "allgather"))
		return MPI_Allgather(&in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD);
	if (!strcmp(what, "reduce"))
		return MPI_Reduce(&in, out, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
	return MPI_Allreduce(&in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* No survivor ends, which would be another death, before all have reported their results. */
static void leave_together(int dead)
{
	int go = 0;

	for (int turn = 0; turn < 2; turn++)
		for (int r = 1; r < job.ranks; r++) {
			int mine = job.rank ? 0 : r;

			if (r == dead || (job.rank && r != job.rank))
				continue;
			if ((job.rank == 0) == turn)
				MPI_Send(&go, 1, MPI_INT, mine, turn, MPI_COMM_WORLD);
			else
				MPI_Recv(&go, 1, MPI_INT, mine, turn, MPI_COMM_WORLD,
					 MPI_STATUS_IGNORE);
		}
}

int main(int argc, char **argv)
{
	int dead;

	job_start(&argc, &argv, "dies_hosts");
	if (argc != 3)
		MPI_Abort(MPI_COMM_WORLD, 2);
	dead = atoi(argv[2]);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int n = 0; n < 8; n++) /* so many that the hosts have met */
		MPI_Barrier(MPI_COMM_WORLD);
	if (job.rank == dead)
		_exit(1);
	printf("rank %d %s\n", job.rank,
	       call(argv[1]) == MPI_SUCCESS ? "knows of no error" : "has an error");
	fflush(stdout);
	leave_together(dead);
	_exit(0);
}
