/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What work requests do and how they fail, with queue pairs of one process that are connected with
 * each other: order and number of completions, data, rights, errors, states, shared receive
 * queues, datagrams, events, and the extended interface. By mpirun --ring emu --verbs -n 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>

#include "t/verbs/pair.h"

static struct side a, b;
static struct address to_a, to_b;

static void join(const struct wish *w)
{
	make_qp(&a, w, IBV_QPT_RC);
	make_qp(&b, w, IBV_QPT_RC);
	to_a = address_of(&a);
	to_b = address_of(&b);
	join_qp(&a, &to_b, w);
	join_qp(&b, &to_a, w);
}

static int drained(struct side *s)
{
	struct ibv_wc wc;

	return ibv_poll_cq(s->cq, 1, &wc) == 0;
}

static void part(void)
{
	must(!ibv_destroy_qp(a.qp) && !ibv_destroy_qp(b.qp), "ibv_destroy_qp");
	ok(drained(&a) && drained(&b), "no completion is left");
}

static void fill(char *p, uint32_t len, unsigned seed)
{
	for (uint32_t i = 0; i < len; i++)
		p[i] = (char)(i * 7 + i / 251 + seed);
}

static enum ibv_qp_state state_of(struct side *s)
{
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;

	ibv_query_qp(s->qp, &attr, IBV_QP_STATE, &init);
	return attr.qp_state;
}

/* ---- Data ---- */

static void sends(void)
{
	static const uint32_t lens[] = {0, 1, 8, 9, 200, 216, 232, 4096, 8191, 8192, 8193, 300000};
	struct ibv_wc wc;

	join(&(struct wish){0});
	for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		fill(a.buf, lens[i], (unsigned)i);
		memset(b.buf, 0, lens[i] + 1);
		post_recv(&b, i, 0, 400000);
		post_op(&a, i % 2 ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND, 100 + i, 0, lens[i], NULL,
			0);
		wc = await(&b, 20);
		ok(wc.status == IBV_WC_SUCCESS && wc.wr_id == i && wc.byte_len == lens[i] &&
			   wc.opcode == IBV_WC_RECV && wc.qp_num == b.qp->qp_num &&
			   !memcmp(a.buf, b.buf, lens[i]) && !b.buf[lens[i]],
		   "a message of %u bytes", lens[i]);
		ok(i % 2 ? wc.wc_flags == IBV_WC_WITH_IMM && wc.imm_data == 100 + i
			 : wc.wc_flags == 0,
		   "its immediate data");
		expect(&a, 100 + i, IBV_WC_SUCCESS, "it was sent");
	}
	part();
}

/* Four pieces on each side, at odd places; inline data may change at once. */
static void pieces(void)
{
	struct ibv_sge from[4], to[4];
	struct ibv_send_wr wr = request(IBV_WR_SEND, 1, from);
	struct ibv_recv_wr recv = {.wr_id = 2, .sg_list = to, .num_sge = 4}, *bad;
	char text[] = "inline";

	join(&(struct wish){0});
	fill(a.buf, 60000, 3);
	for (uint32_t i = 0; i < 4; i++) {
		from[i] = (struct ibv_sge){(uintptr_t)a.buf + i * 10000 + i, 5000 * i + 3,
					   a.mr->lkey};
		to[i] = (struct ibv_sge){(uintptr_t)b.buf + i * 20000, 9000 + i, b.mr->lkey};
	}
	wr.num_sge = 4;
	ibv_post_recv(b.qp, &recv, &bad);
	post(&a, &wr);
	expect(&b, 2, IBV_WC_SUCCESS, "four pieces");
	expect(&a, 1, IBV_WC_SUCCESS, "they were sent");
	for (uint32_t i = 0, at = 0, j = 0, in = 0; i < 4; i++)
		for (uint32_t k = 0; k < from[i].length; k++, at++) {
			if (in == to[j].length)
				j++, in = 0;
			if (*(char *)(uintptr_t)(from[i].addr + k) !=
			    *(char *)(uintptr_t)(to[j].addr + in++)) {
				ok(0, "byte %u of the pieces", at);
				i = 4;
				break;
			}
		}
	from[0] = (struct ibv_sge){(uintptr_t)text, 6, 0};
	wr = request(IBV_WR_SEND, 3, from);
	wr.send_flags |= IBV_SEND_INLINE;
	for (int i = 0; i < 8; i++) { /* the first waits for no receive request: RNR */
		wr.wr_id = (uint64_t)(10 + i);
		text[5] = (char)('0' + i);
		post(&a, &wr);
	}
	memset(text, 0, sizeof(text));
	for (int i = 0; i < 8; i++)
		post_recv(&b, (uint64_t)(20 + i), (uint32_t)i * 8, 8);
	for (int i = 0; i < 8; i++) {
		expect(&b, (uint64_t)(20 + i), IBV_WC_SUCCESS,
		       "inline data, after a wait for a receive");
		ok(!memcmp(b.buf + i * 8, "inlin", 5) && b.buf[i * 8 + 5] == '0' + i,
		   "as they were when posted");
		expect(&a, (uint64_t)(10 + i), IBV_WC_SUCCESS, "in order");
	}
	part();
}

