/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This process's page of its card: bring-up, descriptors, completions, registered memory. One for
 * the process, shared by the transport (btl.c) and the collectives of the ring.
 *
 * The arena, the page's DMA memory, holds in this order, the same in all processes of the job:
 * send ring, completion ring, receive ring, credit words (one per rank), staging for data to be
 * sent, memory for the collectives, the table of exposed memory and the niches (remote.h), the
 * landings of READs, tables and queues of queue pairs (qp.h), one packet ring per rank. It is
 * region 0, which every rank of the job may write, and read, with the key that its owner publishes.
 */
#ifndef RD_BTL_FPGA_PAGE_H
#define RD_BTL_FPGA_PAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "btl_fpga/card.h"

#define RD_PAGE_SENDS 256u      /* descriptors of the send ring */
#define RD_PAGE_CPLS 1024u      /* records of the completion ring: one per descriptor and stream */
#define RD_PAGE_STAGE_B 262144u /* bytes of staging */
#define RD_PAGE_COLL_B 524288u  /* bytes for the collectives */
#define RD_PAGE_TABLE_B 4096u   /* bytes of the table of exposed memory */
#define RD_PAGE_NICHES_B 8192u  /* bytes of the niches */
#define RD_PAGE_LANDING_B 8192u /* bytes of the landing of each reader */
#define RD_QP_REQUESTS_LG 6
#define RD_QP_REQUESTS (1u << RD_QP_REQUESTS_LG) /* places of a send queue */
#define RD_QP_DONES_LG 10
#define RD_QP_DONES (1u << RD_QP_DONES_LG) /* places of the completion queue */
#define RD_QP_REGIONS 1024u                /* entries of the table of regions */
#define RD_QP_SLOT_B 8192u                 /* bytes that a request moves at most */
#define RD_QP_SLOTS_B 524288u              /* bytes of all slots */
#define RD_PAGE_PAIR_B 73728u              /* bytes of the packet ring for one rank; see fpga.h */
#define RD_PAGE_INLINE_B 32u               /* bytes of data that a descriptor holds */
#define RD_PAGE_READER 6u /* first stream for READs; those before are of the collectives */
#define RD_PAGE_READERS 2u

/* Offsets in the arena. */
struct rd_page_map {
	uint64_t send, cpl, recv, credit, stage, coll, table, niches, landing, pair, end;
	/* of queue pairs: tables, completions, requests by rank, attributes of commands, the
	 * receive queue of all, which stays empty */
	uint64_t pairs, queues, regions, dones, slots, requests, attr, receives;
	unsigned recv_lg; /* log2 of the records of the receive ring */
};

/* Receiver of completions. `done` is called from rd_page_poll, for each. A completion may arrive
 * long after its descriptor was reused, so it names the op, not the descriptor; and long after the
 * op was ended, so successive ops of one place have different serial numbers. */
struct rd_page_op {
	void (*done)(struct rd_page_op *op, int status); /* RN_DMA_STATUS_... */
	uint64_t cookie; /* serial number << 32 | place, from rd_page_op_begin on; else 0 */
};

/* A cell of this page that another node refused: the fields of NOTICE. */
struct rd_page_return {
	int node, page;        /* that refused */
	unsigned status, type; /* enum DMA_STATUS, enum CELL_TYPE */
	unsigned region;       /* of the page, of a WRITE; stream, of DATA and BCAST */
	uint64_t offset, key;  /* offset: of DATA and BCAST the epoch */
};
/* The reason of a refusal, for messages. */
const char *rd_page_why(unsigned status);

/* Registered memory. */
struct rd_region {
	uint64_t base, len; /* address here and length; len 0: closed */
	uint32_t access;    /* RN_REGION_ACCESS_..._MASK */
	uint32_t key;
	int refs;      /* users */
	int owned;     /* by one user: rd_region_own */
	uint64_t used; /* value of rd_page.uses at the last use */
};

