/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Descriptors: selects the next one, checks that its fields are consistent, and sends its data.
 * Called by queues.c at a doorbell; deliver.c and stream.c store the data at the destination. A
 * descriptor that waits for room in the completion ring is carried out when the page has read some
 * of the ring.
 *
 * The order is the card's: a descriptor in the card before one in the ring, the lowest number
 * first; CHAIN continues with the next. When a descriptor of a chain fails, all that follow fail.
 */
#include "hw/emu/emu.h"

#include <string.h>

#define PIECE_B (32u << 10) /* bytes of blocks with gaps that are joined at once; whole cells */
#define CHAIN_MAX 4096      /* descriptors in the card carried out at once */

/* A descriptor, unpacked. */
struct job {
	const uint64_t *word;
	uint32_t op, dest, tag, length, epoch;
	uint32_t blocks; /* at least 1 */
	int handed;      /* to a reduction or a stream, which completes it */
	uint32_t status; /* enum DMA_STATUS */
	uint64_t left;   /* bytes of its block that were not sent */
};

static int flag(const struct job *j, uint64_t mask)
{
	return (j->word[0] & mask) != 0;
}

static uint64_t gap(const struct job *j, int word)
{
	return (j->word[word] - j->length) & RD_EMU_OFFSET_MASK;
}

/* Region of a WRITE or READ at the other node. */
static uint32_t region_of(const struct job *j)
{
	return j->word[2] >> RN_WRITE_HEAD_ADDRESS_REGION_LSB & 255;
}

static int is_read(const struct job *j)
{
	return j->op == RN_DMA_OP_READ || j->op == RN_DMA_OP_ATOMIC;
}

/* ---- Checks ---- */

static int misfits(const struct job *j)
{
	int is_inline = flag(j, RN_DESCRIPTOR_CTL_INLINE_MASK), several = j->blocks > 1;
	int reduce = j->op == RN_DMA_OP_REDUCE;
	uint64_t ragged = j->length | j->word[3] | gap(j, 5);
	uint64_t uneven = j->length | j->word[3] | j->word[2];

	if (j->op > RN_DMA_OP_ATOMIC || (is_inline && j->length > 32))
		return 1;
	if (several &&
	    ((ragged & 7 && j->op != RN_DMA_OP_WRITE) || j->op == RN_DMA_OP_MSG || reduce))
		return 1;
	if (is_read(j) && (is_inline || several || !j->length || j->length > RN_READ_MAX))
		return 1;
	if (j->op == RN_DMA_OP_ATOMIC && (j->length != 8 || j->word[2] & 7))
		return 1;
	if ((j->op == RN_DMA_OP_WRITE || is_read(j)) && region_of(j) >= RN_PAGE_N * RD_EMU_REGIONS)
		return 1;
	return reduce && (is_inline || uneven & 7);
}

static int no_dest(const struct rd_emu *e, const struct job *j)
{
	if (j->op == RN_DMA_OP_NOP || j->op == RN_DMA_OP_REDUCE)
		return 0;
	if (j->op == RN_DMA_OP_BCAST)
		return e->nodes == 1;
	return j->dest == e->node || j->dest >= e->nodes;
}

/* Whether the port of this node by which the cells would leave is dead. */
static int is_cut_off(const struct rd_emu *e, const struct job *j)
{
	if (j->op == RN_DMA_OP_NOP || j->op == RN_DMA_OP_REDUCE)
		return 0;
	if (j->op == RN_DMA_OP_BCAST)
		return rd_emu_port_is_dead(e, 0) || rd_emu_port_is_dead(e, 1);
	return rd_emu_port_is_dead(e, rd_emu_way(e, e->node, j->dest) > 0);
}

static uint32_t verdict(struct rd_emu *e, const struct job *j)
{
	if (rd_unlikely(misfits(j)))
		return RN_DMA_STATUS_DESCRIPTOR;
	if (rd_unlikely(no_dest(e, j)))
		return RN_DMA_STATUS_DEST;
	return rd_unlikely(!rd_emu_all_up(e)) && is_cut_off(e, j) ? RN_DMA_STATUS_DEAD
								  : RN_DMA_STATUS_OK;
}

