/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Predefined types have the sizes of their C or Fortran types (MPI-5.0 3.2.2, 20.3); bounds of
 * derived ones follow 5.1.6 and 5.1.7, with the standard's examples; arguments with products that
 * do not fit are refused; nesting may be of any depth.
 */
#include "datatype/type.h"

#include <complex.h>
#include <stdbool.h>
#include <wchar.h>

#include "base/err.h"
#include "datatype/layout.h"
#include "datatype/pack.h"
#include "datatype/unnamed.h"
#include "t/tap.h"

static struct rd_type *basic(MPI_Datatype handle)
{
	return rd_type_get(handle);
}

static int has_bounds(const struct rd_type *type, int64_t lb, int64_t extent)
{
	if (type->lb == lb && type->extent == extent)
		return 1;
	diag("lb %lld extent %lld", (long long)type->lb, (long long)type->extent);
	return 0;
}

static void predefined(void)
{
	static const struct {
		MPI_Datatype handle;
		size_t size, extent;
		const char *name;
	} rows[] = {
#define SAME(handle, ctype) {handle, sizeof(ctype), sizeof(ctype), #handle}
		SAME(MPI_AINT, MPI_Aint),
		SAME(MPI_COUNT, int64_t),
		SAME(MPI_OFFSET, int64_t),
		SAME(MPI_PACKED, char),
		SAME(MPI_BYTE, char),
		SAME(MPI_CHAR, char),
		SAME(MPI_SHORT, short),
		SAME(MPI_INT, int),
		SAME(MPI_LONG, long),
		SAME(MPI_LONG_LONG_INT, long long),
		SAME(MPI_UNSIGNED_SHORT, short),
		SAME(MPI_UNSIGNED, int),
		SAME(MPI_UNSIGNED_LONG, long),
		SAME(MPI_FLOAT, float),
		SAME(MPI_DOUBLE, double),
		SAME(MPI_LONG_DOUBLE, long double),
		SAME(MPI_C_COMPLEX, float complex),
		SAME(MPI_CXX_BOOL, bool),
		SAME(MPI_C_DOUBLE_COMPLEX, double complex),
		SAME(MPI_C_BOOL, bool),
		SAME(MPI_C_LONG_DOUBLE_COMPLEX, long double complex),
		SAME(MPI_WCHAR, wchar_t),
		SAME(MPI_INT8_T, int8_t),
		SAME(MPI_UINT16_T, int16_t),
		SAME(MPI_INT64_T, int64_t),
		SAME(MPI_LOGICAL, int),
		SAME(MPI_INTEGER, int),
		SAME(MPI_REAL, float),
		SAME(MPI_COMPLEX, float complex),
		SAME(MPI_DOUBLE_PRECISION, double),
		SAME(MPI_CHARACTER, char),
		SAME(MPI_REAL2, int16_t),
		SAME(MPI_COMPLEX4, float),
		SAME(MPI_COMPLEX8, float complex),
		SAME(MPI_COMPLEX16, double complex),
#undef SAME
		{MPI_LOGICAL16, 16, 16, "MPI_LOGICAL16"},
		{MPI_REAL16, 16, 16, "MPI_REAL16"},
		{MPI_INTEGER16, 16, 16, "MPI_INTEGER16"},
		{MPI_COMPLEX32, 32, 32, "MPI_COMPLEX32"},
		{MPI_FLOAT_INT, 8, 8, "MPI_FLOAT_INT"},
		{MPI_2INT, 8, 8, "MPI_2INT"},
		{MPI_DOUBLE_INT, 12, 16, "MPI_DOUBLE_INT"},
		{MPI_LONG_INT, 12, 16, "MPI_LONG_INT"},
		{MPI_SHORT_INT, 6, 8, "MPI_SHORT_INT"},
		{MPI_2REAL, 8, 8, "MPI_2REAL"},
		{MPI_LONG_DOUBLE_INT, 20, 32, "MPI_LONG_DOUBLE_INT"},
		{MPI_2DOUBLE_PRECISION, 16, 16, "MPI_2DOUBLE_PRECISION"},
		{MPI_2INTEGER, 8, 8, "MPI_2INTEGER"},
	};
	int n = 0, living = 0, whole = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct rd_type *type = basic(rows[i].handle);

		if (!type || type->size != rows[i].size ||
		    type->extent != (int64_t)rows[i].extent || strcmp(type->name, rows[i].name) ||
		    rd_type_handle(type) != rows[i].handle)
			diag("%s", rows[i].name);
		else
			n++;
	}
	for (uintptr_t h = RD_TYPE_FIRST; h <= RD_TYPE_LAST; h++) {
		const struct rd_type *type = rd_type_predefined[h - RD_TYPE_FIRST];

		living += !!type;
		whole += type && type->size && type->basic == (int)h && type->name[0] &&
			 (type->flags & RD_TYPE_PREDEFINED) && (type->flags & RD_TYPE_COMMITTED);
	}
	is_int(n, sizeof(rows) / sizeof(rows[0]), "sizes, extents, names of predefined types");
	is_int(living, 70, "every datatype of the ABI is there");
	is_int(whole, living, "and complete");
	ok(!rd_type_get(MPI_DATATYPE_NULL), "MPI_DATATYPE_NULL is no type");
	ok(!rd_type_get((MPI_Datatype)(uintptr_t)0x204), "nor is a number of none");
	ok(!rd_type_get((MPI_Datatype)MPI_COMM_WORLD), "nor a handle of another kind");
}

