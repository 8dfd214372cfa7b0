// SPDX-License-Identifier: BSD-3-Clause
//
// Host memory behind an AXI4 port, for benches: answers late and at random, stalls every channel,
// takes addresses and data of writes in either order, and makes a write visible at any time up to
// its answer. Memory exists only where the bench mapped it; an access elsewhere is answered with an
// error and counted (`strays`), so that a bench can check that no access left its bounds. The bus has 64
// or 128 bits of data. A master that breaks a rule of AXI4 (a signal that changes before it is taken, a burst across 4 KiB, a
// wrong number of words) fails the bench. The ports are those of the Verilated model named m_axi_*.

#ifndef RD_HW_SIM_AXI_MEM_H
#define RD_HW_SIM_AXI_MEM_H

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "hw/ring/axi_data.h"
#include "sim.h"

namespace sim {

struct AxiMem {
	enum { PAGE = 4096 };
	struct Page {
		std::array<uint8_t, PAGE> byte;
		bool broken; // answers with errors
		bool fixed;  // can be read only: answers writes with errors
	};
	struct Read {
		uint64_t addr;
		uint32_t beats;
		uint64_t due; // clock of its first word
	};
	struct Write {
		uint64_t addr;
		uint32_t beats;
	};
	struct Beat {
		std::array<uint64_t, 2> data;
		uint32_t strobe;
		bool last;
	};
	struct Answer {
		uint64_t due;
		bool visible;
		std::vector<Beat> beats;
		uint64_t addr;
	};

	Rng rng;
	std::unordered_map<uint64_t, Page> pages;
	std::deque<Read> reads;
	std::deque<Write> writes;
	std::deque<Beat> beats;
	std::deque<Answer> answers;
	uint64_t clock = 0;
	std::function<void(uint64_t addr, unsigned page)> seen; // each burst, with its page
	uint64_t strays = 0;                        // accesses outside of memory
	uint64_t read_errors = 0, write_errors = 0; // words, bursts answered with an error
	uint64_t words_read = 0, words_written = 0;
	bool deaf = false;         // takes no words of writes
	uint32_t stall = 30;       // percent of clocks in which a channel is not ready
	uint32_t latency_min = 2;  // clocks
	uint32_t latency_span = 40;
	uint64_t last_due = 0, last_answer_due = 0;
	uint64_t r_data = 0;
	// A channel's content when it was not taken: must be there again.
	bool ar_held = false, aw_held = false, w_held = false;
	uint64_t ar_addr = 0, aw_addr = 0;
	std::array<uint64_t, 2> w_data = {};
	uint32_t ar_len = 0, aw_len = 0, w_strobe = 0, w_last = 0;

	explicit AxiMem(uint64_t seed) : rng(seed) {}

	void map(uint64_t addr, uint64_t bytes, bool broken = false)
	{
		for (uint64_t a = addr / PAGE; a <= (addr + bytes - 1) / PAGE; a++) {
			pages[a].broken = broken;
			pages[a].fixed = false;
			pages[a].byte.fill(0);
		}
	}
	// The card is reset: its bursts under way are forgotten, as by a bridge that is reset with it.
	void reset()
	{
		reads.clear();
		writes.clear();
		beats.clear();
		answers.clear();
		r_offered = b_offered = ar_held = aw_held = w_held = false;
	}
	// Memory that is mapped takes no writes, or takes them again.
	void fix(uint64_t addr, uint64_t bytes, bool fixed = true)
	{
		for (uint64_t a = addr / PAGE; a <= (addr + bytes - 1) / PAGE; a++)
			pages[a].fixed = fixed;
	}
	void unmap(uint64_t addr, uint64_t bytes)
	{
		for (uint64_t a = addr / PAGE; a <= (addr + bytes - 1) / PAGE; a++)
			pages.erase(a);
	}
	uint8_t *at(uint64_t addr)
	{
		auto found = pages.find(addr / PAGE);
		return found == pages.end() ? nullptr : &found->second.byte[addr % PAGE];
	}
	bool good(uint64_t addr)
	{
		auto found = pages.find(addr / PAGE);
		return found != pages.end() && !found->second.broken;
	}
	bool takes(uint64_t addr) { return good(addr) && !pages[addr / PAGE].fixed; }
	uint64_t word(uint64_t addr)
	{
		uint64_t value = 0;

		for (int i = 0; i < 8; i++)
			value |= uint64_t(*at(addr + i)) << 8 * i;
		return value;
	}
	void put(uint64_t addr, const void *from, uint64_t bytes)
	{
		for (uint64_t i = 0; i < bytes; i++)
			*at(addr + i) = static_cast<const uint8_t *>(from)[i];
	}

