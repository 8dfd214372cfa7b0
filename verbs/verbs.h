/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Declarations that the files of the Verbs library share (docs/VERBS.md).
 *
 * After TCA Verbs: queue pairs, completion queues and memory keys are state of this library; the
 * card carries packets between processes, through the packet rings of btl_fpga. The library is the
 * caller of that transport, in place of pt2pt: it implements the upcalls of pt2pt/btl.h.
 *
 * One lock, rd_vb.lock, guards everything. Functions named rd_vb_ expect it held, unless they say
 * otherwise; the functions of the Verbs interface take it.
 *
 * A message of a queue pair has a number, its place in the send queue plus the first PSN. The
 * packets between two processes arrive in order, each once; so a message is sent again only after
 * the other side has refused it (NAK), never because of a time-out.
 */
#ifndef RD_VERBS_VERBS_H
#define RD_VERBS_VERBS_H

#include <infiniband/verbs.h>
#include <pthread.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/list.h"
#include "btl_fpga/remote.h"
#include "pt2pt/btl.h"

#define RD_VB_FRAG_B 8192u     /* bytes of data in a packet, its own header included */
#define RD_VB_MTU IBV_MTU_4096 /* of the port; bytes of a datagram */
#define RD_VB_MTU_B 4096u
#define RD_VB_GRH_B 40u        /* bytes before the data of a received datagram */
#define RD_VB_MSG_B (1u << 30) /* bytes of the longest message */
#define RD_VB_SGE_MAX 32       /* pieces of a work request */
#define RD_VB_INLINE_MAX 1024u /* bytes */
#define RD_VB_WR_MAX 16384u    /* work requests of a queue */
#define RD_VB_CQE_MAX (1 << 20)
#define RD_VB_QP_MAX 65536u
#define RD_VB_READS_MAX 16u /* READs and atomic operations of a queue pair at a time */
#define RD_VB_RESP_N 64u    /* answers that wait: more than 2 * RD_VB_READS_MAX + 2 */
#define RD_VB_NODES_MAX 1024

/* ---- Packets ---- */

enum rd_vb_kind {
	RD_VB_SEND = 1, /* data of a message; the first may begin a WRITE, with struct reach */
	RD_VB_WRITE,
	RD_VB_READ,    /* struct rd_vb_reach */
	RD_VB_ATOMIC,  /* struct rd_vb_atomic */
	RD_VB_DATA,    /* answer to READ: data, imm is their offset */
	RD_VB_VALUE,   /* answer to ATOMIC: 8 bytes */
	RD_VB_ACK,     /* all messages up to msn have been carried out */
	RD_VB_NAK,     /* message msn has not, for the reason aux; those before it have */
	RD_VB_DGRAM,   /* struct rd_vb_dgram and data */
	RD_VB_ASK,     /* imm: key of a region, msn: enum rd_vb_right (place.c) */
	RD_VB_GRANT,   /* struct rd_vb_grant */
	RD_VB_REVOKE,  /* imm: key of a region that is gone; 0: all grants of aux */
	RD_VB_REVOKED, /* answer to it */
	RD_VB_BYE,     /* the sender ends in order */
};

enum {
	RD_VB_FIRST = 1,
	RD_VB_LAST = 2,
	RD_VB_IMM = 4,
	RD_VB_SOLICITED = 8,
	RD_VB_GRH = 16,    /* of DGRAM */
	RD_VB_UC = 16,     /* of SEND and WRITE: from a queue pair of type UC */
	RD_VB_PLACED = 32, /* of WRITE: the card has placed the data; imm: key of its region */
	RD_VB_INV = 64,    /* of SEND: imm: key of a window that is to be closed */
	RD_VB_TAIL = 128,  /* of SEND: imm: the last four bytes of its data */
};

/* Reasons of a NAK. The first two: send again, after a while. */
enum rd_vb_nak {
	RD_VB_NAK_RNR = 1, /* no receive request; imm: code of the timer */
	RD_VB_NAK_QP,      /* no such queue pair (imm), or it does not expect this message */
	RD_VB_NAK_REQUEST, /* IBV_WC_REM_INV_REQ_ERR */
	RD_VB_NAK_ACCESS,  /* IBV_WC_REM_ACCESS_ERR */
	RD_VB_NAK_OP,      /* IBV_WC_REM_OP_ERR */
};

