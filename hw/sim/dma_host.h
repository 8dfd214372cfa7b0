// SPDX-License-Identifier: BSD-3-Clause
//
// The host of a DMA engine: opens pages, regions and streams, reads completions and records and
// matches each with the expected events of its page, waits until no page expects any more, and
// compares every byte of both memories with the expected memory. Works on the cards of dma_card.h;
// independent of the kinds of operations.

#ifndef RD_HW_SIM_DMA_HOST_H
#define RD_HW_SIM_DMA_HOST_H

#include <cstring>
#include <set>

#include "dma_card.h"

namespace dma {

// ---- Setting up ---------------------------------------------------------------------------------

inline void fill(Card *c, uint64_t addr, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes; i++)
		*c->mem.at(addr + i) = uint8_t(dice->next());
}

inline void open_region(Card *c, int p, int r, uint32_t rights)
{
	PageModel &m = c->page[p];
	uint32_t at = r * RN_REGION_BASE_LO_STEP;

	wr(c, p, RN_REGION_BASE_LO + at, uint32_t(m.base[r]));
	wr(c, p, RN_REGION_BASE_HI + at, uint32_t(m.base[r] >> 32));
	wr(c, p, RN_REGION_LENGTH + at, uint32_t(m.size[r]));
	wr(c, p, RN_REGION_KEY_HIGH + 4 * r, 0);
	wr(c, p, RN_REGION_ACCESS + at, uint32_t(m.key) << 16 | rights);
}

const uint32_t READ = RN_REGION_ACCESS_READ_MASK, WRITE = RN_REGION_ACCESS_WRITE_MASK,
	REMOTE = RN_REGION_ACCESS_REMOTE_WRITE_MASK;

inline void set_base(Card *c, int p, uint32_t low, uint64_t base)
{
	wr(c, p, low, uint32_t(base));
	wr(c, p, low + 4, uint32_t(base >> 32));
	expect(rd(c, p, low) == uint32_t(base) && rd(c, p, low + 4) == uint32_t(base >> 32), "register %03x reads back", low);
}

inline void turn_on(Card *c, int p)
{
	PageModel &m = c->page[p];

	set_base(c, p, RN_QUEUES_SEND_BASE_LO, m.send_base);
	wr(c, p, RN_QUEUES_SEND_SIZE, LG_SEND);
	set_base(c, p, RN_QUEUES_RECV_BASE_LO, m.recv_base);
	wr(c, p, RN_QUEUES_RECV_SIZE, LG_RECV);
	set_base(c, p, RN_QUEUES_CPL_BASE_LO, m.cpl_base);
	wr(c, p, RN_QUEUES_CPL_SIZE, LG_CPL);
	for (int i = 0; i < 1 << LG_CPL; i++)
		memset(c->mem.at(m.cpl_base + 32 * i), 0, 32);
	for (int i = 0; i < 1 << LG_RECV; i++)
		memset(c->mem.at(m.recv_base + slot_b * i), 0, slot_b);
	m.send_prod = m.recv_cons = m.cpl_cons = m.recv_told = m.cpl_told = 0;
	wr(c, p, RN_QUEUES_CONTROL, 1);
	expect(rd(c, p, RN_QUEUES_CONTROL) == 1, "page %d is on", p);
	open_region(c, p, SRC, READ);
	open_region(c, p, DST, REMOTE);
	open_region(c, p, LAND, WRITE);
	open_region(c, p, BROKEN, READ | WRITE | REMOTE);
	expect(rd(c, p, RN_REGION_ACCESS + 16 * DST) == (uint32_t(m.key) << 16 | REMOTE), "region reads back");
	expect(rd(c, p, RN_REGION_BASE_HI + 16 * DST) == uint32_t(m.base[DST] >> 32), "base reads back");
}

// Lets all senders in again that the page has barred.
inline void admit_all(Card *c, int p)
{
	for (auto &one : c->page[p].wrong)
		wr(c, p, RN_REGION_ADMIT, one.first.first << RN_REGION_ADMIT_NODE_LSB | one.first.second << RN_REGION_ADMIT_PAGE_LSB);
	c->page[p].wrong.clear();
}

