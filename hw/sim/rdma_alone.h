// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of the bench rdma_engine without the model: contexts that a page has spoiled, memory that answers with errors, a card that is reset,
// and answers that are not true.

#ifndef RD_HW_SIM_RDMA_ALONE_H
#define RD_HW_SIM_RDMA_ALONE_H

#include "rdma_cards.h"

static void reset_card(int n)
{
	Node &c = *node[n];

	c.unit->bus_valid = c.unit->s_bulk_valid = c.unit->s_con_valid = 0;
	for (int k = 0; k < 2; k++) {
		c.wire[k].clear();
		c.leaving[k].clear();
		c.offered[k] = false;
	}
	c.mem.reset();
	c.unit.reset();
}

// A page of which the model hears nothing: some queue pairs, a completion queue, a region with a source and a target.
struct Alone {
	enum { MOST = 48, N = 1024, HALF = AREA_B / 2 };
	static const uint64_t VA = 0x7000000, QKEY = 0x51ab37c2;
	Page page;
	uint32_t pairs = 2, regions = 1;     // regions: places of their table
	uint32_t type = RDMA_QP_TYPE_RC;
	uint64_t source = VA;                // of write()
	uint64_t limits = 0;                 // QP_ATTR.SIZES, as MODIFY sets them
	unsigned lg = LG_CQ_MAX;             // of its completion queue
	bool shared = false;                 // its receive requests are in shared receive queue 0
	uint16_t read = 0, prod[MOST] = {}, recv_prod[MOST] = {};  // completions read, requests posted

