/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The RDMA unit of the model: contexts of queue pairs, completion queues, shared receive queues and
 * regions, and the contract between qp.c, qp_regs.c, qp_send.c, qp_recv.c, cq.c and mr.c. The
 * unit is specified in docs/card/rdma.md; registers and requests: hw/regs/RDMA.md.
 *
 * Contexts lie in tables in the DMA memory of their page, which all processes of the ring map. No
 * lock protects them, so a process that is stopped or killed in the middle holds nothing that
 * others wait for. Each word has one of three kinds of writers:
 *
 *  1. the process of the page: settings, all of the sending half, completion queues;
 *  2. the process of the peer: the receiving half of a connected queue pair, `recv_done` last;
 *  3. any process, by one atomic operation: the state, the place taken from a shared receive queue,
 *     that claimed from the receive queue of a UD queue pair, `changed` of the page.
 *
 * A work request is carried out by the process of its page, from the data to the memory of the peer
 * to the record in the peer's receive request. That is settled, which means that its completion is
 * written, by the process of the peer's page when it next comes to the unit: by any register of
 * block RDMA, or by PAGE.EVENT. No process carries out requests of another.
 *
 * A process publishes the queue pair of another page that it is about to use (rd_emu_enter), then
 * the region (mr.c), and looks at their state behind that. The owner changes the state, then looks
 * for processes inside; if there is one, the command ends with WAIT, and no process waits in a
 * call.
 *
 * Contexts and receive requests, which other pages read and write, lie in the arena, which all map.
 *
 * Contexts of other pages may hold anything: a number is compared with the size of its table, an
 * address is within the page's memory or reached by the kernel, a loop is bounded.
 */
#ifndef RD_HW_EMU_QP_H
#define RD_HW_EMU_QP_H

#include "btl_fpga/rdma_regs.h"
#include "hw/emu/regs.h"

#define rdma_get(word, field) (((uint64_t)(word)&RDMA_##field##_MASK) >> RDMA_##field##_LSB)
#define rdma_put(value, field) ((uint64_t)(value) << RDMA_##field##_LSB & RDMA_##field##_MASK)

#define RD_EMU_NO_QP 0xffffu /* RDMA_QP_MAX: no queue pair has this number */
#define RD_EMU_EVENTS (RDMA_EVENT_KIND_LAST_RECEIVE + 1)
#define RD_EMU_TURN_B (64u << 10) /* bytes moved in a turn of a queue pair */
#define RD_EMU_VISIT_B (1u << 20) /* bytes moved in one access to a register */
/* Time between looks at the queue pairs that wait, for each of them. */
#define RD_EMU_LOOK_NS 256u
#define RD_EMU_LOOK_MAX_NS 8192u

/* ---- Contexts, as they lie in the tables ---- */

/* Rights of a queue pair's peer. */
enum { RD_EMU_MAY_WRITE = 1, RD_EMU_MAY_READ = 2, RD_EMU_MAY_ATOMIC = 4 };

struct rd_emu_qp {
	/* From OPEN on. */
	uint32_t open;
	uint8_t type, signal_all, shared, rights;
	uint16_t pd, send_cq, recv_cq, srq;
	uint8_t send_lg, recv_lg;
	uint64_t send_base, recv_base; /* bus addresses */
	/* From MODIFY on. */
	uint16_t peer_node, peer_qp;
	uint8_t peer_page, rnr_timer, timeout, retry, rnr_retry;
	uint8_t was_reset; /* and no process was inside any more */
	uint8_t drained;   /* in state SQD: the event was raised */
	uint8_t quiet;     /* in state ERR: no process is inside any more */
	uint8_t flushed;   /* event LAST_RECEIVE was raised */
	uint32_t qkey;
	/* Any process. */
	RD_EMU_LINE uint64_t word; /* epoch << 8 | state */
	uint64_t bound;            /* epoch of the queue pair that sends to this one; 0: none yet */
	uint32_t fell;             /* went to ERR by itself, and the event was not raised yet */
	/* The sending half. */
	RD_EMU_LINE uint16_t send_prod;
	uint16_t send_cons;
	uint8_t begun;            /* the request at send_cons */
	uint8_t tries, rnr_tries; /* of it, without an answer or a receive request */
	uint8_t looks;            /* tries in vain, modulo 256: the peer may have ended */
	uint32_t offset;          /* bytes of it that are done */
	uint64_t peer_epoch;      /* 0: not connected yet */
	uint64_t deadline;        /* clock of the next try; 0: none waits */
	/* The receiving half. Places of the receive queue are counted modulo 2^32. */
	RD_EMU_LINE uint32_t recv_prod; /* by doorbell */
	uint32_t taken;                 /* SHARED: in place of it; any process; never goes back */
	uint32_t claimed;               /* UD: any process */
	uint32_t recv_done;             /* RC: by the peer's process */
	uint32_t recv_settled;
};
_Static_assert(sizeof(struct rd_emu_qp) <= RDMA_QP_BYTES, "fits its place in the table");

