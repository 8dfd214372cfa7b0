/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Members of a reduction group that runs on this card: the cards on which it runs in the same mode,
 * by their index, and whether cells reach one from the other. Called by reduce.c and vector.c. A
 * member whose settings do not fit is left out, and the group waits for it for ever, as in the
 * card.
 */
#include "hw/emu/reduce.h"

#define MODE (RN_REDUCE_CTRL_CHAIN_MASK | RN_REDUCE_CTRL_STREAM_MASK)
/* Errors, as in STATUS from bit 0. */
#define OTHER_MODE 0x08u
#define WRONG_MEMBER 0x10u
#define WRONG_LENGTH 0x80u

/* The next member nearer to the root on the same arm. */
static uint32_t nearer(uint32_t index, uint32_t n)
{
	return index <= rd_emu_reduce_right(n) ? index - 1 : (index + 1) % n;
}

static void lost_cell(struct rd_emu *e, uint32_t group, uint32_t index, uint32_t error)
{
	uint32_t h1 = index << RN_REDUCE_H1_H1_MEMBER_LSB | group << RN_REDUCE_H1_H1_GROUP_LSB;

	rd_emu_count(&e->own->reduce_lost);
	__atomic_store_n(&e->own->reduce_last, error << RN_GREDUCE_LAST_CAUSE_LSB | (h1 & 0xffff),
			 __ATOMIC_RELAXED);
	rd_emu_reduce_fault(e, group, error);
}

/* Enters card `node`, on which the group runs. Whether it is a member. */
static int take(struct rd_emu *e, uint32_t group, uint32_t node, uint32_t ctrl)
{
	const struct rd_emu_reduce *own = &e->own->reduce[group];
	const struct rd_emu_reduce *r = &e->cards[node].reduce[group];
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t differs = ctrl ^ own->ctrl, index = rd_emu_reduce_index(r), error = 0;

	if (rd_emu_reduce_members(r) != rd_emu_reduce_members(own) ||
	    differs & RN_REDUCE_CTRL_EPOCH_MASK)
		return 0; /* of another use of the group: sends no cells to this one */
	if (differs & MODE)
		error = OTHER_MODE;
	else if (index >= m->n || m->member[index].of != UINT32_MAX)
		error = WRONG_MEMBER;
	else if (differs & RN_REDUCE_CTRL_BEATS_MASK)
		error = WRONG_LENGTH;
	if (rd_unlikely(error)) {
		lost_cell(e, group, index, error);
		return 0;
	}
	m->member[index].of = node * e->users + (r->owner & RN_GREDUCE_OWNER_PAGE_MASK);
	m->member[index].base = r->base;
	m->member[index].cell = r->cell;
	return 1;
}

/* Whether each member's TOWARD is the node of the next one: a chain sends partial results to a
 * node, not to a member. */
static int chained(const struct rd_emu *e, uint32_t group)
{
	const struct rd_emu_reducing *m = &e->reduce[group];

	if (!(e->own->reduce[group].ctrl & RN_REDUCE_CTRL_CHAIN_MASK))
		return 1;
	for (uint32_t i = 1; i < m->n; i++) {
		uint32_t node = m->member[i].of / e->users;

		if (e->cards[node].reduce[group].toward != m->member[nearer(i, m->n)].of / e->users)
			return 0;
	}
	return 1;
}

void rd_emu_look_up(struct rd_emu *e, uint32_t group)
{
	struct rd_emu_reducing *m = &e->reduce[group];
	uint32_t found = 0;

	/* pairs with start and stop */
	m->config = __atomic_load_n(&e->ring->config, __ATOMIC_ACQUIRE);
	m->n = (uint16_t)rd_emu_reduce_members(&e->own->reduce[group]);
	m->known = 1;
	for (uint32_t i = 0; i < m->n; i++)
		m->member[i].of = UINT32_MAX;
	for (uint32_t i = 0; i < e->nodes; i++) {
		uint32_t node = (e->node + i) % e->nodes; /* this one first */
		uint32_t ctrl =
			__atomic_load_n(&e->cards[node].reduce[group].ctrl, __ATOMIC_ACQUIRE);

		if (ctrl & RN_REDUCE_CTRL_EN_MASK)
			found += (uint32_t)take(e, group, node, ctrl);
	}
	m->whole = found == m->n && chained(e, group);
}

/* ---- Ways ---- */

static int open_to(struct rd_emu *e, const struct rd_emu_reducing *m, uint32_t from, uint32_t to)
{
	return rd_emu_reaches(e, m->member[from].of / e->users, m->member[to].of / e->users);
}

/* Whether the links of both arms up to the root are up. */
static int arms_open(struct rd_emu *e, const struct rd_emu_reducing *m)
{
	for (uint32_t i = 1; i < m->n; i++)
		if (!rd_emu_way_open(e, m->member[i].of / e->users,
				     m->member[nearer(i, m->n)].of / e->users,
				     i <= rd_emu_reduce_right(m->n) ? -1 : 1))
			return 0;
	return 1;
}

static int reached(struct rd_emu *e, const struct rd_emu_reducing *m, uint32_t to, int chain)
{
	if (chain)
		return open_to(e, m, 0, to);
	for (uint32_t i = 0; i < m->n; i++)
		if (!open_to(e, m, i, to))
			return 0;
	return 1;
}

int rd_emu_joined(struct rd_emu *e, uint32_t group, int to)
{
	const struct rd_emu_reducing *m = &e->reduce[group];
	int chain = (e->own->reduce[group].ctrl & RN_REDUCE_CTRL_CHAIN_MASK) != 0;

	if (rd_emu_all_up(e))
		return 1;
	if (chain && !arms_open(e, m))
		return 0;
	for (uint32_t i = 0; i < m->n; i++)
		if ((to < 0 || (uint32_t)to == i) && !reached(e, m, i, chain))
			return 0;
	return 1;
}

uint32_t rd_emu_reduce_cells(uint32_t ctrl, uint32_t index, uint32_t n)
{
	uint32_t right = rd_emu_reduce_right(n);

	if (n == 1)
		return 0;
	if (!(ctrl & RN_REDUCE_CTRL_CHAIN_MASK))
		return n - 1;
	if (!index)
		return n == 2 ? 1 : 2;
	return index == right || index == right + 1 ? 1 : 2;
}
