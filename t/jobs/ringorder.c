/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of floating-point numbers have the bits that docs/CARD.md section 7 says, for the world and
 * for communicators of every second rank and of some ranks in reverse order: each rank gets all
 * operands and adds them itself in that order. -c CARDS: the ranks are spread over so many
 * (default: one each); -l COUNT: elements of the longest vector (default 4).
 */
#include "t/jobs/job.h"

static int cards;

/* Card of a world rank, as mpirun --ring-cards spreads them (rondo(7)). */
static int card_of(int world)
{
	return (int)((long)world * (cards < job.ranks ? cards : job.ranks) / job.ranks);
}

/* Members by world rank: their operands, element by element. */
struct operands {
	int n;
	int world[256];
	double value[256];
};

static double sum_of_card(const struct operands *o, int *at)
{
	int card = card_of(o->world[*at]);
	double sum = o->value[(*at)++];

	while (*at < o->n && card_of(o->world[*at]) == card)
		sum = sum + o->value[(*at)++];
	return sum;
}

static float float_of_card(const struct operands *o, int *at)
{
	int card = card_of(o->world[*at]);
	float sum = (float)o->value[(*at)++];

	while (*at < o->n && card_of(o->world[*at]) == card)
		sum = sum + (float)o->value[(*at)++];
	return sum;
}

#define ORDERED(name, type, of_card) \
	static type name(const struct operands *o) \
	{ \
		type x[256] = {0}, left, right; \
		int n = 0, arm; \
\
		for (int at = 0; at < o->n;) \
			x[n++] = of_card(o, &at); \
		arm = (n - 1) / 2; \
		right = x[arm]; \
		for (int i = arm - 1; i >= 0; i--) \
			right = right + x[i]; \
		if (n == 1) \
			return right; \
		left = x[arm + 1]; \
		for (int i = arm + 2; i < n; i++) \
			left = left + x[i]; \
		return left + right; \
	}
ORDERED(double_sum, double, sum_of_card)
ORDERED(float_sum, float, float_of_card)

/* Numbers whose sum depends on the order. */
static double operand(int world, int element)
{
	uint64_t state = (uint64_t)world * 1000003 + (uint64_t)element;
	double x = (double)(int64_t)random_next(&state) / 9.3e18;

	return random_below(&state, 3) ? x : x * 1e17;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void check_comm(MPI_Comm comm, int count)
{
	double *dsum = must_alloc((size_t)count * sizeof(*dsum)), *d = must_alloc((size_t)count * sizeof(*d));
	float *fsum = must_alloc((size_t)count * sizeof(*fsum)), *f = must_alloc((size_t)count * sizeof(*f));
	struct operands o;
	int rank, root;

	MPI_Comm_size(comm, &o.n);
	MPI_Comm_rank(comm, &rank);
	MPI_Allgather(&job.rank, 1, MPI_INT, o.world, 1, MPI_INT, comm);
	qsort(o.world, (size_t)o.n, sizeof(int), compare);
	root = count % o.n;
	for (int i = 0; i < count; i++)
		f[i] = (float)(d[i] = operand(job.rank, i));
	MPI_Allreduce(d, dsum, count, MPI_DOUBLE, MPI_SUM, comm);
	MPI_Reduce(f, fsum, count, MPI_FLOAT, MPI_SUM, root, comm);
	for (int i = 0; i < count; i++) {
		double dwant;
		float fwant;

		for (int m = 0; m < o.n; m++)
			o.value[m] = operand(o.world[m], i);
		dwant = double_sum(&o);
		fwant = float_sum(&o);
		check(!memcmp(&dsum[i], &dwant, sizeof(dwant)),
		      "allreduce of %d doubles, element %d: %a, must be %a", count, i, dsum[i], dwant);
		if (rank == root)
			check(!memcmp(&fsum[i], &fwant, sizeof(fwant)),
			      "reduce of %d floats, element %d: %a, must be %a", count, i,
			      (double)fsum[i], (double)fwant);
	}
	free(dsum);
	free(d);
	free(fsum);
	free(f);
}

int main(int argc, char **argv)
{
	MPI_Comm half, some;
	int most;

	job_start(&argc, &argv, "ringorder");
	cards = (int)argument(argc, argv, "-c", job.ranks);
	most = (int)argument(argc, argv, "-l", 4);
	MPI_Comm_split(MPI_COMM_WORLD, job.rank % 2, 0, &half);
	MPI_Comm_split(MPI_COMM_WORLD, job.rank * 7 % 5 < 3, -job.rank, &some);
	for (int count = 1; count <= most; count += 1 + count / 2) {
		check_comm(MPI_COMM_WORLD, count);
		check_comm(half, count);
		check_comm(some, count);
	}
	MPI_Comm_free(&half);
	MPI_Comm_free(&some);
	return job_end();
}
