/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cancelling receives (MPI-4.0 3.8.4): either the receive is cancelled and takes no message, or it
 * completes as without the cancel; a cancel is local, and the request must still be waited for or
 * freed.  Rank 0 receives from itself and from rank 1, if there is one.  Likewise sends of rank 0
 * to itself and to rank 1: one that has not been matched is taken back, for every mode and length,
 * and MPI_Wait returns although it is never received.
 *
 *     cancel [-l INTS OF A LONG MESSAGE] [-m SENDS THAT FILL THE RECEIVER, EVEN]
 */
#include "t/jobs/job.h"

static const MPI_Comm world = MPI_COMM_WORLD;
static MPI_Comm pair; /* ranks 0 and 1 */

static int was_cancelled(const MPI_Status *status)
{
	int flag = -1;

	MPI_Test_cancelled(status, &flag);
	return flag;
}

/* No message was sent, so the cancel must succeed, and a later message goes to the next receive. */
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

/* While the message is on its way: it is received or cancelled, and never both or neither. */
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

/* ---- Sends ---- */

enum { BIG_MAX = 500000, SEND_TAG = 21, GO = 22 };
static int big[2 * BIG_MAX];
static int big_ints = BIG_MAX; /* of a long message */
static int many = 6000;        /* sends of crowded_sends */

typedef int isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

/* Cancels and waits; was it cancelled? */
static int take_back(MPI_Request *request)
{
	MPI_Status status;

	MPI_Cancel(request);
	MPI_Wait(request, &status);
	return was_cancelled(&status);
}

/* Rank 1 posts nothing before. */
static void let_go(void)
{
	if (job.rank == 0)
		MPI_Send(NULL, 0, MPI_INT, 1, GO, pair);
	else
		MPI_Recv(NULL, 0, MPI_INT, 0, GO, pair, MPI_STATUS_IGNORE);
}

/* Rank 1 gets the next message with this tag, and nothing of the first. */
static void next_one(int value, const char *what)
{
	int got = -1;

	let_go();
	if (job.rank == 0)
		MPI_Send(&value, 1, MPI_INT, 1, SEND_TAG, pair);
	else
		MPI_Recv(&got, 1, MPI_INT, 0, SEND_TAG, pair, MPI_STATUS_IGNORE);
	check(job.rank == 0 || got == value, "after %s was taken back came %d, not %d", what, got,
	      value);
	MPI_Barrier(pair);
}

static void unmatched_send(isend *send, int count, MPI_Datatype type, const char *what)
{
	MPI_Request request;

	if (job.rank == 0) {
		send(big, count, type, 1, SEND_TAG, pair, &request);
		check(take_back(&request) == 1, "%s of %d is not cancelled", what, count);
		check(request == MPI_REQUEST_NULL, "a cancelled send keeps its handle");
	}
	next_one(count, what);
}

/* Cancelled twice, and then received. */
static void unmatched_persistent(isend *init, int count, const char *what)
{
	MPI_Request request;

	if (job.rank == 0) {
		init(big, count, MPI_INT, 1, SEND_TAG, pair, &request);
		for (int round = 0; round < 2; round++) {
			MPI_Start(&request);
			check(take_back(&request) == 1 && request != MPI_REQUEST_NULL,
			      "%s of %d, round %d: not cancelled, or gone", what, count, round);
		}
		let_go();
		big[0] = 77;
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	} else {
		let_go();
		big[0] = -1;
		MPI_Recv(big, count, MPI_INT, 0, SEND_TAG, pair, MPI_STATUS_IGNORE);
		check(big[0] == 77, "a restarted %s brought %d", what, big[0]);
	}
	next_one(count, what);
}

