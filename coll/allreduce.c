/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allreduce over pt2pt. All members get bit for bit the same result: either each element is
 * combined once and distributed, or both sides of an exchange compute the same expression.
 * Called through base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/combine.h"

/* Copies elements [first, first + count) of the partial result into the receive buffer, unless they
 * are there already. */
static void settle(struct rd_coll_acc *acc, uint64_t first, uint64_t count)
{
	struct rd_coll_call *call = acc->call;

	if (acc->now != call->in.buf)
		rd_coll_copy(call, rd_coll_elem(call->in.buf, call->in.type, (int64_t)first), count,
			     call->in.type, rd_coll_acc_at(acc, first), count, call->in.type);
}

/*
 * Recursive doubling: everything exchanged with vrank xor 2^k, log2 n rounds (and two for the fold
 * when n is no power of two); for short messages and any operator.
 *
 *     0 <-> 1, 2 <-> 3      then 0 <-> 2, 1 <-> 3
 */
static int doubling(struct rd_coll_call *call)
{
	struct rd_coll_fold fold = rd_coll_fold_of(call);
	struct rd_coll_range all = {0, call->out.count};
	struct rd_coll_acc acc;

	if (fold.vrank < 0) {
		rd_coll_guest(call, call->in.buf, call->out.count);
		return call->err;
	}
	rd_coll_acc_open_for(&acc, call, &fold, call->in.buf);
	rd_coll_fold_in(&acc, &fold, all.count);
	for (int d = 1; d < fold.pow2; d *= 2) {
		rd_coll_swap(call, acc.now, all, rd_coll_acc_room(&acc), all,
			     rd_coll_fold_rank(&fold, fold.vrank ^ d));
		rd_coll_combine(&acc, 0, all.count, (fold.vrank & d) != 0);
	}
	rd_coll_fold_out(call, &fold, acc.now, all.count);
	settle(&acc, 0, all.count);
	rd_coll_acc_close(&acc);
	return call->err;
}

/*
 * Reduce-scatter by halving, allgather by doubling (Rabenseifner 2004): each rank sends and
 * receives about twice the message in 2 log2 n rounds; for medium and long messages and any
 * operator.
 */
static int rabenseifner(struct rd_coll_call *call)
{
	struct rd_coll_fold fold = rd_coll_fold_of(call);
	struct rd_coll_range own;
	struct rd_coll_acc acc;
	int part;

	if (fold.vrank < 0) {
		rd_coll_guest(call, call->in.buf, call->out.count);
		return call->err;
	}
	rd_coll_acc_open_for(&acc, call, &fold, call->in.buf);
	rd_coll_fold_in(&acc, &fold, call->out.count);
	rd_coll_halve(&acc, &fold, call->out.count);
	part = rd_coll_fold_part(&fold, fold.vrank);
	own = rd_coll_range_of(call->out.count, fold.pow2, part, part + 1);
	settle(&acc, own.first, own.count);
	rd_coll_unhalve(call, &fold, call->in.buf, call->out.count);
	rd_coll_fold_out(call, &fold, call->in.buf, call->out.count);
	rd_coll_acc_close(&acc);
	return call->err;
}

/* A stretch of the message that goes round at once. */
struct lap {
	struct rd_coll_call *call;
	uint64_t first, count; /* elements of the message; in n parts, one for each rank */
	char *came;            /* room for one part */
	int next, before;      /* ranks */
};

static struct rd_coll_range part_of(const struct rd_coll_call *call, const struct lap *lap,
				    int64_t i)
{
	int part = rd_coll_turn(call, i < 0 ? i + call->size : i, 0);
	struct rd_coll_range range = rd_coll_range_of(lap->count, call->size, part, part + 1);

	range.first += lap->first;
	return range;
}

/* Round i: the part that came last, complete for i + 1 ranks, goes on; the one before comes. */
static void lap_reduce(struct rd_coll_call *call, const struct lap *lap)
{
	const char *own = rd_coll_own(call);
	struct rd_type *type = call->in.type;

	for (int i = 0; i < call->size - 1; i++) {
		struct rd_coll_range give = part_of(call, lap, call->rank - i);
		struct rd_coll_range take = part_of(call, lap, call->rank - i - 1);
		const char *right = rd_coll_elem(own, type, (int64_t)take.first);
		char *out = rd_coll_elem(call->in.buf, type, (int64_t)take.first);
		const char *from = i ? call->in.buf : own;

		rd_coll_exchange(
			call,
			&RD_BUF(rd_coll_elem(from, type, (int64_t)give.first), give.count, type),
			lap->next, &RD_BUF(lap->came, take.count, type), lap->before);
		if (out == right)
			rd_coll_apply(call, lap->came, out, take.count);
		else
			rd_coll_apply3(call, lap->came, right, out, take.count);
	}
}

