/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short collectives by posts in shared memory (sm.h): a member that has data posts it, each member
 * that needs it waits and reads it in place. One round for any number of ranks: where ranks share a
 * processor, each has to run only once, and the order in which they arrive does not matter. Called
 * through sm.c.
 */
#include "coll/sm.h"

#include "base/check.h"
#include "base/short.h"
#include "coll/combine.h"
#include "datatype/op.h"
#include "datatype/pack.h"

#include <string.h>

static char *array_of(const struct rd_shmcoll_short *op, int m)
{
	return op->shm->arrays + (uint64_t)m * op->shm->layout.bytes;
}

static struct rd_shmcoll_post *post_of(const struct rd_shmcoll_short *op, int m)
{
	return (struct rd_shmcoll_post *)(array_of(op, m) + op->post);
}

static char *data_of(const struct rd_shmcoll_short *op, int m)
{
	return array_of(op, m) + op->data;
}

static uint64_t post_at(const struct rd_shmcoll *shm, uint64_t seq)
{
	return (seq & (shm->layout.posts - 1)) * sizeof(struct rd_shmcoll_post);
}

static inline struct rd_shmcoll_short op_at(struct rd_coll_call *call, struct rd_shmcoll *shm,
					    uint64_t seq, uint64_t bytes)
{
	const struct rd_shmcoll_layout *layout = &shm->layout;
	uint64_t post = post_at(shm, seq), data = post, depth = layout->posts;

	if (bytes > RD_SHMCOLL_SMALL_B) {
		depth = layout->large;
		data = layout->large_at + (seq & (depth - 1)) * RD_SHMCOLL_LARGE_B;
	} else if (bytes > RD_SHMCOLL_POST_B) {
		depth = layout->small;
		data = layout->small_at + (seq & (depth - 1)) * RD_SHMCOLL_SMALL_B;
	}
	return (struct rd_shmcoll_short){call, shm, seq, bytes, depth, post, data, 0, AWAITED};
}

/* This member comes to it. `one`: each member waits for one other at most, or for one after the
 * other. */
static inline void op_enter(const struct rd_shmcoll_short *op, int one)
{
	struct rd_shmcoll *shm = op->shm;

	shm->ctx = &op->call->comm->coll;
	if (rd_unlikely(shm->tight)) {
		shm->one = one;
		shm->came++;
		rd_shmcoll_say_place(shm);
	}
}

static inline struct rd_shmcoll_short op_begin(struct rd_coll_call *call, uint64_t bytes, int one)
{
	struct rd_shmcoll *shm = call->comm->coll_state->shm;
	struct rd_shmcoll_short op = op_at(call, shm, shm->seq, bytes);

	op_enter(&op, one);
	return op;
}

/* This member reads nothing of it any more. A member sleeps for that only when it lacks posts. */
static int op_end(const struct rd_shmcoll_short *op)
{
	struct rd_shmcoll *shm = op->shm;

	RD_CHECK(shm->member[shm->rank].done <= op->seq, "shmcoll: operation %llu ends twice",
		 (unsigned long long)op->seq);
	shm->seq = op->seq + 1;
	rd_shmcoll_tell(shm, &shm->member[shm->rank].done, shm->seq);
	shm->one = 0;
	return op->call->err;
}

/* Invariants 2 and 3, before a post is written: every other member has completed the first `safe`
 * operations. */
static void check_safe(const struct rd_shmcoll_short *op)
{
	const struct rd_shmcoll *shm = op->shm;

	for (int m = 0; RD_CHECKS && !op->call->err && m < shm->n; m++) {
		uint64_t done = __atomic_load_n(&shm->member[m].done, __ATOMIC_ACQUIRE);

		RD_CHECK(m == shm->rank || done >= shm->safe,
			 "shmcoll: member %d has completed %llu operations, %llu were supposed", m,
			 (unsigned long long)done, (unsigned long long)shm->safe);
	}
}

