/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport over cards, between its files.
 *
 * For every rank that may speak to this one the arena has a packet ring, which only that rank
 * writes, by WRITE descriptors, and which only this process reads (after TCA Verbs' packet
 * channels): SLOTS slots of SLOT_B bytes for packets, the low-latency ring, and BULK_B bytes
 * for payloads that do not fit a slot, the high-bandwidth ring. Both are in the order of one
 * sequence of packets: a payload in the bulk ring is written before the packet that names it.
 *
 *     slot:  [ ... payload (at most SLOT_PAYLOAD_B) | header, 16 bytes | word, 8 bytes ]
 *     word:  63:32 number of the packet, from 1    31:16 flags    15:0 bytes of payload
 *
 * A packet is one WRITE that ends with the slot; its word becomes visible last and makes it valid.
 * The reader tells the writer how many packets and how much of the bulk ring it has taken, by a
 * WRITE of 8 bytes into the writer's credit word, when half of either is taken.
 *
 * The first packet to a rank is announced by a record in its receive ring, so that a process polls
 * only the rings of those who have spoken to it.
 *
 * Invariants:
 *  1. tx_next - tx_seen <= SLOTS, bulk_next - bulk_seen <= BULK_UNITS: nothing is written over
 *     what was not taken.
 *  2. Staging is used again only when the card has done the descriptor that reads it.
 */
#ifndef RD_BTL_FPGA_FPGA_H
#define RD_BTL_FPGA_FPGA_H

#include "base/list.h"
#include "btl_fpga/page.h"
#include "pt2pt/btl.h"

#define SLOTS 32u
#define SLOT_B 256u         /* bytes */
#define SLOT_PAYLOAD_B 232u /* SLOT_B less header and word */
#define PACKET_END_B 24u    /* header and word */
#define BULK_B 65536u       /* bytes */
#define BULK_UNIT 64u       /* bytes; what the bulk ring is counted in */
#define BULK_UNITS (BULK_B / BULK_UNIT)
#define EAGER_B 8192u       /* bytes of the largest message sent at once */
#define FRAG_B 16384u       /* bytes of a fragment */
#define GET_MIN_B 32768u    /* bytes from which direct placement is quicker */
_Static_assert(SLOTS * SLOT_B + BULK_B <= RD_PAGE_PAIR_B, "the ring fits its place");

/* Flags of a packet's word. */
enum {
	PKT_BULK = 1, /* the payload is a struct rd_fpga_bulk, the data are in the bulk ring */
	PKT_GET = 2,  /* struct rd_fpga_get: write this memory of yours into a region of mine */
	PKT_DONE = 4, /* struct rd_fpga_done: the answer */
};

struct rd_fpga_bulk {
	uint32_t at;  /* units since the start, modulo 2^32 */
	uint32_t len; /* bytes */
};

/* What a receiver asks of the owner of the memory (proxy write). */
struct rd_fpga_get {
	uint64_t from, len; /* in the owner's address space; bytes */
	uint64_t to;        /* offset in the asker's region */
	uint64_t token;     /* that the owner lent the memory with */
	uint32_t id;        /* of the asker's get */
	uint32_t key;
	uint8_t region, zero[7];
};
_Static_assert(sizeof(struct rd_fpga_get) == 48, "wire format");

struct rd_fpga_done {
	uint32_t id;
	int32_t status; /* RN_DMA_STATUS_..., or -1: the memory cannot be reached */
};

/* What a rank publishes about itself. */
struct rd_fpga_address {
	uint32_t table;          /* RN_TABLE_CRC */
	uint16_t node;
	uint8_t page, version;
	uint32_t key;
	uint32_t pair_b, ranks;  /* the arenas have to be alike */
	uint32_t zero2;
};
_Static_assert(sizeof(struct rd_fpga_address) == 24, "fits a record of every card");

#define FPGA_VERSION 3

struct rd_fpga_ep {
	struct rd_ep ep;
	struct rd_fpga_address addr;
	struct rd_page_op op; /* of its descriptors that tell only when they fail */
	int down;
	/* sending */
	uint32_t tx_next, tx_seen;     /* packets written, known to be taken */
	uint32_t bulk_next, bulk_seen; /* units, likewise */
	uint64_t ring;                 /* offset of our packet ring in the peer's arena */
	uint64_t credit;               /* offset of our credit word for this peer in its arena */
	int announced;
	/* receiving */
	char *rx;                      /* the peer's packet ring in our arena */
	uint32_t rx_next;              /* packets taken */
	uint32_t rx_told, bulk_told, bulk_taken;
	int heard;                     /* it has spoken to us */
	int credit_due;                /* there was no descriptor for it */
};

struct rd_fpga {
	struct rd_fpga_ep **eps;       /* [ranks]; NULL: not spoken to */
	struct rd_fpga_ep **heard;     /* [nheard] */
	int nheard;
	int ncredits_due;
	uint32_t idle;                 /* polls in vain */
};

extern struct rd_fpga rd_fpga;
extern struct rd_btl_stats rd_fpga_stats;
extern const struct rd_btl rd_btl_fpga;

static inline struct rd_fpga_ep *rd_fpga_ep(struct rd_ep *ep)
{
	return (struct rd_fpga_ep *)ep;
}

/* The endpoint to a rank, made if need be; NULL: no memory, or its address is of no use
 * (logged). */
struct rd_fpga_ep *rd_fpga_ep_of(int rank, const struct rd_fpga_address *addr);
/* What this rank publishes. */
void rd_fpga_own_address(struct rd_fpga_address *addr);
/* Nothing more can be sent to the peer or come from it. */
void rd_fpga_ep_down(struct rd_fpga_ep *ep, int err);

/* ---- Sending (tx.c) ---- */

int rd_fpga_send(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void *rd_fpga_reserve(struct rd_ep *ep, size_t len);
void rd_fpga_commit(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
int rd_fpga_post(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
		 struct rd_btl_post *post);
/* A packet of the transport's own; len <= SLOT_PAYLOAD_B. 0 or RD_EAGAIN. */
int rd_fpga_control(struct rd_fpga_ep *ep, unsigned flags, const void *payload, size_t len);
/* Tells the peer what was taken, if that is due; later when there is no descriptor. */
void rd_fpga_credit(struct rd_fpga_ep *ep);
void rd_fpga_tx_init(void);

/* ---- Receiving (rx.c) ---- */

int rd_fpga_rx_poll(struct rd_fpga_ep *ep);
/* Takes announcements from the receive ring. */
int rd_fpga_announced(void);
/* The word of the next packet from the peer, and what it is when the packet is there. */
const uint64_t *rd_fpga_rx_word(const struct rd_fpga_ep *ep);

static inline int rd_fpga_rx_ready(const struct rd_fpga_ep *ep)
{
	/* pairs with the card's last write of the slot */
	return __atomic_load_n(rd_fpga_rx_word(ep), __ATOMIC_ACQUIRE) >> 32 == ep->rx_next + 1;
}

/* ---- Direct placement (get.c) ---- */

int rd_fpga_get(struct rd_ep *ep, struct rd_btl_get *get);
void rd_fpga_on_get(struct rd_fpga_ep *ep, const struct rd_fpga_get *ask);
void rd_fpga_on_done(struct rd_fpga_ep *ep, const struct rd_fpga_done *done);
int rd_fpga_get_poll(void);    /* what waits for regions, descriptors, room */
int rd_fpga_get_waiting(void);
void rd_fpga_get_down(struct rd_fpga_ep *ep);
int rd_fpga_get_idle(void);
void rd_fpga_get_init(void);
void rd_fpga_get_fini(void);

#endif
