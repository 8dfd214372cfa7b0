/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives among neighbours: a schedule of one message for each edge, all at once; copies go
 * through messages to oneself. On a grid of few processes that share memory, short blocking ones
 * with blocks of one length post these there, as other collectives do (sm_neighbor.c). Called from
 * mpi/.
 *
 * Several edges between the same two processes: the k-th message matches the k-th receive, so both
 * sides have to take the edges in the same order. That is the order of the lists, except for a
 * grid: there a message sent downwards is received from above (MPI-5.0 8.6), which matters in a
 * periodic dimension of one or two processes, where both neighbours are the same. So in each
 * dimension the messages are sent first to below and then to above, and received first from above
 * and then from below.
 */
#include "coll/neighbor.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "coll/sched.h"
#include "coll/sm.h"
#include "comm/topo.h"

enum which { ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV, ALLTOALLW, IN_MEMORY }; /* pairs of rows */

/* One side of the messages, sent or received: block i goes along edge i. */
struct blocks {
	char *buf;
	uint64_t count;
	const MPI_Count *counts; /* NULL: `count` for all */
	int64_t step;            /* elements from block to block, where displs is NULL */
	const MPI_Aint *displs;  /* in extents, with types[] in bytes */
	struct rd_type *type;
	const MPI_Datatype *types; /* NULL: `type` for all */
};

static struct rd_type *type_of(const struct blocks *b, int i)
{
	return b->types ? rd_type_get(b->types[i]) : b->type;
}

static uint64_t count_of(const struct blocks *b, int i)
{
	return b->counts ? (uint64_t)b->counts[i] : b->count;
}

static char *place_of(const struct blocks *b, int i)
{
	int64_t at = b->displs ? (int64_t)b->displs[i] : i * b->step;

	return b->buf + (b->types ? at : at * b->type->extent);
}

static void write_down(struct rd_sched *s, const struct rd_comm *comm, const struct blocks *out,
		       const struct blocks *in)
{
	int turn = comm->topo->kind == MPI_CART; /* 1: of each pair the second first */
	int n = rd_topo_indegree(comm);

	for (int k = 0; k < n; k++) {
		int i = k ^ turn;

		/* a block of no elements may have any type, a bad one included */
		if (count_of(in, i))
			rd_sched_recv(s, place_of(in, i), count_of(in, i), type_of(in, i),
				      rd_topo_source(comm, i));
	}
	n = rd_topo_outdegree(comm);
	for (int i = 0; i < n; i++)
		if (count_of(out, i))
			rd_sched_send(s, place_of(out, i), count_of(out, i), type_of(out, i),
				      rd_topo_dest(comm, i));
}

static uint64_t bytes_of(const struct blocks *out, int n)
{
	uint64_t bytes = 0;

	for (int i = 0; i < n; i++)
		if (count_of(out, i))
			bytes += count_of(out, i) * type_of(out, i)->size;
	return bytes;
}

/* ---- In shared memory ---- */

/* The same on all members: a grid is connected, and a block has one length at both its ends. So
 * either all have blocks of as many bytes in both directions, or none has: M-116. */
static int is_brief(enum which which, const struct rd_comm *comm, const struct blocks *out,
		    const struct blocks *in)
{
	uint64_t n = which == ALLTOALL ? (uint64_t)rd_topo_outdegree(comm) : 1, bytes;

	if ((which != ALLTOALL && which != ALLGATHER) || comm->topo->kind != MPI_CART ||
	    comm->size == 1 || comm->size > rd_shmcoll_flat_most)
		return 0;
	bytes = out->count * out->type->size;
	return bytes && bytes == in->count * in->type->size && bytes <= RD_SHMCOLL_LARGE_B / n;
}

/* As before other blocking collectives, which several nodes do not need. *has: there is a segment
 * for it. */
static int prepare(struct rd_comm *comm, int *has)
{
	struct rd_coll_state *state = rd_coll_state_of(comm);
	int err = 0;

	*has = 0;
	if (state->where == RD_COLL_NET)
		return 0;
	if (rd_unlikely(rd_peers_lost) && state->shm && rd_ctx_broken(&comm->coll))
		return RD_EPROC;
	if (rd_unlikely(state->uses < RD_COLL_USES)) {
		err = rd_coll_prepare(state, comm);
		rd_ctx_rest(&comm->coll);
	}
	*has = !err && state->shm && !state->shm->counting.groups;
	return err;
}

