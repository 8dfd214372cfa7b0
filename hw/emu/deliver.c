/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Delivery to a page: cells of type WRITE and MSG, and records of its completion ring; READs from
 * a page. Called by send.c and stream.c in the sending process. Cells that the receiver refuses are
 * dropped, counted and reported to the receiver. The sender gets a record of one of them for each
 * delivery.
 */
#include "hw/emu/emu.h"

#include <string.h>

static void count16(uint16_t *counter)
{
	if (*counter < UINT16_MAX)
		__atomic_store_n(counter, (uint16_t)(*counter + 1), __ATOMIC_RELAXED);
}

/* Index of the record and phase of the ring's round, as in the last word of every record. */
static uint64_t stamp(uint16_t index, uint8_t lg)
{
	uint64_t phase = !(index >> lg & 1);

	return phase << RN_COMPLETION_WHAT_PHASE_LSB | (uint64_t)index
							       << RN_COMPLETION_WHAT_INDEX_LSB;
}

static uint64_t slot(uint64_t base, uint16_t index, uint8_t lg, int lg_bytes)
{
	uint64_t mask = ((1ull << lg) - 1) << lg_bytes;

	return (base & ~mask & ~((1ull << lg_bytes) - 1)) | ((uint64_t)index << lg_bytes & mask);
}

/* The record's last word is written last, by a call of its own: process_vm_writev keeps no
 * order. */
static void write_record(struct rd_emu *e, uint32_t of, uint64_t bus, const void *record,
			 uint64_t len)
{
	int err;

	if (rd_likely(rd_emu_reach(e, of, bus, len) != NULL)) {
		rd_emu_put(e, of, bus, record, len);
		return;
	}
	err = rd_emu_put(e, of, bus, record, len - 8);
	if (!err)
		err = rd_emu_put(e, of, bus + len - 8, (const char *)record + len - 8, 8);
	if (err)
		rd_emu_count(&e->cards[of / e->users].write_errors);
}

/* ---- Completion ring ---- */

/* Refusals are recorded only while there is room for them. All other operations were started only
 * when there was room. If refusals have since taken the place of a descriptor under way, one of the
 * spare places is there for it. */
static int can_be_told(const struct rd_emu_page *p, const struct rd_emu_record *r)
{
	return (r->kind != RN_COMPLETION_KIND_REFUSED && r->kind != RN_COMPLETION_KIND_RETURNED) ||
	       rd_emu_refusal_room(p);
}

void rd_emu_append(struct rd_emu *e, uint32_t of, const struct rd_emu_record *r)
{
	struct rd_emu_page *p = &e->pages[of];
	uint32_t status = r->status;
	uint64_t word[4] = {r->cookie, r->length, 0, 0};

	if (!p->enable)
		return;
	if (!can_be_told(p, r)) {
		count16(&p->fill.untold);
		return;
	}
	if (r->fence && !status && p->fill.write_error)
		status = RN_DMA_STATUS_WRITE_ERROR;
	if (r->fence)
		p->fill.write_error = 0;
	word[3] = stamp(p->fill.cpl_prod, p->cpl.lg) | r->tag << RN_COMPLETION_WHAT_TAG_LSB |
		  r->source << RN_COMPLETION_WHAT_SOURCE_LSB |
		  status << RN_COMPLETION_WHAT_STATUS_LSB | r->kind;
	write_record(e, of, slot(p->cpl.base, p->fill.cpl_prod, p->cpl.lg, 5), word, sizeof(word));
	p->fill.reserved = (uint16_t)(p->fill.reserved - r->reserved);
	__atomic_store_n(&p->fill.cpl_prod, (uint16_t)(p->fill.cpl_prod + 1), __ATOMIC_RELEASE);
	if (r->event)
		rd_emu_raise(p, RN_PAGE_EVENT_CQ_MASK);
}

void rd_emu_refuse(struct rd_emu *e, uint32_t of, uint64_t cookie, uint32_t tag, uint32_t status)
{
	struct rd_emu_page *p = &e->pages[of];
	struct rd_emu_record r = {
		.cookie = cookie,
		.kind = RN_COMPLETION_KIND_REFUSED,
		.status = status,
		.source = e->node,
		.tag = tag,
		.event = 1,
	};

	if (!p->enable)
		return;
	rd_emu_append(e, of, &r);
	count16(&p->fill.refused);
	rd_emu_raise(p, RN_PAGE_EVENT_REFUSED_MASK);
}

