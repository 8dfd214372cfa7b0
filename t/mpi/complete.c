/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the rules of completion calls (MPI-5.0 3.7.3, 3.7.5, 3.2.5, 3.9): null and inactive
 * requests, empty statuses, MPI_ERROR set only together with MPI_ERR_IN_STATUS,
 * indices and counts of any and some, freed requests, cancelled receives. One process
 * that talks to itself.
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

#define UNTOUCHED 4711 /* MPI_ERROR before a call */

static MPI_Comm comm;

static int is_empty(const MPI_Status *st)
{
	int count = -1, cancelled = -1;

	MPI_Get_count(st, MPI_INT, &count);
	MPI_Test_cancelled(st, &cancelled);
	return st->MPI_SOURCE == MPI_ANY_SOURCE && st->MPI_TAG == MPI_ANY_TAG && count == 0 &&
	       cancelled == 0;
}

static void send_int(int value, int tag)
{
	MPI_Bsend(&value, 1, MPI_INT, 0, tag, comm);
}

static void test_null(void)
{
	MPI_Request req[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
	MPI_Status st[2] = {{.MPI_ERROR = UNTOUCHED}, {.MPI_ERROR = UNTOUCHED}};
	int flag = 0, index = 0, indices[2];

	is_int(MPI_Wait(&req[0], st), MPI_SUCCESS, "wait for a null request");
	ok(is_empty(st), "gives an empty status");
	is_int(st->MPI_ERROR, MPI_SUCCESS, "and MPI_ERROR in it");
	is_int(MPI_Test(&req[0], &flag, MPI_STATUS_IGNORE), MPI_SUCCESS, "test of a null request");
	is_int(flag, 1, "is true");
	MPI_Waitany(2, req, &index, st);
	is_int(index, MPI_UNDEFINED, "waitany with nothing active");
	flag = 0;
	MPI_Testany(2, req, &index, &flag, st);
	ok(flag && index == MPI_UNDEFINED && is_empty(st), "testany likewise");
	MPI_Waitsome(2, req, &index, indices, st);
	is_int(index, MPI_UNDEFINED, "waitsome with nothing active");
	index = 0;
	MPI_Testsome(2, req, &index, indices, st);
	is_int(index, MPI_UNDEFINED, "testsome with nothing active");
	is_int(MPI_Waitall(2, req, st), MPI_SUCCESS, "waitall of null requests");
	ok(is_empty(&st[0]) && is_empty(&st[1]), "gives empty statuses");
	is_int(st[1].MPI_ERROR, MPI_SUCCESS, "and MPI_ERROR in them");
	flag = 0;
	MPI_Request_get_status(MPI_REQUEST_NULL, &flag, st);
	ok(flag && is_empty(st), "get_status of a null request");
	is_int(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE), MPI_SUCCESS, "waitall of none");
}

static void test_one(void)
{
	MPI_Request req;
	MPI_Status st = {.MPI_ERROR = UNTOUCHED};
	int value = 0, flag = -1, count;

	MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &req);
	MPI_Test(&req, &flag, &st);
	ok(!flag && req != MPI_REQUEST_NULL, "a receive without a message is not done");
	send_int(7, 3);
	do {
		MPI_Request_get_status(req, &flag, &st);
	} while (!flag);
	ok(req != MPI_REQUEST_NULL && st.MPI_TAG == 3, "get_status tells and keeps the request");
	MPI_Wait(&req, &st);
	MPI_Get_count(&st, MPI_INT, &count);
	ok(req == MPI_REQUEST_NULL && value == 7, "wait ends it");
	ok(st.MPI_SOURCE == 0 && st.MPI_TAG == 3 && count == 1, "with its status");
	is_int(st.MPI_ERROR, UNTOUCHED, "MPI_ERROR of one completion is left alone");
	MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &req);
	MPI_Wait(&req, MPI_STATUS_IGNORE);
	MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 5, comm, &req);
	MPI_Wait(&req, &st);
	ok(st.MPI_SOURCE == MPI_PROC_NULL && st.MPI_TAG == MPI_ANY_TAG,
	   "receive from MPI_PROC_NULL");
}

