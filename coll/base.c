/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The provider "base": algorithms over pt2pt for every collective, and the table that selects one
 * by size and number of ranks. Asked last, by select.c; always has an answer.
 */
#include "coll/base.h"

#include <stddef.h>

/* The first row of the operation that fits and whose algorithm can do the call is taken. */
struct rule {
	const struct rd_coll_algo *algo;
	unsigned where; /* set of enum rd_coll_where */
	uint64_t bytes; /* at most; the call's own measure (call.h) */
	int ranks;      /* at most */
	uint64_t share; /* bytes / ranks, at most; 0: any */
	int pow2;       /* only powers of two of ranks */
};

#define NET RD_COLL_NET
#define NODE RD_COLL_NODE
#define OVERSUBSCRIBED RD_COLL_OVERSUBSCRIBED
#define LOCAL (NODE | OVERSUBSCRIBED)
#define ALL (NET | LOCAL)
#define ANY_B UINT64_MAX
#define ANY_N INT32_MAX
#define POW2 1
#define KI 1024u
#define MI (KI * KI)

/*
 * Between nodes (NET) the limits for few ranks are those of Thakur, Rabenseifner, Gropp,
 * "Optimization of Collective Communication Operations in MPICH", 2005: bcast 12 KiB and 512 KiB, 8
 * ranks; allgather 80 KiB and 512 KiB in all; alltoall 256 bytes and 32 KiB; reduce_scatter 512 KiB
 * on 8. An algorithm of n rounds sends pieces of 1 / n: it is worth its rounds if a piece takes
 * about as long as a round, for any n, hence limits to the share of a rank. t/coll/model.c compares
 * the choices with all others on 100 to 10,000 ranks; its output is docs/performance/scale.txt.
 *
 * On one node (LOCAL) every receiver copies straight from the sender's buffer, so forwarding only
 * costs, and every round may cost a switch of processes: bench/collectives, 2, 4 and 8 ranks on two
 * processors.
 */
