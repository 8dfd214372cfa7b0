/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of ranks in mpirun: starting a rank, the consequences of its end for the others,
 * signals to all. mpirun_job.c owns the table and decides when each function is called.
 */
#ifndef RD_RUNTIME_MPIRUN_RANKS_H
#define RD_RUNTIME_MPIRUN_RANKS_H

#include "runtime/mpirun_map.h"
#include "runtime/mpirun_opts.h"

#include <sys/types.h>

struct mpirun_rank {
	pid_t pid; /* and number of its process group */
	int app;
	int runs;    /* started and not reaped */
	int lingers; /* reaped, but its process group still had members then */
	int failed;
	int left_mpi; /* ended within MPI */
	int absent;   /* ended without MPI_Init, while others are in MPI_Init, which needs all */
	int rejoins;  /* runs a second program, and the first one ended within MPI */
	int told;     /* its end has been announced to the others (--enable-recovery) */
	int status;   /* of waitpid */
};

extern struct mpirun_ranks {
	const struct mpirun_opts *wish;
	const char *host;
	struct mpirun_rank *at; /* [wish->nranks] */
	int nstarted, nrunning, nlingering, nfailed;
} mpirun_ranks;

/* To the ranks that run, and to the process groups that outlive their ranks. */
void mpirun_ranks_signal(int sig);

/* Is it the process group of a rank that runs? */
int mpirun_ranks_has(pid_t group);

/* mpirun's exit status for a rank that has failed. */
int mpirun_rank_status(const struct mpirun_rank *r);

/* "rank 3 on host node7 (process 123, ./a.out) was killed by signal 11 (...)" and `others` */
void mpirun_rank_tell_failure(int rank, const char *others);
void mpirun_rank_tell_abort(int rank, int code, const char *why);

/* 1: a rank that ends with this code ends because another one has failed. A program's own exit()
 * may have the code, too: the rank has asked for an abort. */
int mpirun_is_effect(int rank, int code);
/* The lowest rank that failed of itself, or -1; a rank that aborted is not counted. Ranks that
 * ended because others failed count where there are no others. */
int mpirun_ranks_lowest_failed(int aborted);
/* 1: a rank has failed, and not because another one has. */
int mpirun_ranks_have_cause(int aborted);

/* Can a running rank wait for, or be disturbed by, a failed one? Not after MPI_Finalize. */
int mpirun_ranks_are_harmed(void);

/* Has the rank ever called MPI_Init, of this MPI or another one that is a job here? */
int mpirun_rank_has_joined(int rank);

/* Is a running rank within MPI? */
int mpirun_ranks_are_inside(void);

/* Can the others continue without the failed ranks? Not before all have called MPI_Init. */
int mpirun_ranks_survive(void);

/* Reports each failed rank once, to the user and to the other ranks. */
void mpirun_ranks_tell_survivors(void);

/* Handles the status that waitpid gave. `ending`: mpirun ends the job, so the rank has not
 * failed. */
void mpirun_rank_ended(int rank, int wait_status, int ending);

/* MPI_Init needs all ranks: a rank that ended without it while others wait in it has failed, even
 * with exit code 0. */
void mpirun_ranks_find_absent(void);

/* A rank that is a script has failed if one of its programs ends without MPI_Finalize and another
 * one calls MPI_Init: the launcher would take the two for one process, and let the others wait. */
void mpirun_ranks_find_rejoining(void);

/* Reports the programs whose ranks have all ended with code 0 and never joined this job, because
 * they are linked with another MPI. 1 if there are some. */
int mpirun_ranks_were_alone(void);

/* One line for each rank with its exit code; one line for each host with its ranks. */
void mpirun_ranks_tell_codes(void);
void mpirun_ranks_tell_map(void);

/* Removes process groups that have no members any more. */
void mpirun_ranks_forget_gone(void);

/* 0, or mpirun's exit status with the error reported. */
int mpirun_rank_start(int rank, const struct mpirun_map *map, const struct mpirun_app *app,
		      const char *exe, char **env);

#endif
