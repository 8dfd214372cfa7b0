/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A transfer between memory of any layout and the pieces of a file that a view has, by this process
 * alone: carried out in steps, without a list of the pieces.
 */
#ifndef RD_IO_STREAM_H
#define RD_IO_STREAM_H

#include "datatype/pack.h"
#include "io/file.h"

struct rd_stream {
	const struct rd_file *file;
	struct rd_iter memory, view;
	uint64_t left; /* bytes still to move */
	int64_t end;   /* of the span in the file */
	char *room;    /* [room_b] for copies, or pieces fetched together; NULL: not needed */
	uint64_t room_b;
	int64_t from;   /* reads: offset of the bytes in `room` */
	uint64_t kept;  /* of these, how many */
	uint8_t writes; /* 0: reads */
	uint8_t sieves; /* reads: short pieces are fetched together */
	uint8_t copies; /* the memory is in short blocks: data passes through `room` */
	uint8_t ended;  /* the end of the file has been reached */
};

/* `pos`: position in the view where it begins, in bytes of data, gaps not counted. */
int rd_stream_open(struct rd_stream *stream, const struct rd_file *file, int writes,
		   const struct rd_buf *buf, uint64_t pos);
void rd_stream_skip(struct rd_stream *stream, uint64_t bytes); /* they need not be moved */
/* Moves some `bytes` bytes, or all that is left. `left` becomes 0 at the end of the file, too. */
int rd_stream_move(struct rd_stream *stream, uint64_t bytes);
/* access.c: moves all, in atomic mode with its range of the file locked. */
int rd_stream_all(struct rd_stream *stream, struct rd_file *file, uint64_t pos, uint64_t bytes);
/* Bytes that have been moved. */
static inline uint64_t rd_stream_moved(const struct rd_stream *stream)
{
	return stream->memory.pos;
}
void rd_stream_close(struct rd_stream *stream);

#endif
