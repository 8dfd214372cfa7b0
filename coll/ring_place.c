/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The places of a communicator's ranks: the card that each is behind, and their order there. Called
 * by the other files ring*.c.
 */
#include "coll/ring.h"

#include "btl_fpga/place.h"
#include "runtime/job.h"

#include <stdlib.h>

int rd_ring_card_of(const struct rd_comm *comm, int rank, int cards)
{
	return rd_place_node(rd_comm_world_rank(comm, rank), rd_job.size, cards);
}

static int by_world_rank(const void *a, const void *b, void *arg)
{
	const struct rd_comm *comm = arg;

	return rd_comm_world_rank(comm, *(const int *)a) -
	       rd_comm_world_rank(comm, *(const int *)b);
}

void rd_ring_sort(struct rd_comm *comm, int *ranks, int n)
{
	qsort_r(ranks, (size_t)n, sizeof(*ranks), by_world_rank, comm);
}
