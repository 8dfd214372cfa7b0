/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Schedules of collectives: written by the functions of sched.h, carried out step by step. A
 * schedule that has to wait for messages makes its gate their parent; when the last of them is done
 * the gate puts the schedule into the list of those that are ready, which a poller empties. The
 * poller is registered only while a schedule is under way.
 */
#include "coll/sched.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/list.h"
#include "base/log.h"
#include "base/pool.h"
#include "base/threads.h"
#include "coll/message.h"
#include "datatype/pack.h"
#include "pt2pt/peer.h"
#include "runtime/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { SEND, RECV, COPY, APPLY, APPLY3, CALL, REQUEST, AWAIT, FENCE };

struct step {
	enum kind kind;
	int peer, tag;      /* messages */
	int which;          /* AWAIT: number of the step; RECV, 1: it is owed, see begin_message */
	struct rd_ctx *ctx; /* messages */
	struct rd_req *req; /* message or REQUEST under way; NULL: not begun, or over */
	const void *src;    /* SEND, COPY; left operand */
	const void *right;  /* APPLY3 */
	void *dst;          /* RECV, COPY; result */
	uint64_t scount, dcount;
	struct rd_type *stype, *dtype;               /* held; NULL: the step has none */
	struct rd_op *op;                            /* held; NULL: none */
	int (*call)(void *);                         /* CALL, with dst */
	int (*begin)(void *, int, struct rd_req **); /* REQUEST, with dst */
};

struct rd_sched {
	struct rd_req req;    /* the collective's */
	struct rd_req gate;   /* parent of the messages that are waited for */
	struct rd_list ready; /* in the list of schedules that can go on */
	struct rd_ctx *ctx;   /* of the steps being written */
	int tag;
	struct step *steps; /* [room] */
	int n, room;
	int next;                    /* step that is carried out next */
	int first;                   /* messages before it are over */
	int err;                     /* first error of a step */
	char *why;                   /* its cause; NULL: none, or no memory for it */
	int flaw;                    /* error while it was written */
	int hollow;                  /* there is no memory for its steps: sched.h, 9 */
	int lent;                    /* it lies in its writer's spare */
	int owed;                    /* receives that are owed: see drain */
	int lack;                    /* RD_ENOMEM: there is no memory for its data; else 0 */
	int counted;                 /* among those under way */
	struct rd_coll_stats *stats; /* where it counts; NULL: nowhere */
	uint64_t bytes;              /* likewise */
	uint64_t since_ns;           /* when it was started; 0: times are not counted */
	void **memory;               /* [nmemory] from rd_coll_temp_get */
	int nmemory;
};

static struct rd_pool scheds = RD_POOL_INIT(struct rd_sched);

_Static_assert(sizeof(struct rd_sched) <= sizeof(struct rd_sched_spare), "a spare holds one");

/* Such a schedule never has steps, only the context and tag of the next one. */
static struct rd_sched *take_spare(struct rd_sched_spare *spare)
{
	struct rd_sched *s = (struct rd_sched *)(void *)spare;

	rd_error("no memory for a collective operation");
	*s = (struct rd_sched){.flaw = RD_ENOMEM, .hollow = 1, .lent = 1};
	return s;
}

/* ---- Writing one ---- */

static const struct rd_req_ops gate_ops, sched_ops;

struct rd_sched *rd_sched_new(struct rd_ctx *ctx, int tag, struct rd_sched_spare *spare)
{
	struct rd_sched *s = rd_pool_get(&scheds);

	if (!s) {
		s = take_spare(spare);
		rd_sched_within(s, ctx, tag);
		return s;
	}
	rd_obj_init(&s->req.obj, RD_MAGIC_REQUEST);
	s->req.flags = RD_REQ_COLL;
	s->req.ops = &sched_ops;
	s->gate.ops = &gate_ops;
	rd_list_init(&s->ready);
	rd_sched_within(s, ctx, tag);
	return s;
}

void rd_sched_within(struct rd_sched *s, struct rd_ctx *ctx, int tag)
{
	s->ctx = ctx;
	s->tag = tag;
}

void rd_sched_fail(struct rd_sched *s, int err)
{
	if (!s->flaw && (!err || err != s->lack))
		s->flaw = err;
}

void rd_sched_go_without(struct rd_sched *s)
{
	s->lack = RD_ENOMEM;
}

/* ---- Without memory for its steps ---- */

