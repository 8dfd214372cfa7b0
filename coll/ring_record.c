/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives of ring_ops.c with a request: as a schedule, in which the leader's operations on
 * the card are one operation in the communicator's queue (ring_queue.c). Called through ring.c.
 */
#include "coll/ring.h"

#include "base/err.h"
#include "coll/combine.h"
#include "coll/message.h"
#include "coll/record.h"

/* ---- Supported calls ---- */

/* `now`: the algorithm of the blocking call. */
static const char *unless_queue(const struct rd_coll_call *call, const struct rd_coll_algo *now)
{
	if (!call->record)
		return "it is for calls with a request";
	if (rd_comm_is_persistent_tag(call->tag))
		return "members may start persistent ones in any order";
	if (call->part)
		return "it is part of another collective";
	if (!rd_ring_of(call))
		return "no blocking collective has taken contexts yet";
	return now->refuses(call);
}

static const char *unless_barrier(const struct rd_coll_call *call)
{
	return unless_queue(call, &rd_ring_algo_barrier);
}

static const char *unless_bcast(const struct rd_coll_call *call)
{
	return unless_queue(call, &rd_ring_algo_bcast);
}

static const char *unless_reduce(const struct rd_coll_call *call)
{
	return unless_queue(call, &rd_ring_algo_reduce);
}

static const char *unless_allreduce(const struct rd_coll_call *call)
{
	return unless_queue(call, &rd_ring_algo_allreduce);
}

/* ---- The leader's part with its card ---- */

/* The first step: so its place in the queue is that of the call. Without memory it is `none`: the
 * schedule is only written for the messages that others wait for (sched.h, 9). */
static struct rd_ring_op *take_place(struct rd_coll_call *call, enum rd_ring_work work,
				     struct rd_ring_op *none)
{
	struct rd_sched *s = call->record->sched;
	struct rd_ring_op *op = rd_sched_memory(s, sizeof(*op));

	if (op)
		rd_sched_call(s, rd_ring_op_enqueue, op);
	else
		op = none;
	*op = (struct rd_ring_op){.ring = rd_ring_of(call),
				  .work = work,
				  .bytes = call->bytes,
				  .call = rd_coll_brief_of(call)};
	return op;
}

/* The operation begins after all earlier steps of the schedule, and all later ones wait for it. */
static void let_work(struct rd_coll_call *call, struct rd_ring_op *op,
		     const struct rd_ring_op *none)
{
	if (op == none)
		rd_ring_fail(op->ring, RD_ENOMEM);
	else
		rd_record_request(call->record, rd_ring_op_begin, op);
}

/* ---- Barrier ---- */

static int barrier(struct rd_coll_call *call)
{
	struct rd_ring *ring = rd_ring_of(call);
	struct rd_sched *s = call->record->sched;
	struct rd_ring_op *op, none;

	if (!ring->leads) {
		rd_coll_signal(call, ring->leader);
		rd_coll_await(call, ring->leader);
		return call->err;
	}
	op = take_place(call, RD_RING_WORK_BARRIER, &none);
	for (int i = 0; i < ring->nothers; i++)
		rd_sched_wait_signal(s, ring->others[i]);
	let_work(call, op, &none);
	for (int i = 0; i < ring->nothers; i++)
		rd_sched_signal(s, ring->others[i]);
	return call->err;
}

/* ---- Reductions ---- */

/* The sum of those behind this card, in the order of world ranks. */
static const void *add_up(struct rd_coll_call *call, const struct rd_ring *ring)
{
	uint64_t room = (call->bytes + RD_CACHE_LINE - 1) & ~(uint64_t)(RD_CACHE_LINE - 1);
	const void *sum = rd_coll_own(call);
	char *part = NULL;

	if (ring->nothers)
		part = rd_sched_memory(call->record->sched, room * (uint64_t)ring->nothers);
	for (int i = 0; i < ring->nothers; i++)
		rd_coll_recv(call, part ? part + room * (uint64_t)i : NULL, call->in.count,
			     call->in.type, ring->others[i]);
	for (int i = 0; i < ring->nothers && part; i++, part += room) {
		rd_coll_apply(call, sum, part, call->in.count);
		sum = part;
	}
	return sum;
}

static int gets(int root, int rank)
{
	return root < 0 || root == rank;
}

