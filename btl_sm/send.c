/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending: slots of the FIFO in the peer's inbox, and blocks of the own pool for payloads that do
 * not fit a slot. Called by pt2pt through rd_btl_sm.
 *
 * The peer takes messages in order and publishes from time to time how many it has taken. That one
 * number frees slots and blocks alike: a block is free again when the message that refers to it has
 * been taken. Blocks in flight are a list per endpoint, oldest first; free ones are a stack, so
 * that the next one is warm in the cache. An endpoint may hold as many blocks of a class as remain
 * free, so one slow peer never starves the others.
 */
#include "btl_sm/sm.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/short.h"
#include "node/shm.h"

#include <string.h>

/* ---- The pool ---- */

static struct {
	uint32_t first, total; /* blocks of the class */
	uint32_t taken;        /* blocks whose memory is allocated */
	uint32_t nfree;
	uint32_t *free; /* [total], a stack */
	uint32_t next;  /* block for the next message, or RD_SM_NO_BLOCK; not on the stack */
} classes[RD_SM_CLASSES];

#define AT_LEAST 2 /* blocks of each class from the start: enough for progress */

static uint32_t free_stack[RD_SM_BLOCKS];
static uint32_t next_of[RD_SM_BLOCKS]; /* in the list of blocks in flight */
static uint32_t used_by[RD_SM_BLOCKS]; /* number of its message */
static uint64_t long_touched;          /* a bit per long block */
_Static_assert(RD_SM_LONG_N == 64, "a bit per long block");

static void release_oldest(struct rd_sm_ep *ep, int c)
{
	uint32_t block = ep->tx.held[c].first;

	ep->tx.held[c].first = next_of[block];
	ep->tx.held[c].n--;
	classes[c].free[classes[c].nfree++] = block;
}

/* Frees the blocks of messages before number tx.seen. */
static void reclaim(struct rd_sm_ep *ep)
{
	for (int c = 0; c < RD_SM_CLASSES; c++)
		while (ep->tx.held[c].n &&
		       (int32_t)(ep->tx.seen - used_by[ep->tx.held[c].first]) > 0)
			release_oldest(ep, c);
}

void rd_sm_pool_reclaim_all(struct rd_sm_ep *ep)
{
	for (int c = 0; c < RD_SM_CLASSES; c++)
		while (ep->tx.held[c].n)
			release_oldest(ep, c);
}

/* Reads how many messages the peer has taken; 1 if the number has grown. */
static __attribute__((noinline)) int look_at_credit(struct rd_sm_ep *ep)
{
	/* acquire: the peer has read slots and blocks before it stored the number; pairs with tell
	 * (recv.c) */
	uint32_t taken = __atomic_load_n(ep->tx.taken, __ATOMIC_ACQUIRE);

	if (taken == ep->tx.seen || ep->down || taken - ep->tx.seen > ep->tx.next - ep->tx.seen)
		return 0; /* nothing new, or an invalid number, of more messages than were sent */
	if (ep->tx.slot)
		ep->ep.brief_room += taken - ep->tx.seen;
	ep->tx.seen = taken;
	reclaim(ep);
	return 1;
}

/* Allocates the memory of one more block of the class. 0, RD_EAGAIN: all blocks exist, or RD_ENOMEM
 * (errno). */
static int grow(int c)
{
	uint32_t block = classes[c].first + classes[c].taken;
	size_t at = rd_sm_block_offset(block);

	if (classes[c].taken == classes[c].total)
		return RD_EAGAIN;
	if (rd_shm_take(rd_sm.fd, rd_sm.seg.pool + at, rd_sm_block_offset(block + 1) - at))
		return RD_ENOMEM;
	classes[c].taken++;
	classes[c].free[classes[c].nfree++] = block;
	return 0;
}

/* As grow; on lack of memory warns once and limits the class to the blocks that exist. */
static void grow_or_settle(int c)
{
	if (grow(c) != RD_ENOMEM)
		return;
	rd_warn("shared memory: taking %u bytes for messages: %m; free memory or raise the memory "
		"limit of the job; going on with %u such blocks",
		rd_sm_block_room(classes[c].first), classes[c].taken);
	classes[c].total = classes[c].taken;
}

