/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Schedules: a collective as a list of steps (send, receive, copy, combine) that is carried out
 * inside whatever MPI call the program makes, while the program goes on. It is what is behind a
 * non-blocking or persistent collective's request; a blocking one can be run as one, too.
 *
 * How one is written, with an allgather among a few as the example:
 *
 *     struct rd_sched *s = rd_sched_new(&comm->coll, rd_comm_coll_tag(comm));
 *
 *     if (!s)
 *             return RD_ENOMEM;
 *     rd_sched_copy(s, own place, count, type, sbuf, scount, stype);
 *     for (each peer)
 *             rd_sched_recv(s, its place, count, type, peer);
 *     for (each peer)
 *             rd_sched_send(s, sbuf, scount, stype, peer);
 *     return rd_sched_begin(s, &req);
 *
 * 1. Steps begin in the order they were written. Copies and combinations are over when the next
 *    step begins; messages are not: all go on at once, whatever memory they touch. Before a step
 *    that needs what a message brought, or writes where one is sent from, write
 *    rd_sched_await(s, step) for that message, or rd_sched_fence(s) for all before. The end of
 *    the schedule is a fence.
 * 2. Every collective has its own tag (rd_comm_coll_tag, taken by all members, once for each
 *    collective, in the same order; persistent ones rd_comm_keep_tag, once, when they are made),
 *    so that any number of them may be under way on a communicator.
 * 3. Several messages from one process to another match in the order they are written: the n-th
 *    receive from a peer gets the n-th message that the peer sends here. A message has the same
 *    tag whatever its place in the list.
 * 4. Messages of no data are left out, on both sides (signatures match, so both know), and those to
 *    or from MPI_PROC_NULL; rd_sched_signal and rd_sched_wait_signal are messages without data.
 * 5. Peers are ranks of the context: for an intercommunicator's, ranks of the remote group.
 *    rd_sched_within changes context and tag for the steps that follow (the local group's, say).
 * 6. The schedule holds types and operators; buffers are the caller's until the request is
 *    done; arrays of counts and the like are only read while it is written. Memory that it needs
 *    in between is got by rd_sched_memory or rd_sched_room and lives as long as the schedule.
 * 7. Functions that add a step return its number, for rd_sched_await, -1 when it was left
 *    out. A lack of memory shows in rd_sched_begin, rd_sched_keep or rd_sched_run; whether these
 *    succeed or not, the schedule is no longer the caller's.
 * 8. A step that fails does not end the schedule, since others depend on the messages that
 *    follow; the first error is the request's in the end.
 */
#ifndef RD_COLL_SCHED_H
#define RD_COLL_SCHED_H

#include "datatype/op.h"
#include "pt2pt/pt2pt.h"

struct rd_sched;

/* NULL: no memory. */
struct rd_sched *rd_sched_new(struct rd_ctx *ctx, int tag);

/* Context and tag of the steps that follow. */
void rd_sched_within(struct rd_sched *s, struct rd_ctx *ctx, int tag);

int rd_sched_send(struct rd_sched *s, const void *buf, uint64_t count, struct rd_type *type,
		  int dest);
int rd_sched_recv(struct rd_sched *s, void *buf, uint64_t count, struct rd_type *type, int src);
/* Without data. What is to be over before has to be awaited. */
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

/* Calls a function; what it returns counts as an error of the step. */
void rd_sched_call(struct rd_sched *s, int (*call)(void *arg), void *arg);

/* Begins something else that ends with a request, to be awaited like a message. `begin` gives the
 * request, or an error. */
int rd_sched_request(struct rd_sched *s, int (*begin)(void *arg, struct rd_req **req), void *arg);

/* What follows waits for this message; for all before. -1 is no message. */
void rd_sched_await(struct rd_sched *s, int step);
void rd_sched_fence(struct rd_sched *s);

/* Memory of the schedule; NULL: none (which rd_sched_begin reports too). */
void *rd_sched_memory(struct rd_sched *s, uint64_t bytes);
/* For `count` elements: what a buffer's address would be. */
void *rd_sched_room(struct rd_sched *s, uint64_t count, const struct rd_type *type);
/* The schedule takes over memory from rd_coll_temp_get; NULL is ignored. */
void rd_sched_adopt(struct rd_sched *s, void *mem);

/* It failed while it was written: rd_sched_begin and the like will return this error. */
void rd_sched_fail(struct rd_sched *s, int err);

/* Each time that it is carried out counts in this row. */
struct rd_coll_stats;
void rd_sched_count(struct rd_sched *s, struct rd_coll_stats *stats, uint64_t bytes);

/* Carries it out: now, as far as it goes at once, and the rest when MPI is called; or whenever
 * the persistent request is started; or all of it before it returns (the request's error). */
int rd_sched_begin(struct rd_sched *s, struct rd_req **req);
int rd_sched_keep(struct rd_sched *s, struct rd_req **req);
int rd_sched_run(struct rd_sched *s);

/* Instead of these three. */
void rd_sched_drop(struct rd_sched *s);

#endif
