/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a rank waits for, told when it has waited for RONDO_STALL seconds, once in each wait, or
 * when it is asked by SIGUSR1: to mpirun, which makes one picture of all (mpirun_stall.c), or on
 * standard error. Looked at where a wait has become long already (progress.c); who knows
 * what is waited for says so in the `tell` of its poller.
 */
#ifndef RD_RUNTIME_STALL_H
#define RD_RUNTIME_STALL_H

#include <stddef.h>
#include <stdint.h>

enum { RD_STALL_ON = 16 }; /* ranks that are named; more help nobody */

/* A report that is being made. */
enum rd_stall_part {
	RD_STALL_EXACT, /* what this wait is for, where that is known */
	RD_STALL_ALL,   /* it is not: all that is under way */
	RD_STALL_QUEUES /* what stands in queues, in numbers */
};
struct rd_stall {
	enum rd_stall_part part;
	const volatile int *done; /* the word that is waited for; NULL: not known */
	int told;                 /* things that are waited for */
	int on[RD_STALL_ON], n;   /* world ranks that are waited for */
	size_t at;                /* bytes of text */
	char text[2000];
};

/* Something that is waited for, and from which world rank it must come: RD_STALL_ANY, or
 * RD_STALL_NONE where that is not known. */
enum { RD_STALL_ANY = -1, RD_STALL_NONE = -2 };
void rd_stall_wait(struct rd_stall *stall, int world, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A remark. */
void rd_stall_note(struct rd_stall *stall, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Where job and parameters are known; and the reverse. SIGUSR1 is taken where the program has left
 * it as it was. */
void rd_stall_init(void);
void rd_stall_fini(void);

/* ---- For progress.c ---- */

extern uint64_t rd_stall_after_ns; /* of waiting; UINT64_MAX: never, 0: now */
extern uint64_t rd_stall_told;     /* when the wait began that was told of last; 0: it is over */

/* For who has waited since then, or merely looks (0). */
void rd_stall_due(const volatile int *done, uint64_t since_ns);
void rd_stall_over(void); /* a new wait has begun after one that was told of */

/* Calls every poller's `tell`. */
void rd_progress_tell(struct rd_stall *stall);

#endif
