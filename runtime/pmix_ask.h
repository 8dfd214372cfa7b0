/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queries of the launcher's PMIx server that may stay without an answer after a rank has ended: the
 * waiting caller is woken by the failure notice (failures.h) and returns an error. For job_pmix.c
 * alone.
 */
#ifndef RD_RUNTIME_PMIX_ASK_H
#define RD_RUNTIME_PMIX_ASK_H

#include <pmix.h>
#include <stddef.h>

/* Registers for notices of ranks of `self`'s job that end; does not wait for the registration. */
void rd_pmix_ask_for_failures(const pmix_proc_t *self);

/* Waits for all ranks; `meanwhile` is called while it waits, unless it is NULL. RD_EPROC: one has
 * ended; other errors are logged, too. */
int rd_pmix_ask_fence(bool collect, void (*meanwhile)(void));

/* The bytes that the rank puts under this key: malloced. `restarted`: MPI was started before in
 * this process, and the rank may not have left it yet. Errors are logged. */
int rd_pmix_ask_bytes(int rank, const char *key, int restarted, void **bytes, size_t *len);

#endif
