// SPDX-License-Identifier: BSD-3-Clause
//
// The abstract ring of reduction units of sim/reduce.cpp: words of any width, groups, nodes with the host's side, and
// the cells under way.

#ifndef RD_HW_SIM_REDUCE_RING_H
#define RD_HW_SIM_REDUCE_RING_H

#include "Vtop.h"
#include "reference.h"
#include "sim.h"

#include "btl_fpga/ring_nic_regs.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace reduce {

const int LINK_D = 4; // clocks of a link
const int GROUP_N = 8;
const int HOP_CYC = LINK_D + 3;
const int ENDS_CYC = 6; // arbiter, tail, switch to local, rx_commit: beside the hops

typedef std::vector<uint64_t> Operand; // beats

// --- words of any width ----------------------------------------------------------------

struct Word {
	uint64_t low = 0, high = 0;
	bool head = false, last = false;
};

inline void put(SData &port, const Word &w) { port = SData(w.low); }
inline void put(QData &port, const Word &w) { port = w.low; }
inline void put(VlWide<4> &port, const Word &w)
{
	port[0] = uint32_t(w.low);
	port[1] = uint32_t(w.low >> 32);
	port[2] = uint32_t(w.high);
	port[3] = uint32_t(w.high >> 32);
}
inline void get(const SData &port, Word &w) { w.low = port; }
inline void get(const QData &port, Word &w) { w.low = port; }
inline void get(const VlWide<4> &port, Word &w)
{
	w.low = port[0] | uint64_t(port[1]) << 32;
	w.high = port[2] | uint64_t(port[3]) << 32;
}
inline int width(const SData &) { return 16; }
inline int width(const QData &) { return 64; }
inline int width(const VlWide<4> &) { return 128; }

typedef std::vector<Word> Cell;

// --- one group of one scenario ------------------------------------------------------------

struct Group {
	bool on = false;
	bool chain, root_only;
	unsigned op, type, beats;   // beats less one
	unsigned epoch = 0;         // of this use of the group
	std::vector<int> node;      // of member m
	std::vector<std::vector<Operand>> x; // [member][operation]
	std::vector<Operand> expected;
	unsigned n() const { return unsigned(node.size()); }
};

// The documented order, beat by beat.
Operand in_order(const Group &g, unsigned j)
{
	unsigned n = g.n(), right = (n - 1) / 2;
	Operand out;

	for (unsigned b = 0; b <= g.beats; b++) {
		auto with = [&](uint64_t a, unsigned m) {
			return reference::combine(g.op, g.type, a, g.x[m][j][b]);
		};
		uint64_t r = g.x[right][j][b];
		for (unsigned m = right; m-- > 0;)
			r = with(r, m);
		if (n > 1) {
			uint64_t l = g.x[right + 1][j][b];
			for (unsigned m = right + 2; m < n; m++)
				l = with(l, m);
			r = reference::combine(g.op, g.type, l, r);
		}
		out.push_back(r);
	}
	return out;
}

// --- a node with its software ----------------------------------------------------------------

struct Access {
	bool write;
	unsigned page, addr; // page 8: global; addr: bytes
	uint32_t data;
	std::function<void(uint32_t)> then;
};

struct Member { // of one group at one node
	bool on = false, stream = false, aborted = false;
	Group *group = nullptr;
	unsigned index = 0;
	unsigned page = 0;
	size_t fed = 0, got = 0; // operations
	bool busy = false;       // registers: the driver's access is under way
	bool gets() const { return !group->root_only || index == 0; }
	size_t todo() const { return group->x[index].size(); }
	bool done() const { return !on || aborted || (fed == todo() && got == todo()); }
};

struct Node {
	sim::Clocked<Vtop> top;
	std::deque<Access> bus;
	int bus_wait = 0; // clocks of the access under way
	Member member[GROUP_N];
	// own stream
	int own_group = -1;
	unsigned own_beat = 0;
	bool own_offer = false;
	// results
	Operand res;
	// cells
	Cell out;
	unsigned out_way = 0;
	std::multimap<uint64_t, Cell> in; // by arrival
	Cell arriving;
	size_t at = 0; // word of arriving that is next
	bool offer = false;
	uint64_t last_own = 0, last_res = 0;
	unsigned events[8] = {}; // of each page
	unsigned lost = 0; // cells that were to be refused
};

struct Chances { // in 16
	uint32_t own = 16, res = 16, cell_out = 16, cell_in = 16;
	unsigned extra = 0; // clocks of delay at most
};

struct Ring {
	std::vector<std::unique_ptr<Node>> node;
	std::vector<uint64_t> latest; // [src][way][dst] arrival
	sim::Rng rng;
	Chances chance;
	uint64_t now = 0, progress = 0;
	uint64_t cells = 0, longest_bus = 0, longest_stall = 0;
	int w = 0;

