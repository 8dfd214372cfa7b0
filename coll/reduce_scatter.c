/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduce_scatter and reduce_scatter_block over pt2pt: the result is split into a block for each
 * rank. Called through base.c's table.
 */
#include "coll/base.h"

#include "coll/combine.h"

/* Where blocks begin, in elements: [n + 1], to be given back by rd_coll_temp_put; NULL: no
 * memory. */
static uint64_t *block_starts(const struct rd_coll_call *call)
{
	uint64_t *at = rd_coll_temp_get(sizeof(*at) * ((uint64_t)call->size + 1));

	if (!at)
		return NULL;
	at[0] = 0;
	for (int i = 0; i < call->size; i++)
		at[i + 1] = at[i] + rd_coll_rcount(call, i);
	return at;
}

static struct rd_coll_range block_range(const uint64_t *at, int low, int high)
{
	return (struct rd_coll_range){at[low], at[high] - at[low]};
}

/* The own block of a complete partial result is the result. */
static void settle(struct rd_coll_acc *acc, const uint64_t *at)
{
	struct rd_coll_call *call = acc->call;
	struct rd_coll_range own = block_range(at, call->rank, call->rank + 1);

	rd_coll_copy(call, call->rbuf, own.count, call->rtype, rd_coll_acc_at(acc, own.first),
		     own.count, call->rtype);
}

/* The block of the guest below. */
static void settle_guest(struct rd_coll_acc *acc, const struct rd_coll_fold *fold,
			 const uint64_t *at)
{
	struct rd_coll_range block;

	if (!rd_coll_is_host(fold))
		return;
	block = block_range(at, acc->call->rank - 1, acc->call->rank);
	rd_coll_fold_out(acc->call, fold, rd_coll_acc_at(acc, block.first), block.count);
}

/* First rank of virtual rank v: a host stands for its guest too. */
static int first_rank(const struct rd_coll_fold *fold, int v)
{
	return v < fold->extra ? 2 * v : v + fold->extra;
}

static void halve_distance(struct rd_coll_acc *acc, const struct rd_coll_fold *fold,
			   const uint64_t *at)
{
	int low = 0;

	for (int d = fold->pow2 / 2; d >= 1; d /= 2) {
		int upper = (fold->vrank & d) != 0;
		int keep = low + (upper ? d : 0), give = low + (upper ? 0 : d);
		struct rd_coll_range mine = block_range(at, first_rank(fold, keep),
							first_rank(fold, keep + d));

		rd_coll_swap(acc->call, acc->now,
			     block_range(at, first_rank(fold, give), first_rank(fold, give + d)),
			     rd_coll_acc_room(acc), mine, rd_coll_fold_rank(fold, fold->vrank ^ d));
		rd_coll_combine(acc, mine.first, mine.count, upper);
		low = keep;
	}
}

/* Everything to and fro with vrank xor 2^k: as allreduce, for short messages and any operator. */
static void double_distance(struct rd_coll_acc *acc, const struct rd_coll_fold *fold,
			    const uint64_t *at)
{
	struct rd_coll_range all = block_range(at, 0, acc->call->size);

	for (int d = 1; d < fold->pow2; d *= 2) {
		rd_coll_swap(acc->call, acc->now, all, rd_coll_acc_room(acc), all,
			     rd_coll_fold_rank(fold, fold->vrank ^ d));
		rd_coll_combine(acc, 0, all.count, (fold->vrank & d) != 0);
	}
}

typedef void rounds_fn(struct rd_coll_acc *, const struct rd_coll_fold *, const uint64_t *);

static int host_or_single(struct rd_coll_call *call, const struct rd_coll_fold *fold,
			  const uint64_t *at, rounds_fn *rounds)
{
	struct rd_coll_acc acc;
	int err = rd_coll_acc_open(&acc, call, NULL);

	if (err)
		return err;
	rd_coll_fold_in(&acc, fold, call->scount);
	rounds(&acc, fold, at);
	settle_guest(&acc, fold, at);
	settle(&acc, at);
	rd_coll_acc_close(&acc);
	return call->err;
}

static int in_rounds(struct rd_coll_call *call, rounds_fn *rounds)
{
	struct rd_coll_fold fold = rd_coll_fold_of(call);
	uint64_t *at;
	int err;

	if (fold.vrank < 0) {
		rd_coll_guest(call, call->rbuf, rd_coll_rcount(call, call->rank));
		return call->err;
	}
	at = block_starts(call);
	if (!at)
		return RD_ENOMEM;
	err = host_or_single(call, &fold, at, rounds);
	rd_coll_temp_put(at);
	return err;
}

