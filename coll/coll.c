/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives as mpi/ calls them: each describes its call, and one function handles the parts
 * that all have in common (calls without data, one member only, choice, statistics). The algorithms
 * are in the other files; select.c chooses.
 */
#include "coll/coll.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/param.h"
#include "coll/describe.h"
#include "coll/differ.h"
#include "coll/inter.h"
#include "coll/message.h"
#include "pt2pt/peer.h"
#include "runtime/job.h"

/* RONDO_STATS: reading the clock costs as much as the message of a short collective. */
int rd_coll_timed;

int rd_coll_init(void)
{
	rd_coll_timed |= (int)rd_param_int(RD_PARAM_STATS);
	rd_ctx_words = rd_coll_words_on;
	return rd_coll_select_init();
}

void rd_coll_time_calls(void)
{
	rd_coll_timed = 1;
}

void rd_coll_fini(void)
{
	rd_coll_select_fini();
	rd_coll_temp_fini();
}

struct rd_coll_state *rd_coll_state_of(struct rd_comm *comm)
{
	struct rd_coll_state *state = comm->coll_state;

	if (state)
		return state;
	state = &comm->coll_room;
	*state = (struct rd_coll_state){.answers = &rd_coll_unanswered, .where = RD_COLL_NODE};
	for (int i = 0; i < comm->size && state->where == RD_COLL_NODE; i++)
		if (!rd_job_is_local(rd_comm_world_rank(comm, i)))
			state->where = RD_COLL_NET;
	comm->coll_state = state;
	comm->coll_state_free = rd_coll_forget;
	return state;
}

/* All data in the own process: the member receives its own data. */
void rd_coll_alone(struct rd_coll_call *call)
{
	if (call->kind == RD_COLL_BARRIER || call->kind == RD_COLL_BCAST ||
	    call->kind == RD_COLL_EXSCAN || rd_coll_in_place(call->out.buf) ||
	    rd_coll_in_place(call->in.buf))
		return;
	rd_coll_copy(call, rd_coll_rblock(call, 0), rd_coll_rcount(call, 0), rd_coll_rtype(call, 0),
		     rd_coll_sblock(call, 0), rd_coll_scount(call, 0), rd_coll_stype(call, 0));
}

static int carry_out(const struct rd_coll_algo *algo, struct rd_coll_call *call)
{
	struct rd_coll_stats *stats = algo->stats;
	uint64_t begin;
	int err;

	stats->calls++;
	stats->bytes += call->bytes;
	if (!rd_coll_is_timed())
		return algo->run(call);
	begin = rd_clock_ns();
	err = algo->run(call);
	stats->ns += rd_clock_ns() - begin;
	return err;
}

/*
 * Used as long as providers prepare. Most communicators of a program that has thousands of them
 * have no further collectives, and from then on use shared memory: the queues of their messages are
 * freed.
 */
static __attribute__((noinline)) int carry_early(struct rd_coll_state *state,
						 struct rd_coll_call *call)
{
	struct rd_comm *comm = call->comm;
	int err = rd_coll_prepare(state, comm);

	if (!err) {
		call->where = state->where;
		err = carry_out(rd_coll_select(state, call), call);
	}
	rd_ctx_rest(&comm->coll);
	return err;
}

int rd_coll_carry(struct rd_coll_call *call)
{
	struct rd_comm *comm = call->comm;
	struct rd_coll_state *state;

	call->rank = comm->rank;
	call->size = comm->size;
	call->tag = rd_comm_coll_tag(comm);
	if (rd_unlikely(rd_comm_is_inter(comm)))
		return rd_coll_inter(call);
	if (call->idle)
		return 0;
	if (call->size == 1) {
		rd_coll_alone(call);
		return call->err;
	}
	if (rd_unlikely(rd_peers_lost && rd_ctx_broken(&comm->coll)))
		return RD_EPROC;
	state = rd_coll_state_of(comm);
	if (rd_unlikely(state->uses < RD_COLL_USES))
		return carry_early(state, call);
	call->where = state->where;
	return carry_out(rd_coll_select(state, call), call);
}

void rd_coll_carry_part(struct rd_coll_call *call, struct rd_coll_call part)
{
	struct rd_coll_cause cause;

	rd_coll_cause_hold(&cause, call);
	rd_coll_error(call, rd_coll_carry(&part));
	rd_coll_cause_release(&cause);
}

/*
 * 1: no member has data to move, and the call is over before it is described: its time is that of
 * the checks. Between two groups each has data of its own. The statement below initializes
 * the description: an assignment builds it elsewhere and copies words that are not written back
 * yet.
 */
static inline int are_none(uint64_t bytes, struct rd_comm *comm)
{
	if (rd_likely(bytes || rd_comm_is_inter(comm)))
		return 0;
	rd_comm_coll_tag(comm);
	return 1;
}

static inline int is_over(const struct rd_buf *buf, struct rd_comm *comm)
{
	return are_none(rd_coll_bytes(buf), comm);
}

