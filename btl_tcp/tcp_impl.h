/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the files of btl_tcp/. There is one endpoint per peer; it owns at most one socket. A
 * connection that is not an endpoint's yet is a handshake (handshake.c). An endpoint without a
 * connection has a connect attempt, struct rd_tcp_attempt (connect.c).
 */
#ifndef RD_BTL_TCP_TCP_IMPL_H
#define RD_BTL_TCP_TCP_IMPL_H

#include <sys/types.h>
#include <sys/uio.h>

#include "base/compiler.h"
#include "base/list.h"
#include "btl_tcp/address.h"
#include "btl_tcp/proto.h"
#include "pt2pt/btl.h"

#define RD_TCP_EAGER_MAX (64u << 10)  /* bytes; FRAME_B of btl.c depends on it */
#define RD_TCP_FRAG_MAX (1024u << 10) /* bytes; the largest fragment that is accepted */
#define RD_TCP_FRAG_MIN (128u << 10)

/* The object behind an epoll event. A source whose fd is -1 takes no events any more. */
struct rd_tcp_source {
	int fd;
	void (*ready)(struct rd_tcp_source *src, uint32_t events);
};

enum rd_tcp_ep_state {
	RD_TCP_EP_NEW,   /* no connection yet */
	RD_TCP_EP_UP,    /* connected: frames are sent and received */
	RD_TCP_EP_LOST,  /* was UP; connects again and resumes */
	RD_TCP_EP_ENDED, /* the peer has sent BYE_ and closed */
	RD_TCP_EP_DOWN,  /* given up; reported to pt2pt */
};

struct rd_tcp_attempt;

/* A position in the sent stream, see keep.c. */
struct rd_tcp_mark {
	uint64_t pos;         /* bytes before it */
	uint32_t own;         /* of these in the ring, modulo 2^32 */
	struct rd_list *post; /* the first post with bytes behind pos; else the list's head */
};

/* Polling of a socket without epoll (loop.c). */
struct rd_tcp_hot {
	uint32_t quiet;    /* empty reads since the last bytes, while hot */
	uint32_t hits;     /* reads that found bytes, while hot */
	uint8_t unwatched; /* hot, and removed from epoll */
};

/* Sent data (keep.c): the stream is the ring's bytes with the payload of each post inserted at its
 * place. Bytes before `acked` have been received by the peer and are not kept. */
struct rd_tcp_keep {
	uint8_t *ring;      /* [ring_b], NULL while unused */
	uint32_t ring_b;    /* bytes, a power of two; a large ring: RD_TCP_RING_B or more */
	uint32_t tail;      /* bytes ever put into it, modulo 2^32 */
	uint64_t end, last; /* bytes of the stream; of it up to BYE_, after which only
			     * acknowledgements may follow */
	struct rd_tcp_mark acked, wrote;
	uint64_t asked;            /* position at which the peer was last asked for an
				    * acknowledgement */
	struct rd_list posts;      /* in order, from `acked` on */
	uint32_t nposts, nwaiting; /* of all posts; of those with bytes to be written */
	uint64_t copied_b;         /* of these, in copies of the endpoint's own */
	struct rd_list held;       /* in rd_tcp.queues.holders while there are posts */
	uint64_t old_pos;          /* written at the last tick */
};

/* How much a large ring is used (rings.c). */
struct rd_tcp_ring_use {
	struct rd_list
		link;    /* in rd_tcp.queues.rings: a large ring, no acknowledgement requested */
	uint64_t bare_b; /* bytes of the stream in frames without a message */
	uint64_t checked_ns, said_b; /* at the last check: time, and bytes of messages until then */
	uint8_t asked; /* the peer was asked for an acknowledgement, to free the ring */
};

/* Sending (tx.c, burst.c). */
struct rd_tcp_tx {
	uint8_t *reserved;      /* frame between reserve and commit */
	struct rd_list link;    /* in rd_tcp.queues.txq while bytes wait to be sent */
	struct rd_list burst;   /* in rd_tcp.queues.bursts during one */
	uint32_t run, run_poll; /* messages since the poll of this number */
	uint32_t seq;           /* frames so far, modulo 2^32 */
	uint8_t want_out;       /* epoll reports room for sending */
};

