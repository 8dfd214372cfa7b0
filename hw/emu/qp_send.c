/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The sending half of queue pairs: work requests, from the place in the send queue to their
 * completion. All in the process of the page; qp_recv.c answers for the peer.
 *
 * A queue pair carries out one request at a time, in order, a piece of it in each turn. A request
 * whose peer has no receive request, or does not answer, stays at the head of the queue until its
 * time has come; the part that is done is not done again.
 */
#include "hw/emu/qp.h"

#include "base/clock.h"

#include <string.h>

#define EVER_NS 1000000u /* between tries of a queue pair that waits for ever */

/* A work request, unpacked. */
struct work {
	uint64_t ctl, cookie, remote, target, arg, cmp;
	uint32_t op, length, places;
	struct rd_emu_span own;             /* memory of this page */
	uint64_t data[RDMA_INLINE_MAX / 8]; /* inline, or the list */
};

/* ---- Taking a request from the queue ---- */

static void fetch_place(struct rd_emu *e, const struct rd_emu_qp *qp, uint32_t i, uint64_t *word)
{
	uint64_t place = i & ((1u << qp->send_lg) - 1);

	if (rd_emu_get(e, e->index, qp->send_base + place * RDMA_WORK_BYTES, word, RDMA_WORK_BYTES))
		memset(word, 0xff, RDMA_WORK_BYTES); /* makes no sense */
}

static void gather(struct work *w, const uint64_t *word, uint32_t n)
{
	w->own.n = n;
	for (uint32_t i = 0; i < n; i++)
		w->own.entry[i] = (struct rd_emu_entry){
			word[2 * i], (uint32_t)rdma_get(word[2 * i + 1], ENTRY_WHERE_STAG),
			(uint32_t)rdma_get(word[2 * i + 1], ENTRY_WHERE_LENGTH)};
}

/* The place, and the next one with LIST. 0 or REQUEST. */
static uint32_t fetch(struct rd_emu *e, const struct rd_emu_qp *qp, struct work *w)
{
	uint64_t word[2 * RDMA_WORK_BYTES / 8] = {0};
	uint32_t list, count, bytes, is_inline;

	fetch_place(e, qp, qp->send_cons, word);
	*w = (struct work){.ctl = word[0],
			   .cookie = word[RDMA_WORK_COOKIE / 8],
			   .remote = word[RDMA_WORK_REMOTE / 8],
			   .target = word[RDMA_WORK_TARGET / 8],
			   .arg = word[RDMA_WORK_ARG / 8],
			   .cmp = word[RDMA_WORK_CMP / 8],
			   .op = (uint32_t)rdma_get(word[0], WORK_CTL_OP),
			   .places = 1,
			   .own = {.of = e->index, .pd = qp->pd, .qp = RD_EMU_NO_QP}};
	list = (w->ctl & RDMA_WORK_CTL_LIST_MASK) != 0;
	is_inline = (w->ctl & RDMA_WORK_CTL_INLINE_MASK) != 0;
	count = (uint32_t)rdma_get(w->ctl, WORK_CTL_COUNT);
	bytes = (uint32_t)rdma_get(w->ctl, WORK_CTL_BYTES);
	if (list && (uint16_t)(qp->send_prod - qp->send_cons) < 2)
		return RDMA_DONE_STATUS_REQUEST;
	w->places += list;
	if (list)
		fetch_place(e, qp, qp->send_cons + 1u, word + 8);
	if (is_inline ? bytes > (list ? 96u : 32u) : count > (list ? 4u : 1u))
		return RDMA_DONE_STATUS_REQUEST;
	memcpy(w->data, word + RDMA_WORK_ENTRY / 8, sizeof(w->data));
	if (is_inline) {
		w->own.data = (const char *)w->data;
		w->own.bytes = bytes;
	} else {
		gather(w, list ? word + 8 : word + RDMA_WORK_ENTRY / 8, count);
	}
	return 0;
}

