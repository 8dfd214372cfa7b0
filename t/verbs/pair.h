/* SPDX-License-Identifier: BSD-3-Clause */
/* Two connected queue pairs of one process or of two, for the tests of verbs/. */
#ifndef RD_T_VERBS_PAIR_H
#define RD_T_VERBS_PAIR_H

#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "t/tap.h"

#ifndef BUF_B
#define BUF_B (1u << 20)
#endif
#define ALL_ACCESS \
	(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | \
	 IBV_ACCESS_REMOTE_ATOMIC)

struct side {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_comp_channel *channel;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	char *buf; /* [BUF_B] */
};

/* Data that the other side of a pair needs. */
struct address {
	uint32_t qpn, psn, rkey;
	uint16_t lid;
	uint64_t buf;
};

struct wish {
	struct ibv_srq *srq;
	int sig_all, rnr_retry, retry_cnt, timeout, no_access;
	uint32_t send_wr, recv_wr;
};

static inline void must(int good, const char *what)
{
	if (good)
		return;
	perror(what);
	exit(2);
}

static inline void open_side(struct side *s, int cqe)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	must(list && list[0], "no device");
	s->ctx = ibv_open_device(list[0]);
	must(s->ctx != NULL, "ibv_open_device");
	ibv_free_device_list(list);
	s->pd = ibv_alloc_pd(s->ctx);
	s->channel = ibv_create_comp_channel(s->ctx);
	s->cq = ibv_create_cq(s->ctx, cqe, s, s->channel, 0);
	s->buf = calloc(1, BUF_B);
	must(s->pd && s->channel && s->cq && s->buf, "a side");
	s->mr = ibv_reg_mr(s->pd, s->buf, BUF_B, ALL_ACCESS);
	must(s->mr != NULL, "ibv_reg_mr");
}

static inline void make_qp(struct side *s, const struct wish *w, enum ibv_qp_type type)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = s->cq,
		.recv_cq = s->cq,
		.srq = w->srq,
		.cap = {.max_send_wr = w->send_wr ? w->send_wr : 64,
			.max_recv_wr = w->recv_wr ? w->recv_wr : 64,
			.max_send_sge = 4,
			.max_recv_sge = 4,
			.max_inline_data = 256},
		.qp_type = type,
		.sq_sig_all = w->sig_all,
	};
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT,
				   .port_num = 1,
				   .qkey = 0x1234,
				   .qp_access_flags = w->no_access ? 0 : ALL_ACCESS};

	s->qp = ibv_create_qp(s->pd, &attr);
	must(s->qp != NULL, "ibv_create_qp");
	must(!ibv_modify_qp(s->qp, &init,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
				    (type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS)),
	     "INIT");
}

/* A UD queue pair that sends. */
static inline void make_ud(struct side *s)
{
	make_qp(s, &(struct wish){0}, IBV_QPT_UD);
	must(!ibv_modify_qp(s->qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTR}, IBV_QP_STATE),
	     "RTR");
	must(!ibv_modify_qp(s->qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTS},
			    IBV_QP_STATE | IBV_QP_SQ_PSN),
	     "RTS");
}

static inline struct address address_of(const struct side *s)
{
	struct ibv_port_attr port;

	must(!ibv_query_port(s->ctx, 1, &port), "ibv_query_port");
	return (struct address){
		.qpn = s->qp->qp_num,
		.psn = 0xfffff0 + s->qp->qp_num % 7,
		.rkey = s->mr->rkey,
		.lid = port.lid,
		.buf = (uintptr_t)s->buf,
	};
}

