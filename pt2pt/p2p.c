/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and end of point-to-point, contexts, the memory of requests, and the dispatch of arriving
 * messages. The protocols themselves: send.c, recv.c, rndv.c, flow.c.
 */
#include "pt2pt/p2p.h"
#include "pt2pt/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/param.h"
#include "runtime/job.h"

#define CHUNK_REQUESTS 32 /* allocated at a time */

struct chunk {
	struct chunk *next;
	struct rd_p2p req[CHUNK_REQUESTS];
};

struct rd_p2p *rd_p2p_spare;
static struct chunk *chunks;

int rd_p2p_more(void)
{
	struct chunk *c = aligned_alloc(_Alignof(struct chunk), sizeof(*c));

	if (!c)
		return RD_ENOMEM;
	c->next = chunks;
	chunks = c;
	for (int i = CHUNK_REQUESTS; i-- > 0;) {
		c->req[i].next_free = rd_p2p_spare;
		rd_p2p_spare = &c->req[i];
	}
	return 0;
}

__attribute__((cold)) void rd_p2p_none(void)
{
	rd_error("no memory for another request");
}

void rd_p2p_leave(struct rd_req *req)
{
	rd_type_put(rd_p2p_of(req)->type);
}

void rd_p2p_free(struct rd_req *req)
{
	struct rd_p2p *r = rd_p2p_of(req);

	if (rd_unlikely(!(r->type->flags & RD_TYPE_PREDEFINED)))
		rd_type_put(r->type);
	r->next_free = rd_p2p_spare;
	rd_p2p_spare = r;
}

enum rd_wait_from rd_p2p_from(const struct rd_req *req)
{
	const struct rd_p2p *r = rd_container(req, struct rd_p2p, req);
	const struct rd_peer *peer = NULL;

	if (r->rndv)
		peer = r->rndv->peer;
	else if (r->ctx && r->peer >= 0)
		peer = rd_peers[rd_ctx_world(r->ctx, r->peer)];
	return peer && peer->ep && peer->ep->btl->from ? peer->ep->btl->from(peer->ep)
						       : RD_FROM_UNKNOWN;
}

long rd_p2p_living(void)
{
	long n = 0;

	for (const struct chunk *c = chunks; c; c = c->next)
		n += CHUNK_REQUESTS;
	for (const struct rd_p2p *r = rd_p2p_spare; r; r = r->next_free)
		n--;
	return n;
}

void rd_p2p_fini(void)
{
	struct chunk *next;

	for (; chunks; chunks = next) {
		next = chunks->next;
		free(chunks);
	}
	rd_p2p_spare = NULL;
}

static void use(struct rd_ctx *ctx, struct rd_mq *mq)
{
	ctx->mq = mq;
	if (!mq)
		return;
	mq->name = ctx->name;
	mq->size = ctx->size;
}

void rd_ctx_open(struct rd_ctx *ctx)
{
	use(ctx, rd_mq_find(ctx->id)); /* messages may have arrived already */
}

struct rd_mq *rd_ctx_make_mq(struct rd_ctx *ctx)
{
	use(ctx, rd_mq_get(ctx->id));
	return ctx->mq;
}

int rd_ctx_ready(struct rd_ctx *ctx)
{
	return rd_ctx_mq(ctx) ? 0 : RD_ENOMEM;
}

int rd_ctx_is_used(uint32_t id)
{
	return rd_mq_find(id) != NULL;
}

void rd_ctx_close(struct rd_ctx *ctx)
{
	struct rd_mq *mq = ctx->mq ? ctx->mq : rd_mq_find(ctx->id);
	struct rd_list *link, *save;

	ctx->mq = NULL;
	if (!mq)
		return;
	rd_list_for_safe (link, save, &mq->order) {
		struct rd_msg *msg = rd_container(link, struct rd_msg, order);

		rd_mq_take_unexpected(mq, msg);
		rd_undo_drop(msg);
	}
	rd_mq_drop(mq);
}

void rd_ctx_rest(struct rd_ctx *ctx)
{
	struct rd_mq *mq = ctx->mq;

	if (!mq || !rd_mq_may_rest(mq))
		return;
	ctx->mq = NULL;
	rd_mq_drop(mq);
}

uint64_t rd_ctx_unexpected(const struct rd_ctx *ctx)
{
	const struct rd_mq *mq = rd_mq_find(ctx->id);

	return mq ? mq->unexpected.entries : 0;
}

static void count_one(struct rd_posted *posted, void *count)
{
	(void)posted;
	++*(uint64_t *)count;
}

uint64_t rd_ctx_posted(const struct rd_ctx *ctx)
{
	struct rd_mq *mq = rd_mq_find(ctx->id);
	uint64_t n = 0;

	if (mq)
		rd_mq_for_each_posted(mq, count_one, &n);
	return n;
}

/* ---- Arrivals ---- */

static void on_rts(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_mq *mq = rd_mq_get(hdr->ctx);
	struct rd_posted *posted;
	struct rd_rts rts;
	const char *data = (const char *)payload + sizeof(rts);
	size_t data_len = hdr->flags & RD_HDR_INLINE ? len - sizeof(rts) : 0;

	memcpy(&rts, payload, sizeof(rts));
	posted = mq ? rd_mq_match_posted(mq, (int)hdr->src, hdr->tag) : NULL;
	if (posted)
		rd_rndv_recv(rd_container(posted, struct rd_p2p, posted), (int)hdr->src, hdr->tag,
			     ep->rank, &rts, hdr->flags & RD_HDR_INLINE ? data : NULL, data_len);
	else if (!mq || rd_flow_keep(mq, rd_peers[ep->rank], hdr, &rts, data, data_len))
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for an unexpected message");
}