int rd_sm_pool_init(void)
{
	static const uint32_t total[RD_SM_CLASSES] = {RD_SM_SMALL_N, RD_SM_BIG_N, RD_SM_LONG_N};
	uint32_t first = 0;

	long_touched = 0;
	for (int c = 0; c < RD_SM_CLASSES; c++) {
		classes[c].first = first;
		classes[c].total = total[c];
		classes[c].free = free_stack + first;
		first += total[c];
		classes[c].taken = classes[c].nfree = 0;
		classes[c].next = RD_SM_NO_BLOCK;
		for (int i = 0; i < AT_LEAST; i++)
			if (grow(c)) {
				rd_error("shared memory: taking memory for messages: %m; free "
					 "memory, raise the memory limit of the job, or use "
					 "RONDO_BTL=self,tcp");
				return RD_ENOMEM;
			}
	}
	return 0;
}

/* Blocks of the class that are free or not allocated yet. */
static uint32_t unused(int c)
{
	return classes[c].nfree + classes[c].total - classes[c].taken +
	       (classes[c].next != RD_SM_NO_BLOCK);
}

/* Chooses the block for the next message; 0: none is free. */
static int choose_next(int c)
{
	if (classes[c].next != RD_SM_NO_BLOCK)
		return 1;
	if (!classes[c].nfree)
		grow_or_settle(c);
	if (!classes[c].nfree)
		return 0;
	classes[c].next = classes[c].free[--classes[c].nfree];
	return 1;
}

/* Finds a block of the class for the peer's next message, or RD_SM_NO_BLOCK. block_use takes it. */
static uint32_t block_find(struct rd_sm_ep *ep, int c)
{
	if (ep->tx.held[c].n > unused(c))
		look_at_credit(ep);
	if (ep->tx.held[c].n > unused(c))
		return RD_SM_NO_BLOCK;
	if (classes[c].next == RD_SM_NO_BLOCK && ep->tx.held[c].n)
		look_at_credit(ep); /* the block freed last is the warmest */
	choose_next(c);
	return classes[c].next;
}

/* The block found last belongs to the message sent next. */
static void block_use(struct rd_sm_ep *ep, uint32_t block)
{
	int c = rd_sm_class_of_block(block);

	classes[c].next = RD_SM_NO_BLOCK;
	used_by[block] = ep->tx.next;
	if (ep->tx.held[c].n++)
		next_of[ep->tx.held[c].last] = block;
	else
		ep->tx.held[c].first = block;
	ep->tx.held[c].last = block;
}

/*
 * Bytes. Longer ones use the same block again and again, which stays in the cache: M-206.
 */
#define PREPARE_MAX_B 2048

/* After a message of len bytes has been sent: chooses the block for the next one and fetches the
 * lines that it will fill for writing, while the peer reads. The peer has read those lines itself
 * when they were used last. */
static void prepare_next(struct rd_sm_ep *ep, int c, size_t len)
{
	char *p;

	if (len > PREPARE_MAX_B || (len >= RD_COPY_IN_LEAST && rd_copy_in_fetches(&ep->tx.copy_in)))
		return;
	if (ep->tx.held[c].n > 1)
		look_at_credit(ep);
	if ((!classes[c].nfree && ep->tx.held[c].n > 2) || !choose_next(c))
		return;
	p = rd_sm_block(&rd_sm.seg, classes[c].next);
	for (size_t i = 0; i < len; i += RD_CACHE_LINE)
		rd_prefetch_to_write(p + i);
}

/* ---- Slots ---- */

/* The slot of the next message, once there is room. */
static struct rd_sm_slot *slot_of(const struct rd_sm_ep *ep)
{
	return rd_likely(ep->tx.slot != NULL) ? rd_sm_next_slot(ep)
					      : rd_sm_srq_slot(&ep->seg, ep->tx.srq_slot);
}

/* Slots ahead whose line is fetched for writing in a run of messages: M-207. */
#define AHEAD 32

/* Publishes a slot whose other fields have been written. */
static inline int fifo_publish(struct rd_sm_ep *ep, struct rd_sm_slot *slot, unsigned type,
			       size_t len)
{
	union rd_sm_tail tail = {.len = (uint16_t)len, .type = (uint8_t)type, .seq = ++ep->tx.next};

	ep->ep.brief_room--;
	/* release: slot and block before the tail; pairs with the acquire in rd_sm_fifo_poll */
	__atomic_store_n(&slot->tail.word, tail.word, __ATOMIC_RELEASE);
	if (rd_sm_in_a_run(ep))
		rd_prefetch_to_write(&ep->tx.slot[rd_sm_slot_index(ep->tx.next + AHEAD,
								   ep->tx.shift, ep->tx.slots)]);
	else
		ep->tx.answer = ep->rx.next; /* to and fro: latency counts */
	return rd_sm_wake(ep, RD_SM_WAITING);
}

