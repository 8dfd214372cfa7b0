/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs that stand still, for stall.t: ranks that receive from each other, a collective that the
 * last rank does not enter, a long message nobody receives, a probe, a lock that is kept, a
 * window that is not exposed or not left.  The last rank sleeps where it is the one to blame.
 *
 *     stall recv | barrier | send | probe | lock | start | complete | any | poll | own
 */
#include "job.h"

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
	int last, flag = 0;

	job_start(&argc, &argv, "stall");
	last = job.ranks > 1 && job.rank == job.ranks - 1;
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
	else if (!strcmp(how, "lock"))
		lock();
	else if (!strcmp(how, "start") || !strcmp(how, "complete"))
		expose(!strcmp(how, "complete"));
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
