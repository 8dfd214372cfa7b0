/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The constructor for arrays that are distributed block-cyclically over a grid of processes
 * (MPI-5.0 5.1.4). A block distribution is a cyclic one of a single round. Called by mpi/.
 */
#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "datatype/shape.h"

/* One dimension, and the elements of it that this process has. All in elements of the dimension. */
struct dim {
	int64_t length; /* of the whole array */
	int64_t start;  /* the first of this process's; may be beyond the end */
	int64_t block;
	int64_t period; /* from one of its blocks to the next */
};

/* Saturates, for lengths that are compared only. */
static int64_t product(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_mul_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t block_of(int64_t length, int64_t distrib, int64_t darg, int64_t procs)
{
	if (distrib == MPI_DISTRIBUTE_NONE)
		return length;
	if (darg != MPI_DISTRIBUTE_DFLT_DARG)
		return darg;
	return distrib == MPI_DISTRIBUTE_CYCLIC ? 1 : length / procs + (length % procs != 0);
}

/* Processes are numbered in C order for both orders of the array. */
static int64_t coordinate(const int64_t *psizes, int ndims, int d, int64_t rank)
{
	for (int i = ndims - 1; i > d; i--)
		rank /= psizes[i];
	return rank % psizes[d];
}

/* `n` elements, `stride` bytes apart, of a shape that is not changed. */
static int copies_of(const struct rd_shape *shape, int64_t n, int64_t stride, struct rd_shape *out)
{
	int err;

	*out = *shape;
	rd_layout_hold(out->body.node);
	err = rd_shape_repeat(out, (uint64_t)n, stride);
	if (err)
		rd_shape_drop(out);
	return err;
}

/* The `full` blocks of the process and the partial block after them. */
static int rounds(struct rd_join *join, const struct rd_shape *shape, const struct dim *dim,
		  int64_t full, int64_t rest, int64_t stride)
{
	int64_t round = dim->period < dim->length ? dim->period * stride : 0;
	struct rd_shape part;
	int err = copies_of(shape, full ? dim->block : 0, stride, &part);

	if (err)
		return err;
	err = rd_shape_repeat(&part, (uint64_t)full, round);
	if (!err)
		err = rd_join_add(join, &part, 0);
	rd_shape_drop(&part);
	if (err || !rest)
		return err;
	err = copies_of(shape, rest, stride, &part);
	if (err)
		return err;
	err = rd_join_add(join, &part, full * round);
	rd_shape_drop(&part);
	return err;
}

/* Replaces the shape of an element by that of the process's part of the dimension. */
static int distribute(struct rd_shape *shape, const struct dim *dim, int64_t stride)
{
	int64_t span = dim->length > dim->start ? dim->length - dim->start : 0;
	int64_t full = span / dim->period, rest = span % dim->period;
	struct rd_join join;
	int err = rd_join_begin(&join, 2);

	if (err)
		return err;
	if (rest >= dim->block) {
		full++;
		rest = 0;
	}
	err = rounds(&join, shape, dim, full, rest, stride);
	if (err) {
		rd_join_drop(&join);
		return err;
	}
	rd_shape_drop(shape);
	err = rd_join_end(&join, shape);
	return err || !span ? err : rd_shape_shift(shape, dim->start * stride);
}

/* From the dimension that is densest in memory outwards. */
static int darray_shape(const struct rd_recipe *recipe, int64_t extent, struct rd_shape *shape)
{
	int ndims = (int)recipe->ints[2];
	const int64_t *distribs = recipe->ints + 3, *dargs = distribs + ndims;
	const int64_t *psizes = dargs + ndims;
	int c_order = psizes[ndims] == MPI_ORDER_C;
	int64_t stride = extent, whole;
	int err = 0;

	for (int i = 0; !err && i < ndims; i++) {
		int d = c_order ? ndims - 1 - i : i;
		struct dim dim = {.length = recipe->counts[d]};

		if (__builtin_mul_overflow(stride, dim.length, &whole))
			return RD_EARG;
		dim.block = block_of(dim.length, distribs[d], dargs[d], psizes[d]);
		dim.period = rd_max(product(dim.block, psizes[d]), 1);
		dim.start = product(dim.block, coordinate(psizes, ndims, d, recipe->ints[1]));
		err = distribute(shape, &dim, stride);
		stride = whole;
	}
	shape->lb = 0;
	shape->ub = stride;
	shape->marked = 1;
	return err;
}

static int dimension_ok(MPI_Count length, int distrib, int darg, int procs)
{
	int given = darg != MPI_DISTRIBUTE_DFLT_DARG;

	if (length < 1 || procs < 1)
		return 0;
	switch (distrib) {
	case MPI_DISTRIBUTE_NONE:
		return procs == 1;
	case MPI_DISTRIBUTE_CYCLIC:
		return !given || darg > 0;
	case MPI_DISTRIBUTE_BLOCK:
		return !given || (darg > 0 && (MPI_Count)darg * procs >= length);
	default:
		return 0;
	}
}

int rd_darray_ok(const struct rd_darray *a)
{
	for (int d = 0; d < a->ndims; d++)
		if (!dimension_ok(a->gsizes[d], a->distribs[d], a->dargs[d], a->psizes[d]))
			return 0;
	return 1;
}

static void put_ints(int64_t *to, const int *from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

int rd_type_darray(int size, int rank, const struct rd_darray *array, struct rd_type *old,
		   struct rd_type **out)
{
	int n = array->ndims;
	struct rd_recipe *recipe =
		rd_recipe_new(MPI_COMBINER_DARRAY, 4 + 3 * (uint64_t)n, (uint64_t)n, 0, 1);
	struct rd_shape shape;

	if (!recipe)
		return RD_ENOMEM;
	recipe->ints[0] = size;
	recipe->ints[1] = rank;
	recipe->ints[2] = n;
	put_ints(recipe->ints + 3, array->distribs, n);
	put_ints(recipe->ints + 3 + n, array->dargs, n);
	put_ints(recipe->ints + 3 + 2 * n, array->psizes, n);
	recipe->ints[3 + 3 * n] = array->order;
	memcpy(recipe->counts, array->gsizes, (size_t)n * sizeof(*recipe->counts));
	rd_shape_of(old, &shape);
	return rd_shape_finish(darray_shape(recipe, old->extent, &shape), &shape, recipe, old, out);
}
