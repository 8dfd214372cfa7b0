// SPDX-License-Identifier: BSD-3-Clause
//
// top: link_port
// with: w16 -GW=16
// with: w64 -GW=64
// with: w64one -GW=64 -GCONTROL_N=0
// with: w64long -GW=64 -GSPAN=7
// more: w128 -GW=128
//
// Two ports joined by delay lines that lose, double, garble and flip words, with a model of the
// switch at each end: cells with random gaps, some of them bad, buffers that drain at random,
// symbols in between. The cells that come out as good must be those that went in as good, in order,
// once; every cell must be whole, for every fault of the wire; no good cell may meet a full buffer.
// A long wire carries as many cells as a short one, and a cell that was spoilt on it is sent again once. Bulk and control have half
// of the wire each, if they want it, and control goes on where bulk has no room.
// Then how long it takes to call a link dead, and that it starts again.
// Settings: cells=300000 (100000 beyond 16 bits), error=10 (per thousand cells), delay=, seed=.

#include <deque>
#include <vector>

#include "Vtop.h"
#include "sim.h"

enum { DEAD_TICKS = 4, RETRIES = 16 };
static uint64_t TICK = 512; // 1024 with long cells

struct Word {
	bool valid = false;
	unsigned user = 0;
	uint32_t data[4] = {0, 0, 0, 0};
	bool hurt = false; // by the wire
	bool operator==(const Word &o) const { return !memcmp(data, o.data, sizeof data); }
};

static void put(SData &to, const Word &w) { to = SData(w.data[0]); }
static void put(QData &to, const Word &w) { to = w.data[0] | QData(w.data[1]) << 32; }
static void put(VlWide<4> &to, const Word &w) { memcpy(to.data(), w.data, 16); }
static void get(Word &w, SData from) { w.data[0] = from; }
static void get(Word &w, QData from) { w.data[0] = uint32_t(from), w.data[1] = uint32_t(from >> 32); }
static void get(Word &w, const VlWide<4> &from) { memcpy(w.data, from.data(), 16); }

static const int W = 8 * sizeof(Vtop::m_wire_tdata);
static const int HEAD_WORDS = W == 16 ? 2 : 1;
// Default sizes of link_port.v: slots of a channel, clocks of a long wire over which they keep it full both ways.
static int SLOTS[2] = {W == 16 ? 8 : 32, 8}; // by class: bulk (64 with long cells), control
static int CLASSES = 1; // of the build: classes() in main
static const int FAR = W == 16 ? 8 : 200;

typedef std::vector<Word> Cell; // all words; the tail's value is nothing
static const int data_words[4] = {16, 8, 4, 1};
// The class of a cell, 1 for control, from the first word of its head (cell_class.v).
static int class_of(const Word &head)
{
	unsigned type = head.data[0] >> 12 & 7;

	if (CLASSES == 1)
		return 0;
	return type >= 4 || (type == 2 && head.data[1] >> 7 & 1) || (type == 0 && head.data[1] >> 12 & 1);
}

// Words of a cell, from the first word of its head (cell_len.v).
static int cell_words(const Word &head)
{
	int words = sim::words_named(head.data[0] | uint64_t(head.data[1]) << 32);

	if (sim::span() == 1 || class_of(head) || words > 32 * sim::span() - 2)
		words = data_words[head.data[0] & 3];
	return HEAD_WORDS + words + 1;
}
// Of the longest of a class.
static int full_words(int which = 0) { return HEAD_WORDS + (which || sim::span() == 1 ? 16 : 32 * sim::span() - 2) + 1; }
static int slots_of(const Word &head) { return (cell_words(head) + 31) / 32; }

static unsigned symbol_check(uint32_t symbol)
{
	uint32_t crc = 0;
	for (int i = 19; i >= 0; i--) {
		bool top = (crc >> 11 ^ symbol >> i) & 1;
		crc = (crc << 1 & 0xfff) ^ (top ? 0x06d : 0);
	}
	return crc;
}

// The faults of a wire.
struct Faults {
	uint32_t error = 0;      // events per million words
	bool cut = false;        // nothing arrives
	bool always = false;     // each word is hurt
	bool cells_only = false; // cells are hurt, symbols never
};

