/* SPDX-License-Identifier: BSD-3-Clause */
/* The file of --rankfile (mpirun_rankfile.h). */
#include "runtime/mpirun_rankfile.h"

#include "runtime/mpirun_hosts.h"
#include "runtime/mpirun_map.h"
#include "runtime/mpirun_opts.h"
#include "runtime/mpirun_say.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define RANK_MOST 10000000 /* larger numbers are taken for a typing error */

/* --- reading ---------------------------------------------------------------------------- */

static int __attribute__((format(printf, 3, 4)))
complain(const char *path, int line, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	mpirun_say("--rankfile %s, line %d: %s", path, line, text);
	return 2;
}

static char *skip_blanks(char *at)
{
	while (*at && isspace((unsigned char)*at))
		at++;
	return at;
}

/* The text behind `word` and the character `ends`, blanks around both skipped; NULL: no match. */
static char *behind(char *at, const char *word, char ends)
{
	size_t len = strlen(word);

	if (strncasecmp(at, word, len))
		return NULL;
	at = skip_blanks(at + len);
	if (!ends)
		return at;
	return *at == ends ? skip_blanks(at + 1) : NULL;
}

/* Ends the word at `at` with a NUL; returns the text behind it. */
static char *cut_word(char *at)
{
	while (*at && !isspace((unsigned char)*at))
		at++;
	if (*at)
		*at++ = 0;
	return skip_blanks(at);
}

static void grow(struct mpirun_rankfile *file, int n)
{
	struct mpirun_rankfile_row *more;

	if (n <= file->n)
		return;
	more = realloc(file->at, (size_t)n * sizeof *more);
	if (!more)
		mpirun_die("no memory for %d ranks", n);
	memset(more + file->n, 0, (size_t)(n - file->n) * sizeof *more);
	file->at = more;
	file->n = n;
}

static int add_row(struct mpirun_rankfile *file, long rank, const char *slots, int line)
{
	struct mpirun_rankfile_row *row;

	grow(file, (int)rank + 1);
	row = &file->at[rank];
	if (row->slots)
		return complain(file->path, line, "rank %ld has line %d already", rank, row->line);
	*row = (struct mpirun_rankfile_row){strdup(slots), line};
	if (!row->slots)
		mpirun_die("no memory for %d ranks", file->n);
	return 0;
}

/* "+n0" is the first host, which is this one. */
static int is_here(const char *host)
{
	return !strcasecmp(host, "+n0") || mpirun_hosts_is_here(host);
}

static int read_line(struct mpirun_rankfile *file, char *at, int line)
{
	char *host = NULL, *slots = NULL, *rest = NULL;
	long rank = -1;

	at[strcspn(at, "#\r")] = 0;
	at = skip_blanks(at);
	if (!*at)
		return 0;
	if ((at = behind(at, "rank", 0)) && isdigit((unsigned char)*at))
		rank = strtol(at, &at, 10);
	if (rank >= 0 && (host = behind(skip_blanks(at), "=", 0)) && *host) {
		rest = cut_word(host);
		slots = behind(rest, "slots", '=');
		if (!slots)
			slots = behind(rest, "slot", '=');
	}
	if (!slots || !*slots || *cut_word(slots))
		return complain(file->path, line,
				"this should be 'rank N=host slot=...', such as "
				"'rank 0=localhost slot=0-3'");
	if (rank >= RANK_MOST)
		return complain(file->path, line, "rank %ld is too many", rank);
	if (!is_here(host))
		return complain(file->path, line,
				"'%s' is another machine; a rankfile says where "
				"the ranks of this one run (-host distributes ranks over machines)",
				host);
	return add_row(file, rank, slots, line);
}

int mpirun_rankfile_parse(struct mpirun_rankfile *file, const char *path, char *text)
{
	int rc = 0;

	*file = (struct mpirun_rankfile){.path = path};
	for (int line = 1; text && rc == 0; line++)
		rc = read_line(file, strsep(&text, "\n"), line);
	if (rc == 0 && !file->n) {
		mpirun_say("--rankfile %s: there is no rank in it", path);
		rc = 2;
	}
	return rc;
}

int mpirun_rankfile_read(struct mpirun_rankfile *file, const char *path)
{
	size_t len;
	char *text = mpirun_read_file("rankfile", path, &len);
	int rc = text ? mpirun_rankfile_parse(file, path, text) : 2;

	free(text);
	return rc;
}

