/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers on the model of the ring card (hw/emu/barrier.c; docs/CARD.md 6, blocks GROUP and
 * BARRIER): no node leaves before all have entered, for any set of members, and registers read as
 * the card's would. Seeds are printed when a check fails.
 */
#include <poll.h>

#include "hw/emu/emu.h"
#include "runtime/progress.h"
#include "t/hw/emu_ring.h"

static uint64_t seed = 0x5eed1;

#define ENABLE RN_GROUP_CONFIG_ENABLE_MASK

static uint32_t config_at(int g)
{
	return RN_GROUP_CONFIG + (uint32_t)g * RN_GROUP_CONFIG_STEP;
}

static uint32_t group_at(int g)
{
	return RN_BARRIER_GROUP + (uint32_t)g * RN_BARRIER_GROUP_STEP;
}

/* n members, this one included: half of the ring of them on each side. */
static uint32_t setting(int n, uint32_t phase)
{
	uint32_t left = (uint32_t)n / 2, right = (uint32_t)n - 1 - left;

	return ENABLE | (uint32_t)r_card->place.page << RN_GROUP_CONFIG_PAGE_LSB |
	       phase << RN_GROUP_CONFIG_PHASE_LSB | left << RN_GROUP_CONFIG_LEFT_LSB | right;
}

static void configure(int g, uint32_t value)
{
	r_card->write(r_card, config_at(g), value);
}

static void enter(int g)
{
	r_write(group_at(g), 0);
}

static int inside(int g)
{
	return (r_read(group_at(g)) & RN_BARRIER_GROUP_INSIDE_MASK) != 0;
}

static uint32_t phase(int g)
{
	return (uint32_t)r_field(r_read(group_at(g)), RN_BARRIER_GROUP_PHASE);
}

static void dawdle(void)
{
	uint64_t r = r_random(&seed);

	if (r % 16 == 0)
		sched_yield();
	for (uint64_t i = 0; i < r / 16 % 256; i++)
		rd_cpu_relax();
}

static uint32_t take_events(uint32_t of)
{
	uint32_t event = r_read(RN_PAGE_EVENT) & of;

	r_write(RN_PAGE_EVENT, event);
	return event;
}

/* ---- All nodes ---- */

static uint64_t *rounds(int g, int i)
{
	return &r_share->word[g * 64 + i];
}

/* Publishes that this process is in round `round` of the group; enters. */
static void begin(int g, uint64_t round)
{
	__atomic_store_n(rounds(g, r_i), round, __ATOMIC_RELAXED);
	enter(g);
}

/* All members (a bit for each process) are in this round, or one further. */
static void check_round(int g, uint64_t round, uint64_t members)
{
	for (int i = 0; i < r_n; i++) {
		uint64_t there = __atomic_load_n(rounds(g, i), __ATOMIC_RELAXED);

		r_check(!(members >> i & 1) || there - round <= 1,
			"group %d: left round %llu while process %d is in %llu", g,
			(unsigned long long)round, i, (unsigned long long)there);
	}
}

static void everybody(void)
{
	uint32_t first = 3;

	configure(5, setting(r_n, first));
	r_fence();
	for (uint32_t round = 1; round <= 2000; round++) {
		dawdle();
		r_check(!inside(5) && phase(5) == ((first + round - 1) & 3), "round %u", round);
		begin(5, round);
		r_until(!inside(5));
		check_round(5, round, ~0ull);
	}
	r_fence();
	configure(5, 0);
}

/* ---- Registers ---- */

