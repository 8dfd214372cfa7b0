// SPDX-License-Identifier: BSD-3-Clause
// top: node_native
// with: w16 -GLG_REPEAT=11
// with: w64 -GLG_REPEAT=11 -GW=64
// with: w64long -GLG_REPEAT=11 -GW=64 -GSPAN=7
//
// Rings of native nodes. Measured and compared with the goals: clocks of a hop, cells a clock,
// barriers of all sizes, a broadcast of 16 KiB. Then everything at once on links that flip bits,
// drop words and stall: every cell arrives once, whole and in order, no member leaves a barrier
// before all have entered, every member leaves. How long a control cell waits for bulk. Then dead
// links and nodes: all nodes have a report within the time that fault.v states, and the rest of the
// ring goes on.

#include <deque>
#include <map>
#include <vector>

#include "Vtop.h"
#include "ring.h"
#include "btl_fpga/ring_nic_regs.h"

namespace {

using sim::expect;

const int W = Ring<Vtop>::bits;
const int HEAD_N = W == 16 ? 2 : 1;
enum { GROUPS = RN_GROUP_N };
// The clocks that a port needs until it is up, and, of silence, until it is given up (link_ctl.v, default sizes).
uint64_t tick_cyc() { return sim::span() > 1 ? 1024 : 512; }
uint64_t up_cyc() { return 8 * tick_cyc() + 600; }
uint64_t dead_cyc() { return 5 * tick_cyc(); }
const uint64_t REPEAT_CYC = 1 << 11;

uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

// Data word `i` of a cell: the first has its number, the others are derived from it.
Word payload(int src, unsigned type, unsigned number, int i)
{
	Word w;

	for (int k = 0; k < W / 32 + (W < 32); k++)
		w.part[k] = uint32_t(mix(uint64_t(src) << 40 | uint64_t(type) << 36 | uint64_t(number & 0xffff) << 16
			| unsigned(i) << 4 | unsigned(k)));
	if (i == 0)
		w.part[0] = (w.part[0] & 0xffff0000) | (number & 0xffff);
	if (W == 16)
		w.part[0] &= 0xffff;
	return w;
}

struct Cell {
	std::vector<Word> words; // head, data, tail
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
	cell.words.push_back(Word());
	cell.way = way;
	return cell;
}

struct Member {
	int phase = 0;
	bool entered = false;
	uint64_t enter_at = 0;
};

struct Group {
	std::vector<int> nodes;
	std::vector<Member> members;
	int rounds = 0;
	std::vector<int> entered, left;
	std::vector<uint64_t> last_enter, last_leave;
};

struct Client {
	std::deque<Cell> cells;
	size_t at = 0;
	unsigned gap = 0;
	std::map<int, unsigned> unicast;      // number of the next cell to each node
	unsigned copied = 0;
	std::vector<Word> coming;
	std::map<unsigned, unsigned> due;     // by source and type: number of the next cell
	int group[GROUPS];                    // index among the members
	struct Access { unsigned page, addr; uint32_t data; };
	std::deque<Access> bus;
	uint64_t short_at = 0;                // clock of the last tail of a cell of one word
	uint64_t head_at = 0, last_at = 0;    // clock of the last head, of the last good tail that came
	uint64_t good = 0, bad = 0;
};

struct Bench {
	Ring<Vtop> ring;
	sim::Rng rng;
	std::vector<Client> clients;
	Group groups[GROUPS];
	uint64_t sent = 0, wanted = 0, good = 0, copies = 0;
	uint32_t budget = 0;          // clocks for which sources still make cells
	int copy_share = 10;          // of 100 cells
	int load = 80;                // of 100: how busy the sources are
	int drain = 90;               // of 100: how busy the sinks are
	unsigned lengths = sim::lengths();
	bool whole = true;            // no cell may be missing
	bool quiet = false;           // no member enters barriers
	// The control class (W = 64): cells to be sent by each node, the one that came last; bulk that never ends, from all
	// nodes but 0 to the third next.
	struct Control {
		std::deque<Cell> cells;
		size_t at = 0;
		uint64_t got = 0, last_at = 0;
	};
	std::vector<Control> control;
	bool stream = false;
	std::vector<bool> blocked;    // nodes that take no bulk
	std::vector<bool> cut_off;    // clients that neither send nor are sent to
	std::vector<std::vector<uint64_t>> told; // [node][node * 2 + port]: clock of report, bit 63: dead

