/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files (MPI-5.0 14): the functions called by mpi/. Arguments have been checked by the caller,
 * except against the access mode, the view and the file system.
 *
 * Each member has the file open by itself. The view is walked by an iterator of the datatype
 * engine, whose addresses are offsets in the file: no list of blocks is ever made (view.h).
 */
#ifndef RD_IO_FILE_H
#define RD_IO_FILE_H

#include "base/hints.h"
#include "base/list.h"
#include "comm/comm.h"
#include "datatype/type.h"
#include "pt2pt/request.h"

struct rd_win;        /* rma/win.h */
struct rd_datarep;    /* io/datarep.h */
struct rd_io_op;      /* io/op.h */
struct rd_gather;     /* io/gather.h */
struct rd_gathered;   /* likewise */
struct rd_io_range;   /* io/exchange.h */
struct rd_file_stats; /* io/stats.h */

struct rd_file_hints {
	int cb_nodes;       /* owners; 0: chosen by the number of nodes */
	uint64_t cb_buffer; /* bytes of a domain of a collective (exchange.h) */
	int cb_write;       /* enum rd_hint_use: whether collectives aggregate */
	int cb_read;
	int ds_read;     /* whether independent reads fetch more than is wanted at once */
	uint64_t stripe; /* bytes; 0: the block of the file system */
};
enum rd_hint_use { RD_HINT_AUTOMATIC, RD_HINT_ENABLE, RD_HINT_DISABLE };

/* The view (MPI-5.0 14.3). */
struct rd_file_view {
	int64_t disp;                     /* bytes */
	struct rd_type *etype, *filetype; /* held */
	struct rd_type *walk;             /* held: the filetype as it lies in the file */
	uint64_t esize;                   /* bytes of an etype in the file */
	const struct rd_datarep *rep;     /* NULL: native */
	char datarep[MPI_MAX_DATAREP_STRING];
};

struct rd_file {
	struct rd_obj obj;    /* RD_MAGIC_FILE */
	struct rd_comm *comm; /* the file's own */
	struct rd_errs errs;
	int fd;
	int amode;
	char *path;
	struct rd_file_view view;
	int64_t position;           /* of this member, in etypes */
	struct rd_file_hints hints; /* the same on all members */
	uint64_t block;             /* bytes: st_blksize */
	struct rd_list queue; /* collective operations (op.h), in the order of their beginnings */
	uint32_t operations;  /* collective ones begun */
	long pending;         /* operations with a request that are under way */
	int index;            /* of this member among those of its node */
	int several;          /* there are members on other nodes */
	struct rd_io_range *range; /* [members] of the first operation of the queue */
	int *owner_ranks;          /* [members] likewise; ranks */
	struct rd_io_op *spare;    /* of blocking collective calls, and those without memory */
	char *kept;                /* memory of brief collective accesses; NULL: not yet */
	int keeps;                 /* all members have that */
	struct rd_req *split;      /* of a split collective; NULL: none */
	int split_how;             /* RD_IO_* */
	const void *split_buf;
	struct rd_win *win;           /* of shared.h; NULL: one member */
	int64_t shared;               /* then the shared position, in etypes */
	int shared_moved;             /* this member has moved it since the view was set */
	int atomic;                   /* atomic mode */
	int locked;                   /* a range is locked */
	int64_t place;                /* its place in the table of ranges (shared.c) */
	struct rd_gather *gather;     /* of gather.h; NULL: nothing is gathered */
	struct rd_gathered *gathered; /* data of this member; NULL: there was none yet */
	struct rd_list gathers;       /* with `gather`: in the list of such files */
	uint64_t gather_tick; /* tick of the last short write at the shared position, in ns */
	uint32_t gather_n;    /* of these, how many have come in the tick */
	int gather_often;     /* there were many in the tick before */
	int gather_pause;     /* so many more are made by themselves */
	struct rd_file_stats *stats; /* NULL: not counted */
};

/* NULL if the handle is no open file. */
static inline struct rd_file *rd_file_get(MPI_File handle)
{
	struct rd_file *file = (struct rd_file *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED)
		return NULL;
	return file->obj.magic == RD_MAGIC_FILE ? file : NULL;
}

static inline MPI_File rd_file_handle(const struct rd_file *file)
{
	return file ? (MPI_File)file : MPI_FILE_NULL;
}

/* Errors of MPI_FILE_NULL: of opening and deleting, and the handler that files begin with. */
extern struct rd_errs rd_file_null_errs;

