/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Block STREAM: the streams that a page receives, and delivery of cells DATA and BCAST to them.
 * regs.c calls the registers, send.c the delivery, in the sending process, deliver.c the answers of
 * READs, in the one that receives them. All run under the lock of the receiving page.
 */
#include "hw/emu/emu.h"

#define PIECE_B (64u << 10) /* bytes placed under one lock; whole cells */
_Static_assert(PIECE_B % RD_EMU_CELL_B == 0, "whole cells");

/* ---- Registers ---- */

/* Opens the stream and reserves a place in the completion ring. */
static void arm(struct rd_emu_page *p, struct rd_emu_stream *s)
{
	if (s->armed || !s->left || !p->enable || !rd_emu_cpl_room(p))
		return;
	s->armed = 1;
	p->fill.reserved++;
}

static void disarm(struct rd_emu_page *p, struct rd_emu_stream *s)
{
	if (!s->armed)
		return;
	s->armed = 0;
	p->fill.reserved--;
}

/* Called only for a stream that is not open: the card owns the words of an open one. */
static void set_word(struct rd_emu_stream *s, uint32_t reg, uint32_t value)
{
	switch (reg) {
	case RN_STREAM_OFFSET_LO:
		rd_emu_set_low(&s->offset, value);
		break;
	case RN_STREAM_OFFSET_HI:
		rd_emu_set_high(&s->offset, value & RN_STREAM_OFFSET_HI_OFFSET_MASK);
		s->source = value >> RN_STREAM_OFFSET_HI_SOURCE_LSB & 1023;
		s->sender = (uint8_t)(value >> RN_STREAM_OFFSET_HI_EPOCH_LSB << 3 |
				      (value >> RN_STREAM_OFFSET_HI_PAGE_LSB & 7));
		s->region = value >> RN_STREAM_OFFSET_HI_REGION_LSB & 7;
		break;
	case RN_STREAM_LENGTH_LO:
		rd_emu_set_low(&s->left, value);
		break;
	case RN_STREAM_LENGTH_HI:
		rd_emu_set_high(&s->left, value & RN_STREAM_LENGTH_HI_N_MASK);
		break;
	case RN_STREAM_COOKIE:
		s->cookie = value;
		break;
	}
}

void rd_emu_stream_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	struct rd_emu_page *p = e->page;
	struct rd_emu_stream *s = &p->stream[(at - RN_STREAM_BASE) / 32];
	uint32_t reg = RN_STREAM_BASE + at % 32;

	rd_emu_lock(e, &p->lock);
	if (reg != RN_STREAM_CONTROL) {
		if (!s->armed)
			set_word(s, reg, value);
	} else if (value & RN_STREAM_CONTROL_ARMED_MASK) {
		arm(p, s);
	} else {
		disarm(p, s);
	}
	rd_emu_unlock(&p->lock);
}

static uint32_t get_word(const struct rd_emu_stream *s, uint32_t reg)
{
	switch (reg) {
	case RN_STREAM_OFFSET_LO:
		return (uint32_t)s->offset;
	case RN_STREAM_OFFSET_HI:
		return (uint32_t)(s->offset >> 32) |
		       (uint32_t)s->region << RN_STREAM_OFFSET_HI_REGION_LSB |
		       (uint32_t)s->source << RN_STREAM_OFFSET_HI_SOURCE_LSB |
		       (uint32_t)(s->sender >> 3) << RN_STREAM_OFFSET_HI_EPOCH_LSB |
		       (uint32_t)(s->sender & 7) << RN_STREAM_OFFSET_HI_PAGE_LSB;
	case RN_STREAM_LENGTH_LO:
		return (uint32_t)s->left;
	case RN_STREAM_LENGTH_HI:
		return (uint32_t)(s->left >> 32);
	case RN_STREAM_COOKIE:
		return s->cookie;
	case RN_STREAM_CONTROL:
		return s->armed;
	default:
		return 0;
	}
}

uint32_t rd_emu_stream_read(struct rd_emu *e, uint32_t at)
{
	uint32_t value;

	rd_emu_lock(e, &e->page->lock);
	value = get_word(&e->page->stream[(at - RN_STREAM_BASE) / 32], RN_STREAM_BASE + at % 32);
	rd_emu_unlock(&e->page->lock);
	return value;
}

/* ---- Cells ---- */

/* Cells for one stream of one page, which is on and whose lock is held. */
struct cells {
	uint32_t of, tag;
	uint32_t why;   /* first refusal, for the sender; 0: none */
	uint32_t node;  /* that sends */
	uint8_t sender; /* as in struct rd_emu_stream */
	uint8_t answer; /* of a READ: refusals are not told */
	struct rd_emu_page *p;
	struct rd_emu_stream *s;
};

