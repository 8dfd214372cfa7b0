/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sent data, kept until the peer acknowledges it: if the connection is lost, the next one resumes
 * from there. Frames are kept in a ring; the payload of a post stays in the caller's memory.
 * Nothing here writes to a socket; called by tx.c, and when an acknowledgement arrives.
 *
 *      stream:   frame frame head [payload of a post] pad frame ...
 *      ring:     frame frame head                     pad frame ...
 *                ^ acked     ^ wrote                            ^ tail
 *
 * Invariants:
 *  1. acked <= wrote <= end of the stream; the ring's bytes from acked.own to tail are kept.
 *  2. A mark's post is the first whose last byte lies behind the mark.
 *  3. The ring has at most rd_tcp.ring_max bytes, copies of posts another ring_max. Its memory is
 *     freed while nothing is sent to the peer: rings.c.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/check.h"
#include "base/err.h"

#include <stdlib.h>
#include <string.h>

#define ORIGIN 8    /* frames begin there, which aligns their payload to 16 bytes */
#define SMALL_B 256 /* bytes of a ring of frames without payload, a power of two */

/* State of a post while it is kept, in rd_btl_post.priv. */
struct kept {
	const uint8_t *payload;
	uint64_t len, at;     /* bytes; place of the first in the stream */
	struct rd_tcp_ep *ep; /* of copies */
};
_Static_assert(sizeof(struct kept) <= sizeof(((struct rd_btl_post *)0)->priv),
	       "priv is large enough");

/* A copy of the payload of a post that was completed early. */
struct copy {
	struct rd_btl_post post;
	uint8_t data[];
};

static struct kept *kept_of(struct rd_list *link)
{
	return (struct kept *)rd_container(link, struct rd_btl_post, link)->priv;
}

/* ---- Invariants ---- */

/* Bytes of the kept payloads that lie behind the mark; *n: of how many posts. */
static uint64_t behind(const struct rd_tcp_ep *ep, const struct rd_tcp_mark *m, uint32_t *n)
{
	const struct rd_list *link;
	uint64_t sum = 0;

	*n = 0;
	rd_list_for (link, &ep->keep.posts) {
		const struct kept *k = kept_of((struct rd_list *)link);

		if (k->at + k->len <= m->pos)
			continue;
		RD_CHECK(*n || m->post == link, "rank %d: a mark at %llu skips the post at %llu",
			 ep->base.rank, (unsigned long long)m->pos, (unsigned long long)k->at);
		sum += k->at + k->len - rd_max(m->pos, k->at);
		++*n;
	}
	return sum;
}

static void check_mark(const struct rd_tcp_ep *ep, const struct rd_tcp_mark *m, uint32_t *n)
{
	uint32_t own = ep->keep.tail - m->own;
	uint64_t sum = own + behind(ep, m, n);

	RD_CHECK(own <= ep->keep.ring_b, "rank %d: %u bytes in a ring of %u", ep->base.rank, own,
		 ep->keep.ring_b);
	RD_CHECK(m->pos + sum == ep->keep.end,
		 "rank %d: %llu bytes are kept behind %llu, the stream ends at %llu", ep->base.rank,
		 (unsigned long long)sum, (unsigned long long)m->pos,
		 (unsigned long long)ep->keep.end);
}

