/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Intercommunicators: made from two groups, split and merged (MPI-5.0 7.6). Rank 0 of each side is
 * its leader: only leaders exchange messages across, over the intercommunicator's collective
 * context, or over the peer communicator while there is none yet. Called from mpi/ and create.c.
 */
#include "comm/create.h"

#include "base/compiler.h"

#include <stdlib.h>

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

/* All members of the other side receive the leader's `mine`; all here receive the other leader's,
 * as `theirs`, or the error of their own leader. */
static int swap(struct rd_comm *comm, const void *mine, size_t mine_b, void *theirs,
		size_t theirs_b)
{
	struct rd_boot boot = rd_comm_boot(comm->local);
	int tag = rd_comm_coll_tag(comm), err = 0, err2;

	if (comm->rank == 0)
		err = rd_sendrecv(&RD_SIDE(RD_BUF(mine, mine_b, byte_type()), 0, tag),
				  &RD_SIDE(RD_BUF(theirs, theirs_b, byte_type()), 0, tag),
				  &comm->coll, NULL);
	err2 = rd_boot_bcast(&boot, 0, &err, sizeof(err));
	if (!err && !err2)
		err2 = rd_boot_bcast(&boot, 0, theirs, theirs_b);
	return err ? err : err2;
}

int rd_inter_agree_id(struct rd_comm *comm, uint32_t *id)
{
	struct rd_boot boot = rd_comm_boot(comm->local);
	uint32_t mine = rd_comm_propose_id(), theirs = 0;
	int err = rd_boot_max(&boot, &mine);

	if (!err)
		err = swap(comm, &mine, sizeof(mine), &theirs, sizeof(theirs));
	if (err)
		return err;
	*id = rd_max(mine, theirs);
	return rd_comm_check_id(*id);
}

/* ---- Splitting ---- */

/* Both groups of a colour; none when a side has no process of it. */
static int both_groups(const struct rd_comm *comm, const struct rd_wish *mine,
		       const struct rd_wish *theirs, struct rd_group *groups[2])
{
	int color = mine[comm->rank].color;
	int err = rd_comm_same_color(comm->group, mine, color, &groups[0]);

	if (err)
		return err;
	err = rd_comm_same_color(comm->remote, theirs, color, &groups[1]);
	if (err)
		rd_group_put(groups[0]);
	return err;
}

static int split_by(struct rd_comm *comm, const struct rd_wish *mine, const struct rd_wish *theirs,
		    struct rd_comm **out)
{
	struct rd_group *groups[2];
	int err, color = mine[comm->rank].color;
	uint32_t id;

	if (color == MPI_UNDEFINED)
		return 0;
	id = rd_max(rd_comm_color_id(mine, comm->size, color),
		    rd_comm_color_id(theirs, comm->remote->size, color));
	err = rd_comm_check_id(id);
	if (err)
		return err;
	err = both_groups(comm, mine, theirs, groups);
	if (err)
		return err;
	if (groups[1]->size)
		return rd_comm_born(comm, id, groups[0], groups[1], out);
	rd_group_put(groups[0]);
	return 0;
}

int rd_inter_split(struct rd_comm *comm, struct rd_wish *wishes, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_boot(comm->local);
	size_t theirs_b = sizeof(struct rd_wish) * (size_t)comm->remote->size;
	struct rd_wish *theirs = malloc(theirs_b);
	int err;

	if (!theirs)
		return RD_ENOMEM;
	err = rd_boot_allgather(&boot, wishes, sizeof(*wishes));
	if (!err)
		err = swap(comm, wishes, sizeof(*wishes) * (size_t)comm->size, theirs, theirs_b);
	if (!err)
		err = split_by(comm, wishes, theirs, out);
	free(theirs);
	return err;
}

/* ---- Merging ---- */

/* A leader's message about its side. */
struct side {
	uint32_t id; /* largest that a member proposes */
	int high;    /* its processes come last */
	int world;   /* world rank of the leader: decides where both pass the same `high` */
};

static int joined(const struct rd_group *first, const struct rd_group *second,
		  struct rd_group **out)
{
	int *world = malloc(sizeof(int) * ((size_t)first->size + (size_t)second->size));

	if (!world)
		return RD_ENOMEM;
	for (int i = 0; i < first->size; i++)
		world[i] = rd_group_world(first, i);
	for (int i = 0; i < second->size; i++)
		world[first->size + i] = rd_group_world(second, i);
	return rd_group_derive(first, first->size + second->size, world, out);
}

int rd_intercomm_merge(struct rd_comm *comm, int high, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_boot(comm->local);
	struct side mine = {rd_comm_propose_id(), high != 0, rd_group_world(comm->group, 0)};
	struct side theirs = {0};
	struct rd_group *group;
	int err = rd_boot_max(&boot, &mine.id), first;

	if (!err)
		err = swap(comm, &mine, sizeof(mine), &theirs, sizeof(theirs));
	if (err)
		return err;
	mine.id = rd_max(mine.id, theirs.id);
	err = rd_comm_check_id(mine.id);
	if (err)
		return err;
	first = mine.high != theirs.high ? !mine.high : mine.world < theirs.world;
	err = first ? joined(comm->group, comm->remote, &group)
		    : joined(comm->remote, comm->group, &group);
	return err ? err : rd_comm_born(comm, mine.id, group, NULL, out);
}

/* ---- Making one from two groups ---- */

/* A leader's message to the other, before the ranks of its group. */
struct half {
	uint32_t id; /* largest that a member proposes */
	int size;
	int err; /* nothing comes of it: the leader has had this error before */
};

