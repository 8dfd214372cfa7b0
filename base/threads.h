/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Several threads in the library (MPI_THREAD_MULTIPLE): one lock, which a thread holds from the
 * entry point to its return, except while it waits or runs a function of the program. The lock
 * protects all state of the library. The lower thread levels do not take it: the program ensures
 * that at most one thread is inside.
 *
 * A waiting thread polls by itself unless another thread does; threads that wait for a word in
 * memory (a request's `done`) are parked while another one polls, and are woken when the word is
 * set. See runtime/progress.c.
 */
#ifndef RD_BASE_THREADS_H
#define RD_BASE_THREADS_H

#include <poll.h>
#include <stdint.h>

#include "base/compiler.h"

extern int rd_threads; /* 1: several threads may call; from rd_threads_start to rd_threads_stop */

/* This thread holds the lock, or waits and will get it back. In the static TLS block, so that an
 * entry point reads it without a call. */
extern __thread int rd_threads_inside __attribute__((tls_model("initial-exec")));

/* Called where a function of the program has ended, before the entry point goes on; may be NULL. */
extern void (*rd_threads_on_close)(void);

/* The entry point that this thread has the lock for, where that is not on its stack; NULL: not
 * known. */
extern __thread const char *rd_threads_call __attribute__((tls_model("initial-exec")));

/* Thresholds of waiting for the lock (runtime/wait.h). */
struct rd_threads_limits {
	uint32_t lock_spins;    /* tries for a taken lock before sleeping */
	uint32_t streak;        /* releases in a row until a thread lets others in first */
	uint32_t polite_yields; /* for the turn of another thread, at most */
	uint64_t polite_ns;     /* of one such yield: a longer one is the last */
};
void rd_threads_limit(const struct rd_threads_limits *limits);

/* 0, or -1 (errno). Called by the only thread inside. */
int rd_threads_start(void);
void rd_threads_stop(void);

/* Takes the lock: 1; 0: this thread holds it already. Works before rd_threads_start, too. */
int rd_threads_enter(void);
void rd_threads_leave(void);

/* Around a function of the program, which may call MPI or wait for other threads: releases the lock
 * meanwhile. The value of rd_threads_open is passed to rd_threads_close. */
int rd_threads_let_in(void);

static inline int rd_threads_open(void)
{
	return rd_unlikely(rd_threads_inside) ? rd_threads_let_in() : 0;
}

static inline void rd_threads_close(int open)
{
	if (rd_unlikely(open))
		rd_threads_enter();
	/* below MPI_THREAD_MULTIPLE `open` tells of a call that any thread may make: hands off */
	if (rd_unlikely(rd_threads_on_close) && (rd_threads || !open))
		rd_threads_on_close();
}

/* From pin to unpin rd_threads_open does nothing: the caller's state is inconsistent, and other
 * threads must not see it. */
void rd_threads_pin(void);
void rd_threads_unpin(void);
/* 1: the lock is pinned; functions of the program must not be called now. */
int rd_threads_pinned(void);

/* ---- Waiting; the caller has the lock and gets it back ---- */

/* Whether another thread polls, or will as soon as it gets the lock. */
int rd_threads_looked_after(void);

/* Wakes threads that may wait for an event that has just happened. */
void rd_threads_notify(void);

/* Releases the lock for a moment if other threads want it: 1. */
int rd_threads_give_way(void);

/* Yields the processor; returns the nanoseconds that this took. */
uint64_t rd_threads_yield(void);

/* Waits until *done is set, or until rd_threads_notify if `done` is NULL, or until no other thread
 * polls. */
void rd_threads_park(const volatile int *done);

/* The entry points that other threads are parked in, at most `max`; how many are parked. */
int rd_threads_parked(const char **calls, int max);

/*
 * poll(2); `disarm` is called when it ends, or before, when another thread enters or calls
 * rd_threads_disturb: that thread may handle the events that this one sleeps for. 1: poll ended for
 * that reason. `fds` has room for one more. Not while rd_threads_waking.
 */
int rd_threads_sleep(struct pollfd *fds, int n, int timeout_ms, void (*disarm)(void));
void rd_threads_disturb(void);

/* Whether a thread is in rd_threads_sleep. */
int rd_threads_asleep(void);
/* Whether one in rd_threads_sleep was woken by another thread and has not got the lock back: it
 * will poll. */
int rd_threads_waking(void);

#endif
