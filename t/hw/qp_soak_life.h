/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Generations of the connections of the soak of queue pairs: how they begin and end (enum phase),
 * and the comparison of the books between.
 */
#ifndef RD_T_HW_QP_SOAK_LIFE_H
#define RD_T_HW_QP_SOAK_LIFE_H

#include "t/hw/qp_soak_recv.h"

/* ---- The beginning ---- */

static int modify(struct local *l, uint32_t state)
{
	return (int)q_modify(&l->q, state, (int)l->peer_page, is_ud(l) ? 0 : peer_number(l));
}

static void must_modify(struct local *l, uint32_t state)
{
	int result = modify(l, state);

	l_check(l, !result, "MODIFY to %u: %d", state, result);
}

/* Opens it with other settings. */
static void open_pair(struct local *l)
{
	l->q.send_cq = any(l, CQS);
	l->q.recv_cq = any(l, CQS);
	l->q.flags = any(l, 4) ? 0 : RDMA_QP_ATTR_CTL_SIGNAL_ALL_MASK;
	l->q.type = is_ud(l) ? RDMA_QP_TYPE_UD : RDMA_QP_TYPE_RC;
	l->q.qkey = QKEY;
	l->q.shared = can.receives && !is_ud(l) && !is_wide(l->q.number) && any(l, 3) == 0;
	l->q.srq = (uint16_t)any(l, SRQS);
	q_is(q_try_open(&l->q), OK);
}

static void open_area(struct local *l)
{
	int list = l->q.number % 8 == 3;
	uint64_t bus = q_bus(l->area), first = bus & ~4095ull;

	for (uint32_t i = 0; list && i < area_b(l->q.number) / 4096 + 2; i++)
		l->list[i] = first + (uint64_t)i * 4096;
	q_attr[0] = area_at(l);
	q_attr[1] = area_b(l->q.number);
	q_attr[2] = list ? q_bus(l->list) : bus;
	q_attr[3] = Q_RIGHTS | q_put(Q_PD, MR_ATTR_SHAPE_PD) | l->side->key |
		    (list ? SHAPE(LIST) | q_put(12, MR_ATTR_SHAPE_PAGE_LG) : 0);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, MR_AREA + l->q.number), OK);
	q_attr[0] = q_attr[1] = q_attr[2] = 0;
	q_attr[3] = SHAPE(WINDOW) | q_put(Q_PD, MR_ATTR_SHAPE_PD);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, window_number(l)), OK);
}

static void close_area(struct local *l)
{
	uint32_t number = MR_AREA + l->q.number;

	if (l->window == W_BOUND && l->side->window_open)
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, number), IN_USE);
	q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, window_number(l)), OK);
	q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, number), OK);
}

/* The area and its shadow begin with the same bytes. */
static void refill(struct local *l)
{
	char *shadow = shadow_of(l->page, l->q.number);
	uint32_t len = area_b(l->q.number);

	memcpy(shadow, shared->pool + any(l, POOL_B - len), len);
	memcpy(l->area, shadow, len);
}

/* Settings of the next generation, in RESET. */
static void begin_books(struct local *l)
{
	struct side *s = l->side;

	l->gen++;
	l->rng = seed * 0x9e3779b97f4a7c15u + ((uint64_t)l->page << 48 | (uint64_t)l->gen << 20) +
		 l->q.number + 1;
	for (int i = 0; i < 4; i++)
		r_random(&l->rng);
	l->q.sent = l->q.received = 0;
	l->posted = l->ended = l->unrung = l->r_posted = l->r_done = 0;
	l->broken = l->fell = l->unfenced = 0;
	l->paused = l->drained = l->last_receive = l->fell_events = l->stubborn = 0;
	l->window = W_FREE;
	s->head = s->messages_ok = s->doubts = s->doubt_messages = 0;
	l->peer->tail = 0;
	s->window_open = s->users = 0;
	s->abrupt = s->cause = 0;
	s->key = (s->key + 1) & 0xff;
	s->rights = any(l, 8) ? 7 : any(l, 8);
	s->bad_receive = NONE;
	l->q.rights = (uint8_t)s->rights;
	l->q.retry = (uint8_t)any(l, 8);
	l->q.rnr_timer = (uint8_t)((qps < 256 ? 6 : 12) + any(l, 6)); /* to 16 ms */
	l->q.timeout = (uint8_t)(any(l, 4) ? 2 + any(l, 4) : 0);
	if (!can.model) { /* in clocks of the simulation, answers wait for long */
		l->q.retry = 7;
		l->q.timeout = (uint8_t)(l->q.timeout ? 7 + l->q.timeout : 0);
		l->q.rnr_timer = (uint8_t)any(l, 8);
	}
}

