/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "pipelined": long collectives through shared memory (sm_pool.h). The pool of a
 * communicator is made by the first of them; where it cannot be made the algorithms over pt2pt are
 * used. Asked by select.c after "sm", which takes short data.
 */
#include "coll/sm_pool.h"

#include "base/clock.h"
#include "base/log.h"
#include "coll/differ.h"
#include "comm/boot.h"
#include "node/shm.h"
#include "node/vm.h"
#include "pt2pt/peer.h"
#include "runtime/hw.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- The pool ---- */

#define MAGIC 0x316c6373u /* "scl1" */

struct head {
	_Alignas(RD_CACHE_LINE) uint64_t token;
	uint32_t magic;
};

/* The data that rank 0 sends to the others. */
struct modex {
	struct rd_shmcoll_file file;
	uint64_t area_b, wide_most;
	int32_t cpus;
	int32_t single; /* the kernel copies nearly as fast as stores do */
};

/* Bytes of all pools of a process. The wide pool does not count; one pool alone may be larger. */
#define POOLS_MOST (32u << 20)
#define AREA_LEAST (64u << 10) /* bytes */
#define AREA_MANY (256u << 10) /* of many members that share processors: few chunks */
/* The wide pool is made when so many alltoalls have needed it: by then it has cost as much not to
 * have it as it takes to make it. A process has one at most: M-230. */
#define WIDE_CALLS 32
#define WIDE_BLOCK (8u << 10)  /* the longest block */
#define WIDE_MOST (256u << 20) /* bytes of all areas */
/* An area is used from its begin, and more of it after so many rounds; its pages are mapped so many
 * bytes at a time. In a virtual machine a fault may take 25 to 40 us, so that the first calls of
 * 8 KB on 4 ranks took 290 us each, 12 later (M-242). */
#define MAP_LEAST (64u << 10)
#define RING_LEAST (64u << 10)
#define RING_ROUNDS 16
#define L2_GUESS (512u << 10)
#define L3_GUESS (8u << 20)

uint64_t rd_shmcoll_area_most = 2u << 20;

static uint64_t pools_b; /* of all pools of this process, but for the wide one */
static int wide_exists;  /* in this process */

static uint64_t l3_bytes(void)
{
	uint64_t bytes = rd_hw_cache(3);

	return bytes ? bytes : L3_GUESS;
}

static uint64_t l2_bytes(void)
{
	uint64_t bytes = rd_hw_cache(2);

	return bytes ? bytes : L2_GUESS;
}

static uint64_t pools_most(void)
{
	return rd_min(l3_bytes(), (uint64_t)POOLS_MOST);
}

/* The largest power of two that is not more. */
static uint64_t pow2_below(uint64_t bytes)
{
	return bytes ? (uint64_t)1 << (63 - __builtin_clzll(bytes)) : 0;
}

static uint64_t pow2_above(uint64_t bytes)
{
	uint64_t power = pow2_below(bytes);

	return power < bytes ? power * 2 : power;
}

/*
 * Where every member has a processor, an area is as long as its second-level cache: a chunk, which
 * others read just after it was written, takes a quarter of it. Where members share processors
 * every wait may cost a switch of processes, so that long chunks are best. All areas together take
 * an eighth of the third-level cache, and a quarter of the rest of the memory for pools: M-112.
 */
static uint64_t usual_area(struct modex *modex, int n)
{
	uint64_t area = l3_bytes() / 8 / (uint64_t)n, least = AREA_LEAST;
	uint64_t left = pools_most() - rd_min(pools_b, pools_most());
	int ranks, cpus;

	area = rd_min(area, left / 4 / (uint64_t)n);
	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	modex->cpus = rd_min(cpus, n);
	if (ranks <= cpus)
		area = rd_min(area, l2_bytes());
	else if (n > rd_shmcoll_flat_most)
		least = AREA_MANY;
	return rd_max(area, least);
}

static uint64_t area_below(uint64_t bytes)
{
	return pow2_below(rd_min(bytes, rd_shmcoll_area_most));
}

static uint64_t wide_area(int n)
{
	return area_below(rd_min(RD_SHMCOLL_CHUNKS / 2 * pow2_above((uint64_t)n * WIDE_BLOCK),
				 WIDE_MOST / (uint64_t)n));
}

