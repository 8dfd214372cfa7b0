/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of the card's model when something is wrong: memory that may not be touched, requests
 * and commands that make no sense, receivers that are not ready, peers that do not answer or were
 * reset, links that die; each ends in the completion that docs/card/rdma.md names, changes nothing
 * else, and the next connection works. emu_qp_shared.c has shared queues, windows and datagrams.
 */
#include "t/hw/emu_qp.h"

#include "base/clock.h"
#include "hw/emu/qp.h"
#include "runtime/progress.h"

enum { MEM_B = 1 << 20, HALF = MEM_B / 2, STATE_ERR = RDMA_QP_STATE_ERR };

static char *mem;      /* region 1 */
static uint64_t there; /* its address in the peer's process */
static struct q *q;    /* queue pair 3 of both processes */

static void open_pair(void)
{
	q_up(64, 8, 4, 64);
	q_cq(0, 7);
	q_cq(1, 7);
	mem = q_alloc(MEM_B);
	q_mr(1, mem, MEM_B, Q_RIGHTS);
	q = q_open(3, 0, 1);
	__atomic_store_n(&r_share->word[r_i], q_bus(mem), __ATOMIC_RELEASE);
	r_fence();
	there = __atomic_load_n(&r_share->word[!r_i], __ATOMIC_ACQUIRE);
}

static void pair(void)
{
	open_pair();
	q_connect(q, !r_i, 3);
	r_fence();
}

/* Both reset and connect again; a message shows that the connection works. */
static void again(void)
{
	struct q_done d;

	r_fence();
	q_reset(q);
	while (q_poll(0, &d) || q_poll(1, &d))
		;
	while (r_read(RDMA_RDMA_EVENT))
		;
	r_fence();
	q_connect(q, !r_i, 3);
	r_fence();
	if (r_i == 1)
		q_receive(q, 1, mem + HALF, 8);
	r_fence();
	if (r_i == 0) {
		q_do(q, OP(SEND), 2, mem, 8, 0, 0);
		q_expect(0, 2, DONE(OK));
	} else {
		q_expect(1, 1, DONE(OK));
	}
	r_fence();
}

/* The queue pair has gone to ERR by itself. */
static void fell(void)
{
	uint32_t event;

	r_until((event = r_read(RDMA_RDMA_EVENT)) != 0);
	r_check(q_get(event, RDMA_EVENT_KIND) == RDMA_EVENT_KIND_QP_ERROR &&
			q_get(event, RDMA_EVENT_NUMBER) == 3,
		"event %#x", event);
	r_check(q_state(q) == STATE_ERR, "state %u", q_state(q));
}

/* ---- Memory of the peer ---- */

enum { PART_B = 4096 };

/* Regions of process 1: 2 has no rights but one each, 6 is of another domain, 7 is closed. */
static void set_regions(void)
{
	const uint64_t right[] = {SHAPE(REMOTE_WRITE), SHAPE(REMOTE_READ), SHAPE(REMOTE_ATOMIC),
				  SHAPE(WRITE)};

	for (uint32_t i = 0; i < 4; i++)
		q_mr(2 + i, mem + HALF, PART_B, right[i]);
	q_mr(6, mem + HALF, PART_B, Q_RIGHTS);
	q_attr[0] = q_attr[2] = q_bus(mem + HALF);
	q_attr[1] = PART_B;
	q_attr[3] = Q_RIGHTS | q_put(Q_PD + 1, MR_ATTR_SHAPE_PD) | Q_KEY;
	q_mr_close(6);
	q_attr[0] = q_attr[2] = q_bus(mem + HALF);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, 6), OK);
	q_mr(7, mem + HALF, PART_B, Q_RIGHTS);
	q_mr_close(7);
}

