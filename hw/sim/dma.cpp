// SPDX-License-Identifier: BSD-3-Clause
//
// Two DMA engines, each with its own host memory (slow, stalling, in part broken), joined by queues of cells: all
// operations from all pages at once, right and wrong ones. The model below says for every descriptor what has to
// happen; then every byte of both memories is compared, and every completion, record and refusal is accounted for. Then
// directed tests: rings that are full, descriptors in the card, pages that are turned off; and the
// figures: share of the link's payload rate, clocks from doorbell to cell.
//
//     rounds=N          rounds of random work (default 12)
//
// top: dma
// with: w16 -GW=16
// with: w64 -GW=64
// more: w128 -GW=128
#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "Vtop.h"
#include "axi_mem.h"
#include "btl_fpga/ring_nic_regs.h"
#include "sim.h"

using sim::expect;

enum { PAGES = 8, LAST = 4, CARD_A = 1, CARD_B = 3 }; // nodes 0..4, two of which are here
enum { SRC = 0, DST = 1, LAND = 2, BROKEN = 3, CLOSED = 4 }; // what a page uses its regions for
enum { REGION_B = 96 * 1024, LG_SEND = 5, LG_RECV = 6, LG_CPL = 7 };

static int w_bits, cell_b, slot_b, msg_b, first_b;

struct Word {
	uint64_t low, high;
	bool head, last;
};
typedef std::vector<Word> Cell;

template<class T> static void get(const T &from, Word *to)
{
	if constexpr (sizeof(T) == 16) {
		to->low = from[0] | uint64_t(from[1]) << 32;
		to->high = from[2] | uint64_t(from[3]) << 32;
	} else {
		to->low = from;
		to->high = 0;
	}
}
template<class T> static void set(T *to, const Word &from)
{
	if constexpr (sizeof(T) == 16) {
		(*to)[0] = uint32_t(from.low);
		(*to)[1] = uint32_t(from.low >> 32);
		(*to)[2] = uint32_t(from.high);
		(*to)[3] = uint32_t(from.high >> 32);
	} else {
		*to = T(from.low);
	}
}

static int cell_words(int len) { return len == 0 ? 16 : len == 1 ? 8 : len == 2 ? 4 : 1; }
static uint32_t head_of(const Cell &cell)
{
	return w_bits == 16 ? uint32_t(cell[0].low | cell[1].low << 16) : uint32_t(cell[0].low);
}

// ---- What has to come ----------------------------------------------------------------------------

struct Done { // a completion
	int kind, status, source, tag;
	uint64_t cookie;
	bool or_write_error; // that status is as good
};
struct Record { // of a receive ring
	int source, tag;
	uint64_t user; // 56 bits
	std::vector<uint8_t> data;
	std::function<void()> seen; // what must hold when the host sees it
};

struct PageModel {
	uint64_t base[8], size[8];
	uint16_t key;
	uint64_t send_base, recv_base, cpl_base;
	uint16_t send_prod = 0, recv_cons = 0, cpl_cons = 0, recv_told = 0, cpl_told = 0;
	std::deque<Done> sends;               // in order
	std::map<int, Done> streams;          // by tag
	std::map<uint64_t, Done> reductions;  // by cookie
	bool reduces = false;                 // in this round
	std::vector<Done> refusals;           // in any order
	std::map<std::pair<int, int>, std::deque<Record>> records; // by source and sending page
	int refusals_told = 0, untold = 0, completions = 0, messages = 0;
	bool hit_broken = false;              // a write of this page may have failed
	bool polled = true;
	uint64_t used = 0;                    // of DST and LAND, by this round
	uint64_t land_used = 0;
	int expected_records = 0;
	std::set<int> stream_free;
};

// A card with its memory and queues.
struct Card {
	sim::Clocked<Vtop> top;
	sim::AxiMem mem, want;
	sim::Rng rng;
	int id;
	Cell filling;
	std::deque<Cell> out, in; // cells sent; cells to be received
	size_t in_word = 0;
	bool offered = false;
	uint32_t stall = 30, idle = 20;
	uint64_t elsewhere = 0;   // cells to nodes that are not here
	uint64_t cells = 0;
	uint32_t ev_cq = 0, ev_rq = 0, ev_refused = 0;
	uint64_t first_word = 0, last_word = 0; // clocks
	bool link_rate = false;   // the cell's tail takes a clock on the link
	bool pause = false;
	// Stand-in for the reduction unit: a result is its operand with the bits turned over.
	struct Beat {
		int group;
		uint64_t data;
		bool last;
	};
	std::deque<Beat> operands;
	std::deque<Beat> results[PAGES];
	int result_group = -1;
	// bus
	bool bus = false, bus_write = false;
	int bus_page = 0;
	uint32_t bus_addr = 0, bus_data = 0;
	PageModel page[PAGES];

	Card(int number, uint64_t seed) : mem(seed), want(seed), rng(seed + 77), id(number) {}

	void drive()
	{
		mem.drive(top.top);
		top->cfg_id = id;
		top->cfg_last = LAST;
		top->bus_valid = bus;
		top->bus_write = bus_write;
		top->bus_page = bus_page;
		top->bus_addr = bus_addr >> 2;
		top->bus_wdata = bus_data;
		top->m_cell_ready = !pause && !rng.chance(stall, 100);
		top->m_req_ready = !rng.chance(stall, 100);
		top->own_owner = 0xfedcba98; // group g is page g's
		top->own_room = uint8_t(rng.next());
		top->m_own_ready = !rng.chance(stall, 100);
		if (result_group < 0) {
			int g = rng.below(PAGES);

			if (!results[g].empty() && !rng.chance(idle, 100))
				result_group = g;
		}
		top->s_res_valid = result_group >= 0;
		if (result_group >= 0) {
			const Beat &beat = results[result_group].front();

			top->s_res_group = beat.group;
			top->s_res_data = beat.data;
			top->s_res_last = beat.last;
		}
		if (!offered)
			offered = !in.empty() && !rng.chance(idle, 100);
		top->s_cell_valid = offered;
		if (offered) {
			const Word &w = in.front()[in_word];

			top->s_cell_head = w.head;
			top->s_cell_last = w.last;
			set(&top->s_cell_data, w);
		}
	}
	// True when the bus access is done.
	bool sample(uint32_t *read)
	{
		bool done = bus && top->bus_ready;

		if (done) {
			*read = top->bus_rdata;
			bus = false;
		}
		mem.sample(top.top);
		ev_cq |= top->ev_cq;
		ev_rq |= top->ev_rq;
		ev_refused |= top->ev_refused;
		reduce();
		pause = false;
		if (top->m_cell_valid && top->m_cell_ready)
			sent();
		if (top->s_cell_valid && top->s_cell_ready) {
			offered = false;
			if (++in_word == in.front().size()) {
				in.pop_front();
				in_word = 0;
			}
		}
		return done;
	}
	void reduce()
	{
		if (top->m_own_valid && top->m_own_ready) {
			operands.push_back({top->m_own_group, top->m_own_data, bool(top->m_own_last)});
			expect(operands.front().group == top->m_own_group, "an operand is of one group");
			if (top->m_own_last)
				for (; !operands.empty(); operands.pop_front()) {
					Beat beat = operands.front();

					beat.data = ~beat.data;
					results[beat.group].push_back(beat);
				}
		}
		if (top->s_res_valid && top->s_res_ready) {
			bool last = results[result_group].front().last;

			results[result_group].pop_front();
			if (last)
				result_group = -1;
		}
	}
	void sent()
	{
		Word w;

		get(top->m_cell_data, &w);
		w.head = top->m_cell_head;
		w.last = top->m_cell_last;
		expect(w.head == filling.empty(), "head at the first word only");
		if (w.head)
			way = top->m_cell_way;
		filling.push_back(w);
		if (!first_word)
			first_word = top.cycle;
		last_word = top.cycle;
		if (w.last) {
			check_cell();
			out.push_back(filling);
			filling.clear();
			cells++;
			pause = link_rate;
		}
	}
	int way = 0;
	void check_cell()
	{
		uint32_t head = head_of(filling);
		size_t words = cell_words(head & 3) + (w_bits == 16 ? 2 : 1);
		int dest = head >> 2 & 0x3ff, type = head >> 12 & 7;
		int ahead = (dest - id + LAST + 1) % (LAST + 1);

		expect(filling.size() == words, "cell of %zu words has %zu", words, filling.size());
		expect(int(head >> 22) == id, "source %u in the cell", head >> 22);
		if (type == RN_CELL_TYPE_BCAST)
			expect(way == 3, "broadcast both ways");
		else
			expect(way == (2 * ahead <= LAST + 1 ? 1 : 2), "shorter way to %d: %d", dest, way);
	}
};

