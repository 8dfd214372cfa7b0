/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connects to a rank of another host from which messages have been awaited for unconnected_ns
 * without a connection: the sender may be unable to connect, as a firewall may let only one side
 * in. Called by peer.c when the process is about to sleep.
 */
#include "base/clock.h"
#include "pt2pt/p2p.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#define ANY_MAX 64 /* members; in a larger communicator a wildcard receive connects to none */

static uint64_t since_ns, messages;

static uint64_t messages_so_far(void)
{
	uint64_t sum = 0;

	for (int i = 0; rd_btl_table[i]; i++)
		sum += rd_btl_table[i]->stats->rx_msgs;
	return sum;
}

/* 1: a rank of another host, not connected yet. */
static int is_new(int world)
{
	return !rd_peers[world] && world != rd_job.rank && !rd_job_is_local(world);
}

/* The first such rank found. Opening a connection may complete receives, so it is not done during
 * the visit of the queues. */
struct awaited {
	int world;  /* -1: none yet */
	int opened; /* number of connections opened before */
};

static void find_awaited(struct rd_posted *posted, void *arg)
{
	const struct rd_ctx *ctx = rd_container(posted, struct rd_p2p, posted)->ctx;
	struct awaited *a = arg;
	int world;

	if (a->world >= 0)
		return;
	if (posted->src != MPI_ANY_SOURCE) {
		world = rd_ctx_world(ctx, posted->src);
		a->world = is_new(world) ? world : -1;
		return;
	}
	for (int i = 0; i < ctx->size && ctx->size <= ANY_MAX && !a->opened && a->world < 0; i++) {
		world = rd_ctx_world(ctx, i);
		a->world = is_new(world) ? world : -1;
	}
}

static void look_at_queue(struct rd_mq *mq, void *arg)
{
	rd_mq_for_each_posted(mq, find_awaited, arg);
}

int rd_await_look(void)
{
	uint64_t now = rd_clock_ns(), sum = messages_so_far();
	struct awaited a = {0};
	struct rd_peer *peer;

	if (!since_ns || sum != messages) {
		since_ns = now;
		messages = sum;
	}
	if (now - since_ns < rd_wait_table.pt2pt.unconnected_ns)
		return 0;
	since_ns = now;
	for (; a.world >= 0; a.opened += a.world >= 0) {
		a.world = -1;
		rd_mq_for_each(look_at_queue, &a);
		if (a.world >= 0 && rd_peer_open(a.world, &peer) == RD_ENOMEM)
			break;
	}
	return a.opened;
}
