/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Windows: making and freeing them, memory attached to dynamic ones (MPI-5.0 12.2). Called by mpi/.
 * The members exchange one modex record each (segment.h); the window's messages have a communicator
 * of their own.
 */
#include "rma/win.h"

#include "base/log.h"
#include "base/pool.h"
#include "coll/coll.h"
#include "node/shm.h"
#include "rma/am.h"
#include "rma/card.h"
#include "rma/lock.h"
#include "rma/segment.h"
#include "rma/mailbox.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct rd_pool windows = RD_POOL_INIT(struct rd_win);
static long living;

/* ---- Making ---- */

static int is_allocated(const struct rd_win *win)
{
	return win->flavor == MPI_WIN_FLAVOR_ALLOCATE || win->flavor == MPI_WIN_FLAVOR_SHARED;
}

static void node_free(struct rd_rma_node *node)
{
	free(node->rank);
	free(node->modex);
	free(node->proc);
}

/* The near members are those of this node whose ranks adjoin the own rank in a row. The other
 * members of this node get their state from the start too. */
static int open_peers(struct rd_win *win, const struct rd_rma_node *node)
{
	int first = node->me, last = node->me, err;

	while (first && node->rank[first - 1] == node->rank[first] - 1)
		first--;
	while (last + 1 < node->n && node->rank[last + 1] == node->rank[last] + 1)
		last++;
	err = rd_win_peers_open(win, node->rank[first], last + 1 - first);
	for (int i = 0; !err && i < node->n; i++)
		err = rd_win_peer(win, node->rank[i]) ? 0 : RD_ENOMEM;
	return err;
}

/* Allocates all memory that is needed until the members know each other: then no member keeps the
 * others waiting. */
static int prepare(struct rd_win *win, struct rd_rma_node *node)
{
	struct rd_comm *comm = win->comm;
	size_t most = (size_t)rd_min(rd_job.nlocal, comm->size);

	node->rank = malloc(most * sizeof(*node->rank));
	node->modex = calloc(most, sizeof(*node->modex));
	node->proc = malloc(most * sizeof(*node->proc));
	win->members.at_once = malloc(most * sizeof(struct rd_win_peer *));
	win->members.extent = malloc((size_t)comm->size * sizeof(*win->members.extent));
	if (!node->rank || !node->modex || !node->proc || !win->members.at_once ||
	    !win->members.extent)
		return RD_ENOMEM;
	for (int i = 0; i < comm->size; i++) {
		int world = rd_comm_world_rank(comm, i);

		if (!rd_job_is_local(world))
			continue;
		if (i == comm->rank)
			node->me = node->n;
		node->proc[node->n] = rd_rma_proc(world);
		node->rank[node->n++] = i;
	}
	return node->proc[0] ? open_peers(win, node) : RD_ENOMEM;
}

/* Exchanges the sizes and units of all; if they are equal each member has them after the first
 * agreement. Also agrees on an error of any member, which may have no communicator for the window:
 * over its parent. */
static int agree_extents(struct rd_win *win, const struct rd_win_want *want, struct rd_comm *parent,
			 const struct rd_rma_node *node, int failed)
{
	struct rd_boot boot = rd_comm_boot(parent);
	uint64_t unit = (uint64_t)want->unit;
	uint64_t most[] = {(uint64_t)-failed, want->size, ~want->size, unit, ~unit};
	int err = rd_boot_max_n(&boot, most, 5);

	if (failed || err || most[0])
		return failed ? failed : err ? err : -(int)most[0];
	win->members.same = (struct rd_win_extent){want->size, want->unit};
	if (most[1] == ~most[2] && most[3] == ~most[4]) {
		free(win->members.extent);
		win->members.extent = NULL;
		return 0;
	}
	if (node->n == boot.size)
		return 0; /* the modex records have them */
	win->members.extent[boot.rank] = win->members.same;
	boot = rd_comm_boot(win->comm);
	return rd_boot_allgather(&boot, win->members.extent, sizeof(*win->members.extent));
}

/* NULL: it is reached by a card or by message. */
static struct rd_rma_lockword *find_lockword(struct rd_rma_proc *proc,
					     const struct rd_rma_modex *modex)
{
	if (modex->niche.at)
		return rd_cma_shares_pids(&modex->process) ? rd_remote_niche_reach(&modex->niche)
							   : NULL;
	return rd_rma_heap_reach(proc, &modex->lockword);
}

