/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The responder: carries out the requests that packets bring, and answers. All that is read in
 * packets comes from outside and is checked here. Called by net.c and packet.c for each packet;
 * answers wait in a queue of their queue pair and are sent by rd_vb_progress, in the order of the
 * requests.
 *
 * 1. Messages are carried out in the order of their numbers, each once.
 * 2. A message that finds no receive request is refused, and all packets behind it are dropped,
 *    until it comes again.
 * 3. Memory is touched only by keys of the queue pair's domain, with its rights and those of the
 *    region, checked for each packet.
 * 4. A UC queue pair answers nothing. A message that it refuses is dropped; the next one has any
 *    number.
 */
#include "verbs/verbs.h"

#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"

#define BATCH 32 /* packets of answers of one queue pair in one pass */

/* ---- Answers ---- */

static int is_answer(const struct rd_vb_resp *resp)
{
	return resp->kind == RD_VB_DATA || resp->kind == RD_VB_VALUE;
}

static struct rd_vb_resp *add_answer(struct rd_vb_qp *qp, unsigned kind, uint32_t msn)
{
	struct rd_vb_resp *resp;

	if (rd_unlikely(qp->resp_head - qp->resp_tail == RD_VB_RESP_N)) { /* by a peer's mistake */
		resp = &qp->resp[--qp->resp_head % RD_VB_RESP_N];
		qp->answers -= is_answer(resp);
	}
	resp = &qp->resp[qp->resp_head++ % RD_VB_RESP_N];
	*resp = (struct rd_vb_resp){.kind = (uint8_t)kind, .msn = msn};
	qp->answers += is_answer(resp);
	rd_vb_qp_busy(qp);
	return resp;
}

static struct rd_vb_resp *last_answer(struct rd_vb_qp *qp)
{
	return qp->resp_head == qp->resp_tail ? NULL
					      : &qp->resp[(qp->resp_head - 1) % RD_VB_RESP_N];
}

/* One acknowledgement stands for all before it. */
static void acknowledge(struct rd_vb_qp *qp, uint32_t msn)
{
	struct rd_vb_resp *last = last_answer(qp);

	if (rd_vb_is_unreliable(qp))
		return;
	if (last && last->kind == RD_VB_ACK)
		last->msn = msn;
	else
		add_answer(qp, RD_VB_ACK, msn);
}

static void refuse(struct rd_vb_qp *qp, uint32_t msn, enum rd_vb_nak why)
{
	struct rd_vb_resp *resp;

	if (rd_vb_is_unreliable(qp))
		return;
	resp = add_answer(qp, RD_VB_NAK, msn);
	resp->aux = (uint16_t)why;
	resp->imm = why == RD_VB_NAK_QP ? qp->ex.qp_base.qp_num : qp->attr.min_rnr_timer;
}

/* There is no receive request: the message is to come again. */
static void refuse_for_now(struct rd_vb_qp *qp, uint32_t msn)
{
	qp->refused = 1;
	qp->within = 0;
	refuse(qp, msn, RD_VB_NAK_RNR);
}

static void end_receive(struct rd_vb_qp *qp, struct ibv_wc *wc, int solicited)
{
	wc->wr_id = qp->cur.id;
	wc->qp_num = qp->ex.qp_base.qp_num;
	qp->has_cur = 0;
	rd_vb_cq_add(qp->ex.qp_base.recv_cq, wc, solicited);
}

/* The request cannot be carried out, now or later: both queue pairs fail. Of UC only one whose
 * receive request is to blame, which has a status. */
static void fail(struct rd_vb_qp *qp, uint32_t msn, enum rd_vb_nak why, enum ibv_wc_status status)
{
	struct ibv_wc wc = {.status = status, .opcode = IBV_WC_RECV};

	qp->within = 0;
	if (rd_vb_is_unreliable(qp) && !(qp->has_cur && status))
		return;
	refuse(qp, msn, why);
	if (qp->has_cur)
		end_receive(qp, &wc, 0);
	else
		rd_vb_async(qp->ex.qp_base.context,
			    why == RD_VB_NAK_ACCESS ? IBV_EVENT_QP_ACCESS_ERR
						    : IBV_EVENT_QP_REQ_ERR,
			    qp);
	rd_vb_qp_error(qp);
}

