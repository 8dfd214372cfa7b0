/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that processes of a node share: a memfd without a name, which the others open as
 * /proc/<pid>/fd/<fd>. It is sealed against shrinking and its memory is taken before it is touched,
 * so that no access can raise SIGBUS. For sm_segment.c and sm_pool.c.
 */
#include "coll/sm.h"

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static int take(int fd, size_t bytes)
{
	int rc;

	do
		rc = fallocate(fd, 0, 0, (off_t)bytes);
	while (rc && errno == EINTR);
	return rc;
}

static void *map(int fd, size_t bytes)
{
	void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return base == MAP_FAILED ? NULL : base;
}

int rd_smc_file_make(struct rd_smc_file *file, size_t bytes, void **base)
{
	int fd = memfd_create("rondo-coll", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0 || ftruncate(fd, (off_t)bytes) || take(fd, bytes) ||
	    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) ||
	    getrandom(&file->token, sizeof(file->token), 0) != sizeof(file->token) ||
	    !(*base = map(fd, bytes))) {
		rd_info("collectives in shared memory: %zu bytes: %m", bytes);
		if (fd >= 0)
			close(fd);
		return -1;
	}
	file->size = bytes;
	file->pid = getpid();
	file->fd = fd;
	return fd;
}

/* What is named may be some other file if the process is not the one we see under this number. */
static int open_file(const struct rd_smc_file *file)
{
	char path[48];
	struct stat st;
	int fd, seals;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", file->pid, file->fd);
	fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	seals = fcntl(fd, F_GET_SEALS);
	if (seals >= 0 && seals & F_SEAL_SHRINK && !fstat(fd, &st) &&
	    (uint64_t)st.st_size == file->size)
		return fd;
	close(fd);
	return -1;
}

void *rd_smc_file_open(const struct rd_smc_file *file, size_t bytes)
{
	int fd = file->size == bytes ? open_file(file) : -1;
	void *base;

	if (fd < 0)
		return NULL;
	base = map(fd, bytes);
	close(fd);
	return base;
}
