/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared receive queues, memory windows and datagrams of the card's model: docs/card/rdma.md, 1, 7
 * and 8.
 */
#include "hw/emu/qp.h"
#include "t/hw/emu_qp.h"

enum { MEM_B = 1 << 20, HALF = MEM_B / 2 };

static char *mem; /* region 1 */

static void up(void)
{
	q_up(64, 8, 4, 64);
	q_cq(0, 7);
	q_cq(1, 9);
	mem = q_alloc(MEM_B);
	q_mr(1, mem, MEM_B, Q_RIGHTS);
	__atomic_store_n(&r_share->word[r_i], q_bus(mem), __ATOMIC_RELEASE);
	r_fence();
}

static uint64_t there(int i)
{
	return __atomic_load_n(&r_share->word[i], __ATOMIC_ACQUIRE);
}

static void pair(struct q *q)
{
	struct q_done d;

	r_fence();
	q_reset(q);
	while (q_poll(0, &d) || q_poll(1, &d))
		;
	while (r_read(RDMA_RDMA_EVENT))
		;
	r_fence();
	q_connect(q, !r_i, q->number);
	r_fence();
}

/* ---- Shared receive queues ---- */

enum { SRQ_LG = 4, MESSAGES = 3000, SLOT_B = 256 };

static uint64_t *srq_ring;
static uint16_t srq_posted;

static void srq_attr(uint32_t limit)
{
	q_attr[0] = q_bus(srq_ring);
	q_attr[1] = SRQ_LG | q_put(Q_PD, SRQ_ATTR_SIZE_PD) | q_put(limit, SRQ_ATTR_SIZE_LIMIT);
}

static void srq_open(void)
{
	srq_ring = (uint64_t *)(void *)q_alloc(64ull << SRQ_LG);
	srq_posted = 0;
	srq_attr(0);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, 2), OK);
}

static void srq_post(uint32_t slot)
{
	uint64_t *w = srq_ring + (srq_posted++ & ((1u << SRQ_LG) - 1)) * 8;

	q_fill_receive(w, slot, mem + HALF + slot * SLOT_B, SLOT_B);
	r_write(RDMA_RDMA_SRQ_DOORBELL, 2 | (uint32_t)srq_posted << 16);
}

/* Messages of process i come in its order; number, and bytes that follow from it. */
static void check_message(uint64_t slot, int from, uint64_t number, uint64_t len)
{
	const char *at = mem + HALF + slot * SLOT_B;
	uint64_t is;

	memcpy(&is, at, 8);
	r_check(is == number && len == 8 + number % 240, "message %llu of %d, not %llu",
		(unsigned long long)is, from, (unsigned long long)number);
	q_same(at + 8, len - 8, number * 8 + (uint64_t)from);
}

static void srq_receiver(int senders)
{
	uint64_t next[8] = {0};

	for (uint32_t slot = 0; slot < 1u << SRQ_LG; slot++)
		srq_post(slot);
	for (int all = 0; all < senders * MESSAGES; all++) {
		struct q_done d = q_await(1);
		int from = (int)q_get(d.what, DONE_WHAT_QP);

		r_check(!q_get(d.what, DONE_WHAT_STATUS), "status");
		check_message(d.cookie, from, next[from]++, q_get(d.payload, DONE_PAYLOAD_LENGTH));
		srq_post((uint32_t)d.cookie);
	}
}

static void srq_sender(struct q *q)
{
	uint64_t done = 0, number = 0;
	struct q_done d;

	while (done < MESSAGES) {
		if (number < MESSAGES && number - done < 32) {
			char *at = mem + number % 32 * SLOT_B;

			memcpy(at, &number, 8);
			q_fill(at + 8, number % 240, number * 8 + (uint64_t)r_i);
			q_do(q, OP(SEND), number, at, 8 + (uint32_t)(number % 240), 0, 0);
			number++;
		}
		if (q_poll(0, &d)) {
			r_check(d.cookie == done && !q_get(d.what, DONE_WHAT_STATUS), "end");
			done++;
		}
		if (number - done == 32 || number == MESSAGES)
			sched_yield();
	}
}

