/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The pairs of an info object: a plain array, since there are few. The contents of MPI_INFO_ENV are
 * in hints_env.c. Called from every layer that reads hints, and by the entry points in infos.c.
 */
#include "base/hints.h"

#include "base/err.h"
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct rd_hint {
	char *key, *value; /* one block of memory each */
};

static struct rd_pool pool = RD_POOL_INIT(struct rd_hints);
static long living;

MPI_Info rd_hints_handle(const struct rd_hints *hints)
{
	if (!hints)
		return MPI_INFO_NULL;
	return hints == rd_hints_env() ? MPI_INFO_ENV : (MPI_Info)hints;
}

int rd_hints_new(struct rd_hints **out)
{
	struct rd_hints *hints = rd_pool_get(&pool);

	if (!hints)
		return RD_ENOMEM;
	rd_obj_init(&hints->obj, RD_MAGIC_INFO);
	living++;
	*out = hints;
	return 0;
}

int rd_hints_dup(const struct rd_hints *hints, struct rd_hints **out)
{
	struct rd_hints *copy;
	int err = rd_hints_new(&copy);

	if (err)
		return err;
	for (int i = 0; !err && hints && i < hints->n; i++)
		err = rd_hints_set(copy, hints->pairs[i].key, hints->pairs[i].value);
	if (err)
		rd_hints_put(copy);
	else
		*out = copy;
	return err;
}

void rd_hints_hold(struct rd_hints *hints)
{
	rd_obj_get(&hints->obj);
}

void rd_hints_put(struct rd_hints *hints)
{
	if (!hints || !rd_obj_put(&hints->obj))
		return;
	for (int i = 0; i < hints->n; i++) {
		free(hints->pairs[i].key);
		free(hints->pairs[i].value);
	}
	free(hints->pairs);
	rd_pool_put(&pool, hints);
	living--;
}

long rd_hints_living(void)
{
	return living;
}

static struct rd_hint *find(const struct rd_hints *hints, const char *key)
{
	for (int i = 0; hints && i < hints->n; i++)
		if (!strcmp(hints->pairs[i].key, key))
			return &hints->pairs[i];
	return NULL;
}

static int make_room(struct rd_hints *hints)
{
	int room = hints->room ? 2 * hints->room : 8;
	struct rd_hint *pairs;

	if (hints->n < hints->room)
		return 0;
	pairs = realloc(hints->pairs, (size_t)room * sizeof(*pairs));
	if (!pairs)
		return RD_ENOMEM;
	hints->pairs = pairs;
	hints->room = room;
	return 0;
}

static int append(struct rd_hints *hints, const char *key, char *value)
{
	char *own = strdup(key);

	if (!own || make_room(hints)) {
		free(own);
		return RD_ENOMEM;
	}
	hints->pairs[hints->n++] = (struct rd_hint){own, value};
	return 0;
}

int rd_hints_set(struct rd_hints *hints, const char *key, const char *value)
{
	struct rd_hint *pair = find(hints, key);
	char *own = strdup(value);
	int err = 0;

	if (!own)
		return RD_ENOMEM;
	if (pair) {
		free(pair->value);
		pair->value = own;
		return 0;
	}
	err = append(hints, key, own);
	if (err)
		free(own);
	return err;
}

void rd_hints_delete(struct rd_hints *hints, const char *key)
{
	struct rd_hint *pair = find(hints, key);

	if (!pair)
		return;
	free(pair->key);
	free(pair->value);
	hints->n--;
	memmove(pair, pair + 1, (size_t)(hints->pairs + hints->n - pair) * sizeof(*pair));
}

const char *rd_hints_value(const struct rd_hints *hints, const char *key)
{
	const struct rd_hint *pair = find(hints, key);

	return pair ? pair->value : NULL;
}

int rd_hints_flag(const struct rd_hints *hints, const char *key, int fallback)
{
	const char *value = rd_hints_value(hints, key);

	if (!value)
		return fallback;
	return !strcasecmp(value, "true") ? 1 : !strcasecmp(value, "false") ? 0 : fallback;
}

const char *rd_hints_key(const struct rd_hints *hints, int n)
{
	return hints->pairs[n].key;
}
