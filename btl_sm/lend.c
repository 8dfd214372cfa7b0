/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SRQ slots and FIFOs of a segment on a node of many ranks: the stack of free SRQ slots, and the
 * choice of peers to which the owner lends its FIFOs (diagram in proto.h). A peer that has sent
 * LEND_AFTER messages in SRQ slots gets a FIFO while one is free. When none is free, a peer that
 * has sent TIMES_LAZY times as many messages as the least active peer with a FIFO gets that peer's.
 * Called by recv.c and send.c.
 */
#include "btl_sm/sm.h"

#include "base/log.h"
#include "runtime/shm.h"

#define LEND_AFTER 8u    /* messages in SRQ slots */
#define REVIEW_AFTER 64u /* messages of one peer; then a search for a less active one */
#define TIMES_LAZY 4u
#define PERIOD 4096u     /* messages of all peers in SRQ slots; then counts start again */
#define KEEP 1024u       /* a peer keeps its FIFO at least this long, in the same unit */

static uint32_t nlanes;
static uint32_t user[RD_SM_LANES];     /* index of the peer; NOBODY: free */
static uint64_t has_memory;            /* a bit per lane */
static uint64_t wanted_back;           /* a bit per lane: its peer has been asked to return it */
static uint32_t lent_at[RD_SM_LANES];  /* value of `seen` when it was lent */
static uint32_t seen;                  /* messages of all peers in SRQ slots */
#define NOBODY UINT32_MAX
_Static_assert(RD_SM_LANES <= 64, "a bit per lane");

/* ---- SRQ slots ---- */

uint32_t rd_sm_letter_take(const struct rd_sm_seg *seg)
{
	uint64_t *free = &rd_sm_head(seg)->free, word = __atomic_load_n(free, __ATOMIC_ACQUIRE);
	uint32_t first;

	do {
		first = (uint32_t)word;
		if (!first || first > RD_SM_LETTERS)
			return RD_SM_NO_LETTER;
		/* the count of changes makes this fail if `next` is no longer that slot's */
	} while (!__atomic_compare_exchange_n(
		free, &word,
		((word >> 32) + 1) << 32 |
			__atomic_load_n(&rd_sm_link(seg, first - 1)->next, __ATOMIC_RELAXED),
		0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE));
	return first - 1;
}

