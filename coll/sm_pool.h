/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long collectives in memory that the members of a communicator share (sm.h). Each member has an
 * area; data passes through the areas in chunks, written by the member that has it, read or
 * combined by each member that needs it. That is two copies, but by plain loads and stores in the
 * caches, without a system call, and the writer need not wait for the readers. Shared by the files
 * sm_pool.c, sm_move.c and sm_reduce.c.
 *
 * An operation is cut into chunks, as many on all members; a chunk has the same place in all areas.
 * A member that has written its part of a chunk publishes that, in one or two stages; a member that
 * needs the part waits for that and reads it; a member that has finished with the chunk leaves it.
 *
 * A segment may have a second pool, the wide one, which many alltoalls of many members have needed.
 * All members choose the same pool by the length of the call's blocks.
 *
 * Invariants of each pool:
 *  1. All members carry out the same operations in the same order in the same chunks, so that
 *     `step` and `pos` mean the same to all.
 *  2. said[s] of member m is the number of a chunk, + 1: it has written stage s of that chunk and
 *     of all chunks before it that have such a stage of it. A member that leaves one out, after a
 *     failure, publishes nothing any more (`holed`): a later value would cover that one, too.
 *  3. left of member m is the position below which it reads nothing any more.
 *  4. The chunk at positions [p, p + stride) lies at p mod ring_b; it is written when all have left
 *     the positions below p + stride - ring_b, and those before ring_b changed.
 *  5. At most RD_SHMCOLL_LIVE chunks of an operation are between their first byte written and
 *     left by the member itself: so no two members wait for each other's room.
 */
#ifndef RD_COLL_SM_POOL_H
#define RD_COLL_SM_POOL_H

#include "base/check.h"
#include "coll/sm.h"

#define RD_SHMCOLL_LIVE 3
#define RD_SHMCOLL_CHUNKS \
	4 /* of the longest kind in an area: one more for where the last one began */

struct rd_shmcoll_line {
	_Alignas(RD_CACHE_LINE) uint64_t said[2]; /* both are written by the member alone */
	_Alignas(RD_CACHE_LINE) uint64_t left;
};

/* Two ways of long alltoalls of few members. Member 0 chooses the one that took less time lately
 * for blocks of the same order of length, and tries the other one now and then. */
enum rd_shmcoll_way { RD_SHMCOLL_BY_AREAS, RD_SHMCOLL_BY_SINGLE_COPIES };

/* Orders of length: from pool->direct_least on, each twice the one before; longer blocks are of the
 * last. */
#define RD_SHMCOLL_ORDERS 6

struct rd_shmcoll_ways {
	uint32_t calls;
	uint32_t trial;   /* the call that tries the other way */
	uint32_t pause;   /* calls between the last trial and that */
	uint64_t rate[2]; /* ns for 2^20 bytes of a block; 0: not tried */
};

/* Operations by the pages that they touch: bcast and scatter; gather and reduce; those without a
 * root. */
enum rd_shmcoll_use_of { RD_SHMCOLL_DOWN, RD_SHMCOLL_UP, RD_SHMCOLL_ACROSS, RD_SHMCOLL_USES };

struct rd_shmcoll_use {
	uint64_t least; /* ring_b of operations that need no more */
	uint64_t moved; /* bytes that these used since it became what it is */
};

struct rd_shmcoll_pool {
	void *base;
	size_t bytes;
	struct rd_shmcoll_line *line; /* [n] */
	char *area;                   /* [n][area_b] */
	uint64_t area_b;              /* a power of two */
	uint64_t *seen;               /* [n]: bytes of each area that this process has mapped */
	uint64_t chunk_b;             /* the longest chunk, area_b / RD_SHMCOLL_CHUNKS */
	uint64_t ring_b; /* the part of an area that the last operation used, a power of two */
	uint64_t fresh;  /* position at which ring_b became what it is */
	struct rd_shmcoll_use use[RD_SHMCOLL_USES];
	uint64_t wide_most;    /* bytes of the longest block for a wide pool; 0: none */
	int cpus;              /* that the members share, at most their number */
	uint64_t direct_least; /* bytes of the shortest block of an alltoall for single copies */
	int single;            /* long data that only moves goes by one copy of the kernel */
	uint64_t step;         /* number of the next operation's first chunk */
	uint64_t pos;          /* bytes; where it may begin */
	uint64_t safe;         /* all members have left everything below */
	struct rd_shmcoll_ways ways[RD_SHMCOLL_ORDERS]; /* member 0's */
	int mapped; /* 0: the next operation maps the areas' pages */
	int holed;  /* error for which this member left out a stage; 0: none */
};

struct rd_shmcoll_long;

enum rd_shmcoll_who { RD_SHMCOLL_NONE, RD_SHMCOLL_ROOT, RD_SHMCOLL_BELOW, RD_SHMCOLL_ALL };

