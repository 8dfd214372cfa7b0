/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Receive requests of the soak of queue pairs: each is compared with the log of the other side,
 * byte by byte, or with the head of a datagram. Completion queues and events.
 */
#ifndef RD_T_HW_QP_SOAK_RECV_H
#define RD_T_HW_QP_SOAK_RECV_H

#include "t/hw/qp_soak_work.h"

#define RECEIVES (1ull << 63)    /* in a cookie */
#define FROM_SHARED (1ull << 62) /* likewise, bits 47:40 the shared queue, 39:32 the slot */

/* ---- Posting ---- */

/* Entries of random lengths, with gaps between them, that have room for `len` bytes together. */
static void fill_slot(uint64_t *w, struct slot *s, uint64_t cookie, uint32_t len, uint32_t stag)
{
	uint32_t left = len;
	char *at = s->at;

	s->busy = 1;
	s->n = 1 + any_of(&me->rng, RDMA_SCATTER_MAX);
	memset(s->at, FILL, len + s->n * GUARD_B);
	memset(w, 0, RDMA_RECEIVE_BYTES);
	w[0] = q_put(s->n, RECEIVE_CTL_COUNT);
	w[1] = cookie;
	for (uint32_t i = 0; i < s->n; i++) {
		s->len[i] = i + 1 < s->n ? any_of(&me->rng, left + 1) : left;
		w[2 + 2 * i] = q_bus(at);
		w[3 + 2 * i] = q_put(s->len[i], ENTRY_WHERE_LENGTH) | stag;
		at += s->len[i] + GUARD_B;
		left -= s->len[i];
	}
}

static uint64_t receive_cookie(const struct local *l, uint32_t number)
{
	return RECEIVES | (cookie_of(l, number) & ~FROM_SHARED);
}

static uint32_t rq_n(const struct local *l)
{
	return is_ud(l) ? 1u << UD_RQ_LG : 1u << RQ_LG;
}

/* Posts the next one, in the queue of the queue pair; one may have a wrong STag. */
static void post_receive(struct local *l)
{
	uint32_t number = l->r_posted, n = number % rq_n(l), stag = q_stag(MR_ALL);
	uint64_t *w = l->q.recv + (number & ((1u << l->q.lg) - 1)) * 8;

	if (!is_ud(l) && l->side->bad_receive == NONE && any_of(&me->rng, 2000) == 0) {
		stag ^= 1;
		__atomic_store_n(&l->side->bad_receive, number, __ATOMIC_RELEASE);
	}
	l->slot[n].number = number;
	fill_slot(w, &l->slot[n], receive_cookie(l, number),
		  is_ud(l) ? DATAGRAM_B : message_b(l->q.number), stag);
	l->r_posted++;
	q_ring(RDMA_RDMA_RQ_DOORBELL, l->q.number | l->r_posted << 16);
}

static int may_post_receive(const struct local *l)
{
	return !l->q.shared && l->r_posted - l->r_done < rq_n(l) &&
	       (is_ud(l) || l->r_posted < l->side->dry);
}

static void post_receives(struct local *l, uint32_t n)
{
	while (n-- && may_post_receive(l))
		post_receive(l);
}

static void post_shared(uint32_t number, uint32_t i)
{
	struct srq *s = &me->srq[number];
	struct slot *slot = &s->slot[i];
	uint64_t cookie = RECEIVES | FROM_SHARED | (uint64_t)number << 40 | (uint64_t)i << 32;

	fill_slot(s->ring + (s->prod++ & ((1u << SRQ_LG) - 1)) * 8, slot, cookie | ++slot->number,
		  MESSAGE_B, q_stag(MR_ALL));
	q_ring(RDMA_RDMA_SRQ_DOORBELL, number | (uint32_t)s->prod << 16);
}

/* Posts up to `n` of those that have ended, in another order. */
static void post_late(uint32_t number, uint32_t n)
{
	struct srq *s = &me->srq[number];

	for (; n && s->late_n; n--) {
		uint32_t at = any_of(&me->rng, s->late_n), i = s->late[at];

		s->late[at] = s->late[--s->late_n];
		post_shared(number, i);
	}
}

/* ---- Comparing ---- */

static char *scratch, *expected; /* [wide_b] */

/* The bytes of the entries, and of nothing else, in one piece. */
static uint32_t gather_slot(struct local *l, const struct slot *s)
{
	const char *from = s->at;
	uint32_t len = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		memcpy(scratch + len, from, s->len[i]);
		len += s->len[i];
		from += s->len[i];
		check_guard(l, from);
		from += GUARD_B;
	}
	return len;
}

static void check_fill(struct local *l, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		l_check(l, (uint8_t)scratch[i] == FILL, "byte %u behind a message", i);
}

