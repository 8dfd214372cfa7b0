/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Predefined types without a name, made at the first request and never freed: those of Fortran
 * kinds (MPI-5.0 19.1.5) and pairs for MPI_MINLOC and MPI_MAXLOC (6.9.4). The same arguments give
 * the same type.
 */
#ifndef RD_DATATYPE_UNNAMED_H
#define RD_DATATYPE_UNNAMED_H

#include "datatype/type.h"

/*
 * By decimal precision and range, MPI_UNDEFINED for any, as gfortran chooses kinds. RD_EARG when
 * no kind has so much, or RD_ENOMEM.
 */
int rd_type_f90_real(int p, int r, struct rd_type **out);
int rd_type_f90_complex(int p, int r, struct rd_type **out);
int rd_type_f90_integer(int r, struct rd_type **out);

/* The named type of a Fortran variable of `size` bytes; NULL when there is none. */
struct rd_type *rd_type_match_size(int typeclass, int size);

/* The pair of a value and an index, as the C struct; NULL when the two types make no pair.
 * RD_ENOMEM. */
int rd_type_value_index(struct rd_type *value, struct rd_type *index, struct rd_type **out);

/* The unnamed pair that the type is, or is a dup of; NULL: neither. */
struct rd_type *rd_type_pair(const struct rd_type *type);

/* The better of each two pairs; as the kernels of op_kernels.h, for rd_type_pair. */
void rd_pair_apply(const struct rd_type *type, int want_max, const void *left, const void *right,
		   void *out, uint64_t n);

#endif
