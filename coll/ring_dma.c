/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of a card's leader with the card's DMA engine: broadcasts, which are streams to all
 * nodes, and reductions of vectors in memory. Called by ring_ops.c and ring_vector.c; below are
 * descriptors, the registers of streams, and registered memory.
 */
#include "coll/ring.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/progress.h"

#include <string.h>

#define PIECE_B (1u << 30) /* bytes of one descriptor */
#define STREAM_EPOCHS 15u  /* mask of the epoch of a stream */

/* ---- The operation under way ---- */

static void op_done(struct rd_page_op *op, int status)
{
	struct rd_ring_dma *s = rd_container(op, struct rd_ring_dma, op);

	s->over = 1;
	s->status = status;
}

/* 0 or RD_ENOMEM. The operation exists until op_end. */
static int op_begin(struct rd_ring_dma *s)
{
	*s = (struct rd_ring_dma){.op.done = op_done};
	return rd_page_op_begin(&s->op);
}

int rd_ring_dma_end(struct rd_ring_dma *s, const char *what)
{
	rd_page_op_end(&s->op);
	if (!s->status)
		return 0;
	rd_error("card %d: %s: the DMA engine reports status %d", rd_page.card->place.node, what,
		 s->status);
	return RD_EPROC;
}

/* Waits for the operation, which the last argument names in messages. */
int rd_ring_dma_await(const struct rd_ring *ring, struct rd_ring_dma *s, const char *what)
{
	struct rd_wait wait = RD_WAIT_INIT;
	int err = 0;

	while (!s->over && !err) {
		err = rd_ring_check(ring);
		if (!err)
			rd_progress_wait(&wait);
	}
	if (!err)
		return rd_ring_dma_end(s, what);
	rd_page_op_end(&s->op); /* its completion may still arrive */
	return err;
}

/* NULL: none becomes free any more. */
static uint64_t *next_descriptor(const struct rd_ring *ring, struct rd_page_op *op)
{
	struct rd_wait wait = RD_WAIT_INIT;

	while (rd_page_room(1) < 1) {
		if (rd_ring_has_failed(ring))
			return NULL;
		rd_progress_wait(&wait);
	}
	return rd_page_next(op);
}

/* ---- Where the card finds the bytes ---- */

struct place {
	int region;
	uint64_t offset;
};

/* The slot of the communicator, in the arena; by the number of its stream, or after those of the
 * reduction group: communicators that work at the same time share neither. */
static char *slot(struct place *p, int number)
{
	p->region = 0;
	p->offset = rd_page.map.coll + (uint64_t)number * RD_RING_SLOT_B;
	return rd_page.card->arena + p->offset;
}

/* The buffer itself, in the communicator's own region; RD_ENOTSUP: it has none, or the card cannot
 * reach it. Opened for reads and writes: the buffer of this root soon receives from another
 * root. */
static int in_place(struct place *p, const struct rd_ring *ring, const void *buf, uint64_t bytes)
{
	const uint32_t access = RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_WRITE_MASK;

	p->region = ring->region;
	return ring->region > 0 ? rd_region_own_open(ring->region, buf, bytes, access, &p->offset)
				: RD_ENOTSUP;
}

/* After an error: cells that arrive late are not written to the buffer any more. */
static void shut(const struct rd_ring *ring)
{
	if (ring->region <= 0)
		return;
	rd_region_disown(ring->region);
	rd_region_own(ring->region);
}

/* ---- Refusals ---- */

/* The communicators of this leader, by stream. */
static struct rd_ring *senders[RD_RING_STREAMS];

static int has_card(const struct rd_ring *ring, int node)
{
	for (int i = 0; i < ring->cards; i++)
		if (ring->node[i] == node)
			return 1;
	return 0;
}

/* A stream reaches all nodes, and those without a member refuse it. Refusals of other epochs are
 * for earlier users of the group. A page that is off is no failure: the launcher reports that of
 * its process. */
