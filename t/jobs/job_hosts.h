/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks that take themselves for those of several hosts, as many on each as RD_T_HOST_RANKS says:
 * they get their part of PMIx's list of the ranks on a host, so that Rondo shares no memory between
 * parts. All other data of the job are those of one host, also its name, which PMIx itself needs.
 */
#ifndef RD_T_JOBS_JOB_HOSTS_H
#define RD_T_JOBS_JOB_HOSTS_H

#include "t/jobs/job.h"

#include <dlfcn.h>
#include <pmix.h>

/* "0,1,2,...": the part of it in which the rank is. */
static inline void keep_host(char *list, unsigned rank, unsigned ranks)
{
	unsigned n = 1;
	char *end = list;

	for (const char *c = list; *c; c++)
		n += *c == ',';
	for (unsigned i = 0; i < n; i++)
		if (i / ranks == rank / ranks)
			end += sprintf(end, end > list ? ",%u" : "%u", i);
}

/* In place of PMIx's. */
pmix_status_t PMIx_Get(const pmix_proc_t *proc, const char *key, const pmix_info_t info[],
		       size_t ninfo, pmix_value_t **value)
{
	static pmix_status_t (*get)(const pmix_proc_t *, const char *, const pmix_info_t *, size_t,
				    pmix_value_t **);
	const char *ranks = getenv("RD_T_HOST_RANKS"), *rank = getenv("PMIX_RANK");
	pmix_status_t rc;

	if (!get)
		*(void **)&get = dlsym(RTLD_NEXT, "PMIx_Get");
	rc = get(proc, key, info, ninfo, value);
	if (rc == PMIX_SUCCESS && ranks && rank && !strcmp(key, PMIX_LOCAL_PEERS))
		keep_host((*value)->data.string, (unsigned)atoi(rank), (unsigned)atoi(ranks));
	return rc;
}

/* Rondo has taken the part for the host. */
static inline void check_host(void)
{
	const char *ranks = getenv("RD_T_HOST_RANKS");
	int want = ranks ? atoi(ranks) : job.ranks, left = job.ranks - job.rank / want * want, got;
	MPI_Comm host;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
	MPI_Comm_size(host, &got);
	MPI_Comm_free(&host);
	want = want < left ? want : left;
	check(got == want, "%d ranks on its host, must be %d", got, want);
}

#endif
