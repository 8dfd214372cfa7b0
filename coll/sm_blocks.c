/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gatherv, scatterv and allgatherv by posts in shared memory (sm_short.h), where the blocks of the
 * members differ in length. Called through sm.c, for blocking calls only.
 *
 * In a gatherv and a scatterv only the root knows all lengths, so no choice may depend on them: it
 * is made for each block by its sender, and the receiver reads it in the post.
 *
 *     gatherv     each member with data posts its block, and in the word its length; a block that
 *                 is longer than a slot is a message, and the post says so
 *     scatterv    the root posts a table and the blocks, as far as there is room:
 *
 *                   bytes  0      2      4        2n         H
 *                         +------+------+--...---+------+---+---------+---------+--...--+
 *                         | at 0 | at 1 |        | end  |   | block 0 | block 1 |       |
 *                         +------+------+--...---+------+---+---------+---------+--...--+
 *
 *                 at m: where block m begins, which ends where the next one begins; or, by a
 *                 bit, that it is a message
 *     allgatherv  each member posts its block; all know all lengths, and so the place
 *
 * A member without data neither posts nor waits, as with messages. The root of a gatherv copies
 * long blocks that are there beside a late member, of 64 members at a time.
 */
#include "coll/sm_short.h"

#include "base/list.h"

/* In a word, in place of the bytes: the block is a message. */
#define IS_MESSAGE ((1u << RD_SHMCOLL_SIGN_B) - 1)
_Static_assert(RD_SHMCOLL_LARGE_B < IS_MESSAGE, "no length of a post");
/* In an entry of a table. */
#define ENTRY_IS_MESSAGE 0x8000u
_Static_assert(RD_SHMCOLL_LARGE_B < ENTRY_IS_MESSAGE, "no place in a post");

/* The post of member m with `bytes`, in the slot for so many. */
static const char *slot_of(const struct rd_shmcoll_short *op, int m, uint64_t bytes)
{
	struct rd_shmcoll_short of;

	op_place(&of, op->call, op->shm, op->seq, op->call->kind, bytes);
	return data_of(&of, m);
}

/* The bytes that the word of member m says, once it is there; 0 after an error. */
static uint64_t await_bytes(const struct rd_shmcoll_short *op, int m)
{
	const uint64_t *word = &post_of(op, m)->full;
	uint64_t wanted = rd_shmcoll_word(op->seq, op->call->kind, 0), got;
	int err;

	op->shm->call = op->call; /* other threads may have begun operations */
	err = rd_shmcoll_await(op->shm, word, rd_shmcoll_word_of(op->seq), m);
	got = __atomic_load_n(word, __ATOMIC_ACQUIRE);
	if (!err && rd_unlikely(got >> RD_SHMCOLL_SIGN_B != wanted >> RD_SHMCOLL_SIGN_B))
		err = rd_shmcoll_posts_differ(op->call, m, got, wanted);
	rd_coll_error(op->call, err);
	return err ? 0 : got & ((1u << RD_SHMCOLL_SIGN_B) - 1);
}

/* `bytes` that member m has posted, into a block of the receiver, which may be longer. */
static void take_block(struct rd_coll_call *call, int m, const char *from, uint64_t bytes,
		       void *buf, uint64_t count, const struct rd_type *type)
{
	struct rd_iter it;

	if (rd_likely(bytes == count * type->size)) {
		unpack(from, buf, count, type);
		return;
	}
	rd_iter_init(&it, buf, count, type);
	if (bytes > it.total)
		rd_coll_error(call, rd_coll_block_truncated(call, m, bytes, it.total));
	rd_iter_unpack(&it, from, rd_min(bytes, it.total));
}

/* ---- Gatherv ---- */

static int gatherv_give(struct rd_coll_call *call)
{
	uint64_t bytes = call->out.count * call->out.type->size;
	int is_message = bytes > RD_SHMCOLL_LARGE_B;
	struct rd_shmcoll_short op;
	char *own;

	op_begin(&op, call, RD_COLL_GATHERV, is_message ? 0 : bytes, 1);
	own = bytes ? post_open(&op) : NULL;
	if (own && is_message)
		op.word |= IS_MESSAGE;
	else if (own)
		pack(op.shm, own, call->out.buf, call->out.count, call->out.type);
	if (own)
		post_ahead(&op);
	op_end(&op);
	if (is_message)
		rd_coll_send(call, call->out.buf, call->out.count, call->out.type, call->root);
	return call->err;
}

/* The block of member m, as soon as its post is there. */
static void gatherv_take_one(const struct rd_shmcoll_short *op, struct rd_coll_window *w, int m)
{
	struct rd_coll_call *call = op->call;
	uint64_t count = rd_coll_rcount(call, m), bytes = await_bytes(op, m);
	void *block = rd_coll_rblock(call, m);

	if (bytes == IS_MESSAGE)
		rd_coll_window_recv(w, block, count, call->in.type, m);
	else if (bytes)
		take_block(call, m, slot_of(op, m, bytes), bytes, block, count, call->in.type);
}

