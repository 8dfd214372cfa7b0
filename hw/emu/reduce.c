/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks GREDUCE and REDUCE: reduction groups, and operands and results in registers. Vectors in
 * memory are vector.c's, members members.c's, arithmetic alu.c's. Called by regs.c.
 *
 * DOORBELL puts the operand into a line of this card's own; whoever asks for the result takes the
 * operands from the lines of all members and combines them himself, in the order of the card
 * (docs/CARD.md 7):
 *
 *     r = x_R;      then r = r OP x_(R-1), ..., r OP x_0             R = (n - 1) / 2
 *     l = x_(R+1);  then l = l OP x_(R+2), ..., l OP x_(n-1)
 *     result = l OP r                                                (n = 1: x_0)
 *
 * A line is written again RD_EMU_WINDOW operands later. That needs everybody's operand of the
 * one before, and who gives that one has taken all operands before it: two lines would do. An
 * operand is known by its number, counted since ever, so that none of an earlier use of the group
 * is taken for it.
 */
#include "hw/emu/reduce.h"
#include "hw/emu/regs.h"

#include <string.h>

#define EN RN_REDUCE_CTRL_EN_MASK
#define STREAM RN_REDUCE_CTRL_STREAM_MASK
#define CHAIN RN_REDUCE_CTRL_CHAIN_MASK
#define GATHER_N 16   /* members, most in gather mode */
#define LATENCY_CYC 7 /* what the Verilog has */
/* Errors, as in STATUS from bit 0. */
#define BAD_SETTING 1u
#define BAD_TURN 2u

static int runs(const struct rd_emu_reduce *r)
{
	return __atomic_load_n(&r->ctrl, __ATOMIC_RELAXED) & EN;
}

/* Operands come through registers. */
static int by_host(const struct rd_emu_reduce *r)
{
	return (__atomic_load_n(&r->ctrl, __ATOMIC_RELAXED) & (EN | STREAM)) == EN;
}

void rd_emu_reduce_fault(struct rd_emu *e, uint32_t group, uint32_t errors)
{
	struct rd_emu_reduce *r = &e->own->reduce[group];
	uint32_t owner = r->owner, page = owner & RN_GREDUCE_OWNER_PAGE_MASK;

	__atomic_fetch_or(&r->error, errors, __ATOMIC_RELAXED);
	if (owner & RN_GREDUCE_OWNER_ON_MASK && page < e->users)
		rd_emu_raise(&e->pages[e->node * e->users + page], RN_PAGE_EVENT_REDUCE_MASK);
}

/* ---- Results ---- */

/* Number of a member's operand of the operation that is open, and where it puts it. */
static uint32_t number_of(const struct rd_emu *e, uint32_t group, uint32_t index)
{
	const struct rd_emu_reducing *m = &e->reduce[group];

	return m->member[index].base + m->ops;
}

static const struct rd_emu_cell *cell_of(const struct rd_emu *e, uint32_t group, uint32_t index)
{
	const struct rd_emu_cell *cell = e->reduce[group].member[index].cell;

	return &cell[number_of(e, group, index) % RD_EMU_WINDOW];
}

static const uint64_t *operand_of(const struct rd_emu *e, uint32_t group, uint32_t index)
{
	return cell_of(e, group, index)->beat;
}

static void combine(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t ctrl = e->own->reduce[group].ctrl, beats = rd_emu_reduce_beats(ctrl);
	uint32_t right = rd_emu_reduce_right(m->n), modes;
	rd_emu_fold *fold = rd_emu_reduce_fold(ctrl);
	uint64_t arm[4];

	modes = rd_emu_alu_begin();
	memcpy(arm, operand_of(e, group, right), sizeof(arm));
	for (uint32_t i = right; i-- > 0;)
		fold(arm, operand_of(e, group, i), beats);
	if (m->n > 1) {
		memcpy(m->result, operand_of(e, group, right + 1), sizeof(m->result));
		for (uint32_t i = right + 2; i < m->n; i++)
			fold(m->result, operand_of(e, group, i), beats);
		fold(m->result, arm, beats);
	} else {
		memcpy(m->result, arm, sizeof(m->result));
	}
	rd_emu_alu_end(modes);
}

static int has_given(const struct rd_emu *e, uint32_t group, uint32_t index)
{
	const struct rd_emu_cell *c = cell_of(e, group, index);

	/* pairs with give */
	return __atomic_load_n(&c->number, __ATOMIC_ACQUIRE) == number_of(e, group, index);
}

