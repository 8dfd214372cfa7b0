/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives in memory that the members of a communicator share, when all are on one node: the
 * segment, waiting for each other, the short collectives. Shared by the files sm*.c.
 *
 * Each member has a ring buffer of posts in the segment that only it writes. Operation number `seq`
 * of the communicator uses post seq mod RD_SHMCOLL_POSTS of those members that have data to
 * publish: data first, into the post or, if too long, into one of its ring buffers of slots, then
 * `seq + 1` and the operation's signature into the post's word. Others wait for that word and read
 * the data in place; another signature ends their call with an error (sm_differ.c). Where members
 * are many, and all wait for all, the arrivals are counted instead, with their signatures
 * (sm_many.c).
 *
 * Communicators of the same processes in the same order share one segment. All members call
 * collectives of them in the same order, or wait for each other in a bootstrap group
 * (MPI-5.0 6.14); with several threads they need not, and then each communicator has a segment of
 * its own.
 *
 * Invariants:
 *  1. All members carry out the same operations in the same order, so that seq means the same to
 *     all, whichever of the communicators they are on.
 *  2. done[m] is the number of operations that member m has completed: it reads nothing of older
 *     ones any more.
 *  3. A post or slot is written again only when every member's done shows that its last use is
 *     over.
 */
#ifndef RD_COLL_SM_H
#define RD_COLL_SM_H

#include <stddef.h>

#include "base/compiler.h"
#include "coll/message.h"
#include "node/cma.h"
#include "node/copy_in.h"
#include "pt2pt/peer.h"
#include "runtime/crowd.h"
#include "runtime/wait.h"

#define RD_SHMCOLL_MAGIC 0x356d6373u /* "scm5" */
/* Operations that a member may be ahead of the slowest. Members that take turns on a processor each
 * complete up to this number in one turn: M-109. */
#define RD_SHMCOLL_POSTS 256u
#define RD_SHMCOLL_POST_B 56u /* bytes of data in a post: one cache line with its word */

/* Slots for longer data; operation seq uses slot seq mod n of the smallest ones that hold it. Their
 * number bounds the lead likewise: M-109. */
#define RD_SHMCOLL_SMALL_N 128u
#define RD_SHMCOLL_SMALL_B 512u /* bytes */
#define RD_SHMCOLL_LARGE_N 32u
#define RD_SHMCOLL_LARGE_B 4096u /* bytes */

/* A segment of level l has n >> l of each, so that each level takes half of the memory. */
#define RD_SHMCOLL_LEVELS 5

struct rd_shmcoll_post {
	_Alignas(RD_CACHE_LINE) char data[RD_SHMCOLL_POST_B];
	uint64_t full; /* rd_shmcoll_word of the last operation posted here; written last, with
			* release */
};
_Static_assert(sizeof(struct rd_shmcoll_post) == RD_CACHE_LINE, "one line for short data");

/* The signature of an operation: its kind, and the bytes in each post; these are the same on all
 * members, but in a gatherv or scatterv (sm_blocks.c). */
#define RD_SHMCOLL_SIGN_B 13 /* bits of the bytes */
#define RD_SHMCOLL_SIGN 18   /* bits in all */
_Static_assert(RD_SHMCOLL_LARGE_B < 1 << RD_SHMCOLL_SIGN_B, "the longest post");
_Static_assert(RD_COLL_NAMED <= 1 << (RD_SHMCOLL_SIGN - RD_SHMCOLL_SIGN_B), "every kind");

/* Any signature of the same operation gives at least this word, and less than that of the next. */
static inline uint64_t rd_shmcoll_word_of(uint64_t seq)
{
	return (seq + 1) << RD_SHMCOLL_SIGN;
}

static inline uint64_t rd_shmcoll_word(uint64_t seq, enum rd_coll_kind kind, uint64_t bytes)
{
	return rd_shmcoll_word_of(seq) | (uint64_t)kind << RD_SHMCOLL_SIGN_B | bytes;
}

/* A long operation as a member has begun it. */
struct rd_shmcoll_record {
	uint64_t number; /* of the long operation; 0: none, or it is being written */
	uint64_t seq;    /* of the short operation that comes next */
	uint64_t bytes;
	uint64_t kind;
};
#define RD_SHMCOLL_RECORDS 2 /* the last ones of a member */

