/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives with a request in memory that the members share (sm.h, sm_short.c, sm_pool.h).
 *
 * A communicator that has them has a segment for them alone, with a queue in each member: blocking
 * collectives, which may share theirs with other communicators, neither wait for it nor look at it.
 * So members may begin operations with a request on several communicators in any order, and
 * blocking ones in between.
 *
 * Long ones need a pool, too, which is this segment's own.
 *
 * Order. Operations get numbers when they begin, which is in the same order on all members.
 *
 * 1. An operation posts when it begins, even if earlier ones are not over: its post or slot is its
 *    own. If a member, this one included, may still read there, it posts as soon as none does, in
 *    any MPI call; later ones post after it. A long one begins when it is the first of the queue.
 * 2. Operations end in the order of their numbers: only the first of the queue reads. A member that
 *    has ended operation k, and published that, reads nothing of it or of earlier ones.
 * 3. Whether an operation is in the queue or a schedule is decided when it begins, from facts that
 *    are the same on all members.
 * 4. The segment is made in a blocking collective, for making it waits for all members.
 * 5. A call that waits for an operation carries out those before it in the same way as a blocking
 *    collective would; all other calls look whether the first of the queue lacks no post, or, of a
 *    long one, none for its next turn. `busy`: a thread is inside the first one, and others leave
 *    the queue alone.
 *
 * Memory. An operation of which the others need this member's part cannot be refused when memory is
 * out. Each queue has kept some for one operation; a call that begins another one meanwhile waits
 * for its end.
 */
#ifndef RD_COLL_SM_QUEUE_H
#define RD_COLL_SM_QUEUE_H

#include "coll/sm.h"

struct rd_shmcoll_queue;

/* Collective over the communicator. *out NULL: refused. */
int rd_shmcoll_queue_open(struct rd_comm *comm, struct rd_shmcoll_queue **out);
void rd_shmcoll_queue_close(struct rd_shmcoll_queue *queue);
/* At the end of the process. */
void rd_shmcoll_queue_fini(void);
/* The cause of the error of a call with `keeps_cause`, for the call that ends its request. */
void rd_shmcoll_queue_because(const struct rd_coll_call *call, const char *text);
/* In a blocking collective, on all members: makes room for long operations, if one has been begun.
 */
int rd_shmcoll_queue_prepare(struct rd_shmcoll_queue *queue, struct rd_comm *comm);

/* A call with a request finds no queue: after several of them the next blocking collective makes
 * one, if the members share memory and are few (sm.c). */
void rd_shmcoll_want_queue(struct rd_coll_state *state);

/*
 * Persistent operations. Each has a segment and a queue for it alone, which are made when it is
 * initialized, a call that may wait for the others (MPI-5.0 6.13): members may start such
 * operations in any order, so that no two share posts.
 */

/* The algorithm for a persistent call; NULL: none supports it. */
const struct rd_coll_algo *rd_shmcoll_kept_offer(const struct rd_coll_call *call);

/* Collective over the communicator. *req NULL: refused. */
int rd_shmcoll_queue_keep(const struct rd_coll_call *call, const struct rd_coll_algo *algo,
			  struct rd_req **req);

/* The algorithm for a call on a communicator with a queue; NULL: none supports it. */
const struct rd_coll_algo *rd_shmcoll_queue_offer(const struct rd_coll_call *call);

/* Begins the operation of a call that the algorithm supports. *req is complete if all that
 * it needs is there already. */
int rd_shmcoll_queue_begin(struct rd_shmcoll_queue *queue, struct rd_coll_call *call,
			   const struct rd_coll_algo *algo, struct rd_req **req);

#endif
