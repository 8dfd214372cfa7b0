/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall over pt2pt, blocks of equal or (v) of different lengths or (w) types, in place too.
 * Called through base.c's table.
 */
#include "coll/base.h"

#include "base/compiler.h"
#include "coll/message.h"

static void own_block(struct rd_coll_call *call)
{
	rd_coll_copy(call, rd_coll_rblock(call, call->rank), rd_coll_rcount(call, call->rank),
		     rd_coll_rtype(call, call->rank), rd_coll_sblock(call, call->rank),
		     rd_coll_scount(call, call->rank), rd_coll_stype(call, call->rank));
}

/*
 * In rounds of a few partners, all sends and receives of a round at once: to rank - i, from rank
 * + i for i of the round, so that both sides of each message are in the same round (as MPICH's
 * "scattered").
 */
static int scattered(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	for (int64_t first = 1; first < call->size; first += RD_COLL_WINDOW / 2) {
		int64_t end = rd_min(first + RD_COLL_WINDOW / 2, call->size);

		for (int64_t i = first; i < end; i++) {
			int src = rd_coll_turn(call, call->rank, i);

			rd_coll_window_recv(&w, rd_coll_rblock(call, src),
					    rd_coll_rcount(call, src), rd_coll_rtype(call, src),
					    src);
		}
		for (int64_t i = first; i < end; i++) {
			int dest = rd_coll_turn(call, call->rank, -i);

			rd_coll_window_send(&w, rd_coll_sblock(call, dest),
					    rd_coll_scount(call, dest), rd_coll_stype(call, dest),
					    dest);
		}
		if (first == 1)
			own_block(call);
		rd_coll_window_wait(&w, 0);
	}
	return call->err;
}

/* One partner a round, each rank receiving from one only: for long blocks. */
static int pairwise(struct rd_coll_call *call)
{
	own_block(call);
	for (int64_t i = 1; i < call->size; i++) {
		int even = rd_coll_is_pow2(call->size);
		int dest = even ? call->rank ^ (int)i : rd_coll_turn(call, call->rank, i);
		int src = even ? dest : rd_coll_turn(call, call->rank, -i);

		rd_coll_exchange(call,
				 &RD_BUF(rd_coll_sblock(call, dest), rd_coll_scount(call, dest),
					 call->out.type),
				 dest,
				 &RD_BUF(rd_coll_rblock(call, src), rd_coll_rcount(call, src),
					 call->in.type),
				 src);
	}
	return call->err;
}

/*
 * In place: in round i rank r swaps blocks with rank (i - r) mod n, which in turn swaps with r: a
 * round of a tournament; one block of temporary memory, inside rd_coll_replace.
 */
static int swaps(struct rd_coll_call *call)
{
	for (int i = 0; i < call->size; i++) {
		int peer = rd_coll_turn(call, i, -(int64_t)call->rank);

		if (peer != call->rank)
			rd_coll_replace(call, rd_coll_rblock(call, peer),
					rd_coll_rcount(call, peer), rd_coll_rtype(call, peer),
					peer);
	}
	return call->err;
}

/* Packed blocks by distance: i is the one for (rank + i) mod n, in the end the one from (rank -
 * i) mod n. */
struct bruck {
	uint64_t block; /* bytes */
	char *all;      /* [n][block] */
	char *out, *in; /* [(n + 1) / 2][block] */
	void *mem;      /* of all three */
};

static void bruck_open(struct bruck *b, struct rd_coll_call *call)
{
	uint64_t n = (uint64_t)call->size, half = (n + 1) / 2;

	b->block = call->bytes;
	b->all = rd_coll_data_get(call, (n + 2 * half) * b->block, &b->mem);
	b->out = b->all + n * b->block;
	b->in = b->out + half * b->block;
}

