/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random requests of all kinds between all pages of a ring of the card's model, each with itself,
 * too: every byte, order and completion is checked. Receivers are late at times, half of them
 * share one receive queue. docs/card/rdma.md.
 *
 * Process j keeps a part of its memory for each process i, which alone changes it, by WRITE and
 * atomic operations, and knows the bytes that a READ of it must bring. Messages carry their number.
 *
 * Arguments: requests of each process, else 2500; seed.
 */
#include "t/hw/emu_qp.h"

enum {
	PAGES = 8,         /* processes */
	PART_B = 64 << 10, /* that one process keeps for another */
	WORDS = 16,        /* at its beginning, for atomic operations */
	ROOM = 16,         /* work requests of a queue pair under way */
	SLOTS = 8,         /* receive requests of a queue pair, or that share */
	SLOT_B = 4096,
	LONG_B = 40000,
	UD = PAGES, /* number of the queue pair for datagrams */
	QKEY = 99
};

/* A work request under way. */
struct op {
	uint32_t op, len, offset;
	uint8_t signalled;
	uint64_t old; /* value that an atomic operation finds */
	char *land, *expect;
};

/* The queue pair with a process. */
struct with {
	struct q *q;
	struct op op[ROOM];
	uint32_t posted, ended; /* work requests; places are more, with lists */
	uint32_t places[ROOM];
	uint64_t sent, received; /* messages */
	char *shadow;            /* bytes that the part there has */
	char *source;            /* [ROOM][LONG_B] */
};

static struct with with[PAGES];
static char *parts, *slots, *lands, *expects; /* of this process */
static uint64_t bases[PAGES];                 /* of the others' parts */
static uint64_t seed = 20261129, state;
static uint32_t requests = 2500;
static uint64_t *srq_ring;
static uint16_t srq_posted;
static uint32_t late[256], late_n; /* slots to be posted again */
static uint64_t ud_next[PAGES], ud_sent, ud_got;

static uint32_t any(uint32_t n)
{
	return (uint32_t)(r_random(&state) >> 33) % n;
}

static int shares(int i)
{
	return i % 2;
}

/* ---- Setting up ---- */

static void post_slot(uint32_t slot)
{
	char *at = slots + slot * SLOT_B;

	if (shares(r_i) && slot < PAGES * SLOTS) {
		uint64_t *w = srq_ring + (srq_posted++ % (PAGES * SLOTS)) * 8;

		q_fill_receive(w, slot, at, SLOT_B);
		r_write(RDMA_RDMA_SRQ_DOORBELL, 0 | (uint32_t)srq_posted << 16);
	} else {
		q_receive(&q_pairs[slot / SLOTS], slot, at, SLOT_B);
	}
}

static void open_all(void)
{
	for (uint32_t i = 0; i <= UD; i++) {
		struct q *q = q_make(i, 0, 1, 5);

		q->type = i == UD ? RDMA_QP_TYPE_UD : RDMA_QP_TYPE_RC;
		q->qkey = QKEY;
		q->shared = i < UD && shares(r_i);
		q->rnr_timer = 2;
		q_is(q_try_open(q), OK);
	}
	r_fence();
	for (uint32_t i = 0; i <= UD; i++)
		q_connect(&q_pairs[i], i < UD ? (int)i : 0, (uint32_t)r_i);
	for (uint32_t slot = 0; slot < (UD + 1) * SLOTS; slot++)
		post_slot(slot);
}

