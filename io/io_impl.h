/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of this folder. */
#ifndef RD_IO_IO_IMPL_H
#define RD_IO_IO_IMPL_H

#include "io/file.h"

enum { RD_IO_WHY_B = 256 }; /* of the text of an error */

/* Collective: each of n values becomes the largest of any member. Has no member go on before all
 * have come. */
enum { RD_FILE_VALUES = 4 };
int rd_file_max(struct rd_file *file, uint64_t *value, int n);

/* Collective: the worst error of any member with its cause, the own one if there is one. Has no
 * member go on before all have come. Opening and closing a file needs no more: a collective of
 * coll/ would take contexts of the cards, which are few. */
int rd_file_agree(struct rd_file *file, int err);

/* collective.c: memory of collective accesses, and the place of this member among those of its
 * node; `comm` has the file's members. RD_ENOMEM. */
int rd_collective_open(struct rd_file *file, const struct rd_comm *comm);
void rd_collective_close(struct rd_file *file);

/* open.c, collective over `comm`, the parent of the file's communicator: the error of any member
 * (`failed`: of this one), or whether the access modes are valid and the same. */
int rd_file_agree_mode(struct rd_comm *comm, const char *name, int amode, int failed);

/* open.c: opens the descriptor of each member, rank 0 first; collective. */
int rd_file_open_all(struct rd_file *file);
/* Of the name as it is. */
int rd_file_unlink(const char *path);
/* A copy of the name without the kind of file system before it; NULL: no memory. */
char *rd_file_path(const char *name);

/* view.c: the etype that an offset leads to that counts from `whence`. RD_EARG: below 0. */
int rd_file_target(const struct rd_file *file, int64_t offset, int whence, int64_t position,
		   int64_t *out);

/* Positions may be asked for and set: not with MPI_MODE_SEQUENTIAL (MPI-5.0 14.4.3, 14.4.4). */
int rd_file_check_order(const struct rd_file *file);

/* props.c */
int rd_hints_begin(struct rd_file *file, const struct rd_hints *hints);

#endif
