/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory of windows that MPI allocates, shared by the members on one node. Short windows lie in
 * the heaps of their owners (heap.h). If one is longer, or the windows have to be contiguous
 * (MPI-5.0 12.2.3), the first member of the node makes memory for all of them, in its heap if it is
 * short, else as a file of its own, whose descriptor is closed when all have mapped it: of a member
 * whose card makes use of the file with the window (win.c). Each member allocates the pages of its
 * own window, so that they are near it.
 */
#include "rma/segment.h"

#include "base/log.h"
#include "base/param.h"
#include "node/shm.h"
#include "node/wakeup.h"
#include "rma/am.h"
#include "rma/card.h"
#include "rma/lock.h"
#include "rma/mailbox.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_B = 4096 };

static int must_touch(const struct rd_win_want *want)
{
	return want->flavor == MPI_WIN_FLAVOR_SHARED &&
	       !rd_hints_flag(want->hints, "alloc_shared_noncontig", 0);
}

static int is_allocated(const struct rd_win *win)
{
	return win->flavor == MPI_WIN_FLAVOR_ALLOCATE || win->flavor == MPI_WIN_FLAVOR_SHARED;
}

static int fences(void)
{
	static int known; /* 1 more than the answer */

	if (!known)
		known = 1 + rd_wakeup_light();
	return known - 1;
}

/* The lock word: where cards reach it, too, if some members may need them. */
static void write_lockword(struct rd_win *win, const struct rd_rma_node *node,
			   struct rd_rma_modex *modex)
{
	int near = modex->direct ? node->n : 1;
	void *memory = NULL;

	if (near < win->comm->size)
		memory = rd_rma_card_lockword(win, &modex->niche);
	if (!memory &&
	    !rd_rma_heap_get(sizeof(*win->lock.word), &win->memory.lockword_spot, &memory))
		modex->lockword = win->memory.lockword_spot;
	win->lock.word = memory;
}

void rd_rma_modex_write(struct rd_win *win, const struct rd_win_want *want,
			struct rd_rma_node *node)
{
	struct rd_rma_modex *modex = &node->modex[node->me];
	void *memory = NULL;

	*modex = (struct rd_rma_modex){
		.size = want->size,
		.unit = want->unit,
		.base = (uint64_t)(uintptr_t)want->base,
		.process = rd_cma_own(),
		.lockword.fd = -1,
		.fences = fences(),
		/* RONDO_BTL without sm selects messages */
		.direct = rd_param_lists(RD_PARAM_BTL, "sm"),
	};
	rd_rma_pipeline_end();
	rd_rma_mailbox_open(rd_rma_heap_mailbox(&modex->mailbox));
	write_lockword(win, node, modex);
	if (is_allocated(win) && !must_touch(want))
		rd_rma_heap_get(want->size, &win->memory.spot, &memory);
	modex->memory = win->memory.spot;
}

/* ---- Memory for the whole node ---- */

/* Sent by the first member to the others. */
struct told {
	uint64_t dev, ino; /* of the file: a unique pair */
	uint64_t bytes;
	struct rd_rma_spot spot; /* in the first member's heap; its fd is -1: in a file */
	int32_t fd;
	int32_t err;
};

/* Start of the next window; on a page of its own if it has whole pages. */
static uint64_t aligned(uint64_t at, const struct rd_win_want *want, uint64_t size)
{
	uint64_t align = must_touch(want) ? 1 : size < PAGE_B ? RD_CACHE_LINE : PAGE_B;

	return (at + align - 1) / align * align;
}

/* UINT64_MAX: more than an address space holds. */
static uint64_t sum(const struct rd_win_want *want, const struct rd_rma_node *node)
{
	uint64_t bytes = 0;

	for (int i = 0; i < node->n; i++)
		if (__builtin_add_overflow(aligned(bytes, want, node->modex[i].size),
					   node->modex[i].size, &bytes) ||
		    bytes > INT64_MAX)
			return UINT64_MAX;
	return bytes;
}

static int no_memory(uint64_t bytes)
{
	rd_error("window: taking %llu bytes of shared memory: %m; free memory, raise the memory "
		 "limit of the job, or ask for less",
		 (unsigned long long)bytes);
	return RD_ENOMEM;
}

static void create(struct rd_win *win, struct told *told, void **base)
{
	struct stat st;

	if (!rd_rma_heap_get(told->bytes, &win->memory.spot, base)) {
		told->spot = win->memory.spot;
		return;
	}
	if (told->bytes > INT64_MAX) {
		rd_error("window: %llu bytes are more than an address space holds; ask for less",
			 (unsigned long long)told->bytes);
		told->err = RD_ENOMEM;
		return;
	}
	told->fd = win->memory.file = rd_shm_make("rondo-window", told->bytes);
	if (told->fd < 0 || fstat(told->fd, &st)) {
		rd_info("window: %llu bytes of shared memory: %m", (unsigned long long)told->bytes);
		told->err = RD_ENOTSUP;
		return;
	}
	told->dev = st.st_dev;
	told->ino = st.st_ino;
}