/*
 * The part of a member in an algorithm, as turns that follow each other: turn i writes chunk i,
 * reads others' stage 0 of chunk i - late[0], their stage 1 of chunk i - late[1], as far as there
 * are such chunks. A turn needs nothing of the others but of their turns before it, so that the
 * members cannot wait for each other, wherever they stop between turns.
 */
struct rd_shmcoll_part {
	void (*turn)(struct rd_shmcoll_long *op, uint64_t i);
	int more; /* turns, beyond the number of chunks */
	int writes;
	enum rd_shmcoll_who hears[2];
	int late[2];
};

/* An operation under way. */
struct rd_shmcoll_long {
	const struct rd_shmcoll_part *part;
	uint64_t at; /* the turn that comes next */
	int result;  /* of a reduction: this member gets it */
	struct rd_coll_call *call;
	struct rd_shmcoll *shm;
	struct rd_shmcoll_pool *pool;
	uint64_t n;      /* chunks */
	uint64_t piece;  /* bytes or elements that a chunk has of each block or vector */
	uint64_t stride; /* bytes from chunk to chunk, a power of two */
	uint64_t begin;  /* position of chunk 0 */
	uint64_t ring_b; /* as in the pool, from this operation on */
	uint64_t fresh;
	uint64_t came; /* as in struct rd_shmcoll, at the beginning */
	int streams;   /* received data would only push other data out of the caches */
};

/* `total` bytes or elements are cut into pieces; each of them takes unit_b bytes in an area. */
struct rd_shmcoll_long rd_shmcoll_long_begin(struct rd_coll_call *call, struct rd_shmcoll *shm,
					     uint64_t total, uint64_t unit_b);
/* Likewise, in this pool of the segment. */
struct rd_shmcoll_long rd_shmcoll_long_begin_in(struct rd_shmcoll_pool *pool,
						struct rd_coll_call *call, struct rd_shmcoll *shm,
						uint64_t total, uint64_t unit_b);
/* Instead into pieces of at most `most`, a multiple of a cache line's bytes; before chunk 0. */
void rd_shmcoll_cut(struct rd_shmcoll_long *op, uint64_t total, uint64_t most, uint64_t unit_b);
/* own: bytes that a member receives; all: bytes of the buffers of all members together. */
void rd_shmcoll_receives(struct rd_shmcoll_long *op, uint64_t own, uint64_t all);
int rd_shmcoll_long_end(struct rd_shmcoll_long *op);
/* Ends it before its last turn, after a failure. */
void rd_shmcoll_long_drop(struct rd_shmcoll_long *op);
/* Carries out all turns, and ends it. */
int rd_shmcoll_long_run(struct rd_shmcoll_long *op);
/* 1: the next turn would wait. */
int rd_shmcoll_long_missing(const struct rd_shmcoll_long *op, struct rd_shmcoll_want *want);

static inline uint64_t rd_shmcoll_turns(const struct rd_shmcoll_long *op)
{
	return op->n + (uint64_t)op->part->more;
}

/* Collective over the communicator, if that of the segment has not been tried. */
int rd_shmcoll_pool_open(struct rd_shmcoll *shm, struct rd_comm *comm);

/* Waits for the chunk's room, before this member first writes it. 0: a member has failed, and the
 * others may still read there, or have missed an earlier chunk: nothing is written or published. */
int rd_shmcoll_room(struct rd_shmcoll_long *op, uint64_t k);

/* 1: an alltoall needs the wide pool, for it takes more than two chunks in the other: in two a
 * member waits once for all others to have written. The same on all members. */
static inline int rd_shmcoll_is_wide(const struct rd_coll_call *call,
				     const struct rd_shmcoll_pool *pool)
{
	return call->bytes <= pool->wide_most &&
	       call->bytes > 2 * pool->chunk_b / (uint64_t)call->size;
}

/* Maps the pages up to `end` of member m's area, and some behind within ring_b: two faults for each
 * of them take longer (M-242). */
void rd_shmcoll_map(struct rd_shmcoll_pool *pool, int m, uint64_t end, uint64_t ring_b);

/* Address of the chunk in member m's area. */
static inline char *rd_shmcoll_at(const struct rd_shmcoll_long *op, int m, uint64_t k)
{
	uint64_t at = (op->begin + k * op->stride) & (op->ring_b - 1);

	if (rd_unlikely(at + op->stride > op->pool->seen[m]))
		rd_shmcoll_map(op->pool, m, at + op->stride, op->ring_b);
	return op->pool->area + (uint64_t)m * op->pool->area_b + at;
}

/* The part of `total` that chunk k has after cutting: starts at `first`. */
static inline uint64_t rd_shmcoll_first(const struct rd_shmcoll_long *op, uint64_t k)
{
	return k * op->piece;
}

static inline uint64_t rd_shmcoll_some(const struct rd_shmcoll_long *op, uint64_t k, uint64_t total)
{
	uint64_t first = rd_shmcoll_first(op, k);

	return first < total ? rd_min(op->piece, total - first) : 0;
}

