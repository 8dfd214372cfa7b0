/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The queue of a communicator's operations with a request in shared memory (sm_queue.h): their
 * beginning, the poller that carries them on in any MPI call, and the wait for one of them. Called
 * from begin.c and sm.c.
 */
#include "coll/sm_queue.h"
#include "coll/sm_pool.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/list.h"
#include "base/log.h"
#include "base/param.h"
#include "base/pool.h"
#include "base/threads.h"
#include "node/wakeup.h"
#include "pt2pt/peer.h"
#include "pt2pt/request.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "runtime/stall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rd_shmcoll_queue {
	struct rd_shmcoll *shm;
	struct rd_list ops;  /* begun and not over */
	struct rd_list link; /* in the list of queues that are not empty */
	struct op *unposted; /* the first that has not posted; NULL: all have */
	struct op *spare;    /* for one that finds no memory; NULL: it is in use */
	uint64_t begun;      /* number of the next operation */
	uint64_t sleeps;     /* of this process, at the last look */
	uint64_t looked_ns;  /* for members that have ended */
	int wants_pool;      /* for long ones */
	int busy;            /* a thread is inside the first operation */
	int sleeping;        /* the process has published that it sleeps for `awaited` */
	struct rd_shmcoll_want awaited;
};

struct op {
	struct rd_req req;
	struct rd_list link; /* in the queue */
	struct rd_shmcoll_queue *queue;
	struct rd_coll_call call;
	rd_shmcoll_open_fn *open; /* of a long one; NULL: it is short */
	union {
		struct rd_shmcoll_short brief;
		struct rd_shmcoll_long lengthy; /* once it is the first: part is set */
	} work;
	struct rd_type *held[2]; /* types of the program's; NULL: none */
	char *why;               /* the cause of its error; NULL: none, or no memory for it */
	struct rd_coll_stats *stats;
	uint64_t since_ns; /* when it began; 0: times are not counted */
};

static struct rd_pool ops = RD_POOL_INIT(struct op);
static struct rd_list queues = {&queues, &queues}; /* that are not empty */

static struct op *op_in(struct rd_list *link)
{
	return rd_container(link, struct op, link);
}

static struct op *first_of(const struct rd_shmcoll_queue *q)
{
	return op_in(q->ops.next);
}

/* ---- Types and operators, which the program may free meanwhile ---- */

/* Those that are not significant here may have any value. */
static int has_stype(const struct rd_coll_call *call)
{
	if (call->kind == RD_COLL_SCATTER)
		return call->rank == call->root;
	return (call->kind == RD_COLL_GATHER || call->kind == RD_COLL_ALLGATHER ||
		call->kind == RD_COLL_ALLTOALL) &&
	       !rd_coll_in_place(call->out.buf);
}

static int has_rtype(const struct rd_coll_call *call)
{
	if (call->kind == RD_COLL_GATHER)
		return call->rank == call->root;
	if (call->kind == RD_COLL_SCATTER)
		return call->rank != call->root || !rd_coll_in_place(call->in.buf);
	return call->kind != RD_COLL_BARRIER;
}

static void hold(struct op *op)
{
	const struct rd_coll_call *call = &op->call;

	op->held[0] = op->held[1] = NULL;
	if (has_stype(call) && !(call->out.type->flags & RD_TYPE_PREDEFINED))
		rd_type_hold(op->held[0] = call->out.type);
	if (has_rtype(call) && !(call->in.type->flags & RD_TYPE_PREDEFINED))
		rd_type_hold(op->held[1] = call->in.type);
	if (call->op)
		rd_op_hold(call->op);
}

static void release(struct op *op)
{
	for (int i = 0; i < 2; i++)
		if (op->held[i])
			rd_type_put(op->held[i]);
	if (op->call.op && !op->call.op->predefined)
		rd_op_put(op->call.op);
}

/* ---- The queue ---- */

static struct rd_poller poller;
static int is_polled;

static void enter(struct rd_shmcoll_queue *q, struct op *op)
{
	if (rd_list_empty(&q->ops))
		rd_list_append(&queues, &q->link);
	rd_list_append(&q->ops, &op->link);
	if (!is_polled)
		rd_progress_add(&poller);
	is_polled = 1;
}

static void leave(struct rd_shmcoll_queue *q, struct op *op)
{
	rd_list_remove(&op->link);
	if (rd_list_empty(&q->ops))
		rd_list_remove(&q->link);
}

