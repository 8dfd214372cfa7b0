/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages, windows of requests, temporary memory for the algorithms over pt2pt; see
 * message.h. Called from the algorithms only.
 */
#include "coll/message.h"

#include "base/compiler.h"
#include "base/short.h"
#include "base/stream.h"
#include "coll/differ.h"
#include "coll/record.h"
#include "datatype/pack.h"

#include <stdlib.h>
#include <string.h>

/*
 * 1: a process has failed, a member has no memory, or the calls of members differ, and data that
 * others wait for will not exist. This rank sends each of them a poison message in the place of the
 * message that it waits for, so that none takes wrong data for a result. After a failure it does
 * not wait for any message any more. After the others it receives messages, so that their senders
 * do not wait for it, but no data, for which there may be no room.
 */
static int is_over(const struct rd_coll_call *call)
{
	return rd_unlikely(call->err) && !call->record &&
	       (call->err == RD_EPROC || call->err == RD_ENOMEM || call->err == RD_ECOUNT);
}

/* 1: buffers may be without memory. */
static int is_barren(const struct rd_coll_call *call)
{
	return rd_unlikely(call->err == RD_ENOMEM) && !call->record;
}

static void tell_poison(struct rd_coll_call *call, int dest)
{
	rd_send_poison(dest, call->tag, &call->comm->coll, call->err, rd_err_peek());
}

/* A message under way. */
struct passage {
	struct rd_coll_mark mark;
	struct rd_coll_cause cause;
};

static inline void passage_open(struct passage *p, const struct rd_coll_call *call)
{
	rd_coll_cause_hold(&p->cause, call);
	rd_coll_mark_open(&p->mark, call);
}

static inline void passage_close(const struct passage *p)
{
	rd_coll_mark_close(&p->mark);
	rd_coll_cause_release(&p->cause);
}

/* Receives a message without its data; the call has its error already. */
static void drop(struct rd_coll_call *call, int src)
{
	struct rd_err_kept cause;

	rd_err_keep(&cause);
	rd_recv(NULL, 0, rd_coll_byte(), src, call->tag, &call->comm->coll, NULL);
	rd_err_give_back(&cause);
}

static void drain(struct rd_coll_call *call, int src)
{
	if (call->err != RD_EPROC)
		drop(call, src);
}

void rd_coll_go_without(struct rd_coll_call *call, int err)
{
	if (rd_likely(!err))
		return;
	rd_coll_error(call, err);
	if (call->record)
		rd_sched_go_without(call->record->sched);
}

/* Checks the length of a message, where the calls have a length that is the same on all members. */
static void check_length(struct rd_coll_call *call, int src, uint64_t expected,
			 const struct rd_status *status)
{
	if (rd_unlikely(is_barren(call)))
		rd_err_forget(); /* of a message that was received without its data */
	if (rd_unlikely(call->err) || !call->bytes || src < 0)
		return; /* without a valid status, too */
	if (rd_unlikely(rd_status_bytes(status) != expected))
		rd_coll_error(call, rd_coll_message_differs(call, src, rd_status_bytes(status),
							    expected));
}

void rd_coll_send(struct rd_coll_call *call, const void *buf, uint64_t count, struct rd_type *type,
		  int dest)
{
	struct passage p;

	if (rd_unlikely(call->record != NULL))
		rd_record_send(call->record, buf, count, type, dest);
	else if (is_over(call) && count && type->size)
		tell_poison(call, dest);
	else if (count && type->size) {
		passage_open(&p, call);
		rd_coll_error(call, rd_send(buf, count, type, dest, call->tag, &call->comm->coll,
					    RD_SEND_STANDARD));
		passage_close(&p);
	}
}

void rd_coll_recv(struct rd_coll_call *call, void *buf, uint64_t count, struct rd_type *type,
		  int src)
{
	struct rd_status status;
	struct passage p;

	if (rd_unlikely(call->record != NULL))
		rd_record_recv(call->record, buf, count, type, src);
	else if (is_over(call) && count && type->size)
		drain(call, src);
	else if (count && type->size) {
		passage_open(&p, call);
		rd_coll_error(call, rd_recv(buf, count, type, src, call->tag, &call->comm->coll,
					    &status));
		check_length(call, src, count * type->size, &status);
		passage_close(&p);
	}
}

