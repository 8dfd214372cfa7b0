/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jacobi's method for a dense system of linear equations, the unknowns divided among the ranks.
 * In every step each rank computes its part of the new solution and broadcasts it to all others;
 * the largest change is reduced, and the ranks stop together.  The matrix is diagonally dominant
 * and made so that the solution is known, which is checked at the end.
 *
 *     mpicc -O3 jacobi.c -o jacobi -lm && mpirun -n 4 ./jacobi -n 1024
 *
 * Rank 0 first solves the system alone, to print the speed-up.  Every row is summed by one rank
 * in one order, so that all numbers of ranks give the same bits.
 */
#include <mpi.h>

#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 8 };

struct options {
	int unknowns;
	int steps;        /* at most */
	double tolerance; /* stop when no unknown changes by more */
	int speedup;      /* solve on one rank, too */
};

/* The rows first .. first + rows - 1 of the system, and all of the solution. */
struct part {
	MPI_Comm comm;
	int rank, ranks, unknowns, first, rows;
	double *matrix;   /* [rows][unknowns], without the diagonal (0 there) */
	double *diagonal; /* [rows] */
	double *right;    /* [rows] */
	double *x;        /* [unknowns] */
	double *next;     /* [rows] */
};

struct outcome {
	int steps;
	double change;           /* in the last step */
	double error;            /* largest distance to the known solution, over all ranks */
	double seconds, waiting; /* waiting: in broadcasts and reductions */
};

static void usage(FILE *to)
{
	fprintf(to,
		"usage: jacobi [-n UNKNOWNS] [-e TOLERANCE] [-s STEPS] [--no-speedup]\n"
		"  -n, --unknowns N       size of the system (default 1024)\n"
		"  -e, --tolerance E      stop when no unknown changes by more (default 1e-10)\n"
		"  -s, --steps N          give up after N steps (default 10000)\n"
		"  -1, --no-speedup       do not solve it on one rank first\n"
		"  -h, --help             this text\n");
}

/* Returns 0 to go on, 1 after the help text, -1 for invalid arguments. */
static int parse(struct options *o, int argc, char **argv)
{
	static const struct option names[] = {
		{"unknowns", required_argument, NULL, 'n'},
		{"tolerance", required_argument, NULL, 'e'},
		{"steps", required_argument, NULL, 's'},
		{"no-speedup", no_argument, NULL, '1'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int letter, good = 1;
	char rest;

	*o = (struct options){.unknowns = 1024, .steps = 10000, .tolerance = 1e-10, .speedup = 1};
	opterr = 0;
	while ((letter = getopt_long(argc, argv, "n:e:s:1h", names, NULL)) != -1)
		switch (letter) {
		case 'n':
			good &= sscanf(optarg, "%d%c", &o->unknowns, &rest) == 1;
			break;
		case 'e':
			good &= sscanf(optarg, "%lf%c", &o->tolerance, &rest) == 1;
			break;
		case 's':
			good &= sscanf(optarg, "%d%c", &o->steps, &rest) == 1;
			break;
		case '1':
			o->speedup = 0;
			break;
		case 'h':
			return 1;
		default:
			good = 0;
		}
	good &= optind == argc && o->unknowns > 0 && o->steps > 0 && o->tolerance > 0;
	return good ? 0 : -1;
}

static int first_row(int unknowns, int rank, int ranks)
{
	return (int)((int64_t)unknowns * rank / ranks);
}

/* An off-diagonal element, between 0.1 and 1, the same wherever it is computed. */
static double element(int row, int column)
{
	uint32_t bits = (uint32_t)row * 2654435761u ^ ((uint32_t)column * 2246822519u + 374761393u);

	bits ^= bits >> 15;
	bits *= 2654435761u;
	bits ^= bits >> 13;
	return 0.1 + 0.9 * (double)(bits >> 8) / (double)(1 << 24);
}

static double solution(int unknown)
{
	return 1.0 + (unknown % 17) / 16.0;
}

/* The diagonal is 10/9 of the sum of its row, so that each step leaves 0.9 of the error. */
static void fill_row(struct part *s, int row)
{
	double *a = s->matrix + (size_t)row * (size_t)s->unknowns, sum = 0, right = 0;
	int global = s->first + row;

	for (int n = 0; n < s->unknowns; n++) {
		a[n] = n == global ? 0 : element(global, n);
		sum += a[n];
		right += a[n] * solution(n);
	}
	s->diagonal[row] = sum > 0 ? sum / 0.9 : 1;
	s->right[row] = right + s->diagonal[row] * solution(global);
}

static void close_part(struct part *s)
{
	free(s->matrix);
	free(s->diagonal);
	free(s->right);
	free(s->x);
	free(s->next);
}

static int open_part(struct part *s, MPI_Comm comm, int unknowns)
{
	size_t rows;
	int failed, any;

	*s = (struct part){.comm = comm, .unknowns = unknowns};
	MPI_Comm_rank(comm, &s->rank);
	MPI_Comm_size(comm, &s->ranks);
	s->first = first_row(unknowns, s->rank, s->ranks);
	s->rows = first_row(unknowns, s->rank + 1, s->ranks) - s->first;
	rows = (size_t)s->rows + 1; /* a rank may have none, and malloc(0) may return NULL */
	s->matrix = malloc(rows * (size_t)unknowns * sizeof(double));
	s->diagonal = malloc(rows * sizeof(double));
	s->right = malloc(rows * sizeof(double));
	s->next = malloc(rows * sizeof(double));
	s->x = calloc((size_t)unknowns, sizeof(double));
	failed = !s->matrix || !s->diagonal || !s->right || !s->next || !s->x;
	MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_LOR, comm);
	if (any) {
		if (failed)
			fprintf(stderr, "jacobi: rank %d: no memory for %d rows of %d unknowns\n",
				s->rank, s->rows, unknowns);
		close_part(s);
		return -1;
	}
	for (int row = 0; row < s->rows; row++)
		fill_row(s, row);
	return 0;
}

/* In lanes, because a compiler may not reorder a sum and would add one product at a time. */
static double dot(const double *a, const double *x, int count)
{
	double lane[LANES] = {0}, sum = 0;
	int n = 0;

	for (; n + LANES <= count; n += LANES)
		for (int l = 0; l < LANES; l++)
			lane[l] += a[n + l] * x[n + l];
	for (; n < count; n++)
		sum += a[n] * x[n];
	for (int l = 0; l < LANES; l++)
		sum += lane[l];
	return sum;
}

/* This rank's part of the next solution; returns the largest change in it. */
static double advance(struct part *s)
{
	double change = 0;

	for (int row = 0; row < s->rows; row++) {
		const double *a = s->matrix + (size_t)row * (size_t)s->unknowns;

		s->next[row] = (s->right[row] - dot(a, s->x, s->unknowns)) / s->diagonal[row];
		change = fmax(change, fabs(s->next[row] - s->x[s->first + row]));
	}
	for (int row = 0; row < s->rows; row++)
		s->x[s->first + row] = s->next[row];
	return change;
}

static void share(struct part *s)
{
	for (int root = 0; root < s->ranks; root++) {
		int first = first_row(s->unknowns, root, s->ranks);
		int rows = first_row(s->unknowns, root + 1, s->ranks) - first;

		MPI_Bcast(s->x + first, rows, MPI_DOUBLE, root, s->comm);
	}
}

static double worst_error(const struct part *s)
{
	double mine = 0, worst;

	for (int n = 0; n < s->unknowns; n++) {
		double error = fabs(s->x[n] - solution(n));

		mine = error <= mine ? mine : error; /* a NaN is kept */
	}
	MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, s->comm);
	return worst;
}

