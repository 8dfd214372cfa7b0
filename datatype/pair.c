/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pairs of a value and an index for MPI_MINLOC and MPI_MAXLOC beyond the named ones (MPI-5.0
 * 6.9.4): any value that has a minimum, any integer as index. Both halves are compared through
 * a table by their predefined types; the named pairs have loops of their own in op_loc.c.
 */
#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "datatype/basic.h"
#include "datatype/op.h"
#include "datatype/shape.h"
#include "datatype/unnamed.h"

#define INDEX(handle) ((uintptr_t)(handle)-RD_TYPE_FIRST)
#define TYPE(handle) rd_type_predefined[INDEX(handle)]

enum order { LESS = -1, EQUAL, GREATER, UNORDERED };

typedef enum order compare_fn(const void *a, const void *b);

#define COMPARE(tag, type) \
	static enum order compare_##tag(const void *a, const void *b) \
	{ \
		type x, y; \
\
		memcpy(&x, a, sizeof(x)); \
		memcpy(&y, b, sizeof(y)); \
		return x < y ? LESS : x > y ? GREATER : x == y ? EQUAL : UNORDERED; \
	}

COMPARE(int8, int8_t)
COMPARE(int16, int16_t)
COMPARE(int32, int32_t)
COMPARE(int64, int64_t)
COMPARE(int128, rd_int128)
COMPARE(uint8, uint8_t)
COMPARE(uint16, uint16_t)
COMPARE(uint32, uint32_t)
COMPARE(uint64, uint64_t)
COMPARE(char, char)
COMPARE(float16, rd_float16)
COMPARE(float, float)
COMPARE(double, double)
COMPARE(long_double, long double)
COMPARE(float128, rd_float128)

static compare_fn *const compare[RD_TYPE_LAST - RD_TYPE_FIRST + 1] = {
	[INDEX(MPI_SHORT)] = compare_int16,
	[INDEX(MPI_INT)] = compare_int32,
	[INDEX(MPI_LONG)] = compare_int64,
	[INDEX(MPI_LONG_LONG)] = compare_int64,
	[INDEX(MPI_UNSIGNED_SHORT)] = compare_uint16,
	[INDEX(MPI_UNSIGNED)] = compare_uint32,
	[INDEX(MPI_UNSIGNED_LONG)] = compare_uint64,
	[INDEX(MPI_UNSIGNED_LONG_LONG)] = compare_uint64,
	[INDEX(MPI_CHAR)] = compare_char,
	[INDEX(MPI_SIGNED_CHAR)] = compare_int8,
	[INDEX(MPI_UNSIGNED_CHAR)] = compare_uint8,
	[INDEX(MPI_INT8_T)] = compare_int8,
	[INDEX(MPI_INT16_T)] = compare_int16,
	[INDEX(MPI_INT32_T)] = compare_int32,
	[INDEX(MPI_INT64_T)] = compare_int64,
	[INDEX(MPI_UINT8_T)] = compare_uint8,
	[INDEX(MPI_UINT16_T)] = compare_uint16,
	[INDEX(MPI_UINT32_T)] = compare_uint32,
	[INDEX(MPI_UINT64_T)] = compare_uint64,
	[INDEX(MPI_AINT)] = compare_int64,
	[INDEX(MPI_COUNT)] = compare_int64,
	[INDEX(MPI_OFFSET)] = compare_int64,
	[INDEX(MPI_INTEGER)] = compare_int32,
	[INDEX(MPI_INTEGER1)] = compare_int8,
	[INDEX(MPI_INTEGER2)] = compare_int16,
	[INDEX(MPI_INTEGER4)] = compare_int32,
	[INDEX(MPI_INTEGER8)] = compare_int64,
	[INDEX(MPI_INTEGER16)] = compare_int128,
	[INDEX(MPI_FLOAT)] = compare_float,
	[INDEX(MPI_DOUBLE)] = compare_double,
	[INDEX(MPI_LONG_DOUBLE)] = compare_long_double,
	[INDEX(MPI_REAL)] = compare_float,
	[INDEX(MPI_DOUBLE_PRECISION)] = compare_double,
	[INDEX(MPI_REAL2)] = compare_float16,
	[INDEX(MPI_REAL4)] = compare_float,
	[INDEX(MPI_REAL8)] = compare_double,
	[INDEX(MPI_REAL16)] = compare_float128,
};

