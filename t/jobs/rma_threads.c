/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations of several threads of each rank at once (MPI-5.0 11.6, 12.7): each thread
 * owns a part of each window, whose contents it knows, and changes it in all ways; counters that
 * all threads change. For rma_threads.t.
 *
 *     rma_threads [-t THREADS] [-n STEPS] [-s SEED]
 *
 * First in an epoch of MPI_Win_lock_all, then in short ones of MPI_Win_lock, in which a thread has
 * the targets that no other thread of its rank locks. Then a get behind an accumulate which a
 * target that computes has not handled yet, while another thread waits in a flush.
 */
#include "t/jobs/job_threads.h"

#include <stdatomic.h>

enum { THREADS_MAX = 8, LONG = 100000, COUNTERS = 2 };

static const MPI_Comm world = MPI_COMM_WORLD;

static int threads;
static long steps;
static uint64_t seed;
static MPI_Win win;
static int64_t *counters; /* of the own window; the parts follow */
static atomic_long added;

struct thread {
	pthread_t id;
	int number;
	int locks; /* in epochs of MPI_Win_lock */
	uint64_t state;
	char *model; /* [ranks][LONG]: the own parts */
	char *data, *got;
};

static int below(struct thread *t, int limit)
{
	return random_below(&t->state, limit);
}

static MPI_Aint part(const struct thread *t, uint64_t at)
{
	return (MPI_Aint)(COUNTERS * sizeof(int64_t) +
			  ((uint64_t)job.rank * (uint64_t)threads + (uint64_t)t->number) * LONG +
			  at);
}

/* ---- Steps ---- */

/* Bytes of the own part at the target. */
struct range {
	int target, n;
	uint64_t at;
};

static struct range some(struct thread *t, int target)
{
	static const int most[] = {8, 64, 4096, LONG};
	struct range r = {.target = target};

	r.n = 1 + below(t, most[below(t, 4)]);
	r.at = (uint64_t)below(t, LONG - r.n + 1);
	return r;
}

static char *model(const struct thread *t, const struct range *r)
{
	return t->model + (size_t)r->target * LONG + r->at;
}

static void flush(struct thread *t, int target)
{
	if (below(t, 4) || t->locks)
		MPI_Win_flush(target, win);
	else
		MPI_Win_flush_all(win);
}

