/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loops of the predefined operators: out[i] = left[i] op right[i], one function per operator
 * and C type, gathered in a row per C type. `out` is `right` or overlaps neither
 * operand, so iterations do not depend on each other. Made in op_int.c, op_real.c,
 * op_complex.c and op_loc.c, chosen in op.c.
 */
#ifndef RD_DATATYPE_OP_KERNELS_H
#define RD_DATATYPE_OP_KERNELS_H

#include <stddef.h>

#include "datatype/basic.h"

enum rd_op_index {
	RD_OP_SUM, RD_OP_MIN, RD_OP_MAX, RD_OP_PROD,
	RD_OP_BAND, RD_OP_BOR, RD_OP_BXOR,
	RD_OP_LAND, RD_OP_LOR, RD_OP_LXOR,
	RD_OP_MINLOC, RD_OP_MAXLOC,
	RD_OP_N
};

typedef void rd_op_kernel(const void *left, const void *right, void *out, size_t n);

/* [operator]; NULL where it is not defined for the type. */
struct rd_op_row {
	rd_op_kernel *fn[RD_OP_N];
};

extern const struct rd_op_row rd_op_int8, rd_op_int16, rd_op_int32, rd_op_int64, rd_op_int128;
extern const struct rd_op_row rd_op_uint8, rd_op_uint16, rd_op_uint32, rd_op_uint64;
extern const struct rd_op_row rd_op_float16, rd_op_float, rd_op_double, rd_op_long_double,
	rd_op_float128;
extern const struct rd_op_row rd_op_complex16, rd_op_complex_float, rd_op_complex_double,
	rd_op_complex_long_double, rd_op_complex128;
extern const struct rd_op_row rd_op_float_int, rd_op_double_int, rd_op_long_int, rd_op_int_int,
	rd_op_short_int, rd_op_long_double_int, rd_op_float_float, rd_op_double_double;

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* for types that have no vectors */
#define RD_OP_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define RD_OP_INDEPENDENT _Pragma("GCC ivdep")
#endif

/* `expr` combines a (left) and b (right). */
#define RD_OP_KERNEL(name, type, expr) \
	static void name(const void *left, const void *right, void *out, size_t n) \
	{ \
		const type *l = left, *r = right; \
		type *o = out; \
 \
		RD_OP_INDEPENDENT \
		for (size_t i = 0; i < n; i++) { \
			type a = l[i], b = r[i]; \
			o[i] = (type)(expr); \
		} \
	}

#endif
