/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that the DMA engine of the card's model works as in docs/CARD.md 8 and 13 and the table of
 * registers: MSG, WRITE, READ, ATOMIC, DATA and BCAST transfer every byte to its place, of any
 * length, with any strides, in and beside the arena, and touch no other; a page that was disabled,
 * and a region that was closed, is not written any more. Refusals: emu_refuse.c.
 */
#include "t/hw/emu_ring.h"

#define BOX_B (1u << 20)  /* bytes that each process may write of another's */
#define BOX_AT (1u << 20) /* in the arena: one for each process, by its number */
#define SOURCE_AT (6u << 20)
#define SOURCE_B BOX_B
#define OUT_BOX 1 /* regions beside the arena: boxes */
#define OUT_SOURCE 2
#define IN_SOURCE 3 /* the part of the arena that others may read */
#define ROUNDS 60

enum {
	WRITE = RN_DMA_OP_WRITE,
	MSG = RN_DMA_OP_MSG,
	DATA = RN_DMA_OP_DATA,
	BCAST = RN_DMA_OP_BCAST,
	READ = RN_DMA_OP_READ,
	ATOMIC = RN_DMA_OP_ATOMIC
};
enum { SEND = RN_COMPLETION_KIND_SEND, STREAM = RN_COMPLETION_KIND_STREAM };

static const uint64_t complete = RN_DESCRIPTOR_CTL_COMPLETE_MASK,
		      is_inline = RN_DESCRIPTOR_CTL_INLINE_MASK,
		      chain = RN_DESCRIPTOR_CTL_CHAIN_MASK;

static char *out_box, *out_source; /* memory of this process that is not of the arena */
static char *shadow[2][R_MAX];     /* expected content of the boxes; 0 in the arena, 1 beside it */
static int seed_of_test;

static int node_of(int i)
{
	return i / r_users;
}

/* Pages of one card do not write to each other. */
static int peers(int a, int b)
{
	return node_of(a) != node_of(b);
}

static uint64_t seed_for(int round, int from, int to)
{
	uint64_t s = ((uint64_t)seed_of_test << 40 | (uint64_t)round << 20 | (uint64_t)from << 10 |
		      (uint64_t)to) +
		     0x9e3779b97f4a7c15u;

	r_random(&s);
	return s;
}

static uint64_t below(uint64_t *s, uint64_t n)
{
	return r_random(s) % n;
}

/* Mostly small, sometimes up to n - 1. */
static uint32_t some_length(uint64_t *s, uint32_t n)
{
	static const uint32_t most[] = {1, 9, 65, 300, 5000, 70000, UINT32_MAX};
	uint32_t m = most[below(s, 7)];

	return (uint32_t)below(s, rd_min(m, n));
}

static void fill(char *p, uint64_t bytes, uint64_t seed)
{
	for (uint64_t i = 0; i < bytes; i += 8) {
		uint64_t word = r_random(&seed);

		memcpy(p + i, &word, 8);
	}
}

static void open_pinned(int number, char *p, uint64_t bytes, uint32_t access)
{
	uint64_t bus;

	r_check(!r_card->pin(r_card, p, bytes, &bus), "pin");
	r_region(number, bus, bytes, access, r_key(r_i));
}

/* The page is on, boxes and sources are open. */
static void boxes_up(void)
{
	out_box = r_memory((uint64_t)r_n * BOX_B);
	out_source = r_memory(SOURCE_B);
	for (int i = 0; i < r_n; i++) {
		shadow[0][i] = r_memory(BOX_B);
		shadow[1][i] = r_memory(BOX_B);
	}
	r_up();
	r_fence();
	open_pinned(OUT_BOX, out_box, (uint64_t)r_n * BOX_B,
		    RN_REGION_ACCESS_WRITE_MASK | RN_REGION_ACCESS_REMOTE_WRITE_MASK);
	open_pinned(OUT_SOURCE, out_source, SOURCE_B, RN_REGION_ACCESS_READ_MASK);
	r_fence();
}

