/* SPDX-License-Identifier: BSD-3-Clause */
/* Combined send and receive (MPI-5.0 3.10): a receive and a send under one request. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/pool.h"
#include "pt2pt/p2p.h"

struct pair {
	struct rd_req req;
	struct rd_req *recv, *send;
	char *copy; /* packed outgoing data of the _replace form */
	char *why;  /* cause of the receive's error; NULL: none, or no memory for it */
};

static struct rd_pool pairs = RD_POOL_INIT(struct pair);

static void pair_free(struct rd_req *req)
{
	struct pair *pair = rd_container(req, struct pair, req);

	free(pair->copy);
	if (rd_unlikely(pair->why))
		free(pair->why);
	rd_pool_put(&pairs, pair);
}

static void take_cause(struct pair *pair)
{
	char text[RD_CAUSE_B];

	rd_req_take_cause(pair->recv, text);
	pair->why = strdup(text);
	pair->req.flags |= RD_REQ_CAUSE;
}

/* All parts are done: the pair takes the receive's status and the first error. */
static int gather(struct rd_req *req)
{
	struct pair *pair = rd_container(req, struct pair, req);
	int err, send_err;

	if (rd_unlikely(pair->recv->flags & RD_REQ_CAUSE))
		take_cause(pair);
	err = rd_req_finish(pair->recv, &req->status);
	send_err = rd_req_finish(pair->send, NULL);
	return err ? err : send_err;
}

static void why(const struct rd_req *req, char text[RD_CAUSE_B])
{
	const struct pair *pair = rd_container(req, struct pair, req);

	snprintf(text, RD_CAUSE_B, "%s", pair->why ? pair->why : "");
}

static const struct rd_req_ops pair_ops = {
	.name = "sendrecv", .free = pair_free, .gather = gather, .why = why};

static struct pair *pair_new(uint64_t copy_bytes)
{
	struct pair *pair = rd_pool_get(&pairs);

	if (pair && copy_bytes && !(pair->copy = malloc(copy_bytes))) {
		rd_pool_put(&pairs, pair);
		pair = NULL;
	}
	if (!pair) {
		rd_error("no memory for a send-receive of %llu bytes",
			 (unsigned long long)copy_bytes);
		return NULL;
	}
	rd_obj_init(&pair->req.obj, RD_MAGIC_REQUEST);
	pair->req.flags = RD_REQ_ACTIVE | RD_REQ_RECV;
	pair->req.ops = &pair_ops;
	return pair;
}

static int begin(struct pair *pair, const struct rd_side *send, const struct rd_side *recv,
		 struct rd_ctx *ctx)
{
	int err = rd_irecv(&recv->buf, recv->peer, recv->tag, ctx, &pair->recv);

	if (err)
		return err;
	err = rd_isend(&send->buf, send->peer, send->tag, ctx, RD_SEND_STANDARD, &pair->send);
	if (err) {
		rd_req_cancel(pair->recv);
		rd_req_free(pair->recv);
	}
	return err;
}

/* Ends the receive beside a send that has failed. Without memory for the message to send the one to
 * receive may not come, as an answer to it: it is not waited for, except in a collective, where a
 * poison message has been sent. */
static __attribute__((cold, noinline)) int end_failed(int err, struct rd_req *recv,
						      const struct rd_ctx *ctx,
						      struct rd_status *status)
{
	struct rd_err_kept cause;

	rd_err_keep(&cause);
	if (err == RD_ENOMEM && !ctx->awaited)
		rd_req_cancel(recv);
	rd_req_wait(recv, status);
	rd_err_give_back(&cause);
	return err;
}

/* There was no memory for the request of the send; that of the receive is under way. */
static int send_and_end(const struct rd_side *send, struct rd_req *recv, struct rd_ctx *ctx,
			struct rd_status *status)
{
	int err = rd_send_lent(&send->buf, send->peer, send->tag, ctx, RD_SEND_STANDARD);

	return err ? end_failed(err, recv, ctx, status) : rd_req_wait(recv, status);
}

