/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long collectives that move data, through the areas of a pool (sm_pool.h). Data in one block is
 * copied, other layouts are packed into the areas and unpacked out of them. Called through
 * sm_pool.c.
 */
#include "coll/sm_pool.h"

#include "base/clock.h"
#include "base/stream.h"
#include "datatype/pack.h"

#include <string.h>

/* Some bytes of a block of data of any layout. */
struct stretch {
	void *buf;
	uint64_t count;
	const struct rd_type *type;
};

static void fill(const struct rd_shmcoll_long *op, char *to, struct stretch s, uint64_t first,
		 uint64_t bytes)
{
	const char *block = rd_type_block(s.buf, s.count, s.type);
	struct rd_iter it;

	if (!bytes)
		return;
	if (block) {
		rd_copy_in(&op->shm->copy_in, to, block + first, bytes);
	} else {
		rd_iter_init(&it, s.buf, s.count, s.type);
		rd_iter_seek(&it, first);
		rd_iter_pack(&it, to, bytes);
	}
}

static void drain(const struct rd_shmcoll_long *op, const char *from, struct stretch s,
		  uint64_t first, uint64_t bytes)
{
	char *block = rd_type_block(s.buf, s.count, s.type);
	struct rd_iter it;

	if (!bytes)
		return;
	if (block && op->streams) {
		rd_stream_copy(block + first, from, bytes);
	} else if (block) {
		memcpy(block + first, from, bytes);
	} else {
		rd_iter_init(&it, s.buf, s.count, s.type);
		rd_iter_seek(&it, first);
		rd_iter_unpack(&it, from, bytes);
	}
}

static struct stretch sent(const struct rd_coll_call *call)
{
	return (struct stretch){call->out.buf, call->out.count, call->out.type};
}

static struct stretch received(const struct rd_coll_call *call)
{
	return (struct stretch){call->in.buf, call->in.count, call->in.type};
}

static struct stretch sblock(const struct rd_coll_call *call, int m)
{
	return (struct stretch){rd_coll_sblock(call, m), call->out.count, call->out.type};
}

static struct stretch rblock(const struct rd_coll_call *call, int m)
{
	return (struct stretch){rd_coll_rblock(call, m), rd_coll_rcount(call, m), call->in.type};
}

static void copy_own(struct rd_coll_call *call, struct stretch to, struct stretch from)
{
	rd_coll_copy(call, to.buf, to.count, (struct rd_type *)to.type, from.buf, from.count,
		     (struct rd_type *)from.type);
}

/* Where there is a processor for each, the others begin to read when the root has written a
 * quarter; but a piece must take at least as long to copy as to publish. */
#define PIECE_LEAST (16u << 10) /* bytes */

static struct rd_shmcoll_long begin_early(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	struct rd_shmcoll_long op = rd_shmcoll_long_begin(call, shm, call->bytes, 1);
	uint64_t piece = rd_max(call->bytes / 4, PIECE_LEAST);

	if (op.pool->cpus == call->size && piece < op.piece)
		rd_shmcoll_cut(&op, call->bytes, piece - piece % RD_CACHE_LINE, 1);
	return op;
}

static int is_root(const struct rd_coll_call *call)
{
	return call->rank == call->root;
}

static void bcast_root(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	rd_shmcoll_come(op, 2 * k);
	if (rd_likely(rd_shmcoll_room(op, k))) {
		fill(op, rd_shmcoll_at(op, call->root, k), received(call), rd_shmcoll_first(op, k),
		     rd_shmcoll_some(op, k, call->bytes));
		rd_shmcoll_say(op, 0, k);
	}
	rd_shmcoll_leave(op, k);
}

static void bcast_other(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	rd_shmcoll_come(op, 2 * (k + 1));
	rd_shmcoll_hear(op, call->root, 0, k);
	drain(op, rd_shmcoll_at(op, call->root, k), received(call), rd_shmcoll_first(op, k),
	      rd_shmcoll_some(op, k, call->bytes));
	rd_shmcoll_leave(op, k);
}

