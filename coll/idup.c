/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI_Comm_idup: each member makes its duplicate at once, under an id of its own; the id of one of
 * them is sent to all, by a broadcast of four bytes in a schedule, and replaces theirs in the end.
 * Called from mpi/.
 */
#include "coll/coll.h"

#include "coll/describe.h"
#include "coll/inter.h"
#include "coll/record.h"

/* In memory of the schedule. */
struct birth {
	struct rd_comm *comm;
	uint32_t id;
};

static int take_over(void *arg)
{
	struct birth *birth = arg;

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
		rd_coll_inter_within(call, rd_coll_describe_bcast(call->rbuf, call->rcount,
								  call->rtype, 0, comm->local));
}

static int write_down(struct rd_sched *s, struct rd_comm *comm, struct birth *birth, int tag)
{
	struct rd_record record = {.sched = s};
	struct rd_coll_call call = rd_coll_describe_bcast(&birth->id, sizeof(birth->id),
							  rd_coll_byte(), 0, comm);

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
	struct rd_sched *s = rd_sched_new(&comm->coll, tag);
	struct birth *birth = s ? rd_sched_memory(s, sizeof(*birth)) : NULL;
	int err = birth ? rd_comm_predup(comm, &birth->comm) : RD_ENOMEM;

	if (err) {
		if (s)
			rd_sched_drop(s);
		return err;
	}
	birth->id = birth->comm->p2p.id;
	*out = birth->comm;
	rd_sched_fail(s, write_down(s, comm, birth, tag));
	return rd_sched_begin(s, req);
}
