/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets to memory of other processes of the node that is not shared: one copy by the
 * kernel, without the target's help. An access that the kernel refuses (in containers, or by
 * /proc/sys/kernel/yama/ptrace_scope; of memory of a device) is done by message. Called by put.c.
 */
#include "rma/am.h"

#include "base/log.h"
#include "datatype/pack.h"
#include "node/vm.h"

#include <errno.h>

enum { BLOCKS = 128 };             /* of each side in one call */
#define CALL_B (UINT64_C(1) << 30) /* bytes in one call: the kernel moves less than 2 GiB */

/* Both sides of one call. */
struct blocks {
	struct iovec here[BLOCKS], there[BLOCKS];
	int nhere, nthere;
	uint64_t bytes;
};

static uint64_t sum(const struct iovec *iov, int n)
{
	uint64_t bytes = 0;

	for (int i = 0; i < n; i++)
		bytes += iov[i].iov_len;
	return bytes;
}

/* The next blocks of both sides, with equal numbers of bytes. */
static void next(struct blocks *b, struct rd_iter *here, struct rd_iter *there, uint64_t max)
{
	uint64_t from = here->pos;

	b->nhere = rd_iter_iov(here, b->here, BLOCKS, max);
	b->bytes = sum(b->here, b->nhere);
	b->nthere = rd_iter_iov(there, b->there, BLOCKS, b->bytes);
	if (sum(b->there, b->nthere) == b->bytes)
		return;
	b->bytes = sum(b->there, b->nthere);
	rd_iter_seek(here, from);
	b->nhere = rd_iter_iov(here, b->here, BLOCKS, b->bytes);
}

/* Why a copy failed. EFAULT: memory that is not there, which the target will say, or that the
 * kernel does not copy, a device's for example. */
static int reason(struct rd_cma_peer *cma, enum rd_vm_way way)
{
	int error = errno;

	if (error == ESRCH)
		return RD_EPROC;
	if (error == EFAULT || rd_cma_is_refusal(cma, error))
		return RD_ENOTSUP;
	rd_error("window: process_vm_%s of process %d: %m; RONDO_CMA=0 does without",
		 way == RD_VM_WRITE ? "writev" : "readv", cma->id.pid);
	return RD_ESYS;
}

static int move(struct rd_cma_peer *cma, struct blocks *b, enum rd_vm_way way)
{
	return rd_vm_copy_blocks(cma->id.pid, b->here, b->nhere, b->there, b->nthere, b->bytes, way)
		       ? reason(cma, way)
		       : 0;
}

static int copy(struct rd_cma_peer *cma, struct rd_iter *here, struct rd_iter *there,
		uint64_t bytes, enum rd_vm_way way)
{
	struct blocks b;
	int err = 0;

	while (!err && there->pos < bytes) {
		next(&b, here, there, rd_min(bytes - there->pos, CALL_B));
		err = move(cma, &b, way);
	}
	return err;
}

static int transfer(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		    uint64_t bytes, enum rd_vm_way way)
{
	struct rd_cma_peer *cma = peer->proc->cma;
	int writes = way == RD_VM_WRITE;
	const void *buf = writes ? c->origin : c->result;
	const struct rd_type *type = writes ? c->otype : c->rtype;
	uint64_t count = writes ? c->ocount : c->rcount;
	char *block = rd_type_block(buf, count, type), *target = rd_rma_at(peer, at);
	struct rd_iter here, there;

	if (!rd_cma_works(cma))
		return RD_ENOTSUP;
	if (block && c->ttype->flags & RD_TYPE_CONTIG)
		return rd_vm_copy(cma->id.pid, block, (uintptr_t)target, bytes, way)
			       ? reason(cma, way)
			       : 0;
	rd_iter_init(&here, buf, count, type);
	rd_iter_init(&there, target, c->tcount, c->ttype);
	return copy(cma, &here, &there, bytes, way);
}

int rd_cma_put(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at, uint64_t bytes)
{
	return transfer(c, peer, at, bytes, RD_VM_WRITE);
}

int rd_cma_get(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at, uint64_t bytes)
{
	return transfer(c, peer, at, bytes, RD_VM_READ);
}