static void box_is_right(int from, int round)
{
	const char *is[] = {r_card->arena + BOX_AT + (uint32_t)from * BOX_B,
			    out_box + (uint64_t)from * BOX_B};

	for (int out = 0; out < 2; out++)
		for (uint32_t i = 0; memcmp(is[out], shadow[out][from], BOX_B); i++)
			r_check(is[out][i] == shadow[out][from][i],
				"round %d from %d, %s the arena: byte %u", round, from,
				out ? "beside" : "in", i);
}

/* ---- WRITE ---- */

struct transfer {
	int out_from, out_to, is_inline;
	uint32_t len, blocks;
	uint64_t from, to;        /* bytes from the start of source and box */
	int64_t gap_from, gap_to; /* strides */
};

static struct transfer some_transfer(uint64_t *s)
{
	struct transfer t = {.out_from = (int)below(s, 2), .out_to = (int)below(s, 2), .blocks = 1};
	int kind = (int)below(s, 3);

	t.is_inline = kind == 0;
	t.len = kind == 0   ? (uint32_t)below(s, 33)
		: kind == 1 ? some_length(s, BOX_B)
			    : some_length(s, 6000);
	if (kind == 2) {
		t.blocks = 1 + (uint32_t)below(s, 40);
		t.gap_from = (int64_t)below(s, 8000);
		t.gap_to = (int64_t)t.len + (int64_t)below(s, 4000);
	}
	t.from = below(s, SOURCE_B - (t.blocks - 1) * (uint64_t)t.gap_from - t.len + 1);
	t.to = below(s, BOX_B - (t.blocks - 1) * (uint64_t)t.gap_to - t.len + 1);
	if (below(s, 2)) { /* the other way */
		t.from += (t.blocks - 1) * (uint64_t)t.gap_from;
		t.to += (t.blocks - 1) * (uint64_t)t.gap_to;
		t.gap_from = -t.gap_from;
		t.gap_to = -t.gap_to;
	}
	return t;
}

static void post_write(const struct transfer *t, int to, const char *source, uint64_t cookie)
{
	uint64_t *d = r_desc();
	uint64_t base = (uint64_t)r_i * BOX_B + (t->out_to ? 0 : BOX_AT);

	d[0] = r_ctl(WRITE, node_of(to), 0, t->len, complete | (t->is_inline ? is_inline : 0));
	d[1] = cookie;
	d[2] = r_head(to, t->out_to ? OUT_BOX : 0, r_key(to), base + t->to);
	d[3] = r_local(t->out_from ? OUT_SOURCE : 0, t->from + (t->out_from ? 0 : SOURCE_AT));
	d[4] = t->blocks;
	d[5] = (uint64_t)t->gap_from & 0xffffffffff;
	d[6] = (uint64_t)t->gap_to & 0xffffffffff;
	if (t->is_inline)
		memcpy(&d[4], source + t->from, t->len);
	r_go();
}

static void apply(const struct transfer *t, int from, const char *source)
{
	for (uint32_t i = 0; i < t->blocks; i++)
		memcpy(shadow[t->out_to][from] + t->to + (uint64_t)(t->gap_to * i),
		       source + t->from + (uint64_t)(t->gap_from * i), t->len);
}

static void writes(void)
{
	char *source = r_memory(SOURCE_B);

	boxes_up();
	for (int round = 0; round < ROUNDS; round++) {
		fill(out_source, SOURCE_B, seed_for(round, r_i, R_MAX));
		memcpy(r_card->arena + SOURCE_AT, out_source, SOURCE_B);
		for (int to = 0; to < r_n; to++) {
			uint64_t s = seed_for(round, r_i, to);
			struct transfer t = some_transfer(&s);

			if (!peers(r_i, to))
				continue;
			post_write(&t, to, out_source, (uint64_t)round << 8 | (uint64_t)to);
			r_expect(SEND, RN_DMA_STATUS_OK, (uint64_t)round << 8 | (uint64_t)to);
		}
		r_fence();
		for (int from = 0; from < r_n; from++) {
			uint64_t s = seed_for(round, from, r_i);
			struct transfer t = some_transfer(&s);

			if (!peers(r_i, from))
				continue;
			fill(source, SOURCE_B, seed_for(round, from, R_MAX));
			apply(&t, from, source);
			box_is_right(from, round);
		}
		r_fence();
	}
	r_check(!r_read(RN_QUEUES_REFUSED), "something was refused");
}

