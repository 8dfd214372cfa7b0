/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups: ordered sets of processes, known by world rank (MPI-5.0 7.3). */
#ifndef RD_COMM_GROUP_H
#define RD_COMM_GROUP_H

#include "base/object.h"
#include "mpi.h"

struct rd_session; /* comm/session.h */

struct rd_group {
	struct rd_obj obj; /* RD_MAGIC_GROUP */
	int size;
	int rank;                   /* own rank in it, or MPI_UNDEFINED */
	int *world;                 /* [size] world ranks; NULL: rank i is world rank i */
	struct rd_session *session; /* its origin, held, perhaps finalised by now; NULL: none */
};

extern struct rd_group rd_group_empty;

/* NULL when the handle is no valid group. */
static inline struct rd_group *rd_group_get(MPI_Group handle)
{
	struct rd_group *group = (struct rd_group *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED)
		return handle == MPI_GROUP_EMPTY ? &rd_group_empty : NULL;
	return group->obj.magic == RD_MAGIC_GROUP ? group : NULL;
}

MPI_Group rd_group_handle(const struct rd_group *group);

static inline int rd_group_world(const struct rd_group *group, int rank)
{
	return group->world ? group->world[rank] : rank;
}

/* Takes ownership of world[] (malloc'ed, or NULL for identity). */
int rd_group_create(int size, int *world, struct rd_group **out);
/* The same, from the same session as another group. */
int rd_group_derive(const struct rd_group *from, int size, int *world, struct rd_group **out);
void rd_group_hold(struct rd_group *group);
void rd_group_put(struct rd_group *group); /* the empty group ignores it */

/* Ranks and ranges have been checked for range by the caller; RD_ERANK for a rank given twice,
 * RD_EARG for a bad stride. A result without members is rd_group_empty (held). */
int rd_group_incl(struct rd_group *group, int n, const int *ranks, struct rd_group **out);
int rd_group_excl(struct rd_group *group, int n, const int *ranks, struct rd_group **out);
int rd_group_range_incl(struct rd_group *group, int n, int (*ranges)[3], struct rd_group **out);
int rd_group_range_excl(struct rd_group *group, int n, int (*ranges)[3], struct rd_group **out);
int rd_group_union(struct rd_group *a, struct rd_group *b, struct rd_group **out);
int rd_group_intersection(struct rd_group *a, struct rd_group *b, struct rd_group **out);
int rd_group_difference(struct rd_group *a, struct rd_group *b, struct rd_group **out);
int rd_group_compare(const struct rd_group *a, const struct rd_group *b, int *result);
int rd_group_translate(const struct rd_group *a, int n, const int *ranks_a,
		       const struct rd_group *b, int *ranks_b);

#endif
