/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of the card's model when all is well: each operation with its data and its
 * completion, lists and inline data, page lists, memory outside the arena, order, events, thousands
 * of each object, shared receive queues, datagrams, windows. docs/card/rdma.md; errors are
 * in emu_qp_errors.c.
 */
#include "t/hw/emu_qp.h"

#include <poll.h>

#include "hw/emu/emu.h"
#include "node/shm.h"
#include "runtime/progress.h"

enum { MEM_B = 1 << 20, HALF = MEM_B / 2 };

static char *mem;      /* region 1: the lower half is sent from, the upper half received to */
static uint64_t there; /* its address in the peer's process */

/* Every process tells the others where its memory is. */
static void exchange(const void *p)
{
	__atomic_store_n(&r_share->word[r_i], q_bus(p), __ATOMIC_RELEASE);
	r_fence();
	there = __atomic_load_n(&r_share->word[!r_i], __ATOMIC_ACQUIRE);
}

/* Process 0 and 1, queue pair 3 of both, completion queue 0 for sends and 1 for receives. */
static struct q *pair_with(char *memory, uint64_t bytes)
{
	struct q *q;

	q_up(64, 8, 4, 64);
	q_cq(0, 7);
	q_cq(1, 7);
	mem = memory ? memory : q_alloc(bytes);
	q_mr(1, mem, bytes, Q_RIGHTS);
	q = q_open(3, 0, 1);
	q_connect(q, !r_i, 3);
	exchange(mem);
	return q;
}

static struct q *pair(void)
{
	return pair_with(NULL, MEM_B);
}

/* ---- Each operation ---- */

static void check_received(const struct q_done *d, uint32_t op, uint32_t len)
{
	r_check(q_get(d->what, DONE_WHAT_RECEIVED) && q_get(d->what, DONE_WHAT_OP) == op &&
			q_get(d->what, DONE_WHAT_QP) == 3,
		"what %#llx", (unsigned long long)d->what);
	r_check(q_get(d->payload, DONE_PAYLOAD_LENGTH) == len, "length %llu, not %u",
		(unsigned long long)q_get(d->payload, DONE_PAYLOAD_LENGTH), len);
}

static void sends(struct q *q, uint32_t len)
{
	struct q_done d;
	uint64_t *w;

	if (r_i == 1)
		q_receive(q, 70 + len, mem + HALF, HALF);
	r_fence();
	if (r_i == 0) {
		q_fill(mem, len, len);
		w = q_work(q, OP(SEND), len);
		q_gather(w, mem, q_stag(1), len);
		w[0] |= RDMA_WORK_CTL_IMM_MASK | q_put(0xabcd0000u + len, WORK_CTL_IMMEDIATE);
		q_go(q);
		q_expect(0, len, DONE(OK));
	} else {
		d = q_expect(1, 70 + len, DONE(OK));
		check_received(&d, OP(SEND), len);
		r_check(q_get(d.what, DONE_WHAT_IMM) && d.payload >> 32 == 0xabcd0000u + len,
			"immediate %#llx", (unsigned long long)d.payload);
		q_same(mem + HALF, len, len);
	}
	r_fence();
}

static void writes(struct q *q, uint32_t len)
{
	struct q_done d;
	uint64_t *w;

	if (r_i == 1)
		q_receive(q, 5, NULL, 0);
	r_fence();
	if (r_i == 0) {
		q_fill(mem, len, len + 1);
		q_do(q, OP(WRITE), 1, mem, len, there + HALF + 3, q_stag(1));
		w = q_work(q, OP(WRITE), 2);
		w[0] |= RDMA_WORK_CTL_IMM_MASK | q_put(len, WORK_CTL_IMMEDIATE);
		q_go(q);
		q_expect(0, 1, DONE(OK));
		q_expect(0, 2, DONE(OK));
	} else {
		d = q_expect(1, 5, DONE(OK));
		check_received(&d, OP(WRITE), 0);
		r_check(d.payload >> 32 == len, "immediate");
		q_same(mem + HALF + 3, len, len + 1); /* written before the message behind it */
	}
	r_fence();
}

