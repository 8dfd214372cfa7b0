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
	int crowd, err;

	if (state->uses != USES)
		return 0;
	if (state->where == RD_COLL_NET)
		state->smc_refusal = "not all members are on one node";
	else if (!rd_param_lists(RD_PARAM_BTL, "sm")) /* the user asks for TCP */
		state->smc_refusal = "RONDO_BTL does not list sm";
	if (state->smc_refusal)
		return 0;
	err = rd_smc_open(comm, &state->smc, &state->smc_refusal, &crowd);
	state->smc_lacks = !state->smc;
	if (crowd)
		state->where = RD_COLL_CROWD;
	return err;
}

const char *rd_smc_unless_whole(const struct rd_coll_call *call)
{
	if (call->op->predefined)
		return NULL;
	if (!(call->rtype->flags & (RD_TYPE_PREDEFINED | RD_TYPE_CONTIG)))
		return "the elements have gaps, which the operator leaves alone";
	return call->rtype->extent > RD_SMC_ELEMENT_MOST ? "the elements are too long" : NULL;
}

static void forget(struct rd_coll_state *state)
{
	if (state->smc)
		rd_smc_close(state->smc);
	state->smc = NULL;
}

const struct rd_coll_provider rd_coll_sm = {
	.name = "sm", .algos = rd_smc_short, .prepare = prepare, .forget = forget,
	.fini = rd_smc_bell_fini,
};