/* Members that have a processor each wait for no switch of processes. */
static uint64_t wide_block(int n)
{
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	if (n <= rd_shmcoll_flat_most || ranks <= cpus)
		return 0;
	return rd_min(2 * wide_area(n) / RD_SHMCOLL_CHUNKS / (uint64_t)n, WIDE_BLOCK);
}

/* ---- Two copies or one by the kernel ---- */

/*
 * A pair, each with a processor of its own, moves data of at least SINGLE_LEAST bytes by the kernel
 * where that takes less than SINGLE_RATIO times as long as to copy them within one process: two
 * copies transfer each line of the other processor twice: M-113.
 */
#define SINGLE_LEAST (64u << 10)
#define SINGLE_RATIO 4

/* Bytes of the shortest block of an alltoall by single copies. Many members: for less, two copies
 * through the areas take less time than a system call (M-111). Few: M-242. */
#define DIRECT_MANY (8u << 10)
#define DIRECT_FEW (64u << 10)

/* ns; UINT64_MAX: it does not work. */
static uint64_t time_copy(char *to, char *from, int by_kernel)
{
	uint64_t begin = rd_clock_ns();

	if (!by_kernel)
		memcpy(to, from, SINGLE_LEAST);
	else if (rd_vm_copy(getpid(), to, (uintptr_t)from, SINGLE_LEAST, RD_VM_READ))
		return UINT64_MAX;
	return rd_clock_ns() - begin;
}

static int measure_single(void)
{
	char *from = malloc(2 * SINGLE_LEAST);
	uint64_t plain = UINT64_MAX, kernel = UINT64_MAX;

	if (!from)
		return 0;
	memset(from, 1, 2 * SINGLE_LEAST);
	for (int i = 0; i < 5; i++) {
		kernel = rd_min(kernel, time_copy(from + SINGLE_LEAST, from, 1));
		plain = rd_min(plain, time_copy(from + SINGLE_LEAST, from, 0));
	}
	free(from);
	rd_debug("copy of %u bytes: %llu ns, by the kernel %llu ns", SINGLE_LEAST,
		 (unsigned long long)plain, (unsigned long long)kernel);
	return kernel < SINGLE_RATIO * plain;
}

/* Rank 0. */
static int32_t choose_single(void)
{
	static int single = -1;

	if (single < 0)
		single = measure_single();
	return single;
}

/* ---- Making it ---- */

static void choose_area(struct modex *modex, const struct rd_shmcoll *shm, int wide)
{
	if (wide) {
		modex->area_b = wide_area(shm->n);
		modex->cpus = shm->pool->cpus;
		return;
	}
	modex->area_b = area_below(usual_area(modex, shm->n));
	modex->wide_most = wide_block(shm->n);
	modex->single = shm->n == 2 && modex->cpus == 2 && choose_single();
}

static size_t pool_bytes(const struct rd_shmcoll *shm, uint64_t area_b)
{
	return sizeof(struct head) + (size_t)shm->n * (sizeof(struct rd_shmcoll_line) + area_b);
}

static void use_of_areas(struct rd_shmcoll_pool *pool, uint64_t bytes)
{
	pool->ring_b = bytes;
	for (int i = 0; i < RD_SHMCOLL_USES; i++)
		pool->use[i].least = bytes;
}

static void lay_out(struct rd_shmcoll_pool *pool, const struct modex *modex, int n)
{
	struct head *head = pool->base;

	pool->line = (struct rd_shmcoll_line *)(head + 1);
	pool->area = (char *)(pool->line + n);
	pool->area_b = modex->area_b;
	pool->chunk_b = modex->area_b / RD_SHMCOLL_CHUNKS;
	use_of_areas(pool, rd_min(pool->area_b, (uint64_t)RING_LEAST));
	pool->wide_most = modex->wide_most;
	pool->cpus = modex->cpus;
}

/* Rank 0: the descriptor, or -1. The area has been chosen. */
static int create(struct rd_shmcoll *shm, struct rd_shmcoll_pool *pool, struct modex *modex)
{
	struct head *head;
	int fd;

	pool->bytes = pool_bytes(shm, modex->area_b);
	fd = rd_shmcoll_file_make(&modex->file, pool->bytes, shm->counting.groups, &pool->base);
	if (fd < 0)
		return -1;
	head = pool->base;
	head->token = modex->file.token;
	head->magic = MAGIC;
	return fd;
}

