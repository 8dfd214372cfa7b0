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
// with: w128 -GW=128 -GLG_BUF=7
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
};

struct PageModel {
	uint64_t base[8], size[8];
	uint16_t key;
	uint64_t send_base, recv_base, cpl_base;
	uint16_t send_prod = 0, recv_cons = 0, cpl_cons = 0, recv_told = 0, cpl_told = 0;
	std::deque<Done> sends;               // in order
	std::map<int, Done> streams;          // by tag
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

		m.records[{from->id, p}].push_back({from->id, d.tag, d.remote >> 8, {data.begin() + at, data.begin() + at + n}});
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
	if (d.complete || status != RN_DMA_STATUS_OK)
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
		case 4: offset = 0xffffffffffull - dice->below(200); break;
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
		if (!c->in.empty() || !c->out.empty() || !c->filling.empty() || !c->mem.idle())
			return false;
		for (PageModel &m : c->page)
			if (!m.sends.empty() || !m.streams.empty() || m.expected_records)
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
		else if (what < 95)
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
		c->top->own_room = 0;
		c->top->own_owner = 0;
		c->top->m_own_ready = 1;
		c->top->s_res_valid = 0;
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
	sim::ok(a.mem.strays == 0 && b.mem.strays == 0, "no access outside of memory");
	sim::diag("%llu clocks, %llu read errors, %llu write errors", (unsigned long long)clocks,
		(unsigned long long)(a.mem.read_errors + b.mem.read_errors), (unsigned long long)(a.mem.write_errors + b.mem.write_errors));
	return sim::done();
}
