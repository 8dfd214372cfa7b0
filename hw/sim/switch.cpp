// SPDX-License-Identifier: BSD-3-Clause
//
// The switch in its native setting, alone: random cells of all lengths and types on both links and the local side, idle between and
// in the cells, bad tails (with and without the cell being read already), back-pressure word by word, credits that come
// back late. Every good cell arrives once at each output it wants, whole and in order for its input and channel; no cell begins without
// room downstream; a credit comes back for each good cell; nothing stands still. A cell of this node waits for few cells that pass,
// however these come.
// top: switch
// with: w16 -GW=16
// with: w64 -GW=64
// with: w64long -GW=64 -GSPAN=7 -GSLOT_N=32

#include <algorithm>
#include <deque>
#include <type_traits>
#include <vector>

#include "Vtop.h"
#include "sim.h"

namespace {

enum { X, Y, L, OUTPUTS };      // outputs; inputs: X, Y, and L for the local side
const int W = 8 * sizeof(std::remove_reference<decltype(((Vtop *)nullptr)->s_x_data)>::type);
const int HEAD_WORDS = W == 16 ? 2 : 1;

struct Cell {
	std::vector<uint64_t> words; // head, data, tail
	unsigned want = 0;           // outputs, bit by bit
	int vc = 0;
	bool bad = false;
	bool drop = false;           // destination that no node has
};

struct Expected {
	std::vector<uint64_t> words; // as they leave
	bool bad;                    // may be missing, but if it comes, it comes marked
	uint64_t since;              // clock at which it was made
};

struct Input {
	std::deque<uint64_t> unused;
	Cell cell;
	size_t at = 0;               // next word; 0: between cells
	bool active = false;
	int credit[2];               // slots of each channel that may still be sent
	unsigned on_way[2][3] = {};  // credits that come back 3 clocks after the pulse, as over the shortest link
	unsigned gap = 0;            // clocks before the next cell
};

struct Output {
	bool open = false;
	std::vector<uint64_t> words; // of the cell coming out
	int credit[2] = {4, 4};
	std::deque<std::pair<uint64_t, int>> late[2]; // clocks at which credits come back
	uint64_t cells = 0, bads = 0;
};

struct Bench {
	sim::Clocked<Vtop> dut;
	sim::Rng rng{sim::seed()};
	Input in[3];
	Output out[OUTPUTS];
	std::deque<Expected> expected[3][2][OUTPUTS];
	unsigned id = 3, last = 7, dateline = 2;
	unsigned bcast[2] = {7, 6};
	unsigned idle = 30, idle_in = 10, busy = 30, badness = 20; // percent
	uint64_t number = 0, waited = 0;
	// Cells of one length pass both ways in channel `lane`, `spacing` clocks apart, and there is always room for them behind the
	// switch; this node sends a cell, and the next some time after that has left: the longest way of one so far, in clocks.
	bool through = false;
	unsigned lane = 0, spacing = 0, code = 0;
	uint64_t longest = 0;
	// The longest cells pass by output X and this node sends cells of 16 words there, all the time: words of each input that left.
	static unsigned longest_of() { return sim::span() > 1 ? 4 : 0; }
	bool beside = false;
	uint64_t words_of[3] = {};

	uint64_t mask() const { return W == 64 ? ~0ull : (1ull << W) - 1; }
	static bool copies(unsigned type) { return type == 1 || type == 5; }

	// A new cell for input i; `vc`: the channel that has room on the link.
	Cell make(int i, int vc)
	{
		Cell cell;
		unsigned type = rng.below(8), len = rng.below(sim::lengths()), dest = rng.below(last + 1);
		uint64_t seq = number++;

		if (i != L && rng.chance(1, 40)) {
			dest = last + 1 + rng.below(1023 - last);
			cell.drop = true;
		}
		if (type > 3)
			len &= 3; // long cells are of bulk
		if (through)
			type = 0, len = i == L ? len : code, dest = i == X ? id + 1 : id - 1, cell.drop = false;
		if (beside)
			type = 0, len = i == L ? 0 : longest_of(), dest = id + 1, cell.drop = false;
		cell.vc = vc;
		uint64_t head = uint64_t(vc) << 15 | type << 12 | dest << 2 | sim::length_bits(len);
		if (HEAD_WORDS == 2)
			cell.words = {head, seq & 0xffff};
		else
			cell.words = {head | (seq & 0xffff) << 16};
		for (int k = 0; k < sim::length_words(len); k++)
			cell.words.push_back((seq * 0x9e3779b97f4a7c15ull + k * 0x100000001ull) & mask());
		cell.words.push_back(rng.next() & mask());
		cell.bad = i != L && rng.chance(badness, 100);
		if (i == L)
			cell.want = copies(type) ? 1 + rng.below(3) : beside ? 1 << X : 1 + rng.below(2);
		else if (!cell.drop)
			cell.want = dest == id ? 1 << L : copies(type) ? 1 << L | 1 << i : 1 << i;
		for (int o = 0; o < OUTPUTS; o++)
			if (cell.want >> o & 1)
				expected[i][vc][o].push_back(Expected{leaves(cell, i, o), cell.bad, dut.cycle});
		return cell;
	}

