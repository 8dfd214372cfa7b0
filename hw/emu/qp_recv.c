/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The receiving half of queue pairs: how a peer answers (in the sending process), shared receive
 * queues, datagrams, and the completions of receive requests (in the process of their page).
 *
 * A receive queue of a connected queue pair: recv_settled <= recv_done <= recv_prod. The request at
 * recv_done takes the next message; the peer's process writes the record of its end into it and
 * then counts recv_done up; the process of the page writes the completion and counts recv_settled
 * up. A message that is broken off, as a link dies, goes on in the same request.
 *
 * With a shared receive queue a message takes a request from there into the queue pair's own queue,
 * and goes on as above. `taken` stands for recv_prod. Taking is one compare-and-swap of the shared
 * queue's word, which names the queue pair and its `taken`: then any process that looks at the word
 * counts that up, once. So a request is taken exactly once, at whatever point a process is stopped
 * or ends.
 *
 * UD: senders claim requests by compare-and-swap of `claimed`, and mark them RECEIVED.
 */
#include "hw/emu/qp.h"

#define TRIES 64 /* to take a request while others do, or while its owner spoils its tables */
#define LOOKS 16 /* tries in vain between two looks whether the peer's process lives */

/* ---- Places ---- */

/* A place of a queue of page `of`; NULL: it is not in the arena. */
static struct rd_emu_receive *place_in(struct rd_emu *e, uint32_t of, uint64_t base, uint32_t lg,
				       uint32_t i)
{
	uint64_t offset = (uint64_t)(i & ((1u << (lg & 15)) - 1)) * RDMA_RECEIVE_BYTES;

	return (struct rd_emu_receive *)(void *)rd_emu_in_arena(e, of, base + offset,
								RDMA_RECEIVE_BYTES);
}

static struct rd_emu_receive *place(struct rd_emu *e, const struct rd_emu_side *s, uint32_t i)
{
	return place_in(e, s->of, s->qp->recv_base, s->qp->recv_lg, i);
}