static void set_up(void)
{
	q_up(16, 2, 1, 64);
	q_cq(0, 9);
	q_cq(1, 5);
	parts = q_alloc(PAGES * PART_B);
	slots = q_alloc((UD + 1) * SLOTS * SLOT_B);
	lands = q_alloc(PAGES * ROOM * LONG_B);
	expects = malloc(PAGES * ROOM * LONG_B);
	srq_ring = (uint64_t *)(void *)q_alloc(PAGES * SLOTS * 64);
	srq_posted = 0;
	q_mr(1, r_card->arena, r_card->arena_bytes, SHAPE(WRITE) | SHAPE(BIND));
	for (uint32_t i = 0; i < PAGES; i++) /* changed by process i */
		q_mr(10 + i, parts + i * PART_B, PART_B, Q_RIGHTS);
	q_mr(30, NULL, 0, SHAPE(WINDOW));
	q_attr[0] = q_bus(srq_ring);
	q_attr[1] = 6 | q_put(Q_PD, SRQ_ATTR_SIZE_PD);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, 0), OK);
	open_all();
	for (uint32_t i = 0; i < PAGES; i++) {
		with[i] = (struct with){.q = &q_pairs[i], .shadow = calloc(1, PART_B)};
		with[i].source = q_alloc(ROOM * LONG_B);
	}
	__atomic_store_n(&r_share->word[r_i], q_bus(parts), __ATOMIC_RELEASE);
	r_fence();
	for (uint32_t i = 0; i < PAGES; i++)
		bases[i] = __atomic_load_n(&r_share->word[i], __ATOMIC_ACQUIRE);
}

/* ---- Requests ---- */

static uint32_t random_length(uint32_t most)
{
	uint32_t kind = any(8), len = kind < 4 ? any(100) : kind < 7 ? any(5000) : any(LONG_B);

	return len < most ? len : most;
}

/* The data of a request from its source: one entry, a list, or inline. */
static void give(struct with *p, uint64_t *w, const char *from, uint32_t len)
{
	uint32_t kind = any(4), cut;
	uint64_t *next;

	if (len <= 32 && kind == 0) {
		w[0] |= RDMA_WORK_CTL_INLINE_MASK | q_put(len, WORK_CTL_BYTES);
		memcpy(w + 4, from, len);
	} else if (len <= RDMA_INLINE_MAX && kind <= 1) {
		char data[96] = {0};

		memcpy(data, from, len);
		next = q_place(p->q);
		w[0] |= RDMA_WORK_CTL_INLINE_MASK | RDMA_WORK_CTL_LIST_MASK |
			q_put(len, WORK_CTL_BYTES);
		memcpy(w + 4, data, 32);
		memcpy(next, data + 32, 64);
	} else if (kind == 2) {
		next = q_place(p->q);
		w[0] |= RDMA_WORK_CTL_LIST_MASK | q_put(4, WORK_CTL_COUNT);
		for (uint32_t i = 0; i < 4; i++, from += cut, len -= cut) {
			cut = i < 3 ? any(len + 1) : len;
			next[2 * i] = q_bus(from);
			next[2 * i + 1] = q_put(cut, ENTRY_WHERE_LENGTH) | q_stag(1);
		}
	} else {
		q_gather(w, from, q_stag(1), len);
	}
}

static void do_send(struct with *p, uint64_t *w, struct op *o, char *source)
{
	o->len = 16 + random_length(SLOT_B - 16);
	memcpy(source, &p->sent, 8);
	memcpy(source + 8, &o->len, 4);
	q_fill(source + 16, o->len - 16, p->sent * PAGES + (uint64_t)r_i);
	if (any(2))
		w[0] |= RDMA_WORK_CTL_IMM_MASK |
			q_put((uint32_t)p->sent ^ 0x5555, WORK_CTL_IMMEDIATE);
	p->sent++;
	give(p, w, source, o->len);
}

static void do_write(struct with *p, uint64_t *w, struct op *o, char *source, int peer)
{
	o->len = random_length(PART_B - WORDS * 8);
	o->offset = WORDS * 8 + any(PART_B - WORDS * 8 - o->len + 1);
	q_fill(source, o->len, r_random(&state));
	memcpy(p->shadow + o->offset, source, o->len);
	q_remote(w, bases[peer] + (uint64_t)r_i * PART_B + o->offset, q_stag(10 + (uint32_t)r_i));
	if (any(4) == 0) {
		w[0] |= RDMA_WORK_CTL_IMM_MASK |
			q_put((uint32_t)p->sent ^ 0x5555, WORK_CTL_IMMEDIATE);
		p->sent++;
	}
	give(p, w, source, o->len);
}

