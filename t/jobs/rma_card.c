/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations that the ring cards do without the target. For rma_card.t.
 *
 *     rma_card busy          rank 0 computes for a second, without a call of MPI; what the others
 *                            put, get, add and swap there meanwhile is over before it ends
 *     rma_card mix [-s SEED] [-n STEPS]
 *                            counters that all ranks change in all ways, also their owner, and
 *                            puts and gets of all lengths; every sum is right
 *     rma_card order         an addition and a get see a compare and swap before them that went by
 *                            message, whatever else is under way
 *     rma_card busy_many     the same for puts and gets, with more windows than a card has regions
 *                            for
 *     rma_card many          more windows at a time than a card has regions for; freed ones take no
 *                            memory
 *     rma_card files         more windows at a time than a process may have descriptors
 *     rma_card lock [-n STEPS] [-b BYTES]
 *                            long puts and gets under an exclusive lock are never mixed
 *     rma_card kill          the last rank is killed while others access it: they get an error
 */
#include "t/jobs/job_window.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
	FILES = 150,
	FREE_FILES = 80,
	FILE_B = 100000,
	COUNTERS = 4,
	ROUNDS = 100,
	WINDOWS = 5,
	BLOCKS = 8,
	GAP = 64,      /* bytes from one block to the next */
	LONG = 300000, /* bytes that each rank owns at each target */
};

static const MPI_Comm world = MPI_COMM_WORLD;

/* Of one target. */
struct memory {
	int64_t counter[COUNTERS], swapped;
	char own[]; /* [ranks][LONG] */
};

static char *data, *model;
static long steps;

static MPI_Aint bytes(void)
{
	return (MPI_Aint)sizeof(*memory) + (MPI_Aint)job.ranks * LONG;
}

static MPI_Aint counter(int i)
{
	return (MPI_Aint)(offsetof(struct memory, counter) + sizeof(int64_t) * (size_t)i);
}

static MPI_Aint own(int rank, int at)
{
	return (MPI_Aint)offsetof(struct memory, own) + (MPI_Aint)rank * LONG + at;
}

static int64_t add(int target, int i, int64_t value)
{
	int64_t was = 0;

	MPI_Fetch_and_op(&value, &was, MPI_INT64_T, target, counter(i), MPI_SUM, win);
	MPI_Win_flush(target, win);
	return was;
}

static int64_t swap(int target, int64_t from, int64_t to)
{
	int64_t was = 0;

	MPI_Compare_and_swap(&to, &from, &was, MPI_INT64_T, target,
			     (MPI_Aint)offsetof(struct memory, swapped), win);
	MPI_Win_flush(target, win);
	return was;
}

/* Adds 1 by compare and swap. */
static void swap_one(int target)
{
	int64_t is = 0, was;

	while ((was = swap(target, is, is + 1)) != is)
		is = was;
}

static void put(int target, int at, int n)
{
	MPI_Put(data + at, n, MPI_CHAR, target, own(job.rank, at), n, MPI_CHAR, win);
	MPI_Win_flush(target, win);
}

static int get_is(int target, int at, int n)
{
	char *there = must_alloc((size_t)n);
	int same;

	MPI_Get(there, n, MPI_CHAR, target, own(job.rank, at), n, MPI_CHAR, win);
	MPI_Win_flush(target, win);
	same = !memcmp(there, model + at, (size_t)n);
	free(there);
	return same;
}

/* ---- A target that computes ---- */

/* Blocks with gaps, here and there. */
static void touch_blocks(int round)
{
	char there[BLOCKS * GAP] = "";
	MPI_Datatype blocks;

	MPI_Type_vector(BLOCKS, GAP / 2, GAP, MPI_CHAR, &blocks);
	MPI_Type_commit(&blocks);
	for (int i = 0; i < BLOCKS * GAP; i++)
		model[i] = data[i] = (char)(2 * round + i);
	MPI_Put(data, 1, blocks, 0, own(job.rank, 0), 1, blocks, win);
	MPI_Win_flush(0, win);
	MPI_Get(there, 1, blocks, 0, own(job.rank, 0), 1, blocks, win);
	MPI_Win_flush(0, win);
	for (int i = 0; i < BLOCKS * GAP; i++)
		check(there[i] == (i % GAP < GAP / 2 ? data[i] : 0), "round %d: byte %d is %d",
		      round, i, there[i]);
	MPI_Type_free(&blocks);
}

/* Of rank 0, far more than the others' rounds take. */
#ifdef __SANITIZE_ADDRESS__
#define COMPUTES_S 5
#else
#define COMPUTES_S 1
#endif

static void touch(int round)
{
	int n = round % 10 ? 64 : LONG;

	for (int i = 0; i < n; i++)
		model[i] = data[i] = (char)(round + i);
	put(0, 0, n);
	check(get_is(0, 0, n), "round %d: other data than were put", round);
	add(0, 0, 1);
	swap_one(0);
	touch_blocks(round);
}

