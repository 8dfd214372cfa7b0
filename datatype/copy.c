/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loops over blocks at listed offsets, by block length (block.h). Called by walk.c.
 */
#include "datatype/copy.h"

#include "datatype/block.h"

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