struct rd_emu_cq {
	uint32_t open, users; /* users: halves of queue pairs */
	uint64_t base;
	uint16_t prod, cons;
	uint16_t solicited; /* completions up to the last solicited one */
	uint8_t lg, armed;  /* armed: 1 any, 2 solicited */
};
_Static_assert(sizeof(struct rd_emu_cq) <= RDMA_CQ_BYTES, "fits its place in the table");

struct rd_emu_srq {
	uint32_t open, users;
	uint64_t base;
	uint64_t word; /* any process: requests taken (16 bits), and of the last one the queue pair
			* (16) and its `taken` before (32) */
	uint32_t prod;
	uint16_t pd, limit;
	uint8_t lg;
};
_Static_assert(sizeof(struct rd_emu_srq) <= RDMA_SRQ_BYTES, "fits its place in the table");

#define RD_EMU_MR_OPEN (1ull << 63)
#define RD_EMU_MR_BOUND (1ull << 62)

struct rd_emu_mr {
	uint64_t word; /* as MR_ATTR.SHAPE, and the two bits above. Any process closes a window */
	uint64_t address, length, bus;
	uint32_t parent;  /* of a window: number of the region that it was bound to last, + 1 */
	uint32_t windows; /* bound to this region; may be too large, never too small */
	uint16_t qp;      /* that a window is bound to */
	uint8_t closing;  /* processes may be inside */
};
_Static_assert(sizeof(struct rd_emu_mr) <= RDMA_MR_BYTES, "fits its place in the table");

/* A place of a receive queue while it is the card's. */
struct rd_emu_receive {
	uint32_t shape, mark; /* mark: enum below */
	uint64_t cookie;
	union {
		uint64_t entry[6];
		struct {
			uint64_t payload, sender, what; /* as in DONE */
		};
	};
};
enum { RD_EMU_RECEIVED = 1, RD_EMU_SETTLED = 2 }; /* of a UD queue pair */
_Static_assert(sizeof(struct rd_emu_receive) == RDMA_RECEIVE_BYTES, "a place of 64 bytes");

/* ---- This process ---- */

/* A set of numbers of objects. */
struct rd_emu_set {
	uint64_t *bits; /* [(n + 63) / 64] */
	uint32_t n, count;
};

struct rd_emu_rdma {
	struct rd_emu_set todo;  /* queue pairs that have something to do */
	struct rd_emu_set waits; /* for a time, for room, for another process to leave */
	uint64_t look;           /* clock, before which none of these gets a turn */
	uint32_t looked;         /* of these at the last look */
	struct rd_emu_set event[RD_EMU_EVENTS]; /* objects, by enum EVENT_KIND */
	uint32_t next;                          /* queue pair whose turn is next */
	uint64_t attr;                          /* register */
	uint32_t result;                        /* register */
	int64_t budget;                         /* bytes that this access may still move */
};

void rd_emu_set_add(struct rd_emu_set *s, uint32_t i);
/* Removes the first member from `from` on, else the first of all; UINT32_MAX: it is empty. */
uint32_t rd_emu_set_take(struct rd_emu_set *s, uint32_t from);

/* ---- Contexts (qp.c) ---- */

/* Context `number` of a table of page `of`; NULL: beyond the table, or its memory is not there. */
void *rd_emu_object(struct rd_emu *e, uint32_t of, uint32_t kind, uint32_t number);
extern const uint32_t rd_emu_object_b[]; /* bytes of a context, by RDMA_OBJECT_ */
/* NULL: page `of` has no open shared receive queue of that number. */
struct rd_emu_srq *rd_emu_srq_of(struct rd_emu *e, uint32_t of, uint32_t number);

