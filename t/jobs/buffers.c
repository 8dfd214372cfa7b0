/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The buffers of buffered sends (MPI-5.0 3.6): a communicator's is used before that of the process,
 * full or not; automatic ones; flushes that wait, and flushes that are requests: complete when the
 * messages that were in the buffer have left, independently of later sends; a communicator that is
 * freed or disconnected first waits for its buffered messages.
 *
 * Rank 0 sends to rank 1 messages so long that they leave when they are received.
 */
#include "t/jobs/job.h"

enum { LONG = 1 << 21 }; /* bytes: longer than any transport sends unasked */

static char *data, *room, *other_room;

static void fill(int value)
{
	memset(data, value, LONG);
}

static void expect(int value, int tag, MPI_Comm comm)
{
	memset(data, 0, LONG);
	MPI_Recv(data, LONG, MPI_BYTE, 0, tag, comm, MPI_STATUS_IGNORE);
	check(data[0] == value && data[LONG - 1] == value, "message %d is %d", value, data[0]);
}

static void send(int value, int tag, MPI_Comm comm)
{
	fill(value);
	MPI_Bsend(data, LONG, MPI_BYTE, 1, tag, comm);
	fill(-1); /* the data must be elsewhere by now */
}

static void go(void)
{
	MPI_Send(NULL, 0, MPI_BYTE, 1, 99, MPI_COMM_WORLD);
}