	Ring(int n, uint64_t seed) : rng(seed)
	{
		for (int i = 0; i < n; i++)
			node.emplace_back(new Node);
		for (auto &nd : node) {
			nd->top->cfg_id = uint16_t(&nd - &node[0]);
			idle(*nd);
			nd->top.settle();
			nd->top.reset();
		}
		latest.assign(size_t(n) * n * 2, 0);
		w = width(node[0]->top->s_cell_data);
	}
	int n() const { return int(node.size()); }

	void idle(Node &nd)
	{
		nd.top->bus_valid = 0;
		nd.top->s_own_valid = 0;
		nd.top->s_cell_valid = 0;
		nd.top->m_res_ready = 0;
		nd.top->m_cell_ready = 0;
	}

	// A whole cell has left `src`: to all nodes on its ways.
	void launch(int src, const Cell &cell, unsigned way)
	{
		cells++;
		int dest = int(cell[0].low >> 2 & 1023);
		for (int y = 0; y < 2; y++) {
			if (!(way >> y & 1))
				continue;
			int half = n() / 2, hops = y ? n() - 1 - half : half;
			if (way != 3)
				hops = y ? (src - dest + n()) % n() : (dest - src + n()) % n();
			Cell copy = cell;
			if (way == 3) {
				int end = (src + (y ? n() - hops : hops)) % n();
				copy[0].low = (copy[0].low & ~0xffcull) | uint64_t(end) << 2;
			}
			for (int h = 1; h <= hops; h++) {
				int dst = (src + (y ? n() - h : h)) % n();
				uint64_t &before = latest[(size_t(src) * 2 + y) * n() + dst];
				uint64_t at = now + uint64_t(h) * HOP_CYC + ENDS_CYC + rng.below(chance.extra + 1);
				before = at = std::max(at, before + 1);
				node[dst]->in.emplace(at, copy);
			}
		}
	}

	void before_edge(Node &nd)
	{
		Vtop *t = nd.top.top;

		// bus
		t->bus_valid = !nd.bus.empty();
		if (!nd.bus.empty()) {
			const Access &a = nd.bus.front();
			t->bus_write = a.write;
			t->bus_page = uint8_t(a.page);
			t->bus_addr = uint16_t(a.addr >> 2);
			t->bus_wdata = a.data;
		}
		// own operands: a group with room, whole cells
		if (nd.own_group < 0 && rng.chance(chance.own, 16)) {
			int first = int(rng.below(GROUP_N));
			for (int k = 0; k < GROUP_N && nd.own_group < 0; k++) {
				int g = (first + k) % GROUP_N;
				Member &m = nd.member[g];
				if (m.on && m.stream && !m.aborted && m.fed < m.todo() && (t->own_room >> g & 1))
					nd.own_group = g;
			}
		}
		nd.own_offer = nd.own_group >= 0 && (nd.own_offer || rng.chance(chance.own, 16));
		t->s_own_valid = nd.own_offer;
		if (nd.own_offer) {
			Member &m = nd.member[nd.own_group];
			t->s_own_group = uint8_t(nd.own_group);
			t->s_own_last = nd.own_beat == m.group->beats;
			t->s_own_data = m.group->x[m.index][m.fed][nd.own_beat];
		}
		t->m_res_ready = rng.chance(chance.res, 16);
		t->m_cell_ready = rng.chance(chance.cell_out, 16);
		// cells
		if (nd.at == nd.arriving.size() && !nd.in.empty() && nd.in.begin()->first <= now) {
			nd.arriving = nd.in.begin()->second;
			nd.in.erase(nd.in.begin());
			nd.at = 0;
		}
		nd.offer = nd.at < nd.arriving.size() && (nd.offer || rng.chance(chance.cell_in, 16));
		t->s_cell_valid = nd.offer;
		if (nd.offer) {
			const Word &word = nd.arriving[nd.at];
			put(t->s_cell_data, word);
			t->s_cell_head = word.head;
			t->s_cell_last = word.last;
		}
	}

