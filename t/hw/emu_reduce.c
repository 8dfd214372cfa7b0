/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions on the model of the ring card (hw/emu/reduce.c, members.c, vector.c, alu.c;
 * docs/CARD.md 7, blocks GREDUCE and REDUCE, descriptor REDUCE): every operator and type equals
 * plain C, in the order of members that the card documents, bit for bit on all members, from
 * registers and from memory.
 */
#include <math.h>
#include <poll.h>
#include <xmmintrin.h>

#include "hw/emu/emu.h"
#include "runtime/progress.h"
#include "t/hw/emu_ring.h"

static uint64_t own_seed = 0x5eed2;

/* ---- Plain C ---- */

enum { F32 = RN_REDUCE_TYPE_F32, F64 = RN_REDUCE_TYPE_F64 };

static int can(uint32_t op, uint32_t type)
{
	return op <= RN_REDUCE_OP_LXOR && op != RN_REDUCE_OP_PROD && type <= F64 &&
	       (type < F32 || op <= RN_REDUCE_OP_MAX);
}

static uint32_t lane_bytes(uint32_t type)
{
	static const uint8_t bytes[] = {1, 2, 4, 8, 1, 2, 4, 8, 4, 8};

	return bytes[type];
}

static int64_t extend(uint64_t v, uint32_t bits)
{
	return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static uint64_t lane_int(uint32_t op, uint32_t type, uint64_t a, uint64_t b)
{
	uint32_t bits = 8 * lane_bytes(type);
	int below = type < RN_REDUCE_TYPE_U8 ? extend(a, bits) < extend(b, bits) : a < b;

	switch (op) {
	case RN_REDUCE_OP_SUM: return a + b;
	case RN_REDUCE_OP_MIN: return below ? a : b;
	case RN_REDUCE_OP_MAX: return below ? b : a;
	case RN_REDUCE_OP_BAND: return a & b;
	case RN_REDUCE_OP_BOR: return a | b;
	case RN_REDUCE_OP_BXOR: return a ^ b;
	case RN_REDUCE_OP_LAND: return a && b;
	case RN_REDUCE_OP_LOR: return a || b;
	default: return !a != !b;
	}
}

static double number(uint32_t type, uint64_t v)
{
	double d;
	float f;
	uint32_t low = (uint32_t)v;

	memcpy(&d, &v, 8);
	memcpy(&f, &low, 4);
	return type == F32 ? (double)f : d;
}

static uint64_t lane_sum(uint32_t type, uint64_t a, uint64_t b)
{
	uint64_t bits = 0;
	double d = number(F64, a) + number(F64, b);
	float f = (float)number(F32, a) + (float)number(F32, b);

	if (type == F64)
		memcpy(&bits, &d, 8);
	else
		memcpy(&bits, &f, 4);
	return bits;
}

static uint64_t lane_float(uint32_t op, uint32_t type, uint64_t a, uint64_t b)
{
	uint64_t quiet = type == F32 ? 0x7fc00000u : 0x7ff8000000000000u, sum = lane_sum(type, a, b);
	double x = number(type, a), y = number(type, b);
	int below = x < y || (x == y && signbit(x) && !signbit(y));

	if (isnan(x) || isnan(y) || (op == RN_REDUCE_OP_SUM && isnan(number(type, sum))))
		return quiet;
	if (op == RN_REDUCE_OP_SUM)
		return sum;
	return below == (op == RN_REDUCE_OP_MIN) ? a : b;
}

static uint64_t plain(uint32_t op, uint32_t type, uint64_t a, uint64_t b)
{
	uint32_t bits = 8 * lane_bytes(type);
	uint64_t mask = ~0ull >> (64 - bits), all = 0;

	for (uint32_t at = 0; at < 64; at += bits) {
		uint64_t x = a >> at & mask, y = b >> at & mask;
		uint64_t z = type >= F32 ? lane_float(op, type, x, y) : lane_int(op, type, x, y);

		all |= (z & mask) << at;
	}
	return all;
}

/* ---- Operands ---- */

/* Zeros, ones, ends of ranges, subnormals, infinities, NaNs; zeros and the smallest first. */
static uint64_t corner(uint32_t type, uint64_t r)
{
	static const uint64_t f64[] = {
		0, 0x8000000000000000u, 1, 0x8000000000000001u, 0x000fffffffffffffu, 0x0010000000000000u,
		0x3ff0000000000000u, 0xbff0000000000000u, 0x3ff0000000000001u, 0x7fefffffffffffffu,
		0xffefffffffffffffu, 0x7ff0000000000000u, 0xfff0000000000000u, 0x7ff8000000000001u,
		0xfff0000000000001u, 0x4340000000000000u,
	};
	static const uint32_t f32[] = {
		0, 0x80000000u, 1, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u,
		0x3f800001u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00001u,
		0xff800001u, 0x4b800000u,
	};
	uint32_t bits = 8 * lane_bytes(type);
	uint64_t top = 1ull << (bits - 1);

	if (type == F64)
		return f64[r % 16];
	if (type == F32)
		return f32[r % 16];
	return (uint64_t[]){0, 0, 1, ~0ull, top, top - 1, top + 1, 2}[r % 8];
}

/* Numbers of like size, whose sum depends on the order. */
static uint64_t ordinary(uint32_t type, uint64_t r)
{
	if (type == F64)
		return (r & 0x807fffffffffffffu) | (0x3f80000000000000u + (r >> 55 & 7) * 0x0010000000000000u);
	if (type == F32)
		return (r & 0x807fffffu) | (0x3f000000u + (uint32_t)(r >> 40 & 7) * 0x00800000u);
	return r;
}

enum palette { ANYTHING, NUMBERS, SMALLEST };

static uint64_t operand(uint32_t type, enum palette palette, uint64_t *state)
{
	uint32_t bits = 8 * lane_bytes(type);
	uint64_t mask = ~0ull >> (64 - bits), all = 0;

	for (uint32_t at = 0; at < 64; at += bits) {
		uint64_t r = r_random(state), lane = r >> 8;

		if (palette == SMALLEST)
			lane = corner(type, r >> 8 & 3);
		else if (palette == ANYTHING && r % 8 < 3)
			lane = corner(type, r >> 8);
		else if (palette == NUMBERS || r % 8 < 7)
			lane = ordinary(type, r_random(state));
		all |= (lane & mask) << at;
	}
	return all;
}

/* ---- A group ---- */

struct use {
	int group;
	uint32_t op, type, beats, flags; /* beats: words; flags: of CTRL */
	int n, index;              /* members; this one, -1: none */
	int node[R_MAX];           /* of member m */
};

static uint32_t at(const struct use *u, uint32_t reg)
{
	return reg + (uint32_t)u->group * RN_REDUCE_CTRL_STEP;
}

static uint32_t get(const struct use *u, uint32_t reg)
{
	return r_read(at(u, reg));
}

static void set(const struct use *u, uint32_t reg, uint32_t value)
{
	r_write(at(u, reg), value);
}

static uint32_t status(const struct use *u)
{
	return get(u, RN_REDUCE_STATUS);
}

static void own(const struct use *u, int on)
{
	r_card->write(r_card, RN_GREDUCE_OWNER + 4 * (uint32_t)u->group,
		      on ? RN_GREDUCE_OWNER_ON_MASK | (uint32_t)r_card->place.page : 0);
}

static uint32_t ctrl_of(const struct use *u)
{
	return u->op << RN_REDUCE_CTRL_OP_LSB | u->type << RN_REDUCE_CTRL_TYPE_LSB |
	       (u->beats - 1) << RN_REDUCE_CTRL_BEATS_LSB | u->flags;
}

static void start(const struct use *u)
{
	int right = (u->n - 1) / 2, near = u->index <= right ? u->index - 1 : (u->index + 1) % u->n;

	own(u, 1);
	set(u, RN_REDUCE_MEMBER, (uint32_t)u->index << RN_REDUCE_MEMBER_INDEX_LSB | (uint32_t)u->n);
	set(u, RN_REDUCE_TOWARD, near < 0 ? 0 : (uint32_t)u->node[near]);
	set(u, RN_REDUCE_CTRL, ctrl_of(u) | RN_REDUCE_CTRL_EN_MASK);
	r_check((status(u) & ~(RN_REDUCE_STATUS_ROOM_MASK | RN_REDUCE_STATUS_IDLE_MASK)) ==
		RN_REDUCE_STATUS_RUN_MASK, "started: %#x", status(u));
}

static void stop(const struct use *u)
{
	set(u, RN_REDUCE_CTRL, 0);
	r_check(!(status(u) & RN_REDUCE_STATUS_RUN_MASK), "stopped: %#x", status(u));
}

/* Members from the root on, round the ring. */
static void set_members(struct use *u, uint64_t members, int root)
{
	u->n = 0;
	u->index = -1;
	for (int i = 0; i < r_n; i++) {
		int node = (root + i) % r_n;

		if (!(members >> node & 1))
			continue;
		if (node == r_i)
			u->index = u->n;
		u->node[u->n++] = node;
	}
}

static struct use whole_ring(int group, uint32_t op, uint32_t type, uint32_t beats, uint32_t flags)
{
	struct use u = {.group = group, .op = op, .type = type, .beats = beats, .flags = flags};

	set_members(&u, ~0ull, 0);
	return u;
}

/* Word `word` of operand `number` of a member: the same in all processes. */
static uint64_t x(const struct use *u, int member, uint64_t number, uint32_t word)
{
	uint64_t state = (number * 64 + (uint64_t)member) * 4096 + word + 0x9e3779b97f4a7c15u;

	for (int i = 0; i < 4; i++)
		r_random(&state);
	return operand(u->type, (enum palette)(number % 3), &state);
}

static uint64_t expected(const struct use *u, uint64_t number, uint32_t word)
{
	int right = (u->n - 1) / 2;
	uint64_t r = x(u, right, number, word), l;

	for (int i = right - 1; i >= 0; i--)
		r = plain(u->op, u->type, r, x(u, i, number, word));
	if (u->n == 1)
		return r;
	l = x(u, right + 1, number, word);
	for (int i = right + 2; i < u->n; i++)
		l = plain(u->op, u->type, l, x(u, i, number, word));
	return plain(u->op, u->type, l, r);
}

static int keeps(const struct use *u)
{
	return u->flags & RN_REDUCE_CTRL_ROOT_MASK && u->index;
}

/* ---- Registers ---- */

static void give(const struct use *u, uint64_t number)
{
	for (uint32_t i = 0; i < u->beats; i++) {
		uint64_t word = x(u, u->index, number, i);

		set(u, RN_REDUCE_OPERAND_0 + 8 * i, (uint32_t)word);
		set(u, RN_REDUCE_OPERAND_0 + 8 * i + 4, (uint32_t)(word >> 32));
	}
	set(u, RN_REDUCE_DOORBELL, 0);
}

static uint64_t result(const struct use *u, uint32_t word)
{
	return get(u, RN_REDUCE_RESULT_0 + 8 * word) |
	       (uint64_t)get(u, RN_REDUCE_RESULT_0 + 8 * word + 4) << 32;
}

static int idle(const struct use *u)
{
	return (status(u) & RN_REDUCE_STATUS_IDLE_MASK) != 0;
}

static void check_result(const struct use *u, uint64_t number)
{
	int got = (status(u) & RN_REDUCE_STATUS_RESULT_MASK) != 0;

	r_check(got == !keeps(u), "status %#x", status(u));
	r_check(!(status(u) & RN_REDUCE_STATUS_ERROR_MASK), "status %#x", status(u));
	for (uint32_t i = 0; i < 4; i++) {
		uint64_t want = i < u->beats && got ? expected(u, number, i) : 0, is = result(u, i);

		r_check(is == want || i >= u->beats, "op %u type %u n %d index %d flags %#x operand %llu: "
			"%#llx, should be %#llx", u->op, u->type, u->n, u->index, u->flags,
			(unsigned long long)number, (unsigned long long)is, (unsigned long long)want);
	}
}

static void all_operators(void)
{
	static const uint32_t modes[] = {0, RN_REDUCE_CTRL_CHAIN_MASK, RN_REDUCE_CTRL_ROOT_MASK,
					 RN_REDUCE_CTRL_CHAIN_MASK | RN_REDUCE_CTRL_ROOT_MASK};
	uint64_t number = 1;

	/* as a program does that was compiled for speed: none of the card's business */
	if (r_i == 1)
		_mm_setcsr(_mm_getcsr() | 0x8040);
	for (uint32_t op = 0; op < 16; op++) {
		for (uint32_t type = 0; type < 16; type++) {
			struct use u = whole_ring(2, op, type, 1 + number % 4, modes[number / 4 % 4]);

			if (!can(op, type))
				continue;
			start(&u);
			r_fence();
			for (int i = 0; i < 60; i++, number++) {
				uint32_t csr = _mm_getcsr();

				give(&u, number);
				r_until(idle(&u));
				r_check((_mm_getcsr() & 0xffc0) == (csr & 0xffc0), "modes stay");
				_mm_setcsr(0x1f80);
				check_result(&u, number);
				_mm_setcsr(csr);
			}
			r_fence();
			stop(&u);
		}
	}
	_mm_setcsr(0x1f80);
}

/* Groups of one trial, members and modes drawn alike by all. */
static void draw(struct use *u, int group, uint64_t *state)
{
	uint64_t members = r_random(state) >> 8 & ((1ull << r_n) - 1);
	uint64_t r = r_random(state) >> 8;

	*u = (struct use){.group = group, .beats = 1 + r % 4, .flags = r / 4 % 4 * 2};
	do {
		r = r_random(state) >> 8;
		u->op = r % 10;
		u->type = r / 16 % 10;
	} while (!can(u->op, u->type));
	set_members(u, members ? members : 1, (int)(r / 4096 % (uint64_t)r_n));
}

#define GROUPS RD_EMU_REDUCE_N

static void run_groups(const struct use *use, uint64_t number)
{
	uint64_t given[GROUPS] = {0}, laps = 1 + number % 7;
	uint32_t open = 0;

	for (int g = 0; g < GROUPS; g++)
		open |= (uint32_t)(use[g].index >= 0) << g;
	for (uint32_t in = 0; open;) {
		int g = (int)(r_random(&own_seed) >> 16) & (GROUPS - 1);
		const struct use *u = &use[g];

		r_idle((uint32_t)own_seed);
		if (!(open >> g & 1))
			continue;
		if (!(in >> g & 1)) {
			give(u, number + given[g]++);
			in |= 1u << g;
		} else if (idle(u)) {
			check_result(u, number + given[g] - 1);
			in &= ~(1u << g);
			if (given[g] < laps)
				continue;
			stop(u); /* others may not have looked yet */
			open &= ~(1u << g);
		}
	}
}

static void random_groups(void)
{
	uint64_t shared = 0xfeed + (uint64_t)r_n;
	struct use use[GROUPS];

	for (uint64_t trial = 1; trial <= 60; trial++) {
		for (int g = 0; g < GROUPS; g++) {
			draw(&use[g], g, &shared);
			if (use[g].index >= 0)
				start(&use[g]);
		}
		r_fence();
		run_groups(use, trial * 100);
		r_fence();
	}
}

static uint32_t take_events(void)
{
	uint32_t event = r_read(RN_PAGE_EVENT);

	r_write(RN_PAGE_EVENT, event);
	return event;
}

static uint32_t take_error(const struct use *u)
{
	uint32_t error = status(u) & RN_REDUCE_STATUS_ERROR_MASK;

	set(u, RN_REDUCE_STATUS, error);
	r_check(!(status(u) & RN_REDUCE_STATUS_ERROR_MASK), "cleared");
	return error >> RN_REDUCE_STATUS_ERROR_LSB;
}

/* Settings that the card refuses. */
static void refused(const struct use *u)
{
	static const struct { uint32_t ctrl, member; } bad[] = {
		{0x001, 0}, {0x001, 2u << 16 | 2}, {0x001, 17}, {0x003, 1025}, {0x031, 2}, {0x0a1, 2},
		{0xa01, 2}, {0x841, 2}, {0x971, 2},
	};

	take_events();
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		set(u, RN_REDUCE_MEMBER, bad[i].member);
		set(u, RN_REDUCE_CTRL, bad[i].ctrl);
		r_check(take_error(u) == 1, "setting %d", (int)i);
		r_check(!(status(u) & RN_REDUCE_STATUS_RUN_MASK), "does not run");
		r_check(get(u, RN_REDUCE_CTRL) == (bad[i].ctrl & ~1u), "is kept: %#x", get(u, RN_REDUCE_CTRL));
		r_check(take_events() == RN_PAGE_EVENT_REDUCE_MASK, "with an event");
	}
}