static const struct rule rules[] = {
	{&rd_coll_barrier_dissemination, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_bcast_flat, LOCAL, ANY_B, 4, 0, 0},
	{&rd_coll_bcast_binomial, LOCAL, 512 * KI, ANY_N, 0, 0},
	{&rd_coll_bcast_flat, LOCAL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_bcast_binomial, NET, 12 * KI, ANY_N, 0, 0},
	{&rd_coll_bcast_binomial, NET, ANY_B, 7, 0, 0},
	{&rd_coll_bcast_scatter_doubling, NET, ANY_B, ANY_N, 64 * KI, POW2},
	{&rd_coll_bcast_scatter_ring, NET, ANY_B, 16, 0, 0},
	{&rd_coll_bcast_binomial, NET, 64 * KI, ANY_N, 0, 0},
	{&rd_coll_bcast_binary, NET, ANY_B, ANY_N, 128 * KI, 0},
	{&rd_coll_bcast_chain, NET, ANY_B, ANY_N, 0, 0},

	{&rd_coll_gather_binomial, NET, 2 * KI, ANY_N, 0, 0},
	{&rd_coll_gather_linear, ALL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_gatherv_linear, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_scatter_binomial, NET, 2 * KI, ANY_N, 0, 0},
	{&rd_coll_scatter_linear, ALL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_scatterv_linear, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_allgather_doubling, ALL, KI, ANY_N, 0, 0},
	{&rd_coll_allgather_bruck, ALL, KI, ANY_N, 0, 0},
	{&rd_coll_allgather_direct, LOCAL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_allgather_doubling, NET, 16 * KI, 31, 0, 0},
	{&rd_coll_allgather_doubling, NET, 64 * KI, ANY_N, 0, 0},
	{&rd_coll_allgather_bruck, NET, 4 * KI, 31, 0, 0},
	{&rd_coll_allgather_neighbour, NET, 64 * KI, 31, 0, 0},
	{&rd_coll_allgather_ring, NET, ANY_B, 31, 0, 0},
	{&rd_coll_allgather_bruck, NET, 16 * KI, ANY_N, 0, 0},
	{&rd_coll_allgather_neighbour, NET, 64 * KI, ANY_N, 0, 0},
	{&rd_coll_allgather_ring, NET, ANY_B, ANY_N, 0, 0},

	{&rd_coll_allgatherv_bruck, LOCAL, 2 * KI, ANY_N, 0, 0},
	{&rd_coll_allgatherv_direct, LOCAL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_allgatherv_bruck, NET, 80 * KI, ANY_N, 0, 0},
	{&rd_coll_allgatherv_ring, NET, ANY_B, 31, 0, 0},
	{&rd_coll_allgatherv_bruck, NET, ANY_B, ANY_N, 32 * KI, 0},
	{&rd_coll_allgatherv_ring, NET, ANY_B, ANY_N, 0, 0},

	{&rd_coll_alltoall_swaps, ALL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_alltoall_scattered, ALL, ANY_B, 7, 0, 0},
	{&rd_coll_alltoall_bruck, ALL, 256, ANY_N, 0, 0},
	{&rd_coll_alltoall_scattered, LOCAL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_alltoall_scattered, NET, 32 * KI, 31, 0, 0},
	{&rd_coll_alltoall_bruck, NET, 512, ANY_N, 0, 0},
	{&rd_coll_alltoall_scattered, NET, 32 * KI, ANY_N, 0, 0},
	{&rd_coll_alltoall_pairwise, NET, ANY_B, ANY_N, 0, 0},

	{&rd_coll_alltoallv_swaps, ALL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_alltoallv_scattered, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_alltoallw_swaps, ALL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_alltoallw_scattered, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_reduce_binomial, OVERSUBSCRIBED, ANY_B, ANY_N, 0, 0},
	{&rd_coll_reduce_binomial, NODE, 32 * KI, 3, 0, 0},
	{&rd_coll_reduce_binomial, NODE, 2 * KI, ANY_N, 0, 0},
	{&rd_coll_reduce_binomial, NET, 16 * KI, ANY_N, 0, 0},
	{&rd_coll_reduce_rabenseifner, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_allreduce_doubling, NODE, 256 * KI, 2, 0, 0},
	{&rd_coll_allreduce_doubling, NODE, 2 * KI, ANY_N, 0, 0},
	{&rd_coll_allreduce_doubling, OVERSUBSCRIBED, 8 * KI, ANY_N, 0, 0},
	{&rd_coll_allreduce_direct, OVERSUBSCRIBED, 64 * KI, ANY_N, 0, 0},
	{&rd_coll_allreduce_tree, OVERSUBSCRIBED, ANY_B, ANY_N, 0, 0},
	{&rd_coll_allreduce_rabenseifner, NODE, MI, ANY_N, 0, 0},
	{&rd_coll_allreduce_doubling, NET, 16 * KI, ANY_N, 0, 0},
	{&rd_coll_allreduce_rabenseifner, NET, ANY_B, ANY_N, 128 * KI, POW2},
	{&rd_coll_allreduce_rabenseifner, NET, ANY_B, ANY_N, 32 * KI, 0},
	{&rd_coll_allreduce_pairwise, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_rs_halving, LOCAL, 512 * KI, ANY_N, 0, 0},
	{&rd_coll_rs_halving, NET, ANY_B, ANY_N, 64 * KI, POW2},
	{&rd_coll_rs_halving, NET, ANY_B, ANY_N, 16 * KI, 0},
	{&rd_coll_rs_pairwise, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_rsb_halving, LOCAL, 512 * KI, ANY_N, 0, 0},
	{&rd_coll_rsb_halving, NET, ANY_B, ANY_N, 64 * KI, POW2},
	{&rd_coll_rsb_halving, NET, ANY_B, ANY_N, 16 * KI, 0},
	{&rd_coll_rsb_pairwise, ALL, ANY_B, ANY_N, 0, 0},

	{&rd_coll_scan_doubling, LOCAL, 512 * KI, 2, 0, 0},
	{&rd_coll_scan_doubling, NET, ANY_B, ANY_N, 8 * KI, 0},
	{&rd_coll_scan_chain, ALL, ANY_B, ANY_N, 0, 0},
	{&rd_coll_exscan_doubling, LOCAL, 512 * KI, 2, 0, 0},
	{&rd_coll_exscan_doubling, NET, ANY_B, ANY_N, 8 * KI, 0},
	{&rd_coll_exscan_chain, ALL, ANY_B, ANY_N, 0, 0},
};

