// SPDX-License-Identifier: BSD-3-Clause
//
// Manhattan Street Networks and circular omega networks of node_spin, 8 to 64 nodes: each node
// sends to all others, with random idle, receivers that stop, full load, and all to one; between
// these, cells that no node is to get (copies, to itself, to a number without a node). Every cell
// arrives once, whole and in order for its source and destination; the network never stops. The
// wires are watched: every cell takes exactly the hops that are promised, and the relation "buffer
// waits for buffer", over all pairs of nodes, has no cycle: the absence of deadlock does not depend
// on the traffic of a run.
// top: node_spin
// with: msn -GTOPOLOGY=1
// with: omega -GTOPOLOGY=2
// Settings: a=, b= one network only (rows and columns; stages and rows), d= clocks of a link (1..4), cells= (of each node), seed=.

#define RD_SIM_ANY_STATE

#include <algorithm>
#include <queue>
#include <vector>

#include "spin_net.h"

namespace {

using spin_net::Cell;
using spin_net::WORDS;
using spin_net::Wire;

// A watcher's state of the cell on one wire.
struct Watch {
	unsigned words = 0;
	unsigned vc = 0, src = 0, seq = 0;
};

// Where a cell that is under way has been.
struct Track {
	unsigned dest;
	int buffer = -1;                     // the last one
	unsigned hops = 0;
};

struct Net : spin_net::Net {
	bool omega;
	unsigned a, b;
	std::vector<unsigned> number;            // of nodes, as in headers
	std::vector<std::vector<Watch>> watch;   // [node][output]
	std::vector<std::vector<Track>> track;   // [src][seq]
	std::vector<std::vector<bool>> waits;    // [buffer][buffer]: a cell went from one to the other
	uint64_t hops = 0;
	unsigned most = 0;

	Net(bool is_omega, unsigned aa, unsigned bb, int delay)
		: spin_net::Net(aa * bb, delay, sim::seed() + aa * 64 + bb), omega(is_omega), a(aa), b(bb), number(n),
		watch(n, std::vector<Watch>(2)), track(n), waits(n * 4, std::vector<bool>(n * 4))
	{
		for (unsigned i = 0; i < n; i++)
			omega ? place_omega(i) : place_msn(i);
		for (unsigned i = 0; i < n; i++) {
			node[i]->dut->cfg_id = number[i];
			node[i]->dut->cfg_bcast_x = node[i]->dut->cfg_bcast_y = 0;
			reset(*node[i]);
		}
	}

	// --- the networks, as documented ---

	void place_msn(unsigned i)
	{
		unsigned r = i / b, c = i % b;
		bool right = r % 2 == 0, down = c % 2 == 0;

		number[i] = r << 5 | c;
		link(i, 0, r * b + (right ? c + 1 : c + b - 1) % b, 0);
		link(i, 1, (down ? r + 1 : r + a - 1) % a * b + c, 1);
		node[i]->dut->cfg_last = (a - 1) << 5 | (b - 1);
		node[i]->dut->cfg_dateline = (c == (right ? b - 1 : 0)) | (r == (down ? a - 1 : 0)) << 1;
	}
	void place_omega(unsigned i)
	{
		unsigned stage = i / b, r = i % b;

		number[i] = r << 3 | stage;
		for (int out = 0; out < 2; out++)
			link(i, out, (stage + 1) % a * b + (2 * r + out) % b, r >= b / 2);
		node[i]->dut->cfg_last = (b - 1) << 3 | (a - 1);
		node[i]->dut->cfg_dateline = stage == a - 1 ? 3 : 0;
	}
	// Hops from one node to another: the shortest way over any links, and the one that is promised.
	std::vector<unsigned> shortest(unsigned src) const
	{
		std::vector<unsigned> far(n, ~0u);
		std::queue<unsigned> next;

		far[src] = 0;
		for (next.push(src); !next.empty(); next.pop())
			for (unsigned to : node[next.front()]->to)
				if (far[to] == ~0u) {
					far[to] = far[next.front()] + 1;
					next.push(to);
				}
		return far;
	}
	unsigned promised(unsigned src, unsigned dest, const std::vector<unsigned> &far) const
	{
		unsigned r = src / b, c = src % b, r2 = dest / b, c2 = dest % b;

		if (omega)
			return far[dest];
		return (r % 2 ? c + b - c2 : c2 + b - c) % b + (c2 % 2 ? r + a - r2 : r2 + a - r) % a;
	}

