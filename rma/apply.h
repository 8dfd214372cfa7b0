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

/* How a predefined operator combines elements of a predefined type. */
struct rd_apply_means {
	rd_op_kernel *kernel; /* NULL: none */
	uint32_t vectors;     /* elements that vectors combine as quickly as instructions, at
			       * least; UINT32_MAX: vectors do not combine them */
	uint8_t how;          /* enum how (apply.c); 0: not looked up yet */
	uint8_t defined;      /* 1: the operator is defined for the type */
	/* of a type with a handle of which rd_apply_is_word */
	uint8_t word;      /* 1 */
	uint8_t lg;        /* log2 of its bytes */
	uint8_t unaligned; /* bits of an address that the kernel does not take */
};

/* By handles of types and of operators. */
extern struct rd_apply_means rd_apply_table[RD_TYPE_LAST - RD_TYPE_FIRST + 1]
					   [RD_OP_LAST - RD_OP_FIRST + 1];

/* `how` 0: rd_apply_look_up finds it. */
static inline struct rd_apply_means *rd_apply_known(const struct rd_op *op, int basic)
{
	return &rd_apply_table[basic - RD_TYPE_FIRST][op->predefined - RD_OP_FIRST];
}

/* Also for a pair without a handle, until the next call. */
const struct rd_apply_means *rd_apply_look_up(const struct rd_op *op, const struct rd_type *basic);

static inline const struct rd_apply_means *rd_apply_means(const struct rd_op *op,
							  const struct rd_type *basic)
{
	const struct rd_apply_means *means;

	if (rd_unlikely(!basic->basic))
		return rd_apply_look_up(op, basic);
	means = rd_apply_known(op, basic->basic);
	return rd_likely(means->how) ? means : rd_apply_look_up(op, basic);
}

/* Combines `bytes` of packed elements; result (packed) receives the old values, NULL: not wanted.
 * src is not read for MPI_NO_OP. */
void rd_apply(const struct rd_apply *to, const void *src, void *result, uint64_t bytes);

/* 1: its elements have a size that instructions combine. */
static inline int rd_apply_is_word(const struct rd_type *basic)
{
	uint64_t size = basic->size;

	return basic->flags & RD_TYPE_CONTIG && size && size <= 8 && !(size & (size - 1));
}

/* The same of n elements of which rd_apply_is_word, at a multiple of their size, with few
 * instructions. lockword NULL: alone. 0: nothing was done, for vectors do not combine them, or the
 * target is not in the mode for vectors, or may leave it. */
int rd_apply_vectors(struct rd_rma_lockword *lockword, const struct rd_apply_means *means,
		     void *addr, const void *src, void *result, uint64_t n);

/* One element of a target's window. */
struct rd_apply_at {
	void *addr;
	struct rd_rma_lockword *lockword; /* lock word of the target */
	const struct rd_rma_party *party; /* of the window; NULL: not known */
};

/* One element of that kind; *result receives the old value, NULL: not wanted. */
void rd_apply_one(const struct rd_apply_at *at, const struct rd_op *op, struct rd_type *basic,
		  const void *src, void *result);

/* Stores *value if *compare is found; *result receives the old value. One element without gaps. */
void rd_apply_cas(const struct rd_apply_at *at, uint64_t size, const void *value,
		  const void *compare, void *result);

#endif