	uint64_t at(uint64_t offset) const { return place(page.p, page.bus(offset)); }
	sim::AxiMem &mem() const { return node[page.n]->mem; }
	void base(uint32_t reg, uint64_t offset) const
	{
		page.access(true, reg, uint32_t(page.bus(offset)));
		page.access(true, reg + 4, uint32_t(page.bus(offset) >> 32));
	}
	uint32_t result(uint32_t op, uint32_t kind, uint32_t number, const std::vector<uint64_t> &attr) const
	{
		uint32_t result;

		mem().put(at(ATTR_AT), attr.data(), 8 * attr.size());
		base(RDMA_RDMA_ATTR_LO, ATTR_AT);
		page.access(true, RDMA_RDMA_COMMAND, op | kind << RDMA_RDMA_COMMAND_KIND_LSB | number << RDMA_RDMA_COMMAND_NUMBER_LSB);
		do
			result = page.access(false, RDMA_RDMA_RESULT, 0);
		while (result & RDMA_RDMA_RESULT_BUSY_MASK);
		return result;
	}
	void obey(uint32_t op, uint32_t kind, uint32_t number, const std::vector<uint64_t> &attr) const
	{
		uint32_t code = result(op, kind, number, attr);

		expect(code == RDMA_RESULT_CODE_OK, "card %d page %d: command %u ends with %u", page.n, page.p, op, code);
	}
	void set_up()
	{
		std::vector<uint8_t> zero(0x100000);

		mem().put(at(TABLE_AT), zero.data(), zero.size());
		mem().put(at(CQ_AT), zero.data(), 32 << LG_CQ_MAX);
		fill(TARGET_AT, AREA_B);
		for (unsigned k = 0; k < 4; k++) {
			base(RDMA_RDMA_QP_BASE_LO + 16 * k, TABLE_AT + 0x40000 * k);
			page.access(true, RDMA_RDMA_QP_N + 16 * k, k == RDMA_OBJECT_QP ? uint32_t(N)
				: k == RDMA_OBJECT_SRQ ? shared : k == RDMA_OBJECT_MR ? regions : 1);
		}
		page.access(true, RDMA_RDMA_CONTROL, 1);
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, 0, {page.bus(CQ_AT), lg});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, 0, {VA, AREA_B, page.bus(TARGET_AT), KEY | RDMA_MR_ATTR_SHAPE_WRITE_MASK
			| RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK
			| 7ull << RDMA_MR_ATTR_SHAPE_PD_LSB});
		if (shared)
			obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, 0, {page.bus(SRQ_AT), LG_RECV | 7 << RDMA_SRQ_ATTR_SIZE_PD_LSB});
		for (uint32_t q = 0; q < pairs; q++)
			obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, q, {7u << 16 | type | (shared ? RDMA_QP_ATTR_CTL_SHARED_MASK : 0), page.bus(SEND_AT + (uint64_t(q) << 10)), page.bus(RECV_AT + (uint64_t(q) << 10)),
				LG_SEND | LG_RECV << 4, 0, 0});
		read = 0;
	}
	void modify(uint32_t q, uint64_t state, const Page &peer, uint32_t peer_q) const
	{
		obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, q, {state << RDMA_QP_ATTR_CTL_STATE_LSB | RDMA_QP_ATTR_CTL_WRITE_MASK
			| RDMA_QP_ATTR_CTL_READ_MASK | RDMA_QP_ATTR_CTL_ATOMIC_MASK, 0, 0, limits,
			QKEY << RDMA_QP_ATTR_PEER_QKEY_LSB | uint64_t(peer_q) << 16 | unsigned(peer.p) << 10 | unsigned(peer.n), 0});
	}
	// Queue pair 0 with that of another page.
	void connect(const Alone &peer) const
	{
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			modify(0, state, peer.page, 0);
	}
	void ring(uint32_t door, uint32_t value) const
	{
		while (!page.access(false, RDMA_RDMA_ROOM, 0))
			;
		page.access(true, door, value);
	}
	void fill(uint64_t to, uint64_t n) const
	{
		std::vector<uint8_t> bytes(n);

		for (uint8_t &b : bytes)
			b = uint8_t(dice->next());
		mem().put(at(to), bytes.data(), n);
	}
	// Likewise both, from the beginning.
	void reconnect(Alone &peer)
	{
		modify(0, RDMA_QP_STATE_RESET, peer.page, 0);
		peer.modify(0, RDMA_QP_STATE_RESET, page, 0);
		prod[0] = recv_prod[0] = peer.prod[0] = peer.recv_prod[0] = 0;
		connect(peer);
		peer.connect(*this);
	}
	// Both queue pairs with each other.
	void loop()
	{
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			for (uint32_t q = 0; q < pairs; q++)
				modify(q, state, page, !q);
	}
	// WRITE from its source to the target of the peer; READ and the value before an atomic operation the other way.
	void write(uint32_t q, uint64_t bytes, uint64_t op = RDMA_WORK_OP_WRITE, uint64_t arg = 0, uint64_t cmp = 0, uint64_t target = KEY)
	{
		const uint64_t words[8] = {op | RDMA_WORK_CTL_SIGNALLED_MASK | 1 << RDMA_WORK_CTL_COUNT_LSB, dice->next(), VA + HALF, target, source,
			bytes << 32 | KEY, arg, cmp};

		mem().put(at(SEND_AT + (uint64_t(q) << 10) + 64 * (prod[q]++ % (1u << LG_SEND))), words, sizeof words);
		ring(RDMA_RDMA_SQ_DOORBELL, q | uint32_t(prod[q]) << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB);
	}
	// A receive request for a SEND of write().
	void receive(uint32_t q, uint64_t bytes, uint64_t to = VA + HALF)
	{
		const uint64_t words[8] = {1 << RDMA_RECEIVE_CTL_COUNT_LSB, to, to, bytes << 32 | KEY};

		mem().put(at((shared ? SRQ_AT : RECV_AT + (uint64_t(q) << 10)) + 64 * (recv_prod[q]++ % (1u << LG_RECV))), words, sizeof words);
		ring(shared ? RDMA_RDMA_SRQ_DOORBELL : RDMA_RDMA_RQ_DOORBELL, q | uint32_t(recv_prod[q]) << RDMA_RDMA_RQ_DOORBELL_PRODUCER_LSB);
	}
	// Status of the next completion; -1: none comes.
	int status()
	{
		uint64_t done = at(CQ_AT + 32 * (read & ((1u << lg) - 1)) + RDMA_DONE_WHAT), phase = !(read >> lg & 1), end = now + 100000;

		until([=] { return mem().word(done) >> 63 == phase || now >= end; });
		if (mem().word(done) >> 63 != phase)
			return -1;
		read++;
		return int((mem().word(done) & RDMA_DONE_WHAT_STATUS_MASK) >> RDMA_DONE_WHAT_STATUS_LSB);
	}
	// The next event; 0: none comes.
	uint32_t event() const
	{
		uint64_t end = now + 20000;
		uint32_t e = 0;

		while (!e && now < end)
			e = page.access(false, RDMA_RDMA_EVENT, 0);
		return e;
	}
	// Those that were read give room.
	void give_room() const { ring(RDMA_RDMA_CQ_DOORBELL, uint32_t(read) << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB); }
	// It has read the target of the peer.
	bool has(const Alone &peer, uint64_t bytes) const
	{
		for (uint64_t i = 0; i < bytes; i++)
			if (*peer.mem().at(peer.at(TARGET_AT + HALF + i)) != *mem().at(at(TARGET_AT + i)))
				return false;
		return true;
	}
	bool has_from(const Alone &peer, uint64_t bytes) const
	{
		for (uint64_t i = 0; i < bytes; i++)
			if (*mem().at(at(TARGET_AT + HALF + i)) != *peer.mem().at(peer.at(TARGET_AT + i)))
				return false;
		return true;
	}
};

