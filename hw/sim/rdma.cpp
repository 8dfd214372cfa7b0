// SPDX-License-Identifier: BSD-3-Clause
//
// Bench of rdma: the RDMA unit as far as it is there, against the functional model of hw/emu. Eight pages at once give commands, ring
// doorbells, arm queues, read events, add completions and ask for accesses, right and wrong ones, with tables in slow
// host memory; after each of them results, refusals, events, answers and completions in memory are the same on both sides.
// Each access to host memory lies in the window of its page. Pages are turned off and on, also by their card, and with tables full of
// rubbish. Then the figures: clocks of each operation with the context in the cache and not.
//
//     rounds=N          operations of each page (default 1500)
//
// reference: rdma_reference.c
// top: rdma
// with: small -GLG_SETS=2 -GLG_DEPTH=2
// with: full

#define RD_SIM_ANY_STATE

#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "Vtop.h"
#include "axi_mem.h"
#include "btl_fpga/rdma_regs.h"
#include "fibers.h"
#include "rdma_reference.h"
#include "sim.h"

extern "C" {
#include "base/param.h"
#include "btl_fpga/card.h"
// The parameters of a job have no effect here.
int64_t rd_param_int(enum rd_param_id) { return 0; }
}

using namespace native;
using sim::expect;

enum { PAGES = 8, WINDOW_LG = 40, QUEUES = 96, REGIONS = 160, ASK_ADD = 5, ASK_ROOM = 6, ASK_ACCESS = 7 };
const uint64_t ARENA_B = 8u << 20, TABLE_AT = 1u << 20, QUEUE_AT = 2u << 20, LIST_AT = 3u << 20, ATTR_AT = 4u << 20, QUEUE_B = 4096;
const uint64_t RIGHTS = RDMA_MR_ATTR_SHAPE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK
	| RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK;

static sim::Clocked<Vtop> *unit;
static sim::AxiMem *mem;
static sim::Rng *dice;
static uint64_t now, outside;        // accesses outside of their window
static uint8_t refusals[PAGES];      // since the last look
static bool shown[PAGES];            // likewise, an event of a completion queue
static rd_card *card[PAGES];
static int bound, allowed;           // windows that were bound, accesses that were allowed

// Whether no check has failed since the last time.
static bool good()
{
	static int before;
	bool is = sim::tally().failed == before;

	before = sim::tally().failed;
	return is;
}
static uint32_t below(uint64_t n) { return dice->below(uint32_t(n)); }
static bool one_in(uint32_t n) { return dice->below(n) == 0; }

// ---- The clock ---------------------------------------------------------------------------------

static uint64_t place(int p, uint64_t bus) { return uint64_t(p + 1) << WINDOW_LG | (bus & ((1ull << WINDOW_LG) - 1)); }

// The window is told a page, and in the next clock the upper half of an address.
static void windows()
{
	static int named;

	unit->settle();
	unit->top->s_window_high = uint32_t(place(named, uint64_t(unit->top->m_window_high) << 32) >> 32);
	unit->settle();
	named = unit->top->m_window_page;
	expect(!unit->top->m_window_ask || !unit->top->s_window_hold, "a window is asked while it is held");
}

static void edge()
{
	unit->top->s_window_hold = one_in(10);
	mem->drive(unit->top);
	windows();
	mem->sample(unit->top);
	unit->tick();
	now++;
	for (int p = 0; p < PAGES; p++) {
		refusals[p] += unit->top->ev_refused >> p & 1 && refusals[p] < 255;
		shown[p] = shown[p] || (unit->top->ev_cq >> p & 1);
	}
}

static void run()
{
	for (uint64_t idle = 0; !all_over(); idle++) {
		if (run_fibers())
			idle = 0;
		if (!expect(idle < 100000, "nothing moves"))
			exit(sim::done());
		edge();
	}
	forget_ended();
}

static void pause(uint64_t clocks)
{
	uint64_t end = now + clocks;

	until([=] { return now >= end; });
}

// ---- Registers ---------------------------------------------------------------------------------

static bool bus_taken;
static uint64_t longest;             // clocks of an access

