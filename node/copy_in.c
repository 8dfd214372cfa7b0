/* SPDX-License-Identifier: BSD-3-Clause */
/* Copy-in (copy_in.h). */
#include "node/copy_in.h"

#include "base/clock.h"
#include "base/stream.h"

enum {
	HIGH_NS = 80,  /* to take a line: from here on latency is high: M-246 */
	VAIN_NS = 800, /* a page fault or an interrupt: no vote */
	FIRST = 12,    /* probes at each copy at first; the first ones meet untouched pages */
	EACH = 64,     /* copies for one probe later */
	RECENT = 0xf,  /* votes that count */
	MOST = 3,      /* of them, to change */
};

void rd_copy_in_vote(struct rd_copy_in *peer, uint64_t ns)
{
	int high;

	if (ns >= VAIN_NS)
		return;
	peer->votes = (uint8_t)(peer->votes << 1 | (ns >= HIGH_NS));
	high = __builtin_popcount(peer->votes & RECENT);
	if (high >= MOST)
		peer->is_high = 1;
	else if (high <= __builtin_popcount(RECENT) - MOST)
		peer->is_high = 0;
}

/* What two looks at the clock take by themselves. */
static uint64_t clock_ns(void)
{
	static uint64_t least = UINT64_MAX;
	static int is_known;

	if (!is_known)
		for (int i = 0; i < 8; i++) {
			uint64_t since = rd_clock_ns();

			least = rd_min(least, rd_clock_ns() - since);
		}
	is_known = 1;
	return least;
}

static void probe(struct rd_copy_in *peer, void *to, size_t bytes)
{
	uint64_t *line = (uint64_t *)(((uintptr_t)to + bytes / 2) / RD_CACHE_LINE * RD_CACHE_LINE);
	uint64_t own = clock_ns(), since = rd_clock_ns(), ns;

	/* A store would wait in the store buffer. Nobody reads the word before the copy. */
	__atomic_fetch_or(line, 0, __ATOMIC_SEQ_CST);
	ns = rd_clock_ns() - since;
	rd_copy_in_vote(peer, ns - rd_min(ns, own));
	if (peer->begun < FIRST)
		peer->begun++;
	else
		peer->left = EACH - 1;
}

void rd_copy_in_long(struct rd_copy_in *peer, void *to, const void *from, size_t bytes)
{
	if (RD_HAS_STREAM && peer->left)
		peer->left--;
	else if (RD_HAS_STREAM)
		probe(peer, to, bytes);
	if (peer->is_high)
		rd_stream_copy(to, from, bytes);
	else
		memcpy(to, from, bytes);
}