static uint64_t limits(unsigned timeout, unsigned retry, unsigned rnr_retry = 0, unsigned rnr_timer = 0)
{
	return uint64_t(timeout) << RDMA_QP_ATTR_SIZES_TIMEOUT_LSB | uint64_t(retry) << RDMA_QP_ATTR_SIZES_RETRY_LSB
		| uint64_t(rnr_retry) << RDMA_QP_ATTR_SIZES_RNR_RETRY_LSB | uint64_t(rnr_timer) << RDMA_QP_ATTR_SIZES_RNR_TIMER_LSB;
}

static void reset_cards()
{
	for (int n = 0; n < NODES; n++)
		reset_card(n);
}

// Both set up, and their queue pairs connected.
static void set_up_pair(Alone &one, Alone &other)
{
	for (Alone *a : {&one, &other})
		a->set_up();
	one.connect(other);
	other.connect(one);
}

// A page names a node that is not there, in a context of its own. Its request ends, and those of others beside it go on.
static void no_such_node()
{
	Alone bad = {{0, 0}}, other = {{0, 1}};
	int ends = -1, well = 0;

	reset_cards();
	node[0]->unit->cfg_last = 0;
	jammed = 3;                                           // the link is not up
	start("no such node", [&] {
		uint64_t peer, other_node;

		for (Alone *a : {&bad, &other}) {
			a->set_up();
			a->loop();
		}
		for (uint32_t q = 2; q < 130; q++) {                 // none is open: their contexts take the places in the cache
			bad.page.access(true, RDMA_RDMA_SQ_DOORBELL, q);
			pause(300);
		}
		peer = bad.mem().word(bad.at(TABLE_AT + 8 * 4));
		expect(uint32_t(peer) == 1u << 16 && bad.mem().word(bad.at(TABLE_AT)) >> 15 & 1, "the context is in memory");
		other_node = peer | 1;
		bad.mem().put(bad.at(TABLE_AT + 8 * 4), &other_node, 8);
		bad.write(0, Alone::HALF);
		pause(10000);
		for (int i = 0; i < 5; i++) {
			other.write(0, 500);
			well += other.status() == RDMA_DONE_STATUS_OK;
		}
		well += other.has_from(other, 500);
		ends = bad.status();
	});
	run();
	jammed = 0;
	node[0]->unit->cfg_last = NODES - 1;
	sim::ok(good() && well == 6 && ends == RDMA_DONE_STATUS_RETRY,
		"a context that names no node: its request ends with %d (RETRY), %d of 6 times another page goes on", ends, well);
}

// Segments for queue pairs that are not open, and doorbells of them: their contexts take all places in the cache.
static void put_out(const Alone &a)
{
	for (uint64_t q = 2; q < 130; q++) {
		const uint64_t words[5] = {q << 48 | 1ull << 45 | uint64_t(a.page.p) << 16 | 1u << 22 | RN_CELL_TYPE_WRITE << 12 | RN_CELL_LEN_W4, 0, 0, 0, 0};

		for (int i = 0; i < 5; i++)
			node[a.page.n]->wire[0].push_back({i == 0, i == 4, words[i]});
		a.page.access(true, RDMA_RDMA_SQ_DOORBELL, uint32_t(q));
		pause(400);
	}
}

// While the value of a FETCH_ADD is awaited its page writes an offset beyond its end into the context: the request ends, others go on.
static void offset_beyond()
{
	Alone to = {{0, 0}}, bad = {{1, 0}}, other = {{1, 1}};
	int ends = -1, well = 0;

	reset_cards();
	start("beyond", [&] {
		uint64_t sending = bad.at(TABLE_AT + 64 * Alone::N), is;

		for (Alone *a : {&to, &bad, &other})
			a->set_up();
		to.connect(bad);
		bad.connect(to);
		other.loop();
		for (Alone *a : {&to, &bad}) {
			a->write(0, 8);
			expect(a->status() == RDMA_DONE_STATUS_OK, "a WRITE before");
		}
		jammed = 1;                                          // the owner answers in a turn that needs room for a segment
		to.write(0, 5000);
		pause(20000);
		bad.write(0, 8, RDMA_WORK_OP_FETCH_ADD, 1);
		pause(3000);
		put_out(bad);
		is = bad.mem().word(sending);
		expect((is >> 16 & 7) == 3 && bad.mem().word(sending + 8) == 8, "the context is in memory: %llx", (unsigned long long)is);
		is = 0x80000000ull << 32 | 8;
		bad.mem().put(sending + 8, &is, 8);
		jammed = 0;
		ends = bad.status();
		for (int i = 0; i < 5; i++) {
			other.write(0, 500);
			well += other.status() == RDMA_DONE_STATUS_OK;
		}
	});
	run();
	sim::ok(good() && well == 5 && ends == RDMA_DONE_STATUS_REQUEST,
		"an offset beyond the value before: the request ends with %d (REQUEST), %d of 5 times another page goes on", ends, well);
}

