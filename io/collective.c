/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collective access to data (MPI-5.0 14.4.2, 14.4.3). A member whose data is one piece of the file
 * moves it at once. Then all tell each other where in the file the rest lies, and their errors
 * (GATHER). Where these pieces are interleaved, owners access the file for all (MOVE, exchange.h),
 * once all have memory for that (READY); else each member does it by itself (STRAIGHT). In the end
 * all learn of the error of any (AGREE), and its text (TELL). Called by access.c.
 */
#include "io/collective.h"

#include "base/compiler.h"
#include "base/err.h"
#include "coll/coll.h"
#include "io/exchange.h"
#include "io/view.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PER_NODE = 4 }; /* owners of a node */
/* Pieces from these lengths on are not aggregated on one node (measured: docs/FILES.md). Writes of
 * several processes to one file wait for each other in the kernel, reads do not. */
#define LONG_WRITE_B (UINT64_C(64) << 10)
#define LONG_READ_B (UINT64_C(4) << 10)
#define STEP_B (UINT64_C(4) << 20) /* moved by one step of a member by itself */

/* For rd_coll_allreduce, MPI_MAX: the largest error of any, and of its ranks the lowest; 0: none */
static uint64_t verdict_of(int err, int rank)
{
	return err ? (uint64_t)-err << 32 | (UINT32_MAX - (uint32_t)rank) : 0;
}

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

void rd_exchange_end(struct rd_exchange *x)
{
	if (!x)
		return;
	if (x->brief)
		return;
	rd_member_close(&x->member);
	rd_owner_close(&x->owner);
}

enum { LINE_B = 64 };

static uint64_t brief_b(int members)
{
	const int blocks = 16; /* at least as many as are allocated */

	return rd_owner_brief_b(members) + RD_LIST * sizeof(struct rd_io_piece) + RD_BRIEF_B +
	       blocks * LINE_B;
}

void *rd_exchange_alloc(struct rd_exchange *x, uint64_t bytes)
{
	void *block = x->kept;

	if (!x->brief)
		return malloc(bytes);
	x->kept += (bytes + LINE_B - 1) / LINE_B * LINE_B;
	return block;
}

int rd_exchange_ended(struct rd_io_op *op, struct rd_req **req, uint64_t *got)
{
	struct rd_status status;
	int err;

	if (!*req)
		return 1;
	if (!rd_req_is_done(*req))
		return 0;
	err = rd_req_finish(*req, &status);
	*req = NULL;
	*got = rd_status_bytes(&status);
	if (!err)
		return 1;
	rd_io_failed(op, err);
	op->exchange->dead = 1;
	return 1;
}

/* After a message was begun, or was not. */
static int begun(struct rd_io_op *op, struct rd_req **req, int err)
{
	if (!err)
		return 0;
	*req = NULL;
	if (err == RD_ENOMEM) {
		op->starved = 1;
		return RD_EAGAIN;
	}
	rd_io_failed(op, err);
	op->exchange->dead = 1;
	return err;
}

int rd_exchange_send(struct rd_io_op *op, const void *data, uint64_t bytes, int rank, int tag,
		     struct rd_req **req)
{
	return begun(op, req,
		     rd_isend(&RD_BUF(data, bytes, byte_type()), rank, tag, &op->file->comm->p2p,
			      RD_SEND_STANDARD, req));
}

int rd_exchange_recv(struct rd_io_op *op, void *data, uint64_t bytes, int rank, int tag,
		     struct rd_req **req)
{
	return begun(
		op, req,
		rd_irecv(&RD_BUF(data, bytes, byte_type()), rank, tag, &op->file->comm->p2p, req));
}

/* ---- Members that access the file ---- */

/* Does a range in this order of members begin before the end of an earlier one? */
static int overlap(const struct rd_io_range *range, const int *order, int n)
{
	int64_t end = 0;

	for (int i = 0; i < n; i++) {
		if (range[order[i]].first < end)
			return 1;
		end = range[order[i]].end;
	}
	return 0;
}