static uint32_t access(int p, bool write, uint32_t at, uint32_t data)
{
	uint64_t begun;
	uint32_t value;

	until([] { return !bus_taken; });
	bus_taken = true;
	begun = now;
	unit->top->bus_valid = 1;
	unit->top->bus_write = write;
	unit->top->bus_page = p;
	unit->top->bus_addr = at / 4;
	unit->top->bus_wdata = data;
	unit->settle();
	until([] { return unit->top->bus_ready != 0; });
	value = unit->top->bus_rdata;
	pause(1);
	if (now > 1000)
		longest = std::max(longest, now - begun);
	unit->top->bus_valid = 0;
	pause(1 + below(3));
	bus_taken = false;
	return value;
}
static uint32_t rd(int p, uint32_t at) { return access(p, false, at, 0); }
static void wr(int p, uint32_t at, uint32_t data) { access(p, true, at, data); }
static uint32_t model_rd(int p, uint32_t at) { return rd_card_read(card[p], at); }
static void model_wr(int p, uint32_t at, uint32_t data) { rd_card_write(card[p], at, data); }

static void both(int p, uint32_t at, uint32_t data)
{
	wr(p, at, data);
	model_wr(p, at, data);
}
static void both64(int p, uint32_t at, uint64_t data)
{
	both(p, at, uint32_t(data));
	both(p, at + 4, uint32_t(data >> 32));
}
static void same(int p, uint32_t at)
{
	uint32_t is = rd(p, at), should = model_rd(p, at);

	expect(is == should, "page %d register %03x: %08x, the model has %08x", p, at, is, should);
}

// ---- Memory ------------------------------------------------------------------------------------

static uint64_t bus(int p, uint64_t at) { return card[p]->arena_bus + at; }
static void put(int p, uint64_t at, const void *from, uint64_t bytes)
{
	memcpy(card[p]->arena + at, from, bytes);
	mem->put(place(p, bus(p, at)), from, bytes);
}
static void put_word(int p, uint64_t at, uint64_t word) { put(p, at, &word, 8); }

// ---- A page ------------------------------------------------------------------------------------

struct Page {
	int p;
	uint32_t cqs = 0, mrs = 0;
	std::set<uint32_t> events;               // of queues, that were not read
	std::map<uint32_t, uint64_t> stag;       // of entries that may be open
	std::set<uint32_t> parents;              // regions to which windows were bound
	uint16_t cons[QUEUES] = {};
	bool on = false;

	uint64_t queue(uint32_t cq) const { return QUEUE_AT + QUEUE_B * cq; }
	uint64_t list(uint32_t mr) const { return LIST_AT + 512 * mr; }
	uint64_t table(int kind) const { return TABLE_AT + 0x40000 * kind + 64 * p; }

	// Everything that was written before was carried out. An item that does nothing is behind all others.
	uint32_t command(uint32_t value)
	{
		uint32_t result;

		wr(p, RDMA_RDMA_COMMAND, value);
		do
			result = rd(p, RDMA_RDMA_RESULT);
		while (result & RDMA_RDMA_RESULT_BUSY_MASK);
		return result;
	}
	void sync() { expect(command(0) == RDMA_RESULT_CODE_COMMAND, "page %d: no such command", p); }
	// Refusals and events of both sides since the last time.
	void compare(const char *what)
	{
		uint32_t event = model_rd(p, RN_PAGE_EVENT);
		bool refused = event & RN_PAGE_EVENT_REFUSED_MASK;

		rd_card_write(card[p], RN_PAGE_EVENT, event);
		expect(refused == (refusals[p] != 0), "page %d %s: refused %d, the model %d", p, what, refusals[p], refused);
		refusals[p] = 0;
		while (uint32_t e = model_rd(p, RDMA_RDMA_EVENT))
			events.insert(e >> RDMA_RDMA_EVENT_NUMBER_LSB);
	}
	bool take_event()
	{
		uint32_t e = rd(p, RDMA_RDMA_EVENT);

		if (!e)
			return false;
		expect((e & RDMA_RDMA_EVENT_KIND_MASK) == RDMA_EVENT_KIND_CQ && events.count(e >> RDMA_RDMA_EVENT_NUMBER_LSB),
			"page %d: event %08x", p, e);
		expect(shown[p], "page %d: event %08x was not told", p, e);
		shown[p] = false;
		events.erase(e >> RDMA_RDMA_EVENT_NUMBER_LSB);
		return true;
	}
	void all_events()
	{
		do
			sync();
		while (take_event());
		expect(events.empty(), "page %d: %zu events did not come", p, events.size());
		events.clear();
	}

