/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allgather over pt2pt, blocks of equal or (v) of different lengths. Blocks travel straight from
 * receive buffer to receive buffer, but for Bruck's, which needs them in another order and packs
 * them. Called through base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/message.h"

static void own_block(struct rd_coll_call *call)
{
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank),
			     rd_coll_rcount(call, call->rank), call->in.type, call->out.buf,
			     call->out.count, call->out.type);
}

/* Sends the own block, from the caller's buffer: the copy in the receive buffer is not made yet,
 * and lines just written would be slow to read for another processor. */
static void send_own(struct rd_coll_window *w, int dest)
{
	struct rd_coll_call *call = w->call;

	if (rd_coll_in_place(call->out.buf))
		rd_coll_window_send(w, rd_coll_rblock(call, call->rank),
				    rd_coll_rcount(call, call->rank), call->in.type, dest);
	else
		rd_coll_window_send(w, call->out.buf, call->out.count, call->out.type, dest);
}

static void recv_block(struct rd_coll_window *w, int block, int src)
{
	struct rd_coll_call *call = w->call;

	rd_coll_window_recv(w, rd_coll_rblock(call, block), rd_coll_rcount(call, block),
			    call->in.type, src);
}

/* First round of the following algorithms: exchanges own blocks, and copies the own one
 * meanwhile. */
static void exchange_own(struct rd_coll_call *call, int dest, int src)
{
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	recv_block(&w, src, src);
	send_own(&w, dest);
	own_block(call);
	rd_coll_window_wait(&w, 0);
}

/* Sends n blocks from `give` on to `dest`, receives n from `src` to `take` on; equal blocks
 * only. */
static void exchange_blocks(struct rd_coll_call *call, int give, int dest, int take, int src, int n)
{
	uint64_t count = (uint64_t)n * call->in.count;

	rd_coll_exchange(call, &RD_BUF(rd_coll_rblock(call, give), count, call->in.type), dest,
			 &RD_BUF(rd_coll_rblock(call, take), count, call->in.type), src);
}

/* 2^k ranks: exchanges all blocks that both have with rank xor d; log2 n rounds (Thakur et al.
 * 2005, 4.1). */
static int doubling(struct rd_coll_call *call)
{
	exchange_own(call, call->rank ^ 1, call->rank ^ 1);
	for (int d = 2; d < call->size; d *= 2) {
		int mine = call->rank & ~(d - 1), peer = call->rank ^ d;

		exchange_blocks(call, mine, peer, mine ^ d, peer, d);
	}
	return call->err;
}

/*
 * Each passes on to the next rank the block that it received last: n - 1 rounds, every link busy in
 * each.
 *
 *     n = 4, rank 1:   gets 0, gets 3, gets 2   from rank 0
 */
static int ring(struct rd_coll_call *call)
{
	int next = rd_coll_turn(call, call->rank, 1), before = rd_coll_turn(call, call->rank, -1);

	exchange_own(call, next, before);
	for (int i = 1; i < call->size - 1; i++) {
		int give = rd_coll_turn(call, call->rank, -(int64_t)i);
		int take = rd_coll_turn(call, before, -(int64_t)i);

		rd_coll_exchange(call,
				 &RD_BUF(rd_coll_rblock(call, give), rd_coll_rcount(call, give),
					 call->in.type),
				 next,
				 &RD_BUF(rd_coll_rblock(call, take), rd_coll_rcount(call, take),
					 call->in.type),
				 before);
	}
	return call->err;
}

/*
 * Even n: pairs swap their blocks, then pass on two at a time to alternate sides; n / 2 rounds
 * (Chen, Zhang, Huang, Yuan 2005).
 *
 *     n = 6, rank 0:  <-> 1 (own)   <-> 5 (0 1 for 4 5)   <-> 1 (4 5 for 2 3)
 *            rank 1:  <-> 0 (own)   <-> 2 (0 1 for 2 3)   <-> 0 (2 3 for 4 5)
 */
static int neighbour(struct rd_coll_call *call)
{
	int odd = call->rank % 2, pair = call->rank - odd;
	int side[2] = {rd_coll_turn(call, call->rank, odd ? -1 : 1),
		       rd_coll_turn(call, call->rank, odd ? 1 : -1)};
	int step[2] = {odd ? -2 : 2, odd ? 2 : -2};
	int take[2] = {pair, pair}; /* first of the two blocks that came last, by side */
	int give = pair;

	exchange_own(call, side[0], side[0]);
	for (int i = 1; i < call->size / 2; i++) {
		int s = i % 2;

		take[s] = rd_coll_turn(call, take[s], step[s]);
		exchange_blocks(call, give, side[s], take[s], side[s], 2);
		give = take[s];
	}
	return call->err;
}