void rd_vb_recv_flush(struct rd_vb_qp *qp)
{
	struct ibv_qp *base = &qp->ex.qp_base;

	do {
		struct ibv_wc wc = {.status = IBV_WC_WR_FLUSH_ERR, .opcode = IBV_WC_RECV};

		if (qp->has_cur)
			end_receive(qp, &wc, 0);
	} while (!base->srq && rd_vb_rq_take(qp));
	if (qp->within) /* no later packet of that message is refused */
		refuse(qp, qp->expected, RD_VB_NAK_QP);
	qp->within = qp->refused = 0;
	if (base->srq && !qp->last_told) {
		qp->last_told = 1;
		rd_vb_async(base->context, IBV_EVENT_QP_LAST_WQE_REACHED, qp);
	}
}

/* ---- Data ---- */

int rd_vb_scatter(struct ibv_pd *pd, const struct ibv_sge *sge, int nsge, uint32_t at,
		  const char *from, size_t len)
{
	for (; len && nsge; sge++, nsge--) {
		size_t n;
		char *to;

		if (at >= sge->length) {
			at -= sge->length;
			continue;
		}
		n = rd_min(len, (size_t)(sge->length - at));
		to = rd_vb_mr_reach(pd, sge->lkey, sge->addr + at, n, IBV_ACCESS_LOCAL_WRITE);
		if (!to)
			return IBV_WC_LOC_PROT_ERR;
		memcpy(to, from, n);
		from += n;
		len -= n;
		at = 0;
	}
	return len ? IBV_WC_LOC_LEN_ERR : 0;
}

/* The domain of receive requests: the queue's. */
static struct ibv_pd *receive_pd(const struct rd_vb_qp *qp)
{
	return qp->ex.qp_base.srq ? qp->ex.qp_base.srq->pd : qp->ex.qp_base.pd;
}

static void message_done(struct rd_vb_qp *qp, uint32_t msn)
{
	qp->within = 0;
	qp->expected = msn + 1;
}

/* ---- Messages ---- */

static void take_send(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data,
		      size_t len)
{
	struct ibv_wc wc = {
		.opcode = IBV_WC_RECV,
		.imm_data = hdr->imm,
		.wc_flags = (hdr->flags & RD_VB_IMM ? IBV_WC_WITH_IMM : 0) |
			    (hdr->flags & RD_VB_INV ? IBV_WC_WITH_INV : 0),
		.src_qp = qp->attr.dest_qp_num,
		.slid = (uint16_t)(qp->node + 1),
	};
	int err;

	if (hdr->flags & RD_VB_FIRST) {
		if (!qp->has_cur && !rd_vb_rq_take(qp)) {
			refuse_for_now(qp, hdr->msn);
			return;
		}
		qp->got = 0;
		qp->within = RD_VB_SEND;
	}
	err = rd_vb_scatter(receive_pd(qp), qp->cur.sge, qp->cur.nsge, qp->got, data, len);
	if (err) {
		fail(qp, hdr->msn, err == IBV_WC_LOC_LEN_ERR ? RD_VB_NAK_REQUEST : RD_VB_NAK_OP,
		     err);
		return;
	}
	qp->got += (uint32_t)len;
	if (!(hdr->flags & RD_VB_LAST))
		return;
	if (hdr->flags & RD_VB_INV && !rd_vb_window_close(qp, hdr->imm)) {
		fail(qp, hdr->msn, RD_VB_NAK_ACCESS, IBV_WC_LOC_ACCESS_ERR);
		return;
	}
	message_done(qp, hdr->msn);
	wc.byte_len = qp->got;
	end_receive(qp, &wc, (hdr->flags & RD_VB_SOLICITED) != 0);
	acknowledge(qp, hdr->msn);
}

static void on_send(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data, size_t len)
{
	char whole[32];

	if (rd_likely(!(hdr->flags & RD_VB_TAIL))) {
		take_send(qp, hdr, data, len);
		return;
	}
	if (len + sizeof(hdr->imm) > sizeof(whole)) {
		fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_LOC_QP_OP_ERR);
		return;
	}
	memcpy(whole, data, len);
	memcpy(whole + len, &hdr->imm, sizeof(hdr->imm));
	take_send(qp, hdr, whole, len + sizeof(hdr->imm));
}

/* Address of a remote access, if the queue pair and the region allow it. */
static char *reach(struct rd_vb_qp *qp, const struct rd_vb_reach *r, uint32_t at, uint64_t len,
		   unsigned access)
{
	if (!(qp->attr.qp_access_flags & access) || !rd_vb_window_is_for(qp, r->key))
		return NULL;
	return rd_vb_mr_reach(qp->ex.qp_base.pd, r->key, r->addr + at, len, access);
}