static void reads(struct q *q, uint32_t len)
{
	struct q_done d;

	if (r_i == 1)
		q_fill(mem + 5, len, len + 2);
	r_fence();
	if (r_i == 0) {
		q_do(q, OP(READ), 9, mem + HALF, len, there + 5, q_stag(1));
		d = q_expect(0, 9, DONE(OK));
		r_check(q_get(d.payload, DONE_PAYLOAD_LENGTH) == len, "length");
		q_same(mem + HALF, len, len + 2);
	}
	r_fence();
}

static void each_operation(void)
{
	const uint32_t sizes[] = {0, 1, 8, 113, 4096, 70001, HALF - 8};
	struct q *q = pair();

	for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		sends(q, sizes[i]);
		writes(q, sizes[i]);
		reads(q, sizes[i]);
	}
}

static void outside_the_arena(void)
{
	char *memory = r_memory(MEM_B);
	struct q *q;
	uint64_t bus;

	if (r_card->pin(r_card, memory, MEM_B, &bus)) /* the kernel does not allow single copy */
		memory = NULL;
	q = pair_with(memory, MEM_B);
	sends(q, 100001);
	writes(q, 100001);
	reads(q, 100001);
}

/* ---- Atomic operations ---- */

enum { ADDS = 2000 };

static uint64_t atomic(struct q *q, uint32_t op, uint64_t flags, uint64_t arg, uint64_t cmp)
{
	uint64_t *w = q_work(q, op, 4), *old = (uint64_t *)(void *)(mem + 64 * 1024);

	*old = 0;
	w[0] |= flags;
	q_gather(w, old, q_stag(1), flags & RDMA_WORK_CTL_HALF_MASK ? 4 : 8);
	q_remote(w, there, q_stag(1));
	w[RDMA_WORK_ARG / 8] = arg;
	w[RDMA_WORK_CMP / 8] = cmp;
	q_go(q);
	q_expect(0, 4, DONE(OK));
	return *old;
}

static void atomics_on(struct q *q)
{
	volatile uint64_t *word = (volatile uint64_t *)(void *)mem;

	*word = 5;
	r_fence();
	if (r_i == 0) {
		uint64_t big = 1ull << 40;

		r_check(atomic(q, OP(FETCH_ADD), 0, big, 0) == 5, "add");
		r_check(atomic(q, OP(COMPARE_SWAP), 0, 7, 6) == big + 5, "swap of another value");
		r_check(atomic(q, OP(COMPARE_SWAP), 0, 7, big + 5) == big + 5, "swap");
		r_check(atomic(q, OP(FETCH_ADD), RDMA_WORK_CTL_HALF_MASK, 0xfffffffe, 0) == 7,
			"half");
		r_check(atomic(q, OP(COMPARE_SWAP), RDMA_WORK_CTL_HALF_MASK, 9, 5) == 5,
			"swap of a half");
	}
	r_fence();
	r_check(r_i == 0 || *word == 9, "%#llx", (unsigned long long)*word);
	r_fence();
	*word = 0;
	r_fence();
	for (int i = 0; i < ADDS; i++)
		atomic(q, OP(FETCH_ADD), 0, 1, 0);
	r_fence();
	r_check(*word == ADDS, "%llu", (unsigned long long)*word);
}

static void atomics(void)
{
	atomics_on(pair());
}

static void atomics_outside(void)
{
	char *memory = r_memory(MEM_B);
	uint64_t bus;

	if (r_card->pin(r_card, memory, MEM_B, &bus))
		return;
	atomics_on(pair_with(memory, MEM_B));
}

/* Process 2 cannot map memory that process 0 has lent, as without an address for it. */
static void lose_view(void)
{
	struct rd_emu *e = rd_emu_of(r_card);
	struct rd_emu_view *view;

	if (r_i != 2 || !rd_emu_lent_at(e, 0, there, 8))
		return;
	view = &e->views[0][0];
	munmap(view->file, view->bytes);
	view->file = NULL;
}

