/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on the ring of cards: what a communicator has there, and the contract between the
 * files ring*.c.
 *
 * Of the members behind one card, the one with the lowest world rank is the card's leader: the
 * others hand it their part by pt2pt, it speaks to the card, and hands them the result. Cards are
 * numbered in the order of their nodes, which is that of world ranks; that number is also the
 * card's place in the order of reductions (docs/CARD.md, Reduction), so card 0 is the root of that
 * order, whichever rank gets the result.
 *
 * Contexts of the ring: a communicator takes a barrier group and, if one is left, a reduction
 * group, by the same numbers on all its cards. Which are taken stands in a full/empty register of
 * the first card. Without a barrier group it is left to software.
 *
 * Order. A communicator's contexts carry one operation at a time, the same one on all its cards,
 * and members issue the collectives of a communicator in the same order. So a card's operations are
 * done in the order in which its leader issued them, whatever completes when:
 *
 * 1. An operation with a request takes its place in the communicator's queue in the call that
 *    issues it, and waits there for its turn, even where the leader still awaits the parts of the
 *    others behind its card. It goes on in the progress loop.
 * 2. A blocking operation waits in its call until the queue is empty (rd_ring_turn). All in the
 *    queue were issued before it, so they need nothing of any member that has to come after it.
 * 3. What goes to software is decided when the call is issued, from what all members know alike:
 *    never by what has completed. What depends on the state that earlier operations leave behind
 *    (rd_ring_ors) is decided at the operation's turn, when that state is the same on all cards.
 * 4. Contexts are only taken in blocking calls, for taking them waits for all members; a
 *    communicator that has had none has none for its operations with a request.
 * 5. Persistent ones are software's: each member may start them in an order of its own. So are
 *    those that are part of another collective (between groups, say): their turn would have to
 *    wait for parts that come before.
 * 6. What waits in a queue or for members keeps nothing that another communicator or a message
 *    might need, for several threads may wait so at once: long data go piece by piece through the
 *    slot of the communicator, or through a region of registered memory that is the
 *    communicator's own on all its cards (rd_ring_take_region). Nothing waits for a region while
 *    another rank is waited for.
 */
#ifndef RD_COLL_RING_H
#define RD_COLL_RING_H

#include "base/compiler.h"
#include "base/list.h"
#include "btl_fpga/page.h"
#include "coll/call.h"
#include "pt2pt/request.h"

#define RD_RING_OPERAND_B 32u  /* bytes that the card reduces at once */
#define RD_RING_SLOT_B 32768u  /* bytes of DMA memory for each stream or vector */
#define RD_RING_FLOW_B 8192u   /* bytes of a broadcast that goes into an open stream */
#define RD_RING_STREAMS 8      /* of a page: as many communicators can broadcast */
_Static_assert(RD_RING_SLOT_B * (RD_RING_STREAMS + RN_GREDUCE_OWNER_N) <= RD_PAGE_COLL_B,
	       "each stream and each reduction group has one");

/* A communicator on the ring. */
struct rd_ring {
	struct rd_ctx *ctx; /* of the communicator */
	int cards;       /* that its members are behind */
	int index;       /* of this one among them */
	int *node;       /* [cards] */
	int leader;      /* rank that speaks for this card */
	int leads;       /* this process is it */
	int *others;     /* [nothers] ranks of the others behind it, by world rank */
	int nothers;
	int one_page;    /* all leaders have the same page of their cards */
	const char *refusal; /* why the card does nothing for it; NULL: it does */
	int group;       /* of the barrier */
	int reducer;     /* group of the reduction; -1: there was none left */
	int may_pin;     /* all members' buffers can be registered */
	int region;      /* of its leaders' pages, for broadcasts; 0: none, -1: not asked for yet */
	uint32_t ctrl;   /* what the reduction group runs with; 0: it is stopped */
	int open;        /* a reduction whose result this card has not waited for */
	int spoilt;      /* this card has a vector of the group that may never end */
	struct rd_ring_mates *mates; /* where they run (ring_mates.c); NULL: that does not matter */
	struct {
		int last;        /* card that the last broadcast was from; -1: there was none */
		int open;        /* its stream is, for short ones to come (ring_flow.c) */
		uint32_t at;     /* bytes of the slot that are used */
		uint64_t number; /* of the last broadcast that went so */
	} flow;
	struct rd_list queue;  /* operations with a request, the one whose turn it is first */
	struct rd_list queued; /* in the list of those with a queue that is not empty */
};

