/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_reader: rank 1 begins to receive a long message and computes. Proves that rank 0, which
 * waits for its send and may have parts of the message in flight, sleeps meanwhile, and that the
 * message is right.
 *
 * Two ranks, with a RONDO_SLEEP_US that is short beside COMPUTE_MS.
 */
#include "t/jobs/job.h"

enum { BYTES = 1 << 20, ROUNDS = 3, COMPUTE_MS = 200 };

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int byte_at(int round, int at)
{
	return (at * 7 + at / 4096 + round) & 255;
}

/* The note comes behind the announcement of the message: then receiving has begun. */
static void send(int round, unsigned char *data, double *awake, double *waited)
{
	MPI_Request request;
	double wall, cpu;

	for (int i = 0; i < BYTES; i++)
		data[i] = (unsigned char)byte_at(round, i);
	MPI_Isend(data, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
	MPI_Send(&round, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
	wall = seconds(CLOCK_MONOTONIC);
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	*awake += seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	*waited += seconds(CLOCK_MONOTONIC) - wall;
}

static void receive(int round, unsigned char *data)
{
	MPI_Request request;
	double until;
	int note, wrong = 0;

	memset(data, 0, BYTES);
	MPI_Irecv(data, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
	MPI_Recv(&note, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	until = seconds(CLOCK_MONOTONIC) + 1e-3 * COMPUTE_MS;
	while (seconds(CLOCK_MONOTONIC) < until)
		;
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	for (int i = 0; i < BYTES; i++)
		wrong += data[i] != byte_at(round, i);
	check(!wrong, "round %d: %d of %d bytes are wrong", round, wrong, BYTES);
}

int main(int argc, char **argv)
{
	unsigned char *data = malloc(BYTES);
	double awake = 0, waited = 0;

	job_start(&argc, &argv, "late_reader");
	for (int round = 0; round < ROUNDS; round++)
		if (job.rank)
			receive(round, data);
		else
			send(round, data, &awake, &waited);
	if (!job.rank)
		check(awake < waited / 6, "the sender was awake for %.3f of %.3f s", awake, waited);
	free(data);
	return job_end();
}
