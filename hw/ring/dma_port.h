// SPDX-License-Identifier: BSD-3-Clause
//
// Host memory behind the AXI4 port of one card (m_axi_*, 64 or 128 bits): takes bursts at full rate and answers
// them in order, `late` clocks after they came. Data of a write become visible right before its
// answer, in ascending order, writes one after the other. An address without memory is answered
// with an error.
//
//     port.drive(top);      inputs for the coming edge
//     ... settle ...
//     port.sample(top);     handshakes that the edge completes

#ifndef RD_HW_RING_DMA_PORT_H
#define RD_HW_RING_DMA_PORT_H

#include <deque>

#include "hw/ring/axi_data.h"
#include "hw/ring/shared.h"
#include "hw/ring/trace.h"

namespace ring {

struct DmaPort {
	enum { BURST_N = 256, LANE_N = 2, BURSTS = 16, OKAY = 0, SLVERR = 2 }; // LANE_N: words of 64 bits of a beat, at most
	struct Read {
		uint64_t addr, due;
		uint32_t beats, at;     // at: beats given so far
		bool fetched, good;
		uint64_t data[BURST_N * LANE_N];
	};
	struct Write {
		uint64_t addr, due;
		uint32_t beats, at;     // at: beats here
		bool done, good;
		uint64_t data[BURST_N * LANE_N];
		uint16_t strobe[BURST_N];
	};

	Shared &shared;
	uint32_t node;
	uint64_t late;                  // clocks
	uint64_t now = 0;
	std::deque<Read> reads;
	std::deque<Write> writes;       // the beats go to the first that is not complete
	uint32_t lanes = 1;             // words of 64 bits of a beat
	uint64_t written = 0;           // set of pages, by place on this card, that were written to since they were woken
	Trace *trace = nullptr;

	DmaPort(Shared &s, uint32_t n, uint64_t clocks) : shared(s), node(n), late(clocks) {}

	template<class Top> void drive(Top &top)
	{
		lanes = sizeof top.m_axi_rdata / 8;
		top.m_axi_arready = reads.size() < BURSTS;
		top.m_axi_awready = writes.size() < BURSTS;
		top.m_axi_wready = filling() != nullptr;
		offer_read(top);
		offer_answer(top);
	}
	template<class Top> void sample(Top &top)
	{
		now++;
		if (top.m_axi_rvalid && top.m_axi_rready && ++reads.front().at == reads.front().beats)
			reads.pop_front();
		if (top.m_axi_bvalid && top.m_axi_bready)
			writes.pop_front();
		if (top.m_axi_wvalid && top.m_axi_wready)
			fill(*filling(), axi::data_of(top.m_axi_wdata), top.m_axi_wstrb);
		if (top.m_axi_arvalid && top.m_axi_arready) {
			reads.emplace_back();
			reads.back().addr = top.m_axi_araddr;
			reads.back().beats = uint32_t(top.m_axi_arlen) + 1;
			reads.back().due = now + late;
			reads.back().at = 0;
			reads.back().fetched = false;
		}
		if (top.m_axi_awvalid && top.m_axi_awready) {
			writes.emplace_back();
			writes.back().addr = top.m_axi_awaddr;
			writes.back().beats = uint32_t(top.m_axi_awlen) + 1;
			writes.back().at = 0;
			writes.back().done = false;
		}
	}
	template<class Top> bool busy(const Top &top) const
	{
		return !reads.empty() || !writes.empty() || top.m_axi_arvalid || top.m_axi_awvalid || top.m_axi_wvalid;
	}

private:
	template<class Top> void offer_read(Top &top)
	{
		top.m_axi_rvalid = !reads.empty() && now >= reads.front().due;
		if (!top.m_axi_rvalid)
			return;
		Read &read = reads.front();
		if (!read.fetched)
			read.good = shared.copy(node, read.addr, read.data, read.beats * lanes * 8ull, false);
		read.fetched = true;
		for (uint32_t i = 0; i < lanes; i++)
			axi::set_data(top.m_axi_rdata, i, read.good ? read.data[read.at * lanes + i] : 0);
		top.m_axi_rresp = read.good ? OKAY : SLVERR;
		top.m_axi_rlast = read.at + 1 == read.beats;
	}
	template<class Top> void offer_answer(Top &top)
	{
		top.m_axi_bvalid = !writes.empty() && writes.front().at == writes.front().beats && now >= writes.front().due;
		if (!top.m_axi_bvalid)
			return;
		Write &write = writes.front();
		if (!write.done)
			write.good = apply(write);
		write.done = true;
		top.m_axi_bresp = write.good ? OKAY : SLVERR;
	}
	Write *filling()
	{
		for (Write &write : writes)
			if (write.at < write.beats)
				return &write;
		return nullptr;
	}
	void fill(Write &write, std::array<uint64_t, 2> data, uint16_t strobe)
	{
		for (uint32_t i = 0; i < lanes; i++)
			write.data[write.at * lanes + i] = data[i];
		write.strobe[write.at] = strobe;
		if (++write.at == write.beats)
			write.due = now + late;
	}
	bool strobed(const Write &write, uint64_t i) const { return write.strobe[i / (lanes * 8)] >> i % (lanes * 8) & 1; }
	// The runs of bytes that are to be written.
	bool apply(Write &write)
	{
		char *data = reinterpret_cast<char *>(write.data);
		uint64_t addr = write.addr, n = write.beats * lanes * 8ull, to;
		bool good = true;

		for (uint64_t from = 0; from < n; from = to) {
			for (to = from; to < n && strobed(write, to); to++)
				;
			if (to == from) {
				to++;
				continue;
			}
			good = shared.copy(node, addr + from, data + from, to - from, true) && good;
			if (trace)
				trace->store(node, addr + from, to - from);
		}
		if (good)
			written |= 1ull << ((addr >> RD_RTL_BUS_PAGE_LSB) - 1) % shared.users;
		return good;
	}
};

} // namespace ring

#endif
