// SPDX-License-Identifier: BSD-3-Clause
//
// The card of the benches card_*, as the functional model of hw/emu: registers, memory and links with
// the interfaces of sim::Axil, sim::AxiMem and Ring, as far as the benches use them. All pages of
// all cards are opened by this one process. A register access takes effect, with all that it causes
// at the destination, in a random clock soon after it was begun; there are no cells, so nothing is
// under way between two clocks. Memory that a bench has unmapped is filled with a pattern: a write
// there is found when it is mapped or counted.

#ifndef RD_HW_SIM_EMU_CARD_H
#define RD_HW_SIM_EMU_CARD_H

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "btl_fpga/ring_nic_regs.h"
#include "sim.h"

extern "C" {
#include "base/param.h"
#include "btl_fpga/card.h"
void rd_emu_kill_link(struct rd_card *card, int node, int port);
// The parameters of a job have no effect here: memory is in the arenas, not in other processes.
int64_t rd_param_int(enum rd_param_id) { return 0; }
}

namespace native {

const bool MODEL = true;
const uint64_t ARENA_B = 64u << 20; // of each page; card_host.h places rings and regions in it

// The pages of one card.
struct Top {
	rd_card *page[RN_PAGE_N] = {};
	bool irq = false, rst = false;
	bool s_axil_awvalid = false, s_axil_wvalid = false, s_axil_arvalid = false; // the Verilog's only
};

inline uint64_t memory_of(const Top &top, int, int p) { return top.page[p]->arena_bus; }

// Registers of a card.
struct Bus {
	struct Response {
		bool write;
		uint32_t addr, data, resp;
	};
	enum { OKAY = 0 };

	Top *top;
	sim::Rng rng;
	uint32_t busy = 60;                         // percent of clocks in which an access may happen
	std::function<void(const Response &)> answered = [](const Response &) {};
	std::deque<Response> posted;

	Bus(Top *t, uint64_t seed) : top(t), rng(seed) {}

	void post_write(uint32_t addr, uint32_t data) { posted.push_back({true, addr, data, OKAY}); }
	void post_read(uint32_t addr) { posted.push_back({false, addr, 0, OKAY}); }
	bool idle() const { return posted.empty(); }
	void drive()
	{
		if (posted.empty() || !rng.chance(busy, 400))
			return;
		Response r = posted.front();
		uint32_t number = r.addr / RN_PAGE_BYTES;
		rd_card *card = top->page[number && number <= RN_PAGE_N ? number - 1 : 0];

		posted.pop_front();
		if (r.write)
			card->write(card, r.addr, r.data);
		else
			r.data = card->read(card, r.addr);
		answered(r);
	}
	void seen() {}
};

// The doorbell windows: a burst of another shape is no access to the model.
struct Window {
	struct Beat {
		uint64_t data;
		uint8_t strobe;
		uint32_t pause;
	};
	struct Burst {
		uint32_t addr;
		std::vector<Beat> beats;
		unsigned size = 3, type = 1;
	};
	enum { INCR = 1, FIXED = 0 };

	Top *top;
	sim::Rng rng;
	uint32_t busy = 100;
	std::deque<Burst> bursts;
	uint64_t words = 0;

	Window(Top *t, uint64_t seed) : top(t), rng(seed) {}

	static Burst whole(int page, unsigned index, const void *descriptor)
	{
		uint64_t word[8];
		Burst b;

		memcpy(word, descriptor, sizeof(word));
		b.addr = uint32_t(page) << 12 | index % RN_QUICK_N << 6;
		for (uint64_t w : word)
			b.beats.push_back({w, 0xff, 0});
		return b;
	}
	static bool is_whole(const Burst &b)
	{
		bool is = b.beats.size() == 8 && b.addr % 64 == 0 && b.size == 3 && b.type == INCR;

		for (const Beat &beat : b.beats)
			is = is && beat.strobe == 0xff && beat.pause < 8;
		return is;
	}
	void post(const Burst &b) { bursts.push_back(b); }
	void read(unsigned n) { words += n; }
	bool idle() const { return bursts.empty(); }
	void drive()
	{
		if (bursts.empty() || !rng.chance(busy, 400))
			return;
		Burst b = bursts.front();
		rd_card *card = top->page[b.addr >> 12];
		uint64_t word[8];

		bursts.pop_front();
		for (size_t i = 0; i < 8 && i < b.beats.size(); i++)
			word[i] = b.beats[i].data;
		if (is_whole(b))
			card->quick(card, uint16_t(b.addr >> 6 & 63), word);
	}
	void seen() {}
};

// Memory of a host: the arenas of its pages.
struct Memory {
	enum { PAGE = 4096, PATTERN = 0x5e };

