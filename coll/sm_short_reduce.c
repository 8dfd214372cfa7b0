/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short reductions by posts in shared memory (sm_short.h), in the doubling order (combine.h);
 * operands are read in rank order.
 */
#include "coll/sm_short.h"

#include "coll/combine.h"
#include "datatype/op.h"

#include <string.h>

uint64_t rd_shmcoll_span(const struct rd_coll_call *call)
{
	return call->out.count * (uint64_t)call->in.type->extent;
}

/* 0: there is no place for it. */
static inline int put_operand(const struct rd_shmcoll_short *op)
{
	char *own = post_open(op);

	if (rd_likely(own != NULL))
		post_copy(op->shm, own, rd_coll_own(op->call), post_bytes(op));
	return own != NULL;
}

void rd_shmcoll_give_operand(struct rd_shmcoll_short *op)
{
	if (put_operand(op))
		post_ahead(op);
}

void rd_shmcoll_give_all(struct rd_shmcoll_short *op)
{
	if (put_operand(op))
		post_meet(op);
}

/* In place, the own operand is read from the post, too, since the result replaces the original.
 * Combined operands of groups have been posted before. */
static const char *operand(const struct rd_shmcoll_short *op, int m)
{
	if (op->operands == POSTED)
		return data_of(op, m);
	if (op->operands == MERGED)
		return data_of(op, rd_shmcoll_group_first(op->shm, m));
	if (m == op->call->rank && !rd_coll_in_place(op->call->out.buf))
		return op->call->out.buf;
	return await_post(op, m);
}

/* Elements of the vectors of members low .. high - 1, from byte `at` on. */
struct part {
	const struct rd_shmcoll_short *op;
	int low, high;
	uint64_t at;
};

static const char *operand_part(const void *arg, int m)
{
	const struct part *part = arg;

	return operand(part->op, part->low + m) + part->at;
}

/* `room`: bytes of `temp`, for results of blocks on the way. */
static void combine_in(struct part part, uint64_t count, char *out, char *temp, uint64_t room)
{
	struct rd_coll_call *call = part.op->call;
	uint64_t size = (uint64_t)call->in.type->extent;
	int n = part.high - part.low;
	uint64_t stride = room / (uint64_t)rd_coll_tree_rooms(n) / RD_CACHE_LINE;
	struct rd_coll_tree tree = {
		.call = call,
		.n = n,
		.operand = operand_part,
		.arg = &part,
		.out = out,
		.temp = temp,
		.stride = (int64_t)(stride * RD_CACHE_LINE),
	};
	uint64_t block = stride * RD_CACHE_LINE / size, done = 0;

	do { /* also of no elements: all are waited for */
		tree.count = rd_min(block, count - done);
		rd_coll_tree(&tree);
		done += tree.count;
		tree.out += tree.count * size;
		part.at += tree.count * size;
	} while (done < count);
}

/* Not in one function with that for short data, which would pay for the longer frame. */
static __attribute__((noinline)) void combine_long(const struct part *part, uint64_t count,
						   char *out)
{
	char temp[8 * RD_SHMCOLL_LARGE_B] __attribute__((aligned(RD_CACHE_LINE)));

	combine_in(*part, count, out, temp, sizeof(temp));
}

/* Elements [first, first + count) of members low .. high - 1 combined into `out`. */
static void combine(const struct rd_shmcoll_short *op, int low, int high, uint64_t first,
		    uint64_t count, char *out)
{
	char temp[RD_COLL_ROOMS * RD_CACHE_LINE] __attribute__((aligned(RD_CACHE_LINE)));
	uint64_t size = (uint64_t)op->call->in.type->extent;
	struct part part = {op, low, high, first * size};

	if (count * size <= RD_CACHE_LINE)
		combine_in(part, count, out, temp, sizeof(temp));
	else
		combine_long(&part, count, out);
}

/* All of members 0 .. high - 1 into the receive buffer, one after the other. */
static void prefix(const struct rd_shmcoll_short *op, int high)
{
	struct rd_coll_call *call = op->call;
	const char *left = operand(op, 0);
	char sum[RD_SHMCOLL_LARGE_B] __attribute__((aligned(RD_CACHE_LINE)));

	if (high == 1)
		memcpy(call->in.buf, left, post_bytes(op));
	for (int m = 1; m < high; m++) {
		/* The result may not be the left operand: two buffers take turns, the receive
		 * buffer comes last. */
		char *to = (high - 1 - m) % 2 ? sum : call->in.buf;

		rd_coll_apply3(call, left, operand(op, m), to, call->out.count);
		left = to;
	}
}

