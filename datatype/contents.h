/* SPDX-License-Identifier: BSD-3-Clause */
/* How a type was made, for MPI_Type_get_envelope and MPI_Type_get_contents. */
#ifndef RD_DATATYPE_CONTENTS_H
#define RD_DATATYPE_CONTENTS_H

#include "datatype/type.h"

struct rd_envelope {
	int combiner;                         /* MPI_COMBINER_NAMED ... */
	MPI_Count ints, addrs, counts, types; /* entries that rd_type_contents writes */
};

void rd_type_envelope(const struct rd_type *type, struct rd_envelope *envelope);

/* Not for named types. The caller owns a reference to each type that is returned. */
void rd_type_contents(const struct rd_type *type, int *ints, MPI_Aint *addrs, MPI_Count *counts,
		      MPI_Datatype *types);

/* The type was made by the large-count form of its constructor. */
void rd_type_mark_large(struct rd_type *type);

#endif