void rd_coll_meet(struct rd_comm *comm)
{
	struct rd_coll_call call = rd_coll_describe_barrier(comm);
	struct rd_coll_state *state = rd_coll_state_of(comm);

	if (comm->size == 1 || state->where != RD_COLL_NODE)
		return;
	call.rank = comm->rank;
	call.size = comm->size;
	call.tag = rd_comm_coll_tag(comm);
	if (!rd_coll_prepare(state, comm)) {
		call.where = state->where;
		rd_coll_select(state, &call)->run(&call);
	}
	rd_ctx_rest(&comm->coll);
}

int rd_coll_barrier(struct rd_comm *comm)
{
	struct rd_coll_call call = rd_coll_describe_barrier(comm);

	return rd_coll_carry(&call);
}

int rd_coll_bcast(const struct rd_buf *buf, int root, struct rd_comm *comm)
{
	if (rd_likely(!is_over(buf, comm))) {
		struct rd_coll_call call = rd_coll_describe_bcast(buf, root, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_gather(const struct rd_buf *out, const struct rd_buf *in, int root,
		   struct rd_comm *comm)
{
	if (rd_likely(!is_over(rd_coll_significant(in, out, root, comm), comm))) {
		struct rd_coll_call call = rd_coll_describe_gather(out, in, root, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_gatherv(const struct rd_buf *out, const struct rd_blocks *in, int root,
		    struct rd_comm *comm)
{
	struct rd_coll_call call = rd_coll_describe_gatherv(out, in, root, comm);

	return rd_coll_carry(&call);
}

int rd_coll_scatter(const struct rd_buf *out, const struct rd_buf *in, int root,
		    struct rd_comm *comm)
{
	if (rd_likely(!is_over(rd_coll_significant(out, in, root, comm), comm))) {
		struct rd_coll_call call = rd_coll_describe_scatter(out, in, root, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_scatterv(const struct rd_blocks *out, const struct rd_buf *in, int root,
		     struct rd_comm *comm)
{
	struct rd_coll_call call = rd_coll_describe_scatterv(out, in, root, comm);

	return rd_coll_carry(&call);
}

int rd_coll_allgather(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm)
{
	if (rd_likely(!is_over(in, comm))) {
		struct rd_coll_call call = rd_coll_describe_allgather(out, in, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_allgatherv(const struct rd_buf *out, const struct rd_blocks *in, struct rd_comm *comm)
{
	struct rd_coll_call call = rd_coll_describe_allgatherv(out, in, comm);

	return rd_coll_carry(&call);
}

int rd_coll_alltoall(const struct rd_buf *out, const struct rd_buf *in, struct rd_comm *comm)
{
	if (rd_likely(!is_over(in, comm))) {
		struct rd_coll_call call = rd_coll_describe_alltoall(out, in, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_alltoallv(const struct rd_blocks *out, const struct rd_blocks *in, struct rd_comm *comm)
{
	struct rd_coll_call call =
		rd_coll_describe_alltoall_blocks(RD_COLL_ALLTOALLV, out, in, comm);

	return rd_coll_carry(&call);
}

int rd_coll_alltoallw(const struct rd_blocks *out, const struct rd_blocks *in, struct rd_comm *comm)
{
	struct rd_coll_call call =
		rd_coll_describe_alltoall_blocks(RD_COLL_ALLTOALLW, out, in, comm);

	return rd_coll_carry(&call);
}

int rd_coll_reduce(const void *operand, const struct rd_buf *result, struct rd_op *op, int root,
		   struct rd_comm *comm)
{
	if (rd_likely(!is_over(result, comm))) {
		struct rd_coll_call call =
			rd_coll_describe_reduction(RD_COLL_REDUCE, operand, result, op, root, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_allreduce(const void *operand, const struct rd_buf *result, struct rd_op *op,
		      struct rd_comm *comm)
{
	if (rd_likely(!is_over(result, comm))) {
		struct rd_coll_call call =
			rd_coll_describe_reduction(RD_COLL_ALLREDUCE, operand, result, op, 0, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_reduce_scatter(const void *operand, const struct rd_blocks *result, struct rd_op *op,
			   struct rd_comm *comm)
{
	uint64_t bytes = rd_coll_sum(result->counts, comm->size) * result->type->size;

	if (rd_likely(!are_none(bytes, comm))) {
		struct rd_coll_call call =
			rd_coll_describe_reduce_scatter(operand, result, op, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_reduce_scatter_block(const void *operand, const struct rd_buf *result, struct rd_op *op,
				 struct rd_comm *comm)
{
	if (rd_likely(!is_over(result, comm))) {
		struct rd_coll_call call =
			rd_coll_describe_reduce_scatter_block(operand, result, op, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_scan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		 struct rd_comm *comm)
{
	if (rd_likely(!is_over(result, comm))) {
		struct rd_coll_call call =
			rd_coll_describe_reduction(RD_COLL_SCAN, operand, result, op, 0, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}

int rd_coll_exscan(const void *operand, const struct rd_buf *result, struct rd_op *op,
		   struct rd_comm *comm)
{
	if (rd_likely(!is_over(result, comm))) {
		struct rd_coll_call call =
			rd_coll_describe_reduction(RD_COLL_EXSCAN, operand, result, op, 0, comm);

		return rd_coll_carry(&call);
	}
	return 0;
}
