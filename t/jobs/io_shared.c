/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shared position: records that ranks write at once have no gap and no overlap, ordered
 * accesses have the order of ranks, a new view begins at 0. Atomic mode: ranks, and jobs, write
 * over each other in many pieces, and each access is seen as a whole or not at all
 * (MPI-5.0 14.4.4, 14.6.1).
 *
 *     io_shared FILE [-j 1]     -j: only atomic mode, on a file that several jobs have open
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { RECORDS = 40, WORDS = 8, ROUNDS = 30, STRIPES = 24 };

static MPI_File file;

static void open_file(const char *name, int amode)
{
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | amode, MPI_INFO_NULL,
		      &file);
	MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
}

static void fill(int *record, int number)
{
	for (int i = 0; i < WORDS; i++)
		record[i] = job.rank * 100000 + number * 10 + i;
}

static void write_records(void)
{
	int record[WORDS];
	MPI_Request request;
	MPI_Status status;
	int count = -1;

	for (int n = 0; n < RECORDS; n++) {
		fill(record, n);
		if (n % 3) {
			MPI_File_write_shared(file, record, 1 + n % WORDS, MPI_INT, &status);
		} else {
			MPI_File_iwrite_shared(file, record, 1 + n % WORDS, MPI_INT, &request);
			MPI_Wait(&request, &status);
		}
		MPI_Get_count(&status, MPI_INT, &count);
		check(count == 1 + n % WORDS, "record %d: %d words written", n, count);
	}
}

/* All records are there, each as a whole, those of a rank in order. */
static void read_records(long words)
{
	int *all = must_alloc((size_t)words * sizeof(int)), *next;
	long at = 0;

	next = must_alloc((size_t)job.ranks * sizeof(int));
	MPI_File_read_at(file, 0, all, (int)words, MPI_INT, MPI_STATUS_IGNORE);
	while (at < words) {
		int rank = all[at] / 100000, n = all[at] % 100000 / 10;

		if (!check(rank < job.ranks && n == next[rank] && n < RECORDS && all[at] % 10 == 0,
			   "word %ld is %d", at, all[at]))
			break;
		for (int i = 0; i < 1 + n % WORDS; i++)
			check(all[at + i] == all[at] + i, "record %d of %d: word %d", n, rank, i);
		next[rank]++;
		at += 1 + n % WORDS;
	}
	free(all);
	free(next);
}

static void shared_writes(const char *name)
{
	MPI_Offset at = -1, words = 0;

	open_file(name, 0);
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	write_records();
	for (int n = 0; n < RECORDS; n++)
		words += (1 + n % WORDS) * job.ranks;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_get_position_shared(file, &at);
	check(at == words, "shared position %lld, not %lld", (long long)at, (long long)words);
	read_records((long)words);
	MPI_File_close(&file);
}

/* Record i has the value i. Ranks read the records in any order; the sum of all values is known. */
static void shared_reads(const char *name)
{
	int word, sum = 0, all = 0;
	MPI_Request request;

	open_file(name, 0);
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	for (int i = 0; i < ROUNDS; i++)
		MPI_File_write_at(file, job.rank * ROUNDS + i, (int[]){job.rank * ROUNDS + i}, 1,
				  MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_sync(file);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 2) {
			MPI_File_read_shared(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE);
		} else {
			MPI_File_iread_shared(file, &word, 1, MPI_INT, &request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
		}
		sum += word;
	}
	MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	word = job.ranks * ROUNDS;
	check(all == word * (word - 1) / 2, "the sum of all words read is %d", all);
	MPI_File_close(&file);
}

