/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives as mpi/ calls them: each describes its call, and one function looks after
 * what all have in common (nothing to do, one member only, choice, statistics). The
 * algorithms are in the other files; select.c chooses.
 */
#include "coll/coll.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/param.h"
#include "coll/message.h"
#include "runtime/job.h"

#include <stdlib.h>

static int timed; /* RONDO_STATS: the clock costs as much as a short collective's message */

int rd_coll_init(void)
{
	timed = (int)rd_param_int(RD_PARAM_STATS);
	return rd_coll_select_init();
}

void rd_coll_fini(void)
{
	rd_coll_select_fini();
	rd_coll_temp_fini();
}

static void state_free(struct rd_coll_state *state)
{
	rd_coll_forget(state);
	free(state);
}

static struct rd_coll_state *state_of(struct rd_comm *comm)
{
	struct rd_coll_state *state = comm->coll_state;

	if (state)
		return state;
	state = calloc(1, sizeof(*state));
	if (!state)
		return NULL;
	state->where = RD_COLL_NODE;
	for (int i = 0; i < comm->size && state->where == RD_COLL_NODE; i++)
		if (!rd_job_is_local(rd_comm_world_rank(comm, i)))
			state->where = RD_COLL_NET;
	comm->coll_state = state;
	comm->coll_state_free = state_free;
	return state;
}

/* Everything in the own process: what one member sends it receives. */
static int alone(struct rd_coll_call *call)
{
	if (call->kind == RD_COLL_BARRIER || call->kind == RD_COLL_BCAST ||
	    call->kind == RD_COLL_EXSCAN || rd_coll_in_place(call->sbuf) ||
	    rd_coll_in_place(call->rbuf))
		return 0;
	rd_coll_copy(call, rd_coll_rblock(call, 0), rd_coll_rcount(call, 0), call->rtype,
		     rd_coll_sblock(call, 0), rd_coll_scount(call, 0), call->stype);
	return call->err;
}

static int carry_out(const struct rd_coll_algo *algo, struct rd_coll_call *call)
{
	struct rd_coll_stats *stats = algo->stats;
	uint64_t begin;
	int err;

	stats->calls++;
	stats->bytes += call->bytes;
	if (!timed)
		return algo->run(call);
	begin = rd_clock_ns();
	err = algo->run(call);
	stats->ns += rd_clock_ns() - begin;
	return err;
}

/* `idle`: the call moves no data on any member. */
static int begin(struct rd_coll_call *call, struct rd_comm *comm, int idle)
{
	struct rd_coll_state *state;
	int err;

	call->comm = comm;
	call->rank = comm->rank;
	call->size = comm->size;
	call->tag = rd_comm_coll_tag(comm);
	if (idle)
		return 0;
	if (call->size == 1)
		return alone(call);
	state = state_of(comm);
	if (!state)
		return RD_ENOMEM;
	if (rd_unlikely(state->uses < RD_COLL_USES)) {
		err = rd_coll_prepare(state, comm);
		if (err)
			return err;
	}
	call->where = state->where;
	return carry_out(rd_coll_select(state, call), call);
}

int rd_coll_barrier(struct rd_comm *comm)
{
	struct rd_coll_call call = {.kind = RD_COLL_BARRIER};

	return begin(&call, comm, 0);
}

int rd_coll_bcast(void *buf, uint64_t count, struct rd_type *type, int root, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_BCAST, .root = root, .rbuf = buf, .rcount = count, .rtype = type,
		.bytes = count * type->size,
	};

	return begin(&call, comm, !call.bytes);
}

int rd_coll_gather(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		   uint64_t rcount, struct rd_type *rtype, int root, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_GATHER, .root = root,
		.sbuf = sbuf, .scount = scount, .stype = stype,
		.rbuf = rbuf, .rcount = rcount, .rtype = rtype,
		.bytes = comm->rank == root ? rcount * rtype->size : scount * stype->size,
	};

	return begin(&call, comm, !call.bytes);
}

int rd_coll_gatherv(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		    const MPI_Count *rcounts, const MPI_Aint *displs, struct rd_type *rtype,
		    int root, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_GATHERV, .root = root,
		.sbuf = sbuf, .scount = scount, .stype = stype,
		.rbuf = rbuf, .rcounts = rcounts, .rdispls = displs, .rtype = rtype,
	};

	return begin(&call, comm, 0);
}

int rd_coll_scatter(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		    uint64_t rcount, struct rd_type *rtype, int root, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_SCATTER, .root = root,
		.sbuf = sbuf, .scount = scount, .stype = stype,
		.rbuf = rbuf, .rcount = rcount, .rtype = rtype,
		.bytes = comm->rank == root ? scount * stype->size : rcount * rtype->size,
	};

	return begin(&call, comm, !call.bytes);
}

