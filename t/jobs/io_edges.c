/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files at the edges of the standard: views that overlap or fall, that all ranks have, with gaps of
 * a terabyte, few etypes in a large file, one piece on a rank and many on the others;
 * MPI_DISPLACEMENT_CURRENT; two reads at a time; a limit of the size, calls that are refused, split
 * collectives that are not ended, members without memory (MPI-5.0 14.2 to 14.4).
 *
 *     io_edges FILE
 */
#define _GNU_SOURCE /* F_OFD_SETLKW */
#include "t/jobs/job.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { KNOWN = 1000 }; /* bytes: byte i of a file of that length is i modulo 251 */

static const char *name;
static MPI_File file;
static struct flock locked; /* the last lock that the library asked for */

/* In place of the C library's. */
int fcntl(int fd, int command, ...)
{
	const struct flock *lock;
	va_list list;
	long argument;

	va_start(list, command);
	argument = va_arg(list, long);
	va_end(list);
	lock = (const struct flock *)argument;
	if (command == F_OFD_SETLKW && lock->l_type != F_UNLCK)
		locked = *lock;
	return (int)syscall(SYS_fcntl, fd, command, argument);
}

static int no_mapping, no_sharing; /* memory of an owner (io/share.h) */

/* Likewise. */
int open(const char *path, int flags, ...)
{
	va_list list;
	char link[256] = "";
	int mode;

	va_start(list, flags);
	mode = va_arg(list, int);
	va_end(list);
	if (no_mapping && readlink(path, link, sizeof link - 1) > 0 && strstr(link, "rondo-file")) {
		errno = EACCES;
		return -1;
	}
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int memfd_create(const char *label, unsigned flags)
{
	if (no_sharing && !strcmp(label, "rondo-file")) {
		errno = ENOMEM;
		return -1;
	}
	return (int)syscall(SYS_memfd_create, label, flags);
}

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

/* A member may have no byte of the file: it takes part in collectives without data. */
static void empty(void)
{
	const int has = job.rank != 1 && job.ranks > 1, bytes = 4 * has;
	const MPI_Aint at = 4 * job.rank;
	char text[5] = "text", got[4] = "";
	MPI_Offset byte = -1;
	MPI_Datatype list, type;

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	MPI_Type_create_hindexed(has, &bytes, &at, MPI_CHAR, &list);
	MPI_Type_create_resized(list, 0, 4 * job.ranks, &type);
	MPI_Type_commit(&type);
	MPI_Type_free(&list);
	set_view(0, type);
	check(!MPI_File_write_all(file, text, bytes, MPI_CHAR, MPI_STATUS_IGNORE), "write_all");
	check(!MPI_File_read_at_all(file, 0, got, bytes, MPI_CHAR, MPI_STATUS_IGNORE), "read");
	check(!memcmp(got, text, (size_t)bytes), "read: %.4s", got);
	check(!MPI_File_seek(file, 0, MPI_SEEK_END), "seek");
	check(!MPI_File_write_at_all(file, 4, text, bytes, MPI_CHAR, MPI_STATUS_IGNORE),
	      "write_at_all behind the first block");
	if (!has) {
		check(!MPI_File_seek(file, 5, MPI_SEEK_SET), "seek in a view without data");
		check(!MPI_File_write(file, text, 0, MPI_CHAR, MPI_STATUS_IGNORE),
		      "a write of no data");
		check_class(MPI_File_write(file, text, 1, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_ARG,
			    "a write to a view without data");
		check_class(MPI_File_get_byte_offset(file, 0, &byte), MPI_ERR_ARG, "byte offset");
	}
	MPI_File_close(&file);
}

/* Two blocks of four bytes, 4 * ranks apart; the next copy begins in the gap, so that the view
 * falls: rank r has words 2r and 2r + 1 of each of two rows. */
static void falling(void)
{
	char text[] = "0123456789abcdef", got[16] = "", back[16] = "";
	const MPI_Aint row = 8 * job.ranks;
	MPI_Info info;

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	MPI_Info_create(&info);
	MPI_Info_set(info, "romio_cb_write", "enable");
	MPI_Info_set(info, "romio_cb_read", "enable");
	MPI_File_set_info(file, info);
	MPI_Info_free(&info);
	set_view(8 * job.rank, two_blocks((int[]){4, 4}, (MPI_Aint[]){0, row}, 4));
	check(!MPI_File_write_at_all(file, 0, text, 16, MPI_CHAR, MPI_STATUS_IGNORE), "write");
	check(!MPI_File_read_at_all(file, 0, got, 16, MPI_CHAR, MPI_STATUS_IGNORE), "read");
	check(!memcmp(got, text, 16), "read through a view that falls: %.16s", got);
	MPI_File_set_view(file, 8 * job.rank, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
	MPI_File_read_at(file, 0, back, 8, MPI_CHAR, MPI_STATUS_IGNORE);
	MPI_File_read_at(file, row, back + 8, 8, MPI_CHAR, MPI_STATUS_IGNORE);
	check(!memcmp(back, "012389ab4567cdef", 16), "the file has %.16s", back);
	MPI_File_close(&file);
}

/* All ranks have the same 4096 pieces, which are not alike: the packed data of a domain is longer
 * than the domain. */
static void common(void)
{
	enum { PIECES = 4096, STEP = 1024 };
	static int lengths[PIECES], displs[PIECES];
	MPI_Datatype type, view;
	MPI_Info info;
	int bytes = 0, wrong = 0;
	unsigned char *data, *got;

	for (int i = 0; i < PIECES; i++) {
		lengths[i] = 600 + 7 * (i % 13);
		displs[i] = i * STEP + i % 5;
		bytes += lengths[i];
	}
	MPI_Type_indexed(PIECES, lengths, displs, MPI_BYTE, &type);
	MPI_Type_create_resized(type, 0, PIECES * STEP, &view);
	MPI_Type_commit(&view);
	data = malloc((size_t)bytes);
	got = calloc((size_t)bytes, 1);
	for (int i = 0; i < bytes; i++)
		data[i] = (unsigned char)(i % 251);
	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	MPI_Info_create(&info);
	MPI_Info_set(info, "romio_cb_write", "enable");
	MPI_Info_set(info, "romio_cb_read", "enable");
	MPI_File_set_view(file, 0, MPI_BYTE, view, "native", info);
	MPI_Info_free(&info);
	for (int turn = 0; turn < 2; turn++) {
		memset(got, 0, (size_t)bytes);
		check(!MPI_File_write_at_all(file, 0, data, bytes, MPI_BYTE, MPI_STATUS_IGNORE),
		      "write of common pieces");
		check(!MPI_File_read_at_all(file, 0, got, bytes, MPI_BYTE, MPI_STATUS_IGNORE),
		      "read of common pieces");
		check(!memcmp(got, data, (size_t)bytes), "turn %d: common pieces", turn);
	}
	MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
	for (int i = 0, at = 0; i < PIECES; at += lengths[i++]) {
		if (i % job.ranks != job.rank)
			continue;
		MPI_File_read_at(file, displs[i], got, lengths[i], MPI_BYTE, MPI_STATUS_IGNORE);
		wrong += memcmp(got, data + at, (size_t)lengths[i]) != 0;
	}
	check(!wrong, "%d pieces of the file are wrong", wrong);
	MPI_File_close(&file);
	MPI_Type_free(&type);
	MPI_Type_free(&view);
	free(data);
	free(got);
}

/* Two reads at a time, of which the second has no shared domain; one owner, a piece of 8192 bytes
 * of each member in each domain, and a member that is late. */
static void two_at_a_time(void)
{
	enum { PIECE = 8192, DOMAINS = 64, DOMAIN_B = 65536, WORDS = PIECE * DOMAINS / 4 };
	static int want[WORDS], got[2][WORDS], whole[DOMAINS * DOMAIN_B / 4];
	MPI_File both[2];
	MPI_Datatype piece, view;
	MPI_Info info;
	char path[2][4096];

	MPI_Info_create(&info);
	MPI_Info_set(info, "romio_cb_read", "enable");
	MPI_Info_set(info, "cb_buffer_size", "65536");
	MPI_Info_set(info, "cb_nodes", "1");
	MPI_Type_contiguous(PIECE, MPI_BYTE, &piece);
	MPI_Type_create_resized(piece, 0, DOMAIN_B, &view);
	MPI_Type_commit(&view);
	for (int i = 0; i < (int)(sizeof whole / sizeof whole[0]); i++)
		whole[i] = i * 4 / PIECE;
	for (int i = 0; i < WORDS; i++)
		want[i] = i * 4 / PIECE * (DOMAIN_B / PIECE) + job.rank;
	for (int i = 0; i < 2; i++) {
		snprintf(path[i], sizeof path[i], "%s%d", name, i);
		MPI_File_open(MPI_COMM_WORLD, path[i],
			      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info,
			      &both[i]);
		if (!job.rank)
			MPI_File_write_at(both[i], 0, whole, sizeof whole, MPI_BYTE,
					  MPI_STATUS_IGNORE);
		MPI_Barrier(MPI_COMM_WORLD);
		MPI_File_set_view(both[i], job.rank * PIECE, MPI_BYTE, view, "native", info);
	}
	for (int turn = 0; turn < 8; turn++) {
		MPI_Request req[2];
		int over = 0;

		memset(got, 0, sizeof got);
		for (int i = 0; i < 2; i++)
			MPI_File_iread_at_all(both[i], 0, got[i], sizeof got[i], MPI_BYTE, &req[i]);
		while (!over) {
			MPI_Testall(2, req, &over, MPI_STATUSES_IGNORE);
			if (job.rank == job.ranks - 1)
				usleep(500); /* others are ahead then */
		}
		for (int i = 0; i < 2; i++)
			check(!memcmp(got[i], want, sizeof want), "turn %d: file %d", turn, i);
	}
	for (int i = 0; i < 2; i++)
		MPI_File_close(&both[i]);
	MPI_Type_free(&piece);
	MPI_Type_free(&view);
	MPI_Info_free(&info);
}

/* The last word of the first copy, and the first of the next one, which lies before it: atomic mode
 * locks both. */
static void falling_atomic(void)
{
	const MPI_Aint row = 8 * job.ranks;
	const MPI_Offset first = 8 * job.rank + 4, end = 8 * job.rank + row + 4;
	char text[] = "01234567", got[8] = "";

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	set_view(8 * job.rank, two_blocks((int[]){4, 4}, (MPI_Aint[]){0, row}, 4));
	MPI_File_set_atomicity(file, 1);
	for (int turn = 0; turn < 4; turn++) {
		int code =
			turn == 0 ? MPI_File_write_at(file, 4, text, 8, MPI_CHAR, MPI_STATUS_IGNORE)
			: turn == 1 ? MPI_File_read_at(file, 4, got, 8, MPI_CHAR, MPI_STATUS_IGNORE)
			: turn == 2 ? MPI_File_write_at_all(file, 4, text, 8, MPI_CHAR,
							    MPI_STATUS_IGNORE)
				    : MPI_File_read_at_all(file, 4, got, 8, MPI_CHAR,
							   MPI_STATUS_IGNORE);

		check(!code && locked.l_start == first && locked.l_len == end - first,
		      "turn %d locked %lld bytes at %lld, not %lld at %lld", turn,
		      (long long)locked.l_len, (long long)locked.l_start, (long long)(end - first),
		      (long long)first);
		check(turn % 2 == 0 || !memcmp(got, text, 8), "turn %d: %.8s", turn, got);
		memset(&locked, 0, sizeof locked);
		memset(got, 0, sizeof got);
	}
	MPI_File_close(&file);
}

/* Members have a few bytes on both sides of a terabyte, which no member reads or describes. */
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
enum { PIECE = 16 };

/* Rank 0 has one piece behind those of the others, which have many by turns. */
static void set_mixed_view(int pieces)
{
	int stride = job.rank ? PIECE * job.ranks : PIECE;
	MPI_Datatype turns;

	MPI_Type_vector(pieces, PIECE, stride, MPI_CHAR, &turns);
	MPI_Type_commit(&turns);
	set_view(job.rank ? PIECE * job.rank : (MPI_Offset)pieces * PIECE * job.ranks, turns);
}

/* The pieces of the next rank, each read by itself. */
static void check_mixed(int pieces, int turn)
{
	int rank = (job.rank + 1) % job.ranks, wrong = 0;
	char got[PIECE];

	for (int i = 0; i < pieces; i++) {
		MPI_Offset at = rank ? (MPI_Offset)(i * job.ranks + rank) * PIECE
				     : (MPI_Offset)(pieces * job.ranks + i) * PIECE;

		MPI_File_read_at(file, at, got, PIECE, MPI_CHAR, MPI_STATUS_IGNORE);
		for (int k = 0; k < PIECE; k++)
			wrong += (unsigned char)got[k] !=
				 data_byte((uint64_t)(rank + turn), (size_t)(i * PIECE + k));
	}
	check(!wrong, "%d pieces, turn %d: %d bytes of rank %d are wrong", pieces, turn, wrong,
	      rank);
}

static void mixed(int pieces)
{
	const int bytes = pieces * PIECE;
	char *data = must_alloc((size_t)bytes), *got = must_alloc((size_t)bytes);
	MPI_Request request;

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	for (int turn = 0; turn < 4; turn++) {
		for (int i = 0; i < bytes; i++)
			data[i] = (char)data_byte((uint64_t)(job.rank + turn), (size_t)i);
		set_mixed_view(pieces);
		memset(got, 0, (size_t)bytes);
		if (turn % 2) {
			MPI_File_iwrite_at_all(file, 0, data, bytes, MPI_CHAR, &request);
			check(!MPI_Wait(&request, MPI_STATUS_IGNORE), "write with a request");
			MPI_File_iread_at_all(file, 0, got, bytes, MPI_CHAR, &request);
			check(!MPI_Wait(&request, MPI_STATUS_IGNORE), "read with a request");
		} else {
			check(!MPI_File_write_at_all(file, 0, data, bytes, MPI_CHAR,
						     MPI_STATUS_IGNORE),
			      "write");
			check(!MPI_File_read_at_all(file, 0, got, bytes, MPI_CHAR,
						    MPI_STATUS_IGNORE),
			      "read");
		}
		check(!memcmp(data, got, (size_t)bytes), "the data is not that written");
		MPI_File_set_view(file, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
		check_mixed(pieces, turn);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_File_close(&file);
	free(data);
	free(got);
}

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

/* A call that is refused leaves the position where it was. */
static void refused(void)
{
	const MPI_Offset far = ((MPI_Offset)1 << 62) - 4;
	MPI_Offset at = -1;
	char got[8];

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	check(!MPI_File_seek(file, far, MPI_SEEK_SET), "seek");
	check_class(MPI_File_read(file, got, 8, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_ARG,
		    "a read over 2^62");
	check_class(MPI_File_read_all(file, got, 8, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_ARG,
		    "a collective read over 2^62");
	MPI_File_get_position(file, &at);
	check(at == far, "the position is %lld", (long long)at);
	MPI_File_close(&file);
}

/* A view that begins where offsets end. */
static void last_bytes(void)
{
	const MPI_Offset far = ((MPI_Offset)1 << 62) - 4;
	double value = 1;

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	check(!MPI_File_set_view(file, far, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL),
	      "view");
	check_class(MPI_File_write_at(file, 0, &value, 1, MPI_DOUBLE, MPI_STATUS_IGNORE),
		    MPI_ERR_ARG, "a write behind 2^62");
	check_class(MPI_File_write_at_all(file, 0, &value, 1, MPI_DOUBLE, MPI_STATUS_IGNORE),
		    MPI_ERR_ARG, "a collective write behind 2^62");
	MPI_File_close(&file);
}

/* Others come and go meanwhile: those that wake other processes. */
static int descriptors_of(const struct stat *wanted)
{
	struct stat st;
	int n = 0;

	for (int fd = 0; fd < 1024; fd++)
		n += !fstat(fd, &st) && st.st_dev == wanted->st_dev && st.st_ino == wanted->st_ino;
	return n;
}

/* The descriptors of the file are closed at once. */
static void split(void)
{
	struct stat st;
	char text[] = "text";

	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	check(!stat(name, &st) && descriptors_of(&st) == 1, "the file is not open once");
	check(!MPI_File_write_at_all_begin(file, 4 * job.rank, text, 4, MPI_CHAR), "begin");
	check(!MPI_File_close(&file), "close");
	check(descriptors_of(&st) == 0, "%d descriptors are left", descriptors_of(&st));
}

/* "nfs:" is dropped once only: the file that is deleted is the one that was opened. */
static void prefix(void)
{
	char twice[700], cwd[600] = "";

	check(getcwd(cwd, sizeof cwd) != NULL, "the folder");
	snprintf(twice, sizeof twice, "ufs:nfs:io_edges.%d", job.rank);
	check(!MPI_File_open(MPI_COMM_SELF, twice,
			     MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
			     MPI_INFO_NULL, &file),
	      "open %s in %s", twice, cwd);
	check(!MPI_File_close(&file), "close %s", twice);
	if (!check(access(twice + 4, F_OK) != 0, "%s is left", twice + 4))
		unlink(twice + 4);
}

/* A write over the limit fails, on all ranks, and the process goes on. */
static void limit(void)
{
	struct rlimit old, low;
	char text[4096] = "", place[64], why[MPI_MAX_ERROR_STRING] = "";
	int code, length = 0;

	getrlimit(RLIMIT_FSIZE, &old);
	low = (struct rlimit){1 << 20, old.rlim_max};
	setrlimit(RLIMIT_FSIZE, &low);
	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	code = MPI_File_write_at_all(file, job.rank ? 4096 * job.rank : 1 << 20, text, 4096,
				     MPI_CHAR, MPI_STATUS_IGNORE);
	MPI_Error_string(code, why, &length);
	snprintf(place, sizeof place, "at byte %d: File too large", 1 << 20);
	check(strstr(why, name) && strstr(why, place) && (!job.rank || strstr(why, ", on rank 0")),
	      "a write over the limit: \"%s\" does not say where", why);
	check_class(code, MPI_ERR_IO, "a write over the limit");
	MPI_File_close(&file);
	setrlimit(RLIMIT_FSIZE, &old);
}

#ifndef __SANITIZE_ADDRESS__
static rlim_t address_space(void)
{
	FILE *in = fopen("/proc/self/statm", "r");
	long pages = 0;

	check(in && fscanf(in, "%ld", &pages) == 1, "statm");
	fclose(in);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* The last member has no memory for the name: the others learn it. A sanitizer ends the process
 * that asks for more than it may have. */
static void no_memory(void)
{
	const size_t bytes = (size_t)64 << 20;
	struct rlimit old, low;
	char *path = must_alloc(bytes);

	memset(path, 'n', bytes);
	getrlimit(RLIMIT_AS, &old);
	low = (struct rlimit){address_space() + bytes / 2, old.rlim_max};
	if (job.rank == job.ranks - 1)
		setrlimit(RLIMIT_AS, &low);
	check_class(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file),
		    MPI_ERR_NO_MEM, "a member without memory");
	setrlimit(RLIMIT_AS, &old);
	free(path);
}
#endif

static int no_extent(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
	(void)type;
	(void)extra;
	*extent = 0;
	return MPI_SUCCESS;
}

static int same_extent(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
	MPI_Aint lb;

	(void)extra;
	return MPI_Type_get_extent(type, &lb, extent);
}

static int fails_on_last(void *user, MPI_Datatype type, int count, void *there, MPI_Offset position,
			 void *extra)
{
	(void)type;
	(void)extra;
	memcpy((int *)user + position, there, (size_t)count * sizeof(int));
	return job.rank == job.ranks - 1 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* An extent of 0 is refused; a conversion that fails after a collective read on one rank, too. */
static void conversions(void)
{
	int word = job.rank;

	MPI_Register_datarep("empty", NULL, NULL, no_extent, NULL);
	MPI_Register_datarep("failing", fails_on_last, NULL, same_extent, NULL);
	open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
	check_class(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "empty", MPI_INFO_NULL),
		    MPI_ERR_CONVERSION, "an extent of 0");
	check(!MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "failing", MPI_INFO_NULL), "view");
	check(!MPI_File_write_at_all(file, job.rank, &word, 1, MPI_INT, MPI_STATUS_IGNORE),
	      "write");
	check_class(MPI_File_read_at_all(file, job.rank, &word, 1, MPI_INT, MPI_STATUS_IGNORE),
		    MPI_ERR_CONVERSION, "a conversion that fails on the last rank");
	MPI_File_close(&file);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "io_edges");
	name = argv[1];
	overlap();
	empty();
	falling();
	for (int turn = 0; turn < 3; turn++) {
		no_mapping = turn == 1 && job.rank % 2;
		no_sharing = turn == 2;
		common();
	}
	no_sharing = 0;
	two_at_a_time();
	falling_atomic();
	gaps();
	mixed(8);
	mixed(20000);
	seek_end();
	current();
	refused();
	last_bytes();
	split();
	prefix();
	limit();
#ifndef __SANITIZE_ADDRESS__
	no_memory();
#endif
	conversions();
	return job_end();
}