	// --- On and off ---
	void off()
	{
		both(p, RDMA_RDMA_CONTROL, 0);
		on = false;
		while (!(rd(p, RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK))
			;
		events.clear();
		stag.clear();
		parents.clear();
		refusals[p] = shown[p] = 0;
		for (int k = 0; k < 4; k++)
			same(p, RDMA_RDMA_QP_BASE_LO + 16 * k);
	}
	void tables(bool aligned, bool zero)
	{
		std::vector<uint8_t> bytes(0x20000);

		for (uint8_t &b : bytes)
			b = zero ? 0 : uint8_t(dice->next());
		cqs = 1 + below(QUEUES);
		mrs = 1 + below(REGIONS);
		for (int k = 0; k < 4; k++) {
			if (zero)
				put(p, table(k), bytes.data(), bytes.size());
			else
				mem->put(place(p, bus(p, table(k))), bytes.data(), bytes.size());
			both64(p, RDMA_RDMA_QP_BASE_LO + 16 * k, bus(p, table(k)) + (aligned || k != 3 ? 0 : 8));
		}
		both(p, RDMA_RDMA_QP_N, 0);
		both(p, RDMA_RDMA_CQ_N, cqs);
		both(p, RDMA_RDMA_SRQ_N, 0);
		both(p, RDMA_RDMA_MR_N, mrs);
	}
	void start()
	{
		if (one_in(3)) {
			tables(false, true);
			both(p, RDMA_RDMA_CONTROL, 1);
			compare("tables that are not aligned");
			same(p, RDMA_RDMA_CONTROL);
		}
		tables(true, true);
		both(p, RDMA_RDMA_CONTROL, 1);
		on = true;
		compare("turned on");
		for (uint32_t at = RDMA_RDMA_TABLE; at <= RDMA_RDMA_RESULT; at += 4)
			same(p, at);
		memset(cons, 0, sizeof(cons));
	}

	// --- Commands ---
	void attr(const std::vector<uint64_t> &words)
	{
		uint64_t at = ATTR_AT + 8 * below(1024);

		for (size_t i = 0; i < words.size(); i++)
			put_word(p, at + 8 * i, words[i]);
		if (one_in(20))
			at += 4;
		else if (one_in(20))
			at = ARENA_B + 64 * below(1000);         // no memory
		both64(p, RDMA_RDMA_ATTR_LO, bus(p, at));
	}
	void obey(uint32_t op, uint32_t kind, uint32_t number)
	{
		uint32_t value = op | kind << RDMA_RDMA_COMMAND_KIND_LSB | number << RDMA_RDMA_COMMAND_NUMBER_LSB, is, should;

		is = command(value);
		model_wr(p, RDMA_RDMA_COMMAND, value);
		should = model_rd(p, RDMA_RDMA_RESULT);
		if (kind == RDMA_OBJECT_QP || kind == RDMA_OBJECT_SRQ)
			should = RDMA_RESULT_CODE_COMMAND;           // these are not there
		expect(is == should, "page %d command %08x: %08x, the model %08x", p, value, is, should);
		compare("command");
	}
	uint32_t some_cq() { return one_in(20) ? below(70000) : below(cqs); }
	uint32_t some_mr() { return one_in(20) ? below(1 << 24) : below(mrs); }
	void open_cq()
	{
		uint32_t n = some_cq(), lg = below(6);

		attr({bus(p, queue(n % QUEUES)) + (one_in(20) ? 32 : 0), lg | dice->next() << 4});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, n);
	}
	void close_cq() { obey(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_CQ, some_cq()); }
	uint64_t shape()
	{
		uint64_t s = dice->next() & 0xffff0000ffff00ffull & ~(3ull << 62);

		s |= uint64_t(one_in(20) ? below(64) : 12 + below(4)) << RDMA_MR_ATTR_SHAPE_PAGE_LG_LSB;
		if (!one_in(4))
			s &= ~(RDMA_MR_ATTR_SHAPE_WINDOW_MASK | RDMA_MR_ATTR_SHAPE_LIST_MASK);
		if (one_in(2))
			s &= 0xff | RDMA_MR_ATTR_SHAPE_PAGE_LG_MASK;
		if (one_in(3))
			s |= RIGHTS | RDMA_MR_ATTR_SHAPE_BIND_MASK;
		if (one_in(3))
			s |= RDMA_MR_ATTR_SHAPE_LIST_MASK;
		return (s & ~RDMA_MR_ATTR_SHAPE_PD_MASK) | uint64_t(below(2)) << RDMA_MR_ATTR_SHAPE_PD_LSB;
	}
	void open_mr()
	{
		uint32_t n = some_mr();
		uint64_t s = shape(), length = one_in(4) ? dice->next() : below(200000), at = dice->next();

		if (one_in(3))
			s = (s & 0xff) | RDMA_MR_ATTR_SHAPE_WINDOW_MASK | (s & RDMA_MR_ATTR_SHAPE_PD_MASK);
		if (one_in(4))
			at = ~length + below(3);                     // ends at the end of all addresses, or beyond
		for (int i = 0; i < 64; i++)
			put_word(p, list(n % REGIONS) + 8 * i, dice->next());
		attr({at, length, bus(p, list(n % REGIONS)) + (one_in(20) ? 4 : 0), s});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, n);
		if (n < mrs && rd(p, RDMA_RDMA_RESULT) == RDMA_RESULT_CODE_OK)
			stag[n] = n << 8 | (s & 0xff);
	}
	void close_mr()
	{
		uint32_t n = stag.empty() || one_in(3) ? some_mr() : stag.begin()->first;

		if (parents.count(n))
			return;                                      // a count of windows comes with the request BIND
		obey(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, n);
		stag.erase(n);
	}
	void any_command()
	{
		uint32_t op = below(16), kind = below(16);

		if (kind != RDMA_OBJECT_QP && kind != RDMA_OBJECT_SRQ && op != RDMA_COMMAND_OP_OPEN && op != RDMA_COMMAND_OP_CLOSE)
			obey(op, kind, some_cq());
		else if (kind == RDMA_OBJECT_QP || kind == RDMA_OBJECT_SRQ)
			expect(command(op | kind << 4 | 5 << 8) == RDMA_RESULT_CODE_COMMAND, "page %d: queue pairs are not there", p);
	}

	// --- Completion queues ---
	void doorbell()
	{
		uint32_t n = some_cq(), index = n < QUEUES && !one_in(8) ? cons[n] : below(65536);

		both(p, RDMA_RDMA_CQ_DOORBELL, n | index << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
		sync();
		compare("doorbell");
	}
	void arm()
	{
		both(p, RDMA_RDMA_CQ_ARM, some_cq() | (one_in(2) ? RDMA_RDMA_CQ_ARM_SOLICITED_MASK : 0) | (dice->next() & 0xfffe0000));
		sync();
		compare("arm");
	}
	void ring_others()
	{
		const uint32_t at[] = {RDMA_RDMA_SQ_DOORBELL, RDMA_RDMA_RQ_DOORBELL, RDMA_RDMA_SRQ_DOORBELL};

		both(p, at[below(3)], uint32_t(dice->next()));
		compare("doorbell of no queue");
	}
	// As many items as surely find a place, with nothing between them.
	void burst()
	{
		for (int n = below(4); n > 0; n--)
			if (one_in(2))
				both(p, RDMA_RDMA_CQ_ARM, some_cq() | (one_in(2) ? RDMA_RDMA_CQ_ARM_SOLICITED_MASK : 0));
			else
				both(p, RDMA_RDMA_CQ_DOORBELL, some_cq() | below(40) << RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB);
		close_cq();
	}
	void read_events()
	{
		for (int n = below(4); n > 0; n--)
			take_event();
	}
	void completion();
	void access();
	void bind();
	void use();

	void some()
	{
		switch (below(20)) {
		case 0: open_cq(); break;
		case 1: one_in(4) ? close_cq() : open_cq(); break;
		case 2: open_mr(); break;
		case 3: one_in(3) ? close_mr() : open_mr(); break;
		case 4: doorbell(); break;
		case 5: arm(); break;
		case 6: one_in(4) ? ring_others() : any_command(); break;
		case 7: read_events(); break;
		case 8: case 9: case 10: completion(); break;
		case 11: case 12: bind(); break;
		case 13: one_in(2) ? burst() : use(); break;
		default: access(); break;
		}
	}
	void life(int n)
	{
		off();
		for (int i = 0; i < n; i++) {
			if (i % 300 == 0) {
				off();
				start();
			}
			some();
			if (one_in(50))
				all_events();
			if (one_in(4))
				pause(below(100));
		}
		all_events();
	}
};