// The record of a READ keeps nothing that was for another page. One that its page has spoiled is answered no more.
static void record_alone()
{
	Alone owner = {{0, 0}}, reader = {{1, 0}}, other = {{0, 1}}, writer = {{1, 1}};
	uint64_t kept = ~0ull, answers = 0;

	reset_cards();
	start("record", [&] {
		uint64_t record = owner.at(TABLE_AT + 192 * Alone::N), write = RDMA_WORK_OP_WRITE;

		for (Alone *a : {&owner, &reader, &other, &writer})
			a->set_up();
		owner.connect(reader);
		reader.connect(owner);
		other.connect(writer);
		writer.connect(other);
		reader.write(0, 8);
		expect(reader.status() == RDMA_DONE_STATUS_OK, "a WRITE before");
		writer.write(0, 960);
		expect(writer.status() == RDMA_DONE_STATUS_OK && other.has_from(writer, 960), "the other page is written");
		jammed = 1;                                          // so the READ does not end
		reader.write(0, 5000, RDMA_WORK_OP_READ);
		pause(20000);
		put_out(owner);
		expect(owner.mem().word(record + 24) == RDMA_WORK_OP_READ && owner.mem().word(record + 16) >> 32 == 5000, "the record is in memory");
		kept = owner.mem().word(record + 32) | owner.mem().word(record + 40);
		owner.mem().put(record + 24, &write, 8);
		answers = cells[1];
		jammed = 0;
		pause(50000);
		answers = cells[1] - answers;
	});
	run();
	sim::ok(good() && kept == 0 && answers == 0, "the record of a READ: %llx behind its operation; spoiled: %llu answers", (unsigned long long)kept,
		(unsigned long long)answers);
}

// Atomic operations of other lengths than 4 and 8, and at an offset: they are dropped, and the one that was asked for is carried out.
static void misshapen()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	std::vector<Word> asked;
	uint64_t before = 0, kept = 0, after = 0;
	int ends = -1;

	reset_cards();
	start("misshapen", [&] {
		uint64_t target = to.at(TARGET_AT + Alone::HALF);
		auto comes = [&](int word, uint64_t upper) {
			std::vector<Word> cell = asked;

			cell[word].data = upper << 32 | uint32_t(cell[word].data);
			node[0]->wire[0].insert(node[0]->wire[0].end(), cell.begin(), cell.end());
			pause(5000);
		};

		set_up_pair(to, from);
		from.write(0, 8);
		expect(from.status() == RDMA_DONE_STATUS_OK, "a WRITE before");
		before = to.mem().word(target);
		heard = &asked;
		drop[1][0] = 1;
		from.write(0, 8, RDMA_WORK_OP_FETCH_ADD, 1);
		until([&] { return !asked.empty(); });
		heard = nullptr;
		for (uint64_t length : {1, 3, 12, 100})
			comes(4, length);
		comes(2, 8);                                         // the offset
		kept = to.mem().word(target);
		comes(4, 8);
		ends = from.status();
		after = to.mem().word(target);
	});
	run();
	sim::ok(good() && asked.size() == 9 && kept == before && ends == RDMA_DONE_STATUS_OK && after == before + 1,
		"atomic operations of another shape are dropped; then one ends with %d, and has added %llu", ends, (unsigned long long)(after - before));
}

// The receiver's card is reset, and its queue pair opened again with the number of before: the sender is not taken for one that was bound.
static void reset_of_the_receiver()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	int first = -1, second = -1;
	bool kept = false;

	reset_cards();
	start("before", [&] {
		set_up_pair(to, from);
		from.write(0, 500);
		first = from.status();
		expect(to.has_from(from, 500), "the bytes are there");
	});
	run();
	reset_card(0);
	start("behind", [&] {
		to.set_up();                                         // other bytes
		to.connect(from);
		from.write(0, 500);
		second = from.status();
		kept = !to.has_from(from, 500);
	});
	run();
	sim::ok(good() && first == RDMA_DONE_STATUS_OK && second == RDMA_DONE_STATUS_RETRY && kept,
		"the receiver's card is reset: a request ends with %d, before that with %d", second, first);
}

// The sender's card is reset: its queue pair, opened again with the number and the epoch of before, is not taken for the one before.
static void reset_of_the_sender()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	int first = -1, second = -1;

	reset_cards();
	start("before", [&] {
		set_up_pair(to, from);
		for (int i = 0; i < 3; i++)
			from.write(0, 500);
		for (int i = 0; i < 3; i++)
			first = from.status();
	});
	run();
	reset_card(1);
	start("behind", [&] {
		from.prod[0] = 0;
		from.set_up();
		from.connect(to);
		from.write(0, 500);
		second = from.status();
	});
	run();
	sim::ok(good() && first == RDMA_DONE_STATUS_OK && second == RDMA_DONE_STATUS_RETRY,
		"the sender's card is reset: a request ends with %d, before that with %d", second, first);
}