static void came_back(const struct rd_page_return *r)
{
	struct rd_ring *ring = senders[r->region % RD_RING_STREAMS];

	if (!ring || r->page != rd_page.card->place.page || !has_card(ring, r->node) ||
	    r->offset != (ring->epoch & STREAM_EPOCHS) || r->status == RN_DMA_STATUS_OFF)
		return;
	ring->lost.status = r->status;
	ring->lost.node = r->node;
}

void rd_ring_stream_listen(struct rd_ring *ring)
{
	if (ring->group >= RD_RING_STREAMS)
		return;
	senders[ring->group] = ring;
	rd_page.stream_returned = came_back;
}

void rd_ring_stream_silence(const struct rd_ring *ring)
{
	for (int i = 0; i < RD_RING_STREAMS; i++)
		if (senders[i] == ring)
			senders[i] = NULL;
}

int rd_ring_stream_refused(struct rd_ring *ring)
{
	if (rd_likely(!ring->lost.status))
		return 0;
	rd_error("card %d: card %d has refused a broadcast: %s (status %u)",
		 rd_page.card->place.node, ring->lost.node, rd_page_why(ring->lost.status),
		 ring->lost.status);
	ring->lost.status = 0;
	return RD_EPROC;
}

/* ---- Broadcast ---- */

/* The last descriptor of a broadcast has an op. 0 or RD_EPROC. */
static int post_stream(const struct rd_ring *ring, const struct place *p, uint32_t len,
		       struct rd_page_op *op)
{
	uint32_t tag = (uint32_t)rd_page.card->place.page * 8 + (uint32_t)ring->group;
	uint64_t *d = next_descriptor(ring, op);

	if (!d)
		return RD_EPROC;
	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_BCAST, 0, len, op ? RN_DESCRIPTOR_CTL_COMPLETE_MASK : 0) |
		(uint64_t)(ring->epoch & STREAM_EPOCHS) << RN_DESCRIPTOR_CTL_EPOCH_LSB |
		(uint64_t)tag << RN_DESCRIPTOR_CTL_TAG_LSB;
	d[RN_DESCRIPTOR_LOCAL / 8] = rd_desc_local((unsigned)p->region, p->offset);
	return 0;
}

/* The other cards wait for data that the root has not sent. */
static int unsent(const struct rd_ring *ring, int err)
{
	if (rd_unlikely(err))
		rd_ring_fail(ring, err);
	return err;
}

static int send_stream(struct rd_ring *ring, const struct place *p, uint64_t bytes)
{
	struct rd_ring_dma moving;
	int err = op_begin(&moving) ? RD_ENOMEM : 0;

	if (err)
		return unsent(ring, err);
	for (uint64_t at = 0; at < bytes && !err; at += PIECE_B) {
		struct place piece = {p->region, p->offset + at};
		uint32_t len = (uint32_t)rd_min(bytes - at, (uint64_t)PIECE_B);

		err = post_stream(ring, &piece, len, bytes - at <= PIECE_B ? &moving.op : NULL);
	}
	rd_page_go();
	rd_page_poll();
	if (!err)
		return unsent(ring, rd_ring_dma_await(ring, &moving, "broadcast"));
	rd_page_op_end(&moving.op);
	return unsent(ring, err);
}

/* The leaders have the same page of their cards (one_page). `op` NULL: its end is not reported. A
 * card that is cut off opens nothing: cells of the broadcast that it has lost may still come. */
static void arm_stream(const struct rd_ring *ring, const struct place *p, int from, uint64_t bytes,
		       struct rd_page_op *op)
{
	struct rd_card *card = rd_page.card;
	uint32_t base = (uint32_t)ring->group * RN_STREAM_CONTROL_STEP;

