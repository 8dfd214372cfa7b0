/* SPDX-License-Identifier: BSD-3-Clause */
/* Recording an algorithm; see record.h. Called from message.c and combine.c. */
#include "coll/record.h"

#include "base/compiler.h"
#include "coll/message.h"

static struct rd_span span_of(const void *buf, uint64_t count, const struct rd_type *type,
			      int writes)
{
	int64_t way = (int64_t)(count - 1) * type->extent;
	int64_t low = type->true_lb + rd_min(way, 0);
	int64_t high = type->true_lb + type->true_extent + rd_max(way, 0);

	return (struct rd_span){(uintptr_t)buf + (uintptr_t)low, (uintptr_t)buf + (uintptr_t)high,
				-1, writes};
}

static int collide(const struct rd_span *a, const struct rd_span *b)
{
	return (a->writes || b->writes) && a->low < b->high && b->low < a->high;
}

/* The next step touches this memory: it has to wait for the messages that use it. */
static void depend(struct rd_record *rec, const void *buf, uint64_t count,
		   const struct rd_type *type, int writes)
{
	struct rd_span span;

	if (!count || !type->size)
		return;
	span = span_of(buf, count, type, writes);
	for (int i = 0; i < rec->n;) {
		if (!collide(&rec->open[i], &span)) {
			i++;
			continue;
		}
		rd_sched_await(rec->sched, rec->open[i].step);
		rec->open[i] = rec->open[--rec->n];
	}
}

void rd_record_fence(struct rd_record *rec)
{
	rd_sched_fence(rec->sched);
	rec->n = 0;
}

/* The message is under way from now on. */
static void keep(struct rd_record *rec, int step, const void *buf, uint64_t count,
		 const struct rd_type *type, int writes)
{
	if (step < 0)
		return;
	rec->open[rec->n] = span_of(buf, count, type, writes);
	rec->open[rec->n++].step = step;
}

void rd_record_exchange(struct rd_record *rec, const struct rd_buf *out, int dest,
			const struct rd_buf *in, int src)
{
	int receive, send;

	if (rec->n > RD_RECORD_OPEN - 2)
		rd_record_fence(rec);
	depend(rec, out->addr, out->count, out->type, 0);
	depend(rec, in->addr, in->count, in->type, 1);
	receive = rd_sched_recv(rec->sched, in->addr, in->count, in->type, src);
	send = rd_sched_send(rec->sched, out->addr, out->count, out->type, dest);
	keep(rec, receive, in->addr, in->count, in->type, 1);
	keep(rec, send, out->addr, out->count, out->type, 0);
}

void rd_record_send(struct rd_record *rec, const void *buf, uint64_t count, struct rd_type *type,
		    int dest)
{
	rd_record_exchange(rec, &RD_BUF(buf, count, type), dest, &RD_BUF(NULL, 0, type),
			   MPI_PROC_NULL);
}

void rd_record_recv(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type, int src)
{
	rd_record_exchange(rec, &RD_BUF(NULL, 0, type), MPI_PROC_NULL, &RD_BUF(buf, count, type),
			   src);
}

int rd_record_window_send(struct rd_record *rec, const void *buf, uint64_t count,
			  struct rd_type *type, int dest)
{
	depend(rec, buf, count, type, 0);
	return rd_sched_send(rec->sched, buf, count, type, dest);
}

int rd_record_window_recv(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type,
			  int src)
{
	depend(rec, buf, count, type, 1);
	return rd_sched_recv(rec->sched, buf, count, type, src);
}

void rd_record_request(struct rd_record *rec, int (*begin)(void *arg, int err, struct rd_req **req),
		       void *arg)
{
	rd_record_fence(rec);
	rd_sched_request(rec->sched, begin, arg);
	rd_record_fence(rec);
}

void rd_record_signal(struct rd_record *rec, int dest, int src)
{
	rd_record_fence(rec);
	if (src >= 0)
		rd_sched_wait_signal(rec->sched, src);
	if (dest >= 0)
		rd_sched_signal(rec->sched, dest);
	rd_record_fence(rec);
}

void rd_record_copy(struct rd_record *rec, void *dst, uint64_t dcount, struct rd_type *dtype,
		    const void *src, uint64_t scount, struct rd_type *stype)
{
	depend(rec, src, scount, stype, 0);
	depend(rec, dst, dcount, dtype, 1);
	rd_sched_copy(rec->sched, dst, dcount, dtype, src, scount, stype);
}

void rd_record_apply(struct rd_record *rec, struct rd_op *op, const void *left, const void *right,
		     void *out, uint64_t count, struct rd_type *type)
{
	depend(rec, left, count, type, 0);
	depend(rec, out, count, type, 1);
	if (!right) {
		rd_sched_apply(rec->sched, op, left, out, count, type);
		return;
	}
	depend(rec, right, count, type, 0);
	rd_sched_apply3(rec->sched, op, left, right, out, count, type);
}
