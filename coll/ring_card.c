/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the leader of a card does with it for one collective, and waiting for it: looks at a
 * register, then the progress loop runs meanwhile and may put the process to sleep until the card
 * rings. Called by ring_ops.c and ring_group.c; below are the registers of the page.
 */
#include "coll/ring.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/progress.h"

#include <string.h>

/* ---- Waiting ---- */

enum { LOOKS_LEAST = 4, LOOKS_MOST = 80 };

struct waiting {
	uint32_t reg, mask, want;
};

static const struct waiting *now; /* what the process waits for; NULL: nothing */
static uint32_t looks_max = LOOKS_MOST; /* before others are offered the processor; learnt */

static int is_there(const struct waiting *w)
{
	return (rd_card_read(rd_page.card, w->reg) & w->mask) == w->want;
}

static int poll_nothing(void)
{
	return 0;
}

/* The transport has armed the card before: its poller stands before this one. */
static int arm(void)
{
	return now && is_there(now) ? RD_ARM_BUSY : RD_ARM_OK;
}

static void disarm(void)
{
}

static struct rd_poller poller = {
	.name = "ring", .poll = poll_nothing, .arm = arm, .disarm = disarm, .fd = -1,
};
static int polling;

void rd_ring_wait_init(void)
{
	rd_progress_add(&poller);
	polling = 1;
}

void rd_ring_wait_fini(void)
{
	if (polling)
		rd_progress_remove(&poller);
	polling = 0;
}

/* A card or link that has died leaves groups open for ever. */
static int has_failed(void)
{
	struct rd_card *card = rd_page.card;

	if (card->lost)
		rd_error("collective on the ring: card %d is lost: %s", card->place.node, card->lost);
	else if (*rd_page.fault)
		rd_error("collective on the ring: card %d was told that %s is dead",
			 card->place.node, rd_page.fault);
	else
		return 0;
	return 1;
}

/* Looks are in vain where one or two yields brought what they had not: whoever is waited for needs
 * this very processor. As in sm_wait.c. */
static void learn(uint64_t yields)
{
	if (yields == 1 || yields == 2)
		looks_max = rd_max(looks_max / 2, (uint32_t)LOOKS_LEAST);
	else if (!yields)
		looks_max = LOOKS_MOST;
}

static int await_slow(const struct waiting *w)
{
	uint64_t yields = rd_progress_stats.yields;
	struct rd_wait wait = RD_WAIT_INIT;
	int err = 0;

	now = w;
	while (!is_there(w) && !err) {
		if (looks_max == LOOKS_LEAST)
			wait.looks = UINT32_MAX / 2; /* enough of it: yield */
		rd_progress_wait(&wait);
		if (has_failed())
			err = RD_EPROC;
	}
	now = NULL;
	learn(rd_progress_stats.yields - yields);
	return err;
}

int rd_ring_await(uint32_t reg, uint32_t mask, uint32_t want)
{
	struct waiting w = {reg, mask, want};
	uint32_t looks = 0;

	while (!is_there(&w)) {
		if (looks++ == looks_max)
			return await_slow(&w);
		rd_cpu_relax();
	}
	if (looks && looks_max < LOOKS_MOST)
		looks_max++; /* it pays to look */
	return 0;
}

/* ---- Barrier ---- */

int rd_ring_barrier(struct rd_ring *ring)
{
	uint32_t reg = RN_BARRIER_GROUP + (uint32_t)ring->group * RN_BARRIER_GROUP_STEP;

	rd_card_write(rd_page.card, reg, 0);
	return rd_ring_await(reg, RN_BARRIER_GROUP_INSIDE_MASK, 0);
}

/* ---- Reduction ---- */

int rd_ring_stop(struct rd_ring *ring)
{
	uint32_t status = rd_ring_reg(ring, RN_REDUCE_STATUS);
	uint32_t busy = RN_REDUCE_STATUS_RUN_MASK | RN_REDUCE_STATUS_DRAIN_MASK;
	int err;

	if (!ring->ctrl)
		return 0;
	ring->ctrl = 0;
	err = rd_ring_await(status, RN_REDUCE_STATUS_IDLE_MASK, RN_REDUCE_STATUS_IDLE_MASK);
	rd_card_write(rd_page.card, rd_ring_reg(ring, RN_REDUCE_CTRL), 0);
	return err ? err : rd_ring_await(status, busy, 0);
}

static uint32_t gather_max(void)
{
	return (rd_page.card->read(rd_page.card, RN_GREDUCE_CAPS) & RN_GREDUCE_CAPS_GATHER_MASK) >>
	       RN_GREDUCE_CAPS_GATHER_LSB;
}

