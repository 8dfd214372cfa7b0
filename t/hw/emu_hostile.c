/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pages of the card's model that mean harm or do not answer, each a process of its own; the same
 * rules as hw/sim/card_hostile.cpp shows on the Verilog (docs/CARD.md 8 and 13). A receive ring
 * that many fill, a page that is set up while others send to it, regions that are closed under
 * writes, keys that many guess at once, memory that is not there, and a process that is stopped.
 */
#include "t/hw/emu_ring.h"

#define OLD_AT (1u << 20) /* in the arena: two places for the receive ring and for a region */
#define NEW_AT (2u << 20)
#define BOX_B 8192u
#define SOURCE_AT (6u << 20)

enum { WRITE = RN_DMA_OP_WRITE, MSG = RN_DMA_OP_MSG };
enum { VICTIM = 2, KEY = 5 }; /* process; key of its region 2 */

static const uint64_t is_inline = RN_DESCRIPTOR_CTL_INLINE_MASK;

static int node_of(int i)
{
	return i / r_users;
}

/* Whether this process can send to the victim: no page sends to its own node. */
static int is_sender(void)
{
	return node_of(r_i) != node_of(VICTIM);
}

static uint64_t *word(int i)
{
	return &r_share->word[i];
}

static uint64_t seen(int i)
{
	return __atomic_load_n(word(i), __ATOMIC_ACQUIRE);
}

static void tell(int i, uint64_t value)
{
	__atomic_store_n(word(i), value, __ATOMIC_RELEASE);
}

/* A descriptor of 8 bytes in itself, for the victim. */
static void post(uint32_t op, uint64_t remote, uint64_t value)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(op, node_of(VICTIM), VICTIM % r_users, 8, is_inline);
	d[2] = remote;
	d[4] = value;
}

static uint64_t box(uint16_t key, uint64_t offset)
{
	return r_head(VICTIM, 2, key, offset);
}

/* Takes all completions; how many were RETURNED, and the status of the last of them. */
static uint32_t returned(uint32_t *status)
{
	uint32_t n = 0;

	for (struct r_record r; r_take(&r);)
		if (r_field(r.what, RN_COMPLETION_WHAT_KIND) == RN_COMPLETION_KIND_RETURNED) {
			*status = (uint32_t)r_field(r.what, RN_COMPLETION_WHAT_STATUS);
			n++;
		}
	return n;
}

/* ---- A receive ring that six fill and one reads slowly ---- */

enum { PLACES = 16, FLOOD = 3000, DONE = 0, LOST = 1, SENT = 2 };

static void flood(void)
{
	uint32_t lost = 0, status = RN_DMA_STATUS_FULL;

	for (uint64_t n = 1; n <= FLOOD; n++) {
		post(MSG, n << RN_MSG_HEAD_USER_LSB, n * 8 + (uint64_t)r_i);
		r_go();
		lost += returned(&status);
		r_check(status == RN_DMA_STATUS_FULL, "status %u", status);
	}
	r_check(!r_read(RN_QUEUES_UNTOLD), "untold");
	__atomic_fetch_add(word(LOST), lost, __ATOMIC_ACQ_REL);
	__atomic_fetch_add(word(DONE), 1, __ATOMIC_ACQ_REL);
}

/* Reads a record if there is one: in the order of its sender. */
static uint32_t read_one(uint64_t *last)
{
	const uint64_t *end = r_recv();
	uint64_t from, number;

	if (!end)
		return 0;
	from = r_field(end[1], RN_MSG_WHAT_SOURCE) * (uint64_t)r_users +
	       r_field(end[1], RN_MSG_WHAT_PAGE);
	number = end[0] >> RN_MSG_HEAD_USER_LSB;
	r_check(from < (uint64_t)r_n && number > last[from] && number <= FLOOD &&
			end[-1] == number * 8 + from,
		"message %llu of process %llu", (unsigned long long)number,
		(unsigned long long)from);
	last[from] = number;
	r_recv_done();
	return 1;
}