/* A descriptor of the file in this process; -1. */
static int open_told(const struct rd_rma_modex *first, const struct told *told)
{
	int fd = rd_shm_open(first->process.pid, told->fd, told->bytes);
	struct stat st;

	if (fd < 0 || (!fstat(fd, &st) && st.st_dev == told->dev && st.st_ino == told->ino))
		return fd;
	close(fd);
	return -1;
}

static int map(struct rd_win *win, const struct told *told, int fd, void **base)
{
	*base = rd_shm_map_huge(fd, told->bytes);
	if (!*base)
		return no_memory(told->bytes);
	win->memory.segment = *base;
	win->memory.segment_b = told->bytes;
	return 0;
}

/* Bytes from this process's window at `at` to the next one. */
static uint64_t room_of(const struct rd_rma_node *node, const struct rd_win_want *want,
			uint64_t bytes, uint64_t at)
{
	uint64_t end = at + node->modex[node->me].size;

	if (node->me + 1 < node->n)
		return aligned(end, want, node->modex[node->me + 1].size) - at;
	return (bytes + PAGE_B - 1) / PAGE_B * PAGE_B - at;
}

/* This process's window is `size` bytes from `at` on. */
static int attach(struct rd_win *win, const struct rd_win_want *want,
		  const struct rd_rma_node *node, const struct told *told, uint64_t at, void **base)
{
	uint64_t size = node->modex[node->me].size;
	int fd, err;

	if (told->err)
		return told->err;
	if (told->spot.fd >= 0) {
		win->memory.place = rd_rma_heap_file(node->modex[0].process.pid, &told->spot);
		win->memory.place.at += at;
		if (!node->me)
			return 0;
		*base = rd_rma_heap_reach(node->proc[0], &told->spot);
		return *base ? 0 : RD_ENOTSUP;
	}
	if (node->me)
		win->memory.file = open_told(&node->modex[0], told);
	fd = win->memory.file;
	if (fd < 0)
		return RD_ENOTSUP;
	win->memory.place =
		(struct rd_shm_place){node->modex[node->me].process.pid, fd, told->bytes, at};
	win->memory.room = room_of(node, want, told->bytes, at);
	err = map(win, told, fd, base);
	if (!err && rd_shm_take_huge(fd, *base, at, size, RD_WIN_HUGE_MOST_NS))
		err = no_memory(size);
	return err;
}

static int agree(const struct rd_rma_node *node, int own)
{
	uint32_t failed = (uint32_t)-own;
	int err = rd_boot_max(&node->boot, &failed);

	return err ? err : -(int)failed;
}

static int open_segment(struct rd_win *win, const struct rd_win_want *want,
			const struct rd_rma_node *node)
{
	struct told told = {.bytes = sum(want, node), .fd = -1, .spot = {.fd = -1}};
	uint64_t at = 0, own = 0;
	void *base = NULL;
	int err;

	rd_rma_heap_put(&win->memory.spot);
	if (!node->me)
		create(win, &told, &base);
	err = rd_boot_bcast(&node->boot, 0, &told, sizeof(told));
	for (int i = 0; i < node->me; i++)
		own = aligned(own, want, node->modex[i].size) + node->modex[i].size;
	own = aligned(own, want, node->modex[node->me].size);
	err = agree(node, err ? err : attach(win, want, node, &told, own, &base));
	if (err) {
		rd_rma_file_close(win);
		win->memory.place.fd = -1;
		rd_rma_heap_put(&win->memory.spot);
		rd_rma_segment_close(win);
		return err;
	}
	for (int i = 0; i < node->n; at += node->modex[i].size, i++) {
		at = aligned(at, want, node->modex[i].size);
		rd_win_peer_known(win, node->rank[i])->view = (char *)base + at;
	}
	return 0;
}

/* ---- Choice of the memory ---- */

/* Each member's window is in its heap. */
static int in_heaps(struct rd_win *win, const struct rd_rma_node *node)
{
	int err = 0;

	win->memory.place =
		rd_rma_heap_file(node->modex[node->me].process.pid, &node->modex[node->me].memory);
	for (int i = 0; i < node->n; i++) {
		struct rd_win_peer *peer = rd_win_peer_known(win, node->rank[i]);

		peer->view = rd_rma_heap_reach(node->proc[i], &node->modex[i].memory);
		if (!peer->view)
			err = RD_ENOTSUP;
	}
	return win->flavor == MPI_WIN_FLAVOR_SHARED ? err : 0;
}

int rd_rma_segment_open(struct rd_win *win, const struct rd_win_want *want,
			const struct rd_rma_node *node)
{
	int heaps = 1;

	for (int i = 0; i < node->n; i++)
		heaps &= node->modex[i].memory.fd >= 0;
	return heaps ? in_heaps(win, node) : open_segment(win, want, node);
}

void rd_rma_file_close(struct rd_win *win)
{
	if (win->memory.file >= 0)
		close(win->memory.file);
	win->memory.file = -1;
}

void rd_rma_segment_close(struct rd_win *win)
{
	if (win->memory.segment)
		munmap(win->memory.segment, win->memory.segment_b);
	win->memory.segment = NULL;
}
