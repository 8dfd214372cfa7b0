/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Broadcast over pt2pt. Ranks are counted from the root: v = (rank - root) mod n. Called through
 * base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/message.h"

static int vrank_of(const struct rd_coll_call *call)
{
	return rd_coll_turn(call, call->rank, -(int64_t)call->root);
}

static int rank_of(const struct rd_coll_call *call, int64_t v)
{
	return rd_coll_turn(call, v, call->root);
}

/*
 * Binomial tree, the whole message at each step: ceil(log2 n) rounds, for short messages.
 *
 *     v:  0 -> 4            then 0 -> 2, 4 -> 6    then 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7
 */
static int binomial(struct rd_coll_call *call)
{
	int64_t v = vrank_of(call), d = 1;

	for (; d < call->size && !(v & d); d *= 2)
		;
	if (v)
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type,
			     rank_of(call, v - d));
	for (d /= 2; d; d /= 2)
		if (v + d < call->size)
			rd_coll_send(call, call->in.buf, call->in.count, call->in.type,
				     rank_of(call, v + d));
	return call->err;
}

/* The root sends to all, many at a time: for receivers that only read shared memory, or are few. */
static int flat(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	if (call->rank != call->root) {
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, call->root);
		return call->err;
	}
	rd_coll_window_init(&w, call);
	for (int v = 1; v < call->size; v++)
		rd_coll_window_send(&w, call->in.buf, call->in.count, call->in.type,
				    rank_of(call, v));
	rd_coll_window_wait(&w, 0);
	return call->err;
}

/* The message as n pieces of whole cache lines; returns where the piece of v begins. */
static uint64_t piece_at(const struct rd_coll_call *call, int64_t v)
{
	uint64_t piece = (call->bytes + (uint64_t)call->size - 1) / (uint64_t)call->size;

	piece = (piece + RD_CACHE_LINE - 1) / RD_CACHE_LINE * RD_CACHE_LINE;
	return rd_min(piece * (uint64_t)rd_min(v, call->size), call->bytes);
}

static uint64_t pieces(const struct rd_coll_call *call, int64_t from, int64_t to)
{
	return piece_at(call, to) - piece_at(call, from);
}

/* Down a binomial tree: v gets pieces v .. v + (size of its subtree) - 1. */
static void scatter_pieces(struct rd_coll_call *call, char *bytes)
{
	int64_t v = vrank_of(call), d = 1;

	for (; d < call->size && !(v & d); d *= 2)
		;
	if (v)
		rd_coll_recv(call, bytes + piece_at(call, v), pieces(call, v, v + d),
			     rd_coll_byte(), rank_of(call, v - d));
	for (d /= 2; d; d /= 2)
		if (v + d < call->size)
			rd_coll_send(call, bytes + piece_at(call, v + d),
				     pieces(call, v + d, v + 2 * d), rd_coll_byte(),
				     rank_of(call, v + d));
}

/* Each passes on to the next rank the piece that it received last: n - 1 rounds of one piece. */
static void ring_pieces(struct rd_coll_call *call, char *bytes)
{
	int64_t v = vrank_of(call), n = call->size;
	int next = rank_of(call, (v + 1) % n), before = rank_of(call, (v + n - 1) % n);

	for (int64_t i = 0; i < n - 1; i++) {
		int64_t out = (v - i + n) % n, in = (v - i - 1 + n) % n;

		rd_coll_exchange(call,
				 &RD_BUF(bytes + piece_at(call, out), pieces(call, out, out + 1),
					 rd_coll_byte()),
				 next,
				 &RD_BUF(bytes + piece_at(call, in), pieces(call, in, in + 1),
					 rd_coll_byte()),
				 before);
	}
}

/* 2^k ranks: exchanges all pieces that both have with v xor d; log2 n rounds. */
static void double_pieces(struct rd_coll_call *call, char *bytes)
{
	int64_t v = vrank_of(call);

	for (int64_t d = 1; d < call->size; d *= 2) {
		int64_t mine = v & ~(d - 1), other = mine ^ d;
		int peer = rank_of(call, v ^ d);

		rd_coll_exchange(call,
				 &RD_BUF(bytes + piece_at(call, mine), pieces(call, mine, mine + d),
					 rd_coll_byte()),
				 peer,
				 &RD_BUF(bytes + piece_at(call, other),
					 pieces(call, other, other + d), rd_coll_byte()),
				 peer);
	}
}