/* In the next poll, not with the last operation: another one may follow at once. */
static void poll_no_more(void)
{
	rd_progress_remove(&poller);
	is_polled = 0;
}

static int is_kept(const struct op *op)
{
	return op->req.flags & RD_REQ_PERSISTENT;
}

static void note_time(const struct op *op)
{
	if (rd_unlikely(op->since_ns))
		op->stats->ns += rd_clock_ns() - op->since_ns;
}

/* The first operation is over. */
static void end(struct rd_shmcoll_queue *q, int err)
{
	struct op *op = first_of(q);

	leave(q, op);
	note_time(op);
	if (!is_kept(op))
		release(op);
	rd_req_complete(&op->req, err);
}

void rd_shmcoll_queue_because(const struct rd_coll_call *call, const char *text)
{
	struct op *op = rd_container(call, struct op, call);

	if (op->why)
		return;
	op->why = strdup(text);
	if (op->why)
		op->req.flags |= RD_REQ_CAUSE;
}

static void why(const struct rd_req *req, char text[RD_CAUSE_B])
{
	snprintf(text, RD_CAUSE_B, "%s", rd_container(req, struct op, req)->why);
}

static __attribute__((cold, noinline)) void forget_cause(struct op *op)
{
	free(op->why);
	op->why = NULL;
	op->req.flags &= ~(uint32_t)RD_REQ_CAUSE;
}

static struct op *after(const struct rd_shmcoll_queue *q, const struct op *op)
{
	return op->link.next == &q->ops ? NULL : op_in(op->link.next);
}

static void give(struct rd_shmcoll_queue *q)
{
	struct op *op = q->unposted;

	q->unposted = after(q, op);
	if (!op->open)
		rd_shmcoll_short_give(&op->work.brief);
}

/* A long operation writes when it is the first. */
static int has_room(const struct op *op)
{
	return op->open || rd_shmcoll_short_has_room(&op->work.brief);
}

static int give_those_with_room(struct rd_shmcoll_queue *q)
{
	int events = 0;

	for (; q->unposted && has_room(q->unposted); events++)
		give(q);
	return events;
}

/* The long operation, which is the first. */
static struct rd_shmcoll_long *long_of(struct op *op)
{
	struct rd_shmcoll *shm = op->queue->shm;

	if (op->work.lengthy.part)
		return &op->work.lengthy;
	rd_shmcoll_record_long(shm, &op->call);
	op->work.lengthy = op->open(&op->call, shm);
	return &op->work.lengthy;
}

/* Carries out the first operation, and waits where it has to. */
static void carry_out(struct rd_shmcoll_queue *q)
{
	struct op *op = first_of(q);
	int err;

	q->busy = 1;
	if (rd_unlikely(q->unposted == op))
		give(q);
	if (op->open)
		err = rd_shmcoll_long_run(long_of(op));
	else
		err = rd_shmcoll_short_take(&op->work.brief);
	q->busy = 0;
	end(q, err);
}

/* Carries out a turn of the first operation, which is long. */
static void carry_on(struct rd_shmcoll_queue *q)
{
	struct rd_shmcoll_long *op = long_of(first_of(q));

	q->busy = 1;
	q->shm->call = op->call; /* others may have posted since */
	op->part->turn(op, op->at++);
	q->busy = 0;
	if (op->at == rd_shmcoll_turns(op))
		end(q, rd_shmcoll_long_end(op));
}

/* 1: the first operation would wait; if it has not posted, for those that may still read there. */
static int is_missing(struct rd_shmcoll_queue *q, struct rd_shmcoll_want *want)
{
	struct op *op = first_of(q);

	if (rd_unlikely(q->unposted == op) && !op->open)
		return rd_shmcoll_short_lacks_room(&op->work.brief, want);
	return op->open ? rd_shmcoll_long_missing(long_of(op), want)
			: rd_shmcoll_short_missing(&op->work.brief, want);
}

static void give_up(struct rd_shmcoll_queue *q, int err)
{
	struct op *op = first_of(q);

	if (q->unposted == op)
		q->unposted = after(q, op);
	rd_coll_error(&op->call, err);
	rd_shmcoll_note_lost(q->shm, err);
	if (op->open)
		rd_shmcoll_long_drop(long_of(op));
	else
		rd_shmcoll_short_drop(&op->work.brief);
	end(q, err);
}