static int is_atomic(const struct work *w)
{
	return w->op == RDMA_WORK_OP_FETCH_ADD || w->op == RDMA_WORK_OP_COMPARE_SWAP;
}

static int is_message(const struct work *w)
{
	return w->op == RDMA_WORK_OP_SEND || w->op == RDMA_WORK_OP_SEND_INVALIDATE;
}

/* Whether the fields go together: 0 or a status. */
static uint32_t check(const struct rd_emu_qp *qp, struct work *w)
{
	uint64_t length =
		w->own.data ? rdma_get(w->ctl, WORK_CTL_BYTES) : rd_emu_span_length(&w->own);

	if (w->op > RDMA_WORK_OP_INVALIDATE ||
	    (qp->type == RDMA_QP_TYPE_UD && w->op > RDMA_WORK_OP_SEND) ||
	    (w->own.data && !is_message(w) && w->op != RDMA_WORK_OP_WRITE) ||
	    (is_atomic(w) && length != (w->ctl & RDMA_WORK_CTL_HALF_MASK ? 4 : 8)))
		return RDMA_DONE_STATUS_REQUEST;
	if (length > (qp->type == RDMA_QP_TYPE_UD ? RDMA_DATAGRAM_MAX : RDMA_MESSAGE_MAX))
		return RDMA_DONE_STATUS_LENGTH;
	if (w->op == RDMA_WORK_OP_READ || is_atomic(w))
		w->own.right = RDMA_MR_ATTR_SHAPE_WRITE_MASK;
	w->length = w->op == RDMA_WORK_OP_BIND ? 0 : (uint32_t)length;
	return 0;
}

/* ---- Ends ---- */

static void complete(struct rd_emu *e, const struct rd_emu_side *s, const struct work *w,
		     uint32_t status)
{
	struct rd_emu_qp *qp = s->qp;
	uint64_t done[4] = {w->cookie, status ? 0 : rdma_put(w->length, DONE_PAYLOAD_LENGTH), 0,
			    rdma_put(w->op, DONE_WHAT_OP) | rdma_put(status, DONE_WHAT_STATUS) |
				    rdma_put(s->number, DONE_WHAT_QP)};

	if (status || qp->signal_all || w->ctl & RDMA_WORK_CTL_SIGNALLED_MASK)
		rd_emu_cq_add(e, qp->send_cq, done);
	qp->send_cons = (uint16_t)(qp->send_cons + w->places);
	qp->begun = qp->tries = qp->rnr_tries = 0;
	qp->offset = 0;
	qp->deadline = 0;
	if (status && status != RDMA_DONE_STATUS_FLUSH)
		rd_emu_qp_fail(e, s);
}

enum rd_emu_turn rd_emu_send_flush(struct rd_emu *e, const struct rd_emu_side *s)
{
	while (s->qp->send_cons != s->qp->send_prod) {
		struct work w;

		if (!rd_emu_cq_room(e, s->qp->send_cq))
			return RD_EMU_WAIT;
		fetch(e, s->qp, &w);
		complete(e, s, &w, RDMA_DONE_STATUS_FLUSH);
	}
	return RD_EMU_IDLE;
}

/* ---- Requests for a peer ---- */

/* A piece of a request that has the peer's ear. */
struct piece {
	const struct rd_emu_side *own;
	struct rd_emu_side peer;
	struct work *w;
	uint32_t offset, len; /* bytes */
	uint32_t status;      /* of NAK and OWN */
};

static struct rd_emu_message message(const struct work *w)
{
	int invalidates = w->op == RDMA_WORK_OP_SEND_INVALIDATE;

	return (struct rd_emu_message){
		.op = w->op,
		.length = w->length,
		.immediate = (uint32_t)rdma_get(w->ctl, WORK_CTL_IMMEDIATE),
		.imm = !invalidates && w->ctl & RDMA_WORK_CTL_IMM_MASK,
		.solicited = (w->ctl & RDMA_WORK_CTL_SOLICITED_MASK) != 0,
	};
}