/* MPI-5.0 5.1.2, the type {(double, 0), (char, 8)} of the examples; extent 16. */
static struct rd_type *double_char(void)
{
	MPI_Count blocklen[] = {1, 1}, disp[] = {0, 8};
	struct rd_type *old[] = {basic(MPI_DOUBLE), basic(MPI_CHAR)}, *type;

	rd_type_struct(2, blocklen, disp, old, &type);
	return type;
}

/* Offsets of the blocks of one of the type, against the standard's type map. */
static int has_blocks(const struct rd_type *type, int n, const int64_t *off)
{
	static char base[1];
	struct rd_iter it;
	int i = 0;
	void *ptr;

	rd_iter_init(&it, base, 1, type);
	while (rd_iter_block(&it, &ptr, SIZE_MAX))
		if (i >= n || (char *)ptr - base != off[i++])
			return 0;
	return i == n;
}

static void examples(void)
{
	struct rd_type *old = double_char(), *type;
	MPI_Count lens[] = {3, 1}, disps[] = {4, 0};
	int64_t two[] = {64, 80, 96, 0};

	ok(has_bounds(old, 0, 16) && old->size == 9 && old->true_extent == 9,
	   "a struct's extent is rounded up to its alignment");
	rd_type_contiguous(3, old, &type);
	ok(has_bounds(type, 0, 48) && type->size == 27 && type->elements == 6, "contiguous");
	rd_type_put(type);
	rd_type_vector(2, 3, 4, old, &type);
	ok(has_bounds(type, 0, 112), "vector of 2 times 3, 4 apart");
	rd_type_put(type);
	rd_type_vector(3, 1, -2, old, &type);
	ok(has_bounds(type, -64, 80) && type->true_extent == 73, "vector with a negative stride");
	rd_type_put(type);
	rd_type_indexed(2, lens, disps, old, &type);
	ok(has_bounds(type, 0, 112) && has_blocks(type, 4, two), "indexed, not in order");
	rd_type_put(type);
	rd_type_put(old);
}

/* 5.1.7: {(int, 0)} resized to lb -3, extent 9; and a struct of two of them, 2 apart by extent. */
static void resized(void)
{
	struct rd_type *type1, *type2, *plain, *mixed;
	MPI_Count one[] = {1, 1}, disp[] = {-100, 0};

	rd_type_resized(basic(MPI_INT), -3, 9, &type1);
	ok(has_bounds(type1, -3, 9) && type1->true_lb == 0 && type1->true_extent == 4,
	   "resized: bounds are given, true ones are not changed");
	rd_type_contiguous(2, type1, &type2);
	ok(has_bounds(type2, -3, 18) && type2->true_extent == 13, "two of it");
	rd_type_struct(2, one, disp, (struct rd_type *[]){basic(MPI_INT), type1}, &mixed);
	ok(has_bounds(mixed, -3, 9) && mixed->true_lb == -100, "given bounds hide the others'");
	rd_type_put(mixed);
	disp[1] = 6;
	rd_type_struct(2, one, disp, (struct rd_type *[]){basic(MPI_INT), type1}, &mixed);
	ok(has_bounds(mixed, 3, 9), "and are not rounded up");
	rd_type_put(mixed);
	rd_type_resized(type1, 0, 4, &plain);
	ok(plain->flags & RD_TYPE_CONTIG, "resized back it is contiguous again");
	rd_type_put(plain);
	rd_type_put(type1);
	rd_type_put(type2);
}

