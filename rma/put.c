/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Put and get (MPI-5.0 12.3.1, 12.3.2) at the origin: by copying if the target's memory can be
 * reached from here, else by message: short data in the message itself, long data as a message of
 * its own that point-to-point places at its destination. Called by mpi/.
 */
#include "rma/am.h"
#include "rma/card.h"

#include "base/stream.h"
#include "datatype/pack.h"
#include "node/vm.h"
#include "rma/mailbox.h"
#include "rma/pieces.h"
#include "rma/way.h"

#include <string.h>

static int done(struct rd_req **req)
{
	if (req)
		*req = &rd_req_done_send;
	return 0;
}

/* Data must not be longer than its destination (MPI-5.0 12.3: as with messages). */
static int sizes(uint64_t from_count, const struct rd_type *from, uint64_t to_count,
		 const struct rd_type *to, uint64_t *bytes)
{
	uint64_t room;

	if (__builtin_mul_overflow(from_count, from->size, bytes) ||
	    __builtin_mul_overflow(to_count, to->size, &room))
		return RD_ECOUNT;
	return *bytes > room ? RD_ETRUNCATE : 0;
}

static void copy(void *to, uint64_t to_count, const struct rd_type *to_type, const void *from,
		 uint64_t from_count, const struct rd_type *from_type, uint64_t bytes)
{
	if (to_type->flags & from_type->flags & RD_TYPE_CONTIG)
		rd_long_copy(to, from, bytes);
	else
		rd_type_copy(to, to_count, to_type, from, from_count, from_type);
}

/* ---- By mailbox ---- */

/* Bytes from a block of memory, or to one: one entry, or pieces. */
static int by_mailbox(const struct rd_rma_call *c, struct rd_win_peer *peer, enum rd_rma_kind kind,
		      uint64_t at, void *block, const struct rd_rma_chosen *chosen)
{
	uint64_t bytes = chosen->bytes;
	struct rd_rma_entry entry = {
		.kind = (uint8_t)kind, .disp = at, .type = (uint16_t)(uintptr_t)MPI_BYTE};
	struct rd_entry_data data = {.old = block, .old_b = bytes};

	if (kind == RD_RMA_PUT_)
		data = (struct rd_entry_data){.given = block, .given_b = bytes};
	if (bytes > RD_MAILBOX_SURE)
		data.patience_ns = rd_rma_mailbox_patience(chosen->copy_ns);
	if (bytes > RD_MAILBOX_DATA)
		return rd_rma_by_pieces(c->win, peer, &entry, 1, &data);
	return rd_rma_mailbox_post(c->win, peer, &entry, bytes, &data);
}

/* The target copies the second half meanwhile, if it polls; otherwise this process does. */
static int by_halves(const struct rd_rma_call *c, struct rd_win_peer *peer, enum rd_rma_kind kind,
		     uint64_t at, char *block, uint64_t bytes)
{
	uint64_t half = bytes / 2 / RD_CACHE_LINE * RD_CACHE_LINE, rest = bytes - half;
	enum rd_vm_way way = kind == RD_RMA_GET_ ? RD_VM_READ : RD_VM_WRITE;
	uint64_t there = (uintptr_t)rd_rma_at(peer, at);
	struct rd_entry_far far = {(uintptr_t)block + half, (uintptr_t)block + half, rest};
	struct rd_rma_entry entry = {.kind = (uint8_t)kind,
				     .disp = at + half,
				     .type = (uint16_t)(uintptr_t)MPI_BYTE,
				     .place = RD_ENTRY_FAR};
	struct rd_entry_posted posted;
	int pid = peer->proc->pid, err, late;

	memcpy(entry.data, &far, sizeof(far));
	if (peer->mail.no_far || rd_rma_mailbox_begin(c->win, peer, &entry, &posted))
		return RD_ENOTSUP;
	err = rd_vm_copy(pid, block, there, half, way);
	late = rd_rma_mailbox_end(c->win, peer, &posted, NULL, 0);
	if (late == RD_ENOTSUP && !err)
		err = rd_vm_copy(pid, block + half, there + half, rest, way);
	else if (late != RD_ENOTSUP && late)
		return late;
	return err ? RD_ENOTSUP : 0; /* rd_cma_put finds the reason */
}

/* 1: the target may be asked to copy bytes. */
static int can_help(const struct rd_rma_call *c, const struct rd_win_peer *peer, const void *block)
{
	return block && c->ttype->flags & RD_TYPE_CONTIG && rd_rma_by_mailbox(c, peer);
}

/* by_pieces: the target has put or got by pieces since the last call. */
static enum rd_rma_looks looks(struct rd_win_peer *peer, int by_pieces)
{
	if (by_pieces && peer->proc->leads) {
		peer->mail.backoff_left = 0;
		return RD_LOOKS_SURELY;
	}
	return rd_rma_mailbox_is_bypassed(peer) ? RD_LOOKS_NOT : RD_LOOKS_MAYBE;
}

