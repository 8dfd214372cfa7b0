// SPDX-License-Identifier: BSD-3-Clause
//
// The bench of rdma: the unit with its memory, the cards of the model, and one page of both: random operations, each of which
// ends alike on both sides.

#ifndef RD_HW_SIM_RDMA_PAGE_H
#define RD_HW_SIM_RDMA_PAGE_H

#include <deque>
#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "Vtop.h"
#include "axi_mem.h"
#include "btl_fpga/rdma_regs.h"
#include "fibers.h"
#include "rdma_reference.h"
#include "sim.h"

extern "C" {
#include "base/param.h"
#include "btl_fpga/card.h"
// The parameters of a job have no effect here.
int64_t rd_param_int(enum rd_param_id) { return 0; }
}

using namespace native;
using sim::expect;

enum { PAGES = 8, WINDOW_LG = 40, QUEUES = 96, SRQS = 40, REGIONS = 160, PAIRS = 96, ASK_ADD = 10, ASK_ROOM = 11, ASK_LOOK = 5, ASK_WAIT = 6, ASK_ACCESS = 12, ASK_NEXT = 13, ASK_DRAW = 15, ASK_BIND = 16, ASK_UNBIND = 17,
	ASK_EVENT = 18 };
const uint64_t ARENA_B = 8u << 20, TABLE_AT = 1u << 20, QUEUE_AT = 2u << 20, LIST_AT = 3u << 20, ATTR_AT = 4u << 20, QUEUE_B = 4096;
const uint64_t RIGHTS = RDMA_MR_ATTR_SHAPE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK
	| RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK;

static sim::Clocked<Vtop> *unit;
static sim::AxiMem *mem;
static sim::Rng *dice;
static uint64_t now, outside;        // accesses outside of their window
static uint8_t refusals[PAGES];      // since the last look
static int shown[PAGES];             // events that were told and not read
static rd_card *card[PAGES];
static int bound, unbound, not_bound;        // windows that were bound, closed, and not bound
static int allowed, given, waited, in_use;   // accesses that were allowed, queue pairs that NEXT and LOOK gave, regions not closed for their windows
static int went[8], rang;            // queue pairs that went to each state, doorbells of them that were accepted
static int told_of[16];                 // events of each kind
static int shared, drawn, drawn_none;        // queue pairs that opened with a shared receive queue, requests taken of these, and not there

// Whether no check has failed since the last time.
static bool good()
{
	static int before;
	bool is = sim::tally().failed == before;

	before = sim::tally().failed;
	return is;
}
static uint32_t below(uint64_t n) { return dice->below(uint32_t(n)); }
static bool one_in(uint32_t n) { return dice->below(n) == 0; }

// ---- The clock ---------------------------------------------------------------------------------

static uint64_t place(int p, uint64_t bus) { return uint64_t(p + 1) << WINDOW_LG | (bus & ((1ull << WINDOW_LG) - 1)); }

// The window is told a page, and in the next clock the upper half of an address.
static void windows()
{
	static int named;

	unit->settle();
	unit->top->s_window_high = uint32_t(place(named, uint64_t(unit->top->m_window_high) << 32) >> 32);
	unit->settle();
	named = unit->top->m_window_page;
	expect(!unit->top->m_window_ask || !unit->top->s_window_hold, "a window is asked while it is held");
}

static void edge()
{
	unit->top->s_window_hold = one_in(10);
	mem->drive(unit->top);
	windows();
	mem->sample(unit->top);
	unit->tick();
	now++;
	for (int p = 0; p < PAGES; p++) {
		refusals[p] += unit->top->ev_refused >> p & 1 && refusals[p] < 255;
		shown[p] += unit->top->ev_cq >> p & 1;
	}
}

static void run()
{
	if (!run_all(edge))
		exit(sim::done());
}

static void pause(uint64_t clocks)
{
	uint64_t end = now + clocks;

	until([=] { return now >= end; });
}

// ---- Registers ---------------------------------------------------------------------------------

static bool bus_taken;
static uint64_t longest;             // clocks of an access

static uint32_t access(int p, bool write, uint32_t at, uint32_t data)
{
	uint64_t begun;
	uint32_t value;

	until([] { return !bus_taken; });
	bus_taken = true;
	begun = now;
	unit->top->bus_valid = 1;
	unit->top->bus_write = write;
	unit->top->bus_page = p;
	unit->top->bus_addr = at / 4;
	unit->top->bus_wdata = data;
	unit->settle();
	until([] { return unit->top->bus_ready != 0; });
	value = unit->top->bus_rdata;
	pause(1);
	if (now > 1000)
		longest = std::max(longest, now - begun);
	unit->top->bus_valid = 0;
	pause(1 + below(3));
	bus_taken = false;
	return value;
}
static uint32_t rd(int p, uint32_t at) { return access(p, false, at, 0); }
static void wr(int p, uint32_t at, uint32_t data) { access(p, true, at, data); }
static uint32_t model_rd(int p, uint32_t at) { return rd_card_read(card[p], at); }
static void model_wr(int p, uint32_t at, uint32_t data) { rd_card_write(card[p], at, data); }