/* ---- Who is where (ring_place.c) ---- */

/* The card that a rank is behind when the world is spread over so many. */
int rd_ring_card_of(const struct rd_comm *comm, int rank, int cards);
/* Ranks of the communicator in the order of world ranks. */
void rd_ring_sort(struct rd_comm *comm, int *ranks, int n);

/* ---- Contexts (ring_group.c) ---- */

/* Whose members are behind which card; purely local. NULL: no memory. */
struct rd_ring *rd_ring_survey(struct rd_comm *comm);
/* Takes groups for it and sets them up; collective. A refusal is no error. */
int rd_ring_take(struct rd_ring *ring, struct rd_comm *comm);
/* Takes a region, if one is left, for a communicator whose first broadcast of long
 * data comes; collective. */
int rd_ring_take_region(struct rd_ring *ring, struct rd_comm *comm);
void rd_ring_drop(struct rd_ring *ring);

/* ---- What leaders do (ring_card.c) ---- */

/* Until the register has `want` under `mask`; `ring`: by the other leaders, NULL: by this card
 * alone. 0, or RD_EPROC when a card or link has died, said
 * in a message. */
int rd_ring_await(const struct rd_ring *ring, uint32_t reg, uint32_t mask, uint32_t want);
/* Likewise until the word in memory, which the card writes, has `value`. */
int rd_ring_await_word(const struct rd_ring *ring, const uint64_t *word, uint64_t value);
/* A card or link has died, said in a message, or a member's process: groups stay open for ever.
 * `ring` NULL: no members are meant. */
int rd_ring_has_failed(const struct rd_ring *ring);
void rd_ring_wait_init(void);
void rd_ring_wait_fini(void);

static inline uint32_t rd_ring_reg(const struct rd_ring *ring, uint32_t reg)
{
	return reg + (uint32_t)ring->reducer * RN_REDUCE_CTRL_STEP;
}

#define RD_RING_BUSY (RN_REDUCE_STATUS_RUN_MASK | RN_REDUCE_STATUS_DRAIN_MASK)

static inline uint32_t rd_ring_status(const struct rd_ring *ring)
{
	return rd_card_read(rd_page.card, rd_ring_reg(ring, RN_REDUCE_STATUS));
}

int rd_ring_barrier(struct rd_ring *ring);

/* ---- Ranks that share a processor (ring_mates.c) ---- */

/* Only leaders that share processors have mates, in a communicator of all `size` ranks of the
 * host: only then nobody else is kept waiting. NULL is no error. */
struct rd_ring_mates *rd_ring_mates_new(const struct rd_ring *ring, int size);
/* This leader begins an operation in which it will wait for the others. */
void rd_ring_mates_begin(const struct rd_ring *ring);
/* A long wait begins: this leader may go to another processor, where there are fewer. */
void rd_ring_mates_spread(const struct rd_ring *ring);
/* Gives this processor to those who run here and have not come to this operation. Whether it did:
 * if not, all of them have, and it is time to look on. */
int rd_ring_mates_give_way(const struct rd_ring *ring);

/* Lets the reduction group run with `ctrl`, when nothing of it is under way; the first time with
 * another one than before, it is for all members. */
int rd_ring_start(struct rd_ring *ring, uint32_t ctrl);
/* Stops it after an error, whatever is under way: nothing of it comes any more. */
void rd_ring_abandon(struct rd_ring *ring);
/* Waits until the reduction group has nothing under way, and stops it. */
int rd_ring_stop(struct rd_ring *ring);
/* 8 * beats bytes at `operand` are reduced; the result goes to `result`. `ctrl`: OP, TYPE, BEATS.
 * result NULL: this card does not wait for it. */
