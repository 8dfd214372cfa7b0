/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The costs of a short program: the time of an operation of 8 bytes in the first 100 iterations
 * after MPI_Init, and in later iterations of the same process: in batches, each of twice the
 * iterations of the one before, up to one that takes 20 ms. That is several times as long as a turn
 * (3 to 4 ms) of another program on these processors, for a slow MPI and a quick one. Prints two
 * lines, "NAME first" and "NAME warm", the latter of the last batch, with the microseconds of one
 * iteration on the slowest rank. Only the first operation of a process is one of its first: there
 * is one a run.
 *
 *     mpicc -O2 bench/first.c -o first && mpirun -n 4 ./first --run bcast
 *
 * NAME: pingpong (ranks 0 and 1; the others wait for the sum of the times), sendrecv (with the next
 * rank and the one before), barrier, bcast, scatter, gather, allreduce.
 */
#include "measure.h"

enum { FIRST = 100 };

#define WARM_S 0.02 /* of the last batch */

struct job {
	int rank, ranks;
	double in, out;
	double *all; /* [ranks] */
};

static void pingpong(struct job *j)
{
	if (j->rank > 1)
		return;
	if (j->rank == 0)
		MPI_Send(&j->in, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
	MPI_Recv(&j->out, 1, MPI_DOUBLE, 1 - j->rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (j->rank == 1)
		MPI_Send(&j->in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
}

static void sendrecv(struct job *j)
{
	int next = (j->rank + 1) % j->ranks, before = (j->rank + j->ranks - 1) % j->ranks;

	MPI_Sendrecv(&j->in, 1, MPI_DOUBLE, next, 0, &j->out, 1, MPI_DOUBLE, before, 0,
		     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier(struct job *j)
{
	(void)j;
	MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(struct job *j)
{
	MPI_Bcast(&j->out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void scatter(struct job *j)
{
	MPI_Scatter(j->all, 1, MPI_DOUBLE, &j->out, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void gather(struct job *j)
{
	MPI_Gather(&j->in, 1, MPI_DOUBLE, j->all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void allreduce(struct job *j)
{
	MPI_Allreduce(&j->in, &j->out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static const struct operation {
	const char *name;
	void (*run)(struct job *j);
	enum { NOTHING, ONE, ALL, RANKS } result;
} operations[] = {
	{"pingpong", pingpong, ONE},     {"sendrecv", sendrecv, ONE}, {"barrier", barrier, NOTHING},
	{"bcast", bcast, ONE},           {"scatter", scatter, ONE},   {"gather", gather, ALL},
	{"allreduce", allreduce, RANKS},
};

/* Every rank gives ones. */
static int is_right(const struct operation *op, const struct job *j)
{
	int wrong = 0;

	if (op->run == pingpong && j->rank > 1)
		return 1;
	for (int r = 0; op->result == ALL && j->rank == 0 && r < j->ranks; r++)
		wrong |= j->all[r] != 1;
	if (op->result == ONE || op->result == RANKS)
		wrong = j->out != (op->result == ONE ? 1 : j->ranks);
	return !wrong;
}

/* Seconds of one iteration on the slowest rank; on rank 0. */
static double time_of(const struct operation *op, struct job *j, int times)
{
	double took = -MPI_Wtime(), most = 0;

	for (int n = 0; n < times; n++)
		op->run(j);
	took += MPI_Wtime();
	MPI_Reduce(&took, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	return most / times;
}

/* Seconds of one iteration in a batch that takes WARM_S; on rank 0. */
static double time_of_warm(const struct operation *op, struct job *j)
{
	double each = 0;
	int over = 0;

	for (int times = FIRST; !over; times *= 2) {
		each = time_of(op, j, times);
		over = each * times >= WARM_S;
		MPI_Bcast(&over, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
	return each;
}

static const struct operation *find(const char *name)
{
	for (size_t n = 0; name && n < sizeof(operations) / sizeof(*operations); n++)
		if (!strcmp(operations[n].name, name))
			return &operations[n];
	return NULL;
}

int main(int argc, char **argv)
{
	struct settings s = {0};
	const struct operation *op;
	double first, warm;
	struct job j = {.in = 1};

	MPI_Init(&argc, &argv);
	j.rank = world_rank();
	j.ranks = world_size();
	if (parse_settings(&s, argc, argv, "first --run NAME") || !(op = find(s.which)) ||
	    j.ranks < 2) {
		if (j.rank == 0)
			fprintf(stderr,
				"first: needs two ranks, and --run with one name: pingpong, "
				"sendrecv, barrier, bcast, scatter, gather or allreduce\n");
		MPI_Finalize();
		return 2;
	}
	j.all = must_alloc((size_t)j.ranks * sizeof(double));
	for (int r = 0; r < j.ranks; r++)
		j.all[r] = op->run == scatter;
	j.out = op->run == bcast && j.rank == 0;
	first = time_of(op, &j, FIRST);
	warm = time_of_warm(op, &j);
	if (anywhere(!is_right(op, &j), MPI_COMM_WORLD)) {
		fprintf(stderr, "first: %s has a wrong result\n", op->name);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	print_head("first", "operation when median_us");
	if (j.rank == 0)
		printf("%s first %.4f\n%s warm %.4f\n", op->name, first * 1e6, op->name,
		       warm * 1e6);
	free(j.all);
	MPI_Finalize();
	return 0;
}
