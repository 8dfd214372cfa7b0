/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "base": algorithms over pt2pt for every collective, and the table that says which one for
 * which size and number of ranks. Asked last, by select.c; always has an answer.
 */
#include "coll/base.h"

#include <stddef.h>

/* The first row of the operation that fits and whose algorithm can do the call is taken. */
struct rule {
	const struct rd_coll_algo *algo;
	uint64_t bytes; /* at most; the call's own measure (call.h) */
	int ranks;      /* at most */
};

#define ANY_B UINT64_MAX
#define ANY_N INT32_MAX
#define KI 1024u
#define MI (KI * KI)

/*
 * Where the limits come from: Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication
 * Operations in MPICH", 2005 (bcast 12 KiB and 512 KiB, 8 ranks; allgather 80 KiB and 512 KiB in all;
 * alltoall 256 bytes and 32 KiB; reduce and allreduce 2 KiB; reduce_scatter 512 KiB).
 */
static const struct rule rules[] = {
	{&rd_coll_barrier_dissemination, ANY_B, ANY_N},

	{&rd_coll_bcast_binomial, 12 * KI, ANY_N},
	{&rd_coll_bcast_binomial, ANY_B, 7},
	{&rd_coll_bcast_scatter_doubling, 512 * KI, ANY_N},
	{&rd_coll_bcast_scatter_ring, ANY_B, ANY_N},

	{&rd_coll_gather_binomial, 2 * KI, ANY_N},
	{&rd_coll_gather_linear, ANY_B, ANY_N},
	{&rd_coll_gatherv_linear, ANY_B, ANY_N},

	{&rd_coll_scatter_binomial, 2 * KI, ANY_N},
	{&rd_coll_scatter_linear, ANY_B, ANY_N},
	{&rd_coll_scatterv_linear, ANY_B, ANY_N},

	{&rd_coll_allgather_doubling, 16 * KI, ANY_N},
	{&rd_coll_allgather_bruck, 4 * KI, ANY_N},
	{&rd_coll_allgather_neighbour, 64 * KI, ANY_N},
	{&rd_coll_allgather_ring, ANY_B, ANY_N},

	{&rd_coll_allgatherv_bruck, 80 * KI, ANY_N},
	{&rd_coll_allgatherv_ring, ANY_B, ANY_N},

	{&rd_coll_alltoall_swaps, ANY_B, ANY_N},
	{&rd_coll_alltoall_scattered, ANY_B, 7},
	{&rd_coll_alltoall_bruck, 256, ANY_N},
	{&rd_coll_alltoall_scattered, 32 * KI, ANY_N},
	{&rd_coll_alltoall_pairwise, ANY_B, ANY_N},

	{&rd_coll_alltoallv_swaps, ANY_B, ANY_N},
	{&rd_coll_alltoallv_scattered, ANY_B, ANY_N},

	{&rd_coll_reduce_binomial, 2 * KI, ANY_N},
	{&rd_coll_reduce_rabenseifner, ANY_B, ANY_N},

	{&rd_coll_allreduce_doubling, 2 * KI, ANY_N},
	{&rd_coll_allreduce_rabenseifner, MI, ANY_N},
	{&rd_coll_allreduce_ring, ANY_B, ANY_N},
	{&rd_coll_allreduce_rabenseifner, ANY_B, ANY_N},

	{&rd_coll_rs_halving, 512 * KI, ANY_N},
	{&rd_coll_rs_pairwise, ANY_B, ANY_N},
	{&rd_coll_rs_doubling, 4 * KI, ANY_N},
	{&rd_coll_rs_reduce_scatter, ANY_B, ANY_N},

	{&rd_coll_rsb_halving, 512 * KI, ANY_N},
	{&rd_coll_rsb_pairwise, ANY_B, ANY_N},
	{&rd_coll_rsb_doubling, 4 * KI, ANY_N},
	{&rd_coll_rsb_reduce_scatter, ANY_B, ANY_N},

	{&rd_coll_scan_doubling, 64 * KI, ANY_N},
	{&rd_coll_scan_chain, ANY_B, ANY_N},
	{&rd_coll_exscan_doubling, 64 * KI, ANY_N},
	{&rd_coll_exscan_chain, ANY_B, ANY_N},
};

static const struct rd_coll_algo *offer(struct rd_coll_call *call, const char **why)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct rule *rule = &rules[i];

		if (rule->algo->kind != call->kind || call->bytes > rule->bytes ||
		    call->size > rule->ranks)
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
	&rd_coll_allgather_ring, &rd_coll_allgatherv_bruck, &rd_coll_allgatherv_ring,
	&rd_coll_alltoall_bruck, &rd_coll_alltoall_scattered, &rd_coll_alltoall_pairwise,
	&rd_coll_alltoall_swaps, &rd_coll_alltoallv_scattered, &rd_coll_alltoallv_pairwise,
	&rd_coll_alltoallv_swaps,
	&rd_coll_reduce_binomial, &rd_coll_reduce_rabenseifner,
	&rd_coll_allreduce_doubling, &rd_coll_allreduce_rabenseifner, &rd_coll_allreduce_ring,
	&rd_coll_allreduce_tree,
	&rd_coll_rs_halving, &rd_coll_rs_doubling, &rd_coll_rs_pairwise, &rd_coll_rs_reduce_scatter,
	&rd_coll_rsb_halving, &rd_coll_rsb_doubling, &rd_coll_rsb_pairwise,
	&rd_coll_rsb_reduce_scatter,
	&rd_coll_scan_doubling, &rd_coll_scan_chain, &rd_coll_exscan_doubling, &rd_coll_exscan_chain,
	NULL,
};

const struct rd_coll_provider rd_coll_base = {.name = "base", .algos = algos, .offer = offer};
