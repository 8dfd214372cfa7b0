/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bandwidth of files: a cube of doubles, a block of which each rank has, written and read through a
 * subarray view by all ranks together and by each alone, beside the same by hand: each
 * rank has planes of the file, whose parts MPI_Alltoallv exchanges, and moves them by one call
 * of the system. Each is the best of several turns; they take turns, so that a loaded machine is
 * unfair to none. Plain MPI: the same source measures other libraries.
 *
 *     mpirun -n 4 bench/files FILE [EDGE [TURNS]]     EDGE: doubles, 192; TURNS: 7
 */
#include <mpi.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_ALL, WRITE_BY_HAND, READ_ALL, READ_BY_HAND, WRITE_ALONE, READ_ALONE, WAYS };

static const char *const names[WAYS] = {"write_at_all", "alltoallv and pwrite",
					"read_at_all",  "pread and alltoallv",
					"write_at",     "read_at"};
static int rank, ranks, edge = 192, cells;
static double *data, *other, *planes, *parts;
static MPI_File file;
static int fd;

/* Of a rank: its block of the cube, and its planes of the file. */
struct share {
	int start[3], part[3]; /* doubles */
	int first, end;        /* planes */
};
static struct share *share;
static int *out, *out_at, *in, *in_at; /* doubles to and from each rank, and where */

static void fail(const char *what)
{
	fprintf(stderr, "rank %d: %s: %s\n", rank, what, strerror(errno));
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void find_share(int of, struct share *s)
{
	int dims[3] = {0, 0, 0}, left = of;

	MPI_Dims_create(ranks, 3, dims);
	for (int i = 0; i < 3; i++) {
		s->part[i] = edge / dims[i];
		s->start[i] = left % dims[i] * s->part[i];
		left /= dims[i];
	}
	s->first = (int)((long)of * edge / ranks);
	s->end = (int)((of + 1L) * edge / ranks);
}

/* Planes of the file that one rank has and of which the other's block has a part. */
static int common(const struct share *file_of, const struct share *block_of, int *first)
{
	int end = block_of->start[0] + block_of->part[0];

	*first = block_of->start[0] > file_of->first ? block_of->start[0] : file_of->first;
	end = end < file_of->end ? end : file_of->end;
	return end > *first ? end - *first : 0;
}

static void plan(void)
{
	int first, at = 0, *all = calloc((size_t)ranks * 4, sizeof(int));

	share = malloc((size_t)ranks * sizeof(*share));
	out = all, out_at = all + ranks, in = all + 2 * ranks, in_at = all + 3 * ranks;
	for (int i = 0; i < ranks; i++)
		find_share(i, &share[i]);
	for (int i = 0; i < ranks; i++) {
		const struct share *own = &share[rank], *other_of = &share[i];

		out[i] = common(other_of, own, &first) * own->part[1] * own->part[2];
		out_at[i] = (first - own->start[0]) * own->part[1] * own->part[2];
		out_at[i] = out[i] ? out_at[i] : 0;
		in[i] = common(own, other_of, &first) * other_of->part[1] * other_of->part[2];
		in_at[i] = at;
		at += in[i];
	}
	cells = share[rank].part[0] * share[rank].part[1] * share[rank].part[2];
	planes = calloc((size_t)(share[rank].end - share[rank].first) * (size_t)edge, 8 * edge);
	parts = malloc((size_t)at * 8 + 8);
}

static MPI_Datatype block_view(void)
{
	int sizes[3] = {edge, edge, edge};
	MPI_Datatype view;

	MPI_Type_create_subarray(3, sizes, share[rank].part, share[rank].start, MPI_ORDER_C,
				 MPI_DOUBLE, &view);
	MPI_Type_commit(&view);
	return view;
}

/* The rows of all blocks, between `parts` and `planes`. */
static void copy_rows(int to_planes)
{
	for (int i = 0; i < ranks; i++) {
		const struct share *from = &share[i];
		int first, n = common(&share[rank], from, &first);
		double *row = parts + in_at[i];

		for (int k = 0; k < n * from->part[1]; k++, row += from->part[2]) {
			long plane = first - share[rank].first + k / from->part[1];
			long line = plane * edge + from->start[1] + k % from->part[1];
			double *there = planes + line * edge + from->start[2];

			memcpy(to_planes ? there : row, to_planes ? row : there,
			       (size_t)from->part[2] * 8);
		}
	}
}

static void by_hand(int writes)
{
	const off_t plane = (off_t)edge * edge * 8;
	size_t bytes = (size_t)(share[rank].end - share[rank].first) * (size_t)plane;
	off_t at = share[rank].first * plane;
	ssize_t moved;

	if (writes) {
		MPI_Alltoallv(data, out, out_at, MPI_DOUBLE, parts, in, in_at, MPI_DOUBLE,
			      MPI_COMM_WORLD);
		copy_rows(1);
	}
	errno = 0; /* none if fewer bytes are moved */
	moved = writes ? pwrite(fd, planes, bytes, at) : pread(fd, planes, bytes, at);
	if (moved != (ssize_t)bytes)
		fail(names[writes ? WRITE_BY_HAND : READ_BY_HAND]);
	if (!writes) {
		copy_rows(0);
		MPI_Alltoallv(parts, in, in_at, MPI_DOUBLE, other, out, out_at, MPI_DOUBLE,
			      MPI_COMM_WORLD);
	}
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
		by_hand(way == WRITE_BY_HAND);
	}
}