static const struct rd_io_range *compared;

static int by_first(const void *a, const void *b)
{
	int64_t x = compared[*(const int *)a].first, y = compared[*(const int *)b].first;

	return x < y ? -1 : x > y;
}

/* The members mostly have their data in the order of ranks. */
static int is_interleaved(const struct rd_exchange *x, int n)
{
	int *order = x->owner_ranks; /* chosen later */
	int some = 0;

	for (int i = 0; i < n; i++)
		if (x->range[i].first != x->range[i].end)
			order[some++] = i;
	if (!overlap(x->range, order, some))
		return 0;
	compared = x->range;
	qsort(order, (size_t)some, sizeof(*order), by_first);
	return overlap(x->range, order, some);
}

/* Two nodes never write to one block: a file system on the network may lose one of the writes. */
static int is_aligned(const struct rd_exchange *x, int n, uint64_t block)
{
	for (int i = 0; i < n; i++)
		if (x->range[i].first % (int64_t)block)
			return 0;
	return 1;
}

/* RD_WAY_OWNERS, or why each member moves its data by itself. */
static enum rd_io_way choose_way(const struct rd_io_op *op)
{
	const struct rd_exchange *x = op->exchange;
	const struct rd_io_range *r = x->range;
	uint64_t least = UINT64_MAX;
	int n = op->file->comm->size, several = 0;
	int use = op->writes ? x->hints.cb_write : x->hints.cb_read;

	if (use != RD_HINT_AUTOMATIC)
		return use == RD_HINT_DISABLE ? RD_WAY_HINT : RD_WAY_OWNERS;
	for (int i = 0; i < n; i++) {
		several |= r[i].several;
		if (r[i].first < r[i].end)
			least = rd_min(least, r[i].piece);
	}
	if (!is_interleaved(x, n) && (!several || !op->writes || is_aligned(x, n, x->hints.stripe)))
		return RD_WAY_APART;
	if (!several && least >= (op->writes ? LONG_WRITE_B : LONG_READ_B))
		return RD_WAY_LONG_PIECES;
	return RD_WAY_OWNERS;
}

/* The first of each node, then the second of each ..., in the order of ranks; none of those that
 * have moved their data. */
static void choose_owners(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	int n = op->file->comm->size;
	int most = x->brief ? 1 : x->hints.cb_nodes ? x->hints.cb_nodes : n;
	int some = 1; /* a node has as many members as turns */

	x->owner.index = -1;
	for (int turn = 0; some && x->owners < most; turn++) {
		if (turn >= PER_NODE && x->owners && !x->hints.cb_nodes)
			break;
		some = 0;
		for (int i = 0; i < n && x->owners < most; i++) {
			some |= x->range[i].index == turn;
			if (x->range[i].index != turn || x->range[i].moved)
				continue;
			if (i == op->file->comm->rank)
				x->owner.index = x->owners;
			x->owner_ranks[x->owners++] = i;
		}
	}
}

/* Does the data of all lie close together? Then it gets one domain. */
static int is_brief(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	int use = op->writes ? x->hints.cb_write : x->hints.cb_read;
	int64_t low = INT64_MAX, high = 0;

	if (use != RD_HINT_AUTOMATIC || op->file->several)
		return 0;
	for (int i = 0; i < op->file->comm->size; i++) {
		if (x->range[i].first >= x->range[i].end)
			continue;
		low = rd_min(low, x->range[i].first);
		high = rd_max(high, x->range[i].end);
	}
	if (high - low > RD_BRIEF_B)
		return 0;
	x->base = low;
	x->domain = RD_BRIEF_B;
	return 1;
}

/* ---- Phases ---- */

static uint64_t moved(const struct rd_io_op *op)
{
	if (op->err)
		return 0;
	return op->stream.file ? rd_stream_moved(&op->stream) : op->exchange->member.ended;
}

