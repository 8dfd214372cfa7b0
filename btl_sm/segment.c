/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments: creating this process's, mapping those of peers. Their memory is that of node/shm.h.
 * Called by connect.c and sm.c.
 */
#include "btl_sm/sm.h"

#include "base/err.h"
#include "base/files.h"
#include "base/log.h"
#include "node/shm.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t pages(size_t bytes)
{
	return (bytes + RD_SM_PAGE - 1) / RD_SM_PAGE * RD_SM_PAGE;
}

static size_t lines(size_t bytes)
{
	return (bytes + RD_CACHE_LINE - 1) / RD_CACHE_LINE * RD_CACHE_LINE;
}

static void lay_out(struct rd_sm_seg *seg, uint32_t nlocal, uint32_t nslots)
{
	seg->nlocal = nlocal;
	seg->nslots = nslots;
	const uint32_t nfifos = rd_sm_fifos_of(nlocal);

	seg->seats = RD_SM_PAGE + RD_SM_COPYJOBS * sizeof(struct rd_sm_copyjob);
	seg->links = lines(seg->seats + nlocal * sizeof(struct rd_sm_seat));
	seg->srq_slots = lines(seg->links + RD_SM_SRQ_SLOTS * sizeof(struct rd_sm_link));
	seg->credits = seg->srq_slots + RD_SM_SRQ_SLOTS * sizeof(struct rd_sm_slot);
	seg->fifos = pages(seg->credits + nfifos * sizeof(struct rd_sm_credit));
	seg->pool = seg->fifos + (size_t)nfifos * nslots * sizeof(struct rd_sm_slot);
	seg->size = pages(seg->pool + rd_sm_block_offset(RD_SM_BLOCKS));
}

static int map(struct rd_sm_seg *seg, int fd)
{
	seg->base = rd_shm_map(fd, seg->size);
	if (seg->base)
		return 0;
	rd_error("shared memory: mapping %zu bytes: %m; raise the limit on address space (ulimit "
		 "-v) or use RONDO_BTL=self,tcp",
		 seg->size);
	return RD_ENOMEM;
}

int rd_sm_segment_create(struct rd_sm_seg *seg, int *out, uint32_t nlocal, uint32_t nslots,
			 uint64_t token)
{
	struct rd_sm_head *head;
	int fd;

	lay_out(seg, nlocal, nslots);
	fd = rd_shm_make("rondo-inbox", seg->size);
	if (fd < 0 && rd_files_are_out(errno)) {
		rd_error("shared memory: memfd_create: %m; raise the limit on open files (ulimit "
			 "-n), or use RONDO_BTL=self,tcp");
		return RD_ESYS;
	}
	if (fd < 0) {
		rd_info("shared memory: memfd_create: %m");
		return RD_ENOTSUP;
	}
	if (rd_shm_take(fd, 0, seg->fifos)) {
		rd_error("shared memory: taking %zu bytes for the inbox: %m; free memory, raise "
			 "the memory limit of the job, or use RONDO_BTL=self,tcp",
			 seg->fifos);
		goto undo_fd;
	}
	if (map(seg, fd))
		goto undo_fd;
	head = rd_sm_head(seg);
	head->token = token;
	head->magic = RD_SM_MAGIC;
	head->nlocal = nlocal;
	head->nslots = nslots;
	*out = fd;
	return 0;
undo_fd:
	close(fd);
	return RD_ENOMEM;
}

/* The error code for a segment that was not opened (errno). RD_EPROC: its process has ended, or has
 * closed it; RD_EAGAIN: no descriptor is free; RD_ENOTSUP: the system refuses, or it is another
 * file. */
static int refusal(const struct rd_sm_addr *addr)
{
	if (errno == ENOENT || errno == ESRCH)
		return RD_EPROC;
	if (rd_files_are_out(errno))
		return RD_EAGAIN;
	rd_info("shared memory: descriptor %d of process %d as a segment: %m", addr->fd, addr->pid);
	return RD_ENOTSUP;
}

/* Checks the head of a segment just mapped against the published address and this process's job. */
static int check_head(struct rd_sm_seg *seg, const struct rd_sm_addr *addr, uint32_t nlocal)
{
	const struct rd_sm_head *head = rd_sm_head(seg);
	uint32_t nslots = __atomic_load_n(&head->nslots, __ATOMIC_RELAXED);

	if (head->magic != RD_SM_MAGIC || head->token != addr->token || head->nlocal != nlocal)
		return 0;
	if (nslots < RD_SM_SLOTS_MIN || nslots > RD_SM_SLOTS_MAX || nslots & (nslots - 1))
		return 0;
	lay_out(seg, nlocal, nslots);
	return seg->size == addr->size;
}

void rd_sm_fifo_populate(const struct rd_sm_seg *seg, uint32_t fifo)
{
	if (seg->nlocal > RD_SM_POPULATE_MOST)
		return;
	rd_shm_populate(rd_sm_fifo(seg, fifo),
			rd_min(seg->nslots * sizeof(struct rd_sm_slot), (size_t)RD_SM_POPULATE_B));
	rd_shm_populate(rd_sm_credit(seg, fifo), sizeof(struct rd_sm_credit));
}

/* Allocates this process's FIFO in the segment of a peer whose FIFOs are fixed. */
static int take_fifo(const struct rd_sm_seg *seg, int fd)
{
	size_t len = seg->nslots * sizeof(struct rd_sm_slot);

	if (!rd_sm_fifos_fixed(seg->nlocal))
		return 0;
	if (!rd_shm_take(fd, seg->fifos + rd_sm.index * len, len)) {
		rd_sm_fifo_populate(seg, rd_sm.index);
		return 0;
	}
	rd_error("shared memory: taking %zu bytes to send to another process: %m; free memory, "
		 "raise the memory limit of the job, or set RONDO_SM_SLOTS=%u",
		 len, RD_SM_SLOTS_MIN);
	return RD_ENOMEM;
}

struct opening {
	struct rd_sm_seg *seg;
	const struct rd_sm_addr *addr;
	uint32_t nlocal;
};

static int open_now(void *arg)
{
	const struct opening *o = arg;
	struct rd_sm_seg *seg = o->seg;
	int fd = rd_shm_open(o->addr->pid, o->addr->fd, o->addr->size), err;

	if (fd < 0)
		return refusal(o->addr);
	seg->size = o->addr->size;
	err = map(seg, fd);
	if (err)
		goto undo_fd;
	err = check_head(seg, o->addr, o->nlocal) ? take_fifo(seg, fd) : RD_ENOTSUP;
	if (err) {
		munmap(seg->base, o->addr->size);
		seg->base = NULL;
	}
undo_fd:
	close(fd);
	return err;
}

int rd_sm_segment_open(struct rd_sm_seg *seg, const struct rd_sm_addr *addr, uint32_t nlocal)
{
	struct opening o = {seg, addr, nlocal};
	int err;

	/* check_head compares the size; here the head must lie inside */
	if (addr->size < RD_SM_PAGE || addr->size > SIZE_MAX / 2)
		return RD_ENOTSUP;
	err = open_now(&o);
	if (err == RD_EAGAIN) {
		err = rd_files_aside(open_now, &o);
		if (err == RD_EAGAIN || err == -1) {
			rd_error("shared memory: opening that of process %d: %m; raise the limit "
				 "on open files (ulimit -n), or use RONDO_BTL=self,tcp",
				 addr->pid);
			err = RD_ESYS;
		}
	}
	return err;
}

void rd_sm_segment_close(struct rd_sm_seg *seg)
{
	munmap(seg->base, seg->size);
	seg->base = NULL;
}
