/* SPDX-License-Identifier: BSD-3-Clause */
/* Active messages of a window (wire.h): sending, receiving, and the operations that wait for them.
 * Shared by the files of rma/. */
#ifndef RD_RMA_AM_H
#define RD_RMA_AM_H

#include "base/compiler.h"
#include "base/err.h"
#include "rma/pipeline.h"
#include "rma/win.h"
#include "rma/wire.h"

/* ---- Members (peers.c) ---- */

struct rd_win_peer *rd_win_peer_far(struct rd_win *win, int rank);

/* NULL: no memory for the state of the member. */
static inline struct rd_win_peer *rd_win_peer(struct rd_win *win, int rank)
{
	unsigned i = (unsigned)(rank - win->members.near_first);

	return rd_likely(i < (unsigned)win->members.near_n) ? &win->members.near[i]
							    : rd_win_peer_far(win, rank);
}

/* NULL: no state exists for it yet. */
struct rd_win_peer *rd_win_peer_far_known(const struct rd_win *win, int rank);
static inline struct rd_win_peer *rd_win_peer_known(const struct rd_win *win, int rank)
{
	unsigned i = (unsigned)(rank - win->members.near_first);

	return rd_likely(i < (unsigned)win->members.near_n) ? &win->members.near[i]
							    : rd_win_peer_far_known(win, rank);
}

void rd_win_peers_visit(const struct rd_win *win,
			void (*visit)(const struct rd_win *win, struct rd_win_peer *peer,
				      void *arg),
			void *arg);
struct rd_win_extent rd_win_extent(const struct rd_win *win, int rank);

/* The n members from `first` on are near; fill: once all extents are known, stores those of the
 * peers. */
int rd_win_peers_open(struct rd_win *win, int first, int n);
void rd_win_peers_fill(struct rd_win *win);
void rd_win_peers_close(struct rd_win *win);

/* Records that a flush has, or will have, to wait for the peer. */
static inline void rd_win_touch(struct rd_win *win, struct rd_win_peer *peer)
{
	if (rd_list_empty(&peer->touched))
		rd_list_append(&win->members.touched, &peer->touched);
}

/* ---- Messages (am.c) ---- */

/* An active message that is being filled in or has not left yet. */
struct rd_rma_am {
	struct rd_list link;
	struct rd_req *req;
	struct rd_win *win; /* NULL: the window was freed after a member failed, without waiting for
			     * this message */
	int answer;         /* data in the window's own context */
	uint64_t bytes;     /* while there is no memory to send it: length, receiver, tag */
	int to, tag;
	_Alignas(16) struct rd_rma_msg msg;
	char payload[RD_RMA_PAYLOAD_B];
};
_Static_assert(offsetof(struct rd_rma_am, payload) - offsetof(struct rd_rma_am, msg) ==
		       sizeof(struct rd_rma_msg),
	       "header and payload go as one");

/* Prepares to receive, for a window of several members: before any of them may send. close: all
 * messages have left and none will arrive. */
int rd_rma_am_open(struct rd_win *win);
void rd_rma_am_close(struct rd_win *win);
/* Adds the window to those that the progress loop visits, until nothing is due or awaited in it. */
void rd_rma_attend(struct rd_win *win);
struct rd_win *rd_rma_find(uint32_t id); /* the window with this id, or NULL */
void rd_rma_am_fini(void);

struct rd_rma_am *rd_rma_am_new(struct rd_win *win, enum rd_rma_kind kind);
void rd_rma_am_drop(struct rd_rma_am *am); /* instead of sending it */
/* Sends it with `bytes` of payload; frees it, also after an error. */
int rd_rma_am_send(struct rd_rma_am *am, int to, uint64_t bytes);
/* Sends its payload as data of `tag`, without the header; frees it likewise. On lack of memory it
 * is sent later. */
