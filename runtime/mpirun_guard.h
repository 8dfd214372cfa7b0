/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The guard: a small process that outlives mpirun by a moment. When mpirun ends without
 * mpirun_guard_stop (kill -9), it kills the process groups of all ranks, with the processes that
 * they have started. It holds no descriptor but a pipe.
 */
#ifndef RD_RUNTIME_MPIRUN_GUARD_H
#define RD_RUNTIME_MPIRUN_GUARD_H

#include <sys/types.h>

/* Forks the guard: as early as possible, while mpirun is small and has one thread. 0 or -1. */
int mpirun_guard_start(void);

/* Called by a rank's own process before its exec, so that the guard knows the group from its
 * beginning on. Only write(2). */
void mpirun_guard_watch_self(void);

/* The group has no member any more; its number may be reused. */
void mpirun_guard_forget(pid_t group);

/* Ends the guard and waits for it. */
void mpirun_guard_stop(void);

#endif
