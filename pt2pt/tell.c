/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports the pending operations of point-to-point in words, for the stall report of a waiting rank
 * (runtime/stall.h). Called through the poller in peer.c. */
#include "base/param.h"
#include "pt2pt/idtab.h"
#include "pt2pt/p2p.h"
#include "pt2pt/part.h"
#include "runtime/job.h"
#include "runtime/stall.h"

#include <stdio.h>
#include <string.h>

struct rd_list rd_probes = {&rd_probes, &rd_probes};

/* ---- Names ---- */

const char *(*rd_ctx_name)(uint32_t id);
void (*rd_ctx_words)(uint32_t id, char *text, size_t room);

enum { NAME_B = 400 };

/* The name of a context's communicator; size 0: the communicator is not known. */
static void name_of(uint32_t id, int size, const char *known, char *name, size_t max)
{
	id &= ~RD_PARTS_ID & ~1u;
	if ((!known || !*known) && rd_ctx_name)
		known = rd_ctx_name(id);
	if (known && *known)
		snprintf(name, max, "%s", known);
	else if (size)
		snprintf(name, max, "a communicator of %d ranks (context %u)", size, id);
	else
		snprintf(name, max, "a communicator (context %u)", id);
}

/* "tag 5 in MPI_COMM_WORLD", "a collective on MPI_COMM_WORLD". */
static const char *place(uint32_t id, int size, const char *known, int tag, char *buf)
{
	char name[80], number[20] = "any tag";

	name_of(id, size, known, name, sizeof(name));
	if (tag != MPI_ANY_TAG)
		snprintf(number, sizeof(number), "tag %d", tag);
	if (id & RD_PARTS_ID)
		snprintf(buf, NAME_B, "partitioned, in %s", name);
	else if (id & 1)
		snprintf(buf, NAME_B, "a collective on %s", name);
	else
		snprintf(buf, NAME_B, "%s in %s", number, name);
	return buf;
}

/* Of an operation that is described next. That of a part of a collective is not the user's call,
 * which the report begins with. */
static const char *where(struct rd_stall *s, const struct rd_ctx *ctx, int tag, char *buf)
{
	const struct rd_ctx *of = ctx->whole ? ctx->whole : ctx;
	size_t len = strlen(place(of->id, of->size, of->name, tag, buf));

	if (!rd_ctx_words || !(ctx->id & 1) || ctx->whole)
		return buf;
	rd_ctx_words(ctx->id, buf + len, NAME_B - len);
	if (buf[len])
		rd_stall_within(s, ctx->id, buf + len + 2);
	return buf;
}

static const char *way_to(int world)
{
	const struct rd_peer *peer = world >= 0 ? rd_peers[world] : NULL;

	return !peer || !peer->ep ? "not connected yet" : peer->ep->btl->name;
}

/* ---- Kinds of operations ---- */

static void tell_recv(struct rd_stall *s, const struct rd_ctx *ctx, int src, int tag)
{
	int world = src == MPI_ANY_SOURCE ? RD_STALL_ANY : rd_ctx_world(ctx, src);
	char buf[NAME_B];

	if (world == RD_STALL_ANY)
		rd_stall_wait(s, world, "a message from any rank (%s)", where(s, ctx, tag, buf));
	else
		rd_stall_wait(s, world, "a message from rank %d (%s; %s)", world,
			      where(s, ctx, tag, buf), way_to(world));
}

static void tell_send(struct rd_stall *s, const struct rd_p2p *send, const char *state)
{
	int world = rd_ctx_world(send->ctx, send->peer);
	char buf[NAME_B];

	rd_stall_wait(s, world, "%llu bytes to rank %d (%s; %s), which %s",
		      (unsigned long long)send->bytes, world, where(s, send->ctx, send->tag, buf),
		      way_to(world), state);
}

/* State of a send that would be complete if the receiver had not asked for a pause. */
#define PAUSED \
	"has not received them and keeps no more messages that it has not received " \
	"(RONDO_UNEXPECTED)"

static int is_meant(const struct rd_stall *s, const struct rd_req *req)
{
	return s->part == RD_STALL_ALL ? !req->done : &req->done == s->done;
}

/* Windows and other objects keep receives posted that no call waits for: their contexts have no
 * name. */
static void tell_posted(struct rd_posted *posted, void *arg)
{
	const struct rd_p2p *recv = rd_container(posted, struct rd_p2p, posted);
	struct rd_stall *s = arg;

	if (is_meant(s, &recv->req) && recv->ctx->name)
		tell_recv(s, recv->ctx, posted->src, posted->tag);
}