/* The end of a WRITE with immediate data takes a receive request. */
static void notify_write(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr)
{
	struct ibv_wc wc = {
		.opcode = IBV_WC_RECV_RDMA_WITH_IMM,
		.imm_data = hdr->imm,
		.wc_flags = IBV_WC_WITH_IMM,
		.byte_len = qp->reach.len,
		.src_qp = qp->attr.dest_qp_num,
		.slid = (uint16_t)(qp->node + 1),
	};

	end_receive(qp, &wc, (hdr->flags & RD_VB_SOLICITED) != 0);
}

/* The data of the WRITE are in place, if the card's region was open from its grant to now. */
static void end_placed(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, size_t len)
{
	unsigned both = RD_VB_FIRST | RD_VB_LAST;

	if (len || (hdr->flags & both) != both)
		fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_SUCCESS);
	else if (!rd_vb_place_is(&qp->reach, hdr->imm))
		fail(qp, hdr->msn, RD_VB_NAK_ACCESS, IBV_WC_SUCCESS);
	else {
		message_done(qp, hdr->msn);
		acknowledge(qp, hdr->msn);
	}
}

static void on_write(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data, size_t len)
{
	if (hdr->flags & RD_VB_FIRST) {
		if (len < sizeof(qp->reach)) {
			fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_SUCCESS);
			return;
		}
		memcpy(&qp->reach, data, sizeof(qp->reach));
		data += sizeof(qp->reach);
		len -= sizeof(qp->reach);
		qp->got = 0;
		qp->within = RD_VB_WRITE;
		if (qp->reach.len &&
		    !reach(qp, &qp->reach, 0, qp->reach.len, IBV_ACCESS_REMOTE_WRITE)) {
			fail(qp, hdr->msn, RD_VB_NAK_ACCESS, IBV_WC_SUCCESS);
			return;
		}
	}
	if (hdr->flags & RD_VB_PLACED) {
		end_placed(qp, hdr, len);
		return;
	}
	if (len > qp->reach.len - qp->got ||
	    (hdr->flags & RD_VB_LAST && qp->got + len != qp->reach.len)) {
		fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_SUCCESS);
		return;
	}
	if (len) {
		char *to = reach(qp, &qp->reach, qp->got, len, IBV_ACCESS_REMOTE_WRITE);

		if (!to) {
			fail(qp, hdr->msn, RD_VB_NAK_ACCESS, IBV_WC_SUCCESS);
			return;
		}
		/* a program may poll the last byte: it is written last */
		memcpy(to, data, len - 1);
		__atomic_store_n(to + len - 1, data[len - 1], __ATOMIC_RELEASE);
	}
	qp->got += (uint32_t)len;
	if (!(hdr->flags & RD_VB_LAST))
		return;
	if (hdr->flags & RD_VB_IMM) {
		if (!qp->has_cur && !rd_vb_rq_take(qp)) {
			refuse_for_now(qp, hdr->msn);
			return;
		}
		notify_write(qp, hdr);
	}
	message_done(qp, hdr->msn);
	acknowledge(qp, hdr->msn);
}

static int too_many(const struct rd_vb_qp *qp)
{
	return qp->answers >= qp->attr.max_dest_rd_atomic;
}

static void on_read(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data, size_t len)
{
	struct rd_vb_reach r;
	struct rd_vb_resp *resp;

	if (len != sizeof(r) || too_many(qp)) {
		fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_SUCCESS);
		return;
	}
	memcpy(&r, data, sizeof(r));
	if (r.len > RD_VB_MSG_B || (r.len && !reach(qp, &r, 0, r.len, IBV_ACCESS_REMOTE_READ))) {
		fail(qp, hdr->msn, RD_VB_NAK_ACCESS, IBV_WC_SUCCESS);
		return;
	}
	message_done(qp, hdr->msn);
	resp = add_answer(qp, RD_VB_DATA, hdr->msn);
	resp->reach = r;
}

/* By the processor: atomic operations here exclude each other, those of the card, and, where the
 * card has none, those of the program. */