static void registers(void)
{
	uint32_t value = setting(2, 1), shown;

	r_check(!r_card->read(r_card, config_at(3)), "disabled at first");
	configure(3, value & ~ENABLE);
	r_check(!r_card->read(r_card, config_at(3)) && !r_read(group_at(3)), "disabled: reads 0");
	configure(3, value | RN_GROUP_CONFIG_INSIDE_MASK | 0x78000000 | 1u << 23);
	r_check(r_read(group_at(3)) == value, "only fields, INSIDE is the card's");
	r_check(r_card->read(r_card, config_at(3)) == value, "the same for the driver");
	r_check(!r_card->read(r_card, RN_GBARRIER_LOST), "nothing is lost");
	take_events(0x7f);
	enter(4);
	r_check(take_events(0x7f) == RN_PAGE_EVENT_REFUSED_MASK, "a group that is not ours");
	r_write(group_at(3) + 4, 0);
	r_check(!inside(3) && !r_read(group_at(3) + 4), "between the groups there is nothing");
	r_fence();
	if (r_i == 0) {
		enter(3);
		r_check(inside(3) && phase(3) == 1, "entered");
		shown = r_card->read(r_card, config_at(3));
		r_check(shown == (value | RN_GROUP_CONFIG_INSIDE_MASK), "CONFIG %#x", shown);
		r_check(!take_events(0x7f), "nothing has happened yet");
		enter(3);
		r_check(take_events(0x7f) == RN_PAGE_EVENT_REFUSED_MASK, "twice");
		r_check(inside(3), "and still inside");
	}
	r_fence();
	if (r_i == 1)
		enter(3);
	r_fence();
	r_check(take_events(0x7f) == RN_PAGE_EVENT_BARRIER_MASK, "an event when it is completed");
	r_check(!inside(3) && phase(3) == 2 && !take_events(0x7f), "once");
	r_check(r_read(group_at(3)) == setting(2, 2), "as configured, but for the phase");
}

/* A group belongs to one page of its card. */
static void other_page(void)
{
	int owner = r_i % 2 == 0;

	if (owner)
		configure(2, setting(2, 0));
	r_fence();
	if (!owner) {
		r_check(!r_read(group_at(2)), "another's group reads 0");
		r_check(r_card->read(r_card, config_at(2)) & ENABLE, "the driver sees it");
		take_events(0x7f);
		enter(2);
		r_check(take_events(0x7f) == RN_PAGE_EVENT_REFUSED_MASK, "may not enter");
	}
	r_fence();
	for (int round = 1; round <= 9; round++) {
		uint32_t shown;

		if (owner)
			enter(2);
		r_fence();
		r_until(!(r_card->read(r_card, config_at(2)) & RN_GROUP_CONFIG_INSIDE_MASK));
		shown = r_card->read(r_card, config_at(2));
		r_check(r_field(shown, RN_GROUP_CONFIG_PHASE) == (uint32_t)(round & 3), "%#x",
			shown);
		r_fence();
		if (owner)
			r_check(phase(2) == (uint32_t)(round & 3), "the same for its owner");
		r_fence();
	}
}

/* ---- Random members, several groups at once ---- */

#define GROUPS 6

/* Members of the groups of one trial: bits of processes, at least one. */
static void draw(uint64_t *state, uint64_t *members)
{
	for (int g = 0; g < GROUPS; g++) {
		members[g] = r_random(state) >> 8 & ((1ull << r_n) - 1);
		if (!members[g])
			members[g] = 1ull << (r_random(state) % (uint64_t)r_n);
	}
}

/* All groups, in a different order each time; a group whose rounds are over is disabled at once,
 * while others have not polled yet. */
static void run_groups(uint64_t mine, const uint64_t *members, uint64_t base, uint32_t lap)
{
	uint32_t left[GROUPS];

	for (int g = 0; g < GROUPS; g++)
		left[g] = lap;
	for (uint64_t open = mine, in = 0; open;) {
		int g = (int)(r_random(&seed) % GROUPS);
		uint64_t bit = 1ull << g;

		r_idle((uint32_t)seed);
		if (!(open & bit))
			continue;
		if (!(in & bit)) {
			begin(g, base + lap - left[g]);
			in |= bit;
		} else if (!inside(g)) {
			check_round(g, base + lap - left[g], members[g]);
			in &= ~bit;
			if (!--left[g]) {
				configure(g, 0);
				open &= ~bit;
			}
		}
	}
}

static void random_groups(void)
{
	uint64_t shared = 0xabcd + (uint64_t)r_n, members[GROUPS];

	for (uint32_t trial = 1; trial <= 60; trial++) {
		uint64_t mine = 0;

		draw(&shared, members);
		for (int g = 0; g < GROUPS; g++)
			if (members[g] >> r_i & 1)
				mine |= 1ull << g;
		for (int g = 0; g < GROUPS; g++)
			if (mine >> g & 1)
				configure(g, setting(__builtin_popcountll(members[g]), trial & 3));
		r_fence();
		run_groups(mine, members, trial * 100, 1 + (uint32_t)(trial % 9));
		r_fence();
	}
}

