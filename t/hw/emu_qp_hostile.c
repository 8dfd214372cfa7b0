/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A page of the card's model that writes at random into its own tables, queues and registers while
 * others send to its queue pairs: each of their requests ends once, in order, with some status;
 * none of their calls lasts; their memory and their other connections are as they should be.
 *
 * Arguments: rounds, else 800; seed.
 */
#include <sys/syscall.h>
#include <sys/uio.h>

#include "t/hw/emu_qp.h"

enum { SENDER = 0, HOSTILE = 1, GOOD = 2, UD = 3, QKEY = 5, PART_B = 64 << 10 };
enum { OVER = 1, RAGES = 2, BASES = 10 };

static uint64_t seed = 20261129, state;
static uint32_t rounds = 800;
static char *mem;

/* Addresses in the hostile page's tables are its own affair; its process is to survive here. */
ssize_t process_vm_writev(pid_t pid, const struct iovec *local, unsigned long n,
			  const struct iovec *remote, unsigned long m, unsigned long flags)
{
	(void)pid, (void)local, (void)n, (void)remote, (void)m, (void)flags;
	errno = EFAULT;
	return -1;
}

static uint32_t any(uint32_t n)
{
	return (uint32_t)(r_random(&state) >> 33) % n;
}

static void open_one(uint32_t number, int peer, uint32_t peer_qp)
{
	struct q *q = q_make(number, 0, 1, 5);

	q->type = number == UD ? RDMA_QP_TYPE_UD : RDMA_QP_TYPE_RC;
	q->qkey = QKEY;
	q->shared = r_i == HOSTILE && number != UD;
	q->retry = q->rnr_retry = 1;
	if (peer == HOSTILE)
		q->rights = 0;
	q->timeout = 1;
	q_is(q_try_open(q), OK);
	q_connect(q, peer, peer_qp);
}

static void set_up(void)
{
	uint64_t *ring;

	q_up(8, 2, 1, 8);
	q_cq(0, 7);
	q_cq(1, 7);
	ring = (uint64_t *)(void *)q_alloc(64 * 32);
	mem = q_alloc(2 * PART_B);
	q_mr(1, mem, 2 * PART_B, Q_RIGHTS);
	q_attr[0] = q_bus(ring);
	q_attr[1] = 5 | q_put(Q_PD, SRQ_ATTR_SIZE_PD);
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, 0), OK);
	if (r_i != GOOD)
		open_one(1, r_i == SENDER ? HOSTILE : SENDER, 1);
	if (r_i != HOSTILE)
		open_one(2, r_i == SENDER ? GOOD : SENDER, 2);
	open_one(UD, 0, 0);
	for (uint64_t i = 0; i < 30 && r_i == HOSTILE; i++) {
		q_fill_receive(ring + 8 * i, i, mem + i * 64, 64);
		q_receive(&q_pairs[UD], i, mem + i * 64, 64);
	}
	r_write(RDMA_RDMA_SRQ_DOORBELL, 30u << 16);
	__atomic_store_n(&r_share->word[BASES + r_i], q_bus(mem), __ATOMIC_RELEASE);
	r_fence();
}

/* Doorbells and commands: its own requests are then of any kind, too. */
static void strike(void)
{
	const uint32_t at[] = {RDMA_RDMA_SQ_DOORBELL, RDMA_RDMA_RQ_DOORBELL, RDMA_RDMA_SRQ_DOORBELL,
			       RDMA_RDMA_CQ_DOORBELL, RDMA_RDMA_CQ_ARM,      RDMA_RDMA_COMMAND};
	uint32_t reg = at[any(6)];

	if (reg == RDMA_RDMA_COMMAND && any(2))
		r_write(RDMA_RDMA_ATTR_LO, (uint32_t)q_bus(r_card->arena) + 8 * any(1 << 15));
	r_write(reg, reg == RDMA_RDMA_COMMAND ? any(8) << 8 | any(5) << 4 | any(6)
					      : any(4) | any(70) << 16);
	r_read(RDMA_RDMA_EVENT);
}

