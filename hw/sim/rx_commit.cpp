// SPDX-License-Identifier: BSD-3-Clause
// top: rx_commit
// with: w16 -GW=16
// with: w64 -GW=64 -GLG_RED_DEPTH=5 -GLG_DMA_DEPTH=6
// with: w64long -GW=64 -GLG_RED_DEPTH=5 -GSPAN=7
//
// Random cells of all types and lengths, good, bad, too short and too long, with idle clocks on all sides:
// each good cell comes out once, whole, without its tail, in order of its kind, nothing of the others
// does, s_ready falls between cells only, and every drop is reported. While m_dma stands still, REDUCE cells pass
// until another cell finds no room. A good cell that finds its queue empty is offered one clock after its tail.
//
//   cells=N    cells of each run (default 60000)

#include <algorithm>
#include <deque>
#include <vector>

#include "Vtop.h"
#include "sim.h"

namespace {

enum { DATA = 0, REDUCE = 5, PARTIAL = 6, TYPE_N = 8 };

uint64_t low(uint64_t x) { return x; }
template<size_t N> uint64_t low(const VlWide<N> &x) { return x[0] | uint64_t(x[1]) << 32; }

struct Word {
	uint64_t data;
	bool head, last, bad;
};

struct Bench {
	sim::Clocked<Vtop> dut;
	sim::Rng rng;
	int word_bits;
	std::deque<Word> in;                     // the cell that goes in
	std::deque<Word> want[2];                // m_dma, m_red: words that must come out
	uint64_t cells_in = 0, dropped = 0, must_drop = 0, cells_out[2] = { 0, 0 };
	int idle = 4, stall[2] = { 4, 4 };       // of 8 clocks
	bool inside = false;                     // a cell has begun at s_
	uint64_t tail_cycle = 0;
	int due = -1;                            // this stream must be valid now

	Bench(uint64_t seed, int bits) : rng(seed), word_bits(bits) { dut.reset(); }

	uint64_t word()
	{
		uint64_t w = rng.next();
		return word_bits == 16 ? w & 0xffff : w;
	}

	// Makes the next cell; its expected output goes to `want`.
	void make(int type)
	{
		static const int lengths[] = { 16, 8, 4, 1 };
		const bool is_long = sim::span() > 1 && type < REDUCE - 1 && rng.chance(1, 3);
		const int words = is_long ? 64 + int(rng.below(32 * sim::span() - 65)) : 0;
		const int len = is_long ? words & 3 : int(rng.below(4));
		const int right = (is_long ? words : lengths[len]) + (word_bits == 16 ? 2 : 1);
		int n = right;
		const bool bad = rng.chance(1, 8);

		if (rng.chance(1, 16))
			n = 1 + int(rng.below(is_long ? 240 : 24));
		for (int i = 0; i < n; i++)
			in.push_back(Word{ word(), i == 0, false, rng.chance(1, 2) });
		in[0].data = (in[0].data & ~0x7003ull) | uint64_t(type) << 12 | uint64_t(len);
		// Of bulk (cell_class.v), the length as a number (cell_len.v).
		if (sim::span() > 1)
			in[0].data = (in[0].data & ~(0xdfull << 40 | 1ull << 39)) | uint64_t(words >> 2 & 15) << 40 | uint64_t(words >> 6) << 46;
		if (n > 2 && rng.chance(1, 64))
			in[1 + rng.below(n - 1)].head = true;
		const long heads = std::count_if(in.begin(), in.end(), [](const Word &w) { return w.head; });
		const bool good = !bad && n == right && heads == 1;
		if (good)
			for (int i = 0; i < n; i++)
				pending.push_back(Word{ in[i].data, i == 0, i == n - 1, false });
		must_drop += !good;
		in.push_back(Word{ word(), false, true, bad });
		kind = type == REDUCE || type == PARTIAL;
	}