/* The memory that one member writes: posts, small slots, large slots. */
struct rd_shmcoll_layout {
	uint64_t posts, small, large; /* numbers of them, powers of two */
	uint64_t small_at, large_at;  /* bytes from its start */
	uint64_t bytes;               /* from the slot array of one member to that of the next */
};

struct rd_shmcoll_member {
	_Alignas(RD_CACHE_LINE) uint64_t done; /* operations completed; written by the member */
	uint64_t place; /* step and processor, where members share these: runtime/crowd.h */
	uint64_t come;  /* operations for which it was counted */
	/* rd_shmcoll_arrival of the last two of them, number mod 2: read between two arrivals of
	 * the reader */
	uint64_t arrival[2];
	/* rd_shmcoll_word of the last short operation in which it has waited for a post for long */
	uint64_t waits;
	/* 1: operations of it have failed with RD_EPROC: it has completed some without a post */
	uint32_t lost;
	/* 1: a single copy by it has failed (sm_direct.c); for good */
	uint32_t refused;
	/* m + 1: it sleeps and needs a wake-up by member m, which clears the word; RD_SHMCOLL_ANY +
	 * 1: by any member that reads `met` not less than `awaited`; 0: it is awake */
	_Alignas(RD_CACHE_LINE) uint32_t sleeping;
	int32_t wakeup; /* write end of the wake-up in that process */
	int32_t world;  /* its rank in the job */
	uint64_t awaited;
	struct rd_cma_id process;
	uint64_t address; /* in that process: memory that others may read (sm_direct.c) */
	/* operation number i is record i mod RD_SHMCOLL_RECORDS; written by the member */
	_Alignas(RD_CACHE_LINE) struct rd_shmcoll_record longs[RD_SHMCOLL_RECORDS];
};

/* Members that have arrived, in all operations so far: of a group, or groups; the sum of
 * rd_shmcoll_counted. */
struct rd_shmcoll_count {
	_Alignas(RD_CACHE_LINE) uint64_t come;
};

struct rd_shmcoll_head {
	uint64_t token; /* random, published by the creator */
	uint32_t magic;
	uint32_t members;
	uint32_t level;
	/* operations for which all have arrived; in counted mode */
	_Alignas(RD_CACHE_LINE) uint64_t met;
	/* the last operations, number mod 2, for which the members' calls differed */
	uint64_t differ[2];
	_Alignas(RD_CACHE_LINE) uint32_t sleepers; /* members that sleep; mostly 0 and only read */
};

/* Shared memory that its creator, rank 0, announces to the others. */
struct rd_shmcoll_file {
	uint64_t token; /* random; the creator also writes it where the others can check it */
	uint64_t size;  /* bytes; 0: there is none */
	struct rd_cma_id maker;
	int32_t fd; /* in that process */
};

/* How the members share the processors of the node (sm_place.c). */
struct rd_shmcoll_place {
	int oversubscribed; /* RD_COLL_OVERSUBSCRIBED */
	int whole;          /* the members are all ranks of this node */
	int tight;          /* likewise, and more than the node has processors */
	int one;            /* the operation under way waits for one member only, if tight */
	uint64_t came;      /* steps so far, if tight: an operation, or a stage of a long one */
	struct rd_crowd crowd;
};

/* How members are counted (sm_many.c). */
struct rd_shmcoll_counting {
	int groups;      /* 0: members poll each other, they are few */
	int group;       /* this member's */
	int pow2, extra; /* ranks as in struct rd_coll_fold */
	uint64_t meets;  /* operations for which members were counted */
	uint64_t sum;    /* of rd_shmcoll_counted, as long as all calls are the same */
	int failed;      /* error of one of them: this member is not counted again; 0: none */
};

