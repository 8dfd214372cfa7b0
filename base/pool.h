/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory for the objects behind handles. A place in a pool holds objects of the same kind for ever,
 * so the magic word of a freed handle can still be read: the use of such a handle gives an error
 * message, not a crash. Places are reused in the order in which they were freed, which keeps freed
 * handles recognizable as long as possible.
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
	void *chunks; /* all memory that the pool has taken */
};

#define RD_POOL_INIT(type) \
	{ \
		.size = sizeof(type) \
	}

/* An object of zeros; NULL: no memory. */
void *rd_pool_get(struct rd_pool *pool);
/* Likewise, of undefined content. */
void *rd_pool_take(struct rd_pool *pool);

/* Takes the object back; NULL is ignored. Its magic word is RD_MAGIC_FREED until the place is
 * reused. */
void rd_pool_put(struct rd_pool *pool, void *object);

#endif