/* The others' requests for the message of the step, or for the operation, end: sched.h, 9. */
static void give_up_step(const struct step *step)
{
	struct rd_req *req;

	if (step->kind == REQUEST)
		step->begin(step->dst, RD_ENOMEM, NULL);
	if ((step->kind != SEND && step->kind != RECV) || rd_comm_is_persistent_tag(step->tag))
		return;
	if (step->kind == SEND)
		rd_send_poison(step->peer, step->tag, step->ctx, RD_ENOMEM, NULL);
	else if (!rd_irecv(&RD_BUF(NULL, 0, rd_coll_byte()), step->peer, step->tag, step->ctx,
			   &req))
		rd_req_free(req);
}

static void give_up(struct rd_sched *s)
{
	if (s->hollow)
		return;
	s->hollow = 1;
	s->flaw = RD_ENOMEM;
	for (int i = 0; i < s->n; i++)
		give_up_step(&s->steps[i]);
}

/* ---- Steps ---- */

static void make_room(struct rd_sched *s)
{
	int room = s->room ? 2 * s->room : 16;
	struct step *more;

	if (s->hollow)
		return;
	more = realloc(s->steps, (size_t)room * sizeof(*more));
	if (!more) {
		give_up(s);
		return;
	}
	s->steps = more;
	s->room = room;
}

/* Number of the new step, whose types and operator it holds from now on; -1: no memory. */
static int add(struct rd_sched *s, struct step step)
{
	if (s->n == s->room)
		make_room(s);
	if (rd_unlikely(s->hollow)) {
		give_up_step(&step);
		return -1;
	}
	if (step.stype)
		rd_type_hold(step.stype);
	if (step.dtype)
		rd_type_hold(step.dtype);
	if (step.op)
		rd_op_hold(step.op);
	s->steps[s->n] = step;
	return s->n++;
}

int rd_sched_send(struct rd_sched *s, const void *buf, uint64_t count, struct rd_type *type,
		  int dest)
{
	if (!count || !type->size || dest == MPI_PROC_NULL)
		return -1;
	return add(s, (struct step){.kind = SEND,
				    .peer = dest,
				    .ctx = s->ctx,
				    .tag = s->tag,
				    .src = buf,
				    .scount = count,
				    .stype = type});
}

int rd_sched_recv(struct rd_sched *s, void *buf, uint64_t count, struct rd_type *type, int src)
{
	if (!count || !type->size || src == MPI_PROC_NULL)
		return -1;
	return add(s, (struct step){.kind = RECV,
				    .peer = src,
				    .ctx = s->ctx,
				    .tag = s->tag,
				    .dst = buf,
				    .dcount = count,
				    .dtype = type});
}

int rd_sched_signal(struct rd_sched *s, int dest)
{
	return add(s, (struct step){.kind = SEND,
				    .peer = dest,
				    .ctx = s->ctx,
				    .tag = s->tag,
				    .stype = rd_coll_byte()});
}

int rd_sched_wait_signal(struct rd_sched *s, int src)
{
	return add(s, (struct step){.kind = RECV,
				    .peer = src,
				    .ctx = s->ctx,
				    .tag = s->tag,
				    .dtype = rd_coll_byte()});
}

void rd_sched_copy(struct rd_sched *s, void *dst, uint64_t dcount, struct rd_type *dtype,
		   const void *src, uint64_t scount, struct rd_type *stype)
{
	if (scount && stype->size)
		add(s, (struct step){.kind = COPY,
				     .dst = dst,
				     .dcount = dcount,
				     .dtype = dtype,
				     .src = src,
				     .scount = scount,
				     .stype = stype});
}

void rd_sched_apply(struct rd_sched *s, struct rd_op *op, const void *in, void *inout,
		    uint64_t count, struct rd_type *type)
{
	if (count)
		add(s, (struct step){.kind = APPLY,
				     .op = op,
				     .src = in,
				     .dst = inout,
				     .dcount = count,
				     .dtype = type});
}

void rd_sched_apply3(struct rd_sched *s, struct rd_op *op, const void *left, const void *right,
		     void *out, uint64_t count, struct rd_type *type)
{
	if (count)
		add(s, (struct step){.kind = APPLY3,
				     .op = op,
				     .src = left,
				     .right = right,
				     .dst = out,
				     .dcount = count,
				     .dtype = type});
}

void rd_sched_call(struct rd_sched *s, int (*call)(void *arg), void *arg)
{
	add(s, (struct step){.kind = CALL, .call = call, .dst = arg});
}

int rd_sched_request(struct rd_sched *s, int (*begin)(void *arg, int err, struct rd_req **req),
		     void *arg)
{
	return add(s, (struct step){.kind = REQUEST, .begin = begin, .dst = arg});
}

