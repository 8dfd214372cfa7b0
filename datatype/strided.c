/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loops over blocks at even distances. The loop depends on their length (block.h), and on whether
 * the caches can keep their lines: short blocks that share few sets of a cache are paced; rows of a
 * message that exceeds the second-level cache, and short blocks of one that exceeds the last level,
 * are prefetched. Called by walk.c.
 */
#include "datatype/copy.h"

#include <string.h>

#include "base/compiler.h"
#include "datatype/block.h"
#include "runtime/hw.h"

#define SHORT_B 64     /* up to here blocks count as a line each */
#define ROW_CALL_B 512 /* longer ones gain nothing from a loop of their own, except prefetching */
#define ROW_B 2048     /* longer ones the processor prefetches well by itself */

/* ---- Capacity of the caches ---- */

/* Bytes of the cache of this level, or a guess. */
static uint64_t cache_bytes(int level)
{
	static const uint64_t guess[1 + RD_HW_CACHE_LEVELS] = {0, 32u << 10, 512u << 10, 8u << 20};
	uint64_t bytes = rd_hw_cache(level);

	return bytes ? bytes : guess[level];
}

/*
 * Bytes of a cache that a line excludes others of its kind from: at multiples of 2 KiB lines are in
 * one of 32 sets. Not above a page, since pages lie in any order.
 */
static uint64_t line_share(int64_t stride)
{
	uint64_t share = (uint64_t)stride & -(uint64_t)stride;

	return rd_min(rd_max(share, RD_CACHE_LINE), 4096);
}

/* Not into the first level, whose sets could not hold them until they are used. */
static inline void prefetch_far(uintptr_t address)
{
	__builtin_prefetch((const void *)address, 0, 2);
}

/* ---- Short blocks ---- */

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

/* By length, none of them paced. */
static void strided_short(char *dst, int64_t dstride, const char *src, int64_t sstride,
			  uint64_t len, uint64_t n)
{
	switch (len) {
#define CASE(K, T) \
	case K: \
		strided_##K(dst, dstride, src, sstride, n); \
		break;
		REGISTERS(CASE)
#undef CASE
	default:
		strided_halves(dst, dstride, src, sstride, len, n);
	}
}

/* ---- Short blocks that share sets of a cache ---- */

/*
 * Blocks at multiples of 2 or 4 KiB share one or two sets of the L1 cache, which hold 8 to 16
 * lines. Unpaced, dozens of accesses are under way at once and evict each other's lines before they
 * are used. Stores to an unused variable occupy the processor's store queue and so keep that number
 * small: M-105. Loads need two for each block, stores four, which wait for a line that is not in
 * the cache.
 */
#define IDLE_2 \
	idle = n; \
	idle = n
#define IDLE_4 \
	IDLE_2; \
	IDLE_2

#define PACED(NAME, AHEAD, IDLE) \
	static void NAME(char *dst, int64_t dstride, const char *src, int64_t sstride, \
			 uint64_t len, uint64_t n) \
	{ \
		volatile uint64_t idle; \
\
		for (; n; n--, dst += dstride, src += sstride) { \
			AHEAD; \
			copy_block(dst, src, len); \
			IDLE; \
		} \
		(void)idle; \
	}
PACED(pack_paced, (void)0, IDLE_2)
PACED(unpack_paced, (void)0, IDLE_4)

/* Lines that come from memory are prefetched this many blocks ahead: M-106; 32 and 128 are as
 * good. */
#define FAR_N 64
PACED(pack_far, prefetch_far((uintptr_t)src + FAR_N * (uint64_t)sstride), IDLE_4)
PACED(unpack_far, prefetch_far((uintptr_t)dst + FAR_N * (uint64_t)dstride), IDLE_4)

/* Doubles are stored in pairs: a block takes as much of the queue in half the instructions:
 * M-105. */
static void pack_paced_8(char *dst, const char *src, int64_t sstride, uint64_t n)
{
	volatile uint64_t idle;

	for (; n >= 2; n -= 2, dst += 16, src += 2 * sstride) {
		struct b16 pair;

		__builtin_memcpy(&pair, src, 8);
		__builtin_memcpy((char *)&pair + 8, src + sstride, 8);
		__builtin_memcpy(dst, &pair, 16);
		IDLE_4;
		idle = n;
	}
	if (n)
		__builtin_memcpy(dst, src, 8);
	(void)idle;
}

#define FEW 16 /* blocks, none of which any cache evicts */

/* Strides, in bytes, from which on lines are too few: for stores and loads. Blocks above half a
 * line are slow enough to need no pacing at smaller ones. */
static inline uint64_t crowded_stores(uint64_t len)
{
	return len <= RD_CACHE_LINE / 2 ? 512 : 2048;
}
#define CROWDED_LOADS 1024

