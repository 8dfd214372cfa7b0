/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * New communicators from old ones (MPI-5.0 7.4.2): the members agree on a context id
 * and each builds its own object. Called from mpi/ and topo.c.
 *
 * Invariants of context ids (u32; even for the user's messages, the next odd one for collectives):
 *  1. next_id of a process is larger than every id of a communicator it ever had a part in.
 *  2. The id agreed is the largest next_id of all that agree, and each then goes on from id + 2.
 * So two communicators with a member in common differ, and those that one call makes without a
 * common member (colours of a split) may share the id. Ids are not used again.
 */
#include "comm/create.h"

#include "base/compiler.h"
#include "base/log.h"
#include "comm/agree.h"
#include "comm/topo.h"
#include "runtime/job.h"

#include <stdlib.h>

static uint32_t next_id = 4; /* 0 to 3 are MPI_COMM_WORLD and MPI_COMM_SELF */

static struct rd_circle circle_of(struct rd_comm *comm)
{
	int tag = rd_comm_coll_tag(comm);

	return (struct rd_circle){&comm->coll, tag, comm->rank, comm->size, NULL};
}

/* `id` is the largest next_id of all members. */
static int take_id(uint32_t id)
{
	if (id > UINT32_MAX - 3) {
		rd_error("no context id is left for a new communicator: 2^31 have been made; use "
			 "fewer, for example by reusing one instead of MPI_Comm_dup in a loop");
		return RD_ENOMEM;
	}
	next_id = id + 2;
	return 0;
}

static int agree_id(const struct rd_circle *circle, uint32_t *id)
{
	int err;

	*id = next_id;
	err = rd_agree_max(circle, id);
	return err ? err : take_id(*id);
}

/* As rd_comm_birth, but gives the reference to the group back when it fails. */
static int born(struct rd_comm *parent, uint32_t id, struct rd_group *group, struct rd_comm **out)
{
	int err = rd_comm_birth(parent, id, group, out);

	if (err)
		rd_group_put(group);
	return err;
}

int rd_comm_dup(struct rd_comm *comm, struct rd_comm **out)
{
	struct rd_circle circle = circle_of(comm);
	struct rd_topo *topo = NULL;
	uint32_t id;
	int err = agree_id(&circle, &id);

	if (err)
		return err;
	if (comm->topo) {
		topo = rd_topo_copy(comm->topo);
		if (!topo)
			return RD_ENOMEM;
	}
	rd_group_hold(comm->group);
	err = born(comm, id, comm->group, out);
	if (err)
		rd_topo_free(topo);
	else
		(*out)->topo = topo;
	return err;
}

/* What each process says in a split. */
struct wish {
	int color, key;
	uint32_t next_id;
};

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

/* The group of those with the own colour, by key and then by old rank. */
static int same_color(const struct rd_comm *comm, const struct wish *wishes, struct rd_group **out)
{
	struct place *places = malloc(sizeof(*places) * (size_t)comm->size);
	int *world = malloc(sizeof(int) * (size_t)comm->size);
	int n = 0;

	if (!places || !world) {
		free(places);
		free(world);
		return RD_ENOMEM;
	}
	for (int i = 0; i < comm->size; i++)
		if (wishes[i].color == wishes[comm->rank].color)
			places[n++] = (struct place){wishes[i].key, i};
	qsort(places, (size_t)n, sizeof(*places), by_key);
	for (int i = 0; i < n; i++)
		world[i] = rd_comm_world_rank(comm, places[i].rank);
	free(places);
	return rd_group_create(n, world, out);
}

static int split(struct rd_comm *comm, struct wish *wishes, struct rd_comm **out)
{
	struct rd_circle circle = circle_of(comm);
	struct rd_group *group;
	uint32_t id = 0;
	int err = rd_agree_gather(&circle, wishes, sizeof(*wishes));

	if (err)
		return err;
	for (int i = 0; i < comm->size; i++)
		id = rd_max(id, wishes[i].next_id);
	err = take_id(id);
	if (err || wishes[comm->rank].color == MPI_UNDEFINED)
		return err;
	err = same_color(comm, wishes, &group);
	return err ? err : born(comm, id, group, out);
}

int rd_comm_split(struct rd_comm *comm, int color, int key, struct rd_comm **out)
{
	struct wish *wishes = malloc(sizeof(*wishes) * (size_t)comm->size);
	int err;

	if (!wishes)
		return RD_ENOMEM;
	*out = NULL;
	wishes[comm->rank] = (struct wish){color, key, next_id};
	err = split(comm, wishes, out);
	free(wishes);
	return err;
}

/* MPI-5.0 7.4.2: an unguided split must give less than it was given, or MPI_COMM_NULL. */
static int split_unguided(struct rd_comm *comm, int color, int key, struct rd_comm **out)
{
	int err = rd_comm_split(comm, color, key, out);

	if (!err && *out && (*out)->size == comm->size) {
		rd_comm_put(*out);
		*out = NULL;
	}
	return err;
}

/*
 * The node is the one kind of hardware that is told apart. A guided split names its resource by an
 * info key; without one that is known every process gets MPI_COMM_NULL.
 */
int rd_comm_split_type(struct rd_comm *comm, int split_type, int key, struct rd_comm **out)
{
	int node = rd_job.local[0]; /* the lowest world rank of the node */

	switch (split_type) {
	case MPI_COMM_TYPE_SHARED:
		return rd_comm_split(comm, node, key, out);
	case MPI_COMM_TYPE_HW_UNGUIDED:
		return split_unguided(comm, node, key, out);
	case MPI_COMM_TYPE_HW_GUIDED:
	case MPI_COMM_TYPE_RESOURCE_GUIDED:
	case MPI_UNDEFINED:
		return rd_comm_split(comm, MPI_UNDEFINED, key, out);
	default:
		return RD_EARG;
	}
}

int rd_comm_first(struct rd_comm *comm, int n, struct rd_comm **out)
{
	struct rd_circle circle = circle_of(comm);
	struct rd_group *group;
	int *world;
	uint32_t id;
	int err = agree_id(&circle, &id);

	*out = NULL;
	if (err || comm->rank >= n)
		return err;
	world = malloc(sizeof(int) * (size_t)n);
	if (!world)
		return RD_ENOMEM;
	for (int i = 0; i < n; i++)
		world[i] = rd_comm_world_rank(comm, i);
	err = rd_group_create(n, world, &group);
	return err ? err : born(comm, id, group, out);
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

int rd_comm_create(struct rd_comm *comm, struct rd_group *group, struct rd_comm **out)
{
	struct rd_circle circle;
	uint32_t id;
	int *ranks;
	int err = members(comm, group, &ranks);

	*out = NULL;
	if (err)
		return err;
	free(ranks);
	circle = circle_of(comm);
	err = agree_id(&circle, &id);
	if (err || group->rank == MPI_UNDEFINED)
		return err;
	rd_group_hold(group);
	return born(comm, id, group, out);
}

/* The processes outside the group do not call, so its members agree among themselves; the
 * user's tag keeps calls of several threads apart (MPI-5.0 7.4.2). */
int rd_comm_create_group(struct rd_comm *comm, struct rd_group *group, int tag,
			 struct rd_comm **out)
{
	struct rd_circle circle;
	uint32_t id;
	int *ranks;
	int err;

	*out = NULL;
	if (group->rank == MPI_UNDEFINED)
		return 0;
	err = members(comm, group, &ranks);
	if (err)
		return err;
	circle = (struct rd_circle){&comm->coll, rd_comm_group_tag(tag), group->rank, group->size,
				    ranks};
	err = agree_id(&circle, &id);
	free(ranks);
	if (err)
		return err;
	rd_group_hold(group);
	return born(comm, id, group, out);
}
