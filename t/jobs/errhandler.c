/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Error handlers of communicators (MPI-4.0 9.3): the user's function is called with the
 * communicator and the code of the failing call, MPI_ERRORS_RETURN returns it, a new
 * communicator inherits the handler of the one it comes from, handlers live as long as they are
 * attached, and are called by MPI_Comm_call_errhandler.
 */
#include "t/jobs/job.h"

static int calls, last_code, on_expected;
static MPI_Comm expected;

static void note(MPI_Comm *comm, int *code, ...)
{
	calls++;
	last_code = *code;
	on_expected += *comm == expected;
}

static void note_otherwise(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	(void)code;
	calls += 1000;
}

/* A call with a rank that is not there. */
static int fail_on(MPI_Comm comm)
{
	calls = last_code = on_expected = 0;
	expected = comm;
	return MPI_Send(NULL, 0, MPI_INT, 2 * job.ranks, 0, comm);
}

static void check_called(MPI_Comm comm, int times, const char *what)
{
	int code = fail_on(comm), class = MPI_SUCCESS;

	MPI_Error_class(code, &class);
	check(class == MPI_ERR_RANK, "%s: class %d, must be MPI_ERR_RANK", what, class);
	check(calls == times, "%s: the handler was called %d times, must be %d", what, calls,
	      times);
	if (times == 1)
		check(last_code == code && on_expected == 1,
		      "%s: the handler got code %d (the "
		      "call returned %d), its communicator %d times",
		      what, last_code, code, on_expected);
}

static void of_the_user(void)
{
	MPI_Comm comm, copy;
	MPI_Errhandler handler, got;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_create_errhandler(note, &handler);
	MPI_Comm_set_errhandler(comm, handler);
	check_called(comm, 1, "the user's handler");
	MPI_Comm_get_errhandler(comm, &got);
	check(got == handler, "MPI_Comm_get_errhandler gives another one");
	MPI_Errhandler_free(&got);
	MPI_Errhandler_free(&handler);
	check(handler == MPI_ERRHANDLER_NULL, "MPI_Errhandler_free leaves the handle");
	check_called(comm, 1, "freed, but still attached");
	MPI_Comm_dup(comm, &copy);
	MPI_Comm_free(&comm);
	check_called(copy, 1, "inherited by MPI_Comm_dup");
	MPI_Comm_split(copy, 0, job.rank, &comm);
	check_called(comm, 1, "inherited by MPI_Comm_split");
	MPI_Comm_free(&copy);
	MPI_Comm_free(&comm);
}

/* Each communicator has its own. */
static void of_several(void)
{
	MPI_Comm one, two;
	MPI_Errhandler first, second;

	MPI_Comm_dup(MPI_COMM_WORLD, &one);
	MPI_Comm_dup(MPI_COMM_WORLD, &two);
	MPI_Comm_create_errhandler(note, &first);
	MPI_Comm_create_errhandler(note_otherwise, &second);
	MPI_Comm_set_errhandler(one, first);
	MPI_Comm_set_errhandler(two, second);
	check_called(one, 1, "the first");
	check_called(two, 1000, "the second");
	MPI_Comm_set_errhandler(one, MPI_ERRORS_RETURN);
	check_called(one, 0, "MPI_ERRORS_RETURN in its place");
	check_called(two, 1000, "the second, after the first has changed");
	MPI_Errhandler_free(&first);
	MPI_Errhandler_free(&second);
	MPI_Comm_free(&one);
	MPI_Comm_free(&two);
}

static void called_by_hand(void)
{
	MPI_Errhandler handler;

	MPI_Comm_create_errhandler(note, &handler);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
	MPI_Errhandler_free(&handler);
	calls = on_expected = 0;
	expected = MPI_COMM_SELF;
	MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
	check(calls == 1 && last_code == MPI_ERR_OTHER && on_expected == 1,
	      "MPI_Comm_call_errhandler: %d calls, code %d", calls, last_code);
	check_called(MPI_COMM_SELF, 1, "on MPI_COMM_SELF");
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static void predefined(void)
{
	MPI_Errhandler got;

	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
	check(got == MPI_ERRORS_ARE_FATAL, "MPI_COMM_WORLD starts with another handler than "
					   "MPI_ERRORS_ARE_FATAL");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	check_called(MPI_COMM_WORLD, 0, "MPI_ERRORS_RETURN on MPI_COMM_WORLD");
	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
	check(got == MPI_ERRORS_RETURN, "MPI_Comm_get_errhandler gives another one");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "errhandler");
	predefined();
	of_the_user();
	of_several();
	called_by_hand();
	return job_end();
}
