/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of vectors on the ring. The ranks behind a card hand their parts to its leader piece
 * by piece, the leader adds them up and lets its card reduce the piece (ring_dma.c); so the order
 * is that of the short ones. Called from ring_ops.c.
 */
#include "coll/ring.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/param.h"
#include "coll/combine.h"
#include "datatype/op.h"

#include <string.h>

/* ---- Longest vectors ---- */

static uint64_t most;     /* bytes */
static uint64_t per_card; /* bytes more for each card of the communicator beyond two */
static uint64_t quick;    /* bytes for which registers are quicker than memory */

/*
 * Limits up to which the cards are quicker than software, and registers quicker than memory: M-102.
 * A card reduces a cell of 32 bytes in 18 to 33 clocks, of which wide links need 5: long vectors
 * are quicker in software, which keeps all links busy. In the model one process adds for all.
 */
void rd_ring_vector_init(void)
{
	struct rd_card *card = rd_page.refs ? rd_page.card : NULL;
	int64_t given = rd_param_int(RD_PARAM_RING_VECTOR);

	per_card = 0;
	quick = card && !strcmp(card->device->name, "emu") ? RD_RING_OPERAND_B : 8;
	if (given >= 0 || !card) {
		most = (uint64_t)given;
	} else if (!strcmp(card->device->name, "emu")) {
		most = 65536;
	} else if ((card->read(card, RN_IDENT_CAPS) & RN_IDENT_CAPS_WIDTH_MASK) <= 16) {
		most = UINT64_MAX;
	} else {
		most = 0;
		per_card = 256;
	}
}

int rd_ring_vector_fits(const struct rd_coll_call *call)
{
	return call->bytes <= most + per_card * (uint64_t)(rd_ring_of(call)->cards - 2);
}

int rd_ring_vector_pays(const struct rd_coll_call *call)
{
	if (call->bytes > RD_RING_OPERAND_B)
		return 1;
	return call->bytes > quick && rd_ring_vector_fits(call);
}

/* ---- One piece ---- */

struct work {
	struct rd_coll_call *call;
	struct rd_ring *ring;
	uint32_t ctrl;
	int root;                 /* -1: all get the result */
	char *sum, *part, *spare; /* of one piece */
};

static int gets(const struct work *w, int rank)
{
	return w->root < 0 || w->root == rank;
}

/* sum = the parts of the ranks behind this card, in the order of world ranks. */
static void add_up(struct work *w, const char *own, uint64_t count)
{
	struct rd_type *type = w->call->in.type;

	memcpy(w->sum, own, count * type->size);
	for (int i = 0; i < w->ring->nothers; i++) {
		char *was = w->sum;

		rd_coll_recv(w->call, w->part, count, type, w->ring->others[i]);
		rd_op_apply3(w->call->op, w->sum, w->part, w->spare, count, type);
		w->sum = w->spare;
		w->spare = was;
	}
}

/* The leader's part for elements [first, first + count); the result is in `part` if a rank behind
 * this card gets it. */
static void lead(struct work *w, uint64_t first, uint64_t count)
{
	struct rd_coll_call *call = w->call;
	uint64_t bytes = count * call->in.type->size;
	int wanted = gets(w, call->rank) || rd_ring_is_other(w->ring, w->root);

	add_up(w, rd_coll_elem(rd_coll_own(call), call->in.type, (int64_t)first), count);
	if (!rd_ring_is_unable(call))
		rd_coll_error(call, rd_ring_reduce_vector(w->ring, w->ctrl, w->sum,
							  wanted ? w->part : NULL, bytes));
	if (gets(w, call->rank) && !call->err)
		memcpy(rd_coll_elem(call->in.buf, call->in.type, (int64_t)first), w->part, bytes);
	for (int i = 0; i < w->ring->nothers; i++)
		if (gets(w, w->ring->others[i]))
			rd_coll_send(call, w->part, count, call->in.type, w->ring->others[i]);
}

static void follow(struct work *w, uint64_t first, uint64_t count)
{
	struct rd_coll_call *call = w->call;
	struct rd_type *type = call->in.type;

	rd_coll_send(call, rd_coll_elem(rd_coll_own(call), type, (int64_t)first), count, type,
		     w->ring->leader);
	if (gets(w, call->rank))
		rd_coll_recv(call, rd_coll_elem(call->in.buf, type, (int64_t)first), count, type,
			     w->ring->leader);
}

/* ---- All of it ---- */

/* Each group of the card has its own, so that no leader lacks it: the other leaders wait for this
 * card, and get no error from it. Pages that are not used take no memory. */
static char rooms[RN_GREDUCE_OWNER_N][3][RD_RING_SLOT_B] __attribute__((aligned(RD_CACHE_LINE)));

static void work_open(struct work *w)
{
	char(*room)[RD_RING_SLOT_B] = rooms[w->ring->reduction.group];

	w->sum = room[0];
	w->part = room[1];
	w->spare = room[2];
}

static int in_pieces(struct work *w)
{
	struct rd_coll_call *call = w->call;
	uint64_t per = RD_RING_SLOT_B / call->in.type->size;

	if (w->ring->leads)
		work_open(w);
	for (uint64_t at = 0; at < call->out.count; at += per)
		(w->ring->leads ? lead : follow)(w, at, rd_min(per, call->out.count - at));
	return call->err;
}

int rd_ring_vector(struct rd_coll_call *call, uint32_t ctrl, int root)
{
	struct rd_ring *ring = rd_ring_of(call);
	struct work w = {
		.call = call, .ring = ring, .ctrl = ctrl | RD_RING_TAIL(call->bytes), .root = root};

	if (ring->leads)
		rd_ring_turn(ring);
	if (ring->nothers || !ring->leads)
		return in_pieces(&w);
	if (rd_ring_is_unable(call))
		return call->err;
	return rd_ring_reduce_vector(ring, w.ctrl, rd_coll_own(call),
				     gets(&w, call->rank) ? call->in.buf : NULL, call->bytes);
}
