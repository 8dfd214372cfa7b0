/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall of many members by single copies: each publishes the address of its blocks, all meet,
 * each reads its own blocks out of the others' memory by the kernel (node/vm.h), and all meet
 * again. Through areas a chunk would have little of each block, and all would wait for each other
 * at each chunk. Called through sm_move.c.
 */
#include "coll/sm_pool.h"

#include "base/log.h"
#include "datatype/pack.h"
#include "node/vm.h"

#include <errno.h>
#include <stdlib.h>

static struct rd_cma_peer *process_of(const struct rd_shmcoll *shm, int m)
{
	return rd_cma_peer(&shm->member[m].process);
}

/* Of all others one is probed: members of a node are alike. */
int rd_shmcoll_direct_works(const struct rd_shmcoll *shm)
{
	return rd_cma_works(process_of(shm, (shm->rank + 1) % shm->n));
}

/* The blocks that others read: in the caller's buffer, or packed. */
struct given {
	const char *at; /* NULL: no memory */
	char *packed;
	char *piece; /* for an incoming block that is not one piece of memory */
};

static struct given give(const struct rd_coll_call *call)
{
	int in_place = rd_coll_in_place(call->out.buf), n = call->size;
	void *buf = in_place ? call->in.buf : call->out.buf;
	struct rd_type *type = in_place ? call->in.type : call->out.type;
	uint64_t count = (in_place ? call->in.count : call->out.count) * (uint64_t)n;
	struct given g = {.at = in_place ? NULL : rd_type_block(buf, count, type)};
	struct rd_iter it;

	if (!g.at && (g.packed = malloc(call->bytes * (uint64_t)n))) {
		rd_iter_init(&it, buf, count, type);
		rd_iter_pack(&it, g.packed, it.total);
		g.at = g.packed;
	}
	if (!rd_type_block(call->in.buf, call->in.count, call->in.type) &&
	    !(g.piece = malloc(call->bytes)))
		g.at = NULL;
	return g;
}

/* 0, or an errno. */
static int take(const struct rd_coll_call *call, const struct rd_shmcoll *shm, int m, char *piece)
{
	void *at = rd_coll_rblock(call, m);
	void *to = piece ? piece : rd_type_block(at, call->in.count, call->in.type);
	int32_t pid = shm->member[m].process.pid;
	uint64_t from = shm->member[m].address + (uint64_t)call->rank * call->bytes;
	struct rd_iter it;

	if (rd_vm_copy(pid, to, from, call->bytes, RD_VM_READ))
		return errno;
	if (piece) {
		rd_iter_init(&it, at, call->in.count, call->in.type);
		rd_iter_unpack(&it, piece, it.total);
	}
	return 0;
}

/* A copy that has failed; number 0: none has. */
struct failure {
	int member, number;
};

static struct failure take_all(struct rd_coll_call *call, const struct rd_shmcoll *shm, char *piece)
{
	struct failure failure = {0, 0};

	for (int i = 1; i < call->size && !call->err && !failure.number; i++) {
		failure.member = rd_coll_turn(call, call->rank, i);
		failure.number = take(call, shm, failure.member, piece);
	}
	if (!rd_coll_in_place(call->out.buf))
		rd_coll_copy(call, rd_coll_rblock(call, call->rank), call->in.count, call->in.type,
			     rd_coll_sblock(call, call->rank), call->out.count, call->out.type);
	return failure;
}

/* After the second meeting. If that has failed, the member may have learnt of the failure earlier,
 * and have given back its memory. */
static void report(struct rd_coll_call *call, const struct rd_shmcoll *shm, struct failure failure)
{
	if (!failure.number || call->err)
		return;
	errno = failure.number;
	if (errno != ESRCH)
		rd_error("alltoall: reading memory of member %d (process %d): %m", failure.member,
			 shm->member[failure.member].process.pid);
	rd_coll_error(call, failure.number == ESRCH ? RD_EPROC : RD_ESYS);
}

static void meet(struct rd_coll_call *call, struct rd_shmcoll *shm)
{
	if (shm->place.tight) {
		shm->place.came++;
		rd_shmcoll_say_place(shm);
	}
	rd_coll_error(call, rd_shmcoll_meet(shm, rd_shmcoll_arrival_long(call), NULL));
}

/* The same on all members, between two meetings. */
static int all_give(const struct rd_shmcoll *shm)
{
	int m = 0;

	while (m < shm->n && shm->member[m].address)
		m++;
	return m == shm->n;
}

int rd_shmcoll_direct_alltoall(struct rd_coll_call *call)
{
	struct rd_shmcoll *shm = call->comm->coll_state->shm;
	struct given g = give(call);
	struct failure failure = {0, 0};
	int done;

	shm->call = call;
	shm->member[shm->rank].address = (uintptr_t)g.at;
	meet(call, shm);
	done = call->err == RD_ECOUNT || all_give(shm); /* some are in other calls */
	if (done)
		failure = take_all(call, shm, g.piece);
	if (call->err != RD_ECOUNT)
		meet(call, shm);
	report(call, shm, failure);
	free(g.packed);
	free(g.piece);
	return done;
}
