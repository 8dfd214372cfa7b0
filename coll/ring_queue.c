/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations with a request on a communicator's contexts: its leader's queue, and the operations of
 * the card for the first in it, step by step, in the progress loop (ring.h, Order). Written by
 * ring_record.c, polled by ring_card.c's poller; below are the steps of ring_card.c and ring_dma.c
 * that do not wait.
 *
 * 1. Only the first of a queue is in another state than QUEUED or BEGIN.
 * 2. Every step is the same one on all cards of the communicator, or needs none of theirs.
 *
 *     QUEUED --> BEGIN -+-> WAITING -------------------------------------------------> OVER
 *                       |
 *                       +-> SETTLING -+--------------------------> POSTING -+-> REDUCING -> OVER
 *                       |             |                             ^  ^    |
 *                       |             +-> LEAVING -> STOPPING --.   |  |    +-> ADDING --> OVER
 *                       |             |              DRAINING <-'   |  |          |
 *                       |             |                 |           |  '----------' next piece
 *                       |             +-----------------+> STARTING-'
 *                       |
 *                       +-> OPENING -> OPENED -> MOVING --> OVER
 *                             ^                    |
 *                             '--------------------' next piece
 *
 * QUEUED    its schedule has not begun it: operands of others behind the card are missing
 * BEGIN     all operands are there
 * WAITING   in the barrier
 * SETTLING  the last reduction, whose result no rank has waited for, may be under way
 * LEAVING   the group runs with other settings: in the barrier until all have their results
 * STOPPING  until it is idle; DRAINING until it has stopped
 * STARTING  it runs: in the barrier until it does on all cards
 * POSTING   the operand goes to the card: needs a descriptor if it is in memory
 * REDUCING  until the result is in registers, which is that of RD_RING_AGREE at first if a setting
 *           is not known; then SETTLING once more. ADDING until a piece is in memory
 * OPENING   the slot is filled, or the stream armed
 * OPENED    in the barrier until all have opened it; then the root needs a descriptor
 * MOVING    until the piece has arrived
 * OVER      the request is complete
 */
#include "coll/ring.h"

#include "base/check.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/progress.h"

#include <stdio.h>
#include <string.h>

enum state {
	QUEUED,
	BEGIN,
	WAITING,
	SETTLING,
	LEAVING,
	STOPPING,
	DRAINING,
	STARTING,
	POSTING,
	REDUCING,
	ADDING,
	OPENING,
	OPENED,
	MOVING,
	OVER,
};

/* Returns the next state; its own: poll again. */
typedef enum state step(struct rd_ring_op *op);

static enum state end(struct rd_ring_op *op, int err)
{
	op->err = err;
	return OVER;
}

/* This card does not do its part. */
static enum state fail(struct rd_ring_op *op, int err)
{
	rd_ring_fail(op->ring, err);
	return end(op, err);
}

static uint32_t piece_of(const struct rd_ring_op *op)
{
	return (uint32_t)rd_min(op->bytes - op->at, (uint64_t)RD_RING_SLOT_B);
}

/* ---- Beginning ---- */

static enum state queued(struct rd_ring_op *op)
{
	(void)op;
	return QUEUED;
}

static int is_stream(const struct rd_ring_op *op)
{
	if (op->work != RD_RING_WORK_BCAST || !op->can_stream)
		return 0;
	return !op->can_reduce || !rd_ring_ors(op->ring);
}

static int is_root(const struct rd_ring_op *op)
{
	return op->from == op->ring->index;
}

static enum state begin(struct rd_ring_op *op)
{
	if (is_stream(op))
		return OPENING;
	if (op->work == RD_RING_WORK_BARRIER) {
		rd_ring_enter(op->ring);
		return WAITING;
	}
	if (op->work == RD_RING_WORK_BCAST && is_root(op))
		op->result = NULL; /* the root has the data */
	return SETTLING;
}

static enum state waiting(struct rd_ring_op *op)
{
	return rd_ring_is_inside(op->ring) ? WAITING : OVER;
}

/* ---- The group runs with operator, type and length ---- */

