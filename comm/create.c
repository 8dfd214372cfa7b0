/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * New communicators from old ones (MPI-5.0 7.4.2): the members agree on a context id and each
 * builds its own object. Called from mpi/ and topo.c.
 *
 * Invariants of context ids (31 bits; even for the user's messages, the next odd one for
 * collectives; the same with RD_PARTS_ID for partitioned communication, pt2pt/part.c, and the two
 * after those for calls that only some members make, rd_comm_apart):
 *  1. Every process of the job has a share of the ids, and proposes from that only: RD_COMM_IDS in
 *     a row, since an intercommunicator needs a second pair for the communicator inside it.
 *  2. The members agree on the largest id that one of them proposes. A process that does not become
 *     a member proposes 0.
 *  3. A process proposes an id again only when it has no communicator of that id any more, and
 *     after all others of its share.
 * So communicators with a member in common differ, in whichever order and on whichever ids other
 * threads of the members agree at the same time: the process that owns the id has proposed it once.
 */
#include "comm/create.h"

#include "base/compiler.h"
#include "base/log.h"
#include "comm/boot.h"
#include "comm/info.h"
#include "comm/topo.h"
#include "runtime/job.h"

#include <stdlib.h>

static uint32_t turn; /* of the own share, proposed next */

static int is_used(uint32_t id)
{
	for (uint32_t i = 0; i < RD_COMM_IDS; i++)
		if (rd_comm_has_id(id + i) || rd_ctx_is_used(id + i))
			return 1;
	return 0;
}

uint32_t rd_comm_propose_id(void)
{
	uint32_t share = (RD_PARTS_ID - RD_COMM_FIRST_ID) / RD_COMM_IDS / (uint32_t)rd_job.size;
	uint32_t first = RD_COMM_FIRST_ID + (uint32_t)rd_job.rank * share * RD_COMM_IDS;

	for (uint32_t i = 0; i < share; i++) {
		uint32_t id = first + turn * RD_COMM_IDS;

		turn = turn + 1 < share ? turn + 1 : 0;
		if (!is_used(id))
			return id;
	}
	return 0;
}

int rd_comm_check_id(uint32_t id)
{
	if (id)
		return 0;
	rd_error("no context id is left for a new communicator; free those that are not needed");
	return RD_ENOMEM;
}

int rd_comm_own_id(uint32_t *id)
{
	*id = rd_comm_propose_id();
	return rd_comm_check_id(*id);
}

/* `joins`: this process becomes a member. */
static int agree_id(const struct rd_boot *boot, int joins, uint32_t *id)
{
	int err;

	*id = joins ? rd_comm_propose_id() : 0;
	err = rd_boot_max(boot, id);
	return err || !joins ? err : rd_comm_check_id(*id);
}

int rd_comm_born(struct rd_comm *parent, uint32_t id, struct rd_group *group,
		 struct rd_group *remote, struct rd_comm **out)
{
	int err = remote ? rd_comm_birth_inter(parent, id, group, remote, out)
			 : rd_comm_birth(parent, id, group, out);

	if (!err)
		return 0;
	rd_group_put(group);
	if (remote)
		rd_group_put(remote);
	return err;
}

struct rd_boot rd_comm_lobby_boot(const struct rd_group *group, const char *tag,
				  enum rd_lobby_use use)
{
	return (struct rd_boot){
		NULL, 0, group->rank, group->size, group->world, rd_lobby_open(tag, use)};
}

int rd_comm_from_group(struct rd_group *group, const char *tag, const struct rd_hints *hints,
		       struct rd_errhandler *errhandler, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_lobby_boot(group, tag, RD_LOBBY_GROUP);
	uint32_t id;
	int err;

	*out = NULL;
	if (!group->size)
		return 0;
	if (group->rank == MPI_UNDEFINED)
		return RD_EGROUP;
	err = agree_id(&boot, 1, &id);
	if (err)
		return err;
	rd_group_hold(group);
	err = rd_comm_born(&rd_comm_self, id, group, NULL, out);
	if (err)
		return err;
	rd_comm_set_info(*out, hints);
	rd_errs_set(&(*out)->errs, errhandler);
	return 0;
}

/* All members of a communicator of either kind. */
static int agree_members(struct rd_comm *comm, uint32_t *id)
{
	struct rd_boot boot;

	if (comm->remote)
		return rd_inter_agree_id(comm, id);
	boot = rd_comm_boot(comm);
	return agree_id(&boot, 1, id);
}

/* The duplicate is freed after an error of the user's functions. */
static int copy_attrs(struct rd_comm *from, struct rd_comm *to)
{
	int err = rd_attrs_copy(&from->attrs, rd_comm_handle(from), &to->attrs);

	if (err && !rd_attrs_delete_all(&to->attrs, rd_comm_handle(to)))
		rd_comm_put(to);
	return err;
}

static int dup_as(struct rd_comm *comm, uint32_t id, struct rd_comm **out)
{
	int err;

	rd_group_hold(comm->group);
	if (comm->remote)
		rd_group_hold(comm->remote);
	err = rd_comm_born(comm, id, comm->group, comm->remote, out);
	if (err)
		return err;
	rd_topo_hold(comm->topo);
	(*out)->topo = comm->topo;
	return copy_attrs(comm, *out);
}

int rd_comm_dup(struct rd_comm *comm, struct rd_comm **out)
{
	uint32_t id;
	int err = agree_members(comm, &id);

	return err ? err : dup_as(comm, id, out);
}

int rd_comm_predup(struct rd_comm *comm, struct rd_comm **out)
{
	uint32_t id;
	int err = rd_comm_own_id(&id);

	return err ? err : dup_as(comm, id, out);
}

