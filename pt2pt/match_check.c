/* SPDX-License-Identifier: BSD-3-Clause */
/* The invariants of match.h, executed by builds for debugging (base/check.h). */
#include "base/check.h"
#include "pt2pt/match.h"

#define ALLOWANCE 64 /* steps */

/* Checks one list of posted receives: oldest first, and invariant 3. Returns their number. */
static uint32_t check_posted(struct rd_mq *mq, struct rd_list *list, int wild)
{
	struct rd_list *link;
	uint64_t stamp = 0;
	uint32_t n = 0;

	rd_list_for (link, list) {
		struct rd_posted *p = rd_container(link, struct rd_posted, link);

		RD_CHECK(rd_mq_is_wild(p->src, p->tag) == wild &&
				 (wild || rd_bin_of(&mq->posted, p->src, p->tag) == list),
			 "context %u: a receive of tag %d from %d is in the wrong list", mq->ctx,
			 p->tag, p->src);
		RD_CHECK((!n || p->stamp > stamp) && p->stamp < mq->stamp,
			 "context %u: receives of tag %d from %d are not in their order", mq->ctx,
			 p->tag, p->src);
		RD_CHECK(!rd_mq_find_unexpected(mq, p->src, p->tag),
			 "context %u: a receive of tag %d from %d waits beside its message",
			 mq->ctx, p->tag, p->src);
		stamp = p->stamp;
		n++;
	}
	return n;
}

static uint32_t check_unexpected(struct rd_mq *mq, struct rd_list *bin)
{
	struct rd_list *link;
	uint32_t n = 0;

	rd_list_for (link, bin) {
		struct rd_msg *m = rd_container(link, struct rd_msg, bin);

		RD_CHECK(rd_bin_of(&mq->unexpected, m->src, m->tag) == bin,
			 "context %u: a message of tag %d from %d is in the wrong list", mq->ctx,
			 m->tag, m->src);
		n++;
	}
	return n;
}

uint64_t rd_mq_check(struct rd_mq *mq)
{
	uint32_t posted = 0, unexpected = 0, ordered = 0, wild;
	struct rd_list *link;

	for (uint32_t i = 0; i <= mq->posted.mask; i++)
		posted += check_posted(mq, &mq->posted.bin[i], 0);
	wild = check_posted(mq, &mq->wild, 1);
	for (uint32_t i = 0; i <= mq->unexpected.mask; i++)
		unexpected += check_unexpected(mq, &mq->unexpected.bin[i]);
	rd_list_for (link, &mq->order)
		ordered++;
	RD_CHECK(posted == mq->posted.entries, "context %u: %u receives are posted, %u are counted",
		 mq->ctx, posted, mq->posted.entries);
	RD_CHECK(unexpected == mq->unexpected.entries && ordered == unexpected,
		 "context %u: %u messages are queued, %u by age, %u are counted", mq->ctx,
		 unexpected, ordered, mq->unexpected.entries);
	return posted + mq->posted.mask + mq->unexpected.mask +
	       (uint64_t)(posted + wild + 1) * (unexpected + 1);
}

/* Each change pays for ALLOWANCE steps of a check: short queues are checked at each change. */
void rd_mq_check_some(struct rd_mq *mq)
{
	static uint64_t changes, cost;

	if (++changes * ALLOWANCE < cost)
		return;
	changes = 0;
	cost = rd_mq_check(mq);
}

/* A receive in `list` that is older than `p` and accepts the message; `p` NULL: any that does. */
static int has_older(struct rd_list *list, const struct rd_posted *p, int src, int tag)
{
	struct rd_list *link;

	rd_list_for (link, list) {
		const struct rd_posted *other = rd_container(link, struct rd_posted, link);

		if (rd_mq_accepts(other->src, other->tag, src, tag) &&
		    (!p || other->stamp < p->stamp))
			return 1;
	}
	return 0;
}

void rd_mq_check_match(struct rd_mq *mq, const struct rd_posted *p, int src, int tag)
{
	RD_CHECK(!p || rd_mq_accepts(p->src, p->tag, src, tag),
		 "context %u: tag %d from %d is given to a receive of tag %d from %d", mq->ctx, tag,
		 src, p->tag, p->src);
	RD_CHECK(!has_older(rd_bin_of(&mq->posted, src, tag), p, src, tag) &&
			 !has_older(&mq->wild, p, src, tag),
		 "context %u: tag %d from %d passes an older receive", mq->ctx, tag, src);
	rd_mq_changed(mq);
}