// One direction: D clocks of delay and its faults.
struct Wire {
	sim::Rng rng;
	Faults faults;
	std::deque<Word> line;
	int excess = 0;   // words in the line beyond its length
	int burst = 0, lose = 0;
	bool lose_cell = false;
	Word last;        // the last valid word that was delivered
	uint64_t events = 0, lucky = 0, words = 0, busy = 0;

	Wire(uint64_t seed, int delay) : rng(seed), line(delay) {}

	void flip(Word &w, int bits)
	{
		for (int i = 0; i < bits; i++) {
			unsigned at = rng.below(W + 3);
			if (at < unsigned(W))
				w.data[at / 32] ^= 1u << at % 32;
			else if (at < unsigned(W) + 2)
				w.user ^= 1u << (at - W);
			else
				w.valid = !w.valid;
		}
		w.hurt = true;
	}

	void garble(Word &w)
	{
		for (int i = 0; i < W; i++)
			if (rng.chance(1, 2))
				w.data[i / 32] ^= 1u << i % 32;
		w.valid = !rng.chance(1, 4);
		if (rng.chance(1, 2))
			w.user = rng.below(4);
		w.hurt = true;
	}

	void event(Word &w)
	{
		events++;
		switch (rng.below(8)) {
		case 0: case 1: case 2: flip(w, 1 + rng.below(3)); break;
		case 3: w.valid = false; w.hurt = true; break;
		case 4: if (excess < 3) { w.hurt = true; line.push_back(w); excess++; } break;
		case 5: lose_cell = true; break;
		case 6: burst = 1 + rng.below(40); break;
		default: lose = 1 + rng.below(W == 16 ? 60 : 100); break;
		}
	}

	void push(Word w)
	{
		words++;
		busy += w.valid;
		bool cell = w.valid && w.user < 2;
		if (faults.cut)
			w.valid = false;
		if (faults.always || (faults.cells_only && w.valid && w.user < 2))
			flip(w, 1);
		if (faults.error && rng.chance(faults.error, 1000000))
			event(w);
		if (burst && burst--)
			garble(w);
		if (lose && lose--)
			w.valid = false, w.hurt = true;
		if (lose_cell && cell) {
			if (w.user == 1 && last_lost)
				lose_cell = last_lost = false;
			else
				w.valid = false, w.hurt = last_lost = true;
		}
		if (excess && !w.valid)
			excess--;
		else
			line.push_back(w);
	}
	bool last_lost = false;

	// Errors that no code of 12 bits could detect are not tested here.
	bool passes_by_luck(const Word &w)
	{
		if (!w.valid || !(w.hurt || (W == 16 && last.hurt)) || w.user != (W == 16 ? 3u : 2u))
			return false;
		if (W == 16 && last.user != 2)
			return false;
		uint32_t all = W == 16 ? last.data[0] << 16 | w.data[0] : w.data[0];
		return symbol_check(all >> 12) == (all & 0xfff);
	}

	// A symbol that no port sends, with a good check, in place of words that say nothing.
	std::deque<Word> forged;

	void forge(uint32_t symbol)
	{
		uint32_t all = symbol << 12 | symbol_check(symbol);
		Word w;

		w.valid = true;
		w.user = 2;
		w.data[0] = W == 16 ? all >> 16 : all;
		forged.push_back(w);
		if (W != 16)
			return;
		w.user = 3;
		w.data[0] = all & 0xffff;
		forged.push_back(w);
	}

	Word pop()
	{
		Word w = line.front();
		line.pop_front();
		bool room = !w.valid && (line.empty() || !line.front().valid);
		if (!forged.empty() && (room || forged.front().user == 3)) {
			w = forged.front();
			forged.pop_front();
		}
		if (passes_by_luck(w)) {
			lucky++;
			w.valid = false;
		}
		if (w.valid)
			last = w;
		return w;
	}
};