/* ---- Streams ---- */

/* Bytes of the cells that a descriptor of `len` bytes is cut into. */
static uint32_t cells(uint32_t len)
{
	uint32_t rest = len % 128;

	return len - rest + (!rest ? 0 : rest <= 8 ? 8 : rest <= 32 ? 32 : rest <= 64 ? 64 : 128);
}

/* Data of a stream: `head` bytes in whole cells, then `len` in blocks. */
struct flow {
	int out_from, out_to;
	uint32_t head, len, blocks, gap;
	uint64_t from, to;
	uint32_t expects; /* bytes for which it is armed: all, or to the end of the last cell */
};

static struct flow some_flow(uint64_t *s)
{
	struct flow f = {.out_from = (int)below(s, 2), .out_to = (int)below(s, 2), .blocks = 1};
	int several = (int)below(s, 3) == 0;

	f.head = (uint32_t)below(s, 20) * 128;
	f.len = some_length(s, BOX_B / 2) + 1;
	if (several) {
		f.blocks = 2 + (uint32_t)below(s, 30);
		f.len = 8 + 8 * some_length(s, 2000);
		f.gap = f.len + 8 * (uint32_t)below(s, 100);
	}
	f.from = below(s, SOURCE_B - f.head - f.len - (f.blocks - 1) * (uint64_t)f.gap) & ~7ull;
	f.from += several ? 0 : below(s, 7);
	f.expects = f.head + f.len * f.blocks;
	if (below(s, 2))
		f.expects = f.head + cells(f.len * f.blocks);
	f.to = below(s, BOX_B - f.expects);
	if (f.from + f.head + f.len > SOURCE_B)
		f.from = 0;
	return f;
}

static void post_flow(const struct flow *f, int op, int to, uint32_t tag, uint64_t cookie)
{
	uint64_t from = f->from + (f->out_from ? 0 : SOURCE_AT);
	uint64_t *d;

	if (f->head) {
		d = r_desc();
		d[0] = r_ctl((uint32_t)op, node_of(to), tag, f->head, chain);
		d[3] = r_local(f->out_from ? OUT_SOURCE : 0, from);
	}
	d = r_desc();
	d[0] = r_ctl((uint32_t)op, node_of(to), tag, f->len, complete);
	d[1] = cookie;
	d[3] = r_local(f->out_from ? OUT_SOURCE : 0, from + f->head);
	d[4] = f->blocks;
	d[5] = f->gap;
	r_go();
}

static void apply_flow(const struct flow *f, int from, const char *source)
{
	char *to = shadow[f->out_to][from] + f->to;
	uint32_t all = f->head + f->len * f->blocks;

	memcpy(to, source + f->from, f->head);
	for (uint32_t i = 0; i < f->blocks; i++)
		memcpy(to + f->head + i * f->len, source + f->from + f->head + i * f->gap, f->len);
	memset(to + all, 0, f->expects - all);
}

static void arm_for(const struct flow *f, int k, int from)
{
	uint64_t base = (uint64_t)from * BOX_B + (f->out_to ? 0 : BOX_AT);

	r_arm_from(k, f->out_to ? OUT_BOX : 0, base + f->to, f->expects, node_of(from),
		   from % r_users, 1000u + (uint32_t)from);
	r_check(r_read(R_STREAM(k, CONTROL)) == 1, "stream %d for %d is armed", k, from);
}

static void flow_is_here(const struct flow *f, int from, int round)
{
	static char *source;

	if (!source)
		source = r_memory(SOURCE_B);
	fill(source, SOURCE_B, seed_for(round, from, R_MAX));
	apply_flow(f, from, source);
	box_is_right(from, round);
}

