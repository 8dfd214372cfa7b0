// SPDX-License-Identifier: BSD-3-Clause
//
// Two DMA engines, each with its own host memory (slow, stalling, in part broken), joined by queues
// of cells (dma_card.h, dma_host.h): all operations from all pages at once, right and wrong ones
// (dma_work.h). A model (dma_model.h) gives the effects of every descriptor; then every byte of
// both memories is compared, and every completion, record and refusal is accounted for. Then
// directed tests: rings that are full, descriptors in the card, pages that are turned off; and the
// figures: share of the link's payload rate, clocks from doorbell to cell.
//
//     rounds=N          rounds of random work (default 12)
//
// top: dma
// with: w16 -GW=16
// with: w64 -GW=64
// with: w64long -GW=64 -GSPAN=7
// with: w128 -GW=128

#define RD_SIM_ANY_STATE

#include <string>
#include <vector>

#include "dma_bad.h"
#include "dma_host.h"
#include "dma_model.h"
#include "dma_work.h"
#include "sim.h"

using namespace dma;
using sim::expect;

// ---- Rounds -------------------------------------------------------------------------------------

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
			c->page[p].reduces = c->page[p].error_told = false;
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
			// notices that found no place are counted, too
			if (!expect(int(m.refusals.size()) <= m.untold, "card %d page %d: %zu refusals not told, %d counted", c->id, p,
					m.refusals.size(), m.untold))
				good = false;
			for (Done &d : m.refusals)
				sim::diag("  missing: status %d tag %d source %d cookie %llx", d.status, d.tag, d.source, (unsigned long long)d.cookie);
			m.refusals_kept += int(m.refusals.size());
			m.refusals.clear();
			uint32_t refused = rd(c, p, RN_QUEUES_REFUSED), want = uint32_t(m.refused_before + m.refusals_told + m.refusals_kept);

			if (!expect(refused == want, "card %d page %d: %u cells are counted as refused, of %u", c->id, p, refused, want))
				good = false;
			admit_all(c, p);
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

// ---- Directed -----------------------------------------------------------------------------------

static void calm(Card *c, uint32_t latency)
{
	c->stall = c->idle = c->mem.stall = 0;
	c->mem.latency_min = latency;
	c->mem.latency_span = 0;
}

// The card counts the bursts and beats that the host answered with an error, and no others.
static void count_errors()
{
	for (Card *c : card) {
		uint64_t writes = rd(c, 8, RN_DMA_WRITE_ERRORS), reads = rd(c, 8, RN_DMA_READ_ERRORS);

		expect(writes == c->mem.write_errors, "card %d: %llu write errors counted, of %llu", c->id,
			(unsigned long long)writes, (unsigned long long)c->mem.write_errors);
		expect(reads == c->mem.read_errors, "card %d: %llu read errors counted, of %llu", c->id,
			(unsigned long long)reads, (unsigned long long)c->mem.read_errors);
	}
	sim::ok(clean(), "errors of the host are counted");
}

// A receive ring that is full loses messages, counts them, and blocks no other page.
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
				else
					may_return(a, 2, RN_CELL_TYPE_MSG, 2 << 3 | 5, RN_DMA_STATUS_FULL, d.remote >> 30);
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
	sim::ok(clean(), "a full receive ring drops and counts messages, and blocks no other page");
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
	sim::ok(clean(), "a full completion ring stops its page, loses nothing, and blocks no other page");
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
		give(a, p, w, RN_DMA_STATUS_OK, [&] { model_write(a, p, w, source_bytes(a, p, w)); });
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
		model_write(a, 4, d, source_bytes(a, 4, d));
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
	set_stream(c, tag, {source, 3, LAND, offset, length, cookie}); // all of them come from page 3
	expect(arm_stream(c, tag), "stream %d is armed", tag);
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
	a->ev_refused = b->ev_refused = 0;
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
	expect(!a->ev_refused && !b->ev_refused, "nothing of it is refused: %x, %x", a->ev_refused, b->ev_refused);
	compare();
}

