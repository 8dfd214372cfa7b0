/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives on intercommunicators (MPI-5.0 6.2.3): each group receives the data of the other.
 * Each collective is made of one within a group, on the communicator inside the intercommunicator,
 * and of messages between the groups; rank 0 of each group, its leader, sends and receives these
 * where one process is enough. Called from coll.c and begin.c, which have described the call. The
 * arrays of counts are of the remote group except in reduce_scatter.
 */
#include "coll/inter.h"

#include "base/compiler.h"
#include "coll/describe.h"
#include "coll/record.h"

#include <stdlib.h>

static struct rd_comm *local_of(const struct rd_coll_call *call)
{
	return call->comm->local;
}

static int is_leader(const struct rd_coll_call *call)
{
	return call->rank == 0;
}

/* A collective within the local group, now or as the next part of the schedule, whose parts follow
 * one another. */
void rd_coll_inter_within(struct rd_coll_call *call, struct rd_coll_call part)
{
	struct rd_record *rec = call->record;
	struct rd_comm *local = part.comm;

	if (!rec) {
		if (rd_unlikely(call->err == RD_ENOMEM))
			part.err = RD_ENOMEM;
		rd_coll_carry_part(call, part);
		return;
	}
	part.record = rec;
	part.part = 1;
	part.rank = local->rank;
	part.size = local->size;
	part.tag = rd_comm_is_persistent_tag(call->tag) ? rd_comm_persistent_tag(local)
							: rd_comm_coll_tag(local);
	rd_record_fence(rec);
	rd_sched_within(rec->sched, &local->coll, part.tag);
	rd_coll_error(call, rd_coll_write_down(&part));
	rd_record_fence(rec);
	rd_sched_within(rec->sched, &call->comm->coll, call->tag);
}

/* An error of the leader in its part for the group is an error of all of it; the error. In a
 * schedule its messages say so. */
static int spread_error(struct rd_coll_call *call)
{
	int err = is_leader(call) ? call->err : 0;

	if (call->record)
		return 0;
	rd_coll_carry_part(call, rd_coll_describe_bcast(&RD_BUF(&err, sizeof(err), rd_coll_byte()),
							0, local_of(call)));
	rd_coll_error(call, err);
	return err;
}

/* No rank may leave before all of the other group have entered: their leader signals that. */
static void barrier(struct rd_coll_call *call)
{
	rd_coll_inter_within(call, rd_coll_describe_barrier(local_of(call)));
	if (is_leader(call))
		rd_coll_signal_await(call, 0, 0);
	if (call->record)
		rd_coll_inter_within(call, rd_coll_describe_barrier(local_of(call)));
	spread_error(call);
}

/* Broadcasts the leader's data to all of its own group. */
static void spread(struct rd_coll_call *call, uint64_t count, struct rd_type *type)
{
	rd_coll_inter_within(call, rd_coll_describe_bcast(&RD_BUF(call->in.buf, count, type), 0,
							  local_of(call)));
	spread_error(call);
}

static void bcast(struct rd_coll_call *call)
{
	if (call->root == MPI_ROOT) {
		rd_coll_send(call, call->in.buf, call->in.count, call->in.type, 0);
		return;
	}
	if (is_leader(call))
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, call->root);
	spread(call, call->in.count, call->in.type);
}

static void gather(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	if (call->root != MPI_ROOT) {
		rd_coll_send(call, call->out.buf, call->out.count, call->out.type, call->root);
		return;
	}
	rd_coll_window_init(&w, call);
	for (int i = 0; i < rd_comm_peers(call->comm); i++)
		rd_coll_window_recv(&w, rd_coll_rblock(call, i), rd_coll_rcount(call, i),
				    call->in.type, i);
	rd_coll_window_wait(&w, 0);
}

static void scatter(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	if (call->root != MPI_ROOT) {
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, call->root);
		return;
	}
	rd_coll_window_init(&w, call);
	for (int i = 0; i < rd_comm_peers(call->comm); i++)
		rd_coll_window_send(&w, rd_coll_sblock(call, i), rd_coll_scount(call, i),
				    call->out.type, i);
	rd_coll_window_wait(&w, 0);
}

/*
 * All send to the other leader. A leader's own message is the first in its window and the first
 * that the other one receives, so that two leaders with full windows do not wait for each other.
 */
static void give_to_leader(struct rd_coll_call *call)
{
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	rd_coll_window_send(&w, call->out.buf, call->out.count, call->out.type, 0);
	for (int i = 0; is_leader(call) && i < rd_comm_peers(call->comm); i++)
		rd_coll_window_recv(&w, rd_coll_rblock(call, i), rd_coll_rcount(call, i),
				    call->in.type, i);
	rd_coll_window_wait(&w, 0);
}

static void allgather(struct rd_coll_call *call)
{
	give_to_leader(call);
	spread(call, call->in.count * (uint64_t)rd_comm_peers(call->comm), call->in.type);
}

static void allgatherv(struct rd_coll_call *call)
{
	struct rd_type *blocks;
	int err = rd_type_indexed(rd_comm_peers(call->comm), call->in.counts, call->in.displs,
				  call->in.type, &blocks);

	rd_coll_go_without(call, err);
	give_to_leader(call);
	if (err) { /* as many bytes */
		spread(call, rd_coll_sum(call->in.counts, rd_comm_peers(call->comm)),
		       call->in.type);
		return;
	}
	rd_type_commit(blocks);
	spread(call, 1, blocks);
	rd_type_put(blocks);
}

/*
 * With n ranks in the larger group, round i is from rank - i and to rank + i, mod n, where those
 * ranks exist. Both partners of a message have it in the same round, and no rank waits for a later
 * round before an earlier one, so full windows resolve.
 */
