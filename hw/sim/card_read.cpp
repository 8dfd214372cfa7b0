// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
// more: w64long -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GSPAN=7
// more: w64rdma -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64 -GRDMA=1
// with: w128 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=128
// with: emu
//
// READ: pages fetch bytes of regions of other nodes, whose cards answer without software (CARD.md, section 8). Every byte arrives
// once, at its place; each READ ends once, with data or with the reason; pages that mean harm get nothing, stop
// nobody and keep no place in the owner's card.
//
// Settings: only=NAME for one test, nodes=4, delay=4, rounds=12, seed, trace.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "card_bare.h"
#include "card_read.h"

namespace {

using namespace native;

unsigned rounds() { return unsigned(sim::setting("rounds", 12)); }

// Three nodes read from the fourth, eight pages in all, four READs each at a time, of all lengths and places.
void every_byte(Driver &b)
{
	const uint32_t slot = REGION_B / 4;
	unsigned wrong = 0, done = 0, bad = 0;
	uint64_t bytes = 0;
	Bare v(b, 1, OWNER), w(b, 1, BULK);
	std::vector<std::unique_ptr<Reader>> readers;
	unsigned ready = 0;

	start("owners", [&] {
		owner(v);
		owner(w);
		ready = 1;
	});
	for (int k = 0; k < 8; k++)
		readers.emplace_back(new Reader(b, k % 3 ? k % 3 + 1 : 0, k));
	for (auto &reader : readers)
		start("reader", [&] {
			Reader &r = *reader;

			until([&] { return ready; });
			r.open(3);
			for (unsigned round = 0; round < rounds(); round++) {
				uint32_t length[4];
				uint64_t from[4];

				for (unsigned s = 0; s < 4; s++) {
					uint32_t most = r.host.rng.chance(1, 3) ? 64 : r.host.rng.chance(1, 2) ? 700 : 17000;
					const Bare &of = (s ^ round) & 1 ? v : w;

					length[s] = 1 + uint32_t(r.host.rng.below(most));
					from[s] = r.host.rng.below(REGION_B - length[s] + 1);
					for (uint64_t i = 0; i < length[s] + 32; i++)
						*r.host.mem.at(r.area(LAND) + s * slot + i) = 0x5a;
					// the stream's number says nothing but its place: 4 to 7 in odd rounds
					r.fetch(s + 4 * (round & 1), of, from[s], s * slot + 16 + s, length[s]);
				}
				r.ends.clear();
				r.bell();
				bad += !r.awaits(4);
				for (auto &end : r.ends)
					bad += end.second != RN_DMA_STATUS_OK;
				for (unsigned s = 0; s < 4; s++) {
					uint64_t at = r.area(LAND) + s * slot + 16 + s;

					wrong += *r.host.mem.at(at - 1) != 0x5a || *r.host.mem.at(at + length[s]) != 0x5a
						|| !holds(r.host, at, 77, length[s], from[s]);
					bytes += length[s];
					done++;
				}
			}
		});
	bool ended = b.run(400000);
	sim::ok(ended && !wrong && !bad && done == 32 * rounds(), "%u READs of eight pages of three nodes, four at a time, %llu bytes: every byte at its "
		"place, each ends once (%u wrong, %u bad ends)", done, (unsigned long long)bytes, wrong, bad);
}

// What makes no sense ends with a completion of the descriptor, and asks nobody.
void senseless(Driver &b)
{
	unsigned told = 0;
	std::vector<unsigned> got, want;
	Reader r(b, 0, ASKER);

	start("descriptors", [&] {
		r.open(3);
		for (int k = 0; k < 8; k++) {
			Desc d = r.asks(0, k == 5 ? 0 : k == 6 ? b.size() : 1, k == 0 ? 64 : 8 * OWNER + SRC, 0, 0, k == 1 ? 0 : k == 2 ? RN_READ_MAX + 1 : 64);
			uint64_t what = 0;

			d.inlined = k == 3;
			d.blocks = k == 4 ? 2 : 1;
			if (k == 7)
				d.op = RN_DMA_OP_ATOMIC + 1;
			r.post(d);
			r.bell();
			r.await_sent();
			b.sleep(100);
			told += r.drain(RN_COMPLETION_KIND_SEND, &what);
			got.push_back(status_of(what));
			want.push_back(k == 5 || k == 6 ? RN_DMA_STATUS_DEST : RN_DMA_STATUS_DESCRIPTOR);
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && told == 8 && got == want, "READ of no region, of no or too many bytes, inline, of blocks, of this node or none: told by its "
		"descriptor");
}

// Each refusal ends the READ with its reason, changes no byte, and is told to the owner.
void refusals(Driver &b)
{
	unsigned told = 0, touched = 0, counted = 0;
	std::vector<unsigned> got;
	Reader r(b, 0, ASKER), other(b, 2, ASKER), v(b, 1, OWNER);
	auto attempt = [&](Reader &by, uint64_t offset, uint32_t length, unsigned key, int region = SRC) {
		got.push_back(by.one(by.asks(2, 1, 8 * OWNER + region, offset, 64, length, key), 2));
		for (uint64_t i = 0; i < 256; i++)
			touched += *by.host.mem.at(by.area(LAND) + i) != 0;
		v.look();
	};
	const unsigned OK = RN_DMA_STATUS_OK, CLOSED = RN_DMA_STATUS_REGION, BOUNDS = RN_DMA_STATUS_BOUNDS, WRONG = RN_DMA_STATUS_KEY;

	start("refusals", [&] {
		r.open(3);
		other.open(3);
		owner(v);
		b.sleep(9000); // its counts of wrong keys are wiped
		v.look();
		v.refused = 0;
		counted -= v.rd(RN_QUEUES_REFUSED);
		attempt(r, 0, 64, KEY, DST);             // the right to write is none to read
		attempt(r, 0, 64, KEY, 5);               // a region that was never opened
		attempt(r, REGION_B - 63, 64, KEY);
		attempt(r, 0, REGION_B + 1, KEY);
		attempt(r, (1ull << 40) - 8, 64, KEY);   // round the end of all addresses
		for (unsigned k = 0; k < 3; k++)
			attempt(r, 0, 64, KEY + 1 + k);
		attempt(r, 0, 64, KEY);                  // barred
		sim::ok(got == std::vector<unsigned>{CLOSED, CLOSED, BOUNDS, BOUNDS, BOUNDS, WRONG, WRONG, WRONG, RN_DMA_STATUS_BARRED} && !touched,
			"a READ without the right, of a closed region, beyond the end, with a wrong key, of a barred page: ends with the reason, brings no "
			"byte (%u did)", touched);
		counted += v.rd(RN_QUEUES_REFUSED);
		told = v.refused;
		sim::ok(told == 9 && counted == 9, "the owner is told of each (%u told, %u counted)", told, counted);
		got.clear();
		v.wr(RN_REGION_ADMIT, ASKER << RN_REGION_ADMIT_PAGE_LSB);
		attempt(other, 0, 64, KEY + 1);
		memset(r.host.mem.at(r.area(LAND)), 0, 256);
		got.push_back(r.one(r.asks(2, 1, 8 * OWNER + SRC, 3, 64, 64), 2));
		sim::ok(got == std::vector<unsigned>{WRONG, OK} && holds(r.host, r.area(LAND) + 64, 77, 64, 3), "it is let in again, and reads");
		memset(r.host.mem.at(r.area(LAND)), 0, 256);
		got.clear();
		v.stop();
		attempt(r, 0, 64, KEY);
		sim::ok(got == std::vector<unsigned>{RN_DMA_STATUS_OFF}, "a READ of a page that is off ends with that reason");
	});
	bool ended = b.run(400000);
	sim::ok(ended, "all of them have ended");
}

// A page names only streams of its own. A READ that it has given up does not end the next one with that stream, and writes
// nothing more.
void foreign_streams(Driver &b)
{
	unsigned ended_ok = 0, touched = 0, told = 0, wrong = 0, again = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER), victim(b, 0, COPY), other(b, 2, COPY);

	start("streams", [&] {
		r.open(3);
		victim.open(3);
		other.open(3);
		owner(v);
		victim.wr(RN_STREAM_OFFSET_HI + RN_STREAM_CONTROL_STEP, LAND << RN_STREAM_OFFSET_HI_REGION_LSB
			| OWNER << RN_STREAM_OFFSET_HI_PAGE_LSB | 1 << RN_STREAM_OFFSET_HI_SOURCE_LSB | 1 << RN_STREAM_OFFSET_HI_EPOCH_LSB);
		victim.wr(RN_STREAM_LENGTH_LO + RN_STREAM_CONTROL_STEP, 64);
		victim.wr(RN_STREAM_CONTROL + RN_STREAM_CONTROL_STEP, RN_STREAM_CONTROL_ARMED_MASK);
		Desc d = r.asks(1, 1, 8 * OWNER + SRC, 0, 0, 64);
		d.tag |= COPY << 3; // a lie
		ended_ok = r.one(d, 1) == RN_DMA_STATUS_OK;
		for (unsigned k = 0; k < rounds(); k++) {
			// Another READ has its turn before the answer, which comes when the stream is closed, or is the next one's.
			const bool late = k & 2;

			if (late) {
				other.fetch(0, v, 0, 0, 8192);
				other.bell();
				other.await_sent();
			}
			r.fetch(1, v, 0, 0, k & 1 ? 20000 : REGION_B + 1); // data, or a refusal
			r.bell();
			r.await_sent();
			b.sleep(r.host.rng.below(300));
			r.gives_up(1);
			if (late) {
				b.sleep(ON_ITS_WAY);
				r.look();
				for (uint64_t i = 0; i < 20000; i++)
					*r.host.mem.at(r.area(LAND) + i) = 0x5a;
				b.sleep(r.host.rng.below(3000));
			}
			for (unsigned busy = 1; busy; again += busy) {
				r.returned.clear();
				unsigned status = r.one(r.asks(1, 1, 8 * OWNER + SRC, k, 30000, 3000), 1, 2000);

				busy = !r.returned.empty();
				wrong += status != (busy ? 99 : RN_DMA_STATUS_OK);
			}
			wrong += !holds(r.host, r.area(LAND) + 30000, 77, 3000, k);
			r.ends.clear();
			for (uint64_t i = 0; late && i < 20000; i++)
				wrong += *r.host.mem.at(r.area(LAND) + i) != 0x5a;
			wrong += late && (!other.awaits(1) || other.ends[0].second != RN_DMA_STATUS_OK);
			other.ends.clear();
		}
		told = r.refused + r.failed + v.drain(RN_COMPLETION_KIND_RETURNED) + victim.drain(RN_COMPLETION_KIND_STREAM);
		for (uint64_t i = 0; i < 64; i++)
			touched += *victim.host.mem.at(victim.area(LAND) + i) != 0;
	});
	bool ended = b.run(400000);
	sim::ok(ended && ended_ok && !touched, "a READ that names another page's stream fills its own (%u bytes of the other)", touched);
	sim::ok(!wrong && !told, "READs that are given up: the next one with the stream is right, once its place is free (%u waited, %u wrong), nobody is told "
		"of late answers (%u)", again, wrong, told);
}

// More than one READ for a stream, and for a place of the owner's card.
void places(Driver &b)
{
	unsigned good = 0, same = 0, busy = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER);

	start("places", [&] {
		r.open(3);
		owner(v);
		r.fetch(0, v, 0, 0, 60000);
		if (!MODEL)
			r.fetch(0, v, 0, 61000, 64); // its stream is open
		r.fetch(4, v, 0, 61000, 64); // the same place
		r.fetch(1, v, 0, 62000, 64);
		r.bell();
		good = r.awaits(2 + MODEL) && holds(r.host, r.area(LAND), 77, 60000) && holds(r.host, r.area(LAND) + 62000, 77, 64);
		b.sleep(1500);
		r.look();
		same = r.failed;
		for (uint64_t what : r.returned)
			busy += status_of(what) == RN_DMA_STATUS_BUSY;
		if (!MODEL) {
			r.gives_up(4);
			r.ends.clear();
			r.fetch(4, v, 0, 61000, 64); // again
			r.bell();
			good += r.awaits(1) && r.ends[0].second == RN_DMA_STATUS_OK && holds(r.host, r.area(LAND) + 61000, 77, 64);
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && good == 2u - MODEL && busy == 1u - MODEL && same == 1u - MODEL, "a READ whose stream is open fails, one whose place is taken is "
		"returned, both with BUSY, and goes when it is sent again (%u, %u, %u)", good, busy, same);
}

// Three pages ask without end, for what they may not have and what they may, and take no answers. An honest page reads on,
// the owner sends on.
void flood(Driver &b)
{
	unsigned reads = 0, bad = 0, sent = 0;
	bool stop = false;
	uint64_t worst = 0, slowest = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 3, COPY);
	std::vector<std::unique_ptr<Reader>> hostile;
	unsigned ready = 0;

	for (int node : {0, 2, 3})
		hostile.emplace_back(new Reader(b, node, ASKER));
	start("owner", [&] {
		owner(v);
		ready = 1;
		for (; !stop; b.sleep(100)) {
			uint64_t since = b.ring.now;

			v.post_quiet(v.message(0, COPY, 1, 1)); // its page is off: a notice comes
			v.bell();
			v.await_sent();
			v.drain();
			slowest = std::max(slowest, b.ring.now - since);
			sent++;
		}
	});
	for (auto &h : hostile)
		start("flood", [&] {
			Reader &a = *h;

			until([&] { return ready; });
			a.open(3);
			for (; !stop; a.bell()) {
				a.drain();
				for (unsigned k = a.under_way(); k < 8; k++) {
					unsigned s = unsigned(a.host.rng.below(8));
					uint32_t length = a.host.rng.chance(1, 2) ? 1 : 40000;

					a.gives_up(s);
					a.post_quiet(a.asks(s, 1, 8 * OWNER + (a.host.rng.chance(1, 2) ? int(SRC) : int(DST)), 0, 0, length));
				}
				b.sleep(30);
			}
			a.stop();
		});
	start("honest", [&] {
		until([&] { return ready; });
		r.open(3);
		for (unsigned round = 0; round < rounds(); round++) {
			uint64_t since = b.ring.now;
			uint32_t length = 1 + uint32_t(r.host.rng.below(8000));

			r.fetch(round & 3, v, round, 128, length);
			r.ends.clear();
			r.bell();
			bad += !r.awaits(1, 200000) || r.ends[0].second != RN_DMA_STATUS_OK || !holds(r.host, r.area(LAND) + 128, 77, length, round);
			worst = std::max(worst, b.ring.now - since);
			reads++;
		}
		stop = true;
	});
	bool ended = b.run(400000);
	// Twelve others have a turn of 8 KiB before it, and one that is under way; its own has one.
	const uint64_t bound = 2 * 14 * (8192 * 8 / W) + 4000;
	sim::ok(ended && !bad && reads == rounds() && worst < bound, "three pages ask without end and take nothing: an honest page's %u READs are "
		"right, the longest takes %llu clocks (bound %llu)", reads, (unsigned long long)worst, (unsigned long long)bound);
	sim::ok(sent > rounds() && slowest < 6000, "the owner's page sends meanwhile: %u messages, the slowest in %llu clocks", sent,
		(unsigned long long)slowest);
}

// The owner closes the region, or turns its page off, in the middle of READs.
void closed_in_the_middle(Driver &b)
{
	unsigned odd = 0, ok = 0, failed = 0, wrong = 0;
	uint64_t strays = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER);

	start("closing", [&] {
		// no right, that to write only, another key
		const uint32_t shut[3] = {0, KEY << RN_REGION_ACCESS_KEY_LSB | RN_REGION_ACCESS_REMOTE_WRITE_MASK,
			(KEY + 1) << RN_REGION_ACCESS_KEY_LSB | BOTH};

		r.open(3);
		for (unsigned k = 0; k < rounds(); k++) {
			const uint32_t access = RN_REGION_ACCESS + RN_REGION_BASE_LO_STEP * SRC;

			if (!k || k & 1)
				owner(v);
			else
				share(v);
			v.host.mem.stall = k % 3 ? 30 : 80;
			r.ends.clear();
			for (unsigned s = 0; s < 4; s++)
				r.fetch(s, v, 0, 20000 * s, 20000);
			r.bell();
			b.sleep(r.host.rng.below(15000));
			if (k & 1) {
				v.wr(access, shut[k / 2 % 3]);
				while (v.rd(RN_REGION_FENCE) & RN_REGION_FENCE_CLOSING_MASK)
					;
			} else {
				v.stop();
			}
			strays -= v.host.mem.strays;
			v.host.mem.unmap(v.area(SRC), REGION_B);
			odd += !r.awaits(4);
			b.sleep(500);
			strays += v.host.mem.strays;
			v.host.mem.map(v.area(SRC), REGION_B);
			v.host.mem.stall = 30;
			for (auto &end : r.ends) {
				ok += end.second == RN_DMA_STATUS_OK;
				failed += end.second == RN_DMA_STATUS_REGION || end.second == RN_DMA_STATUS_OFF;
				wrong += end.second == RN_DMA_STATUS_OK && !holds(r.host, r.area(LAND) + 20000 * end.first, 77, 20000);
			}
			v.open(1);
			for (uint64_t i = 0; i < REGION_B; i++)
				*v.host.mem.at(v.area(SRC) + i) = content(77, i);
			share(v);
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && !odd && ok + failed == 4 * rounds() && (failed || MODEL) && !wrong && !strays, "a region is closed, its rights or its key are "
		"changed, or its page is turned off, in the middle of READs: %u end with their data, %u with the reason, no access comes later (%llu)", ok, failed, (unsigned long long)strays);
}

// The page that asks is turned off in the middle, and its memory is another's; its next use of the places is right.
void asker_dies(Driver &b)
{
	unsigned wrong = 0;
	uint64_t strays = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER);

	start("asker", [&] {
		owner(v);
		for (unsigned k = 0; k < rounds() / 2; k++) {
			r.open(3);
			for (unsigned s = 0; s < 4; s++)
				r.fetch(s, v, 0, 20000 * s, 20000);
			r.bell();
			b.sleep(r.host.rng.below(3000));
			r.stop();
			r.unmap();
			strays -= r.host.mem.strays;
			b.sleep(400);
			strays += r.host.mem.strays;
			r.open(3);
			b.sleep(MODEL ? 10 : 14000); // what was asked for by the last job is sent, and dropped
			r.fetch(2, v, k, 32, 3000);
			r.ends.clear();
			r.bell();
			wrong += !r.awaits(1) || r.ends[0].second != RN_DMA_STATUS_OK || !holds(r.host, r.area(LAND) + 32, 77, 3000, k);
			v.drain();
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && !wrong && !strays, "the page that asks is turned off %u times: nothing is written after that (%llu), the next READ is right (%u wrong)",
		rounds() / 2, (unsigned long long)strays, wrong);
}

// Words of the owner that pages of three nodes change: sums and swaps are lost to none. The owner may write beside them.
void atomics(Driver &b)
{
	const unsigned each = 4 * rounds(), pages_n = 6;
	const uint64_t add = 0x100000001;
	unsigned bad = 0, swaps = 0, refused = 0, told = 0, edge = 0;
	uint64_t sum = 0, last = 0, untouched = 0;
	std::vector<uint64_t> before;
	Bare v(b, 1, OWNER);
	std::vector<std::unique_ptr<Reader>> readers;
	unsigned ready = 0, ended_n = 0;
	uint64_t word;

	for (unsigned k = 0; k < pages_n; k++)
		readers.emplace_back(new Reader(b, k % 3 ? int(k % 3) + 1 : 0, int(k)));
	start("owner", [&] {
		owner(v);
		share(v, BOTH);
		memset(v.host.mem.at(v.area(SRC)), 0, 32);
		ready = 1;
	});
	auto op = [&](Reader &r, unsigned s, bool swap, uint64_t at, uint64_t arg, uint64_t cmp, uint64_t &old) {
		unsigned status = r.one(r.changes(s, 1, at, arg, swap, cmp), s, 60000);

		old = r.before(s);
		return status;
	};
	for (auto &reader : readers)
		start("atomic", [&] {
			Reader &r = *reader;
			uint64_t old, mine = r.host.id * 8 + unsigned(r.p) + 1;

			until([&] { return ready; });
			r.open(3);
			for (unsigned k = 0; k < each; k++) {
				bad += op(r, k & 3, false, 0, add, 0, old) != RN_DMA_STATUS_OK;
				before.push_back(old);
				bad += op(r, 1, true, 24, mine, 0, old) != RN_DMA_STATUS_OK; // a lock
				if (old)
					continue;
				bad += v.host.mem.word(v.area(SRC) + 24) != mine;
				swaps++;
				bad += op(r, 2, true, 24, 0, mine, old) != RN_DMA_STATUS_OK || old != mine;
			}
			if (++ended_n < pages_n)
				return;
			sum = v.host.mem.word(v.area(SRC));
			last = v.host.mem.word(v.area(SRC) + 24);
			untouched = v.host.mem.word(v.area(SRC) + 8) | v.host.mem.word(v.area(SRC) + 16);
			edge += op(r, 0, false, REGION_B - 8, 1, 0, old) == RN_DMA_STATUS_OK && v.host.mem.word(v.area(SRC) + REGION_B - 8) == old + 1;
			edge += op(r, 0, false, REGION_B, 1, 0, old) == RN_DMA_STATUS_BOUNDS;
			share(v); // to read only
			refused += op(r, 0, false, 0, 1, 0, old) == RN_DMA_STATUS_REGION;
			share(v, RN_REGION_ACCESS_REMOTE_WRITE_MASK); // to write only
			refused += op(r, 0, false, 0, 1, 0, old) == RN_DMA_STATUS_REGION;
			word = v.host.mem.word(v.area(SRC));
			r.failed = 0;
			for (unsigned k = 0; k < 2; k++) {
				Desc d = r.asks(0, 1, 8 * OWNER + SRC, k ? 4 : 0, 0, k ? 8 : 16);

				d.op = RN_DMA_OP_ATOMIC;
				r.post_quiet(d);
			}
			r.bell();
			r.await_sent();
			b.sleep(200);
			r.look();
			told = r.failed;
		});
	bool ended = b.run(400000);
	std::sort(before.begin(), before.end());
	for (unsigned k = 0; k < before.size(); k++)
		bad += before[k] != add * k;
	sim::ok(ended && !bad && before.size() == each * pages_n && sum == add * each * pages_n && !last && swaps && !untouched, "%u additions and "
		"%u locks by swapping of six pages: each has the value that the one before left (%u wrong), the sum is right", each * pages_n, swaps, bad);
	sim::ok(edge == 2, "the last word of a region is changed, the one behind it is refused");
	sim::ok(refused == 2 && word == sum && told == 2, "without both rights it is refused and changes nothing; a word of another length or place is "
		"told by its descriptor");
}

// The owner closes the region, or turns its page off, while pages of three nodes add to a word: an addition that ends well is in the
// sum, no other is, and nothing comes later.
void closed_to_atomics(Driver &b)
{
	unsigned done = 0, lost = 0, late = 0, other = 0;
	Bare v(b, 1, OWNER);
	std::vector<std::unique_ptr<Reader>> readers;

	for (int node : {0, 2, 3})
		readers.emplace_back(new Reader(b, node, ASKER));
	start("closing", [&] {
		for (auto &reader : readers)
			reader->open(3);
		for (unsigned k = 0; k < rounds(); k++) {
			unsigned sum = 0, ended = 0;

			owner(v);
			share(v, BOTH);
			memset(v.host.mem.at(v.area(SRC)), 0, 8);
			for (auto &reader : readers)
				start("adds", [&] {
					unsigned status;

					while ((status = reader->one(reader->changes(1, 1, 0, 1), 1, 60000)) == RN_DMA_STATUS_OK)
						sum++;
					// regions of a page that is off are closed
					other += status != RN_DMA_STATUS_REGION && (k & 1 || status != RN_DMA_STATUS_OFF);
					ended++;
				});
			b.sleep(300 + v.host.rng.below(2000));
			if (k & 1) {
				v.wr(RN_REGION_ACCESS + RN_REGION_BASE_LO_STEP * SRC, 0);
				while (v.rd(RN_REGION_FENCE) & RN_REGION_FENCE_CLOSING_MASK)
					;
			} else {
				v.stop();
			}
			uint64_t value = v.host.mem.word(v.area(SRC));

			until([&] { return ended == readers.size(); });
			late += v.host.mem.word(v.area(SRC)) != value;
			lost += sum != value;
			done += sum;
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && !lost && !late && !other && done > rounds(), "a region is closed, or its page turned off, under atomic operations: each of %u that "
		"ended well counts once, no other does (sums wrong: %u, later: %u, ends of another kind: %u)", done, lost, late, other);
}

// Memory answers with errors: the owner's, to reads and to writes, and that of the page that asks.
void memory_errors(Driver &b)
{
	const unsigned OK = RN_DMA_STATUS_OK, READ = RN_DMA_STATUS_READ_ERROR, WRITE = RN_DMA_STATUS_WRITE_ERROR;
	std::vector<unsigned> reads, changes;
	unsigned wrong = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER);

	start("errors", [&] {
		auto read = [&](uint64_t from, uint32_t length, uint64_t to = 0) {
			reads.push_back(r.one(r.asks(0, 1, 8 * OWNER + SRC, from, to, length), 0, 20000));
			wrong += reads.back() == OK && !holds(r.host, r.area(LAND) + to, 77, length, from);
		};
		auto change = [&](uint64_t at, bool swap = false) { changes.push_back(r.one(r.changes(0, 1, at, 1, swap, 7), 0, 20000)); };
		const uint64_t at = v.area(SRC) + 8192;

		r.open(3);
		owner(v);
		share(v, BOTH);
		v.host.mem.map(at, 4096, true);
		read(0, 8192);
		read(8192 + 64, 8);
		read(7000, 20000);
		read(12288, 5000);
		change(8192);
		change(0);
		v.host.mem.map(at, 4096);
		v.host.mem.fix(at, 4096);
		change(8192);
		change(8192, true); // another value: nothing to write
		wrong += v.host.mem.word(at) != 0;
		v.host.mem.fix(at, 4096, false);
		change(8192);
		wrong += r.before(0) != 0 || v.host.mem.word(at) != 1;
		r.host.mem.map(r.area(LAND) + 4096, 4096, true);
		read(16384, 8192);
		r.host.mem.map(r.area(LAND) + 4096, 4096);
		read(16384, 8192);
	});
	bool ended = b.run(400000);
	sim::ok(ended && reads == std::vector<unsigned>{OK, READ, READ, OK, WRITE, OK}, "a READ of memory that answers with an error, or to such memory, ends "
		"with that, those beside it with their data");
	sim::ok(changes == std::vector<unsigned>{READ, OK, WRITE, OK, OK} && !wrong, "an ATOMIC whose word cannot be read or written ends with that error and "
		"changes nothing (%u wrong)", wrong);
}

// The host of the region takes no words of writes: an ATOMIC whose word it has not taken in time is not done.
void hung_owner(Driver &b)
{
	unsigned status = 0, again = 0;
	uint64_t value = 0;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER);

	start("hung owner", [&] {
		Host &h = v.host;

		r.open(3);
		owner(v);
		share(v, BOTH);
		memset(h.mem.at(v.area(SRC)), 0, 8);
		h.wr(RN_DMA_TIMEOUT, 12);
		h.mem.deaf = true;
		r.post_quiet(r.write(1, write_head(1, 8 * OWNER + DST, 0), 8, 1)); // takes the one place for words
		r.post_quiet(r.changes(0, 1, 0, 1));
		r.ends.clear();
		r.bell();
		while (!(v.rd(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STUCK_MASK))
			b.sleep(50);
		h.mem.deaf = false;
		status = r.awaits(1) ? r.ends[0].second : 99;
		value = h.mem.word(v.area(SRC));
		while (v.rd(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STUCK_MASK)
			b.sleep(50);
		h.wr(RN_DMA_TIMEOUT, RN_DMA_TIMEOUT_RESET);
		owner(v);
		share(v, BOTH);
		memset(h.mem.at(v.area(SRC)), 0, 8);
		again = r.one(r.changes(0, 1, 0, 5), 0) == RN_DMA_STATUS_OK && h.mem.word(v.area(SRC)) == 5;
	});
	bool ended = b.run(400000);
	sim::ok(ended && status == RN_DMA_STATUS_OFF && value == 0 && again, "a host takes no words of writes: an ATOMIC ends with OFF (status %u), its word "
		"is as it was (%llu); the next one is right", status, (unsigned long long)value);
}

// The host between two nodes takes no words of writes, and data for it stand in its card, on the link before it and in the card that
// sends them: an ATOMIC passes all of them.
void past_bulk(Driver &b)
{
	const int n = b.size(), far = n / 2;
	unsigned first = 99, second = 99;
	uint64_t clocks = 0, value = 0, stood = 0;
	Bare v(b, far, OWNER), to(b, 1, OWNER), from(b, 0, OWNER);
	Reader r(b, 0, ASKER);

	start("past bulk", [&] {
		r.open(3);
		owner(v);
		share(v, BOTH);
		memset(v.host.mem.at(v.area(SRC)), 0, 8);
		to.open(1);
		from.open(1);
		first = r.one(r.changes(0, far, 0, 1), 0);
		to.host.mem.deaf = true;
		from.post_quiet(from.write(1, write_head(1, 8 * OWNER + DST, 0), REGION_B, 0));
		from.bell();
		b.sleep(6000);
		uint64_t since = b.ring.now, cells = b.ring.right[0].cells;
		second = r.one(r.changes(0, far, 0, 2), 0);
		clocks = b.ring.now - since;
		stood = b.ring.right[0].cells - cells;
		value = v.host.mem.word(v.area(SRC));
		to.host.mem.deaf = false;
		from.await_sent();
	});
	bool ended = b.run(400000);
	sim::ok(ended && first == RN_DMA_STATUS_OK && second == RN_DMA_STATUS_OK && value == 3 && stood == 1 && clocks <= 600,
		"an ATOMIC passes data that stand still on its way: %llu clocks (status %u), %llu cells on its first link", (unsigned long long)clocks,
		second, (unsigned long long)stood);
}

// Requests and answers go the shorter way, to a node that is equally far both ways by X.
void ways(Driver &b)
{
	const int n = b.size();
	unsigned odd = 0, bad = 0;

	start("ways", [&] {
		uint64_t total = 0, was = 1;

		while (total != was) { // nothing is on its way any more
			b.sleep(3000);
			was = total;
			total = 0;
			for (int i = 0; i < n; i++)
				total += b.ring.right[size_t(i)].cells + b.ring.left[size_t(i)].cells;
		}
		// The node that asks, and the other.
		for (auto &pair : {std::make_pair(0, 1), std::make_pair(0, n / 2), std::make_pair(0, n / 2 + 1), std::make_pair(0, n - 1),
			std::make_pair(n - 1, n - 1 - n / 2)}) {
			const int asker = pair.first, k = pair.second;
			Reader r(b, asker, ASKER);
			Bare v(b, k, OWNER);
			std::vector<uint64_t> cells;
			// Cells that went over each link since `cells` was noted.
			auto went = [&] {
				for (int i = 0; i < n; i++) {
					cells[size_t(i)] = b.ring.right[size_t(i)].cells - cells[size_t(i)];
					cells[size_t(n + i)] = b.ring.left[size_t(i)].cells - cells[size_t(n + i)];
				}
				return cells;
			};

			std::vector<uint64_t> path(size_t(2 * n));
			auto goes = [&](int from, int to) {
				bool x = 2 * ((to - from + n) % n) <= n;

				for (int i = from; i != to; i = (i + (x ? 1 : n - 1)) % n)
					path[size_t(x ? i : n + i)]++;
			};

			r.open(3);
			owner(v);
			share(v, BOTH);
			goes(asker, k);
			goes(k, asker);
			// bytes, the value before, a refusal
			for (const Desc &d : {r.asks(0, k, 8 * OWNER + SRC, 8, 0, 8), r.changes(1, k, 0, 1), r.asks(2, k, 8 * OWNER + 5, 0, 0, 8)}) {
				cells.assign(size_t(2 * n), 0);
				went();
				bad += r.one(d, d.tag & 7) != (d.remote >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 7 ? RN_DMA_STATUS_REGION : RN_DMA_STATUS_OK);
				odd += went() != path;
			}
			v.stop();
			r.stop();
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && !odd && !bad, "READ, ATOMIC and refusals of five pairs of nodes: one cell there and one back, the shorter way (%u others, %u bad ends)", odd, bad);
}

// Cables are cut: beside the page that asks, and beside the owner, whose answers are lost. The number of nodes is even.
void dead_ports(Driver &b)
{
	const int n = b.size(), k = n / 2; // both ways by X
	unsigned told = 0, status = 99, lost = 0, up = 0, good = 0;
	uint64_t what = 0;
	Bare v(b, k, OWNER);
	Reader r(b, 0, ASKER);

	start("cuts", [&] {
		r.open(3);
		owner(v);
		b.ring.cut(0);
		b.sleep(4000);
		r.post_quiet(r.asks(1, k, 8 * OWNER + SRC, 0, 0, 64));
		r.bell();
		r.await_sent();
		b.sleep(200);
		told = r.drain(RN_COMPLETION_KIND_SEND, &what);
		status = status_of(what);
		b.ring.cut(0, false);
		up += repair(b);
		good += r.one(r.asks(1, k, 8 * OWNER + SRC, 0, 0, 64), 1) == RN_DMA_STATUS_OK;
		r.fetch(3, v, 0, 0, 60000); // the cut is in its middle
		r.ends.clear();
		r.bell();
		b.sleep(1000);
		b.ring.cut(k);
		b.sleep(4000);
		lost += !r.awaits(1, 2000);
		r.gives_up(3);
		for (uint32_t length : {64u, 20000u})
			lost += r.one(r.asks(1, k, 8 * OWNER + SRC, 0, 0, length), 1, 10000) == 99;
		b.ring.cut(k, false);
		up += repair(b);
		for (unsigned s = 0; s < 4; s++)
			good += r.one(r.asks(s, k, 8 * OWNER + SRC, s, 64 * s, 64), s) == RN_DMA_STATUS_OK;
	});
	bool ended = b.run(400000);
	sim::ok(ended && told == 1 && status == RN_DMA_STATUS_DEAD && lost == 3 && up == 2 && good == 5, "a READ whose way begins at a dead port is told (%u, "
		"status %u); one whose answer meets a dead port (%u of 3) keeps no place: after repairs %u of 5 are right", told, status, lost, good);
}

// Figures on a quiet ring.
void figures(Driver &b)
{
	uint64_t clocks = 1000000, atomic = 1000000, all = 0;
	const uint32_t bytes = 16384;
	Bare v(b, 1, OWNER);
	Reader r(b, 0, ASKER);

	start("figures", [&] {
		r.open(3);
		owner(v);
		for (Bare *one : {static_cast<Bare *>(&r), &v}) {
			one->host.mem.stall = 0;
			one->host.mem.latency_min = one->host.mem.latency_span = 0;
		}
		for (unsigned k = 0; k < 5; k++) {
			uint64_t since;

			r.fetch(0, v, 8 * k, 0, 8);
			memset(r.host.mem.at(r.area(LAND)), 0, 8);
			since = b.ring.now;
			r.bell();
			until([&] { return holds(r.host, r.area(LAND), 77, 8, 8 * k); });
			clocks = std::min(clocks, b.ring.now - since);
			r.awaits(unsigned(r.ends.size()) + 1);
		}
		share(v, BOTH);
		for (unsigned k = 0; k < 5; k++) {
			uint64_t since;

			r.post_quiet(r.changes(0, 1, 8 * k, 0));
			memset(r.host.mem.at(r.area(LAND)), 0, 8);
			since = b.ring.now;
			r.bell();
			until([&] { return holds(r.host, r.area(LAND), 77, 8, 8 * k); });
			atomic = std::min(atomic, b.ring.now - since);
			r.awaits(unsigned(r.ends.size()) + 1);
		}
		for (unsigned s = 0; s < 4; s++)
			r.fetch(s, v, s * bytes, s * bytes, bytes);
		r.ends.clear();
		all = b.ring.now;
		r.bell();
		until([&] { return holds(r.host, r.area(LAND), 77, 4 * bytes); });
		all = b.ring.now - all;
		r.awaits(4);
	});
	bool ended = b.run(400000);
	double share = 100 * 4.0 * bytes * 8 / W / double(all) * 18 / 16;

	sim::diag("READ of 8 bytes of the next node: %llu clocks from the doorbell to memory, ATOMIC %llu; four of 16 KiB: %llu clocks, %.1f %% of "
		"the payload rate", (unsigned long long)clocks, (unsigned long long)atomic, (unsigned long long)all, share);
	sim::measured(("card_atomic_clocks_w" + std::to_string(W)).c_str(), double(atomic));
	sim::measured(("card_read_clocks_w" + std::to_string(W)).c_str(), double(clocks));
	sim::measured(("card_read_share_w" + std::to_string(W)).c_str(), share);
	sim::ok(ended && clocks <= 200 && atomic <= 200 && share > 80, "a READ of 8 bytes or an ATOMIC takes at most 200 clocks, four of 16 KiB have 80 %% of the payload rate");
}

const Test TESTS[] = {
	{"figures", figures, "it has no clocks"},
	{"every_byte", every_byte, nullptr},
	{"senseless", senseless, nullptr},
	{"atomics", atomics, nullptr},
	{"refusals", refusals, nullptr},
	{"foreign_streams", foreign_streams, nullptr},
	{"places", places, nullptr},
	{"flood", flood, "it has no queue: a READ ends with its descriptor"},
	{"closed_in_the_middle", closed_in_the_middle, nullptr},
	{"closed_to_atomics", closed_to_atomics, nullptr},
	{"asker_dies", asker_dies, nullptr},
	{"memory_errors", memory_errors, "memory of a process does not answer"},
	{"hung_owner", hung_owner, "the process that asks writes to memory: no host can refuse that"},
	{"past_bulk", past_bulk, "it has no links"},
	{"ways", ways, "it has no links"},
	{"dead_ports", dead_ports, "answers are written by the process that asks"},
};

int tests()
{
	Driver b(int(sim::setting("nodes", 4)), int(sim::setting("delay", 4)), sim::seed());
	unsigned can = 0;

	b.each("joining", [&](Host &h) {
		b.join(h);
		can += (h.rd(RN_IDENT_CAPS) & RN_IDENT_CAPS_READ_MASK) != 0;
	});
	sim::ok(b.run() && can == unsigned(b.size()), "%d cards: links up, CAPS says that they read", b.size());
	run_tests(b, TESTS);
	return sim::done();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	return tests();
}
