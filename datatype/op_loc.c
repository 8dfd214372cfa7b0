/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_MINLOC and MPI_MAXLOC: of equal values the lower index (MPI-5.0 6.9.4). */
#include "datatype/op_kernels.h"

#define LOC(name, type, before) \
	RD_OP_KERNEL(name, type, (type)((a.value before b.value) ? a \
				: a.value == b.value && a.index < b.index ? a : b))

#define PAIR(tag, type) \
	LOC(minloc_##tag, type, <) \
	LOC(maxloc_##tag, type, >) \
	const struct rd_op_row rd_op_##tag = { { \
		[RD_OP_MINLOC] = minloc_##tag, [RD_OP_MAXLOC] = maxloc_##tag, \
	} };

PAIR(float_int, struct rd_float_int)
PAIR(double_int, struct rd_double_int)
PAIR(long_int, struct rd_long_int)
PAIR(int_int, struct rd_int_int)
PAIR(short_int, struct rd_short_int)
PAIR(long_double_int, struct rd_long_double_int)
PAIR(float_float, struct rd_float_float)
PAIR(double_double, struct rd_double_double)
