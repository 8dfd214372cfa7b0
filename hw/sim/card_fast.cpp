// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
// with: w64long -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GSPAN=7
// with: w128 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=128
//
// How quick the card is: clocks from a doorbell to the first word of payload on the link, and the
// share of the link that a long transfer keeps while host memory is far away. Two cards without
// other work; each figure is compared with a bound, the figure that holds today.
//
// A doorbell counts from the edge that takes its last word on the bus, a word on the link from the
// edge that takes it from the card. Memory of N clocks gives the first word of a burst N clocks
// after it took the address, and one word in each clock from then on.
//
// Three shares of a transfer: of the clocks from its first word on the link to its last, those in
// which a word of a cell leaves (share); its payload, in words of the link, by the same clocks (sent),
// and by those from its first word that the receiver's memory takes to its last (received). A transfer of one
// cell has them, too. bench/rdma makes tables of the figures.
//
// With long cells the payload has 98 % of the clocks, sent and received, of transfers of 4, 16 and 64 KiB, with memory 0 and 200 clocks
// away and cables of 4 and 100 clocks.
//
// Settings: delay=4 (of a cable), bytes=65536 (of a long transfer), seed, trace.

#include <string>
#include <vector>

#include "card_read.h"

namespace
{

using namespace native;

enum { HEAD = 1, PAYLOAD = 3 }; // words of the cell of a WRITE: its head, address and key, payload
// Bounds, as of today. Clocks to the first word of a cell; the share of the link.
enum { CARD_CYC = 33, INLINE_CYC = 36, MEMORY_CYC = 43, AFTER_CYC = 12, READ_CYC = 35,
	QUICK_CYC = 13, QUICK_MEMORY_CYC = 20, QUICK_READ_CYC = 12 };
const double SHARE = 0.99, SHORT_SHARE = 0.98, PAYLOAD_SHARE = 0.98; // of 64 KiB and more; of 512 words and more, and over long cables
enum { LONG_B = 65536, SHORT_N = 512, NEAR_CYC = 4, FAR_CYC = 100 };

struct Clocks {
	uint64_t link;   // from the doorbell to the word on the link
	uint64_t memory; // from the last word of memory to it
};

void distance(Host &h, uint32_t clocks)
{
	h.regs.busy = 100;
	h.mem.stall = 0;
	h.mem.latency_min = clocks;
	h.mem.latency_span = 0;
}

// Watches the link from `begin`, whose last word on the bus is `rung`, until word `n` of the first cell.
Clocks watch(Driver &b, Bare &from, std::function<void()> begin, std::function<bool()> rung, uint64_t n)
{
	Link &link = b.ring.right[0];
	uint64_t since = 0, read = 0, sent = 0, words, beats;

	start("a doorbell", [&] {
		until([&] { return b.ring.now % 512 == 64; }); // no tick of the links meanwhile, whose symbols would count
		words = link.cell_words;
		beats = from.host.mem.words_read;
		begin();
		until([&] {
			if (!since && rung())
				since = b.ring.now;
			if (from.host.mem.words_read != beats) {
				beats = from.host.mem.words_read;
				read = b.ring.now;
			}
			return link.cell_words - words >= n;
		});
		sent = b.ring.now;
		b.sleep(1000);
	});
	b.run();
	return {sent - since, sent - read};
}

// By the doorbell `addr`.
Clocks ring(Driver &b, Bare &from, uint32_t addr, uint32_t value, uint64_t n)
{
	auto begin = [&] { from.host.regs.post_write(Host::at(from.p, addr), value); };

	return watch(b, from, begin, [&] { return from.host.regs.w.empty(); }, n);
}

// By the doorbell window; the doorbell follows.
Clocks push(Driver &b, Bare &from, const Desc &d, uint64_t n)
{
	Window &window = from.host.window;
	unsigned index = from.send;

	from.post_quiet(d);
	auto begin = [&] {
		window.post(Window::whole(from.p, index, from.words(index)));
		from.host.regs.post_write(Host::at(from.p, RN_QUEUES_SEND_PRODUCER), from.send);
	};
	return watch(b, from, begin, [&] { return window.bursts.empty(); }, n);
}

void figure(const char *name, double value)
{
	sim::measured((std::string("card_") + name + "_w" + std::to_string(W)).c_str(), value);
}

// A WRITE to byte `at` of the other page.
Desc put_of(Bare &from, Bare &to, uint64_t at, uint32_t bytes)
{
	Desc d = from.write(1, write_head(KEY, 8 * to.p + DST, at), bytes, uint8_t(at));

	d.key = KEY;
	return d;
}

// So many READs have ended since the last call, well.
void ended(Driver &b, Reader &asker, unsigned n)
{
	start("records", [&] {
		bool all = asker.awaits(n);

		for (auto &end : asker.ends)
			all = all && end.second == RN_DMA_STATUS_OK;
		expect(all, "%u READs end well", n);
		asker.ends.clear();
	});
	b.run();
}

void first_words(Driver &b, Bare &from, Reader &asker, Bare &to)
{
	Desc inlined = put_of(from, to, 64, 8), far = inlined;
	Clocks card, ring_inline, ring_memory, read, quick_inline, quick_memory, quick_read;

	far.inlined = false;
	start("a descriptor in the card", [&] {
		for (int i = 0; i < 16; i++)
			from.wr(RN_DESC_WORD + 4 * i,
				uint32_t(inlined.words()[i / 2] >> 32 * (i & 1)));
	});
	b.run();
	card = ring(b, from, RN_QUEUES_CARD_START, 1, PAYLOAD);
	from.post_quiet(inlined);
	ring_inline = ring(b, from, RN_QUEUES_SEND_PRODUCER, from.send, PAYLOAD);
	from.post_quiet(far);
	ring_memory = ring(b, from, RN_QUEUES_SEND_PRODUCER, from.send, PAYLOAD);
	quick_inline = push(b, from, inlined, PAYLOAD);
	quick_memory = push(b, from, far, PAYLOAD);
	asker.fetch(0, to, 0, 0, 64);
	read = ring(b, asker, RN_QUEUES_SEND_PRODUCER, asker.send, HEAD);
	quick_read = push(b, asker, asker.asks(1, 1, 8 * to.p + SRC, 0, 64, 64), HEAD);
	ended(b, asker, 2);
	expect(*to.host.mem.at(to.area(DST) + 64) == *from.host.mem.at(from.area(SRC)),
	       "the last WRITE has come");
	figure("first_card_inline_clocks", double(card.link));
	figure("first_ring_inline_clocks", double(ring_inline.link));
	figure("first_ring_memory_clocks", double(ring_memory.link));
	figure("first_after_memory_clocks", double(ring_memory.memory));
	figure("read_request_clocks", double(read.link));
	figure("quick_inline_clocks", double(quick_inline.link));
	figure("quick_memory_clocks", double(quick_memory.link));
	figure("quick_read_clocks", double(quick_read.link));
	sim::ok(quick_inline.link <= QUICK_CYC && quick_memory.link <= QUICK_MEMORY_CYC && quick_read.link <= QUICK_READ_CYC,
		"descriptor in the doorbell window: 8 bytes in it %llu clocks, in memory of no latency %llu, the head of a READ %llu",
		(unsigned long long)quick_inline.link, (unsigned long long)quick_memory.link,
		(unsigned long long)quick_read.link);
	sim::ok(card.link <= CARD_CYC,
		"descriptor in the card, 8 bytes in it: the first word of payload %llu clocks after the doorbell",
		(unsigned long long)card.link);
	sim::ok(ring_inline.link <= INLINE_CYC,
		"descriptor in memory of no latency, 8 bytes in it: %llu clocks",
		(unsigned long long)ring_inline.link);
	sim::ok(ring_memory.link <= MEMORY_CYC && ring_memory.memory <= AFTER_CYC,
		"descriptor and 8 bytes in memory of no latency: %llu clocks, "
		"%llu after the last word of memory",
		(unsigned long long)ring_memory.link, (unsigned long long)ring_memory.memory);
	sim::ok(read.link <= READ_CYC,
		"descriptor of a READ in memory of no latency: the head of its cell after %llu clocks",
		(unsigned long long)read.link);
}

// The same by the doorbell window, with memory `away` clocks away.
void first_words_far(Driver &b, Bare &from, Reader &asker, Bare &to, uint32_t away)
{
	Desc inlined = put_of(from, to, 64, 8), far = inlined;
	Clocks quick_inline, quick_memory, quick_read;

	far.inlined = false;
	for (auto &h : b.hosts)
		distance(*h, away);
	quick_inline = push(b, from, inlined, PAYLOAD);
	quick_memory = push(b, from, far, PAYLOAD);
	quick_read = push(b, asker, asker.asks(0, 1, 8 * to.p + SRC, 0, 64, 64), HEAD);
	ended(b, asker, 1);
	std::string n = std::to_string(away);
	figure(("quick_inline_clocks_" + n).c_str(), double(quick_inline.link));
	figure(("quick_memory_clocks_" + n).c_str(), double(quick_memory.link));
	figure(("quick_read_clocks_" + n).c_str(), double(quick_read.link));
	sim::ok(quick_inline.link <= QUICK_CYC && quick_memory.link <= QUICK_MEMORY_CYC + away && quick_read.link <= QUICK_READ_CYC,
		"the same with memory %u clocks away: %llu, %llu and %llu clocks", away, (unsigned long long)quick_inline.link,
		(unsigned long long)quick_memory.link, (unsigned long long)quick_read.link);
}

struct Shares {
	double link, sent, received;
};

void figures(const char *operation, const std::string &memory, const Shares &s)
{
	figure((std::string(operation) + "_share_" + memory).c_str(), s.link);
	figure((std::string(operation) + "_sent_" + memory).c_str(), s.sent);
	figure((std::string(operation) + "_received_" + memory).c_str(), s.received);
}

// Of `bytes` of payload that go by `link` to the memory `to`.
Shares share(Driver &b, Link &link, Memory &to, uint64_t bytes, std::function<void()> begin, std::function<bool()> over)
{
	const uint64_t width = W / 8;
	uint64_t before = 0, sent = 0, clocks = 0, end = 0, taken = 0, put = 0, placed = 0;

	start("a long transfer", [&] {
		b.sleep(1000); // records of the transfer before it
		before = sent = link.cell_words;
		taken = to.words_written;
		begin();
		until([&] {
			uint64_t came = to.words_written - taken;

			if (link.cell_words != sent) {
				clocks = clocks ? clocks : b.ring.now;
				sent = link.cell_words;
				end = b.ring.now;
			}
			put = put || !came ? put : b.ring.now;
			placed = came * width < bytes || placed ? placed : b.ring.now;
			return over();
		});
	});
	b.run();
	return {double(sent - before) / double(end - clocks + 1), double(bytes / width) / double(end - clocks + 1),
		placed ? double(bytes / width) / double(placed - put + 1) : 0};
}

// Whether the data have come. Bytes that came once are not looked at again.
struct Coming {
	Host &host;
	uint64_t at, number, bytes, came;

