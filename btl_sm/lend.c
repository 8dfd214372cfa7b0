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
#include "node/shm.h"

#define LEND_AFTER 8u    /* messages in SRQ slots */
#define REVIEW_AFTER 64u /* messages of one peer; then a search for a less active one */
#define TIMES_LAZY 4u
#define PERIOD 4096u /* messages of all peers in SRQ slots; then counts start again */
#define KEEP 1024u   /* a peer keeps its FIFO at least this long, in the same unit */

static uint32_t nfifos;
static uint32_t user[RD_SM_FIFOS];    /* index of the peer; NOBODY: free */
static uint64_t has_memory;           /* a bit per fifo */
static uint64_t wanted_back;          /* a bit per fifo: its peer has been asked to return it */
static uint32_t lent_at[RD_SM_FIFOS]; /* value of `seen` when it was lent */
static uint32_t seen;                 /* messages of all peers in SRQ slots */
#define NOBODY UINT32_MAX
_Static_assert(RD_SM_FIFOS <= 64, "a bit per FIFO");

/* ---- SRQ slots ---- */

uint32_t rd_sm_srq_slot_take(const struct rd_sm_seg *seg)
{
	uint64_t *free = &rd_sm_head(seg)->free, word = __atomic_load_n(free, __ATOMIC_ACQUIRE);
	uint32_t first;

	do {
		first = (uint32_t)word;
		if (!first || first > RD_SM_SRQ_SLOTS)
			return RD_SM_NO_SRQ_SLOT;
		/* the count of changes makes this fail if `next` is no longer that slot's */
	} while (!__atomic_compare_exchange_n(
		free, &word,
		((word >> 32) + 1) << 32 |
			__atomic_load_n(&rd_sm_link(seg, first - 1)->next, __ATOMIC_RELAXED),
		0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE));
	return first - 1;
}

