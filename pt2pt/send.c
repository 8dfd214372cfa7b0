/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending. A message that fits is sent eagerly, in one call to the transport and without a request;
 * a longer one, a synchronous one, or one to a receiver that asked for a pause is sent by
 * rendezvous.
 */
#include "base/log.h"
#include "pt2pt/buffer.h"
#include "pt2pt/p2p.h"
#include "runtime/wait.h"

uint32_t rd_sends_left;

/* Packs the whole message straight into the transport's memory. */
static int eager_packed(struct rd_ep *ep, const struct rd_hdr *hdr, const void *buf, uint64_t count,
			struct rd_type *type, size_t bytes)
{
	void *room = ep->btl->reserve(ep, bytes);
	struct rd_iter it;

	if (!room)
		return RD_EAGAIN;
	rd_iter_init(&it, buf, count, type);
	rd_iter_pack(&it, room, bytes);
	ep->btl->commit(ep, hdr, bytes);
	return 0;
}

static inline int eager(struct rd_ep *ep, const struct rd_ctx *ctx, int tag, const void *buf,
			uint64_t count, struct rd_type *type, size_t bytes)
{
	struct rd_hdr hdr = rd_send_header(RD_EAGR, ctx, tag);
	const void *block = rd_type_block(buf, count, type);

	if (block || !bytes)
		return ep->btl->send(ep, &hdr, block, bytes);
	return eager_packed(ep, &hdr, buf, count, type, bytes);
}

/* A message that the peer cannot read from this memory is sent eagerly where others are not. These
 * are tried again now and then, since a process may have migrated. */
static __attribute__((noinline, cold)) int is_eager_yet(struct rd_ep *ep, const void *buf,
							uint64_t count, struct rd_type *type)
{
	return ep->get_min == UINT32_MAX || !rd_type_block(buf, count, type) ||
	       ++ep->eager_not % rd_wait_table.pt2pt.eager_again == 0;
}

/* 1: the message is sent eagerly, not announced. */
static inline int is_eager(const struct rd_peer *peer, const void *buf, uint64_t count,
			   struct rd_type *type, uint64_t bytes)
{
	return (int64_t)bytes <= peer->eager && (rd_likely(bytes <= peer->ep->eager_best) ||
						 is_eager_yet(peer->ep, buf, count, type));
}

int rd_send_launch(struct rd_p2p *send, struct rd_peer *peer)
{
	int err;

	if (send->rndv || send->mode == RD_SEND_SYNC ||
	    !is_eager(peer, send->buf, send->count, send->type, send->bytes))
		return rd_rndv_send(send, peer);
	err = eager(peer->ep, send->ctx, send->tag, send->buf, send->count, send->type,
		    send->bytes);
	if (err == RD_EAGAIN)
		return err;
	rd_req_complete(&send->req, err);
	return 0;
}

/* Starts a request of any mode but buffered. */
static void send_begin(struct rd_p2p *send)
{
	struct rd_peer *peer;
	int err;

	rd_status_empty(&send->req.status);
	if (send->peer == MPI_PROC_NULL) {
		rd_req_complete(&send->req, 0);
		return;
	}
	err = rd_peer_get(rd_ctx_world(send->ctx, send->peer), &peer);
	if (err) {
		rd_req_complete(&send->req, err);
		return;
	}
	if (!rd_list_empty(&peer->pending) || rd_send_launch(send, peer) == RD_EAGAIN)
		rd_peer_defer(peer, send);
}

static int send_start(struct rd_req *req)
{
	struct rd_p2p *send = rd_p2p_of(req);
	int err;

	if (send->mode != RD_SEND_BUFFERED) {
		send_begin(send);
		return 0;
	}
	rd_status_empty(&req->status);
	err = rd_buffer_send(send->buf, send->count, send->type, send->peer, send->tag, send->ctx);
	rd_req_complete(req, err);
	return err;
}

const struct rd_req_ops rd_send_ops = {
	.name = "send",
	.start = send_start,
	.cancel = rd_send_cancel,
	.free = rd_p2p_free,
	.from = rd_p2p_from,
};

static struct rd_p2p *send_new(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
			       enum rd_send_mode mode)
{
	struct rd_p2p *send = rd_p2p_new(&rd_send_ops, buf, dest, tag, ctx);

	if (send)
		send->mode = mode;
	return send;
}

/*
 * Tries to send without a request. 0: sent; RD_EAGAIN: needs a request; otherwise an error.
 */
static inline int send_now(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
			   struct rd_ctx *ctx, enum rd_send_mode mode)
{
	uint64_t bytes = count * type->size;
	struct rd_peer *peer;
	int err = rd_peer_get(rd_ctx_world(ctx, dest), &peer);

