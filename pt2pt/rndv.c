/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rendezvous: messages that are announced first.
 *
 *   sender                       receiver
 *   RTS_ (size, address) ------> matched:
 *                                  data inline, or none wanted: FIN_
 *                                  both sides one block and the transport can:
 *                                  get() straight from the sender's memory, FIN_
 *   <------ CTS_ (want) ---------  otherwise
 *   DATA, DATA, ... -----------> placed or unpacked; complete when all bytes are received
 *
 * When get() fails the data is requested by CTS_, unless the peer has ended. A receiver without
 * memory for the rendezvous sends FIN_ with FAILED. A send that is not matched can be taken back:
 * undo.c.
 *
 * Invariants:
 *  1. The sender's request is complete when FIN_ was received, or when all of `want` was handed to
 *     the transport and no fragment is held by it any more.
 *  2. The receiver's is complete when `want` bytes are in its buffer.
 *  3. At most POSTS_MAX fragments of one message are inside the transport.
 *  4. A request with a rendezvous in progress is in the id table exactly once.
 *  5. A send whose RTS_ has not been sent is unknown to the peer, and may be in its `pending`.
 *
 * States of a sender:
 *
 *     UNSENT    -> ANNOUNCED [rd_rndv_send]   RTS_ has been sent
 *     ANNOUNCED -> UNDOING   [rd_send_cancel] UNDO has been sent
 *     ANNOUNCED -> DROPPED   [rd_undo_done]   DROP: the peer has freed the communicator
 *     ANNOUNCED, UNDOING -> SENDING [rd_rndv_on_cts]
 *     SENDING   -> FAILING   [fail_held]      an error while the transport holds fragments
 *
 * UNSENT: no room for RTS_ yet. ANNOUNCED, UNDOING: waits for the peer's answer. DROPPED: will not
 * be answered; a cancel completes it. SENDING: `want` bytes are asked for; in `pumps` if the next
 * one found no room. FAILING: nothing is sent any more; over when the last fragment is released.
 *
 * States of a receiver:
 *
 *     MATCHED -> READING        [fetch]    the transport's get() has it
 *     MATCHED, READING -> ASKED [send_cts] DATA is to come
 *
 * MATCHED lasts within rd_rndv_recv only.
 *
 * All states but OVER lead to OVER [rd_rndv_finish]: FIN_, DROP, all bytes moved, or an error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/log.h"
#include "pt2pt/idtab.h"
#include "pt2pt/p2p.h"
#include "runtime/job.h"

#define POSTS_MAX \
	16 /* a transport may hold them until the peer has acknowledged them: enough for a \
	    * round trip */

/* A fragment of a contiguous message inside the transport. */
struct fragment {
	struct rd_btl_post post;
	struct rd_p2p *send;
	struct fragment *next_free;
	size_t len; /* bytes */
};

static struct fragment *free_fragments;
static struct rd_list pumps = {&pumps, &pumps}; /* rd_rndv.pump of sends that found no room */

/* ---- States ---- */

#define BIT(state) (1u << RD_RNDV_##state)

enum {
	ANNOUNCED_SENDERS =
		BIT(ANNOUNCED) | BIT(UNDOING) | BIT(DROPPED) | BIT(SENDING) | BIT(FAILING),
	SENDERS = BIT(UNSENT) | ANNOUNCED_SENDERS,
	RECEIVERS = BIT(MATCHED) | BIT(READING) | BIT(ASKED),
};

