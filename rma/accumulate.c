/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Accumulates at the origin (MPI-5.0 12.3.4, 12.3.5): carried out in the target's memory if it is
 * shared (apply.c), else sent in parts of one message each, which the target applies in the order
 * of sending. Called by mpi/.
 */
#include "rma/am.h"
#include "rma/apply.h"
#include "rma/card.h"
#include "rma/mailbox.h"
#include "rma/pieces.h"
#include "rma/types.h"
#include "rma/way.h"

#include "datatype/pack.h"
#include "runtime/progress.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 128 }; /* results outstanding at a time */

static int is_op(const struct rd_op *op, MPI_Op handle)
{
	return op->predefined == (int)(uintptr_t)handle;
}

static struct rd_type *basic_of(const struct rd_type *type)
{
	return type->basic ? rd_type_predefined[type->basic - RD_TYPE_FIRST] : type->pair;
}

int rd_rma_op_check_any(const struct rd_op *op, const struct rd_type *type)
{
	struct rd_type *basic = basic_of(type);

	if (!op->predefined)
		return RD_EOP;
	if (!basic)
		return type->size ? RD_ETYPE : 0;
	return rd_apply_means(op, basic)->defined ? 0 : RD_EOP;
}

int rd_rma_cas_ok(const struct rd_type *type)
{
	static const uintptr_t either[] = {(uintptr_t)MPI_BAND, (uintptr_t)MPI_LAND};

	for (int i = 0; rd_rma_one_element(type) && i < 2; i++)
		if (!rd_rma_op_check(rd_op_predefined[either[i] - RD_OP_FIRST], type))
			return 1;
	return 0;
}

/* An accumulate in progress: data common to its parts. */
struct work {
	const struct rd_rma_call *c;
	struct rd_win_peer *peer;
	struct rd_type *basic;
	uint64_t at;          /* of the target's data */
	uint64_t bytes;       /* packed */
	uint64_t done;        /* of these, combined by mailbox */
	struct rd_rma_op *op; /* NULL: no result is wanted */
	char *into;           /* destination of the packed results */
};

static int begin(const struct rd_rma_call *c, struct work *w)
{
	int reads = !is_op(c->op, MPI_NO_OP);
	uint64_t given = 0, room = UINT64_MAX;
	int err;

	w->peer = rd_win_peer(c->win, c->target);
	err = rd_rma_reach(c->win, w->peer, c->disp, c->tcount, c->ttype, &w->at);
	w->c = c;
	w->basic = basic_of(c->ttype);
	w->op = NULL;
	w->done = 0;
	if (err)
		return err;
	if (__builtin_mul_overflow(c->tcount, c->ttype->size, &w->bytes) ||
	    (reads && __builtin_mul_overflow(c->ocount, c->otype->size, &given)) ||
	    (c->rtype && __builtin_mul_overflow(c->rcount, c->rtype->size, &room)))
		return RD_ECOUNT;
	if (given > w->bytes)
		return RD_ETRUNCATE;
	if (reads)
		w->bytes = given;
	if (w->bytes > room)
		return RD_ETRUNCATE;
	if (w->bytes)
		w->bytes -= w->bytes % w->basic->size;
	return 0;
}

/* ---- In shared memory ---- */

/* The buffer of the other side as packed elements: the buffer itself if it is one block. */
static char *packed(const void *buf, uint64_t count, const struct rd_type *type, uint64_t bytes,
		    int read)
{
	char *block = rd_type_block(buf, count, type);
	struct rd_iter it;

	if (block)
		return block;
	block = malloc(bytes);
	if (block && read) {
		rd_iter_init(&it, buf, count, type);
		rd_iter_pack(&it, block, bytes);
	}
	return block;
}

