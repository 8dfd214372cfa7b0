/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partitioned communication: each partition of the sender is a message that is sent when the
 * partition is marked ready, for any number of partitions of the receiver.
 *
 *     Psend_init:  offer ------------>  Precv_init: takes the oldest offer with its tag
 *     Start                             Start: posts a receive for each of the offer's partitions
 *     Pready(p):   message p -------->  into its place; Parrived checks the messages received
 *
 * Invariants:
 *  1. The k-th Psend_init of a (receiver, tag) is matched with the k-th Precv_init of that sender
 *     and tag (MPI-5.0 4.2): offers are sent in a context of their own, where messages do not
 *     overtake; a receive of an offer stays posted if its request is freed before the offer comes.
 *  2. Messages are sent in another context; those of an operation have numbers (tags) that no other
 *     existing operation of the same sender has, so those of two starts cannot be confused either.
 *
 * Called by the entry points; below are send.c and recv.c.
 */
#include "pt2pt/part.h"

#include <stdlib.h>

#include "base/log.h"
#include "pt2pt/p2p.h"

#define NUMBERS 0x80000000u /* of messages: 0 to this, not included */

struct rd_parts {
	struct rd_ctx offers, data;
	uint32_t next;                   /* number that the next operation begins at */
	int wrapped;                     /* the numbers have wrapped around */
	struct rd_list sends;            /* struct part: existing ones */
	struct rd_list offered, awaited; /* struct offer: sent and not taken yet; expected and not
					  * received yet */
};

/* The terms of an operation, sent in its offer. */
struct terms {
	uint32_t first;      /* number of its first message, in NUMBERS */
	uint32_t partitions; /* of the sender: messages in each start */
	uint64_t bytes;      /* of a partition of the sender */
};

/* A message with terms, on either side. Its request frees it when the message is complete. */
struct offer {
	struct rd_req req; /* parent of msg; no call waits for it */
	struct rd_req *msg;
	struct rd_list link; /* in parts->offered, parts->awaited or adrift */
	struct part *owner;  /* receive that waits for it; NULL: a send, or its request was freed */
	struct terms terms;
};

/* Sent offers that have outlived their communicator: struct offer. */
static struct rd_list adrift = {&adrift, &adrift};

struct message {
	struct rd_req *req; /* NULL: not begun, or completed */
	char *copy;         /* packed data, if it ends within an element of the receiver's, else
			     * NULL */
};

struct part {
	struct rd_req req;
	struct rd_parts *parts; /* NULL: of MPI_PROC_NULL */
	struct rd_list link;    /* send: in parts->sends */
	char *buf;
	uint64_t count;       /* elements of a partition */
	struct rd_type *type; /* referenced */
	int n;                /* partitions */
	int peer, tag;
	struct terms terms;
	struct offer *offer; /* receive: the awaited offer; NULL: it has been received, or is not
			      * wanted */
	struct message *msg; /* [terms.partitions]; NULL: no terms yet */
	int left;            /* send: partitions not marked ready */
	int posted;          /* receive: the messages of this start are posted */
	int err;             /* first error of a message of this start */
	int broken;          /* no message will ever arrive, for this error */
};

static struct part *part_of(const struct rd_req *req)
{
	return rd_container(req, struct part, req);
}

static struct rd_type *byte_type(void)
{
	return rd_type_get(MPI_BYTE);
}

static void note(struct part *part, int err)
{
	if (!part->err)
		part->err = err;
}

/* The address `bytes` after the buffer's, which may be MPI_BOTTOM. */
static void *place(const struct part *part, uint64_t bytes)
{
	return (void *)((uintptr_t)part->buf + bytes);
}

/* ---- State of a communicator ---- */

static void open_context(struct rd_ctx *own, const struct rd_ctx *ctx, uint32_t id)
{
	*own = (struct rd_ctx){.id = id,
			       .rank = ctx->rank,
			       .size = ctx->size,
			       .world = ctx->world,
			       .name = ctx->name};
	rd_ctx_open(own);
}

