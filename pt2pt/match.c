/* SPDX-License-Identifier: BSD-3-Clause */
/* Matching queues; see match.h. Called by p2p.c (arrivals), recv.c and probe.c. */
#include "pt2pt/match.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/log.h"

#define BINS_MAX (1u << 16)
#define QUEUES_MANY 512 /* 72 KB of memory in a process */

static struct rd_mq **table; /* [table_mask + 1] by context id */
static uint32_t table_mask;
static uint32_t nqueues;
struct rd_mq *rd_mq_last;

static void bins_init(struct rd_bins *b)
{
	rd_list_init(&b->one);
	b->bin = &b->one;
	b->mask = 0;
	b->entries = 0;
}

static void bins_free(struct rd_bins *b)
{
	if (b->bin != &b->one)
		free(b->bin);
}

/*
 * Multiplies the number of bins by sixteen. Entries of one key are in one bin before and after, and
 * keep their order. Without memory the bins stay as they are.
 */
static void bins_grow(struct rd_bins *b, void (*place)(struct rd_bins *, struct rd_list *))
{
	uint32_t n = (b->mask + 1) * 16;
	struct rd_bins more = *b;

	if (n > BINS_MAX || !(more.bin = malloc(n * sizeof(*more.bin))))
		return;
	more.mask = n - 1;
	for (uint32_t i = 0; i < n; i++)
		rd_list_init(&more.bin[i]);
	for (uint32_t i = 0; i <= b->mask; i++) {
		struct rd_list *link;

		while ((link = rd_list_pop(&b->bin[i])))
			place(&more, link);
	}
	bins_free(b);
	b->bin = more.bin;
	b->mask = more.mask;
}

/* ---- The table of contexts ---- */

static int table_grow(void)
{
	uint32_t n = table ? (table_mask + 1) * 4 : 64;
	struct rd_mq **t = calloc(n, sizeof(*t));

	if (!t)
		return -1;
	for (uint32_t i = 0; table && i <= table_mask; i++) {
		struct rd_mq *mq, *next;

		for (mq = table[i]; mq; mq = next) {
			next = mq->next;
			mq->next = t[mq->ctx & (n - 1)];
			t[mq->ctx & (n - 1)] = mq;
		}
	}
	free(table);
	table = t;
	table_mask = n - 1;
	return 0;
}

/* A call tries again with a request on its stack, and tells nothing new. */
static __attribute__((cold)) void tell_refused(uint32_t ctx)
{
	static uint32_t last = UINT32_MAX; /* told; it is no context's */

	if (ctx != last)
		rd_error("no memory for the matching queues of context %u", ctx);
	last = ctx;
}

static struct rd_mq *mq_create(uint32_t ctx)
{
	struct rd_mq *mq;

	if ((!table || nqueues > table_mask) && table_grow() && !table)
		mq = NULL;
	else
		mq = calloc(1, sizeof(*mq));
	if (!mq) {
		tell_refused(ctx);
		return NULL;
	}
	mq->ctx = ctx;
	bins_init(&mq->posted);
	bins_init(&mq->unexpected);
	rd_list_init(&mq->wild);
	rd_list_init(&mq->order);
	mq->next = table[ctx & table_mask];
	table[ctx & table_mask] = mq;
	nqueues++;
	return mq;
}

struct rd_mq *rd_mq_find(uint32_t ctx)
{
	struct rd_mq *mq = table ? table[ctx & table_mask] : NULL;

	while (mq && mq->ctx != ctx)
		mq = mq->next;
	return mq;
}

struct rd_mq *rd_mq_fetch(uint32_t ctx)
{
	struct rd_mq *mq = rd_mq_find(ctx);

	if (!mq)
		mq = mq_create(ctx);
	rd_mq_last = mq;
	return mq;
}

void rd_mq_drop(struct rd_mq *mq)
{
	struct rd_mq **p = &table[mq->ctx & table_mask];
	struct rd_list *link;

	while (*p != mq)
		p = &(*p)->next;
	*p = mq->next;
	nqueues--;
	if (rd_mq_last == mq)
		rd_mq_last = NULL;
	while ((link = rd_list_pop(&mq->order)))
		free(rd_container(link, struct rd_msg, order));
	bins_free(&mq->posted);
	bins_free(&mq->unexpected);
	free(mq);
}

int rd_mq_may_rest(const struct rd_mq *mq)
{
	return nqueues > QUEUES_MANY && !mq->posted.entries && !mq->unexpected.entries &&
	       rd_list_empty(&mq->wild);
}

void rd_mq_for_each(void (*visit)(struct rd_mq *mq, void *arg), void *arg)
{
	for (uint32_t i = 0; table && i <= table_mask; i++)
		for (struct rd_mq *mq = table[i], *next; mq; mq = next) {
			next = mq->next;
			visit(mq, arg);
		}
}

static void drop_one(struct rd_mq *mq, void *arg)
{
	(void)arg;
	rd_mq_drop(mq);
}

