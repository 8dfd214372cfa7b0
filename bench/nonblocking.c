/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Time of a non-blocking collective and its MPI_Wait beside that of its blocking twin. Batches of
 * both are carried out in turn, so that a change of the machine's speed meets both. Prints one line
 * for each operation and size: name, bytes, medians of the slowest rank's time in microseconds of
 * the blocking call and of the other, and the median of their ratios in pairs of batches. Bytes are
 * those of a vector, of alltoall those of a block. Every result is checked.
 *
 *     mpicc -O2 bench/nonblocking.c -o nonblocking && mpirun -n 4 ./nonblocking --run barrier,bcast
 */
#include "measure.h"

struct job {
	int rank, ranks;
	int count; /* doubles of a vector or block */
	double *in, *out;
};

struct operation {
	const char *name;
	void (*now)(struct job *);
	void (*begin)(struct job *, MPI_Request *);
	double (*expected)(const struct job *, int n); /* element n of out; NULL: no data */
	int sized, blocks;
};

static double value(int rank, int n)
{
	return rank * 5 + n * 3 % 31;
}

static double of_root(const struct job *j, int n)
{
	(void)j;
	return value(0, n);
}

static double sum(const struct job *j, int n)
{
	double total = 0;

	for (int rank = 0; rank < j->ranks; rank++)
		total += value(rank, n);
	return total;
}

static double block(const struct job *j, int n)
{
	return value(n / j->count, j->rank * j->count + n % j->count);
}

static void barrier(struct job *j)
{
	(void)j;
	MPI_Barrier(MPI_COMM_WORLD);
}

static void ibarrier(struct job *j, MPI_Request *req)
{
	(void)j;
	MPI_Ibarrier(MPI_COMM_WORLD, req);
}

static void *bcast_buffer(struct job *j)
{
	return j->rank == 0 ? j->in : j->out;
}

static void bcast(struct job *j)
{
	MPI_Bcast(bcast_buffer(j), j->count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void ibcast(struct job *j, MPI_Request *req)
{
	MPI_Ibcast(bcast_buffer(j), j->count, MPI_DOUBLE, 0, MPI_COMM_WORLD, req);
}

static void allreduce(struct job *j)
{
	MPI_Allreduce(j->in, j->out, j->count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void iallreduce(struct job *j, MPI_Request *req)
{
	MPI_Iallreduce(j->in, j->out, j->count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, req);
}

static void alltoall(struct job *j)
{
	MPI_Alltoall(j->in, j->count, MPI_DOUBLE, j->out, j->count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void ialltoall(struct job *j, MPI_Request *req)
{
	MPI_Ialltoall(j->in, j->count, MPI_DOUBLE, j->out, j->count, MPI_DOUBLE, MPI_COMM_WORLD,
		      req);
}

static const struct operation operations[] = {
	{"barrier", barrier, ibarrier, NULL, 0, 0},
	{"bcast", bcast, ibcast, of_root, 1, 0},
	{"allreduce", allreduce, iallreduce, sum, 1, 0},
	{"alltoall", alltoall, ialltoall, block, 1, 1},
	{NULL, NULL, NULL, NULL, 0, 0},
};

struct run {
	const struct operation *op;
	struct job *job;
};

static void run_now(void *context, long count)
{
	struct run *run = context;

	while (count--)
		run->op->now(run->job);
}

static void run_begun(void *context, long count)
{
	struct run *run = context;
	MPI_Request req;

	while (count--) {
		run->op->begin(run->job, &req);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
	}
}

static int elements(const struct run *run)
{
	return run->op->blocks ? run->job->count * run->job->ranks : run->job->count;
}

static void check(const struct run *run, const char *how)
{
	struct job *j = run->job;

	for (int n = 0; run->op->expected && n < elements(run); n++) {
		if (run->op->expected == of_root && j->rank == 0)
			return;
		if (j->out[n] != run->op->expected(j, n)) {
			fprintf(stderr, "rank %d: WRONG DATA: %s %s of %d elements: %d\n", j->rank,
				how, run->op->name, j->count, n);
			MPI_Abort(MPI_COMM_WORLD, 1);
		}
		j->out[n] = -1;
	}
}

static double timed(measured_fn *call, struct run *run, long batch)
{
	double begin, mine, most;

	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	call(run, batch);
	mine = (MPI_Wtime() - begin) / (double)batch;
	MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return most;
}

/* Pairs of batches, in alternating order. */
static void compare(struct run *run, double budget)
{
	static struct samples now, begun, ratio;
	double each = estimate(run_now, run, MPI_COMM_WORLD);
	long batch = each < 5e-5 ? (long)(5e-5 / each) + 1 : 1;
	double pairs = budget / (each * (double)batch) / 2;

	check(run, "blocking");
	estimate(run_begun, run, MPI_COMM_WORLD);
	check(run, "non-blocking");
	now.count = pairs < SAMPLES_MIN   ? SAMPLES_MIN
		    : pairs > SAMPLES_MAX ? SAMPLES_MAX
					  : (int)pairs;
	begun.count = ratio.count = now.count;
	for (int i = 0; i < now.count; i++) {
		if (i % 2)
			begun.second[i] = timed(run_begun, run, batch);
		now.second[i] = timed(run_now, run, batch);
		if (i % 2 == 0)
			begun.second[i] = timed(run_begun, run, batch);
		ratio.second[i] = begun.second[i] / now.second[i];
	}
	check(run, "last");
	if (run->job->rank == 0)
		printf("%-10s %9zu %10.2f %10.2f %8.2f\n", run->op->name,
		       (size_t)run->job->count * sizeof(double), median(&now) * 1e6,
		       median(&begun) * 1e6, median(&ratio));
	fflush(stdout);
}

static int is_chosen(const char *which, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = which; at && (at = strstr(at, name)); at += len)
		if ((at == which || at[-1] == ',') && (!at[len] || at[len] == ','))
			return 1;
	return !which;
}

/* 8 times as much; the last one is `most`. */
static size_t next_of(size_t bytes, size_t most)
{
	return bytes < most && bytes * 8 > most ? most : bytes * 8;
}

static void run_sizes(const struct operation *op, struct job *j, const struct settings *s)
{
	struct run run = {op, j};

	for (size_t bytes = s->min; bytes <= s->max; bytes = next_of(bytes, s->max)) {
		j->count = op->sized ? (int)(bytes / sizeof(double)) : 0;
		compare(&run, s->budget);
		if (!op->sized)
			break;
	}
}

int main(int argc, char **argv)
{
	struct settings s = {.min = 8, .max = 1 << 20, .budget = 0.2};
	struct job j;

	MPI_Init(&argc, &argv);
	if (parse_settings(&s, argc, argv, "nonblocking [--run NAMES] [-m BYTES] [-M BYTES]") ||
	    s.min < sizeof(double)) {
		MPI_Finalize();
		return 2;
	}
	j.rank = world_rank();
	j.ranks = world_size();
	j.in = must_alloc(s.max * (size_t)j.ranks);
	j.out = must_alloc(s.max * (size_t)j.ranks);
	for (int n = 0; n < (int)(s.max / sizeof(double)) * j.ranks; n++)
		j.in[n] = value(j.rank, n);
	print_head("nonblocking", "operation, bytes, blocking [us], non-blocking [us], ratio");
	for (const struct operation *op = operations; op->name; op++)
		if (is_chosen(s.which, op->name))
			run_sizes(op, &j, &s);
	free(j.in);
	free(j.out);
	MPI_Finalize();
	return 0;
}
