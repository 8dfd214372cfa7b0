/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sessions on a ring of cards, where rank 0, whose page keeps the ring's registers, comes when the
 * others have had a communicator without it: they use software meanwhile. Then all use the cards.
 *
 *     ring_late_rank FILE     FILE is made when rank 0 may come
 */
#include "job.h"

#include <unistd.h>

enum { CALLS = 20 }; /* on each communicator: more than before its contexts are taken */

static MPI_Comm members(MPI_Session session, int without_first)
{
	int first = 0;
	MPI_Group all, group;
	MPI_Comm comm;

	MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
	MPI_Group_excl(all, without_first, &first, &group);
	MPI_Comm_create_from_group(group, without_first ? "others" : "all", MPI_INFO_NULL,
				   MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Group_free(&group);
	MPI_Group_free(&all);
	return comm;
}

static void add_up(MPI_Comm comm)
{
	int size = 0;

	MPI_Comm_size(comm, &size);
	for (int i = 0; i < CALLS; i++) {
		int sum = -1;

		MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, comm);
		check(sum == i * size, "%d ranks: the sum is %d, must be %d", size, sum, i * size);
	}
}

static void others(MPI_Session session, const char *file)
{
	MPI_Comm comm = members(session, 1);
	FILE *made;

	add_up(comm);
	MPI_Comm_rank(comm, &job.rank);
	MPI_Comm_free(&comm);
	made = job.rank ? NULL : fopen(file, "w");
	if (made)
		fclose(made);
}

int main(int argc, char **argv)
{
	const char *rank = getenv("PMIX_RANK");
	MPI_Session session;
	MPI_Comm comm;

	job.name = "ring_late_rank";
	if (argc < 2 || !rank)
		return 2;
	while (!atoi(rank) && access(argv[1], F_OK))
		usleep(1000);
	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	if (atoi(rank))
		others(session, argv[1]);
	comm = members(session, 0);
	add_up(comm);
	MPI_Comm_free(&comm);
	MPI_Session_finalize(&session);
	return job.failures != 0;
}