static void new_source(int round)
{
	fill(out_source, SOURCE_B, seed_for(round, r_i, R_MAX));
	memcpy(r_card->arena + SOURCE_AT, out_source, SOURCE_B);
}

/* Records come in any order: one of its own descriptors for each peer, one for each stream. */
static void await_flows(int sends, int streams)
{
	while (sends + streams > 0) {
		struct r_record r = r_await();
		int kind = (int)r_field(r.what, RN_COMPLETION_WHAT_KIND);

		r_check(!r_field(r.what, RN_COMPLETION_WHAT_STATUS), "kind %d, status %u", kind,
			(unsigned)r_field(r.what, RN_COMPLETION_WHAT_STATUS));
		r_check(!r.length, "%llu bytes left", (unsigned long long)r.length);
		if (kind == STREAM)
			r_check(node_of((int)r.cookie - 1000) ==
					(int)r_field(r.what, RN_COMPLETION_WHAT_SOURCE),
				"source");
		sends -= kind == SEND;
		streams -= kind == STREAM;
	}
	r_check(!sends && !streams, "records: %d and %d too few", sends, streams);
}

static void data(void)
{
	boxes_up();
	for (int round = 0; round < ROUNDS; round++) {
		int n = 0;

		new_source(round);
		for (int from = 0; from < r_n; from++) {
			uint64_t s = seed_for(round, from, r_i);
			struct flow f = some_flow(&s);

			if (peers(from, r_i))
				arm_for(&f, from % 8, from);
			n += peers(from, r_i);
		}
		r_fence();
		for (int to = 0; to < r_n; to++) {
			uint64_t s = seed_for(round, r_i, to);
			struct flow f = some_flow(&s);

			if (peers(r_i, to))
				post_flow(&f, DATA, to, (uint32_t)(to % r_users * 8 + r_i % 8),
					  (uint64_t)to);
		}
		await_flows(n, n);
		for (int from = 0; from < r_n; from++) {
			uint64_t s = seed_for(round, from, r_i);
			struct flow f = some_flow(&s);

			if (peers(from, r_i))
				flow_is_here(&f, from, round);
		}
		r_fence();
	}
}

/* From one node after the other, to the same page of all others. */
static void bcast(void)
{
	boxes_up();
	for (int round = 0; round < ROUNDS; round++) {
		int root = round % r_nodes * r_users;
		uint64_t s = seed_for(round, root, 0);
		struct flow f = some_flow(&s);
		int page = round / r_nodes % r_users,
		    hears = r_i % r_users == page && peers(r_i, root);

		new_source(round);
		if (hears)
			arm_for(&f, round % 8, root);
		r_fence();
		if (r_i == root)
			post_flow(&f, BCAST, 0, (uint32_t)(page * 8 + round % 8), 5);
		await_flows(r_i == root, hears);
		if (hears)
			flow_is_here(&f, root, round);
		r_fence();
	}
}

/* ---- READ ---- */

/* Reads from process `from` into its box here, and does the same to the expected content. */
static void read_from(int from, int round, const char *source)
{
	uint64_t s = seed_for(round, from, r_i);
	int out_from = (int)below(&s, 2), out_to = (int)below(&s, 2);
	uint32_t len = some_length(&s, SOURCE_B) + 1;
	uint64_t at = below(&s, SOURCE_B - len + 1), to = below(&s, BOX_B - len + 1);
	uint64_t *d = r_desc();

	d[0] = r_ctl(READ, node_of(from), (uint32_t)(from % 8), len, 0) |
	       (uint64_t)(round & 15) << RN_DESCRIPTOR_CTL_EPOCH_LSB;
	d[1] = 1000u + (uint32_t)from;
	d[2] = r_head(from, out_from ? OUT_SOURCE : IN_SOURCE, r_key(from), at);
	d[3] = r_local(out_to ? OUT_BOX : 0, (uint64_t)from * BOX_B + (out_to ? 0 : BOX_AT) + to);
	r_go();
	memcpy(shadow[out_to][from] + to, source + at, len);
}

