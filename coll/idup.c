/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_Comm_idup: each member makes its duplicate at once, under an id of its own; the id of one of
 * them is sent to all, by a broadcast of four bytes in a schedule, and replaces theirs in the end.
 * A member that cannot make its duplicate takes part in the broadcast all the same: others wait for
 * its messages. Called from mpi/.
 */
#include "coll/coll.h"

#include "base/log.h"
#include "coll/describe.h"
#include "coll/inter.h"
#include "coll/record.h"

/* In memory of the schedule. */
struct birth {
	struct rd_comm *comm;   /* NULL: this member has none */
	struct rd_comm *parent; /* held, if so: no request does that */
	uint32_t id;            /* 0: the member that gives it has none */
};

static int take_over(void *arg)
{
	struct birth *birth = arg;

	if (!birth->comm) {
		rd_comm_put(birth->parent);
		return 0;
	}
	if (!birth->id) {
		rd_error("MPI_Comm_idup: the member that gives the context id could not make its "
			 "communicator");
		return RD_EOTHER;
	}
	rd_comm_rekey(birth->comm, birth->id);
	return 0;
}

/* An intercommunicator's root is rank 0 of the side whose rank 0 is the lower in the world. Its id
 * is sent to the other side; within its own, the local communicator spreads it. */
static void spread_across(struct rd_coll_call *call, struct rd_comm *comm)
{
	int first = rd_group_world(comm->group, 0) < rd_group_world(comm->remote, 0);

	call->root = !first ? 0 : comm->rank ? MPI_PROC_NULL : MPI_ROOT;
	rd_coll_error(call, rd_coll_write_down(call));
	if (first)
		rd_coll_inter_within(
			call,
			rd_coll_describe_bcast(&RD_BUF(call->in.buf, call->in.count, call->in.type),
					       0, comm->local));
}

static int write_down(struct rd_sched *s, struct rd_comm *comm, struct birth *birth, int tag)
{
	struct rd_record record = {.sched = s};
	struct rd_coll_call call = rd_coll_describe_bcast(
		&RD_BUF(&birth->id, sizeof(birth->id), rd_coll_byte()), 0, comm);

	call.record = &record;
	call.rank = comm->rank;
	call.size = comm->size;
	call.tag = tag;
	if (rd_comm_is_inter(comm))
		spread_across(&call, comm);
	else
		rd_coll_error(&call, rd_coll_write_down(&call));
	rd_sched_fence(s);
	rd_sched_call(s, take_over, birth);
	return call.err;
}

int rd_coll_comm_idup(struct rd_comm *comm, struct rd_comm **out, struct rd_req **req)
{
	int tag = rd_comm_coll_tag(comm);
	struct rd_sched_spare spare;
	struct rd_sched *s = rd_sched_new(&comm->coll, tag, &spare);
	struct birth *birth = rd_sched_memory(s, sizeof(*birth)), unborn = {.id = 0};
	struct rd_comm *made = NULL;
	int err, err2;

	if (!birth) { /* others wait for its messages, which have no data */
		write_down(s, comm, &unborn, tag);
		return rd_coll_not_begun(comm, rd_sched_begin(s, req));
	}
	err = rd_comm_predup(comm, &made);
	*birth = (struct birth){err ? NULL : made, comm, err ? 0 : made->p2p.id};
	if (err) {
		made = NULL;
		rd_comm_hold(comm);
	}
	rd_sched_fail(s, write_down(s, comm, birth, tag));
	err2 = rd_coll_not_begun(comm, rd_sched_begin(s, req));
	if (err && !err2)
		rd_req_free(*req); /* the schedule goes on without it */
	else if (err)
		rd_comm_put(comm);
	else if (err2)
		rd_comm_free(made);
	*out = made;
	return err ? err : err2;
}
