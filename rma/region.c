/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory attached to a dynamic window: regions in the order of their addresses, found by bisection.
 * Called by win.c and reach.c.
 */
#include "rma/region.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

/* The number of regions that begin at or before `at`. */
static size_t begun(const struct rd_rma_regions *all, uint64_t at)
{
	size_t lo = 0, hi = all->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (all->at[mid].base <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int grow(struct rd_rma_regions *all)
{
	size_t room = all->room ? 2 * all->room : 4;
	struct rd_rma_region *at = realloc(all->at, room * sizeof(*at));

	if (!at)
		return RD_ENOMEM;
	all->at = at;
	all->room = room;
	return 0;
}

/* `at`: the number of regions that begin at or before `base`. */
static int overlaps(const struct rd_rma_regions *all, size_t at, uint64_t base, uint64_t size)
{
	size_t before = at, after = at;

	while (before && !all->at[before - 1].size)
		before--;
	while (after < all->n && !all->at[after].size)
		after++;
	return (before && base - all->at[before - 1].base < all->at[before - 1].size) ||
	       (after < all->n && all->at[after].base - base < size);
}

int rd_rma_regions_add(struct rd_rma_regions *all, uint64_t base, uint64_t size)
{
	size_t i = begun(all, base);

	if (!size) /* overlaps nothing; it exists only to be detached */
		for (; i && all->at[i - 1].base == base; i--)
			;
	else if (overlaps(all, i, base, size))
		return RD_ERMA_ATTACH;
	if (all->n == all->room && grow(all))
		return RD_ENOMEM;
	memmove(&all->at[i + 1], &all->at[i], (all->n - i) * sizeof(*all->at));
	all->at[i] = (struct rd_rma_region){base, size};
	all->n++;
	return 0;
}

int rd_rma_regions_remove(struct rd_rma_regions *all, uint64_t base)
{
	size_t i = begun(all, base);

	if (!i || all->at[i - 1].base != base)
		return RD_EARG;
	memmove(&all->at[i - 1], &all->at[i], (all->n - i) * sizeof(*all->at));
	all->n--;
	return 0;
}

int rd_rma_regions_cover(const struct rd_rma_regions *all, uint64_t from, uint64_t bytes)
{
	size_t i = begun(all, from);

	while (i && !all->at[i - 1].size)
		i--;
	for (i = i ? i - 1 : 0; bytes && i < all->n; i++) {
		uint64_t skip = from - all->at[i].base, n;

		if (!all->at[i].size)
			continue;
		if (from < all->at[i].base || skip >= all->at[i].size)
			return 0;
		n = all->at[i].size - skip;
		if (bytes <= n)
			return 1;
		from += n;
		bytes -= n;
	}
	return !bytes;
}

void rd_rma_regions_free(struct rd_rma_regions *all)
{
	free(all->at);
	*all = (struct rd_rma_regions){0};
}
