/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on the ring of cards: the state of a communicator there, and the contract between the
 * files ring*.c.
 *
 * Of the members behind one card, the one with the lowest world rank is the card's leader: the
 * others send it their parts by pt2pt, the leader operates the card, and sends them the result.
 * Cards are numbered in the order of their nodes, which is that of world ranks; that number is also
 * the card's place in the order of reductions (docs/CARD.md, Reduction), so card 0 is the root of
 * that order, whichever rank gets the result.
 *
 * Contexts of the ring: a communicator takes a barrier group and, if one is left, a reduction
 * group, by the same numbers on all its cards. A full/empty register of the first card records the
 * groups that are taken. A communicator without a barrier group is left to software.
 *
 * Order of operations. A communicator's contexts carry one operation at a time, the same one on all
 * its cards, and members issue the collectives of a communicator in the same order. So a card's
 * operations are carried out in the order in which its leader issued them, in whichever order they
 * complete:
 *
 * 1. An operation with a request takes its place in the communicator's queue in the call that
 *    issues it, and waits there for its turn, even where the leader still awaits the parts of the
 *    others behind its card. The progress loop carries it out.
 * 2. A blocking operation waits in its call until the queue is empty (rd_ring_turn). All operations
 *    in the queue were issued before it, so they depend on no call that a member makes later.
 * 3. Which operations are left to software is decided when the call is issued, from facts that are
 *    the same on all members: never from completions. A decision that depends on the state that
 *    earlier operations leave behind (rd_ring_ors) is made at the operation's turn, when that state
 *    is the same on all cards.
 * 4. Contexts are only taken in blocking calls, for taking them waits for all members; a
 *    communicator that has had no blocking collective has no contexts for its operations with a
 *    request.
 * 5. Persistent operations are left to software: each member may start them in an order of its own.
 *    So are those that are part of another collective (between groups, say): their turn would have
 *    to wait for earlier parts.
 * 6. An operation that waits in a queue or for members holds no resource that another communicator
 *    or a message might need, for several threads may wait so at once: long data go piece by piece
 *    through the slot of the communicator, or through a region of registered memory that is the
 *    communicator's own on all its cards (rd_ring_take_region). No operation waits for a region
 *    while it waits for another rank.
 */
#ifndef RD_COLL_RING_H
#define RD_COLL_RING_H

#include "base/compiler.h"
#include "base/err.h"
#include "base/list.h"
#include "btl_fpga/page.h"
#include "coll/call.h"
#include "coll/differ.h"
#include "pt2pt/request.h"

#define RD_RING_OPERAND_B 32u /* bytes that the card reduces at once */
#define RD_RING_SLOT_B 32768u /* bytes of DMA memory for each stream or vector */
#define RD_RING_FLOW_B 8192u  /* bytes of a broadcast that goes into an open stream */
#define RD_RING_STREAMS 6     /* of a page: as many communicators can broadcast */
#define RD_RING_CALLS 32      /* last calls that a leader remembers */
#define RD_RING_KNOWN 64      /* places for settings of a reduction group */
_Static_assert(RD_RING_STREAMS == RD_PAGE_READER, "the streams after them are for READs");
_Static_assert(RD_RING_SLOT_B *(RD_RING_STREAMS + RN_GREDUCE_OWNER_N) <= RD_PAGE_COLL_B,
	       "each stream and each reduction group has one");

/* The broadcasts of short data in one stream (ring_flow.c). */
struct rd_ring_flow {
	int last;        /* card that the last broadcast was from; -1: there was none */
	int open;        /* its stream is open for further short ones */
	uint32_t at;     /* bytes of the slot that are used */
	uint64_t number; /* of the last broadcast sent in the flow */
};

/* Broadcasts that have not arrived. */
struct rd_ring_lost {
	unsigned status; /* why a card has refused one of this card, enum DMA_STATUS; 0: none has */
	int node;        /* that card */
	int cut_off;     /* this card has lost one, whose cells may still come: it takes no other */
};

