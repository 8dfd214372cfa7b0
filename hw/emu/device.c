/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The model as a device (card.h): finds or creates the ring in the memory that mpirun passes down,
 * and opens and closes a page of it. The first process initialises the ring; all processes check
 * that it is of their own build and size. Called by btl_fpga/page.c.
 *
 * The memory: struct rd_emu_ring, the cards, the pages, and from a multiple of 4 KiB on the
 * arenas. Arenas take memory only as far as they are used.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "hw/emu/qp.h"
#include "node/wakeup_peer.h"

#define PAGE_B 4096u
#define ALIGN_B ((uint64_t)16 << 20) /* of the first arena: its rings are aligned to their size */

/* ---- Shape of the memory ---- */

static uint64_t head_bytes(const struct rd_card_place *place)
{
	uint64_t nodes = (uint64_t)place->nodes, pages = nodes * (uint64_t)place->users;
	uint64_t bytes = sizeof(struct rd_emu_ring) + nodes * sizeof(struct rd_emu_card) +
			 pages * sizeof(struct rd_emu_page);

	return (bytes + PAGE_B - 1) / PAGE_B * PAGE_B;
}

static uint64_t all_bytes(const struct rd_card_place *place)
{
	return head_bytes(place) +
	       (uint64_t)place->nodes * (uint64_t)place->users * place->arena_bytes;
}

/* Differs between builds whose structures differ. */
static uint32_t layout(void)
{
	return (uint32_t)(sizeof(struct rd_emu_ring) * 31 * 31 + sizeof(struct rd_emu_card) * 31 +
			  sizeof(struct rd_emu_page)) ^
	       (uint32_t)(sizeof(struct rd_emu_qp) << 20) ^ RDMA_TABLE_CRC;
}

static int other_ring(const char *what)
{
	rd_error("ring: its memory is of %s: all ranks of a job need the same version of Rondo",
		 what);
	return RD_EPROTO;
}

/* The first process sizes the memory; `bytes` is the same for all processes of one build. */
static int size_memory(const struct rd_card_place *place, uint64_t bytes)
{
	struct stat st;

	if (fstat(place->fd, &st)) {
		rd_error("ring: descriptor %d of its memory: %m; start the program with "
			 "mpirun --ring",
			 place->fd);
		return RD_ESYS;
	}
	if (st.st_size && (uint64_t)st.st_size != bytes)
		return other_ring("another size");
	if (ftruncate(place->fd, (off_t)bytes) ||
	    fallocate(place->fd, 0, 0, (off_t)head_bytes(place))) {
		rd_error("ring: %llu bytes of memory: %m", (unsigned long long)bytes);
		return errno == ENOSPC || errno == ENOMEM ? RD_ENOMEM : RD_ESYS;
	}
	return 0;
}

