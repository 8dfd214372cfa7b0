/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Heaps (heap.h): allocating lines of the own one, mapping those of other processes. A heap grows
 * by parts, each a file of its own that is sealed at its full size; memory for it is allocated as
 * it is used. Called by win.c and segment.c.
 *
 *     part: head with its token | mailbox | lines for allocation
 */
#include "rma/heap.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "rma/mailbox.h"
#include "runtime/job.h"
#include "node/shm.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

enum {
	PART_B = 1 << 20, /* of addresses; memory only as used */
	TAKE_B = 16384,   /* memory allocated at a time */
	LINE_B = RD_CACHE_LINE,
	LINES = PART_B / LINE_B,
};

struct head {
	_Alignas(RD_CACHE_LINE) uint64_t token;
	struct rd_rma_mailbox mailbox; /* of the first part only */
};
enum { FIRST = (sizeof(struct head) + LINE_B - 1) / LINE_B }; /* first line for allocation */

/* A part of this process's heap. */
struct own {
	char *base;
	uint64_t token;
	int fd;
	uint32_t taken; /* bytes with memory */
	uint32_t from;  /* no line below this one is free */
	uint64_t used[LINES / 64];
};

/* A part of another process's heap. */
struct rd_rma_part {
	uint64_t token;
	char *base; /* NULL: not mapped */
};

static struct own **own; /* [owns] */
static uint32_t owns;
static int refused;               /* there can be none, and this was logged */
static struct rd_rma_proc *procs; /* [rd_job.nlocal] */

/* ---- This process's heap ---- */

/* Allocates memory up to this byte. */
static int take(struct own *part, uint32_t bytes)
{
	uint32_t end = (bytes + TAKE_B - 1) / TAKE_B * TAKE_B;

	if (end <= part->taken)
		return 0;
	if (rd_shm_take(part->fd, part->taken, end - part->taken))
		return RD_ENOMEM;
	part->taken = end;
	return 0;
}

static int open_part(struct own *part)
{
	if (getrandom(&part->token, sizeof(part->token), 0) != sizeof(part->token))
		return -1;
	part->fd = rd_shm_make("rondo-windows", PART_B);
	if (part->fd < 0)
		return -1;
	part->base = rd_shm_map(part->fd, PART_B);
	if (!part->base || take(part, sizeof(struct head))) {
		if (part->base)
			munmap(part->base, PART_B);
		close(part->fd);
		return -1;
	}
	((struct head *)part->base)->token = part->token;
	part->from = FIRST;
	for (unsigned i = 0; i < FIRST; i++)
		part->used[i / 64] |= UINT64_C(1) << i % 64;
	return 0;
}

static struct own *more(void)
{
	struct own **all = realloc(own, (owns + 1) * sizeof(*own)), *part;

	if (!all)
		return NULL;
	own = all;
	part = calloc(1, sizeof(*part));
	if (!part)
		return NULL;
	if (open_part(part)) {
		if (!refused)
			rd_info("windows: no memory to share with this node's processes: %m");
		refused = 1;
		free(part);
		return NULL;
	}
	return own[owns++] = part;
}

static int is_used(const struct own *part, uint32_t line)
{
	return (int)(part->used[line / 64] >> line % 64 & 1);
}

static void mark(struct own *part, uint32_t line, uint32_t n)
{
	for (; n--; line++)
		part->used[line / 64] ^= UINT64_C(1) << line % 64;
}

/* The first of n free lines in a row; 0: none. */
static uint32_t search(struct own *part, uint32_t n)
{
	uint32_t free_lines = 0;

	while (part->from < LINES && is_used(part, part->from))
		part->from++;
	for (uint32_t line = part->from; line < LINES; line++) {
		free_lines = is_used(part, line) ? 0 : free_lines + 1;
		if (free_lines == n)
			return line + 1 - n;
	}
	return 0;
}

static int give(uint32_t i, uint32_t lines, uint32_t *line)
{
	*line = search(own[i], lines);
	return *line && !take(own[i], (*line + lines) * LINE_B);
}

int rd_rma_heap_get(uint64_t bytes, struct rd_rma_spot *spot, void **memory)
{
	uint32_t lines = (uint32_t)(rd_max(bytes, UINT64_C(1)) + LINE_B - 1) / LINE_B, line = 0;
	uint32_t i = 0;

	*spot = (struct rd_rma_spot){.fd = -1};
	if (bytes > RD_HEAP_MOST)
		return -1;
	while (i < owns && !give(i, lines, &line))
		i++;
	if (i == owns && (!more() || !give(i, lines, &line)))
		return -1;
	mark(own[i], line, lines);
	*spot = (struct rd_rma_spot){own[i]->token, own[i]->fd, i, line * LINE_B, lines * LINE_B};
	*memory = memset(own[i]->base + spot->at, 0, spot->bytes);
	return 0;
}