/* Where the card's result goes; NULL: no rank behind it gets one. */
static void *result_of(struct rd_coll_call *call, const struct rd_ring *ring, int root)
{
	if (gets(root, call->rank))
		return call->in.buf;
	if (rd_ring_is_other(ring, root))
		return rd_sched_memory(call->record->sched, call->bytes);
	return NULL;
}

static int follow(struct rd_coll_call *call, const struct rd_ring *ring, int root)
{
	rd_coll_send(call, rd_coll_own(call), call->out.count, call->out.type, ring->leader);
	if (gets(root, call->rank))
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, ring->leader);
	return call->err;
}

/* root -1: all get the result. */
static int reduce_to(struct rd_coll_call *call, int root)
{
	struct rd_ring *ring = rd_ring_of(call);
	int pays = rd_ring_vector_pays(call);
	struct rd_ring_op *op, none;

	if (!ring->leads)
		return follow(call, ring, root);
	op = take_place(call, pays ? RD_RING_WORK_VECTOR : RD_RING_WORK_REDUCE, &none);
	op->ctrl = rd_ring_kind_of(call) | (pays ? RD_RING_VECTOR | RD_RING_TAIL(call->bytes)
						 : rd_ring_length_of(call->bytes));
	op->operand = add_up(call, ring);
	op->result = result_of(call, ring, root);
	let_work(call, op, &none);
	for (int i = 0; i < ring->nothers; i++)
		if (gets(root, ring->others[i]))
			rd_coll_send(call, op->result, call->in.count, call->in.type,
				     ring->others[i]);
	return call->err;
}

static int reduce(struct rd_coll_call *call)
{
	return reduce_to(call, call->root);
}

static int allreduce(struct rd_coll_call *call)
{
	return reduce_to(call, -1);
}

/* ---- Broadcast ---- */

static void fill_in(struct rd_coll_call *call, struct rd_ring_op *op, void *bytes)
{
	op->can_reduce = rd_ring_fits_operand(call);
	op->can_stream = !rd_ring_unless_stream(call);
	op->from = rd_ring_index_of(call, call->root);
	op->ctrl = RD_RING_OR | rd_ring_length_of(call->bytes);
	op->result = bytes;
	op->operand = op->from == op->ring->index ? bytes : NULL;
}

static void bcast_bytes(struct rd_coll_call *call, char *bytes)
{
	const struct rd_ring *ring = rd_ring_of(call);
	struct rd_ring_op none, *op = take_place(call, RD_RING_WORK_BCAST, &none);

	fill_in(call, op, bytes);
	if (rd_ring_is_other(ring, call->root))
		rd_coll_recv(call, bytes, call->bytes, rd_coll_byte(), call->root);
	let_work(call, op, &none);
	for (int i = 0; i < ring->nothers; i++)
		if (ring->others[i] != call->root)
			rd_coll_send(call, bytes, call->bytes, rd_coll_byte(), ring->others[i]);
}

static int bcast(struct rd_coll_call *call)
{
	struct rd_ring *ring = rd_ring_of(call);
	struct rd_coll_view view;
	int err;

	if (!ring->leads) {
		if (call->rank == call->root)
			rd_coll_send(call, call->in.buf, call->in.count, call->in.type,
				     ring->leader);
		else
			rd_coll_recv(call, call->in.buf, call->in.count, call->in.type,
				     ring->leader);
		return call->err;
	}
	err = rd_coll_view_open(call, &view, call->in.buf, call->in.count, call->in.type,
				call->rank == call->root);
	if (err)
		return rd_ring_leave_out(call, err);
	bcast_bytes(call, view.bytes);
	rd_coll_view_close(call, &view, call->rank != call->root);
	return call->err;
}

RD_COLL_ALGO(rd_ring_queue_barrier, RD_COLL_BARRIER, "barrier", "card queue", unless_barrier,
	     barrier);
RD_COLL_ALGO(rd_ring_queue_bcast, RD_COLL_BCAST, "bcast", "card queue", unless_bcast, bcast);
RD_COLL_ALGO(rd_ring_queue_reduce, RD_COLL_REDUCE, "reduce", "card queue", unless_reduce, reduce);
RD_COLL_ALGO(rd_ring_queue_allreduce, RD_COLL_ALLREDUCE, "allreduce", "card queue",
	     unless_allreduce, allreduce);
