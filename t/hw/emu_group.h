/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the tests of the model's reductions: the card's arithmetic and order in plain C,
 * operands that all processes know, and starting and stopping a group.
 */
#ifndef RD_T_HW_EMU_GROUP_H
#define RD_T_HW_EMU_GROUP_H

#include <math.h>

#include "hw/emu/emu.h"
#include "runtime/progress.h"
#include "t/hw/emu_ring.h"

#define CHAIN RN_REDUCE_CTRL_CHAIN_MASK
#define ROOT RN_REDUCE_CTRL_ROOT_MASK
#define STREAM RN_REDUCE_CTRL_STREAM_MASK

static __attribute__((unused)) uint64_t own_seed = 0x5eed2;

/* ---- Plain C ---- */

enum { F32 = RN_REDUCE_TYPE_F32, F64 = RN_REDUCE_TYPE_F64 };

static inline int can(uint32_t op, uint32_t type)
{
	return op <= RN_REDUCE_OP_LXOR && op != RN_REDUCE_OP_PROD && type <= F64 &&
	       (type < F32 || op <= RN_REDUCE_OP_MAX);
}

static inline uint32_t lane_bytes(uint32_t type)
{
	static const uint8_t bytes[] = {1, 2, 4, 8, 1, 2, 4, 8, 4, 8};

	return bytes[type];
}

