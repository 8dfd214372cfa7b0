/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stall reports of the job: gathers the reports of ranks that have waited for long or were asked
 * (runtime/stall.h), and prints them as one graph of waits. Called by mpirun_job.c, and by
 * mpirun_pmix.c with the text of a rank.
 */
#ifndef RD_RUNTIME_MPIRUN_STALL_H
#define RD_RUNTIME_MPIRUN_STALL_H

#include <event2/event.h>

#include <sys/types.h>

void mpirun_stall_start(struct event_base *loop, int nranks);
void mpirun_stall_stop(void);

/* A rank has sent this report; empty: it waits no more. Any thread may call; the main thread then
 * calls mpirun_stall_look. Text that cannot be parsed is dropped. */
void mpirun_stall_heard(int rank, const char *text);
void mpirun_stall_look(void);

/* Asks the processes of these groups by SIGUSR1, except those that it would end; the result is
 * printed soon after. */
void mpirun_stall_ask(int (*is_rank)(pid_t group));

/* Has everything that is known been printed? */
int mpirun_stall_is_told(void);

/* Prints the report that was asked for, unless it has been printed. */
void mpirun_stall_finish(void);

/* Prints the reports known now. Used by mpirun_stall_finish and tests. */
void mpirun_stall_draw(void);

#endif
