/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short writes at the shared position, gathered in memory that the members of a file share: each
 * copies its data to the place that it has in a block of the file, and one of them writes several
 * blocks by one system call. Where all members run on one node, and the view has no gaps.
 *
 * Every other access to the open file, by any member, first writes the gathered data, as MPI-5.0
 * 14.6.1 demands. The file has room for a block before data is gathered for it, so that a full disk
 * or a quota is an error of the call that meets it. In atomic mode nothing is gathered, nor by a
 * member whose writes are far apart: the last writes of a program that crashes are then in the
 * file. docs/FILES.md has the guarantees and the measurements.
 */
#ifndef RD_IO_GATHER_H
#define RD_IO_GATHER_H

#include "base/compiler.h"
#include "io/file.h"
#include "io/share.h"

enum { RD_GATHER_PARTS = 8, RD_GATHER_MARKS = 2 };

/* Words that all members change; the memory for the data is made by the first that needs it. */
struct rd_gather {
	_Alignas(RD_CACHE_LINE) int64_t position; /* the shared position, in etypes */
	_Alignas(RD_CACHE_LINE) uint64_t dirty[RD_GATHER_MARKS]; /* places that may have data */
	int32_t error;          /* of the last write of data that failed */
	uint32_t errors;        /* writes that failed; each member reports them once */
	uint32_t off;           /* the file system does not reserve room, or there is no memory */
	uint32_t made;          /* 1: a member is making the memory; 2: it is there */
	int maker;              /* then its rank */
	struct rd_io_spot spot; /* and where */
	int64_t reserved[RD_GATHER_PARTS]; /* of parts of the file with room, some: number + 1 */
};

/* Files of which data may be gathered, until they are closed; `g` is zeros. */
void rd_gather_begin(struct rd_file *file, struct rd_gather *g);
/* Collective; the members have left all earlier calls. The result is that of a flush. */
int rd_gather_end(struct rd_file *file);

/* Writes the gathered data of files that the program does not close before MPI_Finalize. */
void rd_gather_fini(void);

/* Whether a write at the shared position that comes now is gathered, if its data is one block of
 * memory. */
int rd_gather_takes(const struct rd_io_call *call);
/* Gathers the data, or writes it; [at, at + bytes) is the call's own. */
int rd_gather_write(struct rd_file *file, const char *data, uint64_t bytes, int64_t at);

int rd_gather_flush_slow(struct rd_file *file);
/* Writes all that is gathered, and waits for a member that is writing some. An error of any write
 * of gathered data since this member has flushed. */
static inline int rd_gather_flush(struct rd_file *file)
{
	const struct rd_gather *g = file->gather;

	if (rd_likely(!g))
		return 0;
	if (!(__atomic_load_n(&g->dirty[0], __ATOMIC_SEQ_CST) |
	      __atomic_load_n(&g->dirty[1], __ATOMIC_SEQ_CST)) &&
	    __atomic_load_n(&g->errors, __ATOMIC_RELAXED) == file->gather_errors)
		return 0;
	return rd_gather_flush_slow(file);
}
/* The same where the shared position goes back, or the file is cut, afterwards. */
int rd_gather_restart(struct rd_file *file);
/* rd_file_agree, of the errors of flushes: a member that is told of them so reports them no more.
 */
int rd_gather_agree(struct rd_file *file, int err);

#endif