// The switch and the node at one port, and the port.
struct End {
	sim::Clocked<Vtop> port;
	sim::Rng rng;
	int number;
	// settings
	uint32_t idle = 0, stall = 0, bad = 0, symbols = 0; // per mille: gaps in cells, tready low, bad cells, symbols
	bool send = false, drain = true, short_cells = true, drain_fast = false;
	bool one_channel = false; // all cells go in channel 0
	bool bulk_only = false; // no cells of the control class
	bool drain_class[2] = {true, true};
	// sending, by class
	struct Source {
		Cell cell;
		size_t at = 0;
		bool offered = false, offered_bad = false;
	} source[2];
	uint64_t sent_of[2] = {0, 0}, words_of[2] = {0, 0}; // cells of each class, their words
	std::deque<Cell> *out = nullptr, *in = nullptr; // good cells between the ends
	uint64_t sent = 0, sent_all = 0, sent_bad = 0, received = 0, received_bad = 0;
	uint32_t symbol_next = 0, symbol_seen = 0;
	uint64_t symbols_sent = 0, symbols_got = 0;
	// receiving
	Cell incoming;
	bool open = false;
	std::deque<int> held[2][2]; // slots of each good cell in the buffer, by class and channel
	uint64_t last_word = 0;
	uint64_t first_head = 0; // clock at which m_rx_head was seen last

	End(int n) : rng(sim::seed() * 16 + n), number(n) {}

	bool idle_source() const { return source[0].cell.empty() && source[1].cell.empty(); }

	void make_cell(int which)
	{
		Source &from = source[which];
		unsigned vc = one_channel ? 0 : rng.below(2), len = short_cells ? (rng.chance(1, 2) ? 0 : rng.below(4)) : 0;
		unsigned words = which || sim::span() == 1 ? 0 : short_cells ? (rng.chance(1, 2) ? 64 + rng.below(159) : 0) : 222; // of a long cell
		Word head;
		do {
			for (int i = 0; i < (W + 31) / 32; i++)
				head.data[i] = uint32_t(rng.next()) & (W == 16 ? 0xffff : ~0u);
			head.data[0] = vc << 15 | rng.below(1 << 13) << 2 | (words ? words & 3 : len);
			if (W > 16)
				head.data[0] |= rng.below(1 << 16) << 16;
			if (sim::span() > 1)
				head.data[1] = (head.data[1] & ~0xcf00u) | (words >> 2 & 15) << 8 | words >> 6 << 14;
		} while (class_of(head) != which);
		from.cell.assign(cell_words(head), Word());
		for (Word &w : from.cell)
			for (int i = 0; i < (W + 31) / 32; i++)
				w.data[i] = uint32_t(rng.next()) & (W == 16 ? 0xffff : ~0u);
		from.cell[0] = head;
		from.offered_bad = rng.chance(bad, 1000);
		from.at = 0;
	}

	void drive_source(int which)
	{
		Vtop *p = port.top;
		Source &from = source[which];

		if (from.cell.empty() && send && !(which && bulk_only))
			make_cell(which);
		if (!from.offered && !from.cell.empty()) {
			unsigned vc = from.cell[0].data[0] >> 15 & 1;
			bool room = from.at || ((which ? p->tx_control_room : p->tx_room) >> vc & 1);
			from.offered = room && !rng.chance(idle, 1000);
		}
		bool head = from.offered && from.at == 0, last = from.offered && from.at + 1 == from.cell.size();
		bool is_bad = last ? from.offered_bad : rng.below(2);
		const Word word = from.offered ? from.cell[from.at] : Word();

		if (which) {
			p->s_control_want = p->s_control_valid = from.offered;
			p->s_control_head = head;
			p->s_control_last = last;
			p->s_control_bad = is_bad;
			put(p->s_control_data, word);
		} else {
			p->s_tx_want = p->s_tx_valid = from.offered;
			p->s_tx_head = head;
			p->s_tx_last = last;
			p->s_tx_bad = is_bad;
			put(p->s_tx_data, word);
		}
	}

