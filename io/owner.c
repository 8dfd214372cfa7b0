/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of an owner in a collective access (exchange.h): for one domain after the other it
 * collects the pieces of all members and writes them, or reads the domain and sends the pieces.
 *
 *     IDLE -> EXPECTED the source has bytes on both sides of some byte of the domain, or in it
 *     EXPECTED -> HEAD there is memory for the receive
 *     HEAD -> LIST     the pieces do not fit the head, and the list is free
 *     HEAD -> WAITING  the pieces fit the head
 *     LIST -> WAITING  the list has come
 *     WAITING -> DATA  there is data, and it is one piece or the room is free
 *     WAITING -> EXPECTED, IDLE   there is no data; another head follows or not
 *     DATA -> EXPECTED, IDLE   the data has come, or has left; likewise
 */
#include "io/exchange.h"

#include "base/compiler.h"
#include "base/err.h"
#include "io/posix.h"

#include <stdlib.h>
#include <string.h>

static uint64_t map_bytes(uint64_t domain)
{
	return (domain / 64 + 1) * sizeof(uint64_t);
}

uint64_t rd_owner_brief_b(int members)
{
	return (uint64_t)members * (sizeof(struct rd_io_source) + sizeof(int)) +
	       map_bytes(RD_BRIEF_B) + RD_LIST * sizeof(struct rd_io_piece) + 2 * RD_BRIEF_B;
}

int rd_owner_open(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;
	const size_t n = (size_t)op->file->comm->size;

	o->domain = o->user = -1;
	o->source = rd_exchange_alloc(x, n * sizeof(*o->source));
	if (o->source)
		memset(o->source, 0, n * sizeof(*o->source));
	o->active = rd_exchange_alloc(x, n * sizeof(*o->active));
	o->map = op->writes ? rd_exchange_alloc(x, map_bytes(x->domain)) : NULL;
	o->list = rd_exchange_alloc(x, RD_LIST * sizeof(*o->list));
	o->room = rd_exchange_alloc(x, x->domain);
	o->buffer = rd_exchange_alloc(x, x->domain);
	return o->buffer && o->room && o->list && o->source && o->active && (o->map || !op->writes)
		       ? 0
		       : RD_ENOMEM;
}

void rd_owner_close(struct rd_io_owner *o)
{
	free(o->buffer);
	free(o->room);
	free(o->list);
	free(o->source);
	free(o->active);
	free(o->map);
}

/* ---- Bytes of the domain that are written ---- */

enum { WORD = 64 }; /* bits of the map's words */

static uint64_t bits_from(uint64_t at)
{
	return UINT64_MAX << at % WORD;
}

static void mark(uint64_t *map, uint64_t at, uint64_t bytes)
{
	uint64_t last = at + bytes - 1, word = at / WORD, end = last / WORD;
	uint64_t first_bits = bits_from(at), last_bits = UINT64_MAX >> (WORD - 1 - last % WORD);

	if (word == end) {
		map[word] |= first_bits & last_bits;
		return;
	}
	map[word++] |= first_bits;
	while (word < end)
		map[word++] = UINT64_MAX;
	map[end] |= last_bits;
}

/* The next byte from `at` on that is marked, or not; `end`: none. */
static uint64_t find(const uint64_t *map, uint64_t at, uint64_t end, int marked)
{
	const uint64_t flip = marked ? 0 : UINT64_MAX;
	uint64_t word = at / WORD, found;

	if (at >= end)
		return end;
	found = (map[word] ^ flip) & bits_from(at);
	while (!found && ++word * WORD < end)
		found = map[word] ^ flip;
	return found ? rd_min(end, word * WORD + (uint64_t)__builtin_ctzll(found)) : end;
}

static void write_domain(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;
	int64_t low = rd_domain_low(x, o->domain);
	uint64_t from = 0, to;

	while (!op->err && (from = find(o->map, from, o->limit, 1)) < o->limit) {
		to = find(o->map, from, o->limit, 0);
		rd_io_failed(op, rd_posix_write(op->file, o->buffer + from, to - from,
						low + (int64_t)from));
		from = to;
	}
}

/* ---- The next domain ---- */

static int touches(const struct rd_io_range *range, int64_t low, int64_t high)
{
	return range->first < range->end && range->first < high && range->end > low;
}

/* The first byte from `at` on between the first and the last of any member; INT64_MAX: none. */
static int64_t first_byte(const struct rd_io_op *op, int64_t at)
{
	const struct rd_exchange *x = op->exchange;
	int64_t least = INT64_MAX;

	for (int i = 0; i < op->file->comm->size; i++)
		if (touches(&x->range[i], at, INT64_MAX))
			least = rd_min(least, rd_max(at, x->range[i].first));
	return least;
}

