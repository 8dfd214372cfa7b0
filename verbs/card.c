/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * READs and atomic operations that the cards carry out, without software of the target. Called by
 * send.c for a request that place.c allows; below are the operations of the card
 * (btl_fpga/remote.h).
 *
 * 1. All requests before it are complete, and none behind it begins before its end: the order of
 *    InfiniBand, and more. The target's software does not count it, so it has no number.
 * 2. A request that the card refuses has not been done: the target's software is asked instead, and
 *    gives the reason. Not so an ATOMIC whose word the card could not write: it may have been done,
 *    and fails.
 * 3. Data are copied to the program's memory when they have come, so a request can end before its
 *    operation.
 */
#include "verbs/verbs.h"

#include "base/log.h"

static struct rd_vb_qp *qp_of(struct rd_remote *r)
{
	return rd_container(r, struct rd_vb_qp, card.op);
}

static struct rd_vb_swr *request_of(struct rd_vb_qp *qp)
{
	return &qp->swr[qp->next % qp->init.cap.max_send_wr];
}

static int is_read(const struct rd_vb_qp *qp)
{
	return qp->card.op.kind == RD_REMOTE_READ;
}

static struct rd_vb_place *place_of(struct rd_vb_qp *qp)
{
	return &qp->place[is_read(qp) ? RD_VB_TO_READ : RD_VB_TO_CHANGE];
}

static void leave(struct rd_vb_qp *qp)
{
	qp->card.active = qp->begun = 0;
	rd_list_remove(&qp->card.link);
}

/* The owner of the word shuts the card out for a moment (recv.c), or for good. */
static int refused(struct rd_remote *r, int status)
{
	struct rd_vb_qp *qp = qp_of(r);
	struct rd_vb_place *place = place_of(qp);

	if (!is_read(qp) && status == RN_DMA_STATUS_REGION && place->state == RD_VB_PLACE_GRANTED)
		return 1;
	qp->card.status = status;
	if (place->state == RD_VB_PLACE_GRANTED)
		place->state = RD_VB_PLACE_REFUSED;
	return 0;
}

static void done(struct rd_remote *r, int err);

static void start(struct rd_vb_qp *qp, struct rd_vb_swr *wr)
{
	const struct rd_vb_grant *grant = &qp->place[rd_vb_right_of(wr)].grant;
	struct rd_remote *r = &qp->card.op;
	uint32_t len = wr->len - wr->done;

	*r = (struct rd_remote){
		.kind = RD_REMOTE_READ,
		.ep = rd_vb.nodes[qp->node].ep,
		.at = {grant->offset + (wr->raddr - grant->base) + wr->done, grant->key,
		       (uint8_t)grant->region},
		.local = &qp->card.value,
		.operand = wr->operand,
		.by_copy = 1, /* so that it can be cancelled */
		.done = done,
		.refused = refused,
	};
	if (wr->opcode == IBV_WR_RDMA_READ) {
		r->local = rd_vb_piece(qp, wr, wr->done, &len, IBV_ACCESS_LOCAL_WRITE);
	} else if (wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		r->kind = RD_REMOTE_ADD;
	} else {
		r->kind = RD_REMOTE_SWAP;
		r->operand = wr->swap;
		r->expected = wr->operand;
	}
	r->len = len;
	if (!r->local) {
		rd_vb_without_packet(qp, IBV_WC_LOC_PROT_ERR);
		return;
	}
	qp->card.active = qp->begun = 1;
	qp->card.status = 0;
	rd_list_append(&rd_vb.cards, &qp->card.link);
	rd_remote_begin(r);
}

/* The connection is lost, so rd_vb_send_lost ends the request; or the target's software has to be
 * asked. */
static void failed(struct rd_vb_qp *qp, struct rd_vb_swr *wr)
{
	rd_debug("verbs: queue pair %#x: the other card refuses (%s)", qp->ex.qp_base.qp_num,
		 rd_page_why((unsigned)qp->card.status));
	wr->done = 0;
	if (!is_read(qp) && qp->card.status == RN_DMA_STATUS_WRITE_ERROR)
		rd_vb_without_packet(qp, IBV_WC_REM_OP_ERR);
	else if (qp->card.status)
		rd_vb_qp_busy(qp);
}

static void done(struct rd_remote *r, int err)
{
	struct rd_vb_qp *qp = qp_of(r);
	struct rd_vb_swr *wr = request_of(qp);

	leave(qp);
	if (err) {
		failed(qp, wr);
		return;
	}
	if (!is_read(qp)) {
		rd_vb_without_packet(qp, rd_vb_scatter(qp->ex.qp_base.pd, wr->sge, wr->nsge, 0,
						       (const char *)&qp->card.value,
						       sizeof(qp->card.value)));
		return;
	}
	wr->done += (uint32_t)r->len;
	if (wr->done < wr->len)
		start(qp, wr);
	else
		rd_vb_without_packet(qp, 0);
}

void rd_vb_card_begin(struct rd_vb_qp *qp)
{
	start(qp, request_of(qp));
}

void rd_vb_card_cancel(struct rd_vb_qp *qp)
{
	if (!qp->card.active)
		return;
	if (rd_vb.open)
		rd_remote_cancel(&qp->card.op);
	leave(qp);
}

/* From its first byte on, by packets if the grant is gone. */
static void begin_again(struct rd_vb_qp *qp)
{
	rd_vb_card_cancel(qp);
	request_of(qp)->done = 0;
	rd_vb_qp_busy(qp);
}

void rd_vb_card_revoked(struct rd_vb_qp *qp)
{
	if (qp->card.active && is_read(qp) && place_of(qp)->state != RD_VB_PLACE_GRANTED)
		begin_again(qp);
}

int rd_vb_card_changes(const struct rd_vb_qp *qp)
{
	return qp->card.active && !is_read(qp);
}

void rd_vb_card_forget(const struct rd_vb_mr *mr)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &rd_vb.cards) {
		struct rd_vb_qp *qp = rd_container(link, struct rd_vb_qp, card.link);
		uintptr_t at = (uintptr_t)qp->card.op.local, base = (uintptr_t)mr->mr.addr;

		if (at - base < mr->mr.length)
			begin_again(qp);
	}
}
