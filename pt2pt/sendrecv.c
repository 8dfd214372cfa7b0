/* SPDX-License-Identifier: BSD-3-Clause */
/* Combined send and receive (MPI-5.0 3.10): a receive and a send under one request. */
#include <stdlib.h>

#include "base/log.h"
#include "base/pool.h"
#include "pt2pt/p2p.h"

struct pair {
	struct rd_req req;
	struct rd_req *recv, *send;
	char *copy; /* packed outgoing data of the _replace form */
};

static struct rd_pool pairs = RD_POOL_INIT(struct pair);

static void pair_free(struct rd_req *req)
{
	struct pair *pair = rd_container(req, struct pair, req);

	free(pair->copy);
	rd_pool_put(&pairs, pair);
}

/* All parts are done: the pair takes the receive's status and the first error. */
static int gather(struct rd_req *req)
{
	struct pair *pair = rd_container(req, struct pair, req);
	int err = rd_req_finish(pair->recv, &req->status);
	int send_err = rd_req_finish(pair->send, NULL);

	return err ? err : send_err;
}

static const struct rd_req_ops pair_ops = {.name = "sendrecv", .free = pair_free, .gather = gather};

static struct pair *pair_new(uint64_t copy_bytes)
{
	struct pair *pair = rd_pool_get(&pairs);

	if (pair && copy_bytes && !(pair->copy = malloc(copy_bytes))) {
		rd_pool_put(&pairs, pair);
		pair = NULL;
	}
	if (!pair) {
		rd_error("no memory for a send-receive of %llu bytes",
			 (unsigned long long)copy_bytes);
		return NULL;
	}
	rd_obj_init(&pair->req.obj, RD_MAGIC_REQUEST);
	pair->req.flags = RD_REQ_ACTIVE | RD_REQ_RECV;
	pair->req.ops = &pair_ops;
	return pair;
}

static int begin(struct pair *pair, const void *sbuf, uint64_t scount, struct rd_type *stype,
		 int dest, int stag, void *rbuf, uint64_t rcount, struct rd_type *rtype, int src,
		 int rtag, struct rd_ctx *ctx)
{
	int rc = rd_irecv(rbuf, rcount, rtype, src, rtag, ctx, &pair->recv);

	if (rc)
		return rc;
	rc = rd_isend(sbuf, scount, stype, dest, stag, ctx, RD_SEND_STANDARD, &pair->send);
	if (!rc)
		return 0;
	rd_req_cancel(pair->recv);
	rd_req_free(pair->recv);
	return rc;
}

int rd_sendrecv(const void *sbuf, uint64_t scount, struct rd_type *stype, int dest, int stag,
		void *rbuf, uint64_t rcount, struct rd_type *rtype, int src, int rtag,
		struct rd_ctx *ctx, struct rd_status *status)
{
	struct pair pair;
	int rc, rc2;

	rc = begin(&pair, sbuf, scount, stype, dest, stag, rbuf, rcount, rtype, src, rtag, ctx);
	if (rc)
		return rc;
	rc = rd_req_wait(pair.send, NULL);
	rc2 = rd_req_wait(pair.recv, status);
	return rc ? rc : rc2;
}

static char *packed_copy(const void *buf, uint64_t count, struct rd_type *type, char *copy)
{
	struct rd_iter it;

	rd_iter_init(&it, buf, count, type);
	rd_iter_pack(&it, copy, it.total);
	return copy;
}

int rd_sendrecv_replace(void *buf, uint64_t count, struct rd_type *type, int dest, int stag,
			int src, int rtag, struct rd_ctx *ctx, struct rd_status *status)
{
	uint64_t bytes = count * type->size;
	char small[1024], *copy = bytes <= sizeof(small) ? small : malloc(bytes);
	int rc;

	if (!copy) {
		rd_error("no memory for a copy of %llu bytes in MPI_Sendrecv_replace",
			 (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	packed_copy(buf, count, type, copy);
	rc = rd_sendrecv(copy, bytes, rd_type_get(MPI_BYTE), dest, stag, buf, count, type, src,
			 rtag, ctx, status);
	if (copy != small)
		free(copy);
	return rc;
}

static int ipair(struct pair *pair, const void *sbuf, uint64_t scount, struct rd_type *stype,
		 int dest, int stag, void *rbuf, uint64_t rcount, struct rd_type *rtype, int src,
		 int rtag, struct rd_ctx *ctx, struct rd_req **req)
{
	int rc = begin(pair, sbuf, scount, stype, dest, stag, rbuf, rcount, rtype, src, rtag, ctx);

	if (rc) {
		pair_free(&pair->req);
		return rc;
	}
	rd_req_adopt(&pair->req, pair->recv);
	rd_req_adopt(&pair->req, pair->send);
	rd_req_adopted(&pair->req);
	*req = &pair->req;
	return 0;
}

int rd_isendrecv(const void *sbuf, uint64_t scount, struct rd_type *stype, int dest, int stag,
		 void *rbuf, uint64_t rcount, struct rd_type *rtype, int src, int rtag,
		 struct rd_ctx *ctx, struct rd_req **req)
{
	struct pair *pair = pair_new(0);

	if (!pair)
		return RD_ENOMEM;
	return ipair(pair, sbuf, scount, stype, dest, stag, rbuf, rcount, rtype, src, rtag, ctx,
		     req);
}

int rd_isendrecv_replace(void *buf, uint64_t count, struct rd_type *type, int dest, int stag,
			 int src, int rtag, struct rd_ctx *ctx, struct rd_req **req)
{
	uint64_t bytes = count * type->size;
	struct pair *pair = pair_new(bytes);

	if (!pair)
		return RD_ENOMEM;
	packed_copy(buf, count, type, pair->copy);
	return ipair(pair, pair->copy, bytes, rd_type_get(MPI_BYTE), dest, stag, buf, count, type,
		     src, rtag, ctx, req);
}
