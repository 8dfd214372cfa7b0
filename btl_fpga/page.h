/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This process's page of its card: bring-up, descriptors, completions, registered memory. One for
 * the process, shared by the transport (btl.c) and the collectives of the ring.
 *
 * The arena, the page's DMA memory, holds in this order, the same in all processes of the job:
 * send ring, completion ring, receive ring, credit words (one per rank), staging for what is sent,
 * memory for the collectives, one packet ring per rank. It is region 0, which every rank of the job
 * may write, by the key that its owner publishes.
 */
#ifndef RD_BTL_FPGA_PAGE_H
#define RD_BTL_FPGA_PAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "btl_fpga/card.h"

#define RD_PAGE_SENDS 256u       /* descriptors of the send ring */
#define RD_PAGE_CPLS 1024u       /* records of the completion ring: one per descriptor and stream */
#define RD_PAGE_STAGE_B 262144u  /* bytes of staging */
#define RD_PAGE_COLL_B 524288u   /* bytes for the collectives */
#define RD_PAGE_PAIR_B 73728u    /* bytes of the packet ring for one rank; see fpga.h */
#define RD_PAGE_INLINE_B 32u     /* bytes of data that a descriptor holds */

/* Offsets in the arena. */
struct rd_page_map {
	uint64_t send, cpl, recv, credit, stage, coll, pair, end;
	unsigned recv_lg; /* log2 of the records of the receive ring */
};

/* Whom a completion concerns. `done` is called from rd_page_poll, for each. A completion may come
 * long after its descriptor was used again, so it names the op, not the descriptor; and long after
 * the op was ended, so ops that have the same place one after the other have different names. */
struct rd_page_op {
	void (*done)(struct rd_page_op *op, int status); /* RN_DMA_STATUS_... */
	uint64_t cookie; /* serial number << 32 | place, from rd_page_op_begin on; else 0 */
};

/* Registered memory. */
struct rd_region {
	uint64_t base, len;   /* address here and length; len 0: closed */
	uint32_t access;      /* RN_REGION_ACCESS_..._MASK */
	uint32_t key;
	int refs;             /* those who use it now */
	int owned;            /* one user has it for itself */
	uint64_t used;        /* when last, in uses */
};

struct rd_page {
	struct rd_card *card;
	struct rd_page_map map;
	uint32_t key;         /* of region 0 */
	int fe_nodes;         /* cards of the largest ring for operations on full/empty registers */
	unsigned slot_lg;     /* log2 of the bytes of a record of the receive ring */
	uint16_t produced;    /* descriptors written */
	uint16_t told;        /* of them, by the doorbell */
	uint16_t consumed;    /* done, as last read */
	unsigned wanted;      /* free ones, in vain */
	uint16_t cpl_next;    /* completion to be read next */
	uint16_t cpl_told;
	uint16_t recv_next;   /* record of the receive ring, likewise */
	struct rd_page_op **ops; /* [nops] by place; NULL: free. Place 0 is nobody's */
	uint32_t nops, last_place;
	uint32_t serial;      /* last number of an op */
	struct rd_region region[8];
	uint32_t opened[8];   /* how often each was, for its next key */
	uint64_t uses;
	int refs;
	uint64_t refused;     /* cells of others that the card refused for this page */
	/* by stream: told when it is complete; NULL: it is not open */
	struct rd_page_op *streams[8];
	char fault[48];       /* "the right link of card 3": dead; "": none is known to be */
};

extern struct rd_page rd_page;

/* Opens the page, for the first who asks. 0; RD_ENOTSUP: no ring or no card for this rank, *why
 * says why; other errors are logged. */
int rd_page_open(const char **why);
void rd_page_close(void);

/* Free descriptors, up to RD_PAGE_SENDS - 1; asks the card only when `want` are not known to be. */
unsigned rd_page_room(unsigned want);
/* Somebody has asked in vain, and would now: the card does not ring when descriptors are free. */
int rd_page_is_short(void);

/* The next descriptor, to be filled: eight words, all 0 but COOKIE. There must be room. op NULL:
 * nobody is told how it ends. */
uint64_t *rd_page_next(struct rd_page_op *op);

/* `done` is set. 0 or RD_ENOMEM, logged. */
int rd_page_op_begin(struct rd_page_op *op);
/* A completion for it is ignored from now on. */
void rd_page_op_end(struct rd_page_op *op);
/* For an op of a stream, which has no place: its completion names this. */
uint32_t rd_page_op_number(struct rd_page_op *op);

/* Starts the descriptors taken since the last time. */
void rd_page_go(void);

/* 1 when the card has done all descriptors. */
int rd_page_idle(void);

/* Takes completions; how many. */
int rd_page_poll(void);

/* Looks which link is dead, after the card has raised FAULT; fills in rd_page.fault. */
void rd_page_find_fault(void);
int rd_page_port_is_dead(int node, int port);
/* Sum of `n` counters of the own card, 4 bytes from each other; 0 without a card. */
uint64_t rd_page_counted(uint32_t reg, uint32_t n);

/* 1 when the next completion is there. */
int rd_page_pending(void);

/* The next record of the receive ring: where its payload (filled up to a multiple of 8 bytes) ends.
 * NULL when there is none; `rd_page_recv_done` gives it back. */
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

/* Where a WRITE goes: region `region` of page `page`, there opened with `key`, whose upper half
 * stands in LOCAL. */
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
 * A region that holds [p, p + len) with these rights, from the cache or opened anew. Its number;
 * RD_EAGAIN: all are in use; RD_ENOTSUP: the card cannot reach this memory. `offset` is p's place
 * in it. Held until rd_region_put.
 */
int rd_region_hold(const void *p, uint64_t len, uint32_t access, uint64_t *offset);
void rd_region_put(int number);
/* Likewise for a region that others write, when one of them may still do so: closes it. */
void rd_region_revoke(int number);

/*
 * The numbers that one user each can have for itself, on all pages alike. rd_region_own takes it
 * from messages; RD_EAGAIN: some of this card's descriptors still use it, call it again.
 * rd_region_own_open opens it for [p, p + len), RD_ENOTSUP as above; nothing of the last time is
 * under way any more.
 */
#define RD_REGION_OWN 6
#define RD_REGION_OWN_N 2
int rd_region_own(int number);
int rd_region_own_open(int number, const void *p, uint64_t len, uint32_t access, uint64_t *offset);
void rd_region_disown(int number); /* gives it back */

void rd_region_close_all(void);

/* Opens region `number` for good, as page.c does for the arena. */
void rd_region_open(int number, const void *p, uint64_t bus, uint64_t len, uint32_t access,
		    uint32_t key);

#endif
