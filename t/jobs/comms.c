/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many communicators that all do collectives. Their cost is bounded: no descriptor, and shared
 * memory as far as the budget goes, for the same members, other members, and the same in another
 * order; results are right on all. With `late` one rank comes late to collectives of many
 * communicators, without a descriptor left, and the others, which sleep, are woken at once.
 *
 *     comms [-n COMMUNICATORS] [-m MOST KB OF SHARED MEMORY] [late]
 *     comms [-n ROUNDS] ahead
 */
#include "t/jobs/job.h"

#include <sys/resource.h>
#include <unistd.h>

/* Too much for a post. */
static void use_long(MPI_Comm comm, int i)
{
	enum { N = 20000 };
	int *in = must_alloc(N * sizeof(int)), *sum = must_alloc(N * sizeof(int)), n, wrong = 0;

	MPI_Comm_size(comm, &n);
	for (int k = 0; k < N; k++)
		in[k] = i + k;
	MPI_Allreduce(in, sum, N, MPI_INT, MPI_SUM, comm);
	for (int k = 0; k < N; k++)
		wrong += sum[k] != n * (i + k);
	check(!wrong, "communicator %d: %d wrong sums", i, wrong);
	free(in);
	free(sum);
}

/* Enough collectives for the communicator to get its shared memory. */
static void use(MPI_Comm comm, int i)
{
	int rank, n, in, sum = 0, all[2] = {0, 0};

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &n);
	for (int k = 0; k < 6; k++)
		MPI_Barrier(comm);
	in = rank + i;
	MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, comm);
	check(sum == n * i + n * (n - 1) / 2, "communicator %d: sum %d of %d ranks", i, sum, n);
	all[0] = rank == i % n ? i : -1;
	MPI_Bcast(all, 2, MPI_INT, i % n, comm);
	check(all[0] == i, "communicator %d: bcast brings %d", i, all[0]);
	if (i % 8 == 0)
		use_long(comm, i);
}

/* Duplicates, the ranks in another order, and halves of many kinds. */
static MPI_Comm make(int i)
{
	MPI_Comm comm;

	if (i % 2 == 0)
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	else if (i % 4 == 1)
		MPI_Comm_split(MPI_COMM_WORLD, 0, job.rank * (i / 4 * 2 + 1) % 31, &comm);
	else
		MPI_Comm_split(MPI_COMM_WORLD, __builtin_popcount((unsigned)(job.rank & i)) & 1,
			       job.rank, &comm);
	return comm;
}

static void many(int n, long most_kb)
{
	MPI_Comm *comm = must_alloc((size_t)n * sizeof(*comm));
	int before = open_descriptors(), after;
	long kb;

	for (int i = 0; i < n; i++) {
		comm[i] = make(i);
		use(comm[i], i);
		if (i % 4 == 2) {
			MPI_Comm_free(&comm[i]);
			comm[i] = make(i);
			use(MPI_COMM_WORLD, i);
		}
	}
	for (int i = 0; i < n; i++)
		use(comm[i], i + 1);
	after = open_descriptors();
	kb = shared_kb();
	/* wakefds of others, for any number of communicators, and messages between peers */
	check(after - before <= 40 + 2 * job.ranks, "descriptors: %d before, %d after", before,
	      after);
	check(kb <= most_kb, "%d communicators take %ld KB of shared memory", n, kb);
	for (int i = 0; i < n - 3; i++)
		MPI_Comm_free(&comm[i]);
	for (int i = n - 3; i < n; i++) { /* memory that others of the same members had is reused */
		use(comm[i], 8);
		MPI_Comm_free(&comm[i]);
	}
	check(shared_kb() <= kb, "nothing is given back");
	if (job.rank == 0)
		printf("comms: %d communicators, %ld KB shared, %d descriptors\n", n, kb, after);
	free(comm);
}

/* ---- Late ---- */

static int is_asleep(int pid)
{
	char path[64], state = 'R';
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = 'R';
	if (file)
		fclose(file);
	return state == 'S';
}