static inline void join_qp(struct side *s, const struct address *to, const struct wish *w)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = to->qpn,
		.rq_psn = to->psn,
		.max_dest_rd_atomic = 4,
		.min_rnr_timer = 1,
		.ah_attr = {.dlid = to->lid, .port_num = 1},
	};

	must(!ibv_modify_qp(s->qp, &attr,
			    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				    IBV_QP_MIN_RNR_TIMER),
	     "RTR");
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTS,
		.timeout = (uint8_t)(w->timeout ? w->timeout : 14),
		.retry_cnt = (uint8_t)(w->retry_cnt ? w->retry_cnt : 7),
		.rnr_retry = (uint8_t)(w->rnr_retry ? w->rnr_retry : 7),
		.sq_psn = address_of(s).psn,
		.max_rd_atomic = 4,
	};
	must(!ibv_modify_qp(s->qp, &attr,
			    IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
				    IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC),
	     "RTS");
}

static inline void join_uc(struct side *s, const struct address *to)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = to->qpn,
		.rq_psn = to->psn,
		.ah_attr = {.dlid = to->lid, .port_num = 1},
	};

	must(!ibv_modify_qp(s->qp, &attr,
			    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				    IBV_QP_RQ_PSN),
	     "RTR");
	attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS, .sq_psn = address_of(s).psn};
	must(!ibv_modify_qp(s->qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), "RTS");
}

/* Makes a queue pair of each side, connected with the other's. */
static inline void make_pair(struct side *a, struct side *b, const struct wish *w)
{
	struct address to_a, to_b;

	make_qp(a, w, IBV_QPT_RC);
	make_qp(b, w, IBV_QPT_RC);
	to_a = address_of(a);
	to_b = address_of(b);
	join_qp(a, &to_b, w);
	join_qp(b, &to_a, w);
}

/* ---- Requests ---- */

static inline int post_recv(struct side *s, uint64_t id, uint32_t at, uint32_t len)
{
	struct ibv_sge sge = {(uintptr_t)s->buf + at, len, s->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = id, .sg_list = &sge, .num_sge = 1}, *bad;

	return ibv_post_recv(s->qp, &wr, &bad);
}

static inline struct ibv_send_wr request(enum ibv_wr_opcode opcode, uint64_t id,
					 struct ibv_sge *sge)
{
	return (struct ibv_send_wr){.wr_id = id,
				    .sg_list = sge,
				    .num_sge = sge != NULL,
				    .opcode = opcode,
				    .send_flags = IBV_SEND_SIGNALED};
}

static inline int post(struct side *s, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	return ibv_post_send(s->qp, wr, &bad);
}

/* SEND, WRITE or READ of a part of the buffer, to or from the same or another part of the peer's.
 */
static inline int post_op(struct side *s, enum ibv_wr_opcode opcode, uint64_t id, uint32_t at,
			  uint32_t len, const struct address *peer, uint32_t to)
{
	struct ibv_sge sge = {(uintptr_t)s->buf + at, len, s->mr->lkey};
	struct ibv_send_wr wr = request(opcode, id, &sge);

	wr.imm_data = (uint32_t)id;
	if (peer) {
		wr.wr.rdma.remote_addr = peer->buf + to;
		wr.wr.rdma.rkey = peer->rkey;
	}
	return post(s, &wr);
}

/* ---- Completions ---- */

static inline double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* The next completion; status -1: none came in `seconds`. */
static inline struct ibv_wc await(struct side *s, double seconds)
{
	struct ibv_wc wc;
	double end = now_s() + seconds;

	do {
		int n = ibv_poll_cq(s->cq, 1, &wc);

		must(n >= 0, "ibv_poll_cq");
		if (n)
			return wc;
	} while (now_s() < end);
	memset(&wc, 0, sizeof(wc));
	wc.status = (enum ibv_wc_status) - 1;
	return wc;
}

/* Checks the next completion. */
static inline int expect(struct side *s, uint64_t id, enum ibv_wc_status status, const char *what)
{
	struct ibv_wc wc = await(s, 20);

	if (wc.wr_id == id && wc.status == status)
		return ok(1, "%s", what);
	diag("request %llu, status %d (%s)", (unsigned long long)wc.wr_id, (int)wc.status,
	     ibv_wc_status_str(wc.status));
	return ok(0, "%s", what);
}

#endif
