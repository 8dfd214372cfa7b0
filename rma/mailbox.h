/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mailbox of a process: operations for windows whose memory is not shared, between
 * processes of one node that have mapped each other's heaps (heap.h). A process has one mailbox for
 * all windows. The origin fills in an entry, a cache line. The target carries it out in its next
 * poll, in any MPI call, and answers in a line of the origin's. If no answer comes the origin takes
 * the entry back and uses another way.
 *
 * Data that is too long for the line lies in the rooms of the origin's mailbox: the target reads
 * and writes there. Longer operations are as many entries as that takes, RD_ROOMS at a time
 * (pieces.h); or their data stays in the memory of the origin's program, and the target copies it
 * (node/vm.h), operands of accumulates by pieces.
 *
 * Invariants:
 *  1. The word of an entry gives its owner: FREE, the process that gets its ticket from `next`;
 *     BACK, the target, which skips it; READY, the process that claims it first.
 *  2. Entries are carried out by the target in the order of their tickets.
 *  3. An origin has one entry at most, or RD_ROOMS pieces of one operation, or RD_ORIGIN_ENTRIES
 *     of pipeline.h: it waits for the answers, or takes them back, the newest first. They are for
 *     one target, which answers them in order, so an answer stands for those before it.
 *
 *     FREE -> READY   origin has written it
 *     READY -> BUSY   target carries it out; then FREE of the next lap
 *     READY -> BACK   origin has waited for long; target: FREE of the next lap
 */
#ifndef RD_RMA_MAILBOX_H
#define RD_RMA_MAILBOX_H

#include <stdint.h>

#include "base/compiler.h"

enum {
	RD_ENTRIES = 32, /* of all origins; one has RD_ORIGIN_ENTRIES at most */
	RD_ORIGIN_ENTRIES = 16,
	RD_ENTRY_DATA = 32,     /* bytes in a line */
	RD_MAILBOX_DATA = 8192, /* bytes of a room in the origin's mailbox */
	RD_ROOMS = 4,           /* there: the first for given data, the second for old data */
	RD_ROOM_PART = 2048,    /* bytes of a part of a room */
	RD_ROOM_PARTS = RD_MAILBOX_DATA / RD_ROOM_PART,
	RD_MAILBOX_SURE = 2048, /* bytes up to which it is the quickest way for puts and gets */
};

enum rd_entry_phase { RD_ENTRY_FREE, RD_ENTRY_READY, RD_ENTRY_BUSY, RD_ENTRY_BACK };

/* The place of an entry's data: in the entry and the answer, in the first two rooms of the origin's
 * mailbox, in the memory of the origin's program (struct rd_entry_far), or in the rooms from the
 * part with the number place - RD_ENTRY_ROOM on, where old data takes the place of given data. */
enum rd_entry_place { RD_ENTRY_NEAR, RD_ENTRY_MAILBOX, RD_ENTRY_FAR, RD_ENTRY_ROOM };

struct rd_rma_entry {
	_Alignas(RD_CACHE_LINE) uint32_t word; /* ticket / RD_ENTRIES, phase */
	uint8_t kind;                          /* PUT_, GET_, ACC_ or CAS_ of wire.h */
	uint8_t place;                         /* enum rd_entry_place */
	uint8_t op;                            /* ACC_: handle of the operator */
	uint8_t wanted;                        /* ACC_: the old value is wanted */
	uint64_t disp;                         /* as in struct rd_rma_msg */
	uint32_t from;                         /* rank of the origin in the window */
	uint16_t type;                         /* handle of a predefined type */
	uint16_t count;                        /* of elements; FAR: in its data */
	uint32_t nonce;                        /* of the origin; repeated in the answer */
	uint32_t win;                          /* id of the window */
	char data[RD_ENTRY_DATA];
};
_Static_assert(sizeof(struct rd_rma_entry) == RD_CACHE_LINE, "one line travels");

/* The data of an entry that is FAR: addresses in the origin. The answer's to an accumulate is the
 * number of bytes, from the first on, that were combined: 64 bits. */
