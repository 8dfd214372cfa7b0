/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Declarations that the files of the transport over cards share.
 *
 * The arena has a packet ring for every rank that may send to this one. Only that rank writes it,
 * by WRITE descriptors, and only this process reads it (after TCA Verbs' packet channels): SLOTS
 * slots of SLOT_B bytes for packets, the low-latency ring, and BULK_B bytes for payloads that do
 * not fit a slot, the high-bandwidth ring. Both are in the order of one sequence of packets: a
 * payload in the bulk ring is written before the packet that names it.
 *
 *     slot:  [ ... payload (at most SLOT_PAYLOAD_B) | header, 16 bytes | word, 8 bytes ]
 *     word:  63:32 number of the packet, from 1    31:16 flags    15:0 bytes of payload
 *
 * A packet is one WRITE that ends with the slot; its word becomes visible last and makes it valid.
 * The reader returns credit, the counts of packets and bulk units that it has read, by a WRITE of
 * 8 bytes into the writer's credit word, when half of the slots or a quarter of the bulk ring has
 * been read.
 *
 * The first packet to a rank is announced by a record in its receive ring, so that a process polls
 * only the rings of ranks that have sent to it.
 *
 * Invariants:
 *  1. tx_next - tx_seen <= SLOTS, bulk_next - bulk_seen <= BULK_UNITS: unread packets and
 *     payloads are not overwritten.
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
#define BULK_UNIT 64u       /* bytes; the unit of the bulk ring */
#define BULK_UNITS (BULK_B / BULK_UNIT)
#define EAGER_B 8192u    /* bytes of the largest message sent at once */
#define FRAG_B 16384u    /* bytes of a fragment */
#define GET_MIN_B 32768u /* bytes from which direct placement is faster */
_Static_assert(SLOTS *SLOT_B + BULK_B <= RD_PAGE_PAIR_B, "the ring fits its place");

/* Flags of a packet's word. */
enum {
	PKT_BULK = 1, /* the payload is a struct rd_fpga_bulk, the data are in the bulk ring */
	PKT_GET = 2,  /* struct rd_fpga_get: request for a proxy write */
	PKT_DONE = 4, /* struct rd_fpga_done: answer to PKT_GET */
	PKT_PAIR = 8, /* struct rd_fpga_pair: the sender's queue pair */
};

struct rd_fpga_bulk {
	uint32_t at;  /* units since the start, modulo 2^32 */
	uint32_t len; /* bytes */
};

/* Request of a receiver to the owner of the data, to write them to the receiver's region. */
struct rd_fpga_get {
	uint64_t from, len; /* in the owner's address space; bytes */
	uint64_t to;        /* offset in the requester's region */
	uint64_t token;     /* under which the owner has lent the memory */
	uint32_t id;        /* of the requester's get */
	uint32_t key;
	uint8_t region, zero[7];
};
_Static_assert(sizeof(struct rd_fpga_get) == 48, "wire format");

struct rd_fpga_done {
	uint32_t id;
	int32_t status; /* RN_DMA_STATUS_..., or -1: the memory cannot be reached */
};

struct rd_fpga_pair {
	uint32_t round; /* for which it is open (qp.c) */
	uint32_t works; /* 0: it cannot be opened any more */
};

/* Address that a rank publishes. */
struct rd_fpga_address {
	uint32_t table; /* RN_TABLE_CRC */
	uint16_t node;
	uint8_t page, version;
	uint32_t key;
	uint32_t pair_b, ranks; /* layout of the arenas, must be equal */
	uint32_t zero2;         /* of greetings: free for the caller */
};
_Static_assert(sizeof(struct rd_fpga_address) == 24, "fits a record of every card");

#define FPGA_VERSION 7

/* User's word of an announcement: rank of the sender in the low bits, above them the key of the
 * receiver's page. A record of a job before, which waited in a link, has another key. */
#define ANNOUNCE_RANK_BITS 24
#define ANNOUNCE_RANK_MASK ((1u << ANNOUNCE_RANK_BITS) - 1)
/* In place of a rank: a greeting, by which processes learn each other's addresses without a
 * launcher. It carries its sender's address; the receiver's key is not in it. */
#define ANNOUNCE_GREETING ANNOUNCE_RANK_MASK

struct rd_fpga_ep {
	struct rd_ep ep;
	struct rd_fpga_address addr;
	struct rd_page_op op; /* of descriptors that complete only when they fail */
	int down;
	/* sending */
	uint32_t tx_next, tx_seen;     /* packets written, known to be read */
	uint32_t bulk_next, bulk_seen; /* units, likewise */
	uint64_t ring;                 /* offset of our packet ring in the peer's arena */
	uint64_t credit;               /* offset of our credit word for this peer in its arena */
	int announced;
	int unheard; /* the announcement found no room and is to be sent again */
	/* receiving */
	char *rx;         /* the peer's packet ring in our arena */
	uint32_t rx_next; /* packets read */
	uint32_t rx_told, bulk_told, bulk_taken;
	int heard;               /* the peer has announced its first packet */
	struct rd_fpga_ep *next; /* forgotten: serves may still refer to it */
	int credit_due;          /* credit not sent yet for want of a descriptor */
	uint32_t beats;          /* rd_places_add */
	struct rd_qp *pair;      /* qp.c; NULL: none yet */
};

struct rd_fpga {
	struct rd_fpga_ep **eps;   /* [ranks]; NULL: not connected */
	struct rd_fpga_ep **heard; /* [nheard] */
	int nheard;
	int ncredits_due;
	int nunheard;  /* endpoints with `unheard` set */
	int lost;      /* the loss of the card was reported */
	uint32_t idle; /* polls without an event */
	/* Called for greetings, which are from outside; NULL: they are dropped. */
	void (*greeted)(int node, const void *payload, size_t len);
};

extern struct rd_fpga rd_fpga;
extern struct rd_btl_stats rd_fpga_stats;
extern const struct rd_btl rd_btl_fpga;

static inline struct rd_fpga_ep *rd_fpga_ep(struct rd_ep *ep)
{
	return (struct rd_fpga_ep *)ep;
}

/* The processors of this process, and of those of this host that it is connected with. */
struct rd_places;
void rd_fpga_places(struct rd_places *places);

/* The endpoint to a rank, created if need be; NULL: no memory, or its address is invalid
 * (logged). */
struct rd_fpga_ep *rd_fpga_ep_of(int rank, const struct rd_fpga_address *addr);
/* The address that this rank publishes. */
void rd_fpga_own_address(struct rd_fpga_address *addr);
/* Takes the endpoint down: nothing more is sent to the peer or received from it. */
void rd_fpga_ep_down(struct rd_fpga_ep *ep, int err);
/* Takes the endpoint of a rank, which is down, from the table, and clears the packet ring and the
 * credit word that the rank's process has written: another process has the rank's card now. */
void rd_fpga_ep_forget(int rank);

/* ---- Sending (tx.c) ---- */

int rd_fpga_send(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);
void *rd_fpga_reserve(struct rd_ep *ep, size_t len);
void rd_fpga_commit(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);
int rd_fpga_post(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
		 struct rd_btl_post *post);
/* Sends a control packet of the transport; len <= SLOT_PAYLOAD_B. 0, RD_EAGAIN or RD_EPROC. */
int rd_fpga_control(struct rd_fpga_ep *ep, unsigned flags, const void *payload, size_t len);
/* The peer's receive ring had no room for the announcement: a later poll sends it again. */
void rd_fpga_announce_again(struct rd_fpga_ep *ep);
/* Sends it; 1, or 0: there is no descriptor for it. */
int rd_fpga_announce(struct rd_fpga_ep *ep);
/* Greets the process of a page whose key is not known. 1, or 0: there is no descriptor for it.
 * Whether it arrives is not told. */
int rd_fpga_greet(int node, int page, const struct rd_fpga_address *own);
/* Sends credit to the peer if it is due; without a descriptor, a later poll sends it. */
void rd_fpga_credit(struct rd_fpga_ep *ep);
/* Whether there is room for a write and a packet of `len` bytes behind it. */
int rd_fpga_has_room_behind(struct rd_fpga_ep *ep, uint32_t written, size_t len);
/* Writes up to 8 KiB to a region of the peer, from a copy; rd_page_go follows. 0 or RD_EAGAIN. */
int rd_fpga_write(struct rd_fpga_ep *ep, unsigned region, uint32_t key, uint64_t offset,
		  const void *data, uint32_t len);
void rd_fpga_tx_init(void);

/* ---- Receiving (rx.c) ---- */

int rd_fpga_rx_poll(struct rd_fpga_ep *ep);
/* Reads announcements from the receive ring; how many. */
int rd_fpga_announced(void);
/* Address of the word of the next packet from the peer; rd_fpga_rx_ready checks its value. */
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
int rd_fpga_get_poll(void); /* retries requests that wait for regions, descriptors, room */
int rd_fpga_get_waiting(void);
void rd_fpga_get_down(struct rd_fpga_ep *ep);
int rd_fpga_get_idle(void);
void rd_fpga_get_init(void);
void rd_fpga_get_fini(void);

#endif