/* Takes over the modex records of the node. */
static void learn(struct rd_win *win, const struct rd_rma_node *node)
{
	const struct rd_rma_modex *own = &node->modex[node->me];

	for (int i = 0; i < node->n; i++) {
		const struct rd_rma_modex *modex = &node->modex[i];
		struct rd_win_peer *peer = rd_win_peer_known(win, node->rank[i]);
		struct rd_rma_proc *proc = node->proc[i];
		int here = modex->direct && own->direct && rd_cma_shares_pids(&modex->process);

		rd_rma_proc_learn(proc, &modex->process);
		peer->mem = (char *)(uintptr_t)modex->base;
		if (here && !is_allocated(win)) {
			peer->proc = proc;
			if (own->mailbox.fd >= 0) /* for the answers */
				peer->mail.box = rd_rma_heap_reach(proc, &modex->mailbox);
		}
		if (i == node->me)
			peer->lock.word = win->lock.word;
		else if (here || is_allocated(win)) /* the program may reach the memory itself */
			peer->lock.word = find_lockword(proc, modex);
	}
}

/* A change of mode in windows that several processes map needs the words of all of them. */
static void open_party(struct rd_win *win, const struct rd_rma_node *node)
{
	struct rd_rma_party *party = &win->members.party;

	party->n = -1;
	party->changing = malloc((size_t)node->n * sizeof(*party->changing));
	for (int i = 0, n = 0; party->changing && i < node->n; i++) {
		const struct rd_rma_modex *modex = &node->modex[i];
		struct rd_rma_mailbox *mailbox = rd_rma_heap_reach(node->proc[i], &modex->mailbox);

		if (!mailbox || !modex->fences)
			return;
		if (i != node->me)
			party->changing[n++] = &mailbox->changing;
		if (i == node->n - 1)
			party->n = n;
	}
}

/* Memory in a file, which a card can use better than other memory; NULL: there is none. */
static void *own_file(struct rd_win *win, uint64_t bytes)
{
	void *memory;
	int fd;

	if (win->comm->size == 1 || !rd_rma_card_lends())
		return NULL;
	fd = rd_shm_make("rondo-window", bytes);
	if (fd < 0)
		return NULL;
	memory = rd_shm_map_huge(fd, bytes);
	if (memory && rd_shm_take_huge(fd, memory, 0, bytes, RD_WIN_HUGE_MOST_NS)) {
		munmap(memory, bytes);
		memory = NULL;
	}
	if (!memory) {
		close(fd);
		return NULL;
	}
	win->memory.file = fd;
	win->memory.place = (struct rd_shm_place){getpid(), fd, bytes, 0};
	win->memory.room = bytes;
	return memory;
}