static void tell_queue(struct rd_mq *mq, void *arg)
{
	rd_mq_for_each_posted(mq, tell_posted, arg);
}

static void tell_rndv(void *object, void *arg)
{
	const struct rd_p2p *r = object;
	const struct rd_rndv *rv = r->rndv;
	struct rd_stall *s = arg;

	const int sends = !(r->req.flags & RD_REQ_RECV);

	if (!is_meant(s, &r->req) || (sends && !r->ctx))
		return;
	if (sends)
		tell_send(s, r,
			  rv->state >= RD_RNDV_SENDING ? "has not taken all of them"
			  : rv->peer->eager < 0        ? PAUSED
						       : "has not received them");
	else
		rd_stall_wait(s, rv->peer->rank, "%llu bytes from rank %d (%s), %llu of them there",
			      (unsigned long long)rv->want, rv->peer->rank, way_to(rv->peer->rank),
			      (unsigned long long)rv->moved);
}

static void tell_pending(struct rd_stall *s, const struct rd_peer *peer)
{
	struct rd_list *link;

	rd_list_for (link, &peer->pending) {
		const struct rd_pend *pend = rd_container(link, struct rd_pend, link);

		if (pend->send && is_meant(s, &pend->send->req))
			tell_send(s, pend->send,
				  peer->eager < 0 ? PAUSED : "does not make room for them");
	}
}

/* ---- Queues ---- */

struct sums {
	uint64_t posted, unexpected;
	const struct rd_msg *one; /* one unexpected message, preferably of the user's */
	const struct rd_mq *of;   /* the queues that it is in */
};

static void count(struct rd_posted *posted, void *arg)
{
	const struct rd_p2p *recv = rd_container(posted, struct rd_p2p, posted);

	*(uint64_t *)arg += recv->ctx->name != NULL;
}

/* Excludes messages of collectives, windows and other internal contexts. */
static int is_programs(const struct rd_mq *mq)
{
	return mq->name && !(mq->ctx & 1);
}

static void sum_up(struct rd_mq *mq, void *arg)
{
	struct sums *sums = arg;

	rd_mq_for_each_posted(mq, count, &sums->posted);
	sums->unexpected += mq->unexpected.entries;
	if (!mq->unexpected.entries || (sums->one && (!is_programs(mq) || is_programs(sums->of))))
		return;
	sums->of = mq;
	sums->one = rd_container(mq->order.next, struct rd_msg, order);
}

/* Number of senders that were asked to pause. */
static int paused(void)
{
	int n = 0;

	for (int i = 0; i < rd_job.size; i++)
		n += rd_peers[i] && rd_peers[i]->pausing;
	return n;
}

static void tell_sums(struct rd_stall *s)
{
	struct sums sums = {0};
	char buf[NAME_B];

	rd_mq_for_each(sum_up, &sums);
	rd_stall_note(s, "posted receives: %llu, unexpected messages: %llu",
		      (unsigned long long)sums.posted, (unsigned long long)sums.unexpected);
	if (sums.one)
		rd_stall_note(
			s, "one of them from rank %d (%s)", sums.one->world,
			place(sums.of->ctx, sums.of->size, sums.of->name, sums.one->tag, buf));
	if (paused())
		rd_stall_note(s,
			      "messages of %d ranks fill the memory for unexpected ones, and "
			      "their sends wait: a larger RONDO_UNEXPECTED (now %lld bytes) lets "
			      "them go on",
			      paused(), (long long)rd_param_int(RD_PARAM_UNEXPECTED));
}

/* The thread of each probe is not known here: all probes are reported. */
static void tell_probes(struct rd_stall *s)
{
	struct rd_list *link;

	rd_list_for (link, &rd_probes) {
		const struct rd_probing *p = rd_container(link, struct rd_probing, link);

		tell_recv(s, p->ctx, p->src, p->tag);
	}
}

void rd_pt2pt_tell(struct rd_stall *s)
{
	if (s->part == RD_STALL_QUEUES) {
		tell_sums(s);
		return;
	}
	if (s->part == RD_STALL_EXACT && !s->done) {
		tell_probes(s);
		return;
	}
	rd_mq_for_each(tell_queue, s);
	rd_id_for_each(tell_rndv, s);
	for (int i = 0; i < rd_job.size; i++)
		if (rd_peers[i])
			tell_pending(s, rd_peers[i]);
}
