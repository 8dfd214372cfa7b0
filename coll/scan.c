/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scan and exscan over pt2pt, for any operator. Called through base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/combine.h"

/* Combines a part received from lower ranks, as the left operand, with the result so far; the first
 * part of an exscan is the result. */
static void add_left(struct rd_coll_call *call, const char *came, int *have)
{
	if (*have)
		rd_coll_apply(call, came, call->in.buf, call->out.count);
	else
		rd_coll_copy(call, call->in.buf, call->out.count, call->in.type, came,
			     call->out.count, call->in.type);
	*have = 1;
}

/*
 * Exchanges the partial result of the own block of 2^k ranks with rank xor 2^k; a part from a lower
 * rank is also combined into the own prefix. Partners beyond the last rank are left out: only lower
 * ones matter.
 */
static void rounds(struct rd_coll_acc *acc, int have)
{
	struct rd_coll_call *call = acc->call;
	struct rd_coll_range all = {0, call->out.count};

	for (int64_t d = 1; d < call->size; d *= 2) {
		int64_t peer = call->rank ^ d;

		if (peer >= call->size)
			continue;
		rd_coll_swap(call, acc->now, all, rd_coll_acc_room(acc), all, (int)peer);
		if (peer < call->rank)
			add_left(call, rd_coll_acc_room(acc), &have);
		if (2 * d < call->size)
			rd_coll_combine(acc, 0, all.count, peer < call->rank);
	}
}

/* Recursive doubling: ceil(log2 n) rounds. In place, the contribution is saved before the result
 * overwrites it. */
static int doubling(struct rd_coll_call *call)
{
	struct rd_coll_acc acc;
	int inclusive = call->kind == RD_COLL_SCAN, in_place = rd_coll_in_place(call->out.buf);

	rd_coll_acc_open(&acc, call, NULL);
	if (in_place) {
		rd_coll_copy(call, acc.room[0], call->out.count, call->in.type, call->in.buf,
			     call->out.count, call->in.type);
		acc.now = acc.room[0];
	} else if (inclusive) {
		rd_coll_copy(call, call->in.buf, call->out.count, call->in.type, call->out.buf,
			     call->out.count, call->in.type);
	}
	rounds(&acc, inclusive);
	rd_coll_acc_close(&acc);
	return call->err;
}

/* One segment of a chain; rooms for its elements. */
struct segment {
	uint64_t first, count; /* elements of the message */
	char *came, *sum;
};

static void pass_inclusive(struct rd_coll_call *call, const struct segment *s)
{
	struct rd_type *type = call->in.type;
	const char *own = rd_coll_elem(rd_coll_own(call), type, (int64_t)s->first);
	char *out = rd_coll_elem(call->in.buf, type, (int64_t)s->first);

	if (call->rank) {
		rd_coll_recv(call, s->came, s->count, type, call->rank - 1);
		if (own == out)
			rd_coll_apply(call, s->came, out, s->count);
		else
			rd_coll_apply3(call, s->came, own, out, s->count);
	} else if (own != out) {
		rd_coll_copy(call, out, s->count, type, own, s->count, type);
	}
	if (call->rank + 1 < call->size)
		rd_coll_send(call, out, s->count, type, call->rank + 1);
}

static void pass_exclusive(struct rd_coll_call *call, const struct segment *s)
{
	struct rd_type *type = call->in.type;
	const char *own = rd_coll_elem(rd_coll_own(call), type, (int64_t)s->first), *next = own;
	int last = call->rank + 1 == call->size;

	if (call->rank) {
		rd_coll_recv(call, s->came, s->count, type, call->rank - 1);
		next = s->sum;
		if (!last)
			rd_coll_apply3(call, s->came, own, s->sum, s->count);
	}
	if (!last)
		rd_coll_send(call, next, s->count, type, call->rank + 1);
	if (call->rank)
		rd_coll_copy(call, rd_coll_elem(call->in.buf, type, (int64_t)s->first), s->count,
			     type, s->came, s->count, type);
}

#define SEGMENT_B (64u << 10) /* bytes */

/*
 * From rank to rank in segments: n - 2 segments of delay, but each element is sent and combined
 * once; for long messages.
 *
 *     0 -> 1 -> 2 -> ... -> n - 1
 */
static int chain(struct rd_coll_call *call)
{
	uint64_t most = rd_max(1, rd_min(SEGMENT_B / call->in.type->size, call->out.count));
	struct rd_coll_room came = {0}, sum = {0};
	struct segment s = {0};

	rd_coll_go_without(call, rd_coll_room_get(&came, most, call->in.type));
	rd_coll_go_without(call, rd_coll_room_get(&sum, most, call->in.type));
	s.came = came.at;
	s.sum = sum.at;
	for (; s.first < call->out.count; s.first += s.count) {
		s.count = rd_min(most, call->out.count - s.first);
		if (call->kind == RD_COLL_SCAN)
			pass_inclusive(call, &s);
		else
			pass_exclusive(call, &s);
	}
	rd_coll_room_put(call, &sum);
	rd_coll_room_put(call, &came);
	return call->err;
}

RD_COLL_ALGO(rd_coll_scan_doubling, RD_COLL_SCAN, "scan", "doubling", NULL, doubling);
RD_COLL_ALGO(rd_coll_scan_chain, RD_COLL_SCAN, "scan", "chain", NULL, chain);
RD_COLL_ALGO(rd_coll_exscan_doubling, RD_COLL_EXSCAN, "exscan", "doubling", NULL, doubling);
RD_COLL_ALGO(rd_coll_exscan_chain, RD_COLL_EXSCAN, "exscan", "chain", NULL, chain);