/* The pairs that have a name. */
static const struct {
	MPI_Datatype value, index, pair;
} named[] = {
	{MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
	{MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
	{MPI_LONG, MPI_INT, MPI_LONG_INT},
	{MPI_INT, MPI_INT, MPI_2INT},
	{MPI_SHORT, MPI_INT, MPI_SHORT_INT},
	{MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
	{MPI_REAL, MPI_REAL, MPI_2REAL},
	{MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
	{MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER},
};

static struct rd_type *named_pair(const struct rd_type *value, const struct rd_type *index)
{
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		if (TYPE(named[i].value) == value && TYPE(named[i].index) == index)
			return TYPE(named[i].pair);
	return NULL;
}

static int has_op(MPI_Op op, const struct rd_type *type)
{
	return !rd_op_check(rd_op_get(op), type);
}

/* Named predefined types only: the unnamed ones of Fortran kinds, though made of one, are not
 * allowed. */
static int makes_pair(const struct rd_type *value, const struct rd_type *index)
{
	return !value->recipe && !index->recipe && compare[value->basic - RD_TYPE_FIRST] &&
	       compare[index->basic - RD_TYPE_FIRST] && has_op(MPI_MIN, value) &&
	       has_op(MPI_BAND, index);
}

static uint64_t index_at(const struct rd_type *value, const struct rd_type *index)
{
	return (value->size + index->align - 1) / index->align * index->align;
}

static int pair_shape(const struct rd_type *value, const struct rd_type *index,
		      struct rd_shape *out)
{
	struct rd_shape part;
	struct rd_join join;
	int err = rd_join_begin(&join, 2);

	if (err)
		return err;
	rd_shape_of(value, &part);
	err = rd_join_add(&join, &part, 0);
	rd_shape_of(index, &part);
	if (!err)
		err = rd_join_add(&join, &part, (int64_t)index_at(value, index));
	if (err) {
		rd_join_drop(&join);
		return err;
	}
	err = rd_join_end(&join, out);
	return err ? err : rd_shape_pad(out);
}

/* The pair is marked as made of several types, even if both are the same: an operator on that one
 * type does not apply to the pair. */
static int make_pair(struct rd_type *value, struct rd_type *index, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_VALUE_INDEX, 0, 0, 0, 2);
	struct rd_shape shape;
	int err;

	if (!recipe)
		return RD_ENOMEM;
	rd_recipe_set_type(recipe, 0, value);
	rd_recipe_set_type(recipe, 1, index);
	err = pair_shape(value, index, &shape);
	if (err) {
		rd_recipe_free(recipe);
		return err;
	}
	shape.basic = 0;
	err = rd_shape_unnamed(&shape, recipe, out);
	if (!err)
		(*out)->pair = *out;
	return err;
}

int rd_type_value_index(struct rd_type *value, struct rd_type *index, struct rd_type **out)
{
	*out = named_pair(value, index);
	return *out || !makes_pair(value, index) ? 0 : make_pair(value, index, out);
}

static const struct rd_type *behind_dups(const struct rd_type *type)
{
	while (type->recipe && type->recipe->combiner == MPI_COMBINER_DUP)
		type = type->recipe->types[0];
	return type;
}

struct rd_type *rd_type_pair(const struct rd_type *type)
{
	type = behind_dups(type);
	return type->recipe && type->recipe->combiner == MPI_COMBINER_VALUE_INDEX
		       ? (struct rd_type *)(uintptr_t)type
		       : NULL;
}

void rd_pair_apply(const struct rd_type *type, int want_max, const void *left, const void *right,
		   void *out, uint64_t n)
{
	struct rd_type *const *parts = behind_dups(type)->recipe->types;
	compare_fn *values = compare[parts[0]->basic - RD_TYPE_FIRST];
	compare_fn *indices = compare[parts[1]->basic - RD_TYPE_FIRST];
	uint64_t at = index_at(parts[0], parts[1]), size = (uint64_t)type->extent;
	enum order wanted = want_max ? GREATER : LESS;

	for (uint64_t i = 0; i < n; i++) {
		const char *l = (const char *)left + i * size, *r = (const char *)right + i * size;
		enum order order = values(l, r);

		if (order == wanted || (order == EQUAL && indices(l + at, r + at) == LESS))
			r = l;
		memmove((char *)out + i * size, r, size);
	}
}
