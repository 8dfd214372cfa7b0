/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes in one-sided communication (MPI-5.0 chapter 12): all operators on all sizes, types of
 * any nesting and of each kind of constructor, pairs without a name. Run by rma.t.
 */
#include "job.h"

#include <stddef.h>

static int next_of(int rank)
{
	return (rank + 1) % job.ranks;
}

static int next_rank(void)
{
	return next_of(job.rank);
}

/* ---- Operators and element types: the same result as MPI_Allreduce ---- */

struct kind {
	MPI_Datatype type;
	const char *name;
	size_t bytes;
	MPI_Op ops[5];
};

struct pair {
	double value;
	int index;
};

static void fill(const struct kind *k, char *buf, int n)
{
	for (int i = 0; i < n; i++) {
		char *at = buf + (size_t)i * k->bytes;
		int value = (job.rank * 3 + i) % 5 + 1;

		if (k->type == MPI_DOUBLE)
			memcpy(at, &(double){value}, sizeof(double));
		else if (k->type == MPI_FLOAT)
			memcpy(at, &(float){value}, sizeof(float));
		else if (k->type == MPI_LONG_DOUBLE)
			*(long double *)(void *)at = value;
		else if (k->type == MPI_C_DOUBLE_COMPLEX)
			memcpy(at, (double[2]){value, value + 1}, 2 * sizeof(double));
		else if (k->type == MPI_DOUBLE_INT)
			*(struct pair *)(void *)at = (struct pair){value, job.rank};
		else
			at[0] = (char)value;
	}
}

/* Does not compare the bytes between and behind the parts of an element, which are undefined. */
static int same(const struct kind *k, const char *a, const char *b, int n)
{
	int good = 1;

	for (int i = 0; i < n && good; i++, a += k->bytes, b += k->bytes) {
		struct pair x, y;
		long double v, w;

		if (k->type == MPI_LONG_DOUBLE) {
			memcpy(&v, a, sizeof v);
			memcpy(&w, b, sizeof w);
			good = v == w;
		} else if (k->type == MPI_DOUBLE_INT) {
			memcpy(&x, a, sizeof x);
			memcpy(&y, b, sizeof y);
			good = x.value == y.value && x.index == y.index;
		} else {
			good = !memcmp(a, b, k->bytes);
		}
	}
	return good;
}

static void test_kind(const struct kind *k, int shift)
{
	enum { N = 40 };
	char *mine = must_alloc(N * k->bytes), *want = must_alloc(N * k->bytes), *base;
	MPI_Win win;

	MPI_Win_allocate((MPI_Aint)(N * k->bytes + 64), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
			 &win);
	for (int o = 0; o < 5 && k->ops[o]; o++) {
		fill(k, mine, N);
		MPI_Reduce(mine, want, N, k->type, k->ops[o], 0, MPI_COMM_WORLD);
		MPI_Win_fence(0, win);
		if (job.rank == 0) /* the first contribution is there */
			MPI_Accumulate(mine, N, k->type, 0, shift, N, k->type, MPI_REPLACE, win);
		MPI_Win_fence(0, win);
		if (job.rank)
			MPI_Accumulate(mine, N, k->type, 0, shift, N, k->type, k->ops[o], win);
		MPI_Win_fence(0, win);
		check(job.rank || same(k, base + shift, want, N - 1),
		      "accumulate of %s with operator %d at %d: another result than MPI_Reduce",
		      k->name, o, shift);
		MPI_Win_fence(0, win);
	}
	MPI_Win_free(&win);
	free(mine);
	free(want);
}

