/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The PMIx server inside mpirun: gives each rank its job data, carries out the fences and knows
 * which ranks are within MPI. It decides nothing about the job's end. Its callbacks run on PMIx's
 * own thread; every function here may be called from the main one.
 */
#ifndef RD_RUNTIME_MPIRUN_PMIX_H
#define RD_RUNTIME_MPIRUN_PMIX_H

#include "runtime/mpirun_map.h"
#include "runtime/mpirun_opts.h"

/* Starts the server and registers the job. `wake_fd` is an eventfd that gets 1 added when a rank
 * calls MPI_Init or asks for an abort. 0, or 1 with the error reported. */
int mpirun_pmix_start(const struct mpirun_opts *opts, const struct mpirun_map *map,
		      const char *host, int wake_fd);

/* Adds to *env the variables by which the rank finds the server. 0, or 1 with the error
 * reported. */
int mpirun_pmix_env(int rank, char ***env);

/* Has the rank called MPI_Init and not (yet) MPI_Finalize? */
int mpirun_pmix_is_inside(int rank);

/* Has a program of it called MPI_Init after another one has ended without MPI_Finalize? */
int mpirun_pmix_has_rejoined(int rank);

/* Has it ever called MPI_Init? */
int mpirun_pmix_has_joined(int rank);

/* Notifies the ranks that are in MPI that one has ended. */
void mpirun_pmix_tell_end(int rank);

/* Takes the request of a rank to abort the job, as those of the server's clients are. */
void mpirun_pmix_abort(int rank, int code, const char *why);

/* The first abort request: 1 and the rank, its code (0 to 255) and its text (valid as long as the
 * server), or 0. */
int mpirun_pmix_aborted(int *rank, int *code, const char **why);

/* Has this rank asked for an abort, as the first or later? */
int mpirun_pmix_has_aborted(int rank);

/* Answers pending aborts and log requests, for which `wake_fd` was written to. An answered rank
 * that aborts ends, and others may detect that: events before the abort have to be processed first.
 */
void mpirun_pmix_answer(void);

/* Messages of the PMIx library: a descriptor to read them from, and a function that forwards those
 * available now (`wanted`), or discards them. */
int mpirun_pmix_messages(void);
void mpirun_pmix_pass_on(int wanted);

#endif