// ---- Requests of the engine --------------------------------------------------------------------

static bool engine_taken;

struct Answer {
	uint32_t status;
	uint64_t bus;
	uint32_t piece;
	uint64_t clocks;
};

static Answer ask(int p, uint32_t what, const std::function<void(Vtop *)> &fill)
{
	Answer a;
	uint64_t begun;

	until([] { return !engine_taken; });
	engine_taken = true;
	begun = now;
	unit->top->s_ask_valid = 1;
	unit->top->s_ask_what = what;
	unit->top->s_ask_page = p;
	fill(unit->top);
	unit->settle();
	until([] { return unit->top->m_ask_done != 0; });
	a = {unit->top->m_ask_status, unit->top->m_ask_bus, unit->top->m_ask_piece, now - begun};
	pause(1);
	unit->top->s_ask_valid = 0;
	engine_taken = false;
	return a;
}

static Answer add(int p, uint32_t what, uint32_t cq, const uint64_t *words)
{
	return ask(p, what, [=](Vtop *top) {
		top->s_ask_cq = cq;
		for (int i = 0; i < 8; i++)
			top->s_ask_words[i] = uint32_t(words[i / 2] >> i % 2 * 32);
	});
}

void Page::completion()
{
	uint32_t n = some_cq() & 0xffff;
	uint64_t words[4] = {dice->next(), dice->next(), dice->next(), dice->next() & ~(RDMA_DONE_WHAT_INDEX_MASK | RDMA_DONE_WHAT_PHASE_MASK)};
	int room = rdma_reference_room(card[p], n);

	if (one_in(2))
		words[3] &= ~(RDMA_DONE_WHAT_STATUS_MASK | RDMA_DONE_WHAT_SOLICITED_MASK);
	if (one_in(3)) {
		Answer a = add(p, ASK_ROOM, n, words);
		expect(a.status == (room < 0 ? 2u : room ? 0u : 1u), "page %d room in %u: %u, the model %d", p, n, a.status, room);
	}
	Answer a = add(p, ASK_ADD, n, words);
	expect(a.status == (room < 0 ? 2u : room ? 0u : 1u), "page %d completion in %u: %u, the model %d", p, n, a.status, room);
	refusals[p] = 0;
	if (room <= 0)
		return;
	rdma_reference_add(card[p], n, words);
	compare("completion");
	if (n < QUEUES && !one_in(3))
		cons[n]++;
	for (uint64_t i = 0; i < 1024; i += 8)
		expect(mem->word(place(p, bus(p, queue(n) + i))) == *reinterpret_cast<uint64_t *>(card[p]->arena + queue(n) + i),
			"page %d queue %u, byte %d", p, n, int(i));
}

