/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Time of a collective operation over its size, on all ranks of the job.  Prints one line for
 * each operation and size: name, bytes, median and minimum of the slowest rank's time in
 * microseconds.  Bytes are those of a block (gather, scatter, allgather, alltoall: one block for
 * each rank) or of each rank's vector (bcast, reductions).  Every result is checked before and
 * after its timed section.
 *
 *     mpicc -O2 bench/collectives.c -o collectives && mpirun -n 4 ./collectives --run bcast,scan
 */
#include "measure.h"

struct job {
	int rank, ranks;
	int count;  /* elements of a block or vector */
	int *parts; /* [ranks] elements that each rank gets from reduce_scatter */
	float *in;  /* [ranks][count] */
	float *out; /* [ranks][count] */
};

struct operation {
	const char *name;
	void (*call)(struct job *);
	float (*expected)(const struct job *, size_t n); /* element n of out */
	size_t (*results)(const struct job *);           /* elements of out that are defined */
	int blocks;                                      /* in and out have a block for each rank */
};

/* Small whole numbers: their sums are exact in any order. */
static float value(int rank, size_t n)
{
	return (float)(((size_t)rank * 5 + n * 3) % 31);
}

static float sum_to(int ranks, size_t n)
{
	float sum = 0;

	for (int rank = 0; rank < ranks; rank++)
		sum += value(rank, n);
	return sum;
}

static size_t none(const struct job *j)
{
	(void)j;
	return 0;
}

static size_t vector(const struct job *j)
{
	return (size_t)j->count;
}

static size_t all_blocks(const struct job *j)
{
	return (size_t)j->count * (size_t)j->ranks;
}

static size_t vector_at_root(const struct job *j)
{
	return j->rank == 0 ? vector(j) : 0;
}

static size_t blocks_at_root(const struct job *j)
{
	return j->rank == 0 ? all_blocks(j) : 0;
}

static size_t own_part(const struct job *j)
{
	return (size_t)j->parts[j->rank];
}

static float from_root(const struct job *j, size_t n)
{
	(void)j;
	return value(0, n);
}

static float from_each(const struct job *j, size_t n)
{
	return value((int)(n / (size_t)j->count), n % (size_t)j->count);
}

static float block_of_root(const struct job *j, size_t n)
{
	return value(0, (size_t)j->rank * (size_t)j->count + n);
}

static float block_of_each(const struct job *j, size_t n)
{
	size_t count = (size_t)j->count;

	return value((int)(n / count), (size_t)j->rank * count + n % count);
}

static float sum_of_all(const struct job *j, size_t n)
{
	return sum_to(j->ranks, n);
}

static float sum_of_part(const struct job *j, size_t n)
{
	for (int rank = 0; rank < j->rank; rank++)
		n += (size_t)j->parts[rank];
	return sum_to(j->ranks, n);
}

static float sum_so_far(const struct job *j, size_t n)
{
	return sum_to(j->rank + 1, n);
}

