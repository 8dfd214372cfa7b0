/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Accumulates on created windows of more than one room of a mailbox, which go by pieces or are
 * copied by the target (rma/way.h): all operators on types of each size against a model, with the
 * old values, while the target is in MPI or comes and goes; sums of all ranks at once.
 *
 *     rma_long [-s SEED]
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum {
	ROOM = 8192,
	BYTES = 5 * ROOM, /* of a window */
	AWAY = 8,         /* elements from its start, now and then */
	MANY = 20000,     /* elements that all ranks change */
	ROUNDS = 12,
	ORDERED = 150, /* operations on one window while its target comes and goes */
	TAG = 5
};

enum how { WAITS, COMES_AND_GOES };

static const MPI_Comm world = MPI_COMM_WORLD;
static uint64_t seed;

/* ---- Against a model ---- */

enum kind { INTEGER, REAL, COMPLEX, PAIR, KINDS };

static const struct {
	MPI_Datatype type;
	int size; /* bytes */
	enum kind kind;
} types[] = {
	{MPI_INT8_T, 1, INTEGER},
	{MPI_UINT16_T, 2, INTEGER},
	{MPI_INT32_T, 4, INTEGER},
	{MPI_INT64_T, 8, INTEGER},
	{MPI_FLOAT, 4, REAL},
	{MPI_DOUBLE, 8, REAL},
	{MPI_2INT, 8, PAIR},
	{MPI_C_FLOAT_COMPLEX, 8, COMPLEX},
	{MPI_C_DOUBLE_COMPLEX, 16, COMPLEX},
};
enum { TYPES = sizeof(types) / sizeof(types[0]) };

static const struct {
	MPI_Op op;
	int kinds; /* that it is defined for: bits */
} ops[] = {
	{MPI_SUM, 1 << INTEGER | 1 << REAL | 1 << COMPLEX},
	{MPI_PROD, 1 << INTEGER | 1 << REAL | 1 << COMPLEX},
	{MPI_MAX, 1 << INTEGER | 1 << REAL},
	{MPI_MIN, 1 << INTEGER | 1 << REAL},
	{MPI_LAND, 1 << INTEGER},
	{MPI_LOR, 1 << INTEGER},
	{MPI_LXOR, 1 << INTEGER},
	{MPI_BAND, 1 << INTEGER},
	{MPI_BOR, 1 << INTEGER},
	{MPI_BXOR, 1 << INTEGER},
	{MPI_MAXLOC, 1 << PAIR},
	{MPI_MINLOC, 1 << PAIR},
	{MPI_REPLACE, (1 << KINDS) - 1},
	{MPI_NO_OP, (1 << KINDS) - 1},
};
enum { OPS = sizeof(ops) / sizeof(ops[0]) };

static _Alignas(16) char memory[BYTES], model[BYTES], in[BYTES], out[BYTES], before[BYTES];
static MPI_Win win;

/* Operands of which all results are exact. */
static void fill(int t, int n)
{
	for (int i = 0; i < n * types[t].size; i++)
		in[i] = (char)random_below(&seed, types[t].kind == INTEGER ? 256 : 3);
	if (types[t].type == MPI_FLOAT || types[t].type == MPI_C_FLOAT_COMPLEX)
		for (int i = 0; i < n * types[t].size / 4; i++)
			memcpy(in + i * 4, &(float){(float)random_below(&seed, 3)}, 4);
	else if (types[t].kind == REAL || types[t].kind == COMPLEX)
		for (int i = 0; i < n * types[t].size / 8; i++)
			memcpy(in + i * 8, &(double){random_below(&seed, 3)}, 8);
}

/* Of n elements, `at` bytes from the start. */
static void one(int t, int o, int n, int at)
{
	MPI_Datatype type = types[t].type;
	int bytes = n * types[t].size, reads = random_below(&seed, 2) || ops[o].op == MPI_NO_OP;

	fill(t, n);
	memcpy(before, model + at, (size_t)bytes);
	if (ops[o].op == MPI_REPLACE)
		memcpy(model + at, in, (size_t)bytes);
	else if (ops[o].op != MPI_NO_OP)
		MPI_Reduce_local(in, model + at, n, type, ops[o].op);
	if (reads)
		MPI_Get_accumulate(in, n, type, out, n, type, 1, at, n, type, ops[o].op, win);
	else
		MPI_Accumulate(in, n, type, 1, at, n, type, ops[o].op, win);
	MPI_Win_flush(1, win);
	check(!reads || !memcmp(out, before, (size_t)bytes),
	      "type %d, operator %d, %d elements: the old values are wrong", t, o, n);
}

/* Elements between one room and all of the window but the last few. */
static int some_number(int size)
{
	int rooms = random_between(&seed, 1, BYTES / ROOM);
	int most = BYTES / size - AWAY - 1;

	if (random_below(&seed, 2))
		return random_between(&seed, ROOM / size + 1, most);
	return rooms * ROOM / size < most ? rooms * ROOM / size + random_below(&seed, 3) - 1 : most;
}

static void each_operator(void)
{
	for (int t = 0; t < TYPES; t++)
		for (int o = 0; o < OPS; o++)
			for (int i = 0; i < 4 && ops[o].kinds >> types[t].kind & 1; i++)
				one(t, o, some_number(types[t].size),
				    i == 3 ? AWAY * types[t].size : 0);
}

