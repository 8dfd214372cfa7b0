// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
// more: w64long -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GSPAN=7
// more: w64rdma -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GRDMA=1
// with: emu
// more: w128 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=128
//
// Doorbell windows (CARD.md, section 8): a descriptor that is written there beside its place in the ring starts without being fetched.
// One that does not fit is dropped, and its doorbell has it fetched from memory: every descriptor is carried out once, in order,
// whatever stands in a window or is missing there. In most tests the descriptor in the window and the one in memory are
// messages with different words, so that the receiver tells which was used.
//
// Settings: only=NAME for one test, rounds=200 (random descriptors of each page), delay=4, seed, trace.

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "card_read.h"

namespace {

using namespace native;

const uint64_t WINDOW = 0x77, MEMORY = 0x33;     // words of messages

struct Pusher : Reader {
	using Reader::Reader;

	Window &window() { return host.window; }
	unsigned taken() { return rd(RN_QUEUES_QUICK); }
	// In the ring: a message with the word MEMORY; returns a burst with another one.
	Window::Burst two(int node, int page, uint64_t number, bool chain = false)
	{
		Desc memory = message(node, page, number, MEMORY), window = message(node, page, number, WINDOW);
		unsigned index = send;
		std::array<uint64_t, 8> words;

		memory.chain = window.chain = chain;
		words = window.words();
		words[0] &= ~uint64_t(RN_DESCRIPTOR_CTL_COMPLETE_MASK | RN_DESCRIPTOR_CTL_EVENT_MASK);
		post_quiet(memory);
		return Window::whole(p, index, words.data());
	}
	void push(const Window::Burst &b, bool wait = true)
	{
		window().post(b);
		if (wait)
			until([this] { return window().idle(); });
	}
	// Writes a descriptor into the ring and the window, then the doorbell.
	void both(const Desc &d)
	{
		unsigned index = send;

		post_quiet(d);
		push(Window::whole(p, index, words(index)));
		bell();
	}
	void settle()
	{
		await_sent();
		bench.sleep(300);
	}
};

// The messages that came to a page since the last call: {number, word}.
std::vector<std::pair<uint64_t, uint64_t>> came(Bare &to)
{
	std::vector<std::pair<uint64_t, uint64_t>> all;
	uint64_t head, what, word;

	while (to.record(head, what, word))
		all.push_back({head >> RN_MSG_HEAD_USER_LSB, head & RN_MSG_HEAD_BYTES_MASK ? word : 0});
	to.wr(RN_QUEUES_RECV_CONSUMER, to.recv & 0xffff);
	return all;
}

// One message by a window; which of the two words came, 0 for none or several.
uint64_t one(Pusher &from, Bare &to, std::function<void(Window::Burst &)> change, bool wait = true)
{
	static uint64_t number;
	Window::Burst b = from.two(to.host.id, to.p, ++number);

	change(b);
	from.push(b, wait);
	from.bell();
	until([&] { return from.window().idle(); });
	from.settle();
	auto got = came(to);
	return got.size() == 1 && got[0].first == number ? got[0].second : 0;
}

void taken_once(Driver &b)
{
	Pusher from(b, 0, BULK);
	Bare to(b, 1, BULK);
	uint64_t word[3] = {}, read = 0;
	unsigned count = 0, empty = 0;
	bool ahead = false;

	start("messages", [&] {
		to.open(1);
		from.open(1);
		read = from.host.mem.words_read;
		word[0] = one(from, to, [](Window::Burst &) {});
		read = from.host.mem.words_read - read;
		word[1] = one(from, to, [](Window::Burst &) {}, false); // the doorbell at the same time
		for (unsigned i = 0; i < 70; i++)        // indices beyond the window's places
			count += one(from, to, [](Window::Burst &) {}) == WINDOW;
		// Before its doorbell: begun, and the next one is not taken.
		from.push(from.two(1, BULK, 1000));
		from.push(from.two(1, BULK, 1001));
		b.sleep(400);
		auto got = came(to);
		ahead = got.size() == 1 && got[0].second == WINDOW && from.rd(RN_QUEUES_SEND_CONSUMER) == 73
			&& from.rd(RN_QUEUES_SEND_PRODUCER) == 73;
		from.bell();
		from.settle();
		got = came(to);
		ahead = ahead && got.size() == 1 && got[0].second == MEMORY;
		Desc d = from.message(1, BULK, 1002, 5); // of no bytes
		d.length = 0;
		from.both(d);
		from.settle();
		got = came(to);
		empty = got.size() == 1 && got[0].first == 1002 && got[0].second == 0 && from.taken() == 74;
	});
	b.run();
	sim::ok(word[0] == WINDOW && word[1] == WINDOW && read == 0, "a descriptor in the window is carried out once and not fetched (%llu words read)",
		(unsigned long long)read);
	sim::ok(count == 70, "%u of 70 after it, with the places of the window used again", count);
	sim::ok(ahead, "one is begun ahead of its doorbell, the next waits for it");
	sim::ok(empty, "a message of no bytes");
}

void misfits(Driver &b)
{
	Pusher from(b, 0, BULK);
	Bare to(b, 1, BULK);
	unsigned dropped = 0, tried = 0, after = 0, before = 0;
	auto drop = [&](std::function<void(Window::Burst &)> change) {
		uint64_t word = one(from, to, change);

		expect(word == MEMORY, "misfit %u: word %llx", tried, (unsigned long long)word);
		dropped += word == MEMORY;
		tried++;
	};

	start("misfits", [&] {
		to.open(1);
		from.open(1);
		for (unsigned k = 0; k < 8; k++)
			for (uint8_t strobe : {0x00, 0x7f, 0xfe, 0x0f})
				drop([=](Window::Burst &w) { w.beats[k].strobe = strobe; });
		for (unsigned n = 1; n < 8; n++)
			drop([=](Window::Burst &w) { w.beats.resize(n); });
		drop([](Window::Burst &w) { w.beats.resize(16, {0, 0xff, 0}); });
		for (uint32_t low : {8, 16, 32, 56})
			drop([=](Window::Burst &w) { w.addr += low; });
		for (uint32_t other : {1, 2, 32, 63})    // of another index
			drop([=](Window::Burst &w) { w.addr = (w.addr & ~0xfc0u) | (((w.addr >> 6) + other) & 63) << 6; });
		drop([](Window::Burst &w) { w.addr ^= 1 << 12; }); // of a page that is off
		drop([](Window::Burst &w) { w.size = 2; });
		drop([](Window::Burst &w) { w.type = Window::FIXED; });
		for (unsigned k = 0; k < 8; k++)
			drop([=](Window::Burst &w) { w.beats[k].pause = 20; });
		before = from.taken();
		after = one(from, to, [](Window::Burst &) {}) == WINDOW;
	});
	b.run();
	sim::ok(dropped == tried && before == 0 && after, "%u of %u bursts that are partial, short, long, elsewhere or slow are dropped, and their doorbells have them "
		"fetched", dropped, tried);
}

// A page that has something to do.
void busy_pages(Driver &b)
{
	Pusher from(b, 0, BULK);
	Bare to(b, 1, BULK);
	std::vector<std::pair<uint64_t, uint64_t>> behind, skipped, card, full;
	unsigned refused = 0, chain = 0;
	bool again = false;

	start("pages", [&] {
		to.open(1);
		from.open(1);
		fill(from.host, from.area(SRC), 9, 40000);
		// Behind a long transfer, and behind descriptors that wait.
		Desc d = from.write(1, write_head(1, DST, 0), 40000, 0);
		from.post_quiet(d);
		from.bell();
		for (unsigned i = 0; i < 4; i++) {
			Window::Burst w = from.two(1, BULK, 10 + i);

			from.push(w);
			from.bell();
		}
		from.settle();
		behind = came(to);
		// Behind one of a chain that failed: it ends with CHAIN.
		d = from.write(99, write_head(1, DST, 0), 8, 1);
		d.chain = true;
		from.drain();
		from.post_quiet(d);
		from.bell();
		b.sleep(500);
		from.push(from.two(1, BULK, 20));
		from.bell();
		from.settle();
		uint64_t what = 0;
		refused = from.drain(RN_COMPLETION_KIND_SEND, &what);
		chain = status_of(what);
		skipped = came(to);
		// Beside one in the card.
		Desc slow = from.message(1, BULK, 30, 30);
		for (int i = 0; i < 16; i++)
			from.wr(RN_DESC_WORD + 4 * i, uint32_t(slow.words()[i / 2] >> 32 * (i & 1)));
		Window::Burst w = from.two(1, BULK, 31);
		from.wr(RN_QUEUES_CARD_START, 1);
		from.push(w);
		from.bell();
		from.settle();
		card = came(to);
		// A transfer that goes on in later turns is fetched again for each, from memory.
		Pusher others[3] = {{b, 0, VECTOR}, {b, 0, SYNC}, {b, 0, COPY}};
		Pusher last(b, 0, ASKER);
		Bare dest(b, 1, VECTOR);
		dest.open(1);
		for (Pusher *o : {&others[0], &others[1], &others[2], &last}) {
			o->open(1);
			fill(o->host, o->area(SRC), 50, 60000);
			o->post_quiet(o->write(1, write_head(1, 8 * VECTOR + DST, 0), 60000, 0));
		}
		d = from.write(1, write_head(1, DST, 0), 60000, 0);
		fill(from.host, from.area(SRC), 60, 60000);
		from.both(d);
		for (Pusher *o : {&others[0], &others[1], &others[2], &last})
			o->bell();
		from.settle();
		// Its last cells stand behind those of the others.
		for (int i = 0; i < 200 && !again; i++) {
			b.sleep(50);
			again = holds(to.host, to.area(DST), 60, 60000);
		}
		for (Pusher *o : {&others[0], &others[1], &others[2], &last})
			o->settle();
	});
	b.run(400000);
	bool order = behind.size() == 4;
	for (size_t i = 0; i < behind.size(); i++)
		order = order && behind[i].first == 10 + i;
	sim::ok(order, "descriptors in the window behind others of the page: each once, in order");
	sim::ok(refused == 2 && chain == RN_DMA_STATUS_CHAIN && skipped.empty(), "behind a chain that failed one ends with CHAIN");
	sim::ok(card.size() == 2 && card[0].first + card[1].first == 61, "beside a descriptor in the card: each once");
	sim::ok(again, "a transfer from the window that goes on in later turns: every byte");
}

void operations(Driver &b)
{
	Pusher from(b, 0, ASKER);
	Bare v(b, 1, OWNER), to(b, 1, BULK);
	bool read = false, atomic = false, data = false, wrong = false;
	unsigned count = 0;

	start("operations", [&] {
		owner(v);
		to.open(1);
		from.open(3);
		fill(from.host, from.area(SRC), 70, 300);
		from.both(from.asks(1, 1, 8 * OWNER + SRC, 100, 0, 500));
		read = from.awaits(1) && from.ends[0].second == RN_DMA_STATUS_OK && holds(from.host, from.area(LAND), 77, 500, 100);
		from.ends.clear();
		share(v, BOTH);
		uint64_t was = v.host.mem.word(v.area(SRC));
		from.both(from.changes(2, 1, 0, 5));
		atomic = from.awaits(1) && from.before(2) == was && v.host.mem.word(v.area(SRC)) == was + 5;
		Desc d = from.write(1, write_head(1, DST, 1000), 300, 0);
		from.both(d);
		from.settle();
		data = holds(to.host, to.area(DST) + 1000, 70, 300);
		count = from.taken();
		from.both(from.write(77, write_head(1, DST, 0), 8, 0)); // no such node
		from.settle();
		uint64_t what = 0;
		wrong = from.drain(RN_COMPLETION_KIND_SEND, &what) == 1 && status_of(what) == RN_DMA_STATUS_DEST;
	});
	b.run();
	sim::ok(read && atomic && data && count == 3, "READ, ATOMIC and WRITE from memory by the window");
	sim::ok(wrong, "a descriptor that makes no sense is told as ever");
}

// A burst that stops in the middle delays nobody; the window reads 0 at any time.
void stopped(Driver &b)
{
	Pusher from(b, 0, BULK), other(b, 0, VECTOR);
	Bare to(b, 1, BULK), dest(b, 1, VECTOR);
	uint64_t word = 0, slowest = 0;
	unsigned right = 0;
	bool over = false;

	start("stops", [&] {
		to.open(1);
		dest.open(1);
		from.open(1);
		other.open(1);
		Window::Burst w = from.two(1, BULK, 1);
		w.beats[5].pause = 20000;
		from.push(w, false);
		from.bell();
		from.window().read(1);
		from.window().read(8);
		from.window().read(256);
		for (unsigned i = 0; i < 12; i++) {
			uint64_t since = b.ring.now;

			other.post_quiet(other.message(1, VECTOR, i, i));
			other.bell();
			other.await_sent();
			slowest = std::max(slowest, b.ring.now - since);
		}
		from.settle();
		auto got = came(to);
		word = got.size() == 1 ? got[0].second : 0;
		over = from.window().bursts.empty();
		right = unsigned(came(dest).size());
		until([&] { return from.window().idle(); });
	});
	b.run();
	sim::ok(word == MEMORY && !over && right == 12 && slowest < 600, "a burst that stops in the middle: its page and others go on (slowest message %llu "
		"clocks)", (unsigned long long)slowest);
	sim::ok(b.host(0).window.words == 265, "windows read 0");
}

// A page that fills its window with bursts of any kind takes little from others.
void rages(Driver &b)
{
	Pusher from(b, 0, BULK);
	Bare other(b, 0, VECTOR), dest(b, 1, VECTOR);
	uint64_t clocks[2] = {};
	bool stop = false, right = true;

	start("transfers", [&] {
		from.open(1);
		other.open(1);
		dest.open(1);
		for (int k = 0; k < 2; k++) {
			fill(other.host, other.area(SRC), 80 + k, 64000);
			if (k)
				start("rage", [&] {
					while (!stop) {
						Window::Burst w = from.two(1, BULK, 0);

						from.send--;
						if (from.host.rng.chance(1, 4))
							w.beats.resize(1 + from.host.rng.below(8));
						w.addr = (w.addr & ~0xfc0u) | from.host.rng.below(64) << 6;
						from.push(w, false);
						until([&] { return from.window().bursts.size() < 4; });
					}
				});
			uint64_t since = b.ring.now;
			other.post_quiet(other.write(1, write_head(1, 8 * VECTOR + DST, 0), 64000, 0));
			other.bell();
			other.await_sent();
			clocks[k] = b.ring.now - since;
			b.sleep(300);
			right = right && holds(dest.host, dest.area(DST), 80 + k, 64000);
		}
		stop = true;
	});
	b.run();
	double keeps = double(clocks[0]) / double(clocks[1]);
	sim::ok(right && keeps > 0.7, "beside a page that fills its window another keeps %.1f %% of its rate", 100 * keeps);
}

// All pages, anything in the windows, doorbells early, late and for several descriptors: each message once, in order.
void anything(Driver &b)
{
	const unsigned rounds = unsigned(sim::setting("rounds", 200));
	unsigned right = 0, quick = 0, pages = 0;

	for (auto &h : b.hosts) {
		h->mem.stall = 20;
		h->mem.latency_span = 60;
		h->window.busy = 90;
		h->regs.busy = 60;
	}
	for (int p = 0; p < RN_PAGE_N; p++)
		start("page", [&, p] {
			Pusher from(b, 0, p);
			Bare to(b, 1, p);
			unsigned next = 0;
			sim::Rng &rng = from.host.rng;
			auto look = [&] {
				for (auto &m : came(to))
					right += expect(m.first == next && (m.second == WINDOW || m.second == MEMORY), "page %d: message %llu", p,
						(unsigned long long)m.first) && ++next;
			};

			from.lg_send = 6;
			to.open(1);
			from.open(1);
			pages++;
			until([&] { return pages == RN_PAGE_N; });
			for (unsigned i = 0; i < rounds; i++) {
				while (from.under_way() >= 12 || from.send - next >= 12) {
					from.bell();
					b.sleep(20);
					look();
				}
				Window::Burst w = from.two(1, p, i);

				if (rng.chance(1, 6))
					w.beats[rng.below(8)].strobe = uint8_t(rng.next());
				if (rng.chance(1, 6))
					w.beats[rng.below(8)].pause = rng.below(40);
				if (rng.chance(1, 8))
					w.beats.resize(1 + rng.below(8));
				if (rng.chance(2, 3))
					from.push(w, rng.chance(1, 2));
				if (rng.chance(2, 3))
					from.bell();
				if (rng.chance(1, 2))
					b.sleep(rng.below(p & 1 ? 4000 : 400));
			}
			from.bell();
			from.settle();
			for (int i = 0; i < 100 && next < rounds; i++) {
				look();
				b.sleep(50);
			}
			look();
			quick += from.taken();
		});
	b.run(400000);
	sim::ok(right == RN_PAGE_N * rounds && quick > 0, "%u messages of eight pages, windows with anything: each once, in order (%u by the window)", right,
		quick);
}

int tests()
{
	Driver b(2, int(sim::setting("delay", 4)), sim::seed());
	const Test all[] = {
		{"taken_once", taken_once, nullptr},
		{"misfits", misfits, nullptr},
		{"busy_pages", busy_pages, nullptr},
		{"operations", operations, nullptr},
		{"stopped", stopped, "it has no bursts"},
		{"rages", rages, "it has no rate"},
		{"anything", anything, nullptr},
	};

	for (auto &h : b.hosts) {
		h->regs.busy = 100;
		h->mem.stall = 0;
		h->mem.latency_min = 10;
		h->mem.latency_span = 0;
	}
	b.each("joining", [&b](Host &h) { b.join(h); });
	b.run();
	run_tests(b, all);
	sim::ok(b.host(0).mem.strays == 0 && b.host(1).mem.strays == 0, "no access outside of memory");
	return sim::done();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	return tests();
}