static void registers(void)
{
	struct use u = whole_ring(3, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 1, 0);

	r_check(r_card->read(r_card, RN_GREDUCE_CAPS) == 0x07081008, "CAPS");
	set(&u, RN_REDUCE_MEMBER, 2);
	r_check(!get(&u, RN_REDUCE_MEMBER) && !status(&u), "not ours: reads 0");
	r_check(r_card->read(r_card, RN_GREDUCE_REFUSED) == 1, "refused");
	own(&u, 1);
	r_check(r_card->read(r_card, RN_GREDUCE_OWNER + 12) == 8, "OWNER");
	r_check(status(&u) == RN_REDUCE_STATUS_IDLE_MASK, "status at first %#x", status(&u));
	refused(&u);
	set(&u, RN_REDUCE_DOORBELL, 0);
	set(&u, RN_REDUCE_OPERAND_0, 0);
	r_check(take_error(&u) == 2, "out of turn");
	r_fence();
	start(&u);
	set(&u, RN_REDUCE_MEMBER, 1);
	r_check(take_error(&u) == 1 && r_field(get(&u, RN_REDUCE_MEMBER), RN_REDUCE_MEMBER_N) == 2,
		"MEMBER while it runs");
	set(&u, RN_REDUCE_TOWARD, 1);
	r_check(take_error(&u) == 1, "TOWARD while it runs");
	set(&u, RN_REDUCE_CTRL, 1);
	r_check(take_error(&u) == 1, "started twice");
	take_events();
	r_fence();
	if (r_i == 0) {
		give(&u, 1);
		r_check(status(&u) == RN_REDUCE_STATUS_RUN_MASK && !result(&u, 0), "open: %#x", status(&u));
		set(&u, RN_REDUCE_DOORBELL, 0);
		r_check(take_error(&u) == 2 && take_events() == RN_PAGE_EVENT_REDUCE_MASK, "not idle");
	}
	r_fence();
	if (r_i == 1)
		give(&u, 1);
	r_fence();
	r_check(take_events() == RN_PAGE_EVENT_REDUCE_MASK, "an event when it is done");
	r_check(status(&u) == 0xd && !take_events(), "once: %#x", status(&u));
	check_result(&u, 1);
	r_check(r_card->read(r_card, RN_GREDUCE_CELLS) == 1, "the other's operand");
	own(&u, 1);
	r_check(status(&u) == RN_REDUCE_STATUS_IDLE_MASK, "a new owner stops it: %#x", status(&u));
	r_check(!result(&u, 0), "and its result is gone");
}