	void drive(const Word &in_word)
	{
		Vtop *p = port.top;
		p->s_wire_tvalid = in_word.valid;
		p->s_wire_tuser = in_word.user;
		put(p->s_wire_tdata, in_word);
		p->m_wire_tready = !rng.chance(stall, 1000);
		for (int c = 0; c < CLASSES; c++)
			drive_source(c);
		if (!p->s_sym_valid && rng.chance(symbols, 1000)) {
			p->s_sym_valid = 1;
			p->s_sym_data = (5 + symbol_next % 3) << 16 | (symbol_next & 0xffff);
			symbol_next++;
		}
		p->rx_free = p->rx_control_free = 0;
		for (int c = 0; c < CLASSES; c++)
			for (int v = 0; v < 2; v++)
				if (drain && drain_class[c] && !held[c][v].empty() && rng.chance(drain_fast ? 500 : 60, 1000)) {
					(c ? p->rx_control_free : p->rx_free) |= 1 << v;
					if (!c)
						p->rx_free_slots = (p->rx_free_slots & ~(15 << 4 * v)) | held[c][v].front() << 4 * v;
					held[c][v].pop_front();
				}
		port.settle();
	}

	// The words that the clock edge takes; returns the word that goes to the wire.
	Word take()
	{
		Vtop *p = port.top;
		Word w;
		w.valid = p->m_wire_tvalid && p->m_wire_tready;
		w.user = p->m_wire_tuser;
		get(w, p->m_wire_tdata);
		sim::expect(CLASSES == 1 || !(p->s_tx_valid && p->s_tx_ready && p->s_control_valid && p->s_control_ready),
			"end %d: words of both classes are taken", number);
		if (p->s_tx_valid && p->s_tx_ready)
			word_out(0);
		if (CLASSES == 2 && p->s_control_valid && p->s_control_ready)
			word_out(1);
		sym_taken = p->s_sym_valid && p->s_sym_ready;
		symbols_sent += sym_taken;
		return w;
	}
	bool sym_taken = false;

	void word_out(int which)
	{
		Source &from = source[which];

		from.offered = false;
		if (++from.at != from.cell.size())
			return;
		sent_all++;
		sent_of[which]++;
		words_of[which] += from.cell.size();
		if (from.offered_bad)
			sent_bad++;
		else
			sent++, out->push_back(from.cell);
		from.cell.clear();
	}

	void after()
	{
		Vtop *p = port.top;
		if (sym_taken)
			p->s_sym_valid = 0;
		if (p->m_sym_valid)
			symbol_in(p->m_sym_data);
		if (p->m_rx_valid)
			word_in();
	}

	void symbol_in(uint32_t data)
	{
		uint32_t count = data & 0xffff;
		uint32_t ahead = (count - symbol_seen) & 0xffff;
		symbols_got++;
		sim::expect(ahead < 20000, "end %d: symbol %x after %x", number, count, symbol_seen);
		symbol_seen = (count + 1) & 0xffff;
	}

	void word_in()
	{
		Vtop *p = port.top;
		Word w;
		get(w, p->m_rx_data);
		last_word = port.cycle;
		sim::expect(bool(p->m_rx_head) == !open, "end %d: first word within a cell, or none", number);
		if (p->m_rx_head) {
			incoming.clear();
			first_head = port.cycle;
			int c = class_of(w);
			sim::expect(bool(p->m_rx_control) == bool(c), "end %d: class of a cell", number);
			sim::expect(slots_held(c, w.data[0] >> 15 & 1) < SLOTS[c], "end %d: no slot for a cell", number);
		}
		incoming.push_back(w);
		open = !p->m_rx_last;
		int words = cell_words(incoming[0]);
		sim::expect(bool(p->m_rx_last) == (int(incoming.size()) == words), "end %d: cell of %d words, word %d, last %d",
			number, words, int(incoming.size()), p->m_rx_last);
		if (p->m_rx_last)
			cell_in(p->m_rx_bad);
	}

	int slots_held(int c, int vc) const
	{
		int sum = 0;
		for (int n : held[c][vc])
			sum += n;
		return sum;
	}

	void cell_in(bool is_bad)
	{
		if (is_bad) {
			received_bad++;
			return;
		}
		int vc = incoming[0].data[0] >> 15 & 1, c = class_of(incoming[0]);
		held[c][vc].push_back(slots_of(incoming[0]));
		sim::expect(slots_held(c, vc) <= SLOTS[c] - (c ? 1 : sim::span()), "end %d: a good cell met a full buffer", number);
		if (!sim::expect(!in->empty() && same(in->front()), "end %d: good cell %llu (clock %llu) is none that was sent next",
			number, (unsigned long long)received, (unsigned long long)port.cycle))
			return;
		in->pop_front();
		received++;
	}