/* As op_end, after having read a post of this operation from every member: they have all completed
 * those before. The line of the next post is fetched from the members that have read it before
 * there is data to write; for longer data that gains nothing. */
static int op_end_all(const struct rd_shmcoll_short *op)
{
	int err;

	op->shm->safe = op->seq;
	err = op_end(op);
	if (op->data == op->post)
		rd_prefetch_to_write(array_of(op, op->shm->rank) + post_at(op->shm, op->seq + 1));
	return err;
}

/*
 * Waits until the members have left the operation that used this post, or this slot, last; for a
 * quarter of the posts at once, since each read takes a line away from a member that is behind, and
 * writes it with every operation. All progress since then is recorded, so that a member that is far
 * ahead waits once for many.
 */
static void await_free(const struct rd_shmcoll_short *op)
{
	struct rd_shmcoll *shm = op->shm;
	uint64_t least = op->seq + rd_max(op->depth / 4, (uint64_t)1) - op->depth;
	uint64_t safe = UINT64_MAX;

	check_safe(op);
	if (op->seq < shm->safe + op->depth)
		return;
	for (int m = 0; m < shm->n; m++) {
		const uint64_t *done = &shm->member[m].done;

		if (m == shm->rank)
			continue;
		rd_coll_error(op->call, rd_shmcoll_await(shm, done, least, m));
		safe = rd_min(safe, __atomic_load_n(done, __ATOMIC_ACQUIRE));
	}
	shm->safe = safe;
	check_safe(op);
	RD_CHECK(op->call->err || op->seq < safe + op->depth,
		 "shmcoll: operation %llu writes where %llu may read", (unsigned long long)op->seq,
		 (unsigned long long)safe);
}

/* Returns the place of this member's data. */
static char *post_open(const struct rd_shmcoll_short *op)
{
	await_free(op);
	return data_of(op, op->shm->rank);
}

static void post_tell(const struct rd_shmcoll_short *op)
{
	rd_shmcoll_tell(op->shm, &post_of(op, op->shm->rank)->full, op->seq + 1);
}

/* Where all wait for all: when members are many none sleeps for a single one, but until all have
 * arrived. */
static void post_meet(const struct rd_shmcoll_short *op)
{
	if (!op->shm->groups) {
		post_tell(op);
		return;
	}
	__atomic_store_n(&post_of(op, op->shm->rank)->full, op->seq + 1, __ATOMIC_RELEASE);
	rd_coll_error(op->call, rd_shmcoll_meet(op->shm, NULL));
}

/* The data of member m; undefined after an error. */
static const char *await_post(const struct rd_shmcoll_short *op, int m)
{
	if (m != op->shm->rank)
		rd_coll_error(op->call,
			      rd_shmcoll_await(op->shm, &post_of(op, m)->full, op->seq + 1, m));
	RD_CHECK(op->call->err || m == op->shm->rank ||
			 __atomic_load_n(&post_of(op, m)->full, __ATOMIC_ACQUIRE) == op->seq + 1,
		 "shmcoll: the post of member %d is of operation %llu, not %llu", m,
		 (unsigned long long)post_of(op, m)->full - 1, (unsigned long long)op->seq);
	return data_of(op, m);
}

static void pack(char *to, const void *buf, uint64_t count, const struct rd_type *type)
{
	const void *block = rd_type_block(buf, count, type);
	struct rd_iter it;

	if (block) {
		rd_bytes_copy(to, block, count * type->size);
	} else {
		rd_iter_init(&it, buf, count, type);
		rd_iter_pack(&it, to, it.total);
	}
}

static void unpack(const char *from, void *buf, uint64_t count, const struct rd_type *type)
{
	void *block = rd_type_block(buf, count, type);
	struct rd_iter it;

	if (block) {
		rd_bytes_copy(block, from, count * type->size);
	} else {
		rd_iter_init(&it, buf, count, type);
		rd_iter_unpack(&it, from, it.total);
	}
}

