/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "base": algorithms over pt2pt for every collective, and the table that says which
 * one for which size and number of ranks. Asked last, by select.c; always has an answer.
 */
#include "coll/base.h"

#include <stddef.h>

/* The first row of the operation that fits and whose algorithm can do the call is taken. */
struct rule {
	const struct rd_coll_algo *algo;
	unsigned where; /* set of enum rd_coll_where */
	uint64_t bytes; /* at most; the call's own measure (call.h) */
	int ranks;      /* at most */
};

#define NET RD_COLL_NET
#define NODE RD_COLL_NODE
#define CROWD RD_COLL_CROWD
#define LOCAL (NODE | CROWD)
#define ALL (NET | LOCAL)
#define ANY_B UINT64_MAX
#define ANY_N INT32_MAX
#define KI 1024u
#define MI (KI * KI)

/*
 * Between nodes (NET) the limits are those of Thakur, Rabenseifner, Gropp, "Optimization of
 * Collective Communication Operations in MPICH", 2005: bcast 12 KiB and 512 KiB, 8 ranks;
 * allgather 80 KiB and 512 KiB in all; alltoall 256 bytes and 32 KiB; reduce and allreduce 2 KiB;
 * reduce_scatter 512 KiB.
 *
 * On one node (LOCAL) every receiver copies from where the sender has the data, so forwarding
 * only costs, and every round may cost a switch of processes: bench/collectives, 2, 4 and 8 ranks
 * on two processors.
 */
static const struct rule rules[] = {
	{&rd_coll_barrier_dissemination, ALL, ANY_B, ANY_N},

	{&rd_coll_bcast_flat, LOCAL, ANY_B, 4},
	{&rd_coll_bcast_binomial, LOCAL, 512 * KI, ANY_N},
	{&rd_coll_bcast_flat, LOCAL, ANY_B, ANY_N},
	{&rd_coll_bcast_binomial, NET, 12 * KI, ANY_N},
	{&rd_coll_bcast_binomial, NET, ANY_B, 7},
	{&rd_coll_bcast_scatter_doubling, NET, 512 * KI, ANY_N},
	{&rd_coll_bcast_scatter_ring, NET, ANY_B, ANY_N},

	{&rd_coll_gather_binomial, NET, 2 * KI, ANY_N},
	{&rd_coll_gather_linear, ALL, ANY_B, ANY_N},
	{&rd_coll_gatherv_linear, ALL, ANY_B, ANY_N},

	{&rd_coll_scatter_binomial, NET, 2 * KI, ANY_N},
	{&rd_coll_scatter_linear, ALL, ANY_B, ANY_N},
	{&rd_coll_scatterv_linear, ALL, ANY_B, ANY_N},

	{&rd_coll_allgather_doubling, ALL, KI, ANY_N},
	{&rd_coll_allgather_bruck, ALL, KI, ANY_N},
	{&rd_coll_allgather_direct, LOCAL, ANY_B, ANY_N},
	{&rd_coll_allgather_doubling, NET, 16 * KI, ANY_N},
	{&rd_coll_allgather_bruck, NET, 4 * KI, ANY_N},
	{&rd_coll_allgather_neighbour, NET, 64 * KI, ANY_N},
	{&rd_coll_allgather_ring, NET, ANY_B, ANY_N},

	{&rd_coll_allgatherv_bruck, LOCAL, 2 * KI, ANY_N},
	{&rd_coll_allgatherv_direct, LOCAL, ANY_B, ANY_N},
	{&rd_coll_allgatherv_bruck, NET, 80 * KI, ANY_N},
	{&rd_coll_allgatherv_ring, NET, ANY_B, ANY_N},

	{&rd_coll_alltoall_swaps, ALL, ANY_B, ANY_N},
	{&rd_coll_alltoall_scattered, ALL, ANY_B, 7},
	{&rd_coll_alltoall_bruck, ALL, 256, ANY_N},
	{&rd_coll_alltoall_scattered, LOCAL, ANY_B, ANY_N},
	{&rd_coll_alltoall_scattered, NET, 32 * KI, ANY_N},
	{&rd_coll_alltoall_pairwise, NET, ANY_B, ANY_N},

	{&rd_coll_alltoallv_swaps, ALL, ANY_B, ANY_N},
	{&rd_coll_alltoallv_scattered, ALL, ANY_B, ANY_N},

	{&rd_coll_alltoallw_swaps, ALL, ANY_B, ANY_N},
	{&rd_coll_alltoallw_scattered, ALL, ANY_B, ANY_N},

	{&rd_coll_reduce_binomial, CROWD, ANY_B, ANY_N},
	{&rd_coll_reduce_binomial, NODE, 32 * KI, 3},
	{&rd_coll_reduce_binomial, ALL, 2 * KI, ANY_N},
	{&rd_coll_reduce_rabenseifner, ALL, ANY_B, ANY_N},

	{&rd_coll_allreduce_doubling, NODE, 256 * KI, 2},
	{&rd_coll_allreduce_doubling, ALL, 2 * KI, ANY_N},
	{&rd_coll_allreduce_doubling, CROWD, 8 * KI, ANY_N},
	{&rd_coll_allreduce_direct, CROWD, 64 * KI, ANY_N},
	{&rd_coll_allreduce_tree, CROWD, ANY_B, ANY_N},
	{&rd_coll_allreduce_rabenseifner, ALL, MI, ANY_N},
	{&rd_coll_allreduce_pairwise, ALL, ANY_B, ANY_N},

	{&rd_coll_rs_halving, ALL, 512 * KI, ANY_N},
	{&rd_coll_rs_pairwise, ALL, ANY_B, ANY_N},
	{&rd_coll_rs_doubling, ALL, 4 * KI, ANY_N},
	{&rd_coll_rs_reduce_scatter, ALL, ANY_B, ANY_N},

	{&rd_coll_rsb_halving, ALL, 512 * KI, ANY_N},
	{&rd_coll_rsb_pairwise, ALL, ANY_B, ANY_N},
	{&rd_coll_rsb_doubling, ALL, 4 * KI, ANY_N},
	{&rd_coll_rsb_reduce_scatter, ALL, ANY_B, ANY_N},

	{&rd_coll_scan_doubling, LOCAL, 512 * KI, 2},
	{&rd_coll_scan_doubling, NET, 64 * KI, ANY_N},
	{&rd_coll_scan_chain, ALL, ANY_B, ANY_N},
	{&rd_coll_exscan_doubling, LOCAL, 512 * KI, 2},
	{&rd_coll_exscan_doubling, NET, 64 * KI, ANY_N},
	{&rd_coll_exscan_chain, ALL, ANY_B, ANY_N},
};