	bool same(const Cell &c) const
	{
		return c.size() == incoming.size() && std::equal(c.begin(), c.end() - 1, incoming.begin());
	}
};

struct Link {
	std::deque<Cell> cells[2];
	End end[2] = {{0}, {1}};
	Wire wire[2]; // from end i
	uint64_t clock = 0;

	Link(int delay) : wire{{sim::seed() * 2 + 100, delay}, {sim::seed() * 2 + 101, delay}}
	{
		for (int i = 0; i < 2; i++) {
			end[i].out = &cells[i];
			end[i].in = &cells[!i];
			end[i].port->clear = 0;
			end[i].port->rst = 1;
		}
		run(4);
		for (int i = 0; i < 2; i++)
			end[i].port->rst = 0;
	}

	void step()
	{
		Word out[2];
		for (int i = 0; i < 2; i++)
			end[i].drive(wire[!i].line.empty() ? Word() : wire[!i].pop());
		for (int i = 0; i < 2; i++)
			out[i] = end[i].take();
		for (int i = 0; i < 2; i++) {
			wire[i].push(out[i]);
			end[i].port.tick();
			end[i].after();
		}
		clock++;
	}
	void run(uint64_t clocks)
	{
		while (clocks--)
			step();
	}
	bool both_up() { return end[0].port->up && end[1].port->up; }
	bool bring_up(uint64_t limit = 40 * TICK)
	{
		for (uint64_t t = 0; t < limit && !both_up(); t++)
			step();
		return both_up();
	}
	// All that was sent arrives.
	bool settle(uint64_t limit = 60000)
	{
		for (int i = 0; i < 2; i++)
			end[i].send = false, end[i].drain = true;
		while (limit-- && (!cells[0].empty() || !cells[1].empty() || !end[0].idle_source() || !end[1].idle_source()))
			step();
		run(3 * TICK);
		return cells[0].empty() && cells[1].empty();
	}
	void mood(sim::Rng &rng)
	{
		for (End &e : end) {
			e.idle = rng.chance(1, 3) ? 0 : rng.below(600);
			e.stall = rng.chance(1, 2) ? 0 : rng.below(500);
			e.symbols = rng.chance(1, 2) ? 0 : rng.below(100);
			e.bad = rng.chance(1, 2) ? 0 : rng.below(100);
			e.send = !rng.chance(1, 8);
			e.drain_fast = rng.chance(2, 3);
			e.drain = !rng.chance(1, 12);
		}
	}
};

static void test_soak(uint64_t cells, uint32_t per_mille, int delay)
{
	Link link(delay);
	sim::Rng rng(sim::seed() + 5);
	if (!sim::ok(link.bring_up(), "D=%d: both ends come up", delay))
		return;
	for (Wire &w : link.wire)
		w.faults.error = per_mille * 1000 / full_words();
	uint64_t start = link.clock;
	while (link.end[0].received + link.end[1].received < cells && link.clock - start < cells * 400 * sim::span() && link.both_up()) {
		link.mood(rng);
		link.run(200 + rng.below(2000));
	}
	for (Wire &w : link.wire)
		w.faults.error = 0;
	bool all = link.settle();
	End &a = link.end[0], &b = link.end[1];
	sim::diag("D=%d %llu clocks, %llu + %llu good cells, %llu + %llu sent bad, %llu + %llu received bad, %llu + %llu symbols of %llu + %llu",
		delay, (unsigned long long)link.clock, (unsigned long long)a.received, (unsigned long long)b.received,
		(unsigned long long)a.sent_bad, (unsigned long long)b.sent_bad,
		(unsigned long long)a.received_bad, (unsigned long long)b.received_bad,
		(unsigned long long)a.symbols_got, (unsigned long long)b.symbols_got,
		(unsigned long long)b.symbols_sent, (unsigned long long)a.symbols_sent);
	sim::diag("errors %llu + %llu (%llu beyond the code), cnt_crc %u %u cnt_retry %u %u cnt_sym %u %u",
		(unsigned long long)link.wire[0].events, (unsigned long long)link.wire[1].events,
		(unsigned long long)(link.wire[0].lucky + link.wire[1].lucky),
		a.port->cnt_crc, b.port->cnt_crc, a.port->cnt_retry, b.port->cnt_retry, a.port->cnt_sym, b.port->cnt_sym);
	sim::ok(link.both_up(), "D=%d: still up (dead_cause %d %d)", delay, a.port->dead_cause, b.port->dead_cause);
	sim::ok(all && a.received == b.sent && b.received == a.sent && a.received + b.received >= cells,
		"D=%d: every good cell came once, in order, whole", delay);
	if (!per_mille)
		sim::ok(!(a.port->cnt_crc | a.port->cnt_retry | a.port->cnt_sym | b.port->cnt_crc | b.port->cnt_retry | b.port->cnt_sym),
			"D=%d: a wire without errors counts none", delay);
	int held = 0;
	for (int c = 0; c < 2; c++)
		for (int v = 0; v < 2; v++)
			held += int(a.held[c][v].size() + b.held[c][v].size());
	sim::ok(held == 0 && a.port->tx_room == 3 && b.port->tx_room == 3 && (CLASSES == 1 || (a.port->tx_control_room == 3 && b.port->tx_control_room == 3)),
		"D=%d: all credit is back", delay);
}