static void srq_of_many(void)
{
	struct q *q = NULL;

	up();
	if (r_i == 0)
		srq_open();
	for (int i = 1; i < r_n; i++)
		if (r_i == 0 || r_i == i) {
			q = q_make((uint32_t)i, 0, 1, r_i ? 6 : 2);
			q->shared = r_i == 0;
			q->srq = 2;
			q->rnr_timer = 3;
			q_is(q_try_open(q), OK);
			q_connect(q, r_i ? 0 : i, (uint32_t)i);
		}
	r_fence();
	if (r_i)
		srq_sender(q);
	else
		srq_receiver(r_n - 1);
	r_fence();
	if (r_i == 0)
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_SRQ, 2), IN_USE);
}

static void srq_limit(void)
{
	uint32_t event = 0;
	struct q *q;

	up();
	if (r_i == 0)
		srq_open();
	q = q_make(1, 0, 1, 3);
	q->shared = r_i == 0;
	q->srq = 2;
	q_is(q_try_open(q), OK);
	q_connect(q, !r_i, 1);
	for (uint32_t i = 0; i < 5 && r_i == 0; i++)
		srq_post(i);
	if (r_i == 0) {
		srq_attr(3);
		q_is(q_command(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_SRQ, 2), OK);
	}
	r_fence();
	for (uint64_t i = 0; i < 3; i++) {
		if (r_i == 0) {
			q_expect(1, i, DONE(OK));
			event = r_read(RDMA_RDMA_EVENT);
			r_check((event != 0) == (i == 2), "event %#x after %llu", event,
				(unsigned long long)i + 1);
		} else {
			q_do(q, OP(SEND), i, mem, 8, 0, 0);
			q_expect(0, i, DONE(OK));
		}
		r_fence();
	}
	r_check(r_i || event == (RDMA_EVENT_KIND_SRQ_LIMIT | 2u << RDMA_RDMA_EVENT_NUMBER_LSB),
		"event %#x", event);
	if (r_i == 0) { /* in ERR those that are not taken stay */
		q_is(q_modify(q, RDMA_QP_STATE_ERR, 0, 0), OK);
		q_nothing(1);
		q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_QP, 1), OK);
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_SRQ, 2), OK);
	}
	r_fence();
}

/* A process is killed when it has taken the next request, before it has counted that: RESET does.
 * So the connection behind it does not get that request, with its former contents. */
static void srq_taken(void)
{
	struct rd_emu_qp *qp = (void *)(r_card->arena + R_DATA + 64 + RDMA_QP_BYTES);
	struct rd_emu_srq *srq = (void *)(r_card->arena + R_DATA + 64 + 64 * RDMA_QP_BYTES +
					  8 * RDMA_CQ_BYTES + 2 * RDMA_SRQ_BYTES);
	struct q *q;

	up();
	q = q_make(1, 0, 1, 3);
	q->shared = r_i == 0;
	q->srq = 2;
	if (r_i == 0)
		srq_open();
	q_is(q_try_open(q), OK);
	q_connect(q, !r_i, 1);
	for (uint32_t i = 0; i < 3 && r_i == 0; i++)
		srq_post(i);
	if (r_i == 0) {
		memcpy(q->recv, srq_ring, RDMA_RECEIVE_BYTES);
		srq->word = (uint64_t)qp->taken << 32 | 1 << 16 | 1;
	}
	pair(q);
	if (r_i == 0)
		memset(q->recv, 0, RDMA_RECEIVE_BYTES);
	r_fence();
	if (r_i == 1) {
		q_do(q, OP(SEND), 7, mem, 8, 0, 0);
		q_expect(0, 7, DONE(OK));
	} else {
		q_expect(1, 1, DONE(OK));
	}
	r_fence();
}

/* ---- Windows ---- */

