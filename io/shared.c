/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shared position and atomic mode (MPI-5.0 14.4.4, 14.6.1). Called by access.c, collective.c
 * and mpi/.
 *
 * The window at rank 0 has the shared position, a lock word, and a table of ranges, of which the
 * first `used` may be taken; there is room for one of each member. A member that wants a range
 * takes the lock word by compare-and-swap, reads the ranges that may be taken, writes its own one
 * to a free place if none excludes it, and gives the lock word back. Once a member has failed, all
 * of this ends with an error, as operations on the window do. Other jobs are excluded by a lock of
 * the system on the open descriptor; it is taken last and held for system calls only, so that a
 * member that others wait for never waits for it.
 */
#include "io/shared.h"

#include "base/compiler.h"
#include "base/err.h"
#include "coll/coll.h"
#include "comm/boot.h"
#include "io/gather.h"
#include "io/io_impl.h"
#include "io/op.h"
#include "io/posix.h"
#include "io/share.h"
#include "rma/win.h"
#include "runtime/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { POSITION, LOCK, USED, RANGES }; /* words of the window */

struct range {
	int64_t holder; /* 0: free; else 2 * (rank + 1), and 1 more if it is of a write */
	int64_t first, end;
};
enum { WORDS = sizeof(struct range) / sizeof(int64_t) };
enum { FEW = 8 }; /* ranges that are read with their number */

static struct rd_type *word_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_INT64_T - RD_TYPE_FIRST];
}

long rd_shared_windows;

/* ---- Memory for gathered writes, behind the words of the window ---- */

static int may_gather(const struct rd_file *file)
{
	return !file->several && rd_io_shares() && !(file->amode & MPI_MODE_RDONLY);
}

/* As it is mapped here; NULL: it is not. */
static struct rd_gather *find_gather(const struct rd_file *file, uint64_t words)
{
	MPI_Aint size, unit;
	char *base;

	rd_win_shared_query(file->win, 0, &size, &unit, &base);
	if (!base)
		return NULL;
	base += words * sizeof(int64_t);
	return (struct rd_gather *)(void *)(base + (-(uintptr_t)base & (RD_CACHE_LINE - 1)));
}

static int is_regular(const struct rd_file *file)
{
	struct stat st;

	return !fstat(file->fd, &st) && S_ISREG(st.st_mode);
}

/* Collective. */
static int open_gather(struct rd_file *file, uint64_t words)
{
	struct rd_gather *g = find_gather(file, words);
	struct rd_boot boot = rd_comm_boot(file->comm);
	uint64_t cannot = !g || !is_regular(file);
	int err;

	if (!file->comm->rank && g)
		memset(g, 0, rd_gather_b(file->comm->size));
	err = rd_boot_max_n(&boot, &cannot, 1);
	if (!err && !cannot)
		rd_gather_begin(file, g);
	return err;
}

int rd_shared_open(struct rd_file *file)
{
	uint64_t words = RANGES + WORDS * (uint64_t)file->comm->size;
	struct rd_win_want want = {MPI_WIN_FLAVOR_ALLOCATE, NULL, 0, sizeof(int64_t), NULL};
	int err;

	if (file->comm->size == 1)
		return 0;
	if (!file->comm->rank)
		want.size = words * sizeof(int64_t);
	if (!file->comm->rank && may_gather(file))
		want.size += rd_gather_b(file->comm->size) + RD_CACHE_LINE;
	err = rd_win_create(&want, file->comm, &file->win);
	if (err)
		return err; /* on all members */
	rd_shared_windows++;
	if (!file->comm->rank)
		memset(file->win->base, 0, words * sizeof(int64_t));
	err = rd_win_lock_all(file->win, MPI_MODE_NOCHECK);
	err = rd_file_agree(file, err);
	return err || !may_gather(file) ? err : open_gather(file, words);
}

int rd_shared_close(struct rd_file *file)
{
	struct rd_win *win = file->win;
	int flushed = rd_gather_end(file), err, freed;

	file->win = NULL;
	if (!win)
		return 0;
	err = rd_win_unlock_all(win);
	freed = rd_win_free(win);
	rd_shared_windows--;
	return flushed ? flushed : err ? err : freed;
}

/* ---- The shared position ---- */

/* An operation on one word of the window, with its old value. */
static int fetch(struct rd_file *file, int at, MPI_Op op, int64_t value, int64_t *before)
{
	int err = rd_rma_fetch_and_op(file->win, &value, before, word_type(), 0, at, rd_op_get(op));

	return err ? err : rd_win_flush(file->win, 0);
}

