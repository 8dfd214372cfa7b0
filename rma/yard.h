/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The yard of a process: memory that the processes of its node may map, for what they share with it
 * in windows: the lock words of its windows (lock.h), short windows themselves, and the tray for
 * slips (slip.h). It serves all windows: a window costs no mapping, and one descriptor serves
 * thousands of them. Memory is taken for it as it is used.
 *
 * Also what a process knows of the others of its node, in whatever window.
 */
#ifndef RD_RMA_YARD_H
#define RD_RMA_YARD_H

#include <stdint.h>

/* A place in a process's yard, as others are told of it. */
struct rd_rma_spot {
	uint64_t token; /* random: its part of the yard says so too */
	int32_t fd;     /* of that part, in the process; -1: there is no such place */
	uint32_t part;
	uint32_t at;    /* bytes from the part's start; 0: its tray */
	uint32_t bytes;
};

/* Windows of more bytes have memory of their own (segment.c). */
enum { RD_YARD_MOST = 16384 };

struct rd_rma_tray; /* slip.h */

/* A place of zeros in the own yard, a cache line's boundary. -1: there is none, *spot says so. */
int rd_rma_yard_get(uint64_t bytes, struct rd_rma_spot *spot, void **memory);
/* Nobody uses it any more; a spot that is no place is ignored. */
void rd_rma_yard_put(struct rd_rma_spot *spot);
/* The own tray, and where it is; NULL: there is no yard. */
struct rd_rma_tray *rd_rma_yard_tray(struct rd_rma_spot *spot);
void rd_rma_yard_fini(void);

enum rd_cma { RD_CMA_UNTRIED, RD_CMA_WORKS, RD_CMA_REFUSED };

/* Another process of this node, or the own. */
struct rd_rma_proc {
	int pid;
	uint64_t token, token_at; /* by which it is known before its memory is copied; cma.c */
	enum rd_cma cma;
	struct rd_rma_tray *tray; /* NULL: it takes no slips of this process */
	struct rd_rma_part *part; /* [parts] of its yard */
	uint32_t parts;
};

/* Of a world rank of this node; NULL: no memory. */
struct rd_rma_proc *rd_rma_proc(int world);
/* What has been told of it, the same in all its windows. */
void rd_rma_proc_learn(struct rd_rma_proc *proc, int pid, uint64_t token, uint64_t token_at);
/* A place of its yard in the own address space; NULL: it cannot be mapped. */
void *rd_rma_yard_reach(struct rd_rma_proc *proc, const struct rd_rma_spot *spot);

#endif