static int is_posted(const struct rd_shmcoll_short *op, int m)
{
	const struct rd_shmcoll_want want = {&post_of(op, m)->full, rd_shmcoll_word_of(op->seq), m};

	return rd_shmcoll_is_there(&want);
}

/* The posts that the root lacks, of up to 64 members: bit i is that of the member d + i places
 * after the root. lengthy: the root expects a message of it. */
struct batch {
	struct rd_shmcoll_event other;
	const struct rd_shmcoll_short *op;
	int d;
	uint64_t left, lengthy;
};

static int member_at(const struct batch *batch, int i)
{
	return rd_coll_turn(batch->op->call, batch->op->call->root, batch->d + i);
}

/* Those of them that have posted. */
static uint64_t posted(const struct batch *batch)
{
	uint64_t there = 0;

	for (uint64_t rest = batch->left; rest; rest &= rest - 1) {
		int i = __builtin_ctzll(rest);

		if (is_posted(batch->op, member_at(batch, i)))
			there |= (uint64_t)1 << i;
	}
	return there;
}

static int is_any_posted(const struct rd_shmcoll_event *other)
{
	return posted(rd_container(other, struct batch, other)) != 0;
}

/* The root sleeps for the post of one member. The post of a long block precedes its message, which
 * wakes the root, too; a short block of another member may wait until then. */
static int await_any(const struct batch *batch)
{
	const struct rd_shmcoll_short *op = batch->op;
	int m = member_at(batch, __builtin_ctzll(batch->left));
	const struct rd_shmcoll_want want = {&post_of(op, m)->full, rd_shmcoll_word_of(op->seq), m};

	op->shm->call = op->call;
	return rd_shmcoll_await_either(op->shm, &want, &batch->other);
}

static uint64_t first_of(uint64_t bits)
{
	return bits & -bits;
}

/* Those that have posted, or, if none has, the first, which is then waited for. 0: the post of the
 * first does not come. */
static uint64_t next_ones(const struct batch *batch, struct rd_coll_window *w)
{
	uint64_t there = posted(batch);
	int err = 0;

	while (!there && w->begun != w->ended) {
		rd_coll_window_wait(w, w->begun - w->ended - 1);
		there = posted(batch);
	}
	if (!there && batch->left & batch->lengthy) {
		err = await_any(batch);
		rd_coll_error(batch->op->call, err);
		there = posted(batch);
	}
	return there || err ? there : first_of(batch->left);
}

static void gatherv_take_some(const struct rd_shmcoll_short *op, struct rd_coll_window *w, int d)
{
	struct batch batch = {{is_any_posted}, op, d, 0, 0};
	uint64_t next;

	for (int i = 0; i < 64 && d + i < op->call->size; i++) {
		uint64_t count = rd_coll_rcount(op->call, member_at(&batch, i));

		if (count)
			batch.left |= (uint64_t)1 << i;
		if (count * op->call->in.type->size > RD_SHMCOLL_LARGE_B)
			batch.lengthy |= (uint64_t)1 << i;
	}
	for (; batch.left; batch.left &= ~(next ? next : first_of(batch.left))) {
		next = next_ones(&batch, w);
		for (uint64_t rest = next; rest; rest &= rest - 1)
			gatherv_take_one(op, w, member_at(&batch, __builtin_ctzll(rest)));
	}
}

static int gatherv_take(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;
	struct rd_coll_window w;

	op_begin(&op, call, RD_COLL_GATHERV, 0, 1);
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->root),
			     rd_coll_rcount(call, call->root), call->in.type, call->out.buf,
			     call->out.count, call->out.type);
	rd_coll_window_init(&w, call);
	for (int d = 1; call->in.type->size && d < call->size; d += 64)
		gatherv_take_some(&op, &w, d);
	op_end(&op);
	rd_coll_window_wait(&w, 0);
	return call->err;
}

static int gatherv(struct rd_coll_call *call)
{
	return call->rank == call->root ? gatherv_take(call) : gatherv_give(call);
}

/* ---- Scatterv ---- */

static uint64_t table_bytes(int n)
{
	return (((uint64_t)n + 1) * sizeof(uint16_t) + 7) & ~(uint64_t)7;
}

static uint64_t block_bytes(const struct rd_coll_call *call, int m)
{
	return m == call->root ? 0 : rd_coll_scount(call, m) * call->out.type->size;
}

/* Bytes of the post with as many blocks as fit. */
static uint64_t measure(const struct rd_coll_call *call)
{
	uint64_t at = table_bytes(call->size);

	for (int m = 0; m < call->size; m++) {
		uint64_t bytes = block_bytes(call, m);

		if (bytes <= RD_SHMCOLL_LARGE_B - at)
			at += bytes;
	}
	return at;
}

