/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/base.c, coll/select.c: for every operation, place, size, number of ranks, operator and in
 * place or not the last provider has an algorithm that supports the call; names are unique within
 * an operation; the answer is the same for a repeated call, and the remembered answer of one call
 * is not used for another.
 */
#include "coll/call.h"

#include "base/param.h"
#include "datatype/op.h"
#include "t/tap.h"

static struct rd_op *ops[2]; /* one that commutes, one that does not */

static void nothing(void *in, void *inout, int *len, MPI_Datatype *type)
{
	(void)in, (void)inout, (void)len, (void)type;
}

/* 1: the base provider's answer supports the call. */
static int answered(struct rd_coll_call *call)
{
	const char *why = NULL;
	const struct rd_coll_algo *algo = rd_coll_base.offer(call, &why);

	if (!algo || algo->kind != call->kind || (algo->refuses && algo->refuses(call)))
		return 0;
	return rd_coll_base.offer(call, &why) == algo;
}

static int all_ranks(struct rd_coll_call *call)
{
	static const int sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 64, 100, 1024, 4097};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		call->size = sizes[i];
		if (!answered(call))
			return 0;
	}
	return 1;
}

static int all_sizes(struct rd_coll_call *call)
{
	for (int lg = 0; lg < 40; lg++) {
		call->bytes = (uint64_t)4 << lg;
		call->out.count = call->in.count = (uint64_t)1 << lg;
		if (!all_ranks(call))
			return 0;
	}
	return 1;
}

static void kind(enum rd_coll_kind kind)
{
	int good = 1;

	for (int v = 0; v < 12 && good; v++) {
		struct rd_coll_call call = {
			.kind = kind,
			.where = (enum rd_coll_where)(1 << v % 3),
			.op = ops[v / 3 % 2],
			.out.type = rd_type_get(MPI_INT),
			.in.type = rd_type_get(MPI_INT),
			.out.buf = v / 6 ? MPI_IN_PLACE : NULL,
		};

		good = all_sizes(&call);
		if (!good)
			diag("variant %d, %llu bytes, %d ranks", v, (unsigned long long)call.bytes,
			     call.size);
	}
	ok(good, "%s always has an algorithm", rd_coll_kind_name(kind));
}

static void names(void)
{
	const struct rd_coll_algo *const *a = rd_coll_base.algos;
	int twice = 0, n = 0;

	for (; a[n]; n++)
		for (int i = 0; i < n; i++)
			twice += a[i]->kind == a[n]->kind && !strcmp(a[i]->name, a[n]->name);
	ok(n > RD_COLL_KINDS, "%d algorithms", n);
	is_int(twice, 0, "no name twice");
}

static const char *chosen(struct rd_coll_state *state, struct rd_op *op, uint64_t count)
{
	struct rd_comm comm = {.coll_state = state};
	struct rd_coll_call call = {
		.kind = RD_COLL_ALLREDUCE,
		.where = RD_COLL_NET,
		.size = 8,
		.comm = &comm,
		.op = op,
		.out.type = rd_type_get(MPI_INT),
		.in.type = rd_type_get(MPI_INT),
		.out.count = count,
		.in.count = count,
		.bytes = count * sizeof(int),
	};

	return rd_coll_select(state, &call)->name;
}

static void memory(void)
{
	struct rd_coll_state state = {.where = RD_COLL_NET, .answers = &rd_coll_unanswered};

	is_str(chosen(&state, ops[0], 1), "doubling", "a short allreduce");
	is_str(chosen(&state, ops[0], 1), "doubling", "again");
	is_str(chosen(&state, ops[0], 1 << 20), "pairwise", "a long one");
	is_str(chosen(&state, ops[1], 1 << 20), "pairwise", "of one that does not commute");
	is_str(chosen(&state, ops[0], 1 << 20), "pairwise", "and of one that does");
	setenv("RONDO_COLL", "allreduce=tree,bcast=chain", 1);
	rd_param_init();
	is_int(rd_coll_select_init(), 0, "a choice of the user's");
	is_str(chosen(&state, ops[0], 3), "tree", "is followed");
	rd_coll_forget(&state);
}

int main(void)
{
	ops[0] = rd_op_get(MPI_SUM);
	if (rd_op_create(nothing, NULL, 0, &ops[1]))
		return 1;
	for (int k = 0; k < RD_COLL_KINDS; k++)
		kind((enum rd_coll_kind)k);
	names();
	memory();
	return done();
}
