// SPDX-License-Identifier: BSD-3-Clause
//
// Input of a DMA engine that makes no sense, one case at a time: cells as no card sends them, given to the engine behind the check of
// rx_commit; more refusals at once than there is room for notices; doorbells and regions. For the bench dma.cpp.

#ifndef RD_HW_SIM_DMA_BAD_H
#define RD_HW_SIM_DMA_BAD_H

#include <algorithm>
#include <vector>

#include "dma_host.h"
#include "dma_model.h"
#include "dma_work.h"

namespace dma {

inline bool clean() { return sim::tally().failed == 0; }

// A cell of node `source`; its payload is `q`, up to `words` words of the stream (0: none, the head is the last word).
struct Made {
	int type = RN_CELL_TYPE_WRITE, len = RN_CELL_LEN_W16, source = 0, tag = 0;
	uint32_t wide = 0; // upper half of the head; W = 16: nothing
	std::vector<uint64_t> q;
	int words = -1;    // -1: as its length says

	Cell cell(const Card *to) const
	{
		uint32_t head = uint32_t(type) << 12 | uint32_t(to->id) << 2 | uint32_t(len) | uint32_t(source) << 22 | uint32_t(tag) << 16;
		std::vector<uint16_t> all; // of payload
		int count = words < 0 ? cell_words(len) : words, each = w_bits / 16;
		Cell c;

		if (w_bits == 16) {
			c = {{head & 0xffff, 0, true, false}, {head >> 16, 0, false, false}};
			if (type == RN_CELL_TYPE_WRITE)
				all.push_back(0); // upper half of the key
		} else {
			c = {{head | uint64_t(wide) << 32, 0, true, false}};
		}
		for (uint64_t one : q)
			for (int i = 0; i < 4; i++)
				all.push_back(uint16_t(one >> 16 * i));
		all.resize(size_t(std::max(count * each, int(all.size()))));
		for (int w = 0; w < count; w++) {
			Word word = {0, 0, false, false};

			for (int i = 0; i < each; i++)
				(i < 4 ? word.low : word.high) |= uint64_t(all[w * each + i]) << 16 * (i % 4);
			c.push_back(word);
		}
		c.back().last = true;
		return c;
	}
};

// A READ or an ATOMIC as words of the stream: address, control word, two operands.
inline std::vector<uint64_t> request(uint64_t address, uint64_t ctl)
{
	return w_bits == 128 ? std::vector<uint64_t>{address, 0, ctl, 1, 2} : std::vector<uint64_t>{address, ctl, 1, 2};
}

inline std::vector<Cell> senseless(const Card *to)
{
	const uint32_t READS = RN_CELL_WIDE_H2_READ_MASK;
	const uint64_t READ_8 = uint64_t(8) << RN_READ_REQUEST_CTL_LENGTH_LSB | RN_DMA_OP_READ, DST_0 = uint64_t(DST) << 40;
	const uint64_t ATOMIC_8 = uint64_t(8) << RN_READ_REQUEST_CTL_LENGTH_LSB | RN_DMA_OP_ATOMIC;
	const int W4 = RN_CELL_LEN_W4, W8 = RN_CELL_LEN_W8, W16 = RN_CELL_LEN_W16, MSG = RN_CELL_TYPE_MSG, WRITE = RN_CELL_TYPE_WRITE;
	std::vector<Made> all = {
		{WRITE, W16, 0, 0, 0, {}, 0},                      // no address
		{MSG, W16, 0, 2 << 3, 0, {}, 0},
		{RN_CELL_TYPE_REDUCE, W4, 0, 0, 0, {1, 2}, -1},    // not for this unit
		{MSG, W4, 0, 2 << 3, 0, {200}, -1},                // more bytes than it holds
		{WRITE, W8, 0, 15, 0, {DST_0}, w_bits == 16 ? 8 : 0},
		{WRITE, W8, 0, 0, 0, {uint64_t(0x80) << 40}, -1},  // a region that no page has
		{WRITE, W16, 0, 0, 0, {uint64_t(0x80 | DST) << 40}, -1},
	};

	if (w_bits == 64)
		all.push_back({MSG, W16, 0, 2 << 3, 0, {113}, -1}); // more than a record
	if (w_bits == 64)
		all.push_back({WRITE, RN_CELL_LEN_W1, 0, 63, 0, {DST_0}, -1});
	if (w_bits != 16) {
		all.push_back({WRITE, W16, 0, 0, 0, {uint64_t(0x40 | DST) << 40}, -1});
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, READ_8), 1});  // a READ without its length
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, RN_DMA_OP_READ), -1});
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, RN_DMA_OP_READ), 2}); // of no bytes, and cut short
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, uint64_t(RN_READ_MAX + 1) << 32 | RN_DMA_OP_READ), -1});
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, uint64_t(4) << 32 | RN_DMA_OP_ATOMIC), -1});
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, ATOMIC_8), 2}); // without operands
	}
	if (w_bits == 64)
		all.push_back({WRITE, W4, 0, 0, READS, request(DST_0, ATOMIC_8), 3}); // one operand

	std::vector<Cell> cells = {{{1, 2, false, true}}}; // a word without a head

	for (const Made &m : all)
		cells.push_back(m.cell(to));
	return cells;
}