	if (rd_unlikely(err))
		return err;
	if (mode == RD_SEND_SYNC || !rd_list_empty(&peer->pending) ||
	    !is_eager(peer, buf, count, type, bytes))
		return RD_EAGAIN;
	if (rd_likely(rd_sends_left)) {
		rd_sends_left--;
	} else {
		rd_sends_left = rd_wait_table.pt2pt.sends_per_poll;
		rd_progress_pinned();
		if (peer->eager < 0 || peer->down || !rd_list_empty(&peer->pending))
			return RD_EAGAIN;
	}
	return eager(peer->ep, ctx, tag, buf, count, type, bytes);
}

static inline int isend(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
			enum rd_send_mode mode, struct rd_req **req, int quiet)
{
	struct rd_p2p *send;
	int err = 0;

	if (mode == RD_SEND_BUFFERED)
		err = rd_buffer_send(buf->addr, buf->count, buf->type, dest, tag, ctx);
	else if (dest != MPI_PROC_NULL)
		err = send_now(buf->addr, buf->count, buf->type, dest, tag, ctx, mode);
	if (rd_likely(err != RD_EAGAIN)) {
		if (!err)
			*req = &rd_req_done_send;
		return err;
	}
	send = send_new(buf, dest, tag, ctx, mode);
	if (!send) {
		if (!quiet)
			rd_p2p_none();
		return RD_ENOMEM;
	}
	send_begin(send);
	*req = &send->req;
	return 0;
}

int rd_isend(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
	     enum rd_send_mode mode, struct rd_req **req)
{
	return isend(buf, dest, tag, ctx, mode, req, 0);
}

int rd_isend_quiet(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
		   enum rd_send_mode mode, struct rd_req **req)
{
	return isend(buf, dest, tag, ctx, mode, req, 1);
}

int rd_send_poison(int dest, int tag, struct rd_ctx *ctx, int why, const char *cause)
{
	struct rd_hdr hdr = rd_send_header(RD_POISON, ctx, tag);
	int32_t lost = why == RD_ENOMEM || why == RD_ECOUNT ? -1 : rd_ctx_lost(ctx);
	size_t text = why == RD_ECOUNT && cause ? strnlen(cause, RD_CAUSE_B - 1) : 0;
	char payload[sizeof(lost) + RD_CAUSE_B];
	struct rd_peer *peer;
	int err;

	hdr.flags = why == RD_ENOMEM ? RD_HDR_NOMEM : why == RD_ECOUNT ? RD_HDR_DIFFER : 0;
	if (dest == MPI_PROC_NULL)
		return 0;
	err = rd_peer_get(rd_ctx_world(ctx, dest), &peer);
	if (err)
		return err;
	memcpy(payload, &lost, sizeof(lost));
	if (text)
		memcpy(payload + sizeof(lost), cause, text);
	return rd_peer_control(peer, &hdr, payload, sizeof(lost) + text);
}

__attribute__((cold)) int rd_send_lent(const struct rd_buf *buf, int dest, int tag,
				       struct rd_ctx *ctx, enum rd_send_mode mode)
{
	static const struct rd_req_ops ops = {.name = "send", .free = rd_p2p_leave};
	struct rd_p2p own;

	rd_p2p_init(&own, &ops, buf, dest, tag, ctx);
	own.mode = mode;
	send_begin(&own);
	return rd_req_wait(&own.req, NULL);
}

int rd_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
	    struct rd_ctx *ctx, enum rd_send_mode mode)
{
	struct rd_p2p *send;
	int err;

	if (rd_unlikely(dest == MPI_PROC_NULL))
		return 0;
	if (rd_unlikely(mode == RD_SEND_BUFFERED))
		return rd_buffer_send(buf, count, type, dest, tag, ctx);
	err = send_now(buf, count, type, dest, tag, ctx, mode);
	if (rd_likely(err != RD_EAGAIN))
		return err;
	send = send_new(&RD_BUF(buf, count, type), dest, tag, ctx, mode);
	if (rd_unlikely(!send))
		return rd_send_lent(&RD_BUF(buf, count, type), dest, tag, ctx, mode);
	send_begin(send);
	return rd_req_wait(&send->req, NULL);
}

int rd_send_init(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
		 enum rd_send_mode mode, struct rd_req **req)
{
	struct rd_p2p *send = send_new(buf, dest, tag, ctx, mode);

	if (!send) {
		rd_p2p_none();
		return RD_ENOMEM;
	}
	send->req.flags = RD_REQ_PERSISTENT;
	rd_status_empty(&send->req.status);
	*req = &send->req;
	return 0;
}
