/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers over pt2pt. Called through base.c's table.
 */
#include "coll/base.h"

#include "coll/combine.h"
#include "coll/message.h"

/*
 * Dissemination (Hensgen, Finkel, Manber 1988): in round k each signals (rank + 2^k) mod n and
 * awaits (rank - 2^k) mod n; ceil(log2 n) rounds for any n, n messages each.
 *
 *     n = 5:   +1        +2        +4
 *     0 -> 1    0 -> 2    0 -> 4
 *     1 -> 2    1 -> 3    1 -> 0 ...
 */
static int dissemination(struct rd_coll_call *call)
{
	for (int64_t d = 1; d < call->size; d *= 2)
		rd_coll_signal_await(call, rd_coll_turn(call, call->rank, d),
				     rd_coll_turn(call, call->rank, -d));
	return call->err;
}

/* Recursive doubling: exchange with rank xor 2^k; guests of the fold signal before and await
 * after. */
static int doubling(struct rd_coll_call *call)
{
	struct rd_coll_fold fold = rd_coll_fold_of(call);

	if (fold.vrank < 0) {
		rd_coll_signal(call, call->rank + 1);
		rd_coll_await(call, call->rank + 1);
		return call->err;
	}
	if (rd_coll_is_host(&fold))
		rd_coll_await(call, call->rank - 1);
	for (int d = 1; d < fold.pow2; d *= 2) {
		int peer = rd_coll_fold_rank(&fold, fold.vrank ^ d);

		rd_coll_signal_await(call, peer, peer);
	}
	if (rd_coll_is_host(&fold))
		rd_coll_signal(call, call->rank - 1);
	return call->err;
}

/*
 * Up and down a binomial tree: 2 (n - 1) messages, the fewest there can be, which counts when
 * ranks share processors; but twice the rounds.
 */
static int tree(struct rd_coll_call *call)
{
	int64_t d = 1;

	for (; d < call->size && !(call->rank & d); d *= 2)
		if (call->rank + d < call->size)
			rd_coll_await(call, (int)(call->rank + d));
	if (call->rank) {
		rd_coll_signal(call, (int)(call->rank - d));
		rd_coll_await(call, (int)(call->rank - d));
	}
	for (d /= 2; d; d /= 2)
		if (call->rank + d < call->size)
			rd_coll_signal(call, (int)(call->rank + d));
	return call->err;
}

RD_COLL_ALGO(rd_coll_barrier_dissemination, RD_COLL_BARRIER, "barrier", "dissemination", NULL,
	     dissemination);
RD_COLL_ALGO(rd_coll_barrier_doubling, RD_COLL_BARRIER, "barrier", "doubling", NULL, doubling);
RD_COLL_ALGO(rd_coll_barrier_tree, RD_COLL_BARRIER, "barrier", "tree", NULL, tree);
