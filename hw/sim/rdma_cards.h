// SPDX-License-Identifier: BSD-3-Clause
//
// Two cards with an RDMA unit each, the cells between them, and their pages, for the bench rdma_engine: each page is in the unit and in the
// functional model.

#ifndef RD_HW_SIM_RDMA_CARDS_H
#define RD_HW_SIM_RDMA_CARDS_H

#include <deque>
#include <vector>

#include "Vtop.h"
#include "axi_mem.h"
#include "btl_fpga/rdma_regs.h"
#include "fibers.h"
#include "hw/ring/axi_data.h"
#include "sim.h"

extern "C" {
#include "base/param.h"
#include "btl_fpga/card.h"
// The parameters of a job have no effect here.
int64_t rd_param_int(enum rd_param_id) { return 0; }
}

using namespace native;
using sim::expect;

enum { NODES = 2, PAGES = 8, PAIRS = 20, GRAMS = 6, SIDES = 2 * (PAIRS + GRAMS), WINDOW_LG = 40, LG_SEND = 4, LG_RECV = 4, LG_CQ_MAX = 6, AREA_B = 32 * 1024, KEY = 0x35 };
const uint64_t MB = 1 << 20, ARENA_B = 16 * MB, TABLE_AT = 1 * MB, SEND_AT = 3 * MB, CQ_AT = 4 * MB, LIST_AT = 5 * MB, ATTR_AT = 6 * MB, SOURCE_AT = 7 * MB,
	TARGET_AT = 10 * MB, INBOX_AT = 12 * MB, RECV_AT = 14 * MB, SRQ_AT = RECV_AT + MB / 2, STRAY = 15ull << 36;

static sim::Rng *dice;
static uint64_t now, outside;
static uint32_t below(uint64_t n) { return dice->below(uint32_t(n)); }
static bool one_in(uint32_t n) { return dice->below(n) == 0; }
static uint64_t place(int p, uint64_t bus) { return uint64_t(p + 1) << WINDOW_LG | (bus & ((1ull << WINDOW_LG) - 1)); }

// ---- Two cards and the cells between them -------------------------------------------------------

struct Word {
	bool head, last;
	uint64_t data;
};

struct Node {
	sim::Clocked<Vtop> unit;
	sim::AxiMem mem;
	rd_card *card[PAGES] = {};
	std::deque<Word> wire[2];            // to this card: bulk, control
	bool offered[2] = {};
	int named = 0;
	bool bus_taken = false;
	uint64_t refused = 0;
	std::vector<Word> leaving[2];        // words of the cells that leave
	bool atomic_q = false;               // an ATOMIC descriptor has a word
	uint64_t atomics = 0;                // clocks in which operations of queue pairs waited for it

	explicit Node(uint64_t seed) : mem(seed) {}
};
static Node *node[NODES];
static uint64_t cells[2], told[8];           // cells of both kinds; answers of each kind
static unsigned jammed;                      // cards, a bit for each, of which the wire takes no segments
static bool descriptors = true;              // beside the unit ATOMICs of descriptors are carried out
static int lie = -1;                         // answers become refusals with this status
static std::vector<Word> *heard, *said;      // if they are there: the words of segments and of answers between the cards
static bool dead;                            // the wires lose all cells
static unsigned drop[NODES][2];              // so many of the next segments and answers of a card are lost,
static unsigned spare[NODES][2];             // but for so many before them
static bool steady;                          // no wait is of random length
static unsigned loss;                        // one of so many segments is lost, and of answers without a refusal one of LOSS; 0: none

enum { ACK = 0, NAK = 1, WELCOME = 3, RNR = 4, LOSS = 30 };     // kinds of answers

// A word leaves card n; a cell reaches the other card as a whole, or is lost.
static void leave(int n, int k, Word word)
{
	std::vector<Word> &cell = node[n]->leaving[k];

	cell.push_back(word);
	if (!word.last)
		return;
	if (k == 1 && lie >= 0)
		cell[1].data = (cell[1].data & ~0xff0000ull) | unsigned(NAK) << 16 | unsigned(lie) << 20;
	unsigned kind = k == 1 ? cell[1].data >> 16 & 7 : unsigned(ACK);
	bool spared = drop[n][k] && spare[n][k];
	spare[n][k] -= spared;
	if (drop[n][k] && !spared)
		drop[n][k]--;
	else if (!dead && !(loss && (kind == ACK || kind == WELCOME || kind == RNR) && one_in(k ? uint32_t(LOSS) : loss)))
		node[!n]->wire[k].insert(node[!n]->wire[k].end(), cell.begin(), cell.end());
	if (std::vector<Word> *to = k ? said : heard)
		to->insert(to->end(), cell.begin(), cell.end());
	cells[k]++;
	told[k ? kind : 7]++;
	cell.clear();
}

