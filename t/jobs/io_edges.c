/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files at the edges of what is allowed: views that overlap, with gaps of a terabyte, few etypes in
 * a large file; MPI_DISPLACEMENT_CURRENT (MPI-5.0 14.3, 14.4).
 *
 *     io_edges FILE
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { KNOWN = 1000 }; /* bytes: byte i of a file of that length is i modulo 251 */

static const char *name;
static MPI_File file;

static void open_file(int amode)
{
	int code = MPI_File_open(MPI_COMM_WORLD, name, amode | MPI_MODE_DELETE_ON_CLOSE,
				 MPI_INFO_NULL, &file);

	if (!check(!code, "open %s", name))
		MPI_Abort(MPI_COMM_WORLD, 1);
}

static void make_known(void)
{
	unsigned char bytes[KNOWN];
	FILE *out = fopen(name, "w");

	for (int i = 0; i < KNOWN; i++)
		bytes[i] = (unsigned char)(i % 251);
	check(out && fwrite(bytes, 1, KNOWN, out) == KNOWN && !fclose(out), "the file is made");
}

/* Blocks of bytes, the whole `extent` long. */
static MPI_Datatype two_blocks(const int *bytes, const MPI_Aint *at, MPI_Aint extent)
{
	MPI_Datatype list, type;

	MPI_Type_create_hindexed(2, bytes, at, MPI_CHAR, &list);
	MPI_Type_create_resized(list, 0, extent, &type);
	MPI_Type_commit(&type);
	MPI_Type_free(&list);
	return type;
}

static void set_view(MPI_Offset disp, MPI_Datatype type)
{
	check(!MPI_File_set_view(file, disp, MPI_CHAR, type, "native", MPI_INFO_NULL), "view");
	MPI_Type_free(&type);
}

static void check_overlap(const unsigned char *got, MPI_Status *status, const char *call)
{
	int count = -1, wrong = 0;

	MPI_Get_count(status, MPI_CHAR, &count);
	for (int i = 0; i < 26; i++) {
		int at = job.rank + i / 13 * 20 + (i % 13 < 10 ? i % 13 : i % 13 - 8);

		wrong += got[i] != at % 251;
	}
	check(count == 26 && !wrong, "%s: %d bytes, %d wrong", call, count, wrong);
}

/* Allowed where the file is only read: bytes 0 .. 9, and 2 .. 4 once more. */
static void overlap(void)
{
	unsigned char got[26] = "";
	MPI_Status status;

	if (!job.rank)
		make_known();
	MPI_Barrier(MPI_COMM_WORLD);
	open_file(MPI_MODE_RDONLY);
	set_view(job.rank, two_blocks((int[]){10, 3}, (MPI_Aint[]){0, 2}, 20));
	check(!MPI_File_read_at(file, 0, got, 26, MPI_CHAR, &status), "read_at");
	check_overlap(got, &status, "read_at");
	memset(got, 0, sizeof got);
	check(!MPI_File_read_at_all(file, 0, got, 26, MPI_CHAR, &status), "read_at_all");
	check_overlap(got, &status, "read_at_all");
	MPI_File_close(&file);
}

/* A write through a view whose displacements fall is refused, not forgotten. */
static void falling(void)
{
	char text[] = "0123456789abcdef";
	MPI_Info info;

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	MPI_Info_create(&info);
	MPI_Info_set(info, "romio_cb_write", "enable");
	MPI_File_set_info(file, info);
	MPI_Info_free(&info);
	set_view(16 * job.rank, two_blocks((int[]){8, 8}, (MPI_Aint[]){8, 0}, 16 * job.ranks));
	check_class(MPI_File_write_at_all(file, 0, text, 16, MPI_CHAR, MPI_STATUS_IGNORE),
		    MPI_ERR_TYPE, "a write through a view that falls");
	MPI_File_close(&file);
}

/* Members have a few bytes on both sides of a terabyte, which nobody reads or describes. */
static void gaps(void)
{
	const MPI_Aint far = (MPI_Aint)1 << 40;
	char text[16] = "abcdefghijkl", got[16] = "";
	MPI_Status status;
	int count = -1, n = job.rank % 2 ? 8 : 12; /* some have only the first of the last two */

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	set_view(4 * job.rank, two_blocks((int[]){4, 4}, (MPI_Aint[]){0, far}, 2 * far));
	check(!MPI_File_write_at_all(file, 0, text, n, MPI_CHAR, &status), "write_at_all");
	check(!MPI_File_read_at_all(file, 0, got, 12, MPI_CHAR, &status), "read_at_all");
	MPI_Get_count(&status, MPI_CHAR, &count);
	check(count >= n && !memcmp(got, text, (size_t)n), "%d bytes over a gap: %s", count, got);
	MPI_File_close(&file);
}

/* The view has one etype in each terabyte: fewer than the file has bytes. */
static void seek_end(void)
{
	MPI_Datatype view;
	MPI_Offset at = -1;

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	MPI_File_set_size(file, 1 << 30);
	MPI_Type_create_resized(MPI_CHAR, 0, (MPI_Aint)1 << 40, &view);
	MPI_Type_commit(&view);
	set_view(0, view);
	check(!MPI_File_seek(file, 0, MPI_SEEK_END), "seek");
	MPI_File_get_position(file, &at);
	check(at == 1, "position %lld", (long long)at);
	MPI_File_close(&file);
}

static void current(void)
{
	char text[8] = "abcd", got[8] = "";
	MPI_Offset disp = -1;
	MPI_Datatype etype, filetype;
	char datarep[MPI_MAX_DATAREP_STRING];

	open_file(MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
	MPI_File_write_ordered(file, text, 4, MPI_CHAR, MPI_STATUS_IGNORE);
	check(!MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
				 MPI_INFO_NULL),
	      "view");
	MPI_File_get_view(file, &disp, &etype, &filetype, datarep);
	check(disp == 4 * job.ranks, "the displacement is %lld", (long long)disp);
	check(!MPI_File_write_ordered(file, text, 1, MPI_INT, MPI_STATUS_IGNORE), "write");
	if (!job.rank) {
		FILE *in = fopen(name, "r");

		check(in && !fseek(in, 8 * job.ranks - 4, SEEK_SET) && fread(got, 1, 8, in) == 4 &&
			      !memcmp(got, text, 4),
		      "the last word is %s", got);
		fclose(in);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_close(&file);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "io_edges");
	name = argv[1];
	overlap();
	falling();
	gaps();
	seek_end();
	current();
	return job_end();
}
