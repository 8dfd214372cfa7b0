/* SPDX-License-Identifier: BSD-3-Clause */
/* base/stream.c: every byte is copied and none beside, to all places in a line, from some, of
 * lengths up to some lines, and a long one. */
#include "base/stream.h"

#include "t/tap.h"

#define LINES 5
#define LINE 64
#define LONG (3u << 20)

static unsigned char from[LONG + 2 * LINE], to[LONG + 2 * LINE];

/* Bytes that are not as they should be. */
static int copy(size_t at, size_t source, size_t bytes, size_t room)
{
	int wrong = 0;

	memset(to, 0xa5, room);
	rd_stream_copy(to + at, from + source, bytes);
	for (size_t i = 0; i < room; i++) {
		int copied = i >= at && i < at + bytes;

		wrong += to[i] != (copied ? from[i - at + source] : 0xa5);
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
				wrong += copy(at, source, bytes, (LINES + 2) * LINE);
	is_int(wrong, 0, "short copies at all places of a line");
	is_int(copy(5, 3, LONG, sizeof(to)), 0, "a long one");
	return done();
}