static int attach(struct rd_shmcoll *shm, struct rd_shmcoll_pool *pool, const struct modex *modex)
{
	struct head *head;

	if (!modex->file.size)
		return RD_ENOTSUP;
	pool->bytes = pool_bytes(shm, modex->area_b);
	head = pool->base = rd_shmcoll_file_open(&modex->file, pool->bytes);
	if (!head)
		return RD_ENOTSUP;
	return head->token == modex->file.token && head->magic == MAGIC ? 0 : RD_ENOTSUP;
}

/* NULL: no memory. */
static struct rd_shmcoll_pool *pool_of(int n)
{
	struct rd_shmcoll_pool *pool = calloc(1, sizeof(*pool));

	if (pool && !(pool->seen = calloc((size_t)n, sizeof(*pool->seen)))) {
		free(pool);
		pool = NULL;
	}
	return pool;
}

static void pool_free(struct rd_shmcoll_pool *pool)
{
	if (!pool)
		return;
	if (pool->base)
		munmap(pool->base, pool->bytes);
	free(pool->seen);
	free(pool);
}

/* As many pools as the last-level cache holds: beyond that they cost more than they gain. Memory
 * stays bounded for any number of communicators. */
static int affordable(const struct rd_shmcoll_pool *pool)
{
	return !pools_b || pools_b + pool->bytes <= pools_most();
}

/* Rank 0 makes it, all open it, and all agree on the success; `pool` is NULL on a member that has
 * no memory for its own, or a wide one already. */
static int meet(struct rd_shmcoll *shm, struct rd_comm *comm, struct rd_shmcoll_pool *pool,
		int wide, int *there)
{
	struct rd_boot boot = rd_comm_boot(comm);
	struct modex modex = {.area_b = 0};
	uint32_t lacks = 0; /* 1: copies by the kernel, 2: the pool */
	int fd = -1, err;

	if (!shm->rank && pool) {
		choose_area(&modex, shm, wide);
		fd = create(shm, pool, &modex);
	}
	err = rd_boot_bcast(&boot, 0, &modex, sizeof(modex));
	if (!rd_shmcoll_direct_works(shm))
		lacks = 1;
	if (modex.single && !rd_peer_copies(rd_comm_world_rank(comm, 1 - comm->rank), SINGLE_LEAST))
		lacks = 1;
	if (!err && shm->rank && pool && attach(shm, pool, &modex))
		lacks = 2;
	if (err || !pool || !pool->base || (!wide && !affordable(pool)))
		lacks = 2;
	if (!err || err == RD_ENOMEM) /* the others wait for a member without memory */
		err = rd_boot_max(&boot, &lacks);
	if (fd >= 0)
		close(fd);
	*there = !err && lacks < 2;
	if (*there) {
		lay_out(pool, &modex, shm->n);
		for (int m = 0; (wide || shm->counting.groups) && m < shm->n; m++)
			pool->seen[m] = pool->area_b; /* see map_areas; the wide one: as used */
		pool->mapped = wide || !shm->counting.groups;
		pool->single = modex.single && !lacks;
		pool->direct_least = lacks                  ? UINT64_MAX
				     : shm->counting.groups ? DIRECT_MANY
							    : DIRECT_FEW;
	}
	return err;
}

int rd_shmcoll_pool_open(struct rd_shmcoll *shm, struct rd_comm *comm)
{
	struct rd_shmcoll_pool *pool;
	int there = 0, err;

	if (shm->pool || shm->pool_refusal)
		return 0;
	pool = pool_of(shm->n);
	err = meet(shm, comm, pool, 0, &there);
	if (there) {
		shm->pool = pool;
		pools_b += pool->bytes;
	} else {
		shm->pool_refusal = "there is no shared memory for long data";
		pool_free(pool);
	}
	return err;
}

/* Likewise the wide one, unless a member has one already; tried once. Not all of it is mapped at
 * once: a member touches its own area and a part of the others'. Two threads of MPI_THREAD_MULTIPLE
 * that open one each on two communicators can refuse each other's: neither has one then. */
static int open_wide(struct rd_shmcoll *shm, struct rd_comm *comm)
{
	struct rd_shmcoll_pool *pool = wide_exists ? NULL : pool_of(shm->n);
	int there = 0, err;

	wide_exists |= pool != NULL; /* another thread may open one during the meeting */
	err = meet(shm, comm, pool, 1, &there);
	if (there) {
		shm->wide = pool;
	} else if (pool) {
		wide_exists = 0;
		pool_free(pool);
	}
	return err;
}