static uint32_t ctrl_of(const struct rd_ring_op *op)
{
	return op->agrees ? RD_RING_AGREE : op->ctrl;
}

static enum state start(struct rd_ring_op *op)
{
	int err = rd_ring_run(op->ring, ctrl_of(op));

	if (err)
		return fail(op, err);
	rd_ring_enter(op->ring);
	return STARTING;
}

static int is_idle(const struct rd_ring_op *op)
{
	return (rd_ring_status(op->ring) & RN_REDUCE_STATUS_IDLE_MASK) != 0;
}

static enum state settling(struct rd_ring_op *op)
{
	struct rd_ring *ring = op->ring;

	if (ring->reduction.open && !is_idle(op))
		return SETTLING;
	ring->reduction.open = 0;
	op->agrees = !rd_ring_runs(ring, op->ctrl) && !rd_ring_knows(ring, op->ctrl);
	if (rd_ring_runs(ring, ctrl_of(op)))
		return POSTING;
	if (!ring->reduction.ctrl)
		return start(op);
	rd_ring_enter(ring);
	return LEAVING;
}

static enum state leaving(struct rd_ring_op *op)
{
	return rd_ring_is_inside(op->ring) ? LEAVING : STOPPING;
}

static enum state stopping(struct rd_ring_op *op)
{
	struct rd_ring *ring = op->ring;

	if (!is_idle(op))
		return STOPPING;
	ring->reduction.ctrl = 0;
	rd_card_write(rd_page.card, rd_ring_reg(ring, RN_REDUCE_CTRL), 0);
	return DRAINING;
}

static enum state draining(struct rd_ring_op *op)
{
	return rd_ring_status(op->ring) & RD_RING_BUSY ? DRAINING : start(op);
}

static enum state starting(struct rd_ring_op *op)
{
	return rd_ring_is_inside(op->ring) ? STARTING : POSTING;
}

/* ---- Reducing ---- */

static enum state post_sign(struct rd_ring_op *op)
{
	uint64_t sign[RD_RING_OPERAND_B / 8];

	rd_ring_sign(op->ctrl, sign);
	rd_ring_operand(op->ring, RD_RING_AGREE, sign);
	return REDUCING;
}

static enum state post_registers(struct rd_ring_op *op)
{
	uint64_t word[RD_RING_OPERAND_B / 8] = {0};

	if (op->operand)
		memcpy(word, op->operand, op->bytes);
	rd_ring_operand(op->ring, op->ctrl, word);
	op->ring->reduction.open = !op->result;
	return op->result ? REDUCING : OVER;
}

static enum state post_piece(struct rd_ring_op *op)
{
	const char *from = (const char *)op->operand + op->at;
	int err;

	if (!rd_ring_dma_has_room())
		return POSTING;
	err = rd_ring_reduce_piece(op->ring, &op->dma, from, piece_of(op), op->result != NULL);
	return err ? fail(op, err) : ADDING;
}

static enum state posting(struct rd_ring_op *op)
{
	if (rd_unlikely(op->agrees))
		return post_sign(op);
	return op->work == RD_RING_WORK_VECTOR ? post_piece(op) : post_registers(op);
}

static enum state reducing(struct rd_ring_op *op)
{
	uint64_t word[RD_RING_OPERAND_B / 8];

	if (!(rd_ring_status(op->ring) & RN_REDUCE_STATUS_RESULT_MASK))
		return REDUCING;
	rd_ring_result(op->ring, ctrl_of(op), word);
	if (rd_unlikely(op->agrees)) /* else until a leader knows another's call */
		return rd_ring_signed(op->ring, op->ctrl, word) ? SETTLING : REDUCING;
	memcpy(op->result, word, op->bytes);
	return OVER;
}

static enum state adding(struct rd_ring_op *op)
{
	int err;

	if (!op->dma.over)
		return ADDING;
	err = rd_ring_dma_end(&op->dma, "reduction of a vector");
	if (err) {
		rd_ring_abandon(op->ring);
		return fail(op, err);
	}
	if (op->result)
		rd_ring_reduced_piece(op->ring, (char *)op->result + op->at, piece_of(op));
	op->at += piece_of(op);
	op->ring->reduction.open = !op->result;
	return op->at < op->bytes ? POSTING : OVER;
}