	bool over()
	{
		while (came < bytes && *host.mem.at(at + came) == content(number, came))
			came++;
		return came == bytes;
	}
};

void far_memory(Driver &b, Bare &from, Reader &asker, Bare &to, uint32_t clocks, uint32_t bytes, bool named)
{
	const bool is_long = bytes >= LONG_B && b.ring.delay <= NEAR_CYC;
	const double least = is_long ? SHARE : bytes / (W / 8) >= SHORT_N ? SHORT_SHARE : 0;
	uint64_t number = 0x100 + clocks;
	Desc d;
	Shares data, written, blocks, read;

	for (auto &h : b.hosts)
		distance(*h, clocks);
	start("data", [&] {
		fill(from.host, from.area(SRC), number, bytes);
		fill(to.host, to.area(SRC), number + 1, bytes);
		to.wr(RN_STREAM_OFFSET_LO, 0);
		to.wr(RN_STREAM_OFFSET_HI, LAND << RN_STREAM_OFFSET_HI_REGION_LSB |
						   from.p << RN_STREAM_OFFSET_HI_PAGE_LSB);
		to.wr(RN_STREAM_LENGTH_LO, bytes);
		to.wr(RN_STREAM_LENGTH_HI, 0);
		to.wr(RN_STREAM_CONTROL, RN_STREAM_CONTROL_ARMED_MASK);
	});
	b.run();
	d.op = RN_DMA_OP_DATA;
	d.dest = 1;
	d.tag = 8 * to.p;
	d.length = bytes;
	Coming streamed = {to.host, to.area(LAND), number, bytes, 0},
	       put = {to.host, to.area(DST), number, bytes, 0};
	Coming got = {asker.host, asker.area(LAND), number + 1, bytes, 0};
	auto send = [&] {
		from.post_quiet(d);
		from.bell();
	};
	Memory &there = to.host.mem;
	data = share(b, b.ring.right[0], there, bytes, send, [&] { return streamed.over(); });
	d = put_of(from, to, 0, bytes);
	written = share(b, b.ring.right[0], there, bytes, send, [&] { return put.over(); });
	// Blocks of 56 bytes, which with their address fill a cell of eight words at W = 64.
	d = put_of(from, to, 0, 56);
	d.inlined = false;
	d.blocks = bytes / 64;
	d.lstride = d.rstride = 64;
	uint64_t cells = b.ring.right[0].cells + d.blocks;
	blocks = share(b, b.ring.right[0], there, 56 * d.blocks, send, [&] { return b.ring.right[0].cells == cells; });
	read = share(
		b, b.ring.right[1], asker.host.mem, bytes,
		[&] {
			asker.fetch(0, to, 0, 0, bytes);
			asker.bell();
		},
		[&] { return got.over(); });
	ended(b, asker, 1);
	std::string n = std::to_string(clocks);
	if (named) {
		figures("data", n, data);
		figures("write", n, written);
		figure(("blocks_share_" + n).c_str(), blocks.link);
		figures("read", n, read);
	}
	if (sim::span() > 1 && bytes / (W / 8) >= SHORT_N) {
		double least_of = 1;

		for (const Shares *s : {&data, &written, &read})
			least_of = std::min(least_of, std::min(s->sent, s->received));
		sim::ok(least_of >= PAYLOAD_SHARE,
			"%u bytes, memory %u clocks away, cable of %d: payload is sent in %.1f, %.1f, %.1f %% of the clocks by DATA, WRITE, READ, received in %.1f, %.1f, "
			"%.1f %%", bytes, clocks, b.ring.delay, 100 * data.sent, 100 * written.sent, 100 * read.sent, 100 * data.received,
			100 * written.received, 100 * read.received);
	}
	sim::ok(data.link >= least && written.link >= least && read.link >= least,
		"memory %u clocks away: DATA has %.1f %%, WRITE %.1f %%, READ %.1f %% "
		"of the link",
		clocks, 100 * data.link, 100 * written.link, 100 * read.link);
	sim::ok(blocks.link >= least,
		"memory %u clocks away: WRITE of blocks of 56 bytes has %.1f %% of the link",
		clocks, 100 * blocks.link);
}

// The share of the payload on both links of one cable, while 64 KiB go each way by DATA or WRITE.
void both_ways(unsigned op)
{
	Driver b(3, int(sim::setting("delay", 4)), sim::seed());
	Bare first(b, 0, BULK), second(b, 1, BULK);
	Bare *ends[2] = {&first, &second};
	const uint32_t bytes = uint32_t(sim::setting("bytes", 65536));
	const bool write = op == RN_DMA_OP_WRITE;
	double shares[2];

	for (auto &h : b.hosts)
		distance(*h, 0);
	b.each("joining", [&b](Host &h) { b.join(h); });
	b.run();
	start("pages", [&] {
		for (int i = 0; i < 2; i++) {
			Bare &to = *ends[!i];

			ends[i]->on(KEY);
			fill(ends[i]->host, ends[i]->area(SRC), 0x200 + i, bytes);
			to.wr(RN_STREAM_OFFSET_LO, 0);
			to.wr(RN_STREAM_OFFSET_HI, LAND << RN_STREAM_OFFSET_HI_REGION_LSB |
				uint32_t(ends[i]->p) << RN_STREAM_OFFSET_HI_PAGE_LSB | uint32_t(i) << RN_STREAM_OFFSET_HI_SOURCE_LSB);
			to.wr(RN_STREAM_LENGTH_LO, bytes);
			to.wr(RN_STREAM_LENGTH_HI, 0);
		}
	});
	b.run();
	start("both ways", [&] {
		Link *links[2] = {&b.ring.right[0], &b.ring.left[1]};
		uint64_t words[2], begun[2] = {0, 0}, end[2] = {b.ring.now, b.ring.now};

		for (int i = 0; i < 2; i++) {
			Bare &to = *ends[!i];

			if (!write)
				to.wr(RN_STREAM_CONTROL, RN_STREAM_CONTROL_ARMED_MASK);
		}
		for (int i = 0; i < 2; i++) {
			Bare &from = *ends[i], &to = *ends[!i];
			Desc d = put_of(from, to, 0, bytes);

			if (!write)
				d.op = RN_DMA_OP_DATA;
			d.inlined = false;
			d.dest = !i;
			if (!write)
				d.tag = 8 * to.p;
			from.post_quiet(d);
			words[i] = links[i]->cell_words;
		}
		first.bell();
		second.bell();
		Coming came[2] = {{second.host, second.area(write ? DST : LAND), 0x200, bytes, 0},
			{first.host, first.area(write ? DST : LAND), 0x201, bytes, 0}};
		until([&] {
			for (int i = 0; i < 2; i++)
				if (links[i]->cell_words != words[i]) {
					begun[i] = begun[i] ? begun[i] : b.ring.now;
					end[i] = b.ring.now;
					words[i] = links[i]->cell_words;
				}
			bool there[2] = {came[0].over(), came[1].over()};
			return (there[0] && there[1]) || end[0] + 20000 < b.ring.now;
		});
		expect(came[0].over() && came[1].over(), "the data have come: %llu and %llu bytes", (unsigned long long)came[0].came,
			(unsigned long long)came[1].came);
		for (int i = 0; i < 2; i++)
			shares[i] = double(bytes / (W / 8)) / double(end[i] - begun[i] + 1);
	});
	b.run();
	double least = std::min(shares[0], shares[1]);
	figure(write ? "write_both_ways" : "data_both_ways", least);
	/* Of short transfers the first and the last cell count. */
	double bound = bytes / (W / 8) < SHORT_N ? 0.7 : sim::span() == 1 ? 0.8 : bytes >= LONG_B ? PAYLOAD_SHARE : 0.96;
	sim::ok(least > bound, "%s both ways at once: %.1f %% of the words of each link are payload", write ? "WRITE" : "DATA", 100 * least);
}

// Two cards with cables of `delay` clocks.
void transfers(int delay, bool is_first)
{
	const uint32_t bytes = uint32_t(sim::setting("bytes", LONG_B));
	Driver b(2, delay, sim::seed());
	Bare from(b, 0, BULK), to(b, 1, BULK);
	Reader asker(b, 0, ASKER);

	for (auto &h : b.hosts)
		distance(*h, 0);
	b.each("joining", [&b](Host &h) { b.join(h); });
	b.run();
	start("pages", [&] {
		from.on(KEY);
		to.on(KEY);
		asker.on(KEY);
		share(to);
	});
	sim::ok(b.run(), "two cards: links up, pages on");
	if (is_first) {
		first_words(b, from, asker, to);
		first_words_far(b, from, asker, to, 200);
		for (uint32_t clocks : {0, 20, 100, 200})
			far_memory(b, from, asker, to, clocks, bytes, true);
	}
	if (sim::span() > 1)
		for (uint32_t clocks : {0, 200})
			for (uint32_t length : {4096, 16384, 65536})
				far_memory(b, from, asker, to, clocks, length, false);
}

int tests()
{
	transfers(int(sim::setting("delay", NEAR_CYC)), true);
	if (sim::span() > 1)
		transfers(FAR_CYC, false);
	for (unsigned op : {RN_DMA_OP_DATA, RN_DMA_OP_WRITE})
		both_ways(op);
	return sim::done();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	return tests();
}
