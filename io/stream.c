/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Transfers by one process. Called by access.c and collective.c.
 *
 * Pieces of the file are moved one by one, each with one system call for as much memory as it
 * takes. Memory in short blocks goes through a buffer. A read whose pieces lie closer together than
 * a system call costs fetches them together (data sieving). A write never does: bytes between its
 * pieces belong to others.
 */
#include "io/stream.h"

#include "base/compiler.h"
#include "base/err.h"
#include "io/posix.h"
#include "io/view.h"

#include <stdlib.h>

enum {
	ROOM_B = 524288, /* of the buffer, at most */
	SHORT_B = 1024,  /* blocks of memory below this are copied */
	GAP_B = 4096,    /* between pieces, below which a read fetches them together */
	ENTRIES = 64     /* of a list for the kernel */
};

static int is_dense(const struct rd_buf *buf)
{
	return rd_type_block(buf->addr, buf->count, buf->type) ||
	       rd_type_piece(buf->type) >= SHORT_B;
}

static int may_sieve(const struct rd_file *file)
{
	const struct rd_type *type = file->view.walk;

	if (file->hints.ds_read == RD_HINT_DISABLE || type->flags & RD_TYPE_CONTIG)
		return 0;
	return file->hints.ds_read == RD_HINT_ENABLE ||
	       rd_type_stride(type) < rd_type_piece(type) + GAP_B;
}

int rd_stream_open(struct rd_stream *stream, const struct rd_file *file, int writes,
		   const struct rd_buf *buf, uint64_t pos)
{
	int64_t first;
	uint64_t bytes = buf->count * buf->type->size;
	int err;

	*stream = (struct rd_stream){.file = file, .writes = (uint8_t)writes};
	rd_iter_init(&stream->memory, buf->addr, buf->count, buf->type);
	err = rd_view_span(file, pos, bytes, &first, &stream->end);
	if (!err)
		err = rd_view_open(file, pos, &stream->view);
	if (err)
		return err;
	stream->left = bytes;
	stream->copies = (uint8_t)!is_dense(buf);
	stream->sieves = (uint8_t)(!writes && may_sieve(file));
	stream->room_b = rd_min((uint64_t)ROOM_B, bytes);
	if (stream->sieves)
		stream->room_b = rd_min((uint64_t)ROOM_B,
					rd_max(bytes, (uint64_t)rd_max(stream->end - first, 0)));
	if (bytes && (stream->copies || stream->sieves))
		stream->room = malloc(stream->room_b);
	return bytes && !stream->room && (stream->copies || stream->sieves) ? RD_ENOMEM : 0;
}

void rd_stream_skip(struct rd_stream *stream, uint64_t bytes)
{
	rd_iter_seek(&stream->memory, stream->memory.pos + bytes);
	rd_iter_seek(&stream->view, stream->view.pos + bytes);
	stream->left -= bytes;
}

void rd_stream_close(struct rd_stream *stream)
{
	free(stream->room);
	stream->room = NULL;
}

/* `bytes` bytes at `at` from or to blocks of memory. */
static int move_blocks(struct rd_stream *stream, int64_t at, uint64_t bytes)
{
	struct iovec iov[ENTRIES];
	uint64_t got, before, part;
	int err = 0, n;

	for (; !err && bytes && !stream->ended; bytes -= part, at += (int64_t)part) {
		before = stream->memory.pos;
		n = rd_iter_iov(&stream->memory, iov, ENTRIES, bytes);
		part = stream->memory.pos - before;
		if (stream->writes) {
			err = rd_posix_writev(stream->file, iov, n, at);
			continue;
		}
		err = rd_posix_readv(stream->file, iov, n, at, &got);
		stream->ended = got < part;
		rd_iter_seek(&stream->memory, before + got);
	}
	return err;
}

/* Likewise, through the buffer. */
static int move_copied(struct rd_stream *stream, int64_t at, uint64_t bytes)
{
	uint64_t part, got;
	int err = 0;

	for (; !err && bytes && !stream->ended; bytes -= part, at += (int64_t)part) {
		part = rd_min(bytes, stream->room_b);
		if (stream->writes) {
			rd_iter_pack(&stream->memory, stream->room, part);
			err = rd_posix_write(stream->file, stream->room, part, at);
			continue;
		}
		err = rd_posix_read(stream->file, stream->room, part, at, &got);
		rd_iter_unpack(&stream->memory, stream->room, got);
		stream->ended = got < part;
	}
	return err;
}

/* Bytes of the buffer from `at` on, of the *bytes that are wanted; fetches them, and the next ones
 * of the span, where it has none. In a view that overlaps, they may lie behind the span. */
static int fetched(struct rd_stream *stream, int64_t at, uint64_t *bytes)
{
	int64_t ahead = rd_max(stream->end - at, (int64_t)*bytes);
	int err = 0;

	if (at < stream->from || at >= stream->from + (int64_t)stream->kept) {
		stream->from = at;
		err = rd_posix_read(stream->file, stream->room,
				    rd_min(stream->room_b, (uint64_t)ahead), at, &stream->kept);
	}
	*bytes = stream->kept - (uint64_t)(at - stream->from);
	return err;
}

static int move_sieved(struct rd_stream *stream, int64_t at, uint64_t bytes)
{
	uint64_t got = 0;
	int err = 0;

	for (; !err && bytes && !stream->ended; bytes -= got, at += (int64_t)got) {
		got = bytes;
		err = fetched(stream, at, &got);
		got = rd_min(got, bytes);
		rd_iter_unpack(&stream->memory, stream->room + (at - stream->from), got);
		stream->ended = !err && !got;
	}
	return err;
}

static int move_piece(struct rd_stream *stream, int64_t at, uint64_t bytes)
{
	if (stream->sieves && bytes < ROOM_B / 2)
		return move_sieved(stream, at, bytes);
	stream->kept = 0;
	return stream->copies ? move_copied(stream, at, bytes) : move_blocks(stream, at, bytes);
}

int rd_stream_move(struct rd_stream *stream, uint64_t bytes)
{
	uint64_t moved = 0, n;
	int64_t at;
	int err = 0;

	while (!err && stream->left && moved < bytes && !stream->ended) {
		n = rd_view_piece(&stream->view, rd_min(stream->left, bytes), &at);
		err = move_piece(stream, at, n);
		stream->left -= n;
		moved += n;
	}
	if (stream->ended || err)
		stream->left = 0;
	return err;
}
