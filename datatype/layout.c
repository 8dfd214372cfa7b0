/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Builds layouts: turns the constructors' arguments into the fewest nodes, by merging neighbouring
 * blocks, loops that continue each other, and lists that have an even stride. Called by construct.c
 * through shape.c; the result is walked by walk.c.
 */
#include "datatype/layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

/* A SEQ of at most this many plain blocks is copied into the node that refers to it. */
#define SMALL_SEQ_N 16

void rd_layout_hold(struct rd_layout *node)
{
	if (node)
		node->refs++;
}

void rd_layout_drop(struct rd_layout *node)
{
	if (!node || --node->refs)
		return;
	rd_layout_drop(node->child);
	for (uint64_t i = 0; node->part && i < node->n; i++)
		rd_layout_drop(node->part[i]);
	free(node);
}

static uint64_t body_blocks(const struct rd_body *body)
{
	return body->node ? body->node->blocks : 1;
}

/* One allocation for the node and its arrays: `words` of 8 bytes behind it. */
static struct rd_layout *new_node(enum rd_layout_kind kind, uint64_t n, uint64_t words)
{
	struct rd_layout *node = calloc(1, sizeof(*node) + words * sizeof(uint64_t));

	if (!node)
		return NULL;
	node->refs = 1;
	node->kind = kind;
	node->n = n;
	if (words)
		node->off = (int64_t *)(node + 1);
	return node;
}

static struct rd_layout *new_loop(const struct rd_body *child, uint64_t n, int64_t stride)
{
	struct rd_layout *node = new_node(RD_LAYOUT_LOOP, n, 0);

	if (!node)
		return NULL;
	node->csize = child->size;
	node->size = n * child->size;
	node->stride = stride;
	node->blocks = n * body_blocks(child);
	node->child = child->node;
	rd_layout_hold(child->node);
	return node;
}

/* A loop over a loop that continues where the inner one ends. */
static int continues(const struct rd_layout *inner, int64_t stride)
{
	return inner->kind == RD_LAYOUT_LOOP &&
	       (uint64_t)stride == inner->n * (uint64_t)inner->stride;
}

int rd_layout_repeat(const struct rd_body *child, uint64_t n, int64_t stride, struct rd_body *out)
{
	struct rd_body inner = *child;

	*out = *child;
	out->size = n * child->size;
	if (out->size == 0) {
		*out = (struct rd_body){0};
		return 0;
	}
	if (n == 1) {
		rd_layout_hold(child->node);
		return 0;
	}
	if (!child->node && (uint64_t)stride == child->size)
		return 0;
	if (child->node && continues(child->node, stride)) {
		n *= child->node->n;
		stride = child->node->stride;
		inner.node = child->node->child;
		inner.size = child->node->csize;
	}
	out->node = new_loop(&inner, n, stride);
	return out->node ? 0 : RD_ENOMEM;
}

/* The entries of a SEQ replace a part that is one, when they are few, or most of the whole. */
static int absorbs(const struct rd_body *part, uint64_t blocks)
{
	const struct rd_layout *node = part->node;

	if (!node || node->kind != RD_LAYOUT_SEQ)
		return 0;
	return node->blocks > blocks / 2 || (!node->part && node->n <= SMALL_SEQ_N);
}

static uint64_t absorbed_n(const struct rd_body *parts, uint64_t n, uint64_t blocks)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++)
		sum += absorbs(&parts[i], blocks) ? parts[i].node->n : 1;
	return sum;
}

static uint64_t absorb(const struct rd_body *part, struct rd_body *to)
{
	const struct rd_layout *node = part->node;

	for (uint64_t i = 0; i < node->n; i++) {
		to[i].off = part->off + node->off[i];
		to[i].size = node->pos[i + 1] - node->pos[i];
		to[i].node = node->part ? node->part[i] : NULL;
	}
	return node->n;
}