/* A segment as mapped in this process. */
struct rd_shmcoll {
	struct rd_shmcoll_head *head;
	struct rd_shmcoll_member *member; /* [n] */
	struct rd_shmcoll_count *count;   /* [groups + 1], the last one of all groups */
	char *arrays;                     /* [n][layout.bytes] */
	struct rd_shmcoll_layout layout;
	size_t bytes;
	int rank, n;
	int light;      /* all members sleep behind membarrier(2) */
	uint32_t spins; /* spins before the processor is offered to others; learnt, sm_wait.c */
	uint64_t seq;   /* number of the operation that is under way or comes next */
	uint64_t safe;  /* every member has completed all operations below this number */
	uint64_t longs; /* long operations begun */
	int posts_seen, small_seen, large_seen; /* their pages are mapped */
	struct rd_copy_in copy_in;              /* for all other members */
	struct rd_shmcoll_place place;
	struct rd_shmcoll_counting counting;
	int own;                      /* no other communicator shares it */
	struct rd_coll_call *call;    /* the operation that this member carries out; valid in it */
	struct rd_shmcoll_pool *pool; /* of the long collectives; NULL: not made yet, or refused */
	const char *pool_refusal;     /* why it was refused; NULL: not tried yet */
	struct rd_shmcoll_pool *wide; /* of alltoalls of longer blocks; NULL: not made */
	uint32_t wide_calls;          /* calls that need it, until it is made, once, or refused */
	int uses;                     /* communicators */
	struct rd_shmcoll *next;      /* of this process */
};

/* ---- Shared memory (sm_file.c) ---- */

/* Makes and maps it, and fills in *file; returns the descriptor, to be closed when all have opened
 * it, or -1. `many`: in huge pages, since many members touch the memory of all. */
int rd_shmcoll_file_make(struct rd_shmcoll_file *file, size_t bytes, int many, void **base);
/* NULL: it cannot be opened. The caller compares the token. */
void *rd_shmcoll_file_open(const struct rd_shmcoll_file *file, size_t bytes);

/* ---- Segment (sm_segment.c) ---- */

/* Collective over the communicator. *out NULL: refused, *why is the reason (static text).
 * *oversubscribed: few processors for the members, whether or not it was refused. */
int rd_shmcoll_open(struct rd_comm *comm, struct rd_shmcoll **out, const char **why,
		    int *oversubscribed);
/* Likewise, a segment that no other communicator shares. *out NULL: refused; `poor`: this member
 * has no memory for its part. */
int rd_shmcoll_open_own(struct rd_comm *comm, int poor, struct rd_shmcoll **out);
/* Likewise, only for operations of `bytes` (rd_shmcoll_short_bytes) in which all wait for all. */
int rd_shmcoll_open_for(struct rd_comm *comm, int poor, uint64_t bytes, struct rd_shmcoll **out);
/* The segment of MPI_COMM_WORLD (rd_coll_first_make), taken in the first collective. *out NULL:
 * there is none on any rank; RD_EPROC: a rank has ended. */
int rd_shmcoll_first_take(struct rd_shmcoll **out, int *oversubscribed);
/* Drops one communicator; after the last one the memory is freed. */
void rd_shmcoll_close(struct rd_shmcoll *shm);

/* More members than rd_shmcoll_flat_most are counted, in groups of rd_shmcoll_group_most, a power
 * of two; for tests, before a segment is opened. */
extern int rd_shmcoll_flat_most, rd_shmcoll_group_most;

/* ---- Waiting (sm_wait.c) ---- */

/* The write end of this process's wake-up; -1: not available. *light: it sleeps behind
 * membarrier(2). */
int rd_shmcoll_wakeup(int *light);
void rd_shmcoll_wakeup_fini(void);

/* In place of a member: the last one that arrives. */
#define RD_SHMCOLL_ANY INT32_MAX

/* A word that an operation needs. */
struct rd_shmcoll_want {
	const uint64_t *word;
	uint64_t value; /* or more */
	int member;     /* the writer of the word, or RD_SHMCOLL_ANY */
};

static inline int rd_shmcoll_is_there(const struct rd_shmcoll_want *want)
{
	/* pairs with the release in rd_shmcoll_tell */
	return __atomic_load_n(want->word, __ATOMIC_ACQUIRE) >= want->value;
}

/* A member has failed: words that are not there will not come. Asked before each wait: nothing
 * wakes a process that sleeps for one, and many operations may be lost. */
