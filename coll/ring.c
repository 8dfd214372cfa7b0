/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "ring": collectives that the cards of a ring carry out by themselves, and, where the
 * user asks for the cards' order of reductions (RONDO_REDUCE_ORDER=ring), software that keeps it.
 * Asked by select.c before all others. A call that the card does not support is refused with a
 * reason, which mpirun --stats shows.
 */
#include "coll/ring.h"

#include "base/param.h"
#include "coll/coll.h"

#include <string.h>

/* At the first collective: contexts are taken early, so that all collectives of a loop are on the
 * card. */
static int prepare(struct rd_coll_state *state, struct rd_comm *comm)
{
	if (state->uses != 1 || !rd_page.refs)
		return 0;
	state->ring = rd_ring_survey(comm);
	if (!state->ring)
		return RD_ENOMEM;
	return state->ring->refusal ? 0 : rd_ring_take(state->ring, comm);
}

static const struct rd_coll_algo *const algos[] = {
	&rd_ring_algo_barrier,
	&rd_ring_algo_bcast,
	&rd_ring_algo_reduce,
	&rd_ring_algo_allreduce,
	&rd_ring_queue_barrier,
	&rd_ring_queue_bcast,
	&rd_ring_queue_reduce,
	&rd_ring_queue_allreduce,
	&rd_ring_order_reduce,
	&rd_ring_order_allreduce,
	NULL,
};
/* QUEUE: the first for calls with a request; SOFTWARE: for both. */
enum { QUEUE = 4, SOFTWARE = 8 };

/* *why stays NULL where no card takes part, and where the card carries out the call. */
static const struct rd_coll_algo *offer(struct rd_coll_call *call, const char **why)
{
	if (rd_page.refs)
		*why = "the card does not do this operation";
	for (int i = 0; algos[i]; i++) {
		const char *refusal;

		if (algos[i]->kind != call->kind || (i < SOFTWARE && (i < QUEUE) == !!call->record))
			continue;
		refusal = algos[i]->refuses(call);
		if (i < SOFTWARE && rd_page.refs)
			*why = refusal;
		if (!refusal)
			return algos[i];
	}
	return NULL;
}

uint64_t rd_coll_card_counted(enum rd_coll_card what)
{
	switch (what) {
	case RD_CARD_REDUCED_CELLS:
		return rd_page_counted(RN_GREDUCE_CELLS, 1);
	case RD_CARD_LOST_CELLS:
		return rd_page_counted(RN_GREDUCE_LOST, 1);
	case RD_CARD_DAMAGED_CELLS:
		return rd_page_counted(RN_NODE_CRC, RN_NODE_CRC_N);
	case RD_CARD_DAMAGED_SYMBOLS:
		return rd_page_counted(RN_NODE_SYM, RN_NODE_SYM_N);
	case RD_CARD_RETRANSMISSIONS:
		return rd_page_counted(RN_NODE_RETRY, RN_NODE_RETRY_N);
	}
	return 0;
}

static void forget(struct rd_coll_state *state)
{
	if (state->ring)
		rd_ring_drop(state->ring);
	state->ring = NULL;
}

static void init(void)
{
	rd_ring_ops_init();
	rd_ring_vector_init();
	rd_ring_order_init();
	if (rd_page.refs)
		rd_ring_wait_init();
}

static void fini(void)
{
	rd_ring_wait_fini();
}

const struct rd_coll_provider rd_coll_ring = {
	.name = "ring",
	.algos = algos,
	.init = init,
	.prepare = prepare,
	.offer = offer,
	.forget = forget,
	.fini = fini,
};