void rd_emu_write_failed(struct rd_emu *e, uint32_t of)
{
	rd_emu_count(&e->cards[of / e->users].write_errors);
	e->pages[of].fill.write_error = e->pages[of].enable;
}

void rd_emu_complete(struct rd_emu *e, uint32_t of, const struct rd_emu_record *r)
{
	rd_emu_lock(e, &e->pages[of].lock);
	rd_emu_append(e, of, r);
	rd_emu_unlock(&e->pages[of].lock);
	rd_emu_wake(e, of);
}

void rd_emu_return(struct rd_emu *e, uint32_t dest, uint32_t status, uint32_t type, uint32_t tag,
		   uint64_t where)
{
	struct rd_emu_record r = {
		.cookie = RN_NOTICE_MARK | (uint64_t)status << RN_NOTICE_WHAT_STATUS_LSB |
			  (uint64_t)type << RN_NOTICE_WHAT_TYPE_LSB |
			  (uint64_t)tag << RN_NOTICE_WHAT_TAG_LSB | where,
		.kind = RN_COMPLETION_KIND_RETURNED,
		.status = status,
		.source = dest,
		.tag = tag,
		.event = 1,
	};

	rd_emu_complete(e, e->index, &r);
	rd_emu_raise_own(e, RN_PAGE_EVENT_REFUSED_MASK);
}

/* ---- WRITE ---- */

/* OFFSET and KEY of the notice for a cell with this first word. */
static uint64_t write_where(uint64_t head)
{
	uint64_t offset = head & RN_WRITE_HEAD_ADDRESS_OFFSET_MASK;

	return offset / 64 << RN_NOTICE_WHAT_OFFSET_LSB | head >> RN_WRITE_HEAD_ADDRESS_KEY_LSB
									  << RN_NOTICE_WHAT_KEY_LSB;
}

static uint8_t *guesses(struct rd_emu *e, uint32_t of)
{
	return &e->pages[of].guard.guesses[e->node][e->card.place.page];
}

static int is_barred(struct rd_emu *e, uint32_t of)
{
	return __atomic_load_n(guesses(e, of), __ATOMIC_RELAXED) >= RD_EMU_GUESSES;
}

/* Counts a wrong key of this page. Caller holds the lock of page `of`. */
static void count_guess(struct rd_emu *e, uint32_t of)
{
	uint8_t *n = guesses(e, of);

	if (!e->pages[of].enable || *n >= RD_EMU_GUESSES)
		return;
	e->pages[of].guard.any = 1;
	__atomic_store_n(n, *n + 1, __ATOMIC_RELAXED);
	if (*n == RD_EMU_GUESSES)
		__atomic_store_n(&e->cards[of / e->users].barred,
				 RN_DMA_BARRED_VALID_MASK | e->node << RN_DMA_BARRED_NODE_LSB |
					 (uint32_t)e->card.place.page << RN_DMA_BARRED_PAGE_LSB |
					 of % e->users,
				 __ATOMIC_RELAXED);
}

/* Why, for the sender. */
static uint32_t refuse_write(struct rd_emu *e, uint32_t of, uint64_t head, uint32_t status)
{
	rd_emu_lock(e, &e->pages[of].lock);
	if (status == RN_DMA_STATUS_KEY)
		count_guess(e, of);
	rd_emu_refuse(e, of, head, head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 63, status);
	if (!e->pages[of].enable)
		status = RN_DMA_STATUS_OFF;
	rd_emu_unlock(&e->pages[of].lock);
	return status;
}

/* Tells this page of a refusal of page `of`. */
static void returned(struct rd_emu *e, uint32_t of, uint64_t head, uint32_t status)
{
	rd_emu_return(e, of / e->users, status, RN_CELL_TYPE_WRITE,
		      head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 63, write_where(head));
}

