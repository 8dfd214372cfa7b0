/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Out of memory: the allocations of a one-sided operation, of a partitioned receive, or of messages
 * by TCP fail, one after the other. The call succeeds nevertheless or returns an error of class
 * MPI_ERR_NO_MEM, nothing that it held is lost, later calls work, and a target carries operations
 * out as soon as it has memory again.
 *
 *     no_memory_rma rma | target | sync | lost | part | frame
 */
#include "scarce.h"

#ifdef __GLIBC__

/* ---- One-sided ---- */

enum { MANY = 20000 };

static int from[2 * MANY], to[2 * MANY];
static MPI_Datatype gaps;

static int put(MPI_Win win)
{
	return MPI_Put(from, MANY, MPI_INT, 1, 0, MANY, MPI_INT, win);
}

enum { END = 7 };

static int get(MPI_Win win)
{
	return MPI_Get(to, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}

static int rget(MPI_Win win)
{
	MPI_Request req;
	int err = MPI_Rget(to, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req);

	return err ? err : MPI_Wait(&req, MPI_STATUS_IGNORE);
}

static int rput(MPI_Win win)
{
	MPI_Request req;
	int err = MPI_Rput(from, MANY, MPI_INT, 1, 0, MANY, MPI_INT, win, &req);

	return err ? err : MPI_Wait(&req, MPI_STATUS_IGNORE);
}

static int accumulate(MPI_Win win)
{
	return MPI_Accumulate(from, MANY, MPI_INT, 1, 0, MANY, MPI_INT, MPI_SUM, win);
}

static int get_accumulate(MPI_Win win)
{
	return MPI_Get_accumulate(from, MANY, MPI_INT, to, 1, gaps, 1, 0, MANY, MPI_INT, MPI_SUM,
				  win);
}

static int compare(MPI_Win win)
{
	return MPI_Compare_and_swap(from, from + 1, to, MPI_INT, 1, 0, win);
}

typedef int operation(MPI_Win win);
static const struct {
	const char *name;
	operation *call;
} operations[] = {{"MPI_Put", put},
		  {"MPI_Get", get},
		  {"MPI_Rput", rput},
		  {"MPI_Rget", rget},
		  {"MPI_Accumulate", accumulate},
		  {"MPI_Get_accumulate", get_accumulate},
		  {"MPI_Compare_and_swap", compare}};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* Each allocation of it fails once. */
static void starve(MPI_Win win, int which)
{
	const char *name = operations[which].name;

	for (int at = 0, before = -1; at < 200 && failed > before; at++) {
		int err;

		before = failed;
		left = at;
		err = operations[which].call(win);
		left = -1;
		if (failed == before)
			check(err == MPI_SUCCESS, "%s with all its memory: error", name);
		else if (err != MPI_SUCCESS)
			check_class(err, MPI_ERR_NO_MEM, name);
		check(MPI_Win_flush(1, win) == MPI_SUCCESS, "%s: flush after allocation %d failed",
		      name, at);
	}
}

static void test_rma(void)
{
	MPI_Win win;
	long before;

	MPI_Type_vector(MANY, 1, 2, MPI_INT, &gaps);
	MPI_Type_commit(&gaps);
	MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_lock_all(0, win);
	if (!job.rank) {
		for (int i = 0; i < OPERATIONS; i++)
			starve(win, i);
		before = live;
		for (int round = 0; round < ROUNDS; round++)
			for (int i = 0; i < OPERATIONS; i++)
				starve(win, i);
		check(live <= before + KEPT, "%ld blocks before, %ld after", before, live);
		check(failed >= OPERATIONS * ROUNDS, "only %d allocations failed", failed);
		MPI_Send(NULL, 0, MPI_INT, 1, END, MPI_COMM_WORLD);
	} else { /* no message of its own comes to the other, where memory for it would lack */
		MPI_Recv(NULL, 0, MPI_INT, 0, END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Type_free(&gaps);
}

/* In each poll for messages the first, second, ... allocation fails, and sometimes all do. */
static void serve_starving(void)
{
	int flag = 0;

	cleared = 1;
	for (int n = 0; !flag; n++) {
		always = n % 8 > 5;
		left = n % 8;
		MPI_Iprobe(0, END, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
		left = -1;
		always = 0;
	}
	cleared = 0;
	MPI_Recv(NULL, 0, MPI_INT, 0, END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* 1: the operations are complete; 0: an error has reported that they are not. */
static int flushed(MPI_Win win)
{
	int err = MPI_Win_flush(1, win);

	if (err != MPI_SUCCESS)
		check_class(err, MPI_ERR_NO_MEM, "MPI_Win_flush");
	return err == MPI_SUCCESS;
}

static void short_operations(MPI_Win win, int round)
{
	int old = -1, one = round, two = round + 1, sum = -1;

	MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
	MPI_Compare_and_swap(&two, &one, &old, MPI_INT, 1, 0, win);
	MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
	MPI_Get_accumulate(&one, 1, MPI_INT, &sum, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
	check(flushed(win), "short operations have failed");
	check(old == one && sum == two + one, "round %d: %d and %d", round, old, sum);
}

static void long_operations(MPI_Win win, MPI_Datatype halves, int round)
{
	static int sent[MANY], got[MANY];
	int good;

	for (int i = 0; i < MANY; i++)
		sent[i] = round + i;
	MPI_Put(sent, MANY, MPI_INT, 1, 0, MANY, MPI_INT, win);
	good = flushed(win);
	MPI_Accumulate(sent, MANY / 2, MPI_INT, 1, 0, 1, halves, MPI_SUM, win);
	good &= flushed(win);
	MPI_Get(got, MANY, MPI_INT, 1, 0, MANY, MPI_INT, win);
	good &= flushed(win);
	for (int i = 0; i < MANY && good; i++)
		good = check(got[i] == round + i + (i % 2 ? 0 : round + i / 2),
			     "round %d: %d is %d", round, i, got[i]);
}

static void ask_starving(MPI_Win win)
{
	MPI_Datatype halves;

	for (int round = 0; round < 5 * ROUNDS; round++) {
		MPI_Type_vector(MANY / 2, 1, 2, MPI_INT, &halves);
		MPI_Type_commit(&halves);
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
		short_operations(win, round);
		long_operations(win, halves, round);
		check(MPI_Win_unlock(1, win) == MPI_SUCCESS, "MPI_Win_unlock failed");
		MPI_Type_free(&halves);
	}
	MPI_Send(NULL, 0, MPI_INT, 1, END, MPI_COMM_WORLD);
}

/* Operations with a response of their own are at most late; long data may be refused. */
static void test_target(void)
{
	MPI_Win win;

	MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	if (!job.rank)
		ask_starving(win);
	else if (job.rank == 1)
		serve_starving();
	if (job.rank == 1)
		check(failed > 0, "no allocation has failed");
	MPI_Win_free(&win);
}

enum {
	SYNCS = 12,
	POST_OWN = 2, /* allocations of MPI_Win_post before its message's */
	LONGER = 100, /* goes by message */
};

/* There is no memory at first for the messages that end an epoch at the origin: the lock is given
 * back all the same, and the target's MPI_Win_wait ends. */
static void sync_origin(MPI_Win win, MPI_Group other)
{
	for (int i = 0; i < SYNCS; i++) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
		MPI_Put(from, LONGER, MPI_INT, 1, 0, LONGER, MPI_INT, win);
		left = 0;
		check(MPI_Win_unlock(1, win) == MPI_SUCCESS, "MPI_Win_unlock failed");
		left = -1;
		MPI_Win_start(other, 0, win);
		left = 0;
		check(MPI_Win_complete(win) == MPI_SUCCESS, "MPI_Win_complete failed");
		left = -1;
	}
}

/* The same at the target: the origin's MPI_Win_start ends. */
static void sync_target(MPI_Win win, MPI_Group other)
{
	for (int i = 0; i < SYNCS; i++) {
		left = POST_OWN;
		check(MPI_Win_post(other, 0, win) == MPI_SUCCESS, "MPI_Win_post failed");
		left = -1;
		MPI_Win_wait(win);
	}
}

static void test_sync(void)
{
	int one = !job.rank;
	MPI_Group all, other;
	MPI_Win win;

	MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Group_incl(all, 1, &one, &other);
	if (!job.rank)
		sync_origin(win, other);
	else if (job.rank == 1)
		sync_target(win, other);
	check(job.rank > 1 || failed > 0, "no allocation has failed");
	MPI_Win_free(&win);
	MPI_Group_free(&all);
	MPI_Group_free(&other);
}

/* The target has no memory to take the request for a lock: nobody waits for ever. */
static void test_lost(void)
{
	MPI_Win win;

	MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Barrier(MPI_COMM_WORLD);
	while (!job.rank) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
		MPI_Win_unlock(1, win);
	}
	cleared = 1;
	for (int flag = 0; !flag;) {
		left = 0;
		MPI_Iprobe(0, END, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
		left = -1;
	}
	MPI_Win_free(&win);
}

/* ---- Partitioned ---- */

/* The sender's partitions end within elements of the receiver's. */
static void test_part(void)
{
	MPI_Datatype pair;
	MPI_Request req;
	long before = 0;

	MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
	MPI_Type_commit(&pair);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (job.rank > 1)
		goto end;
	if (job.rank)
		MPI_Psend_init(from, 8, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &req);
	else
		MPI_Precv_init(to, 1, 4, pair, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &req);
	for (int round = 0; round < 10 * ROUNDS; round++) {
		int err;

		if (round == ROUNDS)
			before = live;
		if (!job.rank)
			left = round % 12;
		MPI_Start(&req);
		left = -1;
		MPI_Barrier(MPI_COMM_WORLD);
		if (job.rank)
			MPI_Pready_range(0, 7, req);
		err = MPI_Wait(&req, MPI_STATUS_IGNORE);
		if (err != MPI_SUCCESS)
			check_class(err, MPI_ERR_NO_MEM, "partitioned receive");
	}
	MPI_Request_free(&req);
	check(live <= before + KEPT, "%ld blocks before, %ld after", before, live);
end:
	MPI_Type_free(&pair);
}

/* ---- Frames of TCP ---- */

enum { FRAMES = 100, FRAME = 7777 }; /* ints */

/* There is no memory for the parts of a frame that have come, before the message is kept. */
static void test_frame(void)
{
	for (int i = 0; job.rank == 1 && i < FRAMES; i++) {
		from[0] = i;
		MPI_Send(from, FRAME, MPI_INT, 0, i, MPI_COMM_WORLD);
	}
	never = job.rank ? 0 : FRAME * sizeof(int);
	for (int i = FRAMES - 1; !job.rank && i >= 0; i--) {
		MPI_Recv(to, FRAME, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		check(to[0] == i, "message %d is %d", i, to[0]);
	}
	never = 0;
	check(job.rank || failed > 0, "no allocation has failed");
}

int main(int argc, char **argv)
{
	static const struct scarce_test tests[] = {
		{"rma", test_rma},
		{"target", test_target},
		{"sync", test_sync},
		{"lost", test_lost},
		{"part", test_part},
		{"frame", test_frame},
		{0},
	};

	return scarce_main(argc, argv, "no_memory_rma", tests);
}

#endif