static uint64_t operate(uint64_t *word, const struct rd_vb_atomic *a)
{
	uint64_t old = a->operand;

	rd_vb_place_exclude(word);
	if (a->add)
		old = __atomic_fetch_add(word, a->operand, __ATOMIC_SEQ_CST);
	else
		__atomic_compare_exchange_n(word, &old, a->swap, 0, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
	rd_vb_place_admit(word);
	return old;
}

static void on_atomic(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data,
		      size_t len)
{
	struct rd_vb_atomic a;
	struct rd_vb_reach r;
	char *word;

	if (len != sizeof(a) || too_many(qp)) {
		fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_SUCCESS);
		return;
	}
	memcpy(&a, data, sizeof(a));
	r = (struct rd_vb_reach){.addr = a.addr, .key = a.key, .len = sizeof(uint64_t)};
	word = reach(qp, &r, 0, r.len, IBV_ACCESS_REMOTE_ATOMIC);
	if (!word || (uintptr_t)word % sizeof(uint64_t)) {
		fail(qp, hdr->msn, word ? RD_VB_NAK_REQUEST : RD_VB_NAK_ACCESS, IBV_WC_SUCCESS);
		return;
	}
	message_done(qp, hdr->msn);
	add_answer(qp, RD_VB_VALUE, hdr->msn)->value = operate((uint64_t *)(void *)word, &a);
}

/* ---- Packets ---- */

int rd_vb_receives(const struct rd_vb_qp *qp)
{
	enum ibv_qp_state state = qp->attr.qp_state;

	return state == IBV_QPS_RTR || state == IBV_QPS_RTS || state == IBV_QPS_SQD ||
	       state == IBV_QPS_SQE;
}

/* A request that no queue pair here expects: its sender tries again, as often as it was told to. A
 * refusal goes behind answers that wait: the sender drops one of another message than the oldest.
 * Behind a refusal it is not needed. */
static void not_expected(int node, struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr)
{
	const struct rd_vb_resp *last = qp ? last_answer(qp) : NULL;
	struct rd_vb_hdr nak = {
		.kind = RD_VB_NAK,
		.aux = RD_VB_NAK_QP,
		.qpn = hdr->aux,
		.msn = hdr->msn,
		.imm = hdr->qpn,
	};

	if (!(hdr->flags & RD_VB_FIRST))
		return;
	if (!last || qp->node != node || qp->attr.dest_qp_num % RD_VB_QP_MAX != hdr->aux)
		rd_vb_net_stray(node, &nak);
	else if (last->kind != RD_VB_NAK)
		refuse(qp, hdr->msn, RD_VB_NAK_QP);
}

/* Whether its sender is of the queue pair's type. */
static int has_type_of(const struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr)
{
	int is_uc = hdr->kind <= RD_VB_WRITE && hdr->flags & RD_VB_UC;

	return qp->init.qp_type == (is_uc ? IBV_QPT_UC : IBV_QPT_RC);
}

/* A message may follow one whose end is missing, which leaves its receive request to it. 0: it is
 * of no kind for UC. */
static int begin_unreliable(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr)
{
	if (hdr->flags & (RD_VB_PLACED | RD_VB_INV))
		return 0;
	if (hdr->flags & RD_VB_FIRST) {
		qp->expected = hdr->msn;
		qp->within = 0;
	}
	return 1;
}

static void on_request(int node, struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data,
		       size_t len)
{
	static void (*const on[])(struct rd_vb_qp *, const struct rd_vb_hdr *, const char *,
				  size_t) = {
		[RD_VB_SEND] = on_send,
		[RD_VB_WRITE] = on_write,
		[RD_VB_READ] = on_read,
		[RD_VB_ATOMIC] = on_atomic,
	};
	int first = hdr->flags & RD_VB_FIRST;

	if (!qp || !has_type_of(qp, hdr) || !rd_vb_receives(qp) || qp->node != node ||
	    qp->attr.dest_qp_num % RD_VB_QP_MAX != hdr->aux) {
		not_expected(node, qp, hdr);
		return;
	}
	if (rd_vb_is_unreliable(qp) && !begin_unreliable(qp, hdr))
		return;
	if (hdr->msn != qp->expected) {
		if (!qp->refused)
			not_expected(node, qp, hdr);
		return;
	}
	if (first ? qp->within != 0 : qp->within != hdr->kind) {
		if (!first) /* of a message that was refused */
			return;
		fail(qp, hdr->msn, RD_VB_NAK_REQUEST, IBV_WC_LOC_QP_OP_ERR);
		return;
	}
	qp->refused = 0;
	if (!qp->established && qp->attr.qp_state == IBV_QPS_RTR)
		rd_vb_async(qp->ex.qp_base.context, IBV_EVENT_COMM_EST, qp);
	qp->established = 1;
	on[hdr->kind](qp, hdr, data, len);
}