static __attribute__((noinline)) void srq_slot_publish(struct rd_sm_ep *ep, unsigned type,
						       size_t len)
{
	uint32_t *inbox = &rd_sm_head(&ep->seg)->arrivals.inbox;
	uint32_t srq_slot = ep->tx.srq_slot, top = __atomic_load_n(inbox, __ATOMIC_RELAXED);
	struct rd_sm_link *link = rd_sm_link(&ep->seg, srq_slot);

	rd_sm_srq_slot(&ep->seg, srq_slot)->tail = (union rd_sm_tail){
		.len = (uint16_t)len, .type = (uint8_t)type, .seq = ++ep->tx.next};
	link->from = rd_sm.index;
	ep->tx.srq_slot = RD_SM_NO_SRQ_SLOT;
	ep->tx.answer = ep->rx.next;
	/* release: pairs with open_inbox (recv.c), which takes the whole stack: a `top` that has
	 * been on the stack before is as valid as a new one */
	do
		link->next = top;
	while (!__atomic_compare_exchange_n(inbox, &top, srq_slot + 1, 0, __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED));
	rd_sm_wake(ep, RD_SM_WAITING);
}

static inline int publish(struct rd_sm_ep *ep, struct rd_sm_slot *slot, unsigned type, size_t len)
{
	if (rd_likely(ep->tx.slot != NULL))
		return fifo_publish(ep, slot, type, len);
	srq_slot_publish(ep, type, len);
	return 0;
}

/* ---- SRQ slots ---- */

static void srq_slot_drop(struct rd_sm_ep *ep)
{
	if (ep->tx.srq_slot == RD_SM_NO_SRQ_SLOT)
		return;
	rd_sm_srq_slot_free(&ep->seg, ep->tx.srq_slot);
	ep->tx.srq_slot = RD_SM_NO_SRQ_SLOT;
}

static void use_fifo(struct rd_sm_ep *ep, uint32_t fifo)
{
	ep->tx.slot = rd_sm_fifo(&ep->seg, fifo);
	ep->tx.slots = ep->seg.nslots;
	ep->tx.shift = fifo;
	ep->tx.taken = &rd_sm_credit(&ep->seg, fifo)->taken;
	ep->ep.brief_room = ep->tx.slots - (ep->tx.next - ep->tx.seen);
}

void rd_sm_fifo_first(struct rd_sm_ep *ep)
{
	if (rd_sm_fifos_fixed(ep->seg.nlocal))
		use_fifo(ep, rd_sm.index);
	else
		ep->tx.taken = &rd_sm_seat(&ep->seg, rd_sm.index)->taken;
}

static uint32_t lent_fifo(const struct rd_sm_ep *ep)
{
	/* acquire: the FIFO is empty; pairs with lend (lend.c) */
	return __atomic_load_n(&rd_sm_seat(&ep->seg, rd_sm.index)->fifo, __ATOMIC_ACQUIRE);
}

