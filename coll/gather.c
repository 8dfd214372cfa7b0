/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather and scatter over pt2pt, to and from the root. Ranks are counted from the root: v = (rank
 * - root) mod n. Trees carry packed bytes, since only signatures, not layouts, are equal on all
 * members. Called through base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/message.h"

/* Receives one block after the other, many at a time; also blocks of different lengths (v). */
static int gather_linear(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	if (call->rank != call->root) {
		rd_coll_send(call, call->out.buf, call->out.count, call->out.type, call->root);
		return call->err;
	}
	rd_coll_window_init(&w, call);
	for (int d = 1; d < call->size; d++) {
		int r = rd_coll_turn(call, call->root, d);

		rd_coll_window_recv(&w, rd_coll_rblock(call, r), rd_coll_rcount(call, r),
				    call->in.type, r);
	}
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->root),
			     rd_coll_rcount(call, call->root), call->in.type, call->out.buf,
			     call->out.count, call->out.type);
	rd_coll_window_wait(&w, 0);
	return call->err;
}

static int scatter_linear(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	if (call->rank != call->root) {
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, call->root);
		return call->err;
	}
	rd_coll_window_init(&w, call);
	for (int d = 1; d < call->size; d++) {
		int r = rd_coll_turn(call, call->root, d);

		rd_coll_window_send(&w, rd_coll_sblock(call, r), rd_coll_scount(call, r),
				    call->out.type, r);
	}
	if (!rd_coll_in_place(call->in.buf))
		rd_coll_copy(call, call->in.buf, call->in.count, call->in.type,
			     rd_coll_sblock(call, call->root), rd_coll_scount(call, call->root),
			     call->out.type);
	rd_coll_window_wait(&w, 0);
	return call->err;
}

/* Place in the binomial tree, and the packed blocks that pass through this rank: v .. v + width -
 * 1. */
struct place {
	int64_t v, top; /* top: lowest set bit of v, the distance to the parent; root: 2^k >= n */
	uint64_t width; /* blocks of the subtree */
	char *bytes;    /* [width][call->bytes] */
	void *mem;      /* to be given back; NULL: bytes is the user's buffer */
};

static int peer(const struct rd_coll_call *call, int64_t v)
{
	return rd_coll_turn(call, v, call->root);
}

/* `whole`: the root's buffer if it is usable as it is. Leaves need no room. */
static void place_open(struct place *p, struct rd_coll_call *call, char *whole)
{
	p->v = rd_coll_turn(call, call->rank, -(int64_t)call->root);
	for (p->top = 1; p->top < call->size && !(p->v & p->top); p->top *= 2)
		;
	p->width = (uint64_t)rd_min(p->top, call->size - p->v);
	p->mem = NULL;
	p->bytes = whole;
	if (!whole && p->width > 1)
		p->bytes = rd_coll_data_get(call, p->width * call->bytes, &p->mem);
}

/* The root's n blocks as packed bytes in order of v; NULL unless they lie so. */
static char *root_bytes(const struct rd_coll_call *call, const void *buf,
			const struct rd_type *type)
{
	if (call->rank || call->root || !(type->flags & RD_TYPE_CONTIG))
		return NULL;
	return (char *)buf;
}

/* Copies between the packed blocks and the root's buffer; the own block excepted. */
static void unpack_blocks(struct rd_coll_call *call, const struct place *p)
{
	for (int v = 1; v < call->size; v++)
		rd_coll_unpack(call, rd_coll_rblock(call, peer(call, v)), call->in.count,
			       call->in.type, p->bytes + (uint64_t)v * call->bytes);
}

static void pack_blocks(struct rd_coll_call *call, const struct place *p)
{
	for (int v = 1; v < call->size; v++)
		rd_coll_pack(call, p->bytes + (uint64_t)v * call->bytes, call->bytes,
			     rd_coll_sblock(call, peer(call, v)), call->out.count, call->out.type);
}

/* Receives the subtrees below, widest last: v + d has blocks v + d .. v + 2d - 1 as far as there
 * are ranks. */