void rd_sched_await(struct rd_sched *s, int step)
{
	if (step >= 0)
		add(s, (struct step){.kind = AWAIT, .which = step});
}

void rd_sched_fence(struct rd_sched *s)
{
	if (s->n && s->steps[s->n - 1].kind != FENCE)
		add(s, (struct step){.kind = FENCE});
}

void rd_sched_adopt(struct rd_sched *s, void *mem)
{
	void **more;

	if (!mem)
		return;
	more = s->hollow ? NULL : realloc(s->memory, (size_t)(s->nmemory + 1) * sizeof(*more));
	if (!more) {
		rd_coll_temp_put(mem);
		s->flaw = RD_ENOMEM;
		return;
	}
	s->memory = more;
	s->memory[s->nmemory++] = mem;
}

void *rd_sched_memory(struct rd_sched *s, uint64_t bytes)
{
	void *mem = rd_coll_temp_get(bytes);

	if (!mem)
		rd_sched_fail(s, RD_ENOMEM);
	rd_sched_adopt(s, mem);
	return s->flaw ? NULL : mem;
}

void *rd_sched_room(struct rd_sched *s, uint64_t count, const struct rd_type *type)
{
	struct rd_coll_room room;

	if (rd_coll_room_get(&room, count, type)) {
		rd_sched_fail(s, RD_ENOMEM);
		return NULL;
	}
	rd_sched_adopt(s, room.mem);
	return s->flaw ? NULL : room.at;
}

/* ---- Its end ---- */

static void release_step(struct step *step)
{
	if (step->stype)
		rd_type_put(step->stype);
	if (step->dtype)
		rd_type_put(step->dtype);
	if (step->op)
		rd_op_put(step->op);
}

static __attribute__((cold)) void forget_cause(struct rd_sched *s)
{
	free(s->why);
	s->why = NULL;
}

void rd_sched_drop(struct rd_sched *s)
{
	if (rd_unlikely(s->lent))
		return;
	for (int i = 0; i < s->n; i++)
		release_step(&s->steps[i]);
	for (int i = 0; i < s->nmemory; i++)
		rd_coll_temp_put(s->memory[i]);
	free(s->steps);
	free(s->memory);
	if (rd_unlikely(s->why))
		forget_cause(s);
	s->req.obj.magic = RD_MAGIC_FREED;
	rd_pool_put(&scheds, s);
}

static void request_free(struct rd_req *req)
{
	rd_sched_drop(rd_container(req, struct rd_sched, req));
}

/* ---- Carrying it out ---- */

static struct rd_list ready = {&ready, &ready}; /* schedules that can go on */
static struct rd_list poor = {&poor, &poor};    /* those that try again at the next poll */
static int underway; /* schedules begun and not done; the poller is registered while there are
		      * any */

static void note(struct rd_sched *s, int err)
{
	if (rd_unlikely(err) && !s->err)
		s->err = err;
}

static __attribute__((cold, noinline)) void note_cause(struct rd_sched *s, struct rd_req *message)
{
	char text[RD_CAUSE_B];

	rd_req_take_cause(message, text);
	if (s->err)
		return;
	s->why = strdup(text);
	s->req.flags |= RD_REQ_CAUSE;
}

static void why(const struct rd_req *req, char text[RD_CAUSE_B])
{
	const struct rd_sched *s = rd_container(req, struct rd_sched, req);

	snprintf(text, RD_CAUSE_B, "%s", s->why ? s->why : "");
}

/* The last awaited message is done. */
static int gate_opens(struct rd_req *gate)
{
	struct rd_sched *s = rd_container(gate, struct rd_sched, gate);

	RD_CHECK(rd_list_empty(&s->ready), "schedule: its gate opens twice, at step %d", s->next);
	rd_list_append(&ready, &s->ready);
	return 0;
}

static const struct rd_req_ops gate_ops = {.name = "gate", .gather = gate_opens};

/* The receive is owed: there was no memory for it, and its sender may wait. */
static void owe(struct rd_sched *s, struct step *step)
{
	s->owed += !step->which;
	step->which = 1;
}

/* Receives a message without its data. Without memory for that it is owed, until settle finds
 * some. */
static void drain(struct rd_sched *s, struct step *step)
{
	if (rd_irecv(&RD_BUF(NULL, 0, rd_coll_byte()), step->peer, step->tag, step->ctx,
		     &step->req)) {
		step->req = NULL;
		owe(s, step);
		return;
	}
	s->owed -= step->which;
	step->which = 0;
}

