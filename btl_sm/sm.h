/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shared by the files of btl_sm: segments as mapped here, endpoints, the transport's state. Not for
 * other folders. The layout of the shared memory is in proto.h.
 */
#ifndef RD_BTL_SM_SM_H
#define RD_BTL_SM_SM_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/list.h"
#include "btl_sm/proto.h"
#include "node/copy_in.h"
#include "pt2pt/btl.h"

/* ---- Segments (segment.c) ---- */

/* A segment as mapped into this process. */
struct rd_sm_seg {
	char *base;
	size_t size;                                          /* bytes */
	uint32_t nlocal;                                      /* ranks that it has room for */
	uint32_t nslots;                                      /* of each of its FIFOs */
	size_t seats, links, srq_slots, credits, fifos, pool; /* bytes from base */
};

static inline struct rd_sm_head *rd_sm_head(const struct rd_sm_seg *seg)
{
	return (struct rd_sm_head *)seg->base;
}

static inline struct rd_sm_copyjob *rd_sm_copyjob(const struct rd_sm_seg *seg, uint32_t copyjob)
{
	return (struct rd_sm_copyjob *)(seg->base + RD_SM_PAGE) + copyjob;
}

static inline struct rd_sm_seat *rd_sm_seat(const struct rd_sm_seg *seg, uint32_t i)
{
	return (struct rd_sm_seat *)(seg->base + seg->seats) + i;
}

static inline struct rd_sm_link *rd_sm_link(const struct rd_sm_seg *seg, uint32_t srq_slot)
{
	return (struct rd_sm_link *)(seg->base + seg->links) + srq_slot;
}

static inline struct rd_sm_slot *rd_sm_srq_slot(const struct rd_sm_seg *seg, uint32_t srq_slot)
{
	return (struct rd_sm_slot *)(seg->base + seg->srq_slots) + srq_slot;
}

static inline struct rd_sm_credit *rd_sm_credit(const struct rd_sm_seg *seg, uint32_t fifo)
{
	return (struct rd_sm_credit *)(seg->base + seg->credits) + fifo;
}

static inline char *rd_sm_block(const struct rd_sm_seg *seg, uint32_t index)
{
	return seg->base + seg->pool + rd_sm_block_offset(index);
}

static inline struct rd_sm_slot *rd_sm_fifo(const struct rd_sm_seg *seg, uint32_t fifo)
{
	return (struct rd_sm_slot *)(seg->base + seg->fifos) + (size_t)fifo * seg->nslots;
}

/* Creates this process's segment. *fd stays open: peers open the segment through it. */
int rd_sm_segment_create(struct rd_sm_seg *seg, int *fd, uint32_t nlocal, uint32_t nslots,
			 uint64_t token);

/* Maps a peer's segment. RD_ENOTSUP: the system refuses, or it is another segment; RD_EPROC: its
 * process has ended (neither is logged); RD_ENOMEM, RD_ESYS (logged). */
int rd_sm_segment_open(struct rd_sm_seg *seg, const struct rd_sm_addr *addr, uint32_t nlocal);
void rd_sm_segment_close(struct rd_sm_seg *seg);
/* Maps the first pages of a FIFO, if the ranks of the node are few. */
void rd_sm_fifo_populate(const struct rd_sm_seg *seg, uint32_t fifo);

/* ---- Endpoints (connect.c) ---- */

#define RD_SM_NO_BLOCK UINT32_MAX
#define RD_SM_NO_SRQ_SLOT UINT32_MAX

/* The part of a peer in a copy out of its memory: none; it writes part of it with
 * process_vm_writev; or it sends all of it through blocks of its pool, which are in the cache. */
enum rd_sm_way { RD_SM_ALONE, RD_SM_BY_WRITE, RD_SM_BY_FRAGMENTS, RD_SM_WAYS };

/* Durations of copies of one order of size, for each way; rate.c. */
struct rd_sm_rate {
	uint32_t took[RD_SM_WAYS]; /* running average, ns per MiB */
	uint8_t tried[RD_SM_WAYS]; /* times in a row */
	uint8_t begun[RD_SM_WAYS]; /* trials, those under way included */
	uint8_t best;              /* enum rd_sm_way */
	uint8_t need;              /* tries of a way until its time counts */
	uint8_t went;              /* way of the last copy */
	uint8_t turn;              /* selects the other way that is tried next */
	uint16_t copies;           /* since the last trial began */
};
#define RD_SM_RATES 13 /* powers of two from RD_SM_GET_MIN on; the last one: copies in parts */