/* RD_EPROC, RD_ECOUNT: the word will not come, since a member has failed, or carries out another
 * operation. */
static int lost(struct rd_shmcoll_queue *q, const struct rd_shmcoll_want *want)
{
	int err;

	q->shm->call = &first_of(q)->call;
	if (rd_shmcoll_is_lost(q->shm))
		return rd_shmcoll_is_there(want) ? 0 : RD_EPROC;
	if (rd_likely(q->sleeps == rd_progress_stats.sleeps))
		return 0;
	q->sleeps = rd_progress_stats.sleeps;
	err = rd_shmcoll_look_for_dead(q->shm, want, &q->looked_ns);
	return err ? err : rd_shmcoll_look_for_other(q->shm, want);
}

/* 1: the first operation was carried on. */
static int pump_one(struct rd_shmcoll_queue *q)
{
	struct rd_shmcoll_want want;
	int lacks = is_missing(q, &want), err = lacks ? lost(q, &want) : 0;

	if (lacks && !err)
		return 0;
	if (lacks)
		give_up(q, err);
	else if (q->unposted == first_of(q))
		return 0;
	else if (first_of(q)->open)
		carry_on(q);
	else
		carry_out(q);
	return 1;
}

static int pump(struct rd_shmcoll_queue *q)
{
	int events = give_those_with_room(q);

	while (!rd_list_empty(&q->ops) && pump_one(q))
		events++;
	return events;
}

static struct rd_shmcoll_queue *queue_of(struct rd_list *link)
{
	return rd_container(link, struct rd_shmcoll_queue, link);
}

/* Another thread may change the list while an operator of the program's runs: a poll ends with the
 * first queue in which something was done. */
static int poll_queues(void)
{
	struct rd_list *link;
	int events = 0;

	if (rd_list_empty(&queues))
		poll_no_more();
	if (rd_threads_pinned())
		return 0;
	rd_list_for (link, &queues) {
		if (!queue_of(link)->busy)
			events = pump(queue_of(link));
		if (events)
			break;
	}
	return events;
}

/* ---- Sleeping until a post, or room, that the first operation of a queue lacks ---- */

static void publish_sleep(struct rd_shmcoll_queue *q)
{
	struct rd_shmcoll *shm = q->shm;

	q->sleeping = 1;
	rd_sleep_begin(&shm->member[shm->rank].sleeping, (uint32_t)q->awaited.member + 1,
		       &shm->head->sleepers);
}

/* 1: a queue can go on. A thread that is inside one sleeps for it by itself (sm_wait.c). */
static int publish_all(int *light)
{
	struct rd_list *link;

	rd_list_for (link, &queues) {
		struct rd_shmcoll_queue *q = queue_of(link);

		if (q->busy)
			continue;
		if (!is_missing(q, &q->awaited))
			return 1;
		publish_sleep(q);
		*light |= q->shm->light;
	}
	return 0;
}

/* The word that was published is looked at once more: its member does not wake this process for the
 * next one that is missing. */
static int arm(void)
{
	struct rd_list *link;
	int light = 0;

	if (rd_list_empty(&queues))
		return RD_ARM_OK;
	if (publish_all(&light))
		return RD_ARM_BUSY;
	/* pairs with rd_shmcoll_tell */
	if (rd_wakeup_fence(light))
		rd_warn("collectives in shared memory: membarrier: %m");
	rd_list_for (link, &queues) {
		const struct rd_shmcoll_queue *q = queue_of(link);

		if (q->sleeping && rd_shmcoll_is_there(&q->awaited))
			return RD_ARM_BUSY;
	}
	return RD_ARM_OK;
}

static void disarm(void)
{
	struct rd_list *link;

	rd_list_for (link, &queues) {
		struct rd_shmcoll_queue *q = queue_of(link);

		if (q->sleeping)
			rd_sleep_end(&q->shm->member[q->shm->rank].sleeping,
				     &q->shm->head->sleepers);
		q->sleeping = 0;
	}
}

static void tell(struct rd_stall *s)
{
	struct rd_shmcoll_want want;
	struct rd_list *link;

	rd_list_for (link, &queues) {
		struct rd_shmcoll_queue *q = queue_of(link);

		if (s->part != RD_STALL_EXACT)
			return;
		if (!q->busy && is_missing(q, &want))
			rd_shmcoll_tell_stall(s, &first_of(q)->call, want.member);
	}
}

