// SPDX-License-Identifier: BSD-3-Clause
//
// Bench of host_regs: random accesses with random timing on all five channels to blocks that answer
// after a random time, late, or never; every response is compared with the block's answer.
// Then identity, clock, counters and the pages' events.
//
// top: host_regs
// with: all
// with: some -GPRESENT=959 -GANSWER_CYC=20

#define RD_SIM_ANY_STATE

#include "Vtop.h"
#include "axil.h"

#include "btl_fpga/ring_nic_regs.h"

#include <algorithm>
#include <array>

namespace {

const int BLOCKS = 11;

struct Range {
	int block; // RN_SELECT_..., or -1: answered inside
	bool global;
	uint32_t base, size;
};
const Range ranges[] = {
	{-1, true, RN_IDENT_BASE, RN_IDENT_SIZE},
	{RN_SELECT_NODE, true, RN_NODE_BASE, RN_NODE_SIZE},
	{RN_SELECT_GROUP, true, RN_GROUP_BASE, RN_GROUP_SIZE},
	{RN_SELECT_BARRIER, true, RN_GBARRIER_BASE, RN_GBARRIER_SIZE},
	{RN_SELECT_REDUCE, true, RN_GREDUCE_BASE, RN_GREDUCE_SIZE},
	{RN_SELECT_DMA, true, RN_DMA_BASE, RN_DMA_SIZE},
	{RN_SELECT_FE, true, RN_GFE_BASE, RN_GFE_SIZE},
	{RN_SELECT_SPIN, true, RN_SPIN_BASE, RN_SPIN_SIZE},
	{-1, false, RN_PAGE_BASE, RN_PAGE_SIZE},
	{RN_SELECT_QUEUES, false, RN_QUEUES_BASE, RN_QUEUES_SIZE},
	{RN_SELECT_REGION, false, RN_REGION_BASE, RN_REGION_SIZE},
	{RN_SELECT_STREAM, false, RN_STREAM_BASE, RN_STREAM_SIZE},
	{RN_SELECT_DESC, false, RN_DESC_BASE, RN_DESC_SIZE},
	{RN_SELECT_FE, false, RN_FE_BASE, RN_FE_SIZE},
	{RN_SELECT_BARRIER, false, RN_BARRIER_BASE, RN_BARRIER_SIZE},
	{RN_SELECT_REDUCE, false, RN_REDUCE_BASE, RN_REDUCE_SIZE},
};

sim::Clocked<Vtop> top;
sim::Axil<Vtop> host(top.top, 1);
sim::Rng rng(1);

// An access as a block saw it, and the block's answer.
struct Seen {
	uint32_t addr; // as the host would give it
	uint32_t data;
	bool given_up;
};
std::deque<Seen> seen_reads, seen_writes;
uint32_t present = 0x7ff;
uint32_t silent = 0;   // percent of accesses that a block does not answer
int selected = -1;     // block that is asked
int answer_in = 0;     // clocks until it answers; < 0: it does not
bool answers_late;     // in the gap, when answers are ignored
uint64_t clocks_asked; // of the access now
uint64_t lost, refused;

const Range *range_of(uint32_t addr)
{
	uint32_t page = addr >> 12;

	for (const Range &r : ranges)
		if (page <= RN_PAGE_N && r.global == (page == 0) && (addr & 0xfff) >= r.base
			&& (addr & 0xfff) < r.base + r.size)
			return &r;
	return nullptr;
}

bool takes(const Range *r)
{
	return r && (r->block < 0 || (present >> r->block & 1));
}

void say(int block, bool ready, uint32_t data)
{
	top->bus_ready = ready ? 1u << block : 0;
	for (int i = 0; i < BLOCKS; i++)
		top->bus_rdata[i] = i == block ? data : uint32_t(rng.next());
}

// An access begins: which block, and how it will behave.
void begin_access()
{
	uint32_t addr = ((top->bus_page + 1u) % 9) << 12 | uint32_t(top->bus_addr) << 2;

	selected = __builtin_ctz(top->bus_valid);
	const Range *r = range_of(addr);
	sim::expect(r && r->block == selected, "block %d is asked for %04x", selected, addr);
	answer_in = rng.chance(silent, 100) ? -1 : rng.chance(1, 2) ? rng.below(3) : rng.below(15);
	answers_late = rng.chance(1, 2);
	(top->bus_write ? seen_writes : seen_reads).push_back({addr, top->bus_wdata, true});
}

// The blocks, before an edge.
void blocks()
{
	uint32_t data = uint32_t(rng.next());

	if (!top->bus_valid) {
		bool late = selected >= 0 && answer_in < 0 && answers_late && rng.chance(1, 3);

		say(late ? selected : 0, late, data);
		if (late)
			selected = -1;
		return;
	}
	sim::expect((top->bus_valid & (top->bus_valid - 1)) == 0, "two blocks at once");
	if (clocks_asked++ == 0)
		begin_access();
	say(selected, answer_in == 0, data);
	if (answer_in-- == 0) {
		auto &list = top->bus_write ? seen_writes : seen_reads;

		list.back().given_up = false;
		if (!top->bus_write)
			list.back().data = data;
	}
}

void tick()
{
	bool was = top->bus_valid != 0, ready = false;

	host.drive();
	blocks();
	ready = top->bus_ready != 0 && was;
	uint32_t valid = top->bus_valid, addr = top->bus_addr, page = top->bus_page;
	top.tick();
	host.seen();
	if (was && ready)
		sim::expect(!top->bus_valid, "bus_valid falls with the answer");
	if (was && !ready && top->bus_valid)
		sim::expect(top->bus_valid == valid && top->bus_addr == addr && top->bus_page == page,
			"an access changed before its answer");
	if (!top->bus_valid)
		clocks_asked = 0;
}

void check(const sim::Axil<Vtop>::Response &a, bool whole)
{
	const Range *r = range_of(a.addr);
	auto &list = a.write ? seen_writes : seen_reads;

	if ((a.addr & 3) || !takes(r) || (a.write && !whole)) {
		refused++;
		sim::expect(a.resp == host.SLVERR, "%04x: not refused", a.addr);
		sim::expect(a.write || a.data == 0, "%04x: data of a refused read", a.addr);
		return;
	}
	if (r->block < 0) {
		sim::expect(a.resp == host.OKAY, "%04x: refused", a.addr);
		return;
	}
	if (!sim::expect(!list.empty(), "%04x: answered, but no block was asked", a.addr))
		return;
	Seen s = list.front();
	list.pop_front();
	lost += s.given_up;
	sim::expect(s.addr == a.addr, "block asked for %04x, host for %04x", s.addr, a.addr);
	sim::expect(a.resp == (s.given_up ? host.SLVERR : host.OKAY), "%04x: resp %u", a.addr, a.resp);
	sim::expect(s.given_up || s.data == a.data, "%04x: %08x, should be %08x", a.addr, a.data, s.data);
}

uint32_t address()
{
	const Range &r = ranges[rng.below(sizeof ranges / sizeof *ranges)];
	uint32_t page = r.global ? 0 : 1 + rng.below(RN_PAGE_N);

	if (rng.chance(1, 8))
		return rng.below(65536);
	if (rng.chance(1, 16)) // the edges of blocks
		return (page << 12) + ((r.base + (rng.chance(1, 2) ? r.size : 0) - 4 * rng.below(2)) & 0xfff);
	return (page << 12) + r.base + 4 * rng.below(r.size / 4);
}

void soak(uint64_t accesses)
{
	std::deque<bool> whole; // of writes on their way

	host.answered = [&](const sim::Axil<Vtop>::Response &a) {
		bool all = true;

		if (a.write) {
			all = whole.front();
			whole.pop_front();
		}
		check(a, all);
	};
	for (uint64_t i = 0; i < accesses || !host.idle();) {
		if (i % 1024 == 0) {
			host.busy = 5 + rng.below(96);
			silent = rng.below(8);
		}
		if (i < accesses && host.writes.size() + host.reads.size() < 6) {
			uint32_t strb = rng.chance(1, 10) ? rng.below(16) : 15;

			i++;
			if (rng.chance(1, 2)) {
				host.post_read(address());
			} else {
				host.post_write(address(), uint32_t(rng.next()), strb);
				whole.push_back(strb == 15);
			}
		}
		tick();
	}
	sim::ok(host.responses == accesses, "%llu accesses, each with its response (%llu refused, "
		"%llu that no block answered)", (unsigned long long)accesses, (unsigned long long)refused,
		(unsigned long long)lost);
	sim::ok(lost > 0 && refused > 0, "there were such accesses");
	host.answered = [](const sim::Axil<Vtop>::Response &) {};
}

uint32_t get(uint32_t addr)
{
	auto r = host.read(addr, tick);

	sim::expect(r.resp == host.OKAY, "reading %04x", addr);
	return r.data;
}

void put(uint32_t addr, uint32_t data)
{
	sim::expect(host.write(addr, data, tick).resp == host.OKAY, "writing %04x", addr);
}

void identity()
{
	sim::ok(get(RN_IDENT_ID) == RN_IDENT_ID_RESET, "identity");
	sim::ok(get(RN_IDENT_TABLE) == RN_TABLE_CRC, "CRC of the table");
	sim::ok(get(RN_IDENT_VERSION) == RN_IDENT_VERSION_RESET, "version");
	sim::ok(get(RN_IDENT_CAPS) == (16u << RN_IDENT_CAPS_WIDTH_LSB
		| RN_PAGE_N << RN_IDENT_CAPS_PAGES_LSB | RN_GROUP_N << RN_IDENT_CAPS_GROUPS_LSB
		| 4u << RN_IDENT_CAPS_CHANNELS_LSB), "the sizes with which the card was built");
	sim::ok(get(RN_IDENT_LIMITS) == (64u << RN_IDENT_LIMITS_REGIONS_LSB | 64u << RN_IDENT_LIMITS_STREAMS_LSB),
		"its limits: no nodes, as it has no queue of requests, and words of 16 bits");
	sim::ok(get(RN_IDENT_BUS_LOST) == std::min<uint64_t>(lost, 0xffff), "accesses without an answer are counted");
	sim::ok(get(RN_IDENT_BUS_REFUSED) == std::min<uint64_t>(refused, 0xffff), "refused ones as well");
	host.write(RN_IDENT_SCRATCH, 0xdeadbeef, tick, 7);
	sim::ok(get(RN_IDENT_SCRATCH) != 0xdeadbeef, "a partial write writes nothing");
	put(RN_IDENT_SCRATCH, 0x12345678);
	put(RN_IDENT_ID, 0);
	sim::ok(get(RN_IDENT_SCRATCH) == 0x12345678 && get(RN_IDENT_ID) == RN_IDENT_ID_RESET,
		"scratch keeps its number, identity cannot be written");
}

void clock_counter()
{
	uint64_t before = top.cycle;
	uint64_t low = get(RN_IDENT_CLOCK_LO);
	uint64_t after = top.cycle;
	uint32_t second = get(RN_IDENT_CLOCK_LO);

	sim::ok(low >= before - 8 && low <= after, "the clock counter counts clocks");
	sim::ok(second - uint32_t(low) <= top.cycle - before, "and goes on");
	sim::ok(get(RN_IDENT_CLOCK_HI) == 0, "its high half waits for 2^32");
}

uint32_t events[RN_PAGE_N]; // that must be set

std::array<CData *, 8> event_lines()
{
	return {&top->ev_cq, &top->ev_rq, &top->ev_fe, &top->ev_barrier, &top->ev_reduce,
		&top->ev_fault, &top->ev_refused, &top->ev_stuck};
}

void no_events()
{
	for (CData *line : event_lines())
		*line = 0;
}

void pulse(uint32_t page, uint32_t bits)
{
	const uint32_t at[] = {RN_PAGE_EVENT_CQ_MASK, RN_PAGE_EVENT_RQ_MASK, RN_PAGE_EVENT_FE_MASK,
		RN_PAGE_EVENT_BARRIER_MASK, RN_PAGE_EVENT_REDUCE_MASK, RN_PAGE_EVENT_FAULT_MASK,
		RN_PAGE_EVENT_REFUSED_MASK, RN_PAGE_EVENT_STUCK_MASK};

	for (int i = 0; i < 8; i++)
		*event_lines()[i] = bits & at[i] ? 1u << page : 0;
	tick();
	no_events();
	events[page] |= bits;
}

uint32_t page_at(uint32_t page) { return RN_PAGE_BYTES * (page + 1); }

void page_events(int rounds)
{
	uint32_t mask[RN_PAGE_N], pages = 0;

	for (uint32_t p = 0; p < RN_PAGE_N; p++) {
		put(page_at(p) + RN_PAGE_EVENT, 0xffffffff);
		put(page_at(p) + RN_PAGE_MASK, mask[p] = 0);
		sim::expect(get(page_at(p) + RN_PAGE_NUMBER) == p, "number of page %u", p);
	}
	for (int i = 0; i < rounds; i++) {
		uint32_t p = rng.below(RN_PAGE_N), bits = rng.below(256);

		switch (rng.below(4)) {
		case 0:
			pulse(p, bits);
			break;
		case 1:
			put(page_at(p) + RN_PAGE_EVENT, bits);
			events[p] &= ~bits;
			break;
		case 2:
			put(page_at(p) + RN_PAGE_MASK, mask[p] = bits & rng.below(256));
			break;
		default:
			sim::expect(get(page_at(p) + RN_PAGE_EVENT) == events[p], "events of page %u", p);
			sim::expect(get(page_at(p) + RN_PAGE_MASK) == mask[p], "mask of page %u", p);
		}
		for (int j = 0; j < 3; j++)
			tick();
		pages = 0;
		for (uint32_t q = 0; q < RN_PAGE_N; q++)
			pages |= uint32_t((events[q] & mask[q]) != 0) << q;
		sim::expect(top->irq == (pages != 0), "interrupt line for pages %02x", pages);
		if (i % 8 == 0)
			sim::expect(get(RN_IDENT_IRQ) == pages, "pages %02x want an interrupt", pages);
	}
	sim::ok(true, "%d rounds of events, masks and the interrupt", rounds);
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	rng = sim::Rng(sim::seed());
	host.rng = sim::Rng(sim::seed() + 1);
	no_events();
	top.reset();
	// The variant without some blocks: they refuse.
	if (std::string(argv[0]).find("some") != std::string::npos)
		present = 0x3bf;
	soak(sim::setting("accesses", 60000));
	silent = 0;
	identity();
	clock_counter();
	page_events(int(sim::setting("rounds", 4000)));
	return sim::done();
}
