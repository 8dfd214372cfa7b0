/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves error handlers, classes and texts (MPI-5.0 9.3, 9.4): a user's handler is called
 * with the communicator and the code, may free what it belongs to, is inherited by a
 * duplicate; errors without a communicator go to that of MPI_COMM_SELF; every class
 * has a name and a text.
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

static int calls, last_code;
static MPI_Comm last_comm;
static MPI_Errhandler own;

static void note(MPI_Comm *comm, int *code, ...)
{
	calls++;
	last_comm = *comm;
	last_code = *code;
}

static void free_myself(MPI_Comm *comm, int *code, ...)
{
	note(comm, code);
	MPI_Comm_free(comm);
}

static void test_user(void)
{
	MPI_Comm comm, copy;
	MPI_Errhandler got;
	int x = 0;

	MPI_Comm_create_errhandler(note, &own);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, own);
	MPI_Errhandler_free(&own);
	ok(own == MPI_ERRHANDLER_NULL, "errhandler_free takes the handle");
	is_int(MPI_Send(&x, 1, MPI_INT, 5, 0, comm), MPI_ERR_RANK, "a wrong rank");
	ok(calls == 1 && last_comm == comm && last_code == MPI_ERR_RANK,
	   "calls the handler with communicator and code");
	MPI_Comm_dup(comm, &copy);
	is_int(MPI_Send(&x, 1, MPI_INT, 0, -7, copy), MPI_ERR_TAG, "a wrong tag on a duplicate");
	ok(calls == 2 && last_comm == copy, "the duplicate has inherited the handler");
	MPI_Comm_get_errhandler(comm, &got);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, got);
	MPI_Errhandler_free(&got);
	is_int(MPI_Type_size(MPI_DATATYPE_NULL, &x), MPI_ERR_TYPE, "an error without communicator");
	ok(calls == 3 && last_comm == MPI_COMM_SELF, "goes to the handler of MPI_COMM_SELF");
	is_int(MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_ERR_COMM, "no communicator at all");
	ok(calls == 4 && last_comm == MPI_COMM_SELF, "likewise");
	is_int(MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER), MPI_SUCCESS, "call_errhandler");
	ok(calls == 5 && last_comm == comm && last_code == MPI_ERR_OTHER, "calls it");
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_free(&copy);
	MPI_Comm_free(&comm);
}

static void test_free_in_handler(void)
{
	MPI_Comm comm;
	MPI_Errhandler eh;
	int x = 0;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_create_errhandler(free_myself, &eh);
	MPI_Comm_set_errhandler(comm, eh);
	MPI_Errhandler_free(&eh);
	calls = 0;
	is_int(MPI_Send(&x, -1, MPI_INT, 0, 0, comm), MPI_ERR_COUNT, "a handler that frees all");
	is_int(calls, 1, "is called once");
}

static void test_predefined(void)
{
	MPI_Errhandler eh;

	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &eh);
	ok(eh == MPI_ERRORS_ARE_FATAL, "errors are fatal at first");
	is_int(MPI_Errhandler_free(&eh), MPI_SUCCESS, "a handle from get_errhandler can be freed");
	ok(eh == MPI_ERRHANDLER_NULL, "and is null then");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &eh);
	ok(eh == MPI_ERRORS_RETURN, "set, and got again");
}

static void test_texts(void)
{
	char text[MPI_MAX_ERROR_STRING];
	int len, class, bad = 0;

	for (int code = MPI_SUCCESS; code <= MPI_ERR_ABI; code++) {
		len = -1;
		if (MPI_Error_string(code, text, &len) || len != (int)strlen(text) || len < 10
		    || MPI_Error_class(code, &class) || class != code)
			bad++;
	}
	is_int(bad, 0, "every class has a text and is its own class");
	MPI_Error_string(MPI_ERR_TRUNCATE, text, &len);
	ok(strstr(text, "MPI_ERR_TRUNCATE") && strstr(text, "truncated"), "it says which: %s", text);
	is_int(MPI_Error_class(MPI_ERR_LASTCODE, &class), MPI_SUCCESS, "the last code is one");
	is_int(MPI_Error_class(999, &class), MPI_ERR_ARG, "999 is no code");
	is_int(MPI_Error_string(-3, text, &len), MPI_ERR_ARG, "-3 is no code");
}

int main(void)
{
	alarm(60);
	MPI_Init(NULL, NULL);
	test_predefined();
	test_user();
	test_free_in_handler();
	test_texts();
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	return done();
}