/* Whether receives of steps [from, to) are still owed. */
static __attribute__((cold, noinline)) int drain_owed(struct rd_sched *s, int from, int to)
{
	int owed = 0;

	for (int i = from; i < to; i++) {
		struct step *step = &s->steps[i];

		if (step->kind == RECV && step->which)
			drain(s, step);
		owed |= step->kind == RECV && step->which;
	}
	return owed;
}

/* Ends the messages of steps [from, to) that are done; 1 when all are, else gate_opens is called
 * later, or, as long as receives are owed, all is looked at again at the next poll: the messages
 * may come from members that wait for those. */
static int settle(struct rd_sched *s, int from, int to)
{
	int pending = 0, owed = rd_unlikely(s->owed) ? drain_owed(s, from, to) : 0;

	for (int i = from; i < to; i++) {
		struct step *step = &s->steps[i];

		if (!step->req)
			continue;
		if (step->req->done) {
			if (rd_unlikely(step->req->flags & RD_REQ_CAUSE))
				note_cause(s, step->req);
			note(s, rd_req_finish(step->req, NULL));
			step->req = NULL;
		} else {
			if (rd_likely(!owed))
				rd_req_adopt(&s->gate, step->req);
			pending++;
		}
	}
	if (!pending && !owed)
		return 1;
	if (rd_unlikely(owed))
		rd_list_append(&poor, &s->ready);
	else
		rd_req_adopted(&s->gate);
	return 0;
}

static void begin_message(struct rd_sched *s, struct step *step)
{
	int err = 0;

	/* as in message.c */
	if (rd_unlikely(s->err == RD_EPROC || s->err == RD_ENOMEM || s->err == RD_ECOUNT)) {
		if (step->kind == SEND)
			rd_send_poison(step->peer, step->tag, step->ctx, s->err, s->why);
		else if (s->err != RD_EPROC)
			drain(s, step);
		return;
	}
	if (step->kind == SEND)
		err = rd_isend(&RD_BUF(step->src, step->scount, step->stype), step->peer, step->tag,
			       step->ctx, RD_SEND_STANDARD, &step->req);
	else
		err = rd_irecv(&RD_BUF(step->dst, step->dcount, step->dtype), step->peer, step->tag,
			       step->ctx, &step->req);
	if (err)
		step->req = NULL;
	if (rd_unlikely(err == RD_ENOMEM) && step->kind == SEND)
		rd_send_poison(step->peer, step->tag, step->ctx, RD_ENOMEM, NULL);
	if (rd_unlikely(err == RD_ENOMEM) && step->kind == RECV)
		owe(s, step);
	note(s, err);
}

static void copy(struct rd_sched *s, const struct step *step)
{
	if (rd_unlikely(s->err == RD_ENOMEM))
		return;
	if (step->scount * step->stype->size > step->dcount * step->dtype->size)
		note(s, RD_ETRUNCATE);
	if (step->dcount)
		rd_type_copy(step->dst, step->dcount, step->dtype, step->src, step->scount,
			     step->stype);
}

/* After an error operands are undefined, so no function of the program's is called. */
static void apply(const struct rd_sched *s, const struct step *step)
{
	if (s->err && (!step->op->predefined || s->err == RD_ENOMEM))
		return;
	if (step->kind == APPLY)
		rd_op_apply(step->op, step->src, step->dst, step->dcount, step->dtype);
	else
		rd_op_apply3(step->op, step->src, step->right, step->dst, step->dcount,
			     step->dtype);
}

static int fence(struct rd_sched *s, int at)
{
	if (!settle(s, s->first, at))
		return 0;
	s->first = at;
	return 1;
}

/* 1 when the next step may begin. */
static int carry_out(struct rd_sched *s, int at)
{
	struct step *step = &s->steps[at];

	RD_CHECK(step->kind == AWAIT ? step->which >= 0 && step->which < at : !step->req,
		 "schedule: step %d of %d begins twice, or awaits the later one %d", at, s->n,
		 step->which);
	switch (step->kind) {
	case SEND:
	case RECV:
		begin_message(s, step);
		return 1;
	case COPY:
		copy(s, step);
		return 1;
	case APPLY:
	case APPLY3:
		apply(s, step);
		return 1;
	case CALL:
		note(s, step->call(step->dst));
		return 1;
	case REQUEST:
		note(s, step->begin(step->dst, s->err, s->err ? NULL : &step->req));
		return 1;
	case AWAIT:
		return settle(s, step->which, step->which + 1);
	case FENCE:
		return fence(s, at);
	}
	return 1;
}

