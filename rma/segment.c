/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory that a window's members on one node share: the lock words of all of them, and the
 * windows themselves where MPI allocates them. The first member of the node makes a memfd, the
 * others open it as /proc/<pid>/fd/<fd>; in the end all agree whether it worked. Pages are taken
 * when they are touched first, as in any allocation, by the process that is to own them.
 *
 *     head | a desk for each member of the node, by rank | from the next page: their windows
 *                                    or, where those are elsewhere, a tray for each (slip.h)
 */
#include "rma/segment.h"

#include "base/log.h"
#include "base/param.h"
#include "rma/lock.h"
#include "rma/slip.h"
#include "runtime/job.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE_B = 4096 };

struct head {
	_Alignas(RD_CACHE_LINE) uint64_t token;
	uint64_t bytes;
};

uint64_t rd_rma_token;

static int in_segment(const struct rd_win *win)
{
	return win->flavor == MPI_WIN_FLAVOR_ALLOCATE || win->flavor == MPI_WIN_FLAVOR_SHARED;
}

static int first_of_node(const struct rd_win *win)
{
	for (int i = 0; i < win->comm->rank; i++)
		if (rd_job_is_local(rd_comm_world_rank(win->comm, i)))
			return i;
	return win->comm->rank;
}

static int make_file(void)
{
	int fd = memfd_create("rondo-window", MFD_CLOEXEC);

	if (fd < 0)
		rd_info("window: memfd_create: %m");
	return fd;
}

/* The own window's place: pages of its own where it has whole pages, a cache line's boundary
 * where not; one right after the other where the user may rely on it (MPI-5.0 12.2.3). */
static uint64_t alignment(const struct rd_win_want *want)
{
	if (want->flavor == MPI_WIN_FLAVOR_SHARED &&
	    !rd_hints_flag(want->hints, "alloc_shared_noncontig", 0))
		return 1;
	return want->size < PAGE_B ? RD_CACHE_LINE : PAGE_B;
}

void rd_rma_card_write(struct rd_win *win, const struct rd_win_want *want, struct rd_rma_card *card)
{
	if (!rd_rma_token && getrandom(&rd_rma_token, sizeof(rd_rma_token), 0) < 0)
		rd_rma_token = (uint64_t)getpid();
	*card = (struct rd_rma_card){
		.size = want->size,
		.unit = want->unit,
		.base = (uint64_t)(uintptr_t)want->base,
		.align = alignment(want),
		.token = rd_rma_token,
		.token_at = (uint64_t)(uintptr_t)&rd_rma_token,
		.pid = getpid(),
		.node = rd_job.local[0],
		.fd = first_of_node(win) == win->comm->rank ? make_file() : -1,
		/* a person who asks for TCP wants messages */
		.direct = rd_param_lists(RD_PARAM_BTL, "sm"),
	};
}

/* ---- The file ---- */

/* Members on this node. */
static uint64_t members(const struct rd_win *win, const struct rd_rma_card *cards)
{
	uint64_t n = 0;

	for (int i = 0; i < win->comm->size; i++)
		n += cards[i].node == cards[win->comm->rank].node;
	return n;
}

/* Bytes of the segment of this node, UINT64_MAX: more than there can be; the windows' offsets into
 * at[]. */
static uint64_t lay_out(const struct rd_win *win, const struct rd_rma_card *cards, uint64_t *at)
{
	uint64_t bytes = sizeof(struct head), n = members(win, cards);
	int node = cards[win->comm->rank].node;

	bytes += n * sizeof(struct rd_rma_desk);
	if (!in_segment(win))
		bytes += n * sizeof(struct rd_rma_tray);
	bytes = (bytes + PAGE_B - 1) / PAGE_B * PAGE_B;
	for (int i = 0; in_segment(win) && i < win->comm->size; i++) {
		uint64_t align = cards[i].align;

		if (cards[i].node != node)
			continue;
		at[i] = (bytes + align - 1) / align * align;
		if (__builtin_add_overflow(at[i], cards[i].size, &bytes) || bytes > INT64_MAX)
			return UINT64_MAX;
	}
	return bytes;
}

