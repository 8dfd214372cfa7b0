/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffered sends, inside pt2pt; attaching and detaching are in pt2pt.h. */
#ifndef RD_PT2PT_BUFFER_H
#define RD_PT2PT_BUFFER_H

#include "pt2pt/pt2pt.h"

/* Copies into the nearest buffer and sends from there. RD_EBUFFER: none is attached, or it is
 * full. */
int rd_buffer_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
		   struct rd_ctx *ctx);

#endif
