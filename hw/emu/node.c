/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Block NODE: a node's place, its two links, and the reports of dead ports that it has received.
 * The ring is up when it is opened, so PLACE and WAYS are read only. Called by regs.c;
 * rd_emu_kill_link by tests. Cells do not cross a dead link: every sender checks rd_emu_reaches.
 *
 * Link i joins the right port of node i with the left port of node i + 1. When one of the two dies
 * the other receives nothing more and dies, too. The link is up again when both were restarted.
 */
#include "hw/emu/emu.h"

#define RIGHT 1
#define LEFT (-1)

static uint32_t neighbour(const struct rd_emu *e, uint32_t node, int way)
{
	return (node + e->nodes + (uint32_t)way) % e->nodes;
}

/* Link of a node's port (0 left, 1 right), and the bit of that end of it. */
static uint8_t *link_of(const struct rd_emu *e, uint32_t node, int port, uint8_t *bit)
{
	*bit = port ? 1 : 2;
	return &e->ring->link_dead[port ? node : neighbour(e, node, LEFT)];
}

/* ---- Paths ---- */

int rd_emu_way(const struct rd_emu *e, uint32_t from, uint32_t to)
{
	uint32_t ahead = (to + e->nodes - from) % e->nodes;

	return 2 * ahead <= e->nodes ? RIGHT : LEFT;
}

int rd_emu_way_open(struct rd_emu *e, uint32_t from, uint32_t to, int way)
{
	while (from != to) {
		uint32_t next = neighbour(e, from, way);
		uint32_t link = way == RIGHT ? from : next;

		if (__atomic_load_n(&e->ring->link_dead[link], __ATOMIC_RELAXED))
			return 0;
		from = next;
	}
	return 1;
}

/* ---- Faults ---- */

/* Whether the last report that the node has received is still true. */
static int knows(const struct rd_emu_card *c, uint32_t port_of, int port, uint32_t cause)
{
	uint32_t at = 2 * port_of + (uint32_t)port;

	return (c->told[at / 32] >> at % 32 & 1) == (cause != 0);
}

/* A node receives the report of a port that has changed. Caller holds fault_lock. */
static void hear(struct rd_emu *e, uint32_t node, uint32_t port_of, int port, uint32_t cause)
{
	struct rd_emu_card *c = &e->cards[node];
	uint32_t at = 2 * port_of + (uint32_t)port, bit = 1u << at % 32, fault = c->fault;

	c->told[at / 32] ^= bit;
	if (fault & RN_NODE_FAULT_VALID_MASK)
		fault |= RN_NODE_FAULT_MORE_MASK;
	else
		fault = (fault & RN_NODE_FAULT_MORE_MASK) | RN_NODE_FAULT_VALID_MASK |
			port_of << RN_NODE_FAULT_NODE_LSB |
			(uint32_t)port << RN_NODE_FAULT_PORT_LSB | cause;
	__atomic_store_n(&c->fault, fault, __ATOMIC_RELEASE);
	for (uint32_t p = 0; p < e->users; p++) {
		rd_emu_raise(&e->pages[node * e->users + p], RN_PAGE_EVENT_FAULT_MASK);
		rd_emu_wake(e, node * e->users + p);
	}
}

/* Reports a port to its own node and to all nodes that the report reaches, in either direction. */
static void report(struct rd_emu *e, uint32_t node, int port)
{
	uint32_t cause = e->cards[node].cause[port];

	for (uint32_t to = 0; to < e->nodes; to++)
		if (!knows(&e->cards[to], node, port, cause) &&
		    (rd_emu_way_open(e, node, to, RIGHT) || rd_emu_way_open(e, node, to, LEFT)))
			hear(e, to, node, port, cause);
}

/* Nodes that were cut off receive the reports that they have missed: the card repeats its
 * reports. */
static void report_all(struct rd_emu *e)
{
	for (uint32_t node = 0; node < e->nodes; node++) {
		report(e, node, 0);
		report(e, node, 1);
	}
}

/* Caller holds fault_lock. */
static void port_dies(struct rd_emu *e, uint32_t node, int port)
{
	uint8_t bit, *link = link_of(e, node, port, &bit), was = *link;

	if (was & bit)
		return;
	__atomic_store_n(link, was | bit, __ATOMIC_RELAXED);
	if (!was)
		__atomic_fetch_add(&e->ring->dead, 1, __ATOMIC_SEQ_CST);
	e->cards[node].cause[port] = RN_LINK_CAUSE_SILENT;
}

