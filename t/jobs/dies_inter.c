/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on an intercommunicator whose one leader, rank 2, is dead: all others of both groups
 * get an error, also those that have no messages with rank 2. For dies.t, under mpirun
 * --enable-recovery, on 5 ranks.
 *
 *     dies_inter dup | split | merge | barrier | bcast | allreduce | allgather | reduce_scatter
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { LEADER = 2 };

static int call(const char *what, MPI_Comm inter)
{
	int root = job.rank == LEADER ? MPI_ROOT : job.rank > LEADER ? MPI_PROC_NULL : 0;
	int in[6] = {0}, out[5];
	MPI_Comm made;

	if (!strcmp(what, "dup"))
		return MPI_Comm_dup(inter, &made);
	if (!strcmp(what, "split"))
		return MPI_Comm_split(inter, 0, 0, &made);
	if (!strcmp(what, "merge"))
		return MPI_Intercomm_merge(inter, 0, &made);
	if (!strcmp(what, "barrier"))
		return MPI_Barrier(inter);
	if (!strcmp(what, "bcast"))
		return MPI_Bcast(out, 1, MPI_INT, root, inter);
	if (!strcmp(what, "allreduce"))
		return MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, inter);
	if (!strcmp(what, "allgather"))
		return MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, inter);
	return MPI_Reduce_scatter_block(in, out, job.rank < LEADER ? 3 : 2, MPI_INT, MPI_SUM,
					inter);
}

/* When no other rank depends on this one: one that is left in a barrier gets an error there. */
static void die_last(void)
{
	for (int n = 1; n < job.ranks; n++)
		MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	_exit(1);
}

int main(int argc, char **argv)
{
	MPI_Comm half, inter;
	int code;

	job_start(&argc, &argv, "dies_inter");
	MPI_Comm_split(MPI_COMM_WORLD, job.rank >= LEADER, job.rank, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, job.rank < LEADER ? LEADER : 0, 5, &inter);
	for (int n = 0; n < 6; n++) /* the groups have met before */
		MPI_Barrier(half);
	MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
	if (job.rank == LEADER)
		die_last();
	MPI_Send(NULL, 0, MPI_INT, LEADER, 0, MPI_COMM_WORLD);
	code = call(argv[1], inter);
	/* the root's group, of which it was the last that had to do something, learns nothing */
	if (code != MPI_SUCCESS || (job.rank > LEADER && !strcmp(argv[1], "bcast")))
		printf("rank %d is good\n", job.rank);
	else
		printf("rank %d knows of no error\n", job.rank);
	MPI_Finalize();
	return 0;
}