/* Whether the stream expects cells of that node, that page and that epoch. */
static int is_from(const struct cells *c)
{
	return c->s->source == c->node && c->s->sender == c->sender;
}

static void end(struct rd_emu *e, const struct cells *c, uint32_t status)
{
	struct rd_emu_record r = {
		.cookie = c->s->cookie,
		.length = c->s->left,
		.kind = RN_COMPLETION_KIND_STREAM,
		.status = status,
		.source = c->node,
		.tag = c->tag,
		.reserved = 1,
		.fence = 1,
		.event = 1,
	};

	c->s->armed = 0;
	rd_emu_append(e, c->of, &r);
}

/* Bytes of the shortest cell that holds `len` bytes. Its rest is 0 and is stored, too. */
static uint64_t cell_holds(uint64_t len)
{
	return len <= 8 ? 8 : len <= 32 ? 32 : len <= 64 ? 64 : RD_EMU_CELL_B;
}

/* Bytes to be stored for `len` bytes sent. */
static uint64_t span(uint64_t len)
{
	uint64_t whole = len / RD_EMU_CELL_B * RD_EMU_CELL_B;

	return len == whole ? len : whole + cell_holds(len - whole);
}

/* Stores `put` bytes: those of the sender, up to `len`, then 0. 0, READ_ERROR or WRITE_ERROR. */
static int store(struct rd_emu *e, uint32_t of, uint64_t bus, const struct rd_emu_bytes *from,
		 uint64_t len, uint64_t put)
{
	static const char zeros[RD_EMU_CELL_B];
	uint64_t data = rd_min(len, put);
	int err = rd_emu_move(e, of, bus, from, data);

	if (!err && put > data)
		err = rd_emu_put(e, of, bus + data, zeros, put - data);
	return err;
}

/* Stores bytes of the stream if its region allows all of them. *status: result of the check. */
static uint32_t place(struct rd_emu *e, const struct cells *c, const struct rd_emu_bytes *from,
		      uint64_t len, uint32_t *status)
{
	struct rd_emu_stream *s = c->s;
	uint64_t put = rd_min(s->left, span(len)), bus;
	int err;

	*status = rd_emu_allowed(&c->p->region[s->region], s->offset, put,
				 RN_REGION_ACCESS_WRITE_MASK, 0, &bus);
	if (*status)
		return 0;
	err = store(e, c->of, bus, from, len, put);
	if (err == RN_DMA_STATUS_READ_ERROR)
		return RN_DMA_STATUS_READ_ERROR;
	if (err)
		rd_emu_write_failed(e, c->of);
	s->offset = (s->offset + put) & RD_EMU_OFFSET_MASK;
	s->left -= put;
	if (!s->left)
		end(e, c, RN_DMA_STATUS_OK);
	return 0;
}

static void refused(struct cells *c, uint32_t status)
{
	if (!c->why)
		c->why = status;
}

/* Stores or refuses one cell; the stream may be closed. */
static uint32_t one_cell(struct rd_emu *e, struct cells *c, const struct rd_emu_bytes *from,
			 uint64_t len)
{
	struct rd_emu_stream *s = c->s;
	uint32_t status, err;

	if (!s->armed || !is_from(c)) {
		status = s->armed ? RN_DMA_STATUS_SOURCE : RN_DMA_STATUS_STREAM;
		if (!c->answer)
			rd_emu_refuse(e, c->of, 0, c->tag, status);
		refused(c, status);
		return 0;
	}
	err = place(e, c, from, len, &status);
	if (!err && status) {
		end(e, c, status);
		refused(c, status);
	}
	return err;
}

/* Up to PIECE_B bytes: stored at once, or cell by cell when not all of them can be stored. */
static uint32_t piece(struct rd_emu *e, struct cells *c, const struct rd_emu_bytes *from,
		      uint64_t len)
{
	struct rd_emu_stream *s = c->s;
	uint32_t status = 1, err = 0;

	if (s->armed && is_from(c) && s->left >= len)
		err = place(e, c, from, len, &status);
	if (err || !status)
		return err;
	for (uint64_t at = 0; at < len && !err; at += RD_EMU_CELL_B) {
		struct rd_emu_bytes rest = rd_emu_from(from, at);

		err = one_cell(e, c, &rest, rd_min(len - at, (uint64_t)RD_EMU_CELL_B));
	}
	return err;
}

/* Tells this page. */
static void returned(struct rd_emu *e, uint32_t dest, uint32_t type, const struct cells *c)
{
	rd_emu_return(e, dest, c->why, type, c->tag,
		      (uint64_t)(c->sender >> 3) << RN_NOTICE_WHAT_OFFSET_LSB);
}

