/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory attached to a dynamic window; between win.c and reach.c. */
#ifndef RD_RMA_REGION_H
#define RD_RMA_REGION_H

#include "base/list.h"

#include <stdint.h>

struct rd_rma_region {
	struct rd_list link; /* in rd_win.regions */
	char *base;
	uint64_t size; /* bytes */
};

#endif