static int parts_open(const struct rd_ctx *ctx, struct rd_parts **out)
{
	struct rd_parts *parts = calloc(1, sizeof(*parts));
	uint32_t id = ctx->id | RD_PARTS_ID;

	if (!parts)
		return RD_ENOMEM;
	open_context(&parts->offers, ctx, id);
	open_context(&parts->data, ctx, id + 1);
	rd_list_init(&parts->sends);
	rd_list_init(&parts->offered);
	rd_list_init(&parts->awaited);
	*out = parts;
	return 0;
}

/* Detaches sent offers from their context, which may free them. */
static void offers_leave(struct rd_list *sent)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (!rd_list_empty(sent)) {
		struct offer *offer = rd_container(sent->next, struct offer, link);

		rd_list_remove(&offer->link);
		rd_list_append(&adrift, &offer->link);
		if (rd_send_leave(offer->msg))
			continue;
		rd_list_remove(&offer->link);
		rd_list_append(sent, &offer->link);
		rd_progress_wait(&w);
	}
}

void rd_parts_close(struct rd_parts *parts)
{
	struct rd_wait w = RD_WAIT_INIT;
	struct rd_list *link, *save;

	if (!parts)
		return;
	offers_leave(&parts->offered);
	rd_list_for_safe (link, save, &parts->awaited)
		rd_req_cancel(rd_container(link, struct offer, link)->msg);
	while (!rd_list_empty(&parts->awaited)) /* receives that have matched a message already */
		rd_progress_wait(&w);
	rd_ctx_close(&parts->data);
	rd_ctx_close(&parts->offers);
	free(parts);
}

void rd_parts_fini(void)
{
	struct rd_list *link;

	while ((link = rd_list_pop(&adrift)))
		free(rd_container(link, struct offer, link));
}

static int overlaps(const struct terms *a, uint32_t first, uint32_t n)
{
	uint32_t up = (first - a->first) % NUMBERS, down = (a->first - first) % NUMBERS;

	return up < a->partitions || down < n;
}

/* Reserves the numbers of an operation's messages. */
static uint32_t take_numbers(struct rd_parts *parts, uint32_t n)
{
	struct rd_list *link = &parts->sends;
	uint32_t first = parts->next;

	if (parts->wrapped)
		link = link->next;
	while (link != &parts->sends) {
		const struct part *other = rd_container(link, struct part, link);

		link = link->next;
		if (overlaps(&other->terms, first, n)) {
			first = (other->terms.first + other->terms.partitions) % NUMBERS;
			link = parts->sends.next;
		}
	}
	parts->next = (first + n) % NUMBERS;
	parts->wrapped |= parts->next < first;
	return first;
}

/* ---- Offers ---- */

static void offer_free(struct rd_req *req)
{
	struct offer *offer = rd_container(req, struct offer, req);

	rd_list_remove(&offer->link);
	free(offer);
}

static void terms_came(struct part *recv, const struct terms *terms, int err);

static int offer_gather(struct rd_req *req)
{
	struct offer *offer = rd_container(req, struct offer, req);
	struct part *owner = offer->owner;
	int err = rd_req_finish(offer->msg, NULL);

	if (owner) {
		owner->offer = NULL;
		terms_came(owner, &offer->terms, err);
	}
	return err;
}

static const struct rd_req_ops offer_ops = {
	.name = "partitioned offer", .free = offer_free, .gather = offer_gather};

static struct offer *offer_new(struct rd_list *list)
{
	struct offer *offer = calloc(1, sizeof(*offer));

	if (!offer) {
		rd_error("no memory for a partitioned operation");
		return NULL;
	}
	rd_obj_init(&offer->req.obj, RD_MAGIC_REQUEST);
	offer->req.flags = RD_REQ_ACTIVE | RD_REQ_DETACHED;
	offer->req.ops = &offer_ops;
	rd_list_append(list, &offer->link);
	return offer;
}

