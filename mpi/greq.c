/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Generalised requests (MPI-5.0 13.2): the program carries out the operation and reports its end;
 * its functions fill in the status, free its data and handle a cancellation. Called by the entry
 * points in generated/generalized_requests.c, and by request.c through the operations below.
 */
#include "mpi/api.h"

#include <stdlib.h>

struct greq {
	struct rd_req req;
	MPI_Grequest_query_function *query;
	MPI_Grequest_free_function *free;
	MPI_Grequest_cancel_function *cancel;
	void *extra;
	int freed; /* the program's free function has been called */
};

static struct greq *greq_of(struct rd_req *req)
{
	return (struct greq *)req;
}

/* The error of the function called last counts (MPI-5.0 13.2). */
static int ask(struct rd_req *req, int last)
{
	struct greq *g = greq_of(req);
	MPI_Status *status = (MPI_Status *)&req->status;
	int freed, error = req->status.error, open = rd_threads_open();
	int err = g->query(g->extra, status);

	req->status.error = error;
	if (last) {
		freed = g->free(g->extra);
		g->freed = 1;
		err = freed ? freed : err;
	}
	rd_threads_close(open);
	return err;
}

/* No call waits for the request any more: an error of free_fn cannot be reported. */
static void destroy(struct rd_req *req)
{
	struct greq *g = greq_of(req);

	int open = rd_threads_open();

	if (!g->freed)
		g->free(g->extra);
	rd_threads_close(open);
	free(g);
}

static int cancel(struct rd_req *req)
{
	struct greq *g = greq_of(req);

	int open = rd_threads_open();
	int err = g->cancel(g->extra, req->done);

	rd_threads_close(open);
	return err;
}

static const struct rd_req_ops ops = {
	.name = "generalised",
	.cancel = cancel,
	.free = destroy,
	.ask = ask,
};

int rd_mpi_greq_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free_fn,
		      MPI_Grequest_cancel_function *cancel_fn, void *extra, MPI_Request *out)
{
	struct greq *g = calloc(1, sizeof(*g));

	if (!g)
		return RD_ENOMEM;
	rd_obj_init(&g->req.obj, RD_MAGIC_REQUEST);
	g->req.flags = RD_REQ_ACTIVE | RD_REQ_ASKED;
	g->req.ops = &ops;
	rd_status_empty(&g->req.status);
	g->query = query;
	g->free = free_fn;
	g->cancel = cancel_fn;
	g->extra = extra;
	*out = rd_mpi_req_new(&g->req, &rd_comm_self);
	return 0;
}

/* A request that the program has freed before ends here. */
int rd_mpi_greq_complete(const char *call, MPI_Request request)
{
	struct rd_req *req = rd_req_get(request);

	if (!req || req->ops != &ops || req->done)
		return rd_mpi_raise(NULL, MPI_ERR_REQUEST, call,
				    "request is no generalised "
				    "request that is under way");
	rd_req_complete(req, 0);
	rd_mpi_orphans();
	return MPI_SUCCESS;
}