/* Stopped with operands under way; nothing of them is left. */
static void stopped(void)
{
	struct use u = whole_ring(0, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_F64, 2, 0);

	for (uint64_t number = 1; number <= 40; number++) {
		start(&u);
		r_fence();
		if (r_i != (int)number % r_n)
			give(&u, 1000 + number);
		r_check(idle(&u) == (r_i == (int)number % r_n), "one is missing");
		r_fence();
		stop(&u);
		r_fence();
		start(&u);
		r_fence();
		for (uint64_t i = 0; i < number % 4; i++) {
			give(&u, number + i);
			r_until(idle(&u));
			check_result(&u, number + i);
		}
		r_fence();
		stop(&u);
		r_fence();
	}
}

/* Members that do not go together wait. */
static void misfits(void)
{
	struct use u = whole_ring(1, RN_REDUCE_OP_MAX, RN_REDUCE_TYPE_I32, 1, 0);
	struct use odd = u;

	odd.flags = RN_REDUCE_CTRL_CHAIN_MASK;
	start(r_i == 1 ? &odd : &u);
	r_fence();
	give(&u, 1);
	r_check(!idle(&u) && take_error(&u) == 8, "another mode");
	r_fence();
	stop(&u);
	r_fence();
	odd = u;
	odd.beats = 2;
	start(r_i == 1 ? &odd : &u);
	r_fence();
	give(&u, 1);
	r_check(!idle(&u) && take_error(&u) == 0x80, "another length");
	r_fence();
	stop(&u);
	r_fence();
	odd = u;
	odd.index = 0;
	start(r_i == 1 ? &odd : &u);
	r_fence();
	give(r_i == 1 ? &odd : &u, 1);
	r_check(!idle(&u) && take_error(&u) == 0x10, "an index twice");
	r_check(r_card->read(r_card, RN_GREDUCE_LOST) >= 3, "cells are lost");
	r_fence();
}