static Card *card[2];
static sim::Rng *dice;
static uint64_t clocks;
static uint64_t link_delay = 0;

static void step()
{
	uint32_t ignored = 0;

	for (Card *c : card) {
		c->drive();
		c->top.settle();
		c->sample(&ignored);
		if (c->bus == false)
			c->bus_data = ignored;
		c->top.tick();
	}
	for (int i = 0; i < 2; i++)
		while (!card[i]->out.empty()) {
			Cell &cell = card[i]->out.front();
			int dest = head_of(cell) >> 2 & 0x3ff, type = head_of(cell) >> 12 & 7;

			if (dest == card[!i]->id || type == RN_CELL_TYPE_BCAST)
				card[!i]->in.push_back(cell);
			else
				card[i]->elsewhere++;
			card[i]->out.pop_front();
		}
	clocks++;
}

static uint32_t bus(Card *c, int page, uint32_t addr, bool write, uint32_t data)
{
	c->bus = true;
	c->bus_write = write;
	c->bus_page = page;
	c->bus_addr = addr;
	c->bus_data = data;
	for (int i = 0; c->bus; i++) {
		step();
		if (i == 100) {
			expect(false, "bus access page %d %03x is answered", page, addr);
			c->bus = false;
		}
	}
	return c->bus_data;
}
static void wr(Card *c, int page, uint32_t addr, uint32_t data) { bus(c, page, addr, true, data); }
static uint32_t rd(Card *c, int page, uint32_t addr) { return bus(c, page, addr, false, 0); }

// ---- Setting up ------------------------------------------------------------------------------------

static void fill(Card *c, uint64_t addr, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes; i++)
		*c->mem.at(addr + i) = uint8_t(dice->next());
}

static void open_region(Card *c, int p, int r, uint32_t rights)
{
	PageModel &m = c->page[p];
	uint32_t at = r * RN_REGION_BASE_LO_STEP;

	wr(c, p, RN_REGION_BASE_LO + at, uint32_t(m.base[r]));
	wr(c, p, RN_REGION_BASE_HI + at, uint32_t(m.base[r] >> 32));
	wr(c, p, RN_REGION_LENGTH + at, uint32_t(m.size[r]));
	wr(c, p, RN_REGION_ACCESS + at, uint32_t(m.key) << 16 | rights);
}

static const uint32_t READ = RN_REGION_ACCESS_READ_MASK, WRITE = RN_REGION_ACCESS_WRITE_MASK,
	REMOTE = RN_REGION_ACCESS_REMOTE_WRITE_MASK;

static void turn_on(Card *c, int p)
{
	PageModel &m = c->page[p];

	wr(c, p, RN_QUEUES_SEND_BASE_LO, uint32_t(m.send_base));
	wr(c, p, RN_QUEUES_SEND_BASE_HI, uint32_t(m.send_base >> 32));
	wr(c, p, RN_QUEUES_SEND_SIZE, LG_SEND);
	wr(c, p, RN_QUEUES_RECV_BASE_LO, uint32_t(m.recv_base));
	wr(c, p, RN_QUEUES_RECV_BASE_HI, uint32_t(m.recv_base >> 32));
	wr(c, p, RN_QUEUES_RECV_SIZE, LG_RECV);
	wr(c, p, RN_QUEUES_CPL_BASE_LO, uint32_t(m.cpl_base));
	wr(c, p, RN_QUEUES_CPL_BASE_HI, uint32_t(m.cpl_base >> 32));
	wr(c, p, RN_QUEUES_CPL_SIZE, LG_CPL);
	for (int i = 0; i < 1 << LG_CPL; i++)
		memset(c->mem.at(m.cpl_base + 32 * i), 0, 32);
	for (int i = 0; i < 1 << LG_RECV; i++)
		memset(c->mem.at(m.recv_base + slot_b * i), 0, slot_b);
	m.send_prod = m.recv_cons = m.cpl_cons = m.recv_told = m.cpl_told = 0;
	wr(c, p, RN_QUEUES_CONTROL, 1);
	expect(rd(c, p, RN_QUEUES_CONTROL) == 1, "page %d is on", p);
	open_region(c, p, SRC, READ);
	open_region(c, p, DST, REMOTE);
	open_region(c, p, LAND, WRITE);
	open_region(c, p, BROKEN, READ | WRITE | REMOTE);
	expect(rd(c, p, RN_REGION_ACCESS + 16 * DST) == (uint32_t(m.key) << 16 | REMOTE), "region reads back");
	expect(rd(c, p, RN_REGION_BASE_HI + 16 * DST) == uint32_t(m.base[DST] >> 32), "base reads back");
}

static void prepare(Card *c)
{
	for (int p = 0; p < PAGES; p++) {
		PageModel &m = c->page[p];
		uint64_t here = (dice->next() & 0x0000ffffull) << 36 | uint64_t(p + 1) << 28;

		m.key = uint16_t(dice->next());
		m.send_base = here;
		m.recv_base = here + 0x100000;
		m.cpl_base = here + 0x200000;
		c->mem.map(m.send_base, 64 << LG_SEND);
		c->mem.map(m.recv_base, uint64_t(slot_b) << LG_RECV);
		c->mem.map(m.cpl_base, 32 << LG_CPL);
		for (int r = 0; r < 5; r++) {
			m.size[r] = REGION_B + dice->below(100);
			m.base[r] = here + 0x1000000 * (r + 1) + 8 * dice->below(1000) + 64;
			c->mem.map(m.base[r] - 64, m.size[r] + 128, r == BROKEN);
			if (r != BROKEN)
				fill(c, m.base[r] - 64, m.size[r] + 128);
		}
		turn_on(c, p);
	}
	c->want.pages = c->mem.pages;
}

// ---- Host: reads records and completions --------------------------------------------------------------