static inline struct rd_emu_qp *rd_emu_qp_of(struct rd_emu *e, uint32_t of, uint32_t number)
{
	return rd_emu_object(e, of, RDMA_OBJECT_QP, number);
}

static inline uint32_t rd_emu_qp_state(const struct rd_emu_qp *qp)
{
	return __atomic_load_n(&qp->word, __ATOMIC_ACQUIRE) & 0xff;
}

/* A queue pair as a process sees it: of its own page or of another one. */
struct rd_emu_side {
	uint32_t of, number;
	struct rd_emu_qp *qp;
};

/* Whether another process is inside the queue pair (number) or region of this page, or any queue
 * pair (UINT32_MAX). Called behind the change after which none may enter. A process that is inside
 * a window is inside its region, too, though the window may be closed. */
int rd_emu_others_at_qp(struct rd_emu *e, uint32_t number);
int rd_emu_others_at_mr(struct rd_emu *e, uint32_t number);

/* Publishes that this process uses the queue pair; it looks at its state behind that. */
static inline void rd_emu_enter(struct rd_emu *e, uint32_t of, uint32_t number)
{
	if (of == e->index)
		return;
	__atomic_store_n(&e->page->rdma.at_qp, (uint64_t)(of + 1) << 32 | number, __ATOMIC_RELAXED);
	rd_emu_publish(e);
}

static inline void rd_emu_leave(struct rd_emu *e)
{
	__atomic_store_n(&e->page->rdma.at_qp, 0, __ATOMIC_RELEASE);
}