/* ---- Moving data ---- */

static void give_barrier(struct rd_shmcoll_short *op)
{
	post_open(op);
	post_tell(op);
}

static int take_barrier(struct rd_shmcoll_short *op)
{
	for (int m = 0; m < op->call->size; m++)
		await_post(op, m);
	return op_end_all(op);
}

static int barrier(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, 0, 0);

	if (op.shm->groups) {
		rd_coll_error(call, rd_shmcoll_meet(op.shm, NULL));
		return op_end_all(&op);
	}
	give_barrier(&op);
	return take_barrier(&op);
}

static inline __attribute__((always_inline)) void give_bcast(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	if (call->rank == call->root) {
		pack(post_open(op), call->rbuf, call->rcount, call->rtype);
		post_tell(op);
	}
}

static inline __attribute__((always_inline)) int take_bcast(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		unpack(await_post(op, call->root), call->rbuf, call->rcount, call->rtype);
	return op_end(op);
}

static int bcast(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, call->bytes, 1);

	give_bcast(&op);
	return take_bcast(&op);
}

/* Copies the blocks of all other members into the receive buffer, as they arrive. */
static void collect(const struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		unpack(await_post(op, m), rd_coll_rblock(call, m), call->rcount, call->rtype);
	}
	if (!rd_coll_in_place(call->sbuf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->rcount, call->rtype,
			     call->sbuf, call->scount, call->stype);
}

static void give_gather(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	if (call->rank != call->root) {
		pack(post_open(op), call->sbuf, call->scount, call->stype);
		post_tell(op);
	}
}

static int take_gather(struct rd_shmcoll_short *op)
{
	if (op->call->rank == op->call->root)
		collect(op);
	return op_end(op);
}

static int gather(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, call->bytes, 1);

	give_gather(&op);
	return take_gather(&op);
}

static inline void give_allgather(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;
	char *own = post_open(op);

	if (rd_coll_in_place(call->sbuf))
		pack(own, rd_coll_rblock(call, call->rank), call->rcount, call->rtype);
	else
		pack(own, call->sbuf, call->scount, call->stype);
	post_meet(op);
}

static inline int take_allgather(struct rd_shmcoll_short *op)
{
	collect(op);
	return op_end_all(op);
}

static int allgather(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, call->bytes, 0);

	give_allgather(&op);
	return take_allgather(&op);
}

/* Blocks for each member but `rank`, which posts them. */
static uint64_t all_but_own(const struct rd_coll_call *call)
{
	return call->bytes * (uint64_t)(call->size - 1);
}

static uint64_t place_in_post(const struct rd_coll_call *call, int from, int to)
{
	return call->bytes * (uint64_t)(to < from ? to : to - 1);
}

static void pack_blocks(const struct rd_coll_call *call, char *to, const void *buf, uint64_t count,
			const struct rd_type *type)
{
	uint64_t rank = (uint64_t)call->rank, after = (uint64_t)call->size - 1 - rank;
	const char *next = rd_coll_elem(buf, type, (int64_t)(count * (rank + 1)));

	if (rank)
		pack(to, buf, count * rank, type);
	if (after)
		pack(to + call->bytes * rank, next, count * after, type);
}

static void give_scatter(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		return;
	pack_blocks(call, post_open(op), call->sbuf, call->scount, call->stype);
	post_tell(op);
	if (!rd_coll_in_place(call->rbuf))
		rd_coll_copy(call, call->rbuf, call->rcount, call->rtype,
			     rd_coll_sblock(call, call->rank), call->scount, call->stype);
}

static int take_scatter(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		unpack(await_post(op, call->root) + place_in_post(call, call->root, call->rank),
		       call->rbuf, call->rcount, call->rtype);
	return op_end(op);
}

static int scatter(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, all_but_own(call), 1);

	give_scatter(&op);
	return take_scatter(&op);
}

