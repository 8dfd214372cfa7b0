/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The Himeno benchmark on a process grid: point Jacobi iterations for the pressure of an
 * incompressible fluid, 19-point stencil, single precision, limited by memory bandwidth inside
 * a rank and by halo exchange between ranks.  It prints MFLOPS (34 operations a point), the
 * residual "gosa", and where the time went, and fails when the residual is not the known one.
 *
 *     mpicc -O3 himeno.c -o himeno && mpirun -n 4 ./himeno -s S
 *
 * Sizes are the published ones.  Like the published program, the arrays are declared with
 * 65 x 65 x 129 elements (size S), 64 x 64 x 128 of them are the mesh, and the outermost layer
 * of these is the fixed boundary.
 */
#include <mpi.h>

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Before a loop whose iterations access different elements, even if pointers alias for the
 * compiler. */
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#pragma GCC optimize("O3") /* so that a plain -O2 vectorises, too */
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif

enum { AXES = 3, LANES = 8, CHECKED = 100 /* iterations after which gosa is known */ };

static const float omega = 0.8f;

struct size {
	const char *name;
	int declared[AXES]; /* i, j, k, as published */
	float gosa;         /* after CHECKED iterations on one rank; 0: not known */
	float tolerance;    /* relative; fused multiply-add rounds otherwise: M 1.3e-4, L 3.3e-4 */
};

static const struct size sizes[] = {
	{"XS", {33, 33, 65}, 2.317159e-03f, 1e-4f},
	{"S", {65, 65, 129}, 2.147505e-03f, 1e-4f},
	{"M", {129, 129, 257}, 1.384432e-03f, 5e-4f},
	{"L", {257, 257, 513}, 7.807692e-04f, 1e-3f},
	{"XL", {513, 513, 1025}, 0, 0},
};

struct options {
	const struct size *size;
	int dims[AXES];  /* process grid; 0: choose */
	long iterations; /* 0: calibrate */
	double seconds;  /* to calibrate for */
};

struct clock { /* seconds of this rank */
	double compute, halo, reduce;
};

/* One rank's block of the mesh.  Arrays have the shape [cells[0]][cells[1]][cells[2]]: the
 * points this rank computes and one layer around them. */
struct mesh {
	MPI_Comm cart;
	int rank;
	int global[AXES]; /* mesh points with boundary */
	int dims[AXES], coords[AXES];
	int first[AXES]; /* global index of local index 0 */
	int cells[AXES];
	size_t points;     /* cells[0] * cells[1] * cells[2] */
	size_t row, plane; /* elements from j to j + 1, from i to i + 1 */
	float *memory;
	float *a[4], *b[3], *c[3], *p, *bnd, *wrk1, *wrk2;
	float *square; /* [cells[2]] squared residuals of one row */
	MPI_Datatype face[AXES];
	int below[AXES], above[AXES]; /* neighbours, MPI_PROC_NULL at the boundary */
};

static void usage(FILE *to)
{
	fprintf(to, "usage: himeno [-s] SIZE [-d I,J,K] [-n ITERATIONS | -t SECONDS]\n"
		    "  -s, --size SIZE        XS, S, M, L or XL (default S)\n"
		    "  -d, --dims I,J,K       process grid (default: chosen by MPI_Dims_create)\n"
		    "  -n, --iterations N     do N iterations\n"
		    "  -t, --time SECONDS     do as many as take about so long (default 60)\n"
		    "  -h, --help             this text\n");
}

static const struct size *find_size(const char *name)
{
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
		if (strcasecmp(sizes[s].name, name) == 0)
			return &sizes[s];
	return NULL;
}

