/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files call by call: opening and its errors, sizes, hints, views, positions, error handlers, the
 * end of the file (MPI-5.0 14).
 *
 *     io_calls FILE
 */
#include "t/jobs/job.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name;
static char other[600];

static MPI_File must_open(MPI_Comm comm, const char *path, int amode)
{
	MPI_File file = MPI_FILE_NULL;

	if (!check(!MPI_File_open(comm, path, amode, MPI_INFO_NULL, &file), "open %s", path))
		MPI_Abort(MPI_COMM_WORLD, 1);
	return file;
}

static void refuses(const char *path, int amode, int class)
{
	MPI_File file = MPI_FILE_NULL;
	int code = MPI_File_open(MPI_COMM_WORLD, path, amode, MPI_INFO_NULL, &file);

	check_class(code, class, path);
	check(file == MPI_FILE_NULL, "%s: a handle in spite of an error", path);
}

static const char *text_of(int code)
{
	static char text[MPI_MAX_ERROR_STRING];
	int length = 0;

	MPI_Error_string(code, text, &length);
	return text;
}

static void amodes(void)
{
	MPI_File file;
	int got = -1, any = MPI_MODE_RDWR | MPI_MODE_CREATE;

	refuses(name, 0, MPI_ERR_AMODE);
	refuses(name, MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_ERR_AMODE);
	refuses(name, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_ERR_AMODE);
	refuses(name, MPI_MODE_RDONLY | MPI_MODE_EXCL, MPI_ERR_AMODE);
	refuses(name, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_ERR_AMODE);
	refuses(name, MPI_MODE_RDWR | 1 << 20, MPI_ERR_AMODE);
	if (job.ranks > 1)
		refuses(name, job.rank ? any : any | MPI_MODE_APPEND, MPI_ERR_NOT_SAME);
	refuses(name, MPI_MODE_RDWR, MPI_ERR_NO_SUCH_FILE);
	file = must_open(MPI_COMM_WORLD, name, any | MPI_MODE_EXCL);
	MPI_File_get_amode(file, &got);
	check(got == (any | MPI_MODE_EXCL), "amode %d", got);
	MPI_File_close(&file);
	check(file == MPI_FILE_NULL, "the handle after closing");
	refuses(name, any | MPI_MODE_EXCL, MPI_ERR_FILE_EXISTS);
}

static void names(void)
{
	char path[5000];
	const char *text;
	MPI_File file;

	memset(path, 'n', sizeof path - 1);
	path[sizeof path - 1] = 0;
	refuses(path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_ERR_BAD_FILE);
	text = text_of(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE,
				     MPI_INFO_NULL, &file));
	check(strstr(text, strerror(ENAMETOOLONG)) != NULL, "the text: %s", text);
	refuses("/", MPI_MODE_RDONLY, MPI_ERR_BAD_FILE);
	refuses("/", MPI_MODE_RDWR, MPI_ERR_BAD_FILE);
	snprintf(path, sizeof path, "%s/below", name);
	refuses(path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_ERR_BAD_FILE);
	if (!job.rank)
		mkfifo(other, 0600);
	MPI_Barrier(MPI_COMM_WORLD);
	refuses(other, MPI_MODE_RDONLY, MPI_ERR_BAD_FILE);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!job.rank) {
		check(!MPI_File_delete(other, MPI_INFO_NULL), "delete");
		check_class(MPI_File_delete(other, MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE, "delete");
		check_class(MPI_File_delete("/", MPI_INFO_NULL), MPI_ERR_BAD_FILE, "delete /");
	}
}

static void sizes(void)
{
	MPI_File file = must_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR);
	MPI_Offset size = -1;
	MPI_Group group, world;
	int same = -1;

	MPI_File_set_size(file, 1000);
	MPI_File_get_size(file, &size);
	check(size == 1000, "size %lld", (long long)size);
	MPI_File_preallocate(file, 5000);
	MPI_File_get_size(file, &size);
	check(size == 5000, "size %lld after preallocation", (long long)size);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_preallocate(file, 10);
	MPI_File_get_size(file, &size);
	check(size == 5000, "size %lld after less", (long long)size);
	check(!MPI_File_sync(file), "sync");
	MPI_File_set_size(file, (MPI_Offset)5 << 30);
	MPI_File_get_size(file, &size);
	check(size == (MPI_Offset)5 << 30, "size %lld", (long long)size);
	if (job.ranks > 1) {
		check_class(MPI_File_set_size(file, job.rank), MPI_ERR_NOT_SAME, "set_size");
		check_class(MPI_File_preallocate(file, job.rank), MPI_ERR_NOT_SAME, "preallocate");
	}
	MPI_File_get_group(file, &group);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_compare(group, world, &same);
	check(same == MPI_IDENT, "the group");
	MPI_Group_free(&group);
	MPI_Group_free(&world);
	MPI_File_close(&file);
	file = must_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY);
	check_class(MPI_File_set_size(file, 0), MPI_ERR_READ_ONLY, "set_size");
	check_class(MPI_File_preallocate(file, 9), MPI_ERR_READ_ONLY, "preallocate");
	MPI_File_close(&file);
}