static void put(struct thread *t, const struct range *r)
{
	for (int i = 0; i < r->n; i++)
		t->data[i] = (char)random_next(&t->state);
	memcpy(model(t, r), t->data, (size_t)r->n);
	if (below(t, 2)) {
		MPI_Put(t->data, r->n, MPI_CHAR, r->target, part(t, r->at), r->n, MPI_CHAR, win);
	} else {
		MPI_Request request;

		MPI_Rput(t->data, r->n, MPI_CHAR, r->target, part(t, r->at), r->n, MPI_CHAR, win,
			 &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	flush(t, r->target);
}

static void add(struct thread *t, const struct range *r)
{
	for (int i = 0; i < r->n; i++) {
		t->data[i] = (char)random_next(&t->state);
		model(t, r)[i] ^= t->data[i];
	}
	MPI_Accumulate(t->data, r->n, MPI_SIGNED_CHAR, r->target, part(t, r->at), r->n,
		       MPI_SIGNED_CHAR, MPI_BXOR, win);
	flush(t, r->target);
}

static void get(struct thread *t, const struct range *r)
{
	memset(t->got, 0, (size_t)r->n);
	switch (below(t, 3)) {
	case 0:
		MPI_Get(t->got, r->n, MPI_CHAR, r->target, part(t, r->at), r->n, MPI_CHAR, win);
		MPI_Win_flush_local(r->target, win);
		break;
	case 1: {
		MPI_Request request;

		MPI_Rget(t->got, r->n, MPI_CHAR, r->target, part(t, r->at), r->n, MPI_CHAR, win,
			 &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		break;
	}
	default:
		MPI_Get_accumulate(NULL, 0, MPI_SIGNED_CHAR, t->got, r->n, MPI_SIGNED_CHAR,
				   r->target, part(t, r->at), r->n, MPI_SIGNED_CHAR, MPI_NO_OP,
				   win);
		flush(t, r->target);
	}
	good(!memcmp(t->got, model(t, r), (size_t)r->n),
	     "thread %d: %d bytes at %llu of rank %d are wrong", t->number, r->n,
	     (unsigned long long)r->at, r->target);
}

static void count(struct thread *t, int target)
{
	int64_t one = 1, was = -1;
	MPI_Aint at = (MPI_Aint)sizeof(int64_t) * below(t, COUNTERS);

	MPI_Fetch_and_op(&one, &was, MPI_INT64_T, target, at, MPI_SUM, win);
	flush(t, target);
	good(was >= 0, "thread %d: a counter of rank %d was %lld", t->number, target,
	     (long long)was);
	atomic_fetch_add(&added, 1);
}

static void step(struct thread *t, int target)
{
	struct range r = some(t, target);

	switch (below(t, 6)) {
	case 0:
		count(t, target);
		break;
	case 1:
		add(t, &r);
		break;
	case 2:
		put(t, &r);
		break;
	case 3:
		get(t, &r);
		break;
	default:
		put(t, &r);
		get(t, &r);
	}
}

static void steps_under_lock(struct thread *t)
{
	int lockers = job.ranks < threads ? job.ranks : threads;
	int mine = 1 + (job.ranks - 1 - t->number) / lockers;
	int target = t->number + lockers * below(t, mine);

	MPI_Win_lock(below(t, 2) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, target, 0, win);
	for (int i = 0; i < 3; i++)
		step(t, target);
	MPI_Win_unlock(target, win);
}

static void *run(void *arg)
{
	struct thread *t = arg;

	if (t->locks && t->number >= job.ranks)
		return NULL;
	for (long i = 0; i < steps; i++)
		if (t->locks)
			steps_under_lock(t);
		else
			step(t, below(t, job.ranks));
	return NULL;
}

/* ---- Rounds ---- */

static void together(struct thread *all, int locks)
{
	MPI_Barrier(world);
	if (!locks)
		MPI_Win_lock_all(0, win);
	for (struct thread *t = all; t < all + threads; t++) {
		t->locks = locks;
		if (pthread_create(&t->id, NULL, run, t))
			MPI_Abort(world, 1);
	}
	for (struct thread *t = all; t < all + threads; t++)
		pthread_join(t->id, NULL);
	if (!locks)
		MPI_Win_unlock_all(win);
	MPI_Barrier(world);
}

static void check_counters(void)
{
	long here = added, all = 0, sum = 0;

	MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
	for (int i = 0; i < COUNTERS; i++)
		here -= (long)counters[i];
	MPI_Win_unlock(job.rank, win);
	MPI_Allreduce(&here, &sum, 1, MPI_LONG, MPI_SUM, world);
	here = added;
	MPI_Allreduce(&here, &all, 1, MPI_LONG, MPI_SUM, world);
	check(!sum, "of %ld additions %ld are missing", all, sum);
}

static void open_window(int created, size_t bytes, void *memory)
{
	void **at = memory;

	if (created) {
		*at = must_alloc(bytes);
		MPI_Win_create(*at, (MPI_Aint)bytes, 1, MPI_INFO_NULL, world, &win);
	} else {
		MPI_Win_allocate((MPI_Aint)bytes, 1, MPI_INFO_NULL, world, at, &win);
	}
	memset(*at, 0, bytes);
	MPI_Barrier(world);
}

static void *flush_first(void *unused)
{
	MPI_Win_flush(1, win);
	return unused;
}

static void compute(double time)
{
	double end = MPI_Wtime() + time;

	while (MPI_Wtime() < end)
		;
}

static void get_in_flush(int round)
{
	char one = 1, got = -1;
	pthread_t other;

	MPI_Get(&got, 1, MPI_SIGNED_CHAR, 1, 0, 1, MPI_SIGNED_CHAR, win);
	MPI_Win_flush(1, win);
	MPI_Barrier(world);
	MPI_Accumulate(&one, 1, MPI_SIGNED_CHAR, 1, 0, 1, MPI_SIGNED_CHAR, MPI_SUM, win);
	if (pthread_create(&other, NULL, flush_first, NULL))
		MPI_Abort(world, 1);
	compute(0.01); /* then it waits */
	MPI_Get(&got, 1, MPI_SIGNED_CHAR, 1, 0, 1, MPI_SIGNED_CHAR, win);
	MPI_Win_flush(1, win);
	pthread_join(other, NULL);
	check(got == round + 1, "a get behind %d additions has %d", round + 1, got);
}

static void flush_meanwhile(int created)
{
	char *memory;

	open_window(created, 1, &memory);
	MPI_Win_lock_all(0, win);
	for (int round = 0; round < 4; round++)
		if (job.rank == 0) {
			get_in_flush(round);
		} else {
			MPI_Barrier(world);
			compute(job.rank == 1 ? 0.03 : 0);
		}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	if (created)
		free(memory);
}

static void window(int created)
{
	struct thread all[THREADS_MAX];
	size_t bytes = COUNTERS * sizeof(int64_t) + (size_t)job.ranks * (size_t)threads * LONG;

	open_window(created, bytes, &counters);
	added = 0;
	for (int i = 0; i < threads; i++)
		all[i] = (struct thread){
			.number = i,
			.state = seed + (uint64_t)(job.rank * THREADS_MAX + i) * 7919,
			.model = must_alloc((size_t)job.ranks * LONG),
			.data = must_alloc(LONG),
			.got = must_alloc(LONG),
		};
	for (int i = 0; i < threads; i++)
		memset(all[i].model, 0, (size_t)job.ranks * LONG);
	together(all, 0);
	together(all, 1);
	check_counters();
	MPI_Win_free(&win);
	if (created)
		free(counters);
	for (int i = 0; i < threads; i++) {
		free(all[i].model);
		free(all[i].data);
		free(all[i].got);
	}
}

int main(int argc, char **argv)
{
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	job_has_started("rma_threads");
	threads = (int)argument(argc, argv, "-t", 3);
	steps = argument(argc, argv, "-n", 100);
	seed = (uint64_t)argument(argc, argv, "-s", 1);
	if (threads < 1 || threads > THREADS_MAX)
		threads = THREADS_MAX;
	check(provided == MPI_THREAD_MULTIPLE, "threads at once are not provided");
	for (int created = 0; created < 2; created++) {
		window(created);
		if (job.ranks > 1)
			flush_meanwhile(created);
	}
	return job_end();
}