int rd_shared_add(struct rd_file *file, int64_t etypes, int64_t *before)
{
	file->shared_moved |= etypes != 0;
	if (file->gather) {
		*before = __atomic_fetch_add(&file->gather->position, etypes, __ATOMIC_SEQ_CST);
		return 0;
	}
	if (file->win)
		return fetch(file, POSITION, MPI_SUM, etypes, before);
	*before = file->shared;
	file->shared += etypes;
	return 0;
}

int rd_shared_set(struct rd_file *file, int64_t position)
{
	int64_t before;

	rd_gather_restart(file);
	file->shared_moved |= position != 0;
	if (file->gather) {
		__atomic_store_n(&file->gather->position, position, __ATOMIC_SEQ_CST);
		return 0;
	}
	if (file->win)
		return fetch(file, POSITION, MPI_REPLACE, position, &before);
	file->shared = position;
	return 0;
}

int rd_shared_order(struct rd_file *file, int writes, int64_t etypes, int64_t *position)
{
	struct rd_comm *comm = file->comm;
	struct rd_type *word = word_type();
	int last = comm->size - 1, err;
	int64_t before = 0, base[2] = {0, 0};

	rd_io_drain(file);
	err = rd_coll_exscan(&etypes, &RD_BUF(&before, 1, word), rd_op_get(MPI_SUM), comm);
	if (err)
		return err;
	if (!comm->rank)
		before = 0;
	if (comm->rank == last)
		base[1] = rd_gather_pass(file, writes, before + etypes, &base[0]);
	err = rd_coll_bcast(&RD_BUF(base, 2, word), last, comm);
	*position = base[0] + before;
	return err ? err : (int)base[1];
}

static int check_seek(struct rd_file *file, int64_t offset, int whence)
{
	uint64_t most[] = {(uint64_t)offset, ~(uint64_t)offset, (uint64_t)whence,
			   ~(uint64_t)whence};
	int err = rd_file_max(file, most, 4);

	if (err || (most[0] == ~most[1] && most[2] == ~most[3]))
		return err;
	rd_err_because("%s: the members gave different offsets", file->path);
	return RD_EFILE_NOT_SAME;
}

int rd_shared_seek(struct rd_file *file, int64_t offset, int whence)
{
	int64_t present = 0, to = 0;
	int err, flushed;

	rd_io_drain(file);
	err = check_seek(file, offset, whence);
	if (err)
		return err;
	flushed = rd_gather_flush(file); /* an error is that of an earlier write */
	if (!file->comm->rank) {
		err = rd_shared_add(file, 0, &present);
		if (!err)
			err = rd_file_target(file, offset, whence, present, &to);
		if (!err)
			err = rd_shared_set(file, to);
	}
	return rd_file_agree(file, err ? err : flushed);
}

int rd_file_seek_shared(struct rd_file *file, int64_t offset, int whence)
{
	int err = rd_file_check_order(file);

	return err ? err : rd_shared_seek(file, offset, whence);
}

int rd_file_get_position_shared(struct rd_file *file, MPI_Offset *offset)
{
	int64_t position;
	int err = rd_file_check_order(file);

	if (!err)
		err = rd_shared_add(file, 0, &position);
	if (!err)
		*offset = position;
	return err;
}

/* ---- Atomic mode ---- */

int rd_file_set_atomicity(struct rd_file *file, int flag)
{
	uint64_t most[] = {flag != 0, flag == 0};
	int err;

	rd_io_drain(file);
	err = rd_file_max(file, most, 2);
	if (err)
		return err;
	if (most[0] && most[1]) {
		rd_err_because("%s: the members gave different flags", file->path);
		return RD_EFILE_NOT_SAME;
	}
	file->atomic = flag != 0;
	return rd_file_agree(file, rd_gather_flush(file));
}

/* Waits until the lock word is this member's. */
static int enter(struct rd_file *file)
{
	struct rd_wait w = RD_WAIT_INIT;
	int64_t own = file->comm->rank + 1, none = 0, before = 1;
	int err;

	for (;;) {
		err = rd_rma_compare_and_swap(file->win, &own, &none, &before, word_type(), 0,
					      LOCK);
		if (!err)
			err = rd_win_flush(file->win, 0);
		if (err || !before)
			return err;
		rd_progress_wait(&w);
	}
}

static int leave(struct rd_file *file)
{
	int64_t before;

	return fetch(file, LOCK, MPI_REPLACE, 0, &before);
}

