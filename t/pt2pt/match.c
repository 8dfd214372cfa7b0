/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pt2pt/match.c: random receives and messages, with and without wildcards, many and few, against
 * two plain lists searched from the front (MPI-5.0 3.5: order).
 */
#include "pt2pt/match.h"

#include "t/aborts.h"
#include "t/tap.h"

#define N 20000 /* steps of one round */

/* The reference: everything in order of arrival. */
struct plain {
	int src, tag, id, live;
};
static struct plain posted[N], queued[N];
static int nposted, nqueued;

static struct rd_posted recvs[N];

static int accepts(int wsrc, int wtag, int src, int tag)
{
	return (wsrc == src || wsrc == MPI_ANY_SOURCE) && (wtag == tag || wtag == MPI_ANY_TAG);
}

static int reference_post(int src, int tag, int id)
{
	for (int i = 0; i < nqueued; i++)
		if (queued[i].live && accepts(src, tag, queued[i].src, queued[i].tag)) {
			queued[i].live = 0;
			return queued[i].id;
		}
	posted[nposted++] = (struct plain){src, tag, id, 1};
	return -1;
}

static int reference_arrive(int src, int tag, int id)
{
	for (int i = 0; i < nposted; i++)
		if (posted[i].live && accepts(posted[i].src, posted[i].tag, src, tag)) {
			posted[i].live = 0;
			return posted[i].id;
		}
	queued[nqueued++] = (struct plain){src, tag, id, 1};
	return -1;
}

static int post(struct rd_mq *mq, int src, int tag, int id)
{
	struct rd_msg *msg = rd_mq_find_unexpected(mq, src, tag);
	int got;

	if (!msg) {
		rd_mq_post(mq, &recvs[id], src, tag);
		return -1;
	}
	got = (int)msg->sreq;
	rd_mq_take_unexpected(mq, msg);
	free(msg);
	return got;
}

static int arrive(struct rd_mq *mq, int src, int tag, int id)
{
	struct rd_posted *p = rd_mq_match_posted(mq, src, tag);
	struct rd_msg *msg;

	if (p)
		return (int)(p - recvs);
	msg = calloc(1, sizeof(*msg));
	msg->src = src;
	msg->tag = tag;
	msg->sreq = (uint32_t)id;
	rd_mq_add_unexpected(mq, msg);
	return -1;
}

/* bias: percentage of steps that are receives; wild: percentage of receives with a wildcard. */
static int round_agrees(uint32_t ctx, int nsrc, int ntag, int bias, int wild)
{
	struct rd_mq *mq = rd_mq_get(ctx);
	int bad = 0;

	nposted = nqueued = 0;
	for (int id = 0; id < N && !bad; id++) {
		int src = rand() % nsrc, tag = rand() % ntag;

		if (rand() % 100 < bias) {
			if (rand() % 100 < wild)
				src = MPI_ANY_SOURCE;
			if (rand() % 100 < wild)
				tag = MPI_ANY_TAG;
			bad = post(mq, src, tag, id) != reference_post(src, tag, id);
		} else {
			bad = arrive(mq, src, tag, id) != reference_arrive(src, tag, id);
		}
		if (bad)
			diag("step %d differs", id);
	}
	rd_mq_drop(mq);
	return !bad;
}

static void count(struct rd_mq *mq, void *arg)
{
	(void)mq;
	++*(int *)arg;
}

static void many_contexts(void)
{
	int wrong = 0, n = 0;

	for (uint32_t c = 0; c < 5000; c++)
		wrong += rd_mq_get(c * 7)->ctx != c * 7;
	for (uint32_t c = 0; c < 5000; c++)
		wrong += rd_mq_get(c * 7)->ctx != c * 7;
	is_int(wrong, 0, "5000 contexts are found again");
	rd_mq_for_each(count, &n);
	is_int(n, 5000, "and each exists once");
	rd_mq_fini();
}

static void unpost_visit(struct rd_posted *p, void *arg)
{
	rd_mq_unpost(arg, p);
}

static void unposting(void)
{
	struct rd_mq *mq = rd_mq_get(9);

	for (int i = 0; i < 500; i++)
		post(mq, i % 7 ? i % 7 : MPI_ANY_SOURCE, i % 3, i);
	rd_mq_for_each_posted(mq, unpost_visit, mq);
	ok(!rd_mq_match_posted(mq, 1, 1), "nothing matches once all are unposted");
	is_int(mq->posted.entries, 0, "none is counted");
	rd_mq_fini();
}

/* ---- Invariants ---- */

static void miscount(void *mq)
{
	((struct rd_mq *)mq)->posted.entries++;
	rd_mq_check(mq);
}

static void post_beside_message(void *mq)
{
	arrive(mq, 2, 2, 1);
	rd_mq_post(mq, &recvs[2], MPI_ANY_SOURCE, 2);
	rd_mq_check(mq); /* rd_mq_post may have left it out */
}

/* Two receives that accept it were posted; the younger one is taken. */
static void pass_older(void *mq)
{
	rd_mq_unpost(mq, &recvs[1]);
	rd_mq_check_match(mq, &recvs[1], 1, 1);
}

static void invariants(void)
{
	struct rd_mq *mq = rd_mq_get(9);
	char heard[1024];

	post(mq, 1, MPI_ANY_TAG, 0);
	post(mq, 1, 1, 1);
	is_int(aborts(miscount, mq, heard, sizeof(heard)), RD_CHECKS, "a wrong count aborts");
	is_int(aborts(post_beside_message, mq, heard, sizeof(heard)), RD_CHECKS,
	       "as does a receive beside its message");
	is_int(aborts(pass_older, mq, heard, sizeof(heard)), RD_CHECKS,
	       "and a message that passes an older receive");
	is_int(strstr(heard, "passes an older receive") != NULL, RD_CHECKS, "in these words");
	rd_mq_fini();
}

int main(void)
{
	unsigned seed = getenv("SEED") ? (unsigned)atoi(getenv("SEED")) : 20260;
	static const int rounds[][4] = {
		/* sources, tags, % receives, % wildcards */
		{1, 1, 50, 0},    {4, 3, 50, 20},  {64, 8, 50, 2},
		{64, 8, 70, 2},   {64, 8, 30, 2},  {300, 50, 80, 0},
		{300, 50, 20, 0}, {2, 2, 50, 100}, {1000, 1, 50, 1},
	};

	diag("SEED=%u", seed);
	srand(seed);
	for (size_t i = 0; i < sizeof(rounds) / sizeof(rounds[0]); i++) {
		const int *r = rounds[i];

		ok(round_agrees((uint32_t)i, r[0], r[1], r[2], r[3]),
		   "%d sources, %d tags, %d%% receives, %d%% wildcards", r[0], r[1], r[2], r[3]);
	}
	many_contexts();
	unposting();
	invariants();
	return done();
}
