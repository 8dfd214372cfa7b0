/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The portable form "external32" (MPI-5.0 14.5.2): big-endian, in sizes that are the same on all
 * processors.
 */
#ifndef RD_DATATYPE_EXTERNAL_H
#define RD_DATATYPE_EXTERNAL_H

#include "datatype/type.h"

/* Bytes in external32 of one of the type. */
uint64_t rd_external_size(const struct rd_type *type);

/* Both return the bytes of external32 that were written or read. */
uint64_t rd_external_pack(const void *base, uint64_t count, const struct rd_type *type, void *out);
uint64_t rd_external_unpack(const void *in, void *base, uint64_t count, const struct rd_type *type);
/* Of `bytes` bytes, as many predefined elements as they have; returns the bytes in memory. */
uint64_t rd_external_unpack_part(const void *in, uint64_t bytes, void *base, uint64_t count,
				 const struct rd_type *type);

#endif
