/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies ranges of packed bytes by descending a layout: a range is a part of a first copy,
 * whole copies, and a part of a last one. Whole ones go to move(), which picks the loop order
 * and the kernels of copy.c; it is deep only as invariant 3 of layout.h allows. Called by
 * pack.c.
 */
#include "datatype/walk.h"

#include <string.h>

#include "base/compiler.h"
#include "datatype/copy.h"

enum way { PACK, UNPACK };

/* Bytes of user memory that loops may pass over several times: half of a small L1 cache. */
#define TILE_B 16384

/* A copy of a node at `user` is copied to, or from, `packed`. */
struct place {
	uintptr_t user;
	char *packed;
	uint64_t whole; /* packed bytes of the message */
};

static inline struct place moved(struct place at, uint64_t i, int64_t ustride, int64_t pstride)
{
	return (struct place){at.user + i * (uint64_t)ustride, at.packed + (int64_t)i * pstride,
			      at.whole};
}

static inline void copy_bytes(enum way way, struct place at, uint64_t len)
{
	if (way == PACK)
		memcpy(at.packed, (const char *)at.user, len);
	else
		memcpy((char *)at.user, at.packed, len);
}

static void copy_blocks(enum way way, struct place at, uint64_t len, uint64_t n, int64_t ustride,
			int64_t pstride)
{
	if (n == 1)
		copy_bytes(way, at, len);
	else if (way == PACK)
		rd_copy_strided(at.packed, pstride, (const char *)at.user, ustride, len, n,
				at.whole);
	else
		rd_copy_strided((char *)at.user, ustride, at.packed, pstride, len, n, at.whole);
}

static void copy_list(enum way way, struct place at, const int64_t *off, uint64_t len, uint64_t n)
{
	if (way == PACK)
		rd_copy_gather(at.packed, (const char *)at.user, off, len, n);
	else
		rd_copy_scatter((char *)at.user, off, at.packed, len, n);
}

static void copy_seq(enum way way, struct place at, const struct rd_layout *node, uint64_t first,
		     uint64_t n)
{
	const int64_t *off = node->off + first;
	const uint64_t *pos = node->pos + first;

	if (way == PACK)
		rd_copy_gatherv(at.packed, (const char *)at.user, off, pos, n);
	else
		rd_copy_scatterv((char *)at.user, off, at.packed, pos, n);
}

static void move(enum way way, const struct rd_layout *node, uint64_t size, struct place at,
		 uint64_t n, int64_t ustride, int64_t pstride);

/* Entries [first, first + n) of a LIST or SEQ, whole. */
static void move_entries(enum way way, const struct rd_layout *node, struct place at,
			 uint64_t first, uint64_t n)
{
	if (node->kind == RD_LAYOUT_LIST && !node->child) {
		copy_list(way, at, node->off + first, node->csize, n);
		return;
	}
	if (node->kind == RD_LAYOUT_SEQ && !node->part) {
		copy_seq(way, at, node, first, n);
		return;
	}
	for (uint64_t i = first; i < first + n; i++) {
		int seq = node->kind == RD_LAYOUT_SEQ;
		uint64_t size = seq ? node->pos[i + 1] - node->pos[i] : node->csize;
		struct place to = {at.user + (uint64_t)node->off[i], at.packed, at.whole};

		move(way, seq ? node->part[i] : node->child, size, to, 1, 0, 0);
		at.packed += size;
	}
}

static void move_one(enum way way, const struct rd_layout *node, struct place at)
{
	if (node->kind == RD_LAYOUT_LOOP)
		move(way, node->child, node->csize, at, node->n, node->stride, node->csize);
	else
		move_entries(way, node, at, 0, node->n);
}

/*
 * The number of copies of a node to take part by part, rather than one after the other: as many as
 * stay in the cache from one part to the next. 1 when the parts are long loops of their own.
 */
static uint64_t tile_n(const struct rd_layout *node, uint64_t n, int64_t ustride)
{
	uint64_t apart = ustride < 0 ? -(uint64_t)ustride : (uint64_t)ustride;
	uint64_t lines = rd_min(node->blocks * RD_CACHE_LINE + node->size, apart + node->size);
	int plain = node->kind == RD_LAYOUT_SEQ ? !node->part : !node->child;

	if (node->n > (node->kind == RD_LAYOUT_SEQ ? 64 : 16) || !plain || lines > TILE_B / 8)
		return 1;
	return rd_min(n, TILE_B / rd_max(lines, 1));
}

