/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks whose collective calls differ, for t/jobs/differ.t: differ KIND BEFORE COUNT OTHER. After
 * BEFORE calls that agree (KIND wide: of WIDE elements), rank 1 gives OTHER elements and the others
 * COUNT, or calls another collective. KIND told: each rank prints the text of its error; collected:
 * likewise, and rank 0 collects COUNT elements from each rank, of which all others send more;
 * spread: likewise, and rank 0 sends OTHER elements to the others, which expect COUNT; those print
 * how many have come.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000000, MOST_RANKS = 8, WIDE = 1024 };

static int in[MOST], out[MOST];

static MPI_Comm grid; /* periodic, of one dimension */

/* The root's count is that of each block. */
static void gatherv(int count)
{
	int counts[MOST_RANKS], displs[MOST_RANKS];

	for (int i = 0; i < MOST_RANKS; i++)
		displs[i] = i * (counts[i] = count);
	MPI_Gatherv(in, count, MPI_INT, out, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
}

static void call(const char *kind, int count, int odd)
{
	MPI_Comm world = MPI_COMM_WORLD;
	MPI_Request request;

	if (!strcmp(kind, "iallreduce")) {
		MPI_Iallreduce(in, out, count, MPI_INT, MPI_SUM, world, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (!strcmp(kind, "bcast")) {
		MPI_Bcast(in, count, MPI_INT, 0, world);
	} else if (!strcmp(kind, "allgather")) {
		MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, world);
	} else if (!strcmp(kind, "gatherv")) {
		gatherv(count);
	} else if (!strcmp(kind, "wide")) {
		MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, world);
	} else if (!strcmp(kind, "neighbors") && odd) {
		MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, grid);
	} else if (!strcmp(kind, "neighbors")) {
		MPI_Neighbor_alltoall(in, count, MPI_INT, out, count, MPI_INT, grid);
	} else if (!strcmp(kind, "cross") && odd) {
		MPI_Bcast(in, count, MPI_INT, 0, world);
	} else if (!strcmp(kind, "cross")) {
		MPI_Gather(in, count, MPI_INT, out, count, MPI_INT, 0, world);
	} else if (!strcmp(kind, "pairs")) { /* elements with gaps */
		MPI_Allreduce(in, out, count, MPI_DOUBLE_INT, MPI_MAXLOC, world);
	} else if (!strcmp(kind, "kinds") && odd) {
		MPI_Reduce(in, out, count, MPI_INT, MPI_SUM, 0, world);
	} else if (!strcmp(kind, "barrier") && odd) {
		MPI_Barrier(world);
	} else {
		MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, world);
	}
}

/* OTHER is `count` at rank 1 only; rank 0 has it from there. */
static int spread(int count)
{
	int counts[MOST_RANKS], displs[MOST_RANKS] = {0}, rank, given = count, got = 0, err;
	char text[MPI_MAX_ERROR_STRING] = "";

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Bcast(&given, 1, MPI_INT, 1, MPI_COMM_WORLD);
	MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int i = 0; i < MOST_RANKS; i++)
		counts[i] = i ? given : count;
	for (int i = 0; i < given || i < count; i++) {
		in[i] = 1;
		out[i] = 0;
	}
	err = MPI_Scatterv(in, counts, displs, MPI_INT, out, count, MPI_INT, 0, MPI_COMM_WORLD);
	if (err)
		MPI_Error_string(err, text, &(int){0});
	while (got < MOST && out[got])
		got++;
	if (rank)
		printf("%d of %d have come%s%s\n", got, given, err ? ": " : "", text);
	return MPI_Finalize();
}

static int excess(int count, int room)
{
	int counts[MOST_RANKS], displs[MOST_RANKS], size, err[3], sum = 0, one = 1, classes = 0;
	MPI_Comm world = MPI_COMM_WORLD;

	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	MPI_Comm_size(world, &size);
	for (int i = 0; i < MOST_RANKS; i++)
		displs[i] = i * (counts[i] = room);
	err[0] = MPI_Allgather(in, count, MPI_INT, out, room, MPI_INT, world);
	err[1] = MPI_Allgatherv(in, count, MPI_INT, out, counts, displs, MPI_INT, world);
	err[2] = MPI_Alltoall(in, count, MPI_INT, out, room, MPI_INT, world);
	for (int i = 0; i < 3; i++) {
		MPI_Error_class(err[i], &err[i]);
		classes += err[i] == MPI_ERR_TRUNCATE;
	}
	/* posts of the operations that follow */
	for (int i = 0; i < 1000; i++)
		MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, world);
	printf("%d errors, sum %d of %d\n", classes, sum, size);
	return MPI_Finalize();
}

static int told(int count, int collected)
{
	char text[MPI_MAX_ERROR_STRING];
	int counts[MOST_RANKS], displs[MOST_RANKS], len, rank, err;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < MOST_RANKS; i++)
		displs[i] = i * (counts[i] = count);
	if (collected)
		err = MPI_Gatherv(in, count + rank, MPI_INT, out, counts, displs, MPI_INT, 0,
				  MPI_COMM_WORLD);
	else
		err = MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, MPI_COMM_WORLD);
	if (err) {
		MPI_Error_string(err, text, &len);
		puts(text);
	}
	return MPI_Finalize();
}

int main(int argc, char **argv)
{
	int rank, size, before, count;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (argc < 5)
		MPI_Abort(MPI_COMM_WORLD, 99);
	if (!strcmp(argv[1], "neighbors"))
		MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &(int){1}, 0, &grid);
	before = atoi(argv[2]);
	count = atoi(argv[rank == 1 ? 4 : 3]);
	for (int i = 0; i < before; i++) {
		call("allreduce", 1, 0); /* calls with a request get a queue by a blocking one */
		call(argv[1], strcmp(argv[1], "wide") ? 1 : WIDE, 0);
	}
	if (!strcmp(argv[1], "excess"))
		return excess(atoi(argv[3]), atoi(argv[4]));
	if (!strcmp(argv[1], "spread"))
		return spread(count);
	if (!strcmp(argv[1], "told") || !strcmp(argv[1], "collected"))
		return told(count, argv[1][0] == 'c');
	call(argv[1], count, rank == 1);
	MPI_Barrier(MPI_COMM_WORLD);
	printf("over\n");
	MPI_Finalize();
	return 0;
}