// Requests whose peer does not answer, as it is in INIT: sent again, and ended with RETRY in time, while a request beside them takes no longer; then
// the peer is connected in time.
static void no_answer()
{
	Alone to = {{0, 0}}, from = {{1, 0}}, other = {{1, 1}};
	uint64_t begun, clocks[2] = {}, sent = 0, first = 0, last = 0;
	int ends = 0, well = 0, in_time = -1;

	reset_cards();
	from.pairs = Alone::MOST;
	from.limits = limits(1, 2);
	start("no answer", [&] {
		for (Alone *a : {&to, &from, &other})
			a->set_up();
		other.loop();
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			for (uint32_t q = 0; q < from.pairs; q++)
				from.modify(q, state, to.page, q);
		to.modify(0, RDMA_QP_STATE_INIT, from.page, 0);
		for (int i = 0; i < 2; i++) {
			begun = now;
			for (int k = 0; k < 6; k++) {
				other.write(0, 960);
				well += other.status() == RDMA_DONE_STATUS_OK;
			}
			clocks[i] = now - begun;
			if (i)
				break;
			sent = cells[0];
			begun = first = now;
			for (uint32_t q = 0; q < from.pairs; q++)
				from.write(q, 300);
		}
		for (uint32_t q = 0; q < from.pairs && from.status() == RDMA_DONE_STATUS_RETRY; q++) {
			ends++;
			if (q == 0)
				first = now - begun;
		}
		last = now - begun;
		sent = cells[0] - sent;
		from.modify(0, RDMA_QP_STATE_RESET, to.page, 0);
		from.prod[0] = 0;
		from.connect(to);
		from.write(0, 300);
		pause(12000);
		to.modify(0, RDMA_QP_STATE_RTR, from.page, 0);
		in_time = from.status();
	});
	run();
	sim::diag("6 WRITEs take %llu clocks, %llu beside %d queue pairs that wait", (unsigned long long)clocks[0], (unsigned long long)clocks[1],
		int(from.pairs));
	sim::ok(good() && ends == Alone::MOST && sent == 3 * Alone::MOST && well == 12, "%d requests without an answer end with RETRY, sent %llu times", ends,
		(unsigned long long)sent);
	sim::ok(first > 3 * 8192 && last < 300000 && clocks[1] < 6 * clocks[0], "behind %llu to %llu clocks", (unsigned long long)first,
		(unsigned long long)last);
	sim::ok(in_time == RDMA_DONE_STATUS_OK && to.has_from(from, 300), "a peer that is connected late answers: %d", in_time);
}

