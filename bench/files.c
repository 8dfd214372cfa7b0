/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bandwidth of files: a cube of doubles, a block of which each rank has, written and read through a
 * subarray view by all ranks together and by each alone, beside a hand-written exchange with one
 * write of each rank. Each is the best of several turns; they take turns, so that a loaded machine
 * is unfair to none. Plain MPI: the same source measures other libraries.
 *
 *     mpirun -n 4 bench/files FILE [EDGE [TURNS]]     EDGE: doubles, 192; TURNS: 7
 */
#include <mpi.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_ALL, READ_ALL, WRITE_ALONE, READ_ALONE, BY_HAND, WAYS };

static const char *const names[WAYS] = {"write_at_all", "read_at_all", "write_at", "read_at",
					"alltoall and pwrite"};
static int rank, ranks, edge = 192, cells;
static double *data, *other;
static MPI_File file;
static int fd;

static MPI_Datatype block_view(void)
{
	int dims[3] = {0, 0, 0}, sizes[3] = {edge, edge, edge}, part[3], start[3], left = rank;
	MPI_Datatype view;

	MPI_Dims_create(ranks, 3, dims);
	cells = 1;
	for (int i = 0; i < 3; i++) {
		part[i] = edge / dims[i];
		start[i] = left % dims[i] * part[i];
		left /= dims[i];
		cells *= part[i];
	}
	MPI_Type_create_subarray(3, sizes, part, start, MPI_ORDER_C, MPI_DOUBLE, &view);
	MPI_Type_commit(&view);
	return view;
}

static void by_hand(void)
{
	int each = cells / ranks;

	MPI_Alltoall(data, each, MPI_DOUBLE, other, each, MPI_DOUBLE, MPI_COMM_WORLD);
	if (pwrite(fd, other, (size_t)cells * 8, (off_t)rank * cells * 8) < 0)
		perror("pwrite");
}

static void go(int way)
{
	switch (way) {
	case WRITE_ALL:
		MPI_File_write_at_all(file, 0, data, cells, MPI_DOUBLE, MPI_STATUS_IGNORE);
		break;
	case READ_ALL:
		MPI_File_read_at_all(file, 0, other, cells, MPI_DOUBLE, MPI_STATUS_IGNORE);
		break;
	case WRITE_ALONE:
		MPI_File_write_at(file, 0, data, cells, MPI_DOUBLE, MPI_STATUS_IGNORE);
		break;
	case READ_ALONE:
		MPI_File_read_at(file, 0, other, cells, MPI_DOUBLE, MPI_STATUS_IGNORE);
		break;
	default:
		by_hand();
	}
}

static void measure(double *best)
{
	for (int way = 0; way < WAYS; way++) {
		double begun, took;

		memset(other, 0, (size_t)cells * 8);
		MPI_Barrier(MPI_COMM_WORLD);
		begun = MPI_Wtime();
		go(way);
		MPI_Barrier(MPI_COMM_WORLD);
		took = MPI_Wtime() - begun;
		if (!best[way] || took < best[way])
			best[way] = took;
		if ((way == READ_ALL || way == READ_ALONE) &&
		    memcmp(data, other, (size_t)cells * 8)) {
			fprintf(stderr, "rank %d: %s: wrong data\n", rank, names[way]);
			MPI_Abort(MPI_COMM_WORLD, 1);
		}
	}
}

int main(int argc, char **argv)
{
	double best[WAYS] = {0};
	MPI_Datatype view;
	int turns = argc > 3 ? atoi(argv[3]) : 7;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (argc < 2) {
		fprintf(stderr, "usage: files FILE [EDGE [TURNS]]\n");
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	edge = argc > 2 ? atoi(argv[2]) : edge;
	view = block_view();
	data = malloc((size_t)cells * 8);
	other = malloc((size_t)cells * 8);
	for (int i = 0; i < cells; i++)
		data[i] = rank + i * 1e-9;
	MPI_File_open(MPI_COMM_WORLD, argv[1],
		      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		      &file);
	MPI_File_set_view(file, 0, MPI_DOUBLE, view, "native", MPI_INFO_NULL);
	fd = open(argv[1], O_RDWR);
	for (int i = 0; i < turns; i++)
		measure(best);
	for (int way = 0; !rank && way < WAYS; way++)
		printf("%-20s %8.0f MB/s\n", names[way], (double)ranks * cells * 8e-6 / best[way]);
	MPI_Type_free(&view);
	MPI_File_close(&file);
	close(fd);
	free(data);
	free(other);
	MPI_Finalize();
	return 0;
}
