/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The processors of ranks that are connected by emulated cards (rd_fpga_places): by them a waiting
 * rank chooses between polls, yields and sleep as it does over shared memory. Four ranks, which
 * publish made-up numbers.
 */
#include "t/btl/harness.h"

#include "btl_fpga/fpga.h"
#include "runtime/cpu.h"

enum { APART = 3, SAME = 9 }; /* processors: APART + rank; all on one */

/* All publish theirs, and then look. */
static struct rd_places look(int cpu)
{
	struct rd_places places = {.cpu = cpu, .meeting = RD_MEET_OVER}, first = places;

	rd_fpga_places(&first);
	h_fence();
	rd_fpga_places(&places);
	h_fence();
	return places;
}

static void body(void)
{
	struct rd_places places;

	rd_progress_setup(h_n, 1); /* its own looks, which publish the true one, are left out */
	places = look(APART + h_rank);
	h_check(!places.peers, "%d processors of ranks without a connection", places.peers);
	for (int rank = 0; rank < h_n; rank++)
		h_check(rank == h_rank || h_ep(rank), "no endpoint to rank %d", rank);
	places = look(APART + h_rank);
	h_check(places.peers == h_n - 1 && !places.colocated && !places.migrates,
		"%d processors, %d of them the own one", places.peers, places.colocated);
	for (int rank = 0; rank < h_n; rank++)
		h_check(!CPU_ISSET(APART + rank, &places.taken) == (rank == h_rank),
			"the processor of rank %d", rank);
	places = look(SAME);
	h_check(places.peers == h_n - 1 && places.colocated == h_n - 1,
		"%d ranks on one processor, %d known", places.colocated, places.peers);
	h_check(places.migrates == (h_rank > 0), "all but the first are to migrate");
	h_fence();
	rd_fpga_ep_down(rd_fpga_ep(h_ep((h_rank + 1) % h_n)), RD_EPROC);
	places = look(SAME);
	h_check(places.peers == h_n - 2, "%d processors without the lost rank's", places.peers);
}

int main(void)
{
	h_plan(1);
	h_run("ranks on emulated cards know each other's processors", &rd_btl_fpga, 4, body);
	return h_end();
}
