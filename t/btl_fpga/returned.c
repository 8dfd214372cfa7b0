/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A peer's card refuses the data of this rank: the endpoint ends with an error within a second, in
 * place of a wait for ever; messages to the others go on. Three cards; card 1 changes the key of
 * its arena, which it has published.
 */
#include "t/btl/harness.h"

#include "btl_fpga/page.h"

static int came[H_MAX]; /* messages from each */

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)hdr;
	(void)payload;
	(void)len;
	came[ep->rank]++;
}

static int send_to(int rank)
{
	struct rd_hdr hdr = {.kind = 1};
	int rc;

	if (h_down[rank])
		return h_down[rank];
	while ((rc = h_btl->send(h_ep(rank), &hdr, "8 bytes!", 8)) == RD_EAGAIN)
		h_progress();
	return rc;
}

/* Opens the arena again, twice: the key before the last is late, not wrong. */
static void change_key(void)
{
	const struct rd_region *r = &rd_page.region[0];

	for (int i = 1; i <= 2; i++)
		rd_region_open(0, rd_page.card->arena, rd_page.card->arena_bus,
			       rd_page.card->arena_bytes, r->access, rd_page.key + (uint32_t)i);
}

static void body(void)
{
	uint64_t since;

	h_on_recv = on_recv;
	for (int r = 0; r < h_n; r++)
		if (r != h_rank)
			h_check(!send_to(r), "before: to rank %d", r);
	h_flush();
	h_fence();
	if (h_rank == 1)
		change_key();
	h_fence();
	if (h_rank != 1) {
		send_to(1);
		for (since = rd_clock_ns(); !h_down[1] && rd_clock_ns() - since < 1000000000u;)
			h_progress();
		h_check(h_down[1] == RD_EPROC, "rank 1: error %d", h_down[1]);
		h_check(!send_to(2 - h_rank), "to rank %d", 2 - h_rank);
	}
	h_fence();
	for (since = rd_clock_ns(); h_rank != 1 && came[2 - h_rank] < 2;) {
		h_progress();
		if (rd_clock_ns() - since > 1000000000u)
			break;
	}
	h_check(h_rank == 1 || came[2 - h_rank] == 2, "%d messages", came[2 - h_rank]);
	h_fence();
}

int main(void)
{
	h_plan(1);
	h_run("refused by the other card", &rd_btl_fpga, 3, body);
	return h_end();
}