static const struct {
	const char *name;
	unsigned next; /* BIT()s of the states that may follow */
} states[] = {
	[RD_RNDV_UNSENT] = {"UNSENT", BIT(ANNOUNCED) | BIT(OVER)},
	[RD_RNDV_ANNOUNCED] = {"ANNOUNCED", BIT(UNDOING) | BIT(DROPPED) | BIT(SENDING) | BIT(OVER)},
	[RD_RNDV_UNDOING] = {"UNDOING", BIT(SENDING) | BIT(OVER)},
	[RD_RNDV_DROPPED] = {"DROPPED", BIT(OVER)},
	[RD_RNDV_SENDING] = {"SENDING", BIT(FAILING) | BIT(OVER)},
	[RD_RNDV_FAILING] = {"FAILING", BIT(OVER)},
	[RD_RNDV_MATCHED] = {"MATCHED", BIT(READING) | BIT(ASKED) | BIT(OVER)},
	[RD_RNDV_READING] = {"READING", BIT(ASKED) | BIT(OVER)},
	[RD_RNDV_ASKED] = {"ASKED", BIT(OVER)},
	[RD_RNDV_OVER] = {"OVER", 0},
};

static inline int is_in(const struct rd_p2p *r, unsigned some)
{
	return (BIT(UNSENT) << r->rndv->state & some) != 0;
}

/* For the words of a broken invariant. */
static const char *describe(const struct rd_p2p *r)
{
	static char text[128];
	const struct rd_rndv *rv = r->rndv;

	snprintf(text, sizeof(text), "message %#x with rank %d, %s, %llu of %llu bytes moved",
		 rv->id, rv->peer->rank, states[rv->state].name, (unsigned long long)rv->moved,
		 (unsigned long long)rv->want);
	return text;
}

static void check_sender(const struct rd_p2p *send)
{
	const struct rd_rndv *rv = send->rndv;
	int moves = is_in(send, BIT(SENDING) | BIT(FAILING));

	RD_CHECK(rv->posts >= 0 && rv->posts <= POSTS_MAX, "%s: %d fragments in the transport",
		 describe(send), rv->posts);
	RD_CHECK(moves || !rv->posts, "%s: fragments that no CTS_ asked for", describe(send));
	RD_CHECK(moves == !!rv->want && rv->want <= send->bytes, "%s: of %llu", describe(send),
		 (unsigned long long)send->bytes);
	RD_CHECK(rv->moved <= rv->sent && rv->sent <= rv->want, "%s: %llu sent", describe(send),
		 (unsigned long long)rv->sent);
	RD_CHECK(rv->state == RD_RNDV_SENDING || rd_list_empty(&rv->pump), "%s: waits for room",
		 describe(send));
	RD_CHECK(rv->state == RD_RNDV_UNSENT || rd_list_empty(&send->pend.link),
		 "%s: its RTS_ waits for room", describe(send));
}

static void check_receiver(const struct rd_p2p *recv)
{
	const struct rd_rndv *rv = recv->rndv;

	RD_CHECK(rv->want && rv->want <= recv->bytes, "%s: into %llu", describe(recv),
		 (unsigned long long)recv->bytes);
	RD_CHECK(rv->state == RD_RNDV_ASKED || !rv->moved, "%s: by DATA", describe(recv));
	RD_CHECK(rv->state != RD_RNDV_READING || rv->block, "%s: it is not one block",
		 describe(recv));
	RD_CHECK(!rv->posts && !rv->sent && rd_list_empty(&rv->pump), "%s: it sends",
		 describe(recv));
}

/* Called where it changes. */
static void rd_rndv_check(const struct rd_p2p *r)
{
	RD_CHECK(rd_id_find(r->rndv->id) == r, "%s: not found by its id", describe(r));
	if (is_in(r, SENDERS))
		check_sender(r);
	else
		check_receiver(r);
}

/* Invariants 1 and 2. FIN_ ends a send at any time when the transport holds nothing of it. */
static void check_over(const struct rd_p2p *r, int err)
{
	const struct rd_rndv *rv = r->rndv;
	int arrives = rv->state == RD_RNDV_ASKED && (!err || err == RD_ETRUNCATE);

	RD_CHECK(!rv->posts, "%s: over with %d fragments in the transport", describe(r), rv->posts);
	RD_CHECK(!arrives || rv->moved >= rv->want, "%s: over", describe(r));
}

