/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long reductions through the areas of a pool (sm_pool.h). Every element is combined by one member
 * in the doubling order (combine.h), on any number of processors; a prefix one operand after the
 * other. Called through sm_pool.c.
 *
 *     allreduce, 3 members, of each chunk:       area 0    area 1    area 2
 *     stage 0: parts for the others              . b c     a . c     a b .
 *     member i adds up part i of all,            A b c     a B c     a b C
 *     stage 1: result in its own area
 *     all copy the others' parts
 */
#include "coll/sm_pool.h"

#include "coll/combine.h"

#include <string.h>

#define BLOCK_B 8192u  /* bytes combined at once: in a first-level cache with their operands */
#define ROOMS_B 32768u /* of results on the way: with more than 16 members blocks are shorter */

static uint64_t extent(const struct rd_shmcoll_long *op)
{
	return (uint64_t)op->call->in.type->extent;
}

/* Elements of the chunk that member i of `parts` combines: whole cache lines but for the end. */
static struct rd_coll_range part_of(uint64_t some, int parts, int i)
{
	uint64_t lines = (some + RD_CACHE_LINE - 1) / RD_CACHE_LINE;
	uint64_t first = rd_min(some, rd_coll_part(lines, parts, i) * RD_CACHE_LINE);

	return (struct rd_coll_range){
		first, rd_min(some, rd_coll_part(lines, parts, i + 1) * RD_CACHE_LINE) - first};
}

static const char *own_at(const struct rd_shmcoll_long *op, uint64_t first)
{
	return (const char *)rd_coll_own(op->call) + first * extent(op);
}

/* Members' operands: those of others lie in their areas, `at` bytes into the chunk; the own one in
 * the caller's buffer. */
struct operands {
	const struct rd_shmcoll_long *op;
	uint64_t k, at;
	const char *own;
};

static const char *operand(const void *arg, int m)
{
	const struct operands *o = arg;

	if (m == o->op->call->rank)
		return o->own;
	return rd_shmcoll_at(o->op, m, o->k) + o->at;
}

/* `count` elements to `out`, which may be where the own operand lies, and, if not NULL, also to
 * `twin`; in blocks that stay in a cache with the results on the way. */
static void combine(const struct operands *from, uint64_t count, char *out, char *twin)
{
	char temp[ROOMS_B] __attribute__((aligned(RD_CACHE_LINE)));
	struct rd_coll_call *call = from->op->call;
	uint64_t size = extent(from->op), rooms = (uint64_t)rd_coll_tree_rooms(call->size);
	uint64_t block = rd_min(BLOCK_B, ROOMS_B / rooms / RD_CACHE_LINE * RD_CACHE_LINE);
	struct operands o = *from;
	struct rd_coll_tree tree = {
		.call = call,
		.n = call->size,
		.operand = operand,
		.arg = &o,
		.out = out,
		.temp = temp,
		.stride = (int64_t)block,
	};

	block = block / size * size;
	for (uint64_t skip = 0; skip < count * size; skip += block) {
		uint64_t bytes = rd_min(block, count * size - skip);

		tree.count = bytes / size;
		rd_coll_tree(&tree);
		if (twin)
			memcpy(twin + skip, tree.out, bytes);
		tree.out += bytes;
		o.at += bytes;
		o.own += bytes;
	}
}

/* One block of a prefix, `skip` bytes on, of members 0 .. high - 1, into `out`, which may be where
 * the own operand lies. The result of a step may not go where its left operand is: two buffers take
 * turns, so that `out` comes last; the own operand is moved out of the way if it is needed after
 * `out` has been written. */
static void prefix_block(const struct operands *from, int high, uint64_t bytes, char *out)
{
	char sum[BLOCK_B] __attribute__((aligned(RD_CACHE_LINE)));
	char own[BLOCK_B] __attribute__((aligned(RD_CACHE_LINE)));
	struct rd_coll_call *call = from->op->call;
	struct operands o = *from;
	const char *left;

	if (o.own == out && high > 1) {
		memcpy(own, out, bytes);
		o.own = own;
	}
	left = operand(&o, 0);
	if (high == 1 && left != out)
		memcpy(out, left, bytes);
	for (int m = 1; m < high; m++) {
		char *to = (high - 1 - m) % 2 ? sum : out;

		rd_coll_apply3(call, left, operand(&o, m), to, bytes / extent(o.op));
		left = to;
	}
}