static void begin(struct local *l)
{
	struct side *s = l->side;

	begin_books(l);
	open_area(l);
	refill(l);
	/* some have few receive requests, and peers that do not try often */
	s->dry = can.receives && !l->q.shared && any(l, 32) == 0 ? any(l, 1 << RQ_LG) : NONE;
	must_modify(l, RDMA_QP_STATE_INIT);
	if (can.receives)
		post_receives(l, s->dry == NONE ? any(l, 5) : s->dry);
	must_modify(l, RDMA_QP_STATE_RTR);
	store(&s->ready, l->gen);
	l->phase = READY;
	count(N_GENERATIONS);
}

static void go_up(struct local *l)
{
	l->q.rnr_retry = l->peer->dry == NONE ? RDMA_RETRY_EVER : any(l, 3);
	/* the other side may have sent a wrong request already */
	l->phase = modify(l, RDMA_QP_STATE_RTS) == RDMA_RESULT_CODE_OK ? UP : FAILED;
}

/* ---- The end ---- */

static void end_in_order(struct local *l)
{
	store(&l->side->ending, l->gen);
	l->drained = l->paused = 0;
	must_modify(l, RDMA_QP_STATE_ERR);
	l->phase = DRAIN;
	post_nop(l, DONE(FLUSH)); /* the last one */
}

/* Requests that have not ended so far are lost with a queue pair that is reset. */
static void lose(struct local *l)
{
	for (; l->ended != l->posted; l->ended++) {
		const struct op *o = &l->op[l->ended % ROOM];

		doubt(l, o);
		release_window(l, o);
		count(N_LOST);
	}
	l->r_done = l->r_posted;
	for (uint32_t i = 0; i < rq_n(l); i++)
		l->slot[i].busy = 0;
}

static void empty_queues(struct local *l)
{
	while (poll(l->q.send_cq, 64) || poll(l->q.recv_cq, 64))
		;
}

static void end_abruptly(struct local *l)
{
	l->phase = DRAIN;
	l->side->abrupt = 1;
	if (any(l, 2)) {
		q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, l->q.number), OK);
		empty_queues(l);
		q_is(q_try_open(&l->q), OK);
	} else {
		must_modify(l, RDMA_QP_STATE_RESET);
		empty_queues(l);
	}
	lose(l);
	l->drained = l->paused = 0;
	/* the other side is bound to the epoch before: this one answers it with STALE */
	if (l->peer->tail && any(l, 2)) {
		must_modify(l, RDMA_QP_STATE_INIT);
		must_modify(l, RDMA_QP_STATE_RTR);
	}
	store(&l->side->ending, l->gen);
}

static int is_drained(const struct local *l)
{
	if (l->ended != l->posted)
		return 0;
	if (l->side->abrupt)
		return 1;
	return l->q.shared ? l->last_receive : l->r_done == l->r_posted;
}

static void go_down(struct local *l)
{
	all_events();
	empty_queues(l); /* of receive requests that ended before LAST_RECEIVE */
	if (l->fell && !l->side->abrupt)
		l_check(l, l->fell_events, "no event QP_ERROR");
	l->phase = DOWN;
	store(&l->side->down, l->gen);
}

/* Compares the area and the messages that came with the books of the other side. */
static void verify(struct local *l)
{
	struct side *from = l->peer;
	uint32_t most = from->abrupt ? from->head : from->messages_ok + from->doubt_messages;
	char *shadow = shadow_of(l->page, l->q.number);

	l_check(l, l->side->cause | from->cause, "no side has a reason to end this generation");
	l_check(l, from->tail <= most && (l->side->abrupt || from->tail >= from->messages_ok),
		"%u messages received, %u of %u have ended well, %u doubts", from->tail,
		from->messages_ok, from->head, from->doubt_messages);
	for (uint32_t i = 0; i < from->doubts; i++)
		memcpy(shadow + from->doubt[i].at, l->area + from->doubt[i].at, from->doubt[i].len);
	for (uint32_t i = 0; i < area_b(l->q.number); i++)
		l_check(l, shadow[i] == l->area[i], "byte %u of the area: %#x, not %#x", i,
			(uint8_t)l->area[i], (uint8_t)shadow[i]);
	add(&shared->n[N_BYTES], area_b(l->q.number));
	l->phase = CHECKED;
	store(&l->side->checked, l->gen);
}