// The answers of atomic operations are lost: the owner carries each out once, and says the value before again. So are the first data of a
// READ, which are read again.
static void lost_answers()
{
	enum { LOST = 3, N = 4 };
	Alone owner = {{0, 0}}, asker = {{1, 0}};
	uint64_t begun, sent[N + 2], value[N + 1], before[N];
	int ends[N], last = -1, later = -1;
	bool whole = false, right = true, rest = false;

	reset_cards();
	owner.limits = asker.limits = limits(1, 7);
	start("lost answers", [&] {
		set_up_pair(owner, asker);
		asker.write(0, 8);
		expect(asker.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		value[0] = owner.mem().word(owner.at(TARGET_AT + Alone::HALF));
		for (int i = 0; i < N; i++) {
			uint64_t word = dice->next();

			begun = cells[0];
			drop[0][1] = LOST;
			asker.write(0, 8, i % 2 ? RDMA_WORK_OP_COMPARE_SWAP : RDMA_WORK_OP_FETCH_ADD, word, value[i]);
			ends[i] = asker.status();
			sent[i] = cells[0] - begun;
			before[i] = asker.mem().word(asker.at(TARGET_AT));
			value[i + 1] = owner.mem().word(owner.at(TARGET_AT + Alone::HALF));
			right = right && ends[i] == RDMA_DONE_STATUS_OK && sent[i] == LOST + 1 && before[i] == value[i]
				&& value[i + 1] == word + (i % 2 ? 0 : value[i]);
		}
		begun = cells[0];
		drop[0][0] = 2;
		asker.write(0, 96 * 3, RDMA_WORK_OP_READ);
		last = asker.status();
		sent[N] = cells[0] - begun;
		whole = asker.has(owner, 96 * 3);
		begun = cells[0];
		spare[0][0] = 1;
		drop[0][0] = 2;
		asker.write(0, 96 * 3, RDMA_WORK_OP_READ);
		later = asker.status();
		sent[N + 1] = cells[0] - begun;
		rest = asker.has(owner, 96 * 3);
	});
	run();
	sim::ok(good() && right, "%d atomic operations of which %d answers each are lost: carried out once, with the value before", int(N), int(LOST));
	sim::ok(last == RDMA_DONE_STATUS_OK && whole && sent[N] == 1 + 3 + 1 + 3, "a READ whose first data are lost ends with %d, behind %llu cells", last,
		(unsigned long long)sent[N]);
	sim::ok(later == RDMA_DONE_STATUS_OK && rest && sent[N + 1] == 1 + 3 + 1 + 2, "one whose later data are lost asks for these alone: %d, %llu cells", later,
		(unsigned long long)sent[N + 1]);
}

// A queue pair is paused amid a WRITE: event SQ_DRAINED comes behind its end, once, and the request behind it begins in RTS. Paused again it tells again.
static void paused()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	uint32_t early = 1, drained = 0, second = 1, again = 0;
	uint64_t sent = 0, kept = 0;
	int first = -1, last = -1;

	reset_cards();
	start("paused", [&] {
		set_up_pair(to, from);
		from.write(0, 8);
		expect(from.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		sent = cells[0];
		from.write(0, 5000);
		from.write(0, 100);
		until([&] { return cells[0] - sent >= 5; });
		from.modify(0, RDMA_QP_STATE_SQD, to.page, 0);
		early = from.page.access(false, RDMA_RDMA_EVENT, 0);
		first = from.status();
		sent = cells[0];
		drained = from.event();
		second = from.event();
		kept = cells[0] - sent;
		from.modify(0, RDMA_QP_STATE_RTS, to.page, 0);
		last = from.status();
		from.modify(0, RDMA_QP_STATE_SQD, to.page, 0);
		again = from.event();
	});
	run();
	sim::ok(good() && early == 0 && drained == RDMA_EVENT_KIND_SQ_DRAINED && second == 0 && again == RDMA_EVENT_KIND_SQ_DRAINED,
		"a queue pair that is paused amid a WRITE: event %u, then %u, behind it %u; paused again %u", early, drained, second, again);
	sim::ok(first == RDMA_DONE_STATUS_OK && kept == 0 && last == RDMA_DONE_STATUS_OK, "the WRITE ends with %d, the next one begins in RTS and ends with %d", first, last);
}

// A queue pair that is paused while it answers a long READ of the peer: SQ_DRAINED does not wait for the READ, which goes on behind it.
static void paused_owner()
{
	enum { SEGMENTS = 60 };
	Alone owner = {{0, 0}}, asker = {{1, 0}};
	uint32_t drained = 0, second = 1;
	uint64_t begun, sent = 0, rest = 0;
	int last = -1;

	reset_cards();
	start("paused owner", [&] {
		set_up_pair(owner, asker);
		asker.write(0, 8);
		expect(asker.status() == RDMA_DONE_STATUS_OK, "the two are bound");
		begun = cells[0];
		asker.write(0, 96 * SEGMENTS, RDMA_WORK_OP_READ);
		until([&] { return cells[0] - begun >= 3; });
		owner.modify(0, RDMA_QP_STATE_SQD, asker.page, 0);
		drained = owner.event();
		sent = cells[0] - begun;
		last = asker.status();
		rest = cells[0] - begun - sent;
		second = owner.page.access(false, RDMA_RDMA_EVENT, 0);
	});
	run();
	sim::ok(good() && drained == RDMA_EVENT_KIND_SQ_DRAINED && sent < SEGMENTS / 2 && second == 0,
		"a queue pair that is paused amid the peer's READ: event %u after %llu segments, then %u", drained, (unsigned long long)sent, second);
	sim::ok(last == RDMA_DONE_STATUS_OK && rest >= SEGMENTS / 2, "the READ ends with %d, %llu segments behind it", last, (unsigned long long)rest);
}

// The link is dead in the middle of a long request, for a time, then for ever.
static void dead_link()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	int first = -1, second = -1;
	bool whole = false;

	reset_cards();
	from.limits = limits(1, 7);
	start("dead link", [&] {
		set_up_pair(to, from);
		from.write(0, 9000);
		pause(12000);
		dead = true;
		pause(40000);
		dead = false;
		first = from.status();
		whole = to.has_from(from, 9000);
		dead = true;
		from.write(0, 500);
		second = from.status();
		dead = false;
	});
	run();
	sim::ok(good() && first == RDMA_DONE_STATUS_OK && whole && second == RDMA_DONE_STATUS_RETRY,
		"a link is dead for a time: the request ends with %d; for ever: with %d", first, second);
}