static void busy(int created)
{
	double end = 0, over = 0;

	open_window(created, bytes());
	MPI_Win_lock_all(0, win);
	if (job.rank)
		touch(0); /* it has the lock, and has found the memory */
	MPI_Barrier(world);
	if (job.rank == 0) {
		for (end = now() + COMPUTES_S; now() < end;)
			;
		MPI_Bcast(&end, 1, MPI_DOUBLE, 0, world);
	} else {
		for (int round = 1; round <= ROUNDS; round++)
			touch(round);
		over = now();
		MPI_Bcast(&end, 1, MPI_DOUBLE, 0, world);
		check(over < end, "rank 0 was waited for: over %.3f s after it", over - end);
	}
	MPI_Win_unlock_all(win);
	MPI_Barrier(world);
	if (job.rank == 0) {
		int64_t want = (int64_t)(job.ranks - 1) * (ROUNDS + 1);

		check(memory->counter[0] == want && memory->swapped == want,
		      "%lld additions and %lld swaps, must be %lld", (long long)memory->counter[0],
		      (long long)memory->swapped, (long long)want);
	}
	close_window(created);
}

/* ---- All ways at once ---- */

static int64_t added[64][COUNTERS], swaps[64];

static void some_addition(uint64_t *seed, int target)
{
	int i = random_below(seed, COUNTERS - 1);
	int64_t two[2] = {random_below(seed, 100), random_below(seed, 100)}, old[2];

	added[target][i] += two[0];
	switch (random_below(seed, 3)) {
	case 0:
		add(target, i, two[0]);
		return;
	case 1: /* by the target: two elements */
		MPI_Accumulate(two, 2, MPI_INT64_T, target, counter(i), 2, MPI_INT64_T, MPI_SUM,
			       win);
		break;
	default:
		MPI_Get_accumulate(two, 2, MPI_INT64_T, old, 2, MPI_INT64_T, target, counter(i), 2,
				   MPI_INT64_T, MPI_SUM, win);
	}
	added[target][i + 1] += two[1];
	if (random_below(seed, 2))
		MPI_Win_flush(target, win);
	else
		MPI_Win_flush_local(target, win);
}

static void some_put(uint64_t *seed, int target)
{
	int n = random_below(seed, 4) ? random_between(seed, 1, 200)
				      : random_between(seed, 1, LONG);
	int at = random_below(seed, LONG - n + 1);
	char *mine = model + (size_t)target * LONG;
	char *there = must_alloc((size_t)n);

	for (int i = 0; i < n; i++)
		data[at + i] = mine[at + i] = (char)random_next(seed);
	put(target, at, n);
	MPI_Get(there, n, MPI_CHAR, target, own(job.rank, at), n, MPI_CHAR, win);
	MPI_Win_flush(target, win);
	check(!memcmp(there, mine + at, (size_t)n), "%d bytes at %d of rank %d differ", n, at,
	      target);
	free(there);
}

static void verify(void)
{
	int64_t sum[COUNTERS], all;

	for (int target = 0; target < job.ranks; target++) {
		MPI_Reduce(added[target], sum, COUNTERS, MPI_INT64_T, MPI_SUM, target, world);
		MPI_Reduce(&swaps[target], &all, 1, MPI_INT64_T, MPI_SUM, target, world);
		if (target != job.rank)
			continue;
		for (int i = 0; i < COUNTERS; i++)
			check(memory->counter[i] == sum[i], "counter %d is %lld, must be %lld", i,
			      (long long)memory->counter[i], (long long)sum[i]);
		check(memory->swapped == all, "%lld swaps, must be %lld",
		      (long long)memory->swapped, (long long)all);
	}
}

static void mix(int created, uint64_t seed)
{
	memset(added, 0, sizeof(added));
	memset(swaps, 0, sizeof(swaps));
	open_window(created, bytes());
	MPI_Win_lock_all(0, win);
	for (int step = 0; step < steps; step++) {
		int target = random_below(&seed, job.ranks);

		if (step % 8 == 7) {
			some_put(&seed, target);
		} else if (step % 8 == 6) {
			swap_one(target);
			swaps[target]++;
		} else {
			some_addition(&seed, target);
		}
	}
	for (int n = 0; n < steps; n++)
		added[0][0] += add(0, 0, 1) >= 0;
	MPI_Win_unlock_all(win);
	MPI_Barrier(world);
	MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
	verify();
	MPI_Win_unlock(job.rank, win);
	close_window(created);
}

/* ---- Order ---- */

static MPI_Datatype vector(int n, int length)
{
	MPI_Datatype type;

	MPI_Type_vector(n, length, LONG / n, MPI_CHAR, &type);
	MPI_Type_commit(&type);
	return type;
}