static void test_kinds(void)
{
	const struct kind kinds[] = {
		{MPI_INT8_T, "int8", 1, {MPI_SUM, MPI_BXOR, MPI_LAND, MPI_MAX, MPI_PROD}},
		{MPI_SHORT, "short", 2, {MPI_SUM, MPI_BAND, MPI_LOR, MPI_MIN, MPI_BOR}},
		{MPI_INT, "int", 4, {MPI_SUM, MPI_PROD, MPI_BOR, MPI_MAX, MPI_LXOR}},
		{MPI_INT64_T, "int64", 8, {MPI_SUM, MPI_PROD, MPI_BAND, MPI_MIN, MPI_BXOR}},
		{MPI_FLOAT, "float", 4, {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN}},
		{MPI_DOUBLE, "double", 8, {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN}},
		{MPI_LONG_DOUBLE, "long double", sizeof(long double), {MPI_SUM}},
		{MPI_C_DOUBLE_COMPLEX, "complex", 16, {MPI_SUM, MPI_PROD}},
		{MPI_DOUBLE_INT, "double and int", 16, {MPI_MINLOC, MPI_MAXLOC}},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		test_kind(&kinds[i], 0);
		if (kinds[i].type != MPI_LONG_DOUBLE) /* its bytes are not all data */
			test_kind(&kinds[i], 16);
		if (kinds[i].type == MPI_INT || kinds[i].type == MPI_DOUBLE)
			test_kind(&kinds[i], 3); /* at no multiple of its size */
	}
}

/* ---- Types: nested, with large descriptions, many of them ---- */

static void put_and_compare(MPI_Win win, MPI_Datatype type, int n, size_t room, const char *name)
{
	char *from = must_alloc(room), *got = must_alloc(room), *sent = must_alloc(room);
	int bytes, at = 0;

	MPI_Pack_size(n, type, MPI_COMM_WORLD, &bytes);
	for (size_t i = 0; i < room; i++)
		from[i] = (char)data_byte((uint64_t)job.rank + 1, i);
	MPI_Pack(from, n, type, sent, (int)room, &at, MPI_COMM_WORLD);
	MPI_Win_lock_all(0, win);
	MPI_Put(from, n, type, next_rank(), 0, n, type, win);
	MPI_Win_flush(next_rank(), win);
	MPI_Get(got, at, MPI_PACKED, next_rank(), 0, n, type, win);
	MPI_Win_flush_all(win);
	check(!memcmp(got, sent, (size_t)at), "%s: data put does not come back", name);
	MPI_Win_unlock_all(win);
	MPI_Barrier(MPI_COMM_WORLD);
	free(from);
	free(got);
	free(sent);
}