static void await_go(void)
{
	MPI_Recv(NULL, 0, MPI_BYTE, 0, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The buffer of the process is too small for any message: only the communicator's can be used. */
static void own_first(MPI_Comm comm)
{
	char small[MPI_BSEND_OVERHEAD + 16];
	void *base = NULL;
	MPI_Count size_c = -1;
	int size = -1;

	if (job.rank == 1) {
		expect(1, 1, comm);
		expect(2, 1, comm);
		return;
	}
	MPI_Buffer_attach(small, sizeof(small));
	check_class(MPI_Bsend(data, LONG, MPI_BYTE, 1, 1, comm), MPI_ERR_BUFFER, "a small buffer");
	MPI_Comm_attach_buffer(comm, room, LONG + MPI_BSEND_OVERHEAD);
	check_class(MPI_Comm_attach_buffer(comm, small, 1), MPI_ERR_BUFFER, "a second buffer");
	send(1, 1, comm);
	MPI_Comm_detach_buffer(comm, &base, &size);
	check(base == room && size == LONG + MPI_BSEND_OVERHEAD, "detached %p of %d bytes", base,
	      size);
	check_class(MPI_Comm_detach_buffer(comm, &base, &size), MPI_ERR_BUFFER, "no buffer");
	MPI_Comm_attach_buffer_c(comm, other_room, LONG + MPI_BSEND_OVERHEAD);
	send(2, 1, comm);
	MPI_Comm_flush_buffer(comm);
	memset(other_room, 7, LONG); /* it is unused from now on */
	MPI_Comm_detach_buffer_c(comm, &base, &size_c);
	check(base == other_room && size_c == LONG + MPI_BSEND_OVERHEAD, "detached %p", base);
	MPI_Buffer_detach(&base, &size);
	check(base == small, "that of the process is %p", base);
}

static void automatic(MPI_Comm comm)
{
	void *base = NULL;
	int size = -1;

	if (job.rank == 1) {
		await_go();
		for (int n = 0; n < 5; n++)
			expect(n, n, comm);
		return;
	}
	MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0);
	for (int n = 0; n < 5; n++)
		send(n, n, comm);
	go();
	MPI_Comm_flush_buffer(comm);
	MPI_Comm_detach_buffer(comm, &base, &size);
	check(base == MPI_BUFFER_AUTOMATIC, "detached %p", base);
}

/* The second flush is for the message after the first as well. */
static void flush_requests(MPI_Comm comm)
{
	MPI_Request flush[3];
	void *base;
	int flag = -1, size;

	if (job.rank == 1) {
		await_go();
		expect(1, 1, comm);
		MPI_Send(NULL, 0, MPI_BYTE, 0, 98, MPI_COMM_WORLD);
		await_go();
		expect(2, 2, comm);
		return;
	}
	MPI_Comm_iflush_buffer(comm, &flush[0]);
	MPI_Test(&flush[0], &flag, MPI_STATUS_IGNORE);
	check(flag, "a flush without a buffer");
	MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
	MPI_Buffer_iflush(&flush[0]);
	MPI_Test(&flush[0], &flag, MPI_STATUS_IGNORE);
	check(flag, "a flush of an empty buffer");
	send(1, 1, comm);
	MPI_Buffer_iflush(&flush[0]);
	MPI_Buffer_iflush(&flush[1]);
	send(2, 2, comm);
	MPI_Buffer_iflush(&flush[2]);
	MPI_Testall(3, flush, &flag, MPI_STATUSES_IGNORE);
	check(!flag, "flushes before anything is received");
	MPI_Test(&flush[0], &flag, MPI_STATUS_IGNORE);
	check(!flag, "the first flush before the first message is received");
	go();
	MPI_Waitall(2, flush, MPI_STATUSES_IGNORE);
	MPI_Recv(NULL, 0, MPI_BYTE, 1, 98, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Test(&flush[2], &flag, MPI_STATUS_IGNORE);
	check(!flag, "the last flush before the second message is received");
	go();
	MPI_Wait(&flush[2], MPI_STATUS_IGNORE);
	MPI_Buffer_flush();
	MPI_Buffer_detach(&base, &size);
}

/* Freed while a message is in the buffer of the process, or in its own. */
static void freed(int own, int disconnect)
{
	MPI_Request request;
	MPI_Comm comm;
	void *base;
	int size;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	if (job.rank == 0) {
		if (own)
			MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0);
		else
			MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
		send(5, 5, comm);
	} else if (job.rank == 1) {
		MPI_Irecv(data, LONG, MPI_BYTE, 0, 5, comm, &request);
	}
	if (disconnect)
		MPI_Comm_disconnect(&comm);
	else
		MPI_Comm_free(&comm);
	check(comm == MPI_COMM_NULL, "the communicator is still there");
	if (job.rank == 0 && !own)
		MPI_Buffer_detach(&base, &size);
	if (job.rank == 1) {
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		check(data[0] == 5 && data[LONG - 1] == 5, "the earlier message is %d", data[0]);
	}
}

/*
 * Messages are put into the first gap that holds them: six short ones, of which two at a time are
 * under way, leave room for one that is eight times as long in a buffer a quarter too large.
 */
static void first_fit(MPI_Comm comm)
{
	enum { SHORT = LONG / 8, SHORTS = 6 };
	int size = (2 * (SHORT + MPI_BSEND_OVERHEAD) + LONG + MPI_BSEND_OVERHEAD) / 4 * 5;
	void *buffer = must_alloc((size_t)size), *base = NULL;

	if (job.rank == 0)
		MPI_Buffer_attach(buffer, size);
	for (int n = 0; n < SHORTS; n++) {
		if (job.rank == 0 && n > 1)
			MPI_Recv(NULL, 0, MPI_BYTE, 1, 9, comm, MPI_STATUS_IGNORE);
		if (job.rank == 0)
			MPI_Bsend(data, SHORT, MPI_BYTE, 1, n, comm);
		if (job.rank == 1 && n < SHORTS - 2) {
			MPI_Recv(data, SHORT, MPI_BYTE, 0, n, comm, MPI_STATUS_IGNORE);
			MPI_Send(NULL, 0, MPI_BYTE, 0, 9, comm);
		}
	}
	if (job.rank == 0) {
		check_class(MPI_Bsend(data, LONG, MPI_BYTE, 1, 7, comm), MPI_SUCCESS,
			    "MPI_Bsend of a long message behind short ones");
		MPI_Send(NULL, 0, MPI_BYTE, 1, 8, comm);
		MPI_Buffer_detach(&base, &size);
	} else {
		MPI_Recv(NULL, 0, MPI_BYTE, 0, 8, comm, MPI_STATUS_IGNORE);
		for (int n = SHORTS - 2; n < SHORTS; n++)
			MPI_Recv(data, SHORT, MPI_BYTE, 0, n, comm, MPI_STATUS_IGNORE);
		MPI_Recv(data, LONG, MPI_BYTE, 0, 7, comm, MPI_STATUS_IGNORE);
	}
	free(buffer);
}

int main(int argc, char **argv)
{
	MPI_Comm comm;

	job_start(&argc, &argv, "buffers");
	data = must_alloc(LONG);
	room = must_alloc(LONG + MPI_BSEND_OVERHEAD);
	other_room = must_alloc(LONG + MPI_BSEND_OVERHEAD);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	if (job.rank < 2 && job.ranks > 1) {
		own_first(comm);
		automatic(comm);
		flush_requests(comm);
		first_fit(comm);
	}
	MPI_Comm_free(&comm);
	if (job.ranks > 1)
		for (int how = 0; how < 4; how++)
			freed(how & 1, how & 2);
	free(data);
	free(room);
	free(other_room);
	return job_end();
}
