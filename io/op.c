/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations on files with a request: see op.h. Called by access.c and collective.c. */
#include "io/op.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/threads.h"
#include "io/datarep.h"
#include "io/exchange.h"
#include "runtime/progress.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rd_list under_way = {&under_way, &under_way};
static int alone; /* of these, those that wait for nobody */

static int arm(void)
{
	struct rd_list *link;

	if (alone)
		return RD_ARM_BUSY;
	rd_list_for (link, &under_way)
		if (rd_container(link, struct rd_io_op, link)->starved)
			return RD_ARM_BUSY;
	return RD_ARM_OK;
}

static void disarm(void)
{
}

/* A send in a step may poll for arrivals, and so call this function again. */
static int poll_all(void)
{
	static int inside;
	struct rd_list *link, *save;
	int events = 0;

	if (inside || rd_threads_pinned()) /* a step may call a function of the program's */
		return 0;
	inside = 1;
	rd_list_for_safe (link, save, &under_way) {
		struct rd_io_op *op = rd_container(link, struct rd_io_op, link);

		op->starved = 0;
		events += op->step(op);
	}
	inside = 0;
	return events;
}

static struct rd_poller poller = {
	.name = "files", .poll = poll_all, .arm = arm, .disarm = disarm, .fd = -1};

void rd_io_begin(struct rd_io_op *op)
{
	if (rd_list_empty(&under_way))
		rd_progress_add(&poller);
	rd_list_append(&under_way, &op->link);
	alone += !op->exchange;
}

/* With the room that a collective operation needs. The slots, which are half of it, are last. */
struct whole {
	struct rd_io_op op;
	struct rd_exchange exchange;
};

static void request_free(struct rd_req *req)
{
	struct rd_io_op *op = rd_container(req, struct rd_io_op, req);
	struct rd_file *file = op->file;

	if (op->req.status.error && op->why[0] && !(req->flags & RD_REQ_DETACHED))
		rd_err_because("%s", op->why);
	rd_type_put(op->buf.type);
	op->file = NULL;
	if (op != file->spare)
		free(op);
	file->errs.put(&file->errs);
}

static const struct rd_req_ops ops = {.name = "file", .free = request_free};

static void fill(struct rd_io_op *op, const struct rd_io_call *call, uint64_t pos)
{
	rd_obj_init(&op->req.obj, RD_MAGIC_REQUEST);
	op->req.flags = RD_REQ_ACTIVE;
	op->req.ops = &ops;
	rd_status_empty(&op->req.status);
	op->file = call->file;
	rd_obj_get(&op->file->obj);
	op->buf = call->buf;
	op->file->pending++;
	rd_type_hold(op->buf.type);
	op->pos = pos;
	op->bytes = call->buf.count * call->buf.type->size;
	op->writes = call->how & RD_IO_OUT;
	op->how = call->how;
	op->began = call->began;
	rd_list_init(&op->link);
	rd_list_init(&op->queue);
	if (call->how & RD_IO_ALL)
		op->exchange = &rd_container(op, struct whole, op)->exchange;
}

struct rd_io_op *rd_io_op_alloc(void)
{
	struct whole *whole = calloc(1, sizeof(*whole));

	return whole ? &whole->op : NULL;
}

int rd_io_op_new(const struct rd_io_call *call, uint64_t pos, struct rd_io_op **out)
{
	struct rd_io_op *op = call->how & RD_IO_ALL ? rd_io_op_alloc() : calloc(1, sizeof(*op));

	if (!op)
		return RD_ENOMEM;
	fill(op, call, pos);
	*out = op;
	return 0;
}

struct rd_io_op *rd_io_op_spare(const struct rd_io_call *call, uint64_t pos)
{
	struct rd_io_op *op = call->file->spare;
	struct rd_wait w = RD_WAIT_INIT;

	while (op->file) /* of an earlier call */
		rd_progress_wait(&w);
	memset(op, 0, offsetof(struct whole, exchange.member.slot));
	fill(op, call, pos);
	return op;
}

uint64_t rd_io_take(struct rd_io_op *op, uint64_t moved)
{
	struct rd_convert *c = op->convert;

	if (c && !op->err && !op->writes)
		rd_io_failed(op, rd_convert_read(c, &moved));
	else if (c)
		moved = op->err ? 0 : c->native.count * c->native.type->size;
	rd_convert_close(c);
	op->convert = NULL;
	return moved;
}

void rd_io_end(struct rd_io_op *op, uint64_t moved)
{
	if (!rd_list_empty(&op->link)) {
		rd_list_remove(&op->link);
		alone -= !op->exchange;
		if (rd_list_empty(&under_way))
			rd_progress_remove(&poller);
	}
	rd_stream_close(&op->stream);
	rd_exchange_end(op->exchange);
	op->file->pending--;
	moved = rd_io_take(op, moved);
	rd_io_stats_end(op->file->stats, op->how, op->way, op->err ? 0 : moved, op->began);
	rd_status_set(&op->req.status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, moved);
	rd_req_complete(&op->req, op->err);
}

void rd_io_drop(struct rd_io_op *op)
{
	rd_convert_close(op->convert);
	op->file->pending--;
	op->why[0] = 0;
	request_free(&op->req);
}

void rd_io_failed(struct rd_io_op *op, int err)
{
	const char *cause;

	if (!err)
		return;
	cause = rd_err_cause(); /* taken from this error alone, and from no later one */
	if (op->err)
		return;
	op->err = err;
	snprintf(op->why, sizeof(op->why), "%s", cause ? cause : "");
}

void rd_io_drain(struct rd_file *file)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (!rd_list_empty(&file->queue))
		rd_progress_wait(&w);
}

void rd_io_drain_all(struct rd_file *file)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (file->pending)
		rd_progress_wait(&w);
}