static struct rd_emu_span remote(const struct piece *p, uint32_t right)
{
	return (struct rd_emu_span){
		.of = p->peer.of,
		.pd = p->peer.qp->pd,
		.qp = (uint16_t)p->peer.number,
		.right = right,
		.n = 1,
		.entry = {{p->w->remote, (uint32_t)rdma_get(p->w->target, WORK_TARGET_STAG),
			   p->w->length}},
	};
}

static enum rd_emu_reply refused(struct rd_emu *e, struct piece *p, uint32_t status)
{
	p->status = status == RDMA_DONE_STATUS_PROTECTION ? RDMA_DONE_STATUS_REMOTE_ACCESS
		    : status == RDMA_DONE_STATUS_MEMORY   ? RDMA_DONE_STATUS_REMOTE_ERROR
							  : status;
	return rd_emu_peer_refuse(e, &p->peer);
}

static enum rd_emu_reply own_fault(struct piece *p, uint32_t status)
{
	p->status = status;
	return RD_EMU_OWN;
}

/* The whole is checked before the first byte; the queue pair's right each time. */
static uint32_t check_remote(struct rd_emu *e, const struct piece *p, uint32_t may,
			     const struct rd_emu_span *there)
{
	if (!p->w->length)
		return 0;
	if (!(p->peer.qp->rights & may))
		return RDMA_DONE_STATUS_PROTECTION;
	return p->offset ? 0 : rd_emu_span_check(e, there);
}

static enum rd_emu_reply do_write(struct rd_emu *e, struct piece *p)
{
	struct rd_emu_span there = remote(p, RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_MASK);
	uint32_t status = check_remote(e, p, RD_EMU_MAY_WRITE, &there);
	struct rd_emu_message m = message(p->w);
	struct rd_emu_copied copied;

	if (status)
		return refused(e, p, status);
	copied = rd_emu_span_copy(e, &there, &p->w->own, p->offset, p->len);
	if (copied.from)
		return own_fault(p, copied.from);
	if (copied.to)
		return refused(e, p, copied.to);
	p->own->qp->offset =
		p->offset + p->len; /* a receive request is asked for again, not this */
	rd_emu_wake(e, p->peer.of);
	return m.imm && p->offset + p->len == p->w->length ? rd_emu_peer_immediate(e, &p->peer, &m)
							   : RD_EMU_ACK;
}

static enum rd_emu_reply do_read(struct rd_emu *e, struct piece *p)
{
	struct rd_emu_span there = remote(p, RDMA_MR_ATTR_SHAPE_REMOTE_READ_MASK);
	uint32_t status = check_remote(e, p, RD_EMU_MAY_READ, &there);
	struct rd_emu_copied copied;

	if (status)
		return refused(e, p, status);
	copied = rd_emu_span_copy(e, &p->w->own, &there, p->offset, p->len);
	if (copied.to)
		return own_fault(p, copied.to);
	return copied.from ? refused(e, p, copied.from) : RD_EMU_ACK;
}

static enum rd_emu_reply do_atomic(struct rd_emu *e, struct piece *p)
{
	struct rd_emu_span there = remote(p, RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_MASK);
	struct rd_emu_span old = {.of = e->index};
	struct rd_emu_atomic a = {.arg = p->w->arg,
				  .cmp = p->w->cmp,
				  .swap = p->w->op == RDMA_WORK_OP_COMPARE_SWAP,
				  .half = (p->w->ctl & RDMA_WORK_CTL_HALF_MASK) != 0};
	uint32_t status = check_remote(e, p, RD_EMU_MAY_ATOMIC, &there);
	struct rd_emu_copied copied;