/* Without a flush between two: a later one changes or reads elements of the ones before. */
static void in_order(void)
{
	enum { N = BYTES / 8 };
	static int64_t given[ORDERED][N], old[ORDERED][N], expected[ORDERED][N], now[N];
	static int from[ORDERED], length[ORDERED];
	static const MPI_Op some[] = {MPI_SUM, MPI_REPLACE, MPI_NO_OP};

	memcpy(now, model, sizeof(now));
	for (int k = 0; k < ORDERED; k++) {
		int n = length[k] = random_between(&seed, 1, random_below(&seed, 3) ? N : 20);
		int o = random_below(&seed, 3), at = from[k] = random_below(&seed, N - n + 1);

		for (int i = 0; i < n; i++) {
			given[k][i] = random_below(&seed, 1000);
			expected[k][i] = now[at + i];
			if (o < 2)
				now[at + i] = given[k][i] + (o ? 0 : now[at + i]);
		}
		if (o == 2 || k % 2) {
			MPI_Get_accumulate(given[k], n, MPI_INT64_T, old[k], n, MPI_INT64_T, 1,
					   8 * at, n, MPI_INT64_T, some[o], win);
		} else {
			memcpy(old[k], expected[k], sizeof(old[k]));
			MPI_Accumulate(given[k], n, MPI_INT64_T, 1, 8 * at, n, MPI_INT64_T, some[o],
				       win);
		}
	}
	MPI_Win_flush(1, win);
	for (int k = 0; k < ORDERED; k++)
		check(!memcmp(old[k], expected[k], (size_t)length[k] * 8),
		      "operation %d on %d words from %d: the old values are wrong", k, length[k],
		      from[k]);
	memcpy(model, now, sizeof(now));
}

/* The target's work meanwhile. */
static void be_target(enum how how)
{
	int done = 0;
	MPI_Request request;

	MPI_Irecv(NULL, 0, MPI_INT, 0, TAG, world, &request);
	while (how == COMES_AND_GOES && !done) {
		usleep(100);
		for (int i = 0; i < 20 && !done; i++)
			MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void against_model(enum how how)
{
	memset(memory, 0, sizeof(memory));
	memset(model, 0, sizeof(model));
	MPI_Win_create(memory, sizeof(memory), 1, MPI_INFO_NULL, world, &win);
	if (job.rank == 1)
		be_target(how);
	if (job.rank == 0) {
		MPI_Win_lock(how == WAITS ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1, 0, win);
		if (how == WAITS)
			each_operator();
		in_order();
		MPI_Win_unlock(1, win);
		MPI_Send(NULL, 0, MPI_INT, 1, TAG, world);
	}
	MPI_Bcast(model, BYTES, MPI_CHAR, 0, world);
	MPI_Win_free(&win);
	check(job.rank != 1 || !memcmp(memory, model, sizeof(model)),
	      "the target %s: its memory differs from the model",
	      how == WAITS ? "waits" : "comes and goes");
}

/* ---- All at once ---- */

/* Each adds 1 to all elements of all, in an order of its own, and sees its own sums. */
static void all_at_once(void)
{
	int64_t *sums = calloc(MANY, sizeof(*sums)), *ones = malloc(MANY * sizeof(*ones));
	int64_t *old = malloc(MANY * sizeof(*old)), wrong = 0;

	for (int i = 0; i < MANY; i++)
		ones[i] = 1;
	MPI_Win_create(sums, MANY * sizeof(*sums), 8, MPI_INFO_NULL, world, &win);
	MPI_Win_lock_all(0, win);
	for (int round = 0; round < ROUNDS; round++)
		for (int k = 0; k < job.ranks; k++) {
			int to = (job.rank + k) % job.ranks, n = round % 3 ? MANY : MANY / 10;

			if (round % 2)
				MPI_Accumulate(ones, n, MPI_INT64_T, to, 0, n, MPI_INT64_T, MPI_SUM,
					       win);
			else
				MPI_Get_accumulate(ones, n, MPI_INT64_T, old, n, MPI_INT64_T, to, 0,
						   n, MPI_INT64_T, MPI_SUM, win);
			MPI_Win_flush(to, win);
			for (int i = 0; i < n && round % 2 == 0; i++)
				wrong += old[i] < (i < MANY / 10 ? round : round * 2 / 3) ||
					 old[i] >= (int64_t)ROUNDS * job.ranks;
		}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	check(!wrong, "%ld old values lack additions of this rank", (long)wrong);
	for (int i = 0; i < MANY; i++)
		wrong += sums[i] != (int64_t)job.ranks * (i < MANY / 10 ? ROUNDS : ROUNDS * 2 / 3);
	check(!wrong, "%ld sums are wrong", (long)wrong);
	free(sums);
	free(ones);
	free(old);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "rma_long");
	seed = (uint64_t)argument(argc, argv, "-s", 1) * 2654435761u;
	if (job.ranks > 1) {
		against_model(WAITS);
		for (int i = 0; i < 4; i++)
			against_model(COMES_AND_GOES);
	}
	all_at_once();
	return job_end();
}