	// --- local sides ---

	void unicast(unsigned src, unsigned dest)
	{
		unsigned seq = unsigned(track[src].size()), vc = rng.below(2);

		track[src].push_back(Track{dest});
		node[src]->queue.push_back(Cell{vc << 15 | some_type() << 12 | number[dest] << 2, 0, seq});
		expect_at(dest, src, seq);
	}
	// A cell that goes nowhere: a copy, one to the node itself, one to a node that there is not.
	void nowhere(unsigned src)
	{
		const unsigned low = omega ? 3 : 5;
		unsigned last = number[n - 1], me = number[src], kind = rng.below(4);
		unsigned dest = kind == 1 ? me : kind == 2 ? ((last >> low) + 1) << low : last + 1;

		if (kind > 1 && (dest > 1023 || (kind == 3 && dest >> low != last >> low)))
			dest = me;
		node[src]->queue.push_back(Cell{(kind == 0 ? 1u << 12 | number[rng.below(n)] << 2 : dest << 2), 0, 0});
	}
	unsigned way(const Cell &) override { return rng.below(4); } // is not used
	void arrived(unsigned src, unsigned seq) override
	{
		hops += track[src][seq].hops;
		most = std::max(most, track[src][seq].hops);
	}

	// --- wires ---

	// Output o of a node, word by word; a cell that is refused does not come to its end.
	void look(unsigned i, int o)
	{
		const Wire &wire = node[i]->out[o][0];
		Watch &w = watch[i][o];

		if (!wire.valid) {
			w.words = 0;
			return;
		}
		if (w.words == 0)
			w.vc = wire.data >> 15;
		if (w.words == 1)
			w.src = wire.data;
		if (w.words == 2)
			w.seq = wire.data;
		if (++w.words < WORDS)
			return;
		w.words = 0;
		passed(w, i, int(node[i]->to[o] * 4 + node[i]->port[o] * 2 + w.vc));
	}
	// The virtual channel in which a cell leaves a node of an omega network: the last stage changes it.
	unsigned channel_behind(unsigned i, unsigned vc) const { return vc ^ (i / b == a - 1); }
	void passed(const Watch &w, unsigned i, int buffer)
	{
		if (!sim::expect(w.src < n && w.seq < track[w.src].size(), "cell %u of node %u on a wire", w.seq, w.src))
			return;
		Track &t = track[w.src][w.seq];
		if (t.buffer >= 0) {
			sim::expect(!omega || w.vc == channel_behind(i, t.buffer & 1), "cell of channel %d leaves node %u in %u", t.buffer & 1, i,
				w.vc);
			waits[t.buffer][buffer] = true;
		}
		t.buffer = buffer;
		t.hops++;
	}
	void departed(unsigned i) override
	{
		look(i, 0);
		look(i, 1);
	}

	// --- runs ---