/* After the collective of a phase was begun, or carried out. */
static void joined(struct rd_io_op *op, int err)
{
	if (!err)
		return;
	op->exchange->req = NULL;
	op->exchange->dead = 1;
	rd_io_failed(op, err);
}

/* All learn of the error of any so far. */
static void vote(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_comm *comm = op->file->comm;
	struct rd_op *most = rd_op_get(MPI_MAX);
	struct rd_buf all = RD_BUF(&x->verdict[1], 1,
				   rd_type_predefined[(uintptr_t)MPI_UINT64_T - RD_TYPE_FIRST]);

	x->verdict[0] = verdict_of(op->err, comm->rank);
	joined(op, x->blocks ? rd_coll_allreduce(&x->verdict[0], &all, most, comm)
			     : rd_coll_iallreduce(&x->verdict[0], &all, most, comm, RD_COLL_ONCE,
						  &x->req));
}

static void agree(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;

	x->phase = RD_IO_AGREE;
	if (!x->own.moved)
		x->bytes = rd_io_take(op, moved(op));
	vote(op);
}

static void move(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_member *m = &x->member;
	const struct rd_io_range *own = &x->range[op->file->comm->rank];

	x->phase = RD_IO_MOVE;
	if (own->first < own->end) {
		m->domain = rd_domain_of(x, own->first);
		m->last = rd_domain_of(x, own->end - 1) + 1;
	}
	if (own->moved)
		agree(op);
}

/* The memory for MOVE. */
static int prepare(struct rd_io_op *op)
{
	struct rd_file *file = op->file;
	struct rd_exchange *x = op->exchange;
	int err = 0;

	if (x->brief && !file->kept)
		file->kept = malloc(brief_b(file->comm->size));
	if (x->brief && !file->kept)
		return RD_ENOMEM;
	x->kept = file->kept;
	if (!x->own.moved)
		err = rd_member_open(op);
	if (!err && x->owner.index >= 0)
		err = rd_owner_open(op);
	return err;
}

/* A member that has no memory tells it before others wait for it. */
static void make_ready(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;

	x->brief = is_brief(op);
	if (!x->own.moved)
		op->way = x->brief ? RD_WAY_ONE_OWNER : RD_WAY_OWNERS;
	choose_owners(op);
	rd_io_failed(op, prepare(op));
	if (x->brief && op->file->keeps) {
		move(op);
		return;
	}
	x->phase = RD_IO_READY;
	vote(op);
}

/* All know whether all have memory. */
static void set_off(struct rd_io_op *op)
{
	op->file->keeps |= op->exchange->brief;
	move(op);
}

/* This member moves its data by itself, but for the first `done` bytes. */
static void go_straight(struct rd_io_op *op, uint64_t done)
{
	op->exchange->phase = RD_IO_STRAIGHT;
	rd_io_failed(op, rd_stream_open(&op->stream, op->file, op->writes, &op->buf, op->pos));
	if (op->err)
		op->stream.left = 0;
	else
		rd_stream_skip(&op->stream, done);
}

/* A view that falls, by copies of the filetype that are interleaved or, for reads, by overlaps
 * (MPI-5.0 14.3): this member moves the pieces itself that are not in ascending order. */
static void move_rest(struct rd_io_op *op)
{
	const struct rd_io_member *m = &op->exchange->member;
	uint64_t done = op->bytes - m->left;

	if (m->ended < done)
		agree(op);
	else
		go_straight(op, done);
}

static int step_straight(struct rd_io_op *op)
{
	if (op->stream.left)
		rd_io_failed(op, rd_stream_move(&op->stream, STEP_B));
	if (!op->stream.left)
		agree(op);
	return 1;
}

static int step_move(struct rd_io_op *op)
{
	int events = rd_member_step(op) + rd_owner_step(op);

	if (!rd_member_over(op) || !rd_owner_over(op))
		return events;
	if (op->err || op->exchange->dead || !op->exchange->member.left)
		agree(op);
	else
		move_rest(op);
	return events + 1;
}