/* Queue pairs of process 0 with the others, which add to the first word of its memory. */
static void add_to_one(char *memory, uint32_t n, uint32_t adds)
{
	struct q *q = NULL;

	q_up(8, 2, 1, 4);
	q_cq(0, 6);
	q_cq(1, 6);
	mem = memory ? memory : q_alloc(MEM_B);
	q_mr(1, mem, MEM_B, Q_RIGHTS);
	for (uint32_t i = 1; i < n; i++)
		if (r_i == 0 || r_i == (int)i) {
			q = q_open(i, 0, 1);
			q->timeout = 0; /* for a holder of the lock that does not run */
			q_connect(q, r_i ? 0 : (int)i, i);
		}
	__atomic_store_n(&r_share->word[r_i], q_bus(mem), __ATOMIC_RELEASE);
	r_fence();
	there = r_share->word[0];
	lose_view();
	r_fence();
	for (uint32_t i = 0; i < adds && r_i; i++)
		atomic(q, OP(FETCH_ADD), 0, (uint64_t)r_i, 0);
	r_fence();
	r_check(r_i || *(uint64_t *)(void *)mem == n * (n - 1) / 2 * adds, "%llu",
		(unsigned long long)*(uint64_t *)(void *)mem);
}

/* Three origins on one word: none is lost. */
static void atomics_of_many(void)
{
	add_to_one(NULL, 4, ADDS);
}

/* The memory lies in a file, which process 1 maps and process 2 does not. */
static void atomics_of_lent(void)
{
	char *file = NULL;
	uint64_t bus;

	if (r_i == 0) {
		struct rd_shm_place place = {getpid(), rd_shm_make("lent", MEM_B), MEM_B, 0};

		file = rd_shm_map(place.fd, MEM_B);
		r_check(file && !r_card->pin(r_card, file, MEM_B, &bus), "memory in a file: %m");
		r_card->lend(r_card, file, MEM_B, &place);
	}
	add_to_one(file, 3, 50 * ADDS);
}

/* An ATOMIC descriptor adds, too, to a word of process 0. */
static void add_by_descriptor(uint64_t cookie)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_ATOMIC, 0, 0, 8, 0);
	d[1] = cookie;
	d[2] = r_head(0, 2, r_key(0), 0);
	d[3] = r_local(0, R_DATA + 8);
	d[5] = 1;
	r_go();
	r_expect(RN_COMPLETION_KIND_STREAM, RN_DMA_STATUS_OK, cookie);
}

static void atomics_of_both_kinds(void)
{
	struct q *q = pair();

	if (r_i == 0)
		r_region(2, q_bus(mem), 64,
			 RN_REGION_ACCESS_REMOTE_READ_MASK | RN_REGION_ACCESS_REMOTE_WRITE_MASK,
			 r_key(0));
	r_write(RN_REGION_KEY_HIGH + 8, 0);
	r_fence();
	for (uint64_t i = 0; i < 50 * ADDS && r_i; i++)
		if (r_i == 1)
			atomic(q, OP(FETCH_ADD), 0, 1, 0);
		else
			add_by_descriptor(i);
	r_fence();
	r_check(r_i || *(uint64_t *)(void *)mem == 100 * ADDS, "%llu",
		(unsigned long long)*(uint64_t *)(void *)mem);
}

/* ---- Lists and inline data ---- */

/* A list of `n` entries of different lengths, all over the memory; its bytes. */
static uint32_t list(uint64_t *w, uint64_t *entry, uint32_t n, uint64_t seed)
{
	uint32_t all = 0;

	w[0] |= RDMA_WORK_CTL_LIST_MASK | q_put(n, WORK_CTL_COUNT);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t len = 1000 * i + 7 * n; /* the first may be short, none is empty */
		char *p = mem + 50000 * (n - i);

		for (uint32_t k = 0; k < len; k++)
			p[k] = (char)q_byte(seed, all + k);
		entry[2 * i] = q_bus(p);
		entry[2 * i + 1] = q_put(len, ENTRY_WHERE_LENGTH) | q_stag(1);
		all += len;
	}
	return all;
}

static void receive_three(struct q *q, uint64_t cookie)
{
	uint64_t *w = q->recv + (q->received++ & ((1u << q->lg) - 1)) * 8;

	memset(w, 0, 64);
	w[0] = q_put(3, RECEIVE_CTL_COUNT);
	w[1] = cookie;
	for (uint32_t i = 0; i < 3; i++) {
		w[2 + 2 * i] = q_bus(mem + HALF + 100 * i);
		w[3 + 2 * i] = q_put(i < 2 ? 100 : 10000, ENTRY_WHERE_LENGTH) | q_stag(1);
	}
	r_write(RDMA_RDMA_RQ_DOORBELL, q->number | (uint32_t)q->received << 16);
}