	// Every node sends `cells`, to the others in turn from a random one, or to node `to`. False: it locked up.
	bool run(const char *name, unsigned cells, int to)
	{
		uint64_t from = clock, before = sent, nack0 = nacks;
		std::vector<unsigned> turn(n);

		for (unsigned &first : turn)
			first = rng.below(n);
		send_all(cells, [&](unsigned i) {
			if (rng.chance(1, 30))
				nowhere(i); // beside the ones that count
			else
				unicast(i, to >= 0 && unsigned(to) != i ? to : (i + 1 + turn[i]++ % (n - 1)) % n);
		});
		for (int k = 0; k < 200; k++)
			tick();
		sim::expect(errors == 0, "%llu parity errors", (unsigned long long)errors);
		return sim::ok(delivered == sent, "%s: %llu of %llu cells, %.2f words a clock, %llu NACKs", name,
			(unsigned long long)(sent - before - (sent - delivered)), (unsigned long long)(sent - before),
			double(sent - before) * WORDS / double(clock - from), (unsigned long long)(nacks - nack0));
	}
	// The hops of every delivered cell, compared with the promise; the network's own figures
	// beside.
	void check_hops()
	{
		uint64_t wrong = 0, sum = 0, least = 0, unused = 0;
		unsigned longest = 0, wide = 0;

		for (unsigned src = 0; src < n; src++) {
			std::vector<unsigned> far = shortest(src);

			std::vector<bool> seen(n);

			for (const Track &t : track[src]) {
				wrong += t.hops != promised(src, t.dest, far);
				seen[t.dest] = true;
			}
			unused += n - 1 - std::count(seen.begin(), seen.end(), true);
			for (unsigned dest = 0; dest < n; dest++) {
				sum += promised(src, dest, far);
				least += far[dest];
				longest = std::max(longest, promised(src, dest, far));
				wide = std::max(wide, far[dest]);
			}
		}
		double pairs = double(n) * (n - 1);
		sim::ok(wrong == 0 && unused == 0 && most == longest, "hops over all pairs: %.3f on average, %u at most (shortest ways: %.3f, %u)",
			double(sum) / pairs, most, double(least) / pairs, wide);
	}
	// Buffers that wait for none are taken away until none is left, or a cycle.
	void check_waits()
	{
		std::vector<unsigned> count(n * 4);
		std::vector<unsigned> none;
		size_t edges = 0;

		for (unsigned i = 0; i < n * 4; i++) {
			for (unsigned j = 0; j < n * 4; j++)
				count[i] += waits[i][j];
			edges += count[i];
			if (!count[i])
				none.push_back(i);
		}
		for (size_t k = 0; k < none.size(); k++)
			for (unsigned i = 0; i < n * 4; i++)
				if (waits[i][none[k]] && --count[i] == 0)
					none.push_back(i);
		sim::ok(none.size() == n * 4, "%u buffers, %zu pairs of which one waits for the other, %zu of them in cycles", n * 4, edges,
			n * 4 - none.size());
	}
};

// All of it on one network.
void soak(Net &net, unsigned cells)
{
	bool alive = net.run("mixed", std::max(cells, 2 * net.n), -1); // with that every pair has one
	net.idle = 0, net.stop = 0;
	alive = alive && net.run("full load", 2 * cells, -1);
	net.stop = 60;
	alive = alive && net.run("slow receivers", cells, -1);
	net.stop = 0;
	if (alive)
		net.run("all to one", cells / 4 + 1, int(net.rng.below(net.n)));
	net.check_hops();
	net.check_waits();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	bool omega = strstr(argv[0], "omega") != nullptr;
	unsigned a = unsigned(sim::setting("a", 0)), b = unsigned(sim::setting("b", 0));
	const struct { unsigned a, b; int d; } msn[] = {{2, 4, 1}, {4, 4, 2}, {6, 4, 4}, {4, 10, 1}, {8, 8, 3}},
		circular[] = {{2, 4, 1}, {3, 4, 2}, {3, 8, 4}, {4, 8, 1}, {8, 8, 3}};

	for (int k = 0; k < (a && b ? 1 : 5); k++) {
		auto &size = omega ? circular[k] : msn[k];
		unsigned aa = a && b ? a : size.a, bb = a && b ? b : size.b;
		int d = int(sim::setting("d", uint64_t(size.d)));
		Net net(omega, aa, bb, d);

		sim::diag(omega ? "circular omega, %u stages of %u, D=%d" : "Manhattan Street Network, %u x %u, D=%d", aa, bb, d);
		soak(net, unsigned(sim::setting("cells", 3000 / net.n + 20)));
	}
	return sim::done();
}