static void do_read(struct with *p, uint64_t *w, struct op *o, int peer)
{
	o->len = random_length(LONG_B);
	o->offset = any(PART_B - o->len + 1);
	memcpy(o->expect, p->shadow + o->offset, o->len);
	memset(o->land, 0x3c, o->len);
	q_remote(w, bases[peer] + (uint64_t)r_i * PART_B + o->offset, q_stag(10 + (uint32_t)r_i));
	q_gather(w, o->land, q_stag(1), o->len);
}

static void do_atomic(struct with *p, uint64_t *w, struct op *o, int peer)
{
	int half = any(2) == 0;
	uint64_t arg = r_random(&state), cmp = any(2) ? 0 : r_random(&state), is = 0, next;

	o->len = half ? 4 : 8;
	o->offset = any(WORDS * 8 / o->len) * o->len;
	memcpy(&is, p->shadow + o->offset, o->len);
	o->old = is;
	if (any(2))
		cmp = is;
	next = o->op == OP(FETCH_ADD) ? is + arg : is == (half ? (uint32_t)cmp : cmp) ? arg : is;
	memcpy(p->shadow + o->offset, &next, o->len);
	w[0] |= half ? RDMA_WORK_CTL_HALF_MASK : 0;
	w[RDMA_WORK_ARG / 8] = arg;
	w[RDMA_WORK_CMP / 8] = cmp;
	q_remote(w, bases[peer] + (uint64_t)r_i * PART_B + o->offset, q_stag(10 + (uint32_t)r_i));
	q_gather(w, o->land, q_stag(1), o->len);
}

/* The window is bound by one queue pair, and closed by the same. */
static void do_window(struct with *p, uint64_t *w, struct op *o)
{
	w[0] = (w[0] & ~0xfull) | OP(BIND);
	o->op = OP(BIND);
	q_gather(w, NULL, q_stag(1), 0);
	q_remote(w, q_bus(parts), q_stag(30));
	w[RDMA_WORK_ARG / 8] = 8;
	(void)p;
}

static void post(int peer)
{
	const uint32_t kinds[] = {OP(NOP),  OP(SEND),      OP(SEND),         OP(WRITE), OP(WRITE),
				  OP(READ), OP(FETCH_ADD), OP(COMPARE_SWAP), OP(BIND)};
	struct with *p = &with[peer];
	uint32_t n = p->posted % ROOM, slot = (uint32_t)peer * ROOM + n;
	uint16_t was = p->q->sent;
	struct op *o = &p->op[n];
	uint64_t *w;

	*o = (struct op){.op = kinds[any(9)],
			 .land = lands + slot * LONG_B,
			 .expect = expects + slot * LONG_B};
	if (o->op == OP(BIND) && peer)
		o->op = OP(NOP);
	o->signalled = any(3) || o->op == OP(READ) || o->op > OP(WRITE);
	w = q_work(p->q, o->op, (uint64_t)peer << 32 | p->posted);
	w[0] |= RDMA_WORK_CTL_FENCE_MASK;
	if (!o->signalled)
		w[0] &= ~(uint64_t)RDMA_WORK_CTL_SIGNALLED_MASK;
	if (o->op == OP(SEND))
		do_send(p, w, o, p->source + n * LONG_B);
	else if (o->op == OP(WRITE))
		do_write(p, w, o, p->source + n * LONG_B, peer);
	else if (o->op == OP(READ))
		do_read(p, w, o, peer);
	else if (o->op == OP(BIND))
		do_window(p, w, o);
	else if (o->op != OP(NOP))
		do_atomic(p, w, o, peer);
	p->places[n] = (uint16_t)(p->q->sent - was);
	p->posted++;
	if (o->op == OP(BIND)) { /* and closed */
		n = p->posted % ROOM;
		p->op[n] = (struct op){.op = OP(INVALIDATE), .signalled = 1};
		p->places[n] = 1;
		w = q_work(p->q, OP(INVALIDATE), (uint64_t)peer << 32 | p->posted++);
		w[0] |= q_put(q_stag(30), WORK_CTL_IMMEDIATE);
	}
	if (any(4))
		q_go(p->q);
}

