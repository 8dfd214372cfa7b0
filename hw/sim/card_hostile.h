// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of card_hostile.cpp that take a card to its limits: descriptors without end, of every shape, of random bits; nodes that are
// reset.

#ifndef RD_HW_SIM_CARD_HOSTILE_H
#define RD_HW_SIM_CARD_HOSTILE_H

#include <algorithm>
#include <memory>
#include <vector>

#include "card_bare.h"

namespace native {

enum { ATTACKER = 6, VICTIM = 7 };               // pages

inline unsigned looks(unsigned otherwise) { return unsigned(sim::setting("looks", otherwise)); }

// Four pages have descriptors that take for ever, and a chain that has no end; a fifth wants one thing done.
inline void channels_in_turns(Driver &b)
{
	const unsigned bound = 4 * 8192 * 8 / W * 2;         // clocks: the turns of four, at half of the link's rate
	unsigned served = 0, rounds = looks(60) / 15;
	uint64_t worst = 0;
	std::vector<std::unique_ptr<Bare>> hogs;
	Bare one(b, 2, BULK), to(b, 3, VICTIM);
	Desc nop;

	for (int p : {int(VECTOR), int(COPY), int(ATTACKER), int(VICTIM)})
		hogs.emplace_back(new Bare(b, 2, p));
	start("hogs", [&] {
		to.open(2);
		one.open(1);
		for (auto &hog : hogs) {
			Desc d = hog->write(3, write_head(2, 8 * VICTIM + DST, 4096), 4096, 0);

			hog->open(1);
			d.blocks = 0x100000;
			if (hog->p == COPY) // a chain that goes round in the card
				for (int k = 0; k < 8; k++) {
					d.blocks = 1;
					d.length = 8 + 500 * (k & 1);
					d.inlined = false;
					d.chain = true;
					for (int i = 0; i < 16; i++)
						hog->wr(RN_DESC_WORD + RN_DESCRIPTOR_BYTES * k + 4 * i, uint32_t(d.words()[i / 2] >> 32 * (i & 1)));
				}
			else
				hog->post_quiet(d);
		}
		for (auto &hog : hogs)
			hog->p == COPY ? hog->wr(RN_QUEUES_CARD_START, 1) : hog->bell();
		for (unsigned k = 0; k < rounds; k++) {
			uint64_t since;

			b.sleep(1000 + b.host(2).rng.below(9000));
			one.post(nop);
			since = b.ring.now;
			one.bell();
			while (one.under_way() && b.ring.now - since < 20 * bound)
				b.sleep(20);
			served += !one.under_way();
			worst = std::max(worst, b.ring.now - since);
		}
		for (auto &hog : hogs)
			hog->stop();
	});
	bool ended = b.run(1000000);
	sim::ok(ended && served == rounds && worst < bound, "four pages with descriptors and chains without end: a fifth is served within %llu clocks "
		"(bound %u)", (unsigned long long)worst, bound);
}

// More pages than channels send long things of every shape, so that turns end within them: every byte arrives once, at its place.
inline void turns_keep_data(Driver &b)
{
	unsigned rounds = looks(60) / 15, wrong = 0, done = 0, records = 0;
	std::vector<std::unique_ptr<Bare>> from;
	std::vector<std::unique_ptr<Bare>> to;

	for (int p = 0; p < RN_PAGE_N; p++) {
		from.emplace_back(new Bare(b, 0, p));
		to.emplace_back(new Bare(b, 1, p));
		to.back()->lg_recv = 10;
	}
	for (int p = 0; p < RN_PAGE_N; p++)
		start("long", [&, p] {
			Bare &f = *from[p], &t = *to[p];

			t.open(2);
			f.open(1);
			for (unsigned round = 0; round < rounds; round++) {
				unsigned kind = (p + round) % 4, words = 2000 + f.host.rng.below(2000);

				if (kind == 2)
					words = std::min(words, 1000u * unsigned(b.msg_b) / 8); // records that the ring holds
				uint32_t stride = kind == 1 ? 616 : 8 * words, blocks = kind == 1 || kind == 3 ? 13 : 1, length = kind == 1 ? 613
					: kind == 3 ? 1280 + 8 * f.host.rng.below(20) : 8 * words;
				Desc d = f.write(1, write_head(2, 8 * p + DST, 3), length, 0);

				if (kind == 3)
					stride = length + 8 * f.host.rng.below(9);
				for (uint64_t i = 0; i < uint64_t(stride) * blocks; i++)
					*f.host.mem.at(f.area(SRC) + i) = content(p * 1000 + round, i);
				d.op = kind == 2 ? RN_DMA_OP_MSG : kind == 3 ? RN_DMA_OP_DATA : RN_DMA_OP_WRITE;
				d.tag = kind == 2 ? p : 8 * p;
				d.blocks = blocks;
				d.lstride = stride;
				d.rstride = stride + 1;
				if (kind == 3) {
					t.base(RN_STREAM_OFFSET_LO, 16);
					t.wr(RN_STREAM_OFFSET_HI, LAND << RN_STREAM_OFFSET_HI_REGION_LSB | p << RN_STREAM_OFFSET_HI_PAGE_LSB);
					t.wr(RN_STREAM_LENGTH_LO, length * blocks);
					t.wr(RN_STREAM_CONTROL, RN_STREAM_CONTROL_ARMED_MASK);
				}
				f.post(d);
				f.bell();
				f.await_sent();
				b.sleep(3000);
				done += f.drain(RN_COMPLETION_KIND_SEND) == 1;
				if (kind == 2) {
					uint64_t at = 0, head, what, word;

					while (t.record(head, what, word)) {
						uint64_t n = head & RN_MSG_HEAD_BYTES_MASK, end = t.host.page[p].recv_base() + uint64_t(b.slot_b) * (((t.recv - 1) & 1023) + 1);

						for (uint64_t i = 0; i < n; i++, at++)
							wrong += *t.host.mem.at(end - 16 - (n + 7) / 8 * 8 + i) != content(p * 1000 + round, at);
						records++;
					}
					wrong += at != length;
					t.wr(RN_QUEUES_RECV_CONSUMER, t.recv & 0xffff);
				} else {
					for (uint64_t k = 0; k < blocks; k++)
						for (uint64_t i = 0; i < length; i++) {
							uint64_t is = kind == 3 ? t.area(LAND) + 16 + k * length + i : t.area(DST) + 3 + k * (stride + 1) + i;

							wrong += *t.host.mem.at(is) != content(p * 1000 + round, k * stride + i);
						}
				}
				t.drain();
			}
		});
	bool ended = b.run(400000);
	sim::ok(ended && !wrong && done == RN_PAGE_N * rounds && records, "%u long descriptors of 8 pages on 4 channels, blocks, streams and %u "
		"records of messages: every byte at its place (%u wrong)", done, records, wrong);
}

// A descriptor of random bits, most of which are in the range that means something.
inline void garbage(Bare &a, uint64_t *w, unsigned number)
{
	sim::Rng &rng = a.host.rng;

	for (int i = 0; i < 8; i++)
		w[i] = rng.next();
	if (rng.chance(3, 4))
		w[0] = (w[0] & ~0xfull) | rng.below(6);
	if (rng.chance(3, 4))
		w[0] = (w[0] & 0xffffffff) | uint64_t(rng.below(3000)) << RN_DESCRIPTOR_CTL_LENGTH_LSB;
	if (rng.chance(3, 4))
		w[0] = (w[0] & ~RN_DESCRIPTOR_CTL_DEST_MASK) | uint64_t(rng.below(a.bench.size())) << RN_DESCRIPTOR_CTL_DEST_LSB;
	if (rng.chance(3, 4))
		w[RN_DESCRIPTOR_LOCAL / 8] &= 0xffff;
	if (rng.chance(1, 2))
		w[RN_DESCRIPTOR_REMOTE / 8] = write_head(2, 8 * VICTIM + DST, rng.below(100000));
	w[RN_DESCRIPTOR_COUNT / 8] &= rng.chance(3, 4) ? 0xff00000003ull : ~0xffff0000ull;
	w[RN_DESCRIPTOR_COOKIE / 8] = number;
	w[0] |= RN_DESCRIPTOR_CTL_COMPLETE_MASK;
}

// Descriptors of random bits: each gets a status, and none reaches memory that is not its page's.
inline void garbage_descriptors(Driver &b)
{
	unsigned posted = 0, told = 0, good = 0, kinds = 0, n = looks(60) * 10;
	uint64_t strays = 0;
	Bare a(b, 0, ATTACKER);
	std::vector<std::unique_ptr<Bare>> victims;

	for (int i = 0; i < b.size(); i++)
		victims.emplace_back(new Bare(b, i, VICTIM));
	start("garbage", [&] {
		for (auto &v : victims)
			v->open(2);
		a.open(6);
		for (auto &h : b.hosts)
			strays -= h->mem.strays;
		while (posted < n) {
			for (unsigned k = 0; k < 60; k++, posted++) {
				uint64_t w[8];

				garbage(a, w, posted);
				a.post(w);
			}
			a.bell();
			for (uint64_t since = b.ring.now; told < posted && b.ring.now - since < 2000000; b.sleep(100)) {
				uint64_t what, cookie;

				while (a.poll(what, cookie)) {
					told++;
					good += status_of(what) == RN_DMA_STATUS_OK;
					kinds |= 1u << status_of(what);
				}
				a.wr(RN_QUEUES_CPL_CONSUMER, a.cpl & 0xffff);
			}
			if (told < posted)
				break;
		}
		b.sleep(3000);
		for (auto &h : b.hosts)
			strays += h->mem.strays;
		a.stop();
	});
	bool ended = b.run(3000000);
	sim::ok(ended && told == posted && !strays && good && (kinds & (kinds - 1)), "%u descriptors of random bits: %u told how they ended, %u well; no "
		"access outside of regions (%llu)", posted, told, good, (unsigned long long)strays);
}

const unsigned WORK_KEY = 0x5a173c05;

// Sends `n` blocks of 4 KiB to the same page of node 1 and compares them there; clocks that it takes, or 0: something is wrong.
inline uint64_t checked_transfer(Bare &from, Bare &to, unsigned n, unsigned number)
{
	const unsigned bytes = 4096, at_once = 8;
	uint64_t since = from.bench.ring.now;
	bool good = true;

	for (unsigned k = 0; k < n; k += at_once) {
		for (unsigned i = 0; i < at_once; i++) {
			Desc d = from.write(1, write_head(WORK_KEY, 8 * from.p + DST, bytes * i), bytes, 0);

			d.key = WORK_KEY;
			d.offset = bytes * i;
			for (unsigned j = 0; j < bytes; j++)
				*from.host.mem.at(from.area(SRC) + d.offset + j) = content(number + k + i, j);
			from.post_quiet(d);
		}
		from.post_quiet(from.message(1, from.p, number + k, number + k));
		from.bell();
		while (from.under_way())
			from.bench.sleep(50);
		uint64_t head, what, word, wait = from.bench.ring.now;

		while (!to.record(head, what, word) && from.bench.ring.now - wait < 20000)
			from.bench.sleep(50);
		to.wr(RN_QUEUES_RECV_CONSUMER, to.recv & 0xffff);
		good = good && word == number + k && (what & RN_MSG_WHAT_PAGE_MASK) >> RN_MSG_WHAT_PAGE_LSB == unsigned(from.p);
		for (unsigned i = 0; i < at_once; i++)
			for (unsigned j = 0; j < bytes; j++)
				good = good && *to.host.mem.at(to.area(DST) + bytes * i + j) == content(number + k + i, j);
	}
	good = good && !from.drain(RN_COMPLETION_KIND_SEND);
	return good ? from.bench.ring.now - since : 0;
}

// A page whose process writes anything to any of its registers, and has garbage for descriptors.
inline void rage(Bare &a, const bool &stop)
{
	sim::Rng &rng = a.host.rng;

	while (!stop) {
		a.open(unsigned(rng.next()));
		for (unsigned k = 0; k < 60; k++) {
			uint64_t w[8];

			garbage(a, w, k);
			a.post(w);
		}
		a.bell();
		for (unsigned k = 0, n = rng.below(200); k < n && !stop; k++) {
			uint32_t at = rng.chance(1, 2) ? 4 * rng.below(0xe00 / 4) : 0x100 + 4 * rng.below(0x300 / 4);
			uint32_t value = uint32_t(rng.next()) >> (rng.chance(1, 2) ? rng.below(32) : 0);

			if (at == RN_QUEUES_CONTROL && rng.chance(9, 10))
				value |= RN_QUEUES_CONTROL_ENABLE_MASK;
			a.wr(at, value);
			a.bench.sleep(rng.below(40));
		}
	}
	a.stop();
}

// One page of a card rages while another works: the other's data and order hold, and half of its
// rate.
inline void one_page_rages(Driver &b)
{
	const unsigned blocks = looks(60) / 20 * 16;
	uint64_t alone = 0, beside = 0, foreign = 0;
	bool stop = false;
	Bare a(b, 0, ATTACKER), good(b, 0, VICTIM), to(b, 1, VICTIM);
	Host &h = b.host(0);

	h.mem.seen = [&](uint64_t addr, unsigned page) {
		foreign += page == ATTACKER && addr >> 36 != h.page[ATTACKER].base >> 36;
	};
	start("work", [&] {
		h.wr(RN_DMA_WINDOW_BASE + RN_DMA_WINDOW_BASE_STEP * ATTACKER, uint32_t(h.page[ATTACKER].base >> 32));
		h.wr(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * ATTACKER, 36);
		good.open(1);
		to.open(WORK_KEY);
		to.wr(RN_QUEUES_RECV_FROM, 1u << good.p);
		alone = checked_transfer(good, to, blocks, 1);
		start("rage", [&] { rage(a, stop); });
		b.sleep(500);
		beside = checked_transfer(good, to, blocks, 1001);
		stop = true;
		to.wr(RN_QUEUES_RECV_FROM, 0xff);
	});
	bool ended = b.run(400000);
	h.mem.seen = nullptr;
	start("window", [&] { h.wr(RN_DMA_WINDOW_LG + RN_DMA_WINDOW_LG_STEP * ATTACKER, 64); });
	b.run();
	sim::ok(ended && alone && beside && !foreign, "a page writes at random to all its registers and descriptors: the data and messages of another "
		"page of the card are right (%llu clocks alone, %llu beside it), none of its accesses leaves its window (%llu)",
		(unsigned long long)alone, (unsigned long long)beside, (unsigned long long)foreign);
	sim::ok(beside <= 2 * alone, "the other page keeps %.0f %% of its rate", 100.0 * double(alone) / double(beside + !beside));
}

// All links work again after ports were given up.
inline bool repair(Driver &b)
{
	bool up = false;

	for (auto &h : b.hosts)
		for (int p = 0; p < 2; p++)
			if (h->rd(RN_NODE_LINK + RN_NODE_LINK_STEP * p) & RN_NODE_LINK_DEAD_MASK)
				h->wr(RN_NODE_LINK + RN_NODE_LINK_STEP * p, RN_NODE_LINK_DEAD_MASK);
	for (int t = 0; t < 200 && !up; t++) {
		b.sleep(200);
		up = true;
		for (auto &h : b.hosts)
			for (int p = 0; p < 2; p++)
				up = up && h->rd(RN_NODE_LINK + RN_NODE_LINK_STEP * p) & RN_NODE_LINK_UP_MASK;
	}
	return up;
}

// A cable is cut in the middle of a long descriptor: it and those behind it end with an error;
// after the repair all work.
inline void dead_port(Driver &b)
{
	unsigned told = 0, dead = 0, ok = 0;
	bool up = false;

	start("a cut", [&] {
		Bare from(b, 1, VICTIM), to(b, 2, VICTIM);
		uint64_t what, cookie;

		from.open(2);
		to.open(2);
		Desc d = from.write(2, write_head(2, 8 * VICTIM + DST, 0), 4096, 0);

		d.blocks = 100000;
		from.post(d);
		from.bell();
		b.sleep(2000);
		b.ring.cut(1);
		b.sleep(4000);
		d.blocks = 1;
		from.post(d);
		from.bell();
		b.sleep(1000);
		for (; from.poll(what, cookie); told++)
			dead += status_of(what) == RN_DMA_STATUS_DEAD;
		b.ring.cut(1, false);
		up = repair(b);
		from.open(2);
		from.post(d);
		from.bell();
		from.await_sent();
		b.sleep(300);
		while (from.poll(what, cookie))
			ok += status_of(what) == RN_DMA_STATUS_OK;
	});
	bool ended = b.run(400000);
	sim::ok(ended && told == 2 && dead == 2 && up && ok == 1, "a cable is cut under a long descriptor: it ends with DEAD, the next one as well, and "
		"after the repair all is well");
}

// A node is reset while others send through it, and comes back.
inline void node_reset(Driver &b)
{
	unsigned rounds = looks(60) / 20, right = 0;

	start("reset", [&] {
		Bare from(b, 1, VICTIM), to(b, 3, VICTIM);

		for (unsigned round = 0; round < rounds; round++) {
			b.ring.stop(2);
			b.ring[2].rst = 1;
			b.sleep(20 + b.host(0).rng.below(6000));
			b.ring.stop(2, false);
			b.ring[2].rst = 0;
			b.sleep(6000);
			b.place(b.host(2));
			bool good = repair(b);

			from.open(2);
			to.open(2);
			Desc d = from.write(3, write_head(2, 8 * VICTIM + DST, 0), 2048, 0);

			for (int k = 0; k < 2048; k++)
				*from.host.mem.at(from.area(SRC) + k) = content(round + 1, k);
			from.post_quiet(d);
			from.bell();
			b.sleep(6000);
			for (int k = 0; k < 2048; k++)
				good = good && *to.host.mem.at(to.area(DST) + k) == content(round + 1, k);
			right += good;
		}
	});
	bool ended = b.run(400000);
	sim::ok(ended && right == rounds, "a node is reset %u times while the others run: links come up again, data pass through it (%u)", rounds, right);
}

} // namespace native

#endif
