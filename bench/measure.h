/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the benchmarks of this folder: options, sizes, samples with their median, data
 * patterns, and the form of the output.  Included by each of them from the same folder, so that
 * `mpicc bench/latency.c` is enough with any MPI.
 *
 * A sample is the time of a batch of calls divided by their number; a batch takes long enough to be
 * timed well, and batches are repeated until the time for this size is used up.  All ranks do the
 * same batches: rank 0 decides how many and broadcasts the number.
 */
#ifndef RD_BENCH_MEASURE_H
#define RD_BENCH_MEASURE_H

#include <mpi.h>

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 2000, SAMPLES_MIN = 9 };

struct settings {
	size_t min, max;   /* bytes, of the sizes to run */
	double budget;     /* seconds for each size */
	int window;        /* messages under way at once (bandwidth) */
	int both;          /* in both directions (bandwidth) */
	const char *which; /* comma-separated names (collectives), NULL: all */
};

struct samples {
	int count;
	double second[SAMPLES_MAX]; /* per call */
};

/* A measured operation, carried out count times. */
typedef void measured_fn(void *context, long count);

static inline int world_rank(void)
{
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank;
}

static inline int world_size(void)
{
	int size;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	return size;
}

/* "4", "16K", "1M", "2G"; -1 for anything else. */
static inline long long parse_bytes(const char *text)
{
	static const char units[] = "KMG";
	char *end;
	const char *unit;
	long long bytes = strtoll(text, &end, 10);

	if (end == text || bytes < 0)
		return -1;
	if (*end == 0)
		return bytes;
	unit = strchr(units, *end & ~0x20);
	if (!unit || !*unit || end[1] != 0)
		return -1;
	return bytes << (10 * (unit - units + 1));
}

static inline int set_setting(struct settings *s, int letter, const char *text)
{
	long long bytes = 0;
	char rest;

	switch (letter) {
	case 'm':
		bytes = parse_bytes(text);
		s->min = (size_t)bytes;
		return bytes < 0 ? -1 : 0;
	case 'M':
		bytes = parse_bytes(text);
		s->max = (size_t)bytes;
		return bytes < 0 ? -1 : 0;
	case 't':
		return sscanf(text, "%lf%c", &s->budget, &rest) == 1 && s->budget > 0 ? 0 : -1;
	case 'w':
		return sscanf(text, "%d%c", &s->window, &rest) == 1 && s->window > 0 ? 0 : -1;
	case 'b':
		s->both = 1;
		return 0;
	case 'c':
		s->which = text;
		return 0;
	default:
		return -1;
	}
}