/* How the leaders reach each other. */
struct bridge {
	struct rd_ctx *ctx; /* NULL: in the lobby */
	int rank, tag;
	struct rd_lobby lobby;
};

static int cross(const struct bridge *bridge, const void *mine, size_t mine_b, void *theirs,
		 size_t theirs_b)
{
	if (!bridge->ctx)
		return rd_lobby_sendrecv(&bridge->lobby, mine, mine_b, bridge->rank, theirs,
					 theirs_b, bridge->rank);
	return rd_sendrecv(
		&RD_SIDE(RD_BUF(mine, mine_b, byte_type()), bridge->rank, bridge->tag),
		&RD_SIDE(RD_BUF(theirs, theirs_b, byte_type()), bridge->rank, bridge->tag),
		bridge->ctx, NULL);
}

/* After both leaders are without an error: a leader that has no memory for the other's ranks still
 * sends its own. *ranks becomes the other side's world ranks. */
static int swap_ranks(const struct bridge *bridge, const struct rd_group *group, int *own,
		      const struct half *theirs, int **ranks)
{
	size_t theirs_b = sizeof(int) * (size_t)theirs->size;
	int err;

	*ranks = malloc(theirs_b);
	for (int i = 0; i < group->size; i++)
		own[i] = rd_group_world(group, i);
	err = cross(bridge, own, sizeof(int) * (size_t)group->size, *ranks, *ranks ? theirs_b : 0);
	return *ranks ? err : RD_ENOMEM;
}

/* The leader's part. The other leader waits for `mine` even if this side has an error. */
static int meet(const struct bridge *bridge, const struct rd_group *group, struct half mine,
		struct half *theirs, int **ranks)
{
	int *own = malloc(sizeof(int) * (size_t)group->size);
	int err;

	if (!own && !mine.err)
		mine.err = RD_ENOMEM;
	err = cross(bridge, &mine, sizeof(mine), theirs, sizeof(*theirs));
	if (mine.err)
		err = mine.err;
	else if (!err)
		err = theirs->err;
	if (!err)
		err = swap_ranks(bridge, group, own, theirs, ranks);
	free(own);
	return err;
}

/* The leader broadcasts to the others the data that it received, or its error. All take part: those
 * that have had an error, or have no memory, pass on the data that comes. */
static int tell(const struct rd_boot *boot, int leader, struct half *theirs, int **ranks)
{
	int err = rd_boot_bcast(boot, leader, theirs, sizeof(*theirs));

	if (!err)
		err = theirs->err;
	if (err)
		return err;
	if (!*ranks)
		*ranks = malloc(sizeof(int) * (size_t)theirs->size);
	return rd_boot_bcast(boot, leader, *ranks, sizeof(int) * (size_t)theirs->size);
}

/* Takes over `ranks`. */
static int joint(struct rd_comm *parent, struct rd_group *local, uint32_t id, int size, int *ranks,
		 struct rd_comm **out)
{
	struct rd_group *remote, *common;
	int err = rd_group_create(size, ranks, &remote);

	if (err)
		return err;
	err = rd_group_intersection(local, remote, &common);
	if (!err) {
		err = common->size ? RD_ECOMM : rd_comm_check_id(id);
		rd_group_put(common);
	}
	if (err) {
		rd_group_put(remote);
		return err;
	}
	rd_group_hold(local);
	return rd_comm_born(parent, id, local, remote, out);
}

/* `bridge` is used by the leader only; `parent` gives the error handler. */
static int connect(struct rd_comm *parent, struct rd_group *local, const struct rd_boot *boot,
		   int leader, const struct bridge *bridge, struct rd_comm **out)
{
	struct half mine = {rd_comm_propose_id(), local->size, 0}, theirs = {0};
	int *ranks = NULL, err;

	mine.err = rd_boot_max(boot, &mine.id);
	if (boot->rank == leader)
		theirs.err = meet(bridge, local, mine, &theirs, &ranks);
	err = tell(boot, leader, &theirs, &ranks);
	if (mine.err)
		err = mine.err;
	if (err) {
		free(ranks);
		return err;
	}
	return joint(parent, local, rd_max(mine.id, theirs.id), theirs.size, ranks, out);
}

int rd_intercomm_create(struct rd_comm *local, int leader, struct rd_comm *peer, int remote_leader,
			int tag, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_boot(local);
	struct bridge bridge = {NULL, remote_leader, tag, {0}};
	struct rd_ctx ctx;

	if (peer) {
		ctx = rd_comm_apart(peer, RD_COMM_BRIDGE);
		bridge.ctx = &ctx;
	}
	return connect(local, local->group, &boot, leader, &bridge, out);
}

int rd_intercomm_from_groups(struct rd_group *local, int leader, struct rd_group *remote,
			     int remote_leader, const char *tag, struct rd_errhandler *errhandler,
			     struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_lobby_boot(local, tag, RD_LOBBY_BOOT);
	struct bridge bridge = {NULL, -1, 0, rd_lobby_open(tag, RD_LOBBY_BRIDGE)};
	int err;

	if (local->rank == MPI_UNDEFINED)
		return RD_EGROUP;
	if (local->rank == leader)
		bridge.rank = rd_group_world(remote, remote_leader);
	err = connect(&rd_comm_self, local, &boot, leader, &bridge, out);
	if (!err)
		rd_errs_set(&(*out)->errs, errhandler);
	return err;
}