static void empty(void)
{
	struct rd_type *none, *marked, *many, *with;
	MPI_Count one[] = {1, 1}, disp[] = {100, 0};

	rd_type_contiguous(0, basic(MPI_DOUBLE), &none);
	ok(has_bounds(none, 0, 0) && none->size == 0, "no elements: no bounds");
	rd_type_struct(2, one, disp, (struct rd_type *[]){none, basic(MPI_CHAR)}, &with);
	ok(has_bounds(with, 0, 1), "a part without elements does not count in a struct");
	rd_type_put(with);
	rd_type_resized(none, 8, 16, &marked);
	rd_type_contiguous(3, marked, &many);
	ok(has_bounds(many, 8, 48) && many->size == 0, "given bounds without elements do");
	ok(rd_type_elements(many, 0) == 0 && rd_type_elements(many, 4) == -1, "no elements in it");
	rd_type_put(many);
	rd_type_put(marked);
	rd_type_put(none);
}

static void too_large(void)
{
	struct rd_type *big, *type = NULL;
	MPI_Count one = 1, disp[] = {INT64_MIN + 8, INT64_MAX - 8}, two[] = {1, 1};
	MPI_Count huge[] = {INT64_C(1) << 62, 4}, zero[] = {0, 0}, sub[] = {1, 1};

	ok(rd_type_contiguous(INT64_C(1) << 60, basic(MPI_DOUBLE), &type) == RD_EARG && !type,
	   "2^60 doubles do not fit");
	is_int(rd_type_contiguous(INT64_C(1) << 59, basic(MPI_DOUBLE), &big), 0, "2^59 do");
	is_int(rd_type_vector(3, 1, 1, big, &type), RD_EARG, "but not three times");
	is_int(rd_type_hvector(3, 1, INT64_MAX / 2 + 9, basic(MPI_INT), &type), RD_EARG, "stride");
	is_int(rd_type_vector(2, 1, INT64_MAX / 4, basic(MPI_INT), &type), RD_EARG,
	       "last block's end");
	is_int(rd_type_hindexed(2, two, disp, basic(MPI_INT), &type), RD_EARG, "extent");
	is_int(rd_type_indexed(1, &one, disp, basic(MPI_INT), &type), RD_EARG, "displacement");
	is_int(rd_type_subarray(2, huge, sub, zero, MPI_ORDER_C, basic(MPI_INT), &type), RD_EARG,
	       "array");
	sub[0] = 5;
	huge[0] = 4;
	is_int(rd_type_subarray(2, huge, sub, zero, MPI_ORDER_C, basic(MPI_INT), &type), RD_EARG,
	       "part larger than the array");
	is_int(rd_type_resized(basic(MPI_INT), INT64_MAX, 1, &type), RD_EARG, "upper bound");
	rd_type_put(big);
}

/* Layouts have the fewest nodes that describe the same blocks. */
static void layouts(void)
{
	struct rd_type *type, *face, *dup;
	MPI_Count sizes[] = {16, 16, 16}, part[] = {4, 16, 2}, from[] = {1, 0, 3};
	MPI_Count even[] = {0, 3, 6, 9}, uneven[] = {0, 1, 2, 3}, lens[] = {1, 1, 1, 1};

	rd_type_indexed_block(4, 1, uneven, basic(MPI_INT), &type);
	ok(type->flags & RD_TYPE_CONTIG, "a list of neighbours is one block");
	rd_type_put(type);
	rd_type_indexed(4, lens, even, basic(MPI_INT), &type);
	ok(type->layout->kind == RD_LAYOUT_LOOP && type->layout->stride == 12,
	   "an evenly spaced list is a loop");
	rd_type_put(type);
	rd_type_subarray(3, sizes, part, from, MPI_ORDER_C, basic(MPI_DOUBLE), &face);
	ok(face->layout->kind == RD_LAYOUT_LOOP && !face->layout->child && face->layout->n == 64 &&
		   face->layout->csize == 16,
	   "a full inner dimension is no loop of its own");
	rd_type_dup(face, &dup);
	ok(dup->layout == face->layout, "a dup shares the layout");
	rd_type_put(face);
	rd_type_put(dup);
	uneven[3] = 7;
	lens[0] = lens[1] = lens[2] = lens[3] = 2;
	rd_type_indexed(4, lens, uneven, basic(MPI_SHORT_INT), &type);
	ok(type->layout->kind == RD_LAYOUT_LIST && type->layout->child->kind == RD_LAYOUT_LOOP,
	   "blocks alike share one node");
	rd_type_put(type);
	ok(!rd_type_block(NULL, 1, basic(MPI_SHORT_INT)), "a hole in the middle");
	ok(rd_type_block(sizes, 1, basic(MPI_DOUBLE_INT)) == (void *)sizes &&
		   !rd_type_block(sizes, 2, basic(MPI_DOUBLE_INT)),
	   "a hole at the end");
}

