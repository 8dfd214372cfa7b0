/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "hierarchical": collectives over several nodes, of which some have more than one
 * member. Members of a node communicate in shared memory, one of each node, its leader, with the
 * other leaders: data crosses the network once for each node, in as many rounds as a communicator
 * of the leaders takes. Both parts are collectives of communicators made for them, for which
 * algorithms are chosen as for any others. Asked by select.c after "sm", which has those of one
 * node.
 *
 * Reductions combine the members of a node first. That keeps the order of ranks when those of each
 * node follow one another; else it is for commutative operators only. All members get the result of
 * the same expression.
 *
 * A process that has ended is seen by those that wait for it, maybe one alone. A leader brings an
 * error of its node to the others in the place of its messages, and in the end that of the leaders
 * to its node: no member takes the unfinished work of a dead process for a result.
 */
#include "coll/combine.h"
#include "coll/describe.h"
#include "coll/differ.h"
#include "coll/inter.h"
#include "comm/boot.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <string.h>

enum { USES = 4 }; /* collectives on a communicator before making two more pays */

struct rd_hier {
	struct rd_comm *local;   /* the members on this node, in their order */
	struct rd_comm *leaders; /* the first member of each node; NULL: this is not one */
	int n;                   /* nodes */
	int index;               /* of this one: the rank of its leader among the leaders */
	int leader;              /* rank of its leader */
	int in_order;            /* the ranks of each node follow one another */
	int *node;               /* [size] index of each member's node */
	int *place;              /* [size] rank of each member among those of its node */
	MPI_Count *counts;       /* [n] for one allgather: elements of each node */
	MPI_Aint *displs;
};

/* ---- Nodes of the members ---- */

/* The first member on this process's node. */
static int leader_of(const struct rd_comm *comm)
{
	int i = 0;

	while (i < comm->rank && !rd_job_is_local(rd_comm_world_rank(comm, i)))
		i++;
	return i;
}

/* Numbers the nodes by the leader of each member; `leader` is overwritten. NULL, or the refusal. */
static const char *number(struct rd_hier *h, int *leader, const struct rd_comm *comm)
{
	h->in_order = 1;
	for (int i = 0; i < comm->size; i++) {
		if (leader[i] < 0 || leader[i] > i || leader[leader[i]] != leader[i])
			return "the members do not agree on the ranks of each node";
		h->node[i] = leader[i] == i ? h->n++ : h->node[leader[i]];
		h->in_order &= !i || h->node[i] >= h->node[i - 1];
	}
	h->index = h->node[comm->rank];
	h->leader = leader[comm->rank];
	memset(leader, 0, (size_t)h->n * sizeof(*leader));
	for (int i = 0; i < comm->size; i++)
		h->place[i] = leader[h->node[i]]++;
	return h->n == comm->size ? "each member is on a node of its own" : NULL;
}

/* ---- Making and ending ---- */

/* Operations under way may keep a part longer than the whole exists. */
static void leave(struct rd_comm *part)
{
	if (!part)
		return;
	part->coll.whole = NULL;
	rd_comm_put(part);
}

static void close_hier(struct rd_hier *h)
{
	if (!h)
		return;
	leave(h->local);
	leave(h->leaders);
	free(h->node);
	free(h->place);
	free(h->counts);
	free(h->displs);
	free(h);
}

static struct rd_hier *hier_new(int size)
{
	struct rd_hier *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->node = malloc((size_t)size * sizeof(int));
	h->place = malloc((size_t)size * sizeof(int));
	if (h->node && h->place)
		return h;
	close_hier(h);
	return NULL;
}

static int agree(struct rd_comm *comm, int err)
{
	struct rd_boot boot = rd_comm_boot(comm);
	uint32_t failed = err != 0;
	int err2 = rd_boot_max(&boot, &failed);

	return err2 ? err2 : failed ? RD_ENOMEM : 0;
}

static int split(struct rd_hier *h, struct rd_comm *comm)
{
	int leads = !h->place[comm->rank];
	int err = rd_comm_split(comm, h->index, comm->rank, &h->local);
	int err2 = rd_comm_split(comm, leads ? 0 : MPI_UNDEFINED, comm->rank, &h->leaders);

	if (h->local)
		h->local->coll.whole = &comm->coll;
	if (h->leaders)
		h->leaders->coll.whole = &comm->coll;
	h->counts = malloc((size_t)h->n * sizeof(*h->counts));
	h->displs = malloc((size_t)h->n * sizeof(*h->displs));
	if (!err && !err2 && !(h->counts && h->displs))
		err = RD_ENOMEM;
	return err ? err : err2;
}