/* ---- Sending ---- */

/* Finds the bytes of a block, if the page may read them. */
static uint32_t find(struct rd_emu *e, const struct job *j, uint64_t offset, struct rd_emu_bytes *b)
{
	uint32_t region = j->word[3] >> RN_DESCRIPTOR_LOCAL_REGION_LSB & 7, status;

	if (flag(j, RN_DESCRIPTOR_CTL_INLINE_MASK)) {
		b->local = (const char *)&j->word[4];
		return RN_DMA_STATUS_OK;
	}
	status = rd_emu_allowed(&e->page->region[region], offset, j->length,
				RN_REGION_ACCESS_READ_MASK, 0, &b->bus);
	if (!status)
		b->local = rd_emu_reach(e, e->index, b->bus, j->length);
	return status;
}

static uint64_t local_offset(const struct job *j)
{
	return j->word[3] & RN_DESCRIPTOR_LOCAL_OFFSET_MASK;
}

static uint64_t next_block(const struct job *j, uint64_t offset)
{
	return (offset + j->word[5]) & RD_EMU_OFFSET_MASK;
}

static uint32_t send_write(struct rd_emu *e, const struct job *j)
{
	uint64_t head = j->word[2], from = local_offset(j);
	uint32_t status = 0;

	for (uint32_t i = 0; i < j->blocks && !status; i++) {
		struct rd_emu_bytes b;

		status = find(e, j, from, &b);
		if (!status)
			status = rd_emu_deliver_write(
				e, j->dest, head, &b, j->length,
				(uint32_t)(j->word[3] >> RN_DESCRIPTOR_LOCAL_KEY_HIGH_LSB));
		if (i + 1 == j->blocks)
			break;
		from = next_block(j, from);
		head = rd_emu_head_at(head, j->word[6]);
	}
	return status;
}

/* A longer message is sent as several records, an empty one as one record. */
static uint32_t send_msg(struct rd_emu *e, const struct job *j)
{
	uint32_t status = RN_DMA_STATUS_OK, at = 0;
	struct rd_emu_bytes b = {"", 0};

	if (j->length)
		status = find(e, j, local_offset(j), &b);
	while (!status) {
		uint32_t n = rd_min(j->length - at, RD_EMU_MSG_B);
		uint64_t first = (j->word[2] & ~255ull) | n;
		char data[RD_EMU_MSG_B];

		if (!b.local && rd_emu_get(e, e->index, b.bus + at, data, n))
			return RN_DMA_STATUS_READ_ERROR;
		rd_emu_deliver_msg(e, j->dest, j->tag, first, b.local ? b.local + at : data, n);
		at += n;
		if (at == j->length)
			break;
	}
	return status;
}

/* A broadcast goes in both directions: to the right up to the opposite node, to the left to the
 * others. */
static uint32_t send_cells(struct rd_emu *e, const struct job *j, const struct rd_emu_bytes *b,
			   uint64_t len)
{
	uint32_t status = 0;

	if (j->op == RN_DMA_OP_DATA)
		return rd_emu_reaches(e, e->node, j->dest)
			       ? rd_emu_deliver_data(e, j->dest, RN_CELL_TYPE_DATA, j->tag,
						     j->epoch, b, len)
			       : RN_DMA_STATUS_OK;
	for (uint32_t i = 1; i < e->nodes && !status; i++) {
		uint32_t dest = (e->node + i) % e->nodes;

		if (rd_emu_reaches(e, e->node, dest))
			status = rd_emu_deliver_data(e, dest, RN_CELL_TYPE_BCAST, j->tag, j->epoch,
						     b, len);
	}
	return status;
}