/* In place, the receive buffer is overwritten only after all data for others was posted. */
static inline void give_alltoall(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;
	char *own = post_open(op);

	if (rd_coll_in_place(call->sbuf))
		pack_blocks(call, own, call->rbuf, call->rcount, call->rtype);
	else
		pack_blocks(call, own, call->sbuf, call->scount, call->stype);
	post_meet(op);
	if (!rd_coll_in_place(call->sbuf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->rcount, call->rtype,
			     rd_coll_sblock(call, call->rank), call->scount, call->stype);
}

static inline int take_alltoall(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		unpack(await_post(op, m) + place_in_post(call, m, call->rank),
		       rd_coll_rblock(call, m), call->rcount, call->rtype);
	}
	return op_end_all(op);
}

static int alltoall(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, all_but_own(call), 0);

	give_alltoall(&op);
	return take_alltoall(&op);
}

/* ---- Reductions, in the doubling order (combine.h); operands are read in rank order ---- */

static uint64_t span(const struct rd_coll_call *call)
{
	return call->scount * (uint64_t)call->rtype->extent;
}

static void post_operand(const struct rd_shmcoll_short *op)
{
	memcpy(post_open(op), rd_coll_own(op->call), op->bytes);
	post_tell(op);
}

/* In place, the own operand is read from the post, too, since the result replaces the original.
 * Those of groups are there. */
static const char *operand(const struct rd_shmcoll_short *op, int m)
{
	if (op->operands == POSTED)
		return data_of(op, m);
	if (op->operands == MERGED)
		return data_of(op, rd_shmcoll_group_first(op->shm, m));
	if (m == op->call->rank && !rd_coll_in_place(op->call->sbuf))
		return op->call->sbuf;
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
	uint64_t size = (uint64_t)call->rtype->extent;
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
	uint64_t size = (uint64_t)op->call->rtype->extent;
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
		memcpy(call->rbuf, left, op->bytes);
	for (int m = 1; m < high; m++) {
		/* The result may not be the left operand: two buffers take turns, the receive
		 * buffer comes last. */
		char *to = (high - 1 - m) % 2 ? sum : call->rbuf;

		rd_coll_apply3(call, left, operand(op, m), to, call->scount);
		left = to;
	}
}

/* The operands of a group, a subtree, become one, in the post or slot of its first member. */
static void merge(const struct rd_shmcoll_short *op, int low, int high, int first)
{
	char sum[RD_SHMCOLL_LARGE_B] __attribute__((aligned(RD_CACHE_LINE)));

	combine(op, low, high, 0, op->call->scount, sum);
	memcpy(data_of(op, first), sum, op->bytes);
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
	if (op.shm->groups > 1)
		merge(&op, 0, op.shm->groups, 0);
}

/* Each operand is combined once. */
static int allreduce_by_groups(struct rd_shmcoll_short *op)
{
	const struct rd_shmcoll_merge how = {merge_group, merge_all, op};
	struct rd_coll_call *call = op->call;

	op->operands = POSTED;
	memcpy(post_open(op), rd_coll_own(call), op->bytes);
	rd_coll_error(call, rd_shmcoll_meet(op->shm, &how));
	memcpy(call->rbuf, data_of(op, 0), op->bytes);
	return op_end_all(op);
}

static int take_allreduce(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	combine(op, 0, call->size, 0, call->scount, call->rbuf);
	return op_end_all(op);
}

static int allreduce(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, span(call), 0);

	if (op.shm->groups)
		return allreduce_by_groups(&op);
	post_operand(&op);
	return take_allreduce(&op);
}

static void give_reduce(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		post_operand(op);
	else if (rd_coll_in_place(call->sbuf))
		memcpy(post_open(op), call->rbuf, op->bytes);
}

static int take_reduce(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		return op_end(op);
	return take_allreduce(op);
}

static int reduce(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, span(call), 1);

	give_reduce(&op);
	return take_reduce(&op);
}

