/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The guard: a small process that outlives mpirun by a moment. When mpirun is
 * gone without having said goodbye (kill -9), it kills the process groups of all
 * ranks, with what they have started. It holds no file but a pipe.
 */
#ifndef RD_RUNTIME_MPIRUN_GUARD_H
#define RD_RUNTIME_MPIRUN_GUARD_H

#include <sys/types.h>

/* Forks the guard: as early as can be, while mpirun is small and has one thread. 0 or -1. */
int mpirun_guard_start(void);

/* To be called by a rank's process itself, before its exec: from then on there is
 * no moment at which it could be missed. Only write(2). */
void mpirun_guard_watch_self(void);

/* The group has no member any more, its number may be used anew. */
void mpirun_guard_forget(pid_t group);

/* Ends the guard and waits for it. */
void mpirun_guard_stop(void);

#endif
