/* SPDX-License-Identifier: BSD-3-Clause */
/* Probing for messages, with and without removing them from matching (MPI-5.0 3.8). */
#include "pt2pt/p2p.h"

struct rd_msg rd_msg_no_proc = {.obj = {RD_MAGIC_MESSAGE, 1}};

static struct rd_msg *look(int src, int tag, struct rd_ctx *ctx, struct rd_status *status)
{
	struct rd_mq *mq = rd_ctx_mq(ctx);
	struct rd_msg *msg = mq ? rd_mq_find_unexpected(mq, src, tag) : NULL;

	if (msg && status)
		rd_status_set(status, msg->src, msg->tag, 0, rd_msg_size(msg));
	return msg;
}

static int down(int src, struct rd_ctx *ctx)
{
	return rd_peers_lost && rd_peer_unmatchable(ctx, src) ? RD_EPROC : 0;
}

/* The message, or NULL if one poll brought none. */
static struct rd_msg *look_twice(int src, int tag, struct rd_ctx *ctx, struct rd_status *status)
{
	struct rd_msg *msg = look(src, tag, ctx, status);

	if (!msg) {
		rd_progress_test();
		msg = look(src, tag, ctx, status);
	}
	return msg;
}

static int look_until(int src, int tag, struct rd_ctx *ctx, struct rd_msg **msg,
		      struct rd_status *status)
{
	struct rd_probing self = {.ctx = ctx, .src = src, .tag = tag};
	struct rd_wait w = RD_WAIT_INIT;
	int err = 0;

	rd_list_append(&rd_probes, &self.link);
	while (!(*msg = look(src, tag, ctx, status)) && !(err = down(src, ctx)))
		rd_progress_wait(&w);
	rd_list_remove(&self.link);
	return err;
}

int rd_iprobe(int src, int tag, struct rd_ctx *ctx, int *flag, struct rd_status *status)
{
	if (src == MPI_PROC_NULL) {
		*flag = 1;
		if (status)
			rd_status_procnull(status);
		return 0;
	}
	*flag = look_twice(src, tag, ctx, status) != NULL;
	return *flag ? 0 : down(src, ctx);
}

int rd_probe(int src, int tag, struct rd_ctx *ctx, struct rd_status *status)
{
	struct rd_msg *msg;

	if (src == MPI_PROC_NULL) {
		if (status)
			rd_status_procnull(status);
		return 0;
	}
	return look_until(src, tag, ctx, &msg, status);
}

int rd_improbe(int src, int tag, struct rd_ctx *ctx, int *flag, struct rd_msg **msg,
	       struct rd_status *status)
{
	struct rd_msg *found = &rd_msg_no_proc;

	if (src == MPI_PROC_NULL) {
		if (status)
			rd_status_procnull(status);
	} else if ((found = look_twice(src, tag, ctx, status))) {
		rd_mq_take_unexpected(ctx->mq, found);
	}
	*flag = found != NULL;
	if (found)
		*msg = found;
	return found ? 0 : down(src, ctx);
}

int rd_mprobe(int src, int tag, struct rd_ctx *ctx, struct rd_msg **msg, struct rd_status *status)
{
	struct rd_msg *found;
	int err;

	if (src == MPI_PROC_NULL) {
		if (status)
			rd_status_procnull(status);
		*msg = &rd_msg_no_proc;
		return 0;
	}
	err = look_until(src, tag, ctx, &found, status);
	if (err)
		return err;
	rd_mq_take_unexpected(ctx->mq, found);
	*msg = found;
	return 0;
}