static void give_reduce_scatter(struct rd_shmcoll_short *op)
{
	memcpy(post_open(op), rd_coll_own(op->call), op->bytes);
	post_meet(op);
}

/* Counts are not read any more after it: with a request they may end with the call that begins
 * the operation. */
static void find_result(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	for (int m = 0; m < call->rank; m++)
		op->first += rd_coll_rcount(call, m);
	call->rcount = rd_coll_rcount(call, call->rank);
	call->rcounts = NULL;
}

static int take_reduce_scatter(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	combine(op, 0, call->size, op->first, call->rcount, call->rbuf);
	return op_end_all(op);
}

static int reduce_scatter(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, span(call), 0);

	give_reduce_scatter(&op);
	find_result(&op);
	return take_reduce_scatter(&op);
}

static int take_scan(struct rd_shmcoll_short *op)
{
	prefix(op, op->call->rank + 1);
	return op_end(op);
}

static int scan(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, span(call), 1);

	post_operand(&op);
	return take_scan(&op);
}

static int take_exscan(struct rd_shmcoll_short *op)
{
	if (op->call->rank)
		prefix(op, op->call->rank);
	return op_end(op);
}

static int exscan(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op = op_begin(call, span(call), 1);

	post_operand(&op);
	return take_exscan(&op);
}

/* ---- With a request: the two halves of an algorithm at different times (sm_queue.c) ---- */

enum members { NONE, ROOT, OTHERS, ALL, BELOW };

static uint64_t bytes_of_one(const struct rd_coll_call *call)
{
	return call->bytes;
}

static void give_operand(struct rd_shmcoll_short *op)
{
	post_operand(op);
}

static const struct way {
	uint64_t (*bytes)(const struct rd_coll_call *call);
	void (*give)(struct rd_shmcoll_short *op);
	int (*take)(struct rd_shmcoll_short *op);
	enum members give_wait; /* of them give may wait for room */
	enum members root_awaits, other_awaits;
	int one;
} ways[RD_COLL_KINDS] = {
	[RD_COLL_BARRIER] = {bytes_of_one, give_barrier, take_barrier, ALL, ALL, ALL, 0},
	[RD_COLL_BCAST] = {bytes_of_one, give_bcast, take_bcast, ROOT, NONE, ROOT, 1},
	[RD_COLL_GATHER] = {bytes_of_one, give_gather, take_gather, OTHERS, ALL, NONE, 1},
	[RD_COLL_SCATTER] = {all_but_own, give_scatter, take_scatter, ROOT, NONE, ROOT, 1},
	[RD_COLL_ALLGATHER] = {bytes_of_one, give_allgather, take_allgather, ALL, ALL, ALL, 0},
	[RD_COLL_ALLTOALL] = {all_but_own, give_alltoall, take_alltoall, ALL, ALL, ALL, 0},
	[RD_COLL_REDUCE] = {span, give_reduce, take_reduce, ALL, ALL, NONE, 1},
	[RD_COLL_ALLREDUCE] = {span, give_operand, take_allreduce, ALL, ALL, ALL, 0},
	[RD_COLL_REDUCE_SCATTER] = {span, give_reduce_scatter, take_reduce_scatter, ALL, ALL, ALL,
				    0},
	[RD_COLL_REDUCE_SCATTER_BLOCK] = {span, give_reduce_scatter, take_reduce_scatter, ALL, ALL,
					  ALL, 0},
	[RD_COLL_SCAN] = {span, give_operand, take_scan, ALL, BELOW, BELOW, 1},
	[RD_COLL_EXSCAN] = {span, give_operand, take_exscan, ALL, BELOW, BELOW, 1},
};

static int is_root(const struct rd_shmcoll_short *op)
{
	return op->call->rank == op->call->root;
}

uint64_t rd_shmcoll_short_bytes(const struct rd_coll_call *call)
{
	return ways[call->kind].bytes(call);
}

