/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job as one process sees it: who it is, who shares its node, what each
 * peer published. Filled by the PMIx client (job_pmix.c), or alone for a
 * singleton (job.c). Nothing here knows transports.
 */
#ifndef RD_RUNTIME_JOB_H
#define RD_RUNTIME_JOB_H

#include <stddef.h>
#include <stdint.h>

struct rd_job {
	int rank, size;      /* in MPI_COMM_WORLD */
	int nlocal;          /* ranks on this node, this one included */
	int local_rank;      /* index of this rank in local[] */
	int *local;          /* [nlocal] world ranks on this node, ascending */
	int appnum;          /* which of the `:`-separated programs; -1 unknown */
	int universe;        /* MPI_UNIVERSE_SIZE; -1 unknown */
	char host[256];      /* this node's name, for people */
	char id[256];        /* namespace: the same text on all ranks of the job, of no other job */
	const char *launcher; /* "rondo mpirun", "srun (PMIx)", "singleton", ... for people */
};

extern struct rd_job rd_job;

/* Finds how the process was started and connects. A launcher that offers no
 * PMIx and would give N programs of size 1 is RD_EOTHER, logged with the remedy. */
int rd_job_init(void);

/* Publishes this rank's blob (copied). */
int rd_job_publish(const void *blob, size_t len);

/* Waits until every rank has called it; what was published before is where it is wanted. */
int rd_job_meet(void);

/* Both. */
int rd_job_exchange(const void *blob, size_t len);

/* The blob of `rank`; points into memory kept until rd_job_fini. Fetched lazily:
 * call it only when a peer is first spoken to. Waits for a rank that has not published yet. */
int rd_job_blob(int rank, const void **blob, size_t *len);

/* 1 when `rank` runs on this node. */
int rd_job_is_local(int rank);

/* Name of the host of `rank`, for messages; "?" when unknown. Never NULL. */
const char *rd_job_host(int rank);

/* Blocks until every rank of the job has called it (the launcher's fence). */
int rd_job_fence(void);

/* Ends the whole job with this exit code; tells the launcher why; never returns. */
_Noreturn void rd_job_abort(int code, const char *why);

/* Says goodbye to the launcher. After it the process counts as having ended well. */
int rd_job_fini(void);

#endif
