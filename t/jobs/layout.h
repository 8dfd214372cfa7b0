/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random derived datatypes of which it is known where every element lies: a layout is an MPI
 * datatype together with the byte offsets of its elements, worked out here from the definitions
 * of the constructors (MPI-4.0 section 5.1.2) and not asked from the library.
 *
 * All elements of a layout are of one predefined type; layouts are nested in each other.
 */
#ifndef RD_T_JOBS_LAYOUT_H
#define RD_T_JOBS_LAYOUT_H

#include "t/jobs/job.h"

enum { LAYOUT_BLOCKS = 64 };

struct layout {
	MPI_Datatype type;
	int predefined; /* type must not be freed */
	int elements;
	size_t unit;      /* bytes of an element */
	MPI_Aint *offset; /* [elements] bytes from the buffer's address */
	MPI_Aint lb, extent;
};

/* Blocks of an inner layout, as all constructors place them. */
struct blocks {
	int count;
	int length[LAYOUT_BLOCKS];    /* inner layouts in a row */
	MPI_Aint disp[LAYOUT_BLOCKS]; /* bytes */
};

static inline void layout_predefined(struct layout *l, MPI_Datatype type, size_t unit)
{
	*l = (struct layout){.type = type,
			     .predefined = 1,
			     .elements = 1,
			     .unit = unit,
			     .extent = (MPI_Aint)unit};
	l->offset = must_alloc(sizeof *l->offset);
}

static inline void layout_free(struct layout *l)
{
	if (!l->predefined)
		MPI_Type_free(&l->type);
	free(l->offset);
}

/* The offsets and bounds of l from those of the blocks of inner it is made of. */
static inline void layout_place(struct layout *l, const struct layout *inner,
				const struct blocks *b)
{
	MPI_Aint ub = 0;
	int total = 0, at = 0;

	for (int n = 0; n < b->count; n++)
		total += b->length[n];
	l->predefined = 0;
	l->unit = inner->unit;
	l->elements = total * inner->elements;
	l->offset = must_alloc((size_t)l->elements * sizeof *l->offset);
	for (int n = 0; n < b->count; n++)
		for (int i = 0; i < b->length[n]; i++) {
			MPI_Aint base = b->disp[n] + i * inner->extent;

			if (at == 0 || base + inner->lb < l->lb)
				l->lb = base + inner->lb;
			if (at == 0 || base + inner->lb + inner->extent > ub)
				ub = base + inner->lb + inner->extent;
			for (int e = 0; e < inner->elements; e++)
				l->offset[at++] = base + inner->offset[e];
		}
	l->extent = ub - l->lb;
}

/* A divisor of n, any of them. */
static inline int some_divisor(uint64_t *random, int n)
{
	int divisor = random_between(random, 1, n);

	while (n % divisor != 0)
		divisor--;
	return divisor;
}

/* Even blocks: total / length of them, stride inner extents plus pad bytes apart. */
static inline void even_blocks(struct blocks *b, const struct layout *inner, int total, int length,
			       int stride, MPI_Aint pad)
{
	b->count = total / length;
	for (int n = 0; n < b->count; n++) {
		b->length[n] = length;
		b->disp[n] = n * (stride * inner->extent + pad);
	}
}

/* Blocks of random length (or of a given one) in random order with random gaps, gap bytes apart. */
static inline void random_blocks(struct blocks *b, const struct layout *inner, int total,
				 int length, MPI_Aint gap, uint64_t *random)
{
	int order[LAYOUT_BLOCKS];
	MPI_Aint at = random_below(random, 3) * gap;

	b->count = 0;
	while (total > 0) {
		int take = length ? length : random_between(random, 1, total);

		b->length[b->count++] = take;
		total -= take;
	}
	random_order(random, order, b->count);
	for (int n = 0; n < b->count; n++) {
		b->disp[order[n]] = at;
		at += b->length[order[n]] * inner->extent + random_below(random, 3) * gap;
	}
}

