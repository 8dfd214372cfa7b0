/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the tests of the RDMA unit of the card's model: tables and queues in the arena,
 * commands, requests and completions. Included by the one source file of a test, in place of
 * emu_ring.h.
 *
 *     q_up(64, 8, 4, 64);
 *     q_cq(0, 6); q_mr(1, q_mem, Q_MEM_B, Q_RIGHTS);
 *     struct q *q = q_open(3, 0, 0); q_connect(q, peer, 3);
 *     r_fence();
 *     uint64_t *w = q_work(q, OP, cookie); ... q_go(q); q_expect(0, cookie, STATUS);
 */
#ifndef RD_T_HW_EMU_QP_H
#define RD_T_HW_EMU_QP_H

#include <string.h>

#include "btl_fpga/rdma_regs.h"
#include "t/hw/emu_ring.h"

#define q_get(word, field) \
	(((uint64_t)(word) & (uint64_t)RDMA_##field##_MASK) >> RDMA_##field##_LSB)
#define q_put(value, field) \
	((uint64_t)(value) << RDMA_##field##_LSB & (uint64_t)RDMA_##field##_MASK)

#define OP(name) RDMA_WORK_OP_##name
#define DONE(name) RDMA_DONE_STATUS_##name
#define SHAPE(name) ((uint64_t)RDMA_MR_ATTR_SHAPE_##name##_MASK)
#define Q_RIGHTS \
	(SHAPE(WRITE) | SHAPE(REMOTE_WRITE) | SHAPE(REMOTE_READ) | SHAPE(REMOTE_ATOMIC) | \
	 SHAPE(BIND))

enum { Q_PD = 7, Q_KEY = 0x5a, Q_LG = 6, Q_TIMEOUT = 5 }; /* 131 us: of answers */

/* ---- Memory of the arena ---- */

static uint64_t q_used; /* bytes of it */
static uint64_t *q_attr;

/* Bytes of the arena, all 0, at a multiple of 64. */
static char *q_alloc(uint64_t bytes)
{
	char *p = r_card->arena + q_used;

	q_used += (bytes + 63) & ~63ull;
	r_check(q_used <= r_card->arena_bytes, "the arena is full");
	memset(p, 0, bytes);
	return p;
}

/* Of memory outside the arena the model has bus addresses that are those of the process. */
static inline uint64_t q_bus(const void *p)
{
	uint64_t offset = (uintptr_t)p - (uintptr_t)r_card->arena;

	return offset < r_card->arena_bytes ? r_card->arena_bus + offset : (uintptr_t)p;
}

/* ---- Doorbells ---- */

static uint32_t q_room; /* writes that may follow before ROOM is read again */

static void q_ring(uint32_t reg, uint32_t value)
{
	while (!q_room)
		q_room = r_read(RDMA_RDMA_ROOM);
	q_room--;
	r_write(reg, value);
}

/* ---- Commands ---- */

static uint32_t q_command(uint32_t op, uint32_t kind, uint32_t number)
{
	uint32_t result;

	r_write64(RDMA_RDMA_ATTR_LO, q_bus(q_attr));
	q_ring(RDMA_RDMA_COMMAND,
	       number << RDMA_RDMA_COMMAND_NUMBER_LSB | kind << RDMA_RDMA_COMMAND_KIND_LSB | op);
	r_until(!((result = r_read(RDMA_RDMA_RESULT)) & RDMA_RDMA_RESULT_BUSY_MASK));
	return result;
}

/* The command again, as long as it has to wait. */
static uint32_t q_command_waits(uint32_t op, uint32_t kind, uint32_t number)
{
	uint32_t result;

	r_until((result = q_command(op, kind, number)) != RDMA_RESULT_CODE_WAIT);
	return result;
}

#define q_is(result, code) r_check((result) == RDMA_RESULT_CODE_##code, "result %u", (result))

/* Turns the unit on, with tables of these sizes; its CAPS. */
static uint32_t q_on(uint32_t qps, uint32_t cqs, uint32_t srqs, uint32_t mrs)
{
	const uint32_t n[] = {qps, cqs, srqs, mrs};
	const uint32_t bytes[] = {RDMA_QP_BYTES, RDMA_CQ_BYTES, RDMA_SRQ_BYTES, RDMA_MR_BYTES};

	r_up();
	r_check(r_read(RDMA_RDMA_TABLE) == RDMA_TABLE_CRC, "the unit is not there");
	q_used = R_DATA;
	q_attr = (uint64_t *)(void *)q_alloc(64);
	r_write(RDMA_RDMA_CONTROL, 0);
	r_until(r_read(RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK);
	for (uint32_t k = 0; k < 4; k++) {
		r_write64(RDMA_RDMA_QP_BASE_LO + 16 * k, q_bus(q_alloc((uint64_t)n[k] * bytes[k])));
		r_write(RDMA_RDMA_QP_N + 16 * k, n[k]);
	}
	r_write(RDMA_RDMA_CONTROL, 1);
	r_check(r_read(RDMA_RDMA_CONTROL) == 1, "the unit is not on");
	q_room = 0;
	return r_read(RDMA_RDMA_CAPS);
}

static __attribute__((unused)) void q_up(uint32_t qps, uint32_t cqs, uint32_t srqs, uint32_t mrs)
{
	r_check(q_on(qps, cqs, srqs, mrs) == 31, "the unit has not all kinds of objects");
}

/* ---- Regions ---- */

static inline uint32_t q_stag(uint32_t number)
{
	return number << 8 | Q_KEY;
}

static uint32_t q_try_mr(uint32_t number, const void *p, uint64_t len, uint64_t shape)
{
	q_attr[0] = q_attr[2] = q_bus(p);
	q_attr[1] = len;
	q_attr[3] = shape | q_put(Q_PD, MR_ATTR_SHAPE_PD) | Q_KEY;
	return q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, number);
}

static __attribute__((unused)) void q_mr(uint32_t number, const void *p, uint64_t len,
					 uint64_t shape)
{
	q_is(q_try_mr(number, p, len, shape), OK);
}

static __attribute__((unused)) void q_mr_close(uint32_t number)
{
	q_is(q_command_waits(RDMA_COMMAND_OP_CLOSE, RDMA_OBJECT_MR, number), OK);
}

/* ---- Completion queues ---- */

struct q_done {
	uint64_t cookie, payload, sender, what;
};

struct q_cq {
	struct q_done *ring;
	uint32_t lg;
	uint16_t next;
};

static struct q_cq q_cqs[4096];

static __attribute__((unused)) void q_cq(uint32_t number, uint32_t lg)
{
	q_cqs[number] = (struct q_cq){(void *)q_alloc((uint64_t)RDMA_DONE_BYTES << lg), lg, 0};
	q_attr[0] = q_bus(q_cqs[number].ring);
	q_attr[1] = lg;
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, number), OK);
}

/* Looks at the next completion, in memory only. */
static int q_peek(uint32_t cq, struct q_done *d)
{
	struct q_cq *c = &q_cqs[cq];
	const struct q_done *at = &c->ring[c->next & ((1u << c->lg) - 1)];
	uint64_t what =
		__atomic_load_n(&at->what, __ATOMIC_ACQUIRE); /* pairs with rd_emu_copy_up */

	if (q_get(what, DONE_WHAT_PHASE) != !(c->next >> c->lg & 1) ||
	    q_get(what, DONE_WHAT_INDEX) != c->next)
		return 0;
	*d = (struct q_done){at->cookie, at->payload, at->sender, what};
	return 1;
}

/* Takes it. */
static __attribute__((unused)) int q_poll(uint32_t cq, struct q_done *d)
{
	r_read(RDMA_RDMA_RESULT);
	if (!q_peek(cq, d))
		return 0;
	q_ring(RDMA_RDMA_CQ_DOORBELL, cq | (uint32_t)++q_cqs[cq].next << 16);
	return 1;
}

static struct q_done q_await(uint32_t cq)
{
	struct q_done d = {0};

	r_until(q_poll(cq, &d));
	return d;
}

#define q_expect(cq, cookie, status) q_expect_at(__FILE__, __LINE__, (cq), (cookie), (status))

static __attribute__((unused)) struct q_done q_expect_at(const char *file, int line, uint32_t cq,
							 uint64_t cookie, uint32_t status)
{
	struct q_done d = q_await(cq);

	if (d.cookie != cookie || q_get(d.what, DONE_WHAT_STATUS) != status)
		r_fail(file, line, "completion", "cookie %#llx status %u: should be %#llx, %u",
		       (unsigned long long)d.cookie, (unsigned)q_get(d.what, DONE_WHAT_STATUS),
		       (unsigned long long)cookie, status);
	return d;
}

/* Nothing completes now. */
#define q_nothing(cq) \
	do { \
		struct q_done d_; \
		r_check(!q_poll((cq), &d_), "a completion, cookie %#llx", \
			(unsigned long long)d_.cookie); \
	} while (0)

/* ---- Queue pairs ---- */

struct q {
	uint32_t number, send_cq, recv_cq, lg;
	uint64_t *send, *recv; /* places of 8 words */
	uint16_t sent, received;
	uint8_t type, shared, rights, retry, rnr_retry, rnr_timer, timeout;
	uint16_t srq;
	uint32_t qkey;
	uint64_t flags; /* of OPEN */
};

static struct q q_pairs[4096];

static uint32_t q_try_open(struct q *q)
{
	memset(q_attr, 0, RDMA_QP_ATTR_BYTES);
	q_attr[0] = q_put(q->type, QP_ATTR_CTL_TYPE) | q_put(Q_PD, QP_ATTR_CTL_PD) |
		    q_put(q->send_cq, QP_ATTR_CTL_SEND_CQ) | q->flags |
		    q_put(q->recv_cq, QP_ATTR_CTL_RECV_CQ) | q_put(q->shared, QP_ATTR_CTL_SHARED);
	q_attr[1] = q_bus(q->send);
	q_attr[2] = q_bus(q->recv);
	q_attr[3] = q_put(q->lg, QP_ATTR_SIZES_SEND_LG) | q_put(q->lg, QP_ATTR_SIZES_RECV_LG) |
		    q_put(q->srq, QP_ATTR_SIZES_SRQ);
	return q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_QP, q->number);
}

