/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Life of derived datatypes, and counting the basic elements in a piece of data. Types are made in
 * construct.c; predefined ones are in predefined.c and are never freed.
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

void rd_type_keep(struct rd_type *type)
{
	type->flags |= RD_TYPE_PREDEFINED | RD_TYPE_COMMITTED;
	living--;
}

MPI_Datatype rd_type_handle(const struct rd_type *type)
{
	if (!type)
		return MPI_DATATYPE_NULL;
	if (!type->recipe)
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
	if (type->flags & RD_TYPE_PREDEFINED)
		return 0;
	if (type->obj.refs == 1 && type->attrs.n) /* the user's functions need a valid handle */
		rd_attrs_delete_all(&type->attrs, rd_type_handle(type));
	return rd_obj_put(&type->obj);
}

/* Frees the type and puts types whose last reference it held on the list. */
static struct rd_type *destroy(struct rd_type *type)
{
	struct rd_recipe *recipe = type->recipe;
	struct rd_type *doomed = recipe->next;

	for (uint64_t i = 0; i < recipe->types_n; i++) {
		struct rd_type *part = recipe->types[i];

		recipe->types[i] = NULL;
		if (part && last_put(part)) {
			part->recipe->next = doomed;
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

/* The attributes stay as long as other references to the type exist. */
int rd_type_free(struct rd_type *type)
{
	int err = 0;

	if (type->obj.refs == 1)
		err = rd_attrs_delete_all(&type->attrs, rd_type_handle(type));
	if (!err)
		rd_type_put(type);
	return err;
}

/*
 * The part of a type in which packed byte *bytes of one lies; *bytes becomes relative to the first
 * of *n copies of the part, and the elements before it are added to *sum.
 */
static const struct rd_type *part_at(const struct rd_type *type, uint64_t *bytes, uint64_t *n,
				     MPI_Count *sum)
{
	const struct rd_recipe *recipe = type->recipe;
	uint64_t i = 0;

	if (recipe->combiner != MPI_COMBINER_STRUCT && recipe->types_n == 1) {
		*n = type->size / recipe->types[0]->size;
		return recipe->types[0];
	}
	for (;; i++) {
		const struct rd_type *part = recipe->types[i];

		*n = recipe->counts_n ? (uint64_t)recipe->counts[1 + i] : 1;
		if (*bytes < *n * part->size)
			return part;
		*bytes -= *n * part->size;
		*sum += (MPI_Count)(*n * part->elements);
	}
}

static int has_parts(const struct rd_type *type)
{
	return type->recipe && type->recipe->types_n;
}

/* Pair types are structs of a value and an index (MPI-5.0 6.9.4); -1 inside one of the two. */
static MPI_Count pair_elements(const struct rd_type *type, uint64_t bytes)
{
	size_t index = type->basic == (int)(uintptr_t)MPI_2REAL ||
				       type->basic == (int)(uintptr_t)MPI_2DOUBLE_PRECISION
			       ? type->size / 2
			       : 4;

	if (type->elements != 2)
		return -1;
	return bytes == type->size - index ? 1 : -1;
}

MPI_Count rd_type_elements(const struct rd_type *type, uint64_t bytes)
{
	MPI_Count sum = 0, rest;
	uint64_t n;

	while (bytes) {
		if (!type->size)
			return -1;
		sum += (MPI_Count)(bytes / type->size * type->elements);
		bytes %= type->size;
		if (!bytes)
			break;
		if (!has_parts(type)) {
			rest = pair_elements(type, bytes);
			return rest < 0 ? -1 : sum + rest;
		}
		type = part_at(type, &bytes, &n, &sum);
	}
	return sum;
}

uint64_t rd_type_run(const struct rd_type *type, uint64_t pos, const struct rd_type **basic)
{
	MPI_Count before = 0;
	uint64_t n = 1;

	pos %= type->size;
	while (!type->basic) {
		type = part_at(type, &pos, &n, &before);
		if (!type->basic) {
			pos %= type->size;
			n = 1;
		}
	}
	*basic = rd_type_predefined[type->basic - RD_TYPE_FIRST];
	return n * type->size - pos;
}