static void test_types(int create)
{
	enum { ROOM = 400000, LIST = 5000 };
	char *base = NULL, *memory = must_alloc(ROOM);
	int *place = must_alloc(LIST * sizeof(int));
	MPI_Datatype vector, part, list, both;
	MPI_Win win;

	if (create)
		MPI_Win_create(memory, ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	else
		MPI_Win_allocate(ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	for (int i = 0; i < LIST; i++)
		place[i] = 3 * i + i % 2;
	/* described in many messages */
	MPI_Type_create_indexed_block(LIST, 2, place, MPI_INT, &list);
	MPI_Type_commit(&list);
	put_and_compare(win, list, 1, ROOM, "a long list");
	for (int i = 0; i < 36; i++) { /* more than there are slots for */
		MPI_Type_vector(10 + i, 3, 5, MPI_SHORT, &vector);
		MPI_Type_create_resized(vector, 0, 2000, &part);
		MPI_Type_create_struct(2, (int[]){2, 1}, (MPI_Aint[]){4, 9001},
				       (MPI_Datatype[]){part, MPI_DOUBLE}, &both);
		MPI_Type_commit(&both);
		put_and_compare(win, both, 3, ROOM, "a struct");
		MPI_Type_free(&vector);
		MPI_Type_free(&part);
		MPI_Type_free(&both);
	}
	put_and_compare(win, list, 2, ROOM, "a long list again");
	MPI_Type_free(&list);
	MPI_Win_free(&win);
	free(memory);
	free(place);
}

/* Datatypes of the target by each kind of constructor that a message describes: a distributed array
 * and a pair without a name (the others: t/rma/types.c). */
static void test_described(void)
{
	int grid[12] = {0}, got[6] = {0}, to = next_rank();
	struct {
		double value;
		uint64_t index;
	} pair = {0, 0}, mine = {job.rank + 0.5, (uint64_t)job.rank};
	MPI_Datatype half, named;
	MPI_Win win, pairs;

	MPI_Type_create_darray(2, 1, 2, (int[]){3, 4},
			       (int[]){MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK},
			       (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG},
			       (int[]){1, 2}, MPI_ORDER_C, MPI_INT, &half);
	MPI_Type_commit(&half);
	MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &named);
	MPI_Win_create(grid, sizeof(grid), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_create(&pair, sizeof(pair), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &pairs);
	MPI_Win_fence(0, win);
	MPI_Win_fence(0, pairs);
	MPI_Put((int[]){1, 2, 3, 4, 5, 6}, 6, MPI_INT, to, 0, 1, half, win);
	MPI_Put(&mine, 1, named, to, 0, 1, named, pairs);
	MPI_Win_fence(0, pairs);
	MPI_Win_fence(0, win);
	MPI_Get(got, 6, MPI_INT, to, 0, 1, half, win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	for (int i = 0; i < 12; i++)
		check(grid[i] == (i % 4 < 2 ? 0 : 2 * (i / 4) + i % 4 - 1), "grid[%d] is %d", i,
		      grid[i]);
	for (int i = 0; i < 6; i++)
		check(got[i] == i + 1, "got %d in place of %d", got[i], i + 1);
	check(next_of((int)pair.index) == job.rank && pair.value == (double)pair.index + 0.5,
	      "the pair is %g, %d", pair.value, (int)pair.index);
	MPI_Win_fence(0, pairs);
	MPI_Accumulate(&mine, 1, named, 0, 0, 1, named, MPI_MINLOC, pairs);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, pairs);
	check(job.rank || pair.index == 0, "the least pair is of %d", (int)pair.index);
	MPI_Win_free(&pairs);
	MPI_Win_free(&win);
	MPI_Type_free(&half);
}

struct located {
	double value;
	uint64_t index;
};

/* Elements are pairs without a name, in derived types of the target: contiguous, with gaps, and a
 * struct, whose empty block counts for nothing. Ranks accumulate the least of three pairs each. */
static void test_pairs_within(void)
{
	struct located pairs[12], mine[3], was[3];
	int lengths[3] = {1, 2, 0};
	MPI_Datatype named, type[3], parts[3] = {0, 0, MPI_INT};
	MPI_Win win;

	MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &named);
	parts[0] = parts[1] = named;
	MPI_Type_contiguous(3, named, &type[0]);
	MPI_Type_vector(3, 1, 2, named, &type[1]);
	MPI_Type_create_struct(3, lengths, (MPI_Aint[]){0, 2 * sizeof(*pairs), 0}, parts, &type[2]);
	MPI_Win_create(pairs, sizeof(pairs), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	for (int n = 0; n < 3; n++) {
		for (int i = 0; i < 12; i++)
			pairs[i] = (struct located){1000, 1000};
		for (int i = 0; i < 3; i++)
			mine[i] = (struct located){i - job.rank, (uint64_t)job.rank};
		MPI_Type_commit(&type[n]);
		MPI_Win_fence(0, win);
		MPI_Accumulate(mine, 3, named, 0, 0, 1, type[n], MPI_MINLOC, win);
		MPI_Win_fence(0, win);
		MPI_Get_accumulate(NULL, 0, named, was, 3, named, 0, 0, 1, type[n], MPI_NO_OP, win);
		MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
		for (int i = 0; i < 3; i++)
			check(was[i].value == i - job.ranks + 1 &&
				      was[i].index == (uint64_t)job.ranks - 1,
			      "type %d, pair %d is %g of %d", n, i, was[i].value,
			      (int)was[i].index);
		MPI_Type_free(&type[n]);
	}
	MPI_Win_free(&win);
}

/* The elements of a target must be of one type: two different pairs are refused. */
static void test_two_pairs(void)
{
	struct located pairs[2] = {{0, 0}, {0, 0}};
	MPI_Datatype parts[2], both;
	MPI_Win win;

	MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &parts[0]);
	MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT64_T, &parts[1]);
	MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, sizeof(*pairs)}, parts, &both);
	MPI_Type_commit(&both);
	MPI_Win_create(pairs, sizeof(pairs), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_fence(0, win);
	check_class(MPI_Accumulate(pairs, 1, both, 0, 0, 1, both, MPI_REPLACE, win), MPI_ERR_TYPE,
		    "two kinds of pairs");
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	MPI_Win_free(&win);
	MPI_Type_free(&both);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "rma_types");
	test_kinds();
	test_types(0);
	test_types(1);
	test_described();
	test_pairs_within();
	test_two_pairs();
	return job_end();
}