/* A queue pair with the settings of most tests; it is not opened yet. */
static struct q *q_make(uint32_t number, uint32_t send_cq, uint32_t recv_cq, uint32_t lg)
{
	struct q *q = &q_pairs[number];

	*q = (struct q){.number = number,
			.send_cq = send_cq,
			.recv_cq = recv_cq,
			.lg = lg,
			.rights = 7,
			.retry = 7,
			.rnr_retry = RDMA_RETRY_EVER,
			.timeout = Q_TIMEOUT};
	q->send = (uint64_t *)(void *)q_alloc(64ull << lg);
	q->recv = (uint64_t *)(void *)q_alloc(64ull << lg);
	return q;
}

static __attribute__((unused)) struct q *q_open(uint32_t number, uint32_t send_cq, uint32_t recv_cq)
{
	struct q *q = q_make(number, send_cq, recv_cq, Q_LG);

	q_is(q_try_open(q), OK);
	return q;
}

/* Goes to a state; the peer is a queue pair of process `i`. */
static uint32_t q_modify(struct q *q, uint32_t state, int i, uint32_t peer)
{
	memset(q_attr, 0, RDMA_QP_ATTR_BYTES);
	q_attr[0] = q_put(state, QP_ATTR_CTL_STATE) | (uint64_t)q->rights
							      << RDMA_QP_ATTR_CTL_WRITE_LSB;
	q_attr[3] = q_put(q->rnr_timer, QP_ATTR_SIZES_RNR_TIMER) |
		    q_put(q->timeout, QP_ATTR_SIZES_TIMEOUT) |
		    q_put(q->retry, QP_ATTR_SIZES_RETRY) |
		    q_put(q->rnr_retry, QP_ATTR_SIZES_RNR_RETRY);
	q_attr[4] = q_put(i / r_users, QP_ATTR_PEER_NODE) | q_put(i % r_users, QP_ATTR_PEER_PAGE) |
		    q_put(peer, QP_ATTR_PEER_QP) | q_put(q->qkey, QP_ATTR_PEER_QKEY);
	return q_command_waits(RDMA_COMMAND_OP_MODIFY, RDMA_OBJECT_QP, q->number);
}

