/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bounds of types under construction (MPI-5.0 5.1.6 and 5.1.7): every sum and
 * product that a user's arguments can make too large is checked here, so that
 * layouts need no checks. Called by construct.c.
 */
#include "datatype/shape.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/compiler.h"
#include "base/err.h"

static const struct rd_shape empty_shape = {.align = 1, .basic = -1};

void rd_shape_of(const struct rd_type *type, struct rd_shape *shape)
{
	*shape = (struct rd_shape){
		.body = {type->origin, type->size, type->layout},
		.lb = type->lb,
		.ub = type->lb + type->extent,
		.true_lb = type->true_lb,
		.true_ub = type->true_lb + type->true_extent,
		.elements = type->elements,
		.align = type->align,
		.marked = !!(type->flags & RD_TYPE_MARKED),
		.basic = type->size ? type->basic : -1,
		.pair = type->pair,
	};
	rd_layout_hold(type->layout);
}

void rd_shape_drop(struct rd_shape *shape)
{
	rd_layout_drop(shape->body.node);
	shape->body.node = NULL;
}

/* 1: neither data nor bounds. */
static int is_void(const struct rd_shape *shape)
{
	return shape->body.size == 0 && !shape->marked;
}

/* Stretches lo and hi to hold `dist` (the last copy's distance from the first one). */
static int stretch(int64_t *lo, int64_t *hi, int64_t dist)
{
	return __builtin_add_overflow(dist < 0 ? *lo : *hi, dist, dist < 0 ? lo : hi);
}

static int fits(int64_t lo, int64_t hi)
{
	int64_t length;

	return !__builtin_sub_overflow(hi, lo, &length);
}

static int bounds_fit(const struct rd_shape *shape)
{
	return fits(shape->lb, shape->ub) && fits(shape->true_lb, shape->true_ub);
}

static int repeat_bounds(struct rd_shape *shape, uint64_t n, int64_t stride)
{
	int64_t dist, size;

	if (n > INT64_MAX || __builtin_mul_overflow((int64_t)(n - 1), stride, &dist) ||
	    __builtin_mul_overflow((int64_t)shape->body.size, (int64_t)n, &size) ||
	    stretch(&shape->lb, &shape->ub, dist) || !bounds_fit(shape))
		return RD_EARG;
	if (shape->body.size &&
	    (stretch(&shape->true_lb, &shape->true_ub, dist) || !bounds_fit(shape)))
		return RD_EARG;
	shape->elements *= n;
	return 0;
}

int rd_shape_repeat(struct rd_shape *shape, uint64_t n, int64_t stride)
{
	struct rd_shape sum = *shape;
	int err;

	if (n == 0 || is_void(shape)) {
		rd_shape_drop(shape);
		*shape = empty_shape;
		return 0;
	}
	err = repeat_bounds(&sum, n, stride);
	if (!err)
		err = rd_layout_repeat(&shape->body, n, stride, &sum.body);
	if (err)
		return err;
	rd_shape_drop(shape);
	*shape = sum;
	return 0;
}

int rd_shape_shift(struct rd_shape *shape, int64_t disp)
{
	struct rd_shape sum = *shape;

	if (is_void(shape))
		return 0;
	if (__builtin_add_overflow(sum.lb, disp, &sum.lb) ||
	    __builtin_add_overflow(sum.ub, disp, &sum.ub))
		return RD_EARG;
	if (sum.body.size && (__builtin_add_overflow(sum.true_lb, disp, &sum.true_lb) ||
			      __builtin_add_overflow(sum.true_ub, disp, &sum.true_ub)))
		return RD_EARG;
	sum.body.off += disp;
	*shape = sum;
	return 0;
}

/* Given bounds replace the others' (sticky, as lb_marker and ub_marker in 5.1.6). */
static void add_bounds(struct rd_shape *sum, const struct rd_shape *shape)
{
	if (is_void(sum) || shape->marked > sum->marked) {
		sum->lb = shape->lb;
		sum->ub = shape->ub;
		sum->marked = shape->marked;
	} else if (shape->marked == sum->marked) {
		sum->lb = rd_min(sum->lb, shape->lb);
		sum->ub = rd_max(sum->ub, shape->ub);
	}
}