static void lists(void)
{
	struct q *q = pair();
	struct q_done d;

	for (uint32_t n = 0; n <= 4; n++) {
		if (r_i == 1)
			receive_three(q, n);
		r_fence();
		if (r_i == 0) {
			uint64_t *w = q_work(q, OP(SEND), n), *next = q_place(q);

			r_share->word[9] = list(w, next, n, n);
			q_go(q);
			q_expect(0, n, DONE(OK));
		}
		r_fence();
		if (r_i == 1) {
			d = q_expect(1, n, DONE(OK));
			check_received(&d, OP(SEND), (uint32_t)r_share->word[9]);
			q_same(mem + HALF, r_share->word[9], n);
		}
		r_fence();
	}
}

/* At the end of the queue, too: the second place is the first of the queue. */
static void inline_data(void)
{
	struct q *q = pair();

	for (uint32_t len = 0; len <= RDMA_INLINE_MAX; len++) {
		if (r_i == 1)
			q_receive(q, len, mem + HALF, 200);
		r_fence();
		if (r_i == 0) {
			uint64_t *w = q_work(q, OP(SEND), len);
			char data[96];

			q_fill(data, 96, len);
			w[0] |= RDMA_WORK_CTL_INLINE_MASK | q_put(len, WORK_CTL_BYTES);
			memcpy(w + 4, data, 32);
			if (len > 32) {
				w[0] |= RDMA_WORK_CTL_LIST_MASK;
				memcpy(q_place(q), data + 32, 64);
			}
			q_go(q);
			q_expect(0, len, DONE(OK));
		} else {
			q_expect(1, len, DONE(OK));
			q_same(mem + HALF, len, len);
		}
		r_fence();
	}
}

/* ---- Page lists ---- */

enum { PAGES = 16, PAGE_B = 4096, SKIP = 300 };

/* The region's pages lie backwards in memory; it begins in the middle of the first. */
static void page_list(void)
{
	struct q *q = pair();
	uint64_t *pages = (uint64_t *)(void *)q_alloc(PAGES * 8), address = 0x7000000000ull + SKIP;
	uint32_t len = PAGES * PAGE_B - SKIP;
	char *block = (char *)(((uintptr_t)q_alloc((PAGES + 1) * PAGE_B) + PAGE_B - 1) &
			       ~(uintptr_t)(PAGE_B - 1));

	for (uint32_t i = 0; i < PAGES; i++)
		pages[i] = q_bus(block + (PAGES - 1 - i) * PAGE_B);
	q_attr[0] = address;
	q_attr[1] = len;
	q_attr[2] = q_bus(pages);
	q_attr[3] = Q_RIGHTS | SHAPE(LIST) | q_put(12, MR_ATTR_SHAPE_PAGE_LG) |
		    q_put(Q_PD, MR_ATTR_SHAPE_PD) | Q_KEY;
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, 2), OK);
	r_fence();
	if (r_i == 0) {
		q_fill(mem, len, 77);
		q_do(q, OP(WRITE), 1, mem, len, address, q_stag(2));
		q_expect(0, 1, DONE(OK));
		q_do(q, OP(READ), 2, mem + HALF, len - 5001, address + 5001, q_stag(2));
		q_expect(0, 2, DONE(OK));
		for (uint32_t i = 0; i < len - 5001; i++)
			r_check(mem[HALF + i] == mem[5001 + i], "byte %u", i);
		q_do(q, OP(WRITE), 3, mem, 2, address + len - 1, q_stag(2));
		q_expect(0, 3, DONE(REMOTE_ACCESS));
	}
	r_fence();
	for (uint32_t i = 0; i < len && r_i == 1; i++)
		r_check((uint8_t)block[(PAGES - 1 - (i + SKIP) / PAGE_B) * PAGE_B +
				       (i + SKIP) % PAGE_B] == q_byte(77, i),
			"byte %u", i);
}