/* All members take part in all of it, even after a failure of some. */
static int survey(struct rd_hier *h, int *leader, struct rd_comm *comm, const char **why)
{
	struct rd_boot boot;
	int err = agree(comm, h && leader ? 0 : RD_ENOMEM);

	if (err)
		return err;
	leader[comm->rank] = leader_of(comm);
	boot = rd_comm_boot(comm);
	err = rd_boot_allgather(&boot, leader, sizeof(*leader));
	if (!err)
		*why = number(h, leader, comm);
	return err || *why ? err : agree(comm, split(h, comm));
}

static int prepare(struct rd_coll_state *state, struct rd_comm *comm)
{
	struct rd_hier *h;
	int *leader, err;

	if (state->uses != USES || state->where != RD_COLL_NET)
		return 0;
	h = hier_new(comm->size);
	leader = malloc((size_t)comm->size * sizeof(*leader));
	err = survey(h, leader, comm, &state->hier_refusal);
	free(leader);
	if (err || state->hier_refusal)
		close_hier(h);
	else
		state->hier = h;
	return err;
}

static void forget(struct rd_coll_state *state)
{
	close_hier(state->hier);
	state->hier = NULL;
}

static const struct rd_hier *hier_of(const struct rd_coll_call *call)
{
	return call->comm->coll_state->hier;
}

/* ---- Errors ---- */

/* A part of the call whose members get the error of an earlier part, if this process has one. */
static void carry(struct rd_coll_call *call, struct rd_coll_call part)
{
	part.err = call->err;
	rd_coll_carry_part(call, part);
}

/* Broadcasts the data of the member of rank `from` on this node to all members on it, also after an
 * error: the others do not know of it. */
static void tell_node(struct rd_coll_call *call, const struct rd_buf *buf, int from)
{
	rd_coll_carry_part(call, rd_coll_describe_bcast(buf, from, hier_of(call)->local));
}

/* Sends the error of the leader to all members of its node, which wait for it. */
static void spread_error(struct rd_coll_call *call)
{
	const struct rd_hier *h = hier_of(call);
	int err = h->leaders ? call->err : 0;

	tell_node(call, &RD_BUF(&err, sizeof(err), rd_coll_byte()), 0);
	if (rd_unlikely(err == RD_ECOUNT && !call->err))
		rd_coll_others_differ(call);
	rd_coll_error(call, err);
}

/* ---- Moving data ---- */

static int barrier(struct rd_coll_call *call)
{
	const struct rd_hier *h = hier_of(call);

	rd_coll_error(call, rd_coll_barrier(h->local));
	if (h->leaders)
		carry(call, rd_coll_describe_barrier(h->leaders));
	spread_error(call);
	return call->err;
}

/* Broadcasts from the member of rank `from` on this node to all members on it. */
static void spread(struct rd_coll_call *call, void *buf, uint64_t count, int from)
{
	tell_node(call, &RD_BUF(buf, count, call->in.type), from);
}

static int bcast(struct rd_coll_call *call)
{
	const struct rd_hier *h = hier_of(call);
	int source = h->node[call->root];

	if (h->index == source)
		spread(call, call->in.buf, call->in.count, h->place[call->root]);
	if (h->leaders)
		carry(call,
		      rd_coll_describe_bcast(&RD_BUF(call->in.buf, call->in.count, call->in.type),
					     source, h->leaders));
	if (h->index != source) {
		spread(call, call->in.buf, call->in.count, 0);
		spread_error(call);
	}
	return call->err;
}

/* Blocks of a node are contiguous in the receive buffer, for its ranks follow one another. */
static void exchange_blocks(struct rd_coll_call *call, const struct rd_hier *h)
{
	for (int i = 0; i < call->size; i++) {
		int node = h->node[i];

		if (!h->place[i])
			h->displs[node] = (MPI_Aint)(call->in.count * (uint64_t)i);
		h->counts[node] = (MPI_Count)(call->in.count * (uint64_t)(h->place[i] + 1));
	}
	carry(call,
	      rd_coll_describe_allgatherv(
		      &RD_BUF(MPI_IN_PLACE, 0, call->in.type),
		      &RD_BLOCKS(call->in.buf, h->counts, h->displs, call->in.type), h->leaders));
}

