/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Target datatypes on their way: an origin describes a derived type once, by how it was made
 * (datatype/recipe.h), and names it from then on by a slot, which it uses again for another type
 * when all are taken. Origin and target keep a table for each other.
 */
#ifndef RD_RMA_TYPES_H
#define RD_RMA_TYPES_H

#include "datatype/type.h"

/* Types that an origin's last messages may have used without a new telling. */
enum { RD_RMA_SLOTS = 32 };

struct rd_rma_types {
	struct rd_type *slot[RD_RMA_SLOTS]; /* held; NULL: free */
	uint32_t next;   /* told: slot that the next new type takes */
	char *text;      /* learnt: description that is coming in */
	uint64_t text_b, text_have;
};

void rd_rma_types_free(struct rd_rma_types *types); /* NULL is fine */

/* The description of a type in new memory. RD_ENOMEM, or RD_ENOTSUP for one that cannot be
 * described. */
int rd_rma_type_encode(const struct rd_type *type, char **text, uint64_t *bytes);

/* The type, committed. RD_EPROTO: it is not a description. */
int rd_rma_type_decode(const char *text, uint64_t bytes, struct rd_type **out);

#endif
