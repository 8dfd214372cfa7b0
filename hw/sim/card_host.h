// SPDX-License-Identifier: BSD-3-Clause
//
// The host of one card: its memory, the registers of its card (rtl_card.h, emu_card.h), and its
// software's state of each page. An access to a register takes the clocks that it takes: the
// fiber that makes it waits (fibers.h).

#ifndef RD_HW_SIM_CARD_HOST_H
#define RD_HW_SIM_CARD_HOST_H

#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "btl_fpga/ring_nic_regs.h"
#include "fibers.h"
#include "sim.h"
#ifdef RD_SIM_EMU
#include "emu_card.h"
#else
#include "rtl_card.h"
#endif

namespace native {

using sim::expect;

enum { BULK, VECTOR, SYNC, ATOMIC, COPY, WATCH }; // uses of pages
enum { SRC, DST, LAND };                          // regions of a page
enum { LG_SEND = 4, LG_RECV = 4, LG_CPL = 5, AREA_B = 4096, REGION_B = 80 * 1024, OPEN_N = 8 };

inline uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}
// Byte i of the data with the number `what`.
inline uint8_t content(uint64_t what, uint64_t i) { return uint8_t(mix(what * 0x9e3779b97f4a7c15ull + i)); }

// The software's state of a page that it has opened.
struct Page {
	uint64_t base = 0;
	unsigned send = 0, recv = 0, cpl = 0;       // indices
	std::deque<uint64_t> open;                  // cookies of descriptors under way
	std::map<int, std::pair<uint64_t, uint32_t>> streams; // by tag: content, bytes
	std::map<uint64_t, bool> reductions;        // by cookie: done
	std::vector<uint64_t> refused;              // WHAT and
	std::vector<uint64_t> refused_at;           // COOKIE of reported refusals
	std::vector<uint64_t> returned;             // WHAT of notices of other nodes
	uint32_t events = 0;

	uint64_t area(int region) const { return base + 0x1000000 * (region + 1); }
	uint64_t send_base() const { return base; }
	uint64_t recv_base() const { return base + 0x100000; }
	uint64_t cpl_base() const { return base + 0x200000; }
};

// The software of a host: access to the registers of its card, memory.
struct Host {
	int id;
	Bus regs;
	Memory mem;
	Window window;                              // of all its pages
	sim::Rng rng;
	bool busy = false;                          // an access is under way
	Fiber *accessor = nullptr;                  // that makes it
	uint32_t data = 0, resp = 0;                // of the last one
	Page page[RN_PAGE_N];
	uint64_t irq_at = 0;
	uint64_t interrupts = 0;
	std::map<int, std::pair<uint64_t, uint64_t>> message; // by source: number, bytes so far, of the one that is coming

	Host(int i, Top *top, uint64_t seed) : id(i), regs(top, seed), mem(seed + 1), window(top, seed + 3), rng(seed + 2)
	{
		regs.answered = [this](const Bus::Response &r) {
			data = r.data;
			resp = r.resp;
		};
		for (int p = 0; p < RN_PAGE_N; p++)
			page[p].base = memory_of(*top, i, p);
	}
	uint32_t access(bool write, uint32_t addr, uint32_t value)
	{
		until([this] { return !busy; });
		busy = true;
		accessor = running;
		if (write)
			regs.post_write(addr, value);
		else
			regs.post_read(addr);
		until([this] { return regs.idle(); });
		busy = false;
		expect(resp == regs.OKAY, "card %d: %s of %04x refused", id, write ? "write" : "read", addr);
		return data;
	}
	// The fiber will never run again: an access that it has begun ends by itself.
	void abandoned(Fiber *f)
	{
		if (busy && accessor == f)
			start("access", [this] {
				until([this] { return regs.idle(); });
				busy = false;
			});
	}
	uint32_t rd(uint32_t addr) { return access(false, addr, 0); }
	void wr(uint32_t addr, uint32_t value) { access(true, addr, value); }
	static uint32_t at(int p, uint32_t addr) { return RN_PAGE_BYTES * (p + 1) + addr; }
	uint32_t prd(int p, uint32_t addr) { return rd(at(p, addr)); }
	void pwr(int p, uint32_t addr, uint32_t value) { wr(at(p, addr), value); }
	uint32_t take(int p, uint32_t mask)
	{
		until([=] { return (page[p].events & mask) != 0; });
		uint32_t came = page[p].events & mask;

		page[p].events &= ~mask;
		return came;
	}
};

// A descriptor of the DMA engine; each ends with a completion and an event.
struct Desc {
	int op = RN_DMA_OP_NOP, dest = 0, tag = 0;
	bool inlined = false, chain = false;
	uint32_t length = 0, blocks = 1;
	uint64_t remote = 0, offset = 0, lstride = 0, rstride = 0, cookie = 0;
	int group = 0, beats = 1;
	unsigned epoch = 0;                         // of a stream
	uint32_t key = 0;                           // of a WRITE or READ: its upper half counts, the lower stands in `remote`
	uint8_t data[32] = {};

	std::array<uint64_t, 8> words() const
	{
		std::array<uint64_t, 8> q = {};

		q[0] = uint64_t(op) | RN_DESCRIPTOR_CTL_COMPLETE_MASK | RN_DESCRIPTOR_CTL_EVENT_MASK
			| (inlined ? RN_DESCRIPTOR_CTL_INLINE_MASK : 0) | (chain ? RN_DESCRIPTOR_CTL_CHAIN_MASK : 0) | uint64_t(dest) << RN_DESCRIPTOR_CTL_DEST_LSB
			| uint64_t(tag) << RN_DESCRIPTOR_CTL_TAG_LSB | uint64_t(length) << RN_DESCRIPTOR_CTL_LENGTH_LSB;
		q[RN_DESCRIPTOR_COOKIE / 8] = cookie;
		q[RN_DESCRIPTOR_REMOTE / 8] = remote;
		q[0] |= uint64_t(epoch) << RN_DESCRIPTOR_CTL_EPOCH_LSB;
		q[RN_DESCRIPTOR_LOCAL / 8] = offset | uint64_t(op == RN_DMA_OP_READ || op == RN_DMA_OP_ATOMIC ? LAND : SRC) << RN_DESCRIPTOR_LOCAL_REGION_LSB
			| uint64_t(key >> 16) << RN_DESCRIPTOR_LOCAL_KEY_HIGH_LSB;
		q[RN_DESCRIPTOR_COUNT / 8] = blocks;
		q[RN_DESCRIPTOR_LOCAL_STRIDE / 8] = lstride;
		q[RN_DESCRIPTOR_REMOTE_STRIDE / 8] = rstride;
		if (op == RN_DMA_OP_REDUCE)
			q[RN_DESCRIPTOR_COUNT / 8] = uint64_t(group) << RN_DESCRIPTOR_COUNT_GROUP_LSB
				| uint64_t(beats - 1) << RN_DESCRIPTOR_COUNT_BEATS_LSB;
		if (inlined)
			memcpy(&q[RN_DESCRIPTOR_COUNT / 8], data, 32);
		return q;
	}
};

} // namespace native

#endif