int rd_ring_reduce(struct rd_ring *ring, uint32_t ctrl, const uint64_t *operand, uint64_t *result);

/* The parts of these, without waiting: enters the barrier; has entered one that not all have
 * entered; lets a stopped reduction group run; it runs with `ctrl`; writes an operand, which
 * begins a reduction; reads the result. */
void rd_ring_enter(const struct rd_ring *ring);
int rd_ring_is_inside(const struct rd_ring *ring);
int rd_ring_run(struct rd_ring *ring, uint32_t ctrl);
static inline int rd_ring_runs(const struct rd_ring *ring, uint32_t ctrl)
{
	return ring->ctrl == (ctrl | RN_REDUCE_CTRL_EN_MASK);
}
void rd_ring_operand(const struct rd_ring *ring, uint32_t ctrl, const uint64_t *word);
void rd_ring_result(const struct rd_ring *ring, uint32_t ctrl, uint64_t *word);

/* ---- Likewise, in memory (ring_dma.c) ---- */

/* From the card with this index to all others; bytes in place. */
int rd_ring_bcast(struct rd_ring *ring, int from, void *buf, uint64_t bytes);
/* As rd_ring_reduce; operand and result may be one. `ctrl`: OP, TYPE. */
int rd_ring_reduce_vector(struct rd_ring *ring, uint32_t ctrl, const void *operand, void *result,
			  uint64_t bytes);

/* How the group runs for it: full cells from memory, along the chain, two transfers a link for
 * each. */
#define RD_RING_VECTOR (RN_REDUCE_CTRL_STREAM_MASK | RN_REDUCE_CTRL_CHAIN_MASK | \
			(RD_RING_OPERAND_B / 8 - 1) << RN_REDUCE_CTRL_BEATS_LSB)

/* The parts of these by way of the slot, without waiting; `over` says that one is. Pieces have at
 * most RD_RING_SLOT_B bytes and, but for the last of a vector, whole cells. What takes a descriptor
 * needs room for it first. */
struct rd_ring_dma {
	struct rd_page_op op;
	int over, status;
};
int rd_ring_dma_has_room(void);
/* Until it is over; `what` it is. */
int rd_ring_dma_await(const struct rd_ring *ring, struct rd_ring_dma *s, const char *what);
/* Ends what is over; `what` it was. */
int rd_ring_dma_end(struct rd_ring_dma *s, const char *what);
/* Ends what may never be over. */
void rd_ring_dma_abandon(const struct rd_ring *ring, struct rd_ring_dma *s);
int rd_ring_reduce_piece(const struct rd_ring *ring, struct rd_ring_dma *s, const void *operand,
			 uint32_t bytes, int wanted);
void rd_ring_reduced_piece(const struct rd_ring *ring, void *result, uint32_t bytes);
/* The slot for streams; opens the stream for so many bytes from that card, `op` (NULL: none) hears
 * of its end; closes it. */
char *rd_ring_slot(const struct rd_ring *ring);
void rd_ring_stream_arm(const struct rd_ring *ring, int from, uint64_t bytes,
			struct rd_page_op *op);
void rd_ring_stream_disarm(const struct rd_ring *ring);
/* All open the stream before the root sends; bytes of others are in the slot when it is over. */
void rd_ring_stream_open(struct rd_ring *ring, struct rd_ring_dma *s, int from,
			 const void *buf, uint32_t bytes);
/* Bytes at `at` of the slot. */
int rd_ring_stream_send(const struct rd_ring *ring, struct rd_ring_dma *s, uint32_t at,
			uint32_t bytes);
void rd_ring_stream_take(const struct rd_ring *ring, void *buf, uint32_t bytes);

/* ---- Short broadcasts of the same root (ring_flow.c) ---- */