static void rdma(void)
{
	static const uint32_t lens[] = {0, 1, 7, 216, 217, 8176, 8177, 8192, 100001};
	struct ibv_wc wc;

	join(&(struct wish){0});
	for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		fill(a.buf, lens[i], 30 + (unsigned)i);
		memset(b.buf, 0, 200000);
		post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, lens[i], &to_b, 11);
		expect(&a, 1, IBV_WC_SUCCESS, "a WRITE");
		ok(!memcmp(a.buf, b.buf + 11, lens[i]) && !b.buf[10] && !b.buf[11 + lens[i]],
		   "%u bytes and no others are written", lens[i]);
		memset(a.buf + 300000, 0, lens[i] + 1);
		post_op(&a, IBV_WR_RDMA_READ, 2, 300000, lens[i], &to_b, 11);
		wc = await(&a, 20);
		ok(wc.status == IBV_WC_SUCCESS && wc.wr_id == 2 && wc.opcode == IBV_WC_RDMA_READ &&
			   !memcmp(a.buf + 300000, b.buf + 11, lens[i]) && !a.buf[300000 + lens[i]],
		   "and read");
	}
	post_recv(&b, 5, 0, 0);
	post_op(&a, IBV_WR_RDMA_WRITE_WITH_IMM, 77, 0, 20000, &to_b, 500);
	wc = await(&b, 20);
	ok(wc.opcode == IBV_WC_RECV_RDMA_WITH_IMM && wc.wr_id == 5 && wc.byte_len == 20000 &&
		   wc.imm_data == 77 && !memcmp(a.buf, b.buf + 500, 20000),
	   "a WRITE with immediate data takes a receive request, with its data");
	expect(&a, 77, IBV_WC_SUCCESS, "it was sent");
	post_op(&a, IBV_WR_RDMA_WRITE_WITH_IMM, 78, 0, 20000, &to_b, 500);
	ok(await(&a, 0.05).status == (enum ibv_wc_status) - 1, "and waits for one");
	post_recv(&b, 6, 0, 0);
	expect(&b, 6, IBV_WC_SUCCESS, "which comes");
	expect(&a, 78, IBV_WC_SUCCESS, "it is sent");
	part();
}

static int post_atomic(enum ibv_wr_opcode opcode, uint64_t id, uint64_t operand, uint64_t swap,
		       uint32_t at)
{
	struct ibv_sge sge = {(uintptr_t)a.buf + 8 * (id % 64), 8, a.mr->lkey};
	struct ibv_send_wr wr = request(opcode, id, &sge);

	wr.wr.atomic.remote_addr = to_b.buf + at;
	wr.wr.atomic.rkey = to_b.rkey;
	wr.wr.atomic.compare_add = operand;
	wr.wr.atomic.swap = swap;
	return post(&a, &wr);
}

static void atomics(void)
{
	uint64_t *result = (uint64_t *)(void *)a.buf, *word = (uint64_t *)(void *)b.buf;
	int right = 1;

	join(&(struct wish){0});
	*word = 5;
	post_atomic(IBV_WR_ATOMIC_FETCH_AND_ADD, 1, 3, 0, 0);
	expect(&a, 1, IBV_WC_SUCCESS, "fetch and add");
	ok(result[1] == 5 && *word == 8, "the value before and the sum");
	post_atomic(IBV_WR_ATOMIC_CMP_AND_SWP, 2, 8, 100, 0);
	expect(&a, 2, IBV_WC_SUCCESS, "compare and swap");
	ok(result[2] == 8 && *word == 100, "swapped");
	post_atomic(IBV_WR_ATOMIC_CMP_AND_SWP, 3, 8, 200, 0);
	expect(&a, 3, IBV_WC_SUCCESS, "compare and swap of another value");
	ok(result[3] == 100 && *word == 100, "not swapped");
	*word = 0;
	for (uint64_t i = 0; i < 60; i++) /* more than max_rd_atomic */
		post_atomic(IBV_WR_ATOMIC_FETCH_AND_ADD, i, 1, 0, 0);
	for (uint64_t i = 0; i < 60; i++) {
		struct ibv_wc wc = await(&a, 20);

		right &= !wc.status && wc.wr_id == i && result[i] == i;
	}
	ok(right && *word == 60, "sixty at a time, one after the other");
	post_atomic(IBV_WR_ATOMIC_FETCH_AND_ADD, 4, 1, 0, 4);
	expect(&a, 4, IBV_WC_REM_INV_REQ_ERR, "a word that is not aligned");
	part();
}

/* Unsignalled requests have no completion; a fence waits for READs before it. */
static void order(void)
{
	struct ibv_sge sge = {(uintptr_t)a.buf, 8, a.mr->lkey};
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE, 1, &sge);
	struct ibv_wc wc;
	int right = 1;

	join(&(struct wish){0});
	wr.wr.rdma.remote_addr = to_b.buf;
	wr.wr.rdma.rkey = to_b.rkey;
	for (uint64_t i = 0; i < 500; i++) {
		wr.wr_id = i;
		wr.send_flags = i % 10 == 9 ? IBV_SEND_SIGNALED : 0;
		while (post(&a, &wr) == ENOMEM)
			if (ibv_poll_cq(a.cq, 1, &wc) == 1)
				right &= wc.wr_id % 10 == 9 && !wc.status;
	}
	do
		wc = await(&a, 20);
	while (wc.wr_id != 499 && !wc.status);
	ok(right && wc.wr_id == 499, "one completion for ten requests");
	ok(drained(&a), "and no more");
	*(uint64_t *)(void *)b.buf = 1;
	for (uint64_t i = 0; i < 50; i++) {
		uint64_t *value = (uint64_t *)(void *)a.buf;

		value[100] = i + 2;
		post_op(&a, IBV_WR_RDMA_READ, 1, 8, 8, &to_b, 0);
		sge.addr = (uintptr_t)(value + 100);
		wr.wr_id = 2;
		wr.send_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE;
		post(&a, &wr);
		wc = await(&a, 20);
		right &= wc.wr_id == 1 && !wc.status && value[1] == i + 1;
		wc = await(&a, 20);
		right &= wc.wr_id == 2 && !wc.status;
	}
	ok(right, "a WRITE with a fence is behind the READ");
	part();
}