void rd_shmcoll_pool_close(struct rd_shmcoll *shm)
{
	if (shm->wide) {
		wide_exists = 0;
		pool_free(shm->wide);
		shm->wide = NULL;
	}
	if (!shm->pool)
		return;
	pools_b -= shm->pool->bytes;
	pool_free(shm->pool);
	shm->pool = NULL;
}

/* ---- Chunks ---- */

/* Alltoall by single copies uses no area: M-221. */
static __attribute__((cold, noinline)) void map_areas(struct rd_shmcoll_pool *pool)
{
	rd_shm_populate(pool->base, pool->bytes);
	use_of_areas(pool, pool->area_b);
	pool->mapped = 1;
}

void rd_shmcoll_map(struct rd_shmcoll_pool *pool, int m, uint64_t end, uint64_t ring_b)
{
	uint64_t from = pool->seen[m];

	end = rd_max(end, rd_min(from + MAP_LEAST, ring_b));
	rd_shm_populate(pool->area + (uint64_t)m * pool->area_b + from, end - from);
	pool->seen[m] = end;
}

struct rd_shmcoll_long rd_shmcoll_long_begin(struct rd_coll_call *call, struct rd_shmcoll *shm,
					     uint64_t total, uint64_t unit_b)
{
	return rd_shmcoll_long_begin_in(shm->pool, call, shm, total, unit_b);
}

struct rd_shmcoll_long rd_shmcoll_long_begin_in(struct rd_shmcoll_pool *pool,
						struct rd_coll_call *call, struct rd_shmcoll *shm,
						uint64_t total, uint64_t unit_b)
{
	struct rd_shmcoll_long op = {
		.call = call,
		.shm = shm,
		.pool = pool,
		.came = shm->place.came + 1,
	};
	uint64_t most = rd_max(pool->chunk_b / unit_b, 1);

	if (rd_unlikely(!pool->mapped))
		map_areas(pool);
	shm->call = call;
	if (most > RD_CACHE_LINE)
		most -= most % RD_CACHE_LINE;
	rd_shmcoll_cut(&op, total, most, unit_b);
	return op;
}

static struct rd_shmcoll_use *use_by(const struct rd_shmcoll_long *op)
{
	static const unsigned char by[RD_COLL_KINDS] = {
		[RD_COLL_BCAST] = 1 + RD_SHMCOLL_DOWN,    [RD_COLL_SCATTER] = 1 + RD_SHMCOLL_DOWN,
		[RD_COLL_SCATTERV] = 1 + RD_SHMCOLL_DOWN, [RD_COLL_GATHER] = 1 + RD_SHMCOLL_UP,
		[RD_COLL_GATHERV] = 1 + RD_SHMCOLL_UP,    [RD_COLL_REDUCE] = 1 + RD_SHMCOLL_UP,
	};
	int use = by[op->call->kind];

	return &op->pool->use[use ? use - 1 : RD_SHMCOLL_ACROSS];
}

void rd_shmcoll_cut(struct rd_shmcoll_long *op, uint64_t total, uint64_t most, uint64_t unit_b)
{
	uint64_t piece;

	op->n = (total + most - 1) / most;
	piece = (total + op->n - 1) / op->n + RD_CACHE_LINE - 1;
	op->piece = rd_min(most, piece - piece % RD_CACHE_LINE);
	op->stride = pow2_above(op->piece * unit_b);
	op->begin = (op->pool->pos + op->stride - 1) & ~(op->stride - 1);
	op->ring_b =
		rd_min(rd_max(use_by(op)->least, RD_SHMCOLL_CHUNKS * op->stride), op->pool->area_b);
	op->fresh = op->ring_b == op->pool->ring_b ? op->pool->fresh : op->pool->pos;
}

/* M-231 */
void rd_shmcoll_receives(struct rd_shmcoll_long *op, uint64_t own, uint64_t all)
{
	op->streams = own > l2_bytes() && all >= l3_bytes();
}

/* After an operation. */
static void use_more(struct rd_shmcoll_pool *pool, struct rd_shmcoll_use *use, uint64_t bytes)
{
	if (use->least == pool->area_b)
		return;
	use->moved += bytes;
	if (use->moved < RING_ROUNDS * pool->ring_b)
		return;
	use->least = rd_min(2 * pool->ring_b, pool->area_b);
	use->moved = 0;
}