/* Operator, type or length are others than before: none stops before all have their results, none
 * sends before all have started. */
static int start(struct rd_ring *ring, uint32_t ctrl)
{
	struct rd_card *card = rd_page.card;
	uint32_t mode = (uint32_t)ring->cards > gather_max() ? RN_REDUCE_CTRL_CHAIN_MASK : 0;
	int err = ring->ctrl ? rd_ring_barrier(ring) : 0;

	if (!err)
		err = rd_ring_stop(ring);
	if (err)
		return err;
	rd_card_write(card, rd_ring_reg(ring, RN_REDUCE_CTRL), ctrl | mode | RN_REDUCE_CTRL_EN_MASK);
	if (!(rd_card_read(card, rd_ring_reg(ring, RN_REDUCE_STATUS)) & RN_REDUCE_STATUS_RUN_MASK)) {
		rd_error("card %d: reduction group %d does not start with %#x", card->place.node,
			 ring->reducer, ctrl | mode);
		return RD_EPROC;
	}
	ring->ctrl = ctrl | RN_REDUCE_CTRL_EN_MASK;
	return rd_ring_barrier(ring);
}

static void put_words(uint32_t reg, const uint64_t *word, uint32_t beats)
{
	for (uint32_t i = 0; i < beats; i++) {
		rd_card_write(rd_page.card, reg + 8 * i, (uint32_t)word[i]);
		rd_card_write(rd_page.card, reg + 8 * i + 4, (uint32_t)(word[i] >> 32));
	}
}

static void get_words(uint32_t reg, uint64_t *word, uint32_t beats)
{
	for (uint32_t i = 0; i < beats; i++)
		word[i] = rd_card_read(rd_page.card, reg + 8 * i) |
			  (uint64_t)rd_card_read(rd_page.card, reg + 8 * i + 4) << 32;
}

/* Until the last reduction is over, if nobody has waited for its result. */
static int settle(struct rd_ring *ring)
{
	uint32_t idle = RN_REDUCE_STATUS_IDLE_MASK;

	if (!ring->open)
		return 0;
	ring->open = 0;
	return rd_ring_await(rd_ring_reg(ring, RN_REDUCE_STATUS), idle, idle);
}

int rd_ring_reduce(struct rd_ring *ring, uint32_t ctrl, const uint64_t *operand, uint64_t *result)
{
	uint32_t beats = (ctrl >> RN_REDUCE_CTRL_BEATS_LSB & 3) + 1;
	uint32_t status = rd_ring_reg(ring, RN_REDUCE_STATUS);
	int err = settle(ring);

	if (!err && rd_unlikely(ring->ctrl != (ctrl | RN_REDUCE_CTRL_EN_MASK)))
		err = start(ring, ctrl);
	if (err)
		return err;
	put_words(rd_ring_reg(ring, RN_REDUCE_OPERAND_0), operand, beats);
	rd_card_write(rd_page.card, rd_ring_reg(ring, RN_REDUCE_DOORBELL), 0);
	ring->open = !result;
	if (!result)
		return 0;
	err = rd_ring_await(status, RN_REDUCE_STATUS_RESULT_MASK, RN_REDUCE_STATUS_RESULT_MASK);
	if (!err)
		get_words(rd_ring_reg(ring, RN_REDUCE_RESULT_0), result, beats);
	return err;
}

/* ---- Broadcast ---- */

struct stream_op {
	struct rd_page_op op;
	int over, status;
};

static void stream_done(struct rd_page_op *op, int status)
{
	struct stream_op *s = rd_container(op, struct stream_op, op);

	s->over = 1;
	s->status = status;
}

/* The one under way: a process is in one collective at a time. Its end may come after an error. */
static struct stream_op moving = {.op.done = stream_done};

static int await_op(const struct stream_op *s)
{
	struct rd_wait wait = RD_WAIT_INIT;

	while (!s->over) {
		if (has_failed())
			return RD_EPROC;
		rd_progress_wait(&wait);
	}
	if (!s->status)
		return 0;
	rd_error("card %d: broadcast: the DMA engine says status %d", rd_page.card->place.node,
		 s->status);
	return RD_EPROC;
}

/* Where the card finds the bytes: memory of the communicator in the arena for short ones, else the
 * buffer itself. */
struct place {
	int region;
	uint64_t offset;
	char *bounce; /* NULL: the buffer itself */
};

