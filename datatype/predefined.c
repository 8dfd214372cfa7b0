/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The predefined datatypes of the ABI (MPI-5.0 5.1, tables 3.2 to 3.4 and 20.3): one row each.
 * Fortran types have the sizes that gfortran gives them on this processor. Found by handle through
 * rd_type_predefined.
 */
#include <stdalign.h>
#include <stdbool.h>
#include <wchar.h>

#include "datatype/basic.h"
#include "datatype/layout.h"
#include "datatype/type.h"

#define INDEX(handle) ((uintptr_t)(handle)-RD_TYPE_FIRST)

#define HEAD(handle, text) \
	.obj = {.magic = RD_MAGIC_TYPE, .refs = 1}, .basic = (int)(uintptr_t)(handle), .name = text

#define ALWAYS (RD_TYPE_PREDEFINED | RD_TYPE_COMMITTED)

/* One element without holes. */
#define PLAIN(handle, text, ctype, parts) \
	[INDEX(handle)] = { \
		HEAD(handle, text),           .flags = ALWAYS | RD_TYPE_CONTIG | RD_TYPE_BLOCK, \
		.size = sizeof(ctype),        .extent = sizeof(ctype), \
		.true_extent = sizeof(ctype), .elements = parts, \
		.align = alignof(ctype), \
	}

/* A value and an int behind it; at most the end of the struct is a hole. */
#define PAIR(handle, text, ctype) \
	[INDEX(handle)] = { \
		HEAD(handle, text), \
		.flags = ALWAYS | RD_TYPE_BLOCK | \
			 (sizeof(struct ctype) == PAIR_SIZE(ctype) ? RD_TYPE_CONTIG : 0), \
		.size = PAIR_SIZE(ctype), \
		.extent = sizeof(struct ctype), \
		.true_extent = PAIR_SIZE(ctype), \
		.elements = 2, \
		.align = alignof(struct ctype), \
	}

#define PAIR_SIZE(ctype) (offsetof(struct ctype, index) + sizeof(int))

static int64_t short_int_off[2] = {0, offsetof(struct rd_short_int, index)};
static uint64_t short_int_pos[3] = {0, sizeof(short), sizeof(short) + sizeof(int)};

static struct rd_layout short_int_layout = {
	.refs = 1,
	.kind = RD_LAYOUT_SEQ,
	.n = 2,
	.size = sizeof(short) + sizeof(int),
	.blocks = 2,
	.off = short_int_off,
	.pos = short_int_pos,
};

static struct rd_type types[RD_TYPE_LAST - RD_TYPE_FIRST + 1] = {
#define ROW(handle, ctype) PLAIN(handle, #handle, ctype, 1),
	RD_BASIC_TYPES(ROW)
#undef ROW
		PLAIN(MPI_2INT, "MPI_2INT", struct rd_int_int, 2),
	PLAIN(MPI_2REAL, "MPI_2REAL", struct rd_float_float, 2),
	PLAIN(MPI_2DOUBLE_PRECISION, "MPI_2DOUBLE_PRECISION", struct rd_double_double, 2),
	PLAIN(MPI_2INTEGER, "MPI_2INTEGER", struct rd_int_int, 2),
	PAIR(MPI_FLOAT_INT, "MPI_FLOAT_INT", rd_float_int),
	PAIR(MPI_DOUBLE_INT, "MPI_DOUBLE_INT", rd_double_int),
	PAIR(MPI_LONG_INT, "MPI_LONG_INT", rd_long_int),
	PAIR(MPI_LONG_DOUBLE_INT, "MPI_LONG_DOUBLE_INT", rd_long_double_int),
	[INDEX(MPI_SHORT_INT)] =
		{
			HEAD(MPI_SHORT_INT, "MPI_SHORT_INT"),
			.flags = ALWAYS,
			.size = sizeof(short) + sizeof(int),
			.extent = sizeof(struct rd_short_int),
			.true_extent = sizeof(struct rd_short_int),
			.elements = 2,
			.align = alignof(struct rd_short_int),
			.layout = &short_int_layout,
		},
};

struct rd_type *rd_type_predefined[RD_TYPE_LAST - RD_TYPE_FIRST + 1] = {
#define ROW(handle, ctype) [INDEX(handle)] = &types[INDEX(handle)],
	RD_BASIC_TYPES(ROW) RD_PAIR_TYPES(ROW)
#undef ROW
};
