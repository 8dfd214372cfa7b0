/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks GREDUCE and REDUCE: reduction groups, and operands and results in registers. Vectors in
 * memory are vector.c's, members members.c's, arithmetic alu.c's. Called by regs.c.
 *
 * DOORBELL stores the operand into a line of this card. The process that asks for the result reads
 * the operands from the lines of all members and combines them itself, in the order of the card
 * (docs/CARD.md 7):
 *
 *     r = x_R;      then r = r OP x_(R-1), ..., r OP x_0             R = (n - 1) / 2
 *     l = x_(R+1);  then l = l OP x_(R+2), ..., l OP x_(n-1)
 *     result = l OP r                                                (n = 1: x_0)
 *
 * A line is written again RD_EMU_WINDOW operands later. By then all members have published the
 * operand before, and a member that publishes that one has read all operands before it: two lines
 * would suffice. An operand is identified by its number, which is never reset, so that an operand
 * of an earlier use of the group is not taken for it.
 */
#include "hw/emu/reduce.h"
#include "hw/emu/regs.h"

#include <string.h>

#define EN RN_REDUCE_CTRL_EN_MASK
#define STREAM RN_REDUCE_CTRL_STREAM_MASK
#define CHAIN RN_REDUCE_CTRL_CHAIN_MASK
#define GATHER_N 16   /* members, most in gather mode */
#define LATENCY_CYC 7 /* clock cycles, as in the Verilog */
/* Errors, as in STATUS from bit 0. */
#define BAD_SETTING 1u
#define BAD_TURN 2u

static int runs(const struct rd_emu_reduce *r)
{
	return __atomic_load_n(&r->ctrl, __ATOMIC_RELAXED) & EN;
}

/* The group runs with operands through registers. */
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

/* ---- Cached state of a group that runs ---- */

/* Whether ring->config has not changed since settle. */
static inline int is_settled(const struct rd_emu *e, const struct rd_emu_reducing *m)
{
	return rd_likely(m->steady) &&
	       rd_likely(m->settled == __atomic_load_n(&e->ring->config, __ATOMIC_RELAXED));
}

/* Whether the group runs for this page with operands through registers. */
static inline int is_ours(const struct rd_emu *e, uint32_t group)
{
	const struct rd_emu_reduce *r = &e->own->reduce[group];

	return is_settled(e, &e->reduce[group]) || (rd_emu_reduce_owned(e, r) && by_host(r));
}

/* Waits for all other members. They stay in late[], in the order of their last operands. */
static inline void await(struct rd_emu_reducing *m)
{
	m->waiting = m->n - 1u;
}

/* Whether all members were found and reach this one. */
static int settle(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t config =
		__atomic_load_n(&e->ring->config, __ATOMIC_ACQUIRE); /* before the lookup */

	m->steady = 0;
	if (!m->whole && m->config != config) {
		rd_emu_look_up(e, group);
		await(m);
	}
	if (!m->whole || !rd_emu_joined(e, group, m->own))
		return 0;
	m->settled = config;
	m->steady = (uint8_t)is_ours(e, group);
	return 1;
}

/* ---- Results ---- */

/* Number of a member's operand of the operation that is open. */
static inline uint32_t number_of(const struct rd_emu_reducing *m, uint32_t index)
{
	return m->member[index].base + m->ops;
}

static inline const struct rd_emu_cell *cell_of(const struct rd_emu_reducing *m, uint32_t index)
{
	return &m->member[index].cell[number_of(m, index) % RD_EMU_WINDOW];
}

/* A member's operand. The own one is not read from its line: the other members' reads take the line
 * away from this processor, and fetching it again costs as much as theirs. */
static inline const uint64_t *beats_of(const struct rd_emu_reducing *m, uint32_t index)
{
	return index == m->own ? m->given : cell_of(m, index)->beat;
}

/* Mostly one word. Else all four, stored as vectors because they are read as vectors: a vector load
 * of words that were stored one by one waits until the earlier stores have completed, and those may
 * be waiting for a line. */
static inline void copy(uint64_t *to, const uint64_t *from, uint32_t beats)
{
	if (rd_likely(beats == 1))
		to[0] = from[0];
	else
		memcpy(to, from, 4 * sizeof(*to));
}

/* to = x_first, then to = to OP x_i from the outer end of an arm towards the root, a member `step`
 * at a time. */
static void combine_arm(const struct rd_emu_reducing *m, uint64_t *to, uint32_t first, int step)
{
	copy(to, beats_of(m, first), m->beats);
	for (uint32_t i = first + (uint32_t)step; i < m->n; i += (uint32_t)step)
		m->fold(to, beats_of(m, i), m->beats);
}

static inline void combine(struct rd_emu_reducing *m)
{
	uint32_t right = rd_emu_reduce_right(m->n), modes = rd_emu_alu_begin();
	const uint64_t *first = beats_of(m, 0);
	uint64_t arm[4];

	if (right) {
		combine_arm(m, arm, right, -1);
		first = arm;
	}
	if (m->n > 1) {
		combine_arm(m, m->result, right + 1, 1);
		m->fold(m->result, first, m->beats);
	} else {
		copy(m->result, first, m->beats);
	}
	rd_emu_alu_end(modes);
}

