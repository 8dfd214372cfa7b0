/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gathered writes (gather.h). Called by access.c, file.c, props.c and shared.c.
 *
 * The file is cut into blocks, of which block b has place b % PLACES. A place has the number of its
 * block, and a bit for each byte that is not in the file yet. A member that copies into a place
 * says so in a word of its own, and then looks whether the place still is the block's. One that
 * finds an earlier block in the place writes that to the file and takes the place over, unless
 * another member says that it is copying there: then it writes its data by itself. So does one that
 * comes late, after its block has left. A writing member waits for no other one: a member that is
 * stopped, or dies, holds up nobody.
 *
 * The member that writes a block to the file makes its place BUSY, and clears the bits of the bytes
 * that it takes, so that each byte is written once. Places that may have data are marked (`dirty`).
 * A flush writes those, and waits for members that are writing; the mark is taken away when the
 * data is in the file.
 */
#include "io/gather.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "io/io_impl.h"
#include "io/posix.h"
#include "pt2pt/pt2pt.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { USUAL = 64, SPARE = 16, PLACES = USUAL + SPARE };
enum { BLOCK_B = 4096, WORD_B = 64, WORDS = BLOCK_B / WORD_B };
enum { GROUP = 4 };     /* blocks that are written together */
enum { AHEAD = 32 };    /* blocks by which a place is taken over before it is needed */
enum { MOST_B = 2048 }; /* of a write that is gathered */
/* State of a place: number of its block + 1, or 0; or BUSY | rank of the member that is writing its
 * data. */
#define BUSY (UINT64_C(1) << 63)
#define RESERVE_B (INT64_C(1) << 16)        /* of the file, at a time */
enum { LOOKS = 256, ABORT_NS = 100000000 }; /* relax; MPI_Abort waits for so long */
/* A member's writes are gathered while more than FREQUENT come in a tick of the coarse clock. */
enum { FREQUENT = 16, TICK_MOST_NS = 10000000 };

struct place {
	_Alignas(RD_CACHE_LINE) uint64_t state;
	uint64_t before; /* the state that it had before it was BUSY */
};

/* State of the place into which a member copies; 0: none. */
struct copying {
	_Alignas(RD_CACHE_LINE) uint64_t state;
};

struct rd_gathered {
	struct place places[PLACES];
	uint64_t bits[PLACES][WORDS]; /* of bytes that are not in the file */
	char data[PLACES][BLOCK_B];
	struct copying copying[]; /* [members] */
};

static struct rd_list files = {&files, &files};

/* ---- The memory ---- */

static uint64_t memory_b(const struct rd_file *file)
{
	return sizeof(struct rd_gathered) + (uint64_t)file->comm->size * sizeof(struct copying);
}

/* 0: the memory is mapped here, if any was made. RD_EPROC: its maker has failed before that, and
 * its data is lost to this member. */
static int map(struct rd_file *file)
{
	const struct rd_gather *g = file->gather;
	int why, gone;

	if (file->gathered || __atomic_load_n(&g->made, __ATOMIC_ACQUIRE) != 2)
		return 0;
	file->gathered = (struct rd_gathered *)(void *)rd_io_map(&g->spot, memory_b(file));
	if (file->gathered)
		return 0;
	why = errno;
	rd_err_because("%s: memory of rank %d with data of the file cannot be mapped: %s",
		       file->path, g->maker, strerror(why));
	gone = why == ENOENT || why == ESRCH || why == EACCES ||
	       rd_ctx_has_lost(&file->comm->p2p, g->maker);
	return gone ? RD_EPROC : RD_ENOMEM;
}

/* Likewise, for an access that must see the data. RD_EPROC is returned once. */
static int reach(struct rd_file *file)
{
	int err = file->gather_blind ? 0 : map(file);

	file->gather_blind |= err == RD_EPROC;
	return err;
}