/* Returns 0, or -1 with the reason in why. */
static int set_option(struct options *o, int letter, const char *arg, char *why, size_t room)
{
	char rest;

	switch (letter) {
	case 's':
		o->size = find_size(arg);
		if (o->size)
			return 0;
		snprintf(why, room, "size '%s' is none of XS, S, M, L, XL", arg);
		return -1;
	case 'd':
		if (sscanf(arg, "%d%*1[,x]%d%*1[,x]%d%c", &o->dims[0], &o->dims[1], &o->dims[2],
			   &rest) == 3 &&
		    o->dims[0] > 0 && o->dims[1] > 0 && o->dims[2] > 0)
			return 0;
		snprintf(why, room, "process grid '%s' is not three positive numbers I,J,K", arg);
		return -1;
	case 'n':
		if (sscanf(arg, "%ld%c", &o->iterations, &rest) == 1 && o->iterations > 0)
			return 0;
		snprintf(why, room, "iterations '%s' is not a positive number", arg);
		return -1;
	case 't':
		if (sscanf(arg, "%lf%c", &o->seconds, &rest) == 1 && o->seconds > 0)
			return 0;
		snprintf(why, room, "time '%s' is not a positive number of seconds", arg);
		return -1;
	default:
		snprintf(why, room, "see himeno --help for the options");
		return -1;
	}
}

