/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An algorithm over pt2pt as a schedule: run with a recorder in its call, it writes down its
 * messages, copies and combinations instead of carrying them out (message.c and combine.c
 * see to that). A step waits for just those messages before it whose memory it touches, for
 * an algorithm's own order is stricter than need be: each of its calls waits for its own end.
 */
#ifndef RD_COLL_RECORD_H
#define RD_COLL_RECORD_H

#include "coll/sched.h"

/* Memory that a message under way reads or writes. */
struct rd_span {
	uintptr_t low, high; /* addresses, high is beyond */
	int step;            /* the message */
	int writes;
};

#define RD_RECORD_OPEN 64 /* messages kept in view; one more waits for all */

struct rd_record {
	struct rd_sched *sched;
	int n; /* open[] */
	struct rd_span open[RD_RECORD_OPEN]; /* messages not waited for yet, windows' excepted */
};

void rd_record_send(struct rd_record *rec, const void *buf, uint64_t count, struct rd_type *type,
		    int dest);
void rd_record_recv(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type,
		    int src);
/* At once: neither waits for the other. */
void rd_record_exchange(struct rd_record *rec, const void *sbuf, uint64_t scount,
			struct rd_type *stype, int dest, void *rbuf, uint64_t rcount,
			struct rd_type *rtype, int src);
/* Messages of a window wait for those before it, but not for each other; they are awaited by
 * rd_sched_await. */
int rd_record_window_send(struct rd_record *rec, const void *buf, uint64_t count,
			  struct rd_type *type, int dest);
int rd_record_window_recv(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type,
			  int src);

/* What follows waits for everything before. */
void rd_record_fence(struct rd_record *rec);

/* What begins here follows, and is followed by, everything; see rd_sched_request. */
void rd_record_request(struct rd_record *rec, int (*begin)(void *arg, struct rd_req **req),
		       void *arg);

/* Signals follow, and are followed by, everything; -1: none. */
void rd_record_signal(struct rd_record *rec, int dest, int src);

void rd_record_copy(struct rd_record *rec, void *dst, uint64_t dcount, struct rd_type *dtype,
		    const void *src, uint64_t scount, struct rd_type *stype);
/* right NULL: out = left op out. */
void rd_record_apply(struct rd_record *rec, struct rd_op *op, const void *left, const void *right,
		     void *out, uint64_t count, struct rd_type *type);

/* The block against the peer's, both in the one place. */
void rd_record_swap(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type,
		    int peer);

#endif
