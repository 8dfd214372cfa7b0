/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connections with the processes on other cards. The files that send packets ask for connections;
 * net.c reports greetings, lost connections and ended processes, and calls rd_vb_peer_serve when
 * something is due. Below is the transport over cards (btl_fpga).
 *
 * No launcher tells the processes each other's keys. A process that wants to send to a node greets
 * it by messages to its page's receive ring, with its own address and key. A connection that a dead
 * link has ended is followed by another one, of the next round, when the link works again:
 *
 *     HELLO {round} ->   all that I sent in the rounds before has arrived, or never will
 *     <- REPLY {round}   your packet ring is empty: send
 *
 *     NEW, DOWN -> ASKED [rd_vb_net_connect, HELLO]   sends HELLOs, until:
 *     ASKED     -> UP    [HELLO and REPLY of its round have come]
 *     ASKED, UP -> DOWN  [its process has ended, a link between has died, HELLO of a later round]
 *
 * The other process may be UP, and its packets may come, while this one is ASKED and waits for a
 * REPLY that was lost: answers wait as well, and so does the end of this process (rd_vb_peer_half).
 *
 * 1. A packet ring is cleared once in a round, at the first HELLO: then nothing of an earlier round
 *    can arrive any more, and nothing of this one has.
 * 2. The round of both is the later one. It has 9 bits; a process that is behind by more than half
 *    of them has no queue pair of those rounds any more. Of two that are half of them apart, the
 *    later is that of the higher node.
 * 3. A process gets REPLY but no HELLO if the other is UP by a REPLY that this one never sent, as a
 *    process that fails may send one: the other sends no HELLO any more. It then asks for the next
 *    round.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/pidfd.h"
#include "btl_fpga/fpga.h"

#define ASK_NS 20000000u    /* between HELLOs that have no answer */
#define SOON_NS 1000000u    /* until descriptors are looked at again */
#define ASKS_MOST 50        /* HELLOs of a round that get REPLY, but no HELLO */
#define GRACE_NS 300000000u /* after the end of a process, for packets on their way */
#define LOOK_NS 100000000u  /* between looks at a process without a descriptor */

/* In zero2 of a greeting's address. */
#define PID_MASK 0x3fffffu /* the largest that Linux has */
#define ROUND_LSB 22
#define ROUND_MASK 0x1ffu
#define WANT (1u << 31) /* it is a HELLO */
_Static_assert(PID_MASK + 1 == 1u << ROUND_LSB && (ROUND_MASK + 1) << ROUND_LSB == WANT,
	       "the fields fill the word");

enum { HELLO = 1, REPLY = 2 }; /* of `met` */

/* ---- Ends ---- */

/* All queue pairs connected with a node, and those for datagrams. */
static void for_each_of(int node, void (*what)(struct rd_vb_qp *qp))
{
	uint32_t left = rd_vb.nqps;

	for (uint32_t i = 0; i < RD_VB_QP_MAX && left; i++) {
		struct rd_vb_qp *qp = rd_vb.qp[i];

		left -= qp != NULL;
		if (qp && (qp->init.qp_type == IBV_QPT_UD || qp->node == node))
			what(qp);
	}
}

static void lost(struct rd_vb_qp *qp, int in_order)
{
	if (qp->init.qp_type == IBV_QPT_UD)
		return;
	if (rd_vb_is_unreliable(qp)) { /* a message under way may have a gap: it begins anew */
		qp->at = 0;
		qp->begun = qp->within = 0;
		return;
	}
	rd_vb_send_lost(qp, in_order);
	rd_vb_answers_drop(qp);
}

static void lost_in_order(struct rd_vb_qp *qp)
{
	lost(qp, 1);
}

static void lost_by_death(struct rd_vb_qp *qp)
{
	lost(qp, 0);
}

static void unwatch(struct rd_vb_node *n)
{
	if (n->pidfd >= 0)
		close(n->pidfd);
	n->pidfd = -1;
	n->look_ns = 0;
}