/* Receiving (rx.c): the start of a frame, or its body. */
struct rd_tcp_rx {
	uint64_t pos, acked;  /* bytes received; of these acknowledged to the peer */
	struct rd_list owing; /* in rd_tcp.queues.owing while an acknowledgement is due */
	uint32_t owing_poll;  /* since the poll of this number */
	uint32_t seq;         /* frames so far, modulo 2^32 */
	uint32_t start_got;   /* bytes in `start` */
	uint32_t body_got;    /* bytes in `body` */
	struct rd_tcp_frame start;
	uint8_t *body;  /* [start.prefix.len]; NULL: between frames or within a start */
	uint8_t placed; /* body is memory of pt2pt's, not of this endpoint */
	uint8_t skip;   /* bytes of padding still to be read */
	uint8_t bulk;   /* the last payload was large: little is read ahead */
	uint8_t ack;    /* the peer's kernel waits for an acknowledgement from ours */
	uint8_t tell;   /* the peer has requested a count of received bytes */
};

/* The present connection, or the last one, and whether it was of use (endpoint.c). */
struct rd_tcp_conn {
	struct rd_tcp_addr local, remote; /* family 0: none yet */
	uint32_t epoch;                   /* connections so far */
	int lost_err;                     /* errno that ended the last one */
	uint64_t up_ns;                   /* when the present one was established */
	uint64_t lost_pos;                /* bytes sent and received when it was lost, in sum */
	uint64_t stalled_since_ns;        /* since when waiting data has not advanced, across
					   * connections */
	uint8_t vain;                     /* the last connection did not advance it */
};

struct rd_tcp_ep {
	struct rd_ep base;
	struct rd_tcp_source src;
	uint8_t state; /* enum rd_tcp_ep_state; changed in endpoint.c, by enter() */
	uint8_t bye;   /* the peer's last frame has been received */
	int err;       /* errno of a failed write; reading finds the end and reports it */
	struct rd_tcp_attempt *attempt; /* NULL unless connecting */
	struct rd_list handshakes;      /* of this peer */
	struct rd_tcp_keep keep;
	struct rd_tcp_tx tx;
	struct rd_tcp_rx rx;
	struct rd_tcp_hot hot;
	struct rd_tcp_ring_use ring_use;
	struct rd_tcp_conn conn;
};

struct rd_tcp_listener {
	struct rd_tcp_source src;
};

/* loop.c */
struct rd_tcp_loop {
	int epfd, timerfd;
	uint32_t polls; /* polls so far, modulo 2^32 */
	uint32_t vain;  /* events that were no progress of the job, modulo 2^32 */
};

/* listen.c */
struct rd_tcp_listen {
	struct rd_tcp_listener *listeners; /* [n] */
	int n;
	uint64_t accept_ns;             /* no accept until then; 0: accepting */
	struct rd_list unauthenticated; /* handshakes without authentication */
	int nunauthenticated;           /* accepted handshakes that are not authenticated */
	uint32_t refused; /* of these, total ended without authentication, modulo 2^32 */
};

/* Connections that are not an endpoint's yet (handshake.c, connect.c). */
struct rd_tcp_setup {
	struct rd_list handshakes, attempts;
	struct rd_list graves; /* handshakes to free when no event can refer to them */
	uint64_t due_ns;       /* no handshake's deadline is earlier; 0: none has one */
	uint64_t attempt_ns;   /* no attempt's is earlier; 0: there is none */
};

/* Endpoints for which something is to be done. */
struct rd_tcp_queues {
	struct rd_list txq; /* with bytes to send */
	int ntx;
	struct rd_list bursts;  /* whose messages the kernel gathers */
	struct rd_list owing;   /* with an acknowledgement due to the peer */
	struct rd_list holders; /* that hold memory of pt2pt's */
	struct rd_list rings;   /* with a large ring, the one checked longest ago first */
	int nrings;             /* large rings in use */
};

struct rd_tcp_memory {
	uint8_t *rx;    /* buffer of one read; empty between reads */
	uint8_t *frame; /* where a frame is built */
	uint8_t *spare; /* [RD_TCP_FRAG_MAX] for a body when memory is out */
	int spare_used; /* a body lies there */
};

struct rd_tcp {
	uint8_t key[RD_TCP_KEY_B];
	uint64_t session;
	struct rd_tcp_addrs own; /* with ports, one per listener */
	struct rd_tcp_ep **eps;  /* [rd_job.size], NULL: never connected */
	struct rd_tcp_loop loop;
	struct rd_tcp_listen listen;
	struct rd_tcp_setup setup;
	struct rd_tcp_queues queues;
	struct rd_tcp_memory memory;
	uint64_t timeout_ns; /* without an answer, until a peer is given up */
	uint64_t copy_ns;    /* next check of the posts */
	uint32_t ring_max;   /* bytes of an endpoint's ring, at most; and of its copies */
	uint32_t frag;       /* bytes; largest fragment of a long message */
	int ending;          /* fini: nothing is passed up any more */
	int nup;             /* established connections */
	int nremote;         /* of these to other nodes; they are watched */
	uint64_t watch_ns;   /* next check of these */
	struct rd_btl_stats stats;
};