/* The reduction group of a communicator. */
struct rd_ring_reduction {
	int group;     /* -1: there was none left */
	uint32_t ctrl; /* register value that it runs with, and RD_RING_TAIL; 0: it is stopped */
	uint32_t known[RD_RING_KNOWN]; /* for which all members were found to give the same length,
					* each at its place; 0: none */
	int open;                      /* a reduction whose result this card has not waited for */
	int spoilt;                    /* this card has a vector of the group that may never end */
};

/* The operations of this card on a communicator, and the look for other leaders' (ring_differ.c).
 */
struct rd_ring_calls {
	uint32_t n;                               /* begun or queued */
	struct rd_coll_brief last[RD_RING_CALLS]; /* [number mod RD_RING_CALLS] */
	int inside;                               /* the last is a blocking one, under way */
	int verdict;                              /* 0, or the error of all later operations */
	int untold;                               /* the others have to be told of it */
	int obeys;                                /* it was another leader's */
	int waits;                                /* 1: the following are valid */
	uint32_t waits_in;                        /* number of the one that looks are for */
	uint32_t looks;                           /* for that one */
	uint32_t passes;                          /* of the waiting loop */
	uint64_t sleeps, due_ns;
};

/* A communicator on the ring. */
struct rd_ring {
	struct rd_ctx *ctx; /* of the communicator */
	int cards;          /* that its members are behind */
	int index;          /* of this one among them */
	int *node;          /* [cards] */
	int *leaders;       /* [cards] their ranks */
	int leader;         /* rank that speaks for this card */
	int leads;          /* this process is it */
	int *others;        /* [nothers] ranks of the others behind it, by world rank */
	int nothers;
	int one_page;        /* all leaders have the same page of their cards */
	const char *refusal; /* why the card does no operation for it; NULL: it does */
	int group;           /* of the barrier */
	struct rd_ring_reduction reduction;
	int may_pin;    /* all members' buffers can be registered */
	int region;     /* of its leaders' pages, for broadcasts; 0: none, -1: not asked for yet */
	uint32_t epoch; /* number of its use of the cards' contexts; cells of other uses are
			 * ignored */
	struct rd_ring_colocated
		*colocated; /* their processors (ring_colocated.c); NULL: not needed */
	struct rd_ring_flow flow;
	struct rd_ring_lost lost;
	struct rd_ring_calls *calls; /* leaders'; of its own, for waits change no ring */
	struct rd_list queue;        /* operations with a request; the first has its turn */
	struct rd_list queued;       /* in the list of rings whose queue is not empty */
	struct rd_list shared; /* in the list of rings that share a register (ring_differ.c) */
};

/* ---- Cards of ranks (ring_place.c) ---- */

/* The card that a rank is behind when the world is spread over `cards` cards. */
int rd_ring_card_of(const struct rd_comm *comm, int rank, int cards);
/* Ranks of the communicator in the order of world ranks. */
void rd_ring_sort(struct rd_comm *comm, int *ranks, int n);

/* ---- Contexts (ring_group.c) ---- */

/* Finds the card and the leader of each member; purely local. NULL: no memory. */
struct rd_ring *rd_ring_survey(struct rd_comm *comm);
/* Takes groups for the communicator and sets them up; collective. A refusal is no error. */
int rd_ring_take(struct rd_ring *ring, struct rd_comm *comm);
/* Takes a region, if one is left, for the first broadcast of long data of a communicator;
 * collective. */
int rd_ring_take_region(struct rd_ring *ring, struct rd_comm *comm);
void rd_ring_drop(struct rd_ring *ring);
/* Writes a word to the register that the leaders of the communicator share, of which they have one;
 * *was: the word before. Does not wait for other ranks. RD_EAGAIN: another thread waits for the
 * card's registers of that kind; RD_EPROC: the card does not answer. */
int rd_ring_swap(const struct rd_ring *ring, uint64_t word, uint64_t *was);

/* ---- Operations of leaders (ring_card.c) ---- */

/* Waits until the register has `want` under `mask`; `ring`: the other leaders make it so, NULL:
 * this card alone does. Returns 0, RD_EPROC when a card or link has died, which a message reports,
 * or RD_ECOUNT when the calls of the leaders differ. */
