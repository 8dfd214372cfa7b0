/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to memory of other ranks in which their processes take no part: WRITE, READ and ATOMIC of
 * the card (CARD.md, 8). For windows (rma/card.c). Only between ranks on different cards, and where
 * CAPS says that the card has READ.
 *
 * Memory is exposed under an id that its user chooses, by an entry of a table in the owner's arena:
 * other ranks read the entry by READ when they first need it, so nobody has a table of all ranks.
 *
 * Operations begin in the order in which they are given. WRITEs to one rank are placed in that
 * order, but for one from memory that the card turns out not to read, which comes later; other
 * operations in any: one that must come after another begins when that is done. A WRITE is done
 * when its local memory is free; FLUSH is done when the WRITEs before it are placed.
 */
#ifndef RD_BTL_FPGA_REMOTE_H
#define RD_BTL_FPGA_REMOTE_H

#include "base/list.h"
#include "btl_fpga/page.h"
#include "node/shm.h"
#include "pt2pt/btl.h"

#define RD_REMOTE_SHORT_B 8192u /* bytes that are copied, above in place */

/* ---- Operations ---- */

enum rd_remote_kind {
	RD_REMOTE_WRITE,
	RD_REMOTE_READ,
	RD_REMOTE_ADD,  /* 8 bytes += operand; the value before goes to `local` */
	RD_REMOTE_SWAP, /* = operand if they are `expected`; likewise */
	RD_REMOTE_FLUSH,
};

/* A byte in a region of another rank. */
struct rd_remote_at {
	uint64_t offset;
	uint32_t key;
	uint8_t region;
};

struct rd_remote {
	enum rd_remote_kind kind;
	struct rd_ep *ep; /* rd_remote_reaches */
	struct rd_remote_at at;
	/* WRITE, READ of a rank to which a queue pair is connected (qp.h): of its memory, in which
	 * at.offset counts from the first byte. Such a WRITE is done when it is placed. 0: by
	 * descriptors. */
	uint32_t stag;
	void *local; /* the caller's until `done` */
	uint64_t len;
	uint64_t operand, expected;
	/* Exactly once, possibly before rd_remote_begin returns. RD_EPROC: the rank has failed, or
	 * its card refuses, logged; an ATOMIC may have been done all the same. */
	void (*done)(struct rd_remote *r, int err);
	/* The other card refuses it, RN_DMA_STATUS_... 1: it is tried again after a pause; 0: it
	 * ends with RD_EPROC, and nothing is logged. NULL: tried again while the owner excludes
	 * ATOMICs. */
	int (*refused)(struct rd_remote *r, int status);
	int by_copy; /* READ: never in place */
	/* owned by remote.c */
	struct rd_page_op op; /* WRITE in place: of the last descriptor */
	struct rd_list link;
	uint64_t handed, have; /* bytes given to the card, arrived */
	int flying;            /* READs under way */
	int err;
	int copied;   /* not in place */
	int restarts; /* READ, FLUSH: when nothing is under way */
	int region;   /* WRITE in place: of `local`; -1: none held */
};

/* 1: this rank's card has READ, and reaches memory outside the arena. */
int rd_remote_works(void);
/* 1: the card makes use of memory in files. */
int rd_remote_lends(void);
/* 1: the endpoint is one over cards, so the rank can be reached. */
int rd_remote_reaches(const struct rd_ep *ep);
void rd_remote_begin(struct rd_remote *r);
/* Ends a READ with `by_copy` or an ATOMIC without `done`: its memory is the caller's again. An
 * ATOMIC may have been done. */
void rd_remote_cancel(struct rd_remote *r);

/* ---- Memory that others reach ---- */

struct rd_exposed {
	int entry;     /* in the table; -1: not exposed */
	int data;      /* region for WRITE and READ; 0: none */
	int atomic;    /* region for ATOMIC; 0: none */
	uint32_t stag; /* for queue pairs; 0: none */
	const void *p;
	uint64_t len;
	int lent; /* to the card */
};

/* An entry of the table, as other ranks read it. */
struct rd_remote_memory {
	uint32_t id;
	uint32_t used;                    /* the fields below are valid */
	uint64_t len;                     /* bytes */
	struct rd_remote_at data, atomic; /* of the first byte; region 0: none */
	uint32_t stag;                    /* for queue pairs; 0: none */
};

#define RD_REMOTE_ENTRIES 60
#define RD_REMOTE_NICHE_B 128u
#define RD_REMOTE_NICHES (RD_PAGE_NICHES_B / RD_REMOTE_NICHE_B)
struct rd_remote_table {
	struct rd_remote_memory entry[RD_REMOTE_ENTRIES];
	uint64_t niche[RD_REMOTE_NICHES]; /* id + 1 of each; 0: free; UINT64_MAX: of no use */
	uint64_t token;                   /* random; 0: there is none */
};
_Static_assert(sizeof(struct rd_remote_table) <= RD_PAGE_TABLE_B, "fits the arena");

/* Memory to be exposed. */
struct rd_remote_own {
	void *p;
	uint64_t len; /* bytes */
	int atomics;  /* for ATOMIC, too */
	struct rd_shm_place place;
};

/* 0, and *why has the reason if it is for queue pairs only; RD_ENOTSUP with the reason in *why: no
 * region is free. */
int rd_remote_expose(uint32_t id, const struct rd_remote_own *own, struct rd_exposed *e,
		     const char **why);
void rd_remote_hide(struct rd_exposed *e);
/* The READ of another rank's table. */
void rd_remote_ask(struct rd_remote *r, struct rd_ep *ep, struct rd_remote_table *table);
/* NULL: it has none of that id. */
const struct rd_remote_memory *rd_remote_find(const struct rd_remote_table *table, uint32_t id);

/* A niche is a few bytes in the arena, which is exposed as a whole: it takes no region. In lines of
 * its own, and zero at first; NULL: none is free. close: `again` is 0 if others may still change
 * it. */
void *rd_remote_niche_open(uint32_t id);
void rd_remote_niche_close(void *niche, int again);
/* 0: the rank, whose table this is, has one of that id. RD_ENOTSUP. */
int rd_remote_niche_find(const struct rd_remote_table *table, struct rd_ep *ep, uint32_t id,
			 struct rd_remote_at *at);

/* A niche as its owner tells it to processes of its host, which reach it by instructions. */
struct rd_remote_niche {
	uint64_t token; /* of the owner's table */
	uint64_t at;    /* in the arena; 0: no niche */
	int32_t node, page;
};
struct rd_remote_niche rd_remote_niche_name(const void *niche);
/* NULL: the owner's arena is not mapped here. The caller shares a host with the owner. */
void *rd_remote_niche_reach(const struct rd_remote_niche *niche);

/* No ATOMIC changes the memory between the two: for operations of this process that the card's must
 * exclude. Those of others are tried again meanwhile. */
void rd_remote_exclude(const struct rd_exposed *e);
void rd_remote_admit(const struct rd_exposed *e);

/* ---- For the transport (btl.c) ---- */

void rd_remote_init(void);
void rd_exposed_init(void); /* expose.c; by rd_remote_init */
int rd_remote_poll(void);
int rd_remote_waiting(void); /* 1: something has to be polled for */
struct rd_fpga_ep;
void rd_remote_down(struct rd_fpga_ep *ep);
/* A READ was refused for want of a place. */
void rd_remote_refused(const struct rd_page_return *r);
/* Called now and then: READs without an answer. */
void rd_remote_look(void);

#endif
