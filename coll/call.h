/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A collective call under way, an algorithm, and a provider of algorithms: the contract between
 * coll.c (entry), select.c (choice) and the providers.
 */
#ifndef RD_COLL_CALL_H
#define RD_COLL_CALL_H

#include "coll/coll.h"

enum rd_coll_kind {
	RD_COLL_BARRIER,
	RD_COLL_BCAST,
	RD_COLL_GATHER,
	RD_COLL_GATHERV,
	RD_COLL_SCATTER,
	RD_COLL_SCATTERV,
	RD_COLL_ALLGATHER,
	RD_COLL_ALLGATHERV,
	RD_COLL_ALLTOALL,
	RD_COLL_ALLTOALLV,
	RD_COLL_ALLTOALLW,
	RD_COLL_REDUCE,
	RD_COLL_ALLREDUCE,
	RD_COLL_REDUCE_SCATTER,
	RD_COLL_REDUCE_SCATTER_BLOCK,
	RD_COLL_SCAN,
	RD_COLL_EXSCAN,
	RD_COLL_KINDS, /* also the unknown one of another member's call */
	/* along the edges of a grid, in shared memory: no algorithm is chosen (neighbor.c) */
	RD_COLL_NEIGHBOR_ALLGATHER,
	RD_COLL_NEIGHBOR_ALLTOALL,
	RD_COLL_NAMED
};

struct rd_record; /* coll/record.h */

/* The memory and networks that the members share. */
enum rd_coll_where {
	RD_COLL_NET = 1,  /* they are on several nodes */
	RD_COLL_NODE = 2, /* one node */
	RD_COLL_OVERSUBSCRIBED =
		4, /* one node, too few processors: a round costs more than it spreads */
};

/* Data that a member gives or gets: a buffer, or a block for each member. */
struct rd_coll_data {
	void *buf;
	uint64_t count;
	struct rd_type *type;
	const MPI_Datatype *types; /* alltoallw: [size]; else NULL */
	const MPI_Count *counts;   /* [size], NULL: count for all */
	/* [size] in extents, alltoallw: in bytes; NULL: one block after the other */
	const MPI_Aint *displs;
};

/* Arguments that MPI calls not significant at a rank may have any value there, types included. */
struct rd_coll_call {
	enum rd_coll_kind kind;
	int rank, size;
	union {
		int root;
		int blocks; /* in a post, of neighbours */
	};
	int tag; /* of all messages of this call */
	int err; /* first error of a message; the algorithm goes on, so that others can */
	enum rd_coll_where where; /* the same on all members */
	int keeps_cause;          /* the request in which it lies keeps that of its error */
	/* The measure that the choice depends on, the same on all members: data of one rank for
	 * reductions and bcast, one block for gather, scatter, allgather, alltoall, all blocks for
	 * allgatherv and reduce_scatter*; else 0. */
	uint64_t bytes;
	int idle; /* no member has data to move */
	int part; /* of another collective, other parts of which may come before it */
	struct rd_coll_data out; /* only read */
	struct rd_coll_data in;  /* bcast: the buffer */
	struct rd_op *op;
	struct rd_comm *comm;
	struct rd_record *record; /* coll/record.h: records the call instead; NULL: it is carried
				   * out */
};

struct rd_coll_algo {
	enum rd_coll_kind kind;
	const char *name;
	/* NULL if the call is supported, else the reason why not (static text). The same on all
	 * members. NULL function: all calls are supported. */
	const char *(*refuses)(const struct rd_coll_call *call);
	/* Carries it out; the communicator has more than one member and there is data to move.
	 * Returns call->err; without memory for data it goes on by rd_coll_go_without. */
	int (*run)(struct rd_coll_call *call);
	struct rd_coll_stats *stats; /* [2]: of blocking calls, of those with a request */
};

/* err: of rd_sched_begin and the like. Receives of a schedule that found no memory stay posted, so
 * the communicator is never freed. */
static inline int rd_coll_not_begun(struct rd_comm *comm, int err)
{
	if (rd_unlikely(err == RD_ENOMEM))
		rd_comm_hold(comm);
	return err;
}

