/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One block, by its length: 1, 2, 4, 8 and 16 bytes are one register; up to 128 are two copies of
 * constant length K, K < length <= 2 K, that overlap in the middle; longer ones are memcpy's or
 * rd_long_copy's. For the loops of copy.c and strided.c.
 */
#ifndef RD_DATATYPE_BLOCK_H
#define RD_DATATYPE_BLOCK_H

#include "base/stream.h"

#include <stdint.h>
#include <string.h>

enum { LONG_B = 4096 }; /* from which another call does not matter */

struct b16 {
	uint64_t word __attribute__((vector_size(16)));
};

#define REGISTERS(X) X(1, uint8_t) X(2, uint16_t) X(4, uint32_t) X(8, uint64_t) X(16, struct b16)
#define HALVES(X) X(2) X(4) X(8) X(16) X(32) X(64)

/* K of the length, for 3 to 128 bytes: the largest power of two below it. */
static inline uint64_t half_of(uint64_t len)
{
	return UINT64_C(1) << (63 - __builtin_clzll(len - 1));
}

#define COPY_HALVES(dst, src, K, rest) \
	do { \
		__builtin_memcpy(dst, src, K); \
		__builtin_memcpy((dst) + (rest), (src) + (rest), K); \
	} while (0)

/* The most frequent lengths, 8 to 32 bytes, are tested first. */
static inline void copy_block(char *dst, const char *src, uint64_t len)
{
	if (len >= 8) {
		if (len <= 16)
			COPY_HALVES(dst, src, 8, len - 8);
		else if (len <= 32)
			COPY_HALVES(dst, src, 16, len - 16);
		else if (len <= 64)
			COPY_HALVES(dst, src, 32, len - 32);
		else if (len <= 128)
			COPY_HALVES(dst, src, 64, len - 64);
		else if (len <= LONG_B)
			memcpy(dst, src, len);
		else
			rd_long_copy(dst, src, len);
	} else if (len >= 4) {
		COPY_HALVES(dst, src, 4, len - 4);
	} else if (len >= 2) {
		COPY_HALVES(dst, src, 2, len - 2);
	} else {
		*dst = *src;
	}
}

/*
 * Four loads before four stores, since a store to an unknown address delays later loads: blocks of
 * 4 and 8 bytes, in cache, take half the time: M-103.
 */
#define FOUR_BLOCKS(K, T, d0, d1, d2, d3, s0, s1, s2, s3) \
	do { \
		T a, b, c, d; \
\
		__builtin_memcpy(&a, s0, K); \
		__builtin_memcpy(&b, s1, K); \
		__builtin_memcpy(&c, s2, K); \
		__builtin_memcpy(&d, s3, K); \
		__builtin_memcpy(d0, &a, K); \
		__builtin_memcpy(d1, &b, K); \
		__builtin_memcpy(d2, &c, K); \
		__builtin_memcpy(d3, &d, K); \
	} while (0)

#endif
