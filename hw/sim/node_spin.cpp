// SPDX-License-Identifier: BSD-3-Clause
//
// Rings of node_spin: N = 2 .. 64 nodes, links of D = 1 .. 8 clocks each way. Random unicast and broadcast cells from every node, receivers
// that stop word by word and for long times; every cell arrives once, whole, in order for its source and
// destination. Full load does not lock up. The clocks of a hop and of a cell are measured and must be what the design promises:
// cut-through D + 3 and 17, in the timing of the paper D + 22 and 22.
// top: node_spin
// with: cut -GPUBLISHED=0
// with: paper -GPUBLISHED=1
// Settings: n=, d= one ring only, cells= (of each node), seed=.

#include <deque>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "sim.h"

namespace {

const int WORDS = 17, D_MAX = 8;

struct Wire {
	unsigned valid = 0, data = 0, parity = 0;
};

struct Cell {
	unsigned way, dest, type, seq;
};

struct Node {
	sim::Clocked<Vtop> dut;
	std::deque<Cell> queue;              // cells to send
	int at = 0;                          // word of the first of them
	Wire out[2][D_MAX + 1];              // what left on X, Y; [k] k clocks ago
	unsigned nack[2][D_MAX + 1] = {};    // answers to what came in
	std::vector<unsigned> in_cell;
	uint64_t stop_until = 0;
	uint64_t received = 0;
	uint64_t first_head = 0, last_head = 0;   // clocks at which heads came out of m_loc
};

unsigned payload(unsigned src, unsigned seq, int k)
{
	return k == 1 ? src : k == 2 ? seq & 0xffff : ((src * 7919u + seq) * 2654435761u + k * 40503u) >> 8 & 0xffff;
}

struct Ring {
	unsigned n;
	int d;
	std::vector<std::unique_ptr<Node>> node;
	std::vector<std::deque<unsigned>> due;    // [src * n + dest]: sequence numbers
	std::vector<unsigned> next_seq;
	sim::Rng rng;
	uint64_t clock = 0, delivered = 0, sent = 0, moved = 0, nacks = 0, errors = 0;
	unsigned idle = 20, stop = 10;            // percent
	unsigned long_stop = 0;                   // of 10000 clocks

	Ring(unsigned nodes, int delay) : n(nodes), d(delay), due(nodes * nodes), next_seq(nodes), rng(sim::seed() + nodes * 8 + delay)
	{
		for (unsigned i = 0; i < n; i++) {
			node.emplace_back(new Node);
			Vtop &top = *node[i]->dut.top;

			top.cfg_id = i, top.cfg_last = n - 1;
			top.cfg_dateline = (i == n - 1) | (i == 0) << 1;
			top.cfg_bcast_x = (i + n / 2) % n;
			top.cfg_bcast_y = (i + n - (n - 1 - n / 2)) % n;
			top.s_x_valid = top.s_y_valid = top.m_x_nack = top.m_y_nack = 0;
			top.s_loc_valid = top.m_loc_ready = 0;
			node[i]->dut.reset();
		}
	}

	unsigned way_to(unsigned src, unsigned dest) const { return (dest + n - src) % n <= n / 2 ? 1 : 2; }

	void unicast(unsigned src, unsigned dest)
	{
		static const unsigned types[] = {0, 0, 4, 5, 6, 2, 3, 7};
		unsigned seq = next_seq[src]++;

		node[src]->queue.push_back(Cell{way_to(src, dest), dest, types[rng.below(8)], seq});
		due[src * n + dest].push_back(seq);
		sent++;
	}
	void broadcast(unsigned src)
	{
		unsigned seq = next_seq[src]++;

		node[src]->queue.push_back(Cell{n > 2 ? 3u : 1u, 0, 1, seq});
		for (unsigned dest = 0; dest < n; dest++)
			if (dest != src)
				due[src * n + dest].push_back(seq);
		sent += n - 1;
	}

	void drive_links()
	{
		for (unsigned i = 0; i < n; i++) {
			Vtop &top = *node[i]->dut.top;
			Node &left = *node[(i + n - 1) % n], &right = *node[(i + 1) % n];

			top.s_x_valid = left.out[0][d].valid, top.s_x_data = left.out[0][d].data;
			top.s_x_parity = left.out[0][d].parity;
			top.s_y_valid = right.out[1][d].valid, top.s_y_data = right.out[1][d].data;
			top.s_y_parity = right.out[1][d].parity;
			top.m_x_nack = right.nack[0][d];
			top.m_y_nack = left.nack[1][d];
		}
	}

