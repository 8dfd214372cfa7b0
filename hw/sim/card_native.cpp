// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w16 -GLG_REPEAT=11 -GREQ_DEPTH=64
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
//
// A ring of whole cards, each with a host: its memory behind AXI4, its software behind AXI4-Lite and the interrupt line, nothing
// else. The software are fibers, several for each host. First the figures on a quiet ring: clocks from a doorbell to data in
// another host's memory, share of the link's payload rate. Then, with links that make errors, all at once: messages, writes,
// streams and broadcasts byte for byte; vectors and registers reduced to the documented bits; barriers by interrupt; atomic
// operations of all nodes on one register, with keys. Then a wrong key, and a cable is cut.
//
// Settings: nodes=5 (at most 8), delay=4, rounds=12, rate=300 (spoilt words of a million), seed, trace.

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <ucontext.h>
#include <vector>

#include "Vtop.h"
#include "axi_mem.h"
#include "axil.h"
#include "reference.h"
#include "ring.h"
#include "btl_fpga/ring_nic_regs.h"

namespace {

using sim::expect;

const int W = Ring<Vtop>::bits;
const int WIRE_N = 16 + (W == 16 ? 3 : 2);       // words of a full cell on the link
enum { BULK, VECTOR, SYNC, ATOMIC, COPY, WATCH }; // what pages are used for
enum { SRC, DST, LAND };                          // regions of a page
enum { LG_SEND = 4, LG_RECV = 4, LG_CPL = 5, AREA_B = 4096, REGION_B = 80 * 1024, OPEN_N = 8 };
enum { BARRIER_GROUP = 3, SYNC_GROUP = 7, COUNTER = 5 };
const uint64_t DEAD_CYC = 5 * 512; // link_ctl.v, default sizes
// Goals: clocks from a doorbell to eight bytes in the next host's memory, which answers at once, without the cable.
const uint64_t WRITE_CYC = 76, RING_CYC = 90;
const unsigned SECRET = 0xbeef;

uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}
uint8_t content(uint64_t what, uint64_t i) { return uint8_t(mix(what * 0x9e3779b97f4a7c15ull + i)); }

// --- Fibers: the bench's threads of software; one clock runs when all of them wait ---

struct Fiber {
	ucontext_t context, back;
	std::vector<char> stack;
	std::string name;
	std::function<void()> body;
	std::function<bool()> ready;
	bool over = false, daemon = false;
};
std::vector<std::unique_ptr<Fiber>> fibers;
Fiber *running;

void begin()
{
	running->body();
	running->over = true;
	swapcontext(&running->context, &running->back);
}
void until(std::function<bool()> ready)
{
	if (ready())
		return;
	running->ready = std::move(ready);
	swapcontext(&running->context, &running->back);
}
void start(const std::string &name, std::function<void()> body, bool daemon = false)
{
	Fiber *f = new Fiber;

	fibers.emplace_back(f);
	f->name = name;
	f->body = std::move(body);
	f->daemon = daemon;
	f->stack.resize(128 * 1024);
	f->ready = [] { return true; };
	getcontext(&f->context);
	f->context.uc_stack.ss_sp = f->stack.data();
	f->context.uc_stack.ss_size = f->stack.size();
	f->context.uc_link = nullptr;
	makecontext(&f->context, begin, 0);
}

// --- A host ---

struct Page {
	uint64_t base = 0;
	unsigned send = 0, recv = 0, cpl = 0;       // indices
	std::deque<uint64_t> open;                  // cookies of descriptors under way
	std::map<int, std::pair<uint64_t, uint32_t>> streams; // by tag: content, bytes
	std::map<uint64_t, bool> reductions;        // by cookie: done
	std::vector<uint64_t> refused;              // WHAT and
	std::vector<uint64_t> refused_at;           // COOKIE of refusals told
	uint32_t events = 0;

	uint64_t area(int region) const { return base + 0x1000000 * (region + 1); }
	uint64_t send_base() const { return base; }
	uint64_t recv_base() const { return base + 0x100000; }
	uint64_t cpl_base() const { return base + 0x200000; }
};

struct Host {
	int id;
	sim::Axil<Vtop> regs;
	sim::AxiMem mem;
	sim::Rng rng;
	bool busy = false;                          // an access is under way
	uint32_t data = 0, resp = 0;                // of the last one
	Page page[RN_PAGE_N];
	uint64_t irq_at = 0;
	uint64_t interrupts = 0;
	std::map<int, std::pair<uint64_t, uint64_t>> message; // by source: number, bytes so far, of the one that is coming

	Host(int i, Vtop *top, uint64_t seed) : id(i), regs(top, seed), mem(seed + 1), rng(seed + 2)
	{
		regs.answered = [this](const sim::Axil<Vtop>::Response &r) {
			data = r.data;
			resp = r.resp;
		};
		for (int p = 0; p < RN_PAGE_N; p++)
			page[p].base = uint64_t(i + 1) << 44 | uint64_t(p) << 36 | uint64_t(i) << 28;
	}
	uint32_t access(bool write, uint32_t addr, uint32_t value)
	{
		until([this] { return !busy; });
		busy = true;
		if (write)
			regs.post_write(addr, value);
		else
			regs.post_read(addr);
		until([this] { return regs.idle(); });
		busy = false;
		expect(resp == regs.OKAY, "card %d: %s of %04x refused", id, write ? "write" : "read", addr);
		return data;
	}
	uint32_t rd(uint32_t addr) { return access(false, addr, 0); }
	void wr(uint32_t addr, uint32_t value) { access(true, addr, value); }
	static uint32_t at(int p, uint32_t addr) { return RN_PAGE_BYTES * (p + 1) + addr; }
	uint32_t prd(int p, uint32_t addr) { return rd(at(p, addr)); }
	void pwr(int p, uint32_t addr, uint32_t value) { wr(at(p, addr), value); }
	uint32_t take(int p, uint32_t mask)
	{
		until([=] { return (page[p].events & mask) != 0; });
		uint32_t came = page[p].events & mask;

		page[p].events &= ~mask;
		return came;
	}
};

struct Desc {
	int op = RN_DMA_OP_NOP, dest = 0, tag = 0;
	bool inlined = false, chain = false;
	uint32_t length = 0, blocks = 1;
	uint64_t remote = 0, offset = 0, lstride = 0, rstride = 0, cookie = 0;
	int group = 0, beats = 1;
	uint8_t data[32] = {};

