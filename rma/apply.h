/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Accumulating at the target: each element is read, combined and written as one (MPI-5.0 12.7.1),
 * whoever does it: the target itself for a message, or an origin that shares its memory.
 */
#ifndef RD_RMA_APPLY_H
#define RD_RMA_APPLY_H

#include "datatype/op.h"
#include "rma/lock.h"

/* Elements of a target's window, and what is to be done to them. */
struct rd_apply {
	void *addr;                 /* with count and type: the target's data */
	uint64_t count;
	const struct rd_type *type;
	uint64_t skip;              /* packed bytes to leave out at the beginning */
	struct rd_type *basic;      /* predefined: what it is made of */
	const struct rd_op *op;
	struct rd_rma_desk *desk;   /* of the target */
};

/* Whether there is such an operator for the type; both predefined. */
int rd_apply_defined(const struct rd_op *op, const struct rd_type *basic);

/* `bytes` of packed elements; result (packed) gets the old values, NULL: not wanted. src is not
 * read for MPI_NO_OP. */
void rd_apply(const struct rd_apply *to, const void *src, void *result, uint64_t bytes);

/* Writes *value where *compare is found; *result gets the old value. One element without holes. */
void rd_apply_cas(void *addr, struct rd_rma_desk *desk, uint64_t size, const void *value,
		  const void *compare, void *result);

#endif
