// SPDX-License-Identifier: BSD-3-Clause
// top: cell_arb
// with: n2 -GN=2
// with: n4 -GN=4 -GW=64
// with: n4long -GN=4 -GW=64 -GSPAN=7
//
// Clients with random cells, idle clocks between cells and short gaps inside them: each cell comes out whole, once, in its
// client's order, with its way held for all of it and a tail behind it. Without gaps and with an output that always
// takes, no clock is lost. Client 0 waits for one foreign cell at most, client k for 2 * N - 3. With long cells, which the last
// client has, each client has its part of the words.
//
//   cells=N    cells (default 100000)

#include <algorithm>
#include <deque>
#include <vector>

#define RD_SIM_ANY_STATE

#include "Vtop.h"
#include "sim.h"

namespace {

struct Word {
	uint64_t data;
	bool last;
};

struct Client {
	std::deque<Word> cell;         // the rest of the cell offered
	std::deque<uint64_t> sent;     // words taken, not yet seen at the output
	unsigned way = 0, cell_way = 0;
	bool begun = false, valid = false;
	uint64_t passed_by = 0, worst = 0, words = 0;
};

template<class Port> void put(Port &port, int at, int bits, uint64_t value)
{
	port &= ~(((uint64_t(1) << bits) - 1) << at);
	port |= (value & ((uint64_t(1) << bits) - 1)) << at;
}
template<size_t N> void put(VlWide<N> &port, int at, int bits, uint64_t value)
{
	for (int i = 0; i < bits; i += 32)
		port[(at + i) / 32] = uint32_t(value >> i);
}

struct Bench {
	sim::Clocked<Vtop> dut;
	sim::Rng rng;
	std::vector<Client> clients;
	int bits;
	int gap = 2, idle = 4, stall = 2;      // of 8 clocks
	uint64_t cells = 0, words = 0, lost = 0;
	int from = -1;                          // client of the cell at the output
	int left = 0;                           // words that it has yet to give
	std::deque<int> order;                  // clients and words of the cells begun
	std::deque<int> sizes;

	Bench(uint64_t seed, int n, int w) : rng(seed), clients(n), bits(w) { dut.reset(); }

	uint64_t word() { return bits == 64 ? rng.next() : rng.next() & ((uint64_t(1) << bits) - 1); }

	void offer(Client &c)
	{
		if (c.cell.empty() && !rng.chance(idle, 8)) {
			const unsigned length = &c == &clients.back() ? 4 : 0;
			const int n = sim::span() > 1 ? 1 + sim::length_words(length) : 2 + int(rng.below(17));
			for (int i = 0; i < n; i++)
				c.cell.push_back(Word{ word(), i == n - 1 });
			if (sim::span() > 1) // of type DATA
				c.cell[0].data = (c.cell[0].data & ~(0xdfull << 40 | 0x7003)) | sim::length_bits(length);
			c.way = rng.below(4);
			c.valid = true;
		} else if (!c.cell.empty() && !c.valid) {
			c.valid = !rng.chance(gap, 8);
		}
	}

	void drive()
	{
		for (size_t k = 0; k < clients.size(); k++) {
			Client &c = clients[k];

			offer(c);
			put(dut->s_valid, int(k), 1, c.valid);
			put(dut->s_last, int(k), 1, c.valid ? c.cell.front().last : rng.below(2));
			put(dut->s_data, int(k) * bits, bits, c.valid ? c.cell.front().data : word());
			put(dut->s_way, 2 * int(k), 2, c.valid && !c.begun ? c.way : rng.below(4));
		}
	}

	void take(size_t k)
	{
		Client &c = clients[k];

		if (!c.begun) {
			for (size_t j = 0; j < clients.size(); j++)
				if (j != k && clients[j].valid && !clients[j].begun)
					clients[j].passed_by++;
			c.worst = std::max(c.worst, c.passed_by);
			c.passed_by = 0;
			order.push_back(int(k));
			sizes.push_back(int(c.cell.size()));
			ways.push_back(c.way);
		}
		c.words++;
		c.sent.push_back(c.cell.front().data);
		c.begun = !c.cell.front().last;
		c.cell.pop_front();
		c.valid = false;
	}

	void output()
	{
		const uint64_t data = dut->m_data;

		words++;
		if (!sim::expect(!order.empty(), "a word without a cell"))
			return;
		if (from < 0) {
			from = order.front();
			left = sizes.front();
			sim::expect(dut->m_head, "a cell begins with its head");
		} else {
			sim::expect(!dut->m_head, "a head inside a cell");
		}
		sim::expect(dut->m_way == ways.front(), "way %u, want %u", unsigned(dut->m_way), ways.front());
		sim::expect(dut->m_last == (left == 0), "last is %d with %d words left", dut->m_last, left);
		if (left-- == 0) {
			sim::expect(data == 0, "the tail is 0");
			from = -1;
			order.pop_front();
			sizes.pop_front();
			ways.pop_front();
			cells++;
			return;
		}
		Client &c = clients[size_t(from)];
		sim::expect(data == c.sent.front(), "client %d: %llx, want %llx", from, (unsigned long long)data,
			(unsigned long long)c.sent.front());
		c.sent.pop_front();
	}

	void clock()
	{
		drive();
		dut->m_ready = !rng.chance(stall, 8);
		dut.settle();
		for (size_t k = 0; k < clients.size(); k++)
			if (clients[k].valid && (dut->s_ready >> k & 1))
				take(k);
		if (dut->m_valid && dut->m_ready)
			output();
		else if (dut->m_ready)
			lost++;
		dut.tick();
	}

	void run(uint64_t n, int new_gap, int new_idle, int new_stall)
	{
		gap = new_gap;
		idle = new_idle;
		stall = new_stall;
		for (const uint64_t end = cells + n; cells < end; )
			clock();
	}

private:
	std::deque<unsigned> ways;
};

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	const uint64_t cells = sim::setting("cells", 100000);
	const int bits = sizeof(Vtop::m_data) == 2 ? 16 : 64;
	const int n = bits == 16 ? 2 : 4;
	Bench b(sim::seed(), n, bits);

	for (int i = 0; i < 8; i++)
		b.run(cells / 10, int(b.rng.below(4)), int(b.rng.below(8)), int(b.rng.below(7)));
	sim::ok(b.cells >= cells / 10 * 8, "%llu cells with gaps, idle clocks and back-pressure", (unsigned long long)b.cells);
	b.run(100, 0, 0, 0);
	const uint64_t lost = b.lost, words = b.words;
	for (Client &c : b.clients)
		c.words = 0;
	b.run(cells / 10, 0, 0, 0);
	sim::ok(b.lost == lost, "no clock is lost when all clients have cells (%llu)", (unsigned long long)(b.lost - lost));
	for (int k = 0; k < n && sim::span() > 1; k++) {
		double share = double(b.clients[size_t(k)].words) / double(b.words - words);

		sim::ok(share > 0.8 / n && share < 1.2 / n, "client %d has %.1f %% of the words", k, 100 * share);
	}
	if (sim::span() > 1)
		return sim::done();
	sim::ok(b.clients[0].worst <= 1, "client 0 waits for %llu foreign cells at most", (unsigned long long)b.clients[0].worst);
	for (int k = 1; k < n; k++)
		sim::ok(b.clients[size_t(k)].worst <= uint64_t(2 * n - 3) && b.clients[size_t(k)].worst > 0,
			"client %d waits for %llu foreign cells at most", k, (unsigned long long)b.clients[size_t(k)].worst);
	return sim::done();
}
