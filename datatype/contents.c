/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arguments that a type was made from, in the order of MPI-5.0 5.1.13: those of the small
 * constructors as `int` and addresses, those of the large-count ones as counts. Called by mpi/.
 */
#include "datatype/contents.h"

#include "datatype/recipe.h"
#include "datatype/type.h"

/* The number of a recipe's ints that come before the counts; the others come after them. */
static uint64_t leading_ints(const struct rd_recipe *recipe)
{
	switch (recipe->combiner) {
	case MPI_COMBINER_SUBARRAY:
		return 1; /* ndims, the sizes, order */
	case MPI_COMBINER_DARRAY:
		return 3; /* size, rank, ndims, the sizes, distributions, order */
	default:
		return recipe->ints_n;
	}
}

void rd_type_envelope(const struct rd_type *type, struct rd_envelope *envelope)
{
	const struct rd_recipe *recipe = type->recipe;

	*envelope = (struct rd_envelope){.combiner = MPI_COMBINER_NAMED};
	if (!recipe)
		return;
	envelope->combiner = recipe->combiner;
	envelope->ints = (MPI_Count)recipe->ints_n;
	envelope->types = (MPI_Count)recipe->types_n;
	if (recipe->large) {
		envelope->counts = (MPI_Count)(recipe->counts_n + recipe->addrs_n);
	} else {
		envelope->ints += (MPI_Count)recipe->counts_n;
		envelope->addrs = (MPI_Count)recipe->addrs_n;
	}
}

static int *put_ints(int *to, const int64_t *from, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		*to++ = (int)from[i];
	return to;
}

static int64_t *put_counts(int64_t *to, const int64_t *from, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		*to++ = from[i];
	return to;
}

void rd_type_contents(const struct rd_type *type, int *ints, MPI_Aint *addrs, MPI_Count *counts,
		      MPI_Datatype *types)
{
	const struct rd_recipe *recipe = type->recipe;
	uint64_t lead = leading_ints(recipe);

	ints = put_ints(ints, recipe->ints, lead);
	if (recipe->large) {
		counts = put_counts(counts, recipe->counts, recipe->counts_n);
		put_counts(counts, recipe->addrs, recipe->addrs_n);
	} else {
		ints = put_ints(ints, recipe->counts, recipe->counts_n);
		put_counts(addrs, recipe->addrs, recipe->addrs_n);
	}
	put_ints(ints, recipe->ints + lead, recipe->ints_n - lead);
	for (uint64_t i = 0; i < recipe->types_n; i++) {
		rd_type_hold(recipe->types[i]);
		types[i] = rd_type_handle(recipe->types[i]);
	}
}

void rd_type_mark_large(struct rd_type *type)
{
	type->recipe->large = 1;
}
