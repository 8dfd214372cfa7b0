/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many communicators at once, whose members overlap at random, more than a card has contexts for:
 * each step is a barrier, allreduce, reduce or broadcast on one of them, and those without a common
 * member overlap in time. Every other one has a request: it is completed later, in another order on
 * each rank, perhaps when its communicator is freed. Now and then one of those is freed and made
 * anew with other members, so that contexts are given back and taken again. Results are checked
 * against values that every rank can compute, barriers against the clock.
 *
 * -s SEED, -n STEPS (default 2000), -c COMMUNICATORS (default 12), -l LONGEST in bytes (default
 * 65536)
 */
#include "t/jobs/job.h"

enum { COMMS_MAX = 64, RANKS_MAX = 256, BARRIERS_MAX = 16, LATER_MAX = 40 };

static uint64_t common; /* state of the random numbers that all ranks draw alike */
static uint64_t own;    /* likewise, each for itself */
static int longest;     /* bytes */
static struct group {
	MPI_Comm comm;           /* MPI_COMM_NULL: not a member */
	int n, world[RANKS_MAX]; /* members by rank */
	long steps;
	int barriers; /* with a request, since their times were last checked */
	double in[BARRIERS_MAX], out[BARRIERS_MAX];
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

/* ---- One collective; the third argument selects its data ---- */

static void check_sum(int n, const int *world, uint64_t what, const int64_t *got, int count,
		      const char *name)
{
	for (int i = 0; i < count; i++) {
		int64_t sum = 0;

		for (int m = 0; m < n; m++)
			sum = (int64_t)((uint64_t)sum + value(what + (uint64_t)i, world[m]));
		check(got[i] == sum, "%s of %d members: element %d is %lld, must be %lld", name, n,
		      i, (long long)got[i], (long long)sum);
	}
}

static void fill(int64_t *operand, uint64_t what, int count)
{
	for (int i = 0; i < count; i++)
		operand[i] = (int64_t)value(what + (uint64_t)i, job.rank);
}

static void sums(const struct group *g, uint64_t what, int count, int root)
{
	int64_t operand[64], got[64];

	fill(operand, what, count);
	if (root < 0)
		MPI_Allreduce(operand, got, count, MPI_INT64_T, MPI_SUM, g->comm);
	else
		MPI_Reduce(operand, got, count, MPI_INT64_T, MPI_SUM, root, g->comm);
	if (root < 0 || g->world[root] == job.rank)
		check_sum(g->n, g->world, what, got, count, root < 0 ? "allreduce" : "reduce");
}

static void extremes(const struct group *g, uint64_t what)
{
	double mine = (double)(value(what, job.rank) >> 20) - 5e12, least = mine, got;

	for (int m = 0; m < g->n; m++) {
		double other = (double)(value(what, g->world[m]) >> 20) - 5e12;

		least = other < least ? other : least;
	}
	MPI_Allreduce(&mine, &got, 1, MPI_DOUBLE, MPI_MIN, g->comm);
	check(got == least, "allreduce: least of %d is %g, must be %g", g->n, got, least);
}

static void bits(const struct group *g, uint64_t what)
{
	uint16_t mine[3], got[3];

	for (int i = 0; i < 3; i++)
		mine[i] = (uint16_t)value(what + (uint64_t)i, job.rank);
	MPI_Allreduce(mine, got, 3, MPI_UINT16_T, MPI_BXOR, g->comm);
	for (int i = 0; i < 3; i++) {
		uint16_t all = 0;

		for (int m = 0; m < g->n; m++)
			all ^= (uint16_t)value(what + (uint64_t)i, g->world[m]);
		check(got[i] == all, "allreduce: bits %d are %#x, must be %#x", i, got[i], all);
	}
}

static unsigned char *bytes_from(int is_root, uint64_t what, int bytes)
{
	unsigned char *data = must_alloc((size_t)bytes);

	for (int i = 0; is_root && i < bytes; i++)
		data[i] = data_byte(what, (size_t)i);
	return data;
}

static void check_bytes(const char *name, int n, uint64_t what, const unsigned char *data,
			int bytes, int root)
{
	int wrong = 0, first = -1, last = -1;

	for (int i = 0; i < bytes; i++) {
		if (data[i] == data_byte(what, (size_t)i))
			continue;
		first = wrong++ ? first : i;
		last = i;
	}
	check(!wrong, "%s of %d bytes from %d of %d: %d other bytes from %d to %d, %02x %02x ...",
	      name, bytes, root, n, wrong, first, last, first < 0 ? 0 : data[first],
	      first < 0 ? 0 : data[last]);
}

static void broadcast(const struct group *g, uint64_t what, int root, int bytes)
{
	unsigned char *data = bytes_from(g->world[root] == job.rank, what, bytes);

	MPI_Bcast(data, bytes, MPI_BYTE, root, g->comm);
	check_bytes("bcast", g->n, what, data, bytes, root);
	free(data);
}

/* No rank leaves before all have entered, by the clock that the processes of a machine share. */
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

/* ---- With a request ---- */

enum kind { BARRIER, ALLREDUCE, REDUCE, BCAST, KINDS };

struct later {
	MPI_Request request;
	enum kind kind;
	struct group *group; /* BARRIER only: others may outlive it */
	int n, world[RANKS_MAX], count, root, slot;
	uint64_t what;
	int64_t *operand, *got;
	unsigned char *data;
};

static struct later later[LATER_MAX];
static int nlater;

static void begin(struct later *l, MPI_Comm comm)
{
	int is_root = l->world[l->root] == job.rank;

	if (l->kind == ALLREDUCE || l->kind == REDUCE) {
		l->operand = must_alloc((size_t)l->count * sizeof(int64_t));
		l->got = must_alloc((size_t)l->count * sizeof(int64_t));
		fill(l->operand, l->what, l->count);
	}
	switch (l->kind) {
	case BARRIER:
		l->group->in[l->slot] = MPI_Wtime();
		MPI_Ibarrier(comm, &l->request);
		break;
	case ALLREDUCE:
		MPI_Iallreduce(l->operand, l->got, l->count, MPI_INT64_T, MPI_SUM, comm,
			       &l->request);
		break;
	case REDUCE:
		MPI_Ireduce(l->operand, l->got, l->count, MPI_INT64_T, MPI_SUM, l->root, comm,
			    &l->request);
		break;
	default:
		l->data = bytes_from(is_root, l->what, l->count);
		MPI_Ibcast(l->data, l->count, MPI_BYTE, l->root, comm, &l->request);
	}
}

/* Its request is complete. */
static void end(struct later *l)
{
	if (l->kind == BARRIER)
		l->group->out[l->slot] = MPI_Wtime();
	else if (l->kind == BCAST)
		check_bytes("ibcast", l->n, l->what, l->data, l->count, l->root);
	else if (l->kind == ALLREDUCE || l->world[l->root] == job.rank)
		check_sum(l->n, l->world, l->what, l->got, l->count,
			  l->kind == REDUCE ? "ireduce" : "iallreduce");
	free(l->operand);
	free(l->got);
	free(l->data);
	*l = later[--nlater];
}

static void wait_for(struct later *l)
{
	MPI_Wait(&l->request, MPI_STATUS_IGNORE);
	end(l);
}

/* Of the group, or all. */
static void wait_for_all(const struct group *g)
{
	for (int i = nlater - 1; i >= 0; i--)
		if (!g || later[i].group == g)
			wait_for(&later[i]);
}

static void test_some(void)
{
	int flag;

	for (int i = nlater - 1; i >= 0; i--) {
		MPI_Test(&later[i].request, &flag, MPI_STATUS_IGNORE);
		if (flag)
			end(&later[i]);
	}
}

static void complete_some(void)
{
	int way = random_below(&own, 8);

	if (way == 0 && nlater)
		wait_for(&later[random_below(&own, nlater)]);
	else if (way == 1)
		test_some();
	else if (way == 2 && random_below(&own, 20) == 0)
		wait_for_all(NULL);
}

/* No rank has left a barrier before all had entered it. */
static void check_barriers(struct group *g)
{
	double last[BARRIERS_MAX], first[BARRIERS_MAX];
	int n = g->barriers;

	g->barriers = 0;
	if (g->comm == MPI_COMM_NULL)
		return;
	wait_for_all(g);
	MPI_Allreduce(g->in, last, n, MPI_DOUBLE, MPI_MAX, g->comm);
	MPI_Allreduce(g->out, first, n, MPI_DOUBLE, MPI_MIN, g->comm);
	for (int i = 0; i < n; i++)
		check(last[i] <= first[i],
		      "ibarrier of %d: the last entered %g s after the first "
		      "had left",
		      g->n, last[i] - first[i]);
}

static void step_later(struct group *g, uint64_t what)
{
	enum kind kind = (enum kind)random_below(&common, KINDS);
	int root = random_below(&common, g->n), elements = longest / 8;
	int most = random_below(&common, 10) ? random_below(&common, 4) ? 4 : 300 : elements;
	struct later *l;

	most = most < elements ? most : elements;
	most = 1 + random_below(&common, (kind == BCAST ? 8 : 1) * most);
	if (g->barriers == BARRIERS_MAX)
		check_barriers(g);
	if (kind == BARRIER)
		g->barriers++;
	if (g->comm == MPI_COMM_NULL)
		return;
	if (nlater == LATER_MAX)
		wait_for(&later[0]);
	l = &later[nlater++];
	*l = (struct later){.kind = kind,
			    .group = kind == BARRIER ? g : NULL,
			    .n = g->n,
			    .root = root,
			    .count = most,
			    .slot = g->barriers - 1,
			    .what = what};
	memcpy(l->world, g->world, sizeof(l->world));
	begin(l, g->comm);
}

/* Short ones of one root, now and then a long one or one of another root among them; a root may be
 * far ahead of others. */
static void run_of_broadcasts(const struct group *g, uint64_t what, int root)
{
	uint64_t dice = what;
	int n = 1 + random_below(&dice, 200), most = random_below(&dice, 2) ? 64 : 3000;

	most = most < longest ? most : longest;
	for (int i = 0; i < n; i++) {
		int odd = random_below(&dice, 40), bytes = random_below(&dice, most);

		broadcast(g, what + (uint64_t)i, odd == 0 ? (root + 1) % g->n : root,
			  odd == 1 ? longest : bytes);
	}
}

static void step(struct group *g, uint64_t what)
{
	int kind = random_below(&common, 8), root = random_below(&common, g->n);
	int count = 1 + random_below(&common, 4), many = 5 + random_below(&common, 50);
	int bytes = 1 << random_below(&common, 17);

	g->steps++;
	if (g->comm == MPI_COMM_NULL)
		return;
	switch (kind) {
	case 0:
		barrier(g);
		break;
	case 1:
		sums(g, what, count, -1);
		break;
	case 2:
		sums(g, what, count, root);
		break;
	case 3:
		sums(g, what, many, -1);
		break;
	case 4:
		extremes(g, what);
		break;
	case 5:
		bits(g, what);
		break;
	case 6:
		run_of_broadcasts(g, what, root);
		break;
	default:
		broadcast(g, what, root, bytes);
	}
}

int main(int argc, char **argv)
{
	long seed, steps;
	int comms;

	job_start(&argc, &argv, "ring_comms");
	seed = argument(argc, argv, "-s", 0);
	longest = (int)argument(argc, argv, "-l", 65536);
	steps = argument(argc, argv, "-n", 2000);
	comms = (int)argument(argc, argv, "-c", 12);
	if (job.ranks < 2 || job.ranks > RANKS_MAX || comms < 1 || comms > COMMS_MAX ||
	    longest < 64)
		MPI_Abort(MPI_COMM_WORLD, 2);
	if (!seed && job.rank == 0)
		seed = (long)(MPI_Wtime() * 1e6);
	MPI_Bcast(&seed, 1, MPI_LONG, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		fprintf(stderr, "ring_comms: seed %ld\n", seed);
	common = (uint64_t)seed;
	own = common + 1 + (uint64_t)job.rank;
	for (int i = 0; i < comms; i++)
		make(&group[i]);
	for (long n = 0; n < steps; n++) {
		struct group *g = &group[random_below(&common, comms)];

		if (random_below(&common, 2))
			step_later(g, (uint64_t)n * 100);
		else
			step(g, (uint64_t)n * 100);
		complete_some();
		if (random_below(&common, 100))
			continue;
		check_barriers(g);
		if (g->comm != MPI_COMM_NULL)
			MPI_Comm_free(&g->comm);
		make(g);
	}
	for (int i = 0; i < comms; i++)
		check_barriers(&group[i]);
	wait_for_all(NULL);
	for (int i = 0; i < comms; i++)
		if (group[i].comm != MPI_COMM_NULL)
			MPI_Comm_free(&group[i].comm);
	return job_end();
}
