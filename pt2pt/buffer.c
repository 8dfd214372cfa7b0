/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Buffered mode (MPI-5.0 3.6). A message that cannot be sent at once is packed into a block of the
 * user's buffer, first fit; a block is free again when its send is complete. There is a buffer for
 * the process, and there may be one for a communicator and one for its session; the nearest is
 * used. Each block costs sizeof(struct block) and alignment in addition to its data, which must
 * stay below MPI_BSEND_OVERHEAD.
 */
#include "pt2pt/buffer.h"

#include <stdlib.h>

#include "base/log.h"
#include "pt2pt/p2p.h"

#define ALIGN 16u /* bytes */

struct rd_buffer {
	struct rd_list link; /* in `buffers` */
	void *memory;        /* as given by the user */
	uint64_t size;       /* bytes */
	struct rd_list blocks;
	struct rd_list sent; /* struct block: those that can be given back */
	/* No gap before this block has `no_gap` bytes; the head of `blocks`: nothing is known. */
	struct rd_list *known;
	uint64_t no_gap;        /* bytes */
	struct rd_list flushes; /* struct flush */
	uint64_t next_number;
};

struct block {
	struct rd_list link; /* in `blocks`, by address; in order of sending if automatic */
	struct rd_buffer *buffer;
	const struct rd_ctx *ctx;
	struct rd_req *req;       /* its send */
	struct rd_req watch;      /* parent of `req`: its gather is called when `req` is complete */
	int sent;                 /* `req` is complete */
	struct rd_list sent_link; /* then: in buffer->sent */
	uint64_t number;          /* blocks of a buffer are numbered in the order of sending */
	uint64_t room;            /* bytes, this header included */
	unsigned char data[] __attribute__((aligned(ALIGN)));
};
_Static_assert(sizeof(struct block) + 2 * ALIGN <= MPI_BSEND_OVERHEAD, "promised by mpi.h");

/* A request that is complete when all blocks numbered below `before` are sent. */
struct flush {
	struct rd_req req;
	struct rd_list link;
	uint64_t before;
};

struct rd_buffer *rd_buffer_process;
static struct rd_list buffers = {&buffers, &buffers}; /* all attached buffers */

static int automatic(const struct rd_buffer *buffer)
{
	return buffer->memory == MPI_BUFFER_AUTOMATIC;
}

static struct block *block_of(struct rd_list *link)
{
	return rd_container(link, struct block, link);
}

int rd_buffer_attach(struct rd_buffer **at, void *memory, uint64_t size)
{
	struct rd_buffer *buffer;

	if (*at)
		return RD_EBUFFER;
	buffer = malloc(sizeof(*buffer));
	if (!buffer)
		return RD_ENOMEM;
	buffer->memory = memory;
	buffer->size = size;
	buffer->next_number = 0;
	rd_list_init(&buffer->blocks);
	rd_list_init(&buffer->sent);
	buffer->known = &buffer->blocks;
	buffer->no_gap = 0;
	rd_list_init(&buffer->flushes);
	rd_list_append(&buffers, &buffer->link);
	*at = buffer;
	return 0;
}

/* ---- Sending ---- */

/* Frees the blocks whose sends are complete; an error of such a send is logged. */
static void reap(struct rd_buffer *buffer)
{
	struct rd_list *link;

	while ((link = rd_list_pop(&buffer->sent))) {
		struct block *b = rd_container(link, struct block, sent_link);

		if (rd_req_finish(b->req, NULL))
			rd_error("a buffered message of %llu bytes was lost: its receiver is gone",
				 (unsigned long long)b->room);
		if (buffer->known != &buffer->blocks && (uintptr_t)b <= (uintptr_t)buffer->known)
			buffer->known = b->link.prev;
		rd_list_remove(&b->link);
		if (automatic(buffer))
			free(b);
	}
}