static void refused(uint32_t op, uint64_t at, uint32_t stag, uint32_t len)
{
	uint32_t was = r_read(RDMA_RDMA_REFUSED);

	memset(mem + HALF, 0x11, PART_B + 64);
	r_fence();
	if (r_i == 0) {
		memset(mem, 0x22, 64 * 1024);
		q_do(q, op, 1, mem, len, at, stag);
		q_do(q, OP(WRITE), 2, mem, 8, there + HALF, q_stag(1));
		q_expect(0, 1, DONE(REMOTE_ACCESS));
		q_expect(0, 2, DONE(FLUSH));
	} else {
		fell();
		r_check(r_read(RDMA_RDMA_REFUSED) == was + 1, "counted");
	}
	r_fence();
	for (uint32_t i = 0; i < PART_B + 64 && r_i == 1; i++)
		r_check(mem[HALF + i] == 0x11, "byte %u was written", i);
	for (uint32_t i = 0; i < len && r_i == 0; i++)
		r_check(mem[i] == 0x22, "byte %u was read", i);
	again();
}

static void memory_of_the_peer(void)
{
	const uint32_t op[] = {OP(WRITE), OP(READ), OP(FETCH_ADD), OP(COMPARE_SWAP)};

	pair();
	if (r_i == 1)
		set_regions();
	for (uint32_t i = 0; i < 4; i++) {
		uint64_t at = there + HALF;
		uint32_t len = i < 2 ? 1000 : 8, may = i == 0 ? 2 : i == 1 ? 3 : 4;

		refused(op[i], at, q_stag(1) ^ 1, len);                  /* key */
		refused(op[i], at, q_stag(50), len);                     /* number */
		refused(op[i], at, 0xffffff00u | Q_KEY, len);            /* beyond the table */
		refused(op[i], at, q_stag(6), len);                      /* domain */
		refused(op[i], at, q_stag(7), len);                      /* closed */
		refused(op[i], at - 8, q_stag(may), len);                /* before it */
		refused(op[i], at + PART_B - len + 8, q_stag(may), len); /* behind it */
		refused(op[i], UINT64_MAX - 7, q_stag(may), len);
		for (uint32_t other = 2; other < 6; other++)
			if (other != may)
				refused(op[i], at, q_stag(other), len); /* right */
	}
}

/* The rights of the queue pair, not of the region. */
static void rights_of_the_pair(void)
{
	const uint32_t op[] = {OP(WRITE), OP(READ), OP(FETCH_ADD)};

	pair();
	for (int i = 0; i < 3; i++) {
		r_fence();
		q_reset(q);
		q->rights = (uint8_t)(7 & ~(1 << i));
		r_fence();
		q_connect(q, !r_i, 3);
		refused(op[i], there + HALF, q_stag(1), 8);
	}
}

static void misaligned(void)
{
	pair();
	for (int half = 0; half < 2; half++) {
		if (r_i == 0) {
			uint64_t *w = q_work(q, OP(FETCH_ADD), 1);

			w[0] |= half ? RDMA_WORK_CTL_HALF_MASK : 0;
			q_gather(w, mem, q_stag(1), half ? 4 : 8);
			q_remote(w, there + (half ? 2 : 4), q_stag(1));
			q_go(q);
			q_expect(0, 1, DONE(REMOTE_REQUEST));
		}
		again();
	}
}

/* ---- Own memory, requests that make no sense ---- */

/* The request that was written ends with this status; the one behind it is flushed. */
static void ends_with(uint32_t status)
{
	q_do(q, OP(WRITE), 2, mem, 8, there, q_stag(1));
	q_expect(0, 1, status);
	q_expect(0, 2, DONE(FLUSH));
	r_check(q_state(q) == STATE_ERR, "state");
}

static void own_memory(void)
{
	const uint32_t op[] = {OP(SEND), OP(WRITE), OP(READ), OP(FETCH_ADD)};

	pair();
	q_mr(2, mem, 64, SHAPE(REMOTE_WRITE)); /* this page's requests may read it only */
	for (uint32_t i = 0; i < 4; i++)
		for (int bad = 0; bad < 3; bad++) {
			if (r_i == 1)
				q_receive(q, 9, mem + HALF, 1000);
			r_fence();
			if (r_i == 0 && (bad < 2 || i >= 2)) {
				uint64_t *w = q_work(q, op[i], 1);

				q_gather(w, bad == 1 ? mem + MEM_B - 4 : mem,
					 bad == 0   ? q_stag(1) ^ 1
					 : bad == 1 ? q_stag(1)
						    : q_stag(2),
					 8);
				q_remote(w, there, q_stag(1));
				q_go(q);
				ends_with(DONE(PROTECTION));
			}
			r_fence();
			r_check(r_i == 0 || q_state(q) == RDMA_QP_STATE_RTS, "the peer goes on");
			again();
		}
}

