/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Point-to-point communication between processes: what communicators and
 * collectives build on. Arguments have been checked by the caller.
 */
#ifndef RD_PT2PT_PT2PT_H
#define RD_PT2PT_PT2PT_H

#include "base/err.h"
#include "datatype/type.h"
#include "pt2pt/request.h"

struct rd_mq; /* matching queues of one context; pt2pt/match.c */
struct rd_buffer; /* of buffered sends; pt2pt/buffer.c */

/*
 * What pt2pt knows of a communicator: the agreed context id, and who is who. A
 * communicator has two of them, one for the user's messages, one for its collectives.
 */
struct rd_ctx {
	uint32_t id;      /* the same on all members, unique among contexts with a common member */
	int rank;         /* own rank in the (local) group */
	int size;         /* peers addressable: size of the (remote) group */
	const int *world; /* [size] world rank of each peer; NULL: rank i is world rank i */
	struct rd_mq *mq; /* NULL until the first message, receive or probe */
	struct rd_buffer *buffer; /* attached to the communicator; NULL: none */
	struct rd_buffer **session_buffer; /* where its session has one; NULL: it has no session */
	const char *name; /* of the communicator, for people; NULL: not the program's */
	/* Messages of what all members do together: one that is gone ends it for all. */
	int joint;
	int seen;   /* of the lost peers, so many have been looked for among the members */
	int broken; /* members that are gone */
	int told;   /* so many of them by an error of a receive or probe from anybody */
};

/* How many members are gone, as far as is known. */
int rd_ctx_broken(struct rd_ctx *ctx);

enum rd_send_mode { RD_SEND_STANDARD, RD_SEND_SYNC, RD_SEND_READY, RD_SEND_BUFFERED };

/* Opens the transports, exchanges addresses; and the reverse (waits until all that was sent has
 * left). */
int rd_pt2pt_init(void);
/* When all ranks have met: parameters that must be the same are, on the rank before this one. */
int rd_peers_check_params(void);
void rd_pt2pt_flush(void); /* waits until all that was sent has left */
int rd_pt2pt_fini(void);

/* Messages for a context may arrive before it is opened; they wait. */
void rd_ctx_open(struct rd_ctx *ctx);
/* Makes its queues now: later there might be no memory for them. RD_ENOMEM. */
int rd_ctx_ready(struct rd_ctx *ctx);
/* 1: there are queues of this id: it has been used, or there are messages for it. */
int rd_ctx_is_used(uint32_t id);
void rd_ctx_close(struct rd_ctx *ctx);
/* Gives its queues back if nothing is in them and there are very many: they are made anew when
 * needed. No copy of the context may be in use. */
void rd_ctx_rest(struct rd_ctx *ctx);

/*
 * dest: rank, or MPI_PROC_NULL. Blocking calls return when the buffer is the user's again. A
 * peer's failure gives RD_EPROC.
 */
int rd_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
	    struct rd_ctx *ctx, enum rd_send_mode mode);
int rd_isend(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
	     struct rd_ctx *ctx, enum rd_send_mode mode, struct rd_req **req);

/* In the place of a message that cannot be sent for want of what a lost process should have given:
 * the receive it matches ends with RD_EPROC. */
int rd_send_void(int dest, int tag, struct rd_ctx *ctx);

/* src: rank, MPI_ANY_SOURCE or MPI_PROC_NULL; tag: >= 0 or MPI_ANY_TAG. status may be NULL.
 * RD_ETRUNCATE: the message was longer; what fits has been received. */
int rd_recv(void *buf, uint64_t count, struct rd_type *type, int src, int tag, struct rd_ctx *ctx,
	    struct rd_status *status);
int rd_irecv(void *buf, uint64_t count, struct rd_type *type, int src, int tag, struct rd_ctx *ctx,
	     struct rd_req **req);

int rd_sendrecv(const void *sbuf, uint64_t scount, struct rd_type *stype, int dest, int stag,
		void *rbuf, uint64_t rcount, struct rd_type *rtype, int src, int rtag,
		struct rd_ctx *ctx, struct rd_status *status);
int rd_sendrecv_replace(void *buf, uint64_t count, struct rd_type *type, int dest, int stag,
			int src, int rtag, struct rd_ctx *ctx, struct rd_status *status);
int rd_isendrecv(const void *sbuf, uint64_t scount, struct rd_type *stype, int dest, int stag,
		 void *rbuf, uint64_t rcount, struct rd_type *rtype, int src, int rtag,
		 struct rd_ctx *ctx, struct rd_req **req);
int rd_isendrecv_replace(void *buf, uint64_t count, struct rd_type *type, int dest, int stag,
			 int src, int rtag, struct rd_ctx *ctx, struct rd_req **req);

/* Persistent: inactive requests, started by rd_req_start (request.h). */
int rd_send_init(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
		 struct rd_ctx *ctx, enum rd_send_mode mode, struct rd_req **req);
int rd_recv_init(void *buf, uint64_t count, struct rd_type *type, int src, int tag,
		 struct rd_ctx *ctx, struct rd_req **req);

/* Probes; flag and status as in MPI. A matched message is taken out of matching and must be
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
 * Buffered mode (MPI-5.0 3.6). `at`: where the pointer to the buffer is kept: rd_buffer_process,
 * that of a context, or that of a session. attach: RD_EBUFFER when one is attached already; detach
 * waits until the buffer is empty and gives back what was attached. MPI_BUFFER_AUTOMATIC is
 * understood.
 */
extern struct rd_buffer *rd_buffer_process;
int rd_buffer_attach(struct rd_buffer **at, void *memory, uint64_t size);
int rd_buffer_detach(struct rd_buffer **at, void **memory, uint64_t *size);
/* Waits until it is empty; NULL: no buffer. iflush: a request for what is in it now. */
int rd_buffer_flush(struct rd_buffer *buffer);
int rd_buffer_iflush(struct rd_buffer *buffer, struct rd_req **req);
void rd_buffer_flush_all(void);
/* Before a context is closed: waits for its buffered messages, detaches its own buffer. */
void rd_buffer_leave(struct rd_ctx *ctx);

/* ---- For those who watch (MPI-5.0 15.3) ---- */

uint64_t rd_ctx_unexpected(const struct rd_ctx *ctx); /* messages that wait for a receive */
uint64_t rd_ctx_posted(const struct rd_ctx *ctx);     /* receives that wait for a message */
uint64_t rd_unexpected_bytes(void);  /* kept of all unexpected messages */

long rd_p2p_living(void); /* send and receive requests that are not freed: counted when asked */

/* Told of each message that comes before its receive: context, world rank of the sender, tag,
 * bytes; inside the progress loop. NULL: nobody watches. */
extern void (*rd_unexpected_watch)(uint32_t ctx, int world, int tag, uint64_t bytes);

#endif