extern struct rd_tcp rd_tcp;

/* ---- btl.c ---- */
/* The peer's usable addresses, and its key, from its published record. */
int rd_tcp_address_of_peer(int rank, const void *addr, size_t len, uint8_t key[RD_TCP_KEY_B],
			   struct rd_tcp_addrs *cands);

/* ---- loop.c: epoll, the hot endpoints, timers ---- */
int rd_tcp_loop_init(void);
void rd_tcp_loop_fini(void);
int rd_tcp_loop_watch(struct rd_tcp_source *src, uint32_t events);
void rd_tcp_loop_change(struct rd_tcp_source *src, uint32_t events);
void rd_tcp_loop_close(int fd);              /* and removes it from epoll */
void rd_tcp_loop_hot(struct rd_tcp_ep *ep);  /* polls it directly for a while */
void rd_tcp_loop_cold(struct rd_tcp_ep *ep); /* stops that */
void rd_tcp_loop_ep_ready(struct rd_tcp_source *src, uint32_t events);
void rd_tcp_loop_look(void);  /* polls every socket */
void rd_tcp_loop_pause(void); /* waits until a socket is ready, or 10 ms; handles nothing */

/* ---- listen.c ---- */
int rd_tcp_listen_init(const char **why);
void rd_tcp_listen_fini(void);
void rd_tcp_listen_tick(uint64_t now_ns);

/* ---- handshake.c ---- */
int rd_tcp_handshake_accept(int fd, const struct rd_tcp_addr *from);
int rd_tcp_handshake_connect(struct rd_tcp_ep *ep, int cand, const struct rd_tcp_addr *to);
void rd_tcp_handshake_cancel(struct rd_tcp_ep *ep); /* all of this endpoint; NULL: all */
void rd_tcp_handshake_drop_stranger(void);
void rd_tcp_handshake_tick(uint64_t now_ns);
void rd_tcp_handshake_bury(void);

/* ---- connect.c: connect attempts to the addresses of a peer ---- */
int rd_tcp_attempt_start(struct rd_tcp_ep *ep, const uint8_t key[RD_TCP_KEY_B],
			 struct rd_tcp_addrs *cands);
void rd_tcp_attempt_end(struct rd_tcp_ep *ep);
int rd_tcp_attempt_again(struct rd_tcp_ep *ep); /* after a connection was lost */
void rd_tcp_attempt_failed(struct rd_tcp_ep *ep, int cand, int err); /* err: an errno */
void rd_tcp_attempt_settled(struct rd_tcp_ep *ep); /* the peer has chosen another connection */
const uint8_t *rd_tcp_attempt_key(const struct rd_tcp_ep *ep);
void rd_tcp_attempt_tick(uint64_t now_ns);
/* Logs once that descriptors are exhausted. */
void rd_tcp_no_descriptors(const char *what);
void rd_tcp_attempt_describe(const struct rd_tcp_ep *ep, char *buf, size_t max);

/* ---- endpoint.c ---- */
struct rd_tcp_ep *rd_tcp_ep_get(int rank); /* made if necessary; NULL: no memory */
void rd_tcp_ep_uncongested(int fd); /* a socket for peers on this host; before it is connected */
void rd_tcp_ep_small(int fd);       /* a socket with small packets; likewise */
void rd_tcp_ep_adopt(struct rd_tcp_ep *ep, int fd, uint32_t epoch, uint64_t received);
void rd_tcp_ep_patience(int fd, int handshake);
void rd_tcp_ep_closed(struct rd_tcp_ep *ep, int err); /* err: errno; 0: end of stream */
void rd_tcp_ep_drain(struct rd_tcp_ep *ep); /* the peer has lost this connection: read the rest */
void rd_tcp_ep_reject(struct rd_tcp_ep *ep, const char *what); /* the received bytes are invalid */
_Noreturn void rd_tcp_ep_fault(const struct rd_tcp_ep *ep, const char *direction); /* EFAULT */
void rd_tcp_ep_unreachable(struct rd_tcp_ep *ep, const char *tried);
void rd_tcp_ep_tick(uint64_t now_ns);
void rd_tcp_ep_free(struct rd_tcp_ep *ep);
void rd_tcp_ep_check(const struct rd_tcp_ep *ep); /* aborts where an invariant is broken */
void rd_tcp_ep_describe(struct rd_ep *ep, char *buf, size_t max);

