/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Requests: every operation that can be waited for. Send and receive requests belong to pt2pt;
 * other layers define their own kinds by filling in struct rd_req_ops.
 */
#ifndef RD_PT2PT_REQUEST_H
#define RD_PT2PT_REQUEST_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/list.h"
#include "base/object.h"
#include "mpi.h"
#include "runtime/progress.h"

/* The content of an MPI_Status: the same 32 bytes (MPI-5.0 ABI: 3 public and 5 reserved ints). */
struct rd_status {
	int source, tag, error; /* error: negative rd_err or 0 while internal; mpi/ translates */
	int cancelled;
	uint32_t bytes[2]; /* received bytes, low and high half */
	int elements_set;  /* set by MPI_Status_set_elements: bytes[] counts basic elements */
	int spare;
};
_Static_assert(sizeof(struct rd_status) == sizeof(MPI_Status), "the two are one");

static inline uint64_t rd_status_bytes(const struct rd_status *st)
{
	return (uint64_t)st->bytes[1] << 32 | st->bytes[0];
}

static inline void rd_status_set(struct rd_status *st, int source, int tag, int error,
				 uint64_t bytes)
{
	st->source = source;
	st->tag = tag;
	st->error = error;
	st->cancelled = 0;
	st->bytes[0] = (uint32_t)bytes;
	st->bytes[1] = (uint32_t)(bytes >> 32);
	st->elements_set = 0;
	st->spare = 0;
}

/* Status of an inactive or null request (MPI-5.0 3.7.3: "empty"). */
static inline void rd_status_empty(struct rd_status *st)
{
	rd_status_set(st, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, 0);
}

/* Status of communication with MPI_PROC_NULL (MPI-5.0 3.10). */
static inline void rd_status_procnull(struct rd_status *st)
{
	rd_status_set(st, MPI_PROC_NULL, MPI_ANY_TAG, 0, 0);
}

struct rd_req;

struct rd_req_ops {
	const char *name;
	/* Persistent requests: begins the operation; done is 0 on entry. */
	int (*start)(struct rd_req *req);
	/* RD_REQ_AWAIT only, while it is not done: carries it on for a caller that waits for it
	 * alone. It may return before it is done, then the progress loop does the rest. */
	void (*await)(struct rd_req *req);
	/* Requests cancellation; must lead to done in bounded time. NULL: cannot be cancelled.
	 * Called for a completed request only if RD_REQ_ASKED. Returns an error for the caller. */
	int (*cancel)(struct rd_req *req);
	/* Frees the memory; called when the request is done (or inactive) and no handle is left. */
	void (*free)(struct rd_req *req);
	/* RD_REQ_ASKED only: fills in req->status; `last`: the request ends with this call. Returns
	 * the operation's error. */
	int (*ask)(struct rd_req *req, int last);
	/* Parents only: all children are done; takes their results into req, frees them, and
	 * returns the error to complete with. */
	int (*gather)(struct rd_req *req);
	/* Optional: the rank whose message it waits for. */
	enum rd_wait_from (*from)(const struct rd_req *req);
	/* RD_REQ_CAUSE only: writes the cause of its error; "": there is none. */
	void (*why)(const struct rd_req *req, char text[RD_CAUSE_B]);
};

enum {
	RD_REQ_PERSISTENT = 1,
	RD_REQ_ACTIVE = 2,   /* started and not yet waited for; always set when not persistent */
	RD_REQ_DETACHED = 4, /* MPI_Request_free was called while it was active */
	RD_REQ_RECV = 8,     /* the status has source, tag and count */
	RD_REQ_COLL = 16,    /* of a collective: cannot be cancelled (MPI-5.0 6.12) */
	RD_REQ_ASKED = 32,   /* its status is computed by ops->ask when needed */
	RD_REQ_PASSED = 64,  /* it was done when a call that completes one request chose another */
	RD_REQ_AWAIT = 128,  /* it has ops->await */
	RD_REQ_LISTED = 256, /* it has no handle any more, and is in the list that mpi/ checks */
	/* Of operations that were over, without an error, when their call returned. It stands for
	 * many handles, needs no memory, is never freed, and holds no communicator. */
	RD_REQ_STATIC = 512,
	RD_REQ_CAUSE = 1024, /* it has failed, and ops->why says more than the error */
};

struct rd_req {
	struct rd_obj obj; /* RD_MAGIC_REQUEST */
	uint32_t flags;
	volatile int done;       /* set last, by rd_req_complete */
	struct rd_status status; /* valid once done; error: 0 or negative rd_err */
	const struct rd_req_ops *ops;
	void *comm; /* communicator for error handling, set by mpi/; may be NULL */
	union {
		struct rd_req *parent; /* its count includes this request; NULL: none */
		struct rd_req *next;   /* RD_REQ_LISTED, which no parent has adopted */
	};
	int children; /* of a parent: incomplete children, plus one until rd_req_adopted */
};