/* Publishes this member's stage s of the chunk, unless it has left out one before. */
static inline void rd_shmcoll_say(const struct rd_shmcoll_long *op, int s, uint64_t k)
{
	uint64_t *said = &op->pool->line[op->shm->rank].said[s];

	if (rd_unlikely(op->pool->holed))
		return;
	RD_CHECK(k < op->n && *said <= op->pool->step + k,
		 "pool: chunk %llu of %llu, after %llu, is published at stage %d again",
		 (unsigned long long)k, (unsigned long long)op->n,
		 (unsigned long long)op->pool->step, s);
	rd_shmcoll_tell(op->shm, said, op->pool->step + k + 1);
}

/* This member does not write a stage of the chunk, since another has failed. */
static inline void rd_shmcoll_leave_out(const struct rd_shmcoll_long *op)
{
	op->pool->holed = op->call->err ? op->call->err : RD_EPROC;
}

/* Waits for member m's stage. After an error no member waits: the data is lost. */
static inline void rd_shmcoll_hear(const struct rd_shmcoll_long *op, int m, int s, uint64_t k)
{
	int err;

	if (m == op->shm->rank || rd_unlikely(op->call->err))
		return;
	op->shm->call = op->call; /* in an operator other threads may have begun operations */
	err = rd_shmcoll_await(op->shm, &op->pool->line[m].said[s], op->pool->step + k + 1, m);
	if (!err && !k && !s)
		err = rd_shmcoll_compare_long(op->shm, op->call, m);
	rd_coll_error(op->call, err);
}

static inline void rd_shmcoll_hear_all(const struct rd_shmcoll_long *op, int s, uint64_t k)
{
	for (int m = 0; m < op->shm->n; m++)
		rd_shmcoll_hear(op, m, s, k);
}

/*
 * Where members share processors: publishes that this one has reached step i of 2 n + 4. A member
 * that waits at a step for others to reach it yields to them (sm_place.c).
 */
static inline void rd_shmcoll_come(const struct rd_shmcoll_long *op, uint64_t i)
{
	if (rd_likely(!op->shm->place.tight))
		return;
	op->shm->place.came = op->came + i;
	rd_shmcoll_say_place(op->shm);
}

/* This member has finished with the chunk, and with those before it. */
static inline void rd_shmcoll_leave(const struct rd_shmcoll_long *op, uint64_t k)
{
	uint64_t *left = &op->pool->line[op->shm->rank].left;

	RD_CHECK(*left <= op->begin + (k + 1) * op->stride,
		 "pool: position %llu is left after %llu",
		 (unsigned long long)(op->begin + (k + 1) * op->stride), (unsigned long long)*left);
	rd_shmcoll_tell(op->shm, left, op->begin + (k + 1) * op->stride);
}

void rd_shmcoll_pool_close(struct rd_shmcoll *shm); /* with or without a pool */

/* The most bytes of an area; for tests, before a pool is opened. */
extern uint64_t rd_shmcoll_area_most;

/* ---- The algorithms ---- */

/* Begin the operation in the segment; it is carried out by turns. */
typedef struct rd_shmcoll_long rd_shmcoll_open_fn(struct rd_coll_call *call,
						  struct rd_shmcoll *shm);

/* sm_move.c */
rd_shmcoll_open_fn rd_shmcoll_open_bcast, rd_shmcoll_open_gather, rd_shmcoll_open_scatter,
	rd_shmcoll_open_allgather, /* also allgatherv */
	rd_shmcoll_open_alltoall;
/* sm_reduce.c */
rd_shmcoll_open_fn rd_shmcoll_open_reduce, rd_shmcoll_open_allreduce,
	rd_shmcoll_open_reduce_scatter, /* also its block form */
	rd_shmcoll_open_scan;           /* also exscan */

/* Blocking; where members are many some have another algorithm. */
int rd_shmcoll_long_alltoall(struct rd_coll_call *call);
int rd_shmcoll_long_allreduce(struct rd_coll_call *call);

/* For calls with a request: NULL where the pool of this segment has no algorithm for it. */
rd_shmcoll_open_fn *rd_shmcoll_long_of(const struct rd_coll_call *call,
				       const struct rd_shmcoll *shm,
				       const struct rd_coll_algo **algo);

/* ---- By single copies (sm_direct.c) ---- */

/* 1: this member supports it; called after all have opened the segment. */
int rd_shmcoll_direct_works(const struct rd_shmcoll *shm);
/* 0 on all members: one has no memory for it, or member 0 chooses the areas, or the kernel has
 * refused a copy: the data goes through the areas. Errors go to the call. */
int rd_shmcoll_direct_alltoall(struct rd_coll_call *call);
/* The call went so, and began to move data at `begin` (rd_clock_ns). */
void rd_shmcoll_went(struct rd_shmcoll_pool *pool, enum rd_shmcoll_way way, uint64_t begin,
		     uint64_t bytes);

#endif
