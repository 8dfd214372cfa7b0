/* SPDX-License-Identifier: BSD-3-Clause */
/* coll/sm_short.h: a slot of any length is read whole, and nothing beside the receiver's block is
 * written. */
#include "coll/sm_short.h"

#include "t/tap.h"

enum { LONGEST = 600, ROOM = LONGEST + 2 * RD_CACHE_LINE };

/* 1: `bytes` bytes from `at` bytes behind a line on are copied, and no others. */
static int copies(uint64_t bytes, uint64_t at)
{
	_Alignas(RD_CACHE_LINE) static char slot[LONGEST], block[ROOM], expected[ROOM];

	for (int i = 0; i < LONGEST; i++)
		slot[i] = (char)(i * 7 + i / 64 + 1);
	memset(block, -1, ROOM);
	memset(expected, -1, ROOM);
	memcpy(expected + RD_CACHE_LINE + at, slot, bytes);
	slot_copy(block + RD_CACHE_LINE + at, slot, bytes);
	return !memcmp(block, expected, ROOM);
}

int main(void)
{
	int wrong = -1;

	for (int bytes = 0; bytes <= LONGEST && wrong < 0; bytes++)
		if (!copies((uint64_t)bytes, 0) || !copies((uint64_t)bytes, 4))
			wrong = bytes;
	is_int(wrong, -1, "the first length whose copy is wrong");
	return done();
}
