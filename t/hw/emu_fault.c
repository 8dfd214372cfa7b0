/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows the behaviour of the card's model on faults (docs/CARD.md 13): the death of a link is
 * reported to every node that can be reached, and to the others when they can be reached again;
 * cells that would cross it are dropped; it works again when both ends were started. A process that
 * is killed delays no other, with a lock held or in the middle of a write; its page can be opened
 * again.
 */
#include "base/log.h"
#include "hw/emu/emu.h"
#include "t/hw/emu_ring.h"

enum { LEFT_PORT, RIGHT_PORT };

static uint32_t node_read(uint32_t reg)
{
	return r_card->read(r_card, reg);
}

static void node_write(uint32_t reg, uint32_t value)
{
	r_card->write(r_card, reg, value);
}

/* 1 if the death of the port was reported to this node. */
static int told(int node, int port)
{
	node_write(RN_NODE_ASK, (uint32_t)node << RN_NODE_ASK_NODE_LSB | (uint32_t)port);
	r_check(node_read(RN_NODE_ASK) == ((uint32_t)node << RN_NODE_ASK_NODE_LSB | (uint32_t)port),
		"ASK");
	return (int)node_read(RN_NODE_ANSWER);
}

static uint32_t link_is(int port)
{
	return node_read(RN_NODE_LINK + (uint32_t)port * RN_NODE_LINK_STEP);
}

static void start(int port)
{
	node_write(RN_NODE_LINK + (uint32_t)port * RN_NODE_LINK_STEP, RN_NODE_LINK_DEAD_MASK);
}

static void clear(void)
{
	node_write(RN_NODE_FAULT, RN_NODE_FAULT_VALID_MASK | RN_NODE_FAULT_MORE_MASK);
	r_write(RN_PAGE_EVENT, UINT32_MAX);
	r_check(!(node_read(RN_NODE_FAULT) & (RN_NODE_FAULT_VALID_MASK | RN_NODE_FAULT_MORE_MASK)),
		"cleared");
}

/* All processes: the dead links, each named by the node on its left, are these, as reported to
 * every node. */
static void dead_are(uint32_t links)
{
	for (int n = 0; n < r_nodes; n++) {
		int dead = links >> n & 1;

		r_check(told(n, RIGHT_PORT) == dead, "node %d, right port: %d", n, !dead);
		r_check(told((n + 1) % r_nodes, LEFT_PORT) == dead, "node %d, left port: %d",
			(n + 1) % r_nodes, !dead);
	}
}

static void all_are_up(void)
{
	dead_are(0);
	r_check(link_is(LEFT_PORT) == RN_NODE_LINK_UP_MASK &&
			link_is(RIGHT_PORT) == RN_NODE_LINK_UP_MASK,
		"up");
}

static uint32_t fault_word(int node, int port, uint32_t cause)
{
	return RN_NODE_FAULT_VALID_MASK | (uint32_t)node << RN_NODE_FAULT_NODE_LSB |
	       (uint32_t)port << RN_NODE_FAULT_PORT_LSB | cause;
}

/* ---- Messages as a probe ---- */

static uint64_t sent;

static void send_to(int to)
{
	uint64_t *d = r_desc();
	int ahead = (to / r_users - r_i / r_users + r_nodes) % r_nodes;
	int cut = link_is(2 * ahead <= r_nodes ? RIGHT_PORT : LEFT_PORT) & RN_NODE_LINK_DEAD_MASK;

	d[0] = r_ctl(RN_DMA_OP_MSG, to / r_users, (uint32_t)(to % r_users), 0,
		     RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	d[1] = ++sent;
	d[2] = (uint64_t)r_i << 8;
	r_go();
	/* a cell that is dropped farther on is not told */
	r_expect(RN_COMPLETION_KIND_SEND, cut ? RN_DMA_STATUS_DEAD : RN_DMA_STATUS_OK, sent);
}

/* All send to all: a message arrives if its shorter way round has no dead link. */
static void traffic_is(uint32_t links)
{
	uint32_t want = 0, got = 0;

	r_fence();
	for (int to = 0; to < r_n; to++)
		if (to != r_i)
			send_to(to);
	r_fence();
	for (const uint64_t *end; (end = r_recv()); r_recv_done())
		got |= 1u << (end[0] >> 8);
	for (int from = 0; from < r_n; from++) {
		int ahead = (r_i - from + r_n) % r_n, open = from != r_i;

		for (int i = 0; i < r_n; i++) { /* whether link i is on the way to the right */
			int at = (i - from + r_n) % r_n, right = 2 * ahead <= r_n;

			open &= !(links >> i & 1) || (at < ahead) != right;
		}
		want |= (uint32_t)open << from;
	}
	r_check(got == want, "from %#x, should be from %#x", got, want);
	r_fence();
}

/* ---- Links ---- */

static void one_link(void)
{
	uint32_t fault;

	r_up();
	r_fence();
	clear();
	r_fence();
	dead_are(0);
	traffic_is(0);
	r_check(link_is(LEFT_PORT) == RN_NODE_LINK_UP_MASK, "left port is up");
	r_fence();
	if (r_i == r_n - 1)
		rd_emu_kill_link(r_card, 1, RIGHT_PORT);
	r_fence();
	dead_are(1u << 1);
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_FAULT_MASK, "event");
	fault = node_read(RN_NODE_FAULT);
	r_check(fault == (fault_word(1, RIGHT_PORT, RN_LINK_CAUSE_SILENT) |
			  RN_NODE_FAULT_MORE_MASK) ||
			fault == (fault_word(2, LEFT_PORT, RN_LINK_CAUSE_SILENT) |
				  RN_NODE_FAULT_MORE_MASK),
		"FAULT %#x", fault);
	r_check(r_i != 1 || link_is(RIGHT_PORT) == (RN_NODE_LINK_DEAD_MASK |
						    RN_LINK_CAUSE_SILENT << RN_NODE_LINK_CAUSE_LSB),
		"LINK %#x", link_is(RIGHT_PORT));
	r_check(r_i == 1 || link_is(RIGHT_PORT) == RN_NODE_LINK_UP_MASK, "the others are up");
	traffic_is(1u << 1);
	clear();
	r_fence();
	if (r_i == 0) /* the links that are dead already */
		rd_emu_kill_link(r_card, 2, LEFT_PORT);
	r_fence();
	r_check(!(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_FAULT_MASK), "told twice");
}

