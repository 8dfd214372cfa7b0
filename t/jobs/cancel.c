/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cancelling receives (MPI-4.0 3.8.4): either the receive is cancelled and takes no message, or
 * it completes as if nothing had been; a cancel is local, and the request must still be waited
 * for or freed.  Rank 0 receives from itself and from rank 1, where there is one.
 */
#include "t/jobs/job.h"

static const MPI_Comm world = MPI_COMM_WORLD;

static int was_cancelled(const MPI_Status *status)
{
	int flag = -1;

	MPI_Test_cancelled(status, &flag);
	return flag;
}

/* Nothing was sent, so the cancel must succeed, and what comes later goes to the next receive. */
static void before_the_message(int source, int tag)
{
	int first = -1, second = -1, value = 42;
	MPI_Request request;
	MPI_Status status;

	MPI_Irecv(&first, 1, MPI_INT, source, tag, MPI_COMM_SELF, &request);
	MPI_Cancel(&request);
	MPI_Wait(&request, &status);
	check(was_cancelled(&status) == 1, "a receive without a message is not cancelled");
	check(request == MPI_REQUEST_NULL, "a cancelled request keeps its handle");
	MPI_Sendrecv(&value, 1, MPI_INT, 0, 3, &second, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &status);
	check(first == -1 && second == 42, "the cancelled receive got %d, the next %d", first,
	      second);
	check(was_cancelled(&status) == 0, "a good receive says that it was cancelled");
}

/* Of many receives every second is cancelled, in all kinds of places in the queue. */
static void some_of_many(void)
{
	enum { COUNT = 100 };
	int value[COUNT], due = 0, sent;
	MPI_Request request[COUNT];
	MPI_Status status[COUNT];

	for (int n = 0; n < COUNT; n++) {
		value[n] = -1;
		MPI_Irecv(&value[n], 1, MPI_INT, n % 3 ? 0 : MPI_ANY_SOURCE,
			  n % 5 ? 8 : MPI_ANY_TAG, MPI_COMM_SELF, &request[n]);
	}
	for (int n = COUNT - 1; n >= 0; n -= 2)
		MPI_Cancel(&request[n]);
	for (sent = 0; sent < COUNT / 2; sent++)
		MPI_Send(&sent, 1, MPI_INT, 0, 8, MPI_COMM_SELF);
	MPI_Waitall(COUNT, request, status);
	for (int n = 0; n < COUNT; n++) {
		int cancelled = n % 2;

		check(was_cancelled(&status[n]) == cancelled && value[n] == (cancelled ? -1 : due),
		      "receive %d: cancelled %d, value %d, next due was %d", n,
		      was_cancelled(&status[n]), value[n], due);
		due += !cancelled;
	}
}

/* The message is there: it must arrive. */
static void after_the_message(int count)
{
	int *data = must_alloc((size_t)count * sizeof(int));
	MPI_Request request, send;
	MPI_Status status;

	data[count - 1] = 6;
	if (job.rank == 1) {
		MPI_Isend(data, count, MPI_INT, 0, 1, world, &send);
		MPI_Send(NULL, 0, MPI_INT, 0, 2, world);
		MPI_Wait(&send, MPI_STATUS_IGNORE);
	} else {
		data[count - 1] = 0;
		MPI_Recv(NULL, 0, MPI_INT, 1, 2, world, MPI_STATUS_IGNORE);
		MPI_Irecv(data, count, MPI_INT, 1, 1, world, &request);
		MPI_Cancel(&request);
		MPI_Wait(&request, &status);
		check(!was_cancelled(&status) && data[count - 1] == 6,
		      "a matched receive of %d ints: cancelled %d, got %d", count,
		      was_cancelled(&status), data[count - 1]);
	}
	free(data);
}

/* One way or the other, but nothing in between, while the message is on its way. */
static void during_the_message(int round)
{
	enum { COUNT = 30000 };
	static int data[COUNT];
	MPI_Request request;
	MPI_Status status;

	if (job.rank == 1) {
		for (int n = 0; n < COUNT; n++)
			data[n] = round;
		MPI_Barrier(world);
		MPI_Send(data, round % 2 ? COUNT : 1, MPI_INT, 0, 1, world);
		return;
	}
	data[0] = -1;
	MPI_Irecv(data, COUNT, MPI_INT, 1, 1, world, &request);
	MPI_Barrier(world);
	MPI_Cancel(&request);
	MPI_Wait(&request, &status);
	if (was_cancelled(&status)) {
		check(data[0] == -1, "a cancelled receive got %d", data[0]);
		MPI_Recv(data, COUNT, MPI_INT, 1, 1, world, &status);
	}
	check(data[0] == round, "round %d brought %d", round, data[0]);
}

/* A persistent receive is cancelled for once only. */
static void persistent(void)
{
	int value = -1, sent = 9;
	MPI_Request request;
	MPI_Status status;

	MPI_Recv_init(&value, 1, MPI_INT, 0, 4, MPI_COMM_SELF, &request);
	MPI_Start(&request);
	MPI_Cancel(&request);
	MPI_Wait(&request, &status);
	check(was_cancelled(&status) && request != MPI_REQUEST_NULL,
	      "a persistent receive cannot be cancelled, or is gone after it");
	MPI_Start(&request);
	MPI_Send(&sent, 1, MPI_INT, 0, 4, MPI_COMM_SELF);
	MPI_Wait(&request, &status);
	check(value == 9 && !was_cancelled(&status), "after a cancel the same request got %d",
	      value);
	MPI_Request_free(&request);
}

/* Cancelled and freed, without a wait: the message goes to another receive. */
static void freed(void)
{
	int value = -1, sent = 11;
	MPI_Request request;

	MPI_Irecv(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
	MPI_Cancel(&request);
	MPI_Request_free(&request);
	MPI_Sendrecv_replace(&sent, 1, MPI_INT, 0, 5, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	check(value == -1 && sent == 11, "the freed receive got %d", value);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "cancel");
	before_the_message(0, 3);
	before_the_message(MPI_ANY_SOURCE, MPI_ANY_TAG);
	some_of_many();
	persistent();
	freed();
	for (int round = 0; round < 40 && job.ranks > 1; round++) {
		if (job.rank < 2)
			during_the_message(round);
		else
			MPI_Barrier(world);
	}
	if (job.ranks > 1 && job.rank < 2) {
		after_the_message(1);
		after_the_message(500000);
	}
	return job_end();
}
