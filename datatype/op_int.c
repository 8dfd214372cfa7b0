/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators on integers. Sums and products wrap around: they are formed in an unsigned type at
 * least as wide as unsigned int. The logical ones give 0 or 1.
 */
#include "datatype/op_kernels.h"

#define ORDERED(level, tag, type) \
	RD_OP_KERNEL(level, min_##tag, type, a < b ? a : b) \
	RD_OP_KERNEL(level, max_##tag, type, a > b ? a : b)

#define KERNELS(level, tag, type, wrap) \
	ORDERED(level, tag, type) \
	RD_OP_KERNEL(level, sum_##tag, type, (wrap)a + (wrap)b) \
	RD_OP_KERNEL(level, prod_##tag, type, (wrap)a *(wrap)b) \
	RD_OP_KERNEL(level, band_##tag, type, a &b) \
	RD_OP_KERNEL(level, bor_##tag, type, a | b) \
	RD_OP_KERNEL(level, bxor_##tag, type, a ^ b) \
	RD_OP_KERNEL(level, land_##tag, type, (a != 0) & (b != 0)) \
	RD_OP_KERNEL(level, lor_##tag, type, (a != 0) | (b != 0)) \
	RD_OP_KERNEL(level, lxor_##tag, type, (a != 0) ^ (b != 0))

/* `bits`: tag of the kernels that are the same for numbers with and without a sign. */
#define ROW(level, tag, bits) \
	{ \
		{ \
			[RD_OP_MIN] = min_##tag##_##level, [RD_OP_MAX] = max_##tag##_##level, \
			[RD_OP_SUM] = sum_##bits##_##level, [RD_OP_PROD] = prod_##bits##_##level, \
			[RD_OP_BAND] = band_##bits##_##level, [RD_OP_BOR] = bor_##bits##_##level, \
			[RD_OP_BXOR] = bxor_##bits##_##level, \
			[RD_OP_LAND] = land_##bits##_##level, [RD_OP_LOR] = lor_##bits##_##level, \
			[RD_OP_LXOR] = lxor_##bits##_##level, \
		} \
	}

RD_OP_BY_LEVEL(KERNELS, uint8, uint8_t, uint32_t)
RD_OP_BY_LEVEL(KERNELS, uint16, uint16_t, uint32_t)
RD_OP_BY_WIDTH(KERNELS, uint32, uint32_t, uint32_t)
RD_OP_BY_WIDTH(KERNELS, uint64, uint64_t, uint64_t)
RD_OP_BY_LEVEL(KERNELS, int128, rd_int128, unsigned __int128)
RD_OP_BY_LEVEL(ORDERED, int8, int8_t)
RD_OP_BY_LEVEL(ORDERED, int16, int16_t)
RD_OP_BY_WIDTH(ORDERED, int32, int32_t)
RD_OP_BY_WIDTH(ORDERED, int64, int64_t)

RD_OP_TYPE(int8) = RD_OP_ROWS(ROW, int8, uint8);
RD_OP_TYPE(int16) = RD_OP_ROWS(ROW, int16, uint16);
RD_OP_TYPE(int32) = RD_OP_ROWS_BY_WIDTH(ROW, int32, uint32);
RD_OP_TYPE(int64) = RD_OP_ROWS_BY_WIDTH(ROW, int64, uint64);
RD_OP_TYPE(int128) = RD_OP_ROWS(ROW, int128, int128);
RD_OP_TYPE(uint8) = RD_OP_ROWS(ROW, uint8, uint8);
RD_OP_TYPE(uint16) = RD_OP_ROWS(ROW, uint16, uint16);
RD_OP_TYPE(uint32) = RD_OP_ROWS_BY_WIDTH(ROW, uint32, uint32);
RD_OP_TYPE(uint64) = RD_OP_ROWS_BY_WIDTH(ROW, uint64, uint64);
