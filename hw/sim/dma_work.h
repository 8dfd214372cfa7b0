// SPDX-License-Identifier: BSD-3-Clause
//
// Random work for the DMA engines, right and wrong: for every operation a function that makes one,
// with any source, destination, length and flags that the page has room for, now and then with a
// mistake, and gives it to the model (dma_model.h).

#ifndef RD_HW_SIM_DMA_WORK_H
#define RD_HW_SIM_DMA_WORK_H

#include <algorithm>
#include <set>
#include <vector>

#include "dma_host.h"
#include "dma_model.h"

namespace dma {

// The source is within its region, for every block.
inline void choose_source(Card *c, int p, Desc *d, int align)
{
	uint64_t span, gap = d->length + dice->below(200) / align * align;

	d->lstride = d->blocks > 1 ? gap : dice->next();
	span = d->blocks > 1 ? gap * (d->blocks - 1) + d->length : d->length;
	while (span > c->page[p].size[SRC]) {
		d->blocks = 1;
		d->length = std::min<uint64_t>(d->length, 60000) / align * align;
		span = d->length;
	}
	d->offset = dice->below(uint32_t(c->page[p].size[SRC] - span + 1)) / align * align;
	if (dice->chance(1, 20))
		d->offset = (c->page[p].size[SRC] - span) / align * align; // to the very end
	if (d->blocks > 1 && dice->chance(1, 3)) { // backwards
		d->offset += gap * (d->blocks - 1);
		d->lstride = -gap;
	}
	if (d->blocks == 1 && d->length <= 32 && d->op != RN_DMA_OP_NOP && dice->chance(1, 3)) {
		d->inlined = true;
		for (uint32_t i = 0; i < d->length; i++)
			d->data.push_back(uint8_t(dice->next()));
	}
}

inline uint32_t some_length()
{
	uint32_t kind = dice->below(100);

	return kind < 10 ? dice->below(9) : kind < 60 ? dice->below(300) : kind < 97 ? dice->below(3000) : dice->below(20000);
}
inline void random_flags(Desc *d)
{
	d->chain = dice->chance(1, 3);
	d->complete = dice->chance(2, 3);
	d->event = dice->chance(1, 2);
}

inline void some_msg(Card *c, int p)
{
	Card *to = card[other(c)];
	Desc d;

	d.op = RN_DMA_OP_MSG;
	d.dest = to->id;
	d.tag = dice->below(64);
	random_flags(&d);
	d.length = dice->chance(1, 4) ? dice->below(3 * msg_b) : dice->below(msg_b + 1);
	d.remote = dice->next() << 11 | p << 8 | (dice->next() & 0xff);
	choose_source(c, p, &d, 1);
	if (to->page[d.tag & 7].expected_records + 4 > 1 << LG_RECV)
		return;
	give(c, p, d, RN_DMA_STATUS_OK, [&] { model_msg(c, p, d, source_bytes(c, p, d)); });
}

// A node that is not one of the two cards.
inline int other_node()
{
	int node;

	do
		node = dice->below(LAST + 1);
	while (node == CARD_A || node == CARD_B);
	return node;
}

inline void some_write(Card *c, int p)
{
	Card *to = card[other(c)];
	Desc d;
	int q = dice->below(PAGES), r = DST;
	PageModel &m = to->page[q];
	uint64_t room, gap, span;

	d.op = RN_DMA_OP_WRITE;
	d.dest = dice->chance(1, 20) ? other_node() : to->id;
	d.tag = dice->below(64);
	random_flags(&d);
	d.length = some_length();
	if (dice->chance(1, 3)) {
		d.blocks = 1 + dice->below(20);
		d.length = dice->below(200);
	}
	choose_source(c, p, &d, 1);
	gap = d.length + dice->below(100);
	span = gap * (d.blocks - 1) + d.length;
	room = m.size[DST] - m.used;
	if (span + 16 > room)
		return;
	uint64_t offset = m.used + dice->below(uint32_t(std::min<uint64_t>(room - span, 64) + 1));

	m.used = offset + span;
	d.rstride = d.blocks > 1 ? gap : dice->next();
	if (d.blocks > 1 && dice->chance(1, 3)) {
		offset += gap * (d.blocks - 1);
		d.rstride = -gap;
	}
	uint16_t key = m.key;

	if (dice->chance(1, 10) && d.blocks == 1 && int(d.length) < 3 * (cell_b - first_b)) { // something is wrong
		switch (dice->below(6)) {
		case 0: key ^= 1 << dice->below(16); break;
		case 1: r = CLOSED; break;
		case 2: r = LAND; break;
		case 3: offset = m.size[DST] - dice->below(10); break;
		case 4: // around the end of offsets, one cell: the bytes after it would wrap to 0
			if (int(d.length) <= (w_bits == 128 ? 112 : cell_b - first_b))
				offset = 0xffffffffffull - dice->below(200);
			break;
		case 5: q += 8 + 8 * dice->below(20); break;
		}
	} else if (dice->chance(1, 20)) {
		r = BROKEN;
	}
	d.remote = uint64_t(key) << 48 | uint64_t(q * 8 + r) << 40 | offset;
	// a region that no node has is refused where it is asked for
	give(c, p, d, d.remote >> 46 & 3 ? RN_DMA_STATUS_DESCRIPTOR : RN_DMA_STATUS_OK, [&] { model_write(c, p, d, source_bytes(c, p, d)); });
	if (sim::setting("verbose", 0))
		sim::diag("card %d page %d WRITE %u x %u + %lld to page %d region %d offset %llu + %lld%s", c->id, p, d.blocks, d.length,
			(long long)d.lstride, q, r, (unsigned long long)offset, (long long)d.rstride, d.inlined ? " inline" : "");
}

// The state of a stream at its receiver.
enum { GOOD, OTHER_SOURCE, SHUT, NO_REGION, LONGER, NO_MEMORY };

struct Stream {
	int tag, wrong;
	uint64_t offset, armed; // of LAND; bytes that it was opened for
	uint32_t cookie;
};

// The parts of a stream: all but the last of whole cells. False: it does not fit in page `to`.
inline bool stream_parts(Card *c, int p, const PageModel &to, int op, int tag, int parts, std::vector<Desc> *all)
{
	for (int i = 0; i < parts; i++) {
		Desc d;
		bool last = i == parts - 1;

		d.op = op;
		d.dest = op == RN_DMA_OP_BCAST ? dice->below(1024) : card[other(c)]->id;
		d.tag = tag;
		random_flags(&d);
		if (dice->chance(1, 3)) {
			d.blocks = 2 + dice->below(last ? 9 : 3) * 2;
			d.length = last ? 8 + dice->below(20) * 8 : cell_b / 2 * (1 + dice->below(3));
			choose_source(c, p, &d, 8);
		} else {
			d.length = last ? 1 + some_length() : cell_b * (1 + dice->below(20));
			choose_source(c, p, &d, 1);
		}
		if (!last && d.length * d.blocks % cell_b)
			return false;
		if (!d.length || int(to.size[LAND] - to.land_used) < 70000)
			return false;
		all->push_back(d);
	}
	return true;
}

// The effect of `data` of a page of card `from` on stream `s` of the other card's page m.
inline void model_stream(Card *from, int p, int op, PageModel &m, const Stream &s, const std::vector<Desc> &all, std::vector<uint8_t> data)
{
	Card *to = card[other(from)];
	Done none = {RN_COMPLETION_KIND_REFUSED, RN_DMA_STATUS_STREAM, from->id, s.tag, 0, false};
	uint64_t cells = 0, tail = 0, holds = 0; // that the receiver places one by one; bytes of the last cell
	int status = s.wrong == NO_REGION ? RN_DMA_STATUS_REGION
		: s.wrong == NO_MEMORY ? RN_DMA_STATUS_WRITE_ERROR : RN_DMA_STATUS_OK;

	for (const Desc &d : all)
		for (auto &cell : cells_of(uint64_t(d.length) * d.blocks, false, d.blocks > 1)) {
			tail = cell.first;
			holds = cell.second;
			cells += (holds + 255) / 256;
		}
	if (s.wrong == OTHER_SOURCE)
		none.status = RN_DMA_STATUS_SOURCE;
	for (int why : {none.status, s.wrong == NO_REGION ? int(RN_DMA_STATUS_REGION) : none.status})
		if (w_bits != 16 && (s.wrong == OTHER_SOURCE || s.wrong == SHUT || s.wrong == NO_REGION))
			may_return(from, p, op == RN_DMA_OP_BCAST ? RN_CELL_TYPE_BCAST : RN_CELL_TYPE_DATA, s.tag, why, 0);
	if (s.wrong == OTHER_SOURCE || s.wrong == SHUT) {
		m.refusals.insert(m.refusals.end(), cells, none);
		return;
	}
	if (s.wrong == NO_REGION) // its first cell ends the stream
		m.refusals.insert(m.refusals.end(), cells - 1, none);
	if (s.wrong == NO_MEMORY)
		m.hit_broken = true;
	if (s.wrong != LONGER) // which remains open
		m.streams[s.tag] = {RN_COMPLETION_KIND_STREAM, status, from->id, s.tag, s.cookie, status == 0};
	if (s.wrong == LONGER) {
		// The last cell's padding counts as data: it is 0.
		data.resize(data.size() - tail + std::min(holds, s.armed - (data.size() - tail)));
	}
	if (s.wrong == GOOD || s.wrong == LONGER)
		to->want.put(m.base[LAND] + s.offset, data.data(), data.size());
}

// Opens the stream at its receiver, in its way wrong.
inline void open_stream(Card *from, int p, const Stream &s)
{
	Card *to = card[other(from)];
	int source = s.wrong == OTHER_SOURCE ? 4 : from->id;
	int region = s.wrong == NO_REGION ? CLOSED : s.wrong == NO_MEMORY ? BROKEN : LAND;

	if (s.wrong == SHUT)
		return;
	set_stream(to, s.tag, {source, p, region, s.offset, s.armed, s.cookie});
	while (!arm_stream(to, s.tag))
		host();
}

// A stream of one to four descriptors, with faults at its receiver.
inline void some_stream(Card *c, int p)
{
	PageModel &m = card[other(c)]->page[dice->below(PAGES)];

	if (m.stream_free.empty())
		return;
	Stream s = {*m.stream_free.begin(), GOOD, 0, 0, 0};
	int parts = 1 + dice->below(4);

	if (dice->chance(1, 5))
		s.wrong = 1 + dice->below(5);
	int op = dice->chance(1, 3) ? RN_DMA_OP_BCAST : RN_DMA_OP_DATA;
	std::vector<Desc> all;
	std::vector<uint8_t> data;

	if (!stream_parts(c, p, m, op, s.tag, parts, &all))
		return;
	for (const Desc &d : all) {
		std::vector<uint8_t> part = source_bytes(c, p, d);

		data.insert(data.end(), part.begin(), part.end());
	}
	if (chain_failed[c == card[1]][p] || data.size() > 60000)
		return;
	m.stream_free.erase(s.tag);
	s.offset = m.land_used + dice->below(40);
	s.armed = data.size();
	if (s.wrong && s.armed > uint64_t(3 * cell_b))
		s.wrong = LONGER + dice->below(2);
	if (s.wrong == LONGER)
		s.armed = (s.armed + cell_b - 1) / cell_b * cell_b + 1 + dice->below(100);
	m.land_used = s.offset + s.armed + 8;
	s.cookie = uint32_t(dice->next());
	open_stream(c, p, s);
	model_stream(c, p, op, m, s, all, data);
	for (const Desc &d : all)
		give(c, p, d, RN_DMA_STATUS_OK, [] {});
}

inline void some_mistake(Card *c, int p)
{
	Card *to = card[other(c)];
	Desc d;
	int status = RN_DMA_STATUS_DESCRIPTOR;

	d.op = RN_DMA_OP_WRITE;
	d.dest = to->id;
	random_flags(&d);
	d.length = 1 + dice->below(200);
	d.offset = dice->below(1000);
	d.remote = uint64_t(to->page[0].key) << 48 | uint64_t(DST) << 40;
	switch (dice->below(9)) {
	case 0: d.op = 8 + dice->below(8); break;
	case 1: d.dest = c->id; status = RN_DMA_STATUS_DEST; break;
	case 2: d.dest = LAST + 1 + dice->below(1023 - LAST); status = RN_DMA_STATUS_DEST; break;
	case 3: d.offset = c->page[p].size[SRC] - d.length + 1; status = RN_DMA_STATUS_BOUNDS; break;
	case 4: d.offset = 0xffffffffffull - dice->below(d.length); status = RN_DMA_STATUS_BOUNDS; break;
	case 5: d.region = dice->chance(1, 2) ? DST : CLOSED; status = RN_DMA_STATUS_REGION; break;
	case 6: d.region = BROKEN; status = RN_DMA_STATUS_READ_ERROR; break;
	case 7: d.op = RN_DMA_OP_MSG; d.blocks = 2; break;
	case 8: d.op = RN_DMA_OP_DATA; d.blocks = 2 + dice->below(5); d.length = 8 * dice->below(10) + 1 + dice->below(7);
		d.lstride = 80; break;
	}
	give(c, p, d, status, [] {});
}

// A reduction; its own tag (without meaning to the card) holds the status with which it ends.
inline void some_reduce(Card *c, int p)
{
	PageModel &m = c->page[p];
	Desc d;
	int status = RN_DMA_STATUS_OK;

	d.op = RN_DMA_OP_REDUCE;
	random_flags(&d);
	d.group = p;
	d.beats = 1 + dice->below(4);
	d.no_result = dice->chance(1, 5);
	d.length = 8 * (1 + dice->below(dice->chance(1, 2) ? 10 : 300));
	d.offset = dice->below(uint32_t(m.size[SRC] - d.length) / 8) * 8;
	if (m.reduces || m.size[LAND] - m.land_used < 70000 || chain_failed[c == card[1]][p])
		return;
	uint64_t offset = (m.land_used + 7) / 8 * 8;

	d.remote = offset | uint64_t(LAND) << 40;
	switch (dice->below(12)) {
	case 0: d.group = (p + 1 + dice->below(7)) & 7; status = RN_DMA_STATUS_BUSY; break;
	case 1: d.offset += 1 + dice->below(7); status = RN_DMA_STATUS_DESCRIPTOR; break;
	case 2: d.offset = m.size[SRC] / 8 * 8; d.tag = RN_DMA_STATUS_BOUNDS; break;
	case 3: d.remote = offset | uint64_t(CLOSED) << 40; d.tag = d.no_result ? 0 : RN_DMA_STATUS_REGION; break;
	case 4: d.region = BROKEN; d.tag = RN_DMA_STATUS_READ_ERROR; break;
	}
	if (status == RN_DMA_STATUS_OK)
		m.reduces = true;
	give(c, p, d, status, [&] {
		std::vector<uint8_t> data = source_bytes_or_none(c, p, d);

		m.land_used = offset + d.length;
		for (uint8_t &byte : data)
			byte = ~byte;
		if (!d.no_result && d.tag == 0)
			c->want.put(m.base[LAND] + offset, data.data(), data.size());
	});
}

inline void some_nop(Card *c, int p)
{
	Desc d;

	random_flags(&d);
	d.length = 1 + dice->below(100);
	d.dest = card[other(c)]->id;
	d.tag = dice->below(64); // of a stream that may be open: a cell of a NOP would count there
	if (dice->chance(1, 2)) {
		d.op = RN_DMA_OP_WRITE;
		d.length = 0;
	}
	give(c, p, d, RN_DMA_STATUS_OK, [] {});
}

} // namespace dma

#endif