/* Writes to the region if it allows all bytes. *status: result of the check. 0 or READ_ERROR. */
static uint32_t write_in(struct rd_emu *e, uint32_t of, uint64_t head,
			 const struct rd_emu_bytes *from, uint64_t len, uint32_t key_high,
			 uint32_t *status)
{
	uint32_t region = head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 7;
	uint64_t offset = head & RN_WRITE_HEAD_ADDRESS_OFFSET_MASK, bus = 0;
	int err = 0;

	rd_emu_touch(e, of, region);
	*status = rd_emu_allowed(
		&e->pages[of].region[region], offset, len, RN_REGION_ACCESS_REMOTE_WRITE_MASK,
		key_high << 16 | (uint32_t)(head >> RN_WRITE_HEAD_ADDRESS_KEY_LSB), &bus);
	if (rd_unlikely(is_barred(e, of)))
		*status = RN_DMA_STATUS_BARRED;
	if (rd_likely(!*status))
		err = rd_emu_move(e, of, bus, from, len);
	rd_emu_untouch(e);
	if (rd_likely(!err))
		return 0;
	if (err == RN_DMA_STATUS_READ_ERROR)
		return RN_DMA_STATUS_READ_ERROR;
	rd_emu_lock(e, &e->pages[of].lock);
	rd_emu_write_failed(e, of);
	rd_emu_unlock(&e->pages[of].lock);
	return 0;
}

/* The region does not allow all bytes: each cell is written or refused by itself. */
static uint32_t write_cells(struct rd_emu *e, uint32_t of, uint64_t head,
			    const struct rd_emu_bytes *from, uint64_t len, uint32_t key_high)
{
	uint64_t first = 0;
	uint32_t why = 0;

	for (uint64_t at = 0; at < len; at += RD_EMU_WRITE_B) {
		struct rd_emu_bytes rest = rd_emu_from(from, at);
		uint64_t there = rd_emu_head_at(head, at);
		uint32_t status, err;

		err = write_in(e, of, there, &rest, rd_min(len - at, (uint64_t)RD_EMU_WRITE_B),
			       key_high, &status);
		if (err)
			return err;
		if (status)
			status = refuse_write(e, of, there, status);
		if (status && !why) {
			why = status;
			first = there;
		}
	}
	if (why)
		returned(e, of, first, why);
	return 0;
}

uint32_t rd_emu_deliver_write(struct rd_emu *e, uint32_t dest, uint64_t head,
			      const struct rd_emu_bytes *from, uint64_t len, uint32_t key_high)
{
	uint32_t region = head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 255;
	uint32_t of = dest * e->users + region / 8, status, err;

	if (rd_unlikely(!rd_emu_reaches(e, e->node, dest)))
		return 0;
	if (rd_unlikely(region / 8 >= e->users)) {
		returned(e, dest * e->users, head, RN_DMA_STATUS_OFF);
		return 0;
	}
	err = write_in(e, of, head, from, len, key_high, &status);
	if (rd_unlikely(status))
		err = write_cells(e, of, head, from, len, key_high);
	rd_emu_wake(e, of);
	return err;
}

/* ---- READ ---- */

#define READ_PIECE_B (32u << 10)   /* bytes read at once, by way of a copy; whole cells */
#define READ_STRAIGHT_B (1u << 18) /* the same, straight to where they are stored */
_Static_assert(READ_PIECE_B % RD_EMU_CELL_B == 0 && READ_STRAIGHT_B % RD_EMU_CELL_B == 0,
	       "whole cells");

/* Whether the region allows `len` bytes from `at` on of a READ to be read; their bus address. */
static uint32_t may_read(struct rd_emu *e, uint32_t of, const struct rd_emu_read *r, uint64_t at,
			 uint64_t len, uint64_t *bus)
{
	uint64_t offset = r->head & RN_WRITE_HEAD_ADDRESS_OFFSET_MASK;

	if (rd_unlikely(is_barred(e, of)))
		return RN_DMA_STATUS_BARRED;
	return rd_emu_allowed(
		&e->pages[of].region[r->head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 7], offset + at,
		len,
		RN_REGION_ACCESS_REMOTE_READ_MASK |
			(r->atomic ? RN_REGION_ACCESS_REMOTE_WRITE_MASK : 0),
		r->key_high << 16 | (uint32_t)(r->head >> RN_WRITE_HEAD_ADDRESS_KEY_LSB), bus);
}

static uint32_t read_error(struct rd_emu *e, const struct rd_emu_read *r)
{
	rd_emu_count(&e->cards[r->dest].read_errors);
	return RN_DMA_STATUS_READ_ERROR;
}