/* ---- Completions ---- */

static void unsignalled(void)
{
	struct q *q = pair();
	uint64_t *w;

	if (r_i == 0) {
		for (int i = 0; i < 40; i++) {
			w = q_work(q, i % 4 == 3 ? OP(NOP) : OP(WRITE), (uint64_t)i);
			if (i % 5)
				w[0] &= ~(uint64_t)RDMA_WORK_CTL_SIGNALLED_MASK;
		}
		q_go(q);
		q_go(q); /* the same index again: no effect */
		for (uint64_t i = 0; i < 40; i += 5)
			q_expect(0, i, DONE(OK));
		q_nothing(0);
	}
	r_fence();
}

/* A completion queue of two places, which is not read: requests wait, and none is lost. */
static void small_queue(void)
{
	struct q *q = pair(), *r;
	struct q_done d;

	q_cq(2, 1);
	q_cq(3, 1);
	r = q_open(4, 2, 3);
	q_connect(r, !r_i, 4);
	(void)q;
	for (uint64_t i = 0; i < 40 && r_i == 1; i++)
		q_receive(r, i, mem + HALF + 8 * i, 8);
	r_fence();
	if (r_i == 0) {
		for (uint64_t i = 0; i < 40; i++) {
			((uint64_t *)(void *)mem)[i] = i * 3;
			q_do(r, OP(SEND), i, mem + 8 * i, 8, 0, 0);
		}
		for (int i = 0; i < 100; i++)
			r_read(RDMA_RDMA_RESULT);
		q_is(q_command(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, 4), OK);
		r_check(q_get(q_attr[5], QP_ATTR_INDEX_SEND_CONSUMER) == 2, "%llu have ended",
			(unsigned long long)q_get(q_attr[5], QP_ATTR_INDEX_SEND_CONSUMER));
	}
	for (uint64_t i = 0; i < 40; i++) {
		d = q_expect(r_i ? 3 : 2, i, DONE(OK));
		r_check(r_i == 0 || ((uint64_t *)(void *)(mem + HALF))[i] == i * 3, "data %#llx",
			(unsigned long long)d.cookie);
	}
	r_fence();
}

static uint32_t next_event(uint32_t *number)
{
	uint32_t event = r_read(RDMA_RDMA_EVENT);

	*number = (uint32_t)q_get(event, RDMA_EVENT_NUMBER);
	return (uint32_t)q_get(event, RDMA_EVENT_KIND);
}

static void await_event(uint32_t kind, uint32_t number)
{
	uint32_t k, n = 0;

	r_until((k = next_event(&n)) != RDMA_EVENT_KIND_NONE);
	r_check(k == kind && n == number, "event %u of %u", k, n);
}

static void arm(uint32_t cq, int solicited)
{
	r_write(RDMA_RDMA_CQ_ARM, cq | (uint32_t)solicited << RDMA_RDMA_CQ_ARM_SOLICITED_LSB);
}

static void events(void)
{
	struct q *q = pair();
	uint32_t n;

	for (uint64_t i = 0; i < 4 && r_i == 1; i++)
		q_receive(q, i, mem + HALF, 8);
	if (r_i == 1)
		arm(1, 1);
	r_fence();
	for (uint64_t i = 0; i < 4 && r_i == 0; i++) {
		uint64_t *w = q_work(q, OP(SEND), i);

		w[0] |= i == 2 ? RDMA_WORK_CTL_SOLICITED_MASK : 0;
		q_go(q);
		q_expect(0, i, DONE(OK));
	}
	r_fence();
	if (r_i == 1) {
		await_event(RDMA_EVENT_KIND_CQ, 1);
		r_check(next_event(&n) == RDMA_EVENT_KIND_NONE, "one event for one arming");
		q_expect(1, 0, DONE(OK));
		arm(1, 0); /* there are more: at once */
		await_event(RDMA_EVENT_KIND_CQ, 1);
		q_expect(1, 1, DONE(OK));
		q_expect(1, 2, DONE(OK));
		arm(1, 1); /* the one that is left was not solicited */
		r_check(next_event(&n) == RDMA_EVENT_KIND_NONE, "not solicited");
		q_expect(1, 3, DONE(OK));
		q_receive(q, 4, mem + HALF, 8);
		arm(1, 0);
		arm(1, 1); /* it stays armed for any */
	}
	r_fence();
	if (r_i == 0) {
		q_do(q, OP(SEND), 4, mem, 8, 0, 0);
		q_expect(0, 4, DONE(OK));
	} else {
		await_event(RDMA_EVENT_KIND_CQ, 1);
		q_expect(1, 4, DONE(OK));
	}
	r_fence();
}