/* A get of many blocks goes by message, which the target answers late; so does the swap behind it.
 * Those of few blocks go by the card. */
static void swap_and_add(void)
{
	MPI_Datatype many_blocks = vector(100, 8), few_blocks = vector(30, 64);
	int64_t from = 0, to = 5, one = 1, before = -1, was = -1, seen = -1;
	MPI_Aint at = counter(job.rank);
	char *there = must_alloc(LONG);

	MPI_Get(there, 1, many_blocks, 0, own(job.rank, 0), 1, many_blocks, win);
	MPI_Get(data, 1, few_blocks, 0, own(job.rank, 0), 1, few_blocks, win);
	MPI_Compare_and_swap(&to, &from, &before, MPI_INT64_T, 0, at, win);
	MPI_Get(&seen, 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, win);
	MPI_Fetch_and_op(&one, &was, MPI_INT64_T, 0, at, MPI_SUM, win);
	MPI_Win_flush(0, win);
	check(before == 0 && seen == 5 && was == 5,
	      "swapped %lld, then got %lld and added to %lld, must be 0, 5, 5", (long long)before,
	      (long long)seen, (long long)was);
	free(there);
	MPI_Type_free(&many_blocks);
	MPI_Type_free(&few_blocks);
}

static void order(int created)
{
	double until;

	open_window(created, bytes());
	MPI_Win_lock_all(0, win);
	if (job.rank) /* finds the memory of rank 0 */
		add(0, 0, 0);
	MPI_Barrier(world);
	until = now() + 1;
	while (!job.rank && now() < until)
		;
	if (job.rank)
		swap_and_add();
	MPI_Win_unlock_all(win);
	close_window(created);
}

/* ---- Many windows ---- */

/* KB of files of windows that this process maps. */
static long mapped_kb(void)
{
	FILE *file = fopen("/proc/self/smaps", "r");
	unsigned long begin, end;
	long sum = 0, kb;
	char line[512];
	int is_window = 0;

	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
			is_window = strstr(line, "memfd:rondo-window ") != NULL;
		else if (is_window && sscanf(line, "Rss: %ld kB", &kb) == 1)
			sum += kb;
	if (file)
		fclose(file);
	return sum;
}

static void many(int created)
{
	MPI_Win wins[WINDOWS];
	struct memory *memories[WINDOWS];

	for (int i = 0; i < WINDOWS; i++) {
		open_window(created, bytes());
		wins[i] = win;
		memories[i] = memory;
	}
	for (int i = 0; i < WINDOWS; i++) {
		win = wins[i];
		MPI_Win_lock_all(0, win);
		for (int round = 0; job.rank && round < ROUNDS; round++)
			touch(round + i);
		MPI_Win_unlock_all(win);
	}
	MPI_Barrier(world);
	for (int i = 0; i < WINDOWS; i++) {
		win = wins[i];
		check(job.rank || memories[i]->counter[0] == (job.ranks - 1) * ROUNDS,
		      "window %d: %lld additions", i, (long long)memories[i]->counter[0]);
		memory = memories[i];
		close_window(created);
	}
	MPI_Barrier(world);
	check(!mapped_kb(), "%ld KB of windows that were freed", mapped_kb());
}

/* A descriptor that is free; -1. */
static int free_descriptor(void)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd;
}

static void files(void)
{
	struct rlimit limit;
	MPI_Win wins[FILES];
	char *mine[FILES];

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = (rlim_t)(free_descriptor() + FREE_FILES);
	setrlimit(RLIMIT_NOFILE, &limit);
	for (int i = 0; i < FILES; i++) {
		MPI_Win_allocate(FILE_B, 1, MPI_INFO_NULL, world, &mine[i], &wins[i]);
		check(free_descriptor() >= 0, "no descriptor is left with %d windows", i + 1);
		MPI_Win_fence(0, wins[i]);
		memset(data, i, FILE_B);
		MPI_Put(data, FILE_B, MPI_CHAR, (job.rank + 1) % job.ranks, 0, FILE_B, MPI_CHAR,
			wins[i]);
		MPI_Win_fence(0, wins[i]);
	}
	for (int i = 0; i < FILES; i++) {
		memset(data, i, FILE_B);
		check(!memcmp(mine[i], data, FILE_B), "other bytes in window %d", i);
		MPI_Win_free(&wins[i]);
	}
}

/* ---- Under a lock ---- */

static int locked;

static int is_uniform(const char *bytes)
{
	return !memcmp(bytes, bytes + 1, (size_t)locked - 1);
}