static inline int rd_shmcoll_is_lost(const struct rd_shmcoll *shm)
{
	return rd_unlikely(rd_peers_lost) && rd_ctx_broken(&shm->call->comm->coll);
}

/* Waits until *word >= value, which `member` writes. 0, or RD_EPROC when its process has ended. */
int rd_shmcoll_await_slow(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value, int member);

/* Another event that ends a wait, looked at after each poll. It has to come with an event of the
 * progress loop: a process that sleeps sees it when that wakes it. */
struct rd_shmcoll_event {
	int (*is_there)(const struct rd_shmcoll_event *event);
};

/* Waits, in the progress loop, for the word or the event; the caller looks which has come. 0, or as
 * rd_shmcoll_await_slow. */
int rd_shmcoll_await_either(struct rd_shmcoll *shm, const struct rd_shmcoll_want *want,
			    const struct rd_shmcoll_event *other);

/* For a wait that takes long, now and then: checks whether a member has ended. RD_EPROC, or 0, also
 * if the word is there. *looked_ns: time of the last check, 0 before the first. */
int rd_shmcoll_look_for_dead(struct rd_shmcoll *shm, const struct rd_shmcoll_want *want,
			     uint64_t *looked_ns);

/* For the stall report: a wait for a member. */
struct rd_stall;
void rd_shmcoll_tell_stall(struct rd_stall *stall, const struct rd_coll_call *call, int member);

/* The same for the word of a post: RD_ECOUNT if it has another signature. */
int rd_shmcoll_await_post_slow(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value,
			       int member);

/* `exact`, a constant: only this value ends the wait early. */
static inline __attribute__((always_inline)) int rd_shmcoll_spin(struct rd_shmcoll *shm,
								 const uint64_t *word,
								 uint64_t value, int member,
								 int exact)
{
	uint32_t spins = 0;

	for (;;) {
		/* pairs with the release in rd_shmcoll_tell */
		uint64_t got = __atomic_load_n(word, __ATOMIC_ACQUIRE);

		if (exact ? got == value : got >= value)
			break;
		if (spins++ == shm->spins)
			return exact ? rd_shmcoll_await_post_slow(shm, word, value, member)
				     : rd_shmcoll_await_slow(shm, word, value, member);
		if (spins > rd_wait_table.shmcoll.spins_hard)
			rd_cpu_relax();
	}
	if (rd_unlikely(spins && shm->spins < rd_wait_table.shmcoll.spins_most &&
			!shm->place.tight))
		shm->spins++; /* spinning pays */
	return 0;
}

static inline int rd_shmcoll_await(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value,
				   int member)
{
	return rd_shmcoll_spin(shm, word, value, member, 0);
}

static inline int rd_shmcoll_await_post(struct rd_shmcoll *shm, const uint64_t *word,
					uint64_t value, int member)
{
	return rd_shmcoll_spin(shm, word, value, member, 1);
}

/* ---- Members whose calls differ (sm_differ.c) ---- */

/* Before a long operation: records it for the others. */
void rd_shmcoll_record_long(struct rd_shmcoll *shm, const struct rd_coll_call *call);
/* After something of the long operation of this call has come from member m: 0, or RD_ECOUNT if
 * that member has recorded another one. */
int rd_shmcoll_compare_long(const struct rd_shmcoll *shm, const struct rd_coll_call *call, int m);
/* For a wait that takes long, now and then: RD_ECOUNT if the word will not come, since its member,
 * or one of all, carries out another operation. */
int rd_shmcoll_look_for_other(const struct rd_shmcoll *shm, const struct rd_shmcoll_want *want);
/* Before an operation ends by this error: for others that look whether it has been completed. */
static inline void rd_shmcoll_note_lost(const struct rd_shmcoll *shm, int err)
{
	if (rd_unlikely(err == RD_EPROC)) {
		__atomic_store_n(&shm->member[shm->rank].lost, 1, __ATOMIC_RELAXED);
		/* Before the program reuses its buffers: sm_direct.c. */
		__atomic_thread_fence(__ATOMIC_RELEASE);
	}
}

/* Member m has this word in the post of the operation, in place of the one wanted. Returns
 * RD_ECOUNT. */