int rd_shmcoll_long_end(struct rd_shmcoll_long *op)
{
	rd_shmcoll_leave(op, op->n - 1);
	rd_shmcoll_come(op, 2 * op->n + 3);
	op->pool->step += op->n;
	op->pool->pos = op->begin + op->n * op->stride;
	op->pool->ring_b = op->ring_b;
	op->pool->fresh = op->fresh;
	use_more(op->pool, use_by(op), op->n * op->stride);
	return op->call->err;
}

void rd_shmcoll_long_drop(struct rd_shmcoll_long *op)
{
	if (op->part->writes)
		rd_shmcoll_leave_out(op);
	rd_shmcoll_long_end(op);
}

int rd_shmcoll_long_run(struct rd_shmcoll_long *op)
{
	uint64_t turns = rd_shmcoll_turns(op);
	void (*turn)(struct rd_shmcoll_long *, uint64_t) = op->part->turn;

	op->shm->call = op->call;
	for (uint64_t i = op->at; i < turns; i++)
		turn(op, i);
	return rd_shmcoll_long_end(op);
}

/* The position below which all have left before the chunk that ends at `end` is written. */
static uint64_t to_leave(const struct rd_shmcoll_long *op, uint64_t end)
{
	return rd_max(end - rd_min(end, op->ring_b), op->fresh);
}

/* Invariants 4 and 5, before chunk k is written, which ends at `end`. */
static void check_room(const struct rd_shmcoll_long *op, uint64_t end)
{
	const struct rd_shmcoll_pool *pool = op->pool;
	uint64_t own = rd_max(pool->line[op->shm->rank].left, op->begin);

	for (int m = 0; RD_CHECKS && !op->call->err && m < op->shm->n; m++) {
		uint64_t left = __atomic_load_n(&pool->line[m].left, __ATOMIC_ACQUIRE);

		RD_CHECK(m == op->shm->rank || left >= to_leave(op, end),
			 "pool: written up to %llu, member %d has left those below %llu",
			 (unsigned long long)end, m, (unsigned long long)left);
	}
	RD_CHECK(op->call->err || end <= own + RD_SHMCOLL_LIVE * op->stride,
		 "pool: %llu bytes of an operation live, of %llu in a chunk",
		 (unsigned long long)(end - own), (unsigned long long)op->stride);
}

int rd_shmcoll_room(struct rd_shmcoll_long *op, uint64_t k)
{
	uint64_t end = op->begin + (k + 1) * op->stride, safe = UINT64_MAX;
	struct rd_shmcoll_pool *pool = op->pool;

	if (rd_unlikely(pool->holed)) {
		rd_coll_error(op->call, pool->holed);
		return 0;
	}
	if (RD_CHECKS && to_leave(op, end) <= pool->safe)
		check_room(op, end);
	if (to_leave(op, end) <= pool->safe)
		return 1;
	op->shm->call = op->call; /* as rd_shmcoll_hear */
	for (int m = 0; m < op->shm->n; m++) {
		const uint64_t *left = &pool->line[m].left;
		int err;

		if (m == op->shm->rank)
			continue;
		err = rd_shmcoll_await(op->shm, left, to_leave(op, end), m);
		if (rd_unlikely(err)) {
			rd_shmcoll_leave_out(op);
			rd_coll_error(op->call, err);
			return 0;
		}
		safe = rd_min(safe, __atomic_load_n(left, __ATOMIC_ACQUIRE));
	}
	pool->safe = safe;
	check_room(op, end);
	return 1;
}

/* ---- Between turns ---- */

static int lacks_room(const struct rd_shmcoll_long *op, struct rd_shmcoll_want *want)
{
	uint64_t end = op->begin + (op->at + 1) * op->stride;
	const struct rd_shmcoll_pool *pool = op->pool;

	if (!op->part->writes || op->at >= op->n || to_leave(op, end) <= pool->safe)
		return 0;
	for (int m = 0; m < op->shm->n; m++) {
		*want = (struct rd_shmcoll_want){&pool->line[m].left, to_leave(op, end), m};
		if (m != op->shm->rank && !rd_shmcoll_is_there(want))
			return 1;
	}
	return 0;
}