/* The operands of a group, a subtree, become one, in the post or slot of its first member. */
static void merge(const struct rd_shmcoll_short *op, int low, int high, int first)
{
	char sum[RD_SHMCOLL_LARGE_B] __attribute__((aligned(RD_CACHE_LINE)));

	combine(op, low, high, 0, op->call->out.count, sum);
	memcpy(data_of(op, first), sum, post_bytes(op));
}

static void merge_group(const struct rd_shmcoll_merge *m, int low, int high)
{
	if (high - low > 1)
		merge(m->arg, low, high, low);
}

static void merge_all(const struct rd_shmcoll_merge *m)
{
	struct rd_shmcoll_short op = *(const struct rd_shmcoll_short *)m->arg;

	op.operands = MERGED;
	if (op.shm->counting.groups > 1)
		merge(&op, 0, op.shm->counting.groups, 0);
}

/* Members combine in groups (sm_many.c), each operand once. */
static int allreduce_by_groups(struct rd_shmcoll_short *op)
{
	const struct rd_shmcoll_merge how = {merge_group, merge_all, op};
	struct rd_coll_call *call = op->call;

	op->operands = POSTED;
	if (put_operand(op)) {
		rd_coll_error(call, rd_shmcoll_meet(op->shm, short_arrival(op), &how));
		memcpy(call->in.buf, data_of(op, 0), post_bytes(op));
	}
	return op_end_all(op);
}

int rd_shmcoll_take_allreduce(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	combine(op, 0, call->size, 0, call->out.count, call->in.buf);
	return op_end_all(op);
}

static int allreduce(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_ALLREDUCE, rd_shmcoll_span(call), 0);
	if (op.shm->counting.groups)
		return allreduce_by_groups(&op);
	rd_shmcoll_give_all(&op);
	return rd_shmcoll_take_allreduce(&op);
}

void rd_shmcoll_give_reduce(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;
	char *own = NULL;

	if (call->rank != call->root)
		rd_shmcoll_give_operand(op);
	else if (rd_coll_in_place(call->out.buf))
		own = post_open(op);
	if (own)
		post_copy(op->shm, own, call->in.buf, post_bytes(op));
}

int rd_shmcoll_take_reduce(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		return op_end(op);
	return rd_shmcoll_take_allreduce(op);
}

static int reduce(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_REDUCE, rd_shmcoll_span(call), 1);
	rd_shmcoll_give_reduce(&op);
	return rd_shmcoll_take_reduce(&op);
}

void rd_shmcoll_find_result(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	for (int m = 0; m < call->rank; m++)
		op->first += rd_coll_rcount(call, m);
	call->in.count = rd_coll_rcount(call, call->rank);
	call->in.counts = NULL;
}

int rd_shmcoll_take_reduce_scatter(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	combine(op, 0, call->size, op->first, call->in.count, call->in.buf);
	return op_end_all(op);
}

static int reduce_scatter(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, call->kind, rd_shmcoll_span(call), 0);
	rd_shmcoll_give_all(&op);
	rd_shmcoll_find_result(&op);
	return rd_shmcoll_take_reduce_scatter(&op);
}

int rd_shmcoll_take_scan(struct rd_shmcoll_short *op)
{
	prefix(op, op->call->rank + 1);
	return op_end(op);
}

static int scan(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_SCAN, rd_shmcoll_span(call), 1);
	rd_shmcoll_give_operand(&op);
	return rd_shmcoll_take_scan(&op);
}

int rd_shmcoll_take_exscan(struct rd_shmcoll_short *op)
{
	if (op->call->rank)
		prefix(op, op->call->rank);
	return op_end(op);
}

static int exscan(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_EXSCAN, rd_shmcoll_span(call), 1);
	rd_shmcoll_give_operand(&op);
	return rd_shmcoll_take_exscan(&op);
}

static const char *unless_operand(const struct rd_coll_call *call)
{
	const char *why = rd_shmcoll_unless_whole(call);

	if (why)
		return why;
	if (call->out.count > RD_SHMCOLL_LARGE_B)
		return "the message is too long";
	return rd_shmcoll_unless_fits(call, rd_shmcoll_span(call));
}

#define SHORT(symbol, kind) \
	RD_COLL_ALGO(rd_shmcoll_##symbol, kind, #symbol, "sm", unless_operand, symbol)
SHORT(reduce, RD_COLL_REDUCE);
SHORT(allreduce, RD_COLL_ALLREDUCE);
SHORT(reduce_scatter, RD_COLL_REDUCE_SCATTER);
RD_COLL_ALGO(rd_shmcoll_reduce_scatter_block, RD_COLL_REDUCE_SCATTER_BLOCK, "reduce_scatter_block",
	     "sm", unless_operand, reduce_scatter);
SHORT(scan, RD_COLL_SCAN);
SHORT(exscan, RD_COLL_EXSCAN);
