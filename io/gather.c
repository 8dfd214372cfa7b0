/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gathered writes (gather.h). Called by access.c, file.c, props.c, shared.c, view.c and mpi/.
 *
 * The file keeps room for gathered data behind the shared position, wherever that is when the data
 * is written: with P the shared position in bytes, it has room up to P, and the rooms of all
 * members, and the accesses by themselves that are passing. A member that begins to gather adds its
 * room, and reserves up to there. Where the file has no such room, the others keep what they have
 * gathered, and no more. A member that writes its data moves P first and gives its room back then,
 * so that others who read the rooms before P find too much rather than too little.
 */
#include "io/gather.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/list.h"
#include "base/log.h"
#include "base/threads.h"
#include "io/io_impl.h"
#include "io/posix.h"
#include "io/shared.h"
#include "io/stats.h"
#include "io/view.h"
#include "rma/win.h"
#include "runtime/job.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST_B = 2048 };      /* of a write that is gathered */
enum { ROOM_B = 16384 };     /* of a member */
enum { ALL_B = 1 << 20 };    /* of all members, if each has MOST_B */
enum { AHEAD_B = 1 << 17 };  /* reserved beyond what is promised */
enum { MOVE_NS = 20000000 }; /* others that move the shared position are waited for so long */
#define MOVING (UINT64_C(1) << 63)
/* Where other calls come after so few writes, gathering costs more than it saves: so many writes
 * are made by themselves then. */
enum { FEW = 4, PAUSE = 128 };
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

/* 1: the file has room from `from` to `end`. 0: errno. */
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
	from = rd_max(from, reserved);
	if (end <= from)
		return 1;
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
static int next_byte(const struct rd_file *file, int64_t *byte)
{
	int64_t position = __atomic_load_n(&file->gather->position, __ATOMIC_SEQ_CST);
	MPI_Offset at = 0;
	int err = rd_file_byte_offset(file, position, &at);

	*byte = at;
	return err || at > INT64_MAX / 2 ? RD_EARG : 0;
}

static struct rd_kept *kept_by(const struct rd_file *file, int rank)
{
	return &file->gather->kept[rank];
}

static uint64_t word_of(const struct rd_file *file, int rank)
{
	return __atomic_load_n(&kept_by(file, rank)->word, __ATOMIC_SEQ_CST);
}

static int64_t passing_of(const struct rd_file *file, int rank)
{
	return __atomic_load_n(&kept_by(file, rank)->passing, __ATOMIC_SEQ_CST);
}

static uint64_t room_in(uint64_t word)
{
	return (word & ~MOVING) >> 32;
}

/* Bytes behind the shared position for which the file must have room. */
static int64_t promised(const struct rd_file *file)
{
	int64_t sum = 0;

	for (int i = 0; i < file->comm->size; i++) {
		int64_t bytes = (int64_t)room_in(word_of(file, i)) + passing_of(file, i);

		if (bytes && !rd_ctx_has_lost(&file->comm->p2p, i))
			sum += bytes;
	}
	return sum;
}

/* Whether others are moving the position: their bytes may count twice now. */
static int others_move(const struct rd_file *file)
{
	for (int i = 0; i < file->comm->size; i++)
		if (i != file->comm->rank && (word_of(file, i) & MOVING || passing_of(file, i)) &&
		    !rd_ctx_has_lost(&file->comm->p2p, i))
			return 1;
	return 0;
}

/* Whether the file has room for all that is promised, and `more`. 0: errno. */
static int has_room(struct rd_file *file, int64_t more)
{
	int64_t bytes = promised(file) + more, at;

	errno = EFBIG;
	return !next_byte(file, &at) && reserve(file, at, at + bytes);
}

