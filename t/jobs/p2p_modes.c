/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The guarantees of each mode of sending, each probe and each way of completing, one by one: that a
 * synchronous send waits for its receive, a buffered one does not; that a matched probe takes the
 * message away; results of MPI_PROC_NULL and of null requests; messages to oneself, absolute
 * addresses, thousands of receives at once (MPI-4.0 3.4 to 3.11).  Ranks 0 and 1 of the job do the
 * work; alone, rank 0 runs the parts that need no other rank.
 */
#include "t/jobs/job.h"

enum { GO = 99, MANY = 4000 };

static const MPI_Comm world = MPI_COMM_WORLD;

/* The other of the two; it waits here until the first sends a go. */
static void wait_for_go(void)
{
	MPI_Recv(NULL, 0, MPI_BYTE, 0, GO, world, MPI_STATUS_IGNORE);
}

static void say_go(void)
{
	MPI_Send(NULL, 0, MPI_BYTE, 1, GO, world);
}

/* -- modes ---------------------------------------------------------------------------------- */

/* MPI-4.0 3.4: a synchronous send completes only when its receive has started. */
static void synchronous(int count)
{
	int *data = must_alloc((size_t)count * sizeof(int)), flag = 0;
	MPI_Request request;

	data[count - 1] = count;
	if (job.rank == 0) {
		MPI_Issend(data, count, MPI_INT, 1, 1, world, &request);
		for (int n = 0; n < 2000 && !flag; n++)
			MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
		check(!flag, "a synchronous send of %d ints completes without a receive", count);
		say_go();
		if (!flag)
			MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else {
		wait_for_go();
		data[count - 1] = 0;
		MPI_Recv(data, count, MPI_INT, 0, 1, world, MPI_STATUS_IGNORE);
		check(data[count - 1] == count, "last of %d ints is %d", count, data[count - 1]);
	}
	free(data);
}

/* MPI-4.0 3.6: a buffered send is local.  They also go through a buffer much smaller than all
 * of them, once earlier ones have left. */
static void buffered(void)
{
	char storage[20 * (64 + MPI_BSEND_OVERHEAD)];
	char data[64], *base;
	int size = 0;

	if (job.rank == 0) {
		MPI_Buffer_attach(storage, sizeof storage);
		for (int n = 0; n < 20; n++) {
			memset(data, n, sizeof data);
			MPI_Bsend(data, sizeof data, MPI_BYTE, 1, 2, world);
		}
		say_go();
		for (int n = 0; n < 500; n++) {
			MPI_Recv(NULL, 0, MPI_BYTE, 1, 3, world, MPI_STATUS_IGNORE);
			memset(data, n, sizeof data);
			MPI_Bsend(data, sizeof data, MPI_BYTE, 1, 2, world);
		}
		MPI_Buffer_detach(&base, &size);
		check(base == storage && size == sizeof storage, "another buffer is detached");
		return;
	}
	wait_for_go();
	for (int n = 0; n < 520; n++) {
		MPI_Recv(data, sizeof data, MPI_BYTE, 0, 2, world, MPI_STATUS_IGNORE);
		check(data[0] == (char)(n < 20 ? n : n - 20) && data[63] == data[0],
		      "buffered message %d is %d", n, data[0]);
		if (n >= 19 && n < 519)
			MPI_Send(NULL, 0, MPI_BYTE, 0, 3, world);
	}
}

/* A detach returns only when all has left: to a receiver that needs nothing further of us. */
static void detach_delivers(void)
{
	enum { COUNT = 100000 };
	char *data = must_alloc(COUNT), *storage = must_alloc(2 * COUNT);
	int size;

	if (job.rank == 0) {
		MPI_Buffer_attach(storage, 2 * COUNT);
		memset(data, 7, COUNT);
		MPI_Bsend(data, COUNT, MPI_BYTE, 1, 4, world);
		MPI_Buffer_detach(&storage, &size);
		memset(storage, 8, 2 * COUNT);
		say_go();
	} else {
		MPI_Recv(data, COUNT, MPI_BYTE, 0, 4, world, MPI_STATUS_IGNORE);
		check(data[0] == 7 && data[COUNT - 1] == 7, "the buffer was in use after detach");
		wait_for_go();
	}
	free(data);
	free(storage);
}

static void ready(void)
{
	int value = 0;
	MPI_Request request;

	if (job.rank == 1)
		MPI_Irecv(&value, 1, MPI_INT, 0, 5, world, &request);
	MPI_Sendrecv(NULL, 0, MPI_BYTE, 1 - job.rank, 6, NULL, 0, MPI_BYTE, 1 - job.rank, 6, world,
		     MPI_STATUS_IGNORE);
	if (job.rank == 0) {
		value = 55;
		MPI_Rsend(&value, 1, MPI_INT, 1, 5, world);
	} else {
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		check(value == 55, "a ready send brought %d", value);
	}
}

/* MPI-4.0 3.7.3: freeing an active send request lets the message go its way. */
static void freed_request(void)
{
	enum { COUNT = 300000 };
	char *data = must_alloc(COUNT);
	MPI_Request request;

	if (job.rank == 0) {
		memset(data, 9, COUNT);
		MPI_Isend(data, COUNT, MPI_BYTE, 1, 7, world, &request);
		MPI_Request_free(&request);
		check(request == MPI_REQUEST_NULL, "MPI_Request_free leaves the handle");
		say_go();
		MPI_Recv(NULL, 0, MPI_BYTE, 1, 7, world, MPI_STATUS_IGNORE);
	} else {
		wait_for_go();
		MPI_Recv(data, COUNT, MPI_BYTE, 0, 7, world, MPI_STATUS_IGNORE);
		check(data[0] == 9 && data[COUNT - 1] == 9, "a freed send brought %d", data[0]);
		MPI_Send(NULL, 0, MPI_BYTE, 0, 7, world);
	}
	free(data);
}

/* -- probes --------------------------------------------------------------------------------- */

static void probe_sizes(void)
{
	static const int sizes[] = {0, 1, 8, 64, 1000, 4096, 70000, 3000000};
	char *data = must_alloc(3000000);

	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
		MPI_Status status;
		int count = -1;

		if (job.rank == 0) {
			MPI_Send(data, sizes[s], MPI_BYTE, 1, (int)s, world);
			continue;
		}
		MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, world, &status);
		MPI_Get_count(&status, MPI_BYTE, &count);
		check(status.MPI_SOURCE == 0 && status.MPI_TAG == (int)s && count == sizes[s],
		      "probe: source %d, tag %d, %d bytes, must be 0, %d, %d", status.MPI_SOURCE,
		      status.MPI_TAG, count, (int)s, sizes[s]);
		MPI_Recv(data, count, MPI_BYTE, 0, (int)s, world, MPI_STATUS_IGNORE);
	}
	free(data);
}

