/* SPDX-License-Identifier: BSD-3-Clause */
/* node/shm.c: shared memory cannot be shortened, is allocated before it is touched, and is
 * opened by its maker's descriptor number only if it is of that kind and size. */
#include "node/shm.h"

#include "base/param.h"
#include "t/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 1 << 20, PART = 1 << 16 };

/* The child reads, writes and cannot shorten. */
static int other(int maker, int fd)
{
	char path[48], *memory;
	int own = rd_shm_open(maker, fd, BYTES), writable;

	if (own < 0 || rd_shm_open(maker, fd, BYTES - 4096) >= 0 || !ftruncate(own, 0))
		return 1;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", maker, fd);
	writable = open(path, O_RDWR);
	if (writable < 0 || !ftruncate(writable, 0) || !ftruncate(writable, 2L * BYTES))
		return 2;
	memory = rd_shm_map(own, BYTES);
	if (!memory || memory[PART] != 17)
		return 3;
	memory[PART + 1] = 18;
	return 0;
}

#define HUGE_B (2ul << 20)

/* kB of a mapping that this process reaches by entries of the page table's second level. */
static long huge_kb(const void *base)
{
	FILE *maps = fopen("/proc/self/smaps", "r");
	char line[256], start[32];
	long kb = -1;
	int is_within = 0;

	snprintf(start, sizeof(start), "%lx-", (unsigned long)(uintptr_t)base);
	while (maps && fgets(line, sizeof(line), maps)) {
		is_within |= !strncmp(line, start, strlen(start));
		if (is_within && sscanf(line, "ShmemPmdMapped: %ld", &kb) == 1)
			break;
	}
	if (maps)
		fclose(maps);
	return kb;
}

/* 1: the kernel makes huge pages of shared memory on request. */
static int collapses(void)
{
	char *at = mmap(NULL, 2 * HUGE_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *huge = at + -(uintptr_t)at % HUGE_B;
	int works = 0;

	if (at == MAP_FAILED)
		return 0;
	if (mmap(huge, HUGE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1,
		 0) == huge) {
		*huge = 1;
		works = !madvise(huge, HUGE_B, 25 /* MADV_COLLAPSE */);
	}
	munmap(at, 2 * HUGE_B);
	return works;
}

/* Two huge pages and a part of one, reserved from a byte on; whole huge pages in that. */
static void in_huge_pages(uint64_t from, long whole)
{
	const uint64_t bytes = 2 * HUGE_B + 5000;
	int fd = rd_shm_make("rondo-test", bytes);
	char *memory = fd < 0 ? NULL : rd_shm_map_huge(fd, bytes), *again;
	uint64_t set = 0;
	struct stat st;

	ok(memory && (uintptr_t)memory % HUGE_B == 0, "long memory begins where a huge page can");
	if (!memory)
		return;
	is_int(rd_shm_take_huge(fd, memory, from, bytes - from, UINT64_MAX), 0,
	       "it is taken from byte %llu on", (unsigned long long)from);
	ok(!fstat(fd, &st) && (uint64_t)st.st_blocks * 512 >= bytes - from, "to its end");
	for (uint64_t i = 0; i < bytes; i++)
		set += memory[i] != 0;
	is_int((long long)set, 0, "and reads as zeros");
	memory[0] = memory[HUGE_B] = memory[bytes - 1] = 5;
	again = rd_shm_map_huge(fd, bytes);
	ok(again && again[0] == 5 && again[HUGE_B] == 5 && again[bytes - 1] == 5,
	   "a second mapping has the same memory");
	if (again && (!whole || collapses()))
		is_int(huge_kb(again), whole * (long)HUGE_B / 1024,
		       "%ld huge pages in one entry of the page table each", whole);
	else
		ok(1, "huge pages # SKIP the kernel makes no huge pages");
	munmap(again, bytes);
	is_int(munmap(memory, bytes), 0, "it is unmapped like any other");
	close(fd);
}

/* Address space for the memory, but not for its alignment, too. */
static void without_room(void)
{
	const uint64_t bytes = 4 * HUGE_B;
	int fd = rd_shm_make("rondo-test", bytes);
	struct rlimit before, least;
	unsigned long pages = 0;
	FILE *from = fopen("/proc/self/statm", "r");
	char *memory;

	if (from && fscanf(from, "%lu", &pages) != 1)
		pages = 0;
	if (from)
		fclose(from);
	getrlimit(RLIMIT_AS, &before);
	least = before;
	least.rlim_cur = pages * (unsigned long)getpagesize() + bytes + HUGE_B / 2;
	setrlimit(RLIMIT_AS, &least);
	memory = rd_shm_map_huge(fd, bytes);
	ok(memory != NULL, "memory is mapped where the limit leaves no room to align it");
	setrlimit(RLIMIT_AS, &before);
	if (!memory)
		return;
	is_int(rd_shm_take_huge(fd, memory, 0, bytes, UINT64_MAX), 0, "and is taken");
	memory[bytes - 1] = 5;
	is_int(munmap(memory, bytes), 0, "to its end");
	close(fd);
}

int main(void)
{
	int fd = rd_shm_make("rondo-test", BYTES), status = 0, pipe_end[2];
	struct stat st;
	char *memory;
	pid_t child, self = getpid();

	if (fd < 0)
		skip_all("no memfd");
	is_int(fcntl(fd, F_GET_SEALS) & (F_SEAL_SHRINK | F_SEAL_GROW), F_SEAL_SHRINK | F_SEAL_GROW,
	       "it is sealed");
	is_int(fstat(fd, &st) || st.st_blocks, 0, "nothing is taken of it");
	is_int(rd_shm_take(fd, PART, PART), 0, "a part is taken");
	is_int(fstat(fd, &st) ? 0 : st.st_blocks * 512, PART, "and no more");
	memory = rd_shm_map(fd, BYTES);
	ok(memory && !memory[PART], "it reads as zeros");
	if (!memory)
		return done();
	memory[PART] = 17;
	child = fork();
	if (!child)
		_exit(other(self, fd));
	waitpid(child, &status, 0);
	is_int(status, 0, "another process opens and writes it, and cannot change its size");
	is_int(memory[PART + 1], 18, "its write is visible here");
	is_int(rd_shm_make("rondo-test", UINT64_MAX), -1, "not more than a file can be");
	is_int(errno, EFBIG, "which is said");
	if (!pipe(pipe_end))
		is_int(rd_shm_open(self, pipe_end[0], BYTES), -1, "a pipe is none");
	in_huge_pages(0, 2);
	in_huge_pages(8192, 1);
	without_room();
	setenv("RONDO_HUGE_PAGES", "0", 1);
	rd_param_init();
	in_huge_pages(0, 0);
	return done();
}
