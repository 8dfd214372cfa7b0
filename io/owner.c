/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of an owner in a collective access (exchange.h): for one domain after the other it
 * collects the pieces of all members and writes them, or reads the domain and sends the pieces.
 *
 *     IDLE -> EXPECTED the source has bytes on both sides of some byte of the domain, or in it
 *     EXPECTED -> HEAD there is memory for the receive
 *     HEAD -> OFFER    the member waits for an offer
 *     OFFER -> OFFERED  there is memory for the message
 *     OFFERED -> REPLY  likewise
 *     REPLY -> HEAD     the domain is not in shared memory, or the member cannot map it
 *     REPLY -> EXPECTED, IDLE   the member has copied its pieces; another head follows or not
 *     HEAD -> LIST     the pieces do not fit the head, and the list is free
 *     HEAD -> WAITING  the pieces fit the head
 *     LIST -> WAITING  the list has come
 *     WAITING -> DATA  there is data, and it is one piece or the room has a place for it
 *     WAITING -> EXPECTED, IDLE   there is no data; another head follows or not
 *     DATA -> EXPECTED, IDLE   the data has come, or has left; likewise
 */
#include "io/exchange.h"

#include "base/compiler.h"
#include "base/err.h"
#include "io/posix.h"
#include "runtime/job.h"

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

/* Longer domains are not shared, as all of their memory is taken at once, nor kept. */
enum { KEPT_MOST_B = 16 << 20 };

/* Those of the last access that is over, for the next one of any file: to get them again is a page
 * fault for each 4 KiB. */
static struct rd_io_memory spare;

static int is_shared(const struct rd_io_memory *mem)
{
	return mem->domain && mem->spot.fd >= 0;
}

static void free_memory(struct rd_io_memory *mem)
{
	if (is_shared(mem))
		rd_io_unshare(&mem->spot, mem->domain);
	else
		free(mem->buffer);
	free(mem->room);
	free(mem->map);
	memset(mem, 0, sizeof(*mem));
}

void rd_owner_forget(void)
{
	free_memory(&spare);
	rd_io_reach_forget();
}

/* The buffer of an owner from which others may read. */
static void share(struct rd_io_memory *mem)
{
	char *shared;

	if (is_shared(mem) || mem->domain > KEPT_MOST_B || rd_job.nlocal < 2 || !rd_io_shares())
		return;
	shared = rd_io_share(mem->domain, &mem->spot);
	if (!shared)
		return;
	free(mem->buffer);
	mem->buffer = shared;
}

/* The parts for which there is no memory are NULL. */
static void get_memory(struct rd_io_memory *mem, uint64_t domain, int writes)
{
	if (spare.domain == domain) {
		*mem = spare;
		memset(&spare, 0, sizeof(spare));
	} else {
		free_memory(&spare);
		*mem = (struct rd_io_memory){.domain = domain, .spot.fd = -1};
		mem->room = malloc(domain);
		mem->map = malloc(map_bytes(domain));
	}
	if (!writes)
		share(mem);
	if (!mem->buffer)
		mem->buffer = malloc(domain);
}

static void put_memory(struct rd_io_memory *mem)
{
	if (mem->buffer && mem->room && mem->map && mem->domain <= KEPT_MOST_B &&
	    !is_shared(&spare)) {
		free_memory(&spare);
		spare = *mem;
		return;
	}
	free_memory(mem);
}

int rd_owner_open(struct rd_io_op *op)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_owner *o = &x->owner;
	const size_t n = (size_t)op->file->comm->size;

	o->domain = o->lister = -1;
	o->source = rd_exchange_alloc(x, n * sizeof(*o->source));
	if (o->source)
		memset(o->source, 0, n * sizeof(*o->source));
	o->active = rd_exchange_alloc(x, n * sizeof(*o->active));
	o->list = rd_exchange_alloc(x, RD_LIST * sizeof(*o->list));
	if (!o->source || !o->active || !o->list)
		return RD_ENOMEM;
	if (x->brief)
		o->mem = (struct rd_io_memory){
			.domain = x->domain,
			.buffer = rd_exchange_alloc(x, x->domain),
			.room = rd_exchange_alloc(x, x->domain),
			.map = rd_exchange_alloc(x, map_bytes(x->domain)),
			.spot.fd = -1,
		};
	else
		get_memory(&o->mem, x->domain, op->writes);
	return o->mem.buffer && o->mem.room && o->mem.map ? 0 : RD_ENOMEM;
}

