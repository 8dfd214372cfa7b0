/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The PMI client behind runtime/job.h, for job.c alone: each function has the contract of its
 * rd_job_ namesake, in a process that Hydra or srun --mpi=pmi2 started. PMI returns only values
 * that were put before a barrier of all ranks, so rd_pmi_publish includes that barrier.
 */
#ifndef RD_RUNTIME_JOB_PMI_H
#define RD_RUNTIME_JOB_PMI_H

#include <stddef.h>

int rd_pmi_offered(void); /* 1: there is a PMI server's socket for this process */
int rd_pmi_init(void);    /* fills rd_job */
int rd_pmi_publish(const void *blob, size_t len);
int rd_pmi_blob(int rank, const void **blob, size_t *len);
const char *rd_pmi_host(int rank); /* NULL: not known yet */
int rd_pmi_fence(void);
void rd_pmi_abort(int code); /* sends the request to the launcher, does not wait for its effect */
int rd_pmi_fini(void);

/* Node of each of `size` ranks by the text of PMI_process_mapping. 0 or RD_EPROTO. */
int rd_pmi_mapping(const char *text, int size, int *node);

/* Bytes as text for a value, and back. The first needs 2 * len + 1; the second returns the number
 * of bytes, or RD_EPROTO. */
void rd_pmi_encode(const void *bytes, size_t len, char *text);
int rd_pmi_decode(const char *text, size_t len, void *bytes, size_t max);

#endif