void Page::access()
{
	rdma_reference_access r = {};
	uint64_t words[8] = {}, status, at;
	uint32_t n = stag.empty() || one_in(10) ? some_mr() : std::next(stag.begin(), below(stag.size()))->first, piece;

	if (n < mrs)
		rdma_reference_words(card[p], n, words);
	r.stag = n << 8 | uint32_t(one_in(20) ? below(256) : words[0] & 0xff);
	r.length = 1 + (one_in(4) ? below(0xffffffff) : below(10000));
	r.pd = uint16_t(one_in(20) ? below(3) : words[0] >> RDMA_MR_ATTR_SHAPE_PD_LSB);
	r.qp = uint16_t(one_in(10) ? below(8) : words[4] >> 32);
	r.right = one_in(3) ? 0 : 0x100u << below(4);
	if (!one_in(4))
		r.right &= uint32_t(words[0]);
	if (one_in(10))
		r.right |= 0x100u << below(4);
	if (words[2] > 0 && !one_in(5))
		r.length = uint32_t(std::min<uint64_t>(r.length, 1 + dice->next() % words[2]));
	r.address = words[1] + (one_in(2) ? words[2] - r.length : dice->next() % (words[2] + 1)) + (one_in(10) ? below(3) - 1 : 0);
	if (one_in(20))
		r.address = dice->next();
	// Entries of the list that are there.
	if (words[0] & RDMA_MR_ATTR_SHAPE_LIST_MASK && r.address - words[1] >= 200000)
		return;
	status = rdma_reference_look(card[p], &r, &at, &piece);
	Answer a = ask(p, ASK_ACCESS, [=](Vtop *top) {
		top->s_ask_stag = r.stag;
		top->s_ask_address = r.address;
		top->s_ask_length = r.length;
		top->s_ask_pd = r.pd;
		top->s_ask_qp = r.qp;
		top->s_ask_right = r.right >> RDMA_MR_ATTR_SHAPE_WRITE_LSB;
	});
	allowed += status == 0;
	expect(a.status == status, "page %d access %08x: %u, the model %u", p, r.stag, a.status, unsigned(status));
	expect(status || (a.bus == at && a.piece == piece), "page %d access %08x: %llx %u, the model %llx %u", p, r.stag, (unsigned long long)a.bus,
		a.piece, (unsigned long long)at, piece);
}

// Nothing uses a completion queue yet: likewise, its count of users.
void Page::use()
{
	uint32_t n = below(cqs), users = below(2);
	uint64_t at = place(p, bus(p, table(RDMA_OBJECT_CQ) + RDMA_CQ_BYTES * n)), word;

	if (n % 32 + 64 >= cqs)
		return;
	for (uint32_t other = n % 32; other < cqs; other += 32)
		if (other != n)
			ask(p, ASK_ROOM, [=](Vtop *top) { top->s_ask_cq = other; });
	refusals[p] = 0;
	word = (mem->word(at) & 0xffffffff) | uint64_t(users) << 32;
	mem->put(at, &word, sizeof(word));
	rdma_reference_use(card[p], n, int(users));
}

