/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The type constructors (MPI-5.0 5.1.2, 5.1.3, 5.1.9, 5.1.10). Each keeps its arguments as a
 * recipe, forms the new type's shape from those of the old ones, and leaves bounds and layout
 * to shape.c. Called by mpi/.
 */
#include "datatype/type.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "datatype/shape.h"

int rd_type_contiguous(MPI_Count count, struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_CONTIGUOUS, 0, 1, 0, 1);
	struct rd_shape shape;
	int err;

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	rd_shape_of(old, &shape);
	err = rd_shape_repeat(&shape, count, old->extent);
	return rd_shape_finish(err, &shape, recipe, old, out);
}

static int blocks_apart(MPI_Count count, MPI_Count blocklen, int64_t stride_b, struct rd_type *old,
			struct rd_recipe *recipe, struct rd_type **out)
{
	struct rd_shape shape;
	int err;

	rd_shape_of(old, &shape);
	err = rd_shape_repeat(&shape, blocklen, old->extent);
	if (!err)
		err = rd_shape_repeat(&shape, count, stride_b);
	return rd_shape_finish(err, &shape, recipe, old, out);
}

int rd_type_vector(MPI_Count count, MPI_Count blocklen, MPI_Count stride, struct rd_type *old,
		   struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_VECTOR, 0, 3, 0, 1);
	int64_t stride_b = 0;

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	recipe->counts[1] = blocklen;
	recipe->counts[2] = stride;
	if (count > 1 && blocklen && __builtin_mul_overflow(stride, old->extent, &stride_b)) {
		rd_recipe_free(recipe);
		return RD_EARG;
	}
	return blocks_apart(count, blocklen, stride_b, old, recipe, out);
}

int rd_type_hvector(MPI_Count count, MPI_Count blocklen, MPI_Count stride_b, struct rd_type *old,
		    struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_HVECTOR, 0, 2, 1, 1);

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	recipe->counts[1] = blocklen;
	recipe->addrs[0] = stride_b;
	return blocks_apart(count, blocklen, stride_b, old, recipe, out);
}

/* `length` copies of a type, kept from entry to entry of a list, so that equal entries share it. */
struct block {
	const struct rd_type *old; /* NULL: none yet */
	MPI_Count length;
	struct rd_shape shape;
};

static int make_block(struct block *block, const struct rd_type *old, MPI_Count length)
{
	if (block->old == old && block->length == length)
		return 0;
	rd_shape_drop(&block->shape);
	block->old = old;
	block->length = length;
	rd_shape_of(old, &block->shape);
	return rd_shape_repeat(&block->shape, length, old->extent);
}

/* Entry i: a block of old[i], disp[i] * unit bytes away. */
struct list {
	MPI_Count count;
	const MPI_Count *length;    /* [count] elements */
	const MPI_Count *disp;      /* [count] units */
	int64_t unit;               /* bytes */
	struct rd_type *const *old; /* [count] */
	int same_length, same_old;  /* all entries share the one value */
};

static int add_entry(const struct list *list, MPI_Count i, struct block *block,
		     struct rd_join *join)
{
	MPI_Count length = list->length[list->same_length ? 0 : i];
	int64_t disp_b;
	int err;

	if (length == 0)
		return 0;
	if (__builtin_mul_overflow(list->disp[i], list->unit, &disp_b))
		return RD_EARG;
	err = make_block(block, list->old[list->same_old ? 0 : i], length);
	return err ? err : rd_join_add(join, &block->shape, disp_b);
}

static int list_shape(const struct list *list, struct rd_shape *out)
{
	struct block block = {0};
	struct rd_join join;
	int err = rd_join_begin(&join, list->count);

	for (MPI_Count i = 0; !err && i < list->count; i++)
		err = add_entry(list, i, &block, &join);
	rd_shape_drop(&block.shape);
	if (!err)
		return rd_join_end(&join, out);
	rd_join_drop(&join);
	return err;
}

static int list_type(const struct list *list, struct rd_recipe *recipe, struct rd_type **out)
{
	struct rd_shape shape = {0};

	return rd_shape_finish(list_shape(list, &shape), &shape, recipe, list->old[0], out);
}

static void put_values(int64_t *to, const MPI_Count *from, MPI_Count n)
{
	if (n)
		memcpy(to, from, n * sizeof(*to));
}

int rd_type_indexed(MPI_Count count, const MPI_Count *blocklen, const MPI_Count *disp,
		    struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_INDEXED, 0, 1 + 2 * count, 0, 1);
	struct list list = {count, blocklen, disp, old->extent, &old, 0, 1};

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	put_values(recipe->counts + 1, blocklen, count);
	put_values(recipe->counts + 1 + count, disp, count);
	return list_type(&list, recipe, out);
}

int rd_type_hindexed(MPI_Count count, const MPI_Count *blocklen, const MPI_Count *disp_b,
		     struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_HINDEXED, 0, 1 + count, count, 1);
	struct list list = {count, blocklen, disp_b, 1, &old, 0, 1};

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	put_values(recipe->counts + 1, blocklen, count);
	put_values(recipe->addrs, disp_b, count);
	return list_type(&list, recipe, out);
}

