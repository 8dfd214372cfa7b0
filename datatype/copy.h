/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The inner loops of packing: blocks of one length at even distances or at listed offsets. Lengths
 * that are frequent in programs (1 to 64 bytes) have loops of their own.
 */
#ifndef RD_DATATYPE_COPY_H
#define RD_DATATYPE_COPY_H

#include <stdint.h>

/* n blocks of `len` bytes, from src + i * sstride to dst + i * dstride, of `whole` bytes in such
 * blocks that are copied at about this time. */
void rd_copy_strided(char *dst, int64_t dstride, const char *src, int64_t sstride, uint64_t len,
		     uint64_t n, uint64_t whole);

/* n blocks of `len` bytes between src/dst + off[i] and a dense buffer. */
void rd_copy_gather(char *dst, const char *src, const int64_t *off, uint64_t len, uint64_t n);
void rd_copy_scatter(char *dst, const int64_t *off, const char *src, uint64_t len, uint64_t n);

/* As before with blocks of pos[i + 1] - pos[i] bytes. */
void rd_copy_gatherv(char *dst, const char *src, const int64_t *off, const uint64_t *pos,
		     uint64_t n);
void rd_copy_scatterv(char *dst, const int64_t *off, const char *src, const uint64_t *pos,
		      uint64_t n);

#endif