/* ---- Streams ---- */

static char *data_of(const struct rd_ring_op *op)
{
	return (char *)op->result + op->at;
}

/* The first error counts; the operation goes on, as in bcast_pieces (ring_dma.c). */
static void keep_error(struct rd_ring_op *op, int err)
{
	op->err = op->err ? op->err : err;
}

static enum state opening(struct rd_ring_op *op)
{
	rd_ring_stream_open(op->ring, &op->dma, op->from, data_of(op), piece_of(op));
	rd_ring_enter(op->ring);
	if (!is_root(op))
		rd_ring_stream_check(op->ring);
	return OPENED;
}

static enum state opened(struct rd_ring_op *op)
{
	int err;

	if (rd_ring_is_inside(op->ring) || (is_root(op) && !rd_ring_dma_has_room()))
		return OPENED;
	err = is_root(op) ? rd_ring_stream_send(op->ring, &op->dma, 0, piece_of(op)) : 0;
	return err ? fail(op, err) : MOVING;
}

static void take_piece(struct rd_ring_op *op)
{
	if (op->err)
		rd_ring_stream_cut_off(op->ring);
	else
		rd_ring_stream_take(op->ring, data_of(op), piece_of(op));
}

static enum state moving(struct rd_ring_op *op)
{
	int lost = !is_root(op) && op->ring->lost.cut_off, err;

	if (!op->dma.over && !lost)
		return MOVING;
	err = lost ? RD_EPROC : rd_ring_dma_end(&op->dma, "broadcast");
	if (err && is_root(op))
		return fail(op, err);
	keep_error(op, err);
	if (!is_root(op))
		take_piece(op);
	op->at += piece_of(op);
	if (op->at < op->bytes)
		return OPENING;
	if (is_root(op))
		keep_error(op, rd_ring_stream_refused(op->ring));
	return OVER;
}

/* ---- The machine ---- */

#define BIT(state) (1u << state)

static const struct {
	const char *name;
	step *step;
	unsigned next; /* BIT()s of the states that may follow, beside OVER after an error */
} states[] = {
	[QUEUED] = {"QUEUED", queued, BIT(BEGIN)},
	[BEGIN] = {"BEGIN", begin, BIT(WAITING) | BIT(SETTLING) | BIT(OPENING)},
	[WAITING] = {"WAITING", waiting, BIT(OVER)},
	[SETTLING] = {"SETTLING", settling, BIT(LEAVING) | BIT(POSTING) | BIT(STARTING)},
	[LEAVING] = {"LEAVING", leaving, BIT(STOPPING)},
	[STOPPING] = {"STOPPING", stopping, BIT(DRAINING)},
	[DRAINING] = {"DRAINING", draining, BIT(STARTING)},
	[STARTING] = {"STARTING", starting, BIT(POSTING)},
	[POSTING] = {"POSTING", posting, BIT(REDUCING) | BIT(ADDING) | BIT(OVER)},
	[REDUCING] = {"REDUCING", reducing, BIT(SETTLING) | BIT(OVER)},
	[ADDING] = {"ADDING", adding, BIT(POSTING) | BIT(OVER)},
	[OPENING] = {"OPENING", opening, BIT(OPENED)},
	[OPENED] = {"OPENED", opened, BIT(MOVING)},
	[MOVING] = {"MOVING", moving, BIT(OPENING) | BIT(OVER)},
	[OVER] = {"OVER", NULL, 0},
};

static struct rd_ring_op *first_of(const struct rd_ring *ring)
{
	return rd_container(ring->queue.next, struct rd_ring_op, link);
}

static void enter(struct rd_ring_op *op, enum state next)
{
	RD_CHECK(states[op->state].next & BIT(next) || (next == OVER && op->err),
		 "card, group %d: %s -> %s", op->ring->group, states[op->state].name,
		 states[next].name);
	RD_CHECK(next == BEGIN || first_of(op->ring) == op,
		 "card, group %d: an operation is in %s before its turn", op->ring->group,
		 states[next].name);
	rd_debug("card, group %d: %s -> %s", op->ring->group, states[op->state].name,
		 states[next].name);
	op->state = (int)next;
}