static int direct(const struct work *w)
{
	const struct rd_rma_call *c = w->c;
	struct rd_apply to = {rd_rma_at(w->peer, w->at),
			      c->tcount,
			      c->ttype,
			      0,
			      w->basic,
			      c->op,
			      w->peer->lock.word,
			      rd_rma_is_alone(c->win, w->peer),
			      &w->c->win->members.party};
	int reads = !is_op(c->op, MPI_NO_OP), err = 0;
	char *src = reads ? packed(c->origin, c->ocount, c->otype, w->bytes, 1) : NULL;
	char *old = c->rtype ? packed(c->result, c->rcount, c->rtype, w->bytes, 0) : NULL;
	struct rd_iter it;
	int excludes;

	if ((reads && !src) || (c->rtype && !old)) {
		err = RD_ENOMEM;
	} else {
		excludes = reads && rd_rma_exclude(c->win, w->basic);
		rd_apply(&to, src, old, w->bytes);
		if (excludes)
			rd_rma_card_admit(c->win);
	}
	if (!err && old && old != rd_type_block(c->result, c->rcount, c->rtype)) {
		rd_iter_init(&it, c->result, c->rcount, c->rtype);
		rd_iter_unpack(&it, old, w->bytes);
	}
	if (src && src != rd_type_block(c->origin, c->ocount, c->otype))
		free(src);
	if (old && old != rd_type_block(c->result, c->rcount, c->rtype))
		free(old);
	return err;
}

/* ---- By message ---- */

/* Prepares the destination of the results of the parts. */
static int expect(struct work *w)
{
	const struct rd_rma_call *c = w->c;

	w->op = rd_rma_op_new(c->win, w->peer);
	if (!w->op)
		return RD_ENOMEM;
	w->op->want = w->bytes - w->done;
	w->into = rd_type_block(c->result, c->rcount, c->rtype);
	if (w->into)
		return 0;
	w->into = w->op->packed = malloc(w->bytes);
	if (!w->into)
		return RD_ENOMEM;
	w->op->packed_b = w->bytes;
	w->op->result = c->result;
	w->op->rcount = c->rcount;
	w->op->rtype = c->rtype;
	rd_type_hold(c->rtype);
	return 0;
}

/* Waits while more than PIECES_MAX results are outstanding. */
static void pause(const struct rd_rma_op *op)
{
	struct rd_wait wait = RD_WAIT_INIT;

	while (op->n > PIECES_MAX && !rd_req_is_done(op->part[op->n - PIECES_MAX]))
		rd_progress_wait(&wait);
}

static int piece(struct work *w, struct rd_iter *it, uint64_t skip, uint64_t n)
{
	const struct rd_rma_call *c = w->c;
	int reads = !is_op(c->op, MPI_NO_OP);
	uint64_t given = reads ? n : 0;
	struct rd_rma_am *l;
	uint32_t word;
	int err = rd_rma_ready(c->win, w->peer, c->ttype, &word);

	if (err)
		return err;
	w->peer->dirty = 1;
	rd_win_touch(c->win, w->peer);
	l = rd_rma_am_new(c->win, RD_RMA_ACC_);
	if (!l)
		return RD_ENOMEM;
	l->msg.op = (uint16_t)c->op->predefined;
	l->msg.type = (uint16_t)word;
	l->msg.basic = (uint16_t)w->basic->basic;
	l->msg.disp = w->at;
	l->msg.count = c->tcount;
	l->msg.skip = skip;
	l->msg.bytes = n;
	if (reads)
		rd_iter_pack(it, l->payload, n);
	return w->op ? rd_rma_op_ask(w->op, l, given, w->into + skip, n,
				     rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST])
		     : rd_rma_am_send(l, c->target, given);
}

static int pieces(struct work *w)
{
	uint64_t most = RD_RMA_PAYLOAD_B / w->basic->size * w->basic->size;
	struct rd_iter it;
	int err = 0;

	if (!is_op(w->c->op, MPI_NO_OP)) {
		rd_iter_init(&it, w->c->origin, w->c->ocount, w->c->otype);
		rd_iter_seek(&it, w->done);
	}
	for (uint64_t skip = w->done, n; !err && skip < w->bytes; skip += n) {
		n = rd_min(w->bytes - skip, most);
		if (w->op)
			pause(w->op);
		err = piece(w, &it, skip, n);
	}
	return err;
}

static int by_message(struct work *w)
{
	const struct rd_rma_call *c = w->c;
	int err = c->rtype ? expect(w) : 0;

	if (!err)
		err = pieces(w);
	if (w->op && err)
		rd_rma_op_give_up(w->op);
	else if (w->op)
		rd_rma_op_begin(w->op, c->req);
	return err;
}

