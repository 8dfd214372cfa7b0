/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Generalised requests, alone and among others, through every call that completes requests; and the
 * calls that only query a status. Counts the library's calls of each function, and checks when.
 */
#include "t/jobs/job.h"

static struct seen {
	int queries, frees, cancels, complete; /* complete: argument of the last cancellation */
	int query_error, free_error;           /* return values of the functions */
	int cancelled;                         /* set by the query function */
} seen;

static int query(void *extra, MPI_Status *status)
{
	struct seen *s = extra;

	s->queries++;
	MPI_Status_set_elements(status, MPI_INT, 5);
	MPI_Status_set_cancelled(status, s->cancelled);
	status->MPI_SOURCE = 7;
	status->MPI_TAG = 8;
	return s->query_error;
}

static int release(void *extra)
{
	struct seen *s = extra;

	s->frees++;
	return s->free_error;
}

static int cancel(void *extra, int complete)
{
	struct seen *s = extra;

	s->cancels++;
	s->complete = complete;
	return MPI_SUCCESS;
}

static MPI_Request begin(void)
{
	MPI_Request request = MPI_REQUEST_NULL;

	seen = (struct seen){0};
	MPI_Grequest_start(query, release, cancel, &seen, &request);
	check(request != MPI_REQUEST_NULL, "Grequest_start gives no request");
	return request;
}

static void check_calls(const char *where, int queries, int frees)
{
	check(seen.queries == queries && seen.frees == frees,
	      "%s: %d queries and %d frees, must be %d and %d", where, seen.queries, seen.frees,
	      queries, frees);
}

static void check_status(const char *where, MPI_Status *status)
{
	int count = -1;

	MPI_Get_count(status, MPI_INT, &count);
	check(count == 5 && status->MPI_SOURCE == 7 && status->MPI_TAG == 8,
	      "%s: count %d, source %d, tag %d", where, count, status->MPI_SOURCE, status->MPI_TAG);
}

static void alone(void)
{
	MPI_Request request = begin();
	MPI_Status status;
	int flag = 1;

	MPI_Test(&request, &flag, &status);
	check(!flag, "Test: complete before it is");
	MPI_Request_get_status(request, &flag, &status);
	check(!flag, "Request_get_status: complete before it is");
	check_calls("before", 0, 0);
	MPI_Grequest_complete(request);
	check_calls("Grequest_complete", 0, 0);
	MPI_Request_get_status(request, &flag, &status);
	check(flag, "Request_get_status: not complete");
	check_status("Request_get_status", &status);
	check_calls("Request_get_status", 1, 0);
	MPI_Wait(&request, &status);
	check(request == MPI_REQUEST_NULL, "Wait leaves the handle");
	check_status("Wait", &status);
	check_calls("Wait", 2, 1);
}

static void cancelled(void)
{
	MPI_Request request = begin();
	MPI_Status status;
	int flag = 0;

	MPI_Cancel(&request);
	check(seen.cancels == 1 && !seen.complete, "Cancel: %d calls, complete=%d", seen.cancels,
	      seen.complete);
	seen.cancelled = 1;
	MPI_Grequest_complete(request);
	MPI_Wait(&request, &status);
	MPI_Test_cancelled(&status, &flag);
	check(flag, "the status is not cancelled");

	request = begin();
	MPI_Grequest_complete(request);
	MPI_Cancel(&request);
	check(seen.cancels == 1 && seen.complete, "Cancel of a complete one: %d calls, complete=%d",
	      seen.cancels, seen.complete);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void freed(void)
{
	MPI_Request request = begin(), mine = request;

	MPI_Request_free(&request);
	check(request == MPI_REQUEST_NULL, "Request_free leaves the handle");
	check_calls("Request_free", 0, 0);
	MPI_Grequest_complete(mine);
	check_calls("complete after Request_free", 0, 1);

	request = begin();
	MPI_Grequest_complete(request);
	MPI_Request_free(&request);
	check_calls("Request_free after complete", 0, 1);
}

static void failing(void)
{
	MPI_Request request = begin();
	MPI_Status status;
	int err, class;

	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	seen.query_error = MPI_ERR_OTHER;
	MPI_Grequest_complete(request);
	err = MPI_Wait(&request, &status);
	MPI_Error_class(err, &class);
	check(class == MPI_ERR_OTHER, "Wait: class %d of the query function's error", class);
	check_calls("Wait", 1, 1);

	request = begin();
	seen.query_error = MPI_ERR_OTHER;
	seen.free_error = MPI_ERR_ARG;
	MPI_Grequest_complete(request);
	err = MPI_Waitall(1, &request, &status);
	MPI_Error_class(err, &class);
	check(class == MPI_ERR_IN_STATUS && status.MPI_ERROR == MPI_ERR_ARG,
	      "Waitall: class %d, MPI_ERROR %d of the free function's error", class,
	      status.MPI_ERROR);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* [0]: never there; [1]: a message to itself; [2]: generalised. */
static void among(void)
{
	MPI_Request all[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, begin()};
	MPI_Status statuses[3];
	int in = 0, out = 5, at[3], flag = 1, n = -1;

	MPI_Irecv(&in, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &all[1]);
	MPI_Request_get_status_any(3, all, &n, &flag, statuses);
	check(!flag && n == MPI_UNDEFINED, "get_status_any: flag %d, index %d", flag, n);
	MPI_Request_get_status_some(3, all, &n, at, statuses);
	check(n == 0, "get_status_some: %d", n);
	MPI_Request_get_status_all(3, all, &flag, statuses);
	check(!flag, "get_status_all: nothing is complete");
	MPI_Grequest_complete(all[2]);
	MPI_Request_get_status_any(3, all, &n, &flag, statuses);
	check(flag && n == 2, "get_status_any: flag %d, index %d", flag, n);
	check_status("get_status_any", statuses);
	MPI_Request_get_status_all(3, all, &flag, statuses);
	check(!flag, "get_status_all: one is not complete");
	MPI_Send(&out, 1, MPI_INT, 0, 3, MPI_COMM_SELF);
	while (MPI_Request_get_status_all(3, all, &flag, statuses) == MPI_SUCCESS && !flag)
		;
	check(statuses[0].MPI_SOURCE == MPI_ANY_SOURCE && statuses[1].MPI_TAG == 3,
	      "get_status_all: source %d, tag %d", statuses[0].MPI_SOURCE, statuses[1].MPI_TAG);
	check_status("get_status_all", &statuses[2]);
	MPI_Request_get_status_some(3, all, &n, at, statuses);
	check(n == 2 && at[0] == 1 && at[1] == 2, "get_status_some: %d", n);
	check_status("get_status_some", &statuses[1]);
	check(all[1] != MPI_REQUEST_NULL && all[2] != MPI_REQUEST_NULL, "a handle is gone");
	MPI_Waitsome(3, all, &n, at, statuses);
	check(n == 2 && in == 5, "Waitsome: %d, %d received", n, in);
	check_status("Waitsome", &statuses[1]);
	check(seen.frees == 1, "%d frees", seen.frees);
	MPI_Request_get_status_any(3, all, &n, &flag, statuses);
	check(flag && n == MPI_UNDEFINED, "get_status_any of nothing: flag %d", flag);
	MPI_Request_get_status_some(3, all, &n, at, statuses);
	check(n == MPI_UNDEFINED, "get_status_some of nothing: %d", n);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "generalized_requests");
	alone();
	cancelled();
	freed();
	failing();
	among();
	return job_end();
}
