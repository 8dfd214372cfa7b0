// SPDX-License-Identifier: BSD-3-Clause
//
// The host's side of the doorbell windows for benches: an AXI4 master of 64-bit data with random timing, which writes bursts of any
// shape, pauses within them, and reads. It watches that an answer comes once for each burst and stays until it is taken, and that a
// read brings as many words as it asks for, all 0. In each clock call drive() before the edge and seen() behind it.

#ifndef RD_HW_SIM_AXI_WINDOW_H
#define RD_HW_SIM_AXI_WINDOW_H

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "sim.h"

namespace sim {

template<class Top> struct AxiWindow {
	struct Beat {
		uint64_t data;
		uint8_t strobe;
		uint32_t pause;                     // clocks before it
	};
	struct Burst {
		uint32_t addr;
		std::vector<Beat> beats;
		unsigned size = 3, type = 1;        // 8 bytes, INCR
	};
	enum { INCR = 1, FIXED = 0 };

	Top *top;
	Rng rng;
	uint32_t busy = 100;                        // how readily each channel moves, in percent
	std::deque<Burst> bursts;                   // of which words are to be handed over
	std::deque<Burst> addresses;                // not handed over yet
	std::deque<unsigned> reads;                 // words, of reads that are not over
	size_t ready_reads = 0;                     // of them, addresses to hand over
	uint64_t ended = 0, answers = 0, words = 0; // bursts handed over; answered; words read

	AxiWindow(Top *t, uint64_t seed) : top(t), rng(seed)
	{
		top->s_axi_awvalid = top->s_axi_wvalid = top->s_axi_bready = top->s_axi_arvalid = top->s_axi_rready = 0;
	}

	// A descriptor at index `index` of page `page`'s ring.
	static Burst whole(int page, unsigned index, const void *descriptor)
	{
		uint64_t word[8];
		Burst b;

		memcpy(word, descriptor, sizeof(word));
		b.addr = uint32_t(page) << 12 | (index & 63) << 6;
		for (uint64_t w : word)
			b.beats.push_back({w, 0xff, 0});
		return b;
	}
	void post(const Burst &b)
	{
		addresses.push_back(b);
		bursts.push_back(b);
	}
	void read(unsigned n)
	{
		reads.push_back(n);
		ready_reads++;
	}
	bool idle() const { return bursts.empty() && answers == ended && reads.empty(); }

	void drive()
	{
		if (!top->s_axi_awvalid && !addresses.empty() && rng.chance(busy, 100)) {
			Burst &b = addresses.front();

			top->s_axi_awvalid = 1;
			top->s_axi_awaddr = b.addr;
			top->s_axi_awlen = uint8_t(b.beats.size() - 1);
			top->s_axi_awsize = b.size;
			top->s_axi_awburst = b.type;
		}
		if (!top->s_axi_wvalid && !bursts.empty() && !waits() && rng.chance(busy, 100)) {
			Beat &beat = bursts.front().beats[at];

			top->s_axi_wvalid = 1;
			top->s_axi_wdata = beat.data;
			top->s_axi_wstrb = beat.strobe;
			top->s_axi_wlast = at + 1 == bursts.front().beats.size();
		}
		if (!top->s_axi_arvalid && ready_reads && rng.chance(busy, 100)) {
			top->s_axi_arvalid = 1;
			top->s_axi_arlen = uint8_t(reads[reads.size() - ready_reads] - 1);
		}
		top->s_axi_bready = rng.chance(busy, 100);
		top->s_axi_rready = rng.chance(busy, 100);
		aw_moves = top->s_axi_awvalid && top->s_axi_awready;
		w_moves = top->s_axi_wvalid && top->s_axi_wready;
		ar_moves = top->s_axi_arvalid && top->s_axi_arready;
		b_stays = top->s_axi_bvalid && !top->s_axi_bready;
		r_stays = top->s_axi_rvalid && !top->s_axi_rready;
		if (top->s_axi_bvalid && top->s_axi_bready) {
			expect(answers < ended && top->s_axi_bresp == 0, "an answer for each burst in a window");
			answers++;
		}
		if (top->s_axi_rvalid && top->s_axi_rready && expect(reads.size() > ready_reads, "a window is read unasked")) {
			words++;
			expect(top->s_axi_rdata == 0 && top->s_axi_rresp == 0 && top->s_axi_rlast == (--reads.front() == 0), "a window reads 0");
			if (!reads.front())
				reads.pop_front();
		}
	}
	void seen()
	{
		if (aw_moves) {
			top->s_axi_awvalid = 0;
			addresses.pop_front();
		}
		if (w_moves) {
			top->s_axi_wvalid = 0;
			waited = 0;
			if (++at == bursts.front().beats.size()) {
				at = 0;
				bursts.pop_front();
				ended++;
			}
		}
		if (ar_moves) {
			top->s_axi_arvalid = 0;
			ready_reads--;
		}
		expect(!b_stays || top->s_axi_bvalid, "an answer stays");
		expect(!r_stays || top->s_axi_rvalid, "a word that is read stays");
	}

private:
	bool aw_moves = false, w_moves = false, ar_moves = false, b_stays = false, r_stays = false;
	size_t at = 0;                              // next beat of the first burst
	uint32_t waited = 0;                        // clocks of its pause

	bool waits() { return waited < bursts.front().beats[at].pause && ++waited; }
};

} // namespace sim

#endif
