/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators on integers. Sums and products wrap around: they are formed in an unsigned type at
 * least as wide as unsigned int. The logical ones give 0 or 1.
 */
#include "datatype/op_kernels.h"

#define KERNELS(level, tag, type, wrap) \
	RD_OP_KERNEL(level, sum_##tag, type, (wrap)a + (wrap)b) \
	RD_OP_KERNEL(level, prod_##tag, type, (wrap)a *(wrap)b) \
	RD_OP_KERNEL(level, min_##tag, type, a < b ? a : b) \
	RD_OP_KERNEL(level, max_##tag, type, a > b ? a : b) \
	RD_OP_KERNEL(level, band_##tag, type, a &b) \
	RD_OP_KERNEL(level, bor_##tag, type, a | b) \
	RD_OP_KERNEL(level, bxor_##tag, type, a ^ b) \
	RD_OP_KERNEL(level, land_##tag, type, (a != 0) & (b != 0)) \
	RD_OP_KERNEL(level, lor_##tag, type, (a != 0) | (b != 0)) \
	RD_OP_KERNEL(level, lxor_##tag, type, (a != 0) ^ (b != 0))

#define ROW(level, tag) \
	{ \
		{ \
			[RD_OP_SUM] = sum_##tag##_##level, [RD_OP_PROD] = prod_##tag##_##level, \
			[RD_OP_MIN] = min_##tag##_##level, [RD_OP_MAX] = max_##tag##_##level, \
			[RD_OP_BAND] = band_##tag##_##level, [RD_OP_BOR] = bor_##tag##_##level, \
			[RD_OP_BXOR] = bxor_##tag##_##level, [RD_OP_LAND] = land_##tag##_##level, \
			[RD_OP_LOR] = lor_##tag##_##level, [RD_OP_LXOR] = lxor_##tag##_##level, \
		} \
	}

#define INTEGER(tag, type, wrap) \
	RD_OP_BY_LEVEL(KERNELS, tag, type, wrap) \
	RD_OP_TYPE(tag) = RD_OP_ROWS(ROW, tag);

INTEGER(int8, int8_t, uint32_t)
INTEGER(int16, int16_t, uint32_t)
INTEGER(int32, int32_t, uint32_t)
INTEGER(int64, int64_t, uint64_t)
INTEGER(int128, rd_int128, unsigned __int128)
INTEGER(uint8, uint8_t, uint32_t)
INTEGER(uint16, uint16_t, uint32_t)
INTEGER(uint32, uint32_t, uint32_t)
INTEGER(uint64, uint64_t, uint64_t)
