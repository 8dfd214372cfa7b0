/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The compiled form of types: a graph of loops over blocks, in packed order. Nodes are immutable
 * and shared between the types built from each other, so a layout takes memory in proportion to the
 * arguments of the constructors, never to the number of blocks.
 *
 * A node's first data byte is at offset 0; each reference to a node holds the node's offset. A
 * reference without a node means plain bytes. Invariants that layout.c keeps and walk.c relies on:
 *
 *  1. No node is empty: every part has at least one byte and n >= 2.
 *  2. A LOOP of plain bytes has a stride other than its child's size; a LOOP of a LOOP has a
 *     stride other than the inner one's whole length. Both would be one node less.
 *  3. On any way from the root down, at most 2 * 64 nodes: each node but a SEQ has at least twice
 *     the blocks of its child, and a SEQ absorbs a SEQ that holds more than half of its blocks.
 *     So walk.c recurses safely.
 */
#ifndef RD_DATATYPE_LAYOUT_H
#define RD_DATATYPE_LAYOUT_H

#include <stdint.h>

enum rd_layout_kind {
	RD_LAYOUT_LOOP, /* n copies of child, `stride` apart */
	RD_LAYOUT_LIST, /* n copies of child at off[i] */
	RD_LAYOUT_SEQ,  /* n different parts at off[i]; packed bytes pos[i] to pos[i + 1] */
};

struct rd_layout {
	uint32_t refs;
	enum rd_layout_kind kind;
	uint64_t n;
	uint64_t size;           /* packed bytes of the node */
	uint64_t csize;          /* LOOP, LIST: packed bytes of one child */
	uint64_t blocks;         /* plain blocks in the node, fully expanded */
	int64_t stride;          /* LOOP: bytes */
	struct rd_layout *child; /* LOOP, LIST: NULL when plain */
	int64_t *off;            /* LIST, SEQ: [n] bytes; off[0] == 0 */
	uint64_t *pos;           /* SEQ: [n + 1] */
	struct rd_layout **part; /* SEQ: [n], an entry is NULL when plain; NULL when all are */
};

/* A reference: data of `size` packed bytes, the first at `off`. size 0: no data. */
struct rd_body {
	int64_t off;
	uint64_t size;
	struct rd_layout *node; /* NULL: plain */
};

/*
 * Both write a body that owns a reference to its node, and do not change the references of their
 * arguments. All offsets and sizes must have been checked to fit 63 bits. 0 or RD_ENOMEM.
 */
int rd_layout_repeat(const struct rd_body *child, uint64_t n, int64_t stride, struct rd_body *out);

/* Parts one after the other. `parts` is used as scratch memory: they are merged in place, and the
 * first *n keep their references, which the caller drops (rd_layout_drop). */
int rd_layout_join(struct rd_body *parts, uint64_t *n, struct rd_body *out);

void rd_layout_hold(struct rd_layout *node); /* NULL is ignored, here and in drop */
void rd_layout_drop(struct rd_layout *node);

#endif