static void both(int p, uint32_t at, uint32_t data)
{
	wr(p, at, data);
	model_wr(p, at, data);
}
static void both64(int p, uint32_t at, uint64_t data)
{
	both(p, at, uint32_t(data));
	both(p, at + 4, uint32_t(data >> 32));
}
static void same(int p, uint32_t at)
{
	uint32_t is = rd(p, at), should = model_rd(p, at);

	expect(is == should, "page %d register %03x: %08x, the model has %08x", p, at, is, should);
}

// ---- Memory ------------------------------------------------------------------------------------

static uint64_t bus(int p, uint64_t at) { return card[p]->arena_bus + at; }
static void put(int p, uint64_t at, const void *from, uint64_t bytes)
{
	memcpy(card[p]->arena + at, from, bytes);
	mem->put(place(p, bus(p, at)), from, bytes);
}
static void put_word(int p, uint64_t at, uint64_t word) { put(p, at, &word, 8); }

// ---- A page ------------------------------------------------------------------------------------

struct Page {
	int p;
	uint32_t cqs = 0, mrs = 0, qps = 0, srqs = 0;
	std::set<uint32_t> events;               // that were not read
	std::map<uint32_t, uint64_t> stag;       // of entries that may be open
	std::deque<uint32_t> todo, waiting;      // queue pairs that have something to do, that wait, in their order
	uint16_t cons[QUEUES] = {};
	bool on = false;

	uint64_t queue(uint32_t cq) const { return QUEUE_AT + QUEUE_B * cq; }
	uint64_t list(uint32_t mr) const { return LIST_AT + 512 * mr; }
	uint64_t table(int kind) const { return TABLE_AT + 0x40000 * kind + 64 * p; }

	// Everything that was written before was carried out. An item that does nothing is behind all others.
	uint32_t command(uint32_t value)
	{
		uint32_t result;

		wr(p, RDMA_RDMA_COMMAND, value);
		do
			result = rd(p, RDMA_RDMA_RESULT);
		while (result & RDMA_RDMA_RESULT_BUSY_MASK);
		return result;
	}
	void sync() { expect(command(0) == RDMA_RESULT_CODE_COMMAND, "page %d: no such command", p); }
	bool was_refused = false;                // by the model, since the last time
	bool model_refused()
	{
		uint32_t event = model_rd(p, RN_PAGE_EVENT);

		rd_card_write(card[p], RN_PAGE_EVENT, event);
		was_refused = was_refused || (event & RN_PAGE_EVENT_REFUSED_MASK);
		return was_refused;
	}
	// Refusals and events of both sides since the last time.
	void compare(const char *what)
	{
		bool refused = model_refused();

		was_refused = false;
		expect(refused == (refusals[p] != 0), "page %d %s: refused %d, the model %d", p, what, refusals[p], refused);
		refusals[p] = 0;
		while (uint32_t e = model_rd(p, RDMA_RDMA_EVENT))
			events.insert(e);
	}
	bool take_event()
	{
		uint32_t e = rd(p, RDMA_RDMA_EVENT);

		if (!e)
			return false;
		expect(events.count(e), "page %d: event %08x", p, e);
		expect(shown[p], "page %d: event %08x was not told", p, e);
		shown[p]--;
		events.erase(e);
		told_of[e & RDMA_RDMA_EVENT_KIND_MASK]++;
		return true;
	}
	void all_events()
	{
		do
			sync();
		while (take_event());
		expect(events.empty(), "page %d: %zu events did not come", p, events.size());
		events.clear();
	}

