/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_MINLOC and MPI_MAXLOC: of equal values the lower index (MPI-5.0 6.9.4). */
#include "datatype/op_kernels.h"

/* Without branches: the order of two values cannot be predicted. */
#define BETTER(before) \
	((a.value before b.value) | ((a.value == b.value) & (a.index < b.index))) ? a : b

#define KERNELS(level, tag, type) \
	RD_OP_KERNEL(level, minloc_##tag, type, BETTER(<)) \
	RD_OP_KERNEL(level, maxloc_##tag, type, BETTER(>))

#define ROW(level, tag) \
	{ \
		{ \
			[RD_OP_MINLOC] = minloc_##tag##_##level, \
			[RD_OP_MAXLOC] = maxloc_##tag##_##level, \
		} \
	}

#define PAIR(tag, type) \
	RD_OP_BY_LEVEL(KERNELS, tag, type) \
	RD_OP_TYPE(tag) = RD_OP_ROWS(ROW, tag);

PAIR(float_int, struct rd_float_int)
PAIR(double_int, struct rd_double_int)
PAIR(long_int, struct rd_long_int)
PAIR(int_int, struct rd_int_int)
PAIR(short_int, struct rd_short_int)
PAIR(long_double_int, struct rd_long_double_int)
PAIR(float_float, struct rd_float_float)
PAIR(double_double, struct rd_double_double)
