/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory that ranks share with the process of the simulated ring (server.cpp): a head, a
 * mailbox for each page, and from a multiple of 4 KiB on the arenas. Read by C (device.c) and
 * C++. It lives as long as its job, and both sides are of one build: RD_RTL_LAYOUT reveals others.
 *
 * Registers: a rank puts requests into the ring of its mailbox and counts them in `posted`; the
 * server applies them in this order and counts in `taken`. A write is posted and forgotten; a read
 * is answered in `answer`, then counted in `answered`. A rank has one read under way.
 *
 * Sleeping: a rank that waits for the server sleeps on the futex `turn`, the server without work
 * on the futex `wakeup`. Before it sleeps, a side sets its flag (`waiting`, `asleep`) and then
 * polls once more; the other side publishes and then reads that flag; fences (seq_cst) stand
 * between on both sides. A rank that waits for its card sets `armed`; the server writes to the
 * wake-up of its process (node/wakeup.h) after every event that the rank may wait for.
 *
 * Bus addresses: bits 63:48 are the number of the page (node * users + page) plus 1; bit 47 clear:
 * an offset in its arena; set: a virtual address of the page's process.
 *
 * The server holds a lock of fcntl(2) on the whole memory while it lives.
 */
#ifndef RD_HW_RING_PROTO_H
#define RD_HW_RING_PROTO_H

#include <stdint.h>

#define RD_RTL_MAGIC 0x316c7472646e6f72ull /* "rondrtl1" */
#define RD_RTL_REQUESTS 256u               /* of a mailbox; a power of two */
#define RD_RTL_READ 1u                     /* bit 0 of a request's address: it is a read */
#define RD_RTL_PROBE 0x80000000u           /* read here: can the server reach the rank's memory? */
#define RD_RTL_PAGE_B 4096u
#define RD_RTL_ALIGN __attribute__((aligned(64)))

struct rd_rtl_request {
	uint32_t at; /* byte of the card's registers, or RD_RTL_PROBE; with RD_RTL_READ */
	uint32_t value;
};

struct rd_rtl_mail {
	/* The rank: */
	uint32_t posted RD_RTL_ALIGN; /* requests so far, modulo 2^32 */
	uint32_t waiting;   /* it sleeps on `turn` */
	uint32_t armed;     /* it wants to be woken by its wake-up; the server takes it back */
	uint32_t armed_at;  /* requests up to the clearing of its events: only then the interrupt counts */
	int32_t pid;        /* 0: the page is not open */
	int32_t wakeup;
	uint64_t probe, token; /* an address in the process and its content */
	/* The server: */
	uint32_t taken RD_RTL_ALIGN; /* requests so far */
	uint32_t turn;      /* changes with `taken` and `answered` */
	uint32_t answered;  /* reads so far */
	uint32_t answer;    /* to the last of them */
	/* The rank: */
	struct rd_rtl_request request[RD_RTL_REQUESTS] RD_RTL_ALIGN;
};

struct rd_rtl_head {
	uint64_t magic;
	uint32_t table;     /* RN_TABLE_CRC */
	uint32_t layout;    /* RD_RTL_LAYOUT */
	uint32_t nodes, users;
	uint64_t arena_bytes; /* of a page; 0 until the first rank sets it */
	int32_t server;     /* its pid */
	uint32_t ready;     /* futex: the server has filled this in, and the links are up */
	uint64_t worked;    /* clocks of the ring, without those in which it waited for hosts */
	uint32_t mhz;       /* its clock, as RONDO_RING_HOST sets it */
	uint32_t wakeup RD_RTL_ALIGN; /* futex of the server */
	uint32_t asleep;    /* the server sleeps on it: 1 for a while, 2 with nothing to do */
};

#define RD_RTL_LAYOUT ((uint32_t)(sizeof(struct rd_rtl_head) * 4096 + sizeof(struct rd_rtl_mail)))

/* Bytes before the arenas. */
static inline uint64_t rd_rtl_head_bytes(uint64_t nodes, uint64_t users)
{
	uint64_t bytes = sizeof(struct rd_rtl_head) + nodes * users * sizeof(struct rd_rtl_mail);

	return (bytes + RD_RTL_PAGE_B - 1) / RD_RTL_PAGE_B * RD_RTL_PAGE_B;
}

#define RD_RTL_BUS_PAGE_LSB 48
#define RD_RTL_BUS_VIRTUAL (1ull << 47)

static inline uint64_t rd_rtl_bus(uint32_t page)
{
	return (uint64_t)(page + 1) << RD_RTL_BUS_PAGE_LSB;
}

#endif