/* In place of struct rd_hdr. */
struct rd_vb_hdr {
	uint8_t kind, flags;
	uint16_t aux; /* NAK: the reason; else the place of the sender's queue pair */
	uint32_t qpn; /* of the receiver; NAK_QP: its place */
	uint32_t msn; /* number of the message */
	uint32_t imm; /* as the program gave it, or see above */
};
_Static_assert(sizeof(struct rd_vb_hdr) == sizeof(struct rd_hdr), "a transport's header");

struct rd_vb_reach {
	uint64_t addr;
	uint32_t key, len;
};

struct rd_vb_atomic {
	uint64_t addr;
	uint32_t key;
	uint32_t add;           /* 1: fetch and add; 0: compare and swap */
	uint64_t operand, swap; /* operand: to add or to compare with */
};

/* Operations of a card on memory of another process. */
enum rd_vb_right { RD_VB_TO_WRITE, RD_VB_TO_READ, RD_VB_TO_CHANGE, RD_VB_RIGHTS };

/* Where [base, base + len) lies, by region `region` of the target's card; region 0: nowhere. */
struct rd_vb_grant {
	uint64_t base, len, offset;
	uint32_t rkey, key, region, right;
};

struct rd_vb_dgram {
	uint32_t qkey, qpn; /* qpn: of the sender */
};

/* ---- Objects ---- */

/* Events that wait to be read: a descriptor that counts them, and the list. */
struct rd_vb_events {
	int fd; /* eventfd, a semaphore */
	struct rd_list list;
};

/* An event in such a list. */
struct rd_vb_event {
	struct rd_list link;
	struct ibv_async_event async; /* of a context */
	void *of;                     /* the object: CQ, QP, SRQ, or NULL: the port */
};

struct rd_vb_ctx {
	struct rd_list link; /* in rd_vb.ctxs */
	struct rd_vb_events events;
	uint32_t users;         /* objects that were made from it */
	struct verbs_context v; /* last: its end is struct ibv_context */
};

struct rd_vb_pd {
	struct ibv_pd pd; /* first, as in all below */
	uint32_t users;
	struct rd_vb_pd *of; /* of a parent domain: the domain that protects its objects */
	struct rd_vb_td *td; /* likewise, or NULL */
};

struct rd_vb_td {
	struct ibv_td td;
	uint32_t users;
};

struct rd_vb_mr {
	struct ibv_mr mr;
	uint64_t iova; /* address by which requests name its first byte */
	unsigned access;
	int no_grants;    /* ibv_rereg_mr has changed it, or it is a window's */
	uint32_t windows; /* that are bound to it */
};

/* A memory window. While it is bound, `open` is a region with its bounds and rights. */
struct rd_vb_mw {
	struct ibv_mw mw;
	struct rd_vb_mr open;
	struct rd_vb_mr *of; /* the region that it is bound to; NULL: none */
	uint32_t key, qpn; /* key: while it is bound; qpn: of type 2, the only queue pair for it */
};

struct rd_vb_ah {
	struct ibv_ah ah;
	struct ibv_ah_attr attr;
	int node;
};

struct rd_vb_chan {
	struct ibv_comp_channel chan;
	struct rd_list list; /* of struct rd_vb_event */
};

struct rd_vb_cq {
	struct ibv_cq_ex ex;       /* begins as struct ibv_cq */
	struct ibv_wc *ring;       /* [size] */
	uint32_t size, head, tail; /* completions added, and taken */
	int armed;       /* 0: no event is asked for; 1: for any completion; 2: urgent ones */
	uint32_t told;   /* value of head when the last event was raised */
	uint32_t urgent; /* likewise when the last one came that is solicited or failed */
	int overrun;
	uint32_t idle;                /* polls since it had a completion */
	uint32_t users;               /* queue pairs that use it */
	struct rd_vb_pd *pd;          /* parent domain, or NULL */
	uint32_t comp_got, async_got; /* events that the program has read */
	struct ibv_wc current;        /* of start_poll and next_poll */
};