static int lacks_stage(const struct rd_shmcoll_long *op, int stage, struct rd_shmcoll_want *want)
{
	enum rd_shmcoll_who who = op->part->hears[stage];
	uint64_t late = (uint64_t)op->part->late[stage], k = op->at - late;
	int m = who == RD_SHMCOLL_ROOT ? op->call->root : 0, end = op->shm->n;

	if (who == RD_SHMCOLL_NONE || op->at < late || k >= op->n)
		return 0;
	if (who != RD_SHMCOLL_ALL)
		end = who == RD_SHMCOLL_ROOT ? m + 1 : op->shm->rank;
	for (; m < end; m++) {
		*want = (struct rd_shmcoll_want){&op->pool->line[m].said[stage],
						 op->pool->step + k + 1, m};
		if (m != op->shm->rank && !rd_shmcoll_is_there(want))
			return 1;
	}
	return 0;
}

int rd_shmcoll_long_missing(const struct rd_shmcoll_long *op, struct rd_shmcoll_want *want)
{
	return lacks_room(op, want) || lacks_stage(op, 0, want) || lacks_stage(op, 1, want);
}

/* ---- The provider ---- */

static const char *unshared(const struct rd_coll_call *call)
{
	const struct rd_coll_state *state = call->comm->coll_state;

	if (state->shm)
		return state->shm->pool_refusal;
	return state->shm_refusal ? state->shm_refusal : "the communicator is hardly used yet";
}

/* At least one element of each vector or block is in a chunk. */
static int fits(const struct rd_coll_call *call, const struct rd_shmcoll_pool *pool)
{
	uint64_t blocks = 1;

	if (call->kind == RD_COLL_REDUCE_SCATTER || call->kind == RD_COLL_REDUCE_SCATTER_BLOCK)
		blocks = (uint64_t)call->size;
	return !call->op || blocks * (uint64_t)call->in.type->extent <= pool->chunk_b;
}

static const char *unless_whole(const struct rd_coll_call *call)
{
	const struct rd_shmcoll *shm = call->comm->coll_state->shm;
	const char *why = rd_shmcoll_unless_whole(call);

	if (!why && shm && shm->pool && !fits(call, shm->pool))
		why = "a chunk does not hold an element of each member";
	return why ? why : unshared(call);
}

static int without(struct rd_coll_call *call)
{
	const char *why;

	return rd_coll_base.offer(call, &why)->run(call);
}

/* Makes the pool first, if it has not been tried; choices made without it are made anew. */
static int with_pool(struct rd_coll_call *call, int (*run)(struct rd_coll_call *))
{
	struct rd_coll_state *state = call->comm->coll_state;
	struct rd_shmcoll *shm = state->shm;
	struct rd_coll_mark mark;
	int err = 0;

	rd_shmcoll_record_long(shm, call);
	if (rd_unlikely(!shm->pool && !shm->pool_refusal)) {
		rd_coll_mark_open(&mark, call);
		err = rd_shmcoll_pool_open(shm, call->comm);
		rd_coll_mark_close(&mark);
		rd_coll_choose_anew(state);
	}
	if (err)
		return err;
	return shm->pool && fits(call, shm->pool) ? run(call) : without(call);
}

/* Makes the wide pool when so many alltoalls have needed it. */
static int widen(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	struct rd_coll_mark mark;
	int err;

	if (!rd_shmcoll_is_wide(call, shm->pool) || shm->wide_calls == WIDE_CALLS ||
	    ++shm->wide_calls < WIDE_CALLS)
		return 0;
	rd_coll_mark_open(&mark, call);
	err = open_wide(shm, call->comm);
	rd_coll_mark_close(&mark);
	return err;
}

static int long_alltoall(struct rd_coll_call *call)
{
	int err = widen(call, call->comm->coll_state->shm);

	return err ? err : rd_shmcoll_long_alltoall(call);
}