/* ---- Errors ---- */

static void recover(const char *what)
{
	ok(state_of(&a) == IBV_QPS_ERR, "%s: the queue pair is in state ERR", what);
	part();
}

static void local_errors(void)
{
	struct ibv_sge sge = {(uintptr_t)a.buf, 100, a.mr->lkey};
	struct ibv_send_wr wr = request(IBV_WR_RDMA_WRITE, 2, &sge), *bad;

	join(&(struct wish){0});
	wr.wr.rdma.remote_addr = to_b.buf;
	wr.wr.rdma.rkey = to_b.rkey;
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 50000, &to_b, 0);
	sge.lkey ^= 1;
	post(&a, &wr);
	post_op(&a, IBV_WR_RDMA_WRITE, 3, 0, 8, &to_b, 0);
	expect(&a, 1, IBV_WC_SUCCESS, "a request before one with a wrong key");
	expect(&a, 2, IBV_WC_LOC_PROT_ERR, "a wrong lkey");
	expect(&a, 3, IBV_WC_WR_FLUSH_ERR, "the next request is flushed");
	post_op(&a, IBV_WR_RDMA_WRITE, 4, 0, 8, &to_b, 0);
	expect(&a, 4, IBV_WC_WR_FLUSH_ERR, "and one that is posted later");
	recover("wrong lkey");

	join(&(struct wish){0});
	post_op(&a, IBV_WR_SEND, 1, BUF_B - 10, 11, NULL, 0);
	expect(&a, 1, IBV_WC_LOC_PROT_ERR, "beyond the end of the region");
	recover("bounds");

	join(&(struct wish){0});
	ok(post(&a, &(struct ibv_send_wr){.opcode = (enum ibv_wr_opcode)200}) == EINVAL,
	   "an unknown operation is not taken");
	ok(post(&a, &(struct ibv_send_wr){.opcode = IBV_WR_TSO}) == EOPNOTSUPP,
	   "one that is not there");
	wr = request(IBV_WR_SEND, 1, &sge);
	wr.num_sge = 5;
	ok(ibv_post_send(a.qp, &wr, &bad) == EINVAL && bad == &wr, "more pieces than max_send_sge");
	wr.num_sge = 1;
	wr.send_flags = IBV_SEND_INLINE;
	sge.length = 300;
	ok(post(&a, &wr) == EINVAL, "more inline data than max_inline_data");
	part();
}

static void remote_errors(void)
{
	struct ibv_mr *mr;
	struct address other;
	struct ibv_wc wc;

	join(&(struct wish){0});
	post_recv(&b, 9, 0, 8);
	other = to_b;
	other.rkey ^= 1;
	memset(b.buf, 1, 100);
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 200, 8, &other, 0);
	expect(&a, 1, IBV_WC_REM_ACCESS_ERR, "a wrong rkey");
	ok(b.buf[0] == 1, "nothing is written");
	expect(&b, 9, IBV_WC_WR_FLUSH_ERR, "the other side's requests are flushed");
	recover("wrong rkey");

	join(&(struct wish){0});
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 11, &to_b, BUF_B - 10);
	expect(&a, 1, IBV_WC_REM_ACCESS_ERR, "a WRITE beyond the end of the region");
	part();
	join(&(struct wish){0});
	post_op(&a, IBV_WR_RDMA_READ, 1, 0, 11, &to_b, BUF_B - 10);
	expect(&a, 1, IBV_WC_REM_ACCESS_ERR, "a READ beyond it");
	part();
	join(&(struct wish){.no_access = 1});
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 8, &to_b, 0);
	expect(&a, 1, IBV_WC_REM_ACCESS_ERR, "a queue pair without rights");
	part();

	mr = ibv_reg_mr(b.pd, b.buf + 4096, 4096, IBV_ACCESS_REMOTE_READ);
	other.rkey = mr->rkey;
	other.buf = (uintptr_t)mr->addr;
	join(&(struct wish){0});
	post_op(&a, IBV_WR_RDMA_READ, 1, 0, 4096, &other, 0);
	expect(&a, 1, IBV_WC_SUCCESS, "a region that may be read");
	post_op(&a, IBV_WR_RDMA_WRITE, 2, 0, 8, &other, 0);
	expect(&a, 2, IBV_WC_REM_ACCESS_ERR, "and not written");
	part();
	join(&(struct wish){0});
	ibv_dereg_mr(mr);
	post_op(&a, IBV_WR_RDMA_READ, 1, 0, 8, &other, 0);
	expect(&a, 1, IBV_WC_REM_ACCESS_ERR, "after ibv_dereg_mr the key is of no use");
	part();

	join(&(struct wish){0});
	post_recv(&b, 1, 0, 10);
	post_op(&a, IBV_WR_SEND, 2, 0, 11, NULL, 0);
	expect(&a, 2, IBV_WC_REM_INV_REQ_ERR, "a message longer than its receive request");
	expect(&b, 1, IBV_WC_LOC_LEN_ERR, "which ends with a length error");
	recover("long message");

	join(&(struct wish){.rnr_retry = 1});
	post_op(&a, IBV_WR_SEND, 1, 0, 8, NULL, 0);
	expect(&a, 1, IBV_WC_RNR_RETRY_EXC_ERR, "no receive request, after rnr_retry tries");
	recover("RNR");

	join(&(struct wish){.retry_cnt = 1, .timeout = 10});
	must(!ibv_destroy_qp(b.qp), "ibv_destroy_qp");
	post_op(&a, IBV_WR_SEND, 1, 0, 8, NULL, 0);
	expect(&a, 1, IBV_WC_RETRY_EXC_ERR, "a queue pair that is not there");
	must(!ibv_destroy_qp(a.qp), "ibv_destroy_qp");

	make_qp(&a, &(struct wish){0}, IBV_QPT_RC);
	other.lid = 0x7fff;
	ok(ibv_modify_qp(a.qp,
			 &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTR,
					       .path_mtu = IBV_MTU_256,
					       .ah_attr = {.dlid = 0x7fff, .port_num = 1}},
			 IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				 IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				 IBV_QP_MIN_RNR_TIMER) == EINVAL,
	   "a LID that no card has");
	ok(ibv_modify_qp(a.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTS}, IBV_QP_STATE) ==
		   EINVAL,
	   "INIT -> RTS");
	ok(post_op(&a, IBV_WR_SEND, 1, 0, 8, NULL, 0) == EINVAL, "no send in INIT");
	ok(post_recv(&a, 1, 0, 8) == 0, "but a receive");
	ibv_modify_qp(a.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_ERR}, IBV_QP_STATE);
	expect(&a, 1, IBV_WC_WR_FLUSH_ERR, "which is flushed by ERR");
	ibv_modify_qp(a.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RESET}, IBV_QP_STATE);
	ok(post_recv(&a, 1, 0, 8) == EINVAL, "and refused in RESET");
	must(!ibv_destroy_qp(a.qp), "ibv_destroy_qp");
	wc = await(&a, 0);
	ok(wc.status == (enum ibv_wc_status) - 1, "nothing more comes");
}