	// The words of a cell as they come out of output o.
	std::vector<uint64_t> leaves(const Cell &cell, int i, int o) const
	{
		std::vector<uint64_t> words = cell.words;

		if (o == L)
			return words;
		if (dateline >> o & 1)
			words[0] |= 0x8000;
		if (i == L && copies(words[0] >> 12 & 7))
			words[0] = (words[0] & ~0xffcull) | bcast[o] << 2;
		return words;
	}

	void drive_link(int i, bool valid, bool head, bool tail, bool bad, uint64_t data)
	{
		if (i == X) {
			dut->s_x_valid = valid, dut->s_x_head = head, dut->s_x_last = tail, dut->s_x_bad = bad, dut->s_x_data = data;
		} else if (i == Y) {
			dut->s_y_valid = valid, dut->s_y_head = head, dut->s_y_last = tail, dut->s_y_bad = bad, dut->s_y_data = data;
		} else {
			dut->s_loc_valid = valid, dut->s_loc_head = head, dut->s_loc_last = tail, dut->s_loc_data = data;
			dut->s_loc_way = in[L].cell.want & 3;
		}
	}

	void begin(int i)
	{
		Input &from = in[i];
		int vc = i == L ? 0 : through || beside ? lane : rng.below(2);

		if (from.active || from.gap-- > 0)
			return;
		from.gap = 0;
		if (beside && i == Y)
			return;
		if (through && i == L && (!expected[L][0][X].empty() || !expected[L][0][Y].empty()))
			return;
		if (rng.chance(idle, 100) || (i != L && from.credit[vc] < sim::span()))
			return;
		from.cell = make(i, vc);
		from.at = 0;
		from.active = true;
		if (i != L && !from.cell.bad)
			from.credit[vc] -= sim::slots_named(from.cell.words[0]);
	}

	void drive_input(int i)
	{
		Input &from = in[i];

		begin(i);
		bool valid = from.active && !(from.at > 0 && rng.chance(idle_in, 100));
		if (!valid)
			return drive_link(i, false, rng.below(2), rng.below(2), rng.below(2), rng.next() & mask());
		bool tail = from.at + 1 == from.cell.words.size();
		drive_link(i, true, from.at == 0, tail, tail ? from.cell.bad : rng.below(2), from.cell.words[from.at]);
		if (i == L && !dut->s_loc_ready) {
			hold_local = true;
			return;
		}
		from.active = !tail;
		from.at++;
		if (through && tail)
			from.gap = i == L ? rng.below(60) : spacing;
	}
	bool hold_local = false;

	void drive_outputs()
	{
		for (int o = X; o <= Y; o++)
			for (int v = 0; v < 2; v++)
				while (!out[o].late[v].empty() && out[o].late[v].front().first <= dut.cycle) {
					out[o].credit[v] += out[o].late[v].front().second;
					out[o].late[v].pop_front();
				}
		int least = sim::span();

		dut->m_x_room = (out[X].credit[0] >= least) | (out[X].credit[1] >= least) << 1;
		dut->m_y_room = (out[Y].credit[0] >= least) | (out[Y].credit[1] >= least) << 1;
		dut->m_x_ready = !rng.chance(busy, 100);
		dut->m_y_ready = !rng.chance(busy, 100);
		dut->m_loc_ready = !rng.chance(busy, 100);
	}