int rd_rma_am_data(struct rd_rma_am *am, int to, int tag, uint64_t bytes);
/* Sends data of `tag` in place; frees it likewise, except on RD_ENOMEM: nothing was sent. */
int rd_rma_am_answer(struct rd_rma_am *am, const void *data, uint64_t count, struct rd_type *type,
		     int to, int tag);
/* Sends a message without payload. */
int rd_rma_tell(struct rd_win *win, int to, enum rd_rma_kind kind, int op);
/* Likewise, for calls: the other waits for it, so it is tried again until there is memory. */
int rd_rma_tell_surely(struct rd_win *win, int to, enum rd_rma_kind kind, int op);

/* Waits while too many messages have not left. For origins, not for handlers. */
void rd_rma_throttle(struct rd_win *win);

/* A tag for data: even ones from target to origin, odd ones from origin to target; never 0. */
static inline int rd_rma_tag(struct rd_win *win, int to_target)
{
	uint32_t n = ++win->am.tags & 0x1fffffff;

	return (int)(2 * (n ? n : ++win->am.tags & 0x1fffffff) + (uint32_t) !!to_target);
}

/* ---- At the target (target.c) ---- */

/* RD_ENOMEM: nothing was done; try again later. */
int rd_rma_handle(struct rd_win *win, int from, const struct rd_rma_msg *msg, const char *payload,
		  uint64_t bytes);
struct rd_rma_entry;
/* Carries out the operation of a mailbox entry on the data `given`; data that it returns goes to
 * `old`. Returns an error for its origin; RD_ENOTSUP: its data cannot be copied. */
int rd_rma_carry_out(struct rd_win *win, const struct rd_rma_entry *entry, const char *given,
		     char *old);
/* Sends acknowledgements that are due, grants locks that are free; returns events. */
int rd_rma_settle(struct rd_win *win);
int rd_rma_settle_now(const struct rd_win *win); /* 1 if there are any */
/* The kind of the first queued lock request (enum rd_rma_hold); NONE: the queue is empty. */
int rd_rma_asked(const struct rd_win *win, int *starving);
int rd_rma_is_busy(const struct rd_win *win); /* 1: it must be visited by the progress loop */
void rd_rma_target_close(struct rd_win *win);

/* ---- Operations in progress (op.c) ---- */

/* An operation of this process that waits for messages, or incoming data of a put. */
struct rd_rma_op {
	struct rd_req req;
	struct rd_win *win;
	struct rd_win_peer *peer;
	int err;                /* of the part that a card did */
	int blocks;             /* that a card moves, of which each is a child of req */
	int incoming;           /* data of another process's put */
	int swaps;              /* it is a compare-and-swap by message */
	int user;               /* the user has a request for it */
	struct rd_list reading; /* in rd_win_members.reading: bytes from .. to of the target */
	uint64_t from, to;
	int n, room;
	struct rd_req **part; /* [n] messages */
	uint64_t want, have;  /* bytes expected and received: fewer if the target refuses */
	struct rd_req *one;   /* part, while one is enough */
	/* data that arrives packed in `packed` is unpacked to here at the end */
	char *packed;
	void *result;
	uint64_t rcount, packed_b;
	struct rd_type *rtype; /* held */
};

/* NULL: no memory. */
struct rd_rma_op *rd_rma_op_new(struct rd_win *win, struct rd_win_peer *peer);
/* An operation together with the message that requests it: both, or RD_ENOMEM. */
int rd_rma_op_am(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_kind kind,
		 struct rd_rma_op **op, struct rd_rma_am **am);
/* Adds a message that it waits for; the request belongs to the operation from now on, also after an
 * error. */
int rd_rma_op_add(struct rd_rma_op *op, struct rd_req *req);
/* Sends the message, with `bytes` of payload, and waits for the data that it requests. Frees the
 * message, also after an error. */
int rd_rma_op_ask(struct rd_rma_op *op, struct rd_rma_am *am, uint64_t bytes, void *into,
		  uint64_t count, struct rd_type *type);