/* 1: it need not end in this call, and can then be carried out in another way. */
static int can_wait(const struct rd_rma_call *c, const struct rd_win_peer *peer,
		    enum rd_rma_kind kind, const struct rd_rma_chosen *chosen)
{
	return chosen->way == RD_WAY_PIECES && c->win->flavor != MPI_WIN_FLAVOR_DYNAMIC &&
	       rd_cma_works(peer->proc->cma) && (kind == RD_RMA_PUT_ || !c->req);
}

static int with_target(const struct rd_rma_call *c, struct rd_win_peer *peer, enum rd_rma_kind kind,
		       uint64_t at, void *block, const struct rd_rma_chosen *chosen)
{
	rd_rma_pipeline_end();
	if (chosen->way == RD_WAY_HALVES)
		return by_halves(c, peer, kind, at, block, chosen->bytes);
	return by_mailbox(c, peer, kind, at, block, chosen);
}

/* Without a message, by the quickest way; by single copy if the target does not poll. */
static int by_one_way(const struct rd_rma_call *c, struct rd_win_peer *peer, enum rd_rma_kind kind,
		      uint64_t at, uint64_t bytes)
{
	int reads = kind == RD_RMA_GET_, err = RD_ENOTSUP, by_pieces;
	enum rd_rma_timed timed = reads ? RD_TIMED_GET : RD_TIMED_PUT;
	void *block = reads ? rd_type_block(c->result, c->rcount, c->rtype)
			    : rd_type_block(c->origin, c->ocount, c->otype);
	struct rd_rma_chosen chosen = {.way = RD_WAY_COPY};

	if (!peer->proc)
		return RD_ENOTSUP;
	by_pieces = peer->proc->by_pieces;
	peer->proc->by_pieces = 0; /* an entry that is carried out from here on sets it again */
	if (can_help(c, peer, block))
		chosen = rd_rma_choose(peer->proc->cma, timed, bytes, looks(peer, by_pieces));
	if (can_wait(c, peer, kind, &chosen)) {
		if (!rd_rma_pipeline_begin(c->win, peer, kind, at, block, &chosen))
			return 0;
		rd_rma_pipeline_end();
	} else {
		rd_rma_pipeline_end_to(peer); /* it could overtake them */
		if (chosen.way != RD_WAY_COPY)
			err = with_target(c, peer, kind, at, block, &chosen);
		else if (rd_rma_mailbox_has_entry())
			rd_rma_mailbox_serve(); /* others wait meanwhile */
	}
	chosen.failed = err == RD_ENOTSUP && chosen.way != RD_WAY_COPY;
	chosen.both = peer->proc->by_pieces;
	if (err == RD_ENOTSUP && !reads)
		err = rd_cma_put(c, peer, at, bytes);
	else if (err == RD_ENOTSUP && !rd_rma_has_changes(peer))
		err = rd_cma_get(c, peer, at, bytes);
	if (!err)
		rd_rma_learn(&chosen);
	return err;
}

/* ---- Put ---- */

static int put_short(const struct rd_rma_call *c, uint64_t at, uint32_t word, uint64_t bytes)
{
	struct rd_rma_am *l = rd_rma_am_new(c->win, RD_RMA_PUT_);
	struct rd_iter it;

	if (!l)
		return RD_ENOMEM;
	l->msg.type = (uint16_t)word;
	l->msg.disp = at;
	l->msg.count = c->tcount;
	l->msg.bytes = bytes;
	rd_iter_init(&it, c->origin, c->ocount, c->otype);
	rd_iter_pack(&it, l->payload, bytes);
	return rd_rma_am_send(l, c->target, bytes);
}

/* The target waits for the data even if it cannot be sent. *req: the message that goes instead, or
 * NULL, after an error too. */
static int send_data(const struct rd_rma_call *c, int tag, struct rd_req **req)
{
	struct rd_ctx *ctx = &c->win->comm->p2p;
	int err = rd_isend(&RD_BUF(c->origin, c->ocount, c->otype), c->target, tag, ctx,
			   RD_SEND_STANDARD, req);

	if (!err && (*req)->done && (*req)->status.error)
		err = rd_req_finish(*req, NULL);
	if (err && rd_isend(&RD_BUF(NULL, 0, rd_type_get(MPI_BYTE)), c->target, tag, ctx,
			    RD_SEND_STANDARD, req))
		*req = NULL;
	return err;
}