static void ordered(const char *name)
{
	int out[WORDS], in[WORDS] = {0}, n = 1 + job.rank % WORDS, before = 0, total = 0;
	MPI_Offset at = -1;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	for (int rank = 0; rank < job.ranks; rank++) {
		before += rank < job.rank ? 1 + rank % WORDS : 0;
		total += 1 + rank % WORDS;
	}
	fill(out, 1);
	MPI_File_seek_shared(file, 3, MPI_SEEK_SET);
	MPI_File_write_ordered(file, out, n, MPI_INT, MPI_STATUS_IGNORE);
	MPI_File_write_ordered_begin(file, out, n, MPI_INT);
	MPI_File_write_ordered_end(file, out, MPI_STATUS_IGNORE);
	MPI_File_get_position_shared(file, &at);
	check(at == 3 + 2 * total, "shared position %lld", (long long)at);
	for (int part = 0; part < 2; part++) {
		MPI_File_read_at(file, 3 + part * total + before, in, n, MPI_INT,
				 MPI_STATUS_IGNORE);
		check(!memcmp(in, out, (size_t)n * sizeof(int)), "ordered write %d", part);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_seek_shared(file, -2 * total, MPI_SEEK_CUR);
	memset(in, 0, sizeof in);
	MPI_File_read_ordered(file, in, n, MPI_INT, MPI_STATUS_IGNORE);
	check(!memcmp(in, out, (size_t)n * sizeof(int)), "ordered read");
	memset(in, 0, sizeof in);
	MPI_File_read_ordered_begin(file, in, n, MPI_INT);
	MPI_File_read_ordered_end(file, in, MPI_STATUS_IGNORE);
	check(!memcmp(in, out, (size_t)n * sizeof(int)), "ordered read in two calls");
	MPI_File_close(&file);
}

static void set_view(MPI_Info info)
{
	MPI_Offset at = -1;

	MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", info);
	MPI_File_get_position_shared(file, &at);
	check(at == 0, "shared position %lld in a new view", (long long)at);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void check_hint(const char *want)
{
	char value[16] = "";
	MPI_Info info;
	int found;

	MPI_File_get_info(file, &info);
	MPI_Info_get(info, "romio_cb_write", sizeof(value) - 1, value, &found);
	check(!strcmp(value, want), "romio_cb_write is '%s', not '%s'", value, want);
	MPI_Info_free(&info);
}

/* A view begins at the shared position 0, whichever members have moved it, and hints are those of
 * rank 0. */
static void new_views(const char *name)
{
	MPI_Info info;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	for (int mover = -1; mover < job.ranks; mover++) {
		if (mover == job.rank)
			MPI_File_write_shared(file, name, 4, MPI_BYTE, MPI_STATUS_IGNORE);
		set_view(MPI_INFO_NULL);
	}
	MPI_File_seek_shared(file, 5, MPI_SEEK_SET);
	set_view(MPI_INFO_NULL);
	MPI_File_write_ordered(file, &job.rank, 1, MPI_INT, MPI_STATUS_IGNORE);
	set_view(MPI_INFO_NULL);
	MPI_Info_create(&info);
	MPI_Info_set(info, "romio_cb_write", job.rank ? "enable" : "disable");
	set_view(job.rank ? info : MPI_INFO_NULL);
	check_hint("automatic");
	set_view(info);
	check_hint("disable");
	MPI_Info_free(&info);
	MPI_File_close(&file);
}

static void sequential(const char *name)
{
	char text[8] = "abc", back[8] = "";
	MPI_Offset at;

	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL,
		      MPI_INFO_NULL, &file);
	check_class(MPI_File_write(file, text, 1, MPI_CHAR, MPI_STATUS_IGNORE),
		    MPI_ERR_UNSUPPORTED_OPERATION, "write of a sequential file");
	check_class(MPI_File_seek(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION, "seek");
	check_class(MPI_File_seek_shared(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION,
		    "seek_shared");
	check_class(MPI_File_get_position_shared(file, &at), MPI_ERR_UNSUPPORTED_OPERATION,
		    "get_position_shared");
	check_class(MPI_File_set_size(file, 0), MPI_ERR_UNSUPPORTED_OPERATION, "set_size");
	check_class(MPI_File_preallocate(file, 9), MPI_ERR_UNSUPPORTED_OPERATION, "preallocate");
	check(!MPI_File_write_ordered(file, text, 3, MPI_CHAR, MPI_STATUS_IGNORE), "ordered write");
	MPI_File_close(&file);
	MPI_File_open(MPI_COMM_WORLD, name,
		      MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE,
		      MPI_INFO_NULL, &file);
	MPI_File_read_shared(file, back, 3, MPI_CHAR, MPI_STATUS_IGNORE);
	check(!memcmp(back, "abc", 3), "read of a sequential file: %s", back);
	MPI_File_close(&file);
}

/* All write the same stripes with gaps, each with a value of its own, and read them. */
static void atomic(const char *name, int amode)
{
	int out[STRIPES], in[STRIPES], flag = 0, torn = 0;
	MPI_Datatype view;

	open_file(name, amode);
	MPI_Type_vector(STRIPES, 1, 1000, MPI_INT, &view);
	MPI_Type_commit(&view);
	MPI_File_set_view(file, 0, MPI_INT, view, "native", MPI_INFO_NULL);
	MPI_Type_free(&view);
	MPI_File_set_atomicity(file, 1);
	MPI_File_get_atomicity(file, &flag);
	check(flag, "atomic mode is off");
	for (int i = 0; i < STRIPES; i++)
		in[i] = 0;
	if (!job.rank)
		MPI_File_write_at(file, 0, in, STRIPES, MPI_INT, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < STRIPES; i++)
			out[i] = (int)getpid() * 64 + round;
		if (round % 10 == 9)
			MPI_File_write_at_all(file, 0, out, STRIPES, MPI_INT, MPI_STATUS_IGNORE);
		else if ((round + job.rank) % 2)
			MPI_File_write_at(file, 0, out, STRIPES, MPI_INT, MPI_STATUS_IGNORE);
		MPI_File_read_at(file, 0, in, STRIPES, MPI_INT, MPI_STATUS_IGNORE);
		for (int i = 1; i < STRIPES; i++)
			torn += in[i] != in[0];
	}
	check(!torn, "%d words of another write", torn);
	MPI_File_close(&file);
}

int main(int argc, char **argv)
{
	int of_jobs;

	job_start(&argc, &argv, "io_shared");
	of_jobs = (int)argument(argc, argv, "-j", 0);
	if (!of_jobs) {
		shared_writes(argv[1]);
		shared_reads(argv[1]);
		ordered(argv[1]);
		new_views(argv[1]);
		sequential(argv[1]);
	}
	atomic(argv[1], of_jobs ? 0 : MPI_MODE_DELETE_ON_CLOSE);
	return job_end();
}