// Cells that make no sense are counted, each once, and have no effect; one that is shorter than it says is filled with zeroes.
inline void senseless_cells()
{
	Card *a = card[0], *b = card[1];
	std::vector<Cell> cells = senseless(b);

	for (int turn = 0; turn < 2; turn++) {
		b->idle = turn ? 0 : 30;
		for (size_t i = 0; i < cells.size(); i++) {
			uint32_t before = rd(b, 8, RN_DMA_MALFORMED);
			Desc d;

			b->in.push_back(cells[i]);
			if (turn) { // at once behind it
				d.op = RN_DMA_OP_MSG;
				d.dest = b->id;
				d.tag = 5;
				d.length = 20;
				d.remote = 3 << 8;
				choose_source(a, 3, &d, 1);
				give(a, 3, d, RN_DMA_STATUS_OK, [&] { model_msg(a, 3, d, source_bytes(a, 3, d)); });
				wr(a, 3, RN_QUEUES_SEND_PRODUCER, a->page[3].send_prod);
			}
			expect(settle(8000), "cell %zu and a message end", i);
			uint32_t now = rd(b, 8, RN_DMA_MALFORMED);

			expect(now == before + 1, "cell %zu of those that make no sense: %u counted", i, now - before);
		}
	}
	Made brief = {RN_CELL_TYPE_MSG, RN_CELL_LEN_W16, 0, 2 << 3 | 5, 2, {20 | 0x7702 << 8}, w_bits == 16 ? 4 : 1};

	b->page[5].records[{0, 2}].push_back({0, 2 << 3 | 5, 0x7702, std::vector<uint8_t>(20), nullptr});
	b->page[5].expected_records++;
	b->in.push_back(brief.cell(b));
	expect(settle(3000), "a message that is shorter than it says arrives");
	compare();
	sim::ok(clean(), "%zu cells that make no sense are dropped and counted", cells.size());
}

// Cells of 24 senders are refused at once: each sender gets a notice, or the lack of it is counted.
inline void notices_without_room()
{
	Card *b = card[1];
	uint32_t before = rd(b, 8, RN_DMA_UNSENT);
	uint64_t elsewhere = b->elsewhere;
	int unused = w_bits == 16 ? 14 : w_bits == 64 ? 16 : 40, len = w_bits == 16 ? RN_CELL_LEN_W16 : RN_CELL_LEN_W4, senders = 0;

	b->idle = b->stall = 0;
	for (int node : {0, 2, 4}) // they are not here
		for (int p = 0; p < PAGES; p++, senders++) {
			uint64_t address = uint64_t(6 << 3 | CLOSED) << 40 | 5;
			Made m = {RN_CELL_TYPE_WRITE, len, node, unused, uint32_t(p), {address}, -1};

			if (w_bits == 16) {
				m.q[0] |= uint64_t(p >> 2) << 46;
				m.tag = (p & 3) << 4 | unused;
			}
			b->in.push_back(m.cell(b));
			b->page[6].refusals.push_back({RN_COMPLETION_KIND_REFUSED, RN_DMA_STATUS_REGION, node, 6 << 3 | CLOSED, address, false});
		}
	for (int i = 0; i < 24 * 300; i++) {
		step();
		host();
	}
	uint32_t unsent = rd(b, 8, RN_DMA_UNSENT) - before;

	expect(b->page[6].refusals.empty(), "%zu refusals are not told", b->page[6].refusals.size());
	expect(unsent > 0 && int(unsent + b->elsewhere - elsewhere) == senders, "%d senders: %llu notices, %u without room", senders,
		(unsigned long long)(b->elsewhere - elsewhere), unsent);
	sim::ok(clean(), "refusals at once: each sender gets a notice, or the lack of it is counted");
}