/* Returns 0, or -1 after printing the options. */
static inline int parse_settings(struct settings *s, int argc, char **argv, const char *usage)
{
	static const struct option names[] = {
		{"min", required_argument, NULL, 'm'},     {"max", required_argument, NULL, 'M'},
		{"time", required_argument, NULL, 't'},    {"window", required_argument, NULL, 'w'},
		{"bidirectional", no_argument, NULL, 'b'}, {"run", required_argument, NULL, 'c'},
		{"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
	};
	int letter, wrong = 0;

	opterr = 0;
	while ((letter = getopt_long(argc, argv, "m:M:t:w:bc:h", names, NULL)) != -1)
		wrong |= set_setting(s, letter, optarg) < 0;
	wrong |= optind < argc || s->min > s->max;
	if (wrong && world_rank() == 0)
		fprintf(stderr,
			"usage: %s\n"
			"  -m, --min BYTES, -M, --max BYTES   sizes to run (4, 16K, 1M)\n"
			"  -t, --time SECONDS                 for each size\n",
			usage);
	return wrong ? -1 : 0;
}

/* 0, 1, 2, 4, 8 ... */
static inline size_t next_size(size_t size)
{
	return size == 0 ? 1 : size * 2;
}

/* Begins at a page: by which bytes two buffers differ within a cache line would be chance, and a
 * copy between two that do takes up to 1.7 times as long (32 KB in cache, Zen 5). */
static inline void *must_alloc(size_t bytes)
{
	void *memory = NULL;

	if (posix_memalign(&memory, 4096, bytes + 1)) {
		fprintf(stderr, "rank %d: no memory for %zu bytes\n", world_rank(), bytes);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	return memory;
}

/* Data that differs from message to message and from byte to byte. */
static inline void fill_pattern(unsigned char *data, size_t bytes, unsigned seed)
{
	uint32_t state = seed * 2654435761u + 12345u;

	for (size_t n = 0; n < bytes; n++) {
		data[n] = (unsigned char)(state >> 24);
		state = state * 1664525u + 1013904223u;
	}
}

/* Returns 0, or 1 after printing where the data is wrong. */
static inline int check_pattern(const unsigned char *data, size_t bytes, unsigned seed)
{
	uint32_t state = seed * 2654435761u + 12345u;

	for (size_t n = 0; n < bytes; n++) {
		if (data[n] != (unsigned char)(state >> 24)) {
			fprintf(stderr, "rank %d: WRONG DATA: byte %zu of %zu is %u, must be %u\n",
				world_rank(), n, bytes, data[n], state >> 24);
			return 1;
		}
		state = state * 1664525u + 1013904223u;
	}
	return 0;
}

static inline int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts the samples. */
static inline double median(struct samples *s)
{
	qsort(s->second, (size_t)s->count, sizeof s->second[0], by_value);
	return (s->second[(s->count - 1) / 2] + s->second[s->count / 2]) / 2;
}

/* Seconds of a call, the same number on all ranks; also warms up: the first calls of a job may take
 * a thousand times as long, and a batch of one is timed badly. A time counts if four times as many
 * calls (of long ones: as many again) do not take less than three quarters of it each: else those
 * were the first to touch some memory, or the ranks' turns on their processors took most of it. */
static inline double estimate(measured_fn *call, void *context, MPI_Comm comm)
{
	long count = 1;
	double spent = 0, each = 0, before = 0;

	for (;;) {
		int is_long;

		MPI_Barrier(comm);
		spent = MPI_Wtime();
		call(context, count);
		spent = MPI_Wtime() - spent;
		MPI_Bcast(&spent, 1, MPI_DOUBLE, 0, comm);
		each = spent / (double)count;
		if (before > 0 && each > before * 3 / 4)
			return each < before ? each : before;
		is_long = spent > 2e-2 || count >= 1 << 16;
		before = is_long || (spent > 2e-4 && count >= 16) ? each : 0;
		if (!is_long)
			count *= 4;
	}
}

/* The lesser of two, since the calls of the first may all have met cold memory: a batch that is too
 * short for that reason is mostly the ranks' turns on their processors. */
static inline double warm_estimate(measured_fn *call, void *context, MPI_Comm comm)
{
	double first = estimate(call, context, comm), second = estimate(call, context, comm);

	return first < second ? first : second;
}

/* Measures one call; the samples are those of the slowest rank in each batch, on rank 0. */
static inline void measure(struct samples *s, double budget, measured_fn *call, void *context,
			   MPI_Comm comm)
{
	static double own[SAMPLES_MAX];
	double each = warm_estimate(call, context, comm);
	long batch = each < 5e-5 ? (long)(5e-5 / each) + 1 : 1;
	double samples = budget / (each * (double)batch);

	s->count = samples > SAMPLES_MAX ? SAMPLES_MAX : (int)samples;
	if (s->count < SAMPLES_MIN)
		s->count = SAMPLES_MIN;
	for (int n = 0; n < s->count; n++) {
		double start;

		MPI_Barrier(comm);
		start = MPI_Wtime();
		call(context, batch);
		own[n] = (MPI_Wtime() - start) / (double)batch;
	}
	MPI_Reduce(own, s->second, s->count, MPI_DOUBLE, MPI_MAX, 0, comm);
}

/* The first lines of the output: benchmark, ranks, library, columns. */
static inline void print_head(const char *what, const char *columns)
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING];
	int length;

	MPI_Get_library_version(version, &length);
	version[strcspn(version, "\n,")] = 0;
	if (world_rank() != 0)
		return;
	printf("# %s; ranks: %d; %s\n# %s\n", what, world_size(), version, columns);
	fflush(stdout);
}

/* True on all ranks when it is on one. */
static inline int anywhere(int wrong, MPI_Comm comm)
{
	int any;

	MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_LOR, comm);
	return any;
}

#endif
