/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Several threads in the library (MPI_THREAD_MULTIPLE): one lock, which a thread has from the
 * entry point to its return, except while it waits or is in a function of the program's. All
 * state of the library is under it. At the lower levels nobody takes it: the program sees to it
 * that one thread at a time is inside.
 *
 * A thread that waits looks for what it waits for by itself as long as nobody else does; those who
 * wait for a word in memory (a request's `done`) are parked while another one looks, and woken
 * when the word is set. See runtime/progress.c.
 */
#ifndef RD_BASE_THREADS_H
#define RD_BASE_THREADS_H

#include <poll.h>
#include <stdint.h>

#include "base/compiler.h"

extern int rd_threads; /* 1: several threads may call; from rd_threads_start to rd_threads_stop */

/* This thread has the lock, or waits and will have it again. In the static block, so that an entry
 * point need not call anything to look at it. */
extern __thread int rd_threads_inside __attribute__((tls_model("initial-exec")));

/* 0, or -1 (errno). Called by the only thread inside. */
int rd_threads_start(void);
void rd_threads_stop(void);

/* Takes the lock: 1; 0 when this thread has it already. Works before the start, too. */
int rd_threads_enter(void);
void rd_threads_leave(void);

/* Around a function of the program's, which may call MPI or wait for other threads: others may come
 * in meanwhile. open returns what close is given. */
int rd_threads_let_in(void);

static inline int rd_threads_open(void)
{
	return rd_unlikely(rd_threads) ? rd_threads_let_in() : 0;
}

static inline void rd_threads_close(int open)
{
	if (rd_unlikely(open))
		rd_threads_enter();
}

/* From pin to unpin rd_threads_open does nothing: what is under way is no state to be seen by
 * others. */
void rd_threads_pin(void);
void rd_threads_unpin(void);
/* A function of the program's would be called with the lock held, and so must not be. */
int rd_threads_pinned(void);

/* ---- Waiting; the caller has the lock and gets it back ---- */

/* Whether another thread looks for what has come, or will as soon as it gets the lock. */
int rd_threads_looked_after(void);

/* Something has happened that others may wait for. */
void rd_threads_news(void);

/* Lets in who wants in, if somebody does: 1. */
int rd_threads_give_way(void);

/* Offers the processor; how many nanoseconds that took. */
uint64_t rd_threads_yield(void);

/* Until *done is set, or there is news if `done` is NULL, or nobody else looks any more. */
void rd_threads_park(const volatile int *done);

/*
 * poll(2); `disarm` is called when it is over, or when another thread comes in or disturbs before:
 * what that one does may be what this one sleeps for. 1: that was the reason. `fds` has room for
 * one more.
 */
int rd_threads_sleep(struct pollfd *fds, int n, int timeout_ms, void (*disarm)(void));
void rd_threads_disturb(void);

/* Whether a thread is in there. */
int rd_threads_asleep(void);

#endif