int rd_ring_await(const struct rd_ring *ring, uint32_t reg, uint32_t mask, uint32_t want);
#define RD_RING_LENGTH_W 16 /* low bits of such a word: a length */
/* As rd_ring_await, until the word in memory, which the card writes, has `value` above its
 * length. */
int rd_ring_await_word(const struct rd_ring *ring, const uint64_t *word, uint64_t value);
/* 1: a card or link has died, or a member's process has failed: groups stay open for ever. `ring`
 * NULL: members are not checked. has_failed: a message reports it. */
int rd_ring_is_broken(const struct rd_ring *ring);
int rd_ring_has_failed(const struct rd_ring *ring);
/* For waits: 0; RD_EPROC: it has failed; RD_ECOUNT, RD_ENOMEM: a verdict (ring_differ.c). Looks for
 * those of others while a blocking operation has its turn. */
int rd_ring_check(const struct rd_ring *ring);
void rd_ring_wait_init(void);
void rd_ring_wait_fini(void);

static inline uint32_t rd_ring_reg(const struct rd_ring *ring, uint32_t reg)
{
	return reg + (uint32_t)ring->reduction.group * RN_REDUCE_CTRL_STEP;
}

#define RD_RING_BUSY (RN_REDUCE_STATUS_RUN_MASK | RN_REDUCE_STATUS_DRAIN_MASK)

static inline uint32_t rd_ring_status(const struct rd_ring *ring)
{
	return rd_card_read(rd_page.card, rd_ring_reg(ring, RN_REDUCE_STATUS));
}

/* arrive: begins the barrier, leave: waits for its end. */
int rd_ring_barrier(const struct rd_ring *ring);
void rd_ring_arrive(const struct rd_ring *ring);
int rd_ring_leave(const struct rd_ring *ring);

/* ---- Leaders whose calls differ (ring_differ.c) ---- */

/* The next operation of this card, in the order in which all members issue them; returns its
 * number. */
static inline uint32_t rd_ring_call_count(struct rd_ring_calls *calls, struct rd_coll_brief call)
{
	calls->last[calls->n % RD_RING_CALLS] = call;
	return calls->n++;
}

/* The card cannot do its part of an operation that others wait in: they end with this error, too.
 * Nothing if the card or a member has failed: they know that. */
void rd_ring_fail(const struct rd_ring *ring, int err);
/* The error of an operation after that, of which the cause is given; 0: there was none. */
int rd_ring_verdict(const struct rd_ring *ring);
/* Of a leader that is about to sleep, in whichever wait: for those that wait on a card for it. */
void rd_ring_look_all(void);
/* A leader's communicator has contexts; the end of that, also when there were none. */
void rd_ring_share(struct rd_ring *ring);
void rd_ring_unshare(struct rd_ring *ring);
/* The leader of another card has given this for the last operation: RD_ECOUNT, with the cause. The
 * other leaders get an error, too, when they wait. */
int rd_ring_differs(const struct rd_ring *ring, int index, enum rd_coll_kind kind, uint64_t bytes);
/* Of a leader that waits in this operation: 0, or RD_ECOUNT, of which the cause is given. */
int rd_ring_look(const struct rd_ring *ring, uint32_t number, const struct rd_coll_brief *own);

/* ---- Ranks that share a processor (ring_colocated.c) ---- */

/* Only leaders that share processors have this state, in a communicator of all `size` ranks of the
 * host: only then does yielding delay no other work. NULL is no error. */
struct rd_ring_colocated *rd_ring_colocated_new(const struct rd_ring *ring, int size);
void rd_ring_colocated_free(struct rd_ring_colocated *colocated); /* NULL: nothing */
/* Called when this leader begins an operation in which it will wait for the others. */
void rd_ring_colocated_begin(const struct rd_ring *ring);
/* Called when a long wait begins: this leader may migrate to a processor that fewer leaders
 * share. */
void rd_ring_colocated_spread(const struct rd_ring *ring);
/* Yields this processor to leaders that run here and have not begun this operation. 0: all of them
 * have begun it, and the caller should spin. */
int rd_ring_colocated_give_way(const struct rd_ring *ring);

/* Starts the reduction group with `ctrl`, when none of its operations is under way; all members
 * take part where `ctrl` differs from the previous one. */