static void aliases(void)
{
	struct rd_type *dup, *dup2, *pair;

	rd_type_dup(basic(MPI_INT), &dup);
	rd_type_dup(dup, &dup2);
	rd_type_contiguous(2, dup2, &pair);
	ok(dup2->basic == 0x209 && (dup2->flags & RD_TYPE_ALIAS) &&
		   (dup->flags & RD_TYPE_COMMITTED),
	   "dup of a dup of MPI_INT is one");
	ok(pair->basic == 0x209 && !(pair->flags & RD_TYPE_ALIAS), "two of them are not");
	ok(rd_type_get(rd_type_handle(pair)) == pair, "its handle finds it");
	rd_type_put(dup);
	rd_type_put(dup2);
	ok(pair->obj.magic == RD_MAGIC_TYPE && rd_type_living() == 3,
	   "it holds the types it is made of");
	rd_type_put(pair);
	is_int(rd_type_living(), 0, "all freed");
}

/* T[k] = {int, T[k-1]}: not one stack frame per level, and T[k] = 2 x T[k-1] not 2^k bytes. */
static void deep(void)
{
	struct rd_type *type = basic(MPI_INT), *next;
	MPI_Count blocklen[] = {1, 1, 1}, disp[] = {0, 8, 4096};
	int n = 2000;

	for (int i = 0; i < n; i++) {
		rd_type_struct(2, blocklen, disp, (struct rd_type *[]){basic(MPI_INT), type},
			       &next);
		rd_type_put(type);
		type = next;
	}
	is_int(type->size, 4 * (n + 1), "struct in struct, %d deep", n);
	is_int(rd_type_elements(type, 4 * n), n, "elements of it");
	rd_type_put(type);
	type = basic(MPI_CHAR);
	for (int i = 0; i < 40; i++) {
		disp[1] = type->extent + 1;
		disp[2] = 2 * disp[1];
		rd_type_struct(3, blocklen, disp, (struct rd_type *[]){type, type, basic(MPI_CHAR)},
			       &next);
		rd_type_put(type);
		type = next;
	}
	ok(type->size == (UINT64_C(1) << 41) - 1, "2^40 blocks in a graph of 40 nodes");
	rd_type_put(type);
	is_int(rd_type_living(), 0, "all freed");
}

/* The pair that all elements of a type are, in a graph with 2^40 of them; parts without data count
 * for nothing. */
static void pairs_within(void)
{
	MPI_Count blocklen[] = {1, 1, 0}, disp[] = {0, 0, 0};
	struct rd_type *pair, *other, *type, *next, *mixed;

	rd_type_value_index(basic(MPI_DOUBLE), basic(MPI_UINT64_T), &pair);
	rd_type_value_index(basic(MPI_DOUBLE), basic(MPI_INT64_T), &other);
	ok(pair->pair == pair && !basic(MPI_DOUBLE_INT)->pair,
	   "a pair without a name is made of it");
	rd_type_dup(pair, &type);
	for (int i = 0; i < 40; i++) {
		disp[1] = type->extent;
		rd_type_struct(3, blocklen, disp, (struct rd_type *[]){type, type, basic(MPI_INT)},
			       &next);
		rd_type_put(type);
		type = next;
	}
	ok(type->pair == pair && !type->basic, "2^40 pairs");
	rd_type_struct(2, blocklen, disp, (struct rd_type *[]){pair, other}, &mixed);
	ok(!mixed->pair, "two kinds of pairs");
	rd_type_put(mixed);
	rd_type_struct(2, blocklen, disp, (struct rd_type *[]){basic(MPI_DOUBLE_INT), pair},
		       &mixed);
	ok(!mixed->pair && !mixed->basic, "one has a name");
	rd_type_put(mixed);
	rd_type_put(type);
	is_int(rd_type_living(), 0, "all freed");
}

int main(void)
{
	predefined();
	examples();
	resized();
	empty();
	too_large();
	layouts();
	aliases();
	deep();
	pairs_within();
	return done();
}