/*
 * Each rank sends its own block to all others: n - 1 messages each, but one round, and each block
 * is read from its owner's buffer: for ranks that share memory, or a processor.
 */
static int direct(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	for (int64_t first = 1; first < call->size; first += RD_COLL_WINDOW / 2) {
		int64_t end = rd_min(first + RD_COLL_WINDOW / 2, call->size);

		for (int64_t i = first; i < end; i++) {
			int src = rd_coll_turn(call, call->rank, i);

			recv_block(&w, src, src);
		}
		for (int64_t i = first; i < end; i++)
			send_own(&w, rd_coll_turn(call, call->rank, -i));
		if (first == 1)
			own_block(call);
		rd_coll_window_wait(&w, 0);
	}
	return call->err;
}

/* The blocks of rank, rank + 1, ... (mod n) are packed one after the other. Bytes of those numbered
 * first .. end - 1 in that order. */
static uint64_t bytes_of(const struct rd_coll_call *call, int64_t first, int64_t end)
{
	int64_t n = call->size, from = call->rank + first, to = call->rank + end;
	uint64_t count = 0;

	if (!call->in.counts)
		return (uint64_t)(end - first) * call->in.count * call->in.type->size;
	for (int64_t r = from; r < rd_min(to, n); r++)
		count += (uint64_t)call->in.counts[r];
	for (int64_t r = rd_max(from, n); r < to; r++)
		count += (uint64_t)call->in.counts[r - n];
	return count * call->in.type->size;
}

static void pack_own(struct rd_coll_call *call, char *to, uint64_t bytes)
{
	if (rd_coll_in_place(call->out.buf))
		rd_coll_pack(call, to, bytes, rd_coll_rblock(call, call->rank),
			     rd_coll_rcount(call, call->rank), call->in.type);
	else
		rd_coll_pack(call, to, bytes, call->out.buf, call->out.count, call->out.type);
}

static void unpack_others(struct rd_coll_call *call, const char *from)
{
	for (int i = 1; i < call->size; i++) {
		int r = rd_coll_turn(call, call->rank, i);

		from += bytes_of(call, i - 1, i);
		rd_coll_unpack(call, rd_coll_rblock(call, r), rd_coll_rcount(call, r),
			       call->in.type, from);
	}
}

/*
 * Bruck et al. 1997: block i is that of (rank + i) mod n; with doubled distance d the first d go
 * to rank - d, as many come from rank + d; ceil(log2 n) rounds for any n.
 *
 *     n = 5, rank 0:  0 | 1 | 2 3 | 4      from 1, 2, 4
 */
static int bruck(struct rd_coll_call *call)
{
	uint64_t has = bytes_of(call, 0, 1);
	void *mem;
	char *packed = rd_coll_data_get(call, bytes_of(call, 0, call->size), &mem);

	own_block(call);
	pack_own(call, packed, has);
	for (int64_t d = 1; d < call->size; d *= 2) {
		int64_t some = rd_min(d, call->size - d);
		uint64_t gives = some == d ? has : bytes_of(call, 0, some);
		uint64_t gets = bytes_of(call, d, d + some);

		rd_coll_exchange(call, &RD_BUF(packed, gives, rd_coll_byte()),
				 rd_coll_turn(call, call->rank, -d),
				 &RD_BUF(packed + has, gets, rd_coll_byte()),
				 rd_coll_turn(call, call->rank, d));
		has += gets;
	}
	unpack_others(call, packed);
	rd_coll_data_put(call, mem);
	return call->err;
}

static const char *unless_pow2(const struct rd_coll_call *call)
{
	return rd_coll_is_pow2(call->size) ? NULL : "needs a power of two of ranks";
}

static const char *unless_even(const struct rd_coll_call *call)
{
	return call->size % 2 ? "needs an even number of ranks" : NULL;
}

#define ALLGATHER(name, refuses) \
	RD_COLL_ALGO(rd_coll_allgather_##name, RD_COLL_ALLGATHER, "allgather", #name, refuses, name)
ALLGATHER(doubling, unless_pow2);
ALLGATHER(bruck, NULL);
ALLGATHER(neighbour, unless_even);
ALLGATHER(ring, NULL);
ALLGATHER(direct, NULL);
RD_COLL_ALGO(rd_coll_allgatherv_bruck, RD_COLL_ALLGATHERV, "allgatherv", "bruck", NULL, bruck);
RD_COLL_ALGO(rd_coll_allgatherv_ring, RD_COLL_ALLGATHERV, "allgatherv", "ring", NULL, ring);
RD_COLL_ALGO(rd_coll_allgatherv_direct, RD_COLL_ALLGATHERV, "allgatherv", "direct", NULL, direct);
