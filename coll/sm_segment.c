/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments: rank 0 makes one (sm_file.c), all open it, and all agree on the success. A communicator
 * of the same processes as one that has a segment shares that one. Called from sm.c.
 *
 * That of MPI_COMM_WORLD, if all its ranks are on this node, is made during MPI_Init without a
 * message: rank 0 makes it while it waits for the launcher's fence and posts a note that says where
 * it is, the others open it and post whether they could, and all read the notes of all in their
 * first collective (runtime/job.h). Then a program's first collectives are as quick as its later
 * ones: M-218.
 *
 * A rank's slot arrays in all segments together take at most RONDO_COLL_SHARED, and a new one a
 * quarter of the rest of that: the first communicators have long ring buffers of posts and slots,
 * later ones shorter ones, and when not even the shortest fits they have no segment. That of a
 * persistent operation has two of each, and is made if it takes a small part of the rest.
 */
#include "coll/sm_pool.h"

#include "base/param.h"
#include "base/threads.h"
#include "coll/coll.h"
#include "comm/boot.h"
#include "node/shm.h"
#include "runtime/cpu.h"
#include "runtime/failures.h"
#include "runtime/hw.h"
#include "runtime/job.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct rd_shmcoll *segments; /* of this process */
static uint64_t arrays_b;           /* its slot arrays in all of them */

/* ---- Sizes ---- */

/* Bytes of a segment, unless the shortest slot arrays take more. */
#define SEGMENT_MOST (16u << 20)
/* A persistent operation may take one part in so many of the rest. */
#define KEPT_SHARE 64
/* Bytes behind a slot array: the same post of all arrays is not in one set of a cache. */
#define SKEW (3 * RD_CACHE_LINE)

static struct rd_shmcoll_layout measured(struct rd_shmcoll_layout layout)
{
	layout.small_at = layout.posts * sizeof(struct rd_shmcoll_post);
	layout.large_at = layout.small_at + layout.small * RD_SHMCOLL_SMALL_B;
	layout.bytes = layout.large_at + layout.large * RD_SHMCOLL_LARGE_B + SKEW;
	return layout;
}

static struct rd_shmcoll_layout array_of(int level)
{
	return measured((struct rd_shmcoll_layout){.posts = RD_SHMCOLL_POSTS >> level,
						   .small = RD_SHMCOLL_SMALL_N >> level,
						   .large = RD_SHMCOLL_LARGE_N >> level});
}

/* For operations of `bytes` in which all wait for all: none is ahead of another by more than one.
 */
static struct rd_shmcoll_layout array_for(uint64_t bytes)
{
	struct rd_shmcoll_layout layout = {.posts = 2};

	if (bytes > RD_SHMCOLL_SMALL_B)
		layout.large = 2;
	else if (bytes > RD_SHMCOLL_POST_B)
		layout.small = 2;
	return measured(layout);
}

static uint64_t budget_left(void)
{
	uint64_t budget = (uint64_t)rd_param_int(RD_PARAM_COLL_SHARED);

	return budget > arrays_b ? budget - arrays_b : 0;
}

/* The lowest level that this process can afford in a segment for n members; RD_SHMCOLL_LEVELS:
 * none. */
static int affordable(int n)
{
	uint64_t left = budget_left();

	for (int level = 0; level < RD_SHMCOLL_LEVELS - 1; level++) {
		uint64_t bytes = array_of(level).bytes;

		if (bytes * (uint64_t)n <= SEGMENT_MOST && bytes <= left / 4)
			return level;
	}
	return RD_SHMCOLL_LEVELS - (array_of(RD_SHMCOLL_LEVELS - 1).bytes <= left);
}

static void lay_out(struct rd_shmcoll *shm, struct rd_shmcoll_layout layout)
{
	shm->layout = layout;
	shm->bytes = sizeof(*shm->head) + ((size_t)shm->counting.groups + 1) * sizeof(*shm->count) +
		     (size_t)shm->n * (sizeof(*shm->member) + shm->layout.bytes);
}

static void place(struct rd_shmcoll *shm, void *base)
{
	shm->head = base;
	shm->member = (struct rd_shmcoll_member *)(shm->head + 1);
	shm->count = (struct rd_shmcoll_count *)(shm->member + shm->n);
	shm->arrays = (char *)(shm->count + shm->counting.groups + 1);
	for (int m = 0; m < shm->n; m++)
		shm->place.crowd.word[m] = &shm->member[m].place;
}