/* The other members keep what they have gathered, and no more. */
static void shrink_others(const struct rd_file *file)
{
	for (int i = 0; i < file->comm->size; i++) {
		uint64_t word = i == file->comm->rank ? MOVING : word_of(file, i), least;

		do
			least = word << 32 | (word & UINT32_MAX);
		while (!(word & MOVING) && word != least &&
		       !__atomic_compare_exchange_n(&kept_by(file, i)->word, &word, least, 0,
						    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	}
}

/* The same where the others may keep less. */
static int has_room_exactly(struct rd_file *file, int64_t more)
{
	uint64_t end = rd_clock_ns() + MOVE_NS;
	int failed = 0;

	while (failed < 2 && rd_clock_ns() < end) {
		shrink_others(file);
		failed = others_move(file) ? 0 : failed + 1;
		if (has_room(file, more))
			return 1;
		sched_yield();
	}
	return 0;
}

static void set_passing(const struct rd_file *file, int64_t bytes)
{
	__atomic_store_n(&kept_by(file, file->comm->rank)->passing, bytes, __ATOMIC_SEQ_CST);
}

static int any_gathers(const struct rd_file *file)
{
	return __atomic_load_n(&file->gather->gatherers, __ATOMIC_SEQ_CST) != 0;
}

/* Others' data, which comes behind what is read, then meets no full disk. Its room is not noted in
 * `reserved`, which has no gaps. */
static void pass_read(struct rd_file *file, int64_t bytes)
{
	int64_t end = promised(file), at;

	if (!next_byte(file, &at) && end > bytes)
		allocate(file, at + bytes, at + end);
	rd_err_forget();
}

/* 1: the file has room for the write, and others count with that. A write that has none does not
 * stand in the way of others meanwhile. */
static int pass_write(struct rd_file *file, int64_t bytes)
{
	uint64_t end = rd_clock_ns() + MOVE_NS;

	do {
		if (!has_room(file, bytes) && !has_room_exactly(file, bytes))
			return 0;
		set_passing(file, bytes);
		if (has_room(file, 0))
			return 1;
		set_passing(file, 0);
		sched_yield();
	} while (rd_clock_ns() < end);
	return 0;
}

int rd_gather_pass(struct rd_file *file, int writes, int64_t etypes, int64_t *offset)
{
	struct rd_gather *g = file->gather;
	int64_t bytes;
	int err;

	if (!g || !(file->view.walk->flags & RD_TYPE_CONTIG) ||
	    __builtin_mul_overflow(etypes, (int64_t)file->view.esize, &bytes) ||
	    bytes > INT64_MAX / 4)
		return rd_shared_add(file, etypes, offset);
	set_passing(file, bytes);
	if (any_gathers(file) && writes) {
		set_passing(file, 0);
		if (!pass_write(file, bytes))
			return rd_posix_failed(file->path,
					       "write beside data that others have gathered", -1);
	} else if (any_gathers(file)) {
		pass_read(file, bytes);
	}
	err = rd_shared_add(file, etypes, offset);
	set_passing(file, 0);
	return err;
}

/* ---- Gathering ---- */

static void keep(const struct rd_file *file, uint64_t room, uint64_t bytes)
{
	__atomic_store_n(&kept_by(file, file->comm->rank)->word, room << 32 | bytes,
			 __ATOMIC_SEQ_CST);
}

/* Room of the file for the data of this member, so many bytes first. */
static int keep_room(struct rd_file *file, uint64_t bytes)
{
	struct rd_gather *g = file->gather;

	__atomic_fetch_add(&g->gatherers, 1, __ATOMIC_SEQ_CST);
	keep(file, room_of(file), bytes);
	if (has_room(file, 0))
		return 1;
	keep(file, bytes, bytes);
	if (has_room_exactly(file, 0))
		return 1;
	if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG)
		__atomic_store_n(&g->off, 1, __ATOMIC_RELAXED);
	keep(file, 0, 0);
	__atomic_fetch_sub(&g->gatherers, 1, __ATOMIC_SEQ_CST);
	rd_err_forget(); /* the write is made by itself */
	return 0;
}

static void set_pending(void)
{
	rd_gather_pending = !rd_list_empty(&pending);
	rd_threads_on_close = rd_gather_pending ? rd_gather_flush_all : NULL;
}

static int begin(struct rd_file *file, uint64_t bytes)
{
	if (!has_memory(file) || !keep_room(file, bytes))
		return 0;
	rd_list_append(&pending, &file->gathered->link);
	set_pending();
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
	set_pending();
	m->bytes = 0;
	__atomic_fetch_or(&kept_by(file, file->comm->rank)->word, MOVING, __ATOMIC_SEQ_CST);
	err = rd_shared_add(file, (int64_t)(bytes / file->view.esize), &position);
	keep(file, 0, 0);
	__atomic_fetch_sub(&file->gather->gatherers, 1, __ATOMIC_SEQ_CST);
	if (!err)
		err = rd_file_byte_offset(file, position, &at);
	return err ? err : rd_posix_write(file, m->data, bytes, at);
}

/* In a call that is counted by itself, or not at all. */
static int write_later(struct rd_gathered *m)
{
	struct rd_file_stats *stats = m->file->stats;
	uint64_t began = rd_io_stats_begin(stats);
	int err = write_all(m);

	if (stats)
		rd_io_stats_late(stats, RD_IO_OUT | RD_IO_SHARED, RD_WAY_GATHERED, began);
	return err;
}

int rd_gather_flush_slow(struct rd_file *file)
{
	struct rd_gathered *m = file->gathered;
	int err = m->bytes ? write_later(m) : 0, earlier = m->err;

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
		int err = write_later(m);

		m->file->gather_pause = m->calls < FEW ? PAUSE : 0;
		m->calls = 0;
		if (err)
			keep_error(m, err);
	}
}

/* Whether the file has room for so many bytes more of this member. */
static int takes_more(const struct rd_file *file, uint64_t bytes)
{
	uint64_t *word = &kept_by(file, file->comm->rank)->word;
	uint64_t before = __atomic_load_n(word, __ATOMIC_RELAXED);

	return room_in(before) - (before & UINT32_MAX) >= bytes &&
	       __atomic_compare_exchange_n(word, &before, before + bytes, 0, __ATOMIC_SEQ_CST,
					   __ATOMIC_SEQ_CST);
}

int rd_gather_add(struct rd_file *file, const char *data, uint64_t bytes)
{
	struct rd_gathered *m = file->gathered;
	int err = 0;

	if (!bytes)
		return 0;
	if (!m || !m->bytes || !takes_more(file, bytes)) {
		if (m && m->bytes)
			err = write_all(m);
		if (err)
			return err;
		if (!begin(file, bytes))
			return RD_EAGAIN;
		m = file->gathered;
	}
	memcpy(m->data + m->bytes, data, bytes);
	m->bytes += bytes;
	m->calls++;
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
	if (rd_gather_has_failed(file))
		return 0; /* to be reported first */
	if (rd_win_living() > rd_shared_windows)
		return 0; /* others may read by RMA that the program has written */
	if (!is_frequent(file))
		return 0;
	return !file->gather_pause || !file->gather_pause--;
}

void rd_gather_restart(struct rd_file *file)
{
	if (file->gather)
		__atomic_store_n(&file->gather->reserved, 0, __ATOMIC_SEQ_CST);
}

/* ---- Files of which data may be gathered ---- */

/* Errors cannot be returned any more. */
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
	rd_job_before_abort = rd_gather_fini;
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
