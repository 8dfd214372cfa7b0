/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Work requests, and the ways in which they fail, with connected queue pairs of one process: order
 * and number of completions, data, rights, errors, states. By mpirun --ring emu --verbs -n 1.
 */
#include "t/verbs/own.h"

/* ---- Data ---- */

static void sends(void)
{
	static const uint32_t lens[] = {0,  1,  8,   9,   9,   10,   11,   11,   12,   12,
					13, 14, 200, 216, 232, 4096, 8191, 8192, 8193, 300000};
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
	ok(a.qp->state == IBV_QPS_RTS, "%s: the state that the program has set", what);
	ok(state_of(&a) == IBV_QPS_ERR && a.qp->state == IBV_QPS_ERR,
	   "the queue pair is in state ERR");
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

static void access_errors(void)
{
	struct ibv_mr *mr;
	struct address other;

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
}

static void receive_errors(void)
{
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
}

/* Steps and requests that a state does not have. */
static void state_errors(void)
{
	struct ibv_wc wc;

	make_qp(&a, &(struct wish){0}, IBV_QPT_RC);
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

/* SQD: requests that were begun end, the rest waits for RTS; the event when all has ended. */
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
	access_errors();
	receive_errors();
	state_errors();
	drain();
	again();
	close_side(&a);
	close_side(&b);
	return done();
}
