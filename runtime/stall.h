/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stall reports: the events that a rank waits for, reported once in each wait after RONDO_STALL
 * seconds, or when SIGUSR1 asks for it: to mpirun, which makes one graph of all (mpirun_stall.c),
 * or on standard error. Checked when a wait has become long already (progress.c); a poller that
 * knows the events describes them in its `tell`.
 */
#ifndef RD_RUNTIME_STALL_H
#define RD_RUNTIME_STALL_H

#include <stddef.h>
#include <stdint.h>

enum {
	RD_STALL_ON = 16, /* ranks that are named; a longer list would not help */
	RD_STALL_CALL_B = 40
};

/* The part of a report that is being made. */
enum rd_stall_part {
	RD_STALL_EXACT, /* the event that this wait is for, where that is known */
	RD_STALL_ALL,   /* all operations under way, where the awaited event is not known */
	RD_STALL_QUEUES /* lengths of queues */
};
struct rd_stall {
	enum rd_stall_part part;
	const volatile int *done; /* the word that is waited for; NULL: not known */
	int described;            /* events so far */
	int on[RD_STALL_ON], n;   /* world ranks that the wait depends on */
	/* Of the first collective that is waited for: its context, "MPI_Gather", and the events
	 * that are of the same one. */
	uint32_t ctx;
	char call[RD_STALL_CALL_B];
	int of_call;
	size_t at; /* bytes of text */
	char text[2000];
};

/* Describes an event that is waited for, and the world rank that it must come from: RD_STALL_ANY,
 * or RD_STALL_NONE where that is not known. */
enum { RD_STALL_ANY = -1, RD_STALL_NONE = -2 };
void rd_stall_wait(struct rd_stall *stall, int world, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The event described next is of a collective on that context: "MPI_Gather of 8 bytes". Members
 * that wait for each other in different ones are told so. */
void rd_stall_within(struct rd_stall *stall, uint32_t ctx, const char *words);
/* Adds a remark. */
void rd_stall_note(struct rd_stall *stall, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Called when job and parameters are known, and at the end. SIGUSR1 is handled only where the
 * program has left its disposition unchanged. */
void rd_stall_init(void);
void rd_stall_fini(void);

/* ---- For progress.c ---- */

extern uint64_t rd_stall_after_ns; /* time of waiting before a report; UINT64_MAX: never, 0: now */
/* Start of the wait that was last reported; 0: that wait is over. */
extern uint64_t rd_stall_reported_ns;

/* Reports a wait that began at since_ns, or a call that merely polls (0). */
void rd_stall_due(const volatile int *done, uint64_t since_ns);
void rd_stall_over(void); /* a new wait has begun after one that was reported */

/* Calls every poller's `tell`. */
void rd_progress_tell(struct rd_stall *stall);

#endif
