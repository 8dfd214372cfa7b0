/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Target datatypes on the wire: an origin describes a derived type once, by its constructor calls
 * (datatype/recipe.h), and identifies it from then on by a slot, which is reused for another type
 * when all are taken. Origin and target keep a table for each other.
 */
#ifndef RD_RMA_TYPES_H
#define RD_RMA_TYPES_H

#include "datatype/type.h"

/* Types that an origin's last messages may have used without a new description. */
enum { RD_RMA_SLOTS = 32 };

struct rd_rma_types {
	struct rd_type *slot[RD_RMA_SLOTS]; /* referenced; NULL: free */
	uint32_t next;                      /* told: slot for the next new type */
	char *text;                         /* learnt: description being received */
	uint64_t text_b, text_have;
};

/* 1: a predefined type that has a handle of its own, or the layout of one that has. */
static inline int rd_rma_type_has_handle(const struct rd_type *type)
{
	return type->flags & RD_TYPE_PREDEFINED && type->basic;
}

void rd_rma_types_free(struct rd_rma_types *types); /* NULL is allowed */

/* Writes the description of a type into new memory. RD_ENOMEM, or RD_ENOTSUP for a type that cannot
 * be described. */
int rd_rma_type_encode(const struct rd_type *type, char **text, uint64_t *bytes);

/* Makes the type of a description, committed. RD_EPROTO: invalid description. */
int rd_rma_type_decode(const char *text, uint64_t bytes, struct rd_type **out);

#endif
