/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators on floating point and complex numbers, with C's arithmetic. */
#include "datatype/op_kernels.h"

#define REAL(tag, type) \
	RD_OP_KERNEL(sum_##tag, type, a + b) \
	RD_OP_KERNEL(prod_##tag, type, a * b) \
	RD_OP_KERNEL(min_##tag, type, a < b ? a : b) \
	RD_OP_KERNEL(max_##tag, type, a > b ? a : b) \
	const struct rd_op_row rd_op_##tag = { { \
		[RD_OP_SUM] = sum_##tag, [RD_OP_PROD] = prod_##tag, \
		[RD_OP_MIN] = min_##tag, [RD_OP_MAX] = max_##tag, \
	} };

#define COMPLEX(tag, type) \
	RD_OP_KERNEL(sum_##tag, type, a + b) \
	RD_OP_KERNEL(prod_##tag, type, a * b) \
	const struct rd_op_row rd_op_##tag = { { \
		[RD_OP_SUM] = sum_##tag, [RD_OP_PROD] = prod_##tag, \
	} };

REAL(float, float)
REAL(double, double)
REAL(long_double, long double)
REAL(float128, rd_float128)
COMPLEX(complex_float, float complex)
COMPLEX(complex_double, double complex)
COMPLEX(complex_long_double, long double complex)
COMPLEX(complex128, rd_complex128)

#if RD_HAVE_FLOAT16
REAL(float16, rd_float16)
COMPLEX(complex16, rd_complex16)
#else
const struct rd_op_row rd_op_float16, rd_op_complex16;
#endif
