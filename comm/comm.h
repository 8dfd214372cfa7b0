/* SPDX-License-Identifier: BSD-3-Clause */
/* Communicators: a group, two contexts, an error handler, perhaps a topology (MPI-5.0 7). */
#ifndef RD_COMM_COMM_H
#define RD_COMM_COMM_H

#include "base/object.h"
#include "comm/errhandler.h"
#include "comm/group.h"
#include "pt2pt/pt2pt.h"

struct rd_topo;      /* comm/topo.h */
struct rd_coll_state; /* coll/: what the collectives remember for this communicator */

struct rd_comm {
	struct rd_obj obj;      /* RD_MAGIC_COMM */
	int predefined;         /* handle value (0x101, 0x102), 0 for derived */
	int rank, size;         /* own rank, number of members */
	struct rd_ctx p2p;      /* the user's messages; context id is even */
	struct rd_ctx coll;     /* collectives' messages; p2p.id + 1 */
	struct rd_group *group;
	struct rd_errhandler *errhandler; /* never NULL */
	struct rd_topo *topo;   /* NULL: none */
	struct rd_coll_state *coll_state; /* NULL until the first collective */
	void (*coll_state_free)(struct rd_coll_state *);
	uint32_t coll_seq;      /* collectives begun on it; the same on all members */
	char name[MPI_MAX_OBJECT_NAME];
};

extern struct rd_comm rd_comm_world, rd_comm_self;

/* NULL when the handle is no living communicator. */
static inline struct rd_comm *rd_comm_get(MPI_Comm handle)
{
	struct rd_comm *comm = (struct rd_comm *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED) {
		if (handle == MPI_COMM_WORLD)
			return &rd_comm_world;
		return handle == MPI_COMM_SELF ? &rd_comm_self : NULL;
	}
	return comm->obj.magic == RD_MAGIC_COMM ? comm : NULL;
}

MPI_Comm rd_comm_handle(const struct rd_comm *comm);

int rd_comm_init(void);
void rd_comm_fini(void);

/* Collective over `comm`; *out is NULL for a process that is not in the new one. */
int rd_comm_dup(struct rd_comm *comm, struct rd_comm **out);
int rd_comm_split(struct rd_comm *comm, int color, int key, struct rd_comm **out);
int rd_comm_split_type(struct rd_comm *comm, int split_type, int key, struct rd_comm **out);
int rd_comm_create(struct rd_comm *comm, struct rd_group *group, struct rd_comm **out);
/* Collective over `group` only (MPI_Comm_create_group). */
int rd_comm_create_group(struct rd_comm *comm, struct rd_group *group, int tag,
			 struct rd_comm **out);
/* Collective in MPI's sense, but local here: pending operations keep it alive. */
int rd_comm_free(struct rd_comm *comm);
int rd_comm_compare(const struct rd_comm *a, const struct rd_comm *b); /* MPI_IDENT ... */

/* References held by operations under way. */
static inline void rd_comm_hold(struct rd_comm *comm)
{
	rd_obj_get(&comm->obj);
}
void rd_comm_put(struct rd_comm *comm);

/*
 * Tags in the collective context: bit 30 is set for MPI_Comm_create_group, which only some members
 * call; else the number of the collective, so that one that runs ahead is not taken for another.
 */
#define RD_COMM_TAG_MASK 0x3fffffff

/* The tag of the collective that begins now; every member calls it once for each. */
static inline int rd_comm_coll_tag(struct rd_comm *comm)
{
	return (int)(comm->coll_seq++ & RD_COMM_TAG_MASK);
}

static inline int rd_comm_group_tag(int tag)
{
	return (tag & RD_COMM_TAG_MASK) | (RD_COMM_TAG_MASK + 1);
}

/* World rank of a member. */
static inline int rd_comm_world_rank(const struct rd_comm *comm, int rank)
{
	return comm->p2p.world ? comm->p2p.world[rank] : rank;
}

#endif