static void dead_link(void)
{
	struct use u = whole_ring(1, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_F32, 1, 0);

	start(&u);
	r_fence();
	if (r_i == 0)
		rd_emu_kill_link(r_card, 0, 1);
	r_fence();
	give(&u, 1);
	r_fence();
	/* node 3 hears 0 and 2 by other links and 1 by way of 2, node 0 hears 1 over the dead one */
	r_check(idle(&u) == (r_i == 3), "status %#x", status(&u));
	r_fence();
}

static void one_dies(void)
{
	struct use u = whole_ring(1, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_F32, 1, RN_REDUCE_CTRL_CHAIN_MASK);

	start(&u);
	r_fence();
	give(&u, 1);
	r_until(idle(&u));
	check_result(&u, 1);
	if (r_i == 2)
		r_die();
	give(&u, 2);
	for (int i = 0; i < 1000; i++)
		r_check(!idle(&u), "one will never give");
	stop(&u);
}

static void sleep_until_idle(const struct use *u)
{
	struct pollfd fd = {.fd = r_card->irq_fd, .events = POLLIN};

	while (!idle(u)) {
		r_check(r_card->arm(r_card) == RD_ARM_OK, "arm");
		if (!idle(u))
			r_check(poll(&fd, 1, 1000 * R_SECONDS) == 1, "not woken");
		r_card->disarm(r_card);
	}
}

