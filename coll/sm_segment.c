/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments: rank 0 makes one (sm_file.c), all open it, and all agree on the success. A communicator
 * of the same processes as one that has a segment shares that one. Called from sm.c.
 *
 * A rank's desks in all segments together take at most RONDO_COLL_SHARED, and a new one a quarter
 * of the rest of that: the first communicators have long ring buffers of posts and cells, later
 * ones shorter ones, and when not even the shortest fits they have no segment.
 */
#include "coll/sm_pool.h"

#include "base/param.h"
#include "base/threads.h"
#include "comm/agree.h"
#include "runtime/hw.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct rd_smc *segments; /* of this process */
static uint64_t desks_b;        /* its desks in all of them */

/* ---- Sizes ---- */

#define SEGMENT_MOST (16u << 20) /* bytes of a segment, unless the shortest desks take more */
#define SKEW (3 * RD_CACHE_LINE) /* the same post of all desks is not in one set of a cache */

static struct rd_smc_desk desk_of(int level)
{
	struct rd_smc_desk desk = {.posts = RD_SMC_POSTS >> level, .small = RD_SMC_SMALL_N >> level,
				   .large = RD_SMC_LARGE_N >> level};

	desk.small_at = desk.posts * sizeof(struct rd_smc_post);
	desk.large_at = desk.small_at + desk.small * RD_SMC_SMALL_B;
	desk.bytes = desk.large_at + desk.large * RD_SMC_LARGE_B + SKEW;
	return desk;
}

/* The lowest level that this process can afford in a segment for n members; RD_SMC_LEVELS: none. */
static int affordable(int n)
{
	uint64_t budget = (uint64_t)rd_param_int(RD_PARAM_COLL_SHARED);
	uint64_t left = budget > desks_b ? budget - desks_b : 0;

	for (int level = 0; level < RD_SMC_LEVELS - 1; level++) {
		uint64_t bytes = desk_of(level).bytes;

		if (bytes * (uint64_t)n <= SEGMENT_MOST && bytes <= left / 4)
			return level;
	}
	return RD_SMC_LEVELS - (desk_of(RD_SMC_LEVELS - 1).bytes <= left);
}

static void lay_out(struct rd_smc *smc, int level)
{
	smc->desk = desk_of(level);
	smc->bytes = sizeof(*smc->head) + ((size_t)smc->groups + 1) * sizeof(*smc->count) +
		     (size_t)smc->n * (sizeof(*smc->member) + smc->desk.bytes);
}

static void place(struct rd_smc *smc, void *base)
{
	smc->head = base;
	smc->member = (struct rd_smc_member *)(smc->head + 1);
	smc->count = (struct rd_smc_count *)(smc->member + smc->n);
	smc->desks = (char *)(smc->count + smc->groups + 1);
}

/* ---- Making and opening ---- */

/* Rank 0: makes and maps the segment; -1 on failure. */
static int create(struct rd_smc *smc, struct rd_smc_file *file)
{
	void *base;
	int fd = rd_smc_file_make(file, smc->bytes, &base);

	if (fd < 0)
		return -1;
	place(smc, base);
	smc->head->token = file->token;
	smc->head->magic = RD_SMC_MAGIC;
	smc->head->members = (uint32_t)smc->n;
	return fd;
}

/* Another rank: opens rank 0's segment. */
static int attach(struct rd_smc *smc, const struct rd_smc_file *file)
{
	void *base = rd_smc_file_open(file, smc->bytes);

	if (!base)
		return RD_ENOTSUP;
	place(smc, base);
	if (smc->head->token == file->token && smc->head->magic == RD_SMC_MAGIC &&
	    smc->head->members == (uint32_t)smc->n)
		return 0;
	munmap(smc->head, smc->bytes);
	smc->head = NULL;
	return RD_ENOTSUP;
}

static void enter(struct rd_smc *smc)
{
	struct rd_smc_member *self = &smc->member[smc->rank];
	int light;

	self->pid = getpid();
	self->bell = rd_smc_bell(&light);
	self->world = rd_job.rank;
	rd_smc_direct_init(smc);
}

