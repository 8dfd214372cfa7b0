/* SPDX-License-Identifier: BSD-3-Clause */
/* What the members of a window tell each other when it is made, and the memory that those on one
 * node share. Between win.c, segment.c and cma.c. */
#ifndef RD_RMA_SEGMENT_H
#define RD_RMA_SEGMENT_H

#include "comm/agree.h"
#include "rma/win.h"

struct rd_rma_card {
	uint64_t size;    /* bytes of the window, as asked for */
	int64_t unit;     /* bytes per displacement */
	uint64_t base;    /* its address in the process; 0: in the segment */
	uint64_t align;   /* bytes; what the place in the segment is a multiple of */
	uint64_t token;   /* random: that the process reached by pid is the right one */
	uint64_t token_at; /* its address there */
	int32_t pid;
	int32_t node;     /* the lowest world rank of its node */
	int32_t fd;       /* of the segment in the first member of the node; -1: none */
	int32_t direct;   /* the process may use shared memory for transport (RONDO_BTL) */
};

/* Fills in the own card; the first member of a node makes the segment's file. */
void rd_rma_card_write(struct rd_win *win, const struct rd_win_want *want,
		       struct rd_rma_card *card);

/*
 * Collective, after the cards have been exchanged: maps the node's segment, and sets desk, mem and
 * view of the members that are in it. Gives and shares nothing when a member could not
 * (`want` says whether that is an error).
 */
int rd_rma_segment_open(struct rd_win *win, const struct rd_win_want *want,
			struct rd_rma_card *cards);
void rd_rma_segment_close(struct rd_win *win);

/* What rd_rma_card.token_at points to. */
extern uint64_t rd_rma_token;

#endif
