/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions from registers on the model of the ring card (hw/emu/reduce.c, members.c, alu.c;
 * docs/CARD.md 7, blocks GREDUCE and REDUCE): every operator and type equals plain C, in the order
 * of members that the card documents, bit for bit on all members.
 */
#include <poll.h>

#include "t/hw/emu_group.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#else /* modes that are not tried */
#define _mm_getcsr() 0x1f80u
#define _mm_setcsr(modes) ((void)(modes))
#endif

/* ---- Registers ---- */

static unsigned in_one; /* accesses that did everything */

static uint32_t group_of(const struct use *u)
{
	return (uint32_t)u->group;
}

/* Every other operand in one access, which a group that has just started may refuse. */
static void give(const struct use *u, uint64_t number)
{
	uint64_t words[4];

	for (uint32_t i = 0; i < 4; i++)
		words[i] = x(u, u->index, number, i);
	if (number % 2 && r_card->give(r_card, group_of(u), words, u->beats)) {
		in_one++;
		return;
	}
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

/* One call of `take` gives the same result, or, since groups have been set up, none. */
static void check_take(const struct use *u)
{
	uint64_t words[4];

	if (!r_card->take(r_card, group_of(u), words, u->beats))
		return;
	in_one++;
	r_check(status(u) & RN_REDUCE_STATUS_RESULT_MASK, "taken, with status %#x", status(u));
	for (uint32_t i = 0; i < u->beats; i++)
		r_check(words[i] == result(u, i), "taken %#llx", (unsigned long long)words[i]);
}

static void check_result(const struct use *u, uint64_t number)
{
	int got = (status(u) & RN_REDUCE_STATUS_RESULT_MASK) != 0;

	check_take(u);

	r_check(got == !keeps(u), "status %#x", status(u));
	r_check(!(status(u) & RN_REDUCE_STATUS_ERROR_MASK), "status %#x", status(u));
	for (uint32_t i = 0; i < 4; i++) {
		uint64_t want = i < u->beats && got ? expected(u, number, i) : 0, is = result(u, i);

		r_check(is == want || i >= u->beats,
			"op %u type %u n %d index %d flags %#x operand %llu: %#llx, not %#llx",
			u->op, u->type, u->n, u->index, u->flags, (unsigned long long)number,
			(unsigned long long)is, (unsigned long long)want);
	}
}

static void all_operators(void)
{
	static const uint32_t modes[] = {0, CHAIN, ROOT, CHAIN | ROOT};
	uint64_t number = 1;

	/* as in a program that was compiled for speed: not part of the card */
	if (r_i == 1)
		_mm_setcsr(_mm_getcsr() | 0x8040);
	for (uint32_t op = 0; op < 16; op++) {
		for (uint32_t type = 0; type < 16; type++) {
			struct use u =
				whole_ring(2, op, type, 1 + number % 4, modes[number / 4 % 4]);

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
	r_check(in_one > 1000, "%u accesses did all", in_one);
}

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
			stop(u); /* others may not have polled yet */
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

/* Settings that the card refuses. */
static void refused(const struct use *u)
{
	static const struct {
		uint32_t ctrl, member;
	} bad[] = {
		{0x001, 0},  {0x001, 2u << 16 | 2},
		{0x001, 17}, {0x003, 1025},
		{0x031, 2},  {0x0a1, 2},
		{0xa01, 2},  {0x841, 2},
		{0x971, 2},
	};

	take_events();
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		set(u, RN_REDUCE_MEMBER, bad[i].member);
		set(u, RN_REDUCE_CTRL, bad[i].ctrl);
		r_check(take_error(u) == 1, "setting %d", (int)i);
		r_check(!(status(u) & RN_REDUCE_STATUS_RUN_MASK), "does not run");
		r_check(get(u, RN_REDUCE_CTRL) == (bad[i].ctrl & ~1u), "is kept");
		r_check(take_events() == RN_PAGE_EVENT_REDUCE_MASK, "with an event");
	}
}

static void registers(void)
{
	struct use u = whole_ring(3, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 1, 0);
	uint64_t word[4] = {1};

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
		r_check(status(&u) == RN_REDUCE_STATUS_RUN_MASK && !result(&u, 0), "open: %#x",
			status(&u));
		r_check(!r_card->give(r_card, group_of(&u), word, 1) &&
				!r_card->take(r_card, group_of(&u), word, 1),
			"nothing in one access");
		set(&u, RN_REDUCE_DOORBELL, 0);
		r_check(take_error(&u) == 2, "not idle");
		set(&u, RN_REDUCE_OPERAND_0, 77); /* of the next one: this one keeps its own */
		r_check(take_events() == RN_PAGE_EVENT_REDUCE_MASK, "with an event");
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
	r_check(!result(&u, 0) && !r_card->take(r_card, group_of(&u), word, 1),
		"and its result is gone");
	r_check(!r_card->give(r_card, group_of(&u), word, 1), "it takes no operand");
}

/* Stopped with operands in flight; nothing of them remains. */
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

/* Members that do not match wait. */
static void misfits(void)
{
	struct use u = whole_ring(1, RN_REDUCE_OP_MAX, RN_REDUCE_TYPE_I32, 1, 0);
	struct use odd = u;

	odd.flags = CHAIN;
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
	/* node 3 receives 0 and 2 by other links and 1 by way of 2; 0 would receive 1 over the dead
	 * link */
	r_check(idle(&u) == (r_i == 3), "status %#x", status(&u));
	r_fence();
}

static void one_dies(void)
{
	struct use u = whole_ring(1, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_F32, 1, CHAIN);

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
	r_may_die = 1u << 2;
	r_run("a member dies", 4, 1, one_dies);
	return done();
}