int rd_shmcoll_posts_differ(const struct rd_coll_call *call, int m, uint64_t word, uint64_t wanted);
/* All have arrived at the counted operation under way, not all with the same call. Returns
 * RD_ECOUNT. */
int rd_shmcoll_arrivals_differ(const struct rd_shmcoll *shm);

/* Wakes members that sleep for this member. */
void rd_shmcoll_wake_sleepers(struct rd_shmcoll *shm);

/*
 * Wakes two of the members that sleep until all have arrived. Each member does so when it leaves,
 * woken members included: one member alone would lose its processor to each of many that it wakes,
 * and get it back after all that wait there.
 */
void rd_shmcoll_wake_next(struct rd_shmcoll *shm);

/*
 * Publishes: everything written before is visible to a member that reads the value. Then wakes
 * sleepers: the store and the load of `sleepers` must not be reordered; members that are light
 * force that when they go to sleep (pairs with arm in sm_wait.c), and here only the compiler is
 * restrained.
 */
static inline void rd_shmcoll_tell(struct rd_shmcoll *shm, uint64_t *word, uint64_t value)
{
	__atomic_store_n(word, value, __ATOMIC_RELEASE);
	if (rd_likely(shm->light))
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
	else
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (rd_unlikely(__atomic_load_n(&shm->head->sleepers, __ATOMIC_RELAXED)))
		rd_shmcoll_wake_sleepers(shm);
}

/* ---- Sharing processors (sm_place.c) ---- */

/* Publishes the processor of this member and its step: where ranks share processors, at every
 * step. */
static inline void rd_shmcoll_say_place(struct rd_shmcoll *shm)
{
	rd_crowd_publish(&shm->place.crowd, shm->place.came + 1, 0);
}

/* Yields to members on this processor as long as that helps, and spins for a short time. 1: *word
 * >= value, which `member` has written; 0: the progress loop should run. */
int rd_shmcoll_give_way(struct rd_shmcoll *shm, const uint64_t *word, uint64_t value, int member);

/* Migrates to another processor if this one has too many members. */
void rd_shmcoll_spread(struct rd_shmcoll *shm);

/* ---- Many members (sm_many.c) ---- */

/* group: members low .. high - 1 of a group have arrived; all: all groups have. Each is called on
 * one member. */
struct rd_shmcoll_merge {
	void (*group)(const struct rd_shmcoll_merge *merge, int low, int high);
	void (*all)(const struct rd_shmcoll_merge *merge);
	const void *arg;
};

/* 1: the member has arrived at the operation under way, as far as its counter shows. */
static inline int rd_shmcoll_has_come(const struct rd_shmcoll *shm, int m)
{
	return __atomic_load_n(&shm->member[m].come, __ATOMIC_RELAXED) >= shm->counting.meets;
}

void rd_shmcoll_form_groups(struct rd_shmcoll *shm);
/* The first member of a group; that of number `groups`: n. */
int rd_shmcoll_group_first(const struct rd_shmcoll *shm, int group);

/* The signature of a counted operation: kind, and the bytes of a post, or of a long call. */
#define RD_SHMCOLL_ARRIVAL_KIND 58 /* first bit of the kind */
#define RD_SHMCOLL_ARRIVAL_LONG ((uint64_t)1 << 57)
_Static_assert(RD_COLL_NAMED <= 1 << (64 - RD_SHMCOLL_ARRIVAL_KIND), "every kind");

static inline uint64_t rd_shmcoll_arrival(enum rd_coll_kind kind, uint64_t bytes)
{
	return (uint64_t)kind << RD_SHMCOLL_ARRIVAL_KIND | bytes;
}

static inline uint64_t rd_shmcoll_arrival_long(const struct rd_coll_call *call)
{
	return rd_shmcoll_arrival(call->kind, call->bytes) | RD_SHMCOLL_ARRIVAL_LONG;
}

/* An arrival adds this to a counter: one, and in the upper half a hash of the signature, so that
 * the last to arrive knows without reading those of the others whether all are the same. The
 * hash is that of splitmix64 (Steele et al. 2014): with one round less, sums of some signatures are
 * those of others. */
