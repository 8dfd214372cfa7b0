// SPDX-License-Identifier: BSD-3-Clause
// top: barrier_links
// with: slow
// with: fast -GLG_REFRESH=7
//
// Rings of barrier units with links that delay, stall, and lose symbols. Random groups (any
// members, in any part of the ring), entered at random times, over the bus and directly. No member
// leaves a barrier before all have entered it; every member leaves; without loss, soon. A page that
// does not own a group, and entering twice, are refused.

#include <deque>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "sim.h"
#include "btl_fpga/ring_nic_regs.h"

namespace {

using sim::expect;

enum { GROUPS = RN_GROUP_N };

struct Setting {
	int nodes;
	int delay;     // clocks of a link
	int loss;      // symbols lost, of a million
	int stall;     // clocks in which a port takes no symbol, of 100
	int rounds;    // barriers of each group
	int pause;     // clocks a member waits before it enters, at most
	int groups;
};

// One way of one link: a symbol takes two clocks on the wire, then the delay, then a register.
struct Link {
	std::deque<std::pair<uint64_t, uint32_t>> flying; // arrival, symbol
	int busy = 0;
};

struct Member {
	int page = 0;
	int phase = 0;        // barriers completed
	bool entered = false;
	uint64_t enter_at = 0; // clock; enters then
	bool asked = false;   // on its way in
};

struct Node {
	sim::Clocked<Vtop> dut;
	std::vector<int> member = std::vector<int>(GROUPS, -1); // index among the members of each group
	struct Access { bool write; unsigned page, addr; uint32_t data; int group; };
	std::deque<Access> todo;
	int waiting = 0;      // clocks that the bus has been waiting
	uint32_t answer = 0;
	uint64_t answers = 0;
	unsigned refused = 0; // times, any page
	unsigned lost = 0;    // sides that have lost symbols since it was told to forget
};

struct Group {
	std::vector<int> nodes;      // ascending or turned: the order of members
	std::vector<Member> members;
	int rounds = 0;
	std::vector<int> entered;    // by phase
	std::vector<int> left;       // by phase
	std::vector<uint64_t> last_enter;
	bool closed = true;          // round the ring, not on a part of it
};

struct Ring {
	Setting set;
	sim::Rng rng;
	std::vector<std::unique_ptr<Node>> nodes;
	std::vector<Link> right, left; // out of node i
	Group groups[GROUPS];
	uint64_t now = 0;
	uint64_t lost_inside = 0;      // symbols that found no room
	uint64_t lost_outside = 0;
	uint64_t sent = 0;
	uint64_t worst = 0;            // clocks from the last enter to the last leave
	uint64_t completed = 0;
	bool quiet = false;            // no member enters

