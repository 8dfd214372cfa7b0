/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that processes of a node share; see shm.h. Called by btl_sm/, coll/ and rma/. */
#include "node/shm.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/param.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int rd_shm_make(const char *name, uint64_t bytes)
{
	int fd = bytes > INT64_MAX ? -1 : memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	int saved;

	if (bytes > INT64_MAX)
		errno = EFBIG;
	if (fd < 0)
		return -1;
	if (!ftruncate(fd, (off_t)bytes) &&
	    !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		return fd;
	saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

int rd_shm_take(int fd, uint64_t from, uint64_t bytes)
{
	int err;

	if (!bytes)
		return 0;
	do
		err = fallocate(fd, 0, (off_t)from, (off_t)bytes);
	while (err && errno == EINTR);
	return err;
}

void rd_shm_empty(int fd, uint64_t from, uint64_t bytes)
{
	int err;

	do
		err = fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)from,
				(off_t)bytes);
	while (err && errno == EINTR);
}

int rd_shm_open(int pid, int fd, uint64_t bytes)
{
	char path[48];
	struct stat st;
	int own, seals;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, fd);
	own = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (own < 0)
		return -1;
	seals = fcntl(own, F_GET_SEALS);
	if (seals >= 0 && seals & F_SEAL_SHRINK && !fstat(own, &st) &&
	    (uint64_t)st.st_size == bytes)
		return own;
	close(own);
	errno = EINVAL;
	return -1;
}

#ifdef MADV_POPULATE_WRITE

#define TOUCH_MOST_B (64u << 10)

/* On a virtual machine the first access to a page may be a fault of the hypervisor as well, of 25
 * to 50 us with shadow page tables, which the kernel's populating does not save. */
static void touch(const volatile char *from, uint64_t bytes, uint64_t page)
{
	for (uint64_t at = 0; at < bytes; at += page)
		(void)from[at];
}

void rd_shm_populate(void *at, uint64_t bytes)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)at / page * page;
	uint64_t all = (uintptr_t)at + bytes - from;

	if (!madvise((void *)from, all, MADV_POPULATE_WRITE))
		touch((const volatile char *)from, rd_min(all, TOUCH_MOST_B), page);
}

#else

void rd_shm_populate(void *at, uint64_t bytes)
{
	(void)at;
	(void)bytes;
}

#endif

/* The kernel's pages of the second level, x86-64 and arm64 with pages of 4 KB; where they are
 * longer it refuses to collapse, and nothing is lost. */
#define HUGE_B ((uint64_t)2 << 20)

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* Linux 6.1 */
#endif

/* Addresses from a multiple of HUGE_B on; NULL: errno. */
static void *reserve_aligned(uint64_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), below, used;
	char *base = mmap(NULL, bytes + HUGE_B, PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (base == MAP_FAILED)
		return NULL;
	below = -(uintptr_t)base % HUGE_B;
	used = below + (bytes + page - 1) / page * page;
	if (below)
		munmap(base, below);
	if (used < bytes + HUGE_B)
		munmap(base + used, bytes + HUGE_B - used);
	return base + below;
}

static void *map(int fd, uint64_t bytes, void *at)
{
	void *base =
		mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (at ? MAP_FIXED : 0), fd, 0);

	if (base != MAP_FAILED)
		return base;
	if (at)
		munmap(at, bytes);
	return NULL;
}

void *rd_shm_map(int fd, uint64_t bytes)
{
	return map(fd, bytes, NULL);
}

void *rd_shm_map_huge(int fd, uint64_t bytes)
{
	return map(fd, bytes, bytes < HUGE_B ? NULL : reserve_aligned(bytes));
}

#define STEP_B (4 * HUGE_B) /* collapsed in one call */

/* A part in whole huge pages. 1: that took more than most_ns for each, or failed; 0; -1: errno. */
static int collapse(int fd, char *base, uint64_t from, uint64_t end, uint64_t most_ns)
{
	uint64_t begun = rd_clock_ns();

	/* the kernel collapses no range without pages */
	for (uint64_t at = from; at < end; at += HUGE_B)
		if (rd_shm_take(fd, at, 1))
			return -1;
	if (madvise(base + from, end - from, MADV_COLLAPSE))
		return 1;
	return (rd_clock_ns() - begun) / ((end - from) / HUGE_B) > most_ns;
}

int rd_shm_take_huge(int fd, void *base, uint64_t from, uint64_t bytes, uint64_t most_ns)
{
	uint64_t at = (from + HUGE_B - 1) / HUGE_B * HUGE_B;
	uint64_t end = (from + bytes) / HUGE_B * HUGE_B;
	int slow = 0;

	if (!rd_param_int(RD_PARAM_HUGE_PAGES))
		end = 0;
	for (; at < end && !slow; at += STEP_B)
		slow = collapse(fd, base, at, rd_min(at + STEP_B, end), most_ns);
	return slow < 0 ? -1 : rd_shm_take(fd, from, bytes);
}