	// --- On and off ---
	void off()
	{
		both(p, RDMA_RDMA_CONTROL, 0);
		on = false;
		while (!(rd(p, RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK))
			;
		events.clear();
		stag.clear();
		todo.clear();
		waiting.clear();
		refusals[p] = shown[p] = 0;
		for (int k = 0; k < 4; k++)
			same(p, RDMA_RDMA_QP_BASE_LO + 16 * k);
	}
	void tables(bool aligned, bool zero)
	{
		std::vector<uint8_t> bytes(0x20000);

		for (uint8_t &b : bytes)
			b = zero ? 0 : uint8_t(dice->next());
		cqs = 1 + below(QUEUES);
		mrs = 1 + below(REGIONS);
		qps = 1 + below(one_in(3) ? uint32_t(PAIRS) : 6);
		for (int k = 0; k < 4; k++) {
			if (zero)
				put(p, table(k), bytes.data(), bytes.size());
			else
				mem->put(place(p, bus(p, table(k))), bytes.data(), bytes.size());
			both64(p, RDMA_RDMA_QP_BASE_LO + 16 * k, bus(p, table(k)) + (aligned || k != 3 ? 0 : 8));
		}
		both(p, RDMA_RDMA_QP_N, qps);
		both(p, RDMA_RDMA_CQ_N, cqs);
		srqs = 1 + below(SRQS);
		both(p, RDMA_RDMA_SRQ_N, srqs);
		both(p, RDMA_RDMA_MR_N, mrs);
	}
	void start()
	{
		if (one_in(3)) {
			tables(false, true);
			both(p, RDMA_RDMA_CONTROL, 1);
			compare("tables that are not aligned");
			same(p, RDMA_RDMA_CONTROL);
		}
		tables(true, true);
		both(p, RDMA_RDMA_CONTROL, 1);
		on = true;
		compare("turned on");
		for (uint32_t at = RDMA_RDMA_TABLE; at <= RDMA_RDMA_RESULT; at += 4)
			if (at != RDMA_RDMA_CAPS)                    // without ONCE
				same(p, at);
		memset(cons, 0, sizeof(cons));
	}

	// --- Commands ---
	uint64_t attr(const std::vector<uint64_t> &words)
	{
		uint64_t at = ATTR_AT + 8 * below(1024);

		for (size_t i = 0; i < words.size(); i++)
			put_word(p, at + 8 * i, words[i]);
		if (one_in(20))
			at += 4;
		else if (one_in(20))
			at = ARENA_B + 64 * below(1000);         // no memory
		both64(p, RDMA_RDMA_ATTR_LO, bus(p, at));
		return at;
	}
	uint32_t obey(uint32_t op, uint32_t kind, uint32_t number)
	{
		uint32_t value = op | kind << RDMA_RDMA_COMMAND_KIND_LSB | number << RDMA_RDMA_COMMAND_NUMBER_LSB, is, should;

		is = command(value);
		model_wr(p, RDMA_RDMA_COMMAND, value);
		should = model_rd(p, RDMA_RDMA_RESULT);
		expect(is == should, "page %d command %08x: %08x, the model %08x", p, value, is, should);
		compare("command");
		return is;
	}
	uint32_t some_cq() { return one_in(20) ? below(70000) : below(cqs); }
	uint32_t some_mr() { return one_in(20) ? below(1 << 24) : below(mrs); }
	void open_cq()
	{
		uint32_t n = some_cq(), lg = below(6);

		attr({bus(p, queue(n % QUEUES)) + (one_in(20) ? 32 : 0), lg | dice->next() << 4});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, n);
	}
	void close_cq() { obey(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_CQ, some_cq()); }
	uint64_t shape()
	{
		uint64_t s = dice->next() & 0xffff0000ffff00ffull & ~(3ull << 62);

		s |= uint64_t(one_in(20) ? below(64) : 12 + below(4)) << RDMA_MR_ATTR_SHAPE_PAGE_LG_LSB;
		if (!one_in(4))
			s &= ~(RDMA_MR_ATTR_SHAPE_WINDOW_MASK | RDMA_MR_ATTR_SHAPE_LIST_MASK);
		if (one_in(2))
			s &= 0xff | RDMA_MR_ATTR_SHAPE_PAGE_LG_MASK;
		if (one_in(3))
			s |= RIGHTS | RDMA_MR_ATTR_SHAPE_BIND_MASK;
		if (one_in(3))
			s |= RDMA_MR_ATTR_SHAPE_LIST_MASK;
		return (s & ~RDMA_MR_ATTR_SHAPE_PD_MASK) | uint64_t(below(2)) << RDMA_MR_ATTR_SHAPE_PD_LSB;
	}
	void open_mr()
	{
		uint64_t s = shape();

		open_mr(one_in(3) ? (s & 0xff) | RDMA_MR_ATTR_SHAPE_WINDOW_MASK | (s & RDMA_MR_ATTR_SHAPE_PD_MASK) : s);
	}
	void open_mr(uint64_t s)
	{
		uint32_t n = some_mr();
		uint64_t length = one_in(4) ? dice->next() : below(200000), at = dice->next();

		if (one_in(4))
			at = ~length + below(3);                     // ends at the end of all addresses, or beyond
		for (int i = 0; i < 64; i++)
			put_word(p, list(n % REGIONS) + 8 * i, dice->next());
		attr({at, length, bus(p, list(n % REGIONS)) + (one_in(20) ? 4 : 0), s});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, n);
		if (n < mrs && rd(p, RDMA_RDMA_RESULT) == RDMA_RESULT_CODE_OK)
			stag[n] = n << 8 | (s & 0xff);
	}
	void close_mr()
	{
		uint32_t n = stag.empty() || one_in(3) ? some_mr() : stag.begin()->first;

		if (obey(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, n) == RDMA_RESULT_CODE_IN_USE)
			in_use++;
		else
			stag.erase(n);
	}
	void any_command()
	{
		uint32_t op = below(16), kind = below(16);

		if (op < RDMA_COMMAND_OP_OPEN || op > RDMA_COMMAND_OP_CLOSE)
			obey(op, kind, some_cq());
		else if (kind != RDMA_OBJECT_QP && op != RDMA_COMMAND_OP_OPEN && op != RDMA_COMMAND_OP_CLOSE)
			obey(op, kind, some_cq());
	}

	// --- Shared receive queues ---
	uint32_t some_srq()
	{
		struct rdma_reference_srq q;
		uint32_t n = below(srqs);

		for (int tries = 0; tries < 20 && !rdma_reference_srq(card[p], n, &q); tries++)
			n = below(srqs);
		return one_in(20) ? below(70000) : n;
	}
	void open_srq()
	{
		uint64_t at = bus(p, QUEUE_AT + 64 * below(1000)) + (one_in(20) ? 32 : 0);
		uint32_t n = one_in(10) ? some_srq() : below(srqs);

		attr({at, below(6) | uint64_t(n & 1) << RDMA_SRQ_ATTR_SIZE_PD_LSB | uint64_t(one_in(4) ? below(65536) : below(20)) << RDMA_SRQ_ATTR_SIZE_LIMIT_LSB
			| (dice->next() & 0xffff00000000fff0)});
		obey(one_in(3) ? RDMA_COMMAND_OP_MODIFY : RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, n);
	}
	void close_srq() { obey(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_SRQ, some_srq()); }
	void ring_srq()
	{
		uint32_t n = some_srq() & 0xffff, index = below(65536);
		struct rdma_reference_srq q;

		if (rdma_reference_srq(card[p], n, &q) && !one_in(8))
			index = uint16_t(q.prod + below(2u << below(q.lg + 1)) - one_in(20));
		both(p, RDMA_RDMA_SRQ_DOORBELL, n | index << RDMA_RDMA_SRQ_DOORBELL_PRODUCER_LSB);
		sync();
		compare("doorbell of a shared receive queue");
	}
	void draw();
	void event();

	// --- Queue pairs ---
	uint32_t some_qp() { return one_in(20) ? below(70000) : below(qps); }
	uint32_t open_one()
	{
		rdma_reference_queues q;
		uint32_t n = some_qp();

		for (int tries = 0; tries < 20 && !rdma_reference_qp(card[p], n, &q); tries++)
			n = some_qp();
		return n;
	}
	uint32_t cq_for_qp()
	{
		uint32_t n = below(cqs);

		for (int tries = 0; tries < 20 && rdma_reference_room(card[p], n) < 0; tries++)
			n = below(cqs);
		return one_in(30) ? some_cq() & 0xffff : n;
	}
	void open_qp()
	{
		uint64_t ctl = dice->next() & 0xffff1dfc, sizes = dice->next() & 0x7f7f1fffffff77ff, at = bus(p, QUEUE_AT + 64 * below(1000));

		ctl |= uint64_t(cq_for_qp()) << RDMA_QP_ATTR_CTL_SEND_CQ_LSB | uint64_t(cq_for_qp()) << RDMA_QP_ATTR_CTL_RECV_CQ_LSB;
		ctl |= one_in(20) ? below(4) : below(2);
		if (one_in(3)) {
			uint32_t srq = some_srq() & 0xffff;

			ctl = (ctl & ~uint64_t(RDMA_QP_ATTR_CTL_PD_MASK | (one_in(8) ? 0 : RDMA_QP_ATTR_CTL_TYPE_MASK))) | RDMA_QP_ATTR_CTL_SHARED_MASK
				| uint64_t((srq & 1) ^ one_in(8)) << RDMA_QP_ATTR_CTL_PD_LSB;
			sizes = (sizes & ~uint64_t(RDMA_QP_ATTR_SIZES_SRQ_MASK)) | uint64_t(srq) << RDMA_QP_ATTR_SIZES_SRQ_LSB;
		}
		attr({ctl, at + (one_in(30) ? 32 : 0), at + (one_in(30) ? 8 : 0), sizes, dice->next(), dice->next()});
		shared += obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, some_qp()) == RDMA_RESULT_CODE_OK && (ctl & RDMA_QP_ATTR_CTL_SHARED_MASK);
	}
	void modify_qp()
	{
		uint32_t n = open_one();
		rdma_reference_queues q = {};
		uint64_t to, peer = dice->next();

		rdma_reference_qp(card[p], n, &q);
		to = one_in(3) ? below(8) : one_in(10) ? uint64_t(RDMA_QP_STATE_RESET) : (q.state + 1) % 5u;
		if (!one_in(6))
			peer &= ~0x3ffull | 1;                       // a node that is there
		attr({(dice->next() & ~0xf0ull) | to << RDMA_QP_ATTR_CTL_STATE_LSB, dice->next(), dice->next(), dice->next(), peer, dice->next()});
		if (obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, n) == RDMA_RESULT_CODE_OK) {
			rung(n);
			went[to]++;
		}
	}
	void query_qp()
	{
		uint32_t n = open_one();
		uint64_t at = attr({dice->next(), dice->next(), dice->next(), dice->next(), dice->next(), dice->next()});

		if (obey(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, n) != RDMA_RESULT_CODE_OK)
			return;
		for (uint64_t i = 0; i < RDMA_QP_ATTR_BYTES; i += 8)
			expect(mem->word(place(p, bus(p, at + i))) == *reinterpret_cast<uint64_t *>(card[p]->arena + at + i),
				"page %d queue pair %u, attribute at %d: %llx, the model %llx", p, n, int(i),
				(unsigned long long)mem->word(place(p, bus(p, at + i))),
				(unsigned long long)*reinterpret_cast<uint64_t *>(card[p]->arena + at + i));
	}
	void close_qp() { obey(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, open_one()); }
	void rung(uint32_t n)
	{
		if (std::find(todo.begin(), todo.end(), n) == todo.end())
			todo.push_back(n);
	}
	// A doorbell, not yet carried out; a sensible one mostly.
	void ring_qp()
	{
		bool receives = one_in(2), had = model_refused();
		uint32_t n = open_one() & 0xffff, index = below(65536);
		rdma_reference_queues q;

		if (rdma_reference_qp(card[p], n, &q) && !one_in(8))
			index = uint16_t((receives ? q.recv_prod : q.send_prod) + below(2u << below(receives ? q.recv_lg : q.send_lg)) - one_in(20));
		was_refused = false;
		both(p, receives ? RDMA_RDMA_RQ_DOORBELL : RDMA_RDMA_SQ_DOORBELL, n | index << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB);
		if (!model_refused()) {
			rung(n);
			rang++;
		}
		was_refused = was_refused || had;
	}
	void some_doorbells()
	{
		for (int n = 1 + below(3); n > 0; n--)
			ring_qp();
		sync();
		compare("doorbell of a queue pair");
	}
	void next();
	void look();

	// --- Completion queues ---
	void doorbell()
	{
		uint32_t n = some_cq(), index = n < QUEUES && !one_in(8) ? cons[n] : below(65536);

		both(p, RDMA_RDMA_CQ_DOORBELL, n | index << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
		sync();
		compare("doorbell");
	}
	void arm()
	{
		both(p, RDMA_RDMA_CQ_ARM, some_cq() | (one_in(2) ? RDMA_RDMA_CQ_ARM_SOLICITED_MASK : 0) | (dice->next() & 0xfffe0000));
		sync();
		compare("arm");
	}
	// As many items as surely find a place, with nothing between them.
	void burst()
	{
		for (int n = below(4); n > 0; n--)
			if (one_in(3))
				ring_qp();
			else if (one_in(2))
				both(p, RDMA_RDMA_CQ_ARM, some_cq() | (one_in(2) ? RDMA_RDMA_CQ_ARM_SOLICITED_MASK : 0));
			else
				both(p, RDMA_RDMA_CQ_DOORBELL, some_cq() | below(40) << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
		close_cq();
	}
	void read_events()
	{
		for (int n = below(4); n > 0; n--)
			take_event();
	}
	void completion();
	void access();
	void bind();
	void unbind();

	void some()
	{
		switch (below(36)) {
		case 0: open_cq(); break;
		case 1: one_in(4) ? close_cq() : open_cq(); break;
		case 2: open_mr(); break;
		case 3: one_in(3) ? close_mr() : open_mr(); break;
		case 4: doorbell(); break;
		case 5: arm(); break;
		case 6: any_command(); break;
		case 7: read_events(); break;
		case 8: case 9: case 10: completion(); break;
		case 11: bind(); break;
		case 12: one_in(2) ? unbind() : bind(); break;
		case 13: burst(); break;
		case 14: open_qp(); break;
		case 15: one_in(6) ? close_qp() : open_qp(); break;
		case 16: case 17: modify_qp(); break;
		case 18: some_doorbells(); break;
		case 19: one_in(2) ? query_qp() : next(); break;
		case 20: one_in(2) ? next() : look(); break;
		case 21: case 22: modify_qp(); break;
		case 23: case 24: some_doorbells(); break;
		case 25: one_in(4) ? close_srq() : open_srq(); break;
		case 26: open_srq(); break;
		case 27: case 28: ring_srq(); break;
		case 29: one_in(2) ? draw() : event(); break;
		default: access(); break;
		}
	}
	void life(int n)
	{
		off();
		for (int i = 0; i < n; i++) {
			if (i % 300 == 0) {
				off();
				start();
			}
			some();
			if (one_in(50))
				all_events();
			if (one_in(4))
				pause(below(100));
		}
		all_events();
	}
};

// ---- Requests of the engine --------------------------------------------------------------------

static bool engine_taken;

struct Answer {
	uint32_t status;
	uint64_t bus;
	uint32_t piece;
	uint64_t clocks;
};

static Answer ask(int p, uint32_t what, const std::function<void(Vtop *)> &fill)
{
	Answer a;
	uint64_t begun;

	until([] { return !engine_taken; });
	engine_taken = true;
	begun = now;
	unit->top->s_turn = unit->top->s_ask_valid = 1;
	unit->top->s_ask_what = what;
	unit->top->s_ask_page = p;
	fill(unit->top);
	unit->settle();
	until([] { return unit->top->m_ask_done != 0; });
	a = {unit->top->m_ask_status, unit->top->m_ask_bus, unit->top->m_ask_piece, now - begun};
	pause(1);
	unit->top->s_turn = unit->top->s_ask_valid = 0;
	engine_taken = false;
	return a;
}

static Answer add(int p, uint32_t what, uint32_t cq, const uint64_t *words)
{
	return ask(p, what, [=](Vtop *top) {
		top->s_ask_number = cq;
		for (int i = 0; i < 8; i++)
			top->s_ask_words[i] = uint32_t(words[i / 2] >> i % 2 * 32);
	});
}

void Page::completion()
{
	uint32_t n = some_cq() & 0xffff;
	uint64_t words[4] = {dice->next(), dice->next(), dice->next(), dice->next() & ~(RDMA_DONE_WHAT_INDEX_MASK | RDMA_DONE_WHAT_PHASE_MASK)};
	int room = rdma_reference_room(card[p], n);

	if (one_in(2))
		words[3] &= ~(RDMA_DONE_WHAT_STATUS_MASK | RDMA_DONE_WHAT_SOLICITED_MASK);
	if (one_in(3)) {
		Answer a = add(p, ASK_ROOM, n, words);
		expect(a.status == (room < 0 ? 2u : room ? 0u : 1u), "page %d room in %u: %u, the model %d", p, n, a.status, room);
	}
	Answer a = add(p, ASK_ADD, n, words);
	expect(a.status == (room < 0 ? 2u : room ? 0u : 1u), "page %d completion in %u: %u, the model %d", p, n, a.status, room);
	refusals[p] = 0;
	if (room <= 0)
		return;
	rdma_reference_add(card[p], n, words);
	compare("completion");
	if (n < QUEUES && !one_in(3))
		cons[n]++;
	for (uint64_t i = 0; i < 1024; i += 8)
		expect(mem->word(place(p, bus(p, queue(n) + i))) == *reinterpret_cast<uint64_t *>(card[p]->arena + queue(n) + i),
			"page %d queue %u, byte %d", p, n, int(i));
}

void Page::access()
{
	rdma_reference_access r = {};
	uint64_t words[8] = {}, status, at;
	uint32_t n = stag.empty() || one_in(10) ? some_mr() : std::next(stag.begin(), below(stag.size()))->first, piece;

	if (n < mrs)
		rdma_reference_words(card[p], n, words);
	r.stag = n << 8 | uint32_t(one_in(20) ? below(256) : words[0] & 0xff);
	r.length = 1 + (one_in(4) ? below(0xffffffff) : below(10000));
	r.pd = uint16_t(one_in(20) ? below(3) : words[0] >> RDMA_MR_ATTR_SHAPE_PD_LSB);
	r.qp = uint16_t(one_in(10) ? below(8) : words[4] >> 32);
	r.right = one_in(3) ? 0 : 0x100u << below(4);
	if (!one_in(4))
		r.right &= uint32_t(words[0]);
	if (one_in(10))
		r.right |= 0x100u << below(4);
	if (words[2] > 0 && !one_in(5))
		r.length = uint32_t(std::min<uint64_t>(r.length, 1 + dice->next() % words[2]));
	r.address = words[1] + (one_in(2) ? words[2] - r.length : dice->next() % (words[2] + 1)) + (one_in(10) ? below(3) - 1 : 0);
	if (one_in(20))
		r.address = dice->next();
	// Entries of the list that are there.
	if (words[0] & RDMA_MR_ATTR_SHAPE_LIST_MASK && r.address - words[1] >= 200000)
		return;
	status = rdma_reference_look(card[p], &r, &at, &piece);
	Answer a = ask(p, ASK_ACCESS, [=](Vtop *top) {
		top->s_ask_stag = r.stag;
		top->s_ask_address = r.address;
		top->s_ask_length = r.length;
		top->s_ask_pd = r.pd;
		top->s_ask_qp = r.qp;
		top->s_ask_right = r.right >> RDMA_MR_ATTR_SHAPE_WRITE_LSB;
	});
	allowed += status == 0;
	expect(a.status == status, "page %d access %08x: %u, the model %u", p, r.stag, a.status, unsigned(status));
	expect(status || (a.bus == at && a.piece == piece), "page %d access %08x: %llx %u, the model %llx %u", p, r.stag, (unsigned long long)a.bus,
		a.piece, (unsigned long long)at, piece);
}

// The engine takes a request of a shared receive queue.
void Page::draw()
{
	uint64_t at = 0;
	uint32_t n = some_srq() & 0xffff;
	int should = rdma_reference_draw(card[p], n, &at);
	Answer a = ask(p, ASK_DRAW, [=](Vtop *top) { top->s_ask_number = n; });

	refusals[p] = 0;
	expect(a.status == (should < 0 ? 2u : !should) && (should <= 0 || a.bus == at), "page %d shared receive queue %u: %u %llx, the model %d %llx", p, n,
		a.status, (unsigned long long)a.bus, should, (unsigned long long)at);
	drawn += should > 0;
	drawn_none += should == 0;
	compare("request of a shared receive queue");
}

// The engine raises an event of a queue pair, which need not be open, and so does the model.
void Page::event()
{
	const uint32_t kinds[] = {RDMA_EVENT_KIND_QP_ERROR, RDMA_EVENT_KIND_SQ_DRAINED, RDMA_EVENT_KIND_LAST_RECEIVE};

	for (int i = 1 + below(4); i > 0; i--) {
		uint32_t kind = kinds[below(3)], n = below(qps);

		rdma_reference_event(card[p], kind, n);
		compare("event");
		ask(p, ASK_EVENT, [=](Vtop *top) {
			top->s_ask_number = n;
			top->s_ask_right = kind;
		});
	}
}

// The engine takes the next queue pair that has something to do.
void Page::next()
{
	bool any;
	rdma_reference_queues q;

	sync();
	any = unit->top->m_todo >> p & 1;
	expect(any == !todo.empty(), "page %d: something to do %d, %zu queue pairs rang", p, any, todo.size());
	if (!any || todo.empty())
		return;
	Answer a = ask(p, ASK_NEXT, [](Vtop *) {});
	expect(a.piece == todo.front(), "page %d: the next queue pair %u, not %u", p, todo.front(), a.piece);
	expect(a.status == !rdma_reference_qp(card[p], todo.front(), &q), "page %d: queue pair %u: %u", p, todo.front(), a.status);
	given += a.status == 0;
	todo.pop_front();
}

// The engine lets queue pairs wait, and looks at the next of those.
void Page::look()
{
	rdma_reference_queues q;

	sync();
	for (int n = below(4); n > 0; n--) {
		uint32_t i = open_one() & 0xffff;
		Answer a = ask(p, ASK_WAIT, [=](Vtop *top) { top->s_ask_number = i; });

		refusals[p] = 0;
		expect(a.status == !rdma_reference_qp(card[p], i, &q), "page %d: queue pair %u waits: %u", p, i, a.status);
		if (a.status == 0 && std::find(waiting.begin(), waiting.end(), i) == waiting.end())
			waiting.push_back(i);
	}
	expect((unit->top->m_waits >> p & 1) == !waiting.empty(), "page %d: %zu queue pairs wait", p, waiting.size());
	for (int n = below(4); n > 0 && !waiting.empty(); n--) {
		Answer a = ask(p, ASK_LOOK, [](Vtop *) {});

		expect(a.piece == waiting.front() && a.status == !rdma_reference_qp(card[p], waiting.front(), &q), "page %d: queue pair %u waits, not %u", p,
			waiting.front(), a.piece);
		waited += a.status == 0;
		waiting.pop_front();
	}
}

static const uint64_t BOUND = 1ull << 62;                     // of the first word of a window

// The engine binds a window, mostly to a region that allows it.
void Page::bind()
{
	uint32_t window = 0, region = 0, should;
	uint64_t of[8] = {}, is[8] = {}, from, length, rights = dice->next() & RIGHTS & ~RDMA_MR_ATTR_SHAPE_WRITE_MASK;
	uint16_t qp = uint16_t(below(4)), pd;
	bool fit = false;

	if (one_in(2)) {
		open_mr(uint64_t(below(2)) << RDMA_MR_ATTR_SHAPE_PD_LSB | below(256) | RDMA_MR_ATTR_SHAPE_WINDOW_MASK);
		open_mr(uint64_t(below(2)) << RDMA_MR_ATTR_SHAPE_PD_LSB | below(256) | RIGHTS | RDMA_MR_ATTR_SHAPE_BIND_MASK);
	}
	for (int tries = 0; tries < 100 && !fit && !stag.empty(); tries++) {
		window = std::next(stag.begin(), below(stag.size()))->first;
		region = std::next(stag.begin(), below(stag.size()))->first;
		rdma_reference_words(card[p], window, is);
		rdma_reference_words(card[p], region, of);
		fit = (is[0] & RDMA_MR_ATTR_SHAPE_WINDOW_MASK) && !(is[0] & BOUND) && (of[0] & RDMA_MR_ATTR_SHAPE_BIND_MASK)
			&& !((is[0] ^ of[0]) & RDMA_MR_ATTR_SHAPE_PD_MASK);
	}
	if (!(of[0] & RDMA_MR_ATTR_SHAPE_WRITE_MASK) && !one_in(8))
		rights &= RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK;
	if (one_in(20))
		rights |= 1ull << below(64);
	from = of[2] ? dice->next() % of[2] : 0;
	length = dice->next() % (of[2] - from + 1) + one_in(10);
	pd = uint16_t((of[0] >> RDMA_MR_ATTR_SHAPE_PD_LSB) ^ one_in(20));
	if (one_in(20))
		window = some_mr();
	uint32_t key = window << 8 | below(256), other = region << 8 | ((uint32_t(of[0]) & 0xff) ^ uint32_t(one_in(20)));
	should = rdma_reference_bind(card[p], key, other, qp, pd, of[1] + from, length, rights);
	Answer a = ask(p, ASK_BIND, [=](Vtop *top) {
		top->s_ask_stag = key;
		top->s_ask_length = other;
		top->s_ask_address = of[1] + from;
		top->s_ask_pd = pd;
		top->s_ask_qp = qp;
		for (int i = 0; i < 4; i++)
			top->s_ask_words[4 + i] = uint32_t((i < 2 ? length : rights) >> i % 2 * 32);
	});
	expect(a.status == should, "page %d BIND of %08x to %08x: %u, the model %u", p, key, other, a.status, should);
	(should ? not_bound : bound)++;
}

// The engine closes a window; one that is bound, mostly.
void Page::unbind()
{
	uint32_t window = 0;
	uint64_t is[8] = {};

	for (int tries = 0; tries < 100 && !(is[0] & BOUND) && !stag.empty(); tries++) {
		window = std::next(stag.begin(), below(stag.size()))->first;
		rdma_reference_words(card[p], window, is);
	}
	if (one_in(20))
		window = some_mr();
	uint32_t key = window << 8 | ((uint32_t(is[0]) & 0xff) ^ uint32_t(one_in(10)));
	uint16_t qp = uint16_t((is[4] >> 32) ^ one_in(10));
	bool should = rdma_reference_unbind(card[p], key, qp);
	Answer a = ask(p, ASK_UNBIND, [=](Vtop *top) {
		top->s_ask_stag = key;
		top->s_ask_qp = qp;
	});
	expect(a.status == (should ? RDMA_DONE_STATUS_OK : RDMA_DONE_STATUS_BIND), "page %d UNBIND of %08x: %u, the model %d", p, key, a.status, should);
	unbound += should;
}

#endif
