/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The constructor and arguments of a derived type, for MPI_Type_get_envelope and _get_contents, and
 * for rd_type_elements. The values are grouped by their types in the two forms of the constructors
 * (MPI-5.0 5.1.13): an `int` in both, an int or a count, an address or a count.
 */
#ifndef RD_DATATYPE_RECIPE_H
#define RD_DATATYPE_RECIPE_H

#include <stdint.h>

struct rd_type;

struct rd_recipe {
	int combiner; /* MPI_COMBINER_DUP ... */
	int large;    /* made by the large-count form: counts and addresses are returned as
		       * counts */
	uint64_t ints_n, counts_n, addrs_n, types_n;
	int64_t *ints;   /* [ints_n] int in both forms: ndims, order */
	int64_t *counts; /* [counts_n] int or MPI_Count: counts, block lengths, displacements */
	int64_t *addrs;  /* [addrs_n] MPI_Aint or MPI_Count: byte strides and displacements */
	struct rd_type **types; /* [types_n] a reference each */
	struct rd_type *next;   /* link of types that are being destroyed, or have no name */
};

/* One allocation; values and types are 0. NULL when out of memory. */
struct rd_recipe *rd_recipe_new(int combiner, uint64_t ints_n, uint64_t counts_n, uint64_t addrs_n,
				uint64_t types_n);

/* Takes a reference to the type as entry i. */
void rd_recipe_set_type(struct rd_recipe *recipe, uint64_t i, struct rd_type *type);

/* Drops the references to the types and frees the recipe. */
void rd_recipe_free(struct rd_recipe *recipe);

#endif
