/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The requester: sends the requests of a send queue and ends them, in their order. Called by the
 * program through post.c, by rd_vb_progress (net.c), and by recv.c for answers.
 *
 *      una            next            head
 *       | sent, not    | being sent,   | free
 *       | acknowledged | or to be sent |
 *
 * 1. Each request ends in one completion at most, in the order of the queue; one that failed, in
 *    one always.
 * 2. A NAK names the oldest request that is not acknowledged, or is out of date. Receivers drop
 *    the packets behind the refused message, so all from there on is sent again.
 * 3. A request that cannot be sent because of an error here (`halted`) waits until those before it
 *    have ended, then fails the queue pair.
 * 4. A request of a UC queue pair ends when its last packet has been sent.
 */
#include "verbs/verbs.h"

#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "btl_fpga/fpga.h"

#define BATCH 32                  /* packets of one queue pair in one pass */
#define FOREVER_STEP_NS 100000000 /* between tries of a queue pair whose timer is off */
#define CONNECT_MIN_NS 1000000000 /* least time for a connection to the other process */
#define LEFT_MOST_NS 1000000000   /* longest time for answers of a process that has ended */
#define TINY_B 8                  /* bytes that a descriptor holds beside the header, */
#define TAIL_B 4                  /* and bytes of its immediate data */

static struct rd_vb_swr *slot(struct rd_vb_qp *qp, uint32_t at)
{
	return &qp->swr[at % qp->init.cap.max_send_wr];
}

/* The place of the message with this number, and back. */
static uint32_t place_of(const struct rd_vb_qp *qp, uint32_t msn)
{
	return msn - qp->attr.sq_psn + qp->unnumbered;
}

static uint32_t number_of(const struct rd_vb_qp *qp, uint32_t at)
{
	return qp->attr.sq_psn + at - qp->unnumbered;
}