/* Blocks with gaps between them are joined to whole cells. */
static uint32_t send_joined(struct rd_emu *e, const struct job *j)
{
	char piece[PIECE_B];
	struct rd_emu_bytes all = {piece, 0};
	uint64_t from = local_offset(j);
	uint32_t status = 0, have = 0;

	for (uint32_t i = 0; i < j->blocks; i++, from = next_block(j, from)) {
		struct rd_emu_bytes b;

		status = find(e, j, from, &b);
		for (uint32_t at = 0, n; at < j->length && !status; at += n) {
			n = rd_min(j->length - at, PIECE_B - have);
			if (b.local)
				memcpy(piece + have, b.local + at, n);
			else if (rd_emu_get(e, e->index, b.bus + at, piece + have, n))
				return RN_DMA_STATUS_READ_ERROR;
			have += n;
			if (have < PIECE_B)
				continue;
			status = send_cells(e, j, &all, have);
			have = 0;
		}
		if (status)
			return status;
	}
	return have ? send_cells(e, j, &all, have) : RN_DMA_STATUS_OK;
}

static uint32_t send_stream(struct rd_emu *e, const struct job *j)
{
	struct rd_emu_bytes b;
	uint32_t status;

	if (j->blocks > 1)
		return send_joined(e, j);
	status = find(e, j, local_offset(j), &b);
	return status ? status : send_cells(e, j, &b, j->length);
}

/* The record of the stream ends it. */
static uint32_t send_read(struct rd_emu *e, struct job *j)
{
	struct rd_emu_read r = {
		.head = j->word[2],
		.dest = j->dest,
		.key_high = (uint32_t)(j->word[3] >> RN_DESCRIPTOR_LOCAL_KEY_HIGH_LSB),
		.length = j->length,
		.stream = j->tag & 7,
		.epoch = j->epoch,
		.atomic = j->op == RN_DMA_OP_ATOMIC,
		.swap = j->tag >> 3 & 1,
		.arg = j->word[5],
		.cmp = j->word[6],
	};

	if (!rd_emu_stream_open(e, &r, j->word[3], (uint32_t)j->word[1]))
		return RN_DMA_STATUS_BUSY;
	j->handed = 1;
	rd_emu_deliver_read(e, &r);
	return RN_DMA_STATUS_OK;
}

/* The reduction appends the completion record when it ends. */
static uint32_t hand_over(struct rd_emu *e, struct job *j)
{
	uint32_t status = rd_emu_vector_open(e, j->word);

	j->handed = !status;
	return status;
}

static uint32_t run(struct rd_emu *e, struct job *j)
{
	if (!j->length && j->op != RN_DMA_OP_MSG)
		return RN_DMA_STATUS_OK;
	switch (j->op) {
	case RN_DMA_OP_WRITE:
		return send_write(e, j);
	case RN_DMA_OP_MSG:
		return send_msg(e, j);
	case RN_DMA_OP_DATA:
	case RN_DMA_OP_BCAST:
		return send_stream(e, j);
	case RN_DMA_OP_REDUCE:
		return hand_over(e, j);
	case RN_DMA_OP_READ:
	case RN_DMA_OP_ATOMIC:
		return send_read(e, j);
	default:
		return RN_DMA_STATUS_OK;
	}
}

/* ---- One descriptor ---- */

static void unpack(struct job *j)
{
	uint64_t ctl = j->word[0];
	uint32_t count = (uint32_t)j->word[4];

	j->op = ctl & RN_DESCRIPTOR_CTL_OP_MASK;
	j->dest = ctl >> RN_DESCRIPTOR_CTL_DEST_LSB & 1023;
	j->tag = ctl >> RN_DESCRIPTOR_CTL_TAG_LSB & 63;
	j->epoch = ctl >> RN_DESCRIPTOR_CTL_EPOCH_LSB & 15;
	j->length = (uint32_t)(ctl >> RN_DESCRIPTOR_CTL_LENGTH_LSB);
	j->blocks = ctl & RN_DESCRIPTOR_CTL_INLINE_MASK || !count ? 1 : count;
}

static void tell(struct rd_emu *e, const struct job *j)
{
	struct rd_emu_record r = {
		.cookie = j->word[1],
		.length = j->left,
		.kind = RN_COMPLETION_KIND_SEND,
		.status = j->status,
		.source = j->dest,
		.tag = j->tag,
		.event = j->status || flag(j, RN_DESCRIPTOR_CTL_EVENT_MASK),
	};

	if (e->page->enable && (j->status || flag(j, RN_DESCRIPTOR_CTL_COMPLETE_MASK)))
		rd_emu_complete(e, e->index, &r);
}