/* ---- Making and opening ---- */

/* Rank 0: makes and maps the segment; -1 on failure. */
static int create(struct rd_shmcoll *shm, struct rd_shmcoll_file *file)
{
	void *base;
	int fd = rd_shmcoll_file_make(file, shm->bytes, shm->counting.groups, &base);

	if (fd < 0)
		return -1;
	place(shm, base);
	shm->head->token = file->token;
	shm->head->magic = RD_SHMCOLL_MAGIC;
	shm->head->members = (uint32_t)shm->n;
	return fd;
}

/* Another rank: opens rank 0's segment. */
static int attach(struct rd_shmcoll *shm, const struct rd_shmcoll_file *file)
{
	void *base = rd_shmcoll_file_open(file, shm->bytes);

	if (!base)
		return RD_ENOTSUP;
	place(shm, base);
	if (shm->head->token == file->token && shm->head->magic == RD_SHMCOLL_MAGIC &&
	    shm->head->members == (uint32_t)shm->n)
		return 0;
	munmap(shm->head, shm->bytes);
	shm->head = NULL;
	return RD_ENOTSUP;
}

static void enter(struct rd_shmcoll *shm)
{
	struct rd_shmcoll_member *self = &shm->member[shm->rank];
	int light;

	self->process = rd_cma_own();
	self->wakeup = rd_shmcoll_wakeup(&light);
	self->world = rd_job.rank;
}

/* ---- Agreement ---- */

/* Bits of a member's proposal; the union of all members' bits is in force. */
enum {
	NEW = 1,      /* it does not have the segment that rank 0 offers to share */
	POOR = 2,     /* it has no memory, or cannot be woken */
	HEAVY = 4,    /* it would sleep without membarrier(2) */
	ROOMY = 8,    /* it has enough processors */
	LOOSE = 16,   /* it has a processor of its own, or members are not all ranks of the node */
	LEVEL_0 = 32, /* not more than level 1 is left; the next bit: level 2; ... */
};

/*
 * A reduction by tree takes log2 n steps one after the other; spread over all ranks it takes n /
 * processors times a step of work, and more rounds: with as many ranks for each processor as log2
 * n the tree is no slower.
 */
static int is_oversubscribed(int n, int ranks, int cpus)
{
	int steps = 0;

	while (n > 1 << steps)
		steps++;
	return ranks >= cpus * rd_max(steps, 2);
}

/* membarrier(2) interrupts the other processors, one caller at a time: where many sleep often a
 * fence of those that wake them costs less. */
static int sleep_often(int n, int ranks, int cpus)
{
	return n > rd_shmcoll_flat_most && ranks > cpus;
}

/* A member that spins for members on other processors delays no other rank, if all ranks here are
 * members too. */
static int is_tight(int n, int ranks, int cpus)
{
	return ranks > cpus && n == rd_job.nlocal;
}

static uint32_t opinion(int n)
{
	int ranks, cpus, light = 0;
	uint32_t bits = rd_shmcoll_wakeup(&light) < 0 ? POOR : 0;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	if (!light || sleep_often(n, ranks, cpus))
		bits |= HEAVY;
	if (!is_oversubscribed(n, ranks, cpus))
		bits |= ROOMY;
	if (!is_tight(n, ranks, cpus))
		bits |= LOOSE;
	return bits | LEVEL_0 * ((1u << affordable(n)) - 1);
}

static int level_of(uint32_t bits)
{
	int level = 0;

	while (level < RD_SHMCOLL_LEVELS && bits & (uint32_t)LEVEL_0 << level)
		level++;
	return level;
}

/* ---- Shared segments ---- */

static int same_members(const struct rd_shmcoll *shm, const struct rd_comm *comm)
{
	if (shm->n != comm->size || shm->rank != comm->rank)
		return 0;
	for (int i = 0; i < shm->n; i++)
		if (shm->member[i].world != rd_comm_world_rank(comm, i))
			return 0;
	return 1;
}

/* `token` 0: any. With several threads members may be in collectives of two communicators in a
 * different order, so no segment is shared. */
static struct rd_shmcoll *find(const struct rd_comm *comm, uint64_t token)
{
	struct rd_shmcoll *shm = rd_threads ? NULL : segments;

