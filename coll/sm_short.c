/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short collectives by posts in shared memory (sm.h): a member that has data posts it, each member
 * that needs it waits and reads it in place. One round for any number of ranks: where ranks share a
 * processor, each has to run only once, and the order in which they arrive does not matter. Called
 * through sm.c. Reductions are in sm_short_reduce.c.
 */
#include "coll/sm_short.h"

#include "node/shm.h"

#include <string.h>

static __attribute__((cold)) void map_slots(struct rd_shmcoll *shm, uint64_t from, uint64_t to)
{
	for (int m = 0; m < shm->n; m++)
		rd_shm_populate(shm->arrays + (size_t)m * shm->layout.bytes + from, to - from);
}

void rd_shmcoll_map_small(struct rd_shmcoll *shm)
{
	shm->small_seen = 1;
	map_slots(shm, shm->layout.small_at, shm->layout.large_at);
}

void rd_shmcoll_map_large(struct rd_shmcoll *shm)
{
	shm->large_seen = 1;
	map_slots(shm, shm->layout.large_at, shm->layout.bytes);
}

/* ---- Moving data ---- */

/* The halves are in line in both of their callers, the algorithm and begin_kind: M-216. */

static void give_barrier(struct rd_shmcoll_short *op)
{
	if (rd_likely(post_open(op) != NULL))
		post_exchange(op);
}

static int take_barrier(struct rd_shmcoll_short *op)
{
	for (int m = 0; m < op->call->size; m++)
		await_post(op, m);
	return op_end_all(op);
}

static int barrier(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_BARRIER, 0, 0);
	if (op.shm->counting.groups) {
		rd_coll_error(call, rd_shmcoll_meet(op.shm, short_arrival(&op), NULL));
		return op_end_all(&op);
	}
	give_barrier(&op);
	return take_barrier(&op);
}

static inline __attribute__((always_inline)) void give_bcast(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;
	char *own = call->rank == call->root ? post_open(op) : NULL;

	if (own) {
		pack(op->shm, own, call->in.buf, call->in.count, call->in.type);
		post_ahead(op);
	}
}

static inline __attribute__((always_inline)) int take_bcast(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		unpack(await_post(op, call->root), call->in.buf, call->in.count, call->in.type);
	return op_end(op);
}

static int bcast(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_BCAST, call->bytes, 1);
	give_bcast(&op);
	return take_bcast(&op);
}

/* Copies the blocks of all other members into the receive buffer, as they arrive. */
static void collect(const struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;

	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		unpack(await_post(op, m), rd_coll_rblock(call, m), call->in.count, call->in.type);
	}
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->in.count, call->in.type,
			     call->out.buf, call->out.count, call->out.type);
}

static inline __attribute__((always_inline)) void give_gather(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;
	char *own = call->rank != call->root ? post_open(op) : NULL;

	if (own) {
		pack(op->shm, own, call->out.buf, call->out.count, call->out.type);
		post_ahead(op);
	}
}

static inline __attribute__((always_inline)) int take_gather(struct rd_shmcoll_short *op)
{
	if (op->call->rank == op->call->root)
		collect(op);
	return op_end(op);
}

static int gather(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_GATHER, call->bytes, 1);
	give_gather(&op);
	return take_gather(&op);
}

static inline __attribute__((always_inline)) void give_allgather(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;
	char *own = post_open(op);

	if (rd_unlikely(!own))
		return;
	if (rd_coll_in_place(call->out.buf))
		pack(op->shm, own, rd_coll_rblock(call, call->rank), call->in.count, call->in.type);
	else
		pack(op->shm, own, call->out.buf, postable(call, call->bytes), call->out.type);
	post_meet(op);
}

static inline __attribute__((always_inline)) int take_allgather(struct rd_shmcoll_short *op)
{
	collect(op);
	return op_end_all(op);
}

static int allgather(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_ALLGATHER, call->bytes, 0);
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

static void pack_blocks(const struct rd_coll_call *call, struct rd_shmcoll *shm, char *to,
			const void *buf, uint64_t count, const struct rd_type *type)
{
	uint64_t rank = (uint64_t)call->rank, after = (uint64_t)call->size - 1 - rank;
	const char *next = rd_coll_elem(buf, type, (int64_t)(count * (rank + 1)));

	if (rank)
		pack(shm, to, buf, count * rank, type);
	if (after)
		pack(shm, to + call->bytes * rank, next, count * after, type);
}

static inline __attribute__((always_inline)) void give_scatter(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;
	char *own = call->rank == call->root ? post_open(op) : NULL;

	if (!own)
		return;
	pack_blocks(call, op->shm, own, call->out.buf, call->out.count, call->out.type);
	post_ahead(op);
	if (!rd_coll_in_place(call->in.buf))
		rd_coll_copy(call, call->in.buf, call->in.count, call->in.type,
			     rd_coll_sblock(call, call->rank), call->out.count, call->out.type);
}

static inline __attribute__((always_inline)) int take_scatter(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	if (call->rank != call->root)
		unpack(await_post(op, call->root) + place_in_post(call, call->root, call->rank),
		       call->in.buf, call->in.count, call->in.type);
	return op_end(op);
}