static void end(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	struct rd_emu_reduce *r = &e->own->reduce[group];
	uint32_t cells = rd_emu_reduce_cells(r->ctrl, rd_emu_reduce_index(r), m->n);

	m->has = !rd_emu_reduce_keeps(r);
	if (m->has)
		combine(e, group);
	m->open = 0;
	e->reducing &= ~(1u << group);
	__atomic_store_n(&r->cells, r->cells + cells, __ATOMIC_RELAXED);
	if (m->n > 1)
		rd_emu_raise_own(e, RN_PAGE_EVENT_REDUCE_MASK);
}

/* All others: the own operand is there. */
static void await(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t own = rd_emu_reduce_index(&e->own->reduce[group]);

	m->waiting = 0;
	for (uint32_t i = 0; i < m->n; i++)
		if (i != own)
			m->late[m->waiting++] = (uint16_t)i;
}

/* Whether the operation that is open has a result now. */
static void look(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t own = rd_emu_reduce_index(&e->own->reduce[group]);

	if (rd_unlikely(!m->whole)) {
		if (m->config == __atomic_load_n(&e->ring->config, __ATOMIC_RELAXED))
			return;
		rd_emu_look_up(e, group);
		await(e, group);
		if (!m->whole)
			return;
	}
	for (uint32_t i = 0; i < m->waiting;) {
		if (has_given(e, group, m->late[i]))
			m->late[i] = m->late[--m->waiting];
		else
			i++;
	}
	if (!m->waiting && rd_emu_joined(e, group, (int)own))
		end(e, group);
}

/* Forgets an operation that was stopped by another process. */
static int is_open(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	const struct rd_emu_reduce *r = &e->own->reduce[group];

	if (m->open && rd_likely(rd_emu_reduce_owned(e, r) && by_host(r)))
		look(e, group);
	return m->open;
}

void rd_emu_reduce_notice(struct rd_emu *e)
{
	for (uint32_t rest = e->reducing; rest; rest &= rest - 1)
		is_open(e, (uint32_t)__builtin_ctz(rest));
}

/* ---- Operands ---- */

static void wake_members(struct rd_emu *e, const struct rd_emu_reducing *m)
{
	if (!rd_emu_any_sleeps(e))
		return;
	for (uint32_t i = 0; i < m->n; i++)
		if (m->member[i].of != UINT32_MAX)
			rd_emu_wake_slow(e, m->member[i].of);
}

/* The operand is published. */
static void give(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	struct rd_emu_reduce *r = &e->own->reduce[group];
	uint32_t number = r->given + 1;
	struct rd_emu_cell *c = &r->cell[number % RD_EMU_WINDOW];

	if (rd_unlikely(!m->known))
		rd_emu_look_up(e, group);
	memcpy(c->beat, m->operand, sizeof(c->beat));
	__atomic_store_n(&c->number, number, __ATOMIC_RELEASE); /* pairs with has_given */
	r->given = number;
	m->ops++;
	m->open = 1;
	m->has = 0;
	e->reducing |= 1u << group;
	await(e, group);
	wake_members(e, m);
	if (rd_unlikely(m->n == 1))
		look(e, group);
}

static void doorbell(struct rd_emu *e, uint32_t group)
{
	if (rd_likely(by_host(&e->own->reduce[group]) && !is_open(e, group)))
		give(e, group);
	else
		rd_emu_reduce_fault(e, group, BAD_TURN);
}

static void put_operand(struct rd_emu *e, uint32_t group, uint32_t word, uint32_t value)
{
	if (rd_likely(by_host(&e->own->reduce[group])))
		e->reduce[group].operand[word] = value;
	else
		rd_emu_reduce_fault(e, group, BAD_TURN);
}

/* ---- Starting and stopping ---- */

static int good_setting(const struct rd_emu_reduce *r, uint32_t ctrl)
{
	uint32_t n = rd_emu_reduce_members(r), most = ctrl & CHAIN ? RD_EMU_NODES : GATHER_N;

	return n && n <= most && rd_emu_reduce_index(r) < n && rd_emu_reduce_fold(ctrl);
}

/* What this process knew of the group is of a use before. */
static void renew(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];

	m->known = m->whole = m->open = m->has = 0;
	m->ops = 0;
	e->reducing &= ~(1u << group);
}