static void finish(struct rd_io_op *op)
{
	struct rd_file *file = op->file;
	uint64_t bytes = op->err ? 0 : op->exchange->bytes;

	rd_list_remove(&op->queue);
	rd_list_init(&op->queue);
	if (!rd_list_empty(&file->queue))
		rd_collective_start(rd_container(file->queue.next, struct rd_io_op, queue));
	rd_io_end(op, bytes);
}

/* The rank of the error that all are told. */
static int teller(const struct rd_exchange *x)
{
	return (int)(UINT32_MAX - (uint32_t)x->verdict[1]);
}

/* The text of the error goes from its rank to all; a member with an error of its own keeps that. */
static int tell(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_buf text;
	int rank = teller(x), err;
	char *why = op->err && rank != op->file->comm->rank ? x->why : op->why;

	if (!x->verdict[1] || x->dead) {
		finish(op);
		return 1;
	}
	if (!op->err) {
		op->err = -(int)(x->verdict[1] >> 32);
		x->told = 1;
	}
	x->phase = RD_IO_TELL;
	text = RD_BUF(why, RD_IO_WHY_B, byte_type());
	err = x->blocks ? rd_coll_bcast(&text, rank, op->file->comm)
			: rd_coll_ibcast(&text, rank, op->file->comm, RD_COLL_ONCE, &x->req);
	if (err) {
		x->req = NULL;
		finish(op);
	}
	return 1;
}

/* Each member knows where the data of all lies. */
static void decide(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	enum rd_io_way way = RD_WAY_NONE;
	int rest = 0, n = op->file->comm->size;

	for (int i = 0; i < n; i++) {
		x->verdict[1] = rd_max(x->verdict[1], verdict_of(x->range[i].err, i));
		rest |= !x->range[i].moved;
	}
	if (!x->verdict[1] && rest)
		way = choose_way(op);
	if (way == RD_WAY_NONE) {
		tell(op);
	} else if (way == RD_WAY_OWNERS) {
		make_ready(op);
	} else if (x->own.moved) {
		agree(op);
	} else {
		op->way = way;
		go_straight(op, 0);
	}
}

/* The text has come. */
static int take_text(struct rd_io_op *op)
{
	const struct rd_exchange *x = op->exchange;
	char text[RD_IO_WHY_B];

	if (x->told) {
		snprintf(text, sizeof(text), "%.220s, on rank %d",
			 op->why[0] ? op->why : rd_err_text(op->err), teller(x));
		memcpy(op->why, text, sizeof(text));
	}
	finish(op);
	return 1;
}

static int step(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	uint64_t got;

	if (!rd_exchange_ended(op, &x->req, &got))
		return 0;
	switch (x->phase) {
	case RD_IO_GATHER:
		if (x->dead)
			finish(op);
		else
			decide(op);
		return 1;
	case RD_IO_READY:
		if (x->dead || x->verdict[1])
			tell(op);
		else
			set_off(op);
		return 1;
	case RD_IO_MOVE:
		return step_move(op);
	case RD_IO_STRAIGHT:
		return step_straight(op);
	case RD_IO_AGREE:
		return tell(op);
	default:
		return take_text(op);
	}
}

/* A read of pieces this close together costs less by one system call than by an owner. */
enum { NEAR_B = 16384 };

/* Why this member moves its data without knowing of that of the others; RD_WAY_NONE: it does not.
 */
static enum rd_io_way goes_alone(const struct rd_io_op *op)
{
	const struct rd_exchange *x = op->exchange;
	int use = op->writes ? x->hints.cb_write : x->hints.cb_read;

	if (op->file->atomic)
		return RD_WAY_ATOMIC;
	if (use == RD_HINT_DISABLE)
		return RD_WAY_HINT;
	if (use != RD_HINT_AUTOMATIC || (op->writes && op->file->several))
		return RD_WAY_NONE;
	if ((uint64_t)(x->own.end - x->own.first) == op->bytes)
		return RD_WAY_ONE_PIECE;
	if (!op->writes && !op->file->several && x->hints.ds_read != RD_HINT_DISABLE &&
	    (uint64_t)(x->own.end - x->own.first) <= NEAR_B)
		return RD_WAY_NEAR;
	return RD_WAY_NONE;
}

