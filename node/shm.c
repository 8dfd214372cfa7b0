/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that processes of a node share; see shm.h. Called by btl_sm/, coll/ and rma/. */
#include "node/shm.h"

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

void *rd_shm_map(int fd, uint64_t bytes)
{
	void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return base == MAP_FAILED ? NULL : base;
}