	// Handshakes that the edge will take.
	void at_edge(int i)
	{
		Node &nd = *node[i];
		Vtop *t = nd.top.top;

		if (t->s_own_valid && t->s_own_ready) {
			Member &m = nd.member[nd.own_group];
			progress = now;
			if (t->s_own_last) {
				m.fed++;
				nd.own_group = -1;
				nd.own_beat = 0;
				nd.last_own = now;
				if (!m.gets())
					m.got++;
			} else {
				nd.own_beat++;
			}
			nd.own_offer = false;
		}
		if (t->m_res_valid && t->m_res_ready)
			take_result(nd, t->m_res_group, t->m_res_data, t->m_res_last);
		if (t->m_cell_valid && t->m_cell_ready) {
			Word word;
			get(t->m_cell_data, word);
			word.head = t->m_cell_head;
			word.last = t->m_cell_last;
			sim::expect(word.head == nd.out.empty(), "node %d: head where no cell begins", i);
			if (word.head)
				nd.out_way = t->m_cell_way;
			nd.out.push_back(word);
			if (word.last) {
				check_shape(nd.out);
				launch(i, nd.out, nd.out_way);
				nd.out.clear();
			}
			progress = now;
		}
		static thread_local std::map<Node *, unsigned> stall;
		if (nd.offer && !t->s_cell_ready) {
			longest_stall = std::max<uint64_t>(longest_stall, ++stall[&nd]);
		} else {
			stall[&nd] = 0;
		}
		if (nd.offer && t->s_cell_ready) {
			nd.at++;
			nd.offer = false;
			progress = now;
		}
	}

	uint64_t cell_h1(const Cell &cell) const { return w == 16 ? cell[1].low : cell[0].low >> 16 & 0xffff; }

	void check_shape(const Cell &cell)
	{
		static const unsigned words[4] = { 16, 8, 4, 1 };
		unsigned heads = w == 16 ? 2 : 1;

		bool partial = (cell_h1(cell) >> 1 & 3) == RN_REDUCE_KIND_PARTIAL;
		sim::expect((cell[0].low >> 12 & 15) == (partial ? RN_CELL_TYPE_PARTIAL : RN_CELL_TYPE_REDUCE),
			"cell of type %u", unsigned(cell[0].low >> 12 & 15));
		sim::expect(cell.size() == heads + words[cell[0].low & 3], "cell of %zu words", cell.size());
		sim::expect(w == 16 || (cell[0].low >> 32 == 0 && cell[0].high == 0),
			"bits behind the header of a cell");
	}

	void take_result(Node &nd, unsigned g, uint64_t data, bool last)
	{
		Member &m = nd.member[g];

		nd.res.push_back(data);
		progress = now;
		if (!last)
			return;
		if (m.on && !m.aborted) {
			sim::expect(m.gets(), "group %u: result at member %u, which wants none", g, m.index);
			check(m, nd.res);
		}
		nd.res.clear();
		nd.last_res = now;
	}

	void check(Member &m, const Operand &result)
	{
		if (!sim::expect(m.got < m.todo(), "a result too many"))
			return;
		const Operand &want = m.group->expected[m.got++];
		sim::expect(result == want, "n=%u member %u chain=%d op=%u type=%u result %zu: %016llx, not %016llx",
			m.group->n(), m.index, m.group->chain, m.group->op, m.group->type, m.got - 1,
			(unsigned long long)result[0], (unsigned long long)want[0]);
	}

	void after_edge(Node &nd)
	{
		if (nd.top->bus_valid) {
			nd.bus_wait++;
			longest_bus = std::max<uint64_t>(longest_bus, nd.bus_wait);
			sim::expect(nd.bus_wait <= 64, "no answer on the bus for 64 clocks");
		}
		for (int p = 0; p < 8; p++)
			nd.events[p] += nd.top->ev_reduce >> p & 1;
	}

	void clock()
	{
		for (auto &nd : node) {
			before_edge(*nd);
			nd->top->clk = 0;
			nd->top.settle();
		}
		for (int i = 0; i < n(); i++) {
			Node &nd = *node[i];
			bool answered = nd.top->bus_valid && nd.top->bus_ready;
			uint32_t data = nd.top->bus_rdata;

			at_edge(i);
			after_edge(nd);
			nd.top.tick();
			if (answered) {
				auto then = nd.bus.front().then;
				nd.bus.pop_front();
				nd.bus_wait = 0;
				if (then)
					then(data);
			}
		}
		now++;
	}

	void write(int i, unsigned page, unsigned addr, uint32_t data)
	{
		node[i]->bus.push_back({ true, page, addr, data, nullptr });
	}
	void read(int i, unsigned page, unsigned addr, std::function<void(uint32_t)> then)
	{
		node[i]->bus.push_back({ false, page, addr, 0, then });
	}
	bool bus_idle() const
	{
		for (auto &nd : node)
			if (!nd->bus.empty())
				return false;
		return true;
	}
	bool quiet() const // nothing on the ring
	{
		for (auto &nd : node)
			if (!nd->in.empty() || nd->at < nd->arriving.size() || !nd->out.empty())
				return false;
		return true;
	}
	void flush()
	{
		while (!bus_idle())
			clock();
	}
	uint32_t get_now(int i, unsigned page, unsigned addr)
	{
		uint32_t value = 0;
		read(i, page, addr, [&value](uint32_t v) { value = v; });
		flush();
		return value;
	}
};

inline unsigned reg(unsigned base, unsigned g) { return base + 128 * g; }

} // namespace reduce

#endif