/* A receive request. */
struct rd_vb_rwr {
	uint64_t id;
	int nsge;
	struct ibv_sge *sge; /* [max_sge of its queue] */
};

struct rd_vb_rq {
	struct rd_vb_rwr *wr; /* [size] */
	struct ibv_sge *sges;
	uint32_t size, max_sge, head, tail; /* requests added, and taken */
};

struct rd_vb_srq {
	struct ibv_srq srq;
	struct rd_vb_rq rq;
	uint32_t limit, users, async_got;
};

/* A send request. */
struct rd_vb_swr {
	uint64_t id;
	enum ibv_wr_opcode opcode;
	unsigned flags;
	uint32_t imm, len; /* len: bytes of its data */
	uint64_t raddr;
	uint32_t rkey;
	uint64_t operand, swap;
	uint32_t done; /* bytes that a READ has received, and: */
	uint8_t is_placed;
	uint8_t is_done; /* the answer of a READ or ATOMIC is complete */
	uint8_t status;  /* of a request that failed here, enum ibv_wc_status */
	int node;        /* of a datagram, and: */
	uint8_t grh;
	uint32_t qpn, qkey;
	struct { /* of BIND_MW: key of the window, in rkey the one that it is to have */
		uint32_t mw, lkey;
		uint64_t length; /* from raddr on */
		unsigned access;
	} bind;
	int nsge; /* -1: the data are in `data` */
	struct ibv_sge *sge;
	char *data;
};

/* An answer that waits to be sent. */
struct rd_vb_resp {
	uint8_t kind; /* RD_VB_DATA, VALUE, ACK, NAK */
	uint16_t aux;
	uint32_t msn, imm;
	struct rd_vb_reach reach; /* of DATA */
	uint32_t at;              /* bytes sent */
	uint64_t value;           /* of VALUE */
};

/* The last key of a right: NONE -> ASKED -> GRANTED or REFUSED; GRANTED -> REFUSED [REVOKE, refused
 * by the card]; another key, or REVOKE of all -> NONE. */
struct rd_vb_place {
	enum {
		RD_VB_PLACE_NONE,
		RD_VB_PLACE_ASKED,
		RD_VB_PLACE_GRANTED,
		RD_VB_PLACE_REFUSED,
	} state;
	uint32_t uses; /* requests with this key, one after the other */
	struct rd_vb_grant grant;
};

struct rd_vb_qp {
	struct ibv_qp_ex ex; /* begins as struct ibv_qp */
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;
	uint32_t async_got;
	struct rd_list busy; /* in rd_vb.busy while there is something to send */
	/* requester: una <= next <= head, places of the send queue */
	struct rd_vb_swr *swr; /* [init.cap.max_send_wr] */
	struct ibv_sge *sges;
	char *inlines;
	uint32_t head, next, una;
	uint32_t at;    /* bytes of request `next` that have been sent */
	int begun;      /* its first packet has been sent */
	uint32_t reads; /* READs and atomic operations that wait for their answers */
	/* not acknowledged: requests that take a receive request there, and those that write there
	 * by its software */
	uint32_t receivers, writers;
	int placing; /* the card places request `next` */
	struct rd_vb_place place[RD_VB_RIGHTS];
	struct {
		struct rd_remote op; /* of request `next` */
		int active, status;  /* status: of the other card, which has refused */
		uint64_t value;      /* of an ATOMIC */
		struct rd_list link; /* in rd_vb.cards while active */
	} card;
	uint32_t unnumbered;    /* requests that have been carried out without a packet */
	int halted;             /* request `next` failed here; those before it are not complete */
	uint64_t wait_until_ns; /* after a NAK; 0: does not wait */
	uint32_t rnr_left, tries_left;
	uint64_t since_ns; /* since when the other side has not been reached; 0: it has */
	int drain_told;
	struct rd_list timer; /* in rd_vb.timers while it waits for a time */
	int node;             /* of its peer, RC */
	int lost;             /* the peer's process has ended */
	/* responder */
	uint32_t expected; /* number of the next message, and of the first without an answer: */
	uint32_t told;
	int within;  /* its first packet has come */
	int refused; /* a message was refused: packets are dropped until it comes again */
	struct rd_vb_rwr cur;
	struct ibv_sge cur_sge[RD_VB_SGE_MAX];
	int has_cur;
	uint32_t got;             /* bytes of the message received */
	struct rd_vb_reach reach; /* of a WRITE */
	int established;          /* a packet has come */
	int last_told;            /* IBV_EVENT_QP_LAST_WQE_REACHED */
	struct rd_vb_resp resp[RD_VB_RESP_N];
	uint32_t resp_head, resp_tail;
	uint32_t answers; /* READ and ATOMIC among them */
	int granted;      /* 1: the other side has grants by this queue pair; 2: gives them back */
	struct rd_vb_rq rq;
	/* ibv_wr_*: requests between wr_start and wr_complete */
	struct rd_vb_batch {
		struct ibv_send_wr *wr; /* [n] */
		struct ibv_sge *sge;
		char *data;
		uint32_t n, nsge, max_wr, max_sge;
		size_t ndata, max_data;
		int err;
	} batch;
};