#define PIPELINED(name, KIND, function, refuses) \
	static int name(struct rd_coll_call *call) \
	{ \
		return with_pool(call, function); \
	} \
	RD_COLL_ALGO(rd_shmcoll_pipelined_##name, RD_COLL_##KIND, #name, "pipelined", refuses, name)
#define BY_TURNS(name, KIND, open, refuses) \
	static int run_##name(struct rd_coll_call *call) \
	{ \
		struct rd_shmcoll_long op = open(call, call->comm->coll_state->shm); \
\
		return rd_shmcoll_long_run(&op); \
	} \
	PIPELINED(name, KIND, run_##name, refuses)
BY_TURNS(bcast, BCAST, rd_shmcoll_open_bcast, unshared);
BY_TURNS(gather, GATHER, rd_shmcoll_open_gather, unshared);
BY_TURNS(scatter, SCATTER, rd_shmcoll_open_scatter, unshared);
BY_TURNS(allgather, ALLGATHER, rd_shmcoll_open_allgather, unshared);
BY_TURNS(allgatherv, ALLGATHERV, rd_shmcoll_open_allgather, unshared);
PIPELINED(alltoall, ALLTOALL, long_alltoall, unshared);
BY_TURNS(reduce, REDUCE, rd_shmcoll_open_reduce, unless_whole);
PIPELINED(allreduce, ALLREDUCE, rd_shmcoll_long_allreduce, unless_whole);
BY_TURNS(reduce_scatter, REDUCE_SCATTER, rd_shmcoll_open_reduce_scatter, unless_whole);
BY_TURNS(reduce_scatter_block, REDUCE_SCATTER_BLOCK, rd_shmcoll_open_reduce_scatter, unless_whole);
BY_TURNS(scan, SCAN, rd_shmcoll_open_scan, unless_whole);
BY_TURNS(exscan, EXSCAN, rd_shmcoll_open_scan, unless_whole);

static const struct rd_coll_algo *const algos[] = {
	&rd_shmcoll_pipelined_bcast,
	&rd_shmcoll_pipelined_gather,
	&rd_shmcoll_pipelined_scatter,
	&rd_shmcoll_pipelined_allgather,
	&rd_shmcoll_pipelined_allgatherv,
	&rd_shmcoll_pipelined_alltoall,
	&rd_shmcoll_pipelined_reduce,
	&rd_shmcoll_pipelined_allreduce,
	&rd_shmcoll_pipelined_reduce_scatter,
	&rd_shmcoll_pipelined_reduce_scatter_block,
	&rd_shmcoll_pipelined_scan,
	&rd_shmcoll_pipelined_exscan,
	NULL,
};

/* Data that only move: one copy by the kernel is left to pt2pt. */
static int goes_single(const struct rd_coll_call *call, const struct rd_shmcoll *shm)
{
	return shm && shm->pool && shm->pool->single && !call->op && call->bytes >= SINGLE_LEAST;
}

static const struct rd_coll_algo *offer(struct rd_coll_call *call, const char **why)
{
	const struct rd_coll_algo *const *a = algos;

	while (*a && (*a)->kind != call->kind)
		a++;
	if (!*a)
		*why = "it has no algorithm for this operation";
	else if (goes_single(call, call->comm->coll_state->shm))
		*why = "one copy by the kernel is quicker on this machine";
	else
		*why = (*a)->refuses(call);
	return *why ? NULL : *a;
}

/* Collectives without arrays of counts: those arrays are the program's. */
static rd_shmcoll_open_fn *const opens[RD_COLL_KINDS] = {
	[RD_COLL_BCAST] = rd_shmcoll_open_bcast,
	[RD_COLL_GATHER] = rd_shmcoll_open_gather,
	[RD_COLL_SCATTER] = rd_shmcoll_open_scatter,
	[RD_COLL_ALLGATHER] = rd_shmcoll_open_allgather,
	[RD_COLL_ALLTOALL] = rd_shmcoll_open_alltoall,
	[RD_COLL_REDUCE] = rd_shmcoll_open_reduce,
	[RD_COLL_ALLREDUCE] = rd_shmcoll_open_allreduce,
	[RD_COLL_REDUCE_SCATTER_BLOCK] = rd_shmcoll_open_reduce_scatter,
	[RD_COLL_SCAN] = rd_shmcoll_open_scan,
	[RD_COLL_EXSCAN] = rd_shmcoll_open_scan,
};

rd_shmcoll_open_fn *rd_shmcoll_long_of(const struct rd_coll_call *call,
				       const struct rd_shmcoll *shm,
				       const struct rd_coll_algo **algo)
{
	const struct rd_coll_algo *const *a = algos;

	while (*a && (*a)->kind != call->kind)
		a++;
	*algo = *a;
	if (!opens[call->kind] || (call->op && rd_shmcoll_unless_whole(call)))
		return NULL;
	if (shm->pool && (!fits(call, shm->pool) || goes_single(call, shm)))
		return NULL;
	return opens[call->kind];
}

const struct rd_coll_provider rd_coll_pipelined = {
	.name = "pipelined", .algos = algos, .offer = offer};
