/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A link of the ring dies under traffic: endpoints whose way crosses it, there or back, end with
 * an error soon; messages to the others go on. Four cards, the link between 0 and 1.
 */
#include "t/btl/harness.h"

#include "btl_fpga/page.h"
#include "hw/emu/emu.h"

static int came[H_MAX]; /* messages from each */

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)hdr;
	h_check(len == 8 && !memcmp(payload, "8 bytes!", 8), "other data from rank %d", ep->rank);
	came[ep->rank]++;
}

/* A message to the rank; 0, or the error of the endpoint. */
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

/* Cells take the shorter way, to the right when both are alike. */
static int crosses(int from, int to)
{
	int right = (to - from + h_n) % h_n;

	for (int at = from, step = right <= h_n - right ? 1 : h_n - 1; at != to;
	     at = (at + step) % h_n) {
		int next = (at + step) % h_n;

		if ((at == 0 && next == 1) || (at == 1 && next == 0))
			return 1;
	}
	return 0;
}

/* Waits until this many messages have come from each rank whose endpoint is up. */
static void await(int count)
{
	uint64_t since = rd_clock_ns();

	for (int r = 0; r < h_n; r++)
		while (r != h_rank && !h_down[r] && came[r] < count) {
			h_progress();
			h_check(rd_clock_ns() - since < H_SOON_NS, "%d messages of rank %d of %d",
				came[r], r, count);
		}
}

static void speak(void)
{
	h_on_recv = on_recv;
	for (int i = 0; i < 100; i++)
		for (int r = 0; r < h_n; r++)
			if (r != h_rank)
				h_check(!send_to(r), "before: to rank %d", r);
	h_flush();
	await(100);
	h_fence();
}

static void body(void)
{
	uint64_t since;
	int dead;

	speak();
	if (h_rank == 2)
		rd_emu_kill_link(rd_page.card, 0, 1);
	h_fence();
	/* Some learn of the link by a message that fails, before they look for reports. */
	for (int r = 0; r < h_n; r++)
		if (r != h_rank && crosses(h_rank, r))
			send_to(r);
	since = rd_clock_ns();
	do {
		dead = 0;
		h_progress();
		for (int r = 0; r < h_n; r++)
			if (r != h_rank && (crosses(h_rank, r) || crosses(r, h_rank)))
				dead += !h_down[r];
		h_check(rd_clock_ns() - since < H_SOON_NS, "%d endpoints still live", dead);
	} while (dead);
	h_check(!strcmp(rd_page.fault, "the right link of card 0"), "told: %s", rd_page.fault);
	memset(came, 0, sizeof(came));
	h_fence();
	for (int r = 0; r < h_n; r++) {
		int cut = crosses(h_rank, r) || crosses(r, h_rank);

		if (r != h_rank)
			h_check(send_to(r) == (cut ? RD_EPROC : 0), "rank %d is cut: %d, error %d",
				r, cut, h_down[r]);
	}
	h_flush();
	await(1);
	h_fence();
	for (int r = 0; r < h_n; r++)
		h_check(r == h_rank || h_down[r] || came[r] == 1, "%d messages of rank %d", came[r],
			r);
}

int main(void)
{
	h_plan(1);
	h_run("a dead link", &rd_btl_fpga, 4, body);
	return h_end();
}