static void host_cpl(Card *c, int p)
{
	PageModel &m = c->page[p];
	uint64_t at = m.cpl_base + 32 * (m.cpl_cons & ((1 << LG_CPL) - 1));
	uint64_t what = c->mem.word(at + RN_COMPLETION_WHAT);
	bool phase = !(m.cpl_cons >> LG_CPL & 1);
	Done got;

	if (bool(what >> 63) != phase)
		return;
	got = {int(what & 15), int(what >> 8 & 15), int(what >> 16 & 0x3ff), int(what >> 26 & 63),
		c->mem.word(at + RN_COMPLETION_COOKIE), false};
	expect((what >> 32 & 0xffff) == m.cpl_cons, "completion number %u", m.cpl_cons);
	m.cpl_cons++;
	m.completions++;
	if (got.kind == RN_COMPLETION_KIND_SEND) {
		if (!expect(!m.sends.empty(), "card %d page %d: completion of nothing, cookie %llx status %d", c->id, p,
				(unsigned long long)got.cookie, got.status))
			return;
		Done d = m.sends.front();

		m.sends.pop_front();
		expect(d.cookie == got.cookie && d.status == got.status,
			"card %d page %d: completion %llx status %d, wanted %llx status %d", c->id, p, (unsigned long long)got.cookie,
			got.status, (unsigned long long)d.cookie, d.status);
	} else if (got.kind == RN_COMPLETION_KIND_STREAM) {
		auto found = m.streams.find(got.tag);

		if (!expect(found != m.streams.end(), "card %d page %d: stream %d done, status %d", c->id, p, got.tag, got.status))
			return;
		Done d = found->second;

		expect(got.cookie == d.cookie && got.source == d.source, "stream %d: cookie, source", got.tag);
		expect(got.status == d.status || (d.or_write_error && got.status == RN_DMA_STATUS_WRITE_ERROR),
			"card %d page %d stream %d: status %d, wanted %d", c->id, p, got.tag, got.status, d.status);
		m.streams.erase(found);
	} else if (got.kind == RN_COMPLETION_KIND_REFUSED) {
		for (size_t i = 0; i < m.refusals.size(); i++) {
			const Done &d = m.refusals[i];

			if (d.status == got.status && d.cookie == got.cookie && d.tag == got.tag && d.source == got.source) {
				m.refusals.erase(m.refusals.begin() + i);
				m.refusals_told++;
				return;
			}
		}
		expect(false, "card %d page %d: refusal status %d tag %d cookie %llx", c->id, p, got.status, got.tag,
			(unsigned long long)got.cookie);
	} else if (got.kind == RN_COMPLETION_KIND_REDUCE) {
		auto found = m.reductions.find(got.cookie);

		if (!expect(found != m.reductions.end(), "card %d page %d: reduction %llx done", c->id, p,
				(unsigned long long)got.cookie))
			return;
		expect(got.status == found->second.status || (found->second.or_write_error && got.status == RN_DMA_STATUS_WRITE_ERROR),
			"card %d page %d: reduction status %d, wanted %d", c->id, p, got.status, found->second.status);
		m.reductions.erase(found);
	} else {
		expect(false, "completion of kind %d", got.kind);
	}
}

static void host_recv(Card *c, int p)
{
	PageModel &m = c->page[p];
	uint64_t end = m.recv_base + uint64_t(slot_b) * ((m.recv_cons & ((1 << LG_RECV) - 1)) + 1);
	uint64_t what = c->mem.word(end - 8), head = c->mem.word(end - 16);
	bool phase = !(m.recv_cons >> LG_RECV & 1);
	uint32_t bytes = head & 0xff;

	if (bool(what >> 63) != phase)
		return;
	expect((what >> 32 & 0xffff) == m.recv_cons, "record number %u", m.recv_cons);
	m.recv_cons++;
	m.messages++;
	// The sender's page stands in the user's bits.
	auto &queue = m.records[{int(what >> 16 & 0x3ff), int(head >> 8 & 7)}];

	if (!expect(!queue.empty(), "card %d page %d: record of %u bytes from nobody", c->id, p, bytes))
		return;
	Record r = queue.front();

	queue.pop_front();
	m.expected_records--;
	expect(head >> 8 == r.user, "user's bits %llx, wanted %llx", (unsigned long long)(head >> 8), (unsigned long long)r.user);
	expect(int(what >> 26 & 63) == r.tag, "tag of the record");
	if (!expect(bytes == r.data.size(), "record of %u bytes, wanted %zu", bytes, r.data.size()))
		return;
	uint64_t data = end - 16 - (bytes + 7) / 8 * 8;

	for (uint32_t i = 0; i < bytes; i++)
		expect(*c->mem.at(data + i) == r.data[i], "byte %u of a record", i);
	if (r.seen)
		r.seen();
}

static void host()
{
	for (Card *c : card)
		for (int p = 0; p < PAGES; p++) {
			PageModel &m = c->page[p];

			if (!m.polled)
				continue;
			host_cpl(c, p);
			host_recv(c, p);
			if (m.cpl_told != m.cpl_cons && dice->chance(1, 200))
				wr(c, p, RN_QUEUES_CPL_CONSUMER, m.cpl_told = m.cpl_cons);
			if (m.recv_told != m.recv_cons && dice->chance(1, 200))
				wr(c, p, RN_QUEUES_RECV_CONSUMER, m.recv_told = m.recv_cons);
		}
}

// ---- Descriptors --------------------------------------------------------------------------------------

struct Desc {
	int op = 0, dest = 0, tag = 0, region = SRC;
	bool chain = false, complete = true, event = false, inlined = false;
	uint32_t length = 0, blocks = 1;
	uint64_t cookie = 0, remote = 0, offset = 0, lstride = 0, rstride = 0;
	int group = 0, beats = 1;
	bool no_result = false;
	std::vector<uint8_t> data; // inline

	void pack(uint64_t q[8]) const
	{
		q[0] = uint64_t(op) | uint64_t(chain) << 8 | uint64_t(complete) << 9 | uint64_t(event) << 10
			| uint64_t(inlined) << 11 | uint64_t(dest) << 16 | uint64_t(tag) << 26 | uint64_t(length) << 32;
		q[1] = cookie;
		q[2] = remote;
		q[3] = offset | uint64_t(region) << 40;
		q[4] = blocks == 1 && (cookie & 1) ? 0 : blocks;
		q[5] = lstride & 0xffffffffffull;
		q[6] = rstride & 0xffffffffffull;
		q[7] = 0;
		if (op == RN_DMA_OP_REDUCE)
			q[4] = uint64_t(group) << 32 | uint64_t(no_result) << 35 | uint64_t(beats - 1) << 36;
		if (inlined) {
			q[4] = q[5] = q[6] = 0;
			for (size_t i = 0; i < data.size(); i++)
				q[4 + i / 8] |= uint64_t(data[i]) << 8 * (i % 8);
		}
	}
};

static uint64_t next_cookie = 0x1000;

static void post(Card *c, int p, const Desc &d)
{
	PageModel &m = c->page[p];
	uint64_t q[8];

	d.pack(q);
	c->mem.put(m.send_base + 64 * (m.send_prod & ((1 << LG_SEND) - 1)), q, 64);
	m.send_prod++;
}

static std::vector<uint8_t> source_bytes(Card *c, int p, const Desc &d)
{
	std::vector<uint8_t> all;

	if (d.inlined)
		return d.data;
	for (uint32_t b = 0; b < d.blocks; b++)
		for (uint32_t i = 0; i < d.length; i++)
			all.push_back(*c->want.at(c->page[p].base[d.region] + ((d.offset + b * d.lstride) & 0xffffffffffull) + i));
	return all;
}

static std::vector<uint8_t> source_bytes_or_none(Card *c, int p, const Desc &d)
{
	return d.tag ? std::vector<uint8_t>() : source_bytes(c, p, d);
}

static int other(const Card *c) { return c == card[0]; }

// The source is within its region, for every block.
static void choose_source(Card *c, int p, Desc *d, int align)
{
	uint64_t span, gap = d->length + dice->below(200) / align * align;

	d->lstride = d->blocks > 1 ? gap : dice->next();
	span = d->blocks > 1 ? gap * (d->blocks - 1) + d->length : d->length;
	while (span > c->page[p].size[SRC]) {
		d->blocks = 1;
		d->length = std::min<uint64_t>(d->length, 60000) / align * align;
		span = d->length;
	}
	d->offset = dice->below(uint32_t(c->page[p].size[SRC] - span + 1)) / align * align;
	if (dice->chance(1, 20))
		d->offset = (c->page[p].size[SRC] - span) / align * align; // to the very end
	if (d->blocks > 1 && dice->chance(1, 3)) { // backwards
		d->offset += gap * (d->blocks - 1);
		d->lstride = -gap;
	}
	if (d->blocks == 1 && d->length <= 32 && d->op != RN_DMA_OP_NOP && dice->chance(1, 3)) {
		d->inlined = true;
		for (uint32_t i = 0; i < d->length; i++)
			d->data.push_back(uint8_t(dice->next()));
	}
}