static void sleeping(void)
{
	struct use u = whole_ring(4, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_F64, 1, 0);

	start(&u);
	r_fence();
	for (uint64_t number = 1; number <= 200; number++) {
		if (r_random(&own_seed) >> 60 == 0)
			sched_yield();
		give(&u, number);
		sleep_until_idle(&u);
		check_result(&u, number);
	}
}

/* ---- Vectors ---- */

#define OPERANDS (R_DATA + 0x100000u) /* bytes from the start of region 0 */
#define RESULTS (R_DATA + 0x200000u)
#define FAR_B (1u << 20)

static char *far_memory; /* of this process alone, region 1; NULL: cannot be reached */

static void open_far_memory(void)
{
	uint64_t bus;

	far_memory = NULL;
	r_fence(); /* all pages have a process: whether others reach it can be tried */
	if (r_n < 2 || !r_card->pin)
		return;
	far_memory = mmap(NULL, FAR_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	r_check(far_memory != MAP_FAILED, "mmap");
	if (r_card->pin(r_card, far_memory, FAR_B, &bus)) {
		far_memory = NULL;
		return;
	}
	r_region(1, bus, FAR_B, R_ALL, 0);
}

struct vector {
	const struct use *u;
	uint64_t number, cookie;
	uint32_t words;
	int far;               /* operands there; results, too, in their place */
	int none;
	uint64_t *from, *to;
	uint64_t local, remote; /* fields of the descriptor */
};

static void place_vector(struct vector *v, uint64_t r)
{
	uint64_t in = OPERANDS + r % 64 * 8, out = r / 64 % 2 ? in : RESULTS + r / 128 % 64 * 8;

	v->far = v->far && far_memory && v->words * 8 <= FAR_B;
	if (v->far) {
		v->from = v->to = (uint64_t *)(void *)far_memory;
		v->local = v->remote = r_local(1, 0);
		return;
	}
	v->from = (uint64_t *)(void *)(r_card->arena + in);
	v->to = (uint64_t *)(void *)(r_card->arena + out);
	v->local = r_local(0, in);
	v->remote = r_local(0, out);
}

static uint64_t count_of(const struct use *u, int none)
{
	return (uint64_t)u->group << RN_DESCRIPTOR_COUNT_GROUP_LSB |
	       (uint64_t)(u->beats - 1) << RN_DESCRIPTOR_COUNT_BEATS_LSB |
	       (none ? RN_DESCRIPTOR_COUNT_NO_RESULT_MASK : 0);
}

static void post(const struct vector *v)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_REDUCE, 0, 0, v->words * 8, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	d[1] = v->cookie;
	d[2] = v->remote;
	d[3] = v->local;
	d[4] = count_of(v->u, v->none);
	r_go();
}

