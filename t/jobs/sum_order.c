/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The doubling order (coll/combine.h): sums of floating-point numbers have the bits of that order,
 * on communicators of 2 ranks to all, short and long, for every reduction, root, in place or not,
 * blocking, non-blocking and persistent. The numbers are such that another order shows.
 */
#include "t/jobs/job.h"

static MPI_Comm comm;
static int rank, ranks;

/* Of very different sizes and both signs. */
static double number(int from, long i)
{
	uint64_t state = (uint64_t)i * 1000003 + (uint64_t)from * 7919 + 1;
	int64_t z = (int64_t)random_next(&state);

	return (double)(z >> 12) / (double)(1ull << (z & 31));
}

/* Virtual ranks v .. v + size - 1 of element i. */
#define TREE(type) \
	static type tree_##type(int v, int size, int extra, long i) \
	{ \
		if (size > 1) \
			return tree_##type(v, size / 2, extra, i) + \
			       tree_##type(v + size / 2, size / 2, extra, i); \
		if (v < extra) \
			return (type)number(2 * v, i) + (type)number(2 * v + 1, i); \
		return (type)number(v + extra, i); \
	}
TREE(double)
TREE(float)

struct vector {
	long count;
	int is_float;
	MPI_Datatype type;
	size_t size; /* bytes of an element */
	char *in, *out, *expected;
};

static struct vector vector_new(long count, int is_float, int shift)
{
	struct vector v = {
		count, is_float, is_float ? MPI_FLOAT : MPI_DOUBLE, is_float ? 4 : 8, NULL,
		NULL,  NULL};
	int pow2 = 1;

	while (pow2 <= ranks / 2)
		pow2 *= 2;
	v.in = (char *)must_alloc(((size_t)count + 1) * v.size) + (size_t)shift * v.size;
	v.out = (char *)must_alloc(((size_t)count + 1) * v.size) + (size_t)shift * v.size;
	v.expected = must_alloc((size_t)count * v.size);
	for (long i = 0; i < count; i++) {
		if (is_float) {
			((float *)v.in)[i] = (float)number(rank, i);
			((float *)v.expected)[i] = tree_float(0, pow2, ranks - pow2, i);
		} else {
			((double *)v.in)[i] = number(rank, i);
			((double *)v.expected)[i] = tree_double(0, pow2, ranks - pow2, i);
		}
	}
	return v;
}

static void vector_free(struct vector *v, int shift)
{
	free(v->in - (size_t)shift * v->size);
	free(v->out - (size_t)shift * v->size);
	free(v->expected);
}

/* `count` elements of the result, from element `first` of the whole on. */
static void check_bits(const struct vector *v, long first, long count, const char *what)
{
	const char *right = v->expected + (size_t)first * v->size;
	long i = 0;

	while (i < count &&
	       !memcmp(v->out + (size_t)i * v->size, right + (size_t)i * v->size, v->size))
		i++;
	check(i >= count, "%s of %ld %ss on %d ranks: element %ld has other bits", what, v->count,
	      v->is_float ? "float" : "double", ranks, i);
}

static void wait_for(MPI_Request *request)
{
	MPI_Wait(request, MPI_STATUS_IGNORE);
}

static const void *operand(struct vector *v, int in_place)
{
	memset(v->out, 0x55, (size_t)v->count * v->size);
	if (!in_place)
		return v->in;
	memcpy(v->out, v->in, (size_t)v->count * v->size);
	return MPI_IN_PLACE;
}

static void allreduces(struct vector *v)
{
	int n = (int)v->count;
	MPI_Request request;

	for (int in_place = 0; in_place < 2; in_place++) {
		MPI_Allreduce(operand(v, in_place), v->out, n, v->type, MPI_SUM, comm);
		check_bits(v, 0, v->count, in_place ? "allreduce in place" : "allreduce");
	}
	MPI_Iallreduce(operand(v, 0), v->out, n, v->type, MPI_SUM, comm, &request);
	wait_for(&request);
	check_bits(v, 0, v->count, "iallreduce");
	MPI_Allreduce_init(operand(v, 0), v->out, n, v->type, MPI_SUM, comm, MPI_INFO_NULL,
			   &request);
	MPI_Start(&request);
	wait_for(&request);
	MPI_Request_free(&request);
	check_bits(v, 0, v->count, "persistent allreduce");
}

static void reduces(struct vector *v, int root)
{
	long count = rank == root ? v->count : 0;
	int n = (int)v->count;
	MPI_Request request;

	for (int in_place = 0; in_place < 2; in_place++) {
		const void *in = operand(v, in_place && rank == root);

		MPI_Reduce(in, v->out, n, v->type, MPI_SUM, root, comm);
		check_bits(v, 0, count, in_place ? "reduce in place" : "reduce");
	}
	MPI_Ireduce(operand(v, 0), v->out, n, v->type, MPI_SUM, root, comm, &request);
	wait_for(&request);
	check_bits(v, 0, count, "ireduce");
}

/* Blocks of very different lengths; the last ranks get the rest. */
static void reduce_scatters(struct vector *v)
{
	int *counts = must_alloc(sizeof(int) * (size_t)ranks), block = (int)(v->count / ranks);
	long left = v->count, first = 0;
	MPI_Request request;

	for (int i = 0; i < ranks; i++) {
		long share = v->count / ranks * (i % 3);

		counts[i] = (int)(i == ranks - 1 || share > left ? left : share);
		left -= counts[i];
		first += i < rank ? counts[i] : 0;
	}
	for (int in_place = 0; in_place < 2; in_place++) {
		MPI_Reduce_scatter(operand(v, in_place), v->out, counts, v->type, MPI_SUM, comm);
		check_bits(v, first, counts[rank],
			   in_place ? "reduce_scatter in place" : "reduce_scatter");
	}
	MPI_Ireduce_scatter(operand(v, 0), v->out, counts, v->type, MPI_SUM, comm, &request);
	wait_for(&request);
	check_bits(v, first, counts[rank], "ireduce_scatter");
	MPI_Reduce_scatter_block(operand(v, 0), v->out, block, v->type, MPI_SUM, comm);
	check_bits(v, (long)rank * block, block, "reduce_scatter_block");
	free(counts);
}

static void all_lengths(void)
{
	static const long counts[] = {1, 1, 2, 7, 60, 513, 3000, 20000, 70001, 300001};

	for (int n = 0; n < (int)(sizeof counts / sizeof counts[0]); n++) {
		/* The longest are there for the chunks and laps that they are cut into. */
		int is_float = n % 2, shift = n % 3 == 1;
		struct vector v = vector_new(counts[n], is_float, shift);

		for (int i = 0; i < 6; i++) /* until shared memory is used */
			MPI_Barrier(comm);
		allreduces(&v);
		reduces(&v, n % ranks);
		reduces(&v, ranks - 1);
		reduce_scatters(&v);
		vector_free(&v, shift);
	}
}

int main(int argc, char **argv)
{
	long fewest;

	job_start(&argc, &argv, "sum_order");
	fewest = argument(argc, argv, "-f", 2);
	for (ranks = (int)fewest; ranks <= job.ranks; ranks++) {
		MPI_Comm_split(MPI_COMM_WORLD, job.rank < ranks ? 0 : MPI_UNDEFINED, 0, &comm);
		if (comm == MPI_COMM_NULL)
			continue;
		MPI_Comm_rank(comm, &rank);
		all_lengths();
		MPI_Comm_free(&comm);
	}
	return job_end();
}