/* Bytes that have an address here, or by way of a copy. */
static uint32_t read_copy(struct rd_emu *e, uint32_t of, const struct rd_emu_answer *a,
			  const struct rd_emu_read *r, uint64_t bus, uint64_t len)
{
	char piece[READ_PIECE_B];
	const char *from = rd_emu_reach(e, of, bus, len);

	if (!from && rd_emu_get(e, of, bus, piece, len))
		return read_error(e, r);
	rd_emu_answer(e, a, from ? from : piece, len);
	return 0;
}

/* Bytes from `at` on go to the own stream. Checked anew, as each burst of the card is: the owner
 * may close the region at any time. */
static uint32_t read_piece(struct rd_emu *e, uint32_t of, const struct rd_emu_answer *a,
			   const struct rd_emu_read *r, uint64_t at, uint64_t *len)
{
	char *to = rd_emu_answer_place(e, a, *len);
	uint64_t bus = 0;
	uint32_t status;

	if (!to)
		*len = rd_min(*len, (uint64_t)READ_PIECE_B);
	rd_emu_touch(e, of, r->head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 7);
	status = may_read(e, of, r, at, *len, &bus);
	if (!status && !to)
		status = read_copy(e, of, a, r, bus, *len);
	else if (!status && rd_emu_get(e, of, bus, to, *len))
		status = read_error(e, r);
	else if (!status)
		rd_emu_answer_placed(e, a, *len);
	rd_emu_untouch(e);
	return status;
}

/* The word of an ATOMIC: by the processor where it has an address here, so that operations of queue
 * pairs (mr.c) exclude it, too. 0, READ_ERROR or WRITE_ERROR. */