void rd_coll_exchange(struct rd_coll_call *call, const struct rd_buf *out, int dest,
		      const struct rd_buf *in, int src)
{
	int sends = out->count && out->type->size, receives = in->count && in->type->size;
	struct rd_status status;
	struct passage p;

	if (rd_unlikely(call->record != NULL))
		rd_record_exchange(call->record, out, dest, in, src);
	else if (is_over(call)) {
		rd_coll_send(call, out->addr, out->count, out->type, dest);
		rd_coll_recv(call, in->addr, in->count, in->type, src);
	} else if (sends && receives) {
		passage_open(&p, call);
		rd_coll_error(call, rd_sendrecv(&RD_SIDE(*out, dest, call->tag),
						&RD_SIDE(*in, src, call->tag), &call->comm->coll,
						&status));
		check_length(call, src, in->count * in->type->size, &status);
		passage_close(&p);
	} else if (sends)
		rd_coll_send(call, out->addr, out->count, out->type, dest);
	else
		rd_coll_recv(call, in->addr, in->count, in->type, src);
}

void rd_coll_signal(struct rd_coll_call *call, int dest)
{
	struct passage p;

	if (rd_unlikely(call->record != NULL))
		rd_record_signal(call->record, dest, -1);
	else if (is_over(call))
		tell_poison(call, dest);
	else {
		passage_open(&p, call);
		rd_coll_error(call, rd_send(NULL, 0, rd_coll_byte(), dest, call->tag,
					    &call->comm->coll, RD_SEND_STANDARD));
		passage_close(&p);
	}
}

void rd_coll_await(struct rd_coll_call *call, int src)
{
	struct passage p;

	if (rd_unlikely(call->record != NULL))
		rd_record_signal(call->record, -1, src);
	else if (is_over(call))
		drain(call, src);
	else {
		passage_open(&p, call);
		rd_coll_error(call, rd_recv(NULL, 0, rd_coll_byte(), src, call->tag,
					    &call->comm->coll, NULL));
		passage_close(&p);
	}
}

void rd_coll_signal_await(struct rd_coll_call *call, int dest, int src)
{
	struct passage p;

	if (rd_unlikely(call->record != NULL))
		rd_record_signal(call->record, dest, src);
	else if (is_over(call)) {
		tell_poison(call, dest);
		drain(call, src);
	} else {
		passage_open(&p, call);
		rd_coll_error(
			call,
			rd_sendrecv(&RD_SIDE(RD_BUF(NULL, 0, rd_coll_byte()), dest, call->tag),
				    &RD_SIDE(RD_BUF(NULL, 0, rd_coll_byte()), src, call->tag),
				    &call->comm->coll, NULL));
		passage_close(&p);
	}
}

void rd_coll_replace(struct rd_coll_call *call, void *buf, uint64_t count, struct rd_type *type,
		     int peer)
{
	uint64_t bytes = count * type->size;
	char *copy;
	void *mem;

	if (!bytes)
		return;
	copy = rd_coll_data_get(call, bytes, &mem);
	rd_coll_pack(call, copy, bytes, buf, count, type);
	rd_coll_exchange(call, &RD_BUF(copy, bytes, rd_coll_byte()), peer,
			 &RD_BUF(buf, count, type), peer);
	rd_coll_data_put(call, mem);
}

void rd_coll_copy(struct rd_coll_call *call, void *dst, uint64_t dcount, struct rd_type *dtype,
		  const void *src, uint64_t scount, struct rd_type *stype)
{
	void *to = rd_type_block(dst, dcount, dtype);
	const void *from = rd_type_block(src, scount, stype);

	if (rd_unlikely(call->record != NULL)) {
		rd_record_copy(call->record, dst, dcount, dtype, src, scount, stype);
		return;
	}
	if (is_barren(call))
		return;
	if (scount * stype->size > dcount * dtype->size)
		rd_coll_error(call, RD_ETRUNCATE);
	if (!scount || !dcount)
		return;
	if (to && from)
		rd_bytes_copy(to, from, rd_min(scount * stype->size, dcount * dtype->size));
	else
		rd_type_copy(dst, dcount, dtype, src, scount, stype);
}

void rd_coll_pack(struct rd_coll_call *call, char *bytes, uint64_t room, const void *buf,
		  uint64_t count, struct rd_type *type)
{
	struct rd_iter it;

	if (rd_unlikely(call->record != NULL)) {
		rd_record_copy(call->record, bytes, room, rd_coll_byte(), buf, count, type);
		return;
	}
	if (is_barren(call))
		return;
	rd_iter_init(&it, buf, count, type);
	rd_iter_pack(&it, bytes, room);
}

void rd_coll_unpack(struct rd_coll_call *call, void *buf, uint64_t count, struct rd_type *type,
		    const char *bytes)
{
	struct rd_iter it;

	if (rd_unlikely(call->record != NULL)) {
		rd_record_copy(call->record, buf, count, type, bytes, count * type->size,
			       rd_coll_byte());
		return;
	}
	if (is_barren(call))
		return;
	rd_iter_init(&it, buf, count, type);
	rd_iter_unpack(&it, bytes, it.total);
}

