/* SPDX-License-Identifier: BSD-3-Clause */
/* The algorithms over pt2pt, as their files give them to base.c and to each other. */
#ifndef RD_COLL_BASE_H
#define RD_COLL_BASE_H

#include "coll/call.h"

extern const struct rd_coll_algo rd_coll_barrier_dissemination, rd_coll_barrier_doubling,
	rd_coll_barrier_tree, rd_coll_bcast_binomial, rd_coll_bcast_flat,
	rd_coll_bcast_scatter_ring, rd_coll_bcast_scatter_doubling, rd_coll_bcast_chain,
	rd_coll_bcast_binary, rd_coll_gather_binomial, rd_coll_gather_linear,
	rd_coll_gatherv_linear, rd_coll_scatter_binomial, rd_coll_scatter_linear,
	rd_coll_scatterv_linear, rd_coll_allgather_doubling, rd_coll_allgather_bruck,
	rd_coll_allgather_neighbour, rd_coll_allgather_ring, rd_coll_allgather_direct,
	rd_coll_allgatherv_bruck, rd_coll_allgatherv_ring, rd_coll_allgatherv_direct,
	rd_coll_alltoall_bruck, rd_coll_alltoall_scattered, rd_coll_alltoall_pairwise,
	rd_coll_alltoall_swaps, rd_coll_alltoallv_scattered, rd_coll_alltoallv_pairwise,
	rd_coll_alltoallv_swaps, rd_coll_alltoallw_scattered, rd_coll_alltoallw_swaps,
	rd_coll_reduce_binomial, rd_coll_reduce_rabenseifner, rd_coll_allreduce_doubling,
	rd_coll_allreduce_rabenseifner, rd_coll_allreduce_ring, rd_coll_allreduce_pairwise,
	rd_coll_allreduce_direct, rd_coll_allreduce_tree, rd_coll_rs_halving, rd_coll_rs_doubling,
	rd_coll_rs_pairwise, rd_coll_rs_reduce_scatter, rd_coll_rsb_halving, rd_coll_rsb_doubling,
	rd_coll_rsb_pairwise, rd_coll_rsb_reduce_scatter, rd_coll_scan_doubling, rd_coll_scan_chain,
	rd_coll_exscan_doubling, rd_coll_exscan_chain;

#endif