/* Drops empty parts and joins plain neighbours, in place; returns how many are left. */
static uint64_t merge(struct rd_body *parts, uint64_t n)
{
	uint64_t m = 0;

	for (uint64_t i = 0; i < n; i++) {
		struct rd_body *last = m ? &parts[m - 1] : NULL;

		if (!parts[i].size)
			continue;
		if (last && !last->node && !parts[i].node &&
		    last->off + (int64_t)last->size == parts[i].off)
			last->size += parts[i].size;
		else
			parts[m++] = parts[i];
	}
	return m;
}

static int all_alike(const struct rd_body *parts, uint64_t n)
{
	for (uint64_t i = 1; i < n; i++)
		if (parts[i].node != parts[0].node || parts[i].size != parts[0].size)
			return 0;
	return 1;
}

static int evenly_spaced(const struct rd_body *parts, uint64_t n)
{
	int64_t stride = parts[1].off - parts[0].off;

	for (uint64_t i = 2; i < n; i++)
		if (parts[i].off - parts[i - 1].off != stride)
			return 0;
	return 1;
}

static struct rd_layout *new_list(const struct rd_body *parts, uint64_t n)
{
	struct rd_layout *node = new_node(RD_LAYOUT_LIST, n, n);

	if (!node)
		return NULL;
	node->csize = parts[0].size;
	node->size = n * node->csize;
	node->blocks = n * body_blocks(&parts[0]);
	node->child = parts[0].node;
	rd_layout_hold(node->child);
	for (uint64_t i = 0; i < n; i++)
		node->off[i] = parts[i].off - parts[0].off;
	return node;
}

static int any_node(const struct rd_body *parts, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (parts[i].node)
			return 1;
	return 0;
}

static struct rd_layout *new_seq(const struct rd_body *parts, uint64_t n)
{
	int nodes = any_node(parts, n);
	struct rd_layout *node = new_node(RD_LAYOUT_SEQ, n, (nodes ? 3 : 2) * n + 1);

	if (!node)
		return NULL;
	node->pos = (uint64_t *)(node->off + n);
	node->part = nodes ? (struct rd_layout **)(node->pos + n + 1) : NULL;
	for (uint64_t i = 0; i < n; i++) {
		node->off[i] = parts[i].off - parts[0].off;
		node->pos[i + 1] = node->pos[i] + parts[i].size;
		node->blocks += body_blocks(&parts[i]);
		if (nodes)
			rd_layout_hold(node->part[i] = parts[i].node);
	}
	node->size = node->pos[n];
	return node;
}

/* `parts` are merged and not empty. */
static int join_merged(const struct rd_body *parts, uint64_t n, struct rd_body *out)
{
	struct rd_body body = {.off = parts[0].off};

	if (n == 1 || (all_alike(parts, n) && evenly_spaced(parts, n)))
		return rd_layout_repeat(parts, n, n == 1 ? 0 : parts[1].off - parts[0].off, out);
	body.node = all_alike(parts, n) ? new_list(parts, n) : new_seq(parts, n);
	if (!body.node)
		return RD_ENOMEM;
	body.size = body.node->size;
	*out = body;
	return 0;
}

static int join_absorbed(const struct rd_body *parts, uint64_t n, uint64_t blocks, uint64_t total,
			 struct rd_body *out)
{
	struct rd_body *flat = malloc(total * sizeof(*flat));
	uint64_t m = 0;
	int err;

	if (!flat)
		return RD_ENOMEM;
	for (uint64_t i = 0; i < n; i++) {
		if (absorbs(&parts[i], blocks))
			m += absorb(&parts[i], flat + m);
		else
			flat[m++] = parts[i];
	}
	err = join_merged(flat, merge(flat, m), out);
	free(flat);
	return err;
}

int rd_layout_join(struct rd_body *parts, uint64_t *n, struct rd_body *out)
{
	uint64_t blocks = 0, total;

	*n = merge(parts, *n);
	if (!*n) {
		*out = (struct rd_body){0};
		return 0;
	}
	if (all_alike(parts, *n))
		return join_merged(parts, *n, out);
	for (uint64_t i = 0; i < *n; i++)
		blocks += body_blocks(&parts[i]);
	total = absorbed_n(parts, *n, blocks);
	if (total == *n)
		return join_merged(parts, *n, out);
	return join_absorbed(parts, *n, blocks, total, out);
}
