// SPDX-License-Identifier: BSD-3-Clause
// top: card_core
// with: w16 -GLG_REPEAT=11
// with: w64 -GLG_REPEAT=11 -GW=64
// with: w64long -GLG_REPEAT=11 -GW=64 -GSPAN=7
//
// The soak of a ring of cards, all but the host side: unicast and broadcast cells, barriers of
// random groups, reductions by both routes, everything at once, with random idle and back-pressure
// on every stream, on links that flip bits, lose words and change their kind. Every cell arrives
// once, whole and in order; no member leaves a barrier early, every member leaves; every result is
// the documented one, bit for bit. Before it, on a quiet ring, the clocks of an allreduce of one
// double.
//
// Settings: cells=1000000 (delivered), nodes=8, delay=4, rate=6 (spoilt words of a million; a cell
// has 18 or 19), seed, trace.

#include <deque>
#include <map>
#include <vector>

#include "Vtop.h"
#include "reference.h"
#include "ring.h"
#include "btl_fpga/ring_nic_regs.h"

namespace {

using sim::expect;

const int W = Ring<Vtop>::bits;
const int HEAD_N = W == 16 ? 2 : 1;
// Type of the cells of the second client: of the control class where there is one.
const unsigned OP_TYPE = W == 16 ? RN_CELL_TYPE_DATA : RN_CELL_TYPE_REQ;
enum { BARRIERS = RN_GROUP_N, REDUCTIONS = 8, NODE = 0, BARRIER = 1, REDUCE = 2 };

uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

Word payload(int src, unsigned type, unsigned number, int i)
{
	Word w;

	for (int k = 0; k < (W + 31) / 32; k++)
		w.part[k] = uint32_t(mix(uint64_t(src) << 48 | uint64_t(type) << 44 | uint64_t(number & 0xffff) << 20
			| unsigned(i) << 4 | unsigned(k)));
	if (i == 0)
		w.part[0] = (w.part[0] & 0xffff0000) | (number & 0xffff);
	if (W == 16)
		w.part[0] &= 0xffff;
	return w;
}

// A cell as a client sends it: no tail.
struct Cell {
	std::vector<Word> words;
	unsigned way = 0;
};

Cell make_cell(int src, int dest, unsigned type, unsigned length, unsigned number, unsigned way)
{
	Cell cell;
	uint64_t bits = sim::length_bits(length);
	uint32_t h0 = type << 12 | uint32_t(dest) << 2 | uint32_t(bits), h1 = uint32_t(src) << 6 | (number & 63);
	Word w;

	w.part[0] = W == 16 ? h0 : h0 | h1 << 16;
	w.part[1] = uint32_t(bits >> 32);
	cell.words.push_back(w);
	w.part[0] = h1;
	if (W == 16)
		cell.words.push_back(w);
	for (int i = 0; i < sim::length_words(length); i++)
		cell.words.push_back(payload(src, type, number, i));
	cell.way = way;
	return cell;
}

// A group of the barrier unit.
struct Barrier {
	std::vector<int> nodes;
	std::map<int, unsigned> phase, entered; // of each node: barriers left; begun
	std::vector<unsigned> inside;           // how many have entered, by barrier
	unsigned rounds = 0;
};

// A group of the reduction unit; member m is nodes[m], member 0 the root.
struct Reduction {
	std::vector<int> nodes;
	unsigned op = 0, type = 0, beats = 1;
	bool chain = false;
	uint64_t rounds = 0;                    // operands that each member gives
	std::map<int, uint64_t> given, got;     // by node
	unsigned id = 0;