static void edge()
{
	for (int n = 0; n < NODES; n++) {
		Node &c = *node[n];
		Vtop *top = c.unit.top;

		top->s_window_hold = !steady && one_in(10);
		c.mem.drive(top);
		for (int k = 0; k < 2; k++)
			c.offered[k] = c.offered[k] || (!c.wire[k].empty() && (steady || !one_in(4)));
		top->s_bulk_valid = c.offered[0];
		top->s_con_valid = c.offered[1];
		if (c.offered[0]) {
			top->s_bulk_head = c.wire[0].front().head;
			top->s_bulk_last = c.wire[0].front().last;
			top->s_bulk_data = c.wire[0].front().data;
		}
		if (c.offered[1]) {
			top->s_con_head = c.wire[1].front().head;
			top->s_con_last = c.wire[1].front().last;
			top->s_con_data = c.wire[1].front().data;
		}
		top->m_bulk_ready = !(jammed >> n & 1) && (steady || !one_in(3));
		top->m_con_ready = steady || !one_in(3);
		c.atomic_q = c.atomic_q ? !one_in(600) : descriptors && !top->m_atomic_hold && one_in(400);
		c.atomics += c.atomic_q && top->m_atomic_hold;
		top->s_atomic_busy = c.atomic_q;
		c.unit.settle();
		top->s_window_high = uint32_t(place(c.named, uint64_t(top->m_window_high) << 32) >> 32);
		c.unit.settle();
		c.named = top->m_window_page;
		c.mem.sample(top);
	}
	for (int n = 0; n < NODES; n++) {
		Node &c = *node[n];
		Vtop *top = c.unit.top;

		if (c.offered[0] && top->s_bulk_ready) {
			c.wire[0].pop_front();
			c.offered[0] = false;
		}
		if (c.offered[1] && top->s_con_ready) {
			c.wire[1].pop_front();
			c.offered[1] = false;
		}
		if (top->m_bulk_valid && top->m_bulk_ready) {
			leave(n, 0, {bool(top->m_bulk_head), bool(top->m_bulk_last), top->m_bulk_data});
			expect(!top->m_bulk_head || (top->m_bulk_way == 1 && (top->m_bulk_data >> 2 & 0x3ff) == unsigned(!n)), "a segment goes to the other card");
		}
		if (top->m_con_valid && top->m_con_ready)
			leave(n, 1, {bool(top->m_con_head), bool(top->m_con_last), top->m_con_data});
	}
	for (int n = 0; n < NODES; n++) {
		node[n]->unit.tick();
		node[n]->refused += node[n]->unit->ev_refused != 0;
	}
	now++;
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

// ---- A page of a card, on both sides --------------------------------------------------------------

struct Page {
	int n, p;

	Node &c() const { return *node[n]; }
	rd_card *card() const { return node[n]->card[p]; }
	uint64_t bus(uint64_t at) const { return card()->arena_bus + at; }
	uint32_t access(bool write, uint32_t at, uint32_t data) const
	{
		Node &c = *node[n];
		uint32_t value;

		until([&] { return !c.bus_taken; });
		c.bus_taken = true;
		c.unit->bus_valid = 1;
		c.unit->bus_write = write;
		c.unit->bus_page = p;
		c.unit->bus_addr = at / 4;
		c.unit->bus_wdata = data;
		c.unit.settle();
		until([&] { return c.unit->bus_ready != 0; });
		value = c.unit->bus_rdata;
		pause(1);
		c.unit->bus_valid = 0;
		pause(1);
		c.bus_taken = false;
		return value;
	}
	void both(uint32_t at, uint32_t data) const
	{
		access(true, at, data);
		rd_card_write(card(), at, data);
	}
	// Likewise, where the unit has a place for it.
	void surely(uint32_t at, uint32_t data) const
	{
		while (!access(false, RDMA_RDMA_ROOM, 0))
			;
		both(at, data);
	}
	void both64(uint32_t at, uint64_t data) const
	{
		both(at, uint32_t(data));
		both(at + 4, uint32_t(data >> 32));
	}
	void put(uint64_t at, const void *from, uint64_t bytes) const
	{
		memcpy(card()->arena + at, from, bytes);
		node[n]->mem.put(place(p, bus(at)), from, bytes);
	}
	uint32_t obey(uint32_t op, uint32_t kind, uint32_t number, const std::vector<uint64_t> &attr) const
	{
		uint32_t value = op | kind << RDMA_RDMA_COMMAND_KIND_LSB | number << RDMA_RDMA_COMMAND_NUMBER_LSB, is, should;

		if (!attr.empty())
			put(ATTR_AT, attr.data(), 8 * attr.size());
		both64(RDMA_RDMA_ATTR_LO, bus(ATTR_AT));
		access(true, RDMA_RDMA_COMMAND, value);
		do
			is = access(false, RDMA_RDMA_RESULT, 0);
		while (is & RDMA_RDMA_RESULT_BUSY_MASK);
		rd_card_write(card(), RDMA_RDMA_COMMAND, value);
		should = rd_card_read(card(), RDMA_RDMA_RESULT);
		expect(is == should, "card %d page %d command %08x: %u, the model %u", n, p, value, is, should);
		return is;
	}
	// Bytes of memory are the same on both sides.
	bool same(uint64_t at, uint64_t bytes, const char *what) const
	{
		for (uint64_t i = 0; i < bytes; i++)
			if (*node[n]->mem.at(place(p, bus(at + i))) != uint8_t(card()->arena[at + i]))
				return expect(false, "card %d page %d %s: byte %llx is %02x, the model has %02x", n, p, what, (unsigned long long)(at + i),
					*node[n]->mem.at(place(p, bus(at + i))), uint8_t(card()->arena[at + i]));
		return true;
	}
};

static bool good()
{
	static int before;
	bool is = sim::tally().failed == before;

	before = sim::tally().failed;
	return is;
}

#endif