// No request binds windows yet: the context is written into the table, when two others of its set have put it out of the cache.
void Page::bind()
{
	uint32_t window, region;
	uint64_t of[8], words[8], from, length;
	std::vector<uint32_t> others;
	bool bindable = false;

	for (int tries = 0; tries < 30 && !bindable && !stag.empty(); tries++) {
		window = std::next(stag.begin(), below(stag.size()))->first;
		region = std::next(stag.begin(), below(stag.size()))->first;
		rdma_reference_words(card[p], region, of);
		from = of[2] ? dice->next() % of[2] : 0;
		length = dice->next() % (of[2] - from + 1);
		others.clear();
		for (uint32_t n = window % 32; n < mrs; n += 32)
			if (n != window)
				others.push_back(n);
		bindable = others.size() >= 2 && rdma_reference_bind(card[p], stag[window], stag[region], below(4),
			uint16_t(of[0] >> RDMA_MR_ATTR_SHAPE_PD_LSB), of[1] + from, length, (dice->next() & RIGHTS) & ~RDMA_MR_ATTR_SHAPE_WRITE_MASK);
	}
	if (!bindable)
		return;
	for (int i = 0; i < 2; i++)
		ask(p, ASK_ACCESS, [=](Vtop *top) { top->s_ask_stag = others[i] << 8; });
	rdma_reference_words(card[p], window, words);
	mem->put(place(p, bus(p, table(RDMA_OBJECT_MR) + RDMA_MR_BYTES * window)), words, sizeof(words));
	parents.insert(region);
	bound++;
}

// ---- Tests -------------------------------------------------------------------------------------

