/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two threads, one communicator, ranks that share memory: while the operator of the program runs in
 * a reduction, on rank 0 another thread begins a barrier, returns from the call and uses its
 * stack for other things. The reduction then waits long for another rank, and compares its own call
 * with that of this rank, not the barrier.
 *
 *     op_threads [ELEMENTS]
 */
#include "t/jobs/job.h"

#include <pthread.h>

enum { MOST = 400000, SLEEPS = 12 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static enum { BEFORE, REDUCTION_BEGUN, IN_OPERATOR, BARRIER_BEGUN } stage;
static MPI_Request barrier;

static void reach(int next)
{
	pthread_mutex_lock(&lock);
	stage = next;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void await(int wanted)
{
	pthread_mutex_lock(&lock);
	while ((int)stage < wanted)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
}

static int slept;

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *n; i++)
		((int *)inout)[i] += ((int *)in)[i];
	if (job.rank != 0 && slept < SLEEPS) { /* it computes for so long that rank 0 sleeps */
		slept++;
		nanosleep(&(struct timespec){0, 200 * 1000000}, NULL);
	} else if (stage == REDUCTION_BEGUN) {
		reach(IN_OPERATOR);
		await(BARRIER_BEGUN);
	}
}

/* Uses the stack on which the call has run. */
static __attribute__((noinline)) int cover(void)
{
	volatile char junk[65536];

	memset((char *)junk, 0x5a, sizeof junk);
	return junk[sizeof junk / 2];
}

static void *begin_barrier(void *arg)
{
	(void)arg;
	await(IN_OPERATOR);
	MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
	cover();
	reach(BARRIER_BEGUN);
	return NULL;
}

int main(int argc, char **argv)
{
	static int in[MOST], out[MOST];
	int count = argc > 1 ? atoi(argv[1]) : MOST;
	MPI_Request reduction;
	pthread_t thread;
	int provided;
	MPI_Op op;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	job_has_started("op_threads");
	MPI_Op_create(add, 1, &op);
	for (int i = 0; i < 8; i++) { /* the first calls take memory up */
		MPI_Iallreduce(in, out, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &reduction);
		MPI_Wait(&reduction, MPI_STATUS_IGNORE);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	for (int i = 0; i < count; i++)
		in[i] = i + job.rank;
	if (job.rank == 0)
		pthread_create(&thread, NULL, begin_barrier, NULL);
	/* The call has returned before rank 0's operator is called: until then the communicator
	 * is this thread's (MPI-5.0 6.14). */
	if (job.rank != 0)
		MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	/* Rank 0 waits for this rank's operand after its operator, and sleeps. */
	if (job.rank == job.ranks - 1)
		nanosleep(&(struct timespec){1, 500 * 1000000}, NULL);
	MPI_Iallreduce(in, out, count, MPI_INT, op, MPI_COMM_WORLD, &reduction);
	if (job.rank == 0)
		reach(REDUCTION_BEGUN);
	for (int i = 1; job.rank == 0 && i < job.ranks; i++)
		MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
	if (job.rank != 0)
		MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
	MPI_Wait(&reduction, MPI_STATUS_IGNORE);
	if (job.rank == 0)
		pthread_join(thread, NULL);
	MPI_Wait(&barrier, MPI_STATUS_IGNORE);
	for (int i = 0; i < count; i++)
		if (!check(out[i] == job.ranks * i + job.ranks * (job.ranks - 1) / 2,
			   "element %d is %d", i, out[i]))
			break;
	MPI_Op_free(&op);
	return job_end();
}
