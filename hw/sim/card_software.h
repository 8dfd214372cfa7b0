// SPDX-License-Identifier: BSD-3-Clause
//
// Programs for the hosts of a ring of cards, which use all of a card at once: messages, writes,
// streams and broadcasts of random lengths, vectors and registers that are reduced, barriers, atomic
// operations on one register. Each checks its results; the driver below is card_driver.h.

#ifndef RD_HW_SIM_CARD_SOFTWARE_H
#define RD_HW_SIM_CARD_SOFTWARE_H

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "card_driver.h"

namespace native {

enum { COUNTER = 5 }; // the register that all cards add to

// Programs that run on all hosts at once.
struct Bench : Driver {
	unsigned rounds;
	std::map<std::pair<int, int>, std::pair<uint64_t, uint32_t>> wanted; // streams to be opened: content, bytes
	std::vector<unsigned> entered, opened;              // barriers entered; broadcasts awaited
	std::map<uint64_t, uint64_t> additions;             // to the counter: value before, value added
	uint64_t total = 0;                                 // of them
	uint64_t messages = 0, writes = 0, streams = 0, copies = 0, reductions = 0, register_reductions = 0, barriers = 0;

	Bench(int n, int delay, uint64_t seed) : Driver(n, delay, seed), rounds(unsigned(sim::setting("rounds", 12))),
		entered(10000), opened(10000)
	{
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

		// The write before must have been checked.
		until([=] { return seen[{me, to}] == number; });
		room(h, BULK);
		d.op = RN_DMA_OP_WRITE;
		d.chain = true; // the message that reports it comes after it
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
		expect(old.full && old.value == uint64_t(1000 + (h.id + size() - 1) % size()), "card %d: the value written with an event", h.id);
	}
	// The old values, each plus its operand, are one chain from 0 to the sum.
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

} // namespace native

#endif
