/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to files through random views against a model of the file in memory: a pattern of pieces
 * of any lengths, each owned by one rank or by none, is repeated over the file; each rank sees its
 * own pieces. All ranks draw the same numbers, so that each knows the data of the others. Memory is
 * contiguous or has gaps. At the end the file is compared byte by byte.
 *
 *     io_views FILE [-s SEED] [-n STEPS] [-k PIECES]
 */
#include "t/jobs/job.h"

#include <fcntl.h>
#include <unistd.h>

enum { MOST = 24, UNIT = 4, FILE_B = 1 << 17, MEMORY_B = 1 << 16 };

struct piece {
	int at, bytes, owner; /* owner -1: none */
};

/* One step of a rank: etypes from an offset of its view, with gaps in memory or without. */
struct step {
	int writes, offset, count, gaps, way;
	uint64_t data; /* seed of the bytes */
};

static struct piece pattern[MOST];
static int npieces, extent, disp;
static unsigned char *model, *memory;
static uint64_t seed;
static MPI_File file;

/* The byte of the file that has byte `n` of a rank's view; -1: the view has none. */
static long byte_of(int rank, long n)
{
	long own = 0, left;

	for (int i = 0; i < npieces; i++)
		own += pattern[i].owner == rank ? pattern[i].bytes : 0;
	if (!own)
		return -1;
	left = n % own;
	for (int i = 0; i < npieces; i++) {
		if (pattern[i].owner != rank)
			continue;
		if (left < pattern[i].bytes)
			return disp + n / own * extent + pattern[i].at + left;
		left -= pattern[i].bytes;
	}
	return -1;
}

static void draw_pattern(int most)
{
	int at = 0;

	npieces = random_between(&seed, 1, most);
	for (int i = 0; i < npieces; i++) {
		if (!random_below(&seed, 3))
			at += UNIT * random_between(&seed, 1, 20);
		pattern[i].at = at;
		pattern[i].bytes =
			UNIT * random_between(&seed, 1, random_below(&seed, 4) ? 12 : 400);
		pattern[i].owner = random_below(&seed, job.ranks);
		at += pattern[i].bytes;
	}
	for (int rank = 0; rank < job.ranks; rank++) { /* none without a piece */
		pattern[npieces] = (struct piece){at, UNIT * random_between(&seed, 1, 9), rank};
		at += pattern[npieces++].bytes;
	}
	extent = at + UNIT * random_below(&seed, 9);
	disp = random_below(&seed, 100);
}

static void set_view(void)
{
	MPI_Aint at[MOST];
	int bytes[MOST], n = 0, again[2];
	MPI_Datatype list, view, etype;
	char datarep[MPI_MAX_DATAREP_STRING];
	MPI_Offset where;

	for (int i = 0; i < npieces; i++)
		if (pattern[i].owner == job.rank) {
			at[n] = pattern[i].at;
			bytes[n++] = pattern[i].bytes / UNIT;
		}
	MPI_Type_create_hindexed(n, bytes, at, MPI_INT, &list);
	MPI_Type_create_resized(list, 0, extent, &view);
	MPI_Type_commit(&view);
	MPI_File_set_view(file, disp, MPI_INT, view, "native", MPI_INFO_NULL);
	MPI_Type_free(&view);
	MPI_Type_free(&list);
	MPI_File_get_view(file, &where, &etype, &view, datarep);
	check(where == disp && etype == MPI_INT && !strcmp(datarep, "native"), "the view set");
	MPI_Type_size(view, &again[0]);
	for (int i = again[1] = 0; i < n; i++)
		again[1] += bytes[i] * UNIT;
	check(again[0] == again[1], "the filetype has %d bytes, not %d", again[0], again[1]);
	MPI_Type_free(&view);
}

/* Steps whose data ends within the file. */
static void draw_step(struct step *s, int rank)
{
	int most = 0;

	while (byte_of(rank, (long)most * UNIT * 2 + 2 * UNIT) < FILE_B && most < 1 << 12)
		most += 1 + most / 4;
	s->writes = random_below(&seed, 3) > 0;
	s->offset = random_below(&seed, most + 1);
	s->count = random_below(&seed, 5) ? random_below(&seed, most + 1) : random_below(&seed, 4);
	while (s->count && byte_of(rank, (long)(s->offset + s->count) * UNIT - 1) >= FILE_B)
		s->count /= 2;
	if (s->count > MEMORY_B / 12)
		s->count = MEMORY_B / 12;
	s->gaps = random_below(&seed, 2);
	s->way = random_below(&seed, 1000);
	s->data = random_next(&seed);
}

