/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of pt2pt share: send and receive requests, peers, rendezvous. Not for other
 * folders. */
#ifndef RD_PT2PT_P2P_H
#define RD_PT2PT_P2P_H

#include "base/compiler.h"
#include "base/list.h"
#include "base/short.h"
#include "datatype/pack.h"
#include "pt2pt/match.h"
#include "pt2pt/peer.h"

/* ---- Peers (peer.c) ---- */

/* Something to send that found no room. Either a send request's first message, made anew when there
 * is room, or a control message kept whole. */
struct rd_pend {
	struct rd_list link;
	struct rd_p2p *send; /* NULL: control message */
	struct rd_hdr hdr;
	uint32_t len;
	unsigned char payload[24];
};

/* Opens the peer if need be. RD_EPROC, or the connection's error; *out only on success. */
int rd_peer_open(int rank, struct rd_peer **out);

static inline int rd_peer_get(int rank, struct rd_peer **out)
{
	struct rd_peer *peer = rd_peers[rank];

	if (rd_likely(peer && peer->ep && !peer->down)) {
		*out = peer;
		return 0;
	}
	return rd_peer_open(rank, out);
}

/* Sends a control message now or later, in order. 0 or a final error. */
int rd_peer_control(struct rd_peer *peer, const struct rd_hdr *hdr, const void *payload,
		    size_t len);

/* After eager, pending or down have changed: what may be sent without further thought. */
void rd_peer_rethink(struct rd_peer *peer);

/* Queues a send request whose first message found no room. */
void rd_peer_defer(struct rd_peer *peer, struct rd_p2p *send);

struct rd_peer *rd_peer_new(int rank); /* NULL: no memory (logged) */
void rd_peer_fail_pending(struct rd_peer *peer);
int rd_peer_init(void);
int rd_peer_flush(void); /* 1 when nothing is left to send to anybody */
void rd_peer_fini(void);

/* ---- Processes that are gone (lost.c) ---- */

/*
 * 1: no message can come of a receive or probe from `src`, a rank or MPI_ANY_SOURCE, that matches
 * nothing so far. One from anybody is told of each member that is gone once: it may have
 * waited for that one, and what follows knows. What all do together does not go on without one.
 */
int rd_peer_forsaken(struct rd_ctx *ctx, int src);

int rd_ctx_has(const struct rd_ctx *ctx, int world); /* 1: that one is a member */
int rd_ctx_lost(const struct rd_ctx *ctx); /* world rank of a member that is gone; -1: none */
void rd_peer_gone_says(int rank, int who); /* what a VOID tells */
int rd_peer_news(void); /* takes what the launcher has told; events */
int rd_lost_init(void);
void rd_lost_fini(void);

/* ---- Requests (p2p.c) ---- */

struct rd_mq *rd_ctx_make_mq(struct rd_ctx *ctx);

/* The queues of an open context, made when they are first needed, for many contexts never are.
 * NULL: no memory (logged). */
static inline struct rd_mq *rd_ctx_mq(struct rd_ctx *ctx)
{
	return rd_likely(ctx->mq != NULL) ? ctx->mq : rd_ctx_make_mq(ctx);
}

/* One message's rendezvous, on either side (rndv.c). */
struct rd_rndv {
	uint32_t id;        /* own name for it */
	uint32_t remote;    /* the peer's */
	struct rd_peer *peer;
	uint64_t want;      /* bytes the receiver takes */
	uint64_t sent;      /* sender: bytes handed to the transport */
	uint64_t moved;     /* bytes done with: given back by the transport, or received */
	int posts;          /* sender: pieces the transport still holds */
	int err;            /* receiver: RD_ETRUNCATE kept until the end */
	int announced;      /* sender: RTS_ has left; until then it may be among peer->pending */
	int undo;           /* sender: UNDO has been sent */
	int dropped;        /* sender: the receiver has forgotten the message unmatched */
	char *block;        /* the data as one block, NULL when it is not one */
	struct rd_list pump; /* sender: in the list of those that found no room */
	struct rd_iter it;
	struct rd_btl_get get;
};

/* A send or receive request. */
struct rd_p2p {
	/* two lines: all that a short receive needs from here to its end */
	_Alignas(RD_CACHE_LINE) struct rd_req req;
	struct rd_posted posted;  /* receive */
	void *block;              /* the data as one block, NULL when it is not one */
	uint64_t bytes;           /* count * size */

	_Alignas(RD_CACHE_LINE) struct rd_ctx *ctx; /* NULL: receive of a matched message */
	void *buf;
	uint64_t count;
	struct rd_type *type;     /* held */
	struct rd_mq *mq;         /* receive; NULL: from MPI_PROC_NULL */
	int peer, tag;            /* send: dest; as the user gave them */
	struct rd_rndv *rndv;     /* NULL unless a rendezvous is under way */
	struct rd_p2p *next_free;

	enum rd_send_mode mode;
	struct rd_pend pend;      /* send; in peer->pending until its first message has left */
};
_Static_assert(offsetof(struct rd_p2p, ctx) == 2 * RD_CACHE_LINE, "two lines");

static inline struct rd_p2p *rd_p2p_of(struct rd_req *req)
{
	return rd_container(req, struct rd_p2p, req);
}

extern struct rd_p2p *rd_p2p_spare; /* a list of free ones */
int rd_p2p_more(void);              /* RD_ENOMEM (logged) */

