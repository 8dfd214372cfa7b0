/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The way of a put or get between processes of a node whose memory is not shared: with the target,
 * by mailbox or by halves, or by single copy without it. Where both processors have one cache the
 * mailbox is quicker up to 8 KB, elsewhere up to 2 KB only: it takes two copies, but no system
 * call. Halves are quicker where the target waits in MPI, and slower if it copies, too. Each pair
 * of processes tries both ways now and then and takes the one that has been quicker.
 */
#ifndef RD_RMA_WAY_H
#define RD_RMA_WAY_H

#include "node/cma.h"

enum rd_rma_way { RD_WAY_TARGET, RD_WAY_COPY, RD_WAYS };

enum { RD_WAY_HALVES_B = 32768 }; /* from here on a second processor pays */

/* Duration of operations with one process, in one direction and order of size. */
struct rd_rma_rate {
	uint32_t calls;
	uint32_t ns[RD_WAYS]; /* mean, of 64 KB; 0: not tried yet */
};

/* A choice. */
struct rd_rma_chosen {
	enum rd_rma_way way;
	struct rd_rma_rate *rate;
	uint64_t since_ns; /* 0: it is not timed */
	uint64_t bytes;
};

/* `cma` may be NULL, or one that refuses. */
struct rd_rma_chosen rd_rma_choose(struct rd_cma_peer *cma, int reads, uint64_t bytes);
/* The operation has ended, and went by that way. */
void rd_rma_learn(const struct rd_rma_chosen *chosen);

#endif