static void carry_out(struct rd_emu *e, struct job *j, int skip)
{
	unpack(j);
	if (rd_unlikely(skip))
		j->status = RN_DMA_STATUS_CHAIN;
	if (rd_likely(!j->status))
		j->status = verdict(e, j);
	if (rd_likely(!j->status))
		j->status = run(e, j);
	if (rd_unlikely(j->status))
		j->left = j->length;
	if (rd_unlikely(j->status == RN_DMA_STATUS_READ_ERROR))
		rd_emu_count(&e->own->read_errors);
	if (!j->handed)
		tell(e, j);
}

/* ---- The next descriptor ---- */

static const uint64_t nothing[8];

/* The words of the descriptor at the consumer index: from the doorbell window, or the ring. */
static void fetch(struct rd_emu *e, struct job *j, uint64_t *words)
{
	struct rd_emu_page *p = e->page;
	uint64_t mask = (1u << p->send.lg) - 1;
	uint64_t at = (p->send.base & ~(mask << 6 | 63)) | (p->send.cons & mask) << 6;
	const char *ring;

	if (e->window) {
		j->word = e->window;
		e->window = NULL;
		return;
	}
	ring = rd_emu_reach(e, e->index, at, RN_DESCRIPTOR_BYTES);
	if (rd_likely(ring != NULL)) {
		j->word = (const uint64_t *)(const void *)ring;
		return;
	}
	j->word = words;
	if (!rd_emu_get(e, e->index, at, words, RN_DESCRIPTOR_BYTES))
		return;
	j->word = nothing;
	j->status = RN_DMA_STATUS_READ_ERROR;
}

/* Carries out a descriptor and those chained to it. Number of descriptors in the card that were
 * carried out: their chain can be a cycle. */
static uint32_t serve(struct rd_emu *e)
{
	struct rd_emu_page *p = e->page;
	int card = p->send.card_pending != 0, slot = card ? __builtin_ctz(p->send.card_pending) : 0;
	int skip = card ? 0 : p->send.skip, chain = 1;
	uint32_t n = 0;

	if (!card)
		p->send.skip = 0;
	while (chain) {
		struct job j = {.word = p->send.desc[slot]};
		uint64_t words[8];

		if (!card)
			fetch(e, &j, words);
		carry_out(e, &j, skip);
		n++;
		chain = flag(&j, RN_DESCRIPTOR_CTL_CHAIN_MASK);
		skip = j.status != 0;
		if (!card) {
			p->send.cons++;
			chain = chain && p->send.cons != p->send.prod;
			if (!chain)
				p->send.skip = skip && flag(&j, RN_DESCRIPTOR_CTL_CHAIN_MASK);
		} else {
			p->send.card_pending &= (uint8_t) ~(1u << slot);
			slot = (slot + 1) % RD_EMU_DESCS;
			p->send.card_pending |= (uint8_t)(chain << slot);
		}
		if (chain && !rd_emu_cpl_room(p)) {
			p->send.skip = !card && skip;
			break;
		}
		if (card && n >= CHAIN_MAX)
			break;
	}
	return card ? n : 0;
}

void rd_emu_send(struct rd_emu *e)
{
	struct rd_emu_page *p = e->page;
	uint32_t n = 0;

	while ((p->send.card_pending || p->send.prod != p->send.cons) && rd_emu_cpl_room(p) &&
	       n < CHAIN_MAX)
		n += serve(e);
}

/* ---- Block DESC ---- */

uint32_t rd_emu_desc_read(struct rd_emu *e, uint32_t at)
{
	uint32_t word;

	memcpy(&word, (const char *)e->page->send.desc + (at - RN_DESC_BASE), sizeof(word));
	return word;
}

void rd_emu_desc_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	memcpy((char *)e->page->send.desc + (at - RN_DESC_BASE), &value, sizeof(value));
}
