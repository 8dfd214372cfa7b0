/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Walking a layout: any range of its packed bytes is copied, or returned as addresses. There is no
 * state between calls: a walk descends from the root by the packed position, at the cost of a
 * division or a binary search per level, and then runs in loops.
 */
#ifndef RD_DATATYPE_WALK_H
#define RD_DATATYPE_WALK_H

#include <stdint.h>
#include <sys/uio.h>

#include "datatype/layout.h"

/* n copies of a node (NULL: plain bytes), `stride` bytes apart, the first at address `user`. */
struct rd_run {
	const struct rd_layout *node;
	uint64_t size; /* packed bytes of one, never 0 */
	uint64_t n;
	int64_t stride;
	uintptr_t user; /* a number: MPI_BOTTOM plus an address is a null pointer plus an offset */
	uint64_t whole; /* packed bytes of the message that the run is, or is part of */
} __attribute__((may_alias)); /* lives in the words of rd_iter.priv */

/* Packed bytes [lo, lo + len) of the run to `packed`, or from it. */
void rd_walk_pack(const struct rd_run *run, char *packed, uint64_t lo, uint64_t len);
void rd_walk_unpack(const struct rd_run *run, const char *packed, uint64_t lo, uint64_t len);

/*
 * The blocks from packed byte `lo` on, `max` bytes of them, neighbours joined, into at most n
 * entries; returns how many, and their bytes in *bytes.
 */
int rd_walk_iov(const struct rd_run *run, uint64_t lo, uint64_t max, struct iovec *iov, int n,
		uint64_t *bytes);

#endif