static void make_grh(struct ibv_grh *grh, int from, int to, size_t len)
{
	memset(grh, 0, sizeof(*grh));
	grh->version_tclass_flow = htobe32(6u << 28);
	grh->paylen = htobe16((uint16_t)len);
	grh->next_hdr = 0x1b;
	grh->hop_limit = 0xff;
	rd_vb_net_gid(from, &grh->sgid);
	rd_vb_net_gid(to, &grh->dgid);
}

static uint64_t room(const struct rd_vb_rwr *wr)
{
	uint64_t sum = 0;

	for (int i = 0; i < wr->nsge; i++)
		sum += wr->sge[i].length;
	return sum;
}

static void untake(struct rd_vb_qp *qp)
{
	struct rd_vb_srq *srq = (struct rd_vb_srq *)qp->ex.qp_base.srq;

	(srq ? &srq->rq : &qp->rq)->tail--;
	qp->has_cur = 0;
}

/* A datagram that fits nowhere, or has another key, is dropped. */
static void on_dgram(int node, struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data,
		     size_t len)
{
	struct rd_vb_dgram head;
	struct ibv_grh grh;
	struct ibv_wc wc = {
		.opcode = IBV_WC_RECV,
		.imm_data = hdr->imm,
		.slid = (uint16_t)(node + 1),
		.wc_flags = (hdr->flags & RD_VB_IMM ? IBV_WC_WITH_IMM : 0) |
			    (hdr->flags & RD_VB_GRH ? IBV_WC_GRH : 0),
	};
	int err = 0;

	if (!qp || qp->init.qp_type != IBV_QPT_UD || !rd_vb_receives(qp) || len < sizeof(head))
		return;
	memcpy(&head, data, sizeof(head));
	data += sizeof(head);
	len -= sizeof(head);
	if (head.qkey != qp->attr.qkey || !rd_vb_rq_take(qp))
		return;
	if (room(&qp->cur) < RD_VB_GRH_B + len) {
		untake(qp);
		return;
	}
	if (hdr->flags & RD_VB_GRH) {
		make_grh(&grh, node, rd_vb.rank, len);
		err = rd_vb_scatter(receive_pd(qp), qp->cur.sge, qp->cur.nsge, 0,
				    (const char *)&grh, sizeof(grh));
	}
	if (!err)
		err = rd_vb_scatter(receive_pd(qp), qp->cur.sge, qp->cur.nsge, RD_VB_GRH_B, data,
				    len);
	wc.status = (enum ibv_wc_status)err;
	wc.byte_len = RD_VB_GRH_B + (uint32_t)len;
	wc.src_qp = head.qpn;
	end_receive(qp, &wc, (hdr->flags & RD_VB_SOLICITED) != 0);
	if (err)
		rd_vb_qp_error(qp);
}

/* A NAK_QP names the place of the queue pair here, and the number of the one there. */
static struct rd_vb_qp *refused_qp(const struct rd_vb_hdr *hdr)
{
	struct rd_vb_qp *qp = rd_vb.qp[hdr->qpn % RD_VB_QP_MAX];

	return qp && qp->attr.dest_qp_num == hdr->imm ? qp : NULL;
}

