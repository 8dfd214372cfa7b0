/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loops over blocks at even distances move the bytes of every block and no others, for every
 * length, distance and resulting loop: paced, prefetched, by rows. Either side may be the one that
 * is not dense, distances may be negative.
 */
#include "datatype/copy.h"

#include "t/tap.h"

#define AREA (5u << 18) /* bytes */

static unsigned char user[AREA], want[AREA], packed[AREA], dense[AREA];

static void fill(unsigned char *data, uint32_t state)
{
	for (uint32_t i = 0; i < AREA; i++) {
		data[i] = (unsigned char)(state >> 24);
		state = state * 1664525u + 1013904223u;
	}
}

/* n blocks from `base` in user, dense from `at` in packed. */
static int moves(uint64_t len, int64_t stride, uint64_t n, uint64_t base, uint64_t at,
		 uint64_t whole)
{
	uint64_t bytes = len * n;
	int wrong;

	memset(packed, 0x5a, AREA);
	memset(dense, 0x5a, AREA);
	for (uint64_t i = 0; i < n; i++)
		memcpy(dense + at + i * len, user + (int64_t)base + (int64_t)i * stride, len);
	rd_copy_strided((char *)packed + at, (int64_t)len, (char *)user + base, stride, len, n,
			whole);
	wrong = memcmp(packed, dense, AREA) != 0;

	for (uint64_t i = 0; i < bytes; i++)
		packed[at + i] = (unsigned char)~packed[at + i];
	memcpy(want, user, AREA);
	for (uint64_t i = 0; i < n; i++)
		memcpy(want + (int64_t)base + (int64_t)i * stride, packed + at + i * len, len);
	rd_copy_strided((char *)user + base, stride, (char *)packed + at, (int64_t)len, len, n,
			whole);
	return !wrong && !memcmp(user, want, AREA);
}

static const uint64_t lengths[] = {
	1,  2,  3,   4,   5,   7,   8,   9,   12,  16,  17,  24,  32,  33,  48,   63,   64,
	65, 96, 127, 128, 129, 130, 159, 160, 161, 256, 257, 511, 513, 999, 2047, 2048, 2049,
};

/* Up to n, as many as there is room for, up and down; for a message of their own and for one beyond
 * all caches. */
static int all_ways(uint64_t len, uint64_t stride, uint64_t n)
{
	uint64_t room = AREA - 64 - len, far;

	if (len > stride)
		return 1;
	n = n * stride < room ? n : room / stride;
	far = (n - 1) * stride;
	return moves(len, (int64_t)stride, n, 3, 16, len * n) &&
	       moves(len, (int64_t)stride, n, 16, 5, (uint64_t)1 << 40) &&
	       moves(len, -(int64_t)stride, n, far + 8, 1, (uint64_t)1 << 40);
}

int main(void)
{
	static const uint64_t strides[] = {8, 520, 512, 1024, 2000, 2048, 4096};
	static const uint64_t counts[] = {1, 3, 17, 68, 301};

	fill(user, 1);
	for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
		int fine = 1;

		for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
			for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
				fine &= all_ways(lengths[l], strides[s], counts[c]);
		ok(fine, "blocks of 1 to 2049 bytes %d bytes apart", (int)strides[s]);
	}
	return done();
}
