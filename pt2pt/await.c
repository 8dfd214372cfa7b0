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
static int open_one(int world)
{
	struct rd_peer *peer = rd_peers[world];

	if (peer || world == rd_job.rank || rd_job_is_local(world))
		return 0;
	rd_peer_open(world, &peer);
	return 1;
}

static void open_awaited(struct rd_posted *posted, void *arg)
{
	const struct rd_ctx *ctx = rd_container(posted, struct rd_p2p, posted)->ctx;
	int *opened = arg;

	if (posted->src != MPI_ANY_SOURCE) {
		*opened += open_one(rd_ctx_world(ctx, posted->src));
		return;
	}
	for (int i = 0; i < ctx->size && ctx->size <= ANY_MAX && !*opened; i++)
		*opened += open_one(rd_ctx_world(ctx, i));
}

static void look_at_queue(struct rd_mq *mq, void *arg)
{
	rd_mq_for_each_posted(mq, open_awaited, arg);
}

int rd_await_look(void)
{
	uint64_t now = rd_clock_ns(), sum = messages_so_far();
	int opened = 0;

	if (!since_ns || sum != messages) {
		since_ns = now;
		messages = sum;
	}
	if (now - since_ns < WHILE_NS)
		return 0;
	since_ns = now;
	rd_mq_for_each(look_at_queue, &opened);
	return opened;
}