static void post_datagram(int peer)
{
	struct q *q = &q_pairs[UD];
	uint64_t *w = q_work(q, OP(SEND), ud_sent);
	char data[64] = {0};

	w[0] &= ~(uint64_t)RDMA_WORK_CTL_SIGNALLED_MASK;
	memcpy(data, &ud_sent, 8);
	q_fill(data + 8, 24, ud_sent * PAGES + (uint64_t)r_i);
	w[0] |= RDMA_WORK_CTL_INLINE_MASK | q_put(32, WORK_CTL_BYTES);
	memcpy(w + 4, data, 32);
	w[RDMA_WORK_TARGET / 8] = QKEY | q_put(peer / r_users, WORK_TARGET_NODE) |
				  q_put(peer % r_users, WORK_TARGET_PAGE) |
				  q_put(UD, WORK_TARGET_QP);
	ud_sent++;
	q_go(q);
}

/* ---- Completions ---- */

static void ended(const struct q_done *d)
{
	int peer = (int)(d->cookie >> 32);
	struct with *p = &with[peer];
	uint32_t number = (uint32_t)d->cookie;
	struct op *o = &p->op[number % ROOM];

	for (; p->ended != number; p->ended++)
		r_check(p->ended < number && !p->op[p->ended % ROOM].signalled,
			"request %u of %d has no completion", p->ended, peer);
	p->ended++;
	r_check(!q_get(d->what, DONE_WHAT_STATUS) && q_get(d->what, DONE_WHAT_OP) == o->op,
		"request %u with %d: %#llx", number, peer, (unsigned long long)d->what);
	if (o->op == OP(READ))
		r_check(!memcmp(o->land, o->expect, o->len), "READ of %u bytes", o->len);
	if (o->op == OP(FETCH_ADD) || o->op == OP(COMPARE_SWAP))
		r_check(!memcmp(o->land, &o->old, o->len), "atomic operation");
}

static void received(const struct q_done *d)
{
	uint32_t slot = (uint32_t)d->cookie, len = (uint32_t)q_get(d->payload, DONE_PAYLOAD_LENGTH);
	int from = (int)q_get(d->what, DONE_WHAT_QP);
	const char *at = slots + slot * SLOT_B;
	uint64_t number;

	r_check(!q_get(d->what, DONE_WHAT_STATUS), "what %#llx", (unsigned long long)d->what);
	memcpy(&number, at, 8);
	late[late_n++] = slot;
	if (from == UD) {
		from = (int)q_get(d->sender, DONE_SENDER_NODE) * r_users +
		       (int)q_get(d->sender, DONE_SENDER_PAGE);
		r_check(len == 32 && number >= ud_next[from], "datagram %llu",
			(unsigned long long)number);
		q_same(at + 8, 24, number * PAGES + (uint64_t)from);
		ud_next[from] = number + 1;
		ud_got++;
		return;
	}
	if (q_get(d->what, DONE_WHAT_IMM))
		r_check(d->payload >> 32 == ((uint32_t)with[from].received ^ 0x5555), "immediate");
	if (q_get(d->what, DONE_WHAT_OP) == OP(SEND)) {
		uint32_t said;

		memcpy(&said, at + 8, 4);
		r_check(number == with[from].received && said == len,
			"message %llu of %d, not %llu", (unsigned long long)number, from,
			(unsigned long long)with[from].received);
		q_same(at + 16, len - 16, number * PAGES + (uint64_t)from);
	}
	with[from].received++;
}