// Settings of a stream; `sender`: page of the node `source`.
struct StreamSetting {
	int source, sender, region;
	uint64_t offset, length;
	uint32_t cookie;
};

inline void set_stream(Card *c, int tag, const StreamSetting &s)
{
	int p = tag >> 3;
	uint32_t at = (tag & 7) * RN_STREAM_CONTROL_STEP;

	wr(c, p, RN_STREAM_OFFSET_LO + at, uint32_t(s.offset));
	wr(c, p, RN_STREAM_OFFSET_HI + at, uint32_t(s.offset >> 32) | s.region << 8 | s.sender << RN_STREAM_OFFSET_HI_PAGE_LSB | s.source << 16);
	wr(c, p, RN_STREAM_LENGTH_LO + at, uint32_t(s.length));
	wr(c, p, RN_STREAM_LENGTH_HI + at, 0);
	wr(c, p, RN_STREAM_COOKIE + at, s.cookie);
}

// False: there is no place for its completion.
inline bool arm_stream(Card *c, int tag)
{
	uint32_t at = RN_STREAM_CONTROL + (tag & 7) * RN_STREAM_CONTROL_STEP;

	wr(c, tag >> 3, at, 1);
	return rd(c, tag >> 3, at) == 1;
}

inline void prepare(Card *c)
{
	for (int p = 0; p < PAGES; p++) {
		PageModel &m = c->page[p];
		uint64_t here = (dice->next() & 0x0000ffffull) << 36 | uint64_t(p + 1) << 28;

		m.key = uint16_t(dice->next());
		m.send_base = here;
		m.recv_base = here + 0x100000;
		m.cpl_base = here + 0x200000;
		c->mem.map(m.send_base, 64 << LG_SEND);
		c->mem.map(m.recv_base, uint64_t(slot_b) << LG_RECV);
		c->mem.map(m.cpl_base, 32 << LG_CPL);
		for (int r = 0; r < 5; r++) {
			m.size[r] = REGION_B + dice->below(100);
			m.base[r] = here + 0x1000000 * (r + 1) + 8 * dice->below(1000) + 64;
			c->mem.map(m.base[r] - 64, m.size[r] + 128, r == BROKEN);
			if (r != BROKEN)
				fill(c, m.base[r] - 64, m.size[r] + 128);
		}
		turn_on(c, p);
	}
	c->want.pages = c->mem.pages;
}

// ---- Reads records and completions --------------------------------------------------------------