static int put_long(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		    uint32_t word, uint64_t bytes)
{
	struct rd_rma_am *l;
	struct rd_rma_op *op;
	struct rd_req *req = NULL;
	int tag = rd_rma_tag(c->win, 1);
	int err = rd_rma_op_am(c->win, peer, RD_RMA_PUTB, &op, &l);

	if (err)
		return err;
	l->msg.type = (uint16_t)word;
	l->msg.disp = at;
	l->msg.count = c->tcount;
	l->msg.bytes = bytes;
	l->msg.tag = (uint32_t)tag;
	err = rd_rma_am_send(l, c->target, 0);
	if (!err)
		err = send_data(c, tag, &req);
	if (req && rd_rma_op_add(op, req))
		err = RD_ENOMEM;
	if (err)
		rd_rma_op_give_up(op);
	else
		rd_rma_op_begin(op, c->req);
	return err;
}

static int put_message(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		       uint64_t bytes)
{
	uint32_t word;
	int err = rd_rma_ready(c->win, peer, c->ttype, &word);

	if (err)
		return err;
	peer->dirty = 1;
	rd_win_touch(c->win, peer);
	if (bytes > RD_RMA_PAYLOAD_B)
		return put_long(c, peer, at, word, bytes);
	err = put_short(c, at, word, bytes);
	return err ? err : done(c->req);
}

int rd_rma_put(const struct rd_rma_call *c)
{
	struct rd_win_peer *peer;
	uint64_t bytes, at;
	int err;

	if (rd_unlikely(c->target == MPI_PROC_NULL))
		return done(c->req);
	peer = rd_win_peer(c->win, c->target);
	err = rd_rma_reach(c->win, peer, c->disp, c->tcount, c->ttype, &at);
	if (!err)
		err = sizes(c->ocount, c->otype, c->tcount, c->ttype, &bytes);
	if (rd_unlikely(err))
		return err;
	if (!bytes)
		return done(c->req);
	if (rd_likely(peer->direct)) {
		copy(rd_rma_at(peer, at), c->tcount, c->ttype, c->origin, c->ocount, c->otype,
		     bytes);
		return done(c->req);
	}
	err = rd_rma_prepare(c->win, peer);
	if (!err)
		err = by_one_way(c, peer, RD_RMA_PUT_, at, bytes);
	if (err == RD_ENOTSUP) {
		err = rd_rma_card_put(c, peer, at, bytes);
		if (err != RD_ENOTSUP)
			return err;
	}
	if (err == RD_ENOTSUP)
		return put_message(c, peer, at, bytes);
	return err ? err : done(c->req);
}

/* ---- Get ---- */

static int get_message(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		       uint64_t bytes)
{
	struct rd_rma_am *l;
	struct rd_rma_op *op;
	uint32_t word;
	int64_t first, end;
	int err = rd_rma_ready(c->win, peer, c->ttype, &word);

	if (!err)
		err = rd_rma_span(c->tcount, c->ttype, &first, &end);
	if (!err)
		err = rd_rma_op_am(c->win, peer, RD_RMA_GET_, &op, &l);
	if (err)
		return err;
	l->msg.type = (uint16_t)word;
	l->msg.disp = at;
	l->msg.count = c->tcount;
	l->msg.bytes = bytes;
	op->want = bytes;
	if (bytes > RD_RMA_PAYLOAD_B)
		rd_rma_op_reads(op, at + (uint64_t)first, at + (uint64_t)end);
	err = rd_rma_op_ask(op, l, 0, c->result, c->rcount, c->rtype);
	if (err)
		rd_rma_op_give_up(op);
	else
		rd_rma_op_begin(op, c->req);
	return err;
}

int rd_rma_get(const struct rd_rma_call *c)
{
	struct rd_win_peer *peer;
	uint64_t bytes, at;
	int err;

	if (rd_unlikely(c->target == MPI_PROC_NULL))
		return done(c->req);
	peer = rd_win_peer(c->win, c->target);
	err = rd_rma_reach(c->win, peer, c->disp, c->tcount, c->ttype, &at);
	if (!err)
		err = sizes(c->tcount, c->ttype, c->rcount, c->rtype, &bytes);
	if (rd_unlikely(err))
		return err;
	if (!bytes)
		return done(c->req);
	if (rd_likely(peer->direct)) {
		copy(c->result, c->rcount, c->rtype, rd_rma_at(peer, at), c->tcount, c->ttype,
		     bytes);
		return done(c->req);
	}
	err = rd_rma_prepare(c->win, peer);
	if (!err)
		err = by_one_way(c, peer, RD_RMA_GET_, at, bytes);
	if (err == RD_ENOTSUP) {
		err = rd_rma_card_get(c, peer, at, bytes);
		if (err != RD_ENOTSUP)
			return err;
	}
	if (err == RD_ENOTSUP)
		return get_message(c, peer, at, bytes);
	return err ? err : done(c->req);
}