/* Starts an offer. It may complete at once, which frees it. */
static void offer_begin(struct offer *offer)
{
	rd_req_adopt(&offer->req, offer->msg);
	rd_req_adopted(&offer->req);
}

static int offer_send(struct part *send)
{
	struct rd_parts *parts = send->parts;
	struct offer *offer = offer_new(&parts->offered);
	int err;

	if (!offer)
		return RD_ENOMEM;
	offer->terms = send->terms;
	err = rd_isend(&RD_BUF(&offer->terms, sizeof(offer->terms), byte_type()), send->peer,
		       send->tag, &parts->offers, RD_SEND_STANDARD, &offer->msg);
	if (err)
		offer_free(&offer->req);
	else
		offer_begin(offer);
	return err;
}

static int offer_recv(struct part *recv)
{
	struct rd_parts *parts = recv->parts;
	struct offer *offer = offer_new(&parts->awaited);
	int err;

	if (!offer)
		return RD_ENOMEM;
	err = rd_irecv(&RD_BUF(&offer->terms, sizeof(offer->terms), byte_type()), recv->peer,
		       recv->tag, &parts->offers, &offer->msg);
	if (err) {
		offer_free(&offer->req);
		return err;
	}
	offer->owner = recv;
	recv->offer = offer;
	offer_begin(offer);
	return 0;
}

/* ---- Requests of either side ---- */

static void part_free(struct rd_req *req)
{
	struct part *part = part_of(req);

	if (part->offer)
		part->offer->owner = NULL;
	rd_list_remove(&part->link);
	rd_type_put(part->type);
	free(part->msg);
	free(part);
}

static struct part *part_new(const struct rd_req_ops *ops, const struct rd_buf *buf, int partitions,
			     int peer, int tag)
{
	struct part *part = calloc(1, sizeof(*part));

	if (!part) {
		rd_error("no memory for a partitioned operation");
		return NULL;
	}
	rd_obj_init(&part->req.obj, RD_MAGIC_REQUEST);
	part->req.flags = RD_REQ_PERSISTENT;
	part->req.ops = ops;
	rd_list_init(&part->link);
	part->buf = buf->addr;
	part->count = buf->count;
	part->type = buf->type;
	rd_type_hold(buf->type);
	part->n = partitions;
	part->peer = peer;
	part->tag = tag;
	return part;
}

static int messages_new(struct part *part)
{
	part->msg = calloc((size_t)part->terms.partitions + 1, sizeof(*part->msg));
	if (part->msg)
		return 0;
	rd_error("no memory for %u partitions", part->terms.partitions);
	return RD_ENOMEM;
}

static int message_tag(const struct part *part, uint32_t i)
{
	return (int)((part->terms.first + i) % NUMBERS);
}

static void start_afresh(struct part *part)
{
	part->err = 0;
	part->posted = 0;
	part->left = part->n;
	part->req.children = 1;
	rd_status_empty(&part->req.status);
}

/* Takes the result of a completed message. */
static void settle(struct part *part, uint32_t i)
{
	struct message *m = &part->msg[i];
	char cause[RD_CAUSE_B];
	struct rd_status status;
	struct rd_iter it;

	if (!m->req)
		return;
	rd_req_take_cause(m->req, cause); /* of one partition: the lengths are not the call's */
	note(part, rd_req_finish(m->req, &status));
	m->req = NULL;
	if (!m->copy)
		return;
	rd_iter_init(&it, part->buf, part->count * (uint64_t)part->n, part->type);
	rd_iter_seek(&it, i * part->terms.bytes);
	rd_iter_unpack(&it, m->copy, rd_status_bytes(&status));
	free(m->copy);
	m->copy = NULL;
}

static void settle_all(struct part *part)
{
	for (uint32_t i = 0; i < part->terms.partitions; i++)
		settle(part, i);
}

/* ---- Sending ---- */

static int send_start(struct rd_req *req)
{
	struct part *send = part_of(req);

	start_afresh(send);
	if (!send->n)
		rd_req_adopted(req);
	return 0;
}

