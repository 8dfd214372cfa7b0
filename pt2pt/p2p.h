/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of pt2pt: send and receive requests, peers, rendezvous. Not for other
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

/* A message that found no room. Either a send request's first message, built again when there is
 * room, or a control message kept whole. */
struct rd_pend {
	struct rd_list link;
	struct rd_p2p *send; /* NULL: control message */
	struct rd_hdr hdr;
	uint32_t len;
	unsigned char payload[24];
};

/* Opens the peer if necessary. RD_EPROC, or the connection's error; *out only on success. */
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

/* Sends a control message now or later, in order. 0 or a final error. The peer waits for the
 * message: without memory to keep it the job ends. */
int rd_peer_control(struct rd_peer *peer, const struct rd_hdr *hdr, const void *payload,
		    size_t len);
/* The poller of pt2pt: sends messages that wait for room, handles failures; the number of events.
 */
int rd_peer_poll(void);

/* Bytes that are sent eagerly to an endpoint: as many as its transport takes, or less by
 * RONDO_EAGER. */
int64_t rd_peer_eager_limit(const struct rd_ep *ep);
/* Updates the limit of the short path after eager, pending or down have changed. */
void rd_peer_update_limits(struct rd_peer *peer);

/* Queues a send request whose first message found no room. */
void rd_peer_defer(struct rd_peer *peer, struct rd_p2p *send);

struct rd_peer *rd_peer_new(int rank); /* NULL: no memory (logged) */
/* The peer, made if necessary. Without memory for it the job ends: the event would be lost. */
struct rd_peer *rd_peer_must(int rank);
void rd_peer_fail_pending(struct rd_peer *peer);
int rd_peer_init(void);
int rd_peer_flush(void); /* 1 if nothing is left to send to any peer */
void rd_peer_fini(void);

/* ---- Failed processes (lost.c) ---- */

/*
 * 1: no message can come any more that a receive or probe from `src`, a rank or MPI_ANY_SOURCE,
 * would match, and that is not queued yet. A wildcard receive fails once for each newly failed
 * member (it may have been meant for that one; the following receives know of the failure). On the
 * contexts of collectives any failed member fails all operations.
 */
int rd_peer_unmatchable(struct rd_ctx *ctx, int src);

int rd_ctx_has(const struct rd_ctx *ctx, int world); /* 1: world rank `world` is a member */
int rd_ctx_lost(const struct rd_ctx *ctx);           /* world rank of a failed member; -1: none */
void rd_peer_fail_from(int rank, int who);           /* handles the failed rank named in a POISON */
int rd_peer_take_failures(void); /* takes the launcher's failure notices; returns their number */
int rd_lost_init(void);
void rd_lost_fini(void);

/* ---- Requests (p2p.c) ---- */

struct rd_mq *rd_ctx_make_mq(struct rd_ctx *ctx);

/* The queues of an open context, made at their first use: many contexts never need them. NULL: no
 * memory (logged). */
static inline struct rd_mq *rd_ctx_mq(struct rd_ctx *ctx)
{
	return rd_likely(ctx->mq != NULL) ? ctx->mq : rd_ctx_make_mq(ctx);
}

/* rndv.c has the transitions and the conditions of each. */
enum rd_rndv_state {
	RD_RNDV_UNSENT, /* sender */
	RD_RNDV_ANNOUNCED,
	RD_RNDV_UNDOING,
	RD_RNDV_DROPPED,
	RD_RNDV_SENDING,
	RD_RNDV_FAILING,
	RD_RNDV_MATCHED, /* receiver */
	RD_RNDV_READING,
	RD_RNDV_ASKED,
	RD_RNDV_OVER, /* both */
};

/* The rendezvous of one message, on either side (rndv.c). */
struct rd_rndv {
	enum rd_rndv_state state; /* changed by rd_rndv_enter only */
	uint32_t id;              /* id of this rendezvous here */
	uint32_t remote;          /* id at the peer */
	struct rd_peer *peer;
	uint64_t want;       /* bytes that the receiver takes */
	uint64_t sent;       /* sender: bytes handed to the transport */
	uint64_t moved;      /* bytes completed: released by the transport, or received */
	int posts;           /* sender: fragments that the transport holds */
	int err;             /* receiver: RD_ETRUNCATE, kept until the end; sender, FAILING: why */
	char *block;         /* the data if it is one block, else NULL */
	struct rd_list pump; /* sender: in the list of sends that found no room */
	struct rd_iter it;
	struct rd_btl_get get;
};

