/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The way of a long operation between processes of a node whose memory is not shared. A put or get
 * goes by pieces through the mailbox, which the target copies, by halves, of which the target
 * copies one by single copy, or by single copy without the target. Pieces take two copies, but no
 * system call: where both processors have one cache they are quicker at any size, elsewhere up to 2
 * KB only. Halves are quicker where the target waits in MPI, and slower if it copies, too. Of an
 * accumulate the target combines the operands: it finds pieces in the mailbox, or copies them from
 * the origin by single copy. Each pair of processes tries all ways now and then and takes the one
 * that has been quickest.
 *
 * Pieces need the other process to look at its mailbox, and a process that puts by single copy
 * rarely does. So of two processes that put at once, one follows: when it sees pieces of the other
 * one it uses them, too. Whether pieces are quicker where both put is decided by the least
 * durations, which depend little on the way that the other process has at the moment. A process
 * that puts alone needs no such advantage: it also takes them while their mean is the least. An
 * accumulate needs the mailbox either way, so the means decide.
 *
 * A trial is a few operations in a row: the first one finds the lines of the target's memory in
 * the cache of the process that copied there before.
 */
#ifndef RD_RMA_WAY_H
#define RD_RMA_WAY_H

#include "node/cma.h"

enum rd_rma_way { RD_WAY_PIECES, RD_WAY_HALVES, RD_WAY_COPY, RD_WAYS };

enum { RD_WAY_HALVES_B = 32768 }; /* from here on a second processor pays */

/* Operations whose durations are kept apart. GET_ACC: an accumulate that returns old values. */
enum rd_rma_timed { RD_TIMED_PUT, RD_TIMED_GET, RD_TIMED_ACC, RD_TIMED_GET_ACC, RD_TIMED };

/* Durations of such operations with one process, of one order of size: of 64 KB; 0: not known. */
struct rd_rma_rate {
	uint32_t calls;
	uint32_t ns[RD_WAYS];   /* mean */
	uint32_t both_ns;       /* least by pieces while both processes put */
	uint32_t copy_least_ns; /* least by single copy */
	uint8_t trial;          /* enum rd_rma_way: way that is being tried, */
	uint8_t left;           /* for so many operations more */
	uint8_t unlearnt;       /* operations of it whose time was not known */
};

/* A choice. */
struct rd_rma_chosen {
	enum rd_rma_way way;
	enum rd_rma_timed timed;
	struct rd_rma_rate *rate; /* NULL: there is no other way */
	uint64_t since_ns;        /* 0: it is not timed */
	uint64_t took_ns;         /* timed: the call that began it; pipeline.h */
	uint64_t bytes;
	uint64_t copy_ns; /* duration of a single copy; 0: not known */
	int warms_up;     /* of a trial, and not the last one */
	int both;         /* this process has carried out a piece of the other one meanwhile */
	int failed;       /* the target was waited for in vain */
};

/* Whether the target looks at its mailbox: it has not done so lately, it may, or it leads and uses
 * pieces. */
enum rd_rma_looks { RD_LOOKS_NOT, RD_LOOKS_MAYBE, RD_LOOKS_SURELY };

/* `cma` may be NULL, or one that refuses. */
struct rd_rma_chosen rd_rma_choose(struct rd_cma_peer *cma, enum rd_rma_timed timed, uint64_t bytes,
				   enum rd_rma_looks looks);
/* It went by that way, but its time is not known: a trial takes another one for it. */
void rd_rma_unlearn(struct rd_rma_chosen *chosen);
/* The operation has ended, and went by that way. */
void rd_rma_learn(const struct rd_rma_chosen *chosen);

#endif