static void post_vector(struct vector *v)
{
	for (uint32_t i = 0; i < v->words; i++)
		v->from[i] = x(v->u, v->u->index, v->number + i / 4096, i % 4096);
	v->to[v->words] = 0xfe1d5afe;
	if (v->to != v->from)
		memset(v->to, 0x77, v->words * 8);
	post(v);
}

static void check_vector(const struct vector *v)
{
	struct r_record r = r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, v->cookie);

	r_check(r_field(r.what, RN_COMPLETION_WHAT_TAG) == (uint64_t)v->u->group && !r.length, "record");
	for (uint32_t i = 0; i < v->words && !v->none; i++) {
		uint64_t want = expected(v->u, v->number + i / 4096, i % 4096);

		r_check(v->to[i] == want, "op %u type %u n %d index %d word %u of %u: %#llx, should be %#llx",
			v->u->op, v->u->type, v->u->n, v->u->index, i, v->words,
			(unsigned long long)v->to[i], (unsigned long long)want);
	}
	r_check(v->to[v->words] == 0xfe1d5afe, "nothing behind it");
}

/* Of all lengths, by groups of random members, one after the other. */
static void vectors(void)
{
	uint64_t shared = 0xdada + (uint64_t)r_n;
	struct use u;

	r_up();
	open_far_memory();
	for (uint64_t trial = 1; trial <= 150; trial++) {
		uint64_t r = r_random(&shared) >> 8, mine = r_random(&own_seed) >> 8;
		struct vector v = {.u = &u, .number = trial * 10};

		draw(&u, (int)(trial % 8), &shared);
		u.flags |= RN_REDUCE_CTRL_STREAM_MASK;
		v.words = 1 + (uint32_t)(trial % 10 ? r % 100 : r % 9000);
		v.cookie = trial;
		v.far = mine % 4 == 0;
		v.none = keeps(&u);
		place_vector(&v, mine / 4);
		if (u.index >= 0 && trial % 3)
			start(&u);
		r_fence();
		for (int lap = 0; lap < 3 && u.index >= 0; lap++, v.number += 3) {
			if (!lap && trial % 3 == 0) {
				own(&u, 1); /* the group starts behind the descriptor */
				post_vector(&v);
				start(&u);
			} else {
				post_vector(&v);
			}
			check_vector(&v);
		}
		r_fence();
		if (u.index >= 0) {
			r_check(idle(&u) && !(status(&u) & 0xff00), "status %#x", status(&u));
			stop(&u);
		}
	}
	r_check(!r_read(RN_QUEUES_REFUSED) && !r_card->read(r_card, RN_DMA_READ_ERRORS), "no errors");
}