static void prefix(struct operands *o, int high, uint64_t count, char *out)
{
	uint64_t size = extent(o->op), block = BLOCK_B / size * size;

	for (uint64_t skip = 0; skip < count * size; skip += block) {
		uint64_t bytes = rd_min(block, count * size - skip);

		prefix_block(o, high, bytes, out + skip);
		o->at += bytes;
		o->own += bytes;
	}
}

/* Copies all of the chunk into the own area. */
static void give_whole(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t some = rd_shmcoll_some(op, k, call->out.count);

	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	rd_copy_in(&op->shm->copy_in, rd_shmcoll_at(op, call->rank, k),
		   own_at(op, rd_shmcoll_first(op, k)), some * extent(op));
	rd_shmcoll_say(op, 0, k);
}

/* Combines all elements of the chunk from members 0 .. high - 1 into the receive buffer. */
static void take_whole(const struct rd_shmcoll_long *op, uint64_t k, int high)
{
	struct rd_coll_call *call = op->call;
	uint64_t first = rd_shmcoll_first(op, k), some = rd_shmcoll_some(op, k, call->out.count);
	struct operands o = {op, k, 0, own_at(op, first)};
	char *out = (char *)call->in.buf + first * extent(op);

	for (int m = 0; m < high; m++)
		rd_shmcoll_hear(op, m, 0, k);
	if (rd_unlikely(call->err == RD_ENOMEM)) /* there is no room for the result */
		return;
	if (call->kind == RD_COLL_SCAN || call->kind == RD_COLL_EXSCAN)
		prefix(&o, high, some, out);
	else
		combine(&o, some, out, NULL);
}

/* ---- Allreduce, reduce ---- */

/* Stage 0: the parts that others combine; two copies around the own part. */
static void give_parts(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t some = rd_shmcoll_some(op, k, call->out.count), size = extent(op);
	struct rd_coll_range mine = part_of(some, call->size, call->rank);
	const char *own = own_at(op, rd_shmcoll_first(op, k));
	uint64_t after = mine.first + mine.count;
	char *area = rd_shmcoll_at(op, call->rank, k);

	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	rd_copy_in(&op->shm->copy_in, area, own, mine.first * size);
	rd_copy_in(&op->shm->copy_in, area + after * size, own + after * size,
		   (some - after) * size);
	rd_shmcoll_say(op, 0, k);
}

/* Stage 1: the own part. */
static void combine_part(const struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t first = rd_shmcoll_first(op, k), size = extent(op);
	struct rd_coll_range mine =
		part_of(rd_shmcoll_some(op, k, call->out.count), call->size, call->rank);
	struct operands o = {op, k, mine.first * size, own_at(op, first + mine.first)};

	rd_shmcoll_hear_all(op, 0, k);
	if (rd_unlikely(call->err) && rd_shmcoll_is_lost(op->shm)) {
		rd_shmcoll_leave_out(op); /* there may have been no room */
		return;
	}
	combine(&o, mine.count, rd_shmcoll_at(op, call->rank, k) + o.at,
		op->result ? (char *)call->in.buf + (first + mine.first) * size : NULL);
	rd_shmcoll_say(op, 1, k);
}

static void take_parts(const struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t some = rd_shmcoll_some(op, k, call->out.count), size = extent(op);
	uint64_t first = rd_shmcoll_first(op, k);

	for (int i = 1; op->result && i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);
		struct rd_coll_range part = part_of(some, call->size, m);

		rd_shmcoll_hear(op, m, 1, k);
		memcpy((char *)call->in.buf + (first + part.first) * size,
		       rd_shmcoll_at(op, m, k) + part.first * size, part.count * size);
	}
	rd_shmcoll_leave(op, k);
}

