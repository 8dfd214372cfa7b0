/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copy-in: data goes into shared memory out of which a peer copies it. The peer has read the lines
 * of that memory before. Where inter-core latency is low, plain stores are the quickest: the data
 * stays in caches. Where it is high, each line that is written is fetched from the other cache
 * first, and fetched again by the peer; non-temporal stores spare that, and take a third to a half
 * of the time from RD_COPY_IN_LEAST bytes on (M-246).
 *
 * The latency is measured: now and then a copy takes one line for writing before it, which the peer
 * has read last, and its duration is a vote. The two processors of a peer may change at any time.
 */
#ifndef RD_NODE_COPY_IN_H
#define RD_NODE_COPY_IN_H

#include "base/compiler.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { RD_COPY_IN_LEAST = 2048 }; /* bytes; shorter copies are plain */

/* Of one peer; all zero at first: low. */
struct rd_copy_in {
	uint8_t votes; /* of the latest probes, the newest in bit 0; 1: high */
	uint8_t begun; /* probes, while they are at each copy */
	uint8_t is_high;
	uint8_t left; /* copies before the next probe */
};

/* Probes if it is time, and copies as latency asks for. */
void rd_copy_in_long(struct rd_copy_in *peer, void *to, const void *from, size_t bytes);

/* 1: the next copy fetches the lines for writing itself, or does without; they are not to be
 * fetched before it. */
static inline int rd_copy_in_fetches(const struct rd_copy_in *peer)
{
	return peer->is_high || !peer->left;
}

/* As memcpy; the stores are visible to others before any later store. */
static inline void rd_copy_in(struct rd_copy_in *peer, void *to, const void *from, size_t bytes)
{
	if (rd_unlikely(bytes >= RD_COPY_IN_LEAST)) {
		if (rd_copy_in_fetches(peer)) {
			rd_copy_in_long(peer, to, from, bytes);
			return;
		}
		peer->left--;
	}
	memcpy(to, from, bytes);
}

/* A vote: it took `ns` to take a line that the peer has read. */
void rd_copy_in_vote(struct rd_copy_in *peer, uint64_t ns);

#endif
