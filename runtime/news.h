/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which ranks have ended without leaving MPI, as far as the launcher tells: a box that the
 * launcher's client (job_pmix.c) fills, on whatever thread, and pt2pt empties in the progress loop.
 * A launcher that ends the job at the first such rank has no need to tell, and one that speaks PMI
 * has no words for it; then transports alone find out.
 */
#ifndef RD_RUNTIME_NEWS_H
#define RD_RUNTIME_NEWS_H

extern int rd_news; /* not 0: there may be something to take; read it as an atomic */

int rd_news_init(int nranks); /* 0 or RD_ENOMEM, RD_ESYS, logged */
void rd_news_fini(void);

/* Rank `rank` has ended; from any thread. What makes no sense is left out. */
void rd_news_ended(int rank);

/* Has `rank` ended, or any if it is -1? */
int rd_news_has_ended(int rank);

/* A rank that has ended, each is given once; -1: no more. */
int rd_news_take(void);

/* Readable while there is something to take; -1: there never will be. */
int rd_news_fd(void);

#endif
