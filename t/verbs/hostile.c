/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Packets that a process on the other card may send: rank 1 sends packets of the library and of the
 * transport, and greetings, with random fields, and writes random bytes into its packet ring and
 * credit word at rank 0. (Wrong keys are the card's to refuse: it bars the sender of them.) No byte
 * of rank 0 outside the open region is written, and its queue pairs work afterwards. Linked with
 * the library's own objects. By mpirun --ring emu --verbs -n 2; arguments: seed, how many.
 */
#include <poll.h>

#include "btl_fpga/fpga.h"
#include "t/verbs/other.h"
#include "verbs/verbs.h"

#define QPS 8           /* the first is UC */
#define FALSE_QPN 1000u /* of rank 1, which has no such queue pairs */
#define GUARD 65536u    /* the open region begins there */
#define OPEN_B 65536u
#define SLOT_PAYLOAD_MOST 232u

static struct side s;
static struct ibv_mr *open_mr;
static unsigned seed;

struct victim {
	uint64_t buf;
	uint32_t open_key, read_key, qpn[QPS];
};

static uint32_t any(uint32_t n)
{
	return ((uint32_t)rand_r(&seed) << 16 ^ (uint32_t)rand_r(&seed)) % n;
}

/* ---- Rank 0 ---- */

static struct side q[QPS];

static void set_state(struct ibv_qp *qp, enum ibv_qp_state state)
{
	must(!ibv_modify_qp(qp, &(struct ibv_qp_attr){.qp_state = state}, IBV_QP_STATE), "state");
}

/* A packet may end it on the way. */
static void join_false(int i)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ALL_ACCESS};

	must(!ibv_modify_qp(q[i].qp, &attr,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	     "INIT");
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = FALSE_QPN + (uint32_t)i,
		.max_dest_rd_atomic = 4,
		.min_rnr_timer = 1,
		.ah_attr = {.dlid = 2, .port_num = 1},
	};
	must(!ibv_modify_qp(q[i].qp, &attr,
			    IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				    IBV_QP_RQ_PSN |
				    (i ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0)),
	     "RTR");
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTS, .timeout = 8, .retry_cnt = 3, .max_rd_atomic = 4};
	ibv_modify_qp(q[i].qp, &attr,
		      IBV_QP_STATE | IBV_QP_SQ_PSN |
			      (i ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
					       IBV_QP_MAX_QP_RD_ATOMIC
				 : 0));
}

/* A request of its own, which a packet may answer. */
static void post_some(int i)
{
	static const enum ibv_wr_opcode ops[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE, IBV_WR_RDMA_READ,
						 IBV_WR_ATOMIC_FETCH_AND_ADD};
	uint32_t at = GUARD + any(OPEN_B / 2), len = any(2000);
	struct ibv_sge sge = {(uintptr_t)s.buf + at, len, open_mr->lkey};
	struct ibv_recv_wr recv = {.wr_id = 1, .sg_list = &sge, .num_sge = 1}, *bad;
	struct ibv_send_wr wr = request(ops[any(4)], 1, &sge);

	if (any(2)) {
		ibv_post_recv(q[i].qp, &recv, &bad);
		return;
	}
	wr.wr.rdma.remote_addr = any(UINT32_MAX);
	wr.wr.rdma.rkey = 0x100;
	if (wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		sge.length = 8;
		wr.wr.atomic.remote_addr = any(UINT32_MAX) & ~7u;
		wr.wr.atomic.rkey = 0x100;
	}
	post(&q[i], &wr);
}

static void drain(void)
{
	struct pollfd p = {.fd = s.ctx->async_fd, .events = POLLIN};
	struct ibv_async_event event;
	struct ibv_wc wc[16];

	while (ibv_poll_cq(s.cq, 16, wc) > 0)
		;
	while (poll(&p, 1, 0) == 1 && !ibv_get_async_event(s.ctx, &event))
		ibv_ack_async_event(&event);
}

static int is_untouched(void)
{
	for (uint32_t i = 0; i < BUF_B; i++)
		if (i - GUARD >= OPEN_B && s.buf[i] != (char)0xa5) {
			diag("byte %u", i);
			return 0;
		}
	return 1;
}

static void suffer(void)
{
	char end[512];
	uint64_t resets = 0;

	path_of(end, sizeof(end), 1, 1);
	while (access(end, F_OK)) {
		for (int n = 0; n < 200; n++) {
			int i = (int)any(QPS);

			if (rd_vb_qp_of(q[i].qp)->attr.qp_state == IBV_QPS_ERR) {
				set_state(q[i].qp, IBV_QPS_RESET);
				join_false(i);
				resets++;
			}
			post_some(i);
			drain();
		}
	}
	diag("%llu times a queue pair was reset", (unsigned long long)resets);
}

static void victim(void)
{
	struct victim v = {.buf = (uintptr_t)s.buf};
	struct ibv_mr *mr;
	struct side a = s, b = s;

	memset(s.buf, 0xa5, BUF_B);
	open_mr = ibv_reg_mr(s.pd, s.buf + GUARD, OPEN_B, ALL_ACCESS);
	mr = ibv_reg_mr(s.pd, s.buf, BUF_B, IBV_ACCESS_REMOTE_READ);
	must(open_mr && mr, "ibv_reg_mr");
	v.open_key = open_mr->rkey;
	v.read_key = mr->rkey;
	for (int i = 0; i < QPS; i++) {
		q[i] = s;
		make_qp(&q[i], &(struct wish){0}, i ? IBV_QPT_RC : IBV_QPT_UC);
		set_state(q[i].qp, IBV_QPS_RESET);
		join_false(i);
		v.qpn[i] = q[i].qp->qp_num;
	}
	tell(0, &v, sizeof(v));
	suffer();
	ok(is_untouched(), "no byte outside the open region is written");
	for (int i = 0; i < QPS; i++)
		must(!ibv_destroy_qp(q[i].qp), "ibv_destroy_qp");
	drain();
	make_pair(&a, &b, &(struct wish){0});
	post_recv(&b, 1, 0, 100);
	post_op(&a, IBV_WR_SEND, 2, 1000, 100, NULL, 0);
	for (int n = 0; n < 2; n++)
		ok(await(&s, 20).status == IBV_WC_SUCCESS, "queue pairs work");
	tell(2, "", 1);
}

