// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of the bench rdma_engine without the model: datagrams of several senders that mix on their way into one queue pair, and such as do not
// come to their end.

#ifndef RD_HW_SIM_RDMA_DATAGRAMS_H
#define RD_HW_SIM_RDMA_DATAGRAMS_H

#include "rdma_alone.h"

// Pages whose queue pairs are of type UD: `to` receives from the others.
struct Grams {
	enum { PLACES = 1 << LG_RECV, SLOT_B = AREA_B / PLACES, BYTES = 2000, STALE = 2 << 15 };
	Alone to = {{0, 0}};
	std::vector<Alone> from;
	unsigned posted = 0;                 // receive requests
	int origin = -1;                        // sender of the last datagram

	explicit Grams(int senders)
	{
		reset_cards();
		for (int i = 0; i < senders; i++)
			from.push_back({{!(i & 1), 1 + i / 2}});
	}
	void up(const Alone &a) const
	{
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			a.modify(0, state, a.page, 0);
	}
	void set_up()
	{
		to.type = RDMA_QP_TYPE_UD;
		to.set_up();
		up(to);
		for (Alone &a : from) {
			a.type = RDMA_QP_TYPE_UD;
			a.set_up();
			up(a);
		}
	}
	// Their cookies are the addresses of their memory.
	void receive(unsigned n)
	{
		while (n--)
			to.receive(0, SLOT_B, Alone::VA + SLOT_B * (posted++ % PLACES));
	}
	void send(int i, uint64_t bytes = BYTES)
	{
		from[i].write(0, bytes, RDMA_WORK_OP_SEND, 0, 0, uint64_t(to.page.p) << 42 | uint64_t(to.page.n) << 32 | Alone::QKEY);
	}
	uint64_t next(unsigned word) const { return to.mem().word(to.at(CQ_AT + 32 * (to.read % (1u << to.lg)) + word)); }
	bool has_next() const { return next(RDMA_DONE_WHAT) >> 63 == !(to.read >> to.lg & 1); }
	// The next request that was received: its place in the queue, or less than 0 if it has not ended well. The data are those of its sender.
	int got(uint64_t bytes = BYTES)
	{
		uint64_t sender, slot;
		int status;

		until([&, end = now + 100000] { return has_next() || now >= end; });
		sender = next(RDMA_DONE_SENDER);
		slot = (next(RDMA_DONE_COOKIE) - Alone::VA) / SLOT_B;
		expect(!has_next() || uint32_t(next(RDMA_DONE_PAYLOAD)) == (next(RDMA_DONE_WHAT) & RDMA_DONE_WHAT_STATUS_MASK ? 0 : bytes), "length of a datagram");
		status = to.status();
		if (status != RDMA_DONE_STATUS_OK)
			return -1 - status;
		origin = -1;
		for (unsigned i = 0; i < from.size(); i++)
			if (sender == (uint64_t(from[i].page.n) << RDMA_DONE_SENDER_NODE_LSB | uint64_t(from[i].page.p) << RDMA_DONE_SENDER_PAGE_LSB))
				origin = int(i);
		expect(origin >= 0 && slot < PLACES, "sender %llx", (unsigned long long)sender);
		for (uint64_t i = 0; i < bytes && origin >= 0; i++)
			if (*to.mem().at(to.at(TARGET_AT + slot * SLOT_B + i)) != *from[origin].mem().at(from[origin].at(TARGET_AT + i))) {
				expect(false, "byte %llu of a datagram of %d", (unsigned long long)i, origin);
				break;
			}
		return int(slot);
	}
	unsigned consumed() const
	{
		to.obey(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, 0, {});
		return uint16_t(to.mem().word(to.at(ATTR_AT + RDMA_QP_ATTR_INDEX)) >> RDMA_QP_ATTR_INDEX_RECV_CONSUMER_LSB);
	}
	unsigned dropped() const { return to.page.access(false, RDMA_RDMA_DROPPED, 0); }
	// A sender is reset when some segments of its datagram have come.
	void break_off(int i)
	{
		uint64_t before = cells[0];

		send(i);
		until([&] { return cells[0] - before >= 5; });
		from[i].modify(0, RDMA_QP_STATE_RESET, to.page, 0);
		from[i].prod[0] = 0;
		up(from[i]);
	}
};

