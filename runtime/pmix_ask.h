/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Questions to the launcher's PMIx server that a rank which has ended may leave without an answer:
 * who waits for one is told of its end (news.h) and goes on. For job_pmix.c alone.
 */
#ifndef RD_RUNTIME_PMIX_ASK_H
#define RD_RUNTIME_PMIX_ASK_H

#include <pmix.h>
#include <stddef.h>

/* Has the server tell from now on which ranks of `self`'s job end; does not wait for it. */
void rd_pmix_ask_for_news(const pmix_proc_t *self);

/* Waits for all ranks. RD_EPROC: one has ended; others are logged, too. */
int rd_pmix_ask_fence(bool collect);

/* What the rank puts under this key, as bytes: malloced. `restarted`: MPI was started before in
 * this process, and the rank may not have left it yet. Errors are logged. */
int rd_pmix_ask_bytes(int rank, const char *key, int restarted, void **bytes, size_t *len);

#endif