/* The link from node 1 to node 2. */
static void one_is_dead(void)
{
	r_up();
	clear();
	r_fence();
	if (r_i == 0)
		rd_emu_kill_link(r_card, 1, RIGHT_PORT);
	r_fence();
}

static void restarted(void)
{
	one_is_dead();
	if (r_i == 1) {
		start(RIGHT_PORT);
		r_check(link_is(RIGHT_PORT) == RN_LINK_CAUSE_STARTING << RN_NODE_LINK_CAUSE_LSB,
			"starting");
		start(LEFT_PORT); /* nothing to do */
	}
	r_fence();
	dead_are(1u << 1);
	traffic_is(1u << 1);
	clear();
	r_fence();
	if (r_i == 2)
		start(LEFT_PORT);
	r_fence();
	all_are_up();
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_FAULT_MASK, "event");
	r_check(!(node_read(RN_NODE_FAULT) & RN_NODE_FAULT_CAUSE_MASK), "FAULT says that it works");
	traffic_is(0);
}

/* Links 1-2 and 4-0 of five: {0, 1} and {2, 3, 4} cannot reach each other. */
static void cut_in_two(void)
{
	one_is_dead();
	clear();
	r_fence();
	if (r_i == 3)
		rd_emu_kill_link(r_card, 4, RIGHT_PORT);
	r_fence();
	r_check(told(4, RIGHT_PORT) == (r_i >= 2), "node 4's port");
	r_check(told(0, LEFT_PORT) == (r_i < 2), "node 0's port");
	r_check(told(1, RIGHT_PORT) && told(2, LEFT_PORT), "the first link");
	traffic_is(1u << 1 | 1u << 4);
	if (r_i == 1)
		start(RIGHT_PORT);
	r_fence();
	clear();
	r_fence();
	if (r_i == 2)
		start(LEFT_PORT);
	r_fence();
	dead_are(1u << 4);
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_FAULT_MASK, "event");
	traffic_is(1u << 4);
}

/* A node both of whose links died and came back while other links failed. */
static void heard_later(void)
{
	r_up();
	r_fence();
	if (r_i == 0) {
		rd_emu_kill_link(r_card, 2, LEFT_PORT);
		rd_emu_kill_link(r_card, 2, RIGHT_PORT);
		rd_emu_kill_link(r_card, 4, RIGHT_PORT); /* node 2 receives no report */
	}
	r_fence();
	r_check(told(4, RIGHT_PORT) == (r_i == 3 || r_i == 4), "node %d heard of 4", r_i);
	r_fence();
	if (r_i == 1)
		start(RIGHT_PORT);
	if (r_i == 2)
		start(LEFT_PORT);
	if (r_i == 3)
		start(LEFT_PORT);
	r_fence();
	if (r_i == 2)
		start(RIGHT_PORT);
	r_fence();
	dead_are(1u << 4);
	traffic_is(1u << 4);
}

