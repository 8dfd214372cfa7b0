/* SPDX-License-Identifier: BSD-3-Clause */
/* Long puts and gets by pieces through the mailbox (mailbox.h). Called by put.c. */
#ifndef RD_RMA_PIECES_H
#define RD_RMA_PIECES_H

#include "rma/win.h"
#include "rma/wire.h"

/* Bytes from a block of memory to the window of the target, or back, of which a single copy takes
 * copy_ns; 0: that is not known. RD_ENOTSUP: the target does not look at its mailbox; a part may
 * have been moved. */
int rd_rma_by_pieces(const struct rd_rma_call *c, struct rd_win_peer *peer, enum rd_rma_kind kind,
		     uint64_t at, char *block, uint64_t bytes, uint64_t copy_ns);

#endif
