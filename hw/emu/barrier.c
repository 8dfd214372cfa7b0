/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks GROUP, GBARRIER and BARRIER. Each card's group is one word that its owner page writes:
 * entering a barrier increments the member's own word, waiting polls those of the other members.
 * The polled word is a copy. Two copies are used in turn: the one to be written next is not polled
 * any more, so its cache line can be prefetched. Called by regs.c.
 *
 * Members are the nearest LEFT enabled nodes to the left and RIGHT to the right, looked up when
 * this node enters and ring->config has changed: all are configured by then. A member that was
 * seen to have entered is not polled again. A member that disables the group after its last barrier
 * leaves its word in `last` for members that have not polled yet.
 */
#include "hw/emu/regs.h"

#define ENABLE RN_GROUP_CONFIG_ENABLE_MASK
#define INSIDE RN_GROUP_CONFIG_INSIDE_MASK
#define PHASE RN_GROUP_CONFIG_PHASE_MASK
#define KNOWN \
	(ENABLE | PHASE | RN_GROUP_CONFIG_PAGE_MASK | RN_GROUP_CONFIG_LEFT_MASK | \
	 RN_GROUP_CONFIG_RIGHT_MASK)

static uint32_t *word_of(const struct rd_emu *e, uint32_t node, uint32_t group)
{
	return &e->cards[node].group[group].state;
}

static uint32_t page_of(uint32_t state)
{
	return (state & RN_GROUP_CONFIG_PAGE_MASK) >> RN_GROUP_CONFIG_PAGE_LSB;
}

static int owned(const struct rd_emu *e, uint32_t state)
{
	return state & ENABLE && page_of(state) == (uint32_t)e->card.place.page;
}

/* Barriers entered, modulo 4. */
static uint32_t entered(uint32_t state)
{
	return ((state & PHASE) >> RN_GROUP_CONFIG_PHASE_LSB) + ((state & INSIDE) != 0);
}

/* The state when the barrier is complete: INSIDE is cleared, PHASE is the next. */
static uint32_t outside(uint32_t state)
{
	return (state & ~(PHASE | INSIDE)) | ((state + (1u << RN_GROUP_CONFIG_PHASE_LSB)) & PHASE);
}

/* ---- Members ---- */

static uint32_t find(const struct rd_emu *e, struct rd_emu_barrier *b, uint32_t group, int left,
		     uint32_t want)
{
	uint32_t found = 0, step = left ? e->nodes - 1 : 1;

	for (uint32_t at = (e->node + step) % e->nodes; at != e->node && found < want;
	     at = (at + step) % e->nodes) {
		if (!(__atomic_load_n(word_of(e, at, group), __ATOMIC_RELAXED) & ENABLE))
			continue;
		b->node[b->n++] = b->far[!left] = (uint16_t)at;
		found++;
	}
	return found;
}

static void look_up(const struct rd_emu *e, struct rd_emu_barrier *b, uint32_t group)
{
	uint32_t config = __atomic_load_n(&e->ring->config, __ATOMIC_ACQUIRE);
	uint32_t left = (b->state & RN_GROUP_CONFIG_LEFT_MASK) >> RN_GROUP_CONFIG_LEFT_LSB;
	uint32_t right = b->state & RN_GROUP_CONFIG_RIGHT_MASK;

	if (rd_likely(b->known && b->config == config))
		return;
	b->known = 1;
	b->config = config;
	b->n = 0;
	b->far[0] = b->far[1] = (uint16_t)e->node;
	b->whole = left + right < e->nodes && find(e, b, group, 1, left) == left &&
		   find(e, b, group, 0, right) == right;
}

/* ---- Polling ---- */

static void watch(struct rd_emu *e, uint32_t group, uint32_t state)
{
	struct rd_emu_barrier *b = &e->barrier[group];

	b->state = state;
	look_up(e, b, group);
	b->waiting = b->n;
	b->open = 1;
	e->inside |= 1u << group;
}

/* Whether the node has entered this phase, or already the next. */
static int has_entered(const struct rd_emu *e, uint32_t node, uint32_t group, uint32_t phase)
{
	const struct rd_emu_group *g = &e->cards[node].group[group];
	/* pairs with enter */
	uint32_t state = __atomic_load_n(&g->shown[phase & 1].state, __ATOMIC_ACQUIRE);

	if (rd_unlikely(!(state & ENABLE)))
		state = __atomic_load_n(&g->last, __ATOMIC_ACQUIRE); /* pairs with configure */
	return ((entered(state) - phase) & 3) <= 1;
}

static int joined(struct rd_emu *e, const struct rd_emu_barrier *b)
{
	return rd_emu_all_up(e) || (rd_emu_way_open(e, b->far[0], e->node, 1) &&
				    rd_emu_way_open(e, b->far[1], e->node, -1));
}

/* Whether this node, whose word has INSIDE set, still waits for members. */
static int still_inside(struct rd_emu *e, uint32_t group, uint32_t state)
{
	struct rd_emu_barrier *b = &e->barrier[group];
	uint32_t phase = entered(state);
	uint64_t begin;

	/* the state repeats after four barriers: a process that did not enter them sees none */
	if (rd_unlikely(b->state != state || !owned(e, state)))
		watch(e, group, state);
	if (!b->open)
		return 0;
	begin = rd_emu_look_begin(e);
	for (uint32_t i = 0; i < b->waiting;) {
		uint16_t node = b->node[i];

		if (!has_entered(e, node, group, phase)) {
			i++;
			continue;
		}
		b->node[i] = b->node[--b->waiting];
		b->node[b->waiting] = node;
	}
	if (b->waiting || !b->whole || !joined(e, b))
		return 1;
	rd_emu_look_end(e, begin);
	b->open = 0;
	e->inside &= ~(1u << group);
	rd_prefetch_to_write(&e->own->group[group].shown[(phase + 1) & 1]);
	if (owned(e, state))
		rd_emu_raise_own(e, RN_PAGE_EVENT_BARRIER_MASK);
	return 0;
}

