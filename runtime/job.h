/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job as one process sees it: its own rank, the ranks of its node, the blob that each peer
 * published. Filled by the PMIx client (job_pmix.c), by the PMI client (job_pmi.c), or by job.c for
 * a singleton. Nothing here knows transports.
 */
#ifndef RD_RUNTIME_JOB_H
#define RD_RUNTIME_JOB_H

#include <stddef.h>
#include <stdint.h>

struct rd_job {
	int rank, size;       /* in MPI_COMM_WORLD */
	int nlocal;           /* ranks on this node, this one included */
	int local_rank;       /* index of this rank in local[] */
	int *local;           /* [nlocal] world ranks on this node, ascending */
	int appnum;           /* which of the `:`-separated programs; -1 unknown */
	int universe;         /* MPI_UNIVERSE_SIZE; -1 unknown */
	int quiet;            /* 1: no program computed on this node before the job started */
	char host[256];       /* this node's name, for messages */
	char id[256];         /* namespace: equal on all ranks, different in every other job */
	const char *launcher; /* "rondo mpirun", "srun (PMIx)", "singleton", ... for messages */
};

extern struct rd_job rd_job;

/* mpirun's answer to rd_job.quiet; other launchers give none, which counts as no. */
#define RD_JOB_QUIET_KEY "rondo.quiet"

/* Detects the launcher and connects to it. A launcher without PMIx that would give N programs of
 * size 1 is RD_EOTHER, logged with the remedy. */
int rd_job_init(void);

/* Publishes this rank's blob (copied). */
int rd_job_publish(const void *blob, size_t len);

/* Waits until every rank has called it; blobs published before can be fetched after it. `meanwhile`
 * is called by the ranks that wait for a PMIx fence, during it, unless it is NULL. */
int rd_job_meet(void (*meanwhile)(void));

/*
 * Notes: few words by which the ranks of this node agree during MPI_Init without a message. After
 * rd_job_meet each rank of the node can post one note, at most RD_JOB_NOTE_MAX bytes, and all can
 * read it. It may be posted earlier, too.
 */
#define RD_JOB_NOTE_MAX 112
/* After rd_job_meet, the same on all ranks of the node: 0, there are no notes. */
int rd_job_can_note(void);
void rd_job_note(const void *note, size_t len);
/* Copies `len` bytes of the note of rank rd_job.local[i]; 0: it is not there yet. */
int rd_job_read_note(int i, void *note, size_t len);

/* rd_job_publish, then rd_job_meet. */
int rd_job_exchange(const void *blob, size_t len);

/* The blob of `rank`, in memory kept until rd_job_fini. Fetched lazily: call it only when a peer is
 * first used. Waits for a rank that has not published yet. */
int rd_job_blob(int rank, const void **blob, size_t *len);

/* Index of `rank` in rd_job.local; -1: it does not run on this node. */
int rd_job_local_index(int rank);
/* 1 when `rank` runs on this node. */
int rd_job_is_local(int rank);

/* Name of the host of `rank`, for messages; "?" when unknown. Never NULL. */
const char *rd_job_host(int rank);

/* Blocks until every rank of the job has called it (the launcher's fence). */
int rd_job_fence(void);

/* Called, unless NULL, before this process ends the job. It must not wait for another process. */
extern void (*rd_job_before_abort)(void);
/* Ends the whole job with this exit code; gives the launcher the reason; never returns. */
_Noreturn void rd_job_abort(int code, const char *why);

/* Finalizes with the launcher: from then on the end of the process is no failure. */
int rd_job_fini(void);

#endif