int rd_ring_start(struct rd_ring *ring, uint32_t ctrl);
/* Stops the group after an error, operations under way included: no results come from it any
 * more. */
void rd_ring_abandon(struct rd_ring *ring);
/* Waits until the reduction group has no operation under way, and stops it. */
int rd_ring_stop(struct rd_ring *ring);
/* Reduces 8 * beats bytes at `operand`; the result goes to `result`. `ctrl`: OP, TYPE, BEATS.
 * result NULL: this card does not wait for it. */
int rd_ring_reduce(struct rd_ring *ring, uint32_t ctrl, const uint64_t *operand, uint64_t *result);

/* The parts of these, without waiting. enter: enters the barrier; is_inside: has entered one that
 * not all have entered; run: starts a stopped reduction group; runs: the group runs with `ctrl`;
 * operand: writes an operand, which begins a reduction; result: reads the result. */
void rd_ring_enter(const struct rd_ring *ring);
int rd_ring_is_inside(const struct rd_ring *ring);
int rd_ring_run(struct rd_ring *ring, uint32_t ctrl);
static inline int rd_ring_runs(const struct rd_ring *ring, uint32_t ctrl)
{
	return ring->reduction.ctrl == (ctrl | RN_REDUCE_CTRL_EN_MASK);
}
void rd_ring_operand(const struct rd_ring *ring, uint32_t ctrl, const uint64_t *word);
/* A setting that this leader does not know yet: before the group runs with it, members find out by
 * a reduction with RD_RING_AGREE whether all give the same length. sign: the operand; signed: the
 * sum shows that they do, and the setting is known from now on. Members that all go from one known
 * setting to different known ones are not found out. */
#define RD_RING_AGREE (RD_RING_OR | 1u << RN_REDUCE_CTRL_BEATS_LSB | RD_RING_TAIL(1))
int rd_ring_knows(const struct rd_ring *ring, uint32_t ctrl);
void rd_ring_sign(uint32_t ctrl, uint64_t sign[RD_RING_OPERAND_B / 8]);
int rd_ring_signed(struct rd_ring *ring, uint32_t ctrl, const uint64_t *sum);
void rd_ring_result(const struct rd_ring *ring, uint32_t ctrl, uint64_t *word);

/* ---- The same in memory (ring_dma.c) ---- */

/* Broadcasts from the card with this index to all others; bytes in place. */
int rd_ring_bcast(struct rd_ring *ring, int from, void *buf, uint64_t bytes);
/* As rd_ring_reduce; operand and result may be one. `ctrl`: OP, TYPE. */
int rd_ring_reduce_vector(struct rd_ring *ring, uint32_t ctrl, const void *operand, void *result,
			  uint64_t bytes);

/* How the group runs for a vector: full cells from memory, along the chain, two transfers a link
 * for each cell. */
#define RD_RING_VECTOR \
	(RN_REDUCE_CTRL_STREAM_MASK | RN_REDUCE_CTRL_CHAIN_MASK | \
	 (RD_RING_OPERAND_B / 8 - 1) << RN_REDUCE_CTRL_BEATS_LSB)

/* The parts of these by way of the slot, without waiting; `over` is set when one has ended. Pieces
 * have at most RD_RING_SLOT_B bytes and, but for the last of a vector, whole cells. An operation
 * that takes a descriptor needs room for it first (rd_ring_dma_has_room). */
struct rd_ring_dma {
	struct rd_page_op op;
	int over, status;
};
int rd_ring_dma_has_room(void);
/* The leader sends broadcasts of this communicator, whose refusals it gets from now on; silence: it
 * gets none any more. */
void rd_ring_stream_listen(struct rd_ring *ring);
void rd_ring_stream_silence(const struct rd_ring *ring);
/* RD_EPROC, once: a card of the communicator has refused data that this one has sent since the last
 * call, so its ranks do not get them. */