// All segments of a connection come again when both queue pairs were reset and connected with each other again: the first one, too, is not
// taken for one of the new connection.
static void late_segments()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	std::vector<Word> late;
	int first = -1, second = -1;
	bool kept = false, written = false;

	reset_cards();
	start("late", [&] {
		set_up_pair(to, from);
		heard = &late;
		from.write(0, 500);
		first = from.status();
		heard = nullptr;
		from.modify(0, RDMA_QP_STATE_RESET, to.page, 0);
		to.modify(0, RDMA_QP_STATE_RESET, from.page, 0);
		from.prod[0] = 0;
		to.fill(TARGET_AT + Alone::HALF, 500);
		to.connect(from);
		from.connect(to);
		node[0]->wire[0].insert(node[0]->wire[0].end(), late.begin(), late.end());
		pause(20000);
		kept = !to.has_from(from, 500);
		from.write(0, 500);
		second = from.status();
		written = to.has_from(from, 500);
	});
	run();
	sim::ok(good() && first == RDMA_DONE_STATUS_OK && kept && second == RDMA_DONE_STATUS_OK && written,
		"%zu words of a connection before come late: %s, then a request ends with %d", late.size(), kept ? "nothing is written" : "they are taken", second);
}

// A segment for a context that the host does not give: event REFUSED. One for a number beyond the table makes none.
static void context_not_read()
{
	Alone to = {{0, 0}};
	uint64_t before = 0, event = 0, beyond = 0;
	auto segment = [](uint64_t number) {
		const uint64_t words[5] = {number << 48 | 1ull << 45 | 1u << 22 | RN_CELL_TYPE_WRITE << 12 | RN_CELL_LEN_W4, 0, 0, 0, 0};

		for (int i = 0; i < 5; i++)
			node[0]->wire[0].push_back({i == 0, i == 4, words[i]});
		pause(3000);
	};

	reset_card(0);
	start("not read", [&] {
		to.set_up();
		to.mem().map(to.at(TABLE_AT + 64 * 960), 4096, true);
		before = node[0]->refused;
		segment(1000);
		event = node[0]->refused - before;
		segment(Alone::N + 1);
		beyond = node[0]->refused - before - event;
		to.mem().map(to.at(TABLE_AT + 64 * 960), 4096);
	});
	run();
	sim::ok(good() && event == 1 && beyond == 0, "a context that cannot be read: %llu event, one beyond the table: %llu", (unsigned long long)event,
		(unsigned long long)beyond);
}

// Refusals with a status that none has.
static void lying_answers()
{
	Alone to = {{0, 0}}, from = {{1, 0}};
	int right = 0;

	reset_cards();
	start("lies", [&] {
		for (Alone *a : {&to, &from})
			a->set_up();
		for (uint32_t status : {RDMA_DONE_STATUS_OK, RDMA_DONE_STATUS_FLUSH, RDMA_DONE_STATUS_REMOTE_ACCESS}) {
			int is;

			for (uint32_t state : {RDMA_QP_STATE_RESET, RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS}) {
				to.modify(0, state, from.page, 0);
				from.modify(0, state, to.page, 0);
			}
			from.prod[0] = 0;
			lie = int(status);
			from.write(0, 100);
			is = from.status();
			lie = -1;
			right += expect(is == int(status == RDMA_DONE_STATUS_REMOTE_ACCESS ? RDMA_DONE_STATUS_REMOTE_ACCESS : RDMA_DONE_STATUS_REMOTE_ERROR), "a refusal with status %u ends the request with %d",
				status, is);
			from.write(0, 100);
			right += expect(from.status() == RDMA_DONE_STATUS_FLUSH, "the queue pair is in ERR");
		}
	});
	run();
	sim::ok(good() && right == 6, "refusals with status OK and FLUSH end requests with REMOTE_ERROR");
}

// The data of a READ find no room in the network: requests of other queue pairs, and of the same peer to another page, go on meanwhile.
static void answer_without_room()
{
	Alone owner = {{0, 0}}, reader = {{1, 0}}, other = {{0, 1}}, writer = {{1, 1}};
	int well = 0, last = -1;
	uint64_t end;

	reset_cards();
	auto connects = [&](const Alone &a, const Alone &b) {
		for (uint32_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS})
			a.modify(0, state, b.page, 0);
	};
	start("no room", [&] {
		for (Alone *a : {&owner, &reader, &other, &writer})
			a->set_up();
		connects(owner, reader);
		connects(reader, owner);
		connects(other, writer);
		connects(writer, other);
		jammed = 1;
		reader.write(0, 5000, RDMA_WORK_OP_READ);
		end = now + 5000;
		until([&] { return now >= end; });
		for (int i = 0; i < 5; i++) {
			writer.write(0, 500);
			well += writer.status() == RDMA_DONE_STATUS_OK;
		}
		well += other.has_from(writer, 500);
		expect(!(reader.mem().word(reader.at(CQ_AT + RDMA_DONE_WHAT)) >> 63), "the READ waits");
		jammed = 0;
		last = reader.status();
		for (uint64_t i = 0; i < 5000; i++)
			expect(*owner.mem().at(owner.at(TARGET_AT + Alone::HALF + i)) == *reader.mem().at(reader.at(TARGET_AT + i)), "byte %llu of the READ",
				(unsigned long long)i);
	});
	run();
	sim::ok(good() && well == 6 && last == RDMA_DONE_STATUS_OK, "a READ whose data find no room keeps none waiting (%d of 6), and ends with %d", well, last);
}