static void bad_request(uint64_t ctl, uint32_t status)
{
	if (r_i == 0) {
		uint64_t *w = q_work(q, 0, 1);

		q_gather(w, mem, q_stag(1), 8);
		q_remote(w, there, q_stag(1));
		w[0] = ctl;
		q_go(q);
		if (status == DONE(REQUEST) && ctl & RDMA_WORK_CTL_LIST_MASK)
			q_expect(0, 1, status);
		else
			ends_with(status);
	}
	again();
}

static void bad_requests(void)
{
	pair();
	bad_request(15, DONE(REQUEST));
	bad_request(OP(WRITE) | q_put(2, WORK_CTL_COUNT), DONE(REQUEST));
	bad_request(OP(WRITE) | RDMA_WORK_CTL_LIST_MASK | q_put(1, WORK_CTL_COUNT), DONE(REQUEST));
	bad_request(OP(WRITE) | RDMA_WORK_CTL_INLINE_MASK | q_put(33, WORK_CTL_BYTES),
		    DONE(REQUEST));
	bad_request(OP(READ) | RDMA_WORK_CTL_INLINE_MASK | q_put(8, WORK_CTL_BYTES), DONE(REQUEST));
	bad_request(OP(FETCH_ADD), DONE(REQUEST));
	bad_request(OP(FETCH_ADD) | RDMA_WORK_CTL_HALF_MASK | q_put(1, WORK_CTL_COUNT),
		    DONE(REQUEST));
	bad_request(OP(BIND) | q_put(1, WORK_CTL_COUNT), DONE(BIND));
	bad_request(OP(INVALIDATE), DONE(BIND));
}

/* ---- Work requests that their page changes when they have begun ---- */

enum { LONG = 2 << 20 }; /* more than is moved in one access */

static void shorten(uint64_t *w, uint32_t bytes)
{
	w[0] &= ~(uint64_t)RDMA_WORK_CTL_COUNT_MASK;
	w[0] |= RDMA_WORK_CTL_INLINE_MASK | q_put(bytes, WORK_CTL_BYTES);
}

/* A message, of which a part is placed, becomes 8 bytes of inline data: it is refused, and nothing
 * from behind the request is sent. */
static void shortened(void)
{
	char *long_one;

	pair();
	long_one = q_alloc(LONG);
	if (r_i == 1) {
		q_mr(2, long_one, LONG, SHAPE(WRITE));
		q_receive(q, 5, long_one, LONG);
		q->recv[3] = q_put(LONG, ENTRY_WHERE_LENGTH) | q_stag(2);
	} else {
		q_mr(2, long_one, LONG, 0);
	}
	r_fence();
	if (r_i == 0) {
		uint64_t *w = q_work(q, OP(SEND), 1);

		q_gather(w, long_one, q_stag(2), LONG);
		q_go(q);
		shorten(w, 8);
		ends_with(DONE(REQUEST));
	}
	r_fence();
	for (uint32_t i = 0; i < LONG && r_i == 1; i++)
		r_check(!long_one[i], "byte %u", i);
	again();
}

/* A WRITE that waits for a receive request becomes a READ, for which there is no right, or an
 * atomic operation. */
