/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The posts of short collectives in shared memory, and the halves of the reductions among them:
 * between sm_short.c and sm_short_reduce.c.
 */
#ifndef RD_COLL_SM_SHORT_H
#define RD_COLL_SM_SHORT_H

#include "coll/sm.h"

#include "base/check.h"
#include "base/short.h"
#include "coll/differ.h"
#include "datatype/pack.h"

static inline char *array_of(const struct rd_shmcoll_short *op, int m)
{
	return op->shm->arrays + (uint64_t)m * op->shm->layout.bytes;
}

static inline struct rd_shmcoll_post *post_of(const struct rd_shmcoll_short *op, int m)
{
	return (struct rd_shmcoll_post *)(array_of(op, m) + op->post);
}

static inline char *data_of(const struct rd_shmcoll_short *op, int m)
{
	return array_of(op, m) + op->data;
}

/* Bytes in each post. The compiler does not see their bound: with it GCC copies them by `rep movs`,
 * which takes longer to begin than memcpy takes for a short post. */
static inline uint64_t post_bytes(const struct rd_shmcoll_short *op)
{
	uint64_t bytes = op->word & ((1u << RD_SHMCOLL_SIGN_B) - 1);

	__asm__("" : "+r"(bytes));
	return bytes;
}

static inline uint64_t short_arrival(const struct rd_shmcoll_short *op)
{
	return rd_shmcoll_arrival(op->call->kind, post_bytes(op));
}

static inline uint64_t post_at(const struct rd_shmcoll *shm, uint64_t seq)
{
	return (seq & (shm->layout.posts - 1)) * sizeof(struct rd_shmcoll_post);
}

/* Before the first operation with such slots. */
void rd_shmcoll_map_small(struct rd_shmcoll *shm);
void rd_shmcoll_map_large(struct rd_shmcoll *shm);

/* `kind` is that of the call, where it is a constant. Field by field: a compiler that builds the
 * struct elsewhere and copies it reads words that are not written back yet. */
static inline void op_place(struct rd_shmcoll_short *op, struct rd_coll_call *call,
			    struct rd_shmcoll *shm, uint64_t seq, enum rd_coll_kind kind,
			    uint64_t bytes)
{
	const struct rd_shmcoll_layout *layout = &shm->layout;

	op->call = call;
	op->shm = shm;
	op->seq = seq;
	op->word = rd_shmcoll_word(seq, kind, bytes);
	op->depth = layout->posts;
	op->post = op->data = post_at(shm, seq);
	op->first = 0;
	op->operands = AWAITED;
	if (rd_likely(bytes <= RD_SHMCOLL_POST_B))
		return;
	if (bytes > RD_SHMCOLL_SMALL_B) {
		if (rd_unlikely(!shm->large_seen))
			rd_shmcoll_map_large(shm);
		op->depth = layout->large;
		op->data = layout->large_at + (seq & (op->depth - 1)) * RD_SHMCOLL_LARGE_B;
	} else {
		if (rd_unlikely(!shm->small_seen))
			rd_shmcoll_map_small(shm);
		op->depth = layout->small;
		op->data = layout->small_at + (seq & (op->depth - 1)) * RD_SHMCOLL_SMALL_B;
	}
}

/* This member comes to the operation. `one`: each member waits for one other at most, or for one
 * after the other. */
static inline void op_enter(const struct rd_shmcoll_short *op, int one)
{
	struct rd_shmcoll *shm = op->shm;

	shm->call = op->call;
	if (rd_unlikely(shm->place.tight)) {
		shm->place.one = one;
		shm->place.came++;
		rd_shmcoll_say_place(shm);
	}
}

static inline __attribute__((always_inline)) void op_begin(struct rd_shmcoll_short *op,
							   struct rd_coll_call *call,
							   enum rd_coll_kind kind, uint64_t bytes,
							   int one)
{
	struct rd_shmcoll *shm = call->comm->coll_state->shm;

	op_place(op, call, shm, shm->seq, kind, bytes);
	op_enter(op, one);
}

/* This member reads no post of the operation any more. Others wait for that only without posts. */
static inline int op_end(const struct rd_shmcoll_short *op)
{
	struct rd_shmcoll *shm = op->shm;

	RD_CHECK(shm->member[shm->rank].done <= op->seq, "shmcoll: operation %llu ends twice",
		 (unsigned long long)op->seq);
	shm->seq = op->seq + 1;
	rd_shmcoll_tell(shm, &shm->member[shm->rank].done, shm->seq);
	shm->place.one = 0;
	return op->call->err;
}

