/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two threads, one communicator, ranks that share memory: a thread waits long for the first
 * operation of the queue, while another begins more, returns from the calls and uses its stack for
 * other things. The waiting thread looks now and then for members that have ended, so it must not
 * use the calls' data on that stack.
 *
 *     queue_threads [MILLISECONDS]      that the last rank comes late
 */
#include "job.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static MPI_Request first;
static int one = 1, first_sum;

static void *wait_for_first(void *arg)
{
	(void)arg;
	MPI_Wait(&first, MPI_STATUS_IGNORE);
	return NULL;
}

static double now_ms(void)
{
	return MPI_Wtime() * 1000;
}

/* Uses the stack on which calls have run. */
static __attribute__((noinline)) int cover(void)
{
	volatile char junk[65536];

	memset((char *)junk, 0x5a, sizeof junk);
	return junk[sizeof junk / 2];
}

enum { MOST = 64 };

int main(int argc, char **argv)
{
	double late = argc > 1 ? atof(argv[1]) : 1500, begin;
	int provided, n = 0, sums[MOST];
	MPI_Request requests[MOST];
	pthread_t thread;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	job_has_started("queue_threads");
	for (int i = 0; i < 4; i++) /* the first calls take memory up */
		MPI_Allreduce(&one, &first_sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	begin = now_ms();
	if (job.rank == job.ranks - 1) /* it comes late: the others wait for it */
		nanosleep(&(struct timespec){(time_t)(late / 1000), (long)late % 1000 * 1000000},
			  NULL);
	MPI_Iallreduce(&one, &first_sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &first);
	pthread_create(&thread, NULL, wait_for_first, NULL);
	for (; n < MOST; n++) {
		MPI_Iallreduce(&one, sums + n, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, requests + n);
		cover();
		if (job.rank != job.ranks - 1 && now_ms() - begin < late)
			nanosleep(&(struct timespec){0, 10 * 1000000}, NULL);
	}
	pthread_join(thread, NULL);
	check(first_sum == job.ranks, "the first sum is %d", first_sum);
	MPI_Waitall(MOST, requests, MPI_STATUSES_IGNORE);
	for (int i = 0; i < MOST; i++)
		check(sums[i] == job.ranks, "sum %d is %d", i, sums[i]);
	return job_end();
}
