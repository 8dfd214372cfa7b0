/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Packets that make no sense, as a process that means harm can send them: random fields, lengths
 * and orders, most of them nearly right. No byte outside the regions that a queue pair may reach is
 * written, and requests end as often as they were posted. Linked with the library's own objects. By
 * mpirun --ring emu --verbs -n 1; arguments: seed, packets.
 */
#include "verbs/verbs.h"

#include "t/verbs/pair.h"

#define GUARD 4096u
#define OPEN_B 8192u /* bytes that may be written, in the middle of the buffer */

static unsigned seed;

static uint32_t any(uint32_t n)
{
	return ((uint32_t)rand_r(&seed) << 16 ^ (uint32_t)rand_r(&seed)) % n;
}

static struct side s, peer;
static struct ibv_mr *open_mr, *read_mr;

/* Guards: all of the buffer but [GUARD, GUARD + OPEN_B). */
static int is_untouched(const struct side *side)
{
	for (uint32_t i = 0; i < BUF_B; i++)
		if ((i < GUARD || i >= GUARD + OPEN_B) && side->buf[i] != (char)0xa5)
			return 0;
	return 1;
}

static void set_up(struct wish *w)
{
	w->send_wr = w->recv_wr = 16;
	make_pair(&s, &peer, w);
}

static uint32_t any_key(void)
{
	uint32_t keys[] = {open_mr->rkey,   read_mr->rkey, open_mr->rkey ^ 1,
			   any(UINT32_MAX), open_mr->rkey, open_mr->rkey};

	return keys[any(6)];
}

/* An address near the edges of the open region, or any. */
static uint64_t any_addr(void)
{
	uint64_t base = (uintptr_t)s.buf + GUARD;

	switch (any(4)) {
	case 0:
		return base + any(OPEN_B + 64) - 32;
	case 1:
		return base & ~(uint64_t)7;
	case 2:
		return (uint64_t)any(UINT32_MAX) << 32 | any(UINT32_MAX);
	default:
		return base + (uint64_t)any(OPEN_B / 8) * 8;
	}
}

static size_t make_data(char *data, unsigned kind)
{
	struct rd_vb_reach reach = {.addr = any_addr(), .key = any_key(), .len = any(OPEN_B)};
	struct rd_vb_atomic atomic = {.addr = any_addr(), .key = any_key(), .add = any(3)};
	size_t len = any(10) ? any(300) : any(RD_VB_FRAG_B);

	memset(data, 0x5a, RD_VB_FRAG_B + 64);
	if (!any(8))
		reach.len = any(UINT32_MAX);
	if (kind == RD_VB_ATOMIC)
		memcpy(data, &atomic, sizeof(atomic));
	else
		memcpy(data, &reach, sizeof(reach));
	if (any(3)) {
		if (kind == RD_VB_ATOMIC)
			return sizeof(atomic);
		if (kind == RD_VB_READ)
			return sizeof(reach);
		if (kind == RD_VB_VALUE)
			return 8;
		if (kind == RD_VB_WRITE && reach.len < RD_VB_FRAG_B - sizeof(reach))
			return sizeof(reach) + reach.len;
	}
	return len;
}

static void throw_packet(void)
{
	static char data[RD_VB_FRAG_B + 64];
	struct rd_vb_qp *qp = rd_vb_qp_of(s.qp);
	struct rd_vb_hdr hdr = {
		.kind = (uint8_t)(any(20) ? 1 + any(RD_VB_BYE) : any(256)),
		.flags = (uint8_t)(any(4) ? RD_VB_FIRST | RD_VB_LAST : any(256)),
		.aux = (uint16_t)qp->attr.dest_qp_num,
		.qpn = any(20) ? s.qp->qp_num : any(UINT32_MAX),
		.imm = any(3) ? 0 : any(UINT32_MAX),
	};
	size_t len;

	if (hdr.kind >= RD_VB_SEND && hdr.kind <= RD_VB_ATOMIC)
		hdr.msn = any(8) ? qp->expected : any(UINT32_MAX);
	else
		hdr.msn = qp->attr.sq_psn + (any(8) ? qp->una + any(4) : any(UINT32_MAX));
	if (hdr.kind == RD_VB_NAK && any(2))
		hdr.aux = (uint16_t)any(8);
	if (!any(30))
		hdr.aux = (uint16_t)any(65536);
	len = make_data(data, hdr.kind);
	rd_vb_lock();
	rd_vb_on_packet(any(50) ? rd_vb.rank : 0, &hdr, data, len);
	if (!any(3))
		rd_vb_progress();
	rd_vb_unlock();
}

static void post_some(int *posted)
{
	uint32_t at = GUARD + any(OPEN_B / 2), len = any(OPEN_B / 4);
	struct ibv_sge sge = {(uintptr_t)s.buf + at, len, open_mr->lkey};
	struct ibv_recv_wr recv = {.wr_id = 1, .sg_list = &sge, .num_sge = 1}, *bad;
	struct ibv_send_wr wr = request(IBV_WR_RDMA_READ, 1, &sge);

	if (any(2)) {
		*posted += !ibv_post_recv(s.qp, &recv, &bad);
		return;
	}
	wr.wr.rdma.remote_addr = (uintptr_t)peer.buf;
	wr.wr.rdma.rkey = peer.mr->rkey;
	if (any(2)) {
		wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
		sge.length = 8;
		wr.wr.atomic.remote_addr = (uintptr_t)peer.buf;
		wr.wr.atomic.rkey = peer.mr->rkey;
	}
	*posted += !post(&s, &wr);
}

int main(int argc, char **argv)
{
	uint32_t packets = argc > 2 ? (uint32_t)atoi(argv[2]) : 20000;
	struct wish w = {.timeout = 8, .retry_cnt = 1};
	struct ibv_wc wc;
	int rounds = 0, right = 1;

	seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	printf("# seed %u\n", seed);
	open_side(&s, 1024);
	open_side(&peer, 1024);
	memset(s.buf, 0xa5, BUF_B);
	open_mr = ibv_reg_mr(s.pd, s.buf + GUARD, OPEN_B, ALL_ACCESS);
	read_mr = ibv_reg_mr(s.pd, s.buf, BUF_B, IBV_ACCESS_REMOTE_READ);
	must(open_mr && read_mr, "ibv_reg_mr");
	while (packets) {
		int posted = 0, ended = 0;
		double end;

		set_up(&w);
		while (packets && rd_vb_qp_of(s.qp)->attr.qp_state == IBV_QPS_RTS &&
		       ended < 100000) {
			post_some(&posted);
			for (uint32_t n = 1 + any(20); n && packets; n--, packets--)
				throw_packet();
			while (ibv_poll_cq(s.cq, 1, &wc) > 0)
				ended++;
		}
		ibv_modify_qp(s.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_ERR}, IBV_QP_STATE);
		for (end = now_s() + 20; ended < posted && now_s() < end;)
			ended += ibv_poll_cq(s.cq, 1, &wc) > 0;
		right &= ended == posted && ibv_poll_cq(s.cq, 1, &wc) == 0;
		if (!right) {
			diag("%d requests, %d ends", posted, ended);
			break;
		}
		ibv_destroy_qp(s.qp);
		ibv_destroy_qp(peer.qp);
		while (ibv_poll_cq(peer.cq, 1, &wc) > 0)
			;
		rounds++;
	}
	ok(right, "each request has one end, in %d queue pairs", rounds);
	ok(is_untouched(&s), "no byte outside the open region is written");
	return done();
}