/* No message was sent with this tag, so no probe finds it, though others have arrived. */
static void probe_nothing(void)
{
	MPI_Message message = MPI_MESSAGE_NULL;
	int flag = 1;

	if (job.rank == 0)
		MPI_Send(NULL, 0, MPI_BYTE, 1, 10, world);
	else
		MPI_Probe(0, 10, world, MPI_STATUS_IGNORE);
	MPI_Iprobe(MPI_ANY_SOURCE, 11, world, &flag, MPI_STATUS_IGNORE);
	check(!flag, "MPI_Iprobe finds a message that nobody sent");
	MPI_Improbe(MPI_ANY_SOURCE, 11, world, &flag, &message, MPI_STATUS_IGNORE);
	check(!flag, "MPI_Improbe finds a message that nobody sent");
	if (job.rank == 1)
		MPI_Recv(NULL, 0, MPI_BYTE, 0, 10, world, MPI_STATUS_IGNORE);
}

/* MPI-4.0 3.8.2: no other receive gets the message that a matched probe has found. */
static void matched_probe(int count)
{
	char *data = must_alloc((size_t)count);
	MPI_Message message;
	MPI_Request request[2];

	if (job.rank == 0) {
		char *second = must_alloc((size_t)count);

		data[0] = 1;
		second[0] = 2;
		MPI_Isend(data, count, MPI_BYTE, 1, 12, world, &request[0]);
		MPI_Isend(second, count, MPI_BYTE, 1, 12, world, &request[1]);
		MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
		free(second);
	} else {
		MPI_Mprobe(0, 12, world, &message, MPI_STATUS_IGNORE);
		MPI_Recv(data, count, MPI_BYTE, 0, 12, world, MPI_STATUS_IGNORE);
		check(data[0] == 2, "a receive got message %d, the first was probed", data[0]);
		MPI_Imrecv(data, count, MPI_BYTE, &message, &request[0]);
		MPI_Wait(&request[0], MPI_STATUS_IGNORE);
		check(data[0] == 1, "the probed message is number %d", data[0]);
	}
	free(data);
}

/* -- null processes and requests ------------------------------------------------------------- */