static void reads(void)
{
	char *source = r_memory(SOURCE_B);

	boxes_up();
	open_pinned(OUT_SOURCE, out_source, SOURCE_B,
		    RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_REMOTE_READ_MASK);
	r_region(IN_SOURCE, r_card->arena_bus + SOURCE_AT, SOURCE_B,
		 RN_REGION_ACCESS_REMOTE_READ_MASK, r_key(r_i));
	for (int round = 0; round < ROUNDS; round++) {
		int n = 0;

		new_source(round);
		r_fence();
		for (int from = 0; from < r_n; from++) {
			if (!peers(r_i, from))
				continue;
			fill(source, SOURCE_B, seed_for(round, from, R_MAX));
			read_from(from, round, source);
			n++;
		}
		await_flows(0, n);
		for (int from = 0; from < r_n; from++)
			if (peers(r_i, from))
				box_is_right(from, round);
		r_fence();
	}
	r_check(!r_read(RN_QUEUES_REFUSED), "something was refused");
}

/* ---- ATOMIC ---- */

#define ADDITIONS 400

/* One operation on the word of process 0; its value before comes to the start of the own box. */
static uint64_t on_word(uint32_t swap, uint64_t arg, uint64_t expected)
{
	uint64_t *d = r_desc(), old;

	d[0] = r_ctl(ATOMIC, 0, swap << 3, 8, 0);
	d[1] = 7;
	d[2] = r_head(0, IN_SOURCE, r_key(0), 8 * swap);
	d[3] = r_local(0, BOX_AT);
	d[5] = arg;
	d[6] = expected;
	r_go();
	r_expect(STREAM, RN_DMA_STATUS_OK, 7);
	memcpy(&old, r_card->arena + BOX_AT, 8);
	return old;
}

/* The second word is a lock under which the number of its holder stands in r_share. */
static void atomics(void)
{
	uint64_t *holder = &r_share->word[0], last = 0, sum;

	r_up();
	r_region(IN_SOURCE, r_card->arena_bus + SOURCE_AT, 16,
		 RN_REGION_ACCESS_REMOTE_READ_MASK | RN_REGION_ACCESS_REMOTE_WRITE_MASK,
		 r_key(r_i));
	r_fence();
	for (int i = 0; node_of(r_i) && i < ADDITIONS; i++) {
		uint64_t old = on_word(0, 3, 0), mine = (uint64_t)r_i + 1;

		r_check(!i || old > last, "%llu after %llu", (unsigned long long)old,
			(unsigned long long)last);
		last = old;
		if (on_word(1, mine, 0))
			continue;
		r_check(!__atomic_exchange_n(holder, mine, __ATOMIC_RELAXED), "two hold the lock");
		__atomic_store_n(holder, 0, __ATOMIC_RELAXED);
		r_check(on_word(1, 0, mine) == mine, "the lock was taken away");
	}
	r_fence();
	memcpy(&sum, r_card->arena + SOURCE_AT, 8);
	r_check(r_i || sum == 3ull * ADDITIONS * (uint64_t)(r_n - r_users), "the sum is %llu",
		(unsigned long long)sum);
}

/* ---- MSG ---- */

static uint32_t msg_len(int round, int from, int to)
{
	uint64_t s = seed_for(round, from, to);

	return some_length(&s, 1200);
}

static void post_msg(int round, int to)
{
	uint64_t *d = r_desc();
	uint32_t len = msg_len(round, r_i, to);

	d[0] = r_ctl(MSG, node_of(to), (uint32_t)(to % r_users + 8 * (r_i % 8)), len, complete);
	d[2] = (uint64_t)round << 24 | (uint64_t)r_i << 8 | 0xee; /* byte 0 is the card's */
	d[3] = r_local(round & 1 ? OUT_SOURCE : 0, (round & 1 ? 0 : SOURCE_AT) + (uint32_t)round);
	r_go();
	r_expect(SEND, RN_DMA_STATUS_OK, 0);
}

