/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps the arguments of type constructors; filled in by construct.c, freed with the type. */
#include "datatype/recipe.h"

#include <stdlib.h>

#include "datatype/type.h"

struct rd_recipe *rd_recipe_new(int combiner, uint64_t ints_n, uint64_t counts_n, uint64_t addrs_n,
				uint64_t types_n)
{
	uint64_t words = ints_n + counts_n + addrs_n + types_n;
	struct rd_recipe *recipe = calloc(1, sizeof(*recipe) + words * sizeof(int64_t));

	if (!recipe)
		return NULL;
	recipe->combiner = combiner;
	recipe->ints_n = ints_n;
	recipe->counts_n = counts_n;
	recipe->addrs_n = addrs_n;
	recipe->types_n = types_n;
	recipe->ints = (int64_t *)(recipe + 1);
	recipe->counts = recipe->ints + ints_n;
	recipe->addrs = recipe->counts + counts_n;
	recipe->types = (struct rd_type **)(recipe->addrs + addrs_n);
	return recipe;
}

void rd_recipe_set_type(struct rd_recipe *recipe, uint64_t i, struct rd_type *type)
{
	rd_type_hold(type);
	recipe->types[i] = type;
}

void rd_recipe_free(struct rd_recipe *recipe)
{
	for (uint64_t i = 0; i < recipe->types_n; i++)
		if (recipe->types[i])
			rd_type_put(recipe->types[i]);
	free(recipe);
}