/* ---- Other processes ---- */

/* A process on another card (peer.c). */
enum rd_vb_node_state { RD_VB_NODE_NEW, RD_VB_NODE_ASKED, RD_VB_NODE_UP, RD_VB_NODE_DOWN };

struct rd_vb_node {
	enum rd_vb_node_state state;
	struct rd_ep *ep;
	uint32_t key;   /* of its page, by its last greeting */
	uint32_t round; /* of the connection */
	unsigned met;   /* greetings of this round that have come: bits HELLO, REPLY (peer.c) */
	uint64_t mark;  /* descriptors that were written before the round began */
	int32_t pid;
	int pidfd;        /* -1: none, and: */
	uint64_t look_ns; /* when to look for its process again; 0: not at all */
	int bye;          /* it has ended in order */
	int slow;         /* the last wait for its REVOKED was in vain, and it has not come since */
	int reply_due;    /* its greeting is to be answered */
	uint64_t ask_ns;  /* when to ask again */
	unsigned asked;   /* HELLOs since a REPLY came without a HELLO (peer.c) */
	uint64_t gone_ns; /* its process has ended: when to give up its last packets; 0: it lives */
};

struct rd_vb {
	pthread_mutex_t lock;
	unsigned wanted; /* threads that wait for the lock; a hint, read by its owner */
	int open; /* the page is open, the thread runs; not after the end nor in a child of fork */
	int rank, size;
	struct rd_vb_node *nodes; /* [size] */
	struct rd_list busy;      /* of struct rd_vb_qp */
	struct rd_list timers;    /* likewise */
	struct rd_list cards;     /* likewise: cards carry a request out */
	struct rd_list ctxs;
	struct rd_vb_qp *qp[RD_VB_QP_MAX]; /* by the low half of the number */
	uint32_t last_qp;
	uint32_t nqps;
	uint64_t calls;   /* by the program, that made progress */
	uint64_t wake_ns; /* earliest time at which something is due; 0: nothing */
};

extern struct rd_vb rd_vb;

/* ---- Files ---- */

/* For RONDO_VERBOSE: which call is not there, and why. Returns err; sets errno. */
int rd_vb_absent(const char *call, const char *why, int err);

/* net.c: opens the page of this process's card. 0, or an errno; without the lock. */
int rd_vb_net_open(void);
/* Whether there is a ring for this process; logged at level 1 if not. Without the lock. */
int rd_vb_net_exists(void);
int rd_vb_net_rank(void);
/* EUI-64 of a node's card, locally administered. */
static inline uint64_t rd_vb_guid(int node)
{
	return 0x02524f4e44000001u + (unsigned)node;
}
/* Bits: 1 the left link is up, 2 the right one. */
int rd_vb_net_links(void);
/* Node of a LID or GID, -1: none such. */
int rd_vb_net_node_of(const struct ibv_ah_attr *attr);
void rd_vb_net_gid(int node, union ibv_gid *gid);
/* Takes arrived packets and sends as far as there is room; returns the number of events. */
int rd_vb_progress(void);
/* The thread looks at its timers: something is due at that time. */
void rd_vb_due(uint64_t ns);
/* The thread is to look again, since this call has left something to do. */
void rd_vb_nudge(void);