void rd_shmcoll_short_place(struct rd_shmcoll_short *op, struct rd_coll_call *call,
			    struct rd_shmcoll *shm, uint64_t seq, uint64_t bytes)
{
	*op = op_at(call, shm, seq, bytes);
	if (call->kind == RD_COLL_REDUCE_SCATTER || call->kind == RD_COLL_REDUCE_SCATTER_BLOCK)
		find_result(op);
}

/* Reads the words of all others only where those read last do not suffice. */
static inline int has_room(const struct rd_shmcoll_short *op, const struct way *way)
{
	enum members who = way->give_wait;
	struct rd_shmcoll *shm = op->shm;
	uint64_t safe = UINT64_MAX;

	if (op->seq < shm->safe + op->depth || (who != ALL && (who == ROOT) != is_root(op)))
		return 1;
	for (int m = 0; m < shm->n; m++)
		if (m != shm->rank)
			safe = rd_min(safe,
				      __atomic_load_n(&shm->member[m].done, __ATOMIC_ACQUIRE));
	shm->safe = safe;
	return op->seq < safe + op->depth;
}

int rd_shmcoll_short_has_room(const struct rd_shmcoll_short *op)
{
	return has_room(op, &ways[op->call->kind]);
}

int rd_shmcoll_short_lacks_room(const struct rd_shmcoll_short *op, struct rd_shmcoll_want *want)
{
	const struct rd_shmcoll *shm = op->shm;

	if (rd_shmcoll_short_has_room(op))
		return 0;
	for (int m = 0; m < shm->n; m++) {
		*want = (struct rd_shmcoll_want){&shm->member[m].done, op->seq + 1 - op->depth, m};
		if (m != shm->rank && !rd_shmcoll_is_there(want))
			return 1;
	}
	return 0;
}

static inline int is_missing(const struct rd_shmcoll_short *op, const struct way *way,
			     struct rd_shmcoll_want *want)
{
	enum members who = is_root(op) ? way->root_awaits : way->other_awaits;
	int m = who == ROOT ? op->call->root : 0, end = op->shm->n;

	if (who != ALL)
		end = who == ROOT ? m + 1 : who == BELOW ? op->shm->rank : 0;
	for (; m < end; m++) {
		*want = (struct rd_shmcoll_want){&post_of(op, m)->full, op->seq + 1, m};
		if (m != op->shm->rank && !rd_shmcoll_is_there(want))
			return 1;
	}
	return 0;
}

int rd_shmcoll_short_missing(const struct rd_shmcoll_short *op, struct rd_shmcoll_want *want)
{
	return is_missing(op, &ways[op->call->kind], want);
}

void rd_shmcoll_short_give(struct rd_shmcoll_short *op)
{
	op_enter(op, ways[op->call->kind].one);
	ways[op->call->kind].give(op);
}

/* A member that has posted need not have completed the operations before: `safe` is not what
 * op_end_all takes it to be. */
int rd_shmcoll_short_take(struct rd_shmcoll_short *op)
{
	struct rd_shmcoll *shm = op->shm;
	uint64_t safe = shm->safe;
	int err;

	shm->ctx = &op->call->comm->coll;
	shm->one = ways[op->call->kind].one;
	err = ways[op->call->kind].take(op);
	shm->safe = safe;
	return err;
}

/* With a constant `way` its functions are in line. */
static inline __attribute__((always_inline)) enum rd_shmcoll_begun begin_way(
	struct rd_shmcoll_short *out, struct rd_shmcoll_short op, int first, const struct way *way)
{
	struct rd_shmcoll *shm = op.shm;
	struct rd_shmcoll_want want;
	uint64_t safe;

