/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of every member in a collective access with owners (exchange.h): it cuts its data
 * at the borders of domains and sends it to their owners, or receives it from them.
 */
#include "io/exchange.h"

#include "base/compiler.h"
#include "base/err.h"
#include "io/view.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <string.h>

static int is_block(const struct rd_io_op *op)
{
	return rd_type_block(op->buf.addr, op->buf.count, op->buf.type) != NULL;
}

/* Address of packed byte `pos` of memory that is one block. */
static char *block_at(const struct rd_io_op *op, uint64_t pos)
{
	return (char *)rd_type_block(op->buf.addr, op->buf.count, op->buf.type) + pos;
}

int rd_member_open(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_member *m = &x->member;
	int err = rd_view_open(op->file, op->pos, &m->view);

	rd_iter_init(&m->memory, op->buf.addr, op->buf.count, op->buf.type);
	m->left = m->ended = op->bytes;
	m->slots = x->brief ? 1 : RD_SLOTS;
	memset(m->slot, 0, (size_t)m->slots * sizeof(m->slot[0]));
	for (int i = 0; !err && op->bytes && i < m->slots; i++) {
		m->slot[i].list = rd_exchange_alloc(x, RD_LIST * sizeof(struct rd_io_piece));
		if (!is_block(op))
			m->slot[i].room = rd_exchange_alloc(x, rd_min(x->domain, op->bytes));
		if (!m->slot[i].list || (!is_block(op) && !m->slot[i].room))
			err = RD_ENOMEM;
	}
	return err;
}

void rd_member_close(struct rd_io_member *m)
{
	for (int i = 0; i < m->slots; i++) {
		free(m->slot[i].list);
		free(m->slot[i].room);
	}
}

/* Adds a piece to a list; 0: it is full. */
static int add_piece(struct rd_io_piece *list, uint32_t *n, uint32_t at, uint32_t bytes)
{
	struct rd_io_piece *last = *n ? &list[*n - 1] : NULL;

	if (last && last->n == 1 && at == last->at + last->bytes) {
		last->bytes += bytes;
		return 1;
	}
	if (last && last->bytes == bytes &&
	    (last->n == 1 || at == last->at + last->n * last->stride)) {
		last->stride = last->n == 1 ? at - last->at : last->stride;
		last->n++;
		return 1;
	}
	if (*n == RD_LIST)
		return 0;
	list[(*n)++] = (struct rd_io_piece){at, bytes, 0, 1};
	return 1;
}

/* The next piece of the view, where the last has been used up; 0: there is none. */
static int next_piece(struct rd_io_op *op)
{
	struct rd_io_member *m = &op->exchange->member;
	int64_t before = m->at;

	if (m->bytes || !m->left)
		return m->bytes != 0;
	if (m->falls)
		return 0;
	m->bytes = rd_view_piece(&m->view, m->left, &m->at);
	if (m->bytes && m->at >= before)
		return 1;
	m->falls = 1;
	m->bytes = 0;
	return 0;
}

/* Describes the pieces in the domain in the slot's list. */
static void describe(struct rd_io_op *op, struct rd_io_slot *slot)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_member *m = &x->member;
	int64_t low = rd_domain_low(x, m->domain);
	int64_t high = rd_min(low + (int64_t)x->domain, x->own.end);
	struct rd_io_head *head = &slot->head;

	*head = (struct rd_io_head){0};
	while (next_piece(op) && m->at < high) {
		uint64_t bytes = rd_min(m->bytes, (uint64_t)(high - m->at));

		if (!add_piece(slot->list, &head->n, (uint32_t)(m->at - low), (uint32_t)bytes)) {
			head->more = 1;
			break;
		}
		head->bytes += bytes;
		m->left -= bytes;
		m->bytes -= bytes;
		m->at += (int64_t)bytes;
	}
	for (uint32_t i = 0; head->n <= RD_INLINE && i < head->n; i++)
		head->piece[i] = slot->list[i];
}

/* Goes on to the next domain to describe, and says in the head where its owner hears again. Once as
 * many heads in a row as there are owners have named the domain behind a gap, all know of it. */