/* A sleeper wakes when a message has come. */
static void wakes(void)
{
	struct q *q = pair();
	struct q_done d;

	if (r_i == 1)
		q_receive(q, 1, mem + HALF, 8);
	r_fence();
	if (r_i == 1) {
		struct pollfd p = {.fd = r_card->irq_fd, .events = POLLIN};

		r_check(r_card->arm(r_card) == RD_ARM_OK, "not blind");
		if (!q_poll(1, &d)) {
			__atomic_store_n(&r_share->word[5], 1, __ATOMIC_RELEASE);
			r_check(poll(&p, 1, 20000) == 1, "still asleep");
			r_card->disarm(r_card);
			d = q_expect(1, 1, DONE(OK));
		} else {
			r_card->disarm(r_card);
		}
	} else {
		r_until(__atomic_load_n(&r_share->word[5], __ATOMIC_ACQUIRE));
		q_do(q, OP(SEND), 1, mem, 8, 0, 0);
		q_expect(0, 1, DONE(OK));
	}
	r_fence();
}

/* A queue pair with much to do: an access moves 1 MiB at most, and another queue pair has its turn
 * among the pieces. */
static void turns(void)
{
	struct q *q = pair(), *other = q_open(4, 0, 1);
	struct q_done d;

	q_connect(other, !r_i, 4);
	r_fence();
	if (r_i == 0) {
		for (uint64_t i = 0; i < 3; i++) {
			uint64_t *w = q_work(q, OP(WRITE), i);

			q_gather(w, mem, q_stag(1), HALF);
			q_remote(w, there + HALF, q_stag(1));
		}
		q_go(q);
		for (uint64_t i = 0; i < 2; i++) {
			r_check(q_peek(0, &d) && d.cookie == i, "request %u", (unsigned)i);
			q_cqs[0].next++;
		}
		r_check(!q_peek(0, &d), "more than 1 MiB in one access");
		q_do(other, OP(WRITE), 9, mem, 8, there, q_stag(1));
		q_expect(0, 9, DONE(OK));
		q_expect(0, 2, DONE(OK));
	}
	r_fence();
}

/* ---- Many of each ---- */

enum { MANY = 4096 };

/* Queue pair i of both processes, with completion queue i and region i; process 0 rings all
 * doorbells before it looks at any completion. */
static void thousands(void)
{
	q_up(MANY, MANY, 1, MANY);
	mem = q_alloc(MANY * 16);
	for (uint32_t i = 0; i < MANY; i++) {
		struct q *q;

		q_cq(i, 1);
		q_mr(i, mem + 16 * i, 16, Q_RIGHTS);
		q = q_make(i, i, i, 0);
		q_is(q_try_open(q), OK);
		q_connect(q, !r_i, MANY - 1 - i);
	}
	exchange(mem);
	for (uint32_t i = 0; i < MANY && r_i == 0; i++) {
		uint32_t to = MANY - 1 - i;
		uint64_t *w = q_work(&q_pairs[i], OP(WRITE), i);

		*(uint64_t *)(void *)(mem + 16 * i) = i * 5 + 1;
		q_gather(w, mem + 16 * i, q_stag(i), 8);
		q_remote(w, there + 16 * to + 8, q_stag(to));
		q_go(&q_pairs[i]);
	}
	for (uint32_t i = 0; i < MANY && r_i == 0; i++)
		q_expect(i, i, DONE(OK));
	r_fence();
	for (uint64_t i = 0; i < MANY && r_i == 1; i++)
		r_check(*(uint64_t *)(void *)(mem + 16 * i + 8) == (MANY - 1 - i) * 5 + 1,
			"region %u", (unsigned)i);
}