static void check_null(const MPI_Status *status, const char *what)
{
	int count = -1;

	MPI_Get_count(status, MPI_INT, &count);
	check(status->MPI_SOURCE == MPI_PROC_NULL && status->MPI_TAG == MPI_ANY_TAG && count == 0,
	      "%s from MPI_PROC_NULL: source %d, tag %d, count %d", what, status->MPI_SOURCE,
	      status->MPI_TAG, count);
}

/* MPI-4.0 3.11 */
static void nobody(void)
{
	MPI_Status status;
	MPI_Request request[2];
	MPI_Message message = MPI_MESSAGE_NULL;
	int value = 77, flag = 0;

	MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, world);
	MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, world);
	MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, world);
	MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 3, world, &status);
	check_null(&status, "receive");
	MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, world, &request[0]);
	MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, world, &request[1]);
	MPI_Wait(&request[1], MPI_STATUS_IGNORE);
	MPI_Wait(&request[0], &status);
	check_null(&status, "non-blocking receive");
	MPI_Probe(MPI_PROC_NULL, 0, world, &status);
	check_null(&status, "probe");
	MPI_Iprobe(MPI_PROC_NULL, 0, world, &flag, &status);
	check(flag, "MPI_Iprobe on MPI_PROC_NULL says no");
	MPI_Mprobe(MPI_PROC_NULL, 0, world, &message, &status);
	check(message == MPI_MESSAGE_NO_PROC, "MPI_Mprobe does not give MPI_MESSAGE_NO_PROC");
	MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
	check_null(&status, "matched receive");
	MPI_Mprobe(MPI_PROC_NULL, 0, world, &message, &status);
	MPI_Imrecv(&value, 1, MPI_INT, &message, &request[0]);
	check(message == MPI_MESSAGE_NULL, "MPI_Imrecv leaves the message");
	MPI_Wait(&request[0], &status);
	check_null(&status, "non-blocking matched receive");
	MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0,
		     world, &status);
	check_null(&status, "sendrecv");
	check(value == 77, "something arrived from MPI_PROC_NULL");
}

static void check_empty(const MPI_Status *status, const char *what)
{
	int count = -1, cancelled = -1;

	MPI_Get_count(status, MPI_INT, &count);
	MPI_Test_cancelled(status, &cancelled);
	check(status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG &&
		      count == 0 && !cancelled,
	      "%s on a null request: source %d, tag %d, count %d", what, status->MPI_SOURCE,
	      status->MPI_TAG, count);
}

