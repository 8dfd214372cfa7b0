// SPDX-License-Identifier: BSD-3-Clause
//
// top: reduce
// with: w16 -GW=16
// with: w64 -GW=64
// with: w128 -GW=128
//
// N reduction units on an abstract ring: cells reach every node on their way D + 3 clocks per hop
// after they were sent, as a whole, with random extra delay; the order of one source and way
// stays. Groups are random subsets in both modes, from registers and streams, all at once; stopped
// half-way; with cells in between that make no sense. Expected results come from the host's
// arithmetic (reference.h) in the order that rtl/reduce.v states.
//
// Settings: runs= (random scenarios), nodes= (fixed ring size), seed=, verbose=1.

#include "reduce_ring.h"

namespace {

using namespace reduce;

// --- software ------------------------------------------------------------------------------------

uint32_t control(const Group &g, bool stream)
{
	return 1u << RN_REDUCE_CTRL_EN_LSB | uint32_t(g.chain) << RN_REDUCE_CTRL_CHAIN_LSB
		| uint32_t(g.root_only) << RN_REDUCE_CTRL_ROOT_LSB | uint32_t(stream) << RN_REDUCE_CTRL_STREAM_LSB
		| g.op << RN_REDUCE_CTRL_OP_LSB | g.type << RN_REDUCE_CTRL_TYPE_LSB
		| g.beats << RN_REDUCE_CTRL_BEATS_LSB | g.epoch << RN_REDUCE_CTRL_EPOCH_LSB;
}
// How a cell of member `index` names it.
unsigned name_of(const Group &g, unsigned index)
{
	return g.chain ? (index & 7) << 1 | (index > (g.n() - 1) / 2) : index & 15;
}

void start(Ring &ring, unsigned number, Group &g, bool stream, bool mixed)
{
	for (unsigned m = 0; m < g.n(); m++) {
		int i = g.node[m];
		Member &me = ring.node[i]->member[number];
		unsigned right = (g.n() - 1) / 2;
		unsigned next = m == 0 ? 0 : m <= right ? m - 1 : (m + 1) % g.n();

		me = Member();
		me.on = true;
		me.stream = mixed ? ring.rng.chance(1, 2) : stream;
		me.group = &g;
		me.index = m;
		me.page = ring.rng.below(8);
		ring.write(i, 8, RN_GREDUCE_OWNER + 4 * number, 8 | me.page);
		ring.write(i, me.page, reg(RN_REDUCE_MEMBER, number), g.n() | m << 16);
		ring.write(i, me.page, reg(RN_REDUCE_TOWARD, number), uint32_t(g.node[next]));
		ring.write(i, me.page, reg(RN_REDUCE_CTRL, number), control(g, me.stream));
	}
}

// One operation through registers: operand, doorbell, wait, result.
void poll(Ring &ring, int i, unsigned number);

void offer(Ring &ring, int i, unsigned number)
{
	Member &m = ring.node[i]->member[number];

	m.busy = true;
	for (unsigned k = 0; k < 2 * (m.group->beats + 1); k++) {
		uint64_t beat = m.group->x[m.index][m.fed][k / 2];
		ring.write(i, m.page, reg(RN_REDUCE_OPERAND_0, number) + 4 * k, uint32_t(beat >> (k & 1) * 32));
	}
	ring.node[i]->bus.push_back({ true, m.page, reg(RN_REDUCE_DOORBELL, number), 1,
		[&ring, i](uint32_t) { ring.node[i]->last_own = ring.progress = ring.now; } });
	m.fed++;
	poll(ring, i, number);
}

void poll(Ring &ring, int i, unsigned number)
{
	Member &m = ring.node[i]->member[number];

	ring.read(i, m.page, reg(RN_REDUCE_STATUS, number), [&ring, i, number](uint32_t status) {
		Member &me = ring.node[i]->member[number];
		if (me.aborted) {
			me.busy = false;
		} else if (!(status & RN_REDUCE_STATUS_IDLE_MASK)) {
			poll(ring, i, number);
		} else if (!me.gets()) {
			sim::expect(!(status & RN_REDUCE_STATUS_RESULT_MASK), "a result where none is wanted");
			me.got++;
			me.busy = false;
		} else {
			sim::expect((status & RN_REDUCE_STATUS_RESULT_MASK) != 0, "no result although idle");
			auto got = std::make_shared<Operand>();
			for (unsigned k = 0; k < 2 * (me.group->beats + 1); k++)
				ring.read(i, me.page, reg(RN_REDUCE_RESULT_0, number) + 4 * k,
					[&ring, i, number, got, k](uint32_t word) {
						Member &it = ring.node[i]->member[number];
						if (k & 1)
							got->back() |= uint64_t(word) << 32;
						else
							got->push_back(word);
						if (k != 2 * it.group->beats + 1)
							return;
						if (!it.aborted)
							ring.check(it, *got);
						it.busy = false;
						ring.node[i]->last_res = ring.progress = ring.now;
					});
		}
	});
}

void drive(Ring &ring)
{
	for (int i = 0; i < ring.n(); i++)
		for (unsigned g = 0; g < GROUP_N; g++) {
			Member &m = ring.node[i]->member[g];
			if (m.on && !m.stream && !m.aborted && !m.busy && m.fed < m.todo()
				&& ring.rng.chance(ring.chance.own, 64))
				offer(ring, i, g);
		}
}

bool all_done(const Ring &ring)
{
	for (auto &nd : ring.node)
		for (auto &m : nd->member)
			if (!m.done() || m.busy)
				return false;
	return true;
}

void explain(Ring &ring)
{
	for (int i = 0; i < ring.n(); i++)
		for (unsigned g = 0; g < GROUP_N; g++) {
			Member &m = ring.node[i]->member[g];
			if (m.on)
				sim::diag("node %d group %u member %u of %u chain=%d stream=%d: fed %zu got %zu of %zu", i, g, m.index,
					m.group->n(), m.group->chain, m.stream, m.fed, m.got, m.todo());
			if (m.on) {
				m.aborted = true;
				uint32_t status = ring.get_now(i, m.page, reg(RN_REDUCE_STATUS, g));
				sim::diag("  status %04x", status);
			}
		}
}

bool run(Ring &ring, const char *what)
{
	ring.progress = ring.now;
	while (!all_done(ring)) {
		drive(ring);
		ring.clock();
		if (!sim::expect(ring.now - ring.progress < 50000, "%s: stands still", what)) {
			explain(ring);
			return false;
		}
	}
	return true;
}

void stop(Ring &ring, unsigned number, Group &g)
{
	for (unsigned m = 0; m < g.n(); m++)
		ring.write(g.node[m], ring.node[g.node[m]]->member[number].page, reg(RN_REDUCE_CTRL, number), 0);
}

// --- scenarios -------------------------------------------------------------------------------------

uint64_t random_beat(sim::Rng &rng, unsigned type)
{
	auto real = [&](int exponent_bits, int fraction_bits) -> uint64_t {
		int width = exponent_bits + fraction_bits + 1;
		uint64_t any = rng.next() & (width == 64 ? ~0ull : (1ull << width) - 1);
		uint64_t fraction = any & ((1ull << fraction_bits) - 1), sign = any >> (width - 1) << (width - 1);
		uint64_t bias = (1ull << (exponent_bits - 1)) - 1;
		switch (rng.below(16)) {
		case 0: return any;                                      // NaN, infinity among them
		case 1: return sign | fraction;                          // subnormal
		case 2: return sign;                                     // zero
		default: return sign | (bias + rng.below(24)) << fraction_bits | fraction;
		}
	};
	if (type == reference::F64)
		return real(11, 52);
	if (type == reference::F32)
		return real(8, 23) | real(8, 23) << 32;
	uint64_t any = rng.next();
	return rng.chance(1, 4) ? any & rng.next() & rng.next() : any;
}

void fill(Group &g, sim::Rng &rng, unsigned operations)
{
	g.x.assign(g.n(), {});
	g.expected.clear();
	for (auto &member : g.x)
		for (unsigned j = 0; j < operations; j++) {
			Operand one;
			for (unsigned b = 0; b <= g.beats; b++)
				one.push_back(random_beat(rng, g.type));
			member.push_back(one);
		}
	for (unsigned j = 0; j < operations; j++)
		g.expected.push_back(in_order(g, j));
}

Group random_group(sim::Rng &rng, int nodes, int members)
{
	Group g;

	g.on = true;
	do {
		g.op = rng.below(10);
		g.type = rng.chance(1, 2) ? rng.below(2) + reference::F32 : rng.below(10);
	} while (!reference::can(g.op, g.type));
	g.beats = rng.below(4);
	g.root_only = rng.chance(1, 4);
	g.epoch = rng.below(64);
	int first = int(rng.below(uint32_t(nodes)));
	int left = members;
	for (int k = 0; k < nodes; k++)
		if (int(rng.below(uint32_t(nodes - k))) < left) {
			g.node.push_back((first + k) % nodes);
			left--;
		}
	g.chain = g.n() > 16 || rng.chance(1, 2);
	return g;
}

// Cells that every node must refuse; counted there.
void disturb(Ring &ring)
{
	int i = int(ring.rng.below(uint32_t(ring.n())));
	Node &nd = *ring.node[i];
	unsigned number = ring.rng.below(GROUP_N);
	Member &m = nd.member[number];
	bool running = m.on && !m.aborted;
	unsigned index = m.index, kind = RN_REDUCE_KIND_PARTIAL, words_code = ring.rng.below(4);

	if (m.aborted)
		return;
	if (running) {
		const Group &g = *m.group;
		switch (ring.rng.below(4)) {
		case 0: kind = 3; break;                                     // no such kind
		case 1:                                                      // no such member
			index = g.chain || g.n() == 16 ? m.index : g.n() + ring.rng.below(16 - g.n());
			kind = g.chain && g.n() > 1 ? RN_REDUCE_KIND_PARTIAL : RN_REDUCE_KIND_OPERAND;
			break;
		case 2:                                                      // itself
			kind = g.chain && g.n() > 1 ? RN_REDUCE_KIND_PARTIAL : RN_REDUCE_KIND_OPERAND;
			break;
		default: {                                                   // a good header, but too long
			unsigned right = (g.n() - 1) / 2;
			if (g.n() == 1)
				return;
			index = m.index == right ? m.index - 1 : m.index + 1;
			if (g.chain && (m.index == right || m.index == right + 1) && m.index)
				return;
			if (m.index > right)
				index = m.index - 1;
			if (index >= g.n())
				return;
			if (m.index == 0)
				index = 1;
			kind = g.chain ? RN_REDUCE_KIND_PARTIAL : RN_REDUCE_KIND_OPERAND;
			break;
		}
		}
	}
	static const unsigned words_of[4] = { 16, 8, 4, 1 };
	unsigned beats = running ? m.group->beats : 0;
	unsigned right_words = ring.w == 16 ? (beats > 1 ? 16 : beats ? 8 : 4)
		: (ring.w == 64 ? beats == 0 : beats < 2) ? 1 : 4;
	while (words_of[words_code] == right_words)
		words_code = ring.rng.below(4);
	Cell cell;
	Word head;
	uint64_t h0 = uint64_t(RN_CELL_TYPE_REDUCE) << 12 | uint64_t(i) << 2 | words_code;
	// Of another use of the group: let through, and counted nowhere.
	bool stale = running && ring.rng.chance(1, 4);
	unsigned epoch = !running ? ring.rng.below(64) : stale ? m.group->epoch ^ (1 + ring.rng.below(63)) : m.group->epoch;
	uint64_t h1 = uint64_t(epoch) << 10 | (running ? name_of(*m.group, index) : index & 15) << 6 | number << 3 | kind << 1 | ring.rng.below(2);
	head.head = true;
	head.low = ring.w == 16 ? h0 : h0 | h1 << 16;
	cell.push_back(head);
	if (ring.w == 16) {
		head.head = false;
		head.low = h1;
		cell.push_back(head);
	}
	for (unsigned k = 0; k < words_of[words_code]; k++) {
		Word word;
		word.low = ring.rng.next();
		word.high = ring.rng.next();
		cell.push_back(word);
	}
	cell.back().last = true;
	nd.in.emplace(ring.now, cell);
	nd.lost += !stale;
}

uint64_t operations_done;

// Without errors each operation that goes through registers has an event of its page, in a clock of its own: events of
// two groups can meet. None where a member is alone: its result is there with the doorbell.
void count_events(const Node &nd)
{
	for (unsigned p = 0; p < 8; p++) {
		size_t most = 0, least = 0;
		for (const Member &m : nd.member)
			if (m.on && m.page == p && !m.stream && m.group->n() > 1) {
				most += m.todo();
				least = std::max(least, m.todo());
			}
		sim::expect(nd.events[p] >= least && nd.events[p] <= most, "page %u has %u events, not %zu to %zu", p, nd.events[p],
			least, most);
	}
}

void scenario(Ring &ring, unsigned most_members, unsigned operations, bool disturbed)
{
	std::vector<Group> groups(GROUP_N);
	sim::Rng &rng = ring.rng;

	for (auto &nd : ring.node) {
		for (auto &m : nd->member)
			m = Member();
		nd->lost = 0;
		std::fill(nd->events, nd->events + 8, 0);
	}
	ring.chance.own = 0; // no operand before all members run
	ring.chance.res = 1 + rng.below(16);
	ring.chance.cell_out = 2 + rng.below(15);
	ring.chance.cell_in = rng.chance(1, 2) ? 16 : 4 + rng.below(13);
	ring.chance.extra = rng.chance(1, 2) ? 0 : rng.below(300);
	for (unsigned g = 0; g < GROUP_N; g++) {
		if (g && rng.chance(1, 4))
			continue;
		unsigned members = 1 + rng.below(std::min(most_members, unsigned(ring.n())));
		groups[g] = random_group(rng, ring.n(), int(members));
		fill(groups[g], rng, 1 + rng.below(operations));
		start(ring, g, groups[g], rng.chance(2, 3), rng.chance(1, 4));
	}
	ring.flush();
	ring.chance.own = 1 + rng.below(16);
	uint32_t base_lost[1024];
	for (int i = 0; i < ring.n(); i++)
		base_lost[i] = ring.get_now(i, 8, RN_GREDUCE_LOST);
	unsigned victim = rng.below(GROUP_N);
	bool abort = rng.chance(1, 2) && groups[victim].on;
	uint64_t abort_at = ring.now + rng.below(3000);
	ring.progress = ring.now;
	while (!all_done(ring)) {
		if (abort && ring.now == abort_at) {
			for (int i : groups[victim].node)
				ring.node[i]->member[victim].aborted = true;
			stop(ring, victim, groups[victim]);
		}
		if (disturbed && rng.chance(1, 64))
			disturb(ring);
		drive(ring);
		ring.clock();
		if (!sim::expect(ring.now - ring.progress < 50000, "stands still (n=%d)", ring.n())) {
			explain(ring);
			return;
		}
	}
	// Everything that was on its way arrives; groups stop and drain.
	while (!ring.quiet() || !ring.bus_idle())
		ring.clock();
	for (int k = 0; k < 200; k++)
		ring.clock();
	if (!disturbed && !abort)
		for (auto &nd : ring.node)
			count_events(*nd);
	for (unsigned g = 0; g < GROUP_N; g++)
		if (groups[g].on)
			for (int i : groups[g].node) {
				Member &m = ring.node[i]->member[g];
				uint32_t status = ring.get_now(i, m.page, reg(RN_REDUCE_STATUS, g));
				if (!disturbed && !m.aborted)
					sim::expect((status >> 8) == 0, "node %d group %u: errors %02x", i, g, status >> 8);
				operations_done += m.got;
			}
	for (unsigned g = 0; g < GROUP_N; g++)
		if (groups[g].on)
			stop(ring, g, groups[g]);
	ring.flush();
	for (int k = 0; k < 300; k++)
		ring.clock();
	for (unsigned g = 0; g < GROUP_N; g++)
		if (groups[g].on)
			for (int i : groups[g].node) {
				Member &m = ring.node[i]->member[g];
				uint32_t status = ring.get_now(i, m.page, reg(RN_REDUCE_STATUS, g));
				sim::expect(!(status & 3), "node %d group %u does not drain: %x", i, g, status);
			}
	for (int i = 0; i < ring.n() && !abort; i++) {
		uint32_t lost = ring.get_now(i, 8, RN_GREDUCE_LOST) - base_lost[i];
		sim::expect(lost == ring.node[i]->lost, "node %d lost %u cells, not %u", i, lost, ring.node[i]->lost);
	}
}

// A doorbell while an operation is open, and an operand by registers where they come from the stream: told in STATUS, without effect.
// Writing ones clears those bits.
void out_of_turn()
{
	Ring ring(2, sim::seed() + 7);
	Group groups[2];
	const uint32_t TURN = 2u << RN_REDUCE_STATUS_ERROR_LSB;

	for (unsigned k = 0; k < 2; k++) {
		Group &g = groups[k];
		g.on = true;
		g.chain = g.root_only = false;
		g.op = reference::SUM;
		g.type = reference::F64;
		g.beats = 1;
		g.node = {0, 1};
		fill(g, ring.rng, 3);
		start(ring, k, g, k == 1, false);
	}
	ring.chance.own = 0;
	ring.flush();
	offer(ring, 0, 0);
	for (int k = 0; k < 200; k++)
		ring.clock();
	unsigned page[2] = {ring.node[0]->member[0].page, ring.node[0]->member[1].page};
	std::fill(ring.node[0]->events, ring.node[0]->events + 8, 0);
	ring.write(0, page[0], reg(RN_REDUCE_DOORBELL, 0), 1);
	ring.write(0, page[1], reg(RN_REDUCE_OPERAND_0, 1), 77);
	for (int k = 0; k < 200; k++)
		ring.clock();
	for (unsigned k = 0; k < 2; k++) {
		uint32_t status = 0;
		ring.read(0, page[k], reg(RN_REDUCE_STATUS, k), [&status](uint32_t v) { status = v; });
		ring.write(0, page[k], reg(RN_REDUCE_STATUS, k), 0xfd00);
		for (int c = 0; c < 200; c++)
			ring.clock();
		sim::expect((status & RN_REDUCE_STATUS_ERROR_MASK) == TURN, "group %u: out of turn is told: %x", k, status);
		sim::expect(ring.node[0]->events[page[k]] > 0, "group %u: by an event, too", k);
		for (uint32_t want : {TURN, 0u}) {
			ring.read(0, page[k], reg(RN_REDUCE_STATUS, k), [&status](uint32_t v) { status = v; });
			ring.write(0, page[k], reg(RN_REDUCE_STATUS, k), TURN);
			for (int c = 0; c < 200; c++)
				ring.clock();
			sim::expect((status & RN_REDUCE_STATUS_ERROR_MASK) == want, "group %u: ones clear an error, and no other: %x", k, status);
		}
	}
	ring.chance.own = 16;
	run(ring, "out of turn");
	sim::ok(!sim::tally().failed, "doorbells and operands out of turn are told, and change no result");
}

// --- measurements ------------------------------------------------------------------------------------

struct Times {
	uint64_t first_own, last_own, last_res;
};

Times measure(int n, bool chain, unsigned beats, unsigned operations, bool stream)
{
	Ring ring(n, 5);
	Group g;

	g.on = true;
	g.chain = chain;
	g.root_only = false;
	g.op = reference::SUM;
	g.type = reference::F64;
	g.beats = beats;
	for (int i = 0; i < n; i++)
		g.node.push_back(i);
	fill(g, ring.rng, operations);
	start(ring, 0, g, stream, false);
	ring.chance.own = 0; // not before all are ready
	ring.flush();
	ring.chance.own = 64;
	uint64_t begun = ring.now;
	run(ring, "measurement");
	Times t = { begun, 0, 0 };
	for (auto &nd : ring.node) {
		t.last_own = std::max(t.last_own, nd->last_own);
		t.last_res = std::max(t.last_res, nd->last_res);
	}
	return t;
}

void measurements()
{
	char name[64];
	int w;
	{
		Ring ring(1, 1);
		w = ring.w;
		uint32_t caps = ring.get_now(0, 8, RN_GREDUCE_CAPS);
		if (w == 16)
			sim::measured("reduce_alu_latency_cyc", caps >> 24);
	}
	for (int n : { 2, 4, 8, 16 }) {
		Times t = measure(n, false, 0, 1, true);
		snprintf(name, sizeof name, "reduce_w%d_gather_1_double_n%d_cyc", w, n);
		sim::measured(name, double(t.last_res - t.last_own));
		if (n == 8)
			sim::ok(t.last_res - t.last_own <= 120, "allreduce of one double on 8: %llu clocks, at most 120",
				(unsigned long long)(t.last_res - t.last_own));
	}
	for (int n : { 8, 16, 32, 64 }) {
		Times t = measure(n, true, 0, 1, true);
		snprintf(name, sizeof name, "reduce_w%d_chain_1_double_n%d_cyc", w, n);
		sim::measured(name, double(t.last_res - t.last_own));
	}
	Times few = measure(8, true, 3, 40, true), many = measure(8, true, 3, 240, true);
	snprintf(name, sizeof name, "reduce_w%d_chain_cyc_per_32_bytes", w);
	sim::measured(name, double((many.last_res - many.first_own) - (few.last_res - few.first_own)) / 200);
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	uint64_t runs = sim::setting("runs", 12);
	measurements();
	out_of_turn();
	sim::Rng rng(sim::seed());
	uint64_t clocks = 0, cells = 0, longest_bus = 0, longest_stall = 0;
	for (uint64_t r = 0; r < runs && !sim::tally().failed; r++) {
		int n = int(sim::setting("nodes", r % 8 == 7 ? 17 + rng.below(48) : 1 + rng.below(12)));
		Ring ring(n, rng.next());
		int again = n > 16 ? 1 : 3;
		for (int k = 0; k < again && !sim::tally().failed; k++)
			scenario(ring, r % 2 ? 8 : 64, n > 16 ? 12 : 40, rng.chance(1, 3));
		clocks += ring.now;
		cells += ring.cells;
		longest_bus = std::max(longest_bus, ring.longest_bus);
		longest_stall = std::max(longest_stall, ring.longest_stall);
		if (sim::setting("verbose", 0))
			sim::diag("run %llu: %d nodes, %llu clocks", (unsigned long long)r, n, (unsigned long long)ring.now);
	}
	sim::diag("%llu clocks, %llu cells, bus at most %llu clocks, a cell held at most %llu",
		(unsigned long long)clocks, (unsigned long long)cells, (unsigned long long)longest_bus,
		(unsigned long long)longest_stall);
	sim::ok(!sim::tally().failed, "%llu results in the documented order, bit for bit",
		(unsigned long long)operations_done);
	return sim::done();
}