/* n <= tile copies of a node, each part of it for all of them. */
static void move_tile(enum way way, const struct rd_layout *node, struct place at, uint64_t n,
		      int64_t ustride, int64_t pstride)
{
	for (uint64_t j = 0; j < node->n; j++) {
		int seq = node->kind == RD_LAYOUT_SEQ;
		uint64_t len = seq ? node->pos[j + 1] - node->pos[j] : node->csize;
		int64_t off =
			node->kind == RD_LAYOUT_LOOP ? (int64_t)j * node->stride : node->off[j];
		struct place to = {at.user + (uint64_t)off, at.packed, at.whole};

		copy_blocks(way, to, len, n, ustride, pstride);
		at.packed += len;
	}
}

/* n whole copies of a node, `ustride` bytes apart in user memory and `pstride` in packed. */
static void move(enum way way, const struct rd_layout *node, uint64_t size, struct place at,
		 uint64_t n, int64_t ustride, int64_t pstride)
{
	uint64_t tile, part;

	if (!node) {
		copy_blocks(way, at, size, n, ustride, pstride);
		return;
	}
	tile = n < 4 ? 1 : tile_n(node, n, ustride);
	for (uint64_t i = 0; i < n; i += part) {
		struct place to = moved(at, i, ustride, pstride);

		part = rd_min(tile, n - i);
		if (tile == 1)
			move_one(way, node, to);
		else
			move_tile(way, node, to, part, ustride, pstride);
	}
}

static void range(enum way way, const struct rd_run *run, char *packed, uint64_t lo, uint64_t len);

/* The last entry of a SEQ that starts at or before packed byte `lo`. */
static uint64_t entry_at(const struct rd_layout *node, uint64_t lo)
{
	uint64_t first = 0, end = node->n;

	while (end - first > 1) {
		uint64_t mid = first + (end - first) / 2;

		if (node->pos[mid] <= lo)
			first = mid;
		else
			end = mid;
	}
	return first;
}

static uint64_t entry_pos(const struct rd_layout *node, uint64_t i)
{
	return node->kind == RD_LAYOUT_SEQ ? node->pos[i] : i * node->csize;
}

/* Bytes [lo, lo + len) of entry i of a LIST or SEQ. */
static void entry_range(enum way way, const struct rd_layout *node, struct place at, uint64_t i,
			uint64_t lo, uint64_t len)
{
	int seq = node->kind == RD_LAYOUT_SEQ;
	const struct rd_layout *child = seq ? (node->part ? node->part[i] : NULL) : node->child;
	uint64_t size = seq ? node->pos[i + 1] - node->pos[i] : node->csize;
	struct rd_run one = {child, size, 1, 0, at.user + (uint64_t)node->off[i], at.whole};

	range(way, &one, at.packed, lo, len);
}

/* Bytes [lo, lo + len) of a LIST or SEQ: a part of an entry, whole ones, a part of one. */
static void entries_range(enum way way, const struct rd_layout *node, struct place at, uint64_t lo,
			  uint64_t len)
{
	int seq = node->kind == RD_LAYOUT_SEQ;
	uint64_t first = seq ? entry_at(node, lo) : lo / node->csize;
	uint64_t skip = lo - entry_pos(node, first), hi = lo + len, last, part;

	if (skip) {
		part = rd_min(entry_pos(node, first + 1) - lo, len);
		entry_range(way, node, at, first++, skip, part);
		at.packed += part;
	}
	if (first == node->n || entry_pos(node, first) >= hi)
		return;
	last = hi == node->size ? node->n : seq ? entry_at(node, hi) : hi / node->csize;
	move_entries(way, node, at, first, last - first);
	at.packed += entry_pos(node, last) - entry_pos(node, first);
	if (entry_pos(node, last) < hi)
		entry_range(way, node, at, last, 0, hi - entry_pos(node, last));
}

/* Bytes [lo, lo + len) of one copy of a node. */
static void piece(enum way way, const struct rd_layout *node, struct place at, uint64_t lo,
		  uint64_t len)
{
	if (!node) {
		at.user += lo;
		copy_bytes(way, at, len);
	} else if (node->kind == RD_LAYOUT_LOOP) {
		struct rd_run run = {node->child,  node->csize, node->n,
				     node->stride, at.user,     at.whole};

		range(way, &run, at.packed, lo, len);
	} else {
		entries_range(way, node, at, lo, len);
	}
}