	// Finite numbers of like size for floats, so that sums round; anything for integers.
	uint64_t operand(int member, uint64_t k, int beat) const
	{
		uint64_t bits = mix(uint64_t(id + 1) << 56 ^ uint64_t(member) << 40 ^ k << 4 ^ uint64_t(beat));

		if (type == reference::F64)
			bits = (bits & 0x801fffffffffffffull) | (1016ull + (bits >> 53 & 15)) << 52;
		if (type == reference::F32)
			for (int lane = 0; lane < 64; lane += 32)
				bits = (bits & ~(0x7f800000ull << lane)) | (120ull + (bits >> (lane + 20) & 15)) << (lane + 23);
		return bits;
	}
	// The order that reduce.v documents.
	uint64_t expected(uint64_t k, int beat) const
	{
		int n = int(nodes.size()), right = (n - 1) / 2;
		uint64_t r = operand(right, k, beat), l;

		for (int m = right - 1; m >= 0; m--)
			r = reference::combine(op, type, r, operand(m, k, beat));
		if (right + 1 >= n)
			return r;
		l = operand(right + 1, k, beat);
		for (int m = right + 2; m < n; m++)
			l = reference::combine(op, type, l, operand(m, k, beat));
		return reference::combine(op, type, l, r);
	}
};

struct Node {
	std::deque<Cell> cells[2];            // of the two clients that send
	size_t at[2] = {0, 0};
	std::map<int, unsigned> unicast;      // number of the next cell to each node
	unsigned copied = 0;
	std::vector<Word> coming[2];                 // by output: the DMA's, that of operations
	std::map<unsigned, unsigned> due;     // by source and type: number of the next cell
	struct Access { int block; unsigned page, addr; uint32_t data; };
	std::deque<Access> bus;
	int own = -1, own_beat = 0;           // reduction group whose operand is on its way in
	int res_beat[REDUCTIONS] = {};
	bool took[2] = {};
	bool own_took = false, enter_took = false;
};

struct Soak {
	Ring<Vtop> ring;
	sim::Rng rng;
	std::vector<Node> nodes;
	Barrier barriers[BARRIERS];
	Reduction reductions[REDUCTIONS];
	uint64_t sent = 0, wanted = 0, good = 0, left = 0, results = 0;
	uint64_t last_given = 0, last_result = 0; // clocks
	bool traffic = false;
	bool configured = false;              // links are up and registers written, everywhere
	int load = 100, drain = 100;          // of 100

	Soak(int n, int delay, uint64_t seed) : ring(n, delay, seed), rng(seed ^ 0x1234), nodes(n)
	{
		for (int i = 0; i < n; i++) {
			Vtop &top = ring[i];
			uint32_t ways = uint32_t((i + n / 2) % n) | uint32_t((i + n - (n - 1) / 2) % n) << RN_NODE_WAYS_BCAST_Y_LSB
				| RN_NODE_WAYS_EN_X_MASK | (n > 2 ? RN_NODE_WAYS_EN_Y_MASK : 0)
				| (i == n - 1 ? RN_NODE_WAYS_DATELINE_X_MASK : 0) | (i == 0 ? RN_NODE_WAYS_DATELINE_Y_MASK : 0);

			top.bus_valid = top.enter_valid = 0;
			top.s_dma_valid = top.s_op_valid = top.s_own_valid = 0;
			top.m_dma_ready = top.m_res_ready = 0;
			write(i, NODE, RN_PAGE_N, RN_NODE_PLACE, uint32_t(i) | uint32_t(n - 1) << RN_NODE_PLACE_LAST_LSB);
			write(i, NODE, RN_PAGE_N, RN_NODE_WAYS, ways);
		}
		ring.reset();
	}
	int size() const { return int(nodes.size()); }
	void write(int node, int block, unsigned page, unsigned addr, uint32_t data)
	{
		nodes[node].bus.push_back({block, page, addr, data});
	}

	// --- groups ---