/* The own domain for which the next head of a member comes; INT64_MAX: none. */
static int64_t next_domain(const struct rd_io_op *op, int source)
{
	const struct rd_exchange *x = op->exchange;
	const struct rd_io_range *range = &x->range[source];
	int64_t n = x->owners, w;

	if (range->first >= range->end)
		return INT64_MAX;
	w = rd_max(x->owner.source[source].next, rd_domain_of(x, range->first));
	w = rd_max(w, x->owner.next);
	w += (x->owner.index - w % n + n) % n;
	return w <= rd_domain_of(x, range->end - 1) ? w : INT64_MAX;
}

/* The first own domain from `next` on for which a head comes; -1: none. */
static int64_t find_domain(const struct rd_io_op *op)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < op->file->comm->size; i++)
		least = rd_min(least, next_domain(op, i));
	return least == INT64_MAX ? -1 : least;
}

/* The bytes of the domain up to the end of any member. */
static uint64_t limit(const struct rd_io_op *op)
{
	const struct rd_exchange *x = op->exchange;
	int64_t low = rd_domain_low(x, x->owner.domain), high = low + (int64_t)x->domain, to = low;

	for (int i = 0; i < op->file->comm->size; i++)
		if (touches(&x->range[i], low, high))
			to = rd_max(to, rd_min(high, x->range[i].end));
	return (uint64_t)(to - low);
}

static void read_domain(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	int64_t low = rd_domain_low(x, x->owner.domain), from = first_byte(op, low);
	uint64_t got = 0;

	x->owner.valid = 0;
	if (op->err)
		return;
	rd_io_failed(op, rd_posix_read(op->file, x->owner.buffer + (from - low),
				       x->owner.limit - (uint64_t)(from - low), from, &got));
	x->owner.valid = (uint64_t)(from - low) + got;
}

static int await_head(struct rd_io_op *op, int source)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_source *s = &x->owner.source[source];

	s->stage = RD_IO_EXPECTED;
	if (rd_exchange_recv(op, &s->head, sizeof(s->head), source, x->tag, &s->req))
		return 0;
	s->stage = RD_IO_HEAD;
	return 1;
}

static int open_domain(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;

	o->domain = find_domain(op);
	o->done = o->domain < 0;
	if (o->done)
		return 0;
	o->loaded = 0;
	o->limit = limit(op);
	if (op->writes)
		memset(o->map, 0, map_bytes(o->limit));
	for (int i = 0; i < op->file->comm->size; i++)
		if (next_domain(op, i) == o->domain) {
			o->active[o->busy++] = i;
			await_head(op, i);
		}
	return 1;
}

/* ---- A source ---- */

static const struct rd_io_piece *pieces_of(const struct rd_io_owner *o,
					   const struct rd_io_source *s)
{
	return s->head.n > RD_INLINE ? o->list : s->head.piece;
}

/* The message of another process is checked: pieces lie in the domain, and are as long as the
 * data; the next head is for a later domain. */
static int are_sane(const struct rd_exchange *x, const struct rd_io_source *s)
{
	const struct rd_io_piece *piece = pieces_of(&x->owner, s);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < s->head.n; i++) {
		uint64_t last = piece[i].at + (uint64_t)piece[i].stride * (piece[i].n - 1);

		if (!piece[i].n || !piece[i].bytes || last + piece[i].bytes > x->owner.limit)
			return 0;
		sum += (uint64_t)piece[i].n * piece[i].bytes;
	}
	return sum == s->head.bytes && sum <= x->domain &&
	       (s->head.more || s->head.next > x->owner.domain);
}

static int is_one_piece(const struct rd_io_source *s)
{
	return s->head.n == 1 && s->head.piece[0].n == 1;
}

/* Packed data to or from the domain; returns the bytes before the end of the file. */
static uint64_t copy_pieces(struct rd_io_owner *o, const struct rd_io_source *s, int writes)
{
	const struct rd_io_piece *piece = pieces_of(o, s);
	char *packed = o->room;

	for (uint32_t i = 0; i < s->head.n; i++)
		for (uint64_t k = 0; k < piece[i].n; k++) {
			uint64_t at = piece[i].at + k * piece[i].stride, bytes = piece[i].bytes;

			if (!writes && at + bytes > o->valid)
				bytes = at < o->valid ? o->valid - at : 0;
			if (writes)
				memcpy(o->buffer + at, packed, bytes);
			else
				memcpy(packed, o->buffer + at, bytes);
			packed += bytes;
			if (bytes < piece[i].bytes)
				return (uint64_t)(packed - o->room);
		}
	return (uint64_t)(packed - o->room);
}

static void mark_pieces(struct rd_io_owner *o, const struct rd_io_source *s)
{
	const struct rd_io_piece *piece = pieces_of(o, s);

	for (uint32_t i = 0; i < s->head.n; i++) {
		if (piece[i].stride == piece[i].bytes)
			mark(o->map, piece[i].at, (uint64_t)piece[i].bytes * piece[i].n);
		else
			for (uint64_t k = 0; k < piece[i].n; k++)
				mark(o->map, piece[i].at + k * piece[i].stride, piece[i].bytes);
	}
}