void rd_coll_move(struct rd_coll_call *call, char *to, const char *from, uint64_t bytes)
{
	if (rd_unlikely(call->record != NULL))
		rd_record_copy(call->record, to, bytes, rd_coll_byte(), from, bytes,
			       rd_coll_byte());
	else if (!is_barren(call))
		rd_long_copy(to, from, bytes);
}

void rd_coll_window_init(struct rd_coll_window *w, struct rd_coll_call *call)
{
	w->call = call;
	w->begun = w->ended = 0;
}

/* There was no memory for a request to receive the message. */
static __attribute__((cold)) void take_owed(struct rd_coll_call *call, int src)
{
	if (call->err != RD_EPROC)
		drop(call, src);
}

void rd_coll_window_wait(struct rd_coll_window *w, unsigned most)
{
	struct rd_coll_call *call = w->call;

	while (w->begun - w->ended > most) {
		const struct rd_coll_message *message = &w->message[w->ended++ % RD_COLL_WINDOW];
		struct rd_status status;
		struct passage p;

		if (rd_unlikely(call->record != NULL)) {
			rd_sched_await(call->record->sched, message->step);
			continue;
		}
		if (rd_unlikely(!message->req)) {
			take_owed(call, message->src);
			continue;
		}
		passage_open(&p, call);
		rd_coll_error(call, rd_req_wait(message->req, &status));
		check_length(call, message->src, message->bytes, &status);
		passage_close(&p);
	}
}

/* src: of a receive of data; else MPI_PROC_NULL. */
static void window_add(struct rd_coll_window *w, struct rd_req *req, int err, int src,
		       uint64_t bytes)
{
	if (err)
		rd_coll_error(w->call, err);
	else
		w->message[w->begun++ % RD_COLL_WINDOW] =
			(struct rd_coll_message){.req = req, .src = src, .bytes = bytes};
}

static void window_record(struct rd_coll_window *w, int step)
{
	w->message[w->begun++ % RD_COLL_WINDOW].step = step;
}

void rd_coll_window_send(struct rd_coll_window *w, const void *buf, uint64_t count,
			 struct rd_type *type, int dest)
{
	struct rd_coll_call *call = w->call;
	struct rd_coll_cause cause;
	struct rd_req *req = NULL;
	int err;

	if (!count || !type->size)
		return;
	rd_coll_window_wait(w, RD_COLL_WINDOW - 1);
	if (rd_unlikely(call->record != NULL)) {
		window_record(w, rd_record_window_send(call->record, buf, count, type, dest));
		return;
	}
	if (is_over(call)) {
		tell_poison(call, dest);
		return;
	}
	rd_coll_cause_hold(&cause, call);
	err = rd_isend(&RD_BUF(buf, count, type), dest, call->tag, &call->comm->coll,
		       RD_SEND_STANDARD, &req);
	rd_coll_cause_release(&cause);
	if (rd_unlikely(err == RD_ENOMEM))
		rd_send_poison(dest, call->tag, &call->comm->coll, err, NULL);
	window_add(w, req, err, MPI_PROC_NULL, 0);
}

void rd_coll_window_recv(struct rd_coll_window *w, void *buf, uint64_t count, struct rd_type *type,
			 int src)
{
	struct rd_coll_call *call = w->call;
	struct rd_coll_cause cause;
	struct rd_req *req = NULL;
	int err;

	if (!count || !type->size)
		return;
	rd_coll_window_wait(w, RD_COLL_WINDOW - 1);
	if (rd_unlikely(call->record != NULL)) {
		window_record(w, rd_record_window_recv(call->record, buf, count, type, src));
		return;
	}
	if (is_over(call) && !is_barren(call))
		return;
	if (is_barren(call)) {
		count = 0;
		buf = NULL;
		type = rd_coll_byte();
	}
	rd_coll_cause_hold(&cause, call);
	err = rd_irecv(&RD_BUF(buf, count, type), src, call->tag, &call->comm->coll, &req);
	rd_coll_cause_release(&cause);
	if (rd_unlikely(err == RD_ENOMEM)) { /* its sender may wait */
		rd_coll_error(call, err);
		err = 0;
	}
	window_add(w, req, err, src, count * type->size);
}

/*
 * Temporary memory. Fresh pages from the kernel cost more than the copies they are for, so a few
 * blocks are kept. At most one thread is inside the library, but one that waits in a collective may
 * let another in, so a block is taken out of the pool while it is used.
 */
enum { POOL = 4 };
#define KEEP_B (8u << 20) /* bytes; larger blocks are freed at once */

