/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of the ids of rendezvous requests; see idtab.h. Used by rndv.c. */
#include "pt2pt/idtab.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/log.h"

#define INDEX_BITS 24
#define INDEX_MASK ((1u << INDEX_BITS) - 1)
#define NONE UINT32_MAX

struct entry {
	void *object;       /* NULL: free */
	uint32_t next_free; /* index, NONE at the end; free entries only */
	uint32_t turn;      /* 1 to 255, so that no id is 0 */
};

static struct entry *table;
static uint32_t size; /* entries */
static uint32_t first_free = NONE;

static int grow(void)
{
	uint32_t more = size ? size * 2 : 64;
	struct entry *t;

	if (size > INDEX_MASK / 2 || !(t = realloc(table, more * sizeof(*t)))) {
		rd_error("no memory for more than %u rendezvous messages under way at once", size);
		return RD_ENOMEM;
	}
	table = t;
	for (uint32_t i = more; i-- > size;) {
		table[i] = (struct entry){.next_free = first_free, .turn = 1};
		first_free = i;
	}
	size = more;
	return 0;
}

int rd_id_new(void *object, uint32_t *id)
{
	uint32_t i;

	if (first_free == NONE) {
		int err = grow();

		if (err)
			return err;
	}
	i = first_free;
	first_free = table[i].next_free;
	table[i].object = object;
	*id = table[i].turn << INDEX_BITS | i;
	return 0;
}

void *rd_id_find(uint32_t id)
{
	uint32_t i = id & INDEX_MASK;

	return i < size && table[i].turn == id >> INDEX_BITS ? table[i].object : NULL;
}

void rd_id_drop(uint32_t id)
{
	struct entry *e = &table[id & INDEX_MASK];

	e->object = NULL;
	e->turn = e->turn == 255 ? 1 : e->turn + 1;
	e->next_free = first_free;
	first_free = id & INDEX_MASK;
}

void rd_id_for_each(void (*visit)(void *object, void *arg), void *arg)
{
	for (uint32_t i = 0; i < size; i++)
		if (table[i].object)
			visit(table[i].object, arg);
}

void rd_id_fini(void)
{
	free(table);
	table = NULL;
	size = 0;
	first_free = NONE;
}