static void hints(void)
{
	MPI_File file;
	MPI_Info info, used;
	char value[64] = "";
	int flag = 0;

	MPI_Info_create(&info);
	MPI_Info_set(info, "cb_buffer_size", "131072");
	MPI_Info_set(info, "romio_ds_read", "disable");
	MPI_Info_set(info, "cb_nodes", "none");
	MPI_Info_set(info, "no_such_hint", "1");
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, info, &file);
	MPI_Info_free(&info);
	MPI_File_get_info(file, &used);
	MPI_Info_get(used, "cb_buffer_size", 63, value, &flag);
	check(flag && !strcmp(value, "131072"), "cb_buffer_size %s", value);
	MPI_Info_get(used, "romio_ds_read", 63, value, &flag);
	check(flag && !strcmp(value, "disable"), "romio_ds_read %s", value);
	MPI_Info_get(used, "cb_nodes", 63, value, &flag);
	check(!flag, "cb_nodes, which is no number");
	MPI_Info_get(used, "no_such_hint", 63, value, &flag);
	check(!flag, "a hint that is not used");
	MPI_Info_free(&used);
	MPI_Info_create(&info);
	MPI_Info_set(info, "romio_cb_write", "enable");
	check(!MPI_File_set_info(file, info), "set_info");
	MPI_Info_free(&info);
	MPI_File_close(&file);
}

/* Bytes 10..13, 20..23, 30..33 ... of the file. */
static void positions(void)
{
	MPI_File file = must_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR);
	MPI_Datatype view;
	MPI_Offset at = -1;
	MPI_Aint extent = 0;
	MPI_Count large = 0;

	MPI_File_set_size(file, 100);
	MPI_Type_create_resized(MPI_INT, 0, 10, &view);
	MPI_Type_commit(&view);
	check(!MPI_File_set_view(file, 10, MPI_INT, view, "native", MPI_INFO_NULL), "view");
	MPI_File_get_byte_offset(file, 3, &at);
	check(at == 40, "etype 3 at %lld", (long long)at);
	check(!MPI_File_seek(file, 5, MPI_SEEK_SET), "seek");
	check(!MPI_File_seek(file, -2, MPI_SEEK_CUR), "seek");
	MPI_File_get_position(file, &at);
	check(at == 3, "position %lld", (long long)at);
	check(!MPI_File_seek(file, -1, MPI_SEEK_END), "seek");
	MPI_File_get_position(file, &at);
	check(at == 8, "position %lld from the end", (long long)at);
	check_class(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG, "seek before the view");
	MPI_File_get_position(file, &at);
	check(at == 8, "position %lld after an error", (long long)at);
	MPI_File_get_type_extent(file, view, &extent);
	MPI_File_get_type_extent_c(file, view, &large);
	check(extent == 10 && large == 10, "extent %ld", (long)extent);
	check_class(MPI_File_set_view(file, 0, MPI_DOUBLE, view, "native", MPI_INFO_NULL),
		    MPI_ERR_TYPE, "filetype not made of etypes");
	check_class(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, view, "native",
				      MPI_INFO_NULL),
		    MPI_ERR_ARG, "MPI_DISPLACEMENT_CURRENT");
	check_class(MPI_File_set_view(file, 0, MPI_INT, view, "martian", MPI_INFO_NULL),
		    MPI_ERR_UNSUPPORTED_DATAREP, "martian");
	MPI_Type_free(&view);
	MPI_File_close(&file);
}

