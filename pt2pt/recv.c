/* SPDX-License-Identifier: BSD-3-Clause */
/* Receiving: posting, matching unexpected messages, delivering eager data. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "pt2pt/p2p.h"

static int cancel(struct rd_req *req)
{
	struct rd_p2p *recv = rd_p2p_of(req);

	if (rd_list_empty(&recv->posted.link))
		return 0; /* already matched: it will complete */
	rd_mq_unpost(recv->mq, &recv->posted);
	rd_status_empty(&req->status);
	req->status.cancelled = 1;
	rd_req_complete(req, 0);
	return 0;
}

static int start(struct rd_req *req)
{
	rd_recv_launch(rd_p2p_of(req));
	return 0;
}

/* ---- Messages that are too long ---- */

int rd_recv_too_long(struct rd_p2p *recv, uint64_t len)
{
	recv->announced = len;
	recv->req.flags |= RD_REQ_CAUSE;
	return RD_ETRUNCATE;
}

/* The text of the last POISON that said which calls differ; one for the process. The errors of one
 * collective call have the same cause. */
static struct {
	uint32_t ctx;
	char text[RD_CAUSE_B]; /* "": none */
} told;

static void keep_told(uint32_t ctx, const char *cause, size_t len)
{
	told.ctx = ctx;
	for (size_t i = 0; i < len; i++)
		told.text[i] = isprint((unsigned char)cause[i]) ? cause[i] : '?';
	told.text[len] = 0;
}

static void why(const struct rd_req *req, char text[RD_CAUSE_B])
{
	const struct rd_p2p *recv = rd_container(req, struct rd_p2p, req);
	unsigned long long sent = recv->announced, room = recv->bytes;
	int source = recv->ctx ? rd_ctx_users(recv->ctx, req->status.source) : req->status.source;

	if (req->status.error == RD_ECOUNT && *told.text && recv->ctx && recv->ctx->id == told.ctx)
		snprintf(text, RD_CAUSE_B, "%s", told.text);
	else if (req->status.error == RD_ECOUNT)
		snprintf(
			text, RD_CAUSE_B,
			"rank %d, or one that it waits for, has found calls that differ: all ranks "
			"of a communicator must call the same collectives in the same order, and "
			"give the same number of elements",
			source);
	else if (req->status.error != RD_ETRUNCATE) /* another error has come before the end */
		*text = 0;
	else if (recv->ctx && recv->ctx->awaited)
		snprintf(text, RD_CAUSE_B,
			 "a message of rank %d has %llu bytes in place of %llu: all ranks must "
			 "give the same count",
			 source, sent, room);
	else
		snprintf(text, RD_CAUSE_B,
			 "a message is longer than the receive buffer: %llu bytes from rank %d "
			 "with tag %d, room for %llu",
			 sent, source, req->status.tag, room);
}

const struct rd_req_ops rd_recv_ops = {
	.name = "receive",
	.start = start,
	.cancel = cancel,
	.free = rd_p2p_free,
	.why = why,
	.from = rd_p2p_from,
};

void rd_recv_deliver_long(struct rd_p2p *recv, const void *payload, uint64_t len)
{
	struct rd_iter it;

	if (recv->block) {
		memcpy(recv->block, payload, len);
		return;
	}
	rd_iter_init(&it, recv->buf, recv->count, recv->type);
	rd_iter_unpack(&it, payload, len);
}

void rd_recv_poison(struct rd_p2p *recv, int src, int tag, int err, const char *cause, size_t len)
{
	rd_status_set(&recv->req.status, src, tag, 0, 0);
	if (err == RD_ECOUNT) {
		recv->req.flags |= RD_REQ_CAUSE;
		keep_told(recv->ctx ? recv->ctx->id : 0, cause, len);
	}
	rd_req_complete(&recv->req, err);
}

void rd_recv_message(struct rd_p2p *recv, struct rd_msg *msg)
{
	int src = msg->src, tag = msg->tag, world = msg->world;
	struct rd_rts rts;

	if (rd_likely(!msg->sreq)) {
		if (rd_unlikely(msg->poison))
			rd_recv_poison(recv, src, tag, msg->poison, (const char *)msg->data,
				       msg->held);
		else
			rd_recv_deliver(recv, src, tag, msg->data, msg->held);
		rd_flow_release(msg);
		return;
	}
	rts = *rd_msg_rts(msg);
	if (msg->held || !rts.size) {
		rd_rndv_recv(recv, src, tag, world, &rts, msg->data + sizeof(rts), msg->held);
		rd_flow_release(msg);
	} else {
		rd_flow_release(msg);
		rd_rndv_recv(recv, src, tag, world, &rts, NULL, 0);
	}
}

