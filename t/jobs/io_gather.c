/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short writes at the shared position that come often, which are gathered (io/gather.h): each
 * record is in the file once and as a whole, and every other access of any member sees all that was
 * written before, without MPI_File_sync. A full disk, or a limit of the size, is the error of the
 * call that meets it. Single writes, and those in atomic mode, are in the file when they return.
 * Data that a job has written is there if it aborts, or ends with the file open.
 *
 *     io_gather FILE             all but the following
 *     io_gather FILE -full 1     FILE is on a small file system
 *     io_gather FILE -aborts 1   ends by MPI_Abort; run `io_gather FILE -check N` behind it
 *     io_gather FILE -leaves 1   likewise, ends without MPI_File_close
 *     io_gather FILE -threads 1  a thread writes beside calls of another one
 *     -seconds S                 of random steps
 */
#include "t/jobs/job.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BURST = 3000, LONGEST = 300, LOW = 100000, MIDDLE = (1 << 20) + 4096, HEAD = 8 };

static MPI_File file;
static long written; /* records of this rank that are in the file */
static long shape;   /* of their lengths */
static int alone;    /* they are not gathered */

/* A record: its length, the rank, the number of this rank's record, then bytes of both. */
struct head {
	uint16_t length, rank;
	uint32_t number;
};
_Static_assert(sizeof(struct head) == HEAD, "in the file");

static void fill(char *record, int length)
{
	const struct head head = {(uint16_t)length, (uint16_t)job.rank, (uint32_t)written};

	memcpy(record, &head, HEAD);
	for (int i = HEAD; i < length; i++)
		record[i] = (char)(job.rank * 31 + written + i);
}

