// SPDX-License-Identifier: BSD-3-Clause
//
// The host's side of AXI4-Lite for benches: a master with random timing on all five channels, which
// watches that responses stay until they are taken and that none comes unasked. In each clock call
// drive() before the edge and seen() behind it; or read() and write(), which run the clock
// function given until the response is there.

#ifndef RD_HW_SIM_AXIL_H
#define RD_HW_SIM_AXIL_H

#include <deque>
#include <functional>

#include "sim.h"

namespace sim {

template<class Top> struct Axil {
	struct Access {
		uint32_t addr;
		uint32_t data;
		uint32_t strb;
	};
	struct Response {
		bool write;
		uint32_t addr;
		uint32_t data; // data read, or data written
		uint32_t resp;
	};
	enum { OKAY = 0, SLVERR = 2 };

	Top *top;
	Rng rng;
	uint32_t busy = 60; // how readily each channel moves, in percent
	std::deque<Access> aw, w, ar; // not handed over yet
	std::deque<Access> writes, reads; // handed over (writes: posted), not answered
	std::function<void(const Response &)> answered = [](const Response &) {};
	uint64_t responses = 0;

	Axil(Top *t, uint64_t seed) : top(t), rng(seed)
	{
		top->s_axil_awvalid = top->s_axil_wvalid = top->s_axil_arvalid = 0;
	}

	void post_write(uint32_t addr, uint32_t data, uint32_t strb = 15)
	{
		Access a = {addr, data, strb};

		aw.push_back(a);
		w.push_back(a);
		writes.push_back(a);
	}
	void post_read(uint32_t addr)
	{
		Access a = {addr, 0, 15};

		ar.push_back(a);
		reads.push_back(a);
	}
	bool idle() const { return writes.empty() && reads.empty(); }

	void drive()
	{
		// valid stays until ready (AXI A3.2.1); ready may come and go.
		if (!top->s_axil_awvalid && !aw.empty() && rng.chance(busy, 100)) {
			top->s_axil_awvalid = 1;
			top->s_axil_awaddr = aw.front().addr;
		}
		if (!top->s_axil_wvalid && !w.empty() && rng.chance(busy, 100)) {
			top->s_axil_wvalid = 1;
			top->s_axil_wdata = w.front().data;
			top->s_axil_wstrb = w.front().strb;
		}
		if (!top->s_axil_arvalid && !ar.empty() && rng.chance(busy, 100)) {
			top->s_axil_arvalid = 1;
			top->s_axil_araddr = ar.front().addr;
		}
		top->s_axil_bready = rng.chance(busy, 100);
		top->s_axil_rready = rng.chance(busy, 100);
		aw_moves = top->s_axil_awvalid && top->s_axil_awready;
		w_moves = top->s_axil_wvalid && top->s_axil_wready;
		ar_moves = top->s_axil_arvalid && top->s_axil_arready;
		b_moves = top->s_axil_bvalid && top->s_axil_bready;
		r_moves = top->s_axil_rvalid && top->s_axil_rready;
		b_stays = top->s_axil_bvalid && !top->s_axil_bready;
		r_stays = top->s_axil_rvalid && !top->s_axil_rready;
		bresp = top->s_axil_bresp;
		rresp = top->s_axil_rresp;
		rdata = top->s_axil_rdata;
		if (b_moves && expect(!writes.empty(), "a write response nobody asked for")) {
			answer(true, writes.front().addr, writes.front().data, bresp);
			writes.pop_front();
		}
		if (r_moves && expect(!reads.empty(), "a read response nobody asked for")) {
			answer(false, reads.front().addr, rdata, rresp);
			reads.pop_front();
		}
	}
	void seen()
	{
		if (aw_moves) {
			top->s_axil_awvalid = 0;
			aw.pop_front();
		}
		if (w_moves) {
			top->s_axil_wvalid = 0;
			w.pop_front();
		}
		if (ar_moves) {
			top->s_axil_arvalid = 0;
			ar.pop_front();
		}
		if (b_stays)
			expect(top->s_axil_bvalid && top->s_axil_bresp == bresp, "a write response changed");
		if (r_stays)
			expect(top->s_axil_rvalid && top->s_axil_rresp == rresp && top->s_axil_rdata == rdata,
				"a read response changed");
	}

	Response read(uint32_t addr, const std::function<void()> &clock)
	{
		post_read(addr);
		return wait(clock);
	}
	Response write(uint32_t addr, uint32_t data, const std::function<void()> &clock,
		uint32_t strb = 15)
	{
		post_write(addr, data, strb);
		return wait(clock);
	}

private:
	bool aw_moves = false, w_moves = false, ar_moves = false, b_moves = false, r_moves = false;
	bool b_stays = false, r_stays = false;
	uint32_t bresp = 0, rresp = 0, rdata = 0;
	Response last = {};

	void answer(bool write, uint32_t addr, uint32_t data, uint32_t resp)
	{
		last = {write, addr, data, resp};
		responses++;
		answered(last);
	}
	Response wait(const std::function<void()> &clock)
	{
		for (int i = 0; i < 2000; i++) {
			clock();
			if (idle())
				return last;
		}
		expect(false, "no response within 2000 clocks");
		exit(done());
	}
};

} // namespace sim

#endif
