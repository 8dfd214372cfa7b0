/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Accesses to a file in each way in which data moves, for the table of mpirun --stats (io.t):
 * on 4 ranks of one node, each call once.
 *
 *     io_stats FILE
 */
#include "t/jobs/job.h"

enum { LONG_B = 128 << 10, BLOCK_B = 512, DATA_B = 2 * LONG_B, SHORT_B = 400, PIECE_B = 40 };

static MPI_File file;
static char data[DATA_B];

static void open_file(const char *name, const char *hint)
{
	MPI_Info info;

	MPI_Info_create(&info);
	if (hint)
		MPI_Info_set(info, hint, "disable");
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
	MPI_Info_free(&info);
	MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
}

/* Pieces of the ranks by turns; 0: the whole file. */
static void set_view(int piece)
{
	MPI_Datatype turns = MPI_BYTE;

	if (piece) {
		MPI_Type_vector(DATA_B / piece, piece, piece * job.ranks, MPI_BYTE, &turns);
		MPI_Type_commit(&turns);
	}
	MPI_File_set_view(file, (MPI_Offset)piece * job.rank, MPI_BYTE, turns, "native",
			  MPI_INFO_NULL);
	if (piece)
		MPI_Type_free(&turns);
}

/* Each rank has two pieces, behind those of the ranks before. */
static void set_parts(void)
{
	MPI_Datatype parts;

	MPI_Type_vector(2, BLOCK_B, 2 * BLOCK_B, MPI_BYTE, &parts);
	MPI_Type_commit(&parts);
	MPI_File_set_view(file, 4L * BLOCK_B * job.rank, MPI_BYTE, parts, "native", MPI_INFO_NULL);
	MPI_Type_free(&parts);
}

static void collective(void)
{
	MPI_Request request;

	MPI_File_write_at_all(file, 1000L * job.rank, data, 1000, MPI_BYTE, MPI_STATUS_IGNORE);
	set_view(PIECE_B);
	MPI_File_write_all(file, data, SHORT_B, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_read_at_all(file, 0, data, SHORT_B, MPI_BYTE, MPI_STATUS_IGNORE);
	set_view(BLOCK_B);
	MPI_File_write_all(file, data, DATA_B, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_iread_at_all(file, 0, data, DATA_B, MPI_BYTE, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	set_view(LONG_B);
	MPI_File_write_all_begin(file, data, DATA_B, MPI_BYTE);
	MPI_File_write_all_end(file, data, MPI_STATUS_IGNORE);
	set_parts();
	MPI_File_write_all(file, data, 2 * BLOCK_B, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_set_atomicity(file, 1);
	MPI_File_write_all(file, data, 2 * BLOCK_B, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_set_atomicity(file, 0);
	set_view(0);
	MPI_File_write_ordered(file, data, 100, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void alone(void)
{
	MPI_Request request;

	MPI_File_write(file, data, 10, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_iread_at(file, 0, data, 20, MPI_BYTE, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	for (int i = 0; i < 2000; i++)
		MPI_File_write_shared(file, data, 64, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_sync(file);
	MPI_File_set_size(file, 100);
}

int main(int argc, char **argv)
{
	MPI_Offset size = 0;

	job_start(&argc, &argv, "io_stats");
	open_file(argv[1], NULL);
	collective();
	alone();
	MPI_File_get_size(file, &size);
	check(size == 100, "the file has %lld bytes", (long long)size);
	MPI_File_close(&file);
	open_file(argv[1], "romio_cb_write");
	set_view(BLOCK_B);
	MPI_File_write_all(file, data, DATA_B, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	return job_end();
}
