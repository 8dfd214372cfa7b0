/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations on a target that computes, in clocks of simulated cards. For
 * rma_card_clocks.t. With RONDO_WTIME=card MPI_Wtime counts no time of the hosts.
 *
 *     rma_card_clocks [-n ROUNDS] [-c MHZ]
 *
 * Rank 1 times each operation on the window of rank 0 twice: while rank 0 waits in a barrier, and
 * while it computes, without a call of MPI, until a put of rank 1 tells it to end. So operations
 * that need the target never end, and no check but that of PATIENCE depends on the hosts' speed. A
 * line each:
 *
 *     OPERATION WINDOW IDLE BUSY     least of the rounds, in clocks
 *     busy WINDOW FROM TO            clocks at which rank 0 computed, as in the ring's trace
 *     request WINDOW N               1: the target's software answered while it computed
 */
#include "t/jobs/job_hosts.h"
#include "t/jobs/job_window.h"

enum { LONG_B = 4096, OPERATIONS = 7, TRIES = 2000 };
enum { MOST = 40 };
enum { PATIENCE = 150 }; /* seconds that rank 0 computes in vain, at most */

static const MPI_Comm world = MPI_COMM_WORLD;

/* Of rank 0. */
struct memory {
	int64_t computes;    /* rank 0 is in no call of MPI any more */
	int64_t over, tried; /* rank 1 is done; signs of life before that */
	int64_t counter, swapped, pair[2];
	char bytes[LONG_B];
};

static long rounds, mhz;
static char bytes[LONG_B];

#define AT(field) ((MPI_Aint)offsetof(struct memory, field))

static void put(int n)
{
	MPI_Put(bytes, n, MPI_CHAR, 0, AT(bytes), n, MPI_CHAR, win);
	MPI_Win_flush(0, win);
}

static void put_short(int64_t round)
{
	memset(bytes, (int)round, 8);
	put(8);
}

static void put_long(int64_t round)
{
	memset(bytes, (int)round, LONG_B);
	put(LONG_B);
}

static void get(int n, int64_t round)
{
	char there[LONG_B] = "";

	MPI_Get(there, n, MPI_CHAR, 0, AT(bytes), n, MPI_CHAR, win);
	MPI_Win_flush(0, win);
	check(!memcmp(there, bytes, (size_t)n), "round %lld: other data than were put",
	      (long long)round);
}

static void get_short(int64_t round)
{
	get(8, round);
}

static void get_long(int64_t round)
{
	get(LONG_B, round);
}

static void add(int64_t round)
{
	int64_t one = 1, was = -1;

	MPI_Fetch_and_op(&one, &was, MPI_INT64_T, 0, AT(counter), MPI_SUM, win);
	MPI_Win_flush(0, win);
	check(was == round, "counter was %lld, must be %lld", (long long)was, (long long)round);
}

static void swap(int64_t round)
{
	int64_t to = round + 1, was = -1;

	MPI_Compare_and_swap(&to, &round, &was, MPI_INT64_T, 0, AT(swapped), win);
	MPI_Win_flush(0, win);
	check(was == round, "swapped %lld, must be %lld", (long long)was, (long long)round);
}

static void lock(int64_t round)
{
	MPI_Win_lock(round % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, win);
	MPI_Win_unlock(0, win);
}

static const struct operation {
	const char *name;
	void (*call)(int64_t round);
	int locked; /* within lock_all */
} operations[OPERATIONS] = {
	{"put", put_short, 1},    {"put_4K", put_long, 1},  {"get", get_short, 1},
	{"get_4K", get_long, 1},  {"fetch_and_op", add, 1}, {"compare_and_swap", swap, 1},
	{"lock_unlock", lock, 0},
};

static double clocks_now(void)
{
	return MPI_Wtime() * (double)mhz * 1e6;
}

/* The least: between two accesses of a rank that is not scheduled the clock may run on. On a loaded
 * machine it does in many rounds in turn: further rounds follow while the least exceeds `limit`, up
 * to MOST times as many. `first`: rounds of the operation before. */