/* A send or receive request. */
struct rd_p2p {
	/* two lines: all that a short receive needs from here to its completion */
	_Alignas(RD_CACHE_LINE) struct rd_req req;
	struct rd_posted posted; /* receive */
	void *block;             /* the data if it is one block, else NULL */
	uint64_t bytes;          /* count * size */

	/* NULL: receive of a matched message, or a send that has left it (rd_send_leave) */
	_Alignas(RD_CACHE_LINE) struct rd_ctx *ctx;
	void *buf;
	uint64_t count;
	struct rd_type *type; /* held */
	struct rd_mq *mq;     /* receive; NULL: from MPI_PROC_NULL */
	int peer, tag;        /* send: dest; as given by the user */
	struct rd_rndv *rndv; /* NULL unless a rendezvous is in progress */
	struct rd_p2p *next_free;

	uint64_t announced; /* receive with RD_ETRUNCATE: bytes of the message */
	enum rd_send_mode mode;
	struct rd_pend pend; /* send; in peer->pending until its first message has been sent */
};
_Static_assert(offsetof(struct rd_p2p, ctx) == 2 * RD_CACHE_LINE, "two lines");

static inline struct rd_p2p *rd_p2p_of(struct rd_req *req)
{
	return rd_container(req, struct rd_p2p, req);
}

/* The rank that has to act next: the peer, if one is named. */
enum rd_wait_from rd_p2p_from(const struct rd_req *req);

extern struct rd_p2p *rd_p2p_spare; /* list of free requests */
int rd_p2p_more(void);              /* RD_ENOMEM */

/* Takes a reference to the type. */
static inline void rd_p2p_init(struct rd_p2p *r, const struct rd_req_ops *ops,
			       const struct rd_buf *buf, int peer, int tag, struct rd_ctx *ctx)
{
	rd_obj_init(&r->req.obj, RD_MAGIC_REQUEST);
	r->req.flags = RD_REQ_ACTIVE;
	r->req.done = 0;
	r->req.ops = ops;
	r->req.comm = NULL;
	r->req.parent = NULL;
	r->block = rd_type_block(buf->addr, buf->count, buf->type);
	r->bytes = buf->count * buf->type->size;
	r->ctx = ctx;
	r->buf = buf->addr;
	r->count = buf->count;
	r->type = buf->type;
	rd_type_hold(buf->type);
	r->peer = peer;
	r->tag = tag;
	r->mq = NULL;
	r->rndv = NULL;
}

/* From a free list; NULL: no memory. Inline: bench/bandwidth. */
static inline struct rd_p2p *rd_p2p_new(const struct rd_req_ops *ops, const struct rd_buf *buf,
					int peer, int tag, struct rd_ctx *ctx)
{
	struct rd_p2p *r;

	if (rd_unlikely(!rd_p2p_spare) && rd_p2p_more())
		return NULL;
	r = rd_p2p_spare;
	rd_p2p_spare = r->next_free;
	rd_p2p_init(r, ops, buf, peer, tag, ctx);
	return r;
}

void rd_p2p_free(struct rd_req *req);
/* Of a request on the stack of a blocking call that has found no memory for one. */
void rd_p2p_leave(struct rd_req *req);

/* Logs that there is no memory for a request that has to outlive its call. */
void rd_p2p_none(void);

/* As rd_isend and rd_irecv, for callers that have a request on their stack: RD_ENOMEM is not
 * logged. */
int rd_isend_quiet(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
		   enum rd_send_mode mode, struct rd_req **req);
int rd_irecv_quiet(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx,
		   struct rd_req **req);

/* Begins a receive with the request `own`: RD_ENOMEM, or a request to be waited for. */
int rd_recv_on(struct rd_p2p *own, const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx);
/* A blocking send for which there is no memory; not RD_SEND_BUFFERED. */
int rd_send_lent(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
		 enum rd_send_mode mode);
void rd_p2p_fini(void);

/* ---- Sending (send.c) ---- */

static inline struct rd_hdr rd_send_header(enum rd_kind kind, const struct rd_ctx *ctx, int tag)
{
	return (struct rd_hdr){
		.kind = (uint8_t)kind, .ctx = ctx->id, .tag = tag, .src = (uint32_t)ctx->rank};
}

/* Tries to send the request's first message. RD_EAGAIN: no room; otherwise 0 (also when the request
 * has completed with an error). */
int rd_send_launch(struct rd_p2p *send, struct rd_peer *peer);

/* ---- Receiving (recv.c) ---- */

void rd_recv_deliver_long(struct rd_p2p *recv, const void *payload, uint64_t len);
/* The message has `len` bytes, more than there is room for: RD_ETRUNCATE, and the request knows the
 * cause. */
