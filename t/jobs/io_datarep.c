/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Data representations: external32 with types whose sizes differ there, contiguous and strided,
 * by each kind of access; one of the program's that writes numbers as text (MPI-5.0 14.5).
 *
 *     io_datarep FILE
 */
#include "t/jobs/job.h"

#include <fcntl.h>
#include <unistd.h>

enum { N = 50, DIGITS = 12, OUT_OF_LUCK = 777 };

static MPI_File file;

static void open_file(const char *name)
{
	MPI_File_open(MPI_COMM_WORLD, name,
		      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		      &file);
}

static void read_bytes(const char *name, unsigned char *bytes, size_t n, off_t at)
{
	int fd = open(name, O_RDONLY);

	check(pread(fd, bytes, n, at) == (ssize_t)n, "%zu bytes at %ld", n, (long)at);
	close(fd);
}

/* A long has four bytes there; rank r has every ranks-th. */
static void longs(const char *name)
{
	long out[N], in[N];
	unsigned char bytes[4];
	MPI_Datatype view;
	MPI_Aint extent = 0;
	MPI_Request request;
	MPI_Status status;
	int count = -1;

	open_file(name);
	MPI_Type_vector(N, 1, job.ranks, MPI_LONG, &view);
	MPI_Type_commit(&view);
	check(!MPI_File_set_view(file, job.rank * 4, MPI_LONG, view, "external32", MPI_INFO_NULL),
	      "view");
	MPI_Type_free(&view);
	MPI_File_get_type_extent(file, MPI_LONG, &extent);
	check(extent == 4, "the extent of a long is %ld", (long)extent);
	for (int i = 0; i < N; i++)
		out[i] = -(job.rank * 1000 + i);
	check(!MPI_File_write_at(file, 0, out, N / 2, MPI_LONG, MPI_STATUS_IGNORE), "write_at");
	MPI_File_iwrite_at_all(file, N / 2, out + N / 2, N - N / 2, MPI_LONG, &request);
	MPI_Wait(&request, &status);
	MPI_Get_count(&status, MPI_LONG, &count);
	check(count == N - N / 2, "%d longs written", count);
	MPI_Barrier(MPI_COMM_WORLD);
	read_bytes(name, bytes, 4, 4 * (job.ranks * 7 + job.rank));
	count = (int)((unsigned)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]);
	check(count == out[7], "long 7 is %d in the file", count);
	memset(in, 0, sizeof in);
	MPI_File_read_at_all(file, 0, in, N, MPI_LONG, MPI_STATUS_IGNORE);
	check(!memcmp(in, out, sizeof in), "read_at_all");
	memset(in, 0, sizeof in);
	MPI_File_iread_at(file, 0, in, N, MPI_LONG, &request);
	MPI_Wait(&request, &status);
	MPI_Get_count(&status, MPI_LONG, &count);
	check(!memcmp(in, out, sizeof in) && count == N, "iread_at: %d longs", count);
	MPI_File_seek(file, N - 3, MPI_SEEK_SET);
	MPI_File_read(file, in, 10, MPI_LONG, &status);
	MPI_Get_count(&status, MPI_LONG, &count);
	if (job.rank == job.ranks - 1) /* the file ends with its last long */
		check(count == 3, "%d longs before the end", count);
	check(in[2] == out[N - 1], "the last long");
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_close(&file);
}

struct mixed {
	double real;
	long whole;
	char text[3];
};

static void structs(const char *name)
{
	struct mixed out[N], in[N];
	int lengths[] = {1, 1, 3};
	MPI_Aint at[] = {offsetof(struct mixed, real), offsetof(struct mixed, whole),
			 offsetof(struct mixed, text)};
	MPI_Datatype kinds[] = {MPI_DOUBLE, MPI_LONG, MPI_CHAR}, parts, type;
	int wrong = 0;

	open_file(name);
	MPI_Type_create_struct(3, lengths, at, kinds, &parts);
	MPI_Type_create_resized(parts, 0, sizeof(struct mixed), &type);
	MPI_Type_commit(&type);
	MPI_File_set_view(file, job.rank * N * 15, MPI_BYTE, MPI_BYTE, "external32", MPI_INFO_NULL);
	for (int i = 0; i < N; i++)
		out[i] = (struct mixed){i / 3.0, i * 77 - job.rank, {'a', (char)i, 'z'}};
	MPI_File_write_all(file, out, N, type, MPI_STATUS_IGNORE);
	memset(in, 0, sizeof in);
	MPI_File_read_at_all(file, 0, in, N, type, MPI_STATUS_IGNORE);
	for (int i = 0; i < N; i++)
		wrong += in[i].real != out[i].real || in[i].whole != out[i].whole ||
			 memcmp(in[i].text, out[i].text, 3);
	check(!wrong, "%d structs are wrong", wrong);
	MPI_Type_free(&parts);
	MPI_Type_free(&type);
	MPI_File_close(&file);
}