/* Invariants 2 and 3, before a post is written: every other member has completed the first `safe`
 * operations. */
static inline void check_safe(const struct rd_shmcoll_short *op)
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
static inline int op_end_all(const struct rd_shmcoll_short *op)
{
	int err;

	if (rd_likely(!op->call->err))
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
 * ahead waits once for many. 0: a member has failed; the others may still read there.
 */
static inline int await_free(const struct rd_shmcoll_short *op)
{
	struct rd_shmcoll *shm = op->shm;
	uint64_t least = op->seq + rd_max(op->depth / 4, (uint64_t)1) - op->depth;
	uint64_t safe = UINT64_MAX;

	check_safe(op);
	RD_CHECK(op->seq < shm->seq + op->depth,
		 "shmcoll: operation %llu writes where this member may read for %llu",
		 (unsigned long long)op->seq, (unsigned long long)shm->seq);
	if (op->seq < shm->safe + op->depth)
		return 1;
	for (int m = 0; m < shm->n; m++) {
		const uint64_t *done = &shm->member[m].done;
		int err = m == shm->rank ? 0 : rd_shmcoll_await(shm, done, least, m);

		rd_coll_error(op->call, err);
		if (rd_unlikely(err))
			return 0;
		if (m != shm->rank)
			safe = rd_min(safe, __atomic_load_n(done, __ATOMIC_ACQUIRE));
	}
	shm->safe = safe;
	check_safe(op);
	RD_CHECK(op->seq < safe + op->depth, "shmcoll: operation %llu writes where %llu may read",
		 (unsigned long long)op->seq, (unsigned long long)safe);
	return 1;
}

/* Returns the place of this member's data. NULL: there is none, and nothing is posted; the others
 * learn of the failure, too. */
static inline char *post_open(const struct rd_shmcoll_short *op)
{
	return rd_likely(await_free(op)) ? data_of(op, op->shm->rank) : NULL;
}

static inline void post_tell(const struct rd_shmcoll_short *op)
{
	rd_shmcoll_tell(op->shm, &post_of(op, op->shm->rank)->full, op->word);
}

/* Operations ahead whose lines a member that only posts fetches for writing: M-244. */
#define RD_SHMCOLL_AHEAD 3u

/* As post_tell, where this member does not wait for the posts of others: it runs ahead of them, and
 * would else wait for each line to come back from the member that has read it. */
static inline void post_ahead(const struct rd_shmcoll_short *op)
{
	const struct rd_shmcoll_layout *layout = &op->shm->layout;
	uint64_t next = op->seq + RD_SHMCOLL_AHEAD, bytes = post_bytes(op);
	char *own = array_of(op, op->shm->rank);

	post_tell(op);
	if (rd_unlikely(op->depth < 4 * RD_SHMCOLL_AHEAD) || bytes > RD_SHMCOLL_SMALL_B)
		return;
	rd_prefetch_to_write(own + post_at(op->shm, next));
	if (rd_likely(op->data == op->post))
		return;
	own += layout->small_at + (next & (op->depth - 1)) * RD_SHMCOLL_SMALL_B;
	for (uint64_t i = 0; i < bytes; i += RD_CACHE_LINE)
		rd_prefetch_to_write(own + i);
}

/* Where members wait for each other: the fence keeps a member from reading a post before its own is
 * written. Members that arrive at the same time would else take each other's lines from the one
 * that is about to write them: M-226. */
static inline void post_exchange(const struct rd_shmcoll_short *op)
{
	post_tell(op);
	if (rd_likely(op->shm->light)) /* else post_tell has a fence */
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Where all wait for all: when members are many none sleeps for a single one, but until all have
 * arrived. */
static inline void post_meet(const struct rd_shmcoll_short *op)
{
	if (!op->shm->counting.groups) {
		post_exchange(op);
		return;
	}
	__atomic_store_n(&post_of(op, op->shm->rank)->full, op->word, __ATOMIC_RELEASE);
	rd_coll_error(op->call, rd_shmcoll_meet(op->shm, short_arrival(op), NULL));
}

/* The data of member m; undefined after an error. */
static inline const char *await_post(const struct rd_shmcoll_short *op, int m)
{
	const uint64_t *word = &post_of(op, m)->full;

	op->shm->call = op->call; /* in an operator other threads may have begun operations */
	if (m != op->shm->rank)
		rd_coll_error(op->call, rd_shmcoll_await_post(op->shm, word, op->word, m));
	RD_CHECK(op->call->err || m == op->shm->rank ||
			 __atomic_load_n(word, __ATOMIC_ACQUIRE) == op->word,
		 "shmcoll: the post of member %d is %llx, not %llx", m, (unsigned long long)*word,
		 (unsigned long long)op->word);
	return data_of(op, m);
}

/* ---- Data of any layout in posts ---- */

/* Writes data of one block into a post or slot. */
static inline void post_copy(struct rd_shmcoll *shm, char *to, const void *from, uint64_t bytes)
{
	if (rd_unlikely(bytes >= RD_COPY_IN_LEAST))
		rd_copy_in_long(&shm->copy_in, to, from, bytes);
	else
		rd_bytes_copy(to, from, bytes);
}

static inline void pack(struct rd_shmcoll *shm, char *to, const void *buf, uint64_t count,
			const struct rd_type *type)
{
	const void *block = rd_type_block(buf, count, type);
	struct rd_iter it;

	if (block) {
		post_copy(shm, to, block, count * type->size);
	} else {
		rd_iter_init(&it, buf, count, type);
		rd_iter_pack(&it, to, it.total);
	}
}

/* Reads a slot. Instructions of their own read each line of one of few lines: a processor that
 * fetches by the stride of an instruction then has the line of the next slot before it is asked
 * for, which it has not if memcpy copies other data in turn (M-244). */
static inline void slot_copy(char *to, const char *from, uint64_t bytes)
{
	enum { LINE = RD_CACHE_LINE };
	uint64_t last = bytes - LINE;

	if (bytes < LINE || bytes > 4 * LINE) {
		rd_bytes_copy(to, from, bytes);
		return;
	}
	memcpy(to, from, LINE);
	if (bytes > 2 * LINE) {
		memcpy(to + LINE, from + LINE, LINE);
		memcpy(to + last - LINE, from + last - LINE, LINE);
	}
	memcpy(to + last, from + last, LINE);
}

static inline void unpack(const char *from, void *buf, uint64_t count, const struct rd_type *type)
{
	void *block = rd_type_block(buf, count, type);
	struct rd_iter it;

	if (block) {
		slot_copy(block, from, count * type->size);
	} else {
		rd_iter_init(&it, buf, count, type);
		rd_iter_unpack(&it, from, it.total);
	}
}

/* Elements of this member's block for a post with `room` bytes for it, the length that the others
 * expect: of a longer block, which is an error of the program, as many as fit. */
static inline uint64_t postable(struct rd_coll_call *call, uint64_t room)
{
	uint64_t size = call->out.type->size, bytes = call->out.count * size;

	if (rd_likely(bytes <= room))
		return call->out.count;
	rd_coll_error(call, rd_coll_block_truncated(call, call->rank, bytes, room));
	return room / size;
}

/* ---- Reductions (sm_short_reduce.c): a first half posts, a second one reads and ends ---- */

/* Bytes of an operand, gaps included. */
uint64_t rd_shmcoll_span(const struct rd_coll_call *call);
void rd_shmcoll_give_operand(struct rd_shmcoll_short *op);
void rd_shmcoll_give_reduce(struct rd_shmcoll_short *op);
/* Where every member reads every operand. */
void rd_shmcoll_give_all(struct rd_shmcoll_short *op);
/* Finds this member's part of the result. Counts are not read any more after it: with a request
 * they may end with the call that begins the operation. */
void rd_shmcoll_find_result(struct rd_shmcoll_short *op);
int rd_shmcoll_take_reduce(struct rd_shmcoll_short *op);
int rd_shmcoll_take_allreduce(struct rd_shmcoll_short *op);
int rd_shmcoll_take_reduce_scatter(struct rd_shmcoll_short *op);
int rd_shmcoll_take_scan(struct rd_shmcoll_short *op);
int rd_shmcoll_take_exscan(struct rd_shmcoll_short *op);

extern const struct rd_coll_algo rd_shmcoll_reduce, rd_shmcoll_allreduce, rd_shmcoll_reduce_scatter,
	rd_shmcoll_reduce_scatter_block, rd_shmcoll_scan, rd_shmcoll_exscan;

/* Blocks of different lengths (sm_blocks.c): blocking calls only. */
extern const struct rd_coll_algo rd_shmcoll_gatherv, rd_shmcoll_scatterv, rd_shmcoll_allgatherv;

/* NULL, or why a message of so many bytes cannot be posted. */
const char *rd_shmcoll_unless_fits(const struct rd_coll_call *call, uint64_t bytes);

#endif