void rd_rndv_enter(struct rd_p2p *r, enum rd_rndv_state next)
{
	RD_CHECK(states[r->rndv->state].next & BIT(UNSENT) << next, "%s: -> %s", describe(r),
		 states[next].name);
	r->rndv->state = next;
	if (next != RD_RNDV_OVER)
		rd_rndv_check(r);
}

/* ---- Memory ---- */

static int rndv_new(struct rd_p2p *r, struct rd_peer *peer, enum rd_rndv_state state)
{
	struct rd_rndv *rv = calloc(1, sizeof(*rv));
	int err = RD_ENOMEM;

	if (!rv || (err = rd_id_new(r, &rv->id))) {
		free(rv);
		return err;
	}
	rv->state = state;
	rv->peer = peer;
	rv->block = rd_type_block(r->buf, r->count, r->type);
	rd_list_init(&rv->pump);
	rd_list_init(&r->pend.link);
	r->rndv = rv;
	return 0;
}

static __attribute__((cold)) void tell_no_memory(const struct rd_p2p *r, const struct rd_peer *peer)
{
	rd_error("no memory for a message of %llu bytes with rank %d", (unsigned long long)r->bytes,
		 peer->rank);
}

void rd_rndv_finish(struct rd_p2p *r, int err)
{
	struct rd_rndv *rv = r->rndv;

	check_over(r, err);
	rd_rndv_enter(r, RD_RNDV_OVER);
	rd_id_drop(rv->id);
	rd_list_remove(&rv->pump);
	rd_list_remove(&r->pend.link);
	r->rndv = NULL;
	free(rv);
	rd_req_complete(&r->req, err);
}

static struct fragment *fragment_new(struct rd_p2p *send, size_t len)
{
	struct fragment *fragment = free_fragments;

	if (fragment)
		free_fragments = fragment->next_free;
	else if (!(fragment = malloc(sizeof(*fragment))))
		return NULL;
	fragment->send = send;
	fragment->len = len;
	return fragment;
}

static void fragment_free(struct fragment *fragment)
{
	fragment->next_free = free_fragments;
	free_fragments = fragment;
}

/* The request behind an id, if it belongs to this peer and is in one of some states. */
static struct rd_p2p *request_of(uint32_t id, const struct rd_ep *ep, unsigned some)
{
	struct rd_p2p *r = rd_id_find(id);

	if (r && r->rndv->peer->rank == ep->rank && is_in(r, some))
		return r;
	rd_debug("rank %d speaks of request %#x, which is over", ep->rank, id);
	return NULL;
}

/* ---- Sender ---- */

struct rd_p2p *rd_rndv_sender(uint32_t id, const struct rd_ep *ep)
{
	return request_of(id, ep, ANNOUNCED_SENDERS);
}

/* 1: the data of a synchronous message fits behind its RTS_; 0: it is better fetched. */
static int goes_inline(const struct rd_p2p *send, const struct rd_peer *peer)
{
	return peer->eager >= 0 && send->bytes <= (uint64_t)peer->eager &&
	       send->bytes <= peer->ep->eager_best &&
	       send->bytes + sizeof(struct rd_rts) <= peer->ep->eager_max;
}

static int send_rts(struct rd_p2p *send, struct rd_peer *peer)
{
	struct rd_hdr hdr = rd_send_header(RD_RTS_, send->ctx, send->tag);
	struct rd_rts rts = {
		.size = send->bytes, .addr = (uintptr_t)send->rndv->block, .sreq = send->rndv->id};
	const struct rd_btl *btl = peer->ep->btl;
	char *room;

	if (!goes_inline(send, peer))
		return btl->send(peer->ep, &hdr, &rts, sizeof(rts));
	room = btl->reserve(peer->ep, sizeof(rts) + send->bytes);
	if (!room)
		return RD_EAGAIN;
	memcpy(room, &rts, sizeof(rts));
	rd_iter_init(&send->rndv->it, send->buf, send->count, send->type);
	rd_iter_pack(&send->rndv->it, room + sizeof(rts), send->bytes);
	hdr.flags = RD_HDR_INLINE;
	btl->commit(peer->ep, &hdr, sizeof(rts) + send->bytes);
	return 0;
}

