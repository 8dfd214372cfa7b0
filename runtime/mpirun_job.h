/* SPDX-License-Identifier: BSD-3-Clause */
/* The job from its first rank to its exit status. Called by mpirun_main.c. */
#ifndef RD_RUNTIME_MPIRUN_JOB_H
#define RD_RUNTIME_MPIRUN_JOB_H

#include "runtime/mpirun_map.h"
#include "runtime/mpirun_opts.h"

#include <signal.h>

/* The signals that mpirun_job_run reads from a signalfd: they must be blocked before any thread is
 * created, so that no other thread takes them. */
void mpirun_job_signals(sigset_t *set);

/* Runs the job from the start of the ranks to the end of the last; returns the exit status of
 * mpirun. exe[app] is each program's file; `wake_fd` as in mpirun_pmix_start. */
int mpirun_job_run(const struct mpirun_opts *opts, const struct mpirun_map *map, char **exe,
		   const char *host, int wake_fd);

#endif
