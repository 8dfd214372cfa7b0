/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets to memory of other processes of the node that is not shared: one copy by the
 * kernel, without the target's help. An access that the kernel refuses (in containers, or by
 * /proc/sys/kernel/yama/ptrace_scope) is done by message. Called by put.c.
 */
#include "rma/am.h"

#include "base/log.h"
#include "base/param.h"
#include "datatype/pack.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>

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

static int move(int pid, struct blocks *b, int write)
{
	ssize_t n;

	do
		n = write ? process_vm_writev(pid, b->here, (unsigned long)b->nhere, b->there,
					      (unsigned long)b->nthere, 0)
			  : process_vm_readv(pid, b->here, (unsigned long)b->nhere, b->there,
					     (unsigned long)b->nthere, 0);
	while (n < 0 && errno == EINTR);
	if (n == (ssize_t)b->bytes)
		return 0;
	return n >= 0 || errno == EFAULT ? RD_ERMA_RANGE : errno == ESRCH ? RD_EPROC : RD_ENOTSUP;
}

static int copy(int pid, struct rd_iter *here, struct rd_iter *there, uint64_t bytes, int write)
{
	struct blocks b;
	int err = 0;

	while (!err && there->pos < bytes) {
		next(&b, here, there, rd_min(bytes - there->pos, CALL_B));
		err = move(pid, &b, write);
	}
	return err;
}

/* 1: the process with that pid here is the right one, and its memory can be read. */
static int works(struct rd_rma_proc *proc)
{
	uint64_t token = 0;
	struct iovec here = {&token, sizeof(token)};
	struct iovec there = {(void *)(uintptr_t)proc->token_at, sizeof(token)};

	if (proc->cma != RD_CMA_UNTRIED)
		return proc->cma == RD_CMA_WORKS;
	proc->cma = RD_CMA_REFUSED;
	if (rd_param_int(RD_PARAM_CMA) &&
	    process_vm_readv(proc->pid, &here, 1, &there, 1, 0) == sizeof(token) &&
	    token == proc->token)
		proc->cma = RD_CMA_WORKS;
	else
		rd_info("window: memory of process %d is reached by message", proc->pid);
	return proc->cma == RD_CMA_WORKS;
}

static int transfer(struct rd_win_peer *peer, uint64_t at, uint64_t tcount,
		    const struct rd_type *ttype, const void *buf, uint64_t count,
		    const struct rd_type *type, uint64_t bytes, int write)
{
	struct rd_iter here, there;
	int err;

	if (!works(peer->proc))
		return RD_ENOTSUP;
	rd_iter_init(&here, buf, count, type);
	rd_iter_init(&there, rd_rma_at(peer, at), tcount, ttype);
	err = copy(peer->proc->pid, &here, &there, bytes, write);
	if (err == RD_ENOTSUP) {
		rd_error("window: process_vm_%s of process %d: %m", write ? "writev" : "readv",
			 peer->proc->pid);
		err = RD_ESYS;
	}
	return err;
}

int rd_cma_put(struct rd_win_peer *peer, uint64_t at, uint64_t tcount, const struct rd_type *ttype,
	       const void *origin, uint64_t ocount, const struct rd_type *otype, uint64_t bytes)
{
	return transfer(peer, at, tcount, ttype, origin, ocount, otype, bytes, 1);
}

int rd_cma_get(struct rd_win_peer *peer, uint64_t at, uint64_t tcount, const struct rd_type *ttype,
	       void *result, uint64_t rcount, const struct rd_type *rtype, uint64_t bytes)
{
	return transfer(peer, at, tcount, ttype, result, rcount, rtype, bytes, 0);
}
