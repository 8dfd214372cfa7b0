/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory of a process that others of its node map: the domain of an owner in a collective read
 * (exchange.h), out of which members copy their pieces. A process has one at most, and has mapped
 * one of each other process at most.
 */
#ifndef RD_IO_SHARE_H
#define RD_IO_SHARE_H

#include "node/cma.h"

#include <stdint.h>

/* What another process must know to map it. */
struct rd_io_spot {
	struct rd_cma_id maker;
	uint64_t token; /* random; also stored in the memory */
	int32_t fd;     /* in the maker; -1: no such memory */
};

/* Memory of so many bytes, zeros; NULL: there is none. */
char *rd_io_make(uint64_t bytes, struct rd_io_spot *spot);
/* Address here of such memory that a process of this node has made; NULL: it cannot be mapped,
 * errno. */
char *rd_io_map(const struct rd_io_spot *spot, uint64_t bytes);
void rd_io_unmap(char *memory, uint64_t bytes);

/* Whether processes of a node may map memory of each other: not if RONDO_BTL selects messages. */
int rd_io_shares(void);
/* The own domain, of so many bytes, aligned to a page; NULL: no memory, or this process has one. */
char *rd_io_share(uint64_t bytes, struct rd_io_spot *spot);
void rd_io_unshare(struct rd_io_spot *spot, uint64_t bytes); /* spot->fd becomes -1 */
/* Address here of the domain of a process of this node, or of the own; NULL: it cannot be mapped,
 * or has another length. */
char *rd_io_reach(int world, const struct rd_io_spot *spot, uint64_t bytes);
void rd_io_reach_forget(void); /* unmaps those of other processes */

#endif
