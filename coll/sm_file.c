/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that processes of a node share (node/shm.h), all of it allocated at once. For
 * sm_segment.c and sm_pool.c.
 */
#include "coll/sm.h"

#include "base/log.h"
#include "node/shm.h"

#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

/* For a huge page: where many members map it, small pages take longer still. */
#define HUGE_MOST_NS 20000000

int rd_shmcoll_file_make(struct rd_shmcoll_file *file, size_t bytes, int many, void **base)
{
	int fd = rd_shm_make("rondo-coll", bytes);

	*base = NULL;
	if (fd < 0 || !(*base = rd_shm_map_huge(fd, bytes)) ||
	    (many ? rd_shm_take_huge(fd, *base, 0, bytes, HUGE_MOST_NS)
		  : rd_shm_take(fd, 0, bytes)) ||
	    getrandom(&file->token, sizeof(file->token), 0) != sizeof(file->token)) {
		rd_info("collectives in shared memory: %zu bytes: %m", bytes);
		if (*base)
			munmap(*base, bytes);
		*base = NULL;
		if (fd >= 0)
			close(fd);
		return -1;
	}
	file->size = bytes;
	file->maker = rd_cma_own();
	file->fd = fd;
	return fd;
}

void *rd_shmcoll_file_open(const struct rd_shmcoll_file *file, size_t bytes)
{
	void *base;
	int fd;

	if (file->size != bytes || !rd_cma_shares_pids(&file->maker))
		return NULL;
	fd = rd_shm_open(file->maker.pid, file->fd, bytes);
	if (fd < 0)
		return NULL;
	base = rd_shm_map_huge(fd, bytes);
	close(fd);
	return base;
}
