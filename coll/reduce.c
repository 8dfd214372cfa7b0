/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce over pt2pt. Called through base.c's table, and by allreduce and reduce_scatter.
 */
#include "coll/base.h"

#include "coll/combine.h"

/*
 * Binomial tree; the partial result of v .. v + 2^k - 1 goes up:
 *
 *     v: 1 -> 0, 3 -> 2, 5 -> 4      then 2 -> 0      then 4 -> 0
 *
 * Counted from the root (v = (rank - root) mod n) if the operator commutes; else from rank 0, so
 * that operands stay in rank order (MPI-5.0 6.9.1), and rank 0 sends the result to the root.
 */
static void up_tree(struct rd_coll_acc *acc, int base)
{
	struct rd_coll_call *call = acc->call;
	uint64_t count = call->scount;
	int64_t v = rd_coll_turn(call, call->rank, -(int64_t)base), d = 1;

	for (; d < call->size && !(v & d); d *= 2) {
		if (v + d >= call->size)
			continue;
		rd_coll_recv(call, rd_coll_acc_room(acc), count, call->rtype,
			     rd_coll_turn(call, v + d, base));
		/* Where it commutes the order that leaves the result in room[0] is as good. */
		rd_coll_combine(acc, 0, count, call->op->commutative);
	}
	if (v)
		rd_coll_send(call, acc->now, count, call->rtype, rd_coll_turn(call, v - d, base));
}

/* The result is at rank `base`; the root should have it. */
static void to_root(struct rd_coll_acc *acc, int base)
{
	struct rd_coll_call *call = acc->call;

	if (call->rank == base && base != call->root)
		rd_coll_send(call, acc->now, call->scount, call->rtype, call->root);
	else if (call->rank == call->root && base != call->root)
		rd_coll_recv(call, call->rbuf, call->scount, call->rtype, base);
	else if (call->rank == call->root && acc->now != call->rbuf)
		rd_coll_copy(call, call->rbuf, call->scount, call->rtype, acc->now, call->scount,
			     call->rtype);
}

static int binomial(struct rd_coll_call *call)
{
	int base = call->op->commutative ? call->root : 0;
	int v = rd_coll_turn(call, call->rank, -(int64_t)base);
	int leaf = v % 2 || v + 1 == call->size;
	struct rd_coll_acc acc = {.call = call, .now = rd_coll_own(call)};
	char *result = call->rank == call->root ? call->rbuf : NULL;
	int err = leaf ? 0 : rd_coll_acc_open(&acc, call, result);

	if (err)
		return err;
	up_tree(&acc, base);
	to_root(&acc, base);
	rd_coll_acc_close(&acc);
	return call->err;
}

/* Virtual rank of the root, or of its host; the root takes the host's place once parts are
 * complete. */
static int vrank_of_root(const struct rd_coll_call *call, const struct rd_coll_fold *fold)
{
	return call->root < 2 * fold->extra ? call->root / 2 : call->root - fold->extra;
}

/* The parts in `buf` go to the root, the halving backwards; each pair's further one from the root
 * sends and is through. */
static void gather_parts(struct rd_coll_call *call, const struct rd_coll_fold *fold, int v,
			 char *buf)
{
	int vroot = vrank_of_root(call, fold), low = rd_coll_fold_part(fold, v), parts = 1;

	for (int d = fold->pow2 / 2; d >= 1; d /= 2, parts *= 2) {
		int there = v & d ? low - parts : low + parts;
		int peer = (v ^ d) == vroot ? call->root : rd_coll_fold_rank(fold, v ^ d);
		int sends = (v ^ vroot) & d, from = sends ? low : there;
		struct rd_coll_range range = rd_coll_range_of(call->scount, fold->pow2, from,
							      from + parts);
		char *at = rd_coll_elem(buf, call->rtype, (int64_t)range.first);

		if (sends) {
			rd_coll_send(call, at, range.count, call->rtype, peer);
			return;
		}
		rd_coll_recv(call, at, range.count, call->rtype, peer);
		low = low < there ? low : there;
	}
}

/* The own part is complete in acc->now; `buf` is where a root wants it. */
static void own_part(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, char *buf)
{
	int part = rd_coll_fold_part(fold, fold->vrank);
	struct rd_coll_range range = rd_coll_range_of(acc->call->scount, fold->pow2, part,
						      part + 1);
	struct rd_type *type = acc->call->rtype;

	if (acc->now != buf)
		rd_coll_copy(acc->call, rd_coll_elem(buf, type, (int64_t)range.first), range.count,
			     type, rd_coll_acc_at(acc, range.first), range.count, type);
}

/* A guest, the root perhaps: then its host hands over its part. */
static int guest(struct rd_coll_call *call, const struct rd_coll_fold *fold)
{
	int v = vrank_of_root(call, fold), part = rd_coll_fold_part(fold, v);
	struct rd_coll_range range = rd_coll_range_of(call->scount, fold->pow2, part, part + 1);

	rd_coll_send(call, rd_coll_own(call), call->scount, call->rtype, call->rank + 1);
	if (call->rank != call->root)
		return call->err;
	rd_coll_recv(call, rd_coll_elem(call->rbuf, call->rtype, (int64_t)range.first), range.count,
		     call->rtype, call->rank + 1);
	gather_parts(call, fold, v, call->rbuf);
	return call->err;
}

static void hand_over(struct rd_coll_acc *acc, const struct rd_coll_fold *fold)
{
	int part = rd_coll_fold_part(fold, fold->vrank);
	struct rd_coll_range range = rd_coll_range_of(acc->call->scount, fold->pow2, part,
						      part + 1);

	rd_coll_send(acc->call, rd_coll_acc_at(acc, range.first), range.count, acc->call->rtype,
		     acc->call->root);
}

/*
 * Reduce-scatter, then gather of the parts (Rabenseifner 2004): each rank sends and combines
 * about one message in all instead of log2 n; for long messages and any operator.
 */
static int rabenseifner(struct rd_coll_call *call)
{
	struct rd_coll_fold fold = rd_coll_fold_of(call);
	int is_root = call->rank == call->root, err;
	struct rd_coll_acc acc;

	if (fold.vrank < 0)
		return guest(call, &fold);
	err = rd_coll_acc_open(&acc, call, is_root ? call->rbuf : NULL);
	if (err)
		return err;
	rd_coll_fold_in(&acc, &fold, call->scount);
	rd_coll_halve(&acc, &fold, call->scount);
	if (rd_coll_is_host(&fold) && call->root == call->rank - 1) {
		hand_over(&acc, &fold);
	} else {
		char *buf = acc.room[is_root ? 0 : acc.now == acc.room[1]];

		own_part(&acc, &fold, buf);
		gather_parts(call, &fold, fold.vrank, buf);
	}
	rd_coll_acc_close(&acc);
	return call->err;
}

RD_COLL_ALGO(rd_coll_reduce_binomial, RD_COLL_REDUCE, "reduce", "binomial", NULL, binomial);
RD_COLL_ALGO(rd_coll_reduce_rabenseifner, RD_COLL_REDUCE, "reduce", "rabenseifner", NULL,
	     rabenseifner);