int rd_recv_too_long(struct rd_p2p *recv, uint64_t len);

/* Copies an arrived eager payload of `len` bytes into the request's buffer and completes it.
 * Inline: bench/bandwidth. */
static inline void rd_recv_deliver(struct rd_p2p *recv, int src, int tag, const void *payload,
				   uint64_t len)
{
	uint64_t n = rd_min(len, recv->bytes);

	if (rd_likely(recv->block && n <= RD_SHORT_MAX))
		rd_short_copy(recv->block, payload, n);
	else if (n)
		rd_recv_deliver_long(recv, payload, n);
	rd_status_set(&recv->req.status, src, tag, 0, n);
	rd_req_complete(&recv->req,
			rd_unlikely(len > recv->bytes) ? rd_recv_too_long(recv, len) : 0);
}

/* Connects to ranks from which messages have been awaited for a long time; 1 if there were any
 * (await.c). */
int rd_await_look(void);

/* Starts a receive: matches an unexpected message or posts the receive. */
void rd_recv_launch(struct rd_p2p *recv);

/* Delivers to `recv` the message, which is out of the queues; frees the message. */
void rd_recv_message(struct rd_p2p *recv, struct rd_msg *msg);

extern const struct rd_req_ops rd_recv_ops, rd_send_ops;

/* Completes a receive that matches a POISON, with its error. cause: the text that has come with it,
 * len bytes. */
void rd_recv_poison(struct rd_p2p *recv, int src, int tag, int err, const char *cause, size_t len);

static inline int rd_poison_error(const struct rd_hdr *hdr)
{
	return hdr->flags & RD_HDR_NOMEM    ? RD_ENOMEM
	       : hdr->flags & RD_HDR_DIFFER ? RD_ECOUNT
					    : RD_EPROC;
}

/* ---- Reports of pending operations (tell.c) ---- */

/* The awaited message of a thread in MPI_Probe or MPI_Mprobe; on its stack, in a list of all of
 * them. */
struct rd_probing {
	struct rd_list link; /* in rd_probes */
	const struct rd_ctx *ctx;
	int src, tag;
};
extern struct rd_list rd_probes;
void rd_pt2pt_tell(struct rd_stall *stall);

/* ---- Unexpected messages and their limit (flow.c) ---- */

/* Queues an unexpected message; len bytes of eager or inline data are copied. 0 or RD_ENOMEM. */
int rd_flow_keep(struct rd_mq *mq, struct rd_peer *peer, const struct rd_hdr *hdr,
		 const struct rd_rts *rts, const void *data, size_t len);
/* Subtracts a message's bytes from its sender's account and frees the message. */
void rd_flow_release(struct rd_msg *msg);
void rd_flow_init(void);

/* ---- Cancelling sends (undo.c) ---- */

int rd_send_cancel(struct rd_req *req);
/* Detaches a send without a waiting call from its context; it completes when the message is taken
 * or dropped. 0: its first message has not been sent, and needs the context. */
int rd_send_leave(struct rd_req *req);
void rd_undo_asked(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload);
void rd_undo_done(struct rd_ep *ep, const struct rd_hdr *hdr);
/* Drops an unmatched message that is out of the queues: notifies its sender and frees the
 * message. */
void rd_undo_drop(struct rd_msg *msg);

/* ---- Rendezvous (rndv.c) ---- */

/* Sender: sends RTS_. As rd_send_launch. */
int rd_rndv_send(struct rd_p2p *send, struct rd_peer *peer);
/* Receiver: fetches the announced data into the request, which completes in the end. */
void rd_rndv_recv(struct rd_p2p *recv, int src, int tag, int world, const struct rd_rts *rts,
		  const void *inline_data, size_t len);
void rd_rndv_on_cts(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void rd_rndv_on_data(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void rd_rndv_on_fin(struct rd_ep *ep, const struct rd_hdr *hdr);
/* The announced send with this id to ep's peer, or NULL. */
struct rd_p2p *rd_rndv_sender(uint32_t id, const struct rd_ep *ep);
/* Ends the rendezvous and completes the request. */
void rd_rndv_finish(struct rd_p2p *r, int err);
void rd_rndv_enter(struct rd_p2p *r, enum rd_rndv_state next);
void *rd_rndv_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
int rd_rndv_pump(void);    /* sends fragments that found no room before; returns events */
int rd_rndv_waiting(void); /* 1 if there are such fragments */
void rd_rndv_peer_down(struct rd_peer *peer);
void rd_rndv_fini(void);

#endif
