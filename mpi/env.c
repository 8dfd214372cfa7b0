/* SPDX-License-Identifier: BSD-3-Clause */
/* Ending the job, and memory (MPI-5.0 9.2, 9.6). Called by the entry points in
 * generated/environment.c. */
#include "mpi/api.h"

#include "base/log.h"
#include "runtime/job.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void rd_mpi_abort(const struct rd_comm *comm, int code)
{
	char why[MPI_MAX_OBJECT_NAME + 64];

	snprintf(why, sizeof(why), "MPI_Abort(%s, %d)",
		 comm->name[0] ? comm->name : "unnamed communicator", code);
	rd_error("%s", why);
	rd_job_abort(code, why);
}

/* Aligned to a cache line, to avoid false sharing. */
int rd_mpi_alloc_mem(size_t size, void **base)
{
	return posix_memalign(base, RD_CACHE_LINE, size ? size : 1) ? RD_ENOMEM : 0;
}

void rd_mpi_free_mem(void *base)
{
	free(base);
}
