/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Packets that a process on the other card may send: rank 1 sends packets of the library and of the
 * transport, and greetings, with random fields, and writes random bytes into its packet ring and
 * credit word at rank 0. It sees which messages rank 0's queue pairs expect. (Wrong keys are the
 * card's to refuse: it bars the sender of them.) No byte of rank 0 outside the open region is
 * written, and its queue pairs work afterwards. What the packets cause at rank 0 is counted: each
 * kind of check has been reached. Linked with the library's own objects. By mpirun --ring emu
 * --verbs -n 2; arguments: seed, how many.
 */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>

#include "btl_fpga/fpga.h"
#include "t/verbs/other.h"
#include "verbs/verbs.h"

#define QPS 8     /* the first is UC */
#define RECV_ID 1 /* of receive requests; those of others differ */
#define SEND_ID 2
#define FALSE_QPN 1000u /* of rank 1, which has no such queue pairs */
#define AHEAD 4u        /* packets for each round of rank 0: else most meet failed queue pairs */
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

/* In memory of both processes. Of each queue pair of rank 0: numbers of the next message from the
 * other side, and of the oldest request that has no answer. */
static struct now {
	uint32_t expected, oldest;
	uint32_t rounds; /* of the first: how often rank 0 has looked after one of them */
} * now;                 /* [QPS] */

static void map_now(void)
{
	char path[512];
	int fd;

	path_of(path, sizeof(path), 9, 9);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	must(fd >= 0 && !ftruncate(fd, QPS * sizeof(*now)), "the file");
	now = mmap(NULL, QPS * sizeof(*now), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	must(now != MAP_FAILED, "mmap");
	close(fd);
}

static uint32_t any(uint32_t n)
{
	return ((uint32_t)rand_r(&seed) << 16 ^ (uint32_t)rand_r(&seed)) % n;
}

/* ---- Rank 0 ---- */

static struct side q[QPS];

/* By packets of the attacker; no request of this process ends so or causes such an event. */
static struct {
	unsigned long received;        /* messages that filled a receive request */
	unsigned long too_long;        /* and that were longer than it */
	unsigned long answered;        /* requests that an answer has ended */
	unsigned long refused;         /* and that a NAK has */
	unsigned long access, invalid; /* queue pairs that failed by a request */
} caused;

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
		.qp_state = IBV_QPS_RTS, .timeout = 1, .retry_cnt = 7, .max_rd_atomic = 4};
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
	struct ibv_recv_wr recv = {.wr_id = RECV_ID, .sg_list = &sge, .num_sge = 1}, *bad;
	struct ibv_send_wr wr = request(ops[any(4)], SEND_ID, &sge);

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

static void count_completion(const struct ibv_wc *wc)
{
	int is_receive = wc->wr_id == RECV_ID;

	caused.received += is_receive && wc->status == IBV_WC_SUCCESS;
	caused.too_long += is_receive && wc->status == IBV_WC_LOC_LEN_ERR;
	caused.answered += !is_receive && wc->status == IBV_WC_SUCCESS;
	caused.refused += !is_receive &&
			  (wc->status == IBV_WC_REM_INV_REQ_ERR ||
			   wc->status == IBV_WC_REM_ACCESS_ERR || wc->status == IBV_WC_REM_OP_ERR);
}

static void drain(void)
{
	struct pollfd p = {.fd = s.ctx->async_fd, .events = POLLIN};
	struct ibv_async_event event;
	struct ibv_wc wc;

	while (ibv_poll_cq(s.cq, 1, &wc) > 0)
		count_completion(&wc);
	while (poll(&p, 1, 0) == 1 && !ibv_get_async_event(s.ctx, &event)) {
		caused.access += event.event_type == IBV_EVENT_QP_ACCESS_ERR;
		caused.invalid += event.event_type == IBV_EVENT_QP_REQ_ERR;
		ibv_ack_async_event(&event);
	}
}

static unsigned count_written(void)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < OPEN_B; i++)
		n += s.buf[GUARD + i] != (char)0xa5;
	return n;
}

static void check_caused(void)
{
	ok(caused.received && caused.too_long, "messages have come: %lu, and %lu too long ones",
	   caused.received, caused.too_long);
	ok(caused.answered && caused.refused, "requests have ended by answers: %lu, by NAKs: %lu",
	   caused.answered, caused.refused);
	ok(caused.access && caused.invalid,
	   "queue pairs have failed by keys or bounds: %lu, by invalid requests: %lu",
	   caused.access, caused.invalid);
	ok(count_written() > 0, "%u bytes of the open region are written", count_written());
}

