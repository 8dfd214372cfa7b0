/* SPDX-License-Identifier: BSD-3-Clause */
/* base/stream.c: every byte is copied and none beside, to all places in a line, from some, of
 * lengths up to some lines, and a long one; long copies also onto themselves. */
#include "base/stream.h"

#include "t/tap.h"

#define LINES 5
#define LINE 64
#define LONG (3u << 20)

static unsigned char from[LONG + 2 * LINE], to[LONG + 2 * LINE];

typedef void copy_fn(void *to, const void *from, size_t bytes);

/* Bytes that are not as they should be. */
static int copy(copy_fn *fn, size_t at, size_t source, size_t bytes, size_t room)
{
	int wrong = 0;

	memset(to, 0xa5, room);
	fn(to + at, from + source, bytes);
	for (size_t i = 0; i < room; i++) {
		int copied = i >= at && i < at + bytes;

		wrong += to[i] != (copied ? from[i - at + source] : 0xa5);
	}
	return wrong;
}

/* The same of a copy within one buffer, whose ends overlap. */
static int overlap(size_t at, size_t source, size_t bytes)
{
	int wrong = 0;

	memcpy(to, from, sizeof(to));
	rd_long_copy(to + at, to + source, bytes);
	for (size_t i = 0; i < sizeof(to); i++) {
		int copied = i >= at && i < at + bytes;

		wrong += to[i] != from[copied ? i - at + source : i];
	}
	return wrong;
}

int main(void)
{
	int wrong = 0;

	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (unsigned char)(i * 7 + i / 256);
	for (size_t at = 0; at < LINE; at++)
		for (size_t source = 0; source < LINE; source += 7)
			for (size_t bytes = 0; bytes <= LINES * LINE; bytes += 1 + at % 3)
				wrong +=
					copy(rd_stream_copy, at, source, bytes, (LINES + 2) * LINE);
	is_int(wrong, 0, "short copies at all places of a line");
	is_int(copy(rd_stream_copy, 5, 3, LONG, sizeof(to)), 0, "a long one");
	is_int(copy(rd_long_copy, 5, 3, 0, sizeof(to)), 0, "no byte");
	is_int(copy(rd_long_copy, 5, 3, 256 << 10, sizeof(to)), 0, "one block");
	is_int(copy(rd_long_copy, 5, 3, LONG - 1, sizeof(to)), 0, "some blocks and a rest");
	is_int(overlap(0, 100, LONG), 0, "to lower addresses that overlap");
	is_int(overlap(100, 0, LONG), 0, "to higher ones");
	is_int(overlap(LONG / 2, 0, LONG / 2), 0, "to those right behind");
	return done();
}