static uint32_t load(const uint32_t *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static uint32_t produced(const struct rd_emu_qp *qp)
{
	return load(qp->shared ? &qp->taken : &qp->recv_prod);
}

int rd_emu_recv_doorbell(struct rd_emu_qp *qp, uint16_t prod)
{
	uint16_t asked = (uint16_t)(prod - qp->recv_settled),
		 had = (uint16_t)(qp->recv_prod - qp->recv_settled);

	if (qp->shared || asked > 1u << (qp->recv_lg & 15) || asked < had ||
	    rd_emu_qp_state(qp) == RDMA_QP_STATE_RESET)
		return 0;
	/* pairs with the acquire in produced: the requests were written */
	__atomic_store_n(&qp->recv_prod, qp->recv_settled + asked, __ATOMIC_RELEASE);
	return 1;
}

/* ---- Shared receive queues ---- */

/* The word of a shared receive queue. */
static uint64_t taking(uint32_t count, uint32_t number, uint32_t taken)
{
	return (uint64_t)taken << 32 | (uint64_t)number << 16 | (count & 0xffff);
}

/* Counts up `taken` of the queue pair that the word names, unless that was done. */
static void help(struct rd_emu *e, uint32_t of, uint64_t word)
{
	struct rd_emu_qp *qp = rd_emu_qp_of(e, of, word >> 16 & 0xffff);
	uint32_t before = (uint32_t)(word >> 32);

	if (qp)
		__atomic_compare_exchange_n(&qp->taken, &before, before + 1, 0, __ATOMIC_ACQ_REL,
					    __ATOMIC_RELAXED);
}

void rd_emu_recv_count_taken(struct rd_emu *e, const struct rd_emu_qp *qp)
{
	const struct rd_emu_srq *srq = qp->shared ? rd_emu_srq_of(e, e->index, qp->srq) : NULL;

	if (srq)
		help(e, e->index, __atomic_load_n(&srq->word, __ATOMIC_ACQUIRE));
}

/* Moves a request into the queue of the queue pair. Whether there was one. */
static int take(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_srq *srq = rd_emu_srq_of(e, s->of, s->qp->srq);
	struct rd_emu_receive *to;
	uint64_t word;

	if (!srq)
		return 0;
	word = __atomic_load_n(&srq->word, __ATOMIC_ACQUIRE);
	for (int tries = 0; tries < TRIES; tries++) {
		uint32_t count = word & 0xffff, taken;
		const struct rd_emu_receive *from = place_in(e, s->of, srq->base, srq->lg, count);

		help(e, s->of, word);
		taken = load(&s->qp->taken);
		to = place(e, s, taken);
		if ((uint16_t)(load(&srq->prod) - count) == 0 || !from || !to ||
		    taken - load(&s->qp->recv_settled) >= 1u << (s->qp->recv_lg & 15))
			return 0;
		*to = *from;
		if (__atomic_compare_exchange_n(&srq->word, &word,
						taking(count + 1, s->number, taken), 0,
						__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			help(e, s->of, __atomic_load_n(&srq->word, __ATOMIC_ACQUIRE));
			return 1;
		}
	}
	return 0;
}

static uint32_t srq_attr(struct rd_emu *e, uint64_t *w)
{
	return rd_emu_attr(e, w, RDMA_SRQ_ATTR_BYTES) ? RDMA_RESULT_CODE_OK
						      : RDMA_RESULT_CODE_ADDRESS;
}

uint32_t rd_emu_srq_open(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_srq *srq = rd_emu_object(e, e->index, RDMA_OBJECT_SRQ, number);
	uint64_t w[RDMA_SRQ_ATTR_BYTES / 8];
	uint32_t lg;

	if (!srq)
		return RDMA_RESULT_CODE_NUMBER;
	if (srq->open)
		return RDMA_RESULT_CODE_STATE;
	if (srq_attr(e, w))
		return RDMA_RESULT_CODE_ADDRESS;
	lg = (uint32_t)rdma_get(w[1], SRQ_ATTR_SIZE_LG);
	if (w[0] & 63 || !rd_emu_in_arena(e, e->index, w[0], (uint64_t)RDMA_RECEIVE_BYTES << lg))
		return RDMA_RESULT_CODE_ADDRESS;
	*srq = (struct rd_emu_srq){
		.open = 1,
		.base = w[0],
		.lg = (uint8_t)lg,
		.pd = (uint16_t)rdma_get(w[1], SRQ_ATTR_SIZE_PD),
		.limit = (uint16_t)rdma_get(w[1], SRQ_ATTR_SIZE_LIMIT),
		.word = taking(0, RD_EMU_NO_QP, 0),
	};
	return RDMA_RESULT_CODE_OK;
}

/* Event SRQ_LIMIT, in the process of the page. */
static void check_limit(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_srq *srq = rd_emu_srq_of(e, e->index, number);
	uint16_t left;

	if (!srq || !srq->limit)
		return;
	left = (uint16_t)(srq->prod - __atomic_load_n(&srq->word, __ATOMIC_RELAXED));
	if (left >= srq->limit)
		return;
	srq->limit = 0;
	rd_emu_event(e, RDMA_EVENT_KIND_SRQ_LIMIT, number);
}

uint32_t rd_emu_srq_modify(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_srq *srq = rd_emu_srq_of(e, e->index, number);
	uint64_t w[RDMA_SRQ_ATTR_BYTES / 8];

	if (!srq)
		return RDMA_RESULT_CODE_NUMBER;
	if (srq_attr(e, w))
		return RDMA_RESULT_CODE_ADDRESS;
	srq->limit = (uint16_t)rdma_get(w[1], SRQ_ATTR_SIZE_LIMIT);
	check_limit(e, number);
	return RDMA_RESULT_CODE_OK;
}

uint32_t rd_emu_srq_close(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_srq *srq = rd_emu_srq_of(e, e->index, number);

	if (!srq)
		return RDMA_RESULT_CODE_NUMBER;
	if (srq->users)
		return RDMA_RESULT_CODE_IN_USE;
	srq->open = 0;
	return RDMA_RESULT_CODE_OK;
}

/* ---- Answers of a peer ---- */

/* Whether the queue pair takes requests of `own`, and of this connection. */
static enum rd_emu_reply connection(struct rd_emu *e, const struct rd_emu_side *own,
				    struct rd_emu_side *peer)
{
	const struct rd_emu_page *page = &e->pages[peer->of];
	int tried = (own->qp->tries || own->qp->rnr_tries) && own->qp->looks++ % LOOKS == 0;
	uint64_t word, epoch = own->qp->word >> 8, bound = 0;
	struct rd_emu_qp *qp;

	if (!page->process.pid || !load(&page->rdma.on) ||
	    (tried && peer->of != e->index && rd_emu_gone(page->process.pid)))
		return RD_EMU_SILENT;
	qp = peer->qp = rd_emu_qp_of(e, peer->of, peer->number);
	if (!qp || !load(&qp->open))
		return RD_EMU_SILENT;
	word = __atomic_load_n(&qp->word, __ATOMIC_ACQUIRE);
	if ((word & 0xff) < RDMA_QP_STATE_RTR || (word & 0xff) > RDMA_QP_STATE_SQD ||
	    qp->type != RDMA_QP_TYPE_RC || qp->peer_node != e->node ||
	    qp->peer_page != (uint32_t)e->card.place.page || qp->peer_qp != own->number)
		return RD_EMU_SILENT;
	if (!own->qp->peer_epoch) {
		if (!__atomic_compare_exchange_n(&qp->bound, &bound, epoch, 0, __ATOMIC_ACQ_REL,
						 __ATOMIC_ACQUIRE) &&
		    bound != epoch)
			return RD_EMU_STALE;
		own->qp->peer_epoch = word >> 8;
	}
	return own->qp->peer_epoch == word >> 8 ? RD_EMU_ACK : RD_EMU_STALE;
}

enum rd_emu_reply rd_emu_peer_enter(struct rd_emu *e, const struct rd_emu_side *own,
				    struct rd_emu_side *peer)
{
	const struct rd_emu_qp *qp = own->qp;
	enum rd_emu_reply reply;

	if (qp->peer_node >= e->nodes || qp->peer_page >= e->users ||
	    !rd_emu_reaches(e, e->node, qp->peer_node) ||
	    !rd_emu_reaches(e, qp->peer_node, e->node))
		return RD_EMU_SILENT;
	*peer = (struct rd_emu_side){qp->peer_node * e->users + qp->peer_page, qp->peer_qp, NULL};
	rd_emu_enter(e, peer->of, peer->number);
	reply = connection(e, own, peer);
	if (reply != RD_EMU_ACK)
		rd_emu_leave(e);
	return reply;
}

enum rd_emu_reply rd_emu_peer_refuse(struct rd_emu *e, const struct rd_emu_side *peer)
{
	rd_emu_count(&e->pages[peer->of].rdma.refused);
	rd_emu_qp_fail(e, peer);
	return RD_EMU_NAK;
}

/* The request for the next message; NULL: there is none. */
static struct rd_emu_receive *current(struct rd_emu *e, const struct rd_emu_side *peer)
{
	uint32_t done = peer->qp->recv_done;

	if (produced(peer->qp) == done && !(peer->qp->shared && take(e, peer)))
		return NULL;
	return place(e, peer, done);
}

static struct rd_emu_span scatter(const struct rd_emu_side *s, const struct rd_emu_receive *r)
{
	struct rd_emu_span to = {.of = s->of,
				 .pd = s->qp->pd,
				 .qp = RD_EMU_NO_QP,
				 .right = RDMA_MR_ATTR_SHAPE_WRITE_MASK};

	to.n = rd_min(r->shape >> RDMA_RECEIVE_CTL_COUNT_LSB & 3, (uint32_t)RDMA_SCATTER_MAX);
	for (uint32_t i = 0; i < to.n; i++)
		to.entry[i] = (struct rd_emu_entry){
			r->entry[2 * i], (uint32_t)rdma_get(r->entry[2 * i + 1], ENTRY_WHERE_STAG),
			(uint32_t)rdma_get(r->entry[2 * i + 1], ENTRY_WHERE_LENGTH)};
	return to;
}

/* The record of the end of a request. */
static void record(const struct rd_emu_side *s, struct rd_emu_receive *r,
		   const struct rd_emu_message *m, uint32_t status, uint64_t sender)
{
	int invalidates = m->op == RDMA_WORK_OP_SEND_INVALIDATE && !status;

	r->payload = rdma_put(status ? 0 : m->length, DONE_PAYLOAD_LENGTH) |
		     rdma_put(m->immediate, DONE_PAYLOAD_IMMEDIATE);
	r->sender = sender;
	r->what = rdma_put(m->op, DONE_WHAT_OP) | rdma_put(status, DONE_WHAT_STATUS) |
		  RDMA_DONE_WHAT_RECEIVED_MASK | rdma_put(m->imm, DONE_WHAT_IMM) |
		  rdma_put(invalidates, DONE_WHAT_INVALIDATED) |
		  rdma_put(m->solicited, DONE_WHAT_SOLICITED) | rdma_put(s->number, DONE_WHAT_QP);
}

/* Of a connected queue pair: the process of its page sees the record with recv_done. */
static void end(struct rd_emu *e, const struct rd_emu_side *peer, struct rd_emu_receive *r,
		const struct rd_emu_message *m, uint32_t status)
{
	record(peer, r, m, status, 0);
	__atomic_store_n(&peer->qp->recv_done, peer->qp->recv_done + 1, __ATOMIC_RELEASE);
	rd_emu_qp_changed(e, peer);
}

enum rd_emu_reply rd_emu_peer_message(struct rd_emu *e, const struct rd_emu_side *peer,
				      const struct rd_emu_message *m, struct rd_emu_span *from,
				      uint32_t offset, uint32_t len, uint32_t *status)
{
	struct rd_emu_receive *r = current(e, peer), request;
	struct rd_emu_copied copied = {0, 0};
	struct rd_emu_span to;

	if (!r)
		return RD_EMU_RNR;
	request = *r;
	to = scatter(peer, &request);
	*status = RDMA_DONE_STATUS_REMOTE_REQUEST;
	if (m->length > rd_emu_span_length(&to))
		copied.to = RDMA_DONE_STATUS_LENGTH;
	else
		copied = rd_emu_span_copy(e, &to, from, offset, len);
	if (copied.from) {
		*status = copied.from;
		return RD_EMU_OWN;
	}
	if (copied.to) {
		if (copied.to != RDMA_DONE_STATUS_LENGTH)
			*status = RDMA_DONE_STATUS_REMOTE_ERROR;
		end(e, peer, r, m, copied.to);
		return rd_emu_peer_refuse(e, peer);
	}
	if (offset + len < m->length)
		return RD_EMU_ACK;
	if (m->op == RDMA_WORK_OP_SEND_INVALIDATE && !rd_emu_mw_invalidate(e, peer, m->immediate)) {
		*status = RDMA_DONE_STATUS_REMOTE_ACCESS;
		return rd_emu_peer_refuse(e, peer);
	}
	end(e, peer, r, m, RDMA_DONE_STATUS_OK);
	return RD_EMU_ACK;
}

enum rd_emu_reply rd_emu_peer_immediate(struct rd_emu *e, const struct rd_emu_side *peer,
					const struct rd_emu_message *m)
{
	struct rd_emu_receive *r = current(e, peer);

	if (!r)
		return RD_EMU_RNR;
	end(e, peer, r, m, RDMA_DONE_STATUS_OK);
	return RD_EMU_ACK;
}

/* ---- Datagrams ---- */

static int takes_datagrams(struct rd_emu *e, const struct rd_emu_side *d, uint32_t qkey)
{
	uint32_t state;

	if (!e->pages[d->of].process.pid || !load(&e->pages[d->of].rdma.on) || !d->qp ||
	    !load(&d->qp->open) || d->qp->type != RDMA_QP_TYPE_UD)
		return 0;
	state = rd_emu_qp_state(d->qp);
	return state >= RDMA_QP_STATE_RTR && state <= RDMA_QP_STATE_SQD && d->qp->qkey == qkey;
}

/* The request for a datagram, copied; its place, or NULL: dropped. */
static struct rd_emu_receive *claim(struct rd_emu *e, const struct rd_emu_side *d, uint32_t length,
				    struct rd_emu_span *to)
{
	uint32_t i = load(&d->qp->claimed);
	struct rd_emu_receive *r, request;

	for (int tries = 0; tries < TRIES; tries++) {
		r = place(e, d, i);
		if (i == load(&d->qp->recv_prod) || !r)
			return NULL;
		request = *r;
		*to = scatter(d, &request);
		if (rd_emu_span_length(to) < length)
			return NULL;
		if (__atomic_compare_exchange_n(&d->qp->claimed, &i, i + 1, 0, __ATOMIC_ACQ_REL,
						__ATOMIC_ACQUIRE))
			return r;
	}
	return NULL;
}

/* A datagram that has come to its page. 0, or a status of the sender's memory. */
static uint32_t arrive(struct rd_emu *e, const struct rd_emu_side *own, const struct rd_emu_side *d,
		       const struct rd_emu_message *m, struct rd_emu_span *from)
{
	uint64_t sender = rdma_put(own->number, DONE_SENDER_QP) |
			  rdma_put(e->node, DONE_SENDER_NODE) |
			  rdma_put(e->card.place.page, DONE_SENDER_PAGE);
	struct rd_emu_copied copied;
	struct rd_emu_span to;
	struct rd_emu_receive *r = claim(e, d, m->length, &to);

	if (!r) {
		rd_emu_count(&e->pages[d->of].rdma.dropped);
		return 0;
	}
	copied = rd_emu_span_copy(e, &to, from, 0, m->length);
	record(d, r, m, copied.from ? (uint32_t)RDMA_DONE_STATUS_ABORTED : copied.to, sender);
	__atomic_store_n(&r->mark, RD_EMU_RECEIVED, __ATOMIC_RELEASE);
	if (copied.to)
		rd_emu_peer_refuse(e, d);
	rd_emu_qp_changed(e, d);
	return copied.from;
}

uint32_t rd_emu_datagram(struct rd_emu *e, const struct rd_emu_side *own, uint64_t target,
			 const struct rd_emu_message *m, struct rd_emu_span *from)
{
	uint32_t node = (uint32_t)rdma_get(target, WORK_TARGET_NODE);
	uint32_t page = (uint32_t)rdma_get(target, WORK_TARGET_PAGE);
	struct rd_emu_side d = {node * e->users + page, (uint32_t)rdma_get(target, WORK_TARGET_QP),
				NULL};
	uint32_t status = rd_emu_span_check(e, from);

	if (status || node >= e->nodes || page >= e->users || !rd_emu_reaches(e, e->node, node))
		return status;
	rd_emu_enter(e, d.of, d.number);
	d.qp = rd_emu_qp_of(e, d.of, d.number);
	if (takes_datagrams(e, &d, (uint32_t)rdma_get(target, WORK_TARGET_STAG)))
		status = arrive(e, own, &d, m, from);
	rd_emu_leave(e);
	return status;
}

/* ---- Completions, in the process of the page ---- */

static void settle(struct rd_emu *e, const struct rd_emu_side *s, const struct rd_emu_receive *r,
		   uint32_t status)
{
	uint64_t done[4] = {r->cookie, r->payload, r->sender, r->what};

	if (status) {
		done[1] = done[2] = 0;
		done[3] = rdma_put(RDMA_WORK_OP_SEND, DONE_WHAT_OP) |
			  rdma_put(status, DONE_WHAT_STATUS) | RDMA_DONE_WHAT_RECEIVED_MASK |
			  rdma_put(s->number, DONE_WHAT_QP);
	}
	rd_emu_cq_add(e, s->qp->recv_cq, done);
}

/* A window that its sender has closed: its record waits until no process is inside. */
static int waits_for_window(struct rd_emu *e, const struct rd_emu_receive *r)
{
	return r->what & RDMA_DONE_WHAT_INVALIDATED_MASK &&
	       rd_emu_others_at_mr(e, (uint32_t)rdma_get(r->payload, DONE_PAYLOAD_IMMEDIATE) >> 8);
}

static enum rd_emu_turn settle_connected(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_qp *qp = s->qp;

	while (qp->recv_settled != load(&qp->recv_done)) {
		const struct rd_emu_receive *r = place(e, s, qp->recv_settled);

		if (!rd_emu_cq_room(e, qp->recv_cq) || waits_for_window(e, r))
			return RD_EMU_WAIT;
		settle(e, s, r, 0);
		__atomic_store_n(&qp->recv_settled, qp->recv_settled + 1, __ATOMIC_RELEASE);
	}
	return RD_EMU_IDLE;
}

/* One datagram; its sender may still be at work, or have ended in the middle. */
static enum rd_emu_turn settle_datagram(struct rd_emu *e, const struct rd_emu_side *s,
					struct rd_emu_receive *r)
{
	uint32_t mark = load(&r->mark), dead = 0;

	if (mark == RD_EMU_SETTLED)
		return RD_EMU_MORE;
	if (!rd_emu_cq_room(e, s->qp->recv_cq))
		return RD_EMU_WAIT;
	if (!mark) {
		dead = !rd_emu_others_at_qp(e, s->number) && !load(&r->mark);
		if (!dead && !load(&r->mark))
			return RD_EMU_WAIT;
	}
	settle(e, s, r, dead ? RDMA_DONE_STATUS_ABORTED : 0);
	r->mark = RD_EMU_SETTLED;
	return RD_EMU_MORE;
}

/* Datagrams are settled in any order, so that a sender which is stopped keeps back its own only. */
static enum rd_emu_turn settle_datagrams(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_qp *qp = s->qp;
	uint32_t n = load(&qp->claimed) - qp->recv_settled, claimed, i;
	enum rd_emu_turn did = RD_EMU_IDLE;

	/* more places than there are: the page has spoilt its table */
	claimed = qp->recv_settled + rd_min(n, 1u << (qp->recv_lg & 15));
	for (i = qp->recv_settled; i != claimed; i++)
		if (settle_datagram(e, s, place(e, s, i)) == RD_EMU_WAIT)
			did = RD_EMU_WAIT;
	for (i = qp->recv_settled; i != claimed && place(e, s, i)->mark == RD_EMU_SETTLED; i++)
		place(e, s, i)->mark = 0;
	qp->recv_settled = i;
	return did;
}

/* Ends the requests that no message has taken. No process is inside. */
static enum rd_emu_turn flush(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_qp *qp = s->qp;

	while (qp->recv_settled != produced(qp)) {
		if (!rd_emu_cq_room(e, qp->recv_cq))
			return RD_EMU_WAIT;
		settle(e, s, place(e, s, qp->recv_settled), RDMA_DONE_STATUS_FLUSH);
		qp->claimed = qp->recv_done = ++qp->recv_settled;
	}
	return RD_EMU_IDLE;
}

static enum rd_emu_turn settle_all(struct rd_emu *e, const struct rd_emu_side *s)
{
	return s->qp->type == RDMA_QP_TYPE_UD ? settle_datagrams(e, s) : settle_connected(e, s);
}

enum rd_emu_turn rd_emu_recv_turn(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_qp *qp = s->qp;
	enum rd_emu_turn did;

	if (qp->shared)
		check_limit(e, qp->srq);
	if (rd_emu_qp_state(qp) == RDMA_QP_STATE_ERR && !qp->quiet) {
		if (rd_emu_others_at_qp(e, s->number)) {
			settle_all(e, s);
			return RD_EMU_WAIT;
		}
		rd_emu_recv_count_taken(e, qp);
		qp->quiet = 1;
	}
	did = settle_all(e, s);
	if (did != RD_EMU_IDLE || rd_emu_qp_state(qp) != RDMA_QP_STATE_ERR || !qp->quiet)
		return did;
	did = flush(e, s);
	if (did == RD_EMU_IDLE && qp->shared && !qp->flushed) {
		qp->flushed = 1;
		rd_emu_event(e, RDMA_EVENT_KIND_LAST_RECEIVE, s->number);
	}
	return did;
}
