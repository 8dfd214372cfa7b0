/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For tests of the network between two hosts: the effect on ranks 0 and 1 of its failure.
 *
 *     network_failure speak S  exchange checked messages for S seconds
 *     network_failure to S     rank 0 sends to rank 1 alone, which has never sent before, once
 *     network_failure wait S   the same, and rank 0 waits for rank 1, which is idle for S seconds
 *
 * Prints "begins" when a message has come (not with "to"), and "good", or the class of the error
 * that ended it and after how many seconds.
 */
#include "t/jobs/job.h"

#include <unistd.h>

enum { LARGEST = 300000 };

static double begun;
static unsigned char out[LARGEST], in[LARGEST];

static void check_error(int err)
{
	char text[MPI_MAX_ERROR_STRING];
	int class, len;

	if (!err)
		return;
	MPI_Error_class(err, &class);
	MPI_Error_string(class, text, &len);
	printf("rank %d: %s after %.1f s: %s\n", job.rank,
	       class == MPI_ERR_PROC_ABORTED ? "MPI_ERR_PROC_ABORTED" : "another error",
	       MPI_Wtime() - begun, text);
	fflush(stdout);
	MPI_Abort(MPI_COMM_WORLD, 9);
}

static void exchange(int n)
{
	int size = (n * 7919) % LARGEST;

	memset(out, n, sizeof(out));
	memset(in, ~n, sizeof(in));
	check_error(MPI_Sendrecv(out, size, MPI_BYTE, 1 - job.rank, n % 100, in, LARGEST, MPI_BYTE,
				 1 - job.rank, n % 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
	for (int i = 0; i < size; i++)
		if (in[i] != (unsigned char)n)
			MPI_Abort(MPI_COMM_WORLD, 8);
}

/* Rank 1 has got a message. */
static void begins(void)
{
	if (job.rank != 1)
		return;
	printf("begins\n");
	fflush(stdout);
}

/* Both stop after the same exchange. */
static void speak(double seconds)
{
	double most = 0, now;

	for (int n = 1; most < seconds; n++) {
		exchange(n);
		if (n == 1)
			begins();
		now = MPI_Wtime() - begun;
		check_error(MPI_Sendrecv(&now, 1, MPI_DOUBLE, 1 - job.rank, 200, &most, 1,
					 MPI_DOUBLE, 1 - job.rank, 200, MPI_COMM_WORLD,
					 MPI_STATUS_IGNORE));
		most = now > most ? now : most;
	}
}

static void to(int from)
{
	int word = 42;

	if (job.rank == from)
		check_error(MPI_Send(&word, 1, MPI_INT, 1 - from, 0, MPI_COMM_WORLD));
	else
		check_error(
			MPI_Recv(&word, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

int main(int argc, char **argv)
{
	double seconds = argc > 2 ? atof(argv[2]) : 1;

	job_start(&argc, &argv, "network_failure");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	begun = MPI_Wtime();
	if (!strcmp(argv[1], "speak"))
		speak(seconds);
	else
		to(0);
	if (!strcmp(argv[1], "wait")) {
		begins();
		if (job.rank == 1)
			usleep((useconds_t)(seconds * 1e6));
		to(1);
	}
	if (job.rank == 0)
		printf("good\n");
	MPI_Finalize();
	return 0;
}