/* Words of a size and at a place that are often right. */
static void rage(void)
{
	uint64_t tables = R_DATA + 64, bytes = 8 * 512 + 2 * 64 + 64 + 8 * 64;

	while (!__atomic_load_n(&r_share->word[OVER], __ATOMIC_ACQUIRE)) {
		uint64_t at = any(4) ? tables + any((uint32_t)bytes)
				     : R_DATA + any((uint32_t)(q_used - R_DATA));
		uint64_t value = any(3) == 0 ? any(8) : r_random(&state) >> any(64);

		memcpy(r_card->arena + at, &value, 1u << any(4));
		if (any(8) == 0)
			strike();
		if (any(4) == 0) /* its queue pairs look well again */
			r_card->arena[tables + 512 * any(4) + 64] = RDMA_QP_STATE_RTS;
		__atomic_fetch_add(&r_share->word[RAGES], 1, __ATOMIC_RELAXED);
	}
}

/* A request for the hostile page, and one behind it. */
static void send_to_hostile(uint64_t n)
{
	const uint32_t kinds[] = {OP(SEND), OP(WRITE), OP(READ), OP(FETCH_ADD), OP(COMPARE_SWAP)};
	struct q *q = &q_pairs[1];
	uint32_t op = kinds[any(5)];
	struct q_done d;
	uint64_t *w;

	q_do(q, op, 2 * n, mem + PART_B, op > OP(READ) ? 8 : any(3000),
	     r_share->word[BASES + HOSTILE] + 8 * any(100), q_stag(1));
	w = q_work(q, OP(SEND), 2 * n + 1);
	q_gather(w, mem + PART_B, q_stag(1), any(64));
	q_go(q);
	d = q_await(0);
	r_check(d.cookie == 2 * n, "cookie %llu", (unsigned long long)d.cookie);
	d = q_await(0);
	r_check(d.cookie == 2 * n + 1, "cookie %llu", (unsigned long long)d.cookie);
	if (q_get(d.what, DONE_WHAT_STATUS)) {
		q_reset(q);
		q_connect(q, HOSTILE, 1);
	}
}

static void send_datagram(void)
{
	uint64_t *w = q_work(&q_pairs[UD], OP(SEND), 7);

	q_gather(w, mem + PART_B, q_stag(1), any(64));
	w[RDMA_WORK_TARGET / 8] =
		QKEY | q_put(HOSTILE, WORK_TARGET_NODE) | q_put(UD, WORK_TARGET_QP);
	q_go(&q_pairs[UD]);
	q_expect(0, 7, DONE(OK));
}

/* 1000 bytes there and back. */
static void send_to_good(uint64_t n)
{
	q_fill(mem, 1000, n);
	q_do(&q_pairs[2], OP(WRITE), n, mem, 1000, r_share->word[BASES + GOOD], q_stag(1));
	q_expect(0, n, DONE(OK));
	q_do(&q_pairs[2], OP(READ), n, mem + 2000, 1000, r_share->word[BASES + GOOD], q_stag(1));
	q_expect(0, n, DONE(OK));
	q_same(mem + 2000, 1000, n);
}

static void hostile(void)
{
	struct q_done d;

	state = seed + (uint64_t)r_i;
	set_up();
	if (r_i == HOSTILE)
		rage();
	for (uint64_t n = 0; n < rounds && r_i == SENDER; n++) {
		uint64_t before = r_share->word[RAGES];

		send_to_hostile(n);
		send_datagram();
		if (n % 8 == 0)
			send_to_good(n);
		while (n % 64 == 0 && r_share->word[RAGES] == before)
			r_idle(128);
	}
	if (r_i == SENDER)
		__atomic_store_n(&r_share->word[OVER], 1, __ATOMIC_RELEASE);
	r_fence();
	if (r_i != HOSTILE)
		r_check(!q_poll(1, &d), "nobody sends to this one");
	if (r_i == HOSTILE) { /* and the unit works again after it was off */
		r_write(RDMA_RDMA_CONTROL, 0);
		r_until(r_read(RDMA_RDMA_STATUS) & RDMA_RDMA_STATUS_STOPPED_MASK);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = (uint32_t)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 0);
	diag("seed %llu", (unsigned long long)seed);
	r_run("a page that spoils its tables", 3, 1, hostile);
	return done();
}