static void check_bytes(struct local *l, const struct message *m, const struct slot *s)
{
	uint32_t room = gather_slot(l, s);
	int is_write = m->op == OP(WRITE);

	collect(expected, m->piece, m->n);
	if (is_write)
		l_check(l,
			!memcmp(l->area + WORDS_B + l->peer->tail % LOG_N * IMM_B, expected,
				m->len),
			"WRITE with immediate data");
	else
		l_check(l, !memcmp(scratch, expected, m->len), "message of %u bytes", m->len);
	check_fill(l, is_write ? 0 : m->len, room);
	add(&shared->n[N_BYTES], m->len);
}

/* A message, or its failure for lack of room. */
static void check_message(struct local *l, const struct q_done *d, const struct slot *s)
{
	const struct message *m = &l->peer->log[l->peer->tail % LOG_N];
	uint32_t op = (uint32_t)q_get(d->what, DONE_WHAT_OP);

	l_check(l, load(&l->peer->head) != l->peer->tail, "message %u was not sent", l->peer->tail);
	l_check(l, op == m->op, "message %u: operation %u, not %u", l->peer->tail, op, m->op);
	if (q_get(d->what, DONE_WHAT_STATUS)) {
		l_check(l, m->too_long, "message %u is not too long", l->peer->tail);
		return;
	}
	l_check(l, !m->too_long && (uint32_t)d->payload == m->len, "message %u: %u bytes, not %u",
		l->peer->tail, (uint32_t)d->payload, m->len);
	l_check(l,
		q_get(d->what, DONE_WHAT_IMM) == m->imm &&
			q_get(d->what, DONE_WHAT_SOLICITED) == m->solicited &&
			q_get(d->what, DONE_WHAT_INVALIDATED) == (op == OP(SEND_INVALIDATE)),
		"message %u: what %#llx", l->peer->tail, (unsigned long long)d->what);
	l_check(l, !(m->imm || op == OP(SEND_INVALIDATE)) || d->payload >> 32 == m->immediate,
		"message %u: immediate data", l->peer->tail);
	if (op == OP(SEND_INVALIDATE)) {
		l_check(l, m->immediate == l->side->window_stag, "window");
		l->window = W_FREE;
	}
	check_bytes(l, m, s);
	count(N_RECEIVED);
	store(&l->peer->tail, l->peer->tail + 1);
}

/* Content of the first 16 bytes of a datagram; the rest comes from the pool. */
struct head {
	uint32_t seq, from, at, len;
};

static void check_datagram(struct local *l, const struct q_done *d, const struct slot *s)
{
	uint32_t len = (uint32_t)d->payload, room = gather_slot(l, s), *seen;
	struct head h;
	uint32_t page = (uint32_t)(q_get(d->sender, DONE_SENDER_NODE) * (uint64_t)r_users +
				   q_get(d->sender, DONE_SENDER_PAGE));
	uint32_t ud = (uint32_t)q_get(d->sender, DONE_SENDER_QP) - qps;

	memcpy(&h, scratch, sizeof(h));
	l_check(l, len == h.len && h.from == page * UDS + ud && page < page_n && ud < UDS,
		"datagram of %u bytes of %u on page %u", len, ud, page);
	seen = &l->ud_seen[page][ud];
	l_check(l, h.seq >= *seen, "datagram %u of %u on page %u: %u was expected", h.seq, ud, page,
		*seen);
	*seen = h.seq + 1;
	l_check(l, !memcmp(scratch + sizeof(h), shared->pool + h.at, len - sizeof(h)), "datagram");
	check_fill(l, len, room);
	add(&shared->got[l->page], 1);
}

/* ---- Completions of receive requests ---- */

/* The slot, which is free from now on. */
static struct slot *slot_of(struct local *l, const struct q_done *d)
{
	uint32_t number = (uint32_t)d->cookie;
	struct slot *s;

	if (d->cookie & FROM_SHARED) {
		struct srq *srq = &me->srq[d->cookie >> 40 & 255];

		s = &srq->slot[d->cookie >> 32 & 255];
		l_check(l, l->q.shared && srq == &me->srq[l->q.srq], "shared receive queue");
		srq->late[srq->late_n++] = d->cookie >> 32 & 255;
	} else {
		s = &l->slot[number % rq_n(l)];
		l_check(l, d->cookie == receive_cookie(l, number), "cookie %#llx",
			(unsigned long long)d->cookie);
		l_check(l, is_ud(l) || number == l->r_done, "receive request %u, not %u", number,
			l->r_done);
		l->r_done += !is_ud(l);
	}
	l_check(l, s->busy && s->number == number, "receive request %u", number);
	s->busy = 0;
	while (is_ud(l) && l->r_done != l->r_posted && !l->slot[l->r_done % rq_n(l)].busy)
		l->r_done++;
	return s;
}

static void received(const struct q_done *d)
{
	uint32_t status = (uint32_t)q_get(d->what, DONE_WHAT_STATUS);
	struct local *l = &me->local[q_get(d->what, DONE_WHAT_QP)];
	const struct slot *s = slot_of(l, d);

	if (is_ud(l)) {
		l_check(l, !status, "status %u of a datagram", status);
		check_datagram(l, d, s);
		return;
	}
	if (!status || status == DONE(LENGTH))
		check_message(l, d, s);
	else if (status == DONE(PROTECTION))
		l_check(l, (uint32_t)d->cookie == l->side->bad_receive, "receive request %u",
			(uint32_t)d->cookie);
	else
		l_check(l, status == DONE(FLUSH), "status %u of a receive request", status);
	if (!status)
		return;
	l->side->cause |= status == DONE(PROTECTION);
	count(N_STATUS + status);
	if (l->phase == UP)
		l->phase = FAILED;
}