/* If this member can, or in atomic mode must. */
static void move_own(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	int err;

	op->way = goes_alone(op);
	if (op->way == RD_WAY_NONE)
		return;
	err = rd_stream_open(&op->stream, op->file, op->writes, &op->buf, op->pos);

	if (!err)
		err = rd_stream_all(&op->stream, op->file, op->pos, op->bytes);
	rd_io_failed(op, err);
	x->bytes = rd_io_take(op, moved(op));
	x->own.moved = 1;
	x->own.first = x->own.end = 0;
}

/* The part of this member, for the others. */
static void describe(struct rd_io_op *op, int failed)
{
	struct rd_file *file = op->file;
	struct rd_exchange *x = op->exchange;
	struct rd_io_range *own = &x->own;

	op->step = step;
	x->range = file->range;
	x->owner_ranks = file->owner_ranks;
	x->tag = RD_IO_TAGS * (int)(file->operations++ & 0xfffffff);
	x->hints = file->hints;
	x->domain = x->hints.cb_buffer;
	own->piece = rd_min(op->bytes, file->view.walk->flags & RD_TYPE_CONTIG
					       ? UINT64_MAX
					       : rd_type_piece(file->view.walk));
	own->index = file->index;
	own->several = file->several;
	if (!failed)
		failed = rd_view_span(file, op->pos, op->bytes, &own->first, &own->end);
	rd_io_failed(op, failed);
}

static void gather(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_buf own = RD_BUF(&x->own, sizeof(x->own), byte_type());
	struct rd_buf all = RD_BUF(x->range, sizeof(x->own), byte_type());

	x->own.err = op->err;
	joined(op, x->blocks
			   ? rd_coll_allgather(&own, &all, op->file->comm)
			   : rd_coll_iallgather(&own, &all, op->file->comm, RD_COLL_ONCE, &x->req));
}

void rd_collective_start(struct rd_io_op *op)
{
	if (!op->err && !op->exchange->own.moved && op->bytes <= STEP_B)
		move_own(op);
	gather(op);
	rd_io_begin(op);
}

void rd_collective_begin(struct rd_io_op *op, int failed)
{
	struct rd_file *file = op->file;

	describe(op, failed);
	if (!op->err && file->atomic)
		move_own(op);
	rd_list_append(&file->queue, &op->queue);
	if (file->queue.next == &op->queue)
		rd_collective_start(op);
}

void rd_collective_run(struct rd_io_op *op, int failed)
{
	struct rd_wait w = RD_WAIT_INIT;

	describe(op, failed);
	op->exchange->blocks = 1;
	rd_io_drain(op->file);
	if (!op->err)
		move_own(op);
	gather(op);
	while (!op->req.done) {
		op->starved = 0;
		if (op->step(op))
			continue;
		if (op->starved)
			rd_progress();
		else
			rd_progress_wait(&w);
	}
}

/* ---- State of all accesses of a file ---- */

int rd_collective_open(struct rd_file *file, const struct rd_comm *comm)
{
	size_t n = (size_t)comm->size;

	for (int i = 0; i < comm->size; i++) {
		int here = rd_job_is_local(rd_comm_world_rank(comm, i));

		file->index += here && i < comm->rank;
		file->several |= !here;
	}
	file->range = calloc(n, sizeof(*file->range));
	file->owner_ranks = malloc(n * sizeof(*file->owner_ranks));
	file->spare = rd_io_op_alloc();
	return file->range && file->owner_ranks && file->spare ? 0 : RD_ENOMEM;
}

void rd_collective_close(struct rd_file *file)
{
	free(file->range);
	free(file->owner_ranks);
	free(file->spare);
	free(file->kept);
}
