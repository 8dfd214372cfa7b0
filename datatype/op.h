/* SPDX-License-Identifier: BSD-3-Clause */
/* Reduction operators, predefined and the user's (MPI-5.0 6.9). */
#ifndef RD_DATATYPE_OP_H
#define RD_DATATYPE_OP_H

#include "datatype/type.h"

/* A function for procedures of another language: state tells which; len is int * or MPI_Count *. */
typedef void rd_op_state_fn(void *state, void *in, void *inout, void *len, MPI_Datatype *type);

struct rd_op {
	struct rd_obj obj;
	int predefined; /* handle value (0x21 ...), 0 for the user's */
	int commutative;
	MPI_User_function *fn;     /* the user's; one of the two, or NULL for predefined */
	MPI_User_function_c *fn_c; /* large-count form */
	rd_op_state_fn *state_fn;  /* called in place of either, or NULL */
	void *state;
};

/* Table behind the predefined handles: [handle - RD_OP_FIRST], NULL for handles without an
 * operator. */
#define RD_OP_FIRST 0x20
#define RD_OP_LAST 0x3f
extern struct rd_op *rd_op_predefined[RD_OP_LAST - RD_OP_FIRST + 1];

/* NULL when the handle is no valid operator. */
static inline struct rd_op *rd_op_get(MPI_Op handle)
{
	uintptr_t h = (uintptr_t)handle;
	struct rd_op *op = (struct rd_op *)handle;

	if (h < RD_HANDLE_PREDEFINED)
		return h - RD_OP_FIRST <= RD_OP_LAST - RD_OP_FIRST
			       ? rd_op_predefined[h - RD_OP_FIRST]
			       : NULL;
	return op->obj.magic == RD_MAGIC_OP ? op : NULL;
}

int rd_op_create(MPI_User_function *fn, MPI_User_function_c *fn_c, int commutative,
		 struct rd_op **out);
void rd_op_set_state(struct rd_op *op, rd_op_state_fn *state_fn, void *state);
void rd_op_put(struct rd_op *op); /* drops a reference; predefined operators ignore it */

static inline void rd_op_hold(struct rd_op *op)
{
	if (!op->predefined)
		rd_obj_get(&op->obj);
}

/*
 * 0 when the operator is defined for the type (a user's always is), else RD_EOP. Predefined
 * operators take predefined types only (and their dups); MPI_REPLACE and MPI_NO_OP, which
 * belong to one-sided communication (MPI-5.0 12.3.4), are not reductions: RD_EOP.
 */
int rd_op_check(const struct rd_op *op, const struct rd_type *type);

/*
 * inout[i] = in[i] op inout[i] for i < count elements of the type (MPI order: `in` is the left
 * operand). Any count; the user's int-count function is called in pieces. Buffers do not
 * overlap.
 */
void rd_op_apply(const struct rd_op *op, const void *in, void *inout, uint64_t count,
		 struct rd_type *type);

/* out[i] = left[i] op right[i]; out may be `right` or a third buffer, never `left`.
 * For a user's operator `right` is first copied to `out`. */
void rd_op_apply3(const struct rd_op *op, const void *left, const void *right, void *out,
		  uint64_t count, struct rd_type *type);

/* A loop out[i] = left[i] op right[i], of n elements; out as above (op_kernels.h). */
typedef void rd_op_kernel(const void *left, const void *right, void *out, size_t n);

/* The loop of a predefined operator for a type; NULL: it has none, or is not defined for it. */
rd_op_kernel *rd_op_kernel_of(const struct rd_op *op, const struct rd_type *type);
/* rd_op_apply3 by its loop, of elements of `element_b` bytes. */
void rd_op_run(rd_op_kernel *kernel, const void *left, const void *right, void *out, uint64_t count,
	       uint64_t element_b);

#endif
