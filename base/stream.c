/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/stream.h"

#include "base/compiler.h"

#include <stdint.h>
#include <string.h>

#ifdef __x86_64__

#include <emmintrin.h>

enum { LANES = RD_CACHE_LINE / sizeof(__m128i) };

void rd_stream_copy(void *to, const void *from, size_t bytes)
{
	size_t head = rd_min(bytes, -(uintptr_t)to % RD_CACHE_LINE);
	size_t lines = (bytes - head) / RD_CACHE_LINE;
	__m128i *line = (__m128i *)((char *)to + head);
	const __m128i *source = (const __m128i *)((const char *)from + head);

	memcpy(to, from, head);
	for (size_t i = 0; i < lines; i++, line += LANES, source += LANES) {
		__m128i lane[LANES];

		for (int n = 0; n < LANES; n++)
			lane[n] = _mm_loadu_si128(source + n);
		for (int n = 0; n < LANES; n++)
			_mm_stream_si128(line + n, lane[n]);
	}
	_mm_sfence();
	memcpy(line, source, bytes - head - lines * RD_CACHE_LINE);
}

#else

void rd_stream_copy(void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
}

#endif

enum { BLOCK_B = 256 << 10 };

void rd_long_copy(void *to, const void *from, size_t bytes)
{
	uintptr_t gap = (uintptr_t)to - (uintptr_t)from;

	if (bytes <= BLOCK_B || gap < bytes || -gap < bytes) {
		memmove(to, from, bytes);
		return;
	}
	for (size_t done = 0, n; done < bytes; done += n) {
		n = rd_min(bytes - done, (size_t)BLOCK_B);
		memcpy((char *)to + done, (const char *)from + done, n);
	}
}
