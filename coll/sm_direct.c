/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall by single copies: each member publishes the address of its blocks, all meet, each reads
 * its own blocks out of the others' memory by the kernel (node/vm.h), and all meet again. Through
 * areas a chunk of many members would have little of each block, and all would wait for each other
 * at each chunk; of few members each line of long blocks would go from one processor's cache to
 * another's twice (M-231). Called through sm_move.c.
 */
#include "coll/sm_pool.h"

#include "base/clock.h"
#include "base/log.h"
#include "datatype/pack.h"
#include "node/vm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct rd_cma_peer *process_of(const struct rd_shmcoll *shm, int m)
{
	return rd_cma_peer(&shm->member[m].process);
}

/* Of all others one is probed: members of a node are alike. */
int rd_shmcoll_direct_works(const struct rd_shmcoll *shm)
{
	return rd_cma_works(process_of(shm, (shm->rank + 1) % shm->n));
}

/* The blocks that others read: in the caller's buffer, or packed. */
struct given {
	const char *at; /* NULL: no memory for it, or a block has gaps and is not packed */
	char *packed;
	char *piece; /* for an incoming block that is not one piece of memory */
};

/* packs: blocks with gaps, too. */
static struct given give(const struct rd_coll_call *call, int packs)
{
	int in_place = rd_coll_in_place(call->out.buf), n = call->size;
	void *buf = in_place ? call->in.buf : call->out.buf;
	struct rd_type *type = in_place ? call->in.type : call->out.type;
	uint64_t count = (in_place ? call->in.count : call->out.count) * (uint64_t)n;
	struct given g = {.at = in_place ? NULL : rd_type_block(buf, count, type)};
	struct rd_iter it;

	if (!g.at && packs && (g.packed = malloc(call->bytes * (uint64_t)n))) {
		rd_iter_init(&it, buf, count, type);
		rd_iter_pack(&it, g.packed, it.total);
		g.at = g.packed;
	}
	if (!rd_type_block(call->in.buf, call->in.count, call->in.type) &&
	    !(packs && (g.piece = malloc(call->bytes))))
		g.at = NULL;
	return g;
}

/* 0, or an errno. */
static int take(const struct rd_coll_call *call, const struct rd_shmcoll *shm, int m, char *piece)
{
	void *at = rd_coll_rblock(call, m);
	void *to = piece ? piece : rd_type_block(at, call->in.count, call->in.type);
	int32_t pid = shm->member[m].process.pid;
	uint64_t from = shm->member[m].address + (uint64_t)call->rank * call->bytes;
	struct rd_iter it;

	if (rd_vm_copy(pid, to, from, call->bytes, RD_VM_READ))
		return errno;
	if (piece) {
		rd_iter_init(&it, at, call->in.count, call->in.type);
		rd_iter_unpack(&it, piece, it.total);
	}
	return 0;
}

/* A copy that has failed; number 0: none has. */
struct failure {
	int member, number;
};

static struct failure take_all(struct rd_coll_call *call, const struct rd_shmcoll *shm, char *piece)
{
	struct failure failure = {0, 0};

	for (int i = 1; i < call->size && !call->err && !failure.number; i++) {
		failure.member = rd_coll_turn(call, call->rank, i);
		failure.number = take(call, shm, failure.member, piece);
	}
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->in.count, call->in.type,
			     rd_coll_sblock(call, call->rank), call->out.count, call->out.type);
	return failure;
}

/* Memory that the kernel does not copy, a device's for example, or that it copies no more. The
 * other members learn it in the second meeting. */
static void note_refusal(struct rd_shmcoll *shm, struct failure failure)
{
	if (!failure.number || failure.number == ESRCH)
		return;
	rd_debug("alltoall: reading memory of member %d (process %d): %s", failure.member,
		 shm->member[failure.member].process.pid, strerror(failure.number));
	__atomic_store_n(&shm->member[shm->rank].refused, 1, __ATOMIC_RELEASE);
}

/* The same on all members, after the second meeting. */
static int one_refuses(const struct rd_shmcoll *shm)
{
	int refused = 0;

	for (int m = 0; m < shm->n; m++)
		refused |= __atomic_load_n(&shm->member[m].refused, __ATOMIC_ACQUIRE) != 0;
	return refused;
}

/* A member that has left the call because of a failure may have reused the memory that was read. */
static int one_is_lost(const struct rd_shmcoll *shm)
{
	int lost = 0;

	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	for (int m = 0; m < shm->n; m++)
		lost |= __atomic_load_n(&shm->member[m].lost, __ATOMIC_RELAXED) != 0;
	return lost;
}

/* Blocks in place have been overwritten in part. */
static void restore(const struct rd_coll_call *call, const struct given *g)
{
	struct rd_iter it;

	if (!g->packed || !rd_coll_in_place(call->out.buf))
		return;
	rd_iter_init(&it, call->in.buf, call->in.count * (uint64_t)call->size, call->in.type);
	rd_iter_unpack(&it, g->packed, it.total);
}

/* Few members meet by the two stages of a chunk. Nothing is written to its memory. */
static void meet_few(struct rd_shmcoll_long *op, int stage)
{
	rd_coll_error(op->call, op->pool->holed);
	rd_shmcoll_come(op, 1 + (uint64_t)stage);
	rd_shmcoll_say(op, stage, 0);
	for (int m = 0; m < op->shm->n; m++)
		rd_shmcoll_hear(op, m, stage, 0);
}