static void rebuild(struct local *l)
{
	must_modify(l, RDMA_QP_STATE_RESET);
	empty_queues(l);
	all_events();
	if (any(l, 4) == 0) {
		q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, l->q.number), OK);
		open_pair(l);
	}
	close_area(l);
	begin(l);
}

/* ---- A visit ---- */

/* For one more, besides the one that is signalled and the last one of the generation. */
static int has_room(const struct local *l)
{
	return l->posted - l->ended + 3 <= ROOM;
}

/* If the last one is not signalled, adds one that is: so all are known to have ended. */
static void add_signalled(struct local *l)
{
	if (l->posted != l->ended && !l->op[(l->posted - 1) % ROOM].signalled)
		post_nop(l, DONE(OK));
}

/* Sends some requests, at times without a doorbell. */
static uint64_t work(struct local *l)
{
	uint32_t n = 1 + any(l, 4);
	uint64_t did = 0;

	for (; did < n && has_room(l); did++)
		post(l, any(l, 250) == 0);
	if (!has_room(l))
		add_signalled(l);
	if (l->unrung && (any(l, 4) || !has_room(l))) {
		q_go(&l->q);
		l->unrung = 0;
	}
	if (can.receives && any_of(&me->rng, 4))
		post_receives(l, 1 + any_of(&me->rng, 4));
	return did;
}

/* No more requests. */
static void finish(struct local *l)
{
	if (l->unrung)
		q_go(&l->q);
	l->unrung = 0;
	if (can.receives)
		post_receives(l, rq_n(l));
	add_signalled(l);
}

/* The other side has gone: at times a request finds that out, by RETRY, and not this process. */
static int is_stubborn(struct local *l)
{
	if (!l->stubborn)
		l->stubborn =
			can.model && !l->paused && l->q.timeout && has_room(l) && any(l, 2) ? 2 : 1;
	if (l->stubborn == 2) {
		struct op *o;
		uint64_t *w = begin_op(l, OP(WRITE), &o);

		o->expect = DONE(RETRY);
		q_gather(w, me->pool, q_stag(MR_ALL), 8);
		q_remote(w, there(l) + FREE, (MR_AREA + peer_number(l)) << 8 | l->peer->key);
		o->at = FREE;
		o->len = 8;
		l->posted++;
		count(N_POSTED);
		count(N_OPS + OP(WRITE));
		q_go(&l->q);
		l->unrung = 0;
		l->stubborn = 3;
	}
	return l->stubborn == 3;
}

/* SQD, until its event has come and nothing ends any more, then RTS. */
static void hold(struct local *l, int finishing)
{
	if (l->drained) {
		l->drained = l->paused = 0;
		modify(l, RDMA_QP_STATE_RTS);
	} else if (l->paused == 2) {
		empty_queues(l);
		l->drained = l->phase == UP;
	} else if (!l->paused && !finishing && has_room(l) && any(l, 200) == 0) {
		l->paused = !modify(l, RDMA_QP_STATE_SQD);
	}
}

static uint64_t visit_up(struct local *l, int finishing)
{
	if (load(&l->peer->ending) == l->gen) {
		if (!is_stubborn(l))
			end_in_order(l);
		return 0;
	}
	hold(l, finishing);
	if (l->phase != UP)
		return 0;
	if (finishing) {
		finish(l);
		return 0;
	}
	if (!has_room(l)) /* a wait is no time for chances */
		return work(l);
	if (any(l, 1000) == 0) {
		l->side->cause = 1;
		if (!l->q.shared && any(l, 2))
			end_abruptly(l);
		else
			end_in_order(l);
		return 0;
	}
	return work(l);
}

/* The requests that were posted. */
static uint64_t visit(struct local *l, int finishing)
{
	switch (l->phase) {
	case UP:
		return visit_up(l, finishing);
	case FAILED:
		end_in_order(l);
		break;
	case DRAIN:
		if (is_drained(l))
			go_down(l);
		break;
	case DOWN:
		if (load(&l->peer->down) == l->gen)
			verify(l);
		break;
	case CHECKED:
		if (load(&l->peer->checked) == l->gen)
			rebuild(l);
		break;
	case READY:
		if (load(&l->peer->ready) == l->gen)
			go_up(l);
		break;
	}
	return 0;
}

/* Nothing of it is under way. */
static int is_quiet(const struct local *l)
{
	return l->phase == UP && l->ended == l->posted && !l->paused &&
	       load(&l->peer->head) == l->peer->tail;
}

#endif
