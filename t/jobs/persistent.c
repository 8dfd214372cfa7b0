/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Persistent requests (MPI-4.0 3.9): started again and again with new data in the same buffer,
 * inactive in between, completed by every kind of wait and test, freed while inactive and while
 * active.  Every rank sends to the next and receives from the one before.
 */
#include "t/jobs/job.h"

#include <sched.h>

enum { TIMES = 50, PAIRS = 4 };

static const MPI_Comm world = MPI_COMM_WORLD;

/* PAIRS messages of one size each to the next rank; request[2 * n] receives the message that the
 * rank before sends by its request[2 * n + 1]. */
struct ring {
	int before, after, count;
	int *out[PAIRS], *in[PAIRS];
	MPI_Request request[2 * PAIRS];
};

static void open_ring(struct ring *r, int count)
{
	r->before = (job.rank + job.ranks - 1) % job.ranks;
	r->after = (job.rank + 1) % job.ranks;
	r->count = count;
	for (int n = 0; n < PAIRS; n++) {
		MPI_Request *in = &r->request[2 * n], *out = &r->request[2 * n + 1];

		r->out[n] = must_alloc((size_t)count * sizeof(int));
		r->in[n] = must_alloc((size_t)count * sizeof(int));
		MPI_Recv_init(r->in[n], count, MPI_INT, r->before, n, world, in);
		if (n == 0)
			MPI_Send_init(r->out[n], count, MPI_INT, r->after, n, world, out);
		else if (n == 1)
			MPI_Ssend_init(r->out[n], count, MPI_INT, r->after, n, world, out);
		else if (n == 2)
			MPI_Bsend_init(r->out[n], count, MPI_INT, r->after, n, world, out);
		else
			MPI_Rsend_init(r->out[n], count, MPI_INT, r->after, n, world, out);
	}
}

static void close_ring(struct ring *r)
{
	for (int n = 0; n < PAIRS; n++) {
		MPI_Request_free(&r->request[2 * n]);
		MPI_Request_free(&r->request[2 * n + 1]);
		free(r->out[n]);
		free(r->in[n]);
	}
}

/* The data of message n of a time. */
static int number(int rank, int time, int n)
{
	return rank * 10000 + time * 10 + n;
}

static void start(struct ring *r, int time)
{
	MPI_Request sends[PAIRS];

	for (int n = 0; n < PAIRS; n++) {
		r->out[n][0] = r->out[n][r->count - 1] = number(job.rank, time, n);
		r->in[n][0] = r->in[n][r->count - 1] = -1;
		sends[n] = r->request[2 * n + 1];
		MPI_Start(&r->request[2 * n]);
	}
	MPI_Barrier(world); /* the ready send needs its receive */
	MPI_Startall(PAIRS, sends);
}

static void by_wait(struct ring *r)
{
	for (int n = 0; n < 2 * PAIRS; n++)
		MPI_Wait(&r->request[n], MPI_STATUS_IGNORE);
}

static void by_waitall(struct ring *r)
{
	MPI_Waitall(2 * PAIRS, r->request, MPI_STATUSES_IGNORE);
}

/* Requests that are done are inactive and must not be found again. */
static void by_waitany(struct ring *r)
{
	int index, seen[2 * PAIRS] = {0};

	for (;;) {
		MPI_Waitany(2 * PAIRS, r->request, &index, MPI_STATUS_IGNORE);
		if (index == MPI_UNDEFINED)
			break;
		check(!seen[index]++, "waitany gives request %d twice", index);
	}
	for (int n = 0; n < 2 * PAIRS; n++)
		check(seen[n], "waitany never gives request %d", n);
}

static void by_waitsome(struct ring *r)
{
	int done, indices[2 * PAIRS], total = 0;

	for (;;) {
		MPI_Waitsome(2 * PAIRS, r->request, &done, indices, MPI_STATUSES_IGNORE);
		if (done == MPI_UNDEFINED)
			break;
		total += done;
	}
	check(total == 2 * PAIRS, "waitsome gives %d requests", total);
}

static void by_test(struct ring *r)
{
	for (int n = 0; n < 2 * PAIRS; n++)
		for (int flag = 0; !flag; sched_yield())
			MPI_Test(&r->request[n], &flag, MPI_STATUS_IGNORE);
}

static void check_ring(struct ring *r, int time)
{
	for (int n = 0; n < PAIRS; n++) {
		int due = number(r->before, time, n);

		check(r->in[n][0] == due && r->in[n][r->count - 1] == due,
		      "time %d, message %d of "
		      "%d ints is %d, must be %d",
		      time, n, r->count, r->in[n][0], due);
	}
}

/* MPI-4.0 3.7.3: inactive requests are complete at once, with an empty status. */
static void check_inactive(struct ring *r)
{
	MPI_Status status;
	int flag = 0, count = -1;

	for (int n = 0; n < 2 * PAIRS; n++) {
		check(r->request[n] != MPI_REQUEST_NULL, "a persistent request is gone");
		MPI_Test(&r->request[n], &flag, &status);
		MPI_Get_count(&status, MPI_INT, &count);
		check(flag && count == 0 && status.MPI_SOURCE == MPI_ANY_SOURCE &&
			      status.MPI_TAG == MPI_ANY_TAG,
		      "an inactive request: flag %d, count %d, "
		      "source %d, tag %d",
		      flag, count, status.MPI_SOURCE, status.MPI_TAG);
	}
}

static void rounds(int count)
{
	static void (*const complete[])(struct ring *) = {
		by_wait, by_waitall, by_waitany, by_waitsome, by_test,
	};
	struct ring r;

	open_ring(&r, count);
	check_inactive(&r);
	for (int time = 0; time < TIMES; time++) {
		start(&r, time);
		complete[time % 5](&r);
		check_ring(&r, time);
	}
	check_inactive(&r);
	close_ring(&r);
}

/* An active request that is freed completes all the same. */
static void freed_while_active(void)
{
	int before = (job.rank + job.ranks - 1) % job.ranks, got = -1, sent = job.rank;
	MPI_Request receive, send;

	MPI_Irecv(&got, 1, MPI_INT, before, 50, world, &receive);
	MPI_Send_init(&sent, 1, MPI_INT, (job.rank + 1) % job.ranks, 50, world, &send);
	MPI_Start(&send);
	MPI_Request_free(&send);
	check(send == MPI_REQUEST_NULL, "a freed request keeps its handle");
	MPI_Wait(&receive, MPI_STATUS_IGNORE);
	check(got == before, "a freed persistent send brought %d", got);
	MPI_Barrier(world);
}

/* To MPI_PROC_NULL, too. */
static void to_nobody(void)
{
	int value = 5;
	MPI_Request request[2];

	MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, world, &request[0]);
	MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, world, &request[1]);
	for (int n = 0; n < 3; n++) {
		MPI_Startall(2, request);
		MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	}
	check(value == 5, "MPI_PROC_NULL sent %d", value);
	MPI_Request_free(&request[0]);
	MPI_Request_free(&request[1]);
}

int main(int argc, char **argv)
{
	enum { LARGE = 200000 };
	int size = LARGE * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
	void *buffer;

	job_start(&argc, &argv, "persistent");
	buffer = must_alloc((size_t)size);
	MPI_Buffer_attach(buffer, size);
	rounds(1);
	rounds(3000);
	rounds(LARGE);
	freed_while_active();
	to_nobody();
	MPI_Buffer_detach(&buffer, &size);
	free(buffer);
	return job_end();
}
