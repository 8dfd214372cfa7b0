/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Receiving: takes messages out of the lanes of the own inbox and hands them to
 * pt2pt where they lie. Called by the poller (sm.c).
 *
 * What was taken is told to the sender in its credit line: when a quarter of the lane or some amount of
 * block payload has gathered, and when the lane is empty, so that nobody waits for it.
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"

#define BATCH 32           /* messages of one lane in one poll */
#define URGE_B (64u << 10) /* bytes of block payload that are told at once */

#define PREFETCH_B 4096    /* bytes of a block asked for before it is handed up; t/btl/speed: a trip of
                            * 4 KB between caches far apart 2.0 us without, 1.6 with; 8 KB gains nothing */

static void tell(struct rd_sm_ep *ep)
{
	ep->rx_told = ep->rx_next;
	ep->rx_urge = 0;
	/* release: slots and blocks have been read; pairs with look_at_credit (send.c) */
	__atomic_store_n(ep->rx_taken, ep->rx_told, __ATOMIC_RELEASE);
	rd_sm_wake(ep, RD_SM_ASLEEP_FOR_ROOM);
}

static void broken(struct rd_sm_ep *ep, const char *what, unsigned value)
{
	rd_error("shared memory: rank %d (process %d) sent a slot whose %s is %u; its memory is "
		 "overwritten, or it runs another version of this library", ep->ep.rank, ep->addr.pid,
		 what, value);
	rd_sm_ep_down(ep, RD_EPROTO);
}

static void up(struct rd_sm_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	rd_sm_stats.rx_msgs++;
	rd_sm_stats.rx_bytes += len;
	rd_btl_up_recv(&ep->ep, hdr, payload, len);
}

/* All lines are asked for at once: the processor's own prefetching starts late on a block of a few KB. */
static void ask_for(const char *block, size_t len)
{
	for (size_t i = 0; i < len; i += RD_CACHE_LINE)
		__builtin_prefetch(block + i);
}

static void take_block(struct rd_sm_ep *ep, const struct rd_sm_slot *slot)
{
	uint32_t index = __atomic_load_n(&slot->block.index, __ATOMIC_RELAXED);
	uint32_t len = __atomic_load_n(&slot->block.len, __ATOMIC_RELAXED);
	struct rd_hdr hdr = slot->hdr;

	if (index >= RD_SM_BLOCKS) {
		broken(ep, "block", index);
	} else if (len > rd_sm_block_room(index)) {
		broken(ep, "length", len);
	} else {
		ep->rx_urge += len;
		ask_for(rd_sm_block(&ep->seg, index), rd_min(len, (uint32_t)PREFETCH_B));
		up(ep, &hdr, rd_sm_block(&ep->seg, index), len);
	}
}

static void take(struct rd_sm_ep *ep, const struct rd_sm_slot *slot)
{
	struct rd_hdr hdr = slot->hdr;
	unsigned len = __atomic_load_n(&slot->tail.len, __ATOMIC_RELAXED);
	unsigned type = __atomic_load_n(&slot->tail.type, __ATOMIC_RELAXED);

	if (rd_likely(type == RD_SM_INLINE)) {
		if (rd_likely(len <= RD_SM_INLINE_MAX))
			up(ep, &hdr, slot->data, len);
		else
			broken(ep, "length", len);
	} else if (type == RD_SM_BLOCK) {
		take_block(ep, slot);
	} else if (type == RD_SM_HELP) {
		struct rd_sm_help help = slot->help;

		rd_sm_copy_help(ep, &help);
	} else {
		broken(ep, "type", type);
	}
}

int rd_sm_lane_waits(const struct rd_sm_ep *ep)
{
	uint32_t i = rd_sm_slot_index(ep->rx_next, ep->index, rd_sm.seg.nslots);

	return !ep->down && __atomic_load_n(&ep->rx[i].tail.seq, __ATOMIC_RELAXED) == ep->rx_next + 1;
}

int rd_sm_lane_poll(struct rd_sm_ep *ep)
{
	const uint32_t nslots = rd_sm.seg.nslots;
	int n = 0;

	while (!ep->down) {
		struct rd_sm_slot *slot = &ep->rx[rd_sm_slot_index(ep->rx_next, ep->index, nslots)];

		/* acquire: pairs with the release in lane_publish (send.c) */
		if (__atomic_load_n(&slot->tail.seq, __ATOMIC_ACQUIRE) != ep->rx_next + 1) {
			if (ep->rx_told != ep->rx_next)
				tell(ep);
			break;
		}
		take(ep, slot);
		ep->rx_next++;
		if (ep->rx_next - ep->rx_told >= nslots / 4 || ep->rx_urge >= URGE_B)
			tell(ep);
		if (++n == BATCH)
			break;
	}
	return n;
}