/* Sending: the FIFO in the peer's segment (send.c). */
struct rd_sm_tx {
	struct rd_sm_slot *slot;  /* NULL: SRQ slots */
	const uint32_t *taken;    /* the peer's credit word for us */
	const uint32_t *sleeping; /* the peer's word */
	uint32_t next;            /* number of the next message */
	uint32_t seen;            /* messages taken by the peer, as last read */
	uint32_t slots;
	uint32_t shift;
	uint32_t answer;   /* rx.next when the last message was sent */
	uint32_t srq_slot; /* SRQ slot taken, to be written next; or RD_SM_NO_SRQ_SLOT */
	int light;         /* the peer executes the fence of the sleep protocol; sleep.c */
	uint32_t reserved; /* block between reserve and commit, or RD_SM_NO_BLOCK */
	struct {
		uint32_t first, last, n; /* blocks in flight, oldest first */
	} held[RD_SM_CLASSES];
	uint32_t longs;   /* copies into long blocks */
	uint32_t long_ps; /* for each byte of them, a running average */
	struct rd_copy_in copy_in;
};

/* Receiving: the FIFO in our segment (recv.c). */
struct rd_sm_rx {
	struct rd_sm_slot *slot; /* NULL: SRQ slots */
	uint32_t *taken;         /* our credit word for the peer */
	uint32_t next;           /* number of the next message */
	uint32_t told;           /* the value last stored to *taken */
	uint32_t urge;           /* block bytes taken since that store */
	uint32_t shift;
	uint32_t change; /* RD_SM_FIFO or RD_SM_LEAVE received; 0: none */
};

/* Single copy (copy.c, rate.c). */
struct rd_sm_copying {
	struct rd_cma_peer *cma;  /* NULL: no memory for it */
	int alone;                /* 1: it cannot write into this process: RD_SM_BY_FRAGMENTS */
	uint32_t fragments;       /* fragments received from it */
	int asked;                /* it has requested help since the last copy from it began */
	enum rd_sm_way asked_way; /* the way of that last request */
	uint32_t under_way;       /* copies from it, also those that wait for their turn */
	uint32_t active;          /* those that do not */
	uint64_t ended_ns;        /* the end of the last one, while others are under way */
	struct rd_sm_rate rates[RD_SM_RATES]; /* of copies from the peer */
	struct rd_list helps; /* struct help, copy.c: copies to the peer that this process
			       * shares */
};

struct rd_sm_ep {
	struct rd_ep ep;
	struct rd_sm_tx tx;
	_Alignas(RD_CACHE_LINE) struct rd_sm_rx rx;

	struct rd_sm_seg seg; /* the peer's */
	struct rd_sm_addr addr;
	uint32_t index;     /* of the peer on this node */
	int heard;          /* it has called us */
	uint32_t watch;     /* if rx.slot: its index in rd_sm.watch */
	uint32_t srq_slots; /* messages in SRQ slots from it in this period; lend.c */
	uint32_t mark;      /* rx.next when the period began */
	int down;
	uint32_t beats; /* rd_places_add */
	int pidfd;      /* -1: none */
	struct rd_sm_copying copy;
};

static inline struct rd_sm_ep *rd_sm_ep(struct rd_ep *ep)
{
	return (struct rd_sm_ep *)ep;
}

/* 1 if the peer has sent nothing since this process last sent to it. */
static inline int rd_sm_in_a_run(const struct rd_sm_ep *ep)
{
	return ep->tx.answer == ep->rx.next;
}

/* Of the peer's FIFO: where this process writes its next message, once there is room. */
static inline struct rd_sm_slot *rd_sm_next_slot(const struct rd_sm_ep *ep)
{
	return &ep->tx.slot[rd_sm_slot_index(ep->tx.next, ep->tx.shift, ep->tx.slots)];
}

/* After a message that answers this process's last one: the next message to the peer is probably
 * about to be written. Fetched earlier, behind the last one, its line is taken back by the peer,
 * which looks at it: M-226. */
static inline void rd_sm_fetch_next_slot(const struct rd_sm_ep *ep)
{
	if (ep->tx.slot)
		rd_prefetch_to_write(rd_sm_next_slot(ep));
}

int rd_sm_address_init(void);
size_t rd_sm_address(void *buf, size_t max);
int rd_sm_reaches(int rank, const void *addr, size_t len);
int rd_sm_connect(int rank, const void *addr, size_t len, struct rd_ep **ep);
/* Makes the peer check our seat in its segment, or its own seat in ours. */
void rd_sm_ask(struct rd_sm_ep *ep);
/* Answers new calls of peers; returns their number. */
int rd_sm_answer(void);
void rd_sm_ep_free(struct rd_sm_ep *ep);

