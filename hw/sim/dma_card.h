// SPDX-License-Identifier: BSD-3-Clause
//
// Two DMA engines (rtl/dma.v), each with its host's memory and a second, expected one, and their
// surroundings: queues of cells that join the two, the bus of the registers, a model of the
// reduction unit. Each page of an engine has a list of expected events (PageModel): dma_model.h
// adds to it, dma_host.h removes from it. For the bench dma.cpp.

#ifndef RD_HW_SIM_DMA_CARD_H
#define RD_HW_SIM_DMA_CARD_H

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "Vtop.h"
#include "axi_mem.h"
#include "btl_fpga/ring_nic_regs.h"
#include "sim.h"

namespace dma {

using sim::expect;

// Nodes 0 .. LAST, two of which are here. Where they are even in number, node 0 is as far from CARD_B both ways round.
enum { PAGES = 8, LAST = sizeof(Vtop::s_cell_data) == 2 ? 4 : 5, CARD_A = 1, CARD_B = 3 };
enum { SRC = 0, DST = 1, LAND = 2, BROKEN = 3, CLOSED = 4 }; // uses of a page's regions
enum { REGION_B = 96 * 1024, LG_SEND = 5, LG_RECV = 6, LG_CPL = 7 };

// As the engine reports (RN_DMA_SHAPE).
inline int w_bits;  // of a word of a cell
inline int cell_b;  // most data of a cell, in bytes
inline int slot_b;  // a slot of a receive ring, in bytes
inline int msg_b;   // most data of a record, in bytes
inline int first_b; // of a cell's data, the part for the address of a WRITE, in bytes

struct Word {
	uint64_t low, high;
	bool head, last;
};
typedef std::vector<Word> Cell;

template<class T> void get(const T &from, Word *to)
{
	if constexpr (sizeof(T) == 16) {
		to->low = from[0] | uint64_t(from[1]) << 32;
		to->high = from[2] | uint64_t(from[3]) << 32;
	} else {
		to->low = from;
		to->high = 0;
	}
}
template<class T> void set(T *to, const Word &from)
{
	if constexpr (sizeof(T) == 16) {
		(*to)[0] = uint32_t(from.low);
		(*to)[1] = uint32_t(from.low >> 32);
		(*to)[2] = uint32_t(from.high);
		(*to)[3] = uint32_t(from.high >> 32);
	} else {
		*to = T(from.low);
	}
}

inline int cell_words(int len) { return len == 0 ? 16 : len == 1 ? 8 : len == 2 ? 4 : 1; }
// The words of payload of a cell, as its head says.
inline int words_of(const Cell &cell)
{
	int code = int(cell[0].low & 3);

	if (sim::span() == 1 || !(cell[0].low >> 46 & 3))
		return cell_words(code);
	return int((cell[0].low >> 46 & 3) << 6 | (cell[0].low >> 40 & 15) << 2 | unsigned(code));
}

// The cells of `total` bytes as a channel sends them: of each the bytes, and those that it holds. `joined`: of several blocks.
inline std::vector<std::pair<uint64_t, uint64_t>> cells_of(uint64_t total, bool write, bool joined)
{
	std::vector<std::pair<uint64_t, uint64_t>> all;
	uint64_t first = write ? first_b : 0, longest = sim::span() == 1 || joined ? 0 : write ? (32 * sim::span() - 3) * 8 : (2 * sim::span() - 1) * 128;

	while (total) {
		uint64_t n = std::min(total, total < 512 || !longest ? cell_b - first : longest), holds = 0;

		if (w_bits == 128 && write && n > 112 && n < 177)
			n = 112;
		for (int len = 3; len >= 0 && holds < n + first; len--)
			holds = cell_words(len) * w_bits / 8;
		if (holds < n + first)
			holds = (n + first + 7) / 8 * 8;
		all.push_back({n, holds - first});
		total -= n;
	}
	return all;
}
inline uint32_t head_of(const Cell &cell)
{
	return w_bits == 16 ? uint32_t(cell[0].low | cell[1].low << 16) : uint32_t(cell[0].low);
}

// ---- Expected events ----------------------------------------------------------------------------

struct Done { // a completion
	int kind, status, source, tag;
	uint64_t cookie;
	bool or_write_error; // that status is as good
};
struct Record { // of a receive ring
	int source, tag;
	uint64_t user; // 56 bits
	std::vector<uint8_t> data;
	std::function<void()> seen; // checks to make when the host sees it
};

struct PageModel {
	uint64_t base[8], size[8];
	uint16_t key;
	uint64_t send_base, recv_base, cpl_base;
	uint16_t send_prod = 0, recv_cons = 0, cpl_cons = 0, recv_told = 0, cpl_told = 0;
	std::deque<Done> sends;               // in order
	std::map<int, Done> streams;          // by tag
	std::map<uint64_t, Done> reductions;  // by cookie
	bool reduces = false;                 // in this round
	std::vector<Done> refusals;           // in any order
	std::map<std::pair<int, int>, int> wrong; // keys, by node and page that sent them
	std::set<uint64_t> returns;           // notices that may come, for cells of this page
	int returned = 0;
	std::map<std::pair<int, int>, std::deque<Record>> records; // by source and sending page
	int refusals_kept = 0, refused_before = 0; // refusals without a record; those that register REFUSED has beyond the model's
	int refusals_told = 0, untold = 0, completions = 0, messages = 0;
	int cq_events = 0, rq_events = 0;
	bool hit_broken = false;              // a write of this page may have failed
	bool error_told = false;              // a completion of this round said so
	bool polled = true;
	uint64_t used = 0;                    // of DST and LAND, by this round
	uint64_t land_used = 0;
	int expected_records = 0;
	std::set<int> stream_free;
};

// A card with its memory and queues.
struct Card {
	sim::Clocked<Vtop> top;
	sim::AxiMem mem, want;
	sim::Rng rng;
	int id;
	Cell filling;
	std::deque<Cell> out, in; // cells sent; cells to be received
	size_t in_word = 0;
	bool offered = false;
	uint32_t stall = 30, idle = 20;
	uint64_t elsewhere = 0;   // cells to nodes that are not here
	uint64_t cells = 0;
	uint32_t ev_refused = 0;
	uint64_t first_word = 0, last_word = 0; // clocks
	bool link_rate = false;   // the cell's tail takes a clock on the link
	bool pause = false;
	// Stand-in for the reduction unit: a result is its operand with the bits turned over.
	struct Beat {
		int group;
		uint64_t data;
		bool last;
	};
	std::deque<Beat> operands;
	std::deque<Beat> results[PAGES];
	int result_group = -1;
	// bus
	bool bus = false, bus_write = false;
	int bus_page = 0;
	uint32_t bus_addr = 0, bus_data = 0;
	PageModel page[PAGES];
	int room_left = 0;    // clocks until bulk_room may change
	int late = 0;         // cells of bulk that began since it fell

