/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of memory that processes of a node share. They have no name, so nothing is left behind
 * however their makers end; others open them as /proc/<pid>/fd/<fd>. They are sealed, so that no
 * process can make them shorter, and memory is reserved before it is touched: then no access raises
 * SIGBUS, even if other programs use up the machine's memory.
 */
#ifndef RD_NODE_SHM_H
#define RD_NODE_SHM_H

#include <stdint.h>

/* A place in such a file, as other processes find it. */
struct rd_shm_place {
	int32_t pid, fd; /* a process that has it open; fd -1: there is none */
	uint64_t bytes;  /* of the file */
	uint64_t at;     /* from its start */
};

/* A descriptor of a file of `bytes`, none of them reserved; -1: errno has the cause. `name` is seen
 * in /proc. */
int rd_shm_make(const char *name, uint64_t bytes);
/* Reserves memory for a part of it, near the calling process; it reads as zeros. -1: errno. */
int rd_shm_take(int fd, uint64_t from, uint64_t bytes);
/* Gives the memory of a part of it back to the system, also where it is mapped: it reads as zeros.
 */
void rd_shm_empty(int fd, uint64_t from, uint64_t bytes);
/* Opens the file that a process of this node has made; -1: it cannot be opened, or is not of this
 * kind and size. It may still be another file, if another process has got the number pid. */
int rd_shm_open(int pid, int fd, uint64_t bytes);
/* Maps all of it; NULL: errno. */
void *rd_shm_map(int fd, uint64_t bytes);
/* Likewise, where huge pages of the file can be mapped as such. Not for small parts of many files:
 * their pages would share few sets of a TLB. */
void *rd_shm_map_huge(int fd, uint64_t bytes);

/* Maps the pages of a part now, all in one call: a first access to each of them would be a fault,
 * and take as long as 100 messages where a virtual machine gets the page from its host: M-235. Has
 * no effect before Linux 5.14. */
void rd_shm_populate(void *at, uint64_t bytes);

/* As rd_shm_take, for a part of which nothing is reserved yet, of a file that rd_shm_map_huge has
 * mapped at `base`: in huge pages where the kernel has some. A process then takes a fault and an
 * entry of its page table for each of them, and not for each of their 512 pages. Once huge pages
 * take more than most_ns each, since the kernel moves memory for them or a virtual machine gets it
 * from its host, the others stay small: M-227. RONDO_HUGE_PAGES=0: all do. */
int rd_shm_take_huge(int fd, void *base, uint64_t from, uint64_t bytes, uint64_t most_ns);

#endif
