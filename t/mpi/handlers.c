/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves error handlers, classes and texts (MPI-5.0 9.3, 9.4): a user's handler is called with the
 * communicator and the code, may free the object that it belongs to, is inherited by a duplicate;
 * errors without a communicator go to that of MPI_COMM_SELF; every class has a name and a text.
 * Objects that are not communicators have their own handlers, of their own kind.
 */
#include "mpi/api.h"

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
	is_int(MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_ERR_COMM,
	       "no communicator at all");
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
		if (MPI_Error_string(code, text, &len) || len != (int)strlen(text) || len < 10 ||
		    MPI_Error_class(code, &class) || class != code)
			bad++;
	}
	is_int(bad, 0, "every class has a text and is its own class");
	MPI_Error_string(MPI_ERR_TRUNCATE, text, &len);
	ok(strstr(text, "MPI_ERR_TRUNCATE") && strstr(text, "truncated"), "it says which: %s",
	   text);
	is_int(MPI_Error_class(MPI_ERR_LASTCODE, &class), MPI_SUCCESS, "the last code is one");
	is_int(MPI_Error_class(999, &class), MPI_ERR_ARG, "999 is no code");
	is_int(MPI_Error_string(-3, text, &len), MPI_ERR_ARG, "-3 is no code");
}

/* A window as far as errors go. */
struct pane {
	struct rd_obj obj;
	struct rd_errs errs;
	int puts;
};

static MPI_Win last_win;

static void put_pane(struct rd_errs *errs)
{
	struct pane *pane = (struct pane *)((char *)errs - offsetof(struct pane, errs));

	pane->puts++;
	rd_obj_put(&pane->obj);
}

static void note_win(MPI_Win *win, int *code, ...)
{
	calls++;
	last_win = *win;
	last_code = *code;
}

static void test_kinds(void)
{
	struct pane pane = {.obj = {RD_MAGIC_FREED, 1}};
	struct rd_errhandler *eh;
	MPI_Errhandler handle;

	rd_errhandler_create(RD_ERRS_WIN, (rd_errhandler_fn *)note_win, &eh);
	handle = rd_errhandler_handle(eh);
	pane.errs = (struct rd_errs){RD_ERRS_WIN, &pane, "", &pane.obj, put_pane, NULL};
	rd_errs_set(&pane.errs, eh);
	calls = 0;
	is_int(rd_mpi_raise(&pane.errs, MPI_ERR_RMA_RANGE, "test", "wrong"), MPI_ERR_RMA_RANGE,
	       "an error of another object");
	ok(calls == 1 && last_win == (MPI_Win)&pane && last_code == MPI_ERR_RMA_RANGE,
	   "calls its handler with its handle");
	ok(pane.puts == 1 && pane.obj.refs == 1, "the object is held meanwhile");
	is_str(rd_errs_name(&pane.errs), "unnamed window", "it is called a window");
	is_int(MPI_Comm_set_errhandler(MPI_COMM_SELF, handle), MPI_ERR_ERRHANDLER,
	       "a communicator does not take a handler of windows");
	rd_errs_set(&pane.errs, &rd_errors_return);
	is_int(rd_mpi_fail(&pane.errs, RD_ETRUNCATE, "test", NULL), MPI_ERR_TRUNCATE,
	       "MPI_ERRORS_RETURN");
	is_int(calls, 1, "the old handler is not called any more");
	rd_errs_close(&pane.errs);
	is_int(eh->obj.refs, 1, "nothing else holds the handler");
	MPI_Errhandler_free(&handle);
	is_int(rd_errhandler_living(), 0, "no handler is left");
}

int main(void)
{
	alarm(60);
	MPI_Init(NULL, NULL);
	test_predefined();
	test_user();
	test_free_in_handler();
	test_kinds();
	test_texts();
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	return done();
}