static void made_another(uint32_t op, uint32_t len, uint32_t status)
{
	q->rights = r_i == 1 ? 1 : 7; /* REMOTE_WRITE */
	again();
	if (r_i == 0) {
		uint64_t *w = q_work(q, OP(WRITE) | RDMA_WORK_CTL_IMM_MASK, 1);

		q_gather(w, mem, q_stag(1), 4);
		q_remote(w, there, q_stag(1));
		q_go(q);
		q_nothing(0);
		w[0] = (w[0] & ~(uint64_t)(RDMA_WORK_CTL_OP_MASK | RDMA_WORK_CTL_IMM_MASK)) | op;
		w[RDMA_WORK_WHERE / 8] = q_put(len, ENTRY_WHERE_LENGTH) | q_stag(1);
		ends_with(status);
	}
	again();
}

static void changed(void)
{
	pair();
	made_another(OP(READ), 1000, DONE(REMOTE_ACCESS));
	made_another(OP(FETCH_ADD), 8, DONE(REQUEST));
}

static void too_long(void)
{
	uint64_t *w;

	pair();
	if (r_i == 0) {
		w = q_work(q, OP(WRITE), 1);
		q_gather(w, mem, q_stag(1), RDMA_MESSAGE_MAX + 1);
		q_remote(w, there, q_stag(1));
		q_go(q);
		ends_with(DONE(LENGTH));
	}
	again();
	if (r_i == 1)
		q_receive(q, 5, mem + HALF, 99);
	r_fence();
	if (r_i == 0) {
		q_do(q, OP(SEND), 1, mem, 100, 0, 0);
		ends_with(DONE(REMOTE_REQUEST));
	} else {
		q_expect(1, 5, DONE(LENGTH));
		fell();
	}
	again();
}

/* The receive request names memory that it may not. */
static void receive_memory(void)
{
	uint64_t *place;

	pair();
	q_mr(2, mem, 4096, SHAPE(REMOTE_WRITE));
	for (int bad = 0; bad < 3; bad++) {
		place = q->recv + q->received % 64 * 8;
		if (r_i == 1) {
			q_receive(q, 5, bad == 0 ? mem + MEM_B - 8 : mem, 100);
			place[3] = q_put(100, ENTRY_WHERE_LENGTH) | (bad == 1   ? q_stag(2)
								     : bad == 2 ? q_stag(40)
										: q_stag(1));
			q_receive(q, 6, mem, 100);
		}
		r_fence();
		if (r_i == 0) {
			q_do(q, OP(SEND), 1, mem, 100, 0, 0);
			ends_with(DONE(REMOTE_ERROR));
		} else {
			q_expect(1, 5, DONE(PROTECTION));
			q_expect(1, 6, DONE(FLUSH));
			fell();
		}
		again();
	}
}

/* ---- Receivers that are not ready ---- */

static void not_ready(void)
{
	struct q_done d;

	open_pair();
	q->rnr_retry = 3;
	q->rnr_timer = 10; /* 131 us */
	q_connect(q, !r_i, 3);
	r_fence();
	if (r_i == 0) {
		q_do(q, OP(SEND), 1, mem, 100, 0, 0);
		ends_with(DONE(RNR_RETRY));
	}
	again();
	r_fence();
	q_reset(q);
	q->rnr_retry = RDMA_RETRY_EVER;
	r_fence();
	q_connect(q, !r_i, 3);
	r_fence();
	if (r_i == 0) { /* a WRITE before it is done, one behind it is not */
		uint64_t *w;

		q_fill(mem, 1000, 5);
		q_do(q, OP(WRITE), 1, mem, 8, there + HALF + 2000, q_stag(1));
		w = q_work(q, OP(WRITE), 2);
		w[0] |= RDMA_WORK_CTL_IMM_MASK;
		q_gather(w, mem, q_stag(1), 1000);
		q_remote(w, there + HALF, q_stag(1));
		q_do(q, OP(SEND), 3, mem + 8, 8, 0, 0);
		q_expect(0, 1, DONE(OK));
		for (int i = 0; i < 50; i++)
			q_nothing(0);
		r_check(r_card->arm(r_card) == RD_ARM_BLIND, "nothing wakes it for the timer");
		r_card->disarm(r_card);
	}
	r_fence();
	if (r_i == 1) {
		q_same(mem + HALF, 1000, 5);
		q_receive(q, 7, mem, 100);
		d = q_expect(1, 7, DONE(OK));
		r_check(q_get(d.what, DONE_WHAT_IMM), "WRITE with immediate data");
		q_nothing(1);
		q_receive(q, 8, mem, 100);
		d = q_expect(1, 8, DONE(OK));
		r_check(q_get(d.payload, DONE_PAYLOAD_LENGTH) == 8, "SEND");
	} else {
		q_expect(0, 2, DONE(OK));
		q_expect(0, 3, DONE(OK));
	}
	r_fence();
}

