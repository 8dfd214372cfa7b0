/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The list of predefined types without a name. Types are made in f90.c and pair.c and never freed.
 */
#include <string.h>

#include "datatype/shape.h"

static struct rd_type *unnamed; /* linked by their recipes */

static int same_recipe(const struct rd_recipe *a, const struct rd_recipe *b)
{
	return a->combiner == b->combiner &&
	       !memcmp(a->ints, b->ints, a->ints_n * sizeof(*a->ints)) &&
	       !memcmp(a->types, b->types, a->types_n * sizeof(struct rd_type *));
}

static struct rd_type *made_before(const struct rd_recipe *recipe)
{
	struct rd_type *type = unnamed;

	while (type && !same_recipe(type->recipe, recipe))
		type = type->recipe->next;
	return type;
}

int rd_shape_unnamed(struct rd_shape *shape, struct rd_recipe *recipe, struct rd_type **out)
{
	struct rd_type *type = made_before(recipe);
	int err;

	if (type) {
		rd_shape_drop(shape);
		rd_recipe_free(recipe);
		*out = type;
		return 0;
	}
	err = rd_shape_type(shape, recipe, out);
	if (err)
		return err;
	rd_type_keep(*out);
	recipe->next = unnamed;
	unnamed = *out;
	return 0;
}