	while (shm &&
	       (shm->own || (token && shm->head->token != token) || !same_members(shm, comm)))
		shm = shm->next;
	return shm;
}

/* ---- Opening ---- */

static void destroy(struct rd_shmcoll *shm)
{
	if (!shm)
		return;
	rd_shmcoll_pool_close(shm);
	if (shm->head)
		munmap(shm->head, shm->bytes);
	rd_crowd_close(&shm->place.crowd);
	free(shm);
}

static struct rd_shmcoll *alloc_for(int rank, int n)
{
	struct rd_shmcoll *shm = calloc(1, sizeof(*shm));

	if (!shm)
		return NULL;
	shm->rank = rank;
	shm->n = n;
	shm->place.whole = shm->n == rd_job.nlocal;
	shm->uses = 1;
	rd_shmcoll_form_groups(shm);
	if (!rd_crowd_open(&shm->place.crowd, shm->n, shm->rank))
		return shm;
	destroy(shm);
	return NULL;
}

static struct rd_shmcoll *alloc(const struct rd_comm *comm)
{
	return alloc_for(comm->rank, comm->size);
}

/* The file, its opening, agreement; the same result on all members but for errors of messages. */
static int meet(struct rd_comm *comm, struct rd_shmcoll *shm, const char **why)
{
	struct rd_boot boot = rd_comm_boot(comm);
	struct rd_shmcoll_file file = {.size = 0};
	uint32_t failed = 0;
	int fd = -1, err;

	if (!shm->rank)
		fd = create(shm, &file);
	err = rd_boot_bcast(&boot, 0, &file, sizeof(file));
	if (!err && shm->rank)
		failed = !file.size || attach(shm, &file);
	if (err || (!shm->rank && fd < 0))
		failed = 1;
	if (shm->head)
		enter(shm);
	if (!err || err == RD_ENOMEM) /* the others wait for a member without memory */
		err = rd_boot_max(&boot, &failed);
	if (fd >= 0)
		close(fd);
	if (!err && failed)
		*why = "the members cannot share memory (RONDO_VERBOSE=1 reports more)";
	return err;
}

/* Algorithms depend on it: the same on all members. */
static void apply(struct rd_shmcoll *shm, uint32_t bits)
{
	shm->light = !(bits & HEAVY);
	shm->place.oversubscribed = !(bits & ROOMY);
	shm->place.tight = !(bits & LOOSE);
	shm->spins = shm->place.tight ? rd_wait_table.shmcoll.spins_least
				      : rd_wait_table.shmcoll.spins_most;
}

/* Once. Two faults for each page take longer, in a virtual machine 25 to 40 us each (M-242); where
 * members are many, each page would be a fault of every member (M-110). */
static void map_posts(struct rd_shmcoll *shm)
{
	uint64_t posts = shm->layout.posts * sizeof(struct rd_shmcoll_post);

	if (shm->posts_seen)
		return;
	shm->posts_seen = 1;
	if (shm->counting.groups) {
		rd_shm_populate(shm->head, shm->bytes);
		shm->small_seen = shm->large_seen = 1;
		return;
	}
	rd_shm_populate(shm->head, (uint64_t)(shm->arrays - (char *)shm->head));
	for (int m = 0; m < shm->n; m++)
		rd_shm_populate(shm->arrays + (size_t)m * shm->layout.bytes, posts);
}

static void add(struct rd_shmcoll *shm)
{
	map_posts(shm);
	shm->next = segments;
	segments = shm;
	arrays_b += shm->layout.bytes;
}

/* The bits of all members; *shm becomes the segment that all have already, if they do. */
static int consult(struct rd_comm *comm, struct rd_shmcoll **shm, uint32_t *bits)
{
	struct rd_boot boot = rd_comm_boot(comm);
	struct rd_shmcoll *old = comm->rank ? NULL : find(comm, 0);
	uint64_t token = old ? old->head->token : 0;
	int err = rd_boot_bcast(&boot, 0, &token, sizeof(token));

	if (comm->rank && token)
		old = find(comm, token);
	*bits = opinion(comm->size);
	if (!old)
		*bits |= NEW;
	if (!*shm)
		*bits |= POOR;
	if (err)
		*bits |= NEW | POOR;
	if (!err || err == RD_ENOMEM) /* as in meet */
		err = rd_boot_or(&boot, bits);
	if (!err && !(*bits & NEW)) {
		destroy(*shm);
		*shm = old;
		old->uses++;
	}
	return err;
}

