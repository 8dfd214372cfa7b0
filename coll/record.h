/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An algorithm over pt2pt as a schedule: run with a recorder in its call, it records its messages,
 * copies and combinations instead of carrying them out (message.c and combine.c do this). A
 * recorded step waits only for the earlier messages whose memory it touches: the algorithm's own
 * order, in which each call waits for its own end, is stricter than necessary.
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

#define RD_RECORD_OPEN 64 /* tracked messages; one more waits for all */

struct rd_record {
	struct rd_sched *sched;
	int n;                               /* open[] */
	struct rd_span open[RD_RECORD_OPEN]; /* messages not waited for yet, windows' excepted */
};

void rd_record_send(struct rd_record *rec, const void *buf, uint64_t count, struct rd_type *type,
		    int dest);
void rd_record_recv(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type,
		    int src);
/* Both at once: neither waits for the other. */
void rd_record_exchange(struct rd_record *rec, const struct rd_buf *out, int dest,
			const struct rd_buf *in, int src);
/* Messages of a window wait for the messages before the window, but not for each other; they are
 * awaited by rd_sched_await. */
int rd_record_window_send(struct rd_record *rec, const void *buf, uint64_t count,
			  struct rd_type *type, int dest);
int rd_record_window_recv(struct rd_record *rec, void *buf, uint64_t count, struct rd_type *type,
			  int src);

/* All later steps wait for all earlier ones. */
void rd_record_fence(struct rd_record *rec);

/* The request begins after all earlier steps, and all later ones wait for it; see
 * rd_sched_request. */
void rd_record_request(struct rd_record *rec, int (*begin)(void *arg, int err, struct rd_req **req),
		       void *arg);

/* Signals are ordered after all earlier steps and before all later ones; -1: none. */
void rd_record_signal(struct rd_record *rec, int dest, int src);

void rd_record_copy(struct rd_record *rec, void *dst, uint64_t dcount, struct rd_type *dtype,
		    const void *src, uint64_t scount, struct rd_type *stype);
/* right NULL: out = left op out. */
void rd_record_apply(struct rd_record *rec, struct rd_op *op, const void *left, const void *right,
		     void *out, uint64_t count, struct rd_type *type);

#endif
