/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short collectives among the neighbours of a grid by posts in shared memory (sm_short.h): each
 * member posts the blocks for its edges, and reads in place those that others have for it. Called
 * from neighbor.c.
 */
#include "coll/sm_short.h"

#include "comm/topo.h"

static void post_edges(const struct rd_shmcoll_short *op, int n)
{
	const struct rd_coll_call *call = op->call;
	int all = call->kind == RD_COLL_NEIGHBOR_ALLTOALL;
	char *own = post_open(op);

	if (rd_unlikely(!own))
		return;
	if (!all)
		pack(op->shm, own, call->out.buf, call->out.count, call->out.type);
	for (int i = 0; all && i < n; i++)
		if (rd_topo_dest(call->comm, i) >= 0)
			pack(op->shm, own + (uint64_t)i * call->bytes, rd_coll_sblock(call, i),
			     call->out.count, call->out.type);
	post_exchange(op);
}

/* Edges 2 d and 2 d + 1 lead down and up in dimension d: the block that a member has for the edge
 * upwards comes to the other along its edge downwards. */
int rd_shmcoll_neighbor(struct rd_coll_call *call)
{
	int n = rd_topo_outdegree(call->comm), all = call->kind == RD_COLL_NEIGHBOR_ALLTOALL;
	struct rd_shmcoll_short op;

	op_begin(&op, call, call->kind, call->bytes * (uint64_t)call->blocks, 1);
	post_edges(&op, n);
	for (int i = 0; i < n; i++) {
		int m = rd_topo_source(call->comm, i);

		if (m >= 0)
			unpack(await_post(&op, m) + (all ? (uint64_t)(i ^ 1) * call->bytes : 0),
			       rd_coll_rblock(call, i), call->in.count, call->in.type);
	}
	return op_end(&op);
}
