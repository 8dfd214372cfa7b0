/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over blocks, one for each usual block length; called by walk.c. */
#include "datatype/copy.h"

#include <string.h>

/* Lengths with a loop of their own: a copy of constant length is one or two moves. */
#define LENGTHS(X) X(1) X(2) X(4) X(8) X(12) X(16) X(20) X(24) X(32) X(40) X(48) X(64)

/* Up to 128 bytes by moves that overlap: no call, few branches. */
static inline void copy_short(char *dst, const char *src, uint64_t len)
{
	if (len >= 16) {
		for (uint64_t i = 0; i + 16 <= len; i += 16)
			__builtin_memcpy(dst + i, src + i, 16);
		__builtin_memcpy(dst + len - 16, src + len - 16, 16);
	} else if (len >= 8) {
		__builtin_memcpy(dst, src, 8);
		__builtin_memcpy(dst + len - 8, src + len - 8, 8);
	} else if (len >= 4) {
		__builtin_memcpy(dst, src, 4);
		__builtin_memcpy(dst + len - 4, src + len - 4, 4);
	} else {
		for (uint64_t i = 0; i < len; i++)
			dst[i] = src[i];
	}
}

static inline void copy_block(char *dst, const char *src, uint64_t len)
{
	if (len <= 128)
		copy_short(dst, src, len);
	else
		memcpy(dst, src, len);
}

static void strided_any(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
			uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		copy_block(dst, src, len);
		dst += dstride;
		src += sstride;
	}
}

#define STRIDED(K) \
	static void strided_##K(char *dst, int64_t dstride, const char *src, int64_t sstride, \
				uint64_t n) \
	{ \
		for (uint64_t i = 0; i < n; i++) { \
			__builtin_memcpy(dst, src, K); \
			dst += dstride; \
			src += sstride; \
		} \
	}
LENGTHS(STRIDED)

void rd_copy_strided(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
		     uint64_t n)
{
	switch (len) {
#define CASE(K) \
	case K: \
		strided_##K(dst, dstride, src, sstride, n); \
		break;
	LENGTHS(CASE)
#undef CASE
	default:
		strided_any(dst, dstride, src, sstride, len, n);
	}
}

#define GATHER(K) \
	static void gather_##K(char *dst, const char *src, const int64_t *off, uint64_t n) \
	{ \
		for (uint64_t i = 0; i < n; i++, dst += K) \
			__builtin_memcpy(dst, src + off[i], K); \
	}
LENGTHS(GATHER)

void rd_copy_gather(char *dst, const char *src, const int64_t *off, uint64_t len, uint64_t n)
{
	switch (len) {
#define CASE(K) \
	case K: \
		gather_##K(dst, src, off, n); \
		break;
	LENGTHS(CASE)
#undef CASE
	default:
		for (uint64_t i = 0; i < n; i++, dst += len)
			copy_block(dst, src + off[i], len);
	}
}

#define SCATTER(K) \
	static void scatter_##K(char *dst, const int64_t *off, const char *src, uint64_t n) \
	{ \
		for (uint64_t i = 0; i < n; i++, src += K) \
			__builtin_memcpy(dst + off[i], src, K); \
	}
LENGTHS(SCATTER)

void rd_copy_scatter(char *dst, const int64_t *off, const char *src, uint64_t len, uint64_t n)
{
	switch (len) {
#define CASE(K) \
	case K: \
		scatter_##K(dst, off, src, n); \
		break;
	LENGTHS(CASE)
#undef CASE
	default:
		for (uint64_t i = 0; i < n; i++, src += len)
			copy_block(dst + off[i], src, len);
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
