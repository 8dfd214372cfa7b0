/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives in memory that the members of a communicator share, when all are on one node: the
 * segment, waiting for each other, the short collectives. Between the files sm*.c.
 *
 * Each member has a ring of posts in the segment that only it writes. Operation number `seq` of
 * the communicator uses post seq mod RD_SMC_POSTS of those members that have something to say:
 * data first, into the post or, what does not fit, into one of its rings of cells, then `seq + 1`
 * into the post's word. Others wait for that word and read the data where it lies.
 *
 * Invariants:
 *  1. All members carry out the same operations in the same order, so that seq means the same to
 *     all.
 *  2. done[m] is the number of operations that member m has completed: it reads nothing of older
 *     ones any more.
 *  3. A post or cell is written again only when every member's done says that its last use is over.
 */
#ifndef RD_COLL_SM_H
#define RD_COLL_SM_H

#include <stddef.h>

#include "base/compiler.h"
#include "coll/message.h"
#include "runtime/place.h"

#define RD_SMC_MAGIC 0x316d6373u /* "scm1" */
/* Operations that a member may be ahead of the slowest. Members that take turns on a processor
 * each do so many in one turn: of 8 on two a bcast of 8 B takes 0.14 us with 256, 0.28 with 64. */
#define RD_SMC_POSTS 256u
#define RD_SMC_POST_B 56u /* bytes of data in a post: one cache line with its word */
#define RD_SMC_MEMBERS 64 /* more gain nothing: each looks at all; bits of `mates` */

/* Cells for longer data; operation seq uses cell seq mod n of the smallest ones that hold it.
 * Likewise: 1 KB takes 0.5 us with 32 of them and 2.2 with 8. */
#define RD_SMC_SMALL_N 128u
#define RD_SMC_SMALL_B 512u /* bytes */
#define RD_SMC_LARGE_N 32u
#define RD_SMC_LARGE_B 4096u /* bytes */

struct rd_smc_post {
	_Alignas(RD_CACHE_LINE) char data[RD_SMC_POST_B];
	uint64_t full; /* seq + 1 of the last operation posted here; written last, with release */
};
_Static_assert(sizeof(struct rd_smc_post) == RD_CACHE_LINE, "one line for short data");

/* What one member writes. */
struct rd_smc_desk {
	struct rd_smc_post post[RD_SMC_POSTS];
	char small[RD_SMC_SMALL_N][RD_SMC_SMALL_B];
	char large[RD_SMC_LARGE_N][RD_SMC_LARGE_B];
};

struct rd_smc_member {
	_Alignas(RD_CACHE_LINE) uint64_t done; /* operations completed; written by the member */
	uint64_t place; /* rd_smc_place: what it has come to, and where; of members that crowd */
	/* m + 1: it sleeps and wants its bell rung by member m, who clears it; 0: it is awake */
	_Alignas(RD_CACHE_LINE) uint32_t sleeping;
};

struct rd_smc_head {
	uint64_t token; /* random, as told by the creator */
	uint32_t magic;
	uint32_t members;
	_Alignas(RD_CACHE_LINE) uint32_t sleepers; /* members that sleep; mostly 0 and only read */
};

enum {
	RD_SMC_LIGHT = 1, /* sleeps behind membarrier(2) */
	RD_SMC_CROWD = 2, /* few processors for the members, RD_COLL_CROWD */
};

/* Shared memory that its creator, rank 0, tells the others of. */
struct rd_smc_file {
	uint64_t token; /* random; the creator also writes it where the others can check it */
	uint64_t size;  /* bytes; 0: there is none */
	int32_t pid;
	int32_t fd;     /* in that process */
};

/* What members tell each other before they open the segment. */
struct rd_smc_card {
	struct rd_smc_file file; /* of rank 0 */
	int32_t pid;
	int32_t bell;         /* write end in the member's process; -1: it will not take part */
	int32_t flags;        /* RD_SMC_LIGHT, RD_SMC_CROWD */
};