/* The send ring. */
struct rd_page_send {
	uint64_t all;      /* descriptors written; the others modulo 2^16 */
	uint16_t produced; /* likewise */
	uint16_t told;     /* of these, published by the doorbell */
	uint16_t consumed; /* of these, done, as last read */
	unsigned wanted;   /* most free ones requested without success */
};

/* The completion ring. */
struct rd_page_cpl {
	uint16_t next; /* completion to be read next */
	uint16_t told; /* the card knows that those before it have been read */
};

/* The operations under way, by the place that their cookie carries. */
struct rd_page_ops {
	struct rd_page_op **op; /* [n]; NULL: free. Place 0 is not used */
	uint32_t n, last_place;
	uint32_t serial; /* last number of an op */
};

struct rd_page {
	struct rd_card *card;
	struct rd_page_map map;
	uint32_t key;     /* of region 0 */
	int fe_nodes;     /* cards of the largest ring for operations on full/empty registers */
	unsigned slot_lg; /* log2 of the bytes of a record of the receive ring */
	struct rd_page_send send;
	struct rd_page_cpl cpl;
	uint16_t recv_next; /* record of the receive ring to be read next */
	struct rd_page_ops ops;
	struct rd_region region[8];
	uint32_t opened[8]; /* times that each was opened, for its next key */
	uint64_t uses;
	int refs;
	uint64_t refused;  /* cells of others that the card refused for this page */
	int reads;         /* the card has READ and ATOMIC */
	uint32_t excludes; /* a bit for each region that rd_region_shut closes for a while */
	/* Called from rd_page_poll for cells that came back: WRITE and MSG; DATA and BCAST, which
	 * nodes without a receiver refuse, too. NULL: not called. */
	void (*returned)(const struct rd_page_return *r);
	void (*stream_returned)(const struct rd_page_return *r);
	/* by stream: op of its completion; NULL: the stream is not open */
	struct rd_page_op *streams[8];
	uint32_t given_up[8]; /* by stream: number of the op that was given up last */
	uint32_t nfaults;     /* how often links were reported to have died, or to work again */
	char fault[48];       /* the dead link, "the right link of card 3"; "": none known */
};

extern struct rd_page rd_page;

/* Opens the page; later calls count a reference. 0; RD_ENOTSUP: no ring or no card for this rank,
 * *why has the reason; other errors are logged. */
int rd_page_open(const char **why);
void rd_page_close(void);

/* Number of free descriptors; reads the card's index only when fewer than `want` are known. */
unsigned rd_page_room(unsigned want);
/* Whether the descriptors requested since the last call without success are still not free. The
 * card raises no event when descriptors become free. */
int rd_page_is_short(void);

/* The next descriptor, to be filled: eight words, all 0 but COOKIE. There must be room. op NULL:
 * its completion is not reported. */
uint64_t *rd_page_next(struct rd_page_op *op);

/* Registers an op whose `done` is set. 0 or RD_ENOMEM, logged. */
int rd_page_op_begin(struct rd_page_op *op);
/* Unregisters the op: later completions for it are ignored. */
void rd_page_op_end(struct rd_page_op *op);
/* Serial number for an op of a stream, which has no place: the stream's cookie. Numbers are below
 * RD_PAGE_STREAM_COOKIE, and begin anew. */
uint32_t rd_page_op_number(struct rd_page_op *op);

/* The cookie of a READ of that stream, whose op gets another number: the stream's record has its
 * lower half, the descriptor's, of a READ that was not begun, all of it. Both complete the op. */
#define RD_PAGE_STREAM_COOKIE 0xfffffff8u
static inline uint64_t rd_page_stream_cookie(unsigned stream, struct rd_page_op *op)
{
	return (uint64_t)(RD_PAGE_STREAM_COOKIE + stream) << 32 | rd_page_op_number(op);
}

/* Publishes the descriptors taken since the last call, by the doorbell. */
void rd_page_go(void);

/* 1: the card has done all descriptors. */
int rd_page_idle(void);

/* The cards' clock, in ns; of simulated cards without the time in which they waited for hosts. */
uint64_t rd_page_time_ns(void);

/* Reads completions; how many. */
int rd_page_poll(void);