static void start(struct rd_emu *e, uint32_t group, uint32_t ctrl)
{
	struct rd_emu_reduce *r = &e->own->reduce[group];

	if (!good_setting(r, ctrl)) {
		rd_emu_reduce_fault(e, group, BAD_SETTING);
		return;
	}
	renew(e, group);
	rd_emu_lock_of_dead(&e->ring->work[group].lock, 0); /* who died at work for this group */
	r->base = r->given;
	__atomic_store_n(&r->ctrl, ctrl | EN, __ATOMIC_RELEASE); /* pairs with rd_emu_look_up */
	rd_emu_changed(e);
	if (ctrl & STREAM)
		rd_emu_vectors(e, group);
}

/* By any process of the card. What was given stays where it is, for who has not taken it yet. */
static void stop(struct rd_emu *e, struct rd_emu_reduce *r)
{
	if (!runs(r))
		return;
	__atomic_fetch_and(&r->ctrl, ~EN, __ATOMIC_RELEASE);
	rd_emu_changed(e);
}

static void write_ctrl(struct rd_emu *e, uint32_t group, uint32_t value)
{
	struct rd_emu_reduce *r = &e->own->reduce[group];
	uint32_t known = RN_REDUCE_CTRL_BEATS_MASK | RN_REDUCE_CTRL_TYPE_MASK |
			 RN_REDUCE_CTRL_OP_MASK | STREAM | RN_REDUCE_CTRL_ROOT_MASK | CHAIN;

	if (runs(r)) {
		if (value & EN)
			rd_emu_reduce_fault(e, group, BAD_SETTING);
		else
			stop(e, r);
		return;
	}
	__atomic_store_n(&r->ctrl, value & known, __ATOMIC_RELAXED);
	if (value & EN)
		start(e, group, value & known);
}

static void set_up(struct rd_emu *e, uint32_t group, uint32_t *word, uint32_t value)
{
	if (runs(&e->own->reduce[group]))
		rd_emu_reduce_fault(e, group, BAD_SETTING);
	else
		*word = value;
}

static void give_away(struct rd_emu *e, uint32_t group, uint32_t value)
{
	struct rd_emu_reduce *r = &e->own->reduce[group];

	stop(e, r);
	__atomic_store_n(&r->owner, value & (RN_GREDUCE_OWNER_ON_MASK | RN_GREDUCE_OWNER_PAGE_MASK),
			 __ATOMIC_RELAXED);
	__atomic_store_n(&r->error, 0, __ATOMIC_RELAXED);
}

void rd_emu_reduce_leave(struct rd_emu *e)
{
	for (uint32_t group = 0; group < RD_EMU_REDUCE_N; group++)
		if (rd_emu_reduce_owned(e, &e->own->reduce[group]))
			give_away(e, group, 0);
}

/* ---- Block REDUCE ---- */

static uint32_t status(struct rd_emu *e, uint32_t group)
{
	const struct rd_emu_reduce *r = &e->own->reduce[group];
	const struct rd_emu_vector *v = &r->vector;
	uint32_t ctrl = __atomic_load_n(&r->ctrl, __ATOMIC_RELAXED), flags = 0;
	uint32_t error = __atomic_load_n(&r->error, __ATOMIC_RELAXED);
	int open = is_open(e, group);

	if ((ctrl & (EN | STREAM)) == (EN | STREAM)) {
		open = __atomic_load_n(&v->state, __ATOMIC_ACQUIRE) && v->sent < v->words;
		flags |= RN_REDUCE_STATUS_ROOM_MASK;
	}
	if (ctrl & EN)
		flags |= RN_REDUCE_STATUS_RUN_MASK;
	if (!open)
		flags |= RN_REDUCE_STATUS_IDLE_MASK;
	if (e->reduce[group].has && by_host(r))
		flags |= RN_REDUCE_STATUS_RESULT_MASK;
	return flags | error << RN_REDUCE_STATUS_ERROR_LSB;
}

static uint32_t result(struct rd_emu *e, uint32_t group, uint32_t word)
{
	const struct rd_emu_reducing *m = &e->reduce[group];

	is_open(e, group);
	if (!m->has || !by_host(&e->own->reduce[group]))
		return 0;
	return (uint32_t)(m->result[word / 2] >> word % 2 * 32);
}