static int scatter(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_SCATTER, all_but_own(call), 1);
	give_scatter(&op);
	return take_scatter(&op);
}

/* In place, the receive buffer is overwritten only after all data for others was posted. */
static inline __attribute__((always_inline)) void give_alltoall(struct rd_shmcoll_short *op)
{
	struct rd_coll_call *call = op->call;
	char *own = post_open(op);

	if (rd_unlikely(!own))
		return;
	if (rd_coll_in_place(call->out.buf))
		pack_blocks(call, op->shm, own, call->in.buf, call->in.count, call->in.type);
	else
		pack_blocks(call, op->shm, own, call->out.buf, postable(call, call->bytes),
			    call->out.type);
	post_meet(op);
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->in.count, call->in.type,
			     rd_coll_sblock(call, call->rank), call->out.count, call->out.type);
}

static inline __attribute__((always_inline)) int take_alltoall(struct rd_shmcoll_short *op)
{
	const struct rd_coll_call *call = op->call;

	for (int i = 1; i < call->size; i++) {
		int m = rd_coll_turn(call, call->rank, i);

		unpack(await_post(op, m) + place_in_post(call, m, call->rank),
		       rd_coll_rblock(call, m), call->in.count, call->in.type);
	}
	return op_end_all(op);
}

static int alltoall(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;

	op_begin(&op, call, RD_COLL_ALLTOALL, all_but_own(call), 0);
	give_alltoall(&op);
	return take_alltoall(&op);
}

/* ---- With a request: the two halves of an algorithm at different times (sm_queue.c) ---- */

enum members { NONE, ROOT, OTHERS, ALL, BELOW };

static uint64_t bytes_of_one(const struct rd_coll_call *call)
{
	return call->bytes;
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
	[RD_COLL_REDUCE] = {rd_shmcoll_span, rd_shmcoll_give_reduce, rd_shmcoll_take_reduce, ALL,
			    ALL, NONE, 1},
	[RD_COLL_ALLREDUCE] = {rd_shmcoll_span, rd_shmcoll_give_all, rd_shmcoll_take_allreduce, ALL,
			       ALL, ALL, 0},
	[RD_COLL_REDUCE_SCATTER] = {rd_shmcoll_span, rd_shmcoll_give_all,
				    rd_shmcoll_take_reduce_scatter, ALL, ALL, ALL, 0},
	[RD_COLL_REDUCE_SCATTER_BLOCK] = {rd_shmcoll_span, rd_shmcoll_give_all,
					  rd_shmcoll_take_reduce_scatter, ALL, ALL, ALL, 0},
	[RD_COLL_SCAN] = {rd_shmcoll_span, rd_shmcoll_give_operand, rd_shmcoll_take_scan, ALL,
			  BELOW, BELOW, 1},
	[RD_COLL_EXSCAN] = {rd_shmcoll_span, rd_shmcoll_give_operand, rd_shmcoll_take_exscan, ALL,
			    BELOW, BELOW, 1},
	/* without halves */
	[RD_COLL_GATHERV] = {.bytes = bytes_of_one},
	[RD_COLL_SCATTERV] = {.bytes = bytes_of_one},
	[RD_COLL_ALLGATHERV] = {.bytes = bytes_of_one},
};

int rd_shmcoll_has_halves(enum rd_coll_kind kind)
{
	return ways[kind].give != NULL;
}

static int is_root(const struct rd_shmcoll_short *op)
{
	return op->call->rank == op->call->root;
}

uint64_t rd_shmcoll_short_bytes(const struct rd_coll_call *call)
{
	return ways[call->kind].bytes(call);
}

static inline void place_result(struct rd_shmcoll_short *op, enum rd_coll_kind kind)
{
	if (kind == RD_COLL_REDUCE_SCATTER || kind == RD_COLL_REDUCE_SCATTER_BLOCK)
		rd_shmcoll_find_result(op);
}

void rd_shmcoll_short_place(struct rd_shmcoll_short *op, struct rd_coll_call *call,
			    struct rd_shmcoll *shm, uint64_t seq)
{
	op_place(op, call, shm, seq, call->kind, rd_shmcoll_short_bytes(call));
	place_result(op, call->kind);
}

/* Reads the words of all others only where those read last do not suffice. This member reads its
 * own post, too, if its operand is in place. */