/* ---- Peers that do not answer ---- */

static void no_answer(void)
{
	open_pair();
	q->retry = 2;
	r_fence();
	if (r_i == 0) { /* the peer is in RESET */
		q_connect(q, 1, 3);
		q_do(q, OP(SEND), 1, mem, 100, 0, 0);
		ends_with(DONE(RETRY));
		q_reset(q);
		q->retry = 7;
		q->timeout = 12; /* 17 ms */
		q_connect(q, 1, 3);
		q_do(q, OP(SEND), 1, mem, 100, 0, 0);
		for (int i = 0; i < 20; i++)
			q_nothing(0);
	}
	r_fence();
	if (r_i == 1) { /* it comes to RTR in time: then it is also not ready first */
		q_is(q_modify(q, RDMA_QP_STATE_INIT, 0, 3), OK);
		q_is(q_modify(q, RDMA_QP_STATE_RTR, 0, 3), OK);
		r_until(r_share->word[20]);
		q_receive(q, 4, mem, 100);
		q_expect(1, 4, DONE(OK));
	} else {
		for (int i = 0; i < 100; i++)
			q_nothing(0);
		r_share->word[20] = 1;
		q_expect(0, 1, DONE(OK));
	}
	r_fence();
	q->timeout = Q_TIMEOUT;
	again();
	r_fence();
	q_reset(q);
	q_connect(q, !r_i, r_i ? 4 : 3); /* the peer is connected with another one */
	if (r_i == 1)
		q_receive(q, 4, mem, 100);
	r_fence();
	if (r_i == 0) {
		q_do(q, OP(SEND), 1, mem, 8, 0, 0);
		ends_with(DONE(RETRY));
	} else {
		q_nothing(1);
	}
	r_fence();
	if (r_i == 1) { /* the unit is off */
		r_write(RDMA_RDMA_CONTROL, 0);
		r_until(r_read(RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK);
	}
	r_fence();
	if (r_i == 0) {
		q_reset(q);
		q_connect(q, 1, 3);
		q_do(q, OP(READ), 1, mem, 8, there, q_stag(1));
		ends_with(DONE(RETRY));
	}
	r_fence();
}

/* Of an old connection nothing is taken for the new one, with the same numbers on both sides. */
static void stale(void)
{
	for (int begins = 0; begins < 2; begins++) {
		if (begins == 0)
			pair();
		else
			again();
		if (r_i == 1)
			q_receive(q, 1, mem + HALF, 8);
		r_fence();
		if (r_i == 0) {
			q_do(q, OP(SEND), 1, mem, 8, 0, 0);
			q_expect(0, 1, DONE(OK));
		} else {
			q_expect(1, 1, DONE(OK));
		}
		r_fence();
		memset(mem + HALF, 0x11, 8);
		if (r_i == !begins) { /* one of the two begins anew */
			q_reset(q);
			q_connect(q, !r_i, 3);
		}
		if (r_i == 1)
			q_receive(q, 2, mem + HALF, 8);
		r_fence();
		if (r_i == 0) {
			q->timeout = 0; /* not for lack of an answer */
			q_do(q, OP(SEND), 1, mem, 8, 0, 0);
			ends_with(DONE(RETRY));
		}
		r_fence();
		if (r_i == 1)
			q_nothing(1);
		r_check(r_i == 0 || mem[HALF] == 0x11, "data of another connection");
	}
	again();
}

/* ---- Flush ---- */

static void flush(void)
{
	pair();
	for (uint64_t i = 0; i < 10; i++)
		q_receive(q, 100 + i, mem + HALF + 8 * i, 8);
	r_fence();
	if (r_i == 0) {
		for (uint64_t i = 0; i < 12; i++) {
			uint64_t *w = q_work(q, i == 4 ? OP(READ) : OP(SEND), i);

			w[0] &= ~(uint64_t)RDMA_WORK_CTL_SIGNALLED_MASK;
			q_gather(w, mem, q_stag(1), 8);
			q_remote(w, there, q_stag(40));
		}
		q_go(q);
		q_expect(0, 4, DONE(REMOTE_ACCESS));
		for (uint64_t i = 5; i < 12; i++)
			q_expect(0, i, DONE(FLUSH));
		q_work(q, OP(NOP), 12); /* posted in ERR */
		q_go(q);
		q_expect(0, 12, DONE(FLUSH));
	}
	for (uint64_t i = 0; i < 10; i++)
		q_expect(1, 100 + i, r_i == 1 && i < 4 ? DONE(OK) : DONE(FLUSH));
	q_receive(q, 110, mem, 8);
	q_expect(1, 110, DONE(FLUSH));
	again();
}

/* More is flushed than the completion queue has room for. */
static void flush_slowly(void)
{
	struct q *p;

	open_pair();
	q_cq(2, 2);
	p = q_open(5, 2, 2);
	q_connect(p, !r_i, 5);
	for (uint64_t i = 0; i < 30; i++) {
		q_receive(p, i, mem, 8);
		q_work(p, OP(NOP), 100 + i);
	}
	q_is(q_modify(p, STATE_ERR, 0, 0), OK);
	q_go(p);
	for (uint64_t recv = 0, send = 100; recv < 30 || send < 130;) {
		struct q_done d = q_await(2);
		int received = q_get(d.what, DONE_WHAT_RECEIVED) != 0;

		r_check(d.cookie == (received ? recv : send) &&
				q_get(d.what, DONE_WHAT_STATUS) == DONE(FLUSH),
			"cookie %llu", (unsigned long long)d.cookie);
		recv += received;
		send += !received;
	}
}

/* ---- Drained ---- */

static void drain(void)
{
	uint32_t event;

	pair();
	if (r_i == 0) {
		q_do(q, OP(SEND), 1, mem, 8, 0, 0); /* is begun: not ready */
		q_do(q, OP(WRITE), 2, mem, 8, there, q_stag(1));
		q_is(q_modify(q, RDMA_QP_STATE_SQD, 0, 0), OK);
		r_check(!r_read(RDMA_RDMA_EVENT), "not drained");
	}
	r_fence();
	if (r_i == 1)
		q_receive(q, 1, mem, 8);
	if (r_i == 0) {
		q_expect(0, 1, DONE(OK));
		r_until((event = r_read(RDMA_RDMA_EVENT)) != 0);
		r_check(q_get(event, RDMA_EVENT_KIND) == RDMA_EVENT_KIND_SQ_DRAINED, "%#x", event);
		q_nothing(0);
		q_is(q_modify(q, RDMA_QP_STATE_RTS, 0, 0), OK);
		q_expect(0, 2, DONE(OK));
	}
	r_fence();
}

/* ---- Links ---- */

/* The way dies in the middle of long messages and works again: they go on where they were. */
static void links(void)
{
	open_pair();
	q->timeout = 13; /* 34 ms */
	q_connect(q, !r_i, 3);
	if (r_i == 1)
		q_receive(q, 1, mem + HALF, HALF);
	r_fence();
	if (r_i == 0)
		rd_emu_kill_link(r_card, 0, 1);
	r_fence();
	if (r_i == 0) {
		q_fill(mem, HALF, 3);
		q_do(q, OP(SEND), 1, mem, HALF, 0, 0);
		q_nothing(0);
	}
	r_fence();
	r_card->write(r_card, RN_NODE_LINK + 4 * (r_i == 0), RN_NODE_LINK_DEAD_MASK);
	r_fence();
	if (r_i == 0) {
		q_expect(0, 1, DONE(OK));
		rd_emu_kill_link(r_card, 0, 1);
		q_reset(q);
		q->timeout = Q_TIMEOUT;
		q->retry = 1;
		q_connect(q, 1, 3);
		q_do(q, OP(READ), 1, mem, 8, there, q_stag(1));
		ends_with(DONE(RETRY));
	} else {
		q_expect(1, 1, DONE(OK));
		q_same(mem + HALF, HALF, 3);
	}
	r_fence();
}

static void revive(void)
{
	r_fence();
	r_card->write(r_card, RN_NODE_LINK + 4 * (r_i == 0), RN_NODE_LINK_DEAD_MASK);
	r_fence();
}

/* RNR is an answer: tries without one are counted anew behind it. */
static void link_and_not_ready(void)
{
	const struct rd_emu_qp *of;
	uint64_t from;

	open_pair();
	q->timeout = 13; /* 34 ms */
	q->retry = 0;
	q->rnr_retry = RDMA_RETRY_EVER;
	q->rnr_timer = 0;
	q_connect(q, !r_i, 3);
	r_fence();
	of = rd_emu_qp_of(rd_emu_of(r_card), (uint32_t)r_i, 3);
	if (r_i == 0) {
		rd_emu_kill_link(r_card, 0, 1);
		q_do(q, OP(SEND), 1, mem, 8, 0, 0);
		while (!of->tries)
			q_nothing(0);
	}
	revive();
	if (r_i == 0) {
		while (!of->rnr_tries)
			q_nothing(0);
		rd_emu_kill_link(r_card, 0, 1);
		from = rd_clock_ns();
		while (of->deadline < from + 10000000) /* it waits for an answer again */
			q_nothing(0);
	}
	revive();
	if (r_i == 1)
		q_receive(q, 1, mem + HALF, 8);
	q_expect(r_i, 1, DONE(OK));
	r_fence();
}

/* ---- Commands ---- */

/* Memory outside the arena: a send queue may lie there, memory that peers write may not. */
static void outside(void)
{
	uint64_t *far = (uint64_t *)(void *)r_memory(4096), bus;
	struct q *p = q_make(11, 0, 1, 3);

	if (r_card->pin(r_card, far, 4096, &bus)) /* the kernel does not allow single copy */
		return;
	q_attr[0] = bus;
	q_attr[1] = 4 | q_put(Q_PD, SRQ_ATTR_SIZE_PD);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, 0), ADDRESS);
	p->send = far;
	q_is(q_try_open(p), OK);
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, 11), OK);
	p->send = p->recv;
	p->recv = far;
	q_is(q_try_open(p), ADDRESS);
}

