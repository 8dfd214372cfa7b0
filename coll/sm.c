/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "sm": collectives in shared memory for communicators whose members are all on one
 * node. The segment of MPI_COMM_WORLD is there from MPI_Init on, that of another communicator is
 * made after it has had several collectives. Asked by select.c before "base".
 */
#include "coll/sm_queue.h"

#include "base/compiler.h"
#include "base/param.h"

enum { USES = 4 }; /* collectives on a communicator before making a segment pays */

/* state->requests: calls until a queue pays; then, one more when it has been tried to make it. */
enum { REQUESTS = 4, TRIED };

void rd_shmcoll_want_queue(struct rd_coll_state *state)
{
	if (state->requests < REQUESTS && ++state->requests == REQUESTS)
		state->uses = (uint16_t)rd_min(state->uses, RD_COLL_USES - 1);
}

static int prepare_queue(struct rd_coll_state *state, struct rd_comm *comm)
{
	if (state->queue)
		return rd_shmcoll_queue_prepare(state->queue, comm);
	if (state->requests != REQUESTS || !state->shm || state->shm->counting.groups)
		return 0; /* where members are many each would look at the posts of all */
	state->requests = TRIED;
	return rd_shmcoll_queue_open(comm, &state->queue);
}

static int prepare_shm(struct rd_coll_state *state, struct rd_comm *comm)
{
	int oversubscribed, err;

	if (state->where == RD_COLL_NET)
		state->shm_refusal = "not all members are on one node";
	else if (!rd_param_lists(RD_PARAM_BTL, "sm")) /* the user asks for TCP */
		state->shm_refusal = "RONDO_BTL does not list sm";
	if (state->shm_refusal)
		return 0;
	err = rd_shmcoll_open(comm, &state->shm, &state->shm_refusal, &oversubscribed);
	state->shm_lacks = !state->shm;
	if (oversubscribed)
		state->where = RD_COLL_OVERSUBSCRIBED;
	return err;
}

static int adopt_first(struct rd_coll_state *state)
{
	int oversubscribed = 0, err = rd_shmcoll_first_take(&state->shm, &oversubscribed);

	if (oversubscribed)
		state->where = RD_COLL_OVERSUBSCRIBED;
	return err;
}

static int prepare(struct rd_coll_state *state, struct rd_comm *comm)
{
	int err = 0;

	if (state->uses == 1 && comm->p2p.id == RD_COMM_WORLD_ID)
		err = adopt_first(state);
	else if (state->uses == USES && !state->shm)
		err = prepare_shm(state, comm);

	return err ? err : prepare_queue(state, comm);
}

const char *rd_shmcoll_unless_whole(const struct rd_coll_call *call)
{
	if (call->op->predefined)
		return NULL;
	if (!rd_coll_is_whole(call->in.type))
		return "the elements have gaps, which the operator leaves alone";
	return call->in.type->extent > RD_SHMCOLL_ELEMENT_MOST ? "the elements are too long" : NULL;
}

static void forget(struct rd_coll_state *state)
{
	if (state->queue)
		rd_shmcoll_queue_close(state->queue);
	if (state->shm)
		rd_shmcoll_close(state->shm);
	state->queue = NULL;
	state->shm = NULL;
}

static void fini(void)
{
	rd_shmcoll_queue_fini();
	rd_coll_first_drop();
	rd_shmcoll_wakeup_fini();
}

const struct rd_coll_provider rd_coll_sm = {
	.name = "sm",
	.algos = rd_shmcoll_short,
	.prepare = prepare,
	.forget = forget,
	.fini = fini,
};
