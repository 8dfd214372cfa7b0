/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Open files: the limit of this process, raised once for all that the library opens, and a way to
 * open a file when no descriptor is free.
 */
#ifndef RD_BASE_FILES_H
#define RD_BASE_FILES_H

/* Raises the limit by `more` descriptors, at most to the hard limit. A child made by fork(2) gets
 * the limit that the program was started with. Later calls do nothing. */
void rd_files_raise(unsigned long more);

/* Whether an error of open(2) and the like means that descriptors have run out. */
int rd_files_are_out(int error);

/*
 * Calls fn(arg) in a child that shares this process's memory and has a descriptor table of its own
 * with free places: mappings and writes of the call stay, descriptors that it opens are closed
 * afterwards. fn must not take locks and needs at most 8 KiB of stack; errno is as fn left it.
 * Returns fn's value, or -1 (errno) if no child can be made.
 */
int rd_files_aside(int (*fn)(void *arg), void *arg);

#endif
