/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Standard input of the ranks. One rank inherits mpirun's own where that works: nothing is read
 * ahead, back-pressure and end of file are the kernel's. A terminal (only its foreground process
 * group may read it) and --stdin all are relayed. Called by mpirun_job.c on the main thread.
 */
#ifndef RD_RUNTIME_MPIRUN_STDIN_H
#define RD_RUNTIME_MPIRUN_STDIN_H

#include "runtime/mpirun_opts.h"

#include <event2/event.h>

/* 0, or 1 with the error reported. */
int mpirun_stdin_init(struct event_base *base, const struct mpirun_opts *opts);

/* The rank that reads from an interactive terminal, or -1. */
int mpirun_stdin_prompts(const struct mpirun_opts *opts);

/* The descriptor that the rank gets as 0, -1 with the error reported; and its closing in mpirun
 * after the rank has inherited it. */
int mpirun_stdin_open(int rank);
void mpirun_stdin_opened(int fd);

/* All ranks are started: begins to relay. Also called after SIGCONT, when mpirun may have become
 * the terminal's foreground group. */
void mpirun_stdin_go(void);

void mpirun_stdin_stop(void);

#endif