/* Rank 1 has matched the message, which must arrive. */
static void probed_send(isend *send, int count)
{
	MPI_Request request;
	MPI_Message message;
	MPI_Status status;

	big[count - 1] = job.rank == 0 ? count : -1;
	if (job.rank == 0) {
		send(big, count, MPI_INT, 1, SEND_TAG, pair, &request);
		MPI_Recv(NULL, 0, MPI_INT, 1, GO, pair, MPI_STATUS_IGNORE);
		MPI_Cancel(&request);
		MPI_Send(NULL, 0, MPI_INT, 1, GO, pair);
		MPI_Wait(&request, &status);
		check(!was_cancelled(&status), "a send that was probed is cancelled");
	} else {
		MPI_Mprobe(0, SEND_TAG, pair, &message, MPI_STATUS_IGNORE);
		MPI_Send(NULL, 0, MPI_INT, 0, GO, pair);
		MPI_Recv(NULL, 0, MPI_INT, 0, GO, pair, MPI_STATUS_IGNORE);
		MPI_Mrecv(big, count, MPI_INT, &message, MPI_STATUS_IGNORE);
		check(big[count - 1] == count, "a probed message of %d ended with %d", count,
		      big[count - 1]);
	}
	next_one(count, "nothing");
}

/* Either the cancelled one arrives or the one after it, in full. */
static void raced_send(int round)
{
	int count = round % 2 ? big_ints : 1, got = -1, gone = 0;
	MPI_Request request;

	MPI_Barrier(pair);
	if (job.rank == 0) {
		big[0] = round;
		MPI_Issend(big, count, MPI_INT, 1, SEND_TAG, pair, &request);
		gone = take_back(&request);
		MPI_Send(&gone, 1, MPI_INT, 1, GO, pair);
		if (gone)
			MPI_Send(big, count, MPI_INT, 1, SEND_TAG, pair);
	} else {
		big[0] = -1;
		MPI_Recv(big, count, MPI_INT, 0, SEND_TAG, pair, MPI_STATUS_IGNORE);
		got = big[0];
		MPI_Recv(&gone, 1, MPI_INT, 0, GO, pair, MPI_STATUS_IGNORE);
		check(got == round, "round %d brought %d, cancelled %d", round, got, gone);
	}
	next_one(round, "a raced send");
}

/* Each that is not cancelled arrives, and an empty one after them. */
static int arrived(void)
{
	int length = 1, n;
	MPI_Status status;

	for (n = -1; length; n++) {
		MPI_Recv(big, big_ints, MPI_INT, 0, SEND_TAG, pair, &status);
		MPI_Get_count(&status, MPI_INT, &length);
	}
	return n;
}

/* Where the receiver has asked for a pause, or there is no room for more: from the last to the
 * first, every second one is cancelled. */
static void crowded_sends(void)
{
	enum { INTS = 1000 };
	MPI_Request *request = must_alloc(many * sizeof(MPI_Request));
	int arrive = many / 2, n;

	for (int i = 0; i < many && job.rank == 0; i++)
		MPI_Isend(big, INTS, MPI_INT, 1, SEND_TAG, pair, &request[i]);
	for (int i = many - 2; i >= 0 && job.rank == 0; i -= 2)
		arrive += !take_back(&request[i]);
	if (job.rank == 0) {
		MPI_Send(&arrive, 1, MPI_INT, 1, GO, pair);
		MPI_Waitall(many, request, MPI_STATUSES_IGNORE);
		MPI_Send(NULL, 0, MPI_INT, 1, SEND_TAG, pair);
	} else {
		MPI_Recv(&arrive, 1, MPI_INT, 0, GO, pair, MPI_STATUS_IGNORE);
		n = arrived();
		check(n == arrive, "%d of many sends arrived, must be %d", n, arrive);
	}
	free(request);
}

/* Its communicator is freed on both sides, so that no receive can match it. */
static void send_without_communicator(void)
{
	MPI_Request request;
	MPI_Comm comm;

	MPI_Comm_dup(pair, &comm);
	if (job.rank == 0)
		MPI_Isend(big, big_ints, MPI_INT, 1, SEND_TAG, comm, &request);
	MPI_Barrier(comm);
	MPI_Comm_free(&comm);
	MPI_Barrier(pair);
	if (job.rank == 0)
		check(take_back(&request) == 1, "a send without communicator is not cancelled");
}