static uint32_t some_length()
{
	uint32_t kind = dice->below(100);

	return kind < 10 ? dice->below(9) : kind < 60 ? dice->below(300) : kind < 97 ? dice->below(3000) : dice->below(20000);
}

// What a WRITE of good source does at its destination.
static void model_write(Card *from, const Desc &d, const std::vector<uint8_t> &data)
{
	Card *to = card[other(from)];
	uint64_t at = 0;
	int region = d.remote >> 40 & 0xff, p = region >> 3, r = region & 7;
	PageModel &m = to->page[p & 7];

	if (d.dest != to->id)
		return;
	for (uint32_t b = 0; b < d.blocks; b++) {
		uint64_t offset = (d.remote + b * d.rstride) & 0xffffffffffull;

		for (uint64_t left = d.length; left;) {
			uint64_t most = cell_b - first_b, n = std::min(left, most);
			int status = RN_DMA_STATUS_OK;

			if (w_bits == 128 && n > 112 && n < 177)
				n = 112;
			if (region >= 64)
				status = -1;
			else if (r != DST && r != BROKEN)
				status = RN_DMA_STATUS_REGION;
			else if (d.remote >> 48 != m.key)
				status = RN_DMA_STATUS_KEY;
			else if (offset + n > m.size[r])
				status = RN_DMA_STATUS_BOUNDS;
			if (status == RN_DMA_STATUS_OK && r == BROKEN)
				m.hit_broken = true;
			else if (status == RN_DMA_STATUS_OK)
				to->want.put(m.base[r] + offset, &data[at], n);
			else if (status > 0)
				m.refusals.push_back({RN_COMPLETION_KIND_REFUSED, status, from->id, region,
					(d.remote & ~0xffffffffffull) | offset, false});
			at += n;
			offset = (offset + n) & 0xffffffffffull;
			left -= n;
		}
	}
}

static void model_msg(Card *from, int p, const Desc &d, const std::vector<uint8_t> &data)
{
	Card *to = card[other(from)];
	PageModel &m = to->page[d.tag & 7];
	size_t at = 0;

	if (d.dest != to->id)
		return;
	do {
		size_t n = std::min<size_t>(data.size() - at, msg_b);

		m.records[{from->id, p}].push_back({from->id, d.tag, d.remote >> 8, {data.begin() + at, data.begin() + at + n}, nullptr});
		m.expected_records++;
		at += n;
	} while (at < data.size());
}

// Posts a descriptor whose source is good and does what it does in the model; `broken`: what befell it before.
static bool chain_failed[2][PAGES];

static void give(Card *c, int p, Desc d, int status, const std::function<void()> &effect)
{
	PageModel &m = c->page[p];
	bool &failed = chain_failed[c == card[1]][p];

	d.cookie = next_cookie += 1 + dice->below(3);
	if (failed)
		status = RN_DMA_STATUS_CHAIN;
	if (status == RN_DMA_STATUS_OK)
		effect();
	if (d.op == RN_DMA_OP_REDUCE && status == RN_DMA_STATUS_OK)
		m.reductions[d.cookie] = {RN_COMPLETION_KIND_REDUCE, d.tag, 0, 0, d.cookie, d.tag == 0};
	else if (d.complete || status != RN_DMA_STATUS_OK)
		m.sends.push_back({RN_COMPLETION_KIND_SEND, status, 0, 0, d.cookie, false});
	failed = status != RN_DMA_STATUS_OK && d.chain;
	post(c, p, d);
}

static void random_flags(Desc *d)
{
	d->chain = dice->chance(1, 3);
	d->complete = dice->chance(2, 3);
	d->event = dice->chance(1, 2);
}

static void some_msg(Card *c, int p)
{
	Card *to = card[other(c)];
	Desc d;

	d.op = RN_DMA_OP_MSG;
	d.dest = to->id;
	d.tag = dice->below(64);
	random_flags(&d);
	d.length = dice->chance(1, 4) ? dice->below(3 * msg_b) : dice->below(msg_b + 1);
	d.remote = dice->next() << 11 | p << 8 | (dice->next() & 0xff);
	choose_source(c, p, &d, 1);
	if (to->page[d.tag & 7].expected_records + 4 > 1 << LG_RECV)
		return;
	give(c, p, d, RN_DMA_STATUS_OK, [&] { model_msg(c, p, d, source_bytes(c, p, d)); });
}

static void some_write(Card *c, int p)
{
	Card *to = card[other(c)];
	Desc d;
	int q = dice->below(PAGES), r = DST;
	PageModel &m = to->page[q];
	uint64_t room, gap, span;

	d.op = RN_DMA_OP_WRITE;
	d.dest = dice->chance(1, 20) ? 0 : to->id;
	d.tag = dice->below(64);
	random_flags(&d);
	d.length = some_length();
	if (dice->chance(1, 3)) {
		d.blocks = 1 + dice->below(20);
		d.length = dice->below(200);
	}
	choose_source(c, p, &d, 1);
	gap = d.length + dice->below(100);
	span = gap * (d.blocks - 1) + d.length;
	room = m.size[DST] - m.used;
	if (span + 16 > room)
		return;
	uint64_t offset = m.used + dice->below(uint32_t(std::min<uint64_t>(room - span, 64) + 1));

	m.used = offset + span;
	d.rstride = d.blocks > 1 ? gap : dice->next();
	if (d.blocks > 1 && dice->chance(1, 3)) {
		offset += gap * (d.blocks - 1);
		d.rstride = -gap;
	}
	uint16_t key = m.key;

	if (dice->chance(1, 10) && d.blocks == 1 && int(d.length) < 3 * (cell_b - first_b)) { // something is wrong
		switch (dice->below(6)) {
		case 0: key ^= 1 << dice->below(16); break;
		case 1: r = CLOSED; break;
		case 2: r = LAND; break;
		case 3: offset = m.size[DST] - dice->below(10); break;
		case 4: // around the end of offsets, one cell: what would follow begins anew at 0
			if (int(d.length) <= cell_b - first_b)
				offset = 0xffffffffffull - dice->below(200);
			break;
		case 5: q += 8 + 8 * dice->below(20); break;
		}
	} else if (dice->chance(1, 20)) {
		r = BROKEN;
	}
	d.remote = uint64_t(key) << 48 | uint64_t(q * 8 + r) << 40 | offset;
	give(c, p, d, RN_DMA_STATUS_OK, [&] { model_write(c, d, source_bytes(c, p, d)); });
	if (sim::setting("verbose", 0))
		sim::diag("card %d page %d WRITE %u x %u + %lld to page %d region %d offset %llu + %lld%s", c->id, p, d.blocks, d.length,
			(long long)d.lstride, q, r, (unsigned long long)offset, (long long)d.rstride, d.inlined ? " inline" : "");
}

