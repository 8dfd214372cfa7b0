/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Failed processes: which ranks, the operations that fail with them, and the operations that fail
 * from then on. Failures are reported by transports (rd_btl_up_down) and by the launcher
 * (runtime/failures.h). Neither reports an orderly end, after which nothing is expected of a
 * process.
 */
#include <stdlib.h>

#include "base/err.h"
#include "base/log.h"
#include "pt2pt/p2p.h"
#include "runtime/job.h"
#include "runtime/failures.h"

int rd_peers_lost;

static int *ranks; /* [rd_peers_lost] world ranks, in the order of their failure */

int rd_lost_init(void)
{
	rd_peers_lost = 0;
	ranks = malloc((size_t)rd_job.size * sizeof(*ranks));
	return ranks ? 0 : RD_ENOMEM;
}

void rd_lost_fini(void)
{
	rd_peers_lost = 0;
	free(ranks);
	ranks = NULL;
}

int rd_ctx_has(const struct rd_ctx *ctx, int world)
{
	if (!ctx->world)
		return world < ctx->size;
	for (int i = 0; i < ctx->size; i++)
		if (ctx->world[i] == world)
			return 1;
	return 0;
}

int rd_ctx_broken(struct rd_ctx *ctx)
{
	for (; ctx->seen < rd_peers_lost; ctx->seen++)
		ctx->broken += rd_ctx_has(ctx, ranks[ctx->seen]);
	return ctx->broken;
}

int rd_ctx_has_lost(const struct rd_ctx *ctx, int rank)
{
	for (int i = 0; i < rd_peers_lost; i++)
		if (ranks[i] == rd_ctx_world(ctx, rank))
			return 1;
	return 0;
}

int rd_ctx_lost(const struct rd_ctx *ctx)
{
	for (int i = 0; i < rd_peers_lost; i++)
		if (rd_ctx_has(ctx, ranks[i]))
			return ranks[i];
	return -1;
}

int rd_peer_unmatchable(struct rd_ctx *ctx, int src)
{
	struct rd_peer *peer;
	int untold;

	if (src >= 0 && !ctx->joint) {
		peer = rd_peers[rd_ctx_world(ctx, src)];
		return peer && peer->down;
	}
	untold = rd_ctx_broken(ctx) - ctx->told;
	if (!ctx->joint)
		ctx->told = ctx->broken;
	return untold > 0;
}

struct lost {
	struct rd_mq *mq;
	int world;
};

static int is_lost(const struct lost *lost, const struct rd_posted *posted, struct rd_ctx *ctx)
{
	if (posted->src != MPI_ANY_SOURCE && rd_ctx_world(ctx, posted->src) == lost->world)
		return 1;
	if ((posted->src != MPI_ANY_SOURCE && !ctx->joint) || !rd_ctx_has(ctx, lost->world))
		return 0;
	if (!ctx->joint)
		ctx->told = rd_ctx_broken(ctx);
	return 1;
}

/* A receive that only the failed peer could match, or that it might have matched, ends with an
 * error. */
static void fail_posted(struct rd_posted *posted, void *arg)
{
	struct lost *lost = arg;
	struct rd_p2p *recv = rd_container(posted, struct rd_p2p, posted);

	if (!is_lost(lost, posted, recv->ctx))
		return;
	rd_mq_unpost(lost->mq, posted);
	rd_status_set(&recv->req.status, posted->src, posted->tag, 0, 0);
	rd_req_complete(&recv->req, RD_EPROC);
}

static void fail_queue(struct rd_mq *mq, void *arg)
{
	struct lost *lost = arg;

	lost->mq = mq;
	rd_mq_for_each_posted(mq, fail_posted, lost);
}

static void go_down(struct rd_peer *peer)
{
	struct lost lost = {.world = peer->rank};

	peer->down = 1;
	ranks[rd_peers_lost++] = peer->rank;
	rd_peer_update_limits(peer);
	rd_peer_fail_pending(peer);
	rd_rndv_peer_down(peer);
	rd_mq_for_each(fail_queue, &lost);
}

void rd_btl_up_down(struct rd_ep *ep, int err)
{
	struct rd_peer *peer = rd_peers[ep->rank];

	(void)err;
	if (peer && !peer->down)
		go_down(peer);
}

int rd_btl_up_is_down(const struct rd_ep *ep)
{
	return rd_peers[ep->rank] && rd_peers[ep->rank]->down;
}

int rd_peer_fail(int rank)
{
	struct rd_peer *peer = rd_peer_must(rank);

	if (peer->down)
		return 0;
	go_down(peer);
	if (peer->ep && peer->ep->btl->gone)
		peer->ep->btl->gone(peer->ep);
	return 1;
}

void rd_peer_fail_from(int rank, int who)
{
	if (rank >= 0 && rank < rd_job.size && rank != rd_job.rank && rd_peer_fail(rank))
		rd_error("rank %d on %s has ended without leaving MPI, says rank %d", rank,
			 rd_job_host(rank), who);
}

/* Takes the launcher's failure notices; a transport may have reported the same rank, or never
 * will. */
int rd_peer_take_failures(void)
{
	int rank, events = 0;

	for (; (rank = rd_failures_take()) >= 0; events++)
		if (rd_peer_fail(rank))
			rd_error("rank %d on %s has ended without leaving MPI, says the launcher",
				 rank, rd_job_host(rank));
	return events;
}
