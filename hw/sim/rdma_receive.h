// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of the bench rdma_engine without the model: receive requests that are late, missing or cannot be read, and pages that write into
// their own tables and receive queues.

#ifndef RD_HW_SIM_RDMA_RECEIVE_H
#define RD_HW_SIM_RDMA_RECEIVE_H

#include "rdma_alone.h"

// A SEND that finds no receive request is sent again as often as RNR_RETRY says, RNR_TIMER apart; without a limit, until there is one, then from where it
// was. So is the notice of a WRITE with IMM, without its data.
static void not_ready()
{
	enum { TRIES = 2, TIMER = 5, WAIT = 128 << TIMER, BYTES = 500, WRITE_IMM = RDMA_WORK_OP_WRITE | RDMA_WORK_CTL_IMM_MASK };
	Alone to = {{0, 0}}, from = {{1, 0}};
	uint64_t begun = 0, took = 0, asked[3] = {}, sent = 0, data = 0;
	int ends[6] = {};
	bool whole = false;

	reset_cards();
	to.limits = limits(0, 0, 0, TIMER);
	from.limits = limits(0, 0, TRIES);
	start("not ready", [&] {
		set_up_pair(to, from);
		begun = now;
		asked[0] = told[RNR];
		from.write(0, BYTES, RDMA_WORK_OP_SEND);
		ends[0] = from.status();
		took = now - begun;
		asked[0] = told[RNR] - asked[0];
		from.limits = limits(0, 0, RDMA_RETRY_EVER);
		from.reconnect(to);
		for (int i = 0; i < 2; i++) {
			asked[1 + i] = told[RNR];
			sent = cells[0];
			from.write(0, BYTES, i ? uint64_t(WRITE_IMM) : uint64_t(RDMA_WORK_OP_SEND));
			pause(10 * WAIT);
			to.receive(0, BYTES);
			ends[1 + 2 * i] = from.status();
			ends[2 + 2 * i] = to.status();
			asked[1 + i] = told[RNR] - asked[1 + i];
			whole = (i == 0 || whole) && to.has_from(from, BYTES);
			data = cells[0] - sent - asked[1 + i];           // behind RNR comes one segment, or the rest of the message
			to.fill(TARGET_AT + Alone::HALF, i ? 0 : BYTES);
		}
		from.write(0, BYTES, RDMA_WORK_OP_SEND);
		to.receive(0, BYTES - 1);
		ends[5] = from.status();
	});
	run();
	sim::ok(good() && ends[0] == RDMA_DONE_STATUS_RNR_RETRY && asked[0] == TRIES + 1 && took > TRIES * WAIT && took < (TRIES + 2) * WAIT,
		"a SEND without a receive request ends with %d, behind %llu answers and %llu clocks", ends[0], (unsigned long long)asked[0], (unsigned long long)took);
	sim::ok(ends[1] == 0 && ends[2] == 0 && ends[3] == 0 && ends[4] == 0 && whole && asked[1] > 5 && asked[2] > 5,
		"a SEND and a WRITE with IMM whose receive request is late end with %d and %d", ends[1], ends[3]);
	sim::ok(data == (BYTES + 95) / 96 + 1, "the data of the WRITE are sent once, in %llu segments", (unsigned long long)data);
	sim::ok(ends[5] == RDMA_DONE_STATUS_REMOTE_REQUEST, "one whose receive request is a byte too short: %d", ends[5]);
}