/* ---- Numbers as text ---- */

static int state;

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
	check(extra == &state, "the state of the extent function");
	*extent = DIGITS;
	return type == MPI_INT ? MPI_SUCCESS : MPI_ERR_TYPE;
}

static int to_text(void *user, MPI_Datatype type, int count, void *there, MPI_Offset position,
		   void *extra)
{
	char text[DIGITS + 1];

	check(type == MPI_INT && extra == &state, "the arguments of a conversion");
	for (int i = 0; i < count; i++) {
		if (((int *)user)[position + i] == OUT_OF_LUCK)
			return MPI_ERR_OTHER;
		snprintf(text, sizeof text, "%*d", DIGITS, ((int *)user)[position + i]);
		memcpy((char *)there + i * DIGITS, text, DIGITS);
	}
	return MPI_SUCCESS;
}

static int from_text_c(void *user, MPI_Datatype type, MPI_Count count, void *there,
		       MPI_Offset position, void *extra)
{
	char text[DIGITS + 1] = "";

	check(type == MPI_INT && extra == &state, "the arguments of a conversion");
	for (MPI_Count i = 0; i < count; i++) {
		memcpy(text, (char *)there + i * DIGITS, DIGITS);
		((int *)user)[position + i] = atoi(text);
	}
	return MPI_SUCCESS;
}

static int to_text_c(void *user, MPI_Datatype type, MPI_Count count, void *there,
		     MPI_Offset position, void *extra)
{
	return to_text(user, type, (int)count, there, position, extra);
}

static int from_text(void *user, MPI_Datatype type, int count, void *there, MPI_Offset position,
		     void *extra)
{
	return from_text_c(user, type, count, there, position, extra);
}

static void texts(const char *name, const char *datarep)
{
	int out[N], in[N], bad[2] = {1, OUT_OF_LUCK};
	unsigned char text[DIGITS + 1] = "";
	MPI_Datatype view;

	open_file(name);
	MPI_Type_vector(N, 1, job.ranks, MPI_INT, &view);
	MPI_Type_commit(&view);
	check(!MPI_File_set_view(file, job.rank * DIGITS, MPI_INT, view, datarep, MPI_INFO_NULL),
	      "view %s", datarep);
	MPI_Type_free(&view);
	for (int i = 0; i < N; i++)
		out[i] = job.rank * 1000 + i;
	MPI_File_write_all(file, out, N, MPI_INT, MPI_STATUS_IGNORE);
	read_bytes(name, text, DIGITS, DIGITS * (3 * job.ranks + job.rank));
	check(atoi((char *)text) == out[3], "number 3 is \"%s\"", text);
	memset(in, 0, sizeof in);
	MPI_File_read_at(file, 0, in, N, MPI_INT, MPI_STATUS_IGNORE);
	check(!memcmp(in, out, sizeof in), "read_at");
	check_class(MPI_File_write_at(file, 0, bad, 2, MPI_INT, MPI_STATUS_IGNORE),
		    MPI_ERR_CONVERSION, "a conversion that fails");
	bad[1] = job.rank ? 2 : OUT_OF_LUCK;
	check_class(MPI_File_write_at_all(file, 0, bad, 2, MPI_INT, MPI_STATUS_IGNORE),
		    MPI_ERR_CONVERSION, "a conversion that fails on rank 0");
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_close(&file);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "io_datarep");
	longs(argv[1]);
	structs(argv[1]);
	check(!MPI_Register_datarep("text", from_text, to_text, extent_of, &state), "register");
	check(!MPI_Register_datarep_c("long text", from_text_c, to_text_c, extent_of, &state),
	      "register");
	check_class(MPI_Register_datarep("text", from_text, to_text, extent_of, &state),
		    MPI_ERR_DUP_DATAREP, "registered twice");
	texts(argv[1], "text");
	texts(argv[1], "long text");
	return job_end();
}
