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
 */
#ifndef RD_COLL_RING_H
#define RD_COLL_RING_H

#include "btl_fpga/page.h"
#include "coll/call.h"

#define RD_RING_OPERAND_B 32u  /* bytes that the card reduces at once */
#define RD_RING_SLOT_B 32768u  /* bytes of DMA memory for each stream */
#define RD_RING_STREAMS 8      /* of a page: as many communicators can broadcast */
_Static_assert(RD_RING_SLOT_B * RD_RING_STREAMS <= RD_PAGE_COLL_B, "they fit");

/* A communicator on the ring. */
struct rd_ring {
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
	uint32_t ctrl;   /* what the reduction group runs with; 0: it is stopped */
	int open;        /* a reduction whose result this card has not waited for */
};

/* ---- Contexts (ring_group.c) ---- */

/* Whose members are behind which card; purely local. NULL: no memory. */
struct rd_ring *rd_ring_survey(struct rd_comm *comm);
/* Takes groups for it and sets them up; collective. A refusal is no error. */
int rd_ring_take(struct rd_ring *ring, struct rd_comm *comm);
void rd_ring_drop(struct rd_ring *ring);

/* ---- What leaders do (ring_card.c) ---- */

/* Until the register has `want` under `mask`. 0, or RD_EPROC when a card or link has died, said
 * in a message. */
int rd_ring_await(uint32_t reg, uint32_t mask, uint32_t want);
void rd_ring_wait_init(void);
void rd_ring_wait_fini(void);

static inline uint32_t rd_ring_reg(const struct rd_ring *ring, uint32_t reg)
{
	return reg + (uint32_t)ring->reducer * RN_REDUCE_CTRL_STEP;
}

int rd_ring_barrier(struct rd_ring *ring);
/* Waits until the reduction group has nothing under way, and stops it. */
int rd_ring_stop(struct rd_ring *ring);
/* 8 * beats bytes at `operand` are reduced; the result goes to `result`. `ctrl`: OP, TYPE, BEATS.
 * result NULL: this card does not wait for it. */
int rd_ring_reduce(struct rd_ring *ring, uint32_t ctrl, const uint64_t *operand, uint64_t *result);
/* From the card with this index to all others; bytes in place. */
int rd_ring_bcast(struct rd_ring *ring, int from, void *buf, uint64_t bytes);

/* ---- Algorithms (ring_ops.c, ring_order.c) ---- */

void rd_ring_ops_init(void);
void rd_ring_order_init(void); /* reads RONDO_REDUCE_ORDER */
extern const struct rd_coll_algo rd_ring_algo_barrier, rd_ring_algo_bcast, rd_ring_algo_reduce,
	rd_ring_algo_allreduce, rd_ring_order_reduce, rd_ring_order_allreduce;

#endif