static void poll_all(void)
{
	struct q_done d;

	for (int i = 0; i < 8 && q_poll(0, &d); i++)
		ended(&d);
	for (int i = 0; i < 8 && q_poll(1, &d); i++)
		received(&d);
	while (late_n && any(4) == 0) /* in another order than they came */
		for (uint32_t i = any(late_n), slot = late[i]; late_n;) {
			late[i] = late[--late_n];
			post_slot(slot);
			break;
		}
}

/* Places for a request that may take two, and for one more. */
static int has_room(const struct with *p)
{
	uint32_t places = 0;

	for (uint32_t i = p->ended; i != p->posted; i++)
		places += p->places[i % ROOM];
	return p->posted - p->ended + 2 <= ROOM && places + 3 <= 1u << p->q->lg;
}

/* Requests that are not signalled end with one behind them. */
static int all_over(void)
{
	int over = 1;

	for (uint32_t i = 0; i < PAGES; i++) {
		struct with *p = &with[i];

		if (p->ended == p->posted)
			continue;
		over = 0;
		if (!p->op[(p->posted - 1) % ROOM].signalled) {
			p->op[p->posted % ROOM] = (struct op){.op = OP(NOP), .signalled = 1};
			p->places[p->posted % ROOM] = 1;
			q_work(p->q, OP(NOP), (uint64_t)i << 32 | p->posted++);
		}
		q_go(p->q);
	}
	return over;
}

static uint64_t *total(int kind)
{
	return &r_share->word[100 + kind];
}

static void everything(void)
{
	uint64_t messages = 0, told = 0;

	state = seed * 1000 + (uint64_t)r_i + 1;
	set_up();
	for (uint32_t n = 0; n < requests;) {
		int peer = (int)any(PAGES);

		if (has_room(&with[peer])) {
			post(peer);
			n++;
		} else {
			q_go(with[peer].q);
		}
		if (any(20) == 0)
			post_datagram((int)any(PAGES));
		if (any(3) == 0)
			poll_all();
		if (any(50) == 0)
			sched_yield();
	}
	while (!all_over()) {
		poll_all();
		sched_yield();
	}
	for (uint32_t i = 0; i < PAGES; i++)
		messages += with[i].sent;
	__atomic_fetch_add(total(0), messages, __ATOMIC_ACQ_REL);
	__atomic_fetch_add(total(1), 1, __ATOMIC_ACQ_REL);
	/* the others' messages: until all have come */
	for (uint32_t spins = 1; __atomic_load_n(total(1), __ATOMIC_ACQUIRE) < PAGES ||
				 __atomic_load_n(total(2), __ATOMIC_ACQUIRE) < *total(0);
	     spins++) {
		uint64_t mine = 0;

		poll_all();
		for (uint32_t i = 0; i < PAGES; i++)
			mine += with[i].received;
		__atomic_fetch_add(total(2), mine - told, __ATOMIC_ACQ_REL);
		told = mine;
		r_idle(128 * spins);
	}
	r_check(*total(2) == *total(0), "%llu messages of %llu", (unsigned long long)*total(2),
		(unsigned long long)*total(0));
	r_fence();
	for (uint32_t i = 0; i < PAGES; i++) /* the parts in the end */
		if (with[i].q) {
			q_do(with[i].q, OP(READ), 1, lands, LONG_B,
			     bases[i] + (uint64_t)r_i * PART_B, q_stag(10 + (uint32_t)r_i));
			q_expect(0, 1, DONE(OK));
			r_check(!memcmp(lands, with[i].shadow, LONG_B), "the part of %u", i);
			free(with[i].shadow);
		}
	free(expects);
	r_check(ud_got || requests < 1000, "no datagram has come");
	r_fence();
}

int main(int argc, char **argv)
{
	if (argc > 1)
		requests = (uint32_t)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	diag("seed %llu", (unsigned long long)seed);
	r_arena_b = 16u << 20;
	r_run("random requests of all kinds", 4, 2, everything);
	return done();
}