/* Defines an algorithm and its statistics rows, for a provider's list. */
#define RD_COLL_ALGO(symbol, kind_, operation_, name_, refuses_, run_) \
	static struct rd_coll_stats symbol##_stats[2] = {RD_COLL_ROWS(operation_, name_)}; \
	const struct rd_coll_algo symbol = {kind_, name_, refuses_, run_, symbol##_stats}
#define RD_COLL_ROWS(operation_, name_) \
	{operation_, name_, 0, 0, 0}, \
	{ \
		"i" operation_, name_, 0, 0, 0 \
	}

/*
 * A provider of algorithms. Providers are asked in turn, the best first. An offer must depend only
 * on values that are the same on all members; the last provider ("base") always offers an
 * algorithm.
 */
struct rd_coll_provider {
	const char *name;
	const struct rd_coll_algo *const *algos; /* all it has; ends with NULL */
	void (*init)(void);                      /* at the start of the process; may be NULL */
	/* Before each collective, on all members; state->uses counts them. May itself
	 * communicate. May be NULL. */
	int (*prepare)(struct rd_coll_state *state, struct rd_comm *comm);
	/* The algorithm that it would use, or NULL and the reason in *why (static text). NULL
	 * function: the first of its kind, unless that refuses. */
	const struct rd_coll_algo *(*offer)(struct rd_coll_call *call, const char **why);
	/* Frees the provider's state of a communicator; may be NULL. */
	void (*forget)(struct rd_coll_state *state);
	void (*fini)(void); /* at the end of the process; may be NULL */
};

extern const struct rd_coll_provider rd_coll_ring, rd_coll_sm, rd_coll_pipelined, rd_coll_hier,
	rd_coll_base;

/* The call that an answer of the selector holds for; see key_of in select.c. */
struct rd_coll_key {
	uint64_t bytes, count;
	uint64_t how; /* kind, root, operator, type: bits that are different */
};

#define RD_COLL_USES 256 /* providers prepare within this number of first collectives */

struct rd_coll_answer {
	struct rd_coll_key key;
	const struct rd_coll_algo *algo;
	struct rd_coll_refusal *refusal[2]; /* to be counted; NULL: none */
};
extern struct rd_coll_answer rd_coll_unanswered; /* the answer to no call */

const char *rd_coll_kind_name(enum rd_coll_kind kind);

/* The algorithm for the call; state is that of its communicator. */
const struct rd_coll_algo *rd_coll_select(struct rd_coll_state *state, struct rd_coll_call *call);
/* The algorithm of shared memory for a call with a request; NULL: none supports it. */
const struct rd_coll_algo *rd_coll_select_queue(struct rd_coll_state *state,
						struct rd_coll_call *call);
/* Likewise for a persistent call. */
const struct rd_coll_algo *rd_coll_select_kept(struct rd_coll_call *call);
/* The algorithm that records a call with a recorder. */
const struct rd_coll_algo *rd_coll_select_record(struct rd_coll_call *call);
int rd_coll_select_init(void); /* reads RONDO_COLL */
void rd_coll_select_fini(void);
/* Lets the providers prepare. No answer is remembered before the last time: RD_COLL_USES. */
int rd_coll_prepare(struct rd_coll_state *state, struct rd_comm *comm);
void rd_coll_choose_anew(struct rd_coll_state *state); /* drops remembered answers */
void rd_coll_forget(struct rd_coll_state *state);
/* The state of the communicator, made at its first collective. */
struct rd_coll_state *rd_coll_state_of(struct rd_comm *comm);
/* A call on a communicator of one member. */
void rd_coll_alone(struct rd_coll_call *call);

static inline int rd_coll_in_place(const void *buf)
{
	return buf == MPI_IN_PLACE;
}

/* 1: no element has a gap that differs between derived types with the same elements. */
static inline int rd_coll_is_whole(const struct rd_type *type)
{
	return (type->flags & (RD_TYPE_PREDEFINED | RD_TYPE_CONTIG)) != 0;
}

/* Element i of a buffer. */
static inline char *rd_coll_elem(const void *buf, const struct rd_type *type, int64_t i)
{
	return (char *)buf + i * type->extent;
}

/* Block for or from rank i: elements, type and address. */
static inline uint64_t rd_coll_scount(const struct rd_coll_call *call, int i)
{
	return call->out.counts ? (uint64_t)call->out.counts[i] : call->out.count;
}

static inline uint64_t rd_coll_rcount(const struct rd_coll_call *call, int i)
{
	return call->in.counts ? (uint64_t)call->in.counts[i] : call->in.count;
}

/* MPI_BYTE: any count of it is one block of as many bytes. */
static inline struct rd_type *rd_coll_byte(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

/* An entry without data may be an invalid type: then this returns MPI_BYTE. */
static inline struct rd_type *rd_coll_type_at(const MPI_Datatype *types, int i)
{
	struct rd_type *type = rd_type_get(types[i]);

	return type ? type : rd_coll_byte();
}

static inline struct rd_type *rd_coll_stype(const struct rd_coll_call *call, int i)
{
	return call->out.types ? rd_coll_type_at(call->out.types, i) : call->out.type;
}

static inline struct rd_type *rd_coll_rtype(const struct rd_coll_call *call, int i)
{
	return call->in.types ? rd_coll_type_at(call->in.types, i) : call->in.type;
}

static inline char *rd_coll_sblock(const struct rd_coll_call *call, int i)
{
	int64_t at = call->out.displs ? (int64_t)call->out.displs[i] : i * (int64_t)call->out.count;

	if (call->out.types)
		return (char *)call->out.buf + at;
	return rd_coll_elem(call->out.buf, call->out.type, at);
}

static inline char *rd_coll_rblock(const struct rd_coll_call *call, int i)
{
	int64_t at = call->in.displs ? (int64_t)call->in.displs[i] : i * (int64_t)call->in.count;

	if (call->in.types)
		return (char *)call->in.buf + at;
	return rd_coll_elem(call->in.buf, call->in.type, at);
}

/* Rank d places further round the ring of ranks: (rank + d) mod size, for -size <= d <= size. */
static inline int rd_coll_turn(const struct rd_coll_call *call, int64_t rank, int64_t d)
{
	int64_t r = rank + d;

	if (r < 0)
		r += call->size;
	return (int)(r >= call->size ? r - call->size : r);
}

static inline int rd_coll_is_pow2(int n)
{
	return !(n & (n - 1));
}

#endif