void rd_sm_letter_free(const struct rd_sm_seg *seg, uint32_t letter)
{
	uint64_t *free = &rd_sm_head(seg)->free, word = __atomic_load_n(free, __ATOMIC_RELAXED);

	/* release: the SRQ slot has been read; pairs with rd_sm_letter_take */
	do
		__atomic_store_n(&rd_sm_link(seg, letter)->next, (uint32_t)word, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(free, &word, ((word >> 32) + 1) << 32 | (letter + 1),
					    0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

void rd_sm_lend_init(void)
{
	nlanes = rd_sm_lanes_of(rd_sm.nlocal);
	has_memory = 0;
	wanted_back = 0;
	seen = 0;
	for (uint32_t i = 0; i < nlanes; i++)
		user[i] = rd_sm_lanes_fixed(rd_sm.nlocal) ? i : NOBODY;
	for (uint32_t i = 0; i < RD_SM_LETTERS && !rd_sm_lanes_fixed(rd_sm.nlocal); i++)
		rd_sm_letter_free(&rd_sm.seg, i);
}

/* ---- FIFOs ---- */

static uint32_t lane_of(uint32_t index)
{
	uint32_t lane = 0;

	while (lane < nlanes && user[lane] != index)
		lane++;
	return lane < nlanes ? lane : NOBODY;
}

uint32_t rd_sm_lend_lane(const struct rd_sm_ep *ep)
{
	return lane_of(ep->index);
}

/* Without memory for a FIFO the peer keeps using SRQ slots. */
static int take_memory(uint32_t lane)
{
	size_t len = rd_sm.seg.nslots * sizeof(struct rd_sm_slot);

	if (has_memory >> lane & 1)
		return 0;
	if (rd_shm_take(rd_sm.fd, rd_sm.seg.lanes + lane * len, len)) {
		rd_warn("shared memory: taking %zu bytes for messages: %m; free memory or raise "
			"the memory limit of the job; going on with %u lanes", len, lane);
		nlanes = lane;
		return -1;
	}
	has_memory |= 1ull << lane;
	return 0;
}

/* No old slot looks like a new message of this peer: its numbers are higher. */
static void lend(struct rd_sm_ep *ep, uint32_t lane)
{
	struct rd_sm_slot *slots = rd_sm_lane(&rd_sm.seg, lane);

	if (take_memory(lane))
		return;
	for (uint32_t i = 0; i < rd_sm.seg.nslots; i++)
		slots[i].tail.seq = ep->rx_next;
	__atomic_store_n(&rd_sm_credit(&rd_sm.seg, lane)->taken, ep->rx_next, __ATOMIC_RELAXED);
	user[lane] = ep->index;
	lent_at[lane] = seen;
	ep->mark = ep->rx_next;
	/* release: pairs with lent_lane (send.c) */
	__atomic_store_n(&rd_sm_seat(&rd_sm.seg, ep->index)->lane, lane + 1, __ATOMIC_RELEASE);
}

void rd_sm_lend_back(struct rd_sm_ep *ep)
{
	uint32_t lane = lane_of(ep->index);

	if (rd_sm_lanes_fixed(rd_sm.nlocal) || lane == NOBODY)
		return;
	__atomic_store_n(&rd_sm_seat(&rd_sm.seg, ep->index)->lane, 0, __ATOMIC_RELAXED);
	user[lane] = NOBODY;
	wanted_back &= ~((uint64_t)1 << lane);
}

/* The FIFO with the least active peer, of those lent for at least KEEP and not asked for yet (a
 * peer that computes or is stopped returns none). NOBODY: none. */
static uint32_t laziest(void)
{
	uint32_t least = 0, found = NOBODY;

	for (uint32_t lane = 0; lane < nlanes; lane++) {
		const struct rd_sm_ep *ep = user[lane] == NOBODY ? NULL : rd_sm.eps[user[lane]];

		if (!ep || ep->down || wanted_back >> lane & 1 || seen - lent_at[lane] < KEEP ||
		    (found != NOBODY && ep->rx_next - ep->mark >= least))
			continue;
		least = ep->rx_next - ep->mark;
		found = lane;
	}
	return found;
}

/* Makes a FIFO available to ep: the least active peer's, if ep is TIMES_LAZY times as active. A
 * FIFO that its peer has not used yet is free at once. */
static void want_back(struct rd_sm_ep *ep)
{
	uint32_t lane = laziest(), unused = lane + 1, *word;
	struct rd_sm_ep *lazy;

	if (lane == NOBODY)
		return;
	lazy = rd_sm.eps[user[lane]];
	if (ep->letters / TIMES_LAZY <= lazy->rx_next - lazy->mark)
		return;
	word = &rd_sm_seat(&rd_sm.seg, lazy->index)->lane;
	if (__atomic_compare_exchange_n(word, &unused, 0, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
		lend(ep, lane);
		return;
	}
	wanted_back |= (uint64_t)1 << lane;
	__atomic_store_n(word, 0, __ATOMIC_RELEASE);
	rd_sm_ask(lazy);
}

static void begin_period(void)
{
	for (uint32_t i = 0; i < rd_sm.nlocal; i++)
		if (rd_sm.eps[i]) {
			rd_sm.eps[i]->letters = 0;
			rd_sm.eps[i]->mark = rd_sm.eps[i]->rx_next;
		}
}

void rd_sm_lend_count(struct rd_sm_ep *ep)
{
	uint32_t lane;

	ep->letters++;
	if (++seen % PERIOD == 0)
		begin_period();
	if (ep->letters < LEND_AFTER || ep->rx || lane_of(ep->index) != NOBODY)
		return;
	lane = lane_of(NOBODY);
	if (lane != NOBODY)
		lend(ep, lane);
	else if (ep->letters % REVIEW_AFTER == 0)
		want_back(ep);
}
