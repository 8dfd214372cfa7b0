/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Failure notices: the ranks that have ended without leaving MPI, as reported by the launcher. The
 * launcher's client (job_pmix.c) adds them, on any thread, and pt2pt takes them in the progress
 * loop. A launcher that ends the job at the first such rank sends none, and PMI has no message for
 * them; then only transports detect failures.
 */
#ifndef RD_RUNTIME_FAILURES_H
#define RD_RUNTIME_FAILURES_H

extern int rd_failures; /* not 0: there may be a notice to take; read it as an atomic */

int rd_failures_init(int nranks); /* 0, or RD_ENOMEM, RD_ESYS with its cause */
void rd_failures_fini(void);

/* Rank `rank` has ended; from any thread. A rank outside of the job is ignored. */
void rd_failures_add(int rank);

/* Has `rank` ended, or any rank if it is -1? */
int rd_failures_has(int rank);

/* A rank that has ended; each is returned once; -1: no more. */
int rd_failures_take(void);

/* Readable while there is a notice to take; -1: there never will be one. */
int rd_failures_fd(void);

#endif