static void test_persistent(void)
{
	MPI_Request req[2];
	MPI_Status st;
	int in = 0, out = 0, flag = 0, index = 0;

	MPI_Recv_init(&in, 1, MPI_INT, 0, 1, comm, &req[0]);
	MPI_Send_init(&out, 1, MPI_INT, 0, 1, comm, &req[1]);
	MPI_Wait(&req[0], &st);
	ok(req[0] != MPI_REQUEST_NULL && is_empty(&st), "wait for an inactive request");
	MPI_Test(&req[1], &flag, &st);
	ok(flag && is_empty(&st), "test of an inactive request");
	for (out = 1; out <= 3; out++) {
		MPI_Startall(2, req);
		MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
		is_int(in, out, "persistent pair, turn %d", out);
	}
	ok(req[0] != MPI_REQUEST_NULL && req[1] != MPI_REQUEST_NULL, "the handles stay");
	MPI_Waitany(2, req, &index, &st);
	is_int(index, MPI_UNDEFINED, "inactive requests count as none in waitany");
	MPI_Start(&req[0]);
	is_int(MPI_Start(&req[0]), MPI_ERR_REQUEST, "start of an active request");
	MPI_Cancel(&req[0]);
	MPI_Wait(&req[0], &st);
	MPI_Test_cancelled(&st, &flag);
	ok(flag, "a persistent receive can be cancelled");
	MPI_Request_free(&req[0]);
	MPI_Request_free(&req[1]);
	ok(req[0] == MPI_REQUEST_NULL, "request_free takes the handle");
}

static void test_any_some(void)
{
	MPI_Request req[4];
	MPI_Status st[4];
	int in[4], index, flag, n = 0, indices[4], seen = 0;

	for (int i = 0; i < 4; i++)
		MPI_Irecv(&in[i], 1, MPI_INT, 0, i, comm, &req[i]);
	MPI_Testsome(4, req, &n, indices, st);
	is_int(n, 0, "testsome finds nothing");
	MPI_Testany(4, req, &index, &flag, st);
	ok(!flag && index == MPI_UNDEFINED, "testany finds nothing");
	MPI_Testall(4, req, &flag, st);
	ok(!flag && req[0] != MPI_REQUEST_NULL, "testall finds nothing");
	send_int(12, 2);
	MPI_Waitany(4, req, &index, &st[0]);
	ok(index == 2 && in[2] == 12 && st[0].MPI_TAG == 2, "waitany gives the one that is done");
	ok(req[2] == MPI_REQUEST_NULL && req[1] != MPI_REQUEST_NULL, "and ends it alone");
	send_int(10, 0);
	send_int(13, 3);
	while (seen < 2) {
		MPI_Waitsome(4, req, &n, indices, st);
		for (int i = 0; i < n; i++, seen++)
			ok(st[i].MPI_TAG == indices[i] && in[indices[i]] == 10 + indices[i],
			   "waitsome: status %d belongs to request %d", i, indices[i]);
	}
	send_int(11, 1);
	do {
		MPI_Testall(4, req, &flag, st);
	} while (!flag);
	ok(in[1] == 11 && is_empty(&st[0]) && st[1].MPI_TAG == 1, "testall ends the last");
}

/* MPI leaves the choice free; programs expect the first. */
static void test_first(void)
{
	MPI_Request req[3];
	int in[3] = {0}, index = -1, flag = 0;

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 3; i++) {
			MPI_Irecv(&in[i], 1, MPI_INT, 0, i, comm, &req[i]);
			send_int(i, i);
		}
		MPI_Waitany(3, req, &index, MPI_STATUS_IGNORE);
		is_int(index, 0, "of three, waitany takes the first");
		MPI_Testany(3, req, &index, &flag, MPI_STATUS_IGNORE);
		ok(flag && index == 1, "then testany the second");
		MPI_Waitall(3, req, MPI_STATUSES_IGNORE);
	}
}