static int change_word(struct rd_emu *e, uint32_t of, uint64_t bus, const struct rd_emu_read *r,
		       uint64_t *old)
{
	uint64_t *here = (uint64_t *)(void *)rd_emu_reach(e, of, bus, sizeof(*old)), new;

	*old = r->cmp;
	if (here && r->swap) {
		__atomic_compare_exchange_n(here, old, r->arg, 0, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
		return 0;
	}
	if (here) {
		*old = __atomic_fetch_add(here, r->arg, __ATOMIC_SEQ_CST);
		return 0;
	}
	if (rd_emu_get(e, of, bus, old, sizeof(*old)))
		return RN_DMA_STATUS_READ_ERROR;
	new = r->swap ? r->arg : *old + r->arg;
	return !r->swap || *old == r->cmp ? rd_emu_put(e, of, bus, &new, sizeof(new)) : 0;
}

/* An ATOMIC. Those of all pages exclude each other by the lock of the page that has the word. */
static uint32_t change(struct rd_emu *e, uint32_t of, const struct rd_emu_answer *a,
		       const struct rd_emu_read *r)
{
	uint64_t bus = 0, old = 0;
	uint32_t status;
	int err = 0;

	rd_emu_touch(e, of, r->head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 7);
	rd_emu_lock(e, &e->pages[of].lock);
	status = may_read(e, of, r, 0, sizeof(old), &bus);
	if (!status)
		err = change_word(e, of, bus, r, &old);
	if (err == RN_DMA_STATUS_READ_ERROR)
		status = RN_DMA_STATUS_READ_ERROR;
	/* later READs of the page that asks come after it, as behind the card's answer */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (err == RN_DMA_STATUS_WRITE_ERROR)
		rd_emu_write_failed(e, of);
	rd_emu_unlock(&e->pages[of].lock);
	rd_emu_untouch(e);
	if (!status)
		rd_emu_answer(e, a, (const char *)&old, sizeof(old));
	return status;
}

/* The whole is checked first: a READ that is not allowed brings no byte. */
static uint32_t check_read(struct rd_emu *e, uint32_t of, const struct rd_emu_read *r)
{
	uint64_t bus;
	uint32_t status;

	rd_emu_touch(e, of, r->head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 7);
	status = may_read(e, of, r, 0, r->length, &bus);
	rd_emu_untouch(e);
	if (rd_likely(!status))
		return 0;
	status = refuse_write(e, of, r->head, status);
	rd_emu_wake(e, of);
	return status;
}

void rd_emu_deliver_read(struct rd_emu *e, const struct rd_emu_read *r)
{
	uint32_t page = (r->head >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 255) / RD_EMU_REGIONS;
	uint32_t of, status;
	struct rd_emu_answer a = {
		.node = r->dest, .page = page, .stream = r->stream, .epoch = r->epoch};

	if (rd_unlikely(!rd_emu_reaches(e, e->node, r->dest) ||
			!rd_emu_reaches(e, r->dest, e->node)))
		return;
	of = r->dest * e->users + page;
	status = page < e->users ? check_read(e, of, r) : RN_DMA_STATUS_OFF;
	if (r->atomic && !status) {
		status = change(e, of, &a, r);
		rd_emu_wake(e, of);
	}
	for (uint64_t at = 0, len; at < r->length && !r->atomic && !status; at += len) {
		len = rd_min(r->length - at, (uint64_t)READ_STRAIGHT_B);
		status = read_piece(e, of, &a, r, at, &len);
	}
	if (rd_unlikely(status))
		rd_emu_answer_end(e, &a, status);
}

/* ---- MSG ---- */

/* The acquire pairs with the release in rd_emu_queues_write: the consumer has read the slot. */
static int has_room(const struct rd_emu_page *p)
{
	uint16_t used =
		(uint16_t)(p->fill.recv_prod - __atomic_load_n(&p->recv.cons, __ATOMIC_ACQUIRE));

	return !(used >> p->recv.lg);
}

/* A record {payload, first word, source}, at the end of its slot. */
static void append_msg(struct rd_emu *e, uint32_t of, uint32_t tag, uint64_t first,
		       const char *data, uint32_t len)
{
	struct rd_emu_page *p = &e->pages[of];
	uint32_t padded = (len + 7) & ~7u, bytes = padded + RN_MSG_BYTES;
	uint64_t word[(RD_EMU_MSG_B + RN_MSG_BYTES) / 8];

	if (len % 8)
		word[len / 8] = 0;
	memcpy(word, data, len);
	word[padded / 8] = first;
	word[padded / 8 + 1] = stamp(p->fill.recv_prod, p->recv.lg) |
			       (tag & 7) << RN_MSG_WHAT_TAG_LSB |
			       (uint32_t)e->card.place.page << RN_MSG_WHAT_PAGE_LSB |
			       e->node << RN_MSG_WHAT_SOURCE_LSB;
	write_record(e, of,
		     slot(p->recv.base, p->fill.recv_prod, p->recv.lg, RD_EMU_SLOT_LG) +
			     (1u << RD_EMU_SLOT_LG) - bytes,
		     word, bytes);
	__atomic_store_n(&p->fill.recv_prod, (uint16_t)(p->fill.recv_prod + 1), __ATOMIC_RELEASE);
	rd_emu_raise(p, RN_PAGE_EVENT_RQ_MASK);
}

/* Why it was refused, 0: it was not. */
static uint32_t place_msg(struct rd_emu *e, uint32_t of, uint32_t tag, uint64_t first,
			  const char *data, uint32_t len)
{
	struct rd_emu_page *p = &e->pages[of];
	uint32_t page = tag & 7, why = 0;

	rd_emu_lock(e, &p->lock);
	if (!p->enable) {
		why = RN_DMA_STATUS_OFF;
	} else if (rd_unlikely(p->refuses_from >> e->card.place.page & 1)) {
		why = RN_DMA_STATUS_SOURCE;
		rd_emu_refuse(e, of, 0, (uint32_t)e->card.place.page << 3 | page, why);
	} else if (has_room(p)) {
		append_msg(e, of, tag, first, data, len);
	} else {
		why = RN_DMA_STATUS_FULL;
		count16(&p->fill.lost);
		rd_emu_raise(p, RN_PAGE_EVENT_REFUSED_MASK);
	}
	rd_emu_unlock(&p->lock);
	return why;
}

void rd_emu_deliver_msg(struct rd_emu *e, uint32_t dest, uint32_t tag, uint64_t first,
			const char *data, uint32_t len)
{
	uint32_t page = tag & 7, of = dest * e->users + page, why;

	if (!rd_emu_reaches(e, e->node, dest))
		return;
	why = page < e->users ? place_msg(e, of, tag, first, data, len) : RN_DMA_STATUS_OFF;
	if (rd_unlikely(why))
		rd_emu_return(e, dest, why, RN_CELL_TYPE_MSG,
			      (uint32_t)e->card.place.page << 3 | page,
			      first >> 30 << RN_NOTICE_WHAT_OFFSET_LSB);
	rd_emu_wake(e, of);
}
