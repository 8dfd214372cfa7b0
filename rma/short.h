/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations with few instructions, inlined into mpi/ (bench/onesided, M-236): in memory
 * that this process reaches by instructions, between buffers of elements of the same type. All
 * others go to put.c and accumulate.c, which also find the errors.
 */
#ifndef RD_RMA_SHORT_H
#define RD_RMA_SHORT_H

#include "base/stream.h"
#include "pt2pt/request.h"
#include "rma/am.h"
#include "rma/apply.h"

/* NULL: the target is reached in another way, or is MPI_PROC_NULL. */
static inline const struct rd_win_peer *rd_rma_short_peer(const struct rd_win *win, int target)
{
	const struct rd_win_peer *peer = target >= 0 ? rd_win_peer_known(win, target) : NULL;

	return rd_likely(peer && peer->direct) ? peer : NULL;
}

/* The place of n elements in the window of such a target; NULL: they cannot be there. */
static inline char *rd_rma_short_place(struct rd_win *win, const struct rd_win_peer *peer,
				       int64_t disp, uint64_t n, const struct rd_type *type)
{
	uint64_t at;

	if (rd_unlikely(!peer || !rd_rma_is_within(win, peer, disp, n, type, &at)))
		return NULL;
	return rd_rma_at(peer, at);
}

/* The same of elements that are combined; NULL also: not by instructions. */
static inline char *rd_rma_short_words(struct rd_win *win, const struct rd_win_peer *peer,
				       int64_t disp, uint64_t n, const struct rd_type *type)
{
	char *addr = rd_rma_short_place(win, peer, disp, n, type);

	return rd_likely(!win->card && !((uintptr_t)addr & (type->size - 1))) ? addr : NULL;
}

static inline int rd_rma_short_done(struct rd_req **req)
{
	if (req)
		*req = &rd_req_done_send;
	return 0;
}

static inline int rd_rma_short_put(const struct rd_rma_call *c)
{
	const struct rd_win_peer *peer = rd_rma_short_peer(c->win, c->target);
	char *to = rd_rma_short_place(c->win, peer, c->disp, c->tcount, c->ttype);

	if (rd_likely(to && c->otype == c->ttype && c->ocount == c->tcount)) {
		rd_long_copy(to, c->origin, c->tcount * c->ttype->size);
		return rd_rma_short_done(c->req);
	}
	return rd_rma_put(c);
}

static inline int rd_rma_short_get(const struct rd_rma_call *c)
{
	const struct rd_win_peer *peer = rd_rma_short_peer(c->win, c->target);
	const char *from = rd_rma_short_place(c->win, peer, c->disp, c->tcount, c->ttype);

	if (rd_likely(from && c->rtype == c->ttype && c->rcount == c->tcount)) {
		rd_long_copy(c->result, from, c->tcount * c->ttype->size);
		return rd_rma_short_done(c->req);
	}
	return rd_rma_get(c);
}

/* NULL: not elements of one predefined type that instructions combine. */
static inline const struct rd_apply_means *rd_rma_short_means(const struct rd_op *op,
							      const struct rd_type *type)
{
	const struct rd_apply_means *means;

	if (rd_unlikely(!op->predefined || !type->basic || !(type->flags & RD_TYPE_PREDEFINED)))
		return NULL;
	means = rd_apply_known(op, type->basic);
	return rd_likely(means->word) ? means : NULL;
}

/* 1: done. Also of get_accumulate. */
static inline int rd_rma_short_apply(const struct rd_rma_call *c)
{
	const struct rd_win_peer *peer = rd_rma_short_peer(c->win, c->target);
	const struct rd_apply_means *means = rd_rma_short_means(c->op, c->ttype);
	char *addr = rd_rma_short_words(c->win, peer, c->disp, c->tcount, c->ttype);
	void *result = c->rtype ? c->result : NULL;

	if (rd_unlikely(!means || !addr || c->otype != c->ttype || c->ocount != c->tcount ||
			(c->rtype && (c->rtype != c->ttype || c->rcount != c->tcount))))
		return 0;
	if (c->tcount != 1)
		return rd_apply_vectors(rd_rma_is_alone(c->win, peer) ? NULL : peer->lock.word,
					means, addr, c->origin, result, c->tcount);
	rd_apply_one(&(struct rd_apply_at){addr, peer->lock.word, &c->win->members.party}, c->op,
		     c->ttype, c->origin, result);
	return 1;
}

static inline int rd_rma_short_accumulate(const struct rd_rma_call *c)
{
	if (rd_likely(rd_rma_short_apply(c)))
		return rd_rma_short_done(c->req);
	return rd_rma_accumulate(c);
}

static inline int rd_rma_short_fetch_and_op(struct rd_win *win, const void *origin, void *result,
					    struct rd_type *type, int target, int64_t disp,
					    struct rd_op *op)
{
	const struct rd_win_peer *peer = rd_rma_short_peer(win, target);
	char *addr = rd_rma_short_words(win, peer, disp, 1, type);

	if (rd_unlikely(!addr || !rd_rma_short_means(op, type)))
		return rd_rma_fetch_and_op(win, origin, result, type, target, disp, op);
	rd_apply_one(&(struct rd_apply_at){addr, peer->lock.word, &win->members.party}, op, type,
		     origin, result);
	return 0;
}

static inline int rd_rma_short_compare_and_swap(struct rd_win *win, const void *origin,
						const void *compare, void *result,
						struct rd_type *type, int target, int64_t disp)
{
	const struct rd_win_peer *peer = rd_rma_short_peer(win, target);
	char *addr = rd_rma_short_words(win, peer, disp, 1, type);

	if (rd_unlikely(!addr))
		return rd_rma_compare_and_swap(win, origin, compare, result, type, target, disp);
	rd_apply_cas(&(struct rd_apply_at){addr, peer->lock.word, &win->members.party}, type->size,
		     origin, compare, result);
	return 0;
}

#endif
