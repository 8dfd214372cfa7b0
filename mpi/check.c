/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arguments that are arrays: every entry checked, ints widened to MPI_Count.
 * Called by the entry points.
 */
#include "mpi/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int rd_mpi_check_counts(struct rd_comm *comm, const char *call, const char *arg, MPI_Count n,
			const MPI_Count *counts)
{
	char entry[64];

	if (!counts && n > 0)
		return rd_mpi_bad_pointer(comm, call, arg);
	for (MPI_Count i = 0; i < n; i++) {
		if (rd_likely(counts[i] >= 0))
			continue;
		snprintf(entry, sizeof(entry), "%s[%lld]", arg, (long long)i);
		return rd_mpi_bad_count(comm, call, entry, counts[i]);
	}
	return MPI_SUCCESS;
}

int rd_mpi_check_types(struct rd_comm *comm, const char *call, const char *arg, MPI_Count n,
		       const MPI_Datatype *types)
{
	char entry[64];

	if (!types && n > 0)
		return rd_mpi_bad_pointer(comm, call, arg);
	for (MPI_Count i = 0; i < n; i++) {
		if (rd_likely(rd_type_get(types[i])))
			continue;
		snprintf(entry, sizeof(entry), "%s[%lld]", arg, (long long)i);
		return rd_mpi_bad_type(comm, call, entry, types[i]);
	}
	return MPI_SUCCESS;
}

static int bad_group_rank(const char *call, const char *arg, int i, int rank,
			  const struct rd_group *group)
{
	return rd_mpi_raise(NULL, MPI_ERR_RANK, call, "%s[%d]=%d is not a rank of a group of %d",
			    arg, i, rank, group->size);
}

static int in_group(int rank, const struct rd_group *group)
{
	return rank >= 0 && rank < group->size;
}

int rd_mpi_check_ranks(struct rd_comm *comm, const char *call, const char *arg, int n,
		       const int *ranks, const struct rd_group *group)
{
	(void)comm;
	if (!ranks && n > 0)
		return rd_mpi_bad_pointer(NULL, call, arg);
	for (int i = 0; i < n; i++)
		if (rd_unlikely(!in_group(ranks[i], group)))
			return bad_group_rank(call, arg, i, ranks[i], group);
	return MPI_SUCCESS;
}

int rd_mpi_check_nranks(struct rd_comm *comm, const char *call, const char *arg, int n,
			const int *ranks, const struct rd_group *group)
{
	(void)comm;
	if (!ranks && n > 0)
		return rd_mpi_bad_pointer(NULL, call, arg);
	for (int i = 0; i < n; i++)
		if (rd_unlikely(!in_group(ranks[i], group) && ranks[i] != MPI_PROC_NULL))
			return bad_group_rank(call, arg, i, ranks[i], group);
	return MPI_SUCCESS;
}

int rd_mpi_check_ranges(struct rd_comm *comm, const char *call, const char *arg, int n,
			int (*ranges)[3], const struct rd_group *group)
{
	(void)comm;
	if (!ranges && n > 0)
		return rd_mpi_bad_pointer(NULL, call, arg);
	for (int i = 0; i < n; i++) {
		int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];

		if (!in_group(first, group))
			return bad_group_rank(call, arg, i, first, group);
		if (!in_group(last, group))
			return bad_group_rank(call, arg, i, last, group);
		if (stride == 0 || (first < last && stride < 0) || (first > last && stride > 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
					    "%s[%d]: no way from %d to %d by steps of %d", arg, i,
					    first, last, stride);
	}
	return MPI_SUCCESS;
}

/* ---- Widening ---- */

int rd_wide_open(struct rd_wide *wide, MPI_Count n, int arrays, ...)
{
	MPI_Count *at = wide->local;
	va_list ap;

	if (n < 0)
		n = 0;
	wide->heap = NULL;
	if (n > RD_WIDE_LOCAL / arrays) {
		at = wide->heap = malloc((size_t)n * (size_t)arrays * sizeof(*at));
		if (!at)
			return RD_ENOMEM;
	}
	va_start(ap, arrays);
	for (int i = 0; i < arrays; i++, at += n) {
		const int *from = va_arg(ap, const int *);

		wide->array[i] = from ? at : NULL;
		for (MPI_Count k = 0; from && k < n; k++)
			at[k] = from[k];
	}
	va_end(ap);
	return 0;
}

void rd_wide_close(struct rd_wide *wide)
{
	free(wide->heap);
}
