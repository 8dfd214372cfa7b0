/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives that return a request, as mpi/ calls them: each describes its call, an algorithm
 * over pt2pt or of the ring (ring_record.c) writes its schedule, which begins at once or, if
 * persistent, is kept to be started; most among few ranks of a node need none (sm_queue.h), nor do
 * short persistent ones.
 */
#include "coll/coll.h"

#include "coll/describe.h"
#include "coll/inter.h"
#include "coll/message.h"
#include "coll/record.h"
#include "coll/sm_queue.h"

/* A part counts when it is written; its time is included in that of the whole. */
static void count(const struct rd_coll_call *call, struct rd_coll_stats *stats)
{
	if (!call->part) {
		rd_sched_count(call->record->sched, stats, call->bytes);
		return;
	}
	stats->calls++;
	stats->bytes += call->bytes;
}

int rd_coll_write_down(struct rd_coll_call *call)
{
	const struct rd_coll_algo *algo;
	struct rd_coll_state *state;

	if (rd_comm_is_inter(call->comm))
		return rd_coll_inter(call);
	if (call->idle)
		return 0;
	if (call->size == 1) {
		rd_coll_alone(call);
		return call->err;
	}
	state = rd_coll_state_of(call->comm);
	call->where = state->where;
	algo = rd_coll_select_record(call);
	count(call, &algo->stats[1]);
	return algo->run(call);
}

static __attribute__((noinline)) int begin_schedule(struct rd_coll_call *call, enum rd_coll_how how,
						    struct rd_req **req)
{
	struct rd_comm *comm = call->comm;
	struct rd_record record = {.n = 0};
	struct rd_sched_spare spare;

	record.sched = rd_sched_new(&comm->coll, call->tag, &spare);
	call->record = &record;
	rd_sched_fail(record.sched, rd_coll_write_down(call));
	if (how == RD_COLL_PERSISTENT)
		return rd_sched_keep(record.sched, req);
	return rd_coll_not_begun(comm, rd_sched_begin(record.sched, req));
}

static __attribute__((noinline)) int begin_without_queue(struct rd_coll_call *call,
							 struct rd_req **req)
{
	struct rd_coll_state *state = call->comm->coll_state;

	if (rd_comm_is_inter(call->comm))
		return begin_schedule(call, RD_COLL_ONCE, req);
	if (call->idle || call->size == 1) {
		*req = rd_comm_over(call->comm);
		if (!call->idle)
			rd_coll_alone(call);
		return call->err;
	}
	if (state && !state->queue)
		rd_shmcoll_want_queue(state);
	return begin_schedule(call, RD_COLL_ONCE, req);
}

/* Members may start persistent operations in any order: each has memory of its own. */
static int keep(struct rd_coll_call *call, struct rd_req **req)
{
	const struct rd_coll_algo *algo = NULL;
	int err;

	call->tag = rd_comm_persistent_tag(call->comm);
	if (!call->idle && call->size > 1 && !rd_comm_is_inter(call->comm))
		algo = rd_coll_select_kept(call);
	if (algo) {
		err = rd_shmcoll_queue_keep(call, algo, req);
		if (err || *req)
			return err;
	}
	return begin_schedule(call, RD_COLL_PERSISTENT, req);
}

/* A communicator with a queue has several members, none of them remote. */
static int begin(struct rd_coll_call *call, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_comm *comm = call->comm;
	struct rd_coll_state *state = comm->coll_state;
	const struct rd_coll_algo *algo = NULL;

	call->rank = comm->rank;
	call->size = comm->size;
	if (rd_unlikely(how == RD_COLL_PERSISTENT))
		return keep(call, req);
	call->tag = rd_comm_coll_tag(comm);
	if (rd_likely(state && state->queue && !call->idle))
		algo = rd_coll_select_queue(state, call);
	if (rd_likely(algo != NULL))
		return rd_shmcoll_queue_begin(state->queue, call, algo, req);
	return begin_without_queue(call, req);
}

int rd_coll_ibarrier(struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_barrier(comm);

	return begin(&call, how, req);
}

int rd_coll_ibcast(const struct rd_buf *buf, int root, struct rd_comm *comm, enum rd_coll_how how,
		   struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_bcast(buf, root, comm);

	return begin(&call, how, req);
}

int rd_coll_igather(const struct rd_buf *out, const struct rd_buf *in, int root,
		    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_gather(out, in, root, comm);

	return begin(&call, how, req);
}

int rd_coll_igatherv(const struct rd_buf *out, const struct rd_blocks *in, int root,
		     struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_gatherv(out, in, root, comm);

	return begin(&call, how, req);
}

int rd_coll_iscatter(const struct rd_buf *out, const struct rd_buf *in, int root,
		     struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_scatter(out, in, root, comm);

	return begin(&call, how, req);
}

int rd_coll_iscatterv(const struct rd_blocks *out, const struct rd_buf *in, int root,
		      struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_scatterv(out, in, root, comm);

	return begin(&call, how, req);
}

int rd_coll_iallgather(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm,
		       enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_allgather(out, in, comm);

	return begin(&call, how, req);
}

int rd_coll_iallgatherv(const struct rd_buf *out, const struct rd_blocks *in, struct rd_comm *comm,
			enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_allgatherv(out, in, comm);

	return begin(&call, how, req);
}

int rd_coll_ialltoall(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm,
		      enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_alltoall(out, in, comm);

	return begin(&call, how, req);
}

int rd_coll_ialltoallv(const struct rd_blocks *out, const struct rd_blocks *in,
		       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call =
		rd_coll_describe_alltoall_blocks(RD_COLL_ALLTOALLV, out, in, comm);

	return begin(&call, how, req);
}

int rd_coll_ialltoallw(const struct rd_blocks *out, const struct rd_blocks *in,
		       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call =
		rd_coll_describe_alltoall_blocks(RD_COLL_ALLTOALLW, out, in, comm);

	return begin(&call, how, req);
}

int rd_coll_ireduce(const void *operand, const struct rd_buf *result, struct rd_op *op, int root,
		    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call =
		rd_coll_describe_reduction(RD_COLL_REDUCE, operand, result, op, root, comm);

	return begin(&call, how, req);
}

int rd_coll_iallreduce(const void *operand, const struct rd_buf *result, struct rd_op *op,
		       struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call =
		rd_coll_describe_reduction(RD_COLL_ALLREDUCE, operand, result, op, 0, comm);

	return begin(&call, how, req);
}

int rd_coll_ireduce_scatter(const void *operand, const struct rd_blocks *result, struct rd_op *op,
			    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_reduce_scatter(operand, result, op, comm);

	return begin(&call, how, req);
}

int rd_coll_ireduce_scatter_block(const void *operand, const struct rd_buf *result,
				  struct rd_op *op, struct rd_comm *comm, enum rd_coll_how how,
				  struct rd_req **req)
{
	struct rd_coll_call call = rd_coll_describe_reduce_scatter_block(operand, result, op, comm);

	return begin(&call, how, req);
}

int rd_coll_iscan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		  struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call =
		rd_coll_describe_reduction(RD_COLL_SCAN, operand, result, op, 0, comm);

	return begin(&call, how, req);
}

int rd_coll_iexscan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		    struct rd_comm *comm, enum rd_coll_how how, struct rd_req **req)
{
	struct rd_coll_call call =
		rd_coll_describe_reduction(RD_COLL_EXSCAN, operand, result, op, 0, comm);

	return begin(&call, how, req);
}