/* No message will be added; the operation may complete at once. *req: of the request form; NULL: no
 * request is returned. */
void rd_rma_op_begin(struct rd_rma_op *op, struct rd_req **req);
/* The same for an operation whose messages could not all be sent: its caller returns the error. */
void rd_rma_op_give_up(struct rd_rma_op *op);
/* Frees an operation that waits for nothing yet and will not be begun. */
void rd_rma_op_drop(struct rd_rma_op *op);

/*
 * Gets and accumulates of the same memory are seen in the order of the calls, although the standard
 * orders accumulates only (MPI-5.0 12.7.2): codes rely on it, because most implementations do so. A
 * get that reads the target's memory after its request has been taken, by card or in one piece with
 * its sending, is noted by reads (bytes from .. to, as of rd_rma_reach); before an accumulate,
 * after_gets waits for those that may lie over its data, and for those of pipeline.h.
 */
void rd_rma_op_reads(struct rd_rma_op *op, uint64_t from, uint64_t to);
static inline void rd_rma_after_gets(struct rd_win *win, const struct rd_win_peer *peer,
				     uint64_t at, uint64_t count, const struct rd_type *type);
void rd_rma_await_gets(struct rd_win *win, const struct rd_win_peer *peer, uint64_t at,
		       uint64_t count, const struct rd_type *type); /* its slow part */

static inline void rd_rma_after_gets(struct rd_win *win, const struct rd_win_peer *peer,
				     uint64_t at, uint64_t count, const struct rd_type *type)
{
	if (rd_unlikely(!rd_list_empty(&win->members.reading)))
		rd_rma_await_gets(win, peer, at, count, type);
	rd_rma_pipeline_end(); /* another thread may have used it meanwhile */
}

/* ---- At the origin (reach.c) ---- */

/*
 * Checks that an operation on the target is allowed now, and returns the place of its data: bytes
 * from the start of the target's window, an address in a dynamic one. RD_ERMA_SYNC, RD_ERMA_RANGE.
 */
static inline int rd_rma_reach(struct rd_win *win, const struct rd_win_peer *peer, int64_t disp,
			       uint64_t count, const struct rd_type *type, uint64_t *at);
int rd_rma_reach_any(struct rd_win *win, const struct rd_win_peer *peer, int64_t disp,
		     uint64_t count, const struct rd_type *type, uint64_t *at); /* its slow part */

/* 1: so it is, of elements in one block; 0: rd_rma_reach_any decides. */
static inline int rd_rma_is_within(struct rd_win *win, const struct rd_win_peer *peer, int64_t disp,
				   uint64_t count, const struct rd_type *type, uint64_t *at)
{
	uint64_t bytes;
	int64_t from;

	if (rd_unlikely(!(win->sync.open_all | peer->open) || rd_peers_lost ||
			win->flavor == MPI_WIN_FLAVOR_DYNAMIC || !(type->flags & RD_TYPE_CONTIG) ||
			disp < 0 || __builtin_mul_overflow(disp, peer->unit, &from) ||
			__builtin_mul_overflow(count, type->size, &bytes) || bytes > peer->size ||
			(uint64_t)from > peer->size - bytes))
		return 0;
	win->sync.used = 1;
	*at = (uint64_t)from;
	return 1;
}

static inline int rd_rma_reach(struct rd_win *win, const struct rd_win_peer *peer, int64_t disp,
			       uint64_t count, const struct rd_type *type, uint64_t *at)
{
	return rd_likely(peer && rd_rma_is_within(win, peer, disp, count, type, at))
		       ? 0
		       : rd_rma_reach_any(win, peer, disp, count, type, at);
}

/* 1: no other process accumulates to the target meanwhile. A window that no other process maps is
 * direct only for its own process. */
static inline int rd_rma_is_alone(const struct rd_win *win, const struct rd_win_peer *peer)
{
	return win->memory.unshared || peer->lock.hold == RD_HOLD_EXCLUSIVE;
}