/* All kill and start links at once; at the end all are up, and every node has the report. */
static void at_random(void)
{
	uint64_t seed = 11 + (uint64_t)r_i;

	r_up();
	r_fence();
	for (int i = 0; i < 2000; i++) {
		if (r_random(&seed) % 3)
			start((int)(r_random(&seed) & 1));
		else
			rd_emu_kill_link(r_card, (int)(r_random(&seed) % (uint32_t)r_nodes),
					 (int)(r_random(&seed) & 1));
	}
	r_fence();
	start(LEFT_PORT);
	start(RIGHT_PORT);
	r_fence();
	all_are_up();
	r_check(!((struct rd_emu *)r_card)->ring->dead, "%u dead links",
		((struct rd_emu *)r_card)->ring->dead);
	traffic_is(0);
}

/* ---- Processes ---- */

static void everybody_sends(int times)
{
	for (int i = 0; i < times; i++)
		for (int to = 0; to < r_n; to++)
			if (to != r_i)
				send_to(to);
}

static void messages_from(int from, int times)
{
	int got = 0;

	for (const uint64_t *end; got < times;) {
		r_until((end = r_recv()));
		got += (int)(end[0] >> 8) == from;
		r_recv_done();
	}
}

/* Process 2 dies holding the lock of page 1. */
static void killed_in_lock(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;

	r_up();
	r_fence();
	if (r_i == 2) {
		rd_emu_lock(e, &e->pages[1].lock);
		r_die();
	}
	r_until(__atomic_load_n(&r_share->gone, __ATOMIC_RELAXED));
	everybody_sends(20);
	messages_from(r_i ? 0 : 1, 20);
	r_fence();
	r_check(!e->pages[1].lock, "the lock is free");
}

static void killed_in_faults(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;

	r_up();
	r_fence();
	if (r_i == 2) {
		rd_emu_lock(e, &e->ring->fault_lock);
		r_die();
	}
	r_until(__atomic_load_n(&r_share->gone, __ATOMIC_RELAXED));
	if (r_i == 0)
		rd_emu_kill_link(r_card, 0, RIGHT_PORT);
	r_fence();
	dead_are(1);
}

/* Process 2 dies while it uses a region of page 1, which is then closed: closing waits for it, but
 * not for ever. */