/* 0: the peer has taken the FIFO back. */
static int fifo_enter(const struct rd_sm_ep *ep, uint32_t fifo)
{
	return __atomic_compare_exchange_n(&rd_sm_seat(&ep->seg, rd_sm.index)->fifo, &fifo,
					   fifo | RD_SM_FIFO_USED, 0, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

/* Room for one message in an SRQ slot, or in the FIFO that the peer has lent; 0: none. */
static __attribute__((noinline)) int srq_slot_find(struct rd_sm_ep *ep)
{
	uint32_t fifo = ep->down ? 0 : lent_fifo(ep);

	look_at_credit(ep);
	if (ep->down || ep->tx.next - ep->tx.seen >= RD_SM_SRQ_SLOTS_EACH)
		return 0;
	if (ep->tx.srq_slot == RD_SM_NO_SRQ_SLOT)
		ep->tx.srq_slot = rd_sm_srq_slot_take(&ep->seg);
	if (ep->tx.srq_slot == RD_SM_NO_SRQ_SLOT) {
		rd_sm.lacking = ep;
		return 0;
	}
	if (rd_sm.lacking == ep)
		rd_sm.lacking = NULL;
	if (fifo && fifo <= rd_sm_fifos_of(ep->seg.nlocal) && fifo_enter(ep, fifo)) {
		srq_slot_publish(ep, RD_SM_FIFO, 0);
		use_fifo(ep, fifo - 1);
	}
	return 1;
}

/* Sends LEAVE; 1: there is no room for it now. */
static int fifo_leave(struct rd_sm_ep *ep)
{
	if (!ep->ep.brief_room && !look_at_credit(ep))
		return 1;
	fifo_publish(ep, rd_sm_next_slot(ep), RD_SM_LEAVE, 0);
	ep->ep.brief_room = 0;
	ep->tx.slot = NULL;
	ep->tx.taken = &rd_sm_seat(&ep->seg, rd_sm.index)->taken;
	return 0;
}

int rd_sm_fifos_leave(void)
{
	int left = 0;

	if (rd_sm_fifos_fixed(rd_sm.nlocal))
		return 0;
	for (uint32_t i = 0; i < rd_sm.nlocal; i++) {
		struct rd_sm_ep *ep = rd_sm.eps[i];

		if (ep && ep->tx.slot && !ep->down && !lent_fifo(ep))
			left |= fifo_leave(ep);
	}
	return left;
}

/* Records that a send has found no room: the peer that frees some wakes this process
 * (rd_sm_arm). */
static __attribute__((noinline, cold)) int refuse(struct rd_sm_ep *ep)
{
	srq_slot_drop(ep);
	rd_sm.rare |= RD_SM_RARE_ROOM;
	return ep->down ? RD_EPROC : RD_EAGAIN;
}

static int is_full(struct rd_sm_ep *ep)
{
	if (rd_likely(ep->ep.brief_room))
		return 0;
	return ep->tx.slot ? !look_at_credit(ep) : !srq_slot_find(ep);
}

static inline void count(size_t len)
{
	rd_sm_stats.tx_msgs++;
	rd_sm_stats.tx_bytes += len;
}

static inline int publish_inline(struct rd_sm_ep *ep, struct rd_sm_slot *slot,
				 const struct rd_hdr *hdr, size_t len)
{
	count(len);
	slot->hdr = *hdr;
	return publish(ep, slot, RD_SM_INLINE, len);
}

static void publish_block(struct rd_sm_ep *ep, uint32_t block, const struct rd_hdr *hdr, size_t len)
{
	struct rd_sm_slot *slot = slot_of(ep);

	block_use(ep, block);
	slot->block.index = block;
	slot->block.len = (uint32_t)len;
	slot->hdr = *hdr;
	count(len);
	publish(ep, slot, RD_SM_BLOCK, 0);
	prepare_next(ep, rd_sm_class_of_block(block), len);
}

/* The first copy into a block allocates its pages, so it is not timed. */
static void copy_long(struct rd_sm_ep *ep, uint32_t block, const void *payload, size_t len)
{
	const uint64_t bit = 1ull << (block - (RD_SM_BLOCKS - RD_SM_LONG_N));
	const int timed = long_touched & bit && rd_sm_long_is_timed(ep);
	const uint64_t began = timed ? rd_clock_ns() : 0;

	long_touched |= bit;
	rd_copy_in(&ep->tx.copy_in, rd_sm_block(&rd_sm.seg, block), payload, len);
	if (began)
		rd_sm_long_learn(ep, len, rd_clock_ns() - began);
}

int rd_sm_send(struct rd_ep *rep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);
	uint32_t block;

	if (is_full(ep))
		return refuse(ep);
	if (len <= RD_SM_INLINE_MAX) {
		struct rd_sm_slot *slot = slot_of(ep);

		rd_short_copy(slot->data, payload, len);
		return publish_inline(ep, slot, hdr, len);
	}
	block = block_find(ep, rd_sm_class_of_size(len));
	if (block == RD_SM_NO_BLOCK)
		return refuse(ep);
	if (len > RD_SM_BIG_B)
		copy_long(ep, block, payload, len);
	else
		rd_copy_in(&ep->tx.copy_in, rd_sm_block(&rd_sm.seg, block), payload, len);
	publish_block(ep, block, hdr, len);
	return 0;
}

int rd_sm_brief(struct rd_ep *rep, struct rd_hdr_words hdr, const void *payload, size_t len)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);
	struct rd_sm_slot *slot = rd_sm_next_slot(ep);

	/* No function is called here, so that no registers are saved: every store between two slots
	 * takes an entry of the store buffer, in which slots wait for their lines. */
	rd_short_copy(slot->data, payload, len);
	memcpy(&slot->hdr, &hdr, sizeof(hdr));
	count(len);
	return fifo_publish(ep, slot, RD_SM_INLINE, len);
}

