/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parcels reach their members in ceil(log2 n) rounds, although no process knows beforehand which
 * others have some for it: in the round of distance d = 1, 2, 4 ... < n a parcel moves d places
 * down if its way has bit d (as in Bruck et al. 1997). Called from graph.c.
 */
#include "comm/route.h"

#include <stdlib.h>
#include <string.h>

static int goes(const struct rd_boot *boot, const char *item, int distance)
{
	int to;

	memcpy(&to, item, sizeof(to));
	return (boot->rank - to + (to > boot->rank ? boot->size : 0)) & distance;
}

/* Moves the parcels that travel in this round to out[]; returns how many. The others close up. */
static size_t take_out(const struct rd_boot *boot, struct rd_parcels *parcels, int distance,
		       char *out)
{
	size_t stay = 0, going = 0, bytes = parcels->bytes;

	for (size_t i = 0; i < parcels->n; i++) {
		const char *item = parcels->items + i * bytes;

		if (goes(boot, item, distance))
			memcpy(out + going++ * bytes, item, bytes);
		else
			memmove(parcels->items + stay++ * bytes, item, bytes);
	}
	parcels->n = stay;
	return going;
}

static int make_room(struct rd_parcels *parcels, size_t more)
{
	char *items = realloc(parcels->items, (parcels->n + more + 1) * parcels->bytes);

	if (!items)
		return RD_ENOMEM;
	parcels->items = items;
	return 0;
}

static int go_round(const struct rd_boot *boot, struct rd_parcels *parcels, int distance, char *out)
{
	size_t bytes = parcels->bytes, coming = 0;
	size_t going = take_out(boot, parcels, distance, out);
	int err = rd_boot_exchange(boot, distance, &going, sizeof(going), &coming, sizeof(coming));

	if (!err)
		err = make_room(parcels, coming);
	if (!err)
		err = rd_boot_exchange(boot, distance, out, going * bytes,
				       parcels->items + parcels->n * bytes, coming * bytes);
	if (!err)
		parcels->n += coming;
	return err;
}

int rd_route(const struct rd_boot *boot, struct rd_parcels *parcels)
{
	int err = 0;

	for (int64_t d = 1; d < boot->size && !err; d *= 2) {
		char *out = malloc((parcels->n + 1) * parcels->bytes);

		if (!out)
			return RD_ENOMEM;
		err = go_round(boot, parcels, (int)d, out);
		free(out);
	}
	return err;
}
