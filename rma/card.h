/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Windows on ring cards: a target on another card whose memory is exposed there is reached by the
 * card, without a call of the target: put by WRITE, get by READ, addition to an integer of 8 bytes
 * and compare and swap of 8 bytes by ATOMIC. All else goes as without cards. Short puts go by a
 * queue pair where the card has them (btl_fpga/qp.h), and all puts and gets of windows for which no
 * region of the card is left: of these the target takes no part once the queue pair is connected,
 * but for an access that is refused, after which it is connected again.
 *
 * Locks. The lock word of a window lies where the card reaches it, in the arena, which processes of
 * the host map, too. An origin takes the lock by an ATOMIC on `far`, and looks at `word` by a READ
 * (lock.h); if it is barred it gives the lock back and tries again after a pause. Locks of the
 * target's host, by instructions, and of ranks that ask it by message, are in `word`. Nothing of it
 * waits for the target.
 *
 * Atomicity (MPI-5.0 12.7.1). ATOMICs exclude each other, but no instruction of the target's. So
 * the target exposes its memory for them by a region of its own, which it closes while it combines
 * 8-byte integers itself, for its own calls and for those of ranks that ask it (exclude, admit);
 * and it exposes none if another process changes its memory by instructions.
 *
 * Queue pairs have no such regions: one that meets a closed region breaks. So their atomic
 * operations are not used.
 *
 * Order (MPI-5.0 12.7.2). An ATOMIC is over when its call returns, and none begins while messages
 * to the target are not acknowledged or answered. A get goes by message meanwhile.
 */
#ifndef RD_RMA_CARD_H
#define RD_RMA_CARD_H

#include "base/compiler.h"
#include "btl_fpga/remote.h"
#include "rma/win.h"

/* Exposes the window's memory, once it exists; where that cannot be, --stats has the reason. close:
 * nobody accesses it any more. */
void rd_rma_card_open(struct rd_win *win);
/* 1: the card makes use of windows that are in files (struct rd_win_memory.place). */
int rd_rma_card_lends(void);
/* 1: it makes use of this one's file: of as many windows as a card can reach (btl_fpga/remote.h).
 */
int rd_rma_card_has_lent(const struct rd_win *win);
/* Before that: a place for the lock word that the cards reach, and its name for the processes of
 * the host. NULL: there is none. */
struct rd_rma_lockword *rd_rma_card_lockword(struct rd_win *win, struct rd_remote_niche *name);
void rd_rma_card_close(struct rd_win *win);
void rd_rma_card_forget(struct rd_win_peer *peer);

/* RD_ENOTSUP: not on the card. */
int rd_rma_card_put(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		    uint64_t bytes);
int rd_rma_card_get(const struct rd_rma_call *c, struct rd_win_peer *peer, uint64_t at,
		    uint64_t bytes);

/* An ATOMIC on 8 bytes; *old: the value before. expected NULL: *operand is added. */
int rd_rma_card_atomic(struct rd_win *win, struct rd_win_peer *peer, uint64_t at,
		       const void *operand, const void *expected, void *old);
/* 1: ATOMIC may have to do with elements of this type. */
int rd_rma_card_type(const struct rd_type *basic);

/* Takes the lock of the target's window, and gives it back. RD_ENOTSUP: not on the card. */
int rd_rma_card_lock(struct rd_win *win, struct rd_win_peer *peer, int exclusive);
/* unlock: of up to RD_RMA_ABREAST targets together. The card does two such operations at a time. */
enum { RD_RMA_ABREAST = 8 };
int rd_rma_card_unlock(struct rd_win_peer *const *peer, int n, int exclusive);

/* Waits until the puts to the target are there, and the data of gets here: the message that ends
 * the epoch overtakes them. All: only targets of puts. */
static inline int rd_rma_card_flush(struct rd_win_peer *peer);
int rd_rma_card_flush_all(struct rd_win *win);
int rd_rma_card_await(struct rd_win_peer *peer); /* the slow part of rd_rma_card_flush */

/* Around changes of elements of the own window by this process: 1 if the card was shut out. */
int rd_rma_card_shut(const struct rd_win *win, const struct rd_type *basic);
void rd_rma_card_admit(const struct rd_win *win);

static inline int rd_rma_card_has_puts(const struct rd_win_peer *peer)
{
	return peer->card.puts != peer->card.placed;
}

static inline int rd_rma_card_flush(struct rd_win_peer *peer)
{
	if (rd_likely(!peer->card.pending && !rd_rma_card_has_puts(peer)))
		return 0;
	return rd_rma_card_await(peer);
}

static inline int rd_rma_exclude(const struct rd_win *win, const struct rd_type *basic)
{
	return rd_unlikely(win->card != NULL) && rd_rma_card_shut(win, basic);
}

#endif
