/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who waits for whom: gathers what ranks say when they have waited for long, or have been asked
 * (runtime/stall.h), and says it as one picture. Called by mpirun_job.c, and by mpirun_pmix.c with
 * what a rank has said.
 */
#ifndef RD_RUNTIME_MPIRUN_STALL_H
#define RD_RUNTIME_MPIRUN_STALL_H

#include <event2/event.h>

#include <sys/types.h>

void mpirun_stall_start(struct event_base *loop, int nranks);
void mpirun_stall_stop(void);

/* A rank has said this; empty: it waits no more. Any thread may call; the main thread looks then.
 * What makes no sense is dropped. */
void mpirun_stall_heard(int rank, const char *text);
void mpirun_stall_look(void);

/* Asks the processes of these groups by SIGUSR1, but those whom it would end; soon says what has
 * come of it. */
void mpirun_stall_ask(int (*is_rank)(pid_t group));

/* Has all been said that is known? */
int mpirun_stall_is_told(void);

/* What was asked for is said now, if it has not been yet. */
void mpirun_stall_finish(void);

/* Says what is known now. For the one above, and tests. */
void mpirun_stall_draw(void);

#endif
