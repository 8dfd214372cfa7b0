/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Between the entry points of generated/type_create.c and generated/type_contents.c and the
 * datatypes: arrays of handles, arguments that describe arrays, envelopes.
 */
#include "mpi/api.h"

#include <stdlib.h>

#include "datatype/contents.h"

#define LOCAL 32 /* types kept without malloc */

int rd_mpi_type_struct(MPI_Count count, const MPI_Count *blocklens, const MPI_Count *displs,
		       const MPI_Datatype *handles, struct rd_type **out)
{
	struct rd_type *local[LOCAL] = {NULL}, **types = local;
	int err;

	if (count > LOCAL) {
		types = malloc((size_t)count * sizeof(struct rd_type *));
		if (!types)
			return RD_ENOMEM;
	}
	for (MPI_Count i = 0; i < count; i++)
		types[i] = rd_type_get(handles[i]);
	err = rd_type_struct(count, blocklens, displs, types, out);
	if (types != local)
		free(types);
	return err;
}

int rd_mpi_darray_ok(int ndims, const MPI_Count *gsizes, const int *distribs, const int *dargs,
		     const int *psizes)
{
	return rd_darray_ok(
		&(struct rd_darray){ndims, MPI_ORDER_C, gsizes, distribs, dargs, psizes});
}

void rd_mpi_type_made_large(MPI_Datatype handle)
{
	rd_type_mark_large(rd_type_get(handle));
}

int rd_mpi_type_is_large(const struct rd_type *type)
{
	struct rd_envelope envelope;

	rd_type_envelope(type, &envelope);
	return envelope.counts > 0;
}

void rd_mpi_type_envelope(const struct rd_type *type, int *ints, int *addrs, int *types,
			  int *combiner)
{
	struct rd_envelope envelope;

	rd_type_envelope(type, &envelope);
	*ints = rd_mpi_narrow(envelope.ints);
	*addrs = rd_mpi_narrow(envelope.addrs);
	*types = rd_mpi_narrow(envelope.types);
	*combiner = envelope.combiner;
}

void rd_mpi_type_envelope_c(const struct rd_type *type, MPI_Count *ints, MPI_Count *addrs,
			    MPI_Count *counts, MPI_Count *types, int *combiner)
{
	struct rd_envelope envelope;

	rd_type_envelope(type, &envelope);
	*ints = envelope.ints;
	*addrs = envelope.addrs;
	*counts = envelope.counts;
	*types = envelope.types;
	*combiner = envelope.combiner;
}

int rd_mpi_contents_fit(const struct rd_type *type, MPI_Count ints, MPI_Count addrs,
			MPI_Count counts, MPI_Count types)
{
	struct rd_envelope envelope;

	rd_type_envelope(type, &envelope);
	return ints >= envelope.ints && addrs >= envelope.addrs && counts >= envelope.counts &&
	       types >= envelope.types;
}

void rd_mpi_contents_given(const struct rd_type *type, const MPI_Datatype *types)
{
	struct rd_envelope envelope;

	rd_type_envelope(type, &envelope);
	for (MPI_Count i = 0; i < (MPI_Count)envelope.types; i++)
		if (!(rd_type_get(types[i])->flags & RD_TYPE_PREDEFINED))
			rd_mpi_count(RD_MADE_TYPE, types[i], 1);
}