/* SQD: what was begun ends, the rest waits for RTS; the event when all has ended. */
static void drain(void)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_SQD, .en_sqd_async_notify = 1};
	struct ibv_async_event event;

	join(&(struct wish){0});
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 100000, &to_b, 0);
	must(!ibv_modify_qp(a.qp, &attr, IBV_QP_STATE | IBV_QP_EN_SQD_ASYNC_NOTIFY), "SQD");
	expect(&a, 1, IBV_WC_SUCCESS, "a request before SQD ends");
	ok(ibv_modify_qp(a.qp, &attr, IBV_QP_SQ_PSN) == EINVAL,
	   "numbers of messages do not change in SQD");
	ok(!ibv_get_async_event(a.ctx, &event) && event.event_type == IBV_EVENT_SQ_DRAINED &&
		   event.element.qp == a.qp,
	   "the event of the queue that is drained");
	ibv_ack_async_event(&event);
	post_op(&a, IBV_WR_RDMA_WRITE, 2, 0, 8, &to_b, 0);
	ok(await(&a, 0.05).status == (enum ibv_wc_status) - 1, "a request in SQD waits");
	attr.qp_state = IBV_QPS_RTS;
	must(!ibv_modify_qp(a.qp, &attr, IBV_QP_STATE), "RTS");
	expect(&a, 2, IBV_WC_SUCCESS, "until RTS");
	part();
}

/* A queue pair that is reset has no requests, and may be connected again. */
static void again(void)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ALL_ACCESS};
	struct side *both[] = {&a, &b};

	join(&(struct wish){0});
	post_recv(&b, 1, 0, 8);
	post_op(&a, IBV_WR_SEND, 2, 0, 8, NULL, 0);
	expect(&a, 2, IBV_WC_SUCCESS, "a message whose completion is not read there");
	post_recv(&b, 3, 0, 8);
	for (int i = 0; i < 2; i++) {
		must(!ibv_modify_qp(both[i]->qp, &attr, IBV_QP_STATE), "RESET");
		must(!ibv_modify_qp(both[i]->qp, &init,
				    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
					    IBV_QP_ACCESS_FLAGS),
		     "INIT");
	}
	ok(drained(&b), "RESET takes it out of the queue");
	join_qp(&a, &to_b, &(struct wish){0});
	join_qp(&b, &to_a, &(struct wish){0});
	post_recv(&b, 4, 0, 8);
	post_op(&a, IBV_WR_SEND, 5, 0, 8, NULL, 0);
	expect(&b, 4, IBV_WC_SUCCESS, "connected again, without the old requests");
	expect(&a, 5, IBV_WC_SUCCESS, "both ways");
	part();
}

/* ---- Shared receive queues, datagrams ---- */

static void shared(void)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 16, .max_sge = 1}};
	struct ibv_srq *srq = ibv_create_srq(b.pd, &attr);
	struct ibv_srq_attr limit = {.srq_limit = 8};
	struct ibv_async_event event;

	must(srq != NULL, "ibv_create_srq");
	ibv_modify_srq(srq, &limit, IBV_SRQ_LIMIT);
	join(&(struct wish){.srq = srq});
	ok(ibv_destroy_srq(srq) == EBUSY, "a shared queue in use is not destroyed");
	for (uint64_t i = 0; i < 10; i++) {
		struct ibv_sge sge = {(uintptr_t)b.buf + i * 8, 8, b.mr->lkey};
		struct ibv_recv_wr wr = {.wr_id = i, .sg_list = &sge, .num_sge = 1}, *bad;

		ibv_post_srq_recv(srq, &wr, &bad);
	}
	for (uint64_t i = 0; i < 10; i++) {
		post_op(i % 2 ? &a : &b, IBV_WR_SEND, 50 + i, 0, 8, NULL, 0);
		expect(i % 2 ? &b : &a, i, IBV_WC_SUCCESS, "requests are taken in their order");
		expect(i % 2 ? &a : &b, 50 + i, IBV_WC_SUCCESS, "by two queue pairs");
	}
	ok(!ibv_get_async_event(b.ctx, &event) && event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED &&
		   event.element.srq == srq,
	   "the event of its limit");
	ibv_ack_async_event(&event);
	part();
	ok(!ibv_destroy_srq(srq), "destroyed");
}

