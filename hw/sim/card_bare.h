// SPDX-License-Identifier: BSD-3-Clause
//
// A page of a card that a test drives step by step: no driver reads its completions or its receive
// ring (card_driver.h), so rings can be left to fill up, indices can be wrong, and the page can be
// turned off in the middle of anything.

#ifndef RD_HW_SIM_CARD_BARE_H
#define RD_HW_SIM_CARD_BARE_H

#include <cstdint>
#include <string>

#include "card_driver.h"

namespace native {

inline unsigned status_of(uint64_t what) { return unsigned((what & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB); }
inline unsigned kind_of(uint64_t what) { return unsigned(what & RN_COMPLETION_WHAT_KIND_MASK); }
inline uint64_t write_head(unsigned key, unsigned region, uint64_t offset)
{
	return uint64_t(key & 0xffff) << RN_WRITE_HEAD_ADDRESS_KEY_LSB | uint64_t(region) << RN_WRITE_HEAD_ADDRESS_REGION_LSB | offset;
}

// Whether `n` bytes at `at` are those of data number `number`, from byte `first` on.
inline bool holds(Host &h, uint64_t at, uint64_t number, uint64_t n, uint64_t first = 0)
{
	for (uint64_t i = 0; i < n; i++)
		if (*h.mem.at(at + i) != content(number, first + i))
			return false;
	return true;
}
inline void fill(Host &h, uint64_t at, uint64_t number, uint64_t n, uint64_t first = 0)
{
	for (uint64_t i = 0; i < n; i++)
		*h.mem.at(at + i) = content(number, first + i);
}

struct Bare {
	Driver &bench;
	Host &host;
	int p;
	unsigned send = 0, cpl = 0, recv = 0;       // indices
	int lg_send = 8, lg_cpl = 8, lg_recv = 4;

	Bare(Driver &b, int node, int page) : bench(b), host(b.host(node)), p(page) {}

	uint32_t rd(uint32_t at) { return host.prd(p, at); }
	void wr(uint32_t at, uint32_t value) { host.pwr(p, at, value); }
	bool stopped() { return rd(RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK; }
	uint64_t area(int region) { return host.page[p].area(region); }
	uint64_t send_bytes() { return uint64_t(RN_DESCRIPTOR_BYTES) << lg_send; }
	uint64_t recv_bytes() { return uint64_t(bench.slot_b) << lg_recv; }
	uint64_t cpl_bytes() { return uint64_t(RN_COMPLETION_BYTES) << lg_cpl; }

	void map()
	{
		host.mem.map(host.page[p].send_base(), send_bytes());
		host.mem.map(host.page[p].recv_base(), recv_bytes());
		host.mem.map(host.page[p].cpl_base(), cpl_bytes());
		for (int r = SRC; r <= LAND; r++)
			host.mem.map(area(r), REGION_B);
	}
	// All memory of the page belongs to another page from now on.
	void unmap()
	{
		host.mem.unmap(host.page[p].send_base(), send_bytes());
		host.mem.unmap(host.page[p].recv_base(), recv_bytes());
		host.mem.unmap(host.page[p].cpl_base(), cpl_bytes());
		for (int r = SRC; r <= LAND; r++)
			host.mem.unmap(area(r), REGION_B);
	}
	void base(uint32_t at, uint64_t value)
	{
		wr(at, uint32_t(value));
		wr(at + 4, uint32_t(value >> 32));
	}
	void rings()
	{
		base(RN_QUEUES_SEND_BASE_LO, host.page[p].send_base());
		wr(RN_QUEUES_SEND_SIZE, lg_send);
		base(RN_QUEUES_RECV_BASE_LO, host.page[p].recv_base());
		wr(RN_QUEUES_RECV_SIZE, lg_recv);
		base(RN_QUEUES_CPL_BASE_LO, host.page[p].cpl_base());
		wr(RN_QUEUES_CPL_SIZE, lg_cpl);
		wr(RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
		send = cpl = recv = 0;
	}
	void region(int r, unsigned key)
	{
		const uint32_t rights[3] = {RN_REGION_ACCESS_READ_MASK, RN_REGION_ACCESS_REMOTE_WRITE_MASK, RN_REGION_ACCESS_WRITE_MASK};
		uint32_t at = RN_REGION_BASE_LO_STEP * r;

		base(RN_REGION_BASE_LO + at, area(r));
		wr(RN_REGION_LENGTH + at, REGION_B);
		wr(RN_REGION_KEY_HIGH + RN_REGION_KEY_HIGH_STEP * r, key >> 16);
		wr(RN_REGION_ACCESS + at, key << RN_REGION_ACCESS_KEY_LSB | rights[r]);
	}
	void on(unsigned key)
	{
		map();
		rings();
		for (int r = SRC; r <= LAND; r++)
			region(r, key);
	}
	void stop()
	{
		wr(RN_QUEUES_CONTROL, 0);
		while (!stopped())
			bench.sleep(7);
	}
	void open(unsigned key)
	{
		stop();
		on(key);
	}

	// --- Sending ---

	void post(const uint64_t *words)
	{
		host.mem.put(host.page[p].send_base() + RN_DESCRIPTOR_BYTES * (send & ((1u << lg_send) - 1)), words, RN_DESCRIPTOR_BYTES);
		send++;
	}
	void post(const Desc &d) { post(d.words().data()); }
	// A completion comes only when it fails.
	void post_quiet(const Desc &d)
	{
		auto words = d.words();

		words[0] &= ~uint64_t(RN_DESCRIPTOR_CTL_COMPLETE_MASK | RN_DESCRIPTOR_CTL_EVENT_MASK);
		post(words.data());
	}
	// The descriptor at an index of the ring.
	const void *words(unsigned index)
	{
		return host.mem.at(host.page[p].send_base() + RN_DESCRIPTOR_BYTES * (index & ((1u << lg_send) - 1)));
	}
	void bell() { wr(RN_QUEUES_SEND_PRODUCER, send & 0xffff); }
	unsigned under_way() { return (send - rd(RN_QUEUES_SEND_CONSUMER)) & 0xffff; }
	void await_sent()
	{
		while (under_way())
			bench.sleep(50);
	}
	Desc write(int node, uint64_t head, uint32_t length, uint8_t byte)
	{
		Desc d;

		d.op = RN_DMA_OP_WRITE;
		d.dest = node;
		d.length = length;
		d.remote = head;
		d.inlined = length <= sizeof(d.data);
		memset(d.data, byte, sizeof(d.data));
		d.cookie = 1;
		return d;
	}
	Desc message(int node, int page, uint64_t user, uint64_t word)
	{
		Desc d;

		d.op = RN_DMA_OP_MSG;
		d.dest = node;
		d.tag = page;
		d.length = 8;
		d.inlined = true;
		d.remote = user << RN_MSG_HEAD_USER_LSB;
		memcpy(d.data, &word, 8);
		d.cookie = 1;
		return d;
	}

	// --- Completions and records ---

	bool poll(uint64_t &what, uint64_t &cookie)
	{
		uint64_t at = host.page[p].cpl_base() + RN_COMPLETION_BYTES * (cpl & ((1u << lg_cpl) - 1));

		what = host.mem.word(at + RN_COMPLETION_WHAT);
		cookie = host.mem.word(at + RN_COMPLETION_COOKIE);
		if (bool(what & RN_COMPLETION_WHAT_PHASE_MASK) != !(cpl >> lg_cpl & 1))
			return false;
		cpl++;
		return true;
	}
	// Reads all completions; how many of a kind were there, and the last of them.
	unsigned drain(unsigned kind = 0, uint64_t *last = nullptr)
	{
		uint64_t what, cookie;
		unsigned n = 0;

		while (poll(what, cookie)) {
			n += kind_of(what) == kind;
			if (last && kind_of(what) == kind)
				*last = what;
		}
		wr(RN_QUEUES_CPL_CONSUMER, cpl & 0xffff);
		return n;
	}
	// The next record of the receive ring.
	bool record(uint64_t &head, uint64_t &what, uint64_t &word)
	{
		uint64_t end = host.page[p].recv_base() + uint64_t(bench.slot_b) * ((recv & ((1u << lg_recv) - 1)) + 1);

		what = host.mem.word(end - 8);
		head = host.mem.word(end - 16);
		word = host.mem.word(end - 24);
		if (bool(what & RN_MSG_WHAT_PHASE_MASK) != !(recv >> lg_recv & 1))
			return false;
		recv++;
		return true;
	}
};

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

// ---- Benches that are lists of tests ----

struct Test {
	const char *name;
	void (*run)(Driver &);
	const char *not_in_model; // why; nullptr: it is for the model as well
};

// All tests, or that of the setting only=NAME.
template<size_t N> void run_tests(Driver &b, const Test (&tests)[N])
{
	std::string only = sim::text("only");

	for (const Test &test : tests)
		if (!only.empty() && only != test.name)
			continue;
		else if (MODEL && test.not_in_model)
			sim::diag("%s is not for the model: %s", test.name, test.not_in_model);
		else
			test.run(b);
}

} // namespace native

#endif
