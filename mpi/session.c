/* SPDX-License-Identifier: BSD-3-Clause */
/* Information on sessions and their process sets. Called by the entry points in
 * generated/sessions.c. */
#include "mpi/api.h"

#include <stdio.h>
#include <string.h>

static const struct {
	int level;
	const char *name;
} levels[] = {
	{MPI_THREAD_SINGLE, "MPI_THREAD_SINGLE"},
	{MPI_THREAD_FUNNELED, "MPI_THREAD_FUNNELED"},
	{MPI_THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"},
	{MPI_THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE"},
};
enum { LEVELS = sizeof(levels) / sizeof(levels[0]) };

/* The level of the hint "thread_level" (MPI-5.0 11.3.1). */
int rd_mpi_session_level(const struct rd_hints *hints)
{
	const char *value = rd_hints_value(hints, "thread_level");

	for (int i = 0; value && i < LEVELS; i++)
		if (!strcmp(levels[i].name, value))
			return levels[i].level;
	return MPI_THREAD_SINGLE;
}

static const char *level_name(int level)
{
	for (int i = 0; i < LEVELS; i++)
		if (levels[i].level == level)
			return levels[i].name;
	return levels[0].name;
}

/* An info with one pair; after an error it is freed. */
static int tell(struct rd_hints *hints, const char *key, const char *value, struct rd_hints **out)
{
	int err = rd_hints_set(hints, key, value);

	if (err)
		rd_hints_put(hints);
	else
		*out = hints;
	return err;
}

int rd_mpi_session_info(const struct rd_session *session, struct rd_hints **out)
{
	struct rd_hints *hints;
	int err = rd_hints_new(&hints);

	if (!err)
		err = tell(hints, "thread_level", level_name(session->thread_level), out);
	return err ? err : tell(hints, "mpi_memory_alloc_kinds", "mpi,system", out);
}

int rd_mpi_pset_info(const char *name, struct rd_hints **out)
{
	char size[16];
	struct rd_hints *hints;
	int err = rd_hints_new(&hints);

	snprintf(size, sizeof(size), "%d", rd_session_pset_size(name));
	return err ? err : tell(hints, "mpi_size", size, out);
}

/* *length 0: the name is not wanted. *length becomes the length of the name, its 0 included. */
void rd_mpi_pset_name(int n, int *length, char *out)
{
	const char *name = rd_session_pset_name(n);

	if (*length > 0)
		snprintf(out, (size_t)*length, "%s", name);
	*length = (int)strlen(name) + 1;
}