	std::array<uint64_t, 8> words() const
	{
		std::array<uint64_t, 8> q = {};

		q[0] = uint64_t(op) | RN_DESCRIPTOR_CTL_COMPLETE_MASK | RN_DESCRIPTOR_CTL_EVENT_MASK
			| (inlined ? RN_DESCRIPTOR_CTL_INLINE_MASK : 0) | (chain ? RN_DESCRIPTOR_CTL_CHAIN_MASK : 0) | uint64_t(dest) << RN_DESCRIPTOR_CTL_DEST_LSB
			| uint64_t(tag) << RN_DESCRIPTOR_CTL_TAG_LSB | uint64_t(length) << RN_DESCRIPTOR_CTL_LENGTH_LSB;
		q[RN_DESCRIPTOR_COOKIE / 8] = cookie;
		q[RN_DESCRIPTOR_REMOTE / 8] = remote;
		q[RN_DESCRIPTOR_LOCAL / 8] = offset | uint64_t(SRC) << RN_DESCRIPTOR_LOCAL_REGION_LSB;
		q[RN_DESCRIPTOR_COUNT / 8] = blocks;
		q[RN_DESCRIPTOR_LOCAL_STRIDE / 8] = lstride;
		q[RN_DESCRIPTOR_REMOTE_STRIDE / 8] = rstride;
		if (op == RN_DMA_OP_REDUCE)
			q[RN_DESCRIPTOR_COUNT / 8] = uint64_t(group) << RN_DESCRIPTOR_COUNT_GROUP_LSB
				| uint64_t(beats - 1) << RN_DESCRIPTOR_COUNT_BEATS_LSB;
		if (inlined)
			memcpy(&q[RN_DESCRIPTOR_COUNT / 8], data, 32);
		return q;
	}
};

// A reduction group; member m is nodes[m], member 0 the root.
struct Group {
	int number, page;
	std::vector<int> nodes;
	unsigned op, type, beats;
	bool chain, stream;

	int member(int node) const
	{
		for (size_t m = 0; m < nodes.size(); m++)
			if (nodes[m] == node)
				return int(m);
		return -1;
	}
	// Finite numbers of like size for floats, so that sums round; anything for integers.
	uint64_t operand(int m, uint64_t round, uint64_t k) const
	{
		uint64_t bits = mix(uint64_t(number + 1) << 56 ^ uint64_t(m) << 48 ^ round << 24 ^ k);

		if (type == reference::F64)
			bits = (bits & 0x801fffffffffffffull) | (1016ull + (bits >> 53 & 15)) << 52;
		if (type == reference::F32)
			for (int lane = 0; lane < 64; lane += 32)
				bits = (bits & ~(0x7f800000ull << lane)) | (120ull + (bits >> (lane + 20) & 15)) << (lane + 23);
		return bits;
	}
	// The order that reduce.v documents.
	uint64_t expected(uint64_t round, uint64_t k) const
	{
		int n = int(nodes.size()), right = (n - 1) / 2;
		uint64_t r = operand(right, round, k), l;

		for (int m = right - 1; m >= 0; m--)
			r = reference::combine(op, type, r, operand(m, round, k));
		if (right + 1 >= n)
			return r;
		l = operand(right + 1, round, k);
		for (int m = right + 2; m < n; m++)
			l = reference::combine(op, type, l, operand(m, round, k));
		return reference::combine(op, type, l, r);
	}
};

// What a message says in the words that are free for software.
enum { PLAIN, WRITTEN };

struct Bench {
	Ring<Vtop> ring;
	std::vector<std::unique_ptr<Host>> hosts;
	std::vector<Group> groups;
	unsigned rounds;
	int cell_b = 0, slot_b = 0, msg_b = 0;
	// What hosts agree on outside of the ring: room, streams to be opened, what has been seen.
	std::vector<unsigned> records;                      // on their way to each node
	std::map<std::pair<int, int>, unsigned> seen;       // by source, destination: messages seen
	std::map<std::pair<int, int>, std::pair<uint64_t, uint32_t>> wanted; // streams to be opened: content, bytes
	std::vector<unsigned> entered, opened;              // barriers entered; broadcasts awaited
	std::map<uint64_t, uint64_t> additions;             // to the counter: value before, value added
	uint64_t total = 0;                                 // of them
	uint64_t messages = 0, writes = 0, streams = 0, copies = 0, reductions = 0, register_reductions = 0, barriers = 0, bytes = 0;

	Bench(int n, int delay, uint64_t seed) : ring(n, delay, seed), rounds(unsigned(sim::setting("rounds", 12))), records(n),
		entered(10000), opened(10000)
	{
		for (int i = 0; i < n; i++) {
			hosts.emplace_back(new Host(i, &ring[i], seed * 1000 + i * 10));
			ring[i].s_axil_awvalid = ring[i].s_axil_wvalid = ring[i].s_axil_arvalid = 0;
		}
		for (auto &h : hosts)
			h->mem.drive(&ring[h->id]);
		ring.reset();
	}
	int size() const { return int(hosts.size()); }
	Host &host(int i) { return *hosts[i]; }

	void clock()
	{
		for (auto &h : hosts) {
			h->regs.drive();
			h->mem.drive(&ring[h->id]);
		}
		ring.settle();
		for (auto &h : hosts)
			h->mem.sample(&ring[h->id]);
		ring.edge();
		for (auto &h : hosts) {
			h->regs.seen();
			if (ring[h->id].irq && !h->irq_at)
				h->irq_at = ring.now;
		}
	}
	// Until all fibers that are no daemons have ended.
	bool run(uint64_t quiet = 100000)
	{
		uint64_t moved = ring.now;

		for (;;) {
			bool all_over = true;

			for (size_t i = 0; i < fibers.size(); i++) {
				Fiber *f = fibers[i].get();

				if (!f->over && f->ready()) {
					running = f;
					swapcontext(&f->back, &f->context);
					if (!f->daemon)
						moved = ring.now;
				}
				all_over = all_over && (f->over || f->daemon);
			}
			if (all_over)
				break;
			if (!expect(ring.now - moved < quiet, "nothing has ended for %llu clocks", (unsigned long long)quiet)) {
				for (auto &f : fibers)
					if (!f->over && !f->daemon)
						sim::diag("waits: %s", f->name.c_str());
				return false;
			}
			clock();
		}
		fibers.erase(std::remove_if(fibers.begin(), fibers.end(), [](const std::unique_ptr<Fiber> &f) { return f->over; }),
			fibers.end());
		return true;
	}
	void each(const char *name, std::function<void(Host &)> body)
	{
		for (auto &h : hosts) {
			Host *one = h.get();

			start(std::string(name) + " of card " + std::to_string(one->id), [=] { body(*one); });
		}
	}
	void run_clocks(uint64_t clocks)
	{
		start("waiting", [=] { sleep(clocks); });
		run();
	}
	void sleep(uint64_t clocks)
	{
		uint64_t end = ring.now + clocks;

		until([=] { return ring.now >= end; });
	}

	// --- Setting up, all by registers ---

