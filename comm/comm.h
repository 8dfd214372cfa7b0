/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicators: a group, two contexts, an error handler, perhaps a topology (MPI-5.0 7). An
 * intercommunicator has a second group, the destination of its messages, and keeps an
 * intracommunicator of its own group for the local halves of its operations.
 */
#ifndef RD_COMM_COMM_H
#define RD_COMM_COMM_H

#include "base/attr.h"
#include "base/object.h"
#include "comm/coll_state.h"
#include "comm/errhandler.h"
#include "comm/group.h"
#include "pt2pt/part.h"
#include "pt2pt/pt2pt.h"
#include "pt2pt/request.h"

struct rd_topo; /* comm/topo.h */

/* Numbers for the tags of collectives, the same on all members. */
struct rd_comm_tags {
	uint32_t coll;       /* begun on it */
	uint32_t persistent; /* made on it */
};

struct rd_comm {
	struct rd_obj obj;       /* RD_MAGIC_COMM */
	int predefined;          /* handle value (0x101, 0x102), 0 for derived */
	int rank, size;          /* own rank, number of members; of an intercommunicator: local */
	struct rd_group *remote; /* intercommunicator: the remote group; NULL: intracommunicator */
	struct rd_ctx p2p;       /* the user's messages; context id is even */
	struct rd_ctx coll;      /* collectives' messages; p2p.id + 1 */
	struct rd_group *group;  /* the local one */
	struct rd_comm *local; /* intercommunicator: of the local group, not the user's; or NULL */
	struct rd_errs errs;
	struct rd_attrs attrs;            /* the user's */
	uint32_t promises;                /* info assertions that are true; info.c */
	struct rd_topo *topo;             /* NULL: none */
	struct rd_parts *parts;           /* NULL until the first partitioned operation */
	struct rd_coll_state *coll_state; /* NULL until the first collective */
	void (*coll_state_free)(struct rd_coll_state *);
	struct rd_comm_tags tags;
	struct rd_req *over; /* of collectives that were over at once; NULL until the first */
	const char *name;    /* the user's, "": none; memory of its own, or a constant */
	char *named;         /* that memory; NULL: the name is a constant */
	struct rd_coll_state coll_room; /* of *coll_state */
	struct rd_comm *next_by_id;     /* list of all communicators of this process (comm.c) */
};

extern struct rd_comm rd_comm_world, rd_comm_self;

enum { RD_COMM_IDS = 4 }; /* consecutive ids for one communicator of any kind */
/* Context ids: MPI_COMM_WORLD's, MPI_COMM_SELF's, the lobby's (lobby.h), that of windows' active
 * messages (rma/am.c); from FIRST_ID on the agreed ones. */
enum {
	RD_COMM_WORLD_ID = 0,
	RD_COMM_SELF_ID = RD_COMM_IDS,
	RD_COMM_LOBBY_ID = 2 * RD_COMM_IDS,
	RD_COMM_WINDOWS_ID,
	RD_COMM_FIRST_ID = 3 * RD_COMM_IDS
};

/* NULL when the handle is no valid communicator. */
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
/* Two halves of a duplication: first with contexts of an id that only this process has chosen; then
 * with those of the id that all members use. In between no operation may use the communicator. */
int rd_comm_predup(struct rd_comm *comm, struct rd_comm **out);
void rd_comm_rekey(struct rd_comm *comm, uint32_t id);
int rd_comm_split(struct rd_comm *comm, int color, int key, struct rd_comm **out);
struct rd_hints; /* base/hints.h */
/* A split that chooses the hardware writes its kind to *hints. */
int rd_comm_split_type(struct rd_comm *comm, int split_type, int key, struct rd_hints *hints,
		       struct rd_comm **out);
int rd_comm_create(struct rd_comm *comm, struct rd_group *group, struct rd_comm **out);
/* Collective over `group` only (MPI_Comm_create_group). */
int rd_comm_create_group(struct rd_comm *comm, struct rd_group *group, int tag,
			 struct rd_comm **out);
/* The same without a communicator that has all of them as members; *out NULL for an empty group. */
int rd_comm_from_group(struct rd_group *group, const char *tag, const struct rd_hints *hints,
		       struct rd_errhandler *errhandler, struct rd_comm **out);
/* Collective in MPI's sense, but local here: pending operations keep it allocated. An error of the
 * user's is from the delete function of an attribute: the communicator is not freed then. */
