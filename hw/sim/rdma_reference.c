/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reference of the bench rdma: parts of the model that no register reaches without queue
 * pairs. mr.c is included for its lookup of one piece, which only copies use.
 */
#include "rdma_reference.h"

#include "hw/emu/mr.c"

int rdma_reference_room(struct rd_card *card, uint32_t number)
{
	struct rd_emu *e = rd_emu_of(card);
	const struct rd_emu_cq *cq = rd_emu_object(e, e->index, RDMA_OBJECT_CQ, number);

	return cq && cq->open ? rd_emu_cq_room(e, number) : -1;
}

void rdma_reference_add(struct rd_card *card, uint32_t number, const uint64_t *word)
{
	rd_emu_cq_add(rd_emu_of(card), number, word);
}

uint32_t rdma_reference_look(struct rd_card *card, const struct rdma_reference_access *a,
			     uint64_t *bus, uint32_t *piece)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_span s = {
		.of = e->index, .pd = a->pd, .qp = a->qp, .right = a->right, .n = 1};
	struct cursor c = {&s, 0, 0};
	struct run run = {0, 0};
	uint32_t status;

	s.entry[0] = (struct rd_emu_entry){a->address, a->stag, a->length};
	status = next(e, &c, a->length, &run);
	*bus = run.bus;
	*piece = (uint32_t)run.len;
	return status;
}

uint32_t rdma_reference_bind(struct rd_card *card, uint32_t window, uint32_t region, uint16_t qp,
			     uint16_t pd, uint64_t address, uint64_t length, uint64_t rights_n)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_qp of = {.pd = pd};
	struct rd_emu_side s = {e->index, qp, &of};
	struct rd_emu_bind b = {address, length, rights_n, window, region};

	return rd_emu_mw_bind(e, &s, &b);
}

int rdma_reference_unbind(struct rd_card *card, uint32_t window, uint16_t qp)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_side s = {e->index, qp, NULL};

	return rd_emu_mw_invalidate(e, &s, window);
}

void rdma_reference_words(struct rd_card *card, uint32_t number, uint64_t *word)
{
	struct rd_emu *e = rd_emu_of(card);
	const struct rd_emu_mr *mr = mr_of(e, e->index, number);

	word[0] = mr->word;
	word[1] = mr->address;
	word[2] = mr->length;
	word[3] = mr->bus;
	word[4] = mr->parent | (uint64_t)mr->qp << 32;
	word[5] = word[6] = word[7] = 0;
}