	Bench(int n, int d, uint64_t seed) : ring(n, d, seed), rng(seed ^ 0x5a5a), clients(n), control(n), blocked(n), cut_off(n),
		told(n, std::vector<uint64_t>(2 * n))
	{
		for (int i = 0; i < n; i++) {
			Vtop &top = ring[i];

			std::fill(clients[i].group, clients[i].group + GROUPS, -1);
			top.cfg_id = i;
			top.cfg_last = n - 1;
			top.cfg_dateline = (i == n - 1 ? 1 : 0) | (i == 0 ? 2 : 0);
			top.cfg_bcast_x = (i + n / 2) % n;
			top.cfg_bcast_y = (i + n - (n - 1) / 2) % n;
			top.link_clear = 0;
			top.fault_ask = 0;
			top.bus_valid = 0;
			top.enter_valid = 0;
			top.s_loc_valid = 0;
			top.m_loc_ready = 1;
		}
		ring.reset();
	}
	int size() const { return int(clients.size()); }
	unsigned way_to(int from, int to) const { return (to - from + size()) % size() <= size() / 2 ? 1 : 2; }
	void send(int from, int to, unsigned length)
	{
		Client &c = clients[from];

		c.cells.push_back(make_cell(from, to, RN_CELL_TYPE_DATA, length, c.unicast[to]++, way_to(from, to)));
		wanted++;
		sent++;
	}
	void copy(int from, unsigned length)
	{
		Client &c = clients[from];

		c.cells.push_back(make_cell(from, from, RN_CELL_TYPE_BCAST, length, c.copied++, size() > 2 ? 3 : 1));
		wanted += size() - 1;
		sent++;
		copies++;
	}
	void make(int node)
	{
		if (stream && node && clients[node].cells.size() < 2)
			send(node, (node + 3) % size(), sim::span() > 1 ? 4 : 0);
		if (!budget || cut_off[node] || clients[node].cells.size() > 2)
			return;
		if (int(rng.below(100)) < copy_share) {
			copy(node, rng.below(lengths));
		} else {
			int to = rng.below(size());

			if (to == node || cut_off[to])
				return;
			send(node, to, rng.below(lengths));
		}
	}
	void offer(int node)
	{
		Client &c = clients[node];
		Vtop &top = ring[node];

		if (c.gap)
			c.gap--;
		if (top.s_loc_valid || c.gap || c.cells.empty() || (c.at == 0 && int(rng.below(100)) >= load)) {
			// A head waits until it is taken; a word behind it may come late.
			return;
		}
		Cell &cell = c.cells.front();
		top.s_loc_valid = 1;
		top.s_loc_head = c.at == 0;
		top.s_loc_last = c.at + 1 == cell.words.size();
		top.s_loc_way = cell.way;
		put_word(top.s_loc_data, cell.words[c.at]);
	}
	void taken(int node)
	{
		Client &c = clients[node];
		Vtop &top = ring[node];

		top.s_loc_valid = 0;
		if (++c.at == c.cells.front().words.size()) {
			c.cells.pop_front();
			c.at = 0;
			c.gap = 0;
		} else if (load < 100 && rng.chance(1, 50)) {
			c.gap = rng.below(4);
		}
	}
	void offer_control(int node)
	{
		Control &c = control[node];
		Vtop &top = ring[node];

		top.m_control_ready = 1;
		top.s_control_valid = !c.cells.empty();
		if (c.cells.empty())
			return;
		Cell &cell = c.cells.front();
		top.s_control_head = c.at == 0;
		top.s_control_last = c.at + 1 == cell.words.size();
		top.s_control_way = cell.way;
		put_word(top.s_control_data, cell.words[c.at]);
	}
	void after_control(int node)
	{
		Control &c = control[node];
		Vtop &top = ring[node];

		if (top.m_control_valid && top.m_control_last && !top.m_control_bad) {
			c.got++;
			c.last_at = ring.now;
		}
		if (top.s_control_valid && top.s_control_ready && ++c.at == c.cells.front().words.size()) {
			c.cells.pop_front();
			c.at = 0;
		}
	}
	void receive(int node)
	{
		Client &c = clients[node];
		Vtop &top = ring[node];
		bool head = top.m_loc_head, last = top.m_loc_last, bad = last && top.m_loc_bad;

		expect(head == c.coming.empty(), "node %d: a cell begins inside another", node);
		if (head)
			c.head_at = ring.now;
		c.coming.push_back(get_word(top.m_loc_data));
		if (!last)
			return;
		if (bad)
			c.bad++;
		else
			judge(node, c);
		c.coming.clear();
	}
	void judge(int node, Client &c)
	{
		uint32_t h0 = c.coming[0].part[0] & 0xffff;
		uint32_t h1 = W == 16 ? c.coming[1].part[0] & 0xffff : c.coming[0].part[0] >> 16;
		unsigned type = h0 >> 12 & 7, src = h1 >> 6;
		int length = sim::words_named(c.coming[0].low());
		size_t words = HEAD_N + length + 1;

		good++;
		c.good++;
		c.short_at = length == 1 ? ring.now : c.short_at;
		c.last_at = ring.now;
		if (!expect(c.coming.size() == words, "node %d: %zu words, the header says %zu", node, c.coming.size(), words))
			return;
		if (!expect(src < unsigned(size()) && (type == RN_CELL_TYPE_BCAST || int(h0 >> 2 & 1023) == node),
			"node %d: a cell for another, header %04x %04x", node, h0, h1))
			return;
		unsigned &due = c.due[src << 3 | type];
		uint16_t number = uint16_t(c.coming[HEAD_N].part[0]), ahead = uint16_t(number - due);

		if (!expect(whole ? ahead == 0 : ahead < 0x8000, "node %d: cell %u from %u, type %u, expected %u", node, number, src,
			type, due & 0xffff))
			return;
		due += ahead;
		bool right = (h1 & 63) == (due & 63);
		for (int i = 0; i < length; i++) {
			Word w = payload(src, type, due, i);
			for (int k = 0; k < 4; k++)
				right = right && w.part[k] == c.coming[HEAD_N + i].part[k];
		}
		expect(right, "node %d: cell %u from %u is wrong", node, due, src);
		due++;
	}
	void barriers(int node)
	{
		Client &c = clients[node];
		Vtop &top = ring[node];

		if (top.enter_valid || quiet)
			return;
		int first = rng.below(GROUPS);
		for (int k = 0; k < GROUPS; k++) {
			int g = (first + k) % GROUPS;

			if (c.group[g] < 0)
				continue;
			Member &m = groups[g].members[c.group[g]];
			if (m.entered || m.phase >= groups[g].rounds || ring.now < m.enter_at)
				continue;
			top.enter_valid = 1;
			top.enter_group = g;
			return;
		}
	}
	void entered(int node)
	{
		Vtop &top = ring[node];
		Group &g = groups[top.enter_group];
		Member &m = g.members[clients[node].group[top.enter_group]];

		m.entered = true;
		if (++g.entered[m.phase] == int(g.nodes.size()))
			g.last_enter[m.phase] = ring.now;
	}
	void done(int node)
	{
		Vtop &top = ring[node];
		int index = clients[node].group[top.done_group];

		if (!expect(index >= 0, "node %d completes a barrier of a group it is not in", node))
			return;
		Group &g = groups[top.done_group];
		Member &m = g.members[index];
		if (!expect(m.entered && g.entered[m.phase] == int(g.nodes.size()), "node %d left barrier %d of group %d too early",
			node, m.phase, int(top.done_group)))
			return;
		if (++g.left[m.phase] == int(g.nodes.size()))
			g.last_leave[m.phase] = ring.now;
		m.entered = false;
		m.phase++;
		m.enter_at = ring.now + rng.below(200);
	}
	void bus(int node)
	{
		Client &c = clients[node];
		Vtop &top = ring[node];

		if (top.bus_valid && top.bus_ready) {
			top.bus_valid = 0;
			c.bus.pop_front();
		} else if (!top.bus_valid && !c.bus.empty()) {
			top.bus_valid = 1;
			top.bus_write = 1;
			top.bus_page = c.bus.front().page;
			top.bus_addr = c.bus.front().addr >> 2;
			top.bus_wdata = c.bus.front().data;
		}
	}
	void tick()
	{
		for (int i = 0; i < size(); i++) {
			if (ring.stopped[i])
				continue;
			make(i);
			offer(i);
			barriers(i);
			bus(i);
			ring[i].m_loc_ready = !blocked[i] && int(rng.below(100)) < drain;
			offer_control(i);
		}
		if (budget)
			budget--;
		ring.settle();
		for (int i = 0; i < size(); i++) {
			Vtop &top = ring[i];

			if (ring.stopped[i])
				continue;
			if (top.m_loc_valid && top.m_loc_ready)
				receive(i);
			after_control(i);
			taken_[i] = top.s_loc_valid && top.s_loc_ready;
			entered_[i] = top.enter_valid && top.enter_ready;
			if (entered_[i])
				entered(i);
		}
		ring.edge();
		for (int i = 0; i < size(); i++) {
			Vtop &top = ring[i];

			if (ring.stopped[i])
				continue;
			if (taken_[i])
				taken(i);
			if (entered_[i])
				top.enter_valid = 0;
			if (top.done_valid)
				done(i);
			if (top.fault_news)
				note(i, top.fault_news_data >> 3, top.fault_news_data & 7);
		}
	}
	bool taken_[1024] = {}, entered_[1024] = {};
	void note(int node, unsigned port, unsigned cause)
	{
		if (expect(port < unsigned(2 * size()), "node %d: a report of port %u of node %u", node, port & 1, port >> 1))
			told[node][port] = ring.now | uint64_t(cause != 0) << 63;
	}
	void run(uint64_t clocks)
	{
		while (clocks--)
			tick();
	}
	bool all_up()
	{
		for (int i = 0; i < size(); i++)
			if (ring[i].link_up != 3)
				return false;
		return true;
	}
	bool bring_up()
	{
		for (uint64_t limit = ring.now + up_cyc(); ring.now < limit && !all_up();)
			tick();
		return all_up();
	}
	void configure(int g, const std::vector<int> &nodes, bool closed, int rounds)
	{
		Group &group = groups[g];
		int n = int(nodes.size());

		group = Group();
		group.nodes = nodes;
		group.members.resize(n);
		group.rounds = rounds;
		group.entered.assign(rounds, 0);
		group.left.assign(rounds, 0);
		group.last_enter.assign(rounds, 0);
		group.last_leave.assign(rounds, 0);
		for (int i = 0; i < n; i++) {
			unsigned from_left = closed ? n / 2 : i;

			clients[nodes[i]].group[g] = i;
			clients[nodes[i]].bus.push_back({RN_PAGE_N, unsigned(RN_GROUP_CONFIG + g * RN_GROUP_CONFIG_STEP),
				RN_GROUP_CONFIG_ENABLE_MASK | from_left << RN_GROUP_CONFIG_LEFT_LSB
				| (n - 1 - from_left) << RN_GROUP_CONFIG_RIGHT_LSB});
		}
	}
	void all_groups(int rounds)
	{
		for (int g = 0; g < GROUPS; g++) {
			std::vector<int> nodes;
			int first = rng.below(size());

			for (int i = 0; i < size(); i++)
				if (rng.chance(1 + g, GROUPS))
					nodes.push_back((first + i) % size());
			if (!nodes.empty())
				configure(g, nodes, nodes.size() > 2 && rng.chance(1, 2), rounds);
		}
	}
	bool barriers_over() const
	{
		for (auto &g : groups)
			for (auto &m : g.members)
				if (m.phase < g.rounds)
					return false;
		return true;
	}
	bool sources_empty() const
	{
		for (int i = 0; i < size(); i++)
			if (!clients[i].cells.empty() && !cut_off[i])
				return false;
		return true;
	}
	// Until nothing is left to do, or `limit` clocks have passed.
	bool finish(uint64_t limit)
	{
		for (limit += ring.now; ring.now < limit; tick())
			if (!budget && sources_empty() && good >= wanted && barriers_over())
				return true;
		return false;
	}
};

// --- Measurements: nothing else on the ring ---

struct Figures {
	double hop = 0;      // clocks of a cell from head to head
	double fixed = 0;    // from head in to head out at the next node, less a hop
};

Figures hop(int delay)
{
	Bench b(16, delay, sim::seed());
	std::vector<uint64_t> took;

	b.load = b.drain = 100;
	b.bring_up();
	for (int k = 1; k <= 8; k++) {
		uint64_t least = ~0ull;

		for (int times = 0; times < 10; times++) { // a symbol of a link may come first
			uint64_t start = b.ring.now;

			b.send(0, k, 0);
			b.finish(10000);
			least = std::min(least, b.clients[k].head_at - start);
			b.run(50 + b.rng.below(50));
		}
		took.push_back(least);
	}
	Figures f;
	f.hop = double(took[7] - took[0]) / 7;
	f.fixed = double(took[0]) - f.hop;
	sim::ok(f.hop <= delay + 3, "a hop of a cell, delay %d: %.2f clocks", delay, f.hop);
	return f;
}

void cell_rate(int delay)
{
	Bench b(4, delay, sim::seed());
	const int cells = 2000, words = HEAD_N + 16 + 1;

	b.load = b.drain = 100;
	b.bring_up();
	uint64_t start = b.ring.now;
	for (int i = 0; i < cells; i++)
		b.send(0, 1, 0);
	b.finish(100000);
	double each = double(b.clients[1].last_at - start) / cells;
	sim::ok(each <= 1.01 * words, "cells of %d words from one source, delay %d: %.3f clocks each", words, delay, each);
	if (delay == 8)
		sim::measured(W == 16 ? "cell_clocks_w16" : "cell_clocks_w64", each);
}

uint64_t barrier(int n, int delay)
{
	Bench b(n, delay, sim::seed());
	const int rounds = 4;
	std::vector<int> all;
	uint64_t worst = 0;

	b.bring_up();
	b.quiet = true;
	for (int i = 0; i < n; i++)
		all.push_back(i);
	b.configure(0, all, n > 2, rounds);
	b.run(100);
	for (int round = 0; round < rounds; round++) {
		int last = b.rng.below(n);

		for (int i = 0; i < n; i++)
			b.groups[0].members[i].enter_at = b.ring.now + (i == last ? 400 + 20 * n : 0);
		b.quiet = false;
		for (uint64_t limit = b.ring.now + 100000; b.ring.now < limit && b.groups[0].left[round] < n;) {
			b.tick();
			for (auto &m : b.groups[0].members)
				if (m.phase > round)
					m.enter_at = ~0ull;
		}
		expect(b.groups[0].left[round] == n, "barrier %d of %d does not end", round, n);
		worst = std::max(worst, b.groups[0].last_leave[round] - b.groups[0].last_enter[round]);
	}
	return worst;
}

void barrier_sizes(int delay, const Figures &f)
{
	std::map<int, uint64_t> took;
	char name[64];

	for (int n : {2, 3, 4, 8, 16, 32, 64}) {
		took[n] = barrier(n, delay);
		snprintf(name, sizeof(name), "barrier_n%d_d%d_w%d", n, delay, W);
		sim::measured(name, double(took[n]));
	}
	if (delay == 4)
		sim::ok(took[8] <= 45, "barrier of 8, delay 4: %llu clocks from the last enter to the last leave", (unsigned long long)took[8]);
	double slope = double(took[64] - took[16]) / 24;
	sim::ok(slope <= delay + 7, "a hop of a barrier, delay %d: %.2f clocks", delay, slope);
	snprintf(name, sizeof(name), "barrier_hop_d%d_w%d", delay, W);
	sim::measured(name, slope);
	snprintf(name, sizeof(name), "barrier_fixed_d%d_w%d", delay, W);
	sim::measured(name, double(took[64]) - 32 * slope);
	snprintf(name, sizeof(name), "cell_hop_d%d_w%d", delay, W);
	sim::measured(name, f.hop);
	snprintf(name, sizeof(name), "cell_fixed_d%d_w%d", delay, W);
	sim::measured(name, f.fixed);
}

void broadcast(int delay)
{
	Bench b(8, delay, sim::seed());
	const int cells = 16384 / (16 * W / 8), words = HEAD_N + 16 + 1;

	b.load = b.drain = 100;
	b.bring_up();
	uint64_t start = b.ring.now, last = 0;
	for (int i = 0; i < cells; i++)
		b.copy(0, 0);
	b.finish(100000);
	for (auto &c : b.clients)
		last = std::max(last, c.last_at);
	double share = double(cells) * words / double(last - start);
	sim::ok(share >= 0.95 && b.good == b.wanted, "16 KiB to 7 nodes, delay %d: %llu clocks, %.1f %% of the links' payload rate", delay,
		(unsigned long long)(last - start), 100 * share);
	if (delay == 4)
		sim::measured(W == 16 ? "broadcast_share_w16" : "broadcast_share_w64", share);
}

// --- Everything at once ---

void soak(const char *what, int n, int delay, uint32_t cells, void (*spoil)(Link &), uint64_t seed)
{
	Bench b(n, delay, seed);
	int before = sim::tally().failed;
	uint64_t errors = 0, carried = 0;

	expect(b.bring_up(), "all ports come up");
	b.quiet = true;
	b.all_groups(std::max(4, int(cells / 400)));
	b.run(300);
	b.quiet = false;
	b.ring.each_link(spoil);
	b.budget = cells * 30 / n;
	bool over = b.finish(100000 + uint64_t(cells) * 400);
	for (auto links : {&b.ring.right, &b.ring.left})
		for (auto &link : *links)
			errors += link.errors, carried += link.cells;
	expect(over, "clock %llu: %llu cells of %llu arrived, barriers %s", (unsigned long long)b.ring.now,
		(unsigned long long)b.good, (unsigned long long)b.wanted, b.barriers_over() ? "over" : "not over");
	expect(b.good == b.wanted, "%llu cells of %llu", (unsigned long long)b.good, (unsigned long long)b.wanted);
	expect(b.all_up(), "a port was given up");
	int barriers = 0;
	for (auto &g : b.groups)
		barriers += g.nodes.empty() ? 0 : g.rounds;
	sim::diag("%s: %d nodes, delay %d, seed %llu: %llu cells made, %llu received, %llu over links, %llu errors, %d barriers, %llu clocks", what,
		n, delay, (unsigned long long)seed, (unsigned long long)b.sent, (unsigned long long)b.good, (unsigned long long)carried,
		(unsigned long long)errors, barriers, (unsigned long long)b.ring.now);
	sim::ok(sim::tally().failed == before && b.good > 0, "%s, %d nodes", what, n);
}

void no_errors(Link &) {}
void few_errors(Link &link) { link.flips = 6; }                                  // 1e-4 a cell
void some_errors(Link &link) { link.flips = 60; link.drops = 5; link.stall = 20; } // 1e-3
void many_errors(Link &link) { link.flips = 500; link.drops = 50; link.swaps = 10; link.stall = 50; } // 1e-2

// --- Faults ---

// All of `nodes` had the report by `limit` that port p is dead (or works again).
void all_told(Bench &b, const std::vector<int> &nodes, unsigned p, bool dead, uint64_t since, uint64_t limit, const char *what)
{
	uint64_t worst = 0;
	bool all = true;

	for (int i : nodes) {
		uint64_t told = b.told[i][p] & ~(1ull << 63);

		all = all && told > since && (b.told[i][p] >> 63) == dead;
		worst = std::max(worst, told > since ? told - since : 0);
	}
	sim::ok(all && worst <= limit, "%s: all of %zu nodes know within %llu clocks (bound %llu)", what, nodes.size(),
		(unsigned long long)worst, (unsigned long long)limit);
}

// Clocks from the offer of a cell of one word at node 0 until its tail is at node 3, while every link is full of bulk: on
// average and at most.
struct Wait {
	double mean = 0;
	uint64_t most = 0;
};
Wait wait(Bench &b, bool control, int times)
{
	Wait w;
	uint64_t &at = control ? b.control[3].last_at : b.clients[3].short_at;

	for (int k = 0; k < times; k++) {
		uint64_t since = b.ring.now, was = at;

		if (control)
			b.control[0].cells.push_back(make_cell(0, 3, RN_CELL_TYPE_REQ, 3, 0, 1));
		else
			b.send(0, 3, 3);
		while (at == was && b.ring.now - since < 20000)
			b.tick();
		w.mean += double(b.ring.now - since) / times;
		w.most = std::max(w.most, b.ring.now - since);
		b.run(b.rng.below(60));
	}
	return w;
}

// A cell of the control class waits for one cell of bulk on each link at most, also where bulk stands still.
void classes(int delay)
{
	Bench b(6, delay, sim::seed());
	// Of each hop: the node's three clocks, and its own two, the cable, a cell of bulk, symbols and their pauses.
	const uint64_t bound = 3 * (3 + delay + (sim::span() > 1 ? 32 * sim::span() : 18) + 8) + 4;

	b.copy_share = 0;
	b.load = b.drain = 100;
	b.bring_up();
	Wait free = wait(b, true, 20);
	b.stream = true;
	b.run(5000);
	Wait bulk = wait(b, false, 10), full = wait(b, true, 200);
	uint64_t before = b.good;
	b.run(1000);
	uint64_t cells = b.good - before, least = sim::span() > 1 ? 4 : 50;
	b.blocked[3] = true;
	b.run(5000);
	before = b.clients[3].good;
	Wait still = wait(b, true, 200);
	expect(b.clients[3].good == before, "node 3 took bulk");
	sim::measured("control_wait_clocks", full.mean);
	sim::ok(full.most <= bound && still.most <= bound && cells >= least,
		"3 hops of %d clocks: a control cell takes %.0f clocks on idle links, %.0f (at most %llu) on links full of bulk, %.0f (%llu) where "
		"bulk stands still (bound %llu); a cell of bulk %.0f (%llu)", delay, free.mean, full.mean, (unsigned long long)full.most,
		still.mean, (unsigned long long)still.most, (unsigned long long)bound, bulk.mean, (unsigned long long)bulk.most);
}

void faults(int n, int delay)
{
	Bench b(n, delay, sim::seed());
	uint64_t bound = dead_cyc() + uint64_t(n) * (delay + 12);
	std::vector<int> all, rest;

	b.bring_up();
	b.run(3000);
	for (int i = 0; i < n; i++)
		all.push_back(i);
	b.whole = false;
	b.budget = 3000;
	b.run(2000);
	uint64_t since = b.ring.now;
	b.ring.cut(2);
	b.run(bound + 200);
	all_told(b, all, 2 * 2 + 1, true, since, bound, "a cut cable, one end");
	all_told(b, all, 2 * 3 + 0, true, since, bound, "a cut cable, other end");

	// The map that software asks.
	b.ring[0].fault_ask = 2 * 2 + 1;
	b.run(50);
	bool was = b.ring[0].fault_answer;
	b.ring[0].fault_ask = 2 * 2 + 0;
	b.run(50);
	sim::ok(was && !b.ring[0].fault_answer, "the map says which port");

	b.ring.cut(2, false);
	b.ring[2].link_clear = 2;
	b.ring[3].link_clear = 1;
	b.tick();
	b.ring[2].link_clear = b.ring[3].link_clear = 0;
	since = b.ring.now;
	b.run(2 * up_cyc() + bound);
	all_told(b, all, 2 * 2 + 1, false, since, 2 * up_cyc() + bound, "the cable is back");
	sim::ok(b.all_up(), "all ports are up again");

	// Traffic over the ring, then a node dies.
	b.budget = 2000;
	b.run(1500);
	since = b.ring.now;
	b.ring.stop(n - 1);
	b.cut_off[n - 1] = true;
	b.run(bound + 200);
	for (int i = 0; i < n - 1; i++)
		rest.push_back(i);
	all_told(b, rest, 2 * (n - 2) + 1, true, since, bound, "a dead node, left neighbour");
	all_told(b, rest, 0, true, since, bound, "a dead node, right neighbour");

	// The others still talk where no way leads through the dead node, when the cells that waited for it are dropped.
	b.run(20000);
	uint64_t before = b.clients[1].good;
	b.send(0, 1, 0);
	b.run(1000);
	sim::ok(b.clients[1].good == before + 1, "neighbours still reach each other");

	// A report that is lost is repeated.
	b.ring.stop(n - 1, false);
	b.ring[n - 1].rst = 0;
	b.ring[n - 2].link_clear = 2;
	b.ring[0].link_clear = 1;
	b.tick();
	b.ring[n - 2].link_clear = b.ring[0].link_clear = 0;
	b.cut_off[n - 1] = false;
	b.run(2 * up_cyc());
	sim::ok(b.all_up(), "a node that starts again is taken in");
}

void lost_reports(int n, int delay)
{
	Bench b(n, delay, sim::seed());
	std::vector<int> all;
	uint64_t since;

	b.bring_up();
	b.run(3000);
	for (int i = 0; i < n; i++)
		all.push_back(i);
	b.ring.each_link([](Link &link) { link.flips = 50000; });
	since = b.ring.now;
	b.ring.cut(0);
	b.run(dead_cyc() + uint64_t(n) * (delay + 12) + 10 * REPEAT_CYC);
	all_told(b, all, 1, true, since, dead_cyc() + uint64_t(n) * (delay + 12) + 10 * REPEAT_CYC, "reports over bad links");
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	uint32_t cells = uint32_t(sim::setting("cells", 300));
	uint64_t seed = sim::seed();

	for (int delay : {4, 8}) {
		Figures f = hop(delay);
		cell_rate(delay);
		broadcast(delay);
		barrier_sizes(delay, f);
	}
	// times=0: the measurements alone.
	for (uint64_t i = 0; i < sim::setting("times", 1); i++, seed += 100) {
		soak("no errors", 8, 4, cells, no_errors, seed);
		soak("one error in 10^4 cells", 8, 4, cells, few_errors, seed + 1);
		soak("one error in 10^3 cells", 5, 8, cells, some_errors, seed + 2);
		soak("one error in 10^2 cells", 4, 2, cells, many_errors, seed + 3);
		soak("ring of 2", 2, 5, cells, some_errors, seed + 4);
		soak("ring of 3", 3, 1, cells, some_errors, seed + 5);
		soak("large ring", 24, 6, cells, few_errors, seed + 6);
	}
	if (sim::setting("times", 1)) {
		if (W > 16) {
			classes(4);
			classes(100);
		}
		faults(8, 4);
		lost_reports(6, 4);
	}
	return sim::done();
}
