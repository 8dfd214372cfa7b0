/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce over pt2pt. Called through base.c's table, and by allreduce and reduce_scatter.
 */
#include "coll/base.h"

#include "coll/combine.h"

/* Virtual rank of the root. */
static int vrank_of_root(const struct rd_coll_call *call, const struct rd_coll_fold *fold)
{
	return call->root < 2 * fold->extra ? call->root / 2 : call->root - fold->extra;
}

static void settle(const struct rd_coll_acc *acc)
{
	struct rd_coll_call *call = acc->call;

	if (call->rank == call->root && acc->now != call->in.buf)
		rd_coll_copy(call, call->in.buf, call->out.count, call->in.type, acc->now,
			     call->out.count, call->in.type);
}

/* In round k the virtual ranks that differ from the root in bit k, and in no lower bit, send. */
static void up_tree(struct rd_coll_acc *acc, const struct rd_coll_fold *fold)
{
	struct rd_coll_call *call = acc->call;
	int v = fold->vrank, way = v ^ vrank_of_root(call, fold), d = 1;

	for (; d < fold->pow2 && !(way & d); d *= 2) {
		rd_coll_recv(call, rd_coll_acc_room(acc), call->out.count, call->in.type,
			     rd_coll_fold_rank(fold, v ^ d));
		rd_coll_combine(acc, 0, call->out.count, (v & d) != 0);
	}
	if (way)
		rd_coll_send(call, acc->now, call->out.count, call->in.type,
			     rd_coll_fold_rank(fold, v ^ d));
	else
		settle(acc);
}

/*
 * Binomial tree of virtual ranks; the partial result of each subtree goes towards the root:
 *
 *     root 0: 1 -> 0, 3 -> 2     then 2 -> 0
 *     root 3: 0 -> 1, 2 -> 3     then 1 -> 3
 *
 * ceil(log2 n) rounds, the root is the host of its pair. For any operator.
 */
static int binomial(struct rd_coll_call *call)
{
	struct rd_coll_fold fold = rd_coll_fold_to(call, call->root);
	struct rd_coll_acc acc = {.call = call, .now = rd_coll_own(call)};
	char *result = call->rank == call->root ? call->in.buf : NULL;
	int leaf = (fold.vrank ^ vrank_of_root(call, &fold)) & 1 && !rd_coll_is_host(&fold);

	if (fold.vrank < 0) {
		rd_coll_send(call, acc.now, call->out.count, call->in.type,
			     rd_coll_fold_mate(call));
		return call->err;
	}
	if (!leaf)
		rd_coll_acc_open_for(&acc, call, &fold, result);
	rd_coll_fold_in(&acc, &fold, call->out.count);
	up_tree(&acc, &fold);
	rd_coll_acc_close(&acc);
	return call->err;
}

/* The parts in `buf` go to the root, in the reverse order of the halving; the rank of each pair
 * that is further from the root sends and has finished. */
static void gather_parts(struct rd_coll_call *call, const struct rd_coll_fold *fold, char *buf)
{
	int v = fold->vrank, low = rd_coll_fold_part(fold, v), parts = 1;

	for (int d = fold->pow2 / 2; d >= 1; d /= 2, parts *= 2) {
		int there = v & d ? low - parts : low + parts;
		int peer = rd_coll_fold_rank(fold, v ^ d);
		int sends = (v ^ vrank_of_root(call, fold)) & d, from = sends ? low : there;
		struct rd_coll_range range =
			rd_coll_range_of(call->out.count, fold->pow2, from, from + parts);
		char *at = rd_coll_elem(buf, call->in.type, (int64_t)range.first);

		if (sends) {
			rd_coll_send(call, at, range.count, call->in.type, peer);
			return;
		}
		rd_coll_recv(call, at, range.count, call->in.type, peer);
		low = low < there ? low : there;
	}
}

/* The own part is complete in acc->now; `buf` is where all parts are to be. */
static void own_part(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, char *buf)
{
	int part = rd_coll_fold_part(fold, fold->vrank);
	struct rd_coll_range range =
		rd_coll_range_of(acc->call->out.count, fold->pow2, part, part + 1);
	struct rd_type *type = acc->call->in.type;

	if (acc->now != buf)
		rd_coll_copy(acc->call, rd_coll_elem(buf, type, (int64_t)range.first), range.count,
			     type, rd_coll_acc_at(acc, range.first), range.count, type);
}

/*
 * Reduce-scatter, then gather of the parts (Rabenseifner 2004): each rank sends and combines
 * about one message in all instead of log2 n; for long messages and any operator.
 */
static int rabenseifner(struct rd_coll_call *call)
{
	struct rd_coll_fold fold = rd_coll_fold_to(call, call->root);
	int is_root = call->rank == call->root;
	struct rd_coll_acc acc;
	char *buf;

	if (fold.vrank < 0) {
		rd_coll_send(call, rd_coll_own(call), call->out.count, call->in.type,
			     rd_coll_fold_mate(call));
		return call->err;
	}
	rd_coll_acc_open_for(&acc, call, &fold, is_root ? call->in.buf : NULL);
	rd_coll_fold_in(&acc, &fold, call->out.count);
	rd_coll_halve(&acc, &fold, call->out.count);
	buf = is_root ? call->in.buf : acc.room[acc.now == acc.room[1]];
	own_part(&acc, &fold, buf);
	gather_parts(call, &fold, buf);
	rd_coll_acc_close(&acc);
	return call->err;
}

RD_COLL_ALGO(rd_coll_reduce_binomial, RD_COLL_REDUCE, "reduce", "binomial", NULL, binomial);
RD_COLL_ALGO(rd_coll_reduce_rabenseifner, RD_COLL_REDUCE, "reduce", "rabenseifner", NULL,
	     rabenseifner);