inline void host_cpl(Card *c, int p)
{
	PageModel &m = c->page[p];
	uint64_t at = m.cpl_base + 32 * (m.cpl_cons & ((1 << LG_CPL) - 1));
	uint64_t what = c->mem.word(at + RN_COMPLETION_WHAT);
	bool phase = !(m.cpl_cons >> LG_CPL & 1);
	Done got;

	if (bool(what >> 63) != phase)
		return;
	got = {int(what & 15), int(what >> 8 & 15), int(what >> 16 & 0x3ff), int(what >> 26 & 63),
		c->mem.word(at + RN_COMPLETION_COOKIE), false};
	expect((what >> 32 & 0xffff) == m.cpl_cons, "completion number %u", m.cpl_cons);
	m.cpl_cons++;
	m.completions++;
	m.error_told = m.error_told || got.status == RN_DMA_STATUS_WRITE_ERROR;
	if (got.kind == RN_COMPLETION_KIND_SEND) {
		if (!expect(!m.sends.empty(), "card %d page %d: completion of nothing, cookie %llx status %d", c->id, p,
				(unsigned long long)got.cookie, got.status))
			return;
		Done d = m.sends.front();

		m.sends.pop_front();
		expect(d.cookie == got.cookie && d.status == got.status,
			"card %d page %d: completion %llx status %d, wanted %llx status %d", c->id, p, (unsigned long long)got.cookie,
			got.status, (unsigned long long)d.cookie, d.status);
	} else if (got.kind == RN_COMPLETION_KIND_STREAM) {
		auto found = m.streams.find(got.tag);

		if (!expect(found != m.streams.end(), "card %d page %d: stream %d done, status %d", c->id, p, got.tag, got.status))
			return;
		Done d = found->second;

		expect(got.cookie == d.cookie && got.source == d.source, "stream %d: cookie, source", got.tag);
		// The first completion after a failed write tells of it, whose ever the write was.
		bool told = d.status == RN_DMA_STATUS_WRITE_ERROR && got.status == RN_DMA_STATUS_OK && m.error_told;

		expect(got.status == d.status || told
				|| (d.or_write_error && m.hit_broken && got.status == RN_DMA_STATUS_WRITE_ERROR),
			"card %d page %d stream %d: status %d, wanted %d", c->id, p, got.tag, got.status, d.status);
		m.streams.erase(found);
	} else if (got.kind == RN_COMPLETION_KIND_REFUSED) {
		for (size_t i = 0; i < m.refusals.size(); i++) {
			const Done &d = m.refusals[i];

			if (d.status == got.status && d.cookie == got.cookie && d.tag == got.tag && d.source == got.source) {
				m.refusals.erase(m.refusals.begin() + i);
				m.refusals_told++;
				return;
			}
		}
		expect(false, "card %d page %d: refusal status %d tag %d cookie %llx", c->id, p, got.status, got.tag,
			(unsigned long long)got.cookie);
	} else if (got.kind == RN_COMPLETION_KIND_RETURNED) {
		m.returned++;
		expect(any_returns || (m.returns.count(got.cookie) && got.status == int(got.cookie >> 8 & 15)),
			"card %d page %d: notice %llx status %d", c->id, p, (unsigned long long)got.cookie, got.status);
	} else if (got.kind == RN_COMPLETION_KIND_REDUCE) {
		auto found = m.reductions.find(got.cookie);

		if (!expect(found != m.reductions.end(), "card %d page %d: reduction %llx done", c->id, p,
				(unsigned long long)got.cookie))
			return;
		expect(got.status == found->second.status
				|| (found->second.or_write_error && m.hit_broken && got.status == RN_DMA_STATUS_WRITE_ERROR),
			"card %d page %d: reduction status %d, wanted %d", c->id, p, got.status, found->second.status);
		m.reductions.erase(found);
	} else {
		expect(false, "completion of kind %d", got.kind);
	}
}

inline void host_recv(Card *c, int p)
{
	PageModel &m = c->page[p];
	uint64_t end = m.recv_base + uint64_t(slot_b) * ((m.recv_cons & ((1 << LG_RECV) - 1)) + 1);
	uint64_t what = c->mem.word(end - 8), head = c->mem.word(end - 16);
	bool phase = !(m.recv_cons >> LG_RECV & 1);
	uint32_t bytes = head & 0xff;

	if (bool(what >> 63) != phase)
		return;
	expect((what >> 48 & 0x7fff) == 0 && (what & 0xffff) == 0, "unused bits of a record are 0: %llx", (unsigned long long)what);
	expect((what >> 32 & 0xffff) == m.recv_cons, "record number %u", m.recv_cons);
	m.recv_cons++;
	m.messages++;
	// The sender's page stands in the user's bits.
	auto &queue = m.records[{int(what >> 16 & 0x3ff), int(head >> 8 & 7)}];

	if (!expect(!queue.empty(), "card %d page %d: record of %u bytes from nobody", c->id, p, bytes))
		return;
	Record r = queue.front();

	queue.pop_front();
	m.expected_records--;
	expect(head >> 8 == r.user, "user's bits %llx, wanted %llx", (unsigned long long)(head >> 8), (unsigned long long)r.user);
	expect(int(what >> 26 & 63) == r.tag, "tag of the record");
	if (!expect(bytes == r.data.size(), "record of %u bytes, wanted %zu", bytes, r.data.size()))
		return;
	uint64_t data = end - 16 - (bytes + 7) / 8 * 8;

	for (uint32_t i = 0; i < bytes; i++)
		expect(*c->mem.at(data + i) == r.data[i], "byte %u of a record", i);
	if (r.seen)
		r.seen();
}

