/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Receiving: delivers messages from the FIFOs and SRQ slots of this process's segment to pt2pt, in
 * place. Called by the poller (sm.c).
 *
 * The number of messages taken is stored in the sender's credit line after each batch, and earlier
 * when many block bytes are to be freed.
 */
#include "btl_sm/sm.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"

#define BATCH 16           /* messages of one FIFO in one poll; a quarter of the smallest FIFO */
#define URGE_B (64u << 10) /* bytes of block payload after which the credit is stored at once */

/* Bytes of a block that are prefetched before it is delivered: M-201. */
#define PREFETCH_B 4096

static void tell(struct rd_sm_ep *ep)
{
	ep->rx.told = ep->rx.next;
	ep->rx.urge = 0;
	/* release: slots and blocks have been read; pairs with look_at_credit (send.c) */
	__atomic_store_n(ep->rx.taken, ep->rx.told, __ATOMIC_RELEASE);
	rd_sm_wake(ep, RD_SM_ASLEEP_FOR_ROOM);
}

static void broken(struct rd_sm_ep *ep, const char *what, unsigned value)
{
	rd_error("shared memory: rank %d (process %d) sent a slot whose %s is %u; its memory is "
		 "overwritten, or it runs another version of this library",
		 ep->ep.rank, ep->addr.pid, what, value);
	rd_sm_ep_down(ep, RD_EPROTO);
}

static void up(struct rd_sm_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	rd_sm_stats.rx_msgs++;
	rd_sm_stats.rx_bytes += len;
	rd_btl_up_recv(&ep->ep, hdr, payload, len);
}

/* Prefetches all lines at once: the processor's own prefetcher starts late on a block of a few
 * KB. */
static void ask_for(const char *block, size_t len)
{
	for (size_t i = 0; i < len; i += RD_CACHE_LINE)
		__builtin_prefetch(block + i);
}

/* The peer's block that a slot names, prefetched; NULL: invalid, and the endpoint is down. */
static const char *block_of(struct rd_sm_ep *ep, uint32_t index, uint32_t len)
{
	const char *block;

	if (index >= RD_SM_BLOCKS) {
		broken(ep, "block", index);
		return NULL;
	}
	if (len > rd_sm_block_room(index)) {
		broken(ep, "length", len);
		return NULL;
	}
	block = rd_sm_block(&ep->seg, index);
	ask_for(block, rd_min(len, (uint32_t)PREFETCH_B));
	return block;
}

static void take_block(struct rd_sm_ep *ep, const struct rd_sm_slot *slot)
{
	uint32_t index = __atomic_load_n(&slot->block.index, __ATOMIC_RELAXED);
	uint32_t len = __atomic_load_n(&slot->block.len, __ATOMIC_RELAXED);
	struct rd_hdr hdr = slot->hdr;
	const char *block = block_of(ep, index, len);

	if (!block)
		return;
	ep->rx.urge += len;
	up(ep, &hdr, block, len);
}

/* The peer continues as soon as the block is free again. */
static void take_fragment(struct rd_sm_ep *ep, const struct rd_sm_slot *slot)
{
	struct rd_sm_fragment fragment = slot->fragment;
	const char *block = block_of(ep, fragment.block.index, fragment.block.len);

	if (!block)
		return;
	ep->rx.urge = URGE_B;
	ep->copy.fragments++;
	rd_sm_copy_fragment(ep, &fragment, block);
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
	} else if (type == RD_SM_FRAGMENT) {
		take_fragment(ep, slot);
	} else if (type == RD_SM_HELP) {
		struct rd_sm_help help = slot->help;

		rd_sm_copy_help(ep, &help);
	} else if (type == RD_SM_FIFO || type == RD_SM_LEAVE) {
		ep->rx.change = type;
	} else {
		broken(ep, "type", type);
	}
}

/* The slot that the next message will fill. */
static struct rd_sm_slot *next_slot(const struct rd_sm_ep *ep)
{
	return &ep->rx.slot[rd_sm_slot_index(ep->rx.next, ep->rx.shift, rd_sm.seg.nslots)];
}

/* The peer has entered its FIFO, or left it. */
static __attribute__((noinline, cold)) void changed(struct rd_sm_ep *ep)
{
	uint32_t change = ep->rx.change;

	ep->rx.change = 0;
	if (change == RD_SM_FIFO && !ep->rx.slot) {
		rd_sm_fifo_open(ep);
	} else if (change == RD_SM_LEAVE && ep->rx.slot) {
		rd_sm_fifo_close(ep);
		rd_sm_lend_back(ep);
	} else {
		broken(ep, "type", change);
	}
}

static void watch_next(struct rd_sm_ep *ep)
{
	struct rd_sm_watch *watch = &rd_sm.watch[ep->watch];

	watch->seq = &next_slot(ep)->tail.seq;
	watch->want = ep->rx.next + 1;
}