/* Operands that are longer than a room, by the quicker way. */
static int long_by_mailbox(struct work *w, struct rd_rma_entry *entry, struct rd_entry_data *data)
{
	struct rd_win_peer *peer = w->peer;
	struct rd_cma_peer *cma = peer->mail.no_far ? NULL : peer->proc->cma;
	struct rd_rma_chosen chosen;
	int err;

	if (rd_rma_mailbox_is_bypassed(peer))
		return RD_ENOTSUP;
	chosen = rd_rma_choose(cma, w->c->rtype ? RD_TIMED_GET_ACC : RD_TIMED_ACC, w->bytes,
			       RD_LOOKS_MAYBE);
	if (chosen.way == RD_WAY_PIECES) {
		data->patience_ns = rd_rma_mailbox_patience(0);
		err = rd_rma_by_pieces(w->c->win, peer, entry, w->basic->size, data);
	} else {
		err = rd_rma_mailbox_post(w->c->win, peer, entry, w->bytes / w->basic->size, data);
	}
	/* a target that did not look at all would not have done so the other way */
	if (err == RD_ENOTSUP && chosen.way == RD_WAY_PIECES && data->done) {
		chosen.failed = 1;
		chosen.since_ns = 0; /* the rest is still to be sent */
	}
	if (!err || chosen.failed)
		rd_rma_learn(&chosen);
	return err;
}

static int by_mailbox(struct work *w)
{
	const struct rd_rma_call *c = w->c;
	int reads = !is_op(c->op, MPI_NO_OP);
	void *from = reads ? rd_type_block(c->origin, c->ocount, c->otype) : NULL;
	void *to = c->rtype ? rd_type_block(c->result, c->rcount, c->rtype) : NULL;
	struct rd_rma_entry entry = {.kind = RD_RMA_ACC_,
				     .op = (uint8_t)c->op->predefined,
				     .disp = w->at,
				     .type = (uint16_t)w->basic->basic};
	struct rd_entry_data data = {.given = from,
				     .old = to,
				     .given_b = from ? w->bytes : 0,
				     .old_b = to ? w->bytes : 0};
	int err;

	if (!rd_rma_type_has_handle(w->basic) ||
	    !(c->ttype->flags & w->basic->flags & RD_TYPE_CONTIG) || (reads && !from) ||
	    (c->rtype && !to) || !rd_rma_by_mailbox(c, w->peer))
		return RD_ENOTSUP;
	if (w->bytes > RD_MAILBOX_DATA)
		err = long_by_mailbox(w, &entry, &data);
	else
		err = rd_rma_mailbox_post(c->win, w->peer, &entry, w->bytes / w->basic->size,
					  &data);
	w->done = data.done;
	return err;
}

/* The addition of one integer, or its value. */
static int by_card(struct work *w)
{
	const struct rd_rma_call *c = w->c;
	int reads = !is_op(c->op, MPI_NO_OP);
	const void *from = NULL;
	void *to = NULL;

	if (w->bytes != sizeof(uint64_t) || !(c->ttype->flags & RD_TYPE_CONTIG) ||
	    !rd_rma_card_type(w->basic) || (reads ? !is_op(c->op, MPI_SUM) : !c->rtype))
		return RD_ENOTSUP;
	if (reads)
		from = rd_type_block(c->origin, c->ocount, c->otype);
	if (c->rtype)
		to = rd_type_block(c->result, c->rcount, c->rtype);
	if ((reads && !from) || (c->rtype && !to))
		return RD_ENOTSUP;
	return rd_rma_card_atomic(c->win, w->peer, w->at, from, NULL, to);
}

int rd_rma_accumulate(const struct rd_rma_call *c)
{
	struct work w;
	int err;

	if (c->req)
		*c->req = &rd_req_done_send;
	if (rd_unlikely(c->target == MPI_PROC_NULL))
		return 0;
	err = begin(c, &w);
	if (rd_unlikely(err || !w.bytes))
		return err;
	if (w.peer->direct)
		return direct(&w);
	err = rd_rma_prepare(c->win, w.peer);
	rd_rma_after_gets(c->win, w.peer, w.at, c->tcount, c->ttype);
	if (!err)
		err = by_mailbox(&w);
	if (err == RD_ENOTSUP && !w.done)
		err = by_card(&w);
	return err == RD_ENOTSUP ? by_message(&w) : err;
}

