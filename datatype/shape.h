/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A type that is being built: its bounds after the rules of MPI-5.0 5.1.6, and its layout. The
 * constructors in construct.c combine shapes; rd_shape_type makes the object.
 */
#ifndef RD_DATATYPE_SHAPE_H
#define RD_DATATYPE_SHAPE_H

#include "datatype/layout.h"
#include "datatype/recipe.h"
#include "datatype/type.h"

struct rd_shape {
	struct rd_body body;
	int64_t lb, ub;           /* bytes; 0 when the type map is empty */
	int64_t true_lb, true_ub; /* bytes; 0 when there is no data */
	uint64_t elements;        /* basic elements */
	uint32_t align;           /* bytes; 1 when empty */
	int marked;               /* lb and ub were given, here or in a part */
	int basic;                /* as rd_type.basic; -1: no element yet */
	struct rd_type *pair;     /* as rd_type.pair */
};

/* The shape of a valid type; owns a reference to its layout. */
void rd_shape_of(const struct rd_type *type, struct rd_shape *shape);
void rd_shape_drop(struct rd_shape *shape);

/* n copies, `stride` bytes apart, replace the shape. RD_EARG when a size exceeds 63 bits. */
int rd_shape_repeat(struct rd_shape *shape, uint64_t n, int64_t stride);

/* Moves everything by `disp` bytes. */
int rd_shape_shift(struct rd_shape *shape, int64_t disp);

/* Joins shapes one after the other, in the order of the calls. */
struct rd_join {
	struct rd_shape sum;
	struct rd_body *parts;
	uint64_t n, room; /* parts */
};

int rd_join_begin(struct rd_join *join, uint64_t room);

/* Adds one, `disp` bytes away; at most `room` of them. The shape stays the caller's. */
int rd_join_add(struct rd_join *join, const struct rd_shape *shape, int64_t disp);

/* The joined shape; without parts the empty shape. On failure *out is empty too. */
int rd_join_end(struct rd_join *join, struct rd_shape *out);

/* Frees the parts, instead of rd_join_end. */
void rd_join_drop(struct rd_join *join);

static inline int64_t rd_shape_extent(const struct rd_shape *shape)
{
	return shape->ub - shape->lb;
}

/*
 * Rounds the extent up to the alignment unless the bounds were given (epsilon of 5.1.6). For
 * structs alone, since the padding of their parts counts: MPICH and its family do the same. Open
 * MPI rounds for every constructor, so programs cannot depend on either for vectors with a stride
 * of odd bytes.
 */
int rd_shape_pad(struct rd_shape *shape);

/* A new derived type with only the object's head and the recipe filled in. */
struct rd_type *rd_type_new(struct rd_recipe *recipe);

/* Makes the object; takes over the shape's layout and the recipe, on failure drops both. */
int rd_shape_type(struct rd_shape *shape, struct rd_recipe *recipe, struct rd_type **out);

/* The last part of constructors of one old type; `err` is the error so far. */
int rd_shape_finish(int err, struct rd_shape *shape, struct rd_recipe *recipe, struct rd_type *old,
		    struct rd_type **out);

/* As rd_shape_type for a predefined type without a name: the type that was made from the same
 * recipe before, or a new one, which is never freed. */
int rd_shape_unnamed(struct rd_shape *shape, struct rd_recipe *recipe, struct rd_type **out);

/* Makes a new type predefined: committed, and no longer counted as a living derived type. */
void rd_type_keep(struct rd_type *type);

#endif