static void datagrams(void)
{
	struct ibv_ah_attr attr = {.port_num = 1, .is_global = 1};
	struct ibv_ah *ah, *back;
	struct ibv_sge sge = {(uintptr_t)a.buf, 4096, a.mr->lkey};
	struct ibv_send_wr wr = request(IBV_WR_SEND_WITH_IMM, 1, &sge);
	struct ibv_grh *grh = (struct ibv_grh *)(void *)b.buf;
	struct ibv_wc wc;
	union ibv_gid gid;

	make_ud(&a);
	make_ud(&b);
	attr.dlid = address_of(&b).lid;
	ibv_query_gid(b.ctx, 1, 0, &gid);
	attr.grh.dgid = gid;
	ah = ibv_create_ah(a.pd, &attr);
	must(ah != NULL, "ibv_create_ah");
	attr.dlid = 0;
	attr.grh.dgid.raw[9] ^= 1;
	ok(!ibv_create_ah(a.pd, &attr) && errno == EINVAL, "no card has a wrong GID");
	attr.dlid = address_of(&b).lid;
	wr.imm_data = 42;
	wr.wr.ud.ah = ah;
	wr.wr.ud.remote_qpn = b.qp->qp_num;
	wr.wr.ud.remote_qkey = 0x1234;
	fill(a.buf, 4096, 9);
	post_recv(&b, 7, 0, 40 + 4096);
	post(&a, &wr);
	wc = await(&b, 20);
	ok(wc.status == IBV_WC_SUCCESS && wc.byte_len == 40 + 4096 && wc.src_qp == a.qp->qp_num &&
		   wc.wc_flags == (IBV_WC_GRH | IBV_WC_WITH_IMM) && wc.imm_data == 42 &&
		   wc.slid == address_of(&a).lid && !memcmp(b.buf + 40, a.buf, 4096),
	   "a datagram of 4096 bytes");
	ok(!memcmp(&grh->dgid, &gid, sizeof(gid)), "its header has the addresses");
	expect(&a, 1, IBV_WC_SUCCESS, "it was sent");
	back = ibv_create_ah_from_wc(b.pd, &wc, grh, 1);
	ok(back && !ibv_destroy_ah(back), "an address handle for the answer");

	post(&a, &wr); /* no receive request */
	expect(&a, 1, IBV_WC_SUCCESS, "a datagram without a receive request is sent");
	post_recv(&b, 8, 0, 40 + 4095);
	post(&a, &wr); /* too long */
	expect(&a, 1, IBV_WC_SUCCESS, "one that is too long");
	wr.wr.ud.remote_qkey = 0x4321;
	sge.length = 8;
	post(&a, &wr);
	expect(&a, 1, IBV_WC_SUCCESS, "one with another key");
	ok(await(&b, 0.05).status == (enum ibv_wc_status) - 1, "all are dropped");
	wr.wr.ud.remote_qkey = 0x1234;
	post(&a, &wr);
	expect(&b, 8, IBV_WC_SUCCESS, "the next is received");
	expect(&a, 1, IBV_WC_SUCCESS, "and was sent");

	sge.lkey ^= 1;
	post(&a, &wr);
	expect(&a, 1, IBV_WC_LOC_PROT_ERR, "a wrong lkey");
	ok(state_of(&a) == IBV_QPS_SQE, "the state is SQE");
	sge.lkey ^= 1;
	must(!ibv_modify_qp(a.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTS}, IBV_QP_STATE),
	     "SQE -> RTS");
	post_recv(&b, 9, 0, 100);
	post(&a, &wr);
	expect(&b, 9, IBV_WC_SUCCESS, "after SQE -> RTS it sends again");
	expect(&a, 1, IBV_WC_SUCCESS, "with its completion");
	ibv_destroy_ah(ah);
	part();
}

/* ---- Events ---- */

