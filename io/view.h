/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A view as a stream of bytes: an iterator over copies of the filetype, whose addresses are offsets
 * in the file. Positions in it count bytes of data without gaps; etype i begins at i * esize.
 */
#ifndef RD_IO_VIEW_H
#define RD_IO_VIEW_H

#include "datatype/pack.h"
#include "io/file.h"

/* The view at position `pos`. RD_EARG: beyond 2^62 bytes. */
int rd_view_open(const struct rd_file *file, uint64_t pos, struct rd_iter *it);

/* The next piece of the file, at most `max` bytes: its length and offset; 0 at the end. */
static inline uint64_t rd_view_piece(struct rd_iter *it, uint64_t max, int64_t *at)
{
	void *address = NULL;
	uint64_t bytes = rd_iter_block(it, &address, max);

	*at = (int64_t)(uintptr_t)address;
	return bytes;
}

/* The byte of the file where [pos, pos + bytes) begins, and the one behind its end. Where the view
 * falls, other bytes of it may lie before and behind these. */
int rd_view_span(const struct rd_file *file, uint64_t pos, uint64_t bytes, int64_t *first,
		 int64_t *end);
/* The lowest byte of the file that [pos, pos + bytes) has, and the one behind the highest, of any
 * view: walks all pieces. */
int rd_view_bounds(const struct rd_file *file, uint64_t pos, uint64_t bytes, int64_t *first,
		   int64_t *end);

/* Mean length in bytes of a piece of the type, and mean distance of their beginnings. */
uint64_t rd_type_piece(const struct rd_type *type);
uint64_t rd_type_stride(const struct rd_type *type);

/* Bytes to etypes of the view: 0, or RD_EARG where they do not fit 63 bits. */
int rd_view_pos(const struct rd_file *file, int64_t offset, uint64_t *pos);

/* The view of a file that was just opened. */
void rd_view_begin(struct rd_file *file);
void rd_view_end(struct rd_file *file);

#endif