static __attribute__((noinline)) void end(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	struct rd_emu_reduce *r = &e->own->reduce[group];

	/* the line of the next operand, which the other members have read */
	rd_prefetch_to_write(&r->cell[(r->given + 1) % RD_EMU_WINDOW]);
	m->has = !m->keeps;
	if (m->has)
		combine(m);
	m->open = 0;
	e->reducing &= ~(1u << group);
	__atomic_store_n(&r->cells, r->cells + m->cells, __ATOMIC_RELAXED);
	if (m->n > 1)
		rd_emu_raise_own(e, RN_PAGE_EVENT_REDUCE_MASK);
}

/* Polls the members of a settled group; ends the open operation when all operands are there. */
static inline void look_settled(struct rd_emu *e, struct rd_emu_reducing *m, uint32_t group)
{
	uint64_t begin = rd_emu_look_begin(e);

	for (uint32_t i = 0; i < m->waiting;) {
		uint16_t member = m->late[i];

		/* pairs with give */
		if (__atomic_load_n(&cell_of(m, member)->number, __ATOMIC_ACQUIRE) !=
		    number_of(m, member)) {
			i++;
			continue;
		}
		m->late[i] = m->late[--m->waiting];
		m->late[m->waiting] = member;
	}
	if (!m->waiting) {
		rd_emu_look_end(e, begin);
		end(e, group);
	}
}

static __attribute__((noinline)) void look(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];

	if (rd_likely(is_settled(e, m)) || settle(e, group))
		look_settled(e, m, group);
}

/* Polls an open operation; one that another process has stopped is not polled. */
static inline int is_open(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];

	if (m->open && rd_likely(is_ours(e, group)))
		look(e, group);
	return m->open;
}

void rd_emu_reduce_notice(struct rd_emu *e)
{
	for (uint32_t rest = e->reducing; rest; rest &= rest - 1)
		is_open(e, (uint32_t)__builtin_ctz(rest));
}

/* ---- Operands ---- */

static __attribute__((noinline)) void wake_members(struct rd_emu *e,
						   const struct rd_emu_reducing *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (m->member[i].of != UINT32_MAX)
			rd_emu_wake_slow(e, m->member[i].of);
}

/* Publishes an operand. */
static inline void give(struct rd_emu *e, uint32_t group, const uint64_t *operand)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	struct rd_emu_reduce *r = &e->own->reduce[group];
	uint32_t number = r->given + 1;
	struct rd_emu_cell *c = &r->cell[number % RD_EMU_WINDOW];

	if (rd_unlikely(!m->known))
		rd_emu_look_up(e, group);
	copy(c->beat, operand, m->beats);
	copy(m->given, operand, m->beats);
	__atomic_store_n(&c->number, number, __ATOMIC_RELEASE); /* pairs with look */
	r->given = number;
	m->ops++;
	m->open = 1;
	m->has = 0;
	e->reducing |= 1u << group;
	await(m);
	if (rd_emu_any_sleeps(e))
		wake_members(e, m);
	if (rd_unlikely(m->n == 1))
		look(e, group);
}

static void doorbell(struct rd_emu *e, uint32_t group)
{
	if (rd_likely(is_ours(e, group) && !is_open(e, group)))
		give(e, group, e->reduce[group].operand);
	else
		rd_emu_reduce_fault(e, group, BAD_TURN);
}

static void put_operand(struct rd_emu *e, uint32_t group, uint32_t word, uint32_t value)
{
	uint64_t *operand = &e->reduce[group].operand[word / 2];

	if (rd_unlikely(!is_ours(e, group)))
		rd_emu_reduce_fault(e, group, BAD_TURN);
	else if (word % 2)
		rd_emu_set_high(operand, value);
	else
		rd_emu_set_low(operand, value);
}

/* ---- Starting and stopping ---- */

static int good_setting(const struct rd_emu_reduce *r, uint32_t ctrl)
{
	uint32_t n = rd_emu_reduce_members(r), most = ctrl & CHAIN ? RD_EMU_NODES : GATHER_N;

	return n && n <= most && rd_emu_reduce_index(r) < n && rd_emu_reduce_fold(ctrl);
}

/* Clears this process's cached state of an earlier use of the group. */
static void renew(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];

	m->known = m->whole = m->open = m->has = m->steady = 0;
	m->ops = 0;
	e->reducing &= ~(1u << group);
}

/* Registers that do not change while the group runs. */
static void read_setting(struct rd_emu_reducing *m, const struct rd_emu_reduce *r)
{
	m->n = (uint16_t)rd_emu_reduce_members(r);
	m->own = (uint16_t)rd_emu_reduce_index(r);
	m->beats = (uint8_t)rd_emu_reduce_beats(r->ctrl);
	m->keeps = (uint8_t)rd_emu_reduce_keeps(r);
	m->cells = rd_emu_reduce_cells(r->ctrl, m->own, m->n);
	m->fold = rd_emu_reduce_fold(r->ctrl);
	for (uint16_t i = 0, at = 0; i < m->n; i++)
		if (i != m->own)
			m->late[at++] = i;
}

