/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Groups as objects, and those made by naming ranks of one group (MPI-5.0 7.3.2). Operations on two
 * groups are in group_set.c. Purely local. Called from mpi/ and comm/.
 */
#include "comm/group.h"

#include "base/err.h"
#include "base/pool.h"
#include "comm/session.h"
#include "runtime/job.h"

#include <stdlib.h>

static struct rd_pool groups = RD_POOL_INIT(struct rd_group);

struct rd_group rd_group_empty = {{RD_MAGIC_GROUP, 1}, 0, MPI_UNDEFINED, NULL, NULL};

MPI_Group rd_group_handle(const struct rd_group *group)
{
	if (!group)
		return MPI_GROUP_NULL;
	return group == &rd_group_empty ? MPI_GROUP_EMPTY : (MPI_Group)group;
}

static int own_rank(int size, const int *world)
{
	if (!world)
		return rd_job.rank < size ? rd_job.rank : MPI_UNDEFINED;
	for (int i = 0; i < size; i++)
		if (world[i] == rd_job.rank)
			return i;
	return MPI_UNDEFINED;
}

static int is_identity(int size, const int *world)
{
	for (int i = 0; i < size; i++)
		if (world[i] != i)
			return 0;
	return 1;
}

int rd_group_create(int size, int *world, struct rd_group **out)
{
	struct rd_group *group;

	if (!size || (world && is_identity(size, world))) {
		free(world);
		world = NULL;
	}
	if (!size) {
		*out = &rd_group_empty;
		return 0;
	}
	group = rd_pool_get(&groups);
	if (!group) {
		free(world);
		return RD_ENOMEM;
	}
	rd_obj_init(&group->obj, RD_MAGIC_GROUP);
	group->size = size;
	group->rank = own_rank(size, world);
	group->world = world;
	*out = group;
	return 0;
}

int rd_group_derive(const struct rd_group *from, int size, int *world, struct rd_group **out)
{
	int err = rd_group_create(size, world, out);

	if (err || !size || !from->session)
		return err;
	rd_session_hold(from->session);
	(*out)->session = from->session;
	return 0;
}

void rd_group_hold(struct rd_group *group)
{
	if (group != &rd_group_empty)
		rd_obj_get(&group->obj);
}

void rd_group_put(struct rd_group *group)
{
	if (group == &rd_group_empty || !rd_obj_put(&group->obj))
		return;
	if (group->session)
		rd_session_put(group->session);
	free(group->world);
	rd_pool_put(&groups, group);
}

/* Sets named[rank] for the ranks given; RD_ERANK when one is given twice. */
static int mark(char *named, int n, const int *ranks)
{
	for (int i = 0; i < n; i++) {
		if (named[ranks[i]])
			return RD_ERANK;
		named[ranks[i]] = 1;
	}
	return 0;
}

/* The group of the marked ranks, or of those not marked, in the order of `group`. */
static int pick(struct rd_group *group, const char *named, int wanted, struct rd_group **out)
{
	int *world = calloc((size_t)group->size + 1, sizeof(int));
	int size = 0;

	if (!world)
		return RD_ENOMEM;
	for (int i = 0; i < group->size; i++)
		if (named[i] == wanted)
			world[size++] = rd_group_world(group, i);
	return rd_group_derive(group, size, world, out);
}

static int incl(struct rd_group *group, int n, const int *ranks, struct rd_group **out)
{
	int *world = calloc((size_t)n + 1, sizeof(int));

	if (!world)
		return RD_ENOMEM;
	for (int i = 0; i < n; i++)
		world[i] = rd_group_world(group, ranks[i]);
	return rd_group_derive(group, n, world, out);
}

int rd_group_incl(struct rd_group *group, int n, const int *ranks, struct rd_group **out)
{
	char *named = calloc((size_t)group->size + 1, 1);
	int err;

	if (!named)
		return RD_ENOMEM;
	err = mark(named, n, ranks);
	if (!err)
		err = incl(group, n, ranks, out);
	free(named);
	return err;
}

int rd_group_excl(struct rd_group *group, int n, const int *ranks, struct rd_group **out)
{
	char *named = calloc((size_t)group->size + 1, 1);
	int err;

	if (!named)
		return RD_ENOMEM;
	err = mark(named, n, ranks);
	if (!err)
		err = pick(group, named, 0, out);
	free(named);
	return err;
}

/* Number of ranks of a (first, last, stride); 0 when the stride does not lead from first to
 * last. */
static int64_t range_length(const int range[3])
{
	int64_t way = (int64_t)range[1] - range[0];

	if (!range[2] || (way > 0 && range[2] < 0) || (way < 0 && range[2] > 0))
		return 0;
	return way / range[2] + 1;
}

/* All ranks of the ranges, in their order; more of them than the group has members means one is
 * there twice. */
static int expand(const struct rd_group *group, int n, int (*ranges)[3], int **ranks, int *count)
{
	int64_t total = 0;
	int at = 0;

	for (int i = 0; i < n; i++) {
		int64_t length = range_length(ranges[i]);

		if (!length)
			return RD_EARG;
		total += length;
		if (total > group->size)
			return RD_ERANK;
	}
	*ranks = calloc((size_t)total + 1, sizeof(int));
	if (!*ranks)
		return RD_ENOMEM;
	for (int i = 0; i < n; i++)
		for (int64_t k = 0; k < range_length(ranges[i]); k++)
			(*ranks)[at++] = (int)(ranges[i][0] + k * ranges[i][2]);
	*count = at;
	return 0;
}

typedef int of_ranks(struct rd_group *group, int n, const int *ranks, struct rd_group **out);

static int of_ranges(struct rd_group *group, int n, int (*ranges)[3], struct rd_group **out,
		     of_ranks *make)
{
	int *ranks, count;
	int err = expand(group, n, ranges, &ranks, &count);

	if (err)
		return err;
	err = make(group, count, ranks, out);
	free(ranks);
	return err;
}

int rd_group_range_incl(struct rd_group *group, int n, int (*ranges)[3], struct rd_group **out)
{
	return of_ranges(group, n, ranges, out, rd_group_incl);
}

int rd_group_range_excl(struct rd_group *group, int n, int (*ranges)[3], struct rd_group **out)
{
	return of_ranges(group, n, ranges, out, rd_group_excl);
}