static void test_latency(int delay)
{
	Link link(delay);
	link.bring_up();
	link.run(100);
	End &a = link.end[0], &b = link.end[1];
	a.send = a.bulk_only = true;
	while (!(a.port->s_tx_valid && a.port->s_tx_head))
		link.step();
	uint64_t from = link.clock; // edges so far: the last one took the first word
	a.send = false;
	link.settle(1000);
	sim::ok(b.first_head - from == unsigned(delay) + 1, "D=%d: m_rx is D + 2 clocks behind s_tx (%d)", delay,
		int(b.first_head - from) + 1);
}

// Clocks for a full cell: one way or both, in one channel or in both.
static double rate(int delay, bool both, bool one_channel)
{
	Link link(delay);
	link.bring_up();
	for (int i = 0; i < 2; i++) {
		End &e = link.end[i];
		e.short_cells = false;
		e.send = both || i == 0;
		e.drain_fast = true;
		e.one_channel = one_channel;
		e.bulk_only = true;
	}
	link.run(1000);
	uint64_t before = link.end[0].sent_all;
	uint64_t clocks = 40 * TICK;
	link.run(clocks);
	return double(clocks) / double(link.end[0].sent_all - before);
}

static void test_rate(int delay, bool both)
{
	double per_cell = rate(delay, both, false);
	sim::measured(both ? "link_clocks_per_cell_both_ways" : "link_clocks_per_cell", per_cell);
	int words = full_words();
	sim::ok(per_cell < words * (both ? 1.09 : 1.01), "D=%d: %.3f clocks for a cell of %d words%s", delay, per_cell, words,
		both ? ", both ways" : "");
}

// Over a long wire as over a short one: the buffers hold all cells that are not acknowledged yet.
static void test_far(int delay, bool both, bool one_channel)
{
	double near = rate(1, both, one_channel), far = rate(delay, both, one_channel);
	sim::ok(near >= 0.98 * far, "D=%d: %.1f %% of the cells of D=1 (%.3f, %.3f clocks for a cell)%s%s", delay, 100 * near / far,
		far, near, both ? ", both ways" : "", one_channel ? ", one channel" : "");
}

// Two classes that always have full cells: each gets half; bulk that has no room does not stop control.
static void test_classes(int delay)
{
	Link link(delay);
	link.bring_up();
	End &a = link.end[0], &b = link.end[1];
	a.short_cells = b.short_cells = false;
	b.drain_fast = a.send = true;
	link.run(2000);
	uint64_t before[2] = {a.words_of[0], a.words_of[1]};
	link.run(40 * TICK);
	double bulk = double(a.words_of[0] - before[0]), control = double(a.words_of[1] - before[1]), clocks = 40.0 * TICK;
	sim::measured("link_control_share", control / (bulk + control));
	sim::ok(bulk > 0.48 * (bulk + control) && control > 0.48 * (bulk + control) && bulk + control > 0.97 * clocks,
		"D=%d: both classes: bulk has %.1f %% of the wire, control %.1f %%", delay, 100 * bulk / clocks, 100 * control / clocks);
	b.drain_class[0] = false;
	link.run(40 * TICK);
	before[0] = a.words_of[0], before[1] = a.words_of[1];
	link.run(40 * TICK);
	control = double(a.words_of[1] - before[1]);
	sim::ok(a.words_of[0] == before[0] && control > 0.97 * clocks, "D=%d: bulk waits for room, control has %.1f %% of the wire", delay,
		100 * control / clocks);
}