int rd_type_indexed_block(MPI_Count count, MPI_Count blocklen, const MPI_Count *disp,
			  struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_INDEXED_BLOCK, 0, 2 + count, 0, 1);
	struct list list = {count, &blocklen, disp, old->extent, &old, 1, 1};

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	recipe->counts[1] = blocklen;
	put_values(recipe->counts + 2, disp, count);
	return list_type(&list, recipe, out);
}

int rd_type_hindexed_block(MPI_Count count, MPI_Count blocklen, const MPI_Count *disp_b,
			   struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_HINDEXED_BLOCK, 0, 2, count, 1);
	struct list list = {count, &blocklen, disp_b, 1, &old, 1, 1};

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	recipe->counts[1] = blocklen;
	put_values(recipe->addrs, disp_b, count);
	return list_type(&list, recipe, out);
}

int rd_type_struct(MPI_Count count, const MPI_Count *blocklen, const MPI_Count *disp_b,
		   struct rd_type *const *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_STRUCT, 0, 1 + count, count, count);
	struct list list = {count, blocklen, disp_b, 1, old, 0, 0};
	struct rd_shape shape = {0};
	int err;

	if (!recipe)
		return RD_ENOMEM;
	recipe->counts[0] = count;
	put_values(recipe->counts + 1, blocklen, count);
	put_values(recipe->addrs, disp_b, count);
	err = list_shape(&list, &shape);
	if (!err)
		err = rd_shape_pad(&shape);
	if (err) {
		rd_shape_drop(&shape);
		rd_recipe_free(recipe);
		return err;
	}
	for (MPI_Count i = 0; i < count; i++)
		rd_recipe_set_type(recipe, i, old[i]);
	return rd_shape_type(&shape, recipe, out);
}

static int parts_inside(int ndims, const MPI_Count *sizes, const MPI_Count *subsizes,
			const MPI_Count *starts)
{
	for (int d = 0; d < ndims; d++)
		if (subsizes[d] < 0 || starts[d] < 0 || subsizes[d] > sizes[d] ||
		    starts[d] > sizes[d] - subsizes[d])
			return 0;
	return ndims > 0;
}

/* From the dimension that is densest in memory outwards. */
static int subarray_shape(const struct rd_recipe *recipe, int64_t extent, struct rd_shape *shape)
{
	int ndims = recipe->ints[0], c_order = recipe->ints[1] == MPI_ORDER_C;
	const int64_t *sizes = recipe->counts, *subsizes = sizes + ndims;
	const int64_t *starts = subsizes + ndims;
	int64_t stride = extent, first = 0, skip;
	int err = 0;

	for (int i = 0; !err && i < ndims; i++) {
		int d = c_order ? ndims - 1 - i : i;

		err = rd_shape_repeat(shape, subsizes[d], stride);
		if (!err && (__builtin_mul_overflow(starts[d], stride, &skip) ||
			     __builtin_add_overflow(first, skip, &first) ||
			     __builtin_mul_overflow(stride, sizes[d], &stride)))
			err = RD_EARG;
	}
	if (!err)
		err = rd_shape_shift(shape, first);
	shape->lb = 0;
	shape->ub = stride;
	shape->marked = 1;
	return err;
}

int rd_type_subarray(int ndims, const MPI_Count *sizes, const MPI_Count *subsizes,
		     const MPI_Count *starts, int order, struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe;
	struct rd_shape shape;

	if (!parts_inside(ndims, sizes, subsizes, starts) ||
	    (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN))
		return RD_EARG;
	recipe = rd_recipe_new(MPI_COMBINER_SUBARRAY, 2, 3 * (uint64_t)ndims, 0, 1);
	if (!recipe)
		return RD_ENOMEM;
	recipe->ints[0] = ndims;
	recipe->ints[1] = order;
	put_values(recipe->counts, sizes, ndims);
	put_values(recipe->counts + ndims, subsizes, ndims);
	put_values(recipe->counts + 2 * ndims, starts, ndims);
	rd_shape_of(old, &shape);
	return rd_shape_finish(subarray_shape(recipe, old->extent, &shape), &shape, recipe, old,
			       out);
}

int rd_type_resized(struct rd_type *old, MPI_Count lb, MPI_Count extent, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_RESIZED, 0, 0, 2, 1);
	struct rd_shape shape;
	int err = 0;

	if (!recipe)
		return RD_ENOMEM;
	recipe->addrs[0] = lb;
	recipe->addrs[1] = extent;
	rd_shape_of(old, &shape);
	shape.lb = lb;
	shape.marked = 1;
	if (__builtin_add_overflow(lb, extent, &shape.ub))
		err = RD_EARG;
	return rd_shape_finish(err, &shape, recipe, old, out);
}

int rd_type_dup(struct rd_type *old, struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(MPI_COMBINER_DUP, 0, 0, 0, 1);
	struct rd_shape shape;
	int err;

	if (!recipe)
		return RD_ENOMEM;
	rd_shape_of(old, &shape);
	err = rd_shape_finish(0, &shape, recipe, old, out);
	if (err)
		return err;
	if (old->flags & (RD_TYPE_PREDEFINED | RD_TYPE_ALIAS))
		(*out)->flags |= RD_TYPE_ALIAS;
	(*out)->flags |= old->flags & RD_TYPE_COMMITTED;
	err = rd_attrs_copy(&old->attrs, rd_type_handle(old), &(*out)->attrs);
	if (err)
		rd_type_put(*out);
	return err;
}