static void make(struct rd_file *file)
{
	struct rd_gather *g = file->gather;
	struct rlimit limit;
	uint32_t none = 0;

	/* a limit of the size counts for memory, too */
	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur < 2 * memory_b(file))
		return;
	if (!__atomic_compare_exchange_n(&g->made, &none, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		return;
	g->maker = file->comm->rank;
	file->gathered = (struct rd_gathered *)(void *)rd_io_make(memory_b(file), &g->spot);
	file->gather_fd = g->spot.fd;
	if (file->gathered)
		__atomic_store_n(&g->made, 2, __ATOMIC_RELEASE);
	else
		__atomic_store_n(&g->off, 1, __ATOMIC_RELAXED);
}

/* 1: the memory is mapped here. */
static int has_memory(struct rd_file *file)
{
	if (rd_likely(file->gathered != NULL))
		return 1;
	if (file->gather_blind)
		return 0;
	if (map(file))
		rd_err_forget(); /* this call does without */
	else if (!file->gathered)
		make(file);
	return file->gathered != NULL;
}

/* ---- Writing of blocks ---- */

/* Bytes that are written together. */
struct run {
	int64_t at; /* in the file */
	const char *data;
	uint64_t bytes;
};

/* Each member reports it once. */
static void note_error(struct rd_gather *g, int err)
{
	__atomic_store_n(&g->error, err, __ATOMIC_RELAXED);
	__atomic_fetch_add(&g->errors, 1, __ATOMIC_RELEASE);
}

static int write_run(struct rd_file *file, const struct run *run)
{
	int err = run->bytes ? rd_posix_write(file, run->data, run->bytes, run->at) : 0;

	if (err)
		note_error(file->gather, err);
	return err;
}

/* Adds `bytes` at `at` to the run, or writes it and begins another one. */
static int add(struct rd_file *file, struct run *run, int64_t at, const char *data, uint64_t bytes)
{
	int err = 0;

	if (run->at + (int64_t)run->bytes != at || run->data + run->bytes != data) {
		err = write_run(file, run);
		*run = (struct run){at, data, 0};
	}
	run->bytes += bytes;
	return err;
}

/* The bytes of a word of bits. */
static int add_bits(struct rd_file *file, struct run *run, int64_t at, const char *data,
		    uint64_t bits)
{
	int err = 0, failed;

	for (int from = 0; bits;) {
		int gap = __builtin_ctzll(bits), n;

		bits >>= gap;
		from += gap;
		n = ~bits ? __builtin_ctzll(~bits) : WORD_B;
		failed = add(file, run, at + from, data + from, (uint64_t)n);
		err = err ? err : failed;
		from += n;
		bits = n < WORD_B ? bits >> n : 0;
	}
	return err;
}

/* Adds the data that the place has of the block to the run. It is BUSY, by this member. */
static int take(struct rd_file *file, int place, int64_t block, struct run *run)
{
	struct rd_gathered *m = file->gathered;
	int err = 0, failed;

	for (int i = 0; i < WORDS; i++) {
		uint64_t *word = &m->bits[place][i], bits = __atomic_load_n(word, __ATOMIC_SEQ_CST);

		if (bits)
			bits = __atomic_exchange_n(word, 0, __ATOMIC_SEQ_CST);
		if (!bits)
			continue;
		failed = add_bits(file, run, block * BLOCK_B + i * WORD_B,
				  &m->data[place][i * WORD_B], bits);
		err = err ? err : failed;
	}
	return err;
}

static uint64_t busy(const struct rd_file *file)
{
	return BUSY | (uint64_t)file->comm->rank;
}

/* Makes the place BUSY, which had `state`. 0: another member has done so, or changed it. */
static int seize(struct rd_file *file, int at, uint64_t state)
{
	return !(state & BUSY) &&
	       __atomic_compare_exchange_n(&file->gathered->places[at].state, &state, busy(file), 0,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* By the member that has made it BUSY. */
static void set_state(struct rd_file *file, int at, uint64_t state)
{
	file->gathered->places[at].before = state;
	__atomic_store_n(&file->gathered->places[at].state, state, __ATOMIC_SEQ_CST);
}

static uint64_t state_of(const struct rd_file *file, int at)
{
	return __atomic_load_n(&file->gathered->places[at].state, __ATOMIC_SEQ_CST);
}

static int is_copied_into(struct rd_file *file, uint64_t state)
{
	for (int i = 0; i < file->comm->size; i++)
		if (__atomic_load_n(&file->gathered->copying[i].state, __ATOMIC_SEQ_CST) == state &&
		    !rd_ctx_has_lost(&file->comm->p2p, i))
			return 1;
	return 0;
}

/* Another member is in system calls, or copies: `turn` counts the looks at it. */
static void relax(unsigned turn)
{
	sched_yield();
	if (turn % LOOKS == LOOKS - 1)
		rd_progress_pinned(); /* learns of members that have failed */
}

static void mark(struct rd_file *file, int at)
{
	uint64_t *dirty = &file->gather->dirty[at / WORD_B], bit = UINT64_C(1) << at % WORD_B;

	if (!(__atomic_load_n(dirty, __ATOMIC_SEQ_CST) & bit))
		__atomic_fetch_or(dirty, bit, __ATOMIC_SEQ_CST);
}

static void unmark(struct rd_file *file, int at)
{
	__atomic_fetch_and(&file->gather->dirty[at / WORD_B], ~(UINT64_C(1) << at % WORD_B),
			   __ATOMIC_SEQ_CST);
}

/* Whether the place has data that is not in the file. */
static int has_bits(const struct rd_file *file, int at)
{
	for (int i = 0; i < WORDS; i++)
		if (__atomic_load_n(&file->gathered->bits[at][i], __ATOMIC_SEQ_CST))
			return 1;
	return 0;
}

/* Writes the data of the place, which is BUSY by this member. */
static int empty(struct rd_file *file, int at)
{
	uint64_t before = file->gathered->places[at].before;
	struct run run = {0};
	int err = before ? take(file, at, (int64_t)before - 1, &run) : 0, failed;

	failed = write_run(file, &run);
	/* A member that copies may set bits later, and relies on a mark that it finds. */
	if (!(before && is_copied_into(file, before)) && !has_bits(file, at))
		unmark(file, at);
	return err ? err : failed;
}

/* The member that has made the place BUSY has failed: it may have taken data and not written it. */
static int inherit(struct rd_file *file, int at, uint64_t state)
{
	int rank = (int)(state & ~BUSY);

	if (!rd_ctx_has_lost(&file->comm->p2p, rank) ||
	    !__atomic_compare_exchange_n(&file->gathered->places[at].state, &state, busy(file), 0,
					 __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		return 0;
	note_error(file->gather, RD_EPROC);
	return 1;
}

/* Makes the place BUSY. Waits for a member that has done so, unless that has failed, but not after
 * `end` (rd_clock_ns; 0: for any time). 0: at `end`. */
static int seize_surely(struct rd_file *file, int at, uint64_t end)
{
	for (unsigned turn = 0;; turn++) {
		uint64_t state = state_of(file, at);

		if (state & BUSY ? inherit(file, at, state) : seize(file, at, state))
			return 1;
		if (state == busy(file))
			return 1; /* of `clear`, in which the job is ended */
		if (!end)
			relax(turn);
		else if (rd_clock_ns() > end)
			return 0;
	}
}

/* Writes all that is marked. */
static int empty_all(struct rd_file *file, uint64_t end)
{
	int err = 0, failed;

	for (int i = 0; i < RD_GATHER_MARKS; i++) {
		uint64_t marks = __atomic_load_n(&file->gather->dirty[i], __ATOMIC_SEQ_CST);

		for (int at; marks; marks &= marks - 1) {
			at = i * WORD_B + __builtin_ctzll(marks);
			if (!seize_surely(file, at, end))
				continue;
			failed = empty(file, at);
			set_state(file, at, file->gathered->places[at].before);
			err = err ? err : failed;
		}
	}
	return err;
}

/* An error of a write since the last flush of this member; `own`: of a write by itself. */
static int new_error(struct rd_file *file, int own)
{
	uint32_t errors = __atomic_load_n(&file->gather->errors, __ATOMIC_ACQUIRE);

	if (errors == file->gather_errors)
		return 0;
	file->gather_errors = errors;
	if (own)
		return own;
	rd_err_because("%s: an earlier write at the shared position has failed", file->path);
	return __atomic_load_n(&file->gather->error, __ATOMIC_RELAXED);
}

int rd_gather_flush_slow(struct rd_file *file)
{
	int err = reach(file);

	if (err)
		return err;
	err = file->gathered ? empty_all(file, 0) : 0;
	return new_error(file, err);
}

/* A thread of another member may still be writing. */
static int clear(struct rd_file *file, int at)
{
	uint64_t before;
	int err;

	seize_surely(file, at, 0);
	before = file->gathered->places[at].before;
	for (unsigned turn = 0; before && is_copied_into(file, before); turn++)
		relax(turn);
	err = empty(file, at);
	set_state(file, at, 0);
	return err;
}

int rd_gather_restart(struct rd_file *file)
{
	int err, failed;

	if (!file->gather)
		return 0;
	err = reach(file);
	if (err)
		return err;
	for (int i = 0; file->gathered && i < PLACES; i++) {
		failed = clear(file, i);
		err = err ? err : failed;
	}
	for (int i = 0; i < RD_GATHER_PARTS; i++)
		__atomic_store_n(&file->gather->reserved[i], 0, __ATOMIC_SEQ_CST);
	return new_error(file, err);
}

int rd_gather_agree(struct rd_file *file, int err)
{
	int agreed = rd_file_agree(file, err);

	if (agreed && file->gather)
		file->gather_errors = __atomic_load_n(&file->gather->errors, __ATOMIC_ACQUIRE);
	return agreed;
}

/* ---- Gathering ---- */

/* Room of the file system, and of the limit of the process, for `n` blocks. */
static int reserve(struct rd_file *file, int64_t block, int n)
{
	struct rd_gather *g = file->gather;
	int64_t from = block * BLOCK_B, part = from / RESERVE_B,
		*reserved = &g->reserved[part % RD_GATHER_PARTS];
	struct rlimit limit;
	int failed;

	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur < (uint64_t)(from + n * BLOCK_B))
		return -1;
	if (__atomic_load_n(reserved, __ATOMIC_RELAXED) == part + 1)
		return 0;
	do
		failed = fallocate(file->fd, FALLOC_FL_KEEP_SIZE, part * RESERVE_B, RESERVE_B);
	while (failed && errno == EINTR);
	if (failed && errno != ENOSPC && errno != EDQUOT)
		__atomic_store_n(&g->off, 1, __ATOMIC_RELAXED);
	if (!failed)
		__atomic_store_n(reserved, part + 1, __ATOMIC_RELAXED);
	return failed;
}

/* Makes the place BUSY, if it has an earlier block than this one and no member copies into it. */
static int begin_take_over(struct rd_file *file, int at, int64_t block)
{
	uint64_t state = state_of(file, at);

	if (state >= (uint64_t)block + 1 || !seize(file, at, state))
		return 0;
	if (!state || !is_copied_into(file, state))
		return 1;
	set_state(file, at, state);
	return 0;
}

/* Makes the places from `first` on those of `n` blocks, all of them in one part of the file. */
static void take_over(struct rd_file *file, int first, int64_t block, int n)
{
	struct run run = {0};
	uint64_t mine = 0;
	int err = 0;

	for (int i = 0; i < n; i++) {
		uint64_t *before = &file->gathered->places[first + i].before;

		if (!begin_take_over(file, first + i, block + i))
			continue;
		mine |= UINT64_C(1) << i;
		if (*before)
			err |= take(file, first + i, (int64_t)*before - 1, &run);
	}
	if (!mine)
		return;
	err |= write_run(file, &run);
	if (err)
		rd_err_forget(); /* a flush reports it, of each member */
	else
		err = reserve(file, block, n);
	for (int i = 0; i < n; i++) {
		if (!(mine >> i & 1))
			continue;
		unmark(file, first + i);
		set_state(file, first + i, err ? 0 : (uint64_t)(block + i) + 1);
	}
}

/* 1: the place is the block's, and remains so until this member leaves. */
static int enter(struct rd_file *file, int at, int64_t block)
{
	struct rd_gathered *m = file->gathered;
	uint64_t *own = &m->copying[file->comm->rank].state, *state = &m->places[at].state;
	uint64_t wanted = (uint64_t)block + 1;

	if (rd_unlikely(__atomic_load_n(state, __ATOMIC_RELAXED) < wanted))
		take_over(file, at, block, 1);
	__atomic_exchange_n(own, wanted, __ATOMIC_SEQ_CST);
	if (rd_likely(__atomic_load_n(state, __ATOMIC_SEQ_CST) == wanted))
		return 1;
	__atomic_store_n(own, 0, __ATOMIC_RELEASE);
	return 0;
}

static void leave(struct rd_file *file)
{
	__atomic_store_n(&file->gathered->copying[file->comm->rank].state, 0, __ATOMIC_RELEASE);
}

static void set_bits(uint64_t *bits, int from, int bytes)
{
	while (bytes) {
		int at = from % WORD_B, n = rd_min(bytes, WORD_B - at);
		uint64_t *word = &bits[from / WORD_B];

		if (n == WORD_B)
			__atomic_store_n(word, UINT64_MAX, __ATOMIC_RELEASE);
		else
			__atomic_fetch_or(word, ((UINT64_C(1) << n) - 1) << at, __ATOMIC_RELEASE);
		from += n;
		bytes -= n;
	}
}

/* Brings the lines that the member writes into its cache: it then copies for a short time, and is
 * seldom stopped meanwhile. */
static void fetch_lines(const char *data, const uint64_t *bits)
{
	rd_prefetch_to_write(data);
	rd_prefetch_to_write(bits);
	(void)*(const volatile char *)data;
	(void)*(const volatile uint64_t *)bits;
}

/* Within one block. The member that has the first byte of a group of blocks has places taken over
 * for a later one, before others need them. */
static int write_part(struct rd_file *file, const char *data, int bytes, int64_t at)
{
	struct rd_gathered *m = file->gathered;
	int64_t block = at / BLOCK_B;
	int from = (int)(at % BLOCK_B), place = (int)(block % USUAL);

	fetch_lines(&m->data[place][from], &m->bits[place][from / WORD_B]);
	if (rd_unlikely(!enter(file, place, block))) {
		place = USUAL + (int)(block % SPARE);
		if (!enter(file, place, block))
			return rd_posix_write(file, data, (uint64_t)bytes, at);
	}
	memcpy(&m->data[place][from], data, (size_t)bytes);
	set_bits(m->bits[place], from, bytes);
	leave(file);
	if (rd_unlikely(!(at % (GROUP * BLOCK_B))))
		take_over(file, (int)((block + AHEAD) % USUAL), block + AHEAD, GROUP);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	mark(file, place);
	return 0;
}

int rd_gather_write(struct rd_file *file, const char *data, uint64_t bytes, int64_t at)
{
	int err = 0;

	while (bytes && !err) {
		int n = (int)rd_min(bytes, (uint64_t)(BLOCK_B - at % BLOCK_B));

		err = write_part(file, data, n, at);
		data += n;
		at += n;
		bytes -= (uint64_t)n;
	}
	return err;
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
	    file->view.walk->size == 0 || __atomic_load_n(&file->gather->off, __ATOMIC_RELAXED))
		return 0;
	return is_frequent(file) && has_memory(file);
}

/* ---- Files of which data may be gathered ---- */

/* The job ends. A member that is writing may have been ended. */
static void before_abort(void)
{
	uint64_t end = rd_clock_ns() + ABORT_NS;
	struct rd_list *link;

	rd_list_for (link, &files) {
		struct rd_file *file = rd_container(link, struct rd_file, gathers);

		if (!reach(file) && file->gathered)
			empty_all(file, end);
	}
}

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
	file->gather_fd = -1;
	rd_list_append(&files, &file->gathers);
	rd_job_before_abort = before_abort;
}

/* The maker's flush is enough for a member that has not mapped the memory. */
int rd_gather_end(struct rd_file *file)
{
	int err;

	if (!file->gather)
		return 0;
	err = file->gathered ? rd_gather_flush(file) : new_error(file, 0);
	if (file->gathered)
		rd_io_unmap((char *)file->gathered, memory_b(file));
	if (file->gather_fd >= 0)
		close(file->gather_fd);
	rd_list_remove(&file->gathers);
	file->gather = NULL;
	file->gathered = NULL;
	return err;
}
