/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions in software in the order of the cards (docs/CARD.md, Reduction), for
 * RONDO_REDUCE_ORDER=ring: results have the same bits with and without cards. Called through
 * ring.c.
 *
 * "ring" treats every rank as a card, or uses the cards of the ring if there is one; "ring:C"
 * spreads the ranks over C cards as mpirun --ring-cards does. The leader of a card adds up the
 * operands of the ranks behind it, in the order of world ranks; leaders pass partial results along
 * both arms to leader 0:
 *
 *     R -> R-1 -> ... -> 1 -> 0 <- n-1 <- ... <- R+1       R = (n - 1) / 2
 *     ((x_R + x_(R-1)) + ... + x_1) + x_0 = r,   ((x_(R+1) + x_(R+2)) + ...) + x_(n-1) = l,   l + r
 */
#include "coll/ring.h"

#include "base/compiler.h"
#include "base/param.h"
#include "coll/combine.h"
#include "coll/describe.h"
#include "coll/inter.h"
#include "coll/message.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <string.h>

static int cards; /* cards that the ranks are spread over; 0: this order is not used */

static int wanted(void)
{
	const char *text = rd_param_string(RD_PARAM_REDUCE_ORDER);
	char *end;
	long n;

	if (!*text)
		return 0;
	if (!strcmp(text, "ring"))
		return rd_page.refs ? rd_page.card->place.nodes : rd_job.size;
	n = strncmp(text, "ring:", 5) ? 0 : strtol(text + 5, &end, 10);
	if (n >= 1 && n <= INT32_MAX && !*end)
		return (int)n;
	rd_param_warn("RONDO_REDUCE_ORDER=%s should be ring, or ring:C with a number C of cards; "
		      "the default order is taken",
		      text);
	return 0;
}

void rd_ring_order_init(void)
{
	cards = wanted();
}

static const char *unless_asked(const struct rd_coll_call *call)
{
	if (!cards)
		return "RONDO_REDUCE_ORDER does not ask for it";
	return call->op->predefined ? NULL : "the operator is the user's";
}

/* ---- Cards of ranks ---- */

/* Members in the order of world ranks, cut into cards. */
struct chain {
	struct rd_comm *comm;
	int *rank;      /* [size]; NULL: no memory, each is looked for */
	int n;          /* cards */
	int index;      /* own card */
	int own_first;  /* place in the order of its leader */
	int own, lower; /* leaders of the own card, and of the one before */
	int upper;      /* of the one behind, behind the last of the first */
	int first, last;
};

/* The member behind this rank in the order, at place i. Without the list: the others wait for the
 * messages of a member without memory. */
static int following(const struct chain *c, int i, int rank)
{
	int world = i ? rd_comm_world_rank(c->comm, rank) : -1, best = -1, least = INT32_MAX;

	if (rd_likely(c->rank != NULL))
		return c->rank[i];
	for (int r = 0; r < c->comm->size; r++) {
		int at = rd_comm_world_rank(c->comm, r);

		if (at <= world || at >= least)
			continue;
		least = at;
		best = r;
	}
	return best;
}

/* The leader of the next card, at place i. */
static void add_card(struct chain *c, int i, int rank, int *place)
{
	if (!i)
		c->first = rank;
	if (c->own >= 0 && c->index == c->n - 1)
		c->upper = rank;
	if (c->own < 0)
		c->lower = c->last;
	c->last = rank;
	c->n++;
	*place = i;
}

static void survey(struct chain *c)
{
	int last = -1, place = 0;

	for (int i = 0, r = -1; i < c->comm->size; i++) {
		int card;

		r = following(c, i, r);
		card = rd_ring_card_of(c->comm, r, cards);
		if (card != last)
			add_card(c, i, r, &place);
		last = card;
		if (r != c->comm->rank)
			continue;
		c->index = c->n - 1;
		c->own_first = place;
		c->own = c->upper = c->last;
	}
	if (c->index == c->n - 1)
		c->upper = c->first;
}

static void chain_close(struct chain *c)
{
	free(c->rank);
}

static void chain_open(struct chain *c, struct rd_comm *comm)
{
	*c = (struct chain){
		.comm = comm, .rank = malloc((size_t)comm->size * sizeof(int)), .own = -1};
	for (int i = 0; c->rank && i < comm->size; i++)
		c->rank[i] = i;
	if (c->rank)
		rd_ring_sort(comm, c->rank, comm->size);
	survey(c);
}

static int leads(const struct chain *c)
{
	return c->own == c->comm->rank;
}

/* ---- One piece of the vector ---- */

#define PIECE_B 65536u /* bytes: a piece passes while the next is added */

struct work {
	struct rd_coll_call *call;
	struct chain chain;
	char *sum, *part, *spare; /* of one piece */
	void *mem[3];
};

