/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Completing operations: wait and test for one, any, some and all (MPI-5.0 3.7.3, 3.7.5), with the
 * handles, statuses and errors of the user. How a request completes is pt2pt's business. Called by
 * the entry points in generated/pt2pt_completion.c, which have checked that arrays and results have
 * addresses.
 */
#include "mpi/api.h"

#include "base/log.h"
#include "runtime/progress.h"

#include <stdio.h>

#define INVALID ((struct rd_req *)-1) /* stands for an invalid handle */

/* NULL for MPI_REQUEST_NULL. */
static inline struct rd_req *request_of(MPI_Request handle)
{
	struct rd_req *req;

	if (handle == MPI_REQUEST_NULL)
		return NULL;
	req = rd_req_get(handle);
	return rd_likely(req) ? req : INVALID;
}

static inline int is_active(const struct rd_req *req)
{
	return req && req->flags & RD_REQ_ACTIVE;
}

/* The communicator that lives until the request ends. */
static inline struct rd_comm *held_by(const struct rd_req *req)
{
	return rd_req_is_static(req) ? NULL : req->comm;
}

/* Status of a call that found nothing to complete; MPI_ERROR is MPI_SUCCESS in it (MPI-5.0
 * 3.7.3). */
static void set_empty(MPI_Status *status)
{
	if (status)
		rd_status_empty((struct rd_status *)status);
}

/* Source and tag of a receive that failed, for its report; -1: it was no receive. */
struct origin {
	int source, tag;
};

static RD_MPI_COLD void remember_origin(struct origin *from, const struct rd_req *req)
{
	int known = req->flags & RD_REQ_RECV;

	*from = (struct origin){known ? req->status.source : -1, known ? req->status.tag : -1};
}

/*
 * Takes a completed request from the user: status (MPI_ERROR left as it is), handle, and the
 * reference to its communicator, which goes to the caller. Returns the operation's error; *from is
 * set only if there is one.
 */
static inline int take(MPI_Request *handle, struct rd_req *req, MPI_Status *status,
		       struct rd_comm **comm, struct origin *from)
{
	int persistent = req->flags & RD_REQ_PERSISTENT;
	int error = rd_mpi_status_error(status);
	int err;

	*comm = held_by(req);
	if (rd_unlikely(req->status.error || req->flags & RD_REQ_ASKED))
		remember_origin(from, req);
	err = rd_req_finish(req, (struct rd_status *)status);
	rd_mpi_status_restore(status, error);
	if (rd_unlikely(persistent)) {
		req->flags &= ~(uint32_t)RD_REQ_PASSED;
		if (*comm)
			rd_comm_hold(*comm);
	} else {
		*handle = MPI_REQUEST_NULL;
	}
	return err;
}

static RD_MPI_COLD int report_one(const char *call, struct rd_comm *comm, int err,
				  const struct origin *from)
{
	if (from->source < 0)
		return rd_mpi_fail(rd_mpi_comm_errs(comm), err, call, NULL);
	return rd_mpi_fail(rd_mpi_comm_errs(comm), err, call, "source=%d, tag=%d", from->source,
			   from->tag);
}

/* Ends one request for a call that completes one. */
static inline int retire(const char *call, MPI_Request *handle, struct rd_req *req,
			 MPI_Status *status)
{
	struct rd_comm *comm;
	struct origin from;
	int err = take(handle, req, status, &comm, &from);

	if (rd_unlikely(err))
		err = report_one(call, comm, err, &from);
	if (comm)
		rd_comm_put(comm);
	return err;
}

/* req NULL: the handle is MPI_REQUEST_NULL, or invalid. */
static __attribute__((noinline)) int wait_for(const char *call, struct rd_req *req,
					      MPI_Request *request, MPI_Status *status)
{
	if (rd_unlikely(!req && *request != MPI_REQUEST_NULL))
		return rd_mpi_bad_request(NULL, call, "request", request);
	if (rd_unlikely(!req)) {
		set_empty(status);
		return MPI_SUCCESS;
	}
	rd_req_await(req);
	return retire(call, request, req, status);
}

static void copy_status(MPI_Status *status, const struct rd_req *req)
{
	int error = rd_mpi_status_error(status);

	*(struct rd_status *)status = req->status;
	rd_mpi_status_restore(status, error);
}