/* MPI counts some displacements in extents. */
static inline void in_extents(const struct blocks *b, const struct layout *inner, int *disp)
{
	for (int n = 0; n < b->count; n++)
		disp[n] = (int)(b->disp[n] / inner->extent);
}

static inline void make_vector(struct layout *l, const struct layout *inner, int total, int bytes,
			       uint64_t *random)
{
	int length = some_divisor(random, total), stride = length + random_below(random, 4);
	MPI_Aint pad = bytes ? random_below(random, 4) * (MPI_Aint)inner->unit : 0;
	struct blocks b;

	even_blocks(&b, inner, total, length, stride, pad);
	if (bytes)
		MPI_Type_create_hvector(b.count, length, stride * inner->extent + pad, inner->type,
					&l->type);
	else
		MPI_Type_vector(b.count, length, stride, inner->type, &l->type);
	layout_place(l, inner, &b);
}

static inline void make_indexed(struct layout *l, const struct layout *inner, int total, int bytes,
				uint64_t *random)
{
	struct blocks b;
	int disp[LAYOUT_BLOCKS] = {0};

	random_blocks(&b, inner, total, 0, bytes ? (MPI_Aint)inner->unit : inner->extent, random);
	in_extents(&b, inner, disp);
	if (bytes)
		MPI_Type_create_hindexed(b.count, b.length, b.disp, inner->type, &l->type);
	else
		MPI_Type_indexed(b.count, b.length, disp, inner->type, &l->type);
	layout_place(l, inner, &b);
}

static inline void make_indexed_block(struct layout *l, const struct layout *inner, int total,
				      uint64_t *random)
{
	int length = some_divisor(random, total), disp[LAYOUT_BLOCKS] = {0};
	struct blocks b;

	random_blocks(&b, inner, total, length, inner->extent, random);
	in_extents(&b, inner, disp);
	MPI_Type_create_indexed_block(b.count, length, disp, inner->type, &l->type);
	layout_place(l, inner, &b);
}

/* Gives l the bounds that are wished; every constructor may be followed by it. */
static inline void make_resized(struct layout *l, MPI_Aint lb, MPI_Aint extent)
{
	MPI_Datatype before = l->type;

	MPI_Type_create_resized(before, lb, extent, &l->type);
	MPI_Type_free(&before);
	l->lb = lb;
	l->extent = extent;
}

/* Resized to the span of the blocks: the extent of a struct may be rounded up by the alignment. */
static inline void make_struct(struct layout *l, const struct layout *inner, int total,
			       uint64_t *random)
{
	MPI_Datatype types[LAYOUT_BLOCKS];
	struct blocks b;

	random_blocks(&b, inner, total, 0, (MPI_Aint)inner->unit, random);
	for (int n = 0; n < b.count; n++)
		types[n] = inner->type;
	MPI_Type_create_struct(b.count, b.length, b.disp, types, &l->type);
	layout_place(l, inner, &b);
	make_resized(l, l->lb, l->extent);
}

/* total elements as a box of three dimensions inside a larger one. */
static inline void make_subarray(struct layout *l, const struct layout *inner, int total,
				 uint64_t *random)
{
	int sub[3], size[3], start[3], fortran = random_below(random, 2);
	int fast = fortran ? 0 : 2, slow = 2 - fast;
	struct blocks b = {.count = 0};
	MPI_Aint full = inner->extent;

	sub[0] = some_divisor(random, total);
	sub[1] = some_divisor(random, total / sub[0]);
	sub[2] = total / sub[0] / sub[1];
	for (int d = 0; d < 3; d++) {
		start[d] = random_below(random, 3);
		size[d] = start[d] + sub[d] + random_below(random, 3);
		full *= size[d];
	}
	MPI_Type_create_subarray(3, size, sub, start, fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C,
				 inner->type, &l->type);
	for (int s = 0; s < sub[slow]; s++)
		for (int m = 0; m < sub[1]; m++) {
			MPI_Aint line = (MPI_Aint)(start[slow] + s) * size[1] + start[1] + m;

			b.length[b.count] = sub[fast];
			b.disp[b.count++] = inner->extent * (line * size[fast] + start[fast]);
		}
	layout_place(l, inner, &b);
	l->lb = 0;
	l->extent = full;
}