static struct rd_poller poller = {
	.name = "coll queues",
	.poll = poll_queues,
	.arm = arm,
	.disarm = disarm,
	.fd = -1, /* that of sm_wait.c */
	.tell = tell,
};

/* ---- Operations ---- */

/* As long as another thread is inside, the caller waits in the progress loop. */
static void await(struct rd_req *req)
{
	struct rd_shmcoll_queue *q = rd_container(req, struct op, req)->queue;

	while (!req->done && !q->busy)
		carry_out(q);
}

/* NULL: there is no memory, and the spare one is in use. */
static struct op *op_new(struct rd_shmcoll_queue *q)
{
	struct op *op = rd_pool_take(&ops);

	if (rd_unlikely(!op)) {
		op = q->spare;
		q->spare = NULL;
	}
	return op;
}

/* The request held the communicator, and so the queue. */
static void op_free(struct rd_req *req)
{
	struct op *op = rd_container(req, struct op, req);

	if (rd_unlikely(op->why))
		forget_cause(op);
	if (rd_unlikely(!op->queue->spare))
		op->queue->spare = op;
	else
		rd_pool_put(&ops, op);
}

static const struct rd_req_ops op_ops = {
	.name = "collective", .await = await, .free = op_free, .why = why};

static void op_init(struct op *op, struct rd_shmcoll_queue *q, const struct rd_coll_call *call,
		    struct rd_coll_stats *stats)
{
	op->req = (struct rd_req){
		.obj = {RD_MAGIC_REQUEST, 1},
		.flags = RD_REQ_COLL | RD_REQ_ACTIVE | RD_REQ_AWAIT,
		.status = {.source = MPI_ANY_SOURCE, .tag = MPI_ANY_TAG},
		.ops = &op_ops,
	};
	op->queue = q;
	op->call = *call;
	op->call.keeps_cause = 1;
	op->why = NULL;
	op->open = NULL;
	op->stats = stats;
	op->since_ns = 0;
	hold(op);
}

/* The rest of the work after rd_shmcoll_short_begin. */
struct begun {
	enum rd_shmcoll_begun how;
	struct rd_shmcoll_short work; /* unless it is too long */
	struct rd_coll_stats *stats;
};

static void queue_long(struct rd_shmcoll_queue *q, struct op *op)
{
	const struct rd_coll_algo *algo;

	op->work.lengthy.part = NULL;
	op->open = rd_shmcoll_long_of(&op->call, q->shm, &algo);
	enter(q, op);
}

/* The memory of `op` has any content. */
static __attribute__((noinline)) void queue_up(struct rd_shmcoll_queue *q, struct op *op,
					       const struct rd_coll_call *call,
					       const struct begun *begun)
{
	op_init(op, q, call, begun->stats);
	if (begun->how == RD_SHMCOLL_TOO_LONG) {
		queue_long(q, op);
		return;
	}
	op->work.brief = begun->work;
	op->work.brief.call = &op->call;
	enter(q, op);
	if (begun->how == RD_SHMCOLL_PLACED && !q->unposted)
		q->unposted = op;
}

/* Without memory for an operation, a second time, the call waits for its end: the others need this
 * member's part, and count the operation. */
static __attribute__((noinline, cold)) int carry_out_here(struct rd_shmcoll_queue *q,
							  const struct rd_coll_call *call,
							  const struct begun *begun)
{
	struct op op;

	queue_up(q, &op, call, begun);
	rd_req_await(&op.req);
	if (op.why) {
		rd_err_because("%s", op.why);
		free(op.why);
	}
	return op.req.status.error;
}

/* An earlier one has not posted. */
static __attribute__((noinline)) enum rd_shmcoll_begun place_behind(struct rd_shmcoll_queue *q,
								    struct rd_coll_call *call,
								    struct rd_shmcoll_short *work)
{
	if (rd_shmcoll_short_bytes(call) > RD_SHMCOLL_LARGE_B)
		return RD_SHMCOLL_TOO_LONG;
	rd_shmcoll_short_place(work, call, q->shm, q->begun);
	return RD_SHMCOLL_PLACED;
}

/* It is not over. */
static __attribute__((noinline)) int keep_going(struct rd_shmcoll_queue *q,
						const struct rd_coll_call *call,
						const struct begun *begun, struct rd_req **req)
{
	struct op *op = op_new(q);

	if (rd_unlikely(!op)) {
		*req = rd_comm_over(call->comm);
		return carry_out_here(q, call, begun);
	}
	queue_up(q, op, call, begun);
	*req = &op->req;
	return 0;
}