/* All groups at once: descriptors behind each other in one ring. */
static void vectors_at_once(void)
{
	struct vector v[GROUPS];
	struct use u[GROUPS];
	uint64_t shared = 0xbaba;

	r_up();
	for (int g = 0; g < GROUPS; g++) {
		draw(&u[g], g, &shared);
		set_members(&u[g], ~0ull, g % r_n);
		u[g].flags = RN_REDUCE_CTRL_STREAM_MASK | (u[g].flags & RN_REDUCE_CTRL_CHAIN_MASK);
		start(&u[g]);
	}
	r_fence();
	for (uint64_t round = 1; round <= 50; round++) {
		uint32_t seen = 0;

		for (int g = 0; g < GROUPS; g++) {
			uint64_t off = OPERANDS + (uint64_t)g * 0x10000;

			v[g] = (struct vector){.u = &u[g], .number = round, .cookie = (uint64_t)g,
					       .words = 1 + (uint32_t)(round * 37 + (uint64_t)g) % 700};
			v[g].local = v[g].remote = r_local(0, off);
			v[g].from = v[g].to = (uint64_t *)(void *)(r_card->arena + off);
		}
		for (int i = 0; i < GROUPS; i++)
			post_vector(&v[(i * 3 + r_i) % GROUPS]);
		for (int i = 0; i < GROUPS; i++) {
			struct r_record r = r_await();

			r_check(r.cookie < GROUPS && !(seen >> r.cookie & 1), "a vector twice");
			r_check((r.what & 0xf0f) == RN_COMPLETION_KIND_REDUCE, "record %#llx",
				(unsigned long long)r.what);
			seen |= 1u << r.cookie;
			for (uint32_t w = 0; w < v[r.cookie].words; w++)
				r_check(v[r.cookie].to[w] == expected(&u[r.cookie], round, w), "word %u", w);
		}
	}
}

/* A vector whose last cell is not full counts as filled up with 0. */
static void ragged(void)
{
	struct use u = whole_ring(7, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 4, RN_REDUCE_CTRL_STREAM_MASK);
	struct vector v = {.u = &u, .words = 1201 + (uint32_t)r_i, .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};
	uint64_t *from = (uint64_t *)(void *)(r_card->arena + OPERANDS);
	uint64_t *to = (uint64_t *)(void *)(r_card->arena + RESULTS);

	r_up();
	for (uint32_t i = 0; i < 1204; i++)
		from[i] = 1;
	start(&u);
	r_fence();
	post(&v);
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	for (uint32_t i = 0; i < 1204; i++) {
		uint64_t want = i >= v.words ? 0 : i <= 1200 ? 3 : i == 1201 ? 2 : 1;

		r_check(to[i] == want, "word %u: %llu", i, (unsigned long long)to[i]);
	}
}

/* What the card refuses; the record of the descriptor or of the reduction says why. */
static void refused_vectors(void)
{
	struct use u = whole_ring(6, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U32, 2, RN_REDUCE_CTRL_STREAM_MASK);
	struct vector v = {.u = &u, .words = 8, .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};
	uint64_t size = r_card->arena_bytes;

	r_up();
	r_region(2, r_card->arena_bus, size, RN_REGION_ACCESS_READ_MASK, 0);
	r_region(3, r_card->arena_bus, OPERANDS + 0x40, R_ALL, 0);
	post(&v);
	r_expect(RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_BUSY, 0);
	start(&u);
	r_fence();
	v.local = r_local(0, OPERANDS + 4);
	post(&v);
	r_expect(RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_DESCRIPTOR, 0);
	r_fence();
	/* one member's operands cannot be read: it is told, the others wait */
	v.local = r_local(r_i ? 0 : 5, OPERANDS);
	post(&v);
	r_fence();
	if (r_i == 0)
		r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_REGION, 0);
	else
		post(&v), r_expect(RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_BUSY, 0);
	r_fence();
	/* now they can; its results cannot be written, and no more operands follow the first cell */
	v.local = r_local(0, OPERANDS);
	v.remote = r_local(2, RESULTS);
	if (r_i == 0) {
		post(&v);
		r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_REGION, 0);
		v.remote = r_local(0, RESULTS);
		v.words = 6;
		post(&v);
	}
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	r_fence();
	/* its region ends in the middle: half of the results is there */
	v.remote = r_local(0, RESULTS);
	v.local = r_local(r_i ? 0 : 3, OPERANDS);
	v.words = 16;
	memset(r_card->arena + OPERANDS, 1, 128);
	memset(r_card->arena + RESULTS, 0, 128);
	r_fence();
	post(&v);
	r_fence();
	if (r_i == 0)
		r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_BOUNDS, 0);
	for (int i = 0; i < 128; i++)
		r_check(r_card->arena[RESULTS + i] == (i < 64 ? r_n : 0), "byte %d", i);
	r_fence();
	/* the rest, and cells of another length, which go nowhere */
	v.words = 8;
	v.local = r_local(0, OPERANDS);
	if (r_i == 0)
		post(&v);
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	r_fence();
	u.beats = 1;
	v.none = 1;
	post(&v);
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	r_check(take_error(&u) == 4 && r_card->read(r_card, RN_GREDUCE_OWN_LOST) == 8, "dropped");
}