static inline void make_contiguous(struct layout *l, const struct layout *inner, int total)
{
	struct blocks b = {.count = 1, .length = {total}};

	MPI_Type_contiguous(total, inner->type, &l->type);
	layout_place(l, inner, &b);
}

static inline void make_dup(struct layout *l, const struct layout *inner)
{
	struct blocks b = {.count = 1, .length = {1}};

	MPI_Type_dup(inner->type, &l->type);
	layout_place(l, inner, &b);
}

static inline void make_any(struct layout *l, const struct layout *inner, int total,
			    uint64_t *random)
{
	int kind = random_below(random, 10);

	*l = (struct layout){0};
	switch (kind) {
	case 0:
	case 1:
		make_vector(l, inner, total, kind, random);
		break;
	case 2:
	case 3:
		make_indexed(l, inner, total, kind - 2, random);
		break;
	case 4:
		make_indexed_block(l, inner, total, random);
		break;
	case 5:
		make_struct(l, inner, total, random);
		break;
	case 6:
		make_subarray(l, inner, total, random);
		break;
	case 7:
		make_contiguous(l, inner, total);
		make_resized(l, l->lb - (MPI_Aint)l->unit * random_below(random, 2),
			     l->extent + (MPI_Aint)l->unit * random_below(random, 4));
		break;
	default:
		make_contiguous(l, inner, total);
	}
	if (random_below(random, 8) == 0) {
		struct layout made = *l;

		make_dup(l, &made);
		layout_free(&made);
	}
}

/* A random layout of `elements` elements (up to LAYOUT_BLOCKS) of a predefined type, nested up to
 * depth levels; of one element it may be the predefined type itself. */
static inline void layout_random(struct layout *l, MPI_Datatype type, size_t unit, int elements,
				 int depth, uint64_t *random)
{
	struct layout inner;
	int own = depth > 1 ? some_divisor(random, elements) : elements;

	if (depth == 0 || (elements == 1 && random_below(random, 2))) {
		layout_predefined(l, type, unit);
		return;
	}
	layout_random(&inner, type, unit, elements / own, own < elements ? depth - 1 : 0, random);
	make_any(l, &inner, own, random);
	layout_free(&inner);
	MPI_Type_commit(&l->type);
}

/* Bytes from the buffer's address to behind the last element of count layouts. */
static inline size_t layout_span(const struct layout *l, int count)
{
	MPI_Aint last = 0;

	for (int e = 0; e < l->elements; e++)
		if (l->offset[e] > last)
			last = l->offset[e];
	return count == 0 ? 0 : (size_t)(last + (count - 1) * l->extent) + l->unit;
}

/* `elements` elements, one after the other. */
static inline void layout_row(struct layout *l, MPI_Datatype type, size_t unit, int elements)
{
	struct layout one;

	*l = (struct layout){0};
	layout_predefined(&one, type, unit);
	make_contiguous(l, &one, elements);
	layout_free(&one);
	MPI_Type_commit(&l->type);
}

/* Where element n of a row of layouts lies. */
static inline MPI_Aint layout_at(const struct layout *l, size_t n)
{
	return (MPI_Aint)(n / (size_t)l->elements) * l->extent + l->offset[n % (size_t)l->elements];
}

/* Writes the data of a seed into the first elements of a buffer. */
static inline void layout_fill(const struct layout *l, unsigned char *buffer, size_t elements,
			       uint64_t seed)
{
	for (size_t n = 0; n < elements; n++) {
		unsigned char *at = buffer + layout_at(l, n);

		for (size_t byte = 0; byte < l->unit; byte++)
			at[byte] = data_byte(seed, n * l->unit + byte);
	}
}

#endif