/* From a free list; NULL: no memory (logged). Holds the type. In line: bench/bandwidth. */
static inline struct rd_p2p *rd_p2p_new(const struct rd_req_ops *ops, const void *buf,
					uint64_t count, struct rd_type *type, int peer, int tag,
					struct rd_ctx *ctx)
{
	struct rd_p2p *r;

	if (rd_unlikely(!rd_p2p_spare) && rd_p2p_more())
		return NULL;
	r = rd_p2p_spare;
	rd_p2p_spare = r->next_free;
	rd_obj_init(&r->req.obj, RD_MAGIC_REQUEST);
	r->req.flags = RD_REQ_ACTIVE;
	r->req.done = 0;
	r->req.ops = ops;
	r->req.comm = NULL;
	r->req.parent = NULL;
	r->block = rd_type_block(buf, count, type);
	r->bytes = count * type->size;
	r->ctx = ctx;
	r->buf = (void *)buf;
	r->count = count;
	r->type = type;
	rd_type_hold(type);
	r->peer = peer;
	r->tag = tag;
	r->mq = NULL;
	r->rndv = NULL;
	return r;
}

void rd_p2p_free(struct rd_req *req);
void rd_p2p_fini(void);

/* ---- Sending (send.c) ---- */

/* Tries to put the request's first message on its way. RD_EAGAIN: no room; otherwise 0 (also when
 * the request has completed with an error). */
int rd_send_launch(struct rd_p2p *send, struct rd_peer *peer);

/* ---- Receiving (recv.c) ---- */

void rd_recv_deliver_long(struct rd_p2p *recv, const void *payload, uint64_t len);

/* An arrived eager payload of `len` bytes into the request's buffer; completes it. In line:
 * bench/bandwidth. */
static inline void rd_recv_deliver(struct rd_p2p *recv, int src, int tag, const void *payload,
				   uint64_t len)
{
	uint64_t n = rd_min(len, recv->bytes);

	if (rd_likely(recv->block && n <= RD_SHORT_MAX))
		rd_short_copy(recv->block, payload, n);
	else if (n)
		rd_recv_deliver_long(recv, payload, n);
	rd_status_set(&recv->req.status, src, tag, 0, n);
	rd_req_complete(&recv->req, len > recv->bytes ? RD_ETRUNCATE : 0);
}

/* Connects to ranks that have been waited for in vain; 1 when there were some (await.c). */
int rd_await_look(void);

/* Starts a receive: matches an unexpected message or posts. */
void rd_recv_launch(struct rd_p2p *recv);

/* Gives `recv` the message, which is out of the queues; frees the message. */
void rd_recv_message(struct rd_p2p *recv, struct rd_msg *msg);

extern const struct rd_req_ops rd_recv_ops, rd_send_ops;

/* A receive that matches a VOID. */
void rd_recv_void(struct rd_p2p *recv, int src, int tag);

/* ---- What is waited for (tell.c) ---- */

/* What a thread in MPI_Probe or MPI_Mprobe waits for; on its stack, in a list of all of them. */
struct rd_probing {
	struct rd_list link; /* in rd_probes */
	const struct rd_ctx *ctx;
	int src, tag;
};
extern struct rd_list rd_probes;
void rd_pt2pt_tell(struct rd_stall *stall);

/* ---- Unexpected messages and their limit (flow.c) ---- */

/* Keeps a message; len bytes of eager or inline data are copied. 0 or RD_ENOMEM. */
int rd_flow_keep(struct rd_mq *mq, struct rd_peer *peer, const struct rd_hdr *hdr,
		 const struct rd_rts *rts, const void *data, size_t len);
/* Takes a message's bytes off its sender's account and frees it. */
void rd_flow_release(struct rd_msg *msg);
void rd_flow_init(void);

/* ---- Cancelling sends (undo.c) ---- */

int rd_send_cancel(struct rd_req *req);
void rd_undo_asked(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload);
void rd_undo_done(struct rd_ep *ep, const struct rd_hdr *hdr);
/* A message that nothing has matched, out of the queues, is thrown away: its sender is told, and
 * the message freed. */
void rd_undo_drop(struct rd_msg *msg);

/* ---- Rendezvous (rndv.c) ---- */

/* Sender: sends RTS_. As rd_send_launch. */
int rd_rndv_send(struct rd_p2p *send, struct rd_peer *peer);
/* Receiver: fetches what the RTS announced into the request; completes it in the end. */
void rd_rndv_recv(struct rd_p2p *recv, int src, int tag, int world, const struct rd_rts *rts,
		  const void *inline_data, size_t len);
void rd_rndv_on_cts(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void rd_rndv_on_data(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void rd_rndv_on_fin(struct rd_ep *ep, const struct rd_hdr *hdr);
/* The announced send of this id to ep's peer, or NULL. */
struct rd_p2p *rd_rndv_sender(uint32_t id, const struct rd_ep *ep);
/* The rendezvous is over; the request completes. */
void rd_rndv_finish(struct rd_p2p *r, int err);
void *rd_rndv_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
int rd_rndv_pump(void);       /* sends pieces that found no room before; events */
int rd_rndv_waiting(void);    /* 1 when there are such */
void rd_rndv_peer_down(struct rd_peer *peer);
void rd_rndv_fini(void);

#endif