void rd_sm_srq_slot_free(const struct rd_sm_seg *seg, uint32_t srq_slot)
{
	uint64_t *free = &rd_sm_head(seg)->free, word = __atomic_load_n(free, __ATOMIC_RELAXED);

	/* release: the SRQ slot has been read; pairs with rd_sm_srq_slot_take */
	do
		__atomic_store_n(&rd_sm_link(seg, srq_slot)->next, (uint32_t)word,
				 __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(free, &word, ((word >> 32) + 1) << 32 | (srq_slot + 1),
					    0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

void rd_sm_lend_init(void)
{
	nfifos = rd_sm_fifos_of(rd_sm.nlocal);
	has_memory = 0;
	wanted_back = 0;
	seen = 0;
	for (uint32_t i = 0; i < nfifos; i++)
		user[i] = rd_sm_fifos_fixed(rd_sm.nlocal) ? i : NOBODY;
	for (uint32_t i = 0; i < RD_SM_SRQ_SLOTS && !rd_sm_fifos_fixed(rd_sm.nlocal); i++)
		rd_sm_srq_slot_free(&rd_sm.seg, i);
}

/* ---- FIFOs ---- */

static uint32_t fifo_of(uint32_t index)
{
	uint32_t fifo = 0;

	while (fifo < nfifos && user[fifo] != index)
		fifo++;
	return fifo < nfifos ? fifo : NOBODY;
}

uint32_t rd_sm_lend_fifo(const struct rd_sm_ep *ep)
{
	return fifo_of(ep->index);
}

/* Without memory for a FIFO the peer keeps using SRQ slots. */
static int take_memory(uint32_t fifo)
{
	size_t len = rd_sm.seg.nslots * sizeof(struct rd_sm_slot);

	if (has_memory >> fifo & 1)
		return 0;
	if (rd_shm_take(rd_sm.fd, rd_sm.seg.fifos + fifo * len, len)) {
		rd_warn("shared memory: taking %zu bytes for messages: %m; free memory or raise "
			"the memory limit of the job; going on with %u FIFOs",
			len, fifo);
		nfifos = fifo;
		return -1;
	}
	has_memory |= 1ull << fifo;
	return 0;
}

/* No old slot looks like a new message of this peer: its numbers are higher. */
static void lend(struct rd_sm_ep *ep, uint32_t fifo)
{
	struct rd_sm_slot *slots = rd_sm_fifo(&rd_sm.seg, fifo);

	if (take_memory(fifo))
		return;
	for (uint32_t i = 0; i < rd_sm.seg.nslots; i++)
		slots[i].tail.seq = ep->rx.next;
	__atomic_store_n(&rd_sm_credit(&rd_sm.seg, fifo)->taken, ep->rx.next, __ATOMIC_RELAXED);
	user[fifo] = ep->index;
	lent_at[fifo] = seen;
	ep->mark = ep->rx.next;
	/* release: pairs with lent_fifo (send.c) */
	__atomic_store_n(&rd_sm_seat(&rd_sm.seg, ep->index)->fifo, fifo + 1, __ATOMIC_RELEASE);
}

void rd_sm_lend_back(struct rd_sm_ep *ep)
{
	uint32_t fifo = fifo_of(ep->index);

	if (rd_sm_fifos_fixed(rd_sm.nlocal) || fifo == NOBODY)
		return;
	__atomic_store_n(&rd_sm_seat(&rd_sm.seg, ep->index)->fifo, 0, __ATOMIC_RELAXED);
	user[fifo] = NOBODY;
	wanted_back &= ~((uint64_t)1 << fifo);
}

/* The FIFO with the least active peer, of those lent for at least KEEP and not asked for yet (a
 * peer that computes or is stopped returns none). NOBODY: none. */
static uint32_t laziest(void)
{
	uint32_t least = 0, found = NOBODY;

	for (uint32_t fifo = 0; fifo < nfifos; fifo++) {
		const struct rd_sm_ep *ep = user[fifo] == NOBODY ? NULL : rd_sm.eps[user[fifo]];

		if (!ep || ep->down || wanted_back >> fifo & 1 || seen - lent_at[fifo] < KEEP ||
		    (found != NOBODY && ep->rx.next - ep->mark >= least))
			continue;
		least = ep->rx.next - ep->mark;
		found = fifo;
	}
	return found;
}

/* Makes a FIFO available to ep: the least active peer's, if ep is TIMES_LAZY times as active. A
 * FIFO that its peer has not used yet is free at once. */
static void want_back(struct rd_sm_ep *ep)
{
	uint32_t fifo = laziest(), unused = fifo + 1, *word;
	struct rd_sm_ep *lazy;

	if (fifo == NOBODY)
		return;
	lazy = rd_sm.eps[user[fifo]];
	if (ep->srq_slots / TIMES_LAZY <= lazy->rx.next - lazy->mark)
		return;
	word = &rd_sm_seat(&rd_sm.seg, lazy->index)->fifo;
	if (__atomic_compare_exchange_n(word, &unused, 0, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
		lend(ep, fifo);
		return;
	}
	wanted_back |= (uint64_t)1 << fifo;
	__atomic_store_n(word, 0, __ATOMIC_RELEASE);
	rd_sm_ask(lazy);
}

static void begin_period(void)
{
	for (uint32_t i = 0; i < rd_sm.nlocal; i++)
		if (rd_sm.eps[i]) {
			rd_sm.eps[i]->srq_slots = 0;
			rd_sm.eps[i]->mark = rd_sm.eps[i]->rx.next;
		}
}

void rd_sm_lend_count(struct rd_sm_ep *ep)
{
	uint32_t fifo;

	ep->srq_slots++;
	if (++seen % PERIOD == 0)
		begin_period();
	if (ep->srq_slots < LEND_AFTER || ep->rx.slot || fifo_of(ep->index) != NOBODY)
		return;
	fifo = fifo_of(NOBODY);
	if (fifo != NOBODY)
		lend(ep, fifo);
	else if (ep->srq_slots % REVIEW_AFTER == 0)
		want_back(ep);
}