// A stream of one to four descriptors, with what may go wrong at its receiver.
static void some_stream(Card *c, int p)
{
	Card *to = card[other(c)];
	int q = dice->below(PAGES);
	PageModel &m = to->page[q];

	if (m.stream_free.empty())
		return;
	int tag = *m.stream_free.begin(), parts = 1 + dice->below(4), wrong = dice->chance(1, 5) ? 1 + dice->below(5) : 0;
	int op = dice->chance(1, 3) ? RN_DMA_OP_BCAST : RN_DMA_OP_DATA;
	std::vector<Desc> all;
	std::vector<uint8_t> data;

	for (int i = 0; i < parts; i++) {
		Desc d;
		bool last = i == parts - 1;

		d.op = op;
		d.dest = op == RN_DMA_OP_BCAST ? dice->below(1024) : to->id;
		d.tag = tag;
		random_flags(&d);
		if (dice->chance(1, 3)) {
			d.blocks = 2 + dice->below(last ? 9 : 3) * 2;
			d.length = last ? 8 + dice->below(20) * 8 : cell_b / 2 * (1 + dice->below(3));
			choose_source(c, p, &d, 8);
		} else {
			d.length = last ? 1 + some_length() : cell_b * (1 + dice->below(20));
			choose_source(c, p, &d, 1);
		}
		if (!last && d.length * d.blocks % cell_b)
			return;
		if (!d.length || int(m.size[LAND] - m.land_used) < 70000)
			return;
		std::vector<uint8_t> part = source_bytes(c, p, d);

		data.insert(data.end(), part.begin(), part.end());
		all.push_back(d);
	}
	if (chain_failed[c == card[1]][p] || data.size() > 60000)
		return;
	m.stream_free.erase(tag);
	uint64_t offset = m.land_used + dice->below(40), armed = data.size();
	int source = c->id, region = LAND, status = RN_DMA_STATUS_OK;
	uint64_t cells = (armed + cell_b - 1) / cell_b;
	bool arm = true;
	std::vector<Done> refused;

	if (wrong && armed > uint64_t(3 * cell_b))
		wrong = 4 + dice->below(2);
	switch (wrong) {
	case 1: source = 4; break;
	case 2: arm = false; break;
	case 3: region = CLOSED; status = RN_DMA_STATUS_REGION; break;
	case 4: armed = (armed + cell_b - 1) / cell_b * cell_b + 1 + dice->below(100); break; // remains open
	case 5: region = BROKEN; status = RN_DMA_STATUS_WRITE_ERROR; m.hit_broken = true; break;
	}
	m.land_used = offset + armed + 8;
	Done none = {RN_COMPLETION_KIND_REFUSED, RN_DMA_STATUS_STREAM, c->id, tag, 0, false};
	uint32_t cookie = uint32_t(dice->next());

	if (arm) {
		uint32_t at = (tag & 7) * RN_STREAM_CONTROL_STEP;

		wr(to, q, RN_STREAM_OFFSET_LO + at, uint32_t(offset));
		wr(to, q, RN_STREAM_OFFSET_HI + at, uint32_t(offset >> 32) | region << 8 | source << 16);
		wr(to, q, RN_STREAM_LENGTH_LO + at, uint32_t(armed));
		wr(to, q, RN_STREAM_LENGTH_HI + at, 0);
		wr(to, q, RN_STREAM_COOKIE + at, cookie);
		wr(to, q, RN_STREAM_CONTROL + at, 1);
		while (rd(to, q, RN_STREAM_CONTROL + at) != 1) { // no place for its completion
			host();
			wr(to, q, RN_STREAM_CONTROL + at, 1);
		}
	}
	if (wrong == 1 || wrong == 2) {
		none.status = arm ? RN_DMA_STATUS_SOURCE : RN_DMA_STATUS_STREAM;
		for (uint64_t i = 0; i < cells; i++)
			m.refusals.push_back(none);
	} else if (wrong == 3) {
		for (uint64_t i = 1; i < cells; i++)
			m.refusals.push_back(none);
	}
	if (wrong != 1 && wrong != 2 && wrong != 4)
		m.streams[tag] = {RN_COMPLETION_KIND_STREAM, status, source, tag, cookie, status == 0};
	if (!wrong)
		to->want.put(m.base[LAND] + offset, data.data(), data.size());
	if (wrong == 4) {
		// The last cell's padding counts as data: it is 0.
		uint64_t tail = data.size() % cell_b, holds = 0;

		for (int len = 3; len >= 0 && holds < tail; len--)
			holds = cell_words(len) * w_bits / 8;
		data.resize(data.size() - tail + std::min(holds, armed - (data.size() - tail)));
		to->want.put(m.base[LAND] + offset, data.data(), data.size());
	}
	for (const Desc &d : all)
		give(c, p, d, RN_DMA_STATUS_OK, [] {});
}

static void some_mistake(Card *c, int p)
{
	Card *to = card[other(c)];
	Desc d;
	int status = RN_DMA_STATUS_DESCRIPTOR;

	d.op = RN_DMA_OP_WRITE;
	d.dest = to->id;
	random_flags(&d);
	d.length = 1 + dice->below(200);
	d.offset = dice->below(1000);
	d.remote = uint64_t(to->page[0].key) << 48 | uint64_t(DST) << 40;
	switch (dice->below(9)) {
	case 0: d.op = 6 + dice->below(10); break;
	case 1: d.dest = c->id; status = RN_DMA_STATUS_DEST; break;
	case 2: d.dest = LAST + 1 + dice->below(1019); status = RN_DMA_STATUS_DEST; break;
	case 3: d.offset = c->page[p].size[SRC] - d.length + 1; status = RN_DMA_STATUS_BOUNDS; break;
	case 4: d.offset = 0xffffffffffull - dice->below(d.length); status = RN_DMA_STATUS_BOUNDS; break;
	case 5: d.region = dice->chance(1, 2) ? DST : CLOSED; status = RN_DMA_STATUS_REGION; break;
	case 6: d.region = BROKEN; status = RN_DMA_STATUS_READ_ERROR; break;
	case 7: d.op = RN_DMA_OP_MSG; d.blocks = 2; break;
	case 8: d.op = RN_DMA_OP_DATA; d.blocks = 2 + dice->below(5); d.length = 8 * dice->below(10) + 1 + dice->below(7);
		d.lstride = 80; break;
	}
	give(c, p, d, status, [] {});
}

// A reduction; its own tag (without meaning to the card) says with which status it ends.
static void some_reduce(Card *c, int p)
{
	PageModel &m = c->page[p];
	Desc d;
	int status = RN_DMA_STATUS_OK;

	d.op = RN_DMA_OP_REDUCE;
	random_flags(&d);
	d.group = p;
	d.beats = 1 + dice->below(4);
	d.no_result = dice->chance(1, 5);
	d.length = 8 * (1 + dice->below(dice->chance(1, 2) ? 10 : 300));
	d.offset = dice->below(uint32_t(m.size[SRC] - d.length) / 8) * 8;
	if (m.reduces || m.size[LAND] - m.land_used < 70000 || chain_failed[c == card[1]][p])
		return;
	uint64_t offset = (m.land_used + 7) / 8 * 8;

	d.remote = offset | uint64_t(LAND) << 40;
	switch (dice->below(12)) {
	case 0: d.group = (p + 1 + dice->below(7)) & 7; status = RN_DMA_STATUS_BUSY; break;
	case 1: d.offset += 1 + dice->below(7); status = RN_DMA_STATUS_DESCRIPTOR; break;
	case 2: d.offset = m.size[SRC] / 8 * 8; d.tag = RN_DMA_STATUS_BOUNDS; break;
	case 3: d.remote = offset | uint64_t(CLOSED) << 40; d.tag = d.no_result ? 0 : RN_DMA_STATUS_REGION; break;
	case 4: d.region = BROKEN; d.tag = RN_DMA_STATUS_READ_ERROR; break;
	}
	if (status == RN_DMA_STATUS_OK)
		m.reduces = true;
	give(c, p, d, status, [&] {
		std::vector<uint8_t> data = source_bytes_or_none(c, p, d);

		m.land_used = offset + d.length;
		for (uint8_t &byte : data)
			byte = ~byte;
		if (!d.no_result && d.tag == 0)
			c->want.put(m.base[LAND] + offset, data.data(), data.size());
	});
}

