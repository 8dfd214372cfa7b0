/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The predefined attributes of communicators (MPI-5.0 9.1.2): facts about the
 * environment under a key. Called by the entry points in comms.c.
 */
#include "mpi/api.h"

#include "runtime/job.h"

/* NULL: the key has no value here. Set to -1 where the launcher did not tell. */
static int *world_value(int keyval, int *known)
{
	static int tag_ub = INT_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE;
	static int wtime_is_global, appnum, lastusedcode = MPI_ERR_LASTCODE, universe_size;

	*known = 1;
	switch (keyval) {
	case MPI_TAG_UB:
		return &tag_ub;
	case MPI_HOST:
		return &host;
	case MPI_IO:
		return &io;
	case MPI_WTIME_IS_GLOBAL:
		wtime_is_global = rd_job.nlocal == rd_job.size; /* one node, one clock */
		return &wtime_is_global;
	case MPI_APPNUM:
		appnum = rd_job.appnum;
		return appnum >= 0 ? &appnum : NULL;
	case MPI_LASTUSEDCODE:
		return &lastusedcode;
	case MPI_UNIVERSE_SIZE:
		universe_size = rd_job.universe;
		return universe_size >= 0 ? &universe_size : NULL;
	default:
		*known = 0;
		return NULL;
	}
}

/* Programs ask duplicates of MPI_COMM_WORLD too, so every communicator answers alike. */
int rd_mpi_attr_get(const struct rd_comm *comm, int keyval, void *value, int *flag)
{
	int known;
	int *at = world_value(keyval, &known);

	(void)comm;
	if (!known)
		return RD_EKEYVAL;
	*flag = at != NULL;
	if (at)
		*(int **)value = at;
	return 0;
}