	void drive_local(Node &from, unsigned i)
	{
		Vtop &top = *from.dut.top;

		top.s_loc_valid = !from.queue.empty() && !rng.chance(idle, 100);
		if (from.queue.empty())
			return;
		const Cell &cell = from.queue.front();
		top.s_loc_head = from.at == 0;
		top.s_loc_last = from.at == WORDS - 1;
		top.s_loc_way = cell.way;
		top.s_loc_data = from.at == 0 ? cell.type << 12 | cell.dest << 2 : payload(i, cell.seq, from.at);
		if (!top.s_loc_valid || !top.s_loc_ready)
			return;
		if (++from.at == WORDS) {
			from.at = 0;
			from.queue.pop_front();
		}
	}

	void take(Node &to, unsigned i)
	{
		Vtop &top = *to.dut.top;

		if (!top.m_loc_valid || !top.m_loc_ready)
			return;
		sim::expect(top.m_loc_head == to.in_cell.empty(), "node %u: head=%d at word %zu", i, top.m_loc_head, to.in_cell.size());
		if (to.in_cell.empty()) {
			to.first_head = to.first_head ? to.first_head : clock;
			to.last_head = clock;
		}
		to.in_cell.push_back(top.m_loc_data);
		sim::expect(top.m_loc_last == (to.in_cell.size() == WORDS), "node %u: last=%d at word %zu", i, top.m_loc_last,
			to.in_cell.size());
		if (to.in_cell.size() < WORDS)
			return;
		check(to.in_cell, i);
		to.in_cell.clear();
		to.received++;
		delivered++;
		moved = clock;
	}

	void check(const std::vector<unsigned> &words, unsigned dest)
	{
		unsigned src = words[1];

		if (!sim::expect(src < n && src != dest, "node %u: cell from node %u", dest, src))
			return;
		std::deque<unsigned> &queue = due[src * n + dest];
		if (!sim::expect(!queue.empty(), "node %u: cell %u from %u is one too many", dest, words[2], src))
			return;
		sim::expect(words[2] == (queue.front() & 0xffff), "node %u: cell %u from %u instead of %u", dest, words[2], src, queue.front());
		for (int k = 3; k < WORDS; k++)
			sim::expect(words[k] == payload(src, queue.front(), k), "node %u: word %d of cell %u from %u", dest, k, words[2], src);
		queue.pop_front();
	}

	void tick()
	{
		drive_links();
		for (unsigned i = 0; i < n; i++) {
			Node &one = *node[i];

			drive_local(one, i);
			if (long_stop && rng.below(10000) < long_stop)
				one.stop_until = clock + rng.below(2000);
			one.dut->m_loc_ready = clock >= one.stop_until && !rng.chance(stop, 100);
			one.dut.settle();
			take(one, i);
			one.dut.tick();
		}
		for (unsigned i = 0; i < n; i++)
			shift(*node[i]);
		clock++;
	}

	void shift(Node &one)
	{
		Vtop &top = *one.dut.top;

		for (int k = D_MAX; k > 0; k--)
			for (int o = 0; o < 2; o++) {
				one.out[o][k] = one.out[o][k - 1];
				one.nack[o][k] = one.nack[o][k - 1];
			}
		one.out[0][0] = Wire{top.m_x_valid, top.m_x_data, top.m_x_parity};
		one.out[1][0] = Wire{top.m_y_valid, top.m_y_data, top.m_y_parity};
		one.nack[0][0] = top.s_x_nack, one.nack[1][0] = top.s_y_nack;
		nacks += top.s_x_nack + top.s_y_nack;
		errors += top.parity_x + top.parity_y;
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
		std::vector<unsigned> left(n, cells);

		moved = clock;
		for (bool more = true; more && clock - moved < 30000;) {
			more = false;
			for (unsigned i = 0; i < n; i++) {
				more = more || left[i];
				if (!left[i] || node[i]->queue.size() > 2)
					continue;
				left[i]--;
				if (rng.chance(bcast, 100))
					broadcast(i);
				else
					unicast(i, (i + 1 + rng.below(n - 1)) % n);
			}
			tick();
		}
		drain(30000);
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
		node[dest]->first_head = 0;
		unicast(0, dest);
		while (!node[0]->queue.empty())
			tick();
		uint64_t from = clock;
		sim::expect(drain(1000), "N=%u D=%d: a single cell to %u does not arrive", n, d, dest);
		return node[dest]->first_head - from;
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
		node[dest]->first_head = 0;
		for (unsigned k = 0; k < cells; k++)
			unicast(0, dest);
		drain(1000);
		return double(node[dest]->last_head - node[dest]->first_head) / (cells - 1);
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