// A full cell that is spoilt is sent again once: the ticks are longer than a replay of it and the way back.
static void test_once(int delay)
{
	Link link(delay);
	link.bring_up();
	End &a = link.end[0], &b = link.end[1];
	for (End &e : link.end)
		e.short_cells = false, e.send = e.drain_fast = e.bulk_only = true;
	link.run(2000);
	link.wire[0].faults.error = 10000;
	while (!b.port->cnt_crc && link.both_up())
		link.step();
	link.wire[0].faults.error = 0;
	link.run(20 * TICK);
	sim::ok(b.port->cnt_crc == 1 && a.port->cnt_retry == 1 && !b.port->cnt_retry, "D=%d: a spoilt cell of %d words is sent again %d times",
		delay, full_words(), a.port->cnt_retry);
}

// Clocks until end `i` is dead, or `limit`.
static uint64_t until_dead(Link &link, int i, uint64_t limit)
{
	uint64_t from = link.clock;
	while (!link.end[i].port->dead && link.clock - from < limit)
		link.step();
	return link.clock - from;
}

static void traffic(Link &link)
{
	for (End &e : link.end)
		e.send = true, e.idle = 100, e.symbols = 20;
}

// Both ends are started again by software; then cells flow as before.
static void test_again(Link &link, const char *what)
{
	for (int i = 0; i < 2; i++) {
		link.wire[i].faults = Faults();
		link.end[i].send = false;
		link.end[i].drain = true;
	}
	link.run(2000);
	sim::ok(link.end[0].idle_source() && link.end[1].idle_source(), "%s: a dead link takes the cells that the switch still sends", what);
	sim::ok(!link.end[0].open && !link.end[1].open, "%s: no cell is left open", what);
	for (End &e : link.end)
		e.port->clear = 1;
	link.step();
	for (End &e : link.end)
		e.port->clear = 0;
	sim::ok(link.bring_up(), "%s: up again after clear", what);
	for (int i = 0; i < 2; i++) {
		link.cells[i].clear();
		link.end[i].sent = link.end[i].received = 0;
	}
	traffic(link);
	link.run(20000);
	bool all = link.settle();
	sim::ok(all && link.end[0].received == link.end[1].sent && link.end[0].sent == link.end[1].received && link.end[0].sent > uint64_t(300 / sim::span()),
		"%s: cells flow again (%llu + %llu)", what, (unsigned long long)link.end[0].received,
		(unsigned long long)link.end[1].received);
}

static void test_dead(const char *what, Faults faults, uint64_t bound, unsigned cause)
{
	Link link(6);
	link.bring_up();
	traffic(link);
	link.run(3000);
	link.wire[0].faults = faults;
	uint64_t clocks = until_dead(link, faults.cells_only ? 0 : 1, 4 * bound);
	End &e = link.end[faults.cells_only ? 0 : 1];
	sim::ok(clocks <= bound && e.port->dead_cause == cause, "%s: dead after %llu clocks, at most %llu (cause %d)", what,
		(unsigned long long)clocks, (unsigned long long)bound, e.port->dead_cause);
	clocks = until_dead(link, faults.cells_only ? 1 : 0, 1000000);
	sim::ok(clocks <= (DEAD_TICKS + 1) * TICK + 40, "%s: the other end %llu clocks later (cause %d)", what,
		(unsigned long long)clocks, link.end[faults.cells_only ? 1 : 0].port->dead_cause);
	test_again(link, what);
}

