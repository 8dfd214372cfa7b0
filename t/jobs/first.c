/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The first collectives of a process; prints "passed" if their results are right (first.t). With
 * "late", rank 1 ends its connection to the launcher half a second after the other ranks. With
 * "fails", MPI_Init fails on rank 0, since rank 1 has ended, and nothing is left of it. With
 * "refused FILE" it fails on rank 1, whose transports differ, and rank 0 does not wait for that
 * one.
 */
#include "t/jobs/job.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static int late;

/* In place of PMIx's function, which the library calls. */
int PMIx_Finalize(const void *info, size_t n)
{
	int (*finalize)(const void *, size_t);

	*(void **)&finalize = dlsym(RTLD_NEXT, "PMIx_Finalize");
	if (late)
		usleep(500000);
	return finalize(info, n);
}

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

/* Rank 1 stays until rank 0 has made the file, at most 20 s. */
static int init_is_refused(const char *file)
{
	MPI_Session session;
	int err;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	err = MPI_Init(NULL, NULL);
	if (!err) {
		fclose(fopen(file, "w"));
		_exit(0);
	}
	for (int i = 0; i < 2000 && access(file, F_OK); i++)
		usleep(10000);
	puts(access(file, F_OK) ? "rank 0 waits for rank 1" : "passed");
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	int rank, ranks, value, sum = 0, wrong;

	if (argc > 1 && !strcmp(argv[1], "fails"))
		return init_fails();
	if (argc > 2 && !strcmp(argv[1], "refused"))
		return init_is_refused(argv[2]);
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	value = rank ? 0 : 42;
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	wrong = value != 42 || sum != ranks * (ranks - 1) / 2;
	if (wrong)
		printf("rank %d has %d and %d\n", rank, value, sum);
	late = argc > 1 && rank == 1;
	MPI_Finalize();
	if (!rank && !wrong)
		puts("passed");
	return wrong;
}