static void drip(void)
{
	uint64_t last[R_MAX] = {0}, random = 1;
	uint32_t read = 0, senders = (uint32_t)(r_n - r_users);
	int over = 0;

	while (!over) {
		uint32_t held;

		over = seen(DONE) == senders; /* then all of them are in the ring */
		held = (r_read(RN_QUEUES_RECV_PRODUCER) - r_recv_next) & 0xffff;
		r_check(held <= PLACES, "%u records in a ring of %u", held, PLACES);
		for (uint64_t n = over ? PLACES : (r_random(&random) >> 8) % 4; n--;)
			read += read_one(last);
		sched_yield();
	}
	r_check(read + seen(LOST) == (uint64_t)FLOOD * senders, "%u read, %llu lost", read,
		(unsigned long long)seen(LOST));
	r_check(r_read(RN_QUEUES_LOST) == seen(LOST), "LOST");
}

static void overrun(void)
{
	r_recv_lg = r_i == VICTIM ? 4 : R_RECV_LG;
	r_up();
	r_fence();
	if (r_i == VICTIM)
		drip();
	else if (is_sender())
		flood();
}

/* ---- A page that is set up, and regions that are closed, under fire ---- */

enum { ROUNDS = 200, STOP = 0 };

static void fire(void)
{
	uint32_t status;

	for (uint64_t n = 1; !seen(STOP); n++) {
		post(MSG, n << RN_MSG_HEAD_USER_LSB, n);
		post(WRITE, box(KEY, n * 8 % BOX_B), n | 1);
		r_go();
		returned(&status);
		r_idle(0); /* until another has failed */
	}
}

static void check_left_alone(uint32_t at, uint64_t round)
{
	for (uint32_t i = 0; i < BOX_B; i++)
		r_check(r_card->arena[at + i] == 0x5e, "round %llu: byte %u was written",
			(unsigned long long)round, i);
}