static void test_restart()
{
	Link link(6);
	link.bring_up();
	traffic(link);
	link.run(3000);
	End &b = link.end[1];
	b.port->rst = 1; // the node loses power; its switch with it
	link.step();
	b.port->rst = 0;
	b.source[0] = b.source[1] = End::Source();
	b.open = false;
	for (auto &of : b.held)
		of[0].clear(), of[1].clear();
	b.send = false;
	uint64_t clocks = until_dead(link, 0, 100000);
	sim::ok(clocks <= (DEAD_TICKS + 1) * TICK + 40, "peer restarts: dead after %llu clocks (cause %d)",
		(unsigned long long)clocks, link.end[0].port->dead_cause);
	test_again(link, "peer restarts");
}

// Symbols that a sound neighbour does not send: one that acknowledges a cell that was never sent, the HELLO of another format.
static void test_symbols()
{
	Link link(6), other(6);

	link.bring_up();
	link.run(1000);
	link.wire[1].forge(2 << 16 | 5); // ACK
	uint64_t clocks = until_dead(link, 0, 1000);
	sim::ok(link.end[0].port->dead && link.end[0].port->dead_cause == 5, "a cell that was not sent is acknowledged: dead after %llu clocks (cause %d)",
		(unsigned long long)clocks, link.end[0].port->dead_cause);
	until_dead(link, 1, (DEAD_TICKS + 1) * TICK + 40);
	test_again(link, "a cell that was not sent is acknowledged");
	for (uint64_t t = 0; t < 40 * TICK && !other.end[0].port->dead && !other.end[0].port->up; t++) {
		if (other.wire[1].forged.empty())
			other.wire[1].forge(1 << 16 | 0xff); // HELLO
		other.step();
	}
	other.wire[1].forged.clear();
	sim::ok(other.end[0].port->dead && other.end[0].port->dead_cause == 4, "a neighbour of another format: dead (cause %d)",
		other.end[0].port->dead_cause);
	test_again(other, "a neighbour of another format");
}

static void test_cut_cell()
{
	Link link(4);
	link.bring_up();
	link.end[0].send = link.end[0].bulk_only = true;
	link.end[0].short_cells = false;
	while (!link.end[1].open || link.end[1].incoming.size() < 4)
		link.step();
	link.wire[0].faults.cut = true;
	uint64_t from = link.clock;
	while (link.end[1].open && link.clock - from < 100000)
		link.step();
	sim::ok(link.clock - from <= 2 * TICK + full_words() + 6, "a cell cut short is filled up after %llu clocks",
		(unsigned long long)(link.clock - from));
}

// The number of classes that the ports of this build have.
static int classes(bool one)
{
	Link link(1);
	link.bring_up();
	link.run(TICK);
	int n = link.end[0].port->tx_control_room == 3 ? 2 : 1;
	sim::ok(n == (one ? 1 : 2), "classes of cells: %d", n);
	return n;
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	if (sim::span() > 1)
		TICK = 1024, SLOTS[0] = 64;
	CLASSES = classes(W == 16 || strstr(argv[0], "one"));
	uint64_t cells = sim::setting("cells", W == 16 ? 300000 : 100000 / sim::span());
	uint32_t error = sim::setting("error", 10);
	Faults cut, always, cells_only;

	cut.cut = always.always = cells_only.cells_only = true;
	for (int delay : {1, 4, 8}) {
		test_latency(delay);
		test_rate(delay, false);
		test_rate(delay, true);
	}
	for (bool both : {false, true})
		for (bool one_channel : {false, true})
			for (int delay : {FAR / 2, FAR})
				test_far(delay, both, one_channel);
	if (CLASSES == 2)
		test_classes(4);
	for (int delay : {4, 24, FAR})
		test_once(delay);
	test_cut_cell();
	test_dead("cut wire", cut, (DEAD_TICKS + 1) * TICK + 40, 1);
	test_dead("always wrong", always, (DEAD_TICKS + 1) * TICK + 40, 1);
	test_dead("cells always wrong", cells_only, 2 * (RETRIES + 1) * TICK, 2);
	test_restart();
	test_symbols();
	test_soak(cells / 10, 0, sim::setting("delay", 5));
	test_soak(cells * 9 / 10, error, sim::setting("delay", 5));
	test_soak(cells / 20, 10 * error, sim::setting("delay", 2));
	test_soak(cells / 20, error, FAR);
	return sim::done();
}