static inline int has_room(const struct rd_shmcoll_short *op, const struct way *way)
{
	enum members who = way->give_wait;
	struct rd_shmcoll *shm = op->shm;
	uint64_t safe = UINT64_MAX;

	if (who != ALL && (who == ROOT) != is_root(op))
		return 1;
	if (op->seq >= shm->seq + op->depth)
		return 0;
	if (op->seq < shm->safe + op->depth)
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
		*want = (struct rd_shmcoll_want){&post_of(op, m)->full, rd_shmcoll_word_of(op->seq),
						 m};
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

/* A member that has posted need not have completed the operations before: `safe` has
 * another meaning than op_end_all expects. */
int rd_shmcoll_short_take(struct rd_shmcoll_short *op)
{
	struct rd_shmcoll *shm = op->shm;
	uint64_t safe = shm->safe;
	int err;

	shm->call = op->call;
	shm->place.one = ways[op->call->kind].one;
	err = ways[op->call->kind].take(op);
	shm->safe = safe;
	return err;
}

/* With a constant `kind` the functions of its way are in line: where an operation does not wait its
 * instructions are all that it takes. */
static inline __attribute__((always_inline)) enum rd_shmcoll_begun begin_kind(
	struct rd_shmcoll_short *out, struct rd_coll_call *call, struct rd_shmcoll *shm,
	uint64_t seq, int first, enum rd_coll_kind kind)
{
	const struct way *way = &ways[kind];
	uint64_t bytes = way->bytes(call), safe;
	struct rd_shmcoll_want want;
	struct rd_shmcoll_short op;

	if (rd_unlikely(bytes > RD_SHMCOLL_LARGE_B))
		return RD_SHMCOLL_TOO_LONG;
	op_place(&op, call, shm, seq, kind, bytes);
	place_result(&op, kind);
	if (rd_unlikely(!has_room(&op, way))) {
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

#define BEGIN(name, kind) \
	static enum rd_shmcoll_begun begin_##name(struct rd_shmcoll_short *out, \
						  struct rd_coll_call *call, \
						  struct rd_shmcoll *shm, uint64_t seq, int first) \
	{ \
		return begin_kind(out, call, shm, seq, first, kind); \
	}
BEGIN(barrier, RD_COLL_BARRIER)
BEGIN(bcast, RD_COLL_BCAST)
BEGIN(gather, RD_COLL_GATHER)
BEGIN(scatter, RD_COLL_SCATTER)
BEGIN(allgather, RD_COLL_ALLGATHER)
BEGIN(alltoall, RD_COLL_ALLTOALL)
BEGIN(reduce, RD_COLL_REDUCE)
BEGIN(allreduce, RD_COLL_ALLREDUCE)
BEGIN(other, call->kind)

enum rd_shmcoll_begun rd_shmcoll_short_begin(struct rd_shmcoll_short *out,
					     struct rd_coll_call *call, struct rd_shmcoll *shm,
					     uint64_t seq, int first)
{
	static enum rd_shmcoll_begun (*const begin[RD_COLL_KINDS])(
		struct rd_shmcoll_short *, struct rd_coll_call *, struct rd_shmcoll *, uint64_t,
		int) = {
		[RD_COLL_BARRIER] = begin_barrier,
		[RD_COLL_BCAST] = begin_bcast,
		[RD_COLL_GATHER] = begin_gather,
		[RD_COLL_SCATTER] = begin_scatter,
		[RD_COLL_ALLGATHER] = begin_allgather,
		[RD_COLL_ALLTOALL] = begin_alltoall,
		[RD_COLL_REDUCE] = begin_reduce,
		[RD_COLL_ALLREDUCE] = begin_allreduce,
		[RD_COLL_REDUCE_SCATTER] = begin_other,
		[RD_COLL_REDUCE_SCATTER_BLOCK] = begin_other,
		[RD_COLL_SCAN] = begin_other,
		[RD_COLL_EXSCAN] = begin_other,
	};

	return begin[call->kind](out, call, shm, seq, first);
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

const char *rd_shmcoll_unless_fits(const struct rd_coll_call *call, uint64_t bytes)
{
	if (bytes > RD_SHMCOLL_LARGE_B)
		return "the message is too long";
	return unshared(call);
}

static const char *unless_one(const struct rd_coll_call *call)
{
	return rd_shmcoll_unless_fits(call, call->bytes);
}

static const char *unless_all(const struct rd_coll_call *call)
{
	return call->bytes > RD_SHMCOLL_LARGE_B ? "the message is too long"
						: rd_shmcoll_unless_fits(call, all_but_own(call));
}

#define SHORT(symbol, kind, refuses) \
	RD_COLL_ALGO(rd_shmcoll_##symbol, kind, #symbol, "sm", refuses, symbol)
SHORT(barrier, RD_COLL_BARRIER, unshared);
SHORT(bcast, RD_COLL_BCAST, unless_one);
SHORT(gather, RD_COLL_GATHER, unless_one);
SHORT(scatter, RD_COLL_SCATTER, unless_all);
SHORT(allgather, RD_COLL_ALLGATHER, unless_one);
SHORT(alltoall, RD_COLL_ALLTOALL, unless_all);

const struct rd_coll_algo *const rd_shmcoll_short[] = {
	&rd_shmcoll_barrier,        &rd_shmcoll_bcast,
	&rd_shmcoll_gather,         &rd_shmcoll_scatter,
	&rd_shmcoll_allgather,      &rd_shmcoll_alltoall,
	&rd_shmcoll_reduce,         &rd_shmcoll_allreduce,
	&rd_shmcoll_reduce_scatter, &rd_shmcoll_reduce_scatter_block,
	&rd_shmcoll_scan,           &rd_shmcoll_exscan,
	&rd_shmcoll_gatherv,        &rd_shmcoll_scatterv,
	&rd_shmcoll_allgatherv,     NULL,
};
