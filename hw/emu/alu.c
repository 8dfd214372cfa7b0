/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators of reductions on whole words (alu.h), a small loop for each operator and type that the
 * compiler turns into vector instructions. hw/rtl/reduce_alu.v implements the same in Verilog.
 *
 * Integers wrap; logical operators give 0 or 1. A floating-point result that is not a number is
 * the quiet NaN without a sign; min and max with a NaN give it, and hold -0 for less than +0.
 */
#include "hw/emu/alu.h"

#include "base/compiler.h"
#include "btl_fpga/ring_nic_regs.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#define ALIAS __attribute__((may_alias))

typedef int8_t i8 ALIAS;
typedef int16_t i16 ALIAS;
typedef int32_t i32 ALIAS;
typedef int64_t i64 ALIAS;
typedef uint8_t u8 ALIAS;
typedef uint16_t u16 ALIAS;
typedef uint32_t u32 ALIAS;
typedef uint64_t u64 ALIAS;
typedef float f32 ALIAS;
typedef double f64 ALIAS;

/* x and y are lanes of the two operands. */
#define FOLD(name, lane, result) \
	static void name##_##lane(uint64_t *to, const uint64_t *with, size_t words) \
	{ \
		lane *a = (lane *)to; \
		const lane *b = (const lane *)with; \
\
		for (size_t i = 0; i < words * 8 / sizeof(lane); i++) { \
			lane x = a[i], y = b[i]; \
\
			a[i] = (lane)(result); \
		} \
	}

#define FOLD_UNSIGNED(lane) \
	FOLD(sum, lane, x + y) \
	FOLD(land, lane, (x != 0) & (y != 0)) \
	FOLD(lor, lane, (x | y) != 0) \
	FOLD(lxor, lane, (x != 0) ^ (y != 0))
#define FOLD_ORDER(lane) \
	FOLD(min, lane, x < y ? x : y) \
	FOLD(max, lane, x < y ? y : x)

FOLD_UNSIGNED(u8)
FOLD_UNSIGNED(u16)
FOLD_UNSIGNED(u32)
FOLD_UNSIGNED(u64)
FOLD_ORDER(i8)
FOLD_ORDER(i16)
FOLD_ORDER(i32)
FOLD_ORDER(i64)
FOLD_ORDER(u8)
FOLD_ORDER(u16)
FOLD_ORDER(u32)
FOLD_ORDER(u64)
FOLD(band, u64, x &y)
FOLD(bor, u64, x | y)
FOLD(bxor, u64, x ^ y)

/* ---- Floating point ---- */

#define QUIET32 __builtin_nanf("")
#define QUIET64 __builtin_nan("")

static inline f32 sum_of_f32(f32 x, f32 y)
{
	f32 sum = x + y;

	return sum != sum ? QUIET32 : sum;
}

static inline f64 sum_of_f64(f64 x, f64 y)
{
	f64 sum = x + y;

	return sum != sum ? QUIET64 : sum;
}

/* The order of numbers, -0 below +0, as the order of integers. */
static inline int32_t key_of_f32(f32 x)
{
	union {
		float f;
		int32_t i;
	} bits = {x};

	return bits.i ^ (int32_t)((uint32_t)(bits.i >> 31) >> 1);
}

static inline int64_t key_of_f64(f64 x)
{
	union {
		double f;
		int64_t i;
	} bits = {x};

	return bits.i ^ (int64_t)((uint64_t)(bits.i >> 63) >> 1);
}

FOLD(sum, f32, sum_of_f32(x, y))
FOLD(sum, f64, sum_of_f64(x, y))
FOLD(min, f32, x != x || y != y ? QUIET32 : key_of_f32(x) < key_of_f32(y) ? x : y)
FOLD(min, f64, x != x || y != y ? QUIET64 : key_of_f64(x) < key_of_f64(y) ? x : y)
FOLD(max, f32, x != x || y != y ? QUIET32 : key_of_f32(x) < key_of_f32(y) ? y : x)
FOLD(max, f64, x != x || y != y ? QUIET64 : key_of_f64(x) < key_of_f64(y) ? y : x)

/* ---- Which ---- */

#define OPS 10   /* of enum REDUCE_OP */
#define TYPES 10 /* of enum REDUCE_TYPE */

/* In the order of enum REDUCE_TYPE. */
#define INTS(signed_, unsigned_) \
	{ \
		signed_##8, signed_##16, signed_##32, signed_##64, unsigned_##8, unsigned_##16, \
			unsigned_##32, unsigned_##64 \
	}
#define INTS_FLOATS(signed_, unsigned_, float_) \
	{ \
		signed_##8, signed_##16, signed_##32, signed_##64, unsigned_##8, unsigned_##16, \
			unsigned_##32, unsigned_##64, float_##32, float_##64 \
	}
#define BITS(fold) \
	{ \
		fold, fold, fold, fold, fold, fold, fold, fold \
	}

static rd_emu_fold *const folds[OPS][TYPES] = {
	[RN_REDUCE_OP_SUM] = INTS_FLOATS(sum_u, sum_u, sum_f),
	[RN_REDUCE_OP_MIN] = INTS_FLOATS(min_i, min_u, min_f),
	[RN_REDUCE_OP_MAX] = INTS_FLOATS(max_i, max_u, max_f),
	[RN_REDUCE_OP_BAND] = BITS(band_u64),
	[RN_REDUCE_OP_BOR] = BITS(bor_u64),
	[RN_REDUCE_OP_BXOR] = BITS(bxor_u64),
	[RN_REDUCE_OP_LAND] = INTS(land_u, land_u),
	[RN_REDUCE_OP_LOR] = INTS(lor_u, lor_u),
	[RN_REDUCE_OP_LXOR] = INTS(lxor_u, lxor_u),
};

rd_emu_fold *rd_emu_alu(uint32_t op, uint32_t type)
{
	return op < OPS && type < TYPES ? folds[op][type] : NULL;
}

/* ---- Modes ---- */

#if defined(__SSE2__)
#define MODES 0xffc0u /* of MXCSR: all but the flags (Intel SDM 1, 10.2.3) */
#define PLAIN 0x1f80u /* nearest even, subnormals, no traps */

uint32_t rd_emu_alu_begin(void)
{
	uint32_t was = _mm_getcsr();

	if (rd_unlikely((was & MODES) != PLAIN))
		_mm_setcsr(PLAIN);
	return was;
}

void rd_emu_alu_end(uint32_t was)
{
	if (rd_unlikely((was & MODES) != PLAIN))
		_mm_setcsr(was);
}
#else
#include <fenv.h>

uint32_t rd_emu_alu_begin(void)
{
	int was = fegetround();

	if (rd_unlikely(was != FE_TONEAREST))
		fesetround(FE_TONEAREST);
	return (uint32_t)was;
}

void rd_emu_alu_end(uint32_t was)
{
	if (rd_unlikely((int)was != FE_TONEAREST))
		fesetround((int)was);
}
#endif
