/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Accumulates at the target: each element is read, combined and written atomically (MPI-5.0
 * 12.7.1), both by the target itself for a message, and by an origin that shares its memory. A
 * process that is alone with the elements combines them by the loops of datatype/op_kernels.h.
 */
#ifndef RD_RMA_APPLY_H
#define RD_RMA_APPLY_H

#include "datatype/op.h"
#include "rma/lock.h"

struct rd_rma_party; /* win.h */

/* Elements of a target's window, and the operation on them. */
struct rd_apply {
	void *addr; /* with count and type: the target's data */
	uint64_t count;
	const struct rd_type *type;
	uint64_t skip;         /* packed bytes to skip at the beginning */
	struct rd_type *basic; /* predefined: the type of its elements */
	const struct rd_op *op;
	struct rd_rma_lockword *lockword; /* lock word of the target */
	int alone; /* no other process accumulates to the elements meanwhile */
	const struct rd_rma_party *party; /* not alone: of the window; NULL: not known */
};

/* The word by which this process tells others that it changes elements; NULL: none. */
void rd_apply_open(uint32_t *own);

/* 1 if the operator is defined for the type; both predefined. */
int rd_apply_defined(const struct rd_op *op, const struct rd_type *basic);

/* Combines `bytes` of packed elements; result (packed) receives the old values, NULL: not wanted.
 * src is not read for MPI_NO_OP. */
void rd_apply(const struct rd_apply *to, const void *src, void *result, uint64_t bytes);

/* 1: its elements have a size that instructions combine. */
static inline int rd_apply_is_word(const struct rd_type *basic)
{
	uint64_t size = basic->size;

	return basic->flags & RD_TYPE_CONTIG && size && size <= 8 && !(size & (size - 1));
}

/* The same of elements that are `count` of type `basic`, of which rd_apply_is_word, with few
 * instructions. */
void rd_apply_plain(const struct rd_apply *to, const void *src, void *result, uint64_t bytes);

/* One element of a target's window. */
struct rd_apply_at {
	void *addr;
	struct rd_rma_lockword *lockword; /* lock word of the target */
	const struct rd_rma_party *party; /* of the window; NULL: not known */
};

/* One element of that kind; *result receives the old value. */
void rd_apply_one(const struct rd_apply_at *at, const struct rd_op *op, struct rd_type *basic,
		  const void *src, void *result);

/* Stores *value if *compare is found; *result receives the old value. One element without gaps. */
void rd_apply_cas(const struct rd_apply_at *at, uint64_t size, const void *value,
		  const void *compare, void *result);

#endif