/* Chunks follow each other through the stages, so that no member waits for the current work of
 * others. */
static void parts_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_parts(op, k);
	if (k >= 1 && k - 1 < op->n)
		combine_part(op, k - 1);
	rd_shmcoll_come(op, 2 * k + 1);
	if (k >= 2)
		take_parts(op, k - 2);
}

static void by_parts(struct rd_shmcoll_long *op, int result)
{
	static const struct rd_shmcoll_part gets = {.turn = parts_turn,
						    .more = 2,
						    .writes = 1,
						    .hears = {RD_SHMCOLL_ALL, RD_SHMCOLL_ALL},
						    .late = {1, 2}},
					    gets_none = {.turn = parts_turn,
							 .more = 2,
							 .writes = 1,
							 .hears = {RD_SHMCOLL_ALL},
							 .late = {1}};

	op->part = result ? &gets : &gets_none;
	op->result = result;
}

/* All members combine all elements: one round less. */
static void all_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_whole(op, k);
	if (k) {
		take_whole(op, k - 1, op->call->size);
		rd_shmcoll_leave(op, k - 1);
	}
}

static void by_all(struct rd_shmcoll_long *op)
{
	static const struct rd_shmcoll_part part = {all_turn, .more = 1, .writes = 1,
						    .hears = {RD_SHMCOLL_ALL}, .late = {1}};

	op->part = &part;
}

/* ---- Allreduce of many ---- */

/* Chunk k of members low, low + 1, ..., or of the groups, where they have been merged. */
struct merge {
	const struct rd_shmcoll_long *op;
	uint64_t k, at;
	int low, groups;
};

static const char *merge_operand(const void *arg, int i)
{
	const struct merge *m = arg;

	i = m->groups ? rd_shmcoll_group_first(m->op->shm, i) : m->low + i;
	return rd_shmcoll_at(m->op, i, m->k) + m->at;
}

/* Combines n operands; the result replaces the first one. */
static void merge(struct merge m, int n)
{
	char temp[ROOMS_B] __attribute__((aligned(RD_CACHE_LINE)));
	struct rd_coll_call *call = m.op->call;
	uint64_t size = extent(m.op), rooms = (uint64_t)rd_coll_tree_rooms(n);
	uint64_t block = rd_min(BLOCK_B, ROOMS_B / rooms / RD_CACHE_LINE * RD_CACHE_LINE);
	uint64_t bytes = rd_shmcoll_some(m.op, m.k, call->out.count) * size;
	struct rd_coll_tree tree = {
		.call = call,
		.n = n,
		.operand = merge_operand,
		.arg = &m,
		.temp = temp,
		.stride = (int64_t)block,
	};

	block = block / size * size;
	for (; n > 1 && m.at < bytes; m.at += block) {
		tree.count = rd_min(block, bytes - m.at) / size;
		tree.out = (char *)merge_operand(&m, 0);
		rd_coll_tree(&tree);
	}
}

static void merge_group(const struct rd_shmcoll_merge *how, int low, int high)
{
	struct merge m = *(const struct merge *)how->arg;

	m.low = low;
	merge(m, high - low);
}

static void merge_all(const struct rd_shmcoll_merge *how)
{
	struct merge m = *(const struct merge *)how->arg;

	m.groups = 1;
	merge(m, m.op->shm->counting.groups);
}

/* Members meet once for each chunk, and the last ones to arrive combine it (sm_many.c): where there
 * are many members for each processor, the number of times that each has to run decides. */