	// A whole cell came out of output o: finds the input that it came from.
	void match(int o, bool bad)
	{
		const std::vector<uint64_t> &words = out[o].words;

		for (int i = 0; i < 3; i++)
			for (int v = 0; v < 2; v++) {
				std::deque<Expected> &queue = expected[i][v][o];
				size_t k = 0;

				while (k < queue.size() && queue[k].bad && queue[k].words != words)
					k++;
				if (k == queue.size() || queue[k].words != words)
					continue;
				sim::expect(queue[k].bad == bad, "output %d: bad=%d instead of %d", o, bad, queue[k].bad);
				if (i == L)
					longest = std::max(longest, dut.cycle - queue[k].since);
				queue.erase(queue.begin(), queue.begin() + k + 1);
				out[o].cells++;
				words_of[i] += words.size();
				out[o].bads += bad;
				waited = 0;
				return;
			}
		sim::expect(false, "output %d at %llu: cell of %zu words, head %llx, is none that was due", o,
			(unsigned long long)dut.cycle, words.size(), (unsigned long long)words[0]);
	}

	void take(int o, bool head, bool tail, bool bad, uint64_t data)
	{
		Output &to = out[o];
		int vc = data >> 15 & 1;

		sim::expect(head == !to.open, "output %d at %llu: head=%d in a cell=%d", o, (unsigned long long)dut.cycle, head, to.open);
		if (head) {
			to.words.clear();
			if (o != L) {
				sim::expect(to.credit[vc] >= sim::span(), "output %d: begins without room on channel %d", o, vc);
				to.credit[vc] -= sim::slots_named(data);
				uint64_t due = dut.cycle + 1 + rng.below(rng.chance(1, 8) ? 200 : 40);
				if (through || beside)
					due = dut.cycle + 1;
				if (!to.late[vc].empty() && to.late[vc].back().first > due)
					due = to.late[vc].back().first;
				to.late[vc].push_back({due, sim::slots_named(data)});
			}
		}
		to.words.push_back(data);
		to.open = !tail;
		if (tail)
			match(o, bad);
	}

	void sample()
	{
		if (dut->m_x_valid && dut->m_x_ready)
			take(X, dut->m_x_head, dut->m_x_last, dut->m_x_bad && dut->m_x_last, dut->m_x_data);
		if (dut->m_y_valid && dut->m_y_ready)
			take(Y, dut->m_y_head, dut->m_y_last, dut->m_y_bad && dut->m_y_last, dut->m_y_data);
		if (dut->m_loc_valid && dut->m_loc_ready)
			take(L, dut->m_loc_head, dut->m_loc_last, dut->m_loc_bad && dut->m_loc_last, dut->m_loc_data);
		for (int v = 0; v < 2; v++) {
			for (int i = X; i <= Y; i++) {
				unsigned *way = in[i].on_way[v];

				in[i].credit[v] += way[2];
				way[2] = way[1], way[1] = way[0];
				unsigned slots = (i == X ? dut->x_free_slots : dut->y_free_slots) >> 4 * v & 15;
				way[0] = (i == X ? dut->x_free : dut->y_free) >> v & 1 ? slots : 0;
				sim::expect(in[i].credit[v] <= max_credit, "input %d channel %d: %d credits", i, v, in[i].credit[v]);
			}
		}
	}
	int max_credit = 7;

	void setup(int slot_n)
	{
		for (Output &o : out)
			o.credit[0] = o.credit[1] = sim::span() > 1 ? 16 : 4;
		max_credit = slot_n - sim::span();
		for (Input &i : in)
			i.credit[0] = i.credit[1] = max_credit;
		dut->cfg_id = id, dut->cfg_last = last, dut->cfg_dateline = dateline;
		dut->cfg_bcast_x = bcast[X], dut->cfg_bcast_y = bcast[Y];
		dut->m_x_nack = dut->m_y_nack = 0;
		drive_link(X, 0, 0, 0, 0, 0), drive_link(Y, 0, 0, 0, 0, 0), drive_link(L, 0, 0, 0, 0, 0);
		dut.reset();
	}

	void clock(bool feed)
	{
		drive_outputs();
		for (int i = 0; i < 3; i++)
			if (feed || in[i].active)
				drive_input(i);
			else
				drive_link(i, false, 0, 0, 0, 0);
		dut.settle();
		sample();
		dut.tick();
		if (!sim::expect(++waited < 20000, "nothing moved for 20000 clocks at %llu", (unsigned long long)dut.cycle))
			exit(sim::done());
	}