int rd_ring_stream_refused(struct rd_ring *ring);
/* Waits until the operation is over; the last argument names it in messages. */
int rd_ring_dma_await(const struct rd_ring *ring, struct rd_ring_dma *s, const char *what);
/* Ends an operation that is over; the last argument names it in messages. */
int rd_ring_dma_end(struct rd_ring_dma *s, const char *what);
/* Ends an operation that may never be over. */
void rd_ring_dma_abandon(struct rd_ring *ring, struct rd_ring_dma *s);
int rd_ring_reduce_piece(const struct rd_ring *ring, struct rd_ring_dma *s, const void *operand,
			 uint32_t bytes, int wanted);
void rd_ring_reduced_piece(const struct rd_ring *ring, void *result, uint32_t bytes);
/* The slot for streams. */
char *rd_ring_slot(const struct rd_ring *ring);
/* arm: opens the stream for this many bytes from that card, whose end is not reported; open: the
 * root fills the slot, the other cards open the stream, and when it is over the bytes are in their
 * slots; disarm: closes it.
 * A card whose page is off, or whose completion ring has no place for the end of the stream, does
 * not open it. check finds that out, behind the beginning of the barrier in which all cards open
 * their streams, so that the others do not wait for the register to be read; barrier: the whole of
 * that barrier. The card is then cut off, which a message reports. */
void rd_ring_stream_arm(const struct rd_ring *ring, int from, uint64_t bytes);
void rd_ring_stream_open(struct rd_ring *ring, struct rd_ring_dma *s, int from, const void *buf,
			 uint32_t bytes);
void rd_ring_stream_check(struct rd_ring *ring);
int rd_ring_stream_barrier(struct rd_ring *ring);
void rd_ring_stream_disarm(const struct rd_ring *ring);
/* This card has lost a broadcast, or a part of one: it opens no stream of the communicator any
 * more, for a cell does not say which broadcast of its root it belongs to, and the root may be
 * late. Operations go on without its data and end with RD_EPROC, since the others wait for it in
 * barriers; another communicator is another use of the stream, with an epoch of its own. */
void rd_ring_stream_cut_off(struct rd_ring *ring);
/* Sends the bytes at `at` of the slot. */
int rd_ring_stream_send(const struct rd_ring *ring, struct rd_ring_dma *s, uint32_t at,
			uint32_t bytes);
void rd_ring_stream_take(const struct rd_ring *ring, void *buf, uint32_t bytes);

/* ---- Short broadcasts of the same root (ring_flow.c) ---- */

/* 1: the root is that of the last broadcast and the bytes are few. */
int rd_ring_flow_fits(const struct rd_ring *ring, int from, uint64_t bytes);
int rd_ring_flow(struct rd_ring *ring, int from, void *buf, uint64_t bytes);
/* Called before any other use of the stream or its slot. */
void rd_ring_flow_close(struct rd_ring *ring);

/* ---- Operations with a request (ring_queue.c) ---- */

enum rd_ring_work {
	RD_RING_WORK_BARRIER,
	RD_RING_WORK_REDUCE, /* in registers */
	RD_RING_WORK_VECTOR, /* in memory */
	RD_RING_WORK_BCAST,
};

/* An operation of a leader for its card; its memory is the caller's until the request is over. */
struct rd_ring_op {
	struct rd_ring *ring;
	enum rd_ring_work work;
	uint32_t ctrl;              /* reductions: OP, TYPE, in registers BEATS */
	int from;                   /* bcast: index of the card that has the data */
	int can_reduce, can_stream; /* bcast: the choice is made at its turn */
	const void *operand;        /* NULL: zeros */
	void *result;               /* NULL: not wanted; bcast: the data */
	uint64_t bytes;
	struct rd_coll_brief call;
	/* ring_queue.c's own: */
	uint32_t number; /* of the card's operations */
	int is_queued;
	struct rd_req req;
	struct rd_list link; /* in the ring's queue */
	int state;
	int err;
	char why[RD_CAUSE_B];   /* cause of `err`; "": none */
	int agrees;             /* the group runs with RD_RING_AGREE for it */
	uint64_t at;            /* bytes done */
	struct rd_ring_dma dma; /* of the current piece */
};

/* Puts the operation into the queue. For rd_sched_call; returns 0. */
int rd_ring_op_enqueue(void *op);
/* Called when all its operands are there; `err`: they never will be, and the other leaders end with
 * that error, too. For rd_sched_request. */