static void advance(struct rd_io_op *op, struct rd_io_head *head)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_member *m = &x->member;
	int64_t n = x->owners, ahead = m->bytes ? rd_domain_of(x, m->at) : m->last;

	if (head->more)
		return;
	ahead = rd_min(rd_max(ahead, m->domain + 1), m->last);
	head->next = m->domain + (ahead - m->domain + n - 1) / n * n;
	m->told = head->bytes ? 1 : m->told + 1;
	m->domain = m->told >= n ? ahead : m->domain + 1;
}

/* Short data is sent: an offer and its answer are one message more. */
static int wants_offer(const struct rd_io_op *op, const struct rd_io_slot *slot)
{
	return !op->writes && !op->exchange->brief && slot->head.bytes >= RD_OFFER_B &&
	       rd_io_shares() && rd_job_is_local(rd_comm_world_rank(op->file->comm, slot->owner));
}

/* The data that has been described: where it lies in memory, packed if it is written. */
static void load(struct rd_io_op *op, struct rd_io_slot *slot)
{
	struct rd_io_member *m = &op->exchange->member;

	slot->memory = m->memory;
	slot->reads = !op->writes && slot->head.bytes;
	slot->part = RD_IO_PART_HEAD;
	slot->refused = 0;
	slot->head.offers = wants_offer(op, slot);
	if (op->writes && slot->room)
		rd_iter_pack(&m->memory, slot->room, slot->head.bytes);
	else
		rd_iter_seek(&m->memory, m->memory.pos + slot->head.bytes);
}

static int begin_part(struct rd_io_op *op, struct rd_io_slot *slot)
{
	const int tag = op->exchange->tag, owner = slot->owner;
	struct rd_io_head *head = &slot->head;
	void *data = slot->room ? slot->room : block_at(op, slot->memory.pos);

	switch (slot->part) {
	case RD_IO_PART_ANSWER:
		return rd_exchange_send(op, &slot->took, sizeof(slot->took), owner,
					tag + RD_IO_ANSWER, &slot->req[0]);
	case RD_IO_PART_HEAD:
		return rd_exchange_send(op, head, sizeof(*head), owner, tag + RD_IO_TO_OWNER,
					&slot->req[0]);
	case RD_IO_PART_LIST:
		if (head->offers)
			return rd_exchange_recv(op, &slot->offer, sizeof(slot->offer), owner,
						tag + RD_IO_TO_MEMBER, &slot->req[1]);
		if (head->n <= RD_INLINE)
			return 0;
		return rd_exchange_send(op, slot->list, head->n * sizeof(*slot->list), owner,
					tag + (slot->refused ? RD_IO_ANSWER : RD_IO_TO_OWNER),
					&slot->req[1]);
	default:
		if (!head->bytes || head->offers)
			return 0;
		if (op->writes)
			return rd_exchange_send(op, data, head->bytes, owner, tag + RD_IO_TO_OWNER,
						&slot->req[2]);
		return rd_exchange_recv(op, data, head->bytes, owner,
					tag + (slot->refused ? RD_IO_REFUSED : RD_IO_TO_MEMBER),
					&slot->req[2]);
	}
}

/* Begins the messages of a slot; those of another one follow when all are. 0: not yet. */
static int begin(struct rd_io_op *op, struct rd_io_slot *slot)
{
	struct rd_io_member *m = &op->exchange->member;

	m->stuck = slot;
	while (slot->part != RD_IO_PART_NONE) {
		if (begin_part(op, slot))
			return 0;
		if (slot->part == RD_IO_PART_ANSWER)
			slot->part = slot->took ? RD_IO_PART_NONE : RD_IO_PART_LIST;
		else
			slot->part++;
	}
	m->stuck = NULL;
	return 1;
}

/* Of the data of a read that much lies before the end of the file. */
static void note_end(struct rd_io_op *op, struct rd_io_slot *slot, uint64_t from, uint64_t got)
{
	struct rd_io_member *m = &op->exchange->member;

	if (got < slot->head.bytes)
		m->ended = rd_min(m->ended, from + got);
	slot->reads = 0;
}