	uint64_t due() const
	{
		uint64_t sum = 0;

		for (auto &i : expected)
			for (auto &v : i)
				for (auto &o : v)
					for (auto &e : o)
						sum += !e.bad;
		return sum;
	}

	// A cell that goes and one that stands reserved behind it are before a cell of this node, then it goes itself.
	void pass()
	{
		// (With long cells: as many more words, and one that waits for the slots of another.)
		const unsigned most = sim::span() > 1 ? 4 * 32 * sim::span() : 3 * (HEAD_WORDS + 17) + 10;
		uint64_t worst = 0;
		unsigned where = 0, which = 0;

		through = true;
		for (int k = 0; k < int(sim::lengths()) * 2 * 24; k++) {
			code = k / 48, lane = k / 24 % 2, spacing = k % 24;
			longest = 0;
			for (int t = 0; t < 2000; t++)
				clock(true);
			for (int o = X; o <= Y; o++)
				if (!expected[L][0][o].empty())
					longest = std::max(longest, dut.cycle - expected[L][0][o].front().since);
			if (longest > worst)
				worst = longest, where = spacing, which = code;
		}
		sim::ok(worst <= most, "cells pass all the time: one of this node has left after %llu clocks (cells of %d words, %u clocks apart), "
			"at most %u", (unsigned long long)worst, sim::length_words(which), where, most);
		spacing = 0;
		run("behind them", 100);
		through = false;
	}

	// Turns are by words: cells of this node have their part beside longer ones that pass.
	void share()
	{
		const unsigned clocks = 20000;

		beside = true, lane = 0;
		std::fill(words_of, words_of + 3, 0);
		for (unsigned t = 0; t < clocks; t++)
			clock(true);
		double mine = double(words_of[L]), passing = double(words_of[X]);
		sim::measured("switch_share_beside_longest", mine / (mine + passing));
		sim::ok(mine >= 0.4 * (mine + passing) && passing >= 0.4 * (mine + passing) && mine + passing > 0.95 * clocks,
			"cells of 16 words beside passing ones of %d, both all the time: %.1f %% and %.1f %% of the clocks",
			sim::length_words(longest_of()), 100 * mine / clocks, 100 * passing / clocks);
		run("after them", 100);
		beside = false;
	}

	void run(const char *name, uint64_t cells)
	{
		uint64_t start = number, from = dut.cycle, cells0 = out[0].cells + out[1].cells + out[2].cells;

		while (number - start < cells && sim::tally().failed < 20)
			clock(true);
		for (int k = 0; k < 20000 * sim::span() && (due() || k < 2000 * sim::span()); k++) {
			waited = 0;
			clock(false);
		}
		sim::ok(due() == 0, "%s: %llu cells in, %llu cells out in %llu clocks, none missing", name, (unsigned long long)cells,
			(unsigned long long)(out[0].cells + out[1].cells + out[2].cells - cells0), (unsigned long long)(dut.cycle - from));
		for (auto &i : expected)
			for (auto &v : i)
				for (auto &o : v)
					o.clear(); // bad cells that never left
		bool all = true;
		for (int i = X; i <= Y; i++)
			for (int v = 0; v < 2; v++)
				all = sim::expect(in[i].credit[v] == max_credit, "input %d channel %d: %d credits of %d", i, v, in[i].credit[v], max_credit) && all;
		sim::ok(all, "%s: all credits came back", name);
	}
};

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	static Bench bench;
	uint64_t cells = sim::setting("cells", 20000);

	bench.setup(int(sim::setting("slots", sim::span() > 1 ? 32 : 8)));
	bench.run("mixed", cells);
	bench.idle = 0, bench.idle_in = 0, bench.busy = 0, bench.badness = 0;
	bench.run("full load", cells);
	bench.badness = 50;
	bench.run("full load, half of it bad", cells);
	bench.idle = 0, bench.idle_in = 60, bench.busy = 0;
	bench.run("slow links", cells);
	bench.idle = 0, bench.idle_in = 5, bench.busy = 80;
	bench.run("slow outputs", cells);
	bench.idle = 95, bench.idle_in = 0, bench.busy = 0;
	bench.run("light load", cells);
	bench.idle = bench.badness = 0;
	bench.pass();
	bench.share();
	return sim::done();
}