void rd_emu_kill_link(struct rd_card *card, int node, int port)
{
	struct rd_emu *e = rd_emu_of(card);
	uint32_t other = neighbour(e, (uint32_t)node, port ? RIGHT : LEFT);

	rd_emu_lock(e, &e->ring->fault_lock);
	port_dies(e, (uint32_t)node, port);
	port_dies(e, other, !port);
	rd_emu_changed(e);
	report(e, (uint32_t)node, port);
	report(e, other, !port);
	rd_emu_unlock(&e->ring->fault_lock);
}

/* Restarts a dead end; the link is up when the other end was restarted, too. */
static void start(struct rd_emu *e, int port)
{
	uint8_t bit, *link = link_of(e, e->node, port, &bit);
	uint32_t other = neighbour(e, e->node, port ? RIGHT : LEFT);

	rd_emu_lock(e, &e->ring->fault_lock);
	if (!*link || e->own->cause[port] == RN_LINK_CAUSE_STARTING)
		goto out;
	e->own->cause[port] = RN_LINK_CAUSE_STARTING;
	if (e->cards[other].cause[!port] != RN_LINK_CAUSE_STARTING)
		goto out;
	e->own->cause[port] = e->cards[other].cause[!port] = RN_LINK_CAUSE_NONE;
	__atomic_store_n(link, 0, __ATOMIC_RELAXED);
	__atomic_fetch_sub(&e->ring->dead, 1, __ATOMIC_SEQ_CST);
	rd_emu_changed(e);
	report(e, e->node, port);
	report(e, other, !port);
	report_all(e);
out:
	rd_emu_unlock(&e->ring->fault_lock);
}

/* ---- Block NODE ---- */

static uint32_t place(const struct rd_emu *e)
{
	return (e->nodes - 1) << RN_NODE_PLACE_LAST_LSB | e->node;
}

/* Broadcasts go to the opposite node by X, to the one before it by Y; datelines are between the
 * last node and node 0. */
static uint32_t ways(const struct rd_emu *e)
{
	uint32_t n = e->nodes, half = n / 2;
	uint32_t way = (e->node + half) % n << RN_NODE_WAYS_BCAST_X_LSB | RN_NODE_WAYS_EN_X_MASK;

	if (n > 2)
		way |= (e->node + half + 1) % n << RN_NODE_WAYS_BCAST_Y_LSB |
		       RN_NODE_WAYS_EN_Y_MASK;
	if (e->node == n - 1)
		way |= RN_NODE_WAYS_DATELINE_X_MASK;
	if (e->node == 0)
		way |= RN_NODE_WAYS_DATELINE_Y_MASK;
	return way;
}

static uint32_t link_state(const struct rd_emu *e, int port)
{
	uint8_t bit, *link = link_of(e, e->node, port, &bit);
	uint32_t cause = e->own->cause[port];

	if (!__atomic_load_n(link, __ATOMIC_ACQUIRE))
		return RN_NODE_LINK_UP_MASK;
	return cause << RN_NODE_LINK_CAUSE_LSB |
	       (cause == RN_LINK_CAUSE_STARTING ? 0 : RN_NODE_LINK_DEAD_MASK);
}

int rd_emu_port_is_dead(const struct rd_emu *e, int port)
{
	return (link_state(e, port) & RN_NODE_LINK_DEAD_MASK) != 0;
}

uint32_t rd_emu_node_read(struct rd_emu *e, uint32_t at)
{
	struct rd_emu_card *c = e->own;

	switch (at) {
	case RN_NODE_PLACE:
		return place(e);
	case RN_NODE_WAYS:
		return ways(e);
	case RN_NODE_LINK:
		return link_state(e, 0);
	case RN_NODE_LINK + RN_NODE_LINK_STEP:
		return link_state(e, 1);
	case RN_NODE_FAULT:
		return __atomic_load_n(&c->fault, __ATOMIC_ACQUIRE);
	case RN_NODE_ASK:
		return c->ask;
	case RN_NODE_ANSWER:
		return c->told[c->ask / 32] >> c->ask % 32 & 1;
	default:
		return 0; /* links without errors */
	}
}

static void take_fault(struct rd_emu *e, uint32_t value)
{
	rd_emu_lock(e, &e->ring->fault_lock);
	e->own->fault &= ~(value & (RN_NODE_FAULT_VALID_MASK | RN_NODE_FAULT_MORE_MASK));
	rd_emu_unlock(&e->ring->fault_lock);
}

void rd_emu_node_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	if (at == RN_NODE_ASK)
		e->own->ask = value & (2 * RD_EMU_NODES - 1);
	else if (at == RN_NODE_FAULT)
		take_fault(e, value);
	else if ((at & ~4u) == RN_NODE_LINK && value & RN_NODE_LINK_DEAD_MASK)
		start(e, at != RN_NODE_LINK);
}