static void solve(struct part *s, const struct options *o, struct outcome *out)
{
	double start, computed, mine;

	*out = (struct outcome){.change = INFINITY};
	MPI_Barrier(s->comm);
	start = MPI_Wtime();
	while (out->steps < o->steps && out->change > o->tolerance) {
		mine = advance(s);
		computed = MPI_Wtime();
		share(s);
		MPI_Allreduce(&mine, &out->change, 1, MPI_DOUBLE, MPI_MAX, s->comm);
		out->waiting += MPI_Wtime() - computed;
		out->steps++;
	}
	out->seconds = MPI_Wtime() - start;
	out->error = worst_error(s);
}

/* The remaining error is at most nine times the last change (see fill_row), plus a few roundings of
 * numbers up to 2. */
static int check(const struct options *o, const struct outcome *out, int rank)
{
	if (!(out->change <= o->tolerance)) {
		if (rank == 0)
			fprintf(stderr, "jacobi: WRONG: no convergence: changed by %g in step %d\n",
				out->change, out->steps);
		return -1;
	}
	if (!(out->error <= 10 * o->tolerance + 1e-13)) {
		if (rank == 0)
			fprintf(stderr, "jacobi: WRONG: the solution is off by %g\n", out->error);
		return -1;
	}
	return 0;
}

static void report(const struct part *s, const struct outcome *out, double alone)
{
	double sum = 0;

	for (int n = 0; n < s->unknowns; n++)
		sum += s->x[n];
	printf("Jacobi, %d unknowns, ranks: %d\n", s->unknowns, s->ranks);
	printf("steps: %d\nsum of the solution: %.12f\n", out->steps, sum);
	printf("largest error: %.3e\n", out->error);
	printf("time: %.6f s, of it in broadcasts and reductions %.6f s\n", out->seconds,
	       out->waiting);
	if (alone > 0)
		printf("on one rank: %.6f s, speed-up %.2f\n", alone, alone / out->seconds);
}

/* Solves it on the communicator; returns the seconds, or -1 after an error. */
static double solve_on(MPI_Comm comm, const struct options *o, double alone)
{
	struct part part;
	struct outcome out;
	int good;

	if (open_part(&part, comm, o->unknowns) < 0)
		return -1;
	solve(&part, o, &out);
	good = check(o, &out, part.rank) == 0;
	if (good && part.rank == 0 && alone >= 0)
		report(&part, &out, alone);
	close_part(&part);
	return good ? out.seconds : -1;
}

static int run(const struct options *o, int rank)
{
	double alone = 0;

	if (o->speedup && rank == 0)
		alone = solve_on(MPI_COMM_SELF, o, -1);
	MPI_Bcast(&alone, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	if (alone < 0)
		return 1;
	return solve_on(MPI_COMM_WORLD, o, alone) < 0;
}

int main(int argc, char **argv)
{
	struct options options;
	int rank, parsed, status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	parsed = parse(&options, argc, argv);
	if (parsed == 0)
		status = run(&options, rank);
	else
		status = parsed < 0;
	if (parsed != 0 && rank == 0)
		usage(parsed < 0 ? stderr : stdout);
	MPI_Finalize();
	return status;
}
