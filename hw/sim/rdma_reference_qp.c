/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reference of the bench rdma: queue pairs. The model carries out work requests in each access
 * to a register; here it does not, as the unit has no engine yet.
 */
#include "rdma_reference.h"

#define rd_emu_rdma_carry rdma_reference_carry
#include "hw/emu/qp.c"
#undef rd_emu_rdma_carry

void rd_emu_rdma_carry(struct rd_emu *e);
void rd_emu_rdma_carry(struct rd_emu *e)
{
	(void)e;
}

int rdma_reference_qp(struct rd_card *card, uint32_t number, struct rdma_reference_queues *q)
{
	struct rd_emu *e = rd_emu_of(card);
	const struct rd_emu_qp *qp = rd_emu_qp_of(e, e->index, number);

	if (!qp || !qp->open)
		return 0;
	*q = (struct rdma_reference_queues){
		.state = (uint8_t)rd_emu_qp_state(qp),
		.send_lg = qp->send_lg,
		.recv_lg = qp->recv_lg,
		.send_prod = qp->send_prod,
		.recv_prod = (uint16_t)qp->recv_prod,
	};
	return 1;
}

int rdma_reference_srq(struct rd_card *card, uint32_t number, struct rdma_reference_srq *q)
{
	struct rd_emu *e = rd_emu_of(card);
	const struct rd_emu_srq *srq = rd_emu_srq_of(e, e->index, number);

	if (srq)
		*q = (struct rdma_reference_srq){(uint16_t)srq->prod, (uint16_t)srq->word, srq->lg};
	return srq != NULL;
}

int rdma_reference_draw(struct rd_card *card, uint32_t number, uint64_t *bus)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_srq *srq = rd_emu_srq_of(e, e->index, number);
	uint16_t taken;
	int there;

	if (!srq)
		return -1;
	taken = (uint16_t)srq->word;
	there = taken != (uint16_t)srq->prod;
	*bus = srq->base + 64ull * (taken & ((1u << srq->lg) - 1));
	taken = (uint16_t)(taken + there);
	srq->word = (srq->word & ~0xffffull) | taken;
	if ((uint16_t)(srq->prod - taken) < srq->limit) { /* as check_limit of qp_recv.c */
		srq->limit = 0;
		rd_emu_event(e, RDMA_EVENT_KIND_SRQ_LIMIT, number);
	}
	return there;
}

void rdma_reference_event(struct rd_card *card, uint32_t kind, uint32_t number)
{
	rd_emu_event(rd_emu_of(card), kind, number);
}