/* `n` words of the window from `at` on: read (MPI_NO_OP) or written (MPI_REPLACE), each at once. */
static int transfer(struct rd_file *file, MPI_Op op, int64_t *words, uint64_t n, int64_t at)
{
	struct rd_rma_call call = {.win = file->win,
				   .result = words,
				   .rcount = n,
				   .rtype = word_type(),
				   .target = 0,
				   .disp = at,
				   .tcount = n,
				   .ttype = word_type(),
				   .op = rd_op_get(op)};
	int err;

	if (op != MPI_NO_OP) {
		call.origin = words;
		call.ocount = n;
		call.otype = word_type();
	}
	err = rd_rma_accumulate(&call);
	return err ? err : rd_win_flush(file->win, 0);
}

/* The ranges that may be taken; `few` has room for FEW, *all is `few` or memory of its own. */
static int read_ranges(struct rd_file *file, struct range *few, struct range **all, int64_t *used)
{
	int64_t words[RANGES - USED + WORDS * FEW];
	uint64_t n = rd_min((uint64_t)FEW, (uint64_t)file->comm->size);
	int err = transfer(file, MPI_NO_OP, words, RANGES - USED + WORDS * n, USED);

	*all = few;
	if (err)
		return err;
	*used = words[0];
	memcpy(few, words + RANGES - USED, n * sizeof(*few));
	if (*used <= FEW)
		return 0;
	*all = malloc((size_t)*used * sizeof(**all));
	if (!*all)
		return RD_ENOMEM;
	return transfer(file, MPI_NO_OP, (int64_t *)*all, WORDS * (uint64_t)*used, RANGES);
}

/* A range of this member is that of another thread. */
static int excludes(const struct range *other, const struct range *own)
{
	if (other->holder / 2 == own->holder / 2)
		return 1;
	return (other->holder | own->holder) & 1 && other->first < own->end &&
	       own->first < other->end;
}

/* The place for the range; -1: another one excludes it. Lowers *used. */
static int64_t find_place(const struct range *own, const struct range *all, int64_t *used)
{
	int64_t place = *used, last = 0;

	for (int64_t i = 0; i < *used; i++) {
		if (!all[i].holder) {
			place = rd_min(place, i);
			continue;
		}
		if (excludes(&all[i], own))
			return -1;
		last = i + 1;
	}
	*used = last;
	return rd_min(place, last);
}

/* With the lock word: writes the own range, if it can be; *place: where, or -1. */
static int put_range(struct rd_file *file, struct range *own, int64_t *place)
{
	struct range few[FEW], *all;
	int64_t used = 0, before;
	int err = read_ranges(file, few, &all, &used);

	before = used;
	*place = err ? -1 : find_place(own, all, &used);
	if (all != few)
		free(all);
	if (*place < 0)
		return err;
	err = transfer(file, MPI_REPLACE, (int64_t *)own, WORDS, RANGES + WORDS * *place);
	used = rd_max(used, *place + 1);
	if (!err && used != before)
		err = transfer(file, MPI_REPLACE, &used, 1, USED);
	return err;
}

static int lock_members(struct rd_file *file, struct range *own)
{
	struct rd_wait w = RD_WAIT_INIT;
	int64_t place = file->win ? -1 : 0;
	int err = 0, left;

	while (place < 0) {
		err = enter(file);
		if (err)
			return err;
		err = put_range(file, own, &place);
		left = leave(file);
		if (err || left)
			return err ? err : left;
		if (place < 0)
			rd_progress_wait(&w);
	}
	file->place = place; /* no other thread of this member has one */
	return 0;
}

/* Excludes other jobs, and other openings of the file. */
static int lock_others(struct rd_file *file, int type, int64_t first, int64_t end)
{
	struct flock lock = {.l_type = (short)type,
			     .l_whence = SEEK_SET,
			     .l_start = first,
			     .l_len = end - first};
	int failed;

	do
		failed = fcntl(file->fd, F_OFD_SETLKW, &lock);
	while (failed && errno == EINTR);
	return failed ? rd_posix_failed(file->path, "lock", first) : 0;
}

int rd_range_lock(struct rd_file *file, int writes, int64_t first, int64_t end)
{
	struct range own = {2 * (file->comm->rank + 1) + (writes != 0), first, end};
	int err;

	if (!file->atomic || first == end)
		return 0;
	err = lock_members(file, &own);
	if (err)
		return err;
	file->locked = 1;
	return lock_others(file, writes ? F_WRLCK : F_RDLCK, first, end);
}

int rd_range_unlock(struct rd_file *file)
{
	int64_t none = 0;
	int err, given = 0;

	if (!file->locked)
		return 0;
	file->locked = 0;
	err = lock_others(file, F_UNLCK, 0, 0);
	if (file->win)
		given = transfer(file, MPI_REPLACE, &none, 1, RANGES + WORDS * file->place);
	return err ? err : given;
}