/* Ends a send without memory. Where others wait for its message, in a collective, a poison message
 * takes the place of it. RD_EAGAIN: there is no room for that yet; the request keeps the error. */
static __attribute__((cold)) int refuse(struct rd_p2p *send, struct rd_peer *peer, int err)
{
	struct rd_hdr hdr = rd_send_header(RD_POISON, send->ctx, send->tag);
	const int32_t lost = -1;

	if (!send->req.status.error)
		tell_no_memory(send, peer);
	send->req.status.error = err;
	hdr.flags = RD_HDR_NOMEM;
	if (send->ctx->awaited &&
	    peer->ep->btl->send(peer->ep, &hdr, &lost, sizeof(lost)) == RD_EAGAIN)
		return RD_EAGAIN;
	rd_req_complete(&send->req, err);
	return 0;
}

int rd_rndv_send(struct rd_p2p *send, struct rd_peer *peer)
{
	int err = send->req.status.error; /* it has been refused */

	if (!err && !send->rndv)
		err = rndv_new(send, peer, RD_RNDV_UNSENT);
	if (!err && rd_unlikely(rd_peers_lost && send->ctx->joint && rd_ctx_broken(send->ctx))) {
		rd_rndv_finish(send, RD_EPROC);
		return 0;
	}
	if (err)
		return refuse(send, peer, err);
	err = send_rts(send, peer);
	if (!err)
		rd_rndv_enter(send, RD_RNDV_ANNOUNCED);
	else if (err != RD_EAGAIN)
		rd_rndv_finish(send, err);
	return err == RD_EAGAIN ? err : 0;
}

static void sent_some(struct rd_p2p *send, size_t len)
{
	struct rd_rndv *rv = send->rndv;

	rv->moved += len;
	if (rv->moved == rv->want && !rv->posts)
		rd_rndv_finish(send, 0);
}

static void pump_later(struct rd_rndv *rv)
{
	if (rv->state == RD_RNDV_SENDING && rd_list_empty(&rv->pump))
		rd_list_append(&pumps, &rv->pump);
}

/* The transport still holds fragments of it; the request completes when it has released them. */
static void fail_held(struct rd_p2p *send, int err)
{
	send->rndv->err = err;
	rd_list_remove(&send->rndv->pump);
	if (send->rndv->state != RD_RNDV_FAILING)
		rd_rndv_enter(send, RD_RNDV_FAILING);
}

static void fragment_done(struct rd_btl_post *post, int err)
{
	struct fragment *fragment = rd_container(post, struct fragment, post);
	struct rd_p2p *send = fragment->send;
	size_t len = fragment->len;

	fragment_free(fragment);
	send->rndv->posts--;
	rd_rndv_check(send);
	if (err)
		fail_held(send, err);
	if (send->rndv->state == RD_RNDV_SENDING) {
		if (send->rndv->sent < send->rndv->want)
			pump_later(send->rndv);
		sent_some(send, len);
	} else if (!send->rndv->posts) {
		rd_rndv_finish(send, send->rndv->err);
	}
}

/* Hands the next fragment of a message that is one block to the transport. */
static int post_fragment(struct rd_p2p *send, struct rd_ep *ep, const struct rd_hdr *hdr)
{
	struct rd_rndv *rv = send->rndv;
	size_t len = rd_min(rv->want - rv->sent, (uint64_t)ep->frag_max);
	struct fragment *fragment;
	uint64_t at = rv->sent;
	int err;

	if (rv->posts == POSTS_MAX || !(fragment = fragment_new(send, len)))
		return RD_EAGAIN;
	fragment->post.done = fragment_done;
	/* done may be called before post returns, but for the last fragment only after `sent`
	 * includes it */
	rv->posts++;
	rv->sent += len;
	rd_rndv_check(send);
	err = ep->btl->post(ep, hdr, rv->block + at, len, &fragment->post);
	if (err) {
		fragment_free(fragment);
		rv->posts--;
		rv->sent -= len;
	}
	return err;
}