// All send at once, more than there are slots: each datagram is received as a whole, or dropped and counted. Then one by one.
static void many_to_one()
{
	enum { SENDERS = 10 };
	Grams g(SENDERS);
	unsigned received = 0, dropped = 0, again = 0, well = 0, consumed = 0;
	std::set<int> places, senders;

	start("many", [&] {
		g.set_up();
		g.receive(Grams::PLACES);
		for (int i = 0; i < SENDERS; i++)
			g.send(i);
		for (int i = 0; i < SENDERS; i++)
			well += g.from[i].status() == RDMA_DONE_STATUS_OK;
		for (uint64_t end = now + 100000; received + g.dropped() < SENDERS && now < end;)
			if (g.has_next()) {
				places.insert(g.got());
				senders.insert(g.origin);
				received++;
			}
		dropped = g.dropped();
		g.receive(received);
		for (int i = 0; i < SENDERS; i++) {
			g.send(i);
			again += g.got() >= 0 && g.origin == i;
		}
		consumed = g.consumed();
	});
	run();
	sim::ok(good() && well == SENDERS && received >= 6 && received < SENDERS && received + dropped == SENDERS && places.size() == received && senders.size() == received,
		"of %d datagrams at once %u were received, the others dropped", SENDERS, received);
	sim::ok(again == SENDERS && consumed == received + again, "%u one behind the other", again);
}

// A datagram that does not come to its end keeps its receive request for the next one of its sender, or of any sender when time has passed; those
// behind it end meanwhile. One of which a segment is lost is none.
static void broken_datagrams()
{
	Grams g(3);
	int place[6];
	unsigned consumed[5], dropped = 1;

	start("broken", [&] {
		g.set_up();
		g.receive(8);
		g.break_off(0);                                      // request 0
		g.send(1);
		place[0] = g.got();
		consumed[0] = g.consumed();
		g.send(0, 50);                                       // of one segment
		place[1] = g.got(50);
		consumed[1] = g.consumed();
		g.break_off(0);                                      // request 2
		g.send(1);
		place[2] = g.got();
		for (int i = 0; i < Grams::STALE; i += 20000)
			pause(20000);
		consumed[2] = g.consumed();
		g.send(2);
		place[3] = g.got();
		consumed[3] = g.consumed();
		spare[1][0] = 3;
		drop[1][0] = 1;
		g.send(0);                                           // request 4
		pause(40000);
		expect(!g.has_next(), "a datagram without one of its segments");
		g.send(2, 96);
		place[4] = g.got(96);
		g.send(0, 97);
		place[5] = g.got(97);
		consumed[4] = g.consumed();
		dropped = g.dropped();
	});
	run();
	sim::ok(good() && place[0] == 1 && place[1] == 0 && consumed[0] == 0 && consumed[1] == 2, "a sender that was reset: its request is that of its next datagram");
	sim::ok(place[2] == 3 && place[3] == 2 && consumed[2] == 2 && consumed[3] == 4, "or that of the next one behind some time: requests %d and %d", place[2], place[3]);
	sim::ok(place[4] == 5 && place[5] == 4 && consumed[4] == 6 && dropped == 0, "a lost segment: requests %d and %d", place[4], place[5]);
}