static void bruck_pack(struct rd_coll_call *call, const struct bruck *b)
{
	int in_place = rd_coll_in_place(call->out.buf);

	for (int i = 0; i < call->size; i++) {
		int r = rd_coll_turn(call, call->rank, i);
		char *at = b->all + (uint64_t)i * b->block;

		if (in_place)
			rd_coll_pack(call, at, b->block, rd_coll_rblock(call, r), call->in.count,
				     call->in.type);
		else
			rd_coll_pack(call, at, b->block, rd_coll_sblock(call, r), call->out.count,
				     call->out.type);
	}
}

static void bruck_unpack(struct rd_coll_call *call, const struct bruck *b)
{
	for (int i = 0; i < call->size; i++) {
		int r = rd_coll_turn(call, call->rank, -(int64_t)i);

		rd_coll_unpack(call, rd_coll_rblock(call, r), call->in.count, call->in.type,
			       b->all + (uint64_t)i * b->block);
	}
}

/* The blocks whose distance has bit d, between `all` and one piece of memory; returns how many. */
static uint64_t bruck_move(struct rd_coll_call *call, const struct bruck *b, int64_t d, char *piece,
			   int back)
{
	uint64_t n = 0;

	for (int64_t i = d; i < call->size; i = (i + 1) | d, n++) {
		char *at = b->all + (uint64_t)i * b->block, *there = piece + n * b->block;

		if (back)
			rd_coll_move(call, at, there, b->block);
		else
			rd_coll_move(call, there, at, b->block);
	}
	return n;
}

/*
 * Bruck et al. 1997: for each bit d of the distance, all blocks that still have it to go travel d
 * ranks on together; ceil(log2 n) messages instead of n - 1, each block sent up to log2 n times:
 * for short blocks.
 *
 *     n = 4, rank 0, blocks by distance 0 1 2 3:   1 3 -> rank 1,   2 3 -> rank 2
 */
static int bruck(struct rd_coll_call *call)
{
	struct bruck b;

	bruck_open(&b, call);
	bruck_pack(call, &b);
	for (int64_t d = 1; d < call->size; d *= 2) {
		uint64_t n = bruck_move(call, &b, d, b.out, 0);

		rd_coll_exchange(call, &RD_BUF(b.out, n * b.block, rd_coll_byte()),
				 rd_coll_turn(call, call->rank, d),
				 &RD_BUF(b.in, n * b.block, rd_coll_byte()),
				 rd_coll_turn(call, call->rank, -d));
		bruck_move(call, &b, d, b.in, 1);
	}
	bruck_unpack(call, &b);
	rd_coll_data_put(call, b.mem);
	return call->err;
}

static const char *if_in_place(const struct rd_coll_call *call)
{
	return rd_coll_in_place(call->out.buf) ? "cannot work in place" : NULL;
}

static const char *unless_in_place(const struct rd_coll_call *call)
{
	return rd_coll_in_place(call->out.buf) ? NULL : "is for calls in place";
}

#define ALLTOALL(name, refuses) \
	RD_COLL_ALGO(rd_coll_alltoall_##name, RD_COLL_ALLTOALL, "alltoall", #name, refuses, name)
ALLTOALL(bruck, NULL);
ALLTOALL(scattered, if_in_place);
ALLTOALL(pairwise, if_in_place);
ALLTOALL(swaps, unless_in_place);
#define ALLTOALLV(name, refuses) \
	RD_COLL_ALGO(rd_coll_alltoallv_##name, RD_COLL_ALLTOALLV, "alltoallv", #name, refuses, name)
ALLTOALLV(scattered, if_in_place);
ALLTOALLV(pairwise, if_in_place);
ALLTOALLV(swaps, unless_in_place);
#define ALLTOALLW(name, refuses) \
	RD_COLL_ALGO(rd_coll_alltoallw_##name, RD_COLL_ALLTOALLW, "alltoallw", #name, refuses, name)
ALLTOALLW(scattered, if_in_place);
ALLTOALLW(swaps, unless_in_place);