static double clocks_of(const struct operation *op, int64_t first, double limit)
{
	double least = 1e300;

	if (op->locked)
		MPI_Win_lock_all(0, win);
	for (long i = 0; i < rounds || (least > limit && i < MOST * rounds); i++) {
		double since = clocks_now();

		op->call(first + i);
		since = clocks_now() - since;
		least = since < least ? since : least;
	}
	if (op->locked)
		MPI_Win_unlock_all(win);
	return least;
}

/* `than`: the clocks of an idle target, which a busy one may exceed by a quarter, for the phases of
 * polls. A message and its answer take 110 clocks. */
static void measure(double least[], int64_t first, const double than[])
{
	for (int i = 0; i < OPERATIONS; i++)
		least[i] = clocks_of(&operations[i], first, than ? 1.25 * than[i] + 8 : 1e300);
}

/* Without a flush, which waits for the request, too. */
static void tell(MPI_Aint at, int64_t value)
{
	static int64_t values[TRIES + 1];

	values[value] = value;
	MPI_Put(&values[value], 1, MPI_INT64_T, 0, at, 1, MPI_INT64_T, win);
}

/* Two elements are added by the target's software. 1: while it computes; it must not be. */
static int is_requested(void)
{
	int64_t one[2] = {1, 1}, was[2];
	MPI_Request request;
	int done = 0;

	MPI_Win_lock_all(0, win);
	MPI_Rget_accumulate(one, 2, MPI_INT64_T, was, 2, MPI_INT64_T, 0, AT(pair), 2, MPI_INT64_T,
			    MPI_SUM, win, &request);
	for (int64_t i = 1; i <= TRIES && !done; i++) {
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		if (i % 100 == 0)
			tell(AT(tried), i);
	}
	tell(AT(over), 1);
	if (!done)
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Win_unlock_all(win);
	return done;
}

static void wait_until_it_computes(void)
{
	int64_t computes = 0;

	MPI_Win_lock_all(0, win);
	while (!computes) {
		MPI_Get(&computes, 1, MPI_INT64_T, 0, AT(computes), 1, MPI_INT64_T, win);
		MPI_Win_flush(0, win);
	}
	MPI_Win_unlock_all(win);
}

/* No call of MPI. */
static void compute(void)
{
	volatile struct memory *m = memory;
	int64_t seen = 0;
	double since = now();

	m->computes = 1;
	while (!m->over && now() < since + PATIENCE) {
		int64_t signs = m->counter + m->swapped + m->tried;

		if (signs != seen)
			since = now();
		seen = signs;
	}
	check(m->over != 0, "rank 0 was waited for: an operation does not end while it computes");
}

static void run(int created)
{
	const char *window = created ? "create" : "allocate";
	double idle[OPERATIONS], busy[OPERATIONS], from = 0, to = 0;
	int requested = 0;

	open_window(created, sizeof(*memory));
	memset(bytes, 0, sizeof(bytes));
	if (job.rank)
		measure(idle, 0, NULL);
	MPI_Barrier(world);
	if (job.rank == 0) {
		compute();
	} else {
		wait_until_it_computes();
		from = clocks_now();
		measure(busy, rounds, idle);
		to = clocks_now();
		requested = is_requested();
	}
	MPI_Barrier(world);
	for (int i = 0; job.rank && i < OPERATIONS; i++)
		printf("%s %s %.0f %.0f\n", operations[i].name, window, idle[i], busy[i]);
	if (job.rank)
		printf("busy %s %.0f %.0f\nrequest %s %d\n", window, from, to, window, requested);
	fflush(stdout);
	close_window(created);
}

int main(int argc, char **argv)
{
	long failures;

	rounds = argument(argc, argv, "-n", 15);
	mhz = argument(argc, argv, "-c", 100);
	job_start(&argc, &argv, "rma_card_clocks");
	check_host();
	check(job.ranks == 2 && rounds > 0, "2 ranks, a round at least");
	failures = job.failures;
	for (int created = 0; created < 2 && !failures; created++) {
		run(created);
		MPI_Allreduce(&job.failures, &failures, 1, MPI_LONG, MPI_SUM, world);
	}
	return job_end();
}