int rd_coll_scatterv(const void *sbuf, const MPI_Count *scounts, const MPI_Aint *displs,
		     struct rd_type *stype, void *rbuf, uint64_t rcount, struct rd_type *rtype,
		     int root, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_SCATTERV, .root = root,
		.sbuf = sbuf, .scounts = scounts, .sdispls = displs, .stype = stype,
		.rbuf = rbuf, .rcount = rcount, .rtype = rtype,
	};

	return begin(&call, comm, 0);
}

int rd_coll_allgather(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		      uint64_t rcount, struct rd_type *rtype, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_ALLGATHER,
		.sbuf = sbuf, .scount = scount, .stype = stype,
		.rbuf = rbuf, .rcount = rcount, .rtype = rtype,
		.bytes = rcount * rtype->size,
	};

	return begin(&call, comm, !call.bytes);
}

static uint64_t sum(const MPI_Count *counts, int n)
{
	uint64_t total = 0;

	for (int i = 0; i < n; i++)
		total += (uint64_t)counts[i];
	return total;
}

int rd_coll_allgatherv(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		       const MPI_Count *rcounts, const MPI_Aint *displs, struct rd_type *rtype,
		       struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_ALLGATHERV,
		.sbuf = sbuf, .scount = scount, .stype = stype,
		.rbuf = rbuf, .rcounts = rcounts, .rdispls = displs, .rtype = rtype,
		.bytes = sum(rcounts, comm->size) * rtype->size,
	};

	return begin(&call, comm, !call.bytes);
}

int rd_coll_alltoall(const void *sbuf, uint64_t scount, struct rd_type *stype, void *rbuf,
		     uint64_t rcount, struct rd_type *rtype, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_ALLTOALL,
		.sbuf = sbuf, .scount = scount, .stype = stype,
		.rbuf = rbuf, .rcount = rcount, .rtype = rtype,
		.bytes = rcount * rtype->size,
	};

	return begin(&call, comm, !call.bytes);
}

int rd_coll_alltoallv(const void *sbuf, const MPI_Count *scounts, const MPI_Aint *sdispls,
		      struct rd_type *stype, void *rbuf, const MPI_Count *rcounts,
		      const MPI_Aint *rdispls, struct rd_type *rtype, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_ALLTOALLV,
		.sbuf = sbuf, .scounts = scounts, .sdispls = sdispls, .stype = stype,
		.rbuf = rbuf, .rcounts = rcounts, .rdispls = rdispls, .rtype = rtype,
	};

	return begin(&call, comm, 0);
}

/* The reductions that take `count` elements from every member. */
static int reduction(enum rd_coll_kind kind, const void *sbuf, void *rbuf, uint64_t count,
		     struct rd_type *type, struct rd_op *op, int root, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = kind, .root = root, .op = op,
		.sbuf = sbuf, .scount = count, .stype = type,
		.rbuf = rbuf, .rcount = count, .rtype = type,
		.bytes = count * type->size,
	};

	return begin(&call, comm, !call.bytes);
}

int rd_coll_reduce(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		   struct rd_op *op, int root, struct rd_comm *comm)
{
	return reduction(RD_COLL_REDUCE, sbuf, rbuf, count, type, op, root, comm);
}

int rd_coll_allreduce(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		      struct rd_op *op, struct rd_comm *comm)
{
	return reduction(RD_COLL_ALLREDUCE, sbuf, rbuf, count, type, op, 0, comm);
}

int rd_coll_scan(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		 struct rd_op *op, struct rd_comm *comm)
{
	return reduction(RD_COLL_SCAN, sbuf, rbuf, count, type, op, 0, comm);
}

int rd_coll_exscan(const void *sbuf, void *rbuf, uint64_t count, struct rd_type *type,
		   struct rd_op *op, struct rd_comm *comm)
{
	return reduction(RD_COLL_EXSCAN, sbuf, rbuf, count, type, op, 0, comm);
}

int rd_coll_reduce_scatter(const void *sbuf, void *rbuf, const MPI_Count *rcounts,
			   struct rd_type *type, struct rd_op *op, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_REDUCE_SCATTER, .op = op,
		.sbuf = sbuf, .scount = sum(rcounts, comm->size), .stype = type,
		.rbuf = rbuf, .rcounts = rcounts, .rtype = type,
	};

	call.bytes = call.scount * type->size;
	return begin(&call, comm, !call.bytes);
}

int rd_coll_reduce_scatter_block(const void *sbuf, void *rbuf, uint64_t rcount,
				 struct rd_type *type, struct rd_op *op, struct rd_comm *comm)
{
	struct rd_coll_call call = {
		.kind = RD_COLL_REDUCE_SCATTER_BLOCK, .op = op,
		.sbuf = sbuf, .scount = rcount * (uint64_t)comm->size, .stype = type,
		.rbuf = rbuf, .rcount = rcount, .rtype = type,
	};

	call.bytes = call.scount * type->size;
	return begin(&call, comm, !call.bytes);
}