static uint32_t view(struct rd_emu *e, uint32_t group, uint32_t state)
{
	return state & INSIDE && !still_inside(e, group, state) ? outside(state) : state;
}

void rd_emu_barrier_notice(struct rd_emu *e)
{
	for (uint32_t rest = e->inside; rest; rest &= rest - 1) {
		uint32_t group = (uint32_t)__builtin_ctz(rest);
		uint32_t state = __atomic_load_n(word_of(e, e->node, group), __ATOMIC_RELAXED);

		if (state & INSIDE && owned(e, state))
			still_inside(e, group, state);
		else
			e->inside &= ~(1u << group);
	}
}

/* ---- Entering ---- */

static void wake_members(struct rd_emu *e, const struct rd_emu_barrier *b, uint32_t group)
{
	if (!rd_emu_any_sleeps(e))
		return;
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t state = __atomic_load_n(word_of(e, b->node[i], group), __ATOMIC_RELAXED);

		if (page_of(state) < e->users)
			rd_emu_wake_slow(e, b->node[i] * e->users + page_of(state));
	}
}

static void enter(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_group *g = &e->own->group[group];
	uint32_t state = __atomic_load_n(&g->state, __ATOMIC_RELAXED);

	if (rd_likely(owned(e, state)))
		state = view(e, group, state);
	if (rd_unlikely(!owned(e, state) || state & INSIDE)) {
		rd_emu_raise(e->page, RN_PAGE_EVENT_REFUSED_MASK);
		return;
	}
	state |= INSIDE;
	watch(e, group, state);
	__atomic_store_n(&g->state, state, __ATOMIC_RELAXED);
	/* pairs with has_entered */
	__atomic_store_n(&g->shown[entered(state) & 1].state, state, __ATOMIC_RELEASE);
	wake_members(e, &e->barrier[group], group);
}

/* ---- Registers ---- */

static void configure(struct rd_emu *e, uint32_t group, uint32_t value)
{
	struct rd_emu_group *g = &e->own->group[group];
	uint32_t was = __atomic_load_n(&g->state, __ATOMIC_RELAXED);
	uint32_t now = value & ENABLE ? value & KNOWN : 0;

	if (was & ENABLE && !(value & ENABLE))
		__atomic_store_n(&g->last, was, __ATOMIC_RELEASE); /* pairs with has_entered */
	__atomic_store_n(&g->shown[0].state, now, __ATOMIC_RELEASE);
	__atomic_store_n(&g->shown[1].state, now, __ATOMIC_RELEASE);
	__atomic_store_n(&g->state, now, __ATOMIC_RELEASE);
	rd_emu_changed(e);
}

uint32_t rd_emu_barrier_global_read(struct rd_emu *e, uint32_t at)
{
	uint32_t group = (at - RN_GROUP_CONFIG) / RN_GROUP_CONFIG_STEP;

	if (group >= RN_GROUP_N)
		return 0; /* LOST: symbols are not modelled */
	return view(e, group, __atomic_load_n(word_of(e, e->node, group), __ATOMIC_RELAXED));
}

void rd_emu_barrier_global_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	uint32_t group = (at - RN_GROUP_CONFIG) / RN_GROUP_CONFIG_STEP;

	if (group < RN_GROUP_N)
		configure(e, group, value);
}

uint32_t rd_emu_barrier_read(struct rd_emu *e, uint32_t at)
{
	uint32_t group = (at - RN_BARRIER_GROUP) / RN_BARRIER_GROUP_STEP;
	uint32_t state = __atomic_load_n(word_of(e, e->node, group), __ATOMIC_RELAXED);

	if (at % RN_BARRIER_GROUP_STEP || !owned(e, state))
		return 0;
	return view(e, group, state);
}

void rd_emu_barrier_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	(void)value;
	if (at % RN_BARRIER_GROUP_STEP == 0)
		enter(e, (at - RN_BARRIER_GROUP) / RN_BARRIER_GROUP_STEP);
}

int rd_emu_barrier_bury(struct rd_emu *e, uint32_t node, uint32_t page, uint32_t group)
{
	struct rd_emu_group *g = &e->cards[node].group[group];
	uint32_t was = __atomic_load_n(&g->state, __ATOMIC_RELAXED);

	if (!(was & ENABLE) || page_of(was) != page)
		return 0;
	__atomic_store_n(&g->last, was, __ATOMIC_RELEASE); /* pairs with has_entered */
	__atomic_store_n(&g->shown[0].state, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&g->shown[1].state, 0, __ATOMIC_RELEASE);
	if (!__atomic_compare_exchange_n(&g->state, &was, 0, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		return 0; /* another process has done it */
	rd_emu_changed(e);
	return 1;
}

void rd_emu_barrier_leave(struct rd_emu *e)
{
	for (uint32_t group = 0; group < RN_GROUP_N; group++)
		if (owned(e, __atomic_load_n(word_of(e, e->node, group), __ATOMIC_RELAXED)))
			configure(e, group, 0);
}
