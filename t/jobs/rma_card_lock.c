/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Locks of windows that the ring cards take without the target. For rma_card.t.
 *
 *     rma_card_lock busy [-n ROUNDS] [-t SECONDS] [-g 1]
 *                            rank 0 computes, without a call of MPI, until all have locked, put,
 *                            got and added there, or for so many seconds (20) after an addition;
 *                            -g: they add by get and put
 *     rma_card_lock mix [-s SEED] [-n STEPS]
 *                            pairs of numbers that are changed under exclusive locks, by get and
 *                            put, and read under shared ones and in lock_all: the two are always
 *                            equal, and no change is lost
 *     rma_card_lock all [-n ROUNDS]
 *                            each rank puts to all others in one lock_all: the data are there
 *                            after flush_all, and after unlock_all every lock is free
 *     rma_card_lock sleep [-n ROUNDS]
 *                            rank 0 wants its own lock, which rank 1 holds for 50 ms while it
 *                            computes
 *     rma_card_lock many     more windows than there are niches for lock words
 *     rma_card_lock alone    as many of one rank each, which want none, and then one of all
 *     rma_card_lock kill     the last rank is killed while it holds a lock: the others get an error
 */
#include "t/jobs/job_hosts.h"
#include "t/jobs/job_window.h"

#include <unistd.h>

enum { ROUNDS = 100, LONG = 100000, WINDOWS = 80 };

static const MPI_Comm world = MPI_COMM_WORLD;

/* Of one target. */
struct memory {
	int64_t pair[2], added;
	char bytes[LONG];
};

static long steps, rounds, seconds, by_get;

static void compute(double time)
{
	double end = now() + time;

	while (now() < end)
		;
}

/* ---- A target that computes ---- */

static void add_one(void)
{
	MPI_Aint at = offsetof(struct memory, added);
	int64_t one = 1, was;

	MPI_Win_lock(by_get ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, win);
	if (by_get) {
		MPI_Get(&was, 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, win);
		MPI_Win_flush(0, win);
		was++;
		MPI_Put(&was, 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, win);
	} else {
		MPI_Fetch_and_op(&one, &was, MPI_INT64_T, 0, at, MPI_SUM, win);
	}
	MPI_Win_unlock(0, win);
}

static void touch(int round)
{
	static char bytes[LONG], there[LONG];
	int n = round % 10 ? 64 : LONG;
	MPI_Aint at = offsetof(struct memory, bytes);

	memset(bytes, round + job.rank, (size_t)n);
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
	MPI_Put(bytes, n, MPI_CHAR, 0, at, n, MPI_CHAR, win);
	MPI_Win_flush(0, win);
	MPI_Get(there, n, MPI_CHAR, 0, at, n, MPI_CHAR, win);
	MPI_Win_unlock(0, win);
	check(!memcmp(bytes, there, (size_t)n), "round %d: other data than were put", round);
	MPI_Win_lock_all(0, win);
	MPI_Get(there, n, MPI_CHAR, 0, at, n, MPI_CHAR, win);
	MPI_Win_unlock_all(win);
	add_one();
}

static void compute_on(int64_t all)
{
	double since = now();
	int64_t seen = 0;

	while (seen < all && now() < since + (double)seconds) {
		int64_t added = __atomic_load_n(&memory->added, __ATOMIC_RELAXED);

		if (added != seen)
			since = now();
		seen = added;
	}
	check(seen == all, "rank 0 was waited for: %lld additions of %lld", (long long)seen,
	      (long long)all);
}

static void busy(int created)
{
	int64_t all = (int64_t)(job.ranks - 1) * rounds;

	open_window(created, sizeof(*memory));
	if (job.rank == 0)
		compute_on(all);
	for (int round = 0; job.rank && round < rounds; round++)
		touch(round);
	MPI_Barrier(world);
	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
	check(job.rank || memory->added == all, "%lld additions", (long long)memory->added);
	MPI_Win_unlock(0, win);
	close_window(created);
}

/* ---- All kinds of locks ---- */

static int64_t changes[64];

static void read_pair(int target, int64_t pair[2])
{
	for (int i = 0; i < 2; i++) {
		MPI_Get(&pair[i], 1, MPI_INT64_T, target, 8 * i, 1, MPI_INT64_T, win);
		MPI_Win_flush(target, win);
	}
	check(pair[0] == pair[1], "rank %d: %lld and %lld", target, (long long)pair[0],
	      (long long)pair[1]);
}

static void change(int target)
{
	int64_t pair[2];

	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
	read_pair(target, pair);
	for (int i = 0; i < 2; i++) {
		pair[i]++;
		MPI_Put(&pair[i], 1, MPI_INT64_T, target, 8 * i, 1, MPI_INT64_T, win);
		MPI_Win_flush(target, win);
	}
	MPI_Win_unlock(target, win);
	changes[target]++;
}

static void change_own(void)
{
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, job.rank, 0, win);
	check(memory->pair[0] == memory->pair[1], "own: %lld and %lld", (long long)memory->pair[0],
	      (long long)memory->pair[1]);
	memory->pair[0]++;
	memory->pair[1]++;
	MPI_Win_unlock(job.rank, win);
	changes[job.rank]++;
}

static void read_all(uint64_t *seed)
{
	int64_t pair[2];

	MPI_Win_lock_all(0, win);
	for (int i = 0; i < 3; i++)
		read_pair(random_below(seed, job.ranks), pair);
	MPI_Win_unlock_all(win);
}