/* packet.c */
int rd_vb_net_is_up(int node);
/* Sends a packet, `len` bytes at `data`. 0; RD_EAGAIN, also while a connection is asked for; or
 * RD_EPROC. */
int rd_vb_net_send(int node, const struct rd_vb_hdr *hdr, const void *data, size_t len);
/* Room for a packet's data, to be filled and sent at once; NULL: none now. */
char *rd_vb_net_reserve(int node, size_t len);
void rd_vb_net_commit(int node, const struct rd_vb_hdr *hdr, size_t len);
/* Whether there is room for a write and a packet of `len` bytes behind it. */
int rd_vb_net_has_room_behind(int node, uint32_t written, size_t len);
/* Writes into memory that the node has granted, from a copy; packets that are sent later arrive
 * later. At most RD_VB_FRAG_B bytes. 0 or RD_EAGAIN. */
int rd_vb_net_write(int node, const struct rd_vb_grant *grant, uint64_t addr, const char *from,
		    uint32_t len);
/* Rings the doorbell for writes that no packet follows now. */
void rd_vb_net_ring(void);
/* Sends a packet without data, now or when there is room. */
void rd_vb_net_stray(int node, const struct rd_vb_hdr *hdr);
/* Delivers packets to this process itself, and sends those that have waited; returns the number of
 * the former. */
int rd_vb_packet_poll(void);
int rd_vb_packet_waits(void); /* 1: there are such packets */
/* Drops those of a connection that is down. */
void rd_vb_packet_lost(int node);
void rd_vb_packet_init(void);

/* peer.c */
/* Asks for a connection to the node if there is none. */
void rd_vb_net_connect(int node);
/* 1: there is one; else it is asked for. */
int rd_vb_net_up(int node);
void rd_vb_peer_greeted(int node, const void *payload, size_t len);
void rd_vb_peer_lost(int node); /* the connection is down */
/* Its process has ended, or its use of the library; its packets may still come. */
void rd_vb_peer_gone(int node);
void rd_vb_peer_serve(uint64_t now);
/* Whether a process may have a connection with this one that this one has not. */
int rd_vb_peer_half(void);

/* mem.c */
/* Address of [addr, addr + len) by key, if it lies within a region of pd with these rights. */
char *rd_vb_mr_reach(struct ibv_pd *pd, uint32_t key, uint64_t addr, uint64_t len, unsigned access);

/* Whether the objects of one may use those of the other. */
int rd_vb_pd_same(const struct ibv_pd *one, const struct ibv_pd *other);
struct ibv_pd *rd_vb_alloc_parent_domain(struct ibv_context *ctx,
					 struct ibv_parent_domain_init_attr *attr);
struct ibv_td *rd_vb_alloc_td(struct ibv_context *ctx, struct ibv_td_init_attr *attr);
int rd_vb_dealloc_td(struct ibv_td *td);
struct rd_vb_mr *rd_vb_mr_of(uint32_t key); /* NULL: there is none */
/* A place in the table of keys, for a region or a window. The low byte of a key is not the place's.
 * 0: there is none. */
uint32_t rd_vb_key_take(struct rd_vb_mw *mw);
/* From now on this key of the place opens a region, and no other key of it does. NULL: none does.
 */
void rd_vb_key_open(uint32_t key, struct rd_vb_mr *mr);
void rd_vb_key_free(uint32_t key);
struct rd_vb_mw *rd_vb_mw_of(uint32_t key); /* whose place it is; NULL: of no window */

/* window.c */
struct ibv_mw *rd_vb_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type);
int rd_vb_dealloc_mw(struct ibv_mw *mw);
int rd_vb_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind);
/* Carries out BIND_MW or LOCAL_INV. 0, or enum ibv_wc_status. */
int rd_vb_window_do(struct rd_vb_qp *qp, const struct rd_vb_swr *wr);
/* Closes a window of the queue pair. 0: it has none of this key. */
int rd_vb_window_close(struct rd_vb_qp *qp, uint32_t key);
/* Whether the key may be used by way of this queue pair. */
int rd_vb_window_is_for(const struct rd_vb_qp *qp, uint32_t key);
static inline int rd_vb_is_window(const struct rd_vb_swr *wr)
{
	return wr->opcode == IBV_WR_BIND_MW || wr->opcode == IBV_WR_LOCAL_INV;
}

