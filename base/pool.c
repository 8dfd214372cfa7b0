/* SPDX-License-Identifier: BSD-3-Clause */
/* Pools of objects; see pool.h. A free place keeps its struct rd_obj; the link follows it. */
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_PLACES 16
#define KEEP_FREE 8 /* below this the pool grows: freed handles stay recognizable longer */

struct rd_pool_place {
	struct rd_obj obj;
	struct rd_pool_place *next;
};

struct chunk {
	struct chunk *next;
	char memory[] __attribute__((aligned(16)));
};

static void append(struct rd_pool *pool, struct rd_pool_place *place)
{
	place->obj.magic = RD_MAGIC_FREED;
	place->next = NULL;
	if (pool->last)
		pool->last->next = place;
	else
		pool->first = place;
	pool->last = place;
	pool->nfree++;
}

static size_t place_size(const struct rd_pool *pool)
{
	size_t size = pool->size > sizeof(struct rd_pool_place) ? pool->size
								: sizeof(struct rd_pool_place);

	return (size + 15) & ~(size_t)15;
}

static void grow(struct rd_pool *pool)
{
	size_t size = place_size(pool);
	struct chunk *chunk = malloc(sizeof(*chunk) + CHUNK_PLACES * size);

	if (!chunk)
		return;
	chunk->next = pool->chunks;
	pool->chunks = chunk;
	for (int i = 0; i < CHUNK_PLACES; i++)
		append(pool, (struct rd_pool_place *)(chunk->memory + (size_t)i * size));
}

void *rd_pool_take(struct rd_pool *pool)
{
	struct rd_pool_place *place;

	if (pool->nfree <= KEEP_FREE)
		grow(pool);
	place = pool->first;
	if (!place)
		return NULL;
	pool->first = place->next;
	if (!pool->first)
		pool->last = NULL;
	pool->nfree--;
	return place;
}

void *rd_pool_get(struct rd_pool *pool)
{
	void *object = rd_pool_take(pool);

	return object ? memset(object, 0, pool->size) : NULL;
}

void rd_pool_put(struct rd_pool *pool, void *object)
{
	if (object)
		append(pool, object);
}
