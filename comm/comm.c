/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicator objects: the predefined ones, birth from a group and a context id, holding
 * and freeing, comparison. How new ones are agreed upon is in create.c. Called from
 * mpi/, coll/ and comm/.
 */
#include "comm/comm.h"

#include "base/log.h"
#include "base/pool.h"
#include "comm/create.h"
#include "comm/topo.h"
#include "runtime/job.h"

#include <stdio.h>
#include <stdlib.h>

static struct rd_pool comms = RD_POOL_INIT(struct rd_comm);

struct rd_comm rd_comm_world, rd_comm_self;

enum { WORLD_CONTEXT = 0, SELF_CONTEXT = 2 };

MPI_Comm rd_comm_handle(const struct rd_comm *comm)
{
	if (!comm)
		return MPI_COMM_NULL;
	return comm->predefined ? (MPI_Comm)(uintptr_t)comm->predefined : (MPI_Comm)comm;
}

static void set_ctx(struct rd_ctx *ctx, uint32_t id, const struct rd_group *group)
{
	ctx->id = id;
	ctx->rank = group->rank;
	ctx->size = group->size;
	ctx->world = group->world;
	ctx->mq = NULL;
}

/* Gives `comm` (zeroed) its group, whose reference it takes over on success, and its contexts. */
static int open_comm(struct rd_comm *comm, uint32_t id, struct rd_group *group,
		     struct rd_errhandler *errhandler)
{
	int err;

	set_ctx(&comm->p2p, id, group);
	set_ctx(&comm->coll, id + 1, group);
	err = rd_ctx_open(&comm->p2p);
	if (err)
		return err;
	err = rd_ctx_open(&comm->coll);
	if (err) {
		rd_ctx_close(&comm->p2p);
		return err;
	}
	rd_obj_init(&comm->obj, RD_MAGIC_COMM);
	comm->rank = group->rank;
	comm->size = group->size;
	comm->group = group;
	rd_errhandler_hold(errhandler);
	comm->errhandler = errhandler;
	return 0;
}

static void close_comm(struct rd_comm *comm)
{
	if (comm->coll_state)
		comm->coll_state_free(comm->coll_state);
	comm->coll_state = NULL;
	rd_ctx_close(&comm->coll);
	rd_ctx_close(&comm->p2p);
	rd_errhandler_put(comm->errhandler);
	rd_group_put(comm->group);
	rd_topo_free(comm->topo);
	comm->topo = NULL;
}

int rd_comm_birth(struct rd_comm *parent, uint32_t id, struct rd_group *group, struct rd_comm **out)
{
	struct rd_comm *comm = rd_pool_get(&comms);
	int err = comm ? open_comm(comm, id, group, parent->errhandler) : RD_ENOMEM;

	if (err) {
		rd_pool_put(&comms, comm);
		return err;
	}
	rd_debug("communicator of %d members, rank %d, contexts %u and %u", comm->size, comm->rank,
		 comm->p2p.id, comm->coll.id);
	*out = comm;
	return 0;
}

static int open_predefined(struct rd_comm *comm, int handle, const char *name, uint32_t id,
			   int size, int *world)
{
	struct rd_group *group;
	int err = rd_group_create(size, world, &group);

	if (err)
		return err;
	*comm = (struct rd_comm){.predefined = handle};
	snprintf(comm->name, sizeof(comm->name), "%s", name);
	err = open_comm(comm, id, group, &rd_errors_are_fatal);
	if (err)
		rd_group_put(group);
	return err;
}

static int open_self(void)
{
	int *world = malloc(sizeof(int));

	if (!world)
		return RD_ENOMEM;
	*world = rd_job.rank;
	return open_predefined(&rd_comm_self, 0x102, "MPI_COMM_SELF", SELF_CONTEXT, 1, world);
}

int rd_comm_init(void)
{
	int err = open_predefined(&rd_comm_world, 0x101, "MPI_COMM_WORLD", WORLD_CONTEXT,
				  rd_job.size, NULL);

	if (err)
		return err;
	err = open_self();
	if (err)
		close_comm(&rd_comm_world);
	return err;
}

void rd_comm_fini(void)
{
	close_comm(&rd_comm_self);
	close_comm(&rd_comm_world);
}

void rd_comm_put(struct rd_comm *comm)
{
	if (!rd_obj_put(&comm->obj))
		return;
	close_comm(comm);
	rd_pool_put(&comms, comm);
}

int rd_comm_free(struct rd_comm *comm)
{
	rd_comm_put(comm);
	return 0;
}

int rd_comm_compare(const struct rd_comm *a, const struct rd_comm *b)
{
	int groups;

	if (a == b)
		return MPI_IDENT;
	groups = rd_group_compare(a->group, b->group);
	return groups == MPI_IDENT ? MPI_CONGRUENT : groups;
}