static inline struct rd_errs *rd_file_errs(struct rd_file *file)
{
	return file ? &file->errs : &rd_file_null_errs;
}

void rd_file_set_errhandler(struct rd_file *file,
			    struct rd_errhandler *handler); /* NULL: of
							     * MPI_FILE_NULL */

/* ---- Opening and closing (file.c, open.c); collective but for delete ---- */

int rd_file_open(struct rd_comm *comm, const char *name, int amode, const struct rd_hints *hints,
		 struct rd_file **out);
/* After an error the file is closed all the same; its error handler remains valid until the next
 * file is closed. */
int rd_file_close(struct rd_file *file);
int rd_file_delete(const char *name);
void rd_file_fini(void);

/* ---- Properties (props.c) ---- */

int rd_file_set_size(struct rd_file *file, int64_t size);    /* collective */
int rd_file_preallocate(struct rd_file *file, int64_t size); /* collective */
int rd_file_get_size(struct rd_file *file, MPI_Offset *size);
int rd_file_sync(struct rd_file *file);                                    /* collective */
int rd_file_set_hints(struct rd_file *file, const struct rd_hints *hints); /* collective */
int rd_file_get_hints(const struct rd_file *file, struct rd_hints **out);

/* ---- View and positions (view.c) ---- */

struct rd_view_want {
	int64_t disp; /* bytes, or MPI_DISPLACEMENT_CURRENT */
	struct rd_type *etype, *filetype;
	const char *datarep;
	const struct rd_hints *hints; /* may be NULL */
};
int rd_file_set_view(struct rd_file *file, const struct rd_view_want *want); /* collective */
/* The types are duplicates of those given, named ones themselves; RD_ENOMEM. */
int rd_file_get_view(const struct rd_file *file, MPI_Offset *disp, struct rd_type **etype,
		     struct rd_type **filetype, char *datarep);
/* The byte in the file where etype `offset` of the view begins. */
int rd_file_byte_offset(const struct rd_file *file, int64_t offset, MPI_Offset *byte);
int rd_file_type_extent(const struct rd_file *file, struct rd_type *type, MPI_Count *extent);
int rd_file_seek(struct rd_file *file, int64_t offset, int whence);
int rd_file_get_position(const struct rd_file *file, MPI_Offset *offset);
int rd_file_seek_shared(struct rd_file *file, int64_t offset, int whence); /* collective */
int rd_file_get_position_shared(struct rd_file *file, MPI_Offset *offset);
int rd_file_set_atomicity(struct rd_file *file, int flag); /* collective */

/* ---- Data representations (datarep.c) ---- */

/* Of each pair of functions at most one; none: data is the same in the file. */
struct rd_datarep_want {
	const char *name; /* copied */
	MPI_Datarep_conversion_function *read, *write;
	MPI_Datarep_conversion_function_c *read_c, *write_c;
	MPI_Datarep_extent_function *extent;
	void *extra;
};
int rd_datarep_register(const struct rd_datarep_want *want);

/* ---- Access to data (access.c) ---- */

enum {
	RD_IO_OUT = 1,                     /* else a read */
	RD_IO_AT = 2,                      /* at an offset, else at the position of this member */
	RD_IO_ALL = 4,                     /* collective */
	RD_IO_SHARED = 8,                  /* at the shared position */
	RD_IO_TURNS = 16,                  /* likewise, in the order of ranks */
	RD_IO_REQUEST = 32,                /* with a request */
	RD_IO_SPLIT = 64,                  /* split collective */
	RD_IO_EACH = RD_IO_AT | RD_IO_ALL, /* each at its own offset */
	RD_IO_ORDERED = RD_IO_TURNS | RD_IO_ALL,
};

struct rd_io_call {
	struct rd_file *file;
	int how;        /* RD_IO_* */
	int64_t offset; /* RD_IO_AT: etypes */
	struct rd_buf buf;
	uint64_t began; /* set by access.c: of stats.h */
};

#define RD_IO(file_, how_, offset_, addr_, count_, type_) \
	((struct rd_io_call){(file_), (how_), (offset_), RD_BUF(addr_, count_, type_), 0})

int rd_file_access(const struct rd_io_call *call, struct rd_status *status);
int rd_file_iaccess(const struct rd_io_call *call, struct rd_req **req);
/* Split collectives: one at a time on a file. end: with the same RD_IO_* and buffer; RD_EOTHER. */
int rd_file_begin(const struct rd_io_call *call);
int rd_file_end(struct rd_file *file, int how, const void *buf, struct rd_status *status);

#endif
