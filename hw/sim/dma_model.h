// SPDX-License-Identifier: BSD-3-Clause
//
// Descriptors of the DMA engine and their effects: give() posts one and enters its effects in the
// model: bytes in the expected memories, completions, records, refusals. The caller chooses the
// descriptors: dma_work.h at random, dma.cpp one case at a time.

#ifndef RD_HW_SIM_DMA_MODEL_H
#define RD_HW_SIM_DMA_MODEL_H

#include <algorithm>
#include <functional>
#include <vector>

#include "dma_card.h"

namespace dma {

struct Desc {
	int op = 0, dest = 0, tag = 0, region = SRC;
	bool chain = false, complete = true, event = false, inlined = false;
	uint32_t length = 0, blocks = 1;
	uint64_t cookie = 0, remote = 0, offset = 0, lstride = 0, rstride = 0;
	int group = 0, beats = 1;
	bool no_result = false;
	std::vector<uint8_t> data; // inline

	void pack(uint64_t q[8]) const
	{
		q[0] = uint64_t(op) | uint64_t(chain) << 8 | uint64_t(complete) << 9 | uint64_t(event) << 10
			| uint64_t(inlined) << 11 | uint64_t(dest) << 16 | uint64_t(tag) << 26 | uint64_t(length) << 32;
		q[1] = cookie;
		q[2] = remote;
		q[3] = offset | uint64_t(region) << 40;
		q[4] = blocks == 1 && (cookie & 1) ? 0 : blocks;
		q[5] = lstride & 0xffffffffffull;
		q[6] = rstride & 0xffffffffffull;
		q[7] = 0;
		if (op == RN_DMA_OP_REDUCE)
			q[4] = uint64_t(group) << 32 | uint64_t(no_result) << 35 | uint64_t(beats - 1) << 36;
		if (inlined) {
			q[4] = q[5] = q[6] = 0;
			for (size_t i = 0; i < data.size(); i++)
				q[4 + i / 8] |= uint64_t(data[i]) << 8 * (i % 8);
		}
	}
};

inline uint64_t next_cookie = 0x1000;

inline void post(Card *c, int p, const Desc &d)
{
	PageModel &m = c->page[p];
	uint64_t q[8];

	d.pack(q);
	c->mem.put(m.send_base + 64 * (m.send_prod & ((1 << LG_SEND) - 1)), q, 64);
	m.send_prod++;
}

inline std::vector<uint8_t> source_bytes(Card *c, int p, const Desc &d)
{
	std::vector<uint8_t> all;

	if (d.inlined)
		return d.data;
	for (uint32_t b = 0; b < d.blocks; b++)
		for (uint32_t i = 0; i < d.length; i++)
			all.push_back(*c->want.at(c->page[p].base[d.region] + ((d.offset + b * d.lstride) & 0xffffffffffull) + i));
	return all;
}

inline std::vector<uint8_t> source_bytes_or_none(Card *c, int p, const Desc &d)
{
	return d.tag ? std::vector<uint8_t>() : source_bytes(c, p, d);
}

inline int other(const Card *c) { return c == card[0]; }

// A refused cell of the page, of which it may be told.
inline void may_return(Card *from, int p, int type, int tag, int status, uint64_t where)
{
	from->page[p].returns.insert(RN_NOTICE_MARK | uint64_t(status) << RN_NOTICE_WHAT_STATUS_LSB | uint64_t(type) << RN_NOTICE_WHAT_TYPE_LSB
		| uint64_t(tag) << RN_NOTICE_WHAT_TAG_LSB | where << RN_NOTICE_WHAT_OFFSET_LSB);
}

// The effect of a WRITE of good source at its destination. After three wrong keys its page is barred.
inline void model_write(Card *from, int page, const Desc &d, const std::vector<uint8_t> &data)
{
	Card *to = card[other(from)];
	uint64_t at = 0;
	int region = d.remote >> 40 & 0xff, p = region >> 3, r = region & 7;
	PageModel &m = to->page[p & 7];

	if (d.dest != to->id)
		return;
	for (uint32_t b = 0; b < d.blocks; b++) {
		uint64_t offset = (d.remote + b * d.rstride) & 0xffffffffffull;

		std::vector<uint64_t> parts; // that the receiver places one by one: of a long cell 256 bytes each

		for (auto &cell : cells_of(d.length, true, false))
			for (uint64_t left = cell.first; left; left -= parts.back())
				parts.push_back(std::min<uint64_t>(left, 256));
		for (uint64_t n : parts) {
			int status = RN_DMA_STATUS_OK;

			if (region >= 64)
				status = -1;
			else if (m.wrong[{from->id, page}] >= 3)
				status = RN_DMA_STATUS_BARRED;
			else if (r != DST && r != BROKEN)
				status = RN_DMA_STATUS_REGION;
			else if (d.remote >> 48 != m.key)
				status = RN_DMA_STATUS_KEY;
			else if (offset + n > m.size[r])
				status = RN_DMA_STATUS_BOUNDS;
			m.wrong[{from->id, page}] += status == RN_DMA_STATUS_KEY;
			if (status == RN_DMA_STATUS_OK && r == BROKEN)
				m.hit_broken = true;
			else if (status == RN_DMA_STATUS_OK)
				to->want.put(m.base[r] + offset, &data[at], n);
			else if (status > 0) {
				may_return(from, page, RN_CELL_TYPE_WRITE, region, status, offset >> 6 | (d.remote >> 48 & 0xff) << 34);
				m.refusals.push_back({RN_COMPLETION_KIND_REFUSED, status, from->id, region,
					(d.remote & ~0xffffffffffull) | offset, false});
			}
			at += n;
			offset = (offset + n) & 0xffffffffffull;
		}
	}
}

inline void model_msg(Card *from, int p, const Desc &d, const std::vector<uint8_t> &data)
{
	Card *to = card[other(from)];
	PageModel &m = to->page[d.tag & 7];
	size_t at = 0;

	if (d.dest != to->id)
		return;
	do {
		size_t n = std::min<size_t>(data.size() - at, msg_b);

		m.records[{from->id, p}].push_back({from->id, p << 3 | (d.tag & 7), d.remote >> 8, {data.begin() + at, data.begin() + at + n}, nullptr});
		m.expected_records++;
		at += n;
	} while (at < data.size());
}

// The descriptor before was chained and failed: the next one fails with it.
inline bool chain_failed[2][PAGES];

// Posts a descriptor that ends with `status`; when that is OK, `effect` applies it to the model.
inline void give(Card *c, int p, Desc d, int status, const std::function<void()> &effect)
{
	PageModel &m = c->page[p];
	bool &failed = chain_failed[c == card[1]][p];

	d.cookie = next_cookie += 1 + dice->below(3);
	if (failed)
		status = RN_DMA_STATUS_CHAIN;
	if (status == RN_DMA_STATUS_OK)
		effect();
	if (d.op == RN_DMA_OP_REDUCE && status == RN_DMA_STATUS_OK)
		m.reductions[d.cookie] = {RN_COMPLETION_KIND_REDUCE, d.tag, 0, 0, d.cookie, d.tag == 0};
	else if (d.complete || status != RN_DMA_STATUS_OK)
		m.sends.push_back({RN_COMPLETION_KIND_SEND, status, 0, 0, d.cookie, false});
	failed = status != RN_DMA_STATUS_OK && d.chain;
	post(c, p, d);
}

inline void load_card(Card *c, int p, int slot, const Desc &d)
{
	uint64_t q[8];

	d.pack(q);
	for (int i = 0; i < 16; i++)
		wr(c, p, RN_DESC_WORD + 64 * slot + 4 * i, uint32_t(q[i / 2] >> 32 * (i % 2)));
	expect(rd(c, p, RN_DESC_WORD + 64 * slot + 4) == uint32_t(q[0] >> 32), "descriptor in the card reads back");
}

} // namespace dma

#endif
