/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Types of Fortran kinds by precision and range, as SELECTED_REAL_KIND and SELECTED_INT_KIND of
 * gfortran choose them, and by size. Called by mpi/.
 */
#include <float.h>

#include "base/compiler.h"
#include "base/err.h"
#include "datatype/shape.h"
#include "datatype/unnamed.h"

#define TYPE(handle) rd_type_predefined[(uintptr_t)(handle)-RD_TYPE_FIRST]

/* Decimal digits and exponents, as PRECISION and RANGE return them. */
struct kind {
	int precision, range;
	MPI_Datatype real, complex;
};

static const struct kind reals[] = {
	{FLT_DIG, -FLT_MIN_10_EXP, MPI_REAL4, MPI_COMPLEX8},
	{DBL_DIG, -DBL_MIN_10_EXP, MPI_REAL8, MPI_COMPLEX16},
#if LDBL_MANT_DIG == 64
	{LDBL_DIG, -LDBL_MIN_10_EXP, MPI_LONG_DOUBLE, MPI_C_LONG_DOUBLE_COMPLEX},
#endif
	{33, 4931, MPI_REAL16, MPI_COMPLEX32},
};

static const struct {
	int range;
	MPI_Datatype type;
} integers[] = {
	{2, MPI_INTEGER1},  {4, MPI_INTEGER2},   {9, MPI_INTEGER4},
	{18, MPI_INTEGER8}, {38, MPI_INTEGER16},
};

/* The type of p and r, or of p alone when `values` is 1; the layout is the base's. */
static int kind_type(int combiner, int values, int p, int r, MPI_Datatype base,
		     struct rd_type **out)
{
	struct rd_recipe *recipe = rd_recipe_new(combiner, (uint64_t)values, 0, 0, 0);
	struct rd_shape shape;

	if (!recipe)
		return RD_ENOMEM;
	recipe->ints[0] = p;
	if (values == 2)
		recipe->ints[1] = r;
	rd_shape_of(TYPE(base), &shape);
	return rd_shape_unnamed(&shape, recipe, out);
}

/* MPI_UNDEFINED is less than all. */
static const struct kind *real_kind(int p, int r)
{
	if (p == MPI_UNDEFINED && r == MPI_UNDEFINED)
		return NULL;
	for (size_t i = 0; i < sizeof(reals) / sizeof(reals[0]); i++)
		if (reals[i].precision >= p && reals[i].range >= r)
			return &reals[i];
	return NULL;
}

int rd_type_f90_real(int p, int r, struct rd_type **out)
{
	const struct kind *kind = real_kind(p, r);

	return kind ? kind_type(MPI_COMBINER_F90_REAL, 2, p, r, kind->real, out) : RD_EARG;
}

int rd_type_f90_complex(int p, int r, struct rd_type **out)
{
	const struct kind *kind = real_kind(p, r);

	return kind ? kind_type(MPI_COMBINER_F90_COMPLEX, 2, p, r, kind->complex, out) : RD_EARG;
}

int rd_type_f90_integer(int r, struct rd_type **out)
{
	for (size_t i = 0; i < sizeof(integers) / sizeof(integers[0]); i++)
		if (integers[i].range >= r)
			return kind_type(MPI_COMBINER_F90_INTEGER, 1, r, 0, integers[i].type, out);
	return RD_EARG;
}

static const struct {
	int typeclass;
	MPI_Datatype type;
} sized[] = {
	{MPI_TYPECLASS_REAL, MPI_REAL2},        {MPI_TYPECLASS_REAL, MPI_REAL4},
	{MPI_TYPECLASS_REAL, MPI_REAL8},        {MPI_TYPECLASS_REAL, MPI_REAL16},
	{MPI_TYPECLASS_INTEGER, MPI_INTEGER1},  {MPI_TYPECLASS_INTEGER, MPI_INTEGER2},
	{MPI_TYPECLASS_INTEGER, MPI_INTEGER4},  {MPI_TYPECLASS_INTEGER, MPI_INTEGER8},
	{MPI_TYPECLASS_INTEGER, MPI_INTEGER16}, {MPI_TYPECLASS_COMPLEX, MPI_COMPLEX4},
	{MPI_TYPECLASS_COMPLEX, MPI_COMPLEX8},  {MPI_TYPECLASS_COMPLEX, MPI_COMPLEX16},
	{MPI_TYPECLASS_COMPLEX, MPI_COMPLEX32}, {MPIX_TYPECLASS_LOGICAL, MPI_LOGICAL1},
	{MPIX_TYPECLASS_LOGICAL, MPI_LOGICAL2}, {MPIX_TYPECLASS_LOGICAL, MPI_LOGICAL4},
	{MPIX_TYPECLASS_LOGICAL, MPI_LOGICAL8}, {MPIX_TYPECLASS_LOGICAL, MPI_LOGICAL16},
};

struct rd_type *rd_type_match_size(int typeclass, int size)
{
	for (size_t i = 0; i < sizeof(sized) / sizeof(sized[0]); i++)
		if (sized[i].typeclass == typeclass && (int)TYPE(sized[i].type)->size == size)
			return TYPE(sized[i].type);
	return NULL;
}