void rd_tcp_keep_check(const struct rd_tcp_ep *ep)
{
	const struct rd_tcp_keep *keep = &ep->keep;
	uint32_t kept, waiting;

	RD_CHECK(keep->acked.pos <= keep->wrote.pos && keep->wrote.pos <= keep->end,
		 "rank %d: %llu bytes acknowledged, %llu written of %llu", ep->base.rank,
		 (unsigned long long)keep->acked.pos, (unsigned long long)keep->wrote.pos,
		 (unsigned long long)keep->end);
	check_mark(ep, &keep->acked, &kept);
	check_mark(ep, &keep->wrote, &waiting);
	RD_CHECK(kept == keep->nposts && waiting == keep->nwaiting,
		 "rank %d: %u posts are kept and %u wait, %u and %u are counted", ep->base.rank,
		 kept, waiting, keep->nposts, keep->nwaiting);
	RD_CHECK((keep->nposts == 0) == rd_list_empty(&keep->held), "rank %d: %u posts, %s",
		 ep->base.rank, keep->nposts,
		 rd_list_empty(&keep->held) ? "not a holder" : "a holder");
	RD_CHECK(keep->ring_b <= rd_tcp.ring_max && keep->copied_b <= rd_tcp.ring_max,
		 "rank %d: %u bytes in the ring, %llu in copies", ep->base.rank, keep->ring_b,
		 (unsigned long long)keep->copied_b);
}

static inline void changed(const struct rd_tcp_ep *ep)
{
	if (RD_CHECKS)
		rd_tcp_keep_check(ep);
}

/* ---- The ring ---- */

static void restart(struct rd_tcp_ep *ep)
{
	ep->keep.acked.own = ep->keep.wrote.own = ep->keep.tail = ORIGIN;
}

void rd_tcp_keep_init(struct rd_tcp_ep *ep)
{
	rd_list_init(&ep->keep.posts);
	rd_list_init(&ep->keep.held);
	rd_list_init(&ep->ring_use.link);
	ep->keep.acked.post = ep->keep.wrote.post = &ep->keep.posts;
	restart(ep);
}

static void ring_write(uint8_t *ring, uint32_t size, uint32_t at, const uint8_t *data, size_t len)
{
	size_t from = at & (size - 1), n = rd_min(len, (size_t)size - from);

	memcpy(ring + from, data, n);
	memcpy(ring, data + n, len - n);
}

/* Replaces the ring by one of another size, 0: none, with the kept bytes. */
static int resize(struct rd_tcp_ep *ep, uint32_t size)
{
	uint32_t mask = ep->keep.ring_b - 1;
	uint8_t *ring = size ? rd_tcp_ring_get(size) : NULL;

	if (size && !ring)
		return 0;
	for (uint32_t at = ep->keep.acked.own, n; at != ep->keep.tail; at += n) {
		n = rd_min(ep->keep.tail - at, ep->keep.ring_b - (at & mask));
		ring_write(ring, size, at, ep->keep.ring + (at & mask), n);
	}
	rd_tcp.queues.nrings += (size >= RD_TCP_RING_B) - (ep->keep.ring_b >= RD_TCP_RING_B);
	if (ep->keep.ring)
		rd_tcp_ring_put(ep->keep.ring, ep->keep.ring_b);
	ep->keep.ring = ring;
	ep->keep.ring_b = size;
	rd_tcp_rings_changed(ep);
	return 1;
}

/* Doubles the ring, or makes the first one: a few acknowledgements need only a small one. */
static int grow(struct rd_tcp_ep *ep, size_t need)
{
	uint32_t size = 2 * ep->keep.ring_b;

	if (size < RD_TCP_RING_B)
		size = need <= SMALL_B && !ep->keep.ring ? SMALL_B : RD_TCP_RING_B;
	return size <= rd_tcp.ring_max && resize(ep, size);
}

int rd_tcp_keep_shrink(struct rd_tcp_ep *ep)
{
	uint32_t used = ep->keep.tail - ep->keep.acked.own;

	return used <= SMALL_B / 2 && resize(ep, used ? SMALL_B : 0);
}

uint8_t *rd_tcp_keep_room(struct rd_tcp_ep *ep, size_t need, size_t spare)
{
	uint32_t from;

	while (rd_unlikely(ep->keep.ring_b - (ep->keep.tail - ep->keep.acked.own) < need + spare))
		if (!grow(ep, need + spare))
			return NULL;
	from = ep->keep.tail & (ep->keep.ring_b - 1);
	if (rd_likely(ep->keep.ring_b - from >= need && !(from & 7)))
		return ep->keep.ring + from;
	return rd_tcp.memory.frame;
}