/*
 * Scatter, then allgather (van de Geijn 1994; Thakur et al. 2005, 4.2): every rank sends about
 * twice the message in all, instead of log2 n times.
 */
static int scatter_allgather(struct rd_coll_call *call,
			     void (*allgather)(struct rd_coll_call *, char *))
{
	int is_root = call->rank == call->root;
	struct rd_coll_view view;

	rd_coll_go_without(call, rd_coll_view_open(call, &view, call->in.buf, call->in.count,
						   call->in.type, is_root));
	scatter_pieces(call, view.bytes);
	allgather(call, view.bytes);
	rd_coll_view_close(call, &view, !is_root);
	return call->err;
}

static int scatter_ring(struct rd_coll_call *call)
{
	return scatter_allgather(call, ring_pieces);
}

static int scatter_doubling(struct rd_coll_call *call)
{
	return scatter_allgather(call, double_pieces);
}

/* A tree down which segments flow: each is passed on while the next ones come. */
struct flow {
	int64_t parent;   /* v; -1: the root */
	int64_t child[2]; /* v; beyond n - 1: none */
	uint64_t segment; /* bytes */
};

#define AHEAD 4 /* segments that a rank has posted receives for */

static uint64_t segment_bytes(const struct rd_coll_call *call, const struct flow *flow, uint64_t i)
{
	uint64_t at = i * flow->segment;

	return at < call->bytes ? rd_min(flow->segment, call->bytes - at) : 0;
}

static void flow_down(struct rd_coll_call *call, const struct flow *flow, char *bytes)
{
	uint64_t n = (call->bytes + flow->segment - 1) / flow->segment;
	struct rd_coll_window in, out;

	rd_coll_window_init(&in, call);
	rd_coll_window_init(&out, call);
	for (uint64_t i = 0; i < n + AHEAD; i++) {
		uint64_t ready = i - AHEAD; /* to be passed on; the first AHEAD turns have none */

		if (flow->parent >= 0)
			rd_coll_window_recv(&in, bytes + i * flow->segment,
					    segment_bytes(call, flow, i), rd_coll_byte(),
					    rank_of(call, flow->parent));
		if (i < AHEAD)
			continue;
		rd_coll_window_wait(&in, (unsigned)rd_min(n - 1 - ready, AHEAD));
		for (int c = 0; c < 2; c++)
			if (flow->child[c] < call->size)
				rd_coll_window_send(&out, bytes + ready * flow->segment,
						    segment_bytes(call, flow, ready),
						    rd_coll_byte(), rank_of(call, flow->child[c]));
	}
	rd_coll_window_wait(&in, 0);
	rd_coll_window_wait(&out, 0);
}

static int pipelined(struct rd_coll_call *call, const struct flow *flow)
{
	int is_root = call->rank == call->root;
	struct rd_coll_view view;

	rd_coll_go_without(call, rd_coll_view_open(call, &view, call->in.buf, call->in.count,
						   call->in.type, is_root));
	flow_down(call, flow, view.bytes);
	rd_coll_view_close(call, &view, !is_root);
	return call->err;
}

#define SEGMENT_B (64u << 10) /* bytes: fits into the second-level cache with its copy */

/* 0 -> 1 -> 2 -> ... -> n - 1: each sends the message once; n - 2 segments pass before the last
 * gets any. */
static int chain(struct rd_coll_call *call)
{
	int64_t v = vrank_of(call);
	struct flow flow = {v - 1, {v + 1, call->size}, SEGMENT_B};

	return pipelined(call, &flow);
}

/* v -> 2v + 1, 2v + 2: each sends the message twice at most, and the way down is log2 n. */
static int binary(struct rd_coll_call *call)
{
	int64_t v = vrank_of(call);
	struct flow flow = {v ? (v - 1) / 2 : -1, {2 * v + 1, 2 * v + 2}, SEGMENT_B};

	return pipelined(call, &flow);
}

static const char *unless_pow2(const struct rd_coll_call *call)
{
	return rd_coll_is_pow2(call->size) ? NULL : "needs a power of two of ranks";
}

#define BCAST(name, refuses) \
	RD_COLL_ALGO(rd_coll_bcast_##name, RD_COLL_BCAST, "bcast", #name, refuses, name)
BCAST(binomial, NULL);
BCAST(flat, NULL);
BCAST(scatter_ring, NULL);
BCAST(scatter_doubling, unless_pow2);
BCAST(chain, NULL);
BCAST(binary, NULL);