static void some_nop(Card *c, int p)
{
	Desc d;

	random_flags(&d);
	d.length = dice->below(100);
	if (dice->chance(1, 2)) {
		d.op = RN_DMA_OP_WRITE;
		d.dest = card[other(c)]->id;
		d.length = 0;
	}
	give(c, p, d, RN_DMA_STATUS_OK, [] {});
}

// ---- Rounds ---------------------------------------------------------------------------------------------

static bool quiet()
{
	for (Card *c : card) {
		for (auto &queue : c->results)
			if (!queue.empty())
				return false;
		if (!c->in.empty() || !c->out.empty() || !c->filling.empty() || !c->mem.idle())
			return false;
		for (PageModel &m : c->page)
			if (!m.sends.empty() || !m.streams.empty() || !m.reductions.empty() || m.expected_records)
				return false;
	}
	return true;
}

static bool settle(uint64_t limit)
{
	uint64_t end = clocks + limit;
	int rest = 0;

	while (clocks < end && rest < 300) {
		step();
		host();
		rest = quiet() ? rest + 1 : 0;
	}
	return rest >= 300;
}

static void wrong_byte(Card *c, uint64_t addr, int got, int wanted)
{
	for (int p = 0; p < PAGES; p++)
		for (int r = 0; r < 5; r++)
			if (addr + 64 >= c->page[p].base[r] && addr < c->page[p].base[r] + c->page[p].size[r] + 64)
				sim::diag("card %d page %d region %d offset %lld is %02x, wanted %02x", c->id, p, r,
					(long long)(addr - c->page[p].base[r]), got, wanted);
}

static void compare()
{
	for (Card *c : card) {
		std::set<uint64_t> rings;
		uint64_t bad = 0;

		for (PageModel &m : c->page) {
			for (uint64_t a = 0; a < 64 << LG_SEND; a += 4096)
				rings.insert((m.send_base + a) / 4096);
			for (uint64_t a = 0; a < uint64_t(slot_b) << LG_RECV; a += 4096)
				rings.insert((m.recv_base + a) / 4096);
			for (uint64_t a = 0; a < 32 << LG_CPL; a += 4096)
				rings.insert((m.cpl_base + a) / 4096);
		}
		for (auto &entry : c->want.pages) {
			if (rings.count(entry.first))
				continue;
			auto &got = c->mem.pages[entry.first];

			if (memcmp(got.byte.data(), entry.second.byte.data(), 4096) == 0)
				continue;
			for (int i = 0; i < 4096; i++)
				if (got.byte[i] != entry.second.byte[i] && bad++ < sim::setting("show", 2))
					wrong_byte(c, entry.first * 4096 + i, got.byte[i], entry.second.byte[i]);
		}
		expect(bad == 0, "card %d: %llu bytes of memory are wrong", c->id, (unsigned long long)bad);
	}
}

static void ring_doorbells(Card *c)
{
	std::vector<int> order;

	for (int p = 0; p < PAGES; p++)
		order.insert(order.begin() + dice->below(p + 1), p);
	for (int p : order)
		wr(c, p, RN_QUEUES_SEND_PRODUCER, c->page[p].send_prod);
}

static void vary(Card *c)
{
	c->stall = dice->chance(1, 3) ? 0 : dice->below(60);
	c->idle = dice->chance(1, 3) ? 0 : dice->below(60);
	c->mem.stall = dice->chance(1, 3) ? 0 : dice->below(60);
	c->mem.latency_span = 1 + dice->below(80);
}

static bool play(int round)
{
	for (Card *c : card) {
		vary(c);
		for (int p = 0; p < PAGES; p++) {
			c->page[p].reduces = false;
			c->page[p].used = dice->below(20);
			c->page[p].land_used = dice->below(20);
			for (int t = 0; t < 8; t++)
				c->page[p].stream_free.insert(8 * p + t);
		}
	}
	for (int i = 0; i < 2 * PAGES * 6; i++) {
		Card *c = card[dice->below(2)];
		int p = dice->chance(1, 4) ? 0 : dice->below(PAGES);
		PageModel &m = c->page[p];
		uint32_t what = dice->below(100);

		if (uint16_t(m.send_prod - (rd(c, p, RN_QUEUES_SEND_CONSUMER))) > (1 << LG_SEND) - 6)
			continue;
		if (what < 30)
			some_msg(c, p);
		else if (what < 60)
			some_write(c, p);
		else if (what < 85)
			some_stream(c, p);
		else if (what < 92)
			some_reduce(c, p);
		else if (what < 97)
			some_mistake(c, p);
		else
			some_nop(c, p);
	}
	// A chain ends with the round.
	for (Card *c : card)
		for (int p = 0; p < PAGES; p++) {
			Desc d;

			give(c, p, d, RN_DMA_STATUS_OK, [] {});
		}
	ring_doorbells(card[0]);
	ring_doorbells(card[1]);
	bool good = expect(settle(400000), "round %d comes to an end", round);

	for (Card *c : card)
		for (int p = 0; p < PAGES; p++) {
			PageModel &m = c->page[p];

			m.untold = rd(c, p, RN_QUEUES_UNTOLD) - m.untold;
			if (!expect(int(m.refusals.size()) == m.untold, "card %d page %d: %zu refusals not told, %d counted", c->id, p,
					m.refusals.size(), m.untold))
				good = false;
			for (Done &d : m.refusals)
				sim::diag("  missing: status %d tag %d source %d cookie %llx", d.status, d.tag, d.source, (unsigned long long)d.cookie);
			m.refusals.clear();
			m.untold = rd(c, p, RN_QUEUES_UNTOLD);
			for (int t = 0; t < 8; t++)
				wr(c, p, RN_STREAM_CONTROL + t * RN_STREAM_CONTROL_STEP, 0);
			if (!good)
				sim::diag("card %d page %d: %zu sends, %zu streams, %d records outstanding; consumer %u of %u, status %x", c->id, p,
					m.sends.size(), m.streams.size(), m.expected_records, rd(c, p, RN_QUEUES_SEND_CONSUMER), m.send_prod,
					rd(c, p, RN_QUEUES_STATUS));
		}
	compare();
	return good && !sim::tally().failed;
}

// ---- Directed --------------------------------------------------------------------------------------------

static bool clean() { return sim::tally().failed == 0; }

static void calm(Card *c, uint32_t latency)
{
	c->stall = c->idle = c->mem.stall = 0;
	c->mem.latency_min = latency;
	c->mem.latency_span = 0;
}

// A receive ring that is full loses messages, counts them, and blocks nobody.
static void full_receive_ring()
{
	Card *a = card[0], *b = card[1];
	PageModel &m = b->page[5];
	uint32_t before = rd(b, 5, RN_QUEUES_LOST), room = (1 << LG_RECV) - uint16_t(m.recv_cons - m.recv_told);
	int extra = 10;

	m.polled = false;
	b->ev_refused = 0;
	for (int batch = 0, left = room + extra; left; batch++) {
		for (int i = 0; i < 24 && left; i++, left--) {
			Desc d;

			d.op = RN_DMA_OP_MSG;
			d.dest = b->id;
			d.tag = 5;
			d.length = dice->below(msg_b);
			d.remote = dice->next() << 11 | 2 << 8;
			choose_source(a, 2, &d, 1);
			give(a, 2, d, RN_DMA_STATUS_OK, [&] {
				if (left > extra)
					model_msg(a, 2, d, source_bytes(a, 2, d));
			});
		}
		ring_doorbells(a);
		while (!a->page[2].sends.empty()) {
			step();
			host();
		}
	}
	for (int i = 0; i < 3000; i++)
		step();
	expect(rd(b, 5, RN_QUEUES_LOST) - before == uint32_t(extra), "messages lost: %u", rd(b, 5, RN_QUEUES_LOST) - before);
	expect(b->ev_refused == 1 << 5, "event of the page that lost: %x", b->ev_refused);
	m.polled = true;
	settle(30000);
	expect(quiet(), "all others arrived");
	sim::ok(clean(), "a full receive ring loses what comes, counts it, and blocks nobody");
}