/* Bytes of memory between two etypes. */
static int spread(const struct step *s)
{
	return s->gaps ? 3 * UNIT : UNIT;
}

static void fill_memory(const struct step *s)
{
	memset(memory, 0xee, MEMORY_B);
	for (int i = 0; s->writes && i < s->count * UNIT; i++)
		memory[i / UNIT * spread(s) + i % UNIT] = data_byte(s->data, (size_t)i);
}

static void apply_model(const struct step *s, int rank)
{
	for (int i = 0; s->writes && i < s->count * UNIT; i++)
		model[byte_of(rank, (long)s->offset * UNIT + i)] = data_byte(s->data, (size_t)i);
}

static void check_memory(const struct step *s, int step)
{
	int wrong = 0, touched = 0;

	for (int i = 0; !s->writes && i < s->count * UNIT; i++)
		wrong += memory[i / UNIT * spread(s) + i % UNIT] !=
			 model[byte_of(job.rank, (long)s->offset * UNIT + i)];
	for (int i = 0; s->gaps && !s->writes && i < s->count; i++)
		for (int gap = UNIT; gap < 3 * UNIT; gap++)
			touched += memory[i * 3 * UNIT + gap] != 0xee;
	check(!wrong && !touched, "step %d: %d bytes read wrong, %d in gaps", step, wrong, touched);
}

typedef int access_fn(const struct step *s, MPI_Datatype type, MPI_Status *status);

static int by_offset(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	return s->writes ? MPI_File_write_at(file, s->offset, memory, s->count, type, status)
			 : MPI_File_read_at(file, s->offset, memory, s->count, type, status);
}

static int by_position(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	MPI_Offset at = -1;
	int err;

	MPI_File_seek(file, s->offset, MPI_SEEK_SET);
	err = s->writes ? MPI_File_write(file, memory, s->count, type, status)
			: MPI_File_read(file, memory, s->count, type, status);
	MPI_File_get_position(file, &at);
	check(at == s->offset + s->count, "the position is %lld", (long long)at);
	return err;
}

static int by_offset_all(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	return s->writes ? MPI_File_write_at_all(file, s->offset, memory, s->count, type, status)
			 : MPI_File_read_at_all(file, s->offset, memory, s->count, type, status);
}

static int by_position_all(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	MPI_File_seek(file, s->offset, MPI_SEEK_SET);
	return s->writes ? MPI_File_write_all(file, memory, s->count, type, status)
			 : MPI_File_read_all(file, memory, s->count, type, status);
}

static int by_request(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	MPI_Request request;
	int err = s->writes ? MPI_File_iwrite_at(file, s->offset, memory, s->count, type, &request)
			    : MPI_File_iread_at(file, s->offset, memory, s->count, type, &request);

	return err ? err : MPI_Wait(&request, status);
}

static int by_position_request(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	MPI_Request request;
	int err, flag = 0;

	MPI_File_seek(file, s->offset, MPI_SEEK_SET);
	err = s->writes ? MPI_File_iwrite(file, memory, s->count, type, &request)
			: MPI_File_iread(file, memory, s->count, type, &request);
	while (!err && !flag)
		err = MPI_Test(&request, &flag, status);
	return err;
}

/* Two at a time: the first has no data. */
static int by_request_all(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	MPI_Request request[2];
	MPI_Status both[2];
	int err;

	MPI_File_seek(file, s->offset, MPI_SEEK_SET);
	err = s->writes ? MPI_File_iwrite_all(file, memory, 0, type, &request[0])
			: MPI_File_iread_all(file, memory, 0, type, &request[0]);
	if (err)
		return err;
	err = s->writes
		      ? MPI_File_iwrite_at_all(file, s->offset, memory, s->count, type, &request[1])
		      : MPI_File_iread_at_all(file, s->offset, memory, s->count, type, &request[1]);
	if (!err)
		err = MPI_Waitall(2, request, both);
	*status = both[1];
	return err;
}

static int by_parts(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	int err;

	if (s->writes) {
		err = MPI_File_write_at_all_begin(file, s->offset, memory, s->count, type);
		return err ? err : MPI_File_write_at_all_end(file, memory, status);
	}
	err = MPI_File_read_at_all_begin(file, s->offset, memory, s->count, type);
	return err ? err : MPI_File_read_at_all_end(file, memory, status);
}