static const struct rd_coll_algo *offer(struct rd_coll_call *call, const char **why)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct rule *rule = &rules[i];

		if (rule->algo->kind != call->kind || !(rule->where & call->where) ||
		    call->bytes > rule->bytes || call->size > rule->ranks)
			continue;
		if (!rule->algo->refuses || !rule->algo->refuses(call))
			return rule->algo;
	}
	*why = "no row of the table fits";
	return NULL;
}

static const struct rd_coll_algo *const algos[] = {
	&rd_coll_barrier_dissemination, &rd_coll_barrier_doubling, &rd_coll_barrier_tree,
	&rd_coll_bcast_binomial, &rd_coll_bcast_flat, &rd_coll_bcast_scatter_ring,
	&rd_coll_bcast_scatter_doubling, &rd_coll_bcast_chain, &rd_coll_bcast_binary,
	&rd_coll_gather_binomial, &rd_coll_gather_linear, &rd_coll_gatherv_linear,
	&rd_coll_scatter_binomial, &rd_coll_scatter_linear, &rd_coll_scatterv_linear,
	&rd_coll_allgather_doubling, &rd_coll_allgather_bruck, &rd_coll_allgather_neighbour,
	&rd_coll_allgather_ring, &rd_coll_allgather_direct, &rd_coll_allgatherv_bruck,
	&rd_coll_allgatherv_ring, &rd_coll_allgatherv_direct,
	&rd_coll_alltoall_bruck, &rd_coll_alltoall_scattered, &rd_coll_alltoall_pairwise,
	&rd_coll_alltoall_swaps, &rd_coll_alltoallv_scattered, &rd_coll_alltoallv_pairwise,
	&rd_coll_alltoallv_swaps, &rd_coll_alltoallw_scattered, &rd_coll_alltoallw_swaps,
	&rd_coll_reduce_binomial, &rd_coll_reduce_rabenseifner,
	&rd_coll_allreduce_doubling, &rd_coll_allreduce_rabenseifner, &rd_coll_allreduce_ring,
	&rd_coll_allreduce_pairwise, &rd_coll_allreduce_direct, &rd_coll_allreduce_tree,
	&rd_coll_rs_halving, &rd_coll_rs_doubling, &rd_coll_rs_pairwise, &rd_coll_rs_reduce_scatter,
	&rd_coll_rsb_halving, &rd_coll_rsb_doubling, &rd_coll_rsb_pairwise,
	&rd_coll_rsb_reduce_scatter,
	&rd_coll_scan_doubling, &rd_coll_scan_chain,
	&rd_coll_exscan_doubling, &rd_coll_exscan_chain,
	NULL,
};

const struct rd_coll_provider rd_coll_base = {.name = "base", .algos = algos, .offer = offer};