// A completion ring that is full stops its page and no other.
static void full_completion_ring()
{
	Card *a = card[0];
	PageModel &m = a->page[1];
	int posted = 0, room = (1 << LG_CPL) - 8 - uint16_t(m.cpl_cons - m.cpl_told);

	wr(a, 1, RN_QUEUES_CPL_CONSUMER, m.cpl_told = m.cpl_cons);
	room = (1 << LG_CPL) - 8;
	m.polled = false;
	for (int batch = 0; batch < 10; batch++) {
		while (uint16_t(m.send_prod - rd(a, 1, RN_QUEUES_SEND_CONSUMER)) < (1 << LG_SEND)) {
			Desc d;

			give(a, 1, d, RN_DMA_STATUS_OK, [] {});
			posted++;
		}
		ring_doorbells(a);
		for (int i = 0; i < 4000; i++)
			step();
	}
	int done = posted - uint16_t(m.send_prod - rd(a, 1, RN_QUEUES_SEND_CONSUMER));

	expect(done >= room && done <= room + 1, "page stopped after %d completions, room for %d", done, room);
	Desc d;

	give(a, 2, d, RN_DMA_STATUS_OK, [] {});
	ring_doorbells(a);
	for (int i = 0; i < 2000; i++) {
		step();
		host();
	}
	expect(a->page[2].sends.empty(), "another page goes on");
	m.polled = true;
	expect(settle(200000), "and the page too when its completions were read");
	sim::ok(clean(), "a full completion ring stops its page, loses nothing, and blocks nobody");
}

// Data of a WRITE are there when the MSG behind it is seen.
static void order_of_write_and_msg()
{
	Card *a = card[0], *b = card[1];

	vary(a);
	vary(b);
	b->mem.latency_span = 200;
	for (int i = 0; i < 60; i++) {
		PageModel &m = b->page[i % 8];
		Desc w, d;
		uint64_t offset = dice->below(60000);
		int p = dice->below(8);

		w.op = RN_DMA_OP_WRITE;
		w.dest = d.dest = b->id;
		w.chain = true;
		w.length = 1 + dice->below(700);
		w.remote = uint64_t(m.key) << 48 | uint64_t(i % 8 * 8 + DST) << 40 | offset;
		choose_source(a, p, &w, 1);
		give(a, p, w, RN_DMA_STATUS_OK, [&] { model_write(a, w, source_bytes(a, p, w)); });
		d.op = RN_DMA_OP_MSG;
		d.tag = i % 8;
		d.length = 8;
		d.remote = uint64_t(p) << 8;
		choose_source(a, p, &d, 1);
		give(a, p, d, RN_DMA_STATUS_OK, [&] { model_msg(a, p, d, source_bytes(a, p, d)); });
		std::vector<uint8_t> data = source_bytes(a, p, w);
		uint64_t at = m.base[DST] + offset;

		m.records[{a->id, p}].back().seen = [b, data, at] {
			for (size_t k = 0; k < data.size(); k++)
				if (!expect(*b->mem.at(at + k) == data[k], "a message overtook the data before it"))
					break;
		};
		ring_doorbells(a);
		expect(settle(20000), "write and message %d arrive", i);
	}
	compare();
	sim::ok(clean(), "a message is never seen before the data written ahead of it");
}

static void load_card(Card *c, int p, int slot, const Desc &d)
{
	uint64_t q[8];

	d.pack(q);
	for (int i = 0; i < 16; i++)
		wr(c, p, RN_DESC_WORD + 64 * slot + 4 * i, uint32_t(q[i / 2] >> 32 * (i % 2)));
	expect(rd(c, p, RN_DESC_WORD + 64 * slot + 4) == uint32_t(q[0] >> 32), "descriptor in the card reads back");
}

// Descriptors in the card: a chain of three from one doorbell; the time to the first word of the cell.
static void card_descriptors()
{
	Card *a = card[0], *b = card[1];
	PageModel &m = b->page[6];
	uint64_t start, ring;

	calm(a, 10);
	calm(b, 10);
	for (int i = 0; i < 3; i++) {
		Desc d;

		d.op = RN_DMA_OP_WRITE;
		d.dest = b->id;
		d.chain = i < 2;
		d.length = 30;
		d.remote = uint64_t(m.key) << 48 | uint64_t(6 * 8 + DST) << 40 | (100 + 50 * i);
		d.cookie = next_cookie += 2;
		choose_source(a, 4, &d, 1);
		load_card(a, 4, (6 + i) & 7, d);
		a->page[4].sends.push_back({RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_OK, 0, 0, d.cookie, false});
		model_write(a, d, source_bytes(a, 4, d));
	}
	wr(a, 4, RN_QUEUES_CARD_START, 1 << 6);
	expect(settle(5000), "a chain in the card is done");
	compare();

	Desc d;

	d.op = RN_DMA_OP_MSG;
	d.dest = b->id;
	d.tag = 3;
	d.inlined = true;
	d.length = 8;
	d.data = {1, 2, 3, 4, 5, 6, 7, 8};
	d.remote = 4 << 8;
	d.cookie = next_cookie += 2;
	load_card(a, 4, 0, d);
	a->page[4].sends.push_back({RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_OK, 0, 0, d.cookie, false});
	model_msg(a, 4, d, d.data);
	a->first_word = 0;
	start = clocks;
	wr(a, 4, RN_QUEUES_CARD_START, 1);
	while (!a->first_word && clocks < start + 1000)
		step();
	ring = clocks - start;
	expect(settle(5000), "an inline message from the card arrives");
	sim::measured(("dma_card_inline_clocks_w" + std::to_string(w_bits)).c_str(), double(ring));
	expect(ring <= 32, "inline descriptor in the card: %llu clocks from doorbell to cell", (unsigned long long)ring);

	d.inlined = false;
	d.length = 64;
	d.offset = 64;
	give(a, 4, d, RN_DMA_STATUS_OK, [&] { model_msg(a, 4, d, source_bytes(a, 4, d)); });
	a->first_word = 0;
	start = clocks;
	wr(a, 4, RN_QUEUES_SEND_PRODUCER, a->page[4].send_prod);
	while (!a->first_word && clocks < start + 1000)
		step();
	ring = clocks - start;
	expect(settle(5000), "a message from the ring arrives");
	sim::measured(("dma_ring_clocks_w" + std::to_string(w_bits)).c_str(), double(ring));
	expect(ring <= 80, "descriptor and data in memory (10 clocks away): %llu clocks", (unsigned long long)ring);
	sim::ok(clean(), "descriptors in the card, chained; doorbell to cell");
}

static void arm(Card *c, int tag, int source, uint64_t offset, uint64_t length, uint32_t cookie)
{
	int p = tag >> 3;
	uint32_t at = (tag & 7) * RN_STREAM_CONTROL_STEP;

	wr(c, p, RN_STREAM_OFFSET_LO + at, uint32_t(offset));
	wr(c, p, RN_STREAM_OFFSET_HI + at, uint32_t(offset >> 32) | LAND << 8 | source << 16);
	wr(c, p, RN_STREAM_LENGTH_LO + at, uint32_t(length));
	wr(c, p, RN_STREAM_LENGTH_HI + at, 0);
	wr(c, p, RN_STREAM_COOKIE + at, cookie);
	wr(c, p, RN_STREAM_CONTROL + at, 1);
	expect(rd(c, p, RN_STREAM_CONTROL + at) == 1, "stream %d is armed", tag);
}