void rd_sm_fifo_open(struct rd_sm_ep *ep)
{
	uint32_t fifo = rd_sm_lend_fifo(ep);

	if (fifo == UINT32_MAX) {
		broken(ep, "FIFO", fifo);
		return;
	}
	rd_sm_fifo_populate(&rd_sm.seg, fifo);
	ep->rx.slot = rd_sm_fifo(&rd_sm.seg, fifo);
	ep->rx.shift = fifo;
	ep->rx.taken = &rd_sm_credit(&rd_sm.seg, fifo)->taken;
	ep->watch = rd_sm.nheard++;
	rd_sm.watch[ep->watch].ep = ep;
	watch_next(ep);
}

void rd_sm_fifo_close(struct rd_sm_ep *ep)
{
	struct rd_sm_watch *last;

	if (!ep->rx.slot)
		return;
	last = &rd_sm.watch[--rd_sm.nheard];
	last->ep->watch = ep->watch;
	rd_sm.watch[ep->watch] = *last;
	ep->rx.slot = NULL;
	ep->rx.taken = &rd_sm_seat(&rd_sm.seg, ep->index)->taken;
}

int rd_sm_fifo_poll(struct rd_sm_ep *ep)
{
	int n = 0;

	while (n < BATCH && !ep->down && !ep->rx.change) {
		struct rd_sm_slot *slot = next_slot(ep);
		int answers = rd_sm_in_a_run(ep);

		/* acquire: pairs with the release in fifo_publish (send.c) */
		if (__atomic_load_n(&slot->tail.seq, __ATOMIC_ACQUIRE) != ep->rx.next + 1)
			break;
		take(ep, slot);
		ep->rx.next++;
		if (ep->rx.urge >= URGE_B)
			tell(ep);
		n++;
		/* A peer that exchanges message for message fills its next slot after our next
		 * message; a look at that slot now would take its line from the peer, which would
		 * have to fetch it back: M-224. */
		if (answers) {
			rd_sm_fetch_next_slot(ep);
			break;
		}
	}
	if (n && !ep->down) {
		if (rd_unlikely(ep->rx.change))
			changed(ep);
		else
			watch_next(ep);
		tell(ep);
	}
	return n;
}

/* ---- SRQ slots ---- */

/* All messages of the inbox, in order of arrival: index + 1 of the first, linked by `next`. */
static uint32_t open_inbox(void)
{
	/* acquire: pairs with srq_slot_publish (send.c) */
	uint32_t srq_slot = __atomic_exchange_n(&rd_sm.arrivals->inbox, 0, __ATOMIC_ACQUIRE),
		 first = 0;

	for (uint32_t i = 0; srq_slot && srq_slot <= RD_SM_SRQ_SLOTS && i < RD_SM_SRQ_SLOTS; i++) {
		struct rd_sm_link *link = rd_sm_link(&rd_sm.seg, srq_slot - 1);
		uint32_t below = link->next;

		link->next = first;
		first = srq_slot;
		srq_slot = below;
	}
	return first;
}

/* NULL: no endpoint of this index, or it is down. */
static struct rd_sm_ep *sender(uint32_t index)
{
	struct rd_sm_ep *ep = index < rd_sm.nlocal ? rd_sm.eps[index] : NULL;

	if (index < rd_sm.nlocal && (!ep || !ep->heard)) {
		rd_sm_answer(); /* its call preceded the message, but has not been seen yet */
		ep = rd_sm.eps[index];
	}
	return ep && !ep->down ? ep : NULL;
}

/* A message in an SRQ slot by a peer with a FIFO was sent after LEAVE: the FIFO's messages come
 * first. */
static void take_srq_slot(struct rd_sm_ep *ep, const struct rd_sm_slot *slot)
{
	while (ep->rx.slot && rd_sm_fifo_poll(ep))
		;
	if (ep->rx.slot)
		broken(ep, "FIFO", ep->rx.shift);
	if (ep->down)
		return;
	take(ep, slot);
	ep->rx.next++;
	if (!ep->down && ep->rx.change)
		changed(ep);
	if (ep->down)
		return;
	tell(ep);
	rd_sm_lend_count(ep);
}

int rd_sm_inbox_poll(void)
{
	uint32_t next;
	int n = 0;

	for (uint32_t srq_slot = open_inbox(); srq_slot; srq_slot = next, n++) {
		struct rd_sm_link *link = rd_sm_link(&rd_sm.seg, srq_slot - 1);
		struct rd_sm_ep *ep = sender(link->from);

		next = link->next;
		if (ep)
			take_srq_slot(ep, rd_sm_srq_slot(&rd_sm.seg, srq_slot - 1));
		rd_sm_srq_slot_free(&rd_sm.seg, srq_slot - 1);
	}
	return n;
}