/* Maps so that byte `head` lies at a multiple of ALIGN_B. NULL (errno). */
static char *map_aligned(int fd, uint64_t bytes, uint64_t head)
{
	char *all = mmap(NULL, bytes + ALIGN_B, PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	uint64_t before;
	void *at;

	if (all == MAP_FAILED)
		return NULL;
	before = -((uintptr_t)all + head) % ALIGN_B;
	at = mmap(all + before, bytes, PROT_READ | PROT_WRITE,
		  MAP_SHARED | MAP_NORESERVE | MAP_FIXED, fd, 0);
	if (at == MAP_FAILED) {
		munmap(all, bytes + ALIGN_B);
		return NULL;
	}
	if (before)
		munmap(all, before);
	munmap(all + before + bytes, ALIGN_B - before);
	return at;
}

static int map_memory(struct rd_emu *e, const struct rd_card_place *place)
{
	uint64_t bytes = all_bytes(place);
	int err = size_memory(place, bytes);
	char *at;

	if (err)
		return err;
	at = map_aligned(place->fd, bytes, head_bytes(place));
	if (!at) {
		rd_error("ring: mapping its %llu bytes: %m", (unsigned long long)bytes);
		return RD_ENOMEM;
	}
	e->bytes = bytes;
	e->ring = (struct rd_emu_ring *)at;
	e->cards = (struct rd_emu_card *)(e->ring + 1);
	e->pages = (struct rd_emu_page *)(e->cards + place->nodes);
	e->arenas = at + head_bytes(place);
	return 0;
}

/* ---- The ring ---- */

static void fill_in(struct rd_emu_ring *ring, const struct rd_card_place *place)
{
	ring->table = RN_TABLE_CRC;
	ring->layout = layout();
	ring->nodes = (uint32_t)place->nodes;
	ring->users = (uint32_t)place->users;
	ring->arena_bytes = place->arena_bytes;
	ring->start_ns = rd_clock_ns();
	ring->host = rd_cma_own().host;
	ring->magic = RD_EMU_MAGIC;
}

static int check(const struct rd_emu_ring *ring, const struct rd_card_place *place)
{
	if (ring->magic != RD_EMU_MAGIC)
		return other_ring("something else");
	if (ring->table != RN_TABLE_CRC || ring->layout != layout())
		return other_ring("another build");
	if (ring->nodes != (uint32_t)place->nodes || ring->users != (uint32_t)place->users ||
	    ring->arena_bytes != place->arena_bytes)
		return other_ring("another shape");
	if (ring->host == rd_cma_own().host)
		return 0;
	rd_error("ring: this process is in another pid namespace than others on the ring: "
		 "emulated cards need one for all ranks");
	return RD_ESYS;
}

static int join(struct rd_emu *e, const struct rd_card_place *place)
{
	int err;

	rd_emu_lock(e, &e->ring->fault_lock);
	if (!e->ring->magic)
		fill_in(e->ring, place);
	err = check(e->ring, place);
	rd_emu_unlock(&e->ring->fault_lock);
	return err;
}

/* ---- The page ---- */

/* Clears all but the lock, which the caller holds. */
static void clear_page(struct rd_emu_page *p)
{
	size_t lock = offsetof(struct rd_emu_page, lock), behind = lock + sizeof(p->lock);

	memset(p, 0, lock);
	memset((char *)p + behind, 0, sizeof(*p) - behind);
}

/* After this the page is not in use: off, awake and in no group. */
static void shut_page(struct rd_emu *e)
{
	rd_emu_awake(e);
	rd_emu_page_off(e);
	rd_emu_rdma_vacate(e);
	rd_emu_leave_groups(e);
}

/* Clears the state of a process that ended without closing the page. */
static void forget(struct rd_emu *e)
{
	shut_page(e);
	rd_emu_lock(e, &e->page->lock);
	clear_page(e->page);
	rd_emu_unlock(&e->page->lock);
	if (madvise(e->card.arena, e->arena_bytes, MADV_REMOVE))
		memset(e->card.arena, 0, e->arena_bytes);
}

/* Takes the page for this process, cleared. */
static int take_page(struct rd_emu *e)
{
	struct rd_emu_page *p = e->page;
	int32_t was = __atomic_load_n(&p->process.pid, __ATOMIC_ACQUIRE);

	if (was && was != e->pid && !rd_emu_gone(was)) {
		rd_error("ring: page %u of card %u belongs to process %d", e->index % e->users,
			 e->node, was);
		return RD_ESYS;
	}
	forget(e);
	p->process.wakeup = e->wakeup.out;
	p->process.arena_bus = e->card.arena_bus;
	p->process.token = e->token;
	p->process.cma = rd_cma_own();
	__atomic_store_n(&p->process.pid, e->pid,
			 __ATOMIC_RELEASE); /* pairs with the acquire in probe */
	return 0;
}

static int alive(struct rd_card *card)
{
	struct rd_emu *e = rd_emu_of(card);

	if (rd_likely(e->ring->magic == RD_EMU_MAGIC))
		return 0;
	card->lost = "the memory of the ring was overwritten";
	return RD_EPROC;
}

static void release(struct rd_emu *e)
{
	rd_wakeup_peer_close_all();
	if (e->heavy)
		__atomic_fetch_sub(&e->ring->heavy, 1, __ATOMIC_SEQ_CST);
	if (e->ring)
		munmap(e->ring, e->bytes);
	rd_wakeup_close(&e->wakeup);
	free(e->pins.pin);
	rd_emu_views_close(e);
	free(e);
}

static void close_card(struct rd_card *card)
{
	struct rd_emu *e = rd_emu_of(card);

	shut_page(e);
	__atomic_store_n(&e->page->process.pid, 0, __ATOMIC_RELEASE);
	release(e);
}

static uint64_t *mark(struct rd_card *card, int node, int page)
{
	const struct rd_emu *e = rd_emu_of(card);

	return &e->pages[(uint32_t)node * e->users + (uint32_t)page].mark;
}

static struct rd_place *processor(struct rd_card *card, int node, int page)
{
	const struct rd_emu *e = rd_emu_of(card);

	return &e->pages[(uint32_t)node * e->users + (uint32_t)page].processor;
}

static char *arena_of(struct rd_card *card, int node, int page)
{
	const struct rd_emu *e = rd_emu_of(card);

	return e->arenas + ((uint32_t)node * e->users + (uint32_t)page) * e->arena_bytes;
}

static void set_card(struct rd_emu *e, const struct rd_card_place *place)
{
	e->own = &e->cards[place->node];
	e->page = &e->pages[e->index];
	e->card = (struct rd_card){
		.device = &rd_card_emu,
		.place = *place,
		.read = rd_emu_read,
		.write = rd_emu_write,
		.quick = rd_emu_quick,
		.give = rd_emu_give,
		.take = rd_emu_take,
		.arena_bytes = place->arena_bytes,
		.pin = rd_emu_pin,
		.unpin = rd_emu_unpin,
		.lend = rd_emu_lend,
		.recall = rd_emu_recall,
		.irq_fd = e->wakeup.in,
		.arm = rd_emu_arm,
		.disarm = rd_emu_disarm,
		.alive = alive,
		.mark = mark,
		.processor = processor,
		.arena_of = arena_of,
		.bury = rd_emu_bury,
		.close = close_card,
	};
	e->card.arena = arena_of(&e->card, place->node, place->page);
	e->card.arena_bus = (uintptr_t)e->card.arena;
}

static struct rd_emu *create(const struct rd_card_place *place)
{
	struct rd_emu *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	*e = (struct rd_emu){
		.arena_bytes = place->arena_bytes,
		.nodes = (uint32_t)place->nodes,
		.users = (uint32_t)place->users,
		.node = (uint32_t)place->node,
		.pid = getpid(),
		.wakeup = RD_WAKEUP_INIT,
		.cma = -1,
	};
	e->index = e->node * e->users + (uint32_t)place->page;
	if (getrandom(&e->token, sizeof(e->token), 0) == sizeof(e->token))
		return e;
	release(e);
	return NULL;
}

static void join_bells(struct rd_emu *e)
{
	e->light = rd_wakeup_light();
	if (e->light)
		return;
	e->heavy = 1;
	__atomic_fetch_add(&e->ring->heavy, 1, __ATOMIC_SEQ_CST);
}

static int open_card(const struct rd_card_place *place, struct rd_card **card)
{
	struct rd_emu *e = create(place);
	int err;

	if (!e)
		return RD_ENOMEM;
	err = map_memory(e, place);
	if (!err)
		err = join(e, place);
	if (!err && rd_wakeup_open(&e->wakeup)) {
		rd_error("ring: pipe: %m; raise the limit on open files (ulimit -n)");
		err = RD_ESYS;
	}
	if (!err) {
		join_bells(e);
		set_card(e, place);
		err = take_page(e);
	}
	if (err) {
		release(e);
		return err;
	}
	*card = &e->card;
	return 0;
}

const struct rd_card_device rd_card_emu = {"emu", open_card};