/* Before an operation that is not direct: acquires the lock of lock_all, which is deferred until
 * then. */
int rd_rma_prepare(struct rd_win *win, struct rd_win_peer *peer);

/*
 * Before each message of an operation: waits until it may be sent, and returns the word that
 * identifies the target's type in messages to `peer`, to which the type is described if necessary.
 * The caller sends without a further wait: in a wait other threads describe types, which may take
 * the word, and flush, which makes the peer clean.
 */
int rd_rma_ready(struct rd_win *win, struct rd_win_peer *peer, struct rd_type *type,
		 uint32_t *word);

/* RD_ERMA_RANGE if data of `count` elements at `at` is not within the window of `size` bytes. */
int rd_rma_inside(uint64_t at, uint64_t count, const struct rd_type *type, uint64_t size);
/* The same for the memory attached to this process's dynamic window. */
int rd_rma_attached(const struct rd_win *win, uint64_t at, uint64_t count,
		    const struct rd_type *type);

/* Offsets of the first byte and behind the last that `count` elements occupy, from their address;
 * RD_ERMA_RANGE if they do not fit 63 bits. */
int rd_rma_span(uint64_t count, const struct rd_type *type, int64_t *first, int64_t *end);

/* 1: accumulates by message, which later gets of this process must see, may still be in flight.
 * Another thread may have asked for their acknowledgement. */
static inline int rd_rma_has_changes(const struct rd_win_peer *peer)
{
	return peer->dirty || peer->flushes || peer->swaps;
}

/* 1: the target's mailbox may be used. Not after messages, which the entry would overtake, nor
 * where only the target can refuse and the request would not return the error. */
static inline int rd_rma_by_mailbox(const struct rd_rma_call *c, const struct rd_win_peer *peer)
{
	return peer->mail.box && !peer->dirty && !peer->pending && !peer->flushes &&
	       !(c->req && c->win->flavor == MPI_WIN_FLAVOR_DYNAMIC);
}

/* Once more; serves the own mailbox, for else the peer's entries would time out as well, and both
 * would bypass each other's for long. */
void rd_rma_mailbox_bypass(struct rd_win_peer *peer);

/* 1: the mailbox is to be bypassed once more, after a timeout. */
static inline int rd_rma_mailbox_is_bypassed(struct rd_win_peer *peer)
{
	if (rd_likely(!peer->mail.backoff_left))
		return 0;
	rd_rma_mailbox_bypass(peer);
	return 1;
}

static inline void *rd_rma_at(const struct rd_win_peer *peer, uint64_t at)
{
	return (void *)((uintptr_t)peer->mem + at);
}

/* ---- Copies between processes of a node (rma/cma.c, by node/cma.h); RD_ENOTSUP: cannot ---- */

int rd_cma_put(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at, uint64_t bytes);
int rd_cma_get(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at, uint64_t bytes);

/* ---- Waiting (passive.c) ---- */

/* Waits until all operations on the target are complete there and the buffers are free. */
int rd_rma_flush(struct rd_win *win, struct rd_win_peer *peer);
int rd_rma_flush_all(struct rd_win *win);
/* Waits until the buffers of this process's operations are free. */
void rd_rma_drain(struct rd_win_peer *peer);
/* Returns and clears the first error of an operation without a request. */
int rd_rma_error(struct rd_win *win);
/* 1: the lock, whose word is mapped here, was taken (rd_lock_try). */
int rd_rma_try(struct rd_win *win, struct rd_rma_lockword *lockword, int exclusive, int starving);
/* Releases a lock whose word is mapped here; notifies the process that sleeps until then. */
void rd_rma_drop(struct rd_win *win, struct rd_rma_lockword *lockword, int exclusive);
/* Before sleep: arranges a notification for each awaited lock word; RD_ARM_OK, ... */
int rd_rma_arm(struct rd_win *win);
void rd_rma_disarm(struct rd_win *win);
int rd_rma_acquire(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_hold hold);

#endif
