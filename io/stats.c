/* SPDX-License-Identifier: BSD-3-Clause */
/* Statistics of files: see stats.h. */
#include "io/stats.h"

#include "base/param.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rd_file_stats {
	struct rd_file_stats *next;
	struct rd_io_stats *first;
	char path[];
};

static struct rd_file_stats *files; /* the last one first */
static void *by_path;               /* likewise, for tsearch */

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct rd_file_stats *)a)->path,
		      ((const struct rd_file_stats *)b)->path);
}

struct rd_file_stats *rd_io_stats_of(const char *path)
{
	struct rd_file_stats *new, **found;
	size_t length = strlen(path) + 1;

	if (!rd_param_int(RD_PARAM_STATS))
		return NULL;
	new = calloc(1, sizeof(*new) + length);
	if (!new)
		return NULL;
	memcpy(new->path, path, length);
	found = tsearch(new, &by_path, compare);
	if (!found || *found != new) {
		free(new);
		return found ? *found : NULL;
	}
	new->next = files;
	files = new;
	return new;
}

/* NULL: no memory. */
static struct rd_io_stats *find(struct rd_file_stats *file, int how, enum rd_io_way way)
{
	struct rd_io_stats *stats = file->first;

	while (stats && (stats->how != how || stats->way != way))
		stats = stats->next;
	if (stats)
		return stats;
	stats = calloc(1, sizeof(*stats));
	if (!stats)
		return NULL;
	*stats = (struct rd_io_stats){file->first, how, way, 0, 0, 0};
	file->first = stats;
	return stats;
}

void rd_io_stats_add(struct rd_file_stats *file, int how, enum rd_io_way way, uint64_t bytes,
		     uint64_t begin)
{
	uint64_t ns = rd_clock_ns() - begin;
	struct rd_io_stats *stats = find(file, how, way);

	if (!stats)
		return;
	stats->calls++;
	stats->bytes += bytes;
	stats->ns += ns;
}

void rd_io_stats_late(struct rd_file_stats *file, int how, enum rd_io_way way, uint64_t begin)
{
	uint64_t ns = rd_clock_ns() - begin;
	struct rd_io_stats *stats = find(file, how, way);

	if (stats)
		stats->ns += ns;
}

int rd_io_stats_each(int (*take)(void *arg, const char *path, const struct rd_io_stats *stats),
		     void *arg)
{
	int err = 0;

	for (const struct rd_file_stats *file = files; file; file = file->next)
		for (const struct rd_io_stats *s = file->first; !err && s; s = s->next)
			err = take(arg, file->path, s);
	return err;
}

void rd_io_stats_name(int how, char name[32])
{
	static const char *const others[] = {"open", "close", "sync", "resize"};

	if (how >= RD_IO_OPEN)
		snprintf(name, 32, "%s", others[how - RD_IO_OPEN]);
	else
		snprintf(name, 32, "%s%s%s%s%s",
			 (how & (RD_IO_REQUEST | RD_IO_SPLIT)) == RD_IO_REQUEST ? "i" : "",
			 how & RD_IO_OUT ? "write" : "read", how & RD_IO_AT ? "_at" : "",
			 how & RD_IO_SHARED  ? "_shared"
			 : how & RD_IO_TURNS ? "_ordered"
			 : how & RD_IO_ALL   ? "_all"
					     : "",
			 how & RD_IO_SPLIT ? "_begin" : "");
}

const char *rd_io_way_text(enum rd_io_way way)
{
	static const char *const text[RD_WAYS] = {
		[RD_WAY_NONE] = "",
		[RD_WAY_ALONE] = "each rank: not collective",
		[RD_WAY_GATHERED] = "gathered in memory",
		[RD_WAY_OWNERS] = "owners of domains",
		[RD_WAY_ONE_OWNER] = "one owner: brief",
		[RD_WAY_ATOMIC] = "each rank: atomic mode",
		[RD_WAY_HINT] = "each rank: a hint says so",
		[RD_WAY_ONE_PIECE] = "each rank: has one piece",
		[RD_WAY_NEAR] = "each rank: pieces are near",
		[RD_WAY_APART] = "each rank: not interleaved",
		[RD_WAY_LONG_PIECES] = "each rank: pieces are long",
	};

	return text[way];
}

void rd_io_stats_fini(void)
{
	struct rd_file_stats *file;
	struct rd_io_stats *stats;

	while ((file = files)) {
		files = file->next;
		tdelete(file, &by_path, compare);
		while ((stats = file->first)) {
			file->first = stats->next;
			free(stats);
		}
		free(file);
	}
}