/* The owner's process is to look at the queue pair. */
void rd_emu_qp_changed(struct rd_emu *e, const struct rd_emu_side *s);
/* A queue pair goes to ERR by itself, unless it is there or was reset. */
void rd_emu_qp_fail(struct rd_emu *e, const struct rd_emu_side *s);
uint32_t rd_emu_qp_open(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_qp_modify(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_qp_query(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_qp_close(struct rd_emu *e, uint32_t number);

/* Result of a turn. */
enum rd_emu_turn {
	RD_EMU_IDLE, /* nothing to do until a doorbell or a change */
	RD_EMU_WAIT, /* nothing now: for a time, for room, for another process to leave */
	RD_EMU_MORE  /* something was done, and there may be more */
};

/* ---- Registers (qp_regs.c) ---- */

void rd_emu_event(struct rd_emu *e, uint32_t kind, uint32_t number);
/* Reads the attributes of the command. 0: they are in memory of the card. */
int rd_emu_attr(struct rd_emu *e, uint64_t *words, uint64_t bytes);

/* ---- The sending half (qp_send.c) ---- */

/* One turn of a queue pair in state RTS or SQD. */
enum rd_emu_turn rd_emu_send_turn(struct rd_emu *e, const struct rd_emu_side *s);
/* Likewise in state ERR: ends work requests with FLUSH. */
enum rd_emu_turn rd_emu_send_flush(struct rd_emu *e, const struct rd_emu_side *s);

/* ---- The receiving half (qp_recv.c) ---- */

/* How a queue pair answers, or the way to it. */
enum rd_emu_reply {
	RD_EMU_ACK,
	RD_EMU_RNR,    /* no receive request */
	RD_EMU_SILENT, /* nothing comes back */
	RD_EMU_STALE,  /* the connection is not that of this queue pair */
	RD_EMU_NAK,    /* refused: the peer is in state ERR */
	RD_EMU_OWN     /* refused by the sending card: memory of its own page */
};

/* Head of a message. */
struct rd_emu_message {
	uint32_t op, length; /* length: bytes of all */
	uint32_t immediate;
	uint8_t imm, solicited;
};

struct rd_emu_span;
/* Enters the peer of a connected queue pair; the caller leaves it if the answer is ACK. */
enum rd_emu_reply rd_emu_peer_enter(struct rd_emu *e, const struct rd_emu_side *own,
				    struct rd_emu_side *peer);
/* Places bytes of a message, `len` from `offset` on, and ends it with the last. */
enum rd_emu_reply rd_emu_peer_message(struct rd_emu *e, const struct rd_emu_side *peer,
				      const struct rd_emu_message *m, struct rd_emu_span *from,
				      uint32_t offset, uint32_t len, uint32_t *status);
/* Takes a receive request for a WRITE with immediate data, whose bytes are placed. */
enum rd_emu_reply rd_emu_peer_immediate(struct rd_emu *e, const struct rd_emu_side *peer,
					const struct rd_emu_message *m);
/* The peer refuses a request: it goes to ERR. */
enum rd_emu_reply rd_emu_peer_refuse(struct rd_emu *e, const struct rd_emu_side *peer);
/* A datagram: arrives or is dropped. 0, or a status of the sender's own memory. */
uint32_t rd_emu_datagram(struct rd_emu *e, const struct rd_emu_side *own, uint64_t target,
			 const struct rd_emu_message *m, struct rd_emu_span *from);

/* Writes completions of receive requests that have ended; in state ERR ends the others. */
enum rd_emu_turn rd_emu_recv_turn(struct rd_emu *e, const struct rd_emu_side *s);
/* A request that was taken for this page's queue pair from its shared receive queue is counted,
 * if its taker has not. No process is inside. */
void rd_emu_recv_count_taken(struct rd_emu *e, const struct rd_emu_qp *qp);
/* Accepts a doorbell of a receive queue. Whether the index makes sense. */
int rd_emu_recv_doorbell(struct rd_emu_qp *qp, uint16_t prod);

uint32_t rd_emu_srq_open(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_srq_modify(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_srq_close(struct rd_emu *e, uint32_t number);

/* ---- Completion queues (cq.c) ---- */

uint32_t rd_emu_cq_open(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_cq_close(struct rd_emu *e, uint32_t number);
void rd_emu_cq_arm(struct rd_emu *e, uint32_t value);
int rd_emu_cq_room(struct rd_emu *e, uint32_t number);
/* The unit writes INDEX and PHASE. There is room. */
void rd_emu_cq_add(struct rd_emu *e, uint32_t number, const uint64_t *word);

/* ---- Regions and windows (mr.c) ---- */

struct rd_emu_entry {
	uint64_t address;
	uint32_t stag, length;
};

/* Memory that a request names: entries, or bytes of the request itself. */
struct rd_emu_span {
	uint32_t of; /* page */
	uint16_t pd;
	uint16_t qp;    /* peer of its user, for windows */
	uint32_t right; /* bit of MR_ATTR.SHAPE; 0: the card reads for the page itself */
	uint32_t n;
	struct rd_emu_entry entry[RDMA_GATHER_MAX];
	const char *data; /* inline; `n` is 0 */
	uint32_t bytes;   /* of `data` */
};

/* DONE_STATUS: 0, PROTECTION or MEMORY, and which side it is of. */
struct rd_emu_copied {
	uint32_t to, from;
};

uint64_t rd_emu_span_length(const struct rd_emu_span *s);
/* Whether all entries may be accessed: 0 or PROTECTION. */
uint32_t rd_emu_span_check(struct rd_emu *e, const struct rd_emu_span *s);
struct rd_emu_copied rd_emu_span_copy(struct rd_emu *e, const struct rd_emu_span *to,
				      const struct rd_emu_span *from, uint32_t offset,
				      uint32_t len);

struct rd_emu_atomic {
	uint64_t arg, cmp, old; /* old: the result */
	uint8_t swap, half;
};
/* On the only entry: 0, PROTECTION, MEMORY, REMOTE_REQUEST (not aligned), or RETRY: not now. */
uint32_t rd_emu_span_atomic(struct rd_emu *e, const struct rd_emu_span *s, struct rd_emu_atomic *a);

uint32_t rd_emu_mr_open(struct rd_emu *e, uint32_t number);
uint32_t rd_emu_mr_close(struct rd_emu *e, uint32_t number);
/* A window of this page gets a part of a region, for queue pair `number`: 0 or a DONE_STATUS, of
 * which RETRY: not now. */
struct rd_emu_bind {
	uint64_t address, length, rights; /* rights: as MR_ATTR.SHAPE */
	uint32_t window, region;          /* STags */
};
uint32_t rd_emu_mw_bind(struct rd_emu *e, const struct rd_emu_side *s, const struct rd_emu_bind *b);
/* Closes a window of page `of` that is bound to the queue pair: whether it was. */
int rd_emu_mw_invalidate(struct rd_emu *e, const struct rd_emu_side *s, uint32_t stag);

#endif