/* One record of a message of which `at` bytes are here; returns the length of its part. */
static uint32_t take_msg_part(int round, int *from, uint32_t *at)
{
	const uint64_t *end = NULL;
	char want[SOURCE_B / 64];
	uint32_t n, len;

	r_until((end = r_recv()) != NULL);
	*from = (int)(end[0] >> 8 & 255);
	len = msg_len(round, *from, r_i);
	n = end[0] & 255;
	r_check((int)(end[0] >> 24) == round, "message of round %d in round %d",
		(int)(end[0] >> 24), round);
	r_check(n == rd_min(len - at[*from], 112u), "%u bytes of %u, at %u", n, len, at[*from]);
	r_check((int)r_field(end[1], RN_MSG_WHAT_SOURCE) == node_of(*from), "source");
	r_check((int)r_field(end[1], RN_MSG_WHAT_TAG) == r_i % r_users, "tag");
	r_check((int)r_field(end[1], RN_MSG_WHAT_PAGE) == *from % r_users, "page of the sender");
	fill(want, sizeof(want), seed_for(0, *from, R_MAX));
	r_check(!memcmp((const char *)end - (n + 7) / 8 * 8, want + round + at[*from], n), "bytes");
	r_recv_done();
	return n;
}

static void msg(void)
{
	boxes_up();
	new_source(0);
	for (int round = 0; round < 4 * ROUNDS; round++) {
		uint32_t at[R_MAX] = {0};
		int left = 0, from;

		r_fence();
		for (int to = 0; to < r_n; to++)
			if (peers(r_i, to))
				post_msg(round, to);
		for (int i = 0; i < r_n; i++)
			left += peers(i, r_i);
		while (left) {
			uint32_t n = take_msg_part(round, &from, at);

			at[from] += n;
			left -= at[from] == msg_len(round, from, r_i);
		}
		r_check(!r_recv(), "more messages than were sent");
		r_check(r_read(RN_QUEUES_RECV_PRODUCER) == r_recv_next, "RECV_PRODUCER");
	}
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_RQ_MASK, "event RQ");
	r_check(r_recv_next > 2u << r_recv_lg, "the ring went round");
	r_fence();
}

/* ---- Switched off in the middle ---- */

/* Process 0 disables its page and checks; the others send continuously: whole boxes, of which the
 * last word is different each time, in and beside the arena, and other transfers between. */
static void send_anything(uint64_t *s)
{
	uint64_t *last = (uint64_t *)(void *)(r_card->arena + SOURCE_AT + BOX_B - 8), *d = r_desc();
	uint32_t op = (uint32_t)below(s, 4), len = some_length(s, BOX_B / 2);

	++*last;
	d[3] = r_local(0, SOURCE_AT);
	d[0] = r_ctl(op, 0, op == DATA ? (uint32_t)r_i % 8 : 0, op == MSG ? len % 500 : len, 0);
	if (op == RN_DMA_OP_NOP || op == WRITE) {
		int out = op == WRITE;

		d[0] = r_ctl(WRITE, 0, 0, BOX_B, 0);
		d[2] = r_head(0, out ? OUT_BOX : 0, r_key(0),
			      (uint64_t)r_i * BOX_B + (out ? 0 : BOX_AT));
	}
	r_go();
}

static int all_sent_since(const uint64_t *then)
{
	for (int i = 1; i < r_n; i++)
		if (__atomic_load_n(&r_share->word[i], __ATOMIC_RELAXED) < then[i] + 20)
			return 0;
	return 1;
}

static void others_send(void)
{
	uint64_t then[R_MAX];

	memcpy(then, r_share->word, sizeof(then));
	r_until(all_sent_since(then));
}

static uint64_t last_word(const char *boxes, int i)
{
	uint64_t word;

	memcpy(&word, boxes + (uint64_t)(i + 1) * BOX_B - 8, 8);
	return word;
}

