/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Windows: making and freeing them, memory attached to dynamic ones (MPI-5.0 12.2). Called by
 * mpi/. What the members tell each other is one card each (segment.h); the window's messages have
 * a communicator of their own.
 */
#include "rma/win.h"

#include "base/log.h"
#include "base/pool.h"
#include "coll/coll.h"
#include "rma/am.h"
#include "rma/lock.h"
#include "rma/segment.h"
#include "rma/types.h"
#include "runtime/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct rd_pool windows = RD_POOL_INIT(struct rd_win);
static long living;

/* ---- Making ---- */

static int is_allocated(const struct rd_win *win)
{
	return win->flavor == MPI_WIN_FLAVOR_ALLOCATE || win->flavor == MPI_WIN_FLAVOR_SHARED;
}

static void learn(struct rd_win *win, const struct rd_rma_card *cards)
{
	const struct rd_rma_card *own = &cards[win->comm->rank];

	for (int i = 0; i < win->comm->size; i++) {
		struct rd_win_peer *peer = &win->peer[i];
		int here = cards[i].node == own->node && cards[i].direct && own->direct;

		peer->size = win->flavor == MPI_WIN_FLAVOR_DYNAMIC ? UINT64_MAX : cards[i].size;
		peer->unit = cards[i].unit;
		peer->base = cards[i].base;
		peer->pid = cards[i].pid;
		peer->token = cards[i].token;
		peer->token_at = cards[i].token_at;
		peer->cma = here && !is_allocated(win) ? RD_CMA_UNTRIED : RD_CMA_REFUSED;
		rd_list_init(&peer->owed);
	}
}