/* src, tag: those of the request, still in registers. RD_ENOMEM: it has not been started. */
static inline int launch(struct rd_p2p *recv, int src, int tag)
{
	struct rd_msg *msg;

	if (rd_unlikely(src == MPI_PROC_NULL)) {
		rd_status_procnull(&recv->req.status);
		rd_req_complete(&recv->req, 0);
		return 0;
	}
	recv->mq = rd_ctx_mq(recv->ctx);
	if (rd_unlikely(!recv->mq))
		return RD_ENOMEM;
	msg = rd_mq_unexpected(recv->mq, src, tag);
	if (rd_unlikely(msg)) {
		rd_mq_take_unexpected(recv->mq, msg);
		rd_recv_message(recv, msg);
		return 0;
	}
	if (rd_unlikely(rd_peers_lost && rd_peer_unmatchable(recv->ctx, src))) {
		rd_recv_poison(recv, src, tag, RD_EPROC, NULL, 0);
		return 0;
	}
	rd_mq_post(recv->mq, &recv->posted, src, tag);
	return 0;
}

void rd_recv_launch(struct rd_p2p *recv)
{
	if (launch(recv, recv->peer, recv->tag))
		rd_req_complete(&recv->req, RD_ENOMEM);
}

static inline void recv_ready(struct rd_p2p *recv)
{
	recv->req.flags |= RD_REQ_RECV;
	rd_list_init(&recv->posted.link);
}

static inline struct rd_p2p *recv_new(const struct rd_buf *buf, int src, int tag,
				      struct rd_ctx *ctx)
{
	struct rd_p2p *recv = rd_p2p_new(&rd_recv_ops, buf, src, tag, ctx);

	if (recv)
		recv_ready(recv);
	return recv;
}

static inline int irecv(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx,
			struct rd_req **req, int quiet)
{
	struct rd_p2p *recv = recv_new(buf, src, tag, ctx);

	if (rd_unlikely(!recv)) {
		if (!quiet)
			rd_p2p_none();
		return RD_ENOMEM;
	}
	if (rd_unlikely(launch(recv, src, tag))) {
		rd_p2p_free(&recv->req);
		return RD_ENOMEM;
	}
	*req = &recv->req;
	return 0;
}

int rd_irecv(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx, struct rd_req **req)
{
	return irecv(buf, src, tag, ctx, req, 0);
}

int rd_irecv_quiet(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx,
		   struct rd_req **req)
{
	return irecv(buf, src, tag, ctx, req, 1);
}

__attribute__((cold)) int rd_recv_on(struct rd_p2p *own, const struct rd_buf *buf, int src, int tag,
				     struct rd_ctx *ctx)
{
	static const struct rd_req_ops ops = {
		.name = "receive", .cancel = cancel, .free = rd_p2p_leave, .why = why};

	rd_p2p_init(own, &ops, buf, src, tag, ctx);
	recv_ready(own);
	if (!launch(own, src, tag))
		return 0;
	rd_p2p_leave(&own->req);
	return RD_ENOMEM;
}

static __attribute__((cold, noinline)) int recv_lent(const struct rd_buf *buf, int src, int tag,
						     struct rd_ctx *ctx, struct rd_status *status)
{
	struct rd_p2p own;
	int err = rd_recv_on(&own, buf, src, tag, ctx);

	return err ? err : rd_req_wait(&own.req, status);
}

int rd_recv(void *buf, uint64_t count, struct rd_type *type, int src, int tag, struct rd_ctx *ctx,
	    struct rd_status *status)
{
	struct rd_p2p *recv = recv_new(&RD_BUF(buf, count, type), src, tag, ctx);

	if (rd_unlikely(!recv))
		return recv_lent(&RD_BUF(buf, count, type), src, tag, ctx, status);
	if (rd_unlikely(launch(recv, src, tag))) {
		rd_p2p_free(&recv->req);
		return RD_ENOMEM;
	}
	return rd_req_wait(&recv->req, status);
}

int rd_recv_init(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx,
		 struct rd_req **req)
{
	struct rd_p2p *recv = recv_new(buf, src, tag, ctx);

	if (!recv) {
		rd_p2p_none();
		return RD_ENOMEM;
	}
	recv->req.flags = RD_REQ_PERSISTENT | RD_REQ_RECV;
	rd_status_empty(&recv->req.status);
	*req = &recv->req;
	return 0;
}

int rd_imrecv(void *buf, uint64_t count, struct rd_type *type, struct rd_msg *msg,
	      struct rd_req **req)
{
	struct rd_p2p *recv = recv_new(&RD_BUF(buf, count, type), MPI_PROC_NULL, MPI_ANY_TAG, NULL);

	if (!recv) {
		rd_p2p_none();
		return RD_ENOMEM;
	}
	if (msg == &rd_msg_no_proc)
		rd_recv_launch(recv);
	else
		rd_recv_message(recv, msg);
	*req = &recv->req;
	return 0;
}

int rd_mrecv(void *buf, uint64_t count, struct rd_type *type, struct rd_msg *msg,
	     struct rd_status *status)
{
	struct rd_req *req;
	int err = rd_imrecv(buf, count, type, msg, &req);

	return err ? err : rd_req_wait(req, status);
}