static void take_up(struct rd_coll_call *call, const struct place *p)
{
	for (int64_t d = 1; d < p->top && p->v + d < call->size; d *= 2)
		rd_coll_recv(call, p->bytes + (uint64_t)d * call->bytes,
			     (uint64_t)rd_min(d, call->size - p->v - d) * call->bytes,
			     rd_coll_byte(), peer(call, p->v + d));
}

static void hand_down(struct rd_coll_call *call, const struct place *p)
{
	for (int64_t d = p->top / 2; d >= 1; d /= 2)
		if (p->v + d < call->size)
			rd_coll_send(call, p->bytes + (uint64_t)d * call->bytes,
				     (uint64_t)rd_min(d, call->size - p->v - d) * call->bytes,
				     rd_coll_byte(), peer(call, p->v + d));
}

/*
 * Binomial tree, for short blocks (Thakur et al. 2005, 3):
 *
 *     v: 1 -> 0, 3 -> 2, 5 -> 4      then 2 -> 0 (2 3)      then 4 -> 0 (4 5)
 */
static int gather_binomial(struct rd_coll_call *call)
{
	int is_root = call->rank == call->root;
	struct place p;

	place_open(&p, call, is_root ? root_bytes(call, call->in.buf, call->in.type) : NULL);
	if (is_root) {
		take_up(call, &p);
		if (p.mem)
			unpack_blocks(call, &p);
		if (!rd_coll_in_place(call->out.buf))
			rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->in.count,
				     call->in.type, call->out.buf, call->out.count, call->out.type);
	} else if (p.width == 1) {
		rd_coll_send(call, call->out.buf, call->out.count, call->out.type,
			     peer(call, p.v - p.top));
	} else {
		rd_coll_pack(call, p.bytes, call->bytes, call->out.buf, call->out.count,
			     call->out.type);
		take_up(call, &p);
		rd_coll_send(call, p.bytes, p.width * call->bytes, rd_coll_byte(),
			     peer(call, p.v - p.top));
	}
	rd_coll_data_put(call, p.mem);
	return call->err;
}

/* The same tree downwards, widest subtree first. */
static int scatter_binomial(struct rd_coll_call *call)
{
	int is_root = call->rank == call->root;
	struct place p;

	place_open(&p, call, is_root ? root_bytes(call, call->out.buf, call->out.type) : NULL);
	if (is_root) {
		if (p.mem)
			pack_blocks(call, &p);
		hand_down(call, &p);
		if (!rd_coll_in_place(call->in.buf))
			rd_coll_copy(call, call->in.buf, call->in.count, call->in.type,
				     rd_coll_sblock(call, call->rank), call->out.count,
				     call->out.type);
	} else if (p.width == 1) {
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type,
			     peer(call, p.v - p.top));
	} else {
		rd_coll_recv(call, p.bytes, p.width * call->bytes, rd_coll_byte(),
			     peer(call, p.v - p.top));
		hand_down(call, &p);
		rd_coll_unpack(call, call->in.buf, call->in.count, call->in.type, p.bytes);
	}
	rd_coll_data_put(call, p.mem);
	return call->err;
}

RD_COLL_ALGO(rd_coll_gather_binomial, RD_COLL_GATHER, "gather", "binomial", NULL, gather_binomial);
RD_COLL_ALGO(rd_coll_gather_linear, RD_COLL_GATHER, "gather", "linear", NULL, gather_linear);
RD_COLL_ALGO(rd_coll_gatherv_linear, RD_COLL_GATHERV, "gatherv", "linear", NULL, gather_linear);
RD_COLL_ALGO(rd_coll_scatter_binomial, RD_COLL_SCATTER, "scatter", "binomial", NULL,
	     scatter_binomial);
RD_COLL_ALGO(rd_coll_scatter_linear, RD_COLL_SCATTER, "scatter", "linear", NULL, scatter_linear);
RD_COLL_ALGO(rd_coll_scatterv_linear, RD_COLL_SCATTERV, "scatterv", "linear", NULL, scatter_linear);
