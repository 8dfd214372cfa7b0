/* SPDX-License-Identifier: BSD-3-Clause */
/* Active messages of a window (wire.h): sending, receiving, and the operations that wait for
 * them. Between the files of rma/. */
#ifndef RD_RMA_AM_H
#define RD_RMA_AM_H

#include "base/compiler.h"
#include "base/err.h"
#include "rma/win.h"
#include "rma/wire.h"

/* ---- Members (peers.c) ---- */

struct rd_win_peer *rd_win_peer_far(struct rd_win *win, int rank);

/* NULL: no memory for what is to be known of it. */
static inline struct rd_win_peer *rd_win_peer(struct rd_win *win, int rank)
{
	unsigned i = (unsigned)(rank - win->near_first);

	return rd_likely(i < (unsigned)win->near_n) ? &win->near[i] : rd_win_peer_far(win, rank);
}

/* NULL: nothing is known of it so far. */
struct rd_win_peer *rd_win_peer_known(const struct rd_win *win, int rank);
void rd_win_peers_visit(const struct rd_win *win,
			void (*visit)(const struct rd_win *win, struct rd_win_peer *peer, void *arg),
			void *arg);
struct rd_win_extent rd_win_extent(const struct rd_win *win, int rank);

/* n members from `first` on are near; later, when all have told their extents: fills in those of
 * the peers. */
int rd_win_peers_open(struct rd_win *win, int first, int n);
void rd_win_peers_fill(struct rd_win *win);
void rd_win_peers_close(struct rd_win *win);

/* It has, or will have, something that a flush must wait for. */
static inline void rd_win_touch(struct rd_win *win, struct rd_win_peer *peer)
{
	if (rd_list_empty(&peer->touched))
		rd_list_append(&win->touched, &peer->touched);
}

/* ---- Messages (am.c) ---- */

/* A message that is being made or has not left yet. */
struct rd_rma_letter {
	struct rd_list link;
	struct rd_req *req;
	struct rd_win *win; /* NULL: freed after a member was lost, without waiting for it */
	int answer;         /* data in the window's own context */
	uint64_t bytes; /* while memory lacks for sending it: how much, to whom, under which tag */
	int to, tag;
	_Alignas(16) struct rd_rma_msg msg;
	char payload[RD_RMA_PAYLOAD_B];
};
_Static_assert(offsetof(struct rd_rma_letter, payload) - offsetof(struct rd_rma_letter, msg) ==
	       sizeof(struct rd_rma_msg), "header and payload go as one");

/* Ready to receive, for a window of several members: before any of them may send; and the reverse:
 * all messages have left and none will come. */
int rd_rma_am_open(struct rd_win *win);
void rd_rma_am_close(struct rd_win *win);
/* Something is due in the window, or waited for: the progress loop looks at it until nothing is. */
void rd_rma_attend(struct rd_win *win);
struct rd_win *rd_rma_find(uint32_t id); /* the window of this id; NULL: there is none */
void rd_rma_am_fini(void);

struct rd_rma_letter *rd_rma_letter_new(struct rd_win *win, enum rd_rma_kind kind);
void rd_rma_letter_drop(struct rd_rma_letter *letter); /* instead of sending it */
/* Sends it with `bytes` of payload; it is gone, also after an error. */
int rd_rma_letter_send(struct rd_rma_letter *letter, int to, uint64_t bytes);
/* Its payload as data of `tag` instead, without the header; likewise, and it waits for memory. */
int rd_rma_letter_data(struct rd_rma_letter *letter, int to, int tag, uint64_t bytes);
/* Data of `tag` from where it lies; likewise, but RD_ENOMEM: nothing was sent. */
int rd_rma_letter_answer(struct rd_rma_letter *letter, const void *data, uint64_t count,
			 struct rd_type *type, int to, int tag);
/* A message without payload. */
int rd_rma_tell(struct rd_win *win, int to, enum rd_rma_kind kind, int op);

/* While more messages than is sensible have not left. For origins, not for handlers. */
void rd_rma_throttle(struct rd_win *win);

/* A tag for data: even ones from target to origin, odd ones from origin to target; never 0. */
static inline int rd_rma_tag(struct rd_win *win, int to_target)
{
	uint32_t n = ++win->tags & 0x1fffffff;

	return (int)(2 * (n ? n : ++win->tags & 0x1fffffff) + (uint32_t)!!to_target);
}

/* ---- At the target (target.c) ---- */

/* RD_ENOMEM: nothing was done, it is to be tried again. */
int rd_rma_handle(struct rd_win *win, int from, const struct rd_rma_msg *msg, const char *payload,
		  uint64_t bytes);
struct rd_rma_slip;
/* What a slip asks for; data that it wants goes to `old`. An error for its origin. */
int rd_rma_carry_out(struct rd_win *win, const struct rd_rma_slip *slip, char *old);
/* Acknowledgements that have come due, locks that have come free; events. */
int rd_rma_settle(struct rd_win *win);
int rd_rma_settle_now(const struct rd_win *win); /* 1 when there would be some */
/* What was asked for first of the locks that wait here (enum rd_rma_hold); NONE: none does. */
int rd_rma_asked(const struct rd_win *win, int *starving);
int rd_rma_is_busy(const struct rd_win *win); /* 1: it must be attended */
void rd_rma_target_close(struct rd_win *win);

