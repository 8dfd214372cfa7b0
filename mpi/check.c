/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arguments that are arrays: every entry checked, ints widened to MPI_Count.
 * Called by the entry points.
 */
#include "mpi/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int rd_mpi_check_counts(struct rd_errs *errs, const char *call, const char *arg, MPI_Count n,
			const MPI_Count *counts)
{
	char entry[64];

	if (!counts && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (MPI_Count i = 0; i < n; i++) {
		if (rd_likely(counts[i] >= 0))
			continue;
		snprintf(entry, sizeof(entry), "%s[%lld]", arg, (long long)i);
		return rd_mpi_bad_count(errs, call, entry, counts[i]);
	}
	return MPI_SUCCESS;
}

int rd_mpi_check_ctypes(struct rd_errs *errs, const char *call, const char *arg, MPI_Count n,
			const MPI_Datatype *types, const MPI_Count *counts)
{
	char entry[64];

	if (!types && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (MPI_Count i = 0; i < n; i++) {
		if (rd_likely(!counts[i] || rd_mpi_type_ok(rd_type_get(types[i]))))
			continue;
		snprintf(entry, sizeof(entry), "%s[%lld]", arg, (long long)i);
		return rd_mpi_bad_type(errs, call, entry, types[i]);
	}
	return MPI_SUCCESS;
}

int rd_mpi_check_types(struct rd_errs *errs, const char *call, const char *arg, MPI_Count n,
		       const MPI_Datatype *types)
{
	char entry[64];

	if (!types && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (MPI_Count i = 0; i < n; i++) {
		if (rd_likely(rd_type_get(types[i])))
			continue;
		snprintf(entry, sizeof(entry), "%s[%lld]", arg, (long long)i);
		return rd_mpi_bad_type(errs, call, entry, types[i]);
	}
	return MPI_SUCCESS;
}

/* ---- Buffers that are the same memory ---- */

static int has_data(const struct rd_type *type)
{
	return type->size > 0 && type->flags & RD_TYPE_CONTIG;
}

int rd_mpi_has_first_block(const struct rd_comm *comm, const MPI_Count *counts,
			   const MPI_Aint *displs, const struct rd_type *type)
{
	if (rd_comm_is_inter(comm) || !has_data(type) || !counts[comm->rank])
		return 0;
	for (int i = 0; i < comm->size; i++)
		if (counts[i] && (!displs || !displs[i]))
			return 1;
	return 0;
}

int rd_mpi_has_same_block(const struct rd_blocks *out, const struct rd_blocks *in,
			  const struct rd_comm *comm)
{
	if (!has_data(out->type) || !has_data(in->type))
		return 0;
	for (int i = 0; i < rd_comm_peers(comm); i++)
		if (out->counts[i] && in->counts[i] &&
		    out->displs[i] * out->type->extent == in->displs[i] * in->type->extent)
			return 1;
	return 0;
}

/* ---- Ranks of groups ---- */

static int bad_group_rank(struct rd_errs *errs, const char *call, const char *arg, int i, int rank,
			  const struct rd_group *group)
{
	return rd_mpi_raise(errs, MPI_ERR_RANK, call, "%s[%d]=%d is not a rank of a group of %d",
			    arg, i, rank, group->size);
}

static int in_group(int rank, const struct rd_group *group)
{
	return rank >= 0 && rank < group->size;
}

int rd_mpi_check_ranks(struct rd_errs *errs, const char *call, const char *arg, int n,
		       const int *ranks, const struct rd_group *group)
{
	if (!ranks && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (int i = 0; i < n; i++)
		if (rd_unlikely(!in_group(ranks[i], group)))
			return bad_group_rank(errs, call, arg, i, ranks[i], group);
	return MPI_SUCCESS;
}

int rd_mpi_check_nranks(struct rd_errs *errs, const char *call, const char *arg, int n,
			const int *ranks, const struct rd_group *group)
{
	if (!ranks && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (int i = 0; i < n; i++)
		if (rd_unlikely(!in_group(ranks[i], group) && ranks[i] != MPI_PROC_NULL))
			return bad_group_rank(errs, call, arg, i, ranks[i], group);
	return MPI_SUCCESS;
}

int rd_mpi_check_ranges(struct rd_errs *errs, const char *call, const char *arg, int n,
			int (*ranges)[3], const struct rd_group *group)
{
	if (!ranges && n > 0)
		return rd_mpi_bad_pointer(errs, call, arg);
	for (int i = 0; i < n; i++) {
		int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];

		if (!in_group(first, group))
			return bad_group_rank(errs, call, arg, i, first, group);
		if (!in_group(last, group))
			return bad_group_rank(errs, call, arg, i, last, group);
		if (stride == 0 || (first < last && stride < 0) || (first > last && stride > 0))
			return rd_mpi_raise(errs, MPI_ERR_ARG, call,
					    "%s[%d]: no way from %d to %d by steps of %d", arg, i,
					    first, last, stride);
	}
	return MPI_SUCCESS;
}

/* ---- Widening ---- */

/* The first half of the arrays has n entries, the second m. */
static int widen(struct rd_wide *wide, MPI_Count n, MPI_Count m, int arrays, va_list ap)
{
	MPI_Count *at = wide->local;

	wide->heap = NULL;
	if (rd_max(n, m) > RD_WIDE_LOCAL / arrays) {
		at = malloc((size_t)rd_max(n, m) * (size_t)arrays * sizeof(*at));
		wide->heap = at;
		if (!at)
			return RD_ENOMEM;
	}
	for (int i = 0; i < arrays; i++) {
		const int *from = va_arg(ap, const int *);
		MPI_Count len = 2 * i < arrays ? n : m;

		wide->array[i] = from ? at : NULL;
		for (MPI_Count k = 0; from && k < len; k++)
			*at++ = from[k];
	}
	return 0;
}

int rd_wide_open(struct rd_wide *wide, MPI_Count n, int arrays, ...)
{
	va_list ap;
	int err;

	va_start(ap, arrays);
	err = widen(wide, n, n, arrays, ap);
	va_end(ap);
	return err;
}

int rd_wide_open_halves(struct rd_wide *wide, MPI_Count n, MPI_Count m, int arrays, ...)
{
	va_list ap;
	int err;

	va_start(ap, arrays);
	err = widen(wide, n, m, arrays, ap);
	va_end(ap);
	return err;
}

void rd_wide_close(struct rd_wide *wide)
{
	free(wide->heap);
}