static void show_now(int i)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(q[i].qp);

	rd_vb_lock();
	__atomic_store_n(&now[i].expected, qp->expected, __ATOMIC_RELAXED);
	__atomic_store_n(&now[i].oldest, qp->attr.sq_psn + qp->una - qp->unnumbered,
			 __ATOMIC_RELAXED);
	rd_vb_unlock();
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
			show_now(i);
			__atomic_add_fetch(&now[0].rounds, 1, __ATOMIC_RELEASE);
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
	check_caused();
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

/* Mostly a number that the queue pair may have something to do with: of several requests in a row,
 * each the next one's. */
static uint32_t any_number(uint32_t i, unsigned kind)
{
	static uint32_t seen[QPS], next[QPS];
	uint32_t expected = __atomic_load_n(&now[i].expected, __ATOMIC_RELAXED);

	if (seen[i] != expected)
		seen[i] = next[i] = expected;
	if (!any(8))
		return any(2) ? any(UINT32_MAX) : expected + any(6) - 3;
	if (kind > RD_VB_ATOMIC)
		return __atomic_load_n(&now[i].oldest, __ATOMIC_RELAXED) + any(3);
	return any(2) ? expected : next[i]++; /* the former: again if it was refused */
}

/* 0, or an error: it was not sent. */
static int throw_packet(struct rd_ep *ep)
{
	uint32_t i = any(QPS);
	struct rd_vb_hdr hdr = {
		.kind = (uint8_t)(any(20) ? 1 + any(RD_VB_REVOKED) : any(256)),
		.flags = (uint8_t)(any(4) ? RD_VB_FIRST | RD_VB_LAST : any(256)),
		.aux = (uint16_t)(any(20) ? FALSE_QPN + i : any(65536)),
		.qpn = any(20) ? v.qpn[i] : any(UINT32_MAX),
		.imm = any(3) ? 0x100 : any(UINT32_MAX),
	};
	struct rd_hdr own;
	size_t len = any_data(hdr.kind);

	hdr.msn = any_number(i, hdr.kind);
	if (hdr.kind == RD_VB_NAK && any(20)) { /* a reason, and the place it is named by */
		hdr.aux = (uint16_t)any(RD_VB_NAK_OP + 2);
		hdr.imm = FALSE_QPN + i;
	}
	if (!i && any(20))
		hdr.flags |= RD_VB_UC;
	memcpy(&own, &hdr, sizeof(own));
	return rd_btl_fpga.send(ep, &own, data, len);
}

static int greet_falsely(void)
{
	struct rd_fpga_address addr;

	rd_fpga_own_address(&addr);
	addr.zero2 = any(UINT32_MAX);
	if (!any(3))
		((char *)&addr)[any(sizeof(addr))] ^= (char)(1 << any(8));
	return !rd_fpga_greet(0, 0, &addr);
}

/* Whether there is a connection now; *sent counts what has gone. */
static int throw_something(uint32_t *sent)
{
	struct rd_vb_node *n = &rd_vb.nodes[0];
	struct rd_fpga_ep *ep = n->ep ? rd_fpga_ep(n->ep) : NULL;
	uint32_t what = any(1000);
	int err;

	if (!ep || ep->down || n->state != RD_VB_NODE_UP) {
		rd_vb_net_connect(0);
		return 0;
	}
	any_data(0);
	if (what < 980)
		err = throw_packet(n->ep);
	else if (what < 985)
		err = rd_fpga_control(ep, any(5), data,
				      any(2) ? sizeof(struct rd_fpga_get) : any(SLOT_PAYLOAD_MOST));
	else if (what < 990)
		err = rd_fpga_write(ep, 0, ep->addr.key, ep->ring + any(RD_PAGE_PAIR_B - 64), data,
				    1 + any(64));
	else if (what < 993)
		err = rd_fpga_write(ep, 0, ep->addr.key, ep->credit, data, 8);
	else
		err = greet_falsely();
	rd_page_go();
	*sent += !err;
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

		if (n / AHEAD > __atomic_load_n(&now[0].rounds, __ATOMIC_ACQUIRE)) {
			sched_yield();
			continue;
		}
		rd_vb_lock();
		is_up = throw_something(&n);
		rd_vb_progress();
		rd_vb_unlock();
		connections += is_up && !was_up;
		if (!is_up)
			usleep(100);
	}
	ok(n == packets, "%u packets of %u", n, packets);
	ok(connections > 1, "%u connections: packets and greetings have ended some", connections);
	tell(1, "", 1);
	hear(2, &c, 1);
}

int main(int argc, char **argv)
{
	uint32_t packets = argc > 2 ? (uint32_t)atoi(argv[2]) : 20000;

	seed = (argc > 1 ? (unsigned)atoi(argv[1]) : 1) + (unsigned)own_rank();
	open_side(&s, 16384);
	map_now();
	if (own_rank())
		attacker(packets);
	else
		victim();
	return done();
}
