/* SPDX-License-Identifier: BSD-3-Clause */
/* The process's place on the ring, from RONDO_RING, which mpirun --ring sets. */
#ifndef RD_BTL_FPGA_PLACE_H
#define RD_BTL_FPGA_PLACE_H

#include "btl_fpga/card.h"

/* Finds the device and this rank's place. 0; RD_ENOTSUP: there is no ring, or this rank has no
 * card, *why has the reason; RD_EARG: RONDO_RING is invalid, logged. */
int rd_place_find(const struct rd_card_device **device, struct rd_card_place *place,
		  const char **why);

/* Card of a world rank: ranks are spread over the cards in blocks. */
int rd_place_node(int rank, int ranks, int cards);

/* First world rank on a card. */
int rd_place_first(int node, int ranks, int cards);

#endif