static int add_data(struct rd_shape *sum, const struct rd_shape *shape)
{
	int64_t size;

	if (!shape->body.size)
		return 0;
	if (__builtin_add_overflow((int64_t)sum->body.size, (int64_t)shape->body.size, &size))
		return RD_EARG;
	sum->true_lb = sum->body.size ? rd_min(sum->true_lb, shape->true_lb) : shape->true_lb;
	sum->true_ub = sum->body.size ? rd_max(sum->true_ub, shape->true_ub) : shape->true_ub;
	if (sum->pair != shape->pair)
		sum->pair = sum->body.size ? NULL : shape->pair;
	sum->body.size = (uint64_t)size;
	sum->elements += shape->elements;
	if (sum->basic != shape->basic)
		sum->basic = sum->basic == -1 ? shape->basic : 0;
	return 0;
}

int rd_join_begin(struct rd_join *join, uint64_t room)
{
	*join = (struct rd_join){.sum = empty_shape, .room = room};
	join->parts = malloc((room + 1) * sizeof(*join->parts));
	return join->parts ? 0 : RD_ENOMEM;
}

int rd_join_add(struct rd_join *join, const struct rd_shape *shape, int64_t disp)
{
	struct rd_shape moved = *shape;

	if (is_void(shape))
		return 0;
	if (rd_shape_shift(&moved, disp))
		return RD_EARG;
	add_bounds(&join->sum, &moved);
	if (add_data(&join->sum, &moved) || !bounds_fit(&join->sum))
		return RD_EARG;
	join->sum.align = rd_max(join->sum.align, moved.align);
	RD_CHECK(join->n < join->room, "join: more than its %llu parts",
		 (unsigned long long)join->room);
	rd_layout_hold(moved.body.node);
	join->parts[join->n++] = moved.body;
	return 0;
}

void rd_join_drop(struct rd_join *join)
{
	for (uint64_t i = 0; i < join->n; i++)
		rd_layout_drop(join->parts[i].node);
	free(join->parts);
}

int rd_join_end(struct rd_join *join, struct rd_shape *out)
{
	int err = rd_layout_join(join->parts, &join->n, &join->sum.body);

	*out = err ? empty_shape : join->sum;
	rd_join_drop(join);
	return err;
}

int rd_shape_pad(struct rd_shape *shape)
{
	int64_t over = rd_shape_extent(shape) % shape->align;

	if (shape->marked || over == 0)
		return 0;
	if (__builtin_add_overflow(shape->ub, shape->align - over, &shape->ub) ||
	    !bounds_fit(shape))
		return RD_EARG;
	return 0;
}

static uint32_t shape_flags(const struct rd_shape *shape)
{
	const struct rd_body *body = &shape->body;
	uint32_t flags = shape->marked ? RD_TYPE_MARKED : 0;

	if (body->node)
		return flags;
	if (body->size)
		flags |= RD_TYPE_BLOCK;
	if (shape->lb == 0 && body->off == 0 && rd_shape_extent(shape) == (int64_t)body->size)
		flags |= RD_TYPE_CONTIG;
	return flags;
}

int rd_shape_type(struct rd_shape *shape, struct rd_recipe *recipe, struct rd_type **out)
{
	struct rd_type *type = rd_type_new(recipe);

	if (!type) {
		rd_shape_drop(shape);
		rd_recipe_free(recipe);
		return RD_ENOMEM;
	}
	type->flags = shape_flags(shape);
	type->basic = shape->basic == -1 ? 0 : shape->basic;
	type->pair = shape->pair;
	type->size = shape->body.size;
	type->lb = shape->lb;
	type->extent = rd_shape_extent(shape);
	type->true_lb = shape->true_lb;
	type->true_extent = shape->true_ub - shape->true_lb;
	type->origin = shape->body.off;
	type->elements = shape->elements;
	type->align = shape->align;
	type->layout = shape->body.node;
	*out = type;
	return 0;
}

int rd_shape_finish(int err, struct rd_shape *shape, struct rd_recipe *recipe, struct rd_type *old,
		    struct rd_type **out)
{
	if (err) {
		rd_shape_drop(shape);
		rd_recipe_free(recipe);
		return err;
	}
	rd_recipe_set_type(recipe, 0, old);
	return rd_shape_type(shape, recipe, out);
}