	if (rd_unlikely(ring->lost.cut_off))
		return;
	rd_page.streams[ring->group] = op;
	rd_card_write(card, base + RN_STREAM_OFFSET_LO, (uint32_t)p->offset);
	rd_card_write(card, base + RN_STREAM_OFFSET_HI,
		      (uint32_t)(p->offset >> 32) |
			      (uint32_t)p->region << RN_STREAM_OFFSET_HI_REGION_LSB |
			      (ring->epoch & STREAM_EPOCHS) << RN_STREAM_OFFSET_HI_EPOCH_LSB |
			      (uint32_t)card->place.page << RN_STREAM_OFFSET_HI_PAGE_LSB |
			      (uint32_t)ring->node[from] << RN_STREAM_OFFSET_HI_SOURCE_LSB);
	rd_card_write(card, base + RN_STREAM_LENGTH_LO, (uint32_t)bytes);
	rd_card_write(card, base + RN_STREAM_LENGTH_HI, (uint32_t)(bytes >> 32));
	rd_card_write(card, base + RN_STREAM_COOKIE, op ? rd_page_op_number(op) : 0);
	rd_card_write(card, base + RN_STREAM_CONTROL, RN_STREAM_CONTROL_ARMED_MASK);
}

/* Open, or over already: all its bytes have come. */
static int has_opened(const struct rd_ring *ring)
{
	struct rd_card *card = rd_page.card;
	uint32_t base = (uint32_t)ring->group * RN_STREAM_CONTROL_STEP;

	return rd_card_read(card, base + RN_STREAM_CONTROL) & RN_STREAM_CONTROL_ARMED_MASK ||
	       !(rd_card_read(card, base + RN_STREAM_LENGTH_LO) |
		 rd_card_read(card, base + RN_STREAM_LENGTH_HI));
}

void rd_ring_stream_check(struct rd_ring *ring)
{
	struct rd_card *card = rd_page.card;

	if (rd_unlikely(ring->lost.cut_off) || rd_likely(has_opened(ring)))
		return;
	rd_error("card %d: page %d does not open stream %d: this broadcast and those that follow "
		 "on the communicator do not reach this rank",
		 card->place.node, card->place.page, ring->group);
	rd_ring_stream_cut_off(ring);
}

void rd_ring_stream_cut_off(struct rd_ring *ring)
{
	ring->lost.cut_off = 1;
	rd_ring_stream_disarm(ring);
}

/* The register is read while the other cards may still be on their way to the barrier. */
int rd_ring_stream_barrier(struct rd_ring *ring)
{
	rd_ring_arrive(ring);
	rd_ring_stream_check(ring);
	return rd_ring_leave(ring);
}

void rd_ring_stream_disarm(const struct rd_ring *ring)
{
	rd_page.streams[ring->group] = NULL;
	rd_card_write(rd_page.card,
		      (uint32_t)ring->group * RN_STREAM_CONTROL_STEP + RN_STREAM_CONTROL, 0);
}

/* All have their streams open before the root sends. */
static int stream_from(struct rd_ring *ring, const struct place *p, uint64_t bytes)
{
	int err = rd_ring_barrier(ring);

	return err ? err : send_stream(ring, p, bytes);
}

static int stream_to(struct rd_ring *ring, int from, const struct place *p, uint64_t bytes)
{
	struct rd_ring_dma moving = {.op.done = op_done};
	int err;

	arm_stream(ring, p, from, bytes, &moving.op);
	err = rd_ring_stream_barrier(ring);
	if (!err && !ring->lost.cut_off)
		err = rd_ring_dma_await(ring, &moving, "broadcast");
	if (err)
		rd_ring_stream_cut_off(ring);
	return err || !ring->lost.cut_off ? err : RD_EPROC;
}

/* The root's buffer cannot be registered: piece by piece through the slot; the receivers need not
 * distinguish the two. */
static int stream_copied(struct rd_ring *ring, const char *buf, uint64_t bytes)
{
	struct place p;
	char *bounce = slot(&p, ring->group);
	int err = rd_ring_barrier(ring);

	for (uint64_t at = 0; at < bytes && !err; at += RD_RING_SLOT_B) {
		uint64_t piece = rd_min(bytes - at, (uint64_t)RD_RING_SLOT_B);

		memcpy(bounce, buf + at, piece);
		err = send_stream(ring, &p, piece);
	}
	return err;
}