/* The pieces out of the domain; returns the bytes before the end of the file. */
static uint64_t copy_pieces(struct rd_io_op *op, struct rd_io_slot *slot, const char *domain)
{
	char *to = slot->room ? NULL : block_at(op, slot->memory.pos), *at = to;
	uint64_t got = 0;

	for (uint32_t i = 0; i < slot->head.n; i++) {
		const struct rd_io_piece *piece = &slot->list[i];

		for (uint64_t k = 0, from = piece->at; k < piece->n; k++, from += piece->stride) {
			uint64_t left = slot->offer.valid - rd_min(slot->offer.valid, from);
			uint64_t bytes = rd_min(left, (uint64_t)piece->bytes);

			if (to)
				memcpy(at, domain + from, bytes);
			else
				rd_iter_unpack(&slot->memory, domain + from, bytes);
			at = to ? at + bytes : NULL;
			got += bytes;
			if (bytes < piece->bytes)
				return got;
		}
	}
	return got;
}

/* The offer has come; the message of another process is checked. */
static void check_offer(struct rd_io_op *op, struct rd_io_slot *slot, uint64_t got)
{
	slot->came = got == sizeof(slot->offer) && slot->offer.valid <= op->exchange->domain;
	if (slot->came || op->exchange->dead)
		return;
	rd_err_because("%s: rank %d offered more than a domain", op->file->path, slot->owner);
	rd_io_failed(op, RD_EPROTO);
	op->exchange->dead = 1;
}

/* Takes the data that is offered, or refuses. */
static void take_offer(struct rd_io_op *op, struct rd_io_slot *slot)
{
	const int world = rd_comm_world_rank(op->file->comm, slot->owner);
	const uint64_t pos = slot->memory.pos;
	const char *domain = rd_io_reach(world, &slot->offer.spot, op->exchange->domain);

	slot->came = 0;
	slot->took = domain != NULL;
	if (slot->took)
		note_end(op, slot, pos, copy_pieces(op, slot, domain));
	slot->refused = !slot->took;
	slot->head.offers = 0;
	slot->part = RD_IO_PART_ANSWER;
	begin(op, slot);
}

/* The data of a read has come. */
static void take(struct rd_io_op *op, struct rd_io_slot *slot, uint64_t got)
{
	const uint64_t pos = slot->memory.pos;

	if (slot->room)
		rd_iter_unpack(&slot->memory, slot->room, got);
	note_end(op, slot, pos, got);
}

/* 1: the slot can be used. */
static int is_free(struct rd_io_op *op, struct rd_io_slot *slot, int *events)
{
	struct rd_exchange *x = op->exchange;
	uint64_t got = 0;
	int ended;

	for (int i = 0; i < RD_PARTS; i++) {
		if (!slot->req[i])
			continue;
		ended = rd_exchange_ended(op, &slot->req[i], &got);
		*events += ended;
		if (ended && i == 1 && slot->head.offers)
			check_offer(op, slot, got);
		if (ended && i == RD_PARTS - 1 && slot->reads)
			take(op, slot, got);
	}
	if (slot->came && !slot->req[0] && !x->member.stuck && !x->dead) {
		take_offer(op, slot);
		++*events;
	}
	return !slot->req[0] && !slot->req[1] && !slot->req[2] && !slot->came &&
	       slot != x->member.stuck;
}

int rd_member_step(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_member *m = &x->member;
	int events = 0;

	for (int i = 0; i < m->slots; i++) {
		struct rd_io_slot *slot = &m->slot[i];

		if (m->stuck && !x->dead)
			events += begin(op, m->stuck);
		if (!is_free(op, slot, &events) || m->stuck || m->domain >= m->last || x->dead)
			continue;
		slot->owner = x->owner_ranks[m->domain % x->owners];
		describe(op, slot);
		advance(op, &slot->head);
		load(op, slot);
		events += begin(op, slot);
	}
	return events;
}

int rd_member_over(const struct rd_io_op *op)
{
	const struct rd_io_member *m = &op->exchange->member;

	for (int i = 0; i < m->slots; i++)
		if (m->slot[i].req[0] || m->slot[i].req[1] || m->slot[i].req[2] ||
		    (m->slot[i].came && !op->exchange->dead))
			return 0;
	return op->exchange->dead || (m->domain >= m->last && !m->stuck);
}
