// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GRDMA=1
// with: emu
//
// The RDMA unit inside a card, as far as it is there: its registers after reset, completion queues and
// regions that are opened and closed by all pages while their WRITEs keep memory busy, pages that are turned off in the middle, windows, WRITEs
// and READs of queue pairs, and their atomic operations beside those of descriptors.
// The bench rdma compares the unit's work on contexts with the model.
//
// Settings: only=NAME for one test, rounds=60 (commands of each page), delay=4, seed, trace.

#include <set>
#include <string>
#include <vector>

#include "btl_fpga/rdma_regs.h"
#include "card_read.h"

namespace {

using namespace native;

enum { QUEUES = 40, REGIONS = 300, PAIRS = 8, KEY = 2 };

// The unit of a page.
struct Unit : Bare {
	std::set<uint32_t> queues, regions;         // that are open

	using Bare::Bare;

	uint64_t area_of(unsigned kind) { return host.page[p].base + 0x3800000 + 0x10000 * kind; }
	uint64_t attr_at() { return area_of(5); }
	uint64_t queue_at() { return area_of(6); }
	void on_unit()
	{
		const uint32_t n[4] = {PAIRS, QUEUES, 0, REGIONS};

		for (unsigned k = 0; k < 7; k++)
			host.mem.map(area_of(k), 0x10000);
		for (unsigned k = 0; k < 4; k++) {
			base(RDMA_RDMA_QP_BASE_LO + 16 * k, area_of(k));
			wr(RDMA_RDMA_QP_N + 16 * k, n[k]);
		}
		wr(RDMA_RDMA_CONTROL, 1);
		expect(rd(RDMA_RDMA_CONTROL) == 1, "the unit of page %d is on", p);
		queues.clear();
		regions.clear();
	}
	void unmap_unit()
	{
		for (unsigned k = 0; k < 7; k++)
			host.mem.unmap(area_of(k), 0x10000);
	}
	bool unit_stopped() { return rd(RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK; }
	void give(uint32_t op, uint32_t kind, uint32_t number)
	{
		wr(RDMA_RDMA_COMMAND, op | kind << RDMA_RDMA_COMMAND_KIND_LSB | number << RDMA_RDMA_COMMAND_NUMBER_LSB);
	}
	uint32_t result()
	{
		uint32_t r;

		while ((r = rd(RDMA_RDMA_RESULT)) & RDMA_RDMA_RESULT_BUSY_MASK)
			;
		return r;
	}
	void attr(uint64_t a, uint64_t b, uint64_t c = 0, uint64_t d = 0)
	{
		const uint64_t words[4] = {a, b, c, d};

		host.mem.put(attr_at(), words, sizeof(words));
		base(RDMA_RDMA_ATTR_LO, attr_at());
	}
	void opens(std::set<uint32_t> &open, uint32_t kind, uint32_t n, uint32_t most)
	{
		bool was = open.count(n);
		uint32_t r;

		give(RDMA_COMMAND_OP_OPEN, kind, n);
		r = result();
		expect(r == uint32_t(n >= most ? RDMA_RESULT_CODE_NUMBER : was ? RDMA_RESULT_CODE_STATE : RDMA_RESULT_CODE_OK),
			"page %d opens %u of kind %u: %u", p, n, kind, r);
		if (n < most)
			open.insert(n);
	}
	void closes(std::set<uint32_t> &open, uint32_t kind, uint32_t n)
	{
		uint32_t r;

		give(RDMA_COMMAND_OP_CLOSE, kind, n);
		r = result();
		expect(r == uint32_t(open.erase(n) ? RDMA_RESULT_CODE_OK : RDMA_RESULT_CODE_NUMBER), "page %d closes %u of kind %u: %u", p, n, kind, r);
	}
	void attr(const std::vector<uint64_t> &words)
	{
		host.mem.put(attr_at(), words.data(), 8 * words.size());
		base(RDMA_RDMA_ATTR_LO, attr_at());
	}
	uint64_t send_at() { return queue_at() + 0x4000; }
	void obey(uint32_t op, uint32_t kind, uint32_t number)
	{
		uint32_t r;

		give(op, kind, number);
		r = result();
		expect(r == RDMA_RESULT_CODE_OK, "page %d command %u of kind %u: %u", p, op, kind, r);
	}
	// Queue pair 1 with queue 0 for its completions, regions 1 and 2 for the data that it sends and for those that its peer writes.
	void pair_up(unsigned node, unsigned page)
	{
		attr({queue_at(), 5});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, 0);
		attr({0x10000, REGION_B, area(SRC), 0x11 | RDMA_MR_ATTR_SHAPE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, 1);
		attr({0x20000, REGION_B, area(DST), 0x22 | RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK | RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, 2);
		attr({0, send_at(), send_at() + 0x1000, 4, 0, 0});
		obey(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, 1);
		for (uint64_t state : {RDMA_QP_STATE_INIT, RDMA_QP_STATE_RTR, RDMA_QP_STATE_RTS}) {
			attr({state << RDMA_QP_ATTR_CTL_STATE_LSB | RDMA_QP_ATTR_CTL_WRITE_MASK | RDMA_QP_ATTR_CTL_READ_MASK
				| RDMA_QP_ATTR_CTL_ATOMIC_MASK, 0, 0, 0, 1u << 16 | page << 10 | node, 0});
			obey(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, 1);
		}
	}
	// The i-th request: `n` bytes from `at` of region 1 to the same place of region 2 of the peer, or from there to `own`.
	void request(unsigned i, uint64_t op, uint64_t at, uint64_t own, uint64_t n)
	{
		const uint64_t words[8] = {op | RDMA_WORK_CTL_SIGNALLED_MASK | 1 << RDMA_WORK_CTL_COUNT_LSB, 100 + i, 0x20000 + at,
			2 << 8 | 0x22, 0x10000 + own, n << 32 | 1 << 8 | 0x11};

		host.mem.put(send_at() + 64 * (i % 16), words, 64);
	}
	uint64_t completion(unsigned i, unsigned word) { return host.mem.word(queue_at() + 32 * i + 8 * word); }
	// A command, doorbell or arming at random.
	void some()
	{
		uint32_t q = host.rng.below(QUEUES + 2), r = host.rng.below(REGIONS + 10);

		switch (host.rng.below(6)) {
		case 0:
			attr(queue_at() + 0x400 * (q % QUEUES), 3);
			opens(queues, RDMA_OBJECT_CQ, q, QUEUES);
			break;
		case 1: case 2:
			attr(0x1000, 0x2000, area_of(5), 0xff);
			opens(regions, RDMA_OBJECT_MR, r, REGIONS);
			break;
		case 3: closes(queues, RDMA_OBJECT_CQ, q); break;
		case 4: closes(regions, RDMA_OBJECT_MR, r); break;
		default:
			wr(RDMA_RDMA_CQ_ARM, q);
			wr(RDMA_RDMA_CQ_DOORBELL, q);
			expect(rd(RDMA_RDMA_EVENT) == 0, "page %d: an event of nothing", p);
		}
	}
};

// Each register of the block, in all pages.
void registers(Driver &b)
{
	unsigned n = 0;

	start("registers", [&] {
		struct {
			uint32_t at, reset, known;
		} all[] = {
#define ROW(block, name, scope, offset, step, count, access, reset, known, mask) {offset, reset, known},
			RDMA_REGISTERS(ROW)
#undef ROW
		};

		for (int p = 0; p < RN_PAGE_N; p++)
			for (auto &r : all) {
				expect(!r.known || b.host(0).prd(p, r.at) == r.reset, "page %d register %03x after reset: %08x", p, r.at, b.host(0).prd(p, r.at));
				n++;
			}
		expect(b.host(0).prd(3, RDMA_RDMA_BASE + 0x100) == 0, "a word beside the registers is 0");
	});
	b.run();
	sim::ok(n > 200, "%u registers read as the table says after reset", n);
}

// CAPS names kinds of objects, of which commands know each. The model promises in addition that WRITEs and READs which were given up were not carried out.
void caps(Driver &b)
{
	const char *const name[] = {"queue pairs", "completion queues", "shared receive queues", "regions"};
	uint32_t has = 0, parts = RDMA_RDMA_CAPS_QP_MASK | RDMA_RDMA_CAPS_CQ_MASK | RDMA_RDMA_CAPS_SRQ_MASK | RDMA_RDMA_CAPS_MR_MASK;
	int failed = sim::tally().failed;

#ifdef RD_SIM_EMU
	parts |= RDMA_RDMA_CAPS_ONCE_MASK;
#endif
	start("page", [&] {
		Unit u(b, 0, 3);

		has = u.rd(RDMA_RDMA_CAPS);
		u.open(KEY);
		u.on_unit();
		for (uint32_t kind = RDMA_OBJECT_QP; kind <= RDMA_OBJECT_MR; kind++) {
			u.give(RDMA_COMMAND_OP_CLOSE, kind, 0);
			expect(u.result() != RDMA_RESULT_CODE_COMMAND || !(has >> kind & 1), "CAPS does not name %s, of which no command is known", name[kind]);
		}
		u.stop();
	});
	b.run();
	sim::ok(sim::tally().failed == failed && has == parts, "CAPS %x says which kinds of objects the card has", has);
}

// All pages of two cards give commands while they write into each other's memory.
void beside_dma(Driver &b)
{
	int rounds = int(sim::setting("rounds", 60)), failed = sim::tally().failed;
	unsigned right = 0;
	std::vector<std::unique_ptr<Unit>> units;

	for (int i = 0; i < 2; i++)
		for (int p = 0; p < RN_PAGE_N; p++)
			units.emplace_back(new Unit(b, i, p));
	for (auto &u : units)
		start("page", [&] {
			u->open(KEY);
			u->on_unit();
			fill(u->host, u->area(SRC), uint64_t(u->host.id * 8 + u->p), 64 * 1024);
		});
	b.run();
	for (auto &u : units) {
		start("writes", [&] {
			for (int k = 0; k < rounds / 4; k++) {
				Desc d = u->write(!u->host.id, write_head(KEY, unsigned(8 * u->p + DST), 4096 * (k % 16)), 4096, 0);

				d.inlined = false;
				d.offset = 4096 * (k % 16);
				d.key = KEY;
				u->post_quiet(d);
				u->bell();
				u->await_sent();
			}
		});
		start("commands", [&] {
			for (int k = 0; k < rounds; k++)
				u->some();
		});
	}
	b.run(400000);
	b.run_clocks(3000);
	for (auto &u : units)
		right += holds(u->host, u->area(DST), uint64_t(!u->host.id * 8 + u->p), 4096 * std::min(16, rounds / 4));
	sim::ok(right == units.size() && sim::tally().failed == failed, "%d commands of each of 16 pages, beside WRITEs that arrive whole", rounds);
	for (auto &u : units)
		start("off", [&] { u->stop(); });
	b.run();
}

// A page is turned off while its unit reads or writes memory: when it says STOPPED its memory is left alone.
void off_in_the_middle(Driver &b)
{
	uint64_t strays = b.host(0).mem.strays;
	bool stopped = true, off = true;

	start("page", [&] {
		Unit u(b, 0, 5);

		for (int k = 0; k < 40; k++) {
			u.open(KEY);
			u.on_unit();
			for (uint32_t n = 0; n < 5; n++)
				u.attr(0x1000, 0x2000, 0, 7), u.opens(u.regions, RDMA_OBJECT_MR, 32 * n, REGIONS);
			u.give(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, 0);
			b.sleep(u.host.rng.below(100));
			if (k % 2) {
				u.wr(RDMA_RDMA_CONTROL, 0);
				while (!u.unit_stopped())
					;
			} else {
				u.stop();
				stopped = stopped && u.unit_stopped();
				off = off && !u.rd(RDMA_RDMA_CONTROL);
			}
			u.unmap_unit();
			b.sleep(600);
			u.wr(RDMA_RDMA_COMMAND, RDMA_COMMAND_OP_CLOSE | RDMA_OBJECT_MR << 4);
			u.stop();
		}
	});
	sim::ok(b.run() && stopped && off, "a page that is turned off stops with its part of the unit");
	sim::ok(b.host(0).mem.strays == strays, "then its memory is left alone");
}

// Pages of two cards WRITE to each other and to a page of their own card through queue pairs, and READ that back: all arrives whole.
void queue_pairs(Driver &b)
{
	const unsigned N = 12;
	const uint64_t EACH = 1500, BACK = 0x8000;
	struct {
		int node, page, to_node, to_page;
	} who[] = {{0, 3, 1, 5}, {1, 5, 0, 3}, {0, 6, 0, 1}, {0, 1, 0, 6}};
	std::vector<std::unique_ptr<Unit>> units;
	int failed = sim::tally().failed;
	unsigned right = 0, back = 0;

	for (auto &w : who)
		units.emplace_back(new Unit(b, w.node, w.page));
	for (size_t k = 0; k < units.size(); k++)
		start("open", [&, k] {
			Unit &u = *units[k];

			u.open(KEY);
			u.on_unit();
			fill(u.host, u.area(SRC), 50 + k, 64 * 1024);
			u.pair_up(unsigned(who[k].to_node), unsigned(who[k].to_page));
		});
	b.run();
	for (auto &u : units)
		start("requests", [&] {
			for (unsigned i = 0; i < 2 * N; i++) {
				if (i % N == 0) {
					for (unsigned k = 0; k < N; k++)
						u->request(i + k, i ? RDMA_WORK_OP_READ : RDMA_WORK_OP_WRITE, 3 + k * EACH, 3 + k * EACH + (i ? BACK : 0), EACH);
					u->wr(RDMA_RDMA_SQ_DOORBELL, 1 | (i + N) << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB);
				}
				while (u->completion(i, 3) >> 63 == 0) {
					u->rd(RDMA_RDMA_RESULT);               // the model goes on
					b.sleep(50);
				}
				expect(u->completion(i, 0) == 100 + i && (u->completion(i, 1) & 0xffffffff) == EACH && !(u->completion(i, 3) & RDMA_DONE_WHAT_STATUS_MASK),
					"page %d completion %u: %llx", u->p, i, (unsigned long long)u->completion(i, 3));
			}
		});
	b.run(4000000);
	for (size_t k = 0; k < units.size(); k++) {
		right += holds(units[k]->host, units[k]->area(DST) + 3, 50 + (k ^ 1), N * EACH, 3);
		back += holds(units[k]->host, units[k]->area(SRC) + BACK + 3, 50 + k, N * EACH, 3);
	}
	sim::ok(right == units.size() && sim::tally().failed == failed, "WRITEs of queue pairs arrive whole, at the other card and at the own");
	sim::ok(back == units.size(), "READs bring back the same bytes");
	for (auto &u : units)
		start("off", [&] { u->stop(); });
	b.run();
}

// A queue pair and descriptors of another page add to the halves of one word: none is lost, and each gets the value before.
void one_word(Driver &b)
{
	const unsigned N = 12, ROUNDS = 2;
	Unit owner(b, 1, OWNER), adder(b, 0, 3);
	Reader beside(b, 0, ASKER);
	uint64_t was = 0, word;
	unsigned right = 0, n = 0;
	bool over = false;

	for (auto *u : {&owner, &adder})
		start("open", [u, &owner] {
			u->open(KEY);
			u->on_unit();
			u->pair_up(u == &owner ? 0 : 1, u == &owner ? 3 : unsigned(OWNER));
		});
	b.run();
	start("share", [&] {
		share(owner, BOTH);
		beside.open(1);
		was = owner.host.mem.word(owner.area(SRC)) & 0x7fffffff7fffffff;
		owner.host.mem.put(owner.area(SRC), &was, 8);
	});
	b.run();
	start("queue pair", [&] {
		for (unsigned i = 0; i < ROUNDS * N; i++) {
			if (i % N == 0) {
				for (unsigned k = i; k < i + N; k++) {
					const uint64_t words[8] = {RDMA_WORK_OP_FETCH_ADD | RDMA_WORK_CTL_SIGNALLED_MASK | 1 << RDMA_WORK_CTL_COUNT_LSB, 100 + k, 0x10000,
						1 << 8 | 0x11, 0x10040 + 8 * k, 8ull << 32 | 1 << 8 | 0x11, 1, 0};

					adder.host.mem.put(adder.send_at() + 64 * (k % 16), words, 64);
				}
				adder.wr(RDMA_RDMA_SQ_DOORBELL, 1 | (i + N) << RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB);
			}
			while (adder.completion(i, 3) >> 63 == 0) {
				adder.rd(RDMA_RDMA_RESULT);                    // the model goes on
				b.sleep(50);
			}
			right += !(adder.completion(i, 3) & RDMA_DONE_WHAT_STATUS_MASK)
				&& uint32_t(adder.host.mem.word(adder.area(SRC) + 64 + 8 * i)) == uint32_t(was) + i;
		}
		over = true;
	});
	start("descriptors", [&] {
		do {
			beside.ends.clear();
			beside.post_quiet(beside.changes(1, 1, 0, 1ull << 32));
			beside.bell();
			if (!beside.awaits(1) || beside.ends[0].second != RN_DMA_STATUS_OK || beside.before(1) >> 32 != (was >> 32) + n)
				return;
			n++;
		} while (!over);
	});
	b.run(4000000);
	word = owner.host.mem.word(owner.area(SRC));
	sim::ok(right == ROUNDS * N && over && n > 0 && word == was + ROUNDS * N + (uint64_t(n) << 32),
		"%u of %u atomic operations of a queue pair beside %u of descriptors: each gets the value before, none is lost", right, ROUNDS * N, n);
	for (Bare *u : {static_cast<Bare *>(&owner), static_cast<Bare *>(&adder), static_cast<Bare *>(&beside)})
		start("off", [u] { u->stop(); });
	b.run();
}

// Doorbells of queues that are not there are refused, by the event of the page.
void refused(Driver &b)
{
	uint32_t before = 0, behind = 0;

	start("page", [&] {
		Unit u(b, 1, 2);

		u.open(KEY);
		u.on_unit();
		u.wr(RN_PAGE_EVENT, ~0u);
		before = u.rd(RN_PAGE_EVENT);
		u.wr(RDMA_RDMA_CQ_DOORBELL, 1);
		u.give(0, 0, 0);
		expect(u.result() == RDMA_RESULT_CODE_COMMAND, "there is no command 0");
		behind = u.rd(RN_PAGE_EVENT);
		u.stop();
	});
	sim::ok(b.run() && !(before & RN_PAGE_EVENT_REFUSED_MASK) && behind & RN_PAGE_EVENT_REFUSED_MASK, "a doorbell of no queue: REFUSED");
}

// A page whose tables and attributes lie in memory of another reaches its own window.
void windows(Driver &b)
{
	uint64_t outside = 0;
	uint32_t r = 0;

	start("page", [&] {
		Unit u(b, 0, 1), other(b, 0, 4);
		uint64_t window = u.host.page[1].base >> 36 << 36;

		u.open(KEY);
		u.on_unit();
		u.wr(RDMA_RDMA_CONTROL, 0);
		while (!u.unit_stopped())
			;
		u.host.wr(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * 1, 36);
		u.host.wr(RN_DMA_WINDOW_BASE + RN_DMA_WINDOW_BASE_STEP * 1, uint32_t(window >> 32));
		u.host.mem.seen = [&](uint64_t addr, unsigned page) { outside += page == 1 && addr >> 36 << 36 != window; };
		for (unsigned k = 0; k < 4; k++)
			u.base(RDMA_RDMA_QP_BASE_LO + 16 * k, other.area_of(k));
		u.wr(RDMA_RDMA_CONTROL, 1);
		u.attr(0x1000, 0x2000, 0, 7);
		u.base(RDMA_RDMA_ATTR_LO, u.attr_at() + (1ull << 40));
		u.give(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, 9);
		r = u.result();
		u.stop();
		u.host.mem.seen = nullptr;
		u.host.wr(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * 1, 64);
	});
	sim::ok(b.run() && !outside && r == RDMA_RESULT_CODE_OK, "addresses of other pages lead into the own window");
}

const Test TESTS[] = {
	{"registers", registers, nullptr},
	{"caps", caps, nullptr},
	{"beside_dma", beside_dma, nullptr},
	{"off_in_the_middle", off_in_the_middle, nullptr},
	{"queue_pairs", queue_pairs, nullptr},
	{"one_word", one_word, nullptr},
	{"refused", refused, nullptr},
	{"windows", windows, "bus addresses are those of the page's process"},
};

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	native::Driver b(2, int(sim::setting("delay", 4)), sim::seed());

	b.each("joining", [&b](native::Host &h) { b.join(h); });
	sim::ok(b.run(), "%d cards: links up", b.size());
	native::run_tests(b, TESTS);
	return sim::done();
}