/* Loops for blocks that compete for lines; 0 when these do not. `whole` is as in copy.h. */
static int strided_competing(char *dst, int64_t dstride, const char *src, int64_t sstride,
			     uint64_t len, uint64_t n, uint64_t whole)
{
	uint64_t to = line_share(dstride), from = line_share(sstride), blocks = whole / len;
	int stores = to >= crowded_stores(len), far;

	if (n < FEW || (!stores && from < CROWDED_LOADS))
		return 0;
	far = n >= 4 * FAR_N && blocks * rd_max(to, from) > cache_bytes(3);
	if (stores && blocks * to > cache_bytes(1))
		(far ? unpack_far : unpack_paced)(dst, dstride, src, sstride, len, n);
	else if (from < CROWDED_LOADS || blocks * from <= cache_bytes(2) / 4)
		return 0;
	else if (!far && len == 8 && dstride == 8)
		pack_paced_8(dst, src, sstride, n);
	else
		(far ? pack_far : pack_paced)(dst, dstride, src, sstride, len, n);
	return 1;
}

/* ---- Rows ---- */

/*
 * Rows of a message that does not stay in the second-level cache are prefetched two rows ahead, on
 * both sides, for the processor's own prefetchers begin anew in each row; for smaller messages, in
 * the cache, this would take a third longer: M-107.
 */
#define ROWS_AHEAD 2

#ifdef __x86_64__

typedef uint64_t b32 __attribute__((vector_size(32), aligned(1), may_alias));

#define COPY_32(dst, src) (*(b32 *)(void *)(dst) = *(const b32 *)(const void *)(src))

#define COPY_128(dst, src) \
	do { \
		const b32 *from = (const void *)(src); \
		b32 *to = (void *)(dst), a = from[0], b = from[1], c = from[2], d = from[3]; \
\
		to[0] = a; \
		to[1] = b; \
		to[2] = c; \
		to[3] = d; \
	} while (0)

/* More than 128 bytes: the first 32, then to aligned addresses, and the last 128, which may overlap
 * the bytes before them. */
#define ROWS(NAME, AHEAD) \
	static __attribute__((target("avx2"))) void NAME(char *dst, int64_t dstride, \
							 const char *src, int64_t sstride, \
							 uint64_t len, uint64_t n) \
	{ \
		for (; n; n--, dst += dstride, src += sstride) { \
			uint64_t i = -(uint64_t)(uintptr_t)dst % 32, last = len - 128; \
\
			COPY_32(dst, src); \
			for (; i < last; i += 128) { \
				AHEAD(i); \
				COPY_128(dst + i, src + i); \
			} \
			AHEAD(last); \
			COPY_128(dst + last, src + last); \
		} \
	}

static inline void prefetch_to_read(uintptr_t address)
{
	__builtin_prefetch((const void *)address);
	__builtin_prefetch((const void *)(address + RD_CACHE_LINE));
}

static inline void prefetch_to_write(uintptr_t address)
{
	rd_prefetch_to_write((void *)address);
	rd_prefetch_to_write((void *)(address + RD_CACHE_LINE));
}

#define NOT_AHEAD(i) (void)0
#define FROM_AHEAD(i) prefetch_to_read((uintptr_t)src + ROWS_AHEAD * (uint64_t)sstride + (i))
#define TO_AHEAD(i) prefetch_to_write((uintptr_t)dst + ROWS_AHEAD * (uint64_t)dstride + (i))
#define BOTH_AHEAD(i) \
	FROM_AHEAD(i); \
	TO_AHEAD(i)

ROWS(rows_short, NOT_AHEAD)
ROWS(rows_both_ahead, BOTH_AHEAD)
ROWS(rows_from_ahead, FROM_AHEAD)
ROWS(rows_to_ahead, TO_AHEAD)

/*
 * The dense side may be shared memory: its lines are prefetched for their use, for reading or for
 * writing, and none behind it, which another process may be using: M-108.
 */
static void rows_ahead(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
		       uint64_t n)
{
	uint64_t most = n > ROWS_AHEAD ? n - ROWS_AHEAD : 0, last = n - most;

	rows_both_ahead(dst, dstride, src, sstride, len, most);
	dst += (int64_t)most * dstride;
	src += (int64_t)most * sstride;
	if ((uint64_t)dstride == len)
		rows_from_ahead(dst, dstride, src, sstride, len, last);
	else
		rows_to_ahead(dst, dstride, src, sstride, len, last);
}

#endif

static void strided_long(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
			 uint64_t n)
{
	for (; n; n--, dst += dstride, src += sstride)
		memcpy(dst, src, len);
}

static void strided_rows(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
			 uint64_t n, uint64_t whole)
{
	(void)whole; /* decides on x86-64 only */
#ifdef __x86_64__
	if (len <= ROW_B && __builtin_cpu_supports("avx2")) {
		if (whole > cache_bytes(2) / 4) {
			rows_ahead(dst, dstride, src, sstride, len, n);
			return;
		}
		if (len <= ROW_CALL_B) {
			rows_short(dst, dstride, src, sstride, len, n);
			return;
		}
	}
#endif
	strided_long(dst, dstride, src, sstride, len, n);
}

void rd_copy_strided(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
		     uint64_t n, uint64_t whole)
{
	if (len > 128)
		strided_rows(dst, dstride, src, sstride, len, n, whole);
	else if (len > SHORT_B || !strided_competing(dst, dstride, src, sstride, len, n, whole))
		strided_short(dst, dstride, src, sstride, len, n);
}