static int is_reading(const struct rd_vb_swr *wr)
{
	return wr->opcode == IBV_WR_RDMA_READ || wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
	       wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

static int is_write(const struct rd_vb_swr *wr)
{
	return wr->opcode == IBV_WR_RDMA_WRITE || wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

static int has_imm(const struct rd_vb_swr *wr)
{
	return wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM || wr->opcode == IBV_WR_SEND_WITH_IMM;
}

static enum ibv_wc_opcode opcode_of(const struct rd_vb_swr *wr)
{
	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return IBV_WC_RDMA_WRITE;
	case IBV_WR_RDMA_READ:
		return IBV_WC_RDMA_READ;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		return IBV_WC_COMP_SWAP;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return IBV_WC_FETCH_ADD;
	case IBV_WR_BIND_MW:
		return IBV_WC_BIND_MW;
	case IBV_WR_LOCAL_INV:
		return IBV_WC_LOCAL_INV;
	default:
		return IBV_WC_SEND;
	}
}

static unsigned takes_receive(const struct rd_vb_swr *wr)
{
	return wr->opcode == IBV_WR_SEND || wr->opcode == IBV_WR_SEND_WITH_INV || has_imm(wr);
}

/* Counts a request that has been sent, or, with -1, that has ended. */
static void count(struct rd_vb_qp *qp, const struct rd_vb_swr *wr, uint32_t by)
{
	if (takes_receive(wr))
		qp->receivers += by;
	if (!is_reading(wr) && !wr->is_placed)
		qp->writers += by;
}

/* ---- Ends ---- */

/* Ends the oldest request. */
static void complete(struct rd_vb_qp *qp, enum ibv_wc_status status)
{
	const struct rd_vb_swr *wr = slot(qp, qp->una);
	struct ibv_wc wc = {
		.wr_id = wr->id,
		.status = status,
		.opcode = opcode_of(wr),
		.byte_len = is_reading(wr) ? wr->len : 0,
		.qp_num = qp->ex.qp_base.qp_num,
	};

	if (qp->next == qp->una)
		qp->next++;
	else
		count(qp, wr, (uint32_t)-1);
	qp->una++;
	if (status || qp->init.sq_sig_all || wr->flags & IBV_SEND_SIGNALED)
		rd_vb_cq_add(qp->ex.qp_base.send_cq, &wc, 0);
}

void rd_vb_send_flush(struct rd_vb_qp *qp)
{
	rd_vb_card_cancel(qp);
	while (qp->una != qp->head)
		complete(qp, IBV_WC_WR_FLUSH_ERR);
	qp->at = qp->reads = qp->receivers = qp->writers = 0;
	qp->begun = qp->placing = 0;
}

/* The oldest request fails, and the queue pair with it. */
static void fail(struct rd_vb_qp *qp, enum ibv_wc_status status)
{
	rd_vb_card_cancel(qp);
	complete(qp, status);
	rd_vb_qp_error(qp);
}

static void wait_until(struct rd_vb_qp *qp, uint64_t ns)
{
	if (rd_list_empty(&qp->timer))
		rd_list_append(&rd_vb.timers, &qp->timer);
	rd_vb_due(ns);
}

/* After the end of a request: requests that waited for it. */
static void look_again(struct rd_vb_qp *qp)
{
	if (rd_unlikely(qp->halted && qp->una == qp->next)) {
		fail(qp, slot(qp, qp->una)->status);
		return;
	}
	if (qp->next != qp->head || qp->attr.qp_state == IBV_QPS_SQD)
		rd_vb_qp_busy(qp);
}

static int is_sending(const struct rd_vb_qp *qp)
{
	return qp->attr.qp_state == IBV_QPS_RTS || qp->attr.qp_state == IBV_QPS_SQD;
}

/* Requests have been carried out. */
static void advance(struct rd_vb_qp *qp)
{
	qp->rnr_left = qp->attr.rnr_retry;
	qp->tries_left = qp->attr.retry_cnt;
	look_again(qp);
}

/* All requests up to `at` are acknowledged; a READ among them without its data is the other side's
 * mistake, and waits. */
static void acknowledge(struct rd_vb_qp *qp, uint32_t at)
{
	uint32_t n = at - qp->una + 1;

	if (n > qp->next - qp->una)
		return;
	for (; n && !(is_reading(slot(qp, qp->una)) && !slot(qp, qp->una)->is_done); n--)
		complete(qp, IBV_WC_SUCCESS);
	advance(qp);
}

void rd_vb_without_packet(struct rd_vb_qp *qp, int status)
{
	if (status) {
		fail(qp, status);
		return;
	}
	qp->unnumbered++;
	complete(qp, IBV_WC_SUCCESS);
	advance(qp);
}

void rd_vb_on_ack(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr)
{
	if (is_sending(qp))
		acknowledge(qp, place_of(qp, hdr->msn));
}

/* ---- Refusals ---- */

/* InfiniBand, table 45: in units of 10 us. */
static uint64_t rnr_ns(uint32_t code)
{
	static const uint16_t units[32] = {0,    1,    2,    3,     4,     6,     8,     12,
					   16,   24,   32,   48,    64,    96,    128,   192,
					   256,  384,  512,  768,   1024,  1536,  2048,  3072,
					   4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};

	return (code % 32 ? units[code % 32] : 65536u) * (uint64_t)10000;
}

/* InfiniBand 9.7.6.1.3: 4.096 us * 2^timeout; 0: the timer is off. */
static uint64_t timeout_ns(const struct rd_vb_qp *qp)
{
	return qp->attr.timeout ? (uint64_t)4096 << qp->attr.timeout : 0;
}

static void go_back(struct rd_vb_qp *qp, uint64_t wait_ns)
{
	qp->next = qp->una;
	qp->at = qp->reads = qp->receivers = qp->writers = 0;
	qp->begun = qp->halted = qp->placing = 0;
	for (uint32_t at = qp->una; at != qp->head; at++)
		slot(qp, at)->done = slot(qp, at)->is_done = 0;
	qp->wait_until_ns = rd_clock_ns() + wait_ns;
	wait_until(qp, qp->wait_until_ns);
}

static void try_again(struct rd_vb_qp *qp, uint64_t wait_ns, uint32_t *left, int forever,
		      enum ibv_wc_status status)
{
	if (!forever && !*left) {
		fail(qp, status);
		return;
	}
	if (!forever)
		--*left;
	go_back(qp, wait_ns);
}

static enum ibv_wc_status status_of(unsigned nak)
{
	switch (nak) {
	case RD_VB_NAK_REQUEST:
		return IBV_WC_REM_INV_REQ_ERR;
	case RD_VB_NAK_ACCESS:
		return IBV_WC_REM_ACCESS_ERR;
	default:
		return IBV_WC_REM_OP_ERR;
	}
}

void rd_vb_on_nak(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr)
{
	uint32_t at = place_of(qp, hdr->msn);
	uint64_t timeout = timeout_ns(qp);

	if (!is_sending(qp) || qp->wait_until_ns || qp->card.active)
		return;
	if (at != qp->una && hdr->aux != RD_VB_NAK_QP)
		acknowledge(qp, at - 1);
	if (!is_sending(qp) || at != qp->una || (at == qp->next && !qp->begun))
		return;
	switch (hdr->aux) {
	case RD_VB_NAK_RNR:
		try_again(qp, rnr_ns(hdr->imm), &qp->rnr_left, qp->attr.rnr_retry == 7,
			  IBV_WC_RNR_RETRY_EXC_ERR);
		break;
	case RD_VB_NAK_QP:
		try_again(qp, timeout ? timeout : FOREVER_STEP_NS, &qp->tries_left, !timeout,
			  IBV_WC_RETRY_EXC_ERR);
		break;
	default:
		fail(qp, status_of(hdr->aux));
	}
}

void rd_vb_send_lost(struct rd_vb_qp *qp, int in_order)
{
	qp->lost = 1;
	if (!is_sending(qp) && qp->attr.qp_state != IBV_QPS_RTR)
		return;
	if (in_order && qp->una == qp->head)
		return;
	if (in_order && qp->attr.qp_state == IBV_QPS_RTS) { /* rd_vb_push fails it later */
		rd_vb_card_cancel(qp);
		go_back(qp, 0);
		return;
	}
	if (!in_order)
		rd_vb_async(qp->ex.qp_base.context, IBV_EVENT_QP_FATAL, qp);
	if (qp->una != qp->head)
		fail(qp, IBV_WC_RETRY_EXC_ERR);
	else
		rd_vb_qp_error(qp);
}

/* ---- Data ---- */

/* Copies `len` bytes of the request's data from byte `at` on. 0, or enum ibv_wc_status. */
static int gather(struct rd_vb_qp *qp, const struct rd_vb_swr *wr, uint32_t at, char *to,
		  uint32_t len)
{
	if (wr->nsge < 0) {
		memcpy(to, wr->data + at, len);
		return 0;
	}
	for (int i = 0; len && i < wr->nsge; i++) {
		const struct ibv_sge *sge = &wr->sge[i];
		uint32_t n;
		const char *from;

		if (at >= sge->length) {
			at -= sge->length;
			continue;
		}
		n = rd_min(len, sge->length - at);
		from = rd_vb_mr_reach(qp->ex.qp_base.pd, sge->lkey, sge->addr + at, n, 0);
		if (!from)
			return IBV_WC_LOC_PROT_ERR;
		memcpy(to, from, n);
		to += n;
		len -= n;
		at = 0;
	}
	return 0;
}

/* Are all pieces of the request within regions of the domain, with the right that it needs? */
static int check_pieces(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	unsigned access = is_reading(wr) ? IBV_ACCESS_LOCAL_WRITE : 0;

	for (int i = 0; i < wr->nsge; i++)
		if (wr->sge[i].length &&
		    !rd_vb_mr_reach(qp->ex.qp_base.pd, wr->sge[i].lkey, wr->sge[i].addr,
				    wr->sge[i].length, access))
			return IBV_WC_LOC_PROT_ERR;
	return 0;
}

/* ---- Requests of a connected queue pair ---- */

enum { DONE, LATER, BLOCKED, FAILED }; /* LATER: no room; BLOCKED: something wakes it */

static struct rd_vb_hdr header(const struct rd_vb_qp *qp, enum rd_vb_kind kind)
{
	return (struct rd_vb_hdr){
		.kind = (uint8_t)kind,
		.flags = (uint8_t)((qp->begun ? 0 : RD_VB_FIRST) |
				   (rd_vb_is_unreliable(qp) ? RD_VB_UC : 0)),
		.aux = (uint16_t)qp->ex.qp_base.handle,
		.qpn = qp->attr.dest_qp_num,
		.msn = number_of(qp, qp->next),
	};
}

static void sent_all(struct rd_vb_qp *qp)
{
	slot(qp, qp->next)->is_placed = (uint8_t)qp->placing;
	count(qp, slot(qp, qp->next), 1);
	qp->next++;
	qp->at = 0;
	qp->begun = qp->placing = 0;
}

static int ask(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	struct rd_vb_hdr hdr;
	struct rd_vb_reach reach = {.addr = wr->raddr, .key = wr->rkey, .len = wr->len};
	struct rd_vb_atomic atomic = {
		.addr = wr->raddr,
		.key = wr->rkey,
		.add = wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD,
		.operand = wr->operand,
		.swap = wr->swap,
	};
	int err;

	if (wr->opcode == IBV_WR_RDMA_READ) {
		hdr = header(qp, RD_VB_READ);
		hdr.flags |= RD_VB_LAST;
		err = rd_vb_net_send(qp->node, &hdr, &reach, sizeof(reach));
	} else {
		hdr = header(qp, RD_VB_ATOMIC);
		hdr.flags |= RD_VB_LAST;
		err = rd_vb_net_send(qp->node, &hdr, &atomic, sizeof(atomic));
	}
	if (err)
		return LATER;
	qp->reads++;
	sent_all(qp);
	return DONE;
}

static void end_header(struct rd_vb_hdr *hdr, const struct rd_vb_swr *wr)
{
	hdr->flags |= RD_VB_LAST;
	if (has_imm(wr)) {
		hdr->flags |= RD_VB_IMM;
		hdr->imm = wr->imm;
	}
	if (wr->opcode == IBV_WR_SEND_WITH_INV) {
		hdr->flags |= RD_VB_INV;
		hdr->imm = wr->imm;
	}
	if (wr->flags & IBV_SEND_SOLICITED)
		hdr->flags |= RD_VB_SOLICITED;
}

/* Bytes of a SEND that its header carries in place of immediate data, so that the whole message
 * stands in a descriptor. */
static uint32_t tail_of(const struct rd_vb_swr *wr)
{
	return wr->opcode == IBV_WR_SEND && wr->len - TINY_B - 1 < TAIL_B ? TAIL_B : 0;
}

/* One packet of a SEND or WRITE. */
static int give(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	struct rd_vb_hdr hdr = header(qp, is_write(wr) ? RD_VB_WRITE : RD_VB_SEND);
	struct rd_vb_reach reach = {.addr = wr->raddr, .key = wr->rkey, .len = wr->len};
	uint32_t head = is_write(wr) && !qp->begun ? sizeof(reach) : 0;
	uint32_t len = rd_min(wr->len - qp->at, RD_VB_FRAG_B - head), tail = tail_of(wr);
	char tiny[TINY_B + TAIL_B], *to = tiny;
	int err;

	if (head + len - tail > TINY_B)
		to = rd_vb_net_reserve(qp->node, head + len);
	if (!to)
		return LATER;
	memcpy(to, &reach, head);
	err = gather(qp, wr, qp->at, to + head, len);
	if (err)
		return FAILED; /* the room is not committed: nothing was sent */
	if (qp->at + len == wr->len)
		end_header(&hdr, wr);
	if (tail) {
		hdr.flags |= RD_VB_TAIL;
		memcpy(&hdr.imm, tiny + len - tail, TAIL_B);
	}
	if (to != tiny)
		rd_vb_net_commit(qp->node, &hdr, head + len);
	else if (rd_vb_net_send(qp->node, &hdr, tiny, len - tail))
		return LATER;
	qp->at += len;
	qp->begun = 1;
	if (hdr.flags & RD_VB_LAST)
		sent_all(qp);
	return DONE;
}

char *rd_vb_piece(struct rd_vb_qp *qp, const struct rd_vb_swr *wr, uint32_t at, uint32_t *len,
		  unsigned access)
{
	const struct ibv_sge *sge = wr->sge;

	if (wr->nsge < 0)
		return wr->data + at;
	for (; at >= sge->length; sge++)
		at -= sge->length;
	*len = rd_min(*len, sge->length - at);
	return rd_vb_mr_reach(qp->ex.qp_base.pd, sge->lkey, sge->addr + at, *len, access);
}

/* One piece of a WRITE by the card, or the packet behind the last piece. */
static int place(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	struct rd_vb_reach reach = {.addr = wr->raddr, .key = wr->rkey, .len = wr->len};
	uint32_t len = rd_min(wr->len - qp->at, RD_VB_FRAG_B);
	struct rd_vb_hdr hdr;

	if (rd_unlikely(qp->place[RD_VB_TO_WRITE].state !=
			RD_VB_PLACE_GRANTED)) { /* begin again, by packets */
		qp->at = 0;
		qp->begun = qp->placing = 0;
		return DONE;
	}
	if (len) {
		const char *from = rd_vb_piece(qp, wr, qp->at, &len, 0);

		if (!from)
			return FAILED;
		/* The target may end the region as soon as it sees the data: the packet is to be
		 * under way by then. */
		if (qp->at + len == wr->len &&
		    !rd_vb_net_has_room_behind(qp->node, len, sizeof(reach))) {
			rd_vb_net_ring();
			return LATER;
		}
		if (rd_vb_net_write(qp->node, &qp->place[RD_VB_TO_WRITE].grant, wr->raddr + qp->at,
				    from, len))
			return LATER;
		qp->at += len;
		qp->begun = 1;
		if (qp->at < wr->len)
			return DONE;
	}
	qp->begun = 0; /* this is the first packet */
	hdr = header(qp, RD_VB_WRITE);
	qp->begun = 1;
	hdr.flags |= RD_VB_LAST | RD_VB_PLACED;
	hdr.imm = qp->place[RD_VB_TO_WRITE].grant.key;
	if (rd_vb_net_send(qp->node, &hdr, &reach, sizeof(reach))) {
		rd_vb_net_ring();
		return LATER;
	}
	sent_all(qp);
	return DONE;
}

/* A request of UC or UD that failed here: later ones are flushed until the program sets the state
 * RTS again. */
static int stop_sending(struct rd_vb_qp *qp, enum ibv_wc_status status)
{
	complete(qp, status);
	rd_vb_send_flush(qp);
	qp->attr.qp_state = IBV_QPS_SQE;
	return BLOCKED;
}

/* Errors of the request itself, which are found before its first packet. */
static int check(struct rd_vb_qp *qp, const struct rd_vb_swr *wr)
{
	if (is_reading(wr) && !qp->attr.max_rd_atomic)
		return IBV_WC_LOC_QP_OP_ERR;
	return check_pieces(qp, wr);
}

static int push_connected(struct rd_vb_qp *qp)
{
	struct rd_vb_swr *wr = slot(qp, qp->next);
	int status = 0, how = FAILED, way;

	if (!qp->begun) {
		if ((wr->flags & IBV_SEND_FENCE && qp->reads) ||
		    (is_reading(wr) && qp->attr.max_rd_atomic &&
		     qp->reads >= qp->attr.max_rd_atomic))
			return BLOCKED;
		if (rd_unlikely(rd_vb_is_window(wr))) {
			if (qp->una != qp->next)
				return BLOCKED;
			rd_vb_without_packet(qp, rd_vb_window_do(qp, wr));
			return DONE;
		}
		status = check(qp, wr);
		way = status ? 0 : rd_vb_place_may(qp, wr);
		if (way < 0)
			return BLOCKED;
		if (way && is_reading(wr)) {
			rd_vb_card_begin(qp);
			return qp->card.active ? BLOCKED : DONE;
		}
		qp->placing = way;
	}
	if (!status && qp->placing)
		how = place(qp, wr);
	else if (!status)
		how = is_reading(wr) ? ask(qp, wr) : give(qp, wr);
	if (how == DONE && rd_vb_is_unreliable(qp) && qp->una != qp->next)
		complete(qp, IBV_WC_SUCCESS);
	if (how != FAILED)
		return how;
	status = status ? status : IBV_WC_LOC_PROT_ERR;
	if (rd_vb_is_unreliable(qp))
		return stop_sending(qp, status);
	wr->status = (uint8_t)status;
	qp->halted = 1;
	return BLOCKED;
}

/* ---- Datagrams ---- */

static int push_dgram(struct rd_vb_qp *qp)
{
	struct rd_vb_swr *wr = slot(qp, qp->next);
	struct rd_vb_hdr hdr = header(qp, RD_VB_DGRAM);
	struct rd_vb_dgram head = {.qkey = wr->qkey, .qpn = qp->ex.qp_base.qp_num};
	int status = check_pieces(qp, wr);
	char *to;

	if (status)
		return stop_sending(qp, status);
	if (wr->len > RD_VB_MTU_B)
		return stop_sending(qp, IBV_WC_LOC_LEN_ERR);
	to = rd_vb_net_reserve(wr->node, sizeof(head) + wr->len);
	if (!to)
		return LATER;
	memcpy(to, &head, sizeof(head));
	gather(qp, wr, 0, to + sizeof(head), wr->len);
	end_header(&hdr, wr);
	hdr.qpn = wr->qpn;
	if (wr->grh)
		hdr.flags |= RD_VB_GRH;
	rd_vb_net_commit(wr->node, &hdr, sizeof(head) + wr->len);
	complete(qp, IBV_WC_SUCCESS);
	return DONE;
}

/* ---- Both ---- */

/* The other process has not been reached yet, or has ended in order, or no process is reached any
 * more, as the card is lost. An RC queue pair gives up as if it had no answers; messages of others
 * are lost. An error at once would meet programs that end without looking at their last requests,
 * as ibv_srq_pingpong does, while they still look at earlier ones. 1: the request has ended. */
static int unreached(struct rd_vb_qp *qp)
{
	uint64_t now = rd_clock_ns(), limit = timeout_ns(qp) * (qp->attr.retry_cnt + 1u);
	int is_reliable = qp->init.qp_type == IBV_QPT_RC;

	if (!qp->since_ns)
		qp->since_ns = now;
	if (rd_fpga.lost)
		limit = 1;
	else if (qp->lost)
		limit = rd_min(limit ? limit : LEFT_MOST_NS, (uint64_t)LEFT_MOST_NS);
	else if (!is_reliable || limit)
		limit = rd_max(limit, (uint64_t)CONNECT_MIN_NS);
	if (!limit || now - qp->since_ns < limit) {
		wait_until(qp, limit ? qp->since_ns + limit : now + FOREVER_STEP_NS);
		return 0;
	}
	if (!is_reliable) { /* and those behind it, at once */
		complete(qp, IBV_WC_SUCCESS);
		qp->at = 0;
		qp->begun = 0;
		return 1;
	}
	qp->since_ns = 0;
	fail(qp, IBV_WC_RETRY_EXC_ERR);
	return 1;
}

static void drained(struct rd_vb_qp *qp)
{
	if (qp->attr.qp_state != IBV_QPS_SQD || qp->drain_told || qp->una != qp->next || qp->begun)
		return;
	qp->drain_told = 1;
	if (qp->attr.en_sqd_async_notify)
		rd_vb_async(qp->ex.qp_base.context, IBV_EVENT_SQ_DRAINED, qp);
}

static int is_held(const struct rd_vb_qp *qp)
{
	return !is_sending(qp) || qp->wait_until_ns || qp->halted || qp->card.active ||
	       qp->next == qp->head || (qp->attr.qp_state == IBV_QPS_SQD && !qp->begun);
}

int rd_vb_push(struct rd_vb_qp *qp)
{
	int is_ud = qp->init.qp_type == IBV_QPT_UD;

	for (int n = 0; n < BATCH && !is_held(qp); n++) {
		int how;

		if (rd_unlikely(qp->lost ||
				!rd_vb_net_up(is_ud ? slot(qp, qp->next)->node : qp->node))) {
			if (unreached(qp))
				continue;
			return 0;
		}
		qp->since_ns = 0;
		how = is_ud ? push_dgram(qp) : push_connected(qp);
		if (how == LATER)
			return 1;
		if (how == BLOCKED) {
			if (qp->halted)
				look_again(qp);
			drained(qp);
			return 0;
		}
	}
	drained(qp);
	return !is_held(qp);
}

void rd_vb_push_timers(uint64_t now)
{
	struct rd_list *link, *save, old;

	rd_list_init(&old);
	while ((link = rd_list_pop(&rd_vb.timers)))
		rd_list_append(&old, link);
	rd_list_for_safe (link, save, &old) {
		struct rd_vb_qp *qp = rd_container(link, struct rd_vb_qp, timer);

		rd_list_remove(link);
		if (qp->wait_until_ns > now) {
			wait_until(qp, qp->wait_until_ns);
			continue;
		}
		qp->wait_until_ns = 0;
		if (is_sending(qp) && qp->next != qp->head)
			rd_vb_qp_busy(qp);
	}
}

/* ---- Answers ---- */

/* The request that an answer is for; NULL: none waits for it. */
static struct rd_vb_swr *asked(struct rd_vb_qp *qp, uint32_t at)
{
	struct rd_vb_swr *wr = slot(qp, at);

	return is_sending(qp) && at - qp->una < qp->next - qp->una && is_reading(wr) && !wr->is_done
		       ? wr
		       : NULL;
}

static void answered(struct rd_vb_qp *qp, struct rd_vb_swr *wr, uint32_t at)
{
	wr->is_done = 1;
	qp->reads--;
	acknowledge(qp, at);
}

void rd_vb_on_answer(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data, size_t len)
{
	uint32_t at = place_of(qp, hdr->msn);
	struct rd_vb_swr *wr = asked(qp, at);
	int status;

	if (!wr || (hdr->kind == RD_VB_DATA) != (wr->opcode == IBV_WR_RDMA_READ))
		return;
	if (hdr->kind == RD_VB_DATA ? hdr->imm != wr->done || len > wr->len - wr->done
				    : len != sizeof(uint64_t))
		status = IBV_WC_BAD_RESP_ERR;
	else
		status = rd_vb_scatter(qp->ex.qp_base.pd, wr->sge, wr->nsge, wr->done, data, len);
	if (!status && hdr->kind == RD_VB_DATA) {
		wr->done += (uint32_t)len;
		if (!(hdr->flags & RD_VB_LAST))
			return;
		if (wr->done != wr->len)
			status = IBV_WC_BAD_RESP_ERR;
	}
	if (!status) {
		answered(qp, wr, at);
		return;
	}
	if (at != qp->una)
		acknowledge(qp, at - 1);
	if (is_sending(qp))
		fail(qp, status);
}
