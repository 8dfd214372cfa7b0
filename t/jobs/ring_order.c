/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of floating-point numbers have the bits of docs/CARD.md section 7, for the world and for
 * communicators of every second rank and of some ranks in reverse order: each rank gets all
 * operands and adds them itself in that order. -c CARDS: the ranks are spread over this number
 * (default: one each); -l COUNT: elements of the longest vector (default 4). Some vectors are in
 * place; some end between words of 8 bytes, and lie there on every second rank. With and without a
 * request; -p 1: with persistent ones, too.
 */
#include "t/jobs/job.h"

static int cards;

enum how { BLOCKING, ONCE, KEPT };

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

static void fill(const struct operands *o, int element, double *value)
{
	for (int m = 0; m < o->n; m++)
		value[m] = operand(o->world[m], element);
}

static void complete(MPI_Request *request, enum how how)
{
	if (how == KEPT)
		MPI_Start(request);
	if (how != BLOCKING)
		MPI_Wait(request, MPI_STATUS_IGNORE);
	if (how == KEPT)
		MPI_Request_free(request);
}

static void allreduce(const void *in, void *out, int count, MPI_Comm comm, enum how how)
{
	MPI_Request request;

	if (how == BLOCKING)
		MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, comm);
	else if (how == ONCE)
		MPI_Iallreduce(in, out, count, MPI_DOUBLE, MPI_SUM, comm, &request);
	else
		MPI_Allreduce_init(in, out, count, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL,
				   &request);
	complete(&request, how);
}

static void reduce(const void *in, void *out, int count, int root, MPI_Comm comm, enum how how)
{
	MPI_Request request;

	if (how == BLOCKING)
		MPI_Reduce(in, out, count, MPI_FLOAT, MPI_SUM, root, comm);
	else if (how == ONCE)
		MPI_Ireduce(in, out, count, MPI_FLOAT, MPI_SUM, root, comm, &request);
	else
		MPI_Reduce_init(in, out, count, MPI_FLOAT, MPI_SUM, root, comm, MPI_INFO_NULL,
				&request);
	complete(&request, how);
}

/* Behind the results is one element more, which has to stay. */
static void check_doubles(MPI_Comm comm, struct operands *o, int count, enum how how)
{
	double *in = must_alloc((size_t)count * sizeof(*in)), want;
	double *out = must_alloc(((size_t)count + 1) * sizeof(*out));
	int in_place = count % 3 == 0;

	for (int i = 0; i < count; i++)
		out[i] = in[i] = operand(job.rank, i);
	out[count] = 0.5;
	allreduce(in_place ? MPI_IN_PLACE : in, out, count, comm, how);
	for (int i = 0; i < count; i++) {
		fill(o, i, o->value);
		want = double_sum(o);
		check(!memcmp(&out[i], &want, sizeof(want)),
		      "allreduce of %d doubles, element %d: %a, must be %a", count, i, out[i],
		      want);
		want = operand(job.rank, i);
		check(!memcmp(&in[i], &want, sizeof(want)), "operand %d of %d has changed", i,
		      count);
	}
	check(out[count] == 0.5, "allreduce of %d doubles wrote behind them", count);
	free(in);
	free(out);
}

static void check_floats(MPI_Comm comm, struct operands *o, int count, enum how how)
{
	float *in = must_alloc(((size_t)count + 1) * sizeof(*in)), want;
	float *out = must_alloc(((size_t)count + 2) * sizeof(*out));
	int rank, root = count % o->n, skew = (count / 2 + job.rank) % 2;

	MPI_Comm_rank(comm, &rank);
	for (int i = 0; i < count; i++)
		in[i + skew] = (float)operand(job.rank, i);
	out[skew + count] = 0.5f;
	reduce(in + skew, out + skew, count, root, comm, how);
	for (int i = 0; i < count && rank == root; i++) {
		fill(o, i, o->value);
		want = float_sum(o);
		check(!memcmp(&out[i + skew], &want, sizeof(want)),
		      "reduce of %d floats, element %d: %a, must be %a", count, i,
		      (double)out[i + skew], (double)want);
	}
	check(out[skew + count] == 0.5f, "reduce of %d floats wrote behind them", count);
	free(in);
	free(out);
}

/* `ways`: of calling, which take turns. */
static void check_comm(MPI_Comm comm, int count, int ways)
{
	static int turn;
	struct operands o;

	MPI_Comm_size(comm, &o.n);
	MPI_Allgather(&job.rank, 1, MPI_INT, o.world, 1, MPI_INT, comm);
	qsort(o.world, (size_t)o.n, sizeof(int), compare);
	check_doubles(comm, &o, count, (enum how)(turn % ways));
	check_floats(comm, &o, count, (enum how)((turn / ways + turn) % ways));
	turn++;
}

int main(int argc, char **argv)
{
	MPI_Comm half, some;
	int most, ways;

	job_start(&argc, &argv, "ring_order");
	cards = (int)argument(argc, argv, "-c", job.ranks);
	most = (int)argument(argc, argv, "-l", 4);
	ways = argument(argc, argv, "-p", 0) ? KEPT + 1 : ONCE + 1;
	MPI_Comm_split(MPI_COMM_WORLD, job.rank % 2, 0, &half);
	MPI_Comm_split(MPI_COMM_WORLD, job.rank * 7 % 5 < 3, -job.rank, &some);
	for (int count = 1; count <= most; count += 1 + count / 2) {
		check_comm(MPI_COMM_WORLD, count, ways);
		check_comm(half, count, ways);
		check_comm(some, count, ways);
	}
	MPI_Comm_free(&half);
	MPI_Comm_free(&some);
	return job_end();
}