static int map(struct rd_win *win, int fd, uint64_t bytes)
{
	void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (base == MAP_FAILED) {
		rd_info("window: mapping %llu bytes: %m", (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	win->segment = base;
	win->segment_b = bytes;
	return 0;
}

static int create(struct rd_win *win, const struct rd_rma_card *card, uint64_t bytes)
{
	struct head *head;
	int err;

	if (card->fd < 0)
		return RD_ENOMEM;
	if (ftruncate(card->fd, (off_t)bytes)) {
		rd_info("window: %llu bytes of shared memory: %m", (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	err = map(win, card->fd, bytes);
	if (err)
		return err;
	head = win->segment;
	head->bytes = bytes;
	head->token = card->token;
	return 0;
}

/* After the first member has made it: the file may be some other one if its process is not the one
 * seen under this number here. */
static int attach(struct rd_win *win, const struct rd_rma_card *first, uint64_t bytes)
{
	char path[48];
	struct stat st;
	struct head *head;
	int fd, err = RD_ENOTSUP;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", first->pid, first->fd);
	fd = first->fd < 0 ? -1 : open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return err;
	if (!fstat(fd, &st) && (uint64_t)st.st_size == bytes)
		err = map(win, fd, bytes);
	close(fd);
	if (err)
		return err;
	head = win->segment;
	return head->token == first->token && head->bytes == bytes ? 0 : RD_ENOTSUP;
}

/* ---- All of it ---- */

static int agree(struct rd_win *win, int err)
{
	struct rd_comm *comm = win->comm;
	struct rd_circle circle = rd_comm_circle(comm);
	uint32_t failed = (uint32_t)-err;
	int rc = rd_agree_max(&circle, &failed);

	return rc ? rc : -(int)failed;
}

static int open_segment(struct rd_win *win, struct rd_rma_card *cards, uint64_t bytes)
{
	int first = first_of_node(win), mine = win->comm->rank == first, err = 0;

	if (mine)
		err = create(win, &cards[first], bytes);
	err = agree(win, err);
	if (!err && !mine)
		err = attach(win, &cards[first], bytes);
	err = agree(win, err);
	if (mine && cards[first].fd >= 0)
		close(cards[first].fd);
	if (err)
		rd_rma_segment_close(win);
	return err;
}

static void use_segment(struct rd_win *win, const struct rd_rma_card *cards, const uint64_t *at)
{
	struct rd_rma_desk *desk = (struct rd_rma_desk *)((struct head *)win->segment + 1);
	int me = win->comm->rank;
	struct rd_rma_tray *tray = (struct rd_rma_tray *)(desk + members(win, cards));

	for (int i = 0; i < win->comm->size; i++) {
		struct rd_win_peer *peer = &win->peer[i];

		if (cards[i].node != cards[me].node)
			continue;
		if (i == me)
			win->desk = desk;
		if (cards[i].direct || i == me)
			peer->desk = desk;
		desk++;
		if (!in_segment(win)) {
			if (cards[i].direct && cards[me].direct)
				peer->tray = tray;
			if (i == me)
				win->tray = peer->tray;
			tray++;
			continue;
		}
		peer->view = (char *)win->segment + at[i];
		if (cards[i].direct || i == me) {
			peer->mem = peer->view;
			peer->direct = 1;
		}
	}
}

int rd_rma_segment_open(struct rd_win *win, const struct rd_win_want *want,
			struct rd_rma_card *cards)
{
	uint64_t at[win->comm->size];
	int err = 0, me = win->comm->rank;

	memset(at, 0, sizeof(at));
	for (int i = 0; i < win->comm->size; i++)
		if (want->flavor == MPI_WIN_FLAVOR_SHARED && cards[i].node != cards[me].node)
			err = RD_ERMA_SHARED;
	if (err) {
		if (cards[me].fd >= 0)
			close(cards[me].fd);
		return err;
	}
	err = open_segment(win, cards, lay_out(win, cards, at));
	if (!err)
		use_segment(win, cards, at);
	return err;
}

void rd_rma_segment_close(struct rd_win *win)
{
	if (win->segment)
		munmap(win->segment, win->segment_b);
	win->segment = NULL;
}
