/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cancelling sends (MPI-5.0 3.8.4): a message that is not matched is taken back.
 *
 *   sender, in MPI_Cancel            receiver, in any MPI call
 *   RTS_ not sent yet: removed from
 *     the pending messages, cancelled
 *   else UNDO ---------------------> not matched: dropped
 *   <------------------------ DROP     (also if its communicator was freed meanwhile)
 *   cancelled
 *                                    matched, by a receive or MPI_Mprobe: no answer; FIN_ or CTS_
 *                                      comes, or has come, and the send completes
 *
 * A message that has been sent eagerly (EAGR, buffered mode) is complete, and not cancelled.
 *
 * Only the receiver knows which messages are matched, and it matches a queued message without
 * asking its sender. MPI_Wait after the cancel therefore waits for the receiver's answer. It is
 * local in the sense of MPI-5.0 2.4.2: no particular call of the receiver is needed; a receiver
 * that computes answers in its next MPI call, and the end of a receiver counts as an answer. MPICH
 * does the same; Open MPI cancels no sends.
 *
 * UNDO follows the RTS_ on the same path and cannot overtake it. The receiver's answer is late if
 * FIN_ has been sent already: then the id is no longer valid, and nothing is found.
 */
#include <string.h>

#include "pt2pt/p2p.h"

static void complete_cancelled(struct rd_p2p *send)
{
	rd_status_empty(&send->req.status);
	send->req.status.cancelled = 1;
	if (send->rndv)
		rd_rndv_finish(send, 0);
	else
		rd_req_complete(&send->req, 0);
}

/* The first message of the send waits for room: no other process knows of it. */
static void withdraw(struct rd_p2p *send)
{
	rd_list_remove(&send->pend.link);
	complete_cancelled(send);
}

int rd_send_cancel(struct rd_req *req)
{
	struct rd_p2p *send = rd_p2p_of(req);
	struct rd_rndv *rv = send->rndv;
	struct rd_hdr hdr = {.kind = RD_UNDO,
			     .ctx = send->ctx->id,
			     .tag = send->tag,
			     .src = (uint32_t)send->ctx->rank};

	if (!rv || rv->state == RD_RNDV_UNSENT)
		withdraw(send);
	else if (rv->state == RD_RNDV_DROPPED)
		complete_cancelled(send);
	else if (rv->state == RD_RNDV_ANNOUNCED) {
		rd_rndv_enter(send, RD_RNDV_UNDOING);
		return rd_peer_control(rv->peer, &hdr, &rv->id, sizeof(rv->id));
	}
	return 0;
}

int rd_send_leave(struct rd_req *req)
{
	struct rd_p2p *send = rd_p2p_of(req);

	if (!send->rndv || send->rndv->state == RD_RNDV_UNSENT)
		return 0;
	send->ctx = NULL;
	if (send->rndv->state == RD_RNDV_DROPPED)
		complete_cancelled(send);
	return 1;
}

void rd_undo_asked(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload)
{
	struct rd_mq *mq = rd_mq_find(hdr->ctx);
	struct rd_msg *msg;
	uint32_t sreq;

	if (!mq)
		return;
	memcpy(&sreq, payload, sizeof(sreq));
	msg = rd_mq_find_announced(mq, (int)hdr->src, hdr->tag, ep->rank, sreq);
	if (!msg)
		return;
	rd_mq_take_unexpected(mq, msg);
	rd_undo_drop(msg);
}

void rd_undo_drop(struct rd_msg *msg)
{
	struct rd_hdr hdr = {.kind = RD_DROP, .ctx = msg->sreq};
	struct rd_peer *peer = rd_peers[msg->world];

	if (msg->sreq && !peer->down)
		rd_peer_control(peer, &hdr, NULL, 0);
	rd_flow_release(msg);
}

void rd_undo_done(struct rd_ep *ep, const struct rd_hdr *hdr)
{
	struct rd_p2p *send = rd_rndv_sender(hdr->ctx, ep);

	if (!send)
		return;
	if (send->rndv->state == RD_RNDV_UNDOING)
		complete_cancelled(send);
	else if (send->rndv->state == RD_RNDV_ANNOUNCED && !send->ctx)
		complete_cancelled(send);
	else if (send->rndv->state == RD_RNDV_ANNOUNCED)
		rd_rndv_enter(send, RD_RNDV_DROPPED);
}
