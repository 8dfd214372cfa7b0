/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rank 0 has no descriptor left when it needs a connection to rank 1: rank 1 is not treated as
 * dead, however long that lasts, and gets the message once there are descriptors. RONDO_TCP_TIMEOUT
 * should be short; the script checks for the message that names the cause.
 */
#include "t/jobs/job.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST = 256, SECONDS = 4 };

static int taken[MOST], ntaken;

static void take_all(void)
{
	struct rlimit limit = {MOST, MOST};

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = MOST;
	setrlimit(RLIMIT_NOFILE, &limit);
	while (ntaken < MOST && (taken[ntaken] = open("/dev/null", O_RDONLY)) >= 0)
		ntaken++;
}

static void give_back(void)
{
	while (ntaken)
		close(taken[--ntaken]);
}

static void sender(void)
{
	int word = 4711, done = 0;
	MPI_Request request;
	double begin;

	take_all();
	begin = MPI_Wtime();
	check(MPI_Isend(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request) == MPI_SUCCESS,
	      "a send without descriptors");
	while (MPI_Wtime() < begin + SECONDS && !done)
		if (!check(MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS,
			   "the send has failed while there were no descriptors"))
			return;
	give_back();
	check(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS, "the send has failed");
}

int main(int argc, char **argv)
{
	int word = 0;

	job_start(&argc, &argv, "no_descriptors");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (job.rank == 0) {
		sender();
	} else if (job.rank == 1) {
		MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		check(word == 4711, "the message");
	}
	return job_end();
}
