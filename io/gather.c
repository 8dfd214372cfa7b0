/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gathered writes (gather.h). Called by access.c, file.c, props.c, shared.c and mpi/.
 *
 * The room that is promised for gathered data lies behind the shared position, wherever that is
 * when the data is written: with P the shared position in bytes, the file has room up to
 * P + `promised`. A member that begins to gather promises its memory's length and reserves up to
 * there; one that writes its data moves the shared position by no more than it takes off the
 * promise. A write by itself must leave that room.
 */
#include "io/gather.h"

#include "base/err.h"
#include "base/list.h"
#include "base/log.h"
#include "base/threads.h"
#include "io/io_impl.h"
#include "io/posix.h"
#include "io/shared.h"
#include "io/view.h"
#include "runtime/job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_B = 2048 };     /* of a write that is gathered */
enum { ROOM_B = 16384 };    /* of a member */
enum { ALL_B = 1 << 20 };   /* of all members, if each has MOST_B */
enum { AHEAD_B = 1 << 17 }; /* reserved beyond what is promised */
/* A member's writes are gathered while more than FREQUENT come in a tick of the coarse clock. */
enum { FREQUENT = 16, TICK_MOST_NS = 10000000 };

int rd_gather_pending;
void (*rd_gather_began)(void);

static struct rd_list files = {&files, &files};
static struct rd_list pending = {&pending, &pending};

static uint64_t room_of(const struct rd_file *file)
{
	uint64_t share = ALL_B / (uint64_t)file->comm->size;

	return share < MOST_B ? MOST_B : rd_min(share, ROOM_B);
}

static int has_memory(struct rd_file *file)
{
	struct rd_gathered *m = file->gathered;
	uint64_t room = room_of(file);

	if (rd_likely(m != NULL))
		return 1;
	m = calloc(1, sizeof(*m) + room + RD_IO_WHY_B);
	if (!m)
		return 0;
	m->file = file;
	m->why = m->data + room;
	file->gathered = m;
	return 1;
}

/* ---- Room in the file ---- */

static int allocate(const struct rd_file *file, int64_t from, int64_t end)
{
	int failed;

	do
		failed = fallocate(file->fd, FALLOC_FL_KEEP_SIZE, from, end - from);
	while (failed && errno == EINTR);
	return !failed;
}

/* 1: the file has room up to `end`; [from, ...) need not be reserved before. 0: errno. */
static int reserve(struct rd_file *file, int64_t from, int64_t end)
{
	struct rd_gather *g = file->gather;
	int64_t reserved = __atomic_load_n(&g->reserved, __ATOMIC_RELAXED);
	int64_t ahead = end + AHEAD_B;
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit))
		return 0;
	if (limit.rlim_cur < (uint64_t)end) {
		errno = EFBIG;
		return 0;
	}
	if (end <= reserved)
		return 1;
	from = rd_max(from, reserved);
	if (limit.rlim_cur < (uint64_t)ahead || !allocate(file, from, ahead)) {
		ahead = end;
		if (!allocate(file, from, ahead))
			return 0;
	}
	while (reserved < ahead && !__atomic_compare_exchange_n(&g->reserved, &reserved, ahead, 0,
								__ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return 1;
}

/* The byte of the file at the shared position. */
static int next_byte(struct rd_file *file, int64_t *byte)
{
	MPI_Offset at;
	int64_t position = __atomic_load_n(&file->gather->position, __ATOMIC_RELAXED);
	int err = rd_file_byte_offset(file, position, &at);

	*byte = at;
	return err || at > INT64_MAX / 2 ? RD_EARG : 0;
}

/* Room for `bytes` at the shared position, beside what is promised. 0: errno. */
static int has_room(struct rd_file *file, int64_t bytes)
{
	int64_t promised = __atomic_load_n(&file->gather->promised, __ATOMIC_RELAXED), at;

	errno = EFBIG;
	return !next_byte(file, &at) && reserve(file, at, at + promised + bytes);
}

int rd_gather_check_room(struct rd_file *file, uint64_t bytes)
{
	const struct rd_gather *g = file->gather;

	if (!g || !__atomic_load_n(&g->promised, __ATOMIC_RELAXED) || bytes > INT64_MAX / 4)
		return 0;
	return has_room(file, (int64_t)bytes)
		       ? 0
		       : rd_posix_failed(file->path, "write beside others for which room is kept",
					 -1);
}

/* ---- Gathering ---- */

static int begin(struct rd_file *file)
{
	struct rd_gather *g = file->gather;
	struct rd_gathered *m;
	int64_t room = (int64_t)room_of(file);

	if (!has_memory(file))
		return 0;
	__atomic_fetch_add(&g->promised, room, __ATOMIC_SEQ_CST);
	if (!has_room(file, 0)) {
		__atomic_fetch_sub(&g->promised, room, __ATOMIC_SEQ_CST);
		if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG)
			__atomic_store_n(&g->off, 1, __ATOMIC_RELAXED);
		rd_err_forget(); /* the write is made by itself */
		return 0;
	}
	m = file->gathered;
	m->room = (uint64_t)room;
	rd_list_append(&pending, &m->link);
	rd_gather_pending = 1;
	rd_gather_began();
	return 1;
}

