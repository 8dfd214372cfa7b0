/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Schedules: a collective as a list of steps (send, receive, copy, combine) that is carried out
 * inside any MPI call of the program, while the program goes on. The request of a non-blocking or
 * persistent collective has one.
 *
 * How one is written, with an allgather among a few as the example:
 *
 *     struct rd_sched_spare spare;
 *     struct rd_sched *s = rd_sched_new(&comm->coll, rd_comm_coll_tag(comm), &spare);
 *
 *     rd_sched_copy(s, own place, count, type, sbuf, scount, stype);
 *     for (each peer)
 *             rd_sched_recv(s, its place, count, type, peer);
 *     for (each peer)
 *             rd_sched_send(s, sbuf, scount, stype, peer);
 *     return rd_coll_not_begun(comm, rd_sched_begin(s, &req));
 *
 * 1. Steps begin in the order in which they are added. Copies and combinations are complete when
 *    the next step begins; messages are not: all progress at once, whichever memory they touch.
 *    Before a step that reads the data of a received message, or writes to memory that a message is
 *    sent from, add rd_sched_await(s, step) for that message, or rd_sched_fence(s) for all earlier
 *    ones. The end of the schedule is a fence.
 * 2. Every collective has its own tag (rd_comm_coll_tag, called by all members, once for each
 *    collective, in the same order; for persistent ones rd_comm_persistent_tag, once, at
 *    initialization), so that any number of them may be under way on a communicator.
 * 3. Several messages from one process to another match in the order in which they are added: the
 *    n-th receive from a peer matches the n-th message that the peer sends here. All messages of a
 *    schedule have the same tag.
 * 4. Messages without data are left out, on both sides (signatures match, so both sides leave them
 *    out), and those to or from MPI_PROC_NULL; rd_sched_signal and rd_sched_wait_signal are
 *    messages without data.
 * 5. Peers are ranks of the context: for an intercommunicator's, ranks of the remote group.
 *    rd_sched_within changes context and tag for the steps that follow (to the local group's, say).
 * 6. The schedule holds references to types and operators; buffers are the caller's until the
 *    request is complete; arrays of counts and the like are only read while the schedule is
 *    written. Memory for intermediate data is allocated by rd_sched_memory or rd_sched_room and
 *    lives as long as the schedule.
 * 7. Functions that add a step return its number, for rd_sched_await, -1 if it was left out. A lack
 *    of memory is reported by rd_sched_begin or rd_sched_keep; whether these succeed
 *    or not, the schedule is no longer the caller's.
 * 8. A step that fails does not end the schedule, since others depend on the messages that follow;
 *    the request completes with the first error.
 * 9. Without memory for its steps a schedule is not carried out, but others wait for its messages.
 *    Unless it is persistent, they get poison messages at once, so that their requests end with
 *    RD_ENOMEM; the messages that they send are received, without data, when they come. That may be
 *    after the call: the communicator must exist (rd_coll_not_begun).
 */
#ifndef RD_COLL_SCHED_H
#define RD_COLL_SCHED_H

#include "datatype/op.h"
#include "pt2pt/pt2pt.h"

struct rd_sched;

/* The writer's, until rd_sched_begin, rd_sched_keep or rd_sched_drop: it takes the place of a
 * schedule that there is no memory for. */
struct rd_sched_spare {
	void *room[64];
};

struct rd_sched *rd_sched_new(struct rd_ctx *ctx, int tag, struct rd_sched_spare *spare);

/* Context and tag of the steps that follow. */
void rd_sched_within(struct rd_sched *s, struct rd_ctx *ctx, int tag);

int rd_sched_send(struct rd_sched *s, const void *buf, uint64_t count, struct rd_type *type,
		  int dest);
int rd_sched_recv(struct rd_sched *s, void *buf, uint64_t count, struct rd_type *type, int src);
/* Messages without data. Steps that have to be over before one have to be awaited. */
int rd_sched_signal(struct rd_sched *s, int dest);
int rd_sched_wait_signal(struct rd_sched *s, int src);

/* Between buffers of any layout in this process; RD_ETRUNCATE when the destination is smaller. */
void rd_sched_copy(struct rd_sched *s, void *dst, uint64_t dcount, struct rd_type *dtype,
		   const void *src, uint64_t scount, struct rd_type *stype);
/* inout = in op inout; out = left op right, as rd_op_apply and rd_op_apply3. */
void rd_sched_apply(struct rd_sched *s, struct rd_op *op, const void *in, void *inout,
		    uint64_t count, struct rd_type *type);
void rd_sched_apply3(struct rd_sched *s, struct rd_op *op, const void *left, const void *right,
		     void *out, uint64_t count, struct rd_type *type);

/* Calls a function; its return value counts as an error of the step. */
void rd_sched_call(struct rd_sched *s, int (*call)(void *arg), void *arg);

/* Begins another operation that completes a request, to be awaited like a message. `begin` returns
 * the request, or an error. `err`: an earlier step has failed, or there is no memory for the
 * schedule: it is not to begin, and req is NULL. */
int rd_sched_request(struct rd_sched *s, int (*begin)(void *arg, int err, struct rd_req **req),
		     void *arg);

/* All later steps wait for this message; for all earlier messages. -1 is no message. */
void rd_sched_await(struct rd_sched *s, int step);
void rd_sched_fence(struct rd_sched *s);

/* Memory of the schedule; NULL: out of memory (which rd_sched_begin reports too). */
void *rd_sched_memory(struct rd_sched *s, uint64_t bytes);
/* Room for `count` elements; returns the address that serves as that of the buffer. */
void *rd_sched_room(struct rd_sched *s, uint64_t count, const struct rd_type *type);
/* The schedule takes over memory from rd_coll_temp_get; NULL is ignored. */
void rd_sched_adopt(struct rd_sched *s, void *mem);

/* Records an error of the writing: rd_sched_begin and the like return it. */
void rd_sched_fail(struct rd_sched *s, int err);

/* There is no memory for the schedule's data: its requests end with RD_ENOMEM, messages to others
 * are poison messages, and buffers are neither read nor written. */
void rd_sched_go_without(struct rd_sched *s);

/* Each run of the schedule counts in this row. */
struct rd_coll_stats;
void rd_sched_count(struct rd_sched *s, struct rd_coll_stats *stats, uint64_t bytes);

/* Carries it out. begin: now, as far as possible at once, and the rest in later MPI calls; keep:
 * each time the persistent request is started. */
int rd_sched_begin(struct rd_sched *s, struct rd_req **req);
int rd_sched_keep(struct rd_sched *s, struct rd_req **req);

/* Frees the schedule without carrying it out, instead of these two. */
void rd_sched_drop(struct rd_sched *s);

#endif