static int by_groups(struct rd_shmcoll_long *op)
{
	struct rd_coll_call *call = op->call;
	uint64_t size = extent(op), arrival = rd_shmcoll_arrival_long(call);

	for (uint64_t k = 0; k < op->n && call->err != RD_ECOUNT; k++) {
		uint64_t first = rd_shmcoll_first(op, k),
			 some = rd_shmcoll_some(op, k, call->out.count);
		struct merge m = {.op = op, .k = k};
		struct rd_shmcoll_merge how = {merge_group, merge_all, &m};

		rd_shmcoll_come(op, 2 * k);
		if (rd_unlikely(!rd_shmcoll_room(op, k)))
			break;
		rd_copy_in(&op->shm->copy_in, rd_shmcoll_at(op, call->rank, k), own_at(op, first),
			   some * size);
		rd_coll_error(call, rd_shmcoll_meet(op->shm, arrival, &how));
		memcpy((char *)call->in.buf + first * size, rd_shmcoll_at(op, 0, k), some * size);
		rd_shmcoll_leave(op, k);
	}
	return rd_shmcoll_long_end(op);
}

/* 1: the vector is so short that a round costs more than the work that it spreads. */
static int is_short(const struct rd_shmcoll_long *op)
{
	return op->call->bytes <= op->pool->chunk_b / 8;
}

static struct rd_shmcoll_long begin_vector(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	return rd_shmcoll_long_begin(call, shm, call->out.count, (uint64_t)call->in.type->extent);
}

struct rd_shmcoll_long rd_shmcoll_open_allreduce(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	struct rd_shmcoll_long op = begin_vector(call, shm);

	if (is_short(&op))
		by_all(&op);
	else
		by_parts(&op, 1);
	return op;
}

int rd_shmcoll_long_allreduce(struct rd_coll_call *call)
{
	struct rd_shmcoll_long op = rd_shmcoll_open_allreduce(call, call->comm->coll_state->shm);

	if (op.shm->counting.groups && (op.shm->place.tight || is_short(&op)))
		return by_groups(&op);
	return rd_shmcoll_long_run(&op);
}

/* The root combines the others' chunk while they write the next one. */
static void root_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * (k + 1));
	take_whole(op, k, op->call->size);
	rd_shmcoll_leave(op, k);
}

static void other_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	give_whole(op, k);
	rd_shmcoll_leave(op, k);
}

/* With more than two processors the others would wait for the root. */
struct rd_shmcoll_long rd_shmcoll_open_reduce(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part root = {.turn = root_turn, .hears = {RD_SHMCOLL_ALL}},
					    other = {.turn = other_turn, .writes = 1};
	struct rd_shmcoll_long op = begin_vector(call, shm);

	if (op.pool->cpus > 2 && !is_short(&op))
		by_parts(&op, call->rank == call->root && !call->err);
	else
		op.part = call->rank == call->root ? &root : &other;
	return op;
}

/* ---- Reduce_scatter ---- */

/* Where block m begins, in elements. */
static uint64_t block_at(const struct rd_coll_call *call, int m)
{
	uint64_t first = 0;

	if (!call->in.counts)
		return call->in.count * (uint64_t)m;
	for (int i = 0; i < m; i++)
		first += rd_coll_rcount(call, i);
	return first;
}

/* A chunk has a piece of each block. */
static void give_blocks(struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t at = rd_shmcoll_first(op, k), size = extent(op);
	char *to = rd_shmcoll_at(op, call->rank, k);

	if (rd_unlikely(!rd_shmcoll_room(op, k)))
		return;
	for (int m = 0; m < call->size; m++) {
		uint64_t count = rd_coll_rcount(call, m);

		/* In place the own block may be overwritten before it is read. */
		if (m != call->rank || rd_coll_in_place(call->out.buf))
			rd_copy_in(&op->shm->copy_in, to + (uint64_t)m * op->piece * size,
				   own_at(op, at), rd_shmcoll_some(op, k, count) * size);
		at += count;
	}
	rd_shmcoll_say(op, 0, k);
}

static void take_block(const struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t first = rd_shmcoll_first(op, k), size = extent(op);
	struct operands o = {.op = op, .k = k, .at = (uint64_t)call->rank * op->piece * size};

	if (rd_coll_in_place(call->out.buf))
		o.own = rd_shmcoll_at(op, call->rank, k) + o.at;
	else
		o.own = own_at(op, block_at(call, call->rank) + first);
	rd_shmcoll_hear_all(op, 0, k);
	combine(&o, rd_shmcoll_some(op, k, rd_coll_rcount(call, call->rank)),
		(char *)call->in.buf + first * size, NULL);
	rd_shmcoll_leave(op, k);
}

