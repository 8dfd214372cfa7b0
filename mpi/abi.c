/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parts of the binary interface that depend on the platform (MPI-5.0 20): sizes of integers, and
 * properties of the Fortran compiler. The sizes of the Fortran types are those of this library's
 * datatypes; the values of .TRUE. and .FALSE. are set by the Fortran binding. Called by the entry
 * points in generated/abi.c.
 */
#include "mpi/api.h"

#include <stdio.h>

/* ---- Sizes ---- */

struct fortran {
	const char *key;
	MPI_Datatype type;
};

static const struct fortran sizes[] = {
	{"mpi_logical_size", MPI_LOGICAL},
	{"mpi_integer_size", MPI_INTEGER},
	{"mpi_real_size", MPI_REAL},
	{"mpi_double_precision_size", MPI_DOUBLE_PRECISION},
};

static const struct fortran kinds[] = {
	{"mpi_logical1_supported", MPI_LOGICAL1},
	{"mpi_logical2_supported", MPI_LOGICAL2},
	{"mpi_logical4_supported", MPI_LOGICAL4},
	{"mpi_logical8_supported", MPI_LOGICAL8},
	{"mpi_logical16_supported", MPI_LOGICAL16},
	{"mpi_integer1_supported", MPI_INTEGER1},
	{"mpi_integer2_supported", MPI_INTEGER2},
	{"mpi_integer4_supported", MPI_INTEGER4},
	{"mpi_integer8_supported", MPI_INTEGER8},
	{"mpi_integer16_supported", MPI_INTEGER16},
	{"mpi_real2_supported", MPI_REAL2},
	{"mpi_real4_supported", MPI_REAL4},
	{"mpi_real8_supported", MPI_REAL8},
	{"mpi_real16_supported", MPI_REAL16},
	{"mpi_complex4_supported", MPI_COMPLEX4},
	{"mpi_complex8_supported", MPI_COMPLEX8},
	{"mpi_complex16_supported", MPI_COMPLEX16},
	{"mpi_complex32_supported", MPI_COMPLEX32},
	{"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX},
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const char *size_text(const struct fortran *row, char text[16])
{
	snprintf(text, 16, "%zu", rd_type_get(row->type)->size);
	return text;
}

static const char *kind_text(const struct fortran *row)
{
	return rd_type_get(row->type) ? "true" : "false";
}

static int set_number(struct rd_hints *hints, const char *key, size_t number)
{
	char text[16];

	snprintf(text, sizeof(text), "%zu", number);
	return rd_hints_set(hints, key, text);
}

static int fill_sizes(struct rd_hints *hints)
{
	int err = set_number(hints, "mpi_aint_size", sizeof(MPI_Aint));

	if (!err)
		err = set_number(hints, "mpi_count_size", sizeof(MPI_Count));
	return err ? err : set_number(hints, "mpi_offset_size", sizeof(MPI_Offset));
}

static int fill_fortran(struct rd_hints *hints)
{
	char text[16];
	int err = 0;

	for (size_t i = 0; !err && i < N(sizes); i++)
		err = rd_hints_set(hints, sizes[i].key, size_text(&sizes[i], text));
	for (size_t i = 0; !err && i < N(kinds); i++)
		err = rd_hints_set(hints, kinds[i].key, kind_text(&kinds[i]));
	return err;
}

static int filled(int (*fill)(struct rd_hints *), struct rd_hints **out)
{
	struct rd_hints *hints;
	int err = rd_hints_new(&hints);

	if (err)
		return err;
	err = fill(hints);
	if (err)
		rd_hints_put(hints);
	else
		*out = hints;
	return err;
}

int rd_mpi_abi_info(struct rd_hints **out)
{
	return filled(fill_sizes, out);
}

int rd_mpi_abi_fortran_info(struct rd_hints **out)
{
	return filled(fill_fortran, out);
}

static int agrees(const struct rd_hints *hints, const char *key, const char *own)
{
	const char *value = rd_hints_value(hints, key);

	return !value || !strcmp(value, own);
}

int rd_mpi_abi_fortran_agrees(const struct rd_hints *hints)
{
	char text[16];
	int good = 1;

	for (size_t i = 0; good && i < N(sizes); i++)
		good = agrees(hints, sizes[i].key, size_text(&sizes[i], text));
	for (size_t i = 0; good && i < N(kinds); i++)
		good = agrees(hints, kinds[i].key, kind_text(&kinds[i]));
	return good;
}

/* ---- Truth ---- */

#define LOGICAL_MAX 16 /* bytes of the largest LOGICAL */

/* [i]: of 2^i bytes. At first those of the compilers that configure accepts, 1 and 0
 * (little-endian); a binding for another compiler may set others, once. */
static struct booleans {
	int is_set;
	unsigned char yes[LOGICAL_MAX], no[LOGICAL_MAX];
} booleans[5] = {{0, {1}, {0}}, {0, {1}, {0}}, {0, {1}, {0}}, {0, {1}, {0}}, {0, {1}, {0}}};

static struct booleans *of_size(int size)
{
	for (int i = 0; i < 5; i++)
		if (size == 1 << i)
			return &booleans[i];
	return NULL;
}

int rd_mpi_abi_logical_ok(int size)
{
	return of_size(size) != NULL;
}

int rd_mpi_abi_get_booleans(int size, void *yes, void *no)
{
	const struct booleans *b = of_size(size);

	memcpy(yes, b->yes, (size_t)size);
	memcpy(no, b->no, (size_t)size);
	return 1;
}

int rd_mpi_abi_booleans_agree(int size, const void *yes, const void *no)
{
	const struct booleans *b = of_size(size);

	return !b->is_set ||
	       (!memcmp(yes, b->yes, (size_t)size) && !memcmp(no, b->no, (size_t)size));
}

void rd_mpi_abi_set_booleans(int size, const void *yes, const void *no)
{
	struct booleans *b = of_size(size);

	memcpy(b->yes, yes, (size_t)size);
	memcpy(b->no, no, (size_t)size);
	b->is_set = 1;
}
