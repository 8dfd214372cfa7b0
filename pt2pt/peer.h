/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The peers of this process, and the short path to them, which is inlined in the entry points: a
 * message of a few bytes in one block, to a known peer with room and no pending messages.
 * bench/latency, bench/bandwidth.
 */
#ifndef RD_PT2PT_PEER_H
#define RD_PT2PT_PEER_H

#include "base/compiler.h"
#include "base/list.h"
#include "datatype/type.h"
#include "pt2pt/btl.h"
#include "pt2pt/proto.h"
#include "pt2pt/pt2pt.h"

/* A process that this one has sent to or received from. */
struct rd_peer {
	struct rd_ep *ep;
	uint64_t brief; /* bytes; a shorter message may use `send_brief` now */
	int (*send_brief)(struct rd_ep *ep, struct rd_hdr_words hdr, const void *payload,
			  size_t len);
	int rank;               /* world rank */
	int down;               /* it has failed: RD_EPROC for every operation */
	int64_t eager;          /* bytes; largest message sent eagerly now; -1 while the peer paused
				 * us */
	struct rd_list pending; /* struct rd_pend, oldest first: messages that found no room */
	struct rd_list busy;    /* in the list of peers with pending entries */
	uint64_t unexpected;    /* bytes of its unexpected messages here */
	int pausing;            /* we have sent it PAUS */
};

extern struct rd_peer **rd_peers; /* [world size], NULL: not connected */
extern int rd_peers_lost;         /* number of failed ranks, including those never connected */

/* Marks the rank failed and completes its operations with RD_EPROC. 1 if newly failed. */
int rd_peer_fail(int rank);
/* The endpoint to the rank, which is opened if necessary; NULL: there is none. */
struct rd_ep *rd_peer_ep(int rank);
/* 1: messages of so many bytes between the two are copied once, by the kernel. */
int rd_peer_copies(int rank, uint64_t bytes);

/*
 * Sends left until the next poll. A process that only sends must still poll from time to time: a
 * receiver that cannot keep up asks for a pause.
 */
extern uint32_t rd_sends_left;

/* The peer, if the message can take the short path: rd_send_brief follows. NULL: it cannot. */
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
