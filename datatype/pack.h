/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to the bytes of a message: (base, count, datatype) as a stream of `total` packed bytes,
 * from any position on, in pieces of any size. Never allocates, never copies more than was asked
 * for.
 */
#ifndef RD_DATATYPE_PACK_H
#define RD_DATATYPE_PACK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "datatype/type.h"

struct rd_iter {
	const struct rd_type *type;
	char *base;       /* the user's address, MPI_BOTTOM included */
	uint64_t count;   /* elements */
	uint64_t total;   /* packed bytes: count * size */
	uint64_t pos;     /* packed bytes already visited */
	uint64_t priv[8]; /* pack.c's cursor, valid for `pos` */
};

void rd_iter_init(struct rd_iter *it, const void *base, uint64_t count, const struct rd_type *type);

/* Moves to packed byte `pos` <= total, in at most O(depth * log(blocks)). */
void rd_iter_seek(struct rd_iter *it, uint64_t pos);

/* Copies the next min(max, rest) bytes into dst / from src; returns how many. */
size_t rd_iter_pack(struct rd_iter *it, void *dst, size_t max);
size_t rd_iter_unpack(struct rd_iter *it, const void *src, size_t max);

/* Packs all of a message, in less time than an iterator; returns its packed bytes. */
uint64_t rd_type_pack(void *dst, const void *base, uint64_t count, const struct rd_type *type);
uint64_t rd_type_unpack(void *base, uint64_t count, const struct rd_type *type, const void *src);

/*
 * The next contiguous piece, at most `max` bytes: writes its address, moves past it and returns its
 * length, 0 at the end. Adjacent blocks are returned as one.
 */
size_t rd_iter_block(struct rd_iter *it, void **ptr, size_t max);

/* As rd_iter_block for up to n pieces of at most `max` bytes in all; returns the number of
 * pieces. */
int rd_iter_iov(struct rd_iter *it, struct iovec *iov, int n, size_t max);

/* The address of the message's only block; NULL when it has several, or none. */
static inline void *rd_type_block(const void *base, uint64_t count, const struct rd_type *type)
{
	if (type->flags & RD_TYPE_CONTIG)
		return (char *)base;
	if (count == 1 && (type->flags & RD_TYPE_BLOCK))
		return (char *)base + type->true_lb;
	return NULL;
}

/*
 * Copies between two buffers of any layout in this process, up to the
 * smaller total; returns the bytes copied. Buffers must not overlap.
 */
uint64_t rd_type_copy(void *dst, uint64_t dcount, const struct rd_type *dtype, const void *src,
		      uint64_t scount, const struct rd_type *stype);

#endif
