/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of a few bytes, in line: on the short-message path a call costs as much as the copy. */
#ifndef RD_BASE_SHORT_H
#define RD_BASE_SHORT_H

#include <stddef.h>
#include <string.h>

#include "base/compiler.h"

#define RD_SHORT_MAX 48 /* bytes */

/* At most RD_SHORT_MAX bytes, by few moves of fixed size, the last one overlapping. */
static inline void rd_short_copy(void *dst, const void *src, size_t len)
{
	unsigned char *to = dst;
	const unsigned char *from = src;

	if (rd_likely(len == 8)) {
		memcpy(to, from, 8);
	} else if (len > 16) {
		memcpy(to, from, 16);
		if (len > 32)
			memcpy(to + 16, from + 16, 16);
		memcpy(to + len - 16, from + len - 16, 16);
	} else if (len > 8) {
		memcpy(to, from, 8);
		memcpy(to + len - 8, from + len - 8, 8);
	} else if (len >= 4) {
		memcpy(to, from, 4);
		memcpy(to + len - 4, from + len - 4, 4);
	} else if (len) {
		to[0] = from[0];
		to[len / 2] = from[len / 2];
		to[len - 1] = from[len - 1];
	}
}

/* Any number of bytes, mostly few. */
static inline void rd_bytes_copy(void *dst, const void *src, size_t len)
{
	if (rd_likely(len <= RD_SHORT_MAX))
		rd_short_copy(dst, src, len);
	else
		memcpy(dst, src, len);
}

#endif