/* Allocates the lock word and memory that are not in shared memory. */
static int own_memory(struct rd_win *win, const struct rd_win_want *want)
{
	struct rd_win_peer *self = rd_win_peer_known(win, win->comm->rank);

	if (!win->lock.word) {
		win->lock.word = aligned_alloc(RD_CACHE_LINE, sizeof(*win->lock.word));
		if (!win->lock.word)
			return RD_ENOMEM;
		memset(win->lock.word, 0, sizeof(*win->lock.word));
		self->lock.word = win->lock.word;
		win->memory.lockword_malloc = 1;
	}
	if (!self->view && is_allocated(win) && want->size) {
		win->memory.heap = own_file(win, (uint64_t)want->size);
		if (!win->memory.heap)
			win->memory.heap = mmap(NULL, want->size, PROT_READ | PROT_WRITE,
						MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (win->memory.heap == MAP_FAILED) {
			win->memory.heap = NULL;
			return RD_ENOMEM;
		}
		win->memory.heap_b = want->size;
	}
	if (!self->view)
		self->view = is_allocated(win) ? win->memory.heap : want->base;
	win->base = self->mem = self->view;
	self->direct = 1;
	return 0;
}

/* Determines the members that are reached directly, which takes their lock words, too, and those
 * that lock_all locks at once. */
static void open_direct(struct rd_win *win, const struct rd_rma_node *node)
{
	int direct = 0;

	for (int i = 0; i < node->n; i++) {
		struct rd_win_peer *peer = rd_win_peer_known(win, node->rank[i]);

		if (peer->view && peer->lock.word && node->modex[i].direct &&
		    node->modex[node->me].direct) {
			peer->mem = peer->view;
			peer->direct = 1;
		}
		if (peer->view || peer->lock.word)
			win->members.at_once[win->members.nat_once++] = peer;
		direct += peer->direct;
	}
	win->members.by_message = direct < win->comm->size;
}

/* Collective on the node; the other members take part in each step also after an error here. */
static int meet_node(struct rd_win *win, const struct rd_win_want *want, struct rd_rma_node *node)
{
	int err;

	rd_rma_modex_write(win, want, node);
	err = rd_boot_allgather(&node->boot, node->modex, sizeof(*node->modex));
	if (err)
		return err;
	for (int i = 0; win->members.extent && i < node->n; i++)
		win->members.extent[node->rank[i]] =
			(struct rd_win_extent){node->modex[i].size, node->modex[i].unit};
	rd_win_peers_fill(win);
	learn(win, node);
	win->memory.unshared = !is_allocated(win) || node->n == 1;
	if (!win->memory.unshared)
		open_party(win, node);
	err = is_allocated(win) ? rd_rma_segment_open(win, want, node) : 0;
	if (err == RD_ENOTSUP)
		err = want->flavor == MPI_WIN_FLAVOR_SHARED ? RD_ERMA_SHARED : 0;
	if (err)
		return err;
	err = own_memory(win, want);
	open_direct(win, node);
	return err;
}

static int meet(struct rd_win *win, const struct rd_win_want *want, struct rd_rma_node *node)
{
	struct rd_boot boot;
	uint32_t failed;
	int err;

	if (want->flavor == MPI_WIN_FLAVOR_SHARED && node->n < win->comm->size)
		return RD_ERMA_SHARED;
	node->boot = rd_comm_boot(win->comm);
	boot = rd_comm_boot(win->comm); /* before nodes take different numbers of steps */
	node->boot.rank = node->me;
	node->boot.size = node->n;
	node->boot.ranks = node->rank;
	err = meet_node(win, want, node);
	if (!err)
		err = rd_rma_am_open(win);
	if (!err)
		rd_rma_card_open(win);
	/* else processes of other cards open it when they need it */
	if (!rd_rma_card_has_lent(win))
		rd_rma_file_close(win);
	failed = (uint32_t)-err;
	err = rd_boot_max(&boot, &failed); /* all know all before the first operation */
	win->memory.lost = err != 0;       /* members for which it did not fail may begin one */
	return err ? err : -(int)failed;
}

static int fill(struct rd_win *win, const struct rd_win_want *want, struct rd_comm *comm)
{
	struct rd_rma_node node = {0};
	/* no duplicate: that would call the user's attribute copy functions */
	int err = rd_comm_create(comm, comm->group, &win->comm);

	if (!err) {
		win->comm->p2p.name = NULL; /* it has receives for data of incoming puts */
		win->comm->p2p.joint = 1;   /* members that know of a failure free the window and
					     * do not answer any more */
		err = prepare(win, &node);
	}
	if (!err)
		err = rd_ctx_ready(&win->comm->coll);
	if (!err)
		err = rd_win_set_hints(win, want->hints);
	err = agree_extents(win, want, comm, &node, err);
	if (!err)
		err = meet(win, want, &node);
	node_free(&node);
	return err;
}

static void put_errs(struct rd_errs *errs);

/* Requests belong to the window's communicator, and their errors to the window. */
static void open_errs(struct rd_win *win)
{
	struct rd_errs *requests = &win->comm->errs;

	win->errs = (struct rd_errs){RD_ERRS_WIN, rd_win_handle(win), win->name,
				     &win->obj,   put_errs,           NULL};
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

/* Other cards' processes may keep it mapped (hw/emu/lend.c): it takes no memory there. The other
 * members' windows in the file stay: one that was not freed, after a failure, is read. */
static void close_file(struct rd_win *win)
{
	if (win->memory.file >= 0 && !win->memory.lost)
		rd_shm_empty(win->memory.file, win->memory.place.at, win->memory.room);
	rd_rma_file_close(win);
}

static void destroy(struct rd_win *win)
{
	rd_rma_am_close(win); /* handlers use the lock word */
	rd_rma_card_close(win);
	rd_rma_target_close(win);
	rd_rma_segment_close(win);
	if (win->memory.heap)
		munmap(win->memory.heap, win->memory.heap_b);
	close_file(win);
	if (win->memory.lockword_malloc)
		free(win->lock.word);
	if (!win->memory.lost) {
		rd_rma_heap_put(&win->memory.lockword_spot);
		rd_rma_heap_put(&win->memory.spot);
	}
	free(win->sync.started.rank);
	free(win->sync.posted.rank);
	if (win->comm)
		rd_win_peers_close(win);
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

/* There is no memory for the object: the other members are told. */
static int refuse(const struct rd_win_want *want, struct rd_comm *comm)
{
	struct rd_comm *own = NULL;
	int err = rd_comm_create(comm, comm->group, &own);

	if (!err)
		rd_comm_put(own);
	return agree_extents(NULL, want, comm, NULL, err ? err : RD_ENOMEM);
}

int rd_win_create(const struct rd_win_want *want, struct rd_comm *comm, struct rd_win **out)
{
	struct rd_win *win = rd_pool_get(&windows);
	int err;

	if (!win)
		return refuse(want, comm);
	rd_obj_init(&win->obj, RD_MAGIC_WIN);
	living++;
	rd_list_init(&win->members.touched);
	rd_list_init(&win->members.reading);
	rd_list_init(&win->members.held);
	rd_list_init(&win->members.owed);
	rd_list_init(&win->lock.queue);
	rd_list_init(&win->link);
	rd_list_init(&win->am.attended);
	win->memory.lockword_spot.fd = win->memory.spot.fd = -1;
	win->memory.place.fd = win->memory.file = -1;
	win->flavor = want->flavor;
	win->model = MPI_WIN_UNIFIED;
	win->disp_unit = (int)want->unit;
	win->size = (MPI_Aint)want->size;
	err = fill(win, want, comm);
	if (err) {
		win->obj.magic = RD_MAGIC_FREED;
		destroy(win);
		return err;
	}
	open_errs(win);
	*out = win;
	return 0;
}

/* Windows that were freed before their last operation ended. It ends inside a message handler,
 * where nothing can be closed. */
static struct rd_list ended = {&ended, &ended};

void rd_win_let(struct rd_win *win)
{
	if (rd_obj_put(&win->obj))
		rd_list_append(&ended, &win->link);
}

/* A window that was freed with an error, which is reported through it: it is destroyed when it is
 * freed again, or with the next window. */
static struct rd_win *remains;

static void bury(void)
{
	struct rd_list *link, *save;

	if (remains)
		put_errs(&remains->errs);
	remains = NULL;
	rd_list_for_safe (link, save, &ended) {
		rd_list_remove(link);
		destroy(rd_container(link, struct rd_win, link));
	}
}

int rd_win_free(struct rd_win *win)
{
	struct rd_wait w = RD_WAIT_INIT;
	int err, unmet;

	if (win == remains) {
		bury();
		return 0;
	}
	if (win->sync.exposure ||
	    (win->sync.access != RD_EPOCH_NONE && win->sync.access != RD_EPOCH_FENCE))
		return rd_win_misuse(win, "first end the epoch that is open");
	err = rd_attrs_delete_all(&win->attrs, rd_win_handle(win));
	if (err)
		return err;
	err = rd_rma_flush_all(win);
	while (win->lock.wakes &&
	       !rd_win_is_broken(win)) /* the member that owes one may have failed */
		rd_progress_wait(&w);
	unmet = rd_coll_barrier(win->comm); /* also after an error here: the others wait in it */
	win->memory.lost = unmet != 0; /* a member may then still access memory that this process
					* shares with it */
	rd_rma_am_close(win);
	rd_rma_card_close(win);
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
	rd_rma_pipeline_forget();
	rd_rma_mailbox_open(NULL);
	rd_rma_heap_fini();
}

/* ---- Hints ---- */

/* The hints that a window supports, with their defaults (MPI-5.0 12.2.1, 12.2.3). */
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
	const char *view;

	/* MPI-5.0 12.2.3: MPI_PROC_NULL gives the first member with memory, the same for all on a
	 * host. Memory that MPI has not allocated is visible only to its own process. */
	if (rank == MPI_PROC_NULL)
		for (rank = 0; rank < win->comm->size - 1; rank++) {
			peer = rd_win_peer_known(win, rank);
			if ((rd_win_extent(win, rank).size ||
			     win->flavor == MPI_WIN_FLAVOR_DYNAMIC) &&
			    ((peer && peer->view) || !is_allocated(win)))
				break;
		}
	peer = rd_win_peer_known(win, rank);
	view = peer ? peer->view : NULL;
	*size = view ? (MPI_Aint)peer->size : 0;
	*unit = view ? peer->unit : 0;
	*(const void **)base = *size ? view : NULL;
}
