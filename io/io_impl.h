/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of this folder. */
#ifndef RD_IO_IO_IMPL_H
#define RD_IO_IO_IMPL_H

#include "io/file.h"

/* Collective: the worst error of any member, the own one if there is one. Has no member go on
 * before all have come. */
int rd_file_agree(struct rd_file *file, int err);

/* open.c: opens the descriptor of each member, rank 0 first; collective. */
int rd_file_open_all(struct rd_file *file);
/* Of the name as it is. */
int rd_file_unlink(const char *path);
/* A copy of the name without the kind of file system before it; NULL: no memory. */
char *rd_file_path(const char *name);

/* view.c: the etype that an offset leads to that counts from `whence`. RD_EARG: below 0. */
int rd_file_target(const struct rd_file *file, int64_t offset, int whence, int64_t position,
		   int64_t *out);

/* props.c */
int rd_hints_begin(struct rd_file *file, const struct rd_hints *hints);

#endif