/* Finds the dead link after the card has raised FAULT, or has ended a descriptor with DEAD; fills
 * in rd_page.fault. */
void rd_page_find_fault(void);
int rd_page_port_is_dead(int node, int port);
/* Sum of `n` counters of the own card, 4 bytes from each other; 0 without a card. */
uint64_t rd_page_counted(uint32_t reg, uint32_t n);

/* 1: the next completion has arrived. */
int rd_page_pending(void);

/* The next record of the receive ring: end of its payload (padded to a multiple of 8 bytes). NULL:
 * there is none. `rd_page_recv_done` releases the record. */
const char *rd_page_recv(uint64_t *head, uint64_t *what);
void rd_page_recv_done(void);

/* ---- Words of descriptors ---- */

static inline uint64_t rd_desc_ctl(unsigned op, int node, uint32_t len, uint64_t flags)
{
	return (uint64_t)op << RN_DESCRIPTOR_CTL_OP_LSB |
	       (uint64_t)node << RN_DESCRIPTOR_CTL_DEST_LSB |
	       (uint64_t)len << RN_DESCRIPTOR_CTL_LENGTH_LSB | flags;
}

static inline uint64_t rd_desc_local(unsigned region, uint64_t offset)
{
	return (uint64_t)region << RN_DESCRIPTOR_LOCAL_REGION_LSB | offset;
}

/* Destination of a WRITE: region `region` of page `page`, opened there with `key`. The upper half
 * of the key is in LOCAL. */
static inline uint64_t rd_desc_key(uint32_t key)
{
	return (uint64_t)(key >> 16) << RN_DESCRIPTOR_LOCAL_KEY_HIGH_LSB;
}

static inline uint64_t rd_desc_remote(uint32_t key, int page, unsigned region, uint64_t offset)
{
	return (uint64_t)(key & 0xffff) << RN_WRITE_HEAD_ADDRESS_KEY_LSB |
	       ((uint64_t)page * 8 + region) << RN_WRITE_HEAD_ADDRESS_REGION_LSB | offset;
}

/* ---- Registered memory (region.c) ---- */

/*
 * A region that contains [p, p + len) with these rights, from the cache or newly opened. Its
 * number; RD_EAGAIN: all are in use; RD_ENOTSUP: the card cannot reach this memory. `offset` is the
 * offset of p in it. Held until rd_region_put.
 */
int rd_region_hold(const void *p, uint64_t len, uint32_t access, uint64_t *offset);
void rd_region_put(int number);
/* Likewise for a region that a peer may still write: closes it. */
void rd_region_revoke(int number);
/* Closes a region that is held. Its number opens no other memory until rd_region_put. */
void rd_region_close(int number);

/*
 * Regions that one user can own, the same numbers on all pages. rd_region_own takes a region from
 * messages; RD_EAGAIN: descriptors of this card still use it, call again. rd_region_own_open opens
 * it for [p, p + len), RD_ENOTSUP as above; no access of its earlier use is under way any more.
 */
#define RD_REGION_OWN 6
#define RD_REGION_OWN_N 2
int rd_region_own(int number);
int rd_region_own_open(int number, const void *p, uint64_t len, uint32_t access, uint64_t *offset);
void rd_region_disown(int number); /* returns it to messages */

/*
 * Regions that other processes write and read at any time, lent to one user until rd_region_disown:
 * its number; RD_EAGAIN: none is free, or only those that messages need; RD_ENOTSUP as above. shut:
 * until rd_region_admit no access is let in, and none is under way.
 */
int rd_region_lend(void *p, uint64_t len, uint64_t *offset);
void rd_region_shut(int number);
void rd_region_admit(int number);

void rd_region_close_all(void);

/* As card->pin, of memory that the kernel lets others reach. */
int rd_region_pin(const void *p, uint64_t len, uint64_t *bus);

/* Opens region `number`; page.c calls it for the arena, which stays open. */
void rd_region_open(int number, const void *p, uint64_t bus, uint64_t len, uint32_t access,
		    uint32_t key);

#endif