/* Packs the next fragment of any other message into the transport's memory. */
static int pack_fragment(struct rd_p2p *send, struct rd_ep *ep, const struct rd_hdr *hdr)
{
	struct rd_rndv *rv = send->rndv;
	size_t len = rd_min(rv->want - rv->sent, (uint64_t)rd_min(ep->eager_max, ep->frag_max));
	void *room = ep->btl->reserve(ep, len);

	if (!room)
		return RD_EAGAIN;
	rd_iter_pack(&rv->it, room, len);
	ep->btl->commit(ep, hdr, len);
	rv->sent += len;
	sent_some(send, len);
	return 0;
}

/* Sends fragments until all are sent or there is no room. The request may be freed afterwards. */
static int pump(struct rd_p2p *send)
{
	uint32_t id = send->rndv->id;
	int events = 0;

	rd_list_remove(&send->rndv->pump);
	while (rd_id_find(id) == send && send->rndv->state == RD_RNDV_SENDING &&
	       send->rndv->sent < send->rndv->want) {
		struct rd_rndv *rv = send->rndv;
		struct rd_ep *ep = rv->peer->ep;
		struct rd_hdr hdr = {.kind = RD_DATA, .ctx = rv->remote, .offset = rv->sent};
		int err = rv->block ? post_fragment(send, ep, &hdr) : pack_fragment(send, ep, &hdr);

		if (err == RD_EAGAIN) {
			if (rv->posts < POSTS_MAX)
				pump_later(rv);
			return events;
		}
		if (err) {
			if (!rv->posts)
				rd_rndv_finish(send, err);
			return events + 1;
		}
		events++;
	}
	return events;
}

void rd_rndv_on_cts(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_p2p *send = rd_rndv_sender(hdr->ctx, ep);
	struct rd_cts cts;

	if (!send)
		return;
	memcpy(&cts, payload, rd_min(len, sizeof(cts)));
	if (!cts.want || cts.want > send->bytes || !is_in(send, BIT(ANNOUNCED) | BIT(UNDOING))) {
		rd_error("rank %d asks for %llu bytes of a message of %llu", ep->rank,
			 (unsigned long long)cts.want, (unsigned long long)send->bytes);
		return;
	}
	send->rndv->want = cts.want;
	send->rndv->remote = cts.rreq;
	rd_iter_init(&send->rndv->it, send->buf, send->count, send->type);
	rd_rndv_enter(send, RD_RNDV_SENDING);
	pump(send);
}

void rd_rndv_on_fin(struct rd_ep *ep, const struct rd_hdr *hdr)
{
	struct rd_p2p *send = rd_rndv_sender(hdr->ctx, ep);

	if (!send || send->rndv->posts)
		return;
	if (hdr->flags & RD_HDR_FAILED)
		rd_error("rank %d has no memory to take a message of %llu bytes", ep->rank,
			 (unsigned long long)send->bytes);
	rd_rndv_finish(send, hdr->flags & RD_HDR_FAILED ? RD_ENOMEM : 0);
}

int rd_btl_up_lent(struct rd_ep *ep, uint64_t token, uint64_t addr, uint64_t len)
{
	const struct rd_p2p *send = request_of((uint32_t)token, ep, SENDERS);

	/* A message that is not one block was announced without an address. */
	return send && send->rndv->block && addr >= (uintptr_t)send->rndv->block &&
	       addr - (uintptr_t)send->rndv->block <= send->bytes &&
	       len <= send->bytes - (addr - (uintptr_t)send->rndv->block);
}

int rd_rndv_waiting(void)
{
	return !rd_list_empty(&pumps);
}

