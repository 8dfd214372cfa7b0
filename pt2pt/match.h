/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Matching queues: per context, the posted receives and the unexpected messages. No data is moved
 * here, and transports are not known here.
 *
 * Invariants (MPI-5.0 3.5, non-overtaking):
 *  1. A message matches the oldest posted receive that accepts it.
 *  2. A receive matches the oldest unexpected message that it accepts.
 *  3. No receive is posted while an unexpected message that it accepts is queued.
 *
 * Receives and messages with a known (source, tag) are kept in bins by that key. The number of bins
 * grows with the number of entries, so that the time to find one does not depend on the length of
 * the queue. Receives with a wildcard have a list of their own; stamps order two candidates by age.
 */
#ifndef RD_PT2PT_MATCH_H
#define RD_PT2PT_MATCH_H

#include <stdint.h>

#include "base/check.h"
#include "base/compiler.h"
#include "base/list.h"
#include "base/object.h"
#include "mpi.h"
#include "pt2pt/proto.h"

struct rd_bins {
	struct rd_list *bin; /* [mask + 1]; `one` while mask is 0 */
	struct rd_list one;
	uint32_t mask;
	uint32_t entries;
};

struct rd_mq {
	uint32_t ctx;
	int size;                  /* peers in the context, for reports; 0: not known yet */
	const char *name;          /* of its communicator; NULL: internal, or not known */
	struct rd_bins posted;     /* struct rd_posted without wildcard */
	struct rd_list wild;       /* struct rd_posted with a wildcard, oldest first */
	uint64_t stamp;            /* of the next posted receive */
	struct rd_bins unexpected; /* struct rd_msg by (source, tag) */
	struct rd_list order;      /* all unexpected messages, oldest first */
	struct rd_mq *next;        /* in the table of contexts */
};

/* Queue entry of a posted receive; part of the receive request. */
struct rd_posted {
	struct rd_list link; /* empty list while not queued */
	int src, tag;        /* or MPI_ANY_SOURCE, MPI_ANY_TAG */
	uint64_t stamp;
};

/* An unexpected message. One cache line and its data: there may be 200,000. */
struct rd_msg {
	struct rd_obj obj; /* RD_MAGIC_MESSAGE */
	struct rd_list bin, order;
	int src, tag;
	int world;     /* sender's world rank */
	uint32_t sreq; /* sender's request; 0: none, the message is eager and complete */
	uint32_t held; /* bytes of data in data[] */
	int poison;    /* it was a POISON: the error that its receive ends with; else 0 */
	unsigned char data[] __attribute__((aligned(16))); /* if sreq: struct rd_rts first */
};
_Static_assert(sizeof(struct rd_msg) == RD_CACHE_LINE, "80 bytes of memory with 4 of data");

static inline const struct rd_rts *rd_msg_rts(const struct rd_msg *msg)
{
	return (const struct rd_rts *)(const void *)msg->data;
}

/* Bytes of the message. */
static inline uint64_t rd_msg_size(const struct rd_msg *msg)
{
	return msg->sreq ? rd_msg_rts(msg)->size : msg->held;
}

extern struct rd_mq *rd_mq_last; /* the most recently used one */
struct rd_mq *rd_mq_fetch(uint32_t ctx);

/* The queues of a context, made at the first call. NULL: no memory (logged). */
static inline struct rd_mq *rd_mq_get(uint32_t ctx)
{
	struct rd_mq *mq = rd_mq_last;

	return rd_likely(mq && mq->ctx == ctx) ? mq : rd_mq_fetch(ctx);
}

/* NULL: they do not exist. */
struct rd_mq *rd_mq_find(uint32_t ctx);
/* Drops the queues and their contents. */
void rd_mq_drop(struct rd_mq *mq);
/* 1: they are empty, and the process has so many queues that some should be dropped. */
int rd_mq_may_rest(const struct rd_mq *mq);
void rd_mq_for_each(void (*visit)(struct rd_mq *mq, void *arg), void *arg);
void rd_mq_fini(void);