/* All others have been asleep ten times in a row. */
static void await_sleepers(const int *pid)
{
	for (int seen = 0; seen < 10; seen++) {
		for (int r = 0; r < job.ranks; r++)
			if (r != job.rank && !is_asleep(pid[r]))
				seen = -1;
		usleep(1000);
	}
}

static void without_descriptors(MPI_Comm comm)
{
	int taken[256], n = 0;
	struct rlimit before, few;

	getrlimit(RLIMIT_NOFILE, &before);
	few = before;
	few.rlim_cur = 256;
	setrlimit(RLIMIT_NOFILE, &few);
	while (n < 256 && (taken[n] = dup(STDERR_FILENO)) >= 0)
		n++;
	MPI_Barrier(comm);
	while (n)
		close(taken[--n]);
	setrlimit(RLIMIT_NOFILE, &before);
}

/* Seconds until all others have left a barrier that this rank comes to last; it does nothing else
 * for them meanwhile. A sleeper that is not woken sleeps for one. left[r] becomes i + 1. */
static double wake_all(MPI_Comm comm, const int *pid, volatile int *left, int i)
{
	double begin;

	await_sleepers(pid);
	begin = MPI_Wtime();
	without_descriptors(comm);
	for (int r = 0; r < job.ranks; r++)
		while (r != job.rank && left[r] != i + 1)
			usleep(100);
	return MPI_Wtime() - begin;
}

static void all_late(int n)
{
	int *pid = must_alloc((size_t)job.ranks * sizeof(*pid)), self = (int)getpid();
	double best = 1e9, took;
	volatile int *left;
	MPI_Win win;

	MPI_Win_allocate_shared(job.rank ? 0 : (MPI_Aint)sizeof(int) * job.ranks, sizeof(int),
				MPI_INFO_NULL, MPI_COMM_WORLD, &left, &win);
	MPI_Win_shared_query(win, 0, &(MPI_Aint){0}, &(int){0}, &left);
	MPI_Allgather(&self, 1, MPI_INT, pid, 1, MPI_INT, MPI_COMM_WORLD);
	for (int i = 0; i < n; i++) {
		MPI_Comm comm = make(4 * i + 1);

		use(comm, i);
		if (job.rank == job.ranks - 1) {
			took = wake_all(comm, pid, left, i);
			best = took < best ? took : best;
		} else {
			MPI_Barrier(comm);
			left[job.rank] = i + 1;
		}
		MPI_Comm_free(&comm);
	}
	if (job.rank == job.ranks - 1)
		check(best < 0.5, "the quickest late barrier took %.3f s", best);
	MPI_Win_free(&win);
	free(pid);
}

/* The root is as far ahead of the others as the segment lets it: no data is overwritten before it
 * is read. */
static void root_ahead(int rounds)
{
	enum { N = 2048 };
	char data[N];
	int token = 0, wrong = 0;

	for (int k = 0; k < 6; k++)
		MPI_Barrier(MPI_COMM_WORLD);
	for (int k = 0; k < rounds; k++) {
		MPI_Barrier(MPI_COMM_WORLD);
		if (job.rank)
			MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		for (int i = 0; i < 6; i++) {
			memset(data, job.rank ? 0 : 'a' + i, N);
			MPI_Bcast(data, N, MPI_CHAR, 0, MPI_COMM_WORLD);
			wrong += data[0] != 'a' + i || data[N - 1] != 'a' + i;
			for (int m = 1; i == 1 && !job.rank && m < job.ranks; m++)
				MPI_Send(&token, 1, MPI_INT, m, 0, MPI_COMM_WORLD);
		}
	}
	check(!wrong, "%d broadcasts brought other data", wrong);
}

int main(int argc, char **argv)
{
	int n = 20;
	long most_kb = 1 << 20;

	job_start(&argc, &argv, "comms");
	n = (int)argument(argc, argv, "-n", n);
	most_kb = argument(argc, argv, "-m", most_kb);
	if (argc > 1 && !strcmp(argv[argc - 1], "late"))
		all_late(n);
	else if (argc > 1 && !strcmp(argv[argc - 1], "ahead"))
		root_ahead(n);
	else
		many(n, most_kb);
	return job_end();
}