/* Returns 0 to go on, 1 after the help text, -1 with the reason in why. */
static int parse(struct options *o, int argc, char **argv, char *why, size_t room)
{
	static const struct option names[] = {
		{"size", required_argument, NULL, 's'},
		{"dims", required_argument, NULL, 'd'},
		{"iterations", required_argument, NULL, 'n'},
		{"time", required_argument, NULL, 't'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int letter;

	*o = (struct options){.size = find_size("S"), .seconds = 60};
	opterr = 0;
	while ((letter = getopt_long(argc, argv, "s:d:n:t:h", names, NULL)) != -1) {
		if (letter == 'h')
			return 1;
		if (set_option(o, letter, optarg, why, room) < 0)
			return -1;
	}
	for (; optind < argc; optind++)
		if (set_option(o, 's', argv[optind], why, room) < 0)
			return -1;
	return 0;
}

/* Is the process grid possible for these ranks and this mesh? */
static int check_grid(const struct options *o, const int dims[AXES], int ranks, char *why,
		      size_t room)
{
	if ((long long)dims[0] * dims[1] * dims[2] != ranks) {
		snprintf(why, room, "process grid %d,%d,%d needs %lld ranks, there are %d", dims[0],
			 dims[1], dims[2], (long long)dims[0] * dims[1] * dims[2], ranks);
		return -1;
	}
	for (int x = 0; x < AXES; x++) {
		int inner = o->size->declared[x] - 3;

		if (dims[x] <= inner)
			continue;
		snprintf(why, room, "%d processes along axis %c, but size %s has %d points there",
			 dims[x], "ijk"[x], o -> size -> name, inner);
		return -1;
	}
	return 0;
}

/* Divides the inner points of each axis among the processes along it, as evenly as may be. */
static void divide(struct mesh *m, const struct size *size)
{
	for (int x = 0; x < AXES; x++) {
		long inner;

		m->global[x] = size->declared[x] - 1;
		inner = m->global[x] - 2;
		m->first[x] = (int)(inner * m->coords[x] / m->dims[x]);
		m->cells[x] = (int)(inner * (m->coords[x] + 1) / m->dims[x]) - m->first[x] + 2;
	}
	m->row = (size_t)m->cells[2];
	m->plane = m->row * (size_t)m->cells[1];
	m->points = m->plane * (size_t)m->cells[0];
}

/* All arrays in one piece.  Each begins 17 cache lines further on than a multiple of 4 KiB, so
 * that the 14 streams of the stencil do not meet in the same cache sets. */
static int allocate(struct mesh *m)
{
	float **array[] = {&m->a[0], &m->a[1], &m->a[2], &m->a[3], &m->b[0], &m->b[1], &m->b[2],
			   &m->c[0], &m->c[1], &m->c[2], &m->p,    &m->bnd,  &m->wrk1, &m->wrk2};
	enum { ARRAYS = sizeof array / sizeof array[0] };
	size_t stride = (m->points + 1023) / 1024 * 1024 + 17 * 16; /* elements */
	size_t bytes = (stride * ARRAYS + (size_t)m->cells[2] + 1024) / 1024 * 1024 * sizeof(float);

	m->memory = aligned_alloc(4096, bytes);
	if (!m->memory) {
		fprintf(stderr, "himeno: rank %d: no memory for %zu MiB\n", m->rank, bytes >> 20);
		return -1;
	}
	for (int n = 0; n < ARRAYS; n++)
		*array[n] = m->memory + stride * (size_t)n;
	m->square = m->memory + stride * ARRAYS;
	return 0;
}

static void fill(float *array, size_t points, float value)
{
	for (size_t n = 0; n < points; n++)
		array[n] = value;
}

static void init_pressure(struct mesh *m)
{
	float edge = (float)((m->global[0] - 1) * (m->global[0] - 1));

	for (int i = 0; i < m->cells[0]; i++) {
		int global = m->first[0] + i;

		fill(m->p + (size_t)i * m->plane, m->plane, (float)(global * global) / edge);
	}
}

static void init_arrays(struct mesh *m)
{
	for (int n = 0; n < 3; n++) {
		fill(m->a[n], m->points, 1.0f);
		fill(m->b[n], m->points, 0.0f);
		fill(m->c[n], m->points, 1.0f);
	}
	fill(m->a[3], m->points, 1.0f / 6.0f);
	fill(m->bnd, m->points, 1.0f);
	fill(m->wrk1, m->points, 0.0f);
	fill(m->wrk2, m->points, 0.0f);
	init_pressure(m);
}

/* A face is a whole layer of the block, edges included: axis after axis, the edges that the
 * stencil needs arrive through the neighbour they share. */
static void make_faces(struct mesh *m)
{
	int *n = m->cells;

	MPI_Type_vector(n[1], n[2], (int)m->row, MPI_FLOAT, &m->face[0]);
	MPI_Type_vector(n[0], n[2], (int)m->plane, MPI_FLOAT, &m->face[1]);
	MPI_Type_vector(n[0] * n[1], 1, (int)m->row, MPI_FLOAT, &m->face[2]);
	for (int x = 0; x < AXES; x++) {
		MPI_Type_commit(&m->face[x]);
		MPI_Cart_shift(m->cart, x, 1, &m->below[x], &m->above[x]);
	}
}

static int open_mesh(struct mesh *m, const struct options *o, const int dims[AXES])
{
	int periods[AXES] = {0, 0, 0}, failed, any;

	MPI_Cart_create(MPI_COMM_WORLD, AXES, dims, periods, 1, &m->cart);
	MPI_Comm_rank(m->cart, &m->rank);
	MPI_Cart_get(m->cart, AXES, m->dims, periods, m->coords);
	divide(m, o->size);
	failed = allocate(m) < 0;
	MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_LOR, m->cart);
	if (any)
		return -1;
	init_arrays(m);
	make_faces(m);
	return 0;
}

static void close_mesh(struct mesh *m)
{
	for (int x = 0; x < AXES; x++)
		MPI_Type_free(&m->face[x]);
	MPI_Comm_free(&m->cart);
	free(m->memory);
}

/* One row of the stencil: wrk2 gets the new values, square the squares of the residuals.
 * at is the index of the row's first inner point. */
static void stencil_row(const struct mesh *m, size_t at, int count)
{
	const float *a0 = m->a[0] + at, *a1 = m->a[1] + at;
	const float *a2 = m->a[2] + at, *a3 = m->a[3] + at;
	const float *b0 = m->b[0] + at, *b1 = m->b[1] + at;
	const float *b2 = m->b[2] + at, *c0 = m->c[0] + at;
	const float *c1 = m->c[1] + at, *c2 = m->c[2] + at;
	const float *bnd = m->bnd + at, *wrk1 = m->wrk1 + at;
	const float *mid = m->p + at;
	const float *east = mid + m->plane, *west = mid - m->plane;
	const float *north = mid + m->row, *south = mid - m->row;
	const float *en = east + m->row, *es = east - m->row;
	const float *wn = west + m->row, *ws = west - m->row;
	float *wrk2 = m->wrk2 + at, *square = m->square;

	INDEPENDENT
	for (int k = 0; k < count; k++) {
		float s0 = a0[k] * east[k] + a1[k] * north[k] + a2[k] * mid[k + 1] +
			   b0[k] * (en[k] - es[k] - wn[k] + ws[k]) +
			   b1[k] * (north[k + 1] - south[k + 1] - north[k - 1] + south[k - 1]) +
			   b2[k] * (east[k + 1] - west[k + 1] - east[k - 1] + west[k - 1]) +
			   c0[k] * west[k] + c1[k] * south[k] + c2[k] * mid[k - 1] + wrk1[k];
		float ss = (s0 * a3[k] - mid[k]) * bnd[k];

		square[k] = ss * ss;
		wrk2[k] = mid[k] + omega * ss;
	}
}

/* In double, because the sum must not depend on how the mesh is divided. */
static double sum_row(const float *square, int count)
{
	double lane[LANES] = {0}, sum = 0;
	int k = 0;

	for (; k + LANES <= count; k += LANES)
		for (int l = 0; l < LANES; l++)
			lane[l] += (double)square[k + l];
	for (; k < count; k++)
		sum += (double)square[k];
	for (int l = 0; l < LANES; l++)
		sum += lane[l];
	return sum;
}

/* The new pressure of the whole block; returns this rank's part of gosa. */
static double step(struct mesh *m)
{
	int count = m->cells[2] - 2;
	double gosa = 0;

	for (int i = 1; i < m->cells[0] - 1; i++)
		for (int j = 1; j < m->cells[1] - 1; j++) {
			stencil_row(m, (size_t)i * m->plane + (size_t)j * m->row + 1, count);
			gosa += sum_row(m->square, count);
		}
	for (int i = 1; i < m->cells[0] - 1; i++)
		for (int j = 1; j < m->cells[1] - 1; j++) {
			size_t at = (size_t)i * m->plane + (size_t)j * m->row + 1;

			memcpy(m->p + at, m->wrk2 + at, (size_t)count * sizeof(float));
		}
	return gosa;
}

static void exchange_axis(struct mesh *m, int x)
{
	size_t stride[AXES] = {m->plane, m->row, 1};
	size_t last = (size_t)(m->cells[x] - 1) * stride[x];
	MPI_Request request[4];

	MPI_Irecv(m->p, 1, m->face[x], m->below[x], 2 * x, m->cart, &request[0]);
	MPI_Irecv(m->p + last, 1, m->face[x], m->above[x], 2 * x + 1, m->cart, &request[1]);
	MPI_Isend(m->p + stride[x], 1, m->face[x], m->below[x], 2 * x + 1, m->cart, &request[2]);
	MPI_Isend(m->p + last - stride[x], 1, m->face[x], m->above[x], 2 * x, m->cart, &request[3]);
	MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
}

static float iterate(struct mesh *m, struct clock *spent)
{
	double start = MPI_Wtime(), computed, exchanged;
	float part, gosa;

	part = (float)step(m);
	computed = MPI_Wtime();
	for (int x = AXES - 1; x >= 0; x--)
		if (m->dims[x] > 1)
			exchange_axis(m, x);
	exchanged = MPI_Wtime();
	MPI_Allreduce(&part, &gosa, 1, MPI_FLOAT, MPI_SUM, m->cart);
	spent->compute += computed - start;
	spent->halo += exchanged - computed;
	spent->reduce += MPI_Wtime() - exchanged;
	return gosa;
}

/* The number of iterations that take so many seconds; the mesh is reset afterwards. */
static long calibrate(struct mesh *m, double seconds)
{
	struct clock ignored = {0};
	double start = MPI_Wtime(), spent = 0;
	long done = 0, batch = 3, iterations;

	while (spent < 0.01 * seconds || done < 3) {
		for (long n = 0; n < batch; n++)
			iterate(m, &ignored);
		done += batch;
		batch *= 2;
		spent = MPI_Wtime() - start;
		MPI_Bcast(&spent, 1, MPI_DOUBLE, 0, m->cart);
	}
	iterations = (long)(seconds * (double)done / spent);
	init_pressure(m);
	return iterations > 3 ? iterations : 3;
}

/* Checks gosa of this iteration and reports an error. It falls from the first iteration on, though
 * not in every one: p has limited precision. */
static int check_gosa(const struct mesh *m, const struct size *size, long n, float first,
		      float gosa)
{
	if (!isfinite(gosa) || gosa < 0 || gosa > first) {
		if (m->rank == 0)
			fprintf(stderr, "himeno: WRONG: gosa is %e in iteration %ld, %e at first\n",
				(double)gosa, n, (double)first);
		return -1;
	}
	if (n == CHECKED && size->gosa > 0 &&
	    fabsf(gosa - size->gosa) > size->tolerance * size->gosa) {
		if (m->rank == 0)
			fprintf(stderr, "himeno: WRONG: gosa is %e in iteration %ld, must be %e\n",
				(double)gosa, n, (double)size->gosa);
		return -1;
	}
	return 0;
}

/* Runs the timed iterations; returns the last gosa, negative if a wrong one was found. */
static float run(struct mesh *m, const struct size *size, long iterations, struct clock *spent)
{
	float first = 0, gosa = 0;

	for (long n = 1; n <= iterations; n++) {
		gosa = iterate(m, spent);
		if (n == 1)
			first = gosa;
		if (check_gosa(m, size, n, first, gosa) < 0)
			return -1;
	}
	if (iterations > 1 && !(gosa < first)) {
		if (m->rank == 0)
			fprintf(stderr, "himeno: WRONG: gosa stays at %e\n", (double)gosa);
		return -1;
	}
	return gosa;
}

static void print_times(const struct mesh *m, const struct clock *spent)
{
	double mine[3] = {spent->compute, spent->halo, spent->reduce}, sum[3], max[3];
	static const char *const what[3] = {"computation", "halo exchange", "allreduce"};
	int ranks = m->dims[0] * m->dims[1] * m->dims[2];

	MPI_Reduce(mine, sum, 3, MPI_DOUBLE, MPI_SUM, 0, m->cart);
	MPI_Reduce(mine, max, 3, MPI_DOUBLE, MPI_MAX, 0, m->cart);
	for (int n = 0; n < 3 && m->rank == 0; n++)
		printf("  %-14s %10.6f s   (slowest rank %.6f s)\n", what[n], sum[n] / ranks,
		       max[n]);
}

static int benchmark(struct mesh *m, const struct options *o)
{
	struct clock spent = {0};
	double start, seconds, operations = 34;
	long iterations = o->iterations;
	float gosa;

	if (m->rank == 0)
		printf("Himeno size %s: mesh %d x %d x %d, process grid %d x %d x %d\n",
		       o->size->name, m->global[0], m->global[1], m->global[2], m->dims[0],
		       m->dims[1], m->dims[2]);
	if (iterations == 0)
		iterations = calibrate(m, o->seconds);
	MPI_Barrier(m->cart);
	start = MPI_Wtime();
	gosa = run(m, o->size, iterations, &spent);
	seconds = MPI_Wtime() - start;
	if (gosa < 0)
		return 1;
	for (int x = 0; x < AXES; x++)
		operations *= m->global[x] - 2;
	if (m->rank == 0) {
		printf("iterations: %ld\ngosa: %.6e\n", iterations, (double)gosa);
		printf("time: %.4f s\nMFLOPS: %.2f\n", seconds,
		       operations * (double)iterations / seconds * 1e-6);
		printf("where the time went, mean over the ranks:\n");
	}
	print_times(m, &spent);
	if (m->rank == 0)
		printf("gosa %s\n", iterations < CHECKED || o->size->gosa == 0 ? "falls as it must"
									       : "is right");
	return 0;
}

int main(int argc, char **argv)
{
	struct options options;
	struct mesh mesh;
	char why[160] = "";
	int rank, ranks, parsed, dims[AXES], status = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	parsed = parse(&options, argc, argv, why, sizeof why);
	if (parsed == 1) {
		if (rank == 0)
			usage(stdout);
		MPI_Finalize();
		return 0;
	}
	memcpy(dims, options.dims, sizeof dims);
	if (parsed == 0 && dims[0] == 0)
		MPI_Dims_create(ranks, AXES, dims);
	if (parsed < 0 || check_grid(&options, dims, ranks, why, sizeof why) < 0) {
		if (rank == 0)
			fprintf(stderr, "himeno: %s\n", why);
	} else if (open_mesh(&mesh, &options, dims) == 0) {
		status = benchmark(&mesh, &options);
		close_mesh(&mesh);
	}
	MPI_Finalize();
	return status;
}
