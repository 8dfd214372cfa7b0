/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_Allreduce and MPI_Iallreduce with an operator of the program's during which a rank is dead:
 * the operator is never given anything but operands of the call. For dies.t, under mpirun
 * --enable-recovery, on 5 ranks.
 *
 *     dies_op short | long | request | queue | queueany | kept
 *
 * queue: the calls with a request are in shared memory; kept: they are one persistent request.
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { LONG = 2000, CALLS = 300, DEAD = 3 };

static int now, strangers;

static void combine(void *in, void *inout, int *count, MPI_Datatype *type)
{
	const int *a = in, *b = inout;

	(void)type;
	for (int n = 0; n < *count; n++)
		strangers += a[n] != now || b[n] != now;
}

static int in[LONG], out[LONG];

/* The first call makes the request. */
static int start_kept(int count, MPI_Op op, MPI_Request *request)
{
	int code = MPI_SUCCESS;

	if (*request == MPI_REQUEST_NULL)
		code = MPI_Allreduce_init(in, out, count, MPI_INT, op, MPI_COMM_WORLD,
					  MPI_INFO_NULL, request);
	return code == MPI_SUCCESS ? MPI_Start(request) : code;
}

static int call(const char *how, MPI_Op op)
{
	static MPI_Request kept = MPI_REQUEST_NULL;
	int count = strcmp(how, "long") ? 5 : LONG, code, which;
	MPI_Request request;

	now++;
	for (int n = 0; n < LONG; n++)
		in[n] = now;
	if (!strcmp(how, "short") || !strcmp(how, "long"))
		return MPI_Allreduce(in, out, count, MPI_INT, op, MPI_COMM_WORLD);
	if (!strcmp(how, "kept")) {
		code = start_kept(count, op, &kept);
		return code == MPI_SUCCESS ? MPI_Wait(&kept, MPI_STATUS_IGNORE) : code;
	}
	code = MPI_Iallreduce(in, out, count, MPI_INT, op, MPI_COMM_WORLD, &request);
	if (code == MPI_SUCCESS && !strcmp(how, "queueany"))
		return MPI_Waitany(1, &request, &which, MPI_STATUS_IGNORE);
	return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

int main(int argc, char **argv)
{
	int code;
	MPI_Op op;

	job_start(&argc, &argv, "dies_op");
	if (argc != 2)
		MPI_Abort(MPI_COMM_WORLD, 2);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Op_create(combine, 0, &op);
	for (int n = 0; n < CALLS; n++) {
		call(argv[1], op);
		if (!strncmp(argv[1], "queue", 5) && n < 8)
			MPI_Barrier(MPI_COMM_WORLD);
	}
	if (job.rank == DEAD)
		_exit(1);
	code = call(argv[1], op);
	if (code != MPI_SUCCESS && !strangers)
		printf("rank %d is good\n", job.rank);
	else
		printf("rank %d: code %d, %d elements of elsewhere\n", job.rank, code, strangers);
	MPI_Op_free(&op);
	MPI_Finalize();
	return 0;
}