int rd_rndv_pump(void)
{
	struct rd_list round, *link;
	int events = 0;

	if (rd_likely(rd_list_empty(&pumps)))
		return 0;
	round = pumps; /* sends that find no room again go to the new list */
	round.next->prev = round.prev->next = &round;
	rd_list_init(&pumps);
	while (!rd_list_empty(&round)) {
		link = round.next;
		rd_list_remove(link);
		struct rd_rndv *rv = rd_container(link, struct rd_rndv, pump);

		events += pump(rd_id_find(rv->id));
	}
	return events;
}

/* ---- Receiver ---- */

static void send_fin(struct rd_peer *peer, uint32_t sreq, int flags)
{
	struct rd_hdr hdr = {.kind = RD_FIN_, .flags = (uint8_t)flags, .ctx = sreq};

	rd_peer_control(peer, &hdr, NULL, 0);
}

static void send_cts(struct rd_p2p *recv)
{
	struct rd_rndv *rv = recv->rndv;
	struct rd_hdr hdr = {.kind = RD_CTS_, .ctx = rv->remote};
	struct rd_cts cts = {.want = rv->want, .rreq = rv->id};
	int err;

	rd_rndv_enter(recv, RD_RNDV_ASKED);
	err = rd_peer_control(rv->peer, &hdr, &cts, sizeof(cts));
	if (err)
		rd_rndv_finish(recv, err);
}

/* 1: the collective of this receive has failed; a sender that knows of the failure does not answer
 * any more. */
static int is_over(const struct rd_p2p *recv)
{
	return rd_unlikely(rd_peers_lost) && recv->ctx && recv->ctx->joint &&
	       rd_ctx_broken(recv->ctx);
}

static void get_done(struct rd_btl_get *get, int err)
{
	struct rd_rndv *rv = rd_container(get, struct rd_rndv, get);
	struct rd_p2p *recv = rd_id_find(rv->id);

	if (err && err != RD_EPROC && is_over(recv)) {
		rd_rndv_finish(recv, RD_EPROC);
		return;
	}
	if (err && err != RD_EPROC) {
		/* The transport has logged the reason, unless the refusal was expected: fragments
		 * do not need get(). */
		if (err != RD_ENOTSUP)
			rv->peer->ep->get_min = UINT32_MAX;
		send_cts(recv);
		return;
	}
	if (err == RD_EPROC && rd_peer_fail(rv->peer->rank)) /* before the transport has noticed */
		rd_error("rank %d on %s has ended while its message was read", rv->peer->rank,
			 rd_job_host(rv->peer->rank));
	if (!err)
		send_fin(rv->peer, rv->remote, 0);
	rd_rndv_finish(recv, err ? err : rv->err);
}

static int can_get(const struct rd_rndv *rv, const struct rd_rts *rts)
{
	const struct rd_ep *ep = rv->peer->ep;

	return rts->addr && rv->block && ep->btl->get && rv->want >= ep->get_min;
}

static void fetch(struct rd_p2p *recv, const struct rd_rts *rts)
{
	struct rd_rndv *rv = recv->rndv;
	struct rd_ep *ep = rv->peer->ep;
	int err;

	if (!can_get(rv, rts)) {
		rd_iter_init(&rv->it, recv->buf, recv->count, recv->type);
		send_cts(recv);
		return;
	}
	rd_iter_init(&rv->it, recv->buf, recv->count, recv->type);
	rv->get = (struct rd_btl_get){.local = rv->block,
				      .remote = rts->addr,
				      .len = rv->want,
				      .token = rv->remote,
				      .done = get_done};
	rd_rndv_enter(recv, RD_RNDV_READING);
	err = ep->btl->get(ep, &rv->get);
	if (err)
		get_done(&rv->get, err);
}

