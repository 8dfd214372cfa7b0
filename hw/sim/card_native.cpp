// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w16 -GLG_REPEAT=11 -GREQ_DEPTH=64
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
// with: w64long -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GSPAN=7
// more: w64rdma -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GRDMA=1
// with: w128 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=128
//
// A ring of whole cards, each with a host: its memory behind AXI4, its software behind AXI4-Lite and
// the interrupt line, nothing else (card_ring.h, card_driver.h). The software are fibers, several for
// each host (card_software.h). First the figures on a quiet ring: clocks from a doorbell to data in
// another host's memory, share of the link's payload rate, also over long cables. Then, with links that make errors, all at
// once: messages, writes, streams and broadcasts byte for byte; vectors and registers reduced to the
// documented bits; barriers by interrupt; atomic operations of all nodes on one register, with keys.
// Then a wrong key, and a cable is cut.
//
// Settings: nodes=5 (at most 8), delay=4, rounds=12, rate=300 (spoilt words of a million), seed,
// trace.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "card_software.h"

namespace {

using namespace native;

const int WIRE_N = 16 + (W == 16 ? 3 : 2);       // words of a full cell on the link
enum { SYNC_GROUP = 7 };
uint64_t dead_cyc() { return 5 * (sim::span() > 1 ? 1024 : 512); } // link_ctl.v, default sizes
// Goals: clocks from a doorbell to eight bytes in the next host's memory, which answers at once, without the cable.
const uint64_t WRITE_CYC = 76, RING_CYC = 90;

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
	uint64_t since = 0, end = 0, cells = 0, begun = 0, first = 0, last = 0; // clocks: of the first, the last cell
	uint64_t words = 0, first_words = 0; // of cells, at those clocks

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
		cells = begun = b.ring.right[0].cells;
		b.post(h, BULK, d);
		since = b.ring.now;
		h.regs.post_write(Host::at(BULK, RN_QUEUES_SEND_PRODUCER), h.page[BULK].send);
		until([&] {
			if (b.ring.right[0].cells != begun) {
				begun = b.ring.right[0].cells;
				last = b.ring.now;
				words = b.ring.right[0].cell_words;
				first = first ? first : last;
				first_words = first_words ? first_words : words;
			}
			return to.page[BULK].streams.empty();
		});
		end = b.ring.now;
		cells = b.ring.right[0].cells - cells;
	});
	b.run();
	double share = double(bytes) / (W * 2) * WIRE_N / double(end - since);
	double wire = double(words - first_words) / double(last - first);
	// Long cells: as many in a turn as 32 slots take.
	uint64_t most = sim::span() == 1 ? W * 2 : (2 * sim::span() - 1) * W * 2, in_turn = sim::span() == 1 ? 64 : 32 / sim::span();
	uint64_t least = bytes / (most * in_turn) * in_turn + (bytes % (most * in_turn) + most - 1) / most;

	expect(cells == least, "%llu cells for 64 KiB", (unsigned long long)cells);
	figure(b.size() > 2 ? "data_share" : "far_data_share", share);
	figure(b.size() > 2 ? "data_wire_share" : "far_data_wire_share", wire);
	sim::ok(clean() && share >= 0.90 && wire >= 0.97,
		"64 KiB to the next host, %d clocks of cable: %.1f %% of the link's payload rate, doorbell to interrupt served; %.1f %% from "
		"first to last cell", b.ring.delay, 100 * share, 100 * wire);
}

// Two cards with long cables.
void far()
{
	Bench b(2, W == 16 ? 16 : 100, sim::seed());

	b.each("setting up", [&b](Host &h) { b.set_up(h); });
	sim::ok(b.run(), "two cards with long cables are set up");
	calm(b, true);
	throughput(b);
	fibers.clear(); // daemons of its hosts
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

// Refused at the target and reported to its owner; nothing is written.
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
		until([&] { return !to.page[BULK].refused.empty() && !h.page[BULK].returned.empty(); });
		uint64_t what = to.page[BULK].refused[0], back = h.page[BULK].returned[0];

		told = (back & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB == RN_DMA_STATUS_KEY
			&& (what & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB == RN_DMA_STATUS_KEY
			&& (what & RN_COMPLETION_WHAT_SOURCE_MASK) == 0 && to.page[BULK].refused_at[0] == d.remote
			&& (what & RN_COMPLETION_WHAT_TAG_MASK) >> RN_COMPLETION_WHAT_TAG_LSB == 8 * BULK + DST
			&& to.prd(BULK, RN_QUEUES_REFUSED) == 1 && (to.page[BULK].events | to.prd(BULK, RN_PAGE_EVENT)) & RN_PAGE_EVENT_REFUSED_MASK;
		unchanged = to.mem.word(at) == was;
		h.pwr(ATOMIC, RN_FE_KEYS, SECRET << RN_FE_KEYS_NEED_LSB | lie << RN_FE_KEYS_OURS_LSB);
		refused = b.atomic(h, RN_FE_OP_FETCH_ADD, 2, COUNTER, 1).code == RN_FE_STATUS_NO_KEY;
		refused = refused && b.atomic(to, RN_FE_OP_TEST_READ, 2, COUNTER).value == 0;
	});
	b.run();
	sim::ok(told && unchanged, "a WRITE with the wrong key changes nothing, its target's owner and its sender are told");
	sim::ok(refused, "an operation with the wrong key is refused and changes nothing");
}

void cut_cable(Bench &b)
{
	int n = b.size(), at = 1;
	uint64_t bound = dead_cyc() + uint64_t(n) * (b.ring.delay + 12) + 8, since, worst = 0;
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

void near()
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
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	far();
	near();
	return sim::done();
}