static int by_position_parts(const struct step *s, MPI_Datatype type, MPI_Status *status)
{
	int err;

	MPI_File_seek(file, s->offset, MPI_SEEK_SET);
	if (s->writes) {
		err = MPI_File_write_all_begin(file, memory, s->count, type);
		return err ? err : MPI_File_write_all_end(file, memory, status);
	}
	err = MPI_File_read_all_begin(file, memory, s->count, type);
	return err ? err : MPI_File_read_all_end(file, memory, status);
}

static access_fn *const ways[] = {
	by_offset,       by_position,    by_request, by_position_request, by_offset_all,
	by_position_all, by_request_all, by_parts,   by_position_parts,
};
enum { WAYS = sizeof ways / sizeof *ways };

static void one_step(int step, MPI_Datatype gapped)
{
	struct step s, own = {0};
	MPI_Status status;
	int count = -1, err, way = 0, writes = 0;

	for (int rank = 0; rank < job.ranks; rank++) {
		draw_step(&s, rank);
		if (!rank) {
			way = s.way % WAYS;
			writes = s.writes;
		}
		s.writes = writes;
		apply_model(&s, rank);
		if (rank == job.rank)
			own = s;
	}
	fill_memory(&own);
	err = ways[way](&own, own.gaps ? gapped : MPI_INT, &status);
	check(!err, "step %d: error %d", step, err);
	MPI_Get_count(&status, MPI_INT, &count);
	check(count == own.count, "step %d: %d etypes of %d", step, count, own.count);
	check_memory(&own, step);
}

/* Also by the system alone. */
static void compare_file(const char *name)
{
	int fd = open(name, O_RDONLY), wrong = 0;
	ssize_t got;

	memset(memory, 0, MEMORY_B);
	for (long at = 0; at < FILE_B; at += got) {
		got = pread(fd, memory, MEMORY_B, at);
		if (!check(got > 0, "the file ends at %ld", at))
			break;
		for (long i = 0; i < got; i++)
			wrong += memory[i] != model[at + i];
	}
	close(fd);
	check(!wrong, "%d bytes of the file are wrong", wrong);
}

static void run(const char *name, int steps, int most)
{
	MPI_Datatype one, gapped;

	MPI_Type_create_resized(MPI_INT, 0, 3 * UNIT, &one);
	MPI_Type_dup(one, &gapped);
	MPI_Type_commit(&gapped);
	MPI_Type_free(&one);
	draw_pattern(most);
	set_view();
	for (int i = 0; i < steps; i++)
		one_step(i, gapped);
	MPI_Type_free(&gapped);
	MPI_Barrier(MPI_COMM_WORLD);
	compare_file(name);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Windows shorter than the file, and each way to carry out collectives. */
static void set_hints(int i)
{
	static const char *const uses[] = {"automatic", "enable", "enable", "disable"};
	MPI_Info info;

	MPI_Info_create(&info);
	MPI_Info_set(info, "cb_buffer_size", i % 2 ? "65536" : "4194304");
	MPI_Info_set(info, "romio_cb_write", uses[i % 4]);
	MPI_Info_set(info, "romio_cb_read", uses[i / 2 % 4]);
	MPI_Info_set(info, "romio_ds_read", uses[i / 2 % 4]);
	MPI_Info_set(info, "cb_nodes", i < 4 ? "2" : "3");
	MPI_File_set_info(file, info);
	MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
	int most, steps;

	job_start(&argc, &argv, "io_views");
	seed = (uint64_t)argument(argc, argv, "-s", 1);
	steps = (int)argument(argc, argv, "-n", 60);
	most = MOST - job.ranks;
	model = must_alloc(FILE_B);
	memory = must_alloc(MEMORY_B);
	MPI_File_open(MPI_COMM_WORLD, argv[1],
		      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		      &file);
	MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
	MPI_File_set_size(file, FILE_B);
	for (int i = 0; i < 8; i++) {
		set_hints(i);
		run(argv[1], steps, most > 0 ? most : 1);
	}
	MPI_File_close(&file);
	check(access(argv[1], F_OK) != 0, "the file is there after MPI_MODE_DELETE_ON_CLOSE");
	free(model);
	free(memory);
	return job_end();
}