static void bind(struct q *q, uint64_t cookie, uint32_t window, uint64_t at, uint64_t len,
		 uint64_t rights, uint32_t status)
{
	uint64_t *w = q_work(q, OP(BIND), cookie);

	q_gather(w, NULL, q_stag(1), 0);
	q_remote(w, at, window);
	w[RDMA_WORK_ARG / 8] = len;
	w[RDMA_WORK_CMP / 8] = rights;
	q_go(q);
	q_expect(0, cookie, status);
}

/* Process 0 uses the window by a WRITE or READ of 8 bytes at `at`. */
static void uses(struct q *q, uint32_t op, uint64_t at, uint32_t window, uint32_t status)
{
	if (r_i == 0) {
		q_do(q, op, 1, mem, 8, at, window);
		q_expect(0, 1, status);
	}
	if (status)
		pair(q);
	else
		r_fence();
}

/* A window that its peer has closed: bound again, closed in other ways. */
static void windows_again(struct q *q, uint64_t at, uint32_t window)
{
	const uint64_t wr = SHAPE(REMOTE_READ);

	if (r_i == 1) { /* bound again with another key, closed by its owner */
		uint64_t *w;

		bind(q, 5, window + 1, at, 8, wr, DONE(OK));
		w = q_work(q, OP(INVALIDATE), 6);
		w[0] |= q_put(window + 1, WORK_CTL_IMMEDIATE);
		q_go(q);
		q_expect(0, 6, DONE(OK));
		bind(q, 7, window + 2, at, 8, wr, DONE(OK));
	}
	r_fence();
	uses(q, OP(READ), at, window + 2, DONE(OK));
	uses(q, OP(READ), at, window + 1, DONE(REMOTE_ACCESS));
	if (r_i == 0) { /* SEND_INVALIDATE of a window that is not there */
		uint64_t *w = q_work(q, OP(SEND_INVALIDATE), 4);

		w[0] |= q_put(window, WORK_CTL_IMMEDIATE);
		q_go(q);
		q_expect(0, 4, DONE(REMOTE_ACCESS));
	} else {
		q_receive(q, 8, mem + HALF, 100);
		q_expect(1, 8, DONE(FLUSH));
	}
	pair(q);
	if (r_i == 1) {
		q_mr_close(5);
		q_mr(5, NULL, 0, SHAPE(WINDOW));
		bind(q, 1, window, there(1) + MEM_B - 4, 8, wr, DONE(BIND)); /* bounds */
		q_reset(q);
		q_is(q_modify(q, RDMA_QP_STATE_INIT, 0, 0), OK);
		q_mr_close(5);
		q_mr_close(1);
	}
	r_fence();
}

static void windows(void)
{
	const uint64_t ww = SHAPE(REMOTE_WRITE);
	uint32_t window = 5u << 8 | 0x77;
	struct q *q, *other;
	uint64_t at;
	struct q_done d;

	up();
	q = q_open(3, 0, 1);
	other = q_open(4, 0, 1);
	pair(q);
	pair(other);
	at = there(1) + 4096;
	if (r_i == 1) {
		q_mr(5, NULL, 0, SHAPE(WINDOW));
		q_mr(6, mem, MEM_B, SHAPE(WRITE)); /* without BIND */
		bind(q, 1, window, at, 100, ww, DONE(OK));
		q_is(q_command(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, 1), IN_USE);
	}
	r_fence();
	uses(q, OP(WRITE), at + 92, window, DONE(OK));
	uses(q, OP(WRITE), at + 93, window, DONE(REMOTE_ACCESS)); /* bounds */
	uses(q, OP(WRITE), at, window ^ 1, DONE(REMOTE_ACCESS));  /* key */
	uses(q, OP(READ), at, window, DONE(REMOTE_ACCESS));       /* right */
	uses(other, OP(WRITE), at, window, DONE(REMOTE_ACCESS));  /* of another queue pair */
	uses(q, OP(WRITE), at, window, DONE(OK));
	if (r_i == 1) {
		bind(q, 2, window, at, 100, ww, DONE(BIND)); /* it is bound */
		pair(q);
		q_receive(q, 3, mem + HALF, 100);
	} else {
		pair(q);
	}
	r_fence();
	if (r_i == 0) { /* closed by the peer */
		uint64_t *w = q_work(q, OP(SEND_INVALIDATE), 4);

		w[0] |= q_put(window, WORK_CTL_IMMEDIATE);
		q_gather(w, mem, q_stag(1), 8);
		q_go(q);
		q_expect(0, 4, DONE(OK));
	} else {
		d = q_expect(1, 3, DONE(OK));
		r_check(q_get(d.what, DONE_WHAT_INVALIDATED) && d.payload >> 32 == window, "%#llx",
			(unsigned long long)d.what);
	}
	r_fence();
	uses(q, OP(WRITE), at, window, DONE(REMOTE_ACCESS));
	windows_again(q, at, window);
}