	if (!has_room(&op, way)) {
		*out = op;
		return RD_SHMCOLL_PLACED;
	}
	safe = shm->safe;
	op_enter(&op, way->one);
	way->give(&op);
	if (!first || is_missing(&op, way, &want)) {
		*out = op;
		return RD_SHMCOLL_GIVEN;
	}
	way->take(&op);
	shm->safe = safe;
	return RD_SHMCOLL_OVER;
}

/* Where a broadcast does not wait its instructions are all that it takes. */
enum rd_shmcoll_begun rd_shmcoll_short_begin(struct rd_shmcoll_short *out,
					     struct rd_coll_call *call, struct rd_shmcoll *shm,
					     uint64_t seq, uint64_t bytes, int first)
{
	struct rd_shmcoll_short op;

	rd_shmcoll_short_place(&op, call, shm, seq, bytes);
	if (call->kind == RD_COLL_BCAST)
		return begin_way(out, op, first, &ways[RD_COLL_BCAST]);
	return begin_way(out, op, first, &ways[call->kind]);
}

void rd_shmcoll_short_drop(struct rd_shmcoll_short *op)
{
	op_end(op);
}

/* ---- Supported calls ---- */

static const char *unshared(const struct rd_coll_call *call)
{
	const struct rd_coll_state *state = call->comm->coll_state;

	if (state->shm)
		return NULL;
	return state->shm_refusal ? state->shm_refusal : "the communicator is hardly used yet";
}

static const char *unless_fits(const struct rd_coll_call *call, uint64_t bytes)
{
	if (bytes > RD_SHMCOLL_LARGE_B)
		return "the message is too long";
	return unshared(call);
}

static const char *unless_one(const struct rd_coll_call *call)
{
	return unless_fits(call, call->bytes);
}

static const char *unless_all(const struct rd_coll_call *call)
{
	return call->bytes > RD_SHMCOLL_LARGE_B ? "the message is too long"
						: unless_fits(call, all_but_own(call));
}

static const char *unless_operand(const struct rd_coll_call *call)
{
	const char *why = rd_shmcoll_unless_whole(call);

	if (why)
		return why;
	if (call->scount > RD_SHMCOLL_LARGE_B)
		return "the message is too long";
	return unless_fits(call, span(call));
}

#define SHORT(symbol, kind, refuses) \
	RD_COLL_ALGO(rd_shmcoll_##symbol, kind, #symbol, "sm", refuses, symbol)
SHORT(barrier, RD_COLL_BARRIER, unshared);
SHORT(bcast, RD_COLL_BCAST, unless_one);
SHORT(gather, RD_COLL_GATHER, unless_one);
SHORT(scatter, RD_COLL_SCATTER, unless_all);
SHORT(allgather, RD_COLL_ALLGATHER, unless_one);
SHORT(alltoall, RD_COLL_ALLTOALL, unless_all);
SHORT(reduce, RD_COLL_REDUCE, unless_operand);
SHORT(allreduce, RD_COLL_ALLREDUCE, unless_operand);
SHORT(reduce_scatter, RD_COLL_REDUCE_SCATTER, unless_operand);
RD_COLL_ALGO(rd_shmcoll_reduce_scatter_block, RD_COLL_REDUCE_SCATTER_BLOCK, "reduce_scatter_block",
	     "sm", unless_operand, reduce_scatter);
SHORT(scan, RD_COLL_SCAN, unless_operand);
SHORT(exscan, RD_COLL_EXSCAN, unless_operand);

const struct rd_coll_algo *const rd_shmcoll_short[] = {
	&rd_shmcoll_barrier,
	&rd_shmcoll_bcast,
	&rd_shmcoll_gather,
	&rd_shmcoll_scatter,
	&rd_shmcoll_allgather,
	&rd_shmcoll_alltoall,
	&rd_shmcoll_reduce,
	&rd_shmcoll_allreduce,
	&rd_shmcoll_reduce_scatter,
	&rd_shmcoll_reduce_scatter_block,
	&rd_shmcoll_scan,
	&rd_shmcoll_exscan,
	NULL,
};