static int send_gather(struct rd_req *req)
{
	struct part *send = part_of(req);

	settle_all(send);
	return send->err;
}

static const struct rd_req_ops psend_ops = {
	.name = "partitioned send", .start = send_start, .free = part_free, .gather = send_gather};

int rd_part_is_send(const struct rd_req *req)
{
	return req->ops == &psend_ops;
}

int rd_part_count(const struct rd_req *req)
{
	return part_of(req)->n;
}

int rd_part_left(const struct rd_req *req)
{
	return part_of(req)->left;
}

int rd_pready(struct rd_req *req, int partition)
{
	struct part *send = part_of(req);
	struct message *m = &send->msg[partition];
	uint64_t at = send->count * (uint64_t)partition * (uint64_t)send->type->extent;
	int err = 0;

	if (!send->left || m->req)
		return RD_EARG;
	if (send->peer != MPI_PROC_NULL)
		err = rd_isend(&RD_BUF(place(send, at), send->count, send->type), send->peer,
			       message_tag(send, (uint32_t)partition), &send->parts->data,
			       RD_SEND_STANDARD, &m->req);
	if (err)
		note(send, err);
	if (!m->req)
		m->req = &rd_req_done_send;
	rd_req_adopt(req, m->req);
	if (!--send->left)
		rd_req_adopted(req);
	return 0;
}

static int send_open(struct part *send, const struct rd_ctx *ctx, struct rd_parts **parts)
{
	int err = *parts ? 0 : parts_open(ctx, parts);

	if (err)
		return err;
	send->parts = *parts;
	send->terms.first = take_numbers(*parts, send->terms.partitions);
	rd_list_append(&send->parts->sends, &send->link);
	return offer_send(send);
}

int rd_psend_init(const struct rd_buf *buf, int partitions, int peer, int tag,
		  const struct rd_ctx *ctx, struct rd_parts **parts, struct rd_req **req)
{
	struct part *send = part_new(&psend_ops, buf, partitions, peer, tag);
	int err;

	if (!send)
		return RD_ENOMEM;
	send->terms = (struct terms){0, (uint32_t)partitions, buf->count * buf->type->size};
	err = messages_new(send);
	if (!err && peer != MPI_PROC_NULL)
		err = send_open(send, ctx, parts);
	if (err)
		part_free(&send->req);
	else
		*req = &send->req;
	return err;
}

/* ---- Receiving ---- */

static uint64_t room_of(const struct part *recv)
{
	return recv->count * (uint64_t)recv->n * recv->type->size;
}

/*
 * Posts the receive of bytes [from, from + len) of the packed data: whole elements as elements,
 * others as bytes if they are in one block, else into a copy.
 */
static int post(struct part *recv, struct message *m, uint64_t from, uint64_t len, int tag)
{
	struct rd_ctx *ctx = &recv->parts->data;
	struct rd_type *type = recv->type;
	int err;

	if (!len)
		return rd_irecv(&RD_BUF(NULL, 0, byte_type()), recv->peer, tag, ctx, &m->req);
	if (from % type->size == 0 && len % type->size == 0)
		return rd_irecv(&RD_BUF(place(recv, from / type->size * (uint64_t)type->extent),
					len / type->size, type),
				recv->peer, tag, ctx, &m->req);
	if (type->flags & RD_TYPE_CONTIG)
		return rd_irecv(&RD_BUF(place(recv, from), len, byte_type()), recv->peer, tag, ctx,
				&m->req);
	m->copy = malloc(len);
	if (!m->copy) { /* received without data: the next start's messages have the same tags */
		note(recv, RD_ENOMEM);
		return rd_irecv(&RD_BUF(NULL, 0, byte_type()), recv->peer, tag, ctx, &m->req);
	}
	err = rd_irecv(&RD_BUF(m->copy, len, byte_type()), recv->peer, tag, ctx, &m->req);
	if (err) {
		free(m->copy);
		m->copy = NULL;
	}
	return err;
}