static void events(void)
{
	struct pollfd p = {.fd = b.channel->fd, .events = POLLIN};
	struct ibv_async_event event;
	struct ibv_cq *cq;
	void *context;

	join(&(struct wish){0});
	ibv_req_notify_cq(b.cq, 1);
	post_recv(&b, 1, 0, 8);
	post_recv(&b, 2, 0, 8);
	post_op(&a, IBV_WR_SEND, 3, 0, 8, NULL, 0);
	expect(&a, 3, IBV_WC_SUCCESS, "a message that is not solicited");
	ok(poll(&p, 1, 50) == 0, "no event for who waits for solicited ones");
	{
		struct ibv_sge sge = {(uintptr_t)a.buf, 8, a.mr->lkey};
		struct ibv_send_wr wr = request(IBV_WR_SEND, 4, &sge);

		wr.send_flags |= IBV_SEND_SOLICITED;
		post(&a, &wr);
	}
	ok(poll(&p, 1, 5000) == 1, "an event for a solicited one");
	ok(!ibv_get_cq_event(b.channel, &cq, &context) && cq == b.cq && context == &b,
	   "it names the queue");
	ibv_ack_cq_events(cq, 1);
	fcntl(b.channel->fd, F_SETFL, O_NONBLOCK);
	ok(ibv_get_cq_event(b.channel, &cq, &context) == -1 && errno == EAGAIN,
	   "one event until it is asked for again");
	ibv_req_notify_cq(b.cq, 0);
	ibv_req_notify_cq(b.cq, 1);
	post_recv(&b, 6, 0, 8);
	post_op(&a, IBV_WR_SEND, 7, 0, 8, NULL, 0);
	ok(poll(&p, 1, 5000) == 1 && !ibv_get_cq_event(b.channel, &cq, &context),
	   "asking for solicited ones takes back no wish for any");
	ibv_ack_cq_events(cq, 1);
	expect(&b, 1, IBV_WC_SUCCESS, "the first");
	expect(&b, 2, IBV_WC_SUCCESS, "the second");
	expect(&b, 6, IBV_WC_SUCCESS, "the third");
	expect(&a, 4, IBV_WC_SUCCESS, "the second sent");
	expect(&a, 7, IBV_WC_SUCCESS, "the third sent");

	{
		struct address wrong = to_b;

		wrong.rkey ^= 1;
		post_op(&a, IBV_WR_RDMA_WRITE, 5, 0, 8, &wrong, 0);
	}
	expect(&a, 5, IBV_WC_REM_ACCESS_ERR, "a wrong key");
	p.fd = b.ctx->async_fd;
	ok(poll(&p, 1, 5000) == 1 && !ibv_get_async_event(b.ctx, &event) &&
		   event.event_type == IBV_EVENT_QP_ACCESS_ERR && event.element.qp == b.qp,
	   "the event of the access that was refused");
	ibv_ack_async_event(&event);
	part();
}

/* A queue that is too small: the event, and errors afterwards. */
static void overrun(void)
{
	struct side s = a;
	struct ibv_async_event event;
	struct ibv_wc wc[8];
	int n = 0, one;

	s.cq = ibv_create_cq(a.ctx, 2, NULL, NULL, 0);
	make_qp(&s, &(struct wish){0}, IBV_QPT_RC);
	make_qp(&b, &(struct wish){0}, IBV_QPT_RC);
	to_a = address_of(&s);
	to_b = address_of(&b);
	join_qp(&s, &to_b, &(struct wish){0});
	join_qp(&b, &to_a, &(struct wish){0});
	for (uint64_t i = 0; i < 4; i++)
		post_op(&s, IBV_WR_RDMA_WRITE, i, 0, 8, &to_b, 0);
	ok(!ibv_get_async_event(a.ctx, &event) && event.event_type == IBV_EVENT_CQ_ERR &&
		   event.element.cq == s.cq,
	   "the event of a completion queue without room");
	ibv_ack_async_event(&event);
	while ((one = ibv_poll_cq(s.cq, 8, wc)) > 0)
		n += one;
	ok(n == 2 && one < 0, "it gives what it has, then errors");
	ibv_destroy_qp(s.qp);
	ibv_destroy_qp(b.qp);
	ok(!ibv_destroy_cq(s.cq), "destroyed");
}

/* ---- The extended interface ---- */

static void extended(void)
{
	struct ibv_cq_init_attr_ex cq_attr = {.cqe = 16, .wc_flags = IBV_WC_STANDARD_FLAGS};
	struct ibv_cq_ex *cq = ibv_create_cq_ex(a.ctx, &cq_attr);
	struct ibv_qp_init_attr_ex attr = {
		.cap = {.max_send_wr = 16,
			.max_recv_wr = 16,
			.max_send_sge = 2,
			.max_recv_sge = 2,
			.max_inline_data = 64},
		.qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE |
				  IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
		.pd = a.pd,
	};
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ALL_ACCESS};
	struct ibv_device_attr_ex device;
	struct ibv_values_ex before = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK}, after = before;
	struct ibv_poll_cq_attr none = {0};
	struct side s = a;
	struct ibv_qp_ex *ex;
	char text[] = "collected";

	must(cq != NULL, "ibv_create_cq_ex");
	attr.send_cq = attr.recv_cq = ibv_cq_ex_to_cq(cq);
	s.cq = attr.send_cq;
	s.qp = ibv_create_qp_ex(a.ctx, &attr);
	must(s.qp != NULL, "ibv_create_qp_ex");
	ex = ibv_qp_to_qp_ex(s.qp);
	ok(ex != NULL, "ibv_qp_to_qp_ex");
	must(!ibv_modify_qp(s.qp, &init,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	     "INIT");
	make_qp(&b, &(struct wish){0}, IBV_QPT_RC);
	to_a = address_of(&s);
	to_b = address_of(&b);
	join_qp(&s, &to_b, &(struct wish){0});
	join_qp(&b, &to_a, &(struct wish){0});

	memset(b.buf, 0, 64);
	post_recv(&b, 1, 32, 32);
	ibv_wr_start(ex);
	ex->wr_id = 1;
	ex->wr_flags = 0;
	ibv_wr_rdma_write(ex, to_b.rkey, to_b.buf);
	ibv_wr_set_inline_data(ex, text, sizeof(text));
	memset(text, 'x', sizeof(text) - 1);
	ex->wr_id = 2;
	ex->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_send(ex);
	ibv_wr_set_inline_data(ex, text, 5);
	ex->wr_id = 3;
	ibv_wr_rdma_read(ex, to_b.rkey, to_b.buf);
	ibv_wr_set_sge(ex, a.mr->lkey, (uintptr_t)a.buf, 10);
	is_int(ibv_wr_complete(ex), 0, "three requests at once");
	ibv_wr_start(ex);
	ibv_wr_send(ex);
	ibv_wr_set_inline_data(ex, a.buf, 100000);
	ibv_wr_send(ex);
	is_int(ibv_wr_complete(ex), EINVAL, "too many bytes, with a request behind them");
	expect(&b, 1, IBV_WC_SUCCESS, "the message");
	ok(!strcmp(b.buf, "collected") && !memcmp(b.buf + 32, "xxxxx", 6), "and the WRITE");
	for (uint64_t id = 2; id <= 3; id++) {
		while (ibv_start_poll(cq, &none) == ENOENT)
			;
		ok(cq->wr_id == id && cq->status == IBV_WC_SUCCESS &&
			   ibv_wc_read_opcode(cq) == (id == 2 ? IBV_WC_SEND : IBV_WC_RDMA_READ),
		   "completion %d by ibv_start_poll", (int)id);
		ibv_end_poll(cq);
	}
	ok(!strcmp(a.buf, "collected"), "and the READ");
	ibv_wr_start(ex);
	ibv_wr_send(ex);
	ibv_wr_abort(ex);
	is_int(ibv_wr_complete(ex), 0, "nothing is left after ibv_wr_abort");
	is_int(ibv_query_device_ex(a.ctx, NULL, &device), 0, "ibv_query_device_ex");
	is_int(device.phys_port_cnt_ex, 1, "of one port");
	is_int(device.hca_core_clock, 1000000, "its clock tells ns");
	is_int(ibv_query_rt_values_ex(a.ctx, &before), 0, "ibv_query_rt_values_ex");
	usleep(10000);
	ibv_query_rt_values_ex(a.ctx, &after);
	ok(before.comp_mask == IBV_VALUES_MASK_RAW_CLOCK &&
		   after.raw_clock.tv_nsec - before.raw_clock.tv_nsec >= 9000000,
	   "the time of the card goes on");
	ibv_destroy_qp(s.qp);
	ibv_destroy_qp(b.qp);
	ok(!ibv_destroy_cq(s.cq), "destroyed");
	errno = 0;
	ok(!ibv_alloc_dm(a.ctx, &(struct ibv_alloc_dm_attr){.length = 8}) && errno == EOPNOTSUPP,
	   "what is not there is not supported");
}