/* The post comes before all else: others may wait for it. */
static inline int begin(struct rd_shmcoll_queue *q, struct rd_coll_call *call,
			struct rd_coll_stats *stats, struct rd_req **req)
{
	struct begun begun;

	if (rd_unlikely(q->unposted != NULL))
		begun.how = place_behind(q, call, &begun.work);
	else
		begun.how = rd_shmcoll_short_begin(&begun.work, call, q->shm, q->begun,
						   rd_list_empty(&q->ops));
	if (begun.how != RD_SHMCOLL_TOO_LONG)
		q->begun++;
	if (begun.how == RD_SHMCOLL_OVER) {
		*req = rd_comm_over(call->comm);
		return call->err;
	}
	begun.stats = stats;
	return keep_going(q, call, &begun, req);
}

static __attribute__((noinline)) int begin_timed(struct rd_shmcoll_queue *q,
						 struct rd_coll_call *call,
						 struct rd_coll_stats *stats, struct rd_req **req)
{
	uint64_t since_ns = rd_clock_ns();
	int err = begin(q, call, stats, req);

	if (rd_req_is_static(*req))
		stats->ns += rd_clock_ns() - since_ns;
	else
		rd_container(*req, struct op, req)->since_ns = since_ns;
	return err;
}

int rd_shmcoll_queue_begin(struct rd_shmcoll_queue *q, struct rd_coll_call *call,
			   const struct rd_coll_algo *algo, struct rd_req **req)
{
	struct rd_coll_stats *stats = &algo->stats[1];

	stats->calls++;
	stats->bytes += call->bytes;
	if (rd_coll_is_timed())
		return begin_timed(q, call, stats, req);
	return begin(q, call, stats, req);
}

/* Operations that were not completed are not carried on in a later session. */
void rd_shmcoll_queue_fini(void)
{
	while (rd_list_pop(&queues))
		;
	if (is_polled)
		poll_no_more();
}

/* NULL: no memory. */
static struct rd_shmcoll_queue *queue_new(void)
{
	struct rd_shmcoll_queue *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	q->spare = rd_pool_get(&ops);
	if (!q->spare) {
		free(q);
		return NULL;
	}
	rd_list_init(&q->ops);
	rd_list_init(&q->link);
	return q;
}

static void queue_free(struct rd_shmcoll_queue *q)
{
	if (!q)
		return;
	rd_pool_put(&ops, q->spare);
	free(q);
}

int rd_shmcoll_queue_open(struct rd_comm *comm, struct rd_shmcoll_queue **out)
{
	struct rd_shmcoll_queue *q = queue_new();
	struct rd_shmcoll *shm;
	int err = rd_shmcoll_open_own(comm, q == NULL, &shm);

	*out = NULL;
	if (!shm) {
		queue_free(q);
		return err;
	}
	q->shm = shm;
	*out = q;
	return 0;
}

/* No operation is left, unless the job ends in spite of them. */
void rd_shmcoll_queue_close(struct rd_shmcoll_queue *q)
{
	while (!rd_list_empty(&q->ops))
		leave(q, first_of(q));
	rd_shmcoll_close(q->shm);
	queue_free(q);
}

/* The first that needs a pool asks for it: the next blocking collective makes it. */
static const struct rd_coll_algo *offer_long(const struct rd_coll_call *call)
{
	struct rd_coll_state *state = call->comm->coll_state;
	struct rd_shmcoll *shm = state->queue->shm;
	const struct rd_coll_algo *algo;

	if (shm->pool_refusal || !rd_shmcoll_long_of(call, shm, &algo))
		return NULL;
	if (shm->pool)
		return algo;
	state->queue->wants_pool = 1;
	state->uses = (uint16_t)rd_min(state->uses, RD_COLL_USES - 1);
	return NULL;
}

int rd_shmcoll_queue_prepare(struct rd_shmcoll_queue *q, struct rd_comm *comm)
{
	if (!q->wants_pool)
		return 0;
	q->wants_pool = 0;
	rd_coll_choose_anew(comm->coll_state);
	return rd_shmcoll_pool_open(q->shm, comm);
}