/* Makes a new segment, after agreement. */
static int make(struct rd_comm *comm, struct rd_shmcoll *shm, uint32_t bits,
		struct rd_shmcoll_layout layout, const char **why)
{
	int err;

	lay_out(shm, layout);
	apply(shm, bits);
	err = meet(comm, shm, why);
	if (!err && !*why)
		add(shm);
	return err;
}

static int make_of_level(struct rd_comm *comm, struct rd_shmcoll *shm, uint32_t bits,
			 const char **why)
{
	int level = level_of(bits);

	if (bits & POOR)
		*why = "a member has no memory or no descriptor for it";
	else if (level == RD_SHMCOLL_LEVELS)
		*why = "shared memory for collectives is used up (RONDO_COLL_SHARED)";
	return *why ? 0 : make(comm, shm, bits, array_of(level), why);
}

int rd_shmcoll_open_for(struct rd_comm *comm, int poor, uint64_t bytes, struct rd_shmcoll **out)
{
	struct rd_shmcoll_layout layout = array_for(bytes);
	struct rd_shmcoll *shm =
		poor || layout.bytes > budget_left() / KEPT_SHARE ? NULL : alloc(comm);
	uint32_t bits = opinion(comm->size) | (shm ? 0 : POOR);
	const char *why = NULL;
	struct rd_boot boot = rd_comm_boot(comm);
	int err = rd_boot_or(&boot, &bits);

	*out = NULL;
	if (!err && !(bits & POOR))
		err = make(comm, shm, bits, layout, &why);
	if (err || why || bits & POOR) {
		destroy(shm);
		return err;
	}
	shm->own = 1;
	*out = shm;
	return 0;
}

int rd_shmcoll_open_own(struct rd_comm *comm, int poor, struct rd_shmcoll **out)
{
	struct rd_shmcoll *shm = poor ? NULL : alloc(comm);
	uint32_t bits = opinion(comm->size) | (shm ? 0 : POOR);
	const char *why = NULL;
	struct rd_boot boot = rd_comm_boot(comm);
	int err = rd_boot_or(&boot, &bits);

	*out = NULL;
	if (!err)
		err = make_of_level(comm, shm, bits, &why);
	if (err || why) {
		destroy(shm);
		return err;
	}
	shm->own = 1;
	*out = shm;
	return 0;
}

int rd_shmcoll_open(struct rd_comm *comm, struct rd_shmcoll **out, const char **why,
		    int *oversubscribed)
{
	struct rd_shmcoll *shm = alloc(comm);
	uint32_t bits = 0;
	int err = consult(comm, &shm, &bits);

	*out = NULL;
	*why = NULL;
	*oversubscribed = !err && !(bits & ROOMY);
	if (!err && bits & NEW)
		err = make_of_level(comm, shm, bits, why);
	if (!err && !*why)
		*out = shm;
	else
		destroy(shm);
	return err;
}

/* ---- The segment of MPI_COMM_WORLD ---- */

/* The note of a rank. */
struct first_note {
	struct rd_shmcoll_file file; /* of rank 0 */
	uint32_t level;              /* of rank 0 */
	uint32_t bits;               /* its proposal; POOR: it has not opened the segment */
	uint32_t apart;              /* 1: it does not wait for the others in MPI_Init */
};
_Static_assert(sizeof(struct first_note) <= RD_JOB_NOTE_MAX, "a note");

static struct {
	struct rd_shmcoll *shm; /* NULL: it is not made, could not be opened, or is in use */
	int fd;                 /* rank 0's, for the others */
	int noted;              /* all ranks post a note */
	int apart;              /* as in this rank's note */
	int posted;             /* 1: this rank's note */
} first = {.fd = -1};

static int first_is_wanted(void)
{
	return rd_job.size > 1 && rd_job.nlocal == rd_job.size &&
	       rd_param_lists(RD_PARAM_BTL, "sm");
}

void rd_coll_first_drop(void)
{
	destroy(first.shm);
	if (first.fd >= 0)
		close(first.fd);
	first.shm = NULL;
	first.fd = -1;
	first.noted = 0;
}

/* 1: the other ranks of the node wait for this one at the end of MPI_Init: ranks that share
 * processors, or few that do not, where no other program computes. */