/* ---- Completion queues ---- */

/* The next completion, in memory. */
static int peek(const struct cq *c, struct q_done *d)
{
	const struct q_done *at = &c->ring[c->next & ((1u << c->lg) - 1)];
	uint64_t what = __atomic_load_n(&at->what, __ATOMIC_ACQUIRE);

	if (q_get(what, DONE_WHAT_PHASE) != !(c->next >> c->lg & 1) ||
	    q_get(what, DONE_WHAT_INDEX) != c->next)
		return 0;
	*d = (struct q_done){at->cookie, at->payload, at->sender, what};
	return 1;
}

static uint32_t events(void);

/* Takes up to `most` completions; whether there were any. An event that is due must have come. */
static int poll(uint32_t number, uint32_t most)
{
	struct cq *c = &me->cq[number];
	struct q_done d;
	uint32_t n;

	for (n = 0; n < most && peek(c, &d); n++) {
		uint32_t qp = (uint32_t)q_get(d.what, DONE_WHAT_QP);
		int receives = q_get(d.what, DONE_WHAT_RECEIVED) != 0;
		const struct q *q = &me->local[qp].q;

		r_check(qp < qps + UDS && number == (receives ? q->recv_cq : q->send_cq) &&
				receives == (int)(d.cookie >> 63),
			"completion queue %u: what %#llx", number, (unsigned long long)d.what);
		c->next++;
		c->due += c->armed == 1 ||
			  (c->armed == 2 &&
			   d.what & (RDMA_DONE_WHAT_SOLICITED_MASK | RDMA_DONE_WHAT_STATUS_MASK));
		if (receives)
			received(&d);
		else
			completed(&d);
	}
	if (!n)
		return 0;
	q_ring(RDMA_RDMA_CQ_DOORBELL, number | (uint32_t)c->next << 16);
	if (c->armed && c->due)
		r_until((events(), !c->armed));
	if (!c->armed && any_of(&me->rng, 8) == 0) {
		c->armed = 1 + any_of(&me->rng, 2);
		c->due = 0;
		q_ring(RDMA_RDMA_CQ_ARM,
		       number | (c->armed == 2 ? RDMA_RDMA_CQ_ARM_SOLICITED_MASK : 0));
	}
	return 1;
}

/* ---- Events ---- */

static void event_of_pair(struct local *l, uint32_t kind)
{
	switch (kind) {
	case RDMA_EVENT_KIND_QP_ERROR:
		l_check(l, !l->fell_events++, "second event QP_ERROR");
		break;
	case RDMA_EVENT_KIND_SQ_DRAINED:
		l_check(l, l->paused == 1 || l->phase != UP, "event SQ_DRAINED");
		l->paused += l->paused == 1;
		return;
	case RDMA_EVENT_KIND_LAST_RECEIVE:
		l_check(l, l->q.shared && !l->last_receive++, "event LAST_RECEIVE");
		break;
	default:
		l_check(l, 0, "event %u", kind);
	}
	if (l->phase == UP)
		l->phase = FAILED;
}

static uint32_t events(void)
{
	uint32_t event, n;

	for (n = 0; (event = r_read(RDMA_RDMA_EVENT)) != RDMA_EVENT_KIND_NONE; n++) {
		uint32_t kind = event & RDMA_RDMA_EVENT_KIND_MASK;
		uint32_t number = event >> RDMA_RDMA_EVENT_NUMBER_LSB;

		count(N_EVENTS);
		if (kind == RDMA_EVENT_KIND_CQ) {
			/* the Verilog may tell one twice, if the queue was armed meanwhile */
			r_check(number < CQS && (me->cq[number].armed || !can.model),
				"event of queue %u", number);
			me->cq[number].armed = me->cq[number].due = 0;
		} else if (kind == RDMA_EVENT_KIND_SRQ_LIMIT) {
			r_check(number < SRQS && me->srq[number].limited, "event SRQ_LIMIT");
			me->srq[number].limited = 0;
		} else {
			r_check(number < qps, "event %u of %u", kind, number);
			event_of_pair(&me->local[number], kind);
		}
	}
	return n;
}

/* EVENT of the Verilog reads 0 while the card gets the next event: it has that behind a command. */
static void all_events(void)
{
	do
		q_is(q_command(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, 0), OK);
	while (events());
}

/* At times the shared receive queue is to tell that it has few requests left. */
static void limit(uint32_t number, uint32_t limit)
{
	me->srq[number].limited = 1;
	q_attr[0] = 0;
	q_attr[1] = q_put(limit, SRQ_ATTR_SIZE_LIMIT);
	q_is(q_command(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_SRQ, number), OK);
}

#endif