/* A broadcast from buffer to buffer. The other cards do not wait for a card that cannot take the
 * stream; that card fails, and the root, which the card's refusal reaches. */
static int bcast_direct(struct rd_ring *ring, int from, void *buf, uint64_t bytes)
{
	struct place p;
	int err = in_place(&p, ring, buf, bytes);

	if (err && from == ring->index)
		return stream_copied(ring, buf, bytes);
	if (err) {
		rd_ring_stream_cut_off(ring);
		rd_ring_barrier(ring);
	} else {
		err = from == ring->index ? stream_from(ring, &p, bytes)
					  : stream_to(ring, from, &p, bytes);
	}
	if (err)
		shut(ring);
	return err;
}

/* A broadcast by way of the slot. */
static int bcast_piece(struct rd_ring *ring, int from, char *buf, uint64_t bytes)
{
	struct place p;
	char *bounce = slot(&p, ring->group);
	int err;

	if (from == ring->index) {
		memcpy(bounce, buf, bytes);
		return stream_from(ring, &p, bytes);
	}
	err = stream_to(ring, from, &p, bytes);
	if (!err)
		memcpy(buf, bounce, bytes);
	return err;
}

/* After an error the card goes on to the next piece: the other cards wait for it in the barrier. */
static int bcast_pieces(struct rd_ring *ring, int from, char *buf, uint64_t bytes)
{
	int err = 0;

	for (uint64_t at = 0; at < bytes && !(err && rd_ring_is_broken(ring));
	     at += RD_RING_SLOT_B) {
		int failed = bcast_piece(ring, from, buf + at,
					 rd_min(bytes - at, (uint64_t)RD_RING_SLOT_B));

		err = err ? err : failed;
	}
	return err;
}

/* All cards of the communicator have a region, or none. A refusal is reported behind the last
 * byte, because the other cards wait for all of them. */
int rd_ring_bcast(struct rd_ring *ring, int from, void *buf, uint64_t bytes)
{
	int err;

	rd_ring_flow_close(ring);
	if (bytes > RD_RING_SLOT_B && ring->region > 0)
		err = bcast_direct(ring, from, buf, bytes);
	else
		err = bcast_pieces(ring, from, buf, bytes);
	return err || from != ring->index ? err : rd_ring_stream_refused(ring);
}

/* ---- Reduction of vectors ---- */

/*
 * The members' cards count cells, so each member may cut its vector into descriptors at any
 * multiples of a cell. A group takes one descriptor at a time. Vectors go by way of the slot, which
 * is at least as quick as from and to the buffers in registered memory: M-101.
 */

/* Words up to `bytes`; `to` NULL: the result is not wanted. */
static void describe_reduction(uint64_t *d, const struct rd_ring *ring, const struct place *from,
			       const struct place *to, uint32_t bytes)
{
	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_REDUCE, 0, bytes, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	d[RN_DESCRIPTOR_LOCAL / 8] = rd_desc_local((unsigned)from->region, from->offset);
	if (to)
		d[RN_DESCRIPTOR_REMOTE / 8] = rd_desc_local((unsigned)to->region, to->offset);
	d[RN_DESCRIPTOR_COUNT / 8] =
		(uint64_t)ring->reduction.group << RN_DESCRIPTOR_COUNT_GROUP_LSB |
		(uint64_t)(RD_RING_OPERAND_B / 8 - 1) << RN_DESCRIPTOR_COUNT_BEATS_LSB |
		(to ? 0 : RN_DESCRIPTOR_COUNT_NO_RESULT_MASK);
}