struct rd_shmcoll_long rd_shmcoll_open_bcast(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part root = {.turn = bcast_root, .writes = 1},
					    other = {.turn = bcast_other,
						     .hears = {RD_SHMCOLL_ROOT}};
	struct rd_shmcoll_long op = begin_early(call, shm);

	op.part = is_root(call) ? &root : &other;
	return op;
}

/* The root copies its own block while the others begin. */
static void gather_root(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	if (!k && !rd_coll_in_place(call->out.buf))
		copy_own(call, rblock(call, call->rank), sent(call));
	rd_shmcoll_come(op, 2 * (k + 1));
	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		rd_shmcoll_hear(op, m, 0, k);
		drain(op, rd_shmcoll_at(op, m, k), rblock(call, m), rd_shmcoll_first(op, k),
		      rd_shmcoll_some(op, k, call->bytes));
	}
	rd_shmcoll_leave(op, k);
}

static void gather_other(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	if (!k)
		rd_shmcoll_leave(op, op->n - 1);
	rd_shmcoll_come(op, 2 * k);
	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	fill(op, rd_shmcoll_at(op, call->rank, k), sent(call), rd_shmcoll_first(op, k),
	     rd_shmcoll_some(op, k, call->bytes));
	rd_shmcoll_say(op, 0, k);
}

struct rd_shmcoll_long rd_shmcoll_open_gather(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part root = {.turn = gather_root, .hears = {RD_SHMCOLL_ALL}},
					    other = {.turn = gather_other, .writes = 1};
	struct rd_shmcoll_long op = begin_early(call, shm);

	op.part = is_root(call) ? &root : &other;
	rd_shmcoll_receives(&op, call->bytes * (uint64_t)call->size,
			    2 * call->bytes * (uint64_t)call->size);
	return op;
}

/* The root writes into each member's own area. It publishes in its own line when all are written:
 * in theirs the root of the next scatter might already publish more. */
static void scatter_root(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	if (!k)
		rd_shmcoll_leave(op, op->n - 1);
	rd_shmcoll_come(op, 2 * k);
	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		fill(op, rd_shmcoll_at(op, m, k), sblock(call, m), rd_shmcoll_first(op, k),
		     rd_shmcoll_some(op, k, call->bytes));
	}
	rd_shmcoll_say(op, 0, k);
	if (k == op->n - 1 && !rd_coll_in_place(call->in.buf))
		copy_own(call, received(call), sblock(call, call->rank));
}

static void scatter_other(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	rd_shmcoll_come(op, 2 * (k + 1));
	rd_shmcoll_hear(op, call->root, 0, k);
	drain(op, rd_shmcoll_at(op, call->rank, k), received(call), rd_shmcoll_first(op, k),
	      rd_shmcoll_some(op, k, call->bytes));
	rd_shmcoll_leave(op, k);
}

struct rd_shmcoll_long rd_shmcoll_open_scatter(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part root = {.turn = scatter_root, .writes = 1},
					    other = {.turn = scatter_other,
						     .hears = {RD_SHMCOLL_ROOT}};
	struct rd_shmcoll_long op = begin_early(call, shm);

	op.part = is_root(call) ? &root : &other;
	rd_shmcoll_receives(&op, call->bytes, 2 * call->bytes * (uint64_t)call->size);
	return op;
}

/* ---- All to all: chunks are written one ahead of those that are read ---- */

/* The part of the own block that chunk k has: lines just read are in the cache. */
static void own_piece(const struct rd_shmcoll_long *op, uint64_t k, struct stretch to,
		      struct stretch from, uint64_t bytes)
{
	char *dst = rd_type_block(to.buf, to.count, to.type);
	const char *src = rd_type_block(from.buf, from.count, from.type);
	uint64_t first = rd_shmcoll_first(op, k);

	if (!dst || !src) {
		if (!k)
			copy_own(op->call, to, from);
	} else {
		memcpy(dst + first, src + first, rd_shmcoll_some(op, k, bytes));
	}
}

static uint64_t block_bytes(const struct rd_coll_call *call, int m)
{
	return rd_coll_rcount(call, m) * call->in.type->size;
}