void *rd_sm_reserve(struct rd_ep *rep, size_t len)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);

	ep->tx.reserved = RD_SM_NO_BLOCK;
	if (rd_unlikely(is_full(ep))) {
		refuse(ep);
		return NULL;
	}
	if (len <= RD_SM_INLINE_MAX)
		return slot_of(ep)->data;
	ep->tx.reserved = block_find(ep, rd_sm_class_of_size(len));
	if (ep->tx.reserved != RD_SM_NO_BLOCK)
		return rd_sm_block(&rd_sm.seg, ep->tx.reserved);
	refuse(ep);
	return NULL;
}

void rd_sm_commit(struct rd_ep *rep, const struct rd_hdr *hdr, size_t len)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);

	if (ep->tx.reserved == RD_SM_NO_BLOCK)
		publish_inline(ep, slot_of(ep), hdr, len);
	else
		publish_block(ep, ep->tx.reserved, hdr, len);
}

int rd_sm_post(struct rd_ep *rep, const struct rd_hdr *hdr, const void *payload, size_t len,
	       struct rd_btl_post *post)
{
	int err = rd_sm_send(rep, hdr, payload, len);

	if (!err)
		post->done(post, 0);
	return err;
}

/* Fragments in flight. This many keep both sides busy and the blocks in the caches: M-208. */
#define FRAGMENTS_AHEAD 8u

void *rd_sm_fragment_room(struct rd_sm_ep *ep)
{
	const int c = rd_sm_class_of_size(RD_SM_BIG_B);

	if (ep->tx.held[c].n >= FRAGMENTS_AHEAD)
		look_at_credit(ep);
	if (ep->tx.held[c].n >= FRAGMENTS_AHEAD || is_full(ep))
		return NULL;
	ep->tx.reserved = block_find(ep, c);
	if (ep->tx.reserved != RD_SM_NO_BLOCK)
		return rd_sm_block(&rd_sm.seg, ep->tx.reserved);
	srq_slot_drop(ep);
	return NULL;
}

void rd_sm_fragment_drop(struct rd_sm_ep *ep)
{
	srq_slot_drop(ep);
}

void rd_sm_fragment_send(struct rd_sm_ep *ep, const struct rd_sm_fragment *fragment)
{
	struct rd_sm_slot *slot = slot_of(ep);

	block_use(ep, ep->tx.reserved);
	slot->fragment = *fragment;
	slot->fragment.block.index = ep->tx.reserved;
	publish(ep, slot, RD_SM_FRAGMENT, 0);
}

int rd_sm_send_help(struct rd_sm_ep *ep, const struct rd_sm_help *help)
{
	struct rd_sm_slot *slot;

	if (is_full(ep))
		return ep->down ? RD_EPROC : RD_EAGAIN;
	slot = slot_of(ep);
	slot->help = *help;
	publish(ep, slot, RD_SM_HELP, 0);
	return 0;
}

/* ---- Room ---- */

int rd_sm_room_came(void)
{
	int came = 0;

	for (uint32_t i = 0; i < rd_sm.nlocal; i++)
		if (rd_sm.eps[i] && !rd_sm.eps[i]->down)
			came |= look_at_credit(rd_sm.eps[i]);
	return came;
}

int rd_sm_flushed(struct rd_ep *rep)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);

	if (ep->down)
		return 1;
	look_at_credit(ep);
	if (ep->tx.seen == ep->tx.next ||
	    __atomic_load_n(&rd_sm_head(&ep->seg)->closed, __ATOMIC_RELAXED))
		return 1;
	/* some messages are not taken yet: the peer wakes this process when it has taken more */
	rd_sm.rare |= RD_SM_RARE_ROOM;
	return 0;
}
