/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who waits for messages of a rank to which there is no connection connects to it after a while:
 * the sender may have tried in vain all the time, as a firewall lets only one side in. Called by
 * peer.c when the process is about to sleep; ranks of other hosts only.
 */
#include "base/clock.h"
#include "pt2pt/p2p.h"
#include "runtime/job.h"

#define WHILE_NS 1000000000u /* without a message */
#define ANY_MAX 64 /* members of a communicator of which, one after the other, any may be meant */

static uint64_t since_ns, messages;

static uint64_t messages_so_far(void)
{
	uint64_t sum = 0;

	for (int i = 0; rd_btl_table[i]; i++)
		sum += rd_btl_table[i]->stats->rx_msgs;
	return sum;
}

/* 1 when it was not spoken to before. */
static int is_new(int world)
{
	return !rd_peers[world] && world != rd_job.rank && !rd_job_is_local(world);
}

/* The first that is found; opening one may end receives, so it is not done in their midst. */
struct awaited {
	int world;  /* -1: none yet */
	int opened; /* so many before */
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
	if (now - since_ns < WHILE_NS)
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
