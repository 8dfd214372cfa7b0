/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The heap of a process: memory that the processes of its node may map, for the data that windows
 * share: the lock words of its windows (lock.h), short windows themselves, and the mailbox
 * (mailbox.h). One heap serves all windows: a window costs no mapping, and one descriptor serves
 * thousands of them. Memory is allocated for it as it is used.
 *
 * Also the state of the other processes of the node that is common to all windows.
 */
#ifndef RD_RMA_HEAP_H
#define RD_RMA_HEAP_H

#include "node/cma.h"
#include "node/copy_in.h"
#include "node/shm.h"

#include <stdint.h>

/* A place in a process's heap, as published to other processes. */
struct rd_rma_spot {
	uint64_t token; /* random; also stored in that part of the heap */
	int32_t fd;     /* of that part, in the process; -1: no such place */
	uint32_t part;
	uint32_t at; /* bytes from the part's start; 0: its mailbox */
	uint32_t bytes;
};

/* Windows of more bytes have memory of their own (segment.c). */
enum { RD_HEAP_MOST = 16384 };

struct rd_rma_mailbox; /* mailbox.h */

/* Allocates a zeroed place in the own heap, aligned to a cache line. -1: there is none, and *spot
 * is invalid. */
int rd_rma_heap_get(uint64_t bytes, struct rd_rma_spot *spot, void **memory);
/* The file that a place in the heap of process `pid` is in. */
struct rd_shm_place rd_rma_heap_file(int pid, const struct rd_rma_spot *spot);
/* Frees a place that no process uses any more; an invalid spot is ignored. */
void rd_rma_heap_put(struct rd_rma_spot *spot);
/* The own mailbox, and its place; NULL: there is no heap. */
struct rd_rma_mailbox *rd_rma_heap_mailbox(struct rd_rma_spot *spot);
void rd_rma_heap_fini(void);

/* Another process of this node, or the own. */
struct rd_rma_proc {
	int pid;
	struct rd_cma_peer *cma;        /* single copy; NULL: no memory for it */
	struct rd_rma_mailbox *mailbox; /* NULL: its mailbox is not usable for this process */
	struct rd_rma_part *part;       /* [parts] of its heap */
	uint32_t parts;
	uint8_t leads;     /* of the two processes it decides how both put at once (way.h) */
	uint8_t by_pieces; /* it has put or got so since this one's last put or get there */
	struct rd_copy_in copy_in; /* into rooms, for it or in its stead */
};

/* State of a world rank of this node; NULL: no memory. */
struct rd_rma_proc *rd_rma_proc(int world);
/* Stores the published data of the process, which is equal in all its windows. */
void rd_rma_proc_learn(struct rd_rma_proc *proc, const struct rd_cma_id *id);
/* Address here of a place in its heap; NULL: it cannot be mapped. */
void *rd_rma_heap_reach(struct rd_rma_proc *proc, const struct rd_rma_spot *spot);

#endif