uint32_t rd_emu_reduce_read(struct rd_emu *e, uint32_t at)
{
	uint32_t group = (at - RN_REDUCE_BASE) / RN_REDUCE_CTRL_STEP;
	uint32_t reg = RN_REDUCE_BASE + at % RN_REDUCE_CTRL_STEP;
	const struct rd_emu_reduce *r = &e->own->reduce[group];

	if (!rd_emu_reduce_owned(e, r))
		return 0;
	if (reg >= RN_REDUCE_RESULT_0 && reg <= RN_REDUCE_RESULT_7)
		return result(e, group, (reg - RN_REDUCE_RESULT_0) / 4);
	switch (reg) {
	case RN_REDUCE_CTRL: return __atomic_load_n(&r->ctrl, __ATOMIC_RELAXED);
	case RN_REDUCE_MEMBER: return r->member;
	case RN_REDUCE_TOWARD: return r->toward;
	case RN_REDUCE_STATUS: return status(e, group);
	default: return 0;
	}
}

void rd_emu_reduce_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	uint32_t group = (at - RN_REDUCE_BASE) / RN_REDUCE_CTRL_STEP;
	uint32_t reg = RN_REDUCE_BASE + at % RN_REDUCE_CTRL_STEP;
	struct rd_emu_reduce *r = &e->own->reduce[group];

	if (rd_unlikely(!rd_emu_reduce_owned(e, r))) {
		rd_emu_count(&e->own->reduce_refused);
		return;
	}
	if (reg >= RN_REDUCE_OPERAND_0 && reg <= RN_REDUCE_OPERAND_7) {
		put_operand(e, group, (reg - RN_REDUCE_OPERAND_0) / 4, value);
		return;
	}
	switch (reg) {
	case RN_REDUCE_DOORBELL:
		doorbell(e, group);
		break;
	case RN_REDUCE_CTRL:
		write_ctrl(e, group, value);
		break;
	case RN_REDUCE_MEMBER:
		set_up(e, group, &r->member,
		       value & (RN_REDUCE_MEMBER_INDEX_MASK | RN_REDUCE_MEMBER_N_MASK));
		break;
	case RN_REDUCE_TOWARD:
		set_up(e, group, &r->toward, value & RN_REDUCE_TOWARD_NODE_MASK);
		break;
	case RN_REDUCE_STATUS:
		__atomic_fetch_and(&r->error, ~(value >> RN_REDUCE_STATUS_ERROR_LSB),
				   __ATOMIC_RELAXED);
		break;
	}
}

/* ---- Block GREDUCE ---- */

static uint32_t cells(const struct rd_emu *e)
{
	uint64_t all = 0;

	for (uint32_t group = 0; group < RD_EMU_REDUCE_N; group++)
		all += __atomic_load_n(&e->own->reduce[group].cells, __ATOMIC_RELAXED);
	return (uint32_t)rd_min(all, (uint64_t)UINT16_MAX);
}

uint32_t rd_emu_reduce_global_read(struct rd_emu *e, uint32_t at)
{
	const struct rd_emu_card *c = e->own;

	if (at < RN_GREDUCE_OWNER + RN_GREDUCE_OWNER_N * RN_GREDUCE_OWNER_STEP)
		return __atomic_load_n(&c->reduce[(at - RN_GREDUCE_OWNER) / 4].owner,
				       __ATOMIC_RELAXED);
	switch (at) {
	case RN_GREDUCE_CAPS:
		return LATENCY_CYC << RN_GREDUCE_CAPS_LATENCY_LSB |
		       RD_EMU_WINDOW << RN_GREDUCE_CAPS_WINDOW_LSB |
		       GATHER_N << RN_GREDUCE_CAPS_GATHER_LSB | RD_EMU_REDUCE_N;
	case RN_GREDUCE_CELLS: return cells(e);
	case RN_GREDUCE_LOST: return rd_emu_counter(&c->reduce_lost);
	case RN_GREDUCE_OWN_LOST: return rd_emu_counter(&c->own_lost);
	case RN_GREDUCE_REFUSED: return rd_emu_counter(&c->reduce_refused);
	case RN_GREDUCE_LAST: return __atomic_load_n(&c->reduce_last, __ATOMIC_RELAXED);
	default: return 0; /* FOREIGN: cells of others are not modelled */
	}
}

void rd_emu_reduce_global_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	if (at < RN_GREDUCE_OWNER + RN_GREDUCE_OWNER_N * RN_GREDUCE_OWNER_STEP)
		give_away(e, (at - RN_GREDUCE_OWNER) / 4, value);
}

/* ---- All groups ---- */

void rd_emu_notice_slow(struct rd_emu *e)
{
	rd_emu_barrier_notice(e);
	rd_emu_reduce_notice(e);
}

void rd_emu_leave_groups(struct rd_emu *e)
{
	rd_emu_barrier_leave(e);
	rd_emu_reduce_leave(e);
	rd_emu_vectors_off(e);
}