static __attribute__((unused)) void q_connect(struct q *q, int i, uint32_t peer)
{
	q_is(q_modify(q, RDMA_QP_STATE_INIT, i, peer), OK);
	q_is(q_modify(q, RDMA_QP_STATE_RTR, i, peer), OK);
	q_is(q_modify(q, RDMA_QP_STATE_RTS, i, peer), OK);
}

static __attribute__((unused)) void q_reset(struct q *q)
{
	q_is(q_modify(q, RDMA_QP_STATE_RESET, 0, 0), OK);
	q->sent = q->received = 0;
}

static __attribute__((unused)) uint32_t q_state(const struct q *q)
{
	q_is(q_command(RDMA_COMMAND_OP_QUERY, RDMA_OBJECT_QP, q->number), OK);
	return (uint32_t)q_get(q_attr[0], QP_ATTR_CTL_STATE);
}

/* ---- Requests ---- */

/* The next place of the send queue. There must be room. */
static uint64_t *q_place(struct q *q)
{
	uint64_t *w = q->send + (q->sent++ & ((1u << q->lg) - 1)) * 8;

	memset(w, 0, RDMA_WORK_BYTES);
	return w;
}

/* A signalled work request without data. */
static uint64_t *q_work(struct q *q, uint32_t op, uint64_t cookie)
{
	uint64_t *w = q_place(q);

	w[0] = op | RDMA_WORK_CTL_SIGNALLED_MASK;
	w[1] = cookie;
	return w;
}