// Doorbells beyond the ring, and back, change nothing and are told. A region whose end lies beyond the highest address ends there.
inline void doorbells_and_regions()
{
	Card *a = card[0];
	PageModel &m = a->page[7];

	for (uint16_t wrong : {uint16_t(m.send_prod + (1 << LG_SEND) + 1), uint16_t(m.send_prod - 1)}) {
		uint32_t done = rd(a, 7, RN_QUEUES_SEND_CONSUMER);

		a->ev_refused = 0;
		wr(a, 7, RN_QUEUES_SEND_PRODUCER, wrong);
		for (int i = 0; i < 500; i++)
			step();
		expect(a->ev_refused == 1 << 7, "a doorbell that is wrong is told: %x", a->ev_refused);
		expect(rd(a, 7, RN_QUEUES_SEND_CONSUMER) == done && rd(a, 7, RN_QUEUES_SEND_PRODUCER) == m.send_prod, "and has no effect");
	}
	uint32_t at = CLOSED * RN_REGION_BASE_LO_STEP;
	Desc d;

	wr(a, 7, RN_REGION_BASE_LO + at, 0xffff0000);
	wr(a, 7, RN_REGION_BASE_HI + at, 0xffffffff);
	wr(a, 7, RN_REGION_LENGTH + at, 0x20000);
	wr(a, 7, RN_REGION_ACCESS + at, READ);
	d.op = RN_DMA_OP_WRITE;
	d.dest = card[1]->id;
	d.region = CLOSED;
	d.offset = 0x10000;
	d.length = 8;
	give(a, 7, d, RN_DMA_STATUS_BOUNDS, [] {});
	wr(a, 7, RN_QUEUES_SEND_PRODUCER, m.send_prod);
	expect(settle(3000), "an access beyond the highest address ends");
	wr(a, 7, RN_REGION_ACCESS + at, 0);
	wr(a, 7, RN_REGION_BASE_HI + at, 0);
	sim::ok(clean(), "doorbells that are wrong; a region that ends beyond the highest address");
}

// Windows are written with the values that they have while their pages work: no write waits for long, and no access leads elsewhere.
inline void windows_meanwhile()
{
	Card *a = card[0], *b = card[1];
	uint64_t longest = 0;

	for (int turn = 0; turn < 40; turn++) {
		for (int i = 0; i < 3; i++) {
			some_write(a, 3);
			some_msg(a, 3);
		}
		wr(a, 3, RN_QUEUES_SEND_PRODUCER, a->page[3].send_prod);
		for (int i = 0; i < 40; i++) {
			Card *c = i & 1 ? b : a;
			int p = c == a ? 3 : dice->below(PAGES);
			uint64_t start = clocks;

			wr(c, 8, RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * p, 64);
			longest = std::max(longest, clocks - start);
			host();
		}
		expect(settle(30000), "writes and messages end");
	}
	for (int p = 0; p < PAGES; p++)
		expect(rd(b, 8, RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * p) == 64, "window %d reads back", p);
	compare();
	sim::ok(clean() && longest <= 20, "windows are written while their pages work: %llu clocks at most", (unsigned long long)longest);
}

// All pages have work for longer than a turn: long descriptors, one of them in the card, and a chain that has failed. Each goes on where its
// turn has ended.
inline void long_turns()
{
	Card *a = card[0], *b = card[1];
	Desc d;

	for (int p = 0; p < PAGES; p++) {
		bool fails = p == 2 || p == 6;

		for (int i = 0; i < (fails ? 28 : 2); i++) {
			d = Desc();
			d.op = RN_DMA_OP_WRITE;
			d.dest = b->id;
			d.chain = fails && i < 27;
			d.length = fails ? 8 : 30000;
			d.region = fails && i == 0 ? CLOSED : SRC;
			d.remote = uint64_t(b->page[p].key) << 48 | uint64_t(8 * p + DST) << 40 | uint64_t(i * 30000 & 0xffff);
			d.offset = dice->below(40000);
			give(a, p, d, d.region == CLOSED ? RN_DMA_STATUS_REGION : RN_DMA_STATUS_OK,
				[&] { model_write(a, p, d, source_bytes(a, p, d)); });
		}
	}
	for (int i = 0; i < 2; i++) { // a chain in the card
		d = Desc();
		d.op = RN_DMA_OP_WRITE;
		d.dest = b->id;
		d.chain = i == 0;
		d.length = 17000;
		d.remote = uint64_t(b->page[4].key) << 48 | uint64_t(8 * 4 + DST) << 40 | uint64_t(60000 + 17000 * i);
		d.offset = dice->below(40000);
		d.cookie = next_cookie += 2;
		load_card(a, 4, (7 + i) & 7, d);
		a->page[4].sends.push_front({RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_OK, 0, 0, d.cookie, false});
		model_write(a, 4, d, source_bytes(a, 4, d));
	}
	std::swap(a->page[4].sends[0], a->page[4].sends[1]); // they go before those of the ring
	wr(a, 4, RN_QUEUES_CARD_START, 1 << 7);
	for (int p = 0; p < PAGES; p++)
		wr(a, p, RN_QUEUES_SEND_PRODUCER, a->page[p].send_prod);
	expect(settle(400000), "all of them end");
	compare();
	sim::ok(clean(), "turns of long descriptors, in the card too, and of chains that have failed");
}

} // namespace dma

#endif