/* A message that is longer than the room is truncated, and its receive returns that error. */
static void post_all(struct part *recv)
{
	uint64_t room = room_of(recv), bytes = recv->terms.bytes;

	recv->posted = 1;
	for (uint32_t i = 0; i < recv->terms.partitions; i++) {
		uint64_t from = rd_min(i * bytes, room), len = rd_min(bytes, room - from);
		struct message *m = &recv->msg[i];
		int err = post(recv, m, from, len, message_tag(recv, i));

		if (err) {
			note(recv, err);
			recv->broken = err;
		} else {
			rd_req_adopt(&recv->req, m->req);
		}
	}
	rd_req_adopted(&recv->req);
}

static void terms_came(struct part *recv, const struct terms *terms, int err)
{
	if (!err) {
		recv->terms = *terms;
		err = messages_new(recv);
	}
	recv->broken = err;
	if (!(recv->req.flags & RD_REQ_ACTIVE))
		return;
	if (err)
		rd_req_complete(&recv->req, err);
	else
		post_all(recv);
}

static int recv_start(struct rd_req *req)
{
	struct part *recv = part_of(req);

	start_afresh(recv);
	if (recv->peer == MPI_PROC_NULL) {
		rd_status_procnull(&req->status);
		rd_req_complete(req, 0);
	} else if (recv->broken) {
		rd_req_complete(req, recv->broken);
	} else if (recv->msg) {
		post_all(recv);
	}
	return 0;
}

static int recv_gather(struct rd_req *req)
{
	struct part *recv = part_of(req);

	settle_all(recv);
	rd_status_set(&req->status, recv->peer, recv->tag, 0,
		      rd_min(room_of(recv), recv->terms.partitions * recv->terms.bytes));
	return recv->err;
}

static const struct rd_req_ops precv_ops = {.name = "partitioned receive",
					    .start = recv_start,
					    .free = part_free,
					    .gather = recv_gather};

int rd_part_is_recv(const struct rd_req *req)
{
	return req->ops == &precv_ops;
}

int rd_precv_init(const struct rd_buf *buf, int partitions, int peer, int tag,
		  const struct rd_ctx *ctx, struct rd_parts **parts, struct rd_req **req)
{
	struct part *recv = part_new(&precv_ops, buf, partitions, peer, tag);
	int err = 0;

	if (!recv)
		return RD_ENOMEM;
	recv->req.flags |= RD_REQ_RECV;
	if (peer != MPI_PROC_NULL) {
		err = *parts ? 0 : parts_open(ctx, parts);
		recv->parts = *parts;
		if (!err)
			err = offer_recv(recv);
	}
	if (err)
		part_free(&recv->req);
	else
		*req = &recv->req;
	return err;
}

/* The messages [*first, *last) that cover a partition of the receiver. */
static void messages_of(const struct part *recv, int partition, uint64_t *first, uint64_t *last)
{
	uint64_t n = recv->terms.partitions, bytes = recv->terms.bytes, p = (uint64_t)partition;
	uint64_t own = recv->count * recv->type->size;

	if (bytes && own) {
		*first = p * own / bytes;
		*last = ((p + 1) * own + bytes - 1) / bytes;
	} else {
		*first = p * n / (uint64_t)recv->n;
		*last = ((p + 1) * n + (uint64_t)recv->n - 1) / (uint64_t)recv->n;
	}
	*first = rd_min(*first, n);
	*last = rd_min(*last, n);
}

int rd_parrived(struct rd_req *req, int partition)
{
	struct part *recv = part_of(req);
	uint64_t first, last;

	if (rd_req_is_done(req))
		return 1;
	if (!recv->posted)
		return 0;
	messages_of(recv, partition, &first, &last);
	for (uint64_t i = first; i < last; i++) {
		const struct rd_req *msg = recv->msg[i].req;

		if (msg && !msg->done)
			return 0;
	}
	for (uint64_t i = first; i < last; i++)
		settle(recv, (uint32_t)i);
	return 1;
}
