/* SPDX-License-Identifier: BSD-3-Clause */
/* Long operations by pieces through the mailbox (mailbox.h). Called by put.c and accumulate.c. */
#ifndef RD_RMA_PIECES_H
#define RD_RMA_PIECES_H

#include "rma/mailbox.h"
#include "rma/win.h"

/*
 * An operation of which `entry` has kind, op, disp and type, of one block of the window of the
 * target. element_b: bytes of the type, a power of two. An accumulate waits for each piece, a put
 * or get for all of them, for patience_ns. RD_ENOTSUP: the target does not look at its mailbox, or
 * it has no free entry: the first data->done bytes have been moved or combined, and of an
 * accumulate no others.
 */
int rd_rma_by_pieces(struct rd_win *win, struct rd_win_peer *peer, const struct rd_rma_entry *entry,
		     uint64_t element_b, struct rd_entry_data *data);

#endif