struct rd_shm_place rd_rma_heap_file(int pid, const struct rd_rma_spot *spot)
{
	return (struct rd_shm_place){pid, spot->fd, PART_B, spot->at};
}

void rd_rma_heap_put(struct rd_rma_spot *spot)
{
	struct own *part;

	if (spot->fd >= 0 && spot->part < owns && own[spot->part]->token == spot->token) {
		part = own[spot->part];
		mark(part, spot->at / LINE_B, spot->bytes / LINE_B);
		part->from = rd_min(part->from, spot->at / LINE_B);
	}
	spot->fd = -1;
}

struct rd_rma_mailbox *rd_rma_heap_mailbox(struct rd_rma_spot *spot)
{
	if (!owns && !more()) {
		*spot = (struct rd_rma_spot){.fd = -1};
		return NULL;
	}
	*spot = (struct rd_rma_spot){
		.token = own[0]->token, .fd = own[0]->fd, .bytes = sizeof(struct head)};
	return &((struct head *)own[0]->base)->mailbox;
}

/* ---- The other processes of the node ---- */

struct rd_rma_proc *rd_rma_proc(int world)
{
	if (!procs)
		procs = calloc((size_t)rd_job.nlocal, sizeof(*procs));
	return procs ? &procs[rd_job_local_index(world)] : NULL;
}

void rd_rma_proc_learn(struct rd_rma_proc *proc, const struct rd_cma_id *id)
{
	proc->pid = id->pid;
	proc->leads = id->pid < rd_cma_own().pid;
	proc->cma = rd_cma_peer(id);
}

static int more_parts(struct rd_rma_proc *proc, uint32_t parts)
{
	struct rd_rma_part *all = realloc(proc->part, parts * sizeof(*all));

	if (!all)
		return RD_ENOMEM;
	memset(all + proc->parts, 0, (parts - proc->parts) * sizeof(*all));
	proc->part = all;
	proc->parts = parts;
	return 0;
}

/* The descriptor number may belong to another process, if the process seen under that pid here is
 * not the right one. */
static char *map_part(const struct rd_rma_proc *proc, const struct rd_rma_spot *spot)
{
	int fd = rd_shm_open(proc->pid, spot->fd, PART_B);
	char *base = fd < 0 ? NULL : rd_shm_map(fd, PART_B);

	if (fd >= 0)
		close(fd);
	if (base && ((struct head *)base)->token != spot->token) {
		munmap(base, PART_B);
		base = NULL;
	}
	if (!base)
		rd_debug("windows: memory of process %d cannot be mapped: %m", proc->pid);
	return base;
}

static void *place(char *base, const struct rd_rma_spot *spot)
{
	return spot->at ? base + spot->at : (char *)&((struct head *)base)->mailbox;
}

void *rd_rma_heap_reach(struct rd_rma_proc *proc, const struct rd_rma_spot *spot)
{
	struct rd_rma_part *part;

	if (spot->fd >= 0 && spot->part < owns && own[spot->part]->token == spot->token)
		return place(own[spot->part]->base, spot);
	if (spot->fd < 0 || (spot->part >= proc->parts && more_parts(proc, spot->part + 1)))
		return NULL;
	part = &proc->part[spot->part];
	if (part->base && part->token != spot->token) { /* of an earlier process with that pid */
		munmap(part->base, PART_B);
		part->base = NULL;
	}
	if (!part->base)
		part->base = map_part(proc, spot);
	part->token = spot->token;
	return part->base && spot->bytes <= PART_B && spot->at <= PART_B - spot->bytes
		       ? place(part->base, spot)
		       : NULL;
}

/* ---- End ---- */

static void forget(struct rd_rma_proc *proc)
{
	for (uint32_t i = 0; i < proc->parts; i++)
		if (proc->part[i].base)
			munmap(proc->part[i].base, PART_B);
	free(proc->part);
}

void rd_rma_heap_fini(void)
{
	for (uint32_t i = 0; i < owns; i++) {
		munmap(own[i]->base, PART_B);
		close(own[i]->fd);
		free(own[i]);
	}
	free(own);
	own = NULL;
	owns = 0;
	refused = 0;
	for (int i = 0; procs && i < rd_job.nlocal; i++)
		forget(&procs[i]);
	free(procs);
	procs = NULL;
}
