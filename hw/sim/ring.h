// SPDX-License-Identifier: BSD-3-Clause
//
// A ring of verilated nodes with links between them: any number of nodes, links of any delay, and
// faults of links. Works with every model that has the wires of node_native (s_l_wire_*,
// m_l_wire_*, s_r_wire_*, m_r_wire_*) and clk, rst. The delay D of a link is in clocks: a word that
// stands in the sender's m_wire register is at the receiver's s_wire inputs D clocks later, D = 1
// or more.
//
//     Ring<Vtop> ring(8, 4, seed);
//     ring.right[2].flips = 100;          // link from node 2 to node 3: bits of 100 words in a million
//     ring.cut(5);                        // the cable between nodes 5 and 6
//     ring.stop(7);                       // node 7 is dead
//     for (;;) {
//         ... ring[i].bus_valid = 1; ...  // inputs for the coming edge
//         ring.settle();                  // outputs that depend on inputs are right now (ready)
//         ... if (ring[i].s_loc_ready) ...
//         ring.edge();                    // the edge; outputs after it
//     }

#ifndef RD_HW_SIM_RING_H
#define RD_HW_SIM_RING_H

#include <memory>
#include <type_traits>
#include <vector>

#include "sim.h"
#include "btl_fpga/ring_nic_regs.h"

// A word of 16 to 128 bits, as Verilator has it and as 32-bit pieces.
struct Word {
	uint32_t part[4] = {0, 0, 0, 0};
	uint64_t low() const { return part[0] | uint64_t(part[1]) << 32; }
};

template<class T> typename std::enable_if<std::is_integral<T>::value, Word>::type get_word(const T &from)
{
	Word w;

	w.part[0] = uint32_t(from);
	w.part[1] = uint32_t(uint64_t(from) >> 32);
	return w;
}
template<class T> typename std::enable_if<!std::is_integral<T>::value, Word>::type get_word(const T &from)
{
	Word w;

	for (int i = 0; i < 4; i++)
		w.part[i] = from[i];
	return w;
}
template<class T> typename std::enable_if<std::is_integral<T>::value>::type put_word(T &to, const Word &w)
{
	to = T(w.low());
}
template<class T> typename std::enable_if<!std::is_integral<T>::value>::type put_word(T &to, const Word &w)
{
	for (int i = 0; i < 4; i++)
		to[i] = w.part[i];
}

// One way of a cable.
struct Link {
	struct Beat {
		bool valid = false;
		Word data;
		unsigned user = 0;
	};
	std::vector<Beat> line;        // beats under way, oldest at `at`
	size_t at = 0;
	uint32_t flips = 0;            // words with a flipped bit, of a million
	uint32_t drops = 0;            // words lost, of a million
	uint32_t swaps = 0;            // words whose kind (tuser) is another, of a million
	uint32_t stall = 0;            // clocks in which the wire takes no word, of 1000
	bool cut = false;              // nothing arrives
	uint64_t words = 0;            // taken from the sender
	uint64_t cell_words = 0;       // of them, of cells
	uint64_t cells = 0;            // begun
	uint64_t barriers = 0;         // symbols of barriers
	uint64_t errors = 0;           // made

	void spoil(Beat &beat, unsigned bits, sim::Rng &rng)
	{
		if (!beat.valid || !(flips | drops | swaps))
			return;
		uint32_t dice = rng.below(1000000);

		if (dice < flips) {
			unsigned bit = rng.below(bits);
			beat.data.part[bit / 32] ^= 1u << bit % 32;
		} else if (dice < flips + drops) {
			beat.valid = false;
		} else if (dice < flips + drops + swaps) {
			beat.user = (beat.user + 1 + rng.below(3)) & 3;
		} else {
			return;
		}
		errors++;
	}
};