/* What was not found in the segment. */
static int own_memory(struct rd_win *win, const struct rd_win_want *want)
{
	struct rd_win_peer *self = &win->peer[win->comm->rank];

	if (!win->desk) {
		win->desk = aligned_alloc(RD_CACHE_LINE, sizeof(*win->desk));
		if (!win->desk)
			return RD_ENOMEM;
		memset(win->desk, 0, sizeof(*win->desk));
		self->desk = win->desk;
		win->desk_heap = 1;
	}
	if (self->direct) {
		win->base = self->mem;
		return 0;
	}
	win->base = want->base;
	if (is_allocated(win) && want->size) {
		win->heap = mmap(NULL, want->size, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (win->heap == MAP_FAILED) {
			win->heap = NULL;
			return RD_ENOMEM;
		}
		win->heap_b = want->size;
		win->base = win->heap;
	}
	self->mem = self->view = win->base;
	self->direct = 1;
	return 0;
}

static int meet(struct rd_win *win, const struct rd_win_want *want, struct rd_rma_card *cards)
{
	struct rd_comm *comm = win->comm;
	struct rd_circle circle = rd_comm_circle(comm);
	uint32_t failed;
	int err;

	rd_rma_card_write(win, want, &cards[comm->rank]);
	err = rd_agree_gather(&circle, cards, sizeof(*cards));
	if (err)
		return err;
	learn(win, cards);
	err = rd_rma_segment_open(win, want, cards);
	if (err && (want->flavor == MPI_WIN_FLAVOR_SHARED || err == RD_EPROC))
		return err;
	err = own_memory(win, want);
	if (!err)
		err = rd_rma_am_open(win);
	failed = (uint32_t)-err;
	for (int i = 0; i < comm->size; i++)
		win->by_message |= !win->peer[i].direct;
	err = rd_agree_max(&circle, &failed); /* all know all before the first operation */
	return err ? err : -(int)failed;
}

static int fill(struct rd_win *win, const struct rd_win_want *want, struct rd_comm *comm)
{
	struct rd_rma_card *cards;
	/* no duplicate: that would ask the user's functions about attributes */
	int err = rd_comm_create(comm, comm->group, &win->comm);

	if (err)
		return err;
	win->comm->p2p.name = NULL; /* receives are always posted in it */
	win->peer = calloc((size_t)comm->size, sizeof(*win->peer));
	cards = calloc((size_t)comm->size, sizeof(*cards));
	err = win->peer && cards ? meet(win, want, cards) : RD_ENOMEM;
	free(cards);
	return err;
}

static void put_errs(struct rd_errs *errs);

/* Requests belong to the window's communicator, and their errors to the window. */
static void open_errs(struct rd_win *win)
{
	struct rd_errs *requests = &win->comm->errs;

	win->errs = (struct rd_errs){RD_ERRS_WIN, rd_win_handle(win), win->name, &win->obj,
				     put_errs, NULL};
	rd_errs_close(requests);
	*requests = win->errs;
	rd_win_set_errhandler(win, &rd_errors_are_fatal);
}

/* A request may live longer than the window. */
static void close_errs(struct rd_win *win)
{
	struct rd_errs *requests = &win->comm->errs;

	rd_errs_set(requests, &rd_errors_are_fatal);
	requests->name = win->comm->name;
	requests->obj = &win->comm->obj;
	rd_errs_close(&win->errs);
}

void rd_win_set_errhandler(struct rd_win *win, struct rd_errhandler *handler)
{
	rd_errs_set(&win->errs, handler);
	rd_errs_set(&win->comm->errs, handler);
}

static void destroy(struct rd_win *win)
{
	rd_rma_am_close(win);
	rd_rma_target_close(win);
	rd_rma_segment_close(win);
	if (win->heap)
		munmap(win->heap, win->heap_b);
	if (win->desk_heap)
		free(win->desk);
	for (int i = 0; win->peer && i < win->comm->size; i++) {
		rd_rma_types_free(win->peer[i].told);
		rd_rma_types_free(win->peer[i].learnt);
	}
	free(win->peer);
	rd_rma_regions_free(&win->regions);
	if (win->comm) {
		close_errs(win);
		rd_comm_put(win->comm);
	}
	rd_hints_put(win->hints);
	rd_pool_put(&windows, win);
	living--;
}

long rd_win_living(void)
{
	return living;
}

static void put_errs(struct rd_errs *errs)
{
	struct rd_win *win = (struct rd_win *)(uintptr_t)errs->handle;

	if (rd_obj_put(&win->obj))
		destroy(win);
}

int rd_win_create(const struct rd_win_want *want, struct rd_comm *comm, struct rd_win **out)
{
	struct rd_win *win = rd_pool_get(&windows);
	int err;

	if (!win)
		return RD_ENOMEM;
	rd_obj_init(&win->obj, RD_MAGIC_WIN);
	living++;
	rd_list_init(&win->owed);
	rd_list_init(&win->lockq);
	rd_list_init(&win->link);
	rd_list_init(&win->attended);
	win->flavor = want->flavor;
	win->model = MPI_WIN_UNIFIED;
	win->disp_unit = (int)want->unit;
	win->size = (MPI_Aint)want->size;
	err = fill(win, want, comm);
	if (!err)
		err = rd_win_set_hints(win, want->hints);
	if (err) {
		win->obj.magic = RD_MAGIC_FREED;
		destroy(win);
		return err;
	}
	open_errs(win);
	*out = win;
	return 0;
}

/* Freed with an error, which is reported through it: it goes when it is freed again, or with the
 * next one. */
static struct rd_win *remains;

static void bury(void)
{
	if (remains)
		put_errs(&remains->errs);
	remains = NULL;
}

int rd_win_free(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;
	int err, unmet;

	if (win == remains) {
		bury();
		return 0;
	}
	if (win->posted || (win->epoch != RD_EPOCH_NONE && win->epoch != RD_EPOCH_FENCE))
		return RD_ERMA_SYNC;
	err = rd_attrs_delete_all(&win->attrs, rd_win_handle(win));
	if (err)
		return err;
	err = rd_rma_flush_all(win);
	while (win->wakes)
		rd_progress_wait(&w);
	unmet = rd_coll_barrier(win->comm); /* whatever went wrong here, the others come to it */
	rd_rma_am_close(win);
	bury();
	remains = win;
	if (!err && !unmet)
		bury();
	return err ? err : unmet;
}

void rd_rma_fini(void)
{
	rd_rma_am_fini();
	bury();
}

/* ---- Hints ---- */

/* Those that a window may have, and what holds without them (MPI-5.0 12.2.1, 12.2.3). */
static const struct {
	const char *key, *value;
} known[] = {
	{"no_locks", "false"},
	{"accumulate_ordering", "rar,raw,war,waw"},
	{"accumulate_ops", "same_op_no_op"},
	{"mpi_accumulate_granularity", "0"},
	{"same_size", "false"},
	{"same_disp_unit", "false"},
	{"alloc_shared_noncontig", "false"},
};

int rd_win_set_hints(struct rd_win *win, const struct rd_hints *hints)
{
	int err = win->hints ? 0 : rd_hints_new(&win->hints);

	for (size_t i = 0; !err && i < sizeof(known) / sizeof(known[0]); i++) {
		const char *value = rd_hints_value(hints, known[i].key);

		if (value)
			err = rd_hints_set(win->hints, known[i].key, value);
	}
	return err;
}

int rd_win_get_hints(const struct rd_win *win, struct rd_hints **out)
{
	int err = rd_hints_new(out);

	for (size_t i = 0; !err && i < sizeof(known) / sizeof(known[0]); i++) {
		const char *value = rd_hints_value(win->hints, known[i].key);

		err = rd_hints_set(*out, known[i].key, value ? value : known[i].value);
	}
	return err;
}

/* ---- Dynamic windows ---- */

int rd_win_attach(struct rd_win *win, void *base, uint64_t size)
{
	return rd_rma_regions_add(&win->regions, (uintptr_t)base, size);
}

int rd_win_detach(struct rd_win *win, const void *base)
{
	return rd_rma_regions_remove(&win->regions, (uintptr_t)base);
}

/* ---- Shared windows ---- */

void rd_win_shared_query(const struct rd_win *win, int rank, MPI_Aint *size, MPI_Aint *unit,
			 void *base)
{
	const struct rd_win_peer *peer;

	/* MPI-5.0 12.2.3: MPI_PROC_NULL asks for the first that has memory, the same for all on a
	 * host. Of memory that MPI has not allocated each sees only its own. */
	if (rank == MPI_PROC_NULL)
		for (rank = 0; rank < win->comm->size - 1; rank++)
			if (win->peer[rank].size && (win->peer[rank].view || !is_allocated(win)))
				break;
	peer = &win->peer[rank];
	*size = peer->view ? (MPI_Aint)peer->size : 0;
	*unit = peer->view ? peer->unit : 0;
	*(void **)base = *size ? peer->view : NULL;
}
