/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short broadcasts of one root, one after the other, as messages of a stream that stays open: the
 * root sends at any time, without a barrier before. Called by ring_ops.c; below are the streams of
 * ring_dma.c.
 *
 * 1. The root of the open flow, and its position, are the same on all cards: both depend on the
 *    communicator's broadcasts alone.
 * 2. A flow is opened together, in the barrier, by a broadcast whose root was the last one's too;
 *    and anew when the slot is used up, which bounds how far a root can be ahead of the others.
 * 3. A message is the data, then the number of the broadcast and its length in the last word of its
 *    last cell, which arrives last (hw/emu/memory.c; on a bus writes keep their order). The slot
 *    holds no such number when the flow is opened. A card that awaits another length ends with an
 *    error: here if the word is at the same place, else in its wait (ring_differ.c).
 * 4. When a card closes its flow, all messages of it have arrived: a root that would send the next
 *    one is in a later broadcast, and that is not part of this flow. A card that is cut off waits
 *    for none and opens no other.
 */
#include "coll/ring.h"

#include "base/compiler.h"
#include "base/err.h"

#include <string.h>

#define CELL_B 128u /* bytes of the longest cell */
#define LENGTH_W RD_RING_LENGTH_W
_Static_assert(RD_RING_FLOW_B < 1u << LENGTH_W, "a length fits into the last word");

/* Bytes of a message: whole cells, which have 8, 32, 64 or 128. */
static uint32_t message_b(uint64_t bytes)
{
	uint32_t len = (uint32_t)bytes + 8, whole = len / CELL_B * CELL_B, rest = len - whole;

	return whole + (rest > 64 ? CELL_B : rest > 32 ? 64 : rest > 8 ? 32 : rest ? 8 : 0);
}

/* The last bytes of the slot stay free: a stream that is full would end. */
static int has_room(const struct rd_ring *ring, uint64_t bytes)
{
	return ring->flow.at + message_b(bytes) < RD_RING_SLOT_B;
}

int rd_ring_flow_fits(const struct rd_ring *ring, int from, uint64_t bytes)
{
	return bytes <= RD_RING_FLOW_B && ring->flow.last == from;
}

void rd_ring_flow_close(struct rd_ring *ring)
{
	if (ring->flow.open && ring->flow.last != ring->index)
		rd_ring_stream_disarm(ring);
	ring->flow.open = 0;
}

static int flow_open(struct rd_ring *ring, int from)
{
	rd_ring_flow_close(ring);
	ring->flow.open = 1;
	ring->flow.at = 0;
	memset(rd_ring_slot(ring), 0, RD_RING_SLOT_B);
	if (from == ring->index)
		return rd_ring_barrier(ring);
	rd_ring_stream_arm(ring, from, RD_RING_SLOT_B);
	return rd_ring_stream_barrier(ring);
}

static int send(struct rd_ring *ring, char *message, uint32_t len, const void *buf, uint64_t bytes)
{
	struct rd_ring_dma moving;
	uint64_t last = ring->flow.number << LENGTH_W | bytes;
	int err;

	memcpy(message, buf, bytes);
	memcpy(message + len - 8, &last, 8);
	err = rd_ring_stream_send(ring, &moving, ring->flow.at, len);
	if (!err)
		err = rd_ring_dma_await(ring, &moving, "broadcast");
	if (rd_unlikely(err))
		rd_ring_fail(ring, err); /* the others wait for the message */
	return err ? err : rd_ring_stream_refused(ring);
}

/* The message has come: its last word, and the one that this call gives. */
static int check_length(const struct rd_ring *ring, uint64_t last, uint64_t bytes)
{
	uint64_t length = last & ((1u << LENGTH_W) - 1);

	return rd_likely(length == bytes)
		       ? 0
		       : rd_ring_differs(ring, ring->flow.last, RD_COLL_BCAST, length);
}

static int take(struct rd_ring *ring, const char *message, uint32_t len, void *buf, uint64_t bytes)
{
	const uint64_t *word = (const uint64_t *)(message + len - 8);
	int err;

	if (rd_unlikely(ring->lost.cut_off))
		return RD_EPROC;
	err = rd_ring_await_word(ring, word, ring->flow.number);
	if (!err)
		err = check_length(ring, *word, bytes);
	if (err) {
		rd_ring_stream_cut_off(ring);
		return err;
	}
	memcpy(buf, message, bytes);
	return 0;
}

int rd_ring_flow(struct rd_ring *ring, int from, void *buf, uint64_t bytes)
{
	uint32_t len = message_b(bytes);
	char *message;
	int err = 0;

	if (!ring->flow.open || !has_room(ring, bytes))
		err = flow_open(ring, from);
	if (err)
		return err;
	message = rd_ring_slot(ring) + ring->flow.at;
	ring->flow.number++;
	if (ring->colocated)
		rd_ring_colocated_begin(ring);
	err = from == ring->index ? send(ring, message, len, buf, bytes)
				  : take(ring, message, len, buf, bytes);
	ring->flow.at += len;
	return err;
}
