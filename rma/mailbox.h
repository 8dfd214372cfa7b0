/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mailbox of a process: short operations for windows whose memory is not shared, between
 * processes of one node that have mapped each other's heaps (heap.h). A process has one mailbox for
 * all windows. The origin fills in an entry, a cache line. The target carries it out in its next
 * poll, in any MPI call, and answers in a line of the origin's. If no answer comes the origin takes
 * the entry back and uses another way.
 *
 * Invariants:
 *  1. The word of an entry gives its owner: FREE, the process that gets its ticket from `next`;
 *     BACK, the target, which skips it; READY, the process that changes it first.
 *  2. Entries are carried out by the target in the order of their tickets.
 *  3. An origin has one entry at most: it waits for the answer, or takes it back.
 *
 *     FREE -> READY   origin has written it
 *     READY -> BUSY   target carries it out; then FREE of the next lap
 *     READY -> BACK   origin has waited for long; target: FREE of the next lap
 */
#ifndef RD_RMA_MAILBOX_H
#define RD_RMA_MAILBOX_H

#include <stdint.h>

#include "base/compiler.h"

enum { RD_ENTRIES = 16, RD_ENTRY_DATA = 32 /* bytes */ };

enum rd_entry_phase { RD_ENTRY_FREE, RD_ENTRY_READY, RD_ENTRY_BUSY, RD_ENTRY_BACK };

struct rd_rma_entry {
	_Alignas(RD_CACHE_LINE) uint32_t word; /* ticket / RD_ENTRIES, phase */
	uint16_t kind;                         /* PUT_, GET_, ACC_ or CAS_ of wire.h */
	uint16_t op;                           /* handle of the operator */
	uint64_t disp;                         /* as in struct rd_rma_msg */
	uint32_t from;                         /* rank of the origin in the window */
	uint16_t type;                         /* handle of a predefined type */
	uint8_t count;                         /* of elements */
	uint8_t wanted;                        /* ACC_: the old value is wanted */
	uint32_t nonce;                        /* of the origin; repeated in the answer */
	uint32_t win;                          /* id of the window */
	char data[RD_ENTRY_DATA];
};
_Static_assert(sizeof(struct rd_rma_entry) == RD_CACHE_LINE, "one line travels");

struct rd_rma_answer {
	_Alignas(RD_CACHE_LINE) uint32_t nonce; /* of the entry that is answered */
	int32_t err;
	char data[RD_ENTRY_DATA];
};

/* The mailbox of one process. */
struct rd_rma_mailbox {
	_Alignas(RD_CACHE_LINE) uint32_t next; /* ticket; origins take it */
	struct rd_rma_answer answer;           /* to its own entries */
	_Alignas(RD_CACHE_LINE) struct rd_rma_entry entry[RD_ENTRIES];
};

static inline uint32_t rd_entry_word(uint32_t ticket, enum rd_entry_phase phase)
{
	return ticket / RD_ENTRIES << 2 | (uint32_t)phase;
}

struct rd_win;
struct rd_win_peer;

/*
 * Puts an entry into the target's mailbox, of which kind, disp, op, type, count, wanted and data
 * are filled in, and waits for the answer; `bytes` of it go to `result`. An error of the target is
 * returned by the next flush, as with messages. RD_ENOTSUP: no answer came, nothing was done;
 * RD_EPROC: the target has ended.
 */
int rd_rma_mailbox_post(struct rd_win *win, struct rd_win_peer *target, struct rd_rma_entry *entry,
			void *result, uint64_t bytes);

/* Sets this process's mailbox; one other than before has not been used yet. NULL: none. */
void rd_rma_mailbox_open(struct rd_rma_mailbox *own);
/* Carries out the entries in it; returns events. */
int rd_rma_mailbox_serve(void);
int rd_rma_mailbox_has_entry(void);

#endif