static int reduce_piece(struct rd_ring *ring, const char *operand, char *result, uint32_t bytes)
{
	struct rd_ring_dma moving;
	int err = rd_ring_reduce_piece(ring, &moving, operand, bytes, result != NULL);

	if (err)
		return unsent(ring, err);
	rd_page_poll();
	err = unsent(ring, rd_ring_dma_await(ring, &moving, "reduction of a vector"));
	ring->reduction.spoilt |= !moving.over;
	if (!err && result)
		rd_ring_reduced_piece(ring, result, bytes);
	return err;
}

int rd_ring_reduce_vector(struct rd_ring *ring, uint32_t ctrl, const void *operand, void *result,
			  uint64_t bytes)
{
	int err = rd_ring_start(ring, ctrl | RD_RING_VECTOR);

	if (err)
		return err;
	for (uint64_t at = 0; at < bytes && !err; at += RD_RING_SLOT_B)
		err = reduce_piece(ring, (const char *)operand + at,
				   result ? (char *)result + at : NULL,
				   (uint32_t)rd_min(bytes - at, (uint64_t)RD_RING_SLOT_B));
	ring->reduction.open = !result;
	if (err)
		rd_ring_abandon(ring);
	return err;
}

/* ---- One piece after the other through the slot, without waiting ---- */

int rd_ring_dma_has_room(void)
{
	return rd_page_room(1) > 0;
}

void rd_ring_dma_abandon(struct rd_ring *ring, struct rd_ring_dma *s)
{
	rd_page_op_end(&s->op);
	if (ring->group < RD_RING_STREAMS && rd_page.streams[ring->group] == &s->op)
		rd_ring_stream_cut_off(ring);
}

int rd_ring_reduce_piece(const struct rd_ring *ring, struct rd_ring_dma *s, const void *operand,
			 uint32_t bytes, int wanted)
{
	uint32_t full = (bytes + 7) & ~7u;
	struct place p;
	char *bounce = slot(&p, RD_RING_STREAMS + ring->reduction.group);
	uint64_t *d;

	memcpy(bounce, operand, bytes);
	memset(bounce + bytes, 0, full - bytes);
	if (op_begin(s))
		return RD_ENOMEM;
	d = next_descriptor(ring, &s->op);
	if (!d) {
		rd_page_op_end(&s->op);
		return RD_EPROC;
	}
	describe_reduction(d, ring, &p, wanted ? &p : NULL, full);
	rd_page_go();
	return 0;
}

void rd_ring_reduced_piece(const struct rd_ring *ring, void *result, uint32_t bytes)
{
	struct place p;

	memcpy(result, slot(&p, RD_RING_STREAMS + ring->reduction.group), bytes);
}

char *rd_ring_slot(const struct rd_ring *ring)
{
	struct place p;

	return slot(&p, ring->group);
}

void rd_ring_stream_arm(const struct rd_ring *ring, int from, uint64_t bytes)
{
	struct place p;

	slot(&p, ring->group);
	arm_stream(ring, &p, from, bytes, NULL);
}

void rd_ring_stream_open(struct rd_ring *ring, struct rd_ring_dma *s, int from, const void *buf,
			 uint32_t bytes)
{
	struct place p;
	char *bounce = slot(&p, ring->group);

	rd_ring_flow_close(ring);
	*s = (struct rd_ring_dma){.op.done = op_done};
	if (from == ring->index)
		memcpy(bounce, buf, bytes);
	else
		arm_stream(ring, &p, from, bytes, &s->op);
}

int rd_ring_stream_send(const struct rd_ring *ring, struct rd_ring_dma *s, uint32_t at,
			uint32_t bytes)
{
	struct place p;
	int err;

	slot(&p, ring->group);
	p.offset += at;
	if (op_begin(s))
		return RD_ENOMEM;
	err = post_stream(ring, &p, bytes, &s->op);
	if (err)
		rd_page_op_end(&s->op);
	rd_page_go();
	return err;
}

void rd_ring_stream_take(const struct rd_ring *ring, void *buf, uint32_t bytes)
{
	struct place p;

	memcpy(buf, slot(&p, ring->group), bytes);
}