/* Base and sizes, while others send to this page. */
static void set_up(uint64_t at, uint8_t lg)
{
	r_write64(RN_QUEUES_RECV_BASE_LO, at);
	r_write(RN_QUEUES_RECV_SIZE, lg);
	r_write(RN_QUEUES_SEND_SIZE, lg);
	r_write(RN_QUEUES_CPL_SIZE, lg);
	r_write(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	r_check(r_read(RN_QUEUES_CONTROL) == RN_QUEUES_CONTROL_ENABLE_MASK, "ENABLE");
	r_check(r_read(RN_QUEUES_RECV_BASE_LO) == (uint32_t)at, "RECV_BASE_LO");
	r_check(r_read(RN_QUEUES_SEND_SIZE) == lg && r_read(RN_QUEUES_RECV_SIZE) == lg &&
			r_read(RN_QUEUES_CPL_SIZE) == lg,
		"sizes");
}

/* The ring moves from one place to the other in each round, and has its records there only. */
static void move_ring(void)
{
	for (uint64_t round = 0; round < ROUNDS; round++) {
		uint32_t is = round % 2 ? OLD_AT : NEW_AT, was = round % 2 ? NEW_AT : OLD_AT;
		uint8_t lg = (uint8_t)(4 + round % 3);

		r_write(RN_QUEUES_CONTROL, 0);
		r_until(r_read(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK);
		memset(r_card->arena + was, 0x5e, BOX_B);
		memset(r_card->arena + is, 0, BOX_B);
		set_up(r_card->arena_bus + is, lg);
		r_until(r_read(RN_QUEUES_RECV_PRODUCER) > 8);
		check_left_alone(was, round);
	}
}

/* The region moves; its writers know the key all the time. */
static void move_region(void)
{
	r_up();
	for (uint64_t round = 0; round < ROUNDS; round++) {
		uint32_t is = round % 2 ? OLD_AT : NEW_AT, was = round % 2 ? NEW_AT : OLD_AT;
		uint32_t access = RN_REGION_ACCESS + 2 * RN_REGION_BASE_LO_STEP;
		const uint64_t *at = (const uint64_t *)(void *)(r_card->arena + is);

		r_write(access, 0);
		r_check(!r_read(access), "closed");
		r_until(!(r_read(RN_REGION_FENCE) & RN_REGION_FENCE_CLOSING_MASK));
		memset(r_card->arena + was, 0x5e, BOX_B);
		memset(r_card->arena + is, 0, BOX_B);
		r_region(2, r_card->arena_bus + is, BOX_B, RN_REGION_ACCESS_REMOTE_WRITE_MASK, KEY);
		r_until(__atomic_load_n(&at[round % (BOX_B / 8)], __ATOMIC_ACQUIRE));
		check_left_alone(was, round);
	}
}

static void moves(void)
{
	r_up();
	r_fence();
	if (r_i == VICTIM) {
		move_ring();
		move_region();
		tell(STOP, 1);
	} else if (is_sender()) {
		fire();
	}
}

/* ---- Keys that many guess at once ---- */

/* A WRITE to the victim's region: how it went. */
static uint32_t try_key(uint16_t key)
{
	uint32_t status = RN_DMA_STATUS_OK;

	post(WRITE, box(key, 8 * (uint64_t)r_i), (uint64_t)r_i + 1);
	r_go();
	returned(&status);
	return status;
}

/* The even ones have the key, the odd ones guess. */
static void try_keys(void)
{
	uint32_t is;

	for (int k = 0; r_i % 2 == 0 && k < 500; k++)
		r_check((is = try_key(KEY)) == RN_DMA_STATUS_OK, "the right key: %u", is);
	for (int k = 0; r_i % 2 && k < 500; k++) {
		is = try_key((uint16_t)(KEY + 1 + k));
		r_check(is == (k < 3 ? RN_DMA_STATUS_KEY : RN_DMA_STATUS_BARRED), "guess %d: %u", k,
			is);
	}
	if (r_i % 2)
		r_check((is = try_key(KEY)) == RN_DMA_STATUS_BARRED, "the right key then: %u", is);
}

static void admit(int i)
{
	uint32_t barred = r_card->read(r_card, RN_DMA_BARRED);
	const uint64_t *at = (const uint64_t *)(void *)(r_card->arena + OLD_AT);

	r_check(barred & RN_DMA_BARRED_VALID_MASK && r_field(barred, RN_DMA_BARRED_PAGE) == 1 &&
			r_field(barred, RN_DMA_BARRED_NODE) != (uint64_t)node_of(VICTIM),
		"BARRED %#x", barred);
	for (int k = 0; k < r_n; k++)
		r_check(at[k] == (k % 2 || node_of(k) == node_of(VICTIM) ? 0 : (uint64_t)k + 1),
			"word of process %d", k);
	r_write(RN_REGION_ADMIT, (uint32_t)node_of(i) << RN_REGION_ADMIT_NODE_LSB |
					 (uint32_t)(i % r_users) << RN_REGION_ADMIT_PAGE_LSB);
}

static void guesses(void)
{
	int admitted = r_n - 1;

	r_up();
	if (r_i == VICTIM)
		r_region(2, r_card->arena_bus + OLD_AT, BOX_B, RN_REGION_ACCESS_REMOTE_WRITE_MASK,
			 KEY);
	r_fence();
	if (is_sender())
		try_keys();
	r_fence();
	if (r_i == VICTIM)
		admit(admitted);
	r_fence();
	if (is_sender() && r_i % 2)
		r_check(try_key(KEY) == (r_i == admitted ? RN_DMA_STATUS_OK : RN_DMA_STATUS_BARRED),
			"after ADMIT");
}

/* ---- Memory that is not there, a process that does not run ---- */

/* Region 2 and the receive ring lie where there is no memory; region 3 is good. */
static void no_memory(void)
{
	char *gone = r_memory(1 << 20);

	r_check(!munmap(gone, 1 << 20), "%s", strerror(errno));
	r_write(RN_QUEUES_CONTROL, 0);
	r_write64(RN_QUEUES_RECV_BASE_LO, (uintptr_t)gone + (1 << 19));
	r_write(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	r_region(2, (uintptr_t)gone, BOX_B, RN_REGION_ACCESS_REMOTE_WRITE_MASK, KEY);
	r_region(3, r_card->arena_bus + OLD_AT, BOX_B, RN_REGION_ACCESS_REMOTE_WRITE_MASK, KEY);
}

static void bad_window(void)
{
	uint32_t status = RN_DMA_STATUS_OK, senders = (uint32_t)(r_n - r_users);
	const uint64_t *at = (const uint64_t *)(void *)(r_card->arena + OLD_AT);

	r_up();
	if (r_i == VICTIM)
		no_memory();
	r_fence();
	if (is_sender()) {
		post(WRITE, box(KEY, 0), 1);
		post(MSG, 1ull << RN_MSG_HEAD_USER_LSB, 1);
		post(WRITE, r_head(VICTIM, 3, KEY, 8 * (uint64_t)r_i), 7);
		r_go();
		r_check(!returned(&status), "status %u", status);
	}
	r_fence();
	for (int k = 0; r_i == VICTIM && k < r_n; k++)
		r_check(at[k] == (node_of(k) == node_of(VICTIM) ? 0 : 7), "word %d", k);
	if (r_i == VICTIM)
		r_check(r_card->read(r_card, RN_DMA_WRITE_ERRORS) == 2 * senders, "errors: %u",
			r_card->read(r_card, RN_DMA_WRITE_ERRORS));
}

/* The victim's process is stopped: no sender waits for it, messages beyond its ring are lost. When
 * it runs again the others are there. */
static void stopped_host(void)
{
	const uint64_t *at = (const uint64_t *)(void *)(r_card->arena + OLD_AT);
	uint32_t lost = 0, status = RN_DMA_STATUS_FULL, senders = (uint32_t)(r_n - r_users);

	r_up();
	if (r_i == VICTIM) {
		r_region(2, r_card->arena_bus + OLD_AT, BOX_B, RN_REGION_ACCESS_REMOTE_WRITE_MASK,
			 KEY);
		tell(3, (uint64_t)getpid());
	}
	r_fence();
	if (r_i == VICTIM)
		raise(SIGSTOP);
	for (uint64_t n = 0; is_sender() && n < 400; n++) {
		post(MSG, n << RN_MSG_HEAD_USER_LSB, n);
		post(WRITE, box(KEY, 8 * (uint64_t)r_i), n);
		r_go();
		lost += returned(&status);
		r_check(status == RN_DMA_STATUS_FULL, "status %u", status);
	}
	__atomic_fetch_add(word(LOST), lost, __ATOMIC_ACQ_REL);
	if (is_sender() && __atomic_add_fetch(word(SENT), 1, __ATOMIC_ACQ_REL) == senders)
		r_until((kill((pid_t)seen(3), SIGCONT), seen(4)));
	if (r_i == VICTIM) {
		tell(4, 1);
		r_check(seen(SENT) == senders, "it was not stopped");
		r_check(r_read(RN_QUEUES_RECV_PRODUCER) == 1u << R_RECV_LG, "its ring is full");
		r_check(r_read(RN_QUEUES_LOST) == seen(LOST), "LOST");
		for (int k = 0; k < r_n; k++)
			r_check(at[k] == (node_of(k) == node_of(VICTIM) ? 0 : 399), "word %d", k);
	}
}

int main(void)
{
	r_run("six senders, a slow receiver: its ring is never overrun", 4, 2, overrun);
	r_run("rings and regions move under fire, the old place is left alone", 4, 2, moves);
	r_run("three guesses of each page, others are let in", 4, 2, guesses);
	r_run("memory that is not there: the rest of its page goes on", 4, 2, bad_window);
	r_run("a process that is stopped keeps no sender waiting", 4, 2, stopped_host);
	return done();
}