/* The unit is not switched on with a table outside the arena. */
static void table_outside(void)
{
	uint64_t bus;
	char *far = r_memory(1 << 16);

	pair();
	if (!r_card->pin(r_card, far, 1 << 16, &bus)) {
		r_write(RDMA_RDMA_CONTROL, 0);
		r_until(r_read(RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK);
		r_write(RN_PAGE_EVENT, UINT32_MAX);
		r_write64(RDMA_RDMA_QP_BASE_LO, bus);
		r_write(RDMA_RDMA_CONTROL, 1);
		r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_REFUSED_MASK, "refused");
		r_check(!r_read(RDMA_RDMA_CONTROL), "the unit is on");
	}
	r_fence();
}

static void commands(void)
{
	struct q *p;

	pair();
	q_is(q_command(0, 0, 0), COMMAND);
	q_is(q_command(5, 0, 0), COMMAND);
	q_is(q_command(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_MR, 1), COMMAND);
	q_is(q_command(1, 4, 0), COMMAND);
	for (uint32_t kind = 0; kind < 4; kind++) {
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, kind, 60), NUMBER);
		q_is(q_command(RDMA_COMMAND_OP_OPEN, kind, 0xffffff), NUMBER);
	}
	q_is(q_try_mr(1, mem, 8, 0), STATE);
	q_is(q_try_mr(2, mem, UINT64_MAX, 0), VALUE);
	q_is(q_try_mr(2, mem, 8, SHAPE(LIST)), VALUE);
	q_is(q_try_mr(2, mem + 4, 8, SHAPE(LIST) | q_put(12, MR_ATTR_SHAPE_PAGE_LG)), ADDRESS);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, 1), STATE);
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_CQ, 1), IN_USE);
	p = q_make(9, 0, 1, 3);
	p->type = 2;
	q_is(q_try_open(p), VALUE);
	p->type = RDMA_QP_TYPE_UD;
	p->shared = 1;
	q_is(q_try_open(p), VALUE);
	p->type = p->shared = 0;
	p->send_cq = 4;
	q_is(q_try_open(p), VALUE);
	p->send_cq = 0;
	p->send++;
	q_is(q_try_open(p), ADDRESS);
	p->send = (uint64_t *)(void *)q_attr - (64 << 20);
	q_is(q_try_open(p), ADDRESS);
	outside();
	r_write64(RDMA_RDMA_ATTR_LO, 8);
	r_write(RDMA_RDMA_COMMAND, RDMA_COMMAND_OP_OPEN | 9u << RDMA_RDMA_COMMAND_NUMBER_LSB);
	q_is(r_read(RDMA_RDMA_RESULT), ADDRESS);
	p = q_open(10, 0, 1);
	q_is(q_modify(p, RDMA_QP_STATE_RTR, 0, 0), STATE);
	q_is(q_modify(p, RDMA_QP_STATE_RTS, 0, 0), STATE);
	q_is(q_modify(p, RDMA_QP_STATE_SQD, 0, 0), STATE);
	q_is(q_modify(p, 9, 0, 0), STATE);
	q_is(q_modify(p, RDMA_QP_STATE_INIT, 0, 0), OK);
	q_is(q_modify(p, RDMA_QP_STATE_RTR, 900, 0), VALUE);
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, 10), OK);
	q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, 10), NUMBER);
	/* doorbells */
	r_write(RN_PAGE_EVENT, UINT32_MAX);
	r_write(RDMA_RDMA_SQ_DOORBELL, 3 | 65u << 16); /* more than it holds */
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_REFUSED_MASK, "refused");
	r_write(RDMA_RDMA_RQ_DOORBELL, 3 | 0xffffu << 16);
	r_write(RDMA_RDMA_SQ_DOORBELL, 10 | 1u << 16); /* closed */
	r_write(RDMA_RDMA_SQ_DOORBELL, 1000 | 1u << 16);
	r_write(RDMA_RDMA_CQ_DOORBELL, 1 | 1u << 16); /* nothing to read */
	r_write(RDMA_RDMA_SRQ_DOORBELL, 1 | 1u << 16);
	q_nothing(0);
	q_nothing(1);
	r_fence();
	again();
}

