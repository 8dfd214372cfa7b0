/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The PMIx client behind runtime/job.h, for job.c alone: each function does what
 * its rd_job_ namesake promises, in a process that a PMIx launcher started.
 */
#ifndef RD_RUNTIME_JOB_PMIX_H
#define RD_RUNTIME_JOB_PMIX_H

#include <stddef.h>

int rd_pmix_init(void); /* fills rd_job */
int rd_pmix_publish(const void *blob, size_t len);
int rd_pmix_meet(void);
int rd_pmix_blob(int rank, const void **blob, size_t *len);
const char *rd_pmix_host(int rank); /* NULL when the launcher does not say */
int rd_pmix_fence(void);
void rd_pmix_abort(int code, const char *why); /* returns when the launcher has been told */
int rd_pmix_fini(void);

#endif
