/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The stream of packed bytes of (base, count, datatype). An iterator keeps a position and the
 * message's run; walk.c does the rest. Called by pt2pt, coll and mpi.
 */
#include "datatype/pack.h"

#include <string.h>

#include "base/compiler.h"
#include "datatype/walk.h"

_Static_assert(sizeof(struct rd_run) <= sizeof(((struct rd_iter *)0)->priv), "priv holds a run");

/* Copies without a packed copy of either side: blocks this long are copied one by one, shorter ones
 * through a buffer in the cache. */
#define LONG_BLOCK_B 2048
#define BUFFER_B 8192

static struct rd_run *run_of(struct rd_iter *it)
{
	return (struct rd_run *)(void *)it->priv;
}

/* The message as copies of the deepest node that allows it. */
static void make_run(struct rd_run *run, const void *base, uint64_t count,
		     const struct rd_type *type)
{
	const struct rd_layout *node = type->layout;

	*run = (struct rd_run){node,
			       type->size,
			       count,
			       type->extent,
			       (uintptr_t)base + (uint64_t)type->origin,
			       count * type->size};
	if (!node) {
		if (type->extent == (int64_t)type->size) {
			run->size *= count;
			run->n = 1;
		}
	} else if (node->kind == RD_LAYOUT_LOOP &&
		   (count == 1 || (uint64_t)type->extent == node->n * (uint64_t)node->stride)) {
		run->node = node->child;
		run->size = node->csize;
		run->n = count * node->n;
		run->stride = node->stride;
	}
}

void rd_iter_init(struct rd_iter *it, const void *base, uint64_t count, const struct rd_type *type)
{
	it->type = type;
	it->base = (char *)base;
	it->count = count;
	it->pos = 0;
	make_run(run_of(it), base, count, type);
	it->total = run_of(it)->whole;
}

void rd_iter_seek(struct rd_iter *it, uint64_t pos)
{
	it->pos = pos;
}

size_t rd_iter_pack(struct rd_iter *it, void *dst, size_t max)
{
	uint64_t len = rd_min(max, it->total - it->pos);

	if (len)
		rd_walk_pack(run_of(it), dst, it->pos, len);
	it->pos += len;
	return len;
}

size_t rd_iter_unpack(struct rd_iter *it, const void *src, size_t max)
{
	uint64_t len = rd_min(max, it->total - it->pos);

	if (len)
		rd_walk_unpack(run_of(it), src, it->pos, len);
	it->pos += len;
	return len;
}

uint64_t rd_type_pack(void *dst, const void *base, uint64_t count, const struct rd_type *type)
{
	struct rd_run run;

	make_run(&run, base, count, type);
	if (run.whole)
		rd_walk_pack(&run, dst, 0, run.whole);
	return run.whole;
}

uint64_t rd_type_unpack(void *base, uint64_t count, const struct rd_type *type, const void *src)
{
	struct rd_run run;

	make_run(&run, base, count, type);
	if (run.whole)
		rd_walk_unpack(&run, src, 0, run.whole);
	return run.whole;
}

int rd_iter_iov(struct rd_iter *it, struct iovec *iov, int n, size_t max)
{
	uint64_t bytes, len = rd_min(max, it->total - it->pos);
	int used = 0;

	if (len) {
		used = rd_walk_iov(run_of(it), it->pos, len, iov, n, &bytes);
		it->pos += bytes;
	}
	return used;
}

size_t rd_iter_block(struct rd_iter *it, void **ptr, size_t max)
{
	struct iovec iov = {0};

	if (!rd_iter_iov(it, &iov, 1, max))
		return 0;
	*ptr = iov.iov_base;
	return iov.iov_len;
}

/* Mean length of a block in bytes. */
static uint64_t block_length(const struct rd_type *type)
{
	return type->layout ? type->size / type->layout->blocks : type->size;
}

/* Copies to the blocks of the destination one by one, packed from the source. */
static void copy_to_blocks(struct rd_iter *dst, struct rd_iter *src, uint64_t len)
{
	struct iovec iov[16];

	while (len) {
		int n = rd_iter_iov(dst, iov, 16, len);

		for (int i = 0; i < n; i++)
			len -= rd_iter_pack(src, iov[i].iov_base, iov[i].iov_len);
	}
}

static void copy_from_blocks(struct rd_iter *dst, struct rd_iter *src, uint64_t len)
{
	struct iovec iov[16];

	while (len) {
		int n = rd_iter_iov(src, iov, 16, len);

		for (int i = 0; i < n; i++)
			len -= rd_iter_unpack(dst, iov[i].iov_base, iov[i].iov_len);
	}
}

static void copy_through_buffer(struct rd_iter *dst, struct rd_iter *src, uint64_t len)
{
	char buffer[BUFFER_B] __attribute__((aligned(RD_CACHE_LINE)));

	while (len) {
		size_t part = rd_iter_pack(src, buffer, rd_min(len, sizeof(buffer)));

		rd_iter_unpack(dst, buffer, part);
		len -= part;
	}
}

uint64_t rd_type_copy(void *dst, uint64_t dcount, const struct rd_type *dtype, const void *src,
		      uint64_t scount, const struct rd_type *stype)
{
	struct rd_iter to, from;
	uint64_t len;

	rd_iter_init(&to, dst, dcount, dtype);
	rd_iter_init(&from, src, scount, stype);
	len = rd_min(to.total, from.total);
	if (!len)
		return 0;
	if (rd_type_block(dst, dcount, dtype) || block_length(dtype) >= LONG_BLOCK_B)
		copy_to_blocks(&to, &from, len);
	else if (rd_type_block(src, scount, stype) || block_length(stype) >= LONG_BLOCK_B)
		copy_from_blocks(&to, &from, len);
	else
		copy_through_buffer(&to, &from, len);
	return len;
}