/* No box receives a last word, although it was in flight; memory filled with 0xa5 stays
 * unchanged. */
static void nothing_comes(char *boxes)
{
	uint64_t last[R_MAX];

	for (int i = 1; i < r_n; i++)
		last[i] = last_word(boxes, i);
	others_send();
	for (int i = 1; i < r_n; i++)
		r_check(last_word(boxes, i) == last[i], "the box of %d was written", i);
	memset(boxes, 0xa5, (uint64_t)r_n * BOX_B);
	others_send();
	for (uint64_t i = 0; i < (uint64_t)r_n * BOX_B; i++)
		r_check(boxes[i] == (char)0xa5, "byte %llu was written", (unsigned long long)i);
}

static void stop_and_look(int round)
{
	uint64_t s = seed_for(round, 0, 1), bus = (uintptr_t)out_box;
	uint64_t until = __atomic_load_n(&r_share->word[1], __ATOMIC_RELAXED) + below(&s, 30);

	r_up();
	r_region(OUT_BOX, bus, (uint64_t)r_n * BOX_B, R_ALL, r_key(0));
	for (int i = 1; i < r_n; i++)
		r_arm_from(i % 8, 0, BOX_AT + (uint32_t)i * BOX_B, BOX_B, node_of(i), i % r_users,
			   1);
	r_until(__atomic_load_n(&r_share->word[1], __ATOMIC_RELAXED) >= until);
	for (uint64_t n = below(&s, 10000); n; n--)
		rd_cpu_relax();
	if (round % 2) { /* one region only */
		r_region(OUT_BOX, 0, 0, 0, 0);
		nothing_comes(out_box);
		return;
	}
	r_write(RN_QUEUES_CONTROL, 0);
	r_until(r_read(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK);
	r_check(!r_read(RN_REGION_ACCESS) && !r_read(R_STREAM(1, CONTROL)), "regions and streams");
	r_check(!r_read(RN_QUEUES_RECV_PRODUCER) && !r_read(RN_QUEUES_CPL_PRODUCER), "indices");
	nothing_comes(r_card->arena + BOX_AT);
}

static void switched_off(void)
{
	uint64_t *over = &r_share->word[1000], s = seed_for(0, r_i, 0);

	if (r_i == 0) {
		out_box = r_memory((uint64_t)r_n * BOX_B);
		r_up();
	}
	r_fence();
	if (r_i)
		r_up();
	for (int round = 0; r_i == 0 && round < 40; round++)
		stop_and_look(round);
	if (r_i == 0)
		__atomic_store_n(over, 1, __ATOMIC_RELAXED);
	while (!__atomic_load_n(over, __ATOMIC_RELAXED)) {
		send_anything(&s);
		__atomic_fetch_add(&r_share->word[r_i], 1, __ATOMIC_RELAXED);
		r_idle(0);
	}
	r_fence();
}

int main(void)
{
	seed_of_test = 7;
	diag("seed %d", seed_of_test);
	r_run("WRITE brings every byte, and no other", 2, 1, writes);
	r_run("WRITE, two pages a card", 2, 2, writes);
	r_run("WRITE", 4, 1, writes);
	r_run("READ fetches every byte, and no other", 2, 1, reads);
	r_run("READ, two pages a card", 2, 2, reads);
	r_run("READ", 4, 1, reads);
	r_run("ATOMIC: no addition is lost, a lock has one holder", 4, 1, atomics);
	r_run("ATOMIC, two pages a card", 3, 2, atomics);
	r_run("DATA brings the bytes of every stream", 2, 1, data);
	r_run("DATA, two pages a card", 2, 2, data);
	r_run("DATA", 4, 1, data);
	r_run("BCAST brings them to all", 4, 1, bcast);
	r_run("BCAST, two pages a card", 3, 2, bcast);
	r_run("MSG: every record, in order", 4, 1, msg);
	r_run("MSG, two pages a card", 2, 2, msg);
	r_run("switched off: nothing is written any more", 4, 1, switched_off);
	return done();
}