/* ---- Datagrams ---- */

enum { QKEY = 0x1234567 };

static struct q *dgram_open(uint32_t number)
{
	struct q *q = q_make(number, 0, 1, 6);

	q->type = RDMA_QP_TYPE_UD;
	q->qkey = QKEY;
	q_is(q_try_open(q), OK);
	q_connect(q, 0, 0);
	return q;
}

static void dgram(struct q *q, int to, uint32_t number, uint32_t qkey, const void *p, uint32_t len,
		  uint64_t cookie)
{
	uint64_t *w = q_work(q, OP(SEND), cookie);

	q_gather(w, p, q_stag(1), len);
	w[RDMA_WORK_TARGET / 8] = qkey | q_put(to / r_users, WORK_TARGET_NODE) |
				  q_put(to % r_users, WORK_TARGET_PAGE) |
				  q_put(number, WORK_TARGET_QP);
	q_go(q);
}

static void datagrams(void)
{
	const uint32_t sizes[] = {0, 1, 127, 128, 129, 1500, RDMA_DATAGRAM_MAX};
	struct q_done d;
	struct q *q;

	up();
	q = dgram_open(3 + (uint32_t)r_i);
	r_fence();
	for (uint32_t i = 0; i < 7; i++) {
		uint32_t len = sizes[i];

		if (r_i == 1)
			q_receive(q, i, mem + HALF, RDMA_DATAGRAM_MAX);
		r_fence();
		if (r_i == 0) {
			q_fill(mem, len, i);
			dgram(q, 1, 4, QKEY, mem, len, 50 + i);
			q_expect(0, 50 + i, DONE(OK));
		} else {
			d = q_expect(1, i, DONE(OK));
			r_check(d.payload == len && d.sender == 3, "%llu bytes, sender %#llx",
				(unsigned long long)d.payload, (unsigned long long)d.sender);
			q_same(mem + HALF, len, i);
		}
		r_fence();
	}
	if (r_i == 0) { /* all of them are dropped, which their sender is not told */
		dgram(q, 1, 4, QKEY, mem, 8, 1);
		dgram(q, 1, 4, QKEY + 1, mem, 8, 2);
		dgram(q, 1, 60, QKEY, mem, 8, 3);
		dgram(q, 1, 1000, QKEY, mem, 8, 4);
		dgram(q, 900, 4, QKEY, mem, 8, 5);
		for (uint64_t i = 1; i < 6; i++)
			q_expect(0, i, DONE(OK));
	}
	r_fence();
	if (r_i == 1) {
		r_check(r_read(RDMA_RDMA_DROPPED) == 1, "%u", r_read(RDMA_RDMA_DROPPED));
		q_nothing(1);
		q_receive(q, 9, mem + HALF, 99);
	}
	r_fence();
	if (r_i == 0) { /* too long for the request, which stays */
		dgram(q, 1, 4, QKEY, mem, 100, 1);
		dgram(q, 1, 4, QKEY, mem, 99, 2);
		dgram(q, 1, 4, QKEY, mem, RDMA_DATAGRAM_MAX + 1, 3);
		q_expect(0, 1, DONE(OK));
		q_expect(0, 2, DONE(OK));
		q_expect(0, 3, DONE(LENGTH));
	}
	r_fence();
	if (r_i == 1) {
		d = q_expect(1, 9, DONE(OK));
		r_check(d.payload == 99 && r_read(RDMA_RDMA_DROPPED) == 2, "dropped");
	}
	r_fence();
}