/* Nor was there for that of the receive. */
static __attribute__((cold, noinline)) int sendrecv_lent(const struct rd_side *send,
							 const struct rd_side *recv,
							 struct rd_ctx *ctx,
							 struct rd_status *status)
{
	struct rd_p2p own;
	int err = rd_recv_on(&own, &recv->buf, recv->peer, recv->tag, ctx);

	if (err && ctx->awaited)
		rd_send_poison(send->peer, send->tag, ctx, RD_ENOMEM, NULL);
	return err ? err : send_and_end(send, &own.req, ctx, status);
}

int rd_sendrecv(const struct rd_side *send, const struct rd_side *recv, struct rd_ctx *ctx,
		struct rd_status *status)
{
	struct rd_err_kept cause;
	struct pair pair;
	int err = rd_irecv_quiet(&recv->buf, recv->peer, recv->tag, ctx, &pair.recv);

	if (rd_unlikely(err))
		return err == RD_ENOMEM ? sendrecv_lent(send, recv, ctx, status) : err;
	err = rd_isend_quiet(&send->buf, send->peer, send->tag, ctx, RD_SEND_STANDARD, &pair.send);
	if (rd_unlikely(err == RD_ENOMEM))
		return send_and_end(send, pair.recv, ctx, status);
	if (rd_unlikely(err)) {
		rd_err_keep(&cause);
		rd_req_cancel(pair.recv);
		rd_req_wait(pair.recv, NULL); /* it has been matched, or is cancelled */
		rd_err_give_back(&cause);
		return err;
	}
	err = rd_req_wait(pair.send, NULL);
	if (rd_unlikely(err))
		return end_failed(err, pair.recv, ctx, status);
	return rd_req_wait(pair.recv, status);
}

static struct rd_buf packed_copy(const struct rd_buf *buf, char *copy)
{
	struct rd_iter it;

	rd_iter_init(&it, buf->addr, buf->count, buf->type);
	rd_iter_pack(&it, copy, it.total);
	return RD_BUF(copy, it.total, rd_type_get(MPI_BYTE));
}

int rd_sendrecv_replace(const struct rd_buf *buf, int dest, int stag, int src, int rtag,
			struct rd_ctx *ctx, struct rd_status *status)
{
	uint64_t bytes = buf->count * buf->type->size;
	char small[1024], *copy = bytes <= sizeof(small) ? small : malloc(bytes);
	int err;

	if (!copy) {
		rd_error("no memory for a copy of %llu bytes in MPI_Sendrecv_replace",
			 (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	err = rd_sendrecv(&RD_SIDE(packed_copy(buf, copy), dest, stag), &RD_SIDE(*buf, src, rtag),
			  ctx, status);
	if (copy != small)
		free(copy);
	return err;
}

static int ipair(struct pair *pair, const struct rd_side *send, const struct rd_side *recv,
		 struct rd_ctx *ctx, struct rd_req **req)
{
	int err = begin(pair, send, recv, ctx);

	if (err) {
		pair_free(&pair->req);
		return err;
	}
	rd_req_adopt(&pair->req, pair->recv);
	rd_req_adopt(&pair->req, pair->send);
	rd_req_adopted(&pair->req);
	*req = &pair->req;
	return 0;
}

int rd_isendrecv(const struct rd_side *send, const struct rd_side *recv, struct rd_ctx *ctx,
		 struct rd_req **req)
{
	struct pair *pair = pair_new(0);

	return pair ? ipair(pair, send, recv, ctx, req) : RD_ENOMEM;
}

int rd_isendrecv_replace(const struct rd_buf *buf, int dest, int stag, int src, int rtag,
			 struct rd_ctx *ctx, struct rd_req **req)
{
	struct pair *pair = pair_new(buf->count * buf->type->size);

	if (!pair)
		return RD_ENOMEM;
	return ipair(pair, &RD_SIDE(packed_copy(buf, pair->copy), dest, stag),
		     &RD_SIDE(*buf, src, rtag), ctx, req);
}
