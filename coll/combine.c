/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partial results and folding; see combine.h. Called from the reductions over pt2pt.
 */
#include "coll/combine.h"

#include "base/compiler.h"
#include "coll/record.h"

void rd_coll_acc_open(struct rd_coll_acc *acc, struct rd_coll_call *call, char *result)
{
	*acc = (struct rd_coll_acc){.call = call, .now = rd_coll_own(call), .room = {result, NULL}};
	for (int i = 0; i < 2; i++) {
		if (acc->room[i])
			continue;
		rd_coll_go_without(call,
				   rd_coll_room_get(&acc->temp[i], call->out.count, call->in.type));
		acc->room[i] = acc->temp[i].at;
	}
}

/*
 * The first combination writes its result to room[0], or in place of the contribution; each later
 * one changes the room if the received part is the right operand. The room of the last result
 * should be `result`.
 */
void rd_coll_acc_open_for(struct rd_coll_acc *acc, struct rd_coll_call *call,
			  const struct rd_coll_fold *fold, char *result)
{
	int lefts = __builtin_popcount((unsigned)fold->vrank | !rd_coll_is_host(fold));
	int changes = rd_coll_log2(fold->pow2) - lefts;
	char *room;

	rd_coll_acc_open(acc, call, result);
	room = acc->room[0];
	if (changes % 2 && acc->now != room) {
		acc->room[0] = acc->room[1];
		acc->room[1] = room;
	}
}

void rd_coll_acc_close(struct rd_coll_acc *acc)
{
	rd_coll_room_put(acc->call, &acc->temp[0]);
	rd_coll_room_put(acc->call, &acc->temp[1]);
}

static int is_sound(const struct rd_coll_call *call)
{
	return !call->err || (call->op->predefined && call->err != RD_ENOMEM);
}

void rd_coll_apply(struct rd_coll_call *call, const void *in, void *inout, uint64_t count)
{
	if (rd_unlikely(call->record != NULL))
		rd_record_apply(call->record, call->op, in, NULL, inout, count, call->in.type);
	else if (is_sound(call))
		rd_op_apply(call->op, in, inout, count, call->in.type);
}

