/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two groups together: union, intersection, difference, comparison, translation of ranks
 * (MPI-5.0 7.3.1 and 7.3.2). A table from world rank to rank makes each of them linear in
 * the sizes. Purely local. Called from mpi/ and comm/.
 */
#include "comm/group.h"

#include "base/compiler.h"
#include "base/err.h"

#include <stdlib.h>

/* Where a world rank is in a group. */
struct index {
	int size;  /* world ranks covered: 0 to the largest of the group */
	int *rank; /* [size] rank in the group, or MPI_UNDEFINED; NULL: the identity */
};

static int index_open(struct index *ix, const struct rd_group *group)
{
	int most = -1;

	ix->rank = NULL;
	ix->size = group->size;
	if (!group->world)
		return 0;
	for (int i = 0; i < group->size; i++)
		most = rd_max(most, group->world[i]);
	ix->size = most + 1;
	ix->rank = malloc(sizeof(int) * ((size_t)most + 1));
	if (!ix->rank)
		return RD_ENOMEM;
	for (int i = 0; i <= most; i++)
		ix->rank[i] = MPI_UNDEFINED;
	for (int i = 0; i < group->size; i++)
		ix->rank[group->world[i]] = i;
	return 0;
}

static int index_find(const struct index *ix, int world)
{
	if (world >= ix->size)
		return MPI_UNDEFINED;
	return ix->rank ? ix->rank[world] : world;
}

static void index_close(struct index *ix)
{
	free(ix->rank);
}

/* Appends the world ranks of `from` that are (or are not) in the index. */
static void append(int *world, int *n, const struct rd_group *from, const struct index *ix, int in)
{
	for (int i = 0; i < from->size; i++) {
		int w = rd_group_world(from, i);

		if ((index_find(ix, w) != MPI_UNDEFINED) == in)
			world[(*n)++] = w;
	}
}

/* The members of `first` that are in `second` (in = 1) or not (in = 0). */
static int filter(struct rd_group *first, struct rd_group *second, int in, struct rd_group **out)
{
	struct index ix;
	int *world = malloc(sizeof(int) * ((size_t)first->size + 1));
	int n = 0;

	if (!world || index_open(&ix, second)) {
		free(world);
		return RD_ENOMEM;
	}
	append(world, &n, first, &ix, in);
	index_close(&ix);
	return rd_group_derive(first, n, world, out);
}

/* All of a in its order, then those of b that are not in a (MPI-5.0 7.3.2). */
int rd_group_union(struct rd_group *a, struct rd_group *b, struct rd_group **out)
{
	struct index ix;
	int *world = malloc(sizeof(int) * ((size_t)a->size + (size_t)b->size + 1));
	int n = 0;

	if (!world || index_open(&ix, a)) {
		free(world);
		return RD_ENOMEM;
	}
	append(world, &n, a, &ix, 1);
	append(world, &n, b, &ix, 0);
	index_close(&ix);
	return rd_group_derive(a, n, world, out);
}

int rd_group_intersection(struct rd_group *a, struct rd_group *b, struct rd_group **out)
{
	return filter(a, b, 1, out);
}

int rd_group_difference(struct rd_group *a, struct rd_group *b, struct rd_group **out)
{
	return filter(a, b, 0, out);
}

static int same_order(const struct rd_group *a, const struct rd_group *b)
{
	for (int i = 0; i < a->size; i++)
		if (rd_group_world(a, i) != rd_group_world(b, i))
			return 0;
	return 1;
}

int rd_group_compare(const struct rd_group *a, const struct rd_group *b, int *result)
{
	struct index ix;
	int same = a->size == b->size;

	if (!same || a == b || same_order(a, b)) {
		*result = same ? MPI_IDENT : MPI_UNEQUAL;
		return 0;
	}
	if (index_open(&ix, b))
		return RD_ENOMEM;
	for (int i = 0; i < a->size && same; i++)
		same = index_find(&ix, rd_group_world(a, i)) != MPI_UNDEFINED;
	index_close(&ix);
	*result = same ? MPI_SIMILAR : MPI_UNEQUAL;
	return 0;
}

/* MPI_PROC_NULL is translated to itself (MPI-5.0 7.3.1). */
int rd_group_translate(const struct rd_group *a, int n, const int *ranks_a,
		       const struct rd_group *b, int *ranks_b)
{
	struct index ix;

	if (index_open(&ix, b))
		return RD_ENOMEM;
	for (int i = 0; i < n; i++)
		ranks_b[i] = ranks_a[i] == MPI_PROC_NULL
				     ? MPI_PROC_NULL
				     : index_find(&ix, rd_group_world(a, ranks_a[i]));
	index_close(&ix);
	return 0;
}