	// Writes outside of mapped memory, found when they are counted.
	struct Strays {
		Memory *memory;
		operator uint64_t() const { return memory->count(); }
	};
	std::map<uint64_t, bool> pages;             // by address / PAGE: mapped; else filled with the pattern
	std::function<void(uint64_t addr, unsigned page)> seen; // not called
	uint32_t stall = 0, latency_min = 0, latency_span = 0;  // no effect
	bool deaf = false;                                      // likewise
	uint64_t words_read = 0;                                // stays 0
	uint64_t found = 0;
	Strays strays = {this};

	explicit Memory(uint64_t) {}
	Memory(const Memory &) = delete;

	static uint8_t *raw(uint64_t addr) { return reinterpret_cast<uint8_t *>(uintptr_t(addr)); }
	void map(uint64_t addr, uint64_t bytes, bool = false)
	{
		for (uint64_t a = addr / PAGE; a <= (addr + bytes - 1) / PAGE; a++) {
			check(a);
			pages[a] = true;
			memset(raw(a * PAGE), 0, PAGE);
		}
	}
	void fix(uint64_t, uint64_t, bool = true) {}
	void reset() {}
	void unmap(uint64_t addr, uint64_t bytes)
	{
		for (uint64_t a = addr / PAGE; a <= (addr + bytes - 1) / PAGE; a++) {
			pages[a] = false;
			memset(raw(a * PAGE), PATTERN, PAGE);
		}
	}
	uint8_t *at(uint64_t addr)
	{
		auto is = pages.find(addr / PAGE);

		return is != pages.end() && is->second ? raw(addr) : nullptr;
	}
	uint64_t word(uint64_t addr)
	{
		uint64_t value;

		memcpy(&value, at(addr), sizeof(value));
		return value;
	}
	void put(uint64_t addr, const void *from, uint64_t bytes) { memcpy(at(addr), from, bytes); }
	template<class T> void drive(T *) {}
	template<class T> void sample(T *) {}

private:
	void check(uint64_t a)
	{
		auto is = pages.find(a);
		bool written = false;

		if (is == pages.end() || is->second)
			return;
		for (int i = 0; i < PAGE; i++)
			written = written || raw(a * PAGE)[i] != PATTERN;
		found += written;
		if (written)
			memset(raw(a * PAGE), PATTERN, PAGE);
	}
	uint64_t count()
	{
		for (auto &page : pages)
			check(page.first);
		return found;
	}
};

// The ring.
struct Net {
	struct Wire {
		uint64_t cells = 0;
	};
	std::vector<Wire> right, left;              // stay 0
	enum { bits = 64 };

	std::vector<std::unique_ptr<Top>> nodes;
	uint64_t now = 0;
	int delay;

	Net(int n, int d, uint64_t) : right(n), left(n), delay(d)
	{
		rd_card_place place = {};

		place.fd = memfd_create("ring", 0);
		place.nodes = n;
		place.users = RN_PAGE_N;
		place.arena_bytes = ARENA_B;
		for (place.node = 0; place.node < n; place.node++) {
			nodes.emplace_back(new Top);
			for (place.page = 0; place.page < RN_PAGE_N; place.page++)
				if (rd_card_emu.open(&place, &nodes.back()->page[place.page])) {
					sim::ok(false, "the model opens page %d of card %d", place.page, place.node);
					exit(sim::done());
				}
		}
		close(place.fd);
	}
	~Net()
	{
		for (auto &node : nodes)
			for (rd_card *card : node->page)
				card->close(card);
	}
	int size() const { return int(nodes.size()); }
	Top &operator[](int i) { return *nodes[size_t(i)]; }
	void cut(int i, bool off = true)
	{
		if (off)
			rd_emu_kill_link((*this)[i].page[0], i, 1);
	}
	void stop(int, bool = true) {}
	void reset() {}
	void settle() {}
	void edge() { now++; }
};

} // namespace native

#endif