/* place.c */
void rd_vb_place_on_ask(struct rd_vb_qp *qp, const struct rd_vb_hdr *ask);
void rd_vb_place_on_grant(struct rd_vb_qp *qp, const char *data, size_t len);
void rd_vb_place_on_revoke(int node, const struct rd_vb_hdr *revoke);
void rd_vb_place_on_revoked(int node, const struct rd_vb_hdr *revoked);
enum rd_vb_right rd_vb_right_of(const struct rd_vb_swr *wr);
/* Whether the card is to carry a request out, -1: when those before it have ended. Counts it, and
 * asks for a grant if that pays. */
int rd_vb_place_may(struct rd_vb_qp *qp, const struct rd_vb_swr *wr);
/* The queue pair does not receive any more, or with other rights. */
void rd_vb_place_withdraw(struct rd_vb_qp *qp);
/* Until the other side knows that, unless it takes long. Makes progress. */
void rd_vb_place_await(struct rd_vb_qp *qp);
/* No ATOMIC of a card changes the word between the two. */
void rd_vb_place_exclude(const void *word);
void rd_vb_place_admit(const void *word);
/* Whether a packet REVOKED has to wait for the end of an ATOMIC. */
int rd_vb_place_is_early(int node, const struct rd_vb_hdr *revoked);
/* Whether the card's region with this key is still open for the region that `reach` names. */
int rd_vb_place_is(const struct rd_vb_reach *reach, uint32_t key);
/* It is deregistered or changed: the card does nothing in it any more, nor will. Makes progress
 * until the other sides know, unless that takes long. */
void rd_vb_place_forget(struct rd_vb_mr *mr);
void rd_vb_place_lost(int node); /* its process has ended */

/* card.c */
/* Has the card carry request `next` out, a READ or ATOMIC: rd_vb_without_packet, also before this
 * returns, or it is to be sent in a packet. */
void rd_vb_card_begin(struct rd_vb_qp *qp);
/* The request ends before its operation. */
void rd_vb_card_cancel(struct rd_vb_qp *qp);
/* Grants of the queue pair have ended: its READ begins again, by packets. */
void rd_vb_card_revoked(struct rd_vb_qp *qp);
/* Whether the card carries out an ATOMIC of it. */
int rd_vb_card_changes(const struct rd_vb_qp *qp);
void rd_vb_card_forget(const struct rd_vb_mr *mr); /* it is deregistered or changed */

/* event.c */
int rd_vb_events_open(struct rd_vb_events *events);
void rd_vb_events_close(struct rd_vb_events *events);
void rd_vb_async(struct ibv_context *ctx, enum ibv_event_type type, void *of);
void rd_vb_async_all(enum ibv_event_type type);
/* Drops the unread events of an object. */
void rd_vb_async_purge(struct ibv_context *ctx, const void *of);
void rd_vb_chan_notify(struct rd_vb_cq *cq);
void rd_vb_chan_purge(struct rd_vb_cq *cq);

/* cq.c */
void rd_vb_cq_add(struct ibv_cq *cq, const struct ibv_wc *wc, int solicited);
void rd_vb_cq_purge(struct ibv_cq *cq, uint32_t qpn);
int rd_vb_poll_cq(struct ibv_cq *cq, int n, struct ibv_wc *wc); /* takes the lock */
int rd_vb_req_notify_cq(struct ibv_cq *cq, int solicited);      /* likewise */
struct ibv_cq_ex *rd_vb_create_cq_ex(struct ibv_context *ctx, struct ibv_cq_init_attr_ex *attr);