static void killed_in_write(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;

	r_up();
	r_fence();
	if (r_i == 2) {
		rd_emu_touch(e, 1, 0);
		r_die();
	}
	r_until(__atomic_load_n(&r_share->gone, __ATOMIC_RELAXED));
	if (r_i == 1) {
		r_region(0, 0, 0, 0, 0);
		r_write(RN_QUEUES_CONTROL, 0);
		r_check(r_read(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK, "stopped");
		r_check(!e->pages[2].touching, "the accesses of a dead process are forgotten");
		r_up();
	}
	r_fence();
	everybody_sends(5);
	messages_from(r_i == 1 ? 0 : 1, 5);
}

/* A living process is waited for. */
static void lives_in_write(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;
	uint64_t *closed = &r_share->word[0], *left = &r_share->word[1];

	r_up();
	r_fence();
	if (r_i == 0)
		rd_emu_touch(e, 1, 3);
	r_fence();
	if (r_i == 1) {
		r_region(2, r_card->arena_bus, 4096, R_ALL, 1);
		r_region(3, r_card->arena_bus, 4096, R_ALL, 1);
		r_region(2, 0, 0, 0, 0); /* is not waited for */
		__atomic_store_n(closed, 1, __ATOMIC_RELEASE);
		r_region(3, 0, 0, 0, 0);
		r_check(__atomic_load_n(left, __ATOMIC_ACQUIRE),
			"closed while somebody writes to it");
	} else {
		r_until(__atomic_load_n(closed, __ATOMIC_ACQUIRE));
		r_until(!__atomic_load_n(&e->pages[1].region[3].access, __ATOMIC_ACQUIRE));
		/* without waiting it would have ended */
		for (uint32_t spins = 0; spins < 100000; spins++)
			r_idle(spins);
		__atomic_store_n(left, 1, __ATOMIC_RELEASE);
		rd_emu_untouch(e);
	}
}

/* Process 2 dies asleep; process 0 opens its page, which is in its initial state. */
static void killed_asleep(void)
{
	struct rd_emu *e = (struct rd_emu *)r_card;
	struct rd_card_place place = r_place(2);
	struct rd_card *card;

	r_up();
	r_fence();
	if (r_i == 2) {
		memset(r_card->arena, 0x5a, 100000);
		r_card->arm(r_card);
		r_die();
	}
	if (r_i)
		return;
	r_until(__atomic_load_n(&r_share->gone, __ATOMIC_RELAXED) &&
		rd_emu_gone(e->pages[2].process.pid));
	r_check(e->ring->sleepers == 1, "%u sleep", e->ring->sleepers);
	r_check(!rd_card_emu.open(&place, &card), "its page is opened again");
	r_check(e->ring->sleepers == 0, "%u sleep", e->ring->sleepers);
	for (int i = 0; i < 200000; i++)
		r_check(!card->arena[i], "byte %d of the arena is not 0", i);
	card->close(card);
}

/* A page of a process that lives is not given away. */
static void held(void)
{
	struct rd_card_place place = r_place(!r_i);
	struct rd_card *card;

	rd_log_whoami("expected");
	r_check(rd_card_emu.open(&place, &card) == RD_ESYS, "the page of another");
	place.users = 2;
	r_check(rd_card_emu.open(&place, &card) == RD_EPROTO, "a ring of another shape");
}

/* Killed anywhere in traffic of all kinds: the others go on, and its page can be opened again. */
static void all_kinds(uint64_t *seed)
{
	static const uint32_t ops[] = {RN_DMA_OP_WRITE, RN_DMA_OP_DATA, RN_DMA_OP_MSG};
	int to = (int)(r_random(seed) % (uint32_t)r_n);
	uint64_t *d = r_desc();

	d[0] = r_ctl(ops[r_random(seed) % 3], to, (uint32_t)(r_random(seed) % 8) * (to != r_i),
		     (uint32_t)(r_random(seed) % 500), 0);
	if ((d[0] & RN_DESCRIPTOR_CTL_OP_MASK) == RN_DMA_OP_MSG)
		d[0] &= ~(uint64_t)RN_DESCRIPTOR_CTL_TAG_MASK;
	d[2] = (d[0] & RN_DESCRIPTOR_CTL_OP_MASK) == RN_DMA_OP_WRITE
		       ? r_head(to, 0, r_key(to), R_DATA)
		       : 0;
	d[3] = r_local(0, R_DATA + 4096);
	r_go();
	r_write(RN_FE_ARG_LO, 1);
	r_write(RN_FE_COMMAND, RN_FE_OP_FETCH_ADD | (uint32_t)to << RN_FE_COMMAND_NODE_LSB);
	r_write(RN_QUEUES_CPL_CONSUMER, r_read(RN_QUEUES_CPL_PRODUCER));
	r_write(RN_QUEUES_RECV_CONSUMER, r_read(RN_QUEUES_RECV_PRODUCER));
}

static _Noreturn void send_until_killed(int told, uint64_t seed)
{
	struct rd_card_place place = r_place(r_i);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (rd_card_emu.open(&place, &r_card))
		_exit(1);
	r_up();
	r_check(write(told, "", 1) == 1, "pipe");
	for (;;)
		all_kinds(&seed);
}

/* A child opens this page, sends, and is killed at some moment. */
static void live_and_die(uint64_t *seed)
{
	uint64_t life = r_random(seed) % 3000000, since;
	int told[2], status;
	pid_t pid;
	char c;

	r_check(!pipe(told), "%s", strerror(errno));
	pid = fork();
	if (!pid)
		send_until_killed(told[1], *seed);
	close(told[1]);
	r_check(read(told[0], &c, 1) == 1, "a page of the dead is opened again");
	close(told[0]);
	for (since = rd_clock_ns(); rd_clock_ns() - since < life;)
		r_idle(0);
	kill(pid, SIGKILL);
	r_check(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status), "it was killed");
}

static void killed_anywhere(void)
{
	uint64_t seed = 3 + (uint64_t)r_i, *over = &r_share->word[0];
	struct rd_card_place place = r_place(r_i);

	r_up();
	r_fence();
	if (r_i) {
		while (!__atomic_load_n(over, __ATOMIC_ACQUIRE))
			all_kinds(&seed);
		return;
	}
	r_card->close(r_card);
	for (int i = 0; i < 200; i++)
		live_and_die(&seed);
	__atomic_store_n(over, 1, __ATOMIC_RELEASE);
	r_check(!rd_card_emu.open(&place, &r_card), "opened again");
	r_check(r_read(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK, "it is off");
	r_until(__atomic_load_n(&r_share->arrived, __ATOMIC_RELAXED) == (uint32_t)r_n - 1);
}

int main(void)
{
	r_run("a dead link is reported to all, and stops cells that cross it", 5, 1, one_link);
	r_run("a dead link, even ring", 4, 1, one_link);
	r_run("a link works again when both ends were started", 5, 1, restarted);
	r_run("a ring cut in two", 5, 1, cut_in_two);
	r_run("reports that come later", 5, 1, heard_later);
	r_run("links die and start at random", 5, 1, at_random);
	r_may_die = 1u << 2;
	r_run("killed with a page's lock", 4, 1, killed_in_lock);
	r_run("killed with the lock of faults", 4, 1, killed_in_faults);
	r_run("killed in a write", 4, 1, killed_in_write);
	r_run("killed asleep", 3, 1, killed_asleep);
	r_may_die = 0;
	r_run("a page that is held, a ring of another shape", 2, 1, held);
	r_run("a region is closed when nobody writes to it", 2, 1, lives_in_write);
	r_run("killed anywhere", 3, 1, killed_anywhere);
	return done();
}
