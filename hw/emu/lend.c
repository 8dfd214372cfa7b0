/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that a page has lent: parts of files (node/shm.h), which the processes of other pages map
 * when they first access them. Called by memory.c's callers through rd_emu_reach, and by the driver
 * through card.h.
 *
 * A piece is lent before a region has it, and recalled when none has it any more, so it stays while
 * another process uses a region with it (emu.h). Its entry may become that of another piece while a
 * process passes it in search of a third: `serial` is 0 meanwhile, and read before and behind the
 * address and the length. Mappings stay until their entry has another piece.
 */
#include "hw/emu/emu.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file of a piece; -1: it cannot be opened. */
static int open_file(const struct rd_shm_place *place, struct stat *st)
{
	int fd = rd_shm_open(place->pid, place->fd, place->bytes);

	if (fd < 0 || !fstat(fd, st))
		return fd;
	close(fd);
	return -1;
}

/* Without a free entry accesses go by the kernel. */
int rd_emu_lend(struct rd_card *card, const void *p, uint64_t len, const struct rd_shm_place *place)
{
	struct rd_emu *e = rd_emu_of(card);
	struct rd_emu_page *page = e->page;
	struct rd_emu_lent *lent;
	struct stat st;
	uint32_t i = 0;
	int fd;

	while (i < page->nlent && page->lent[i].serial)
		i++;
	if (i == RD_EMU_LENT || place->at > place->bytes || len > place->bytes - place->at)
		return 0;
	fd = open_file(place, &st);
	if (fd < 0)
		return 0;
	close(fd);
	lent = &page->lent[i];
	__atomic_store_n(&lent->base, (uintptr_t)p, __ATOMIC_RELAXED);
	__atomic_store_n(&lent->len, len, __ATOMIC_RELAXED);
	lent->dev = st.st_dev;
	lent->ino = st.st_ino;
	lent->place = *place;
	/* pairs with the acquire in covers */
	__atomic_store_n(&lent->serial, __atomic_add_fetch(&e->ring->lent, 1, __ATOMIC_RELAXED),
			 __ATOMIC_RELEASE);
	if (i == page->nlent) /* pairs with rd_emu_lent_at */
		__atomic_store_n(&page->nlent, i + 1, __ATOMIC_RELEASE);
	return 1;
}

void rd_emu_recall(struct rd_card *card, const void *p)
{
	struct rd_emu_page *page = rd_emu_of(card)->page;

	for (uint32_t i = 0; i < page->nlent; i++)
		if (page->lent[i].serial && page->lent[i].base == (uintptr_t)p) {
			__atomic_store_n(&page->lent[i].serial, 0, __ATOMIC_RELAXED);
			/* pairs with the fence in covers: before address and length change */
			__atomic_thread_fence(__ATOMIC_RELEASE);
			return;
		}
}

/* ---- Mappings ---- */

static void unmap(struct rd_emu_view *view)
{
	if (view->file)
		munmap(view->file, view->bytes);
	view->file = NULL;
}

/* Whether the bytes are in the piece, and at which offset. */
static int covers(const struct rd_emu_lent *lent, uint64_t bus, uint64_t len, uint64_t *offset)
{
	uint64_t serial = __atomic_load_n(&lent->serial, __ATOMIC_ACQUIRE), has;

	*offset = bus - __atomic_load_n(&lent->base, __ATOMIC_RELAXED);
	has = __atomic_load_n(&lent->len, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return serial && *offset < has && len <= has - *offset &&
	       __atomic_load_n(&lent->serial, __ATOMIC_RELAXED) == serial;
}

static void map(struct rd_emu_view *view, const struct rd_emu_lent *lent)
{
	struct stat st;
	int fd;

	unmap(view);
	view->serial = lent->serial;
	view->bytes = lent->place.bytes;
	fd = open_file(&lent->place, &st);
	if (fd < 0)
		return;
	if (st.st_dev == lent->dev && st.st_ino == lent->ino)
		view->file = rd_shm_map_huge(fd, view->bytes);
	close(fd);
}

/* NULL: no memory for it. */
static struct rd_emu_view *view_of(struct rd_emu *e, uint32_t of, uint32_t i)
{
	if (!e->views)
		e->views = calloc((size_t)e->nodes * e->users, sizeof(struct rd_emu_view *));
	if (e->views && !e->views[of])
		e->views[of] = calloc(RD_EMU_LENT, sizeof(struct rd_emu_view));
	return e->views && e->views[of] ? &e->views[of][i] : NULL;
}

/* The entries may hold anything, as all of a page of another process: the place is compared with
 * the size of the file that was mapped. */
static char *look(struct rd_emu *e, uint32_t of, uint32_t i, uint64_t offset, uint64_t len)
{
	const struct rd_emu_lent *lent = &e->pages[of].lent[i];
	struct rd_emu_view *view = view_of(e, of, i);
	uint64_t at = lent->place.at + offset;

	if (!view)
		return NULL;
	if (rd_unlikely(view->serial != lent->serial))
		map(view, lent);
	if (!view->file || at < offset || at > view->bytes || len > view->bytes - at)
		return NULL;
	return view->file + at;
}

char *rd_emu_lent_slow(struct rd_emu *e, uint32_t of, uint64_t bus, uint64_t len)
{
	const struct rd_emu_page *page = &e->pages[of];
	uint32_t n = rd_min(page->nlent, (uint32_t)RD_EMU_LENT);
	uint64_t offset;

	for (uint32_t i = 0; i < n; i++)
		if (covers(&page->lent[i], bus, len, &offset))
			return look(e, of, i, offset, len);
	return NULL;
}

void rd_emu_views_close(struct rd_emu *e)
{
	for (uint32_t of = 0; e->views && of < e->nodes * e->users; of++) {
		for (uint32_t i = 0; e->views[of] && i < RD_EMU_LENT; i++)
			unmap(&e->views[of][i]);
		free(e->views[of]);
	}
	free(e->views);
}
