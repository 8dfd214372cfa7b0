/* SPDX-License-Identifier: BSD-3-Clause */
/* node/shm.c: shared memory cannot be shortened, is allocated before it is touched, and is
 * opened by its maker's descriptor number only if it is of that kind and size. */
#include "node/shm.h"

#include "t/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
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
	return done();
}