/* The complete parts go round: this rank begins with part `mine`. */
static void lap_gather(struct rd_coll_call *call, const struct lap *lap, int64_t mine)
{
	for (int i = 0; i < call->size - 1; i++) {
		struct rd_coll_range give = part_of(call, lap, mine - i);
		struct rd_coll_range take = part_of(call, lap, mine - i - 1);

		rd_coll_exchange(
			call,
			&RD_BUF(rd_coll_elem(call->in.buf, call->in.type, (int64_t)give.first),
				give.count, call->in.type),
			lap->next,
			&RD_BUF(rd_coll_elem(call->in.buf, call->in.type, (int64_t)take.first),
				take.count, call->in.type),
			lap->before);
	}
}

#define LAP_PART_B \
	(256u << 10) /* bytes: the part that came and its counterpart fit into a cache \
		      */

/*
 * Ring (Patarasuk and Yuan 2009): reduce-scatter and allgather in 2 (n - 1) rounds with the two
 * neighbours only, each rank sending twice the message; the message goes round in laps, so that
 * temporary memory is one part of a lap. Parts are combined from rank p + 1 round to p, so the
 * operator must commute.
 */
static int ring(struct rd_coll_call *call)
{
	uint64_t elem = call->in.type->size, n = (uint64_t)call->size;
	uint64_t part = rd_max(1, rd_min(LAP_PART_B / elem, (call->out.count + n - 1) / n));
	struct lap lap = {.next = rd_coll_turn(call, call->rank, 1),
			  .before = rd_coll_turn(call, call->rank, -1)};
	struct rd_coll_room room;

	rd_coll_go_without(call, rd_coll_room_get(&room, part, call->in.type));
	lap.came = room.at;
	for (; lap.first < call->out.count; lap.first += lap.count) {
		lap.count = rd_min(part * n, call->out.count - lap.first);
		lap_reduce(call, &lap);
		lap_gather(call, &lap, call->rank + 1);
	}
	rd_coll_room_put(call, &room);
	return call->err;
}

static struct rd_coll_range lap_part(const void *arg, int rank)
{
	const struct lap *lap = arg;

	return part_of(lap->call, lap, rank);
}

/*
 * Each part directly to the rank that combines it (rd_coll_collect), then the parts round the ring:
 * 2 (n - 1) rounds, each rank sending twice the message, in laps; for long messages, any operator
 * and number of ranks.
 */
static int pairwise(struct rd_coll_call *call)
{
	uint64_t elem = call->in.type->size, n = (uint64_t)call->size;
	uint64_t part = rd_max(1, rd_min(LAP_PART_B / elem, (call->out.count + n - 1) / n));
	struct lap lap = {.call = call,
			  .next = rd_coll_turn(call, call->rank, 1),
			  .before = rd_coll_turn(call, call->rank, -1)};

	for (; lap.first < call->out.count; lap.first += lap.count) {
		struct rd_coll_range own;

		lap.count = rd_min(part * n, call->out.count - lap.first);
		own = part_of(call, &lap, call->rank);
		rd_coll_collect(call, lap_part, &lap,
				rd_coll_elem(call->in.buf, call->in.type, (int64_t)own.first));
		lap_gather(call, &lap, call->rank);
	}
	return call->err;
}

/* The parts as received; the own one stays at its place. */
struct parts {
	struct rd_coll_call *call;
	uint64_t count; /* elements of one */
	const char *came, *mine;
};

static const char *part_from(const void *arg, int rank)
{
	const struct parts *p = arg;

	return rank == p->call->rank
		       ? p->mine
		       : rd_coll_elem(p->came, p->call->in.type, rank * (int64_t)p->count);
}