/* rq.c */
int rd_vb_rq_init(struct rd_vb_rq *rq, uint32_t size, uint32_t max_sge);
void rd_vb_rq_free(struct rd_vb_rq *rq);
int rd_vb_rq_add(struct rd_vb_rq *rq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
/* Takes the next receive request of the queue pair into qp->cur. 0: there is none. */
int rd_vb_rq_take(struct rd_vb_qp *qp);
int rd_vb_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
struct ibv_srq *rd_vb_create_srq_ex(struct ibv_context *ctx, struct ibv_srq_init_attr_ex *attr);

/* qp.c */
struct ibv_qp *rd_vb_create_qp_ex(struct ibv_context *ctx, struct ibv_qp_init_attr_ex *attr);
struct rd_vb_qp *rd_vb_qp_find(uint32_t qpn);
/* Moves it to the state ERR: all its requests end with IBV_WC_WR_FLUSH_ERR. */
void rd_vb_qp_error(struct rd_vb_qp *qp);
void rd_vb_qp_busy(struct rd_vb_qp *qp);
/* Those of a context that is closed. */
void rd_vb_qp_close_all(const struct ibv_context *ctx);
static inline struct rd_vb_qp *rd_vb_qp_of(struct ibv_qp *qp)
{
	return (struct rd_vb_qp *)qp;
}
/* Connected, without answers: a message that cannot be carried out is dropped, and the sender is
 * not told. */
static inline int rd_vb_is_unreliable(const struct rd_vb_qp *qp)
{
	return qp->init.qp_type == IBV_QPT_UC;
}

/* post.c */
int rd_vb_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int rd_vb_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
void rd_vb_batch_init(struct rd_vb_qp *qp);
void rd_vb_batch_free(struct rd_vb_qp *qp);

/* send.c: the requester */
/* Sends as far as there is room. 1: there is more to send. */
int rd_vb_push(struct rd_vb_qp *qp);
/* The time has come for queue pairs that wait. */
void rd_vb_push_timers(uint64_t now);
void rd_vb_on_ack(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr);
void rd_vb_on_nak(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr);
void rd_vb_on_answer(struct rd_vb_qp *qp, const struct rd_vb_hdr *hdr, const char *data,
		     size_t len);
/* The process that the queue pair is connected with has ended. */
void rd_vb_send_lost(struct rd_vb_qp *qp, int in_order);
void rd_vb_send_flush(struct rd_vb_qp *qp);
/* Request `next`, all before which are complete, has been carried out without a packet, or has
 * failed. */
void rd_vb_without_packet(struct rd_vb_qp *qp, int status);
/* The request's memory from byte `at` on that lies in one piece, at most *len bytes. NULL: a key is
 * wrong, or has not these rights. */
char *rd_vb_piece(struct rd_vb_qp *qp, const struct rd_vb_swr *wr, uint32_t at, uint32_t *len,
		  unsigned access);

/* recv.c: the responder */
void rd_vb_on_packet(int node, const struct rd_vb_hdr *hdr, const char *data, size_t len);
/* Sends answers that wait. 1: there is more to send. */
int rd_vb_answer(struct rd_vb_qp *qp);
/* The queue pair ends. The other side tries those of its messages again that have begun to arrive
 * or have no answer. */
void rd_vb_recv_end(struct rd_vb_qp *qp);
/* The other side does not wait for answers any more. */
void rd_vb_answers_drop(struct rd_vb_qp *qp);
void rd_vb_recv_flush(struct rd_vb_qp *qp);
int rd_vb_receives(const struct rd_vb_qp *qp);
/* Copies into the pieces of a request, from byte `at` on. 0, or enum ibv_wc_status. */
int rd_vb_scatter(struct ibv_pd *pd, const struct ibv_sge *sge, int nsge, uint32_t at,
		  const char *from, size_t len);

static inline void rd_vb_lock(void)
{
	if (rd_likely(!pthread_mutex_trylock(&rd_vb.lock)))
		return;
	__atomic_fetch_add(&rd_vb.wanted, 1, __ATOMIC_RELAXED);
	pthread_mutex_lock(&rd_vb.lock);
	__atomic_fetch_sub(&rd_vb.wanted, 1, __ATOMIC_RELAXED);
}

static inline void rd_vb_unlock(void)
{
	pthread_mutex_unlock(&rd_vb.lock);
}

/* Queues have a power of two of places, so that their indices may wrap. */
static inline uint32_t rd_vb_pow2(uint32_t n)
{
	return n <= 1 ? 1 : 1u << (32 - __builtin_clz(n - 1));
}

static inline struct rd_vb_ctx *rd_vb_ctx_of(struct ibv_context *ctx)
{
	return rd_container(ctx, struct rd_vb_ctx, v.context);
}

#endif