static int place_open(struct place *p, const struct rd_ring *ring, void *buf, uint64_t bytes,
		      uint32_t access)
{
	struct rd_wait wait = RD_WAIT_INIT;

	if (bytes <= RD_RING_SLOT_B) {
		p->region = 0;
		p->offset = rd_page.map.coll + (uint64_t)ring->group * RD_RING_SLOT_B;
		p->bounce = rd_page.card->arena + p->offset;
		return 0;
	}
	p->bounce = NULL;
	while ((p->region = rd_region_hold(buf, bytes, access, &p->offset)) == RD_EAGAIN)
		rd_progress_wait(&wait); /* one of them will be given back */
	return p->region < 0 ? p->region : 0;
}

static void place_close(const struct place *p)
{
	if (p->region > 0)
		rd_region_put(p->region);
}

#define PIECE_B (1u << 30) /* bytes of one descriptor */

static int send_stream(struct rd_ring *ring, const struct place *p, uint64_t bytes)
{
	uint32_t tag = (uint32_t)rd_page.card->place.page * 8 + (uint32_t)ring->group;
	struct rd_wait wait = RD_WAIT_INIT;

	moving.over = 0;
	if (!moving.op.ticket && rd_page_op_begin(&moving.op))
		return RD_ENOMEM;
	for (uint64_t at = 0; at < bytes; at += PIECE_B) {
		uint32_t len = (uint32_t)rd_min(bytes - at, (uint64_t)PIECE_B);
		int last = bytes - at <= PIECE_B;
		uint64_t *d;

		while (rd_page_room(1) < 1)
			rd_progress_wait(&wait);
		d = rd_page_next(last ? &moving.op : NULL);
		d[RN_DESCRIPTOR_CTL / 8] =
			rd_desc_ctl(RN_DMA_OP_BCAST, 0, len,
				    last ? RN_DESCRIPTOR_CTL_COMPLETE_MASK : 0) |
			(uint64_t)tag << RN_DESCRIPTOR_CTL_TAG_LSB;
		d[RN_DESCRIPTOR_LOCAL / 8] = rd_desc_local((unsigned)p->region, p->offset + at);
	}
	rd_page_go();
	rd_page_poll();
	return await_op(&moving);
}

static void arm_stream(const struct rd_ring *ring, const struct place *p, int from, uint64_t bytes)
{
	struct rd_card *card = rd_page.card;
	uint32_t base = (uint32_t)ring->group * RN_STREAM_CONTROL_STEP;

	rd_card_write(card, base + RN_STREAM_OFFSET_LO, (uint32_t)p->offset);
	rd_card_write(card, base + RN_STREAM_OFFSET_HI,
		      (uint32_t)(p->offset >> 32) |
			      (uint32_t)p->region << RN_STREAM_OFFSET_HI_REGION_LSB |
			      (uint32_t)ring->node[from] << RN_STREAM_OFFSET_HI_SOURCE_LSB);
	rd_card_write(card, base + RN_STREAM_LENGTH_LO, (uint32_t)bytes);
	rd_card_write(card, base + RN_STREAM_LENGTH_HI, (uint32_t)(bytes >> 32));
	rd_card_write(card, base + RN_STREAM_COOKIE, (uint32_t)ring->group);
	rd_card_write(card, base + RN_STREAM_CONTROL, RN_STREAM_CONTROL_ARMED_MASK);
}

static int bcast_root(struct rd_ring *ring, void *buf, uint64_t bytes)
{
	struct place p;
	int err = place_open(&p, ring, buf, bytes, RN_REGION_ACCESS_READ_MASK);

	if (err)
		return err;
	if (p.bounce)
		memcpy(p.bounce, buf, bytes);
	err = rd_ring_barrier(ring); /* all have their streams open */
	if (!err)
		err = send_stream(ring, &p, bytes);
	place_close(&p);
	return err;
}

static int bcast_other(struct rd_ring *ring, int from, void *buf, uint64_t bytes)
{
	struct place p;
	int err = place_open(&p, ring, buf, bytes, RN_REGION_ACCESS_WRITE_MASK);

	if (err)
		return err;
	moving.over = 0;
	rd_page.streams[ring->group] = &moving.op;
	arm_stream(ring, &p, from, bytes);
	err = rd_ring_barrier(ring);
	if (!err)
		err = await_op(&moving);
	rd_page.streams[ring->group] = NULL;
	if (err)
		rd_card_write(rd_page.card, (uint32_t)ring->group * RN_STREAM_CONTROL_STEP +
						    RN_STREAM_CONTROL, 0);
	if (!err && p.bounce)
		memcpy(buf, p.bounce, bytes);
	place_close(&p);
	return err;
}

int rd_ring_bcast(struct rd_ring *ring, int from, void *buf, uint64_t bytes)
{
	return from == ring->index ? bcast_root(ring, buf, bytes) :
				     bcast_other(ring, from, buf, bytes);
}
