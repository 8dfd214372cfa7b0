/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets by mailbox that do not wait for their answers: a process has up to 16 entries under
 * way to one target, and waits when it synchronises, or for a place. An operation is one entry, or
 * pieces of RD_MAILBOX_DATA bytes. The data is in the entry, or in parts of the rooms of the
 * origin's mailbox, so a put is complete at the origin when the call returns.
 *
 * All other operations of the process by mailbox use the same rooms and the same answer: they end
 * those under way first. If the target does not look at its mailbox the entries are taken back, the
 * newest first, and carried out by single copy in their order.
 *
 * Invariants:
 *  1. Entries under way are for one window and one target, whose memory can be copied by the
 *     kernel, and which cannot refuse them: no dynamic window.
 *  2. Their answers come in order, so an answer stands for those before it.
 */
#ifndef RD_RMA_PIPELINE_H
#define RD_RMA_PIPELINE_H

#include "base/compiler.h"
#include "rma/wire.h"

struct rd_win;
struct rd_win_peer;
struct rd_rma_chosen;

struct rd_rma_pipeline {
	uint32_t begun, ended; /* entries; the difference is under way */
	int drains;
	struct rd_win *win; /* of those under way */
	struct rd_win_peer *peer;
};
extern struct rd_rma_pipeline rd_rma_pipeline;

/* Begins a put or get at this place of the target's window, and learns at its end how long it took.
 * The block is free again after a put; of a get it is filled in before the end of
 * rd_rma_pipeline_drain. RD_ENOTSUP: no entry is free, or the target does not look at its mailbox;
 * a part may have been moved. */
int rd_rma_pipeline_begin(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_kind kind,
			  uint64_t at, char *block, const struct rd_rma_chosen *chosen);

/* Forgets those under way: their windows are not there any more. */
void rd_rma_pipeline_forget(void);
/* Ends all that are under way; an error is returned by the next flush of their window. */
void rd_rma_pipeline_drain(void);

static inline void rd_rma_pipeline_end(void)
{
	if (rd_unlikely(rd_rma_pipeline.begun != rd_rma_pipeline.ended))
		rd_rma_pipeline_drain();
}

static inline void rd_rma_pipeline_end_to(const struct rd_win_peer *peer)
{
	if (rd_unlikely(rd_rma_pipeline.peer == peer))
		rd_rma_pipeline_end();
}

static inline void rd_rma_pipeline_end_in(const struct rd_win *win)
{
	if (rd_unlikely(rd_rma_pipeline.win == win))
		rd_rma_pipeline_end();
}

#endif
