// SPDX-License-Identifier: BSD-3-Clause
//
// The driver on every host of the ring (card_ring.h): sets pages, streams and groups up, serves
// interrupts, reads completions and the records of the receive rings and compares received data
// with sent data, appends descriptors and rings doorbells. card_software.h chooses data and
// destinations.

#ifndef RD_HW_SIM_CARD_DRIVER_H
#define RD_HW_SIM_CARD_DRIVER_H

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "card_group.h"
#include "card_host.h"
#include "card_ring.h"

namespace native {

enum { BARRIER_GROUP = 3 };
const unsigned SECRET = 0xbeef; // the key of all regions and registers

// The kind of a message, in the words that are free for software.
enum { PLAIN, WRITTEN };

// Sets cards up and serves them: all by registers, interrupts and memory.
struct Driver : Cards {
	std::vector<Group> groups;
	int cell_b = 0, slot_b = 0, msg_b = 0;              // as the cards report them, in bytes
	// State that hosts share outside of the ring: room, records seen.
	std::vector<unsigned> records;                      // on their way to each node
	std::map<std::pair<int, int>, unsigned> seen;       // by source, destination: messages seen
	uint64_t bytes = 0;                                 // compared
	uint64_t cookies = 0;                               // given out

	Driver(int n, int delay, uint64_t seed) : Cards(n, delay, seed), records(n) {}

	// --- Setting up, all by registers ---