static void open_model()
{
	rd_card_place at = {};

	at.fd = memfd_create("ring", 0);
	at.nodes = 2;
	at.users = PAGES;
	at.arena_bytes = ARENA_B;
	for (at.page = 0; at.page < PAGES; at.page++) {
		if (rd_card_emu.open(&at, &card[at.page])) {
			sim::ok(false, "the model opens page %d", at.page);
			exit(sim::done());
		}
		rd_card_write(card[at.page], RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	}
	close(at.fd);
}

static void random_work()
{
	static Page page[PAGES];
	int n = int(sim::setting("rounds", 1500));

	for (int p = 0; p < PAGES; p++) {
		page[p].p = p;
		start("page", [=] { page[p].life(n); });
	}
	run();
	sim::ok(good(), "%d operations of each of 8 pages end as in the model", n);
	sim::ok(bound > n / 500 && allowed > n / 2, "%d windows bound, %d accesses allowed", bound, allowed);
	sim::ok(outside == 0, "no access outside of the window of its page");
	sim::ok(longest < 40, "no register waits for the unit: %llu clocks at most", (unsigned long long)longest);
}

static void alone(const std::function<void(Page &)> &test)
{
	static Page page;

	start("test", [&] {
		page.p = below(PAGES);
		page.off();
		page.tables(true, true);
		page.cqs = page.mrs = 70;
		both(page.p, RDMA_RDMA_CQ_N, 70);
		both(page.p, RDMA_RDMA_MR_N, 70);
		wr(page.p, RDMA_RDMA_CONTROL, 1);
		test(page);
		page.off();
	});
	run();
}
static void open_queue(Page &g, uint32_t n, uint32_t lg)
{
	put_word(g.p, ATTR_AT, bus(g.p, g.queue(n)));
	put_word(g.p, ATTR_AT + 8, lg);
	wr(g.p, RDMA_RDMA_ATTR_LO, uint32_t(bus(g.p, ATTR_AT)));
	wr(g.p, RDMA_RDMA_ATTR_HI, uint32_t(bus(g.p, ATTR_AT) >> 32));
	expect(g.command(RDMA_COMMAND_OP_OPEN | RDMA_OBJECT_CQ << 4 | n << 8) == RDMA_RESULT_CODE_OK, "queue %u opens", n);
}
static bool take(int p, uint32_t n)
{
	uint32_t e = rd(p, RDMA_RDMA_EVENT);

	expect(!e || e == (n << RDMA_RDMA_EVENT_NUMBER_LSB | RDMA_EVENT_KIND_CQ), "event %08x", e);
	return e != 0;
}

// An event is read in any clock while the next one of the same queue comes: it is told, too, unless its completion was there
// as the first was read.
static void events_that_meet(Page &g)
{
	const uint64_t words[4] = {};
	int again = 0;

	open_queue(g, 3, 4);
	for (int i = 0; i < 300; i++) {
		uint64_t last = place(g.p, bus(g.p, g.queue(3)) + RDMA_DONE_BYTES * ((2 * i + 1) % 16) + RDMA_DONE_WHAT);
		uint64_t was = mem->word(last);
		bool there, over = false;

		wr(g.p, RDMA_RDMA_CQ_ARM, 3);
		g.sync();
		add(g.p, ASK_ADD, 3, words);
		wr(g.p, RDMA_RDMA_CQ_DOORBELL, 3 | uint32_t(2 * i + 1) << 16);
		wr(g.p, RDMA_RDMA_CQ_ARM, 3);
		g.sync();
		start("add", [&] {
			add(g.p, ASK_ADD, 3, words);
			over = true;
		});
		pause(below(120));
		there = mem->word(last) != was;
		expect(take(g.p, 3), "the first event, %d", i);
		until([&] { return over; });
		g.sync();
		if (take(g.p, 3))
			again++;
		else
			expect(there, "the second event is not lost, %d", i);
		wr(g.p, RDMA_RDMA_CQ_DOORBELL, 3 | uint32_t(2 * i + 2) << 16);
		g.sync();
		expect(!take(g.p, 3), "a third event, %d", i);
	}
	sim::ok(good() && again > 50 && again < 250, "events that meet are told: %d of 300 twice", again);
}

// Events of all queues, in the order in which they came.
static void many_events(Page &g)
{
	const uint64_t words[4] = {};
	std::vector<uint32_t> order;

	for (uint32_t n = 0; n < 70; n++) {
		open_queue(g, n, 0);
		wr(g.p, RDMA_RDMA_CQ_ARM, n);
		g.sync();
		order.insert(order.begin() + below(order.size() + 1), n);
	}
	for (uint32_t n : order)
		add(g.p, ASK_ADD, n, words);
	for (uint32_t n : order) {
		expect(take(g.p, n), "event of %u", n);
		g.sync();
	}
	sim::ok(good() && !rd(g.p, RDMA_RDMA_EVENT), "70 events wait, and come in their order");
}

// The last queue in the list of events cannot be read: the event behind it is refused, and all ends.
static void list_is_lost(Page &g)
{
	const uint64_t words[4] = {};
	uint64_t table = place(g.p, bus(g.p, g.table(RDMA_OBJECT_CQ)));
	Answer a;

	for (uint32_t n : {3, 69}) {
		open_queue(g, n, 0);
		wr(g.p, RDMA_RDMA_CQ_ARM, n);
		g.sync();
	}
	add(g.p, ASK_ADD, 3, words);
	for (uint32_t n : {35, 67})                          // others of its set
		add(g.p, ASK_ROOM, n, words);
	add(g.p, ASK_ROOM, 69, words);
	refusals[g.p] = 0;
	mem->unmap(table, 1);
	a = add(g.p, ASK_ADD, 69, words);
	sim::ok(a.status == 2 && refusals[g.p] == 1 && take(g.p, 3), "an event behind a queue that cannot be read: refused, and all ends");
	mem->map(table, 1);
	g.sync();
	refusals[g.p] = 0;
}

// Doorbells beyond the places are refused, a command always finds one; nothing else of the page is lost.
static void no_place(Page &g)
{
	unsigned accepted = 0;

	open_queue(g, 5, 4);
	mem->latency_min = 400;
	refusals[g.p] = 0;
	for (int i = 0; i < 40; i++) {
		unsigned before = refusals[g.p];

		wr(g.p, RDMA_RDMA_CQ_ARM, i + 20);
		accepted += refusals[g.p] == before;
	}
	mem->latency_min = 2;
	g.sync();
	sim::ok(accepted >= 3 && accepted < 40 && refusals[g.p] == 40 - accepted, "of 40 doorbells at once %u find a place, others are refused",
		accepted);
	refusals[g.p] = 0;
}

// Contexts that make no sense: all ends, within the window, and others go on.
static void rubbish()
{
	static Page page[PAGES];

	for (int p = 0; p < PAGES; p++) {
		page[p].p = p;
		start("page", [=] {
			Page &g = page[p];
			uint64_t words[4] = {1, 2, 3, 4};
			const uint32_t at[] = {RDMA_RDMA_CQ_DOORBELL, RDMA_RDMA_CQ_ARM, RDMA_RDMA_SQ_DOORBELL};

			g.off();
			g.tables(true, p == 0);
			wr(p, RDMA_RDMA_CONTROL, 1);
			for (int i = 0; i < 200 && p != 0; i++) {
				wr(p, at[below(3)], uint32_t(dice->next()) & 0x3fffffff);
				wr(p, RDMA_RDMA_ATTR_HI, uint32_t(dice->next()));
				rd(p, RDMA_RDMA_EVENT);
				g.command((one_in(2) ? RDMA_COMMAND_OP_OPEN : RDMA_COMMAND_OP_CLOSE) | (1 + 2 * below(2)) << 4 | g.some_mr() << 8);
				add(p, ASK_ADD, g.some_cq(), words);
				ask(p, ASK_ACCESS, [&](Vtop *top) {
					top->s_ask_stag = g.some_mr() << 8;
					top->s_ask_address = dice->next();
				});
			}
			for (uint32_t i = 0; i < 20 && p == 0; i++) {
				open_queue(g, i % g.cqs, i % 4);
				g.command(RDMA_COMMAND_OP_CLOSE | RDMA_OBJECT_CQ << 4 | i % g.cqs << 8);
			}
			g.off();
		});
	}
	run();
	sim::ok(good() && outside == 0, "tables full of rubbish: all ends, within the window, and another page goes on");
}

// A page that its card turns off in the middle: the unit is off with it, and stops.
static void page_off(Page &g)
{
	for (int i = 0; i < 50; i++) {
		uint32_t at = unit->top->enable;

		wr(g.p, RDMA_RDMA_ATTR_LO, uint32_t(bus(g.p, ATTR_AT)));
		wr(g.p, RDMA_RDMA_ATTR_HI, uint32_t(bus(g.p, ATTR_AT) >> 32));
		wr(g.p, RDMA_RDMA_COMMAND, RDMA_COMMAND_OP_OPEN | RDMA_OBJECT_MR << 4 | uint32_t(i) << 8);
		pause(below(150));
		unit->top->enable = at & ~(1u << g.p);
		until([&] { return !(unit->top->busy >> g.p & 1); });
		expect(!rd(g.p, RDMA_RDMA_CONTROL) && !rd(g.p, RDMA_RDMA_RESULT) && !rd(g.p, RDMA_RDMA_ATTR_LO), "the unit is off");
		wr(g.p, RDMA_RDMA_CONTROL, 1);
		expect(!rd(g.p, RDMA_RDMA_CONTROL), "it stays off without its page");
		unit->top->enable = at;
		g.tables(true, true);
		wr(g.p, RDMA_RDMA_MR_N, 70);
		wr(g.p, RDMA_RDMA_CONTROL, 1);
		expect(rd(g.p, RDMA_RDMA_CONTROL) == 1, "it is turned on with its page");
	}
	sim::ok(good(), "a page that is turned off takes its part of the unit with it");
}

static void figures(Page &g)
{
	const uint64_t words[4] = {};
	uint64_t hit, miss, dirty;

	mem->stall = mem->latency_span = 0;
	mem->latency_min = 100;
	for (uint32_t n = 0; n < 70; n++)
		open_queue(g, n, 0);
	ask(g.p, ASK_ROOM, [](Vtop *top) { top->s_ask_cq = 1; });
	hit = ask(g.p, ASK_ROOM, [](Vtop *top) { top->s_ask_cq = 1; }).clocks;
	dirty = ask(g.p, ASK_ROOM, [](Vtop *top) { top->s_ask_cq = 33; }).clocks;
	add(g.p, ASK_ROOM, 65, words);
	add(g.p, ASK_ROOM, 33, words);
	miss = add(g.p, ASK_ROOM, 1, words).clocks;
	sim::diag("memory 100 clocks away: a look at a completion queue takes %llu clocks with its context in the cache, %llu without, %llu where another "
		"line goes back first", (unsigned long long)hit, (unsigned long long)miss, (unsigned long long)dirty);
	hit = add(g.p, ASK_ADD, 1, words).clocks;
	sim::diag("a completion takes %llu clocks", (unsigned long long)hit);
	sim::ok(hit < 135, "a completion takes the latency of memory and 30 clocks more at most");
	mem->latency_min = 2;
	mem->stall = 30;
	mem->latency_span = 40;
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	sim::Rng rng(sim::seed());
	sim::Clocked<Vtop> model;
	sim::AxiMem memory(sim::seed() + 1);

	unit = &model;
	mem = &memory;
	dice = &rng;
	open_model();
	for (int p = 0; p < PAGES; p++)
		mem->map(place(p, bus(p, 0)), ARENA_B);
	mem->seen = [](uint64_t addr, unsigned page) { outside += addr >> WINDOW_LG != page + 1; };
	model->bus_valid = model->s_ask_valid = 0;
	model->enable = 0xff;
	model.reset();
	random_work();
	alone(events_that_meet);
	alone(many_events);
	alone(no_place);
	alone(list_is_lost);
	rubbish();
	alone(page_off);
	alone(figures);
	return sim::done();
}
