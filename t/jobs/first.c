/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The first collectives of a process; prints "passed" if their results are right (first.t). With an
 * argument: MPI_Init fails on rank 0, since rank 1 has ended, and nothing is left of it.
 */
#include "t/jobs/job.h"

#include <unistd.h>

/* A session comes first: errors of MPI_Init can be returned. */
static int init_fails(void)
{
	MPI_Session session;
	MPI_Group group;
	MPI_Comm comm;
	int rank, err;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "both", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
	MPI_Comm_rank(comm, &rank);
	MPI_Barrier(comm);
	if (rank) {
		usleep(500000); /* rank 0 waits for it in MPI_Init, mostly */
		_exit(0);
	}
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	err = MPI_Init(NULL, NULL);
	if (!err || !shared_kb())
		puts("passed");
	else
		printf("MPI_Init: %d, %ld KB shared\n", err, shared_kb());
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	int rank, ranks, value, sum = 0, wrong;

	if (argc > 1)
		return init_fails();
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