	if (!status)
		status = rd_emu_span_atomic(e, &there, &a);
	if (status == RDMA_DONE_STATUS_RETRY)
		return RD_EMU_SILENT;
	if (status)
		return refused(e, p, status);
	old.data = (const char *)&a.old;
	old.bytes = sizeof(a.old);
	copied = rd_emu_span_copy(e, &p->w->own, &old, 0, p->w->length);
	rd_emu_wake(e, p->peer.of);
	return copied.to ? own_fault(p, copied.to) : RD_EMU_ACK;
}

static enum rd_emu_reply do_message(struct rd_emu *e, struct piece *p)
{
	struct rd_emu_message m = message(p->w);

	return rd_emu_peer_message(e, &p->peer, &m, &p->w->own, p->offset, p->len, &p->status);
}

/* The peer is entered. */
static enum rd_emu_reply carry_out(struct rd_emu *e, struct piece *p)
{
	uint32_t status = p->offset ? 0 : rd_emu_span_check(e, &p->w->own);

	if (status)
		return own_fault(p, status);
	if (is_message(p->w))
		return do_message(e, p);
	if (p->w->op == RDMA_WORK_OP_WRITE)
		return do_write(e, p);
	return p->w->op == RDMA_WORK_OP_READ ? do_read(e, p) : do_atomic(e, p);
}

/* ---- Waiting ---- */

static void wait_for(struct rd_emu_qp *qp, uint64_t ns)
{
	qp->deadline = rd_clock_ns() + ns;
}

/* No answer: the next try is after the time in which one would have come. The last wait ends with
 * one more look, as an answer may come late. */
static enum rd_emu_turn silent(struct rd_emu *e, const struct rd_emu_side *s, struct work *w)
{
	struct rd_emu_qp *qp = s->qp;

	if (qp->timeout && qp->tries >= qp->retry + 1) {
		complete(e, s, w, RDMA_DONE_STATUS_RETRY);
		return RD_EMU_MORE;
	}
	qp->tries += qp->timeout || !qp->tries;
	wait_for(qp, qp->timeout ? 4096ull << qp->timeout : EVER_NS);
	return RD_EMU_WAIT;
}

static enum rd_emu_turn not_ready(struct rd_emu *e, const struct rd_emu_side *s, struct work *w,
				  uint32_t timer)
{
	struct rd_emu_qp *qp = s->qp;

	if (qp->rnr_retry != RDMA_RETRY_EVER && qp->rnr_tries >= qp->rnr_retry) {
		complete(e, s, w, RDMA_DONE_STATUS_RNR_RETRY);
		return RD_EMU_MORE;
	}
	qp->tries = 0; /* it has answered */
	qp->rnr_tries += qp->rnr_retry != RDMA_RETRY_EVER || !qp->rnr_tries;
	wait_for(qp, 128ull << (timer & 31));
	return RD_EMU_WAIT;
}

/* ---- Turns ---- */

static enum rd_emu_turn connected(struct rd_emu *e, const struct rd_emu_side *s, struct work *w)
{
	struct rd_emu_qp *qp = s->qp;
	struct piece p = {.own = s, .w = w, .offset = qp->offset};
	enum rd_emu_reply reply = rd_emu_peer_enter(e, s, &p.peer);
	uint32_t timer = 0;

	p.len = rd_min(w->length - p.offset, RD_EMU_TURN_B);
	qp->begun = 1;
	if (reply == RD_EMU_ACK) {
		reply = carry_out(e, &p);
		timer = p.peer.qp->rnr_timer;
		rd_emu_leave(e);
		e->rdma->budget -= p.len;
	}
	switch (reply) {
	case RD_EMU_SILENT:
		return silent(e, s, w);
	case RD_EMU_RNR:
		return not_ready(e, s, w, timer);
	case RD_EMU_ACK:
		qp->tries = qp->rnr_tries = 0;
		qp->offset = p.offset + p.len;
		if (qp->offset < w->length)
			return RD_EMU_MORE;
		complete(e, s, w, 0);
		return qp->send_cons == qp->send_prod ? RD_EMU_IDLE : RD_EMU_MORE;
	default:
		complete(e, s, w, reply == RD_EMU_STALE ? RDMA_DONE_STATUS_RETRY : p.status);
		return RD_EMU_MORE;
	}
}