static void step(uint64_t *seed)
{
	int target = random_below(seed, job.ranks), what = random_below(seed, 8);
	int64_t pair[2];

	if (what == 0) {
		read_all(seed);
	} else if (what == 1) {
		MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
		read_pair(target, pair);
		MPI_Win_unlock(target, win);
	} else if (what == 2) {
		compute(1e-6 * random_below(seed, 300));
	} else if (target == job.rank) {
		change_own();
	} else {
		change(what < 5 ? 0 : target);
	}
}

static void mix(int created, uint64_t seed)
{
	open_window(created, sizeof(*memory));
	memset(changes, 0, sizeof(changes));
	for (long i = 0; i < steps; i++)
		step(&seed);
	for (int target = 0; target < job.ranks; target++) {
		int64_t sum = 0;

		MPI_Reduce(&changes[target], &sum, 1, MPI_INT64_T, MPI_SUM, target, world);
		MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
		check(target != job.rank || memory->pair[0] == sum, "%lld of %lld changes",
		      (long long)memory->pair[0], (long long)sum);
		MPI_Win_unlock(job.rank, win);
	}
	close_window(created);
}

/* ---- A target that waits for its own lock ---- */

static void wait_asleep(void)
{
	double late = 0;

	open_window(1, sizeof(*memory));
	for (int round = 0; round < rounds; round++) {
		double freed = 0, got = 0;

		if (job.rank == 1)
			MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
		MPI_Barrier(world);
		if (job.rank == 1) {
			compute(0.05);
			freed = now();
			MPI_Win_unlock(0, win);
		} else if (job.rank == 0) {
			MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
			got = now();
			MPI_Win_unlock(0, win);
		}
		MPI_Bcast(&freed, 1, MPI_DOUBLE, 1, world);
		MPI_Barrier(world);
		late += got - freed;
	}
	if (job.rank == 0)
		printf("late by %.3f ms\n", 1e3 * late / (double)rounds);
	close_window(1);
}

/* ---- All targets at once ---- */

static void put_all(int round)
{
	int64_t n[64], back[64];

	MPI_Win_lock_all(0, win);
	for (int target = 0; target < job.ranks; target++) {
		n[target] = round * 1000 + target;
		MPI_Put(&n[target], 1, MPI_INT64_T, target, 8 * job.rank, 1, MPI_INT64_T, win);
	}
	MPI_Win_flush_all(win);
	for (int target = 0; target < job.ranks; target++)
		MPI_Get(&back[target], 1, MPI_INT64_T, target, 8 * job.rank, 1, MPI_INT64_T, win);
	if (round % 2)
		MPI_Win_flush_all(win);
	MPI_Win_unlock_all(win);
	check(!memcmp(n, back, 8 * (size_t)job.ranks), "round %d: other data than were put", round);
}

static void all(int created)
{
	open_window(created, 8 * job.ranks);
	for (int round = 0; round < rounds; round++) {
		put_all(round);
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (job.rank + round) % job.ranks, 0, win);
		MPI_Win_unlock((job.rank + round) % job.ranks, win);
	}
	close_window(created);
}

/* ---- Many windows ---- */

static void many(void)
{
	MPI_Win wins[WINDOWS];
	struct memory *memories[WINDOWS];

	for (int i = 0; i < WINDOWS; i++) {
		open_window(1, sizeof(*memory));
		wins[i] = win;
		memories[i] = memory;
	}
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < WINDOWS; i += 20) {
			win = wins[i];
			memory = memories[i];
			change((job.rank + 1) % job.ranks);
			change_own();
		}
	MPI_Barrier(world);
	for (int i = 0; i < WINDOWS; i++) {
		win = wins[i];
		memory = memories[i];
		MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
		check(memory->pair[1] == (i % 20 ? 0 : 2 * ROUNDS), "window %d: %lld changes", i,
		      (long long)memory->pair[1]);
		MPI_Win_unlock(job.rank, win);
		close_window(1);
	}
}

static void alone(void)
{
	MPI_Win own[WINDOWS];
	int64_t word = 0;

	for (int i = 0; i < WINDOWS; i++)
		MPI_Win_create(&word, sizeof(word), 1, MPI_INFO_NULL, MPI_COMM_SELF, &own[i]);
	open_window(1, sizeof(*memory));
	change((job.rank + 1) % job.ranks);
	close_window(1);
	for (int i = 0; i < WINDOWS; i++)
		MPI_Win_free(&own[i]);
}

/* ---- A holder that dies ---- */

static int kill_holder(void)
{
	int last = job.ranks - 1, err;

	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	open_window(1, sizeof(*memory));
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	if (job.rank == last)
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
	MPI_Barrier(world);
	if (job.rank == last) {
		compute(0.2);
		raise(SIGKILL);
	}
	err = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
	check_class(err, MPI_ERR_PROC_ABORTED, "a lock that a rank held that was killed");
	MPI_Win_free(&win);
	return end_of_killed();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "busy";
	uint64_t seed = (uint64_t)argument(argc, argv, "-s", 1);

	steps = argument(argc, argv, "-n", 2000);
	rounds = argument(argc, argv, "-n", ROUNDS);
	seconds = argument(argc, argv, "-t", 20);
	by_get = argument(argc, argv, "-g", 0);
	job_start(&argc, &argv, "rma_card_lock");
	check_host();
	if (!strcmp(what, "kill"))
		return kill_holder();
	seed += (uint64_t)job.rank << 32;
	if (!strcmp(what, "many"))
		many();
	else if (!strcmp(what, "alone"))
		alone();
	else if (!strcmp(what, "sleep"))
		wait_asleep();
	for (int created = 0; created < 2; created++)
		if (!strcmp(what, "mix"))
			mix(created, seed);
		else if (!strcmp(what, "all"))
			all(created);
		else if (!strcmp(what, "busy"))
			busy(created);
	return job_end();
}
