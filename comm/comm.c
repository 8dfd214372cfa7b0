/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicator objects: the predefined ones, creation from a group and a context id, holding and
 * freeing, comparison. The agreement on new ones is in create.c. Called from mpi/, coll/ and comm/.
 */
#include "comm/comm.h"

#include "base/list.h"
#include "base/log.h"
#include "base/pool.h"
#include "comm/create.h"
#include "comm/lobby.h"
#include "comm/session.h"
#include "comm/topo.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <string.h>

static struct rd_pool comms = RD_POOL_INIT(struct rd_comm);

struct rd_comm rd_comm_world, rd_comm_self;

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
	ctx->joint = ctx->awaited = 0;
	ctx->seen = ctx->broken = ctx->told = 0;
}

/* ---- The communicators of this process, by id ---- */

static struct rd_comm **by_id; /* [by_id_mask + 1] */
static uint32_t by_id_mask, nliving;

/* Ids of one process's share lie RD_COMM_IDS apart. */
static struct rd_comm **place_of(uint32_t id)
{
	return &by_id[id / RD_COMM_IDS & by_id_mask];
}

static int more_places(void)
{
	uint32_t n = by_id ? 4 * (by_id_mask + 1) : 64, old = by_id ? by_id_mask + 1 : 0;
	struct rd_comm **from = by_id, **more = calloc(n, sizeof(*more)), *comm, *next;

	if (!more)
		return RD_ENOMEM;
	by_id = more;
	by_id_mask = n - 1;
	for (uint32_t i = 0; i < old; i++)
		for (comm = from[i]; comm; comm = next) {
			next = comm->next_by_id;
			comm->next_by_id = *place_of(comm->p2p.id);
			*place_of(comm->p2p.id) = comm;
		}
	free(from);
	return 0;
}

static int enter(struct rd_comm *comm)
{
	if ((!by_id || nliving > by_id_mask) && more_places() && !by_id)
		return RD_ENOMEM;
	comm->next_by_id = *place_of(comm->p2p.id);
	*place_of(comm->p2p.id) = comm;
	nliving++;
	return 0;
}

static void leave(struct rd_comm *comm)
{
	struct rd_comm **at = place_of(comm->p2p.id);

	while (*at != comm)
		at = &(*at)->next_by_id;
	*at = comm->next_by_id;
	nliving--;
}

static const struct rd_comm *find(uint32_t id)
{
	const struct rd_comm *comm = by_id ? *place_of(id) : NULL;

	while (comm && comm->p2p.id != id)
		comm = comm->next_by_id;
	return comm;
}

int rd_comm_has_id(uint32_t id)
{
	return find(id) != NULL;
}

/* For reports: messages may have made the queues of a context before it was opened, or named. */
static const char *name_of(uint32_t id)
{
	const struct rd_comm *comm = find(id);

	return comm ? comm->name : "";
}

/* ---- Parts ---- */

static void put_errs(struct rd_errs *errs)
{
	rd_comm_put(rd_container(errs, struct rd_comm, errs));
}

static const struct rd_req_ops over_ops = {.name = "collective"};
static struct rd_pool overs = RD_POOL_INIT(struct rd_req);
static struct rd_req *spare_overs; /* of communicators that are closed; handles stay valid */

/* Without memory that of sends serves. */
struct rd_req *rd_comm_over_new(struct rd_comm *comm)
{
	struct rd_req *req = spare_overs;

	if (req)
		spare_overs = req->next;
	else
		req = rd_pool_get(&overs);
	if (!req)
		return &rd_req_done_send;
	*req = (struct rd_req)RD_REQ_DONE_INIT(&over_ops, RD_REQ_COLL);
	req->comm = comm;
	comm->over = req;
	return req;
}

static void drop_over(struct rd_comm *comm)
{
	if (!comm->over)
		return;
	comm->over->comm = NULL;
	comm->over->next = spare_overs;
	spare_overs = comm->over;
	comm->over = NULL;
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
	comm->name = comm->p2p.name = comm->coll.name = "";
	comm->coll.joint = comm->coll.awaited = 1;
	if (group->session)
		comm->p2p.session_buffer = &group->session->buffer;
	err = enter(comm);
	if (err)
		return err;
	rd_ctx_open(&comm->p2p);
	rd_ctx_open(&comm->coll);
	rd_obj_init(&comm->obj, RD_MAGIC_COMM);
	comm->rank = group->rank;
	comm->size = group->size;
	comm->group = group;
	comm->errs = (struct rd_errs){
		RD_ERRS_COMM, rd_comm_handle(comm), comm->name, &comm->obj, put_errs, NULL};
	rd_errs_set(&comm->errs, errhandler);
	return 0;
}