struct block {
	uint64_t bytes; /* behind this header */
	char pad[RD_CACHE_LINE - sizeof(uint64_t)];
};
_Static_assert(sizeof(struct block) == RD_CACHE_LINE, "keeps the data behind it aligned");

static struct block *pool[POOL];
/* In the place of a room that there is no memory for: long enough for all that collectives in
 * shared memory and on cards write without asking for the error. Its content is never read. */
static char nowhere[64 << 10] __attribute__((aligned(RD_CACHE_LINE)));

/* The smallest kept block that is large enough. */
static struct block *pool_take(uint64_t bytes)
{
	struct block *best;
	int at = -1;

	for (int i = 0; i < POOL; i++)
		if (pool[i] && pool[i]->bytes >= bytes &&
		    (at < 0 || pool[i]->bytes < pool[at]->bytes))
			at = i;
	if (at < 0)
		return NULL;
	best = pool[at];
	pool[at] = NULL;
	return best;
}

void *rd_coll_temp_get(uint64_t bytes)
{
	struct block *block = pool_take(bytes);
	void *mem;

	if (block)
		return block + 1;
	if (bytes > INT64_MAX - sizeof(*block))
		return NULL;
	if (posix_memalign(&mem, RD_CACHE_LINE, bytes + sizeof(*block)))
		return NULL;
	block = mem;
	block->bytes = bytes;
	return block + 1;
}

/* A full pool gives up its smallest block. */
void rd_coll_temp_put(void *mem)
{
	struct block *block;
	int at = 0;

	if (!mem)
		return;
	block = (struct block *)mem - 1;
	if (block->bytes > KEEP_B) {
		free(block);
		return;
	}
	for (int i = 0; i < POOL && pool[at]; i++)
		if (!pool[i] || pool[i]->bytes < pool[at]->bytes)
			at = i;
	if (pool[at] && pool[at]->bytes >= block->bytes) {
		free(block);
		return;
	}
	free(pool[at]);
	pool[at] = block;
}

void rd_coll_temp_fini(void)
{
	for (int i = 0; i < POOL; i++) {
		free(pool[i]);
		pool[i] = NULL;
	}
}

/* Elements span [low, high) from their buffer's address; negative extents go downwards. The address
 * is as aligned as the memory. The last element has its padding: an operator reads and writes a
 * pair as one structure, which MPI_DOUBLE_INT's true extent is shorter than. */
int rd_coll_room_get(struct rd_coll_room *room, uint64_t count, const struct rd_type *type)
{
	int64_t way = count ? (int64_t)(count - 1) * type->extent : 0;
	int64_t low = (type->true_lb + rd_min(way, 0)) & ~(int64_t)(RD_CACHE_LINE - 1);
	int64_t end = rd_max(type->true_lb + type->true_extent, type->lb + type->extent);
	int64_t high = end + rd_max(way, 0);

	room->mem = rd_coll_temp_get((uint64_t)(high - low));
	room->at = (room->mem ? (char *)room->mem : nowhere) - low;
	return room->mem ? 0 : RD_ENOMEM;
}

char *rd_coll_data_get(struct rd_coll_call *call, uint64_t bytes, void **mem)
{
	*mem = rd_coll_temp_get(bytes);
	rd_coll_go_without(call, *mem ? 0 : RD_ENOMEM);
	return *mem ? *mem : nowhere;
}

void rd_coll_data_put(struct rd_coll_call *call, void *mem)
{
	if (rd_unlikely(call->record != NULL))
		rd_sched_adopt(call->record->sched, mem);
	else
		rd_coll_temp_put(mem);
}

void rd_coll_room_put(struct rd_coll_call *call, struct rd_coll_room *room)
{
	rd_coll_data_put(call, room->mem);
	room->mem = NULL;
}

int rd_coll_view_open(struct rd_coll_call *call, struct rd_coll_view *v, const void *buf,
		      uint64_t count, struct rd_type *type, int fill)
{
	*v = (struct rd_coll_view){rd_type_block(buf, count, type), NULL, (void *)buf, count, type};
	if (v->bytes)
		return 0;
	v->bytes = v->mem = rd_coll_temp_get(count * type->size);
	if (!v->mem) {
		v->bytes = nowhere;
		return RD_ENOMEM;
	}
	if (fill)
		rd_coll_pack(call, v->bytes, count * type->size, buf, count, type);
	return 0;
}

void rd_coll_view_close(struct rd_coll_call *call, struct rd_coll_view *v, int drain)
{
	if (v->mem && drain)
		rd_coll_unpack(call, v->buf, v->count, v->type, v->bytes);
	rd_coll_data_put(call, v->mem);
	v->mem = NULL;
}
