// SPDX-License-Identifier: BSD-3-Clause
//
// Rings of node_spin: N = 2 .. 64 nodes, links of D = 1 .. 8 clocks each way. Random unicast and
// broadcast cells from every node, receivers that stop word by word and for long times; every cell
// arrives once, whole, in order for its source and destination. Full load does not lock up. The
// clocks of a hop and of a cell are measured and must be those of the design: cut-through D + 3 and
// 17, in the timing of the paper D + 22 and 22.
// top: node_spin
// with: cut -GPUBLISHED=0
// with: paper -GPUBLISHED=1
// Settings: n=, d= one ring only, cells= (of each node), seed=.

#include <string>
#include <vector>

#include "spin_net.h"

namespace {

using spin_net::Cell;
using spin_net::D_MAX;

struct Ring : spin_net::Net {
	std::vector<unsigned> next_seq;
	std::vector<uint64_t> stop_until;
	std::vector<uint64_t> first_head, last_head; // clocks at which heads came out of m_loc
	unsigned long_stop = 0;                      // of 10000 clocks

	Ring(unsigned nodes, int delay) : spin_net::Net(nodes, delay, sim::seed() + nodes * 8 + delay), next_seq(n), stop_until(n),
		first_head(n), last_head(n)
	{
		for (unsigned i = 0; i < n; i++) {
			Vtop &top = *node[i]->dut.top;

			link(i, 0, (i + 1) % n, 0);
			link(i, 1, (i + n - 1) % n, 1);
			top.cfg_id = i, top.cfg_last = n - 1;
			top.cfg_dateline = (i == n - 1) | (i == 0) << 1;
			top.cfg_bcast_x = (i + n / 2) % n;
			top.cfg_bcast_y = (i + n - (n - 1 - n / 2)) % n;
			reset(*node[i]);
		}
	}

	unsigned way_to(unsigned src, unsigned dest) const { return (dest + n - src) % n <= n / 2 ? 1 : 2; }

	void unicast(unsigned src, unsigned dest)
	{
		unsigned seq = next_seq[src]++;

		node[src]->queue.push_back(Cell{some_type() << 12 | dest << 2, way_to(src, dest), seq});
		expect_at(dest, src, seq);
	}
	void broadcast(unsigned src)
	{
		unsigned seq = next_seq[src]++;

		node[src]->queue.push_back(Cell{1 << 12, n > 2 ? 3u : 1u, seq});
		for (unsigned dest = 0; dest < n; dest++)
			if (dest != src)
				expect_at(dest, src, seq);
	}

	bool ready(unsigned i) override
	{
		if (long_stop && rng.below(10000) < long_stop)
			stop_until[i] = clock + rng.below(2000);
		return clock >= stop_until[i] && !rng.chance(stop, 100);
	}
	void head(unsigned i) override
	{
		first_head[i] = first_head[i] ? first_head[i] : clock;
		last_head[i] = clock;
	}

	bool drain(uint64_t limit)
	{
		moved = clock;
		while (delivered < sent && clock - moved < limit)
			tick();
		return delivered == sent;
	}

	// Every node sends `cells`; bcast: percent of them.
	void soak(const char *name, unsigned cells, unsigned bcast)
	{
		uint64_t from = clock, before = sent, nack0 = nacks;

		send_all(cells, [&](unsigned i) {
			if (rng.chance(bcast, 100))
				broadcast(i);
			else
				unicast(i, (i + 1 + rng.below(n - 1)) % n);
		});
		sim::ok(delivered == sent, "N=%u D=%d %s: %llu of %llu cells in %llu clocks, %llu NACKs", n, d, name,
			(unsigned long long)(sent - before), (unsigned long long)(sent - before), (unsigned long long)(clock - from),
			(unsigned long long)(nacks - nack0));
		sim::expect(errors == 0, "N=%u D=%d: %llu parity errors", n, d, (unsigned long long)errors);
	}

	// Clocks from the word that completes a cell in node 0 to its head at node `dest`.
	uint64_t latency(unsigned dest)
	{
		idle = stop = long_stop = 0;
		for (int k = 0; k < 100; k++)
			tick();
		first_head[dest] = 0;
		unicast(0, dest);
		while (!node[0]->queue.empty())
			tick();
		uint64_t from = clock;
		sim::expect(drain(1000), "N=%u D=%d: a single cell to %u does not arrive", n, d, dest);
		return first_head[dest] - from;
	}

	// Clocks per cell of a stream from node 0 to `dest`.
	double period(unsigned dest, unsigned cells)
	{
		idle = stop = long_stop = 0;
		for (int k = 0; k < 100; k++)
			tick();
		for (unsigned k = 0; k < 20; k++)
			unicast(0, dest);
		drain(1000);
		first_head[dest] = 0;
		for (unsigned k = 0; k < cells; k++)
			unicast(0, dest);
		drain(1000);
		return double(last_head[dest] - first_head[dest]) / (cells - 1);
	}
};

void measure(int d, bool paper)
{
	Ring ring(8, d);
	std::string tail = std::string(paper ? "_paper_d" : "_d") + std::to_string(d);
	unsigned hop = unsigned(ring.latency(3) - ring.latency(2));
	double near = ring.period(1, 60), far = ring.period(4, 60);

	sim::measured(("spin_hop_cyc" + tail).c_str(), hop);
	sim::measured(("spin_cell_cyc" + tail).c_str(), far > near ? far : near);
	sim::ok(paper ? hop == 22u + d : hop <= 3u + d, "D=%d: %u clocks for a hop", d, hop);
	sim::ok(paper ? near == 22 && far == 22 : near == 17 && far == 17, "D=%d: %g clocks for a cell, %g over 4 hops", d, near, far);
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	bool paper = strstr(argv[0], "paper") != nullptr;
	unsigned only_n = unsigned(sim::setting("n", 0)), only_d = unsigned(sim::setting("d", 0));
	const struct { unsigned n; int d; } rings[] = {{2, 1}, {2, 8}, {3, 2}, {3, 7}, {8, 3}, {8, 4}, {8, 8}, {16, 5}, {16, 8}, {64, 6}};

	for (int d = 1; d <= D_MAX; d++)
		if (!only_d || only_d == unsigned(d))
			measure(d, paper);
	for (auto &r : rings) {
		unsigned n = only_n ? only_n : r.n;
		int d = only_d ? int(only_d) : r.d;
		unsigned cells = unsigned(sim::setting("cells", 800 / n + 4));
		Ring ring(n, d);

		ring.soak("mixed", cells, 10);
		ring.idle = 0, ring.stop = 0;
		ring.soak("full load", cells, 5);
		ring.idle = 0, ring.stop = 60;
		ring.soak("slow receivers", cells, 10);
		ring.idle = 30, ring.stop = 5, ring.long_stop = 20;
		ring.soak("receivers that stop", cells, 20);
		if (only_n && only_d)
			break;
	}
	return sim::done();
}