	void open_page(Host &h, int p)
	{
		Page &page = h.page[p];
		const uint32_t rights[3] = {RN_REGION_ACCESS_READ_MASK, RN_REGION_ACCESS_REMOTE_WRITE_MASK, RN_REGION_ACCESS_WRITE_MASK};

		h.mem.map(page.send_base(), RN_DESCRIPTOR_BYTES << LG_SEND);
		h.mem.map(page.recv_base(), uint64_t(slot_b) << LG_RECV);
		h.mem.map(page.cpl_base(), RN_COMPLETION_BYTES << LG_CPL);
		h.pwr(p, RN_QUEUES_SEND_BASE_LO, uint32_t(page.send_base()));
		h.pwr(p, RN_QUEUES_SEND_BASE_HI, uint32_t(page.send_base() >> 32));
		h.pwr(p, RN_QUEUES_SEND_SIZE, LG_SEND);
		h.pwr(p, RN_QUEUES_RECV_BASE_LO, uint32_t(page.recv_base()));
		h.pwr(p, RN_QUEUES_RECV_BASE_HI, uint32_t(page.recv_base() >> 32));
		h.pwr(p, RN_QUEUES_RECV_SIZE, LG_RECV);
		h.pwr(p, RN_QUEUES_CPL_BASE_LO, uint32_t(page.cpl_base()));
		h.pwr(p, RN_QUEUES_CPL_BASE_HI, uint32_t(page.cpl_base() >> 32));
		h.pwr(p, RN_QUEUES_CPL_SIZE, LG_CPL);
		h.pwr(p, RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
		for (int r = SRC; r <= LAND; r++) {
			uint32_t at = RN_REGION_BASE_LO_STEP * r;

			h.mem.map(page.area(r), REGION_B);
			h.pwr(p, RN_REGION_BASE_LO + at, uint32_t(page.area(r)));
			h.pwr(p, RN_REGION_BASE_HI + at, uint32_t(page.area(r) >> 32));
			h.pwr(p, RN_REGION_LENGTH + at, REGION_B);
			h.pwr(p, RN_REGION_KEY_HIGH + RN_REGION_KEY_HIGH_STEP * r, 0);
			h.pwr(p, RN_REGION_ACCESS + at, SECRET << RN_REGION_ACCESS_KEY_LSB | rights[r]);
		}
		h.pwr(p, RN_PAGE_MASK, RN_PAGE_MASK_CQ_MASK | RN_PAGE_MASK_RQ_MASK);
		start("completions of card " + std::to_string(h.id), [&h, p, this] { completions(h, p); }, true);
	}
	void open_group(Host &h, const Group &g)
	{
		int m = g.member(h.id), n = int(g.nodes.size()), right = (n - 1) / 2;
		uint32_t at = RN_REDUCE_CTRL_STEP * g.number;

		if (m < 0)
			return;
		h.wr(RN_GREDUCE_OWNER + RN_GREDUCE_OWNER_STEP * g.number, RN_GREDUCE_OWNER_ON_MASK | g.page);
		h.pwr(g.page, RN_REDUCE_MEMBER + at, n | m << RN_REDUCE_MEMBER_INDEX_LSB);
		h.pwr(g.page, RN_REDUCE_TOWARD + at, g.nodes[m == 0 ? 0 : m <= right ? m - 1 : (m + 1) % n]);
		h.pwr(g.page, RN_REDUCE_CTRL + at, RN_REDUCE_CTRL_EN_MASK | (g.stream ? RN_REDUCE_CTRL_STREAM_MASK : 0)
			| (g.chain ? RN_REDUCE_CTRL_CHAIN_MASK : 0) | g.op << RN_REDUCE_CTRL_OP_LSB | g.type << RN_REDUCE_CTRL_TYPE_LSB
			| (g.beats - 1) << RN_REDUCE_CTRL_BEATS_LSB);
		expect(h.prd(g.page, RN_REDUCE_STATUS + at) & RN_REDUCE_STATUS_RUN_MASK, "card %d: group %d runs", h.id, g.number);
	}
	// The card's number and those of the ends of broadcasts; datelines.
	void place(Host &h)
	{
		int n = size(), i = h.id;

		h.wr(RN_NODE_PLACE, uint32_t(i) | uint32_t(n - 1) << RN_NODE_PLACE_LAST_LSB);
		h.wr(RN_NODE_WAYS, uint32_t((i + n / 2) % n) | uint32_t((i + n - (n - 1) / 2) % n) << RN_NODE_WAYS_BCAST_Y_LSB
			| RN_NODE_WAYS_EN_X_MASK | (n > 2 ? RN_NODE_WAYS_EN_Y_MASK : 0)
			| (i == n - 1 ? RN_NODE_WAYS_DATELINE_X_MASK : 0) | (i == 0 ? RN_NODE_WAYS_DATELINE_Y_MASK : 0));
	}
	// The card has its place, its links work.
	void join(Host &h)
	{
		int i = h.id;

		expect(h.rd(RN_IDENT_ID) == RN_IDENT_ID_RESET && h.rd(RN_IDENT_TABLE) == RN_IDENT_TABLE_RESET, "card %d: identity", i);
		expect((h.rd(RN_IDENT_CAPS) & RN_IDENT_CAPS_WIDTH_MASK) == uint32_t(W), "card %d: width", i);
		place(h);
		for (int port = 0; port < 2; port++)
			while (!(h.rd(RN_NODE_LINK + RN_NODE_LINK_STEP * port) & RN_NODE_LINK_UP_MASK))
				sleep(100);
		uint32_t shape = h.rd(RN_DMA_SHAPE);

		cell_b = (shape & RN_DMA_SHAPE_CELL_B_MASK) >> RN_DMA_SHAPE_CELL_B_LSB;
		slot_b = 1 << ((shape & RN_DMA_SHAPE_SLOT_LG_MASK) >> RN_DMA_SHAPE_SLOT_LG_LSB);
		msg_b = (shape & RN_DMA_SHAPE_MSG_B_MASK) >> RN_DMA_SHAPE_MSG_B_LSB;
	}
	void set_up(Host &h)
	{
		int n = size(), i = h.id, left = n > 2 ? n / 2 : i;

		join(h);
		for (int p : {BULK, VECTOR, COPY})
			open_page(h, p);
		for (auto &g : groups)
			open_group(h, g);
		h.wr(RN_GROUP_CONFIG + RN_GROUP_CONFIG_STEP * BARRIER_GROUP, RN_GROUP_CONFIG_ENABLE_MASK
			| SYNC << RN_GROUP_CONFIG_PAGE_LSB | left << RN_GROUP_CONFIG_LEFT_LSB | (n - 1 - left) << RN_GROUP_CONFIG_RIGHT_LSB);
		h.pwr(SYNC, RN_PAGE_MASK, RN_PAGE_MASK_BARRIER_MASK | RN_PAGE_MASK_REDUCE_MASK);
		h.pwr(ATOMIC, RN_PAGE_MASK, RN_PAGE_MASK_FE_MASK);
		h.pwr(ATOMIC, RN_FE_KEYS, SECRET << RN_FE_KEYS_NEED_LSB | SECRET << RN_FE_KEYS_OURS_LSB);
		start("interrupts of card " + std::to_string(i), [&h, this] { interrupts(h); }, true);
	}

	// --- Operations of a driver ---

	void interrupts(Host &h)
	{
		for (;;) {
			until([&] { return bool(ring[h.id].irq); });
			uint32_t pages = h.rd(RN_IDENT_IRQ) & RN_IDENT_IRQ_PAGE_MASK;

			h.interrupts++;
			for (int p = 0; p < RN_PAGE_N; p++)
				if (pages >> p & 1) {
					uint32_t events = h.prd(p, RN_PAGE_EVENT);

					h.pwr(p, RN_PAGE_EVENT, events);
					h.page[p].events |= events;
				}
		}
	}
	void completions(Host &h, int p)
	{
		for (;;) {
			uint32_t came = h.take(p, RN_PAGE_EVENT_CQ_MASK | RN_PAGE_EVENT_RQ_MASK);
			unsigned cpl = h.page[p].cpl, recv = h.page[p].recv;

			if (came & RN_PAGE_EVENT_CQ_MASK)
				while (completion(h, p))
					;
			if (cpl != h.page[p].cpl)
				h.pwr(p, RN_QUEUES_CPL_CONSUMER, h.page[p].cpl & 0xffff);
			if (came & RN_PAGE_EVENT_RQ_MASK)
				while (record(h, p))
					;
			if (recv != h.page[p].recv) {
				unsigned now = h.page[p].recv;

				h.pwr(p, RN_QUEUES_RECV_CONSUMER, now & 0xffff);
				records[h.id] -= now - recv;
			}
		}
	}
	bool completion(Host &h, int p)
	{
		Page &page = h.page[p];
		uint64_t at = page.cpl_base() + RN_COMPLETION_BYTES * (page.cpl & ((1 << LG_CPL) - 1));
		uint64_t what = h.mem.word(at + RN_COMPLETION_WHAT), cookie = h.mem.word(at + RN_COMPLETION_COOKIE);
		unsigned kind = what & RN_COMPLETION_WHAT_KIND_MASK, status = (what & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB;
		int tag = int((what & RN_COMPLETION_WHAT_TAG_MASK) >> RN_COMPLETION_WHAT_TAG_LSB);

		if (bool(what & RN_COMPLETION_WHAT_PHASE_MASK) != !(page.cpl >> LG_CPL & 1))
			return false;
		expect((what >> RN_COMPLETION_WHAT_INDEX_LSB & 0xffff) == (page.cpl & 0xffff), "card %d page %d: completion %u", h.id, p, page.cpl);
		page.cpl++;
		if (kind == RN_COMPLETION_KIND_RETURNED) {
			page.returned.push_back(what);
			return true;
		}
		if (kind == RN_COMPLETION_KIND_REFUSED) {
			page.refused.push_back(what);
			page.refused_at.push_back(cookie);
			return true;
		}
		expect(status == RN_DMA_STATUS_OK, "card %d page %d: completion of kind %u, status %u", h.id, p, kind, status);
		if (kind == RN_COMPLETION_KIND_SEND) {
			if (expect(!page.open.empty() && page.open.front() == cookie, "card %d page %d: completion %llx", h.id, p,
				(unsigned long long)cookie))
				page.open.pop_front();
		} else if (kind == RN_COMPLETION_KIND_STREAM) {
			expect(cookie == uint64_t(tag), "card %d page %d: stream %d ends with cookie %llu", h.id, p, tag, (unsigned long long)cookie);
			stream(h, p, tag);
		} else if (expect(kind == RN_COMPLETION_KIND_REDUCE && page.reductions.count(cookie), "card %d page %d: kind %u", h.id, p, kind)) {
			page.reductions[cookie] = true;
		}
		return true;
	}
	void same(Host &h, uint64_t at, uint64_t what, uint64_t first, uint64_t n, const char *name)
	{
		for (uint64_t i = 0; i < n; i++)
			if (!expect(*h.mem.at(at + i) == content(what, first + i), "card %d: byte %llu of %llu of a %s is wrong", h.id,
				(unsigned long long)i, (unsigned long long)n, name))
				break;
		bytes += n;
	}
	uint64_t land(Host &h, int p, int tag) { return h.page[p].area(LAND) + (tag & 7) * 2 * AREA_B + (tag & 7); }
	void stream(Host &h, int p, int tag)
	{
		auto found = h.page[p].streams.find(tag);

		if (!expect(found != h.page[p].streams.end(), "card %d page %d: stream %d ended unasked", h.id, p, tag))
			return;
		same(h, land(h, p, tag), found->second.first, 0, found->second.second, "stream");
		h.page[p].streams.erase(found);
	}
	// Opens stream `tag` for `length` bytes of the data with number `what`, from this page of another node.
	void arm(Host &h, int p, int tag, int source, uint64_t what, uint32_t length)
	{
		uint32_t at = RN_STREAM_CONTROL_STEP * (tag & 7);

		h.page[p].streams[tag] = {what, length};
		h.pwr(p, RN_STREAM_OFFSET_LO + at, uint32_t(land(h, p, tag) - h.page[p].area(LAND)));
		h.pwr(p, RN_STREAM_OFFSET_HI + at, LAND << RN_STREAM_OFFSET_HI_REGION_LSB | p << RN_STREAM_OFFSET_HI_PAGE_LSB | source << RN_STREAM_OFFSET_HI_SOURCE_LSB);
		h.pwr(p, RN_STREAM_LENGTH_LO + at, length);
		h.pwr(p, RN_STREAM_LENGTH_HI + at, 0);
		h.pwr(p, RN_STREAM_COOKIE + at, tag);
		h.pwr(p, RN_STREAM_CONTROL + at, RN_STREAM_CONTROL_ARMED_MASK);
	}
	// A record of the receive ring. User's bits: {bytes of the message[31:16], number[15:8], kind[7:0]}.
	bool record(Host &h, int p)
	{
		Page &page = h.page[p];
		uint64_t end = page.recv_base() + uint64_t(slot_b) * ((page.recv & ((1 << LG_RECV) - 1)) + 1);
		uint64_t head = h.mem.word(end - 16), what = h.mem.word(end - 8);
		uint32_t n = head & RN_MSG_HEAD_BYTES_MASK, kind = head >> 8 & 255, number = head >> 16 & 255, whole = head >> 24 & 0xffff;
		int source = int((what & RN_MSG_WHAT_SOURCE_MASK) >> RN_MSG_WHAT_SOURCE_LSB);
		uint64_t at = end - 16 - (n + 7) / 8 * 8;

		if (bool(what & RN_MSG_WHAT_PHASE_MASK) != !(page.recv >> LG_RECV & 1))
			return false;
		page.recv++;
		auto &coming = h.message[source];
		expect(number == (coming.first & 255), "card %d: message %u from %d, expected %llu", h.id, number, source,
			(unsigned long long)coming.first);
		if (kind == PLAIN) {
			same(h, at, uint64_t(source) << 32 | number, coming.second, n, "message");
			coming.second += n;
		} else {
			written(h, source, number, at);
			coming.second = whole;
		}
		expect(coming.second <= whole, "card %d: a message of %u bytes has %llu", h.id, whole, (unsigned long long)coming.second);
		if (coming.second >= whole) {
			coming = {coming.first + 1, 0};
			seen[{source, h.id}]++;
		}
		return true;
	}
	// The record describes the write before it:
	// {offset, bytes of a block[31:0] and blocks[63:32], stride}.
	void written(Host &h, int source, uint32_t number, uint64_t at)
	{
		uint64_t offset = h.mem.word(at), length = uint32_t(h.mem.word(at + 8)), blocks = h.mem.word(at + 8) >> 32, stride = h.mem.word(at + 16);

		if (!expect(offset + blocks * std::max(length, stride) < REGION_B, "card %d: a message from %d tells of no write", h.id, source))
			return;
		for (uint64_t b = 0; b < blocks; b++)
			same(h, h.page[BULK].area(DST) + offset + b * stride, uint64_t(source) << 32 | 0x10000 | number, b * length, length, "write");
	}

	// --- Descriptors ---

	// Where in SRC the data of the next descriptor are to stand.
	uint64_t area(Host &h, int p) { return (h.page[p].send % OPEN_N) * AREA_B; }
	// Appends to the send ring; room is the caller's business.
	void post(Host &h, int p, Desc d)
	{
		Page &page = h.page[p];

		d.cookie = ++cookies;
		if (d.op != RN_DMA_OP_REDUCE)
			page.open.push_back(d.cookie);
		else
			page.reductions[d.cookie] = false;
		h.mem.put(page.send_base() + RN_DESCRIPTOR_BYTES * (page.send & ((1 << LG_SEND) - 1)), d.words().data(), 64);
		page.send++;
	}
	void doorbell(Host &h, int p) { h.pwr(p, RN_QUEUES_SEND_PRODUCER, h.page[p].send & 0xffff); }
	// Until there is.
	void room(Host &h, int p)
	{
		until([&h, p] { return h.page[p].open.size() < OPEN_N - 1; });
	}
};

} // namespace native

#endif