/* MPI-4.0 3.7.3 and 3.7.5 */
static void null_requests(void)
{
	MPI_Request request[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
	MPI_Status status[3];
	int index = 0, flag = 0, done = 0, indices[3];

	MPI_Wait(&request[0], &status[0]);
	check_empty(&status[0], "wait");
	MPI_Test(&request[0], &flag, &status[0]);
	check(flag, "MPI_Test on a null request says no");
	MPI_Waitany(3, request, &index, &status[0]);
	check(index == MPI_UNDEFINED, "waitany on null requests: index %d", index);
	check_empty(&status[0], "waitany");
	flag = 0;
	MPI_Testany(3, request, &index, &flag, &status[0]);
	check(flag && index == MPI_UNDEFINED, "testany on null requests: %d, %d", flag, index);
	MPI_Waitsome(3, request, &done, indices, status);
	check(done == MPI_UNDEFINED, "waitsome on null requests: %d", done);
	MPI_Testsome(3, request, &done, indices, status);
	check(done == MPI_UNDEFINED, "testsome on null requests: %d", done);
	MPI_Waitall(3, request, status);
	check_empty(&status[2], "waitall");
	flag = 0;
	MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
	check(flag, "MPI_Testall of nothing says no");
}

/* -- oneself -------------------------------------------------------------------------------- */

static void to_oneself(int bytes)
{
	char *out = must_alloc((size_t)bytes), *in = must_alloc((size_t)bytes);
	MPI_Request request[2];
	MPI_Status status;
	int count;

	for (int n = 0; n < bytes; n++)
		out[n] = (char)(n * 7);
	MPI_Isend(out, bytes, MPI_BYTE, job.rank, 20, world, &request[0]);
	MPI_Irecv(in, bytes, MPI_BYTE, job.rank, 20, world, &request[1]);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	check(memcmp(in, out, (size_t)bytes) == 0, "%d bytes to oneself differ", bytes);
	memset(in, 0, (size_t)bytes);
	MPI_Sendrecv(out, bytes, MPI_BYTE, 0, 21, in, bytes, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG,
		     MPI_COMM_SELF, &status);
	MPI_Get_count(&status, MPI_BYTE, &count);
	check(count == bytes && memcmp(in, out, (size_t)bytes) == 0,
	      "%d bytes by sendrecv to oneself: %d came", bytes, count);
	free(out);
	free(in);
}

/* MPI-4.0 5.1.12: a type of absolute addresses, on MPI_BOTTOM. */
static void absolute_addresses(void)
{
	int a = 1, b[3] = {2, 3, 4}, got[4] = {0}, lengths[2] = {1, 3};
	MPI_Aint places[2];
	MPI_Datatype type;

	MPI_Get_address(&a, &places[0]);
	MPI_Get_address(b, &places[1]);
	MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
	MPI_Type_commit(&type);
	MPI_Sendrecv(MPI_BOTTOM, 1, type, 0, 0, got, 4, MPI_INT, 0, 0, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	check(got[0] == 1 && got[1] == 2 && got[3] == 4, "absolute addresses: %d %d %d %d", got[0],
	      got[1], got[2], got[3]);
	for (int n = 0; n < 4; n++)
		got[n] = 10 + n;
	MPI_Sendrecv(got, 4, MPI_INT, 0, 0, MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	check(a == 10 && b[0] == 11 && b[2] == 13, "to absolute addresses: %d %d", a, b[2]);
	MPI_Type_free(&type);
}

static void allocated_memory(void)
{
	char *memory = NULL;

	MPI_Alloc_mem(5000, MPI_INFO_NULL, &memory);
	if (!check(memory != NULL, "MPI_Alloc_mem gives nothing"))
		return;
	memset(memory, 1, 5000);
	MPI_Sendrecv_replace(memory, 5000, MPI_BYTE, 0, 0, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	check(memory[4999] == 1, "allocated memory changed");
	MPI_Free_mem(memory);
}

/* -- many ----------------------------------------------------------------------------------- */

/* Thousands of receives, the messages to them from the last to the first. */
static void many_receives(void)
{
	MPI_Request *request = must_alloc(MANY * sizeof(MPI_Request));
	int *value = must_alloc(MANY * sizeof(int));

	for (int n = 0; n < MANY && job.rank == 1; n++)
		MPI_Irecv(&value[n], 1, MPI_INT, n % 3 ? 0 : MPI_ANY_SOURCE, n, world, &request[n]);
	for (int n = MANY - 1; n >= 0 && job.rank == 0; n--) {
		value[n] = n * 3;
		MPI_Isend(&value[n], 1, MPI_INT, 1, n, world, &request[n]);
	}
	MPI_Waitall(MANY, request, MPI_STATUSES_IGNORE);
	for (int n = 0; n < MANY; n++)
		check(value[n] == n * 3, "receive %d got %d", n, value[n]);
	free(request);
	free(value);
}

/* The same with the messages first. */
static void many_unexpected(void)
{
	MPI_Request *request = must_alloc(MANY * sizeof(MPI_Request));
	int *value = must_alloc(MANY * sizeof(int));

	for (int n = 0; n < MANY && job.rank == 0; n++) {
		value[n] = n;
		MPI_Isend(&value[n], 1, MPI_INT, 1, n, world, &request[n]);
	}
	if (job.rank == 0) {
		MPI_Request go;

		MPI_Isend(NULL, 0, MPI_BYTE, 1, GO + MANY, world, &go);
		MPI_Waitall(MANY, request, MPI_STATUSES_IGNORE);
		MPI_Wait(&go, MPI_STATUS_IGNORE);
	} else {
		MPI_Recv(NULL, 0, MPI_BYTE, 0, GO + MANY, world, MPI_STATUS_IGNORE);
		for (int n = MANY - 1; n >= 0; n--) {
			MPI_Recv(&value[n], 1, MPI_INT, 0, n, world, MPI_STATUS_IGNORE);
			check(value[n] == n, "message with tag %d is %d", n, value[n]);
		}
	}
	free(request);
	free(value);
}

static void with_a_partner(void)
{
	synchronous(1);
	synchronous(2000);
	synchronous(400000);
	buffered();
	detach_delivers();
	ready();
	freed_request();
	probe_sizes();
	probe_nothing();
	matched_probe(10);
	matched_probe(500000);
	many_receives();
	many_unexpected();
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "p2p_modes");
	nobody();
	null_requests();
	to_oneself(0);
	to_oneself(1);
	to_oneself(5000);
	to_oneself(3000000);
	absolute_addresses();
	allocated_memory();
	if (job.ranks > 1 && job.rank < 2)
		with_a_partner();
	return job_end();
}