/* Many senders, one receiver that is late at times: each datagram arrives whole, once, in the order
 * of its sender, or not at all. */
static void dgram_receiver(struct q *q)
{
	uint64_t next[8] = {0}, got = 0, left = (uint64_t)r_n - 1;

	for (uint32_t slot = 0; slot < 32; slot++)
		q_receive(q, slot, mem + HALF + slot * SLOT_B, SLOT_B);
	r_fence();
	while (left) {
		struct q_done d = q_await(1);
		int from = (int)q_get(d.sender, DONE_SENDER_NODE) * r_users +
			   (int)q_get(d.sender, DONE_SENDER_PAGE);
		uint64_t number, len = q_get(d.payload, DONE_PAYLOAD_LENGTH);
		const char *at = mem + HALF + d.cookie * SLOT_B;

		r_check(!q_get(d.what, DONE_WHAT_STATUS) && q_get(d.sender, DONE_SENDER_QP) == 3,
			"what %#llx", (unsigned long long)d.what);
		memcpy(&number, at, 8);
		if (r_share->word[50 + from]) /* the last, repeated */
			next[from] = number;
		r_check(number >= next[from], "datagram %llu of %d after %llu",
			(unsigned long long)number, from, (unsigned long long)next[from]);
		check_message(d.cookie, from, number, len);
		next[from] = number + 1;
		got++;
		if (number == MESSAGES - 1 && !r_share->word[50 + from]) {
			__atomic_store_n(&r_share->word[50 + from], 1, __ATOMIC_RELEASE);
			left--;
		}
		q_receive(q, d.cookie, mem + HALF + d.cookie * SLOT_B, SLOT_B);
		if (got % 50 == 0)
			sched_yield();
	}
	r_check(got > 100, "%llu have come", (unsigned long long)got);
}

static void dgram_sender(struct q *q)
{
	for (uint64_t number = 0; number < MESSAGES; number++) {
		memcpy(mem, &number, 8);
		q_fill(mem + 8, number % 240, number * 8 + (uint64_t)r_i);
		dgram(q, 0, 3, QKEY, mem, 8 + (uint32_t)(number % 240), number);
		q_expect(0, number, DONE(OK));
		if (number % 8 == 7)
			sched_yield();
	}
}

/* The last of each sender is repeated until it has come. */
static void datagrams_of_many(void)
{
	struct q *q;

	up();
	q = dgram_open(3);
	if (r_i == 0) {
		dgram_receiver(q);
		r_fence();
		return;
	}
	r_fence();
	dgram_sender(q);
	while (!__atomic_load_n(&r_share->word[50 + r_i], __ATOMIC_ACQUIRE)) {
		uint64_t number = MESSAGES - 1;

		dgram(q, 0, 3, QKEY, mem, 8 + (uint32_t)(number % 240), number);
		q_expect(0, number, DONE(OK));
		r_idle(128);
	}
	r_fence();
}

int main(void)
{
	r_run("a shared receive queue of 16 places, three senders", 2, 2, srq_of_many);
	r_run("the limit of a shared receive queue; queue pairs that end", 2, 1, srq_limit);
	r_run("a request that is taken and not counted, then RESET", 2, 1, srq_taken);
	r_run("windows", 2, 1, windows);
	r_run("datagrams", 2, 1, datagrams);
	r_run("datagrams of three senders", 2, 2, datagrams_of_many);
	return done();
}