/* A page that is switched off loses its vectors, and its memory is left alone. */
static void page_off(void)
{
	struct use u = whole_ring(5, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 4, RN_REDUCE_CTRL_STREAM_MASK);
	struct vector v = {.u = &u, .words = 4096, .cookie = 9, .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};

	r_up();
	start(&u);
	r_fence();
	for (int round = 0; round < 100; round++) {
		v.from = (uint64_t *)(void *)(r_card->arena + OPERANDS);
		v.to = (uint64_t *)(void *)(r_card->arena + RESULTS);
		v.number = (uint64_t)round * 2;
		for (uint32_t i = 0; i < v.words; i++)
			v.from[i] = i;
		r_fence();
		post(&v);
		if (r_i == round % r_n) {
			r_write(RN_QUEUES_CONTROL, 0);
			memset(v.to, 0x11, v.words * 8);
			for (int i = 0; i < 200; i++)
				sched_yield();
			for (uint32_t i = 0; i < v.words; i++)
				r_check(v.to[i] == 0x1111111111111111u, "written after the page was off");
		}
		r_fence();
		stop(&u);
		r_fence();
		r_up();
		start(&u);
		r_fence();
		post_vector(&v); /* nothing is open */
		check_vector(&v);
	}
}

static void die_with_vectors(void)
{
	struct use u = whole_ring(5, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 1, RN_REDUCE_CTRL_STREAM_MASK);
	struct vector v = {.u = &u, .words = 20000, .from = (uint64_t *)(void *)(r_card->arena + OPERANDS),
			   .to = (uint64_t *)(void *)(r_card->arena + RESULTS), .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};

	r_up();
	start(&u);
	r_fence();
	if (r_i == 2)
		r_die();
	post(&v);
	r_check(!idle(&u), "one is missing");
	r_write(RN_QUEUES_CONTROL, 0);
	r_check(idle(&u) && r_read(RN_QUEUES_STATUS) == RN_QUEUES_STATUS_STOPPED_MASK, "off");
	r_fence();
	stop(&u);
	r_fence();
	/* the dead one's card runs still, but in a group of four */
	u.n = r_n - 1;
	u.index -= u.index > 2;
	r_up();
	start(&u);
	r_fence();
	post_vector(&v);
	check_vector(&v);
}

static void sleep_for_vectors(void)
{
	struct pollfd fd = {.fd = r_card->irq_fd, .events = POLLIN};
	struct use u = whole_ring(0, RN_REDUCE_OP_MIN, F64, 4, RN_REDUCE_CTRL_STREAM_MASK);
	struct vector v = {.u = &u};
	struct r_record r;

	r_up();
	start(&u);
	r_fence();
	for (v.number = 1; v.number <= 100; v.number++) {
		v.cookie = v.number;
		v.words = (uint32_t)v.number;
		place_vector(&v, 0);
		post_vector(&v);
		for (int got = 0; !got;) {
			r_check(r_card->arm(r_card) == RD_ARM_OK, "arm");
			got = r_take(&r);
			if (!got)
				r_check(poll(&fd, 1, 1000 * R_SECONDS) == 1, "not woken");
			r_card->disarm(r_card);
		}
		r_check(r.cookie == v.cookie, "completion");
		for (uint32_t i = 0; i < v.words; i++)
			r_check(v.to[i] == expected(&u, v.number, i), "word %u", i);
	}
}

int main(void)
{
	r_run("registers", 2, 1, registers);
	r_run("every operator and type, from registers", 8, 1, all_operators);
	r_run("every operator and type, from registers", 3, 1, all_operators);
	r_run("random members, all groups", 2, 1, random_groups);
	r_run("random members, all groups", 8, 1, random_groups);
	r_run("stopped in the middle", 3, 1, stopped);
	r_run("members that do not go together", 2, 1, misfits);
	r_run("a link dies", 4, 1, dead_link);
	r_run("sleeping members are woken", 5, 1, sleeping);
	r_run("vectors", 1 + 2, 1, vectors);
	r_run("vectors", 8, 1, vectors);
	r_run("vectors of all groups at once", 4, 1, vectors_at_once);
	r_run("vectors of different lengths", 3, 1, ragged);
	r_run("vectors that are refused", 3, 1, refused_vectors);
	r_run("a page is switched off", 3, 1, page_off);
	r_run("sleeping until a vector is done", 3, 1, sleep_for_vectors);
	r_may_die = 1u << 2;
	r_run("a member dies", 4, 1, one_dies);
	r_run("a member dies, others have vectors", 4, 1, die_with_vectors);
	return done();
}