static int allgather(struct rd_coll_call *call)
{
	const struct rd_hier *h = hier_of(call);
	int in_place = rd_coll_in_place(call->out.buf);
	void *block = rd_coll_rblock(call, call->rank);
	const void *own = in_place ? block : call->out.buf;
	uint64_t count = in_place ? call->in.count : call->out.count;
	struct rd_type *type = in_place ? call->in.type : call->out.type;

	/* a leader's own block is the first of its node's */
	rd_coll_error(
		call,
		rd_coll_gather(&RD_BUF(in_place && h->leaders ? MPI_IN_PLACE : own, count, type),
			       &RD_BUF(block, call->in.count, call->in.type), 0, h->local));
	if (h->leaders)
		exchange_blocks(call, h);
	spread(call, call->in.buf, call->in.count * (uint64_t)call->size, 0);
	spread_error(call);
	return call->err;
}

/* ---- Reductions ---- */

/* Combines the contributions of this node's members into `to` at its leader; others get no
 * result. */
static void combine_local(struct rd_coll_call *call, void *to)
{
	const struct rd_hier *h = hier_of(call);
	const void *own = rd_coll_own(call);

	carry(call, rd_coll_describe_reduction(RD_COLL_REDUCE, own == to ? MPI_IN_PLACE : own,
					       &RD_BUF(to, call->out.count, call->in.type),
					       call->op, 0, h->local));
}

static int allreduce(struct rd_coll_call *call)
{
	const struct rd_hier *h = hier_of(call);

	combine_local(call, h->leaders ? call->in.buf : NULL);
	if (h->leaders)
		carry(call, rd_coll_describe_reduction(
				    RD_COLL_ALLREDUCE, MPI_IN_PLACE,
				    &RD_BUF(call->in.buf, call->in.count, call->in.type), call->op,
				    0, h->leaders));
	spread(call, call->in.buf, call->in.count, 0);
	spread_error(call);
	return call->err;
}

/* On a leader: `sum` is the result of its node; the final result goes to the root. */
static void lead_reduce(struct rd_coll_call *call, const struct rd_hier *h, void *sum)
{
	int here = h->node[call->root], is_here = h->index == here;

	carry(call, rd_coll_describe_reduction(
			    RD_COLL_REDUCE, is_here ? MPI_IN_PLACE : sum,
			    &RD_BUF(is_here ? sum : NULL, call->out.count, call->in.type), call->op,
			    here, h->leaders));
	if (is_here && call->rank != call->root)
		rd_coll_send(call, sum, call->out.count, call->in.type, call->root);
}

static int reduce(struct rd_coll_call *call)
{
	const struct rd_hier *h = hier_of(call);
	struct rd_coll_room room = {NULL, NULL};
	int is_root = call->rank == call->root;

	if (!h->leaders) {
		combine_local(call, NULL);
		if (is_root)
			rd_coll_recv(call, call->in.buf, call->out.count, call->in.type, h->leader);
		return call->err;
	}
	if (!is_root)
		rd_coll_go_without(call, rd_coll_room_get(&room, call->out.count, call->in.type));
	combine_local(call, is_root ? call->in.buf : room.at);
	lead_reduce(call, h, is_root ? call->in.buf : room.at);
	rd_coll_room_put(call, &room);
	return call->err;
}

/* ---- Supported calls ---- */

static const char *unless_shared(const struct rd_coll_call *call)
{
	const struct rd_coll_state *state = call->comm->coll_state;

	if (state->hier)
		return NULL;
	if (state->where != RD_COLL_NET)
		return "all members are on one node";
	return state->hier_refusal ? state->hier_refusal : "the communicator is hardly used yet";
}

static const char *unless_in_order(const struct rd_coll_call *call)
{
	const char *why = unless_shared(call);

	if (why || hier_of(call)->in_order)
		return why;
	return "the ranks of a node do not follow one another";
}

static const char *unless_reducible(const struct rd_coll_call *call)
{
	return call->op->commutative ? unless_shared(call) : unless_in_order(call);
}

#define HIER(symbol, kind, refuses) \
	RD_COLL_ALGO(rd_hier_##symbol, kind, #symbol, "hierarchical", refuses, symbol)
HIER(barrier, RD_COLL_BARRIER, unless_shared);
HIER(bcast, RD_COLL_BCAST, unless_shared);
HIER(allgather, RD_COLL_ALLGATHER, unless_in_order);
HIER(reduce, RD_COLL_REDUCE, unless_reducible);
HIER(allreduce, RD_COLL_ALLREDUCE, unless_reducible);

static const struct rd_coll_algo *const algos[] = {
	&rd_hier_barrier, &rd_hier_bcast,     &rd_hier_allgather,
	&rd_hier_reduce,  &rd_hier_allreduce, NULL,
};

const struct rd_coll_provider rd_coll_hier = {
	.name = "hierarchical",
	.algos = algos,
	.prepare = prepare,
	.forget = forget,
};
