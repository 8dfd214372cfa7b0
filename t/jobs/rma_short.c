/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short one-sided operations on created windows, which may be left on the target's lock word
 * (rma/mailbox.h): their order with long ones and with gets against a model, while the target is in
 * MPI, computes, or comes and goes; gets before an accumulate; counters that all ranks add to at
 * once; puts and gets that are complete although the target calls nothing; errors of dynamic
 * windows.
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { WORDS = 300, STEPS = 400, ADDS = 600, TAG = 5 };

static const MPI_Comm world = MPI_COMM_WORLD;
static uint64_t seed;

/* ---- Order against a model ---- */

struct step {
	int64_t in[WORDS], out[WORDS], expected[WORDS];
	int at, n, reads;
};

static struct step steps[STEPS];

static void one_step(struct step *s, int64_t *model, MPI_Win win)
{
	static const MPI_Op ops[] = {MPI_SUM, MPI_REPLACE, MPI_NO_OP};
	int kind = random_below(&seed, 4), op = random_below(&seed, 3);

	s->n = random_below(&seed, 3) ? random_between(&seed, 1, 4)
				      : random_between(&seed, 5, WORDS);
	s->at = random_below(&seed, WORDS - s->n + 1);
	s->reads = kind > 0;
	for (int i = 0; i < s->n; i++) {
		s->in[i] = random_below(&seed, 1000);
		s->expected[i] = model[s->at + i];
		s->out[i] = -1;
		if (kind < 3 && op < 2)
			model[s->at + i] = s->in[i] + (op ? 0 : model[s->at + i]);
	}
	if (kind == 3)
		MPI_Get(s->out, s->n, MPI_INT64_T, 1, s->at, s->n, MPI_INT64_T, win);
	else if (kind == 0 && op < 2)
		MPI_Accumulate(s->in, s->n, MPI_INT64_T, 1, s->at, s->n, MPI_INT64_T, ops[op], win);
	else if (kind == 1 && s->n == 1)
		MPI_Fetch_and_op(s->in, s->out, MPI_INT64_T, 1, s->at, ops[op], win);
	else
		MPI_Get_accumulate(s->in, s->n, MPI_INT64_T, s->out, s->n, MPI_INT64_T, 1, s->at,
				   s->n, MPI_INT64_T, ops[op], win);
	s->reads |= kind == 0 && op == 2;
}