static void barrier(struct job *j)
{
	(void)j;
	MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(struct job *j)
{
	MPI_Bcast(j->rank == 0 ? j->in : j->out, j->count, MPI_FLOAT, 0, MPI_COMM_WORLD);
}

static void gather(struct job *j)
{
	MPI_Gather(j->in, j->count, MPI_FLOAT, j->out, j->count, MPI_FLOAT, 0, MPI_COMM_WORLD);
}

static void scatter(struct job *j)
{
	MPI_Scatter(j->in, j->count, MPI_FLOAT, j->out, j->count, MPI_FLOAT, 0, MPI_COMM_WORLD);
}

static void allgather(struct job *j)
{
	MPI_Allgather(j->in, j->count, MPI_FLOAT, j->out, j->count, MPI_FLOAT, MPI_COMM_WORLD);
}

static void alltoall(struct job *j)
{
	MPI_Alltoall(j->in, j->count, MPI_FLOAT, j->out, j->count, MPI_FLOAT, MPI_COMM_WORLD);
}

static void reduce(struct job *j)
{
	MPI_Reduce(j->in, j->out, j->count, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(struct job *j)
{
	MPI_Allreduce(j->in, j->out, j->count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_scatter(struct job *j)
{
	MPI_Reduce_scatter(j->in, j->out, j->parts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void scan(struct job *j)
{
	MPI_Scan(j->in, j->out, j->count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

/* The root of a broadcast has nothing to receive. */
static size_t bcast_results(const struct job *j)
{
	return j->rank == 0 ? 0 : vector(j);
}

static const struct operation operations[] = {
	{"barrier", barrier, from_root, none, 0},
	{"bcast", bcast, from_root, bcast_results, 0},
	{"gather", gather, from_each, blocks_at_root, 1},
	{"scatter", scatter, block_of_root, vector, 1},
	{"allgather", allgather, from_each, all_blocks, 1},
	{"alltoall", alltoall, block_of_each, all_blocks, 1},
	{"reduce", reduce, sum_of_all, vector_at_root, 0},
	{"allreduce", allreduce, sum_of_all, vector, 0},
	{"reduce_scatter", reduce_scatter, sum_of_part, own_part, 0},
	{"scan", scan, sum_so_far, vector, 0},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

struct call {
	struct job *job;
	const struct operation *operation;
};

static void repeat(void *context, long count)
{
	const struct call *c = context;

	for (long n = 0; n < count; n++)
		c->operation->call(c->job);
}

static int verify(const struct call *c)
{
	const struct job *j = c->job;
	size_t room = all_blocks(j), results = c->operation->results(j);
	int wrong = 0;

	for (size_t n = 0; n < room; n++)
		j->out[n] = -1;
	c->operation->call(c->job);
	for (size_t n = 0; n < results && !wrong; n++) {
		float expected = c->operation->expected(j, n);

		wrong = j->out[n] != expected;
		if (wrong)
			fprintf(stderr,
				"rank %d: WRONG DATA: %s of %d floats: element %zu is %g, "
				"must be %g\n",
				j->rank, c->operation->name, j->count, n, (double)j->out[n],
				(double)expected);
	}
	return anywhere(wrong, MPI_COMM_WORLD);
}

static int run_size(struct call *c, size_t bytes, double budget)
{
	static struct samples samples;
	struct job *j = c->job;
	double mid;

	j->count = (int)(bytes / sizeof(float));
	for (int rank = 0; rank < j->ranks; rank++)
		j->parts[rank] = j->count / j->ranks + (rank < j->count % j->ranks);
	for (size_t n = 0; n < all_blocks(j); n++)
		j->in[n] = value(j->rank, n);
	if (verify(c))
		return 1;
	measure(&samples, budget, repeat, c, MPI_COMM_WORLD);
	if (verify(c))
		return 1;
	if (j->rank == 0) {
		mid = median(&samples);
		printf("%-14s %10zu %12.4f %12.4f %8d\n", c->operation->name, bytes, mid * 1e6,
		       samples.second[0] * 1e6, samples.count);
		fflush(stdout);
	}
	return 0;
}

/* Is it one of the comma-separated names? */
static int chosen(const char *names, const char *name)
{
	size_t length = strlen(name);

	while (names) {
		if (strncmp(names, name, length) == 0 &&
		    (names[length] == ',' || names[length] == 0))
			return 1;
		names = strchr(names, ',');
		names += names != NULL;
	}
	return 0;
}

/* Every name must be that of an operation: a misspelt one would measure nothing. */
static int check_names(const char *names)
{
	int wanted = names != NULL, found = 0;

	for (const char *c = names; c && *c; c++)
		wanted += *c == ',';
	for (int n = 0; n < OPERATIONS; n++)
		found += chosen(names, operations[n].name);
	if (found == wanted)
		return 0;
	if (world_rank() == 0) {
		fprintf(stderr, "collectives: --run %s: the names are", names);
		for (int n = 0; n < OPERATIONS; n++)
			fprintf(stderr, " %s", operations[n].name);
		fprintf(stderr, "\n");
	}
	return -1;
}

static int run_operation(struct job *j, const struct operation *o, const struct settings *s)
{
	struct call call = {.job = j, .operation = o};
	int wrong = 0;

	if (o->results == none)
		return run_size(&call, 0, s->budget);
	for (size_t bytes = s->min; bytes <= s->max && !wrong; bytes = bytes ? bytes * 2 : 4)
		wrong = run_size(&call, bytes, s->budget);
	return wrong;
}

static int run(const struct settings *s)
{
	struct job job = {.rank = world_rank(), .ranks = world_size()};
	size_t room = s->max * (size_t)job.ranks;
	int wrong = 0;

	job.in = must_alloc(room);
	job.out = must_alloc(room);
	job.parts = must_alloc((size_t)job.ranks * sizeof *job.parts);
	for (int n = 0; n < OPERATIONS && !wrong; n++)
		if (!s->which || chosen(s->which, operations[n].name))
			wrong = run_operation(&job, &operations[n], s);
	free(job.in);
	free(job.out);
	free(job.parts);
	return wrong;
}

int main(int argc, char **argv)
{
	struct settings settings = {.min = 4, .max = 1 << 20, .budget = 0.05};
	int status = 1;

	MPI_Init(&argc, &argv);
	if (parse_settings(&settings, argc, argv, "collectives [--run NAME,...] [OPTION]...") < 0 ||
	    check_names(settings.which) < 0)
		goto out;
	if ((settings.min && settings.min < 4) || settings.max > 1 << 30) {
		if (world_rank() == 0)
			fprintf(stderr, "collectives: sizes are 0, and 4 to 1G\n");
		goto out;
	}
	print_head("collectives: slowest rank's time of a call",
		   "operation bytes median_us min_us samples");
	status = run(&settings);
out:
	MPI_Finalize();
	return status;
}
