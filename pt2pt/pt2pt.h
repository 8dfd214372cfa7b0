/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Point-to-point communication between processes: the base of communicators and collectives.
 * Arguments have been checked by the caller.
 */
#ifndef RD_PT2PT_PT2PT_H
#define RD_PT2PT_PT2PT_H

#include "base/err.h"
#include "datatype/type.h"
#include "pt2pt/request.h"

struct rd_mq;     /* matching queues of a context; pt2pt/match.c */
struct rd_buffer; /* of buffered sends; pt2pt/buffer.c */

/*
 * A communicator as seen by pt2pt: the agreed context id, and the mapping of its ranks to world
 * ranks. A communicator has two contexts, one for the user's messages, one for its collectives.
 */
struct rd_ctx {
	uint32_t id;      /* equal on all members, unique among contexts with a common member */
	int rank;         /* own rank in the (local) group */
	int size;         /* peers addressable: size of the (remote) group */
	const int *world; /* [size] world rank of each peer; NULL: rank i is world rank i */
	struct rd_mq *mq; /* NULL until the first message, receive or probe */
	struct rd_buffer *buffer;          /* attached to the communicator; NULL: none */
	struct rd_buffer **session_buffer; /* pointer to its session's buffer; NULL: it has no
					    * session */
	const char *name;                  /* of the communicator, for reports; NULL: internal */
	/* It serves collectives of this one, the user's, and has some of its members; NULL: it is
	 * the user's itself. */
	const struct rd_ctx *whole;
	uint8_t joint;   /* of collectives or a window: a failed member ends all operations */
	uint8_t awaited; /* of collectives: poison replaces a message that cannot be sent */
	int seen;        /* failed peers already looked up among the members */
	int broken;      /* number of failed members */
	int told;        /* failures already reported by an error of a wildcard receive or probe */
};

static inline int rd_ctx_world(const struct rd_ctx *ctx, int rank)
{
	return ctx->world ? ctx->world[rank] : rank;
}

/* The peer's rank in the user's communicator. */
static inline int rd_ctx_users(const struct rd_ctx *ctx, int rank)
{
	int i = 0;

	if (!ctx->whole)
		return rank;
	if (rank == ctx->rank) /* of each collective of leaders on cards: found at once */
		return ctx->whole->rank;
	while (i < ctx->whole->size - 1 && rd_ctx_world(ctx->whole, i) != rd_ctx_world(ctx, rank))
		i++;
	return i;
}

/* Set by communicators, for reports: the name of the communicator whose first context this is; "":
 * none. */
extern const char *(*rd_ctx_name)(uint32_t id);
/* Set by collectives, for reports: writes the state of the operation on the context, from ", "
 * on; "": nothing. */
extern void (*rd_ctx_words)(uint32_t id, char *text, size_t room);

/* Number of members known to have failed. */
int rd_ctx_broken(struct rd_ctx *ctx);
/* 1: this member has failed. */
int rd_ctx_has_lost(const struct rd_ctx *ctx, int rank);

enum rd_send_mode { RD_SEND_STANDARD, RD_SEND_SYNC, RD_SEND_READY, RD_SEND_BUFFERED };

/* Opens the transports, exchanges addresses; rd_pt2pt_fini closes them (and waits until all data
 * has been sent). */
int rd_pt2pt_init(void);
/* After all ranks have started: compares parameters that must agree with those of a rank before
 * this one. */
int rd_peers_check_params(void);
/* Likewise: connects to the other ranks of this node, if they are few. An error is reported now,
 * and is that of the first message to the rank, too. */
void rd_peers_open_near(void);
void rd_pt2pt_flush(void); /* waits until all data has been sent */
int rd_pt2pt_fini(void);

/* Messages for a context may arrive before it is opened; they are queued. */
void rd_ctx_open(struct rd_ctx *ctx);
/* Makes its queues now: later there might be no memory for them. RD_ENOMEM. */
int rd_ctx_ready(struct rd_ctx *ctx);
/* 1: queues of this id exist: the context has been used, or there are messages for it. */
int rd_ctx_is_used(uint32_t id);
void rd_ctx_close(struct rd_ctx *ctx);
/* Frees its queues if they are empty and the process has very many: they are made again when
 * needed. No copy of the context may be in use. */
void rd_ctx_rest(struct rd_ctx *ctx);

/*
 * dest: rank, or MPI_PROC_NULL. Blocking calls return when the buffer may be reused. A peer's
 * failure gives RD_EPROC.
 */
int rd_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
	    struct rd_ctx *ctx, enum rd_send_mode mode);
int rd_isend(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
	     enum rd_send_mode mode, struct rd_req **req);