static inline struct rd_list *rd_bin_of(const struct rd_bins *b, int src, int tag)
{
	uint64_t key = (uint64_t)(uint32_t)src << 32 | (uint32_t)tag;

	return &b->bin[(uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & b->mask];
}

/* 1: there should be more bins. */
static inline int rd_bins_crowded(const struct rd_bins *b)
{
	return b->entries / 4 > b->mask;
}

void rd_mq_more_bins(struct rd_mq *mq);

/* A receive (want_src, want_tag) takes a message (src, tag). */
static inline int rd_mq_accepts(int want_src, int want_tag, int src, int tag)
{
	return (want_src == src || want_src == MPI_ANY_SOURCE) &&
	       (want_tag == tag || want_tag == MPI_ANY_TAG);
}

static inline int rd_mq_is_wild(int src, int tag)
{
	return src == MPI_ANY_SOURCE || tag == MPI_ANY_TAG;
}

/* ---- Invariants (match_check.c), for builds that evaluate RD_CHECK ---- */

/* Visits all entries; returns about how many steps it took. */
uint64_t rd_mq_check(struct rd_mq *mq);
/* After a change: checks short queues each time, long ones now and then. */
void rd_mq_check_some(struct rd_mq *mq);
/* Invariant 1: `p` is the receive that a message (src, tag) was to match; NULL: there was none. */
void rd_mq_check_match(struct rd_mq *mq, const struct rd_posted *p, int src, int tag);

static inline void rd_mq_changed(struct rd_mq *mq)
{
	if (RD_CHECKS)
		rd_mq_check_some(mq);
}

/* Queues a receive. */
static inline void rd_mq_post(struct rd_mq *mq, struct rd_posted *posted, int src, int tag)
{
	posted->src = src;
	posted->tag = tag;
	posted->stamp = mq->stamp++;
	if (rd_unlikely(rd_mq_is_wild(src, tag))) {
		rd_list_append(&mq->wild, &posted->link);
		rd_mq_changed(mq);
		return;
	}
	mq->posted.entries++;
	if (rd_unlikely(rd_bins_crowded(&mq->posted)))
		rd_mq_more_bins(mq);
	rd_list_append(rd_bin_of(&mq->posted, src, tag), &posted->link);
	rd_mq_changed(mq);
}

static inline void rd_mq_unpost(struct rd_mq *mq, struct rd_posted *posted)
{
	if (posted->src != MPI_ANY_SOURCE && posted->tag != MPI_ANY_TAG)
		mq->posted.entries--;
	rd_list_remove(&posted->link);
	rd_mq_changed(mq);
}

/* Removes and returns the posted receive that a message (src, tag) matches; NULL: none. */
struct rd_posted *rd_mq_match_posted(struct rd_mq *mq, int src, int tag);

/* The same. The common case, a match at the head of the bin, is inline: bench/bandwidth. */
static inline struct rd_posted *rd_mq_match(struct rd_mq *mq, int src, int tag)
{
	struct rd_list *bin = rd_bin_of(&mq->posted, src, tag), *link = bin->next;
	struct rd_posted *p = rd_container(link, struct rd_posted, link);

	if (rd_unlikely(link == bin || p->src != src || p->tag != tag || !rd_list_empty(&mq->wild)))
		return rd_mq_match_posted(mq, src, tag);
	mq->posted.entries--;
	rd_list_remove(link);
	if (RD_CHECKS)
		rd_mq_check_match(mq, p, src, tag);
	return p;
}

void rd_mq_add_unexpected(struct rd_mq *mq, struct rd_msg *msg);
/* The oldest message accepted by (src, tag), wildcards allowed; it stays queued. */
struct rd_msg *rd_mq_find_unexpected(struct rd_mq *mq, int src, int tag);
static inline struct rd_msg *rd_mq_unexpected(struct rd_mq *mq, int src, int tag)
{
	return rd_likely(!mq->unexpected.entries) ? NULL : rd_mq_find_unexpected(mq, src, tag);
}
/* The message announced by request `sreq` of world rank `world`. */
struct rd_msg *rd_mq_find_announced(struct rd_mq *mq, int src, int tag, int world, uint32_t sreq);
void rd_mq_take_unexpected(struct rd_mq *mq, struct rd_msg *msg);

/* Calls visit for every posted receive; visit may unpost it. */
void rd_mq_for_each_posted(struct rd_mq *mq, void (*visit)(struct rd_posted *, void *), void *arg);

#endif
