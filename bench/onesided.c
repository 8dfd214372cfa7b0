/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations of rank 0 on the window of rank 1, which waits in a barrier meanwhile, over
 * the size; each completed at the target: by a flush, by an unlock, by a fence, or 64 by one flush
 * (many_puts, many_gets, both_many_puts), where a time is that of one of them.  Prints one line
 * for each operation, kind of window and size: median and minimum in microseconds, number of
 * samples.  The data of puts and gets is checked.
 *
 *     mpicc -O2 bench/onesided.c -o onesided && mpirun -n 2 ./onesided --run put,fetch_and_op
 */
#include "measure.h"

struct side {
	MPI_Comm comm; /* ranks 0 and 1 */
	int rank;
	MPI_Win win;
	int bytes;
	unsigned char *memory; /* the window's */
	unsigned char *data, *old;
};

struct operation {
	const char *name;
	measured_fn *call;
	int sizes;  /* 0: 8 bytes only; else so many places of that size in the window */
	int locked; /* within lock_all */
};

static void put(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Put(s->data, s->bytes, MPI_BYTE, 1, 0, s->bytes, MPI_BYTE, s->win);
		MPI_Win_flush(1, s->win);
	}
}

static void get(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Get(s->data, s->bytes, MPI_BYTE, 1, 0, s->bytes, MPI_BYTE, s->win);
		MPI_Win_flush(1, s->win);
	}
}

static void accumulate(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Accumulate(s->data, s->bytes / 4, MPI_FLOAT, 1, 0, s->bytes / 4, MPI_FLOAT,
			       MPI_SUM, s->win);
		MPI_Win_flush(1, s->win);
	}
}

static void get_accumulate(void *context, long count)
{
	const struct side *s = context;
	int n_elements = s->bytes / 4;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Get_accumulate(s->data, n_elements, MPI_FLOAT, s->old, n_elements, MPI_FLOAT, 1,
				   0, n_elements, MPI_FLOAT, MPI_SUM, s->win);
		MPI_Win_flush(1, s->win);
	}
}

/* To oneself. */
static void self_put(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Put(s->data, s->bytes, MPI_BYTE, 0, 0, s->bytes, MPI_BYTE, s->win);
		MPI_Win_flush(0, s->win);
	}
}

/* By both at once. */
static void both_put(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count; n++) {
		MPI_Put(s->data, s->bytes, MPI_BYTE, !s->rank, 0, s->bytes, MPI_BYTE, s->win);
		MPI_Win_flush(!s->rank, s->win);
	}
}

enum { BATCH = 64 };

typedef int one_of_many(const struct side *s, int target, MPI_Aint place);

/* Many, each in a place of its own, before a flush. */
static void many(const struct side *s, one_of_many *one, int target, long count)
{
	for (long n = 0; n < count; n++) {
		one(s, target, n % BATCH * s->bytes);
		if (n % BATCH == BATCH - 1 || n == count - 1)
			MPI_Win_flush(target, s->win);
	}
}

static int one_put(const struct side *s, int target, MPI_Aint place)
{
	return MPI_Put(s->data, s->bytes, MPI_BYTE, target, place, s->bytes, MPI_BYTE, s->win);
}

static int one_get(const struct side *s, int target, MPI_Aint place)
{
	return MPI_Get(s->data + place, s->bytes, MPI_BYTE, target, place, s->bytes, MPI_BYTE,
		       s->win);
}

static void many_puts(void *context, long count)
{
	const struct side *s = context;

	if (s->rank == 0)
		many(s, one_put, 1, count);
}

static void many_gets(void *context, long count)
{
	const struct side *s = context;

	if (s->rank == 0)
		many(s, one_get, 1, count);
}

static void both_many_puts(void *context, long count)
{
	const struct side *s = context;

	many(s, one_put, !s->rank, count);
}

static void fetch_and_op(void *context, long count)
{
	const struct side *s = context;
	int64_t one = 1, was;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Fetch_and_op(&one, &was, MPI_INT64_T, 1, 0, MPI_SUM, s->win);
		MPI_Win_flush(1, s->win);
	}
}

static void compare_and_swap(void *context, long count)
{
	const struct side *s = context;
	int64_t zero = 0, one = 1, was;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Compare_and_swap(&one, &zero, &was, MPI_INT64_T, 1, 0, s->win);
		MPI_Win_flush(1, s->win);
	}
}

static void lock_put(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count && s->rank == 0; n++) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, s->win);
		MPI_Put(s->data, s->bytes, MPI_BYTE, 1, 0, s->bytes, MPI_BYTE, s->win);
		MPI_Win_unlock(1, s->win);
	}
}

static void fence_put(void *context, long count)
{
	const struct side *s = context;

	for (long n = 0; n < count; n++) {
		if (s->rank == 0)
			MPI_Put(s->data, s->bytes, MPI_BYTE, 1, 0, s->bytes, MPI_BYTE, s->win);
		MPI_Win_fence(0, s->win);
	}
}