void mpirun_rankfile_free(struct mpirun_rankfile *file)
{
	for (int i = 0; i < file->n; i++)
		free(file->at[i].slots);
	free(file->at);
}

int mpirun_rankfile_covers(const struct mpirun_rankfile *file, int nranks)
{
	for (int i = 0; i < nranks; i++) {
		if (i < file->n && file->at[i].slots)
			continue;
		mpirun_say("--rankfile %s has no line for rank %d, and the job has %d ranks: add "
			   "'rank %d=localhost slot=...'",
			   file->path, i, nranks, i);
		return 2;
	}
	return 0;
}

/* --- processors -------------------------------------------------------------------------- */

struct search {
	const struct mpirun_rankfile *file;
	const struct mpirun_rankfile_row *row;
	hwloc_topology_t topo;
	hwloc_obj_type_t unit;
};

static const char *unit_name(const struct search *s)
{
	return s->unit == HWLOC_OBJ_CORE ? "core" : "processor";
}

/* "*", or numbers of units within `outer` (NULL: the machine). */
static int add_units(const struct search *s, const char *list, hwloc_obj_t outer, hwloc_bitmap_t to)
{
	hwloc_const_bitmap_t all =
		outer ? outer->cpuset : hwloc_topology_get_topology_cpuset(s->topo);
	int n = hwloc_get_nbobjs_inside_cpuset_by_type(s->topo, all, s->unit), i, rc = 0;
	hwloc_bitmap_t numbers;

	if (!strcmp(list, "*")) {
		hwloc_bitmap_or(to, to, all);
		return 0;
	}
	numbers = hwloc_bitmap_alloc();
	if (!numbers)
		mpirun_die("no memory for a list of processors");
	if (mpirun_map_numbers(list, numbers))
		rc = complain(s->file->path, s->row->line,
			      "'%s' in 'slot=%s' is no list of "
			      "numbers such as 0,2-3",
			      list, s->row->slots);
	for (i = rc ? -1 : hwloc_bitmap_first(numbers); i >= 0 && rc == 0;
	     i = hwloc_bitmap_next(numbers, i)) {
		if (i < n)
			hwloc_bitmap_or(to, to,
					hwloc_get_obj_inside_cpuset_by_type(s->topo, all, s->unit,
									    (unsigned)i)
						->cpuset);
		else
			rc = complain(s->file->path, s->row->line,
				      "there is no %s %d %s; "
				      "mpirun may use %d, from 0 on",
				      unit_name(s), i,
				      outer ? "in that package" : "on this machine", n);
	}
	hwloc_bitmap_free(numbers);
	return rc;
}

/* "1:0-2", also "S1:C0-2": units of a package. */
static int add_in_package(const struct search *s, const char *item, const char *colon,
			  hwloc_bitmap_t to)
{
	const char *number = item + (tolower((unsigned char)*item) == 's');
	int n = hwloc_get_nbobjs_by_type(s->topo, HWLOC_OBJ_PACKAGE);
	char *end;
	long package = strtol(number, &end, 10);

	if (end == number || end != colon || package < 0)
		return complain(s->file->path, s->row->line,
				"'%.*s' in 'slot=%s' is no number "
				"of a package",
				(int)(colon - item), item, s->row->slots);
	if (package >= n)
		return complain(s->file->path, s->row->line,
				"there is no package %ld; mpirun may "
				"use %d, from 0 on",
				package, n);
	colon += 1 + (tolower((unsigned char)colon[1]) == 'c');
	return add_units(s, colon,
			 hwloc_get_obj_by_type(s->topo, HWLOC_OBJ_PACKAGE, (unsigned)package), to);
}

int mpirun_rankfile_cpus(const struct mpirun_rankfile *file, int rank, hwloc_topology_t topo,
			 hwloc_obj_type_t unit, hwloc_bitmap_t cpus)
{
	struct search s = {file, &file->at[rank], topo, unit};
	char *copy = strdup(s.row->slots), *rest = copy, *item;
	int rc = 0;

	if (!copy)
		mpirun_die("no memory for a list of processors");
	while (rc == 0 && (item = strsep(&rest, ";"))) {
		const char *colon = strchr(item, ':');

		rc = colon ? add_in_package(&s, item, colon, cpus)
			   : add_units(&s, item, NULL, cpus);
	}
	free(copy);
	return rc;
}