static void alltoall(struct rd_coll_call *call)
{
	int64_t peers = rd_comm_peers(call->comm), n = rd_max(peers, (int64_t)call->size);
	struct rd_coll_window w;

	rd_coll_window_init(&w, call);
	for (int64_t i = 0; i < n; i++) {
		int from = (int)((call->rank - i + n) % n), to = (int)((call->rank + i) % n);

		if (from < peers)
			rd_coll_window_recv(&w, rd_coll_rblock(call, from),
					    rd_coll_rcount(call, from), rd_coll_rtype(call, from),
					    from);
		if (to < peers)
			rd_coll_window_send(&w, rd_coll_sblock(call, to), rd_coll_scount(call, to),
					    rd_coll_stype(call, to), to);
	}
	rd_coll_window_wait(&w, 0);
}

/* ---- Reductions ---- */

/* The group's result at its leader, in temporary room; the other members get no result. */
static void reduce_here(struct rd_coll_call *call, struct rd_coll_room *room)
{
	*room = (struct rd_coll_room){NULL, NULL};
	if (is_leader(call))
		rd_coll_go_without(call, rd_coll_room_get(room, call->out.count, call->out.type));
	rd_coll_inter_within(
		call, rd_coll_describe_reduction(RD_COLL_REDUCE, call->out.buf,
						 &RD_BUF(room->at, call->out.count, call->out.type),
						 call->op, 0, local_of(call)));
}

/* The leaders exchange their groups' results. */
static void swap_results(struct rd_coll_call *call, const struct rd_coll_room *mine, void *theirs)
{
	rd_coll_exchange(call, &RD_BUF(mine->at, call->out.count, call->out.type), 0,
			 &RD_BUF(theirs, call->out.count, call->out.type), 0);
}

static void reduce(struct rd_coll_call *call)
{
	struct rd_coll_room room;

	if (call->root == MPI_ROOT) {
		rd_coll_recv(call, call->in.buf, call->in.count, call->in.type, 0);
		return;
	}
	reduce_here(call, &room);
	if (is_leader(call))
		rd_coll_send(call, room.at, call->out.count, call->out.type, call->root);
	rd_coll_room_put(call, &room);
}

static void allreduce(struct rd_coll_call *call)
{
	struct rd_coll_room room;

	reduce_here(call, &room);
	if (is_leader(call))
		swap_results(call, &room, call->in.buf);
	rd_coll_room_put(call, &room);
	spread(call, call->in.count, call->in.type);
}

/* Where the leader's blocks begin; only it needs that. */
static MPI_Aint *displacements(struct rd_coll_call *call)
{
	MPI_Aint *displs = malloc(sizeof(*displs) * (size_t)call->size), at = 0;

	for (int i = 0; displs && i < call->size; i++) {
		displs[i] = at;
		at += call->in.counts[i];
	}
	rd_coll_go_without(call, displs ? 0 : RD_ENOMEM);
	return displs;
}

/* Scatters the blocks of recvcounts[] elements, one after the other. */
static void deal(struct rd_coll_call *call, const void *all)
{
	MPI_Aint *displs = is_leader(call) ? displacements(call) : NULL;

	/* without memory any numbers will do */
	rd_coll_inter_within(
		call,
		rd_coll_describe_scatterv(
			&RD_BLOCKS(all, call->in.counts, displs ? displs : call->in.counts,
				   call->in.type),
			&RD_BUF(call->in.buf, (uint64_t)call->in.counts[call->rank], call->in.type),
			0, local_of(call)));
	free(displs);
}

static void reduce_scatter(struct rd_coll_call *call)
{
	struct rd_coll_room mine, theirs = {NULL, NULL};
	int err;

	reduce_here(call, &mine);
	if (is_leader(call)) {
		rd_coll_go_without(call,
				   rd_coll_room_get(&theirs, call->out.count, call->out.type));
		swap_results(call, &mine, theirs.at);
	}
	err = spread_error(call);
	if (!err && call->in.counts)
		deal(call, theirs.at);
	else if (!err)
		rd_coll_inter_within(call,
				     rd_coll_describe_scatter(
					     &RD_BUF(theirs.at, call->in.count, call->in.type),
					     &RD_BUF(call->in.buf, call->in.count, call->in.type),
					     0, local_of(call)));
	rd_coll_room_put(call, &theirs);
	rd_coll_room_put(call, &mine);
}

static void (*const run[RD_COLL_KINDS])(struct rd_coll_call *) = {
	[RD_COLL_BARRIER] = barrier,
	[RD_COLL_BCAST] = bcast,
	[RD_COLL_GATHER] = gather,
	[RD_COLL_GATHERV] = gather,
	[RD_COLL_SCATTER] = scatter,
	[RD_COLL_SCATTERV] = scatter,
	[RD_COLL_ALLGATHER] = allgather,
	[RD_COLL_ALLGATHERV] = allgatherv,
	[RD_COLL_ALLTOALL] = alltoall,
	[RD_COLL_ALLTOALLV] = alltoall,
	[RD_COLL_ALLTOALLW] = alltoall,
	[RD_COLL_REDUCE] = reduce,
	[RD_COLL_ALLREDUCE] = allreduce,
	[RD_COLL_REDUCE_SCATTER] = reduce_scatter,
	[RD_COLL_REDUCE_SCATTER_BLOCK] = reduce_scatter,
};

int rd_coll_inter(struct rd_coll_call *call)
{
	if (!run[call->kind])
		return RD_ECOMM;
	if (call->root != MPI_PROC_NULL)
		run[call->kind](call);
	return call->err;
}