/* Carries out steps as far as possible; returns how many. */
static int advance(struct rd_ring_op *op)
{
	int steps = 0;

	while (op->state != OVER) {
		int next = (int)states[op->state].step(op);

		if (next == op->state)
			break;
		enter(op, (enum state)next);
		steps++;
	}
	return steps;
}

/* ---- The queues ---- */

static struct rd_list rings = {&rings, &rings}; /* rings whose queue is not empty */

static void unqueue(struct rd_ring_op *op)
{
	struct rd_ring *ring = op->ring;

	rd_list_remove(&op->link);
	if (rd_list_empty(&ring->queue))
		rd_list_remove(&ring->queued);
}

static void finish(struct rd_ring_op *op)
{
	unqueue(op);
	rd_req_complete(&op->req, op->err);
}

/* No results come from the card any more. */
static void give_up(struct rd_ring_op *op, int err)
{
	op->ring->reduction.spoilt |= op->state == ADDING && !op->dma.over;
	if (op->state > BEGIN)
		rd_ring_dma_abandon(op->ring, &op->dma);
	enter(op, end(op, err));
}

/* Of the first, which has not got further. */
static int check(struct rd_ring_op *op)
{
	const char *cause;
	int err = rd_ring_check(op->ring);

	if (!err && op->state > BEGIN)
		err = rd_ring_look(op->ring, op->number, &op->call);
	if (rd_likely(!err))
		return 0;
	cause = rd_err_cause(); /* not that of the call which has polled */
	snprintf(op->why, sizeof(op->why), "%s", cause ? cause : "");
	op->req.flags |= RD_REQ_CAUSE;
	return err;
}

static int pump(struct rd_ring *ring)
{
	int steps = 0;

	while (!rd_list_empty(&ring->queue)) {
		struct rd_ring_op *op = first_of(ring);
		int err = op->state == QUEUED ? 0 : check(op);

		if (rd_unlikely(err))
			give_up(op, err);
		steps += advance(op);
		if (op->state != OVER)
			break;
		finish(op);
		steps++;
	}
	return steps;
}

int rd_ring_queue_poll(void)
{
	struct rd_list *link, *save;
	int steps = 0;

	rd_list_for_safe (link, save, &rings)
		steps += pump(rd_container(link, struct rd_ring, queued));
	return steps;
}

static void nothing(struct rd_req *req)
{
	(void)req;
}

static void why(const struct rd_req *req, char text[RD_CAUSE_B])
{
	const struct rd_ring_op *op = rd_container(req, struct rd_ring_op, req);

	snprintf(text, RD_CAUSE_B, "%s", op->why);
}

static const struct rd_req_ops op_ops = {.name = "card", .free = nothing, .why = why};

int rd_ring_op_enqueue(void *arg)
{
	struct rd_ring_op *op = arg;
	struct rd_ring *ring = op->ring;

	op->number = rd_ring_call_count(ring->calls, op->call);
	op->is_queued = 1;

	if (rd_list_empty(&ring->queue))
		rd_list_append(&rings, &ring->queued);
	rd_list_append(&ring->queue, &op->link);
	return 0;
}

int rd_ring_op_begin(void *arg, int err, struct rd_req **req)
{
	struct rd_ring_op *op = arg;

	if (rd_unlikely(err)) {
		rd_ring_fail(op->ring, err);
		if (op->is_queued)
			unqueue(op);
		return err;
	}
	rd_obj_init(&op->req.obj, RD_MAGIC_REQUEST);
	op->req.flags = RD_REQ_ACTIVE;
	op->req.ops = &op_ops;
	rd_status_empty(&op->req.status);
	*req = &op->req;
	enter(op, BEGIN);
	pump(op->ring);
	return 0;
}

void rd_ring_unqueue(struct rd_ring *ring)
{
	rd_list_remove(&ring->queued);
}

void rd_ring_await_turn(struct rd_ring *ring)
{
	struct rd_wait wait = RD_WAIT_INIT;

	while (!rd_list_empty(&ring->queue))
		rd_progress_wait(&wait);
}
