/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Info objects (MPI-5.0 10): pairs of key and value in the order in which they were set. The
 * meaning of a key is known to its reader only.
 */
#ifndef RD_BASE_HINTS_H
#define RD_BASE_HINTS_H

#include "base/object.h"
#include "mpi.h"

struct rd_hint; /* hints.c */

struct rd_hints {
	struct rd_obj obj; /* RD_MAGIC_INFO */
	int n, room;       /* pairs in use, pairs with memory */
	struct rd_hint *pairs;
};

/* The object behind MPI_INFO_ENV: filled at its first use; changed by MPI_Init only. */
struct rd_hints *rd_hints_env(void);

/* NULL when the handle is no living info object, and for MPI_INFO_NULL. */
static inline struct rd_hints *rd_hints_get(MPI_Info handle)
{
	struct rd_hints *hints = (struct rd_hints *)handle;

	if ((uintptr_t)handle < RD_HANDLE_PREDEFINED)
		return handle == MPI_INFO_ENV ? rd_hints_env() : NULL;
	return hints->obj.magic == RD_MAGIC_INFO ? hints : NULL;
}

MPI_Info rd_hints_handle(const struct rd_hints *hints); /* NULL: MPI_INFO_NULL */

/* An empty one. RD_ENOMEM. */
int rd_hints_new(struct rd_hints **out);
/* A copy with the same order; of NULL an empty one. RD_ENOMEM, then *out is as it was. */
int rd_hints_dup(const struct rd_hints *hints, struct rd_hints **out);
void rd_hints_hold(struct rd_hints *hints);
void rd_hints_put(struct rd_hints *hints); /* NULL is ignored */

/* Both texts are copied; a key that is there keeps its place. RD_ENOMEM. */
int rd_hints_set(struct rd_hints *hints, const char *key, const char *value);
/* A key that does not exist: no effect. */
void rd_hints_delete(struct rd_hints *hints, const char *key);

/* NULL when there is no such key, or no `hints`. Valid until the pair is changed. */
const char *rd_hints_value(const struct rd_hints *hints, const char *key);
/* 1 for "true", 0 for "false", `fallback` for anything else. */
int rd_hints_flag(const struct rd_hints *hints, const char *key, int fallback);
/* The n-th key, 0 <= n < hints->n. */
const char *rd_hints_key(const struct rd_hints *hints, int n);

long rd_hints_living(void); /* objects that are not freed, without MPI_INFO_ENV */

#endif