static void measure(double *best)
{
	for (int way = 0; way < WAYS; way++) {
		double span[2], took;

		memset(other, 0, (size_t)cells * 8);
		MPI_Barrier(MPI_COMM_WORLD);
		span[0] = -MPI_Wtime();
		go(way);
		span[1] = MPI_Wtime();
		MPI_Allreduce(MPI_IN_PLACE, span, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
		took = span[0] + span[1]; /* first rank's beginning to last one's end */
		if (!best[way] || took < best[way])
			best[way] = took;
		if ((way == READ_ALL || way == READ_ALONE || way == READ_BY_HAND) &&
		    memcmp(data, other, (size_t)cells * 8)) {
			fprintf(stderr, "rank %d: %s: wrong data\n", rank, names[way]);
			MPI_Abort(MPI_COMM_WORLD, 1);
		}
	}
}

/* Errors of files are returned unless the program changes that (MPI-5.0 14.7). */
static void open_both(char *name)
{
	MPI_Datatype view = block_view();

	MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL); /* inherited by each file */
	MPI_File_open(MPI_COMM_WORLD, name,
		      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		      &file);
	MPI_File_set_view(file, 0, MPI_DOUBLE, view, "native", MPI_INFO_NULL);
	MPI_Type_free(&view);
	fd = open(name, O_RDWR);
	if (fd < 0)
		fail(name);
}

int main(int argc, char **argv)
{
	double best[WAYS] = {0};
	int turns = argc > 3 ? atoi(argv[3]) : 7;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (argc < 2) {
		fprintf(stderr, "usage: files FILE [EDGE [TURNS]]\n");
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	edge = argc > 2 ? atoi(argv[2]) : edge;
	plan();
	data = malloc((size_t)cells * 8);
	other = malloc((size_t)cells * 8);
	for (int i = 0; i < cells; i++)
		data[i] = rank + i * 1e-9;
	open_both(argv[1]);
	for (int i = 0; i < turns; i++)
		measure(best);
	for (int way = 0; !rank && way < WAYS; way++)
		printf("%-20s %8.0f MB/s\n", names[way], (double)ranks * cells * 8e-6 / best[way]);
	MPI_File_close(&file);
	close(fd);
	free(data);
	free(other);
	free(planes);
	free(parts);
	free(share);
	free(out);
	MPI_Finalize();
	return 0;
}