static inline int64_t extend(uint64_t v, uint32_t bits)
{
	return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static inline uint64_t lane_int(uint32_t op, uint32_t type, uint64_t a, uint64_t b)
{
	uint32_t bits = 8 * lane_bytes(type);
	int below = type < RN_REDUCE_TYPE_U8 ? extend(a, bits) < extend(b, bits) : a < b;

	switch (op) {
	case RN_REDUCE_OP_SUM:
		return a + b;
	case RN_REDUCE_OP_MIN:
		return below ? a : b;
	case RN_REDUCE_OP_MAX:
		return below ? b : a;
	case RN_REDUCE_OP_BAND:
		return a & b;
	case RN_REDUCE_OP_BOR:
		return a | b;
	case RN_REDUCE_OP_BXOR:
		return a ^ b;
	case RN_REDUCE_OP_LAND:
		return a && b;
	case RN_REDUCE_OP_LOR:
		return a || b;
	default:
		return !a != !b;
	}
}

static inline double number(uint32_t type, uint64_t v)
{
	double d;
	float f;
	uint32_t low = (uint32_t)v;

	memcpy(&d, &v, 8);
	memcpy(&f, &low, 4);
	return type == F32 ? (double)f : d;
}

static inline uint64_t lane_sum(uint32_t type, uint64_t a, uint64_t b)
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

static inline uint64_t lane_float(uint32_t op, uint32_t type, uint64_t a, uint64_t b)
{
	uint64_t quiet = type == F32 ? 0x7fc00000u : 0x7ff8000000000000u;
	uint64_t sum = lane_sum(type, a, b);
	double x = number(type, a), y = number(type, b);
	int below = x < y || (x == y && signbit(x) && !signbit(y));

	if (isnan(x) || isnan(y) || (op == RN_REDUCE_OP_SUM && isnan(number(type, sum))))
		return quiet;
	if (op == RN_REDUCE_OP_SUM)
		return sum;
	return below == (op == RN_REDUCE_OP_MIN) ? a : b;
}

static inline uint64_t plain(uint32_t op, uint32_t type, uint64_t a, uint64_t b)
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
static inline uint64_t corner(uint32_t type, uint64_t r)
{
	static const uint64_t f64[] = {
		0,
		0x8000000000000000u,
		1,
		0x8000000000000001u,
		0x000fffffffffffffu,
		0x0010000000000000u,
		0x3ff0000000000000u,
		0xbff0000000000000u,
		0x3ff0000000000001u,
		0x7fefffffffffffffu,
		0xffefffffffffffffu,
		0x7ff0000000000000u,
		0xfff0000000000000u,
		0x7ff8000000000001u,
		0xfff0000000000001u,
		0x4340000000000000u,
	};
	static const uint32_t f32[] = {
		0,           0x80000000u, 1,           0x80000001u, 0x007fffffu, 0x00800000u,
		0x3f800000u, 0xbf800000u, 0x3f800001u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u,
		0xff800000u, 0x7fc00001u, 0xff800001u, 0x4b800000u,
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
static inline uint64_t ordinary(uint32_t type, uint64_t r)
{
	if (type == F64)
		return (r & 0x807fffffffffffffu) |
		       (0x3f80000000000000u + (r >> 55 & 7) * 0x0010000000000000u);
	if (type == F32)
		return (r & 0x807fffffu) | (0x3f000000u + (uint32_t)(r >> 40 & 7) * 0x00800000u);
	return r;
}

enum palette { ANYTHING, NUMBERS, SMALLEST };

static inline uint64_t operand(uint32_t type, enum palette palette, uint64_t *state)
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
	int n, index;                    /* members; this one, -1: none */
	int node[R_MAX];                 /* of member m */
};

static inline uint32_t at(const struct use *u, uint32_t reg)
{
	return reg + (uint32_t)u->group * RN_REDUCE_CTRL_STEP;
}

static inline uint32_t get(const struct use *u, uint32_t reg)
{
	return r_read(at(u, reg));
}

static inline void set(const struct use *u, uint32_t reg, uint32_t value)
{
	r_write(at(u, reg), value);
}

static inline uint32_t status(const struct use *u)
{
	return get(u, RN_REDUCE_STATUS);
}

static inline void own(const struct use *u, int on)
{
	r_card->write(r_card, RN_GREDUCE_OWNER + 4 * (uint32_t)u->group,
		      on ? RN_GREDUCE_OWNER_ON_MASK | (uint32_t)r_card->place.page : 0);
}

static inline uint32_t ctrl_of(const struct use *u)
{
	return u->op << RN_REDUCE_CTRL_OP_LSB | u->type << RN_REDUCE_CTRL_TYPE_LSB |
	       (u->beats - 1) << RN_REDUCE_CTRL_BEATS_LSB | u->flags;
}

static inline void start(const struct use *u)
{
	int right = (u->n - 1) / 2, near = u->index <= right ? u->index - 1 : (u->index + 1) % u->n;

	own(u, 1);
	set(u, RN_REDUCE_MEMBER, (uint32_t)u->index << RN_REDUCE_MEMBER_INDEX_LSB | (uint32_t)u->n);
	set(u, RN_REDUCE_TOWARD, near < 0 ? 0 : (uint32_t)u->node[near]);
	set(u, RN_REDUCE_CTRL, ctrl_of(u) | RN_REDUCE_CTRL_EN_MASK);
	r_check((status(u) & ~(RN_REDUCE_STATUS_ROOM_MASK | RN_REDUCE_STATUS_IDLE_MASK)) ==
			RN_REDUCE_STATUS_RUN_MASK,
		"started: %#x", status(u));
}

static inline void stop(const struct use *u)
{
	set(u, RN_REDUCE_CTRL, 0);
	r_check(!(status(u) & RN_REDUCE_STATUS_RUN_MASK), "stopped: %#x", status(u));
}

/* Members from the root on, round the ring. */
static inline void set_members(struct use *u, uint64_t members, int root)
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

static inline struct use whole_ring(int group, uint32_t op, uint32_t type, uint32_t beats,
				    uint32_t flags)
{
	struct use u = {.group = group, .op = op, .type = type, .beats = beats, .flags = flags};

	set_members(&u, ~0ull, 0);
	return u;
}

/* Word `word` of operand `number` of a member: the same in all processes. */
static inline uint64_t x(const struct use *u, int member, uint64_t number, uint32_t word)
{
	uint64_t state = (number * 64 + (uint64_t)member) * 4096 + word + 0x9e3779b97f4a7c15u;

	for (int i = 0; i < 4; i++)
		r_random(&state);
	return operand(u->type, (enum palette)(number % 3), &state);
}

static inline uint64_t expected(const struct use *u, uint64_t number, uint32_t word)
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

static inline int keeps(const struct use *u)
{
	return u->flags & ROOT && u->index;
}

static inline int idle(const struct use *u)
{
	return (status(u) & RN_REDUCE_STATUS_IDLE_MASK) != 0;
}

/* Groups of one trial, members and modes drawn alike by all. */
static inline void draw(struct use *u, int group, uint64_t *state)
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

static inline uint32_t take_error(const struct use *u)
{
	uint32_t error = status(u) & RN_REDUCE_STATUS_ERROR_MASK;

	set(u, RN_REDUCE_STATUS, error);
	r_check(!(status(u) & RN_REDUCE_STATUS_ERROR_MASK), "cleared");
	return error >> RN_REDUCE_STATUS_ERROR_LSB;
}

#define GROUPS RD_EMU_REDUCE_N

#endif
