// SPDX-License-Identifier: BSD-3-Clause
//
// A network of node_spin of any shape: nodes, the links between them, random idle and receivers
// that stop, and the check that every cell arrives once, whole and in order for its source and
// destination. The shape, the cells to send and further checks are the bench's (node_spin.cpp:
// rings, topologies.cpp: Manhattan Street Networks and omega networks), which derives from Net.

#ifndef RD_HW_SIM_SPIN_NET_H
#define RD_HW_SIM_SPIN_NET_H

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "sim.h"

namespace spin_net {

const unsigned WORDS = 17;    // of a cell
const int D_MAX = 8;          // clocks of a link
const uint64_t STILL = 30000; // clocks without a delivery: locked

struct Wire {
	unsigned valid = 0, data = 0, parity = 0;
};

struct Cell {
	unsigned head, way, seq; // the first word; to which links; number at its source
};

struct Node {
	sim::Clocked<Vtop> dut;
	unsigned to[2], port[2];          // where outputs X and Y lead
	unsigned from[2], from_port[2];   // the nodes and ports that feed inputs X and Y
	std::deque<Cell> queue;           // to be sent
	unsigned at = 0;                  // word of the first of them
	Wire out[2][D_MAX + 1];           // words that left on X, Y; [k] k clocks ago
	unsigned nack[2][D_MAX + 1] = {}; // answers to received words
	std::vector<unsigned> in_cell;    // words of the cell that is arriving
};

// Word k of a cell, from 1.
inline unsigned payload(unsigned src, unsigned seq, unsigned k)
{
	return k == 1 ? src : k == 2 ? seq & 0xffff : ((src * 7919u + seq) * 2654435761u + k * 40503u) >> 8 & 0xffff;
}

struct Net {
	unsigned n;
	int d;                                 // clocks of every link, each way
	std::vector<std::unique_ptr<Node>> node;
	std::vector<std::deque<unsigned>> due; // [src * n + dest]: sequence numbers
	sim::Rng rng;
	uint64_t clock = 0, sent = 0, delivered = 0, nacks = 0, errors = 0;
	uint64_t moved = 0;                    // clock of the last delivery
	unsigned idle = 20, stop = 10;         // percent

	// --- hooks for the bench ---

	// The receiver of node i takes a word in this clock.
	virtual bool ready(unsigned) { return !rng.chance(stop, 100); }
	virtual unsigned way(const Cell &cell) { return cell.way; }
	// A head came out of node i.
	virtual void head(unsigned) {}
	// Cell `seq` of `src` came out of its destination.
	virtual void arrived(unsigned, unsigned) {}
	// The words that left node i in this clock are in out[..][0].
	virtual void departed(unsigned) {}

	// --- setting up: link() all nodes, configure each of them, then reset() it ---

	Net(unsigned nodes, int delay, uint64_t seed) : n(nodes), d(delay), due(nodes * nodes), rng(seed)
	{
		for (unsigned i = 0; i < n; i++)
			node.emplace_back(new Node);
	}
	virtual ~Net() {}
	void link(unsigned i, int out, unsigned to, unsigned port)
	{
		node[i]->to[out] = to, node[i]->port[out] = port;
		node[to]->from[port] = i, node[to]->from_port[port] = out;
	}
	void reset(Node &one)
	{
		Vtop &top = *one.dut.top;

		top.s_x_valid = top.s_y_valid = top.m_x_nack = top.m_y_nack = 0;
		top.s_loc_valid = top.m_loc_ready = 0;
		one.dut.reset();
	}

	// --- local sides ---

	// Of any cell but a broadcast.
	unsigned some_type()
	{
		static const unsigned types[] = {0, 0, 4, 5, 6, 2, 3, 7};

		return types[rng.below(8)];
	}
	void expect_at(unsigned dest, unsigned src, unsigned seq)
	{
		due[src * n + dest].push_back(seq);
		sent++;
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
		top.s_loc_way = way(cell);
		top.s_loc_data = from.at == 0 ? cell.head : payload(i, cell.seq, from.at);
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
		if (to.in_cell.empty())
			head(i);
		to.in_cell.push_back(top.m_loc_data);
		sim::expect(top.m_loc_last == (to.in_cell.size() == WORDS), "node %u: last=%d at word %zu", i, top.m_loc_last,
			to.in_cell.size());
		if (to.in_cell.size() < WORDS)
			return;
		check(to.in_cell, i);
		to.in_cell.clear();
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
		unsigned seq = queue.front();
		sim::expect(words[2] == (seq & 0xffff), "node %u: cell %u from %u instead of %u", dest, words[2], src, seq);
		for (unsigned k = 3; k < WORDS; k++)
			sim::expect(words[k] == payload(src, seq, k), "node %u: word %u of cell %u from %u", dest, k, words[2], src);
		queue.pop_front();
		delivered++;
		arrived(src, seq);
	}

	// --- links ---

	void drive_links(Node &one)
	{
		Vtop &top = *one.dut.top;
		const Wire &x = node[one.from[0]]->out[one.from_port[0]][d], &y = node[one.from[1]]->out[one.from_port[1]][d];

		top.s_x_valid = x.valid, top.s_x_data = x.data, top.s_x_parity = x.parity;
		top.s_y_valid = y.valid, top.s_y_data = y.data, top.s_y_parity = y.parity;
		top.m_x_nack = node[one.to[0]]->nack[one.port[0]][d];
		top.m_y_nack = node[one.to[1]]->nack[one.port[1]][d];
	}
	void shift(Node &one)
	{
		Vtop &top = *one.dut.top;

		for (int k = d; k > 0; k--)
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
	void tick()
	{
		for (auto &one : node)
			drive_links(*one);
		for (unsigned i = 0; i < n; i++) {
			Node &one = *node[i];

			drive_local(one, i);
			one.dut->m_loc_ready = ready(i);
			one.dut.settle();
			take(one, i);
			one.dut.tick();
		}
		for (unsigned i = 0; i < n; i++) {
			shift(*node[i]);
			departed(i);
		}
		clock++;
	}

	// Every node sends `cells`, each by next(node); until all have arrived, or nothing moves.
	void send_all(unsigned cells, const std::function<void(unsigned)> &next)
	{
		std::vector<unsigned> remain(n, cells);

		moved = clock;
		for (bool more = true; (more || delivered < sent) && clock - moved < STILL; tick()) {
			more = false;
			for (unsigned i = 0; i < n; i++) {
				more = more || remain[i];
				if (!remain[i] || node[i]->queue.size() > 2)
					continue;
				remain[i]--;
				next(i);
			}
		}
	}
};

} // namespace spin_net

#endif