/*
 * Recursive halving (Thakur et al. 2005, 4.3): with vrank xor 2^k, from the farthest to the
 * nearest, the half of the blocks that are still one's concern; log2 n rounds, each rank sends
 * the message once. Far partners first: the operator must commute.
 *
 *     n = 4:   0 <-> 2 (01 | 23)   1 <-> 3 (01 | 23)      then 0 <-> 1 (0 | 1)   2 <-> 3 (2 | 3)
 */
static int halving(struct rd_coll_call *call)
{
	return in_rounds(call, halve_distance);
}

static int doubling(struct rd_coll_call *call)
{
	return in_rounds(call, double_distance);
}

/*
 * In round i the block of rank + i goes there, the own one comes from rank - i: n - 1 rounds,
 * each element is sent once by each rank, temporary memory of one block; for long messages. The
 * operator must commute.
 */
static int pairwise(struct rd_coll_call *call)
{
	uint64_t *at = block_starts(call), count = rd_coll_rcount(call, call->rank);
	struct rd_coll_room came = {0}, sum = {0};
	const char *own = rd_coll_own(call), *right;
	int in_place = own == call->rbuf, err = at ? 0 : RD_ENOMEM;

	if (!err)
		err = rd_coll_room_get(&came, count, call->rtype);
	if (!err && in_place)
		err = rd_coll_room_get(&sum, count, call->rtype);
	if (err)
		goto undo;
	if (!in_place)
		sum.at = call->rbuf;
	right = rd_coll_elem(own, call->rtype, (int64_t)at[call->rank]);
	for (int64_t i = 1; i < call->size; i++, right = sum.at) {
		int dest = rd_coll_turn(call, call->rank, i);
		struct rd_coll_range give = block_range(at, dest, dest + 1);

		rd_coll_exchange(call, rd_coll_elem(own, call->rtype, (int64_t)give.first),
				 give.count, call->rtype, dest, came.at, count, call->rtype,
				 rd_coll_turn(call, call->rank, -i));
		if (right == sum.at)
			rd_coll_apply(call, came.at, sum.at, count);
		else
			rd_coll_apply3(call, came.at, right, sum.at, count);
	}
	if (in_place)
		rd_coll_copy(call, call->rbuf, count, call->rtype, sum.at, count, call->rtype);
	err = call->err;
undo:
	rd_coll_room_put(call, &sum);
	rd_coll_room_put(call, &came);
	rd_coll_temp_put(at);
	return err;
}

/* Rank 0 hands out the blocks of the complete result. */
static void scatter_result(struct rd_coll_call *call, const char *whole, const uint64_t *at)
{
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	for (int i = 1; i < call->size; i++)
		rd_coll_window_send(&w, rd_coll_elem(whole, call->rtype, (int64_t)at[i]),
				    rd_coll_rcount(call, i), call->rtype, i);
	rd_coll_copy(call, call->rbuf, at[1], call->rtype, whole, at[1], call->rtype);
	rd_coll_window_wait(&w, 0);
}

/* Reduction to rank 0, then a scatter: for long messages of operators that do not commute. */
static int reduce_scatter(struct rd_coll_call *call)
{
	uint64_t *at = block_starts(call);
	struct rd_coll_room whole = {0};
	struct rd_coll_call part = *call;
	int err = at ? 0 : RD_ENOMEM;

	if (!err && !call->rank)
		err = rd_coll_room_get(&whole, call->scount, call->rtype);
	if (err)
		goto undo;
	part.root = 0;
	part.sbuf = rd_coll_own(call);
	part.rbuf = whole.at;
	err = rd_coll_reduce_rabenseifner.run(&part);
	rd_coll_error(call, err);
	if (err == RD_ENOMEM)
		goto undo;
	if (!call->rank)
		scatter_result(call, whole.at, at);
	else
		rd_coll_recv(call, call->rbuf, rd_coll_rcount(call, call->rank), call->rtype, 0);
	err = call->err;
undo:
	rd_coll_room_put(call, &whole);
	rd_coll_temp_put(at);
	return err;
}

static const char *unless_commutative(const struct rd_coll_call *call)
{
	return call->op->commutative ? NULL : "needs a commutative operator";
}

#define BOTH(name, refuses) \
	RD_COLL_ALGO(rd_coll_rs_##name, RD_COLL_REDUCE_SCATTER, "reduce_scatter", #name, refuses, \
		     name); \
	RD_COLL_ALGO(rd_coll_rsb_##name, RD_COLL_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", \
		     #name, refuses, name)
BOTH(halving, unless_commutative);
BOTH(doubling, NULL);
BOTH(pairwise, unless_commutative);
BOTH(reduce_scatter, NULL);