/* `came` has room for results behind the parts. */
static void reduce_part(struct rd_coll_call *call, struct rd_coll_range own, char *came)
{
	struct rd_type *type = call->in.type;
	struct parts parts = {call, own.count, came,
			      rd_coll_elem(rd_coll_own(call), type, (int64_t)own.first)};
	struct rd_coll_tree tree = {
		.call = call,
		.n = call->size,
		.count = own.count,
		.operand = part_from,
		.arg = &parts,
		.out = rd_coll_elem(call->in.buf, type, (int64_t)own.first),
		.temp = rd_coll_elem(came, type, call->size * (int64_t)own.count),
		.stride = (int64_t)own.count * type->extent,
	};

	rd_coll_tree(&tree);
}

static void direct_reduce(struct rd_coll_call *call, struct rd_coll_range own, char *came)
{
	const char *mine = rd_coll_own(call);
	struct rd_coll_window in, out;

	rd_coll_window_init(&in, call);
	rd_coll_window_init(&out, call);
	for (int i = 1; i < call->size; i++) {
		int src = rd_coll_turn(call, call->rank, i);
		int dest = rd_coll_turn(call, call->rank, -(int64_t)i);
		struct rd_coll_range give =
			rd_coll_range_of(call->out.count, call->size, dest, dest + 1);

		rd_coll_window_recv(&in,
				    rd_coll_elem(came, call->in.type, src * (int64_t)own.count),
				    own.count, call->in.type, src);
		rd_coll_window_send(&out, rd_coll_elem(mine, call->in.type, (int64_t)give.first),
				    give.count, call->in.type, dest);
	}
	rd_coll_window_wait(&in, 0);
	rd_coll_window_wait(&out, 0);
}

static void direct_gather(struct rd_coll_call *call, struct rd_coll_range own)
{
	struct rd_coll_window in, out;

	rd_coll_window_init(&in, call);
	rd_coll_window_init(&out, call);
	for (int i = 1; i < call->size; i++) {
		int src = rd_coll_turn(call, call->rank, i);
		int dest = rd_coll_turn(call, call->rank, -(int64_t)i);
		struct rd_coll_range take =
			rd_coll_range_of(call->out.count, call->size, src, src + 1);

		rd_coll_window_recv(&in,
				    rd_coll_elem(call->in.buf, call->in.type, (int64_t)take.first),
				    take.count, call->in.type, src);
		rd_coll_window_send(&out,
				    rd_coll_elem(call->in.buf, call->in.type, (int64_t)own.first),
				    own.count, call->in.type, dest);
	}
	rd_coll_window_wait(&in, 0);
	rd_coll_window_wait(&out, 0);
}

/*
 * Rank i receives part i of all contributions, combines the parts and sends the result to all: two
 * rounds for any number of ranks, 2 (n - 1) messages each: for ranks that share memory, or a
 * processor.
 */
static int direct(struct rd_coll_call *call)
{
	struct rd_coll_range own =
		rd_coll_range_of(call->out.count, call->size, call->rank, call->rank + 1);
	struct rd_coll_room came;

	rd_coll_go_without(
		call,
		rd_coll_room_get(
			&came, own.count * (uint64_t)(call->size + rd_coll_tree_rooms(call->size)),
			call->in.type));
	direct_reduce(call, own, came.at);
	reduce_part(call, own, came.at);
	direct_gather(call, own);
	rd_coll_room_put(call, &came);
	return call->err;
}

/* Up and down one tree: 2 (n - 1) messages, the fewest, which counts when ranks share
 * processors. */
static int tree(struct rd_coll_call *call)
{
	struct rd_coll_call part = *call;

	part.root = 0;
	rd_coll_reduce_binomial.run(&part);
	return rd_coll_bcast_binomial.run(&part);
}

static const char *unless_commutative(const struct rd_coll_call *call)
{
	return call->op->commutative ? NULL : "needs a commutative operator";
}

#define ALLREDUCE(name, refuses) \
	RD_COLL_ALGO(rd_coll_allreduce_##name, RD_COLL_ALLREDUCE, "allreduce", #name, refuses, name)
ALLREDUCE(doubling, NULL);
ALLREDUCE(rabenseifner, NULL);
ALLREDUCE(ring, unless_commutative);
ALLREDUCE(pairwise, NULL);
ALLREDUCE(direct, NULL);
ALLREDUCE(tree, NULL);