static int poison_sound(const struct rd_hdr *hdr, size_t len)
{
	if (!(hdr->flags & RD_HDR_DIFFER))
		return len == sizeof(int32_t);
	return len >= sizeof(int32_t) && len - sizeof(int32_t) < RD_CAUSE_B;
}

static __attribute__((cold)) void on_poison(struct rd_ep *ep, const struct rd_hdr *hdr,
					    const void *payload, size_t len)
{
	struct rd_mq *mq = rd_mq_get(hdr->ctx);
	struct rd_posted *posted = mq ? rd_mq_match_posted(mq, (int)hdr->src, hdr->tag) : NULL;
	const char *cause = (const char *)payload + sizeof(int32_t);
	int32_t lost;

	len -= sizeof(lost);
	if (posted)
		rd_recv_poison(rd_container(posted, struct rd_p2p, posted), (int)hdr->src, hdr->tag,
			       rd_poison_error(hdr), cause, len);
	else if (!mq || rd_flow_keep(mq, rd_peers[ep->rank], hdr, NULL, cause, len))
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for an unexpected message");
	memcpy(&lost, payload, sizeof(lost));
	rd_peer_fail_from(lost, ep->rank);
}

static __attribute__((cold)) void on_rubbish(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	char where[128];

	ep->btl->describe(ep, where, sizeof(where));
	rd_error("rank %d (%s, %s) sent a message of kind %u, %zu bytes, which is none; "
		 "all ranks must run the same version of Rondo",
		 ep->rank, ep->btl->name, where, hdr->kind, len);
}

/* Checks an RTS_. Data that the receiver does not take from the payload is fetched by the sender's
 * request. */
static int rts_sound(const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_rts rts;

	if (len < sizeof(rts))
		return 0;
	memcpy(&rts, payload, sizeof(rts));
	return rts.sreq && len - sizeof(rts) == (hdr->flags & RD_HDR_INLINE ? rts.size : 0);
}

static void pause_from(struct rd_ep *ep, int on)
{
	struct rd_peer *peer = rd_peers[ep->rank];

	peer->eager = on ? -1 : rd_peer_eager_limit(ep);
	rd_peer_update_limits(peer);
}

/* All kinds but eager. */
static __attribute__((noinline)) void on_other(struct rd_ep *ep, const struct rd_hdr *hdr,
					       const void *payload, size_t len)
{
	if (hdr->kind == RD_RTS_ && rts_sound(hdr, payload, len))
		on_rts(ep, hdr, payload, len);
	else if (hdr->kind == RD_DATA)
		rd_rndv_on_data(ep, hdr, payload, len);
	else if (hdr->kind == RD_CTS_ && len == sizeof(struct rd_cts))
		rd_rndv_on_cts(ep, hdr, payload, len);
	else if (hdr->kind == RD_FIN_)
		rd_rndv_on_fin(ep, hdr);
	else if (hdr->kind == RD_POISON && poison_sound(hdr, len))
		on_poison(ep, hdr, payload, len);
	else if (hdr->kind == RD_UNDO && len == sizeof(uint32_t))
		rd_undo_asked(ep, hdr, payload);
	else if (hdr->kind == RD_DROP)
		rd_undo_done(ep, hdr);
	else if (hdr->kind == RD_PAUS || hdr->kind == RD_RESM)
		pause_from(ep, hdr->kind == RD_PAUS);
	else
		on_rubbish(ep, hdr, len);
}

/* An eager message without a matching receive. */
static __attribute__((noinline)) void on_unexpected(struct rd_ep *ep, const struct rd_hdr *hdr,
						    const void *payload, size_t len)
{
	struct rd_mq *mq = rd_mq_get(hdr->ctx);

	if (!mq || rd_flow_keep(mq, rd_peers[ep->rank], hdr, NULL, payload, len))
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for an unexpected message");
}

/* The receiving end of the short path, bench/bandwidth: rare cases are in functions of their own,
 * so that few registers are saved. */
void rd_btl_up_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_posted *posted;
	struct rd_mq *mq;

	if (rd_unlikely(hdr->kind != RD_EAGR)) {
		on_other(ep, hdr, payload, len);
		return;
	}
	mq = rd_mq_get(hdr->ctx);
	posted = mq ? rd_mq_match(mq, (int)hdr->src, hdr->tag) : NULL;
	if (rd_likely(posted != NULL))
		rd_recv_deliver(rd_container(posted, struct rd_p2p, posted), (int)hdr->src,
				hdr->tag, payload, len);
	else
		on_unexpected(ep, hdr, payload, len);
}

void *rd_btl_up_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	return hdr->kind == RD_DATA ? rd_rndv_place(ep, hdr, len) : NULL;
}

/* ---- Start and end ---- */

int rd_pt2pt_init(void)
{
	rd_flow_init();
	return rd_peer_init();
}

void rd_pt2pt_flush(void)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (!rd_peer_flush())
		rd_progress_wait(&w);
}

int rd_pt2pt_fini(void)
{
	rd_pt2pt_flush();
	rd_peer_fini();
	rd_rndv_fini();
	rd_parts_fini();
	rd_mq_fini();
	rd_p2p_fini();
	return 0;
}