/* Sends a POISON (a poison message) in the place of a message without valid data: the receive that
 * it matches ends with that error. why: RD_ENOMEM, this process has no memory to compute the data;
 * RD_ECOUNT, it has found collective calls that differ, and cause says which (NULL: not known), so
 * that every rank's error does; else a failed process should have given them, RD_EPROC. */
int rd_send_poison(int dest, int tag, struct rd_ctx *ctx, int why, const char *cause);

/* src: rank, MPI_ANY_SOURCE or MPI_PROC_NULL; tag: >= 0 or MPI_ANY_TAG. status may be NULL.
 * RD_ETRUNCATE: the message was longer; the part that fits has been received. */
int rd_recv(void *buf, uint64_t count, struct rd_type *type, int src, int tag, struct rd_ctx *ctx,
	    struct rd_status *status);
int rd_irecv(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx, struct rd_req **req);

/* One side of a send-receive. */
struct rd_side {
	struct rd_buf buf;
	int peer, tag;
};

#define RD_SIDE(buf_, peer_, tag_) ((struct rd_side){(buf_), (peer_), (tag_)})

int rd_sendrecv(const struct rd_side *send, const struct rd_side *recv, struct rd_ctx *ctx,
		struct rd_status *status);
int rd_sendrecv_replace(const struct rd_buf *buf, int dest, int stag, int src, int rtag,
			struct rd_ctx *ctx, struct rd_status *status);
int rd_isendrecv(const struct rd_side *send, const struct rd_side *recv, struct rd_ctx *ctx,
		 struct rd_req **req);
int rd_isendrecv_replace(const struct rd_buf *buf, int dest, int stag, int src, int rtag,
			 struct rd_ctx *ctx, struct rd_req **req);

/* Persistent: inactive requests, started by rd_req_start (request.h). */
int rd_send_init(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
		 enum rd_send_mode mode, struct rd_req **req);
int rd_recv_init(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx,
		 struct rd_req **req);

/* Probes; flag and status as in MPI. A matched message is removed from matching and must be
 * received. */
int rd_iprobe(int src, int tag, struct rd_ctx *ctx, int *flag, struct rd_status *status);
int rd_probe(int src, int tag, struct rd_ctx *ctx, struct rd_status *status);
struct rd_msg; /* behind MPI_Message; starts with rd_obj of RD_MAGIC_MESSAGE */
extern struct rd_msg rd_msg_no_proc;
int rd_improbe(int src, int tag, struct rd_ctx *ctx, int *flag, struct rd_msg **msg,
	       struct rd_status *status);
int rd_mprobe(int src, int tag, struct rd_ctx *ctx, struct rd_msg **msg, struct rd_status *status);
int rd_mrecv(void *buf, uint64_t count, struct rd_type *type, struct rd_msg *msg,
	     struct rd_status *status);
int rd_imrecv(void *buf, uint64_t count, struct rd_type *type, struct rd_msg *msg,
	      struct rd_req **req);

/*
 * Buffered mode (MPI-5.0 3.6). `at`: location of the pointer to the buffer: rd_buffer_process, or
 * the field of a context or of a session. attach: RD_EBUFFER if one is attached already; detach
 * waits until the buffer is empty and returns the attached memory. MPI_BUFFER_AUTOMATIC is
 * supported.
 */
extern struct rd_buffer *rd_buffer_process;
int rd_buffer_attach(struct rd_buffer **at, void *memory, uint64_t size);
int rd_buffer_detach(struct rd_buffer **at, void **memory, uint64_t *size);
/* Waits until it is empty; NULL: no buffer. iflush: a request that completes when the present
 * messages have left. */
int rd_buffer_flush(struct rd_buffer *buffer);
int rd_buffer_iflush(struct rd_buffer *buffer, struct rd_req **req);
void rd_buffer_flush_all(void);
/* Before a context is closed: waits for its buffered messages, detaches its own buffer. */
void rd_buffer_leave(struct rd_ctx *ctx);

/* ---- For tools (MPI-5.0 15.3) ---- */

uint64_t rd_ctx_unexpected(const struct rd_ctx *ctx); /* unexpected messages */
uint64_t rd_ctx_posted(const struct rd_ctx *ctx);     /* posted receives */
uint64_t rd_unexpected_bytes(void);                   /* memory of all unexpected messages */

long rd_p2p_living(void); /* send and receive requests not freed: counted at the call */

/* Called for each unexpected message with its context, the sender's world rank, tag, bytes; inside
 * the progress loop. NULL: no tool is attached. */
extern void (*rd_unexpected_watch)(uint32_t ctx, int world, int tag, uint64_t bytes);

#endif
