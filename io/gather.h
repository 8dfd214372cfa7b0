/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short writes at the shared position, gathered in the memory of the member: they get their place
 * in the file, one behind the other, and are written by one system call, when the memory is full or
 * the program enters MPI for anything else. Which of two members' writes comes first in the file is
 * not determined unless the program makes it so, by MPI calls (MPI-5.0 14.4.4), so that nobody can
 * tell. Where all members run on one node, and the view has no gaps.
 *
 * Each call of MPI therefore first writes what this process has gathered (rd_gather_flush_all,
 * called where a call begins: mpi/error.c). The file has room for data before it is gathered, so
 * that a full disk or a quota is an error of the call that meets it. In atomic mode nothing is
 * gathered, nor by a member whose writes are far apart. docs/FILES.md has the guarantees and the
 * measurements.
 */
#ifndef RD_IO_GATHER_H
#define RD_IO_GATHER_H

#include "base/compiler.h"
#include "io/file.h"

/* Bytes that one member is about to add to the shared position. */
struct rd_kept {
	/* room of the file for gathered data << 32 | bytes of such data; the highest bit:
	 * it is moving the position */
	_Alignas(RD_CACHE_LINE) uint64_t word;
	int64_t passing; /* bytes of an access by itself */
};

/* Words that all members change. */
struct rd_gather {
	_Alignas(RD_CACHE_LINE) int64_t position; /* the shared position, in etypes */
	int64_t reserved;                         /* the file has room up to this byte */
	uint32_t gatherers;                       /* members with room */
	uint32_t off;                             /* the file system does not reserve room */
	struct rd_kept kept[];                    /* [members] */
};

static inline uint64_t rd_gather_b(int members)
{
	return sizeof(struct rd_gather) + (uint64_t)members * sizeof(struct rd_kept);
}

/* Data of this member that is not in the file. */
struct rd_gathered {
	struct rd_list link; /* in the list of those with data */
	struct rd_file *file;
	uint64_t bytes;
	unsigned calls; /* gathered since another call of MPI */
	int err;        /* of a write in another call, still to be reported */
	char *why;      /* its text, behind `data` */
	char data[];
};

/* Files of which data may be gathered, until they are closed; `g` is zeros. */
void rd_gather_begin(struct rd_file *file, struct rd_gather *g);
/* Collective; the members have left all earlier calls. The result is that of a flush. */
int rd_gather_end(struct rd_file *file);

/* Writes the gathered data of files that are not closed when the job or the library ends. */
void rd_gather_fini(void);

/* Whether a write at the shared position that comes now is to be gathered, if its data is one block
 * of memory. */
int rd_gather_takes(const struct rd_io_call *call);
/* Gathers the data, whole etypes. RD_EAGAIN: it does not, for want of room here or in the file. */
int rd_gather_add(struct rd_file *file, const char *data, uint64_t bytes);
/* Moves the shared position for an access that is not gathered, from *offset on. An error if a
 * write would not leave room for the gathered data of others. */
int rd_gather_pass(struct rd_file *file, int writes, int64_t etypes, int64_t *offset);

int rd_gather_flush_slow(struct rd_file *file);
/* Writes the gathered data of this member. An error of any such write that was not reported yet. */
static inline int rd_gather_flush(struct rd_file *file)
{
	return rd_likely(!file->gathered) ? 0 : rd_gather_flush_slow(file);
}
/* Whether a gathered write has failed in another call, which is not reported yet. */
static inline int rd_gather_has_failed(const struct rd_file *file)
{
	return file->gathered && file->gathered->err;
}
/* By one member, where the shared position goes back, or the file is cut, afterwards. */
void rd_gather_restart(struct rd_file *file);

/* Set while this process has gathered data of any file. The next call of MPI, but for a further
 * write, begins with rd_gather_flush_all: it keeps errors for the next access to the file. */
extern int rd_gather_pending;
extern void (*rd_gather_began)(void); /* called when it is set */
void rd_gather_flush_all(void);

#endif