/* ---- Agreement ---- */

/* Bits of a member's proposal; the union of all members' bits is in force. */
enum {
	NEW = 1,       /* it does not have the segment that rank 0 offers to share */
	POOR = 2,      /* it has no memory, or cannot be woken */
	HEAVY = 4,     /* it would sleep without membarrier(2) */
	ROOMY = 8,     /* it has enough processors */
	LOOSE = 16,    /* it has a processor of its own, or members are not all ranks of the node */
	LEVEL_0 = 32,  /* not more than level 1 is left; the next bit: level 2; ... */
};

static int agree_any(struct rd_circle circle, uint32_t *bits)
{
	int err = 0; /* ranks that wait for lost data get a poison message */

	for (int64_t d = 1; d < circle.size && (!err || err == RD_EPROC); d *= 2) {
		uint32_t mine = *bits, other = 0;

		if (err)
			rd_send_void((int)((circle.rank - d + circle.size) % circle.size),
				     circle.tag, circle.ctx);
		else
			err = rd_agree_exchange(&circle, (int)d, &mine, sizeof(mine), &other,
						sizeof(other));
		*bits |= other;
	}
	return err;
}

/*
 * A reduction by tree takes log2 n steps one after the other; spread over all ranks it takes n /
 * processors times a step of work, and more rounds: with as many ranks for each processor as log2
 * n the tree is no slower.
 */
static int is_crowded(int n)
{
	int ranks, cpus, steps = 0;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	while (n > 1 << steps)
		steps++;
	return ranks >= cpus * rd_max(steps, 2);
}

/* membarrier(2) interrupts the other processors, one caller at a time: where many sleep often a
 * fence of those that wake them costs less. */
static int sleep_often(int n)
{
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	return n > rd_smc_flat_most && ranks > cpus;
}

/* A member that spins for members on other processors delays no other rank, if all ranks here are
 * members too. */
static int is_tight(int n)
{
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	return ranks > cpus && n == rd_job.nlocal;
}

static uint32_t opinion(int n)
{
	int light = 0;
	uint32_t bits = rd_smc_bell(&light) < 0 ? POOR : 0;

	if (!light || sleep_often(n))
		bits |= HEAVY;
	if (!is_crowded(n))
		bits |= ROOMY;
	if (!is_tight(n))
		bits |= LOOSE;
	return bits | LEVEL_0 * ((1u << affordable(n)) - 1);
}

static int level_of(uint32_t bits)
{
	int level = 0;

	while (level < RD_SMC_LEVELS && bits & (uint32_t)LEVEL_0 << level)
		level++;
	return level;
}

/* ---- Shared segments ---- */

static int same_members(const struct rd_smc *smc, const struct rd_comm *comm)
{
	if (smc->n != comm->size || smc->rank != comm->rank)
		return 0;
	for (int i = 0; i < smc->n; i++)
		if (smc->member[i].world != rd_comm_world_rank(comm, i))
			return 0;
	return 1;
}

/* `token` 0: any. With several threads members may be in collectives of two communicators in a
 * different order, so no segment is shared. */
static struct rd_smc *find(const struct rd_comm *comm, uint64_t token)
{
	struct rd_smc *smc = rd_threads ? NULL : segments;

	while (smc && ((token && smc->head->token != token) || !same_members(smc, comm)))
		smc = smc->next;
	return smc;
}

/* ---- Opening ---- */

static void destroy(struct rd_smc *smc)
{
	if (!smc)
		return;
	rd_smc_pool_close(smc);
	if (smc->head)
		munmap(smc->head, smc->bytes);
	free(smc->mates);
	free(smc);
}

static struct rd_smc *alloc(struct rd_comm *comm)
{
	struct rd_smc *smc = calloc(1, sizeof(*smc));

