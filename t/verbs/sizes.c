/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SEND, WRITE, WRITE with immediate data and READ of 2 bytes to 8 MiB, by one queue pair and by
 * sixteen, where both sides poll and where they sleep for events: each byte is right, none beside
 * the data is written. Often enough for the cards to do a part. By mpirun --ring emu --verbs -n 2;
 * the argument is the logarithm of the longest size.
 */
#include <poll.h>

#include "t/verbs/other.h"

#define QPS 16
#define GUARD_B 64u
#define ROUNDS 6
#define ROUNDS_LONG 1 /* above LONG_B */
#define LONG_B (1u << 20)

static struct side s[QPS];
static struct address other[QPS];
static char *data; /* QPS parts, each with a guard behind it */
static struct ibv_mr *mr;
static uint64_t there; /* the other's data, by key: */
static uint32_t rkey;
static int by_events;
static unsigned wrong;

static char *part(int i, uint32_t len)
{
	return data + (size_t)i * (len + GUARD_B);
}

static uint64_t word(uint64_t seed, uint64_t at)
{
	return (seed + at) * 0x9e3779b97f4a7c15u ^ seed;
}

static void fill(char *p, uint32_t len, uint64_t seed)
{
	for (uint32_t at = 0; at < len; at += 8) {
		uint64_t w = word(seed, at);

		memcpy(p + at, &w, len - at < 8 ? len - at : 8);
	}
}

static int is_filled(const char *p, uint32_t len, uint64_t seed)
{
	for (uint32_t at = 0; at < len; at += 8) {
		uint64_t w = word(seed, at);

		if (memcmp(p + at, &w, len - at < 8 ? len - at : 8))
			return 0;
	}
	return 1;
}

static void clear(int qps, uint32_t len)
{
	for (int i = 0; i < qps; i++)
		memset(part(i, len), 0x5a, len + GUARD_B);
}

static void verify(int qps, uint32_t len, uint64_t seed)
{
	char guard[GUARD_B];

	memset(guard, 0x5a, sizeof(guard));
	for (int i = 0; i < qps; i++)
		wrong += !is_filled(part(i, len), len, seed + (uint64_t)i) ||
			 memcmp(part(i, len) + len, guard, sizeof(guard));
}

/* ---- Requests ---- */

static void post_part(int i, enum ibv_wr_opcode opcode, uint32_t len)
{
	struct ibv_sge sge = {(uintptr_t)part(i, len), len, mr->lkey};
	struct ibv_send_wr wr = request(opcode, 1, &sge);

	wr.wr.rdma.remote_addr = there + (uint64_t)(part(i, len) - data);
	wr.wr.rdma.rkey = rkey;
	must(!post(&s[i], &wr), "ibv_post_send");
}

static void receive_part(int i, uint32_t len)
{
	struct ibv_sge sge = {(uintptr_t)part(i, len), len, mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = 2, .sg_list = &sge, .num_sge = len > 0}, *bad;

	must(!ibv_post_recv(s[i].qp, &wr, &bad), "ibv_post_recv");
}

static void sleep_for_event(void)
{
	struct pollfd p = {.fd = s[0].channel->fd, .events = POLLIN};
	struct ibv_cq *cq;
	void *context;

	must(poll(&p, 1, 20000) == 1 && !ibv_get_cq_event(s[0].channel, &cq, &context),
	     "no event in 20 s");
	ibv_ack_cq_events(cq, 1);
	must(!ibv_req_notify_cq(cq, 0), "ibv_req_notify_cq");
}

static void take(int n)
{
	double end = now_s() + 20;
	struct ibv_wc wc;

	while (n) {
		if (ibv_poll_cq(s[0].cq, 1, &wc) == 1) {
			must(!wc.status, ibv_wc_status_str(wc.status));
			n--;
		} else if (by_events) {
			sleep_for_event();
		}
		must(now_s() < end, "no completion in 20 s");
	}
}

/* ---- The two sides of one round: the target tells that it is ready, the requester that all its
 * requests have ended ---- */

static void tell_other(void)
{
	must(!post_op(&s[0], IBV_WR_SEND, 3, 0, 0, NULL, 0), "ibv_post_send");
	take(1);
}

static void requester(enum ibv_wr_opcode op, int qps, uint32_t len, uint64_t seed)
{
	int is_read = op == IBV_WR_RDMA_READ;

	if (is_read)
		clear(qps, len);
	for (int i = 0; i < qps && !is_read; i++)
		fill(part(i, len), len, seed + (uint64_t)i);
	receive_part(0, 0);
	take(1);
	for (int i = 0; i < qps; i++)
		post_part(i, op, len);
	take(qps);
	if (is_read)
		verify(qps, len, seed);
	tell_other();
}

static void target(enum ibv_wr_opcode op, int qps, uint32_t len, uint64_t seed)
{
	int takes = op == IBV_WR_SEND || op == IBV_WR_RDMA_WRITE_WITH_IMM;

	clear(qps, len);
	for (int i = 0; i < qps; i++) {
		if (op == IBV_WR_RDMA_READ)
			fill(part(i, len), len, seed + (uint64_t)i);
		if (takes)
			receive_part(i, op == IBV_WR_SEND ? len : 0);
	}
	receive_part(0, 0);
	tell_other();
	take(takes ? qps + 1 : 1);
	verify(qps, len, seed);
}

static const enum ibv_wr_opcode ops[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE, IBV_WR_RDMA_WRITE_WITH_IMM,
					 IBV_WR_RDMA_READ};
#define OPS ((int)(sizeof(ops) / sizeof(*ops)))

static void sizes(int qps, unsigned log)
{
	for (unsigned l = 1; l <= log; l += 2)
		for (int op = 0; op < OPS; op++) {
			uint32_t len = 1u << l;
			int n = len > LONG_B ? ROUNDS_LONG : ROUNDS;

			for (uint64_t round = 0; (int)round < n; round++)
				(own_rank() ? target
					    : requester)(ops[op], qps, len,
							 round << 32 | l << 8 | (unsigned)op << 16);
		}
	is_int(wrong, 0, "2 bytes to %u by %d queue pairs, %s", 1u << log, qps,
	       by_events ? "by events" : "by polling");
}

static void set_up(uint32_t most)
{
	size_t len = (size_t)QPS * (most + GUARD_B);
	struct address area;

	open_side(&s[0], 1024);
	data = malloc(len);
	must(data != NULL, "memory");
	memset(data, 0x5a, len);
	mr = ibv_reg_mr(s[0].pd, data, len, ALL_ACCESS);
	must(mr != NULL, "ibv_reg_mr");
	for (int i = 0; i < QPS; i++) {
		s[i] = s[0];
		make_qp(&s[i], &(struct wish){0}, IBV_QPT_RC);
		other[i] = join_other(&s[i], &(struct wish){0}, 2 * i);
	}
	area = (struct address){.buf = (uintptr_t)data, .rkey = mr->rkey};
	tell(100, &area, sizeof(area));
	hear(100, &area, sizeof(area));
	there = area.buf;
	rkey = area.rkey;
}

int main(int argc, char **argv)
{
	unsigned log = argc > 1 ? (unsigned)atoi(argv[1]) : 23;

	set_up(1u << log);
	for (by_events = 0; by_events < 2; by_events++) {
		if (by_events)
			must(!ibv_req_notify_cq(s[0].cq, 0), "ibv_req_notify_cq");
		sizes(1, log);
		sizes(QPS, log);
	}
	meet(200);
	return done();
}
