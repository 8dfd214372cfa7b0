/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starting one process: finding its program, making its environment, and the way from vfork to
 * exec. Knows nothing of jobs. Called by mpirun_job.c.
 */
#ifndef RD_RUNTIME_MPIRUN_SPAWN_H
#define RD_RUNTIME_MPIRUN_SPAWN_H

#include "runtime/mpirun_opts.h"

#include <sched.h>
#include <sys/types.h>

struct mpirun_proc {
	const char *exe; /* a path with a slash, relative to wdir */
	char **argv, **env;
	const char *wdir;      /* NULL: mpirun's own */
	int fd[3];             /* become 0, 1 and 2 */
	int kept;              /* stays open; 0: none */
	const cpu_set_t *cpus; /* NULL: mpirun's own affinity */
	size_t cpus_bytes;
};

/* Saves the signal mask and dispositions that mpirun was given, which its ranks get, and resets an
 * ignored SIGCHLD: without it no child could be waited for. First call in main. */
void mpirun_spawn_note_signals(void);

/* Saves the open files and their limit, which mpirun changes for itself only, and raises the limit
 * so that all ranks fit. 0, or 1 with the error reported. */
int mpirun_spawn_prepare(const struct mpirun_opts *opts);

/* Was the signal ignored when mpirun started (nohup)? */
int mpirun_spawn_ignored(int sig);

/* Finds app's program: *exe is malloced. 0, or 127 (not found) or 126 (not executable) with the
 * error reported. */
int mpirun_spawn_find(const struct mpirun_app *app, char **exe);

/* The environment of app's ranks, without the variables that a PMIx server adds per rank. */
char **mpirun_spawn_env(const struct mpirun_opts *opts, const struct mpirun_app *app);

/* The same, without the variables for PMIx clients of mpirun. */
char **mpirun_spawn_env_plain(const struct mpirun_opts *opts, const struct mpirun_app *app);

/* A copy in the form that PMIx_server_setup_fork requires: array and strings each on the heap. */
char **mpirun_env_copy(char **env);
void mpirun_env_free(char **env);

/* Starts it in a process group of its own, which the guard watches and which is killed with mpirun.
 * The process number, or -1 with errno and *step (the call that failed). */
pid_t mpirun_spawn(const struct mpirun_proc *proc, const char **step);
/* Says why it has failed; errno is that of mpirun_spawn. */
void mpirun_spawn_say(const struct mpirun_proc *proc, int rank, const char *step);

#endif
