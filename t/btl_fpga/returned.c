/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A peer's card refuses the data of this rank. A wrong key: the endpoint ends with an error, in
 * place of a wait for ever; messages to the others go on. A full receive ring: the announcement is
 * sent again until it is taken. A page that is off: the endpoint ends when the job says that the
 * process has failed. Three cards; card 1 refuses. And a host that does not answer
 * its own card, of two.
 */
#include "t/btl/harness.h"

#include "btl_fpga/fpga.h"
#include "runtime/wait.h"

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
		for (since = rd_clock_ns(); !h_down[1] && rd_clock_ns() - since < H_SOON_NS;)
			h_progress();
		h_check(h_down[1] == RD_EPROC, "rank 1: error %d", h_down[1]);
		h_check(!send_to(2 - h_rank), "to rank %d", 2 - h_rank);
	}
	h_fence();
	for (since = rd_clock_ns(); h_rank != 1 && came[2 - h_rank] < 2;) {
		h_progress();
		if (rd_clock_ns() - since > H_SOON_NS)
			break;
	}
	h_check(h_rank == 1 || came[2 - h_rank] == 2, "%d messages", came[2 - h_rank]);
	h_fence();
}

/* ---- A full receive ring ---- */

static void set_consumer(unsigned behind)
{
	rd_card_write(rd_page.card, RN_QUEUES_RECV_CONSUMER,
		      (uint16_t)(rd_page.recv_next - behind));
}

/* Until rank 0 has read the record of a refusal. */
static void await_refusal(void)
{
	uint16_t since = rd_page.cpl.next;

	send_to(1);
	while (rd_page.cpl.next == since)
		h_progress();
}

static void full_ring(void)
{
	h_on_recv = on_recv;
	came[0] = 0;
	if (h_rank == 1)
		set_consumer(1u << rd_page.map.recv_lg); /* as if no record had been read */
	h_fence();
	if (h_rank == 0)
		await_refusal();
	h_check(!h_down[1], "a full ring: error %d", h_down[1]);
	h_fence();
	h_check(h_rank != 1 || !came[0], "the ring was not full");
	if (h_rank == 1)
		set_consumer(0);
	for (uint64_t since = rd_clock_ns(); h_rank == 1 && !came[0];) {
		h_progress();
		h_check(rd_clock_ns() - since < H_SOON_NS, "no message of rank 0");
	}
	h_fence();
	h_check(h_rank || !rd_fpga.nunheard, "%d announcements wait", rd_fpga.nunheard);
}

/* ---- A page that is off ---- */

static void page_off(void)
{
	h_on_recv = on_recv;
	if (h_rank == 1)
		rd_card_write(rd_page.card, RN_QUEUES_CONTROL, 0);
	h_fence();
	if (h_rank == 0) {
		await_refusal();
		h_check(!h_down[1], "a page that is off: error %d", h_down[1]);
		h_btl->gone(h_ep(1));
		h_check(h_down[1] == RD_EPROC, "a failed process: error %d", h_down[1]);
	}
	h_fence();
}

/* ---- A host that does not answer its card ---- */

static uint32_t (*read_card)(struct rd_card *card, uint32_t at);

static uint32_t read_stuck(struct rd_card *card, uint32_t at)
{
	uint32_t stuck = at == rd_card_at(card->place.page, RN_PAGE_EVENT);

	return read_card(card, at) | stuck * RN_PAGE_EVENT_STUCK_MASK;
}

/* The card is lost, which is told once: nothing more happens in polls after that. */
static void stuck(void)
{
	int events = 0;

	h_on_recv = on_recv;
	h_check(h_rank || !send_to(1), "before: to rank 1");
	h_flush();
	h_fence();
	if (h_rank == 0) {
		read_card = rd_page.card->read;
		rd_page.card->read = read_stuck;
		while (!h_down[1])
			h_progress();
		h_check(rd_page.card->lost != NULL, "the card is not lost");
		for (uint32_t i = 0; i < 3 * rd_wait_table.fpga.polls_check; i++)
			events += rd_progress();
		h_check(!events, "%d events of a lost card", events);
		rd_page.card->read = read_card;
	}
	h_fence();
}

int main(void)
{
	h_plan(4);
	h_run("refused by the other card", &rd_btl_fpga, 3, body);
	h_run("a full receive ring is tried again", &rd_btl_fpga, 3, full_ring);
	h_run("a page that is off is no failed process", &rd_btl_fpga, 3, page_off);
	h_run("a host that does not answer its card", &rd_btl_fpga, 2, stuck);
	return h_end();
}
