/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Completions that are taken late: each op is told once for each of its descriptors, also when the
 * places of these in the ring were used again before; and not after rd_page_op_end. They go by the
 * doorbell window.
 */
#include "t/btl/harness.h"

#include "btl_fpga/page.h"

#define OPS 100 /* more than the table of ops begins with */

static struct counted {
	struct rd_page_op op;
	int told;
} counted[OPS];

static void done(struct rd_page_op *op, int status)
{
	h_check(!status, "status %d", status);
	((struct counted *)op)->told++;
}

/* A descriptor that does nothing but tell. */
static void add(struct rd_page_op *op)
{
	uint64_t *d;

	h_check(rd_page_room(1), "no room");
	d = rd_page_next(op);
	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_NOP, 0, 0, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	rd_page_go();
}

static void on_lost_card(void)
{
	static const uint64_t nothing[RN_DESCRIPTOR_BYTES / 8];
	struct rd_card *card = rd_page.card;
	uint32_t taken = rd_card_read(card, RN_QUEUES_QUICK);

	if (!card->quick)
		return;
	card->lost = "a test";
	card->quick(card, rd_page.send.produced, nothing);
	card->lost = NULL;
	h_check(rd_card_read(card, RN_QUEUES_QUICK) == taken, "a lost card takes a descriptor");
}

static void body(void)
{
	const int rounds = 7; /* of all ops: the ring goes round twice, that of completions not */

	for (int i = 0; i < OPS; i++) {
		counted[i].op.done = done;
		h_check(!rd_page_op_begin(&counted[i].op), "op %d", i);
	}
	for (int n = 0; n < rounds; n++)
		for (int i = 0; i < OPS; i++)
			add(&counted[i].op);
	rd_page_op_end(&counted[0].op);
	h_check(rd_page_poll() == rounds * OPS, "not all have come");
	h_check(rd_card_read(rd_page.card, RN_QUEUES_QUICK) >= rounds * OPS,
		"descriptors of their own go by the doorbell window");
	for (int i = 0; i < OPS; i++)
		h_check(counted[i].told == (i ? rounds : 0), "op %d was told %d times", i,
			counted[i].told);
	on_lost_card();
}

int main(void)
{
	_Static_assert(7 * OPS > 2 * RD_PAGE_SENDS && 7 * OPS < RD_PAGE_CPLS - 8, "as said");
	h_plan(1);
	h_run("completions that are taken late", &rd_btl_fpga, 2, body);
	return h_end();
}