static void leave_room(struct rd_io_owner *o, int source)
{
	if (o->user == source)
		o->user = -1;
}

static void end_part(struct rd_io_op *op, int source)
{
	struct rd_io_owner *o = &op->exchange->owner;
	struct rd_io_source *s = &o->source[source];

	leave_room(o, source);
	if (s->head.more) {
		await_head(op, source);
		return;
	}
	s->stage = RD_IO_IDLE;
	s->next = s->head.next;
}

/* Begins the message with the data, where there is a place for it. */
static int begin_data(struct rd_io_op *op, int source)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;
	struct rd_io_source *s = &o->source[source];
	uint64_t bytes = s->head.bytes, at = s->head.piece[0].at;
	char *data = o->room;
	int err;

	if (!op->writes && !o->loaded)
		read_domain(op);
	o->loaded = 1;
	if (is_one_piece(s)) {
		data = o->buffer + at;
		if (!op->writes)
			bytes = at < o->valid ? rd_min(bytes, o->valid - at) : 0;
	} else {
		if (o->user != source && o->user >= 0)
			return 0;
		o->user = source;
		if (!op->writes)
			bytes = copy_pieces(o, s, 0);
	}
	err = op->writes ? rd_exchange_recv(op, data, bytes, source, x->tag, &s->req)
			 : rd_exchange_send(op, data, bytes, source, x->tag + 1, &s->req);
	if (err)
		return 0;
	s->stage = RD_IO_DATA;
	return 1;
}

static int check_head(struct rd_io_op *op, int source)
{
	struct rd_io_source *s = &op->exchange->owner.source[source];

	if (are_sane(op->exchange, s)) {
		s->stage = RD_IO_WAITING;
		return 1;
	}
	rd_err_because("%s: rank %d described pieces outside of a domain", op->file->path, source);
	rd_io_failed(op, RD_EPROTO);
	op->exchange->dead = 1;
	return 1;
}

static int begin_list(struct rd_io_op *op, int source)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;
	struct rd_io_source *s = &o->source[source];

	if (s->head.n > RD_LIST) {
		x->dead = 1;
		rd_io_failed(op, RD_EPROTO);
		return 1;
	}
	if (o->user >= 0 ||
	    rd_exchange_recv(op, o->list, s->head.n * sizeof(*o->list), source, x->tag, &s->req))
		return 0;
	o->user = source;
	s->stage = RD_IO_LIST;
	return 1;
}

/* Carries a source on as far as possible; returns the number of events. */
static int step_source(struct rd_io_op *op, int source)
{
	struct rd_io_owner *o = &op->exchange->owner;
	struct rd_io_source *s = &o->source[source];
	uint64_t got;

	if (s->stage == RD_IO_IDLE || !rd_exchange_ended(op, &s->req, &got) || op->exchange->dead)
		return 0;
	switch (s->stage) {
	case RD_IO_EXPECTED:
		return await_head(op, source);
	case RD_IO_HEAD:
		if (s->head.n > RD_INLINE)
			return begin_list(op, source);
		return check_head(op, source);
	case RD_IO_LIST:
		return check_head(op, source);
	case RD_IO_WAITING:
		if (s->head.bytes)
			return begin_data(op, source);
		end_part(op, source);
		return 1;
	default:
		if (op->writes && !is_one_piece(s))
			copy_pieces(o, s, 1);
		if (op->writes)
			mark_pieces(o, s);
		end_part(op, source);
		return 1;
	}
}

/* Carries those on that are not done with the domain. */
static int step_sources(struct rd_io_op *op)
{
	struct rd_io_owner *o = &op->exchange->owner;
	int events = 0, n = 0;

	for (int i = 0; i < o->busy; i++) {
		int source = o->active[i];

		events += step_source(op, source);
		if (o->source[source].stage != RD_IO_IDLE)
			o->active[n++] = source;
	}
	o->busy = n;
	return events;
}

int rd_owner_step(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;
	int events = 0, more = 1;

	if (o->index < 0 || o->done)
		return 0;
	if (o->domain < 0)
		events = open_domain(op);
	while (more && !o->done) {
		more = step_sources(op);
		events += more;
	}
	if (o->done || o->busy || x->dead)
		return events;
	if (op->writes)
		write_domain(op);
	o->next = o->domain + 1;
	o->domain = -1;
	return events + 1;
}

int rd_owner_over(const struct rd_io_op *op)
{
	const struct rd_io_owner *o = &op->exchange->owner;

	if (o->index < 0 || !op->exchange->dead)
		return o->index < 0 || o->done;
	for (int i = 0; i < o->busy; i++)
		if (o->source[o->active[i]].req)
			return 0;
	return 1;
}
