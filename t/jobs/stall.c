/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs that stand still, for stall.t: ranks that receive from each other, a collective that the
 * last rank does not enter, a long message that no rank receives, a probe, a lock that is kept, a
 * window that is not exposed or not left.  The last rank sleeps where it is the one to blame.
 *
 *     stall recv | barrier | send | probe | probes | lock | start | complete | any | poll | own
 *     stall flood | entered | first | named | threads
 */
#include "job.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void sleep_for_long(void)
{
	for (;;)
		sleep(1000);
}

static void receive(int from, int tag)
{
	int value;

	MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Named after its queues were made. */
static void named(void)
{
	MPI_Comm halo;

	MPI_Comm_dup(MPI_COMM_WORLD, &halo);
	MPI_Sendrecv(NULL, 0, MPI_INT, 1 - job.rank, 5, NULL, 0, MPI_INT, 1 - job.rank, 5, halo,
		     MPI_STATUS_IGNORE);
	MPI_Comm_set_name(halo, "halo");
	MPI_Recv(NULL, 0, MPI_INT, 1 - job.rank, 5, halo, MPI_STATUS_IGNORE);
}

/* Rank 0 has the lock, the others want it. */
static void lock(void)
{
	MPI_Win win;
	int value = 0;

	MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	if (!job.rank)
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!job.rank)
		sleep_for_long();
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
}

/* Rank 0 exposes the window, but the other one ends no access to it; or it does not even expose. */
static void expose(int posts)
{
	MPI_Group all;
	MPI_Win win;
	int value = 0;

	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	if (!job.rank && !posts)
		sleep_for_long();
	MPI_Group_incl(all, 1, &(int){!job.rank}, &all);
	if (!job.rank) {
		MPI_Win_post(all, 0, win);
		MPI_Win_wait(win);
	}
	MPI_Win_start(all, 0, win);
	sleep_for_long();
}

/* A thread's probe; *arg: its tag, and once more when the thread is about to probe. */
static void *probe(void *arg)
{
	int *tag = arg, which = tag[0];

	__atomic_store_n(&tag[1], which, __ATOMIC_RELEASE);
	MPI_Probe(1, which, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	receive(1, which);
	return NULL;
}

static void *scribble(void *arg)
{
	volatile char stack[60000];

	for (size_t i = 0; i < sizeof stack; i++)
		stack[i] = 'A';
	return arg;
}

/* The thread is in MPI_Probe soon after it has announced that it will be; the polls of this thread
 * give it the time. */
static void begin_probe(pthread_t *thread, int *tag)
{
	int flag;

	pthread_create(thread, NULL, probe, tag);
	while (!__atomic_load_n(&tag[1], __ATOMIC_ACQUIRE))
		;
	for (int i = 0; i < 10000; i++)
		MPI_Iprobe(1, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void end_thread(pthread_t thread, int tag)
{
	pthread_t other;

	MPI_Send(NULL, 0, MPI_INT, 1, tag, MPI_COMM_WORLD);
	pthread_join(thread, NULL);
	pthread_create(&other, NULL, scribble, NULL); /* on the stack that is free now */
	pthread_join(other, NULL);
}

/* Two threads probe at a time, and the first to come leaves first; then a barrier waits. */
static void probes(void)
{
	int tag[2][2] = {{1, 0}, {2, 0}};
	pthread_t thread[2];

	if (job.rank) {
		receive(0, 1);
		MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
		receive(0, 2);
		MPI_Send(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
		sleep_for_long();
	}
	for (int i = 0; i < 2; i++)
		begin_probe(&thread[i], tag[i]);
	for (int i = 0; i < 2; i++)
		end_thread(thread[i], i + 1);
	MPI_Barrier(MPI_COMM_WORLD);
}

static void *sendrecv(void *peer)
{
	MPI_Sendrecv(NULL, 0, MPI_INT, *(int *)peer, 7, NULL, 0, MPI_INT, *(int *)peer, 8,
		     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return NULL;
}

/* A thread waits beside the one that receives. */
static void threads(void)
{
	int peer = !job.rank;
	pthread_t thread;

	pthread_create(&thread, NULL, sendrecv, &peer);
	receive(peer, 5);
	pthread_join(thread, NULL);
}

static void on_usr1(int sig)
{
	(void)sig;
	if (write(1, "taken by the program\n", 21) < 0)
		_exit(1);
	_exit(0);
}

int main(int argc, char **argv)
{
	static char data[1 << 20];
	const char *how = argc > 1 ? argv[1] : "recv";
	int last, flag;

	if (!strcmp(how, "probes") || !strcmp(how, "threads"))
		MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &flag);
	else
		MPI_Init(&argc, &argv);
	job_has_started("stall");
	flag = 0;
	last = job.ranks > 1 && job.rank == job.ranks - 1;
	if (!strcmp(how, "first"))
		how = "entered";
	else
		for (int i = 0; i < 8; i++) /* shared memory for collectives is made */
			MPI_Barrier(MPI_COMM_WORLD);
	if (!strcmp(how, "own"))
		signal(SIGUSR1, on_usr1);
	if (!job.rank) {
		printf("ready\n");
		fflush(stdout);
	}
	if (!strcmp(how, "recv"))
		receive((job.rank + 1) % job.ranks, 5);
	else if (!strcmp(how, "named"))
		named();
	else if (!strcmp(how, "lock"))
		lock();
	else if (!strcmp(how, "start") || !strcmp(how, "complete"))
		expose(!strcmp(how, "complete"));
	else if (!strcmp(how, "probes"))
		probes();
	else if (!strcmp(how, "threads"))
		threads();
	else if (!strcmp(how, "flood") && !last)
		for (;;)
			MPI_Send(data, 8, MPI_CHAR, job.ranks - 1, 5, MPI_COMM_WORLD);
	else if (!strcmp(how, "flood") || (!strcmp(how, "entered") && !job.rank))
		receive(job.rank ? 0 : 1, 6);
	else if (!strcmp(how, "entered"))
		MPI_Barrier(MPI_COMM_WORLD);
	else if (!strcmp(how, "poll"))
		while (!flag)
			MPI_Iprobe(0, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
	else if (last)
		sleep_for_long();
	else if (!strcmp(how, "barrier"))
		MPI_Barrier(MPI_COMM_WORLD);
	else if (!strcmp(how, "send"))
		MPI_Send(data, sizeof data, MPI_CHAR, job.ranks - 1, 9, MPI_COMM_WORLD);
	else if (!strcmp(how, "probe"))
		MPI_Probe(job.ranks - 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	else
		receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
	return job_end();
}