/* The caller has checked for room; data that was built in the ring is not copied. */
void rd_tcp_keep_put(struct rd_tcp_ep *ep, const void *data, size_t len)
{
	if (data != ep->keep.ring + (ep->keep.tail & (ep->keep.ring_b - 1)))
		ring_write(ep->keep.ring, ep->keep.ring_b, ep->keep.tail, data, len);
	ep->keep.tail += (uint32_t)len;
	ep->keep.end += len;
	changed(ep);
}

/* ---- Posts ---- */

/* Appends the payload to the stream. It stays in the caller's memory until it is acknowledged or
 * copied. */
void rd_tcp_keep_post(struct rd_tcp_ep *ep, const void *payload, size_t len,
		      struct rd_btl_post *post)
{
	struct kept *k = (struct kept *)post->priv;

	*k = (struct kept){payload, len, ep->keep.end, NULL};
	if (!ep->keep.nposts++)
		rd_list_append(&rd_tcp.queues.holders, &ep->keep.held);
	ep->keep.nwaiting++;
	rd_list_append(&ep->keep.posts, &post->link);
	if (ep->keep.wrote.post == &ep->keep.posts)
		ep->keep.wrote.post = &post->link;
	if (ep->keep.acked.post == &ep->keep.posts)
		ep->keep.acked.post = &post->link;
	ep->keep.end += len;
	changed(ep);
}

/* Advances the mark; returns the number of posts that it has passed. */
static uint32_t advance(struct rd_tcp_ep *ep, struct rd_tcp_mark *m, uint64_t n)
{
	uint32_t passed = 0;

	while (n) {
		struct kept *k = m->post == &ep->keep.posts ? NULL : kept_of(m->post);
		uint64_t ring_end = k ? k->at : ep->keep.end, step;

		if (m->pos < ring_end) {
			step = rd_min(n, ring_end - m->pos);
			m->own += (uint32_t)step;
		} else {
			step = rd_min(n, k->at + k->len - m->pos);
		}
		m->pos += step;
		n -= step;
		if (k && m->pos == k->at + k->len) {
			m->post = m->post->next;
			passed++;
		}
	}
	return passed;
}

void rd_tcp_keep_wrote(struct rd_tcp_ep *ep, size_t n)
{
	if (rd_unlikely(ep->keep.nwaiting)) {
		ep->keep.nwaiting -= advance(ep, &ep->keep.wrote, n);
	} else {
		ep->keep.wrote.pos += n;
		ep->keep.wrote.own += (uint32_t)n;
	}
	changed(ep);
}

static size_t ring_pieces(const struct rd_tcp_ep *ep, uint32_t at, uint64_t len, struct iovec *iov)
{
	size_t from = at & (ep->keep.ring_b - 1), n = rd_min(len, ep->keep.ring_b - (uint64_t)from);

	if (!len)
		return 0;
	iov[0] = (struct iovec){ep->keep.ring + from, n};
	iov[1] = (struct iovec){ep->keep.ring, len - n};
	return n < len ? 2 : 1;
}

/* The stream from `wrote` on, in at most `max` parts. */
size_t rd_tcp_keep_pieces(const struct rd_tcp_ep *ep, struct iovec *iov, size_t max)
{
	struct rd_tcp_mark m = ep->keep.wrote;
	size_t n = 0;

	for (; m.post != &ep->keep.posts; m.post = m.post->next) {
		const struct kept *k = kept_of(m.post);

		if (n + 3 > max)
			return n;
		if (m.pos < k->at) {
			n += ring_pieces(ep, m.own, k->at - m.pos, iov + n);
			m.own += (uint32_t)(k->at - m.pos);
			m.pos = k->at;
		}
		iov[n].iov_base = (void *)(k->payload + (m.pos - k->at));
		iov[n++].iov_len = k->at + k->len - m.pos;
		m.pos = k->at + k->len;
	}
	if (n + 2 <= max)
		n += ring_pieces(ep, m.own, ep->keep.end - m.pos, iov + n);
	return n;
}