/* ---- Many that wait ---- */

/* Processor time of accesses to a register. */
static uint64_t time_of_reads(void)
{
	struct timespec from, to;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (int i = 0; i < 5000; i++)
		r_read(RDMA_RDMA_RESULT);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	return (uint64_t)((to.tv_sec - from.tv_sec) * 1000000000 + to.tv_nsec - from.tv_nsec);
}

/* All for a receive request. An access does not look at each of them. */
static void many_wait(void)
{
	enum { WAITING = 2000 };
	uint64_t idle, waiting;

	q_up(WAITING, 2, 1, 4);
	q_cq(0, 6);
	q_cq(1, 6);
	mem = q_alloc(MEM_B);
	q_mr(1, mem, MEM_B, Q_RIGHTS);
	idle = time_of_reads();
	for (uint32_t i = 0; i < WAITING; i++) {
		struct q *q = q_make(i, 0, 1, 0);

		q->rnr_timer = 12; /* 524 us */
		q_is(q_try_open(q), OK);
		q_connect(q, r_i, i ^ 1);
	}
	for (uint32_t i = 0; i < WAITING; i++)
		q_do(&q_pairs[i], OP(SEND), i, mem, 8, 0, 0);
	waiting = time_of_reads();
	r_check(waiting < 100 * idle, "accesses take %llu ns, without queue pairs %llu",
		(unsigned long long)waiting, (unsigned long long)idle);
	for (uint32_t i = 0; i < WAITING; i++) {
		q_receive(&q_pairs[i], i, mem + HALF, 8);
		q_expect(0, i ^ 1, DONE(OK));
		q_expect(1, i, DONE(OK));
	}
}

/* ---- A queue pair and its own page ---- */

static void itself(void)
{
	struct q *a, *b;

	q_up(8, 2, 1, 4);
	q_cq(0, 6);
	q_cq(1, 6);
	mem = q_alloc(MEM_B);
	q_mr(1, mem, MEM_B, Q_RIGHTS);
	a = q_open(1, 0, 1);
	b = q_open(2, 0, 1);
	q_connect(a, r_i, 2);
	q_connect(b, r_i, 1);
	q_receive(b, 6, mem + HALF, 100);
	q_fill(mem, 100, 1);
	q_do(a, OP(SEND), 5, mem, 100, 0, 0);
	q_expect(0, 5, DONE(OK));
	q_expect(1, 6, DONE(OK));
	q_same(mem + HALF, 100, 1);
	q_do(b, OP(READ), 7, mem + HALF + 1000, 100, q_bus(mem), q_stag(1));
	q_expect(0, 7, DONE(OK));
	q_same(mem + HALF + 1000, 100, 1);
}

int main(void)
{
	r_arena_b = 24u << 20;
	r_run("each operation, its data and its completion", 2, 1, each_operation);
	r_run("memory outside the arena", 2, 1, outside_the_arena);
	r_run("atomic operations of 64 and 32 bits", 2, 1, atomics);
	r_run("atomic operations on memory outside the arena", 2, 1, atomics_outside);
	r_run("atomic operations of many pages exclude each other", 2, 2, atomics_of_many);
	r_run("atomic operations on lent memory, which some map", 3, 1, atomics_of_lent);
	r_run("atomic operations and ATOMIC descriptors", 3, 1, atomics_of_both_kinds);
	r_run("lists of up to four entries, to three", 2, 1, lists);
	r_run("inline data of 0 to 96 bytes", 2, 1, inline_data);
	r_run("a region of pages all over memory", 2, 1, page_list);
	r_run("requests that are not signalled; doorbells rung twice", 2, 1, unsignalled);
	r_run("completion queues without room keep requests waiting", 2, 1, small_queue);
	r_run("queue pairs have their turns", 2, 1, turns);
	r_run("events of armed completion queues", 2, 1, events);
	r_run("a message wakes a process", 2, 1, wakes);
	r_run("4096 queue pairs, completion queues and regions", 2, 1, thousands);
	r_run("many queue pairs that wait cost little", 1 + 1, 1, many_wait);
	r_run("queue pairs of one page with each other", 1 + 1, 1, itself);
	return done();
}