void rd_vb_on_packet(int node, const struct rd_vb_hdr *hdr, const char *data, size_t len)
{
	struct rd_vb_qp *qp = rd_vb_qp_find(hdr->qpn);

	if (hdr->kind == RD_VB_NAK && hdr->aux == RD_VB_NAK_QP)
		qp = refused_qp(hdr);
	switch (hdr->kind) {
	case RD_VB_SEND:
	case RD_VB_WRITE:
	case RD_VB_READ:
	case RD_VB_ATOMIC:
		on_request(node, qp, hdr, data, len);
		return;
	case RD_VB_DGRAM:
		on_dgram(node, qp, hdr, data, len);
		return;
	case RD_VB_REVOKE:
		rd_vb_place_on_revoke(node, hdr);
		return;
	case RD_VB_REVOKED:
		rd_vb_place_on_revoked(node, hdr);
		return;
	case RD_VB_DATA:
	case RD_VB_VALUE:
	case RD_VB_ACK:
	case RD_VB_NAK:
	case RD_VB_ASK:
	case RD_VB_GRANT:
		break;
	default:
		rd_debug("verbs: node %d sent a packet of kind %u; ignored", node, hdr->kind);
		return;
	}
	if (!qp || qp->init.qp_type != IBV_QPT_RC || qp->node != node)
		return;
	if (hdr->kind == RD_VB_ACK)
		rd_vb_on_ack(qp, hdr);
	else if (hdr->kind == RD_VB_NAK)
		rd_vb_on_nak(qp, hdr);
	else if (hdr->kind == RD_VB_ASK)
		rd_vb_place_on_ask(qp, hdr);
	else if (hdr->kind == RD_VB_GRANT)
		rd_vb_place_on_grant(qp, data, len);
	else
		rd_vb_on_answer(qp, hdr, data, len);
}

/* ---- Sending answers ---- */

/* One packet of the oldest answer. 0, or RD_EAGAIN. */
static int send_data(struct rd_vb_qp *qp, struct rd_vb_resp *resp, struct rd_vb_hdr *hdr)
{
	uint32_t len = rd_min(resp->reach.len - resp->at, RD_VB_FRAG_B);
	const char *from =
		len ? reach(qp, &resp->reach, resp->at, len, IBV_ACCESS_REMOTE_READ) : "";
	char *to;

	if (!from) { /* the region is gone */
		qp->answers--;
		resp->kind = RD_VB_NAK;
		resp->aux = RD_VB_NAK_ACCESS;
		return RD_EAGAIN;
	}
	to = rd_vb_net_reserve(qp->node, len);
	if (!to)
		return RD_EAGAIN;
	memcpy(to, from, len);
	hdr->imm = resp->at;
	hdr->flags = resp->at + len == resp->reach.len ? RD_VB_LAST : 0;
	rd_vb_net_commit(qp->node, hdr, len);
	resp->at += len;
	return 0;
}

static int send_answer(struct rd_vb_qp *qp, struct rd_vb_resp *resp)
{
	struct rd_vb_hdr hdr = {
		.kind = resp->kind,
		.flags = RD_VB_LAST,
		.aux = resp->aux,
		.qpn = qp->attr.dest_qp_num,
		.msn = resp->msn,
		.imm = resp->imm,
	};
	int err;

	if (resp->kind == RD_VB_DATA) {
		err = send_data(qp, resp, &hdr);
		if (err || !(hdr.flags & RD_VB_LAST))
			return err;
	} else {
		err = rd_vb_net_send(qp->node, &hdr, &resp->value,
				     resp->kind == RD_VB_VALUE ? sizeof(resp->value) : 0);
		if (err)
			return err;
	}
	if (resp->kind != RD_VB_NAK)
		qp->told = resp->msn + 1;
	qp->answers -= is_answer(resp);
	qp->resp_tail++;
	return 0;
}

void rd_vb_recv_end(struct rd_vb_qp *qp)
{
	struct rd_vb_hdr nak = {
		.kind = RD_VB_NAK,
		.aux = RD_VB_NAK_QP,
		.qpn = qp->attr.dest_qp_num,
		.msn = qp->told,
		.imm = qp->ex.qp_base.qp_num,
	};

	if (qp->within || qp->resp_head != qp->resp_tail)
		rd_vb_net_stray(qp->node, &nak);
	qp->within = 0;
	rd_vb_answers_drop(qp);
}

void rd_vb_answers_drop(struct rd_vb_qp *qp)
{
	qp->resp_tail = qp->resp_head;
	qp->answers = 0;
}

int rd_vb_answer(struct rd_vb_qp *qp)
{
	if (rd_unlikely(!rd_vb_net_is_up(qp->node))) {
		if (rd_vb.nodes[qp->node].state != RD_VB_NODE_ASKED)
			rd_vb_answers_drop(qp);
		return 0; /* peer.c makes it busy when the connection is there */
	}
	for (int n = 0; n < BATCH && qp->resp_tail != qp->resp_head; n++) {
		int err = send_answer(qp, &qp->resp[qp->resp_tail % RD_VB_RESP_N]);

		if (err == RD_EAGAIN)
			return 1;
		if (err)
			rd_vb_answers_drop(qp);
	}
	return qp->resp_tail != qp->resp_head;
}