static int is_awaited(void)
{
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	return rd_home_is_wanted() ||
	       (rd_job.quiet && ranks <= cpus && rd_job.size <= rd_shmcoll_flat_most);
}

void rd_coll_first_refuse(void)
{
	struct first_note note = {.bits = POOR, .level = RD_SHMCOLL_LEVELS, .apart = 1};

	rd_coll_first_drop();
	if (!first.posted && rd_job_can_note())
		rd_job_note(&note, sizeof(note));
	first.posted = 1;
}

/* Rank 0, or another one that has rank 0's note: makes or opens it, and posts its own. */
static void first_enter(struct first_note *note)
{
	struct rd_shmcoll *shm = alloc_for(rd_job.rank, rd_job.size);
	int opened = 0;

	note->bits = opinion(rd_job.size);
	first.apart = !is_awaited() || *rd_param_string(RD_PARAM_RING);
	note->apart = (uint32_t)first.apart;
	if (!rd_job.rank)
		note->level = (uint32_t)level_of(note->bits);
	if (shm && !(note->bits & POOR) && note->level < RD_SHMCOLL_LEVELS) {
		lay_out(shm, array_of((int)note->level));
		if (rd_job.rank)
			opened = !attach(shm, &note->file);
		else
			opened = (first.fd = create(shm, &note->file)) >= 0;
	}
	if (opened) {
		map_posts(shm);
		enter(shm);
		first.shm = shm;
	} else {
		note->bits |= POOR;
		destroy(shm);
	}
	rd_job_note(note, sizeof(*note));
	first.posted = 1;
}

void rd_coll_first_make(void)
{
	struct first_note note = {.level = RD_SHMCOLL_LEVELS};

	if (first_is_wanted() && !rd_job.rank)
		first_enter(&note);
}

/* Waits for a rank's note; it has left the fence, and needs nothing but a processor. RD_EPROC: a
 * rank has ended. */
static int first_await(int rank, struct first_note *note)
{
	struct timespec pause = {.tv_nsec = rd_wait_table.shmcoll.note_pause_ns};

	for (int looks = 0; !rd_job_read_note(rank, note, sizeof(*note)); looks++) {
		if (rd_failures_has(-1))
			return RD_EPROC;
		if (looks < rd_wait_table.shmcoll.note_yields)
			sched_yield();
		else
			nanosleep(&pause, NULL);
	}
	return 0;
}

void rd_coll_first_open(void)
{
	struct first_note note;

	first.noted = first_is_wanted() && rd_job_can_note();
	if (!first.noted) {
		rd_coll_first_drop();
		return;
	}
	if (!rd_job.rank)
		return;
	if (first_await(0, &note))
		note.level = RD_SHMCOLL_LEVELS;
	first_enter(&note);
}

/* Reads the notes of all ranks. */
static int first_read(uint32_t *bits, uint32_t *level)
{
	struct first_note note;
	int err = 0;

	for (int rank = 0; rank < rd_job.size && !err; rank++) {
		err = first_await(rank, &note);
		*bits |= note.bits;
		*level = rd_max(*level, note.level);
	}
	return err;
}

int rd_coll_first_meets(void)
{
	struct first_note note = {.apart = !first.noted || first.apart};

	/* without the segment the barrier would be one of messages, which statistics count */
	for (int rank = 0; rank < rd_job.size && !note.apart && !(note.bits & POOR); rank++)
		if (first_await(rank, &note))
			note.apart = 1;
	return !note.apart && !(note.bits & POOR);
}

int rd_shmcoll_first_take(struct rd_shmcoll **out, int *oversubscribed)
{
	struct rd_shmcoll *shm = first.shm;
	uint32_t bits = 0, level = 0;
	int err;

	*out = NULL;
	if (!first.noted)
		return 0;
	rd_home_return();
	err = first_read(&bits, &level);
	if (!err && !(bits & POOR) && level == (uint32_t)level_of(bits)) {
		apply(shm, bits);
		*oversubscribed = shm->place.oversubscribed;
		add(shm);
		first.shm = NULL;
		*out = shm;
	}
	rd_coll_first_drop();
	return err;
}

void rd_shmcoll_close(struct rd_shmcoll *shm)
{
	struct rd_shmcoll **link = &segments;

	if (--shm->uses)
		return;
	while (*link != shm)
		link = &(*link)->next;
	*link = shm->next;
	arrays_b -= shm->layout.bytes;
	destroy(shm);
}
