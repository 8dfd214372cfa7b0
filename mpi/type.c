/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of datatype handles for MPI_Type_create_struct. Called by types.c. */
#include "mpi/api.h"

#include <stdlib.h>

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
