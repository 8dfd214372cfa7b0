/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partial results and folding; see combine.h. Called from the reductions over pt2pt.
 */
#include "coll/combine.h"

#include "base/compiler.h"
#include "coll/record.h"

int rd_coll_acc_open(struct rd_coll_acc *acc, struct rd_coll_call *call, char *result)
{
	*acc = (struct rd_coll_acc){.call = call, .now = rd_coll_own(call), .room = {result, NULL}};
	for (int i = 0; i < 2; i++) {
		if (acc->room[i])
			continue;
		if (rd_coll_room_get(&acc->temp[i], call->scount, call->rtype)) {
			rd_coll_acc_close(acc);
			return RD_ENOMEM;
		}
		acc->room[i] = acc->temp[i].at;
	}
	return 0;
}

void rd_coll_acc_close(struct rd_coll_acc *acc)
{
	rd_coll_room_put(acc->call, &acc->temp[0]);
	rd_coll_room_put(acc->call, &acc->temp[1]);
}

void rd_coll_apply(struct rd_coll_call *call, const void *in, void *inout, uint64_t count)
{
	if (rd_unlikely(call->record != NULL))
		rd_record_apply(call->record, call->op, in, NULL, inout, count, call->rtype);
	else
		rd_op_apply(call->op, in, inout, count, call->rtype);
}

void rd_coll_apply3(struct rd_coll_call *call, const void *left, const void *right, void *out,
		    uint64_t count)
{
	if (rd_unlikely(call->record != NULL))
		rd_record_apply(call->record, call->op, left, right, out, count, call->rtype);
	else
		rd_op_apply3(call->op, left, right, out, count, call->rtype);
}

char *rd_coll_acc_room(const struct rd_coll_acc *acc)
{
	return acc->room[acc->now != acc->room[1]];
}

/*
 * rd_op_apply3 may not write to its left operand, so the result goes to room[0] unless that is
 * the left one, then to the right one's buffer. A contribution outside both rooms is only read.
 */
void rd_coll_combine(struct rd_coll_acc *acc, uint64_t first, uint64_t count, int lower)
{
	struct rd_type *type = acc->call->rtype;
	const char *came = rd_coll_acc_room(acc);
	const char *left = lower ? came : acc->now;
	const char *right = lower ? acc->now : came;
	char *out = acc->room[left == acc->room[0]];

	if (out == right)
		rd_coll_apply(acc->call, rd_coll_elem(left, type, (int64_t)first),
			      rd_coll_elem(out, type, (int64_t)first), count);
	else
		rd_coll_apply3(acc->call, rd_coll_elem(left, type, (int64_t)first),
			       rd_coll_elem(right, type, (int64_t)first),
			       rd_coll_elem(out, type, (int64_t)first), count);
	acc->now = out;
}

struct rd_coll_fold rd_coll_fold_of(const struct rd_coll_call *call)
{
	struct rd_coll_fold fold = {.pow2 = 1};

	while (fold.pow2 <= call->size / 2)
		fold.pow2 *= 2;
	fold.extra = call->size - fold.pow2;
	if (call->rank >= 2 * fold.extra)
		fold.vrank = call->rank - fold.extra;
	else
		fold.vrank = call->rank % 2 ? call->rank / 2 : -1;
	return fold;
}

void rd_coll_fold_in(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count)
{
	struct rd_coll_call *call = acc->call;

	if (!rd_coll_is_host(fold))
		return;
	rd_coll_recv(call, rd_coll_acc_room(acc), count, call->rtype, call->rank - 1);
	rd_coll_combine(acc, 0, count, 1);
}

void rd_coll_fold_out(struct rd_coll_call *call, const struct rd_coll_fold *fold, const char *from,
		      uint64_t count)
{
	if (rd_coll_is_host(fold))
		rd_coll_send(call, from, count, call->rtype, call->rank - 1);
}

void rd_coll_guest(struct rd_coll_call *call, void *result, uint64_t count)
{
	rd_coll_send(call, rd_coll_own(call), call->scount, call->rtype, call->rank + 1);
	rd_coll_recv(call, result, count, call->rtype, call->rank + 1);
}

void rd_coll_swap(struct rd_coll_call *call, const char *out, struct rd_coll_range give, char *in,
		  struct rd_coll_range take, int peer)
{
	rd_coll_exchange(call, rd_coll_elem(out, call->rtype, (int64_t)give.first), give.count,
			 call->rtype, peer, rd_coll_elem(in, call->rtype, (int64_t)take.first),
			 take.count, call->rtype, peer);
}

/*
 * 2^k = 4, parts a b c d; each arrow an exchange of the half that the other keeps:
 *
 *     vrank 0: abcd <-> 1   ab . .  <-> 2   a . . .
 *     vrank 1: abcd <-> 0   . . cd  <-> 3   . . c .
 *     vrank 2: abcd <-> 3   ab . .  <-> 0   . b . .
 *     vrank 3: abcd <-> 2   . . cd  <-> 1   . . . d
 *
 * (Rabenseifner 2004, with the distance doubled from 1 as in MPICH's allreduce.) The partial
 * results combined are always of neighbouring blocks of ranks.
 */
void rd_coll_halve(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count)
{
	int low = 0, half = fold->pow2 / 2;

	for (int d = 1; d < fold->pow2; d *= 2, half /= 2) {
		int upper = (fold->vrank & d) != 0;
		int keep = low + (upper ? half : 0), give = low + (upper ? 0 : half);
		struct rd_coll_range mine = rd_coll_range_of(count, fold->pow2, keep, keep + half);

		rd_coll_swap(acc->call, acc->now,
			     rd_coll_range_of(count, fold->pow2, give, give + half),
			     rd_coll_acc_room(acc), mine, rd_coll_fold_rank(fold, fold->vrank ^ d));
		rd_coll_combine(acc, mine.first, mine.count, upper);
		low = keep;
	}
}

void rd_coll_unhalve(struct rd_coll_call *call, const struct rd_coll_fold *fold, char *buf,
		     uint64_t count)
{
	int low = rd_coll_fold_part(fold, fold->vrank), parts = 1;

	for (int d = fold->pow2 / 2; d >= 1; d /= 2, parts *= 2) {
		int there = fold->vrank & d ? low - parts : low + parts;

		rd_coll_swap(call, buf, rd_coll_range_of(count, fold->pow2, low, low + parts), buf,
			     rd_coll_range_of(count, fold->pow2, there, there + parts),
			     rd_coll_fold_rank(fold, fold->vrank ^ d));
		low = low < there ? low : there;
	}
}
