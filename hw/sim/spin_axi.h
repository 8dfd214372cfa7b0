// SPDX-License-Identifier: BSD-3-Clause
//
// A host's memory behind AXI4 of 32-bit data, as the benches of the SPIN setting need it: answers
// after a latency, pauses at random, counts, and checks the master's side of the protocol. Bytes
// live in a sparse map so that addresses may be anywhere in 64 bits. A template: any model with
// ports m_axi_*.

#ifndef RD_HW_SIM_SPIN_AXI_H
#define RD_HW_SIM_SPIN_AXI_H

#include "sim.h"

#include <deque>
#include <unordered_map>

struct Memory {
	struct Page {
		uint8_t b[4096];
		uint8_t written[4096]; // times
	};
	struct Read {
		uint64_t addr, at; // at: clock from which it is answered
		unsigned beats;
	};

	std::unordered_map<uint64_t, Page> page;
	sim::Rng rng;
	unsigned latency = 10; // clocks from address to first word, and from last word to response
	unsigned jitter = 0;   // clocks more, at most
	unsigned slow = 0;     // of 8: how often a channel pauses
	bool read_error = false, write_error = false;
	uint64_t reads = 0, writes = 0; // bursts
	unsigned longest = 0;           // burst so far, words
	uint64_t clock = 0;

	std::deque<Read> read;
	std::deque<uint64_t> answer; // clock of each response to come
	uint64_t waddr = 0;
	unsigned wleft = 0;
	bool has_addr = false, r_up = false, b_up = false;
	std::deque<std::pair<uint32_t, unsigned>> early; // words before their address: data, strobes
	bool early_last = false;

	explicit Memory(uint64_t seed) : rng(seed) {}

	Page &at(uint64_t addr)
	{
		auto found = page.find(addr >> 12);

		if (found == page.end()) {
			found = page.emplace(addr >> 12, Page()).first;
			memset(&found->second, 0xee, sizeof found->second.b);
			memset(found->second.written, 0, 4096);
		}
		return found->second;
	}
	uint8_t &byte(uint64_t addr) { return at(addr).b[addr & 4095]; }
	unsigned written(uint64_t addr) { return at(addr).written[addr & 4095]; }
	uint64_t answer_at(unsigned more = 0) { return clock + latency + more + (jitter ? rng.below(jitter + 1) : 0); }

	// Before the edge: the host's outputs.
	template<class Top> void drive(Top *m)
	{
		bool pause = rng.chance(slow, 8);

		m->m_axi_arready = !rng.chance(slow, 8) && read.size() < 16;
		r_up = !read.empty() && read.front().at <= clock && (r_up || !pause);
		m->m_axi_rvalid = r_up;
		if (r_up) {
			uint32_t word = 0;

			for (int i = 3; i >= 0; i--)
				word = word << 8 | byte((read.front().addr & ~3ull) + unsigned(i));
			m->m_axi_rdata = word;
			m->m_axi_rresp = read_error ? 2 : 0;
		}
		m->m_axi_awready = !rng.chance(slow, 8) && !has_addr;
		m->m_axi_wready = !rng.chance(slow, 8) && !early_last;
		b_up = !answer.empty() && answer.front() <= clock;
		m->m_axi_bvalid = b_up;
		m->m_axi_bresp = write_error ? 2 : 0;
	}
	// After settle() and before tick(): completed handshakes.
	template<class Top> void take(Top *m)
	{
		if (m->m_axi_rvalid && m->m_axi_rready) {
			read.front().addr += 4;
			if (--read.front().beats == 0)
				read.pop_front();
			r_up = false;
		}
		if (m->m_axi_arvalid && m->m_axi_arready) {
			burst(m->m_axi_araddr, m->m_axi_arlen);
			read.push_back(Read{m->m_axi_araddr, answer_at(), m->m_axi_arlen + 1u});
			reads++;
		}
		if (m->m_axi_bvalid && m->m_axi_bready)
			answer.pop_front();
		if (m->m_axi_awvalid && m->m_axi_awready) {
			burst(m->m_axi_awaddr, m->m_axi_awlen);
			waddr = m->m_axi_awaddr;
			wleft = m->m_axi_awlen + 1u;
			has_addr = true;
			writes++;
		}
		if (m->m_axi_wvalid && m->m_axi_wready) {
			early.emplace_back(m->m_axi_wdata, m->m_axi_wstrb);
			early_last = m->m_axi_wlast;
		}
		while (has_addr && !early.empty())
			put();
		clock++;
	}
	void put()
	{
		for (unsigned i = 0; i < 4; i++)
			if (early.front().second >> i & 1) {
				byte(waddr + i) = uint8_t(early.front().first >> 8 * i);
				at(waddr + i).written[(waddr + i) & 4095]++;
			}
		early.pop_front();
		waddr += 4;
		wleft--;
		sim::expect((wleft == 0) == (early_last && early.empty()), "WLAST with the last word of a burst");
		if (wleft == 0) {
			has_addr = early_last = false;
			answer.push_back(answer_at());
		}
	}
	void burst(uint64_t addr, unsigned len)
	{
		longest = std::max(longest, len + 1);
		sim::expect((addr & 3) == 0, "addresses of words");
		sim::expect((addr >> 12) == ((addr + 4 * len) >> 12), "a burst stays within 4 KiB");
	}
};

#endif