/* Its only gather entry. */
static void q_gather(uint64_t *w, const void *p, uint32_t stag, uint32_t len)
{
	w[0] |= q_put(1, WORK_CTL_COUNT);
	w[RDMA_WORK_ENTRY / 8] = q_bus(p);
	w[RDMA_WORK_WHERE / 8] = q_put(len, ENTRY_WHERE_LENGTH) | stag;
}

static void q_remote(uint64_t *w, uint64_t address, uint32_t stag)
{
	w[RDMA_WORK_REMOTE / 8] = address;
	w[RDMA_WORK_TARGET / 8] = stag;
}

static void q_go(const struct q *q)
{
	q_ring(RDMA_RDMA_SQ_DOORBELL, q->number | (uint32_t)q->sent << 16);
}

/* A request with one entry, posted. */
static __attribute__((unused)) void q_do(struct q *q, uint32_t op, uint64_t cookie, const void *p,
					 uint32_t len, uint64_t address, uint32_t stag)
{
	uint64_t *w = q_work(q, op, cookie);

	q_gather(w, p, q_stag(1), len);
	q_remote(w, address, stag);
	q_go(q);
}

static void q_fill_receive(uint64_t *w, uint64_t cookie, void *p, uint32_t len)
{
	memset(w, 0, RDMA_RECEIVE_BYTES);
	w[0] = q_put(1, RECEIVE_CTL_COUNT);
	w[1] = cookie;
	w[2] = q_bus(p);
	w[3] = q_put(len, ENTRY_WHERE_LENGTH) | q_stag(1);
}

static __attribute__((unused)) void q_receive(struct q *q, uint64_t cookie, void *p, uint32_t len)
{
	q_fill_receive(q->recv + (q->received++ & ((1u << q->lg) - 1)) * 8, cookie, p, len);
	q_ring(RDMA_RDMA_RQ_DOORBELL, q->number | (uint32_t)q->received << 16);
}

/* ---- Data ---- */

static inline uint8_t q_byte(uint64_t seed, uint64_t i)
{
	return (uint8_t)((seed * 0x9e3779b97f4a7c15u + i * 0xd1342543de82ef95u) >> 56);
}

static __attribute__((unused)) void q_fill(char *p, uint64_t len, uint64_t seed)
{
	for (uint64_t i = 0; i < len; i++)
		p[i] = (char)q_byte(seed, i);
}

#define q_same(p, len, seed) q_same_at(__FILE__, __LINE__, (p), (len), (seed))

static __attribute__((unused)) void q_same_at(const char *file, int line, const char *p,
					      uint64_t len, uint64_t seed)
{
	for (uint64_t i = 0; i < len; i++)
		if ((uint8_t)p[i] != q_byte(seed, i))
			r_fail(file, line, "data", "byte %llu of %llu", (unsigned long long)i,
			       (unsigned long long)len);
}

#endif
