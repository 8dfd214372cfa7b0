/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ranks of the job as mpirun knows them: starting one, what its end means for the others,
 * signals to all. When what is done is for mpirun_job.c to say, which owns the table.
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
	int lingers; /* reaped, but its group had members then */
	int failed;
	int left_mpi; /* ended within MPI */
	int absent;   /* ended without MPI_Init, and others are in MPI_Init, which needs all */
	int told;     /* its end has been told to the others, which go on (--enable-recovery) */
	int status;  /* of waitpid */
};

extern struct mpirun_ranks {
	const struct mpirun_opts *wish;
	const char *host;
	struct mpirun_rank *at; /* [wish->nranks] */
	int nstarted, nrunning, nlingering, nfailed;
} mpirun_ranks;

/* To those that run, and to what lingers of those that have ended. */
void mpirun_ranks_signal(int sig);

/* Is it the process group of one that runs? */
int mpirun_ranks_has(pid_t group);

/* The exit status of one that has failed, as mpirun's. */
int mpirun_rank_status(const struct mpirun_rank *r);

/* "rank 3 on host node7 (process 123, ./a.out) was killed by signal 11 (...)" and `others` */
void mpirun_rank_tell_failure(int rank, const char *others);
void mpirun_rank_tell_abort(int rank, int code, const char *why);

/* The lowest rank that failed of itself, or -1; one that aborted is not counted. */
int mpirun_ranks_lowest_failed(int aborted);

/* Can a rank wait for, or be disturbed by, one that has failed? Not by one that has
 * been through MPI_Finalize. */
int mpirun_ranks_are_harmed(void);

/* Is one that runs within MPI? */
int mpirun_ranks_are_inside(void);

/* Can the others do without those that have failed? All have to come to MPI_Init. */
int mpirun_ranks_survive(void);

/* Says of each that has failed, once, that it has, to people and to the others. */
void mpirun_ranks_tell_survivors(void);

/* waitpid has given this status. `ending`: mpirun ends the job, so it has not failed. */
void mpirun_rank_ended(int rank, int wait_status, int ending);

/* MPI_Init needs all ranks: one that others wait for there in vain has failed, well
 * as it may have ended. */
void mpirun_ranks_find_absent(void);

/* Says which program's ranks have ended, well, without ever having been in this job, since they are
 * linked with another MPI. 1 if there are some. */
int mpirun_ranks_were_alone(void);

/* One line for each rank with its exit code, and one for a host with its ranks. */
void mpirun_ranks_tell_codes(void);
void mpirun_ranks_tell_map(void);

/* Takes off what lingers no more. */
void mpirun_ranks_forget_gone(void);

/* 0, or mpirun's exit status with the error told. */
int mpirun_rank_start(int rank, const struct mpirun_map *map, const struct mpirun_app *app,
	const char *exe, char **env);

#endif