int rd_rma_fetch_and_op(struct rd_win *win, const void *origin, void *result, struct rd_type *type,
			int target, int64_t disp, struct rd_op *op)
{
	struct rd_rma_call c = {
		.win = win,
		.origin = origin,
		.ocount = 1,
		.otype = type,
		.result = result,
		.rcount = 1,
		.rtype = type,
		.target = target,
		.disp = disp,
		.tcount = 1,
		.ttype = type,
		.op = op,
	};

	return rd_rma_accumulate(&c);
}

/* ---- Compare and swap ---- */

static int cas_by_mailbox(struct rd_win *win, struct rd_win_peer *peer, const void *origin,
			  const void *compare, void *result, const struct rd_type *type,
			  uint64_t at)
{
	struct rd_rma_entry entry = {
		.kind = RD_RMA_CAS_, .disp = at, .type = (uint16_t)type->basic};
	struct rd_rma_call c = {.win = win, .target = peer->rank};
	char both[RD_ENTRY_DATA];
	struct rd_entry_data data = {
		.given = both, .old = result, .given_b = 2 * type->size, .old_b = type->size};

	if (2 * type->size > RD_ENTRY_DATA || !(type->flags & RD_TYPE_CONTIG) ||
	    !rd_rma_by_mailbox(&c, peer))
		return RD_ENOTSUP;
	memcpy(both, origin, type->size);
	memcpy(both + type->size, compare, type->size);
	return rd_rma_mailbox_post(win, peer, &entry, 1, &data);
}

static int cas_message(struct rd_win *win, struct rd_win_peer *peer, const void *origin,
		       const void *compare, void *result, struct rd_type *type, uint64_t at)
{
	struct rd_rma_am *l;
	struct rd_rma_op *op;
	int err = rd_rma_op_am(win, peer, RD_RMA_CAS_, &op, &l);

	if (err)
		return err;
	l->msg.type = (uint16_t)type->basic;
	l->msg.disp = at;
	l->msg.count = 1;
	l->msg.bytes = type->size;
	memcpy(l->payload, origin, type->size);
	memcpy(l->payload + type->size, compare, type->size);
	op->want = type->size;
	op->swaps = 1;
	err = rd_rma_op_ask(op, l, 2 * type->size, result, 1, type);
	if (err)
		rd_rma_op_give_up(op);
	else
		rd_rma_op_begin(op, NULL);
	rd_rma_throttle(win);
	return err;
}

int rd_rma_compare_and_swap(struct rd_win *win, const void *origin, const void *compare,
			    void *result, struct rd_type *type, int target, int64_t disp)
{
	struct rd_win_peer *peer;
	uint64_t at;
	int err, excludes;

	if (rd_unlikely(target == MPI_PROC_NULL))
		return 0;
	peer = rd_win_peer(win, target);
	err = rd_rma_reach(win, peer, disp, 1, type, &at);
	if (rd_unlikely(err))
		return err;
	if (!peer->direct) {
		type = basic_of(type);
		err = rd_rma_prepare(win, peer);
		rd_rma_after_gets(win, peer, at, 1, type);
		if (!err)
			err = cas_by_mailbox(win, peer, origin, compare, result, type, at);
		if (err == RD_ENOTSUP && rd_rma_card_type(type))
			err = rd_rma_card_atomic(win, peer, at, origin, compare, result);
		return err != RD_ENOTSUP
			       ? err
			       : cas_message(win, peer, origin, compare, result, type, at);
	}
	excludes = rd_rma_exclude(win, type);
	rd_apply_cas(
		&(struct rd_apply_at){rd_rma_at(peer, at), peer->lock.word, &win->members.party},
		type->size, origin, compare, result);
	if (rd_unlikely(excludes))
		rd_rma_card_admit(win);
	return 0;
}
