/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicator objects: the predefined ones, birth from a group and a context id, holding
 * and freeing, comparison. How new ones are agreed upon is in create.c. Called from
 * mpi/, coll/ and comm/.
 */
#include "comm/comm.h"

#include "base/list.h"
#include "base/log.h"
#include "base/pool.h"
#include "comm/create.h"
#include "comm/session.h"
#include "comm/topo.h"
#include "runtime/job.h"

#include <stdio.h>
#include <stdlib.h>

static struct rd_pool comms = RD_POOL_INIT(struct rd_comm);

struct rd_comm rd_comm_world, rd_comm_self;

struct rd_ctx rd_comm_lobby;

enum { WORLD_CONTEXT = 0, SELF_CONTEXT = 2, LOBBY_CONTEXT = 4 };

MPI_Comm rd_comm_handle(const struct rd_comm *comm)
{
	if (!comm)
		return MPI_COMM_NULL;
	return comm->predefined ? (MPI_Comm)(uintptr_t)comm->predefined : (MPI_Comm)comm;
}

static void set_ctx(struct rd_ctx *ctx, uint32_t id, int rank, const struct rd_group *peers)
{
	ctx->id = id;
	ctx->rank = rank;
	ctx->size = peers->size;
	ctx->world = peers->world;
	ctx->mq = NULL;
	ctx->buffer = NULL;
	ctx->session_buffer = NULL;
	ctx->name = NULL;
	ctx->joint = ctx->seen = ctx->broken = ctx->told = 0;
}

static void put_errs(struct rd_errs *errs)
{
	rd_comm_put(rd_container(errs, struct rd_comm, errs));
}

/* Gives `comm` (zeroed but for the remote group) its group, whose reference it takes over on
 * success, and its contexts. */
static int open_comm(struct rd_comm *comm, uint32_t id, struct rd_group *group,
		     struct rd_errhandler *errhandler)
{
	const struct rd_group *peers = comm->remote ? comm->remote : group;
	int err;

	set_ctx(&comm->p2p, id, group->rank, peers);
	set_ctx(&comm->coll, id + 1, group->rank, peers);
	comm->p2p.name = comm->coll.name = comm->name;
	comm->coll.joint = 1;
	if (group->session)
		comm->p2p.session_buffer = &group->session->buffer;
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
	comm->errs = (struct rd_errs){RD_ERRS_COMM, rd_comm_handle(comm), comm->name, &comm->obj,
				      put_errs, NULL};
	rd_errs_set(&comm->errs, errhandler);
	return 0;
}

static void close_comm(struct rd_comm *comm)
{
	if (comm->coll_state)
		comm->coll_state_free(comm->coll_state);
	comm->coll_state = NULL;
	rd_parts_close(comm->parts);
	comm->parts = NULL;
	rd_ctx_close(&comm->coll);
	rd_ctx_close(&comm->p2p);
	rd_errs_close(&comm->errs);
	rd_group_put(comm->group);
	if (comm->local)
		rd_comm_put(comm->local);
	if (comm->remote)
		rd_group_put(comm->remote);
	rd_topo_put(comm->topo);
	comm->topo = NULL;
}

int rd_comm_birth(struct rd_comm *parent, uint32_t id, struct rd_group *group, struct rd_comm **out)
{
	struct rd_comm *comm = rd_pool_get(&comms);
	int err = comm ? open_comm(comm, id, group, parent->errs.handler) : RD_ENOMEM;

	if (err) {
		rd_pool_put(&comms, comm);
		return err;
	}
	rd_debug("communicator of %d members, rank %d, contexts %u and %u", comm->size, comm->rank,
		 comm->p2p.id, comm->coll.id);
	*out = comm;
	return 0;
}

int rd_comm_birth_inter(struct rd_comm *parent, uint32_t id, struct rd_group *local,
			struct rd_group *remote, struct rd_comm **out)
{
	struct rd_comm *comm = rd_pool_get(&comms);
	int err;

	if (!comm)
		return RD_ENOMEM;
	rd_group_hold(local);
	err = rd_comm_birth(parent, id + 2, local, &comm->local);
	if (err) {
		rd_group_put(local);
		rd_pool_put(&comms, comm);
		return err;
	}
	comm->remote = remote;
	err = open_comm(comm, id, local, parent->errs.handler);
	if (err) {
		rd_comm_put(comm->local);
		rd_pool_put(&comms, comm);
		return err;
	}
	rd_debug("intercommunicator of %d and %d members, rank %d, contexts %u to %u", comm->size,
		 remote->size, comm->rank, id, id + 3);
	*out = comm;
	return 0;
}

static int rekey(struct rd_ctx *ctx, uint32_t id)
{
	rd_ctx_close(ctx);
	ctx->id = id;
	return rd_ctx_open(ctx);
}

int rd_comm_rekey(struct rd_comm *comm, uint32_t id)
{
	int err = 0;

	if (comm->p2p.id == id)
		return 0;
	err = rekey(&comm->p2p, id);
	if (!err)
		err = rekey(&comm->coll, id + 1);
	if (!err && comm->local)
		err = rd_comm_rekey(comm->local, id + 2);
	return err;
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
	if (!err) {
		set_ctx(&rd_comm_lobby, LOBBY_CONTEXT, rd_job.rank, rd_comm_world.group);
		err = rd_ctx_open(&rd_comm_lobby);
		if (err)
			close_comm(&rd_comm_self);
	}
	if (err)
		close_comm(&rd_comm_world);
	return err;
}

void rd_comm_fini(void)
{
	rd_ctx_close(&rd_comm_lobby);
	close_comm(&rd_comm_self);
	close_comm(&rd_comm_world);
}

void rd_comm_destroy(struct rd_comm *comm)
{
	close_comm(comm);
	rd_pool_put(&comms, comm);
}

int rd_comm_free(struct rd_comm *comm)
{
	int err = rd_attrs_delete_all(&comm->attrs, rd_comm_handle(comm));

	if (err)
		return err;
	rd_buffer_leave(&comm->p2p); /* all members have called, so who receives can do so */
	rd_comm_put(comm);
	return 0;
}

int rd_comm_compare(const struct rd_comm *a, const struct rd_comm *b)
{
	int groups, remote = MPI_IDENT;

	if (a == b)
		return MPI_IDENT;
	if (!a->remote != !b->remote)
		return MPI_UNEQUAL;
	groups = rd_group_compare(a->group, b->group);
	if (a->remote)
		remote = rd_group_compare(a->remote, b->remote);
	if (groups == MPI_UNEQUAL || remote == MPI_UNEQUAL)
		return MPI_UNEQUAL;
	return groups == MPI_IDENT && remote == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
}
