/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives' state of a communicator. It lies in the communicator, so that a collective
 * never lacks memory for it: without it no member could be told. Only coll/ looks inside.
 */
#ifndef RD_COMM_COLL_STATE_H
#define RD_COMM_COLL_STATE_H

#include <stdint.h>

struct rd_coll_answer;   /* coll/call.h */
struct rd_ring;          /* coll/ring.h */
struct rd_shmcoll;       /* coll/sm.h */
struct rd_shmcoll_queue; /* coll/sm_queue.h */
struct rd_hier;          /* coll/hier.c */

/* There may be thousands that are hardly used: 64 bytes, and no answers before a communicator has
 * been used often. */
struct rd_coll_state {
	uint8_t where;     /* enum rd_coll_where, as in the call */
	uint8_t mask;      /* answers - 1; one to a call of kind k is number k & mask */
	uint16_t uses;     /* collectives so far, at most RD_COLL_USES */
	uint8_t shm_lacks; /* memory or descriptors are the reason for having no shared segment */
	uint8_t requests;  /* calls with a request so far that wait for a queue; sm.c */
	struct rd_coll_answer *answers; /* [mask + 1], or the one of none */
	struct rd_ring *ring;           /* on the cards; NULL: there are none */
	struct rd_shmcoll *shm;         /* the shared segment; NULL: none */
	const char *shm_refusal;        /* why there is none; NULL: not tried yet */
	struct rd_shmcoll_queue *queue; /* of calls with a request; NULL: none */
	struct rd_hier *hier; /* nodes of the members, if several; NULL: unknown, or of no use */
	const char *hier_refusal; /* why there is none; NULL: not tried yet */
};

#endif
