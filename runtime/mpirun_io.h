/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Output of the ranks: one pipe per rank and kind, from which whole lines go to
 * mpirun's own standard output and error, or to files. Called by mpirun_job.c,
 * all on the main thread.
 */
#ifndef RD_RUNTIME_MPIRUN_IO_H
#define RD_RUNTIME_MPIRUN_IO_H

#include "runtime/mpirun_opts.h"

#include <event2/event.h>

/* `changed` is called when a stream has ended or a destination has become empty. `prompt_rank`
 * reads the terminal: its unfinished lines are shown; -1: none. */
int mpirun_io_start(struct event_base *base, const struct mpirun_opts *opts, int prompt_rank,
		    void (*changed)(void));

/* Makes the descriptors that the rank gets as 1 and 2. 0, or 1 with the error reported. */
int mpirun_io_open(int rank, int *out, int *err);

/* Closes them in mpirun, after the start of the rank or its failure. */
void mpirun_io_opened(int out, int err);

/* Streams that have not ended yet, and whether bytes that were read are still to be written. */
int mpirun_io_streams(void);
int mpirun_io_pending(void);

/* Reads all available bytes from every stream that is still open and ends it. */
void mpirun_io_cut(void);

/* 1 when output could not be written (a full disk). */
int mpirun_io_lost(void);

void mpirun_io_stop(void);

#endif
