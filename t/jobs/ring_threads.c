/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Several threads of each rank in long collectives on cards at once, each on a communicator of its
 * own, with long messages between them: a page has few regions of registered memory, and no thread
 * that waits for other ranks may hold one that others need. The threads of different ranks come in
 * any order.
 *
 *     ring_threads [-t THREADS] [-r ROUNDS]
 */
#include "t/jobs/job.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MAX = 16, DOUBLES = 8192, BYTES = 3 * 32768 + 1, MESSAGE_B = 1 << 20 };

static int threads, rounds;
static MPI_Comm own[THREADS_MAX + 1]; /* the last for messages */
static atomic_int wrong, inside;

static void good(int is, const char *what, int thread, int round)
{
	if (!is && !atomic_fetch_add(&wrong, 1))
		fprintf(stderr, "ring_threads: rank %d, thread %d, round %d: %s\n", job.rank,
			thread, round, what);
}

/* ---- Operations of the threads ---- */

static void sums(int thread)
{
	double *in = must_alloc(DOUBLES * sizeof(*in)), *out = must_alloc(DOUBLES * sizeof(*out));
	const double ranks = job.ranks, all = ranks * (ranks - 1) / 2;
	int bad = 0;

	for (int r = 0; r < rounds; r++) {
		for (int i = 0; i < DOUBLES; i++)
			in[i] = out[i] = i + thread + r + job.rank;
		MPI_Allreduce(r % 3 ? in : MPI_IN_PLACE, out, DOUBLES, MPI_DOUBLE, MPI_SUM,
			      own[thread]);
		for (int i = 0; i < DOUBLES; i++)
			bad += out[i] != ranks * (i + thread + r) + all;
		good(!bad, "a sum", thread, r);
	}
	free(in);
	free(out);
}

static void broadcasts(int thread)
{
	char *buf = must_alloc(BYTES);

	for (int r = 0; r < rounds; r++) {
		int bytes = r % 2 ? BYTES : 40000, root = r % job.ranks;
		char sign = (char)(thread * 7 + r);

		memset(buf, root == job.rank ? sign : ~sign, BYTES);
		MPI_Bcast(buf, bytes, MPI_CHAR, root, own[thread]);
		for (int i = 0; i < bytes; i += 1001)
			good(buf[i] == sign, "a byte", thread, r);
		good(buf[bytes - 1] == sign, "the last byte", thread, r);
		if (bytes < BYTES && root != job.rank)
			good(buf[bytes] == (char)~sign, "the byte behind", thread, r);
	}
	free(buf);
}

/* To the next rank, from the one before. */
static void messages(int thread)
{
	char *out = must_alloc(MESSAGE_B), *in = must_alloc(MESSAGE_B);
	int to = (job.rank + 1) % job.ranks, from = (job.rank + job.ranks - 1) % job.ranks;

	for (int r = 0; r < rounds; r++) {
		memset(out, r + job.rank, MESSAGE_B);
		MPI_Sendrecv(out, MESSAGE_B, MPI_CHAR, to, thread, in, MESSAGE_B, MPI_CHAR, from,
			     thread, own[threads], MPI_STATUS_IGNORE);
		good(in[0] == (char)(r + from) && in[MESSAGE_B - 1] == in[0], "a message", thread,
		     r);
	}
	free(out);
	free(in);
}

static void mixed(int thread)
{
	static void (*const what[])(int) = {sums, broadcasts, messages};

	what[thread % 3](thread);
}

/* ---- Roots that wait ---- */

static void root(int thread)
{
	char *buf = must_alloc(BYTES);

	memset(buf, job.rank ? 0 : thread + 1, BYTES);
	atomic_fetch_add(&inside, 1);
	MPI_Bcast(buf, BYTES, MPI_CHAR, 0, own[thread]);
	good(buf[BYTES - 1] == (char)(thread + 1), "a byte", thread, 0);
	free(buf);
}

/* ---- Threads ---- */

struct task {
	void (*run)(int thread);
	int thread;
	pthread_t id;
};

static struct task task[THREADS_MAX];

static void *begin(void *arg)
{
	struct task *t = arg;

	t->run(t->thread);
	return NULL;
}

static void start(void (*run)(int))
{
	for (int n = 0; n < threads; n++) {
		task[n] = (struct task){.run = run, .thread = n};
		if (pthread_create(&task[n].id, NULL, begin, &task[n]))
			MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static void finish(void)
{
	for (int n = 0; n < threads; n++)
		pthread_join(task[n].id, NULL);
}

static void together(void (*run)(int))
{
	MPI_Barrier(MPI_COMM_WORLD);
	start(run);
	finish();
}

/* Threads of rank 0 are in broadcasts that the others come to when they have a long message of its
 * main thread. */
static void roots_wait(void)
{
	char *buf = must_alloc(MESSAGE_B);

	MPI_Barrier(MPI_COMM_WORLD);
	atomic_store(&inside, 0);
	if (!job.rank) {
		start(root);
		while (atomic_load(&inside) < threads)
			MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &(int){0}, MPI_STATUS_IGNORE);
		for (int i = 0; i < 2000; i++) /* they come in meanwhile */
			MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &(int){0}, MPI_STATUS_IGNORE);
		for (int r = 1; r < job.ranks; r++)
			MPI_Send(buf, MESSAGE_B, MPI_CHAR, r, 0, MPI_COMM_WORLD);
	} else {
		MPI_Recv(buf, MESSAGE_B, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		start(root);
	}
	finish();
	free(buf);
}

int main(int argc, char **argv)
{
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	job.name = "ring_threads";
	MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
	threads = (int)argument(argc, argv, "-t", 6);
	rounds = (int)argument(argc, argv, "-r", 200);
	for (int n = 0; n <= threads; n++) {
		MPI_Comm_dup(MPI_COMM_WORLD, &own[n]);
		MPI_Barrier(own[n]);
	}
	together(sums);
	together(broadcasts);
	together(mixed);
	for (int i = 0; i < 5 && i < rounds; i++)
		roots_wait();
	for (int n = 0; n <= threads; n++)
		MPI_Comm_free(&own[n]);
	check(!atomic_load(&wrong), "%d checks of threads failed", atomic_load(&wrong));
	return job_end();
}