static int put(int length)
{
	char record[LONGEST];
	MPI_Request request;
	int code;

	fill(record, length);
	if (alone) {
		code = MPI_File_iwrite_shared(file, record, length, MPI_BYTE, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else {
		code = MPI_File_write_shared(file, record, length, MPI_BYTE, MPI_STATUS_IGNORE);
	}
	written += !code;
	return code;
}

/* Lengths of the n-th record of a rank; 64 in part, so that whole words of bits occur. */
static int length_of(long n)
{
	return n / 500 % 2 ? 64 : HEAD + (int)((n * 7919 + shape * 31) % (LONGEST - HEAD));
}

static void burst(long n)
{
	while (n--)
		put(length_of(written));
}

static void open_file(const char *name, int amode)
{
	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | amode, MPI_INFO_NULL,
		      &file);
	MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
	written = 0;
}

/* All records in these bytes are right, those of a rank in order; *next: of each rank. */
static long check_records(const char *data, long bytes, uint32_t *next)
{
	long at = 0;

	while (at + HEAD <= bytes) {
		struct head head;
		int wrong = 0;

		memcpy(&head, data + at, HEAD);
		if (!check(head.length >= HEAD && at + head.length <= bytes &&
				   head.rank < job.ranks && head.number == next[head.rank],
			   "byte %ld: record %u of rank %u with %u bytes", at, head.number,
			   head.rank, head.length))
			break;
		for (int i = HEAD; i < head.length; i++)
			wrong += data[at + i] != (char)(head.rank * 31 + (int)head.number + i);
		check(!wrong, "byte %ld: %d bytes of record %u of rank %u are wrong", at, wrong,
		      head.number, head.rank);
		next[head.rank]++;
		at += head.length;
	}
	return at;
}

/* Each rank's records are all there. */
static void check_file(const char *how, MPI_Offset bytes)
{
	char *data = must_alloc((size_t)bytes + 1);
	uint32_t *next = must_alloc((size_t)job.ranks * sizeof(*next));
	long *all = must_alloc((size_t)job.ranks * sizeof(*all)), end;
	MPI_Status status;
	int got = -1;

	MPI_File_read_at(file, 0, data, (int)bytes, MPI_BYTE, &status);
	MPI_Get_count(&status, MPI_BYTE, &got);
	check(got == (int)bytes, "%s: %d of %lld bytes", how, got, (long long)bytes);
	end = check_records(data, got, next);
	check(end == bytes, "%s: records end at %ld of %lld", how, end, (long long)bytes);
	MPI_Allgather(&written, 1, MPI_LONG, all, 1, MPI_LONG, MPI_COMM_WORLD);
	for (int i = 0; i < job.ranks; i++)
		check(next[i] == all[i], "%s: %u of %ld records of rank %d", how, next[i], all[i],
		      i);
	free(data);
	free(next);
	free(all);
}

static MPI_Offset position(void)
{
	MPI_Offset at = -1;

	MPI_File_get_position_shared(file, &at);
	return at;
}

static long on_disk(const char *name)
{
	struct stat st;

	return stat(name, &st) ? -1 : (long)st.st_size;
}

/* All at once; then a rank alone, whose last record the next one reads. */
static void bursts(const char *name)
{
	MPI_Offset before, size = 0, at;
	char record[LONGEST], back[LONGEST];
	int last = 0;

	open_file(name, 0);
	burst(BURST);
	MPI_Barrier(MPI_COMM_WORLD);
	check_file("all at once", position());
	for (int turn = 0; turn < 3 * job.ranks; turn++) {
		if (turn % job.ranks == job.rank) {
			burst(BURST / 4);
			last = length_of(written - 1);
			written--;
			fill(record, last);
			written++;
		}
		MPI_Bcast(&last, 1, MPI_INT, turn % job.ranks, MPI_COMM_WORLD);
		MPI_Bcast(record, LONGEST, MPI_BYTE, turn % job.ranks, MPI_COMM_WORLD);
		at = position() - last;
		if ((turn + 1) % job.ranks == job.rank) {
			memset(back, 0, sizeof back);
			MPI_File_read_at(file, at, back, last, MPI_BYTE, MPI_STATUS_IGNORE);
			check(!memcmp(back, record, (size_t)last), "turn %d: the last record",
			      turn);
			MPI_File_get_size(file, &size);
			check(size == at + last, "turn %d: size %lld, not %lld", turn,
			      (long long)size, (long long)at + last);
		}
		MPI_Barrier(MPI_COMM_WORLD);
	}
	check_file("by turns", position());
	MPI_Barrier(MPI_COMM_WORLD);
	burst(BURST / 4);
	MPI_Barrier(MPI_COMM_WORLD);
	before = position();
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
	check(on_disk(name) == before, "closed: %ld of %lld bytes", on_disk(name),
	      (long long)before);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!job.rank)
		MPI_File_delete(name, MPI_INFO_NULL);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Writes over gathered data, a new view, a seek, a cut: each finds it in the file. */
static void among_others(const char *name)
{
	char mine[64], other[64];
	MPI_Offset end;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	burst(BURST);
	MPI_Barrier(MPI_COMM_WORLD);
	end = position();
	memset(mine, 100 + job.rank, sizeof mine);
	MPI_File_write_at(file, end - 64 * (job.rank + 1), mine, 64, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_read_at(file, end - 64 * (job.rank + 1), other, 64, MPI_BYTE, MPI_STATUS_IGNORE);
	check(!memcmp(mine, other, 64), "a write over gathered data");
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
	written = 0;
	burst(BURST);
	MPI_Barrier(MPI_COMM_WORLD);
	check_file("after a seek", position());
	MPI_File_sync(file);
	check(on_disk(name) == end, "after sync: %ld of %lld bytes", on_disk(name), (long long)end);
	MPI_Barrier(MPI_COMM_WORLD);
	burst(BURST);
	MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
	check(position() == 0, "a new view begins at %lld", (long long)position());
	written = 0;
	MPI_Barrier(MPI_COMM_WORLD);
	burst(BURST / 2);
	MPI_Barrier(MPI_COMM_WORLD);
	end = position();
	MPI_File_set_size(file, end);
	check(on_disk(name) == end, "cut: %ld of %lld bytes", on_disk(name), (long long)end);
	MPI_Barrier(MPI_COMM_WORLD);
	burst(BURST / 2);
	MPI_Barrier(MPI_COMM_WORLD);
	check_file("after a cut", position());
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* The shared position goes back while data is gathered, which other data must not follow later. */
static void begins_again(const char *name)
{
	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	for (shape = 0; shape < 8; shape++) {
		written = 0;
		alone = shape % 3 == 2;
		burst(40 + 5 * shape);
		MPI_Barrier(MPI_COMM_WORLD);
		if (shape == 5)
			check_file("a seek or a view before", position());
		if (shape % 2)
			MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
		else
			MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
	}
	written = 0;
	burst(20); /* some alone, others not */
	alone = 0;
	burst(20);
	MPI_Barrier(MPI_COMM_WORLD);
	check_file("seeks and views before", position());
	shape = 0;
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* A rank sees its own write at once, while others flush. */
static void seen_at_once(const char *name)
{
	MPI_Offset size = 0;
	int go = 1, wrong = 0;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	while (go) {
		for (int i = 0; i < BURST; i++) {
			if (!job.rank)
				put(64);
			MPI_File_get_size(file, &size);
			wrong += !job.rank && size != 64 * written;
		}
		go = written < 10L * BURST;
		MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
	check(!wrong, "the size is wrong behind %d own writes", wrong);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Ranks that write by turns, which messages tell them: so are the records in the file. */
static void by_messages(const char *name)
{
	enum { TURNS = 12, EACH = 40 };
	int left = (job.rank + job.ranks - 1) % job.ranks, right = (job.rank + 1) % job.ranks;
	char *data = must_alloc(TURNS * EACH * (size_t)job.ranks * LONGEST);
	long bytes, at = 0, wrong = 0;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	for (int turn = 0; turn < TURNS; turn++) {
		if (turn || job.rank)
			MPI_Recv(NULL, 0, MPI_BYTE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		burst(EACH);
		if (turn < TURNS - 1 || right)
			MPI_Send(NULL, 0, MPI_BYTE, right, 0, MPI_COMM_WORLD);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	bytes = (long)position();
	MPI_File_read_at(file, 0, data, (int)bytes, MPI_BYTE, MPI_STATUS_IGNORE);
	for (int i = 0; i < TURNS * EACH * job.ranks && at < bytes; i++) {
		struct head head;

		memcpy(&head, data + at, HEAD);
		wrong += head.rank != i / EACH % job.ranks;
		at += head.length;
	}
	check(at == bytes && !wrong, "by messages: %ld records are not in their turn", wrong);
	free(data);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* A reduction whose operator writes: the record is before those of ranks that leave it later. */
static void write_nested(void)
{
	for (int i = 0; i < 50; i++)
		put(64);
}

static int copy_attribute(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	(void)comm, (void)keyval, (void)extra, (void)in, (void)out;
	write_nested();
	*flag = 0;
	return MPI_SUCCESS;
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
	(void)in, (void)inout, (void)n, (void)type;
	write_nested();
}

/* Functions of the program that are called by MPI, with and without gathered data before. */
static void nested(const char *name)
{
	MPI_Comm self, copy;
	MPI_Op op;
	int keyval, one = 1, sum = 1;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
	MPI_Op_create(add, 1, &op);
	MPI_Comm_dup(MPI_COMM_SELF, &self);
	MPI_Comm_set_attr(self, keyval, NULL);
	for (int round = 0; !job.rank && round < 4; round++) {
		for (int i = 0; round % 2 && i < 50; i++)
			put(64);
		if (round < 2) {
			MPI_Comm_dup(self, &copy);
		} else {
			MPI_Reduce_local(&one, &sum, 1, MPI_INT, op);
		}
		/* other ranks may have learnt of it by the call, after the function had ended */
		check(on_disk(name) == 64 * written, "nested: %ld bytes of %ld records",
		      on_disk(name), written);
		if (round < 2)
			MPI_Comm_free(&copy);
	}
	if (!job.rank)
		check(position() == 64 * written, "nested: position %lld", (long long)position());
	check(job.rank || written == 300, "nested: %ld records", written);
	MPI_Op_free(&op);
	MPI_Comm_free(&self);
	MPI_Comm_free_keyval(&keyval);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Gathered data that cannot be written. */
static void lose_some(const char *name)
{
	struct rlimit before, low;

	for (int i = 0; i < 200 || on_disk(name) == 64 * written; i++)
		put(64);
	getrlimit(RLIMIT_FSIZE, &before);
	low = (struct rlimit){64, before.rlim_max};
	setrlimit(RLIMIT_FSIZE, &low);
	MPI_Barrier(MPI_COMM_SELF);
	setrlimit(RLIMIT_FSIZE, &before);
}

/* Gathered data cannot be written when another call begins: the next access to the file says so,
 * once. */
static void fails_later(const char *name)
{
	struct rlimit before, low;
	MPI_Offset size;
	int code, length;
	char text[MPI_MAX_ERROR_STRING];

	getrlimit(RLIMIT_FSIZE, &before);
	low = (struct rlimit){1 << 30, before.rlim_max};
	setrlimit(RLIMIT_FSIZE, &low); /* the library then ignores SIGXFSZ */
	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
	lose_some(name);
	code = put(64);
	check_class(code, MPI_ERR_IO, "a write behind one that was lost");
	MPI_Error_string(code, text, &length);
	check(strstr(text, name) && strstr(text, "earlier write"), "the error says %s", text);
	check(put(64) == MPI_SUCCESS, "an error is reported once");
	check(MPI_File_sync(file) == MPI_SUCCESS, "likewise");
	lose_some(name);
	code = MPI_File_seek_shared(file, job.rank, MPI_SEEK_SET);
	check_class(code, MPI_ERR_NOT_SAME, "different offsets");
	code = MPI_File_get_size(file, &size);
	check_class(code, MPI_ERR_IO, "the access behind a call that had another error");
	check(MPI_File_close(&file) == MPI_SUCCESS, "close");
	setrlimit(RLIMIT_FSIZE, &before);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* The file has room for all records, although each rank could gather more. */
static void tight_room(const char *name)
{
	struct rlimit before, low;

	getrlimit(RLIMIT_FSIZE, &before);
	low = (struct rlimit){(rlim_t)(6400 * job.ranks), before.rlim_max};
	setrlimit(RLIMIT_FSIZE, &low);
	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
	for (int i = 0; i < 100; i++)
		check(put(64) == MPI_SUCCESS, "record %d has no room", i);
	MPI_Barrier(MPI_COMM_WORLD);
	check_file("tight", position());
	check(MPI_File_close(&file) == MPI_SUCCESS, "close");
	setrlimit(RLIMIT_FSIZE, &before);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Other ranks may read in a window of this one that it has written. */
static void beside_a_window(const char *name)
{
	MPI_Win win;
	int flag = 0;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	MPI_Win_create(&flag, sizeof flag, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	for (int i = 0; !job.rank && i < 100; i++) {
		put(64);
		check(on_disk(name) == 64 * written, "window: %ld bytes of %ld records",
		      on_disk(name), written);
	}
	MPI_Win_free(&win);
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Of 64 byte records: `gathers` where more are written than are in the file. */
static void straight(const char *name, int gathers)
{
	long some = 0, all = 0;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	if (!job.rank) {
		put(64);
		check(on_disk(name) == 64, "one write: %ld bytes", on_disk(name));
	}
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; !job.rank && i < 300; i++) {
		put(64);
		some += on_disk(name) < 64 * written;
	}
	MPI_Allreduce(&some, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
	check(gathers == (all > 0), "%ld writes were gathered", all);
	MPI_File_set_atomicity(file, 1);
	check(on_disk(name) == position(), "atomic mode begins: %ld bytes", on_disk(name));
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; !job.rank && i < 300; i++) {
		put(64);
		check(on_disk(name) == 64 * written, "in atomic mode: %ld bytes", on_disk(name));
	}
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Every call that ended well has its record in the file, of `limit` bytes at most. */
static void until_full(const char *name, int class, long limit)
{
	uint32_t *next = must_alloc((size_t)job.ranks * sizeof(*next));
	long *all = must_alloc((size_t)job.ranks * sizeof(*all)), sum = 0, found = 0;
	char record[64], none[64] = "";
	MPI_Offset size = 0;
	int code = 0;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
	for (long i = 0; !code && i < 10 * limit / 64; i++)
		code = put(64);
	check_class(code, class, "a write that has no room");
	MPI_Barrier(MPI_COMM_WORLD);
	check(!MPI_File_get_size(file, &size), "size");
	check(size <= limit, "%lld bytes of %ld", (long long)size, limit);
	MPI_Allgather(&written, 1, MPI_LONG, all, 1, MPI_LONG, MPI_COMM_WORLD);
	for (int i = 0; i < job.ranks; i++)
		sum += all[i];
	for (long at = 0; at + 64 <= size; at += 64) {
		struct head head;

		check(!MPI_File_read_at(file, at, record, 64, MPI_BYTE, MPI_STATUS_IGNORE), "read");
		memcpy(&head, record, HEAD);
		if (!memcmp(record, none, 64))
			continue; /* the place of a write that failed */
		check(head.rank < job.ranks && head.number == next[head.rank],
		      "byte %ld: record %u", at, head.number);
		next[head.rank % job.ranks]++;
		found++;
	}
	check(found == sum, "%ld of %ld records", found, sum);
	check(sum > limit / 64 / 2, "only %ld records", sum);
	check(!MPI_File_close(&file), "close");
	free(next);
	free(all);
}

static void low_limit(const char *name, long limit)
{
	struct rlimit before, low;

	getrlimit(RLIMIT_FSIZE, &before);
	low = (struct rlimit){(rlim_t)limit, before.rlim_max};
	MPI_Barrier(MPI_COMM_WORLD);
	setrlimit(RLIMIT_FSIZE, &low);
	until_full(name, MPI_ERR_IO, limit);
	setrlimit(RLIMIT_FSIZE, &before);
}

/* Random lengths, some too long to be gathered, and random other accesses. */
static void random_steps(const char *name, double seconds)
{
	double end = MPI_Wtime() + seconds;
	char record[LONGEST];
	uint64_t seed = (uint64_t)job.rank + 1;
	MPI_Offset size;
	long rounds = 0;
	int go = 1;

	while (go) {
		open_file(name, MPI_MODE_DELETE_ON_CLOSE);
		for (int i = 0; i < BURST; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			put(HEAD + (int)(seed >> 33) % (LONGEST - HEAD));
			if (seed >> 40 & 1)
				continue;
			if ((seed >> 41) % 200 == 0)
				MPI_File_get_size(file, &size);
			if ((seed >> 41) % 200 == 1)
				MPI_File_read_at(file, (MPI_Offset)(seed >> 50), record, 8,
						 MPI_BYTE, MPI_STATUS_IGNORE);
		}
		MPI_Barrier(MPI_COMM_WORLD);
		check_file("random", position());
		MPI_File_close(&file);
		MPI_Barrier(MPI_COMM_WORLD);
		go = MPI_Wtime() < end;
		MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
		rounds++;
	}
	check(rounds > 0, "no round");
}

static int ended;

static void *write_beside(void *nothing)
{
	if (job.rank)
		burst(8L * BURST);
	__atomic_store_n(&ended, 1, __ATOMIC_SEQ_CST);
	return nothing;
}

/* A thread writes while the file is made longer, which has nothing to do with it. */
static void threads(const char *name)
{
	int own, all = 0;
	pthread_t thread;

	open_file(name, MPI_MODE_DELETE_ON_CLOSE);
	if (!check(!pthread_create(&thread, NULL, write_beside, NULL), "a thread"))
		MPI_Abort(MPI_COMM_WORLD, 1);
	while (!all) {
		MPI_File_preallocate(file, 64);
		own = __atomic_load_n(&ended, __ATOMIC_SEQ_CST);
		MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	}
	pthread_join(thread, NULL);
	MPI_Barrier(MPI_COMM_WORLD);
	check_file("a thread beside", position());
	MPI_File_close(&file);
}

static void leaves(const char *name, int aborts)
{
	open_file(name, 0);
	burst(BURST);
	MPI_Barrier(MPI_COMM_WORLD);
	if (aborts && !job.rank)
		MPI_Abort(MPI_COMM_WORLD, 3);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void check_aborted(const char *name, int ranks)
{
	uint32_t *next = must_alloc((size_t)ranks * sizeof(*next));
	long bytes = on_disk(name);
	char *data = must_alloc((size_t)bytes + 1);
	int fd = open(name, O_RDONLY);

	check(read(fd, data, (size_t)bytes) == bytes, "read");
	close(fd);
	job.ranks = ranks;
	check(check_records(data, bytes, next) == bytes, "records of %ld bytes", bytes);
	for (int i = 0; i < ranks; i++)
		check(next[i] == BURST, "%u records of rank %d", next[i], i);
	job.ranks = 1;
	free(data);
	free(next);
}

int main(int argc, char **argv)
{
	int many = (int)argument(argc, argv, "-threads", 0), given;
	long ranks;

	MPI_Init_thread(&argc, &argv, many ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &given);
	job_has_started("io_gather");
	ranks = argument(argc, argv, "-check", 0);
	if (ranks) {
		check_aborted(argv[1], (int)ranks);
	} else if (argument(argc, argv, "-aborts", 0) || argument(argc, argv, "-leaves", 0)) {
		leaves(argv[1], (int)argument(argc, argv, "-aborts", 0));
	} else if (many) {
		threads(argv[1]);
	} else if (argument(argc, argv, "-full", 0)) {
		until_full(argv[1], MPI_ERR_NO_SPACE, 1 << 20);
	} else {
		bursts(argv[1]);
		among_others(argv[1]);
		begins_again(argv[1]);
		seen_at_once(argv[1]);
		by_messages(argv[1]);
		straight(argv[1], (int)argument(argc, argv, "-gathers", 0));
		if (argument(argc, argv, "-gathers", 0)) {
			nested(argv[1]);
			fails_later(argv[1]);
			beside_a_window(argv[1]);
		}
		low_limit(argv[1], LOW);
		low_limit(argv[1], MIDDLE);
		tight_room(argv[1]);
		random_steps(argv[1], (double)argument(argc, argv, "-seconds", 1));
	}
	return job_end();
}