/* NULL if the handle is no valid request; the caller handles MPI_REQUEST_NULL. */
static inline struct rd_req *rd_req_get(MPI_Request handle)
{
	struct rd_req *req = (struct rd_req *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED || req->obj.magic != RD_MAGIC_REQUEST)
		return NULL;
	return req;
}

/* Completes a request; called by the code that carries out the operation. Frees it when
 * detached. */
void rd_req_completed(struct rd_req *req); /* with a parent, detached or listed */

static inline void rd_req_complete(struct rd_req *req, int err)
{
	req->status.error = err;
	req->done = 1;
	if (rd_unlikely(req->parent || req->flags & RD_REQ_DETACHED))
		rd_req_completed(req);
}

/*
 * A request made of others: adopt each, then call rd_req_adopted (the parent may complete at once).
 * The children belong to the parent from then on.
 */
void rd_req_adopt(struct rd_req *parent, struct rd_req *child);
void rd_req_adopted(struct rd_req *parent);

/*
 * A request that is complete already (sends that completed at once, MPI_PROC_NULL): one object for
 * sends. Each communicator has one for its collectives.
 */
extern struct rd_req rd_req_done_send;

static inline int rd_req_is_static(const struct rd_req *req)
{
	return (req->flags & RD_REQ_STATIC) != 0;
}

/* Initializer of a static request; flags_: RD_REQ_COLL, or 0. */
#define RD_REQ_DONE_INIT(ops_, flags_) \
	{ \
		.obj = {RD_MAGIC_REQUEST, 1}, .flags = RD_REQ_ACTIVE | RD_REQ_STATIC | (flags_), \
		.done = 1, .status = {.source = MPI_ANY_SOURCE, .tag = MPI_ANY_TAG}, .ops = (ops_) \
	}

/* As in MPI: 1 if the request is active and complete, or inactive. Does not poll. */
static inline int rd_req_is_done(const struct rd_req *req)
{
	return req->done || !(req->flags & RD_REQ_ACTIVE);
}

/* rd_wait.from, where rd_wait.done is that of a request. */
static inline enum rd_wait_from rd_req_from(const struct rd_wait *w)
{
	const struct rd_req *req = rd_container(w->done, struct rd_req, done);

	return req->ops->from ? req->ops->from(req) : RD_FROM_UNKNOWN;
}

/* Waits until it is done, or inactive. */
static inline void rd_req_await(struct rd_req *req)
{
	struct rd_wait w = {.done = &req->done, .from = rd_req_from};

	if (rd_req_is_done(req))
		return;
	if (req->flags & RD_REQ_AWAIT)
		req->ops->await(req);
	while (!rd_req_is_done(req))
		rd_progress_wait(&w);
}

/* Waits for, or tests, one request. On completion the status is copied (if not NULL) and a request
 * that is not persistent is freed: the caller must forget it; a persistent one becomes inactive.
 * Returns the operation's error. test polls once if necessary. */
int rd_req_wait(struct rd_req *req, struct rd_status *status);
int rd_req_test(struct rd_req *req, int *flag, struct rd_status *status);

/* Waits until all n are done and frees them; returns the first error. NULL entries are skipped. For
 * internal use. */
int rd_req_wait_all(int n, struct rd_req **reqs);

/* Slow path of rd_req_finish: persistent, inactive, failed and generalized requests. */
int rd_req_finish_rare(struct rd_req *req, struct rd_status *status);

/* Ends a completed (or inactive) request as wait does: copies the status, frees the request or
 * makes it inactive; returns its error, after rd_err_because. Inline: bench/bandwidth. */
static inline int rd_req_finish(struct rd_req *req, struct rd_status *status)
{
	const uint32_t rare = RD_REQ_PERSISTENT | RD_REQ_ASKED | RD_REQ_CAUSE;
	int err;

	if (rd_unlikely((req->flags & (RD_REQ_ACTIVE | rare)) != RD_REQ_ACTIVE))
		return rd_req_finish_rare(req, status);
	err = req->status.error;
	if (status)
		*status = req->status;
	if (!rd_req_is_static(req)) {
		req->obj.magic = RD_MAGIC_FREED;
		req->ops->free(req);
	}
	return err;
}

/* The cause of a completed request's error, for a caller of rd_req_finish that does not return the
 * error at once: rd_req_finish does not give it to rd_err_because any more. "": there is none. */
void rd_req_take_cause(struct rd_req *req, char text[RD_CAUSE_B]);

/* Status and error of a completed request, which is not freed. */
int rd_req_peek(struct rd_req *req, struct rd_status *status);

int rd_req_start(struct rd_req *req); /* RD_EREQUEST if not persistent, or active */
int rd_req_cancel(struct rd_req *req);
void rd_req_free(struct rd_req *req); /* MPI_Request_free */

#endif