/* Writes the data, at the place that it gets now. */
static int write_all(struct rd_gathered *m)
{
	struct rd_file *file = m->file;
	uint64_t bytes = m->bytes;
	int64_t position;
	MPI_Offset at;
	int err;

	rd_list_remove(&m->link);
	rd_gather_pending = !rd_list_empty(&pending);
	m->bytes = 0;
	err = rd_shared_add(file, (int64_t)(bytes / file->view.esize), &position);
	if (!err)
		err = rd_file_byte_offset(file, position, &at);
	if (!err)
		err = rd_posix_write(file, m->data, bytes, at);
	__atomic_fetch_sub(&file->gather->promised, (int64_t)m->room, __ATOMIC_SEQ_CST);
	m->room = 0;
	return err;
}

int rd_gather_flush_slow(struct rd_file *file)
{
	struct rd_gathered *m = file->gathered;
	int err = m->room ? write_all(m) : 0, earlier = m->err;

	if (!earlier)
		return err;
	m->err = 0;
	rd_err_because("%s", m->why);
	return earlier;
}

static void keep_error(struct rd_gathered *m, int err)
{
	const char *cause = rd_err_cause();

	if (err && !m->err) {
		snprintf(m->why, RD_IO_WHY_B, "%s: an earlier write at the shared position failed",
			 cause ? cause : m->file->path);
		m->err = err;
	}
	rd_err_forget();
}

void rd_gather_flush_all(void)
{
	while (!rd_list_empty(&pending)) {
		struct rd_gathered *m = rd_container(pending.next, struct rd_gathered, link);
		int err = write_all(m);

		if (err)
			keep_error(m, err);
	}
}

int rd_gather_add(struct rd_file *file, const char *data, uint64_t bytes)
{
	struct rd_gathered *m = file->gathered;
	int err = 0;

	if (m && m->room && m->bytes + bytes > m->room)
		err = write_all(m);
	if (err || !bytes)
		return err;
	if ((!m || !m->room) && !begin(file))
		return RD_EAGAIN;
	m = file->gathered;
	memcpy(m->data + m->bytes, data, bytes);
	m->bytes += bytes;
	return 0;
}

/* Whether this member's writes come often, with the one that comes now. */
static int is_frequent(struct rd_file *file)
{
	struct timespec ts;
	uint64_t now, before = file->gather_tick;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &ts);
	now = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
	file->gather_tick = now;
	if (now != before) {
		file->gather_often = now - before <= TICK_MOST_NS && file->gather_n > FREQUENT;
		file->gather_n = 0;
	}
	return ++file->gather_n > FREQUENT || file->gather_often;
}

int rd_gather_takes(const struct rd_io_call *call)
{
	struct rd_file *file = call->file;
	uint64_t size = call->buf.type->size;

	if (!file->gather || file->atomic || !size || call->buf.count > MOST_B / size ||
	    file->view.rep || !(file->view.walk->flags & RD_TYPE_CONTIG) ||
	    file->view.walk->size == 0 || file->gather->off)
		return 0;
	if (rd_threads_nested)
		return 0; /* others may learn of the write as the outer call goes on */
	if (file->gathered && file->gathered->err)
		return 0; /* to be reported first */
	return is_frequent(file);
}

void rd_gather_restart(struct rd_file *file)
{
	if (file->gather)
		__atomic_store_n(&file->gather->reserved, 0, __ATOMIC_SEQ_CST);
}

/* ---- Files of which data may be gathered ---- */

void rd_gather_fini(void)
{
	struct rd_list *link;
	const char *cause;

	rd_list_for (link, &files) {
		if (!rd_gather_flush(rd_container(link, struct rd_file, gathers)))
			continue;
		cause = rd_err_cause();
		rd_error("a file that was not closed has lost data: %s", cause ? cause : "");
	}
}

void rd_gather_begin(struct rd_file *file, struct rd_gather *g)
{
	file->gather = g;
	rd_list_append(&files, &file->gathers);
	rd_job_before_abort = rd_gather_flush_all;
}

int rd_gather_end(struct rd_file *file)
{
	int err;

	if (!file->gather)
		return 0;
	err = rd_gather_flush(file);
	free(file->gathered);
	file->gathered = NULL;
	rd_list_remove(&file->gathers);
	file->gather = NULL;
	return err;
}