	if (!smc)
		return NULL;
	smc->ctx = &comm->coll;
	smc->rank = comm->rank;
	smc->n = comm->size;
	smc->whole = smc->n == rd_job.nlocal;
	smc->cpu = -1;
	smc->uses = 1;
	rd_smc_form_groups(smc);
	smc->mates = calloc((size_t)smc->n / 64 + 1, sizeof(*smc->mates));
	if (smc->mates)
		return smc;
	destroy(smc);
	return NULL;
}

/* The file, its opening, agreement; the same result on all members but for errors of messages. */
static int meet(struct rd_comm *comm, struct rd_smc *smc, const char **why)
{
	struct rd_circle circle = rd_comm_circle(comm);
	struct rd_smc_file file = {.size = 0};
	uint32_t failed = 0;
	int fd = -1, err;

	if (!smc->rank)
		fd = create(smc, &file);
	err = rd_agree_bcast(&circle, 0, &file, sizeof(file));
	if (!err && smc->rank)
		failed = !file.size || attach(smc, &file);
	if (!smc->rank)
		failed = fd < 0;
	if (smc->head)
		enter(smc);
	if (!err)
		err = rd_agree_max(&circle, &failed);
	if (fd >= 0)
		close(fd);
	if (!err && failed)
		*why = "the members cannot share memory (RONDO_VERBOSE=1 reports more)";
	return err;
}

static void add(struct rd_smc *smc)
{
	smc->next = segments;
	segments = smc;
	desks_b += smc->desk.bytes;
}

/* The bits of all members; *smc becomes the segment that all have already, if they do. */
static int consult(struct rd_comm *comm, struct rd_smc **smc, uint32_t *bits)
{
	struct rd_circle circle = rd_comm_circle(comm);
	struct rd_smc *old = comm->rank ? NULL : find(comm, 0);
	uint64_t token = old ? old->head->token : 0;
	int err = rd_agree_bcast(&circle, 0, &token, sizeof(token));

	if (comm->rank && token)
		old = find(comm, token);
	*bits = opinion(comm->size);
	if (!old)
		*bits |= NEW;
	if (!*smc)
		*bits |= POOR;
	if (!err)
		err = agree_any(circle, bits);
	if (!err && !(*bits & NEW)) {
		destroy(*smc);
		*smc = old;
		old->uses++;
	}
	return err;
}

/* Makes a new segment. */
static int make(struct rd_comm *comm, struct rd_smc *smc, uint32_t bits, const char **why)
{
	int level = level_of(bits), err = 0;

	if (bits & POOR)
		*why = "a member has no memory or no descriptor for it";
	else if (level == RD_SMC_LEVELS)
		*why = "shared memory for collectives is used up (RONDO_COLL_SHARED)";
	if (*why)
		return 0;
	lay_out(smc, level);
	smc->light = !(bits & HEAVY);
	smc->crowd = !(bits & ROOMY);
	smc->tight = !(bits & LOOSE); /* algorithms depend on it: the same on all members */
	smc->looks = smc->tight ? RD_SMC_LOOKS_LEAST : RD_SMC_LOOKS_MOST;
	err = meet(comm, smc, why);
	if (!err && !*why) {
		if (smc->groups)
			rd_smc_file_populate(smc->head, smc->bytes);
		add(smc);
	}
	return err;
}

int rd_smc_open(struct rd_comm *comm, struct rd_smc **out, const char **why, int *crowd)
{
	struct rd_smc *smc = alloc(comm);
	uint32_t bits = 0;
	int err = consult(comm, &smc, &bits);

	*out = NULL;
	*why = NULL;
	*crowd = !err && !(bits & ROOMY);
	if (!err && bits & NEW)
		err = make(comm, smc, bits, why);
	if (!err && !*why)
		*out = smc;
	else
		destroy(smc);
	return err;
}

void rd_smc_close(struct rd_smc *smc)
{
	struct rd_smc **link = &segments;

	if (--smc->uses)
		return;
	while (*link != smc)
		link = &(*link)->next;
	*link = smc->next;
	desks_b -= smc->desk.bytes;
	destroy(smc);
}