void rd_mq_fini(void)
{
	rd_mq_for_each(drop_one, NULL);
	free(table);
	table = NULL;
	table_mask = 0;
	rd_mq_last = NULL;
}

/* ---- Posted receives ---- */

static void place_posted(struct rd_bins *b, struct rd_list *link)
{
	struct rd_posted *p = rd_container(link, struct rd_posted, link);

	rd_list_append(rd_bin_of(b, p->src, p->tag), link);
}

void rd_mq_more_bins(struct rd_mq *mq)
{
	bins_grow(&mq->posted, place_posted);
}

static struct rd_posted *oldest_exact(struct rd_mq *mq, int src, int tag)
{
	struct rd_list *bin = rd_bin_of(&mq->posted, src, tag), *link;

	rd_list_for (link, bin) {
		struct rd_posted *p = rd_container(link, struct rd_posted, link);

		if (p->src == src && p->tag == tag)
			return p;
	}
	return NULL;
}

static struct rd_posted *oldest_wild(struct rd_mq *mq, int src, int tag)
{
	struct rd_list *link;

	rd_list_for (link, &mq->wild) {
		struct rd_posted *p = rd_container(link, struct rd_posted, link);

		if (rd_mq_accepts(p->src, p->tag, src, tag))
			return p;
	}
	return NULL;
}

struct rd_posted *rd_mq_match_posted(struct rd_mq *mq, int src, int tag)
{
	struct rd_posted *p = mq->posted.entries ? oldest_exact(mq, src, tag) : NULL;

	if (!rd_list_empty(&mq->wild)) {
		struct rd_posted *w = oldest_wild(mq, src, tag);

		if (w && (!p || w->stamp < p->stamp))
			p = w;
	}
	if (p)
		rd_mq_unpost(mq, p);
	if (RD_CHECKS)
		rd_mq_check_match(mq, p, src, tag);
	return p;
}

void rd_mq_for_each_posted(struct rd_mq *mq, void (*visit)(struct rd_posted *, void *), void *arg)
{
	struct rd_list *link, *save;

	for (uint32_t i = 0; i <= mq->posted.mask; i++)
		rd_list_for_safe (link, save, &mq->posted.bin[i])
			visit(rd_container(link, struct rd_posted, link), arg);
	rd_list_for_safe (link, save, &mq->wild)
		visit(rd_container(link, struct rd_posted, link), arg);
}

/* ---- Unexpected messages ---- */

static void place_unexpected(struct rd_bins *b, struct rd_list *link)
{
	struct rd_msg *m = rd_container(link, struct rd_msg, bin);

	rd_list_append(rd_bin_of(b, m->src, m->tag), link);
}

void rd_mq_add_unexpected(struct rd_mq *mq, struct rd_msg *msg)
{
	mq->unexpected.entries++;
	if (rd_unlikely(rd_bins_crowded(&mq->unexpected)))
		bins_grow(&mq->unexpected, place_unexpected);
	place_unexpected(&mq->unexpected, &msg->bin);
	rd_list_append(&mq->order, &msg->order);
	rd_mq_changed(mq);
}

static struct rd_msg *oldest_of_all(struct rd_mq *mq, int src, int tag)
{
	struct rd_list *link;

	rd_list_for (link, &mq->order) {
		struct rd_msg *m = rd_container(link, struct rd_msg, order);

		if (rd_mq_accepts(src, tag, m->src, m->tag))
			return m;
	}
	return NULL;
}

static struct rd_msg *oldest_in_bin(struct rd_mq *mq, int src, int tag)
{
	struct rd_list *link;

	rd_list_for (link, rd_bin_of(&mq->unexpected, src, tag)) {
		struct rd_msg *m = rd_container(link, struct rd_msg, bin);

		if (m->src == src && m->tag == tag)
			return m;
	}
	return NULL;
}

struct rd_msg *rd_mq_find_unexpected(struct rd_mq *mq, int src, int tag)
{
	struct rd_msg *msg;

	if (rd_likely(!mq->unexpected.entries))
		return NULL;
	if (rd_mq_is_wild(src, tag))
		return oldest_of_all(mq, src, tag);
	msg = oldest_in_bin(mq, src, tag);
	RD_CHECK(msg == oldest_of_all(mq, src, tag),
		 "context %u: a receive of tag %d from %d would pass an older message", mq->ctx,
		 tag, src);
	return msg;
}

struct rd_msg *rd_mq_find_announced(struct rd_mq *mq, int src, int tag, int world, uint32_t sreq)
{
	struct rd_list *link;

	rd_list_for (link, rd_bin_of(&mq->unexpected, src, tag)) {
		struct rd_msg *m = rd_container(link, struct rd_msg, bin);

		if (m->sreq == sreq && m->world == world)
			return m;
	}
	return NULL;
}

void rd_mq_take_unexpected(struct rd_mq *mq, struct rd_msg *msg)
{
	mq->unexpected.entries--;
	rd_list_remove(&msg->bin);
	rd_list_remove(&msg->order);
	rd_mq_changed(mq);
}