static int exchange(enum which which, struct rd_comm *comm, const struct blocks *out,
		    const struct blocks *in)
{
	struct rd_coll_stats *stats =
		&rd_coll_neighbor_stats[2 * (IN_MEMORY + (which == ALLTOALL))];
	uint64_t since_ns = rd_coll_is_timed() ? rd_clock_ns() : 0;
	struct rd_coll_call call = {
		.kind = which == ALLTOALL ? RD_COLL_NEIGHBOR_ALLTOALL : RD_COLL_NEIGHBOR_ALLGATHER,
		.comm = comm,
		.rank = comm->rank,
		.size = comm->size,
		.blocks = which == ALLTOALL ? rd_topo_outdegree(comm) : 1,
		.bytes = out->count * out->type->size,
		.out = {.buf = out->buf, .count = out->count, .type = out->type},
		.in = {.buf = in->buf, .count = in->count, .type = in->type},
	};

	stats->calls++;
	stats->bytes += bytes_of(out, rd_topo_outdegree(comm));
	rd_shmcoll_neighbor(&call);
	if (rd_unlikely(since_ns))
		stats->ns += rd_clock_ns() - since_ns;
	return call.err;
}

/* ---- By messages, or in shared memory ---- */

static int begin(enum which which, struct rd_comm *comm, const struct blocks *out,
		 const struct blocks *in, enum rd_coll_how how, struct rd_req **req)
{
	int tag = how == RD_COLL_PERSISTENT ? rd_comm_persistent_tag(comm) : rd_comm_coll_tag(comm);
	int has = 0, err = 0;
	struct rd_sched_spare spare;
	struct rd_req *own;
	struct rd_sched *s;

	if (!req && is_brief(which, comm, out, in))
		err = prepare(comm, &has);
	if (err || has)
		return err ? err : exchange(which, comm, out, in);
	s = rd_sched_new(&comm->coll, tag, &spare);
	write_down(s, comm, out, in);
	rd_sched_count(s, &rd_coll_neighbor_stats[2 * which + (req ? 1 : 0)],
		       bytes_of(out, rd_topo_outdegree(comm)));
	if (how == RD_COLL_PERSISTENT)
		return rd_sched_keep(s, req);
	err = rd_coll_not_begun(comm, rd_sched_begin(s, req ? req : &own));
	return err || req ? err : rd_req_wait(own, NULL);
}

/* Blocks of one length, one behind the other. */
static struct blocks of_buf(const struct rd_buf *buf)
{
	return (struct blocks){.buf = buf->addr,
			       .count = buf->count,
			       .step = (int64_t)buf->count,
			       .type = buf->type};
}

static struct blocks of_blocks(const struct rd_blocks *blocks)
{
	return (struct blocks){.buf = blocks->addr,
			       .counts = blocks->counts,
			       .displs = blocks->displs,
			       .type = blocks->type,
			       .types = blocks->types};
}

int rd_coll_neighbor_allgather(const struct rd_buf *out, const struct rd_buf *in,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct blocks sent = of_buf(out), received = of_buf(in);

	sent.step = 0; /* the same block to all */
	return begin(ALLGATHER, comm, &sent, &received, how, req);
}

int rd_coll_neighbor_allgatherv(const struct rd_buf *out, const struct rd_blocks *in,
				struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct blocks sent = of_buf(out), received = of_blocks(in);

	sent.step = 0; /* the same block to all */
	return begin(ALLGATHERV, comm, &sent, &received, how, req);
}

int rd_coll_neighbor_alltoall(const struct rd_buf *out, const struct rd_buf *in,
			      struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct blocks sent = of_buf(out), received = of_buf(in);

	return begin(ALLTOALL, comm, &sent, &received, how, req);
}

int rd_coll_neighbor_alltoallv(const struct rd_blocks *out, const struct rd_blocks *in,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct blocks sent = of_blocks(out), received = of_blocks(in);

	return begin(ALLTOALLV, comm, &sent, &received, how, req);
}

int rd_coll_neighbor_alltoallw(const struct rd_blocks *out, const struct rd_blocks *in,
			       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct blocks sent = of_blocks(out), received = of_blocks(in);

	return begin(ALLTOALLW, comm, &sent, &received, how, req);
}
