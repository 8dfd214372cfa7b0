/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators on floating point and complex numbers, with C's arithmetic. */
#include "datatype/op_kernels.h"

#define REAL_KERNELS(level, tag, type) \
	RD_OP_KERNEL(level, sum_##tag, type, a + b) \
	RD_OP_KERNEL(level, prod_##tag, type, a *b) \
	RD_OP_KERNEL(level, min_##tag, type, a < b ? a : b) \
	RD_OP_KERNEL(level, max_##tag, type, a > b ? a : b)

#define REAL_ROW(level, tag) \
	{ \
		{ \
			[RD_OP_SUM] = sum_##tag##_##level, [RD_OP_PROD] = prod_##tag##_##level, \
			[RD_OP_MIN] = min_##tag##_##level, [RD_OP_MAX] = max_##tag##_##level, \
		} \
	}

#define REAL(tag, type) \
	RD_OP_BY_LEVEL(REAL_KERNELS, tag, type) \
	RD_OP_TYPE(tag) = RD_OP_ROWS(REAL_ROW, tag);

#define REAL_BY_WIDTH(tag, type) \
	RD_OP_BY_WIDTH(REAL_KERNELS, tag, type) \
	RD_OP_TYPE(tag) = RD_OP_ROWS_BY_WIDTH(REAL_ROW, tag);

#define COMPLEX_KERNELS(level, tag, type) \
	RD_OP_KERNEL(level, sum_##tag, type, a + b) \
	RD_OP_KERNEL(level, prod_##tag, type, a *b)

#define COMPLEX_ROW(level, tag) \
	{ \
		{ \
			[RD_OP_SUM] = sum_##tag##_##level, [RD_OP_PROD] = prod_##tag##_##level, \
		} \
	}

#define COMPLEX(tag, type) \
	RD_OP_BY_LEVEL(COMPLEX_KERNELS, tag, type) \
	RD_OP_TYPE(tag) = RD_OP_ROWS(COMPLEX_ROW, tag);

REAL_BY_WIDTH(float, float)
REAL_BY_WIDTH(double, double)
REAL(long_double, long double)
COMPLEX(complex_float, float complex)
COMPLEX(complex_double, double complex)
COMPLEX(complex_long_double, long double complex)

#if RD_HAVE_FLOAT128
REAL(float128, rd_float128)
COMPLEX(complex128, rd_complex128)
#else
const struct rd_op_row rd_op_float128[RD_OP_LEVELS], rd_op_complex128[RD_OP_LEVELS];
#endif

#if RD_HAVE_FLOAT16
REAL(float16, rd_float16)
COMPLEX(complex16, rd_complex16)
#else
const struct rd_op_row rd_op_float16[RD_OP_LEVELS], rd_op_complex16[RD_OP_LEVELS];
#endif