const struct rd_coll_algo *rd_shmcoll_queue_offer(const struct rd_coll_call *call)
{
	const struct rd_coll_algo *const *a = rd_shmcoll_short;

	while (*a && (*a)->kind != call->kind)
		a++;
	if (*a && rd_shmcoll_has_halves(call->kind) && !(*a)->refuses(call))
		return *a;
	return offer_long(call);
}

/* ---- Persistent operations ---- */

static int kept_start(struct rd_req *req)
{
	struct op *op = rd_container(req, struct op, req);
	struct rd_shmcoll_queue *q = op->queue;
	enum rd_shmcoll_begun begun;

	if (q->begun && !req->status.error)
		q->shm->safe = q->begun - 1; /* all have posted in the last one */
	if (rd_unlikely(op->why))
		forget_cause(op);
	rd_status_empty(&req->status);
	op->stats->calls++;
	op->stats->bytes += op->call.bytes;
	op->since_ns = rd_coll_is_timed() ? rd_clock_ns() : 0;
	op->call.err = 0;
	begun = rd_shmcoll_short_begin(&op->work.brief, &op->call, q->shm, q->begun++, 1);
	if (begun == RD_SHMCOLL_OVER) {
		note_time(op);
		rd_req_complete(req, op->call.err);
		return 0;
	}
	enter(q, op);
	if (rd_unlikely(begun == RD_SHMCOLL_PLACED))
		q->unposted = op;
	return 0;
}

/* It is over, or was never started; no function that uses the queue is under way. */
static void kept_free(struct rd_req *req)
{
	struct op *op = rd_container(req, struct op, req);
	struct rd_shmcoll_queue *q = op->queue;

	if (op->why)
		forget_cause(op);
	release(op);
	q->spare = op;
	rd_shmcoll_queue_close(q);
}

static const struct rd_req_ops kept_ops = {
	.name = "collective",
	.start = kept_start,
	.await = await,
	.free = kept_free,
	.why = why,
};

int rd_shmcoll_queue_keep(const struct rd_coll_call *call, const struct rd_coll_algo *algo,
			  struct rd_req **req)
{
	uint64_t bytes = rd_shmcoll_short_bytes(call);
	struct rd_shmcoll_queue *q = queue_new();
	struct op *op;
	struct rd_shmcoll *shm;
	int err = rd_shmcoll_open_for(call->comm, q == NULL, bytes, &shm);

	*req = NULL;
	if (!shm) {
		queue_free(q);
		return err;
	}
	q->shm = shm;
	op = q->spare;
	q->spare = NULL;
	rd_obj_init(&op->req.obj, RD_MAGIC_REQUEST);
	op->req.flags = RD_REQ_COLL | RD_REQ_PERSISTENT | RD_REQ_AWAIT;
	op->req.ops = &kept_ops;
	op->queue = q;
	op->call = *call;
	op->call.keeps_cause = 1;
	op->why = NULL;
	op->stats = &algo->stats[1];
	hold(op);
	*req = &op->req;
	return 0;
}

static int are_here(const struct rd_comm *comm)
{
	for (int i = 0; i < comm->size; i++)
		if (!rd_job_is_local(rd_comm_world_rank(comm, i)))
			return 0;
	return 1;
}

/* Where a member need not wait for others, eager messages let it go further ahead: M-115. */
static int all_await_all(enum rd_coll_kind kind)
{
	return kind == RD_COLL_BARRIER || kind == RD_COLL_ALLREDUCE || kind == RD_COLL_ALLGATHER ||
	       kind == RD_COLL_ALLTOALL || kind == RD_COLL_REDUCE_SCATTER_BLOCK;
}

/* 1: the data fits into a post or slot. */
static int is_brief(const struct rd_coll_call *call)
{
	if (call->bytes > RD_SHMCOLL_LARGE_B)
		return 0;
	if (call->op && (call->out.count > RD_SHMCOLL_LARGE_B || rd_shmcoll_unless_whole(call)))
		return 0;
	return rd_shmcoll_short_bytes(call) <= RD_SHMCOLL_LARGE_B;
}

const struct rd_coll_algo *rd_shmcoll_kept_offer(const struct rd_coll_call *call)
{
	const struct rd_coll_algo *const *a = rd_shmcoll_short;

	while ((*a)->kind != call->kind && a[1])
		a++;
	if (!all_await_all(call->kind) || !is_brief(call) || call->size > rd_shmcoll_flat_most)
		return NULL;
	return rd_param_lists(RD_PARAM_BTL, "sm") && are_here(call->comm) ? *a : NULL;
}