/* The target's work meanwhile. */
static void be_target(int how)
{
	int done = 0;
	MPI_Request request;

	MPI_Irecv(NULL, 0, MPI_INT, 0, TAG, world, &request);
	while (how == 1 && !done) {
		usleep(300);
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void in_order(int how)
{
	static int64_t memory[WORDS], model[WORDS];
	MPI_Win win;

	memset(memory, 0, sizeof(memory));
	memset(model, 0, sizeof(model));
	MPI_Win_create(memory, sizeof(memory), 8, MPI_INFO_NULL, world, &win);
	if (job.rank == 1)
		be_target(how);
	if (job.rank == 0) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
		for (int n = 0; n < STEPS; n++) {
			one_step(&steps[n], model, win);
			if (random_below(&seed, 10) == 0)
				MPI_Win_flush(1, win);
		}
		MPI_Win_unlock(1, win);
		MPI_Send(NULL, 0, MPI_INT, 1, TAG, world);
		for (int n = 0; n < STEPS; n++)
			for (int i = 0; i < steps[n].n && steps[n].reads; i++)
				check(steps[n].out[i] == steps[n].expected[i],
				      "way %d, step %d: word %d is %ld, must be %ld", how, n,
				      steps[n].at + i, (long)steps[n].out[i],
				      (long)steps[n].expected[i]);
	}
	MPI_Bcast(model, WORDS, MPI_INT64_T, 0, world);
	MPI_Win_free(&win);
	check(job.rank != 1 || !memcmp(memory, model, sizeof(model)), "way %d: the memory differs",
	      how);
}

/* Gets are issued and then an accumulate of the same memory, which they must not see, of data that
 * is sent at once and of data that is not. by_message: an accumulate whose elements have a gap goes
 * first, by message, and so do the gets then. */
static void gets_first(int words, int gets, int by_message)
{
	enum { ROUNDS = 20 };
	static const int64_t zeros[2];
	size_t bytes = (size_t)words * sizeof(int64_t);
	int64_t *memory = calloc((size_t)words, sizeof(*memory)), *in = malloc(bytes);
	int64_t *out = malloc(bytes * (size_t)gets);
	int wrong = 0;
	MPI_Datatype gap;
	MPI_Win win;

	MPI_Type_vector(2, 1, 2, MPI_INT64_T, &gap);
	MPI_Type_commit(&gap);
	MPI_Win_create(memory, (MPI_Aint)bytes, 8, MPI_INFO_NULL, world, &win);
	if (job.rank == 1)
		be_target(0);
	for (int round = 1; round <= ROUNDS && job.rank == 0; round++) {
		for (int i = 0; i < words; i++)
			in[i] = round;
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
		if (by_message)
			MPI_Accumulate(zeros, 2, MPI_INT64_T, 1, 0, 1, gap, MPI_SUM, win);
		for (int n = 0; n < gets; n++)
			MPI_Get(out + (size_t)n * (size_t)words, words, MPI_INT64_T, 1, 0, words,
				MPI_INT64_T, win);
		MPI_Accumulate(in, words, MPI_INT64_T, 1, 0, words, MPI_INT64_T, MPI_REPLACE, win);
		MPI_Win_unlock(1, win);
		for (size_t i = 0; i < (size_t)words * (size_t)gets; i++)
			wrong += out[i] != round - 1;
	}
	if (job.rank == 0)
		MPI_Send(NULL, 0, MPI_INT, 1, TAG, world);
	check(!wrong, "%d gets of %d words: %d words are of the accumulate after them", gets, words,
	      wrong);
	MPI_Win_free(&win);
	MPI_Type_free(&gap);
	free(memory);
	free(in);
	free(out);
}

/* ---- Counters ---- */

static void counters(void)
{
	int64_t own[2] = {0, 0}, sum = 0, total, one = 1, was;
	MPI_Win win;

	MPI_Win_create(own, sizeof(own), 8, MPI_INFO_NULL, world, &win);
	MPI_Win_lock_all(0, win);
	for (int n = 0; n < ADDS; n++) {
		int target = n % 3 ? random_below(&seed, job.ranks) : 0;

		if (n % 2) {
			MPI_Fetch_and_op(&one, &was, MPI_INT64_T, target, 0, MPI_SUM, win);
			MPI_Win_flush(target, win);
			check(was >= 0 && was < (int64_t)ADDS * job.ranks, "a counter was %ld",
			      (long)was);
		} else {
			MPI_Accumulate(&one, 1, MPI_INT64_T, target, 0, 1, MPI_INT64_T, MPI_SUM,
				       win);
		}
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Allreduce(&own[0], &sum, 1, MPI_INT64_T, MPI_SUM, world);
	total = (int64_t)ADDS * job.ranks;
	check(sum == total, "all counters are %ld, must be %ld", (long)sum, (long)total);
}

/* ---- One that calls nothing ---- */

static void backoff(void)
{
	static int64_t memory[8];
	int64_t value, seen = 0;
	MPI_Win win;

	MPI_Win_create(memory, sizeof(memory), 8, MPI_INFO_NULL, world, &win);
	if (job.rank == 1)
		usleep(100000);
	if (job.rank == 0) {
		MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
		for (value = 1; value <= 100; value++) {
			MPI_Put(&value, 1, MPI_INT64_T, 1, value % 8, 1, MPI_INT64_T, win);
			MPI_Win_flush(1, win);
			MPI_Get(&seen, 1, MPI_INT64_T, 1, value % 8, 1, MPI_INT64_T, win);
			MPI_Win_flush(1, win);
			check(seen == value, "got %ld after a put of %ld", (long)seen, (long)value);
		}
		MPI_Win_unlock(1, win);
	}
	MPI_Win_free(&win);
	for (int i = 0; i < 8 && job.rank == 1; i++)
		check(memory[i] > 92 && memory[i] % 8 == i, "word %d is %ld", i, (long)memory[i]);
}

/* ---- Errors ---- */

static void not_attached(void)
{
	static int64_t memory[2];
	int64_t one = 1;
	MPI_Aint at;
	MPI_Win win;
	int code;

	MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_attach(win, memory, sizeof(memory[0]));
	MPI_Get_address(memory, &at);
	MPI_Bcast(&at, 1, MPI_AINT, 1, world);
	if (job.rank == 0) {
		MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
		MPI_Accumulate(&one, 1, MPI_INT64_T, 1, at, 1, MPI_INT64_T, MPI_SUM, win);
		check(MPI_Win_flush(1, win) == MPI_SUCCESS, "adding to attached memory fails");
		code = MPI_Accumulate(&one, 1, MPI_INT64_T, 1, at + 8, 1, MPI_INT64_T, MPI_SUM,
				      win);
		if (code == MPI_SUCCESS)
			code = MPI_Win_flush(1, win);
		check_class(code, MPI_ERR_RMA_RANGE, "adding to memory that is not attached");
		MPI_Win_unlock(1, win);
	}
	MPI_Barrier(world);
	MPI_Win_detach(win, memory);
	MPI_Win_free(&win);
	check(job.rank != 1 || (memory[0] == 1 && !memory[1]), "the memory is %ld, %ld",
	      (long)memory[0], (long)memory[1]);
}

/* A target over two attached regions (MPI-5.0 12.2.4): adjacent ones, and a datatype with a gap
 * that is not attached; to a peer and to oneself. */
static void attached_twice(void)
{
	static int memory[30];
	int one[15], old[15], to = (job.rank + 1) % job.ranks;
	MPI_Aint at[2];
	MPI_Datatype gap;
	MPI_Win win;

	for (int i = 0; i < 15; i++)
		one[i] = 1;
	MPI_Type_vector(2, 5, 20, MPI_INT, &gap);
	MPI_Type_commit(&gap);
	MPI_Win_create_dynamic(MPI_INFO_NULL, world, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_attach(win, memory + 10, 5 * sizeof(int));
	MPI_Win_attach(win, memory, 10 * sizeof(int));
	MPI_Win_attach(win, memory + 20, 10 * sizeof(int));
	MPI_Get_address(memory, &at[0]);
	MPI_Sendrecv(&at[0], 1, MPI_AINT, (job.rank + job.ranks - 1) % job.ranks, 0, &at[1], 1,
		     MPI_AINT, to, 0, world, MPI_STATUS_IGNORE);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < 2; i++) { /* oneself, then the neighbour */
		int rank = i ? to : job.rank;

		check_class(
			MPI_Accumulate(one, 15, MPI_INT, rank, at[i], 15, MPI_INT, MPI_SUM, win),
			MPI_SUCCESS, "accumulate to adjacent regions");
		check_class(MPI_Accumulate(one, 10, MPI_INT, rank, at[i], 1, gap, MPI_SUM, win),
			    MPI_SUCCESS, "accumulate across a gap");
		check_class(MPI_Get_accumulate(NULL, 0, MPI_INT, old, 10, MPI_INT, rank, at[i], 1,
					       gap, MPI_NO_OP, win),
			    MPI_SUCCESS, "get_accumulate across a gap");
		check_class(MPI_Win_flush(rank, win), MPI_SUCCESS, "flush");
		check_class(MPI_Get(old, 15, MPI_INT, rank, at[i], 15, MPI_INT, win), MPI_SUCCESS,
			    "get from adjacent regions");
		check_class(MPI_Win_flush(rank, win), MPI_SUCCESS, "flush");
	}
	MPI_Win_unlock_all(win);
	MPI_Barrier(world);
	for (int i = 0; i < 30; i++)
		check(memory[i] == 2 * ((i < 15) + (i % 20 < 5)), "word %d is %d", i, memory[i]);
	MPI_Win_detach(win, memory);
	MPI_Win_detach(win, memory + 10);
	MPI_Win_detach(win, memory + 20);
	MPI_Win_free(&win);
	MPI_Type_free(&gap);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "rma_short");
	seed = (uint64_t)argument(argc, argv, "-s", 1) * 2654435761u + (uint64_t)job.rank;
	if (job.ranks > 1) {
		for (int n = 0; n < 6; n++)
			in_order(n % 2);
		for (int n = 0; n < 2; n++) {
			gets_first(3, 300, n);
			gets_first(1000, 60, n);
			gets_first(100000, 4, n);
		}
		backoff();
		not_attached();
	}
	attached_twice();
	counters();
	return job_end();
}
