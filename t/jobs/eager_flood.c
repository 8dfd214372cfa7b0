/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * More small messages than a library should buffer: a receiver that comes late must not make memory
 * grow on either side, and the sends that wait for it must not keep out the one message it waits
 * for (MPI-4.0 3.5, progress).  Every rank's memory high water mark, as the kernel counts it, must
 * stay below 64 MB in the first part; the second part, where the program itself has 100,000 sends
 * under way, may use the memory of those in addition.
 *
 *     flood [-n MESSAGES OF EACH SENDER] [-l LIMIT IN MB] [-d SECONDS THE RECEIVER IS LATE]
 *     flood -o MESSAGES
 *
 * With -o blocking sends that are received after the last of them: unsafe in the terms of MPI, but
 * other MPIs carry it out.
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { TAG = 1, AWAITED = 2, UNDER_WAY = 100000 };

static const MPI_Comm world = MPI_COMM_WORLD;

/* kB; 0 when the kernel does not report it. */
static long high_water(void)
{
	FILE *status = fopen("/proc/self/status", "r");
	char line[200];
	long kb = 0;

	while (status && fgets(line, sizeof line, status))
		if (sscanf(line, "VmHWM: %ld kB", &kb) == 1)
			break;
	if (status)
		fclose(status);
	return kb;
}

static void check_memory(long limit_mb, const char *when)
{
	long kb = high_water();

	check(kb < limit_mb * 1000, "%s: this process took up to %ld kB, must stay below %ld MB",
	      when, kb, limit_mb);
}

/* All others send; rank 0 sleeps first: being late is the condition that is tested. */
static void late_receiver(long messages, unsigned delay)
{
	long *next = must_alloc((size_t)job.ranks * sizeof(long));

	if (job.rank > 0)
		for (long n = 0; n < messages; n++)
			MPI_Send(&n, 1, MPI_LONG, 0, TAG, world);
	else
		sleep(delay);
	for (long n = 0; n < messages * (job.ranks - 1) && job.rank == 0; n++) {
		MPI_Status status;
		long number = -1, due;

		MPI_Recv(&number, 1, MPI_LONG, MPI_ANY_SOURCE, TAG, world, &status);
		due = next[status.MPI_SOURCE]++;
		if (!check(number == due, "from %d came number %ld, must be %ld", status.MPI_SOURCE,
			   number, due))
			break;
	}
	free(next);
}

/* The message that rank 0 waits for is the last of all that are under way. */
static void awaited_last(void)
{
	MPI_Request *request = must_alloc((UNDER_WAY + 1) * sizeof(MPI_Request));
	int *data = must_alloc((UNDER_WAY + 1) * sizeof(int)), number = -1;

	for (int n = 0; n <= UNDER_WAY && job.rank == 1; n++) {
		data[n] = n;
		MPI_Isend(&data[n], 1, MPI_INT, 0, n < UNDER_WAY ? TAG : AWAITED, world,
			  &request[n]);
	}
	if (job.rank == 1)
		MPI_Waitall(UNDER_WAY + 1, request, MPI_STATUSES_IGNORE);
	if (job.rank == 0) {
		MPI_Recv(&number, 1, MPI_INT, 1, AWAITED, world, MPI_STATUS_IGNORE);
		check(number == UNDER_WAY, "the awaited message is %d", number);
	}
	for (int n = 0; n < UNDER_WAY && job.rank == 0; n++) {
		MPI_Recv(&number, 1, MPI_INT, 1, TAG, world, MPI_STATUS_IGNORE);
		if (!check(number == n, "message %d is %d", n, number))
			break;
	}
	free(request);
	free(data);
}

/* Rank 0 receives the last message first. */
static void out_of_order(long messages)
{
	long number = -1;

	for (long n = 0; n <= messages && job.rank == 1; n++)
		MPI_Send(&n, 1, MPI_LONG, 0, n < messages ? TAG : AWAITED, world);
	if (job.rank)
		return;
	MPI_Recv(&number, 1, MPI_LONG, 1, AWAITED, world, MPI_STATUS_IGNORE);
	check(number == messages, "the awaited message is %ld", number);
	for (long n = 0; n < messages; n++) {
		MPI_Recv(&number, 1, MPI_LONG, 1, TAG, world, MPI_STATUS_IGNORE);
		if (!check(number == n, "message %ld is %ld", n, number))
			break;
	}
}

int main(int argc, char **argv)
{
	long messages, limit, delay;

	job_start(&argc, &argv, "eager_flood");
	messages = argument(argc, argv, "-n", 300000);
	limit = argument(argc, argv, "-l", 64);
	delay = argument(argc, argv, "-d", 1);
	if (argument(argc, argv, "-o", 0)) {
		out_of_order(argument(argc, argv, "-o", 0));
	} else if (job.ranks > 1) {
		late_receiver(messages, (unsigned)delay);
		check_memory(limit, "late receiver");
		MPI_Barrier(world);
		awaited_last();
		check_memory(limit + UNDER_WAY * 600L / 1000000, "awaited message last");
	}
	return job_end();
}
