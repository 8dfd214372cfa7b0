/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "sm": collectives in shared memory for communicators whose members are all on one
 * node. The segment is made after a communicator has had several collectives. Asked by select.c
 * before "base".
 */
#include "coll/sm.h"

#include "base/param.h"

enum { USES = 4 }; /* collectives on a communicator before making a segment pays */

static int prepare(struct rd_coll_state *state, struct rd_comm *comm)
{
	int oversubscribed, err;

	if (state->uses != USES)
		return 0;
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

const char *rd_shmcoll_unless_whole(const struct rd_coll_call *call)
{
	if (call->op->predefined)
		return NULL;
	if (!rd_coll_is_whole(call->rtype))
		return "the elements have gaps, which the operator leaves alone";
	return call->rtype->extent > RD_SHMCOLL_ELEMENT_MOST ? "the elements are too long" : NULL;
}

static void forget(struct rd_coll_state *state)
{
	if (state->shm)
		rd_shmcoll_close(state->shm);
	state->shm = NULL;
}

const struct rd_coll_provider rd_coll_sm = {
	.name = "sm",
	.algos = rd_shmcoll_short,
	.prepare = prepare,
	.forget = forget,
	.fini = rd_shmcoll_wakeup_fini,
};
