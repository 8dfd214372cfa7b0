/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks common to all operations: that the target is open for access, that the data is within the
 * window, and that the target knows the datatype. Called by put.c, accumulate.c and target.c.
 */
#include "rma/am.h"
#include "rma/types.h"

#include "datatype/pack.h"
#include "runtime/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

enum { BLOCKS = 64 }; /* of a datatype, checked together */

int rd_rma_span(uint64_t count, const struct rd_type *type, int64_t *first, int64_t *end)
{
	int64_t reach = 0;

	*first = *end = 0;
	if (!count || !type->size)
		return 0;
	if (count - 1 > INT64_MAX ||
	    __builtin_mul_overflow((int64_t)count - 1, type->extent, &reach))
		return RD_ERMA_RANGE;
	*first = type->true_lb;
	if (__builtin_add_overflow(type->true_lb, type->true_extent, end) ||
	    __builtin_add_overflow(reach < 0 ? *first : *end, reach, reach < 0 ? first : end))
		return RD_ERMA_RANGE;
	return 0;
}

int rd_rma_inside(uint64_t at, uint64_t count, const struct rd_type *type, uint64_t size)
{
	int64_t first, end;

	if (rd_likely(type->flags & RD_TYPE_CONTIG)) {
		uint64_t bytes;

		return __builtin_mul_overflow(count, type->size, &bytes) || bytes > size ||
				       (bytes && at > size - bytes)
			       ? RD_ERMA_RANGE
			       : 0;
	}
	if (rd_rma_span(count, type, &first, &end) || __builtin_add_overflow(first, at, &first) ||
	    __builtin_add_overflow(end, at, &end))
		return RD_ERMA_RANGE;
	if (first == end)
		return 0;
	return first < 0 || (uint64_t)end > size ? RD_ERMA_RANGE : 0;
}

/* MPI-5.0 12.2.4: an operation may span several regions, but each byte must lie in one. */
static int blocks_attached(const struct rd_win *win, uint64_t at, uint64_t count,
			   const struct rd_type *type)
{
	struct iovec block[BLOCKS];
	struct rd_iter it;
	int n;

	rd_iter_init(&it, (void *)(uintptr_t)at, count, type);
	while ((n = rd_iter_iov(&it, block, BLOCKS, SIZE_MAX)) > 0)
		for (int i = 0; i < n; i++)
			if (!rd_rma_regions_cover(&win->regions, (uintptr_t)block[i].iov_base,
						  block[i].iov_len))
				return RD_ERMA_RANGE;
	return 0;
}

int rd_rma_attached(const struct rd_win *win, uint64_t at, uint64_t count,
		    const struct rd_type *type)
{
	int64_t first, end;

	if (rd_rma_span(count, type, &first, &end))
		return RD_ERMA_RANGE;
	if (first == end || rd_rma_regions_cover(&win->regions, at + (uint64_t)first,
						 (uint64_t)end - (uint64_t)first))
		return 0;
	return type->flags & RD_TYPE_CONTIG ? RD_ERMA_RANGE : blocks_attached(win, at, count, type);
}

int rd_rma_reach_any(struct rd_win *win, const struct rd_win_peer *peer, int64_t disp,
		     uint64_t count, const struct rd_type *type, uint64_t *at)
{
	int64_t bytes;
	int err = 0;

	if (rd_unlikely(!peer))
		return RD_ENOMEM;
	if (rd_unlikely(!(win->sync.open_all | peer->open)))
		return rd_win_misuse(win, "get access to this target first, by MPI_Win_fence, "
					  "MPI_Win_start, MPI_Win_lock or MPI_Win_lock_all");
	win->sync.used = 1;
	if (rd_unlikely(win->flavor == MPI_WIN_FLAVOR_DYNAMIC)) {
		*at = (uint64_t)disp;
		if (peer->rank == win->comm->rank)
			err = rd_rma_attached(win, *at, count, type);
	} else if (rd_unlikely(disp < 0 || __builtin_mul_overflow(disp, peer->unit, &bytes))) {
		err = RD_ERMA_RANGE;
	} else {
		*at = (uint64_t)bytes;
		err = rd_rma_inside(*at, count, type, peer->size);
	}
	/* After the failure of a member the target may have freed the window. */
	return !err && rd_win_is_broken(win) ? RD_EPROC : err;
}

int rd_rma_prepare(struct rd_win *win, struct rd_win_peer *peer)
{
	struct rd_wait w = RD_WAIT_INIT;
	int err;

	if (win->sync.access != RD_EPOCH_LOCK_ALL || peer->lock.word || peer->lock.hold ||
	    win->sync.nocheck)
		return 0;
	while (peer->awaited == RD_AWAITED_LOCK) /* another thread has requested it */
		rd_progress_wait(&w);
	if (peer->lock.hold)
		return 0;
	err = rd_rma_acquire(win, peer, RD_HOLD_SHARED);
	if (!err)
		rd_list_append(&win->members.held, &peer->lock.link);
	return err;
}

/* ---- Datatypes ---- */

/* Without a wait: the target takes the parts of one description at a time. */
static int describe(struct rd_win *win, int to, const struct rd_type *type, uint32_t slot)
{
	uint64_t bytes = 0, done = 0;
	char *text = NULL;
	int err = rd_rma_type_encode(type, &text, &bytes);

	while (!err && done < bytes) {
		struct rd_rma_am *l = rd_rma_am_new(win, RD_RMA_TYPE);
		uint64_t n = rd_min(bytes - done, (uint64_t)RD_RMA_PAYLOAD_B);

		if (!l) {
			err = RD_ENOMEM;
			break;
		}
		l->msg.type = (uint16_t)slot;
		l->msg.skip = done;
		l->msg.bytes = bytes;
		memcpy(l->payload, text + done, n);
		err = rd_rma_am_send(l, to, n);
		done += n;
	}
	free(text);
	return err;
}

/* The word that identifies the type in messages to `peer`; describes the type to it first if
 * necessary. */
static int tell_type(struct rd_win *win, struct rd_win_peer *peer, struct rd_type *type,
		     uint32_t *word)
{
	struct rd_rma_types *told = peer->types.told;
	uint32_t slot;
	int err;

	if (rd_rma_type_has_handle(type)) {
		*word = (uint32_t)type->basic;
		return 0;
	}
	if (!told)
		told = peer->types.told = calloc(1, sizeof(*told));
	if (!told)
		return RD_ENOMEM;
	for (slot = 0; slot < RD_RMA_SLOTS && told->slot[slot] != type; slot++)
		;
	if (slot == RD_RMA_SLOTS) {
		slot = told->next++ % RD_RMA_SLOTS;
		err = describe(win, peer->rank, type, slot);
		if (err)
			return err;
		if (told->slot[slot])
			rd_type_put(told->slot[slot]);
		rd_type_hold(type);
		told->slot[slot] = type;
	}
	*word = RD_RMA_SLOT + slot;
	return 0;
}

int rd_rma_ready(struct rd_win *win, struct rd_win_peer *peer, struct rd_type *type, uint32_t *word)
{
	rd_rma_throttle(win);
	return tell_type(win, peer, type, word);
}