/* Without a frame, for requests that were over when they began. */
int rd_mpi_wait(const char *call, MPI_Request *request, MPI_Status *status)
{
	struct rd_req *req = rd_req_get(*request);

	if (!req || !rd_req_is_static(req))
		return wait_for(call, req, request, status);
	*request = MPI_REQUEST_NULL;
	if (status)
		copy_status(status, req);
	return MPI_SUCCESS;
}

int rd_mpi_test(const char *call, MPI_Request *request, int *flag, MPI_Status *status)
{
	struct rd_req *req = request_of(*request);

	*flag = 1;
	if (!req) {
		set_empty(status);
		return MPI_SUCCESS;
	}
	if (rd_unlikely(req == INVALID))
		return rd_mpi_bad_request(NULL, call, "request", request);
	if (!rd_req_is_done(req))
		rd_progress_test();
	*flag = rd_req_is_done(req);
	return *flag ? retire(call, request, req, status) : MPI_SUCCESS;
}

/* Status of a completed request that stays. An error of the operation is reported when the request
 * ends, an error of the user's query function now. */
static int look_at(const char *call, struct rd_req *req, MPI_Status *status)
{
	int error = rd_mpi_status_error(status);
	int err = rd_req_peek(req, (struct rd_status *)status);

	rd_mpi_status_restore(status, error);
	if (rd_unlikely(err && req->flags & RD_REQ_ASKED))
		return rd_mpi_fail(rd_mpi_comm_errs(req->comm), err, call, NULL);
	return MPI_SUCCESS;
}

int rd_mpi_get_status(const char *call, MPI_Request request, int *flag, MPI_Status *status)
{
	struct rd_req *req = request_of(request);

	if (rd_unlikely(req == INVALID))
		return rd_mpi_bad_request(NULL, call, "request", &request);
	*flag = 1;
	if (!is_active(req)) {
		set_empty(status);
		return MPI_SUCCESS;
	}
	if (!req->done)
		rd_progress_test();
	*flag = req->done;
	return *flag ? look_at(call, req, status) : MPI_SUCCESS;
}

/* ---- Arrays ---- */

/* Reports the invalid entry. */
static RD_MPI_COLD int bad_entry(const char *call, int i, const MPI_Request *requests)
{
	char arg[48];

	snprintf(arg, sizeof(arg), "array_of_requests[%d]", i);
	return rd_mpi_bad_request(NULL, call, arg, &requests[i]);
}

/* Checks all handles once: the number of active ones, or -1 - i when entry i is invalid. */
static int count_active(int n, MPI_Request *requests)
{
	int active = 0;

	for (int i = 0; i < n; i++) {
		struct rd_req *req = request_of(requests[i]);

		if (rd_unlikely(req == INVALID))
			return -1 - i;
		active += is_active(req);
	}
	return active;
}

/*
 * Errors of a call that completes several (MPI-5.0 3.7.5): place and communicator (held) of the
 * first one. Statuses have a valid MPI_ERROR only from the first error on: earlier ones are set
 * when it comes.
 */
struct failure {
	int err; /* 0: none so far, and nothing else is set */
	int at;  /* index in the array of requests */
	struct origin from;
	struct rd_comm *comm;
	char why[256]; /* the cause, or the text of the error */
};

/* Entry `at` has failed, the first one of the call or not; nbefore entries precede it. */
static RD_MPI_COLD void note_failure(struct failure *fail, int err, int at,
				     const struct origin *from, struct rd_comm *comm, int nbefore,
				     MPI_Status *statuses)
{
	const char *cause = rd_err_cause(); /* also one that is not reported: it is over */

	if (fail->err)
		return;
	snprintf(fail->why, sizeof(fail->why), "%s", cause ? cause : rd_mpi_err_text(err));
	fail->err = err;
	fail->at = at;
	fail->from = *from;
	fail->comm = comm ? comm : &rd_comm_self;
	rd_comm_hold(fail->comm);
	for (int i = 0; statuses && i < nbefore; i++)
		rd_mpi_status_restore(&statuses[i], MPI_SUCCESS);
}

/* Completes entry `at` as the `nth` of this call. */
static inline void retire_one_of(struct failure *fail, MPI_Request *requests, int at,
				 struct rd_req *req, MPI_Status *statuses, int nth)
{
	MPI_Status *status = statuses ? &statuses[nth] : NULL;
	struct rd_comm *comm;
	struct origin from;
	int err = take(&requests[at], req, status, &comm, &from);