/* Whether the root is the last one's and the bytes are few. */
int rd_ring_flow_fits(const struct rd_ring *ring, int from, uint64_t bytes);
int rd_ring_flow(struct rd_ring *ring, int from, void *buf, uint64_t bytes);
/* Before the stream or its slot is used for anything else. */
void rd_ring_flow_close(struct rd_ring *ring);

/* ---- Operations with a request (ring_queue.c) ---- */

enum rd_ring_work {
	RD_RING_WORK_BARRIER,
	RD_RING_WORK_REDUCE, /* in registers */
	RD_RING_WORK_VECTOR, /* in memory */
	RD_RING_WORK_BCAST,
};

/* What a leader has for its card; its memory is the caller's until the request is over. */
struct rd_ring_op {
	struct rd_ring *ring;
	enum rd_ring_work work;
	uint32_t ctrl;       /* reductions: OP, TYPE, in registers BEATS */
	int from;            /* bcast: index of the card that has the data */
	int can_reduce, can_stream; /* bcast: which is better shows at its turn */
	const void *operand; /* NULL: zeros */
	void *result;        /* NULL: not wanted; bcast: the data */
	uint64_t bytes;
	/* ring_queue.c's own: */
	struct rd_req req;
	struct rd_list link;    /* in the ring's queue */
	int state;
	int err;
	uint64_t at;            /* bytes that are over */
	struct rd_ring_dma dma; /* of the present piece */
};

/* Takes its place in the queue. For rd_sched_call; gives 0. */
int rd_ring_op_enqueue(void *op);
/* All that it needs is there. For rd_sched_request. */
int rd_ring_op_begin(void *op, struct rd_req **req);
/* For the progress loop: lets the queues go on; how many steps. */
int rd_ring_queue_poll(void);
/* There may be operations left at the end of the process. */
void rd_ring_unqueue(struct rd_ring *ring);

void rd_ring_await_turn(struct rd_ring *ring);
/* Before a blocking operation speaks to the card. */
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

/* OP and TYPE of a reduction that was not refused; BEATS of so many bytes. */
uint32_t rd_ring_kind_of(const struct rd_coll_call *call);
uint32_t rd_ring_length_of(uint64_t bytes);
/* Index of the card that a rank is behind. */
int rd_ring_index_of(const struct rd_coll_call *call, int rank);

/* Why a broadcast cannot be a stream to all nodes; the same on all members. */
const char *rd_ring_unless_stream(const struct rd_coll_call *call);
/* What fits an operand can also go as a reduction to which the others give 0. */
int rd_ring_fits_operand(const struct rd_coll_call *call);
#define RD_RING_OR ((uint32_t)RN_REDUCE_OP_BOR << RN_REDUCE_CTRL_OP_LSB | \
		    (uint32_t)RN_REDUCE_TYPE_U64 << RN_REDUCE_CTRL_TYPE_LSB)
/* That is quicker, unless the group has to be set up for it, now and for what comes after. */
int rd_ring_ors(const struct rd_ring *ring);

/* This rank is behind the same card as its leader, whom it speaks to the card by. */
int rd_ring_is_other(const struct rd_ring *ring, int rank);

/* Reductions in memory; `ctrl`: OP, TYPE. `root` -1: all get the result. */
int rd_ring_vector(struct rd_coll_call *call, uint32_t ctrl, int root);
/* It is not too long for the cards. */
int rd_ring_vector_fits(const struct rd_coll_call *call);
/* It is quicker in memory than in registers, or too long for those; it was not refused. */
int rd_ring_vector_pays(const struct rd_coll_call *call);
void rd_ring_vector_init(void); /* reads RONDO_RING_VECTOR */
void rd_ring_ops_init(void);
void rd_ring_order_init(void); /* reads RONDO_REDUCE_ORDER */
extern const struct rd_coll_algo rd_ring_algo_barrier, rd_ring_algo_bcast, rd_ring_algo_reduce,
	rd_ring_algo_allreduce, rd_ring_order_reduce, rd_ring_order_allreduce,
	rd_ring_queue_barrier, rd_ring_queue_bcast, rd_ring_queue_reduce, rd_ring_queue_allreduce;

#endif