// A queue pair with a WRITE of its own and a READ of its peer is at both, also where its turns follow
// each other by the same number of clocks: with these latencies of memory by a multiple of 127.
static void both_in_turn()
{
	enum { SEGMENTS = 60, READ_DATA = 15 };
	Alone owner = {{0, 0}}, reader = {{1, 0}};
	size_t worst = 0;

	descriptors = false;
	steady = true;
	for (unsigned latency : {31, 82}) {
		std::vector<Word> segments;
		size_t longest = 0, alike = 0, data = 0, own = 0;

		reset_cards();
		owner.prod[0] = reader.prod[0] = 0;
		for (Node *c : node) {
			c->mem.stall = c->mem.latency_span = 0;
			c->mem.latency_min = latency;
		}
		start("both", [&] {
			set_up_pair(owner, reader);
			for (Alone *a : {&owner, &reader}) {
				a->write(0, 8);
				expect(a->status() == RDMA_DONE_STATUS_OK, "a WRITE before");
			}
			jammed = 1;
			owner.write(0, 96 * SEGMENTS);
			reader.write(0, 96 * SEGMENTS, RDMA_WORK_OP_READ);
			pause(8000);
			heard = &segments;
			jammed = 0;
			expect(owner.status() == RDMA_DONE_STATUS_OK && reader.status() == RDMA_DONE_STATUS_OK, "both end");
			heard = nullptr;
		});
		run();
		for (size_t i = 0, kind = 0; i + 1 < segments.size() && data < SEGMENTS && own < SEGMENTS; i++)
			if (segments[i].head && (segments[i].data >> 22 & 0x3ff) == 0) { // of the owner
				size_t is = segments[i + 1].data >> 16 & 15;

				(is == READ_DATA ? data : own)++;
				alike = is == kind ? alike + 1 : 1;
				kind = is;
				longest = std::max(longest, alike);
			}
		worst = std::max(worst, longest);
	}
	for (Node *c : node) {
		c->mem.stall = 30;
		c->mem.latency_span = 40;
		c->mem.latency_min = 2;
	}
	steady = false;
	descriptors = true;
	sim::ok(good() && worst && worst <= 32, "WRITE and READ at once: %zu segments of one kind follow each other", worst);
}

// A window whose context the host does not give: requests that bind or close it end with an error, and
// CLOSE likewise.
static void window_not_read()
{
	enum { WINDOW = 64, STAG = WINDOW << 8 | 7 };
	Alone a = {{0, 0}};
	int told = -1, kept = -1, binds = -1, closes = -1;
	uint32_t result = 0, none = 0;
	uint64_t stag = uint64_t(STAG) << RDMA_WORK_CTL_IMMEDIATE_LSB;

	reset_cards();
	a.regions = WINDOW + 1;
	start("window", [&] {
		uint64_t at;

		a.set_up();
		a.loop();
		at = a.at(TABLE_AT + 0x40000 * (RDMA_OBJECT_MR - RDMA_OBJECT_QP) + 64 * WINDOW);
		a.mem().unmap(at, 64);
		a.receive(1, 100);
		a.write(0, 100, RDMA_WORK_OP_SEND_INVALIDATE | stag);
		told = a.status();
		kept = a.status();                                   // one of both is of the receive request
		for (uint32_t q = 0; q < 2; q++) {
			a.modify(q, RDMA_QP_STATE_RESET, a.page, 0);
			a.prod[q] = a.recv_prod[q] = 0;
		}
		a.loop();
		a.write(0, 0, RDMA_WORK_OP_BIND, 100, RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK, STAG);
		binds = a.status();
		a.write(1, 0, RDMA_WORK_OP_INVALIDATE | stag);
		closes = a.status();
		result = a.result(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, WINDOW, {});
		a.mem().map(at, 64);
		none = a.result(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, WINDOW, {});
	});
	run();
	sim::ok(good() && result == RDMA_RESULT_CODE_ADDRESS && none == RDMA_RESULT_CODE_NUMBER,
		"a window that cannot be read: CLOSE ends with %u, then with %u", result, none);
	sim::ok(binds == RDMA_DONE_STATUS_MEMORY && closes == RDMA_DONE_STATUS_MEMORY,
		"BIND ends with %d, INVALIDATE with %d", binds, closes);
	sim::ok(std::min(told, kept) == RDMA_DONE_STATUS_FLUSH
		&& std::max(told, kept) == RDMA_DONE_STATUS_REMOTE_ERROR,
		"SEND_INVALIDATE and its receive request end with %d and %d", told, kept);
}

#endif