static inline uint64_t rd_shmcoll_counted(uint64_t arrival)
{
	uint64_t hash = (arrival ^ arrival >> 30) * 0xbf58476d1ce4e5b9u;

	hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
	return (hash & ~(uint64_t)UINT32_MAX) + 1;
}

/*
 * Waits until all members have arrived, one member of each group has merged the group, and one has
 * merged the groups; all data written before by any member is then visible. `merge` NULL: no
 * merging. 0; or RD_ECOUNT on all members: not all calls are the same, and nothing more is merged;
 * or RD_EPROC, or RD_ECOUNT before all have arrived, since one has not made a call that is counted:
 * after these this member arrives no more, for in a later operation it would be counted in the
 * place of a member that has not arrived at this one.
 */
int rd_shmcoll_meet(struct rd_shmcoll *shm, uint64_t arrival, const struct rd_shmcoll_merge *merge);

/* ---- Reductions (sm.c) ---- */

/* The longest element of a type for an operator of the user: the room for intermediate results is
 * the same for any number of members. */
#define RD_SHMCOLL_ELEMENT_MOST 1024

/*
 * NULL when the operands of a reduction may be copied as they lie in memory; else the reason why
 * not. Gaps between elements are the same on all members only for predefined types, which all
 * predefined operators take.
 */
const char *rd_shmcoll_unless_whole(const struct rd_coll_call *call);

/* ---- Neighbours (sm_neighbor.c) ---- */

/* Along the edges of a grid, in a segment without groups: an alltoall has a block for each edge, an
 * allgather one for all. The bytes of a block are the same on all members. */
int rd_shmcoll_neighbor(struct rd_coll_call *call);

/* ---- The short collectives (sm_short.c) ---- */

extern const struct rd_coll_algo *const rd_shmcoll_short[];

/* One operation under way. */
struct rd_shmcoll_short {
	struct rd_coll_call *call;
	struct rd_shmcoll *shm;
	uint64_t seq;        /* its number */
	uint64_t word;       /* of its posts */
	uint64_t depth;      /* operations until its posts and slots are used again */
	uint64_t post, data; /* where they lie in each slot array, in bytes */
	uint64_t first;      /* reduce_scatter: element of the vector where the result begins */
	enum {
		AWAITED, /* when it is needed */
		POSTED,  /* all are there */
		MERGED,  /* operand i is that of group i */
	} operands;
};

/* The two halves of an algorithm, for calls with a request, in segments without groups: `give`
 * posts, `take` reads the posts of others and ends the operation. Both wait where they have to:
 * give not if has_room, take not if nothing is missing. */
int rd_shmcoll_has_halves(enum rd_coll_kind kind);
uint64_t rd_shmcoll_short_bytes(const struct rd_coll_call *call); /* more: it is long */
void rd_shmcoll_short_place(struct rd_shmcoll_short *op, struct rd_coll_call *call,
			    struct rd_shmcoll *shm, uint64_t seq);
/* Places it and carries out both halves, as far as they do not wait; only the first one if it is
 * not the `first` of its queue. *out is not set if it is over, or too long to be a short one. */
enum rd_shmcoll_begun { RD_SHMCOLL_PLACED, RD_SHMCOLL_GIVEN, RD_SHMCOLL_OVER, RD_SHMCOLL_TOO_LONG };
enum rd_shmcoll_begun rd_shmcoll_short_begin(struct rd_shmcoll_short *out,
					     struct rd_coll_call *call, struct rd_shmcoll *shm,
					     uint64_t seq, int first);
int rd_shmcoll_short_has_room(const struct rd_shmcoll_short *op);
/* 1: it has no room before *want is there. */
int rd_shmcoll_short_lacks_room(const struct rd_shmcoll_short *op, struct rd_shmcoll_want *want);
void rd_shmcoll_short_give(struct rd_shmcoll_short *op);
int rd_shmcoll_short_missing(const struct rd_shmcoll_short *op, struct rd_shmcoll_want *want);
int rd_shmcoll_short_take(struct rd_shmcoll_short *op);
/* In place of take, after an error. */
void rd_shmcoll_short_drop(struct rd_shmcoll_short *op);

#endif
