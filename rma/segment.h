/* SPDX-License-Identifier: BSD-3-Clause */
/* Modex records that the members of a window on one node exchange when it is made, and the memory
 * that they share. Shared by win.c and segment.c. */
#ifndef RD_RMA_SEGMENT_H
#define RD_RMA_SEGMENT_H

#include "btl_fpga/remote.h"
#include "comm/boot.h"
#include "rma/win.h"
#include "rma/heap.h"

struct rd_rma_modex {
	uint64_t size; /* bytes of the window, as requested */
	int64_t unit;  /* bytes per displacement */
	uint64_t base; /* its address in the process; 0: MPI allocates it */
	struct rd_cma_id process;
	struct rd_rma_spot lockword, memory, mailbox; /* in the process's heap */
	struct rd_remote_niche niche; /* that has the lock word instead, if there is one */
	int32_t fences; /* a membarrier of another process reaches it (node/wakeup.h) */
	int32_t direct; /* the process may use shared memory as a transport (RONDO_BTL) */
};

/* The members of a window on the own node. */
struct rd_rma_node {
	int n, me;                  /* me: this process's index among them */
	int *rank;                  /* [n] ranks in the window, ascending */
	struct rd_rma_modex *modex; /* [n] */
	struct rd_rma_proc **proc;  /* [n] */
	struct rd_boot boot;        /* their bootstrap group */
};

/* For a huge page: as long as it takes to reserve and fill its bytes in small pages. */
#define RD_WIN_HUGE_MOST_NS 1000000

/* Fills in this process's modex record, with places in its heap. */
void rd_rma_modex_write(struct rd_win *win, const struct rd_win_want *want,
			struct rd_rma_node *node);

/*
 * Collective on the node, after the modex records have been exchanged: gives the members of windows
 * that MPI allocates their memory, by their peers' `view`. RD_ENOTSUP: it cannot be shared, and no
 * member has any; RD_ENOMEM is logged.
 */
int rd_rma_segment_open(struct rd_win *win, const struct rd_win_want *want,
			const struct rd_rma_node *node);
void rd_rma_segment_close(struct rd_win *win);
/* The descriptor of the window's file, if there is one; the memory stays mapped. */
void rd_rma_file_close(struct rd_win *win);

#endif
