/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * State that the members of a file share, in a window at rank 0: the shared position, and the
 * ranges that are locked in atomic mode. A file of one member has no window.
 */
#ifndef RD_IO_SHARED_H
#define RD_IO_SHARED_H

#include "io/file.h"

extern long rd_shared_windows; /* of files */

int rd_shared_open(struct rd_file *file);  /* collective; after the descriptors */
int rd_shared_close(struct rd_file *file); /* collective */

/* Adds `etypes` to the shared position; *before: as it was. */
int rd_shared_add(struct rd_file *file, int64_t etypes, int64_t *before);
int rd_shared_set(struct rd_file *file, int64_t position);
int rd_shared_seek(struct rd_file *file, int64_t offset, int whence); /* collective */

/* The position where the data of this member begins, if all pass theirs in the order of ranks;
 * collective. */
int rd_shared_order(struct rd_file *file, int writes, int64_t etypes, int64_t *position);

/* In atomic mode, from `first` to before `end`: waits until no other process has a lock there that
 * excludes this one. One range at a time. */
int rd_range_lock(struct rd_file *file, int writes, int64_t first, int64_t end);
int rd_range_unlock(struct rd_file *file);

#endif
