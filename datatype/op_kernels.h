/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loops of the predefined operators: out[i] = left[i] op right[i], one function per operator
 * and C type, gathered in a row per C type. `out` is `right` or overlaps neither operand, so
 * iterations do not depend on each other. Defined in op_int.c, op_real.c, op_complex.c and
 * op_loc.c, chosen in op.c.
 */
#ifndef RD_DATATYPE_OP_KERNELS_H
#define RD_DATATYPE_OP_KERNELS_H

#include <stddef.h>

#include "datatype/basic.h"
#include "datatype/op.h"

enum rd_op_index {
	RD_OP_SUM,
	RD_OP_MIN,
	RD_OP_MAX,
	RD_OP_PROD,
	RD_OP_BAND,
	RD_OP_BOR,
	RD_OP_BXOR,
	RD_OP_LAND,
	RD_OP_LOR,
	RD_OP_LXOR,
	RD_OP_MINLOC,
	RD_OP_MAXLOC,
	RD_OP_N
};

/* [operator]; NULL where it is not defined for the type. */
struct rd_op_row {
	rd_op_kernel *fn[RD_OP_N];
};

/*
 * Each loop is compiled for every processor of its family and, on x86-64, for those with AVX2,
 * twice as fast; RD_OP_BY_WIDTH, for elements of 4 and 8 bytes, also for those with AVX-512, again
 * up to twice as fast: M-104. No fused multiply-add, so that results are the same on all
 * processors, except the bits of a NaN that two NaNs give.
 */
#ifdef __x86_64__
enum rd_op_level { RD_OP_BASE, RD_OP_AVX2, RD_OP_AVX512, RD_OP_LEVELS };
#define RD_OP_TARGET_base
#define RD_OP_TARGET_avx2 __attribute__((target("avx2")))
#ifdef __clang__
#define RD_OP_TARGET_avx512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#else
#define RD_OP_TARGET_avx512 \
	__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")))
#endif
#define RD_OP_BY_LEVEL(X, ...) X(base, __VA_ARGS__) X(avx2, __VA_ARGS__)
#define RD_OP_BY_WIDTH(X, ...) RD_OP_BY_LEVEL(X, __VA_ARGS__) X(avx512, __VA_ARGS__)
#define RD_OP_ROWS_(X, widest, ...) \
	{ \
		[RD_OP_BASE] = X(base, __VA_ARGS__), [RD_OP_AVX2] = X(avx2, __VA_ARGS__), \
		[RD_OP_AVX512] = X(widest, __VA_ARGS__) \
	}
#define RD_OP_ROWS(X, ...) RD_OP_ROWS_(X, avx2, __VA_ARGS__)
#define RD_OP_ROWS_BY_WIDTH(X, ...) RD_OP_ROWS_(X, avx512, __VA_ARGS__)
#else
enum rd_op_level { RD_OP_BASE, RD_OP_LEVELS };
#define RD_OP_TARGET_base
#define RD_OP_BY_LEVEL(X, ...) X(base, __VA_ARGS__)
#define RD_OP_BY_WIDTH RD_OP_BY_LEVEL
#define RD_OP_ROWS(X, ...) \
	{ \
		[RD_OP_BASE] = X(base, __VA_ARGS__) \
	}
#define RD_OP_ROWS_BY_WIDTH RD_OP_ROWS
#endif

#define RD_OP_TYPE(tag) const struct rd_op_row rd_op_##tag[RD_OP_LEVELS]

extern RD_OP_TYPE(int8);
extern RD_OP_TYPE(int16);
extern RD_OP_TYPE(int32);
extern RD_OP_TYPE(int64);
extern RD_OP_TYPE(int128);
extern RD_OP_TYPE(uint8);
extern RD_OP_TYPE(uint16);
extern RD_OP_TYPE(uint32);
extern RD_OP_TYPE(uint64);
extern RD_OP_TYPE(float16);
extern RD_OP_TYPE(float);
extern RD_OP_TYPE(double);
extern RD_OP_TYPE(long_double);
extern RD_OP_TYPE(float128);
extern RD_OP_TYPE(complex16);
extern RD_OP_TYPE(complex_float);
extern RD_OP_TYPE(complex_double);
extern RD_OP_TYPE(complex_long_double);
extern RD_OP_TYPE(complex128);
extern RD_OP_TYPE(float_int);
extern RD_OP_TYPE(double_int);
extern RD_OP_TYPE(long_int);
extern RD_OP_TYPE(int_int);
extern RD_OP_TYPE(short_int);
extern RD_OP_TYPE(long_double_int);
extern RD_OP_TYPE(float_float);
extern RD_OP_TYPE(double_double);

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* for types that have no vectors */
#define RD_OP_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define RD_OP_INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

/* `expr` combines a (left) and b (right). */
#define RD_OP_KERNEL(level, name, type, expr) \
	RD_OP_TARGET_##level static void name##_##level(const void *left, const void *right, \
							void *out, size_t n) \
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