/* sum = left + right, one of which is the sum so far. */
static void add(struct work *w, const char *left, const char *right, uint64_t count)
{
	char *was = w->sum;

	rd_coll_apply3(w->call, left, right, w->spare, count);
	w->sum = w->spare;
	w->spare = was;
}

static void take(struct work *w, int from, uint64_t count)
{
	rd_coll_recv(w->call, w->part, count, w->call->in.type, from);
}

static void add_own_card(struct work *w, uint64_t count)
{
	const struct chain *c = &w->chain;
	int card = rd_ring_card_of(c->comm, c->own, cards), rank = c->own;

	for (int i = c->own_first + 1; i < c->comm->size; i++) {
		rank = following(c, i, rank);
		if (rd_ring_card_of(c->comm, rank, cards) != card)
			break;
		take(w, rank, count);
		add(w, w->sum, w->part, count);
	}
}

/* Leaders: combines the partial result from further out on this arm with the own part; leader 0
 * does so for both arms. */
static void add_arms(struct work *w, uint64_t count)
{
	const struct chain *c = &w->chain;
	int arm = (c->n - 1) / 2, i = c->index;

	if (i < arm || i > arm + 1) { /* a partial result comes from further out */
		take(w, i < arm ? c->upper : c->lower, count);
		add(w, w->part, w->sum, count);
	}
	if (i) {
		rd_coll_send(w->call, w->sum, count, w->call->in.type,
			     i <= arm ? c->lower : c->upper);
	} else if (c->n > 1) {
		take(w, c->last, count);
		add(w, w->part, w->sum, count);
	}
}

/* Combines elements [first, first + count) into leader 0's sum. */
static void add_piece(struct work *w, uint64_t first, uint64_t count)
{
	struct rd_coll_call *call = w->call;
	const char *own = rd_coll_elem(rd_coll_own(call), call->in.type, (int64_t)first);

	if (!leads(&w->chain)) {
		rd_coll_send(call, own, count, call->in.type, w->chain.own);
		return;
	}
	rd_coll_move(call, w->sum, own, count * (uint64_t)call->in.type->extent);
	add_own_card(w, count);
	add_arms(w, count);
}

/* ---- The whole vector ---- */

static void work_open(struct work *w, struct rd_coll_call *call, uint64_t bytes)
{
	*w = (struct work){.call = call};
	chain_open(&w->chain, call->comm);
	w->sum = rd_coll_data_get(call, bytes, &w->mem[0]);
	w->part = rd_coll_data_get(call, bytes, &w->mem[1]);
	w->spare = rd_coll_data_get(call, bytes, &w->mem[2]);
}

static void work_close(struct work *w)
{
	for (int i = 0; i < 3; i++)
		rd_coll_data_put(w->call, w->mem[i]);
	chain_close(&w->chain);
}

/* Leader 0 gives each piece to `target`, which may be itself. */
static void hand_over(struct work *w, uint64_t first, uint64_t count, int target)
{
	struct rd_coll_call *call = w->call;
	int from = w->chain.first;
	char *to;

	if (call->rank == target) {
		to = rd_coll_elem(call->in.buf, call->in.type, (int64_t)first);
		if (target == from)
			rd_coll_move(call, to, w->sum, count * (uint64_t)call->in.type->extent);
		else
			rd_coll_recv(call, to, count, call->in.type, from);
	} else if (call->rank == from) {
		rd_coll_send(call, w->sum, count, call->in.type, target);
	}
}

/* The result goes to `target`, -1: to leader 0, which is returned. */
static int reduce_to(struct rd_coll_call *call, int target)
{
	uint64_t size = (uint64_t)call->in.type->extent, per = rd_max(PIECE_B / size, (uint64_t)1);
	struct work w;
	int zero;

	work_open(&w, call, rd_min(per, call->out.count) * size);
	zero = w.chain.first;
	for (uint64_t at = 0; at < call->out.count; at += per) {
		uint64_t count = rd_min(per, call->out.count - at);

		add_piece(&w, at, count);
		hand_over(&w, at, count, target < 0 ? zero : target);
	}
	work_close(&w);
	return zero;
}

static int reduce(struct rd_coll_call *call)
{
	reduce_to(call, call->root);
	return call->err;
}

static int allreduce(struct rd_coll_call *call)
{
	int zero = reduce_to(call, -1);

	rd_coll_inter_within(
		call, rd_coll_describe_bcast(&RD_BUF(call->in.buf, call->in.count, call->in.type),
					     zero, call->comm));
	return call->err;
}

RD_COLL_ALGO(rd_ring_order_reduce, RD_COLL_REDUCE, "reduce", "ring order", unless_asked, reduce);
RD_COLL_ALGO(rd_ring_order_allreduce, RD_COLL_ALLREDUCE, "allreduce", "ring order", unless_asked,
	     allreduce);