static void write_to_b(uint64_t id, uint32_t at, enum ibv_wc_status status, const char *what)
{
	post_op(&a, IBV_WR_RDMA_WRITE, id, 0, 8, &to_b, at);
	expect(&a, id, status, what);
}

/* A region that changes keeps its keys; what it was is not reached any more. */
static void changed(void)
{
	static char other[64];
	struct ibv_pd *pd = ibv_alloc_pd(b.ctx);
	struct ibv_mr *mr = b.mr;
	uint32_t rkey = mr->rkey;
	struct ibv_wc wc;

	join(&(struct wish){0});
	fill(a.buf, 64, 9);
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, IBV_ACCESS_LOCAL_WRITE),
	       0, "the rights change");
	write_to_b(1, 0, IBV_WC_REM_ACCESS_ERR, "and do not suffice for a WRITE");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ALL_ACCESS), "they return");
	part();

	join(&(struct wish){0});
	write_to_b(2, 0, IBV_WC_SUCCESS, "a WRITE");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, pd, NULL, 0, 0) && mr->pd == pd,
	   "the domain changes");
	is_int(ibv_dealloc_pd(pd), EBUSY, "and is in use");
	write_to_b(3, 0, IBV_WC_REM_ACCESS_ERR, "a queue pair of the old one does not reach it");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, b.pd, NULL, 0, 0), "back");
	is_int(ibv_dealloc_pd(pd), 0, "then it is free");
	part();

	join(&(struct wish){0});
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, other, sizeof(other), 0), 0,
	       "the memory changes");
	ok(mr->addr == other && mr->length == sizeof(other) && mr->rkey == rkey,
	   "with the same key");
	to_b.buf = (uintptr_t)other;
	write_to_b(4, 8, IBV_WC_SUCCESS, "a WRITE to the new memory");
	ok(!memcmp(other + 8, a.buf, 8), "has written");
	to_b.buf = (uintptr_t)b.buf;
	write_to_b(5, 0, IBV_WC_REM_ACCESS_ERR, "none to the old");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, b.buf, BUF_B, 0), "back");
	part();

	is_int(ibv_rereg_mr(mr, 0, NULL, NULL, 0, 0), IBV_REREG_MR_ERR_INPUT, "no flags");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, NULL, 8, 0),
	       IBV_REREG_MR_ERR_INPUT, "no address");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, a.pd, NULL, 0, 0), IBV_REREG_MR_ERR_INPUT,
	       "a domain of another context");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, IBV_ACCESS_REMOTE_WRITE),
	       IBV_REREG_MR_ERR_INPUT, "rights without that to change it here");
	is_int(errno, EINVAL, "errno");
	join(&(struct wish){0});
	post_op(&a, IBV_WR_RDMA_WRITE, 6, 0, 8, &to_b, 0);
	wc = await(&a, 20);
	ok(wc.status == IBV_WC_SUCCESS, "the region is as before");
	part();
}

