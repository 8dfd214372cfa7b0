/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Life of derived datatypes, and counting the basic elements in a piece of data. Types are
 * made in construct.c; predefined ones live in predefined.c and for ever.
 */
#include "datatype/type.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/pool.h"
#include "datatype/shape.h"

static struct rd_pool types = RD_POOL_INIT(struct rd_type);
static long living; /* derived types */

struct rd_type *rd_type_new(struct rd_recipe *recipe)
{
	struct rd_type *type = rd_pool_get(&types);

	if (!type)
		return NULL;
	rd_obj_init(&type->obj, RD_MAGIC_TYPE);
	type->recipe = recipe;
	living++;
	return type;
}

long rd_type_living(void)
{
	return living;
}

MPI_Datatype rd_type_handle(const struct rd_type *type)
{
	if (type->flags & RD_TYPE_PREDEFINED)
		return (MPI_Datatype)(uintptr_t)type->basic;
	return (MPI_Datatype)type;
}

int rd_type_commit(struct rd_type *type)
{
	type->flags |= RD_TYPE_COMMITTED;
	return 0;
}

/* 1 when that was the last reference of a derived type. */
static int last_put(struct rd_type *type)
{
	return !(type->flags & RD_TYPE_PREDEFINED) && rd_obj_put(&type->obj);
}

/* Frees the type and puts those that die with it on the list. */
static struct rd_type *destroy(struct rd_type *type)
{
	struct rd_recipe *recipe = type->recipe;
	struct rd_type *doomed = recipe->doomed;

	for (uint64_t i = 0; i < recipe->types_n; i++) {
		struct rd_type *part = recipe->types[i];

		recipe->types[i] = NULL;
		if (part && last_put(part)) {
			part->recipe->doomed = doomed;
			doomed = part;
		}
	}
	rd_recipe_free(recipe);
	rd_layout_drop(type->layout);
	rd_pool_put(&types, type);
	living--;
	return doomed;
}

/* A list instead of recursion: types can be nested without limit. */
void rd_type_put(struct rd_type *type)
{
	struct rd_type *doomed = last_put(type) ? type : NULL;

	while (doomed)
		doomed = destroy(doomed);
}

/*
 * Finds the entry of a struct in which data byte *bytes lies; *bytes becomes relative to it,
 * and the elements before it are added to *sum.
 */
static const struct rd_type *struct_entry(const struct rd_recipe *recipe, uint64_t *bytes,
					  MPI_Count *sum)
{
	for (uint64_t i = 0; i < recipe->types_n; i++) {
		const struct rd_type *part = recipe->types[i];
		uint64_t length = recipe->counts[1 + i];

		if (*bytes < length * part->size)
			return part;
		*bytes -= length * part->size;
		*sum += length * part->elements;
	}
	return NULL;
}

/* Pair types are structs of a value and an index (MPI-5.0 6.9.4); -1 inside one of the two. */
static MPI_Count pair_elements(const struct rd_type *type, uint64_t bytes)
{
	size_t index = type->basic == (int)(uintptr_t)MPI_2REAL ||
		       type->basic == (int)(uintptr_t)MPI_2DOUBLE_PRECISION ? type->size / 2 : 4;

	if (type->elements != 2)
		return -1;
	return bytes == type->size - index ? 1 : -1;
}

MPI_Count rd_type_elements(const struct rd_type *type, uint64_t bytes)
{
	MPI_Count sum = 0, rest;

	while (bytes) {
		if (!type || !type->size)
			return -1;
		sum += bytes / type->size * type->elements;
		bytes %= type->size;
		if (!bytes)
			break;
		if (type->flags & RD_TYPE_PREDEFINED) {
			rest = pair_elements(type, bytes);
			return rest < 0 ? -1 : sum + rest;
		}
		if (type->recipe->combiner == MPI_COMBINER_STRUCT)
			type = struct_entry(type->recipe, &bytes, &sum);
		else
			type = type->recipe->types[0];
	}
	return sum;
}
