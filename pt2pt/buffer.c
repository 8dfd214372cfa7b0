/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Buffered mode (MPI-5.0 3.6). Messages that cannot leave at once are packed into
 * blocks of the user's buffer, first fit; a block is free again when its send is complete. Each
 * block costs sizeof(struct block) and alignment beside its data, which must
 * stay below MPI_BSEND_OVERHEAD.
 */
#include "pt2pt/buffer.h"

#include <stdlib.h>

#include "base/log.h"
#include "pt2pt/p2p.h"

#define ALIGN 16u /* bytes */

struct block {
	struct rd_list link; /* in `blocks`, by address */
	struct rd_req *req;  /* its send */
	uint64_t room;       /* bytes, this header included */
	unsigned char data[] __attribute__((aligned(ALIGN)));
};
_Static_assert(sizeof(struct block) + 2 * ALIGN <= MPI_BSEND_OVERHEAD, "promised by mpi.h");

static void *attached;        /* as the user gave it; NULL: none */
static uint64_t attached_size; /* bytes */
static struct rd_list blocks = {&blocks, &blocks};

static int automatic(void)
{
	return attached == MPI_BUFFER_AUTOMATIC;
}

static struct block *block_of(struct rd_list *link)
{
	return rd_container(link, struct block, link);
}

int rd_buffer_attach(void *buf, uint64_t size)
{
	if (attached)
		return RD_EBUFFER;
	attached = buf;
	attached_size = size;
	return 0;
}

/* Gives back the blocks whose sends are complete; the first error of such a send is logged. */
static void reap(void)
{
	struct rd_list *link, *save;

	rd_list_for_safe(link, save, &blocks)
	{
		struct block *b = block_of(link);

		if (!rd_req_is_done(b->req))
			continue;
		if (rd_req_finish(b->req, NULL))
			rd_error("a buffered message of %llu bytes was lost: its receiver is gone",
				 (unsigned long long)b->room);
		rd_list_remove(&b->link);
		if (automatic())
			free(b);
	}
}

/* First gap of `room` bytes; the block is linked in at its place. */
static struct block *carve(uint64_t room)
{
	uintptr_t at = ((uintptr_t)attached + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
	uintptr_t end = (uintptr_t)attached + attached_size;
	struct rd_list *link;
	struct block *b;

	rd_list_for(link, &blocks) {
		if ((uintptr_t)link >= at && (uintptr_t)link - at >= room)
			break;
		at = (uintptr_t)link + block_of(link)->room;
	}
	if (link == &blocks && (at > end || end - at < room))
		return NULL;
	b = (struct block *)at;
	rd_list_append(link, &b->link); /* before `link` */
	return b;
}

static struct block *take(uint64_t bytes)
{
	uint64_t room = (sizeof(struct block) + bytes + ALIGN - 1) & ~(uint64_t)(ALIGN - 1);
	struct block *b;

	if (!automatic()) {
		b = carve(room);
	} else if ((b = malloc(room))) {
		rd_list_append(&blocks, &b->link);
	}
	if (b)
		b->room = room;
	return b;
}

int rd_buffer_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
		   struct rd_ctx *ctx)
{
	struct rd_type *byte = rd_type_get(MPI_BYTE);
	uint64_t bytes = count * type->size;
	struct rd_iter it;
	struct block *b;
	int rc;

	if (dest == MPI_PROC_NULL)
		return 0;
	if (!attached) {
		rd_error("buffered send of %llu bytes without a buffer; call MPI_Buffer_attach first",
			 (unsigned long long)bytes);
		return RD_EBUFFER;
	}
	reap();
	b = take(bytes);
	if (!b) {
		rd_progress();
		reap();
		b = take(bytes);
	}
	if (!b) {
		rd_error("the attached buffer of %llu bytes has no room for a message of %llu; "
			 "attach a larger one",
			 (unsigned long long)attached_size, (unsigned long long)bytes);
		return RD_EBUFFER;
	}
	rd_iter_init(&it, buf, count, type);
	rd_iter_pack(&it, b->data, bytes);
	rc = rd_isend(b->data, bytes, byte, dest, tag, ctx, RD_SEND_STANDARD, &b->req);
	if (rc)
		b->req = &rd_req_done_send; /* reaped by the next one */
	return rc;
}

int rd_buffer_flush(void)
{
	struct rd_wait w = RD_WAIT_INIT;

	for (reap(); !rd_list_empty(&blocks); reap())
		rd_progress_wait(&w);
	return 0;
}

int rd_buffer_detach(void **buf, uint64_t *size)
{
	if (!attached)
		return RD_EBUFFER;
	rd_buffer_flush();
	*buf = attached;
	*size = automatic() ? 0 : attached_size;
	attached = NULL;
	attached_size = 0;
	return 0;
}