static void give_own(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	int me = call->rank, in_place = rd_coll_in_place(call->out.buf);
	struct stretch own = in_place ? rblock(call, me) : sent(call);
	uint64_t bytes = block_bytes(call, me);

	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	fill(op, rd_shmcoll_at(op, me, k), own, rd_shmcoll_first(op, k),
	     rd_shmcoll_some(op, k, bytes));
	rd_shmcoll_say(op, 0, k);
	if (!in_place)
		own_piece(op, k, rblock(call, me), own, bytes);
}

static void take_others(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		rd_shmcoll_hear(op, m, 0, k);
		drain(op, rd_shmcoll_at(op, m, k), rblock(call, m), rd_shmcoll_first(op, k),
		      rd_shmcoll_some(op, k, block_bytes(call, m)));
	}
	rd_shmcoll_leave(op, k);
}

static void allgather_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_own(op, k);
	if (k)
		take_others(op, k - 1);
}

struct rd_shmcoll_long rd_shmcoll_open_allgather(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part part = {allgather_turn, .more = 1, .writes = 1,
						    .hears = {RD_SHMCOLL_ALL}, .late = {1}};
	struct rd_shmcoll_long op;
	uint64_t longest = 0, n = (uint64_t)call->size;

	for (int m = 0; m < call->size; m++)
		longest = rd_max(longest, block_bytes(call, m));
	op = rd_shmcoll_long_begin(call, shm, longest, 1);
	op.part = &part;
	rd_shmcoll_receives(&op, longest * n, longest * n * (n + 1));
	return op;
}

/* A chunk has a piece of each block; in place it is overwritten after it was published. */
static void give_all(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t first = rd_shmcoll_first(op, k), some = rd_shmcoll_some(op, k, call->bytes);
	int in_place = rd_coll_in_place(call->out.buf);

	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, -(int64_t)i);

		fill(op, rd_shmcoll_at(op, call->rank, k) + (uint64_t)m * op->piece,
		     in_place ? rblock(call, m) : sblock(call, m), first, some);
	}
	rd_shmcoll_say(op, 0, k);
	if (!in_place)
		own_piece(op, k, rblock(call, call->rank), sblock(call, call->rank), call->bytes);
}

static void take_all(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;

	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		rd_shmcoll_hear(op, m, 0, k);
		drain(op, rd_shmcoll_at(op, m, k) + (uint64_t)call->rank * op->piece,
		      rblock(call, m), rd_shmcoll_first(op, k),
		      rd_shmcoll_some(op, k, call->bytes));
	}
	rd_shmcoll_leave(op, k);
}

static void alltoall_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_all(op, k);
	if (k)
		take_all(op, k - 1);
}

static struct rd_shmcoll_long open_alltoall(struct rd_shmcoll_pool *pool, struct rd_coll_call *call,
					    struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part part = {alltoall_turn, .more = 1, .writes = 1,
						    .hears = {RD_SHMCOLL_ALL}, .late = {1}};
	struct rd_shmcoll_long op =
		rd_shmcoll_long_begin_in(pool, call, shm, call->bytes, (uint64_t)call->size);
	uint64_t own = call->bytes * (uint64_t)call->size;

	op.part = &part;
	rd_shmcoll_receives(&op, own, 2 * own * (uint64_t)call->size);
	return op;
}

struct rd_shmcoll_long rd_shmcoll_open_alltoall(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	return open_alltoall(shm->pool, call, shm);
}

int rd_shmcoll_long_alltoall(struct rd_coll_call *call)
{
	struct rd_shmcoll *shm = call->comm->coll_state->shm;
	int wide = shm->wide && rd_shmcoll_is_wide(call, shm->pool);
	int direct = !wide && call->bytes >= shm->pool->direct_least;
	struct rd_shmcoll_long op;
	uint64_t begin;

	if (direct && rd_shmcoll_direct_alltoall(call))
		return call->err;
	begin = direct ? rd_clock_ns() : 0;
	op = open_alltoall(wide ? shm->wide : shm->pool, call, shm);
	rd_shmcoll_long_run(&op);
	if (direct)
		rd_shmcoll_went(shm->pool, RD_SHMCOLL_BY_AREAS, begin, call->bytes);
	return call->err;
}