/* The peer has failed or broken the protocol: nothing more is sent or received. Reports it to pt2pt
 * if err is not 0. */
void rd_sm_ep_down(struct rd_sm_ep *ep, int err);

/* ---- Sending (send.c), receiving (recv.c) ---- */

int rd_sm_send(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
int rd_sm_brief(struct rd_ep *ep, struct rd_hdr_words hdr, const void *payload, size_t len);
void *rd_sm_reserve(struct rd_ep *ep, size_t len);
void rd_sm_commit(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
int rd_sm_post(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
	       struct rd_btl_post *post);
int rd_sm_flushed(struct rd_ep *ep);
/* Sends a request of copy.c in a slot; 0 or RD_EAGAIN, RD_EPROC. */
int rd_sm_send_help(struct rd_sm_ep *ep, const struct rd_sm_help *help);
/* A block for the next fragment of a copy, to be filled and sent at once; NULL: no room now. */
void *rd_sm_fragment_room(struct rd_sm_ep *ep);
void rd_sm_fragment_send(struct rd_sm_ep *ep, const struct rd_sm_fragment *fragment);
/* Or: no fragment will be sent. */
void rd_sm_fragment_drop(struct rd_sm_ep *ep);
/* 1 if peers have taken a message since a send found no room. */
int rd_sm_room_came(void);

/* RD_ENOMEM: no memory even for the minimum of blocks (logged). */
int rd_sm_pool_init(void);
/* Frees the blocks in flight to a peer that has failed: it will not read them. */
void rd_sm_pool_reclaim_all(struct rd_sm_ep *ep);

/* Delivers messages in the peer's FIFO, at most a batch; returns their number. */
int rd_sm_fifo_poll(struct rd_sm_ep *ep);

/* Begins to poll the FIFO that the peer writes from now on; and the reverse. */
void rd_sm_fifo_open(struct rd_sm_ep *ep);
void rd_sm_fifo_close(struct rd_sm_ep *ep);
/* Delivers the messages in SRQ slots; returns their number. */
int rd_sm_inbox_poll(void);

/* ---- SRQ slots and FIFOs (lend.c) ---- */

void rd_sm_lend_init(void);
/* Takes a free SRQ slot of the segment, or RD_SM_NO_SRQ_SLOT; and frees it. */
uint32_t rd_sm_srq_slot_take(const struct rd_sm_seg *seg);
void rd_sm_srq_slot_free(const struct rd_sm_seg *seg, uint32_t srq_slot);
/* Counts a message of the peer in an SRQ slot, and lends the peer a FIFO when it has sent
 * enough. */
void rd_sm_lend_count(struct rd_sm_ep *ep);
/* The FIFO lent to the peer, or UINT32_MAX. */
uint32_t rd_sm_lend_fifo(const struct rd_sm_ep *ep);
/* The peer has stopped writing into its FIFO. */
void rd_sm_lend_back(struct rd_sm_ep *ep);

/* ---- FIFOs in peers' segments, as their writer sees them (send.c) ---- */

/* Takes the FIFO that the peer lends from the start, if any. */
void rd_sm_fifo_first(struct rd_sm_ep *ep);
/* Leaves FIFOs that peers want back; 1: some remain, for lack of room. */
int rd_sm_fifos_leave(void);

/* ---- Copies (copy.c) ---- */

#define RD_SM_GET_MIN 8192u /* bytes; above, single copy beats fragments */

void rd_sm_copy_init(void);
int rd_sm_get(struct rd_ep *ep, struct rd_btl_get *get);
/* The peer requests help with a copy. */
void rd_sm_copy_help(struct rd_sm_ep *ep, const struct rd_sm_help *help);
/* The peer has sent a fragment of a copy. */
void rd_sm_copy_fragment(struct rd_sm_ep *ep, const struct rd_sm_fragment *fragment,
			 const void *data);
int rd_sm_copy_poll(void);
/* Copies go on, after a poll in vain, by more polls, by room for fragments, or by messages. */
enum rd_sm_copy_wait { RD_SM_COPY_POLLS, RD_SM_COPY_AWAITS_ROOM, RD_SM_COPY_SLEEPS };
enum rd_sm_copy_wait rd_sm_copy_waits(void);
void rd_sm_copy_peer_down(struct rd_sm_ep *ep, int err);

/* ---- Choice of the way of a copy (rate.c) ---- */

/* beside: copies from other peers are in progress, so no other way is tried. queued: copies from
 * this one are, behind which the copy waits for its turn. */
enum rd_sm_way rd_sm_rate_choose(struct rd_sm_ep *ep, uint64_t len, int beside, int queued);
/* A copy goes that way; 1: the one before of this order of size went another way. */
int rd_sm_rate_changes(struct rd_sm_ep *ep, uint64_t len, enum rd_sm_way way);
/* 1 while the ways of copies of this length are still being tried. */
int rd_sm_rate_in_trial(const struct rd_sm_ep *ep, uint64_t len);
/* Records that `bytes` of a copy of `len`, with none from another peer in progress, took took_ns
 * this way, the time that it waited behind other copies not included. */
void rd_sm_rate_learn(struct rd_sm_ep *ep, uint64_t len, uint64_t bytes, enum rd_sm_way way,
		      uint64_t took_ns, int waited);
/* 1: a copy into a long block that is about to begin is timed. */
int rd_sm_long_is_timed(struct rd_sm_ep *ep);
/* Such a copy took so long: sets ep.eager_best. */
void rd_sm_long_learn(struct rd_sm_ep *ep, size_t len, uint64_t took_ns);

/* ---- Sleeping, waking, detection of ended peers (sleep.c) ---- */

int rd_sm_sleep_init(void);
void rd_sm_sleep_fini(void);
int rd_sm_arm(void);
void rd_sm_disarm(void);
/* Wakes the peer, or marks it ready, if its sleeping word is at least `least`. Always 0, so that it
 * can be a tail call. */
int rd_sm_wake_sleeper(struct rd_sm_ep *ep, uint32_t least);
void rd_sm_watch(struct rd_sm_ep *ep);
void rd_sm_unwatch(struct rd_sm_ep *ep);
/* Finds peers that have ended; returns their number. */
int rd_sm_look_for_dead(void);

/* ---- Ranks of one home (home.c) ---- */

int rd_sm_home_publish(enum rd_wait_state state);
enum rd_wait_home rd_sm_home(void);
enum rd_wait_from rd_sm_from(struct rd_ep *ep);
/* A message has been written for the owner of the word, which was WAITING or BLOCKED. */
void rd_sm_home_ready(uint32_t *sleeping, uint32_t state);

/*
 * After publishing something for the peer (a slot, a credit): wakes it if it sleeps. The preceding
 * store and this load must not be reordered. A peer that is `light` enforces that with
 * membarrier(2) when it goes to sleep (pairs with rd_sm_arm); then a compiler fence is enough here.
 */
static inline int rd_sm_wake(struct rd_sm_ep *ep, uint32_t least)
{
	if (rd_likely(ep->tx.light))
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
	else
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (rd_unlikely(__atomic_load_n(ep->tx.sleeping, __ATOMIC_RELAXED) >= least))
		return rd_sm_wake_sleeper(ep, least);
	return 0;
}

/* ---- State (sm.c) ---- */

/* The words that a poll reads for each connected peer: as few as possible. */
struct rd_sm_watch {
	const uint32_t *seq; /* of the slot that the next message will fill */
	uint32_t want;       /* its value then */
	struct rd_sm_ep *ep;
};

/* Bits of rd_sm.rare: conditions that a poll handles and that are seldom set. */
enum {
	RD_SM_RARE_ROOM = 1,  /* a send has found no room: check for room */
	RD_SM_RARE_DEATH = 2, /* a peer may have ended: check */
	RD_SM_RARE_COPY = 4,  /* copies are in progress */
	RD_SM_RARE_LEAVE = 8, /* a peer wants a FIFO back, and it has no room for LEAVE */
};

struct rd_sm {
	unsigned rare;                  /* RD_SM_RARE_ */
	union rd_sm_arrivals seen;      /* calls answered; an empty inbox */
	union rd_sm_arrivals *arrivals; /* in this process's segment */
	struct rd_sm_watch *watch;      /* [nheard] FIFOs that are polled */
	uint32_t nheard;
	const struct rd_sm_ep *lacking; /* peer that had no free SRQ slot for a send */
	uint32_t idle;                  /* polls that found nothing */

	struct rd_sm_seg seg;   /* own */
	struct rd_sm_addr addr; /* own */
	uint32_t index;         /* own, on the node */
	uint32_t nlocal;
	int fd;                /* of this process's segment */
	int can_barrier;       /* membarrier(2) works */
	struct rd_sm_ep **eps; /* [nlocal]; NULL: not connected */
};

extern struct rd_sm rd_sm;

/* 1 if there are new calls or messages in SRQ slots. */
static inline int rd_sm_has_arrivals(void)
{
	return __atomic_load_n(&rd_sm.arrivals->word, __ATOMIC_RELAXED) != rd_sm.seen.word;
}

extern struct rd_btl_stats rd_sm_stats;
extern const struct rd_btl rd_btl_sm;

#endif