struct rd_entry_far {
	uint64_t given, old; /* 0: none */
	uint64_t count;      /* of elements */
};
_Static_assert(sizeof(struct rd_entry_far) <= RD_ENTRY_DATA, "it is the entry's data");

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
	_Alignas(RD_CACHE_LINE) uint32_t changing; /* not 0 while it changes elements somewhere
						    * (apply.c) */
	/* data of its own entry, if it is longer than a line */
	_Alignas(RD_CACHE_LINE) char room[RD_ROOMS][RD_MAILBOX_DATA];
};

/* The first part of its data; -1: it is not ROOM. */
static inline int rd_entry_part(const struct rd_rma_entry *entry)
{
	unsigned part = (unsigned)entry->place - RD_ENTRY_ROOM;

	return part < RD_ROOMS * RD_ROOM_PARTS ? (int)part : -1;
}

static inline char *rd_mailbox_part(struct rd_rma_mailbox *box, int part)
{
	return box->room[part / RD_ROOM_PARTS] + part % RD_ROOM_PARTS * RD_ROOM_PART;
}

static inline uint32_t rd_entry_word(uint32_t ticket, enum rd_entry_phase phase)
{
	return ticket / RD_ENTRIES << 2 | (uint32_t)phase;
}

struct rd_win;
struct rd_win_peer;

/* The origin's side of an entry's data, each in one block; NULL: none. */
struct rd_entry_data {
	const void *given;
	void *old;
	uint64_t given_b, old_b;
	uint64_t done; /* result of an accumulate that was not carried out: its first bytes, which
			* were */
	uint64_t patience_ns; /* to wait for the answer; 0: as for short data */
};

/*
 * Puts an entry into the target's mailbox, of which kind, disp, op, type and the number of elements
 * are filled in, and waits for the answer. An error of the target is returned by the next flush, as
 * with messages. RD_ENOTSUP: no answer came, or the target cannot copy the data; nothing was done
 * but data->done. RD_EPROC: the target has ended.
 */
int rd_rma_mailbox_post(struct rd_win *win, struct rd_win_peer *target, struct rd_rma_entry *entry,
			uint64_t count, struct rd_entry_data *data);

/* The same in two steps, between which the origin does its part of the work. An entry that the
 * target has not begun then is taken back. */
struct rd_entry_posted {
	struct rd_rma_entry *entry; /* of the target's mailbox */
	uint32_t ticket, nonce;
	uint8_t place;
};
int rd_rma_mailbox_begin(struct rd_win *win, const struct rd_win_peer *target,
			 struct rd_rma_entry *entry, struct rd_entry_posted *posted);
/* 1: the target has begun it. */
int rd_rma_mailbox_has_begun(const struct rd_entry_posted *posted);
/* old: destination of the bytes in its room, unless the target refused it; NULL: none. */
int rd_rma_mailbox_end(struct rd_win *win, struct rd_win_peer *target,
		       const struct rd_entry_posted *posted, void *old, uint64_t old_b);

/* Waits for the answer to a posted entry until then. since: of the first look at the clock, 0
 * before it. */
struct rd_patience {
	uint64_t ns, since_ns;
	int renewed; /* it begins anew, a bounded number of times, when this process has carried out
		      * an entry itself */
};
/* 1: there is an answer. */
int rd_rma_mailbox_await(const struct rd_entry_posted *posted, struct rd_patience *patience);
/* No operation with the mailbox's help for a number of calls that doubles each time. */
void rd_rma_mailbox_back_off(struct rd_win_peer *target);
/* How long an origin may wait for an answer to long data of which a single copy takes copy_ns; 0:
 * that is not known. */
uint64_t rd_rma_mailbox_patience(uint64_t copy_ns);
/* Posts an entry that was taken back, and waits without an end, as it cannot be carried out in
 * another way. RD_EPROC: the target has ended. */
int rd_rma_mailbox_insist(struct rd_win *win, struct rd_win_peer *target,
			  struct rd_rma_entry *entry, void *old, uint64_t old_b);
/* The data from this part of the rooms of the own mailbox on. */
char *rd_rma_mailbox_part(int part);

/* Sets this process's mailbox; one other than before has not been used yet. NULL: none. */
void rd_rma_mailbox_open(struct rd_rma_mailbox *own);
/* Carries out the entries in it; returns events. */
int rd_rma_mailbox_serve(void);
int rd_rma_mailbox_has_entry(void);

#endif