	void open_page(Host &h, int p)
	{
		Page &page = h.page[p];
		const uint32_t rights[3] = {RN_REGION_ACCESS_READ_MASK, RN_REGION_ACCESS_REMOTE_WRITE_MASK, RN_REGION_ACCESS_WRITE_MASK};

		h.mem.map(page.send_base(), RN_DESCRIPTOR_BYTES << LG_SEND);
		h.mem.map(page.recv_base(), uint64_t(slot_b) << LG_RECV);
		h.mem.map(page.cpl_base(), RN_COMPLETION_BYTES << LG_CPL);
		h.pwr(p, RN_QUEUES_SEND_BASE_LO, uint32_t(page.send_base()));
		h.pwr(p, RN_QUEUES_SEND_BASE_HI, uint32_t(page.send_base() >> 32));
		h.pwr(p, RN_QUEUES_SEND_SIZE, LG_SEND);
		h.pwr(p, RN_QUEUES_RECV_BASE_LO, uint32_t(page.recv_base()));
		h.pwr(p, RN_QUEUES_RECV_BASE_HI, uint32_t(page.recv_base() >> 32));
		h.pwr(p, RN_QUEUES_RECV_SIZE, LG_RECV);
		h.pwr(p, RN_QUEUES_CPL_BASE_LO, uint32_t(page.cpl_base()));
		h.pwr(p, RN_QUEUES_CPL_BASE_HI, uint32_t(page.cpl_base() >> 32));
		h.pwr(p, RN_QUEUES_CPL_SIZE, LG_CPL);
		h.pwr(p, RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
		for (int r = SRC; r <= LAND; r++) {
			uint32_t at = RN_REGION_BASE_LO_STEP * r;

			h.mem.map(page.area(r), REGION_B);
			h.pwr(p, RN_REGION_BASE_LO + at, uint32_t(page.area(r)));
			h.pwr(p, RN_REGION_BASE_HI + at, uint32_t(page.area(r) >> 32));
			h.pwr(p, RN_REGION_LENGTH + at, REGION_B);
			h.pwr(p, RN_REGION_ACCESS + at, SECRET << RN_REGION_ACCESS_KEY_LSB | rights[r]);
		}
		h.pwr(p, RN_PAGE_MASK, RN_PAGE_MASK_CQ_MASK | RN_PAGE_MASK_RQ_MASK);
		start("completions of card " + std::to_string(h.id), [&h, p, this] { completions(h, p); }, true);
	}
	void open_group(Host &h, const Group &g)
	{
		int m = g.member(h.id), n = int(g.nodes.size()), right = (n - 1) / 2;
		uint32_t at = RN_REDUCE_CTRL_STEP * g.number;

		if (m < 0)
			return;
		h.wr(RN_GREDUCE_OWNER + RN_GREDUCE_OWNER_STEP * g.number, RN_GREDUCE_OWNER_ON_MASK | g.page);
		h.pwr(g.page, RN_REDUCE_MEMBER + at, n | m << RN_REDUCE_MEMBER_INDEX_LSB);
		h.pwr(g.page, RN_REDUCE_TOWARD + at, g.nodes[m == 0 ? 0 : m <= right ? m - 1 : (m + 1) % n]);
		h.pwr(g.page, RN_REDUCE_CTRL + at, RN_REDUCE_CTRL_EN_MASK | (g.stream ? RN_REDUCE_CTRL_STREAM_MASK : 0)
			| (g.chain ? RN_REDUCE_CTRL_CHAIN_MASK : 0) | g.op << RN_REDUCE_CTRL_OP_LSB | g.type << RN_REDUCE_CTRL_TYPE_LSB
			| (g.beats - 1) << RN_REDUCE_CTRL_BEATS_LSB);
		expect(h.prd(g.page, RN_REDUCE_STATUS + at) & RN_REDUCE_STATUS_RUN_MASK, "card %d: group %d runs", h.id, g.number);
	}
	void set_up(Host &h)
	{
		int n = size(), i = h.id, left = n > 2 ? n / 2 : i;

		expect(h.rd(RN_IDENT_ID) == RN_IDENT_ID_RESET && h.rd(RN_IDENT_TABLE) == RN_IDENT_TABLE_RESET, "card %d: identity", i);
		expect((h.rd(RN_IDENT_CAPS) & RN_IDENT_CAPS_WIDTH_MASK) == uint32_t(W), "card %d: width", i);
		h.wr(RN_NODE_PLACE, uint32_t(i) | uint32_t(n - 1) << RN_NODE_PLACE_LAST_LSB);
		h.wr(RN_NODE_WAYS, uint32_t((i + n / 2) % n) | uint32_t((i + n - (n - 1) / 2) % n) << RN_NODE_WAYS_BCAST_Y_LSB
			| RN_NODE_WAYS_EN_X_MASK | (n > 2 ? RN_NODE_WAYS_EN_Y_MASK : 0)
			| (i == n - 1 ? RN_NODE_WAYS_DATELINE_X_MASK : 0) | (i == 0 ? RN_NODE_WAYS_DATELINE_Y_MASK : 0));
		for (int port = 0; port < 2; port++)
			while (!(h.rd(RN_NODE_LINK + RN_NODE_LINK_STEP * port) & RN_NODE_LINK_UP_MASK))
				sleep(100);
		uint32_t shape = h.rd(RN_DMA_SHAPE);

		cell_b = (shape & RN_DMA_SHAPE_CELL_B_MASK) >> RN_DMA_SHAPE_CELL_B_LSB;
		slot_b = 1 << ((shape & RN_DMA_SHAPE_SLOT_LG_MASK) >> RN_DMA_SHAPE_SLOT_LG_LSB);
		msg_b = (shape & RN_DMA_SHAPE_MSG_B_MASK) >> RN_DMA_SHAPE_MSG_B_LSB;
		for (int p : {BULK, VECTOR, COPY})
			open_page(h, p);
		for (auto &g : groups)
			open_group(h, g);
		h.wr(RN_GROUP_CONFIG + RN_GROUP_CONFIG_STEP * BARRIER_GROUP, RN_GROUP_CONFIG_ENABLE_MASK
			| SYNC << RN_GROUP_CONFIG_PAGE_LSB | left << RN_GROUP_CONFIG_LEFT_LSB | (n - 1 - left) << RN_GROUP_CONFIG_RIGHT_LSB);
		h.pwr(SYNC, RN_PAGE_MASK, RN_PAGE_MASK_BARRIER_MASK | RN_PAGE_MASK_REDUCE_MASK);
		h.pwr(ATOMIC, RN_PAGE_MASK, RN_PAGE_MASK_FE_MASK);
		h.pwr(ATOMIC, RN_FE_KEYS, SECRET << RN_FE_KEYS_NEED_LSB | SECRET << RN_FE_KEYS_OURS_LSB);
		start("interrupts of card " + std::to_string(i), [&h, this] { interrupts(h); }, true);
	}

	// --- What a driver does ---

	void interrupts(Host &h)
	{
		for (;;) {
			until([&] { return bool(ring[h.id].irq); });
			uint32_t pages = h.rd(RN_IDENT_IRQ) & RN_IDENT_IRQ_PAGE_MASK;

			h.interrupts++;
			for (int p = 0; p < RN_PAGE_N; p++)
				if (pages >> p & 1) {
					uint32_t events = h.prd(p, RN_PAGE_EVENT);

					h.pwr(p, RN_PAGE_EVENT, events);
					h.page[p].events |= events;
				}
		}
	}
	void completions(Host &h, int p)
	{
		for (;;) {
			uint32_t came = h.take(p, RN_PAGE_EVENT_CQ_MASK | RN_PAGE_EVENT_RQ_MASK);
			unsigned cpl = h.page[p].cpl, recv = h.page[p].recv;

			if (came & RN_PAGE_EVENT_CQ_MASK)
				while (completion(h, p))
					;
			if (cpl != h.page[p].cpl)
				h.pwr(p, RN_QUEUES_CPL_CONSUMER, h.page[p].cpl & 0xffff);
			if (came & RN_PAGE_EVENT_RQ_MASK)
				while (record(h, p))
					;
			if (recv != h.page[p].recv) {
				unsigned now = h.page[p].recv;

				h.pwr(p, RN_QUEUES_RECV_CONSUMER, now & 0xffff);
				records[h.id] -= now - recv;
			}
		}
	}
	bool completion(Host &h, int p)
	{
		Page &page = h.page[p];
		uint64_t at = page.cpl_base() + RN_COMPLETION_BYTES * (page.cpl & ((1 << LG_CPL) - 1));
		uint64_t what = h.mem.word(at + RN_COMPLETION_WHAT), cookie = h.mem.word(at + RN_COMPLETION_COOKIE);
		unsigned kind = what & RN_COMPLETION_WHAT_KIND_MASK, status = (what & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB;
		int tag = int((what & RN_COMPLETION_WHAT_TAG_MASK) >> RN_COMPLETION_WHAT_TAG_LSB);

		if (bool(what & RN_COMPLETION_WHAT_PHASE_MASK) != !(page.cpl >> LG_CPL & 1))
			return false;
		expect((what >> RN_COMPLETION_WHAT_INDEX_LSB & 0xffff) == (page.cpl & 0xffff), "card %d page %d: completion %u", h.id, p, page.cpl);
		page.cpl++;
		if (kind == RN_COMPLETION_KIND_REFUSED) {
			page.refused.push_back(what);
			page.refused_at.push_back(cookie);
			return true;
		}
		expect(status == RN_DMA_STATUS_OK, "card %d page %d: completion of kind %u, status %u", h.id, p, kind, status);
		if (kind == RN_COMPLETION_KIND_SEND) {
			if (expect(!page.open.empty() && page.open.front() == cookie, "card %d page %d: completion %llx", h.id, p,
				(unsigned long long)cookie))
				page.open.pop_front();
		} else if (kind == RN_COMPLETION_KIND_STREAM) {
			stream(h, p, tag);
		} else if (expect(kind == RN_COMPLETION_KIND_REDUCE && page.reductions.count(cookie), "card %d page %d: kind %u", h.id, p, kind)) {
			page.reductions[cookie] = true;
		}
		return true;
	}
	void same(Host &h, uint64_t at, uint64_t what, uint64_t first, uint64_t n, const char *name)
	{
		for (uint64_t i = 0; i < n; i++)
			if (!expect(*h.mem.at(at + i) == content(what, first + i), "card %d: byte %llu of %llu of a %s is wrong", h.id,
				(unsigned long long)i, (unsigned long long)n, name))
				break;
		bytes += n;
	}
	uint64_t land(Host &h, int p, int tag) { return h.page[p].area(LAND) + (tag & 7) * 2 * AREA_B + (tag & 7); }
	void stream(Host &h, int p, int tag)
	{
		auto found = h.page[p].streams.find(tag);

		if (!expect(found != h.page[p].streams.end(), "card %d page %d: stream %d ended unasked", h.id, p, tag))
			return;
		same(h, land(h, p, tag), found->second.first, 0, found->second.second, "stream");
		h.page[p].streams.erase(found);
	}
	// Opens stream `tag` for `length` bytes that will be `what`.
	void arm(Host &h, int p, int tag, int source, uint64_t what, uint32_t length)
	{
		uint32_t at = RN_STREAM_CONTROL_STEP * (tag & 7);

		h.page[p].streams[tag] = {what, length};
		h.pwr(p, RN_STREAM_OFFSET_LO + at, uint32_t(land(h, p, tag) - h.page[p].area(LAND)));
		h.pwr(p, RN_STREAM_OFFSET_HI + at, LAND << RN_STREAM_OFFSET_HI_REGION_LSB | source << RN_STREAM_OFFSET_HI_SOURCE_LSB);
		h.pwr(p, RN_STREAM_LENGTH_LO + at, length);
		h.pwr(p, RN_STREAM_LENGTH_HI + at, 0);
		h.pwr(p, RN_STREAM_COOKIE + at, tag);
		h.pwr(p, RN_STREAM_CONTROL + at, RN_STREAM_CONTROL_ARMED_MASK);
	}
	// A record of the receive ring. User's bits: {bytes of the message[31:16], number[15:8], kind[7:0]}.
	bool record(Host &h, int p)
	{
		Page &page = h.page[p];
		uint64_t end = page.recv_base() + uint64_t(slot_b) * ((page.recv & ((1 << LG_RECV) - 1)) + 1);
		uint64_t head = h.mem.word(end - 16), what = h.mem.word(end - 8);
		uint32_t n = head & RN_MSG_HEAD_BYTES_MASK, kind = head >> 8 & 255, number = head >> 16 & 255, whole = head >> 24 & 0xffff;
		int source = int((what & RN_MSG_WHAT_SOURCE_MASK) >> RN_MSG_WHAT_SOURCE_LSB);
		uint64_t at = end - 16 - (n + 7) / 8 * 8;

		if (bool(what & RN_MSG_WHAT_PHASE_MASK) != !(page.recv >> LG_RECV & 1))
			return false;
		page.recv++;
		auto &coming = h.message[source];
		expect(number == (coming.first & 255), "card %d: message %u from %d, expected %llu", h.id, number, source,
			(unsigned long long)coming.first);
		if (kind == PLAIN) {
			same(h, at, uint64_t(source) << 32 | number, coming.second, n, "message");
			coming.second += n;
		} else {
			written(h, source, number, at);
			coming.second = whole;
		}
		expect(coming.second <= whole, "card %d: a message of %u bytes has %llu", h.id, whole, (unsigned long long)coming.second);
		if (coming.second >= whole) {
			coming = {coming.first + 1, 0};
			seen[{source, h.id}]++;
		}
		return true;
	}
	// The record says what was written before it: {offset, bytes of a block[31:0] and blocks[63:32], stride}.
	void written(Host &h, int source, uint32_t number, uint64_t at)
	{
		uint64_t offset = h.mem.word(at), length = uint32_t(h.mem.word(at + 8)), blocks = h.mem.word(at + 8) >> 32, stride = h.mem.word(at + 16);

		if (!expect(offset + blocks * std::max(length, stride) < REGION_B, "card %d: a message from %d tells of no write", h.id, source))
			return;
		for (uint64_t b = 0; b < blocks; b++)
			same(h, h.page[BULK].area(DST) + offset + b * stride, uint64_t(source) << 32 | 0x10000 | number, b * length, length, "write");
	}

	// --- What an application does ---

	uint64_t cookies = 0;
	// Appends to the send ring; room is the caller's business. Returns where the data are to stand.
	uint64_t area(Host &h, int p) { return (h.page[p].send % OPEN_N) * AREA_B; }
	void post(Host &h, int p, Desc d)
	{
		Page &page = h.page[p];

		d.cookie = ++cookies;
		if (d.op != RN_DMA_OP_REDUCE)
			page.open.push_back(d.cookie);
		else
			page.reductions[d.cookie] = false;
		h.mem.put(page.send_base() + RN_DESCRIPTOR_BYTES * (page.send & ((1 << LG_SEND) - 1)), d.words().data(), 64);
		page.send++;
	}
	void doorbell(Host &h, int p) { h.pwr(p, RN_QUEUES_SEND_PRODUCER, h.page[p].send & 0xffff); }
	void room(Host &h, int p)
	{
		until([&h, p] { return h.page[p].open.size() < OPEN_N - 1; });
	}
	void fill(Host &h, Desc &d, int p, uint64_t what, uint64_t bytes)
	{
		d.inlined = bytes <= 32 && d.blocks == 1 && h.rng.chance(1, 2);
		d.offset = area(h, p) + (d.blocks == 1 ? h.rng.below(64) : 0);
		for (uint64_t i = 0; i < bytes; i++) {
			uint64_t block = i / d.length;

			if (d.inlined)
				d.data[i] = content(what, i);
			else
				*h.mem.at(h.page[p].area(SRC) + d.offset + block * d.lstride + i % d.length) = content(what, i);
		}
	}
	// A message of `length` bytes; as many records as it takes.
	void message(Host &h, int to, unsigned kind, unsigned number, uint32_t length, const uint64_t *words)
	{
		unsigned n = std::max(1u, (length + msg_b - 1) / msg_b);
		Desc d;

		until([=] { return records[to] + n <= 1 << LG_RECV; });
		records[to] += n;
		room(h, BULK);
		d.op = RN_DMA_OP_MSG;
		d.dest = to;
		d.tag = BULK;
		d.length = length;
		d.remote = uint64_t(length) << 24 | (number & 255) << 16 | kind << 8;
		if (words) {
			d.inlined = true;
			memcpy(d.data, words, length);
		} else {
			fill(h, d, BULK, uint64_t(h.id) << 32 | (number & 255), length);
		}
		post(h, BULK, d);
	}
	void bulk(Host &h)
	{
		std::vector<unsigned> sent(size());

		for (int to = 0; to < size(); to++)
			sent[to] = seen[{h.id, to}];

		for (unsigned round = 0; round < rounds * 3; round++) {
			int to = (h.id + 1 + h.rng.below(size() - 1)) % size();
			unsigned kind = h.rng.below(5);

			if (kind < 2) {
				message(h, to, PLAIN, sent[to]++, h.rng.chance(1, 3) ? h.rng.below(3 * msg_b) : h.rng.below(msg_b + 1), nullptr);
				messages++;
			} else if (kind < 4) {
				write(h, to, sent[to]++);
			} else {
				send_stream(h, to);
			}
			doorbell(h, BULK);
		}
		until([&h] { return h.page[BULK].open.empty(); });
		for (int to = 0; to < size(); to++)
			until([=, &sent] { return seen[{h.id, to}] == sent[to]; });
	}
	void write(Host &h, int to, unsigned number)
	{
		Desc d;
		int me = h.id;

		// What was written before must have been looked at.
		until([=] { return seen[{me, to}] == number; });
		room(h, BULK);
		d.op = RN_DMA_OP_WRITE;
		d.chain = true; // the message that tells of it comes after it
		d.dest = to;
		d.length = 1 + h.rng.below(1500);
		if (h.rng.chance(1, 3)) {
			d.blocks = 2 + h.rng.below(6);
			d.length = 1 + h.rng.below(200);
			d.lstride = d.length + h.rng.below(50);
			d.rstride = d.length + h.rng.below(50);
		}
		uint64_t offset = me * AREA_B + h.rng.below(512);

		d.remote = uint64_t(SECRET) << RN_WRITE_HEAD_ADDRESS_KEY_LSB | uint64_t(8 * BULK + DST) << RN_WRITE_HEAD_ADDRESS_REGION_LSB | offset;
		fill(h, d, BULK, uint64_t(me) << 32 | 0x10000 | (number & 255), uint64_t(d.length) * d.blocks);
		post(h, BULK, d);
		uint64_t words[3] = {offset, d.length | uint64_t(d.blocks) << 32, d.rstride};

		message(h, to, WRITTEN, number, sizeof(words), words);
		writes++;
	}
	void send_stream(Host &h, int to)
	{
		Desc d;
		uint64_t what = mix(++cookies);
		int me = h.id, tag = 8 * BULK + me;

		d.op = RN_DMA_OP_DATA;
		d.dest = to;
		d.tag = tag;
		d.length = 1 + h.rng.below(3500);
		wanted[{me, to}] = {what, d.length};
		until([=] { return !wanted.count({me, to}); });
		room(h, BULK);
		fill(h, d, BULK, what, d.length);
		post(h, BULK, d);
		doorbell(h, BULK);
		until([=] { return !hosts[to]->page[BULK].streams.count(tag); });
		streams++;
	}
	// Opens the streams that others want to send.
	void receiver(Host &h)
	{
		for (int from = 0;; from = (from + 1) % size()) {
			if (from == 0)
				until([this, &h] {
					for (auto &w : wanted)
						if (w.first.second == h.id)
							return true;
					return false;
				});
			auto found = wanted.find({from, h.id});
			if (found == wanted.end())
				continue;
			arm(h, BULK, 8 * BULK + from, from, found->second.first, found->second.second);
			wanted.erase({from, h.id});
		}
	}
	// Each in turn to all others.
	void copying(Host &h)
	{
		for (unsigned round = 0; round < rounds / 3; round++)
			for (int root = 0; root < size(); root++) {
				unsigned turn = round * size() + root;
				uint64_t what = mix(turn + 0x7777);
				uint32_t length = 1 + uint32_t(what % 3000);

				if (root == h.id) {
					Desc d;

					until([=] { return opened[turn] == unsigned(size() - 1); });
					d.op = RN_DMA_OP_BCAST;
					d.dest = h.id;
					d.tag = 8 * COPY + 2;
					d.length = length;
					fill(h, d, COPY, what, length);
					post(h, COPY, d);
					doorbell(h, COPY);
					until([&h] { return h.page[COPY].open.empty(); });
				} else {
					arm(h, COPY, 8 * COPY + 2, root, what, length);
					opened[turn]++;
					until([&h] { return h.page[COPY].streams.empty(); });
					copies++;
				}
			}
	}
	void vectors(Host &h)
	{
		Page &page = h.page[VECTOR];

		for (unsigned round = 0; round < rounds; round++) {
			for (auto &g : groups) {
				int m = g.member(h.id);
				uint64_t words = vector_words(g, round), at = g.number * 2 * AREA_B;
				Desc d;

				if (m < 0 || !g.stream)
					continue;
				for (uint64_t k = 0; k < words; k++) {
					uint64_t x = g.operand(m, round, k);
					h.mem.put(page.area(SRC) + at + 8 * k, &x, 8);
				}
				d.op = RN_DMA_OP_REDUCE;
				d.length = uint32_t(8 * words);
				d.offset = at;
				d.remote = at | uint64_t(LAND) << RN_DESCRIPTOR_REMOTE_REGION_LSB;
				d.group = g.number;
				d.beats = g.beats;
				post(h, VECTOR, d);
			}
			doorbell(h, VECTOR);
			until([&page] {
				for (auto &r : page.reductions)
					if (!r.second)
						return false;
				return true;
			});
			page.reductions.clear();
			for (auto &g : groups)
				if (g.member(h.id) >= 0 && g.stream)
					reduced(h, g, round);
		}
	}
	uint64_t vector_words(const Group &g, unsigned round) { return 1 + mix(round * 10 + g.number) % (g.chain ? 120 : 20); }
	void reduced(Host &h, const Group &g, unsigned round)
	{
		reductions++;
		for (uint64_t k = 0; k < vector_words(g, round); k++) {
			uint64_t is = h.mem.word(h.page[VECTOR].area(LAND) + g.number * 2 * AREA_B + 8 * k), right = g.expected(round, k);

			if (!expect(is == right, "card %d group %d vector %u: word %llu is %016llx, expected %016llx", h.id, g.number, round,
				(unsigned long long)k, (unsigned long long)is, (unsigned long long)right))
				break;
		}
	}
	// Barrier, allreduce, barrier, ...
	void sync(Host &h)
	{
		const Group &g = groups.back();
		uint32_t at = RN_REDUCE_CTRL_STEP * g.number, gate = RN_BARRIER_GROUP + RN_BARRIER_GROUP_STEP * BARRIER_GROUP;

		for (unsigned round = 0; round < rounds * 2; round++) {
			entered[round]++;
			h.pwr(SYNC, gate, 1);
			h.take(SYNC, RN_PAGE_EVENT_BARRIER_MASK);
			expect(entered[round] == unsigned(size()), "card %d leaves barrier %u when %u have entered", h.id, round, entered[round]);
			uint32_t state = h.prd(SYNC, gate);

			expect(!(state & RN_BARRIER_GROUP_INSIDE_MASK)
				&& (state & RN_BARRIER_GROUP_PHASE_MASK) >> RN_BARRIER_GROUP_PHASE_LSB == ((round + 1) & 3), "card %d: barrier %u", h.id, round);
			barriers++;

			for (unsigned k = 0; k < g.beats; k++) {
				uint64_t x = g.operand(g.member(h.id), round, k);

				h.pwr(SYNC, RN_REDUCE_OPERAND_0 + at + 8 * k, uint32_t(x));
				h.pwr(SYNC, RN_REDUCE_OPERAND_0 + at + 8 * k + 4, uint32_t(x >> 32));
			}
			h.pwr(SYNC, RN_REDUCE_DOORBELL + at, 1);
			h.take(SYNC, RN_PAGE_EVENT_REDUCE_MASK);
			expect(h.prd(SYNC, RN_REDUCE_STATUS + at) & RN_REDUCE_STATUS_RESULT_MASK, "card %d: the event tells of a result", h.id);
			for (unsigned k = 0; k < g.beats; k++) {
				uint64_t is = h.prd(SYNC, RN_REDUCE_RESULT_0 + at + 8 * k);

				is |= uint64_t(h.prd(SYNC, RN_REDUCE_RESULT_0 + at + 8 * k + 4)) << 32;
				expect(is == g.expected(round, k), "card %d: allreduce %u is %016llx, expected %016llx", h.id, round, (unsigned long long)is,
					(unsigned long long)g.expected(round, k));
			}
			register_reductions++;
		}
	}
	struct Old {
		unsigned code;
		bool did, full;
		uint64_t value;
	};
	Old atomic(Host &h, unsigned op, int node, int reg, uint64_t arg = 0, uint64_t cmp = 0)
	{
		uint32_t status;

		h.pwr(ATOMIC, RN_FE_ARG_LO, uint32_t(arg));
		h.pwr(ATOMIC, RN_FE_ARG_HI, uint32_t(arg >> 32));
		h.pwr(ATOMIC, RN_FE_CMP_LO, uint32_t(cmp));
		h.pwr(ATOMIC, RN_FE_CMP_HI, uint32_t(cmp >> 32));
		h.pwr(ATOMIC, RN_FE_COMMAND, op | reg << RN_FE_COMMAND_REG_LSB | ATOMIC << RN_FE_COMMAND_PAGE_LSB | node << RN_FE_COMMAND_NODE_LSB);
		do
			status = h.prd(ATOMIC, RN_FE_STATUS);
		while (status & RN_FE_STATUS_BUSY_MASK);
		uint64_t value = h.prd(ATOMIC, RN_FE_RES_LO);

		value |= uint64_t(h.prd(ATOMIC, RN_FE_RES_HI)) << 32;
		return {status & RN_FE_STATUS_CODE_MASK, bool(status & RN_FE_STATUS_DID_MASK), bool(status & RN_FE_STATUS_FULL_MASK), value};
	}
	void added(uint64_t before, uint64_t amount)
	{
		expect(additions.emplace(before, amount).second, "two operations found %llx", (unsigned long long)before);
		total += amount;
	}
	// All nodes add to one register, by both operations.
	void storm(Host &h)
	{
		int next = (h.id + 1) % size();

		for (unsigned round = 0; round < rounds; round++) {
			uint64_t amount = 1 + (h.rng.next() >> 20);
			Old old = atomic(h, RN_FE_OP_FETCH_ADD, 0, COUNTER, amount);

			if (expect(old.code == RN_FE_STATUS_OK, "card %d: FETCH_ADD ends with %u", h.id, old.code))
				added(old.value, amount);
			old = atomic(h, RN_FE_OP_TEST_READ, 0, COUNTER);
			for (int tries = 0; tries < 200; tries++) {
				uint64_t guess = old.value;

				old = atomic(h, RN_FE_OP_COMPARE_SWAP, 0, COUNTER, guess + amount, guess);
				expect(old.code == RN_FE_STATUS_OK && old.did == (old.value == guess), "card %d: COMPARE_SWAP", h.id);
				if (old.did) {
					added(guess, amount);
					break;
				}
			}
		}
		Old old = atomic(h, RN_FE_OP_TEST_WRITE_INT, next, 9, 1000 + h.id);

		expect(old.code == RN_FE_STATUS_OK && old.did && !old.full, "card %d: TEST_WRITE_INT", h.id);
		h.take(ATOMIC, RN_PAGE_EVENT_FE_MASK);
		expect(h.prd(ATOMIC, RN_FE_FULL) == 1 << 9, "card %d: the event tells of a full register", h.id);
		old = atomic(h, RN_FE_OP_TEST_READ_RESET, h.id, 9);
		expect(old.full && old.value == uint64_t(1000 + (h.id + size() - 1) % size()), "card %d: what was written with an event", h.id);
	}
	// The values before, each plus what was added, are one chain from 0 to the sum.
	bool chain_right()
	{
		uint64_t at = 0;

		for (auto &a : additions) {
			if (a.first != at)
				return false;
			at += a.second;
		}
		return at == total;
	}
};

bool clean() { return sim::tally().failed == 0; }

void figure(const char *name, double value)
{
	sim::measured((std::string("card_") + name + "_w" + std::to_string(W)).c_str(), value);
}

// Clocks from the doorbell at host 0's side of AXI4-Lite until `there`: data in host 1's memory.
uint64_t latency(Bench &b, uint32_t addr, uint32_t value, std::function<bool()> there)
{
	uint64_t since = b.ring.now, at = 0;

	start("a doorbell", [&] {
		b.host(0).regs.post_write(addr, value); // no other access is under way
		until([&] { return there(); });
		at = b.ring.now;
	});
	b.run();
	return at - since;
}
void calm(Bench &b, bool quiet)
{
	for (auto &h : b.hosts) {
		h->regs.busy = quiet ? 100 : 60;
		h->mem.stall = quiet ? 0 : 30;
		h->mem.latency_min = quiet ? 0 : 2;
		h->mem.latency_span = quiet ? 0 : 40;
	}
}

void figures(Bench &b)
{
	Host &h = b.host(0), &to = b.host(1);
	Page &page = to.page[BULK];
	const uint32_t go = Host::at(BULK, RN_QUEUES_CARD_START);
	uint64_t clocks[3] = {}, where = page.area(DST) + 64, words[4] = {0x0123456789abcdef};
	Desc d[2];

	calm(b, true);
	d[0].op = RN_DMA_OP_WRITE;
	d[0].remote = uint64_t(SECRET) << RN_WRITE_HEAD_ADDRESS_KEY_LSB | uint64_t(8 * BULK + DST) << RN_WRITE_HEAD_ADDRESS_REGION_LSB | 64;
	d[1].op = RN_DMA_OP_MSG;
	d[1].remote = 8ull << 24 | PLAIN << 8; // number 0
	for (int k = 0; k < 2; k++) {
		d[k].dest = 1;
		d[k].tag = BULK;
		d[k].length = 8;
		d[k].inlined = true;
		d[k].cookie = ++b.cookies;
		memcpy(d[k].data, words, 8);
	}
	for (int i = 0; i < 8; i++)
		d[1].data[i] = content(0, i);
	start("descriptors in the card", [&] {
		for (int k = 0; k < 2; k++)
			for (int i = 0; i < 16; i++)
				h.pwr(BULK, RN_DESC_WORD + RN_DESCRIPTOR_BYTES * k + 4 * i, uint32_t(d[k].words()[i / 2] >> 32 * (i & 1)));
	});
	b.run();
	auto written = [&] { return to.mem.word(where) == words[0]; };
	auto told = [&] { return to.mem.word(page.recv_base() + b.slot_b - 8) >> 63; };

	h.page[BULK].open.push_back(d[0].cookie);
	clocks[0] = latency(b, go, 1, written);
	h.page[BULK].open.push_back(d[1].cookie);
	b.records[1]++;
	b.run_clocks(200);
	clocks[1] = latency(b, go, 2, told);
	b.run_clocks(300);
	expect(b.seen[{0, 1}] == 1, "a message of the card's own descriptor arrives");
	// The same from a ring in memory.
	words[0] = ~words[0];
	memcpy(d[0].data, words, 8);
	b.post(h, BULK, d[0]);
	clocks[2] = latency(b, Host::at(BULK, RN_QUEUES_SEND_PRODUCER), h.page[BULK].send, written);
	b.run_clocks(300);
	figure("write_clocks", double(clocks[0]));
	figure("msg_clocks", double(clocks[1]));
	figure("ring_write_clocks", double(clocks[2]));
	sim::ok(clocks[0] <= WRITE_CYC + b.ring.delay && clocks[1] <= WRITE_CYC + b.ring.delay && clocks[2] <= RING_CYC + b.ring.delay,
		"8 bytes to the next host, %d clocks of cable: WRITE %llu, MSG %llu, descriptor in memory %llu clocks from the doorbell",
		b.ring.delay, (unsigned long long)clocks[0], (unsigned long long)clocks[1], (unsigned long long)clocks[2]);
}

// 64 KiB over one hop, host memory as on a board: 20 to 40 clocks until a read is answered.
void throughput(Bench &b)
{
	Host &h = b.host(0), &to = b.host(1);
	const uint32_t bytes = 64 * 1024;
	uint64_t since = 0, end = 0, cells = 0;

	for (auto &one : b.hosts) {
		one->mem.latency_min = 20;
		one->mem.latency_span = 20;
	}
	start("64 KiB", [&] {
		Desc d;

		d.op = RN_DMA_OP_DATA;
		d.dest = 1;
		d.tag = 8 * BULK;
		d.length = bytes;
		for (uint32_t i = 0; i < bytes; i++)
			*h.mem.at(h.page[BULK].area(SRC) + i) = content(0x64, i);
		b.arm(to, BULK, d.tag, 0, 0x64, bytes);
		cells = b.ring.right[0].cells;
		b.post(h, BULK, d);
		since = b.ring.now;
		h.regs.post_write(Host::at(BULK, RN_QUEUES_SEND_PRODUCER), h.page[BULK].send);
		until([&] { return to.page[BULK].streams.empty(); });
		end = b.ring.now;
		cells = b.ring.right[0].cells - cells;
	});
	b.run();
	double share = double(bytes) / (W * 2) * WIRE_N / double(end - since);

	expect(cells == bytes / (W * 2), "%llu cells for 64 KiB", (unsigned long long)cells);
	figure("data_share", share);
	sim::ok(clean() && share >= 0.90, "64 KiB to the next host: %.1f %% of the link's payload rate, doorbell to interrupt served", 100 * share);
}

void everything(Bench &b)
{
	uint32_t rate = uint32_t(sim::setting("rate", 300));
	uint64_t errors = 0, replays = 0, interrupts = 0, since = b.ring.now;
	int n = b.size();

	calm(b, false);
	for (auto *links : {&b.ring.right, &b.ring.left})
		for (auto &link : *links) {
			link.flips = rate - rate / 2;
			link.drops = rate / 2 - rate / 6;
			link.swaps = rate / 6;
			link.stall = 5;
		}
	for (auto &h : b.hosts)
		start("receiver", [&b, &h] { b.receiver(*h); }, true);
	b.each("bulk", [&b](Host &h) { b.bulk(h); });
	b.each("copying", [&b](Host &h) { b.copying(h); });
	b.each("vectors", [&b](Host &h) { b.vectors(h); });
	b.each("sync", [&b](Host &h) { b.sync(h); });
	b.each("storm", [&b](Host &h) { b.storm(h); });
	bool over = b.run();
	uint64_t clocks = b.ring.now - since;

	b.each("counters", [&](Host &h) {
		for (int port = 0; port < 2; port++) {
			replays += h.rd(RN_NODE_RETRY + RN_NODE_RETRY_STEP * port);
			expect(h.rd(RN_NODE_LINK + RN_NODE_LINK_STEP * port) & RN_NODE_LINK_UP_MASK, "card %d: a link is down", h.id);
		}
		for (uint32_t zero : {RN_IDENT_BUS_LOST, RN_IDENT_BUS_REFUSED, RN_DMA_MALFORMED, RN_DMA_READ_ERRORS, RN_DMA_WRITE_ERRORS,
			RN_GFE_DROPPED, RN_GFE_LATE, RN_GFE_OVERRUN, RN_GFE_TIMEOUTS, RN_GREDUCE_LOST, RN_GREDUCE_OWN_LOST, RN_GREDUCE_REFUSED})
			expect(h.rd(zero) == 0, "card %d: counter %03x is not 0", h.id, zero);
		for (int p : {BULK, VECTOR, COPY})
			for (uint32_t zero : {RN_QUEUES_LOST, RN_QUEUES_REFUSED, RN_QUEUES_UNTOLD})
				expect(h.prd(p, zero) == 0, "card %d page %d: counter %03x is not 0", h.id, p, zero);
		expect(h.mem.strays == 0, "card %d: an access outside of memory", h.id);
		interrupts += h.interrupts;
	});
	b.run();
	for (auto *links : {&b.ring.right, &b.ring.left})
		for (auto &link : *links)
			errors += link.errors;
	sim::diag("%d cards, %llu clocks, %llu errors made, %llu replays, %llu interrupts", n, (unsigned long long)clocks,
		(unsigned long long)errors, (unsigned long long)replays, (unsigned long long)interrupts);
	sim::ok(over && (rate == 0 || (errors > 0 && replays > 0)), "links made errors, all software ended");
	sim::ok(over && clean() && b.messages && b.writes && b.streams && b.copies, "%llu messages, %llu writes, %llu streams, %llu broadcasts "
		"received: %llu bytes, all right", (unsigned long long)b.messages, (unsigned long long)b.writes, (unsigned long long)b.streams,
		(unsigned long long)b.copies, (unsigned long long)b.bytes);
	sim::ok(over && clean() && b.reductions && b.register_reductions, "%llu vectors and %llu register results, bit for bit; %llu barriers by "
		"interrupt", (unsigned long long)b.reductions, (unsigned long long)b.register_reductions, (unsigned long long)b.barriers);
	sim::ok(over && b.additions.size() == size_t(n) * b.rounds * 2 && b.chain_right(), "%zu additions of all cards to one register: sum exact",
		b.additions.size());
}

// Refused at the target and told to its owner; nothing is written.
void wrong_key(Bench &b)
{
	Host &h = b.host(0), &to = b.host(2);
	uint64_t at = to.page[BULK].area(DST) + 70000, was = to.mem.word(at);
	const unsigned lie = SECRET ^ 1;
	bool told = false, refused = false, unchanged = false;

	start("wrong key", [&] {
		Desc d;

		d.op = RN_DMA_OP_WRITE;
		d.dest = 2;
		d.length = 8;
		d.inlined = true;
		memset(d.data, 0xa5, 8);
		d.remote = uint64_t(lie) << RN_WRITE_HEAD_ADDRESS_KEY_LSB | uint64_t(8 * BULK + DST) << RN_WRITE_HEAD_ADDRESS_REGION_LSB | 70000;
		b.post(h, BULK, d);
		to.pwr(BULK, RN_PAGE_EVENT, RN_PAGE_EVENT_REFUSED_MASK);
		b.doorbell(h, BULK);
		until([&] { return !to.page[BULK].refused.empty(); });
		uint64_t what = to.page[BULK].refused[0];

		told = (what & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB == RN_DMA_STATUS_KEY
			&& (what & RN_COMPLETION_WHAT_SOURCE_MASK) == 0 && to.page[BULK].refused_at[0] == d.remote
			&& (what & RN_COMPLETION_WHAT_TAG_MASK) >> RN_COMPLETION_WHAT_TAG_LSB == 8 * BULK + DST
			&& to.prd(BULK, RN_QUEUES_REFUSED) == 1 && (to.page[BULK].events | to.prd(BULK, RN_PAGE_EVENT)) & RN_PAGE_EVENT_REFUSED_MASK;
		unchanged = to.mem.word(at) == was;
		h.pwr(ATOMIC, RN_FE_KEYS, SECRET << RN_FE_KEYS_NEED_LSB | lie << RN_FE_KEYS_OURS_LSB);
		refused = b.atomic(h, RN_FE_OP_FETCH_ADD, 2, COUNTER, 1).code == RN_FE_STATUS_NO_KEY;
		refused = refused && b.atomic(to, RN_FE_OP_TEST_READ, 2, COUNTER).value == 0;
	});
	b.run();
	sim::ok(told && unchanged, "a WRITE with the wrong key changes nothing, its target's owner is told");
	sim::ok(refused, "an operation with the wrong key is refused and changes nothing");
}

void cut_cable(Bench &b)
{
	int n = b.size(), at = 1;
	uint64_t bound = DEAD_CYC + uint64_t(n) * (b.ring.delay + 12) + 8, since, worst = 0;
	bool all = true, right = true;

	b.ring.each_link([](Link &link) { link.flips = link.drops = link.swaps = link.stall = 0; });
	b.each("fault mask", [](Host &h) {
		h.pwr(WATCH, RN_PAGE_EVENT, RN_PAGE_EVENT_FAULT_MASK);
		h.pwr(WATCH, RN_PAGE_MASK, RN_PAGE_MASK_FAULT_MASK);
		until([&h] { return !h.busy; });
		h.irq_at = 0;
	});
	b.run();
	b.run_clocks(3000);
	since = b.ring.now;
	b.ring.cut(at);
	b.each("fault", [&](Host &h) {
		h.take(WATCH, RN_PAGE_EVENT_FAULT_MASK);
		b.sleep(since + bound - b.ring.now);
		uint32_t fault = h.rd(RN_NODE_FAULT), node = (fault & RN_NODE_FAULT_NODE_MASK) >> RN_NODE_FAULT_NODE_LSB;
		bool port = fault & RN_NODE_FAULT_PORT_MASK;

		right = right && fault & RN_NODE_FAULT_VALID_MASK && (port ? int(node) == at : int(node) == at + 1)
			&& (fault & RN_NODE_FAULT_CAUSE_MASK) == RN_LINK_CAUSE_SILENT;
		for (int k = 0; k < 2 * n; k++) {
			h.wr(RN_NODE_ASK, k);
			b.sleep(20);
			right = right && (h.rd(RN_NODE_ANSWER) & RN_NODE_ANSWER_DEAD_MASK) == (k == 2 * at + 1 || k == 2 * (at + 1));
		}
	});
	all = b.run(20000);
	for (auto &h : b.hosts) {
		all = all && h->irq_at > since;
		worst = std::max(worst, h->irq_at - since);
	}
	figure("cut_to_interrupt_clocks", double(worst));
	sim::ok(all && worst <= bound, "a cut cable: all hosts interrupted within %llu clocks (bound %llu)", (unsigned long long)worst,
		(unsigned long long)bound);
	sim::ok(right, "all cards tell which two ports are dead");
	uint64_t before = b.messages;
	b.each("next", [&](Host &h) {
		// Neighbours that still have a cable.
		if (h.id != at) {
			unsigned number = b.seen[{h.id, (h.id + 1) % n}];

			b.message(h, (h.id + 1) % n, PLAIN, number, 100, nullptr);
			b.doorbell(h, BULK);
			until([&b, &h, n, number] { return b.seen[{h.id, (h.id + 1) % n}] == number + 1; });
			b.messages++;
		}
	});
	b.run(20000);
	sim::ok(b.messages == before + n - 1 && clean(), "the others still reach their neighbours");
}

int tests()
{
	int n = int(sim::setting("nodes", 5));
	Bench b(n, int(sim::setting("delay", 4)), sim::seed());
	std::vector<int> all, some;

	for (int i = 0; i < n; i++)
		all.push_back((i + 1) % n);
	for (int i = 0; i < n - 1; i++)
		some.push_back((i + n - 1) % n);
	b.groups = {{0, VECTOR, all, reference::SUM, reference::F64, 4, true, true}, {1, VECTOR, some, reference::SUM, reference::F32, 2, true, true},
		{2, VECTOR, all, reference::MAX, reference::I16, 1, false, true}, {SYNC_GROUP, SYNC, all, reference::SUM, reference::F64, 2, false, false}};
	b.each("setting up", [&b](Host &h) { b.set_up(h); });
	sim::ok(b.run(), "%d cards: links up, pages and groups set up by registers alone", n);
	figures(b);
	throughput(b);
	everything(b);
	wrong_key(b);
	cut_cable(b);
	return sim::done();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	return tests();
}