// A page is turned off in the middle: nothing of it is touched any more, others go on.
static void stop()
{
	Card *a = card[0], *b = card[1];

	vary(a);
	vary(b);
	any_returns = true;
	for (int turn = 0; turn < 6; turn++) {
		Card *c = turn & 1 ? b : a; // its page is turned off: the sender's, the receiver's
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

		// Until the messages of other pages have come, too: the model forgets all that it expects below.
		// What a card has taken is written some time later.
		for (int i = 0, since = 0; i < 20000 || since < 3000; i++) {
			step();
			host();
			since = card[0]->in.empty() && card[1]->in.empty() ? since + 1 : 0;
		}
		for (int r = 0; r < 5; r++)
			for (uint64_t at = c->page[p].base[r] / 4096; at <= (c->page[p].base[r] + c->page[p].size[r]) / 4096; at++)
				expect(frozen[at].byte == c->mem.pages[at].byte, "region %d of a page that is off is left alone", r);
		for (uint64_t at : {c->page[p].recv_base / 4096, c->page[p].cpl_base / 4096})
			expect(frozen[at].byte == c->mem.pages[at].byte, "rings of a page that is off are left alone");
		// Both pages start anew; the model drops their expected events.
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
			m.wrong.clear();
			turn_on(k, q);
			for (int r : {DST, LAND})
				for (uint64_t i = 0; i < m.size[r]; i++)
					*k->want.at(m.base[r] + i) = *k->mem.at(m.base[r] + i);
			// Refused while it was off.
			m.untold = rd(k, q, RN_QUEUES_UNTOLD);
			m.refused_before = int(rd(k, q, RN_QUEUES_REFUSED)) - m.refusals_told - m.refusals_kept;
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
	first_b = w_bits == 128 ? 16 : w_bits == 64 ? 8 : 10;
	prepare(&a);
	prepare(&b);
	for (int i = 0; i < 9000; i++) // counts of wrong keys are wiped
		step();
	for (uint64_t r = 0; r < rounds && play(int(r)); r++)
		;
	for (int i = 0; i < 6000; i++) {
		step();
		host();
	}
	uint64_t cells = a.cells + b.cells, messages = 0, completions = 0, refusals = 0, returned = 0;

	for (Card *c : card)
		for (PageModel &m : c->page) {
			messages += m.messages;
			completions += m.completions;
			refusals += m.refusals_told;
			returned += m.returned;
			expect(m.returned || m.returns.empty(), "card %d: cells of a page were refused, and it got no notice", c->id);
		}
	sim::ok(sim::tally().failed == 0, "W=%d: %llu rounds: %llu cells, %llu completions, %llu records, %llu refusals told, %llu notices",
		w_bits, (unsigned long long)rounds, (unsigned long long)cells, (unsigned long long)completions,
		(unsigned long long)messages, (unsigned long long)refusals, (unsigned long long)returned);
	count_errors();
	full_receive_ring();
	full_completion_ring();
	order_of_write_and_msg();
	card_descriptors();
	// W = 128: the port to the host has half the link's rate.
	throughput(10, 0, w_bits == 128 ? 0.50 : 0.90);
	throughput(40, 3, w_bits == 128 ? 0.45 : 0.90);
	sim::ok(clean(), "long messages at the link's rate");
	senseless_cells();
	notices_without_room();
	doorbells_and_regions();
	windows_meanwhile();
	long_turns();
	stop();
	for (int r = 0; r < 3 && clean(); r++)
		play(1000 + r);
	sim::ok(clean(), "and all goes on as before");
	sim::ok(a.mem.strays == 0 && b.mem.strays == 0, "no access outside of memory");
	sim::diag("%llu clocks, %llu read errors, %llu write errors", (unsigned long long)clocks,
		(unsigned long long)(a.mem.read_errors + b.mem.read_errors), (unsigned long long)(a.mem.write_errors + b.mem.write_errors));
	return sim::done();
}