int rd_comm_free(struct rd_comm *comm);
/* Cut to MPI_MAX_OBJECT_NAME - 1 characters. RD_ENOMEM. */
int rd_comm_set_name(struct rd_comm *comm, const char *name);
/* 1: this process has a communicator of this context id. */
int rd_comm_has_id(uint32_t id);
/* *result: MPI_IDENT ...; RD_ENOMEM. */
int rd_comm_compare(const struct rd_comm *a, const struct rd_comm *b, int *result);

static inline int rd_comm_is_inter(const struct rd_comm *comm)
{
	return comm->remote != NULL;
}

/* Processes that a message can be sent to. */
static inline int rd_comm_peers(const struct rd_comm *comm)
{
	return comm->p2p.size;
}

/*
 * An intercommunicator of the group of `local`, an intracommunicator, and of the group on the other
 * side (MPI-5.0 7.6.2). `peer` and the rank there are those of the leader; others may pass NULL.
 * RD_ECOMM: a process is on both sides.
 */
int rd_intercomm_create(struct rd_comm *local, int leader, struct rd_comm *peer, int remote_leader,
			int tag, struct rd_comm **out);
/* The same from groups, whose processes may have no communicator in common (MPI-5.0 7.6.2). */
int rd_intercomm_from_groups(struct rd_group *local, int leader, struct rd_group *remote,
			     int remote_leader, const char *tag, struct rd_errhandler *errhandler,
			     struct rd_comm **out);
/* The processes of both sides as one, first those of the side that passes `high` 0. */
int rd_intercomm_merge(struct rd_comm *comm, int high, struct rd_comm **out);

/* The static request of collectives that were over at once: RD_REQ_STATIC. */
struct rd_req *rd_comm_over_new(struct rd_comm *comm);
static inline struct rd_req *rd_comm_over(struct rd_comm *comm)
{
	return rd_likely(comm->over != NULL) ? comm->over : rd_comm_over_new(comm);
}

/* References held by operations under way. */
static inline void rd_comm_hold(struct rd_comm *comm)
{
	rd_obj_get(&comm->obj);
}
void rd_comm_destroy(struct rd_comm *comm); /* called by rd_comm_put at the last reference */
static inline void rd_comm_put(struct rd_comm *comm)
{
	if (rd_obj_put(&comm->obj))
		rd_comm_destroy(comm);
}

/* For messages that do not need all members, even after some have failed: a context on the stack of
 * a function that waits for all operations it begins there. */
static inline struct rd_ctx rd_comm_some(const struct rd_comm *comm)
{
	struct rd_ctx ctx = comm->coll;

	ctx.joint = 0;
	return ctx;
}

/*
 * The same for the calls that only some members make under a tag of the user's, each kind with a
 * context of its own: any tag is possible there, and messages of MPI_Comm_create_group do not match
 * those of MPI_Intercomm_create.
 */
enum rd_comm_apart { RD_COMM_GROUP, RD_COMM_BRIDGE, RD_COMM_APARTS };
struct rd_ctx rd_comm_apart(const struct rd_comm *comm, enum rd_comm_apart which);

/*
 * Tags in the collective context: bit 29 is set for persistent collectives, with their own number,
 * since they last; else the number of the collective, so that the messages of one that runs ahead
 * do not match those of another.
 */
#define RD_COMM_TAG_MASK 0x1fffffff
#define RD_COMM_TAG_KEEP 0x20000000

/* MPI_Finalize's: after a failure of a process the others do not agree on a number. */
#define RD_COMM_TAG_MEET 0x1fffffff
#define RD_COMM_TAG_STATS 0x1ffffffe

/* The tag of the collective that begins now; every member calls this once for each. */
static inline int rd_comm_coll_tag(struct rd_comm *comm)
{
	return (int)(comm->tags.coll++ & RD_COMM_TAG_MASK);
}

/* The tag of a persistent collective that is initialized now, for all its starts. */
static inline int rd_comm_persistent_tag(struct rd_comm *comm)
{
	return (int)((comm->tags.persistent++ & RD_COMM_TAG_MASK) | RD_COMM_TAG_KEEP);
}

static inline int rd_comm_is_persistent_tag(int tag)
{
	return (tag & RD_COMM_TAG_KEEP) != 0;
}

/* World rank of a member of an intracommunicator. */
static inline int rd_comm_world_rank(const struct rd_comm *comm, int rank)
{
	return comm->p2p.world ? comm->p2p.world[rank] : rank;
}

#endif