void rd_owner_close(struct rd_io_owner *o)
{
	put_memory(&o->mem);
	free(o->list);
	free(o->source);
	free(o->active);
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

	while (!op->err && (from = find(o->mem.map, from, o->limit, 1)) < o->limit) {
		to = find(o->mem.map, from, o->limit, 0);
		rd_io_failed(op, rd_posix_write(op->file, o->mem.buffer + from, to - from,
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

	x->owner.offer.valid = 0;
	if (op->err)
		return;
	rd_io_failed(op, rd_posix_read(op->file, x->owner.mem.buffer + (from - low),
				       x->owner.limit - (uint64_t)(from - low), from, &got));
	x->owner.offer.valid = (uint64_t)(from - low) + got;
}

static void load(struct rd_io_op *op)
{
	struct rd_io_owner *o = &op->exchange->owner;

	if (!o->loaded)
		read_domain(op);
	o->loaded = 1;
	o->offer.spot = o->mem.spot;
}

static int await_head(struct rd_io_op *op, int source)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_source *s = &x->owner.source[source];

	s->stage = RD_IO_EXPECTED;
	s->refused = 0;
	if (rd_exchange_recv(op, &s->head, sizeof(s->head), source, x->tag + RD_IO_TO_OWNER,
			     &s->req))
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
		memset(o->mem.map, 0, map_bytes(o->limit));
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

/* The head of another process is checked, without its pieces. */
static int is_sane(const struct rd_exchange *x, const struct rd_io_source *s)
{
	return s->head.bytes <= x->domain && (s->head.more || s->head.next > x->owner.domain);
}

/* Likewise with its pieces: pieces lie in the domain, and are as long as the
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
		if (sum > x->domain)
			return 0;
	}
	return sum == s->head.bytes && is_sane(x, s);
}

static int is_one_piece(const struct rd_io_source *s)
{
	return s->head.n == 1 && s->head.piece[0].n == 1;
}

/* Packed data to or from the domain; returns the bytes before the end of the file. */
static uint64_t copy_pieces(struct rd_io_owner *o, const struct rd_io_source *s, int writes)
{
	const struct rd_io_piece *piece = pieces_of(o, s);
	char *packed = s->room;

	for (uint32_t i = 0; i < s->head.n; i++)
		for (uint64_t k = 0; k < piece[i].n; k++) {
			uint64_t at = piece[i].at + k * piece[i].stride, bytes = piece[i].bytes;

			if (!writes && at + bytes > o->offer.valid)
				bytes = at < o->offer.valid ? o->offer.valid - at : 0;
			if (writes)
				memcpy(o->mem.buffer + at, packed, bytes);
			else
				memcpy(packed, o->mem.buffer + at, bytes);
			packed += bytes;
			if (bytes < piece[i].bytes)
				return (uint64_t)(packed - s->room);
		}
	return (uint64_t)(packed - s->room);
}

static void mark_pieces(struct rd_io_owner *o, const struct rd_io_source *s)
{
	const struct rd_io_piece *piece = pieces_of(o, s);

	for (uint32_t i = 0; i < s->head.n; i++) {
		if (piece[i].stride == piece[i].bytes)
			mark(o->mem.map, piece[i].at, (uint64_t)piece[i].bytes * piece[i].n);
		else
			for (uint64_t k = 0; k < piece[i].n; k++)
				mark(o->mem.map, piece[i].at + k * piece[i].stride, piece[i].bytes);
	}
}

/* A place for the packed data of a source, which keeps it until its data has moved; 0: none now. A
 * domain's packed data fits, unless members have the same bytes. */
static int take_room(struct rd_io_owner *o, struct rd_io_source *s, uint64_t domain)
{
	if (s->room)
		return 1;
	if (!o->users)
		o->roomed = 0;
	if (s->head.bytes > domain - o->roomed)
		return 0;
	s->room = o->mem.room + o->roomed;
	o->roomed += s->head.bytes;
	o->users++;
	return 1;
}

static void leave_room(struct rd_io_owner *o, int source)
{
	struct rd_io_source *s = &o->source[source];

	o->users -= s->room != NULL;
	s->room = NULL;
	if (o->lister == source)
		o->lister = -1;
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
	char *data;
	int err;

	if (!op->writes)
		load(op);
	if (is_one_piece(s)) {
		data = o->mem.buffer + at;
		if (!op->writes)
			bytes = at < o->offer.valid ? rd_min(bytes, o->offer.valid - at) : 0;
	} else {
		if (!take_room(o, s, x->domain))
			return 0;
		data = s->room;
		if (!op->writes)
			bytes = copy_pieces(o, s, 0);
	}
	err = op->writes
		      ? rd_exchange_recv(op, data, bytes, source, x->tag + RD_IO_TO_OWNER, &s->req)
		      : rd_exchange_send(op, data, bytes, source,
					 x->tag + (s->refused ? RD_IO_REFUSED : RD_IO_TO_MEMBER),
					 &s->req);
	if (err)
		return 0;
	if (!op->writes && o->lister == source)
		o->lister = -1;
	s->stage = RD_IO_DATA;
	return 1;
}

static int check_head(struct rd_io_op *op, int source)
{
	struct rd_io_source *s = &op->exchange->owner.source[source];

	if (s->head.offers ? is_sane(op->exchange, s) : are_sane(op->exchange, s)) {
		s->stage = s->head.offers ? RD_IO_OFFER : RD_IO_WAITING;
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
	int tag = x->tag + (s->refused ? RD_IO_ANSWER : RD_IO_TO_OWNER);

	if (s->head.n > RD_LIST) {
		x->dead = 1;
		rd_io_failed(op, RD_EPROTO);
		return 1;
	}
	if (o->lister >= 0 ||
	    rd_exchange_recv(op, o->list, s->head.n * sizeof(*o->list), source, tag, &s->req))
		return 0;
	o->lister = source;
	s->stage = RD_IO_LIST;
	return 1;
}

static int offer(struct rd_io_op *op, int source)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_source *s = &x->owner.source[source];

	load(op);
	if (rd_exchange_send(op, &x->owner.offer, sizeof(x->owner.offer), source,
			     x->tag + RD_IO_TO_MEMBER, &s->req))
		return 0;
	s->stage = RD_IO_OFFERED;
	return 1;
}

/* The member gets its data as without an offer. Its list has the tag of answers: the next message
 * with the other one may be the head of another domain. */
static int refuse(struct rd_io_source *s)
{
	s->head.offers = 0;
	s->refused = 1;
	s->stage = RD_IO_HEAD;
	return 1;
}

static int await_reply(struct rd_io_op *op, int source)
{
	struct rd_exchange *x = op->exchange;
	struct rd_io_source *s = &x->owner.source[source];

	s->took = 0;
	if (rd_exchange_recv(op, &s->took, sizeof(s->took), source, x->tag + RD_IO_ANSWER, &s->req))
		return 0;
	s->stage = RD_IO_REPLY;
	return 1;
}

/* Carries a source on by a stage, if it can; 1: it did. */
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
		if (s->head.n > RD_INLINE && !s->head.offers)
			return begin_list(op, source);
		return check_head(op, source);
	case RD_IO_LIST:
		return check_head(op, source);
	case RD_IO_OFFER:
		return offer(op, source);
	case RD_IO_OFFERED:
		return await_reply(op, source);
	case RD_IO_REPLY:
		if (!s->took)
			return refuse(s);
		end_part(op, source);
		return 1;
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

		while (step_source(op, source))
			events++;
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