	if (rd_unlikely(err))
		note_failure(fail, err, at, &from, comm, nth, statuses);
	if (rd_unlikely(fail->err))
		rd_mpi_status_restore(status, rd_mpi_class(err));
	if (comm)
		rd_comm_put(comm);
}

/* It has succeeded, and none of the rare flags is set. */
static inline int is_plain(const struct rd_req *req)
{
	const uint32_t rare = RD_REQ_PERSISTENT | RD_REQ_ASKED;

	return req != (struct rd_req *)MPI_REQUEST_NULL && !req->status.error &&
	       (req->flags & (RD_REQ_ACTIVE | rare)) == RD_REQ_ACTIVE;
}

static inline void end_plain(struct rd_req *req)
{
	struct rd_comm *comm = req->comm;

	if (rd_req_is_static(req))
		return;
	req->obj.magic = RD_MAGIC_FREED;
	req->ops->free(req);
	if (comm)
		rd_comm_put(comm);
}

static RD_MPI_COLD int report(struct failure *fail, const char *call)
{
	char from[64] = "";
	int err;

	if (fail->from.source >= 0)
		snprintf(from, sizeof(from), "source=%d, tag=%d, ", fail->from.source,
			 fail->from.tag);
	err = rd_mpi_raise(&fail->comm->errs, MPI_ERR_IN_STATUS, call,
			   "array_of_requests[%d] has failed: %s (%s%s, %s; each status has its "
			   "own MPI_ERROR)",
			   fail->at, fail->why, from, rd_errs_name(&fail->comm->errs),
			   rd_mpi_class_name(rd_mpi_class(fail->err)));
	rd_comm_put(fail->comm);
	return err;
}

/* Completes all entries, which are done. */
static int retire_all(const char *call, int n, MPI_Request *requests, MPI_Status *statuses)
{
	struct failure fail;

	fail.err = 0;
	for (int i = 0; i < n; i++) {
		struct rd_req *req = (struct rd_req *)requests[i];

		if (rd_likely(!statuses && is_plain(req))) {
			requests[i] = MPI_REQUEST_NULL;
			end_plain(req);
		} else if (req != (struct rd_req *)MPI_REQUEST_NULL) {
			retire_one_of(&fail, requests, i, req, statuses, i);
		} else if (statuses) {
			set_empty(&statuses[i]);
		}
	}
	return rd_unlikely(fail.err) ? report(&fail, call) : MPI_SUCCESS;
}

int rd_mpi_waitall(const char *call, int n, MPI_Request *requests, MPI_Status *statuses)
{
	struct rd_wait w = RD_WAIT_INIT;

	for (int i = 0; i < n; i++) {
		struct rd_req *req;

		if (requests[i] == (MPI_Request)&rd_req_done_send)
			continue;
		req = request_of(requests[i]);
		if (rd_unlikely(req == INVALID))
			return bad_entry(call, i, requests);
		w.done = req ? &req->done : NULL;
		w.from = rd_req_from;
		if (req && req->flags & RD_REQ_AWAIT && !rd_req_is_done(req))
			req->ops->await(req);
		while (req && !rd_req_is_done(req))
			rd_progress_wait(&w);
	}
	return retire_all(call, n, requests, statuses);
}

/* 1: all entries are done; entries below *from need no further check. */
static int all_done(int n, MPI_Request *requests, int *from)
{
	while (*from < n) {
		struct rd_req *req = request_of(requests[*from]);

		if (req && !rd_req_is_done(req))
			return 0;
		(*from)++;
	}
	return 1;
}

int rd_mpi_testall(const char *call, int n, MPI_Request *requests, int *flag, MPI_Status *statuses)
{
	int active = count_active(n, requests);
	int from = 0;

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	if (!all_done(n, requests, &from))
		rd_progress_test();
	*flag = all_done(n, requests, &from);
	return *flag ? retire_all(call, n, requests, statuses) : MPI_SUCCESS;
}

/*
 * A completed active entry, or -1: one that earlier calls have passed over, else the first. MPI
 * leaves the choice free; programs expect the first (the tests of mpi4py among them).
 */
static int find_done(int n, MPI_Request *requests)
{
	int first = -1;

	for (int i = 0; i < n; i++) {
		struct rd_req *req = request_of(requests[i]);

		if (!is_active(req) || !req->done)
			continue;
		if (req->flags & RD_REQ_PASSED)
			return i;
		if (first < 0)
			first = i;
	}
	return first;
}