static void end_of_file(void)
{
	MPI_File file = must_open(MPI_COMM_SELF, other, MPI_MODE_RDWR | MPI_MODE_CREATE);
	char text[16] = "abcdefghij", back[16] = "";
	MPI_Status status;
	MPI_Offset at = -1;
	int n = -1;

	MPI_File_write(file, text, 10, MPI_CHAR, &status);
	MPI_Get_count(&status, MPI_CHAR, &n);
	check(n == 10, "%d written", n);
	check(!MPI_File_read_at(file, 6, back, 10, MPI_CHAR, &status), "read past the end");
	MPI_Get_count(&status, MPI_CHAR, &n);
	check(n == 4 && !strcmp(back, "ghij"), "%d read: %s", n, back);
	check(!MPI_File_read_at(file, 60, back, 10, MPI_CHAR, &status), "read behind the end");
	MPI_Get_count(&status, MPI_CHAR, &n);
	check(n == 0, "%d read behind the end", n);
	check(!MPI_File_read_at(file, (MPI_Offset)1 << 61, back, 1, MPI_CHAR, &status), "far");
	check_class(MPI_File_read_at(file, (MPI_Offset)1 << 62, back, 1, MPI_CHAR, &status),
		    MPI_ERR_ARG, "offset 2^62");
	check_class(MPI_File_read_at(file, -1, back, 1, MPI_CHAR, &status), MPI_ERR_ARG,
		    "offset -1");
	/* a file system in memory takes it */
	n = MPI_File_write_at(file, (MPI_Offset)1 << 61, back, 1, MPI_CHAR, &status);
	check_class(n, n ? MPI_ERR_IO : MPI_SUCCESS, "write at 2^61");
	check(!MPI_File_set_size(file, 10), "the size before");
	MPI_File_close(&file);
	file = must_open(MPI_COMM_SELF, other, MPI_MODE_WRONLY | MPI_MODE_APPEND);
	MPI_File_get_position(file, &at);
	check(at == 10, "position %lld with MPI_MODE_APPEND", (long long)at);
	check_class(MPI_File_read(file, back, 1, MPI_CHAR, &status), MPI_ERR_ACCESS, "read");
	MPI_File_close(&file);
	file = must_open(MPI_COMM_SELF, other, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE);
	check_class(MPI_File_write(file, back, 1, MPI_CHAR, &status), MPI_ERR_READ_ONLY, "write");
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	check_class(MPI_File_read(file, back, 3, MPI_CHAR, &status), MPI_ERR_TYPE, "half an etype");
	MPI_File_close(&file);
}

static MPI_Status marked(void)
{
	MPI_Status status;

	memset(&status, 0x5a, sizeof status);
	return status;
}

static void check_marked(const MPI_Status *status, const char *call)
{
	const MPI_Status mark = marked();

	check(!memcmp(status, &mark, sizeof mark), "%s: the failed call wrote the status", call);
}

/* A call that fails, before or while it moves data, alone or for another rank, leaves the status as
 * it was. */
static void failed_status(void)
{
	MPI_File file = must_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY);
	MPI_Status status = marked();
	char text[4] = "tex";

	check_class(MPI_File_read_at(file, 0, text, 4, MPI_CHAR, &status), MPI_ERR_ACCESS,
		    "read_at");
	check_marked(&status, "read_at");
	check_class(MPI_File_write_at(file, 0, text, 4, MPI_CHAR, &status), MPI_ERR_NO_SPACE,
		    "write_at");
	check_marked(&status, "write_at");
	check_class(MPI_File_write_at_all(file, 0, text, job.rank ? 0 : 4, MPI_CHAR, &status),
		    MPI_ERR_NO_SPACE, "write_at_all");
	check_marked(&status, "write_at_all");
	check(!MPI_File_write_at_all_begin(file, 0, text, job.rank ? 0 : 4, MPI_CHAR), "begin");
	check_class(MPI_File_write_at_all_end(file, text, &status), MPI_ERR_NO_SPACE, "end");
	check_marked(&status, "write_at_all_end");
	MPI_File_close(&file);
}

