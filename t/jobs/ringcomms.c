/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many communicators at once, whose members overlap at random, more than a card has contexts for:
 * each step is a barrier, allreduce, reduce or broadcast on one of them, and those without a
 * common member overlap in time. Now and then one is freed and made anew with other members, so
 * that contexts are given back and taken again. Results are checked against what every rank can
 * compute, barriers against the clock.
 *
 * -s SEED, -n STEPS (default 2000), -c COMMUNICATORS (default 12)
 */
#include "t/jobs/job.h"

enum { COMMS_MAX = 64, RANKS_MAX = 256 };

static uint64_t common; /* state of the random numbers that all ranks draw alike */
static struct group {
	MPI_Comm comm; /* MPI_COMM_NULL: not a member */
	int n, world[RANKS_MAX]; /* members by rank */
	long steps;
} group[COMMS_MAX];

static void make(struct group *g)
{
	int in = 2 + random_below(&common, job.ranks - 1), order[RANKS_MAX], color = MPI_UNDEFINED;
	int key = 0;

	random_order(&common, order, job.ranks);
	for (int i = 0; i < in; i++)
		if (order[i] == job.rank) {
			color = 1;
			key = i;
		}
	g->n = in;
	memcpy(g->world, order, (size_t)in * sizeof(int));
	MPI_Comm_split(MPI_COMM_WORLD, color, key, &g->comm);
}

static uint64_t value(uint64_t what, int world_rank)
{
	uint64_t state = what * 4096 + (uint64_t)world_rank;

	return random_next(&state);
}

/* ---- One collective; `what` tells its data ---- */

static void check_sum(const struct group *g, uint64_t what, const int64_t *got, int count,
		      const char *name)
{
	for (int i = 0; i < count; i++) {
		int64_t sum = 0;

		for (int m = 0; m < g->n; m++)
			sum = (int64_t)((uint64_t)sum + value(what + (uint64_t)i, g->world[m]));
		check(got[i] == sum, "%s of %d members: element %d is %lld, must be %lld", name,
		      g->n, i, (long long)got[i], (long long)sum);
	}
}

static void sums(const struct group *g, uint64_t what, int count, int root)
{
	int64_t own[64], got[64];
	int rank;

	MPI_Comm_rank(g->comm, &rank);
	for (int i = 0; i < count; i++)
		own[i] = (int64_t)value(what + (uint64_t)i, job.rank);
	if (root < 0)
		MPI_Allreduce(own, got, count, MPI_INT64_T, MPI_SUM, g->comm);
	else
		MPI_Reduce(own, got, count, MPI_INT64_T, MPI_SUM, root, g->comm);
	if (root < 0 || rank == root)
		check_sum(g, what, got, count, root < 0 ? "allreduce" : "reduce");
}

static void extremes(const struct group *g, uint64_t what)
{
	double own = (double)(value(what, job.rank) >> 20) - 5e12, least = own, got;

	for (int m = 0; m < g->n; m++) {
		double other = (double)(value(what, g->world[m]) >> 20) - 5e12;

		least = other < least ? other : least;
	}
	MPI_Allreduce(&own, &got, 1, MPI_DOUBLE, MPI_MIN, g->comm);
	check(got == least, "allreduce: least of %d is %g, must be %g", g->n, got, least);
}

static void bits(const struct group *g, uint64_t what)
{
	uint16_t own[3], got[3];

	for (int i = 0; i < 3; i++)
		own[i] = (uint16_t)value(what + (uint64_t)i, job.rank);
	MPI_Allreduce(own, got, 3, MPI_UINT16_T, MPI_BXOR, g->comm);
	for (int i = 0; i < 3; i++) {
		uint16_t all = 0;

		for (int m = 0; m < g->n; m++)
			all ^= (uint16_t)value(what + (uint64_t)i, g->world[m]);
		check(got[i] == all, "allreduce: bits %d are %#x, must be %#x", i, got[i], all);
	}
}

static void broadcast(const struct group *g, uint64_t what, int root, int bytes)
{
	unsigned char *data = must_alloc((size_t)bytes);
	int rank, good = 1;

	MPI_Comm_rank(g->comm, &rank);
	for (int i = 0; i < bytes; i++)
		data[i] = rank == root ? data_byte(what, (size_t)i) : 0;
	MPI_Bcast(data, bytes, MPI_BYTE, root, g->comm);
	for (int i = 0; i < bytes; i++)
		good &= data[i] == data_byte(what, (size_t)i);
	check(good, "bcast of %d bytes from %d of %d: other bytes", bytes, root, g->n);
	free(data);
}

/* Nobody leaves before all have entered, by the clock that the processes of a machine share. */
static void barrier(const struct group *g)
{
	double in = MPI_Wtime(), out, last, first;

	MPI_Barrier(g->comm);
	out = MPI_Wtime();
	MPI_Allreduce(&in, &last, 1, MPI_DOUBLE, MPI_MAX, g->comm);
	MPI_Allreduce(&out, &first, 1, MPI_DOUBLE, MPI_MIN, g->comm);
	check(last <= first, "barrier of %d: the last entered %g s after the first had left", g->n,
	      last - first);
}

static void step(struct group *g, uint64_t what)
{
	int kind = random_below(&common, 7), root = random_below(&common, g->n);
	int count = 1 + random_below(&common, 4), many = 5 + random_below(&common, 50);
	int bytes = 1 << random_below(&common, 17);

	g->steps++;
	if (g->comm == MPI_COMM_NULL)
		return;
	switch (kind) {
	case 0: barrier(g); break;
	case 1: sums(g, what, count, -1); break;
	case 2: sums(g, what, count, root); break;
	case 3: sums(g, what, many, -1); break;
	case 4: extremes(g, what); break;
	case 5: bits(g, what); break;
	default: broadcast(g, what, root, bytes);
	}
}

int main(int argc, char **argv)
{
	long seed, steps;
	int comms;

	job_start(&argc, &argv, "ringcomms");
	seed = argument(argc, argv, "-s", 0);
	steps = argument(argc, argv, "-n", 2000);
	comms = (int)argument(argc, argv, "-c", 12);
	if (job.ranks < 2 || job.ranks > RANKS_MAX || comms < 1 || comms > COMMS_MAX)
		MPI_Abort(MPI_COMM_WORLD, 2);
	if (!seed && job.rank == 0)
		seed = (long)(MPI_Wtime() * 1e6);
	MPI_Bcast(&seed, 1, MPI_LONG, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		fprintf(stderr, "ringcomms: seed %ld\n", seed);
	common = (uint64_t)seed;
	for (int i = 0; i < comms; i++)
		make(&group[i]);
	for (long n = 0; n < steps; n++) {
		struct group *g = &group[random_below(&common, comms)];

		step(g, (uint64_t)n * 100);
		if (random_below(&common, 100))
			continue;
		if (g->comm != MPI_COMM_NULL)
			MPI_Comm_free(&g->comm);
		make(g);
	}
	for (int i = 0; i < comms; i++)
		if (group[i].comm != MPI_COMM_NULL)
			MPI_Comm_free(&group[i].comm);
	return job_end();
}