/* The address after the block of this link; the first one for the head of the list. */
static uintptr_t behind(const struct rd_buffer *buffer, struct rd_list *link)
{
	if (link != &buffer->blocks)
		return (uintptr_t)link + block_of(link)->room;
	return ((uintptr_t)buffer->memory + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
}

/*
 * Carves a block out of the first gap of `room` bytes and links it in at its place. The search
 * begins behind the blocks before which there is no such gap: where nothing has become free since
 * the last block was made, behind that one.
 */
static struct block *carve(struct rd_buffer *buffer, uint64_t room)
{
	struct rd_list *from = room < buffer->no_gap ? &buffer->blocks : buffer->known, *link;
	uintptr_t at = behind(buffer, from), end = (uintptr_t)buffer->memory + buffer->size;
	struct block *b;

	for (link = from->next; link != &buffer->blocks; link = link->next) {
		if ((uintptr_t)link >= at && (uintptr_t)link - at >= room)
			break;
		at = behind(buffer, link);
	}
	if (link == &buffer->blocks && (at > end || end - at < room))
		return NULL;
	b = (struct block *)at;
	rd_list_append(link, &b->link); /* before `link` */
	if (buffer->known == &buffer->blocks || room <= buffer->no_gap) {
		buffer->known = &b->link;
		buffer->no_gap = room;
	}
	return b;
}

static struct block *take_room(struct rd_buffer *buffer, uint64_t bytes)
{
	uint64_t room = (sizeof(struct block) + bytes + ALIGN - 1) & ~(uint64_t)(ALIGN - 1);
	struct block *b;

	if (!automatic(buffer)) {
		b = carve(buffer, room);
	} else if ((b = malloc(room))) {
		rd_list_append(&buffer->blocks, &b->link);
	}
	if (b)
		b->room = room;
	return b;
}

/* A block, after freeing completed ones. NULL: no room. */
static struct block *take(struct rd_buffer *buffer, uint64_t bytes)
{
	struct block *b;

	reap(buffer);
	b = take_room(buffer, bytes);
	if (b)
		return b;
	rd_progress_pinned();
	reap(buffer);
	b = take_room(buffer, bytes);
	if (!b)
		rd_err_because("the attached buffer of %llu bytes has no room for a message of "
			       "%llu; attach a larger one",
			       (unsigned long long)buffer->size, (unsigned long long)bytes);
	return b;
}

/* 1 if a block numbered below `before` has not been sent. */
static int has_unsent(const struct rd_buffer *buffer, uint64_t before)
{
	struct rd_list *link;

	rd_list_for (link, &buffer->blocks) {
		if (!block_of(link)->sent && block_of(link)->number < before)
			return 1;
	}
	return 0;
}

/* The send of a block is complete: completes the flushes that waited for it. */
static int block_sent(struct rd_req *watch)
{
	struct block *b = rd_container(watch, struct block, watch);
	struct rd_buffer *buffer = b->buffer;
	struct rd_list *link, *save;

	b->sent = 1;
	rd_list_append(&buffer->sent, &b->sent_link);
	rd_list_for_safe (link, save, &buffer->flushes) {
		struct flush *flush = rd_container(link, struct flush, link);

		if (has_unsent(buffer, flush->before))
			continue;
		rd_list_remove(link);
		rd_req_complete(&flush->req, 0);
	}
	return 0;
}

static const struct rd_req_ops watch_ops = {.name = "buffered send", .gather = block_sent};

static void init_req(struct rd_req *req, const struct rd_req_ops *ops)
{
	*req = (struct rd_req){.flags = RD_REQ_ACTIVE, .ops = ops};
	rd_obj_init(&req->obj, RD_MAGIC_REQUEST);
	rd_status_empty(&req->status);
}

/* Registers the send of a block, which has begun. */
static void watch(struct block *b, struct rd_buffer *buffer, const struct rd_ctx *ctx)
{
	b->buffer = buffer;
	b->ctx = ctx;
	b->number = buffer->next_number++;
	b->sent = 0;
	init_req(&b->watch, &watch_ops);
	rd_req_adopt(&b->watch, b->req);
	rd_req_adopted(&b->watch);
}

/* NULL: no buffer is attached. */
static struct rd_buffer *nearest(const struct rd_ctx *ctx)
{
	if (ctx->buffer)
		return ctx->buffer;
	return ctx->session_buffer && *ctx->session_buffer ? *ctx->session_buffer
							   : rd_buffer_process;
}

int rd_buffer_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
		   struct rd_ctx *ctx)
{
	struct rd_buffer *buffer = nearest(ctx);
	struct rd_type *byte = rd_type_get(MPI_BYTE);
	uint64_t bytes = count * type->size;
	struct rd_iter it;
	struct block *b;
	int err;