/* A part of the ring: those that precede and those that follow, none the other way round. */
static void part(void)
{
	int first = 1, n = 4, at = r_i - first;
	uint32_t value = ENABLE | (uint32_t)at << RN_GROUP_CONFIG_LEFT_LSB | (uint32_t)(n - 1 - at);

	if (at < 0 || at >= n)
		return;
	configure(0, value);
	r_until(__atomic_load_n(&r_share->word[1000], __ATOMIC_ACQUIRE) >= (uint64_t)at);
	__atomic_fetch_add(&r_share->word[1000], 1, __ATOMIC_ACQ_REL);
	r_until(__atomic_load_n(&r_share->word[1000], __ATOMIC_ACQUIRE) >= (uint64_t)n);
	for (uint32_t round = 1; round <= 300; round++) {
		dawdle();
		begin(0, round);
		r_until(!inside(0));
		check_round(0, round, 0x1e);
	}
}

/* ---- Barriers that cannot complete ---- */

static void disabled(void)
{
	configure(1, setting(r_n, 0));
	r_fence();
	if (r_i)
		enter(1);
	r_fence();
	for (int i = 0; i < 1000; i++)
		r_check((r_i != 0) == inside(1), "process 0 has not entered");
	r_fence();
	configure(1, 0);
	r_check(!r_read(group_at(1)), "disabled while inside");
	r_fence();
	configure(1, setting(r_n, 2));
	r_fence();
	r_check(!inside(1) && phase(1) == 2, "nothing is left of the barrier before");
	for (uint32_t round = 1; round <= 50; round++) {
		begin(1, round);
		r_until(!inside(1));
		check_round(1, round, ~0ull);
	}
}

static void one_dies(void)
{
	configure(1, setting(r_n, 0));
	r_fence();
	begin(1, 1);
	r_until(!inside(1));
	if (r_i == 2)
		r_die();
	begin(1, 2);
	for (int i = 0; i < 1000; i++)
		r_check(inside(1), "one will never enter");
	configure(1, 0);
	r_check(!inside(1), "disabled");
}

/* Node 1 receives nothing from the left over a dead link, node 3 awaits node 0 from the right. */
static void dead_link(void)
{
	configure(1, setting(r_n, 0));
	r_fence();
	if (r_i == 0)
		rd_emu_kill_link(r_card, 0, 1);
	r_fence();
	begin(1, 1);
	r_fence();
	/* LEFT is 2, RIGHT 1: link 0-1 carries the state of 0 for nodes 1 and 2, and of 1 for 0 */
	for (int i = 0; i < 1000; i++)
		r_check(inside(1) == (r_i != 3), "a dead link");
	r_fence();
	if (r_i <= 1)
		r_card->write(r_card, RN_NODE_LINK + (uint32_t)!r_i * RN_NODE_LINK_STEP,
			      RN_NODE_LINK_DEAD_MASK);
	r_fence();
	r_until(!inside(1));
	check_round(1, 1, ~0ull);
}

/* ---- Sleeping ---- */

static void sleep_until_outside(int g)
{
	struct pollfd fd = {.fd = r_card->irq_fd, .events = POLLIN};

	while (inside(g)) {
		int arm = r_card->arm(r_card);

		r_check(arm == RD_ARM_OK, "arm %d", arm);
		if (inside(g))
			r_check(poll(&fd, 1, 1000 * R_SECONDS) == 1, "not woken");
		r_card->disarm(r_card);
	}
}

static void sleeping(void)
{
	configure(7, setting(r_n, 0));
	r_fence();
	for (uint32_t round = 1; round <= 300; round++) {
		dawdle();
		begin(7, round);
		sleep_until_outside(7);
		check_round(7, round, ~0ull);
	}
}

int main(void)
{
	r_run("registers", 2, 1, registers);
	r_run("a group of another page", 2, 2, other_page);
	r_run("nobody leaves before all have entered", 2, 1, everybody);
	r_run("nobody leaves before all have entered", 8, 1, everybody);
	r_run("random members, several groups", 3, 1, random_groups);
	r_run("random members, several groups", 8, 1, random_groups);
	r_run("a part of the ring", 7, 1, part);
	r_run("disabled in the middle", 4, 1, disabled);
	r_may_die = 1u << 2;
	r_run("a member dies", 4, 1, one_dies);
	r_may_die = 0;
	r_run("a link dies and comes back", 4, 1, dead_link);
	r_run("sleeping members are woken", 5, 1, sleeping);
	return done();
}