void rd_coll_apply3(struct rd_coll_call *call, const void *left, const void *right, void *out,
		    uint64_t count)
{
	if (rd_unlikely(call->record != NULL))
		rd_record_apply(call->record, call->op, left, right, out, count, call->in.type);
	else if (is_sound(call))
		rd_op_apply3(call->op, left, right, out, count, call->in.type);
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
	struct rd_type *type = acc->call->in.type;
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

struct rd_coll_fold rd_coll_fold_to(const struct rd_coll_call *call, int root)
{
	struct rd_coll_fold fold = {.pow2 = 1 << rd_coll_log2(call->size), .low = -1};

	fold.extra = call->size - fold.pow2;
	if (root < 2 * fold.extra && root % 2 == 0)
		fold.low = root / 2;
	if (call->rank >= 2 * fold.extra)
		fold.vrank = call->rank - fold.extra;
	else
		fold.vrank = rd_coll_fold_rank(&fold, call->rank / 2) == call->rank ? call->rank / 2
										    : -1;
	return fold;
}

struct rd_coll_fold rd_coll_fold_of(const struct rd_coll_call *call)
{
	return rd_coll_fold_to(call, call->size);
}

void rd_coll_fold_in(struct rd_coll_acc *acc, const struct rd_coll_fold *fold, uint64_t count)
{
	struct rd_coll_call *call = acc->call;
	int mate = rd_coll_fold_mate(call);

	if (!rd_coll_is_host(fold))
		return;
	rd_coll_recv(call, rd_coll_acc_room(acc), count, call->in.type, mate);
	rd_coll_combine(acc, 0, count, mate < call->rank);
}

void rd_coll_fold_out(struct rd_coll_call *call, const struct rd_coll_fold *fold, const char *from,
		      uint64_t count)
{
	if (rd_coll_is_host(fold))
		rd_coll_send(call, from, count, call->in.type, rd_coll_fold_mate(call));
}

void rd_coll_guest(struct rd_coll_call *call, void *result, uint64_t count)
{
	rd_coll_send(call, rd_coll_own(call), call->out.count, call->in.type,
		     rd_coll_fold_mate(call));
	rd_coll_recv(call, result, count, call->in.type, rd_coll_fold_mate(call));
}

void rd_coll_swap(struct rd_coll_call *call, const char *out, struct rd_coll_range give, char *in,
		  struct rd_coll_range take, int peer)
{
	rd_coll_exchange(call,
			 &RD_BUF(rd_coll_elem(out, call->in.type, (int64_t)give.first), give.count,
				 call->in.type),
			 peer,
			 &RD_BUF(rd_coll_elem(in, call->in.type, (int64_t)take.first), take.count,
				 call->in.type),
			 peer);
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

/* ---- One block from all ---- */

/* Rooms for blocks; the result that waits at level l is in room[l], unless it is the own
 * operand. */
struct collect {
	struct rd_coll_call *call;
	struct rd_coll_fold fold;
	rd_coll_part_fn *part;
	const void *arg;
	int k, pair;    /* fold.pow2 = 2^k; the virtual rank is a pair */
	uint64_t count; /* elements of the block */
	const char *own;
	char *out;
	const char *waiting[RD_COLL_ROOMS + 1];
	char *room[RD_COLL_ROOMS + 2]; /* [k + 2], the last one is spare */
	struct rd_coll_room mem;
};

static void collect_open(struct collect *c, struct rd_coll_call *call)
{
	struct rd_coll_range own = c->part(c->arg, call->rank);

	c->fold = rd_coll_fold_of(call);
	c->k = rd_coll_log2(c->fold.pow2);
	c->pair = call->rank < 2 * c->fold.extra;
	if (c->pair)
		c->fold.vrank = call->rank / 2;
	c->count = own.count;
	c->own = rd_coll_elem(rd_coll_own(call), call->in.type, (int64_t)own.first);
	rd_coll_go_without(
		call, rd_coll_room_get(&c->mem, c->count * (uint64_t)(c->k + 2), call->in.type));
	for (int i = 0; i < c->k + 2; i++)
		c->room[i] = rd_coll_elem(c->mem.at, call->in.type, i * (int64_t)c->count);
}

/* Combines two blocks, one of which may be the own operand, into room[l]. */
static const char *collect_join(struct collect *c, const char *left, const char *right, int l)
{
	char *made = c->room[c->k + 1];

	if (right == c->own) {
		rd_coll_apply3(c->call, left, right, made, c->count);
	} else {
		made = (char *)right;
		rd_coll_apply(c->call, left, made, c->count);
	}
	for (int i = 0; i < c->k + 2; i++)
		if (c->room[i] == made)
			c->room[i] = c->room[l];
	return c->room[l] = made;
}

static void collect_from(const struct collect *c, int peer, char *room)
{
	struct rd_coll_call *call = c->call;
	struct rd_coll_range give = c->part(c->arg, peer);

	rd_coll_exchange(
		call,
		&RD_BUF(rd_coll_elem(rd_coll_own(call), call->in.type, (int64_t)give.first),
			give.count, call->in.type),
		peer, &RD_BUF(room, c->count, call->in.type), peer);
}

/* The operand of virtual rank v, in room[l] unless it is the own one. Members of two pairs exchange
 * with each other first, so that all have the same order of exchanges. */
static const char *collect_operand(struct collect *c, int v, int l)
{
	int first = rd_coll_fold_first(&c->fold, v), rank = c->call->rank;
	int odd = c->pair ? rank % 2 : 0;
	char *room[2] = {c->room[l], c->room[c->k + 1]};

	if (v == c->fold.vrank && !c->pair)
		return c->own;
	if (v == c->fold.vrank) {
		collect_from(c, rd_coll_fold_mate(c->call), room[0]);
		return odd ? collect_join(c, room[0], c->own, l)
			   : collect_join(c, c->own, room[0], l);
	}
	if (v >= c->fold.extra) {
		collect_from(c, first, room[0]);
		return room[0];
	}
	collect_from(c, first + odd, room[odd]);
	collect_from(c, first + 1 - odd, room[1 - odd]);
	return collect_join(c, room[0], room[1], l);
}

/* The last combination, written directly to the result's place if possible. */
static void collect_end(struct collect *c, const char *left, const char *right)
{
	struct rd_coll_call *call = c->call;
	int own = left == c->own || right == c->own;

	if (!own || !rd_coll_in_place(call->out.buf))
		rd_coll_apply3(call, left, right, c->out, c->count);
	else
		rd_coll_copy(call, c->out, c->count, call->in.type,
			     collect_join(c, left, right, c->k), c->count, call->in.type);
}

/*
 * In round i the partner is virtual rank xor i: the operands that arrive are then the leaves of the
 * tree in an order that completes one subtree after the other (rd_coll_tree), on all ranks in pairs
 * of partners. The upper one of two subtrees comes first where bit l of the own virtual rank is
 * set.
 */
int rd_coll_collect(struct rd_coll_call *call, rd_coll_part_fn *part, const void *arg, char *out)
{
	struct collect c = {.call = call, .part = part, .arg = arg, .out = out};

	collect_open(&c, call);
	for (int i = 0; i < c.fold.pow2; i++) {
		int last = __builtin_ctz((unsigned)i + 1), v = c.fold.vrank;
		const char *now = collect_operand(&c, v ^ i, last);

		for (int l = 0; l < last; l++) {
			const char *left = v >> l & 1 ? now : c.waiting[l];
			const char *right = v >> l & 1 ? c.waiting[l] : now;

			if (l == c.k - 1)
				collect_end(&c, left, right);
			else
				now = collect_join(&c, left, right, last);
		}
		c.waiting[last] = now;
	}
	rd_coll_room_put(call, &c.mem);
	return call->err;
}