/* Memory for a name is allocated with the first one and kept: others point to it. */
int rd_comm_set_name(struct rd_comm *comm, const char *name)
{
	char *own = comm->named ? comm->named : calloc(1, MPI_MAX_OBJECT_NAME);
	size_t len = strnlen(name, MPI_MAX_OBJECT_NAME - 1);

	if (!own)
		return RD_ENOMEM;
	memcpy(own, name, len);
	own[len] = 0;
	comm->named = own;
	if (comm->errs.name == comm->name) /* the name of a window's communicator is the window's */
		comm->errs.name = own;
	if (comm->p2p.name)
		comm->p2p.name = own;
	comm->name = comm->coll.name = own;
	return 0;
}

struct rd_ctx rd_comm_apart(const struct rd_comm *comm, enum rd_comm_apart which)
{
	struct rd_ctx ctx = rd_comm_some(comm);

	ctx.id = (comm->p2p.id + 2 + (uint32_t)which) | RD_PARTS_ID;
	rd_ctx_open(&ctx);
	return ctx;
}

static void close_aparts(const struct rd_comm *comm)
{
	/* The communicator inside an intercommunicator has none of these contexts: the ids are the
	 * next one's. */
	if (comm->p2p.id % RD_COMM_IDS)
		return;
	for (int which = 0; which < RD_COMM_APARTS; which++) {
		struct rd_ctx ctx = rd_comm_apart(comm, (enum rd_comm_apart)which);

		rd_ctx_close(&ctx);
	}
}

static void close_comm(struct rd_comm *comm)
{
	drop_over(comm);
	if (comm->coll_state)
		comm->coll_state_free(comm->coll_state);
	comm->coll_state = NULL;
	rd_parts_close(comm->parts);
	comm->parts = NULL;
	close_aparts(comm);
	rd_ctx_close(&comm->coll);
	rd_ctx_close(&comm->p2p);
	leave(comm);
	rd_errs_close(&comm->errs);
	rd_group_put(comm->group);
	if (comm->local)
		rd_comm_put(comm->local);
	if (comm->remote)
		rd_group_put(comm->remote);
	rd_topo_put(comm->topo);
	comm->topo = NULL;
	free(comm->named);
	comm->named = NULL;
}

/* ---- Creation and destruction ---- */

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

static void rekey(struct rd_ctx *ctx, uint32_t id)
{
	rd_ctx_close(ctx);
	ctx->id = id;
	rd_ctx_open(ctx);
}

void rd_comm_rekey(struct rd_comm *comm, uint32_t id)
{
	if (comm->p2p.id == id)
		return;
	leave(comm);
	rekey(&comm->p2p, id);
	rekey(&comm->coll, id + 1);
	enter(comm); /* cannot fail: the table exists */
	if (comm->local)
		rd_comm_rekey(comm->local, id + 2);
}

static int open_predefined(struct rd_comm *comm, int handle, const char *name, uint32_t id,
			   int size, int *world)
{
	struct rd_group *group;
	int err = rd_group_create(size, world, &group);

	if (err)
		return err;
	*comm = (struct rd_comm){.predefined = handle};
	err = open_comm(comm, id, group, &rd_errors_are_fatal);
	if (err) {
		rd_group_put(group);
		return err;
	}
	comm->name = comm->p2p.name = comm->coll.name = comm->errs.name = name;
	err = rd_ctx_ready(&comm->p2p);
	if (err)
		close_comm(comm);
	return err;
}

static int open_self(void)
{
	int *world = malloc(sizeof(int));

	if (!world)
		return RD_ENOMEM;
	*world = rd_job.rank;
	return open_predefined(&rd_comm_self, 0x102, "MPI_COMM_SELF", RD_COMM_SELF_ID, 1, world);
}

int rd_comm_init(void)
{
	int err = open_predefined(&rd_comm_world, 0x101, "MPI_COMM_WORLD", RD_COMM_WORLD_ID,
				  rd_job.size, NULL);

	if (err)
		return err;
	rd_ctx_name = name_of;
	err = open_self();
	if (err) {
		close_comm(&rd_comm_world);
		return err;
	}
	rd_lobby_init();
	return 0;
}

void rd_comm_fini(void)
{
	rd_lobby_fini();
	close_comm(&rd_comm_self);
	close_comm(&rd_comm_world);
	if (nliving)
		return; /* communicators that the program has not freed, and may never free */
	free(by_id);
	by_id = NULL;
	by_id_mask = 0;
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
	rd_buffer_leave(&comm->p2p); /* all members have called: receivers can receive the
				      * messages */
	rd_comm_put(comm);
	return 0;
}

int rd_comm_compare(const struct rd_comm *a, const struct rd_comm *b, int *result)
{
	int groups, remote = MPI_IDENT, err;

	if (a == b || !a->remote != !b->remote) {
		*result = a == b ? MPI_IDENT : MPI_UNEQUAL;
		return 0;
	}
	err = rd_group_compare(a->group, b->group, &groups);
	if (!err && a->remote)
		err = rd_group_compare(a->remote, b->remote, &remote);
	if (err)
		return err;
	if (groups == MPI_UNEQUAL || remote == MPI_UNEQUAL)
		*result = MPI_UNEQUAL;
	else
		*result = groups == MPI_IDENT && remote == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
	return 0;
}