static void blocks_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_blocks(op, k);
	if (k)
		take_block(op, k - 1);
}

struct rd_shmcoll_long rd_shmcoll_open_reduce_scatter(struct rd_coll_call *call,
						      struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part part = {blocks_turn, .more = 1, .writes = 1,
						    .hears = {RD_SHMCOLL_ALL}, .late = {1}};
	uint64_t longest = 0, n = (uint64_t)call->size;
	struct rd_shmcoll_long op;

	for (int m = 0; m < call->size; m++)
		longest = rd_max(longest, rd_coll_rcount(call, m));
	op = rd_shmcoll_long_begin(call, shm, longest, (uint64_t)call->in.type->extent * n);
	op.part = &part;
	return op;
}

/* ---- Scan, exscan ---- */

/* Members whose operands are in the result, the first ones. */
static int reach(const struct rd_coll_call *call)
{
	return call->rank + (call->kind == RD_COLL_SCAN);
}

/* Each member combines the operands of those below it: for few members. */
static void scan_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_whole(op, k);
	if (!k)
		return;
	if (reach(op->call))
		take_whole(op, k - 1, reach(op->call));
	rd_shmcoll_leave(op, k - 1);
}

/* Stage 1: in the own part of the chunk every area gets the sum of those below and itself. */
static void prefix_part(const struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	struct rd_coll_range mine =
		part_of(rd_shmcoll_some(op, k, call->out.count), call->size, call->rank);
	uint64_t size = extent(op), block = BLOCK_B / size;

	rd_shmcoll_hear_all(op, 0, k);
	if (rd_unlikely(call->err) && rd_shmcoll_is_lost(op->shm)) {
		rd_shmcoll_leave_out(op); /* there may have been no room */
		return;
	}
	for (uint64_t i = 0; i < mine.count; i += block)
		for (int m = 1; m < call->size; m++)
			rd_coll_apply(call, rd_shmcoll_at(op, m - 1, k) + (mine.first + i) * size,
				      rd_shmcoll_at(op, m, k) + (mine.first + i) * size,
				      rd_min(block, mine.count - i));
	rd_shmcoll_say(op, 1, k);
}

static void take_prefix(const struct rd_shmcoll_long *op, uint64_t k)
{
	struct rd_coll_call *call = op->call;
	uint64_t size = extent(op);

	if (reach(call)) {
		rd_shmcoll_hear_all(op, 1, k);
		memcpy((char *)call->in.buf + rd_shmcoll_first(op, k) * size,
		       rd_shmcoll_at(op, reach(call) - 1, k),
		       rd_shmcoll_some(op, k, call->out.count) * size);
	}
	rd_shmcoll_leave(op, k);
}

static void scan_parts_turn(struct rd_shmcoll_long *op, uint64_t k)
{
	rd_shmcoll_come(op, 2 * k);
	if (k < op->n)
		give_whole(op, k);
	if (k >= 1 && k - 1 < op->n)
		prefix_part(op, k - 1);
	rd_shmcoll_come(op, 2 * k + 1);
	if (k >= 2)
		take_prefix(op, k - 2);
}

#define SCAN_ALL_MOST 4 /* members: beyond, n n / 2 combinations are more than two rounds cost */

struct rd_shmcoll_long rd_shmcoll_open_scan(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	static const struct rd_shmcoll_part all = {.turn = scan_turn,
						   .more = 1,
						   .writes = 1,
						   .hears = {RD_SHMCOLL_BELOW},
						   .late = {1}},
					    parts = {.turn = scan_parts_turn,
						     .more = 2,
						     .writes = 1,
						     .hears = {RD_SHMCOLL_ALL, RD_SHMCOLL_ALL},
						     .late = {1, 2}};
	struct rd_shmcoll_long op = begin_vector(call, shm);

	op.part = call->size <= SCAN_ALL_MOST ? &all : &parts;
	return op;
}