/* Each puts bytes of one value, over the same ones of rank 0. */
static void lock(int created)
{
	open_window(created, bytes());
	for (int step = 0; job.rank && step < steps; step++) {
		memset(data, step * job.ranks + job.rank, (size_t)locked);
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
		if (step % 2)
			MPI_Put(data, locked, MPI_CHAR, 0, own(0, 0), locked, MPI_CHAR, win);
		else
			MPI_Get(data, locked, MPI_CHAR, 0, own(0, 0), locked, MPI_CHAR, win);
		MPI_Win_unlock(0, win);
		check(is_uniform(data), "step %d: bytes of two ranks", step);
	}
	close_window(created);
}

/* ---- A target that dies ---- */

static int kill_target(void)
{
	int last = job.ranks - 1, err = MPI_SUCCESS;
	double until = now() + 20;

	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	open_window(1, bytes());
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_lock_all(0, win);
	if (job.rank < last)
		touch(0);
	MPI_Barrier(world);
	if (job.rank == last) {
		until = now() + 0.2;
		while (now() < until)
			;
		raise(SIGKILL);
	}
	while (!err && now() < until) {
		int64_t one = 1, was;

		err = MPI_Put(data, LONG, MPI_CHAR, last, own(job.rank, 0), LONG, MPI_CHAR, win);
		if (!err)
			err = MPI_Get(data, LONG, MPI_CHAR, last, own(job.rank, 0), LONG, MPI_CHAR,
				      win);
		if (!err)
			err = MPI_Fetch_and_op(&one, &was, MPI_INT64_T, last, counter(0), MPI_SUM,
					       win);
		if (!err)
			err = MPI_Win_flush(last, win);
	}
	check_class(err, MPI_ERR_PROC_ABORTED, "access to a rank that was killed");
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	return end_of_killed();
}

/* Puts and gets in all windows. */
static void touch_all(const MPI_Win *wins, int round)
{
	for (int i = 0; i < WINDOWS; i++) {
		win = wins[i];
		for (int k = 0; k < LONG; k++)
			model[k] = data[k] = (char)(round + i + k);
		put(0, 0, round % 3 ? 64 : LONG);
		check(get_is(0, 0, round % 3 ? 64 : LONG), "window %d, round %d", i, round);
	}
}

/* A message there and back: the queue pairs that were asked for before are connected. */
static void meet(void)
{
	for (int rank = 1; rank < job.ranks; rank++)
		if (job.rank == rank) {
			MPI_Send(NULL, 0, MPI_CHAR, 0, 0, world);
			MPI_Recv(NULL, 0, MPI_CHAR, 0, 0, world, MPI_STATUS_IGNORE);
		} else if (job.rank == 0) {
			MPI_Recv(NULL, 0, MPI_CHAR, rank, 0, world, MPI_STATUS_IGNORE);
			MPI_Send(NULL, 0, MPI_CHAR, rank, 0, world);
		}
}

static void busy_many(int created)
{
	struct memory *memories[WINDOWS];
	double end = 0, over = 0;
	MPI_Win wins[WINDOWS];

	for (int i = 0; i < WINDOWS; i++) {
		open_window(created, bytes());
		wins[i] = win;
		memories[i] = memory;
		MPI_Win_lock_all(0, win);
	}
	if (job.rank)
		touch_all(wins, 0);
	meet();
	MPI_Barrier(world);
	if (job.rank == 0) {
		for (end = now() + COMPUTES_S; now() < end;)
			;
		MPI_Bcast(&end, 1, MPI_DOUBLE, 0, world);
	} else {
		for (int round = 1; round < 10; round++)
			touch_all(wins, round);
		over = now();
		MPI_Bcast(&end, 1, MPI_DOUBLE, 0, world);
		check(over < end, "rank 0 was waited for: over %.3f s after it", over - end);
	}
	for (int i = 0; i < WINDOWS; i++) {
		win = wins[i];
		memory = memories[i];
		MPI_Win_unlock_all(win);
		close_window(created);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "busy";
	uint64_t seed = (uint64_t)argument(argc, argv, "-s", 1);

	steps = argument(argc, argv, "-n", 1500);
	locked = (int)argument(argc, argv, "-b", LONG);
	job_start(&argc, &argv, "rma_card");
	data = must_alloc(LONG);
	model = must_alloc((size_t)job.ranks * LONG);
	if (!strcmp(what, "kill"))
		return kill_target();
	seed += (uint64_t)job.rank << 32;
	for (int created = 0; created < 2; created++)
		if (!strcmp(what, "many"))
			many(created);
		else if (!strcmp(what, "files"))
			files();
		else if (!strcmp(what, "busy_many"))
			busy_many(created);
		else if (!strcmp(what, "mix"))
			mix(created, seed);
		else if (!strcmp(what, "order"))
			order(created);
		else if (!strcmp(what, "lock"))
			lock(created);
		else
			busy(created);
	free(model);
	free(data);
	return job_end();
}
