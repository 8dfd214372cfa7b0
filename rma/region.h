/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory attached to a dynamic window (MPI-5.0 12.2.4): regions that do not overlap, by address.
 * Shared by win.c, reach.c and region.c. */
#ifndef RD_RMA_REGION_H
#define RD_RMA_REGION_H

#include <stddef.h>
#include <stdint.h>

struct rd_rma_region {
	uint64_t base; /* address */
	uint64_t size; /* bytes */
};

struct rd_rma_regions {
	struct rd_rma_region *at; /* [n], ascending */
	size_t n, room;
};

/* RD_ERMA_ATTACH: it overlaps an attached region; RD_ENOMEM. */
int rd_rma_regions_add(struct rd_rma_regions *all, uint64_t base, uint64_t size);
int rd_rma_regions_remove(struct rd_rma_regions *all, uint64_t base); /* RD_EARG: no such region */
/* 1: each of these bytes lies in one of the regions. */
int rd_rma_regions_cover(const struct rd_rma_regions *all, uint64_t from, uint64_t bytes);
void rd_rma_regions_free(struct rd_rma_regions *all);

#endif