// In ERR each receive request is flushed once, also that of a datagram in the middle. Memory of the sender that fails in the middle ends the
// receiver's request with ABORTED. Without room for the completion the datagram is dropped.
static void ended_datagrams()
{
	Grams g(2);
	int flushed = 0, ends[2], full = 0, behind = -1;

	g.to.lg = 2;
	start("ended", [&] {
		g.set_up();
		g.receive(3);
		g.break_off(0);
		g.send(1);
		expect(g.got() == 1, "a datagram behind one in the middle");
		g.to.give_room();
		g.to.modify(0, RDMA_QP_STATE_ERR, g.to.page, 0);
		while (g.to.status() == RDMA_DONE_STATUS_FLUSH)
			flushed++;
		g.to.give_room();
		expect(g.consumed() == 3, "all were flushed");
		g.to.modify(0, RDMA_QP_STATE_RESET, g.to.page, 0);
		g.to.recv_prod[0] = g.posted = 0;
		g.up(g.to);
		g.receive(8);
		for (int i = 0; i < 5; i++)                          // four completions have room
			g.send(0, i < 2 ? 300 : 8);
		for (int i = 0; i < 5; i++)
			expect(g.from[0].status() == RDMA_DONE_STATUS_OK, "datagram %d", i);
		pause(20000);
		full = int(g.dropped());
		for (int i = 0; i < 4; i++)
			expect(g.got(i < 2 ? 300 : 8) == i, "datagram %d", i);
		g.to.give_room();
		g.from[0].mem().unmap(g.from[0].at(TARGET_AT + 4096), 4096);
		g.from[0].source += 4096 - 200;
		g.send(0, 600);
		ends[0] = g.from[0].status();
		ends[1] = g.got();
		g.send(1);
		behind = g.got();
		g.from[0].mem().map(g.from[0].at(TARGET_AT + 4096), 4096);
	});
	run();
	sim::ok(good() && flushed == 2, "in ERR %d receive requests are flushed", flushed);
	sim::ok(full == 1, "without room for its completion a datagram is dropped: %d", full);
	sim::ok(ends[0] == RDMA_DONE_STATUS_MEMORY && ends[1] == -1 - RDMA_DONE_STATUS_ABORTED && behind == 5, "memory of the sender that fails: it ends with %d, the receiver's request with %d",
		ends[0], -1 - ends[1]);
}

// Six datagrams in the middle have all slots; then one of a single segment finds no completion
// queue, as the page has spoilt its context, and ends the queue pair. Each receive request is
// flushed once when the context names the queue again.
static void slots_without_queue()
{
	enum { SLOTS = 6, POSTED = 10 };
	Grams g(2 * SLOTS + 1);
	int flushed = 0, behind = -1;

	start("slots", [&] {
		const Alone &to = g.to;
		auto names_queue = [&](uint64_t number) {
			uint64_t ctl;

			// None is open: their contexts take the place of number 0 in the cache.
			for (uint32_t q : {32, 64, 96}) {
				to.page.access(true, RDMA_RDMA_SQ_DOORBELL, q);
				pause(400);
			}
			ctl = to.mem().word(to.at(TABLE_AT)) & ~RDMA_QP_ATTR_CTL_RECV_CQ_MASK;
			ctl |= number << RDMA_QP_ATTR_CTL_RECV_CQ_LSB;
			expect(ctl >> 15 & 1, "the context is in memory");
			to.mem().put(to.at(TABLE_AT), &ctl, 8);
		};

		g.set_up();
		g.receive(POSTED);
		for (int i = 0; i < SLOTS; i++)
			g.break_off(2 * i);                              // those of the other card
		names_queue(5);
		g.send(2 * SLOTS, 50);
		expect(g.from[2 * SLOTS].status() == RDMA_DONE_STATUS_OK, "the datagram");
		pause(5000);
		expect(g.dropped() == 0, "it found a receive request");
		names_queue(0);
		to.modify(0, RDMA_QP_STATE_ERR, to.page, 0);
		while (flushed <= POSTED && g.to.status() == RDMA_DONE_STATUS_FLUSH)
			flushed++;
		behind = int(g.consumed());
	});
	run();
	sim::ok(good() && flushed == POSTED && behind == POSTED,
		"a datagram without a completion queue, all slots in use: %d requests are flushed", flushed);
}

#endif