/* For the end of its process: by a descriptor, or by looks if there is none to be had. */
static void watch(struct rd_vb_node *n)
{
	uint64_t now = rd_clock_ns();

	unwatch(n);
	n->pidfd = rd_pidfd_open(n->pid);
	if (n->pidfd >= 0)
		return;
	if (errno == ESRCH || (kill(n->pid, 0) && errno == ESRCH)) {
		n->gone_ns = now + GRACE_NS;
		rd_vb_due(n->gone_ns);
	} else {
		n->look_ns = now + LOOK_NS;
		rd_vb_due(n->look_ns);
	}
}

static void set_round(struct rd_vb_node *n, uint32_t round)
{
	n->round = round & ROUND_MASK;
	n->met = 0;
	n->asked = 0;
	n->mark = rd_page.send.all;
}

void rd_vb_peer_lost(int node)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	if (n->state == RD_VB_NODE_DOWN)
		return;
	n->state = RD_VB_NODE_DOWN;
	n->gone_ns = 0;
	unwatch(n);
	set_round(n, n->round + 1);
	rd_vb_place_lost(node);
	for_each_of(node, n->bye ? lost_in_order : lost_by_death);
	rd_vb_packet_lost(node);
}

/* Arrived packets are taken first. */
static void take_down(int node)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	while (n->ep && rd_fpga_rx_poll(rd_fpga_ep(n->ep)))
		;
	if (n->ep)
		rd_btl_fpga.gone(n->ep); /* calls rd_btl_up_down */
	rd_vb_peer_lost(node);
}

/* The process of a node has ended, and nothing of it is on its way. */
static void process_ended(int node)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	n->gone_ns = 0;
	take_down(node);
	if (!n->bye)
		rd_info("verbs: the process of card %d (%d) has ended without closing its device",
			node, n->pid);
}

/* RD_VB_BYE is the last packet of a process that ends in order. */
void rd_vb_peer_gone(int node)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	unwatch(n);
	n->gone_ns = rd_clock_ns() + (n->bye ? 0 : GRACE_NS);
	rd_vb_due(n->gone_ns);
}

/* ---- Greetings ---- */

static int greet(int node, uint32_t want)
{
	struct rd_fpga_address addr;

	rd_fpga_own_address(&addr);
	addr.zero2 = want | rd_vb.nodes[node].round << ROUND_LSB | ((uint32_t)getpid() & PID_MASK);
	return rd_fpga_greet(node, 0, &addr);
}

static void reply(int node)
{
	rd_vb.nodes[node].reply_due = !greet(node, 0);
}

/* Whether the card has done the descriptors of the rounds before. */
static int is_drained(const struct rd_vb_node *n)
{
	uint64_t open;

	rd_page_go();
	rd_page_room(RD_PAGE_SENDS);
	open = (uint16_t)(rd_page.send.produced - rd_page.send.consumed);
	return rd_page.send.all - open >= n->mark;
}

static void hello(int node, uint64_t now)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	n->state = RD_VB_NODE_ASKED;
	if (n->met == REPLY && ++n->asked > ASKS_MOST)
		set_round(n, n->round + 1);
	n->ask_ns = now + (is_drained(n) && greet(node, WANT) ? ASK_NS : SOON_NS);
	rd_vb_due(n->ask_ns);
}

void rd_vb_net_connect(int node)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	if (!rd_vb.open || rd_fpga.lost || n->state == RD_VB_NODE_UP ||
	    n->state == RD_VB_NODE_ASKED)
		return;
	hello(node, rd_clock_ns());
}

int rd_vb_net_up(int node)
{
	if (rd_likely(rd_vb_net_is_up(node)))
		return 1;
	rd_vb_net_connect(node);
	return 0;
}

int rd_vb_peer_half(void)
{
	for (int i = 0; i < rd_vb.size; i++) {
		const struct rd_vb_node *n = &rd_vb.nodes[i];

		if (n->state == RD_VB_NODE_ASKED && n->met & HELLO && !n->gone_ns)
			return 1;
	}
	return 0;
}

