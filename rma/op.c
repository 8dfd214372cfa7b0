/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations that wait for messages: parents of point-to-point requests (pt2pt/request.h). Made by
 * put.c and accumulate.c for the origin and by target.c for data of puts.
 */
#include "rma/am.h"

#include "datatype/pack.h"
#include "runtime/progress.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 4096 }; /* pending gets; an accumulate waits while there are more */

static void destroy(struct rd_req *req)
{
	struct rd_rma_op *op = rd_container(req, struct rd_rma_op, req);

	if (op->part != &op->one)
		free(op->part);
	if (op->rtype)
		rd_type_put(op->rtype);
	free(op->packed);
	rd_win_let(op->win);
	free(op);
}

static void deliver(struct rd_rma_op *op)
{
	struct rd_iter it;

	rd_iter_init(&it, op->result, op->rcount, op->rtype);
	rd_iter_unpack(&it, op->packed, op->packed_b);
}

/* All messages have arrived or left. */
static int gather(struct rd_req *req)
{
	struct rd_rma_op *op = rd_container(req, struct rd_rma_op, req);
	struct rd_win_peer *peer = op->peer;
	int first = op->err;

	for (int i = 0; i < op->n; i++) {
		int receives = op->part[i]->flags & RD_REQ_RECV;
		struct rd_status status;
		int err = rd_req_finish(op->part[i], &status);

		if (receives)
			op->have += rd_status_bytes(&status);
		if (!first)
			first = err;
	}
	if (!first && op->have < op->want)
		first = RD_ERMA_RANGE;
	if (op->packed && !first)
		deliver(op);
	if (op->incoming)
		peer->due.bulk--;
	else
		peer->pending--;
	peer->swaps -= (uint32_t)op->swaps;
	rd_list_remove(&op->reading);
	if (first && op->incoming)
		peer->due.refused = first;
	else if (first && !op->user && !op->win->err)
		op->win->err = first;
	return first;
}

static const struct rd_req_ops ops = {.name = "one-sided", .free = destroy, .gather = gather};

struct rd_rma_op *rd_rma_op_new(struct rd_win *win, struct rd_win_peer *peer)
{
	struct rd_rma_op *op = calloc(1, sizeof(*op));

	if (!op)
		return NULL;
	rd_obj_init(&op->req.obj, RD_MAGIC_REQUEST);
	op->req.flags = RD_REQ_ACTIVE;
	op->req.ops = &ops;
	rd_status_empty(&op->req.status);
	rd_obj_get(&win->obj); /* a window with a failed member is freed before its operations
				* end */
	op->win = win;
	op->peer = peer;
	op->part = &op->one;
	op->room = 1;
	rd_list_init(&op->reading);
	op->req.children = 1; /* until rd_rma_op_begin */
	return op;
}

void rd_rma_op_drop(struct rd_rma_op *op)
{
	destroy(&op->req);
}

int rd_rma_op_am(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_kind kind,
		 struct rd_rma_op **op, struct rd_rma_am **am)
{
	struct rd_rma_op *made = rd_rma_op_new(win, peer);

	if (!made)
		return RD_ENOMEM;
	*am = rd_rma_am_new(win, kind);
	if (!*am) {
		rd_rma_op_drop(made);
		return RD_ENOMEM;
	}
	*op = made;
	return 0;
}

static int grow(struct rd_rma_op *op)
{
	int room = 4 * op->room;
	struct rd_req **part = malloc((size_t)room * sizeof(*part));

	if (!part)
		return RD_ENOMEM;
	memcpy(part, op->part, (size_t)op->n * sizeof(*part));
	if (op->part != &op->one)
		free(op->part);
	op->part = part;
	op->room = room;
	return 0;
}

int rd_rma_op_add(struct rd_rma_op *op, struct rd_req *req)
{
	if (op->n == op->room && grow(op)) {
		rd_req_cancel(req);
		rd_req_free(req);
		return RD_ENOMEM;
	}
	op->part[op->n++] = req;
	rd_req_adopt(&op->req, req);
	return 0;
}

int rd_rma_op_ask(struct rd_rma_op *op, struct rd_rma_am *am, uint64_t bytes, void *into,
		  uint64_t count, struct rd_type *type)
{
	int tag = rd_rma_tag(op->win, 0), err;
	struct rd_req *req;

	am->msg.tag = (uint32_t)tag;
	err = rd_irecv(&RD_BUF(into, count, type), op->peer->rank, tag, &op->win->comm->p2p, &req);
	if (!err)
		err = rd_rma_op_add(op, req);
	if (err) {
		rd_rma_am_drop(am);
		return err;
	}
	err = rd_rma_am_send(am, op->peer->rank, bytes);
	if (err)
		rd_req_cancel(req);
	return err;
}

void rd_rma_op_give_up(struct rd_rma_op *op)
{
	op->want = 0;
	op->packed_b = 0;
	rd_rma_op_begin(op, NULL);
}

void rd_rma_op_begin(struct rd_rma_op *op, struct rd_req **req)
{
	if (op->incoming) {
		op->peer->due.bulk++;
	} else {
		op->peer->pending++;
		op->peer->swaps += (uint32_t)op->swaps;
		rd_win_touch(op->win, op->peer);
	}
	op->user = req != NULL;
	if (req)
		*req = &op->req;
	else
		op->req.flags |= RD_REQ_DETACHED;
	rd_req_adopted(&op->req);
}

/* ---- Order of gets and accumulates ---- */

void rd_rma_op_reads(struct rd_rma_op *op, uint64_t from, uint64_t to)
{
	op->from = from;
	op->to = to;
	rd_list_append(&op->win->members.reading, &op->reading);
}

/* 1: pending gets may read part of the target's data. */
static int may_be_read(const struct rd_win *win, const struct rd_win_peer *peer, uint64_t from,
		       uint64_t to)
{
	struct rd_list *link;
	int n = 0;

	rd_list_for (link, &win->members.reading) {
		const struct rd_rma_op *op = rd_container(link, struct rd_rma_op, reading);

		if ((op->peer == peer && op->from < to && from < op->to) || ++n == LOOKED_AT)
			return 1;
	}
	return 0;
}

void rd_rma_await_gets(struct rd_win *win, const struct rd_win_peer *peer, uint64_t at,
		       uint64_t count, const struct rd_type *type)
{
	struct rd_wait wait = RD_WAIT_INIT;
	int64_t first, end;

	if (rd_rma_span(count, type, &first, &end)) /* the accumulate fails */
		return;
	while (may_be_read(win, peer, at + (uint64_t)first, at + (uint64_t)end))
		rd_progress_wait(&wait);
}
