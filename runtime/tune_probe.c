/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The measuring job of rondo_tune: an MPI program that prints one number, the geometric mean of
 * times in microseconds over sizes that double. Started by runtime/tune_main.c under mpirun.
 *
 *     trip FROM TO   half round trip of a message between ranks 0 and 1
 *     flow FROM TO   a message of a window of them from rank 0 to rank 1
 *     meet           a barrier of all ranks
 */
#include "runtime/tune.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 64
#define SAMPLES 31
#define SAMPLE_S 1e-3      /* a sample is a batch of calls of about this time */
#define WINDOW_B (8 << 20) /* bytes of a window's messages at most */

struct probe {
	int rank;
	int bytes, window;
	char *memory; /* [WINDOW_B] */
};

typedef void call_fn(const struct probe *p);

static void trip(const struct probe *p)
{
	if (p->rank == 0) {
		MPI_Send(p->memory, p->bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
		MPI_Recv(p->memory, p->bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (p->rank == 1) {
		MPI_Recv(p->memory, p->bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(p->memory, p->bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
	}
}

static void flow(const struct probe *p)
{
	MPI_Request request[WINDOW];
	char done = 0;

	for (int w = 0; w < p->window && p->rank < 2; w++) {
		char *at = p->memory + (size_t)w * (size_t)p->bytes;

		if (p->rank == 0)
			MPI_Isend(at, p->bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request[w]);
		else
			MPI_Irecv(at, p->bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request[w]);
	}
	if (p->rank < 2)
		MPI_Waitall(p->window, request, MPI_STATUSES_IGNORE);
	if (p->rank == 1)
		MPI_Send(&done, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
	else if (p->rank == 0)
		MPI_Recv(&done, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void meet(const struct probe *p)
{
	(void)p;
	MPI_Barrier(MPI_COMM_WORLD);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Seconds of `count` calls, the same number on all ranks. */
static double batch(const struct probe *p, call_fn *call, int count)
{
	double start;

	MPI_Barrier(MPI_COMM_WORLD);
	start = MPI_Wtime();
	for (int n = 0; n < count; n++)
		call(p);
	start = MPI_Wtime() - start;
	MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	return start;
}

/* Median microseconds of a call. */
static double time_of(const struct probe *p, call_fn *call)
{
	double sample[SAMPLES];
	int count = 1;

	while (batch(p, call, count) < SAMPLE_S)
		count *= 2;
	for (int n = 0; n < SAMPLES; n++)
		sample[n] = batch(p, call, count) / count;
	qsort(sample, SAMPLES, sizeof(sample[0]), by_value);
	return sample[SAMPLES / 2] * 1e6;
}

/* The geometric mean; a call has two half trips, or a window of messages. */
static double over_sizes(struct probe *p, call_fn *call, long from, long to)
{
	double logs = 0;
	int n = 0;

	for (long bytes = from; bytes <= to; bytes *= 2, n++) {
		double parts = 2;

		p->bytes = (int)bytes;
		p->window = (int)(WINDOW_B / bytes < WINDOW ? WINDOW_B / bytes : WINDOW);
		if (call == flow)
			parts = p->window;
		logs += log(time_of(p, call) / parts);
	}
	return exp(logs / n);
}

static int measure(struct probe *p, int argc, char **argv, double *us)
{
	const char *what = argc > 0 ? argv[0] : "";
	long from = argc == 3 ? atol(argv[1]) : 0, to = argc == 3 ? atol(argv[2]) : 0;

	if (argc == 1 && !strcmp(what, "meet"))
		*us = time_of(p, meet);
	else if (from < 1 || to < from || to > WINDOW_B)
		return -1;
	else if (!strcmp(what, "trip"))
		*us = over_sizes(p, trip, from, to);
	else if (!strcmp(what, "flow"))
		*us = over_sizes(p, flow, from, to);
	else
		return -1;
	return 0;
}

int tune_probe(int argc, char **argv)
{
	struct probe probe = {.memory = calloc(1, WINDOW_B)};
	int ranks, err;
	double us = 0;

	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &probe.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (!probe.memory)
		MPI_Abort(MPI_COMM_WORLD, 1);
	err = ranks < 2 ? -1 : measure(&probe, argc, argv, &us);
	if (probe.rank == 0 && err)
		fprintf(stderr,
			"rondo_tune: this job takes two ranks and trip FROM TO, flow FROM TO "
			"or meet\n");
	else if (probe.rank == 0)
		printf("%.6f\n", us);
	free(probe.memory);
	MPI_Finalize();
	return err != 0;
}