	Ring(const Setting &s, uint64_t seed) : set(s), rng(seed), right(s.nodes), left(s.nodes)
	{
		for (int i = 0; i < set.nodes; i++) {
			nodes.emplace_back(new Node);
			auto &top = *nodes[i]->dut.top;
			top.cfg_dateline = (i == set.nodes - 1 ? 1 : 0) | (i == 0 ? 2 : 0);
			top.s_valid = 0;
			top.bus_valid = 0;
			top.enter_valid = 0;
			top.up = 3;
			nodes[i]->dut.reset();
		}
	}
	int distance() const { return set.delay + 10; }
	void write(int node, unsigned page, unsigned addr, uint32_t data, int group = -1)
	{
		nodes[node]->todo.push_back({true, page, addr, data, group});
	}
	void arrive(int node, Node &n)
	{
		auto &top = *n.dut.top;
		int from_left = (node + set.nodes - 1) % set.nodes, from_right = (node + 1) % set.nodes;
		Link *in[2] = {&right[from_left], &left[from_right]};

		top.s_valid = 0;
		for (int s = 0; s < 2; s++) {
			auto &flying = in[s]->flying;
			uint32_t data = uint32_t(rng.next()) & 0xfffff;

			if (!flying.empty() && flying.front().first <= now) {
				data = flying.front().second;
				flying.pop_front();
				top.s_valid |= 1 << s;
			}
			(s ? top.s_r_data : top.s_l_data) = data;
		}
	}
	void depart(int node, Node &n)
	{
		auto &top = *n.dut.top;
		Link *out[2] = {&right[node], &left[node]};

		for (int s = 0; s < 2; s++) {
			bool ready = out[s]->busy == 0 && !rng.chance(set.stall, 100);

			if (out[s]->busy)
				out[s]->busy--;
			top.m_ready = (top.m_ready & ~(1 << s)) | ready << s;
			if (!ready || !(top.m_valid >> s & 1))
				continue;
			out[s]->busy = 1;
			sent++;
			if (rng.chance(set.loss, 1000000))
				lost_outside++;
			else
				out[s]->flying.push_back({now + 3 + set.delay, s ? top.m_l_data : top.m_r_data});
		}
	}
	void ask(int node, Node &n)
	{
		auto &top = *n.dut.top;

		top.enter_valid = 0;
		for (int g = 0; g < GROUPS; g++) {
			if (n.member[g] < 0 || quiet)
				continue;
			Member &m = groups[g].members[n.member[g]];

			if (m.entered || m.asked || m.phase >= groups[g].rounds || now < m.enter_at)
				continue;
			if (!top.enter_valid && rng.chance(1, 2)) {
				top.enter_valid = 1;
				top.enter_group = g;
			} else if (n.todo.empty()) {
				m.asked = true;
				write(node, m.page, RN_BARRIER_GROUP + g * RN_BARRIER_GROUP_STEP, 0, g);
			}
		}
		if (!top.bus_valid && !n.todo.empty()) {
			auto &access = n.todo.front();

			top.bus_valid = 1;
			top.bus_write = access.write;
			top.bus_page = access.page;
			top.bus_addr = access.addr >> 2;
			top.bus_wdata = access.data;
		}
	}
	void enter(int g, int index)
	{
		Member &m = groups[g].members[index];

		m.entered = true;
		m.asked = false;
		if (++groups[g].entered[m.phase] == int(groups[g].nodes.size()))
			groups[g].last_enter[m.phase] = now;
	}
	void leave(int g, int index)
	{
		Group &group = groups[g];
		Member &m = group.members[index];
		int size = int(group.nodes.size());

		if (!expect(m.entered, "clock %llu: node %d left group %d, never entered", (unsigned long long)now, group.nodes[index], g))
			return;
		expect(group.entered[m.phase] == size, "clock %llu: node %d left barrier %d of group %d, entered by %d of %d",
			(unsigned long long)now, group.nodes[index], m.phase, g, group.entered[m.phase], size);
		if (++group.left[m.phase] == size) {
			uint64_t took = now - group.last_enter[m.phase];

			completed++;
			if (took > worst)
				worst = took;
		}
		m.entered = false;
		m.phase++;
		m.enter_at = now + rng.below(set.pause + 1);
	}
	void observe(Node &n)
	{
		auto &top = *n.dut.top;

		if (top.done_valid && expect(n.member[top.done_group] >= 0, "a group was left by a node that is no member")) {
			int g = top.done_group, index = n.member[g];

			leave(g, index);
			expect(top.ev_barrier == 1 << groups[g].members[index].page, "the event went to another page");
		} else {
			expect(!top.ev_barrier, "an event without a barrier");
		}
		n.refused += top.ev_refused != 0;
	}
	void answered(Node &n)
	{
		auto &top = *n.dut.top;

		if (!top.bus_valid)
			return;
		expect(++n.waiting <= 64, "the bus waits for more than 64 clocks");
		if (!top.bus_ready)
			return;
		n.answer = top.bus_rdata;
		n.answers++;
		n.waiting = 0;
		top.bus_valid = 0;
		n.todo.pop_front();
	}
	void tick()
	{
		for (int i = 0; i < set.nodes; i++) {
			Node &n = *nodes[i];
			auto &top = *n.dut.top;

			arrive(i, n);
			depart(i, n);
			ask(i, n);
			n.dut.settle();
			lost_inside += (top.lost & 1) + (top.lost >> 1);
			n.lost |= top.lost;
			if (top.enter_valid && top.enter_ready)
				enter(top.enter_group, n.member[top.enter_group]);
			// An entering over the bus counts from when it is first offered.
			if (top.bus_valid && top.bus_write && n.waiting == 0 && n.todo.front().group >= 0)
				enter(n.todo.front().group, n.member[n.todo.front().group]);
			n.dut.tick();
		}
		now++;
		for (auto &n : nodes) {
			observe(*n);
			answered(*n);
		}
	}
	void run(int clocks)
	{
		for (int i = 0; i < clocks; i++)
			tick();
	}
	uint32_t read(int node, unsigned page, unsigned addr)
	{
		uint64_t before = nodes[node]->answers;

		nodes[node]->todo.push_back({false, page, addr, 0, -1});
		for (int i = 0; i < 200 && !(nodes[node]->answers > before && nodes[node]->todo.empty()); i++)
			tick();
		return nodes[node]->answer;
	}
	// All members disable the group; symbols under way die.
	void end_groups()
	{
		for (int g = 0; g < GROUPS; g++)
			for (int i : groups[g].nodes)
				write(i, RN_PAGE_N, RN_GROUP_CONFIG + 4 * g, 0);
		for (auto &n : nodes)
			n->member.assign(GROUPS, -1);
		run(400 + 2 * set.nodes * distance());
		size_t left_over = 0;
		for (auto &links : {&right, &left})
			for (auto &link : *links)
				left_over += link.flying.size();
		expect(left_over == 0, "%zu symbols go round a ring without members", left_over);
	}
	void new_group(int g)
	{
		Group &group = groups[g];
		int first = rng.below(set.nodes), density = 1 + rng.below(100);
		unsigned phase = rng.below(4), page = rng.below(RN_PAGE_N);

		group = Group();
		for (int i = 0; i < set.nodes; i++)
			if (rng.below(100) < unsigned(density))
				group.nodes.push_back((first + i) % set.nodes);
		if (group.nodes.empty())
			group.nodes.push_back(first);
		int size = int(group.nodes.size());

		group.closed = size > 2 && rng.chance(1, 2);
		group.rounds = set.rounds;
		group.entered.assign(set.rounds, 0);
		group.left.assign(set.rounds, 0);
		group.last_enter.assign(set.rounds, 0);
		group.members.resize(size);
		for (int i = 0; i < size; i++) {
			unsigned from_left = group.closed ? size / 2 : i, from_right = size - 1 - from_left;

			group.members[i].page = page;
			group.members[i].enter_at = now + rng.below(set.pause + 1);
			nodes[group.nodes[i]]->member[g] = i;
			write(group.nodes[i], RN_PAGE_N, RN_GROUP_CONFIG + 4 * g, RN_GROUP_CONFIG_ENABLE_MASK
				| page << RN_GROUP_CONFIG_PAGE_LSB | phase << RN_GROUP_CONFIG_PHASE_LSB
				| from_left << RN_GROUP_CONFIG_LEFT_LSB | from_right << RN_GROUP_CONFIG_RIGHT_LSB);
		}
	}
	bool finished() const
	{
		for (auto &group : groups)
			for (auto &m : group.members)
				if (m.phase < group.rounds)
					return false;
		return true;
	}
	// The register says which sides have lost symbols, until it is told to forget.
	void check_lost()
	{
		quiet = true;
		run(400);
		for (int i = 0; i < set.nodes; i++) {
			unsigned lost = nodes[i]->lost;

			expect(read(i, RN_PAGE_N, RN_GBARRIER_LOST) == lost, "node %d: LOST is %u, not %u", i, read(i, RN_PAGE_N, RN_GBARRIER_LOST), lost);
			write(i, RN_PAGE_N, RN_GBARRIER_LOST, ~lost & 3);
			expect(read(i, RN_PAGE_N, RN_GBARRIER_LOST) == lost, "node %d: LOST forgets what it was not told", i);
			write(i, RN_PAGE_N, RN_GBARRIER_LOST, lost);
			expect(read(i, RN_PAGE_N, RN_GBARRIER_LOST) == 0, "node %d: LOST is kept", i);
		}
	}
	// New groups, all their barriers, and the end of them.
	void use()
	{
		quiet = true;
		for (int g = 0; g < set.groups; g++)
			new_group(g);
		run(400);
		quiet = false;
		uint64_t limit = now + uint64_t(set.rounds) * (set.pause + 40 * set.groups + 5 * set.nodes * distance())
			+ (set.loss || lost_inside ? 4000000 : 100000);
		while (!finished() && now < limit)
			tick();
		expect(finished(), "after %llu clocks there are members inside: %d nodes, delay %d, loss %d",
			(unsigned long long)now, set.nodes, set.delay, set.loss);
		end_groups();
	}
};

void soak(const char *what, Setting set, uint64_t seed)
{
	Ring ring(set, seed);
	int before = sim::tally().failed;

	for (int i = 0; i < 2; i++)
		ring.use();
	ring.check_lost();
	sim::diag("%s: %d nodes, delay %d: %llu barriers in %llu clocks, %llu symbols, %llu lost on links, %llu had no room; at most "
		"%llu clocks from last enter to last leave", what, set.nodes, set.delay, (unsigned long long)ring.completed,
		(unsigned long long)ring.now, (unsigned long long)ring.sent, (unsigned long long)ring.lost_outside,
		(unsigned long long)ring.lost_inside, (unsigned long long)ring.worst);
	sim::ok(sim::tally().failed == before && ring.completed > 0, "%s, %d nodes", what, set.nodes);
}

// One group of all nodes, all entered but one: the clocks until the last one leaves.
void latency(int nodes, int delay)
{
	Ring ring({nodes, delay, 0, 0, 4, 0, 1}, sim::seed());
	uint64_t worst = 0;

	ring.quiet = true;
	Group &group = ring.groups[0];
	for (int i = 0; i < nodes; i++) {
		unsigned from_left = nodes / 2, from_right = nodes - 1 - from_left;

		if (nodes == 2) { // a pair does not go round the ring
			from_left = i;
			from_right = 1 - i;
		}

		group.nodes.push_back(i);
		ring.nodes[i]->member[0] = i;
		ring.write(i, RN_PAGE_N, RN_GROUP_CONFIG, RN_GROUP_CONFIG_ENABLE_MASK
			| from_left << RN_GROUP_CONFIG_LEFT_LSB | from_right << RN_GROUP_CONFIG_RIGHT_LSB);
	}
	group.members.resize(nodes);
	group.rounds = 4;
	group.entered.assign(4, 0);
	group.left.assign(4, 0);
	group.last_enter.assign(4, 0);
	ring.run(400);
	for (int round = 0; round < 4; round++) {
		int last = ring.rng.below(nodes);

		for (int i = 0; i < nodes; i++)
			group.members[i].enter_at = ring.now + (i == last ? 300 + 60 * nodes : 0);
		ring.quiet = false;
		ring.worst = 0;
		while (group.left[round] < nodes && ring.now < 1000000) {
			ring.tick();
			for (auto &m : group.members)
				if (m.phase > round)
					m.enter_at = ~0ull;
		}
		worst = std::max(worst, ring.worst);
	}
	sim::ok(worst <= uint64_t((nodes / 2) * (delay + 6) + 5), "barrier of %d, delay %d: %llu clocks", nodes, delay,
		(unsigned long long)worst);
}

void refusals()
{
	Ring ring({4, 4, 0, 0, 1, 0, 1}, sim::seed());
	const unsigned mine = 3, other = 5;
	uint32_t config = RN_GROUP_CONFIG_ENABLE_MASK | mine << RN_GROUP_CONFIG_PAGE_LSB
		| 2u << RN_GROUP_CONFIG_PHASE_LSB | 2u << RN_GROUP_CONFIG_LEFT_LSB | 1u << RN_GROUP_CONFIG_RIGHT_LSB;
	unsigned config_at = RN_GROUP_CONFIG + 9 * RN_GROUP_CONFIG_STEP, group_at = RN_BARRIER_GROUP + 9 * RN_BARRIER_GROUP_STEP;
	Node &node = *ring.nodes[1];

	ring.quiet = true;
	ring.run(50);
	sim::ok(ring.read(1, RN_PAGE_N, config_at) == 0, "a group that was not configured reads as 0");
	ring.write(1, mine, group_at, 1);
	ring.run(20);
	sim::ok(node.refused == 1, "entering it is refused");
	ring.write(1, RN_PAGE_N, config_at, config);
	sim::ok(ring.read(1, RN_PAGE_N, config_at) == config, "a configuration reads back");
	sim::ok(ring.read(1, mine, group_at) == config, "its page sees it");
	sim::ok(ring.read(1, other, group_at) == 0 && node.refused == 1, "another page reads 0");
	ring.write(1, other, group_at, 1);
	ring.run(20);
	sim::ok(node.refused == 2 && ring.read(1, mine, group_at) == config, "another page cannot enter");
	ring.write(1, mine, group_at, 1);
	ring.run(20);
	sim::ok(ring.read(1, mine, group_at) == (config | RN_BARRIER_GROUP_INSIDE_MASK), "its page enters");
	ring.write(1, mine, group_at, 1);
	ring.run(20);
	sim::ok(node.refused == 3, "entering twice is refused");
	sim::ok(ring.read(1, mine, group_at + 4) == 0 && ring.read(1, RN_PAGE_N, RN_GBARRIER_LOST) == 0, "other words read 0");
	ring.write(1, RN_PAGE_N, config_at, 0);
	sim::ok(ring.read(1, RN_PAGE_N, config_at) == 0, "a group that is disabled reads as 0");
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	int rounds = int(sim::setting("rounds", 12));
	uint64_t seed = sim::seed();

	refusals();
	for (int delay : {4, 8})
		for (int nodes : {2, 3, 4, 7, 8, 16, 64})
			latency(nodes, delay);
	for (uint64_t i = 0; i < sim::setting("times", 1); i++, seed += 100) {
		soak("one group", {8, 4, 0, 0, 4 * rounds, 20, 1}, seed);
		soak("all groups", {8, 4, 0, 10, rounds, 200, 16}, seed + 1);
		soak("all at once", {6, 3, 0, 0, rounds, 0, 16}, seed + 2);
		soak("pairs and triples", {3, 1, 0, 5, 4 * rounds, 10, 16}, seed + 3);
		soak("one loss in 1000", {9, 5, 1000, 5, rounds, 100, 16}, seed + 4);
		soak("one loss in 20", {5, 2, 50000, 5, rounds, 100, 16}, seed + 5);
		soak("one loss in 3", {4, 7, 333333, 5, rounds / 2, 100, 4}, seed + 6);
		soak("large ring", {33, 8, 100, 5, rounds / 2, 300, 8}, seed + 7);
		soak("ring of 2", {2, 4, 10000, 5, 2 * rounds, 30, 16}, seed + 8);
	}
	return sim::done();
}