	// Inputs of the model for the coming edge.
	template<class Top> void drive(Top *top)
	{
		top->m_axi_arready = reads.size() < 64 && !rng.chance(stall, 100);
		top->m_axi_awready = writes.size() < 64 && !rng.chance(stall, 100);
		top->m_axi_wready = beats.size() < 512 && !deaf && !rng.chance(stall, 100);
		// A valid that was not taken stays.
		if (!r_offered)
			r_offered = !reads.empty() && clock >= reads.front().due && !rng.chance(stall, 100);
		top->m_axi_rvalid = r_offered;
		if (r_offered) {
			uint64_t a = reads.front().addr;

			for (uint64_t i = 0; i < sizeof top->m_axi_rdata; i += 8)
				axi::set_data(top->m_axi_rdata, i / 8, good(a) ? word(a + i) : 0xdeadbeefdeadbeefull ^ a);
			top->m_axi_rresp = good(a) ? 0 : 2 + (at(a) == nullptr);
			top->m_axi_rlast = reads.front().beats == 1;
		} else {
			for (uint64_t i = 0; i < sizeof top->m_axi_rdata; i += 8)
				axi::set_data(top->m_axi_rdata, i / 8, rng.next());
		}
		if (!b_offered)
			b_offered = !answers.empty() && clock >= answers.front().due && !rng.chance(stall, 100);
		top->m_axi_bvalid = b_offered;
		if (b_offered) {
			apply(answers.front());
			top->m_axi_bresp = takes(answers.front().addr) ? 0 : 2;
		}
	}
	// After settling, before the edge: handshakes that the edge completes.
	template<class Top> void sample(Top *top)
	{
		uint64_t beat_bytes = sizeof top->m_axi_rdata;

		held(top);
		if (top->m_axi_arvalid && top->m_axi_arready) {
			uint64_t due = clock + latency_min + rng.below(latency_span + 1);

			expect(top->m_axi_araddr % PAGE + (top->m_axi_arlen + 1) * beat_bytes <= PAGE, "read burst across 4 KiB");
			expect(top->m_axi_araddr % beat_bytes == 0, "read address aligned");
			last_due = due > last_due ? due : last_due;
			reads.push_back({top->m_axi_araddr, uint32_t(top->m_axi_arlen) + 1, last_due});
			strays += at(top->m_axi_araddr) == nullptr;
			if (seen)
				seen(top->m_axi_araddr, top->m_axi_aruser);
		}
		if (top->m_axi_rvalid && top->m_axi_rready) {
			words_read++;
			read_errors += top->m_axi_rresp >= 2;
			reads.front().addr += beat_bytes;
			if (--reads.front().beats == 0)
				reads.pop_front();
			r_offered = false;
		}
		if (top->m_axi_awvalid && top->m_axi_awready) {
			expect(top->m_axi_awaddr % PAGE + (top->m_axi_awlen + 1) * beat_bytes <= PAGE, "write burst across 4 KiB");
			expect(top->m_axi_awaddr % beat_bytes == 0, "write address aligned");
			writes.push_back({top->m_axi_awaddr, uint32_t(top->m_axi_awlen) + 1});
			strays += at(top->m_axi_awaddr) == nullptr;
			if (seen)
				seen(top->m_axi_awaddr, top->m_axi_awuser);
		}
		if (top->m_axi_wvalid && top->m_axi_wready) {
			beats.push_back({axi::data_of(top->m_axi_wdata), top->m_axi_wstrb, bool(top->m_axi_wlast)});
			words_written++;
		}
		if (top->m_axi_bvalid && top->m_axi_bready) {
			write_errors += top->m_axi_bresp >= 2;
			answers.pop_front();
			b_offered = false;
		}
		match();
		clock++;
		beat_n = beat_bytes;
	}
	bool idle() const { return reads.empty() && writes.empty() && beats.empty() && answers.empty(); }

private:
	bool r_offered = false, b_offered = false;
	uint64_t beat_n = 8; // bytes of the bus

	void apply(Answer &answer)
	{
		uint64_t addr = answer.addr;

		if (answer.visible)
			return;
		answer.visible = true;
		for (const Beat &beat : answer.beats) {
			for (uint64_t i = 0; i < beat_n && takes(addr); i++)
				if (beat.strobe >> i & 1)
					*at(addr + i) = uint8_t(beat.data[i / 8] >> i % 8 * 8);
			addr += beat_n;
		}
	}
	// A burst is complete when its address and all its words are here.
	void match()
	{
		while (!writes.empty() && beats.size() >= writes.front().beats) {
			uint32_t n = writes.front().beats;
			uint64_t due = clock + latency_min + rng.below(latency_span + 1);
			Answer answer;

			for (uint32_t i = 0; i < n; i++)
				expect(beats[i].last == (i == n - 1), "WLAST at the last word of %u, word %u", n, i);
			last_answer_due = due > last_answer_due ? due : last_answer_due;
			answer = {last_answer_due, false, {beats.begin(), beats.begin() + n}, writes.front().addr};
			if (rng.chance(1, 3))
				apply(answer);
			answers.push_back(answer);
			beats.erase(beats.begin(), beats.begin() + n);
			writes.pop_front();
		}
	}
	template<class Top> void held(Top *top)
	{
		if (ar_held)
			expect(top->m_axi_arvalid && top->m_axi_araddr == ar_addr && top->m_axi_arlen == ar_len, "AR stays");
		if (aw_held)
			expect(top->m_axi_awvalid && top->m_axi_awaddr == aw_addr && top->m_axi_awlen == aw_len, "AW stays");
		if (w_held)
			expect(top->m_axi_wvalid && axi::data_of(top->m_axi_wdata) == w_data && top->m_axi_wstrb == w_strobe
				&& top->m_axi_wlast == w_last, "W stays");
		ar_held = top->m_axi_arvalid && !top->m_axi_arready;
		aw_held = top->m_axi_awvalid && !top->m_axi_awready;
		w_held = top->m_axi_wvalid && !top->m_axi_wready;
		ar_addr = top->m_axi_araddr;
		ar_len = top->m_axi_arlen;
		aw_addr = top->m_axi_awaddr;
		aw_len = top->m_axi_awlen;
		w_data = axi::data_of(top->m_axi_wdata);
		w_strobe = top->m_axi_wstrb;
		w_last = top->m_axi_wlast;
	}
};

} // namespace sim

#endif
