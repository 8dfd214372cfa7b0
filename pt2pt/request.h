/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Requests: everything that can be waited for. Send and receive requests are pt2pt's; other
 * layers make their own kinds by filling in struct rd_req_ops.
 */
#ifndef RD_PT2PT_REQUEST_H
#define RD_PT2PT_REQUEST_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/object.h"
#include "mpi.h"

/* What an MPI_Status holds: the same 32 bytes (MPI-5.0 ABI: 3 public and 5 reserved ints). */
struct rd_status {
	int source, tag, error; /* error: negative rd_err or 0 while internal; mpi/ translates */
	int cancelled;
	uint32_t bytes[2];      /* received bytes, low and high half */
	int elements_set;       /* set by MPI_Status_set_elements: bytes[] counts basic elements */
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

/* Status of an inactive, null or procnull-free request (MPI-5.0 3.7.3: "empty"). */
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
	/* Marks for cancellation; must lead to done in bounded time. NULL: cannot be cancelled.
	 * Called for what is done only if RD_REQ_ASKED. Returns an error for the caller. */
	int (*cancel)(struct rd_req *req);
	/* Gives the memory back; called once it is done (or inactive) and no handle is left. */
	void (*free)(struct rd_req *req);
	/* RD_REQ_ASKED only: fills in req->status; `last`: the request ends with it. Returns the
	 * operation's error. */
	int (*ask)(struct rd_req *req, int last);
	/* Parents only: all children are done; takes their results into req, frees them, and
	 * returns the error to complete with. */
	int (*gather)(struct rd_req *req);
};

enum {
	RD_REQ_PERSISTENT = 1,
	RD_REQ_ACTIVE = 2,   /* started and not yet waited for; always set when not persistent */
	RD_REQ_DETACHED = 4, /* MPI_Request_free was called while it was active */
	RD_REQ_RECV = 8,     /* status carries source, tag and count */
	RD_REQ_COLL = 16,    /* a collective's: cannot be cancelled (MPI-5.0 6.12) */
	RD_REQ_ASKED = 32,   /* its status is only known when it is asked for: ops->ask */
	RD_REQ_PASSED = 64,  /* was done when a call that completes one took another */
};

struct rd_req {
	struct rd_obj obj; /* RD_MAGIC_REQUEST */
	uint32_t flags;
	volatile int done; /* set last, by rd_req_complete */
	struct rd_status status; /* valid once done; error: 0 or negative rd_err */
	const struct rd_req_ops *ops;
	void *comm;        /* the communicator for error handling, set by mpi/; may be NULL */
	struct rd_req *parent; /* counts this one's completion; NULL: none */
	int children;      /* of a parent: still to complete, and one more until rd_req_adopted */
};

/* NULL when the handle is no living request; MPI_REQUEST_NULL is the caller's to sort out. */
static inline struct rd_req *rd_req_get(MPI_Request handle)
{
	struct rd_req *req = (struct rd_req *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED || req->obj.magic != RD_MAGIC_REQUEST)
		return NULL;
	return req;
}

/* Called by whoever carries the operation out. Frees it when detached. */
void rd_req_completed(struct rd_req *req); /* with a parent, or detached */

static inline void rd_req_complete(struct rd_req *req, int err)
{
	req->status.error = err;
	req->done = 1;
	if (rd_unlikely(req->parent || req->flags & RD_REQ_DETACHED))
		rd_req_completed(req);
}

/*
 * A request made of others: adopt each, then say that all are there (it may complete at once). The
 * children belong to the parent from then on.
 */
void rd_req_adopt(struct rd_req *parent, struct rd_req *child);
void rd_req_adopted(struct rd_req *parent);

/*
 * A request that is complete already (sends that were over at once, MPI_PROC_NULL): one static
 * object for sends, which needs no memory and is never freed.
 */
extern struct rd_req rd_req_done_send;

/* Waits for / looks at one request. On completion the status is copied (if not NULL)
 * and a request that is not persistent is freed: the caller then forgets it; a persistent one
 * becomes inactive. Returns the operation's error. test polls once if need be. */
int rd_req_wait(struct rd_req *req, struct rd_status *status);
int rd_req_test(struct rd_req *req, int *flag, struct rd_status *status);

/* Waits until all n are done; frees them; first error is returned. NULL entries are skipped. For
 * internal use. */
int rd_req_wait_all(int n, struct rd_req **reqs);

/* As MPI's: 1 when the request is active and complete, or inactive. Does not poll. */
static inline int rd_req_is_done(const struct rd_req *req)
{
	return req->done || !(req->flags & RD_REQ_ACTIVE);
}

/* Those that are not there for one turn only, or have to be asked. */
int rd_req_finish_rare(struct rd_req *req, struct rd_status *status);

/* Ends the life of a completed (or inactive) request's turn as wait does: copies status, frees or
 * makes inactive; returns its error. In line: bench/bandwidth. */
static inline int rd_req_finish(struct rd_req *req, struct rd_status *status)
{
	const uint32_t rare = RD_REQ_PERSISTENT | RD_REQ_ASKED;
	int err;

	if (rd_unlikely((req->flags & (RD_REQ_ACTIVE | rare)) != RD_REQ_ACTIVE))
		return rd_req_finish_rare(req, status);
	err = req->status.error;
	if (status)
		*status = req->status;
	if (req != &rd_req_done_send) {
		req->obj.magic = RD_MAGIC_FREED;
		req->ops->free(req);
	}
	return err;
}

/* Status and error of a completed request that goes on to exist. */
int rd_req_peek(struct rd_req *req, struct rd_status *status);

int rd_req_start(struct rd_req *req);   /* RD_EREQUEST when not persistent or active */
int rd_req_cancel(struct rd_req *req);
void rd_req_free(struct rd_req *req);   /* MPI_Request_free */

#endif