/*
 * The first completed entry is taken: the other completed ones precede it the next time, so that
 * none waits for ever behind one that is always ready. Static ones stand for many requests and are
 * not marked.
 */
static void pass_over(int n, MPI_Request *requests, int taken)
{
	if (((struct rd_req *)requests[taken])->flags & RD_REQ_PASSED)
		return;
	for (int i = taken + 1; i < n; i++) {
		struct rd_req *req = request_of(requests[i]);

		if (is_active(req) && req->done && !rd_req_is_static(req))
			req->flags |= RD_REQ_PASSED;
	}
}

/* No entry of the array is active (MPI-5.0 3.7.5). */
static int nothing_active(int *index, MPI_Status *status)
{
	*index = MPI_UNDEFINED;
	set_empty(status);
	return MPI_SUCCESS;
}

int rd_mpi_waitany(const char *call, int n, MPI_Request *requests, int *index, MPI_Status *status)
{
	struct rd_wait w = RD_WAIT_INIT;
	int active = count_active(n, requests);

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	if (!active)
		return nothing_active(index, status);
	while ((*index = find_done(n, requests)) < 0)
		rd_progress_wait(&w);
	pass_over(n, requests, *index);
	return retire(call, &requests[*index], (struct rd_req *)requests[*index], status);
}

int rd_mpi_testany(const char *call, int n, MPI_Request *requests, int *index, int *flag,
		   MPI_Status *status)
{
	int active = count_active(n, requests);
	int found;

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	*flag = 1;
	if (!active)
		return nothing_active(index, status);
	found = find_done(n, requests);
	if (found < 0) {
		rd_progress_test();
		found = find_done(n, requests);
	}
	*flag = found >= 0;
	*index = *flag ? found : MPI_UNDEFINED;
	if (!*flag)
		return MPI_SUCCESS;
	pass_over(n, requests, found);
	return retire(call, &requests[found], (struct rd_req *)requests[found], status);
}

static int peek_entry(const char *call, MPI_Request request, MPI_Status *status)
{
	struct rd_req *req = request_of(request);

	if (is_active(req))
		return look_at(call, req, status);
	set_empty(status);
	return MPI_SUCCESS;
}

/* Completes all entries that are done; *outcount: their number. */
static int retire_done(const char *call, int n, MPI_Request *requests, int *outcount, int *indices,
		       MPI_Status *statuses)
{
	struct failure fail;

	fail.err = 0;
	*outcount = 0;
	for (int i = 0; i < n; i++) {
		struct rd_req *req = request_of(requests[i]);

		if (!is_active(req) || !req->done)
			continue;
		retire_one_of(&fail, requests, i, req, statuses, *outcount);
		indices[(*outcount)++] = i;
	}
	return rd_unlikely(fail.err) ? report(&fail, call) : MPI_SUCCESS;
}

int rd_mpi_waitsome(const char *call, int n, MPI_Request *requests, int *outcount, int *indices,
		    MPI_Status *statuses)
{
	struct rd_wait w = RD_WAIT_INIT;
	int active = count_active(n, requests);

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	if (!active)
		return nothing_active(outcount, NULL);
	while (find_done(n, requests) < 0)
		rd_progress_wait(&w);
	return retire_done(call, n, requests, outcount, indices, statuses);
}

int rd_mpi_testsome(const char *call, int n, MPI_Request *requests, int *outcount, int *indices,
		    MPI_Status *statuses)
{
	int active = count_active(n, requests);

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	if (!active)
		return nothing_active(outcount, NULL);
	if (find_done(n, requests) < 0)
		rd_progress_test();
	return retire_done(call, n, requests, outcount, indices, statuses);
}

/* ---- Statuses of requests that stay (MPI-5.0 3.7.6) ---- */

int rd_mpi_get_status_all(const char *call, int n, const MPI_Request *requests, int *flag,
			  MPI_Status *statuses)
{
	MPI_Request *all = (MPI_Request *)requests; /* they are only read */
	int active = count_active(n, all);
	int from = 0;

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	if (!all_done(n, all, &from))
		rd_progress_test();
	*flag = all_done(n, all, &from);
	for (int i = 0; *flag && i < n; i++) {
		int err = peek_entry(call, requests[i], statuses ? &statuses[i] : NULL);

		if (rd_unlikely(err))
			return err;
	}
	return MPI_SUCCESS;
}