/* ---- keep.c: sent data, until the peer has received it ---- */
void rd_tcp_keep_init(struct rd_tcp_ep *ep);
/* Room for a frame of `need` bytes, leaving `spare` free; NULL: none. In the frame buffer if the
 * ring's room is in two parts. */
uint8_t *rd_tcp_keep_room(struct rd_tcp_ep *ep, size_t need, size_t spare);
void rd_tcp_keep_put(struct rd_tcp_ep *ep, const void *data, size_t len);
void rd_tcp_keep_post(struct rd_tcp_ep *ep, const void *payload, size_t len,
		      struct rd_btl_post *post);
size_t rd_tcp_keep_pieces(const struct rd_tcp_ep *ep, struct iovec *iov, size_t max);
void rd_tcp_keep_wrote(struct rd_tcp_ep *ep, size_t n);
int rd_tcp_keep_acked(struct rd_tcp_ep *ep, uint64_t upto); /* RD_EPROTO: was never sent */
/* Moves the unacknowledged bytes to a small ring, or frees the ring if there are none. 0: too many
 * for that. */
int rd_tcp_keep_shrink(struct rd_tcp_ep *ep);
/* Completes posts that are written and end before `upto`, by copying their payload. */
void rd_tcp_keep_copy(struct rd_tcp_ep *ep, uint64_t upto);
void rd_tcp_keep_drop(struct rd_tcp_ep *ep, int err);
void rd_tcp_keep_check(const struct rd_tcp_ep *ep); /* aborts where an invariant is broken */

/* ---- rings.c: rings of endpoints that do not send are freed ---- */
uint8_t *rd_tcp_ring_get(uint32_t size); /* NULL: no memory */
void rd_tcp_ring_put(uint8_t *ring, uint32_t size);
void rd_tcp_rings_changed(struct rd_tcp_ep *ep); /* the endpoint has another ring, or none */
void rd_tcp_rings_told(struct rd_tcp_ep *ep);    /* the peer has answered a request */
void rd_tcp_rings_tick(uint64_t now_ns);
uint64_t rd_tcp_rings_due(void); /* when rings are to be checked; 0: there are none */
void rd_tcp_rings_fini(void);

/* ---- tx.c ---- */
int rd_tcp_tx_send(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void *rd_tcp_tx_reserve(struct rd_ep *ep, size_t len);
void rd_tcp_tx_commit(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
int rd_tcp_tx_post(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
		   struct rd_btl_post *post);
int rd_tcp_tx_bye(struct rd_tcp_ep *ep);
void rd_tcp_tx_poke(struct rd_tcp_ep *ep);   /* finds out whether the connection is alive */
void rd_tcp_tx_ask(struct rd_tcp_ep *ep);    /* requests an acknowledgement */
int rd_tcp_tx_flush(struct rd_tcp_ep *ep);   /* 1 if bytes were written */
void rd_tcp_tx_resume(struct rd_tcp_ep *ep); /* on a new connection, from `acked` on */
void rd_tcp_tx_pause(struct rd_tcp_ep *ep);
void rd_tcp_tx_owe(struct rd_tcp_ep *ep); /* an acknowledgement is due to the peer */
void rd_tcp_tx_tell(int all);             /* sends the acknowledgements due for a while, or all */
void rd_tcp_tx_tick(uint64_t now_ns);     /* copies posts that have waited for long; 0: all */

static inline int rd_tcp_tx_pending(const struct rd_tcp_ep *ep)
{
	return ep->keep.wrote.pos != ep->keep.end;
}

/* ---- burst.c ---- */
/* Called for each message to be sent: flags to add to its kind. */
uint16_t rd_tcp_burst_next(struct rd_tcp_ep *ep);
void rd_tcp_burst_end(struct rd_tcp_ep *ep);
void rd_tcp_burst_look(int all); /* ends the bursts that are over, or all */

/* ---- rx.c ---- */
int rd_tcp_rx_pull(struct rd_tcp_ep *ep); /* reads and delivers; returns events */
void rd_tcp_rx_drop(struct rd_tcp_ep *ep);

#define RD_TCP_RING_B (128u << 10) /* bytes of the smallest ring that takes messages */
#define RD_TCP_RX_B (32u << 10)    /* bytes */

#endif