static void start(struct rd_emu *e, uint32_t group, uint32_t ctrl)
{
	struct rd_emu_reduce *r = &e->own->reduce[group];

	if (!good_setting(r, ctrl)) {
		rd_emu_reduce_fault(e, group, BAD_SETTING);
		return;
	}
	renew(e, group);
	read_setting(&e->reduce[group], r);
	rd_emu_lock_of_dead(&e->ring->work[group].lock, 0); /* its holder may have died */
	r->base = r->given;
	__atomic_store_n(&r->ctrl, ctrl | EN, __ATOMIC_RELEASE); /* pairs with rd_emu_look_up */
	rd_emu_changed(e);
	if (ctrl & STREAM)
		rd_emu_vectors(e, group);
}

/* Called by any process of the card. Published operands stay, for members that have not read them
 * yet. */
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
			 RN_REDUCE_CTRL_OP_MASK | STREAM | RN_REDUCE_CTRL_ROOT_MASK | CHAIN |
			 RN_REDUCE_CTRL_EPOCH_MASK;

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

void rd_emu_reduce_bury(struct rd_emu *e, uint32_t node, uint32_t page)
{
	for (uint32_t group = 0; group < RD_EMU_REDUCE_N; group++) {
		struct rd_emu_reduce *r = &e->cards[node].reduce[group];

		if (__atomic_load_n(&r->owner, __ATOMIC_RELAXED) !=
		    (RN_GREDUCE_OWNER_ON_MASK | page))
			continue;
		__atomic_store_n(&r->vector.state, 0, __ATOMIC_RELEASE);
		stop(e, r);
		__atomic_store_n(&r->owner, 0, __ATOMIC_RELAXED);
	}
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
	if (e->reduce[group].has && (ctrl & (EN | STREAM)) == EN)
		flags |= RN_REDUCE_STATUS_RESULT_MASK;
	return flags | error << RN_REDUCE_STATUS_ERROR_LSB;
}

static uint32_t result(struct rd_emu *e, uint32_t group, uint32_t word)
{
	const struct rd_emu_reducing *m = &e->reduce[group];

	is_open(e, group);
	if (!m->has || !is_ours(e, group))
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
	case RN_REDUCE_CTRL:
		return __atomic_load_n(&r->ctrl, __ATOMIC_RELAXED);
	case RN_REDUCE_MEMBER:
		return r->member;
	case RN_REDUCE_TOWARD:
		return r->toward;
	case RN_REDUCE_STATUS:
		return status(e, group);
	default:
		return 0;
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

/* ---- Operand and doorbell, status and result in one ---- */

static inline int is_quick(const struct rd_emu *e, const struct rd_emu_reducing *m, uint32_t beats)
{
	return is_settled(e, m) && m->beats == beats && rd_likely(!e->card.lost);
}

int rd_emu_give(struct rd_card *card, uint32_t group, const uint64_t *operand, uint32_t beats)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_reducing *m = &e->reduce[group];

	if (rd_unlikely(!is_quick(e, m, beats) || m->open))
		return 0;
	give(e, group, operand);
	return 1;
}

int rd_emu_take(struct rd_card *card, uint32_t group, uint64_t *result, uint32_t beats)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_reducing *m = &e->reduce[group];

	if (rd_unlikely(!is_quick(e, m, beats)))
		return 0;
	if (m->open)
		look_settled(e, m, group);
	if (!m->has)
		return 0;
	copy(result, m->result, beats);
	return 1;
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
	case RN_GREDUCE_CELLS:
		return cells(e);
	case RN_GREDUCE_LOST:
		return rd_emu_counter(&c->reduce_lost);
	case RN_GREDUCE_OWN_LOST:
		return rd_emu_counter(&c->own_lost);
	case RN_GREDUCE_REFUSED:
		return rd_emu_counter(&c->reduce_refused);
	case RN_GREDUCE_LAST:
		return __atomic_load_n(&c->reduce_last, __ATOMIC_RELAXED);
	default:
		return 0; /* FOREIGN: cells of others are not modelled */
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

uint32_t rd_emu_bury(struct rd_card *card, int node, int page)
{
	struct rd_emu *e = rd_emu_of(card);
	uint32_t n = (uint32_t)node, p = (uint32_t)page, groups = 0;
	int32_t pid = __atomic_load_n(&e->pages[n * e->users + p].process.pid, __ATOMIC_ACQUIRE);

	if (!pid || !rd_emu_gone(pid))
		return 0;
	rd_emu_reduce_bury(e, n, p);
	for (uint32_t group = 0; group < RN_GROUP_N; group++)
		groups |= (uint32_t)rd_emu_barrier_bury(e, n, p, group) << group;
	return groups;
}

void rd_emu_leave_groups(struct rd_emu *e)
{
	rd_emu_barrier_leave(e);
	rd_emu_reduce_leave(e);
	rd_emu_vectors_off(e);
}