/* A parent domain protects as its domain does: keys of one serve queue pairs of the other. */
static void parents(void)
{
	struct ibv_td *td = ibv_alloc_td(b.ctx, &(struct ibv_td_init_attr){0});
	struct ibv_parent_domain_init_attr attr = {.pd = b.pd, .td = td};
	struct ibv_pd *pd, *own = b.pd;
	struct ibv_cq_init_attr_ex with = {.cqe = 8, .comp_mask = IBV_CQ_INIT_ATTR_MASK_PD};
	struct ibv_cq_ex *cq;

	must(td != NULL, "ibv_alloc_td");
	pd = ibv_alloc_parent_domain(b.ctx, &attr);
	must(pd != NULL, "ibv_alloc_parent_domain");
	is_int(ibv_dealloc_td(td), EBUSY, "a thread domain in use");
	attr.pd = pd;
	ok(!ibv_alloc_parent_domain(b.ctx, &attr) && errno == EINVAL, "no parent's parent");
	attr.pd = NULL;
	ok(!ibv_alloc_parent_domain(b.ctx, &attr) && errno == EINVAL, "none without a domain");
	with.parent_domain = own;
	ok(!ibv_create_cq_ex(b.ctx, &with) && errno == EINVAL, "no queue of a plain domain");
	with.parent_domain = pd;
	cq = ibv_create_cq_ex(b.ctx, &with);
	ok(cq != NULL, "one of the parent");

	b.pd = pd;
	join(&(struct wish){0});
	fill(a.buf, 64, 5);
	memset(b.buf, 0, 64);
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 64, &to_b, 0);
	expect(&a, 1, IBV_WC_SUCCESS, "a WRITE by a key of its domain");
	post_recv(&b, 2, 100, 64);
	post_op(&a, IBV_WR_SEND, 3, 0, 64, NULL, 0);
	expect(&b, 2, IBV_WC_SUCCESS, "a receive");
	expect(&a, 3, IBV_WC_SUCCESS, "sent");
	ok(!memcmp(a.buf, b.buf, 64) && !memcmp(a.buf, b.buf + 100, 64), "the data");
	is_int(ibv_dealloc_pd(pd), EBUSY, "the parent is in use");
	part();
	b.pd = own;
	is_int(ibv_dealloc_pd(pd), EBUSY, "by the completion queue, too");
	ok(!ibv_destroy_cq(ibv_cq_ex_to_cq(cq)) && !ibv_dealloc_pd(pd) && !ibv_dealloc_td(td),
	   "all are destroyed");
}

/* Far more than a card has regions and streams. */
static void many(void)
{
	enum { N = 1000 };
	static struct ibv_mr *mr[N];
	static struct ibv_qp *qp[N];
	struct ibv_qp *first;
	int good = 1;

	for (int i = 0; i < N; i++) {
		mr[i] = ibv_reg_mr(b.pd, b.buf + i * 8, 8, ALL_ACCESS);
		must(mr[i] != NULL, "ibv_reg_mr");
	}
	join(&(struct wish){0});
	first = a.qp;
	for (int i = 0; i < N; i++) {
		make_qp(&a, &(struct wish){.send_wr = 4, .recv_wr = 4}, IBV_QPT_RC);
		qp[i] = a.qp;
	}
	a.qp = first;
	for (int i = 0; i < N; i++) {
		struct address one = {.buf = (uintptr_t)mr[i]->addr, .rkey = mr[i]->rkey};

		((uint64_t *)(void *)a.buf)[0] = (uint64_t)i;
		post_op(&a, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8, &one, 0);
		good &= await(&a, 20).status == IBV_WC_SUCCESS &&
			((uint64_t *)(void *)b.buf)[i] == (uint64_t)i;
	}
	ok(good, "%d regions and queue pairs", N);
	for (int i = 0; i < N; i++)
		good &= !ibv_destroy_qp(qp[i]) && !ibv_dereg_mr(mr[i]);
	ok(good, "destroyed");
	part();
}

static void close_side(struct side *s)
{
	int busy = ibv_dealloc_pd(s->pd) == EBUSY, copy = dup(s->ctx->cmd_fd);

	ok(copy >= 0 && write(copy, "", 1) < 0, "the context has a descriptor, of no kernel");
	close(copy);
	ok(busy && !ibv_dereg_mr(s->mr) && !ibv_destroy_cq(s->cq) &&
		   !ibv_destroy_comp_channel(s->channel) && !ibv_dealloc_pd(s->pd) &&
		   !ibv_close_device(s->ctx),
	   "everything is destroyed, in order");
	free(s->buf);
}

/* Memory that is not there, and a queue pair whose device was closed. */
static void absent(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *two =
		mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct ibv_mr *mr = ibv_reg_mr(a.pd, two, 2 * page, ALL_ACCESS);
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT, .port_num = 1};
	struct wish w = {0};
	struct side s;

	must(two != MAP_FAILED && mr, "two pages");
	munmap(two + page, page);
	ok(!ibv_reg_mr(a.pd, two, 2 * page, 0) && errno == EFAULT, "memory that is not mapped");
	ok(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, two, page + 1, 0) ==
			   IBV_REREG_MR_ERR_INPUT &&
		   errno == EFAULT,
	   "nor by ibv_rereg_mr");
	ok(!ibv_dereg_mr(mr) && (mr = ibv_reg_mr(a.pd, two + 1, page - 1, 0)) && !ibv_dereg_mr(mr),
	   "up to its end");
	munmap(two, page);

	open_side(&s, 16);
	make_qp(&s, &w, IBV_QPT_RC);
	ibv_close_device(s.ctx);
	is_int(ibv_modify_qp(s.qp, &init,
			     IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	       EIO, "no queue pair of a device that was closed");
	must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
	close_side(&s);
}

int main(void)
{
	open_side(&a, 128);
	open_side(&b, 128);
	sends();
	pieces();
	rdma();
	atomics();
	order();
	local_errors();
	remote_errors();
	drain();
	again();
	shared();
	datagrams();
	events();
	overrun();
	extended();
	changed();
	parents();
	many();
	absent();
	close_side(&a);
	close_side(&b);
	return done();
}