// A long message at full speed: share of the link's payload rate, at both ends.
static void throughput(uint32_t latency, int unaligned, double least)
{
	Card *a = card[0], *b = card[1];
	Desc d;
	uint64_t start, bytes = 64 * 1024;

	calm(a, latency);
	calm(b, latency);
	a->link_rate = true;
	d.op = RN_DMA_OP_DATA;
	d.dest = b->id;
	d.tag = 17;
	d.length = uint32_t(bytes);
	d.offset = 64 + unaligned;
	arm(b, 17, a->id, 32 + unaligned, bytes, 99);
	b->page[2].streams[17] = {RN_COMPLETION_KIND_STREAM, RN_DMA_STATUS_OK, a->id, 17, 99, true};
	give(a, 3, d, RN_DMA_STATUS_OK, [&] {
		std::vector<uint8_t> data = source_bytes(a, 3, d);

		b->want.put(b->page[2].base[LAND] + 32 + unaligned, data.data(), data.size());
	});
	a->first_word = 0;
	start = clocks;
	wr(a, 3, RN_QUEUES_SEND_PRODUCER, a->page[3].send_prod);
	while (!b->page[2].streams.empty() && clocks < start + 200000) {
		step();
		host();
	}
	// Clocks that the link needs for its cells, head and tail included.
	double need = double(bytes) / cell_b * (16 + (w_bits == 16 ? 3 : 2));
	double sent = double(a->last_word - a->first_word + 2), arrived = double(clocks - start);
	char name[64];

	a->link_rate = false;
	snprintf(name, sizeof name, "dma_send_share_w%d_latency%u_shift%d", w_bits, latency, unaligned);
	sim::measured(name, need / sent);
	snprintf(name, sizeof name, "dma_whole_share_w%d_latency%u_shift%d", w_bits, latency, unaligned);
	sim::measured(name, need / arrived);
	expect(need / sent >= least, "64 KiB: %.1f%% of the link's payload rate at the sender", 100 * need / sent);
	expect(need / arrived >= least - 0.05, "64 KiB: %.1f%% from doorbell to completion", 100 * need / arrived);
	expect(settle(5000), "and it ends");
	compare();
}

// A page is turned off in the middle: nothing of it is touched any more, others go on.
static void stop()
{
	Card *a = card[0], *b = card[1];

	vary(a);
	vary(b);
	for (int turn = 0; turn < 6; turn++) {
		Card *c = turn & 1 ? b : a; // whose page is turned off: the sender's, the receiver's
		int p = turn & 1 ? 2 : 3;
		Desc d;

		d.op = RN_DMA_OP_DATA;
		d.dest = b->id;
		d.tag = 17;
		d.length = 20000;
		d.offset = 64;
		arm(b, 17, a->id, 32, d.length, 98);
		for (int i = 0; i < 4; i++) {
			d.op = i ? RN_DMA_OP_WRITE : RN_DMA_OP_DATA;
			d.remote = uint64_t(b->page[2].key) << 48 | uint64_t(2 * 8 + DST) << 40 | (i * 20000);
			post(a, 3, d);
		}
		wr(a, 3, RN_QUEUES_SEND_PRODUCER, a->page[3].send_prod);
		// Someone else's work meanwhile.
		for (int i = 0; i < 5; i++) {
			some_msg(a, 0);
			some_msg(a, 5);
		}
		ring_doorbells(a);
		a->page[3].polled = b->page[2].polled = false;
		for (uint32_t i = 0, n = 200 + dice->below(3000); i < n; i++) {
			step();
			host();
		}
		wr(c, p, RN_QUEUES_CONTROL, 0);
		uint64_t start = clocks;

		while (!(rd(c, p, RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK) && clocks < start + 5000)
			host();
		expect(clocks < start + 5000, "page %d of card %d stops", p, c->id);
		auto frozen = c->mem.pages;

		for (int i = 0; i < 2000 || !card[0]->in.empty() || !card[1]->in.empty(); i++) {
			step();
			host();
		}
		for (int r = 0; r < 5; r++)
			for (uint64_t at = c->page[p].base[r] / 4096; at <= (c->page[p].base[r] + c->page[p].size[r]) / 4096; at++)
				expect(frozen[at].byte == c->mem.pages[at].byte, "region %d of a page that is off is left alone", r);
		for (uint64_t at : {c->page[p].recv_base / 4096, c->page[p].cpl_base / 4096})
			expect(frozen[at].byte == c->mem.pages[at].byte, "rings of a page that is off are left alone");
		// Both pages start anew; what they did is no longer asked for.
		for (Card *k : card) {
			int q = k == a ? 3 : 2;
			PageModel &m = k->page[q];

			wr(k, q, RN_QUEUES_CONTROL, 0);
			while (!(rd(k, q, RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK))
				host();
			m.polled = true;
			for (auto &queue : m.records)
				m.expected_records -= int(queue.second.size());
			m.records.clear();
			m.sends.clear();
			m.streams.clear();
			m.refusals.clear();
			turn_on(k, q);
			for (int r : {DST, LAND})
				for (uint64_t i = 0; i < m.size[r]; i++)
					*k->want.at(m.base[r] + i) = *k->mem.at(m.base[r] + i);
			// Refused while it was off.
			m.untold = rd(k, q, RN_QUEUES_UNTOLD);
		}
		expect(settle(50000), "others end their work");
		compare();
	}
	sim::ok(clean(), "a page that is turned off is left alone at once, others go on");
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	sim::Rng random(sim::seed());
	Card a(CARD_A, sim::seed() * 2 + 1), b(CARD_B, sim::seed() * 2 + 2);
	uint64_t rounds = sim::setting("rounds", 12);
	uint32_t shape;

	dice = &random;
	card[0] = &a;
	card[1] = &b;
	for (Card *c : card) {
		c->drive();
		c->top.reset();
	}
	shape = rd(&a, 8, RN_DMA_SHAPE);
	cell_b = shape & 0x3ff;
	slot_b = 1 << (shape >> 12 & 15);
	msg_b = shape >> 16 & 0x3ff;
	w_bits = cell_b / 2;
	first_b = w_bits == 128 ? 16 : 8;
	prepare(&a);
	prepare(&b);
	for (uint64_t r = 0; r < rounds && play(int(r)); r++)
		;
	uint64_t cells = a.cells + b.cells, messages = 0, completions = 0, refusals = 0;

	for (Card *c : card)
		for (PageModel &m : c->page) {
			messages += m.messages;
			completions += m.completions;
			refusals += m.refusals_told;
		}
	sim::ok(sim::tally().failed == 0, "W=%d: %llu rounds: %llu cells, %llu completions, %llu records, %llu refusals told",
		w_bits, (unsigned long long)rounds, (unsigned long long)cells, (unsigned long long)completions,
		(unsigned long long)messages, (unsigned long long)refusals);
	full_receive_ring();
	full_completion_ring();
	order_of_write_and_msg();
	card_descriptors();
	// W = 128: the port to the host has half the link's rate.
	throughput(10, 0, w_bits == 128 ? 0.50 : 0.90);
	throughput(40, 3, w_bits == 128 ? 0.45 : 0.90);
	sim::ok(clean(), "long messages at the link's rate");
	stop();
	for (int r = 0; r < 3 && clean(); r++)
		play(1000 + r);
	sim::ok(clean(), "and all goes on as before");
	sim::ok(a.mem.strays == 0 && b.mem.strays == 0, "no access outside of memory");
	sim::diag("%llu clocks, %llu read errors, %llu write errors", (unsigned long long)clocks,
		(unsigned long long)(a.mem.read_errors + b.mem.read_errors), (unsigned long long)(a.mem.write_errors + b.mem.write_errors));
	return sim::done();
}