/* The same, written; returns the number of blocks that did not fit. */
static int fill(const struct rd_coll_call *call, struct rd_shmcoll *shm, char *post)
{
	uint64_t at = table_bytes(call->size);
	uint16_t *table = (uint16_t *)post;
	int messages = 0;

	for (int m = 0; m < call->size; m++) {
		uint64_t bytes = block_bytes(call, m);

		table[m] = (uint16_t)at;
		if (bytes > RD_SHMCOLL_LARGE_B - at) {
			table[m] |= ENTRY_IS_MESSAGE;
			messages++;
		} else if (bytes) {
			pack(shm, post + at, rd_coll_sblock(call, m), rd_coll_scount(call, m),
			     call->out.type);
			at += bytes;
		}
	}
	table[call->size] = (uint16_t)at;
	return messages;
}

static void copy_own(struct rd_coll_call *call)
{
	if (!rd_coll_in_place(call->in.buf))
		rd_coll_copy(call, call->in.buf, call->in.count, call->in.type,
			     rd_coll_sblock(call, call->root), rd_coll_scount(call, call->root),
			     call->out.type);
}

/* While they are under way the root copies its own block. */
static void send_rest(struct rd_coll_call *call, const uint16_t *table)
{
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	for (int d = 1; d < call->size; d++) {
		int m = rd_coll_turn(call, call->root, d);

		if (table[m] & ENTRY_IS_MESSAGE)
			rd_coll_window_send(&w, rd_coll_sblock(call, m), rd_coll_scount(call, m),
					    call->out.type, m);
	}
	copy_own(call);
	rd_coll_window_wait(&w, 0);
}

static int scatterv_give(struct rd_coll_call *call)
{
	struct rd_shmcoll_short op;
	int messages = 0;
	char *own;

	op_begin(&op, call, RD_COLL_SCATTERV, measure(call), 1);
	own = post_open(&op);
	if (own) {
		messages = fill(call, op.shm, own);
		post_ahead(&op);
	}
	op_end(&op);
	if (messages)
		send_rest(call, (const uint16_t *)own); /* until its next operation */
	else
		copy_own(call);
	return call->err;
}

static int scatterv_take(struct rd_coll_call *call)
{
	uint64_t bytes = call->in.count * call->in.type->size;
	const uint16_t *entry;
	struct rd_shmcoll_short op;
	int is_message = 0;

	op_begin(&op, call, RD_COLL_SCATTERV, 0, 1);
	if (bytes)
		bytes = await_bytes(&op, call->root);
	if (bytes) {
		const char *post = slot_of(&op, call->root, bytes);

		entry = (const uint16_t *)post + call->rank;
		is_message = entry[0] & ENTRY_IS_MESSAGE;
		if (!is_message)
			take_block(call, call->root, post + entry[0],
				   (entry[1] & (ENTRY_IS_MESSAGE - 1u)) - (uint64_t)entry[0],
				   call->in.buf, call->in.count, call->in.type);
	}
	op_end(&op);
	if (is_message)
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, call->root);
	return call->err;
}

static int scatterv(struct rd_coll_call *call)
{
	return call->rank == call->root ? scatterv_give(call) : scatterv_take(call);
}

/* ---- Allgatherv ---- */

static int allgatherv(struct rd_coll_call *call)
{
	uint64_t size = call->in.type->size, own_bytes = rd_coll_rcount(call, call->rank) * size;
	struct rd_shmcoll_short op;
	char *own;

	op_begin(&op, call, RD_COLL_ALLGATHERV, own_bytes, 0);
	op.word = rd_shmcoll_word(op.seq, RD_COLL_ALLGATHERV, call->bytes);
	own = post_open(&op);
	if (own) {
		if (rd_coll_in_place(call->out.buf))
			pack(op.shm, own, rd_coll_rblock(call, call->rank), own_bytes / size,
			     call->in.type);
		else
			pack(op.shm, own, call->out.buf, postable(call, own_bytes), call->out.type);
		post_meet(&op);
	}
	for (int d = 1; d < call->size; d++) {
		int m = rd_coll_turn(call, call->rank, d);
		uint64_t count = rd_coll_rcount(call, m);

		await_post(&op, m);
		unpack(slot_of(&op, m, count * size), rd_coll_rblock(call, m), count,
		       call->in.type);
	}
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank),
			     rd_coll_rcount(call, call->rank), call->in.type, call->out.buf,
			     call->out.count, call->out.type);
	return op_end_all(&op);
}

/* ---- Supported calls ---- */

static const char *unless_listed(const struct rd_coll_call *call)
{
	if (table_bytes(call->size) > RD_SHMCOLL_LARGE_B / 2)
		return "a slot has no room for the table of so many members";
	return rd_shmcoll_unless_fits(call, 0);
}

static const char *unless_together(const struct rd_coll_call *call)
{
	return rd_shmcoll_unless_fits(call, call->bytes);
}

static const char *unless_shared(const struct rd_coll_call *call)
{
	return rd_shmcoll_unless_fits(call, 0);
}

#define BLOCKS(symbol, kind, refuses) \
	RD_COLL_ALGO(rd_shmcoll_##symbol, kind, #symbol, "sm", refuses, symbol)
BLOCKS(gatherv, RD_COLL_GATHERV, unless_shared);
BLOCKS(scatterv, RD_COLL_SCATTERV, unless_listed);
BLOCKS(allgatherv, RD_COLL_ALLGATHERV, unless_together);