static void cancelled_and_freed(void)
{
	MPI_Request request;

	if (job.rank == 0) {
		MPI_Issend(big, 1, MPI_INT, 1, SEND_TAG, pair, &request);
		MPI_Cancel(&request);
		MPI_Request_free(&request);
	}
	next_one(5, "a freed send");
}

/* A buffered send has left its buffer, and arrives. */
static void buffered_send(void)
{
	static char room[4 * BIG_MAX + MPI_BSEND_OVERHEAD];
	MPI_Request request;
	void *memory;
	int bytes;

	if (job.rank == 0) {
		MPI_Buffer_attach(room, sizeof room);
		big[0] = 31;
		MPI_Ibsend(big, big_ints, MPI_INT, 1, SEND_TAG, pair, &request);
		check(!take_back(&request), "a buffered send is cancelled");
		MPI_Buffer_detach(&memory, &bytes);
	} else {
		MPI_Recv(big, big_ints, MPI_INT, 0, SEND_TAG, pair, MPI_STATUS_IGNORE);
		check(big[0] == 31, "a buffered send brought %d", big[0]);
	}
}

static void sends_of_two(void)
{
	MPI_Datatype gaps;

	MPI_Type_vector(big_ints / 2, 1, 2, MPI_INT, &gaps);
	MPI_Type_commit(&gaps);
	unmatched_send(MPI_Issend, 1, MPI_INT, "MPI_Issend");
	unmatched_send(MPI_Issend, 0, MPI_INT, "MPI_Issend");
	unmatched_send(MPI_Issend, big_ints, MPI_INT, "MPI_Issend");
	unmatched_send(MPI_Isend, big_ints, MPI_INT, "MPI_Isend");
	unmatched_send(MPI_Isend, 1, gaps, "MPI_Isend with gaps");
	unmatched_persistent(MPI_Ssend_init, 1, "MPI_Ssend_init");
	unmatched_persistent(MPI_Send_init, big_ints, "MPI_Send_init");
	probed_send(MPI_Issend, 1);
	probed_send(MPI_Isend, big_ints);
	for (int round = 0; round < 30; round++)
		raced_send(round);
	crowded_sends();
	cancelled_and_freed();
	send_without_communicator();
	buffered_send();
	MPI_Type_free(&gaps);
}

static void sends_to_self(void)
{
	MPI_Request request;
	int got = 0, value = 3;

	MPI_Issend(big, 1, MPI_INT, 0, SEND_TAG, MPI_COMM_SELF, &request);
	check(take_back(&request) == 1, "a synchronous send to oneself is not cancelled");
	MPI_Isend(big, big_ints, MPI_INT, 0, SEND_TAG, MPI_COMM_SELF, &request);
	check(take_back(&request) == 1, "a long send to oneself is not cancelled");
	MPI_Sendrecv(&value, 1, MPI_INT, 0, SEND_TAG, &got, 1, MPI_INT, 0, SEND_TAG, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	check(got == 3, "after a cancelled send to oneself came %d", got);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "cancel");
	big_ints = (int)argument(argc, argv, "-l", big_ints);
	many = (int)argument(argc, argv, "-m", many);
	if (!check(big_ints > 1 && big_ints <= BIG_MAX && many > 1 && many % 2 == 0,
		   "-l takes 2 to %d, -m an even number, 2 or more", BIG_MAX))
		return job_end();
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
	sends_to_self();
	MPI_Comm_split(world, job.rank < 2, job.rank, &pair);
	if (job.ranks > 1 && job.rank < 2)
		sends_of_two();
	MPI_Comm_free(&pair);
	return job_end();
}