uint32_t rd_emu_deliver_data(struct rd_emu *e, uint32_t dest, uint32_t type, uint32_t tag,
			     uint32_t epoch, const struct rd_emu_bytes *from, uint64_t len)
{
	struct cells c = {.of = dest * e->users + tag / 8,
			  .tag = tag,
			  .node = e->node,
			  .sender = (uint8_t)(epoch << 3 | (uint32_t)e->card.place.page)};
	uint32_t err = 0;

	if (tag / 8 >= e->users) {
		refused(&c, RN_DMA_STATUS_OFF);
		returned(e, dest, type, &c);
		return 0;
	}
	c.p = &e->pages[c.of];
	c.s = &c.p->stream[tag % 8];
	for (uint64_t at = 0; at < len && !err; at += PIECE_B) {
		struct rd_emu_bytes rest = rd_emu_from(from, at);

		rd_emu_lock(e, &c.p->lock);
		if (c.p->enable)
			err = piece(e, &c, &rest, rd_min(len - at, (uint64_t)PIECE_B));
		else
			refused(&c, RN_DMA_STATUS_OFF);
		rd_emu_unlock(&c.p->lock);
	}
	if (rd_unlikely(c.why))
		returned(e, dest, type, &c);
	rd_emu_wake(e, c.of);
	return err;
}

/* ---- READs ---- */

int rd_emu_stream_open(struct rd_emu *e, const struct rd_emu_read *r, uint64_t local,
		       uint32_t cookie)
{
	struct rd_emu_page *p = e->page;
	struct rd_emu_stream *s = &p->stream[r->stream];
	int was;

	rd_emu_lock(e, &p->lock);
	was = s->armed;
	if (!was) {
		s->offset = local & RD_EMU_OFFSET_MASK;
		s->region = local >> RN_DESCRIPTOR_LOCAL_REGION_LSB & 7;
		s->left = r->length;
		s->cookie = cookie;
		s->source = (uint16_t)r->dest;
		s->sender = (uint8_t)(r->epoch << 3 |
				      (r->head >> (RN_WRITE_HEAD_ADDRESS_REGION_LSB + 3) & 7));
		s->armed = 1;
		p->fill.reserved++;
	}
	rd_emu_unlock(&p->lock);
	return !was;
}

static struct cells answering(struct rd_emu *e, const struct rd_emu_answer *a)
{
	return (struct cells){
		.of = e->index,
		.tag = (uint32_t)e->card.place.page << 3 | a->stream,
		.node = a->node,
		.sender = (uint8_t)(a->epoch << 3 | a->page),
		.answer = 1,
		.p = e->page,
		.s = &e->page->stream[a->stream],
	};
}

void rd_emu_answer(struct rd_emu *e, const struct rd_emu_answer *a, const char *from, uint64_t len)
{
	struct cells c = answering(e, a);
	struct rd_emu_bytes bytes = {.local = from};

	rd_emu_lock(e, &e->page->lock);
	if (e->page->enable)
		piece(e, &c, &bytes, len);
	rd_emu_unlock(&e->page->lock);
}

/* The last cell may be longer than its data: its rest is stored by rd_emu_answer. */
char *rd_emu_answer_place(struct rd_emu *e, const struct rd_emu_answer *a, uint64_t len)
{
	struct cells c = answering(e, a);
	struct rd_emu_stream *s = c.s;
	char *to = NULL;
	uint64_t bus;

	rd_emu_lock(e, &e->page->lock);
	if (e->page->enable && s->armed && is_from(&c) && len <= s->left &&
	    (len == s->left || len % RD_EMU_CELL_B == 0) &&
	    !rd_emu_allowed(&e->page->region[s->region], s->offset, len,
			    RN_REGION_ACCESS_WRITE_MASK, 0, &bus))
		to = rd_emu_reach(e, e->index, bus, len);
	rd_emu_unlock(&e->page->lock);
	return to;
}

void rd_emu_answer_placed(struct rd_emu *e, const struct rd_emu_answer *a, uint64_t len)
{
	struct cells c = answering(e, a);

	rd_emu_lock(e, &e->page->lock);
	if (e->page->enable && c.s->armed && is_from(&c) && len <= c.s->left) {
		c.s->offset = (c.s->offset + len) & RD_EMU_OFFSET_MASK;
		c.s->left -= len;
		if (!c.s->left)
			end(e, &c, RN_DMA_STATUS_OK);
	}
	rd_emu_unlock(&e->page->lock);
}

void rd_emu_answer_end(struct rd_emu *e, const struct rd_emu_answer *a, uint32_t status)
{
	struct cells c = answering(e, a);

	rd_emu_lock(e, &e->page->lock);
	if (e->page->enable && c.s->armed && is_from(&c))
		end(e, &c, status);
	rd_emu_unlock(&e->page->lock);
}
