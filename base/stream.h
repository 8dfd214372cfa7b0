/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of long data. */
#ifndef RD_BASE_STREAM_H
#define RD_BASE_STREAM_H

#include <stddef.h>

/* 1: this processor has such stores (x86-64). */
#ifdef __x86_64__
#define RD_HAS_STREAM 1
#else
#define RD_HAS_STREAM 0
#endif

/* As memcpy. The stores go past the caches, so that no line of `to` is read before it is written;
 * they are visible to others before any later store. For data that do not fit the last-level cache,
 * or that a processor far from this one reads next: else reading them again takes longer than is
 * gained. */
void rd_stream_copy(void *to, const void *from, size_t bytes);

/* As memmove, by blocks: the C library copies a longer one in another way, which takes up to 20 %
 * more time (M-239). */
void rd_long_copy(void *to, const void *from, size_t bytes);

#endif
