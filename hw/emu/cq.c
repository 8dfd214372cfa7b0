/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Completion queues of the RDMA unit. Only the process of their page writes them. Called by
 * qp_regs.c for commands and doorbells, by qp_send.c and qp_recv.c for completions, which are
 * written only where there is room: no queue overflows.
 */
#include "hw/emu/qp.h"

static struct rd_emu_cq *cq_of(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_cq *cq = rd_emu_object(e, e->index, RDMA_OBJECT_CQ, number);

	return cq && cq->lg <= RDMA_QUEUE_LG_MAX ? cq : NULL;
}

uint32_t rd_emu_cq_open(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_cq *cq = cq_of(e, number);
	uint64_t w[RDMA_CQ_ATTR_BYTES / 8];
	uint32_t lg;

	if (!cq)
		return RDMA_RESULT_CODE_NUMBER;
	if (cq->open)
		return RDMA_RESULT_CODE_STATE;
	if (!rd_emu_attr(e, w, sizeof(w)))
		return RDMA_RESULT_CODE_ADDRESS;
	lg = (uint32_t)rdma_get(w[1], CQ_ATTR_SIZE_LG);
	if (w[0] & 63 || !rd_emu_reach(e, e->index, w[0], (uint64_t)RDMA_DONE_BYTES << lg))
		return RDMA_RESULT_CODE_ADDRESS;
	*cq = (struct rd_emu_cq){.open = 1, .base = w[0], .lg = (uint8_t)lg};
	return RDMA_RESULT_CODE_OK;
}

uint32_t rd_emu_cq_close(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_cq *cq = cq_of(e, number);

	if (!cq || !cq->open)
		return RDMA_RESULT_CODE_NUMBER;
	if (cq->users)
		return RDMA_RESULT_CODE_IN_USE;
	cq->open = 0;
	return RDMA_RESULT_CODE_OK;
}

static void event(struct rd_emu *e, struct rd_emu_cq *cq, uint32_t number)
{
	cq->armed = 0;
	rd_emu_event(e, RDMA_EVENT_KIND_CQ, number);
}

void rd_emu_cq_arm(struct rd_emu *e, uint32_t value)
{
	uint32_t number = value & RDMA_RDMA_CQ_ARM_NUMBER_MASK;
	int solicited = (value & RDMA_RDMA_CQ_ARM_SOLICITED_MASK) != 0;
	struct rd_emu_cq *cq = cq_of(e, number);
	uint16_t unread;

	if (!cq || !cq->open)
		return;
	unread = solicited ? (uint16_t)(cq->solicited - cq->cons) : (uint16_t)(cq->prod - cq->cons);
	if (!solicited || !cq->armed) /* armed for any one it stays so */
		cq->armed = solicited ? 2 : 1;
	if (unread && unread <= (uint16_t)(cq->prod - cq->cons))
		event(e, cq, number);
}

int rd_emu_cq_room(struct rd_emu *e, uint32_t number)
{
	const struct rd_emu_cq *cq = cq_of(e, number);

	return cq && (uint16_t)(cq->prod - cq->cons) < 1u << cq->lg;
}

void rd_emu_cq_add(struct rd_emu *e, uint32_t number, const uint64_t *word)
{
	struct rd_emu_cq *cq = cq_of(e, number);
	uint64_t place = cq->prod & ((1u << cq->lg) - 1), done[4] = {word[0], word[1], word[2], 0};

	done[3] = word[3] | rdma_put(cq->prod, DONE_WHAT_INDEX) |
		  rdma_put(!(cq->prod >> cq->lg & 1), DONE_WHAT_PHASE);
	rd_emu_put(e, e->index, cq->base + place * RDMA_DONE_BYTES, done, sizeof(done));
	cq->prod++;
	if (word[3] & (RDMA_DONE_WHAT_SOLICITED_MASK | RDMA_DONE_WHAT_STATUS_MASK))
		cq->solicited = cq->prod;
	if (cq->armed == 1 || (cq->armed == 2 && cq->solicited == cq->prod))
		event(e, cq, number);
}