static int has_messages(const struct rd_sched *s)
{
	for (int i = 0; i < s->n; i++)
		if (s->steps[i].req)
			return 1;
	return 0;
}

/* Carries out steps as far as possible; 1 when all are over. */
static int advance(struct rd_sched *s)
{
	for (; s->next < s->n; s->next++)
		if (!carry_out(s, s->next))
			return 0;
	if (!fence(s, s->n))
		return 0;
	RD_CHECK(!has_messages(s), "schedule: over, with messages");
	return 1;
}

static int poll_ready(void);

static int arm(void)
{
	return rd_list_empty(&ready) && rd_list_empty(&poor) ? RD_ARM_OK : RD_ARM_BUSY;
}

static void disarm(void)
{
}

static struct rd_poller poller = {
	.name = "collectives", .poll = poll_ready, .arm = arm, .disarm = disarm, .fd = -1};

static void count_in(struct rd_sched *s)
{
	s->counted = 1;
	if (!underway++)
		rd_progress_add(&poller);
}

static void count_out(struct rd_sched *s)
{
	if (!s->counted)
		return;
	s->counted = 0;
	if (!--underway)
		rd_progress_remove(&poller);
}

void rd_sched_count(struct rd_sched *s, struct rd_coll_stats *stats, uint64_t bytes)
{
	s->stats = stats;
	s->bytes = bytes;
}

static void note_start(struct rd_sched *s)
{
	s->stats->calls++;
	s->stats->bytes += s->bytes;
	s->since_ns = rd_coll_is_timed() ? rd_clock_ns() : 0;
}

static void note_end(struct rd_sched *s)
{
	s->stats->ns += rd_clock_ns() - s->since_ns;
	s->since_ns = 0;
}

static void go_on(struct rd_sched *s)
{
	if (!advance(s)) {
		if (!s->counted)
			count_in(s);
		return;
	}
	count_out(s);
	if (s->since_ns)
		note_end(s);
	rd_req_complete(&s->req, s->err);
}

/* Schedules that become ready meanwhile are carried out too. A send in one may poll for arrivals,
 * and so call this function again, or another thread may while an operator of the program's runs:
 * the ready schedules then wait for their turn, as they do where operators could not let others
 * in. */
static int poll_ready(void)
{
	static int inside;
	struct rd_list *link;
	int events = 0;

	if (inside || rd_threads_pinned())
		return 0;
	inside = 1;
	while (rd_unlikely((link = rd_list_pop(&poor)) != NULL))
		rd_list_append(&ready, link);
	while ((link = rd_list_pop(&ready))) {
		go_on(rd_container(link, struct rd_sched, ready));
		events++;
	}
	inside = 0;
	return events;
}

/* A member has failed: messages of the start before may be left, which have the same tag. */
static __attribute__((cold, noinline)) int is_lost(const struct rd_sched *s)
{
	for (int i = 0; i < s->n; i++)
		if ((s->steps[i].kind == SEND || s->steps[i].kind == RECV) &&
		    rd_ctx_broken(s->steps[i].ctx))
			return 1;
	return 0;
}

static int start(struct rd_req *req)
{
	struct rd_sched *s = rd_container(req, struct rd_sched, req);

	s->next = s->first = 0;
	s->err = s->lack;
	if (rd_unlikely(rd_peers_lost) && req->flags & RD_REQ_PERSISTENT && is_lost(s))
		s->err = RD_EPROC;
	if (rd_unlikely(s->why))
		forget_cause(s);
	rd_status_empty(&req->status);
	if (s->stats)
		note_start(s);
	go_on(s);
	return 0;
}

static const struct rd_req_ops sched_ops = {
	.name = "collective", .start = start, .free = request_free, .why = why};

/* Drops a schedule whose writing failed. */
static int check(struct rd_sched *s)
{
	int err = s->flaw;

	if (err == RD_ENOMEM)
		give_up(s);
	if (err)
		rd_sched_drop(s);
	return err;
}

int rd_sched_begin(struct rd_sched *s, struct rd_req **req)
{
	int err = check(s);

	if (err)
		return err;
	s->req.flags |= RD_REQ_ACTIVE;
	*req = &s->req;
	return start(&s->req);
}

int rd_sched_keep(struct rd_sched *s, struct rd_req **req)
{
	int err = check(s);

	if (err)
		return err;
	s->req.flags |= RD_REQ_PERSISTENT;
	*req = &s->req;
	return 0;
}