/* A member of the own colour. */
struct place {
	int key, rank;
};

static int by_key(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

int rd_comm_same_color(const struct rd_group *group, const struct rd_wish *wishes, int color,
		       struct rd_group **out)
{
	struct place *places = malloc(sizeof(*places) * (size_t)group->size);
	int *world = malloc(sizeof(int) * (size_t)group->size);
	int n = 0;

	if (!places || !world) {
		free(places);
		free(world);
		return RD_ENOMEM;
	}
	for (int i = 0; i < group->size; i++)
		if (wishes[i].color == color)
			places[n++] = (struct place){wishes[i].key, i};
	qsort(places, (size_t)n, sizeof(*places), by_key);
	for (int i = 0; i < n; i++)
		world[i] = rd_group_world(group, places[i].rank);
	free(places);
	return rd_group_derive(group, n, world, out);
}

uint32_t rd_comm_color_id(const struct rd_wish *wishes, int n, int color)
{
	uint32_t id = 0;

	for (int i = 0; i < n; i++)
		if (wishes[i].color == color)
			id = rd_max(id, wishes[i].id);
	return id;
}

static int split(struct rd_comm *comm, struct rd_wish *wishes, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_boot(comm);
	int color = wishes[comm->rank].color;
	struct rd_group *group;
	uint32_t id;
	int err = rd_boot_allgather(&boot, wishes, sizeof(*wishes));

	if (err || color == MPI_UNDEFINED)
		return err;
	id = rd_comm_color_id(wishes, comm->size, color);
	err = rd_comm_check_id(id);
	if (err)
		return err;
	err = rd_comm_same_color(comm->group, wishes, color, &group);
	return err ? err : rd_comm_born(comm, id, group, NULL, out);
}

int rd_comm_split(struct rd_comm *comm, int color, int key, struct rd_comm **out)
{
	struct rd_wish *wishes = malloc(sizeof(*wishes) * (size_t)comm->size);
	int err;

	if (!wishes)
		return RD_ENOMEM;
	*out = NULL;
	wishes[comm->rank] =
		(struct rd_wish){color, key, color == MPI_UNDEFINED ? 0 : rd_comm_propose_id()};
	err = comm->remote ? rd_inter_split(comm, wishes, out) : split(comm, wishes, out);
	free(wishes);
	return err;
}

int rd_comm_first(struct rd_comm *comm, int n, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_boot(comm);
	struct rd_group *group;
	int *world;
	uint32_t id;
	int err = agree_id(&boot, comm->rank < n, &id);

	*out = NULL;
	if (err || comm->rank >= n)
		return err;
	world = malloc(sizeof(int) * (size_t)n);
	if (!world)
		return RD_ENOMEM;
	for (int i = 0; i < n; i++)
		world[i] = rd_comm_world_rank(comm, i);
	err = rd_group_derive(comm->group, n, world, &group);
	return err ? err : rd_comm_born(comm, id, group, NULL, out);
}

/* Ranks in `comm` of the members of `group`; RD_EGROUP when one is not in it. */
static int members(const struct rd_comm *comm, const struct rd_group *group, int **ranks)
{
	int *own = malloc(sizeof(int) * ((size_t)group->size + 1));
	int *there = malloc(sizeof(int) * ((size_t)group->size + 1));
	int err = own && there ? 0 : RD_ENOMEM;

	for (int i = 0; !err && i < group->size; i++)
		own[i] = i;
	if (!err)
		err = rd_group_translate(group, group->size, own, comm->group, there);
	for (int i = 0; !err && i < group->size; i++)
		if (there[i] == MPI_UNDEFINED)
			err = RD_EGROUP;
	free(own);
	if (err)
		free(there);
	else
		*ranks = there;
	return err;
}

/* In an intercommunicator the group is a part of the local one, and the new communicator is empty
 * unless both sides name a process (MPI-5.0 7.4.2). */
int rd_comm_create(struct rd_comm *comm, struct rd_group *group, struct rd_comm **out)
{
	struct rd_boot boot;
	uint32_t id;
	int *ranks = NULL;
	/* the own group has its members: no memory is needed before all have agreed */
	int err = group == comm->group ? 0 : members(comm, group, &ranks);

	*out = NULL;
	if (err)
		return err;
	free(ranks);
	if (comm->remote)
		return rd_comm_split(comm, group->rank == MPI_UNDEFINED ? MPI_UNDEFINED : 0,
				     group->rank, out);
	boot = rd_comm_boot(comm);
	err = agree_id(&boot, group->rank != MPI_UNDEFINED, &id);
	if (err || group->rank == MPI_UNDEFINED)
		return err;
	rd_group_hold(group);
	return rd_comm_born(comm, id, group, NULL, out);
}

/* The processes outside the group do not call, so its members agree among themselves; the
 * user's tag keeps calls of several threads apart (MPI-5.0 7.4.2). */
int rd_comm_create_group(struct rd_comm *comm, struct rd_group *group, int tag,
			 struct rd_comm **out)
{
	struct rd_ctx ctx = rd_comm_apart(comm, RD_COMM_GROUP);
	struct rd_boot boot;
	uint32_t id;
	int *ranks;
	int err;

	*out = NULL;
	if (group->rank == MPI_UNDEFINED)
		return 0;
	err = members(comm, group, &ranks);
	if (err)
		return err;
	boot = (struct rd_boot){&ctx, tag, group->rank, group->size, ranks, {0}};
	err = agree_id(&boot, 1, &id);
	free(ranks);
	if (err)
		return err;
	rd_group_hold(group);
	return rd_comm_born(comm, id, group, NULL, out);
}
