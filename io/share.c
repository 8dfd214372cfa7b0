/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that processes of a node map (share.h). Called by owner.c and member.c. */
#include "io/share.h"

#include "base/log.h"
#include "base/param.h"
#include "node/shm.h"
#include "runtime/job.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

enum { HEAD_B = 4096 }; /* a page, which begins with the token */

static struct seen {
	uint64_t token;
	uint64_t bytes;
	char *memory; /* NULL: not mapped */
} * seen;             /* [rd_job.nlocal] of the others */

static uint64_t own_token;
static char *own;

int rd_io_shares(void)
{
	static int shares = -1;

	if (shares < 0)
		shares = rd_param_lists(RD_PARAM_BTL, "sm");
	return shares;
}

static char *open_own(int fd, uint64_t bytes, uint64_t *token)
{
	char *base;

	if (fd < 0 || rd_shm_take(fd, 0, bytes) ||
	    getrandom(token, sizeof(*token), 0) != sizeof(*token))
		return NULL;
	base = rd_shm_map(fd, bytes);
	if (base)
		*(uint64_t *)(void *)base = *token;
	return base;
}

char *rd_io_make(uint64_t bytes, struct rd_io_spot *spot)
{
	int fd = rd_shm_make("rondo-file", HEAD_B + bytes);
	char *base;

	*spot = (struct rd_io_spot){.maker = rd_cma_own(), .fd = -1};
	base = open_own(fd, HEAD_B + bytes, &spot->token);
	if (!base) {
		rd_debug("files: %llu bytes of shared memory: %m", (unsigned long long)bytes);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	spot->fd = fd;
	return base + HEAD_B;
}

/* The descriptor may be of another file, if another process has got the maker's pid. */
char *rd_io_map(const struct rd_io_spot *spot, uint64_t bytes)
{
	int fd = -1;
	char *base;

	errno = EINVAL; /* where process ids do not mean the same */
	if (rd_cma_shares_pids(&spot->maker))
		fd = rd_shm_open(spot->maker.pid, spot->fd, HEAD_B + bytes);
	base = fd < 0 ? NULL : rd_shm_map(fd, HEAD_B + bytes);

	if (fd >= 0)
		close(fd);
	if (base && *(uint64_t *)(void *)base != spot->token) {
		munmap(base, HEAD_B + bytes);
		base = NULL;
		errno = ESRCH; /* the maker has ended */
	}
	if (!base)
		rd_debug("files: memory of process %d cannot be mapped: %m", spot->maker.pid);
	return base ? base + HEAD_B : NULL;
}

void rd_io_unmap(char *memory, uint64_t bytes)
{
	munmap(memory - HEAD_B, HEAD_B + bytes);
}

char *rd_io_share(uint64_t bytes, struct rd_io_spot *spot)
{
	*spot = (struct rd_io_spot){.fd = -1};
	if (own)
		return NULL;
	own = rd_io_make(bytes, spot);
	own_token = spot->token;
	return own;
}

void rd_io_unshare(struct rd_io_spot *spot, uint64_t bytes)
{
	rd_io_unmap(own, bytes);
	close(spot->fd);
	spot->fd = -1;
	own = NULL;
}

static void unmap(struct seen *s)
{
	if (s->memory)
		rd_io_unmap(s->memory, s->bytes);
	s->memory = NULL;
}

char *rd_io_reach(int world, const struct rd_io_spot *spot, uint64_t bytes)
{
	struct seen *s;

	if (spot->fd < 0)
		return NULL;
	if (world == rd_job.rank)
		return own && spot->token == own_token ? own : NULL;
	if (!seen)
		seen = calloc((size_t)rd_job.nlocal, sizeof(*seen));
	if (!seen)
		return NULL;
	s = &seen[rd_job_local_index(world)];
	if (s->token != spot->token || s->bytes != bytes) {
		unmap(s);
		*s = (struct seen){spot->token, bytes, rd_io_map(spot, bytes)};
	}
	return s->memory;
}

void rd_io_reach_forget(void)
{
	for (int i = 0; seen && i < rd_job.nlocal; i++)
		unmap(&seen[i]);
	free(seen);
	seen = NULL;
}