	Card(int number, uint64_t seed) : mem(seed), want(seed), rng(seed + 77), id(number) {}

	void drive()
	{
		mem.drive(top.top);
		top->cfg_id = id;
		top->cfg_last = LAST;
		top->link_dead = 0;
		top->bus_valid = bus;
		top->bus_write = bus_write;
		top->bus_page = bus_page;
		top->bus_addr = bus_addr >> 2;
		top->bus_wdata = bus_data;
		top->m_cell_ready = !pause && !rng.chance(stall, 100);
		top->s_axi_awvalid = top->s_axi_wvalid = top->s_axi_arvalid = 0; // windows: card_quick
		top->s_axi_bready = top->s_axi_rready = 1;
		if (!room_left--) {
			top->bulk_room = !(stall && top->bulk_room);
			room_left = 1 + rng.below(top->bulk_room ? 500 : 100);
			late = 0;
		}
		top->m_req_ready = !rng.chance(stall, 100);
		top->own_owner = 0xfedcba98; // group g is page g's
		top->own_room = uint8_t(rng.next());
		top->m_own_ready = !rng.chance(stall, 100);
		if (result_group < 0) {
			int g = rng.below(PAGES);

			if (!results[g].empty() && !rng.chance(idle, 100))
				result_group = g;
		}
		top->s_res_valid = result_group >= 0;
		if (result_group >= 0) {
			const Beat &beat = results[result_group].front();

			top->s_res_group = beat.group;
			top->s_res_data = beat.data;
			top->s_res_last = beat.last;
		}
		if (!offered)
			offered = !in.empty() && !rng.chance(idle, 100);
		top->s_cell_valid = offered;
		if (offered) {
			const Word &w = in.front()[in_word];

			top->s_cell_head = w.head;
			top->s_cell_last = w.last;
			set(&top->s_cell_data, w);
		}
	}
	// True when the bus access is done.
	bool sample(uint32_t *read)
	{
		bool done = bus && top->bus_ready;

		if (done) {
			*read = top->bus_rdata;
			bus = false;
		}
		mem.sample(top.top);
		for (int p = 0; p < PAGES; p++) {
			page[p].cq_events += top->ev_cq >> p & 1;
			page[p].rq_events += top->ev_rq >> p & 1;
		}
		ev_refused |= top->ev_refused;
		reduce();
		pause = false;
		if (top->m_cell_valid && top->m_cell_ready)
			sent();
		if (top->s_cell_valid && top->s_cell_ready) {
			offered = false;
			if (++in_word == in.front().size()) {
				in.pop_front();
				in_word = 0;
			}
		}
		return done;
	}
	void reduce()
	{
		if (top->m_own_valid && top->m_own_ready) {
			operands.push_back({top->m_own_group, top->m_own_data, bool(top->m_own_last)});
			expect(operands.front().group == top->m_own_group, "an operand is of one group");
			if (top->m_own_last)
				for (; !operands.empty(); operands.pop_front()) {
					Beat beat = operands.front();

					beat.data = ~beat.data;
					results[beat.group].push_back(beat);
				}
		}
		if (top->s_res_valid && top->s_res_ready) {
			bool last = results[result_group].front().last;

			results[result_group].pop_front();
			if (last)
				result_group = -1;
		}
	}
	void sent()
	{
		Word w;

		get(top->m_cell_data, &w);
		w.head = top->m_cell_head;
		w.last = top->m_cell_last;
		expect(w.head == filling.empty(), "head at the first word only");
		if (w.head)
			way = top->m_cell_way;
		filling.push_back(w);
		if (!first_word)
			first_word = top.cycle;
		last_word = top.cycle;
		if (w.last) {
			check_cell();
			out.push_back(filling);
			filling.clear();
			cells++;
			pause = link_rate;
		}
	}
	int way = 0;
	void check_cell()
	{
		uint32_t head = head_of(filling);
		size_t words = words_of(filling) + (w_bits == 16 ? 2 : 1);
		int dest = head >> 2 & 0x3ff, type = head >> 12 & 7;
		int ahead = (dest - id + LAST + 1) % (LAST + 1);

		// Cells that were chosen before: the present one, the next, one in words of the link, a notice (sw_send has room for 8).
		bool control = w_bits > 16 && words <= 16 && filling[0].low >> (type == RN_CELL_TYPE_WRITE ? 39 : 44) & 1;
		late += !control && !top->bulk_room;
		expect(late <= 4, "%d cells of bulk after their room ended", late);
		expect(filling.size() == words, "cell of %zu words has %zu", words, filling.size());
		expect(int(head >> 22) == id, "source %u in the cell", head >> 22);
		if (type == RN_CELL_TYPE_BCAST)
			expect(way == 3, "broadcast both ways");
		else
			expect(way == (2 * ahead <= LAST + 1 ? 1 : 2), "shorter way to %d: %d", dest, way);
	}
};

// The two, the generator of all random work, and the clocks so far.
inline Card *card[2];
inline sim::Rng *dice;
inline uint64_t clocks;
inline bool any_returns;      // pages are turned off: not every notice is foreseen

inline void step()
{
	uint32_t ignored = 0;

	for (Card *c : card) {
		c->drive();
		c->top.settle();
		c->sample(&ignored);
		if (c->bus == false)
			c->bus_data = ignored;
		c->top.tick();
	}
	for (int i = 0; i < 2; i++)
		while (!card[i]->out.empty()) {
			Cell &cell = card[i]->out.front();
			int dest = head_of(cell) >> 2 & 0x3ff, type = head_of(cell) >> 12 & 7;

			if (dest == card[!i]->id || type == RN_CELL_TYPE_BCAST)
				card[!i]->in.push_back(cell);
			else
				card[i]->elsewhere++;
			card[i]->out.pop_front();
		}
	clocks++;
}

inline uint32_t bus(Card *c, int page, uint32_t addr, bool write, uint32_t data)
{
	c->bus = true;
	c->bus_write = write;
	c->bus_page = page;
	c->bus_addr = addr;
	c->bus_data = data;
	for (int i = 0; c->bus; i++) {
		step();
		if (i == 100) {
			expect(false, "bus access page %d %03x is answered", page, addr);
			c->bus = false;
		}
	}
	return c->bus_data;
}
inline void wr(Card *c, int page, uint32_t addr, uint32_t data) { bus(c, page, addr, true, data); }
inline uint32_t rd(Card *c, int page, uint32_t addr) { return bus(c, page, addr, false, 0); }

} // namespace dma

#endif
