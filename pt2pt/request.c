/* SPDX-License-Identifier: BSD-3-Clause */
/* Life cycle of requests of any kind: completion, waiting, testing, freeing. See request.h. */
#include "pt2pt/request.h"

#include <stddef.h>

#include "base/compiler.h"
#include "base/err.h"
#include "runtime/progress.h"

static const struct rd_req_ops done_send_ops = {.name = "send"};

struct rd_req rd_req_done_send = RD_REQ_DONE_INIT(&done_send_ops, 0);

static void destroy(struct rd_req *req)
{
	if (rd_req_is_static(req))
		return;
	req->obj.magic = RD_MAGIC_FREED;
	req->ops->free(req);
}

static void child_done(struct rd_req *parent)
{
	if (--parent->children == 0)
		rd_req_complete(parent, parent->ops->gather(parent));
}

void rd_req_adopt(struct rd_req *parent, struct rd_req *child)
{
	if (!parent->children)
		parent->children = 1;
	if (child->done)
		return;
	child->parent = parent;
	parent->children++;
}

void rd_req_adopted(struct rd_req *parent)
{
	child_done(parent);
}

void rd_req_completed(struct rd_req *req)
{
	if (req->flags & RD_REQ_LISTED)
		return;
	if (req->parent)
		child_done(req->parent);
	else if (req->flags & RD_REQ_DETACHED)
		destroy(req);
}

int rd_req_peek(struct rd_req *req, struct rd_status *status)
{
	if (req->flags & RD_REQ_ASKED)
		req->status.error = req->ops->ask(req, 0);
	if (status)
		*status = req->status;
	return req->status.error;
}

void rd_req_take_cause(struct rd_req *req, char text[RD_CAUSE_B])
{
	*text = 0;
	if (req->flags & RD_REQ_CAUSE)
		req->ops->why(req, text);
	req->flags &= ~(uint32_t)RD_REQ_CAUSE;
}

static void give_cause(struct rd_req *req)
{
	char text[RD_CAUSE_B];

	rd_req_take_cause(req, text);
	if (*text)
		rd_err_because("%s", text);
}

int rd_req_finish_rare(struct rd_req *req, struct rd_status *status)
{
	int err;

	if (!(req->flags & RD_REQ_ACTIVE)) {
		if (status)
			rd_status_empty(status);
		return 0;
	}
	if (req->flags & RD_REQ_CAUSE)
		give_cause(req);
	err = req->flags & RD_REQ_ASKED ? req->ops->ask(req, 1) : req->status.error;
	if (status)
		*status = req->status;
	if (req->flags & RD_REQ_PERSISTENT)
		req->flags &= ~(uint32_t)RD_REQ_ACTIVE;
	else
		destroy(req);
	return err;
}

int rd_req_wait(struct rd_req *req, struct rd_status *status)
{
	rd_req_await(req);
	return rd_req_finish(req, status);
}

int rd_req_test(struct rd_req *req, int *flag, struct rd_status *status)
{
	if (!rd_req_is_done(req))
		rd_progress_test();
	*flag = rd_req_is_done(req);
	return *flag ? rd_req_finish(req, status) : 0;
}

int rd_req_wait_all(int n, struct rd_req **reqs)
{
	int first = 0;

	for (int i = 0; i < n; i++) {
		int err = reqs[i] ? rd_req_wait(reqs[i], NULL) : 0;

		reqs[i] = NULL;
		if (!first)
			first = err;
	}
	return first;
}

int rd_req_start(struct rd_req *req)
{
	if (!(req->flags & RD_REQ_PERSISTENT) || (req->flags & RD_REQ_ACTIVE))
		return RD_EREQUEST;
	req->flags |= RD_REQ_ACTIVE;
	req->done = 0;
	return req->ops->start(req);
}

int rd_req_cancel(struct rd_req *req)
{
	if (!(req->flags & RD_REQ_ACTIVE))
		return RD_EREQUEST;
	if (!req->ops->cancel || (req->done && !(req->flags & RD_REQ_ASKED)))
		return 0;
	return req->ops->cancel(req);
}

void rd_req_free(struct rd_req *req)
{
	if (rd_req_is_done(req))
		destroy(req);
	else
		req->flags |= RD_REQ_DETACHED;
}