// The completion queue of receive requests is full in the middle of a message: the rest of it is sent when there is room.
static void full_in_the_middle()
{
	enum { PLACES = 4, BYTES = 3000 };
	Alone to = {{0, 0}}, from = {{1, 0}};
	uint64_t sent = 0, asked = 0;
	int nops = 0, ends = -1, received = -1;

	reset_cards();
	to.lg = 2;
	from.limits = limits(0, 0, RDMA_RETRY_EVER);
	start("full", [&] {
		set_up_pair(to, from);
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			to.modify(1, state, to.page, 1);
		from.write(0, 8);
		expect(from.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		to.receive(0, BYTES);
		sent = cells[0];
		asked = told[RNR];
		from.write(0, BYTES, RDMA_WORK_OP_SEND);
		until([&] { return cells[0] - sent >= 8; });
		for (int i = 0; i < PLACES; i++)
			to.write(1, 0, RDMA_WORK_OP_NOP);
		until([&] { return told[RNR] - asked >= 3; });
		for (int i = 0; i < PLACES; i++)
			nops += to.status() == RDMA_DONE_STATUS_OK;
		to.give_room();
		ends = from.status();
		received = to.status();
		asked = told[RNR] - asked;
		sent = cells[0] - sent;
	});
	run();
	sim::ok(good() && nops == PLACES && ends == RDMA_DONE_STATUS_OK && received == RDMA_DONE_STATUS_OK && to.has_from(from, BYTES)
		&& sent >= (BYTES + 95) / 96 + asked && sent < (BYTES + 95) / 96 + 4 * asked, "no room in the middle of a SEND: %llu answers RNR, %llu segments, ends with %d and %d",
		(unsigned long long)asked, (unsigned long long)sent, ends, received);
}

// RNR of a segment that was not sent: the sender goes on where it is.
static void rnr_ahead()
{
	enum { BYTES = 5000 };
	Alone to = {{0, 0}}, from = {{1, 0}};
	std::vector<Word> rnr;
	uint64_t sent = 0;
	int ends = -1;

	reset_cards();
	from.limits = limits(0, 0, RDMA_RETRY_EVER);
	start("ahead", [&] {
		set_up_pair(to, from);
		from.write(0, 8);
		expect(from.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		said = &rnr;
		from.write(0, BYTES, RDMA_WORK_OP_SEND);
		until([&] { return !rnr.empty(); });
		said = nullptr;
		to.receive(0, BYTES);
		sent = cells[0];
		until([&] { return cells[0] - sent >= 5; });
		rnr[2].data = 4800ull << 32 | uint32_t(rnr[2].data);     // the offset
		node[1]->wire[1].insert(node[1]->wire[1].end(), rnr.begin(), rnr.end());
		ends = from.status();
	});
	run();
	sim::ok(good() && ends == RDMA_DONE_STATUS_OK && to.has_from(from, BYTES), "RNR of a segment that was not sent is dropped: the SEND ends with %d", ends);
}

// RNR is an answer: a request that was sent again behind it as often as RETRY says is sent again.
static void lost_and_not_ready()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	uint64_t asked = 0;
	int ends = -1;

	reset_cards();
	from.limits = limits(1, 1, RDMA_RETRY_EVER);
	start("lost", [&] {
		set_up_pair(to, from);
		from.write(0, 8);
		expect(from.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		asked = told[RNR];
		drop[1][0] = 1;
		from.write(0, 100, RDMA_WORK_OP_SEND);
		until([&] { return told[RNR] != asked; });
		to.receive(0, 100);
		drop[1][0] = 1;
		ends = from.status();
	});
	run();
	sim::ok(good() && ends == RDMA_DONE_STATUS_OK && to.has_from(from, 100), "a SEND is lost, not received, and lost again: it ends with %d", ends);
}

// MODIFY while a SEND waits behind RNR: in ERR it ends at once, and RESET leaves nothing of the wait to the next connection.
static void modified_behind_rnr()
{
	enum { TIMER = 20 };
	Alone to = {{0, 0}}, from = {{1, 0}};
	int flushed = -1, first = -1, second = -1;

	reset_cards();
	to.limits = limits(0, 0, 0, TIMER);
	from.limits = limits(0, 0, RDMA_RETRY_EVER);
	start("modified", [&] {
		auto waits = [&] {
			uint64_t asked = told[RNR];

			from.write(0, 200, RDMA_WORK_OP_SEND);
			until([&] { return told[RNR] != asked; });
			pause(3000);
		};
		auto sends = [&] {
			from.reconnect(to);
			to.fill(TARGET_AT + Alone::HALF, 200);
			to.receive(0, 200);
			from.write(0, 200, RDMA_WORK_OP_SEND);
			return to.status() == RDMA_DONE_STATUS_OK && to.has_from(from, 200) ? from.status() : -1;
		};

		set_up_pair(to, from);
		waits();
		from.modify(0, RDMA_QP_STATE_ERR, to.page, 0);
		flushed = from.status();
		first = sends();
		waits();
		second = sends();
	});
	run();
	sim::ok(good() && flushed == RDMA_DONE_STATUS_FLUSH && first == RDMA_DONE_STATUS_OK && second == RDMA_DONE_STATUS_OK,
		"MODIFY to ERR behind RNR: %d, then a SEND ends with %d; to RESET: %d", flushed, first, second);
}

// A receive queue that the host does not give: the request ends with MEMORY, in ERR with FLUSH, without a cookie of another one.
static void receive_not_read()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	int ends = -1, received = -1, flushed = -1;
	uint64_t cookie = 0;

	reset_cards();
	start("receive not read", [&] {
		set_up_pair(to, from);
		to.receive(0, 100);
		to.mem().map(to.at(RECV_AT), 4096, true);
		from.write(0, 100, RDMA_WORK_OP_SEND);
		ends = from.status();
		received = to.status();
		to.receive(0, 100);
		flushed = to.status();
		cookie = to.mem().word(to.at(CQ_AT)) & to.mem().word(to.at(CQ_AT + 32));
		to.mem().map(to.at(RECV_AT), 4096);
	});
	run();
	sim::ok(good() && ends == RDMA_DONE_STATUS_REMOTE_ERROR && received == RDMA_DONE_STATUS_MEMORY && flushed == RDMA_DONE_STATUS_FLUSH && cookie == ~0ull,
		"a receive request that cannot be read ends with %d, in ERR with %d, its SEND with %d", received, flushed, ends);
}

// Queue pairs that share a receive queue, which has too few requests at times, and long messages: each message takes one, and none is
// taken twice. A request is given with its address as cookie.
static void shared_queue()
{
	enum { MESSAGES = 6, QPS = 6, BYTES = 400, SLOTS = Alone::HALF / 512 };
	Alone to = {{0, 0}}, from = {{1, 0}};
	unsigned got[QPS] = {}, all = 0, right = 0, ends = 0;
	uint64_t asked = 0;

	reset_cards();
	to.shared = true;
	to.pairs = from.pairs = QPS;
	from.limits = limits(0, 0, RDMA_RETRY_EVER);
	start("shared", [&] {
		bool busy[SLOTS] = {};

		for (Alone *a : {&to, &from})
			a->set_up();
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			for (uint32_t q = 0; q < QPS; q++) {
				to.modify(q, state, from.page, q);
				from.modify(q, state, to.page, q);
			}
		asked = told[RNR];
		for (unsigned i = 0; i < MESSAGES; i++)
			for (uint32_t q = 0; q < QPS; q++)
				from.write(q, BYTES - q);
		for (unsigned i = 0; i < MESSAGES * QPS; i++)
			ends += from.status() == RDMA_DONE_STATUS_OK;
		from.give_room();
		for (unsigned i = 0; i < MESSAGES; i++)
			for (uint32_t q = 0; q < QPS; q++)
				from.write(q, BYTES - q, RDMA_WORK_OP_SEND);
		while (all < MESSAGES * QPS) {
			for (unsigned k = below(4); k > 0; k--) {
				unsigned slot = below(SLOTS);

				if (busy[slot] || uint16_t(to.recv_prod[0] - all) >= 1u << LG_RECV)
					continue;
				busy[slot] = true;
				to.receive(0, BYTES, Alone::VA + Alone::HALF + 512 * slot);
			}
			if (uint16_t(to.recv_prod[0] - all) == 0)
				continue;
			uint64_t done = to.at(CQ_AT + 32 * (to.read & ((1u << to.lg) - 1)));
			int status = to.status();
			if (!expect(status == RDMA_DONE_STATUS_OK, "message %u ends with %d", all, status))
				return;
			uint64_t slot = (to.mem().word(done) - Alone::VA - Alone::HALF) / 512, q = uint16_t(to.mem().word(done + RDMA_DONE_WHAT) >> RDMA_DONE_WHAT_QP_LSB);
			if (!expect(slot < SLOTS && busy[slot] && q < QPS && uint32_t(to.mem().word(done + 8)) == BYTES - q, "message %u: slot %llu", all,
				    (unsigned long long)slot))
				return;
			bool same = true;
			for (uint64_t b = 0; b < BYTES - q; b++)
				same = same && *to.mem().at(to.at(TARGET_AT + Alone::HALF + 512 * slot + b)) == *from.mem().at(from.at(TARGET_AT + b));
			to.fill(TARGET_AT + Alone::HALF + 512 * slot, BYTES);
			busy[slot] = false;
			right += same;
			got[q]++;
			all++;
			to.give_room();
		}
		asked = told[RNR] - asked;
		for (unsigned i = 0; i < MESSAGES * QPS; i++)
			ends += from.status() == RDMA_DONE_STATUS_OK;
	});
	run();
	sim::ok(good() && right == MESSAGES * QPS && ends == 2 * MESSAGES * QPS && *std::min_element(got, got + QPS) == MESSAGES && asked > 3,
		"%u messages of %u queue pairs take one request each of a shared queue, behind %llu answers RNR", all, unsigned(QPS), (unsigned long long)asked);
}

// A request of a shared queue that cannot be read, or not be copied into the queue of the queue pair.
static void shared_not_read()
{
	int ends[2], received[2];
	uint64_t cookie[2];

	for (int i = 0; i < 2; i++) {
		Alone to = {{0, 0}}, from = {{1, 0}};

		reset_cards();
		to.shared = true;
		start("shared", [&] {
			set_up_pair(to, from);
			to.receive(0, 100);
			to.mem().map(to.at(i ? RECV_AT : SRQ_AT), 4096, true);
			from.write(0, 100, RDMA_WORK_OP_SEND);
			ends[i] = from.status();
			received[i] = to.status();
			cookie[i] = to.mem().word(to.at(CQ_AT));
			to.mem().map(to.at(i ? RECV_AT : SRQ_AT), 4096);
		});
		run();
	}
	sim::ok(good() && ends[0] == RDMA_DONE_STATUS_REMOTE_ERROR && received[0] == RDMA_DONE_STATUS_MEMORY && cookie[0] == ~0ull
		&& ends[1] == RDMA_DONE_STATUS_REMOTE_ERROR && received[1] == RDMA_DONE_STATUS_MEMORY && cookie[1] == Alone::VA + Alone::HALF,
		"a request of a shared queue that cannot be read ends with %d, one that cannot be copied with %d", received[0], received[1]);
}

// A page names a completion queue that is not there, in a context of its own: the message is refused, and receive requests are not flushed.
static void no_queue()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	uint64_t events = 0;
	int ends = -1;

	reset_cards();
	from.limits = limits(0, 0, RDMA_RETRY_EVER);
	start("no queue", [&] {
		uint64_t ctl;

		set_up_pair(to, from);
		from.write(0, 8);
		expect(from.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		to.receive(0, 100);
		put_out(to);
		ctl = to.mem().word(to.at(TABLE_AT));
		expect(ctl >> 15 & 1, "the context is in memory");
		ctl |= 5ull << RDMA_QP_ATTR_CTL_RECV_CQ_LSB;
		to.mem().put(to.at(TABLE_AT), &ctl, 8);
		from.write(0, 100, RDMA_WORK_OP_SEND);
		ends = from.status();
		pause(5000);
		events = node[0]->refused;
		pause(20000);
		events = node[0]->refused - events;
	});
	run();
	sim::ok(good() && ends == RDMA_DONE_STATUS_REMOTE_ERROR && events == 0,
		"a context that names no completion queue: a SEND ends with %d (REMOTE_ERROR), then %llu events", ends, (unsigned long long)events);
}

// A page that writes its contexts and receive requests itself, each time with some words that make no sense, and gets messages: others
// beside it go on.
struct Spoilt : Alone {
	void off() const
	{
		page.access(true, RDMA_RDMA_CONTROL, 0);
		until([&] { return !(node[page.n]->unit->busy >> page.p & 1); });
	}
	void on(const Page &peer, uint64_t epoch)
	{
		const unsigned receives = 4;
		uint64_t ctl = RDMA_QP_STATE_RTS << RDMA_QP_ATTR_CTL_STATE_LSB | 1 << 15 | RDMA_QP_ATTR_CTL_WRITE_MASK | 7 << 16;
		uint64_t at_peer = unsigned(peer.p) << 10 | unsigned(peer.n), shape = 1ull << 63 | 7ull << RDMA_MR_ATTR_SHAPE_PD_LSB | RDMA_MR_ATTR_SHAPE_WRITE_MASK
			| RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | KEY;
		std::vector<uint64_t> words = {ctl, page.bus(SEND_AT), page.bus(RECV_AT), LG_SEND | LG_RECV << 4, at_peer, uint64_t(receives) << 32, epoch, 0,
			2ull << 32 | uint64_t(LG_CQ_MAX) << 8 | 1, page.bus(CQ_AT), 0, 0, 0, 0, 0, 0, shape, VA, AREA_B, page.bus(TARGET_AT), 0, 0, 0, 0};

		for (unsigned i = 0; i < receives; i++)
			words.insert(words.end(), {2 << RDMA_RECEIVE_CTL_COUNT_LSB, dice->next(), VA, 100ull << 32 | KEY, VA + HALF, 500ull << 32 | KEY, 0, 0});
		for (unsigned i = below(4); i > 0; i--) {
			uint64_t &w = words[one_in(2) ? below(8) : below(words.size())];

			w = one_in(3) ? dice->next() : w ^ (one_in(2) ? 1ull << below(64) : (dice->next() & 0xffff) << 16 * below(4));
		}
		mem().put(at(TABLE_AT), &words[0], 64);
		mem().put(at(TABLE_AT + 0x40000), &words[8], 64);
		mem().put(at(TABLE_AT + 0xc0000), &words[16], 64);
		mem().put(at(RECV_AT), &words[24], 64 * receives);
		page.access(true, RDMA_RDMA_CONTROL, 1);
	}
};

static void spoilt_pages()
{
	enum { N = 60, WRITE_IMM = RDMA_WORK_OP_WRITE | RDMA_WORK_CTL_IMM_MASK };
	Spoilt bad;
	Alone from = {{1, 0}}, other = {{0, 1}};
	int ends[16] = {}, none = 0, well = 0, tried = 0;
	bool over = false;

	reset_cards();
	bad.page = {0, 0};
	from.limits = limits(1, 1, 1, 1);
	start("spoilt", [&] {
		bad.set_up();
		from.set_up();
		for (uint64_t i = 1; i <= N; i++) {
			uint64_t end, done;

			bad.off();
			bad.on(from.page, i);
			from.modify(0, RDMA_QP_STATE_RESET, bad.page, 0);
			from.prod[0] = 0;
			from.connect(bad);
			done = from.at(CQ_AT + 32 * (from.read & ((1u << from.lg) - 1)) + RDMA_DONE_WHAT);
			end = now + 60000;
			from.write(0, below(600), one_in(3) ? uint64_t(WRITE_IMM) : uint64_t(RDMA_WORK_OP_SEND));
			until([&] { return from.mem().word(done) >> 63 == unsigned(!(from.read >> from.lg & 1)) || now >= end; });
			if (now >= end)
				none++;
			else
				ends[from.status()]++;
			from.give_room();
		}
		over = true;
	});
	start("other", [&] {
		other.set_up();
		other.loop();
		for (; !over; tried++) {
			other.receive(1, 300);
			other.write(0, 300, RDMA_WORK_OP_SEND);
			well += other.status() == RDMA_DONE_STATUS_OK && other.status() == RDMA_DONE_STATUS_OK && other.has_from(other, 300);
			other.give_room();
		}
	});
	run();
	sim::ok(good() && well == tried && tried > N && ends[RDMA_DONE_STATUS_OK] > N / 4 && ends[RDMA_DONE_STATUS_OK] + none < N,
		"%d messages for a page that spoils its contexts and receive requests: %d received, %d without an end; %d of %d beside it", int(N),
		ends[RDMA_DONE_STATUS_OK], none, well, tried);
}

#endif