void rd_vb_peer_serve(uint64_t now)
{
	for (int i = 0; i < rd_vb.size; i++) {
		struct rd_vb_node *n = &rd_vb.nodes[i];

		if (n->reply_due)
			reply(i);
		if (n->reply_due)
			rd_vb_due(now + SOON_NS);
		if (n->gone_ns && (n->bye || n->gone_ns <= now))
			process_ended(i);
		else if (n->gone_ns)
			rd_vb_due(n->gone_ns);
		if (n->look_ns && n->look_ns <= now)
			watch(n);
		else if (n->look_ns)
			rd_vb_due(n->look_ns);
		if (n->state != RD_VB_NODE_ASKED)
			continue;
		if (n->ask_ns <= now)
			hello(i, now);
		else
			rd_vb_due(n->ask_ns);
	}
}

/* ---- Greetings of others ---- */

/* Its first HELLO of the round. 0, or the address makes no sense. */
static int open_ep(int node, const struct rd_fpga_address *addr)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];
	struct rd_fpga_ep *ep;

	if (n->ep)
		rd_fpga_ep_forget(node);
	n->ep = NULL;
	ep = rd_fpga_ep_of(node, addr);
	if (!ep)
		return RD_EPROTO;
	n->ep = &ep->ep;
	n->pid = (int32_t)(addr->zero2 & PID_MASK);
	n->bye = n->slow = 0;
	n->met |= HELLO;
	watch(n);
	return 0;
}

static void look_whether_up(int node)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	if (n->state != RD_VB_NODE_ASKED || n->met != (HELLO | REPLY))
		return;
	n->state = RD_VB_NODE_UP;
	if (n->round)
		rd_debug("verbs: connected with card %d, round %u", node, n->round);
	for_each_of(node, rd_vb_qp_busy);
}

static uint32_t round_of(const struct rd_fpga_address *addr)
{
	return addr->zero2 >> ROUND_LSB & ROUND_MASK;
}

/* Whether the greeting's round is before the own one (-1), the same, or after it (1). */
static int order_of(int node, const struct rd_fpga_address *addr)
{
	uint32_t ahead = (round_of(addr) - rd_vb.nodes[node].round) & ROUND_MASK;

	if (!ahead)
		return 0;
	return ahead <= ROUND_MASK / 2 + (node > rd_vb.rank) ? 1 : -1;
}

/* Another process has the card, or this one has lost the connection. */
static void compare(int node, const struct rd_fpga_address *addr)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];

	if (n->state == RD_VB_NODE_UP && n->key != addr->key)
		process_ended(node);
	else if (n->state == RD_VB_NODE_UP && order_of(node, addr) > 0)
		take_down(node);
	if (n->key != addr->key)
		n->met = 0;
	n->key = addr->key;
}

static void take_greeting(int node, const struct rd_fpga_address *addr)
{
	struct rd_vb_node *n = &rd_vb.nodes[node];
	int is_hello = (addr->zero2 & WANT) != 0;
	int order;

	compare(node, addr);
	order = order_of(node, addr);
	if (order > 0)
		set_round(n, round_of(addr));
	if (is_hello && (n->state == RD_VB_NODE_NEW || n->state == RD_VB_NODE_DOWN))
		hello(node, rd_clock_ns());
	if (order < 0) /* it is behind: the HELLO tells it */
		return;
	if (!is_hello)
		n->met |= REPLY;
	else if (n->met & HELLO || !open_ep(node, addr))
		reply(node);
	look_whether_up(node);
}

void rd_vb_peer_greeted(int node, const void *payload, size_t len)
{
	struct rd_fpga_address addr;

	if (len != sizeof(addr) || node >= rd_vb.size || node == rd_vb.rank)
		return;
	memcpy(&addr, payload, sizeof(addr));
	if (addr.node == node && !addr.page)
		take_greeting(node, &addr);
}
