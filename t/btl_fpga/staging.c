/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A piece of staging is free again however many descriptors later its transport looks: short
 * messages, which stand in their descriptors, come between longer ones, for more than half of the
 * range of the card's indices.
 */
#include "t/btl/harness.h"

enum { SHORT = 40000, LONGER = 600, BYTES = 100 };

static int came;

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	(void)hdr;
	(void)payload;
	came += len == 8 || len == BYTES;
}

static void send_some(int n, size_t len)
{
	static const char data[BYTES];
	struct rd_hdr hdr = {.kind = 1};

	for (int i = 0; i < n && !h_down[1]; i++) {
		uint64_t since = rd_clock_ns();
		int rc;

		while ((rc = h_btl->send(h_ep(1), &hdr, data, len)) == RD_EAGAIN) {
			h_progress();
			if (rd_clock_ns() - since > H_SOON_NS)
				break;
		}
		h_check(!rc, "message %d of %zu bytes: %d", i, len, rc);
		if (rc)
			return;
	}
}

static void body(void)
{
	uint64_t since = rd_clock_ns();

	h_on_recv = on_recv;
	if (h_rank == 0) {
		send_some(1, BYTES);
		send_some(SHORT, 8);
		send_some(LONGER, BYTES);
		h_flush();
	} else {
		while (came < 1 + SHORT + LONGER && rd_clock_ns() - since < 4 * H_SOON_NS)
			h_progress();
		h_check(came == 1 + SHORT + LONGER, "%d messages have come", came);
	}
	h_fence();
}

int main(void)
{
	h_plan(1);
	h_run("staging after many short messages", &rd_btl_fpga, 2, body);
	return h_end();
}