static int fits(const struct rule *rule, const struct rd_coll_call *call)
{
	return rule->algo->kind == call->kind && rule->where & call->where &&
	       call->bytes <= rule->bytes && call->size <= rule->ranks &&
	       (!rule->share || call->bytes / (uint64_t)call->size <= rule->share) &&
	       (!rule->pow2 || rd_coll_is_pow2(call->size));
}

static const struct rd_coll_algo *offer(struct rd_coll_call *call, const char **why)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct rd_coll_algo *algo = rules[i].algo;

		if (fits(&rules[i], call) && (!algo->refuses || !algo->refuses(call)))
			return algo;
	}
	*why = "no row of the table fits";
	return NULL;
}

static const struct rd_coll_algo *const algos[] = {
	&rd_coll_barrier_dissemination,
	&rd_coll_barrier_doubling,
	&rd_coll_barrier_tree,
	&rd_coll_bcast_binomial,
	&rd_coll_bcast_flat,
	&rd_coll_bcast_scatter_ring,
	&rd_coll_bcast_scatter_doubling,
	&rd_coll_bcast_chain,
	&rd_coll_bcast_binary,
	&rd_coll_gather_binomial,
	&rd_coll_gather_linear,
	&rd_coll_gatherv_linear,
	&rd_coll_scatter_binomial,
	&rd_coll_scatter_linear,
	&rd_coll_scatterv_linear,
	&rd_coll_allgather_doubling,
	&rd_coll_allgather_bruck,
	&rd_coll_allgather_neighbour,
	&rd_coll_allgather_ring,
	&rd_coll_allgather_direct,
	&rd_coll_allgatherv_bruck,
	&rd_coll_allgatherv_ring,
	&rd_coll_allgatherv_direct,
	&rd_coll_alltoall_bruck,
	&rd_coll_alltoall_scattered,
	&rd_coll_alltoall_pairwise,
	&rd_coll_alltoall_swaps,
	&rd_coll_alltoallv_scattered,
	&rd_coll_alltoallv_pairwise,
	&rd_coll_alltoallv_swaps,
	&rd_coll_alltoallw_scattered,
	&rd_coll_alltoallw_swaps,
	&rd_coll_reduce_binomial,
	&rd_coll_reduce_rabenseifner,
	&rd_coll_allreduce_doubling,
	&rd_coll_allreduce_rabenseifner,
	&rd_coll_allreduce_ring,
	&rd_coll_allreduce_pairwise,
	&rd_coll_allreduce_direct,
	&rd_coll_allreduce_tree,
	&rd_coll_rs_halving,
	&rd_coll_rs_doubling,
	&rd_coll_rs_pairwise,
	&rd_coll_rs_reduce_scatter,
	&rd_coll_rsb_halving,
	&rd_coll_rsb_doubling,
	&rd_coll_rsb_pairwise,
	&rd_coll_rsb_reduce_scatter,
	&rd_coll_scan_doubling,
	&rd_coll_scan_chain,
	&rd_coll_exscan_doubling,
	&rd_coll_exscan_chain,
	NULL,
};

const struct rd_coll_provider rd_coll_base = {.name = "base", .algos = algos, .offer = offer};