	void check(int out, bool valid, bool ready, bool head, bool last, uint64_t data)
	{
		if (due == out)
			sim::expect(valid, "stream %d offers a cell one clock after its tail", out);
		if (!valid || !ready)
			return;
		if (!sim::expect(!want[out].empty(), "stream %d gives %llx, which was not expected", out, (unsigned long long)data))
			return;
		const Word &w = want[out].front();
		sim::expect(w.data == data && w.head == head && w.last == last, "stream %d: %llx %d %d, want %llx %d %d", out,
			(unsigned long long)data, head, last, (unsigned long long)w.data, w.head, w.last);
		want[out].pop_front();
		cells_out[out] += last;
	}

	// One clock; the next cell, if one is needed, is of this type.
	void clock(int type)
	{
		if (in.empty() && type >= 0)
			make(type);
		if (!offered && !in.empty())
			offered = !rng.chance(idle, 8);
		const bool red_ready = !rng.chance(stall[1], 8), dma_ready = !rng.chance(stall[0], 8);

		dut->s_valid = offered;
		put(offered ? in.front() : Word{ word(), rng.chance(1, 2), rng.chance(1, 2), rng.chance(1, 2) });
		dut->m_red_ready = red_ready;
		dut->m_dma_ready = dma_ready;
		dut.settle();
		check(1, dut->m_red_valid, red_ready, dut->m_red_head, dut->m_red_last, low(dut->m_red_data));
		check(0, dut->m_dma_valid, dma_ready, dut->m_dma_head, dut->m_dma_last, low(dut->m_dma_data));
		dropped += dut->dropped;
		due = -1;
		sim::expect(!inside || dut->s_ready, "s_ready falls inside a cell");
		if (offered && dut->s_ready)
			taken();
		dut.tick();
	}

	void run(uint64_t cells, int reduce_of_8)
	{
		for (const uint64_t end = cells_in + cells; cells_in < end; )
			clock(rng.chance(reduce_of_8, 8) ? REDUCE : int(rng.below(TYPE_N)));
		drain();
	}

	void drain()
	{
		const int was[2] = { stall[0], stall[1] };

		stall[0] = stall[1] = 2;
		for (int i = 0; i < 4000; i++)
			clock(-1);
		stall[0] = was[0];
		stall[1] = was[1];
		sim::expect(want[0].empty() && want[1].empty() && in.empty(), "cells are left");
	}

private:
	bool offered = false;
	int kind = 0;
	std::vector<Word> pending;               // of the cell that goes in, if it is good

	void put(const Word &w)
	{
		dut->s_head = w.head;
		dut->s_last = w.last;
		dut->s_bad = w.bad;
		dut->s_data = w.data;
	}

	void taken()
	{
		inside = !in.front().last;
		in.pop_front();
		offered = false;
		if (inside)
			return;
		if (want[kind].empty() && !pending.empty())
			due = kind;
		want[kind].insert(want[kind].end(), pending.begin(), pending.end());
		pending.clear();
		cells_in++;
	}
};

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	const uint64_t cells = sim::setting("cells", 60000);
	const int bits = sizeof(Vtop::s_data) == 2 ? 16 : 64;
	Bench b(sim::seed(), bits);

	for (int idle = 0; idle <= 6; idle += 3)
		for (int stall = 0; stall <= 6; stall += 3) {
			b.idle = idle;
			b.stall[0] = stall;
			b.stall[1] = int(b.rng.below(7));
			b.run(cells / 9, 3);
		}
	sim::ok(b.cells_out[0] && b.cells_out[1], "%llu cells in, %llu + %llu out", (unsigned long long)b.cells_in,
		(unsigned long long)b.cells_out[1], (unsigned long long)b.cells_out[0]);
	sim::ok(b.dropped == b.must_drop, "%llu of %llu wrong cells were reported", (unsigned long long)b.dropped,
		(unsigned long long)b.must_drop);

	// m_dma stands still: fill its queue but for one cell, then only REDUCE cells.
	b.stall[0] = 8;
	b.stall[1] = 0;
	b.clock(DATA);
	while (!b.in.empty())
		b.clock(-1);
	const uint64_t before = b.cells_out[1], until = b.dut.cycle + 40000;
	while (b.dut.cycle < until)
		b.clock(REDUCE);
	sim::ok(b.cells_out[1] > before + 500, "%llu REDUCE cells pass a consumer of the others that stands still",
		(unsigned long long)(b.cells_out[1] - before));
	b.drain();
	return sim::done();
}
