/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The processes that this one speaks to, and the short path to them, which is in line in the entry
 * points: a message of a few bytes in one block, for a peer that is known, with room and nothing
 * waiting before it. bench/latency, bench/bandwidth.
 */
#ifndef RD_PT2PT_PEER_H
#define RD_PT2PT_PEER_H

#include "base/compiler.h"
#include "base/list.h"
#include "datatype/type.h"
#include "pt2pt/btl.h"
#include "pt2pt/proto.h"
#include "pt2pt/pt2pt.h"

/* One process we have spoken to or heard from. */
struct rd_peer {
	struct rd_ep *ep;
	uint64_t brief;         /* bytes; shorter messages may take `send_brief` now */
	int (*send_brief)(struct rd_ep *ep, struct rd_hdr_words hdr, const void *payload,
			  size_t len);
	int rank;               /* world rank */
	int down;               /* its process is gone: RD_EPROC for everything */
	int64_t eager;          /* bytes; largest message sent eagerly now; -1 while it paused us */
	struct rd_list pending; /* struct rd_pend, oldest first: what found no room */
	struct rd_list busy;    /* in the list of peers with pending entries */
	uint64_t unexpected;    /* bytes of its messages waiting for receives here */
	int pausing;            /* we have told it PAUS */
};

extern struct rd_peer **rd_peers; /* [world size], NULL: not spoken to */
extern int rd_peers_lost;         /* how many are gone, also such as were never spoken to */

/* Its process is known to have ended; 0: that is no news here. */
int rd_peer_gone(int rank);
/* Messages of so many bytes between the two are copied once, by the kernel. */
int rd_peer_copies(int rank, uint64_t bytes);

static inline int rd_ctx_world(const struct rd_ctx *ctx, int rank)
{
	return ctx->world ? ctx->world[rank] : rank;
}

/*
 * A process that only sends must still look at what comes in now and then: a receiver that cannot
 * keep up asks for a pause. Sends left until the next look.
 */
extern uint32_t rd_sends_left;

/* The peer, where the message can take the short path: rd_send_brief is next. NULL: it cannot. */
static inline struct rd_peer *rd_send_way(uint64_t count, const struct rd_type *type, int dest,
					  const struct rd_ctx *ctx)
{
	struct rd_peer *peer;

	if (rd_unlikely(dest < 0 || !(type->flags & RD_TYPE_CONTIG) || !rd_sends_left))
		return NULL;
	peer = rd_peers[rd_ctx_world(ctx, dest)];
	if (rd_unlikely(!peer || count * type->size >= peer->brief || !peer->ep->brief_room))
		return NULL;
	return peer;
}

static inline int rd_send_brief(struct rd_peer *peer, const void *buf, uint64_t count,
				const struct rd_type *type, int tag, const struct rd_ctx *ctx)
{
	rd_sends_left--;
	return peer->send_brief(peer->ep, rd_hdr_words(RD_EAGR, ctx->id, tag, (uint32_t)ctx->rank),
				buf, count * type->size);
}

#endif