static const struct operation operations[] = {
	{"put", put, 1, 1},
	{"get", get, 1, 1},
	{"accumulate", accumulate, 1, 1},
	{"get_accumulate", get_accumulate, 1, 1},
	{"self_put", self_put, 1, 1},
	{"both_put", both_put, 1, 1},
	{"many_puts", many_puts, BATCH, 1},
	{"many_gets", many_gets, BATCH, 1},
	{"both_many_puts", both_many_puts, BATCH, 1},
	{"fetch_and_op", fetch_and_op, 0, 1},
	{"compare_and_swap", compare_and_swap, 0, 1},
	{"lock_put", lock_put, 1, 0},
	{"fence_put", fence_put, 1, 0},
};

static int chosen(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == length && !strncmp(at, name, length))
			return 1;
	return !list;
}

/* A put and a get of distinct data. */
static int verify(struct side *s, unsigned seed)
{
	int wrong = 0;

	fill_pattern(s->data, (size_t)s->bytes, seed);
	MPI_Barrier(s->comm);
	if (s->rank == 0) {
		MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, s->win);
		put(s, 1);
		memset(s->data, 0, (size_t)s->bytes);
		get(s, 1);
		MPI_Win_unlock(1, s->win);
		wrong = check_pattern(s->data, (size_t)s->bytes, seed);
	}
	MPI_Barrier(s->comm);
	MPI_Win_lock(MPI_LOCK_SHARED, s->rank, 0, s->win);
	if (s->rank == 1)
		wrong = check_pattern(s->memory, (size_t)s->bytes, seed);
	MPI_Win_unlock(s->rank, s->win);
	return anywhere(wrong, s->comm);
}

static int run_size(struct side *s, const struct operation *op, const char *kind, double budget)
{
	static struct samples samples;

	if (verify(s, 1))
		return 1;
	memset(s->data, 0, (size_t)s->bytes); /* floats that are numbers */
	memset(s->memory, 0, (size_t)s->bytes);
	MPI_Barrier(s->comm);
	if (op->locked)
		MPI_Win_lock_all(0, s->win);
	else if (op->call == fence_put)
		MPI_Win_fence(0, s->win);
	measure(&samples, budget, op->call, s, s->comm);
	if (op->locked)
		MPI_Win_unlock_all(s->win);
	else if (op->call == fence_put)
		MPI_Win_fence(MPI_MODE_NOSUCCEED, s->win);
	if (s->rank == 0) {
		double mid = median(&samples);

		printf("%-16s %-8s %10d %12.4f %12.4f %8d\n", op->name, kind, s->bytes, mid * 1e6,
		       samples.second[0] * 1e6, samples.count);
		fflush(stdout);
	}
	return verify(s, 2);
}

static int run_kind(struct side *s, const char *kind, const struct settings *set)
{
	int wrong = 0;

	for (size_t n = 0; n < sizeof operations / sizeof operations[0]; n++) {
		const struct operation *op = &operations[n];

		if (!chosen(set->which, op->name))
			continue;
		for (size_t size = set->min; size <= set->max && !wrong; size = next_size(size)) {
			s->bytes = (int)size;
			if (op->sizes ? size <= set->max / (size_t)op->sizes : size == 8)
				wrong = run_size(s, op, kind, set->budget);
		}
	}
	return wrong;
}

static int run(struct side *s, const struct settings *set)
{
	int wrong;

	s->data = must_alloc(set->max);
	s->old = must_alloc(set->max);
	MPI_Win_allocate((MPI_Aint)set->max, 1, MPI_INFO_NULL, s->comm, &s->memory, &s->win);
	wrong = run_kind(s, "allocate", set);
	MPI_Win_free(&s->win);
	s->memory = must_alloc(set->max);
	MPI_Win_create(s->memory, (MPI_Aint)set->max, 1, MPI_INFO_NULL, s->comm, &s->win);
	wrong = wrong || run_kind(s, "create", set);
	MPI_Win_free(&s->win);
	free(s->memory);
	free(s->old);
	free(s->data);
	return wrong;
}

int main(int argc, char **argv)
{
	struct settings settings = {.min = 8, .max = 1 << 20, .budget = 0.1};
	struct side side = {.comm = MPI_COMM_NULL};
	int status = 1;

	MPI_Init(&argc, &argv);
	if (parse_settings(&settings, argc, argv,
			   "onesided [OPTION]..., on two ranks\n"
			   "  --run put,get,accumulate,get_accumulate,self_put,both_put,many_puts,"
			   "many_gets,both_many_puts,fetch_and_op,compare_and_swap,lock_put,"
			   "fence_put") < 0)
		goto out;
	if (world_size() < 2 || settings.min < 8 || settings.max > 1 << 30) {
		if (world_rank() == 0)
			fprintf(stderr, "onesided: needs two ranks, and sizes of 8 to 1G\n");
		goto out;
	}
	print_head("onesided: operations that are complete at the target",
		   "operation window bytes median_us min_us samples");
	MPI_Comm_split(MPI_COMM_WORLD, world_rank() < 2 ? 0 : MPI_UNDEFINED, 0, &side.comm);
	status = 0;
	if (side.comm != MPI_COMM_NULL) {
		MPI_Comm_rank(side.comm, &side.rank);
		status = run(&side, &settings);
		MPI_Comm_free(&side.comm);
	}
out:
	MPI_Finalize();
	return status;
}
