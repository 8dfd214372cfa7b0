/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Open files: the limit of this process, raised once for all that the library opens, and a way to
 * open one where none is to be had.
 */
#ifndef RD_RUNTIME_FILES_H
#define RD_RUNTIME_FILES_H

/* Room for so many descriptors more, as far as the hard limit goes. A child made by fork(2) has the
 * limit that the program was started with. Later calls do nothing. */
void rd_files_raise(unsigned long more);

/* Whether an error of open(2) and the like says that descriptors have run out. */
int rd_files_are_out(int error);

/*
 * Calls fn(arg) in a child that has this process's memory and a table of descriptors of its own,
 * in which there is room for one more: what the call maps or writes, stays; what it opens is closed
 * afterwards. The call must not take locks, and needs at most 8 KiB of stack; errno is what it
 * left. Its value, or -1 (errno) where there can be no child.
 */
int rd_files_aside(int (*fn)(void *arg), void *arg);

#endif