/* ---- Operations under way (op.c) ---- */

/* An operation of this process that waits for messages, or data of a put that comes to it. */
struct rd_rma_op {
	struct rd_req req;
	struct rd_win *win;
	struct rd_win_peer *peer;
	int incoming;        /* data of another's put */
	int user;            /* the user has a request for it */
	int n, room;
	struct rd_req **part; /* [n] messages */
	uint64_t want, have; /* bytes that are to come, and have come: less if the target refuses */
	struct rd_req *one;   /* part, while one is enough */
	/* What comes packed into `packed` goes here in the end. */
	char *packed;
	void *result;
	uint64_t rcount, packed_b;
	struct rd_type *rtype; /* held */
};

/* NULL: no memory. */
struct rd_rma_op *rd_rma_op_new(struct rd_win *win, struct rd_win_peer *peer);
/* With the message that asks for it: both, or RD_ENOMEM. */
int rd_rma_op_letter(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_kind kind, struct rd_rma_op **op,
		     struct rd_rma_letter **letter);
/* One more message it waits for, from now on the operation's, also after an error. */
int rd_rma_op_add(struct rd_rma_op *op, struct rd_req *req);
/* Waits for data that the letter, with `bytes` of payload, asks for. It is gone, also after an
 * error. */
int rd_rma_op_ask(struct rd_rma_op *op, struct rd_rma_letter *letter, uint64_t bytes, void *into,
		  uint64_t count, struct rd_type *type);
/* No more will come; it may complete at once. *req: the request form's; NULL: nobody waits. */
void rd_rma_op_begin(struct rd_rma_op *op, struct rd_req **req);
/* Likewise, of one of which not all could be asked for: its caller tells why. */
void rd_rma_op_give_up(struct rd_rma_op *op);
/* One that waits for nothing yet and will not be begun. */
void rd_rma_op_drop(struct rd_rma_op *op);

/* ---- At the origin (reach.c) ---- */

/* The word that names a type in messages to `to`; tells it first if need be. */
int rd_rma_type_tell(struct rd_win *win, struct rd_win_peer *peer, struct rd_type *type,
		     uint32_t *word);

/*
 * Whether an operation on the target is allowed now, and where its data is: bytes from the start
 * of the target's window, an address in a dynamic one. RD_ERMA_SYNC, RD_ERMA_RANGE.
 */
int rd_rma_reach(struct rd_win *win, const struct rd_win_peer *peer, int64_t disp, uint64_t count,
		 const struct rd_type *type, uint64_t *at);

/* Before the first message of an operation: the lock of lock_all, which is taken when it is first
 * needed. */
int rd_rma_prepare(struct rd_win *win, struct rd_win_peer *peer);

/* RD_ERMA_RANGE when data of `count` elements at `at` is not within the window of `size` bytes. */
int rd_rma_inside(uint64_t at, uint64_t count, const struct rd_type *type, uint64_t size);
/* The same for the memory attached to the own dynamic window. */
int rd_rma_attached(const struct rd_win *win, uint64_t at, uint64_t count,
		    const struct rd_type *type);

/* Bytes of the first and behind the last that `count` elements touch, from their address;
 * RD_ERMA_RANGE when they do not fit 63 bits. */
int rd_rma_span(uint64_t count, const struct rd_type *type, int64_t *first, int64_t *end);

/* Whether a slip may be tried: it would overtake messages, and what only the target can refuse is
 * not told with a request. */
static inline int rd_rma_by_slip(const struct rd_rma_call *c, const struct rd_win_peer *peer)
{
	return peer->tray && !peer->dirty && !peer->pending && !peer->flushes &&
	       !(c->req && c->win->flavor == MPI_WIN_FLAVOR_DYNAMIC);
}

static inline void *rd_rma_at(const struct rd_win_peer *peer, uint64_t at)
{
	return (void *)((uintptr_t)peer->mem + at);
}

/* ---- Copying between processes of a node (cma.c); RD_ENOTSUP: it cannot be ---- */

int rd_cma_put(struct rd_win_peer *peer, uint64_t at, uint64_t tcount, const struct rd_type *ttype,
	       const void *origin, uint64_t ocount, const struct rd_type *otype, uint64_t bytes);
int rd_cma_get(struct rd_win_peer *peer, uint64_t at, uint64_t tcount, const struct rd_type *ttype,
	       void *result, uint64_t rcount, const struct rd_type *rtype, uint64_t bytes);

/* ---- Waiting (passive.c) ---- */

/* Until all that was sent to the target is done there and the buffers are free. */
int rd_rma_flush(struct rd_win *win, struct rd_win_peer *peer);
int rd_rma_flush_all(struct rd_win *win);
/* Until the buffers of the own operations are free. */
void rd_rma_drain(struct rd_win_peer *peer);
/* The first error of an operation without a request since it was last asked for. */
int rd_rma_error(struct rd_win *win);
/* Gives back a lock whose word can be reached; tells who sleeps until then. */
void rd_rma_drop(struct rd_win *win, struct rd_rma_desk *desk, int exclusive);
/* Before sleep: that changes of the words that are waited for be told; RD_ARM_OK, ... */
int rd_rma_arm(struct rd_win *win);
void rd_rma_disarm(struct rd_win *win);
int rd_rma_acquire(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_hold hold);

#endif
