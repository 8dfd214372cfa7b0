/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks that take themselves for those of several hosts: RD_T_HOSTS says how many, over which they
 * are spread in blocks. Ranks of different hosts share no memory then, as Rondo asks PMIx for the
 * ranks of its host. All other data of the job are those of one host.
 */
#ifndef RD_T_JOBS_JOB_HOSTS_H
#define RD_T_JOBS_JOB_HOSTS_H

#include <dlfcn.h>
#include <pmix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "0,1,2,...": the part of it in which the rank is. */
static inline void keep_host(char *list, unsigned rank, unsigned hosts)
{
	unsigned n = 1, from, to;
	char *end = list;

	for (const char *c = list; *c; c++)
		n += *c == ',';
	from = (rank * hosts / n * n + hosts - 1) / hosts;
	to = ((rank * hosts / n + 1) * n + hosts - 1) / hosts;
	for (unsigned i = from; i < to; i++)
		end += sprintf(end, i > from ? ",%u" : "%u", i);
}

/* In place of PMIx's. */
pmix_status_t PMIx_Get(const pmix_proc_t *proc, const char *key, const pmix_info_t info[],
		       size_t ninfo, pmix_value_t **value)
{
	static pmix_status_t (*get)(const pmix_proc_t *, const char *, const pmix_info_t *, size_t,
				    pmix_value_t **);
	const char *hosts = getenv("RD_T_HOSTS"), *rank = getenv("PMIX_RANK");
	pmix_status_t rc;

	if (!get)
		*(void **)&get = dlsym(RTLD_NEXT, "PMIx_Get");
	rc = get(proc, key, info, ninfo, value);
	if (rc == PMIX_SUCCESS && hosts && rank && !strcmp(key, PMIX_LOCAL_PEERS))
		keep_host((*value)->data.string, (unsigned)atoi(rank), (unsigned)atoi(hosts));
	return rc;
}

#endif