/* ---- Rank 1 ---- */

static struct victim v;
static char data[RD_VB_FRAG_B];

static uint64_t any_addr(void)
{
	switch (any(4)) {
	case 0:
		return v.buf + GUARD + any(OPEN_B + 64) - 32;
	case 1:
		return (uint64_t)any(UINT32_MAX) << 32 | any(UINT32_MAX);
	default:
		return v.buf + GUARD + any(OPEN_B / 8) * 8;
	}
}

/* Data that begin as those of a request, or do not. */
static size_t any_data(unsigned kind)
{
	uint32_t keys[] = {v.open_key, v.open_key, v.read_key, any(UINT32_MAX)};
	struct rd_vb_reach reach = {any_addr(), keys[any(4)], any(6000)};
	struct rd_vb_atomic atomic = {reach.addr, reach.key, any(3), any(9), any(9)};
	struct rd_vb_grant grant = {.base = 0,
				    .len = UINT32_MAX,
				    .offset = any(UINT32_MAX),
				    .rkey = 0x100,
				    .key = any(UINT32_MAX),
				    .region = any(9),
				    .right = any(4)};

	for (int i = 0; i < 64; i++)
		data[i] = (char)any(256);
	if (kind == RD_VB_GRANT && any(8)) {
		memcpy(data, &grant, sizeof(grant));
		return sizeof(grant);
	}
	if (kind == RD_VB_ATOMIC && any(8)) {
		memcpy(data, &atomic, sizeof(atomic));
		return sizeof(atomic);
	}
	memcpy(data, &reach, sizeof(reach));
	if (any(4))
		return sizeof(reach) + (kind == RD_VB_WRITE ? reach.len : 0);
	return any(3) ? any(300) : any(RD_VB_FRAG_B);
}

static void throw_packet(struct rd_ep *ep)
{
	uint32_t i = any(QPS);
	struct rd_vb_hdr hdr = {
		.kind = (uint8_t)(any(20) ? 1 + any(RD_VB_REVOKED) : any(256)),
		.flags = (uint8_t)(any(4) ? RD_VB_FIRST | RD_VB_LAST : any(256)),
		.aux = (uint16_t)(any(20) ? FALSE_QPN + i : any(65536)),
		.qpn = any(20) ? v.qpn[i] : any(UINT32_MAX),
		.msn = any(8) ? any(6) : any(UINT32_MAX),
		.imm = any(3) ? 0x100 : any(UINT32_MAX),
	};
	struct rd_hdr own;
	size_t len = any_data(hdr.kind);

	if (!i && any(20))
		hdr.flags |= RD_VB_UC;
	memcpy(&own, &hdr, sizeof(own));
	rd_btl_fpga.send(ep, &own, data, len);
}

static void greet_falsely(void)
{
	struct rd_fpga_address addr;

	rd_fpga_own_address(&addr);
	addr.zero2 = any(UINT32_MAX);
	if (!any(3))
		((char *)&addr)[any(sizeof(addr))] ^= (char)(1 << any(8));
	rd_fpga_greet(0, 0, &addr);
}

/* 0: there is no connection now. */
static int throw_something(void)
{
	struct rd_vb_node *n = &rd_vb.nodes[0];
	struct rd_fpga_ep *ep = n->ep ? rd_fpga_ep(n->ep) : NULL;
	uint32_t what = any(1000);

	if (!ep || ep->down || n->state != RD_VB_NODE_UP) {
		rd_vb_net_connect(0);
		return 0;
	}
	any_data(0);
	if (what < 980)
		throw_packet(n->ep);
	else if (what < 985)
		rd_fpga_control(ep, any(5), data,
				any(2) ? sizeof(struct rd_fpga_get) : any(SLOT_PAYLOAD_MOST));
	else if (what < 990)
		rd_fpga_write(ep, 0, ep->addr.key, ep->ring + any(RD_PAGE_PAIR_B - 64), data,
			      1 + any(64));
	else if (what < 993)
		rd_fpga_write(ep, 0, ep->addr.key, ep->credit, data, 8);
	else
		greet_falsely();
	rd_page_go();
	return 1;
}

static void attacker(uint32_t packets)
{
	uint32_t n = 0, connections = 0;
	int is_up = 0;
	char c;

	hear(0, &v, sizeof(v));
	for (double end = now_s() + 60; n < packets && now_s() < end;) {
		int was_up = is_up;

		rd_vb_lock();
		is_up = throw_something();
		rd_vb_progress();
		rd_vb_unlock();
		n += (uint32_t)is_up;
		connections += is_up && !was_up;
		if (!is_up)
			usleep(100);
	}
	ok(n > 0, "%u packets in %u connections", n, connections);
	tell(1, "", 1);
	hear(2, &c, 1);
}

int main(int argc, char **argv)
{
	uint32_t packets = argc > 2 ? (uint32_t)atoi(argv[2]) : 20000;

	seed = (argc > 1 ? (unsigned)atoi(argv[1]) : 1) + (unsigned)own_rank();
	open_side(&s, 16384);
	if (own_rank())
		attacker(packets);
	else
		victim();
	return done();
}
