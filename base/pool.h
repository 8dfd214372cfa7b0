/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory for the objects behind handles. A place in a pool is an object of the same kind
 * for ever, so the magic word of a handle that was freed can still be read (and says so):
 * using one is an error in words, not a crash. The place freed first is used again first,
 * which keeps freed handles known as such for long.
 */
#ifndef RD_BASE_POOL_H
#define RD_BASE_POOL_H

#include <stddef.h>

#include "base/object.h"

struct rd_pool_place; /* pool.c */

struct rd_pool {
	size_t size; /* bytes of an object, which starts with a struct rd_obj */
	struct rd_pool_place *first, *last; /* free places, oldest first */
	size_t nfree;
	void *chunks; /* all memory the pool has taken */
};

#define RD_POOL_INIT(type) {.size = sizeof(type)}

/* An object of zeros; NULL: no memory. */
void *rd_pool_get(struct rd_pool *pool);

/* Takes the object back; NULL is ignored. Its magic word is RD_MAGIC_FREED until it is used
 * again. */
void rd_pool_put(struct rd_pool *pool, void *object);

#endif