/* ---- Release of acknowledged data ---- */

/* Moves the first post to `done`. */
static void release(struct rd_tcp_ep *ep, struct rd_list *done)
{
	rd_list_append(done, rd_list_pop(&ep->keep.posts));
	if (!--ep->keep.nposts)
		rd_list_remove(&ep->keep.held);
}

static void complete(struct rd_list *done, int err)
{
	struct rd_list *l;

	while ((l = rd_list_pop(done))) {
		struct rd_btl_post *post = rd_container(l, struct rd_btl_post, link);

		post->done(post, err);
	}
}

int rd_tcp_keep_acked(struct rd_tcp_ep *ep, uint64_t upto)
{
	uint64_t n = upto - ep->keep.acked.pos;
	struct rd_list done;

	if (upto > ep->keep.wrote.pos || upto < ep->keep.acked.pos)
		return RD_EPROTO;
	rd_list_init(&done);
	if (rd_unlikely(ep->keep.nposts)) {
		advance(ep, &ep->keep.acked, n);
		while (ep->keep.posts.next != ep->keep.acked.post)
			release(ep, &done);
	} else {
		ep->keep.acked.pos = upto;
		ep->keep.acked.own += (uint32_t)n;
	}
	if (upto == ep->keep.end) {
		restart(ep);
		ep->keep.asked = upto;
	}
	if (rd_unlikely(ep->ring_use.asked))
		rd_tcp_rings_told(ep);
	changed(ep);
	complete(&done, 0);
	return 0;
}

static void copy_done(struct rd_btl_post *post, int err)
{
	struct kept *k = (struct kept *)post->priv;

	(void)err;
	k->ep->keep.copied_b -= k->len;
	free(rd_container(post, struct copy, post));
}

/* Replaces a post by a copy and moves the post to `done`. 0 if there is no room for a copy. */
static int copy_one(struct rd_tcp_ep *ep, struct rd_btl_post *post, struct rd_list *done)
{
	struct kept *k = (struct kept *)post->priv;
	struct copy *c = NULL;

	if (ep->keep.copied_b + k->len <= rd_tcp.ring_max)
		c = malloc(sizeof(*c) + k->len);
	if (!c)
		return 0;
	memcpy(c->data, k->payload, k->len);
	c->post.done = copy_done;
	*(struct kept *)c->post.priv = (struct kept){c->data, k->len, k->at, ep};
	ep->keep.copied_b += k->len;
	rd_list_append(&post->link, &c->post.link); /* before it */
	rd_list_remove(&post->link);
	if (ep->keep.acked.post == &post->link)
		ep->keep.acked.post = &c->post.link;
	rd_list_append(done, &post->link);
	return 1;
}

void rd_tcp_keep_copy(struct rd_tcp_ep *ep, uint64_t upto)
{
	struct rd_list *l, *next, done;

	rd_list_init(&done);
	for (l = ep->keep.posts.next; l != ep->keep.wrote.post; l = next) {
		struct rd_btl_post *post = rd_container(l, struct rd_btl_post, link);

		next = l->next;
		if (kept_of(l)->at + kept_of(l)->len > upto)
			break;
		if (post->done != copy_done && !copy_one(ep, post, &done))
			break;
	}
	changed(ep);
	complete(&done, 0);
}

void rd_tcp_keep_drop(struct rd_tcp_ep *ep, int err)
{
	struct rd_list done;

	rd_list_init(&done);
	while (ep->keep.nposts)
		release(ep, &done);
	ep->keep.nwaiting = 0;
	ep->keep.acked.pos = ep->keep.wrote.pos = ep->keep.end;
	ep->keep.acked.post = ep->keep.wrote.post = &ep->keep.posts;
	restart(ep);
	resize(ep, 0);
	complete(&done, err);
}