static void meet_many(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	if (shm->place.tight) {
		shm->place.came++;
		rd_shmcoll_say_place(shm);
	}
	rd_coll_error(call, rd_shmcoll_meet(shm, rd_shmcoll_arrival_long(call), NULL));
}

/* The same on all members, between two meetings. */
static int all_give(const struct rd_shmcoll *shm)
{
	int m = 0;

	while (m < shm->n && shm->member[m].address)
		m++;
	return m == shm->n;
}

/* Between the two meetings. */
static void read_all(struct rd_coll_call *call, struct rd_shmcoll *shm, const struct given *g)
{
	struct failure failure = take_all(call, shm, g->piece);

	note_refusal(shm, failure);
	if (failure.number == ESRCH || one_is_lost(shm))
		rd_coll_error(call, RD_EPROC);
	rd_shmcoll_note_lost(shm, call->err); /* the second meeting waits for nobody then */
}

/* Few members: `few` is the chunk. */
static void meet(struct rd_coll_call *call, struct rd_shmcoll *shm, struct rd_shmcoll_long *few,
		 int stage)
{
	if (few)
		meet_few(few, stage);
	else if (call->err != RD_ECOUNT) /* else some are in other calls */
		meet_many(call, shm);
}

/* ---- Few members: single copies or areas ---- */

/*
 * Where the processors share a cache, two copies through areas that stay in it take less time than
 * one of the kernel; where lines go from one cache to another, twice as long (M-231, M-242). One
 * machine may change between the two. A virtual machine does not show which it is.
 */
enum {
	TRIALS = 4,
	PAUSE_LEAST = 32,  /* calls between trials of the other way; */
	PAUSE_MOST = 1024, /* twice as many after each that does not change the choice */
};

static struct rd_shmcoll_ways *ways_of(struct rd_shmcoll_pool *pool, uint64_t bytes)
{
	uint64_t ratio = bytes / pool->direct_least;
	int order = 63 - __builtin_clzll(ratio | 1);

	return &pool->ways[rd_min(order, RD_SHMCOLL_ORDERS - 1)];
}

static enum rd_shmcoll_way quicker(const struct rd_shmcoll_ways *ways)
{
	return ways->rate[RD_SHMCOLL_BY_SINGLE_COPIES] < ways->rate[RD_SHMCOLL_BY_AREAS]
		       ? RD_SHMCOLL_BY_SINGLE_COPIES
		       : RD_SHMCOLL_BY_AREAS;
}

static enum rd_shmcoll_way choose(struct rd_shmcoll_ways *ways)
{
	enum rd_shmcoll_way best = quicker(ways);
	uint32_t n = ways->calls++;

	if (n < TRIALS)
		return n % 2 ? RD_SHMCOLL_BY_AREAS : RD_SHMCOLL_BY_SINGLE_COPIES;
	if (n == TRIALS)
		ways->trial = n + (ways->pause = PAUSE_LEAST);
	if (n != ways->trial)
		return best;
	ways->pause = rd_min(2 * ways->pause, (uint32_t)PAUSE_MOST);
	ways->trial = n + ways->pause;
	return !best;
}

/* A call that took long for other reasons counts by half. */
void rd_shmcoll_went(struct rd_shmcoll_pool *pool, enum rd_shmcoll_way way, uint64_t begin,
		     uint64_t bytes)
{
	struct rd_shmcoll_ways *ways = ways_of(pool, bytes);
	enum rd_shmcoll_way best = quicker(ways);
	uint64_t *rate = &ways->rate[way], now = ((rd_clock_ns() - begin) << 20) / bytes + 1;

	*rate = *rate && *rate < now ? (*rate + now) / 2 : now;
	if (quicker(ways) != best)
		ways->trial = ways->calls + (ways->pause = PAUSE_LEAST);
}

static int gives(const struct rd_coll_call *call, const struct given *g, struct rd_shmcoll *shm,
		 int few)
{
	if (!g->at)
		return 0;
	return !few || shm->rank ||
	       choose(ways_of(shm->pool, call->bytes)) == RD_SHMCOLL_BY_SINGLE_COPIES;
}

/* Of few members blocks with gaps go through the areas: also two copies. */
int rd_shmcoll_direct_alltoall(struct rd_coll_call *call)
{
	struct rd_shmcoll *shm = call->comm->coll_state->shm;
	int few = shm->counting.groups == 0, done;
	struct given g = give(call, !few);
	struct rd_shmcoll_long chunk;
	uint64_t begin;

	shm->call = call;
	shm->member[shm->rank].address = gives(call, &g, shm, few) ? (uintptr_t)g.at : 0;
	if (few)
		chunk = rd_shmcoll_long_begin(call, shm, 1, 1);
	meet(call, shm, few ? &chunk : NULL, 0);
	done = call->err == RD_ECOUNT || all_give(shm);
	begin = rd_clock_ns();
	if (done)
		read_all(call, shm, &g);
	if (done || !few)
		meet(call, shm, few ? &chunk : NULL, 1);
	if (few)
		rd_shmcoll_long_end(&chunk);
	if (done && !call->err && one_refuses(shm)) {
		shm->pool->direct_least = UINT64_MAX;
		restore(call, &g);
		done = 0;
	} else if (few && done && !call->err) {
		rd_shmcoll_went(shm->pool, RD_SHMCOLL_BY_SINGLE_COPIES, begin, call->bytes);
	}
	free(g.packed);
	free(g.piece);
	return done;
}