int rd_mpi_get_status_any(const char *call, int n, const MPI_Request *requests, int *index,
			  int *flag, MPI_Status *status)
{
	MPI_Request *all = (MPI_Request *)requests;
	int active = count_active(n, all);
	int found;

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	*flag = 1;
	if (!active)
		return nothing_active(index, status);
	found = find_done(n, all);
	if (found < 0) {
		rd_progress_test();
		found = find_done(n, all);
	}
	*flag = found >= 0;
	*index = *flag ? found : MPI_UNDEFINED;
	return *flag ? look_at(call, (struct rd_req *)requests[found], status) : MPI_SUCCESS;
}

int rd_mpi_get_status_some(const char *call, int n, const MPI_Request *requests, int *outcount,
			   int *indices, MPI_Status *statuses)
{
	MPI_Request *all = (MPI_Request *)requests;
	int active = count_active(n, all), err = 0;

	if (rd_unlikely(active < 0))
		return bad_entry(call, -1 - active, requests);
	if (!active)
		return nothing_active(outcount, NULL);
	if (find_done(n, all) < 0)
		rd_progress_test();
	*outcount = 0;
	for (int i = 0; i < n && !err; i++) {
		struct rd_req *req = request_of(requests[i]);

		if (!is_active(req) || !req->done)
			continue;
		err = look_at(call, req, statuses ? &statuses[*outcount] : NULL);
		indices[(*outcount)++] = i;
	}
	return err;
}

int rd_mpi_startall(const char *call, int n, MPI_Request *requests)
{
	for (int i = 0; i < n; i++) {
		struct rd_req *req = request_of(requests[i]);
		int err;

		if (!req || req == INVALID)
			return bad_entry(call, i, requests);
		err = rd_req_start(req);
		if (rd_unlikely(err))
			return rd_mpi_fail(rd_mpi_comm_errs(req->comm), err, call,
					   "array_of_requests[%d]", i);
	}
	return MPI_SUCCESS;
}

/* ---- Requests that were freed while under way (MPI-5.0 3.7.3) ---- */

/* They keep their communicator alive, so they are ended here, not by pt2pt. The list takes no
 * memory: there may be none. */
static struct orphans {
	struct rd_req *first, *last; /* the next one to check; the one that was checked last */
	int n;
} orphans;

/* An error with a cause of its own, of a file, is told at least once. */
static void end_request(struct rd_req *req)
{
	struct rd_comm *comm = held_by(req);
	int err = req->status.error;
	const char *cause;

	rd_req_free(req);
	cause = err ? rd_err_cause() : NULL;
	if (cause)
		rd_warn("an operation whose request was freed has failed: %s", cause);
	if (comm)
		rd_comm_put(comm);
}

static void adopt(struct rd_req *req)
{
	req->flags |= RD_REQ_LISTED;
	req->next = NULL;
	if (orphans.n++)
		orphans.last->next = req;
	else
		orphans.first = req;
	orphans.last = req;
}

/* Checks up to `n` orphans and ends those that have completed. */
static void sweep(int n)
{
	while (n-- > 0 && orphans.n > 0) {
		struct rd_req *req = orphans.first;

		orphans.first = req->next;
		orphans.n--;
		if (rd_req_is_done(req))
			end_request(req);
		else
			adopt(req);
	}
}

int rd_mpi_orphans(void)
{
	sweep(orphans.n);
	return orphans.n;
}

void rd_mpi_orphans_cancel(void)
{
	struct rd_req *req = orphans.first;

	for (int i = 0; i < orphans.n; i++, req = req->next)
		if (req->flags & RD_REQ_RECV && !rd_req_is_done(req))
			rd_req_cancel(req);
}

void rd_mpi_request_free(MPI_Request *request)
{
	struct rd_req *req = (struct rd_req *)*request;

	*request = MPI_REQUEST_NULL;
	sweep(2); /* more than are added: the list stays bounded however many are freed */
	if (rd_req_is_done(req))
		end_request(req);
	else
		adopt(req);
}

static int has_orphan(const struct rd_comm *comm)
{
	const struct rd_req *req = orphans.first;

	for (int i = 0; i < orphans.n; i++, req = req->next)
		if (req->comm == comm && !rd_req_is_done(req))
			return 1;
	return 0;
}

int rd_mpi_comm_disconnect(struct rd_comm *comm)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (has_orphan(comm))
		rd_progress_wait(&w);
	return rd_comm_free(comm);
}
