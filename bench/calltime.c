/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Time that a program spends in MPI. Linked with the program, this file stands between its calls
 * and the library (the profiling interface, MPI-5.0 15.2) and prints at the end on rank 0, as one
 * line, the time from MPI_Init to MPI_Finalize and the part of it in the calls below, in seconds:
 * the largest and the mean over the ranks. Most of that may be waiting for a rank that computes
 * longer. If all ranks make the same number of calls, a further figure is the sum over the calls of
 * the shortest time of a rank in each: among ranks that wait for each other the last one to arrive
 * does not wait. The calls covered are those that Himeno, HPCG and LULESH communicate with.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

static double begun, inside; /* seconds */
static float *each;          /* [calls] seconds */
static int calls, room;

static void note(double seconds)
{
	inside += seconds;
	if (calls == room) {
		room = room ? 2 * room : 1 << 16;
		each = realloc(each, (size_t)room * sizeof(*each));
		if (!each)
			PMPI_Abort(MPI_COMM_WORLD, 1);
	}
	each[calls++] = (float)seconds;
}

#define TIMED(name, params, args) \
	int MPI_##name params \
	{ \
		double start = PMPI_Wtime(); \
		int err = PMPI_##name args; \
\
		note(PMPI_Wtime() - start); \
		return err; \
	}

TIMED(Send, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),
      (b, n, t, to, tag, c))
TIMED(Recv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s),
      (b, n, t, from, tag, c, s))
TIMED(Isend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
      (b, n, t, to, tag, c, r))
TIMED(Irecv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r),
      (b, n, t, from, tag, c, r))
TIMED(Sendrecv,
      (const void *o, int no, MPI_Datatype to, int dest, int tago, void *i, int ni, MPI_Datatype ti,
       int source, int tagi, MPI_Comm c, MPI_Status *s),
      (o, no, to, dest, tago, i, ni, ti, source, tagi, c, s))
TIMED(Wait, (MPI_Request * r, MPI_Status *s), (r, s))
TIMED(Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))
TIMED(Barrier, (MPI_Comm c), (c))
TIMED(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
TIMED(Reduce, (const void *i, void *o, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
      (i, o, n, t, op, root, c))
TIMED(Allreduce, (const void *i, void *o, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
      (i, o, n, t, op, c))
TIMED(Allgather,
      (const void *i, int ni, MPI_Datatype ti, void *o, int no, MPI_Datatype to, MPI_Comm c),
      (i, ni, ti, o, no, to, c))

int MPI_Init(int *argc, char ***argv)
{
	int err = PMPI_Init(argc, argv);

	begun = PMPI_Wtime();
	return err;
}

/* The sum over the calls of the shortest time of a rank; negative: the numbers of calls differ. */
static double least(int rank)
{
	float *all = malloc((size_t)(calls + 1) * sizeof(*all));
	int few, many;
	double sum = 0;

	PMPI_Allreduce(&calls, &few, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	PMPI_Allreduce(&calls, &many, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	if (!all)
		PMPI_Abort(MPI_COMM_WORLD, 1);
	if (few != many) {
		free(all);
		return -1;
	}
	PMPI_Reduce(each, all, calls, MPI_FLOAT, MPI_MIN, 0, MPI_COMM_WORLD);
	for (int i = 0; rank == 0 && i < calls; i++)
		sum += (double)all[i];
	free(all);
	return sum;
}

int MPI_Finalize(void)
{
	double own[2] = {PMPI_Wtime() - begun, inside}, most[2], sum[2], quick;
	int rank, ranks;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	PMPI_Reduce(own, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	PMPI_Reduce(own, sum, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	quick = least(rank);
	if (rank == 0)
		printf("calltime: %.6f %.6f s in all, %.6f %.6f s in MPI (largest, mean)", most[0],
		       sum[0] / ranks, most[1], sum[1] / ranks);
	if (rank == 0 && quick >= 0)
		printf(", %.6f s by the quickest of each call", quick);
	if (rank == 0)
		printf("\n");
	free(each);
	return PMPI_Finalize();
}
