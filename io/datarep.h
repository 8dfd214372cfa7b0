/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Data representations (MPI-5.0 14.5): "external32" and those of the program's. "native" and
 * "internal", which are the same here, have no object: their pointer is NULL.
 */
#ifndef RD_IO_DATAREP_H
#define RD_IO_DATAREP_H

#include "io/file.h"

/* *out NULL: native. RD_EFILE_DATAREP: there is none of this name. */
int rd_datarep_find(const char *name, const struct rd_datarep **out);

/*
 * The type as it lies in a file: made by the same constructors from types of bytes as long as the
 * predefined types are there. Displacements in bytes stay as they are (MPI-5.0 14.5.1). *out is
 * held, and committed. RD_ENOMEM, RD_EFILE_CONVERSION.
 */
int rd_datarep_type(const struct rd_datarep *rep, struct rd_type *type, struct rd_type **out);

/* Data of a call in the file's data representation, in memory of its own. */
struct rd_convert {
	const struct rd_datarep *rep;
	struct rd_buf native; /* its type is held */
	uint64_t size;        /* bytes in the file of one element */
	char *data;           /* [native.count * size] */
};

/* Replaces the buffer of the call by one in the file's data representation, which has the data of a
 * write. */
int rd_convert_open(const struct rd_datarep *rep, struct rd_io_call *call, struct rd_convert **out);
/* A read got `*bytes` bytes: into the native buffer; *bytes becomes those of the memory. */
int rd_convert_read(struct rd_convert *convert, uint64_t *bytes);
void rd_convert_close(struct rd_convert *convert); /* NULL is ignored */

#endif
