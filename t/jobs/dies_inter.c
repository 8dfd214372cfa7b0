/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on an intercommunicator of ranks 0, 1 and of ranks 2, 3, 4 when the victim is dead,
 * and the creation of one: all others of both groups get an error, also those that have no messages
 * with the victim. The victim is rank 2, a leader, unless another is given. For dies.t, under
 * mpirun
 * --enable-recovery, on 5 ranks.
 *
 *     dies_inter dup | split | merge | barrier | bcast | allreduce | allgather | reduce_scatter |
 *                create | groups  [victim]
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { LEADER = 2 };

static int other_leader(void)
{
	return job.rank < LEADER ? LEADER : 0;
}

static int create_from_groups(MPI_Comm half)
{
	int range[1][3] = {{other_leader(), job.rank < LEADER ? job.ranks - 1 : LEADER - 1, 1}};
	MPI_Group world, mine, theirs;
	MPI_Comm made;
	int code;

	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Comm_group(half, &mine);
	MPI_Group_range_incl(world, 1, range, &theirs);
	code = MPI_Intercomm_create_from_groups(mine, 0, theirs, 0, "dies", MPI_INFO_NULL,
						MPI_ERRORS_RETURN, &made);
	MPI_Group_free(&world);
	MPI_Group_free(&mine);
	MPI_Group_free(&theirs);
	return code;
}

static int call(const char *what, MPI_Comm half, MPI_Comm inter)
{
	int root = job.rank == LEADER ? MPI_ROOT : job.rank > LEADER ? MPI_PROC_NULL : 0;
	int in[6] = {0}, out[5];
	MPI_Comm made;

	if (!strcmp(what, "create"))
		return MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other_leader(), 6, &made);
	if (!strcmp(what, "groups"))
		return create_from_groups(half);
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
	int code, victim;

	job_start(&argc, &argv, "dies_inter");
	victim = argc > 2 ? atoi(argv[2]) : LEADER;
	MPI_Comm_split(MPI_COMM_WORLD, job.rank >= LEADER, job.rank, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other_leader(), 5, &inter);
	for (int n = 0; n < 6; n++) /* the groups have met before */
		MPI_Barrier(half);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
	if (job.rank == victim)
		die_last();
	MPI_Send(NULL, 0, MPI_INT, victim, 0, MPI_COMM_WORLD);
	code = call(argv[1], half, inter);
	/* the root's group, of which it was the last that had to do something, learns nothing */
	if (code != MPI_SUCCESS || (job.rank > LEADER && !strcmp(argv[1], "bcast")))
		printf("rank %d is good\n", job.rank);
	else
		printf("rank %d knows of no error\n", job.rank);
	MPI_Finalize();
	return 0;
}