static void range(enum way way, const struct rd_run *run, char *packed, uint64_t lo, uint64_t len)
{
	uint64_t i = lo / run->size, skip = lo % run->size, part, whole;
	struct place at = {run->user + i * (uint64_t)run->stride, packed, run->whole};

	if (skip) {
		part = rd_min(run->size - skip, len);
		piece(way, run->node, at, skip, part);
		at.user += (uint64_t)run->stride;
		at.packed += part;
		len -= part;
	}
	whole = len / run->size;
	if (whole)
		move(way, run->node, run->size, at, whole, run->stride, run->size);
	at = moved(at, whole, run->stride, run->size);
	len -= whole * run->size;
	if (len)
		piece(way, run->node, at, 0, len);
}

/* A whole message needs no divisions. */
static void walk(enum way way, const struct rd_run *run, char *packed, uint64_t lo, uint64_t len)
{
	struct place at = {run->user, packed, run->whole};

	if (lo == 0 && len == run->n * run->size)
		move(way, run->node, run->size, at, run->n, run->stride, run->size);
	else
		range(way, run, packed, lo, len);
}

void rd_walk_pack(const struct rd_run *run, char *packed, uint64_t lo, uint64_t len)
{
	walk(PACK, run, packed, lo, len);
}

void rd_walk_unpack(const struct rd_run *run, const char *packed, uint64_t lo, uint64_t len)
{
	walk(UNPACK, run, (char *)packed, lo, len);
}

/* Where rd_walk_iov writes the blocks that it finds. */
struct sink {
	struct iovec *iov;
	int n, used;
	uint64_t left; /* bytes that may still be put */
};

/* 1 when the sink is full. */
static int put_block(struct sink *sink, uintptr_t addr, uint64_t len)
{
	struct iovec *last = sink->iov + sink->used - 1;

	len = rd_min(len, sink->left);
	if (sink->used && (uintptr_t)last->iov_base + last->iov_len == addr) {
		last->iov_len += len;
	} else {
		if (sink->used == sink->n)
			return 1;
		sink->iov[sink->used++] = (struct iovec){(void *)addr, len};
	}
	sink->left -= len;
	return !sink->left;
}

static int put_run(struct sink *sink, const struct rd_run *run, uint64_t lo);

static int put_entries(struct sink *sink, const struct rd_layout *node, uintptr_t user, uint64_t lo)
{
	int seq = node->kind == RD_LAYOUT_SEQ, full = 0;
	uint64_t i = seq ? entry_at(node, lo) : lo / node->csize;

	lo -= entry_pos(node, i);
	for (; !full && i < node->n; i++) {
		struct rd_run one = {
			.node = !seq         ? node->child
				: node->part ? node->part[i]
					     : NULL,
			.size = entry_pos(node, i + 1) - entry_pos(node, i),
			.n = 1,
			.user = user + (uint64_t)node->off[i],
		};

		full = put_run(sink, &one, lo);
		lo = 0;
	}
	return full;
}

static int put_node(struct sink *sink, const struct rd_layout *node, uint64_t size, uintptr_t user,
		    uint64_t lo)
{
	if (!node)
		return put_block(sink, user + lo, size - lo);
	if (node->kind == RD_LAYOUT_LOOP) {
		struct rd_run run = {node->child, node->csize, node->n, node->stride, user, 0};

		return put_run(sink, &run, lo);
	}
	return put_entries(sink, node, user, lo);
}

/* All blocks of the run from packed byte `lo` on, until the sink is full (1). */
static int put_run(struct sink *sink, const struct rd_run *run, uint64_t lo)
{
	uint64_t i = lo / run->size;
	uintptr_t user = run->user + i * (uint64_t)run->stride;
	int full = 0;

	lo %= run->size;
	for (; !full && i < run->n; i++) {
		full = put_node(sink, run->node, run->size, user, lo);
		user += (uint64_t)run->stride;
		lo = 0;
	}
	return full;
}

int rd_walk_iov(const struct rd_run *run, uint64_t lo, uint64_t max, struct iovec *iov, int n,
		uint64_t *bytes)
{
	struct sink sink = {.iov = iov, .n = n, .left = max};

	if (max && n > 0)
		put_run(&sink, run, lo);
	*bytes = max - sink.left;
	return sink.used;
}
