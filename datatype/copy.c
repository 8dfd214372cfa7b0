/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loops over blocks, by block length: 1, 2, 4, 8 and 16 bytes are one register; up to 128 are
 * two copies of constant length K, K < length <= 2 K, that overlap in the middle; longer ones
 * are memcpy's. Called by walk.c.
 */
#include "datatype/copy.h"

#include <string.h>

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

/* The usual lengths, 8 to 32 bytes, are asked for first. */
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
		else
			memcpy(dst, src, len);
	} else if (len >= 4) {
		COPY_HALVES(dst, src, 4, len - 4);
	} else if (len >= 2) {
		COPY_HALVES(dst, src, 2, len - 2);
	} else {
		*dst = *src;
	}
}

/*
 * Four loads before four stores, since a store to an unknown place keeps later loads waiting:
 * blocks of 4 and 8 bytes, in cache, take half the time.
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

#define STRIDED_REGISTER(K, T) \
	static void strided_##K(char *dst, int64_t dstride, const char *src, int64_t sstride, \
				uint64_t n) \
	{ \
		for (; n >= 4; n -= 4, dst += 4 * dstride, src += 4 * sstride) \
			FOUR_BLOCKS(K, T, dst, dst + dstride, dst + 2 * dstride, \
				    dst + 3 * dstride, src, src + sstride, src + 2 * sstride, \
				    src + 3 * sstride); \
		for (; n; n--, dst += dstride, src += sstride) \
			__builtin_memcpy(dst, src, K); \
	}
REGISTERS(STRIDED_REGISTER)

#define STRIDED_HALVES(K) \
	static void strided_halves_##K(char *dst, int64_t dstride, const char *src, \
				       int64_t sstride, uint64_t rest, uint64_t n) \
	{ \
		for (; n; n--, dst += dstride, src += sstride) \
			COPY_HALVES(dst, src, K, rest); \
	}
HALVES(STRIDED_HALVES)

static void strided_long(char *dst, int64_t dstride, const char *src, int64_t sstride,
			 uint64_t len, uint64_t n)
{
	for (; n; n--, dst += dstride, src += sstride)
		memcpy(dst, src, len);
}

/*
 * Blocks at multiples of 2 or 4 KiB share one or two sets of the L1 cache, which hold 8 to 16
 * lines. Unpaced, dozens of accesses are under way at once and evict each other's lines before
 * they are used. Stores that lead nowhere take up the processor's store queue and so keep that
 * number small; two for each block do, since where two threads share a processor the queue is
 * halved. Columns of 256 doubles 2 KiB and 512 KiB apart (bench/pack, minima): packing 0.53 ->
 * 0.32 and 1.28 -> 1.17 us, unpacking 0.55 -> 0.32 and 1.24 -> 0.90 us. Beside a busy thread six
 * stores took 0.84 and 1.5 us to pack (medians), two take 0.54 and 1.3.
 */
#define PACED(NAME, IDLE) \
	static void NAME(char *dst, int64_t dstride, const char *src, int64_t sstride, \
			 uint64_t len, uint64_t n) \
	{ \
		volatile uint64_t idle; \
 \
		for (; n; n--, dst += dstride, src += sstride) { \
			copy_block(dst, src, len); \
			IDLE; \
		} \
		(void)idle; \
	}
PACED(strided_paced, idle = n; idle = n)
PACED(strided_paced_far, idle = n)

#define STAY_IN_CACHE 4096 /* so many short blocks that share a set of it */

/* Short blocks that share so few sets of the cache. More than STAY_IN_CACHE do not, but stores
 * suffer still: 65536 doubles 2 KiB apart are unpacked in 0.46 ms with one idle store for each,
 * 0.50 with two, 0.54 without. */
static int share_sets(int64_t dstride, int64_t sstride, uint64_t len, uint64_t n)
{
	if (len > 64 || n < 16)
		return 0;
	return dstride % 2048 == 0 || sstride % 4096 == 0 ||
	       (n <= STAY_IN_CACHE && sstride % 2048 == 0);
}

static void strided_halves(char *dst, int64_t dstride, const char *src, int64_t sstride,
			   uint64_t len, uint64_t n)
{
	uint64_t half = half_of(len);

	switch (half) {
#define CASE(K) \
	case K: \
		strided_halves_##K(dst, dstride, src, sstride, len - half, n); \
		break;
	HALVES(CASE)
#undef CASE
	}
}