/* With requests that are always ready none may be passed over for ever. */
static void test_fair(void)
{
	MPI_Request req[3];
	int value[3] = {0}, done[3] = {0}, index;

	for (int i = 0; i < 3; i++)
		MPI_Send_init(&value[i], 1, MPI_INT, MPI_PROC_NULL, 0, comm, &req[i]);
	MPI_Startall(3, req);
	for (int turn = 0; turn < 30; turn++) {
		MPI_Waitany(3, req, &index, MPI_STATUS_IGNORE);
		done[index]++;
		MPI_Start(&req[index]);
	}
	ok(done[0] >= 5 && done[1] >= 5 && done[2] >= 5, "waitany takes turns: %d %d %d", done[0],
	   done[1], done[2]);
	MPI_Waitall(3, req, MPI_STATUSES_IGNORE);
	for (int i = 0; i < 3; i++)
		MPI_Request_free(&req[i]);
}

static void test_errors(void)
{
	MPI_Request req[3];
	MPI_Status st[3];
	int in[3] = {0}, two[2] = {1, 2}, n, indices[3];

	for (int i = 0; i < 3; i++) {
		st[i].MPI_ERROR = UNTOUCHED;
		MPI_Irecv(&in[i], 1, MPI_INT, 0, i, comm, &req[i]);
	}
	send_int(5, 0);
	MPI_Bsend(two, 2, MPI_INT, 0, 1, comm);
	send_int(6, 2);
	is_int(MPI_Waitall(3, req, st), MPI_ERR_IN_STATUS, "one of three is truncated");
	is_int(st[0].MPI_ERROR, MPI_SUCCESS, "the one before it");
	is_int(st[1].MPI_ERROR, MPI_ERR_TRUNCATE, "itself");
	is_int(st[2].MPI_ERROR, MPI_SUCCESS, "the one after it");
	ok(in[0] == 5 && in[1] == 1 && in[2] == 6, "the part that fits has been received");
	ok(req[0] == MPI_REQUEST_NULL && req[1] == MPI_REQUEST_NULL, "all are ended");

	MPI_Irecv(&in[0], 1, MPI_INT, 0, 1, comm, &req[0]);
	MPI_Bsend(two, 2, MPI_INT, 0, 1, comm);
	is_int(MPI_Wait(&req[0], MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE,
	       "wait gives the class itself");
	MPI_Irecv(&in[0], 1, MPI_INT, 0, 1, comm, &req[0]);
	MPI_Bsend(two, 2, MPI_INT, 0, 1, comm);
	is_int(MPI_Waitsome(1, req, &n, indices, MPI_STATUSES_IGNORE), MPI_ERR_IN_STATUS,
	       "waitsome without statuses");
	ok(n == 1 && indices[0] == 0, "still tells which");
	req[0] = MPI_REQUEST_NULL;
	req[1] = (MPI_Request)&comm;
	is_int(MPI_Waitall(2, req, st), MPI_ERR_REQUEST, "an entry that is no request");
	MPI_Bsend(two, 2, MPI_INT, 0, 1, comm);
	st[0].MPI_ERROR = UNTOUCHED;
	is_int(MPI_Recv(&in[0], 1, MPI_INT, 0, 1, comm, st), MPI_ERR_TRUNCATE, "truncated receive");
	is_int(st[0].MPI_ERROR, UNTOUCHED, "leaves MPI_ERROR of the status");
}

/* The text of an error's code, which is that of this thread's last error. */
static const char *words_of(int code)
{
	static char text[MPI_MAX_ERROR_STRING];
	int length;

	MPI_Error_string(code, text, &length);
	return text;
}

static void says(int code, const char *bytes, const char *tag, const char *what)
{
	const char *text = words_of(code);

	ok(strstr(text, bytes) && strstr(text, tag), "%s: %s", what, text);
}

/* Messages with tags 1 and 2 have 2 and 3 integers: more than there is room for. */
static void send_two(void)
{
	int three[3] = {0};

	MPI_Bsend(three, 2, MPI_INT, 0, 1, comm);
	MPI_Bsend(three, 3, MPI_INT, 0, 2, comm);
}

/* Each truncated receive has its own cause, whenever it ends, and no later error has it. */
static void test_causes(void)
{
	int in[2];
	MPI_Request req[2];
	MPI_Win win;

	MPI_Win_create(in, 0, 1, MPI_INFO_NULL, comm, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Win_fence(0, win);
	for (int i = 0; i < 2; i++)
		MPI_Irecv(&in[i], 1, MPI_INT, 0, 1 + i, comm, &req[i]);
	send_two();
	says(MPI_Waitall(2, req, MPI_STATUSES_IGNORE), "8 bytes", "tag 1", "waitall: the first");
	for (int i = 0; i < 2; i++)
		MPI_Recv_init(&in[i], 1, MPI_INT, 0, 1 + i, comm, &req[i]);
	for (int turn = 0; turn < 2; turn++) {
		MPI_Startall(2, req);
		send_two();
		says(MPI_Wait(&req[1], MPI_STATUS_IGNORE), "12 bytes", "tag 2", "persistent: last");
		says(MPI_Wait(&req[0], MPI_STATUS_IGNORE), "8 bytes", "tag 1",
		     "and then the first");
	}
	MPI_Start(&req[1]);
	send_two();
	says(MPI_Recv(&in[0], 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE), "8 bytes", "tag 1",
	     "a blocking receive while another waits");
	MPI_Request_free(&req[0]);
	MPI_Request_free(&req[1]); /* its error is not told */
	says(MPI_Put(in, 1, MPI_INT, 0, 0, 0, MPI_INT, win), "MPI_Put: a message is longer than",
	     "receive buffer (", "another call's error of the class");
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	MPI_Win_free(&win);
	MPI_Isendrecv(in, 2, MPI_INT, 0, 1, in, 1, MPI_INT, 0, 1, comm, &req[0]);
	MPI_Irecv(&in[1], 1, MPI_INT, 0, 2, comm, &req[1]);
	MPI_Bsend((int[3]){0}, 3, MPI_INT, 0, 2, comm);
	says(MPI_Wait(&req[0], MPI_STATUS_IGNORE), "8 bytes", "tag 1", "isendrecv");
	says(MPI_Wait(&req[1], MPI_STATUS_IGNORE), "12 bytes", "tag 2", "beside isendrecv");
}

static void test_cancel(void)
{
	MPI_Request req;
	MPI_Status st;
	int value = 3, flag = 0;

	MPI_Irecv(&value, 1, MPI_INT, 0, 9, comm, &req);
	MPI_Cancel(&req);
	ok(req != MPI_REQUEST_NULL, "cancel leaves the request to wait for");
	MPI_Wait(&req, &st);
	MPI_Test_cancelled(&st, &flag);
	ok(flag && value == 3, "a receive is cancelled");
	send_int(4, 9);
	MPI_Recv(&value, 1, MPI_INT, 0, 9, comm, &st);
	MPI_Test_cancelled(&st, &flag);
	ok(!flag && value == 4, "the message goes to the next receive");
}

/* The communicator is freed while a freed receive is under way; its message comes later. */
static void test_free_active(void)
{
	MPI_Comm other;
	MPI_Request req;
	volatile int value = 0;
	int one = 1;

	MPI_Comm_dup(comm, &other);
	MPI_Irecv((void *)&value, 1, MPI_INT, 0, 0, other, &req);
	MPI_Request_free(&req);
	ok(req == MPI_REQUEST_NULL, "an active request can be freed");
	MPI_Send(&one, 1, MPI_INT, 0, 0, other);
	MPI_Comm_free(&other);
	for (int i = 0; i < 1000 && !value; i++)
		MPI_Iprobe(0, 0, comm, &one, MPI_STATUS_IGNORE);
	is_int(value, 1, "its receive completes all the same");
	for (int i = 0; i < 1000; i++) {
		MPI_Isend(&one, 1, MPI_INT, 0, 20, comm, &req);
		MPI_Request_free(&req);
		MPI_Recv(&one, 1, MPI_INT, 0, 20, comm, MPI_STATUS_IGNORE);
	}
	ok(1, "a thousand freed sends");
}

int main(void)
{
	static char buffer[1 << 16];
	void *back;
	int size;

	alarm(60);
	MPI_Init(NULL, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Buffer_attach(buffer, (int)sizeof(buffer));
	test_null();
	test_one();
	test_persistent();
	test_any_some();
	test_first();
	test_fair();
	test_errors();
	test_causes();
	test_cancel();
	test_free_active();
	MPI_Buffer_detach(&back, &size);
	ok(back == buffer && size == (int)sizeof(buffer), "the buffer comes back");
	MPI_Comm_free(&comm);
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	return done();
}
