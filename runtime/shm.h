/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of memory that processes of a node share. They have no name, so nothing is left behind
 * however their makers end; others open them as /proc/<pid>/fd/<fd>. They are sealed, so that none
 * can make them shorter, and what is used of them is taken before it is touched: then no access
 * raises SIGBUS, whatever else the machine's memory is wanted for.
 */
#ifndef RD_RUNTIME_SHM_H
#define RD_RUNTIME_SHM_H

#include <stdint.h>

/* A descriptor of a file of `bytes` of which none are taken; -1: errno says why not. `name` is seen
 * in /proc. */
int rd_shm_make(const char *name, uint64_t bytes);
/* Takes memory for a part of it, near the process that calls; it reads as zeros. -1: errno. */
int rd_shm_take(int fd, uint64_t from, uint64_t bytes);
/* What a process of this node has made; -1: it cannot be opened, or is not of this kind and size.
 * It may still be another one, if the process is not the one that is meant. */
int rd_shm_open(int pid, int fd, uint64_t bytes);
/* All of it; NULL: errno. */
void *rd_shm_map(int fd, uint64_t bytes);

#endif
