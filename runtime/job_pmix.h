/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The PMIx client behind runtime/job.h, for job.c alone: each function has the contract of its
 * rd_job_ namesake, in a process that a PMIx launcher started.
 */
#ifndef RD_RUNTIME_JOB_PMIX_H
#define RD_RUNTIME_JOB_PMIX_H

#include <stddef.h>

int rd_pmix_init(void); /* fills rd_job */
int rd_pmix_publish(const void *blob, size_t len);
int rd_pmix_meet(void (*meanwhile)(void));
int rd_pmix_can_note(void);
void rd_pmix_note(const void *note, size_t len);
int rd_pmix_read_note(int i, void *note, size_t len);
int rd_pmix_blob(int rank, const void **blob, size_t *len);
const char *rd_pmix_host(int rank); /* NULL: the launcher gives none */
int rd_pmix_fence(void);
void rd_pmix_abort(int code, const char *why); /* returns after the launcher has received it */
int rd_pmix_fini(void);

#endif