static enum rd_emu_turn datagram(struct rd_emu *e, const struct rd_emu_side *s, struct work *w)
{
	struct rd_emu_message m = message(w);
	uint32_t status = rd_emu_datagram(e, s, w->target, &m, &w->own);

	e->rdma->budget -= w->length;
	complete(e, s, w, status);
	return RD_EMU_MORE;
}

static enum rd_emu_turn invalidate(struct rd_emu *e, const struct rd_emu_side *s, struct work *w)
{
	uint32_t stag = (uint32_t)rdma_get(w->ctl, WORK_CTL_IMMEDIATE), status = 0;

	if (!s->qp->begun && !rd_emu_mw_invalidate(e, s, stag))
		status = RDMA_DONE_STATUS_BIND;
	s->qp->begun = 1;
	if (!status && rd_emu_others_at_mr(e, stag >> 8))
		return RD_EMU_WAIT;
	complete(e, s, w, status);
	return RD_EMU_MORE;
}

static enum rd_emu_turn bind(struct rd_emu *e, const struct rd_emu_side *s, struct work *w)
{
	struct rd_emu_bind b = {.address = w->remote,
				.length = w->arg,
				.rights = w->cmp,
				.window = (uint32_t)rdma_get(w->target, WORK_TARGET_STAG),
				.region = w->own.n ? w->own.entry[0].stag : 0};
	uint32_t status = rd_emu_mw_bind(e, s, &b);

	s->qp->begun = 1;
	if (status == RDMA_DONE_STATUS_RETRY)
		return RD_EMU_WAIT;
	complete(e, s, w, status);
	return RD_EMU_MORE;
}

static enum rd_emu_turn run(struct rd_emu *e, const struct rd_emu_side *s, struct work *w)
{
	switch (w->op) {
	case RDMA_WORK_OP_NOP:
		complete(e, s, w, 0);
		return RD_EMU_MORE;
	case RDMA_WORK_OP_BIND:
		return bind(e, s, w);
	case RDMA_WORK_OP_INVALIDATE:
		return invalidate(e, s, w);
	default:
		return s->qp->type == RDMA_QP_TYPE_UD ? datagram(e, s, w) : connected(e, s, w);
	}
}

/* The page has changed a request that was begun. */
static int was_changed(const struct rd_emu_qp *qp, const struct work *w)
{
	return qp->offset > w->length || (qp->offset && is_atomic(w));
}

enum rd_emu_turn rd_emu_send_turn(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_qp *qp = s->qp;
	struct work w;
	uint32_t status;

	if (rd_emu_qp_state(qp) == RDMA_QP_STATE_SQD && !qp->begun) {
		if (!qp->drained)
			rd_emu_event(e, RDMA_EVENT_KIND_SQ_DRAINED, s->number);
		qp->drained = 1;
		return RD_EMU_IDLE;
	}
	if (qp->send_cons == qp->send_prod)
		return RD_EMU_IDLE;
	if (!rd_emu_cq_room(e, qp->send_cq) || (qp->deadline && rd_clock_ns() < qp->deadline))
		return RD_EMU_WAIT;
	qp->deadline = 0;
	e->rdma->budget -= RDMA_WORK_BYTES;
	status = fetch(e, qp, &w);
	if (!status)
		status = check(qp, &w);
	if (!status && was_changed(qp, &w))
		status = RDMA_DONE_STATUS_REQUEST;
	if (status) {
		complete(e, s, &w, status);
		return RD_EMU_MORE;
	}
	return run(e, s, &w);
}