void rd_rndv_recv(struct rd_p2p *recv, int src, int tag, int world, const struct rd_rts *rts,
		  const void *inline_data, size_t len)
{
	struct rd_peer *peer = NULL;
	uint64_t want = rd_min(rts->size, recv->bytes);
	int err = rd_peer_get(world, &peer);

	rd_status_set(&recv->req.status, src, tag, 0, want);
	if (err) {
		rd_req_complete(&recv->req, err);
		return;
	}
	if (is_over(recv)) {
		send_fin(peer, rts->sreq, 0); /* lets a sender that does not know of the failure end
					       * as well */
		rd_req_complete(&recv->req, RD_EPROC);
		return;
	}
	if (inline_data || !want) {
		send_fin(peer, rts->sreq, 0);
		rd_recv_deliver(recv, src, tag, inline_data, inline_data ? len : rts->size);
		return;
	}
	err = rndv_new(recv, peer, RD_RNDV_MATCHED);
	if (err) {
		tell_no_memory(recv, peer);
		send_fin(peer, rts->sreq, RD_HDR_FAILED);
		rd_req_complete(&recv->req, err);
		return;
	}
	recv->rndv->remote = rts->sreq;
	recv->rndv->want = want;
	if (rts->size > recv->bytes)
		recv->rndv->err = rd_recv_too_long(recv, rts->size);
	fetch(recv, rts);
}

/* The receive that this fragment belongs to, if the fragment lies within the requested bytes. */
static struct rd_p2p *fragment_owner(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	struct rd_p2p *recv = request_of(hdr->ctx, ep, RECEIVERS);

	if (!recv)
		return NULL;
	if (recv->rndv->state == RD_RNDV_READING) {
		rd_error("rank %d sent a fragment of a message that is read from its memory",
			 ep->rank);
		return NULL;
	}
	if (hdr->offset > recv->rndv->want || len > recv->rndv->want - hdr->offset) {
		rd_error("rank %d sent %zu bytes at %llu of a message of %llu", ep->rank, len,
			 (unsigned long long)hdr->offset, (unsigned long long)recv->rndv->want);
		return NULL;
	}
	return recv;
}

void *rd_rndv_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	struct rd_p2p *recv = fragment_owner(ep, hdr, len);

	return recv && recv->rndv->block ? recv->rndv->block + hdr->offset : NULL;
}

void rd_rndv_on_data(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_p2p *recv = fragment_owner(ep, hdr, len);
	struct rd_rndv *rv;

	if (!recv)
		return;
	rv = recv->rndv;
	if (rv->block) {
		if (payload != rv->block + hdr->offset)
			memcpy(rv->block + hdr->offset, payload, len);
	} else {
		if (rv->it.pos != hdr->offset)
			rd_iter_seek(&rv->it, hdr->offset);
		rd_iter_unpack(&rv->it, payload, len);
	}
	rv->moved += len;
	rd_rndv_check(recv);
	if (rv->moved >= rv->want)
		rd_rndv_finish(recv, rv->err);
}

/* ---- Failure of a peer; the end ---- */

/* 1: the request fails with the peer: it belongs to the peer, or to a collective with the peer
 * among its members. A request without a context belongs to no collective. */
static int is_lost_with(const struct rd_p2p *r, const struct rd_peer *peer)
{
	return r->rndv->peer == peer || (r->ctx && r->ctx->joint && rd_ctx_has(r->ctx, peer->rank));
}

/* A request whose data the transport still holds completes when the transport releases it. */
static void fail_one(void *object, void *arg)
{
	struct rd_p2p *r = object;
	struct rd_peer *peer = arg;

	if (!is_lost_with(r, peer))
		return;
	if (r->rndv->posts)
		fail_held(r, RD_EPROC);
	else if (r->rndv->state != RD_RNDV_READING)
		rd_rndv_finish(r, RD_EPROC);
}

void rd_rndv_peer_down(struct rd_peer *peer)
{
	rd_id_for_each(fail_one, peer);
}

/* The peer of the send has left without an answer: only the table refers to the rendezvous. */
static void forget(void *object, void *arg)
{
	struct rd_p2p *r = object;

	(void)arg;
	free(r->rndv);
}

void rd_rndv_fini(void)
{
	struct fragment *next;

	rd_id_for_each(forget, NULL);
	for (; free_fragments; free_fragments = next) {
		next = free_fragments->next_free;
		free(free_fragments);
	}
	rd_id_fini();
}