int rd_ring_op_begin(void *op, int err, struct rd_req **req);
/* For the progress loop: carries out the queues; returns the number of steps. */
int rd_ring_queue_poll(void);
/* Removes operations that are left at the end of the process. */
void rd_ring_unqueue(struct rd_ring *ring);

void rd_ring_await_turn(struct rd_ring *ring);
/* Called before a blocking operation uses the card. */
static inline void rd_ring_turn(struct rd_ring *ring)
{
	if (rd_unlikely(!rd_list_empty(&ring->queue)))
		rd_ring_await_turn(ring);
}

/* ---- Algorithms (ring_ops.c, ring_vector.c, ring_order.c, ring_record.c) ---- */

static inline struct rd_ring *rd_ring_of(const struct rd_coll_call *call)
{
	return call->comm->coll_state->ring;
}

/* A group runs with a setting that the call's length is a part of, as far as the cards do not see
 * it: bytes modulo the longest operand, in bits of `ctrl` that the register does not have. */
#define RD_RING_TAIL_LSB 24
#define RD_RING_CTRL_MASK ((1u << RD_RING_TAIL_LSB) - 1)
#define RD_RING_TAIL(bytes) ((uint32_t)((bytes) % RD_RING_OPERAND_B) << RD_RING_TAIL_LSB)
/* kind_of: OP and TYPE of a reduction that was not refused; length_of: BEATS and RD_RING_TAIL for
 * this many bytes. */
uint32_t rd_ring_kind_of(const struct rd_coll_call *call);
uint32_t rd_ring_length_of(uint64_t bytes);
/* A broadcast without memory for its data at this leader: the messages of the call, which are
 * poison messages, and the error for the other leaders. Returns it. */
int rd_ring_leave_out(struct rd_coll_call *call, int err);
/* 1: a part of a rank behind this card has not come, or is wrong. The card does not take part, and
 * the other leaders get the error. */
int rd_ring_tell_unable(struct rd_coll_call *call);
static inline int rd_ring_is_unable(struct rd_coll_call *call)
{
	return rd_unlikely(call->err) && rd_ring_tell_unable(call);
}
/* Index of the card that a rank is behind. */
int rd_ring_index_of(const struct rd_coll_call *call, int rank);

/* Why a broadcast cannot be a stream to all nodes (NULL: it can); the same on all members. */
const char *rd_ring_unless_stream(const struct rd_coll_call *call);
/* Data that fits an operand can also be broadcast as a reduction to which the others contribute
 * 0. */
int rd_ring_fits_operand(const struct rd_coll_call *call);
#define RD_RING_OR \
	((uint32_t)RN_REDUCE_OP_BOR << RN_REDUCE_CTRL_OP_LSB | (uint32_t)RN_REDUCE_TYPE_U64 \
								       << RN_REDUCE_CTRL_TYPE_LSB)
/* A reduction by RD_RING_OR is quicker, unless the group has to be set up for it, now and for the
 * operation after it. */
int rd_ring_ors(const struct rd_ring *ring);

/* 1: this leader operates the card for that rank, which is another one. */
int rd_ring_is_other(const struct rd_ring *ring, int rank);

/* Reductions in memory; `ctrl`: OP, TYPE. `root` -1: all get the result. */
int rd_ring_vector(struct rd_coll_call *call, uint32_t ctrl, int root);
/* The call is not too long for the cards. */
int rd_ring_vector_fits(const struct rd_coll_call *call);
/* The call is quicker in memory than in registers, or too long for those; it was not refused. */
int rd_ring_vector_pays(const struct rd_coll_call *call);
void rd_ring_vector_init(void); /* reads RONDO_RING_VECTOR */
void rd_ring_ops_init(void);
void rd_ring_order_init(void); /* reads RONDO_REDUCE_ORDER */
extern const struct rd_coll_algo rd_ring_algo_barrier, rd_ring_algo_bcast, rd_ring_algo_reduce,
	rd_ring_algo_allreduce, rd_ring_order_reduce, rd_ring_order_allreduce,
	rd_ring_queue_barrier, rd_ring_queue_bcast, rd_ring_queue_reduce, rd_ring_queue_allreduce;

#endif