	void barrier(int g, const std::vector<int> &members, unsigned rounds)
	{
		Barrier &b = barriers[g];
		int n = int(members.size());

		b.nodes = members;
		b.rounds = rounds;
		b.inside.assign(rounds, 0);
		for (int i = 0; i < n; i++) {
			unsigned from_left = n > 2 ? n / 2 : i;

			b.phase[members[i]] = b.entered[members[i]] = 0;
			write(members[i], BARRIER, RN_PAGE_N, RN_GROUP_CONFIG + g * RN_GROUP_CONFIG_STEP, RN_GROUP_CONFIG_ENABLE_MASK
				| from_left << RN_GROUP_CONFIG_LEFT_LSB | (n - 1 - from_left) << RN_GROUP_CONFIG_RIGHT_LSB);
		}
	}
	void reduction(int g, const std::vector<int> &members, unsigned op, unsigned type, unsigned beats, bool chain, uint64_t rounds)
	{
		Reduction &r = reductions[g];
		int n = int(members.size()), right = (n - 1) / 2;
		unsigned at = RN_REDUCE_CTRL_STEP * g;

		r = Reduction();
		r.nodes = members;
		r.op = op, r.type = type, r.beats = beats, r.chain = chain, r.rounds = rounds;
		r.id = g;
		for (int m = 0; m < n; m++) {
			int node = members[m], toward = members[m == 0 ? 0 : m <= right ? m - 1 : (m + 1) % n];

			r.given[node] = r.got[node] = 0;
			write(node, REDUCE, RN_PAGE_N, RN_GREDUCE_OWNER + RN_GREDUCE_OWNER_STEP * g, RN_GREDUCE_OWNER_ON_MASK);
			write(node, REDUCE, 0, RN_REDUCE_MEMBER + at, n | m << RN_REDUCE_MEMBER_INDEX_LSB);
			write(node, REDUCE, 0, RN_REDUCE_TOWARD + at, toward);
			write(node, REDUCE, 0, RN_REDUCE_CTRL + at, RN_REDUCE_CTRL_EN_MASK | RN_REDUCE_CTRL_STREAM_MASK
				| (chain ? RN_REDUCE_CTRL_CHAIN_MASK : 0) | op << RN_REDUCE_CTRL_OP_LSB
				| type << RN_REDUCE_CTRL_TYPE_LSB | (beats - 1) << RN_REDUCE_CTRL_BEATS_LSB);
		}
	}
	// A random set of nodes in the order of the ring, from a random one.
	std::vector<int> some(int least)
	{
		std::vector<int> set;
		int n = size(), first = rng.below(n), share = 1 + rng.below(4);

		for (int i = 0; i < n; i++)
			if (rng.chance(share, 4) || n - i <= least - int(set.size()))
				set.push_back((first + i) % n);
		return set;
	}
	void groups(unsigned rounds)
	{
		for (int g = 0; g < BARRIERS; g++)
			barrier(g, some(2), rounds);
		for (int g = 0; g < REDUCTIONS; g++) {
			unsigned op, type;

			do {
				op = rng.below(reference::OP_N);
				type = rng.chance(1, 2) ? unsigned(reference::F32) + rng.below(2) : rng.below(reference::TYPE_N);
			} while (!reference::can(op, type) || (g < 2 && op != reference::SUM));
			reduction(g, some(1), op, type, 1 + rng.below(4), size() > 16 || g % 2, rounds * 4);
		}
	}

	// --- one clock ---