/* A communicator's segment as this process sees it. */
struct rd_smc {
	struct rd_smc_head *head;
	struct rd_smc_member *member; /* [n] */
	struct rd_smc_desk *desk;     /* [n] */
	size_t bytes;
	int rank, n;
	int light, crowd;   /* the flag is set for all members */
	int whole;          /* the members are all ranks of this node */
	int tight;          /* likewise, and more than it has processors */
	uint32_t looks;     /* before the processor is offered to others; learnt, sm_wait.c */
	int cpu;            /* this member ran there when it was last asked */
	uint64_t mates;     /* bit m: member m was seen on this processor */
	int one;            /* the operation under way waits for one member only, if tight */
	uint64_t came;      /* steps so far, if tight: an operation, or a stage of a long one */
	struct rd_spread spread;
	uint64_t seq;       /* number of the operation that is under way or comes next */
	uint64_t safe;      /* every member has completed all operations below this number */
	struct rd_smc_card *card; /* [n] */
	struct rd_ctx *ctx; /* of the communicator */
	int *bell;          /* [n] opened write ends, -1: not yet */
	struct rd_smc_pool *pool; /* of the long collectives; NULL: none yet, or not to be had */
	const char *pool_refusal; /* why not; NULL: not tried yet */
};

/* ---- Shared memory (sm_file.c) ---- */

/* Makes and maps it, and fills in *file; the descriptor, to be closed when all have opened it, or
 * -1. */
int rd_smc_file_make(struct rd_smc_file *file, size_t bytes, void **base);
/* NULL: it cannot be opened. The caller compares the token. */
void *rd_smc_file_open(const struct rd_smc_file *file, size_t bytes);

/* ---- Segment (sm_segment.c) ---- */

/* Collective over the communicator. *out NULL: refused, *why says why (static text). */
int rd_smc_open(struct rd_comm *comm, struct rd_smc **out, const char **why);
void rd_smc_close(struct rd_smc *smc);

/* ---- Waiting (sm_wait.c) ---- */

/* The bell of this process; -1: cannot be made. *light: it sleeps behind membarrier(2). */
int rd_smc_bell(int *light);
void rd_smc_bell_fini(void);

/* Until *word >= value, which `member` will see to. 0, or RD_EPROC when its process has ended. */
int rd_smc_await_slow(struct rd_smc *smc, const uint64_t *word, uint64_t value, int member);

enum {
	RD_SMC_LOOKS_LEAST = 4,
	RD_SMC_LOOKS_HARD = 16, /* the first ones, without a pause: it takes as long as a line */
	RD_SMC_LOOKS_MOST = 80
};

static inline int rd_smc_await(struct rd_smc *smc, const uint64_t *word, uint64_t value, int member)
{
	uint32_t looks = 0;

	/* pairs with the release in rd_smc_tell */
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) < value) {
		if (looks++ == smc->looks)
			return rd_smc_await_slow(smc, word, value, member);
		if (looks > RD_SMC_LOOKS_HARD)
			rd_cpu_relax();
	}
	if (rd_unlikely(looks && smc->looks < RD_SMC_LOOKS_MOST && !smc->tight))
		smc->looks++; /* it pays to look */
	return 0;
}

/* Rings those who sleep for this member. */
void rd_smc_ring_sleepers(struct rd_smc *smc);

/*
 * Publishes: everything written before is there for whoever sees the value. Then wakes sleepers:
 * the store and the load of `sleepers` must not pass each other; members that are light force
 * that when they go to sleep (pairs with arm in sm_wait.c), and here the compiler alone is held
 * back.
 */
static inline void rd_smc_tell(struct rd_smc *smc, uint64_t *word, uint64_t value)
{
	__atomic_store_n(word, value, __ATOMIC_RELEASE);
	if (rd_likely(smc->light))
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
	else
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (rd_unlikely(__atomic_load_n(&smc->head->sleepers, __ATOMIC_RELAXED)))
		rd_smc_ring_sleepers(smc);
}

/* ---- Sharing processors (sm_place.c) ---- */

static inline uint64_t rd_smc_place(uint64_t came, int cpu)
{
	return (came + 1) << 16 | (uint16_t)cpu;
}

/* Says where this member is and how far it has come: where ranks share processors, at every
 * step. */
void rd_smc_say_place(struct rd_smc *smc);

/* Gives way to members on this processor as long as that helps, and takes a few looks. 1: *word >=
 * value, which `member` has seen to; 0: the progress loop should run. */
int rd_smc_give_way(struct rd_smc *smc, const uint64_t *word, uint64_t value, int member);

/* Goes to another processor if this one has too many members. */
void rd_smc_spread(struct rd_smc *smc);

/* ---- The short collectives (sm_short.c) ---- */

extern const struct rd_coll_algo *const rd_smc_short[];

#endif