template<class Top> struct Ring {
	std::vector<std::unique_ptr<sim::Clocked<Top>>> nodes;
	std::vector<Link> right, left; // out of node i, to i+1 and to i-1
	std::vector<bool> stopped;
	sim::Rng rng;
	uint64_t now = 0;              // edges so far
	int delay;
	static constexpr unsigned bits = 8 * sizeof(std::declval<Top>().s_l_wire_tdata);

	// Only the first node writes a waveform.
	Ring(int n, int d, uint64_t seed) : right(n), left(n), stopped(n), rng(seed), delay(d)
	{
		std::string trace = sim::text("trace");

		for (int i = 0; i < n; i++) {
			if (i)
				sim::settings().erase("trace");
			nodes.emplace_back(new sim::Clocked<Top>);
		}
		if (!trace.empty())
			sim::settings()["trace"] = trace;
		for (int i = 0; i < n; i++)
			right[i].line.resize(d + 1), left[i].line.resize(d + 1);
	}
	int size() const { return int(nodes.size()); }
	Top &operator[](int i) { return *nodes[i]->top; }
	int next(int i) const { return i + 1 == size() ? 0 : i + 1; }
	int before(int i) const { return i ? i - 1 : size() - 1; }

	// The cable between node i and the next one, both ways.
	void cut(int i, bool off = true) { right[i].cut = left[next(i)].cut = off; }
	// The node stands still in reset, and nothing leaves it.
	void stop(int i, bool off = true) { stopped[i] = off; }
	void each_link(void (*change)(Link &link))
	{
		for (auto &link : right)
			change(link);
		for (auto &link : left)
			change(link);
	}

	void reset(int clocks = 4)
	{
		for (int i = 0; i < size(); i++)
			(*this)[i].rst = 1;
		for (int i = 0; i < clocks; i++) {
			settle();
			edge();
		}
		for (int i = 0; i < size(); i++)
			(*this)[i].rst = 0;
	}

	void settle()
	{
		for (int i = 0; i < size(); i++) {
			Top &top = (*this)[i];
			const Link::Beat &from_left = right[before(i)].line[right[before(i)].at];
			const Link::Beat &from_right = left[next(i)].line[left[next(i)].at];

			if (stopped[i])
				top.rst = 1;
			top.s_l_wire_tvalid = from_left.valid;
			put_word(top.s_l_wire_tdata, from_left.data);
			top.s_l_wire_tuser = from_left.user;
			top.s_r_wire_tvalid = from_right.valid;
			put_word(top.s_r_wire_tdata, from_right.data);
			top.s_r_wire_tuser = from_right.user;
			top.m_r_wire_tready = !(right[i].stall && rng.chance(right[i].stall, 1000));
			top.m_l_wire_tready = !(left[i].stall && rng.chance(left[i].stall, 1000));
			top.clk = 0;
			top.eval();
			if (nodes[i]->trace)
				nodes[i]->trace->dump(2 * now);
			send(i, right[i], top.m_r_wire_tvalid && top.m_r_wire_tready, top.m_r_wire_tdata, top.m_r_wire_tuser);
			send(i, left[i], top.m_l_wire_tvalid && top.m_l_wire_tready, top.m_l_wire_tdata, top.m_l_wire_tuser);
		}
	}
	void edge()
	{
		now++;
		for (int i = 0; i < size(); i++) {
			Top &top = (*this)[i];

			top.clk = 1;
			top.eval();
			if (nodes[i]->trace)
				nodes[i]->trace->dump(2 * now - 1);
			right[i].at = now % (delay + 1);
			left[i].at = now % (delay + 1);
		}
	}

private:
	// The word that stands in m_wire now arrives with the edge after `delay` more.
	template<class Data> void send(int node, Link &link, bool valid, const Data &data, unsigned user)
	{
		Link::Beat &beat = link.line[(now + delay) % (delay + 1)];

		beat.valid = valid && !link.cut && !stopped[node];
		if (!valid)
			return;
		beat.data = get_word(data);
		beat.user = user;
		link.words++;
		link.cell_words += user < 2;
		link.cells += user == 1;
		link.barriers += user == 2 && (beat.data.part[0] >> (bits == 16 ? 12 : 28) & 15) >= RN_SYMBOL_TYPE_BARRIER;
		link.spoil(beat, bits, rng);
	}
};

#endif