	void make(int i)
	{
		Node &node = nodes[i];
		int n = size(), client = rng.below(2);

		if (!traffic || node.cells[client].size() > 1)
			return;
		if (rng.chance(1, 12)) {
			node.cells[0].push_back(make_cell(i, i, RN_CELL_TYPE_BCAST, rng.below(sim::lengths()), node.copied++, 3));
			wanted += n - 1;
		} else {
			int to = rng.below(n);

			if (to == i)
				return;
			// Each client has nodes of its own: between clients there is no order.
			node.cells[to & 1].push_back(make_cell(i, to, to & 1 ? OP_TYPE : RN_CELL_TYPE_DATA, rng.below(4), node.unicast[to]++,
				(to - i + n) % n <= n / 2 ? 1 : 2));
			wanted++;
		}
		sent++;
	}
	template<class Data> void offer(Node &node, int client, CData &valid, CData &head, CData &last, CData &way, Data &data)
	{
		if (valid || node.cells[client].empty() || int(rng.below(100)) >= (node.at[client] ? 95 : load))
			return;
		const Cell &cell = node.cells[client].front();
		valid = 1;
		head = node.at[client] == 0;
		last = node.at[client] + 1 == cell.words.size();
		way = cell.way;
		put_word(data, cell.words[node.at[client]]);
	}
	void taken(Node &node, int client, CData &valid)
	{
		valid = 0;
		if (++node.at[client] < node.cells[client].front().words.size())
			return;
		node.cells[client].pop_front();
		node.at[client] = 0;
	}
	void own(int i)
	{
		Node &node = nodes[i];
		Vtop &top = ring[i];

		if (top.s_own_valid)
			return;
		if (node.own < 0) {
			int g = rng.below(REDUCTIONS);
			Reduction &r = reductions[g];
			auto given = r.given.find(i);

			if (given == r.given.end() || given->second >= r.rounds || !(top.own_room >> g & 1)
				|| int(rng.below(100)) >= load)
				return;
			node.own = g;
			node.own_beat = 0;
		}
		Reduction &r = reductions[node.own];
		int member = 0;
		while (r.nodes[member] != i)
			member++;
		top.s_own_valid = 1;
		top.s_own_group = node.own;
		top.s_own_data = r.operand(member, r.given[i], node.own_beat);
		top.s_own_last = node.own_beat + 1 == int(r.beats);
	}
	void own_taken(int i)
	{
		Node &node = nodes[i];

		ring[i].s_own_valid = 0;
		if (++node.own_beat < int(reductions[node.own].beats))
			return;
		reductions[node.own].given[i]++;
		node.own = -1;
		last_given = ring.now;
	}
	void result(int i)
	{
		Vtop &top = ring[i];
		int g = top.m_res_group;
		Reduction &r = reductions[g];
		int &beat = nodes[i].res_beat[g];

		if (!expect(r.got.count(i) && r.got[i] < r.rounds, "node %d: a result of group %d that was not asked for", i, g))
			return;
		uint64_t right = r.expected(r.got[i], beat);
		expect(top.m_res_data == right, "node %d, group %d: result %llu, beat %d is %016llx, expected %016llx", i, g,
			(unsigned long long)r.got[i], beat, (unsigned long long)top.m_res_data, (unsigned long long)right);
		expect(top.m_res_last == (++beat == int(r.beats)), "node %d, group %d: a result ends at the wrong beat", i, g);
		if (!top.m_res_last)
			return;
		beat = 0;
		r.got[i]++;
		results++;
		last_result = ring.now;
	}
	void receive(int i)
	{
		Vtop &top = ring[i];

		receive(i, 0, top.m_dma_head, top.m_dma_last, get_word(top.m_dma_data));
	}
	// One word from the output `from`: the DMA's, that of operations.
	void receive(int i, int from, bool head, bool last, const Word &word)
	{
		std::vector<Word> &coming = nodes[i].coming[from];

		expect(head == coming.empty(), "node %d: a cell begins inside another", i);
		coming.push_back(word);
		if (!last)
			return;
		judge(i, nodes[i], coming, W == 16 || from == 0 ? unsigned(RN_CELL_TYPE_DATA) : OP_TYPE);
		coming.clear();
	}
	void judge(int i, Node &node, const std::vector<Word> &coming, unsigned unicast)
	{
		uint32_t h0 = coming[0].part[0] & 0xffff;
		uint32_t h1 = W == 16 ? coming[1].part[0] & 0xffff : coming[0].part[0] >> 16;
		unsigned type = h0 >> 12 & 7, src = h1 >> 6;
		int length = sim::words_named(coming[0].low());

		good++;
		if (!expect(coming.size() == size_t(HEAD_N + length), "node %d: a cell of %zu words, the header says %d", i,
			coming.size(), HEAD_N + length))
			return;
		if (!expect(src < unsigned(size()) && (type == RN_CELL_TYPE_BCAST || (type == unicast
			&& int(h0 >> 2 & 1023) == i)), "node %d: a cell for another, header %04x %04x", i, h0, h1))
			return;
		unsigned &due = node.due[src << 3 | type];
		bool same = (h1 & 63) == (due & 63);

		for (int k = 0; k < length; k++) {
			Word w = payload(src, type, due, k);

			for (int part = 0; part < (W + 31) / 32; part++)
				same = same && w.part[part] == coming[HEAD_N + k].part[part];
		}
		expect(same, "node %d: cell from %u of type %u is not number %u: lost, doubled, out of order or wrong", i, src, type, due);
		due++;
	}
	void enter(int i)
	{
		Vtop &top = ring[i];
		int g = rng.below(BARRIERS);
		Barrier &b = barriers[g];
		auto entered = b.entered.find(i);

		if (top.enter_valid || entered == b.entered.end() || entered->second >= b.rounds || entered->second != b.phase[i]
			|| !rng.chance(1, 8))
			return;
		top.enter_valid = 1;
		top.enter_group = g;
	}
	void entered(int i)
	{
		Barrier &b = barriers[ring[i].enter_group];

		nodes[i].enter_took = true;
		b.inside[b.entered[i]++]++;
	}
	void leave(int i)
	{
		int g = ring[i].done_group;
		Barrier &b = barriers[g];

		left++;
		if (expect(b.phase.count(i) && b.phase[i] < b.entered[i], "node %d leaves a barrier of group %d it did not enter", i, g)
			&& expect(b.inside[b.phase[i]] == b.nodes.size(), "node %d leaves barrier %u of group %d too early", i, b.phase[i], g))
			b.phase[i]++;
	}
	void bus(int i)
	{
		Node &node = nodes[i];
		Vtop &top = ring[i];

		if (top.bus_valid & top.bus_ready) {
			top.bus_valid = 0;
			node.bus.pop_front();
		} else if (!top.bus_valid && !node.bus.empty()) {
			top.bus_valid = 1 << node.bus.front().block;
			top.bus_write = 1;
			top.bus_page = node.bus.front().page;
			top.bus_addr = node.bus.front().addr >> 2;
			top.bus_wdata = node.bus.front().data;
		}
	}
	void tick()
	{
		int n = size();

		for (int i = 0; i < n; i++) {
			Vtop &top = ring[i];

			bus(i);
			if (configured) {
				make(i);
				enter(i);
				own(i);
			}
			offer(nodes[i], 0, top.s_dma_valid, top.s_dma_head, top.s_dma_last, top.s_dma_way, top.s_dma_data);
			offer(nodes[i], 1, top.s_op_valid, top.s_op_head, top.s_op_last, top.s_op_way, top.s_op_data);
			top.m_dma_ready = int(rng.below(100)) < drain;
			top.m_op_ready = int(rng.below(100)) < drain;
			top.m_res_ready = int(rng.below(100)) < drain;
		}
		ring.settle();
		for (int i = 0; i < n; i++) {
			Vtop &top = ring[i];

			nodes[i].took[0] = top.s_dma_valid && top.s_dma_ready;
			nodes[i].took[1] = top.s_op_valid && top.s_op_ready;
			nodes[i].own_took = top.s_own_valid && top.s_own_ready;
			if (top.m_dma_valid && top.m_dma_ready)
				receive(i);
			if (top.m_op_valid && top.m_op_ready)
				receive(i, 1, top.m_op_head, top.m_op_last, get_word(top.m_op_data));
			if (top.m_res_valid && top.m_res_ready)
				result(i);
			if (top.enter_valid && top.enter_ready)
				entered(i);
		}
		ring.edge();
		for (int i = 0; i < n; i++) {
			Vtop &top = ring[i];

			if (nodes[i].took[0])
				taken(nodes[i], 0, top.s_dma_valid);
			if (nodes[i].took[1])
				taken(nodes[i], 1, top.s_op_valid);
			if (nodes[i].own_took)
				own_taken(i);
			if (nodes[i].enter_took)
				top.enter_valid = nodes[i].enter_took = false;
			if (top.done_valid)
				leave(i);
		}
	}
	void run(int clocks)
	{
		while (clocks--)
			tick();
	}
	bool groups_over() const
	{
		for (auto &b : barriers)
			for (auto &node : b.phase)
				if (node.second < b.rounds)
					return false;
		for (auto &r : reductions)
			for (auto &node : r.got)
				if (node.second < r.rounds)
					return false;
		return true;
	}
	// Waits for links to be up and registers to be written: a group gets operands only when it is
	// running everywhere.
	bool ready()
	{
		configured = false;
		for (int limit = 20000; limit-- && !configured; tick()) {
			configured = true;
			for (int i = 0; i < size(); i++)
				configured = configured && nodes[i].bus.empty() && ring[i].link_up == 3;
		}
		return configured;
	}
};

// Clocks from the last operand to the last result, on a ring that does nothing else.
void allreduce(int n, int delay)
{
	Soak s(n, delay, sim::seed());
	std::vector<int> all;
	uint64_t worst = 0;
	char name[64];

	for (int i = 0; i < n; i++)
		all.push_back(i);
	s.reduction(0, all, reference::SUM, reference::F64, 1, n > 16, 0);
	s.ready();
	for (int round = 1; round <= 3; round++) {
		s.reductions[0].rounds = round;
		for (int limit = 100000; limit-- && !s.groups_over();)
			s.tick();
		worst = std::max(worst, s.last_result - s.last_given);
		s.run(300);
	}
	expect(s.results == uint64_t(3 * n), "allreduce of %d: %llu results", n, (unsigned long long)s.results);
	if (n == 8 && delay == 4)
		sim::ok(worst <= 120, "allreduce of one double on 8, delay 4: %llu clocks from the last operand to the last result",
			(unsigned long long)worst);
	snprintf(name, sizeof(name), "allreduce_n%d_d%d_w%d", n, delay, W);
	sim::measured(name, double(worst));
}

void soak()
{
	uint64_t cells = sim::setting("cells", 1000000) / 2, rate = sim::setting("rate", 6); // for each width
	Soak s(int(sim::setting("nodes", 8)), int(sim::setting("delay", 4)), sim::seed());
	uint64_t retries = 0, errors = 0, link_cells = 0, quiet_since = 0, before = 0;

	sim::ok(s.ready(), "all links are up");
	s.ring.each_link([](Link &link) { link.stall = 5; });
	for (int i = 0; i < s.size(); i++)
		for (Link *link : {&s.ring.right[i], &s.ring.left[i]}) {
			link->flips = uint32_t(rate - rate / 2);
			link->drops = uint32_t(rate / 2 - rate / 6);
			link->swaps = uint32_t(rate / 6);
		}
	s.load = 80;
	s.drain = 85;
	s.groups(unsigned(cells / 500));
	sim::ok(s.ready(), "all groups are configured");
	// Load and drain change, so that full and empty both come.
	while (s.good + s.results < cells || !s.groups_over() || s.good < s.wanted) {
		s.traffic = s.good + s.results < cells || s.good < cells / 2;
		if (s.ring.now % 4096 == 0) {
			s.load = 20 + s.rng.below(81);
			s.drain = 40 + s.rng.below(61);
		}
		s.tick();
		if (s.good + s.results + s.left != before) {
			before = s.good + s.results + s.left;
			quiet_since = s.ring.now;
		}
		if (!expect(s.ring.now - quiet_since < 200000, "nothing has arrived for 200000 clocks: %llu of %llu cells",
			(unsigned long long)s.good, (unsigned long long)s.wanted))
			break;
	}
	s.run(2000);
	for (int i = 0; i < s.size(); i++) {
		retries += (s.ring[i].link_retry & 0xffff) + (s.ring[i].link_retry >> 16);
		for (Link *link : {&s.ring.right[i], &s.ring.left[i]}) {
			errors += link->errors;
			link_cells += link->cells;
		}
	}
	sim::diag("%llu clocks, %llu cells on links, %llu errors made, %llu replays; %llu results, %llu barriers left",
		(unsigned long long)s.ring.now, (unsigned long long)link_cells, (unsigned long long)errors, (unsigned long long)retries,
		(unsigned long long)s.results, (unsigned long long)s.left);
	sim::ok(errors > 0 && retries > 0, "links made errors");
	sim::ok(s.good == s.wanted && s.groups_over() && !sim::tally().failed,
		"%llu cells delivered: none lost, doubled, reordered or wrong; all barriers and reductions right",
		(unsigned long long)(s.good + s.results));
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	for (int n : {2, 3, 4, 8, 16, 32, 64})
		allreduce(n, 4);
	allreduce(8, 8);
	soak();
	return sim::done();
}