inline void host()
{
	for (Card *c : card)
		for (int p = 0; p < PAGES; p++) {
			PageModel &m = c->page[p];

			if (!m.polled)
				continue;
			host_cpl(c, p);
			host_recv(c, p);
			if (m.cpl_told != m.cpl_cons && dice->chance(1, 200))
				wr(c, p, RN_QUEUES_CPL_CONSUMER, m.cpl_told = m.cpl_cons);
			if (m.recv_told != m.recv_cons && dice->chance(1, 200))
				wr(c, p, RN_QUEUES_RECV_CONSUMER, m.recv_told = m.recv_cons);
		}
}

// ---- Is all as it has to be? --------------------------------------------------------------------

inline bool quiet()
{
	for (Card *c : card) {
		for (auto &queue : c->results)
			if (!queue.empty())
				return false;
		if (!c->in.empty() || !c->out.empty() || !c->filling.empty() || !c->mem.idle())
			return false;
		for (PageModel &m : c->page)
			if (!m.sends.empty() || !m.streams.empty() || !m.reductions.empty() || m.expected_records)
				return false;
	}
	return true;
}

// An event for each record; none of completions without one.
inline void events()
{
	for (Card *c : card)
		for (int p = 0; p < PAGES; p++) {
			const PageModel &m = c->page[p];

			expect(m.rq_events == m.messages && m.cq_events <= m.completions, "card %d page %d: %d events of %d records, %d of %d completions",
				c->id, p, m.rq_events, m.messages, m.cq_events, m.completions);
		}
}

inline bool settle(uint64_t limit)
{
	uint64_t end = clocks + limit;
	int rest = 0;

	while (clocks < end && rest < 300) {
		step();
		host();
		rest = quiet() ? rest + 1 : 0;
	}
	if (rest >= 300 && !any_returns)
		events();
	return rest >= 300;
}

inline void wrong_byte(Card *c, uint64_t addr, int got, int wanted)
{
	for (int p = 0; p < PAGES; p++)
		for (int r = 0; r < 5; r++)
			if (addr + 64 >= c->page[p].base[r] && addr < c->page[p].base[r] + c->page[p].size[r] + 64)
				sim::diag("card %d page %d region %d offset %lld is %02x, wanted %02x", c->id, p, r,
					(long long)(addr - c->page[p].base[r]), got, wanted);
}

inline void compare()
{
	for (Card *c : card) {
		std::set<uint64_t> rings;
		uint64_t bad = 0;

		for (PageModel &m : c->page) {
			for (uint64_t a = 0; a < 64 << LG_SEND; a += 4096)
				rings.insert((m.send_base + a) / 4096);
			for (uint64_t a = 0; a < uint64_t(slot_b) << LG_RECV; a += 4096)
				rings.insert((m.recv_base + a) / 4096);
			for (uint64_t a = 0; a < 32 << LG_CPL; a += 4096)
				rings.insert((m.cpl_base + a) / 4096);
		}
		for (auto &entry : c->want.pages) {
			if (rings.count(entry.first))
				continue;
			auto &got = c->mem.pages[entry.first];

			if (memcmp(got.byte.data(), entry.second.byte.data(), 4096) == 0)
				continue;
			for (int i = 0; i < 4096; i++)
				if (got.byte[i] != entry.second.byte[i] && bad++ < sim::setting("show", 2))
					wrong_byte(c, entry.first * 4096 + i, got.byte[i], entry.second.byte[i]);
		}
		expect(bad == 0, "card %d: %llu bytes of memory are wrong", c->id, (unsigned long long)bad);
	}
}

} // namespace dma

#endif