int main(void)
{
	r_run("memory of the peer that may not be touched", 2, 1, memory_of_the_peer);
	r_run("rights of the queue pair", 2, 1, rights_of_the_pair);
	r_run("atomic operations across words", 2, 1, misaligned);
	r_run("own memory that may not be touched", 2, 1, own_memory);
	r_run("work requests that make no sense", 2, 1, bad_requests);
	r_run("a message that becomes shorter", 2, 1, shortened);
	r_run("a WRITE that becomes another request", 2, 1, changed);
	r_run("messages that are too long", 2, 1, too_long);
	r_run("receive requests with memory that may not be touched", 2, 1, receive_memory);
	r_run("receivers that are not ready", 2, 1, not_ready);
	r_run("peers that do not answer", 2, 1, no_answer);
	r_run("nothing of a connection before is taken", 2, 1, stale);
	r_run("requests are flushed in order, each once", 2, 1, flush);
	r_run("flushed as far as there is room", 2, 1, flush_slowly);
	r_run("a queue pair is drained", 2, 1, drain);
	r_run("links that die and work again", 2, 1, links);
	r_run("a link that dies, and a receiver that is not ready", 2, 1, link_and_not_ready);
	r_run("commands and doorbells that make no sense", 2, 1, commands);
	r_run("a table outside the arena", 2, 1, table_outside);
	return done();
}
