/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators on integers. Sums and products wrap around: they are formed in an unsigned type at
 * least as wide as unsigned int. The logical ones give 0 or 1.
 */
#include "datatype/op_kernels.h"

#define INTEGER(tag, type, wrap) \
	RD_OP_KERNEL(sum_##tag, type, (wrap)a + (wrap)b) \
	RD_OP_KERNEL(prod_##tag, type, (wrap)a * (wrap)b) \
	RD_OP_KERNEL(min_##tag, type, a < b ? a : b) \
	RD_OP_KERNEL(max_##tag, type, a > b ? a : b) \
	RD_OP_KERNEL(band_##tag, type, a & b) \
	RD_OP_KERNEL(bor_##tag, type, a | b) \
	RD_OP_KERNEL(bxor_##tag, type, a ^ b) \
	RD_OP_KERNEL(land_##tag, type, (a != 0) & (b != 0)) \
	RD_OP_KERNEL(lor_##tag, type, (a != 0) | (b != 0)) \
	RD_OP_KERNEL(lxor_##tag, type, (a != 0) ^ (b != 0)) \
	const struct rd_op_row rd_op_##tag = { { \
		[RD_OP_SUM] = sum_##tag, [RD_OP_PROD] = prod_##tag, \
		[RD_OP_MIN] = min_##tag, [RD_OP_MAX] = max_##tag, \
		[RD_OP_BAND] = band_##tag, [RD_OP_BOR] = bor_##tag, [RD_OP_BXOR] = bxor_##tag, \
		[RD_OP_LAND] = land_##tag, [RD_OP_LOR] = lor_##tag, [RD_OP_LXOR] = lxor_##tag, \
	} };

INTEGER(int8, int8_t, uint32_t)
INTEGER(int16, int16_t, uint32_t)
INTEGER(int32, int32_t, uint32_t)
INTEGER(int64, int64_t, uint64_t)
INTEGER(int128, rd_int128, unsigned __int128)
INTEGER(uint8, uint8_t, uint32_t)
INTEGER(uint16, uint16_t, uint32_t)
INTEGER(uint32, uint32_t, uint32_t)
INTEGER(uint64, uint64_t, uint64_t)
