/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Statistics of files (RONDO_STATS, mpirun --stats): calls, bytes and time of each kind of call on
 * each file, and for accesses to data who moved it, or why it was not moved for all. Counted by
 * this process; mpi/stats.c adds up those of all and prints them.
 */
#ifndef RD_IO_STATS_H
#define RD_IO_STATS_H

#include "base/clock.h"
#include "io/file.h"

/* How the data of an access moved. */
enum rd_io_way {
	RD_WAY_NONE,     /* none did: an error, or no access to data */
	RD_WAY_ALONE,    /* not collective */
	RD_WAY_GATHERED, /* gather.h */
	/* collective: by members that access the file for all (exchange.h) */
	RD_WAY_OWNERS,
	RD_WAY_ONE_OWNER, /* all data lies close together */
	/* collective, but each member by itself, because */
	RD_WAY_ATOMIC,      /* of atomic mode */
	RD_WAY_HINT,        /* of a hint */
	RD_WAY_ONE_PIECE,   /* the data of this member is one piece of the file */
	RD_WAY_NEAR,        /* the pieces of a read are close together */
	RD_WAY_APART,       /* the members' data lie one behind the other */
	RD_WAY_LONG_PIECES, /* pieces are long */
	RD_WAYS
};

/* Calls that do not access data, beside the RD_IO_* of those that do. */
enum { RD_IO_OPEN = 1 << 16, RD_IO_CLOSE, RD_IO_SYNC, RD_IO_RESIZE };

/* The calls of one kind on one file whose data moved in one way. */
struct rd_io_stats {
	struct rd_io_stats *next; /* of the file */
	int how;                  /* RD_IO_* */
	enum rd_io_way way;
	uint64_t calls, bytes, ns; /* ns: from the beginning of each to its completion */
};

/* NULL: nothing is counted. The statistics of a file that was open before go on. */
struct rd_file_stats *rd_io_stats_of(const char *path);

/* Of an open file, at the beginning of a call. */
static inline uint64_t rd_io_stats_begin(const struct rd_file_stats *stats)
{
	return stats ? rd_clock_ns() : 0;
}
void rd_io_stats_add(struct rd_file_stats *stats, int how, enum rd_io_way way, uint64_t bytes,
		     uint64_t begin);
/* In its place where the file may not be counted: costs a comparison then. */
static inline void rd_io_stats_end(struct rd_file_stats *stats, int how, enum rd_io_way way,
				   uint64_t bytes, uint64_t begin)
{
	if (stats)
		rd_io_stats_add(stats, how, way, bytes, begin);
}

/* Time of calls that are counted already. */
void rd_io_stats_late(struct rd_file_stats *stats, int how, enum rd_io_way way, uint64_t begin);

/* `take` gets each of them, with the file's name; its first error ends it and is returned. */
int rd_io_stats_each(int (*take)(void *arg, const char *path, const struct rd_io_stats *stats),
		     void *arg);
/* "write_at_all", "open" ... */
void rd_io_stats_name(int how, char name[32]);
const char *rd_io_way_text(enum rd_io_way way);
void rd_io_stats_fini(void);

#endif