	if (dest == MPI_PROC_NULL)
		return 0;
	if (!buffer) {
		rd_err_because("buffered send of %llu bytes without a buffer; call "
			       "MPI_Buffer_attach first",
			       (unsigned long long)bytes);
		return RD_EBUFFER;
	}
	b = take(buffer, bytes);
	if (!b)
		return RD_EBUFFER;
	rd_iter_init(&it, buf, count, type);
	rd_iter_pack(&it, b->data, bytes);
	err = rd_isend(&RD_BUF(b->data, bytes, byte), dest, tag, ctx, RD_SEND_STANDARD, &b->req);
	if (err)
		b->req = &rd_req_done_send; /* freed by the next reap */
	watch(b, buffer, ctx);
	return err;
}

/* ---- Waiting ---- */

/* 1 if the buffer has blocks of `ctx` (NULL: of any). */
static int is_busy(const struct rd_buffer *buffer, const struct rd_ctx *ctx)
{
	struct rd_list *link;

	rd_list_for (link, &buffer->blocks) {
		if (!ctx || block_of(link)->ctx == ctx)
			return 1;
	}
	return 0;
}

/* Waits until all blocks of `ctx` (NULL: of any) are free. */
static void wait_for(struct rd_buffer *buffer, const struct rd_ctx *ctx)
{
	struct rd_wait w = RD_WAIT_INIT;

	for (reap(buffer); is_busy(buffer, ctx); reap(buffer))
		rd_progress_wait(&w);
}

int rd_buffer_flush(struct rd_buffer *buffer)
{
	if (buffer)
		wait_for(buffer, NULL);
	return 0;
}

static void flush_free(struct rd_req *req)
{
	free(rd_container(req, struct flush, req));
}

static const struct rd_req_ops flush_ops = {.name = "flush of a buffer", .free = flush_free};

int rd_buffer_iflush(struct rd_buffer *buffer, struct rd_req **req)
{
	struct flush *flush;

	*req = &rd_req_done_send;
	if (!buffer || !has_unsent(buffer, buffer->next_number))
		return 0;
	flush = malloc(sizeof(*flush));
	if (!flush)
		return RD_ENOMEM;
	init_req(&flush->req, &flush_ops);
	flush->before = buffer->next_number;
	rd_list_append(&buffer->flushes, &flush->link);
	*req = &flush->req;
	return 0;
}

static void drop(struct rd_buffer *buffer)
{
	rd_list_remove(&buffer->link);
	free(buffer);
}

void rd_buffer_flush_all(void)
{
	struct rd_list *link;

	rd_list_for (link, &buffers)
		wait_for(rd_container(link, struct rd_buffer, link), NULL);
}

int rd_buffer_detach(struct rd_buffer **at, void **memory, uint64_t *size)
{
	struct rd_buffer *buffer = *at;

	if (!buffer)
		return RD_EBUFFER;
	rd_buffer_flush(buffer);
	*memory = buffer->memory;
	*size = automatic(buffer) ? 0 : buffer->size;
	*at = NULL;
	drop(buffer);
	return 0;
}

void rd_buffer_leave(struct rd_ctx *ctx)
{
	struct rd_buffer *own = ctx->buffer;
	struct rd_buffer *session = ctx->session_buffer ? *ctx->session_buffer : NULL;

	if (session)
		wait_for(session, ctx);
	if (rd_buffer_process)
		wait_for(rd_buffer_process, ctx);
	if (!own)
		return;
	wait_for(own, NULL);
	ctx->buffer = NULL;
	drop(own);
}
