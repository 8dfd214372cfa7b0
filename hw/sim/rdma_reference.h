/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parts of the model (hw/emu) that the bench rdma compares with, for the page of a card.
 */
#ifndef RD_HW_SIM_RDMA_REFERENCE_H
#define RD_HW_SIM_RDMA_REFERENCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rd_card;

/* Whether the completion queue has room; -1: it is not open. */
int rdma_reference_room(struct rd_card *card, uint32_t number);
/* A completion, without INDEX and PHASE. There is room. */
void rdma_reference_add(struct rd_card *card, uint32_t number, const uint64_t *word);

struct rdma_reference_queues {
	uint8_t state, send_lg, recv_lg;
	uint16_t send_prod, recv_prod;
};
/* Whether the queue pair is open. */
int rdma_reference_qp(struct rd_card *card, uint32_t number, struct rdma_reference_queues *q);

/* Room and requests of a shared receive queue: indices. Whether it is open. */
struct rdma_reference_srq {
	uint16_t prod, taken;
	uint8_t lg;
};
int rdma_reference_srq(struct rd_card *card, uint32_t number, struct rdma_reference_srq *q);
/* An event of a queue pair. */
void rdma_reference_event(struct rd_card *card, uint32_t kind, uint32_t number);
/* A request is taken, without a queue pair, and the limit looked at: its place in *bus. -1: the
 * queue is not open; 0: it has none. */
int rdma_reference_draw(struct rd_card *card, uint32_t number, uint64_t *bus);

struct rdma_reference_access {
	uint64_t address;
	uint32_t stag, length, right; /* right: of MR_ATTR.SHAPE */
	uint16_t pd, qp;
};
/* DONE_STATUS, and where the first bytes lie. */
uint32_t rdma_reference_look(struct rd_card *card, const struct rdma_reference_access *a,
			     uint64_t *bus, uint32_t *piece);
/* Binds a window (STags): DONE_STATUS. Closes one: whether it was bound to the queue pair. */
uint32_t rdma_reference_bind(struct rd_card *card, uint32_t window, uint32_t region, uint16_t qp,
			     uint16_t pd, uint64_t address, uint64_t length, uint64_t rights);
int rdma_reference_unbind(struct rd_card *card, uint32_t window, uint16_t qp);
/* The entry of a region or window as the context of the Verilog has it: 8 words. */
void rdma_reference_words(struct rd_card *card, uint32_t number, uint64_t *word);

#ifdef __cplusplus
}
#endif

#endif