void rd_copy_strided(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
		     uint64_t n)
{
	if (share_sets(dstride, sstride, len, n)) {
		if (n <= STAY_IN_CACHE)
			strided_paced(dst, dstride, src, sstride, len, n);
		else
			strided_paced_far(dst, dstride, src, sstride, len, n);
		return;
	}
	switch (len) {
#define CASE(K, T) \
	case K: \
		strided_##K(dst, dstride, src, sstride, n); \
		break;
	REGISTERS(CASE)
#undef CASE
	default:
		if (len <= 128)
			strided_halves(dst, dstride, src, sstride, len, n);
		else
			strided_long(dst, dstride, src, sstride, len, n);
	}
}

#define GATHER_REGISTER(K, T) \
	static void gather_##K(char *dst, const char *src, const int64_t *off, uint64_t n) \
	{ \
		for (; n >= 4; n -= 4, dst += 4 * K, off += 4) \
			FOUR_BLOCKS(K, T, dst, dst + K, dst + 2 * K, dst + 3 * K, src + off[0], \
				    src + off[1], src + off[2], src + off[3]); \
		for (; n; n--, dst += K, off++) \
			__builtin_memcpy(dst, src + off[0], K); \
	}
REGISTERS(GATHER_REGISTER)

#define GATHER_HALVES(K) \
	static void gather_halves_##K(char *dst, const char *src, const int64_t *off, \
				      uint64_t len, uint64_t n) \
	{ \
		for (; n; n--, dst += len, off++) \
			COPY_HALVES(dst, src + off[0], K, len - K); \
	}
HALVES(GATHER_HALVES)

static void gather_halves(char *dst, const char *src, const int64_t *off, uint64_t len, uint64_t n)
{
	switch (half_of(len)) {
#define CASE(K) \
	case K: \
		gather_halves_##K(dst, src, off, len, n); \
		break;
	HALVES(CASE)
#undef CASE
	}
}

void rd_copy_gather(char *dst, const char *src, const int64_t *off, uint64_t len, uint64_t n)
{
	switch (len) {
#define CASE(K, T) \
	case K: \
		gather_##K(dst, src, off, n); \
		break;
	REGISTERS(CASE)
#undef CASE
	default:
		if (len <= 128)
			gather_halves(dst, src, off, len, n);
		else
			for (uint64_t i = 0; i < n; i++, dst += len)
				memcpy(dst, src + off[i], len);
	}
}

#define SCATTER_REGISTER(K, T) \
	static void scatter_##K(char *dst, const int64_t *off, const char *src, uint64_t n) \
	{ \
		for (; n >= 4; n -= 4, src += 4 * K, off += 4) \
			FOUR_BLOCKS(K, T, dst + off[0], dst + off[1], dst + off[2], dst + off[3], \
				    src, src + K, src + 2 * K, src + 3 * K); \
		for (; n; n--, src += K, off++) \
			__builtin_memcpy(dst + off[0], src, K); \
	}
REGISTERS(SCATTER_REGISTER)

#define SCATTER_HALVES(K) \
	static void scatter_halves_##K(char *dst, const int64_t *off, const char *src, \
				       uint64_t len, uint64_t n) \
	{ \
		for (; n; n--, src += len, off++) \
			COPY_HALVES(dst + off[0], src, K, len - K); \
	}
HALVES(SCATTER_HALVES)

static void scatter_halves(char *dst, const int64_t *off, const char *src, uint64_t len, uint64_t n)
{
	switch (half_of(len)) {
#define CASE(K) \
	case K: \
		scatter_halves_##K(dst, off, src, len, n); \
		break;
	HALVES(CASE)
#undef CASE
	}
}

void rd_copy_scatter(char *dst, const int64_t *off, const char *src, uint64_t len, uint64_t n)
{
	switch (len) {
#define CASE(K, T) \
	case K: \
		scatter_##K(dst, off, src, n); \
		break;
	REGISTERS(CASE)
#undef CASE
	default:
		if (len <= 128)
			scatter_halves(dst, off, src, len, n);
		else
			for (uint64_t i = 0; i < n; i++, src += len)
				memcpy(dst + off[i], src, len);
	}
}

void rd_copy_gatherv(char *dst, const char *src, const int64_t *off, const uint64_t *pos,
		     uint64_t n)
{
	uint64_t first = pos[0];

	for (uint64_t i = 0; i < n; i++)
		copy_block(dst + (pos[i] - first), src + off[i], pos[i + 1] - pos[i]);
}

void rd_copy_scatterv(char *dst, const int64_t *off, const char *src, const uint64_t *pos,
		      uint64_t n)
{
	uint64_t first = pos[0];

	for (uint64_t i = 0; i < n; i++)
		copy_block(dst + off[i], src + (pos[i] - first), pos[i + 1] - pos[i]);
}