static void full(void)
{
	MPI_File file = MPI_FILE_NULL;
	char text[100] = "text";
	MPI_Request request;
	MPI_Status status;
	int count = -1;

	if (MPI_File_open(MPI_COMM_SELF, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file))
		return;
	check_class(MPI_File_write(file, text, 100, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_NO_SPACE,
		    "/dev/full");
	MPI_File_iwrite_at(file, 0, text, 100, MPI_CHAR, &request);
	check_class(MPI_Wait(&request, &status), MPI_ERR_NO_SPACE, "MPI_Wait for /dev/full");
	MPI_Get_count(&status, MPI_CHAR, &count);
	check(count == 0, "%d bytes are counted of a request to write to /dev/full", count);
	MPI_File_close(&file);
}

/* MPI_Error_string names the call, the path and the reason, on every rank. */
static void texts(void)
{
	MPI_File file = MPI_FILE_NULL;
	char path[600];
	const char *text;

	snprintf(path, sizeof path, "%s.none/file", name);
	text = text_of(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
	check(strstr(text, "MPI_ERR_NO_SUCH_FILE") && strstr(text, "MPI_File_open: open of ") &&
		      strstr(text, path) && strstr(text, strerror(ENOENT)) && !strchr(text, '('),
	      "the text of an open that failed: %s", text);
	text = text_of(MPI_ERR_NO_SUCH_FILE);
	check(strstr(text, path) != NULL, "asked again: %s", text);
	text = text_of(MPI_ERR_TOPOLOGY);
	text = text_of(MPI_ERR_NO_SUCH_FILE);
	check(!strstr(text, path) && strstr(text, "MPI_ERR_NO_SUCH_FILE"),
	      "asked again after another class: %s", text);
	MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
	text = text_of(MPI_ERR_TOPOLOGY);
	check(!strstr(text, path), "the text of a class without an error: %s", text);
	text = text_of(MPI_ERR_NO_SUCH_FILE);
	check(strstr(text, path) != NULL, "asked for another class before: %s", text);
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
	text = text_of(MPI_File_write(file, path, 1, MPI_CHAR, MPI_STATUS_IGNORE));
	check(strstr(text, "MPI_File_write: ") && strstr(text, name),
	      "the text of a write that failed: %s", text);
	MPI_File_close(&file);
}

static const char *truncated(void)
{
	char two[2] = "", one;
	const char *text;
	MPI_Request request;

	MPI_Isend(two, 2, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
	text = text_of(MPI_Recv(&one, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE));
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return text;
}

/* The cause of an error is told by the call that it belongs to, and by no later one. */
static void causes(void)
{
	MPI_File file = MPI_FILE_NULL;
	MPI_Request request;
	char data[100] = "text";
	const char *text;

	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	if (MPI_File_open(MPI_COMM_SELF, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file))
		return;
	MPI_File_iwrite(file, data, 100, MPI_CHAR, &request);
	text = text_of(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE));
	check(strstr(text, "/dev/full") && strstr(text, strerror(ENOSPC)), "MPI_Waitall: %s", text);
	text = truncated();
	check(!strstr(text, "/dev/full"), "the receive after it: %s", text);
	MPI_File_iwrite(file, data, 100, MPI_CHAR, &request);
	MPI_Request_free(&request);
	text = truncated();
	check(!strstr(text, "/dev/full"), "the receive after a request that was freed: %s", text);
	MPI_File_close(&file);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static int handled, handled_class;
static MPI_File handled_file;

static void handle(MPI_File *file, int *code, ...)
{
	handled++;
	handled_file = *file;
	MPI_Error_class(*code, &handled_class);
}

static void handlers(void)
{
	MPI_Errhandler own, got;
	MPI_File file = must_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY);

	MPI_File_get_errhandler(file, &got);
	check(got == MPI_ERRORS_RETURN, "files begin with MPI_ERRORS_RETURN");
	MPI_File_create_errhandler(handle, &own);
	MPI_File_set_errhandler(file, own);
	MPI_File_write_at(file, 0, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
	check(handled == 1 && handled_file == file && handled_class == MPI_ERR_READ_ONLY,
	      "handler");
	MPI_File_call_errhandler(file, MPI_ERR_OTHER);
	check(handled == 2 && handled_class == MPI_ERR_OTHER, "call_errhandler");
	MPI_File_close(&file);
	MPI_File_set_errhandler(MPI_FILE_NULL, own);
	MPI_File_get_errhandler(MPI_FILE_NULL, &got);
	check(got == own, "the handler of MPI_FILE_NULL");
	MPI_Errhandler_free(&got);
	refuses("/no/file", MPI_MODE_RDONLY, MPI_ERR_NO_SUCH_FILE);
	check(handled == 3 && handled_file == MPI_FILE_NULL, "handler of opening");
	file = must_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY);
	MPI_File_get_errhandler(file, &got);
	check(got == own, "a file begins with the handler of MPI_FILE_NULL");
	MPI_Errhandler_free(&got);
	MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
	MPI_Errhandler_free(&own);
	check(MPI_File_fromint(MPI_File_toint(file)) == file, "the handle as an int");
	MPI_File_close(&file);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "io_calls");
	name = argv[1];
	snprintf(other, sizeof other, "%s.other", name);
	amodes();
	names();
	sizes();
	hints();
	positions();
	snprintf(other, sizeof other, "%s.%d", name, job.rank);
	end_of_file();
	full();
	failed_status();
	texts();
	causes();
	handlers();
	MPI_Barrier(MPI_COMM_WORLD);
	if (!job.rank)
		MPI_File_delete(name, MPI_INFO_NULL);
	return job_end();
}
